"""Fields whose name is nearly right, or that stand in a wrong place, and resources that no node has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fn.accelerators import accelerator_meant
from fn.checks.choices import meant_field
from fn.checks.fields import fields_of
from fn.nodes import Mapping
from fn.paths import field_path, mappings, walk
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.mistakes import Mistakes
    from fn.nodes import Node
    from fn.results import Result

DROPPED = "the API server drops a field that it doesn't know, or refuses the Job"
RESOURCES = "ResourceRequirements"
NATIVE = ("cpu", "memory", "ephemeral-storage")

LEVELS = {
    "JobSpec": ("the Job's `spec`", ""),
    "TaskSpec": ("a task", ""),
    "PodTemplateSpec": ("`template`", "template."),
    "PodSpec": ("the template's `spec`", "template.spec."),
    "Container": ("a container", "template.spec.containers[]."),
    "ObjectMeta": ("`metadata`", "template.metadata."),
}
"""Where a field may have gone one or more levels astray, in words, and the way there from a task."""

Steps = tuple["str | int", ...]


class Stray(NamedTuple):
    """A key that its mapping, at the end of `steps`, has no field for, and the path of the field that is meant."""

    steps: Steps
    key: str
    message: str
    meant: str


def field_misspelt(job: Job, wrong: Mistakes) -> Iterator[Result]:
    """A key that is nearly the name of a field, or is one of another level, and no error is about that field (`wrong`).

    A key that is near to nothing may be a field of a newer Kubernetes or Volcano.
    """
    clean: set[tuple[Node, str]] = set()
    found = _strays(job.walk("metadata"), "ObjectMeta", ("metadata",), clean)
    found += _strays(job.walk("spec"), "JobSpec", ("spec",), clean)
    for task in job.tasks:
        found += _strays(task.node, "TaskSpec", ("spec", "tasks", task.place), clean)
    for stray in found:
        mapping = job.carrier.path(field_path(*stray.steps))
        if not wrong.at(mapping) and not wrong.below(job.carrier.path(stray.meant)):
            path = field_path(*stray.steps, stray.key)
            yield job.result(Severity.WARNING, "field-misspelt", path, stray.message)


def _strays(node: Node | None, kind: str, steps: Steps, clean: set[tuple[Node, str]]) -> list[Stray]:
    """Find the keys that are no fields of `kind`, and below; `clean` holds what has none, as aliases repeat nodes."""
    if node is None or (node, kind) in clean:
        return []
    found = [stray for place, entry in mappings(node) for stray in _strays(entry, kind, (*steps, place), clean)]
    if isinstance(node, Mapping):
        known = fields_of(kind)
        for key in node.keys():  # noqa: SIM118  a Mapping is no dict
            if key not in known:
                found += _stray(kind, steps, key)
            elif known[key]:
                found += _strays(node.get(key), known[key], (*steps, key), clean)
        if kind == RESOURCES:
            found += _strange_resources(node, steps)
    if not found:
        clean.add((node, kind))
    return found


def _stray(kind: str, steps: Steps, key: str) -> Iterator[Stray]:
    homes = [level for level in LEVELS if kind in LEVELS and key != "name" and key in fields_of(level)]
    meant = meant_field(kind, key, only_other_names=bool(homes))
    if meant is None and kind == RESOURCES and (key in NATIVE or "/" in key):
        meant = f"limits: {{{key}: …}}"
    if meant is not None:
        yield Stray(steps, key, f"must be `{meant}`, got `{key}`: {DROPPED}", field_path(*steps, meant))
    elif homes:
        words = " or in ".join(LEVELS[home][0] for home in homes)
        message = f"must stand in {words}, got it in {LEVELS[kind][0]}: {DROPPED}"
        yield Stray(steps, key, message, _home(homes[0], steps, key))


def _home(level: str, steps: Steps, key: str) -> str:
    """Write the path where a field belongs that went astray, in the same task or in any."""
    task = field_path(*steps[:3]) if len(steps) > 2 else "spec.tasks[]"  # noqa: PLR2004  spec, tasks, place
    return f"spec.{key}" if level == "JobSpec" else f"{task}.{LEVELS[level][1]}{key}"


def _strange_resources(resources: Mapping, steps: Steps) -> Iterator[Stray]:
    """Find amounts of what is nearly an accelerator, in the limits, else in the requests."""
    told: set[str] = set()
    for side in ("limits", "requests"):
        amounts = walk(resources, side)
        for name in amounts.keys() if isinstance(amounts, Mapping) else ():
            meant = accelerator_meant(name)
            if meant is not None and name not in told:
                told.add(name)
                message = f"must be `{meant}`, got `{name}`: no node offers that, so the pod stays Pending"
                yield Stray((*steps, side), name, message, field_path(*steps, side, meant))
