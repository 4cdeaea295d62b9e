"""What a run changes in a Job, in this order.

`svc` comes before `plugin_key`, so that `spec.plugins` is never empty. `wait_for_master` comes before `env`: neither
sees the other's variables. `split` copies a task that is otherwise finished, and `record` tells what was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.mutations import command, env, plugin_key, ports, rank_file, record, split, svc, wait_for_master

if TYPE_CHECKING:
    from collections.abc import Callable

    from fn.job import Job
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan

MUTATIONS: tuple[Callable[[Job, Plan], list[Result]], ...] = (
    svc.apply,
    ports.apply,
    wait_for_master.apply,
    env.apply,
    command.apply,
    rank_file.apply,
    split.apply,
    plugin_key.apply,
    record.apply,
)
