"""Values that must be one of a few words, and keys that are nearly one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.arguments.strconv import quote
from fn.checks.fields import OTHER_NAMES, fields_of
from fn.nodes import Mapping
from fn.paths import walk
from fn.results import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.nodes import Node
    from fn.results import Absent

NO_LETTER = re.compile(r"[^A-Za-z0-9]")
SHORT = 7  # letters; one slip in so few: `hostIPC` is none for `hostPID`
LONG = 20
MOST = 0.6


def not_one_of(words: tuple[str, ...], word: str) -> tuple[str, str | Absent]:
    """Say which words there are; propose the only one that begins as `word` does, otherwise the nearest."""
    longer = [known for known in words if word and known.lower().startswith(word.lower())]
    meant = longer[0] if len(longer) == 1 else None if longer else nearest(word, words)
    hint = f" (did you mean {quote(meant)}?)" if meant else ""
    return f"must be one of {', '.join(words)}, got {quote(word) if word else 'none'}{hint}", meant or ABSENT


def meant_by(key: str, known: Iterable[str]) -> str | None:
    """Find the name of a field that was most likely meant.

    That is one with two slips at most, in a short key one, in a long one three, or the only one that begins as the key
    does, if the key has most of its letters. Letter case, `-` and `_` don't count, and `-y` is as good as `-ies`. What
    is further off may be a field of a newer version: those mostly add a word to an old name (`restartPolicy`,
    `restartPolicyRules`).
    """
    letters = _letters(key)
    named = {name: _letters(name) for name in known}
    for slips in range(2 if len(letters) <= SHORT else 3 if len(letters) < LONG else 4):
        for name, other in named.items():
            if _is_near(letters, other, slips):
                return name
    longer = [name for name, other in named.items() if other.startswith(letters)]
    return longer[0] if len(longer) == 1 and len(letters) > len(named[longer[0]]) * MOST else None


def _letters(key: str) -> str:
    letters = NO_LETTER.sub("", key).lower()
    return f"{letters.removesuffix('ies')}y" if letters.endswith("ies") else letters


def _is_near(one: str, other: str, slips: int) -> bool:
    """Tell whether one becomes the other by so many slips: a letter left out, added or changed, or two swapped."""
    if abs(len(one) - len(other)) > slips:
        return False
    if not slips:
        return one == other
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    return (
        _is_near(one[1:], other[1:], slips - 1)
        or _is_near(one[1:], other, slips - 1)
        or _is_near(one, other[1:], slips - 1)
        or (one[:2] == other[1::-1] and _is_near(one[2:], other[2:], slips - 1))
    )


def meant_field(kind: str, key: str, *, only_other_names: bool = False) -> str | None:
    """Find the field of a type that was most likely meant by a key that is none of its fields."""
    other = OTHER_NAMES.get(kind, {}).get(key.lower())
    return other or (None if only_other_names else meant_by(key, fields_of(kind)))


def near_key(node: Node | None, meant: str, kind: str) -> str | None:
    """Find the key that stands in a mapping, which is of a type, in place of its field `meant`."""
    if not isinstance(node, Mapping) or meant in node.keys():  # noqa: SIM118  a Mapping is no dict
        return None
    strange = (key for key in node.keys() if key not in fields_of(kind))  # noqa: SIM118
    return next((key for key in strange if meant_field(kind, key) == meant), None)


def too_high(key: str, home: str, *above: Node | None) -> str:
    """Say, behind "got none", that a key stands in a mapping above its home; nothing where it doesn't."""
    stands = any(walk(node, key) is not None for node in above)
    return f" (`{key}` stands too high: it belongs into {home})" if stands else ""


def instead_of(node: Node | None, kind: str, *fields: str) -> str:
    """Say, behind "got none", which key stands in a mapping in place of one of `fields`; nothing where none does."""
    found = ((field, near_key(node, field, kind)) for field in fields)
    return next((f" (did you mean `{field}`? There is `{near}`)" for field, near in found if near), "")
