"""Kubernetes' quantities: `500m`, `2Gi`, `1e3`.

Source: kubernetes staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go, v1.36.1
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.nodes import Scalar

if TYPE_CHECKING:
    from fractions import Fraction

    from fn.nodes import Data, Node

QUANTITY = re.compile(
    r"(?P<number>[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+))(?P<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?"
)
DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}


def quantity(node: Node | None) -> Fraction | None:
    """Give the amount that Kubernetes reads here, or None where it reads none."""
    return amount_of(node.value()) if isinstance(node, Scalar) else None


def amount_of(value: Data) -> Fraction | None:
    """Give the amount that Kubernetes reads in a value, or None where it reads none."""
    from fractions import Fraction  # noqa: PLC0415  3 ms to import, for Jobs that ask for resources

    if value is None or isinstance(value, bool):
        return None
    match = QUANTITY.fullmatch(value if isinstance(value, str) else str(value))
    if match is None or len(match["number"]) > len(str(2**63)) + 10:
        return None
    number, suffix = Fraction(match["number"]), match["suffix"] or ""
    if suffix in BINARY:
        return number * Fraction(2) ** BINARY[suffix]
    if suffix in DECIMAL:
        return number * Fraction(10) ** DECIMAL[suffix]
    return number * Fraction(10) ** int(suffix[1:])
