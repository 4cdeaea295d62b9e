"""When a file that an init container writes can give RANK (strategy `file`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.paths import mappings, text_of, walk
from fn.strategies.obstacle import Obstacle, hcclrank_obstacle
from fn.task import RANK_CONTAINER, RANK_VOLUME

if TYPE_CHECKING:
    from fn.job import Job
    from fn.task import Task


def file_obstacle(job: Job, task: Task) -> Obstacle | None:
    """Find what keeps the file from being written: the user's own init container or volume of its name."""
    foreign = [init for init in task.init_containers if not init.is_our_rank_file]
    for container in (*foreign, *task.containers):
        if container.name == RANK_CONTAINER:
            return Obstacle(f"{container.path}.name", f"a container `{RANK_CONTAINER}` of your own is there")
    ours = any(init.is_our_rank_file for init in task.init_containers)
    for place, volume in mappings(walk(task.pod, "volumes")):
        if text_of(walk(volume, "name")) == RANK_VOLUME and not ours:
            path = f"{task.path}.template.spec.volumes[{place}].name"
            return Obstacle(path, f"a volume `{RANK_VOLUME}` of your own is there")
    return hcclrank_obstacle(job)
