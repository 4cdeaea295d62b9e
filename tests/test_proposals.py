"""A proposed value mends what its result is about, and breaks nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fn import config
from fn.nodes import Mapping, Node, Sequence, parse
from fn.resourcelist import ResourceList, ResourceListError
from fn.results import Absent, Field, Result, Severity
from fn.transform import transform

CASES = Path(__file__).parent / "cases" / "checks"
NAMES = sorted(str(path.parent.relative_to(CASES)) for path in CASES.rglob("input.yaml"))
STEP = re.compile(r"\[(?P<place>[0-9]+)\]|\[(?P<strange>[^]]+)\]|\.?(?P<plain>[^.[]+)")


def steps_of(path: str) -> list[str | int]:
    return [
        int(match["place"]) if match["place"] else match["strange"] or match["plain"] for match in STEP.finditer(path)
    ]


def results_of(text: str) -> list[Result]:
    resources = ResourceList.read(text)
    return transform(resources.items, config.read(resources.function_config))


def with_proposal(text: str, name: str, field: Field) -> str:
    """Put a proposed value where it belongs, in the item with this name."""
    assert not isinstance(field.proposed_value, Absent)
    place = next(item.place for item in ResourceList.read(text).items if item.name == name)
    document = parse(text)
    node: Node = document.roots[0]
    *way, last = ["items", place, *steps_of(field.path)]
    for step in way:
        if isinstance(node, Mapping) and isinstance(step, str):
            node = node.own(step)
        else:
            assert isinstance(node, Sequence)
            assert isinstance(step, int)
            node = node.own(step)
    if isinstance(node, Mapping) and isinstance(last, str):
        node.put(last, field.proposed_value)
    else:
        assert isinstance(node, Sequence)
        assert isinstance(last, int)
        node.put(last, field.proposed_value)
    return document.text()


@pytest.mark.parametrize("name", NAMES)
def test_a_proposed_value_mends_what_it_is_about(name: str) -> None:
    text = (CASES / name / "input.yaml").read_text(encoding="utf-8")
    try:
        results = results_of(text)
    except ResourceListError:
        return
    errors = [(result.id, result.field) for result in results if result.severity is Severity.ERROR]
    for result in results:
        if result.field is None or result.resource_ref is None or isinstance(result.field.proposed_value, Absent):
            continue
        about = (result.id, result.resource_ref.name, result.field.path)
        after = results_of(with_proposal(text, result.resource_ref.name, result.field))
        named = [
            (other.id, other.resource_ref and other.resource_ref.name, other.field and other.field.path)
            for other in after
        ]
        assert about not in named
        fresh = [other for other in after if other.severity is Severity.ERROR]
        assert all((other.id, other.field) in errors for other in fresh)
