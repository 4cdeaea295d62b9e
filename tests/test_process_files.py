"""Plain manifests as arguments of the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.processes import HEAD, JOB, OTHER, WRONG, lines, refused, run

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return name


def test_a_file_comes_in_and_goes_out_as_plain_manifests(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", f"# head\n---\nkind: A\n---\n{JOB}")
    done = run("", name, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("# head\n---\nkind: A\n---\napiVersion: batch")
    assert b"WORLD_SIZE" in done.stdout
    assert b"results:" not in done.stdout
    assert done.stderr == b""
    assert (tmp_path / name).read_text().endswith(JOB)


def test_a_dash_is_stdin_among_the_files(tmp_path: Path) -> None:
    name = write(tmp_path, "a.yaml", "kind: A\n")
    assert run("kind: B\n", name, "-", cwd=tmp_path).stdout == b"kind: A\n---\nkind: B\n"


def test_an_error_in_a_file_writes_nothing_and_begins_with_file_and_line(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", f"kind: A\n---\n{WRONG}")
    line = refused(run("", name, cwd=tmp_path), 1)
    assert line.startswith("job.yaml:10: error: Job/ml/train spec.plugins.pytorch[0]: ")


def test_two_jobs_without_dashes_between_them_are_one_mistake(tmp_path: Path) -> None:
    name = write(tmp_path, "jobs.yaml", f"# head\n{JOB}{JOB}")
    line = refused(run("", name, cwd=tmp_path), 1)
    place = 2 + len(JOB.splitlines())
    assert "must have each key once, got `apiVersion`, `kind`, `metadata` and `spec` again" in line
    assert f"(is a `---` missing in line {place}?)" in line


def test_the_line_of_a_key_that_stands_twice_is_that_of_the_second(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", f"{JOB}metadata:\n  name: train\n")
    place = 1 + len(JOB.splitlines())
    line = refused(run("", name, cwd=tmp_path), 1)
    assert line.startswith(
        f"job.yaml:{place}: error: Job/train metadata: must be there once, got it again in line {place}:"
    )


def test_an_error_on_stdin_begins_with_stdin_and_line() -> None:
    assert refused(run(WRONG, "-"), 1).startswith("<stdin>:8: error: Job/ml/train ")


def test_a_warning_in_a_file_is_a_line_and_the_file_is_written(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", WRONG.replace("v1alpha1", "v2"))
    done = run("", name, cwd=tmp_path)
    assert (done.returncode, done.stdout.decode()) == (0, WRONG.replace("v1alpha1", "v2"))
    assert lines(done)[0].startswith("job.yaml:1: warning: ") or lines(done)[0].startswith("job.yaml:8: warning: ")


def test_with_fail_on_warning_a_warning_in_a_file_writes_nothing(tmp_path: Path) -> None:
    config = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\nspec: {failOn: warning}\n"
    name = write(tmp_path, "job.yaml", f"{config}---\n{WRONG.replace('v1alpha1', 'v2')}")
    done = run("", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert lines(done)[-1] == "error: `failOn` is warning, and there are warnings"


def test_a_plugin_document_configures_the_run(tmp_path: Path) -> None:
    config = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\nspec: {port: 29500}\n"
    done = run("", write(tmp_path, "job.yaml", JOB), write(tmp_path, "config.yaml", config), cwd=tmp_path)
    assert done.returncode == 0
    assert b"29500" in done.stdout
    assert b"PyTorchPlugin" not in done.stdout


def test_a_plugin_document_that_is_not_accepted_says_where(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", f"{JOB}---\napiVersion: v1\nkind: PyTorchPlugin\n")
    assert refused(run("", name, cwd=tmp_path), 1).startswith("job.yaml:18: error: functionConfig: ")


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("apiVersion: fn.volcano.sh/v1alpha1\nkind: PytorchPlugin\n", "did you mean `PyTorchPlugin`?"),
        ("apiVersion: fn.volcano.sh/v1\nkind: Plugin\n", "got `Plugin` of `fn.volcano.sh/v1`"),
        ("apiVersion: fn.volcano.sh/v1\nkind: PyTorchPlugin\n", "must be `fn.volcano.sh/v1alpha1`"),
    ],
)
def test_a_misspelt_plugin_document_says_what_was_meant(head: str, meant: str, tmp_path: Path) -> None:
    plugin = write(tmp_path, "plugin.yaml", f"{head}metadata: {{name: x}}\nspec: {{waitMasterEnabled: true}}\n")
    line = refused(run("", write(tmp_path, "job.yaml", JOB), plugin, cwd=tmp_path), 1)
    assert line.startswith("plugin.yaml:1: error: functionConfig: ")
    assert meant in line


def test_a_config_map_among_files_is_a_manifest(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: pytorch-plugin}\ndata: {rank: spilt}\n"
    done = run("", write(tmp_path, "config.yaml", text), cwd=tmp_path)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, text, b"")


def test_validate_only_writes_files_as_they_were(tmp_path: Path) -> None:
    config = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\nspec: {validateOnly: true}\n"
    name = write(tmp_path, "job.yaml", f"{JOB}---\n{config}")
    done = run("", name, cwd=tmp_path)
    assert (done.returncode, done.stdout.decode()) == (0, JOB)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (b"absent.yaml", "error: absent.yaml: No such file or directory"),
        (b".", "error: .: Is a directory"),
        (b"a\nb\xff", r"error: a\nb\udcff: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(name: bytes, line: str, tmp_path: Path) -> None:
    assert refused(run("", name, cwd=tmp_path), 1) == line


def test_a_file_that_is_no_utf_8_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: \xe4\n")
    assert refused(run("", "a.yaml", cwd=tmp_path), 1).startswith(
        "error: a.yaml must be UTF-8, got the byte 0xe4 in line 1"
    )


def test_a_job_that_is_broken_yaml_is_an_error_with_file_and_line(tmp_path: Path) -> None:
    name = write(tmp_path, "job.yaml", JOB.replace("kind: Job", "kind: Job: a"))
    assert refused(run("", name, cwd=tmp_path), 1).startswith("job.yaml:2: error: ")


@pytest.mark.parametrize("other", ["a: [\n", "\x00\n", "- " * 300 + "a\n"])
def test_one_file_that_is_broken_writes_none(other: str, tmp_path: Path) -> None:
    names = [write(tmp_path, name, text) for name, text in (("a.yaml", JOB), ("b.yaml", f"# Job volcano.sh/\n{other}"))]
    assert refused(run("", *names, cwd=tmp_path), 1).startswith("b.yaml:")


def test_one_file_that_is_absent_writes_none(tmp_path: Path) -> None:
    line = refused(run("", write(tmp_path, "a.yaml", JOB), "b.yaml", cwd=tmp_path), 1)
    assert line == "error: b.yaml: No such file or directory"


def test_an_empty_stdin_behind_a_dash_is_refused_because_docker_may_not_hand_it_on() -> None:
    assert "`docker run -i`" in refused(run("", "-"), 1)


def test_two_dashes_are_one_stdin_too_few() -> None:
    assert "stdin" in refused(run("kind: A\n", "-", "-"), 1)


def test_a_resource_list_behind_a_dash_says_to_leave_the_dash_out() -> None:
    assert refused(run(HEAD + OTHER, "-"), 1).startswith(
        "<stdin>:1: error: a ResourceList goes to stdin, without arguments"
    )
