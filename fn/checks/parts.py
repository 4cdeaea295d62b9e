"""Parts of a split task that can't be put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result


def rank_first_part_missing(job: Job) -> Iterator[Result]:
    """The part that the others are made from is gone, or has another name."""
    if job.orphans and job.record is not None:
        first = next(iter(job.record.parts)).rpartition("-")[0]
        names = ", ".join(f'"{task.name}"' for task in job.orphans)
        message = (
            f'the task "{first}" must be there, as {names} were made from it: put it back, or take them out too; '
            "to have fewer pods, take out one of them instead"
        )
        yield job.result(Severity.ERROR, "rank-first-part-missing", job.orphans[0].path, message)
