"""A new value in the place of an old one, in block style.

The head of a value stands behind the colon or the dash, its other lines below. The comment at the end of the line
stays; comments inside the old value go with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fn.lossless import layout
from fn.lossless.render import STEP, Style, value_lines
from fn.lossless.tree import Branch, Node, Span

if TYPE_CHECKING:
    from fn.lossless.edits import Edits


class Room(NamedTuple):
    """What the head of a new value replaces, what its other lines replace, and whether comments stand between them."""

    head: tuple[int, int]
    below: tuple[int, int]
    parted: bool


def replace_value(edits: Edits, branch: Branch, index: int, value: Node, order: int) -> None:
    """Write the value of an entry of the source anew."""
    text, span = edits.text, layout.spans(edits.source, branch)[index]
    column, in_list = layout.column(text, span.start), branch.step == 1
    style = Style(layout.dash(edits.source, branch, index, own=True))
    if not in_list and text[span.lead - 1] != ":":
        _add_value(edits, span, value, style, order)
        return
    old = branch.original[(index + 1) * branch.step - 1]
    room = _room(edits, old, span.lead)
    whole = not isinstance(old, Branch) or old.flow
    below_key = whole and not layout.is_empty(old) and "\n" in text[span.lead : old.start]
    comment = text[layout.node_end(edits.source, old) : room.below[1]].strip() if below_key else ""
    if room.parted or comment or not layout.takes_literal(text, room.below[1], column):
        style = style._replace(literals=False, compact=not (room.parted or comment))
    head, lines = value_lines(value, column, style, in_list=in_list)
    if below_key and not lines:
        edits.add(old.start, layout.node_end(edits.source, old), head or "null")
        return
    if comment:
        lines = [" " * (column + STEP) + comment, *lines]
    begin, behind = room.head
    if not head or begin == span.lead or (in_list and lines):  # what goes on below a dash begins one blank behind it
        begin, head = span.lead, head and " " + head
    if not head or head.endswith("-"):
        end = layout.behind_blanks(text, behind)
        head, behind = head + text[behind:end].replace("\t", " "), end  # a tab can't stand behind a dash
    edits.add(begin, behind, head, order)
    edits.add_below(*room.below, lines, order)


def _add_value(edits: Edits, span: Span, value: Node, style: Style, order: int) -> None:
    """Write the value of `? key`, which has not even a colon."""
    column, end = layout.column(edits.text, span.start), layout.line_end(edits.text, span.lead)
    style = style._replace(literals=layout.takes_literal(edits.text, end, column))
    head, lines = value_lines(value, column, style, in_list=False)
    first = " " * column + (": " + head if head else ":")
    edits.add_below(end, end, [first, *lines], order)


def _room(edits: Edits, old: Node, lead: int) -> Room:
    text = edits.text
    if layout.is_empty(old):
        end = layout.line_end(text, lead)
        return Room((lead, lead), (end, end), parted=False)
    end = layout.node_end(edits.source, old)
    last = layout.line_end(text, end)
    first = old.content if isinstance(old, Branch) and not old.flow else old.start
    behind = lead if "\n" in text[lead : old.start] else layout.skip_properties(text, old)[0]
    if "\n" in text[behind:first]:  # the content stands below
        between = layout.line_end(text, behind)
        parted = "#" in text[between:first]
        top = layout.line_end(text, layout.line_start(text, first) - 1) if parted else between
        return Room((lead if behind == lead else old.start, behind), (top, last), parted)
    if layout.is_block_scalar(old):
        header = layout.header(text, old)[1]
        return Room(
            (old.start, header), (layout.line_end(text, header), max(end, layout.line_end(text, header))), parted=False
        )
    if isinstance(old, Branch) and not old.flow and "\n" in text[old.start : end]:
        return Room((old.start, last), (last, last), parted=False)
    return Room((old.start, end), (last, last), parted=False)
