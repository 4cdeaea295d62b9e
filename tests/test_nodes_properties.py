"""Laws of lossless editing, on random texts in mixed styles and random edits of them."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml.error import YAMLError

from fn.lossless import comments as comments_of
from fn.lossless import layout, parser
from fn.nodes import Document, Mapping, Scalar, Sequence, TextError, parse, settle, unsupported
from tests.lossless.edits import NEW, Edit
from tests.lossless.meaning import by_pyyaml, by_ruamel
from tests.lossless.texts import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from fn.nodes import Data, Node
    from tests.lossless.cases import AnyNode

# Random numbers of hypothesis' own can shrink, but make small texts; those from a seed make large ones.
RANDOM = st.randoms(use_true_random=False) | st.integers(0, 2**32 - 1).map(random.Random)
law = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.function_scoped_fixture,
    ],
)


def read(text: str) -> Document:
    """Give a random text that may be edited: some are no YAML, and some hold a scalar alone."""
    try:
        document = parse(text)
    except TextError:
        assume(condition=False)
        raise
    assume(bool(document.roots) and not isinstance(document.roots[0], Scalar))
    assume(not any(unsupported(root) for root in document.roots))
    assume(not any(isinstance(node, Mapping) and node.duplicates() for node in nodes(document)))
    assert document.text() == text
    return document


def nodes(document: Document) -> Iterator[Node]:
    waiting = list(document.roots)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (Mapping, Sequence)):
            waiting += node.nodes


def data(document: Document) -> list[Data]:
    return [root.data() for root in document.roots]


def comments(document: Document) -> Counter[str]:
    source = document.roots[0].source
    return Counter(comments_of.comments(source, source.roots, 0, len(source.text)))


@law
@given(RANDOM)
def test_what_is_read_back_is_what_was_meant(rng: random.Random) -> None:
    document = read(Text(rng).write())
    expected: Any = data(document)
    try:
        ruamel_reads = by_ruamel(document.text()) == expected
    except YAMLError:
        ruamel_reads = False  # it is stricter about the first line of a block scalar
    for _ in range(rng.randrange(1, 6)):
        Edit(rng, document.roots[0], expected[0]).do()
    assert data(document) == expected
    after = document.text()
    again = parse(after)
    assert json.dumps(data(again)) == json.dumps(data(document))  # keys in the same order, too
    assert by_pyyaml(after) == expected
    if ruamel_reads:
        assert by_ruamel(after) == expected


@law
@given(RANDOM)
def test_comments_stay_except_those_said_to_go(rng: random.Random) -> None:
    document = read(Text(rng).write())
    before, expected = comments(document), data(document)[0]
    told: Counter[str] = Counter()
    count = rng.randrange(1, 4)
    for _ in range(count):
        edit = Edit(rng, document.roots[0], expected)
        edit.do()
        assume(edit.counts_comments)
        told.update(edit.lost)
    after = comments(parse(document.text()))
    assert before - told <= after <= before  # the comments in an entry may have gone, and been told, before it
    assert count > 1 or after == before - told


@law
@given(RANDOM)
def test_an_edit_of_one_place_leaves_every_other_byte(rng: random.Random) -> None:
    text = Text(rng).write()
    assume("*" not in text)  # an alias that becomes a copy is another place
    document = read(text)
    branches = [
        node for node in nodes(document) if isinstance(node, (Mapping, Sequence)) and not node.bare and in_values(node)
    ]
    branch: Any = rng.choice(branches)
    source, before = branch.source, branch.source.text
    new, count = rng.choice(NEW), len(branch.nodes) // branch.step
    names = branch.keys() if isinstance(branch, Mapping) else range(count)
    assume(len(names) == count)
    kind = rng.randrange(3 if count else 1)
    at = rng.randrange(count) if count else 0
    top, bottom = layout.extent(source, branch, at) if count else (0, 0)
    if kind == 0:
        branch.put("new", new) if isinstance(branch, Mapping) else branch.append(new)
    elif kind == 1:
        branch.put(names[at], new)
    else:
        branch.remove(names[at])
    after = document.text()[len(source.bom) :]
    begin, end = shared(before, after)
    if kind == 0 and (branch.flow or not before.endswith("\n")):
        assert not count or is_part(before.rstrip(), after, but="+")  # a comma; `|` may become `|-`
    elif kind == 0:
        assert not count or begin + end >= len(before)
    elif kind == 1:
        assert begin + end >= len(before) or (begin >= top and end >= len(before) - bottom)
    else:
        assert is_part(after, before, but="[]{} " if count == 1 else "")


def in_values(node: Node) -> bool:
    """Tell whether a node is in no key, so that `own` reaches it."""
    parent = node.parent
    while isinstance(parent, (Mapping, Sequence)):
        if isinstance(parent, Mapping) and parent.nodes.index(node) % 2 == 0:
            return False
        node, parent = parent, parent.parent
    return True


def shared(one: str, other: str) -> tuple[int, int]:
    """Give how many characters two texts share at the beginning, and of the rest at the end."""
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    return begin, end


def is_part(part: str, whole: str, *, but: str) -> bool:
    """Tell whether a text is another one with characters left out."""
    rest = iter(whole)
    return all(character in rest for character in part if character not in but)


@law
@given(RANDOM)
def test_a_second_time_changes_nothing(rng: random.Random) -> None:
    document = read(Text(rng).write())
    edit = Edit(rng, document.roots[0], data(document)[0])
    edit.do()
    again = parse(document.text())
    for root in again.roots:
        put_all_again(root)
    assert again.text() == document.text()


def put_all_again(node: Node) -> None:
    """Put each value where it is already."""
    if isinstance(node, Mapping):
        keys = node.keys()
        for key in keys:
            value = node.get(key)
            assert value is not None
            node.put(key, value.data())
            node.put_before(key, value, key)
            settle(node, key, value.data())
            put_all_again(value)
    elif isinstance(node, Sequence):
        for at, value in enumerate(node):
            node.put(at, value)
            settle(node, at, value.data())
            put_all_again(value)


@law
@given(RANDOM)
def test_settle_makes_anything_equal_to_anything(rng: random.Random) -> None:
    document = read(Text(rng).write())
    wanted: Any = data(read(Text(rng).write()))[0]
    root = document.roots[0]
    if isinstance(root, Mapping):
        key: Any = rng.choice(root.keys() or ["new"])
        settle(root, key, wanted)
    elif isinstance(root, Sequence):
        assume(len(root) > 0)
        key = rng.randrange(len(root))
        settle(root, key, wanted)
    found: Any = data(parse(document.text()))[0]
    assert found[key] == wanted


@law
@given(rng=RANDOM)
def test_both_parsers_read_the_same(rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text(rng).write()
    by_default = described(text)
    with monkeypatch.context() as patched:
        patched.setattr(parser, "EventParser", parser.PureParser)
        assert described(text) == by_default


def described(text: str) -> list[object] | None:
    try:
        return [describe(root) for root in parse(text).roots]
    except TextError:
        return None


def describe(node: AnyNode) -> list[object]:
    """Give all that is read of a node, except where an empty one stands: that isn't used."""
    common = [type(node).__name__, node.tag]
    if isinstance(node, (Mapping, Sequence)):
        ends = node.end if node.flow and not node.bare else None
        return [
            *common,
            node.start,
            node.content,
            node.flow,
            node.bare,
            ends,
            [describe(below) for below in node.nodes],
        ]
    return [*common, node.text, node.style, *([] if layout.is_empty(node) else [node.start, node.end])]
