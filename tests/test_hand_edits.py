"""What people do by hand to a package that was rendered: what they meant is kept, or they are told."""

from __future__ import annotations

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
