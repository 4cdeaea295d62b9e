"""How an editing case is written: a sentence, a text, an edit of its first root, and the text that it gives."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pytest

from fn.nodes import parse
from tests.lossless.meaning import by_pyyaml, by_ruamel

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

AnyNode: TypeAlias = Any  # a test knows the kind of its nodes
Change = Callable[[AnyNode], object]  # of a root; what it gives is of no interest


def root(text: str) -> AnyNode:
    """Give the root of a text of one document."""
    return parse(text).roots[0]


class Case(NamedTuple):
    before: str
    change: Change
    after: str


def case(sentence: str, before: str, change: Change, after: str) -> ParameterSet:
    """Texts that begin with a line break are dedented, and begin behind it."""
    return pytest.param(Case(_text(before), change, _text(after)), id=sentence.replace(" ", "-"))


def _text(text: str) -> str:
    return dedent(text[1:]) if text.startswith("\n") else text


def edited(text: str, change: Change) -> str:
    document = parse(text)
    change(document.roots[0])
    return document.text()


def check(given: Case) -> None:
    document = parse(given.before)
    given.change(document.roots[0])
    after = document.text()
    assert after == given.after
    meant = [root.data() for root in document.roots]
    assert by_pyyaml(after) == meant
    assert by_ruamel(after) == meant
