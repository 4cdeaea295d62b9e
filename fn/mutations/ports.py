"""Open the master's port on every container of every task, or on those of `containers` and `extraTasks`.

Shape: `{name: pytorchjob-port, containerPort: PORT}` at the end of `ports`, unless the container declares that number.
On the host's network one port can be open once in a pod, so there only the first container gets it, and none if any
container of the pod declares the number.

Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go openContainerPort, ed72c7c
Differs: upstream opens the port in each container on the host's network too, which the API server refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import is_our_port, own_list
from fn.paths import mappings, walk, whole_number
from fn.results import Severity
from fn.task import PORT_NAME

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Mapping
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, Task


def apply(job: Job, _plan: Plan) -> list[Result]:
    """Open the port where it isn't, move our own entry to another number, take off one that is no longer wanted."""
    results: list[Result] = []
    for task in job.tasks:
        opened = [_declares(job, task, container) for container in task.containers]
        chosen = job.chosen(task)
        only = next((container for container in chosen if _ours(job, task, container)), chosen[0] if chosen else None)
        for place, container in enumerate(task.containers):
            missing = not any(opened) and container is only if task.host_network else not opened[place]
            results += _settle(job, task, container, wanted=missing and container in chosen)
    return results


def _ports(job: Job, task: Task, container: Container) -> list[tuple[int, Mapping]]:
    """Read from the item's root: `container.node` may be another task's too, which has its port by now."""
    return list(mappings(job.walk(*task.steps("containers", container.place, "ports"))))


def _ours(job: Job, task: Task, container: Container) -> list[int]:
    return [place for place, entry in _ports(job, task, container) if is_our_port(job, task, container, entry)]


def _declares(job: Job, task: Task, container: Container) -> bool:
    ports = [entry for _, entry in _ports(job, task, container) if not is_our_port(job, task, container, entry)]
    return any(whole_number(walk(entry, "containerPort")) == job.settings.port for entry in ports)


def _settle(job: Job, task: Task, container: Container, *, wanted: bool) -> list[Result]:
    ours = _ours(job, task, container)
    number = whole_number(job.walk(*task.steps("containers", container.place, "ports", *ours[:1], "containerPort")))
    if bool(ours) == wanted and (not ours or number == job.settings.port):
        return []
    node = job.own_container(task, container)
    ports = own_list(node, "ports")
    if not ours:
        ports.append({"name": PORT_NAME, "containerPort": job.settings.port})
        return []
    results = _edited(job, container, ours[0], number)
    if wanted:
        entry = job.own_mapping(*task.steps("containers", container.place), "ports", ours[0])
        entry.put("containerPort", job.settings.port)
        return results
    for place in reversed(ours):
        ports.remove(place, alone=True)
    if not len(ports):
        node.remove("ports", alone=True)
    return results


def _edited(job: Job, container: Container, place: int, number: int | None) -> list[Result]:
    """Say that a number that somebody wrote over ours is replaced."""
    if job.record is None or number in (job.record.port, job.settings.port):
        return []
    path = f"{container.path}.ports[{place}].containerPort"
    message = f"must be {job.settings.port}, got {number}: it is replaced; `--port` sets it"
    proposed = job.settings.port
    return [job.result(Severity.WARNING, "port-replaced", path, message, current=number, proposed=proposed)]
