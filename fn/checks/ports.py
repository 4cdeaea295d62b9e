"""Ports that can't stand beside the master's port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import is_our_port
from fn.paths import mappings, text_of, walk, whole_number
from fn.resourcelist import Severity
from fn.task import PORT_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.resourcelist import Result


def port_name_taken(job: Job) -> Iterator[Result]:
    """The user's port has the name that ours gets, and another number: one name twice in a container is refused."""
    for task in job.tasks:
        for container in task.containers:
            ports = mappings(walk(container.node, "ports"))
            if any(whole_number(walk(entry, "containerPort")) == job.settings.port for _, entry in ports):
                continue
            for place, entry in ports:
                if text_of(walk(entry, "name")) == PORT_NAME and not is_our_port(job, entry):
                    number = whole_number(walk(entry, "containerPort"))
                    message = (
                        f'must be another name than "{PORT_NAME}", which the port {job.settings.port} gets, '
                        f"or `--port={number}` must be given"
                    )
                    path = f"{container.path}.ports[{place}].name"
                    yield job.result(Severity.ERROR, "port-name-taken", path, message, current=PORT_NAME)
