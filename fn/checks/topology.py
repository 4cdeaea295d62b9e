"""What a task's `topologyPolicy` asks of its containers: whole CPUs, in a Guaranteed pod.

Source: volcano pkg/webhooks/admission/jobs/validate/admit_job.go validateTaskTopoPolicy, ed72c7c; kubernetes
pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.checks.resources import resource_faults
from fn.paths import text_of, walk
from fn.quantity import amount_of
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data
    from fn.results import Result
    from fn.task import Container, Task

MEASURED = ("cpu", "memory")
REFUSED = "Volcano's webhook refuses the Job"


def topology_cpu(job: Job) -> Iterator[Result]:
    """A topology policy, and a container without a whole number of CPUs."""
    for task, policy in _tasks(job):
        for container in _containers(task):
            side, cpus = _cpus(_resources(container))
            if not _is_whole(cpus) and f"{side}.cpu" not in dict(resource_faults(container)):
                got = "none" if cpus is None else f'"{cpus}"'
                under = f'under the `topologyPolicy` "{policy}" of "{task.name}"'
                message = f"must be a whole number of CPUs {under}, got {got}: {REFUSED}"
                yield job.result(Severity.ERROR, "topology-cpu", f"{container.path}.resources.{side}.cpu", message)
    for task, policy, resources in _settings(job):
        _, cpus = _cpus(resources)
        if not _is_whole(cpus):
            message = (
                f'`waitMasterContainer` must ask for a whole number of CPUs under the `topologyPolicy` "{policy}" of '
                f'"{task.name}", got {"none" if cpus is None else cpus}: {REFUSED}'
            )
            yield job.result(Severity.ERROR, "topology-cpu", f"{task.path}.topologyPolicy", message)


def topology_guaranteed(job: Job) -> Iterator[Result]:
    """A topology policy, and a pod that isn't Guaranteed, by a container whose CPUs are a whole number."""
    for task, policy in _tasks(job):
        for container in _containers(task):
            path = f"{container.path}.resources"
            resources = _resources(container)
            refused = {key.rpartition(".")[2] for key, _ in resource_faults(container)}
            gaps = _gaps(resources, refused)
            if gaps and job.is_sound(path) and walk(task.pod, "resources") is None:
                message = (
                    "must have equal requests and limits of cpu and memory (a Guaranteed pod) under the "
                    f'`topologyPolicy` "{policy}" of "{task.name}", got {gaps}: {REFUSED}'
                )
                yield job.result(Severity.ERROR, "topology-guaranteed", path, message)
    for task, policy, resources in _settings(job):
        gaps = _gaps(resources, set())
        if gaps:
            message = (
                "`waitMasterContainer` must have equal requests and limits of cpu and memory (a Guaranteed pod) under "
                f'the `topologyPolicy` "{policy}" of "{task.name}", got {gaps}: {REFUSED}'
            )
            yield job.result(Severity.ERROR, "topology-guaranteed", f"{task.path}.topologyPolicy", message)


def _tasks(job: Job) -> Iterator[tuple[Task, str]]:
    """Give the tasks with a topology policy that is none of those that are wrong, each with its policy."""
    for task in job.tasks:
        policy = text_of(walk(task.node, "topologyPolicy")) or "none"
        if policy != "none" and job.is_sound(f"{task.path}.topologyPolicy"):
            yield task, policy


def _containers(task: Task) -> tuple[Container, ...]:
    """Give the containers of a task, without the init containers that are ours: they get what they need."""
    return (*task.containers, *(init for init in task.init_containers if not init.is_ours))


def _settings(job: Job) -> Iterator[tuple[Task, str, Data]]:
    """Give the resources in functionConfig's `waitMasterContainer` that our init container gets under a policy."""
    resources = job.config.wait_master_container.get("resources")
    if resources is not None and job.settings.wait_master_enabled and not job.is_index_layout:
        yield from ((task, policy, resources) for task, policy in _tasks(job) if task is job.worker)


def _resources(container: Container) -> Data:
    node = walk(container.node, "resources")
    return None if node is None else node.data()


def _sides(resources: Data) -> tuple[dict[str, Data], dict[str, Data]]:
    """Give requests and limits as the webhook takes them: limits are the requests where there are none."""
    requests, limits = (resources.get(side) if isinstance(resources, dict) else None for side in ("requests", "limits"))
    limits = limits if isinstance(limits, dict) else {}
    return requests if isinstance(requests, dict) and requests else limits, limits


def _cpus(resources: Data) -> tuple[str, Data]:
    """Give the CPUs that are asked for, and where."""
    requests, limits = _sides(resources)
    return "limits" if limits and requests is limits else "requests", requests.get("cpu")


def _is_whole(cpus: Data) -> bool:
    """Tell a whole number of CPUs, or text that may become one."""
    amount = amount_of(cpus)
    return _is_open(cpus) or (amount is not None and amount >= 1 and amount.denominator == 1)


def _is_open(value: Data) -> bool:
    return isinstance(value, str) and has_placeholder(value)


def _gaps(resources: Data, refused: set[str]) -> str:
    """Say what keeps a container from being Guaranteed, its CPUs aside where they are no whole number."""
    requests, limits = _sides(resources)
    names = [name for name in MEASURED if name not in refused and (name != "cpu" or _is_whole(requests.get(name)))]
    if not requests.keys() & set(MEASURED):
        return ""  # the CPUs are told to be missing
    return ", ".join(filter(None, (_gap(name, requests.get(name), limits.get(name)) for name in names)))


def _gap(name: str, request: Data, limit: Data) -> str:
    requested, limited = amount_of(request), amount_of(limit)
    if _is_open(request) or _is_open(limit) or (limited and requested == limited):
        return ""
    if not limited:
        return f"no limit of {name}" if requested else f"no {name}"
    return f"{name} {request} with a limit of {limit}" if requested else f"a limit of {name} alone"
