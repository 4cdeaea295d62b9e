"""The Job's lifecycle policies: what the webhook refuses, and the one that a waiting worker needs.

Source: volcano pkg/webhooks/admission/jobs/validate/util.go validatePolicies, ed72c7c
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.arguments.strconv import quote
from fn.checks.choices import instead_of, not_one_of
from fn.paths import entries, field_path, mappings, text_of, walk, whole_number
from fn.results import ABSENT, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.nodes import Data, Mapping, Node
    from fn.results import Absent, Result

ANY = "*"
COMPLETED = "TaskCompleted"
EVENTS = (ANY, "JobUpdated", "PodEvicted", "PodFailed", "PodPending", COMPLETED, "TaskFailed", "Unknown")
NAMING = ("event", "events", "exitCode")
ENDING = ("CompleteJob", "TerminateJob", "AbortJob")
ACTIONS = (*ENDING, "RestartJob", "RestartPartition", "RestartPod", "RestartTask", "ResumeJob")
DURATION = re.compile(r"[-+]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)")

Fault = tuple[str, str, "str | Absent"]


def policies_invalid(job: Job) -> Iterator[Result]:
    """Policies of the Job or of a task that can't be carried out."""
    spec = job.walk("spec")
    for owner, node in (("spec", spec), *((task.path, task.node) for task in job.tasks)):
        for path, message, proposed in _faults(walk(node, "policies")):
            if not job.is_sound(*(f"{owner}.policies{path}.{key}" for key in NAMING)):
                continue
            yield job.result(
                Severity.ERROR,
                "policies-invalid",
                f"{owner}.policies{path}",
                f"{message}: Volcano's webhook refuses the Job",
                proposed=proposed,
            )


def _faults(policies: Node | None) -> Iterator[Fault]:
    events: set[str] = set()
    codes: set[int] = set()
    for place, policy in mappings(policies):
        here = field_path(place)
        code = whole_number(walk(policy, "exitCode"))
        named = _events(policy)
        timeout = text_of(walk(policy, "timeout"))
        if timeout is not None and not DURATION.fullmatch(timeout) and not has_placeholder(timeout):
            yield f"{here}.timeout", f"must be a duration like 30s or 1h30m, got {quote(timeout)}", ABSENT
        if bool(named) == (code is not None):
            instead = instead_of(policy, "LifecyclePolicy", *NAMING)
            got = "both" if named else f"neither{instead}"
            yield here, f"must have `event` or `exitCode`, got {got}", ABSENT
        elif code is not None:
            if code == 0 or code in codes:
                wrong = "0" if code == 0 else f"{code} again"
                yield f"{here}.exitCode", f"must be another number than 0, each in one policy, got {wrong}", ABSENT
            codes.add(code)
        else:
            yield from _event_faults(here, policy, named, events)
            events |= {event for _, event in named}
    if ANY in events and len(events) > 1:
        yield "", f'must hold "{ANY}" alone, as it stands for every event, got {len(events) - 1} more', ABSENT


def _event_faults(here: str, policy: Mapping, named: list[tuple[str, str]], before: set[str]) -> Iterator[Fault]:
    for key, event in named:
        if event not in EVENTS:
            yield f"{here}.{key}", *not_one_of(EVENTS, event)
        elif event in before:
            yield f"{here}.{key}", f'must be in one policy, got "{event}" again', ABSENT
    action = text_of(walk(policy, "action")) or ""
    if action not in ACTIONS:
        message, proposed = not_one_of(ACTIONS, action)
        yield f"{here}.action", message + ("" if action else instead_of(policy, "LifecyclePolicy", "action")), proposed


def _events(policy: Mapping) -> list[tuple[str, str]]:
    """Give the events of a policy, each once, with the way to it."""
    found: dict[str, str] = {}
    for place, node in enumerate(entries(walk(policy, "events"))):
        found.setdefault(text_of(node) or "", f"events[{place}]")
    event = text_of(walk(policy, "event"))
    if event:
        found.setdefault(event, "event")
    return [(key, event) for event, key in found.items()]


def master_policy(job: Job) -> Iterator[Result]:
    """Waiting is asked for, and the Job doesn't end with the master: a worker that comes later waits for nobody."""
    master = job.master
    if master is None or job.worker is None or job.is_index_layout or not job.settings.wait_master_enabled:
        return
    if any(_faults(walk(master.node, "policies"))) or not job.is_sound(f"{master.path}.policies", "spec.policies"):
        return
    own = [policy for _, policy in mappings(walk(master.node, "policies"))]
    whole = [policy for _, policy in mappings(job.walk("spec", "policies"))]
    for policy in (*own, *whole):
        events = {event for _, event in _events(policy)}
        if events & {ANY, COMPLETED} and text_of(walk(policy, "action")) in ENDING:
            return
    message = (
        f"must have a policy {COMPLETED} → CompleteJob: a worker that starts after the master's end waits for nobody, "
        "until its timeout"
    )
    taken = {event for policy in own for _, event in _events(policy)} & {ANY, COMPLETED}
    added: Data = {"event": COMPLETED, "action": "CompleteJob"}
    proposed: Data | Absent = ABSENT if taken else [*(policy.data() for policy in own), added]
    yield job.result(Severity.WARNING, "master-policy", f"{master.path}.policies", message, proposed=proposed)
