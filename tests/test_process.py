"""A ResourceList through the real process: stdout, stderr and exit code."""

from __future__ import annotations

import resource
import subprocess

import pytest

from tests.processes import (
    COMMAND,
    HEAD,
    ITEM,
    JOB,
    KPT,
    OTHER,
    REPOSITORY,
    UNSUPPORTED_ITEM,
    WARNING,
    WRONG_ITEM,
    lines,
    refused,
    run,
)


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
    "text",
    [
        "- a\n",
        "text\n",
        "--- {}\n--- {}\n",
        "# nothing\n",
        HEAD.replace("/v1", "/v2") + OTHER,
        HEAD.replace("items:", "results:") + OTHER,
        HEAD.replace("items:\n", "items: 5\n"),
        HEAD + OTHER + "---\n" + HEAD + OTHER,
        HEAD + OTHER + "items: []\n",
        HEAD + OTHER + "results: text\n",
        HEAD + OTHER + "functionConfig: [\n",
        HEAD + OTHER + "functionConfig: text\n",
        HEAD + OTHER + "functionConfig: {kind: ConfigMap}\n",
        HEAD + OTHER + "functionConfig: {apiVersion: v1, kind: ConfigMap, data: {port: *absent}}\n",
        HEAD + OTHER + ITEM.replace("kind: Job", "kind: Job: a"),
        HEAD + ITEM.replace("kind: Job", "kind: 'Job") + OTHER,
        HEAD + OTHER + "  a: \x00\n# the whole is parsed\n",
        HEAD + "- " * 300 + "a\n# the whole is parsed\n",
        HEAD + ITEM.replace("[]", "- " * 300 + "a"),
        "{",
        '{"kind": "ResourceList", "items": [}',
    ],
)
def test_what_is_no_list_gives_one_line_and_nothing_on_stdout(text: str) -> None:
    assert refused(run(text), 1).startswith("error: ")


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
