"""Jobs that are YAML, and more than can be copied: each comes out whole or as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fn.nodes import LimitError, parse
from tests.lossless.meaning import by_pyyaml
from tests.processes import HEAD, JOB, lines, run

if TYPE_CHECKING:
    from pathlib import Path

RECORD = "fn.volcano.sh/pytorch-plugin"
TEMPLATE = "{spec: {containers: [{name: main, image: i, args: [%s]}]}}"
MUCH = TEMPLATE % ", ".join(["zz"] * 8000)
VALIDATE = "functionConfig: {apiVersion: fn.volcano.sh/v1alpha1, kind: PyTorchPlugin, spec: {validateOnly: true}}\n"
DEEP = "{a: " * 195 + "x" + "}" * 195


def job(name: str, template: str, replicas: int, rank: str) -> str:
    """Give a Job that has one more task."""
    text = JOB.replace("name: train", f"name: {name}").replace("metadata:", f"metadata:\n  {rank}")
    return text + f"  - {{name: worker, replicas: {replicas}, template: {template}}}\n"


def item(text: str) -> str:
    return "- " + text.replace("\n", "\n  ").rstrip(" ")


SPLIT = "annotations: {fn.volcano.sh/rank: split}"
BEFORE, BIG, AFTER = (
    job("before", TEMPLATE % "", 3, SPLIT),
    job("big", MUCH, 50, SPLIT),
    job("after", TEMPLATE % "", 3, SPLIT),
)


@pytest.mark.parametrize("end", ["", "\n# a comment at column 0: the text is no longer read in slices\n"])
def test_a_job_whose_parts_are_too_many_is_left_as_it_was_and_the_others_change(end: str) -> None:
    done = run(HEAD + item(BEFORE) + item(BIG) + item(AFTER) + end)
    assert done.returncode == 1
    (line,) = [line for line in lines(done) if line.startswith("error: ")]
    assert line.startswith("error: Job/ml/big: must be small enough to be changed: line ")
    assert line.endswith(": holds too many nodes once it is copied [text-not-supported]")
    text = done.stdout.decode()
    assert item(BIG) in text
    assert (text.count(RECORD), text.count('name: "worker-2"')) == (2, 2)


def test_such_a_job_in_a_file_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "jobs.yaml").write_text(f"{BEFORE}---\n{BIG}")
    done = run("", "jobs.yaml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert [line.partition(": line")[0] for line in lines(done) if ": error: " in line] == [
        "jobs.yaml:20: error: Job/ml/big: must be small enough to be changed"
    ]


def test_with_validate_only_such_a_job_is_an_error_and_nothing_changes() -> None:
    text = HEAD + item(BEFORE) + item(BIG) + VALIDATE
    done = run(text)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(text + "results:\n")
    assert "must be small enough to be changed" in lines(done)[0]


def test_jobs_that_share_too_much_come_out_whole_or_as_they_were() -> None:
    jobs = [job("j0", f"&much {MUCH}", 3, "annotations: {fn.volcano.sh/rank: controller}")]
    jobs += [job(f"j{at}", "*much", 3, "annotations: {fn.volcano.sh/rank: controller}") for at in range(1, 50)]
    text = HEAD + "".join(map(item, jobs))
    done = run(text)
    assert done.returncode == 1
    refused = {line.split(": ")[1] for line in lines(done) if line.startswith("error: ")}
    assert "Job/ml/j0" in refused
    ((was,), (now,)) = by_pyyaml(text), by_pyyaml(done.stdout.decode())
    for old, new in zip(was["items"], now["items"], strict=True):
        if f"Job/ml/{old['metadata']['name']}" in refused:
            assert new == old
        else:
            assert RECORD in new["metadata"]["annotations"]
            (container,) = new["spec"]["tasks"][1]["template"]["spec"]["containers"]
            assert container["ports"][0]["name"] == "pytorchjob-port"
    assert 0 < len(refused) < len(jobs)


def test_settings_that_would_nest_a_job_too_deep_are_an_error_of_that_job() -> None:
    settings = f"spec: {{waitMasterEnabled: true, waitMasterContainer: {{resources: {DEEP}}}}}"
    config = f"functionConfig: {{apiVersion: fn.volcano.sh/v1alpha1, kind: PyTorchPlugin, {settings}}}\n"
    text = HEAD + item(job("deep", TEMPLATE % "", 1, "labels: {}"))
    done = run(text + config)
    assert done.returncode == 1
    assert done.stdout.decode().startswith(text + config)
    assert "nests deeper than 200 levels [text-not-supported]" in lines(done)[0]


def test_a_long_text_may_have_more_copied() -> None:
    document = parse("- [" + "a, " * 100_000 + "]\n")
    (root,) = document.roots
    for _ in range(6):
        root.append(root.get(0))  # type: ignore[attr-defined]  # a Sequence
    with pytest.raises(LimitError, match="holds too many nodes once it is copied"):
        root.append(root.get(0))  # type: ignore[attr-defined]
