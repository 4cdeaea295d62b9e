"""Which task is the master and which the worker, and how many pods they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import DEFAULT_MASTER, DEFAULT_WORKER, TASK_NAME, nearest
from fn.checks.choices import near_key
from fn.checks.gang import dependencies, is_missed
from fn.paths import entries, field_path, text_of, walk, whole_number
from fn.results import ABSENT, Absent, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fn.job import Job
    from fn.nodes import Data
    from fn.results import Result
    from fn.task import Task

LIKELY_MASTERS = ("master", "launcher", "leader", "chief", "head")


def master_task_missing(job: Job) -> Iterator[Result]:
    """No task has the master's name: upstream then does nothing for the Job, without a word."""
    if job.master is not None or not job.knows("master") or _may_be_called(job, job.settings.master):
        return
    meant = _likely_master(job)
    message = _no_task(job, "master", job.settings.master, meant)
    if sum(task.replicas for task in job.tasks) == 1 and job.is_sound("spec.tasks[].replicas"):
        message += "the Job has one pod, which trains alone and is left as it is"
        yield _unnamed(job, Severity.WARNING, "master-task-missing", "master", message, meant)
    else:
        message += "the controller sets nothing at all, and each pod trains alone"
        yield _unnamed(job, Severity.ERROR, "master-task-missing", "master", message, meant)


def worker_task_missing(job: Job) -> Iterator[Result]:
    """No task has the worker's name, or only the master has: the pods of another task get no rank, if there are any."""
    if job.worker is not None and job.worker is job.master:
        yield from _left_out(job)
    if job.worker is not None or not job.knows("worker") or _may_be_called(job, job.settings.worker) or job.orphans:
        return
    given = job.parsed.arguments.worker is not None
    if job.is_index_layout or (job.master is None and not given):
        return
    likely = _likely_master(job) if job.master is None else None
    others = [task for task in job.tasks if task not in (job.master, likely)]
    if job.master is None and not others:
        return
    if not others:
        message = f'no task is called "{job.settings.worker}": the master trains alone'
        yield job.result(Severity.INFO, "worker-task-missing", "spec.tasks", message)
        return
    names = [task.name for task in others]
    near = nearest(job.settings.worker, names) or DEFAULT_WORKER
    named = [task for task in others if _has_name(job, task)]
    meant = next((task for task in named if task.name == near or len(others) == 1), None)
    message = _no_task(job, "worker", job.settings.worker, meant)
    message += f"the pods of {_quoted(names)} get no RANK, and the master trains without them"
    severity = Severity.ERROR if given else Severity.WARNING
    yield _unnamed(job, severity, "worker-task-missing", "worker", message, meant)


def _left_out(job: Job) -> Iterator[Result]:
    """Report a task with the name of a role, where one task plays both."""
    left = [task for task in job.tasks if task is not job.master and task.name in (DEFAULT_MASTER, DEFAULT_WORKER)]
    if left:
        message = (
            f'"{job.settings.master}" is named for the master and the worker, so it plays both roles, and the pods of '
            f"{_quoted([task.name for task in left])} get no RANK: did you mean "
            f"`--{'worker' if left[0].name == DEFAULT_WORKER else 'master'}={left[0].name}`?"
        )
        path = job.argument_path(job.parsed.positions.get("worker" if left[0].name == DEFAULT_WORKER else "master"))
        yield job.result(Severity.WARNING, "worker-task-missing", path, message)


def _may_be_called(job: Job, name: str) -> bool:
    """Tell whether a task whose name, or more, holds a mistake may be the one with this name."""
    if not job.is_sound("spec.tasks") and not entries(job.walk("spec", "tasks")):
        return True
    for place, task in enumerate(entries(job.walk("spec", "tasks"))):
        path = field_path("spec", "tasks", place, "name")
        text = text_of(walk(task, "name"))
        if not job.is_sound(path) and (text is None or TASK_NAME.fullmatch(text) or nearest(name, (text,))):
            return True
    return False


def master_replicas(job: Job) -> Iterator[Result]:
    """Several masters beside other tasks: each of them would get RANK 0."""
    master = job.master
    if master is None or master.replicas <= 1 or job.is_index_layout or not (job.knows("worker") or len(job.tasks) > 1):
        return
    message = f"must be 1, got {master.replicas}{_taken_for_the_master(job)}: every master replica would get RANK 0"
    path = f"{master.path}.replicas"
    yield job.result(Severity.ERROR, "master-replicas", path, message, current=master.replicas, proposed=1)


def _taken_for_the_master(job: Job) -> str:
    """Say which flag names the master, if another task looks more like it."""
    place = job.parsed.positions.get("master")
    others = [task for task in job.tasks if task.replicas == 1 and _sounds_like_a_master(task)]
    if place is None or not others or job.master is None or _sounds_like_a_master(job.master):
        return ""
    return f" (`--master={job.settings.master}` names this task; did you mean `--master={others[0].name}`?)"


def replicas_missing(job: Job) -> Iterator[Result]:
    """A role without pods: the API server's default of `replicas` is 0."""
    if job.master is not None and job.master.replicas == 0:
        message, _ = _replicas_missing(job.master, "no pod answers at the master's address")
        path = f"{job.master.path}.replicas"
        yield job.result(Severity.ERROR, "replicas-missing", path, message, proposed=1)
    if job.worker is not None and job.worker is not job.master and job.worker.replicas == 0:
        refused = is_missed(job, job.worker)
        otherwise = "there are fewer pods than are asked for, and Volcano's webhook refuses the Job"
        message, proposed = _replicas_missing(job.worker, otherwise if refused else "the master trains alone")
        path = f"{job.worker.path}.replicas"
        severity = Severity.ERROR if refused else Severity.WARNING
        enough = ABSENT if refused and proposed == 1 else proposed
        yield job.result(severity, "replicas-missing", path, message, proposed=enough)


def _replicas_missing(task: Task, otherwise: str) -> tuple[str, int]:
    """Say what is missing, and propose a number."""
    if "replicas" in task.node.keys():  # noqa: SIM118  a Mapping is no dict
        return f"must be 1 or more, got 0: {otherwise}", 1
    near = near_key(task.node, "replicas", "TaskSpec")
    if near is None:
        return f"must be 1 or more, got none, which is 0: {otherwise}", 1
    message = f"must be 1 or more, got none, which is 0 (did you mean `replicas`? There is `{near}`): {otherwise}"
    return message, max(whole_number(walk(task.node, near)) or 1, 1)


def _no_task(job: Job, flag: str, name: str, meant: Task | None) -> str:
    names = ", ".join(map(_shown, job.tasks))
    got = f'"{name}"' if flag in job.parsed.positions else f'"{name}", the default'
    if getattr(job.config.arguments, flag) == name and flag not in job.parsed.positions:
        got = f'"{name}" by functionConfig'
    known = f"he tasks are {names}: " if len(job.tasks) > 1 else f"he task is {names}: "
    if meant is None:
        return f"must name a task, got {got}; t{known}"
    if _is_depended_on(job, name):
        return f'must name a task, got {got}, did you mean to call "{meant.name}" so? T{known}'
    is_slip = flag not in job.parsed.positions and nearest(name, (meant.name,)) is not None
    rename = f', or to call that task "{name}"' if is_slip else ""
    return f"must name a task, got {got}, did you mean `--{flag}={meant.name}`{rename}? T{known}"


def _mends(job: Job, flag: str, meant: Task) -> bool:
    """Tell whether nothing else is wrong once the flag names the task that is meant."""
    several = flag == "master" and meant.replicas > 1 and len(job.tasks) > 1
    return not several and not _is_depended_on(job, getattr(job.settings, flag))


def _is_depended_on(job: Job, name: str) -> bool:
    """Tell whether `dependsOn` has the name too: then another name in the flag is not enough."""
    return any(name == other for task in job.tasks for _, other in dependencies(job, task))


def _has_name(job: Job, task: Task) -> bool:
    """Tell a task whose name can be given to a flag: it stands in the Job, and isn't wrong."""
    return job.is_sound(f"{task.path}.name") and bool(text_of(walk(task.node, "name")))


def _shown(task: Task) -> str:
    if text_of(walk(task.node, "name")):
        return f'"{task.name}"'
    near = near_key(task.node, "name", "TaskSpec")
    hint = f"; did you mean `name`? There is `{near}`" if near else ""
    return f'"{task.name}" (so Volcano calls a task without a name{hint})'


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _unnamed(job: Job, severity: Severity, check: str, name: str, message: str, meant: Task | None) -> Result:  # noqa: PLR0913, PLR0917
    """Report the argument that names no task, with the item, or the whole list, that names the one that was meant.

    Arguments that stand in the record are no list that could be proposed.
    """
    place = job.parsed.positions.get(name)
    path = job.argument_path(place)
    current: Data | Absent = ABSENT
    proposed: Data | Absent = ABSENT
    if job.has_plugin("pytorch") or job.record is None:
        current = job.argv[place] if place is not None else list(job.argv)
        if meant is not None and _mends(job, name, meant):
            flag = f"--{name}={meant.name}"
            proposed = [*job.argv, flag]
            if place is not None:
                proposed = flag if job.argv[place].startswith("-") else meant.name
    return job.result(severity, check, path, message, current=current, proposed=proposed)


def _likely_master(job: Job) -> Task | None:
    """Find the task that was meant: the only one, the one with the nearest name, or with the name of a master.

    One task alone may play both roles, with any number of replicas; beside others a master has one.
    """
    named = [task for task in job.tasks if _has_name(job, task) and task.replicas]
    if len(job.tasks) == 1:
        return named[0] if named else None
    others = [task for task in named if task is not job.worker]
    near = nearest(job.settings.master, [task.name for task in others])
    likely = [task for task in others if task.name == near]
    likely = likely or [task for task in others if task.replicas == 1 and _sounds_like_a_master(task)]
    return likely[0] if len(likely) == 1 else None


def _sounds_like_a_master(task: Task) -> bool:
    return bool(set(task.name.split("-")) & set(LIKELY_MASTERS))
