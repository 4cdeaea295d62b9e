"""Values that must be one of a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.arguments.strconv import quote
from fn.results import ABSENT

if TYPE_CHECKING:
    from fn.results import Absent


def not_one_of(words: tuple[str, ...], word: str) -> tuple[str, str | Absent]:
    """Say which words there are; propose the only one that begins as `word` does, otherwise the nearest."""
    longer = [known for known in words if word and known.lower().startswith(word.lower())]
    meant = longer[0] if len(longer) == 1 else None if longer else nearest(word, words)
    hint = f" (did you mean {quote(meant)}?)" if meant else ""
    return f"must be one of {', '.join(words)}, got {quote(word) if word else 'none'}{hint}", meant or ABSENT
