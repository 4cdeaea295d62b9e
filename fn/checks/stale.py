"""Has the Job changed since the function ran: the drift check of `validateOnly`, after a run on a copy."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fn.job import RECORD_PATH
from fn.paths import field_path, text_of
from fn.record import Record, compact
from fn.resourcelist import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result

LONGEST_VALUE = 60  # characters


def stale(job: Job) -> Iterator[Result]:
    """A run changed the Job, though an earlier one had settled it: its name, replicas or arguments are others now."""
    if job.record is None or not job.own_mapping().changed():
        return
    written = text_of(job.walk(*RECORD_PATH))
    told = "" if written is None else _differences(job.record.text(), Record.read(written).text())
    what = told or "entries that it wrote were edited"
    message = f"must be what a run writes now, got what an earlier one wrote ({what}): run the function again"
    yield job.result(Severity.ERROR, "stale", field_path(*RECORD_PATH), message)


def _differences(before: str, after: str) -> str:
    """Name the values of the record that a run changes."""
    old, new = json.loads(before), json.loads(after)
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return ", ".join(f"{key} {_change(old.get(key), new.get(key))}" for key in keys)


def _change(old: Data, new: Data) -> str:
    """Show two values, but no checksums and nothing long."""
    was, now = ("none" if one is None else compact(one) for one in (old, new))
    long = isinstance(old or new, dict) or max(len(was), len(now)) > LONGEST_VALUE
    return "changes" if long else f"was {was}, is {now}"
