"""The streams and options of the process."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from fn.config_model import Spec
from tests.processes import COMMAND, HEAD, OTHER, REPOSITORY, WRONG_ITEM, lines, run

if TYPE_CHECKING:
    from pathlib import Path

# A shell's background job ignores SIGINT: here it counts again.
INTERRUPTIBLE = (
    "import runpy, signal; signal.signal(2, signal.default_int_handler); runpy.run_module('fn', None, '__main__')"
)


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


def test_a_reader_that_goes_away_midway_is_one_line_and_exit_code_2() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(COMMAND, stdin=-1, stdout=writing, stderr=-1, cwd=REPOSITORY) as process:
        os.close(writing)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write((HEAD + OTHER * 50_000).encode())
        process.stdin.close()
        assert os.read(reading, 4) == b"apiV"
        os.close(reading)
        assert process.stderr.read() == b"error: stdout can't be written: Broken pipe\n"
    assert process.returncode == 2


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


def test_a_pipe_that_does_not_block_gets_the_whole_list() -> None:
    """A parent may have set it so; what is written is more than the pipe holds, and its reader is slow."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    text = HEAD + OTHER * 5000
    with subprocess.Popen([*COMMAND], stdin=subprocess.PIPE, stdout=writer, cwd=REPOSITORY) as process:
        os.close(writer)
        assert process.stdin is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        time.sleep(0.5)
        with os.fdopen(reader, "rb") as stream:
            assert stream.read() == text.encode()
    assert process.returncode == 0
