"""Sequences and mappings, with the verbs that change them.

Read with `get`, and walk from the root down with `own` before a change: that one rule covers aliases and merge keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.lossless.collection import Collection, expand, release
from fn.lossless.leaves import Scalar, is_merge, key_of, resolve
from fn.lossless.parser import LimitError
from fn.lossless.scalars import Data, new_plain
from fn.lossless.tree import MAX_DEPTH, NEW, Budget, Node

if TYPE_CHECKING:
    from collections.abc import Iterator


class Sequence(Collection):
    """A list."""

    __slots__ = ()

    step = 1

    def __len__(self) -> int:
        """Count the entries."""
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node]:
        """Give the entries, aliases resolved."""
        return map(resolve, self.nodes)

    def get(self, index: int) -> Node:
        """Give an entry to read."""
        return resolve(self.nodes[index])

    def own(self, index: int) -> Node:
        """Give an entry to change."""
        return self.own_at(index)

    def put(self, index: int, new: Data | Node) -> None:
        """Replace an entry, unless it has this value already."""
        if not self._equals(self.nodes[index], new):
            self._put(index, _node(new, self))

    def append(self, new: Data | Node) -> None:
        """Add an entry at the end."""
        self.insert(len(self.nodes), new)

    def insert(self, index: int, new: Data | Node) -> None:
        """Add an entry before another one, above the comments that belong to that one."""
        node = _node(new, self)
        self._change()
        self._add(index, node)

    def remove(self, index: int, *, alone: bool = False) -> None:
        """Remove an entry with its comments; `alone` keeps those around it, where somebody else wrote them."""
        self._drop(range(len(self.nodes))[index], alone=alone)

    def move(self, index: int, before: int) -> None:
        """Move an entry, with its comments, directly before the entry that is now at the other index."""
        if before in {index, index + 1}:
            return
        self._change()
        release(self.nodes[index])
        if isinstance(node := self.own_at(index), Collection):
            expand(node)
        del self.nodes[index]
        self.nodes.insert(before - (before > index), node)

    def comments(self, index: int) -> list[str]:
        """Give the comments that go if the entry is removed."""
        return self._comments(self.nodes[index])

    def read(self, depth: int, budget: Budget) -> Data:
        """Give the entries' values, within bounds."""
        budget.spend(self, depth)
        return [node.read(depth + 1, budget) for node in self.nodes]

    def copy(self, depth: int, budget: Budget) -> Sequence:
        """Give a new sequence of the same value, within bounds."""
        budget.spend(self, depth)
        new = self._empty_copy()
        for node in self.nodes:
            new.nodes.append(copied := node.copy(depth + 1, budget))
            copied.parent = new
        return new


class Mapping(Collection):
    """A map. Its keys are strings, as in JSON."""

    __slots__ = ("merging", "table")

    step = 2
    table: dict[str, int] | None  # key: its place among the nodes
    merging: list[int]  # the places of `<<`, once the table is there

    def __init__(self, start: int = NEW, content: int = NEW, tag: str | None = None, *, flow: bool = False) -> None:
        """Make an empty mapping of the source, or a new one."""
        super().__init__(start, content, tag, flow=flow)
        self.table = None

    def keys(self) -> list[str]:
        """Give the keys in their order, merged ones last."""
        table = self._table()
        return [*table, *(key for key in self._merged() if key not in table)]

    def get(self, key: str) -> Node | None:
        """Give a key's value to read, or None if there is no such key; null is a Scalar."""
        at = self._table().get(key)
        return self._merged().get(key) if at is None else resolve(self.nodes[at + 1])

    def line_of(self, key: str) -> int:
        """Give the line of a key, that of the mapping where it isn't written here."""
        at = self._table().get(key)
        return self.line if at is None else self.nodes[at].line

    def own(self, key: str) -> Node:
        """Give a key's value to change; a merged key becomes an entry.

        Errors: KeyError if there is no such key.
        """
        at = self._table().get(key)
        if at is not None:
            return self.own_at(at + 1)
        node = self.copied(self._merged()[key])
        self._insert(len(self.nodes), key, node)
        return node

    def put(self, key: str, new: Data | Node) -> None:
        """Replace a key's value, unless it has this value already, or add the key at the end."""
        self.put_before(key, new, None)

    def put_before(self, key: str, new: Data | Node, before: str | None) -> None:
        """Replace a key's value, unless it has this value already, or add the key before another one."""
        old = self.get(key)
        if old is not None and self._equals(old, new):
            return
        node = _node(new, self)
        self._change()
        table = self._table()
        if key in table:
            self._put(table[key] + 1, node)
        else:
            self._insert(len(self.nodes) if before is None else table.get(before, len(self.nodes)), key, node)

    def remove(self, key: str, *, alone: bool = False) -> None:
        """Remove a key with its comments; if it is merged, all that is merged becomes entries first.

        `alone` keeps the comments around it, where somebody else wrote them.

        Errors: KeyError if there is no such key.
        """
        if key in self._merged():
            self._unmerge()
        self._drop(self._table()[key], alone=alone)
        self.table = None
        while key in self._table():  # it stands twice
            self._drop(self._table()[key], alone=alone)
            self.table = None

    def duplicates(self) -> list[tuple[str, int]]:
        """Give the keys that stand twice (`<<` too), with the line of the second."""
        seen: set[str] = set()
        twice = []
        for node in self.nodes[::2]:
            key = "<<" if is_merge(node) else key_of(node)
            if key in seen:
                twice.append((key, node.line))
            elif key is not None:
                seen.add(key)
        return twice

    def comments(self, key: str) -> list[str]:
        """Give the comments that go if the key is removed."""
        at = self._table().get(key)
        return [] if at is None else self._comments(self.nodes[at])

    def read(self, depth: int, budget: Budget) -> Data:
        """Give the keys' values, within bounds."""
        budget.spend(self, depth)
        found = {key: self.nodes[at + 1].read(depth + 1, budget) for key, at in self._table().items()}
        for key, node in self._merged().items():
            if key not in found:
                found[key] = node.read(depth + 1, budget)
        return found

    def copy(self, depth: int, budget: Budget) -> Mapping:
        """Give a new mapping of the same value, merged keys as entries, within bounds."""
        budget.spend(self, depth)
        new = self._empty_copy()
        self._table()
        for at in range(0, len(self.nodes), 2):
            if at not in self.merging:
                new.nodes += [node.copy(depth + 1, budget) for node in self.nodes[at : at + 2]]
            elif at == self.merging[0]:
                new.nodes += self._merged_entries(depth + 1, budget)
        for node in new.nodes:
            node.parent = new
        return new

    def _insert(self, at: int, key: str, node: Node) -> None:
        self._add(at, Scalar(key, '"'), node)
        self.table = None

    def _merged_entries(self, depth: int, budget: Budget) -> list[Node]:
        return [
            new
            for key, node in self._merged().items()
            if key not in self._table()
            for new in (Scalar(key, '"'), node.copy(depth, budget))
        ]

    def _unmerge(self) -> None:
        """Make entries of what is merged, where the first `<<` stands."""
        entries = self._merged_entries(self.level(), self.source.copies)
        first = self.merging[0]
        for at in reversed(self.merging):
            self._drop(at)
        self._add(first, *entries)
        self.table = None

    def _table(self) -> dict[str, int]:
        if self.table is None:
            self.table, self.merging = {}, []
            for at in range(0, len(self.nodes), 2):
                key = key_of(self.nodes[at])
                if key is not None:
                    self.table[key] = at
                elif is_merge(self.nodes[at]):
                    self.merging.append(at)
        return self.table

    def _merged(self) -> dict[str, Node]:
        """Give what `<<` brings in; each mapping is read once, so aliases of aliases cost nothing."""
        found: dict[str, Node] = {}
        self._table()
        if not self.merging:
            return found
        seen = {self}
        waiting = self._merges()
        while waiting:
            mapping = waiting.pop()
            if mapping not in seen:
                seen.add(mapping)
                waiting += mapping._merges()  # noqa: SLF001 - another mapping of this class
                for key, at in mapping._table().items():  # noqa: SLF001
                    found.setdefault(key, resolve(mapping.nodes[at + 1]))
        return found

    def _merges(self) -> list[Mapping]:
        """Give the mappings that `<<` names, the one that counts most last."""
        self._table()
        named: list[Node] = []
        for at in self.merging:
            value = resolve(self.nodes[at + 1])
            named += map(resolve, value.nodes) if isinstance(value, Sequence) else [value]
        return [mapping for mapping in reversed(named) if isinstance(mapping, Mapping)]


def _node(new: Data | Node, near: Collection) -> Node:
    """Make a new node of data, or of another node."""
    return near.copied(new) if isinstance(new, Node) else _built(new, near.level(), near)


def _built(data: Data, depth: int, near: Collection) -> Node:
    if depth > MAX_DEPTH:
        problem = f"gets data that nests deeper than {MAX_DEPTH} levels"
        raise LimitError(problem, near.line, near.column)
    if isinstance(data, str):
        return Scalar(data, '"')
    new: Collection
    if isinstance(data, dict):
        new = Mapping()
        new.nodes = [node for key, value in data.items() for node in (Scalar(key, '"'), _built(value, depth + 1, near))]
    elif isinstance(data, list):
        new = Sequence()
        new.nodes = [_built(value, depth + 1, near) for value in data]
    else:
        scalar = Scalar(new_plain(data), "")
        scalar.written = scalar.text
        return scalar
    for node in new.nodes:
        node.parent = new
    return new
