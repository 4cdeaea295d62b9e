"""Sliced or whole, changed or not: the same bytes, and what nobody changed is what was read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fn.nodes import Mapping, TextError
from fn.resourcelist import (
    Field,
    Item,
    ResourceList,
    ResourceListError,
    ResourceRef,
    Result,
    Severity,
    SlicedList,
    WholeList,
)
from fn.slices import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
CONFIG = "functionConfig:\n  apiVersion: v1\n  kind: ConfigMap\n  data: {}\n"
EARLIER = "results:\n- message: earlier\n  severity: info\n"
JOB = "- apiVersion: batch.volcano.sh/v1alpha1\n  kind: Job\n  metadata:\n    name: train\n"

REF = ResourceRef("v1", "Job", "train", "ml")
RESULTS = [
    Result("an info [a]", Severity.INFO, REF),
    Result(
        'an error: it\'s "wrong" [b]', Severity.ERROR, REF, Field("spec.a[0]", ["x", {"y": [1, None]}], "two\nlines\n")
    ),
    Result("a warning ✓ [c]", Severity.WARNING),
]

CUT = {
    "one item": HEAD + JOB,
    "functionConfig behind the items": HEAD + JOB + CONFIG,
    "earlier results": HEAD + JOB + EARLIER,
    "functionConfig and earlier results": HEAD + JOB + CONFIG + EARLIER,
    "earlier results before functionConfig": HEAD + JOB + EARLIER + CONFIG,
    "results that are null": HEAD + JOB + "results: null\n",
    "results that are empty": HEAD + JOB + "results: []\n" + CONFIG,
    "results in the old form": HEAD + JOB + "results:\n  name: a\n  items:\n  - message: earlier\n",
    "results in the old form without items": HEAD + JOB + "results:\n  name: a\n",
    "results in flow style": HEAD + JOB + "results: [{message: earlier, severity: info}]\n",
    "an indented list of results": HEAD + JOB + "results:\n  - message: earlier\n    severity: info\n",
    "functionConfig that is null": HEAD + JOB + "functionConfig: null\n",
    "the old version": HEAD.replace("v1", "v1beta1") + JOB,
    "items of all sorts": HEAD
    + "- null\n- text\n- - list\n- {kind: flow}\n- 'quoted'\n- |\n  block\n- kind: A\n"
    + JOB,
    "blank lines and comments between items": HEAD + JOB + "\n\n  # about the first\n" + JOB + CONFIG,
    "a comment on the first line of an item": HEAD
    + "- # head of the file\n"
    + JOB[2:].replace("api", "  api", 1)
    + JOB,
    "wide lists in the last item": HEAD + JOB + "  spec:\n    list:\n      - a\n      - b\n",
    "wide lists in functionConfig": HEAD + JOB + "functionConfig:\n  spec:\n    list:\n      - a\n",
    "a block scalar with dashes and quotes at the end": HEAD + "- data: |\n    - it's\n    - \"\n" + JOB,
    "a block scalar that keeps its blank lines": HEAD + "- data: |+\n    text\n\n\n" + JOB,
    "quotes over two lines": HEAD + "- a: 'x\n    y'\n- b: \"x\n    y\"\n" + JOB,
    "an open quote that isn't one": HEAD + '- a: |\n    say "\n' + JOB,
    "a quoted scalar that goes on at column 0": HEAD + '- a: "\n- kind: no item\n  "\n' + JOB,
    "anchors inside items": HEAD + "- a: &x {b: c}\n  d: *x\n" + JOB,
    "an anchor of another item": HEAD + JOB + "  spec: &s\n    a: b\n- kind: B\n  spec: *s\n- kind: C\n  spec: &t {}\n",
    "an alias of the item before": HEAD + "- &i\n  kind: A\n  metadata: {}\n- *i\n- kind: B\n",
    "an anchor of an item in functionConfig": HEAD + "- kind: A\n  spec: &s {}\n" + "functionConfig:\n  spec: *s\n",
    "merge keys": HEAD + "- kind: A\n  base: &b\n    name: x\n  metadata:\n    <<: *b\n" + JOB,
    "letters beyond ASCII": HEAD + "- kind: Ä\n  metadata: {name: 日本}\n" + JOB + "  note: grün ✓ \U0001f600\n",
    "tabs inside text": HEAD + "- a: |\n    x\n    \ty\tz\n" + JOB,
    "a key with a question mark": HEAD + "- ? kind\n  : A\n" + JOB,
    "custom tags": HEAD + "- !thing {a: !!binary aGk=}\n- !x\n  kind: A\n" + JOB,
    "keys that stand twice": HEAD + "- kind: A\n  kind: B\n" + JOB,
}
NOT_CUT = {
    "items that are empty": HEAD.replace("items:", "items: []"),
    "items that are null": HEAD.replace("items:", "items: null"),
    "items without a value": HEAD,
    "CRLF": (HEAD + JOB + CONFIG).replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + HEAD + JOB,
    "JSON in one line": json.dumps(yaml.safe_load(HEAD + JOB)),
    "JSON in many lines": json.dumps(yaml.safe_load(HEAD + JOB + CONFIG + EARLIER), indent=2) + "\n",
    "flow style": "{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: [{kind: A, metadata: {}}]}\n",
    "indented items": HEAD + ("  " + JOB.replace("\n", "\n  ")).rstrip(" "),
    "functionConfig before items": HEAD.replace("items", CONFIG + "items") + JOB,
    "results before items": HEAD.replace("items", EARLIER + "items") + JOB,
    "a comment at column 0": HEAD + JOB + "# comment\n" + JOB + "# the end\n",
    "a leading comment and marker": "# comment\n---\n" + HEAD + JOB,
    "a trailing marker": HEAD + JOB + "...\n",
    "no final newline": HEAD + JOB.rstrip("\n"),
    "blank lines at the end": HEAD + JOB + "\n\n",
    "a comment at the end": HEAD + JOB + "  # about the item\n",
    "other keys": HEAD + JOB + "metadata:\n  name: x\n",
    "keys in another order": "kind: ResourceList\napiVersion: config.kubernetes.io/v1\nitems:\n" + JOB,
    "a line separator": HEAD + JOB + '  note: "a\u2028b"\n',
}
TEXTS = CUT | NOT_CUT


def no_change(_: Sequence[Item]) -> None:
    pass


def change_all(items: Sequence[Item]) -> None:
    """Change each mapping, in two places."""
    for item in items:
        if isinstance(item.node, Mapping):
            own = item.own()
            assert isinstance(own, Mapping)
            own.put("added", {"list": ["a", "b"], "text": "c\nd\n"})
            if isinstance(own.get("metadata"), Mapping):
                metadata = own.own("metadata")
                assert isinstance(metadata, Mapping)
                metadata.put("name", "renamed")


def change_first(items: Sequence[Item]) -> None:
    change_all(items[:1])


def change_last(items: Sequence[Item]) -> None:
    change_all(items[-1:])


CHANGES = [no_change, change_first, change_last, change_all]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_what_nobody_changed_is_what_was_read(text: str) -> None:
    assert ResourceList.read(text).text([]) == text


@pytest.mark.parametrize("text", CUT.values(), ids=CUT.keys())
def test_what_orchestrators_send_is_cut(text: str) -> None:
    assert cut(text) is not None


@pytest.mark.parametrize("text", NOT_CUT.values(), ids=NOT_CUT.keys())
def test_other_forms_are_read_as_a_whole(text: str) -> None:
    assert isinstance(ResourceList.read(text), WholeList)


@pytest.mark.parametrize("results", [[], RESULTS], ids=["without results", "with results"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("text", CUT.values(), ids=CUT.keys())
def test_sliced_and_whole_give_the_same_bytes(text: str, change: object, results: list[Result]) -> None:
    sliced, whole = ResourceList.read(text), WholeList(text)
    assert callable(change)
    for each in (sliced, whole):
        change(each.items)
    assert sliced.text(results) == whole.text(results)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_results_are_the_last_key_and_items_stay(text: str, change: object) -> None:
    resource_list = ResourceList.read(text)
    assert callable(change)
    change(resource_list.items)
    before = yaml.load(resource_list.text([]), yaml.BaseLoader)  # noqa: S506  BaseLoader makes strings only
    after = yaml.load(resource_list.text(RESULTS), yaml.BaseLoader)  # noqa: S506  as above
    assert list(after)[-1] == "results"
    assert {**after, "results": None} == {**before, "results": None}
    results = after["results"] if isinstance(after["results"], list) else after["results"]["items"]
    assert [result["message"] for result in results[-3:]] == [
        'an error: it\'s "wrong" [b]',
        "a warning ✓ [c]",
        "an info [a]",
    ]
    earlier = before.get("results")
    earlier = earlier.get("items") if isinstance(earlier, dict) else earlier
    assert results[:-3] == (earlier or [] if isinstance(earlier, list) else [])


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_the_second_run_says_nothing_twice(text: str) -> None:
    once = ResourceList.read(text).text(RESULTS)
    assert ResourceList.read(once).text(RESULTS) == once


@pytest.mark.parametrize("text", CUT.values(), ids=CUT.keys())
def test_items_have_the_same_meaning_sliced_and_whole(text: str) -> None:
    sliced, whole = ResourceList.read(text), WholeList(text)
    assert [item.node.data() for item in sliced.items] == [item.node.data() for item in whole.items]
    assert [item.place for item in sliced.items] == [item.place for item in whole.items]
    for one, other in (
        (sliced.function_config, whole.function_config),
        *zip(sliced.results, whole.results, strict=True),
    ):
        assert (one and one.data()) == (other and other.data())
        assert (one and one.line) == (other and other.line)


FRAGMENTS = st.sampled_from(
    [
        *"\"'[]{},:-?&*#|>x \n",
        *("\n- ", "\n  ", "\n    ", "\n  - ", ": ", ' "', " '", "&x ", "*x", "kind: ", "key: ", "metadata: "),
        *("b: |\n    ", "b: >-\n    ", "\n- &x\n  kind: A\n  c: ", "\n- kind: *x", "\n  # c\n", "\n\n- ", "'\n", '"\n'),
    ]
)


@given(st.lists(FRAGMENTS, max_size=20).map("".join), st.sampled_from(["", CONFIG, EARLIER]), st.sampled_from(CHANGES))
def test_any_text_that_can_be_read_whole_gives_the_same_bytes_in_slices(text: str, tail: str, change: object) -> None:
    text = f"{HEAD}- kind{text}\n{JOB}{tail}"
    assert callable(change)
    try:
        whole = WholeList(text)
        change(whole.items)
        expected = whole.text(RESULTS)
    except (ResourceListError, TextError):
        return
    sliced = ResourceList.read(text)
    change(sliced.items)
    assert sliced.text(RESULTS) == expected


def test_the_fallback_to_a_whole_parse_is_taken() -> None:
    for name in (
        "a quoted scalar that goes on at column 0",
        "an anchor of another item",
        "an alias of the item before",
    ):
        assert isinstance(ResourceList.read(CUT[name]), WholeList)
    for name in ("anchors inside items", "an open quote that isn't one", "quotes over two lines"):
        assert isinstance(ResourceList.read(CUT[name]), SlicedList)
