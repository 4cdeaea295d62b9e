"""Where nodes stand in their text: from which line to which, and with which comments.

Offsets count characters. A parser's marks are right for scalars and flow collections only; the rest is found in the
text itself, from the scalar before it on: between two scalars stand only blanks, comments, indicators, anchors and
tags.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeGuard

from fn.lossless.tree import NEW, Branch, Leaf, Node, Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

BEFORE_TEXT = -1  # where the line before the first one would end

_SKIP = re.compile(r"(?:[ \t\r\n]++|#[^\r\n]*+)*+")
_PROPERTY = re.compile(r"&[\w-]++|!<[^>]*+>|![^ \t\r\n,\[\]{}]*+")
_HEADER = re.compile(r"[|>][^ \t\r\n]*")
_BLANKS = re.compile(r"[ \t]*+")


def is_empty(node: Node) -> bool:
    """Tell whether a node of the source is a null without any text."""
    return node.start == node.end


def skip(text: str, offset: int) -> int:
    """Go past blanks, line breaks and comments."""
    return _behind(_SKIP, text, offset)


def _behind(pattern: re.Pattern[str], text: str, offset: int) -> int:
    match = pattern.match(text, offset)
    return match.end() if match else offset


def skip_properties(text: str, node: Node) -> tuple[int, str]:
    """Go past anchor and tag of a node; give the offset behind the last one, and the tag as it is written."""
    offset = end = node.start
    tag = ""
    content = node.content if isinstance(node, Branch) else node.end  # its first key may have a tag, too
    while offset < content and (match := _PROPERTY.match(text, offset)):
        end = match.end()
        if text[offset] == "!":
            tag = match[0]
        offset = skip(text, end)
    return end, tag


def line_start(text: str, offset: int) -> int:
    """Give the offset of the first character of a line."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Give the offset of a line's break, or of the end of the text."""
    if offset < 0:
        return BEFORE_TEXT
    end = text.find("\n", offset)
    if end < 0:
        return len(text)
    return end - 1 if text[end - 1 : end] == "\r" else end


def column(text: str, offset: int) -> int:
    """Count the characters before an offset in its line."""
    return offset - line_start(text, offset)


def opens_line(text: str, offset: int) -> bool:
    """Tell whether nothing but blanks stands before an offset in its line."""
    return not text[line_start(text, offset) : offset].strip(" \t")


def before_blanks(text: str, offset: int) -> int:
    """Go back over blanks."""
    while offset and text[offset - 1] in " \t":
        offset -= 1
    return offset


def behind_blanks(text: str, offset: int) -> int:
    """Go past blanks."""
    return _behind(_BLANKS, text, offset)


def lines_below(text: str, offset: int) -> Iterator[tuple[int, int, str]]:
    """Give the lines below an offset: where each ends, its indentation, and its first character that is no blank."""
    offset = text.find("\n", offset) + 1
    while 0 < offset < len(text):
        first, end = behind_blanks(text, offset), line_end(text, offset)
        yield end, first - offset, text[first:end][:1]
        offset = text.find("\n", end) + 1


def last_leaf(node: Node) -> Node:
    """Give the last scalar, alias or flow collection in a node of the source."""
    while isinstance(node, Branch) and node.original and not node.flow:
        node = node.original[-1]
    return node


def node_end(source: Source, node: Node) -> int:
    """Give the end of the last scalar in a node of the source."""
    while isinstance(node, Branch):
        nodes = node.original
        if not nodes or (node.flow and not node.bare):
            return node.end
        if is_empty(nodes[-1]):
            return spans(source, node)[-1].end
        node = nodes[-1]
    if is_block_scalar(node):
        return _block_scalar_end(source.text, node)
    return node.end


def _block_scalar_end(text: str, node: Leaf) -> int:
    """Give the end of a block scalar's last line: its mark stands behind blank lines, which may not be its own."""
    behind = header(text, node)[1]
    end = node.end
    start = line_start(text, end)
    blanks = text[start:end]
    if start > behind and not blanks.strip(" ") and not (blanks and node.text.endswith(" ")):
        end = line_end(text, start - 1)
    if not keeps_blank_lines(text, node) and not node.text.rstrip("\n").endswith((" ", "\t")):
        while end > behind and text[end - 1] in " \r\n":
            end -= 1
    return end if end > line_end(text, behind) else behind


def is_block_scalar(node: Node) -> TypeGuard[Leaf]:
    """Tell whether a node of the source is a literal or a folded scalar."""
    return isinstance(node, Leaf) and node.start != NEW and node.style in {"|", ">"}


def header(text: str, scalar: Leaf) -> tuple[int, int]:
    """Give where the indicators of a block scalar (`|2-`) stand."""
    start = skip(text, skip_properties(text, scalar)[0])
    return start, _behind(_HEADER, text, start)


def keeps_blank_lines(text: str, scalar: Leaf) -> bool:
    """Tell whether the blank lines below a block scalar of the source are part of it (`|+`)."""
    return "+" in text[slice(*header(text, scalar))]


def spans(source: Source, branch: Branch) -> list[Span]:
    """Find the entries that the source has in a collection."""
    found = source.spans.get(branch)
    if found is None:
        found = source.spans[branch] = list(_find_spans(source, branch))
    return found


def _find_spans(source: Source, branch: Branch) -> Iterator[Span]:
    text, nodes, step = source.text, branch.original, branch.step
    start = skip(text, branch.content + 1) if branch.flow and not branch.bare else branch.content
    for index in range(0, len(nodes), step):
        value = nodes[index + step - 1]
        if step == 1:
            lead = start if branch.flow else start + 1
        else:
            key = nodes[index]
            behind = start + (text[start] == "?") if is_empty(key) else node_end(source, key)
            colon = skip(text, behind)
            lead = colon + 1 if text[colon : colon + 1] == ":" else behind
        end = lead if is_empty(value) else node_end(source, value)
        yield Span(start, lead, end)
        start = skip(text, end)
        if branch.flow and text[start] == ",":
            start = skip(text, start + 1)


def entry_of(node: Node, branch: Branch) -> int:
    """Give the index of the entry that a node of the source belongs to."""
    places = node.source.places
    if branch not in places:
        places[branch] = {node: at for at, node in enumerate(branch.original)}
    return places[branch][node] // branch.step


def extent(source: Source, branch: Branch, index: int) -> tuple[int, int]:
    """Give the part of the text that goes when an entry is removed: whole lines, or less where it shares its lines.

    With the lines of the entry go the comment lines directly above at its column, and in a block collection those below
    that stand deeper, unless it goes alone.
    """
    alone = branch.original[index * branch.step] in source.alone
    text, (start, _, end) = source.text, spans(source, branch)[index]
    bottom = line_end(text, end)
    if branch.flow:
        comma = skip(text, end)
        stop = comma + 1 if text[comma : comma + 1] == "," else end
        bottom = line_end(text, stop)
        if branch.bare or not opens_line(text, start) or text[stop:bottom].lstrip(" \t")[:1] not in {"", "#"}:
            return start, end
    indent = column(text, start)
    top = start
    if opens_line(text, start):
        floor = line_end(text, spans(source, branch)[index - 1].end) if index else branch.content if branch.flow else 0
        top = line_start(text, start) if alone else comments_above(text, start, indent, floor)
    if not branch.flow and not alone:
        for stop, deep, first in lines_below(text, bottom):
            if first == "#" and deep > indent:
                bottom = stop
            elif first:
                break
    return top, bottom


def comments_above(text: str, start: int, indent: int, floor: int) -> int:
    """Give the start of the first of the comment lines directly above a line, at its column."""
    top = line_start(text, start)
    while top - 1 > floor:
        above = line_start(text, top - 1)
        if not text.startswith("#", above + indent) or text[above : above + indent].strip(" "):
            break
        top = above
    return top


def takes_literal(text: str, end: int, indent: int) -> bool:
    """Tell whether a literal block in an entry at a column could stand above the lines below an offset.

    A comment that stands deeper would become its text, and so would blanks.
    """
    for _, deep, first in lines_below(text, end):
        if first:
            return first != "#" or deep <= indent
        if deep > indent:
            return False
    return True


def dash(source: Source, branch: Branch, index: int, *, own: bool = False) -> int:
    """Give how far right of its key the dashes of a new list stand: as in the nearest list.

    Looked at are the lists beside the entry, those before it first, then the lists that hold it and those beside
    them; `own` looks at the entry itself too. Other entries of a list that holds it don't count, so an item looks the
    same alone and in its list.
    """
    below: Node = branch
    while True:
        if branch.step > 1 and not branch.flow:
            values = branch.original[1::2]
            nearest = [*values[index : index + 1], *values[:index][::-1], *values[index + 1 :]]
            for value in nearest if own else [*nearest[1:], *nearest[:1]]:
                if isinstance(value, Branch) and value.step == 1 and not value.flow and value.original:
                    return column(source.text, value.content) - column(source.text, branch.content)
        if not isinstance(branch.parent, Branch):
            return 0
        below, branch, own = branch, branch.parent, True
        index = entry_of(below, branch)


def whole_extent(node: Node) -> tuple[int, int]:
    """Give the part of the text that belongs to a node of the source: that of its entry, or of its YAML document."""
    source, parent = node.source, node.parent
    if isinstance(parent, Branch):
        return extent(source, parent, entry_of(node, parent))
    at = source.roots.index(node)
    top = node_end(source, source.roots[at - 1]) if at else 0
    return top, source.roots[at + 1].start if at + 1 < len(source.roots) else len(source.text)
