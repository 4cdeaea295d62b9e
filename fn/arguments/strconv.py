"""Numbers, booleans and quoted text as Go reads and prints them.

Source: ParseInt(text, 0, 64), ParseBool and Quote of Go's strconv package; the error words are its flag package's.
"""

from __future__ import annotations

PARSE_ERROR = "parse error"
RANGE_ERROR = "value out of range"

BOOLEANS = {
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}

_MAX_INT64 = 2**63 - 1
_MAX_UINT64 = 2**64 - 1
_BASES = {"b": 2, "o": 8, "x": 16}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ESCAPES = dict(zip('"\\\a\b\t\n\v\f\r', (f"\\{mark}" for mark in '"\\abtnvfr'), strict=True))
_LONGEST = 100


def parse_int(text: str) -> tuple[int, str]:
    """Read a whole number of 64 bits; with an error ("" if none) the number is what Go stores all the same."""
    negative = text.startswith("-")
    digits = text[1:] if text[:1] in ("+", "-") else text
    base, start = 10, 0
    if digits.startswith("0"):
        base, start = 8, 1
        if len(digits) > len("0x") and digits[1].lower() in _BASES:
            base, start = _BASES[digits[1].lower()], 2
    number = 0
    for character in digits[start:].replace("_", ""):
        digit = _DIGITS.find(character.lower())
        if not 0 <= digit < base:
            return 0, PARSE_ERROR
        number = number * base + digit
        if number > _MAX_UINT64:  # Go stops here, whatever follows
            return (-_MAX_INT64 - 1 if negative else _MAX_INT64), RANGE_ERROR
    # A "_" stands behind a digit or a prefix, and before a digit.
    if not digits or digits[0] == "_" or digits[-1] == "_" or "__" in digits:
        return 0, PARSE_ERROR
    if number > _MAX_INT64 + negative:
        return (-_MAX_INT64 - 1 if negative else _MAX_INT64), RANGE_ERROR
    return (-number if negative else number), ""


def quote(text: str) -> str:
    """Text in double quotes on one line, as `%q` prints it; a long one is cut."""
    cut = text[:_LONGEST]
    return '"' + "".join(map(_escaped, cut)) + '"' + ("…" if cut != text else "")


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    if character.isascii():
        return f"\\x{code:02x}"
    return f"\\U{code:08x}" if code >> 16 else f"\\u{code:04x}"
