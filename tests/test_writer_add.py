"""New entries in block style: between which lines and comments they go."""

from __future__ import annotations

import pytest

from tests.lossless.cases import Case, case, check

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
        "the comment above the next document stays above",
        "a: 1\n# c\n---\nb: 1\n",
        lambda r: r.put("c", 2),
        "a: 1\n# c\nc: 2\n---\nb: 1\n",
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
        "an entry below one without a value",
        "a:\n  b:\nc: 1\n",
        lambda r: r.own("a").put("d", 1),
        "a:\n  b:\n  d: 1\nc: 1\n",
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
