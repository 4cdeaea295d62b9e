"""What a ResourceList must be, and what an item says about itself."""

from __future__ import annotations

import json

import pytest

from fn.config import Config
from fn.nodes import TextError
from fn.resourcelist import Item, ResourceList, ResourceListError, Severity, SlicedList, WholeList
from fn.results import File, ResourceRef
from fn.transform import transform

HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
JOB = "- apiVersion: batch.volcano.sh/v1alpha1\n  kind: Job\n  metadata:\n    name: train\n    namespace: ml\n"


def item(text: str) -> Item:
    return ResourceList.read(HEAD + text).items[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# only a comment\n", "is empty"),
        ("[]\n", "got no kind"),
        ("text\n", "got no kind"),
        ("null\n", "got no kind"),
        ("items: []\n", "got no kind"),
        ("kind: Deployment\n", 'got kind "Deployment"; for plain manifests add a dash: `pytorch-plugin -`'),
        ("kind: A\n---\nkind: B\n", 'got kind "A"; for plain manifests add a dash'),
        ("kind: List\nitems: []\n", 'got kind "List"'),
        ('kind: "a\\nb"\n', r'got kind "a\\nb"'),
        ("kind: ResourceList\nitems: []\n", 'must be "config.kubernetes.io/v1" or .*, got none'),
        ("apiVersion: v1\nkind: ResourceList\nitems: []\n", 'must be "config.kubernetes.io/v1" or .*, got "v1"'),
        (HEAD + "---\n" + HEAD, "must be one YAML document, got 2"),
        ("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n", "must have `items`"),
        (HEAD.replace("items:", "items: text"), "`items` must be a list"),
        (HEAD.replace("items:", "items: {}"), "`items` must be a list"),
        (HEAD.replace("items:", "spare: &i []\nitems: *i"), "`items` must be a list, and no alias"),
        (HEAD + JOB + "items: []\n", "`items` must stand once in a ResourceList, line 9 has it again"),
        (HEAD + JOB + "results: []\nresults: []\n", "`results` must stand once in a ResourceList, line 10"),
        (HEAD + JOB + "results: text\n", "`results` must be a list"),
        (HEAD + JOB + "results:\n  name: a\n  items: text\n", "`results` must be a list"),
    ],
)
def test_what_is_no_resource_list_is_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(ResourceListError, match=problem.replace("[", r"\[")) as caught:
        ResourceList.read(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("version", ["config.kubernetes.io/v1", "config.kubernetes.io/v1beta1"])
def test_both_versions_are_read(version: str) -> None:
    assert len(ResourceList.read(HEAD.replace("config.kubernetes.io/v1", version) + JOB).items) == 1


@pytest.mark.parametrize("items", ["[]", "null", "~", ""])
def test_a_list_without_items_is_an_empty_list(items: str) -> None:
    assert ResourceList.read(HEAD.replace("items:", f"items: {items}")).items == []


@pytest.mark.parametrize("results", ["[]", "null", "", "{name: a}", "{name: a, items: null}"])
def test_results_that_say_nothing_are_none(results: str) -> None:
    assert ResourceList.read(f"{HEAD}{JOB}results: {results}\n").results == []


def test_a_key_that_nobody_knows_is_no_reason_to_refuse() -> None:
    text = HEAD + JOB + "metadata: {}\n"
    assert ResourceList.read(text).text([]) == text


def test_broken_yaml_is_told_with_its_place() -> None:
    with pytest.raises(TextError, match="line 5, column 5: mapping values are not allowed"):
        ResourceList.read(HEAD + "- a: b\n   c: d\nother: {}\n")


@pytest.mark.parametrize(
    "broken",
    [
        "- kind: A\n   metadata: {}\n",
        "- kind: [A\n",
        "- kind: *nobody\n",
        "- &self [*self]\n",
        "- kind: \x07\n",
        "- " + "[" * 5000 + "\n",
        "- " + "- " * 5000 + "a\n",
    ],
)
def test_an_item_that_nobody_asks_for_may_be_broken(broken: str) -> None:
    text = HEAD + JOB + broken + JOB
    resource_list = ResourceList.read(text)
    assert [each.name for each in resource_list.items[::2]] == ["train", "train"]
    assert resource_list.text([]) == text


def test_a_broken_last_item_keeps_no_result_away() -> None:
    resource_list = ResourceList.read(HEAD + JOB + "- kind: [A\n")
    text = resource_list.text([resource_list.items[0].result(Severity.ERROR, "x", "spec", "m")])
    assert text.startswith(HEAD + JOB + "- kind: [A\nresults:\n")


def test_an_item_that_is_asked_for_and_broken_says_where_in_the_whole_input() -> None:
    resource_list = ResourceList.read(HEAD + JOB + "- kind: A\n   metadata: {}\n")
    with pytest.raises(TextError, match="line 10, column 12"):
        resource_list.items[1].node  # noqa: B018  the error is what counts


@pytest.mark.parametrize("text", [HEAD + JOB + JOB, HEAD + "# c\n" + JOB + JOB])
def test_lines_of_nodes_count_in_the_whole_input(text: str) -> None:
    node = ResourceList.read(text).items[1].node
    assert text.split("\n")[node.line - 1] == "- apiVersion: batch.volcano.sh/v1alpha1"


def test_lines_of_function_config_count_in_the_whole_input() -> None:
    node = ResourceList.read(HEAD + JOB + "functionConfig:\n  kind: A\n").function_config
    assert node is not None
    assert node.line == 10


def test_an_item_is_parsed_only_when_somebody_asks() -> None:
    resource_list = ResourceList.read(HEAD + JOB + JOB)
    assert isinstance(resource_list, SlicedList)
    assert resource_list.items[0].mentions("volcano")
    resource_list.items[0].node  # noqa: B018  asks
    assert ["document" in vars(each) for each in resource_list.items] == [True, False]


def test_a_run_parses_no_item_that_cannot_concern_it() -> None:
    resource_list = ResourceList.read(HEAD + "- kind: Service\n  spec:\n    it: isn't\n" * 100)
    assert transform(resource_list.items, Config()) == []
    assert not any("document" in vars(each) for each in resource_list.items)


@pytest.mark.parametrize("read", [ResourceList.read, WholeList])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- kind: Job\n", True),
        ("- kind: Service\n", False),
        ('- kind: "\\x4aob"\n', True),
        ('- kind: "\\u004aob"\n', True),
        ('- kind: "Jo\\\n    b"\n', True),
        ('- kind: "a\\tb"\n', False),
    ],
)
def test_an_item_mentions_a_word_unless_it_certainly_does_not(read: object, text: str, told: bool) -> None:  # noqa: FBT001
    assert callable(read)
    items = read(f"{HEAD}{text}- kind: Job\n").items
    assert items[0].mentions("Job") is told


def test_an_alias_may_mention_any_word() -> None:
    items = WholeList(HEAD + "- &a\n  kind: Job\n- *a\n- kind: Service\n").items
    assert [each.mentions("Job") for each in items] == [True, True, False]
    assert items[1].kind == "Job"


def test_a_changed_item_leaves_its_alias_as_it_was() -> None:
    resource_list = ResourceList.read(HEAD + "- &a\n  kind: Job\n- *a\n")
    resource_list.items[1].own().put("kind", "Service")  # type: ignore[attr-defined]
    assert [each.kind for each in resource_list.items] == ["Job", "Service"]


def test_an_object_says_its_words() -> None:
    job = item(JOB)
    assert (job.api_version, job.kind, job.name, job.namespace) == ("batch.volcano.sh/v1alpha1", "Job", "train", "ml")
    assert job.generate_name is None
    assert item("- metadata:\n    generateName: train-\n").generate_name == "train-"


@pytest.mark.parametrize(
    "text", ["- null\n", "- text\n", "- [kind]\n", "- {}\n", "- kind: 1\n  apiVersion: null\n  metadata: text\n"]
)
def test_an_item_that_is_no_object_has_no_words(text: str) -> None:
    each = item(text)
    assert {each.api_version, each.kind, each.name, each.namespace, each.generate_name} == {None}


def test_a_result_names_object_and_field() -> None:
    result = item(JOB).result(Severity.ERROR, "role-name", "spec.a", "must be 1", current=2)
    assert result.message == "must be 1 [role-name]"
    assert result.resource_ref == ResourceRef("batch.volcano.sh/v1alpha1", "Job", "train", "ml")
    assert result.field is not None
    assert result.field.data() == {"path": "spec.a", "currentValue": 2}
    assert result.file is None
    assert str(result) == "error: Job/ml/train spec.a: must be 1 [role-name]"


def test_a_result_about_the_whole_object_has_no_field() -> None:
    assert item(JOB).result(Severity.INFO, "x", "", "m").field is None


def test_an_empty_namespace_is_none() -> None:
    result = item(JOB.replace("ml", '""')).result(Severity.INFO, "x", "spec", "m")
    assert result.resource_ref == ResourceRef("batch.volcano.sh/v1alpha1", "Job", "train")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "- {apiVersion: v1, kind: Job, metadata: {generateName: train-}}\n",
            "Job (generateName train-) spec.a: m [x]",
        ),
        ("- {apiVersion: v1, kind: Job}\n", "Job (items[0]) spec.a: m [x]"),
        ('- {apiVersion: v1, kind: Job, metadata: {name: ""}}\n', "Job (items[0]) spec.a: m [x]"),
        ("- {kind: Job, metadata: {name: train}}\n", "Job (train) spec.a: m [x]"),
        ("- {}\n", "items[0] spec.a: m [x]"),
        ("- [\n", "items[0] spec.a: m [x]"),
        ('- {kind: "J\\nb"}\n', r"J\nb (items[0]) spec.a: m [x]"),
    ],
)
def test_a_result_about_an_object_without_a_name_says_where_in_its_message(text: str, message: str) -> None:
    result = item(text).result(Severity.ERROR, "x", "spec.a", "m", current=1)
    assert result.data() == {"message": message, "severity": "error"}


def test_a_result_about_a_whole_object_without_a_name_has_no_gap() -> None:
    assert item("- {}\n").result(Severity.ERROR, "x", "", "m").message == "items[0]: m [x]"


def test_text_of_the_user_in_a_message_stays_one_line() -> None:
    assert item(JOB).result(Severity.ERROR, "x", "spec", "got a\nb\x1b[0m").message == r"got a\nb\x1b[0m [x]"


INTERNAL = "internal.config.kubernetes.io"
SEQINDENT = "internal.config.kubernetes.io/seqindent: compact"


@pytest.mark.parametrize(
    ("annotations", "file"),
    [
        (f"{{{SEQINDENT}, internal.config.kubernetes.io/path: a/b.yaml}}", File("a/b.yaml")),
        (
            f"{{{SEQINDENT}, config.kubernetes.io/path: old, {INTERNAL}/path: a.yaml, {INTERNAL}/index: '3'}}",
            File("a.yaml", 3),
        ),
        (f"{{{SEQINDENT}, config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: '1'}}", File("a.yaml", 1)),
        (f"{{{SEQINDENT}, config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: x}}", File("a.yaml")),
        (f"{{{SEQINDENT}, config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: '-1'}}", File("a.yaml")),
        (
            f"{{{SEQINDENT}, config.kubernetes.io/path: a.yaml, config.kubernetes.io/index: '{'9' * 5000}'}}",
            File("a.yaml"),
        ),
        (f"{{{SEQINDENT}, config.kubernetes.io/path: ''}}", None),
        (f"{{{SEQINDENT}}}", None),
        ("{internal.config.kubernetes.io/path: ml/job_train.yaml}", None),
        ("text", None),
    ],
)
def test_a_result_names_the_file_only_of_what_kpt_read_from_one(annotations: str, file: File | None) -> None:
    assert item(JOB + f"    annotations: {annotations}\n").result(Severity.INFO, "x", "spec", "m").file == file


def test_json_in_json_out() -> None:
    text = json.dumps({"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"kind": "A"}]})
    resource_list = ResourceList.read(text)
    after = resource_list.text([resource_list.items[0].result(Severity.ERROR, "x", "", 'a "b" ✓')])
    assert after.startswith(text[:-1])
    assert json.loads(after)["results"] == [{"message": 'A (items[0]): a "b" ✓ [x]', "severity": "error"}]


def test_crlf_stays_crlf() -> None:
    text = (HEAD + JOB).replace("\n", "\r\n")
    resource_list = ResourceList.read(text)
    after = resource_list.text([resource_list.items[0].result(Severity.ERROR, "x", "", "m")])
    assert after.startswith(text)
    assert after.count("\n") == after.count("\r\n") > text.count("\n")


def test_infos_beyond_twenty_are_folded_in_the_output() -> None:
    resource_list = ResourceList.read(HEAD + "".join(JOB.replace("train", f"train-{n}") for n in range(30)))
    after = resource_list.text([each.result(Severity.INFO, "x", "spec", "m") for each in resource_list.items])
    results = ResourceList.read(after).results
    assert len(results) == 21
    assert results[-1].data() == {"message": "… and 10 more Jobs [x]", "severity": "info"}
