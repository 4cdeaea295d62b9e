"""The variables that tell a process of the group where the master is and which rank it has, and how they enter `env`.

One entry a name: an entry that is there is given our value in its place. An entry that refers to `$(MASTER_ADDR)`
and the like must resolve, so ours stands before it; all others go to the end of the list, or before our next one that
an earlier run put there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.former import JOB_NAME, POD_NAME, RANK_IN_FILE, TASK_INDEX, field_of_pod
from fn.nodes import Mapping
from fn.paths import mappings, walk
from fn.record import compact
from fn.references import refers_to
from fn.results import Severity
from fn.strategies.choice import Strategy
from fn.task import (
    ENV_JOB_NAME,
    ENV_MASTER_ADDR,
    ENV_MASTER_PORT,
    ENV_NODE_COUNT,
    ENV_NODE_MASTER_ADDR,
    ENV_NODE_MASTER_PORT,
    ENV_NODE_PROCESSES,
    ENV_NODE_RANK,
    ENV_POD_NAME,
    ENV_RANK,
    ENV_WORLD_SIZE,
    EnvEntry,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.job import Job
    from fn.nodes import Data, Sequence
    from fn.results import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, Task


class Variable:
    """A variable to be set: to a literal `value`, or by `source`, its `valueFrom`."""

    __slots__ = ("name", "source", "value")

    def __init__(self, name: str, value: str | None = None, *, source: Data = None) -> None:
        """Make a variable with one of the two."""
        self.name = name
        self.value = value
        self.source = source

    def __str__(self) -> str:
        """Give the value in words, for a message."""
        return f'"{self.value}"' if self.value is not None else f"the `valueFrom` {compact(self.source)}"

    @property
    def entry(self) -> dict[str, Data]:
        """The entry of `env` that sets it."""
        if self.value is not None:
            return {"name": self.name, "value": self.value}
        return {"name": self.name, "valueFrom": self.source}

    def is_in(self, entry: EnvEntry) -> bool:
        """Tell whether `entry` gives this value already; a field may have the `apiVersion` that it has by default."""
        if self.value is not None:
            return entry.source is None and entry.value == self.value
        return entry.source == self.source or (entry.field is not None and field_of_pod(entry.field) == self.source)

    def is_settled(self, env: Iterable[EnvEntry]) -> bool:
        """Tell whether `env` gives this value already, before each entry that refers to it."""
        place = next((entry.place for entry in env if entry.name == self.name and self.is_in(entry)), None)
        return place is not None and all(entry.place > place for entry in env if self._is_read_by(entry))

    def _is_read_by(self, entry: EnvEntry) -> bool:
        """Tell whether `entry` must stand behind this variable; MASTER_ADDR is built from the Job's name."""
        for_address = self.name == ENV_JOB_NAME
        return refers_to(entry.value, self.name) or (
            for_address
            and (
                entry.name in (ENV_MASTER_ADDR, ENV_NODE_MASTER_ADDR)
                or any(refers_to(entry.value, name) for name in (ENV_MASTER_ADDR, ENV_NODE_MASTER_ADDR))
            )
        )

    def replaces(self, job: Job, container: Container, entry: EnvEntry, reason: str) -> Result:
        """Say that this value takes the place of another one; the message ends with `reason`."""
        path = f"{container.path}.env[{entry.place}]"
        current: Data = {"name": entry.name, "valueFrom": entry.source}
        proposed: Data = self.entry
        was = "a `valueFrom`"
        if entry.value is not None:
            current = {"name": entry.name, "value": entry.value}
            was = f'"{entry.value}"'
            if self.value is not None:
                path, current, proposed = f"{path}.value", entry.value, self.value
        message = f"`{entry.name}` must be {self}, got {was}: it is replaced{reason}"
        return job.result(Severity.WARNING, "env-replaced", path, message, current=current, proposed=proposed)

    def put_in(self, env: Sequence, place_if_new: int) -> None:
        """Give the variable this value in `env`, before the first entry that refers to it."""
        read = [EnvEntry.read(place, node) for place, node in mappings(env)]
        entry = next((entry for entry in read if entry.name == self.name), None)
        user = next((entry.place for entry in read if self._is_read_by(entry)), None)
        if entry is None:
            env.insert(place_if_new if user is None else min(user, place_if_new), self.entry)
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
    address = [Variable(ENV_MASTER_ADDR, plan.address), Variable(ENV_MASTER_PORT, str(job.settings.port))]
    return [Variable(ENV_JOB_NAME, source=JOB_NAME), *address] if plan.downward else address


def container_variables(job: Job, plan: Plan, task: Task, container: Container) -> list[Variable]:
    """Give the variables of a container of `task`, in upstream's order, and behind them torchrun's."""
    if plan.strategy is Strategy.CONTROLLER or container not in job.chosen(task):
        return []
    wanted = [*address_variables(job, plan), Variable(ENV_WORLD_SIZE, str(plan.world_size))]
    if task not in job.roles:
        return wanted
    wanted += _rank_variables(job, plan, task, ENV_RANK)
    if plan.processes is not None:
        wanted += _torchrun_variables(job, plan, task)
    if plan.is_ranked(job, task, Strategy.SHELL):
        wanted.append(Variable(ENV_POD_NAME, source=POD_NAME))
    return wanted


def _rank_variables(job: Job, plan: Plan, task: Task, name: str) -> list[Variable]:
    """Give the variable that holds the rank; none where the wrapper exports it."""
    if plan.is_ranked(job, task, Strategy.SHELL):
        return []
    if plan.is_ranked(job, task, Strategy.INDEX):
        return [Variable(name, source=TASK_INDEX)]
    if plan.is_ranked(job, task, Strategy.FILE):
        return [Variable(name, source=RANK_IN_FILE)]
    return [Variable(name, str(plan.first_rank if task is job.ranked else 0))]


def _torchrun_variables(job: Job, plan: Plan, task: Task) -> list[Variable]:
    """Give the defaults of torchrun's options.

    Source: pytorch torch/distributed/argparse_util.py env, torch/distributed/run.py get_args_parser
    """
    variables = [Variable(ENV_NODE_COUNT, str(plan.world_size)), *_rank_variables(job, plan, task, ENV_NODE_RANK)]
    variables += [
        Variable(ENV_NODE_MASTER_ADDR, plan.address),
        Variable(ENV_NODE_MASTER_PORT, str(job.settings.port)),
    ]
    if plan.processes:
        variables.append(Variable(ENV_NODE_PROCESSES, str(plan.processes)))
    return variables


def put_all(env: Sequence, wanted: list[Variable], ours: set[str]) -> None:
    """Give the variables their values in `env`; `ours` are the names that an earlier run wrote.

    A new one goes to the end; or before the next one, if that is ours and all before it stand there too: where a first
    run would have put it.
    """
    names = [variable.name for variable in wanted]
    for order, variable in enumerate(wanted):
        places = {EnvEntry.read(place, node).name: place for place, node in mappings(env)}
        later = next((places[name] for name in names[order + 1 :] if name in ours and name in places), len(env))
        in_order = all(places[name] < later for name in names[:order])
        variable.put_in(env, later if in_order else len(env))


def remove_entries(env: Sequence, names: Iterable[str], *, ours: bool) -> None:
    """Take the entries of these names off; the comments around those of ours are the user's, and stay."""
    for place, node in reversed(mappings(env)):
        if EnvEntry.read(place, node).name in names:
            env.remove(place, alone=ours)
