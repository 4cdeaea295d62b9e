"""Settings that concern chosen containers, and find none, or can't be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.paths import field_path
from fn.record import ANNOTATION_PREFIX
from fn.results import ABSENT, Severity
from fn.strategies.choice import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Absent, Result
    from fn.strategies.plan import Plan

CONTAINER_NAMES = "spec.tasks[].template.spec.containers[].name"
OTHER_RENDEZVOUS = ("PET_STANDALONE", "PET_RDZV_BACKEND", "PET_RDZV_ENDPOINT", "PET_RDZV_CONF")


def containers_unknown(job: Job) -> Iterator[Result]:
    """A name among `containers` that no container of any task has."""
    if not job.is_sound(CONTAINER_NAMES):
        return
    known = list(dict.fromkeys(container.name for task in job.tasks for container in task.containers))
    wrong = [name for name in job.config.containers if name not in known]
    if not wrong:
        return
    got = ", ".join(f'"{name}"' for name in wrong)
    there = ", ".join(f'"{name}"' for name in known)
    message = f"`containers` must name containers of the tasks, got {got}; there are {there}"
    meant = [nearest(name, known) if name in wrong else name for name in job.config.containers]
    proposed: str | Absent = ABSENT
    path = field_path("spec", "tasks")
    annotation = ("metadata", "annotations", f"{ANNOTATION_PREFIX}containers")
    if job.walk(*annotation) is not None:
        path = field_path(*annotation)
        names = [name for name in meant if name is not None]
        proposed = ",".join(dict.fromkeys(names)) if len(names) == len(meant) else ABSENT
    yield job.result(Severity.ERROR, "containers-unknown", path, message, proposed=proposed)


def containers_missing(job: Job) -> Iterator[Result]:
    """A role without any of the chosen containers: its pods would get no RANK."""
    names = job.config.containers
    if not job.is_sound(CONTAINER_NAMES):
        return
    if any(name not in {one.name for task in job.tasks for one in task.containers} for name in names):
        return
    for task in job.roles:
        if not job.chosen(task):
            listed = ", ".join(f'"{name}"' for name in names)
            message = f'"{task.name}" must have one of the containers {listed}: its pods would get no RANK'
            yield job.result(Severity.ERROR, "containers-missing", f"{task.path}.template.spec.containers", message)


def torchrun_controller(job: Job, plan: Plan) -> Iterator[Result]:
    """Torchrun's variables are asked for, and the controller, which sets the others, doesn't know them."""
    if job.config.torchrun and plan.strategy is Strategy.CONTROLLER:
        message = (
            "the variables of torchrun can't be set, as RANK is left to the controller: give torchrun its options, "
            '`--node-rank="$RANK"` and the like, in a shell'
        )
        yield job.result(Severity.WARNING, "torchrun-controller", job.argument_path(), message)


def torchrun_clash(job: Job, plan: Plan) -> Iterator[Result]:
    """A variable of the user's by which torchrun looks for its group elsewhere, beside those that are set.

    Source: pytorch torch/distributed/run.py get_args_parser, config_from_args
    """
    for task in job.roles if plan.processes is not None else ():
        for container in job.chosen(task):
            for entry in container.env:
                if entry.name in OTHER_RENDEZVOUS:
                    message = (
                        f"`{entry.name}` makes torchrun look for its group elsewhere than at the address that "
                        "`torchrun: true` sets: take out one of the two"
                    )
                    path = f"{container.path}.env[{entry.place}].name"
                    yield job.result(Severity.WARNING, "torchrun-clash", path, message, current=entry.name)
