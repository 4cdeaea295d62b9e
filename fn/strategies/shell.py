"""When a wrapper around the command can set RANK (strategy `shell`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.paths import walk
from fn.references import refers_to
from fn.strategies.obstacle import Obstacle, has_word, hcclrank_obstacle, texts
from fn.task import ENV_RANK

if TYPE_CHECKING:
    from fn.job import Job
    from fn.task import Container, Task

HOOKS = ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle")


def shell_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps the containers of `task` from being wrapped: no command, or a RANK that others have to know."""
    found = (_container_obstacle(container) for container in task.containers)
    return hcclrank_obstacle(job) or next(filter(None, found), None)


def _container_obstacle(container: Container) -> Obstacle | None:
    if not container.command:
        return Obstacle(
            f"{container.path}.command",
            f'container "{container.name}" has no `command`, and a wrapper can\'t know the one of the image',
        )
    for kind, words in (("command", container.command), ("args", container.args)):
        if any(refers_to(word, ENV_RANK) for word in words):
            return Obstacle(
                f"{container.path}.{kind}", f"Kubernetes replaces $(RANK) in `{kind}` before a wrapper runs"
            )
    for entry in container.env:
        if refers_to(entry.value, ENV_RANK):
            path = f"{container.path}.env[{entry.place}].value"
            return Obstacle(path, f"Kubernetes replaces $(RANK) in `{entry.name}` before a wrapper runs")
    for hook in HOOKS:
        if any(has_word(text, ENV_RANK) for text in texts(walk(container.node, hook))):
            return Obstacle(f"{container.path}.{hook}", f"`{hook}` uses RANK, which only the wrapped command sees")
    return None
