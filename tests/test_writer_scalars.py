"""Edits around block scalars, whose blank lines and final break are a part of them, and new texts of several lines."""

from __future__ import annotations

import pytest

from fn.nodes import parse
from tests.lossless.cases import Case, case, check, edited

SCRIPT = "#!/bin/sh\nexit 1\n"

CASES = [
    case(
        "a text of several lines is a literal block",
        "a: 1\n",
        lambda r: r.put("b", SCRIPT),
        "a: 1\nb: |\n  #!/bin/sh\n  exit 1\n",
    ),
    case("without a final break the literal is stripped", "a: 1\n", lambda r: r.put("a", "x\ny"), "a: |-\n  x\n  y\n"),
    case("a literal behind a dash", "- 1\n", lambda r: r.append("x\n\n  y\n"), "- 1\n- |\n  x\n\n    y\n"),
    case(
        "a literal at the end of a text without a final break gives it one",
        "a: 1",
        lambda r: r.put("b", "x\ny\n"),
        "a: 1\nb: |\n  x\n  y\n",
    ),
    case(
        "a literal whose value has no final break gives none",
        "a: 1",
        lambda r: r.put("b", "x\ny"),
        "a: 1\nb: |-\n  x\n  y\n",
    ),
    case(
        "a literal deep in a new value at the end of such a text too",
        "a: 1",
        lambda r: r.put("b", {"s": ["x\ny\n"]}),
        "a: 1\nb:\n  s:\n  - |\n    x\n    y\n",
    ),
    case(
        "no new literal above blanks that would become its text",
        "a: 1\n    \n",
        lambda r: r.put("b", "x\ny\n"),
        'a: 1\nb: "x\\ny\\n"\n    \n',
    ),
    case(
        "no literal above a comment that would become its text",
        "a: 1\n   # c\nb: 2\n",
        lambda r: r.put("a", "x\ny\n"),
        'a: "x\\ny\\n"\n   # c\nb: 2\n',
    ),
    case(
        "no literal above blanks that would become its text",
        "a: 1\n    \nb: 2\n",
        lambda r: r.put("a", "x\ny\n"),
        'a: "x\\ny\\n"\n    \nb: 2\n',
    ),
    case(
        "blank lines below a clipped scalar stay below what is added",
        "a: |\n  x\n\n\n",
        lambda r: r.put("b", 1),
        "a: |\n  x\nb: 1\n\n\n",
    ),
    case(
        "blank lines that a scalar keeps stay with it",
        "a: |+\n  x\n\n\n",
        lambda r: r.put("b", 1),
        "a: |+\n  x\n\n\nb: 1\n",
    ),
    case(
        "blanks below a scalar that are its own stay with it",
        "a: |\n  x\n    \n\nb: 1\n",
        lambda r: r.put_before("c", 2, "b"),
        "a: |\n  x\n    \n\nc: 2\nb: 1\n",
    ),
    case(
        "blank lines go where a scalar above would keep them",
        "a: |+\n  x\nb: 1\n\n\nc: 2\n",
        lambda r: r.remove("b"),
        "a: |+\n  x\nc: 2\n",
    ),
    case(
        "blanks go where a scalar above would take them for its own",
        "a: |\n  x\nb: 1\n      \n# c\n",
        lambda r: r.remove("b"),
        "a: |\n  x\n# c\n",
    ),
    case(
        "blank lines stay below a scalar that doesn't keep them",
        "a: |\n  x\nb: 1\n\nc: 2\n",
        lambda r: r.remove("b"),
        "a: |\n  x\n\nc: 2\n",
    ),
    case(
        "blanks go below a literal that comes in the place of all",
        "- - a\n  - b\n       \n- c\n",
        lambda r: (r.own(0).remove(0), r.own(0).remove(0), r.own(0).append("x\ny")),
        "- - |-\n    x\n    y\n- c\n",
    ),
    case(
        "what stands above counts after the edits",
        "l:\n- |+\n  x\n- a\nb: 1\n\nc: 2\n",
        lambda r: (r.own("l").remove(1), r.remove("b")),
        "l:\n- |+\n  x\nc: 2\n",
    ),
    case(
        "a scalar that ended the text keeps its value when something is added below",
        "a: |\n  x",
        lambda r: r.put("b", 1),
        "a: |-\n  x\nb: 1",
    ),
    case("a scalar that keeps breaks too", "a: |2+ # c\n  x", lambda r: r.put("b", 1), "a: |2- # c\n  x\nb: 1"),
    case("a scalar that ends the text now keeps its value", "a: |\n  x\nb: 1", lambda r: r.remove("b"), "a: |\n  x\n"),
    case(
        "an empty block scalar",
        "a: |\nb: >\n\nc: 1\n",
        lambda r: (r.put("a", 1), r.put("b", 2)),
        "a: 1\nb: 2\n\nc: 1\n",
    ),
    case(
        "a block scalar with tag and anchor",
        "a: &x !!str | # c\n  x\nb: 1\n",
        lambda r: (r.put("a", 1), r.put("c", 2)),
        "a: 1 # c\nb: 1\nc: 2\n",
    ),
    case(
        "a scalar in quotes that goes on at column zero",
        'a: "x\n# y"\nb: 1\n',
        lambda r: r.remove("b"),
        'a: "x\n# y"\n',
    ),
]


@pytest.mark.parametrize("given", CASES)
def test_block_scalars(given: Case) -> None:
    check(given)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("one line", '"one line"'),
        (" a\nb", '" a\\nb"'),
        ("\ta\nb", '"\\ta\\nb"'),
        ("\na\n", '"\\na\\n"'),
        ("a\n\n", '"a\\n\\n"'),
        ("a \nb", '"a \\nb"'),
        ("a\nb\t\n", '"a\\nb\\t\\n"'),
        ("a\r\nb", '"a\\r\\nb"'),
        ("a\n\x85", '"a\\n\\u0085"'),
        ("a\n\u2028b", '"a\\n\\u2028b"'),
        ("\ufeffa\nb", '"\\ufeffa\\nb"'),
        ("a\n\x00\x1b\x7f", '"a\\n\\u0000\\u001b\\u007f"'),
        ('"\\/\b\f', '"\\"\\\\/\\b\\f"'),
        ("😀 ü 日本 \xa0", '"😀 ü 日本 \xa0"'),
    ],
)
def test_text_that_is_no_literal_stands_in_double_quotes(text: str, written: str) -> None:
    after = edited("a: 1\n", lambda r: r.put("a", text))
    assert after == f"a: {written}\n"
    assert parse(after).roots[0].data() == {"a": text}
