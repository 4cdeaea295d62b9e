"""Values that must be one of a few words, and keys that are nearly one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.arguments.strconv import quote
from fn.nodes import Mapping
from fn.results import ABSENT

if TYPE_CHECKING:
    from collections.abc import Collection

    from fn.nodes import Node
    from fn.results import Absent


def not_one_of(words: tuple[str, ...], word: str) -> tuple[str, str | Absent]:
    """Say which words there are; propose the only one that begins as `word` does, otherwise the nearest."""
    longer = [known for known in words if word and known.lower().startswith(word.lower())]
    meant = longer[0] if len(longer) == 1 else None if longer else nearest(word, words)
    hint = f" (did you mean {quote(meant)}?)" if meant else ""
    return f"must be one of {', '.join(words)}, got {quote(word) if word else 'none'}{hint}", meant or ABSENT


def meant_by(key: str, known: Collection[str]) -> str | None:
    """Find the key that was most likely meant; `policy` is one letter too far from `policies` for `nearest`."""
    plural = f"{key.removesuffix('y')}ies"
    return plural if plural in known else nearest(key, known)


def near_key(node: Node | None, meant: str, known: Collection[str]) -> str | None:
    """Find the key that stands in a mapping in place of `meant`, and is none of those `known` there."""
    if not isinstance(node, Mapping) or meant in node.keys():  # noqa: SIM118  a Mapping is no dict
        return None
    return next((key for key in node.keys() if key not in known and meant_by(key, (meant,))), None)  # noqa: SIM118
