"""A part of a graph is made equal to data with few edits, so that what was right already stays as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from fn.lossless.branches import Mapping, Sequence
from fn.lossless.scalars import Data, same

if TYPE_CHECKING:
    from fn.lossless.tree import Node


@overload
def settle(parent: Mapping, key: str, data: Data) -> None: ...
@overload
def settle(parent: Sequence, key: int, data: Data) -> None: ...
def settle(parent: Mapping | Sequence, key: str | int, data: Data) -> None:
    """Make the value of a key or of an index equal to data: change, add and remove only what differs.

    A mapping keeps the order of its keys, new ones go last. Entries of a list that all have a `name` are paired by it,
    others by their place.
    """
    old = parent.get(key)  # type: ignore[arg-type]  # the overloads pair them
    if old is None or not isinstance(old, (Mapping, Sequence)) or not _alike(old, data):
        parent.put(key, data)  # type: ignore[arg-type]
    elif not same(old.data(), data):
        own = parent.own(key)  # type: ignore[arg-type]
        if isinstance(own, Mapping) and isinstance(data, dict):
            _settle_mapping(own, data)
        elif isinstance(own, Sequence) and isinstance(data, list):
            _settle_sequence(own, data)


def _alike(old: Node, data: Data) -> bool:
    return isinstance(data, dict if isinstance(old, Mapping) else list)


def _settle_mapping(mapping: Mapping, data: dict[str, Data]) -> None:
    gone = [key for key in mapping.keys() if key not in data]  # noqa: SIM118 - it is no dict
    for key in gone:
        mapping.remove(key)
    for key, value in data.items():
        settle(mapping, key, value)


def _settle_sequence(sequence: Sequence, data: list[Data]) -> None:
    wanted, names = _names(data), _names([entry.data() for entry in sequence])
    if wanted and names:
        _settle_named(sequence, names, dict(zip(wanted, data, strict=True)))
        return
    for at in reversed(range(len(data), len(sequence))):
        sequence.remove(at)
    for at, entry in enumerate(data):
        if at < len(sequence):
            settle(sequence, at, entry)
        else:
            sequence.append(entry)


def _settle_named(sequence: Sequence, names: list[str], wanted: dict[str, Data]) -> None:
    for at in reversed(range(len(names))):
        if names[at] not in wanted:
            sequence.remove(at)
            del names[at]
    for at, (name, entry) in enumerate(wanted.items()):
        if name not in names:
            sequence.insert(at, entry)
            names.insert(at, name)
            continue
        place = names.index(name)
        if place != at:
            sequence.move(place, at)
            names.insert(at, names.pop(place))
        settle(sequence, at, entry)


def _names(entries: list[Data]) -> list[str]:
    """Give the `name` of each entry, or nothing if one has none or two have the same."""
    names = [entry.get("name") if isinstance(entry, dict) else None for entry in entries]
    found = [name for name in names if isinstance(name, str)]
    return found if len(set(found)) == len(entries) else []
