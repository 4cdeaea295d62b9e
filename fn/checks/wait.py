"""Waiting for the master where it can't work, or where somebody else does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.gang import waits_in_a_circle
from fn.paths import text_of, walk
from fn.results import Severity
from fn.task import WAIT_CONTAINER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Task

INJECTED = (
    ("labels", "sidecar.istio.io/inject", "true"),
    ("annotations", "sidecar.istio.io/inject", "true"),
    ("annotations", "linkerd.io/inject", "enabled"),
)
"""Where a pod template asks for the proxy of a mesh, and the value that does."""


def waiting_task(job: Job) -> Task | None:
    """Give the task whose pods wait for the master."""
    if job.settings.wait_master_enabled and job.master is not None and not job.is_index_layout:
        return job.worker
    return None


def wait_master_self(job: Job) -> Iterator[Result]:
    """Waiting is asked for, and one task plays both roles: each pod would wait for itself."""
    if job.settings.wait_master_enabled and job.is_index_layout and job.master is not None:
        message = (
            f'no `{WAIT_CONTAINER}` is added, as "{job.master.name}" plays both roles: its pod 0 would wait for itself'
        )
        yield job.result(Severity.WARNING, "wait-master-self", job.argument_path(), message)


def wait_master_foreign(job: Job) -> Iterator[Result]:
    """The worker task has an init container of the name that ours gets; it stays as it is."""
    task = waiting_task(job)
    for init in task.init_containers if task is not None else ():
        if init.name == WAIT_CONTAINER and not init.is_our_wait:
            message = f"an init container `{WAIT_CONTAINER}` of your own is there and stays; ours isn't added beside it"
            yield job.result(Severity.WARNING, "wait-master-foreign", f"{init.path}.name", message)


def wait_circular(job: Job) -> Iterator[Result]:
    """The worker's pods wait until the master listens, and the master's pod is made after they run."""
    if waits_in_a_circle(job) and job.master is not None and job.worker is not None:
        message = (
            f'must not lead to "{job.worker.name}", whose pods wait for the master: neither starts. '
            "Leave out `--wait-master-enabled`, or this dependency"
        )
        yield job.result(Severity.ERROR, "wait-circular", f"{job.master.path}.dependsOn.name", message)


def mesh(job: Job) -> Iterator[Result]:
    """A mesh's proxy in a pod whose init container waits: it may have no network before the proxy runs."""
    task = waiting_task(job)
    for where, key, value in INJECTED if task is not None else ():
        if task is not None and text_of(walk(task.node, "template", "metadata", where, key)) == value:
            message = (
                f"must not be on where the workers wait for the master, got `{key}: {value}`: before the proxy runs, "
                f"`{WAIT_CONTAINER}` may reach nothing, and waits until its timeout"
            )
            path = f"{task.path}.template.metadata.{where}[{key}]"
            yield job.result(Severity.WARNING, "mesh", path, message, current=value)


def restart_never(job: Job) -> Iterator[Result]:
    """Workers that wait and are never restarted: one timeout is final."""
    task = waiting_task(job)
    if task is not None and text_of(walk(task.pod, "restartPolicy")) == "Never":
        message = (
            f"must be `OnFailure` for `{WAIT_CONTAINER}` to be tried again, got `Never`: "
            f"one wait of more than {job.settings.wait_master_timeout} seconds fails the pod for good"
        )
        path = f"{task.path}.template.spec.restartPolicy"
        yield job.result(Severity.WARNING, "restart-never", path, message, current="Never", proposed="OnFailure")
