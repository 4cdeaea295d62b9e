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
    values = [(key, *(compact(one[key]) if key in one else "none" for one in (old, new))) for key in keys]
    return ", ".join(
        f"{key} changes" if max(len(was), len(is_)) > LONGEST_VALUE else f"{key} was {was}, is {is_}"
        for key, was, is_ in values
    )
