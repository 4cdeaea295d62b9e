"""Write the record of a run into the Job.

Shape: the annotation `fn.volcano.sh/pytorch-plugin`, in single quotes, for every Job that was changed;
`fn/record.py` has its form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import RECORD_PATH, own_mapping
from fn.nodes import parse
from fn.paths import mappings, text_of, walk
from fn.record import Record, digest
from fn.strategies.choice import Strategy
from fn.strategies.plan import controller_flags
from fn.strategies.split import part_names

if TYPE_CHECKING:
    from fn.job import Job
    from fn.nodes import Data, Mapping, Node
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan


def apply(job: Job, plan: Plan) -> list[Result]:
    """Write the record where it changed."""
    root = job.own_mapping()
    text = _record(job, plan).text()
    if (root.changed() or job.record is not None) and text_of(walk(root, *RECORD_PATH)) != text:
        annotations = own_mapping(own_mapping(root, "metadata"), "annotations")
        annotations.put(RECORD_PATH[-1], _in_single_quotes(text))
    return []


def _in_single_quotes(text: str) -> Data | Node:
    """Give JSON without a backslash before each of its quotes; what isn't printable needs double ones."""
    return parse("'" + text.replace("'", "''") + "'").roots[0] if text.isprintable() else text


def _record(job: Job, plan: Plan) -> Record:
    left, given = plan.strategy is Strategy.CONTROLLER, job.parsed.arguments
    return Record(
        arguments=tuple(job.argv),
        strategy=plan.strategy,
        master=job.config.arguments.master if given.master is None else None,
        worker=job.config.arguments.worker if given.worker is None else None,
        address=plan.address if not left or plan.waits(job) else None,
        port=job.settings.port,
        world_size=None if left else plan.world_size,
        image=job.settings.wait_master_image if plan.waits(job) or plan.strategy is Strategy.FILE else None,
        timeout=job.settings.wait_master_timeout if plan.waits(job) else None,
        torchrun=plan.processes,
        containers=job.config.containers,
        extra_tasks=job.config.extra_tasks if job.config.extra_tasks != "env" else None,
        controller=(*job.argv, *controller_flags(job)) if left else None,
        parts=_parts(job) if job.ranked and plan.is_ranked(job, job.ranked, Strategy.SPLIT) else {},
    )


def _parts(job: Job) -> dict[str, str]:
    names = part_names(job, job.ranked) if job.ranked else []
    tasks = {text_of(walk(task, "name")): task for _, task in mappings(job.walk("spec", "tasks"))}
    former = job.record.parts if job.record is not None else {}
    return {name: _checksum(tasks[name], former.get(name)) for name in names}


def _checksum(part: Mapping, former: str | None) -> str:
    """Give a part's checksum; what another tool did to all parts alike is no change to be recorded."""
    return former if former is not None and not part.changed() else digest(part.data())
