"""The README says what the function does now."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_diff_is_that_of_the_example(pytestconfig: pytest.Config) -> None:
    job = ROOT / "examples/plain/job.yaml"
    done = subprocess.run([sys.executable, "-m", "fn", job], capture_output=True, text=True, check=True)
    before, after = job.read_text(encoding="utf-8").splitlines(), done.stdout.splitlines()
    diff = "\n".join(difflib.unified_diff(before, after, "job.yaml", "ready.yaml", n=1, lineterm=""))
    block = f"```diff\n{diff}\n```"
    if block not in README and pytestconfig.getoption("--update"):
        (ROOT / "README.md").write_text(re.sub(r"```diff\n.*?\n```", lambda _: block, README, flags=re.DOTALL), "utf-8")
        pytest.fail("wrote README.md")
    assert block in README


def test_each_file_that_it_names_is_there() -> None:
    for path in re.findall(r"\]\(([^):]+)\)", README):
        assert (ROOT / path).exists(), path
