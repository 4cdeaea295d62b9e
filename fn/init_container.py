"""The init containers that this function adds: what they have in common.

Shape: `{name, image, command: [sh, -c, SCRIPT], env, resources, securityContext}` in a task's `initContainers`. One
of ours that is there is refreshed: image, script and variables, no other field, nor a shell that somebody chose. A
variable that was edited by hand is replaced, with a warning [env-replaced]; one that was taken out comes back. An image
that a later tool set stays, until `--wait-master-image` changes.

In a pod that demands `runAsNonRoot` and sets no user it runs as 65534 (info [wait-master-user]); beside Guaranteed
containers or under a `topologyPolicy` it asks for one CPU and 128Mi (info [wait-master-resources]). functionConfig's
`waitMasterContainer` beats both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fn.former import was_ours_in_init
from fn.job import own_list
from fn.paths import is_true, mappings, text_of, walk
from fn.results import Severity
from fn.task import (
    ENV_JOB_NAME,
    ENV_MASTER_ADDR,
    ENV_MASTER_PORT,
    ENV_POD_NAME,
    ENV_WAIT_TIMEOUT,
    script_place,
    words_of,
)
from fn.variables import put_all, remove_entries

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data, Sequence
    from fn.results import Result
    from fn.task import Container, Task
    from fn.variables import Variable

UNPRIVILEGED_USER = 65534
AMOUNTS: dict[str, Data] = {"cpu": "1", "memory": "128Mi"}
REASONS = {
    ENV_MASTER_ADDR: ", as it follows from the names of the Job and its master task",
    ENV_MASTER_PORT: "; `--port` sets it",
    ENV_WAIT_TIMEOUT: "; `--wait-master-timeout` sets it",
    ENV_JOB_NAME: ", as the master's address is built from it",
    ENV_POD_NAME: ", as RANK is made from it",
}
"""Why a variable that was edited by hand gets our value again, or where to set another one."""


class InitContainer(NamedTuple):
    """What one of ours is made of: its script, the variables that the script reads, and fields of its own."""

    name: str
    script: str
    variables: list[Variable]
    fields: dict[str, Data]


def place_of(job: Job, task: Task, name: str) -> int | None:
    """Give the place of the init container `name`, as the list stands now."""
    inits = mappings(job.walk(*task.steps("initContainers")))
    return next((place for place, node in inits if text_of(walk(node, "name")) == name), None)


def put(job: Job, task: Task, ours: InitContainer, *, first: bool = False) -> list[Result]:
    """Add one of ours to a task, first or last, or refresh it."""
    fields, results = _rules(job, task, ours.name)
    place = place_of(job, task, ours.name)
    if place is None:
        container: dict[str, Data] = {"name": ours.name, "image": job.settings.wait_master_image}
        container |= {"command": ["sh", "-c", ours.script], "env": [variable.entry for variable in ours.variables]}
        inits = own_list(job.own_mapping(*task.steps()), "initContainers")
        inits.insert(0 if first else len(inits), container | fields | ours.fields | job.config.wait_master_container)
        return results
    node = job.own_mapping(*task.steps("initContainers", place))
    if job.record is None or job.record.image != job.settings.wait_master_image:
        node.put("image", job.settings.wait_master_image)
    command = own_list(node, "command")
    command.put(script_place(words_of(command)) or 0, ours.script)
    results += _settle_env(job, task, own_list(node, "env"), ours)
    for key, value in (fields | ours.fields).items():
        if walk(node, key) is None:
            node.put(key, value)
    for key, value in job.config.wait_master_container.items():
        node.put(key, value)
    return results


def _settle_env(job: Job, task: Task, env: Sequence, ours: InitContainer) -> list[Result]:
    """Write the variables anew; an entry that is neither one of them nor an earlier run's is the user's."""
    init = next(init for init in task.init_containers if init.name == ours.name)
    former = {entry.name for entry in init.env if was_ours_in_init(job, entry)}
    wanted = {variable.name: variable for variable in ours.variables}
    remove_entries(env, former & ({ENV_JOB_NAME} - wanted.keys()), ours=True)
    put_all(env, ours.variables, former)
    return [
        wanted[entry.name].replaces(job, init, entry, REASONS[entry.name])
        for entry in init.env
        if entry.name in wanted.keys() - former and not wanted[entry.name].is_in(entry)
    ]


def take_off(job: Job, task: Task, name: str) -> None:
    """Take one of ours off; an empty list goes too."""
    place = place_of(job, task, name)
    if place is None:
        return
    pod = job.own_mapping(*task.steps())
    inits = own_list(pod, "initContainers")
    inits.remove(place, alone=True)
    if not len(inits):
        pod.remove("initContainers", alone=True)


def _rules(job: Job, task: Task, name: str) -> tuple[dict[str, Data], list[Result]]:
    """Give the fields that the pod's own demands ask of an init container, and what to say about them."""
    fields: dict[str, Data] = {}
    results = []
    path = f"{task.path}.template.spec.initContainers"
    if _is_measured(task) and "resources" not in job.config.wait_master_container:
        fields["resources"] = {"requests": AMOUNTS, "limits": AMOUNTS}
        otherwise = (
            "the webhook refuses a topology policy" if _has_topology_policy(task) else "the pod is Guaranteed no more"
        )
        message = f'`{name}` asks for cpu "1" and memory "128Mi": without them {otherwise}'
        results.append(job.result(Severity.INFO, "wait-master-resources", path, message))
    security = walk(task.pod, "securityContext")
    demands = is_true(walk(security, "runAsNonRoot")) and walk(security, "runAsUser") is None
    if demands and "securityContext" not in job.config.wait_master_container:
        fields["securityContext"] = {"runAsUser": UNPRIVILEGED_USER}
        message = f"`{name}` runs as user {UNPRIVILEGED_USER}, as the pod demands `runAsNonRoot` and sets no user"
        results.append(job.result(Severity.INFO, "wait-master-user", path, message))
    return fields, results


def _is_measured(task: Task) -> bool:
    """Tell whether each container of the pod must say what it uses: a topology policy, or the quality Guaranteed."""
    if _has_topology_policy(task):
        return True
    others = [*task.containers, *(init for init in task.init_containers if not init.is_ours)]
    return all(_is_guaranteed(container) for container in others)


def _has_topology_policy(task: Task) -> bool:
    return (text_of(walk(task.node, "topologyPolicy")) or "none") != "none"


def _is_guaranteed(container: Container) -> bool:
    """Tell whether limits are set for CPU and memory, and requests equal them where they are set."""
    for amount in AMOUNTS:
        limit = walk(container.node, "resources", "limits", amount)
        request = walk(container.node, "resources", "requests", amount) or limit
        if limit is None or request is None or limit.data() != request.data():
            return False
    return True
