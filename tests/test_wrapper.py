"""The wrapper around a command gives the process its RANK and each word as Kubernetes would have, in every shell."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest

from tests.pods import process
from tests.readers import values
from tests.runs import HEAD, run

SHELLS = ["dash", "bash", "bash --posix", "busybox ash"]
TRAPS = [
    ["python", "train.py"],
    ["python", "my program.py", " leading and trailing "],
    ["it's", 'a "quote"', "back\\slash", "back`tick`", "!history"],
    ["$(WORLD_SIZE)", "of $(MASTER_ADDR):$(MASTER_PORT)", "$(NOT_THERE)", "$(WORLD_SIZE"],
    ["$$(WORLD_SIZE)", "$$", "$$$$", "$$$(WORLD_SIZE)"],
    ["$HOME", "${RANK}", "$((1+1))", "$(RANK_OF)", "$0", "$@", "$*"],
    ["two\nlines", "ends in a line\n", "\ttab"],
    ["", "between", ""],
    ["-c", "--", "-", "--rank", "-e"],
    ["*", "?", "[a-z]", "~", "{a,b}", "/*"],
    ["grün", "✓ 日本", "🚀"],
    ["a;b", "a&b", "a|b", ">out", "<in", "#no comment", "(sub)", "A=B"],
    ["pytorch-rank", "/bin/sh", "-c"],
    ["RANK=7", "IFS=x", "i=1"],
]
POD = "train-my-worker-12-0"


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    words = str(request.param).split()
    path = shutil.which(words[0])
    assert path is not None, f"{words[0]} must be installed"
    return " ".join([path, *words[1:]])


def worker_after(containers: list[dict[str, Any]], replicas: int = 3) -> list[dict[str, Any]]:
    """Give the containers of the worker task, `my-worker`, after a run."""
    master = {"name": "master", "replicas": 1, "template": {"spec": {"containers": [{"name": "m", "image": "p"}]}}}
    worker = {"name": "my-worker", "replicas": replicas, "template": {"spec": {"containers": containers}}}
    job = {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "train"},
        "spec": {"plugins": {"pytorch": ["--worker=my-worker"]}, "tasks": [master, worker]},
    }
    case = run(f"{HEAD}- {json.dumps(job, ensure_ascii=False)}\n")
    assert case.status == 0
    found: list[dict[str, Any]] = values(case.after)["items"][0]["spec"]["tasks"][1]["template"]["spec"]["containers"]
    return found


def pod(index: int) -> dict[str, str]:
    return {"metadata.name": f"train-my-worker-{index}"}


@pytest.mark.parametrize("words", TRAPS, ids=lambda words: repr(words[0]))
def test_the_process_gets_its_rank_and_each_word_as_it_was(shell: str, words: list[str]) -> None:
    split = len(words) // 2
    plain = {"name": "main", "image": "p", "command": ["env", *words[:split]], "args": words[split:]}
    (container,) = worker_after([plain])
    for index in (0, 12, 305):
        env, argv = process(container, pod(index), shell)
        assert env["RANK"] == str(index + 1)
        _, wanted = process({**container, "command": plain["command"]}, pod(index))
        assert argv == wanted


def test_the_process_sees_the_variables_of_the_container(shell: str) -> None:
    own = [{"name": "IFS_OF_MINE", "value": "a-b"}, {"name": "ODD", "value": "it's $(MASTER_PORT) $$(RANK)\n*"}]
    (container,) = worker_after([{"name": "main", "image": "p", "command": ["env"], "env": own}])
    env, _ = process(container, pod(1), shell)
    assert env["MASTER_ADDR"] == "train-master-0.train"
    assert env["MASTER_PORT"] == "23456"
    assert env["WORLD_SIZE"] == "4"
    assert env["IFS_OF_MINE"] == "a-b"
    assert env["ODD"] == "it's 23456 $(RANK)\n*"


@pytest.mark.parametrize("name", ["IFS", "RANK", "i", "ENV", "PS4", "OPTIND"])
def test_variables_that_a_shell_knows_of_do_no_harm(shell: str, name: str) -> None:
    own = [{"name": name, "value": "7"}]
    (container,) = worker_after([{"name": "main", "image": "p", "command": ["env", "a7b"], "env": own}])
    env, argv = process(container, pod(6), shell)
    assert env["RANK"] == "7"
    assert argv == ["env", "a7b"]


def test_each_container_of_a_pod_is_wrapped(shell: str) -> None:
    main = {"name": "main", "image": "p", "command": ["env"]}
    sidecar = {"name": "log", "image": "q", "command": ["env", "-0"], "args": ["$(WORLD_SIZE)"]}
    made = [process(container, pod(1), shell) for container in worker_after([main, sidecar])]
    assert [env["RANK"] for env, _ in made] == ["2", "2"]
    assert made[1][1] == ["env", "-0", "4"]
