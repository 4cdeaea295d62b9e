"""Which pods must be there together, and which tasks start after others.

Source: volcano pkg/webhooks/admission/jobs/validate/admit_job.go validateJobCreate, util.go topoSort;
mutate/mutate_job.go patchDefaultMinAvailable, ed72c7c
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.checks.choices import instead_of, near_key
from fn.paths import entries, field_path, text_of, walk, whole_number
from fn.results import ABSENT, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fn.job import Job
    from fn.results import Absent, Result
    from fn.task import Task

REFUSED = "Volcano's webhook refuses the Job"
REPLICAS = "spec.tasks[].replicas"
COUNTS = (
    REPLICAS,
    "spec.minAvailable",
    *(f"spec.tasks[].{key}" for key in ("minAvailable", "partitionPolicy", "dependsOn")),
)
"""What tells how many pods there are, and how many of them the Job starts with."""


def dependencies(job: Job, task: Task) -> list[tuple[int, str]]:
    """Give the names in a task's `dependsOn`, each with its place; parts of a split aside, also those taken out."""
    names = enumerate(map(text_of, entries(walk(task.node, "dependsOn", "name"))))
    return [(place, name) for place, name in names if name is not None and name not in job.part_names]


def depends_on(job: Job, task: Task, other: Task) -> bool:
    """Tell whether a task starts after another one, directly or by tasks between them."""
    return other.name in _reached(job, task)


def min_available(job: Job) -> Iterator[Result]:
    """More pods wanted at the start than there are."""
    told = 0
    for task in job.tasks:
        if _lacks_pods(job, task):
            told += (task.min_available or 0) - task.replicas
            message = f"must be at most the task's replicas, {task.replicas}"
            yield _too_many(job, f"{task.path}.minAvailable", message, task.min_available or 0, [task])
    least = whole_number(job.walk("spec", "minAvailable")) or 0
    total = sum(task.replicas for task in job.tasks)
    if least < 0:
        message = f"must be 0 or more, got {least}: {REFUSED}"
        yield job.result(Severity.ERROR, "min-available", "spec.minAvailable", message, current=least)
    elif least > total + told and job.is_sound(REPLICAS) and all(task.replicas for task in job.roles):
        message = f"must be at most the replicas of all tasks, {total}"
        yield _too_many(job, "spec.minAvailable", message, least, job.tasks)


def _lacks_pods(job: Job, task: Task) -> bool:
    """Tell a task with fewer replicas than its `minAvailable`; a role without any is [replicas-missing]."""
    known = job.is_sound(f"{task.path}.replicas") and (task.replicas or task not in job.roles)
    return bool(known) and (task.min_available or 0) > task.replicas


def is_missed(job: Job, task: Task) -> bool:
    """Tell whether the webhook refuses the Job because `task` has no replicas."""
    least = whole_number(job.walk("spec", "minAvailable")) or 0
    parts = walk(task.node, "partitionPolicy") is not None
    return parts or bool(task.min_available) or least > sum(other.replicas for other in job.tasks)


def _too_many(job: Job, path: str, message: str, least: int, tasks: Sequence[Task]) -> Result:
    """Report a minimum that is above the replicas of `tasks`; one without any is rather the mistake."""
    absent = _absent(tasks)
    total = sum(task.replicas for task in tasks)
    message = f"{message}{absent}, got {least}: {REFUSED}"
    proposed = ABSENT if absent else total
    return job.result(Severity.ERROR, "min-available", path, message, current=least, proposed=proposed)


def _absent(tasks: Iterable[Task]) -> str:
    """Name the tasks without pods, which are the likely cause of too few."""
    told = []
    for task in tasks:
        near = near_key(task.node, "replicas", "TaskSpec")
        if "replicas" not in task.node.keys():  # noqa: SIM118  a Mapping is no dict
            told.append(f'"{task.name}" has no `replicas`{f" but `{near}`" if near else ""}, which counts as 0')
        elif not task.replicas:
            told.append(f'"{task.name}" has 0')
    return f" ({'; '.join(told)})" if told else ""


def partition_policy(job: Job) -> Iterator[Result]:
    """Partitions that don't make up the task.

    Source: the cases of volcano pkg/webhooks/admission/jobs/validate/admit_job_test.go, ed72c7c
    """
    for task in job.tasks:
        policy = walk(task.node, "partitionPolicy")
        fields = ("partitionPolicy", "replicas", "minAvailable")
        sound = job.is_sound(*(f"{task.path}.{field}" for field in fields))
        if policy is None or not sound or not task.replicas or _lacks_pods(job, task):
            continue
        for key, message in _partition_faults(task):
            path = f"{task.path}.partitionPolicy{key}"
            yield job.result(Severity.ERROR, "partition-policy", path, f"{message}: {REFUSED}")


def _partition_faults(task: Task) -> Iterator[tuple[str, str]]:
    policy = walk(task.node, "partitionPolicy")
    sizes = {key: whole_number(walk(policy, key)) for key in ("totalPartitions", "partitionSize")}
    for key, size in sizes.items():
        if size is None or size < 1:
            got = f"none{instead_of(policy, 'PartitionPolicySpec', key)}" if size is None else size
            yield f".{key}", f"must be 1 or more, got {got}"
            return
    total, size = (size or 0 for size in sizes.values())
    if total * size != task.replicas:
        yield (
            "",
            f"must make up the task's {task.replicas} replicas, got {_partitions(total, size)}",
        )
        return
    least = whole_number(walk(policy, "minPartitions")) or 0
    if not 0 <= least <= total:
        yield ".minPartitions", f"must be from 0 to the number of partitions, {total}, got {least}"
    elif least and task.min_available not in (None, least * size):
        yield (
            ".minPartitions",
            f"must make up the task's minAvailable, {task.min_available}, got {_partitions(least, size)}",
        )
    topology = walk(policy, "networkTopology")
    if walk(topology, "highestTierAllowed") is not None and walk(topology, "highestTierName"):
        yield ".networkTopology", "must set one of `highestTierAllowed` and `highestTierName`, got both"


def _partitions(number: int, size: int) -> str:
    return f"{number} partition{'s' if number > 1 else ''} of {size}"


def least_pods(job: Job) -> int:
    """Give the number of pods that must be there before one starts, as the webhook sets it where it is absent."""
    own = whole_number(job.walk("spec", "minAvailable"))
    return own or sum(_least_of(task) for task in job.tasks)


def _least_of(task: Task) -> int:
    if task.min_available is not None:
        return task.min_available
    partitions = whole_number(walk(task.node, "partitionPolicy", "minPartitions")) or 0
    size = whole_number(walk(task.node, "partitionPolicy", "partitionSize")) or 0
    return partitions * size or task.replicas


def elastic(job: Job) -> Iterator[Result]:
    """Fewer pods may start than WORLD_SIZE counts: the process group waits for all of them."""
    sure = _sure_pods(job)
    if job.master is None or not job.master.replicas or sure >= job.world_size or _dependency_faults(job):
        return
    if not job.is_sound(*COUNTS):
        return
    if job.worker is not None and (depends_on(job, job.worker, job.master) or depends_on(job, job.master, job.worker)):
        return
    message = (
        f"{sure} of the {job.world_size} pods that WORLD_SIZE counts are enough for the Job to start: "
        "torch.distributed waits until all of them are there"
    )
    path = "spec.minAvailable"
    if not whole_number(job.walk("spec", "minAvailable")):
        task = next(task for task in job.roles if _least_of(task) < task.replicas)
        path = f"{task.path}.{'partitionPolicy' if task.min_available is None else 'minAvailable'}"
    yield job.result(Severity.INFO, "elastic", path, message)


def _sure_pods(job: Job) -> int:
    """Give the number of pods in the process group that are there when the Job starts.

    The scheduler holds to the tasks' own minimums where the Job's minimum isn't below their sum.
    """
    least = least_pods(job)
    others = sum(task.replicas for task in job.tasks if task not in job.roles)
    of_roles = sum(_least_of(task) for task in job.roles)
    held = least >= sum(_least_of(task) for task in job.tasks)
    return max(least - others, of_roles if held else 0)


def depends_on_invalid(job: Job) -> Iterator[Result]:
    """Dependencies that the webhook calls no directed acyclic graph: a name that no task has, one twice, a circle."""
    missing = _missing_roles(job)
    for task, place, message, proposed in _dependency_faults(job):
        if place is not None and dict(dependencies(job, task))[place] in missing:
            continue
        path = f"{task.path}.dependsOn.name" + (f"[{place}]" if place is not None else "")
        yield job.result(Severity.ERROR, "depends-on-invalid", path, f"{message}: {REFUSED}", proposed=proposed)


def _dependency_faults(job: Job) -> list[tuple[Task, int | None, str, str | Absent]]:
    names = [task.name for task in job.tasks]
    faults: list[tuple[Task, int | None, str, str | Absent]] = []
    if not job.is_sound("spec.tasks[].name"):
        return faults
    for task in job.tasks:
        seen: set[str] = set()
        for place, name in dependencies(job, task):
            if name not in names:
                others = [other for other in names if other != task.name and not _leads_back(job, other, task)]
                near = nearest(name, others)
                hint = f', did you mean "{near}"? T' if near else "; t"
                message = f'must be the name of a task, got "{name}"{hint}he tasks are {_names(job.tasks)}'
                faults.append((task, place, message, near or ABSENT))
            elif name in seen:
                faults.append((task, place, f'must be there once, got "{name}" again', ABSENT))
            seen.add(name)
    return faults or _circle(job)


def _missing_roles(job: Job) -> list[str]:
    """Give the names of the roles that no task has, which is told as [master-task-missing] or [worker-task-missing]."""
    missing = [job.settings.master] if job.master is None and job.knows("master") else []
    if job.worker is None and job.knows("worker") and job.parsed.arguments.worker is not None:
        missing.append(job.settings.worker)
    return missing


def _circle(job: Job) -> list[tuple[Task, int | None, str, str | Absent]]:
    for task in job.tasks:
        if depends_on(job, task, task):
            message = f'must not lead back to the task itself, got "{task.name}" after itself'
            between = [other for other in job.tasks if other is not task and depends_on(job, other, task)]
            between = [other for other in between if depends_on(job, task, other)]
            if between:
                message += f", by {_names(between)}"
            return [(task, None, message, ABSENT)]
    return []


def _names(tasks: Iterable[Task]) -> str:
    return ", ".join(f'"{task.name}"' for task in tasks)


def _leads_back(job: Job, name: str, task: Task) -> bool:
    other = next((other for other in job.tasks if other.name == name), None)
    return other is not None and depends_on(job, other, task)


def _reached(job: Job, task: Task) -> set[str]:
    tasks = {other.name: other for other in job.tasks}
    reached: set[str] = set()
    waiting = [task]
    while waiting:
        for _, name in dependencies(job, waiting.pop()):
            if name not in reached:
                reached.add(name)
                waiting += [tasks[name]] if name in tasks else []
    return reached


def depends_on_gang(job: Job) -> Iterator[Result]:
    """Dependent tasks whose pods the gang waits for, while they wait for the gang: nothing starts.

    The controller makes the pods of a dependent task once the tasks before it run, and the scheduler starts none before
    `minAvailable` pods are there.
    """
    dependent = [task for task in job.tasks if task.replicas and dependencies(job, task)]
    first = sum(task.replicas for task in job.tasks if not dependencies(job, task))
    least = least_pods(job)
    if not dependent or not first or least <= first or _dependency_faults(job) or waits_in_a_circle(job):
        return
    if not job.is_sound(*COUNTS):
        return
    message = (
        f"must be at most {first}, the pods that depend on no task, got {least}: those of {_names(dependent)} are made "
        "after others run, and no pod runs before that many are there, so nothing starts"
    )
    yield job.result(Severity.WARNING, "depends-on-gang", field_path("spec", "minAvailable"), message, proposed=first)


def waits_in_a_circle(job: Job) -> bool:
    """Tell whether the worker waits for a master that starts only after the worker."""
    if not job.settings.wait_master_enabled or job.worker is None or job.master is None or job.is_index_layout:
        return False
    return not _dependency_faults(job) and depends_on(job, job.master, job.worker)
