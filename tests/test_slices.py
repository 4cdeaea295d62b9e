"""Where items begin and end in the text of a ResourceList, found without a parse."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fn.slices import cut

HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
CONFIG = "functionConfig:\n  kind: A\n"


def unsure(*items: str) -> list[int]:
    slices = cut(HEAD + "".join(items))
    assert slices is not None
    assert slices.items == list(items)
    return slices.unsure


def test_each_item_runs_to_the_next_dash_at_column_0() -> None:
    items = ["- kind: A\n  list:\n  - a\n  - b\n", "- kind: B\n\n\n", "- - c\n"]
    slices = cut(HEAD + "".join(items) + CONFIG)
    assert slices is not None
    assert (slices.head, slices.items, slices.tail, slices.unsure) == (HEAD, items, CONFIG, [])


def test_the_old_version_is_cut_too() -> None:
    text = HEAD.replace("v1", "v1beta1") + "- kind: A\n"
    slices = cut(text)
    assert slices is not None
    assert slices.items == ["- kind: A\n"]


def test_results_may_follow_the_items() -> None:
    slices = cut(f"{HEAD}- kind: A\nresults:\n- message: a\n")
    assert slices is not None
    assert slices.items == ["- kind: A\n"]
    assert slices.tail == "results:\n- message: a\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        HEAD.replace("items:", "items: []"),
        HEAD.replace("items:", "items: &all") + "- kind: A\n",
        HEAD + "  - kind: A\n",
        HEAD + "# comment\n- kind: A\n",
        HEAD + "- kind: A\n# comment\n- kind: B\n",
        HEAD + "- kind: A\n-\n  kind: B\n",
        HEAD + "- kind: A\n-",
        HEAD + "- kind: A\n-\tkind: B\n",
        HEAD + "- kind: A\n---\n- kind: B\n",
        HEAD + "- kind: A\n...\n",
        HEAD + "- kind: A\n\t\n- kind: B\n",
        HEAD + "- kind: A\nother: b\n",
        HEAD + "- kind: A\n? functionConfig\n: {}\n",
        HEAD + "- kind: 'A\nfunctionConfigs'\n",
        HEAD + "- a: 'x\ny'\n- kind: B\n",
        HEAD + "- kind: A\n- kind: B",
        HEAD + "- kind: A\n\n",
        HEAD + "- kind: A\n  # comment\n",
        HEAD + "- kind: A\n- ",
        "\ufeff" + HEAD + "- kind: A\n",
        "---\n" + HEAD + "- kind: A\n",
        "# comment\n" + HEAD + "- kind: A\n",
        "kind: ResourceList\napiVersion: config.kubernetes.io/v1\nitems:\n- kind: A\n",
        HEAD.replace("\nitems", "\nfunctionConfig: {}\nitems") + "- kind: A\n",
        HEAD.replace("ResourceList", '"ResourceList"') + "- kind: A\n",
        (HEAD + "- kind: A\n").replace("\n", "\r\n"),
        HEAD + "- kind: A\r- kind: B\n",
        HEAD + "- kind: A\u2028- kind: B\n",
        HEAD + "- kind: A\x85- kind: B\n",
    ],
)
def test_any_other_form_is_not_cut(text: str) -> None:
    assert cut(text) is None


@pytest.mark.parametrize(
    "item",
    [
        '- a: "open\n',
        '- a: "open \\"\n',
        '- "open\n',
        "- a: 'open\n",
        "- a: 'it''s open\n",
        "- a: '''\n",
        "- [x,'open\n",
        '- {"a":"open\n',
        '- a:\n    "open\n',
        '- ? "open\n',
    ],
)
def test_an_item_that_may_end_inside_quotes_is_unsure(item: str) -> None:
    assert unsure(item, "- kind: B\n") == [0]


@pytest.mark.parametrize(
    "item",
    [
        '- a: "closed"\n',
        '- a: "closed \\" closed"\n',
        "- a: 'it''s closed'\n",
        "- a: ''\n",
        '- a: ""\n',
        "- a: |\n    it doesn't matter\n",
        '- a: 24" wide\n',
    ],
)
def test_an_item_whose_last_quote_closes_or_opens_nothing_is_sure(item: str) -> None:
    assert unsure(item, "- kind: B\n") == []


def test_an_alias_to_another_items_anchor_is_unsure() -> None:
    assert unsure("- a: &x 1\n", "- b: *x\n", "- c: *y\n") == [1]
    assert unsure("- a: &x 1\n  b: *x\n", "- a: &x 1\n  b: *x\n") == [0, 1]


def test_an_alias_inside_one_item_is_sure() -> None:
    assert unsure("- a: &x 1\n  b: *x\n", "- a: &y 1\n  b: *y\n") == []


@pytest.mark.parametrize("item", ["- a: b && c &x\n", "- a: 2>&x\n", "- a: '*/5 * * * *'\n", "- a: 2*x\n"])
def test_an_ampersand_or_a_star_in_a_text_is_no_anchor_and_no_alias(item: str) -> None:
    assert unsure(item, "- a: 2*x & b\n") == []


PIECES = st.sampled_from(
    [
        *"\"'\\[]{},:-?&*#|> \n",
        *(
            "\n- ",
            "\n  ",
            "\n  - ",
            ": ",
            ' "',
            " '",
            "''",
            '\\"',
            "&x ",
            "*x",
            "key: ",
            "a",
            "b: |\n    ",
            "b: >-\n    ",
        ),
        *(' "a"', " 'b'", "\n  c: ", "!t ", "é"),
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_where_the_whole_text_can_be_read_the_slices_are_its_items(text: str) -> None:
    whole = f"{HEAD}- a{text}\n- last: 1\n"
    slices = cut(whole)
    if slices is None:
        return
    assert slices.head + "".join(slices.items) + slices.tail == whole
    try:
        items = yaml.load(whole, yaml.BaseLoader)["items"]  # noqa: S506  BaseLoader makes strings only
    except yaml.YAMLError:
        return
    read = {place: _read(item) for place, item in enumerate(slices.items)}
    if all(read[place] for place in slices.unsure):
        assert [read[place] for place in read] == [[item] for item in items]


def _read(item: str) -> object:
    try:
        return yaml.load(item, yaml.BaseLoader)  # noqa: S506  as above
    except yaml.YAMLError:
        return None
