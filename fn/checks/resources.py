"""What containers ask for: CPUs, memory, accelerators.

Source: kubernetes pkg/apis/core/validation/validation.go ValidateContainerResourceRequirements, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.accelerators import NAMES, accelerators_of
from fn.amounts import amount_must, name_fault, request_fault
from fn.checks.shape import kind_of
from fn.nodes import Mapping, Scalar
from fn.paths import field_path, mappings, walk
from fn.quantity import quantity
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Node
    from fn.results import Result
    from fn.task import Container

MEBIBYTE = 2**20
MANY = 1000  # CPUs of a host, or accelerators
BYTES = ("memory", "ephemeral-storage", "storage")
NO_UNIT = "0123456789.num"  # what amounts end in that count bytes or parts of one
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
            node, limit = walk(amounts, name), walk(limits, name)
            if node is not None:
                must = amount_must(name, node.data())
                fault = f"{must}, got {kind_of(node)}" if must else name_fault(name)
                if fault is None and kind == "requests":
                    fault = request_fault(name, node.data(), None if limit is None else limit.data())
                if fault is not None:
                    yield field_path(kind, name), fault


def amount_unlikely(job: Job) -> Iterator[Result]:
    """An amount that the cluster takes and nobody means: bytes for gibibytes, CPUs for thousandths of one."""
    for task in job.tasks:
        for container in (*task.containers, *task.init_containers):
            yield from _unlikely(job, container.path, walk(container.node, "resources"))
        for place, volume in mappings(walk(task.pod, "volumes")):
            must = _must("storage", walk(volume, "emptyDir", "sizeLimit"))
            if must is not None:
                path = f"{task.path}.template.spec.volumes[{place}].emptyDir.sizeLimit"
                yield job.result(Severity.WARNING, "amount-unlikely", path, must)
    for place, volume in mappings(job.walk("spec", "volumes")):
        yield from _unlikely(job, f"spec.volumes[{place}].volumeClaim", walk(volume, "volumeClaim", "resources"))


def _unlikely(job: Job, path: str, resources: Node | None) -> Iterator[Result]:
    """Find such amounts in the requests and limits of what stands at `path`, each name once."""
    told: set[str] = set()
    for side in ("requests", "limits"):
        amounts = walk(resources, side)
        for name in amounts.keys() if isinstance(amounts, Mapping) else ():
            must = _must(name, walk(amounts, name))
            if must is not None and name not in told:
                told.add(name)
                where = f"{path}.{field_path('resources', side, name)}"
                yield job.result(Severity.WARNING, "amount-unlikely", where, must)


def _must(name: str, node: Node | None) -> str | None:
    """Tell what an amount must be to be meant, None where it may be."""
    amount = quantity(node)
    if amount is None or not isinstance(node, Scalar):
        return None
    text = str(node.value())
    if name in BYTES and 0 < amount < MEBIBYTE and text.endswith(tuple(NO_UNIT)):
        about = " (`m` is a thousandth)" if text.endswith("m") else ""
        return f"must have a unit like `Mi` or `Gi`{about}, got {text}: that is {-(-amount // 1)} bytes"
    if name == "cpu" and amount >= MANY:
        return f"must be less than {MANY} CPUs (`m` behind the number makes thousandths of it), got {text}"
    if name in NAMES and amount >= MANY:
        return f"must be a number of devices below {MANY}, got {text}"
    return None


def accelerators(job: Job) -> Iterator[Result]:
    """More than one accelerator in a container, and nothing that starts a process for each: WORLD_SIZE counts pods."""
    for task in job.roles if job.master is not None else ():
        for container in task.containers:
            command = " ".join((*container.command, *container.args))
            name, number = accelerators_of(container)
            if 1 < number < MANY and command and not any(launcher in command for launcher in LAUNCHERS):
                message = (
                    f"the container asks for {number} of {name}, and WORLD_SIZE counts pods, one process each: start "
                    "the script with torchrun, and set `torchrun: true`, or a process for each accelerator yourself"
                )
                path = f"{container.path}.{'command' if container.command else 'args'}"
                yield job.result(Severity.INFO, "accelerators", path, message)
