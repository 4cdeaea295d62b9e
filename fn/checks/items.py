"""Objects of Volcano's that the function leaves as they are, though their user may expect something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import nearest
from fn.arguments.strconv import quote
from fn.carrier import JOB_API_VERSION, JOB_KIND, KINDS, Carrier
from fn.checks.choices import instead_of, meant_by
from fn.checks.plugins import KNOWN
from fn.job import PLUGIN_PATH
from fn.nodes import Mapping, Sequence
from fn.paths import entries, field_path, text_of, walk
from fn.record import RECORD_ANNOTATION
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Form
    from fn.nodes import Node
    from fn.resourcelist import Item
    from fn.results import Result

PLUGIN = PLUGIN_PATH[-1]
GROUP = "volcano.sh"
GROUPS = sorted({api_version.partition("/")[0] for api_version, _ in KINDS})
KUBERNETES_GROUP = "batch"
LIST_KINDS = (("v1", "List"), (JOB_API_VERSION, f"{JOB_KIND}List"))
PREFIX = RECORD_ANNOTATION.partition("/")[0] + "/"

WHY_NOT = {
    "HyperJob": "its Jobs are made in several clusters, and the ranks would go across them, so ",
    "JobFlow": "its patch is laid over a Job that is made of a JobTemplate elsewhere, so ",
}
"""Why the kinds that hold a Job's spec, or a part of one, aren't made ready."""

Steps = tuple["str | int", ...]


def kind_not_supported(item: Item) -> Iterator[Result]:
    """The plugin in a kind, or in a version, of which the function knows no way to make it ready."""
    kind, api_version = item.kind or "", item.api_version or ""
    if (api_version, kind) in (*KINDS, *LIST_KINDS) or not _is_about_volcano(kind, api_version):
        return
    place = _place_of_plugin(item)
    if place is None:
        return
    meant_version, meant_kind = _meant(kind, api_version, place)
    if meant_kind == kind:
        path, problem = "apiVersion", f'must be "{meant_version}", got {_got(item, "apiVersion")}'
        left = f"the plugin `{PLUGIN}` is read in no other {kind}, and this one is left as it is"
    elif meant_kind:
        path, problem = "kind", f'must be "{meant_kind}", got {_got(item, "kind")}'
        left = f"the plugin `{PLUGIN}` isn't read here, and the object is left as it is"
    else:
        path = field_path(*place)
        problem = f"must be in a {JOB_KIND} of {JOB_API_VERSION} to be made ready, got a {kind} of {api_version}"
        left = f"{WHY_NOT.get(kind, '')}it is left as it is"
    yield item.result(Severity.WARNING, "kind-not-supported", path, f"{problem}: {left}")


def _got(item: Item, key: str) -> str:
    value = text_of(walk(item.node, key))
    return quote(value) if value else f"none{instead_of(item.node, JOB_KIND, key)}"


def _is_about_volcano(kind: str, api_version: str) -> bool:
    """Tell an object of Volcano's groups, or nearly, or of Kubernetes' own group of Jobs, or a Job without a group.

    In Kubernetes' nothing else can be meant by the plugin; a Job of an operator may have plugins of its own.
    """
    group = api_version.partition("/")[0]
    if not group:
        return any(kind == known for _, known in KINDS)
    return group in (GROUP, KUBERNETES_GROUP) or group.endswith(f".{GROUP}") or meant_by(group, GROUPS) is not None


def _meant(kind: str, api_version: str, place: Steps) -> tuple[str, str]:
    """Find the kind, with its version, that was meant: by its name, or as it has the plugin at this place."""
    near = meant_by(kind, [known for _, known in KINDS])
    fitting = [key for key, form in KINDS.items() if key[1] == near or (not near and place == _way_to_plugin(form))]
    otherwise = ("", "") if kind else (JOB_API_VERSION, JOB_KIND)
    return max(fitting, key=lambda key: key[0] == api_version, default=otherwise)


def _way_to_plugin(form: Form) -> Steps:
    return (*form.way, *PLUGIN_PATH)


def _place_of_plugin(item: Item) -> Steps | None:
    """Find the plugin below a key like `plugins`, wherever that is, or with a list of arguments in one of our kinds."""
    alone = (item.api_version, item.kind) in KINDS
    seen: set[Node] = set()
    waiting: list[tuple[Steps, Node]] = [((), item.node)] if item.mentions(PLUGIN) else []
    while waiting:
        steps, node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        below: list[tuple[str | int, Node | None]] = list(enumerate(entries(node)))
        if isinstance(node, Mapping):
            below = [(key, walk(node, key)) for key in node.keys()]  # noqa: SIM118  a Mapping is no dict
            if PLUGIN in node.keys() and steps and nearest(str(steps[-1]), PLUGIN_PATH[1:2]):  # noqa: SIM118
                return (*steps, PLUGIN)
            if alone and isinstance(walk(node, PLUGIN), Sequence):
                return (*steps, PLUGIN)
        waiting += [((*steps, step), entry) for step, entry in reversed(below) if entry is not None]
    return None


def plugin_key(item: Item) -> Iterator[Result]:
    """A Job whose plugin has nearly the right name, or stands in a wrong place."""
    form = KINDS.get((item.api_version or "", item.kind or ""))
    if form is None:
        return
    near, place = _near_key(item), _place_of_plugin(item)
    if near is not None:
        message = (
            f'must be "{PLUGIN}", got {quote(near)}, if Volcano\'s plugin is meant: the Job is left as it is, and '
            "the webhook refuses a plugin that it doesn't know"
        )
        yield Carrier(item).result(Severity.WARNING, "plugin-key", field_path(*PLUGIN_PATH[:-1], near), message)
    elif place is not None:
        others = [kind for (_, kind), other in KINDS.items() if place == _way_to_plugin(other)]
        template = "".join(f"'s `{step}`" for step in form.way[1:])
        got = f", got it where a {others[0]} has it" if others else ""
        message = (
            f"must stand in `plugins` of the `spec` of a {item.kind}{template}{got}: "
            "the API server refuses or drops it here, and the Job is left as it is"
        )
        yield item.result(Severity.WARNING, "plugin-key", field_path(*place), message)


def _near_key(item: Item) -> str | None:
    plugins = Carrier(item).walk(*PLUGIN_PATH[:-1])
    if not isinstance(plugins, Mapping):
        return None
    return next((key for key in plugins.keys() if key not in KNOWN and nearest(key, (PLUGIN,))), None)  # noqa: SIM118


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
