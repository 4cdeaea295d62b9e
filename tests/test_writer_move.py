"""Entries in block style that move, with their comments."""

from __future__ import annotations

import pytest

from tests.lossless.cases import Case, case, check

MOVE = [
    case(
        "with its comments",
        "- a\n# of b\n- b # on b\n  # deep\n\n- c\n",
        lambda r: r.move(1, 0),
        "# of b\n- b # on b\n  # deep\n- a\n\n- c\n",
    ),
    case("to the end", "- a # a\n- b\n- c", lambda r: r.move(0, 3), "- b\n- c\n- a # a"),
    case(
        "and may change as well",
        "- a: 1 # a\n- b: 1 # b\n",
        lambda r: (r.move(1, 0), r.own(0).put("b", 2), r.own(0).put("c", 3)),
        "- b: 2 # b\n  c: 3\n- a: 1 # a\n",
    ),
    case("in front of one behind a dash", "- - a\n  - b # c\n", lambda r: r.own(0).move(1, 0), "- - b # c\n  - a\n"),
    case(
        "in front of one behind a dash, with a comment",
        "- - a\n  # c\n  - b\n",
        lambda r: r.own(0).move(1, 0),
        "-\n  # c\n  - b\n  - a\n",
    ),
    case("away from behind a dash", "- - a # c\n  - b\n", lambda r: r.own(0).move(0, 2), "- - b\n  - a # c\n"),
    case(
        "with a block scalar that ended the text and changes",
        "- a\n- b: |\n    x",
        lambda r: (r.move(1, 0), r.own(0).put("b", "x\ny\n")),
        "- b: |\n    x\n    y\n- a",
    ),
    case(
        "away from behind a dash, below others",
        "- - a # a\n  - b\n  - c\n",
        lambda r: r.own(0).move(0, 3),
        "- - b\n  - c\n  - a # a\n",
    ),
    case("no further than it stands", "- &x a\n- *x\n", lambda r: (r.move(0, 0), r.move(0, 1)), "- &x a\n- *x\n"),
    case("and back is no edit", "- a\n- b\n", lambda r: (r.move(0, 2), r.move(1, 0)), "- a\n- b\n"),
    case("with a block scalar that ended the text", "- a\n- |\n  x", lambda r: r.move(1, 0), "- |-\n  x\n- a"),
]


@pytest.mark.parametrize("given", MOVE)
def test_an_entry_moves(given: Case) -> None:
    check(given)
