"""Edits inside brackets and braces: entries and commas, on one line or on many."""

from __future__ import annotations

from typing import NamedTuple

from fn.lossless import layout
from fn.lossless.comments import COMMENT
from fn.lossless.edits import Edits
from fn.lossless.plan import Entry, Plan, compare
from fn.lossless.render import flow_text, key_text
from fn.lossless.tree import NEW, Branch, Leaf, Node


def edit_flow(edits: Edits, branch: Branch, depth: int) -> None:
    """Edit a flow collection of the source in which something has changed."""
    writer = FlowWriter(edits, branch, depth)
    writer.write()
    writer.write_below()


class Piece(NamedTuple):
    """The text of an entry to be put in, with the comments that move with it."""

    text: str
    above: list[str]
    behind: list[str]


class FlowWriter:
    """Edits one flow collection."""

    def __init__(self, edits: Edits, branch: Branch, depth: int) -> None:
        """Find its entries and commas."""
        self.edits = edits
        self.text = edits.text
        self.branch = branch
        self.ends, self.begins = -2 * depth, 2 * depth  # the order of edits there
        self.depth = depth
        self.below: list[Branch] = []  # collections in which something has changed
        self.spans = layout.spans(edits.source, branch) if branch.original else []
        self.commas = [self._comma(span.end) for span in self.spans]
        self.trailing = bool(self.commas) and self.commas[-1] is not None
        self.in_quotes = _has_quoted_keys(branch)

    def write(self) -> None:
        """Edit values, then take out and put in entries."""
        branch, plan = self.branch, compare(self.branch)
        wants_braces = branch.bare and branch.before is not None
        if wants_braces:
            self.edits.add(branch.content, branch.content, "{", self.begins)
        for entry in plan.stay:
            self._value(entry)
        gone = set(plan.gone)
        for first, last in self._units(plan.gone):
            self._cut(first, last, follower_goes=last + 1 in gone)
        for follower, run in plan.runs:
            pieces = [self._piece(entry) for entry in run]
            if follower is None:
                self._append(plan, pieces)
            else:
                self._insert(follower, pieces)
        if plan.stay and not self.trailing and not (plan.runs and plan.runs[-1][0] is None):
            comma = self.commas[plan.stay[-1].at]
            if comma is not None:
                self.edits.add(comma, comma + 1, "")
        if wants_braces:
            end = layout.node_end(self.edits.source, branch)
            self.edits.add(end, end, "}", self.ends)

    def write_below(self) -> None:
        """Edit the collections in this one; with a loop, because each level would be four calls deep."""
        waiting = [(below, self.depth + 1) for below in self.below]
        while waiting:
            branch, depth = waiting.pop()
            writer = FlowWriter(self.edits, branch, depth)
            writer.write()
            waiting += [(below, depth + 1) for below in writer.below]

    # Places

    def _comma(self, end: int) -> int | None:
        comma = layout.skip(self.text, end)
        return comma if self.text[comma : comma + 1] == "," and not self.branch.bare else None

    def _stop(self, index: int) -> int:
        """Give the end of an entry with its comma."""
        comma = self.commas[index]
        return self.spans[index].end if comma is None else comma + 1

    def _has_own_lines(self, first: int, last: int) -> bool:
        """Tell whether entries share their lines with nothing but comments; what `[a: 1]` holds shares its entry's."""
        opens = layout.opens_line(self.text, self.spans[first].start) and not self.branch.bare
        return opens and self._ends_line(last)

    def _ends_line(self, index: int) -> bool:
        """Tell whether nothing but a comment stands behind an entry and its comma in their line."""
        stop = self._stop(index)
        return self.text[stop : layout.line_end(self.text, stop)].lstrip(" \t")[:1] in {"", "#"}

    def _top(self, index: int) -> int:
        """Give the start of the first line of an entry, with the comments above."""
        start = self.spans[index].start
        floor = layout.line_end(self.text, self.spans[index - 1].end) if index else self.branch.content
        return layout.comments_above(self.text, start, layout.column(self.text, start), floor)

    def _indent(self, index: int) -> str:
        return " " * layout.column(self.text, self.spans[index].start)

    # Entries that go

    def _units(self, gone: list[int]) -> list[tuple[int, int]]:
        """Put together neighbours on one line."""
        units: list[tuple[int, int]] = []
        for index in gone:
            between = self.text[self.spans[index - 1].end : self.spans[index].start]
            if units and units[-1][1] == index - 1 and "\n" not in between:
                units[-1] = units[-1][0], index
            else:
                units.append((index, index))
        return units

    def _cut(self, first: int, last: int, *, follower_goes: bool) -> None:
        """Take out neighbours with the comma behind them; where they share lines, the comments there stay."""
        start, end, stop = self.spans[first].start, self.spans[last].end, self._stop(last)
        bottom = layout.line_end(self.text, stop)
        if self._has_own_lines(first, last) and (first == last or "#" not in self.text[end:bottom]):
            whole = layout.extent(self.edits.source, self.branch, first)[0]
            top = whole if first == last else layout.line_start(self.text, start)
            self.edits.add(layout.line_end(self.text, top - 1), bottom, "")
            return
        comma, cut_end = stop - 1, stop
        if last + 1 < len(self.spans) and "\n" not in self.text[stop : self.spans[last + 1].start]:
            cut_end = stop if follower_goes else self.spans[last + 1].start
        elif not self.branch.bare:
            start = layout.before_blanks(self.text, start)
        if "#" in self.text[end:stop]:
            if layout.opens_line(self.text, start):
                start, end = self.spans[first].start, layout.behind_blanks(self.text, end)
            self.edits.add(start, end, "")
            start = comma
        self.edits.add(start, cut_end, "")

    # Entries that come

    def _piece(self, entry: Entry) -> Piece:
        if entry.at == NEW:
            value = flow_text(entry.value, in_quotes=self.in_quotes)
            if entry.key is None:
                return Piece(value, [], [])
            return Piece(f"{key_text(entry.key, in_quotes=self.in_quotes, flow=True)}: {value}", [], [])
        span = self.spans[entry.at]
        moved = FlowWriter(Edits(self.edits.source), self.branch, self.depth)
        moved._value(entry)
        moved.write_below()
        text = moved.edits.apply(span.start, span.end)
        if not self._has_own_lines(entry.at, entry.at):
            return Piece(text, [], [])
        above = self.text[self._top(entry.at) : span.start].split("\n")[:-1]
        behind = COMMENT.findall(self.text, span.end, layout.line_end(self.text, self._stop(entry.at)))
        return Piece(text, [line.strip() for line in above], behind)

    def _insert(self, follower: int, pieces: list[Piece]) -> None:
        """Put in entries before one that stays."""
        if self._has_own_lines(follower, follower):
            end = layout.line_end(self.text, self._top(follower) - 1)
            lines = self._as_lines(pieces, self._indent(follower), last_comma=True)
            self.edits.add(end, end, lines, self.begins + 1)
        else:
            start = self.spans[follower].start
            self.edits.add(start, start, self._as_part(pieces, last_comma=True), self.begins + 1)

    def _append(self, plan: Plan, pieces: list[Piece]) -> None:
        """Put in entries at the end."""
        if not plan.stay:
            opening = self.branch.content + (not self.branch.bare)
            if self.spans and self._has_own_lines(0, 0):
                opening = self._line_above_new(0, layout.line_end(self.text, opening))
                text = self._as_lines(pieces, self._indent(0), last_comma=self.trailing)
            else:
                text = self._as_part(pieces, last_comma=False)
                text += " " if self.text[opening : opening + 1] == "#" else ""
            self.edits.add(opening, opening, text, self.begins + 1)
            return
        index = plan.stay[-1].at
        own_lines, stop = self._has_own_lines(index, index), self._stop(index)
        if self.commas[index] is None:
            comma = " ," if self.text[stop - 1] == ":" else ","
            self.edits.add(stop, stop, comma, self.ends)
        if own_lines:
            stop = self._line_above_new(index, layout.line_end(self.text, stop))
            text = self._as_lines(pieces, self._indent(index), last_comma=self.trailing)
        else:
            text = " " + self._as_part(pieces, last_comma=self.trailing).removesuffix(" ")
        self.edits.add(stop, stop, text, self.ends)

    def _line_above_new(self, index: int, end: int) -> int:
        """Give the end of the line below which new last entries go, at the column of another entry.

        Comment lines at that column or right of it stay above. Where the last entry shares its line with the closing
        bracket, that is `end`.
        """
        last, column = len(self.spans) - 1, layout.column(self.text, self.spans[index].start)
        if not self._ends_line(last):
            return end
        end = layout.line_end(self.text, self._stop(last))
        for stop, deep, first in layout.lines_below(self.text, end):
            if first == "#" and deep >= column:
                end = stop
            elif first:
                break
        return end

    def _as_lines(self, pieces: list[Piece], indent: str, *, last_comma: bool) -> str:
        lines = []
        for piece in pieces:
            comma = "," if last_comma or piece is not pieces[-1] else ""
            lines += [*piece.above, " ".join([piece.text + comma, *piece.behind[:1]]), *piece.behind[1:]]
        return "".join(self.edits.newline + indent + line for line in lines)

    def _as_part(self, pieces: list[Piece], *, last_comma: bool) -> str:
        pad = self.edits.newline + " " * (layout.column(self.text, self.branch.content) + 1)
        text = ""
        for piece in pieces:
            comma = "," if last_comma or piece is not pieces[-1] else ""
            text += "".join(comment + pad for comment in piece.above) + piece.text + comma
            text += f" {pad.join([*piece.behind, ''])}" if piece.behind else " " if comma else ""
        return text

    # Values

    def _value(self, entry: Entry) -> None:
        """Edit the value of an entry that stays, or moves, if it has changed."""
        index, step = entry.at, self.branch.step
        if entry.key is not None:
            self._node(self.branch.original[index * step], entry.key)
        old, lead = self.branch.original[(index + 1) * step - 1], self.spans[index].lead
        if entry.value is not old and layout.is_empty(old):
            colon = "" if self.text[lead - 1] == ":" else ":"
            text = f"{colon} {flow_text(entry.value, in_quotes=self.in_quotes)}"
            self.edits.add(lead, lead, text, self.ends - 1)
        else:
            self._node(old, entry.value)

    def _node(self, old: Node, new: Node) -> None:
        if new is not old:
            text = flow_text(new, in_quotes=self.in_quotes)
            self.edits.add(old.start, layout.node_end(self.edits.source, old), text)
        elif isinstance(old, Branch) and old.dirty:
            self.below.append(old)


def _has_quoted_keys(branch: Branch) -> bool:
    """Tell whether the first key here, in an entry or further out stands in double quotes, as in JSON."""
    node: object = branch
    while isinstance(node, Branch) and node.flow:
        for mapping in (node, *node.original):
            if isinstance(mapping, Branch) and mapping.step > 1 and mapping.original:
                key = mapping.original[0]
                return isinstance(key, Leaf) and key.style == '"'
        node = node.parent
    return False
