"""Edits between brackets and braces, JSON among them."""

from __future__ import annotations

import pytest

from tests.lossless.cases import Case, case, check

LINE = [
    case("add at the end", "a: [1, 2] # c\n", lambda r: r.own("a").append("x"), 'a: [1, 2, "x"] # c\n'),
    case(
        "add before another",
        "a: {b: 1,  c: 2}\n",
        lambda r: r.own("a").put_before("x", [], "c"),
        "a: {b: 1,  x: [], c: 2}\n",
    ),
    case(
        "add to empty brackets",
        "[[], {}]\n",
        lambda r: (r.own(0).append(1), r.own(1).put("a", {"b": 2})),
        "[[1], {a: {b: 2}}]\n",
    ),
    case("a trailing comma stays trailing", "a: [1, 2,]\n", lambda r: r.own("a").append(3), "a: [1, 2, 3,]\n"),
    case(
        "a colon without a value gets a blank before the comma",
        "a: {b: }\n",
        lambda r: r.own("a").put("c", 1),
        "a: {b: , c: 1 }\n",
    ),
    case(
        "a bare colon gets its value behind it",
        "{a: , b}\n",
        lambda r: (r.put("a", 1), r.put("b", 2)),
        "{a: 1 , b: 2}\n",
    ),
    case("remove the first", "[1, 2, 3]\n", lambda r: r.remove(0), "[2, 3]\n"),
    case("remove one in the middle", "[1, 2, 3]\n", lambda r: r.remove(1), "[1, 3]\n"),
    case("remove the last", "[1, 2, 3]\n", lambda r: r.remove(2), "[1, 2]\n"),
    case("remove the last before a trailing comma", "[1, 2,]\n", lambda r: r.remove(1), "[1,]\n"),
    case("remove all", "a: [1, 2, ]\n", lambda r: (r.own("a").remove(0), r.own("a").remove(0)), "a: [ ]\n"),
    case("remove the last and add one", "[1, 2]\n", lambda r: (r.remove(1), r.append(3)), "[1, 3]\n"),
    case("remove all and add one", "[1, 2]\n", lambda r: (r.remove(0), r.remove(0), r.append(3)), "[3]\n"),
    case(
        "put",
        "{a: 1, b: [x]}\n",
        lambda r: (r.put("a", {"c": "d"}), r.own("b").put(0, [2])),
        '{a: {c: "d"}, b: [[2]]}\n',
    ),
    case("a text of several lines stands in quotes", "[1]\n", lambda r: r.put(0, "x\ny\n"), '["x\\ny\\n"]\n'),
    case("move", "[1, 2, 3]\n", lambda r: r.move(2, 0), "[3, 1, 2]\n"),
    case("move the first to the end", "[1, 2, 3]\n", lambda r: r.move(0, 3), "[2, 3, 1]\n"),
    case("a pair without braces gets them", "[a: 1, b]\n", lambda r: r.own(0).put("c", 2), "[{a: 1, c: 2}, b]\n"),
    case(
        "but not where the change is deeper", "[a: [1], b]\n", lambda r: r.own(0).own("a").append(2), "[a: [1, 2], b]\n"
    ),
    case("a pair without braces that is emptied", "[a: 1, b]\n", lambda r: r.own(0).remove("a"), "[{}, b]\n"),
    case(
        "a new neighbour of a pair without braces that changes",
        "[a: 1]\n",
        lambda r: (r.own(0).put("a", 2), r.insert(0, 0), r.append(3)),
        "[0, {a: 2}, 3]\n",
    ),
    case("a question mark key", "{? a : 1, b: 2}\n", lambda r: (r.put("a", 2), r.remove("b")), "{? a : 2}\n"),
    case(
        "an adjacent value",
        '{"a":1,"b":[2]}\n',
        lambda r: (r.put("a", "x"), r.own("b").append(3)),
        '{"a":"x","b":[2, 3]}\n',
    ),
    case("a comment directly behind a bracket", "a: [#c\n  ]\n", lambda r: r.own("a").append(1), "a: [1 #c\n  ]\n"),
]


@pytest.mark.parametrize("given", LINE)
def test_on_one_line(given: Case) -> None:
    check(given)


LINES = [
    case(
        "add at the end below the comments of the last",
        """
        a: [
          1, # one
          2 # two
          # end
        ]
        """,
        lambda r: r.own("a").append(3),
        """
        a: [
          1, # one
          2, # two
          # end
          3
        ]
        """,
    ),
    case(
        "add at the end above a comment left of the entries",
        "{\n  a: 1,\n\n    # right\n  # at\n # left\n  # at\n}\n",
        lambda r: r.put("b", 2),
        "{\n  a: 1,\n\n    # right\n  # at\n  b: 2,\n # left\n  # at\n}\n",
    ),
    case(
        "add at the end in CRLF",
        "[\r\n  1 # one\r\n  # end\r\n]\r\n",
        lambda r: (r.append(2), r.append(3)),
        "[\r\n  1, # one\r\n  # end\r\n  2,\r\n  3\r\n]\r\n",
    ),
    case(
        "add at the end below the comments behind one that goes",
        "[\n  1, # one\n  # of 2\n  2 # two\n  # end\n]\n",
        lambda r: (r.remove(1), r.append(3)),
        "[\n  1, # one\n  # end\n  3\n]\n",
    ),
    case(
        "add where nothing stays but comments",
        "[\n  # of 1\n  1 # one\n  # end\n]\n",
        lambda r: (r.remove(0), r.append(2)),
        "[\n  # end\n  2\n]\n",
    ),
    case(
        "add where the last one that goes shares its line with the bracket",
        "[\n  1,\n  2 ]\n",
        lambda r: (r.remove(1), r.append(3)),
        "[\n  1,\n  3\n ]\n",
    ),
    case(
        "a trailing comma stays trailing",
        "[\n  1,\n]\n",
        lambda r: (r.append(2), r.append(3)),
        "[\n  1,\n  2,\n  3,\n]\n",
    ),
    case(
        "add before another above its comment",
        "[\n  1,\n  # of 2\n  2\n]\n",
        lambda r: r.insert(1, 9),
        "[\n  1,\n  9,\n  # of 2\n  2\n]\n",
    ),
    case("add where two entries share a line", "[\n  1, 2\n]\n", lambda r: r.append(3), "[\n  1, 2, 3\n]\n"),
    case("add before the closing bracket on the last line", "[1,\n 2]\n", lambda r: r.append(3), "[1,\n 2, 3]\n"),
    case(
        "remove with comments",
        "[\n  # of 1\n  1, # one\n  # of 2\n  2, # two\n  3 # three\n]\n",
        lambda r: r.remove(1),
        "[\n  # of 1\n  1, # one\n  3 # three\n]\n",
    ),
    case(
        "remove the last takes the comma before it",
        "[\n  1, # one\n  2 # two\n]\n",
        lambda r: r.remove(1),
        "[\n  1 # one\n]\n",
    ),
    case("remove all", "{\n  a: 1, # one\n  b: 2\n}\n", lambda r: (r.remove("a"), r.remove("b")), "{\n}\n"),
    case(
        "remove all and add one",
        "{\n  a: 1,\n  b: 2\n}\n",
        lambda r: (r.remove("a"), r.remove("b"), r.put("c", 3)),
        "{\n  c: 3\n}\n",
    ),
    case("remove one that shares its line", "[\n  1, 2,\n  3\n]\n", lambda r: r.remove(1), "[\n  1,\n  3\n]\n"),
    case(
        "move with comments",
        "[\n  1, # one\n  # of 2\n  2 # two\n]\n",
        lambda r: r.move(1, 0),
        "[\n  # of 2\n  2, # two\n  1 # one\n]\n",
    ),
    case(
        "the comments between an entry and its comma go with it where it has lines of its own",
        "[\n  1 # one\n  # more\n  , # comma\n  2\n]\n",
        lambda r: r.remove(0),
        "[\n  2\n]\n",
    ),
    case(
        "they move with it",
        "[\n  1,\n  2 # two\n  # more\n  , # comma\n  3\n]\n",
        lambda r: r.move(1, 0),
        "[\n  2, # two\n  # more\n  # comma\n  1,\n  3\n]\n",
    ),
    case(
        "they stay where the comma shares its line with another entry",
        "{ a: 1 # about a\n, b: 2 }\n",
        lambda r: r.remove("a"),
        "{  # about a\nb: 2 }\n",
    ),
    case(
        "they stay behind the last entry that shares its line",
        "[ 1, 2 # about 2\n  ,\n]\n",
        lambda r: r.remove(1),
        "[ 1, # about 2\n  \n]\n",
    ),
    case(
        "the comments between entries that go one by one stay",
        "[ 1 # one\n, 2 # two\n, 3 ]\n",
        lambda r: (r.remove(0), r.remove(0)),
        "[  # one\n  # two\n3 ]\n",
    ),
    case(
        "the comment behind entries that share a line stays",
        "[\n  1, 2, # about both\n  3\n]\n",
        lambda r: (r.remove(0), r.remove(0)),
        "[\n # about both\n  3\n]\n",
    ),
    case(
        "entries that share a line go with it",
        "[\n  1, 2,\n  3\n]\n",
        lambda r: (r.remove(0), r.remove(0)),
        "[\n  3\n]\n",
    ),
    case(
        "alone, an entry leaves the comments above it",
        "{\n  # above a\n  a: 1, # a\n  b: 2\n}\n",
        lambda r: r.remove("a", alone=True),
        "{\n  # above a\n  b: 2\n}\n",
    ),
    case(
        "a pair without braces gets a neighbour and keeps the comments around",
        "[\n  # of a\n  a: 1, # a\n  # end\n]\n",
        lambda r: r.own(0).put("b", 2),
        "[\n  # of a\n  {a: 1, b: 2}, # a\n  # end\n]\n",
    ),
    case(
        "a pair without braces that is emptied keeps the comments around",
        "[\n  # of a\n  a: 1 # a\n  , 2\n]\n",
        lambda r: r.own(0).remove("a"),
        "[\n  # of a\n  {} # a\n  , 2\n]\n",
    ),
    case("the comma before an entry", "{ a: 1\n, b: 2\n}\n", lambda r: r.put("c", 3), "{ a: 1\n, b: 2, c: 3\n}\n"),
]


@pytest.mark.parametrize("given", LINES)
def test_on_lines_of_their_own(given: Case) -> None:
    check(given)


JSON = [
    case("new keys stand in quotes", '{"a": 1}\n', lambda r: r.put("b", {"c": None}), '{"a": 1, "b": {"c": null}}\n'),
    case("as a neighbour's keys do", '[{"a": 1}]\n', lambda r: r.append({"b": 2}), '[{"a": 1}, {"b": 2}]\n'),
    case(
        "as the keys of what holds it do",
        '{"a": [{}]}\n',
        lambda r: r.own("a").own(0).put("b", 2),
        '{"a": [{"b": 2}]}\n',
    ),
    case(
        "in a line of its own",
        '{\n  "a": {\n    "b": 1\n  }\n}\n',
        lambda r: (r.own("a").put("c", 2), r.put("d", ["x"])),
        '{\n  "a": {\n    "b": 1,\n    "c": 2\n  },\n  "d": ["x"]\n}\n',
    ),
    case(
        "below the comments that some write into it",
        '{\n  "a": [\n    "x" # 1\n    # "y"\n  ]\n}\n',
        lambda r: r.own("a").append("z"),
        '{\n  "a": [\n    "x", # 1\n    # "y"\n    "z"\n  ]\n}\n',
    ),
    case("but not between plain keys", "{a: {}}\n", lambda r: r.own("a").put("b", 2), "{a: {b: 2}}\n"),
    case("nor in a list of quoted strings", 'a: ["b"]\n', lambda r: r.own("a").append({"c": 1}), 'a: ["b", {c: 1}]\n'),
    case(
        "a copied plain key keeps its meaning",
        '- {yes: 1}\n- {"a": 2}\n',
        lambda r: r.own(1).put("b", r.get(0)),
        '- {yes: 1}\n- {"a": 2, "b": {"true": 1}}\n',
    ),
]


@pytest.mark.parametrize("given", JSON)
def test_json(given: Case) -> None:
    check(given)
