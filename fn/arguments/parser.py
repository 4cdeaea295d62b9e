"""Read the list of arguments, and put its mistakes into words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fn.arguments.flags import FLAGS, Arguments, Flag, Value, fault, stuck
from fn.arguments.spelling import YES_NO, mended_item, mended_value, nearest_flag, split_words
from fn.arguments.strconv import BOOLEANS, PARSE_ERROR, parse_int, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_SEVERAL = re.compile(r"[\s,;]--?[A-Za-z]")
_LIKE_A_FLAG = re.compile(r"-(?![\d.]|\Z)")  # not a negative number, nor the `-` alone
_LONGEST_HINT = 100  # characters

_IGNORED = "the controller only logs this, and ignores this item and all after it"
_SILENTLY_IGNORED = "the controller ignores this item and all after it, without a word"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with one item of the list, counted from 0, and the item that was meant, where that is plain.

    `argument` is the field of Arguments that the item is about, None where it may be about any of them.
    """

    index: int
    id: str
    problem: str
    proposed: str | None = None
    argument: str | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments, the mistakes in the items' order, and for each argument the index of the item with its value.

    `replaced` are the indexes of items whose value a later item replaces by another, each with that later one's.
    """

    arguments: Arguments
    mistakes: tuple[Mistake, ...]
    positions: Mapping[str, int]
    replaced: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A mistake: Go's words where it has any, what must be, and an item to propose if it proves right."""

    id: str
    said: str
    rest: str
    candidate: str | None = None
    near: str | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    """One flag: the number of items that it takes, and the value, the mistake or both in the one at `offset`."""

    size: int
    flag: Flag | None = None
    value: Value | None = None
    wrong: _Wrong | None = None
    offset: int = 0


def parse(argv: Sequence[str]) -> Parsed:
    """Read the items of `spec.plugins.pytorch`. An argument whose value is a mistake is None."""
    values: dict[str, Any] = {}
    positions: dict[str, int] = {}
    mistakes: dict[int, Mistake] = {}
    useless: dict[str, int] = {}
    replaced: dict[int, int] = {}
    for at, step in _steps(argv):
        index = at + step.offset
        if step.flag:
            field = step.flag.field
            mistakes.pop(useless.pop(field, -1), None)  # the flag is repeated, so that value is never used
            if field in positions and values[field] != step.value:
                replaced[positions[field]] = index
            values.pop(field, None)
            positions.pop(field, None)
            if not step.wrong:
                values[field] = step.value
                positions[field] = index
            elif step.value is not None:
                useless[field] = index
        if step.wrong:
            mistakes[index] = _mistake(index, step, step.wrong, argv[at : at + step.size])
    return Parsed(Arguments(**values), tuple(mistakes.values()), positions, replaced)


def split_scalar(text: str) -> list[str] | None:
    """Make the list that was meant by one text with one or several flags; None if that is not plain."""
    items = split_words(text)
    return items if items and not any(step.wrong for _, step in _steps(items)) else None


def _steps(argv: Sequence[str]) -> Iterator[tuple[int, _Step]]:
    at = 0
    while at < len(argv):
        step = _step(argv[at], argv[at + 1] if at + 1 < len(argv) else None)
        yield at, step
        at += step.size


def _step(item: str, following: str | None) -> _Step:
    if item.lstrip().startswith("-") and _SEVERAL.search(item.strip()):
        return _Step(1, wrong=_several(item))
    if item in ("-", "--") or not item.startswith("-"):
        return _no_flag(item, following)
    name, equals, text = item[2 if item.startswith("--") else 1 :].partition("=")
    if not name or name.startswith("-"):
        rest = f"a flag begins with one or two dashes and its name: {_IGNORED}"
        return _Step(
            1, wrong=_Wrong("argument-bad-syntax", f"bad flag syntax: {_shown(item)}", rest, mended_item(item))
        )
    flag = FLAGS.get(name)
    if flag is None:
        return _unknown_flag(item, name, None if equals else following)
    if equals:
        return _valued(_Step(1, flag), text, prefix=f"--{name}=")
    return _bare_bool(flag, following) if flag.type is bool else _next_valued(flag, following)


def _no_flag(item: str, following: str | None) -> _Step:
    """Report a bare word; where it is the name of a flag, the next item is its value."""
    candidate = mended_item(item)
    is_name = candidate is not None and "=" not in candidate
    size = 2 if is_name and following and not following.startswith("-") and not nearest_flag(following) else 1
    said = f"must be a flag, got {quote(item) if item else 'an empty item'}"
    return _Step(size, wrong=_Wrong("argument-bare-word", said, _SILENTLY_IGNORED, candidate))


def _unknown_flag(item: str, name: str, following: str | None) -> _Step:
    """Report a flag that isn't there; the next item counts as its value, unless it is a flag."""
    size = 1 if following is None or _LIKE_A_FLAG.match(following) else 2
    is_help = name in ("h", "help")
    said = "flag: help requested" if is_help else f"flag provided but not defined: -{_shown(name)}"
    rest = f"the flags are {', '.join(f'`--{flag}`' for flag in FLAGS)}: {_IGNORED}"
    return _Step(size, wrong=_Wrong("argument-unknown-flag", said, rest, mended_item(item), nearest_flag(name)))


def _bare_bool(flag: Flag, following: str | None) -> _Step:
    """Take a bool flag without a value as true; Go never looks for the value in the next item."""
    if following is None or not (following in BOOLEANS or following.lower() in YES_NO):
        return _Step(1, flag, value=True)
    said = f"must be a flag, got {quote(following)}"
    rest = f"a value of `--{flag.name}` stands in the same item, behind a `=`: {_SILENTLY_IGNORED}"
    candidate = f"--{flag.name}={mended_value(flag, following)}"
    return _Step(2, flag, wrong=_Wrong("argument-bare-word", said, rest, candidate), offset=1)


def _next_valued(flag: Flag, following: str | None) -> _Step:
    """Take the value of a flag from the next item."""
    if following is None:
        rest = f"the value must be {flag.must}: the controller only logs this, and uses the default, {flag.default}"
        return _Step(1, flag, wrong=_Wrong("argument-missing-value", f"flag needs an argument: -{flag.name}", rest))
    if not _LIKE_A_FLAG.match(following):
        return _valued(_Step(2, flag, offset=1), following)
    # Go takes the next flag for the value; it was meant as a flag, so it is read as one.
    id_, said = "role-name", f"`--{flag.name}` must be {flag.must}, got {quote(following)}"
    if flag.type is int:
        id_, said = "argument-invalid-value", f"{_invalid(flag, following)}: {parse_int(following)[1]}"
    elif flag.field == "wait_master_image":
        id_ = "argument-invalid-value"
    return _Step(1, flag, wrong=_Wrong(id_, said, "the controller takes the next item for the value"))


def _valued(step: _Step, text: str, prefix: str = "") -> _Step:
    """Read the value in a step's last item, in which it stands behind `prefix`."""
    flag = step.flag
    if flag is None or _SEVERAL.search(text):
        return replace(step, wrong=_several(text))
    candidate = prefix + mended_value(flag, text)
    value: Value = text
    error = ""
    if flag.type is bool:
        value = BOOLEANS.get(text, False)
        error = "" if text in BOOLEANS else f"invalid boolean value {quote(text)} for -{flag.name}: {PARSE_ERROR}"
    elif flag.type is int:
        value, problem = parse_int(text)
        error = f"{_invalid(flag, text)}: {problem}" if problem else ""
    if error:
        taken = f"takes {str(value).lower()}, and ignores all items after it"
        rest = f"it must be {flag.must}{stuck(text)}: the controller only logs this, {taken}"
        return replace(step, wrong=_Wrong("argument-invalid-value", error, rest, candidate))
    found = fault(flag, value)
    if found:
        id_, said = found
        return replace(step, value=value, wrong=_Wrong(id_, f"`--{flag.name}` {said}", flag.otherwise, candidate))
    return replace(step, value=value)


def _invalid(flag: Flag, text: str) -> str:
    return f"invalid value {quote(text)} for flag -{flag.name}"


def _several(text: str) -> _Wrong:
    items = split_scalar(text) if len(text) <= _LONGEST_HINT else None
    rest = f"write {' and '.join(f'`{item}`' for item in items)}" if items else "write each flag as an item of its own"
    return _Wrong("argument-two-in-one", f"must be one flag in one item, got {quote(text)}", rest)


def _mistake(index: int, step: _Step, wrong: _Wrong, items: Sequence[str]) -> Mistake:
    """Put a mistake into words, with the proposal if that makes the items right."""
    proposed = wrong.candidate
    if proposed is not None:
        mended = [*items[: step.offset], proposed, *items[step.offset + 1 :]]
        proposed = None if any(other.wrong for _, other in _steps(mended)) else proposed
    hint = proposed or (wrong.near and f"--{wrong.near}")
    problem = f"{wrong.said}; {wrong.rest}"
    if hint and len(hint) <= _LONGEST_HINT:
        problem = f"{wrong.said}, did you mean `{hint}`? {wrong.rest[0].upper()}{wrong.rest[1:]}"
    return Mistake(index, wrong.id, problem, proposed, _argument(step, wrong))


def _argument(step: _Step, wrong: _Wrong) -> str | None:
    """Tell which argument a mistake is about: that of the flag, else that of the one that was meant."""
    if wrong.id == "argument-two-in-one":
        return None
    near = nearest_flag(wrong.candidate) if step.flag is None and wrong.candidate else wrong.near
    flag = step.flag or (FLAGS[near] if near else None)
    return flag.field if flag else None


def _shown(text: str) -> str:
    """Text as Go prints it, as far as it fits on one line."""
    return text if text.isprintable() and len(text) <= _LONGEST_HINT else quote(text)
