"""Guess what was meant by an item that is no flag, or by a value that can't be read."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from fn.arguments.flags import FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.arguments.flags import Flag

YES_NO = {"yes": "true", "y": "true", "on": "true", "no": "false", "n": "false", "off": "false"}

# Names that others have for our flags: torchrun's, and those that the plugin's manual and drafts lead to.
_OTHER_NAMES = {
    "mastername": "master",
    "workername": "worker",
    "masterport": "port",
    "timeout": "wait-master-timeout",
    "image": "wait-master-image",
    "waitmaster": "wait-master-enabled",
    "waitformaster": "wait-master-enabled",
}
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"  # editors make one of these of two dashes
_STUCK = " \t\r\n\"'`,;\u2018\u2019\u201a\u201c\u201d\u201e"  # what sticks to a word that was copied
_NAME = re.compile(r"[^\s=:]*")
_SEPARATOR = re.compile(r"\s*[=:]\s*|\s+")
_LONGEST = 64  # no name is longer; comparing takes the square of it
_TYPO = 2  # letters more or less: `--workers` is `--worker`, but `--worker-num` or `--master-addr` is something else


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Find the one of some words that was most likely meant; letter case, `-` and `_` don't count."""
    plain = {_plain(known): known for known in words}
    close = difflib.get_close_matches(_plain(word), plain, n=1, cutoff=0.75)
    return plain[close[0]] if close else None


def nearest_flag(item: str) -> str | None:
    """Find the name of the flag that was most likely meant by an item, which may hold a value too."""
    match = _NAME.match(item.strip(_STUCK).lstrip(_DASHES))
    name = match[0] if match else ""
    if _plain(name) in _OTHER_NAMES:
        return _OTHER_NAMES[_plain(name)]
    near = nearest(name, FLAGS)
    return near if near and abs(len(_plain(near)) - len(_plain(name))) <= _TYPO else None


def mended_item(item: str) -> str | None:
    """Guess the flag that was meant, as by `—port=1`, `--port 1`, `--port: 1`, `port=1` or `--prot=1`."""
    name = nearest_flag(item)
    if name is None:
        return None
    rest = _NAME.sub("", item.strip(_STUCK).lstrip(_DASHES), count=1)
    separator = _SEPARATOR.match(rest)
    if separator is None:
        return f"--{name}"
    value = mended_value(FLAGS[name], rest[separator.end() :])
    if FLAGS[name].type is str and value.isdecimal():
        return None  # `--workers=4` means a number of pods, not a name
    return f"--{name}={value}"


def mended_value(flag: Flag, text: str) -> str:
    """Guess the value that was meant, as by `"m"`, `29500.0`, `029500`, `10m` or `yes`."""
    text = text.strip(_STUCK)
    if flag.type is bool:
        return YES_NO.get(text.lower(), text.lower())
    if flag.type is int:
        number = re.fullmatch(r"0*([1-9][0-9]*)(?:\.0+)?", text)
        duration = re.fullmatch(r"([1-9][0-9]{0,8})([smh])", text)
        if duration and flag.field == "wait_master_timeout":
            return str(int(duration[1]) * _SECONDS[duration[2]])
        return number[1] if number else text
    return text if flag.field == "wait_master_image" else text.lower()


def split_words(text: str) -> list[str]:
    """Split one text into the items that were meant: each flag with its value behind a `=`."""
    items: list[str] = []
    for word in re.split(r"""[\s,;"'`\u2018-\u201e\[\]]+""", text):
        if items and not word.startswith("-") and "=" not in items[-1]:
            items[-1] += f"={word}" if word else ""
        elif word:
            items.append(word)
    return items


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word[:_LONGEST].lower())
