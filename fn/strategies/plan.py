"""What a run is going to write into a Job: strategy, address and ranks, decided before anything is changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fn.accelerators import accelerators_of_each
from fn.paths import text_of, walk
from fn.strategies.choice import Strategy, choose
from fn.task import ENV_JOB_NAME

if TYPE_CHECKING:
    from fn.job import Job
    from fn.resourcelist import Result
    from fn.task import Task


@dataclass(frozen=True, slots=True)
class Plan:
    """The values of one run.

    `address` is the text of MASTER_ADDR; where it is `downward`, it is built in the pod from the Job's name, which a
    label gives. `first_rank` is the rank of the ranked task's first pod. `processes` is what torchrun starts in each
    pod, 0 where that isn't known, and None where its variables aren't set.
    """

    strategy: Strategy
    address: str
    downward: bool
    world_size: int
    first_rank: int
    processes: int | None

    def is_ranked(self, job: Job, task: Task, strategy: Strategy) -> bool:
        """Tell whether `strategy` gives the replicas of `task` their different ranks."""
        return self.strategy is strategy and task is job.ranked and task.replicas > 1

    def waits(self, job: Job) -> bool:
        """Tell whether the worker task gets an init container that waits for the master."""
        return job.settings.wait_master_enabled and job.worker is not None and not job.is_index_layout


def decide(job: Job) -> tuple[Plan | None, list[Result]]:
    """Decide what to write into a Job without errors; no Plan where `rank` can't be had, with the error."""
    strategy, results = choose(job)
    master = job.master
    if strategy is None or master is None:
        return None, results
    address, downward = master_address(job, master)
    first_rank = 0 if job.is_index_layout else 1
    return Plan(strategy, address, downward, job.world_size, first_rank, processes(job, strategy)), results


def processes(job: Job, strategy: Strategy) -> int | None:
    """Give the number of processes that torchrun starts in each pod: one for each accelerator, where all pods agree."""
    if not job.config.torchrun or strategy is Strategy.CONTROLLER:
        return None
    return accelerators_of_each(job.chosen(task) for task in job.roles)


def master_address(job: Job, master: Task) -> tuple[str, bool]:
    """Give MASTER_ADDR, and whether it is built from the Job's name in the pod.

    Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go generateMasterAddr, ed72c7c
    """
    host, domain = text_of(walk(master.pod, "hostname")), text_of(walk(master.pod, "subdomain"))
    unknown = job.name is None or job.config.master_address == "downward"
    downward = unknown and not (host and domain)
    name = f"$({ENV_JOB_NAME})" if downward else job.name
    return f"{host or f'{name}-{master.name}-0'}.{domain or name}", downward


def controller_flags(job: Job) -> list[str]:
    """Give the flags that Volcano's own plugin needs beside the Job's: what functionConfig sets and it can't know."""
    given, shared = job.parsed.arguments, job.config.arguments
    pairs = [("--master", given.master, shared.master), ("--worker", given.worker, shared.worker)]
    flags = [f"{flag}={default}" for flag, own, default in pairs if own is None and default is not None]
    if given.port is None and shared.port is not None:
        flags.append(f"--port={shared.port}")
    return flags
