"""Let each pod write its RANK to a file that its containers read it from (strategy `file`).

Shape: `pytorch-rank`, first in the ranked task's `initContainers` (`fn/init_container.py` has its form), writes the
line `RANK='<n>'` to the emptyDir `pytorch-rank`, which only it mounts. The containers read it by
`valueFrom.fileKeyRef`. So one template serves all replicas, no command is needed, and Kubernetes knows `$(RANK)`.

Results: a warning [rank-file-edited] where the mount or the volume was edited by hand so that RANK wouldn't be found,
and is written anew. Another medium or a limit of the emptyDir stays.

Source: kubernetes pkg/kubelet/util/env/env_util.go, v1.36.1 (the quotes are a must)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.former import POD_NAME, RANK_FILE
from fn.init_container import InitContainer, place_of, put, take_off
from fn.job import own_list
from fn.lossless.settle import settle
from fn.paths import mappings, text_of, walk
from fn.record import compact
from fn.results import Severity
from fn.strategies.choice import Strategy
from fn.task import ENV_POD_NAME, ENV_RANK, RANK_CONTAINER, RANK_VOLUME
from fn.variables import Variable

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data, Sequence
    from fn.results import Result
    from fn.strategies.plan import Plan
    from fn.task import Task

MOUNT = "/pytorch-rank"
MOUNTED: dict[str, Data] = {"name": RANK_VOLUME, "mountPath": MOUNT}
VOLUME: dict[str, Data] = {"name": RANK_VOLUME, "emptyDir": {}}


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
            container = InitContainer(RANK_CONTAINER, script(plan.first_rank), [name], {"volumeMounts": [MOUNTED]})
            results += put(job, task, container, first=True)
            results += _settle_mount(job, task)
            results += _settle_volume(job, task, wanted=True)
        elif any(init.is_our_rank_file for init in task.init_containers):
            take_off(job, task, RANK_CONTAINER)
            _settle_volume(job, task, wanted=False)
    return results


def _settle_mount(job: Job, task: Task) -> list[Result]:
    """Mount the volume where the script writes, in place of what else is mounted there."""
    place = place_of(job, task, RANK_CONTAINER) or 0
    listed = mappings(job.walk(*task.steps("initContainers", place, "volumeMounts")))
    there = [at for at, mount in listed if text_of(walk(mount, "mountPath")) == MOUNT]
    there += [at for at, mount in listed if text_of(walk(mount, "name")) == RANK_VOLUME]
    mounts = own_list(job.own_mapping(*task.steps("initContainers", place)), "volumeMounts")
    if not there:
        mounts.append(MOUNTED)
        return []
    path = f"{task.path}.template.spec.initContainers[{place}].volumeMounts[{there[0]}]"
    return _settle(job, mounts, there[0], MOUNTED, path)


def _settle_volume(job: Job, task: Task, *, wanted: bool) -> list[Result]:
    """Have an emptyDir, the only kind that RANK is read from; or none, unless another container mounts it by now."""
    volumes = dict(mappings(job.walk(*task.steps("volumes"))))
    place = next((place for place, volume in volumes.items() if text_of(walk(volume, "name")) == RANK_VOLUME), None)
    if place is None:
        if wanted:
            own_list(job.own_mapping(*task.steps()), "volumes").append(VOLUME)
        return []
    if wanted and set(volumes[place].keys()) <= VOLUME.keys():
        return []
    pod = job.own_mapping(*task.steps())
    listed = own_list(pod, "volumes")
    if wanted:
        return _settle(job, listed, place, VOLUME, f"{task.path}.template.spec.volumes[{place}]")
    if not _is_mounted(task):
        listed.remove(place, alone=True)
        if not len(listed):
            pod.remove("volumes", alone=True)
    return []


def _is_mounted(task: Task) -> bool:
    others = (*task.containers, *(init for init in task.init_containers if not init.is_our_rank_file))
    mounts = (mount for container in others for _, mount in mappings(walk(container.node, "volumeMounts")))
    return any(text_of(walk(mount, "name")) == RANK_VOLUME for mount in mounts)


def _settle(job: Job, listed: Sequence, place: int, wanted: dict[str, Data], path: str) -> list[Result]:
    """Write an entry anew that was edited by hand."""
    was = listed.get(place).data()
    if was == wanted:
        return []
    settle(listed, place, wanted)
    message = f"must be {compact(wanted)}, got {compact(was)}: it is replaced, as the pods get their RANK through it"
    return [job.result(Severity.WARNING, "rank-file-edited", path, message, current=was, proposed=wanted)]
