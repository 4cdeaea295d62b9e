"""What people do by hand to a package that was rendered: what they meant is kept, or they are told."""

from __future__ import annotations

from typing import Any

import pytest

from fn.results import Severity
from tests.edits import Edit, Package
from tests.packages import PYTHON, ids, job_of, meaning, rank, render


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


def test_the_other_ranks_constant_is_no_value_of_ours() -> None:
    package = job_of([], workers=1)
    render(package)
    wanted = package.copy()
    (entry,) = [one for one in package.tasks[1]["template"]["spec"]["containers"][0]["env"] if one["name"] == "RANK"]
    entry["value"] = "0"
    assert ids(render(package), Severity.WARNING) == {"env-replaced"}
    assert package.job == wanted.job


@pytest.mark.parametrize("place", [2, 3])
def test_a_part_that_is_renamed_has_a_rank_beside_the_group(place: int) -> None:
    package = split_job()
    package.job["spec"]["tasks"][place]["name"] = "evaluator"
    assert "rank-twice" in ids(render(package), Severity.WARNING)


def test_parts_that_no_record_knows_have_ranks_beside_the_group() -> None:
    package = split_job()
    del package.job["metadata"]["annotations"]
    Edit("arguments", ([],)).apply(package)
    done = render(package)
    assert [result.path for result in done.results if result.id == "rank-twice"] == [
        f"spec.tasks[{place}].template.spec.containers[0].env[3]" for place in (2, 3)
    ]


@pytest.mark.parametrize("strategy", ["shell", "file", "controller"])
def test_a_part_that_was_edited_by_hand_goes_with_a_warning(strategy: str) -> None:
    package = job_of([], workers=3, command=PYTHON)
    rank("split").apply(package)
    render(package)
    unedited = package.copy()
    package.job["spec"]["tasks"][-1]["template"]["spec"]["containers"][0]["image"] = "pytorch:3"
    for each, told in ((package, True), (unedited, False)):
        rank(strategy).apply(each)
        assert ("rank-part-edited" in ids(render(each), Severity.WARNING)) == told


def test_a_users_reference_is_told_when_its_variable_goes() -> None:
    package = job_of([], command=PYTHON)
    for task in package.tasks:
        task["template"]["spec"]["containers"][0]["env"] = [{"name": "URL", "value": "tcp://$(MASTER_ADDR)"}]
    assert "env-reference" not in ids(render(package), Severity.WARNING)
    rank("controller").apply(package)
    assert "env-reference" in ids(render(package), Severity.WARNING)


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "PYTORCH_POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
        {"name": "PET_NPROC_PER_NODE", "value": "0"},
    ],
)
def test_a_users_variable_that_looks_like_ours_stays(entry: dict[str, Any]) -> None:
    package = job_of([], command=PYTHON)
    Edit("setting", ("torchrun", True)).apply(package)
    rank("shell").apply(package)
    package.tasks[0]["template"]["spec"]["containers"][0]["env"] = [entry]
    render(package)
    assert entry in package.tasks[0]["template"]["spec"]["containers"][0]["env"]


@pytest.mark.parametrize("strategy", ["shell", "file"])
def test_a_chosen_container_can_be_renamed(strategy: str) -> None:
    package, fresh = (job_of(["--port=29500"], command=PYTHON) for _ in range(2))
    for each in (package, fresh):
        rank("shell").apply(each)
        Edit("setting", ("containers", ["main"])).apply(each)
    render(package)
    for each in (package, fresh):
        for task in each.tasks:
            task["template"]["spec"]["containers"][0]["name"] = "trainer"
        rank(strategy).apply(each)
        Edit("setting", ("containers", ["trainer"])).apply(each)
        Edit("arguments", (["--port=1234"],)).apply(each)
    assert not ids(render(package), Severity.WARNING, Severity.ERROR)
    render(fresh)
    assert meaning(package.job) == meaning(fresh.job)


def test_a_command_that_is_taken_out_over_the_wrapper_leaves_nothing_of_it() -> None:
    package, fresh = job_of([], command=PYTHON), job_of([])
    render(package)
    del package.tasks[0]["template"]["spec"]["containers"][0]["command"]
    Edit("command", ("worker", None)).apply(package)
    render(package)
    render(fresh)
    assert meaning(package.job) == meaning(fresh.job)
