"""The table of ids says what the code says, and the README what the table says."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fn.checks.catalog import CATALOG, IGNORABLE
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- checks: begin, made by tests/test_catalog.py -->"
END = "<!-- checks: end -->"
ID = re.compile(r"[a-z]+(-[a-z]+)*")
PARSER_ID = re.compile(r"argument-[a-z-]+|role-name")


def table() -> str:
    """Make the README's table, with the comments that mark it."""
    rows = ["| id | severity | what it is | what to do |", "|---|---|---|---|"]
    for id_, (severities, cause, remedy) in CATALOG.items():
        rows.append(f"| `{id_}` | {', '.join(severities)} | {cause} | {remedy} |")
    return "\n".join([BEGIN, "", *rows, "", END])


def ids_in_code() -> dict[str, set[Severity]]:
    """Find each call that names a severity and an id; the ids of the parser's mistakes are errors."""
    found: dict[str, set[Severity]] = defaultdict(set)
    for path in (ROOT / "fn").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path.parent.name == "arguments":
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and PARSER_ID.fullmatch(node.value):
                    found[node.value].add(Severity.ERROR)
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if len(call.args) > 1 and _is_severity(call):
                    for word in _ids(call):
                        found[word] |= _severities(call, function, tree)
    return dict(found)


def _is_severity(call: ast.Call) -> bool:
    return any(
        (isinstance(arg, ast.Attribute) and isinstance(arg.value, ast.Name) and arg.value.id == "Severity")
        or (isinstance(arg, ast.Name) and arg.id == "severity")
        for arg in call.args
    )


def _ids(call: ast.Call) -> Iterator[str]:
    for before, arg in zip(call.args, call.args[1:], strict=False):
        follows = ast.unparse(before).startswith(("Severity.", "severity"))
        if follows and isinstance(arg, ast.Constant) and isinstance(arg.value, str) and ID.fullmatch(arg.value):
            yield arg.value


def _severities(call: ast.Call, function: ast.FunctionDef, tree: ast.Module) -> set[Severity]:
    """Give the severities of a call; where it names a variable, those of the function and of the calls of it."""
    named = set(_named(call))
    if named:
        return named
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == function.name)
    return {severity for node in (function, *calls) for severity in _named(node)}


def _named(node: ast.AST) -> Iterator[Severity]:
    for below in ast.walk(node):
        if isinstance(below, ast.Attribute) and isinstance(below.value, ast.Name) and below.value.id == "Severity":
            yield Severity[below.attr]


def test_every_id_is_in_the_table_with_its_severities() -> None:
    assert ids_in_code() == {id_: set(severities) for id_, (severities, _, _) in CATALOG.items()}


def test_severities_are_listed_worst_first() -> None:
    order = list(Severity)
    for severities, _, _ in CATALOG.values():
        assert list(severities) == sorted(severities, key=order.index)


def test_an_id_that_is_an_error_only_cannot_be_ignored() -> None:
    assert not IGNORABLE["duplicate-key"]
    assert all(IGNORABLE[id_] for id_ in ("job-name", "rank-strategy", "elastic"))


@pytest.mark.parametrize("id_", CATALOG)
def test_cause_and_remedy_are_one_table_cell_each(id_: str) -> None:
    _, cause, remedy = CATALOG[id_]
    for cell in (cause, remedy):
        assert cell.isprintable()
        assert "|" not in cell
        assert not cell.endswith(".")


def test_the_readme_holds_the_table() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert table() in readme, f"put this into the README:\n{table()}"
