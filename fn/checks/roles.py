"""Which task is the master and which the worker, and how many pods they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.results import ABSENT, Absent, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result
    from fn.task import Task

LIKELY_MASTERS = ("master", "launcher", "leader", "chief")


def master_task_missing(job: Job) -> Iterator[Result]:
    """No task has the master's name: upstream then does nothing for the Job, without a word."""
    if job.master is not None:
        return
    alone = sum(task.replicas for task in job.tasks) == 1
    names = ", ".join(f'"{task.name}"' for task in job.tasks)
    message = f'must name a task, got "{job.settings.master}"; the tasks are {names}: ' + (
        "the Job has one pod, which trains alone and is left as it is"
        if alone
        else "the controller sets nothing at all, and each pod trains alone"
    )
    severity = Severity.WARNING if alone else Severity.ERROR
    place, path = _argument(job, "master")
    proposed = _proposed(job, place)
    current: Data = job.argv[place] if place is not None else list(job.argv)
    yield job.result(severity, "master-task-missing", path, message, current=current, proposed=proposed)


def worker_task_missing(job: Job) -> Iterator[Result]:
    """No task has the worker's name: its pods get no rank, if there are any."""
    if job.master is None or job.worker is not None or job.is_index_layout:
        return
    others = [task for task in job.tasks if task is not job.master]
    names = ", ".join(f'"{task.name}"' for task in others)
    given = job.parsed.arguments.worker is not None
    severity = Severity.INFO if not others else Severity.ERROR if given else Severity.WARNING
    if others:
        message = f'must name a task, got "{job.settings.worker}"; {names} would get no RANK'
    else:
        message = f'no task is called "{job.settings.worker}": the master trains alone'
    _, path = _argument(job, "worker")
    yield job.result(severity, "worker-task-missing", path, message)


def master_replicas(job: Job) -> Iterator[Result]:
    """Several masters beside other tasks: each of them would get RANK 0."""
    master = job.master
    if master is None or master.replicas <= 1 or job.is_index_layout:
        return
    message = f"must be 1, got {master.replicas}: every master replica would get RANK 0"
    path = f"{master.path}.replicas"
    yield job.result(Severity.ERROR, "master-replicas", path, message, current=master.replicas, proposed=1)


def replicas_missing(job: Job) -> Iterator[Result]:
    """A role without pods: the API server's default of `replicas` is 0."""
    if job.master is not None and job.master.replicas == 0:
        yield _replicas_missing(job, job.master, Severity.ERROR, "no pod answers at the master's address")
    if job.worker is not None and job.worker is not job.master and job.worker.replicas == 0:
        yield _replicas_missing(job, job.worker, Severity.WARNING, "the master trains alone")


def _replicas_missing(job: Job, task: Task, severity: Severity, otherwise: str) -> Result:
    message = f"must be 1 or more, got none: without it there are 0, and {otherwise}"
    if "replicas" in task.node.keys():  # noqa: SIM118  a Mapping is no dict
        message = f"must be 1 or more, got 0: {otherwise}"
    return job.result(severity, "replicas-missing", f"{task.path}.replicas", message, proposed=1)


def _argument(job: Job, name: str) -> tuple[int | None, str]:
    """Give the place of the argument that names a role, if it is given, and its path."""
    place = job.parsed.positions.get(name)
    return place, job.argument_path(place)


def _proposed(job: Job, place: int | None) -> Data | Absent:
    likely = [task for task in job.tasks if task.name in LIKELY_MASTERS and task is not job.worker]
    if not likely and len(job.tasks) == 1:
        likely = list(job.tasks)
    if len(likely) != 1:
        return ABSENT
    flag = f"--master={likely[0].name}"
    return flag if place is not None else [*job.argv, flag]
