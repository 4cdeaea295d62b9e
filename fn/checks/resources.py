"""What containers ask for: CPUs, memory, accelerators.

Source: kubernetes pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, v1.36.1; volcano
pkg/webhooks/admission/jobs/validate/util.go validateTaskTopoPolicy, ed72c7c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.accelerators import accelerators_of
from fn.arguments import has_placeholder
from fn.checks.shape import kind_of
from fn.nodes import Mapping
from fn.paths import field_path, text_of, walk
from fn.quantity import amount_of, quantity
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Node
    from fn.results import Result
    from fn.task import Container, Task

STANDARD = ("cpu", "memory", "ephemeral-storage")
HUGE_PAGES = "hugepages-"
LAUNCHERS = (
    "torchrun",
    "torch.distributed",
    "torch/distributed",
    "accelerate launch",
    "deepspeed",
    "colossalai",
    "mpirun",
    "horovodrun",
)


def resource_faults(container: Container) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a container's requests and limits."""
    limits = walk(container.node, "resources", "limits")
    for kind in ("limits", "requests"):
        amounts = walk(container.node, "resources", kind)
        for name in amounts.keys() if isinstance(amounts, Mapping) else ():
            node = walk(amounts, name)
            fault = _amount_fault(name, node) or (_request_fault(name, node, limits) if kind == "requests" else None)
            if node is not None and fault is not None:
                yield field_path(kind, name), fault


def _amount_fault(name: str, node: Node | None) -> str | None:
    if node is None or has_placeholder(text_of(node) or ""):
        return None
    amount = quantity(node)
    if amount is None:
        return f'must be an amount like 2, "500m" or "16Gi", got {kind_of(node)}'
    if amount < 0:
        return f"must be 0 or more, got {kind_of(node)}"
    if "/" not in name and name not in STANDARD and not name.startswith(HUGE_PAGES):
        return f'must be cpu, memory, ephemeral-storage or a name with a domain like "nvidia.com/gpu", got "{name}"'
    if not _is_native(name) and amount.denominator != 1:
        return f"must be a whole number, got {kind_of(node)}"
    return None


def _request_fault(name: str, node: Node | None, limits: Node | None) -> str | None:
    limited = walk(limits, name)
    request, limit = quantity(node), quantity(limited)
    if request is None or (limit is None and limited is not None) or _amount_fault(name, limited) is not None:
        return None
    if not _is_native(name) or name.startswith(HUGE_PAGES):
        if limit is None:
            return "must have a limit of the same amount, got none"
        if request != limit:
            return f"must be equal to its limit, got {_text(node)}, and a limit of {_text(limited)}"
    elif limit is not None and request > limit:
        return f"must be at most its limit, got {_text(node)}, and a limit of {_text(limited)}"
    return None


def _is_native(name: str) -> bool:
    """Tell a resource that Kubernetes itself shares out; others can't be given to more than one."""
    return "/" not in name or "kubernetes.io/" in name


def _text(node: Node | None) -> str:
    return str(getattr(node, "text", ""))


def topology_cpu(job: Job) -> Iterator[Result]:
    """A topology policy, and a container without a whole number of CPUs."""
    for task in job.tasks:
        policy = text_of(walk(task.node, "topologyPolicy")) or "none"
        if policy != "none" and job.is_sound(f"{task.path}.topologyPolicy"):
            for container in (*task.containers, *(init for init in task.init_containers if not init.is_ours)):
                yield from _cpu_of(job, task, container, policy)
    yield from _settings_cpu(job)


def _settings_cpu(job: Job) -> Iterator[Result]:
    """Find resources in functionConfig's `waitMasterContainer` that the webhook would refuse in our init container."""
    worker = job.worker
    resources = job.config.wait_master_container.get("resources")
    if worker is None or not job.settings.wait_master_enabled or job.is_index_layout or not isinstance(resources, dict):
        return
    if not job.is_sound(f"{worker.path}.topologyPolicy"):
        return
    policy = text_of(walk(worker.node, "topologyPolicy")) or "none"
    amounts = resources.get("requests") or resources.get("limits") or {}
    got = amounts.get("cpu") if isinstance(amounts, dict) else None
    cpus = amount_of(got)
    if policy != "none" and (cpus is None or cpus < 1 or cpus.denominator != 1):
        message = (
            f'`waitMasterContainer` must ask for a whole number of CPUs under the `topologyPolicy` "{policy}" of '
            f'"{worker.name}", got {"none" if got is None else got}: Volcano\'s webhook refuses the Job'
        )
        yield job.result(Severity.ERROR, "topology-cpu", f"{worker.path}.topologyPolicy", message)


def _cpu_of(job: Job, task: Task, container: Container, policy: str) -> Iterator[Result]:
    requests = walk(container.node, "resources", "requests")
    limits = walk(container.node, "resources", "limits")
    kind = "limits" if _is_filled(limits) and not _is_filled(requests) else "requests"
    node = walk(container.node, "resources", kind, "cpu")
    cpus = quantity(node)
    refused = f"{kind}.cpu" in dict(resource_faults(container))
    if not refused and (cpus is None or cpus < 1 or cpus.denominator != 1):
        got = "none" if node is None else f'"{_text(node)}"'
        message = (
            f'must be a whole number of CPUs under the `topologyPolicy` "{policy}" of "{task.name}", got {got}: '
            "Volcano's webhook refuses the Job"
        )
        yield job.result(Severity.ERROR, "topology-cpu", f"{container.path}.resources.{kind}.cpu", message)


def _is_filled(amounts: Node | None) -> bool:
    return isinstance(amounts, Mapping) and bool(amounts.keys())


def accelerators(job: Job) -> Iterator[Result]:
    """More than one accelerator in a container, and nothing that starts a process for each: WORLD_SIZE counts pods."""
    for task in job.roles if job.master is not None else ():
        for container in task.containers:
            command = " ".join((*container.command, *container.args))
            name, number = accelerators_of(container)
            if number > 1 and command and not any(launcher in command for launcher in LAUNCHERS):
                message = (
                    f"the container asks for {number} of {name}, and WORLD_SIZE counts pods, one process each: start "
                    f"the script with `torchrun --nproc-per-node={number}`, or a process for each accelerator yourself"
                )
                path = f"{container.path}.{'command' if container.command else 'args'}"
                yield job.result(Severity.INFO, "accelerators", path, message)
