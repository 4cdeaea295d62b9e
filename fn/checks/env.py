"""Variables: what the Job CRD refuses, and whose value counts where two sources set one name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import has_placeholder, nearest
from fn.arguments.strconv import quote
from fn.checks.choices import instead_of
from fn.checks.labels import KEY, NAME_FORM
from fn.checks.shape import kind_of
from fn.former import was_ours
from fn.nodes import Mapping
from fn.paths import entries, mappings, text_of, walk
from fn.references import refers_to
from fn.results import ABSENT, Absent, Severity
from fn.strategies.choice import Strategy
from fn.task import ENV_MASTER_ADDR, ENV_MASTER_PORT, ENV_RANK, ENV_WORLD_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data, Node
    from fn.results import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, Task

SOURCES = ("configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef")
POD_FIELDS = (
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "metadata.labels['…']",
    "metadata.annotations['…']",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
)
ONE_OF_A_MAP = re.compile(r"(metadata\.(?:labels|annotations)\[')(.*)'\]")
KEY_REFERENCES = {
    "configMapKeyRef": ("ConfigMap", "ConfigMapKeySelector"),
    "secretKeyRef": ("Secret", "SecretKeySelector"),
}
ENV_FROM = (("configMapRef", "ConfigMap"), ("secretRef", "Secret"))
DATA_KEYS = ("data", "stringData", "binaryData")


def env_duplicate(job: Job) -> Iterator[Result]:
    """One name twice in a container's env: the Job CRD refuses it."""
    for task in job.tasks:
        for container in (*task.containers, *task.init_containers):
            seen: set[str] = set()
            for entry in container.env:
                if entry.name and entry.name in seen:
                    path = f"{container.path}.env[{entry.place}].name"
                    message = (
                        f'must be there once in a container, got "{entry.name}" again: the API server refuses the Job'
                    )
                    yield job.result(Severity.ERROR, "env-duplicate", path, message, current=entry.name)
                seen.add(entry.name)


def env_not_a_string(job: Job) -> Iterator[Result]:
    """A value that YAML reads as no string: the API server refuses the Job."""
    for task in job.tasks:
        for container in (*task.containers, *task.init_containers):
            for place, entry in mappings(walk(container.node, "env")):
                value = walk(entry, "value")
                if value is not None and text_of(value) is None:
                    path = f"{container.path}.env[{place}].value"
                    text = getattr(value, "text", None)
                    proposed: Data | Absent = ABSENT if text is None else text
                    message = (
                        f"must be a string, got {kind_of(value)}: put it in quotes, the API server refuses the Job"
                    )
                    yield job.result(
                        Severity.ERROR, "env-not-a-string", path, message, current=value.data(), proposed=proposed
                    )


def env_faults(container: Container) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a container's env, names that stand twice aside."""
    for place, entry in mappings(walk(container.node, "env")):
        name = text_of(walk(entry, "name")) or ""
        if not name or "=" in name:
            got = repr(name) if name else f"none{instead_of(entry, 'EnvVar', 'name')}"
            yield f"env[{place}].name", f"must be a name{' without `=`' if name else ''}, got {got}"
        source = walk(entry, "valueFrom")
        if source is not None:
            kinds = [kind for kind in SOURCES if walk(source, kind) is not None]
            if text_of(walk(entry, "value")):
                yield f"env[{place}]", "must have `value` or `valueFrom`, got both"
            elif len(kinds) != 1:
                got = str(len(kinds)) if kinds else f"none{instead_of(source, 'EnvVarSource', *SOURCES)}"
                yield f"env[{place}].valueFrom", f"must have one of {', '.join(SOURCES)}, got {got}"
            else:
                faults = _source_faults(source, kinds[0])
                yield from ((f"env[{place}].valueFrom.{kinds[0]}.{key}", message) for key, message in faults)


def _source_faults(source: Node, kind: str) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a reference.

    Source: kubernetes pkg/apis/core/validation/validation.go validateObjectFieldSelector,
    validateConfigMapKeySelector, validateSecretKeySelector, pkg/apis/core/pods/helpers.go
    ConvertDownwardAPIFieldLabel, v1.36.1
    """
    if kind == "fieldRef":
        field = text_of(walk(source, kind, "fieldPath")) or ""
        one = ONE_OF_A_MAP.fullmatch(field)
        if one and not KEY.fullmatch(one[2].lower()) and not has_placeholder(one[2]):
            yield "fieldPath", f"must name a label or annotation in its brackets ({NAME_FORM}), got {quote(one[2])}"
        elif not one and field not in (*POD_FIELDS, "spec.host") and not has_placeholder(field):
            known = ", ".join(f"`{one}`" for one in POD_FIELDS)
            meant = nearest(field, POD_FIELDS)
            hint = f" (did you mean `{meant}`?)" if meant else ""
            yield "fieldPath", f"must be one of {known}, got {quote(field) if field else 'none'}{hint}"
    if kind in KEY_REFERENCES:
        what, type_ = KEY_REFERENCES[kind]
        reference = walk(source, kind)
        absent = [key for key in ("name", "key") if not text_of(walk(reference, key))]
        if absent:
            must = f"the name of a {what}" if absent[0] == "name" else f"a key of the {what}"
            yield absent[0], f"must be {must}, got none{instead_of(reference, type_, absent[0])}"


def _names_of(job: Job, task: Task) -> tuple[str, ...]:
    """Give the names that a container of `task` gets, from us or from the controller."""
    names = (ENV_MASTER_ADDR, ENV_MASTER_PORT, ENV_WORLD_SIZE)
    return (*names, ENV_RANK) if task in job.roles else names


def env_from(job: Job, _plan: Plan) -> Iterator[Result]:
    """A ConfigMap or Secret of `envFrom` that has one of the names: `env` wins, by Kubernetes' rules."""
    for task in job.tasks:
        for container in task.containers:
            for place, source in enumerate(entries(walk(container.node, "envFrom"))):
                for name in sorted(set(_names_of(job, task)) & _names_in(job, source)):
                    message = (
                        f"{_about(source)} has `{name}` too: the variable of the plugin wins, by Kubernetes' rules"
                    )
                    yield job.result(Severity.INFO, "env-from", f"{container.path}.envFrom[{place}]", message)


def _about(source: Node) -> str:
    for key, kind in ENV_FROM:
        name = text_of(walk(source, key, "name"))
        if name:
            return f'the {kind} "{name}"'
    return "it"


def _names_in(job: Job, source: Node) -> set[str]:
    """Give the names of the variables that an entry of `envFrom` sets, where its object is among the items."""
    prefix = text_of(walk(source, "prefix")) or ""
    names: set[str] = set()
    for key, kind in ENV_FROM:
        name = text_of(walk(source, key, "name"))
        for item in job.neighbours.of_kind(kind) if name else ():
            if item.name == name and len({item.namespace, job.carrier.namespace} - {None}) <= 1:
                for part in DATA_KEYS:
                    data = walk(item.node, part)
                    names |= {prefix + key for key in data.keys()} if isinstance(data, Mapping) else set()  # noqa: SIM118
    return names


def env_reference(job: Job, plan: Plan) -> Iterator[Result]:
    """A user's `$(MASTER_ADDR)` where the controller sets the variable: it does so last, so the text stays as it is."""
    if plan.strategy is not Strategy.CONTROLLER:
        return
    for task in job.tasks:
        for container in task.containers:
            before: set[str] = set()
            for entry in container.env:
                if was_ours(job, task, container, entry):
                    continue
                for name in _names_of(job, task):
                    if name not in before and refers_to(entry.value, name):
                        message = (
                            f"$({name}) stays as it is written: the controller sets `{name}` behind all others, so no "
                            "other can refer to it. Use it in `command` or `args`"
                        )
                        path = f"{container.path}.env[{entry.place}].value"
                        yield job.result(Severity.WARNING, "env-reference", path, message)
                before.add(entry.name)
