"""ResourceList: what an orchestrator sends and wants back.

The text is read in slices where it can be cut (see `fn.slices`), otherwise as a whole; both ways give the same bytes.

Source: kustomize cmd/config/docs/api-conventions/functions-spec.md, v1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING

from fn import nodes, slices
from fn.items import HIDING, Item, Piece
from fn.nodes import Mapping, Sequence, TextError
from fn.paths import is_null, text_of, walk
from fn.results import (
    ABSENT,
    Field,
    File,
    ResourceRef,
    Result,
    Severity,
    exit_code,
    folded,
    in_order,
    one_line,
    without_doubles,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf
    from collections.abc import Sequence as SequenceOf

    from fn.nodes import Data, Document, Node
    from fn.slices import Slices

__all__ = [
    "ABSENT",
    "Field",
    "File",
    "Item",
    "ResourceList",
    "ResourceListError",
    "ResourceRef",
    "Result",
    "Severity",
    "exit_code",
]

API_VERSIONS = ("config.kubernetes.io/v1", "config.kubernetes.io/v1beta1")
KIND = "ResourceList"

NO_REFUSALS: MappingOf[int, TextError] = MappingProxyType({})

STAND_IN = "items:\n- {}\n"


class ResourceListError(ValueError):
    """A text that can be read, but is no ResourceList; what is said is one line."""


class ResourceList(ABC):
    """The `items`, the `function_config` if there is one, and the `results` of functions before this one."""

    items: SequenceOf[Item]
    function_config: Node | None
    results: list[Node]

    @classmethod
    def read(cls, text: str, refusals: MappingOf[int, TextError] = NO_REFUSALS) -> ResourceList:
        """Read a text; `refusals` tells for the places of some items why they refuse to be changed.

        Errors: TextError; ResourceListError.
        """
        cut = slices.cut(text)
        found = (cut and SlicedList.of(cut)) or WholeList(text)
        for place, error in refusals.items():
            found.items[place].refusal = error
        return found

    def half_changed(self) -> dict[int, TextError]:
        """Give the places of items whose change had to stop midway, and why: such a list must not be written."""
        return {item.place: item.refusal for item in self.items if item.begun and item.refusal}

    def text(self, results: Iterable[Result]) -> str:
        """Give the text with all changes, and with these results behind those of the input; each is said once."""
        earlier = [result.data() for result in self.results]
        return self._text([result.data() for result in without_doubles(folded(in_order(results)), earlier)])

    @abstractmethod
    def _text(self, new: SequenceOf[Data]) -> str:
        """Give the text with all changes and with new results; the very input if there are none."""


class Entry(Item):
    """An item of a list that was parsed as a whole."""

    def __init__(self, place: int, entries: Sequence, text: str) -> None:
        """Take the place, the list, and the text from this item to the next."""
        super().__init__(place)
        self._entries = entries
        self._text = text

    @property
    def node(self) -> Node:
        """The object, at this moment: an alias of another item becomes a copy when one of them changes."""
        return self._entries.get(self.place)

    def _own(self) -> Node:
        return self._entries.own(self.place)

    def mentions(self, word: str) -> bool:
        """Tell whether the item may hold `word`; an alias can stand for any text."""
        return word in self._text or "*" in self._text or HIDING.search(self._text) is not None


class WholeList(ResourceList):
    """A ResourceList whose text is parsed as a whole."""

    def __init__(self, text: str) -> None:
        """Read a text."""
        self._document = nodes.parse(text)
        self._root = _root(self._document)
        self.items = _entries(self._root, text.removeprefix("\ufeff"))
        self.function_config = self._root.get("functionConfig")
        self.results = _results(self._root)

    def _text(self, new: SequenceOf[Data]) -> str:
        _add_results(self._root, new)
        return self._document.text()


class Slice(Piece):
    """An item that was cut out of the text: a list of one entry."""

    @property
    def node(self) -> Node:
        """The object."""
        return self._entries.get(0)

    def _own(self) -> Node:
        return self._entries.own(0)

    @property
    def _entries(self) -> Sequence:
        entries = self.document.roots[0]
        if not isinstance(entries, Sequence):
            message = "a dash at column 0 begins no list"
            raise TypeError(message)
        return entries


class SlicedList(ResourceList):
    """A ResourceList whose items are parsed one by one, those that somebody asks for."""

    def __init__(self, cut: Slices, items: SequenceOf[Slice], root: Mapping | None) -> None:
        """Take the slices, an item for each, and the mapping that follows the items."""
        self.items = self._slices = items
        self.function_config = None if root is None else root.get("functionConfig")
        self.results = _results(root)
        self._cut = cut

    @classmethod
    def of(cls, cut: Slices) -> SlicedList | None:
        """Read slices, or give None where only a parse of the whole tells what the text means."""
        line = 1 + cut.head.count("\n")
        items = []
        for place, text in enumerate(cut.items):
            items.append(Slice(place, text, line))
            line += text.count("\n")
        try:
            for place in cut.unsure:
                items[place].document  # noqa: B018  an error here is what counts
            root = nodes.parse(cut.tail, line).roots[0] if cut.tail else None
        except TextError:
            return None
        if root is None:
            return cls(cut, items, None)
        if (
            not isinstance(root, Mapping)
            or root.duplicates()
            or not {"functionConfig", "results"}.issuperset(root.keys())
        ):
            return None
        return cls(cut, items, root)

    def _text(self, new: SequenceOf[Data]) -> str:
        tail = self._cut.tail
        if new:
            # As in the whole text, the writer sees a list above whose dashes are at column 0.
            document = nodes.parse(STAND_IN + tail)
            _add_results(document.roots[0], new)
            tail = document.text().removeprefix(STAND_IN)
        return "".join([self._cut.head, *(item.text() for item in self._slices), tail])


def _root(document: Document) -> Mapping:
    """Give the one mapping that the text must be.

    Errors: ResourceListError.
    """
    roots = document.roots
    if not roots:
        message = f"the input is empty, it must be a {KIND} (with docker: `docker run -i`)"
        raise ResourceListError(message)
    root = roots[0]
    kind = text_of(walk(root, "kind"))
    if not isinstance(root, Mapping) or kind != KIND:
        got = f'kind "{one_line(kind)}"' if kind else "no kind"
        message = f"the input must be a {KIND}, got {got}; for plain manifests add a dash: `pytorch-plugin -`"
        raise ResourceListError(message)
    if len(roots) > 1:
        message = f"the input must be one YAML document, got {len(roots)}"
        raise ResourceListError(message)
    for key, line in root.duplicates():
        message = f"`{one_line(key)}` must stand once in a {KIND}, line {line} has it again"
        raise ResourceListError(message)
    version = text_of(root.get("apiVersion"))
    if version not in API_VERSIONS:
        accepted = " or ".join(f'"{known}"' for known in API_VERSIONS)
        got = f'"{one_line(version)}"' if version else "none"
        message = f"the apiVersion of a {KIND} must be {accepted}, got {got}"
        raise ResourceListError(message)
    return root


def _entries(root: Mapping, text: str) -> list[Entry]:
    """Give the items; a null counts as an empty list.

    Errors: ResourceListError.
    """
    if root.get("items") is None:
        message = f"a {KIND} must have `items`: a list without them would delete every object"
        raise ResourceListError(message)
    entries = root.own("items")
    if is_null(entries):
        return []
    if not isinstance(entries, Sequence) or root.changed():
        message = "`items` must be a list, and no alias of one"
        raise ResourceListError(message)
    bounds = [entry.start for entry in entries.nodes] + [len(text)]
    return [Entry(place, entries, text[bounds[place] : bounds[place + 1]]) for place in range(len(entries))]


def _results(root: Mapping | None) -> list[Node]:
    """Give the results of the input, which may be a list, or the older `{name, items}`.

    Errors: ResourceListError.
    """
    node = None if root is None else root.get("results")
    if isinstance(node, Mapping):
        node = node.get("items")
    if is_null(node):
        return []
    if not isinstance(node, Sequence):
        message = "`results` must be a list"
        raise ResourceListError(message)
    return list(node)


def _add_results(root: Node, new: SequenceOf[Data]) -> None:
    """Add results behind the earlier ones, and see to it that `results` is the last key."""
    if not isinstance(root, Mapping) or not new:
        return
    earlier = root.get("results")
    if earlier is not None and (is_null(earlier) or root.keys()[-1] != "results"):
        root.remove("results")
        if not is_null(earlier):
            root.put("results", earlier)
    if is_null(earlier):
        root.put("results", list(new))
        return
    results = root.own("results")
    if isinstance(results, Mapping):
        if is_null(results.get("items")):
            results.put("items", [])
        results = results.own("items")
    if isinstance(results, Sequence):
        for result in new:
            results.append(result)
