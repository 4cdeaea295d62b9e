"""Whether each pod finds the master by its address: hostnames, subdomains, DNS, readiness, the list of hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.checks.plugins import svc_arguments_in_effect
from fn.paths import entries, text_of, walk
from fn.results import ABSENT, Severity
from fn.strategies.choice import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data
    from fn.resourcelist import Item
    from fn.results import Absent, Result
    from fn.strategies.plan import Plan
    from fn.task import Task

HOSTS_LIMIT = 128 * 1024  # bytes of one variable, by Linux
NOT_OF_THE_CLUSTER = {
    "Default": ("nameservers", "the pods ask the host's resolver, which doesn't know the master"),
    "None": ("searches", "the master's address isn't looked for in the cluster's domain"),
}
"""Policies of which a pod's `dnsConfig` must make up for, by which key, and why."""
INJECT_HOSTS = "inject-hosts-env"
PUBLISH = "publish-not-ready-addresses"


def master_subdomain(job: Job) -> Iterator[Result]:
    """A subdomain of the master's own, for which `svc` makes no Service.

    Source: volcano pkg/controllers/job/plugins/svc/svc.go createServiceIfNotExist, ed72c7c
    """
    if job.master is None:
        return
    subdomain = text_of(walk(job.master.pod, "subdomain"))
    if not subdomain or subdomain == job.name or has_placeholder(subdomain):
        return
    if any(_is_headless(job, service, subdomain) for service in job.neighbours.of_kind("Service")):
        return
    message = (
        f'must be the Job\'s name, or a headless Service "{subdomain}" must be there: `svc` makes a Service for the '
        "Job's name only, and no pod finds the master"
    )
    path = f"{job.master.path}.template.spec.subdomain"
    proposed = ABSENT if job.name is None else job.name
    yield job.result(Severity.WARNING, "master-subdomain", path, message, current=subdomain, proposed=proposed)


def _is_headless(job: Job, service: Item, name: str) -> bool:
    spaces = {service.namespace, job.carrier.namespace} - {None}
    headless = text_of(walk(service.node, "spec", "clusterIP")) == "None"
    return headless and service.name == name and len(spaces) <= 1


def shared_hostname(job: Job) -> Iterator[Result]:
    """One hostname for several pods: its address leads to any of them, and `svc` lists one host."""
    for task in job.tasks:
        hostname = text_of(walk(task.pod, "hostname"))
        several = task.replicas > 1 and (task is not job.master or job.is_index_layout)  # else [master-replicas]
        if hostname and several:
            message = (
                f'must be left out, as {task.replicas} pods of "{task.name}" share it: its address leads to any of '
                "them, and `svc` lists one host"
            )
            path = f"{task.path}.template.spec.hostname"
            yield job.result(Severity.WARNING, "shared-hostname", path, message, current=hostname)


def host_network_dns(job: Job) -> Iterator[Result]:
    """The host's network with an explicit `dnsPolicy: ClusterFirst`: there it means the host's own resolver.

    Source: volcano pkg/webhooks/admission/jobs/mutate/mutate_job.go mutateSpec sets an absent dnsPolicy, ed72c7c
    """
    for task in job.seekers:
        if task.host_network and text_of(walk(task.pod, "dnsPolicy")) == "ClusterFirst":
            message = (
                'must be "ClusterFirstWithHostNet" on the host\'s network, got "ClusterFirst": '
                "the pods ask the host's resolver, which doesn't know the master"
            )
            path = f"{task.path}.template.spec.dnsPolicy"
            yield job.result(
                Severity.ERROR,
                "host-network-dns",
                path,
                message,
                current="ClusterFirst",
                proposed="ClusterFirstWithHostNet",
            )


def dns_policy(job: Job) -> Iterator[Result]:
    """A resolver that doesn't know the names of the cluster."""
    for task in job.seekers:
        policy = text_of(walk(task.pod, "dnsPolicy"))
        key, why = NOT_OF_THE_CLUSTER.get(policy or "", ("", ""))
        if key and not entries(walk(task.pod, "dnsConfig", key)) and not entries(walk(task.pod, "hostAliases")):
            right = "ClusterFirstWithHostNet" if task.host_network else "ClusterFirst"
            message = (
                f'must be "{right}", or `dnsConfig.{key}` must be there, got "{policy}": {why}, and no pod finds the '
                "master"
            )
            path = f"{task.path}.template.spec.dnsPolicy"
            yield job.result(Severity.WARNING, "dns-policy", path, message, current=policy)


def readiness_gate(job: Job) -> Iterator[Result]:
    """The master's address is published when it is ready, and it may be ready only when the workers are there."""
    words, whole = svc_arguments_in_effect(job)
    if job.master is None or job.world_size <= 1 or words.get(PUBLISH) or whole is None:
        return
    if not job.is_sound("spec.plugins.svc"):
        return
    for container in job.master.containers:
        if walk(container.node, "readinessProbe") is not None:
            message = (
                f"the master's readiness probe must not need the workers, or `svc` must have `--{PUBLISH}=true`: until "
                "the master is ready, no worker can resolve its address"
            )
            proposed: Data = [*whole, f"--{PUBLISH}=true"]
            yield job.result(Severity.WARNING, "readiness-gate", "spec.plugins.svc", message, proposed=proposed)
            return


def hosts_env_size(job: Job, plan: Plan) -> Iterator[Result]:
    """A list of hosts that is too long for one variable: then no container of the Job starts.

    Source: volcano pkg/controllers/job/plugins/svc/svc.go GenerateHosts, ed72c7c
    """
    words, whole = svc_arguments_in_effect(job)
    if words.get(INJECT_HOSTS) is False:
        return
    for task in job.tasks:
        size = _hosts_size(job, task)
        if size > HOSTS_LIMIT and not plan.is_ranked(job, task, Strategy.SPLIT):
            variable = f"VC_{task.name.upper().replace('-', '_')}_HOSTS"
            message = (
                f"{variable} must be at most {HOSTS_LIMIT // 1024} KiB, got {size} bytes for {task.replicas} pods: no "
                f"container starts with it. `--{INJECT_HOSTS}=false` leaves it out, if the cluster's Volcano knows it"
            )
            proposed: Data | Absent = [*whole, f"--{INJECT_HOSTS}=false"] if whole is not None else ABSENT
            yield job.result(Severity.WARNING, "hosts-env-size", "spec.plugins.svc", message, proposed=proposed)


def _hosts_size(job: Job, task: Task) -> int:
    """Count the bytes of `<host>.<subdomain>,…` with the variable's name; a task with a hostname is listed once."""
    hostname, subdomain = text_of(walk(task.pod, "hostname")), text_of(walk(task.pod, "subdomain"))
    domain = len(subdomain) if subdomain else job.name_length
    name = len(f"VC_{task.name}_HOSTS=")
    if hostname:
        return name + len(hostname) + 1 + domain
    indexes, longest = 0, len(str(task.replicas))
    for digits in range(1, longest + 1):
        first = 10 ** (digits - 1) if digits > 1 else 0
        indexes += max(min(task.replicas, 10**digits) - first, 0) * digits
    return name + indexes + task.replicas * (job.name_length + len(f"-{task.name}-.,") + domain)
