"""Reading a text: values, places, comments, and what is refused."""

from __future__ import annotations

import pytest

from fn.lossless import parser
from fn.nodes import Mapping, Scalar, Sequence, TextError, parse, unsupported
from tests.lossless.cases import AnyNode, root


def test_an_unchanged_text_is_the_very_text() -> None:
    text = "\ufeff# c\r\na:   &x [1,2 ]\r\n\r\n? b\r\n: *x"
    document = parse(text)
    assert document.text() == text
    assert not document.changed


def test_a_mapping_gives_its_keys_in_order_and_none_for_a_key_that_it_has_not() -> None:
    mapping = root("b: 1\na: null\n? [c]\n: 2\n")
    assert mapping.keys() == ["b", "a"]
    assert mapping.get("z") is None
    assert isinstance(mapping.get("a"), Scalar)
    assert mapping.get("a").is_null


def test_an_empty_collection_is_a_node_all_the_same() -> None:
    mapping = root("a: []\nb: {}\n")
    assert isinstance(mapping.get("a"), Sequence)
    assert len(mapping.get("a")) == 0
    assert isinstance(mapping.get("b"), Mapping)


def test_a_sequence_gives_what_aliases_stand_for() -> None:
    sequence = root("[&x {k: v}, *x]")
    assert [entry.data() for entry in sequence] == [{"k": "v"}, {"k": "v"}]
    assert sequence.get(1) is sequence.get(0)


def test_a_stream_has_a_root_for_each_document() -> None:
    assert [node.data() for node in parse("a: &x 1\n---\n&x 2\n---\n[&y 3, *y]\n").roots] == [{"a": 1}, 2, [3, 3]]
    assert parse("# nothing\n").roots == []


def test_places_count_from_one_and_from_the_line_that_the_text_begins_in() -> None:
    mapping = root("\ufeffa:\r\n  b: x\r\n")
    assert (mapping.get("a").get("b").line, mapping.get("a").get("b").column) == (2, 6)
    assert parse("a: b\n", line=7).roots[0].line == 7


def test_a_new_node_has_the_place_of_the_one_above_it() -> None:
    mapping = root("a:\n  b: 1\n")
    mapping.own("a").put("c", {"d": 2})
    assert mapping.get("a").get("c").get("d").line == 2


def test_keys_that_stand_twice_are_found_with_the_line_of_the_second() -> None:
    mapping = root("a: 1\n'a': 2\n10: 1\n012: 2\n<<: {b: 1}\n<<: {c: 1}\nd: 1\n")
    assert mapping.duplicates() == [("a", 2), ("10", 4), ("<<", 6)]


def test_comments_of_an_entry_are_those_that_go_with_it() -> None:
    text = """\
a: 1

# one
b: | # two
  # text
  # text

    # text
c:   # three
  # four
  - "# text" # five
  - &x # six
    [1, # seven
    2]
   # eight
# nine
"""
    mapping = root(text)
    assert mapping.comments("a") == []
    assert mapping.comments("b") == ["# one", "# two"]
    assert mapping.comments("c") == ["# three", "# four", "# five", "# six", "# seven", "# eight"]
    assert mapping.get("c").comments(0) == ["# four", "# five"]
    assert mapping.get("c").comments(1) == ["# six", "# seven", "# eight"]
    assert [mapping.get(key).has_comment() for key in ("a", "b", "c")] == [False, True, True]
    assert mapping.has_comment()
    assert not root("a: '# text'\n").has_comment()


def test_comments_of_a_replaced_entry_are_still_known() -> None:
    mapping = root("a: 1 # c\n")
    mapping.put("a", 2)
    assert mapping.comments("a") == ["# c"]
    mapping.put("b", 2)
    assert mapping.comments("b") == []
    assert not mapping.get("b").has_comment()


def test_what_has_changed_is_known_at_each_level() -> None:
    document = parse("a: {b: 1}\nc: {d: 1}\n")
    mapping: AnyNode = document.roots[0]
    mapping.own("a").put("b", 2)
    assert [mapping.get(key).changed() for key in ("a", "c")] == [True, False]
    assert mapping.changed()
    assert document.changed


ERRORS = [
    ("a: b: c\n", 1, 5, "mapping values are not allowed"),
    ("a: 'x\n", None, None, "found unexpected end of stream while scanning a quoted scalar"),
    ("a: [1\n", None, None, "while parsing a flow sequence"),
    ("a: 1\nb: \x00\n", 2, 4, "the character U+0000 is not allowed in YAML"),
    ("a: \x1b\n", 1, 4, "the character U+001B is not allowed in YAML"),
    ("a: b\ufeff\n", 1, 5, "the character U+FEFF is not allowed in YAML"),
    ('a: "\\ud83d\\ude00"\n', 1, None, "found invalid Unicode character escape code while parsing a quoted scalar"),
    ("a: 1\nb: *x\n", 2, 4, 'no anchor has the name of the alias "*x"'),
    ("- " * 201 + "a", 1, 401, "nests deeper than 200 levels"),
    ("a: &x\n---\nb: *x\n", 3, 4, 'no anchor has the name of the alias "*x"'),
]


@pytest.fixture(params=[parser.EventParser, parser.PureParser])
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "EventParser", request.param)


@pytest.mark.usefixtures("_each_parser")
@pytest.mark.parametrize(("text", "line", "column", "problem"), ERRORS)
def test_a_text_that_is_no_yaml_is_refused_with_its_place(
    text: str, line: int | None, column: int | None, problem: str
) -> None:
    with pytest.raises(TextError) as caught:
        parse(text)
    error = caught.value
    assert problem in error.problem
    assert line in {None, error.line}
    assert column in {None, error.column}
    assert str(error) == f"line {error.line}, column {error.column}: {error.problem}"
    assert "\n" not in str(error)


def test_a_tab_as_indentation_is_named() -> None:
    with pytest.raises(TextError, match=r"^line 2, column 1: a tab where YAML wants blanks$"):
        parse("a:\n\tb: 2\n")


@pytest.mark.parametrize(
    "text",
    [
        "a: b\t# c\n",
        "[what?, a]\n",
        "a: x\ty\n",
        "a:\tb\n",
        "\ta: b\n"[1:],
        "[a,\t# c\n b]\n",
        "a: !\nb: ! 5\n",
        "a: 'x\n\n  y'\n",
    ],
)
def test_pyyaml_itself_reads_what_libyaml_reads(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_libyaml = parse(text).roots[0].data()
    monkeypatch.setattr(parser, "EventParser", parser.PureParser)
    assert parse(text).roots[0].data() == by_libyaml


BOMB = "x: &x [a, a, a, a, a, a, a, a, a, a]\n" + "".join(
    f"x{n}: &x{n} [{', '.join(['*x' + (str(n - 1) if n > 1 else '')] * 10)}]\n" for n in range(1, 12)
)
CHAIN = "x0: &x0 [a]\n" + "".join(f"x{n}: &x{n} [*x{n - 1}]\n" for n in range(1, 5000))


def test_aliases_of_aliases_are_read_within_bounds() -> None:
    assert len(root(BOMB).get("x1").data()) == 10
    with pytest.raises(TextError, match="holds too many nodes once its aliases are resolved"):
        root(BOMB).data()
    with pytest.raises(TextError, match="nests deeper than 200 levels once its aliases are resolved"):
        root(CHAIN).data()


def test_aliases_of_aliases_are_copied_within_bounds() -> None:
    mapping = root(BOMB + "z: *x11\n")
    with pytest.raises(TextError, match="holds too many nodes once it is copied"):
        mapping.own("z")
    with pytest.raises(TextError, match="nests deeper than 200 levels once it is copied"):
        root(CHAIN + "z: *x4999\n").own("z")


def test_a_text_of_as_many_levels_as_allowed_can_be_changed_and_gets_no_deeper() -> None:
    document = parse("- " * 199 + "a: b\n")
    node: AnyNode = document.roots[0]
    deep = node.data()
    for _ in range(198):
        node = node.own(0)
    node.append(1)
    first: AnyNode = document.roots[0]
    first.append(first.get(0))
    assert parse(document.text()).roots[0].data() == first.data()
    with pytest.raises(TextError, match="nests deeper than 200 levels"):
        first.own(0).append(first.get(0))
    with pytest.raises(ValueError, match="nests deeper than 200 levels"):
        first.own(0).append(deep)


@pytest.mark.parametrize("text", ["{a: " * 199 + "x" + "}" * 199, "[" * 199 + "x" + "]" * 199])
def test_a_change_at_the_bottom_of_brackets_in_brackets(text: str) -> None:
    document = parse(text)
    node: AnyNode = document.roots[0]
    for _ in range(198):
        node = node.own(0 if isinstance(node, Sequence) else "a")
    node.put(0 if isinstance(node, Sequence) else "a", 5)
    assert document.text() == text.replace("x", "5")


REFUSED = [
    ("a: &x [*x]\n", "an anchor that contains itself"),
    ("a: &x {k: {<<: *x}}\n", "an anchor that contains itself"),
    (BOMB, "more than 100000 nodes, with its aliases resolved"),
    (CHAIN, "more than 200 levels, with its aliases resolved"),
    ('a: "x\x85y"\n', "the line break U+0085, which not every YAML reader takes for one"),
    ("a: 1 # \u2028\n", "the line break U+2028, which not every YAML reader takes for one"),
    ("a: 1\rb: 2\n", "the line break U+000D, which not every YAML reader takes for one"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_a_node_that_must_not_change_says_why(text: str, reason: str) -> None:
    assert unsupported(root(text)) == reason


def test_a_neighbour_that_must_not_change_is_no_reason() -> None:
    sequence = root('- a: &x [*x]\n- b: "\x85"\n- &c c: 1\n- [*c, *c]\n')
    assert [unsupported(entry) is None for entry in sequence] == [False, False, True, True]
    assert unsupported(root("a: \\N\r\n")) is None
