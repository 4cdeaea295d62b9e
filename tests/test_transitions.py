"""A package that is rendered, edited and rendered again, for months, holds what a fresh run on its source gives.

Compared as data: orders that depend on when an entry came (of tasks, of init containers) aside.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, currently_in_test_context, given, note, settings
from hypothesis import strategies as st

from fn.record import digest
from fn.references import refers_to
from fn.results import Severity
from tests.edits import EDITS, NAMES, RECORD, Edit, Package, main, packages, task
from tests.runs import HEAD, Run, run

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
FEWEST, MOST = 3, 7


def render(package: Package) -> Run:
    """Render a package; it holds what came out then."""
    config = {"apiVersion": "fn.volcano.sh/v1alpha1", "kind": "PyTorchPlugin", "spec": package.settings}
    text = yaml.dump([package.job], Dumper=DUMPER, sort_keys=False) + f"functionConfig: {json.dumps(config)}\n"
    done = run(HEAD + text)
    package.job = yaml.load(done.after, LOADER)["items"][0]  # noqa: S506  a safe loader
    again = run(done.after)
    assert yaml.load(again.after, LOADER)["items"] == [package.job]  # noqa: S506
    assert again.after.partition("\nresults:")[0] == done.after.partition("\nresults:")[0]
    return done


def ids(done: Run, *severities: Severity) -> set[str]:
    return {result.id for result in done.results if result.severity in severities}


def meaning(job: dict[str, Any]) -> dict[str, Any]:
    """Give the Job with its lists in one order, and a record without checksums of parts."""
    job = json.loads(json.dumps(job))
    annotations = job["metadata"].get("annotations", {})
    if RECORD in annotations:
        record = json.loads(annotations[RECORD])
        record["parts"] = list(record.get("parts", {}))
        annotations[RECORD] = record
    job["spec"]["tasks"].sort(key=_name)
    for each in job["spec"]["tasks"]:
        each.get("dependsOn", {}).get("name", []).sort()
        pod = each["template"]["spec"]
        pod.get("initContainers", []).sort(key=_name)
        pod.get("volumes", []).sort(key=_name)
    return dict(job)


def _name(entry: dict[str, Any]) -> str:
    return str(entry["name"])


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
    """Edit both; a split task whose first part has one replica has as many as there are parts."""
    split = package.split
    edit.apply(package)
    if edit != Edit("scale", (split, 1)):
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


def job_of(arguments: list[str], workers: int = 2, command: list[str] | None = None, evaluators: int = 0) -> Package:
    tasks = [task("master", 1, main(command)), task("worker", workers, main(command))]
    tasks += [task("evaluator", evaluators, main(["python", "eval.py"]))] if evaluators else []
    return Package(
        {
            "apiVersion": "batch.volcano.sh/v1alpha1",
            "kind": "Job",
            "metadata": {"name": "train"},
            "spec": {"plugins": {"pytorch": arguments}, "tasks": tasks},
        }
    )


def rank(strategy: str) -> Edit:
    return Edit("setting", ("rank", strategy))


PYTHON = ["python", "train.py"]
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
    "workers-are-scaled-up-and-down": (
        job_of([], evaluators=1),
        [Edit("scale", ("worker", replicas)) for replicas in (4, 2, 3, 1)],
    ),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_transition(sentence: str) -> None:
    source, edits = SENTENCES[sentence]
    follow(source.copy(), edits)


def split_job() -> Package:
    package = job_of([], workers=3)
    render(package)
    assert package.parts == ["worker-1", "worker-2"]
    return package


def replicas_of(package: Package) -> dict[str, int]:
    return {task["name"]: task["replicas"] for task in package.job["spec"]["tasks"]}


def test_a_part_that_is_deleted_scales_down() -> None:
    package = split_job()
    package.job["spec"]["tasks"] = [task for task in package.job["spec"]["tasks"] if task["name"] != "worker-1"]
    render(package)
    fresh = job_of([], workers=2)
    render(fresh)
    assert meaning(package.job) == meaning(fresh.job)


def test_without_its_parts_a_split_task_is_one_worker() -> None:
    package = split_job()
    package.job["spec"]["tasks"] = package.tasks
    render(package)
    fresh = job_of([], workers=1)
    render(fresh)
    assert meaning(package.job) == meaning(fresh.job)


def test_parts_without_the_first_one_are_an_error() -> None:
    package = split_job()
    package.job["spec"]["tasks"] = [task for task in package.job["spec"]["tasks"] if task["name"] != "worker"]
    before = package.copy()
    assert ids(render(package), Severity.ERROR) == {"rank-first-part-missing"}
    assert package.job == before.job


def test_a_part_that_was_edited_by_hand_is_written_anew_with_a_warning() -> None:
    package = split_job()
    wanted = package.copy()
    package.job["spec"]["tasks"][-1]["template"]["spec"]["containers"][0]["image"] = "pytorch:3"
    assert "rank-part-edited" in ids(render(package), Severity.WARNING)
    assert package.job == wanted.job


def test_a_renamed_worker_keeps_its_parts() -> None:
    package = split_job()
    package.tasks[1]["name"] = "trainer"
    Edit("arguments", (["--worker=trainer"],)).apply(package)
    done = render(package)
    assert "env-replaced" not in ids(done, Severity.WARNING)
    assert replicas_of(package) == {"master": 1, "trainer": 1, "trainer-1": 1, "trainer-2": 1}


@pytest.mark.parametrize("strategy", ["auto", "file", "split"])
def test_an_image_that_a_later_tool_set_stays_until_the_argument_changes(strategy: str) -> None:
    """As of kustomize's `images:` and of kpt's set-image."""
    package = job_of(["--wait-master-enabled"], command=PYTHON)
    rank(strategy).apply(package)
    render(package)
    for each in package.job["spec"]["tasks"]:
        for init in each["template"]["spec"].get("initContainers", []):
            init["image"] = "mirror.local/busybox:1.36.1"
    before = package.copy()
    assert not ids(render(package), Severity.WARNING) - {"master-policy", "rank-strategy"}
    assert images(package) == images(before)
    Edit("arguments", (["--wait-master-enabled", "--port=1"],)).apply(package)
    render(package)
    assert images(package) == images(before)
    Edit("arguments", (["--wait-master-enabled", "--wait-master-image=alpine:3"],)).apply(package)
    render(package)
    assert images(package) == {"alpine:3"}


def images(package: Package) -> set[str]:
    tasks = package.job["spec"]["tasks"]
    return {init["image"] for task in tasks for init in task["template"]["spec"].get("initContainers", [])}


@pytest.mark.parametrize("name", ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK"])
def test_a_users_edit_of_a_value_of_ours_is_replaced_with_a_warning(name: str) -> None:
    package = job_of([], workers=1)
    render(package)
    wanted = package.copy()
    (entry,) = [one for one in package.tasks[1]["template"]["spec"]["containers"][0]["env"] if one["name"] == name]
    entry["value"] = "7"
    assert ids(render(package), Severity.WARNING) == {"env-replaced"}
    assert package.job == wanted.job
    entry = next(one for one in package.tasks[1]["template"]["spec"]["containers"][0]["env"] if one["name"] == name)
    package.tasks[1]["template"]["spec"]["containers"][0]["env"].remove(entry)
    assert not ids(render(package), Severity.WARNING)
    assert meaning(package.job) == meaning(wanted.job)
