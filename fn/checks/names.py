"""Names that a Job must have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.resourcelist import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.resourcelist import Item, Result


def name_missing(item: Item) -> Iterator[Result]:
    """Neither `metadata.name` nor `generateName`: the API server refuses the Job."""
    if not item.name and not item.generate_name:
        message = "must be a name, or `generateName` a prefix of one, got neither"
        yield item.result(Severity.ERROR, "name-missing", "metadata.name", message)
