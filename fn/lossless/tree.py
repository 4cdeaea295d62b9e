"""What the nodes of a YAML text have in common: their place in the text, and bounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from fn.lossless.parser import LimitError, line_and_column

if TYPE_CHECKING:
    from collections.abc import Sequence as SequenceOf

    from fn.lossless.scalars import Data

NEW = -1  # the start of a node that isn't in the source
MAX_DEPTH = 200  # levels of nesting
MAX_NODES = 100_000  # nodes of one value, with its aliases resolved
MAX_COPIES = 300_000  # nodes that may be copied in one text, to take the place of aliases or otherwise
COPIES_OF_TEXT = 2  # or, where that is more, so many for each character


class Source:
    """A text, without the byte order mark that it may begin with, and what is known of it."""

    def __init__(self, text: str, line: int) -> None:
        """Take the text and its first line; positions count from behind the byte order mark."""
        self.line = line
        self.bom = text[:1] if text.startswith("\ufeff") else ""
        self.text = text[len(self.bom) :]
        self.newline = "\r\n" if re.match(r"[^\n]*\r\n", self.text) else "\n"
        self.roots: list[Node] = []
        self.aliases: dict[Node, list[Leaf]] = {}  # the aliases of anchored nodes
        self.spans: dict[Branch, list[Span]] = {}  # found so far
        self.places: dict[Branch, dict[Node, int]] = {}  # found so far: where nodes stand among those of the source
        self.alone: set[Node] = set()  # first nodes of entries that go without the comments around them
        self.copies = Budget(max(MAX_COPIES, COPIES_OF_TEXT * len(text)), "it is copied")


class Span(NamedTuple):
    """Where an entry stands: from its key or dash, where its value can begin, and where its last scalar ends."""

    start: int
    lead: int  # behind the colon or the dash
    end: int


class Budget:
    """How many nodes may still be read or copied: aliases of aliases make a small text endless."""

    __slots__ = ("left", "when")

    def __init__(self, nodes: int, when: str) -> None:
        """Allow a number of nodes; `when` they are counted is told where there are more."""
        self.left = nodes
        self.when = when

    def spend(self, node: Node, depth: int) -> None:
        """Count a node.

        Errors: LimitError.
        """
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            much = "holds too many nodes" if self.left < 0 else f"nests deeper than {MAX_DEPTH} levels"
            problem = f"{much} once {self.when}"
            raise LimitError(problem, node.line, node.column)


class Node:
    """A node of the graph.

    `start` is where its anchor, tag or content begins; `end` is right for scalars, aliases and flow collections.
    """

    __slots__ = ("end", "parent", "place", "start", "tag")

    start: int
    end: int
    tag: str | None
    parent: Branch | Source | None
    place: Node | None  # of a new node: the node of the source whose place it takes

    def data(self) -> Data:
        """Give the value as Kubernetes reads it, aliases and merge keys resolved.

        Errors: LimitError where aliases make it too deep or too large.
        """
        return self.read(0, Budget(MAX_NODES, "its aliases are resolved"))

    def read(self, depth: int, budget: Budget) -> Data:
        """Give the value, within bounds."""
        raise NotImplementedError

    def copy(self, depth: int, budget: Budget) -> Node:
        """Give a new node of the same value, without anchors and aliases, within bounds."""
        raise NotImplementedError

    def changed(self) -> bool:
        """Tell whether anything has changed here or below."""
        raise NotImplementedError

    def has_comment(self) -> bool:
        """Tell whether a comment belongs to this node as an entry of its collection: one that goes with the entry."""
        raise NotImplementedError

    @property
    def source(self) -> Source:
        """The text that the node belongs to."""
        above: Node | Source | None = self
        while isinstance(above, Node):
            above = above.parent
        if above is None:
            message = "the node belongs to no text"
            raise LookupError(message)
        return above

    @property
    def line(self) -> int:
        """The line in which the node begins, from 1; for a new node, the nearest one that the source has."""
        return self._place()[0]

    @property
    def column(self) -> int:
        """The column in which the node begins, from 1."""
        return self._place()[1]

    def _place(self) -> tuple[int, int]:
        node: Node | Source | None = self
        while isinstance(node, Node) and node.start == NEW:
            node = node.place or node.parent
        source = self.source
        return line_and_column(source.text, node.start if isinstance(node, Node) else 0, source.line)


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

    __slots__ = ("bare", "before", "content", "dirty", "flow", "nodes", "written_tag")

    step: ClassVar[int]  # nodes to an entry
    nodes: list[Node]
    before: SequenceOf[Node] | None  # the nodes of the source, where they have changed
    content: int  # where the first entry or the bracket stands, behind anchor and tag
    flow: bool
    bare: bool  # a mapping in a flow list, without braces: `[a: 1]`
    dirty: bool  # something has changed here or below
    written_tag: str  # of a copy

    @property
    def original(self) -> SequenceOf[Node]:
        """The nodes of the source."""
        return self.nodes if self.before is None else self.before

    def changed(self) -> bool:
        """Tell whether anything has changed here or below."""
        return self.dirty or self.start == NEW
