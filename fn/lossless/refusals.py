"""What a text may hold as long as it isn't changed, and not when it is."""

from __future__ import annotations

import re

from fn.lossless import layout
from fn.lossless.leaves import resolve
from fn.lossless.tree import MAX_DEPTH, MAX_NODES, NEW, Branch, Node

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
            return f"aliases that resolve to more than {MAX_DEPTH} levels"
        if nodes > MAX_NODES:
            return f"aliases that resolve to more than {MAX_NODES} nodes"
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
