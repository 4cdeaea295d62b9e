"""Volumes and where they are mounted.

Source: volcano pkg/webhooks/admission/jobs/validate/util.go validateIO,
pkg/controllers/job/plugins/svc/svc.go mountConfigmap, ed72c7c;
kubernetes pkg/apis/core/validation/validation.go ValidateVolumeMounts, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.checks.choices import instead_of
from fn.paths import mappings, text_of, walk
from fn.results import Severity
from fn.task import RANK_VOLUME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Container, Task

HOSTS_MOUNT = "/etc/volcano"


def volcano_mount(job: Job) -> Iterator[Result]:
    """Something is mounted where `svc` mounts its list of hosts: no pod can be created."""
    message = f'must be another path than "{HOSTS_MOUNT}", where `svc` mounts its list of hosts: no pod can be created'
    for place, volume in mappings(job.walk("spec", "volumes")):
        if text_of(walk(volume, "mountPath")) == HOSTS_MOUNT:
            path = f"spec.volumes[{place}].mountPath"
            yield job.result(Severity.ERROR, "volcano-mount", path, message, current=HOSTS_MOUNT)
    for task in job.tasks:
        for container in (*task.containers, *task.init_containers):
            for place, mount in mappings(walk(container.node, "volumeMounts")):
                if text_of(walk(mount, "mountPath")) == HOSTS_MOUNT:
                    path = f"{container.path}.volumeMounts[{place}].mountPath"
                    yield job.result(Severity.ERROR, "volcano-mount", path, message, current=HOSTS_MOUNT)


def volumes_invalid(job: Job) -> Iterator[Result]:
    """Volumes of the Job that the webhook refuses."""
    seen: set[str] = set()
    for place, volume in mappings(job.walk("spec", "volumes")):
        mounted = text_of(walk(volume, "mountPath")) or ""
        given = [key for key in ("volumeClaim", "volumeClaimName") if walk(volume, key) is not None]
        if not mounted or ":" in mounted:
            got = _got(mounted) + ("" if mounted else instead_of(volume, "VolumeSpec", "mountPath"))
            key, message = ".mountPath", f"must be a path without a colon, got {got}"
        elif mounted in seen:
            key, message = ".mountPath", f'must be a path of its own, got "{mounted}" again'
        elif len(given) != 1:
            got = "both" if given else f"neither{instead_of(volume, 'VolumeSpec', 'volumeClaim', 'volumeClaimName')}"
            key, message = "", f"must have `volumeClaim` or `volumeClaimName`, got {got}"
        else:
            seen.add(mounted)
            continue
        seen.add(mounted)
        message += ": Volcano's webhook refuses the Job"
        yield job.result(Severity.ERROR, "volumes-invalid", f"spec.volumes[{place}]{key}", message)


def mount_faults(job: Job, task: Task, container: Container) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a container's mounts; a volume without a name may be any that is mounted."""
    volumes = {text_of(walk(volume, "name")) or "" for _, volume in mappings(walk(task.pod, "volumes"))}
    if container in task.init_containers and container.is_our_rank_file:
        volumes.add(RANK_VOLUME)  # it comes back
    known = "" not in volumes and job.is_sound(f"{task.path}.template.spec.volumes")
    seen: set[str] = set()
    for place, mount in mappings(walk(container.node, "volumeMounts")):
        name, mounted = (text_of(walk(mount, key)) or "" for key in ("name", "mountPath"))
        if not name or (known and name not in volumes and not has_placeholder(name)):
            got = _got(name) + ("" if name else instead_of(mount, "VolumeMount", "name"))
            yield f"volumeMounts[{place}].name", f"must be the name of a volume of this template, got {got}"
        if not mounted or mounted in seen:
            got = f'"{mounted}" again' if mounted else f"none{instead_of(mount, 'VolumeMount', 'mountPath')}"
            yield f"volumeMounts[{place}].mountPath", f"must be a path of its own, got {got}"
        seen.add(mounted)


def _got(text: str) -> str:
    return f'"{text}"' if text else "none"
