"""Fields whose name is nearly right: the API server drops what it doesn't know, or refuses the Job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.choices import meant_by
from fn.checks.shape import JOB, RESOURCES, STRINGS, TASK
from fn.nodes import Mapping
from fn.paths import entries, field_path
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.checks.shape import Shape
    from fn.job import Job
    from fn.nodes import Node
    from fn.results import Result

CLAIMS = "claims"


def field_misspelt(job: Job) -> Iterator[Result]:
    """A key that is nearly the name of a field that is read here."""
    found = [*_misspelt(job.walk("spec"), {**JOB, "tasks": "read one by one"}, ("spec",))]
    for task in job.tasks:
        here = _misspelt(task.node, TASK, ("spec", "tasks", task.place))
        found += [one for one in here if one[1] != "replicas" or task not in job.roles]  # else [replicas-missing]
    for path, meant, key in found:
        message = (
            f"must be `{meant}`, got `{key}`: the API server drops a field that it doesn't know, or refuses the Job"
        )
        yield job.result(Severity.WARNING, "field-misspelt", path, message)


def _misspelt(node: Node | None, shape: Shape, steps: tuple[str | int, ...]) -> Iterator[tuple[str, str, str]]:
    """Give the path, the name that is meant and the key that is there."""
    if isinstance(shape, list):
        for place, entry in enumerate(entries(node)):
            yield from _misspelt(entry, shape[0], (*steps, place))
    if not isinstance(shape, dict) or shape is STRINGS or not isinstance(node, Mapping):
        return
    for key in node.keys():  # noqa: SIM118  a Mapping is no dict
        if key in shape:
            yield from _misspelt(node.get(key), shape[key], (*steps, key))
            continue
        meant = meant_by(key, shape)
        if shape is RESOURCES and meant is None and key != CLAIMS:
            meant = f"limits: {{{key}: …}}"
        if meant is not None:
            yield field_path(*steps, key), meant, key
