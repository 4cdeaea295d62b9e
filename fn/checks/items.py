"""Objects of Volcano's that the function leaves as they are, though their user may expect something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.arguments.strconv import quote
from fn.carrier import JOB_API_VERSION, JOB_KIND, KINDS, Carrier
from fn.checks.plugins import KNOWN
from fn.job import PLUGIN_PATH
from fn.nodes import Mapping, Sequence
from fn.paths import entries, field_path, walk
from fn.record import RECORD_ANNOTATION
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.nodes import Node
    from fn.resourcelist import Item
    from fn.results import Result

PLUGIN = PLUGIN_PATH[-1]
GROUP = "volcano.sh"
KUBERNETES_JOB = "batch/v1"
LIST_KINDS = (("v1", "List"), (JOB_API_VERSION, f"{JOB_KIND}List"))
PREFIX = RECORD_ANNOTATION.partition("/")[0] + "/"

JOB_SPECS: dict[str, tuple[tuple[str, ...], ...]] = {
    JOB_KIND: (("spec",),),
    "CronJob": (("spec", "jobTemplate", "spec"),),
    "JobTemplate": (("spec",),),
    "JobFlow": (("spec", "flows", "*", "patch", "jobSpec"), ("spec", "flows", "*", "patch", "spec")),
    "HyperJob": (("spec", "replicatedJobs", "*", "templateSpec"),),
}
"""Where each kind holds the spec of a Job; `*` stands for all entries of a list."""

Step = tuple["str | int", ...]


def kind_not_supported(item: Item) -> Iterator[Result]:
    """The plugin in a kind, or in a version, of which the function knows no way to make it ready."""
    kind, api_version = item.kind or "", item.api_version or ""
    if (api_version, kind) in KINDS:
        return
    for way in _ways_to_specs(kind, api_version):
        for steps, spec in _at(item.node, way, ()):
            plugins = walk(spec, "plugins")
            if isinstance(plugins, Mapping) and PLUGIN in plugins.keys():  # noqa: SIM118  a Mapping is no dict
                got = f"{kind} of {api_version}" if api_version else f"{kind} without `apiVersion`"
                message = (
                    f"must be in a {JOB_KIND} of {JOB_API_VERSION} to be made ready, got a {got}: it is left as it is"
                )
                yield item.result(
                    Severity.WARNING, "kind-not-supported", field_path(*steps, "plugins", PLUGIN), message
                )
                return


def _ways_to_specs(kind: str, api_version: str) -> tuple[tuple[str, ...], ...]:
    """Give the ways to the specs of Jobs: in a kind of Volcano's or one with nearly its name, and in a Job of others.

    Those are Jobs without a version or with a wrong one, and Kubernetes' own Job, where nothing else is meant by the
    plugin. A Job of an operator of its own may have plugins of its own.
    """
    if _is_volcano(api_version):
        return JOB_SPECS.get(kind) or JOB_SPECS.get(nearest(kind, JOB_SPECS) or "", ())
    mistaken = api_version in ("", KUBERNETES_JOB) or nearest(api_version, (JOB_API_VERSION,)) is not None
    return JOB_SPECS[JOB_KIND] if kind == JOB_KIND and mistaken else ()


def _is_volcano(api_version: str) -> bool:
    group = api_version.partition("/")[0]
    return group == GROUP or group.endswith(f".{GROUP}")


def _at(node: Node | None, way: tuple[str, ...], done: Step) -> Iterator[tuple[Step, Node]]:
    """Give the nodes at the end of a way that may lead through lists, each with its steps."""
    if not way:
        if node is not None:
            yield done, node
    elif way[0] == "*":
        for place, entry in enumerate(entries(node)):
            yield from _at(entry, way[1:], (*done, place))
    else:
        yield from _at(walk(node, way[0]), way[1:], (*done, way[0]))


def plugin_key(item: Item) -> Iterator[Result]:
    """A Job whose plugin has nearly the right name, or stands in a wrong place."""
    if (item.api_version, item.kind) not in KINDS:
        return
    near, place = _near_key(item), _wrong_place(item)
    if near is not None:
        message = (
            f'must be "{PLUGIN}", got {quote(near)}, if Volcano\'s plugin is meant: the Job is left as it is, and '
            "the webhook refuses a plugin that it doesn't know"
        )
        yield Carrier(item).result(Severity.WARNING, "plugin-key", field_path(*PLUGIN_PATH[:-1], near), message)
    elif place is not None:
        message = (
            f"must stand in `plugins` of the `spec` that holds the tasks: here a {item.kind} has no such field, and "
            "the API server refuses or drops it; the Job is left as it is"
        )
        yield item.result(Severity.WARNING, "plugin-key", field_path(*place), message)


def _near_key(item: Item) -> str | None:
    plugins = Carrier(item).walk(*PLUGIN_PATH[:-1])
    if not isinstance(plugins, Mapping):
        return None
    return next((key for key in plugins.keys() if key not in KNOWN and nearest(key, (PLUGIN,))), None)  # noqa: SIM118


def _wrong_place(item: Item) -> Step | None:
    """Find the plugin below a key like `plugins` anywhere on the way to the Job's spec, or in a task."""
    way = (*KINDS[item.api_version or "", item.kind or ""].way, PLUGIN_PATH[0])
    tasks = range(len(entries(walk(item.node, *way, "tasks"))))
    places: list[Step] = [way[:length] for length in range(len(way) + 1)]
    places += [(*way, "tasks", place) for place in tasks]
    for steps in places:
        node = walk(item.node, *steps)
        for key in node.keys() if isinstance(node, Mapping) else ():
            below = walk(node, key)
            if key == PLUGIN and isinstance(below, Sequence):
                return (*steps, key)
            if nearest(key, PLUGIN_PATH[1:2]) and isinstance(below, Mapping) and PLUGIN in below.keys():  # noqa: SIM118
                return (*steps, key, PLUGIN)
    return None


def list_not_supported(item: Item) -> Iterator[Result]:
    """A list of objects in one object, as `kubectl get -o yaml` writes it, that holds Jobs with the plugin."""
    if (item.api_version, item.kind) not in LIST_KINDS:
        return
    found = [entry for entry in entries(walk(item.node, "items")) if _has_plugin(entry)]
    if found:
        jobs = "a Volcano Job" if len(found) == 1 else f"{len(found)} Volcano Jobs"
        message = (
            f"must not hold {jobs} with the plugin `{PLUGIN}`: a list in one object is left as it is, "
            "write each Job as an object of its own"
        )
        yield item.result(Severity.WARNING, "list-not-supported", "items", message)


def _has_plugin(node: Node) -> bool:
    plugins = walk(node, *PLUGIN_PATH[:-1])
    return isinstance(plugins, Mapping) and PLUGIN in plugins.keys()  # noqa: SIM118  a Mapping is no dict


def annotation_unused(item: Item) -> Iterator[Result]:
    """An annotation of this function on a Job that doesn't ask for the plugin."""
    if (item.api_version, item.kind) not in KINDS or any(plugin_key(item)):
        return
    annotations = walk(item.node, "metadata", "annotations")
    for key in annotations.keys() if isinstance(annotations, Mapping) else ():
        if key.startswith(PREFIX):
            message = f"has no effect on a Job without the plugin `{PLUGIN}`: add it to `plugins`, or leave this out"
            path = field_path("metadata", "annotations", key)
            yield item.result(Severity.WARNING, "annotation-unused", path, message)
            return
