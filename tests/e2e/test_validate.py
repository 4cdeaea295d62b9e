"""Every mistake is found before submit: many Jobs in one run, what is shown of them, and the drift check."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.e2e.tools import SEED, commit, difference, layer, run, succeed

Package = Callable[..., Path]

VALIDATOR = """\
apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: pytorch-job
pipeline:
  validators:
    - exec: pytorch-plugin
      configMap:
        validate-only: "true"
"""


def seed(name: str, *replacements: tuple[str, str]) -> str:
    text = SEED.replace("name: pytorch-job", f"name: {name}")
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def jobs(package: Package) -> Path:
    """A package with three wrong Jobs and two good ones."""
    folder = package("examples/kpt", exec_form=True)
    (folder / "job.yaml").unlink()
    texts = {
        "good": seed("good"),
        "misspelt": seed("misspelt", ("--port=", "--prot=")),
        "masters": seed("masters", ("replicas: 1\n", "replicas: 3\n")),
        "chief": seed("chief", ("name: master\n      policies", "name: chief\n      policies")),
        "other": seed("other"),
    }
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)
    commit(folder)
    return folder


def test_one_run_shows_the_errors_of_all_jobs(kpt: str, command: str, jobs: Path, tmp_path: Path) -> None:
    assert command
    done = run(kpt, "fn", "render", "--allow-exec", "--results-dir", tmp_path / "results", jobs)
    assert done.returncode == 1
    assert difference(jobs) == []
    (step,) = yaml.safe_load((tmp_path / "results/results.yaml").read_text())["items"]
    errors = [result for result in step["results"] if result["severity"] == "error"]
    assert {(result["resourceRef"]["name"], result["file"]["path"]) for result in errors} == {
        (name, f"{name}.yaml") for name in ("misspelt", "masters", "chief")
    }
    assert step["results"][: len(errors)] == errors
    shown = [line for line in done.stderr.splitlines() if "[error]" in line or "[warning]" in line]
    assert "[error]" in shown[0]


def test_an_error_is_among_the_lines_that_kpt_shows(kpt: str, command: str, jobs: Path) -> None:
    assert command
    done = run(kpt, "fn", "render", "--allow-exec", jobs)
    assert len(re.findall(r"\[error\] ", done.stderr)) == 3


def test_a_pipe_has_a_line_for_each(kpt: str, command: str, jobs: Path) -> None:
    done = run(command, stdin=succeed(kpt, "fn", "source", jobs))
    assert done.returncode == 1
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert sorted(re.findall(r"error: Job/(\w+) ", done.stderr)) == ["chief", "masters", "misspelt"]
    assert done.stderr.splitlines()[: len(errors)] == errors


def test_files_are_named_with_their_lines(command: str, jobs: Path) -> None:
    done = run(command, *sorted(jobs.glob("*.yaml")))
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(r"misspelt\.yaml:12: error: Job/misspelt spec\.plugins\.pytorch\[2\]: ", done.stderr)


def test_what_is_ignored_is_not_shown(kpt: str, command: str, package: Package) -> None:
    folder = package("examples/kpt")
    done = run(kpt, "fn", "eval", folder, "--exec", command, "--", "ignore=rank-strategy,elastic")
    assert done.returncode == 0
    assert "rank-strategy" not in done.stderr
    assert "elastic" not in done.stderr


def test_infos_of_many_jobs_are_folded(kpt: str, command: str, package: Package, tmp_path: Path) -> None:
    folder = package("examples/kpt")
    for number in range(30):
        (folder / f"job-{number}.yaml").write_text(seed(f"job-{number}"))
    succeed(kpt, "fn", "eval", folder, "--results-dir", tmp_path / "results", "--exec", command)
    (step,) = yaml.safe_load((tmp_path / "results/results.yaml").read_text())["items"]
    told = [result["message"] for result in step["results"] if "[arguments-comments-lost]" in result["message"]]
    assert len(told) == 21
    assert told[-1] == "… and 11 more Jobs [arguments-comments-lost]"


@pytest.fixture
def rendered(kpt: str, command: str, package: Package) -> Path:
    """The seed, rendered once, in a package that only validates."""
    folder = package("examples/kpt", exec_form=True)
    succeed(kpt, "fn", "eval", folder, "--exec", command)
    (folder / "Kptfile").write_text(VALIDATOR)
    commit(folder)
    return folder


def test_a_settled_package_passes_kpts_validators(kpt: str, rendered: Path) -> None:
    succeed(kpt, "fn", "render", "--allow-exec", rendered)
    assert [line for line in difference(rendered) if "worker" in line] == []


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(("name: pytorch-job\n", "name: renamed\n"), id="renamed"),
        pytest.param(("replicas: 1\n      name: worker", "replicas: 5\n      name: worker"), id="scaled"),
        pytest.param(("--port=23456", "--port=29500"), id="other-arguments"),
    ],
)
def test_a_package_that_has_gone_stale_does_not(kpt: str, rendered: Path, edit: tuple[str, str]) -> None:
    text = (rendered / "job.yaml").read_text()
    assert edit[0] in text
    (rendered / "job.yaml").write_text(text.replace(*edit))
    commit(rendered)
    done = run(kpt, "fn", "render", "--allow-exec", rendered)
    assert done.returncode == 1
    assert "[stale]" in done.stderr
    assert [line for line in difference(rendered) if "status" not in line and "job.yaml" in line] == []


def test_an_overlay_that_renames_a_rendered_base_fails(kustomize: str, command: str, tmp_path: Path) -> None:
    base = layer(tmp_path / "base", SEED, "overlay-exec")
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / "kustomization.yaml").write_text(
        "resources: [../base]\nnamePrefix: prod-\ntransformers: [validate.yaml]\n"
    )
    function = (base / "pytorch-plugin.yaml").read_text()
    (overlay / "validate.yaml").write_text(f"{function.rstrip()}\nspec:\n  validateOnly: true\n")
    assert command
    done = run(kustomize, "build", "--enable-alpha-plugins", "--enable-exec", overlay)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: Job/prod-pytorch-job " in done.stderr
    assert "[stale]" in done.stderr
