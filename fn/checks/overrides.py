"""The annotations by which one Job overrides settings of functionConfig."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.catalog import IGNORABLE
from fn.checks.choices import meant_by
from fn.config import Config
from fn.nodes import Mapping
from fn.overrides import OVERRIDES, OverrideError, overridden
from fn.paths import field_path, text_of, walk
from fn.record import ANNOTATION_PREFIX
from fn.results import ABSENT, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Carrier
    from fn.job import Job
    from fn.nodes import Node
    from fn.results import Result

ANNOTATIONS = ("metadata", "annotations")
DOMAIN = ANNOTATION_PREFIX.rstrip("/")


def annotation_invalid(carrier: Carrier) -> Iterator[Result]:
    """An annotation with this function's prefix that is no setting of one Job, or a value that it can't have."""
    try:
        overridden(Config(), carrier.walk(*ANNOTATIONS), IGNORABLE)
    except OverrideError as error:
        for mistake in error.mistakes:
            steps = (*ANNOTATIONS, mistake.annotation)
            current = text_of(carrier.walk(*steps))
            proposed = ABSENT if mistake.proposed is None else mistake.proposed
            yield carrier.result(
                Severity.ERROR,
                "annotation-invalid",
                field_path(*steps),
                mistake.problem,
                current=current,
                proposed=proposed,
            )


def annotation_astray(job: Job) -> Iterator[Result]:
    """An annotation of this function where it isn't read: a label, one of the pods', one under another domain."""
    carrier, way = job.carrier, job.carrier.form.way
    objects: list[tuple[str | int, ...]] = [(*way, "metadata")] if way else []
    objects += [(*way, "spec", "tasks", task.place, "template", "metadata") for task in job.tasks]
    places = [("metadata", "labels"), *((*steps, kind) for steps in objects for kind in ("annotations", "labels"))]
    message = f"must stand in `metadata.annotations` of the {carrier.item.kind}: nothing reads it here"
    for steps in places:
        for key in _keys(walk(carrier.node, *steps)):
            if key.startswith(ANNOTATION_PREFIX):
                path = field_path(*steps, key)
                yield carrier.item.result(Severity.WARNING, "annotation-unused", path, message)
    for key in _keys(carrier.walk(*ANNOTATIONS)):
        domain, _, name = key.partition("/")
        if name in OVERRIDES and domain != DOMAIN and meant_by(domain, (DOMAIN,)):
            message = f"must be `{ANNOTATION_PREFIX}{name}`, if a setting of this function is meant, got `{key}`"
            path = field_path(*ANNOTATIONS, key)
            yield carrier.result(Severity.WARNING, "annotation-unused", path, f"{message}: nothing reads it")


def _keys(node: Node | None) -> list[str]:
    return node.keys() if isinstance(node, Mapping) else []
