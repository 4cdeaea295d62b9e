"""The other items of the list, read only where a check asks for a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.nodes import TextError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fn.resourcelist import Item


class Neighbours:
    """All items of one run; those of a kind are found once."""

    def __init__(self, items: Sequence[Item]) -> None:
        """Take the items; nothing is parsed yet."""
        self._items = items
        self._found: dict[str, list[Item]] = {}

    def of_kind(self, kind: str) -> list[Item]:
        """Give the items of `kind`, whatever their group."""
        if kind not in self._found:
            self._found[kind] = [item for item in self._items if item.mentions(kind) and _is_of(item, kind)]
        return self._found[kind]


def _is_of(item: Item, kind: str) -> bool:
    """Tell whether an item can be read and is of `kind`; text that can't be read says nothing."""
    try:
        return item.kind == kind
    except TextError:
        return False
