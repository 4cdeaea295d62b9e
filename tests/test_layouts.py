"""Each folder of `tests/golden` is a Job in a layout of its own, and the environment of every process in its pods.

A case is `job.yaml`, `config.yaml` (the functionConfig, if there is one), and `expected.json`: `because`; `pods`, by
DNS name and container the whole environment; `init`, the init containers of each task that has some; `told`, the ids
of errors and warnings. They were written from upstream's rules and the specification, never from our own output. The
pods are those of a Volcano without the plugin.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from textwrap import indent

import pytest

from fn.mutations import rank_file
from fn.results import Severity
from tests.pods import pods_of, spec_of
from tests.readers import values
from tests.runs import HEAD, Run, run

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(folder.name for folder in GOLDEN.iterdir())


def run_case(case: str) -> Run:
    job = (GOLDEN / case / "job.yaml").read_text()
    config = GOLDEN / case / "config.yaml"
    text = HEAD + "- " + indent(job, "  ").removeprefix("  ")
    if config.exists():
        text += "functionConfig:\n" + indent(config.read_text(), "  ")
    return run(text)


@pytest.mark.parametrize("case", CASES)
def test_every_process_gets_its_environment(case: str) -> None:
    expected = json.loads((GOLDEN / case / "expected.json").read_text())
    done = run_case(case)
    told = [result for result in done.results if result.severity in (Severity.ERROR, Severity.WARNING)]
    assert sorted(result.id for result in told) == expected["told"]
    (item,) = values(done.after)["items"]
    if "pods" not in expected:
        assert item == values(done.before)["items"][0]
        return
    assert {pod.host: pod.containers for pod in pods_of(item)} == expected["pods"]
    inits = {task["name"]: task["template"]["spec"].get("initContainers", []) for task in spec_of(item)["tasks"]}
    names = {task: [init["name"] for init in listed] for task, listed in inits.items() if listed}
    assert names == expected.get("init", {})


@pytest.mark.parametrize("shell", ["dash", "bash", "bash --posix", "busybox ash"])
@pytest.mark.parametrize(
    ("first", "index", "line"), [(1, 0, "RANK='1'\n"), (1, 12, "RANK='13'\n"), (0, 305, "RANK='305'\n")]
)
def test_the_file_holds_one_line_as_the_kubelet_wants_it(
    tmp_path: Path, shell: str, first: int, index: int, line: str
) -> None:
    """In each shell; the pod's name may hold digits and dashes of its own."""
    text = rank_file.script(first).replace(rank_file.MOUNT, str(tmp_path))
    name = {"PYTORCH_POD_NAME": f"train-2-my-worker-7-{index}"}
    subprocess.run([*shell.split(), "-c", text], env={"PATH": "/usr/bin:/bin", **name}, check=True)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("rank.env", line)]


def test_in_a_restricted_pod_the_file_is_written_by_a_user_without_rights() -> None:
    """The emptyDir is writable for each user; the image's own user may be root, which the pod refuses."""
    done = run_case("file-in-a-restricted-pod")
    worker = spec_of(values(done.after)["items"][0])["tasks"][1]["template"]["spec"]
    (init,) = worker["initContainers"]
    assert init["securityContext"] == {"allowPrivilegeEscalation": False, "runAsUser": 65534}
    assert init["resources"] == {"limits": {"cpu": "100m"}}
    assert init["image"] == "registry.example.com/busybox:1"
    assert init["volumeMounts"] == [{"name": "pytorch-rank", "mountPath": "/pytorch-rank"}]
    assert worker["volumes"] == [{"name": "pytorch-rank", "emptyDir": {}}]
    assert all("volumeMounts" not in container for container in worker["containers"])


TORCHRUN = {"nnodes": str, "nproc-per-node": str, "node-rank": int, "master-addr": str, "master-port": int}
"""Those options of torchrun that a pod has to know, with their types."""


def torchrun(env: dict[str, str]) -> dict[str, str | int]:
    """Read the options of a bare `torchrun train.py`: the default of each is PET_ and its destination in upper case.

    Source: pytorch torch/distributed/argparse_util.py env, torch/distributed/run.py get_args_parser
    """
    parser = argparse.ArgumentParser()
    for option, kind in TORCHRUN.items():
        name = option.replace("-", "_")
        default = {"nproc_per_node": "1"}.get(name)
        parser.add_argument(f"--{option}", f"--{name}", type=kind, default=env.get(f"PET_{name.upper()}", default))
    return vars(parser.parse_args([]))


@pytest.mark.parametrize("case", [case for case in CASES if case.startswith("torchrun-") and "controller" not in case])
def test_a_bare_torchrun_finds_its_peers(case: str) -> None:
    pods = pods_of(values(run_case(case).after)["items"][0])
    groups = [torchrun(env) for pod in pods for name, env in pod.containers.items() if name == "main" and "RANK" in env]
    (address,) = {group["master_addr"] for group in groups}
    assert address in {pod.host for pod in pods}
    assert len({(group["master_port"], group["nproc_per_node"]) for group in groups}) == 1
    assert {group["nnodes"] for group in groups} == {str(len(groups))}
    assert sorted(int(group["node_rank"]) for group in groups) == list(range(len(groups)))
