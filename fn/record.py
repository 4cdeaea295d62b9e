"""The record: what a run did to a Job, kept in the Job so that the next run can tell its own entries from the user's.

Shape: the annotation `fn.volcano.sh/pytorch-plugin`, one line of JSON without blanks outside strings, keys in this
order; a key without a value is left out. It holds no version, time or path, so an unchanged Job keeps an unchanged
record.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fn.nodes import Data

ANNOTATION_PREFIX = "fn.volcano.sh/"
RECORD_ANNOTATION = f"{ANNOTATION_PREFIX}pytorch-plugin"


class RecordError(ValueError):
    """The annotation is no record; the text says what must be there instead."""


@dataclass(frozen=True, slots=True)
class Record:
    """What the last run wrote.

    `arguments` are the plugin's, as the user gave them; `master` and `worker` the tasks of these roles where
    functionConfig named them. `address`, `port`, `world_size` (pods), `image` and `timeout` (seconds) are the values
    written, None where none was; an older record has no `timeout`. `torchrun` is PET_NPROC_PER_NODE, 0 where that isn't
    known. `containers` (all, if empty) and `extra_tasks` say who got what. `controller` is the list left in
    `spec.plugins.pytorch` for Volcano's plugin. `parts` are the tasks that `split` added: name and checksum of the
    text, in the order of their ranks.
    """

    arguments: tuple[str, ...]
    strategy: str
    master: str | None = None
    worker: str | None = None
    address: str | None = None
    port: int | None = None
    world_size: int | None = None
    image: str | None = None
    timeout: int | None = None
    torchrun: int | None = None
    containers: tuple[str, ...] = ()
    extra_tasks: str | None = None
    controller: tuple[str, ...] | None = None
    parts: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Give the annotation's value."""
        keys: dict[str, Data] = {
            "arguments": list(self.arguments),
            "strategy": self.strategy,
            "master": self.master,
            "worker": self.worker,
            "address": self.address,
            "port": self.port,
            "worldSize": self.world_size,
            "image": self.image,
            "timeout": self.timeout,
            "torchrun": self.torchrun,
            "containers": list(self.containers) or None,
            "extraTasks": self.extra_tasks,
            "controller": None if self.controller is None else list(self.controller),
            "parts": dict(self.parts) or None,
        }
        return compact({key: value for key, value in keys.items() if value is not None})

    @classmethod
    def read(cls, text: str) -> Record:
        """Read the annotation's value. Raises RecordError."""
        try:
            keys = json.loads(text)
            compact(keys).encode()  # a lone surrogate can't be written back
        except (ValueError, RecursionError) as fault:
            message = f"must be the JSON that this function wrote: {fault}"
            raise RecordError(message) from None
        if not isinstance(keys, dict):
            message = f"must be a JSON object, got {compact(keys)[:60]}"
            raise RecordError(message)
        return cls(
            arguments=_strings(keys, "arguments") or (),
            strategy=_one(keys, "strategy", str) or "",
            master=_one(keys, "master", str),
            worker=_one(keys, "worker", str),
            address=_one(keys, "address", str),
            port=_one(keys, "port", int),
            world_size=_one(keys, "worldSize", int),
            image=_one(keys, "image", str),
            timeout=_one(keys, "timeout", int),
            torchrun=_one(keys, "torchrun", int),
            containers=_strings(keys, "containers") or (),
            extra_tasks=_one(keys, "extraTasks", str),
            controller=_strings(keys, "controller"),
            parts=_parts(keys),
        )


def _one(keys: dict[str, Any], key: str, kind: type) -> Any:  # noqa: ANN401  the kind is the caller's
    value = keys.get(key)
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        message = f"`{key}` must be a {'string' if kind is str else 'whole number'}, got {compact(value)[:60]}"
        raise RecordError(message)
    return value


def _strings(keys: dict[str, Any], key: str) -> tuple[str, ...] | None:
    value = keys.get(key)
    if value is None and key != "arguments":
        return None
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        message = f"`{key}` must be a list of strings, got {compact(value)[:60]}"
        raise RecordError(message)
    return tuple(value)


def _parts(keys: dict[str, Any]) -> dict[str, str]:
    value = keys.get("parts", {})
    if not isinstance(value, dict) or not all(isinstance(entry, str) for entry in value.values()):
        message = f"`parts` must map task names to checksums, got {compact(value)[:60]}"
        raise RecordError(message)
    return value


def compact(data: Data) -> str:
    """Write JSON on one line without blanks outside strings."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest(data: Data) -> str:
    """Give a checksum of a part of a Job, the same for each order of keys and each style of text."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x}"
