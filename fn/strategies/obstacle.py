"""What keeps a strategy from being used for a Job."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fn import arguments as plugin
from fn.nodes import Mapping, Scalar, Sequence
from fn.paths import entries, text_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Node


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The field at `path` that prevents a strategy, and why; `reason` completes "can't be used: …"."""

    path: str
    reason: str


def hcclrank_obstacle(job: Job) -> Obstacle | None:
    """Find a `hcclrank` plugin that would take one task for another.

    It copies RANK from the template's env where it finds one, and only otherwise counts itself, by its own role names.

    Source: volcano pkg/controllers/job/plugins/distributed-framework/hcclrank/hcclrank.go OnPodCreate, ed72c7c
    """
    if not job.has_plugin("hcclrank"):
        return None
    given = plugin.parse([text_of(entry) or "" for entry in entries(walk(job.plugins, "hcclrank"))]).arguments
    names = (given.master or plugin.DEFAULT_MASTER, given.worker or plugin.DEFAULT_WORKER)
    if names == (job.settings.master, job.settings.worker):
        return None
    return Obstacle("spec.plugins.hcclrank", f'the plugin `hcclrank` takes "{names[0]}" and "{names[1]}" for the roles')


def has_word(text: str, word: str) -> bool:
    """Tell whether `text` holds `word` as a whole word."""
    return word in text and re.search(rf"(?<![A-Za-z0-9_]){re.escape(word)}(?![A-Za-z0-9_])", text) is not None


def texts(node: Node | None) -> Iterator[str]:
    """Give every key and every value at and below `node` as text."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, Mapping):
            yield from current.keys()
            waiting += [current.get(key) for key in current.keys()]  # noqa: SIM118  a Mapping is no dict
        elif isinstance(current, Sequence):
            waiting += current
        elif isinstance(current, Scalar):
            yield current.text
