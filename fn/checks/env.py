"""Variables that the Job CRD refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.shape import kind_of
from fn.paths import mappings, text_of, walk
from fn.results import ABSENT, Absent, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result


def env_duplicate(job: Job) -> Iterator[Result]:
    """One name twice in a container's env: the Job CRD refuses it."""
    for task in job.tasks:
        for container in (*task.containers, *task.init_containers):
            seen: set[str] = set()
            for entry in container.env:
                if entry.name in seen:
                    path = f"{container.path}.env[{entry.place}].name"
                    message = f'must be there once in a container, got "{entry.name}" again: the Job CRD refuses it'
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
                    message = f"must be a string, got {kind_of(value)}: put it in quotes"
                    yield job.result(
                        Severity.ERROR, "env-not-a-string", path, message, current=value.data(), proposed=proposed
                    )
