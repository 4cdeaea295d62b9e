"""Launchers that start a group of their own, or meet at another port than the one that is set.

Source: pytorch torch/distributed/run.py get_args_parser
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.checks.wait import waiting_task
from fn.former import TORCHRUN_NAMES
from fn.paths import entries, walk
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Container

LAUNCHER = re.compile(r"(?:^|[\s;&|/])torchrun\b|torch[./]distributed[./](?:run|launch)\b")
ALONE = re.compile(r"--(standalone\b|nnodes[= ]1(?![:\d]))")
TOLD = re.compile(r"nnodes|rdzv|\$")  # behind a variable may stand anything
PORT = re.compile(r"--master[-_]port[= ](\d+)|MASTER_ADDR[)}]?:(\d+)")


def torchrun_alone(job: Job) -> Iterator[Result]:
    """A torchrun that isn't told of the other pods: it trains alone in each, and succeeds."""
    for task in job.seekers:
        for container in job.chosen(task):
            text = _text(container)
            alone = ALONE.search(text) if LAUNCHER.search(text) else None
            if alone is not None:
                message = (
                    f"`{alone[0]}` starts a group of its own in each pod: take it out, and set `torchrun: true` in "
                    "functionConfig"
                )
                yield job.result(Severity.WARNING, "torchrun-alone", _path(container), message)
            elif LAUNCHER.search(text) and not job.config.torchrun and not _is_told(container, text):
                message = (
                    "torchrun without `--nnodes` starts a group of its own in each pod, and each trains alone: set "
                    "`torchrun: true` in functionConfig, or give `--nnodes`, `--node-rank`, `--master-addr` and "
                    "`--master-port`"
                )
                yield job.result(Severity.WARNING, "torchrun-alone", _path(container), message)


def torchrun_port(job: Job) -> Iterator[Result]:
    """The workers wait for the plugin's port, and the master's command listens on another one."""
    if job.master is None or waiting_task(job) is None or not job.knows("port"):
        return
    for container in job.chosen(job.master):
        found = PORT.search(_text(container))
        port = int(found[1] or found[2]) if found else job.settings.port
        if port != job.settings.port:
            message = (
                f"must listen on port {job.settings.port}, for which the workers wait until their timeout, got {port}: "
                f"`--port={port}` in `plugins.pytorch` makes it that one"
            )
            yield job.result(Severity.WARNING, "torchrun-port", _path(container), message)


def _is_told(container: Container, text: str) -> bool:
    """Tell whether arguments or variables may say where the group is."""
    names = {entry.name for entry in container.env}
    return bool(TOLD.search(text) or names & set(TORCHRUN_NAMES) or entries(walk(container.node, "envFrom")))


def _text(container: Container) -> str:
    """Give the call; a whole command line in one word is none, which [command-one-word] tells."""
    in_one = len(container.command) == 1 and any(map(str.isspace, container.command[0]))
    return "" if in_one else " ".join((*container.command, *container.args))


def _path(container: Container) -> str:
    return f"{container.path}.{'command' if container.command else 'args'}"
