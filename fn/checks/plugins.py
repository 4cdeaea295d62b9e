"""The Job's other plugins: their names, and the arguments of `svc`, which Go's `flag` package reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn import arguments as plugin
from fn.arguments import has_placeholder, nearest
from fn.arguments.spelling import YES_NO
from fn.arguments.strconv import BOOLEANS, quote
from fn.checks.choices import meant_by
from fn.job import PLUGIN_PATH
from fn.paths import entries, field_path, is_null, text_of, walk
from fn.results import ABSENT, Absent, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result

PLUGINS = PLUGIN_PATH[:-1]
KNOWN = ("env", "hcclrank", "mpi", "pytorch", "ray", "ssh", "svc", "tensorflow")
"""Source: volcano pkg/controllers/job/plugins/factory.go init, ed72c7c"""

MPI = (*PLUGINS, "mpi")
MPI_ROLES = ("master", "worker")
"""Its flags that name tasks, each its own default.

Source: volcano pkg/controllers/job/plugins/distributed-framework/mpi/mpi.go addFlags, ed72c7c
"""

SVC = (*PLUGINS, "svc")
SVC_FLAGS = ("publish-not-ready-addresses", "disable-network-policy", "inject-hosts-env")
"""All are bool flags. Source: volcano pkg/controllers/job/plugins/svc/svc.go addFlags, ed72c7c"""

FLAG = re.compile(r"--?(?P<name>[^-=][^=]*)(?P<equals>=)?(?P<value>.*)", re.DOTALL)


def plugins_unknown(job: Job) -> Iterator[Result]:
    """A plugin that Volcano 1.15 doesn't know; a newer one or a fork may."""
    if job.plugins is None:
        return
    for name in job.plugins.keys():  # noqa: SIM118  a Mapping is no dict
        if name not in KNOWN and not is_null(job.plugins.get(name)):
            near = nearest(name, KNOWN) or meant_by(name, KNOWN)
            hint = f" (did you mean `{near}`?)" if near and near not in job.plugins.keys() else ""  # noqa: SIM118
            message = (
                f"must be one of {', '.join(KNOWN)}, got {quote(name)}{hint}: "
                "Volcano 1.15 has no such plugin, and its webhook refuses the Job"
            )
            yield job.result(Severity.WARNING, "plugins-unknown", field_path(*PLUGINS, name), message)


def mpi_task_missing(job: Job) -> Iterator[Result]:
    """The plugin `mpi` with a role that no task has.

    Nothing is said where its arguments hold a mistake: the controller would only log it.
    Source: volcano pkg/webhooks/admission/jobs/validate/admit_job.go validateJobCreate, ed72c7c
    """
    if not job.has_plugin("mpi") or not job.is_sound(field_path(*MPI), "spec.tasks[].name"):
        return
    given = plugin.parse([text_of(entry) or "" for entry in entries(job.walk(*MPI))])
    names = [task.name for task in (*job.tasks, *job.parts)]
    for role in MPI_ROLES if not given.mistakes else ():
        name = getattr(given.arguments, role) or role
        if name not in names and not any(map(has_placeholder, (name, *names))):
            near = nearest(name, names)
            hint = f" (did you mean {quote(near)}?)" if near else ""
            place = given.positions.get(role)
            message = (
                f"`--{role}` must name one of the tasks {', '.join(map(quote, names))}, "
                f"got {quote(name)}{', its default' if place is None else ''}{hint}: Volcano's webhook refuses the Job"
            )
            path = field_path(*MPI) if place is None else field_path(*MPI, place)
            yield job.result(Severity.ERROR, "plugins-invalid", path, message)


def svc_arguments(job: Job) -> Iterator[Result]:
    """An argument of `svc` at which Go stops: it is lost, and all after it are."""
    for place, word in enumerate(_svc_words(job)):
        fault = _fault(word)
        if fault is not None:
            problem, proposed = fault
            hint = "" if isinstance(proposed, Absent) else f" (did you mean `{proposed}`?)"
            message = f"{problem}{hint}: the controller at most logs this, and ignores this item and all after it"
            if job.has_plugin("svc"):
                path = field_path(*SVC, place)
                yield job.result(Severity.WARNING, "svc-arguments", path, message, current=word, proposed=proposed)
            else:
                message = f"`svcArguments[{place}]` in functionConfig: {message}"
                yield job.result(Severity.WARNING, "svc-arguments", field_path(*PLUGINS), message)


def svc_arguments_in_effect(job: Job) -> tuple[dict[str, bool], list[str] | None]:
    """Give what `svc` takes from its arguments, and the whole list where another flag can be put at its end."""
    words = _svc_words(job)
    taken: dict[str, bool] = {}
    for word in words:
        if _fault(word) is not None:
            return taken, None
        match = FLAG.fullmatch(word)
        if match is not None:
            taken[match["name"]] = BOOLEANS[match["value"]] if match["equals"] else True
    return taken, words


def _svc_words(job: Job) -> list[str]:
    """Give the Job's list, or what functionConfig puts there."""
    if job.has_plugin("svc"):
        return [text_of(entry) or "" for entry in entries(walk(job.plugins, "svc"))]
    return list(job.config.svc_arguments)


def _fault(word: str) -> tuple[str, str | Absent] | None:
    """Tell what stops Go at an item, in its words where it has any, with the item that was meant."""
    match = FLAG.fullmatch(word)
    name = match["name"] if match else word.strip().lstrip("-").partition("=")[0]
    near = name if name in SVC_FLAGS else nearest(name, SVC_FLAGS)
    value = match["value"] if match else word.partition("=")[2]
    meant = YES_NO.get(value.strip().lower(), value.strip().lower())
    proposed: str | Absent = ABSENT
    if near and (not value or meant in ("true", "false")):
        proposed = f"--{near}={meant}" if value else f"--{near}"
    if match is None:
        dashes = word.startswith("--") and word.strip("-") != ""
        problem = f"bad flag syntax: {word}" if dashes else f"must be a flag, got {quote(word)}"
    elif name not in SVC_FLAGS:
        problem = (
            f"flag provided but not defined: -{name}, the flags are {', '.join(f'`--{flag}`' for flag in SVC_FLAGS)}"
        )
    elif match["equals"] and value not in BOOLEANS:
        problem = f"invalid boolean value {quote(value)} for -{name}, must be `true` or `false`"
    else:
        return None
    return problem, proposed
