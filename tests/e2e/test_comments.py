"""Through kpt, which puts comments back by list position, each comment stays once and beside what it stood beside.

In the inputs every comment is unique; one that begins with "goes" belongs to what the function removes.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.e2e.tools import REPOSITORY, commit, difference, succeed

Package = Callable[..., Path]

SHAPES = sorted(folder.relative_to(REPOSITORY) for folder in (Path(__file__).parent / "comments").iterdir())
COMMENT = re.compile(r"(?:^|(?<= ))# (.+)$")


class Place(NamedTuple):
    """Where a comment stands: the entry on its line, and the nearest entries above and below; "" for none."""

    on: str
    above: str
    below: str
    heads: bool
    """Alone on its line and at the column of the entry below: it speaks of that one."""


def places(text: str) -> list[tuple[str, Place]]:
    """Each comment with its place, in the order of the text."""
    lines = text.splitlines()
    code = [COMMENT.sub("", line).rstrip() for line in lines]
    found = []
    for number, line in enumerate(lines):
        if comment := COMMENT.search(line):
            on = code[number]
            above = next((entry for entry in reversed(code[:number]) if entry), "")
            below = next((entry for entry in code[number + 1 :] if entry), "")
            heads = not on and len(below) - len(below.lstrip()) == comment.start()
            found.append((comment[1], Place(on.strip(), above.strip(), below.strip(), heads)))
    return found


def same(one: str, other: str) -> bool:
    """The same entry, perhaps with a new value where the function writes one."""
    key = one.partition(":")[0]
    return one == other or (key == other.partition(":")[0] and key in {"replicas", "command", "spec", "requests"})


def assert_kept(before: str, after: str) -> None:
    """Every comment that doesn't go is there once, and beside the same entry."""
    expected = dict(places(before))
    kept = [(comment, place) for comment, place in places(after) if comment in expected]
    assert sorted(comment for comment, _ in kept) == sorted(c for c in expected if not c.startswith("goes"))
    for comment, place in kept:
        was = expected[comment]
        assert same(place.on, was.on), comment
        if was.heads:
            assert same(place.below, was.below), comment
        elif not was.on:
            assert same(place.above, was.above) or same(place.below, was.below), comment


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_each_comment_once_and_in_place(kpt: str, command: str, package: Package, shape: Path) -> None:
    folder = package(shape)
    job = folder / "job.yaml"
    succeed(kpt, "fn", "eval", folder, "--exec", "cat")  # kpt's own changes of layout
    commit(folder)
    before = job.read_text()
    succeed(kpt, "fn", "eval", folder, "--exec", command)
    assert_kept(before, job.read_text())
    commit(folder)
    succeed(kpt, "fn", "eval", folder, "--exec", command)
    assert difference(folder) == []
