"""A kpt package with a subpackage, both with the function: only the Jobs change, and each keeps its style of lists."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.tools import REPOSITORY, commit, difference, layer, run, succeed

Package = Callable[..., Path]


@pytest.fixture
def rendered(kpt: str, command: str, package: Package) -> Path:
    """The package after one render, the changes not committed."""
    assert command
    folder = package("tests/e2e/packages/nested", exec_form=True)
    succeed(kpt, "fn", "eval", folder, "--exec", "cat")  # kpt's own changes of layout
    commit(folder)
    succeed(kpt, "fn", "render", "--allow-exec", folder)
    return folder


def test_only_the_jobs_change(rendered: Path) -> None:
    assert succeed("git", "status", "--porcelain", cwd=rendered).split() == ["M", "sub/compact.yaml", "M", "wide.yaml"]
    untouched = (rendered / "sub/compact.yaml").read_text().split("---\n")[0]
    assert untouched == succeed("git", "show", "HEAD:sub/compact.yaml", cwd=rendered).split("---\n")[0]


def test_lines_are_only_added_but_for_what_the_function_replaces(rendered: Path) -> None:
    removed = [line for line in difference(rendered) if line.startswith("-")]
    assert removed == [
        "-    pytorch: []",
        "-    replicas: 2",
        "-    pytorch:",
        "-      - --port=29500",
        "-              command: [python, train.py]",
    ]


def test_new_entries_take_the_style_of_the_file(rendered: Path) -> None:
    assert '          env:\n          - name: "MASTER_ADDR"' in (rendered / "sub/compact.yaml").read_text()
    assert '              env:\n                - name: "MASTER_ADDR"' in (rendered / "wide.yaml").read_text()


def test_the_subpackage_alone_comes_out_the_same(kpt: str, rendered: Path) -> None:
    twice = (rendered / "sub/compact.yaml").read_text()
    succeed("git", "checkout", "--quiet", ".", cwd=rendered)
    succeed(kpt, "fn", "render", "--allow-exec", rendered / "sub")
    assert (rendered / "sub/compact.yaml").read_text() == twice


def test_a_second_render_changes_nothing(kpt: str, rendered: Path) -> None:
    commit(rendered)
    succeed(kpt, "fn", "render", "--allow-exec", rendered)
    assert difference(rendered) == []


def test_kpt_finds_nothing_changed_where_no_job_is(kpt: str, command: str, package: Package) -> None:
    assert command
    folder = package("tests/e2e/packages/untouched", exec_form=True)
    succeed(kpt, "fn", "eval", folder, "--exec", "cat")  # kpt's own changes of layout
    commit(folder)
    done = run(kpt, "fn", "render", "--allow-exec", folder)
    assert done.returncode == 0
    assert difference(folder) == []


def test_kustomize_prints_the_same_where_no_job_is(kustomize: str, command: str, tmp_path: Path) -> None:
    assert command
    manifest = (REPOSITORY / "tests/e2e/packages/untouched/manifest.yaml").read_text()
    build = [kustomize, "build", "--enable-alpha-plugins", "--enable-exec"]
    with_function = layer(tmp_path / "layer", manifest, "overlay-exec")
    built = succeed(*build, with_function)
    (with_function / "kustomization.yaml").write_text("resources: [manifest.yaml]\n")
    assert built == succeed(*build, with_function)
