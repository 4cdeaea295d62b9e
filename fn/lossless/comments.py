"""Which comments belong to a node, and go with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.lossless.layout import (
    entry_of,
    extent,
    is_block_scalar,
    is_empty,
    line_end,
    node_end,
    skip,
    skip_properties,
    whole_extent,
)
from fn.lossless.tree import NEW, Branch, Leaf, Node, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as SequenceOf

COMMENT = re.compile(r"#[^\r\n]*")


def has_comment(node: Node) -> bool:
    """Tell whether a comment belongs to a node, together with its key; new nodes have none."""
    if node.start == NEW:
        return False
    source, parent = node.source, node.parent
    nodes = [node]
    if isinstance(parent, Branch) and parent.step > 1:
        at = entry_of(node, parent)
        nodes = list(parent.original[2 * at : 2 * at + 2])
    return bool(comments(source, nodes, *whole_extent(node)))


def entry_comments(source: Source, branch: Branch, index: int) -> list[str]:
    """Give the comments that go when an entry of the source is removed."""
    nodes = branch.original[index * branch.step : (index + 1) * branch.step]
    return comments(source, nodes, *extent(source, branch, index))


def comments(source: Source, nodes: SequenceOf[Node], top: int, bottom: int) -> list[str]:
    """Give the comments in a part of the text that holds the leaves of these nodes, and no other leaves."""
    if "#" not in source.text[top:bottom]:
        return []
    return [comment for gap in _gaps(source, nodes, top, bottom) for comment in COMMENT.findall(source.text, *gap)]


def _gaps(source: Source, nodes: SequenceOf[Node], top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Give the parts between the leaves."""
    waiting = list(reversed(nodes))
    while waiting:
        below = waiting.pop()
        if isinstance(below, Branch):
            waiting.extend(reversed(below.original))
        elif isinstance(below, Leaf) and not is_empty(below):
            content = skip(source.text, skip_properties(source.text, below)[0])
            yield top, content
            top = node_end(source, below)
            if is_block_scalar(below):
                behind = line_end(source.text, content)
                yield content, behind
                top = max(top, behind)
    yield top, bottom
