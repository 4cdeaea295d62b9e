"""Quantities are read as Kubernetes reads them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fn.nodes import parse
from fn.quantity import quantity


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("2", Fraction(2)),
        ('"2"', Fraction(2)),
        ("0.5", Fraction(1, 2)),
        ("500m", Fraction(1, 2)),
        ("2000m", Fraction(2)),
        ("16Gi", Fraction(16 * 2**30)),
        ("8G", Fraction(8 * 10**9)),
        ("1e3", Fraction(1000)),
        ('"1E3"', Fraction(1000)),
        ('"1E"', Fraction(10**18)),
        ("5u", Fraction(5, 10**6)),
        (".5", Fraction(1, 2)),
        ('"+1."', Fraction(1)),
        ("-1", Fraction(-1)),
    ],
)
def test_an_amount(text: str, amount: Fraction) -> None:
    assert quantity(parse(text).roots[0]) == amount


@pytest.mark.parametrize(
    "text", ["16GB", "1 Gi", '""', "~", "true", "two", '"0x10"', '"1_000"', "[1]", '"1e3m"', '"."']
)
def test_no_amount(text: str) -> None:
    assert quantity(parse(text).roots[0]) is None


def test_thousands_of_digits_are_no_amount() -> None:
    assert quantity(parse('"' + "9" * 5000 + '"').roots[0]) is None
