"""Anchors, aliases and merge keys: an edit changes the meaning of its own place and of no other."""

from __future__ import annotations

import pytest

from tests.lossless.cases import Case, case, check, edited, root

ALIASES = [
    case(
        "an alias that is changed becomes a copy",
        "a: &x {k: v}\nb: *x # c\n",
        lambda r: r.own("b").put("k", 1),
        "a: &x {k: v}\nb: {k: 1} # c\n",
    ),
    case("an alias that is replaced", "a: &x 1\nb: *x # c\n", lambda r: r.put("b", 2), "a: &x 1\nb: 2 # c\n"),
    case(
        "an anchored node that is changed gives its aliases copies first",
        "a: &x\n- 1\nb: *x # c\nc: [*x]\n",
        lambda r: r.own("a").append(2),
        "a: &x\n- 1\n- 2\nb: # c\n- 1\nc: [[1]]\n",
    ),
    case(
        "so does a change deep below it",
        "a: &x {k: {l: &y [1]}}\nb: *x\nc: *y\n",
        lambda r: r.own("a").own("k").own("l").append(2),
        "a: &x {k: {l: &y [1, 2]}}\nb: {k: {l: [1]}}\nc: [1]\n",
    ),
    case(
        "an anchored node that is replaced or removed leaves copies",
        "a: &x 1\nb: &y 'z'\nc: [*x, *y]\n",
        lambda r: (r.put("a", 2), r.remove("b")),
        "a: 2\nc: [1, 'z']\n",
    ),
    case(
        "an anchor in a removed entry leaves copies",
        "a: {b: [&x !!str 1]}\nc: *x\n",
        lambda r: r.remove("a"),
        "c: !!str 1\n",
    ),
    case("an anchor on a removed key leaves copies", "&x a: 1\nb: *x\n", lambda r: r.remove("a"), "b: a\n"),
    case("an anchored null is copied as null", "a: &x\nb: *x\n", lambda r: r.put("a", 1), "a: 1\nb: null\n"),
    case(
        "copies of copies",
        "a: &x [1]\nb: &y [*x]\nc: *y\n",
        lambda r: r.own("a").append(2),
        "a: &x [1, 2]\nb: &y [[1]]\nc: *y\n",
    ),
    case(
        "a change of an alias' place changes what the place is an alias of",
        "a: &x [1]\nb: &y [*x]\nc: *y\n",
        lambda r: r.own("b").own(0).append(2),
        "a: &x [1]\nb: &y [[1, 2]]\nc: [[1]]\n",
    ),
    case(
        "an alias that is a key",
        "a: &x k\nb: {*x : 1}\n*x : 2\n",
        lambda r: r.put("a", "l"),
        'a: "l"\nb: {k : 1}\nk : 2\n',
    ),
    case(
        "an entry that moves takes no alias above its anchor",
        "- &x {a: 1}\n- [*x]\n",
        lambda r: r.move(1, 0),
        "- [{a: 1}]\n- &x {a: 1}\n",
    ),
    case(
        "an entry that moves leaves no alias below its anchor",
        "- &x 1\n- *x\n",
        lambda r: r.move(0, 2),
        "- 1\n- &x 1\n",
    ),
    case(
        "a pair without braces with an anchor",
        "[a: &x 1, *x]\n",
        lambda r: r.own(0).put("b", 2),
        "[{a: &x 1, b: 2}, *x]\n",
    ),
    case(
        "a node is put by its value",
        "a: &x\n  b: |\n    l\n  c: *y0\n".replace("*y0", "[1,  2]") + "d: {}\n",
        lambda r: r.put("d", r.get("a")),
        "a: &x\n  b: |\n    l\n  c: [1,  2]\nd:\n  b: |\n    l\n  c: [1, 2]\n",
    ),
    case(
        "a copy in block style of what means something else in flow style",
        "a: {k: what?}\nb: 1\n",
        lambda r: r.put("b", r.get("a").get("k")),
        'a: {k: what?}\nb: "what?"\n',
    ),
    case(
        "a copy in flow style quotes what would mean something else there",
        "a: {k: 1}\nb: x, [y]\nc: {d: - e}\n".replace("{d: - e}", "{d: e f}"),
        lambda r: (r.own("a").put("k", r.get("b")), r.put("b", r.get("c"))),
        'a: {k: "x, [y]"}\nb: {d: e f}\nc: {d: e f}\n',
    ),
]


@pytest.mark.parametrize("given", ALIASES)
def test_aliases(given: Case) -> None:
    check(given)


MERGES = [
    case(
        "an own key beats a merged one",
        "a: &x {k: 1}\nb: {<<: *x, k: 2}\n",
        lambda r: r.own("b").put("k", 3),
        "a: &x {k: 1}\nb: {<<: *x, k: 3}\n",
    ),
    case(
        "a merged key that is put becomes an entry",
        "a: &x {k: 1}\nb:\n  <<: *x\n",
        lambda r: r.own("b").put("k", 3),
        "a: &x {k: 1}\nb:\n  <<: *x\n  k: 3\n",
    ),
    case(
        "a merged value that is equal is no edit",
        "a: &x {k: 1}\nb:\n  <<: *x\n",
        lambda r: r.own("b").put("k", 1),
        "a: &x {k: 1}\nb:\n  <<: *x\n",
    ),
    case(
        "a merged value that is owned becomes an entry",
        "a: &x {k: [1]}\nb:\n  !!merge <<: *x\n",
        lambda r: r.own("b").own("k").append(2),
        "a: &x {k: [1]}\nb:\n  !!merge <<: *x\n  k: [1, 2]\n",
    ),
    case(
        "a removed merged key makes entries of the others",
        "a: &x {k: 1, l: 2}\nb:\n  <<: *x # c\n  m: 3\n",
        lambda r: r.own("b").remove("k"),
        "a: &x {k: 1, l: 2}\nb:\n  l: 2\n  m: 3\n",
    ),
    case(
        "a removed key that is merged too",
        "a: &x {k: 1, l: 2}\nb:\n  k: 3\n  <<: *x\n",
        lambda r: r.own("b").remove("k"),
        "a: &x {k: 1, l: 2}\nb:\n  l: 2\n",
    ),
    case(
        "a merged mapping that changes leaves a copy",
        "a: &x {k: 1}\nb: {<<: [*x]}\n",
        lambda r: r.own("a").put("k", 2),
        "a: &x {k: 2}\nb: {<<: [{k: 1}]}\n",
    ),
    case("a quoted merge key is a key", 'b: {"<<": {k: 1}}\n', lambda r: r.own("b").put("<<", 2), 'b: {"<<": 2}\n'),
    case(
        "a copy has merged keys as entries",
        "a: &x {k: 1}\nb: {<<: *x, l: 2}\nc: 1\n",
        lambda r: r.put("c", r.get("b")),
        "a: &x {k: 1}\nb: {<<: *x, l: 2}\nc: {k: 1, l: 2}\n",
    ),
]


@pytest.mark.parametrize("given", MERGES)
def test_merge_keys(given: Case) -> None:
    check(given)


def test_the_first_of_several_merged_mappings_counts_most() -> None:
    merged = root("- &a {k: 1}\n- &b {k: 2, l: 2}\n- &c {<<: *b, m: 3}\n- {<<: [*a, *c], p: 4}\n").get(3)
    assert merged.data() == {"k": 1, "l": 2, "m": 3, "p": 4}
    assert merged.keys() == ["p", "k", "m", "l"]


def test_merges_of_merges_are_read_once_each() -> None:
    lines = ["m0: &m0 {k: 1}", *(f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}], k{n}: 1}}" for n in range(1, 61))]
    assert len(root("\n".join(lines)).get("m60").data()) == 61


def test_thirty_thousand_aliases_are_copied_at_once() -> None:
    text = "a: &x {k: 1}\nb: [" + "*x, " * 30_000 + "]\n"
    assert edited(text, lambda r: r.own("a").put("k", 2)) == "a: &x {k: 2}\nb: [" + "{k: 1}, " * 30_000 + "]\n"
