"""Walk a graph of nodes by the steps of a field path, and write such a path down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from fn.nodes import Node

PLAIN_STEP = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def walk(node: Node | None, *steps: str | int) -> Node | None:
    """Give the node at the end of `steps`, or None where the way ends early, in a null or in another kind of node."""
    for step in steps:
        if isinstance(node, Mapping) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.get(step) if step < len(node) else None
        else:
            return None
    return None if is_null(node) else node


def is_null(node: Node | None) -> bool:
    """Tell whether Kubernetes reads nothing here: the field is absent or null."""
    return node is None or (isinstance(node, Scalar) and node.is_null)


def text_of(node: Node | None) -> str | None:
    """Give the string that Kubernetes reads here, or None where it reads no string."""
    value = node.value() if isinstance(node, Scalar) else None
    return value if isinstance(value, str) else None


def whole_number(node: Node | None) -> int | None:
    """Give the whole number that Kubernetes reads here (`2.0` is one), or None where it reads none."""
    value = node.value() if isinstance(node, Scalar) else None
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else None


def is_true(node: Node | None) -> bool:
    """Tell whether Kubernetes reads `true` here."""
    return isinstance(node, Scalar) and node.value() is True


def entries(node: Node | None) -> list[Node]:
    """Give the entries of a sequence; none where there is no sequence."""
    return list(node) if isinstance(node, Sequence) else []


def mappings(node: Node | None) -> list[tuple[int, Mapping]]:
    """Give the mappings among the entries of a sequence, each with its place."""
    return [(place, entry) for place, entry in enumerate(entries(node)) if isinstance(entry, Mapping)]


def field_path(*steps: str | int) -> str:
    """Write a path in bracket form: `spec.tasks[1].replicas`, `metadata.annotations[fn.volcano.sh/rank]`."""
    path = ""
    for step in steps:
        if isinstance(step, int) or not PLAIN_STEP.fullmatch(step):
            path += f"[{step}]"
        else:
            path += f".{step}" if path else step
    return path
