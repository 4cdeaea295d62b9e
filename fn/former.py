"""What an earlier run wrote into a container's env, and what this one is going to write over.

An entry is ours where its value equals the record, and the record says that this container got it. Everything else is
the user's: it is kept, or replaced with a warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.references import refers_to
from fn.task import (
    ENV_JOB_NAME,
    ENV_MASTER_ADDR,
    ENV_MASTER_PORT,
    ENV_NODE_COUNT,
    ENV_NODE_MASTER_ADDR,
    ENV_NODE_MASTER_PORT,
    ENV_NODE_PROCESSES,
    ENV_NODE_RANK,
    ENV_POD_NAME,
    ENV_RANK,
    ENV_WAIT_TIMEOUT,
    ENV_WORLD_SIZE,
    LABEL_JOB_NAME,
    LABEL_TASK_INDEX,
    RANK_VOLUME,
)

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data
    from fn.record import Record
    from fn.task import Container, EnvEntry, Task

RANK_FILE = "rank.env"
ADDRESS_NAMES = (ENV_MASTER_ADDR, ENV_MASTER_PORT, ENV_WORLD_SIZE)
TORCHRUN_NAMES = (
    ENV_NODE_COUNT,
    ENV_NODE_RANK,
    ENV_NODE_MASTER_ADDR,
    ENV_NODE_MASTER_PORT,
    ENV_NODE_PROCESSES,
)


def field_of_pod(path: str) -> Data:
    """Give the `valueFrom` that reads a field of the pod."""
    return {"fieldRef": {"fieldPath": path}}


JOB_NAME: Data = field_of_pod(f"metadata.labels['{LABEL_JOB_NAME}']")
TASK_INDEX: Data = field_of_pod(f"metadata.labels['{LABEL_TASK_INDEX}']")
POD_NAME: Data = field_of_pod("metadata.name")
RANK_IN_FILE: Data = {"fileKeyRef": {"volumeName": RANK_VOLUME, "path": RANK_FILE, "key": ENV_RANK}}


def was_ours(job: Job, task: Task, container: Container, entry: EnvEntry) -> bool:
    """Tell whether an earlier run wrote an entry."""
    record = job.record
    if record is None or record.strategy == "controller" or not job.was_chosen(task, container):
        return False
    if entry.source is None:
        return entry.value in _literals(job, record, task).get(entry.name, ())
    field = None if entry.field is None else field_of_pod(entry.field)
    sources = _sources(job, record, task, container)
    return any(source in (entry.source, field) for source in sources.get(entry.name, ()))


def was_ours_in_init(job: Job, entry: EnvEntry) -> bool:
    """Tell whether an earlier run wrote an entry of an init container of ours; an older record knows no timeout."""
    record = job.record
    if record is None:
        return False
    literals = {ENV_MASTER_ADDR: record.address, ENV_MASTER_PORT: str(record.port)}
    literals[ENV_WAIT_TIMEOUT] = entry.value if record.timeout is None else str(record.timeout)
    if entry.source is None:
        return entry.value == literals.get(entry.name)
    sources = {ENV_POD_NAME: POD_NAME}
    if refers_to(record.address, ENV_JOB_NAME):
        sources[ENV_JOB_NAME] = JOB_NAME
    return entry.field is not None and field_of_pod(entry.field) == sources.get(entry.name)


def _literals(job: Job, record: Record, task: Task) -> dict[str, tuple[str | None, ...]]:
    ranks = _ranks(job, task)
    address, port, world_size = record.address, str(record.port), str(record.world_size)
    literals: dict[str, tuple[str | None, ...]] = {
        ENV_MASTER_ADDR: (address,),
        ENV_MASTER_PORT: (port,),
        ENV_WORLD_SIZE: (world_size,),
        ENV_RANK: ranks,
    }
    if record.torchrun is not None and job.had_role(task):
        literals |= {
            ENV_NODE_COUNT: (world_size,),
            ENV_NODE_RANK: ranks,
            ENV_NODE_MASTER_ADDR: (address,),
            ENV_NODE_MASTER_PORT: (port,),
        }
        literals |= {ENV_NODE_PROCESSES: (str(record.torchrun),)} if record.torchrun else {}
    return literals


def _ranks(job: Job, task: Task) -> tuple[str, ...]:
    """Give the constants that may have been written: one for each role that a task had, both where it isn't known."""
    master, worker = job.former
    if task.name not in job.former or master == worker:
        return ("0", "1")
    return ("0",) if task.name == master else ("1",)


def _sources(job: Job, record: Record, task: Task, container: Container) -> dict[str, tuple[Data, ...]]:
    sources: dict[str, tuple[Data, ...]] = {ENV_RANK: (TASK_INDEX, RANK_IN_FILE)}
    if refers_to(record.address, ENV_JOB_NAME):
        sources[ENV_JOB_NAME] = (JOB_NAME,)
    if record.strategy == "shell" and job.had_role(task) and _was_wrapped(container):
        sources[ENV_POD_NAME] = (POD_NAME,)
    if record.torchrun is not None and job.had_role(task):
        sources[ENV_NODE_RANK] = (TASK_INDEX, RANK_IN_FILE)
    return sources


def _was_wrapped(container: Container) -> bool:
    """Tell a container of the ranked task: it has our wrapper, or no RANK if the command was written anew."""
    return container.wrapped or all(entry.name != ENV_RANK for entry in container.env)


def is_written_over(job: Job, task: Task, container: Container, entry: EnvEntry) -> bool:
    """Tell whether no strategy would leave an entry of a role's container as it is: ours, or of a name that is set."""
    names = (*ADDRESS_NAMES, ENV_RANK, *(TORCHRUN_NAMES if job.config.torchrun else ()))
    return entry.name in names or was_ours(job, task, container, entry)
