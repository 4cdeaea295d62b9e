"""What holds for every case, whatever its golden says (design.md, "Tests")."""

from __future__ import annotations

import difflib
import io
import json
import re
from dataclasses import dataclass
from typing import Any

import yaml
from ruamel.yaml import YAML

from fn import config
from fn.resourcelist import ResourceList
from fn.results import Severity
from fn.transform import transform

RECORD = "fn.volcano.sh/pytorch-plugin"
INTERNAL = re.compile(r"(?:internal\.config\.kubernetes\.io|config\.kubernetes\.io|config\.k8s\.io|kustomize\.config\.k8s\.io)/")
DROPPED_IDS = ("internal.config.kubernetes.io/id", "config.k8s.io/id")


@dataclass(frozen=True)
class Run:
    text: str
    results: list[dict[str, Any]]
    errors: int
    warnings: int


def run(text: str) -> Run:
    """Run the pipeline without its process."""
    resources = ResourceList.read(text)
    results = transform(resources.items, config.read(resources.function_config))
    return Run(
        resources.text(results),
        [result.data() for result in results],
        sum(result.severity is Severity.ERROR for result in results),
        sum(result.severity is Severity.WARNING for result in results),
    )


def items_of(text: str) -> list[Any]:
    """Read with PyYAML, each scalar as its text."""
    items = yaml.load(text, yaml.BaseLoader)["items"]  # noqa: S506  BaseLoader makes strings only
    assert isinstance(items, list)
    return items


def second_reader(text: str) -> Any:
    """Read with another YAML library, by YAML 1.2."""
    return YAML(typ="safe", pure=True).load(io.StringIO(text))


def internal_annotations(item: Any) -> dict[str, str]:
    annotations = ((item or {}).get("metadata") or {}).get("annotations") or {} if isinstance(item, dict) else {}
    return {key: value for key, value in annotations.items() if INTERNAL.match(key)}


def items_stay_in_place(before: str, after: str) -> None:
    old, new = items_of(before), items_of(after)
    assert len(old) == len(new)
    for one, other in zip(old, new, strict=True):
        if isinstance(one, dict):
            assert one.get("kind") == other.get("kind")
            assert (one.get("metadata") or {}).get("name") == (other.get("metadata") or {}).get("name")
        kept = internal_annotations(one)
        dropped = set(kept) - set(internal_annotations(other))
        assert dropped in (set(), set(DROPPED_IDS) & set(kept))
        assert {key: kept[key] for key in kept if key not in dropped} == internal_annotations(other)


def two_libraries_read_the_same(after: str) -> None:
    plain = json.loads(json.dumps(second_reader(after), default=str))
    ours = yaml.load(after, yaml.BaseLoader)  # noqa: S506
    assert _shape(plain) == _shape(ours)


def _shape(node: Any) -> Any:
    if isinstance(node, dict):
        return {str(key).lower(): _shape(value) for key, value in node.items() if key != "<<"}
    if isinstance(node, list):
        return [_shape(value) for value in node]
    return "scalar"


def results_fit_the_functions_spec(run: Run) -> None:
    for result in run.results:
        assert result["message"]
        assert "\n" not in result["message"]
        assert re.search(r" \[[a-z0-9-]+\]$", result["message"])
        assert result["severity"] in ("error", "warning", "info")
        if "resourceRef" in result:
            assert set(result["resourceRef"]) >= {"apiVersion", "kind", "name"}
        if "field" in result:
            assert "resourceRef" in result
            assert result["field"]["path"] not in result["message"]
    order = ["error", "warning", "info"]
    listed = [result["severity"] for result in (yaml.safe_load(run.text) or {}).get("results") or []] if "results" in run.text else []
    assert listed == sorted(listed, key=order.index) or len(listed) != len(run.results)


def a_second_run_changes_nothing(after: str) -> None:
    second = run(after)
    assert items_part(second.text) == items_part(after)
    third = run(second.text)
    assert third.text == second.text


def items_part(text: str) -> str:
    """Cut the results off, which are the last key."""
    return re.split(r"^results:|, *\"?results\"?:", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip("\n")


def both_ways_of_reading_agree(before: str, after: str) -> None:
    """A comment at column 0 between the head lines keeps the text from being sliced, and changes nothing else."""
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    if before.startswith(head):
        whole = "# whole\n"
        assert run(whole + before).text == whole + after


WRITTEN = re.compile(
    r"MASTER_ADDR|MASTER_PORT|WORLD_SIZE|RANK|PYTORCH_|WAIT_MASTER|wait-for-master|pytorchjob-port|containerPort|svc"
    r"|pytorch|replicas|minAvailable|/bin/sh|results|id:|--[a-z]|initContainers|env|ports|value"
)


def lines_that_go(before: str, after: str) -> list[str]:
    """Give the lines of the input that aren't in the output any more."""
    diff = difflib.ndiff(before.splitlines(), items_part(after).splitlines())
    return [line[2:] for line in diff if line.startswith("- ")]
