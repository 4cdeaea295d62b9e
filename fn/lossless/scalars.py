"""How Kubernetes reads a YAML scalar, and how new text is written so that every reader agrees.

Kubernetes decodes YAML with go-yaml v2: `yes` and `on` are booleans, `010` is 8, `08` is 8 as well (no octal, so a
float), `1:20` and dates are strings. Neither YAML 1.1 nor 1.2 as Python's libraries know them agrees with that.

Source: sigs.k8s.io/yaml goyaml.v2/resolve.go, `resolve`.
"""

import math
import re
from collections.abc import Mapping
from typing import TypeAlias

Value: TypeAlias = bool | int | float | str | None
Data: TypeAlias = "Value | list[Data] | dict[str, Data]"

_WORDS: Mapping[str, Value] = {
    word: value
    for value, words in (
        (None, "~ null Null NULL"),
        (True, "y Y yes Yes YES true True TRUE on On ON"),
        (False, "n N no No NO false False FALSE off Off OFF"),
        (math.nan, ".nan .NaN .NAN"),
        (math.inf, ".inf .Inf .INF +.inf +.Inf +.INF"),
        (-math.inf, "-.inf -.Inf -.INF"),
    )
    for word in words.split()
} | {"": None}
_INTEGER = re.compile(r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[oO]([0-7]+)|0[bB]([01]+)|0([0-7]*)|([1-9][0-9]*))", re.ASCII)
_BASES = (16, 8, 2, 8, 10)
_FLOAT = re.compile(r"[+-]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_FRACTION = re.compile(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][+-]?[0-9]+(?:_[0-9]+)*)?", re.ASCII)
_EXPONENT_FROM = 1e21  # encoding/json writes whole floats from here on with an exponent, smaller ones as integers

_TAG = "tag:yaml.org,2002:"
_TYPES: dict[str, tuple[type, ...]] = {
    _TAG + "null": (type(None),),
    _TAG + "bool": (bool,),
    _TAG + "int": (int,),
    _TAG + "float": (int, float),
}
MERGE_TAG = _TAG + "merge"


def plain_value(text: str) -> Value:
    """Give the value of a plain scalar without a tag."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] == ".":
        return _number(text.replace("_", ""), text) if _FRACTION.fullmatch(text) else text
    if text[0] not in "+-0123456789":
        return text
    digits = text.replace("_", "")
    integer = _INTEGER.fullmatch(digits)
    if integer:
        sign, *groups = integer.groups()
        number = next(int(group or "0", base) for group, base in zip(groups, _BASES, strict=True) if group is not None)
        number = -number if sign == "-" else number
        if -(2**63) <= number < 2**63 or (not sign and number < 2**64):
            return number
    return _number(digits, text) if _FLOAT.fullmatch(digits) else text


def tagged_value(text: str, tag: str) -> Value:
    """Give the value of a scalar with a tag; one that Kubernetes doesn't know, or that doesn't fit, leaves the text."""
    value = plain_value(text) if tag in _TYPES else text
    return value if type(value) in _TYPES.get(tag, ()) else text


def json_key(value: Value, text: str) -> str:
    """Give the JSON key that Kubernetes makes of a key's value: `on:` is "true", `010:` is "8"."""
    if isinstance(value, bool) or value is None:
        return "null" if value is None else str(value).lower()
    return text if isinstance(value, float) else str(value)


def same(one: Data, other: Data) -> bool:
    """Tell whether two values are the same for JSON: `1` and `1.0` are, `1`, `True` and `"1"` are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _number(digits: str, text: str) -> Value:
    number = float(digits)
    if math.isinf(number):  # out of range: Go keeps the text
        return text
    return int(number) if number.is_integer() and abs(number) < _EXPONENT_FROM else number


# New text

_ESCAPED = re.compile('[\x00-\x1f"\\\\\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", '"': '\\"', "\\": "\\\\"}
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*", re.ASCII)
_PORTABLE = re.compile(r"-?[A-Za-z0-9_./~+](?:[A-Za-z0-9_./~+@-]| (?! ))*", re.ASCII)
_UNFIT_FOR_LITERAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|[ \t](?:\n|\\Z)|\\A[ \t\n]"
)


def quoted(text: str) -> str:
    """Write a string in double quotes, in a form that JSON and every YAML version read the same way."""
    return '"' + _ESCAPED.sub(lambda match: _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}", text) + '"'


def new_key(text: str, *, in_quotes: bool) -> str:
    """Write a key: plain where no YAML version could read anything but this text, else in double quotes."""
    if in_quotes or text in _WORDS or not _PLAIN_KEY.fullmatch(text):
        return quoted(text)
    return text


def new_plain(value: float | None) -> str:
    """Write a value that is no string."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    return repr(value)


def is_portable(plain: str) -> bool:
    """Tell whether the text of a plain scalar means the same in block and in flow context."""
    return _PORTABLE.fullmatch(plain) is not None


def literal(text: str) -> tuple[str, list[str]] | None:
    """Give header and lines of a literal block for a text of several lines, or None where only quotes keep the text."""
    lines = text.split("\n")
    if len(lines) == 1 or text.endswith("\n\n") or _UNFIT_FOR_LITERAL.search(text):
        return None
    return ("|", lines[:-1]) if text.endswith("\n") else ("|-", lines)
