"""Plain manifests in, plain manifests out."""

from __future__ import annotations

import pytest

from fn.manifests import ManifestError, Manifests
from fn.nodes import Mapping, TextError
from fn.resourcelist import Severity

A = "kind: A\nmetadata:\n  name: a\n"
B = "kind: B\nmetadata:\n  name: b\n"
CONFIG = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\nspec:\n  port: 1\n"


def read(*texts: str) -> Manifests:
    return Manifests.read((f"{place}.yaml", text) for place, text in enumerate(texts, 1))


def kinds(manifests: Manifests) -> list[str | None]:
    return [item.kind for item in manifests.items]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "# nothing\n",
        "---\n",
        A,
        A.rstrip("\n"),
        f"---\n{A}---\n{B}",
        f"---\n# Source: chart/a.yaml\n{A}---\n# Source: chart/b.yaml\n{B}---\n",
        f"{A}---\n\n---\n# empty\n---\n{B}",
        f"{A}--- # comment\n{B}...\n",
        f"{A}...\n{B}",
        f"{A}...\n---\n{B}",
        "--- {kind: A}\n--- {kind: B}\n",
        f"%YAML 1.2\n---\n{A}...\n%YAML 1.2\n---\n{B}",
        f"\ufeff---\n{A}",
        f"\ufeff{A}",
        f"---\n{A}---\n{B}".replace("\n", "\r\n"),
        '{"kind": "A"}\n',
        "kind: A\ntext: |\n  ---\n  text\n---\nkind: B\n",
        "kind: A\ntext: ---\n",
        "kind: List\nitems:\n- kind: A\n",
        f"{A}---\nbroken: [\n---\n{B}",
    ],
)
def test_what_nobody_changed_is_what_was_read(text: str) -> None:
    assert read(text).text() == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"---\n{A}---\n{B}", ["A", "B"]),
        (f"{A}---\n# only a comment\n---\n\n---\n{B}", ["A", "B"]),
        (f"# a comment\n---\n{A}", ["A"]),
        (f"{A}...\n{B}", ["A", "B"]),
        (f"{A}...\r\n{B}".replace("\n", "\r\n"), ["A", "B"]),
        ("--- {kind: A}\n--- {kind: B}", ["A", "B"]),
        (f"%YAML 1.1\n---\n{A}", ["A"]),
        (f"\ufeff# a comment\n---\n{A}", ["A"]),
        ("kind: A\ntext: |\n  ---\n  text\n", ["A"]),
        ("---kind: A\n", [None]),
        ("null\n", [None]),
        ("", []),
        ("---\n---\n...\n", []),
    ],
)
def test_each_document_with_an_object_is_an_item(text: str, expected: list[str | None]) -> None:
    assert kinds(read(text)) == expected


def test_a_changed_document_leaves_the_others() -> None:
    manifests = read(f"---\n# first\n{A}---\n# second\n{B}---\nbroken: [\n")
    own = manifests.items[0].own()
    assert isinstance(own, Mapping)
    own.put("kind", "C")
    assert manifests.text() == f"---\n# first\n{A}---\n# second\n{B}---\nbroken: [\n".replace("kind: A", 'kind: "C"')


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        ((A, B), f"{A}---\n{B}"),
        ((A.rstrip("\n"), B), f"{A}---\n{B}"),
        ((f"---\n{A}", f"---\n{B}"), f"---\n{A}---\n{B}"),
        ((A, f"# head\n\n---\n{B}"), f"{A}# head\n\n---\n{B}"),
        ((A, f"\ufeff{B}"), f"{A}---\n{B}"),
        ((A, "", B), f"{A}---\n{B}"),
        (("", A), A),
        ((A, f"%YAML 1.2\n---\n{B}"), f"{A}...\n%YAML 1.2\n---\n{B}"),
        ((f"{A}...\n", f"%YAML 1.2\n---\n{B}"), f"{A}...\n...\n%YAML 1.2\n---\n{B}"),
    ],
)
def test_files_are_joined_as_documents(texts: tuple[str, ...], whole: str) -> None:
    manifests = read(*texts)
    assert manifests.text() == whole
    assert kinds(read(whole)) == kinds(manifests)


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        ((f"{CONFIG}---\n{A}",), f"---\n{A}"),
        ((f"{A}---\n{CONFIG}",), A),
        ((f"{A}---\n# about it\n{CONFIG}---\n{B}",), f"{A}---\n{B}"),
        ((CONFIG, A), A),
        ((A, CONFIG, B), f"{A}---\n{B}"),
        ((CONFIG,), ""),
    ],
)
def test_the_function_config_is_read_and_not_written(texts: tuple[str, ...], whole: str) -> None:
    manifests = read(*texts)
    assert manifests.config is not None
    assert manifests.config.api_version == "fn.volcano.sh/v1alpha1"
    assert manifests.text() == whole
    assert "PyTorchPlugin" not in kinds(manifests)


def test_a_second_function_config_is_refused_with_the_place_of_both() -> None:
    with pytest.raises(ManifestError, match=r"^2.yaml:4: error: must be the only PyTorchPlugin, .* 1.yaml:1 already$"):
        read(CONFIG, f"{A}---\n{CONFIG}")


def test_a_resource_list_is_refused_with_the_right_call() -> None:
    text = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
    with pytest.raises(
        ManifestError, match=r"^1.yaml:4: error: a ResourceList goes to stdin, .* `pytorch-plugin < 1.yaml`$"
    ):
        read(f"{A}---\n{text}")


def test_a_text_that_names_these_kinds_is_neither() -> None:
    text = f"{A}text: |\n  kind: ResourceList\n  kind: PyTorchPlugin\n"
    manifests = read(text)
    assert manifests.config is None
    assert manifests.text() == text


def test_a_document_that_may_be_the_function_config_and_is_broken_says_where() -> None:
    with pytest.raises(ManifestError, match=r"^1.yaml:5: error: mapping values are not allowed"):
        read(f"{A}---\nkind: PyTorchPlugin: a\n")


def test_a_broken_document_says_its_line_in_the_file() -> None:
    manifests = read(f"{A}---\nkind: B: c\n")
    with pytest.raises(TextError, match="line 5, column 8"):
        manifests.items[1].node  # noqa: B018  the error is what counts


TASKS = """\
kind: A
---
apiVersion: v1
kind: Job
metadata: {name: train, annotations: {a.b/c: d}}
spec:
  tasks:
  - name: master
  - name: worker
    replicas: 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("", 3),
        ("spec", 6),
        ("spec.tasks[0]", 8),
        ("spec.tasks[1].replicas", 10),
        ("spec.tasks[1].template.spec", 9),
        ("spec.tasks", 7),
        ("spec.tasks[7]", 7),
        ("spec.tasks[1].replicas.more", 10),
        ("metadata.annotations[a.b/c]", 5),
        ("nothing.at[0].all", 3),
    ],
)
def test_a_result_begins_with_the_file_and_the_line_of_its_field(path: str, line: int) -> None:
    result = read("kind: Z\n", TASKS).items[2].result(Severity.ERROR, "x", path, "m")
    assert result.source == f"2.yaml:{line}"
    assert str(result).startswith(f"2.yaml:{line}: error: Job/train")


def test_a_result_about_a_field_that_was_changed_keeps_a_line() -> None:
    job = read("kind: Z\n", TASKS).items[2]
    own = job.own()
    assert isinstance(own, Mapping)
    own.put("spec", {"tasks": [{"replicas": 2}]})
    assert job.result(Severity.ERROR, "x", "spec.tasks[0].replicas", "m").source == "2.yaml:7"


def test_a_result_about_an_object_without_a_name_says_so() -> None:
    result = read(A, "# head\nkind: Job\n").items[1].result(Severity.ERROR, "x", "spec", "m")
    assert str(result) == "2.yaml:2: error: Job (without a name) spec: m [x]"


def test_a_result_about_a_document_that_cannot_be_read_has_the_line_of_the_mistake() -> None:
    result = read(f"{A}---\nkind: A\nb: c: d\n").items[1].result(Severity.ERROR, "x", "", "m")
    assert str(result) == "1.yaml:6: error: without a name: m [x]"
