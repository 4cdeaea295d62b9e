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

JOB = "spec.jobTemplate."
TASK = f"{JOB}spec.tasks[]."
POD = f"{TASK}template.spec."
LEVELS = {
    "Job": ("the object, beside `spec`", ""),
    "CronJob": ("the object, beside `spec`", ""),
    "JobTemplate": ("the object, beside `spec`", ""),
    "CronJobSpec": ("the `spec` of a CronJob", "spec."),
    "JobTemplateSpec": ("`jobTemplate`", JOB),
    "JobSpec": ("the Job's `spec`", f"{JOB}spec."),
    "TaskSpec": ("a task", TASK),
    "PodTemplateSpec": ("`template`", f"{TASK}template."),
    "ObjectMeta": ("`metadata`", f"{TASK}template.metadata."),
    "PodSpec": ("the template's `spec`", POD),
    "PodSecurityContext": ("the `securityContext` of the pod", f"{POD}securityContext."),
    "Container": ("a container", f"{POD}containers[]."),
    "SecurityContext": ("the `securityContext` of a container", f"{POD}containers[].securityContext."),
}
"""Where a field may have gone astray, from the top down: in words, and the way there in a CronJob."""

SELDOM_MEANT = {"resources": "PodSpec"}
"""Fields that a level has too, but for few."""

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
    item, way = job.carrier.item, job.carrier.form.way
    clean: set[tuple[Node, str]] = set()
    found = _strays(job.carrier.node, item.kind or "", (), clean)
    for task in job.tasks:
        found += _strays(task.node, "TaskSpec", (*way, "spec", "tasks", task.place), clean)
    for stray in found:
        path = field_path(*stray.steps, stray.key)
        meant = stray.meant if way else stray.meant.removeprefix(JOB)
        if not wrong.at(field_path(*stray.steps)) and not wrong.at(path) and not wrong.below(meant):
            yield item.result(Severity.WARNING, "field-misspelt", path, stray.message)


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
    home, child = _home(kind, key), _child(kind, key)
    meant = meant_field(kind, key, only_other_names=home is not None)
    if meant is None and kind == RESOURCES and (key in NATIVE or "/" in key):
        meant = f"limits: {{{key}: …}}"
    if meant is not None:
        yield Stray(steps, key, f"must be `{meant}`, got `{key}`: {DROPPED}", field_path(*steps, meant))
    elif home is not None:
        words, way = LEVELS[home]
        place = next((step for step in steps if isinstance(step, int)), "")
        message = f"must stand in {words}, got it in {LEVELS[kind][0]}: {DROPPED}"
        yield Stray(steps, key, message, way.replace("tasks[]", f"tasks[{place}]") + key)
    elif child is not None:
        yield Stray(steps, key, f"must stand one level down, in `{child}`: {DROPPED}", field_path(*steps, child))


def _home(kind: str, key: str) -> str | None:
    """Find the level that has such a field: the next one below, as most go too high, or else above, or elsewhere."""
    if kind not in LEVELS or key == "name":
        return None
    here = LEVELS[kind][1]
    ways = {level: way for level, (_, way) in LEVELS.items() if key in fields_of(level)}
    if len(ways) > 1:
        ways.pop(SELDOM_MEANT.get(key, ""), None)
    below = [level for level, way in ways.items() if way.startswith(here)]
    above = [level for level, way in ways.items() if here.startswith(way)]
    return next(iter((*below, *reversed(above), *ways)), None)


def _child(kind: str, key: str) -> str | None:
    """Find the field below which such a field stands, where there is but one."""
    children = [field for field, below in fields_of(kind).items() if below and key in fields_of(below)]
    return children[0] if len(children) == 1 and key != "name" else None


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
