"""Choose the strategy for a Job: the one asked for, or the first of `auto` that can be used."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from fn.resourcelist import Severity
from fn.strategies.file import file_obstacle
from fn.strategies.obstacle import Obstacle, hcclrank_obstacle
from fn.strategies.shell import shell_obstacle
from fn.strategies.split import AUTO_PARTS_LIMIT, auto_split_obstacle, split_obstacle

if TYPE_CHECKING:
    from collections.abc import Callable

    from fn.job import Job
    from fn.resourcelist import Result
    from fn.task import Task


class Strategy(enum.StrEnum):
    """The values of `rank`, without `auto`."""

    LITERAL = "literal"
    INDEX = "index"
    SHELL = "shell"
    SPLIT = "split"
    FILE = "file"
    CONTROLLER = "controller"


def literal_obstacle(_job: Job, task: Task) -> Obstacle | None:
    """Find what keeps RANK from being one constant: `task` has several replicas, which share one template."""
    return Obstacle(
        f"{task.path}.replicas", f"{task.replicas} pods share one template, and each needs a RANK of its own"
    )


def index_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps RANK from being the pod's index: ranks of a separate worker task begin at 1."""
    if not job.is_index_layout:
        return Obstacle(f"{task.path}.name", f'the ranks of "{task.name}" begin at 1, and the index of its pods at 0')
    return hcclrank_obstacle(job)


OBSTACLES: dict[Strategy, Callable[[Job, Task], Obstacle | None]] = {
    Strategy.LITERAL: literal_obstacle,
    Strategy.INDEX: index_obstacle,
    Strategy.SHELL: shell_obstacle,
    Strategy.SPLIT: split_obstacle,
    Strategy.FILE: file_obstacle,
}
AUTO: dict[Strategy, Callable[[Job, Task], Obstacle | None]] = {
    Strategy.INDEX: index_obstacle,
    Strategy.SHELL: shell_obstacle,
    Strategy.SPLIT: auto_split_obstacle,
}


def choose(job: Job) -> tuple[Strategy | None, list[Result]]:
    """Give the strategy for `job` and what to say about it; None with an error [rank-not-possible]."""
    asked = job.config.rank
    if asked == Strategy.CONTROLLER:
        return _controller(job, Severity.INFO, "as asked for")
    task = job.ranked
    if task is None or task.replicas <= 1:
        return Strategy.LITERAL, _without_effect(job, asked)
    if asked == "auto":
        return _auto(job, task)
    strategy = Strategy(asked)
    obstacle = OBSTACLES[strategy](job, task)
    if obstacle is not None:
        return None, [_not_possible(job, strategy, obstacle)]
    return strategy, [_told(job, task, strategy, "", Severity.INFO)]


def _auto(job: Job, task: Task) -> tuple[Strategy | None, list[Result]]:
    reasons: list[str] = []
    for strategy, find in AUTO.items():
        obstacle = find(job, task)
        if obstacle is None:
            severity = Severity.WARNING if strategy is Strategy.SPLIT else Severity.INFO
            reason = f"as {'; '.join(reasons)}" if strategy is Strategy.SPLIT else ""
            return strategy, [_told(job, task, strategy, reason, severity)]
        if strategy is not Strategy.INDEX or job.is_index_layout:
            reasons.append(f'"{strategy}" can\'t be used ({obstacle.reason})')
    return _controller(job, Severity.WARNING, f"as {'; '.join(reasons)}")


def _controller(job: Job, severity: Severity, reason: str) -> tuple[Strategy | None, list[Result]]:
    task = job.ranked
    if job.is_index_layout and task is not None:
        fault = f'"{task.name}" plays both roles, and Volcano\'s own plugin gives RANK 0 to none of its pods, or to all'
        fault += f", {reason}" if job.config.rank == "auto" else ""
        return None, [_not_possible(job, Strategy.CONTROLLER, Obstacle(task.path, fault))]
    message = (
        f'RANK and the addresses are left to the controller (strategy "controller"), {reason}: '
        "the cluster's Volcano must have the `pytorch` plugin"
    )
    return Strategy.CONTROLLER, [job.result(severity, "rank-strategy", job.argument_path(), message)]


def _without_effect(job: Job, asked: str) -> list[Result]:
    if asked in ("auto", Strategy.LITERAL):
        return []
    message = f'the strategy "{asked}" has no effect: no task has several pods that need different ranks'
    return [job.result(Severity.INFO, "rank-strategy", job.ranked.path if job.ranked else "spec.tasks", message)]


def _not_possible(job: Job, strategy: Strategy, obstacle: Obstacle) -> Result:
    message = f'the strategy "{strategy}" can\'t be used: {obstacle.reason}'
    if job.config.rank != "auto":
        message += "; `rank: auto` takes one that can"
    return job.result(Severity.ERROR, "rank-not-possible", obstacle.path, message)


def _told(job: Job, task: Task, strategy: Strategy, reason: str, severity: Severity) -> Result:
    message = _meaning(task, strategy) + (f", {reason}" if reason else "")
    if strategy is Strategy.SPLIT and task.replicas > AUTO_PARTS_LIMIT:
        severity = Severity.WARNING
    return job.result(severity, "rank-strategy", task.path, message)


def _meaning(task: Task, strategy: Strategy) -> str:
    pods = f'the {task.replicas} pods of "{task.name}"'
    if strategy is Strategy.INDEX:
        return f'RANK of {pods} is the pod\'s index, by a label that Volcano sets since 1.9 (strategy "index")'
    if strategy is Strategy.SHELL:
        return (
            f"RANK of {pods} is set by a wrapper around the command, which needs /bin/sh in the image "
            '(strategy "shell"); `kubectl exec` doesn\'t see it'
        )
    if strategy is Strategy.FILE:
        return (
            f'RANK of {pods} is read from a file that an init container writes (strategy "file"): needs Kubernetes '
            "1.35 and Volcano 1.14 or newer, as older ones refuse the Job or can't start its pods"
        )
    return (
        f'{pods} become tasks of one replica each (strategy "split"), which changes names of pods, the host lists of '
        "`svc` and scaling by `replicas`"
    )
