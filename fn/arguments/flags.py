"""The six flags: names, types and defaults as upstream's, and what their values must be.

Source: volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go, addFlags, ed72c7c.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fn.arguments.strconv import quote
from fn.images import image_fault

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_MASTER = "master"
DEFAULT_WORKER = "worker"
DEFAULT_PORT = 23456
DEFAULT_WAIT_MASTER_ENABLED = False
DEFAULT_WAIT_MASTER_TIMEOUT = 300
DEFAULT_WAIT_MASTER_IMAGE = "busybox:1.36.1"

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Arguments:
    """The plugin's arguments, None where the flag isn't given. The timeout in seconds."""

    master: str | None = None
    worker: str | None = None
    port: int | None = None
    wait_master_enabled: bool | None = None
    wait_master_timeout: int | None = None
    wait_master_image: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag and its field in Arguments: what a value `must` be, and what happens in the cluster `otherwise`."""

    name: str
    field: str
    type: type[Value]
    default: Value
    must: str
    otherwise: str


FLAGS: Mapping[str, Flag] = {
    flag.name: flag
    for flag in (
        Flag(
            name="master",
            field="master",
            type=str,
            default=DEFAULT_MASTER,
            must="a task's name (lower-case letters, digits and inner dashes, at most 63)",
            otherwise="no task can have this name, so the controller does nothing for the Job",
        ),
        Flag(
            name="worker",
            field="worker",
            type=str,
            default=DEFAULT_WORKER,
            must="a task's name (lower-case letters, digits and inner dashes, at most 63)",
            otherwise="no task can have this name, so no worker gets a rank",
        ),
        Flag(
            name="port",
            field="port",
            type=int,
            default=DEFAULT_PORT,
            must="a whole number from 1 to 65535",
            otherwise="no pod can be created with this port",
        ),
        Flag(
            name="wait-master-enabled",
            field="wait_master_enabled",
            type=bool,
            default=DEFAULT_WAIT_MASTER_ENABLED,
            must="`true` or `false`",
            otherwise="the workers don't wait",
        ),
        Flag(
            name="wait-master-timeout",
            field="wait_master_timeout",
            type=int,
            default=DEFAULT_WAIT_MASTER_TIMEOUT,
            must="a whole number of seconds, at least 1",
            otherwise="waiting fails at its first try",
        ),
        Flag(
            name="wait-master-image",
            field="wait_master_image",
            type=str,
            default=DEFAULT_WAIT_MASTER_IMAGE,
            must="an image, without blanks and quotes",
            otherwise="no worker pod can start with this image",
        ),
    )
}

TASK_NAME = re.compile(r"(?!.{64})[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_PLACEHOLDERS = (("${", "}"), ("{{", "}}"), ("<", ">"))
_HIGHEST_PORT = 65535
_HIGHEST_INT = 2**63 - 1  # a flag can hold no more


def fault(flag: Flag, value: Value) -> tuple[str, str] | None:
    """Tell what makes a value useless that has the right type: the mistake's id, and "must be …, got …".

    Text with a placeholder can't be judged yet.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        useful = 1 <= value <= (_HIGHEST_PORT if flag.field == "port" else _HIGHEST_INT)
        return None if useful else ("argument-out-of-range", f"must be {flag.must}, got {value}")
    if not value:
        return "argument-empty-value", f"must be {flag.must}, got an empty value"
    if has_placeholder(value):
        return None
    got = f"got {quote(value)}{stuck(value)}"
    if flag.field == "wait_master_image":
        must = image_fault(value)
        return ("argument-invalid-value", f"must be {must}, {got}") if must else None
    return None if TASK_NAME.fullmatch(value) else ("role-name", f"must be {flag.must}, {got}")


def has_placeholder(text: str) -> bool:
    """Tell whether something is going to fill in a part of a text later: `${…}`, `{{…}}` or `<…>`."""
    return any(0 <= text.find(begin) < text.rfind(end) for begin, end in _PLACEHOLDERS)


def stuck(text: str) -> str:
    """Say that quotes or blanks at the ends of a value belong to it; nothing where there are none."""
    ends = text[:1] + text[-1:]
    if any(end in "\"'`" for end in ends):
        return " (the quotes are part of the value)"
    return " (the blanks are part of the value)" if any(end.isspace() for end in ends) else ""
