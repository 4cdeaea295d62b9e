"""Ports that can't stand beside the master's port, or that the API server refuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.checks.choices import instead_of
from fn.job import is_our_port
from fn.paths import entries, mappings, text_of, walk, whole_number
from fn.results import Severity
from fn.task import PORT_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Mapping
    from fn.results import Result
    from fn.task import Container, Task

PROTOCOLS = ("TCP", "UDP", "SCTP")
PORT_NAME_FORM = re.compile(r"(?=.*[a-z])(?!.*--)(?!.{16})[a-z0-9]([-a-z0-9]*[a-z0-9])?")
HIGHEST_PORT = 65535
HOSTNAME_LABEL = "kubernetes.io/hostname"


def _ports(container: Container) -> list[tuple[int, Mapping]]:
    return mappings(walk(container.node, "ports"))


def _number(entry: Mapping) -> int | None:
    return whole_number(walk(entry, "containerPort"))


def _protocol(entry: Mapping) -> str:
    return text_of(walk(entry, "protocol")) or "TCP"


def _declares(container: Container, port: int) -> bool:
    return any(_number(entry) == port for _, entry in _ports(container))


def port_name_taken(job: Job) -> Iterator[Result]:
    """The user's port has the name that ours gets, and another number: one name twice in a container is refused."""
    port = job.settings.port
    for task in job.tasks:
        opened = any(_declares(container, port) for container in task.containers)
        chosen = job.chosen(task)
        for container in chosen[:1] if task.host_network else chosen:
            gets_ours = not opened if task.host_network else not _declares(container, port)
            for place, entry in _ports(container) if gets_ours else ():
                number = _number(entry)
                if (
                    text_of(walk(entry, "name")) == PORT_NAME
                    and number is not None
                    and not is_our_port(job, task, container, entry)
                ):
                    message = (
                        f'must be another name than "{PORT_NAME}", which the port {port} gets, or `--port={number}` '
                        "must be given: one name twice in a container is refused"
                    )
                    path = f"{container.path}.ports[{place}].name"
                    yield job.result(Severity.ERROR, "port-name-taken", path, message, current=PORT_NAME)


def port_protocol(job: Job) -> Iterator[Result]:
    """The master's port is declared, and not for TCP: the controller takes that for open, and so it stays.

    Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go openContainerPort, ed72c7c
    """
    port = job.settings.port
    for task in job.tasks if job.master is not None else ():
        for container in task.containers:
            found = [(place, _protocol(entry)) for place, entry in _ports(container) if _number(entry) == port]
            if found and all(protocol != "TCP" for _, protocol in found):
                place, protocol = found[0]
                message = (
                    f"must be TCP for port {port}, by which torch.distributed finds the master, got {protocol}: "
                    "no other entry is added beside it"
                )
                path = f"{container.path}.ports[{place}].protocol"
                yield job.result(Severity.WARNING, "port-protocol", path, message, current=protocol, proposed="TCP")


def host_network_port(job: Job) -> Iterator[Result]:
    """Pods on their host's network that open the same port: a host has each port once."""
    tasks = [task for task in job.tasks if task.host_network and task.replicas and not _keeps_apart(task)]
    if job.master is None or sum(task.replicas for task in tasks) <= 1:
        return
    names = " and ".join(f'"{task.name}"' for task in tasks)
    message = (
        f"the pods of {names} open port {job.settings.port} on the network of their host: two of them can't run on one "
        "host, and those beyond the number of hosts stay pending"
    )
    path = f"{tasks[0].path}.template.spec.hostNetwork"
    yield job.result(Severity.WARNING, "host-network-port", path, message)


def _keeps_apart(task: Task) -> bool:
    """Tell whether the pods ask for a host of their own."""
    terms = walk(task.pod, "affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    return any(text_of(walk(term, "topologyKey")) == HOSTNAME_LABEL for term in entries(terms))


def port_faults(task: Task, container: Container) -> Iterator[tuple[str, str]]:
    """Find what the API server refuses in a container's ports.

    Source: kubernetes pkg/apis/core/validation/validation.go validateContainerPorts, validateHostNetwork, v1.36.1
    """
    names: set[str] = set()
    numbers: set[tuple[int, str]] = set()
    for place, entry in _ports(container):
        here = f"ports[{place}]"
        number, name, protocol = _number(entry), text_of(walk(entry, "name")) or "", _protocol(entry)
        host = whole_number(walk(entry, "hostPort"))
        if number is None or not 1 <= number <= HIGHEST_PORT:
            got = f"none{instead_of(entry, 'ContainerPort', 'containerPort')}" if number is None else number
            yield f"{here}.containerPort", f"must be from 1 to {HIGHEST_PORT}, got {got}"
        elif (number, protocol) in numbers:
            yield f"{here}.containerPort", f"must be there once in a container, got {number} for {protocol} again"
        if name and not PORT_NAME_FORM.fullmatch(name):
            yield (
                f"{here}.name",
                f'must be at most 15 lower-case letters, digits and single inner dashes, with a letter, got "{name}"',
            )
        elif name and name in names:
            yield f"{here}.name", f'must be there once in a container, got "{name}" again'
        if protocol not in PROTOCOLS:
            yield f"{here}.protocol", f'must be TCP, UDP or SCTP, got "{protocol}"'
        if host is not None and not 0 <= host <= HIGHEST_PORT:
            yield f"{here}.hostPort", f"must be from 1 to {HIGHEST_PORT}, got {host}"
        elif host and task.host_network and host != number:
            yield f"{here}.hostPort", f"must be equal to the containerPort on the host's network, {number}, got {host}"
        names.add(name)
        numbers.add((number or 0, protocol))


def shared_port_faults(job: Job, task: Task) -> Iterator[tuple[str, str]]:
    """Find a port of the host that two containers of a pod open; ours moves to where it can be."""
    taken: dict[tuple[int, str, str], Container] = {}
    for container in task.containers:
        for place, entry in _ports(container):
            if is_our_port(job, task, container, entry):
                continue
            host = whole_number(walk(entry, "hostPort")) or (_number(entry) if task.host_network else None)
            key = (host or 0, _protocol(entry), text_of(walk(entry, "hostIP")) or "")
            if host and taken.setdefault(key, container) is not container:
                yield (
                    f"{container.path}.ports[{place}].containerPort",
                    f'must be a port of its own on the host, got {host}, which container "{taken[key].name}" opens too',
                )
