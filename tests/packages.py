"""Packages that are rendered in this process, and compared."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

from tests.edits import RECORD, Edit, Package, main, task
from tests.runs import HEAD, Run, run

if TYPE_CHECKING:
    from fn.results import Severity

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def render(package: Package) -> Run:
    """Render a package; it holds what came out then."""
    config = {"apiVersion": "fn.volcano.sh/v1alpha1", "kind": "PyTorchPlugin", "spec": package.settings}
    text = yaml.dump([package.job], Dumper=DUMPER, sort_keys=False) + f"functionConfig: {json.dumps(config)}\n"
    done = run(HEAD + text)
    package.job = yaml.load(done.after, LOADER)["items"][0]  # noqa: S506  a safe loader
    again = run(done.after)
    assert yaml.load(again.after, LOADER)["items"] == [package.job]  # noqa: S506
    assert again.after.partition("\nresults:")[0] == done.after.partition("\nresults:")[0]
    return done


def ids(done: Run, *severities: Severity) -> set[str]:
    return {result.id for result in done.results if result.severity in severities}


def meaning(job: dict[str, Any]) -> dict[str, Any]:
    """Give the Job with its lists in one order, and a record without checksums of parts."""
    job = json.loads(json.dumps(job))
    annotations = job["metadata"].get("annotations", {})
    if RECORD in annotations:
        record = json.loads(annotations[RECORD])
        record["parts"] = list(record.get("parts", {}))
        annotations[RECORD] = record
    job["spec"]["tasks"].sort(key=_name)
    for each in job["spec"]["tasks"]:
        each.get("dependsOn", {}).get("name", []).sort()
        pod = each["template"]["spec"]
        pod.get("initContainers", []).sort(key=_name)
        pod.get("volumes", []).sort(key=_name)
    return dict(job)


def _name(entry: dict[str, Any]) -> str:
    return str(entry["name"])


PYTHON = ["python", "train.py"]


def job_of(arguments: list[str], workers: int = 2, command: list[str] | None = None, evaluators: int = 0) -> Package:
    tasks = [task("master", 1, main(command)), task("worker", workers, main(command))]
    tasks += [task("evaluator", evaluators, main(["python", "eval.py"]))] if evaluators else []
    return Package(
        {
            "apiVersion": "batch.volcano.sh/v1alpha1",
            "kind": "Job",
            "metadata": {"name": "train"},
            "spec": {"plugins": {"pytorch": arguments}, "tasks": tasks},
        }
    )


def rank(strategy: str) -> Edit:
    return Edit("setting", ("rank", strategy))
