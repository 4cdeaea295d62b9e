"""One Job, every way to call the function: the same Job comes out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.tools import IMAGE, REPOSITORY, SEED, job_of, layer, resource_list, succeed

DOCKER_RUN = [
    "docker",
    "run",
    "--rm",
    "-i",
    "--network=none",
    "--user=nobody",
    "--security-opt=no-new-privileges",
    IMAGE,
]

Package = Callable[..., Path]


@pytest.fixture(scope="module")
def piped(command: str) -> dict[str, Any]:
    """The Job as the bare pipe makes it, which every other way is compared with."""
    return job_of(succeed(command, stdin=resource_list(SEED)))


def pods(job: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The pod spec of each task that starts one pod, by task name."""
    assert {task["replicas"] for task in job["spec"]["tasks"]} == {1}
    return {task["name"]: task["template"]["spec"] for task in job["spec"]["tasks"]}


def test_the_job_can_train(piped: dict[str, Any]) -> None:
    assert piped["spec"]["plugins"] == {"svc": []}
    master, *workers = pods(piped).values()
    for rank, pod in enumerate([master, *workers]):
        (container,) = pod["containers"]
        assert container["env"] == [
            {"name": "MASTER_ADDR", "value": "pytorch-job-master-0.pytorch-job"},
            {"name": "MASTER_PORT", "value": "23456"},
            {"name": "WORLD_SIZE", "value": "3"},
            {"name": "RANK", "value": str(rank)},
        ]
        assert container["ports"] == [{"name": "pytorchjob-port", "containerPort": 23456}]
    assert list(pods(piped)) == ["master", "worker", "worker-1"]
    assert "initContainers" not in master
    for pod in workers:
        (waits,) = pod["initContainers"]
        assert (waits["name"], waits["image"]) == ("wait-for-master", "busybox:1.36.1")
        assert {"name": "WAIT_MASTER_TIMEOUT", "value": "600"} in waits["env"]


def test_file_argument(command: str, piped: dict[str, Any]) -> None:
    assert job_of(succeed(command, REPOSITORY / "examples/kpt/job.yaml")) == piped


def test_docker_run(image: str, piped: dict[str, Any]) -> None:
    assert image
    assert job_of(succeed(*DOCKER_RUN, stdin=resource_list(SEED))) == piped


def test_kustomize_exec(kustomize: str, command: str, piped: dict[str, Any], tmp_path: Path) -> None:
    assert command
    build = [kustomize, "build", "--enable-alpha-plugins", "--enable-exec"]
    assert job_of(succeed(*build, layer(tmp_path / "layer", SEED, "overlay-exec"))) == piped


def test_kustomize_container(kustomize: str, image: str, piped: dict[str, Any], tmp_path: Path) -> None:
    assert image
    build = [kustomize, "build", "--enable-alpha-plugins"]
    assert job_of(succeed(*build, layer(tmp_path / "layer", SEED, "overlay"))) == piped


def test_kubectl_container(kubectl: str, image: str, piped: dict[str, Any], tmp_path: Path) -> None:
    assert image
    build = [kubectl, "kustomize", "--enable-alpha-plugins"]
    assert job_of(succeed(*build, layer(tmp_path / "layer", SEED, "overlay"))) == piped


def test_kpt_render_exec(kpt: str, command: str, piped: dict[str, Any], package: Package) -> None:
    assert command
    folder = package("examples/kpt", exec_form=True)
    succeed(kpt, "fn", "render", "--allow-exec", folder)
    assert job_of((folder / "job.yaml").read_text()) == piped


def test_kpt_render_image(kpt: str, image: str, piped: dict[str, Any], package: Package) -> None:
    assert image
    folder = package("examples/kpt")
    succeed(kpt, "fn", "render", folder)
    assert job_of((folder / "job.yaml").read_text()) == piped


def test_kpt_eval_exec(kpt: str, command: str, piped: dict[str, Any], package: Package) -> None:
    folder = package("examples/kpt")
    succeed(kpt, "fn", "eval", folder, "--exec", command)
    assert job_of((folder / "job.yaml").read_text()) == piped


def test_kpt_eval_image(kpt: str, image: str, piped: dict[str, Any], package: Package) -> None:
    folder = package("examples/kpt")
    succeed(kpt, "fn", "eval", folder, "--image", image)
    assert job_of((folder / "job.yaml").read_text()) == piped


def test_kpt_source_and_sink(kpt: str, command: str, piped: dict[str, Any], package: Package, tmp_path: Path) -> None:
    source = succeed(kpt, "fn", "source", package("examples/kpt"))
    succeed(kpt, "fn", "sink", tmp_path / "out", stdin=succeed(command, stdin=source))
    assert job_of((tmp_path / "out/job.yaml").read_text()) == piped
