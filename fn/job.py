"""Job: Volcano's words over nodes, read as the user wrote them.

A Job that this function changed earlier holds our entries beside the user's. The views look through them: parts of a
split task count as replicas of the first one, our wrapper is no part of the command, the plugin's arguments come from
the record where the key is gone. So strategy, checks and values are computed on a second run as on the first (spec
§7).

Reading only: mutations walk to the same places with `Job.own`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from fn import arguments as plugin
from fn.nodes import Mapping, Scalar, Sequence
from fn.paths import entries, field_path, mappings, text_of, walk, whole_number
from fn.record import RECORD_ANNOTATION, Record
from fn.task import PORT_NAME, Task

if TYPE_CHECKING:
    from fn.carrier import Carrier
    from fn.config import Config
    from fn.mistakes import Mistakes
    from fn.neighbours import Neighbours
    from fn.nodes import Data, Node
    from fn.results import Absent, Result, Severity
    from fn.task import Container

T = TypeVar("T")

PLUGIN_PATH = ("spec", "plugins", "pytorch")
RECORD_PATH = ("metadata", "annotations", RECORD_ANNOTATION)


@dataclass(frozen=True, slots=True)
class Settings:
    """The six plugin arguments in effect: the Job's own flag, else functionConfig's, else upstream's default."""

    master: str
    worker: str
    port: int
    wait_master_enabled: bool
    wait_master_timeout: int
    wait_master_image: str

    @classmethod
    def choose(cls, given: plugin.Arguments, defaults: plugin.Arguments) -> Settings:
        """Take each argument from the first that sets it."""
        return cls(
            _first(given.master, defaults.master, plugin.DEFAULT_MASTER),
            _first(given.worker, defaults.worker, plugin.DEFAULT_WORKER),
            _first(given.port, defaults.port, plugin.DEFAULT_PORT),
            _first(given.wait_master_enabled, defaults.wait_master_enabled, plugin.DEFAULT_WAIT_MASTER_ENABLED),
            _first(given.wait_master_timeout, defaults.wait_master_timeout, plugin.DEFAULT_WAIT_MASTER_TIMEOUT),
            _first(given.wait_master_image, defaults.wait_master_image, plugin.DEFAULT_WAIT_MASTER_IMAGE),
        )


class Job:
    """A Volcano Job with `spec.plugins.pytorch` or with our record, whose shape has been checked."""

    def __init__(
        self, carrier: Carrier, config: Config, neighbours: Neighbours, record: Record | None, mistakes: Mistakes
    ) -> None:
        """Read the Job in `carrier`, where `mistakes` were found.

        `record` is what its annotation holds, `neighbours` are the other items.
        """
        self.carrier = carrier
        self.mistakes = mistakes
        self.config = config
        self.neighbours = neighbours
        self.record = record
        self.argv, self.argv_places = argv_of(carrier, record)
        self.parsed = plugin.parse(self.argv)
        self.settings = Settings.choose(self.parsed.arguments, config.arguments)
        written = [Task.read(place, node) for place, node in mappings(carrier.walk("spec", "tasks"))]
        self.former = _former_roles(record)
        first = self._split_of(written)
        names = record.parts if record is not None and first is not None else {}
        self.parts = tuple(task for task in written if task.name in names)
        self.split = None if first is None else first.folded(self.parts)
        self.first_part = None if first is None else first.node.data()
        whole = (task for task in written if task.name not in names)
        self.tasks = tuple(self.split if self.split and task is first else task for task in whole)
        self.part_names = frozenset(record.parts if record else ()) - {task.name for task in self.tasks}

    def _split_of(self, written: list[Task]) -> Task | None:
        """Find the task that an earlier run split; its name may be another by now, as that of its role."""
        if self.record is None or not self.record.parts:
            return None
        name = next(iter(self.record.parts)).rpartition("-")[0]
        role = self.settings.worker if name == self.former[-1] else self.settings.master
        tasks = {task.name: task for task in written if task.name not in self.record.parts}
        return tasks.get(name) or tasks.get(role)

    @property
    def name(self) -> str | None:
        """The Job's name, None where it is made up in the cluster."""
        return self.carrier.job_name

    @property
    def name_length(self) -> int:
        """The number of characters in the Job's name, at least."""
        return len(self.carrier.name or self.carrier.generate_name or "") + self.carrier.added

    @property
    def plugins(self) -> Mapping | None:
        """The mapping `spec.plugins`."""
        node = self.carrier.walk(*PLUGIN_PATH[:-1])
        return node if isinstance(node, Mapping) else None

    def has_plugin(self, name: str) -> bool:
        """Tell whether the API server keeps the plugin `name`: a null is dropped."""
        return walk(self.plugins, name) is not None

    def is_sound(self, *paths: str) -> bool:
        """Tell whether no field at, above or below `paths` holds a mistake; `spec.tasks[]` stands for every task."""
        places = map(self.carrier.path, paths)
        return not (self.mistakes and any(self.mistakes.above(path) or self.mistakes.below(path) for path in places))

    def knows(self, argument: str) -> bool:
        """Tell whether no mistake is about an argument of the plugin, or may be."""
        about = [mistake.argument for mistake in self.parsed.mistakes]
        given = self.parsed.positions.get(argument)
        if argument in about or self.mistakes.above(self.carrier.path(self.argument_path(given))):
            return False
        places = {*range(len(self.argv))} - {*self.parsed.positions.values()}
        return given is not None or (None not in about and self.is_sound(*map(self.argument_path, places)))

    @cached_property
    def master(self) -> Task | None:
        """The task that `--master` names."""
        return self._called(self.settings.master) if self.knows("master") else None

    @cached_property
    def worker(self) -> Task | None:
        """The task that `--worker` names; it may be the master task too."""
        return self._called(self.settings.worker) if self.knows("worker") else None

    def _called(self, name: str) -> Task | None:
        return next((task for task in self.tasks if task.name == name), None)

    @property
    def is_index_layout(self) -> bool:
        """Tell whether one task plays both roles: its pod 0 is the master, and ranks are indexes."""
        if self.master is None or self.master is self.worker:
            return self.master is not None
        return self.worker is None and self.knows("worker") and self.master.replicas > 1 and len(self.tasks) == 1

    @property
    def ranked(self) -> Task | None:
        """The task whose replicas need different ranks: the worker task, or in the layout of `index` the only one."""
        return self.master if self.is_index_layout else self.worker

    @property
    def orphans(self) -> tuple[Task, ...]:
        """The parts of a split whose first part is gone."""
        names = self.record.parts if self.record is not None and self.split is None else {}
        return tuple(task for task in self.tasks if task.name in names)

    @property
    def roles(self) -> tuple[Task, ...]:
        """The tasks that take part in the process group, the master task first, each once."""
        return tuple(dict.fromkeys(task for task in (self.master, self.worker) if task is not None))

    @property
    def seekers(self) -> tuple[Task, ...]:
        """The tasks whose pods look for the master; none where it is missing or alone."""
        return self.roles if self.master is not None and self.world_size > 1 else ()

    def chosen(self, task: Task) -> tuple[Container, ...]:
        """Give the containers of `task` that get port, variables and wrapper."""
        if task not in self.roles and self.config.extra_tasks == "none":
            return ()
        names = self.config.containers
        return tuple(container for container in task.containers if not names or container.name in names)

    def had_role(self, task: Task) -> bool:
        """Tell whether `task` has a role, or had one when an earlier run wrote into it, or is a copy of such a task."""
        return task in self.roles or task.name in self.former or task.was_ranked

    def was_chosen(self, task: Task, container: Container) -> bool:
        """Tell whether an earlier run wrote into a container of `task`."""
        record = self.record
        if record is None or (record.extra_tasks == "none" and not self.had_role(task)):
            return False
        return not record.containers or container.name in (*record.containers, *self.config.containers)

    @property
    def world_size(self) -> int:
        """The number of pods in the process group."""
        return sum(task.replicas for task in self.roles)

    def argument_path(self, place: int | None = None) -> str:
        """Give the field path of the argument at `place`, or of all arguments."""
        if self.carrier.walk(*PLUGIN_PATH) is None and self.record is not None:
            return field_path(*RECORD_PATH)
        return field_path(*PLUGIN_PATH) if place is None else field_path(*PLUGIN_PATH, self.argv_places[place])

    def result(self, severity: Severity, check: str, path: str, message: str, **values: Data | Absent) -> Result:
        """Make a Result about this Job; `values` are `current` and `proposed`."""
        return self.carrier.result(severity, check, path, message, **values)

    def walk(self, *steps: str | int) -> Node | None:
        """Give the node at the end of `steps`, None where the way ends early or in a null."""
        return self.carrier.walk(*steps)

    def own_mapping(self, *steps: str | int) -> Mapping:
        """Walk to a mapping that is there."""
        node = self.carrier.own(*steps)
        if not isinstance(node, Mapping):
            message = f"{field_path(*steps)} is no mapping"
            raise TypeError(message)
        return node

    def own_container(self, task: Task, container: Container, kind: str = "containers") -> Mapping:
        """Walk to a container of a task."""
        return self.own_mapping(*task.steps(kind, container.place))


def own_mapping(parent: Mapping, key: str) -> Mapping:
    """Walk to the mapping at `key`, made if it is absent or null."""
    if walk(parent, key) is None:
        parent.put(key, {})
    node = parent.own(key)
    if not isinstance(node, Mapping):
        message = f"`{key}` is no mapping"
        raise TypeError(message)
    return node


def own_list(parent: Mapping, key: str) -> Sequence:
    """Walk to the list at `key`, made if it is absent or null."""
    if walk(parent, key) is None:
        parent.put(key, [])
    node = parent.own(key)
    if not isinstance(node, Sequence):
        message = f"`{key}` is no list"
        raise TypeError(message)
    return node


def argv_of(carrier: Carrier, record: Record | None) -> tuple[list[str], list[int]]:
    """Give the plugin's arguments as the user gave them, and the place of each in the list.

    Where Volcano's own plugin keeps its key (`controller`), the flags that we added to the list are taken off again.
    """
    listed = carrier.walk(*PLUGIN_PATH)
    if listed is None and record is not None:
        return list(record.arguments), list(range(len(record.arguments)))
    words = [entry.text if isinstance(entry, Scalar) else "" for entry in entries(listed)]
    ours: list[str] = []
    if record is not None and record.controller is not None:
        ours = list(record.controller[len(record.arguments) :])
    places = [
        place for place, word in enumerate(words) if word not in ours or word in (record.arguments if record else ())
    ]
    return [words[place] for place in places], places


def _former_roles(record: Record | None) -> tuple[str, ...]:
    """Give the names of the master and the worker task of an earlier run."""
    if record is None:
        return ()
    given = plugin.parse(record.arguments).arguments
    return (
        _first(given.master, record.master, plugin.DEFAULT_MASTER),
        _first(given.worker, record.worker, plugin.DEFAULT_WORKER),
    )


def is_our_port(job: Job, task: Task, container: Container, entry: Mapping) -> bool:
    """Tell an entry of `ports` that an earlier run wrote, by its name: the number may have been edited since.

    On the host's network only the first container got one, and a container that wasn't chosen then got none; another
    number under that name may be the user's there.
    """
    record = job.record
    if record is None or not job.was_chosen(task, container) or text_of(walk(entry, "name")) != PORT_NAME:
        return False
    first = not task.host_network or container in job.chosen(task)[:1]
    had_one = first and (not record.containers or container.name in record.containers)
    return had_one or whole_number(walk(entry, "containerPort")) == record.port


def _first(own: T | None, shared: T | None, last: T) -> T:
    return own if own is not None else shared if shared is not None else last
