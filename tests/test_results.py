"""What a Result may hold, how it reads on stderr, and how many results are one."""

from __future__ import annotations

import pytest

from fn.results import (
    ABSENT,
    Field,
    File,
    ResourceRef,
    Result,
    Severity,
    exit_code,
    folded,
    in_order,
    one_line,
    without_doubles,
)

JOB = ResourceRef("batch.volcano.sh/v1alpha1", "Job", "train", "ml")


def info(name: str, check: str = "rank-strategy", kind: str = "Job") -> Result:
    return Result(f"RANK is a constant [{check}]", Severity.INFO, ResourceRef("v1", kind, name))


@pytest.mark.parametrize("message", ["", "two\nlines", "two\u2028lines", "an escape \x1b[31m code", "\ud800", "a\tb"])
def test_a_message_is_one_printable_line(message: str) -> None:
    with pytest.raises(ValueError, match="one printable line"):
        Result(message, Severity.ERROR)


def test_a_field_stands_only_beside_its_object() -> None:
    result = Result("item 0 spec.tasks[0].replicas: must be 1", Severity.ERROR, field=Field("spec.tasks[0].replicas"))
    assert "field" not in result.data()
    assert str(result) == "error: item 0 spec.tasks[0].replicas: must be 1"


@pytest.mark.parametrize(("api_version", "kind", "name"), [("", "Job", "x"), ("v1", "", "x"), ("v1", "Job", "")])
def test_a_resource_ref_is_complete(api_version: str, kind: str, name: str) -> None:
    with pytest.raises(ValueError, match="apiVersion, kind and name"):
        ResourceRef(api_version, kind, name)


def test_a_field_has_a_path() -> None:
    with pytest.raises(ValueError, match="path"):
        Field("")


@pytest.mark.parametrize(("path", "index"), [("", 0), ("a.yaml", -1)])
def test_a_file_has_a_path_and_counts_from_0(path: str, index: int) -> None:
    with pytest.raises(ValueError, match="path and an index"):
        File(path, index)


def test_the_data_has_the_order_of_the_functions_spec() -> None:
    result = Result("must be 1 [x]", Severity.ERROR, JOB, Field("spec.a", 2, 1), File("job.yaml"))
    assert list(result.data()) == ["message", "severity", "resourceRef", "field", "file"]
    assert result.data() == {
        "message": "must be 1 [x]",
        "severity": "error",
        "resourceRef": {"apiVersion": JOB.api_version, "kind": "Job", "name": "train", "namespace": "ml"},
        "field": {"path": "spec.a", "currentValue": 2, "proposedValue": 1},
        "file": {"path": "job.yaml", "index": 0},
    }


def test_an_absent_value_is_left_out_and_a_null_is_written() -> None:
    assert Field("spec.a").data() == {"path": "spec.a"}
    assert Field("spec.a", None, ABSENT).data() == {"path": "spec.a", "currentValue": None}


def test_an_absent_or_empty_namespace_is_left_out() -> None:
    assert "namespace" not in ResourceRef("v1", "Job", "train").data()
    assert "namespace" not in ResourceRef("v1", "Job", "train", "").data()


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (
            Result("must be 1 [x]", Severity.ERROR, JOB, Field("spec.tasks[0].replicas")),
            "error: Job/ml/train spec.tasks[0].replicas: must be 1 [x]",
        ),
        (Result("m [x]", Severity.WARNING, ResourceRef("v1", "Job", "train")), "warning: Job/train: m [x]"),
        (Result("m [x]", Severity.ERROR), "error: m [x]"),
        (Result("m [x]", Severity.ERROR, JOB, source="job.yaml:12"), "job.yaml:12: error: Job/ml/train: m [x]"),
        (Result("m [x]", Severity.ERROR, ResourceRef("v1", "Job", "a\nb\x1b[2J")), r"error: Job/a\nb\x1b[2J: m [x]"),
        (Result("m [x]", Severity.ERROR, source="jo\nb\udcff.yaml:1"), r"jo\nb\udcff.yaml:1: error: m [x]"),
    ],
)
def test_a_line_for_stderr_is_one_line_that_no_terminal_obeys(result: Result, line: str) -> None:
    assert str(result) == line


def test_printable_text_stays_as_it_is() -> None:
    assert one_line("grün ✓ 日本 \U0001f600 a\\b") == "grün ✓ 日本 \U0001f600 a\\b"


@pytest.mark.parametrize("text", ["\u202eevil", "\x7f", "\x85", "a\rb", "\0"])
def test_what_a_terminal_would_obey_is_escaped(text: str) -> None:
    assert one_line(text).isascii()
    assert one_line(text).isprintable()


@pytest.mark.parametrize(
    ("message", "check"),
    [("must be 1 [role-name]", "role-name"), ("no id", ""), ("ends in list[0]", ""), ("[a] b", ""), ("a [b] [c]", "c")],
)
def test_the_id_is_the_word_in_brackets_at_the_end(message: str, check: str) -> None:
    assert Result(message, Severity.ERROR).id == check


@pytest.mark.parametrize(
    ("severities", "fail_on", "code"),
    [
        ([], Severity.ERROR, 0),
        ([Severity.INFO, Severity.WARNING], Severity.ERROR, 0),
        ([Severity.INFO, Severity.ERROR], Severity.ERROR, 1),
        ([Severity.INFO], Severity.WARNING, 0),
        ([Severity.WARNING], Severity.WARNING, 1),
        ([Severity.ERROR], Severity.WARNING, 1),
    ],
)
def test_the_exit_code_is_1_exactly_if_a_result_is_as_bad_as_fail_on(
    severities: list[Severity], fail_on: Severity, code: int
) -> None:
    assert exit_code([Result("m", severity) for severity in severities], fail_on) == code


def test_errors_come_before_warnings_before_infos_and_stay_in_order_among_themselves() -> None:
    given = [Result(f"{n}", severity) for n in (1, 2) for severity in (Severity.INFO, Severity.ERROR, Severity.WARNING)]
    assert [str(result) for result in in_order(given)] == [
        "error: 1",
        "error: 2",
        "warning: 1",
        "warning: 2",
        "info: 1",
        "info: 2",
    ]


def test_twenty_infos_of_one_id_stay() -> None:
    given = [info(f"job-{n}") for n in range(20)]
    assert folded(given) == given


def test_infos_beyond_twenty_become_one_without_an_object() -> None:
    given = [info(f"job-{n}") for n in range(300)]
    assert folded(given) == [*given[:20], Result("… and 280 more Jobs [rank-strategy]", Severity.INFO)]


def test_a_single_info_beyond_twenty_is_counted_in_the_singular() -> None:
    assert folded([info(f"job-{n}") for n in range(21)])[-1].message == "… and 1 more Job [rank-strategy]"


def test_infos_of_several_kinds_or_several_of_one_object_are_counted_without_a_kind() -> None:
    kinds = [info(f"x-{n}", kind=kind) for n in range(20) for kind in ("Job", "CronJob")]
    assert folded(kinds)[-1].message == "… and 20 more [rank-strategy]"
    assert folded([info("job") for _ in range(40)])[-1].message == "… and 20 more [rank-strategy]"


def test_each_id_is_counted_by_itself_and_the_order_stays() -> None:
    given = [info(f"job-{n}", check) for n in range(15) for check in ("a", "b")]
    assert folded(given) == given


@pytest.mark.parametrize("severity", [Severity.ERROR, Severity.WARNING])
def test_errors_and_warnings_are_never_folded(severity: Severity) -> None:
    given = [Result("m [x]", severity) for _ in range(50)]
    assert folded(given) == given


def test_a_result_equal_in_all_fields_to_an_earlier_one_is_a_double() -> None:
    result = Result("m [x]", Severity.WARNING, JOB, Field("spec.a", 1, None), File("job.yaml", 1))
    assert without_doubles([result], [dict(reversed(result.data().items()))]) == []


@pytest.mark.parametrize(
    "earlier",
    [
        {"message": "m [x]", "severity": "info", "field": {"path": "spec.a", "currentValue": 1}},
        {"message": "m [x]", "severity": "warning"},
        {"message": "m [x]", "severity": "warning", "resourceRef": JOB.data()},
        {**Result("m [x]", Severity.WARNING, JOB, Field("spec.a", 1)).data(), "tags": {"a": "b"}},
        Result("m [x]", Severity.WARNING, JOB, Field("spec.a", current_value=True)).data(),
        "m [x]",
        None,
    ],
)
def test_a_result_that_differs_in_any_field_is_no_double(earlier: object) -> None:
    result = Result("m [x]", Severity.WARNING, JOB, Field("spec.a", 1))
    assert without_doubles([result], [earlier]) == [result]  # type: ignore[list-item]
