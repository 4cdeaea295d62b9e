r"""Slices: where the items of a ResourceList stand in its text, found without reading their YAML.

Both orchestrators send one form: two head lines, `items:`, each item from a `- ` at column 0 on, and at last
`functionConfig:`. There an item that can't concern the function needs no parse: 3000 of them cost as much as a search.
Any other form (JSON, CRLF, a BOM, indented items, a comment at column 0 or at the end, …) has no slices, and is parsed
as a whole.

Two things can make a slice mean something else than it does in the whole text. A quoted scalar that is still open at
its end: the next `- ` is text then. An alias whose anchor stands in another item. Neither is decided here, without a
parse: such a slice is *unsure*, and counts only if it parses by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEAD = re.compile(r"apiVersion: config\.kubernetes\.io/v1(?:beta1)?\nkind: ResourceList\nitems:\n(?=- )")
OTHER_LINE = re.compile(r"\n(?:[^- \n]|-(?! ))")
END = re.compile(r"\n *[^ \n#][^\n]*\n\Z")
TAIL = re.compile(r"(?:functionConfig|results):")
# Only some YAML readers take these for a line break.
OTHER_BREAK = re.compile(r"[\x85\u2028\u2029]")

# A quoted scalar, an anchor or an alias begins behind one of these. The patterns begin with the literal and then look
# back at it: so they are searched as fast as a character.
LEADS = " \t\n[{,:?"
ANCHOR = re.compile(r"&(?<=[ \t\n\[{,:?]&)([0-9A-Za-z_-]+)")
ALIAS = re.compile(r"\*(?<=[ \t\n\[{,:?]\*)([0-9A-Za-z_-]+)")


@dataclass(frozen=True, slots=True)
class Slices:
    """The text of a ResourceList: head, items and tail in a row give it; `unsure` are places of items."""

    head: str
    items: list[str]
    tail: str
    unsure: list[int]


def cut(text: str) -> Slices | None:
    """Cut the text of a ResourceList, or give None where it isn't in the form that can be cut."""
    head = HEAD.match(text)
    if head is None or "\r" in text or (not text.isascii() and OTHER_BREAK.search(text)):
        return None
    if not END.search(text, text.rfind("\n", 0, -1)):
        return None
    other = OTHER_LINE.search(text, head.end())
    end = other.start() + 1 if other else len(text)
    if other and not TAIL.match(text, end):
        return None
    first, *others = text[head.end() : end].split("\n- ")
    items = [first, *(f"- {item}" for item in others)]
    items[:-1] = [f"{item}\n" for item in items[:-1]]
    aliasing = _aliasing(items)
    unsure = [place for place, item in enumerate(items) if place in aliasing or _may_end_in_quotes(item)]
    return Slices(head.group(), items, text[end:], unsure)


def _may_end_in_quotes(item: str) -> bool:
    r"""Look at the last quotes only: behind the one that opens a scalar, no other is left but `\"` or `''`."""
    at = item.rfind('"')
    while at > 0 and item[at - 1] == "\\":
        at = item.rfind('"', 0, at)
    if at > 0 and item[at - 1] in LEADS:
        return True
    at = item.rfind("'")
    while at > 0 and item[at - 1] == "'":
        at = item.rfind("'", 0, at - 1)
    return at > 0 and item[at - 1] in LEADS


def _aliasing(items: list[str]) -> set[int]:
    """Give the places of items with an alias to a name that another item may have anchored."""
    anchored: dict[str, set[int]] = {}
    for place, item in enumerate(items):
        for name in ANCHOR.findall(item):
            anchored.setdefault(name, set()).add(place)
    if not anchored:
        return set()
    return {
        place for place, item in enumerate(items) for name in ALIAS.findall(item) if anchored.get(name, set()) - {place}
    }
