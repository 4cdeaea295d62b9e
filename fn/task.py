"""Task, Container and EnvEntry: what the user wrote in `spec.tasks`, without what this function added."""

from __future__ import annotations

import dataclasses
import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

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
WRAPPER_SHELL = ("/bin/sh", "-c")
WRAPPER_MARKS = (ENV_POD_NAME, ENV_RANK, "$@")
SHELLS = ("sh", "bash", "dash", "ash", "zsh", "ksh", "fish")
SCRIPT_FLAG = re.compile(r"-[A-Za-z]*c[A-Za-z]*")
"""What stands before a shell's script, other flags of the shell in the same word or none."""


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
    """A container of a task's template; `command` is the user's, without our wrapper between the words."""

    place: int
    path: str
    node: Mapping
    name: str
    command: tuple[str, ...]
    command_places: tuple[int, ...]
    wrapped: bool
    args: tuple[str, ...]
    env: tuple[EnvEntry, ...]

    @classmethod
    def read(cls, place: int, path: str, node: Mapping) -> Container:
        """Read a container at `path` of the Job."""
        words = words_of(walk(node, "command"))
        places = _users_places(words)
        return cls(
            place=place,
            path=path,
            node=node,
            name=text_of(walk(node, "name")) or "",
            command=tuple(words[at] for at in places),
            command_places=places,
            wrapped=len(places) < len(words),
            args=words_of(walk(node, "args")),
            env=tuple(EnvEntry.read(at, entry) for at, entry in mappings(walk(node, "env"))),
        )

    @property
    def is_our_wait(self) -> bool:
        """Tell our `wait-for-master` by its form, whatever the shell."""
        return self.name == WAIT_CONTAINER and self._reads(ENV_WAIT_TIMEOUT, ENV_MASTER_ADDR, ENV_MASTER_PORT)

    @property
    def is_our_rank_file(self) -> bool:
        """Tell our `pytorch-rank`, which writes the pod's RANK to a file, by its form."""
        return self.name == RANK_CONTAINER and self._reads(ENV_POD_NAME, f"{ENV_RANK}='")

    def _reads(self, variable: str, *others: str) -> bool:
        """Tell `SHELL -c SCRIPT` with a variable in env, or with what our script reads: a hand edit leaves one."""
        place = script_place(self.command)
        if place is None or any(entry.name == variable for entry in self.env):
            return place is not None
        return all(mark in self.command[place] for mark in (variable, *others))

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


class Wrapper(NamedTuple):
    """The places of our wrapper among the words of a command: its shell, its script, and the first word behind it."""

    first: int
    script: int
    stop: int


def wrapper_in(words: tuple[str, ...]) -> Wrapper | None:
    """Find our wrapper `/bin/sh -c SCRIPT pytorch-rank`.

    People give it another shell, flags, or a program that starts it. It is known by a script that reads the pod's
    name, sets RANK and runs the words behind it, as that of every version does.
    """
    for script, text in enumerate(words):
        before, behind = words[:script], words[script + 1 : script + 2]
        options = itertools.takewhile(_is_option, reversed(before))
        runs = behind == (WRAPPER_NAME,) and any(SCRIPT_FLAG.fullmatch(option) for option in options)
        if runs and all(mark in text for mark in WRAPPER_MARKS):
            return Wrapper(_shell_place(before), script, script + 2)
    return None


def _is_option(word: str) -> bool:
    return word.startswith(("-", "+"))


def _shell_place(words: tuple[str, ...]) -> int:
    """Give the place of the shell in the words up to its flags; `busybox` before it is a part of it."""
    programs = [place for place, word in enumerate(words) if not _is_option(word)]
    place = max((place for place in programs if is_shell(words[place])), default=programs[-1] if programs else 0)
    return place - 1 if place and _base_name(words[place - 1]) == "busybox" else place


def is_shell(word: str) -> bool:
    """Tell a shell by the name of the program."""
    return _base_name(word) in SHELLS


def _base_name(word: str) -> str:
    return word.rpartition("/")[2]


def _users_places(words: tuple[str, ...]) -> tuple[int, ...]:
    """Give the places of the words that are not our wrapper's."""
    places = tuple(range(len(words)))
    while (wrapper := wrapper_in(tuple(words[place] for place in places))) is not None:
        places = places[: wrapper.first] + places[wrapper.stop :]
    return places


def script_place(words: tuple[str, ...]) -> int | None:
    """Give the place of the script in `SHELL -c SCRIPT`; other options may stand between the two."""
    flags = (place for place, word in enumerate(words) if SCRIPT_FLAG.fullmatch(word))
    scripts = (behind_options(words, place) for place in flags)
    return max((place for place in scripts if place < len(words)), default=None)


def behind_options(words: tuple[str, ...], place: int) -> int:
    """Give the place of the first word from `place` on that is no option of a shell; a `--` ends those."""
    while place < len(words) and _is_option(words[place]):
        place += 1
        if words[place - 1] == "--":
            break
    return place


def words_of(node: Node | None) -> tuple[str, ...]:
    """Give the words of `command` or `args`."""
    return tuple(text_of(entry) or "" for entry in entries(node))


def _containers(pod: Node | None, path: str, kind: str) -> tuple[Container, ...]:
    return tuple(
        Container.read(place, f"{path}.template.spec.{kind}[{place}]", node)
        for place, node in mappings(walk(pod, kind))
    )
