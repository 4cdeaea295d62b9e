"""When a task of N replicas can become N tasks of one replica (strategy `split`), and what the parts are called.

It can't where N tasks don't mean to Volcano what one task means. Source: upstream.md §e; volcano
pkg/controllers/job/job_controller_actions.go, job_controller_util.go, cache/cache.go, ed72c7c
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fn.former import is_written_over
from fn.paths import entries, mappings, text_of, walk
from fn.record import compact
from fn.strategies.obstacle import Obstacle, has_word, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.task import Container, Task

POD_NAME_LIMIT = 63
AUTO_PARTS_LIMIT = 16
AUTO_BYTES_LIMIT = 128 * 1024
WHOLE_TASK_EVENTS = ("TaskCompleted", "TaskFailed")
WHOLE_TASK_ACTIONS = ("RestartTask", "RestartPartition")
NAMING_PLUGINS = ("mpi", "tensorflow", "ray", "hcclrank")
TOPOLOGY_ANNOTATIONS = (
    "volcano.sh/task-topology-affinity",
    "volcano.sh/task-topology-anti-affinity",
    "volcano.sh/task-topology-task-order",
)
TASK_LABELS = ("volcano.sh/task-index", "volcano.sh/task-spec", "volcano.sh/template-uid")


def part_names(job: Job, task: Task) -> list[str]:
    """Name the parts beside the first, which keeps its name: `<task>-1` and on, without the names that are taken."""
    taken = {other.name for other in job.tasks}
    names: list[str] = []
    number = 0
    while len(names) < task.replicas - 1:
        number += 1
        if f"{task.name}-{number}" not in taken:
            names.append(f"{task.name}-{number}")
    return names


def split_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps `task` from being split exactly."""
    return next(_obstacles(job, task), None)


def auto_split_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps `task` from being split when nobody asked for it: as for `split_obstacle`, and the size."""
    if task.replicas > AUTO_PARTS_LIMIT:
        return Obstacle(
            f"{task.path}.replicas", f"{task.replicas} pods would be as many tasks, more than {AUTO_PARTS_LIMIT}"
        )
    obstacle = split_obstacle(job, task)
    if obstacle is None and _size_after(job, task) >= AUTO_BYTES_LIMIT:
        return Obstacle(task.path, f"the Job would pass {AUTO_BYTES_LIMIT // 1024} KiB")
    return obstacle


def _obstacles(job: Job, task: Task) -> Iterator[Obstacle]:
    yield from _policy_obstacles(job, task)
    if walk(task.node, "partitionPolicy") is not None:
        yield Obstacle(f"{task.path}.partitionPolicy", "partitions are parts of one task")
    if task.min_available is not None and 0 < task.min_available < task.replicas:
        yield Obstacle(
            f"{task.path}.minAvailable",
            f"any {task.min_available} of {task.replicas} pods are enough, and a part can't stand for another",
        )
    yield from _name_obstacles(job, task)
    yield from _template_obstacles(job, task)
    yield from _length_obstacles(job, task)


def _policy_obstacles(job: Job, task: Task) -> Iterator[Obstacle]:
    for path, node in ((task.path, task.node), ("spec", job.walk("spec"))):
        for place, policy in mappings(walk(node, "policies")):
            words = {text_of(walk(policy, "event")), text_of(walk(policy, "action"))}
            words |= {text_of(event) for event in entries(walk(policy, "events"))}
            for word in (*WHOLE_TASK_EVENTS, *WHOLE_TASK_ACTIONS):
                if word in words:
                    yield Obstacle(f"{path}.policies[{place}]", f"the policy's {word} concerns all pods of one task")


def _name_obstacles(job: Job, task: Task) -> Iterator[Obstacle]:
    """Find what names the task and would then mean its first pod only."""
    for other in job.tasks:
        names = [text_of(name) for name in entries(walk(other.node, "dependsOn", "name"))]
        if task.name in names and text_of(walk(other.node, "dependsOn", "iteration")) == "any":
            yield Obstacle(
                f"{other.path}.dependsOn.iteration", f'"any" counts tasks: one pod of "{task.name}" would do'
            )
    for annotation in TOPOLOGY_ANNOTATIONS:
        text = text_of(job.carrier.walk_labels("annotations", annotation)) or ""
        if task.name in text.replace(";", ",").split(","):
            yield Obstacle(f"metadata.annotations[{annotation}]", f'the annotation names the task "{task.name}"')
    if job.has_plugin("env"):
        yield Obstacle("spec.plugins.env", "the plugin `env` numbers the pods of each task from 0")
    for name in NAMING_PLUGINS:
        if job.has_plugin(name):
            words = [text_of(entry) or "" for entry in entries(walk(job.plugins, name))]
            if task.name == "worker" or any(has_word(word, task.name) for word in words):
                yield Obstacle(f"spec.plugins.{name}", f'the plugin `{name}` knows the task "{task.name}" by its name')


def _template_obstacles(job: Job, task: Task) -> Iterator[Obstacle]:
    """Find what in a template reads the task's name or a pod's index, which are others after the split."""
    variable = task.name.upper().replace("-", "_")
    words = [f"VC_{variable}_HOSTS", f"VC_{variable}_NUM", "VC_TASK_INDEX", "VK_TASK_INDEX", "HOSTNAME"]
    words += ["/etc/volcano", "metadata.name", *TASK_LABELS]
    for path, text in _read_by(job, task):
        word = next((word for word in words if has_word(text, word)), None)
        if word is None and has_word(text, "metadata.labels") and "metadata.labels[" not in text:
            word = "metadata.labels"
        if word is not None:
            yield Obstacle(path, f"the template reads {word}, which is another one in a part")
    for other in job.tasks:
        for key in ("affinity", "topologySpreadConstraints"):
            path = f"{other.path}.template.spec.{key}"
            for text in texts(walk(other.pod, key)):
                if text in TASK_LABELS:
                    yield Obstacle(path, f"`{key}` selects pods by the label {text}, which is another one in a part")


def _read_by(job: Job, task: Task) -> Iterator[tuple[str, str]]:
    """Give the texts of a template that a process, or a volume, could read the pod's place from, without ours."""
    for container in (*task.containers, *(c for c in task.init_containers if not c.is_ours)):
        yield from ((container.path, text) for text in _container_texts(job, task, container))
    for text in texts(walk(task.pod, "volumes")):
        yield f"{task.path}.template.spec.volumes", text


def _container_texts(job: Job, task: Task, container: Container) -> Iterator[str]:
    yield from (*container.command, *container.args)
    for entry in container.env:
        if not is_written_over(job, task, container, entry):
            yield from (text for text in (entry.value, entry.field) if text)
    for key in ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle"):
        yield from texts(walk(container.node, key))


def _length_obstacles(job: Job, task: Task) -> Iterator[Obstacle]:
    """Find a pod name that Kubernetes, or Volcano's webhook (which counts the task's place), would refuse."""
    for order, name in enumerate(part_names(job, task)):
        longest = job.name_length + len(f"-{name}-") + len(str(len(job.tasks) + order))
        if longest > POD_NAME_LIMIT:
            yield Obstacle(
                f"{task.path}.name",
                f'the pod of the part "{name}" would have a name of {longest} characters, more than {POD_NAME_LIMIT}',
            )


def _size_after(job: Job, task: Task) -> int:
    """Estimate the bytes of the Job after the split, as compact JSON; what we wrote before doesn't count."""
    size = sum(_size(job, other) for other in job.tasks)
    return size + _size(job, task) * (task.replicas - 1)


def _size(job: Job, task: Task) -> int:
    task_data: Any = task.node.data()
    task_data.pop("dependsOn", None)
    pod: Any = task_data["template"]["spec"]
    inits = pod.get("initContainers") or []
    pod["initContainers"] = [data for data, init in zip(inits, task.init_containers, strict=True) if not init.is_ours]
    for data, container in zip(pod["containers"], task.containers, strict=True):
        data["command"] = container.command
        kept = {entry.place for entry in container.env if not is_written_over(job, task, container, entry)}
        data["env"] = [entry for place, entry in enumerate(data.get("env") or []) if place in kept]
        data.pop("ports", None)
    return len(compact(task_data).encode())
