"""A package that is rendered, edited and rendered again, for months, holds what a fresh run on its source gives.

Compared as data: orders that depend on when an entry came (of tasks, of init containers) aside.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, currently_in_test_context, given, note, settings
from hypothesis import strategies as st

from fn.record import digest
from fn.references import refers_to
from fn.results import Severity
from tests.edits import EDITS, NAMES, PART_GOES, RECORD, Edit, Package, packages
from tests.packages import PYTHON, ids, job_of, meaning, rank, render

FEWEST, MOST = 3, 7


def check(job: dict[str, Any]) -> None:
    """Nothing is doubled, every reference to a name of ours resolves, each checksum is that of its part."""
    tasks = {task["name"]: task for task in job["spec"]["tasks"]}
    record = json.loads(job["metadata"].get("annotations", {}).get(RECORD, "{}"))
    for name, checksum in record.get("parts", {}).items():
        assert digest(tasks[name]) == checksum
    for each in tasks.values():
        pod = each["template"]["spec"]
        for container in (*pod["containers"], *pod.get("initContainers", [])):
            names = [entry["name"] for entry in container.get("env", [])]
            assert len(names) == len(set(names))
            ports = [entry["containerPort"] for entry in container.get("ports", [])]
            assert len(ports) == len(set(ports))
            for place, entry in enumerate(container.get("env", [])):
                late = [name for name in names[place:] if refers_to(entry.get("value"), name)]
                assert not set(late) & {*NAMES, "PYTORCH_JOB_NAME"}


def edited(package: Package, source: Package, edit: Edit) -> None:
    """Edit both; what is there already in the rendered one is no edit, as one replica of a task that was split."""
    before, split = package.copy(), package.split
    edit.apply(package)
    if edit == PART_GOES:
        first = package.task(split or "")
        if first is not None and first["replicas"] == 1:
            there = sum(task["name"] in package.parts for task in package.job["spec"]["tasks"])
            Edit("scale", (split, 1 + there)).apply(source)
    elif package != before:
        edit.apply(source)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(packages(), st.lists(EDITS, min_size=FEWEST, max_size=MOST))
def test_a_run_on_the_rendered_package_gives_what_a_fresh_run_gives(source: Package, edits: list[Edit]) -> None:
    follow(source, edits)


def follow(source: Package, edits: list[Edit]) -> None:
    """Render, then edit and render again in place; and each time hold it to a fresh run on the edited source."""
    package = source.copy()
    render(package)
    for edit in edits:
        if currently_in_test_context():
            note(repr(edit))
        edited(package, source, edit)
        before, fresh = package.copy(), source.copy()
        wanted, got = render(fresh), render(package)
        assert ids(got, Severity.ERROR) == ids(wanted, Severity.ERROR)
        if got.status or "master-task-missing" in ids(got, Severity.WARNING):
            assert package.job == before.job
        else:
            assert meaning(package.job) == meaning(fresh.job)
            check(package.job)


SENTENCES: dict[str, tuple[Package, list[Edit]]] = {
    "a-task-that-loses-its-role-loses-its-rank": (
        job_of([], workers=1, evaluators=1),
        [Edit("arguments", (["--worker=evaluator"],)), Edit("arguments", ([],))],
    ),
    "a-role-that-function-config-moves": (
        job_of([], workers=1, evaluators=1),
        [Edit("setting", ("worker", "evaluator")), Edit("setting", ("worker", None))],
    ),
    "parts-are-put-together-where-another-task-is-the-worker-now": (
        job_of([], evaluators=2),
        [Edit("arguments", (["--worker=evaluator"],)), rank("split"), Edit("arguments", ([],))],
    ),
    "a-task-behind-the-parts-of-another-is-split": (
        job_of([]),
        [rank("split"), Edit("arguments", (["--worker=evaluator"],)), Edit("extra_task", (2,))],
    ),
    "the-plugins-arguments-come-back-with-the-controller": (
        job_of(["--port=29500"], command=PYTHON),
        [rank("controller"), rank("split"), rank("controller"), rank("shell")],
    ),
    "flags-for-the-controller-go-with-it": (
        job_of([]),
        [Edit("setting", ("port", 1234)), rank("controller"), rank("file"), Edit("setting", ("port", None))],
    ),
    "torchrun-goes": (
        job_of([], command=PYTHON),
        [Edit("setting", ("torchrun", True)), rank("file"), rank("split"), Edit("setting", ("torchrun", None))],
    ),
    "a-task-plays-both-roles-for-a-while": (
        job_of([], evaluators=1, command=PYTHON),
        [Edit("arguments", (["--master=worker", "--worker=worker"],)), rank("shell"), Edit("arguments", ([],))],
    ),
    "nobody-waits-any-longer": (
        job_of(["--wait-master-enabled"]),
        [rank("file"), Edit("arguments", ([],)), Edit("arguments", (["--wait-master-enabled"],)), rank("split")],
    ),
    "the-address-follows-the-name-and-back": (
        job_of(["--wait-master-enabled"]),
        [
            Edit("annotation", ("master-address", "downward")),
            Edit("rename", ("train-2",)),
            Edit("annotation", ("master-address", None)),
        ],
    ),
    "containers-are-chosen-and-chosen-no-longer": (
        job_of([], command=PYTHON),
        [
            Edit("container", ("worker", {"name": "log", "image": "fluent-bit:3"}, 0)),
            Edit("setting", ("containers", ["main"])),
            Edit("setting", ("containers", None)),
            Edit("container_goes", ("worker", "log")),
        ],
    ),
    "an-extra-task-is-left-alone-for-a-while": (
        job_of([], evaluators=1),
        [Edit("setting", ("extraTasks", "none")), Edit("setting", ("extraTasks", None))],
    ),
    "a-copy-of-a-wrapped-task-has-a-role-no-longer": (
        job_of([], command=PYTHON),
        [Edit("setting", ("torchrun", True)), Edit("copied", ("worker", "copy"))],
    ),
    "a-copy-of-a-task-that-reads-its-rank-from-a-file": (
        job_of(["--wait-master-enabled"]),
        [Edit("setting", ("torchrun", True)), rank("file"), Edit("copied", ("worker", "copy")), rank("split")],
    ),
    "a-copy-where-extra-tasks-are-left-alone": (
        job_of([], command=PYTHON),
        [Edit("setting", ("extraTasks", "none")), Edit("copied", ("worker", "copy")), rank("file")],
    ),
    "parts-go-one-by-one": (
        job_of([], workers=3, evaluators=1),
        [Edit("depends_on", ("evaluator", ["worker"])), PART_GOES, PART_GOES],
    ),
    "workers-are-scaled-up-and-down": (
        job_of([], evaluators=1),
        [Edit("scale", ("worker", replicas)) for replicas in (4, 2, 3, 1)],
    ),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_transition(sentence: str) -> None:
    source, edits = SENTENCES[sentence]
    follow(source.copy(), edits)
