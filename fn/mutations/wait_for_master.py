"""Let the workers wait until the master listens, in an init container.

Shape: `{name: wait-for-master, image, command: [sh, -c, SCRIPT], env, resources, securityContext}` at the end of the
worker task's `initContainers`, with `--wait-master-enabled`. The script is one constant text, `wait-for-master.sh`.
An init container of ours that is there is refreshed: image, command and variables, no other field. A user's own init
container of that name stays.

In a pod that demands `runAsNonRoot` and sets no user it runs as 65534 (info [wait-master-user]); beside Guaranteed
containers or under a `topologyPolicy` it asks for one CPU and 128Mi (info [wait-master-resources]). functionConfig's
`waitMasterContainer` beats both.

Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go OnPodCreate, ed72c7c Differs:
upstream's script has two of the three ways to probe and counts sleeps; it sets no user and no resources, so that
restricted namespaces, Guaranteed pods and topology policies refuse the pod or lose what they asked for.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fn.job import own_list
from fn.paths import is_true, text_of, walk
from fn.resourcelist import Severity
from fn.task import ENV_JOB_NAME, ENV_WAIT_TIMEOUT, WAIT_CONTAINER
from fn.variables import Variable, address_variables, remove_entries

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, Task

SCRIPT = Path(__file__).with_name("wait-for-master.sh")
UNPRIVILEGED_USER = 65534
AMOUNTS: dict[str, Data] = {"cpu": "1", "memory": "128Mi"}


@cache
def script() -> str:
    """Give the text that the init container runs."""
    return SCRIPT.read_text(encoding="utf-8")


def apply(job: Job, plan: Plan) -> list[Result]:
    """Add the init container to the worker task, refresh it, and take it off where nothing waits."""
    results: list[Result] = []
    for task in job.tasks:
        ours = next((init for init in task.init_containers if init.is_our_wait), None)
        if plan.waits(job) and task is job.worker:
            if ours is not None or all(init.name != WAIT_CONTAINER for init in task.init_containers):
                results = _wait(job, plan, task, ours)
        elif ours is not None:
            _remove(job, task, ours)
    return results


def _wait(job: Job, plan: Plan, task: Task, ours: Container | None) -> list[Result]:
    fields, results = _rules(job, task)
    variables = [*address_variables(job, plan), Variable(ENV_WAIT_TIMEOUT, value=str(job.settings.wait_master_timeout))]
    if ours is None:
        container: dict[str, Data] = {"name": WAIT_CONTAINER, "image": job.settings.wait_master_image}
        container |= {"command": ["sh", "-c", script()], "env": [variable.entry for variable in variables]}
        pod = job.own_mapping(*task.steps())
        own_list(pod, "initContainers").append(container | fields | job.config.wait_master_container)
        return results
    node = job.own_container(task, ours, "initContainers")
    if job.record is None or job.record.image != job.settings.wait_master_image:
        node.put("image", job.settings.wait_master_image)
    own_list(node, "command").put(2, script())
    env = own_list(node, "env")
    remove_entries(env, () if plan.downward else (ENV_JOB_NAME,))
    for variable in variables:
        variable.put_in(env)
    for key, value in fields.items():
        if walk(node, key) is None:
            node.put(key, value)
    for key, value in job.config.wait_master_container.items():
        node.put(key, value)
    return results


def _remove(job: Job, task: Task, ours: Container) -> None:
    pod = job.own_mapping(*task.steps())
    inits = own_list(pod, "initContainers")
    inits.remove(ours.place)
    if not len(inits):
        pod.remove("initContainers")


def _rules(job: Job, task: Task) -> tuple[dict[str, Data], list[Result]]:
    """Give the fields that the pod's own demands ask of the init container, and what to say about them."""
    fields: dict[str, Data] = {}
    results = []
    path = f"{task.path}.template.spec.initContainers"
    if _is_measured(task) and "resources" not in job.config.wait_master_container:
        fields["resources"] = {"requests": AMOUNTS, "limits": AMOUNTS}
        otherwise = (
            "the webhook refuses a topology policy" if _has_topology_policy(task) else "the pod is Guaranteed no more"
        )
        message = f'`{WAIT_CONTAINER}` asks for cpu "1" and memory "128Mi": without them {otherwise}'
        results.append(job.result(Severity.INFO, "wait-master-resources", path, message))
    security = walk(task.pod, "securityContext")
    demands = is_true(walk(security, "runAsNonRoot")) and walk(security, "runAsUser") is None
    if demands and "securityContext" not in job.config.wait_master_container:
        fields["securityContext"] = {"runAsUser": UNPRIVILEGED_USER}
        message = (
            f"`{WAIT_CONTAINER}` runs as user {UNPRIVILEGED_USER}, as the pod demands `runAsNonRoot` and sets no user"
        )
        results.append(job.result(Severity.INFO, "wait-master-user", path, message))
    return fields, results


def _is_measured(task: Task) -> bool:
    """Tell whether each container of the pod must say what it uses: a topology policy, or the quality Guaranteed."""
    if _has_topology_policy(task):
        return True
    others = [*task.containers, *(init for init in task.init_containers if not init.is_our_wait)]
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
