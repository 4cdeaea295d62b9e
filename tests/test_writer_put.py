"""New values in block style: what stays of the old one, and how the dashes of a new list stand."""

from __future__ import annotations

import pytest

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
    case("true is not equal to one", "a: 1\n", lambda r: r.put("a", not False), "a: true\n"),
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
    case("a scalar in the place of a map", "- a: 1 # a\n  b: 2\n- x\n", lambda r: r.put(0, 5), "- 5\n- x\n"),
    case(
        "an infinite number",
        "a: 1\n",
        lambda r: (r.put("a", float("inf")), r.put("b", -float("inf"))),
        "a: .inf\nb: -.inf\n",
    ),
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
    case(
        "a tab does not come to stand behind a dash",
        "- &x\t# c\n  # d\n  a: 1\n",
        lambda r: r.put(0, {"b": 1}),
        "- # c\n  # d\n  b: 1\n",
    ),
    case(
        "nor behind a bare dash", "- 1\t# c\n-\n", lambda r: (r.put(0, [2]), r.own(0).put(0, r.get(1))), "- - # c\n-\n"
    ),
    case(
        "a copied empty value below its key is written out",
        "a:\n  x # c\nb:\n",
        lambda r: r.put("a", r.get("b")),
        "a:\n  null # c\nb:\n",
    ),
]


@pytest.mark.parametrize("given", PUT)
def test_put(given: Case) -> None:
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
