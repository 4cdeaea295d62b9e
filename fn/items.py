"""Items: the objects that the function is given, each parsed only when somebody asks for its node."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from fn import nodes
from fn.nodes import LimitError, TextError
from fn.paths import text_of, walk
from fn.results import ABSENT, Absent, Field, File, ResourceRef, Result, Severity, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.nodes import Data, Document, Node

PATH_ANNOTATIONS = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
INDEX_ANNOTATIONS = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
SEQINDENT_ANNOTATION = "internal.config.kubernetes.io/seqindent"
ID_ANNOTATION = "internal.config.kubernetes.io/id"

INDEX = re.compile("[0-9]{1,9}")
# What can hide a word from a search in the text: an escape for a character of it, and a line joined to the next.
HIDING = re.compile(r"\\[xuU\r\n]")


class Item(ABC):
    """One object. It may be anything: items without kind or name, and nulls, are legal.

    Errors: TextError where the node of an item is asked for whose text can't be read.
    """

    def __init__(self, place: int) -> None:
        """Take the place among the items, from 0."""
        self.place = place
        self.begun = False  # a change of it
        self.refusal: TextError | None = None  # why it can't be changed

    @property
    @abstractmethod
    def node(self) -> Node:
        """The object, to be read."""

    def own(self) -> Node:
        """Give the object to be changed, so that no other item changes with it.

        Errors: LimitError where that is refused.
        """
        if self.refusal is not None:
            raise self.refusal
        self.begun = True
        return self._own()

    @abstractmethod
    def _own(self) -> Node:
        """Give the object to be changed."""

    @abstractmethod
    def mentions(self, word: str) -> bool:
        """Tell whether the item may hold `word`; False is certain, and needs no parse."""

    @property
    def position(self) -> str:
        """Where an item without a name stands."""
        return f"items[{self.place}]"

    def source(self, path: str) -> str:  # noqa: ARG002  only files have lines that a user can go to
        """Give `file:line` of the field at `path`, empty where there is no file."""
        return ""

    @property
    def api_version(self) -> str | None:
        """`apiVersion`, None where it is absent or no string."""
        return text_of(walk(self.node, "apiVersion"))

    @property
    def kind(self) -> str | None:
        """`kind`, None where it is absent or no string."""
        return text_of(walk(self.node, "kind"))

    @property
    def name(self) -> str | None:
        """`metadata.name`, None where it is absent or no string."""
        return text_of(walk(self.node, "metadata", "name"))

    @property
    def namespace(self) -> str | None:
        """`metadata.namespace`, None where it is absent or no string."""
        return text_of(walk(self.node, "metadata", "namespace"))

    @property
    def generate_name(self) -> str | None:
        """`metadata.generateName`, None where it is absent or no string."""
        return text_of(walk(self.node, "metadata", "generateName"))

    def annotation(self, *keys: str) -> str | None:
        """Give the first of these annotations that is there and is a string."""
        values = (text_of(walk(self.node, "metadata", "annotations", key)) for key in keys)
        return next((value for value in values if value is not None), None)

    def result(  # noqa: PLR0913  what the functions spec lets a result say
        self,
        severity: Severity,
        check: str,
        path: str,
        message: str,
        *,
        current: Data | Absent = ABSENT,
        proposed: Data | Absent = ABSENT,
    ) -> Result:
        """Say something about the field at `path` (empty: the whole object).

        Shape: without `metadata.name` a result has no object and no field, so its message says where. `file` is given
        only for what kpt read from a package: the paths that kustomize makes up name no real file.
        """
        message = f"{one_line(message)} [{check}]"
        ref = self._resource_ref()
        field = Field(path, current, proposed) if path else None
        if ref is None:
            about = one_line(" ".join(filter(None, (self._without_a_name(), path))))
            return Result(f"{about}: {message}", severity, field=field, source=self.source(path))
        return Result(message, severity, ref, field, self._file(), self.source(path))

    def unreadable(self, error: TextError, check: str) -> Result:
        """Say that the item's text is more than can be read or changed; from now on it refuses to be changed.

        Errors: TextError where it is no YAML: then all of the list is no list, and nothing can be written.
        """
        if not isinstance(error, LimitError):
            raise error
        return self._refuse(error, check)

    def _refuse(self, error: TextError, check: str) -> Result:
        must = "be small enough to be changed" if self.begun or self.refusal else "be text that can be read"
        self.refusal = error
        return self.result(Severity.ERROR, check, "", f"must {must}: {error}")

    def _resource_ref(self) -> ResourceRef | None:
        try:
            api_version, kind, name = self.api_version, self.kind, self.name
        except TextError:
            return None
        if api_version and kind and name:
            return ResourceRef(api_version, kind, name, self.namespace or None)
        return None

    def _without_a_name(self) -> str:
        try:
            kind = self.kind
            where = self.name or (f"generateName {self.generate_name}" if self.generate_name else self.position)
        except TextError:
            return self.position
        return f"{kind} ({where})" if kind else self.position

    def _file(self) -> File | None:
        path = self.annotation(*PATH_ANNOTATIONS)
        if not path or self.annotation(SEQINDENT_ANNOTATION) is None:
            return None
        index = self.annotation(*INDEX_ANNOTATIONS) or ""
        return File(path, int(index) if INDEX.fullmatch(index) else 0)


class Piece(Item):
    """An item whose text is parsed by itself: `text` from `line` (from 1) of the whole input on."""

    def __init__(self, place: int, text: str, line: int) -> None:
        """Take the text; nothing is parsed yet."""
        super().__init__(place)
        self.line = line
        self._text = text

    @cached_property
    def document(self) -> Document:
        """The text, parsed.

        Errors: TextError, its line counted in the whole input.
        """
        return nodes.parse(self._text, self.line)

    def text(self) -> str:
        """Give the text with the changes."""
        return self.document.text() if "document" in self.__dict__ else self._text

    def mentions(self, word: str) -> bool:
        """Tell whether the item may hold `word`, comments included."""
        return word in self._text or HIDING.search(self._text) is not None


def by_kpt(items: Iterable[Item]) -> bool:
    """Tell kpt's own runner, which shows results itself: it alone gives an item both of these annotations."""
    return any(
        _has_both(item) for item in items if item.mentions(SEQINDENT_ANNOTATION) and item.mentions(ID_ANNOTATION)
    )


def _has_both(item: Item) -> bool:
    try:
        return item.annotation(SEQINDENT_ANNOTATION) is not None and item.annotation(ID_ANNOTATION) is not None
    except TextError:
        return False
