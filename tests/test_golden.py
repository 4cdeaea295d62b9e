"""The function's output makes the pods that Volcano's own controller makes (`shared/golden`)."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.needs import missing

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = Path(os.environ.get("GOLDEN", ROOT.parent / "shared" / "golden"))
CASES = sorted(path.parent.name for path in GOLDEN.glob("cases/*/expected.json"))


def load_check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_check", GOLDEN / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_golden_cases_are_there() -> None:
    if not CASES:
        missing(f"no golden cases at {GOLDEN}: they are no part of this repository")
    assert len(CASES) > 100


@pytest.mark.parametrize("case", CASES)
def test_the_pods_are_those_of_the_controller(case: str) -> None:
    faults = load_check().check(GOLDEN / "cases" / case, [sys.executable, "-m", "fn"])
    assert not faults
