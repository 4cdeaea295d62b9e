"""Volumes: where they come from, and where they are mounted.

Source: volcano pkg/webhooks/admission/jobs/validate/util.go validateIO,
pkg/controllers/job/plugins/svc/svc.go mountConfigmap, ed72c7c;
kubernetes pkg/apis/core/validation/validation.go ValidateVolumes, ValidateVolumeMounts,
pkg/volume/emptydir/empty_dir.go SetUpAt, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.amounts import amount_must
from fn.arguments import has_placeholder
from fn.checks.choices import instead_of, not_one_of
from fn.checks.fields import fields_of
from fn.checks.labels import LABEL, LABEL_FORM
from fn.checks.shape import kind_of
from fn.nodes import Mapping
from fn.paths import field_path, mappings, text_of, walk
from fn.results import Severity
from fn.task import RANK_VOLUME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Container, Task

HOSTS_MOUNT = "/etc/volcano"
HOST_PATHS = ("DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice")
JOB_VOLUMES = "spec.volumes"  # they are told of as `volumes-invalid`
ABOVE_POD = {".volumes": ("volumes",), ".template.volumes": ("template", "volumes")}
MEDIA = ("Memory", "HugePages")


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
        source = None if mounted else _source_of_pod(volume)
        if source is not None:
            key, message = "", f"must stand in the template's `spec`, as a pod's volume does that has `{source}`"
        elif not mounted or ":" in mounted:
            got = _got(mounted) + ("" if mounted else instead_of(volume, "VolumeSpec", "mountPath"))
            key, message = ".mountPath", f"must be a path without a colon, got {got}"
        elif mounted in seen:
            key, message = ".mountPath", f'must be a path of its own, got "{mounted}" again'
        elif len(given) != 1:
            got = "both" if given else f"neither{instead_of(volume, 'VolumeSpec', 'volumeClaim', 'volumeClaimName')}"
            key, message = "", f"must have `volumeClaim` or `volumeClaimName`, got {got}"
        else:
            seen.add(mounted)
            yield from _claim_faults(job, place, volume)
            continue
        seen.add(mounted)
        message += ": Volcano's webhook refuses the Job"
        yield job.result(Severity.ERROR, "volumes-invalid", f"spec.volumes[{place}]{key}", message)


def _source_of_pod(volume: Mapping) -> str | None:
    """Find the field by which a volume of the Job is rather one of a pod."""
    sources = (key for key in fields_of("Volume") if key != "name" and walk(volume, key) is not None)
    return next(sources, None)


def _claim_faults(job: Job, place: int, volume: Mapping) -> Iterator[Result]:
    """Find amounts of storage that are none."""
    for side in ("requests", "limits"):
        amounts = walk(volume, "volumeClaim", "resources", side)
        for name in amounts.keys() if isinstance(amounts, Mapping) else ():
            node = walk(amounts, name)
            must = None if node is None else amount_must(name, node.data())
            if node is not None and must is not None:
                path = f"spec.volumes[{place}].volumeClaim.resources.{field_path(side, name)}"
                message = f"{must}, got {kind_of(node)}: the API server refuses the Job"
                yield job.result(Severity.ERROR, "volumes-invalid", path, message)


def volume_without_source(job: Job) -> Iterator[Result]:
    """A volume that has a name and nothing else: the API server makes an `emptyDir` of it.

    Source: kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Volume, v1.36.1
    """
    for task in job.tasks:
        for place, volume in mappings(walk(task.pod, "volumes")):
            if volume.keys() == ["name"]:
                message = "must say where it comes from, got a name alone: that is an empty directory, `emptyDir: {}`"
                path = f"{task.path}.template.spec.volumes[{place}]"
                yield job.result(Severity.WARNING, "volume-without-source", path, message)


def volume_faults(task: Task) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a template's volumes."""
    seen: set[str] = set()
    for place, volume in mappings(walk(task.pod, "volumes")):
        here = f"volumes[{place}]"
        name = text_of(walk(volume, "name")) or ""
        if not name or name in seen:
            got = f'"{name}" again' if name else f"none{instead_of(volume, 'Volume', 'name')}"
            yield f"{here}.name", f"must be a name of its own, got {got}"
        elif not LABEL.fullmatch(name) and not has_placeholder(name):
            yield f"{here}.name", f'must be {LABEL_FORM}, got "{name}"'
        seen.add(name)
        sources = [key for key in fields_of("Volume") if key != "name" and walk(volume, key) is not None]
        if len(sources) > 1:
            yield here, f"must come from one place, got {' and '.join(f'`{source}`' for source in sources)}"
        kind = text_of(walk(volume, "hostPath", "type"))
        if kind and kind not in HOST_PATHS and not has_placeholder(kind):
            yield f"{here}.hostPath.type", not_one_of(HOST_PATHS, kind)[0]
        size = walk(volume, "emptyDir", "sizeLimit")
        must = None if size is None else amount_must("memory", size.data())
        if size is not None and must is not None:
            yield f"{here}.emptyDir.sizeLimit", f"{must}, got {kind_of(size)}"


def medium_faults(task: Task) -> Iterator[tuple[str, str]]:
    """Find a medium of an `emptyDir` that the kubelet doesn't know."""
    for place, volume in mappings(walk(task.pod, "volumes")):
        medium = text_of(walk(volume, "emptyDir", "medium"))
        if medium and medium not in MEDIA and not medium.startswith("HugePages-") and not has_placeholder(medium):
            yield f"volumes[{place}].emptyDir.medium", not_one_of(MEDIA, medium)[0]


def mount_faults(job: Job, task: Task, container: Container) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a container's mounts.

    A volume without a name may be any that is mounted, and so may one that has the name of another.
    """
    names = [text_of(walk(volume, "name")) or "" for _, volume in mappings(walk(task.pod, "volumes"))]
    volumes = set(names)
    if container in task.init_containers and container.is_our_rank_file:
        volumes.add(RANK_VOLUME)  # it comes back
    known = "" not in volumes and len(set(names)) == len(names) and job.is_sound(f"{task.path}.template.spec.volumes")
    volumes |= {name for names in _astray(job, task).values() for name in names}  # told there
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


def astray_faults(job: Job, task: Task) -> Iterator[tuple[str, str]]:
    """Find the lists of volumes that a template's mounts name, and that stand elsewhere."""
    volumes = {text_of(walk(volume, "name")) for _, volume in mappings(walk(task.pod, "volumes"))}
    mounts = [
        text_of(walk(mount, "name"))
        for container in (*task.containers, *task.init_containers)
        for _, mount in mappings(walk(container.node, "volumeMounts"))
    ]
    for path, names in _astray(job, task).items():
        if path != JOB_VOLUMES and any(name in names and name not in volumes for name in mounts):
            yield path, "must stand in the template's `spec`, where mounts find their volumes"


def _astray(job: Job, task: Task) -> dict[str, set[str]]:
    """Give the names of volumes that stand in a task, its `template`, its containers or the Job, by their place."""
    places = {f"{task.path}{key}": walk(task.node, *steps) for key, steps in ABOVE_POD.items()}
    for container in (*task.containers, *task.init_containers):
        places[f"{container.path}.volumes"] = walk(container.node, "volumes")
    found = {path: {text_of(walk(volume, "name")) for _, volume in mappings(node)} for path, node in places.items()}
    of_job = [volume for _, volume in mappings(job.walk("spec", "volumes")) if walk(volume, "mountPath") is None]
    found[JOB_VOLUMES] = {text_of(walk(volume, "name")) for volume in of_job if _source_of_pod(volume)}
    return {path: {name for name in names if name} for path, names in found.items()}


def _got(text: str) -> str:
    return f'"{text}"' if text else "none"
