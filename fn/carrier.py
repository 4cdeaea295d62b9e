"""The objects that carry the spec of a Volcano Job: a Job itself, a CronJob, a JobTemplate.

Paths count from the Job on: `spec.tasks` is `spec.jobTemplate.spec.tasks` in a CronJob. Name and annotations are
those of the object. The name of the Job is known for a Job only; the controllers name the Jobs that they make.

Source: volcano pkg/controllers/cronjob/cronjob_controller_handler.go getJobName (`<cronjob>-<minutes>`),
pkg/controllers/jobflow/jobflow_controller_action.go getJobName (`<flow>-<template>`), ed72c7c
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fn.nodes import Mapping, Sequence
from fn.paths import field_path, walk

if TYPE_CHECKING:
    from fn.nodes import Data, Node
    from fn.resourcelist import Item
    from fn.results import Absent, Result, Severity

JOB_API_VERSION = "batch.volcano.sh/v1alpha1"
JOB_KIND = "Job"
JOB_TEMPLATE_KIND = "JobTemplate"
GENERATED_LENGTH = 5  # characters that the API server puts behind `generateName`


class Form(NamedTuple):
    """Where a kind holds its Job, and how many characters its controller adds to the name at least."""

    way: tuple[str, ...]
    added: int
    adding: str


KINDS = {
    (JOB_API_VERSION, JOB_KIND): Form((), 0, ""),
    (JOB_API_VERSION, "CronJob"): Form(("spec", "jobTemplate"), 9, "the controller adds a dash and 8 digits"),
    ("flow.volcano.sh/v1alpha1", JOB_TEMPLATE_KIND): Form((), 2, "the JobFlow's name and a dash come before it"),
}


class Carrier:
    """An item of one of the KINDS."""

    def __init__(self, item: Item) -> None:
        """Take the item."""
        self.item = item
        self.form = KINDS[item.api_version or "", item.kind or ""]
        self.name = item.name
        self.generate_name = item.generate_name
        self.namespace = item.namespace

    @property
    def node(self) -> Node:
        """The object."""
        return self.item.node

    @property
    def is_job(self) -> bool:
        """Tell whether the object is the Job itself."""
        return self.item.kind == JOB_KIND

    @property
    def begins_job_name(self) -> bool:
        """Tell whether the Job's name begins with that of the object."""
        return self.item.kind != JOB_TEMPLATE_KIND

    @property
    def job_name(self) -> str | None:
        """The Job's name, None where it is made up in the cluster."""
        return self.name if self.is_job else None

    @property
    def added(self) -> int:
        """The characters that the cluster adds to the name in the object, at least."""
        return self.form.added + (0 if self.name else GENERATED_LENGTH)

    def walk(self, *steps: str | int) -> Node | None:
        """Give the node at the end of `steps`, None where the way ends early or in a null."""
        return walk(self.item.node, *self._steps(steps))

    def walk_labels(self, *steps: str | int) -> Node | None:
        """Give the node at the end of `steps` in the metadata that the Job gets."""
        return walk(self.item.node, *self.form.way, "metadata", *steps)

    def own(self, *steps: str | int) -> Node:
        """Walk to a place that is there, ready to be changed."""
        node = self.item.own()
        for step in self._steps(steps):
            if isinstance(node, Mapping) and isinstance(step, str):  # noqa: SIM114  one call has one type
                node = node.own(step)
            elif isinstance(node, Sequence) and isinstance(step, int):
                node = node.own(step)
            else:
                message = f"no {field_path(*steps)}"
                raise TypeError(message)
        return node

    def result(self, severity: Severity, check: str, path: str, message: str, **values: Data | Absent) -> Result:
        """Say something about the field at `path`."""
        return self.item.result(severity, check, self.path(path), message, **values)

    def path(self, path: str) -> str:
        """Give the path in the object of a field of the Job."""
        return ".".join((*self.form.way, path)) if path == "spec" or path.startswith("spec.") else path

    def _steps(self, steps: tuple[str | int, ...]) -> tuple[str | int, ...]:
        return (*self.form.way, *steps) if steps[:1] == ("spec",) else steps
