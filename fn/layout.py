"""Where nodes stand in their text: from which line to which, and with which comments.

Offsets count characters. A parser's marks are right for scalars and flow collections only; the rest is found in the text itself, from
the scalar before it on: between two scalars stand only blanks, comments, indicators, anchors and tags.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fn.parser import line_and_column

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as SequenceOf

    from fn.scalars import Data

NEW = -1  # the start of a node that isn't in the source

_SKIP = re.compile(r"(?:[ \t\r\n]++|#[^\r\n]*+)*+")
_PROPERTY = re.compile(r"&[\w-]++|!<[^>]*+>|![^ \t\r\n,\[\]{}]*+")
_HEADER = re.compile(r"[|>][^ \t\r\n]*")
_COMMENT = re.compile(r"#[^\r\n]*")
_LINE = re.compile(r"([ \t]*)([^\r\n]?)[^\r\n]*")


class Source:
    """A text, without the byte order mark that it may begin with."""

    def __init__(self, text: str) -> None:
        """Take the text; positions count from behind the byte order mark."""
        self.bom = text[:1] if text.startswith("\ufeff") else ""
        self.text = text[len(self.bom) :]
        self.newline = "\r\n" if re.match(r"[^\n]*\r\n", self.text) else "\n"
        self.roots: list[Node] = []
        self.aliases: dict[Node, list[Leaf]] = {}
        self.spans: dict[Branch, list[Span]] = {}


class Node(ABC):
    """A node of the graph, and its place in the text.

    `start` is where its anchor, tag or content begins; `end` is right for scalars, aliases and flow collections.
    """

    __slots__ = ("end", "parent", "place", "start", "tag")

    start: int
    end: int
    tag: str | None
    parent: Branch | Source | None
    place: Node | None  # of a new node: the node of the source whose place it takes

    @abstractmethod
    def data(self, depth: int = 0, budget: list[int] | None = None) -> Data:
        """Give the value as Kubernetes reads it, aliases and merge keys resolved.

        Errors: TextError where it nests too deep or holds too many nodes.
        """

    @abstractmethod
    def changed(self) -> bool:
        """Tell whether anything has changed here or below."""

    @property
    def source(self) -> Source:
        """The text that the node belongs to."""
        above = self.parent
        while isinstance(above, Node):
            above = above.parent
        assert above is not None
        return above

    @property
    def line(self) -> int:
        """The line in which the node begins, from 1; of a new node, that of the node above it."""
        return self._place()[0]

    @property
    def column(self) -> int:
        """The column in which the node begins, from 1."""
        return self._place()[1]

    def _place(self) -> tuple[int, int]:
        node: Node | Source | None = self
        while isinstance(node, Node) and node.start == NEW:
            node = node.place or node.parent
        return line_and_column(self.source.text, node.start if isinstance(node, Node) else 0)

    def has_comment(self) -> bool:
        """Tell whether a comment belongs to this node as an entry of its collection: what would go if it were removed."""
        source, parent = self.source, self.parent
        if self.start == NEW:
            return False
        if not isinstance(parent, Branch):
            at = source.roots.index(self)
            top = node_end(source, source.roots[at - 1]) if at else 0
            bottom = source.roots[at + 1].start if at + 1 < len(source.roots) else len(source.text)
            return bool(comments(source, [self], top, bottom))
        at = next(index for index, node in enumerate(original(parent)) if node is self)
        return bool(entry_comments(source, parent, at // parent.step))


class Leaf(Node):
    """A node without nodes below it."""

    __slots__ = ("style", "text")

    text: str
    style: str

    def changed(self) -> bool:
        """Tell whether the node is new."""
        return self.start == NEW


class Branch(Node):
    """A collection. The nodes of a mapping are its keys and values in turn."""

    __slots__ = ("bare", "before", "content", "dirty", "flow", "nodes")

    step: ClassVar[int]  # nodes to an entry
    nodes: list[Node]
    before: SequenceOf[Node] | None  # the nodes of the source, where they have changed
    content: int  # where the first entry or the bracket stands, behind anchor and tag
    flow: bool
    bare: bool  # a mapping in a flow list, without braces: `[a: 1]`
    dirty: bool  # something has changed here or below

    def changed(self) -> bool:
        """Tell whether anything has changed here or below."""
        return self.dirty or self.start == NEW


class Span(NamedTuple):
    """Where an entry stands: from its key or dash, where its value can begin, and where its last scalar ends."""

    start: int
    lead: int  # behind the colon or the dash
    end: int


def original(branch: Branch) -> SequenceOf[Node]:
    """Give the nodes that the source has in a collection."""
    return branch.nodes if branch.before is None else branch.before


def is_empty(node: Node) -> bool:
    """Tell whether a node of the source is a null without any text."""
    return node.start == node.end


def skip(text: str, offset: int) -> int:
    """Go past blanks, line breaks and comments."""
    match = _SKIP.match(text, offset)
    assert match
    return match.end()


def skip_properties(text: str, offset: int) -> tuple[int, str]:
    """Go past anchor and tag to the content of a node; give the offset behind the last one, and the tag as it is written."""
    end, tag = offset, ""
    while match := _PROPERTY.match(text, offset):
        end = match.end()
        if text[offset] == "!":
            tag = match[0]
        offset = skip(text, end)
    return end, tag


def line_start(text: str, offset: int) -> int:
    """Give the offset of the first character of a line."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Give the offset of a line's break, or of the end of the text."""
    end = text.find("\n", offset)
    if end < 0:
        return len(text)
    return end - 1 if end > offset and text[end - 1] == "\r" else end


def column(text: str, offset: int) -> int:
    """Count the characters before an offset in its line."""
    return offset - line_start(text, offset)


def opens_line(text: str, offset: int) -> bool:
    """Tell whether nothing but blanks stands before an offset in its line."""
    return not text[line_start(text, offset) : offset].strip(" \t")


def lines_below(text: str, offset: int) -> Iterator[tuple[int, int, str]]:
    """Give the lines below an offset: where each ends, its indentation, and its first character that is no blank."""
    offset = text.find("\n", offset) + 1
    while 0 < offset < len(text):
        match = _LINE.match(text, offset)
        assert match
        yield match.end(), len(match[1]), match[2]
        offset = text.find("\n", offset) + 1


def node_end(source: Source, node: Node) -> int:
    """Give the end of the last scalar in a node of the source."""
    while isinstance(node, Branch):
        nodes = original(node)
        if not nodes or (node.flow and not node.bare):
            return node.end
        if is_empty(nodes[-1]):
            return spans(source, node)[-1].end
        node = nodes[-1]
    if isinstance(node, Leaf) and node.style in {"|", ">"}:
        return _block_scalar_end(source.text, node)
    return node.end


def _block_scalar_end(text: str, node: Leaf) -> int:
    """Give the end of a block scalar's last line: its mark stands behind blank lines that are only sometimes its own."""
    header = _HEADER.match(text, skip(text, skip_properties(text, node.start)[0]))
    assert header
    end = node.end
    start = line_start(text, end)
    if start > header.end() and not text[start:end].strip(" "):
        end = line_end(text, start - 1) if text[start - 2] != "\r" else start - 2
    if "+" not in header[0] and not node.text.rstrip("\n").endswith((" ", "\t")):
        while end > header.end() and text[end - 1] in " \r\n":
            end -= 1
    return end if end > line_end(text, header.end()) else header.end()


def spans(source: Source, branch: Branch) -> list[Span]:
    """Find the entries that the source has in a collection."""
    found = source.spans.get(branch)
    if found is None:
        found = source.spans[branch] = list(_find_spans(source, branch))
    return found


def _find_spans(source: Source, branch: Branch) -> Iterator[Span]:
    text, nodes, step = source.text, original(branch), branch.step
    start = skip(text, branch.content + 1) if branch.flow and not branch.bare else branch.content
    for index in range(0, len(nodes), step):
        value = nodes[index + step - 1]
        if step == 1:
            lead = start if branch.flow else start + 1
        else:
            key = nodes[index]
            colon = skip(text, node_end(source, key)) if not is_empty(key) else skip(text, start + (text[start] == "?"))
            lead = colon + 1 if text[colon : colon + 1] == ":" else node_end(source, key)
            if is_empty(key) and text[colon : colon + 1] != ":":
                lead = start + 1
        end = lead if is_empty(value) else node_end(source, value)
        yield Span(start, lead, end)
        start = skip(text, end)
        if branch.flow and text[start] == ",":
            start = skip(text, start + 1)


def extent(source: Source, branch: Branch, index: int) -> tuple[int, int]:
    """Give the part of the text that goes when an entry is removed: lines as a whole, or less where it shares its lines.

    With the lines of the entry go the comment lines directly above at its column, and in a block collection those below that
    stand deeper.
    """
    text, (start, _, end) = source.text, spans(source, branch)[index]
    bottom = line_end(text, end)
    if branch.flow:
        comma = skip(text, end)
        stop = comma + 1 if text[comma : comma + 1] == "," else end
        bottom = line_end(text, stop)
        if not opens_line(text, start) or text[stop:bottom].lstrip(" \t")[:1] not in {"", "#"}:
            return start, end
    indent = column(text, start)
    top = start
    if opens_line(text, start):
        floor = line_end(text, spans(source, branch)[index - 1].end) if index else branch.content if branch.flow else 0
        top = _comments_above(text, start, indent, floor)
    if not branch.flow:
        for stop, deep, first in lines_below(text, bottom):
            if first == "#" and deep > indent:
                bottom = stop
            elif first:
                break
    return top, bottom


def _comments_above(text: str, start: int, indent: int, floor: int) -> int:
    """Give the start of the first of the comment lines directly above a line, at its column."""
    top = line_start(text, start)
    while top - 1 > floor:
        above = line_start(text, top - 1)
        if not text.startswith("#", above + indent) or text[above : above + indent].strip(" "):
            break
        top = above
    return top


def entry_comments(source: Source, branch: Branch, index: int) -> list[str]:
    """Give the comments that go when an entry of the source is removed."""
    nodes = original(branch)[index * branch.step : (index + 1) * branch.step]
    return comments(source, nodes, *extent(source, branch, index))


def comments(source: Source, nodes: SequenceOf[Node], top: int, bottom: int) -> list[str]:
    """Give the comments in a part of the text that holds the leaves of these nodes of the source, and no other leaves."""
    if "#" not in source.text[top:bottom]:
        return []
    return [comment for gap in _gaps(source, nodes, top, bottom) for comment in _COMMENT.findall(source.text, *gap)]


def _gaps(source: Source, nodes: SequenceOf[Node], top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Give the parts between the leaves."""
    waiting = list(reversed(nodes))
    while waiting:
        below = waiting.pop()
        if isinstance(below, Branch):
            waiting.extend(reversed(original(below)))
        elif isinstance(below, Leaf) and not is_empty(below):
            content = skip(source.text, skip_properties(source.text, below.start)[0])
            yield top, content
            if below.style in {"|", ">"}:
                yield content, line_end(source.text, content)
            top = node_end(source, below)
    yield top, bottom
