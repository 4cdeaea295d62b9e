"""Edits in block style: where new text goes, what goes with a removed entry, and that all else stays."""

from __future__ import annotations

import pytest

from fn.nodes import parse
from tests.lossless.cases import Case, case, check

PUT = [
    case(
        "a new value keeps the comment behind it",
        "a: 1   # one\nb: 2\n",
        lambda r: r.put("a", 5),
        "a: 5   # one\nb: 2\n",
    ),
    case("a new string stands in double quotes", "a: x\n", lambda r: r.put("a", "y"), 'a: "y"\n'),
    case(
        "numbers, bools and null are plain",
        "a: x\n",
        lambda r: r.put("a", [1, True, None, 1.5]),
        "a:\n- 1\n- true\n- null\n- 1.5\n",
    ),
    case(
        "an equal value is no edit",
        "a: 'x'  # c\nb: [1, 2]\n",
        lambda r: (r.put("a", "x"), r.put("b", [1, 2])),
        "a: 'x'  # c\nb: [1, 2]\n",
    ),
    case("a string is not equal to a number", "a: 5\n", lambda r: r.put("a", "5"), 'a: "5"\n'),
    case("true is not equal to one", "a: 1\n", lambda r: r.put("a", True), "a: true\n"),
    case(
        "an empty value gets its value behind the colon",
        "a: # c\n  # d\nb: 1\n",
        lambda r: r.put("a", 5),
        "a: 5 # c\n  # d\nb: 1\n",
    ),
    case(
        "the lines of a long value go below the comment of its line",
        "a: old # c\nb: 1\n",
        lambda r: r.put("a", {"x": 1, "z": [2]}),
        "a: # c\n  x: 1\n  z:\n  - 2\nb: 1\n",
    ),
    case(
        "a value below its key stays there",
        "a:\n  # c\n  old # d\nb: 1\n",
        lambda r: r.put("a", "x"),
        'a:\n  # c\n  "x" # d\nb: 1\n',
    ),
    case(
        "a collection that replaces a value below its key goes below the comments",
        "a: # 1\n  # 2\n  old # 3\nb: 1\n",
        lambda r: r.put("a", {"x": 1}),
        "a: # 1\n  # 2\n  # 3\n  x: 1\nb: 1\n",
    ),
    case(
        "a text of several lines below comments is no literal",
        "a: # 1\n  # 2\n  old\nb: 1\n",
        lambda r: r.put("a", "x\ny\n"),
        'a: # 1\n  # 2\n  "x\\ny\\n"\nb: 1\n',
    ),
    case(
        "a scalar that replaces a collection stands behind the colon",
        "a: # 1\n  # 2\n  x: 1 # 3\nb: 1\n",
        lambda r: r.put("a", 5),
        "a: 5 # 1\n  # 2\nb: 1\n",
    ),
    case(
        "a value of several lines is replaced as a whole",
        "a: long\n  text # c\nb: 1\n",
        lambda r: r.put("a", 5),
        "a: 5 # c\nb: 1\n",
    ),
    case(
        "a block scalar keeps the comment of its header",
        "a: | # c\n  x\n\nb: 1\n",
        lambda r: r.put("a", 5),
        "a: 5 # c\n\nb: 1\n",
    ),
    case("an anchored value goes with its anchor", "a: &x 1 # c\n", lambda r: r.put("a", 2), "a: 2 # c\n"),
    case("a value in a list", "- 1 # c\n- 2\n", lambda r: r.put(0, {"a": 1, "b": 2}), "- a: 1 # c\n  b: 2\n- 2\n"),
    case(
        "a collection in a list that has a wide dash",
        "-   1\n",
        lambda r: r.put(0, {"a": 1, "b": 2}),
        "- a: 1\n  b: 2\n",
    ),
    case("the value of a question mark key", "? a\n: 1 # c\n", lambda r: r.put("a", [2]), "? a\n: # c\n- 2\n"),
    case(
        "a question mark key without a value",
        "? a # c\n? b\n",
        lambda r: r.put("a", {"x": 1}),
        "? a # c\n:\n  x: 1\n? b\n",
    ),
    case("a value behind a blank and a colon", "a : 1\n", lambda r: r.put("a", 2), "a : 2\n"),
]


@pytest.mark.parametrize("given", PUT)
def test_put(given: Case) -> None:
    check(given)


ADD = [
    case("a new key comes last", "b: 1\na: 2\n", lambda r: r.put("c", 3), "b: 1\na: 2\nc: 3\n"),
    case("a text without a final line break stays so", "a: 1", lambda r: r.put("b", 2), "a: 1\nb: 2"),
    case(
        "a text in CRLF gets lines in CRLF",
        "a:\r\n- x\r\n",
        lambda r: (r.own("a").append("y"), r.put("b", "1\n2\n")),
        'a:\r\n- x\r\n- "y"\r\nb: |\r\n  1\r\n  2\r\n',
    ),
    case("a byte order mark stays in front", "\ufeffa: 1\n", lambda r: r.put_before("b", 2, "a"), "\ufeffb: 2\na: 1\n"),
    case(
        "new entries go below comments at their column or right of it",
        """
        a:
          b: 1
            # right
          # at

          # at, further on
        # left
        """,
        lambda r: r.own("a").put("c", 2),
        """
        a:
          b: 1
            # right
          # at

          # at, further on
          c: 2
        # left
        """,
    ),
    case(
        "the comment directly above the next key is that key's where dashes stand at its column",
        """
        env:
        - a

        # about env

        # about args
        args: []
        """,
        lambda r: r.own("env").append("b"),
        """
        env:
        - a

        # about env
        - "b"

        # about args
        args: []
        """,
    ),
    case(
        "a comment at the dashes' column stays above where no key follows",
        """
        x:
          env:
          - a
          # - b
        y: 1
        """,
        lambda r: r.own("x").own("env").append("c"),
        """
        x:
          env:
          - a
          # - b
          - "c"
        y: 1
        """,
    ),
    case(
        "an entry goes before another one above the comment of that one",
        """
        - a

        # about b
        - b
        """,
        lambda r: r.insert(1, "x"),
        """
        - a

        - "x"
        # about b
        - b
        """,
    ),
    case(
        "an entry before the first one of a text",
        "# top\n\n# about a\na: 1\n",
        lambda r: r.put_before("b", 2, "a"),
        "# top\n\nb: 2\n# about a\na: 1\n",
    ),
    case("an entry before the first line", "a: 1\n", lambda r: r.put_before("b", 2, "a"), "b: 2\na: 1\n"),
    case(
        "an entry before one that begins behind a dash",
        "- a: 1\n  b: 2\n",
        lambda r: r.own(0).put_before("c", {"d": 3}, "a"),
        "- c:\n    d: 3\n  a: 1\n  b: 2\n",
    ),
    case(
        "put before a key that isn't there adds the key at the end",
        "a: 1\n",
        lambda r: r.put_before("b", 2, "z"),
        "a: 1\nb: 2\n",
    ),
    case(
        "put before with a key that is there replaces its value",
        "a: 1\nb: 2\n",
        lambda r: r.put_before("b", 3, "a"),
        "a: 1\nb: 3\n",
    ),
    case(
        "empty brackets become a block",
        "a: [] # c\nb: {}\n",
        lambda r: (r.own("a").append(1), r.own("b").put("x", [])),
        "a: # c\n- 1\nb:\n  x: []\n",
    ),
    case(
        "empty brackets with a comment inside stay brackets",
        "a: [ # c\n  ]\n",
        lambda r: r.own("a").append(1),
        "a: [1 # c\n  ]\n",
    ),
    case(
        "an empty map in a list becomes a block behind the dash",
        "- {}\n",
        lambda r: (r.own(0).put("a", 1), r.own(0).put("b", 2)),
        "- a: 1\n  b: 2\n",
    ),
    case(
        "a list in a list",
        "- - a\n  - b\n",
        lambda r: r.own(0).append(["c", ["d"]]),
        '- - a\n  - b\n  - - "c"\n    - - "d"\n',
    ),
    case(
        "keys that a YAML version could take for something else stand in quotes",
        "a: 1\n",
        lambda r: [r.put(key, 1) for key in ("yes", "1", "", "a b", "x.y/z-1", "null", "é", "-")],
        'a: 1\n"yes": 1\n"1": 1\n"": 1\n"a b": 1\nx.y/z-1: 1\n"null": 1\n"é": 1\n"-": 1\n',
    ),
    case(
        "an entry at the end of a document that others follow",
        "a: 1\n---\nb: 2\n",
        lambda r: r.put("c", 3),
        "a: 1\nc: 3\n---\nb: 2\n",
    ),
    case(
        "an entry at the end of a document with an end mark",
        "--- # doc\na: 1\n...\n",
        lambda r: r.put("c", 3),
        "--- # doc\na: 1\nc: 3\n...\n",
    ),
]


@pytest.mark.parametrize("given", ADD)
def test_add(given: Case) -> None:
    check(given)


REMOVE = [
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
    case("a key that stands twice goes twice", "a: 1\nb: 2\na: 3\n", lambda r: r.remove("a"), "b: 2\n"),
]


@pytest.mark.parametrize("given", REMOVE)
def test_remove(given: Case) -> None:
    check(given)


DASHES = [
    case(
        "as in the list before it in the same map",
        "a:\n  - 1\nb:\n- 2\nc: 1\nd:\n   - 3\n",
        lambda r: r.put_before("x", [1], "d"),
        "a:\n  - 1\nb:\n- 2\nc: 1\nx:\n- 1\nd:\n   - 3\n",
    ),
    case("as in a list after it", "c: 1\nd:\n   - 3\n", lambda r: r.put("c", [1]), "c:\n   - 1\nd:\n   - 3\n"),
    case(
        "as in the list that holds it",
        "l:\n  - a: 1\n",
        lambda r: r.own("l").own(0).put("x", {"z": [1]}),
        "l:\n  - a: 1\n    x:\n      z:\n        - 1\n",
    ),
    case(
        "as in a list beside an ancestor",
        "p:\n  q:\n    r: 1\nl:\n    - a\n",
        lambda r: r.own("p").own("q").put("x", [1]),
        "p:\n  q:\n    r: 1\n    x:\n        - 1\nl:\n    - a\n",
    ),
    case(
        "at the key's column where there is no list",
        "p:\n  q: 1\n",
        lambda r: r.own("p").put("x", [1]),
        "p:\n  q: 1\n  x:\n  - 1\n",
    ),
    case(
        "whatever other entries of a list that holds it do",
        "- a:\n    - 1\n- b: 1\n",
        lambda r: r.own(1).put("x", [1]),
        "- a:\n    - 1\n- b: 1\n  x:\n  - 1\n",
    ),
    case(
        "as in the list that it replaces", "a:\n  - 1\nb:\n - 2\n", lambda r: r.put("b", [3]), "a:\n  - 1\nb:\n - 3\n"
    ),
]


@pytest.mark.parametrize("given", DASHES)
def test_the_dashes_of_a_new_list_stand(given: Case) -> None:
    check(given)


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
    case("and back is no edit", "- a\n- b\n", lambda r: (r.move(0, 2), r.move(1, 0)), "- a\n- b\n"),
    case("with a block scalar that ended the text", "- a\n- |\n  x", lambda r: r.move(1, 0), "- |-\n  x\n- a"),
]


@pytest.mark.parametrize("given", MOVE)
def test_an_entry_moves(given: Case) -> None:
    check(given)


def test_an_unchanged_text_is_the_very_text() -> None:
    text = "\ufeff# c\r\na:   &x [1,2 ]\r\n\r\n? b\r\n: *x"
    document = parse(text)
    assert document.text() == text
    assert not document.changed
