"""`settle` makes a part of a graph equal to data, and keeps what is equal already as it is written."""

from __future__ import annotations

import pytest

from fn.nodes import settle
from tests.lossless.cases import Case, case, check

CASES = [
    case(
        "equal data is no edit",
        "a: {b: 'x', c: [1, 0x2]} # c\n",
        lambda r: settle(r, "a", {"c": [1, 2], "b": "x"}),
        "a: {b: 'x', c: [1, 0x2]} # c\n",
    ),
    case("a key that isn't there is added", "a: 1\n", lambda r: settle(r, "b", [1]), "a: 1\nb:\n- 1\n"),
    case(
        "another kind replaces",
        "a: [1]\nb: 1\n",
        lambda r: (settle(r, "a", {"k": 1}), settle(r, "b", "1")),
        'a:\n  k: 1\nb: "1"\n',
    ),
    case(
        "a map keeps its order, loses keys and gets new ones last",
        """
        a:
          z: 1 # z
          # of x
          x: 2
          q: 'w' # q
        """,
        lambda r: settle(r, "a", {"new": 4, "q": "w", "z": 3}),
        """
        a:
          z: 3 # z
          q: 'w' # q
          new: 4
        """,
    ),
    case("a list is settled entry by entry", "- [1, 2, 3] # c\n", lambda r: settle(r, 0, [1, 5]), "- [1, 5] # c\n"),
    case(
        "a list gets longer at the end",
        "a:\n- 1 # c\n",
        lambda r: settle(r, "a", [1, {"k": 2}]),
        "a:\n- 1 # c\n- k: 2\n",
    ),
    case(
        "entries with names are paired by them",
        """
        env:
        - name: A # a
          value: 'x'
        - name: B # b
          value: "1"
        - name: C # c
          value: z
        """,
        lambda r: settle(
            r, "env", [{"name": "C", "value": "z"}, {"name": "N", "value": "n"}, {"name": "A", "value": "1"}]
        ),
        """
        env:
        - name: C # c
          value: z
        - name: "N"
          value: "n"
        - name: A # a
          value: "1"
        """,
    ),
    case(
        "two of one name are paired by their place",
        "- [{name: A}, {name: A}]\n",
        lambda r: settle(r, 0, [{"name": "A"}, {"name": "B"}]),
        '- [{name: A}, {name: "B"}]\n',
    ),
    case("a list becomes empty", "a:\n- name: A\n", lambda r: settle(r, "a", []), "a: []\n"),
    case(
        "an alias that differs becomes a copy",
        "a: &x {k: 1}\nb: *x\nc: *x\n",
        lambda r: (settle(r, "b", {"k": 1}), settle(r, "c", {"k": 2})),
        "a: &x {k: 1}\nb: *x\nc: {k: 2}\n",
    ),
    case(
        "merged keys that differ become entries",
        "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n",
        lambda r: settle(r, "b", {"k": 1, "l": 3}),
        "a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\n",
    ),
]


@pytest.mark.parametrize("given", CASES)
def test_settle(given: Case) -> None:
    check(given)
