"""What a user sees when a Job is wrong: exit code and lines, and that nothing was written."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.e2e.tools import SEED, commit, difference, layer, resource_list, run, succeed

Package = Callable[..., Path]

WRONG = SEED.replace("--port=", "--prot=")
FIELD = "spec.plugins.pytorch[2]"
MISTAKE = "flag provided but not defined: -prot"


@pytest.fixture
def wrong(package: Package) -> Path:
    """The kpt example with a typo in a plugin argument."""
    folder = package("examples/kpt", exec_form=True)
    (folder / "job.yaml").write_text(WRONG)
    commit(folder)
    return folder


def test_pipe_fails_with_the_whole_list_and_a_line(command: str) -> None:
    done = run(command, stdin=resource_list(WRONG))
    assert done.returncode == 1
    assert done.stdout.startswith(resource_list(WRONG) + "results:\n")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: Job/pytorch-job {FIELD}: {MISTAKE}")


def test_kpt_shows_the_result_once_and_writes_nothing(kpt: str, command: str, wrong: Path, tmp_path: Path) -> None:
    assert command
    results = tmp_path / "results"
    done = run(kpt, "fn", "render", "--allow-exec", "--results-dir", results, wrong)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count(MISTAKE) == 1
    assert f"[error] batch.volcano.sh/v1alpha1/Job/pytorch-job {FIELD}: {MISTAKE}" in done.stderr
    assert difference(wrong) == []
    (step,) = yaml.safe_load((results / "results.yaml").read_text())["items"]
    result, *others = step["results"]
    assert step["exitCode"] == 1
    assert (result["severity"], result["field"]["path"]) == ("error", FIELD)
    assert {other["severity"] for other in others} <= {"info"}
    assert result["message"].startswith(MISTAKE)
    assert result["file"] == {"path": "job.yaml"}


def test_kpt_eval_shows_the_result_of_the_image(kpt: str, image: str, wrong: Path) -> None:
    done = run(kpt, "fn", "eval", wrong, "--image", image)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"[error] batch.volcano.sh/v1alpha1/Job/pytorch-job {FIELD}: {MISTAKE}" in done.stderr
    assert difference(wrong) == []


def test_kpt_shows_warnings_and_passes(kpt: str, command: str, package: Package) -> None:
    assert command
    done = run(kpt, "fn", "render", "--allow-exec", package("examples/kpt", exec_form=True))
    assert done.returncode == 0
    assert "[PASS]" in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "[warning]" in line]
    assert "[rank-strategy]" in line


def test_kpt_fails_on_a_warning_if_told_so(kpt: str, command: str, package: Package) -> None:
    folder = package("examples/kpt")
    done = run(kpt, "fn", "eval", folder, "--exec", command, "--", "fail-on=warning")
    assert done.returncode == 1
    assert "[warning]" in done.stderr
    assert difference(folder) == []


def test_kpt_shows_a_wrong_config(kpt: str, command: str, package: Package) -> None:
    folder = package("examples/kpt")
    done = run(kpt, "fn", "eval", folder, "--exec", command, "--", "porte=1")
    assert done.returncode == 1
    assert "porte" in done.stderr
    assert "Traceback" not in done.stderr
    assert difference(folder) == []


def test_kpt_source_shows_the_lines_that_sink_would_drop(kpt: str, command: str, wrong: Path) -> None:
    done = run(command, stdin=succeed(kpt, "fn", "source", wrong))
    assert done.returncode == 1
    assert f"{FIELD}: {MISTAKE}" in done.stderr


def test_kustomize_prints_the_line_and_no_manifest(kustomize: str, command: str, tmp_path: Path) -> None:
    assert command
    folder = layer(tmp_path / "layer", WRONG, "overlay-exec")
    done = run(kustomize, "build", "--enable-alpha-plugins", "--enable-exec", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: Job/pytorch-job {FIELD}: {MISTAKE}")


def test_kubectl_prints_the_line_and_no_manifest(kubectl: str, image: str, tmp_path: Path) -> None:
    assert image
    done = run(kubectl, "kustomize", "--enable-alpha-plugins", layer(tmp_path / "layer", WRONG, "overlay"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"error: Job/pytorch-job {FIELD}: {MISTAKE}")


def test_kustomize_prints_warnings_and_the_manifests(kustomize: str, command: str, tmp_path: Path) -> None:
    assert command
    folder = layer(tmp_path / "layer", SEED, "overlay-exec")
    done = run(kustomize, "build", "--enable-alpha-plugins", "--enable-exec", folder)
    assert done.returncode == 0
    assert done.stderr.startswith("warning: Job/pytorch-job ")
    assert done.stdout


def test_docker_run_says_how_to_give_it_input(image: str) -> None:
    done = run("docker", "run", "--rm", "--network=none", image)
    assert (done.returncode, done.stdout) == (1, "")
    assert "docker run -i" in done.stderr
