"""What a text means, by the parser of another library and Kubernetes' reading of scalars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import ruamel.yaml
import yaml

from fn.lossless.scalars import json_key, plain_value, tagged_value

if TYPE_CHECKING:
    from collections.abc import Iterator


Event: TypeAlias = Any  # of one library or the other
Json: TypeAlias = Any
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's knows tabs before comments


def by_pyyaml(text: str) -> list[Json]:
    return Composer(iter(yaml.parse(text, Loader=LOADER))).documents()


def by_ruamel(text: str) -> list[Json]:
    return Composer(iter(ruamel.yaml.YAML(typ="safe", pure=True).parse(text))).documents()


class Composer:
    """Makes data of events, which both libraries name alike."""

    def __init__(self, events: Iterator[Event]) -> None:
        self.events = events
        self.anchors: dict[str, Json] = {}

    def documents(self) -> list[Json]:
        found = []
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                self.anchors = {}
                found.append(self.node(next(self.events)))
        return found

    def node(self, event: Event) -> Json:
        kind = type(event).__name__
        if kind == "AliasEvent":
            return self.anchors[event.anchor]
        data: Json
        if kind == "ScalarEvent":
            data = self.scalar(event)
            if event.anchor:
                self.anchors[event.anchor] = data
        elif kind == "SequenceStartEvent":
            data = []
            if event.anchor:
                self.anchors[event.anchor] = data
            while type(event := next(self.events)).__name__ != "SequenceEndEvent":
                data.append(self.node(event))
        else:
            data = self.mapping(event)
        return data

    def mapping(self, event: Event) -> Json:
        data: dict[str, Json] = {}
        merged: dict[str, Json] = {}
        if event.anchor:
            self.anchors[event.anchor] = data
        while type(event := next(self.events)).__name__ != "MappingEndEvent":
            is_scalar = type(event).__name__ == "ScalarEvent"
            tag = str(event.tag) if is_scalar and event.tag else None
            key = self.node(event)
            value = self.node(next(self.events))
            if (
                is_scalar
                and event.value == "<<"
                and (tag == "tag:yaml.org,2002:merge" or (not tag and self.plain(event)))
            ):
                for mapping in value if isinstance(value, list) else [value]:
                    merged = {**mapping, **merged}
            else:
                data[json_key(key, event.value if is_scalar else str(key))] = value
        for key, value in merged.items():
            data.setdefault(key, value)
        return data

    @staticmethod
    def plain(event: Event) -> bool:
        return not event.style or event.style == "?"

    def scalar(self, event: Event) -> Json:
        if event.tag:
            return tagged_value(event.value, str(event.tag))
        return plain_value(event.value) if self.plain(event) else str(event.value)
