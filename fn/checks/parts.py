"""What goes wrong by hand in a Job whose pods have their ranks: parts without the first one, copies of a task."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.former import TASK_INDEX, was_ours
from fn.results import Severity
from fn.strategies.choice import Strategy
from fn.strategies.split import part_names
from fn.task import ENV_MASTER_ADDR, ENV_NODE_RANK, ENV_RANK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, EnvEntry, Task


RANK = re.compile(r"[0-9]{1,9}")


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


def rank_twice(job: Job, plan: Plan) -> Iterator[Result]:
    """A task in neither role that has the RANK of another one's pod or one beyond, as a copy made by hand does.

    It may be the user's own as well as what a run wrote into the original: nothing tells them apart, so it stays.
    """
    names = (ENV_RANK,) if plan.processes is None else (ENV_RANK, ENV_NODE_RANK)
    for task in job.tasks:
        for container in task.containers if task not in job.roles and task.replicas else ():
            for entry in container.env if _joins(job, plan, task, container) else ():
                rank = _rank_in(entry) if entry.name in names else None
                if rank is None or _goes(job, task, container, entry):
                    continue
                must, got = f"must be below WORLD_SIZE, {plan.world_size}", f'"{rank}"'
                if rank < plan.world_size:
                    must, got = "must be none that another pod has", f'{got} as in "{_holder(job, plan, rank)}"'
                message = (
                    f'`{entry.name}` of "{task.name}", which is in neither role, {must}, got {got}: it meets the '
                    "others at one master. Take the entry out"
                )
                if rank >= plan.first_rank and job.ranked is not None:
                    message += f'; for more pods of "{job.ranked.name}", raise its `replicas`'
                yield job.result(Severity.WARNING, "rank-twice", f"{container.path}.env[{entry.place}]", message)


def _joins(job: Job, plan: Plan, task: Task, container: Container) -> bool:
    """Tell whether a container of a task in neither role is led to the master of the group."""
    addresses = (entry.value for entry in container.env if entry.name == ENV_MASTER_ADDR)
    return container in job.chosen(task) or plan.address in addresses


def _rank_in(entry: EnvEntry) -> int | None:
    """Give the rank of the first pod; None where it isn't known."""
    if entry.source is not None:
        return 0 if entry.source == TASK_INDEX else None
    return int(entry.value) if entry.value is not None and RANK.fullmatch(entry.value) else None


def _goes(job: Job, task: Task, container: Container, entry: EnvEntry) -> bool:
    return job.had_role(task) and was_ours(job, task, container, entry)


def _holder(job: Job, plan: Plan, rank: int) -> str:
    """Name the task whose pod has a rank of the group."""
    task = job.ranked
    if task is None or rank < plan.first_rank:
        return job.settings.master
    if plan.is_ranked(job, task, Strategy.SPLIT):
        return [task.name, *part_names(job, task)][rank - plan.first_rank]
    return task.name
