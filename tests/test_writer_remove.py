"""Entries in block style that go: which lines and comments go with them, and what stands there then."""

from __future__ import annotations

import pytest

from tests.lossless.cases import Case, case, check

REMOVE = [
    case(
        "alone, an entry leaves the comments around it",
        "a: 1\n# - 2\nb: 2 # b\n  # of nobody\nc: 4\n",
        lambda r: r.remove("b", alone=True),
        "a: 1\n# - 2\n  # of nobody\nc: 4\n",
    ),
    case(
        "alone, an entry of a list leaves the comments around it",
        "a:\n- 1\n# - 2\n- 3\n# - 4\n",
        lambda r: r.own("a").remove(1, alone=True),
        "a:\n- 1\n# - 2\n# - 4\n",
    ),
    case("an entry goes with its line", "a: 1\nb: 2 # b\nc: 3\n", lambda r: r.remove("b"), "a: 1\nc: 3\n"),
    case("the first line of a text", "a: 1\nb: 2\n", lambda r: r.remove("a"), "b: 2\n"),
    case("the last line of a text without a final line break", "a: 1\nb: 2", lambda r: r.remove("b"), "a: 1"),
    case(
        "with an entry go its comments, and those below it stay",
        """
        a: 1

        # of the section

        # of b, first line
        # of b, second line
        b: # on b
          # in b
          x: 1 # on x
            # deep below b
          # deeper than b
        # at b, below
        c: 3
        """,
        lambda r: r.remove("b"),
        """
        a: 1

        # of the section

        # at b, below
        c: 3
        """,
    ),
    case(
        "a comment above at another column stays",
        "a:\n  b: 1\n# left\n  c: 2\n",
        lambda r: r.own("a").remove("c"),
        "a:\n  b: 1\n# left\n",
    ),
    case(
        "the comment between a key and its first entry goes with that",
        "a:\n  # of b\n  b: 1\n  c: 2\n",
        lambda r: r.own("a").remove("b"),
        "a:\n  c: 2\n",
    ),
    case(
        "a collection of which nothing stays becomes brackets on its key's line",
        "a: # c\n  - 1\n  # in\n\nb: 2\n",
        lambda r: r.own("a").remove(0),
        "a: [] # c\n  # in\n\nb: 2\n",
    ),
    case(
        "brackets go behind anchor and tag",
        "a: &x !!map # c\n  b: 1\nd: 2\n",
        lambda r: r.own("a").remove("b"),
        "a: &x !!map {} # c\nd: 2\n",
    ),
    case(
        "brackets before the tag of a key that goes",
        "a: &x\n  !!str b: 1\nc: &y !!map\n  !!str d: 1\ne: *y\n",
        lambda r: (r.own("a").remove("b"), r.own("e")),
        "a: &x {}\nc: &y !!map\n  !!str d: 1\ne: !!map\n  !!str d: 1\n",
    ),
    case(
        "brackets behind a dash",
        "- a: 1\n- - b\n",
        lambda r: (r.own(0).remove("a"), r.own(1).remove(0)),
        "- {}\n- []\n",
    ),
    case(
        "a text of which nothing stays is empty braces",
        "# c\n\n# of a\na: 1\n# end\n",
        lambda r: r.remove("a"),
        "# c\n\n{}\n# end\n",
    ),
    case(
        "the next entry moves up to the dash",
        "- a: 1 # a\n  b: 2 # b\n",
        lambda r: r.own(0).remove("a"),
        "- b: 2 # b\n",
    ),
    case(
        "the dash stays alone where comments follow",
        "- a: 1\n  # of b\n  b: 2\n",
        lambda r: r.own(0).remove("a"),
        "-\n  # of b\n  b: 2\n",
    ),
    case(
        "all entries behind a dash give way to a new one",
        "- a: 1\n  b: 2 # c\n- x\n",
        lambda r: (r.own(0).remove("a"), r.own(0).remove("b"), r.own(0).put("c", [3])),
        "- c:\n  - 3\n- x\n",
    ),
    case(
        "all entries give way to a new one",
        "x:\n  # of a\n  a: 1\n  # in\n\n  b: 2\ny: 1\n",
        lambda r: (r.own("x").remove("a"), r.own("x").remove("b"), r.own("x").put("c", 3)),
        "x:\n  # in\n\n  c: 3\ny: 1\n",
    ),
    case(
        "one entry goes and another comes at the end of a text",
        "a: 1\nb: 2",
        lambda r: (r.remove("b"), r.put("c", 3)),
        "a: 1\nc: 3",
    ),
    case(
        "the first entry behind a dash gives way to a new one",
        "- a: 1 # a\n  b: 2\n",
        lambda r: (r.own(0).remove("a"), r.own(0).put_before("c", [3], "b")),
        "- c:\n  - 3\n  b: 2\n",
    ),
    case("a key that stands twice goes twice", "a: 1\nb: 2\na: 3\n", lambda r: r.remove("a"), "b: 2\n"),
]


@pytest.mark.parametrize("given", REMOVE)
def test_remove(given: Case) -> None:
    check(given)
