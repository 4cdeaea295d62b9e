"""The packages under examples/, run as they are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.e2e.tools import REPOSITORY, commit, difference, job_of, succeed

Package = Callable[..., Path]

KUSTOMIZE = REPOSITORY / "examples/kustomize"


def env(job: dict[str, Any]) -> list[dict[str, str]]:
    """The env of every container, one map each."""
    pods = [task["template"]["spec"] for task in job["spec"]["tasks"]]
    return [{entry["name"]: entry["value"] for entry in c["env"]} for pod in pods for c in pod["containers"]]


def test_overlay(kustomize: str, kubectl: str, image: str) -> None:
    assert image
    built = succeed(kubectl, "kustomize", "--enable-alpha-plugins", KUSTOMIZE / "overlay")
    assert succeed(kustomize, "build", "--enable-alpha-plugins", KUSTOMIZE / "overlay") == built
    job = job_of(built)
    assert (job["metadata"]["name"], job["metadata"]["namespace"]) == ("prod-pytorch-job", "training")
    assert [entry["RANK"] for entry in env(job)] == ["0", "1", "2"]
    assert {entry["MASTER_ADDR"] for entry in env(job)} == {"prod-pytorch-job-master-0.prod-pytorch-job"}
    assert "pytorch-dist-sendrecv-test:1.1" in built
    assert "pytorch-dist-sendrecv-test:1.0" not in built


def test_overlay_with_the_command(kustomize: str, image: str, command: str) -> None:
    assert image
    assert command
    built = succeed(kustomize, "build", "--enable-alpha-plugins", KUSTOMIZE / "overlay")
    build = [kustomize, "build", "--enable-alpha-plugins", "--enable-exec"]
    assert succeed(*build, KUSTOMIZE / "overlay-exec") == built


def test_kubectl_leaves_the_command_out_as_the_example_says(kubectl: str) -> None:
    built = succeed(kubectl, "kustomize", "--enable-alpha-plugins", KUSTOMIZE / "overlay-exec")
    assert "MASTER_ADDR" not in built


def test_kpt_package(kpt: str, image: str, package: Package) -> None:
    assert image
    folder = package("examples/kpt")
    # kpt itself writes one blank before a comment.
    succeed(kpt, "fn", "eval", folder, "--exec", "cat")
    commit(folder)
    before = (folder / "job.yaml").read_text()
    succeed(kpt, "fn", "render", folder)
    removed = [line for line in difference(folder) if line.startswith("-")]
    plugin = before[before.index("    pytorch: [") : before.index("  tasks:")]
    assert removed == [*(f"-{line}" for line in plugin.splitlines()), "-    - replicas: 2"]
    commit(folder)
    succeed(kpt, "fn", "render", folder)
    assert difference(folder) == []


def test_the_kptfile_at_the_root_is_the_example() -> None:
    assert (REPOSITORY / "Kptfile").read_text() == (REPOSITORY / "examples/kpt/Kptfile").read_text()


def test_all_examples_start_from_one_job() -> None:
    assert (KUSTOMIZE / "base/job.yaml").read_text() == (REPOSITORY / "examples/kpt/job.yaml").read_text()
