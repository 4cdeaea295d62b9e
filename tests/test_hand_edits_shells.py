"""What people make of the shells in what was rendered: ours stays known, and what they chose stays."""

from __future__ import annotations

from typing import Any

import pytest

from fn.results import Severity
from tests.edits import Edit, Package
from tests.packages import PYTHON, ids, job_of, meaning, rank, render

STARTS: dict[str, tuple[list[str], list[str]]] = {
    "another-shell": (["/bin/bash", "-c"], []),
    "a-shell-of-the-path": (["sh", "-c"], []),
    "a-shell-of-no-known-name": (["/opt/oil/osh", "-c"], []),
    "the-shell-of-busybox": (["/busybox/busybox", "sh", "-c"], []),
    "a-flag-before": (["sh", "-e", "-c"], []),
    "flags-in-one-word": (["/bin/bash", "-euc"], []),
    "flags-in-one-word-in-another-order": (["/bin/bash", "-ce"], []),
    "an-option-with-a-value": (["bash", "-o", "pipefail", "-c"], []),
    "the-end-of-the-options": (["sh", "-c", "--"], []),
    "an-option-behind": (["/bin/bash", "-c", "-e"], []),
    "a-program-before": (["nice", "-n", "5", "/bin/sh", "-c"], ["nice", "-n", "5"]),
    "a-program-with-a-flag-like-ours": (["ionice", "-c", "3", "/bin/sh", "-c"], ["ionice", "-c", "3"]),
    "env-before": (["/usr/bin/env", "bash", "-c"], ["/usr/bin/env"]),
}
"""What somebody makes of `/bin/sh -c`, and which of it is the user's command when the wrapper goes."""


def worker_main(package: Package) -> dict[str, Any]:
    container: dict[str, Any] = package.tasks[1]["template"]["spec"]["containers"][0]
    return container


def wrapped_job(start: list[str]) -> Package:
    package = job_of([], command=PYTHON)
    render(package)
    worker_main(package)["command"][:2] = start
    return package


@pytest.mark.parametrize("edit", STARTS)
def test_the_shell_that_somebody_gave_the_wrapper_stays(edit: str) -> None:
    package = wrapped_job(STARTS[edit][0])
    wanted = package.copy()
    assert not ids(render(package), Severity.WARNING)
    assert package.job == wanted.job
    worker_main(package)["command"][len(STARTS[edit][0])] = 'RANK=$PYTORCH_POD_NAME; exec "$@"'
    render(package)
    assert package.job == wanted.job


@pytest.mark.parametrize("strategy", ["literal", "split", "file", "controller"])
@pytest.mark.parametrize("edit", STARTS)
def test_a_wrapper_with_another_shell_goes_as_ours_does(edit: str, strategy: str) -> None:
    start, program = STARTS[edit]
    package = wrapped_job(start)
    fresh = job_of([], command=PYTHON)
    worker_main(fresh)["command"] = program + PYTHON
    for each in (package, fresh):
        if strategy == "literal":
            Edit("scale", ("worker", 1)).apply(each)
        rank(strategy).apply(each)
        render(each)
    assert meaning(package.job) == meaning(fresh.job)


def test_a_wrapper_inside_a_wrapper_is_one_with_the_shell_that_somebody_chose() -> None:
    package = job_of([], command=PYTHON)
    render(package)
    wrapper = worker_main(package)["command"][:4]
    inner = ["/bin/bash", *wrapper[1:], *PYTHON]
    worker_main(package)["command"] = wrapper + inner
    once = package.copy()
    render(package)
    assert worker_main(package)["command"] == inner
    Edit("scale", ("worker", 1)).apply(once)
    render(once)
    assert worker_main(once)["command"] == PYTHON


@pytest.mark.parametrize(
    "words",
    [
        ["python", "tool.py", "-c", "config.yaml", "pytorch-rank"],
        ["bash", "-c", 'source env.sh; exec "$@"', "pytorch-rank", "python"],
        ["echo", "$PYTORCH_POD_NAME $@", "pytorch-rank"],
        ["pytorch-rank", "-c", "1"],
        ["-c", "pytorch-rank"],
    ],
)
def test_a_users_command_that_says_pytorch_rank_is_theirs(words: list[str]) -> None:
    package = job_of([], command=PYTHON)
    worker_main(package)["command"] = list(words)
    render(package)
    assert worker_main(package)["command"][:2] == ["/bin/sh", "-c"]
    assert worker_main(package)["command"][4:] == words
    Edit("scale", ("worker", 1)).apply(package)
    render(package)
    assert worker_main(package)["command"] == words


INITS = {"wait-for-master": ("WAIT_MASTER_TIMEOUT", "MASTER_ADDR"), "pytorch-rank": ("PYTORCH_POD_NAME",)}


def init_of(package: Package, name: str) -> dict[str, Any] | None:
    inits = package.tasks[1]["template"]["spec"].get("initContainers", [])
    return next((init for init in inits if init["name"] == name), None)


def waiting_job() -> Package:
    package = job_of(["--wait-master-enabled"], command=PYTHON)
    rank("file").apply(package)
    render(package)
    return package


def edit_init(package: Package, name: str, start: list[str], *, env: bool) -> None:
    init = init_of(package, name)
    assert init is not None
    init["command"][:2] = start
    if env:
        init["env"] = [entry for entry in init["env"] if entry["name"] not in INITS[name]]


@pytest.mark.parametrize("env", [False, True], ids=["", "without-its-variable"])
@pytest.mark.parametrize(
    "start",
    [
        ["sh", "-c"],
        ["bash", "-c"],
        ["/bin/sh", "-ec"],
        ["ionice", "-c", "3", "sh", "-c"],
        ["sh", "-c", "--"],
        ["bash", "-c", "-e"],
    ],
)
@pytest.mark.parametrize("name", INITS)
def test_an_init_container_of_ours_is_refreshed_whatever_its_shell(name: str, start: list[str], *, env: bool) -> None:
    package = waiting_job()
    edit_init(package, name, start, env=env)
    Edit("rename", ("other",)).apply(package)
    assert ids(render(package), Severity.WARNING) == {"master-policy"}
    fresh = job_of(["--wait-master-enabled"], command=PYTHON)
    Edit("rename", ("other",)).apply(fresh)
    rank("file").apply(fresh)
    render(fresh)
    wanted, got = init_of(fresh, name), init_of(package, name)
    assert wanted is not None
    assert got is not None
    wanted["command"][:2] = start
    for init in (wanted, got):
        init["env"].sort(key=lambda entry: entry["name"])
    assert meaning(package.job) == meaning(fresh.job)


@pytest.mark.parametrize("env", [False, True], ids=["", "without-its-variable"])
@pytest.mark.parametrize("name", INITS)
def test_an_init_container_of_ours_goes_whatever_its_shell(name: str, *, env: bool) -> None:
    package = waiting_job()
    edit_init(package, name, ["/bin/bash", "-c"], env=env)
    Edit("arguments", ([],)).apply(package)
    rank("auto").apply(package)
    render(package)
    fresh = job_of([], command=PYTHON)
    render(fresh)
    assert meaning(package.job) == meaning(fresh.job)


@pytest.mark.parametrize("command", [["sh", "-c", "until nc -z $MASTER_ADDR 1; do :; done"], ["/wait"], None])
def test_an_init_container_of_the_users_own_stays_run_after_run(command: list[str] | None) -> None:
    package = job_of(["--wait-master-enabled"], command=PYTHON)
    own: dict[str, Any] = {
        "name": "wait-for-master",
        "image": "waiter:1",
        "env": [{"name": "MASTER_ADDR", "value": "a"}],
    }
    own |= {} if command is None else {"command": command}
    package.tasks[1]["template"]["spec"]["initContainers"] = [own]
    for name in ("train", "train", "other"):
        Edit("rename", (name,)).apply(package)
        assert "wait-master-foreign" in ids(render(package), Severity.WARNING)
        assert init_of(package, "wait-for-master") == own
    Edit("arguments", ([],)).apply(package)
    assert not ids(render(package), Severity.WARNING)
    assert init_of(package, "wait-for-master") == own


@pytest.mark.parametrize(
    "command",
    [
        ["/bin/sh", "-c", 'exec train "$@"', "pytorch-rank", "--epochs=3"],
        ["bash", "-c", 'echo $PYTORCH_POD_NAME "$@"', "pytorch-rank"],
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_command_of_the_users_with_our_word_is_no_wrapper(command: list[str], workers: int) -> None:
    package = job_of([], workers=workers, command=command)
    render(package)
    got = worker_main(package)["command"]
    assert (got if workers == 1 else got[4:]) == command


@pytest.mark.parametrize(
    ("name", "script"), [("wait-for-master", "sleep $WAIT_MASTER_TIMEOUT"), ("pytorch-rank", "echo $PYTORCH_POD_NAME")]
)
def test_an_init_container_of_the_users_with_our_name_stays(name: str, script: str) -> None:
    package = job_of([], command=PYTHON)
    own = {"name": name, "image": "busybox", "command": ["sh", "-c", script]}
    package.tasks[0]["template"]["spec"]["initContainers"] = [own]
    render(package)
    assert package.tasks[0]["template"]["spec"]["initContainers"] == [own]


def test_a_container_of_the_users_that_is_called_pytorch_rank_keeps_the_file_away() -> None:
    package = job_of([], command=PYTHON)
    package.tasks[1]["template"]["spec"]["containers"].append({"name": "pytorch-rank", "image": "busybox"})
    rank("file").apply(package)
    assert ids(render(package), Severity.ERROR) == {"rank-not-possible"}
