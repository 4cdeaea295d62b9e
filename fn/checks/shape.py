"""Is it a Job at all: text that can be edited, a record that can be read, and nodes of the right kind where we read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import TASK_NAME, has_placeholder
from fn.checks.choices import instead_of, not_one_of, too_high
from fn.checks.shapes import CRON_JOB, JOB, METADATA, STRINGS
from fn.job import PLUGIN_PATH, RECORD_PATH
from fn.mistakes import Mistakes
from fn.nodes import Mapping, Scalar, Sequence, unsupported
from fn.paths import entries, field_path, is_null, mappings, text_of, walk, whole_number
from fn.record import Record, RecordError
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fn.carrier import Carrier
    from fn.checks.shapes import Shape
    from fn.nodes import Node
    from fn.results import Result

CRON_FIELDS = 5
CONCURRENCY_POLICIES = ("Allow", "Forbid", "Replace")
TOPOLOGY_POLICIES = ("none", "best-effort", "restricted", "single-numa-node")
NETWORK_MODES = ("hard", "soft")
HIGHEST_NUMBER = 2**31 - 1
REFUSED = "the API server refuses the Job"


def text_not_supported(carrier: Carrier) -> Iterator[Result]:
    """Text that can't be edited safely: an anchor that contains itself, an alias as a key, unusual line breaks."""
    reason = unsupported(carrier.node)
    if reason is not None:
        message = f"must be text that can be edited in place: {reason}"
        yield carrier.result(Severity.ERROR, "text-not-supported", "metadata", message)


def duplicate_key(carrier: Carrier) -> Iterator[Result]:
    """One key twice in a mapping: which of the two counts differs between YAML readers.

    Several of them in an entry of a list are rather two entries, the second without its dash; several in an object that
    begins anew are two objects.
    """
    between = "---" if carrier.item.source("") else "-"  # documents of a file, or entries of `items`
    seen: set[Node] = set()
    waiting: list[tuple[tuple[str | int, ...], Node | None]] = [((), carrier.node)]
    while waiting:
        steps, node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if isinstance(node, Mapping):
            for key, fault in _doubles(node, "-" if steps and isinstance(steps[-1], int) else "" if steps else between):
                message = f"{fault}: the API server takes one of the two, or none"
                yield carrier.item.result(Severity.ERROR, "duplicate-key", field_path(*steps, *key), message)
            waiting += [((*steps, key), node.get(key)) for key in reversed(node.keys())]
        elif isinstance(node, Sequence):
            waiting += reversed([((*steps, place), entry) for place, entry in enumerate(node)])


def _doubles(mapping: Mapping, between: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Find the keys that stand twice; `between` parts the mapping from another one like it, empty where none can be."""
    lines = dict(reversed(mapping.duplicates()))
    if len(lines) > 1 and between:
        *before, last = (f"`{key}`" for key in reversed(lines))
        keys = f"{', '.join(before)} and {last}"
        yield (), f"must have each key once, got {keys} again (is a `{between}` missing in line {min(lines.values())}?)"
        return
    for key, line in mapping.duplicates():
        yield (key,), f"must be there once, got it again in line {line}"


def record_invalid(carrier: Carrier) -> Iterator[Result]:
    """A record that an earlier run can't have written."""
    node = carrier.walk(*RECORD_PATH)
    if node is None:
        return
    text = text_of(node)
    try:
        Record.read(text if text is not None else "")
    except RecordError as fault:
        message = f"{fault}; write the arguments of `pytorch` again, and remove this annotation"
        yield carrier.result(Severity.ERROR, "record-invalid", field_path(*RECORD_PATH), message)


def plugins_invalid(carrier: Carrier) -> Iterator[Result]:
    """Plugins that the Job CRD refuses: no mapping, or arguments that are no list of strings."""
    plugins = carrier.walk(*PLUGIN_PATH[:-1])
    if plugins is None:
        return
    if not isinstance(plugins, Mapping):
        path = field_path(*PLUGIN_PATH[:-1])
        message = f"must be a mapping from plugin names to lists of arguments, got {kind_of(plugins)}"
        yield carrier.result(Severity.ERROR, "plugins-invalid", path, f"{message}: {REFUSED}")
        return
    for name in plugins.keys():  # noqa: SIM118  a Mapping is no dict
        if name != PLUGIN_PATH[-1]:
            for path, message in _misfits(plugins.get(name), ["string"], (*PLUGIN_PATH[:-1], name)):
                yield carrier.result(Severity.ERROR, "plugins-invalid", path, f"{message}: {REFUSED}")


def tasks_invalid(carrier: Carrier) -> Iterator[Result]:
    """Tasks that the Job CRD or the webhook refuses, or another kind of node where we read and write."""
    node, way = carrier.node, carrier.form.way
    faults = [*_misfits(walk(node, "metadata"), METADATA, ("metadata",))]
    if way:
        faults += _misfits(walk(node, "spec"), CRON_JOB, ("spec",))
    faults += _misfits(carrier.walk("spec"), JOB, (*way, "spec"))
    misfits = Mistakes(path for path, _ in faults)
    found = [*(_cron_faults(walk(node, "spec")) if way else ()), *_spec_faults(carrier)]
    faults += [fault for fault in found if not misfits.above(fault[0])]
    for path, message in faults:
        yield carrier.item.result(Severity.ERROR, "tasks-invalid", path, f"{message}: {REFUSED}")


def _cron_faults(spec: Node | None) -> Iterator[tuple[str, str]]:
    """Find what the CRD or the webhook refuses in a CronJob's own fields.

    Source: volcano pkg/webhooks/admission/cronjobs/validate/admit_cronjob.go validateCronjobSpec, ed72c7c
    """
    schedule = text_of(walk(spec, "schedule")) or ""
    if not (schedule.startswith("@") or len(schedule.split()) == CRON_FIELDS or has_placeholder(schedule)):
        got = f'"{schedule}"' if schedule else f"none{instead_of(spec, 'CronJobSpec', 'schedule')}"
        yield "spec.schedule", f'must be minute, hour, day, month and weekday, as "0 2 * * *", got {got}'
    policy = text_of(walk(spec, "concurrencyPolicy"))
    if policy is not None and policy not in CONCURRENCY_POLICIES and not has_placeholder(policy):
        yield "spec.concurrencyPolicy", not_one_of(CONCURRENCY_POLICIES, policy)[0]
    yield from _too_low(spec, "spec", "startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit")


def _spec_faults(carrier: Carrier) -> Iterator[tuple[str, str]]:
    spec, path, way = carrier.walk("spec"), carrier.path("spec"), carrier.form.way
    if not entries(walk(spec, "tasks")):
        above = [walk(carrier.node, *way[:length]) for length in range(len(way) + 1)]
        hint = instead_of(spec, "JobSpec", "tasks") or too_high("tasks", "the Job's `spec`", *above)
        yield f"{path}.tasks", f"must hold at least one task, got none{hint}"
    yield from _too_low(spec, path, "maxRetry", "ttlSecondsAfterFinished")
    yield from _mode_faults(spec, path)
    names: set[str] = set()
    for place, task in mappings(walk(spec, "tasks")):
        yield from _task_faults(spec, task, f"{path}.tasks[{place}]")
        yield from _name_faults(place, task, f"{path}.tasks[{place}].name", names)


def _task_faults(spec: Node | None, task: Mapping, path: str) -> Iterator[tuple[str, str]]:
    if not entries(walk(task, "template", "spec", "containers")):
        yield f"{path}.template.spec.containers", f"must hold at least one container, got none{_astray(spec, task)}"
    yield from _too_low(task, path, "replicas", "minAvailable", "maxRetry")
    policy = text_of(walk(task, "topologyPolicy"))
    if policy is not None and policy not in TOPOLOGY_POLICIES:
        yield f"{path}.topologyPolicy", not_one_of(TOPOLOGY_POLICIES, policy)[0]
    yield from _mode_faults(walk(task, "partitionPolicy"), f"{path}.partitionPolicy")


def _mode_faults(node: Node | None, path: str) -> Iterator[tuple[str, str]]:
    mode = text_of(walk(node, "networkTopology", "mode"))
    if mode is not None and mode not in NETWORK_MODES and not has_placeholder(mode):
        yield f"{path}.networkTopology.mode", not_one_of(NETWORK_MODES, mode)[0]


def _too_low(node: Node | None, path: str, *keys: str) -> Iterator[tuple[str, str]]:
    for key in keys:
        number = whole_number(walk(node, key))
        if number is not None and number < 0:
            yield f"{path}.{key}", f"must be 0 or more, got {number}"


def _astray(spec: Node | None, task: Mapping) -> str:
    """Tell where containers stand that aren't where they must be."""
    pod = walk(task, "template", "spec")
    return (
        too_high("containers", "the template's `spec`", walk(task, "template"), task)
        or too_high("spec", "`template`", task)
        or instead_of(task, "TaskSpec", "template")
        or instead_of(pod, "PodSpec", "containers")
        or too_high("template", "the task", spec)
    )


def _name_faults(place: int, task: Mapping, path: str, names: set[str]) -> Iterator[tuple[str, str]]:
    name = text_of(walk(task, "name")) or f"default{place}"
    if name in names:
        yield path, f'must be a name of its own, got "{name}" again'
    elif not TASK_NAME.fullmatch(name) and not has_placeholder(name):
        near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        like = f', like "{near}"' if TASK_NAME.fullmatch(near) else ""
        yield path, f'must be lower-case letters, digits and inner dashes, at most 63 characters{like}, got "{name}"'
    names.add(name)


def _misfits(node: Node | None, shape: Shape, steps: tuple[str | int, ...]) -> Iterator[tuple[str, str]]:
    """Find the nodes that aren't what they must be; absent and null fit, but for null entries of a list."""
    if is_null(node) or node is None:
        return
    if isinstance(shape, dict):
        if not isinstance(node, Mapping):
            yield field_path(*steps), f"must be a mapping, got {kind_of(node)}"
            return
        for key in node.keys() if shape is STRINGS else shape:
            yield from _misfits(node.get(key), shape["*"] if shape is STRINGS else shape[key], (*steps, key))
    elif isinstance(shape, list):
        if not isinstance(node, Sequence):
            yield field_path(*steps), f"must be a list, got {kind_of(node)}"
            return
        for place, entry in enumerate(node):
            yield from _entry_misfits(entry, shape[0], (*steps, place))
    elif not FITS[shape](node):
        yield field_path(*steps), f"must be {WORDS[shape]}, got {kind_of(node)}{_about_quotes(node, shape)}"


def _entry_misfits(entry: Node, shape: Shape, steps: tuple[str | int, ...]) -> Iterator[tuple[str, str]]:
    if is_null(entry) or (isinstance(shape, dict) and isinstance(entry, Mapping) and not entry.keys()):
        got = "nothing" if is_null(entry) else "an empty one"
        yield field_path(*steps), f"must be {WORDS[_kind(shape)]}, got {got}"
    yield from _misfits(entry, shape, steps)


def _about_quotes(node: Node, shape: str) -> str:
    if not isinstance(node, Scalar):
        return ""
    if shape == "string":
        return " (put it in quotes)"
    text = text_of(node) or ""
    bare = text.isdecimal() if shape == "number" else text in ("true", "false") if shape == "bool" else False
    return " (leave the quotes out)" if bare else ""


def _is_number(node: Node) -> bool:
    number = whole_number(node)
    return number is not None and abs(number) <= HIGHEST_NUMBER


FITS: dict[str, Callable[[Node], bool]] = {
    "string": lambda node: text_of(node) is not None,
    "number": _is_number,
    "bool": lambda node: isinstance(node, Scalar) and isinstance(node.value(), bool),
    "mapping": lambda node: isinstance(node, Mapping),
}
WORDS = {
    "string": "a string",
    "number": f"a whole number of at most {HIGHEST_NUMBER}",
    "bool": "true or false",
    "mapping": "a mapping",
    "list": "a list",
}


def _kind(shape: Shape) -> str:
    if isinstance(shape, dict):
        return "mapping"
    return "list" if isinstance(shape, list) else shape


def kind_of(node: Node) -> str:
    """Name the kind of a node, with its value where that is short: `the number 8`, `a list`."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    if not isinstance(node, Scalar) or node.is_null:
        return "nothing"
    value = node.value()
    if isinstance(value, str):
        return f'the string "{value[:60]}"'
    return f"the {'boolean' if isinstance(value, bool) else 'number'} {node.text[:60]}"
