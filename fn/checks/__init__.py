"""What can be wrong with a Job: one generator a check, named as the check's id.

`SHAPE` must hold before a Job can be read; `ITEM` looks at names and arguments only, so it speaks beside `SHAPE`; `JOB`
reads a Job of sound shape; `ROLES` needs arguments without a mistake too, so that one mistake gives one error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.arguments import argument_mistakes, arguments_not_a_list, arguments_null
from fn.checks.env import env_duplicate, env_not_a_string
from fn.checks.names import name_missing
from fn.checks.ports import port_name_taken
from fn.checks.roles import master_replicas, master_task_missing, replicas_missing, worker_task_missing
from fn.checks.shape import duplicate_key, plugins_invalid, record_invalid, tasks_invalid, text_not_supported
from fn.checks.wait import wait_master_foreign, wait_master_self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fn.job import Job
    from fn.resourcelist import Item, Result

SHAPE: tuple[Callable[[Item], Iterator[Result]], ...] = (
    text_not_supported,
    duplicate_key,
    record_invalid,
    plugins_invalid,
    arguments_not_a_list,
    tasks_invalid,
)
ITEM: tuple[Callable[[Item], Iterator[Result]], ...] = (
    name_missing,
    argument_mistakes,
)
JOB: tuple[Callable[[Job], Iterator[Result]], ...] = (
    arguments_null,
    env_duplicate,
    env_not_a_string,
)
ROLES: tuple[Callable[[Job], Iterator[Result]], ...] = (
    master_task_missing,
    worker_task_missing,
    master_replicas,
    replicas_missing,
    port_name_taken,
    wait_master_self,
    wait_master_foreign,
)
