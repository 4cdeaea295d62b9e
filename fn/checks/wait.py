"""Waiting for the master where it can't work, or where somebody else does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.resourcelist import Severity
from fn.task import WAIT_CONTAINER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.resourcelist import Result


def wait_master_self(job: Job) -> Iterator[Result]:
    """Waiting is asked for, and one task plays both roles: each pod would wait for itself."""
    if job.settings.wait_master_enabled and job.is_index_layout and job.master is not None:
        message = (
            f'no `{WAIT_CONTAINER}` is added, as "{job.master.name}" plays both roles: its pod 0 would wait for itself'
        )
        yield job.result(Severity.WARNING, "wait-master-self", job.argument_path(), message)


def wait_master_foreign(job: Job) -> Iterator[Result]:
    """The worker task has an init container of the name that ours gets; it stays as it is."""
    if not job.settings.wait_master_enabled or job.worker is None or job.is_index_layout:
        return
    for init in job.worker.init_containers:
        if init.name == WAIT_CONTAINER and not init.is_our_wait:
            message = f"an init container `{WAIT_CONTAINER}` of your own is there and stays; ours isn't added beside it"
            yield job.result(Severity.WARNING, "wait-master-foreign", f"{init.path}.name", message)
