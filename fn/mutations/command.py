"""Wrap the commands of a task so that each pod takes its RANK from its index (strategy `shell`).

Shape: `command: [/bin/sh, -c, SCRIPT, pytorch-rank, <the user's command…>]`, `args` unchanged. The user's words stay
words of their own, so their quoting and the references that Kubernetes replaces stay too. The script reads
PYTORCH_POD_NAME, whose last part is the index in every version of Volcano. A shell that somebody set in place of
/bin/sh, for an image that has none, stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import own_list
from fn.strategies.choice import Strategy
from fn.task import ENV_NODE_RANK, ENV_POD_NAME, ENV_RANK, WRAPPER_NAME, WRAPPER_SHELL, words_of, wrapper_in

if TYPE_CHECKING:
    from fn.job import Job
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan
    from fn.task import Container, Task


def script(plan: Plan) -> str:
    """Give the wrapper's script. It needs no other variable, and leaves none behind but the rank.

    Without `${` and `$$`: what substitutes variables in manifests later would evaluate them.
    """
    rank = f"export {ENV_RANK}=$(({ENV_RANK}+{plan.first_rank}))" if plan.first_rank else f"export {ENV_RANK}"
    if plan.processes is not None:
        rank += f"; export {ENV_NODE_RANK}=${ENV_RANK}"
    return f'IFS=-; for {ENV_RANK} in ${ENV_POD_NAME}; do :; done; unset IFS; {rank}; exec "$@"'


def apply(job: Job, plan: Plan) -> list[Result]:
    """Wrap the commands of the ranked task, or take our wrapper off again.

    The words are read from the root: `container.node` may be another task's too, and wrapped by now.
    """
    for task in job.tasks:
        wanted = job.chosen(task) if plan.is_ranked(job, task, Strategy.SHELL) else ()
        for container in task.containers:
            _settle(job, task, container, script(plan) if container in wanted else None)
    return []


def _settle(job: Job, task: Task, container: Container, text: str | None) -> None:
    """Wrap a command once, with the shell that somebody chose; what stands before the shell is the user's."""
    words = words_of(job.walk(*task.steps("containers", container.place, "command")))
    while (wrapper := wrapper_in(words)) is not None:
        rest = words[: wrapper.first] + words[wrapper.stop :]
        if text is not None and wrapper_in(rest) is None:
            if words[wrapper.script] != text:
                own_list(job.own_container(task, container), "command").put(wrapper.script, text)
            return
        node = job.own_container(task, container)
        command = own_list(node, "command")
        for _ in range(wrapper.first, wrapper.stop):
            command.remove(wrapper.first, alone=True)
        if not rest:
            node.remove("command", alone=True)
        words = rest
    if text is not None:
        command = own_list(job.own_container(task, container), "command")
        for place, word in enumerate((*WRAPPER_SHELL, text, WRAPPER_NAME)):
            command.insert(place, word)
