"""Names: of the Job, which `svc` gives to a Service and a volume, and of its pods."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.checks.choices import instead_of, too_high
from fn.checks.shape import kind_of
from fn.paths import field_path, is_null, mappings, text_of, walk
from fn.results import ABSENT, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Carrier
    from fn.job import Job
    from fn.nodes import Data
    from fn.results import Absent, Result

JOB_NAME = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
JOB_NAME_LIMIT = 59  # characters: `<job>-svc` is the name of a volume, which has 63 at most
POD_NAME_LIMIT = 63  # characters: the name is the pod's hostname too
GENERATED = "abcde"  # stands for what the API server puts behind `generateName`


def name_missing(carrier: Carrier) -> Iterator[Result]:
    """Neither `metadata.name` nor `generateName`: the API server refuses the Job."""
    names = [carrier.walk("metadata", key) for key in ("name", "generateName")]
    if all(is_null(node) or text_of(node) == "" for node in names):
        hint = (
            instead_of(carrier.node, carrier.item.kind or "", "metadata")
            or instead_of(carrier.walk("metadata"), "ObjectMeta", "name", "generateName")
            or too_high("name", "`metadata`", carrier.node)
        )
        message = (
            f"must be a name, or `generateName` a prefix of one, got neither{hint}: the API server refuses the Job"
        )
        yield carrier.result(Severity.ERROR, "name-missing", "metadata.name", message)


def job_name(carrier: Carrier) -> Iterator[Result]:
    """A name of which `svc` can make no Service or no volume, so that no pod starts.

    Source: volcano pkg/controllers/job/plugins/svc/svc.go createServiceIfNotExist, mountConfigmap, ed72c7c
    """
    key, name = _job_name(carrier)
    fault = _name_fault(carrier)
    if fault is not None:
        key, message, proposed = fault
        yield carrier.result(
            Severity.ERROR, "job-name", f"metadata.{key}", message, current=_written(carrier, key), proposed=proposed
        )
    elif name and name[0].isdigit() and carrier.begins_job_name and not has_placeholder(name):
        message = (
            f'must begin with a letter, got "{name}": before Kubernetes 1.36 no Service can have this name, '
            "and no pod finds the master"
        )
        yield carrier.result(Severity.WARNING, "job-name", f"metadata.{key}", message, current=name)


def _job_name(carrier: Carrier) -> tuple[str, str]:
    return ("name", carrier.name) if carrier.name else ("generateName", carrier.generate_name or "")


def _written(carrier: Carrier, key: str) -> Data | Absent:
    node = carrier.walk("metadata", key)
    return ABSENT if node is None else node.data()


def _name_fault(carrier: Carrier) -> tuple[str, str, str | Absent] | None:
    """Tell which key holds a name that can't be used, why not, and the nearest one that can."""
    for key in ("name", "generateName"):
        node = carrier.walk("metadata", key)
        if node is not None and text_of(node) is None:
            return key, f"must be a string, got {kind_of(node)}: put it in quotes", getattr(node, "text", ABSENT)
    key, name = _job_name(carrier)
    if not name or has_placeholder(name):
        return None
    generated = GENERATED if key == "generateName" else ""
    if not JOB_NAME.fullmatch(name + generated):
        near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + ("-" if generated else "")
        usable = JOB_NAME.fullmatch(near + generated) and len(near + generated) <= JOB_NAME_LIMIT
        like = f', like "{near}"' if usable else ""
        message = (
            f"must be lower-case letters, digits and inner dashes{like}, "
            f'got "{name}": no pod starts, as its hostname and its volume can\'t have this name'
        )
        return key, message, near if usable else ABSENT
    limit = JOB_NAME_LIMIT - carrier.added
    if len(name) > limit:
        added = [carrier.form.adding] if carrier.form.adding else []
        added += ["a generated name has 5 more"] if generated else []
        message = (
            f"must be at most {limit} characters, got {len(name)}: "
            f"{', '.join(['the volume of `svc` has 4 more', *added])}, {POD_NAME_LIMIT} at most"
        )
        return key, message, ABSENT
    return None


def placeholder(carrier: Carrier) -> Iterator[Result]:
    """A name that something fills in later, such as `${run}`, `{{ run }}` or `<run>`."""
    key, name = _job_name(carrier)
    named = [(field_path("metadata", key), name)]
    for place, task in mappings(carrier.walk("spec", "tasks")):
        named.append((field_path("spec", "tasks", place, "name"), text_of(walk(task, "name")) or ""))
    for path, text in named:
        if has_placeholder(text):
            message = f'something must fill in "{text}" later: names and their lengths could not be checked'
            yield carrier.result(Severity.WARNING, "placeholder", path, message)


def pod_name(job: Job) -> Iterator[Result]:
    """A pod's name that is too long, by Kubernetes' count or by the one of Volcano's webhook.

    Where several tasks have such pods, the Job's name is what is too long. A split makes names that are longer still,
    so no strategy can help.

    Source: volcano pkg/webhooks/admission/jobs/validate/admit_job.go validateJobCreate (it counts with the task's place
    in the list, not with the pod's index), ed72c7c
    """
    key, name = _job_name(job.carrier)
    if _name_fault(job.carrier) is not None or has_placeholder(name):
        return
    found = []
    for task in job.tasks:
        if has_placeholder(task.name) or not job.is_sound(f"{task.path}.name"):
            continue
        webhook, real = f"-{task.name}-{task.place}", f"-{task.name}-{max(task.replicas - 1, 0)}"
        suffix = webhook if text_of(walk(task.pod, "hostname")) else max(real, webhook, key=len)
        if job.name_length + len(suffix) > POD_NAME_LIMIT:
            refused = job.name_length + len(webhook) > POD_NAME_LIMIT
            why = (
                "Volcano's webhook refuses the Job" if refused else "the Job is accepted, and this pod can't be created"
            )
            found.append((suffix, task.path, why))
    if not found:
        return
    suffix, path, why = max(found, key=lambda one: len(one[0]))
    path = f"{path}.name" if len(found) == 1 else f"metadata.{key}"
    longest = f'"{name}{suffix}"' if job.name is not None else f'of "{name}…{suffix}"'
    message = (
        f"the pod name {longest} must be at most {POD_NAME_LIMIT} characters, "
        f"got {job.name_length + len(suffix)}: {why}"
    )
    yield job.result(Severity.ERROR, "pod-name", path, message)
