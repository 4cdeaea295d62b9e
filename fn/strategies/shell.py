"""When a wrapper around the command can set RANK (strategy `shell`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.former import is_written_over
from fn.paths import walk
from fn.references import refers_to
from fn.strategies.obstacle import Obstacle, has_word, hcclrank_obstacle, texts
from fn.task import ENV_NODE_RANK, ENV_RANK

if TYPE_CHECKING:
    from fn.job import Job
    from fn.task import Container, Task

HOOKS = ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle")


def shell_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps the containers of `task` from being wrapped: no command, or a RANK that others have to know."""
    names = (ENV_RANK, ENV_NODE_RANK) if job.config.torchrun else (ENV_RANK,)
    found = (_container_obstacle(job, task, container, name) for container in job.chosen(task) for name in names)
    return hcclrank_obstacle(job) or next(filter(None, found), None)


def _container_obstacle(job: Job, task: Task, container: Container, rank: str) -> Obstacle | None:
    if not container.command:
        return Obstacle(
            f"{container.path}.command",
            f'container "{container.name}" has no `command`, and a wrapper can\'t know the one of the image',
        )
    for kind, words in (("command", container.command), ("args", container.args)):
        if any(refers_to(word, rank) for word in words):
            return Obstacle(
                f"{container.path}.{kind}", f"Kubernetes replaces $({rank}) in `{kind}` before a wrapper runs"
            )
    for entry in container.env:
        if refers_to(entry.value, rank) and not is_written_over(job, task, container, entry):
            path = f"{container.path}.env[{entry.place}].value"
            return Obstacle(path, f"Kubernetes replaces $({rank}) in `{entry.name}` before a wrapper runs")
    for hook in HOOKS:
        if any(has_word(text, rank) for text in texts(walk(container.node, hook))):
            return Obstacle(f"{container.path}.{hook}", f"`{hook}` uses {rank}, which only the wrapped command sees")
    return None
