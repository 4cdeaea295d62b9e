"""One mistake gives one error, and two mistakes give two: each in the same words as alone."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from fn.mistakes import Mistakes
from fn.paths import field_path
from fn.results import Severity
from tests.runs import HEAD, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.nodes import Data

CONTAINER = {
    "name": "main",
    "image": "pytorch/pytorch:2.9.0",
    "command": ["python", "train.py"],
    "env": [{"name": "NCCL_DEBUG", "value": "INFO"}],
    "ports": [{"name": "metrics", "containerPort": 8080}],
    "volumeMounts": [{"name": "data", "mountPath": "/data"}],
    "resources": {
        "requests": {"cpu": "4", "memory": "16Gi"},
        "limits": {"cpu": "4", "memory": "16Gi", "nvidia.com/gpu": 1},
    },
}
POD = {"containers": [CONTAINER], "volumes": [{"name": "data", "emptyDir": {}}], "restartPolicy": "OnFailure"}
JOB: dict[str, Any] = {
    "apiVersion": "batch.volcano.sh/v1alpha1",
    "kind": "Job",
    "metadata": {"name": "train", "annotations": {"fn.volcano.sh/rank": "shell"}},
    "spec": {
        "minAvailable": 3,
        "plugins": {"pytorch": ["--master=master", "--worker=worker", "--port=29500"], "svc": []},
        "policies": [{"event": "PodEvicted", "action": "RestartJob"}],
        "volumes": [{"mountPath": "/scratch", "volumeClaimName": "scratch"}],
        "tasks": [
            {
                "name": "master",
                "replicas": 1,
                "policies": [{"event": "TaskCompleted", "action": "CompleteJob"}],
                "template": {"spec": POD},
            },
            {
                "name": "worker",
                "replicas": 2,
                "minAvailable": 2,
                "topologyPolicy": "best-effort",
                "dependsOn": {"name": ["master"]},
                "partitionPolicy": {"totalPartitions": 2, "partitionSize": 1},
                "template": {"metadata": {"labels": {"app": "train"}}, "spec": POD},
            },
        ],
    },
}
ABSENT = object()
NAMES = ("spec.tasks[1].name",)
ARGUMENTS = ("spec", "plugins", "pytorch")
MASTER, WORKER = (("spec", "tasks", place) for place in (0, 1))
IN_MASTER, IN_WORKER = ((*task, "template", "spec") for task in (MASTER, WORKER))
OF_MASTER, OF_WORKER = ((*pod, "containers", 0) for pod in (IN_MASTER, IN_WORKER))


@dataclass(frozen=True)
class Mistake:
    """A value at a place of JOB that gives the error `id`, at that place or at `path`.

    `rests_on` are the fields that must be sound to know of it.
    """

    way: tuple[str | int, ...]
    value: Any
    id: str
    path: str = ""
    rests_on: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}={'absent' if self.value is ABSENT else json.dumps(self.value)}"

    @property
    def where(self) -> str:
        return field_path(*self.way)

    @property
    def error(self) -> tuple[str, str]:
        return self.id, self.path or self.where

    def is_known_beside(self, other: Mistake) -> bool:
        return not (self.rests_on and str(other).startswith(self.rests_on))

    def make(self, job: dict[str, Any]) -> None:
        *above, last = self.way
        node: Any = job
        for step in above:
            node = node[step]
        if self.value is ABSENT:
            del node[last]
        elif isinstance(node, list) and last == len(node):
            node.append(self.value)
        else:
            node[last] = self.value


def mistakes() -> list[Mistake]:
    shape = [
        Mistake(("metadata", "labels"), ["a"], "tasks-invalid"),
        Mistake(("spec", "minAvailable"), "3", "tasks-invalid"),
        Mistake(("spec", "plugins", "svc"), {}, "plugins-invalid"),
        Mistake((*ARGUMENTS, 2), 29500, "argument-not-a-string"),
        Mistake(("spec", "policies"), "RestartJob", "tasks-invalid"),
        Mistake((*MASTER, "replicas"), "1", "tasks-invalid"),
        Mistake((*WORKER, "replicas"), -1, "tasks-invalid"),
        Mistake((*WORKER, "replicas"), 1.5, "tasks-invalid"),
        Mistake((*WORKER, "replicas"), [2], "tasks-invalid"),
        Mistake((*WORKER, "minAvailable"), "2", "tasks-invalid"),
        Mistake((*WORKER, "topologyPolicy"), "best", "tasks-invalid"),
        Mistake((*WORKER, "dependsOn"), ["master"], "tasks-invalid"),
        Mistake((*WORKER, "partitionPolicy", "totalPartitions"), "2", "tasks-invalid"),
        Mistake((*MASTER, "policies", 0), None, "tasks-invalid"),
        Mistake((*WORKER, "template", "metadata", "labels", "app"), 8, "tasks-invalid"),
        Mistake((*IN_WORKER, "volumes", 0, "name"), 8, "tasks-invalid"),
        Mistake((*OF_MASTER, "env", 0, "name"), {}, "tasks-invalid"),
        Mistake((*OF_WORKER, "ports", 0, "containerPort"), "8080", "tasks-invalid"),
        Mistake((*OF_WORKER, "name"), 8, "tasks-invalid"),
        Mistake((*OF_WORKER, "image"), 2.9, "tasks-invalid"),
        Mistake((*OF_WORKER, "command"), "python train.py", "tasks-invalid"),
    ]
    arguments = [
        Mistake((*ARGUMENTS, 2), "--prot=1", "argument-unknown-flag"),
        Mistake((*ARGUMENTS, 2), "--port=99999", "argument-out-of-range"),
        Mistake((*ARGUMENTS, 3), "--backend=nccl", "argument-unknown-flag"),
        Mistake((*ARGUMENTS, 3), "wait", "argument-bare-word"),
        Mistake((*ARGUMENTS, 3), "--wait-master-timeout=0", "argument-out-of-range"),
        Mistake((*ARGUMENTS, 0), "--master=mastr", "master-task-missing", rests_on=NAMES),
        Mistake((*ARGUMENTS, 0), "--mastr=master", "argument-unknown-flag"),
        Mistake((*ARGUMENTS, 0), "--master=", "argument-empty-value"),
        Mistake((*ARGUMENTS, 1), "--worker=wrk", "worker-task-missing", rests_on=NAMES),
        Mistake((*ARGUMENTS, 1), "--worker=Worker!", "role-name"),
    ]
    others = [
        Mistake(("metadata", "name"), "Train", "job-name"),
        Mistake(("metadata", "annotations", "fn.volcano.sh/rnk"), "shell", "annotation-invalid"),
        Mistake(("spec", "minAvailable"), -1, "min-available"),
        Mistake(("spec", "policies", 0, "action"), "Restart", "policies-invalid"),
        Mistake(("spec", "volumes", 0, "mountPath"), "/etc/volcano", "volcano-mount"),
        Mistake(("spec", "volumes", 0, "volumeClaimName"), ABSENT, "volumes-invalid", "spec.volumes[0]"),
        Mistake((*WORKER, "dependsOn", "name", 0), "chief", "depends-on-invalid", rests_on=NAMES),
        Mistake((*WORKER, "name"), "master", "tasks-invalid"),
        Mistake(
            (*OF_MASTER, "env", 1),
            {"name": "NCCL_DEBUG"},
            "env-duplicate",
            f"{field_path(*OF_MASTER)}.env[1].name",
            (f"{field_path(*OF_MASTER)}.env[0].name",),
        ),
        Mistake((*OF_MASTER, "env", 0, "value"), 1, "env-not-a-string"),
        Mistake((*OF_MASTER, "image"), ABSENT, "pod-template"),
        Mistake(
            (*OF_WORKER, "ports", 0, "name"),
            "pytorchjob-port",
            "port-name-taken",
            rests_on=(f'{field_path(*OF_WORKER)}.ports[0].containerPort="8080"',),
        ),
        Mistake((*OF_WORKER, "ports", 0, "containerPort"), 99999, "pod-template"),
        Mistake(
            (*OF_WORKER, "volumeMounts", 0, "name"),
            "dat",
            "pod-template",
            rests_on=(f"{field_path(*IN_WORKER)}.volumes",),
        ),
        Mistake(
            (*OF_WORKER, "resources", "limits"),
            {"cpu": 2, "memory": "16Gi"},
            "pod-template",
            f"{field_path(*OF_WORKER)}.resources.requests.cpu",
        ),
        Mistake((*IN_WORKER, "restartPolicy"), "Sometimes", "pod-template"),
        Mistake((*IN_WORKER, "hostname"), "Host", "pod-template"),
        Mistake(
            (*WORKER, "partitionPolicy", "partitionSize"),
            3,
            "partition-policy",
            f"{field_path(*WORKER)}.partitionPolicy",
            tuple(f"{field_path(*WORKER)}.{key}" for key in ("replicas", "minAvailable", "partitionPolicy")),
        ),
        Mistake(
            (*OF_WORKER, "command"),
            ABSENT,
            "rank-not-possible",
            f"{field_path(*OF_WORKER)}.command",
            ("metadata.annotations", "spec.plugins.pytorch[1]", "spec.tasks[1].name", "spec.tasks[1].replicas"),
        ),
    ]
    return [*shape, *arguments, *others]


MISTAKES = mistakes()


def errors(*made: Mistake) -> list[tuple[str, str]]:
    job = json.loads(json.dumps(JOB))
    for mistake in sorted(made, key=lambda mistake: mistake.value is ABSENT):
        mistake.make(job)
    results = run(f"{HEAD}- {json.dumps(job)}\n").results
    return sorted((result.id, result.path) for result in results if result.severity is Severity.ERROR)


def test_the_job_has_none() -> None:
    assert errors() == []


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_one_mistake_gives_one_error(mistake: Mistake) -> None:
    assert errors(mistake) == [mistake.error]


def apart(one: Mistake, other: Mistake) -> bool:
    """Tell whether two mistakes are about two fields, neither of which is a part of the other."""
    return any(step != at for step, at in zip(one.way, other.way, strict=False))


PAIRS = [pair for pair in itertools.combinations(MISTAKES, 2) if apart(*pair)]


def test_two_mistakes_give_two_errors() -> None:
    """But for those that can't be known beside the other: one of the two is always told."""
    wrong = {}
    for one, other in PAIRS:
        known = [mistake.error for mistake, beside in ((one, other), (other, one)) if mistake.is_known_beside(beside)]
        told = errors(one, other)
        if told != sorted(known):
            wrong[f"{one} and {other}"] = told
    assert wrong == {}


def places(node: Data, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the ways to all nodes below one."""
    below = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, entry in below:
        yield (*way, step)
        yield from places(entry, (*way, step))


@pytest.mark.parametrize("value", [None, 8, -1, 1.5, True, "x", "", [], [None], [8], {}], ids=json.dumps)
def test_a_value_of_another_kind_gives_one_error(value: Data) -> None:
    several = {}
    for way in places(JOB["spec"], ("spec",)):
        told = errors(Mistake(way, value, ""))
        if len(told) > 1:
            several[field_path(*way)] = told
    assert several == {}


@pytest.mark.parametrize("rank", ["auto", "index", "split", "file", "controller"])
def test_a_strategy_is_chosen_whatever_is_missing(rank: str) -> None:
    """At most the mistake is told, and that the strategy can't be used."""
    asked = Mistake(("metadata", "annotations", "fn.volcano.sh/rank"), rank, "")
    for way in places(JOB["spec"], ("spec",)):
        values: tuple[Data, ...] = (None, "x", {})
        for value in values:
            told = errors(asked, Mistake(way, value, ""))
            assert len({id_ for id_, _ in told} - {"rank-not-possible"}) <= 1, (field_path(*way), value)


@pytest.mark.parametrize(
    ("path", "at", "above", "below"),
    [
        ("spec.tasks[0].template", True, True, True),
        ("spec.tasks[0].template.spec.containers[0]", False, True, False),
        ("spec.tasks[0]", False, False, True),
        ("spec.tasks[]", False, False, True),
        ("spec.tasks[].template.spec", False, True, False),
        ("spec.tasks[1].template", False, False, False),
        ("spec.tasks[0].templates", False, False, False),
    ],
)
def test_a_mistake_covers_what_is_below_it(path: str, *, at: bool, above: bool, below: bool) -> None:
    mistakes = Mistakes(["spec.tasks[0].template"])
    assert (mistakes.at(path), mistakes.above(path), mistakes.below(path)) == (at, above, below)


@pytest.mark.parametrize("flag", ["--leader=chief", "8"])
def test_what_an_unknown_flag_may_mean_is_not_missed_elsewhere(flag: str) -> None:
    """Neither flag of a role is given: the one that can't be read may be it."""
    job = json.loads(json.dumps(JOB))
    job["spec"]["plugins"]["pytorch"] = [flag]
    job["spec"]["tasks"][0]["name"] = job["spec"]["tasks"][1]["dependsOn"]["name"][0] = "chief"
    results = run(f"{HEAD}- {json.dumps(job)}\n").results
    assert [result.id for result in results if result.severity is Severity.ERROR] == [
        "argument-unknown-flag" if flag != "8" else "argument-bare-word"
    ]
