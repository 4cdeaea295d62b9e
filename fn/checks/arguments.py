"""The plugin's arguments: a list of strings, read by Go's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import parse, split_scalar
from fn.checks.shape import kind_of
from fn.job import PLUGIN_PATH
from fn.nodes import Mapping, Scalar, Sequence
from fn.paths import field_path, text_of
from fn.record import compact
from fn.results import ABSENT, Absent, Severity
from fn.strategies.choice import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Carrier
    from fn.job import Job
    from fn.nodes import Data, Node
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan

PATH = field_path(*PLUGIN_PATH)
LONGEST_HINT = 200  # characters


def arguments_not_a_list(carrier: Carrier) -> Iterator[Result]:
    """Arguments that are no list, or no list of strings: the API server refuses the Job, or Volcano's webhook does."""
    node = carrier.walk(*PLUGIN_PATH)
    if node is None:
        return
    if not isinstance(node, Sequence):
        meant = _meant(node)
        like = "" if meant is None or len(compact(meant)) > LONGEST_HINT else f", like {compact(meant)}"
        message = f"must be a list of strings{like}, got {kind_of(node)}: the API server refuses the Job"
        proposed: Data | Absent = ABSENT if meant is None else meant
        yield carrier.result(
            Severity.ERROR, "arguments-not-a-list", PATH, message, current=node.data(), proposed=proposed
        )
        return
    for place, entry in enumerate(node):
        if text_of(entry) is None:
            path = field_path(*PLUGIN_PATH, place)
            proposed = _string_meant(node, place)
            like = "" if isinstance(proposed, Absent) else f', like "{proposed}"'
            message = f"must be a string{like}, got {kind_of(entry)}: the API server refuses the Job"
            yield carrier.result(
                Severity.ERROR, "argument-not-a-string", path, message, current=entry.data(), proposed=proposed
            )


def _meant(node: Node) -> list[Data] | None:
    """Give the list that a scalar or a mapping stands for, where it would be read without a mistake."""
    words: list[str] | None = None
    if isinstance(node, Scalar):
        words = split_scalar(node.text)
    elif isinstance(node, Mapping):
        keys = node.keys()
        values = [node.get(key) for key in keys]
        if all(isinstance(value, Scalar) for value in values):
            words = [
                f"--{key}={value.text}" for key, value in zip(keys, values, strict=True) if isinstance(value, Scalar)
            ]
    return None if words is None or parse(words).mistakes else list(words)


def _string_meant(listed: Sequence, place: int) -> str | Absent:
    entry = listed.get(place)
    if isinstance(entry, Mapping) and len(entry.keys()) == 1:
        key = entry.keys()[0]
        value = entry.get(key)
        word = f"{key}={value.text}" if isinstance(value, Scalar) else ""
        if key.startswith("-") and not parse([word]).mistakes:
            return word
    if isinstance(entry, Scalar):
        words = [node.text if isinstance(node, Scalar) else "" for node in listed]
        if all(mistake.index != place for mistake in parse(words).mistakes):
            return entry.text
    return ABSENT


def argument_mistakes(job: Job) -> Iterator[Result]:
    """Each item that Go's `flag` package stops at, and each value that the cluster can't use (ids: `fn/arguments`)."""
    listed = job.has_plugin(PLUGIN_PATH[-1])
    for mistake in job.parsed.mistakes:
        proposed = mistake.proposed if listed and mistake.proposed is not None else ABSENT
        current = job.argv[mistake.index] if listed else ABSENT
        path = job.argument_path(mistake.index)
        yield job.result(Severity.ERROR, mistake.id, path, mistake.problem, current=current, proposed=proposed)


def arguments_null(job: Job) -> Iterator[Result]:
    """Arguments that are null, as `pytorch:` alone is: the API server drops the key, and the plugin with it."""
    if job.plugins is not None and PLUGIN_PATH[-1] in job.plugins.keys() and not job.has_plugin(PLUGIN_PATH[-1]):  # noqa: SIM118
        message = "must be a list, got nothing: the API server drops the plugin; it is read as `[]`"
        yield job.result(Severity.INFO, "arguments-null", PATH, message, current=None, proposed=[])


def argument_without_effect(job: Job, plan: Plan) -> Iterator[Result]:
    """Arguments that change nothing: about waiting, where nobody waits, and those that a later one replaces."""
    for earlier, later in job.parsed.replaced.items():
        got = job.argv[earlier]
        message = f"`{got}` has no effect: the flag comes again with `{job.argv[later]}`, and the last one counts"
        yield job.result(Severity.WARNING, "argument-without-effect", job.argument_path(earlier), message)
    if job.settings.wait_master_enabled:
        return
    for name in ("wait_master_timeout", "wait_master_image"):
        place = job.parsed.positions.get(name)
        if place is not None and (name, plan.strategy) != ("wait_master_image", Strategy.FILE):
            flag = name.replace("_", "-")
            message = f"`--{flag}` has no effect without `--wait-master-enabled`: the workers don't wait"
            yield job.result(Severity.INFO, "argument-without-effect", job.argument_path(place), message)
