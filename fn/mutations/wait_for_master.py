"""Let the workers wait until the master listens, in an init container.

Shape: `wait-for-master`, last in the worker task's `initContainers`, with `--wait-master-enabled`
(`fn/init_container.py` has its form). The script is one constant text, `wait-for-master.sh`. A user's own init
container of that name stays.

Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go OnPodCreate, ed72c7c Differs:
upstream's script has two of the three ways to probe and counts sleeps; it sets no user and no resources, so that
restricted namespaces, Guaranteed pods and topology policies refuse the pod or lose what they asked for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from fn.init_container import InitContainer, put, take_off
from fn.task import ENV_WAIT_TIMEOUT, WAIT_CONTAINER
from fn.variables import Variable, address_variables

if TYPE_CHECKING:
    from fn.job import Job
    from fn.results import Result
    from fn.strategies.plan import Plan


@cache
def script() -> str:
    """Give the text that the init container runs."""
    from pathlib import Path  # noqa: PLC0415  4 ms to import, and few Jobs wait

    return Path(__file__).with_name("wait-for-master.sh").read_text(encoding="utf-8")


def apply(job: Job, plan: Plan) -> list[Result]:
    """Add the init container to the worker task, refresh it, and take it off where nothing waits."""
    results: list[Result] = []
    for task in job.tasks:
        own = [init for init in task.init_containers if init.name == WAIT_CONTAINER]
        if own and not own[0].is_our_wait:
            continue
        if plan.waits(job) and task is job.worker:
            results += put(job, task, _container(job, plan))
        elif own:
            take_off(job, task, WAIT_CONTAINER)
    return results


def _container(job: Job, plan: Plan) -> InitContainer:
    timeout = Variable(ENV_WAIT_TIMEOUT, str(job.settings.wait_master_timeout))
    return InitContainer(WAIT_CONTAINER, script(), [*address_variables(job, plan), timeout], {})
