"""The arguments of the plugin: what each mistake says, and that one mistake is told once."""

from dataclasses import fields

import pytest

from fn.arguments import FLAGS, Arguments, Mistake, nearest, parse, split_scalar


def only_mistake(argv: list[str]) -> Mistake:
    (mistake,) = parse(argv).mistakes
    return mistake


def test_each_flag_is_a_field() -> None:
    assert [flag.field for flag in FLAGS.values()] == [field.name for field in fields(Arguments)]
    assert [flag.name.replace("-", "_") for flag in FLAGS.values()] == [flag.field for flag in FLAGS.values()]


def test_no_flag_gives_no_argument() -> None:
    assert parse([]).arguments == Arguments()


def test_reads_every_form() -> None:
    parsed = parse(
        ["--master", "a", "-worker=b", "--port=0x5BA0", "--wait-master-enabled", "--wait-master-timeout", "9"]
    )
    assert parsed.arguments == Arguments("a", "b", 23456, True, 9)  # noqa: FBT003 - the fourth flag
    assert parsed.positions == {
        "master": 1,
        "worker": 2,
        "port": 3,
        "wait_master_enabled": 4,
        "wait_master_timeout": 6,
    }
    assert not parsed.mistakes


def test_the_last_of_a_repeated_flag_wins() -> None:
    parsed = parse(["--port=1", "--master=a", "--port", "2"])
    assert (parsed.arguments.port, parsed.positions["port"], parsed.replaced) == (2, 3, {0: 3})


def test_a_flag_that_is_repeated_with_its_value_replaces_nothing() -> None:
    assert parse(["--port=1", "--port", "0x1"]).replaced == {}


def test_a_repeated_flag_makes_good_what_only_the_cluster_would_refuse() -> None:
    assert parse(["--port=0", "--master=", "--port=2", "--master=a"]).arguments == Arguments(master="a", port=2)
    assert [mistake.index for mistake in parse(["--port=2", "--port=0", "--port=x"]).mistakes] == [2]


@pytest.mark.parametrize(
    ("argv", "proposed"),
    [
        (["--port 29500"], "--port=29500"),
        (["--port: 29500"], "--port=29500"),
        (["--master = master"], "--master=master"),
        (["\u2014port=29500"], "--port=29500"),
        (["'--port=29500'"], "--port=29500"),
        ([" --port=29500"], "--port=29500"),
        (["--port=29500,"], "--port=29500"),
        (["--port=029500"], "--port=29500"),
        (["--port=29500.0"], "--port=29500"),
        (["--port", '"29500"'], "29500"),
        (["port=29500"], "--port=29500"),
        (["port", "29500"], "--port"),
        (["--prot", "29500"], "--port"),
        (["--MASTER=chief"], "--master=chief"),
        (["--master=Chief"], "--master=chief"),
        (["--master_port=29500"], "--port=29500"),
        (["--waitMasterEnabled"], "--wait-master-enabled"),
        (["--wait-master"], "--wait-master-enabled"),
        (["--wait-master-timeout=10m"], "--wait-master-timeout=600"),
        (["--timeout=60"], "--wait-master-timeout=60"),
        (["--port=70000"], None),
        (["--port=10m"], None),
        (["--prot=70000"], None),
        (["--prot"], None),
        (["--workers=4"], None),
        (["--worker-num=4"], None),
        (["--master_addr=chief"], None),
        (["--wait-master-enable", "x"], None),
        (["master", "--port=1"], None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_proposes_what_is_plainly_meant(argv: list[str], proposed: str | None) -> None:
    assert only_mistake(argv).proposed == proposed


@pytest.mark.parametrize(
    ("argv", "indexes"),
    [
        (["--bogus", "x", "--port=2"], [0]),
        (["--bogus", "-5", "--port=2"], [0]),
        (["--bogus", "", "--port=2"], [0]),
        (["--bogus", "--port=2"], [0]),
        (["--bogus=1", "x", "--port=2"], [0, 1]),
        (["--", "--port=2"], [0]),
        (["--bogus", "--", "--port=2"], [0, 1]),
        (["port", "1", "--port=2"], [0]),
        (["master", "worker", "--port=2"], [0, 1]),
        (["--master", "--worker", "b", "--port=2"], [0]),
        (["--wait-master-enabled", "true", "--port=2"], [1]),
        (["--wait-master-enabled", "x", "--port=2"], [1]),
        (["--master=a --worker=b", "--port=2"], [0]),
        (["--wait-master-enabled --master=b", "--port=2"], [0]),
        (["--port=1 --master=b", "--port=2"], [0]),
        (["--master", "a --worker=b", "--port=2"], [1]),
        (["--prot=1", "--master='m'", "x", "--port=2"], [0, 1, 2]),
    ],
    ids=lambda value: " ".join(map(str, value)),
)
def test_one_mistake_is_told_once_and_reading_goes_on(argv: list[str], indexes: list[int]) -> None:
    parsed = parse(argv)
    assert [mistake.index for mistake in parsed.mistakes] == indexes
    assert parsed.arguments.port == 2


@pytest.mark.parametrize("value", ["${ROLE}", "{{ .Values.role }}", "<role>", "a-${N}"])
def test_a_name_or_image_that_is_filled_in_later_is_no_mistake(value: str) -> None:
    assert not parse([f"--master={value}", f"--wait-master-image={value}"]).mistakes


@pytest.mark.parametrize("name", ["-a", "a-", "a_b", "a.b", "A", "a" * 64, "a\n", "ä"])
def test_a_name_that_no_task_can_have(name: str) -> None:
    assert only_mistake([f"--worker={name}"]).id == "role-name"


@pytest.mark.parametrize("name", ["a", "0", "rank-0", "a" * 63])
def test_a_name_that_a_task_can_have(name: str) -> None:
    assert parse([f"--worker={name}"]).arguments.worker == name


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("--master=master --port=23456", ["--master=master", "--port=23456"]),
        ("--port 23456\n--wait-master-enabled true", ["--port=23456", "--wait-master-enabled=true"]),
        ('["--port=1", "--wait-master-enabled"]', ["--port=1", "--wait-master-enabled"]),
        ("--port=1", ["--port=1"]),
        ("--port=auto", None),
        ("master", None),
        ("", None),
    ],
)
def test_splits_a_scalar_into_the_list_that_was_meant(text: str, items: list[str] | None) -> None:
    assert split_scalar(text) == items


def test_a_long_value_is_cut_in_the_message_but_not_in_the_proposal() -> None:
    image = "a" * 250
    mistake = only_mistake([f"--wait-master-image={image} "])
    assert len(mistake.problem) < 300
    assert mistake.proposed == f"--wait-master-image={image}"


def test_nearest_looks_past_case_and_separators() -> None:
    words = ("wait-master-image", "rank")
    assert nearest("waitMasterImage", words) == "wait-master-image"
    assert nearest("rnak", words) == "rank"
    assert nearest("backend", words) is None
