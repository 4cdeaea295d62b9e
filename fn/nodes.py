"""Lossless YAML: a text becomes a graph, verbs change the graph, and what they don't change stays as it is written.

    document = parse(text)
    root = document.roots[0]
    root.own("spec").own("plugins").put("svc", [])
    document.text()

This is the module to import; it knows no Kubernetes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yaml import (
    AliasEvent,
    CollectionStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    YAMLError,
)

from fn.lossless import parser
from fn.lossless.branches import Mapping, Sequence
from fn.lossless.leaves import Alias, Scalar
from fn.lossless.parser import LimitError, TextError
from fn.lossless.refusals import key_faults, unsupported
from fn.lossless.scalars import Data
from fn.lossless.settle import settle
from fn.lossless.tree import MAX_DEPTH, Branch, Node, Source
from fn.lossless.writer import write

if TYPE_CHECKING:
    from yaml.error import Mark

__all__ = [
    "Data",
    "Document",
    "LimitError",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "TextError",
    "key_faults",
    "parse",
    "settle",
    "unsupported",
]

_STARTS = (MappingStartEvent, SequenceStartEvent)
_ENDS = (MappingEndEvent, SequenceEndEvent)


class Document:
    """A text and its graph: one root for each YAML document in it."""

    def __init__(self, text: str, line: int) -> None:
        """Read a text whose first line is `line` of the input.

        Errors: TextError.
        """
        self._source = source = Source(text, line)
        parser.check_characters(source.text, line)
        try:
            _read(source)
        except YAMLError as error:
            raise parser.text_error(error, source.text, line) from None

    @property
    def roots(self) -> list[Node]:
        """The root of each YAML document."""
        return self._source.roots

    @property
    def changed(self) -> bool:
        """Whether any node has changed."""
        return any(root.changed() for root in self.roots)

    def text(self) -> str:
        """Give the text with the changes, or the very text that was read if there is none."""
        source = self._source
        return write(source) if self.changed else source.bom + source.text


def parse(text: str, line: int = 1) -> Document:
    """Read a text, all its YAML documents; `line` is its first line, where it is a part of an input.

    Errors: TextError.
    """
    return Document(text, line)


def _read(source: Source) -> None:
    """Make nodes of events, in one loop, because it decides how long the function takes."""
    get_event = parser.EventParser(source.text).get_event
    anchors: dict[str, Node] = {}
    above: list[tuple[Branch | Source, list[Node]]] = []
    parent: Branch | Source = source
    nodes: list[Node] = source.roots
    node: Node
    while True:
        event = get_event()
        kind = type(event)
        if kind is ScalarEvent:
            node = Scalar(event.value, event.style or "", event.start_mark.index, event.end_mark.index, event.tag)
        elif kind in _STARTS:
            node = _collection(event, event.start_mark, event.end_mark.index, source, len(above))
        elif kind in _ENDS:
            parent, nodes = above.pop()
            nodes[-1].end = event.end_mark.index
            continue
        elif kind is AliasEvent:
            node = _alias(event.anchor, event.start_mark, event.end_mark.index, source, anchors)
        elif kind is StreamEndEvent:
            return
        else:  # a document begins or ends
            anchors.clear()
            continue
        node.parent = parent
        nodes.append(node)
        if event.anchor is not None and kind is not AliasEvent:
            anchors[event.anchor] = node
        if isinstance(node, Branch):
            above.append((parent, nodes))
            parent, nodes = node, node.nodes


def _alias(name: str, mark: Mark, end: int, source: Source, anchors: dict[str, Node]) -> Alias:
    if name not in anchors:
        problem = f'no anchor has the name of the alias "*{name}"'
        raise TextError(problem, mark.line + source.line, mark.column + 1)
    alias = Alias(anchors[name], mark.index, end)
    source.aliases.setdefault(alias.target, []).append(alias)
    return alias


def _collection(event: CollectionStartEvent, mark: Mark, behind: int, source: Source, depth: int) -> Sequence | Mapping:
    """Find where the first entry or the bracket of a collection stands: its marks say it in four different ways."""
    if depth >= MAX_DEPTH:
        problem = f"nests deeper than {MAX_DEPTH} levels"
        raise LimitError(problem, mark.line + source.line, mark.column + 1)
    text, start, flow = source.text, mark.index, bool(event.flow_style)
    if isinstance(event, SequenceStartEvent):
        at_the_dash = not flow and text[behind : behind + 1] == "-"
        return Sequence(start, behind if at_the_dash else behind - 1, event.tag, flow=flow)
    mapping = Mapping(start, behind - 1 if flow else behind, event.tag, flow=flow)
    if flow and (start == behind or text[behind - 1] != "{"):
        mapping.content, mapping.bare = start, True
    return mapping
