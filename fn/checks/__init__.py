"""What can be wrong with a Job: one generator a check, named as the check's id; `argument_mistakes` has several.

Without `READABLE` nothing else can be said. What `SHAPE` finds are mistakes of the text: nothing is said about these
fields any more, and no other check says what rests on one of them (`Job.is_sound`), so that one mistake gives one error
and hides no other. `ITEM`, `JOB` and `ROLES` speak beside them, `LAST` about the rest. `PLAN` needs to
know what is going to be written. `ITEMS` are for objects that aren't ours, and hold `volcano.sh` or `pytorch`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.arguments import (
    argument_mistakes,
    argument_without_effect,
    arguments_not_a_list,
    arguments_null,
)
from fn.checks.commands import command_one_word, variable_not_expanded
from fn.checks.containers import containers_missing, containers_unknown, torchrun_clash, torchrun_controller
from fn.checks.env import env_duplicate, env_from, env_not_a_string, env_reference
from fn.checks.gang import depends_on_gang, depends_on_invalid, elastic, min_available, partition_policy
from fn.checks.hosts import (
    dns_policy,
    host_network_dns,
    hosts_env_size,
    master_subdomain,
    readiness_gate,
    shared_hostname,
)
from fn.checks.items import annotation_unused, kind_not_supported, list_not_supported, plugin_key
from fn.checks.labels import metadata_invalid
from fn.checks.launchers import torchrun_alone, torchrun_port
from fn.checks.names import job_name, name_missing, placeholder, pod_name
from fn.checks.overrides import annotation_astray, annotation_invalid
from fn.checks.parts import rank_first_part_missing, rank_twice
from fn.checks.plugins import mpi_task_missing, plugins_unknown, svc_arguments
from fn.checks.policies import master_policy, policies_invalid
from fn.checks.ports import host_network_port, port_name_taken, port_protocol
from fn.checks.resources import accelerators, amount_unlikely
from fn.checks.roles import master_replicas, master_task_missing, replicas_missing, worker_task_missing
from fn.checks.shape import duplicate_key, plugins_invalid, record_invalid, tasks_invalid, text_not_supported
from fn.checks.spelling import field_misspelt
from fn.checks.template import pod_template
from fn.checks.topology import topology_cpu, topology_guaranteed
from fn.checks.volumes import volcano_mount, volume_without_source, volumes_invalid
from fn.checks.wait import mesh, restart_never, wait_circular, wait_master_foreign, wait_master_self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fn.carrier import Carrier
    from fn.job import Job
    from fn.mistakes import Mistakes
    from fn.resourcelist import Item
    from fn.results import Result
    from fn.strategies.plan import Plan

READABLE: tuple[Callable[[Carrier], Iterator[Result]], ...] = (
    text_not_supported,
    record_invalid,
)
SHAPE: tuple[Callable[[Carrier], Iterator[Result]], ...] = (
    duplicate_key,
    plugins_invalid,
    arguments_not_a_list,
    tasks_invalid,
)
ITEM: tuple[Callable[[Carrier], Iterator[Result]], ...] = (
    name_missing,
    job_name,
    placeholder,
    metadata_invalid,
    annotation_invalid,
)
JOB: tuple[Callable[[Job], Iterator[Result]], ...] = (
    argument_mistakes,
    arguments_null,
    annotation_astray,
    plugins_unknown,
    mpi_task_missing,
    svc_arguments,
    pod_name,
    env_duplicate,
    env_not_a_string,
    pod_template,
    volcano_mount,
    volumes_invalid,
    depends_on_invalid,
    policies_invalid,
    partition_policy,
    topology_cpu,
    topology_guaranteed,
    amount_unlikely,
    volume_without_source,
)
ROLES: tuple[Callable[[Job], Iterator[Result]], ...] = (
    containers_unknown,
    containers_missing,
    master_task_missing,
    rank_first_part_missing,
    worker_task_missing,
    master_replicas,
    replicas_missing,
    min_available,
    master_subdomain,
    shared_hostname,
    port_name_taken,
    port_protocol,
    host_network_dns,
    dns_policy,
    host_network_port,
    wait_master_self,
    wait_master_foreign,
    wait_circular,
    depends_on_gang,
    readiness_gate,
    master_policy,
    mesh,
    restart_never,
    elastic,
    accelerators,
    command_one_word,
    variable_not_expanded,
    torchrun_alone,
    torchrun_port,
)
LAST: tuple[Callable[[Job, Mistakes], Iterator[Result]], ...] = (field_misspelt,)
PLAN: tuple[Callable[[Job, Plan], Iterator[Result]], ...] = (
    argument_without_effect,
    torchrun_controller,
    torchrun_clash,
    rank_twice,
    env_reference,
    env_from,
    hosts_env_size,
)
ITEMS: tuple[Callable[[Item], Iterator[Result]], ...] = (
    kind_not_supported,
    plugin_key,
    list_not_supported,
    annotation_unused,
)
