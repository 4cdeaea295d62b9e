"""Edits of a text: collected in any order, applied once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fn.lossless.layout import BEFORE_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.lossless.tree import Source


class Edit(NamedTuple):
    """A replacement of a part of the source.

    `order` decides between edits at one place: what belongs to an end comes before what belongs to a beginning; of
    ends the inner comes first, of beginnings the outer. So an end's order is minus its depth, a beginning's its
    depth.
    """

    start: int
    end: int
    order: int
    text: str


class Edits:
    """The edits of a text so far."""

    def __init__(self, source: Source) -> None:
        """Begin without edits."""
        self.source = source
        self.text = source.text
        self.newline = source.newline
        self.all: list[Edit] = []
        self.final_break = ""

    def add(self, start: int, end: int, text: str, order: int = 0) -> None:
        """Replace a part of the text."""
        self.all.append(Edit(start, end, order, text))

    def add_below(self, start: int, end: int, lines: Iterable[str], order: int = 0) -> None:
        """Replace the end of a line by lines below it."""
        self.add(start, end, "".join(self.newline + line for line in lines), order)

    def apply(self, start: int, end: int) -> str:
        """Give a part of the text with the edits.

        Edits that overlap would duplicate text without a sound, so that they don't is asserted.
        """
        parts = []
        for edit in sorted(self.all, key=lambda edit: edit[:3]):
            if edit.start < start or edit.end > end:
                message = f"edits of the text overlap at offset {edit.start}"
                raise AssertionError(message)
            parts += [self._slice(start, edit.start), edit.text]
            start = edit.end
        return "".join([*parts, self._slice(start, end)])

    def apply_all(self) -> str:
        """Give the text with the edits, as if there were a line break before its first line."""
        return self.apply(BEFORE_TEXT, len(self.text)).removeprefix(self.newline) + self.final_break

    def _slice(self, start: int, end: int) -> str:
        if start == BEFORE_TEXT:
            return self.newline + self.text[:end] if end != BEFORE_TEXT else ""
        return self.text[start:end]
