"""How Kubernetes reads scalars. The values come from sigs.k8s.io/yaml v1.4.0, whose decoder is go-yaml v2."""

from __future__ import annotations

import math

import pytest

from tests.lossless.cases import root


def value(text: str) -> object:
    return root(f"k: {text}\n").get("k").value()


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL", "!!null", "!!null ~"])
def test_null(text: str) -> None:
    assert value(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, True) for text in ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]),
        *((text, False) for text in ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]),
        ("!!bool yes", True),
    ],
)
def test_bools(text: str, expected: bool) -> None:  # noqa: FBT001 - a parameter of the case
    assert value(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0),
        ("-0", 0),
        ("+1", 1),
        ("010", 8),
        ("0o17", 15),
        ("0O17", 15),
        ("-010", -8),
        ("08", 8),
        ("09.25", 9.25),
        ("0x1F", 31),
        ("0X1f", 31),
        ("+0x1f", 31),
        ("0x1_F", 31),
        ("0b11", 3),
        ("-0b11", -3),
        ("1_000", 1000),
        ("1_", 1),
        ("1__0", 10),
        ("1.0", 1),
        ("5.", 5),
        ("1e3", 1000),
        ("12e03", 12000),
        ("1E+5", 100000),
        ("1e-6", 0.000001),
        (".5", 0.5),
        (".1_0", 0.1),
        ("-.5", -0.5),
        ("9223372036854775807", 2**63 - 1),
        ("18446744073709551615", 2**64 - 1),
        ("100000000000000000000", 10**20),
        ("1e21", 1e21),
        ("!!int 5", 5),
        ("!!int '5'", 5),
        ("!!float 5", 5),
    ],
)
def test_numbers(text: str, expected: float) -> None:
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(("text", "expected"), [(".inf", math.inf), ("+.INF", math.inf), ("-.Inf", -math.inf)])
def test_infinity(text: str, expected: float) -> None:
    assert value(text) == expected


def test_not_a_number() -> None:
    found = value(".nan")
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize(
    "text",
    [
        *["1:20", "12:30:45", "2024-01-02", "2001-12-14t21:59:43.10-05:00", "=", "<<", "_1", "0o", "0x", "0b", "0b12"],
        *["0xg", "1e", "e1", "1.2.3", ".", "+", ".e1", "._1", "1e400", "tRUE", "nULL", "~x", "NaN", "Infinity", "inf"],
        *["1.5e", "http://x", "10Gi", "1_a"],
    ],
)
def test_plain_text_that_is_a_string(text: str) -> None:
    assert value(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"yes"', "yes"),
        ("'5'", "5"),
        ("|-\n  5", "5"),
        (">-\n  ~", "~"),
        ("!!str 5", "5"),
        ("!!str", ""),
        ("! 5", "5"),
        ("!", ""),
        ("!foo 5", "5"),
        ("!!int x", "x"),
        ("!!timestamp 2024-01-02", "2024-01-02"),
        ("!!python/object/apply:os.system 'x'", "x"),
    ],
)
def test_quotes_and_tags_make_strings(text: str, expected: str) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("on", "true"),
        ("n", "false"),
        ("010", "8"),
        ("1e3", "1000"),
        ("1:20", "1:20"),
        ("'on'", "on"),
        ("!!str 010", "010"),
        ("1.5", "1.5"),
    ],
)
def test_keys(text: str, key: str) -> None:
    assert root(f"{text}: 1\n").keys() == [key]
