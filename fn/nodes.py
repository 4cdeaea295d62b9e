"""Lossless YAML: a text becomes a graph of nodes, a few verbs change the graph, and what they don't change stays as it is written.

    document = parse(text)
    root = document.roots[0]
    root.own("spec").own("plugins").put("svc", [])
    document.text()

This is the module to import; it knows no Kubernetes.
"""

from __future__ import annotations

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

from fn import parser
from fn.layout import Node, Source
from fn.parser import TextError
from fn.scalars import Data
from fn.tree import MAX_DEPTH, Alias, Mapping, Scalar, Sequence

__all__ = ["Data", "Document", "Mapping", "Node", "Scalar", "Sequence", "TextError", "parse"]


class Document(Source):
    """A text and its graph: one root for each YAML document in it."""

    def __init__(self, text: str) -> None:
        """Read a text.

        Errors: TextError.
        """
        super().__init__(text)
        parser.check_characters(self.text)
        try:
            self._read()
        except YAMLError as error:
            raise parser.text_error(error, self.text) from None

    @property
    def changed(self) -> bool:
        """Whether any node has changed."""
        return any(root.changed() for root in self.roots)

    def _read(self) -> None:
        """Make nodes of events, in one loop, because it decides how long the function takes."""
        get_event = parser.EventParser(self.text).get_event
        anchors: dict[str, Scalar | Sequence | Mapping] = {}
        parents: list[Sequence | Mapping] = []
        parent: Sequence | Mapping | Document = self
        nodes: list[Node] = self.roots
        node: Scalar | Alias | Sequence | Mapping
        while True:
            event = get_event()
            kind = type(event)
            if kind is ScalarEvent:
                node = Scalar(event.value, event.style or "", event.start_mark.index, event.end_mark.index, event.tag)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                node = self._collection(event)
                if len(parents) >= MAX_DEPTH:
                    problem = f"nests deeper than {MAX_DEPTH} levels"
                    raise TextError(problem, node.line, node.column)
            elif kind is AliasEvent:
                if event.anchor not in anchors:
                    problem = f'no anchor has the name of the alias "*{event.anchor}"'
                    raise TextError(problem, event.start_mark.line + 1, event.start_mark.column + 1)
                node = Alias(anchors[event.anchor], event.start_mark.index, event.end_mark.index)
                self.aliases.setdefault(node.target, []).append(node)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                parents[-1].end = event.end_mark.index
                parents.pop()
                parent = parents[-1] if parents else self
                nodes = parents[-1].nodes if parents else self.roots
                continue
            elif kind is StreamEndEvent:
                return
            else:
                anchors.clear()
                continue
            node.parent = parent
            nodes.append(node)
            if not isinstance(node, Alias):
                if event.anchor is not None:
                    anchors[event.anchor] = node
                if not isinstance(node, Scalar):
                    parents.append(node)
                    parent, nodes = node, node.nodes

    def _collection(self, event: CollectionStartEvent) -> Sequence | Mapping:
        """Find where the first entry or the bracket of a collection stands: its marks say it in four different ways."""
        start, behind = event.start_mark.index, event.end_mark.index
        flow = bool(event.flow_style)
        if isinstance(event, SequenceStartEvent):
            at_the_dash = not flow and self.text[behind : behind + 1] == "-"
            return Sequence(start, behind if at_the_dash else behind - 1, event.tag, flow=flow)
        mapping = Mapping(start, behind - 1 if flow else behind, event.tag, flow=flow)
        if flow and (start == behind or self.text[behind - 1] != "{"):
            mapping.content, mapping.bare = start, True
        return mapping


def parse(text: str) -> Document:
    """Read a text, all its YAML documents.

    Errors: TextError.
    """
    return Document(text)
