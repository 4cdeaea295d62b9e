"""A changed graph and its source become text again: only what has changed is edited, in place.

New lines go before a line break, never behind it, so a text that ends without one needs nothing special. A cut runs
from the break before its first line to the end of its last.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from fn.lossless import layout
from fn.lossless.edits import Edits
from fn.lossless.flow import edit_flow
from fn.lossless.plan import Entry, Plan, compare
from fn.lossless.render import Style, ends_in_literal, entry_lines, key_text
from fn.lossless.tree import NEW, Branch, Node, Source
from fn.lossless.values import replace_value


def write(source: Source) -> str:
    """Give the text with the changes of its graph."""
    writer = Writer(Edits(source))
    for root in source.roots:
        if isinstance(root, Branch) and root.dirty:
            writer.branch(root, 1)
    edits = writer.edits
    _keep_last_break(edits)
    return source.bom + edits.apply_all()


def _keep_last_break(edits: Edits) -> None:
    """Keep the value of a block scalar that the text ended in, and no longer does, or that it ends in now."""
    text, root = edits.text, edits.source.roots[-1]
    if text.endswith("\n") or not any(edit.end == len(text) for edit in edits.all):
        return
    old = layout.last_leaf(root)
    now = root
    while isinstance(now, Branch) and now.nodes and not now.flow:
        now = now.nodes[-1]
    if ends_in_literal(now) or (now is not old and layout.is_block_scalar(now) and now.text.endswith("\n")):
        edits.final_break = edits.newline
    if now is not old:
        _strip(edits, old)


def _strip(edits: Edits, last: Node) -> None:
    """Say in the header of a block scalar that its last line has no break, as it stood at the end of the text."""
    stays = not any(edit.start <= last.start < edit.end for edit in edits.all)
    if stays and layout.is_block_scalar(last) and last.text and not last.text.endswith("\n"):
        start, end = layout.header(edits.text, last)
        if "-" not in edits.text[start:end]:
            edits.add(start, end, edits.text[start:end].replace("+", "") + "-")


class Writer:
    """Walks the changed part of a graph."""

    def __init__(self, edits: Edits) -> None:
        """Add to these edits."""
        self.edits = edits
        self.source = edits.source
        self.text = edits.text

    def branch(self, branch: Branch, depth: int) -> None:
        """Edit a collection of the source in which something has changed."""
        if branch.flow:
            edit_flow(self.edits, branch, depth)
            return
        if branch.before is None:
            for at, node in enumerate(branch.nodes):
                if isinstance(node, Branch) and node.dirty:
                    self._node(branch, at, node, depth)
            return
        plan = compare(branch)
        for entry in plan.stay:
            self._entry(branch, entry, depth)
        gone, runs = plan.gone, plan.runs
        if gone and gone[0] == 0 and (not branch.nodes or not self._opens_line(branch)):
            gone, runs = self._first(branch, plan, depth)
        grows = bool(runs) and runs[-1][0] is None
        for index in gone:
            before = plan.stay[: bisect_left(plan.stay, index, key=lambda entry: entry.at)]
            last = grows and self._end(branch) == layout.extent(self.source, branch, index)[1]
            self._cut(branch, index, before[-1].value if before and not last else None)
        for follower, run in runs:
            self._insert(branch, follower, run, depth)

    def _opens_line(self, branch: Branch) -> bool:
        return layout.opens_line(self.text, branch.content)

    # Entries

    def _first(self, branch: Branch, plan: Plan, depth: int) -> tuple[list[int], list[tuple[int | None, list[Entry]]]]:
        """Take out the first entry where that concerns what stands before it: `- a: 1`, or a collection that is empty.

        Gives the other entries that go, and the runs that are still to be written.
        """
        text, spans = self.text, layout.spans(self.source, branch)
        top, bottom = layout.extent(self.source, branch, 0)
        start, indent = spans[0].start, layout.column(self.text, spans[0].start)
        bare = layout.before_blanks(text, start)
        if not branch.nodes:
            empty = "[]" if branch.step == 1 else "{}"
            slot = self._slot(branch)
            if slot is None:
                self.edits.add(top, bottom, empty)
                return plan.gone[1:], []
            self.edits.add(slot, slot, " " + empty)
            return plan.gone, []
        if not plan.stay:
            lines = self._lines(branch, plan.runs[0][1], None, depth, bottom)
            self.edits.add(start, bottom, self.edits.newline.join(lines)[indent:])
            for index in plan.gone[1:]:
                self._cut(branch, index, plan.runs[0][1][-1].value)
            return [], []
        follower = plan.stay[0].at
        extents = [layout.extent(self.source, branch, index) for index in range(follower + 1)]
        between = [text[above[1] : below[0]] for above, below in pairwise(extents)]
        if any("#" in gap for gap in between) or extents[-1][0] < layout.line_start(text, spans[follower].start):
            self.edits.add(bare, bottom, "")
            return plan.gone[1:], plan.runs
        run = plan.runs[0][1] if plan.runs and plan.runs[0][0] == follower else []
        self.edits.add(start, spans[follower].start, "")
        if run:
            self._insert_inline(branch, start, self._lines(branch, run, follower, depth, None))
        return [index for index in plan.gone if index > follower], plan.runs[1 if run else 0 :]

    def _slot(self, branch: Branch) -> int | None:
        """Give the place for the brackets of a collection that is empty now, or None for that of its first entry."""
        if not self._opens_line(branch):
            return None
        if branch.start != branch.content:
            return layout.skip_properties(self.text, branch)[0]
        parent = branch.parent
        if not isinstance(parent, Branch):
            return None
        return layout.spans(self.source, parent)[layout.entry_of(branch, parent)].lead

    def _cut(self, branch: Branch, index: int, before: Node | None) -> None:
        """Take out the lines of an entry; `before` is what stands directly above the lines below it then."""
        top, bottom = layout.extent(self.source, branch, index)
        if before is not None:
            self.edits.add(bottom, self._blank_lines(before, bottom), "")
        self.edits.add(layout.line_end(self.text, top - 1), bottom, "")

    def _blank_lines(self, before: Node, bottom: int) -> int:
        """Go past blank lines that a block scalar above would take for its own once the lines between are gone."""
        while isinstance(before, Branch) and before.nodes and not before.flow:
            before = before.nodes[-1]
        keeps = layout.is_block_scalar(before) and layout.keeps_blank_lines(self.text, before)
        if not layout.is_block_scalar(before) and not ends_in_literal(before):
            return bottom
        end = bottom
        for stop, deep, first in layout.lines_below(self.text, bottom):
            if first:
                break
            end = stop if deep or keeps else end
        return end

    def _insert(self, branch: Branch, follower: int | None, run: list[Entry], depth: int) -> None:
        """Write new and moved entries before one that stays, or at the end."""
        if follower is None:
            end = self._end(branch)
            lines = self._lines(branch, run, None, depth, end)
            self.edits.add_below(end, end, lines, -2 * depth)
            if run[-1].at != NEW:
                self.edits.add(end, self._blank_lines(run[-1].value, end), "")
            return
        lines = self._lines(branch, run, follower, depth, None)
        top, start = layout.extent(self.source, branch, follower)[0], layout.spans(self.source, branch)[follower].start
        if not layout.opens_line(self.text, start):
            self._insert_inline(branch, start, lines)
        else:
            end = layout.line_end(self.text, top - 1)
            self.edits.add_below(end, end, lines, 2 * depth)

    def _insert_inline(self, branch: Branch, start: int, lines: list[str]) -> None:
        """Write entries behind a dash, before what stands there."""
        indent = layout.column(self.text, branch.content)
        if lines[0].lstrip().startswith("#"):
            self.edits.add_below(layout.before_blanks(self.text, start), start, [*lines, " " * indent])
        else:
            self.edits.add(start, start, self.edits.newline.join([*lines, " " * indent])[indent:])

    def _end(self, branch: Branch) -> int:
        """Give the end of the line below which new last entries go.

        Comment lines at the entries' column or right of it stay above; but in a list whose dashes stand at the column
        of its key, the comment directly above the next key is that key's.
        """
        text, spans = self.text, layout.spans(self.source, branch)
        indent = layout.column(text, branch.content)
        end = layout.line_end(text, spans[-1].end)
        ends = [end]
        for stop, deep, first in layout.lines_below(text, end):
            if first == "#" and deep >= indent:
                ends.append(stop)
            elif first:
                if deep == indent and branch.step == 1 and isinstance(branch.parent, Branch):
                    top = layout.comments_above(text, stop, indent, end)
                    ends = [end for end in ends if end < top]
                break
        return ends[-1]

    def _lines(self, branch: Branch, run: list[Entry], follower: int | None, depth: int, end: int | None) -> list[str]:
        """Write entries as lines; `end` is where they go, if that is not directly before an entry."""
        column = layout.column(self.text, branch.content)
        index = len(branch.original) // branch.step if follower is None else follower
        style = Style(layout.dash(self.source, branch, index))
        if end is not None and not layout.takes_literal(self.text, end, column):
            style = style._replace(literals=False)
        lines = []
        for entry in run:
            if entry.at == NEW:
                lines += entry_lines(entry.key, entry.value, column, style)
            else:
                lines += self._moved(branch, entry, depth)
        return lines

    def _moved(self, branch: Branch, entry: Entry, depth: int) -> list[str]:
        """Give the lines of an entry that stands elsewhere now."""
        top, bottom = layout.extent(self.source, branch, entry.at)
        moved = Edits(self.source)
        Writer(moved)._entry(branch, entry, depth)  # noqa: SLF001 - of this class
        if bottom == len(self.text):
            _strip(moved, layout.last_leaf(branch.original[(entry.at + 1) * branch.step - 1]))
        lines = moved.apply(top, bottom).split(self.edits.newline)
        start = layout.spans(self.source, branch)[entry.at].start
        if not layout.opens_line(self.text, start):
            lines[0] = " " * layout.column(self.text, start) + lines[0]
        return lines

    # Nodes

    def _entry(self, branch: Branch, entry: Entry, depth: int) -> None:
        """Edit key and value of an entry of the source, where they have changed."""
        at = entry.at * branch.step
        if entry.key is not None:
            self._node(branch, at, entry.key, depth)
        self._node(branch, at + branch.step - 1, entry.value, depth)

    def _node(self, branch: Branch, at: int, now: Node, depth: int) -> None:
        """Edit what stands in the place of a node of the source."""
        old = branch.original[at]
        is_key = at % branch.step != branch.step - 1
        if now is not old and is_key:  # an alias that became a copy
            self.edits.add(old.start, old.end, key_text(now, in_quotes=False, flow=True))
        elif now is not old or self._becomes_block(old):
            replace_value(self.edits, branch, at // branch.step, now, -2 * depth - 1)
        elif isinstance(old, Branch) and old.dirty:
            self.branch(old, depth + 1)

    def _becomes_block(self, node: Node) -> bool:
        """Tell whether a node was empty brackets, without a comment inside, and holds something now."""
        if not isinstance(node, Branch) or node.original or not node.nodes:
            return False
        return "#" not in self.text[node.content : node.end]
