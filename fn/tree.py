"""The nodes of a YAML text, and the verbs that change them.

Read with `get`, and walk from the root down with `own` before a change: that one rule covers aliases and merge keys. A change of an
anchored node, or below it, or its removal, gives each of its aliases a copy first, so nothing else changes its meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from fn.layout import NEW, Branch, Leaf, Node, entry_comments, original, skip, skip_properties
from fn.parser import TextError
from fn.scalars import MERGE_TAG, Data, Value, is_portable, key_text, new_plain, plain_value, same, tagged_value

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 200  # levels of nesting
MAX_NODES = 100_000  # nodes of one value, with its aliases resolved

Target: TypeAlias = "Scalar | Sequence | Mapping"


def spend(node: Node, depth: int, budget: list[int]) -> None:
    """Count a node that is read or copied through aliases; refuse what only aliases can make so large.

    Errors: TextError.
    """
    budget[0] -= 1
    if depth > MAX_DEPTH:
        problem = f"nests deeper than {MAX_DEPTH} levels once its aliases are resolved"
    elif budget[0] < 0:
        problem = f"holds more than {MAX_NODES} nodes once its aliases are resolved"
    else:
        return
    raise TextError(problem, node.line, node.column)


class Scalar(Leaf):
    """A string, number, bool or null. `text` is its content, `style` one of '' (plain), "'", '"', '|' and '>'."""

    __slots__ = ("written",)

    written: str | None  # of a copy: how it stands in the source, without its anchor

    def __init__(self, text: str, style: str, start: int = NEW, end: int = NEW, tag: str | None = None) -> None:
        """Make a scalar of the source, or a new one."""
        self.text = text
        self.style = style
        self.start = start
        self.end = end
        self.tag = tag
        self.place = None

    def value(self) -> Value:
        """Give the value as Kubernetes reads it."""
        if self.tag is not None:
            return tagged_value(self.text, self.tag)
        return self.text if self.style else plain_value(self.text)

    @property
    def is_null(self) -> bool:
        """Whether the value is null, written or left out."""
        return self.value() is None

    def data(self, depth: int = 0, budget: list[int] | None = None) -> Data:
        """Give the value."""
        spend(self, depth, budget or [1])
        return self.value()


class Alias(Leaf):
    """`*name`, which stands for the node with that anchor."""

    __slots__ = ("target",)

    target: Target

    def __init__(self, target: Target, start: int, end: int) -> None:
        """Make an alias of the source."""
        self.text = self.style = ""
        self.start = start
        self.end = end
        self.tag = self.place = None
        self.target = target

    def data(self, depth: int = 0, budget: list[int] | None = None) -> Data:
        """Give the value of the node that it stands for."""
        return self.target.data(depth, budget)


def resolve(node: Node) -> Target:
    """Give the node itself, or what an alias stands for."""
    return node.target if isinstance(node, Alias) else cast("Target", node)


class Collection(Branch):
    """What sequence and mapping have in common."""

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


class Sequence(Collection):
    """A list."""

    __slots__ = ()

    step = 1

    def __len__(self) -> int:
        """Count the entries."""
        return len(self.nodes)

    def __iter__(self) -> Iterator[Target]:
        """Give the entries, aliases resolved."""
        return map(resolve, self.nodes)

    def get(self, index: int) -> Target:
        """Give an entry to read."""
        return resolve(self.nodes[index])

    def comments(self, index: int) -> list[str]:
        """Give the comments that go if the entry is removed."""
        return _comments(self, self.nodes[index])

    def data(self, depth: int = 0, budget: list[int] | None = None) -> Data:
        """Give the entries' values."""
        budget = budget or [MAX_NODES]
        spend(self, depth, budget)
        return [node.data(depth + 1, budget) for node in self.nodes]


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

    def get(self, key: str) -> Target | None:
        """Give a key's value to read, or None if there is no such key; null is a Scalar."""
        at = self._table().get(key)
        return self._merged().get(key) if at is None else resolve(self.nodes[at + 1])

    def duplicates(self) -> list[tuple[str, int]]:
        """Give the keys that stand twice (`<<` too), with the line of the second."""
        seen: set[str] = set()
        twice = []
        for node in self.nodes[::2]:
            key = "<<" if _is_merge(node) else _key(node)
            if key in seen:
                twice.append((key, node.line))
            elif key is not None:
                seen.add(key)
        return twice

    def comments(self, key: str) -> list[str]:
        """Give the comments that go if the key is removed."""
        at = self._table().get(key)
        return [] if at is None else _comments(self, self.nodes[at])

    def data(self, depth: int = 0, budget: list[int] | None = None) -> Data:
        """Give the keys' values."""
        budget = budget or [MAX_NODES]
        spend(self, depth, budget)
        found = {key: self.nodes[at + 1].data(depth + 1, budget) for key, at in self._table().items()}
        for key, node in self._merged().items():
            if key not in found:
                found[key] = node.data(depth + 1, budget)
        return found

    def _table(self) -> dict[str, int]:
        if self.table is None:
            self.table, self.merging = {}, []
            for at in range(0, len(self.nodes), 2):
                key = _key(self.nodes[at])
                if key is not None:
                    self.table[key] = at
                elif _is_merge(self.nodes[at]):
                    self.merging.append(at)
        return self.table

    def _merged(self) -> dict[str, Target]:
        """Give what `<<` brings in; each mapping is read once, so aliases to aliases cost nothing."""
        found: dict[str, Target] = {}
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


def _is_merge(key: Node) -> bool:
    return (
        isinstance(key, Scalar) and key.text == "<<" and (key.tag == MERGE_TAG or (not key.style and key.tag is None))
    )


def _key(node: Node) -> str | None:
    """Give a key's text, or None for a merge key and for a key that is a collection."""
    key = resolve(node)
    if not isinstance(key, Scalar) or _is_merge(key):
        return None
    return key_text(key.value(), key.text)


def _comments(branch: Branch, node: Node) -> list[str]:
    """Give the comments of the entry that begins with a node, or with the one whose place it takes."""
    place = node if node.start != NEW else node.place
    for index, first in enumerate(original(branch)[:: branch.step]):
        if first is place:
            return entry_comments(branch.source, branch, index)
    return []
