"""Make one task of one replica for each pod of a task, each with its own constant RANK (strategy `split`).

Shape: the first part keeps the task's place and name with `replicas: 1`; `<task>-1` and on follow at the end of
`spec.tasks`, copies of the finished first one. Where other tasks' `dependsOn.name` lists the task, the parts follow
at the end of that list. A task that an earlier run split is put together again where another strategy is taken.

Results: a warning [rank-part-edited] where a part was edited by hand and its text is now another, or goes.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

from fn.job import own_list
from fn.lossless.settle import settle
from fn.paths import entries, mappings, text_of, walk
from fn.record import digest
from fn.resourcelist import Severity
from fn.strategies.choice import Strategy
from fn.strategies.split import part_names
from fn.task import ENV_NODE_RANK, ENV_RANK

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan
    from fn.task import Task


def apply(job: Job, plan: Plan) -> list[Result]:
    """Write the parts, refresh them, or put them together again.

    The parts of another task go last: all places stay right until then.
    """
    task = job.ranked if job.ranked and plan.is_ranked(job, job.ranked, Strategy.SPLIT) else None
    former = job.split if job.split is not task else None
    results = []
    if former is not None:
        results = [_edited(job, part) for part in job.parts if _is_edited(job, plan, former, part, part.node.data())]
        _settle_first(job, former, split=False)
    names = part_names(job, task) if task is not None else []
    _settle_depends_on(job, task, names)
    results += _split(job, plan, task, names) if task is not None else []
    if former is not None:
        _remove_parts(job, 0)
    return results


def _split(job: Job, plan: Plan, task: Task, names: list[str]) -> list[Result]:
    _settle_first(job, task, split=True)
    return _settle_parts(job, plan, task, names, job.parts if task is job.split else ())


def _settle_first(job: Job, task: Task, *, split: bool) -> None:
    first = job.own_mapping("spec", "tasks", task.place)
    first.put("replicas", 1 if split else task.replicas)
    if task.min_available == task.replicas:
        first.put("minAvailable", 1 if split else task.replicas)


def _settle_depends_on(job: Job, task: Task | None, names: list[str]) -> None:
    """Have the parts follow the task that is split, and take out the names of parts that are none any longer."""
    for other in job.tasks:
        steps = ("spec", "tasks", other.place, "dependsOn")
        listed = [text_of(name) for name in entries(job.walk(*steps, "name"))]
        added = names if task is not None and task.name in listed else []
        if [name for name in listed if name not in job.part_names] + added == listed:
            continue
        names_node = own_list(job.own_mapping(*steps), "name")
        for place in reversed(range(len(listed))):
            if listed[place] in job.part_names:
                names_node.remove(place, alone=True)
        for name in added:
            names_node.append(name)


def _settle_parts(job: Job, plan: Plan, task: Task, names: list[str], parts: tuple[Task, ...]) -> list[Result]:
    tasks = own_list(job.own_mapping("spec"), "tasks")
    first = tasks.get(task.place)
    results = []
    for order, name in enumerate(names):
        rank = str(plan.first_rank + order + 1)
        if order >= len(parts):
            tasks.append(first)
            _name_part(job, task, len(tasks) - 1, name, rank)
            continue
        part = parts[order]
        old, new = tasks.get(part.place).data(), _part(job, task, first.data(), name, rank)
        if old != new:
            if _is_edited(job, plan, task, part, old):
                results.append(_edited(job, part))
            settle(tasks, part.place, new)
    if parts:
        _remove_parts(job, len(names))
    return results


def _remove_parts(job: Job, kept: int) -> None:
    tasks = own_list(job.own_mapping("spec"), "tasks")
    for part in reversed(job.parts[kept:]):
        # What stands above the first of them was there before; what stands above another one was written about it.
        tasks.remove(part.place, alone=part is job.parts[0])


def _name_part(job: Job, task: Task, place: int, name: str, rank: str) -> None:
    job.own_mapping("spec", "tasks", place).put("name", name)
    for container in job.chosen(task):
        steps = ("spec", "tasks", place, "template", "spec", "containers", container.place, "env")
        for entry, node in mappings(job.walk(*steps)):
            if text_of(walk(node, "name")) in _ranks(job):
                job.own_mapping(*steps, entry).put("value", rank)


def _part(job: Job, task: Task, first: Any, name: str, rank: str) -> Data:  # noqa: ANN401  data of a checked shape
    """Give what the part must be: the first part with another name and rank."""
    part = {**copy.deepcopy(first), "name": name}
    for container in job.chosen(task):
        for entry in part["template"]["spec"]["containers"][container.place].get("env") or []:
            if entry["name"] in _ranks(job):
                entry["value"] = rank
    return cast("Data", part)


def _ranks(job: Job) -> tuple[str, ...]:
    return (ENV_RANK, ENV_NODE_RANK) if job.config.torchrun else (ENV_RANK,)


def _is_edited(job: Job, plan: Plan, task: Task, part: Task, data: Data) -> bool:
    """Tell whether a part was edited by itself: it isn't what was written, nor what the first part has become since."""
    parts = job.record.parts if job.record is not None else {}
    if digest(data) == parts[part.name]:
        return False
    rank = str(plan.first_rank + list(parts).index(part.name) + 1)
    return data != _part(job, task, job.first_part, part.name, rank)


def _edited(job: Job, part: Task) -> Result:
    message = (
        f'the part "{part.name}" was edited by hand, and what was changed there is lost; edit the first one instead'
    )
    return job.result(Severity.WARNING, "rank-part-edited", part.path, message)
