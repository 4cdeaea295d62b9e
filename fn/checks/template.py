"""Pod templates that the API server or Volcano's webhook refuses, on the paths that matter here.

Source: volcano pkg/webhooks/admission/jobs/validate/util.go validateTaskTemplate; kubernetes
pkg/apis/core/validation/validation.go ValidatePodTemplateSpec, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.arguments.strconv import quote
from fn.checks.choices import instead_of, not_one_of, too_high
from fn.checks.env import env_faults
from fn.checks.labels import LABEL, LABEL_FORM, label_faults
from fn.checks.ports import port_faults, shared_port_faults
from fn.checks.resources import resource_faults
from fn.checks.volumes import astray_faults, medium_faults, mount_faults, volume_faults
from fn.checks.wait import waiting_task
from fn.images import image_fault
from fn.paths import field_path, mappings, text_of, walk
from fn.results import Severity
from fn.task import WAIT_CONTAINER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Container, Task

CHOICES = {
    "restartPolicy": ("Always", "OnFailure", "Never"),
    "dnsPolicy": ("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"),
}
TOLERATION = {"operator": ("Exists", "Equal", "Lt", "Gt"), "effect": ("NoSchedule", "PreferNoSchedule", "NoExecute")}
PULL_POLICIES = ("Always", "IfNotPresent", "Never")


def pod_template(job: Job) -> Iterator[Result]:
    """A template of which no pod can be made."""
    for task in job.tasks:
        for path, message in _faults(job, task):
            yield job.result(Severity.ERROR, "pod-template", path, f"{message}: the cluster refuses the Job")
        for key, message in medium_faults(task):
            path = f"{task.path}.template.spec.{key}"
            yield job.result(Severity.ERROR, "pod-template", path, f"{message}: no pod starts with it")
        for container in (*task.containers, *task.init_containers):
            image = text_of(walk(container.node, "image")) or ""
            must = None if has_placeholder(image) or image != image.strip() or not image else image_fault(image)
            if must is not None:
                message = f"must be {must}, got {quote(image)}: no pod starts with it (InvalidImageName)"
                yield job.result(Severity.ERROR, "pod-template", f"{container.path}.image", message)


def _faults(job: Job, task: Task) -> Iterator[tuple[str, str]]:
    spec = f"{task.path}.template.spec"
    for key, choices in CHOICES.items():
        text = text_of(walk(task.pod, key))
        if text and text not in choices and not has_placeholder(text):
            yield f"{spec}.{key}", not_one_of(choices, text)[0]
    for place, toleration in mappings(walk(task.pod, "tolerations")):
        for key, choices in TOLERATION.items():
            text = text_of(walk(toleration, key))
            if text and text not in choices and not has_placeholder(text):
                yield f"{spec}.tolerations[{place}].{key}", not_one_of(choices, text)[0]
    for key in ("hostname", "subdomain"):
        text = text_of(walk(task.pod, key))
        if text and not LABEL.fullmatch(text) and not has_placeholder(text):
            yield f"{spec}.{key}", f'must be {LABEL_FORM}, got "{text}"'
    for key, message in label_faults(walk(task.node, "template", "metadata", "labels")):
        yield f"{task.path}.template.{field_path('metadata', 'labels', key)}", message
    yield from ((f"{spec}.{key}", message) for key, message in volume_faults(task))
    yield from astray_faults(job, task)
    yield from _container_faults(job, task)
    yield from shared_port_faults(job, task)


def _container_faults(job: Job, task: Task) -> Iterator[tuple[str, str]]:
    names: set[str] = set()
    for container in (*task.containers, *task.init_containers):
        taken = container.name == WAIT_CONTAINER and container in task.containers and task is waiting_task(job)
        fault = _name_fault(container, names, taken=taken)
        if fault is not None:
            yield f"{container.path}.name", fault
        names.add(container.name)
    for container in (*task.containers, *task.init_containers):
        image = text_of(walk(container.node, "image")) or ""
        if not image or image != image.strip():
            hint = instead_of(container.node, "Container", "image") or too_high(
                "image", "the container", task.pod, task.node
            )
            got = "blanks round it" if image else f"none{hint}"
            yield f"{container.path}.image", f"must be an image, got {got}"
        policy = text_of(walk(container.node, "imagePullPolicy"))
        if policy and policy not in PULL_POLICIES and not has_placeholder(policy):
            yield f"{container.path}.imagePullPolicy", not_one_of(PULL_POLICIES, policy)[0]
        faults = (
            *env_faults(container),
            *port_faults(task, container),
            *mount_faults(job, task, container),
        )
        yield from ((f"{container.path}.{key}", message) for key, message in faults)
        yield from ((f"{container.path}.resources.{key}", message) for key, message in resource_faults(container))


def _name_fault(container: Container, names: set[str], *, taken: bool) -> str | None:
    if not container.name:
        return f"must be a name, got none{instead_of(container.node, 'Container', 'name')}"
    if taken:
        return f'must be another name than "{WAIT_CONTAINER}", which the init container gets that waits for the master'
    if container.name in names:
        return f'must be a name of its own in the pod, got "{container.name}" again'
    if not LABEL.fullmatch(container.name) and not has_placeholder(container.name):
        return f'must be {LABEL_FORM}, got "{container.name}"'
    return None
