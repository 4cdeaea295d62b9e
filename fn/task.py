"""Task, Container and EnvEntry: what the user wrote in `spec.tasks`, without what this function added."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fn.nodes import Mapping
from fn.paths import entries, field_path, is_true, mappings, text_of, walk, whole_number

if TYPE_CHECKING:
    from fn.nodes import Data, Node


PORT_NAME = "pytorchjob-port"
WAIT_CONTAINER = "wait-for-master"
ENV_MASTER_ADDR = "MASTER_ADDR"
ENV_MASTER_PORT = "MASTER_PORT"
ENV_WORLD_SIZE = "WORLD_SIZE"
ENV_RANK = "RANK"
ENV_NODE_COUNT = "PET_NNODES"
ENV_NODE_RANK = "PET_NODE_RANK"
ENV_NODE_MASTER_ADDR = "PET_MASTER_ADDR"
ENV_NODE_MASTER_PORT = "PET_MASTER_PORT"
ENV_NODE_PROCESSES = "PET_NPROC_PER_NODE"
ENV_JOB_NAME = "PYTORCH_JOB_NAME"
ENV_POD_NAME = "PYTORCH_POD_NAME"
ENV_WAIT_TIMEOUT = "WAIT_MASTER_TIMEOUT"
LABEL_JOB_NAME = "volcano.sh/job-name"
LABEL_TASK_INDEX = "volcano.sh/task-index"
WRAPPER_NAME = "pytorch-rank"
RANK_CONTAINER = "pytorch-rank"
RANK_VOLUME = "pytorch-rank"
WRAPPER_LENGTH = 4


@dataclass(frozen=True, slots=True)
class EnvEntry:
    """An entry of a container's env: a literal `value`, or a `source`, its `valueFrom`, which may be a `field`."""

    place: int
    name: str
    value: str | None
    source: Data
    field: str | None

    @classmethod
    def read(cls, place: int, node: Mapping) -> EnvEntry:
        """Read `{name, value | valueFrom}`."""
        source = walk(node, "valueFrom")
        value = None if source is not None else text_of(walk(node, "value")) or ""
        path = text_of(walk(source, "fieldRef", "fieldPath"))
        return cls(place, text_of(node.get("name")) or "", value, None if source is None else source.data(), path)


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """A container of a task's template; `command` is the user's, without our wrapper."""

    place: int
    path: str
    node: Mapping
    name: str
    command: tuple[str, ...]
    wrapped: bool
    args: tuple[str, ...]
    env: tuple[EnvEntry, ...]

    @classmethod
    def read(cls, place: int, path: str, node: Mapping) -> Container:
        """Read a container at `path` of the Job."""
        words = _words(walk(node, "command"))
        return cls(
            place=place,
            path=path,
            node=node,
            name=text_of(walk(node, "name")) or "",
            command=words[WRAPPER_LENGTH:] if is_wrapped(words) else words,
            wrapped=is_wrapped(words),
            args=_words(walk(node, "args")),
            env=tuple(EnvEntry.read(at, entry) for at, entry in mappings(walk(node, "env"))),
        )

    @property
    def is_our_wait(self) -> bool:
        """Tell our `wait-for-master` by its form, never by the script's text: older versions differ."""
        waits = any(entry.name == ENV_WAIT_TIMEOUT for entry in self.env)
        return self.name == WAIT_CONTAINER and self.command[:2] == ("sh", "-c") and waits

    @property
    def is_our_rank_file(self) -> bool:
        """Tell our `pytorch-rank`, which writes the pod's RANK to a file, by its form."""
        knows = any(entry.name == ENV_POD_NAME for entry in self.env)
        return self.name == RANK_CONTAINER and self.command[:2] == ("sh", "-c") and knows

    @property
    def is_ours(self) -> bool:
        """Tell an init container that this function added."""
        return self.is_our_wait or self.is_our_rank_file


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """A task of `spec.tasks`; `replicas` counts the pods that the user asked for, parts of a split included."""

    place: int
    path: str
    node: Mapping
    name: str
    replicas: int
    min_available: int | None
    pod: Mapping | None
    containers: tuple[Container, ...]
    init_containers: tuple[Container, ...]

    @classmethod
    def read(cls, place: int, node: Mapping) -> Task:
        """Read `spec.tasks[place]`; Volcano's webhook calls an unnamed task `default<place>`."""
        pod = walk(node, "template", "spec")
        path = field_path("spec", "tasks", place)
        return cls(
            place=place,
            path=path,
            node=node,
            name=text_of(walk(node, "name")) or f"default{place}",
            replicas=whole_number(walk(node, "replicas")) or 0,
            min_available=whole_number(walk(node, "minAvailable")),
            pod=pod if isinstance(pod, Mapping) else None,
            containers=_containers(pod, path, "containers"),
            init_containers=_containers(pod, path, "initContainers"),
        )

    def steps(self, *more: str | int) -> tuple[str | int, ...]:
        """Give the way from the Job to the pod's spec, and on from there."""
        return ("spec", "tasks", self.place, "template", "spec", *more)

    @property
    def was_ranked(self) -> bool:
        """Tell a task that a run ranked, or a copy of one, by its wrapper or by the file with its ranks."""
        wrapped = any(container.wrapped for container in self.containers)
        return wrapped or any(init.is_our_rank_file for init in self.init_containers)

    @property
    def host_network(self) -> bool:
        """Tell whether the pods live on their host's network."""
        return is_true(walk(self.pod, "hostNetwork"))

    def folded(self, parts: tuple[Task, ...]) -> Task:
        """Give the task as it was before the split into itself and `parts`."""
        replicas = self.replicas if self.replicas != 1 else 1 + len(parts)
        least = replicas if self.min_available == 1 else self.min_available
        return dataclasses.replace(self, replicas=replicas, min_available=least)


def is_wrapped(words: tuple[str, ...]) -> bool:
    """Tell our wrapper `/bin/sh -c SCRIPT pytorch-rank …` by its form, never by the script: older versions differ."""
    return words[:2] == ("/bin/sh", "-c") and words[WRAPPER_LENGTH - 1 : WRAPPER_LENGTH] == (WRAPPER_NAME,)


def _words(node: Node | None) -> tuple[str, ...]:
    return tuple(text_of(entry) or "" for entry in entries(node))


def _containers(pod: Node | None, path: str, kind: str) -> tuple[Container, ...]:
    return tuple(
        Container.read(place, f"{path}.template.spec.{kind}[{place}]", node)
        for place, node in mappings(walk(pod, kind))
    )
