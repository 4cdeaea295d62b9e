"""Which lines of a Job a run may take away or change, by spec §4 to §7 and §11, and what is left without our work."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

import yaml

from tests.pods import NAMES, SPECS, TORCHRUN, spec_of, wrapper_in
from tests.readers import NULLS, Json, alias_lines, at, compose, entries, pair

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD = "fn.volcano.sh/pytorch-plugin"
COMMENT_IDS = ("internal.config.kubernetes.io/id", "config.k8s.io/id")
REFRESHED = tuple(name for name in NAMES if name != "RANK")
OURS = (*NAMES, *TORCHRUN, "PET_NPROC_PER_NODE", "PYTORCH_JOB_NAME", "PYTORCH_POD_NAME")
INITS = ("wait-for-master", "pytorch-rank")
PORT = "pytorchjob-port"


def of_list(text: str, places: set[int]) -> tuple[set[int], set[int]]:
    """Give the lines, from 0, that may go with all that stands on them, and those that may change but keep comments."""
    lines = Lines(text.removeprefix("\ufeff"))
    for place, item in enumerate(entries(at(compose(text), "items"))):
        if place in places:
            lines.of_item(item)
    return lines.goes, lines.changes


class Lines:
    """The lines of a text, and what may become of them."""

    def __init__(self, text: str) -> None:
        self.text = re.split(r"\r?\n", text)
        self.goes: set[int] = set()
        self.changes: set[int] = set()
        self.aliases = alias_lines(text)

    def of_item(self, item: yaml.Node) -> None:
        self.changes |= {line for line in self.aliases if item.start_mark.line <= line <= item.end_mark.line}
        metadata = at(item, "metadata")
        spec = at(item, *SPECS[text_at(item, "apiVersion") or "", text_at(item, "kind") or ""])
        self.filled(item, "metadata")
        self.filled(metadata, "annotations")
        self.changed(pair(at(metadata, "annotations"), RECORD))
        for name in COMMENT_IDS:
            self.gone(pair(at(metadata, "annotations"), name))
        self.gone(pair(at(spec, "plugins"), "pytorch"))
        self.comma(at(spec, "plugins"), "pytorch")
        self.filled(at(spec, "plugins"), "svc")
        self.filled(at(spec, "plugins"), "pytorch")
        self.tail(at(spec, "tasks"))
        record = at(metadata, "annotations", RECORD)
        parts = json.loads(record.value).get("parts", {}) if isinstance(record, yaml.ScalarNode) else {}
        for task in entries(at(spec, "tasks")):
            self.of_task(task, parts)

    def of_task(self, task: yaml.Node, parts: dict[str, str]) -> None:
        if text_at(task, "name") in parts:
            self.entry_gone(task)
        for key in ("replicas", "minAvailable"):
            self.changed(pair(task, key))
        self.tail(task)
        self.tail(at(task, "dependsOn", "name"))
        for name in entries(at(task, "dependsOn", "name")):
            if name.value in parts:
                self.entry_gone(name)
        pod = at(task, "template", "spec")
        for key in ("initContainers", "volumes"):
            self.filled(pod, key)
            self.entries_gone(pod, key, lambda entry: text_at(entry, "name") in INITS)
        for container in entries(at(pod, "containers")):
            self.of_container(container)

    def of_container(self, container: yaml.Node) -> None:
        for key in ("env", "ports"):
            self.filled(container, key)
        for entry in entries(at(container, "env")):
            name = text_at(entry, "name")
            if name in OURS:
                (self.entry_changed if name in REFRESHED else self.entry_gone)(entry)
                self.gone(pair(entry, "valueFrom"))
        self.emptied(container, "env", lambda entry: text_at(entry, "name") in OURS)
        self.entries_gone(container, "ports", lambda entry: text_at(entry, "name") == PORT)
        command = at(container, "command")
        words = entries(command)
        places = wrapper_in([word.value for word in words])
        wrapper = words[places.start : places.stop]
        if isinstance(command, yaml.SequenceNode) and command.flow_style and words:
            last = wrapper[-2] if wrapper else words[0]
            self.changes |= set(range(command.start_mark.line, last.end_mark.line + 1))
        if wrapper:
            for word in wrapper:
                self.entry_gone(word)
            self.emptied(container, "command", lambda word: word in wrapper)

    def entries_gone(self, mapping: yaml.Node | None, key: str, is_ours: Callable[[yaml.Node], bool]) -> None:
        """Entries that are ours may go, and with the last entry the key."""
        for entry in entries(at(mapping, key)):
            if is_ours(entry):
                self.entry_gone(entry)
        self.emptied(mapping, key, is_ours)

    def emptied(self, mapping: yaml.Node | None, key: str, is_ours: Callable[[yaml.Node], bool]) -> None:
        """With the last entry of a list goes its key."""
        listed = entries(at(mapping, key))
        if listed and all(map(is_ours, listed)):
            self.gone(pair(mapping, key))

    def filled(self, mapping: yaml.Node | None, key: str) -> None:
        """`key` may be added to a mapping, and entries to the collection at `key`."""
        self.tail(mapping)
        found = pair(mapping, key)
        if found is not None:
            self.tail(found[1])
            if found[1].value in NULLS or not found[1].value:
                self.changed(found)

    def tail(self, node: yaml.Node | None) -> None:
        """A flow collection gets something behind its last entry."""
        if isinstance(node, yaml.CollectionNode) and node.flow_style:
            last = node.value[-1] if node.value else node
            last = last[1] if isinstance(last, tuple) else last
            start = last.end_mark.line if node.value else node.start_mark.line
            self.changes |= {start, node.end_mark.line}

    def changed(self, found: tuple[yaml.Node, yaml.Node] | None) -> None:
        if found is not None:
            self.changes |= set(range(found[0].start_mark.line, _last_line(found[1]) + 1))

    def entry_changed(self, entry: yaml.Node) -> None:
        """An entry may be moved, and its comments with it."""
        self.changes |= self._extent(*self._place(entry))

    def gone(self, found: tuple[yaml.Node, yaml.Node] | None) -> None:
        if found is not None:
            self.goes |= self._extent(found[0].start_mark.line, _last_line(found[1]), found[0].start_mark.column)

    def comma(self, mapping: yaml.Node | None, key: str) -> None:
        """With the last entry of a flow mapping goes the comma of the one before it."""
        if isinstance(mapping, yaml.MappingNode) and mapping.flow_style:
            *before, last = mapping.value
            if before and last[0].value == key:
                self.changes.add(before[-1][1].end_mark.line)

    def entry_gone(self, entry: yaml.Node) -> None:
        self.goes |= self._extent(*self._place(entry))

    def _place(self, entry: yaml.Node) -> tuple[int, int, int]:
        """Give first line, last line and column of an entry of a list; its dash may stand on a line of its own."""
        first, column = entry.start_mark.line, entry.start_mark.column
        while first and not self.text[first][:column].strip() and not re.match(r" *-(?: |$)", self.text[first]):
            first -= 1
        dash = self.text[first].find("-")
        return first, _last_line(entry), dash if 0 <= dash < column else column

    def _extent(self, first: int, last: int, column: int) -> set[int]:
        """Comments below that stand deeper belong to it, and the comment lines directly above at its column."""
        below = last + 1
        while below < len(self.text) and (not self.text[below].strip() or self._deeper(below, column)):
            below += 1
        while below > last + 1 and not self.text[below - 1].strip():
            below -= 1
        above = first
        while above and re.match(rf" {{{column}}}#", self.text[above - 1]):
            above -= 1
        return set(range(above, below))

    def _deeper(self, line: int, column: int) -> bool:
        return re.match(rf" {{{column + 1},}}#", self.text[line]) is not None


def _last_line(node: yaml.Node) -> int:
    """Give the line of a node's last leaf; the end mark of a block collection is the next token."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    ends_a_line = node.end_mark.column == 0 and node.end_mark.line > node.start_mark.line
    return int(node.end_mark.line) - int(ends_a_line)


def text_at(node: yaml.Node, key: str) -> str | None:
    """Give the text of a scalar in a mapping."""
    found = at(node, key)
    return found.value if isinstance(found, yaml.ScalarNode) else None


def record_of(item: Json) -> dict[str, Any]:
    """Give the record in a Job."""
    annotations = (item.get("metadata") or {}).get("annotations") or {}
    read: dict[str, Any] = json.loads(annotations.get(RECORD, "{}"))
    return read


def as_the_user_wrote(item: Json, *, svc: bool) -> Json:
    """Take off what a run adds and removes; with `svc` the user's own svc arguments count."""
    item = copy.deepcopy(item)
    parts = record_of(item).get("parts", {})
    metadata = item.get("metadata") or {}
    _without(metadata, "annotations", lambda key: key == RECORD or key in COMMENT_IDS)
    spec = spec_of(item)
    plugins = spec.get("plugins") or {}
    plugins.pop("pytorch", None)
    if not svc:
        plugins.pop("svc", None)
    spec["plugins"] = plugins
    tasks = spec["tasks"]
    spec["tasks"] = [task for task in tasks if task.get("name") not in parts]
    there = [task["name"] for task in tasks if task.get("name") in parts]
    for task in spec["tasks"]:
        own = sum(re.sub(r"-[0-9]+$", "", part) == task.get("name") for part in there)
        for key in ("replicas", "minAvailable"):
            if own and task.get(key) == 1:
                task[key] = 1 + own
        if (task.get("dependsOn") or {}).get("name"):
            task["dependsOn"]["name"] = [name for name in task["dependsOn"]["name"] if name not in parts]
        _settle_pod(task["template"]["spec"])
    return item


def _settle_pod(pod: Json) -> None:
    _without(pod, "initContainers", _is_our_init)
    _without(pod, "volumes", lambda volume: volume.get("name") == "pytorch-rank")
    for container in pod["containers"]:
        _without(container, "env", lambda entry: entry["name"] in OURS)
        _without(container, "ports", lambda entry: entry.get("name") == PORT)
        command = container.get("command") or []
        ours = wrapper_in(command)
        if ours:
            container["command"] = command[: ours.start] + command[ours.stop :]
            if not container["command"]:
                del container["command"]


def _is_our_init(init: Json) -> bool:
    names = {entry["name"] for entry in init.get("env") or []}
    script = " ".join(init.get("command") or [])
    return init["name"] in INITS and any(
        name in names or name in script for name in ("WAIT_MASTER_TIMEOUT", "PYTORCH_POD_NAME")
    )


def _without(mapping: Json, key: str, is_ours: Any) -> None:  # noqa: ANN401  a predicate of what the collection holds
    """Take what is ours off a collection, and an empty collection off its mapping."""
    old = mapping.get(key) or []
    kept = {name: old[name] for name in old if not is_ours(name)} if isinstance(old, dict) else None
    mapping[key] = [entry for entry in old if not is_ours(entry)] if kept is None else kept
    if not mapping[key]:
        del mapping[key]
