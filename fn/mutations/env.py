"""Set the variables that torch.distributed reads: MASTER_ADDR, MASTER_PORT, WORLD_SIZE and RANK.

Shape: entries of `env` in every container of every task (those of `containers` and `extraTasks`), RANK and torchrun's
PET_ variables only in the master and the worker task; init containers get none. One entry a name: an entry that is
there is given our value in its place, with a warning [env-replaced] where it had another one. A user's entry that
refers to `$(MASTER_ADDR)` and the like must resolve, so ours stands before it; all others go to the end, or before our
next one.

RANK is a constant where one pod uses the template; otherwise it is the pod's index by the downward API (`index`), it is
read from a file (`file`, `rank_file.py`), or the wrapper sets it (`shell`, `command.py`). Under `controller` no
container gets a variable.

Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go OnPodCreate, ed72c7c
Differs: upstream appends without a look at the names that are there, which the Job CRD refuses in a template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.former import TORCHRUN_NAMES, was_ours
from fn.job import own_list
from fn.resourcelist import Severity
from fn.strategies.choice import Strategy
from fn.task import ENV_NODE_RANK, ENV_RANK
from fn.variables import container_variables, put_all, remove_entries

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, EnvEntry, Task


def apply(job: Job, plan: Plan) -> list[Result]:
    """Settle the variables of every container."""
    return [
        result for task in job.tasks for container in task.containers for result in _settle(job, plan, task, container)
    ]


def _settle(job: Job, plan: Plan, task: Task, container: Container) -> list[Result]:
    wanted = container_variables(job, plan, task, container)
    unwanted = {entry.name for entry in container.env if _goes(job, plan, task, container, entry)}
    unwanted -= {variable.name for variable in wanted}
    if not unwanted and all(variable.is_settled(container.env) for variable in wanted):
        return []
    node = job.own_container(task, container)
    env = own_list(node, "env")
    ours = {entry.name for entry in container.env if was_ours(job, task, container, entry)}
    remove_entries(env, unwanted & ours, ours=True)
    remove_entries(env, unwanted - ours, ours=False)
    put_all(env, wanted, ours)
    if not len(env):
        node.remove("env", alone=True)
    results = []
    for entry in container.env:
        if was_ours(job, task, container, entry):
            continue
        if entry.name in unwanted:
            results.append(_taken_off(job, container, entry))
        reason = "`torchrun` is set" if entry.name in TORCHRUN_NAMES else "the controller's own would win too"
        results += [
            variable.replaces(job, container, entry, f", as {reason}")
            for variable in wanted
            if entry.name == variable.name and not variable.is_in(entry)
        ]
    return results


def _goes(job: Job, plan: Plan, task: Task, container: Container, entry: EnvEntry) -> bool:
    """Tell whether an entry goes: a rank in a wrapped command, and what an earlier run wrote and isn't wanted now."""
    if entry.name == ENV_RANK or (entry.name == ENV_NODE_RANK and plan.processes is not None):
        wrapped = plan.is_ranked(job, task, Strategy.SHELL) and container in job.chosen(task)
        return wrapped or (job.had_role(task) and was_ours(job, task, container, entry))
    return was_ours(job, task, container, entry)


def _taken_off(job: Job, container: Container, entry: EnvEntry) -> Result:
    message = f"`{entry.name}` is taken off: the wrapper around the command sets it, for each pod its own"
    current: Data = {"name": entry.name, "value": entry.value}
    if entry.value is None:
        current = {"name": entry.name, "valueFrom": entry.source}
    path = f"{container.path}.env[{entry.place}]"
    return job.result(Severity.WARNING, "env-replaced", path, message, current=current)
