"""Which fields hold a mistake.

What is read from such a field isn't known, so nothing is said that rests on it: one mistake gives one error, and the
Job's other mistakes are told beside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP = re.compile(r"\[[^\]]*\]|[^.\[]+")
EVERY = "[]"  # stands for every place of a list


class Mistakes:
    """Field paths, as `fn/paths.py` writes them; where one is asked for, `tasks[]` stands for each of the tasks."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        """Take the paths of the fields that hold a mistake."""
        self._ways = [STEP.findall(path) for path in paths]

    def add(self, paths: Iterable[str]) -> None:
        """Take more of them."""
        self._ways += [STEP.findall(path) for path in paths]

    def __bool__(self) -> bool:
        """Tell whether there are any."""
        return bool(self._ways)

    def at(self, path: str) -> bool:
        """Tell whether the mistake is that of the field at `path` as a whole."""
        return STEP.findall(path) in self._ways

    def above(self, path: str) -> bool:
        """Tell whether the field at `path`, or one that it is a part of, holds a mistake."""
        steps = STEP.findall(path) if self._ways else []
        return any(len(way) <= len(steps) and _meet(way, steps) for way in self._ways)

    def below(self, path: str) -> bool:
        """Tell whether the field at `path`, or a part of it, holds a mistake."""
        steps = STEP.findall(path) if self._ways else []
        return any(len(way) >= len(steps) and _meet(way, steps) for way in self._ways)


def _meet(way: list[str], steps: list[str]) -> bool:
    """Tell whether one of the two leads to a part of what the other leads to."""
    return all(step in (other, EVERY) for other, step in zip(way, steps, strict=False))
