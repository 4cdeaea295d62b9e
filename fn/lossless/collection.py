"""What sequences and mappings have in common, and what a change of one means for others.

A change of an anchored node or below it, or its removal, gives each of its aliases a copy first, so that nothing else
changes its meaning.
"""

from __future__ import annotations

from typing import Self, cast

from fn.lossless import comments, layout
from fn.lossless.leaves import Alias, Scalar, resolve
from fn.lossless.parser import LimitError
from fn.lossless.scalars import Data, same
from fn.lossless.tree import NEW, Branch, Node, Source


class Collection(Branch):
    """What sequences and mappings have in common."""

    __slots__ = ()

    def __init__(self, start: int = NEW, content: int = NEW, tag: str | None = None, *, flow: bool = False) -> None:
        """Make an empty collection of the source, or a new one."""
        self.start = self.end = start
        self.content = content
        self.tag = tag
        self.flow = flow
        self.place = self.before = None
        self.bare = self.dirty = False
        self.nodes = []
        self.written_tag = ""

    def has_comment(self) -> bool:
        """Tell whether a comment belongs to the collection or anything in it."""
        return comments.has_comment(self)

    def _empty_copy(self) -> Self:
        new = type(self)(tag=self.tag, flow=self.flow)
        new.written_tag = self.written_tag
        if self.tag is not None and self.start != NEW:
            new.written_tag = layout.skip_properties(self.source.text, self)[1]
        return new

    def _add(self, at: int, *new: Node) -> None:
        """Put new nodes before one of the nodes."""
        self._mark()
        self.nodes[at:at] = new
        for node in new:
            node.parent = self

    def _drop(self, at: int, *, alone: bool = False) -> None:
        """Take out an entry; `alone`: the comments around it stay."""
        self._change()
        first = self.nodes[at] if self.nodes[at].start != NEW else self.nodes[at].place
        if alone and first is not None:
            self.source.alone.add(first)
        for node in self.nodes[at : at + self.step]:
            release(node)
        del self.nodes[at : at + self.step]

    def replace_at(self, at: int, new: Node) -> None:
        """Put a new node in the place of another one."""
        old = self.nodes[at]
        self._mark()
        new.place = old.place if old.start == NEW else old
        new.parent = self
        self.nodes[at] = new

    def _change(self) -> None:
        """Prepare for a change of meaning: what stands for this node, or for one above it, keeps the old one."""
        source = self.source
        node: object = self
        while source.aliases and isinstance(node, Branch):
            _detach(source, node)
            node = node.parent
        self._mark()

    def _mark(self) -> None:
        """Note that the text changes here."""
        if self.before is None and self.start != NEW:
            self.before = tuple(self.nodes)
        node: object = self
        while isinstance(node, Branch) and not node.dirty:
            node.dirty = True
            node = node.parent

    def level(self) -> int:
        """Count the levels down to the nodes of this collection."""
        level = 0
        node: object = self
        while isinstance(node, Branch):
            level += 1
            node = node.parent
        return level

    def own_at(self, at: int) -> Node:
        """Give a node that can be changed: an alias becomes a copy."""
        node = self.nodes[at]
        if isinstance(node, Alias):
            node = self.copied(node)
            self.replace_at(at, node)
        return node

    def copied(self, node: Node) -> Node:
        """Give a copy to stand in this collection; where that is too much, others can still be copied.

        Errors: LimitError.
        """
        budget = self.source.copies
        left = budget.left
        try:
            return node.copy(self.level(), budget)
        except LimitError:
            budget.left = left
            raise

    def _put(self, at: int, new: Node) -> None:
        self._change()
        release(self.nodes[at])
        self.replace_at(at, new)

    def _equals(self, old: Node, new: Data | Node) -> bool:
        if isinstance(new, Node):
            return type(resolve(old)) is type(resolve(new)) and same(old.data(), new.data())
        old = resolve(old)
        if isinstance(new, (dict, list)):
            return isinstance(old, Branch) and (old.step == 1) == isinstance(new, list) and same(old.data(), new)
        return isinstance(old, Scalar) and same(old.value(), new)

    def _comments(self, node: Node) -> list[str]:
        """Give the comments of the entry that begins with a node, or with the one whose place it takes."""
        place = node if node.start != NEW else node.place
        return [] if place is None else comments.entry_comments(self.source, self, layout.entry_of(place, self))


def _detach(source: Source, anchored: Node) -> None:
    """Give each alias of a node a copy of it."""
    places: dict[object, dict[Node, int]] = {}
    for alias in source.aliases.pop(anchored, ()):
        parent = cast("Collection", alias.parent)
        if parent not in places:
            places[parent] = {node: at for at, node in enumerate(parent.nodes)}
        at = places[parent].get(alias)
        if at is not None:
            parent.replace_at(at, parent.copied(alias))


def release(node: Node) -> None:
    """Detach what is anchored in a node, because its text goes."""
    source = node.source
    if source.aliases:
        waiting = [node]
        while waiting:
            below = waiting.pop()
            _detach(source, below)
            if isinstance(below, Branch):
                waiting += below.nodes


def expand(node: Collection) -> None:
    """Give every alias in a collection that moves a copy, because the anchor may stand below it then."""
    waiting = [node]
    while waiting:
        below = waiting.pop()
        for at in range(len(below.nodes)):
            owned = below.own_at(at)
            waiting += [owned] if isinstance(owned, Collection) else []
