"""Each folder of `tests/cases` is a sentence: its input, what must come out byte for byte, and the laws for both."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fn.config import ConfigError
from fn.nodes import TextError
from fn.resourcelist import ResourceListError
from tests.laws import LAWS, items_part
from tests.runs import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.runs import Run

CASES = Path(__file__).parent / "cases"
NAMES = sorted(str(path.parent.relative_to(CASES)) for path in CASES.rglob("input.yaml"))


def text_of(name: str) -> str:
    """Give a case's input without its first line, which says why the case exists."""
    first, _, text = (CASES / name / "input.yaml").read_bytes().decode().partition("\n")
    assert first.startswith("# ")
    return text


@cache
def run_of(name: str) -> Run | None:
    """Run a case in this process; None where the input can't be used at all."""
    try:
        return run(text_of(name))
    except (TextError, ResourceListError, ConfigError):
        return None


def process(text: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(CASES.parents[1]), "LOG_TO_STDERR": "true"}
    return subprocess.run(
        [sys.executable, "-m", "fn"], input=text.encode(), capture_output=True, check=False, env=environment
    )


def compare(path: Path, text: str, *, update: bool) -> None:
    """Compare with a golden; with --update write it instead, and fail, so that nobody takes it for a test passed."""
    golden = path.read_bytes().decode() if path.exists() else None
    if golden == text:
        return
    if update:
        path.write_bytes(text.encode())
        pytest.fail(f"wrote {path}")
    assert text == golden


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_out(name: str, *, pytestconfig: pytest.Config) -> None:
    """The golden is stdout; where the input can't be used, that is empty and the golden is the line on stderr."""
    update = pytestconfig.getoption("update")
    case = run_of(name)
    if case is not None:
        compare(CASES / name / "expected.yaml", case.after, update=update)
        return
    done = process(text_of(name))
    assert (done.returncode, done.stdout) == (1, b"")
    assert len(done.stderr.decode().splitlines()) == 1
    compare(CASES / name / "stderr.txt", done.stderr.decode(), update=update)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-stays-byte-for-byte")])
def test_a_case_that_says_that_nothing_changes_has_no_change_in_its_golden(name: str) -> None:
    text = text_of(name)
    assert items_part((CASES / name / "expected.yaml").read_bytes().decode()).rstrip() == items_part(text).rstrip()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_law(name: str, law: Callable[[Run], None]) -> None:
    case = run_of(name)
    if case is not None:
        law(case)


@pytest.mark.parametrize("name", NAMES[::8])
def test_the_process_says_the_same(name: str) -> None:
    case = run_of(name)
    if case is not None:
        done = process(case.before)
        assert done.stdout.decode() == case.after
        assert done.stderr.decode().splitlines() == case.stderr
        assert done.returncode == case.status


def test_each_folder_is_a_case() -> None:
    folders = {path for path in CASES.rglob("*") if path.is_dir()}
    leaves = {str(path.relative_to(CASES)) for path in folders if not any(other.parent == path for other in folders)}
    assert leaves == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_case_is_an_input_and_what_comes_out(name: str) -> None:
    files = {path.name for path in (CASES / name).iterdir()}
    assert files == {"input.yaml", "expected.yaml" if run_of(name) is not None else "stderr.txt"}
