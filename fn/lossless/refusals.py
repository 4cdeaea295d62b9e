"""What a text may hold, and not where it is to be changed, or where every key of it must count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.lossless import layout
from fn.lossless.branches import Mapping, Sequence
from fn.lossless.leaves import is_merge, key_of, resolve
from fn.lossless.tree import MAX_DEPTH, MAX_NODES, NEW, Branch, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRANGE_BREAK = re.compile("[\x85\u2028\u2029]|\r(?!\n)")


def unsupported(node: Node) -> str | None:
    """Give what forbids to change a node of the source or anything in it, as a part of a sentence, or None.

    These are line breaks that YAML versions read differently, an anchor that contains itself, and aliases that
    resolve to too much.
    """
    if node.start != NEW:
        top, bottom = layout.whole_extent(node)
        match = _STRANGE_BREAK.search(node.source.text, top, bottom)
        if match:
            return f"the line break U+{ord(match[0]):04X}, which not every YAML reader takes for one"
    return _Measure().problem(node)


def key_faults(node: Node, *steps: str | int, deep: bool = True) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Find keys that a reader of JSON would miss, in a mapping and, if `deep`, in what stands below it.

    Shape: the steps to a key that stands twice or merges no mapping, or to a mapping with a key that is a collection;
    and what is wrong there. `steps` lead to the node. Each anchored node is looked at once.
    """
    seen: set[Node] = set()
    waiting = [(steps, node)]
    while waiting:
        steps, node = waiting.pop()
        node = resolve(node)
        if node in seen:
            continue
        seen.add(node)
        below: list[tuple[str | int, Node]] = []
        if isinstance(node, Sequence):
            below = list(enumerate(node.nodes))
        elif isinstance(node, Mapping):
            yield from (((*steps, key), f"stands twice (line {line})") for key, line in node.duplicates())
            for key, value in zip(node.nodes[::2], node.nodes[1::2], strict=True):
                name = "<<" if is_merge(key) else key_of(key)
                if name is None:
                    yield steps, f"has a key that is no text (line {key.line})"
                elif is_merge(key) and not _merges(value):
                    yield (*steps, name), f"must be a map, or a list of maps (line {key.line})"
                below.append((name or "", value))
        waiting += [((*steps, step), child) for step, child in reversed(below) if deep]


def _merges(value: Node) -> bool:
    value = resolve(value)
    named = value.nodes if isinstance(value, Sequence) else [value]
    return all(isinstance(resolve(node), Mapping) for node in named)


class _Measure:
    """Measures what a node would be with its aliases resolved, each anchored node once."""

    def __init__(self) -> None:
        self.known: dict[Node, tuple[int, int]] = {}  # the nodes and levels of a node
        self.open: set[Node] = set()

    def problem(self, node: Node) -> str | None:
        try:
            nodes, levels = self.measure(node, 0)
        except _ContainsItselfError:
            return "an anchor that contains itself"
        if levels > MAX_DEPTH:
            return f"more than {MAX_DEPTH} levels, with its aliases resolved"
        if nodes > MAX_NODES:
            return f"more than {MAX_NODES} nodes, with its aliases resolved"
        return None

    def measure(self, node: Node, depth: int) -> tuple[int, int]:
        node = resolve(node)
        if not isinstance(node, Branch):
            return 1, 0
        if node in self.open:
            raise _ContainsItselfError
        if depth > MAX_DEPTH:
            return 1, depth
        if node not in self.known:
            self.open.add(node)
            below = [self.measure(child, depth + 1) for child in node.nodes]
            self.open.discard(node)
            self.known[node] = 1 + sum(nodes for nodes, _ in below), 1 + max((levels for _, levels in below), default=0)
        return self.known[node]


class _ContainsItselfError(Exception):
    pass
