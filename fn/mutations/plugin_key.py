"""Take `spec.plugins.pytorch` out where every RANK is settled, and complete it where the controller does the work.

Shape: with every strategy but `controller` the key goes: the controller would append the same names a second time,
and a cluster whose Volcano has no such plugin would refuse the Job. The arguments move to the record. With
`controller` the key stays; what functionConfig sets for master, worker and port is added as `--flag=value`, as the
controller knows that list only.

Results: an info [arguments-comments-lost] where comments go with the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.job import PLUGIN_PATH, own_list, own_mapping
from fn.paths import field_path, text_of, walk
from fn.resourcelist import Severity
from fn.strategies.choice import Strategy
from fn.strategies.plan import controller_flags

if TYPE_CHECKING:
    from fn.job import Job
    from fn.resourcelist import Result
    from fn.strategies.plan import Plan

NAME = PLUGIN_PATH[-1]


def apply(job: Job, plan: Plan) -> list[Result]:
    """Settle the key."""
    if plan.strategy is not Strategy.CONTROLLER:
        return _remove(job)
    plugins = own_mapping(job.own_mapping("spec"), "plugins")
    added = controller_flags(job)
    if walk(plugins, NAME) is None:
        plugins.put(NAME, [*job.argv, *added])
        return []
    words = own_list(plugins, NAME)
    for place in reversed(range(len(words))):
        if place not in job.argv_places and text_of(words.get(place)) not in added:
            words.remove(place, alone=True)
    listed = [text_of(word) for word in words]
    for word in added:
        if word not in listed:
            words.append(word)
    return []


def _remove(job: Job) -> list[Result]:
    if job.plugins is None or NAME not in job.plugins.keys():  # noqa: SIM118  a Mapping is no dict
        return []
    plugins = job.own_mapping("spec", "plugins")
    comments = plugins.comments(NAME)
    plugins.remove(NAME)
    if not comments:
        return []
    message = (
        f"`{NAME}` went with its {len(comments)} comment{'s' if len(comments) > 1 else ''}, "
        "as every RANK is settled; the arguments are kept in the record"
    )
    return [job.result(Severity.INFO, "arguments-comments-lost", field_path(*PLUGIN_PATH), message)]
