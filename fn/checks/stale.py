"""Has the Job changed since the function ran: the drift check of `validateOnly`, after a run on a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import RECORD_PATH
from fn.paths import field_path
from fn.resourcelist import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.resourcelist import Result


def stale(job: Job) -> Iterator[Result]:
    """A run changed the Job, though an earlier one had settled it: its name, replicas or arguments are others now."""
    if job.record is not None and job.own_mapping().changed():
        message = "must be what a run writes now, got what an earlier one wrote: run the function again"
        yield job.result(Severity.ERROR, "stale", field_path(*RECORD_PATH), message)
