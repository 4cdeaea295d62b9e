"""Let each pod write its RANK to a file that its containers read it from (strategy `file`).

Shape: `pytorch-rank`, first in the ranked task's `initContainers` (`fn/init_container.py` has its form), writes the
line `RANK='<n>'` to the emptyDir `pytorch-rank`, which only it mounts. The containers read it by
`valueFrom.fileKeyRef`. So one template serves all replicas, no command is needed, and Kubernetes knows `$(RANK)`.

Source: kubernetes pkg/kubelet/util/env/env_util.go, v1.36.1 (the quotes are a must)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.former import POD_NAME, RANK_FILE
from fn.init_container import InitContainer, put, take_off
from fn.job import own_list
from fn.paths import mappings, text_of, walk
from fn.strategies.choice import Strategy
from fn.task import ENV_POD_NAME, ENV_RANK, RANK_CONTAINER, RANK_VOLUME
from fn.variables import Variable

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data
    from fn.results import Result
    from fn.strategies.plan import Plan
    from fn.task import Task

MOUNT = "/pytorch-rank"


def script(first_rank: int) -> str:
    """Give the text that writes the file."""
    rank = f"$((RANK+{first_rank}))" if first_rank else "$RANK"
    return f"""IFS=-; for {ENV_RANK} in ${ENV_POD_NAME}; do :; done; echo "{ENV_RANK}='{rank}'" >{MOUNT}/{RANK_FILE}"""


def apply(job: Job, plan: Plan) -> list[Result]:
    """Add the init container and its volume to the ranked task, refresh them, or take them off."""
    results: list[Result] = []
    for task in job.tasks:
        if plan.is_ranked(job, task, Strategy.FILE):
            name = Variable(ENV_POD_NAME, source=POD_NAME)
            mounts: dict[str, Data] = {"volumeMounts": [{"name": RANK_VOLUME, "mountPath": MOUNT}]}
            container = InitContainer(RANK_CONTAINER, script(plan.first_rank), [name], mounts)
            results += put(job, task, container, first=True)
            _settle_volume(job, task, wanted=True)
        elif any(init.is_our_rank_file for init in task.init_containers):
            take_off(job, task, RANK_CONTAINER)
            _settle_volume(job, task, wanted=False)
    return results


def _settle_volume(job: Job, task: Task, *, wanted: bool) -> None:
    volumes = mappings(job.walk(*task.steps("volumes")))
    place = next((place for place, volume in volumes if text_of(walk(volume, "name")) == RANK_VOLUME), None)
    if wanted == (place is not None):
        return
    pod = job.own_mapping(*task.steps())
    listed = own_list(pod, "volumes")
    if place is None:
        listed.append({"name": RANK_VOLUME, "emptyDir": {}})
        return
    listed.remove(place, alone=True)
    if not len(listed):
        pod.remove("volumes", alone=True)
