"""The process as orchestrators and people start it."""

from __future__ import annotations

import os
import pty
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import pytest

from fn.config_model import Spec

REPOSITORY = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "fn"]

# A shell's background job ignores SIGINT: here it counts again.
INTERRUPTIBLE = (
    "import runpy, signal; signal.signal(2, signal.default_int_handler); runpy.run_module('fn', None, '__main__')"
)

HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
  namespace: ml
spec:
  plugins:
    pytorch: []
  tasks:
  - name: master
    replicas: 1
    template:
      spec:
        containers:
        - name: main
          image: img
"""
WRONG = JOB.replace("[]", "[--prot=1]")
ITEM = "- " + JOB.replace("\n", "\n  ").rstrip(" ")
WRONG_ITEM = "- " + WRONG.replace("\n", "\n  ").rstrip(" ")
INTERNAL = "internal.config.kubernetes.io"
KPT = f"    annotations:\n      {INTERNAL}/seqindent: compact\n      {INTERNAL}/id: '1'\n"
OTHER = "- kind: Other\n  metadata:\n    name: other\n"
WARNING = "functionConfig:\n  apiVersion: fn.volcano.sh/v1alpha1\n  kind: PyTorchPlugin\n  spec:\n    failOn: warning\n"
UNSUPPORTED_ITEM = WRONG_ITEM.replace("v1alpha1", "v2")


def run(
    stdin: str | bytes, *arguments: str | bytes, env: dict[str, str] | None = None, cwd: Path = REPOSITORY
) -> subprocess.CompletedProcess[bytes]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    environment = {"PYTHONPATH": str(REPOSITORY)} | (env or {})
    return subprocess.run(
        [*COMMAND, *arguments], input=data, capture_output=True, check=False, env=environment, cwd=cwd
    )


def lines(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    return done.stderr.decode().splitlines()


def refused(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """Check that nothing but one line was written, and give it."""
    assert done.stdout == b""
    assert done.returncode == code
    (line,) = lines(done)
    return line


# A ResourceList


def test_a_list_without_jobs_comes_out_byte_for_byte() -> None:
    text = HEAD + OTHER
    done = run(text)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, text, b"")


def test_a_job_is_changed_and_nothing_is_said_on_stderr() -> None:
    done = run(HEAD + OTHER + ITEM)
    assert done.returncode == 0
    assert done.stdout.decode().startswith(HEAD + OTHER)
    assert b"WORLD_SIZE" in done.stdout
    assert done.stderr == b""


def test_an_error_gives_the_whole_list_with_results_and_exit_code_1() -> None:
    done = run(HEAD + WRONG_ITEM + OTHER)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(HEAD + WRONG_ITEM + OTHER + "results:\n- message: ")
    assert lines(done)[0].startswith("error: Job/ml/train spec.plugins.pytorch[0]: ")


def test_a_warning_is_a_line_on_stderr_and_exit_code_0() -> None:
    done = run(HEAD + UNSUPPORTED_ITEM)
    assert done.returncode == 0
    assert [line.split(": ")[0] for line in lines(done)] == ["warning"]


def test_with_fail_on_warning_a_warning_gives_exit_code_1_and_a_last_line_that_says_so() -> None:
    done = run(HEAD + UNSUPPORTED_ITEM + WARNING)
    assert done.returncode == 1
    assert b"results:" in done.stdout
    assert lines(done)[-1] == "error: `failOn` is warning, and there are warnings"


def test_with_fail_on_warning_an_error_needs_no_such_line() -> None:
    assert "failOn" not in lines(run(HEAD + WRONG_ITEM + WARNING))[-1]


def test_validate_only_changes_nothing_and_reports() -> None:
    text = HEAD + ITEM + WRONG_ITEM.replace("train", "other") + WARNING.replace("failOn: warning", "validateOnly: true")
    done = run(text)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(text + "results:\n")


def test_the_exit_code_counts_no_earlier_results() -> None:
    text = f"{HEAD}{OTHER}results:\n- message: an error of another function\n  severity: error\n"
    done = run(text)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, text, b"")


@pytest.mark.parametrize(
    ("annotations", "env", "silent"),
    [
        (KPT, {}, True),
        (KPT, {"LOG_TO_STDERR": "true"}, False),
        ("", {}, False),
        (KPT.replace("io/id", "io/other"), {}, False),
        (KPT.replace("seqindent", "other"), {}, False),
        ("    note: internal.config.kubernetes.io/seqindent internal.config.kubernetes.io/id\n", {}, False),
    ],
)
def test_stderr_is_silent_only_under_the_runner_of_kpt(annotations: str, env: dict[str, str], silent: bool) -> None:  # noqa: FBT001
    done = run(HEAD + OTHER + annotations + WRONG_ITEM, env=env)
    assert done.returncode == 1
    assert (done.stderr == b"") is silent


def test_under_kpt_the_line_about_fail_on_is_said_because_kpt_does_not_know_it() -> None:
    done = run(HEAD + OTHER + KPT + UNSUPPORTED_ITEM + WARNING)
    assert lines(done) == ["error: `failOn` is warning, and there are warnings"]


# What is refused


@pytest.mark.parametrize("stdin", ["", " \n\n", "\ufeff".encode("utf-16")[:0]])
def test_an_empty_stdin_names_the_usual_reason(stdin: str | bytes) -> None:
    assert "`docker run -i`" in refused(run(stdin), 1)


def test_manifests_without_a_dash_name_the_dash() -> None:
    assert refused(run(JOB), 1).endswith("for plain manifests add a dash: `pytorch-plugin -`")


def test_broken_yaml_is_told_with_line_and_column() -> None:
    assert refused(run("kind: a: b\n"), 1) == "error: line 1, column 8: mapping values are not allowed in this context"


def test_a_function_config_that_is_not_accepted_is_one_line() -> None:
    assert refused(run(HEAD + ITEM + WARNING.replace("failOn", "failon")), 1).startswith("error: functionConfig: ")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (
            (HEAD + OTHER).encode() + b"  # gr\xfcn\n",
            "error: stdin must be UTF-8, got the byte 0xfc in line 7 (byte 110)",
        ),
        ("\ufeffa".encode("utf-16"), "error: stdin must be UTF-8, got the byte 0xff in line 1 (byte 0)"),
        (b"\xed\xa0\x80", "error: stdin must be UTF-8, got the byte 0xed in line 1 (byte 0)"),
        (b"ab\xc3", "error: stdin must be UTF-8, got the byte 0xc3 in line 1 (byte 2)"),
    ],
)
def test_bytes_that_are_no_utf_8_are_told_with_their_place(data: bytes, line: str) -> None:
    assert refused(run(data), 1) == line


@pytest.mark.parametrize("option", ["--prot=1", "-x", "--", "---", "--port"])
def test_an_unknown_option_is_one_line_and_exit_code_2(option: str) -> None:
    assert refused(run(HEAD + OTHER, option), 2).startswith(f'error: unknown option "{option}"')


def out_of_memory(environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (200 * 2**20, 200 * 2**20))

    return subprocess.run(
        COMMAND,
        input=b"#" * (120 * 2**20),
        capture_output=True,
        check=False,
        cwd=REPOSITORY,
        env=environment,
        preexec_fn=limit,
    )


def test_a_memory_limit_is_an_internal_fault_in_one_line() -> None:
    line = refused(out_of_memory({}), 2)
    assert line.startswith("error: internal fault (MemoryError: ")
    assert "please report it" in line


def test_with_fn_debug_an_internal_fault_shows_the_traceback() -> None:
    done = out_of_memory({"FN_DEBUG": "1"})
    assert (done.returncode, done.stdout) == (2, b"")
    assert lines(done)[0].startswith("Traceback")
    assert lines(done)[-1].startswith("error: internal fault (MemoryError: ")


# Streams


def test_help_and_version_answer_before_stdin_is_read() -> None:
    for option, start in (("--help", b"usage: pytorch-plugin"), ("-h", b"usage: "), ("--version", b"pytorch-plugin ")):
        with subprocess.Popen(
            [*COMMAND, option], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY
        ) as process:
            assert process.stdout is not None
            assert process.stdout.read().startswith(start)
            assert process.wait() == 0


def test_help_names_every_setting_of_function_config() -> None:
    text = run("", "--help").stdout.decode()
    assert [name for field in Spec.model_fields.values() if f"\n    {(name := str(field.alias))}: " not in text] == []
    assert max(map(len, text.splitlines())) <= 120


def test_the_version_is_that_of_the_installed_package() -> None:
    try:
        version = metadata.version("pytorch-plugin")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    assert run("", "--version").stdout.decode() == f"pytorch-plugin {version}\n"


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_a_terminal_on_stdin_gives_usage_and_does_not_hang(arguments: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([*COMMAND, *arguments], stdin=theirs, capture_output=True, check=False, cwd=REPOSITORY)
    finally:
        os.close(ours)
        os.close(theirs)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: pytorch-plugin")


def test_a_full_disk_is_one_line_and_exit_code_2() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123  a device
        done = subprocess.run(
            COMMAND, input=(HEAD + OTHER).encode(), stdout=full, stderr=subprocess.PIPE, check=False, cwd=REPOSITORY
        )
    assert (done.returncode, done.stderr) == (2, b"error: stdout can't be written: No space left on device\n")


def test_a_reader_that_went_away_is_one_line_and_exit_code_2() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = subprocess.run(
            COMMAND, input=(HEAD + OTHER).encode(), stdout=gone, stderr=subprocess.PIPE, check=False, cwd=REPOSITORY
        )
    assert (done.returncode, done.stderr) == (2, b"error: stdout can't be written: Broken pipe\n")


@pytest.mark.parametrize(
    ("redirection", "code", "line"),
    [
        (">&-", 2, b"error: stdout can't be written: Bad file descriptor\n"),
        ("<&-", 1, b"error: stdin: Bad file descriptor\n"),
    ],
)
def test_a_stream_that_is_closed_or_no_stream_is_one_line(redirection: str, code: int, line: bytes) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m fn {redirection}', sys.executable],
        input=(HEAD + OTHER).encode(),
        capture_output=True,
        check=False,
        cwd=REPOSITORY,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", line)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_where_stderr_cannot_be_written_stdout_and_exit_code_still_count(redirection: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m fn {redirection}', sys.executable],
        input=(HEAD + WRONG_ITEM).encode(),
        capture_output=True,
        check=False,
        cwd=REPOSITORY,
    )
    assert done.returncode == 1
    assert done.stdout.startswith(HEAD.encode())


def test_an_interrupt_while_stdin_is_read_ends_without_a_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"#" * 2**20)  # more than a pipe holds: the process reads
        process.stdin.flush()
        for _ in range(60):  # a signal between two reads is seen only after the next
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)
                break
        stdout, stderr = process.communicate()
        assert (process.returncode, stdout, stderr) == (130, b"", b"")


def test_a_list_larger_than_a_pipe_is_written_whole() -> None:
    text = HEAD + OTHER * 50_000
    assert run(text).stdout.decode() == text


def test_it_runs_from_anywhere_without_an_environment(tmp_path: Path) -> None:
    text = HEAD + OTHER.replace("other", "grün ✓ 日本")
    done = run(text + WRONG_ITEM.replace("--prot=1", "--grün"), env={"LANG": "C", "LC_ALL": "C"}, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(text)
    assert "-grün" in lines(done)[0]
    assert list(tmp_path.iterdir()) == []


# Files


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


def test_an_empty_stdin_behind_a_dash_is_refused_because_docker_may_not_hand_it_on() -> None:
    assert "`docker run -i`" in refused(run("", "-"), 1)


def test_two_dashes_are_one_stdin_too_few() -> None:
    assert "stdin" in refused(run("kind: A\n", "-", "-"), 1)


def test_a_resource_list_behind_a_dash_says_to_leave_the_dash_out() -> None:
    assert refused(run(HEAD + OTHER, "-"), 1).startswith(
        "<stdin>:1: error: a ResourceList goes to stdin, without arguments"
    )
