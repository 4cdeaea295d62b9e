"""What has become of the entries of a collection."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from fn.lossless.tree import NEW, Branch, Node

if TYPE_CHECKING:
    from collections.abc import Sequence as SequenceOf


class Entry(NamedTuple):
    """An entry as it is now."""

    key: Node | None
    value: Node
    at: int  # its place among the entries of the source, or NEW


class Plan(NamedTuple):
    """How a collection differs from its source: entries stay, go, or are written before one that stays."""

    stay: list[Entry]
    gone: list[int]
    runs: list[tuple[int | None, list[Entry]]]  # new and moved entries, and which one follows; None at the end


def compare(branch: Branch) -> Plan:
    """Compare the entries with those of the source."""
    step = branch.step
    places: dict[Node | None, int] = {node: index for index, node in enumerate(branch.original[::step])}
    entries = []
    for at in range(0, len(branch.nodes), step):
        first = branch.nodes[at]
        index = places.get(first if first.start != NEW else first.place, NEW)
        entries.append(Entry(first if step > 1 else None, branch.nodes[at + step - 1], index))
    still = _rising([entry.at for entry in entries if entry.at != NEW])
    plan = Plan([], [index for index in range(len(places)) if index not in still], [])
    run: list[Entry] = []
    for entry in entries:
        if entry.at not in still:
            run.append(entry)
            continue
        plan.stay.append(entry)
        if run:
            plan.runs.append((entry.at, run))
            run = []
    if run:
        plan.runs.append((None, run))
    return plan


def _rising(indexes: SequenceOf[int]) -> set[int]:
    """Give a longest part of a list that rises: the entries that need not move."""
    ends: list[int] = []  # the least last element of a rising part of each length
    before: dict[int, int | None] = {}
    for index in indexes:
        length = bisect_left(ends, index)
        before[index] = ends[length - 1] if length else None
        ends[length : length + 1] = [index]
    found = set()
    last = ends[-1] if ends else None
    while last is not None:
        found.add(last)
        last = before[last]
    return found
