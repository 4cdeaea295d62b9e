"""The variables that tell a process of the group where the master is and which rank it has, and how they enter `env`.

One entry a name: an entry that is there is given our value in its place. An entry that refers to `$(MASTER_ADDR)`
and the like must resolve, so ours stands before it; all others go to the end of the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.nodes import Mapping
from fn.paths import mappings, walk
from fn.references import refers_to
from fn.strategies.choice import Strategy
from fn.task import (
    ENV_JOB_NAME,
    ENV_MASTER_ADDR,
    ENV_MASTER_PORT,
    ENV_POD_NAME,
    ENV_RANK,
    ENV_WORLD_SIZE,
    LABEL_JOB_NAME,
    LABEL_TASK_INDEX,
    EnvEntry,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.job import Job
    from fn.nodes import Data, Sequence
    from fn.strategies.plan import Plan
    from fn.task import Task

JOB_NAME_FIELD = f"metadata.labels['{LABEL_JOB_NAME}']"
TASK_INDEX_FIELD = f"metadata.labels['{LABEL_TASK_INDEX}']"
POD_NAME_FIELD = "metadata.name"


class Variable:
    """A variable to be set: to a literal `value`, or to the field of the pod at the path `field`."""

    __slots__ = ("field", "name", "value")

    def __init__(self, name: str, *, value: str | None = None, field: str | None = None) -> None:
        """Make a variable with one of the two sources."""
        self.name = name
        self.value = value
        self.field = field

    def __str__(self) -> str:
        """Give the value in words, for a message."""
        return f'"{self.value}"' if self.value is not None else f"the field {self.field}"

    @property
    def entry(self) -> dict[str, Data]:
        """The entry of `env` that sets it."""
        if self.value is not None:
            return {"name": self.name, "value": self.value}
        return {"name": self.name, "valueFrom": {"fieldRef": {"fieldPath": self.field}}}

    def is_in(self, entry: EnvEntry) -> bool:
        """Tell whether `entry` gives this value already."""
        if self.field is not None:
            return entry.field == self.field
        return entry.source is None and entry.value == self.value

    def is_settled(self, env: Iterable[EnvEntry]) -> bool:
        """Tell whether `env` gives this value already, before each entry that refers to it."""
        place = next((entry.place for entry in env if entry.name == self.name and self.is_in(entry)), None)
        return place is not None and all(entry.place > place for entry in env if self._is_read_by(entry))

    def _is_read_by(self, entry: EnvEntry) -> bool:
        """Tell whether `entry` must stand behind this variable; MASTER_ADDR is built from the Job's name."""
        for_address = self.name == ENV_JOB_NAME
        return refers_to(entry.value, self.name) or (
            for_address and (entry.name == ENV_MASTER_ADDR or refers_to(entry.value, ENV_MASTER_ADDR))
        )

    def put_in(self, env: Sequence) -> None:
        """Give the variable this value in `env`, before the first entry that refers to it."""
        read = [EnvEntry.read(place, node) for place, node in mappings(env)]
        entry = next((entry for entry in read if entry.name == self.name), None)
        user = next((entry.place for entry in read if self._is_read_by(entry)), None)
        if entry is None:
            env.insert(len(env) if user is None else user, self.entry)
            return
        place = entry.place
        if user is not None and place > user:
            env.move(place, user)
            place = user
        node = env.own(place)
        if isinstance(node, Mapping) and not self.is_in(entry):
            self._put_instead(node)

    def _put_instead(self, node: Mapping) -> None:
        key, other = ("value", "valueFrom") if self.value is not None else ("valueFrom", "value")
        if walk(node, other) is not None and walk(node, key) is None:
            node.put_before(key, self.entry[key], other)
        else:
            node.put(key, self.entry[key])
        if other in node.keys():  # noqa: SIM118  a Mapping is no dict
            node.remove(other)


def address_variables(job: Job, plan: Plan) -> list[Variable]:
    """Give the variables that tell where the master listens."""
    address = [Variable(ENV_MASTER_ADDR, value=plan.address), Variable(ENV_MASTER_PORT, value=str(job.settings.port))]
    return [Variable(ENV_JOB_NAME, field=JOB_NAME_FIELD), *address] if plan.downward else address


def task_variables(job: Job, plan: Plan, task: Task) -> list[Variable]:
    """Give the variables of the containers of `task`, in upstream's order."""
    if plan.strategy is Strategy.CONTROLLER:
        return []
    wanted = [*address_variables(job, plan), Variable(ENV_WORLD_SIZE, value=str(plan.world_size))]
    if plan.is_ranked(job, task, Strategy.INDEX):
        wanted.append(Variable(ENV_RANK, field=TASK_INDEX_FIELD))
    elif plan.is_ranked(job, task, Strategy.SHELL):
        wanted.append(Variable(ENV_POD_NAME, field=POD_NAME_FIELD))
    elif task in job.roles:
        wanted.append(Variable(ENV_RANK, value=str(plan.first_rank if task is job.ranked else 0)))
    return wanted


def was_ours(job: Job, entry: EnvEntry) -> bool:
    """Tell whether an earlier run wrote an entry: its value equals the record."""
    record = job.record
    if record is None or record.strategy == Strategy.CONTROLLER:
        return False
    fields = {ENV_RANK: TASK_INDEX_FIELD, ENV_JOB_NAME: JOB_NAME_FIELD, ENV_POD_NAME: POD_NAME_FIELD}
    if entry.source is not None:
        return entry.field is not None and entry.field == fields.get(entry.name)
    values = {
        ENV_MASTER_ADDR: (record.address,),
        ENV_MASTER_PORT: (str(record.port),),
        ENV_WORLD_SIZE: (str(record.world_size),),
        ENV_RANK: ("0", "1"),
    }
    return entry.value in values.get(entry.name, ())


def remove_entries(env: Sequence, names: Iterable[str]) -> None:
    """Take the entries of these names off."""
    for place, node in reversed(mappings(env)):
        if EnvEntry.read(place, node).name in names:
            env.remove(place)
