"""Random edits, done both to a graph and to its data."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from fn.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from random import Random

    from tests.lossless.cases import AnyNode
    from tests.lossless.meaning import Json

NEW: list[Json] = [
    *(
        None,
        True,
        False,
        0,
        -7,
        1.5,
        "",
        "x",
        "a: b",
        "# c",
        "yes",
        "1",
        " lead",
        "trail ",
        "😀",
        "tab\t",
        "\x85",
        "- a",
    ),
    *(
        "two\nlines",
        "two\nlines\n",
        "x\n\ny\n",
        "\nlead",
        "x\n  y\n",
        "x \ny",
        "end\n\n",
        "#!/bin/sh\nexit\n",
        "a\n# b\n",
    ),
    *(
        [],
        {},
        ["a"],
        {"k": "v"},
        [{"name": "A", "value": "1"}],
        {"l": [1, {"m": None}], "n": {}},
        [[1], [[]]],
        [["p\nq\n"]],
    ),
    *([{"s": "i\nj\n"}], {"s": "i\nj\n"}, {"on": 1, "a b": 2, "": 3}),
]


class Edit:
    """One edit of a random place, reached by `own` from the root."""

    def __init__(self, rng: Random, root: AnyNode, data: Json) -> None:
        self.rng = rng
        self.node: AnyNode = root
        self.data = data
        self.new = copy.deepcopy(rng.choice(NEW))
        self.lost: list[str] = []  # the comments that go, as the node says before
        self.counts_comments = True
        while (below := self._below()) and rng.random() > 0.25:
            step = rng.choice(below)
            self.node, self.data = self.node.own(step), self.data[step]

    def _below(self) -> list[Json]:
        if isinstance(self.node, Mapping):
            keys = self.node.keys()
            return [key for key in keys if isinstance(self.node.get(key), (Mapping, Sequence))]
        return [at for at, node in enumerate(self.node) if isinstance(node, (Mapping, Sequence))]

    def do(self) -> None:
        if isinstance(self.node, Mapping):
            self._edit_mapping(self.node)
        else:
            self._edit_sequence(self.node)

    def _edit_mapping(self, mapping: Mapping) -> None:
        keys = mapping.keys()
        key = self.rng.choice([*keys, *keys, "new", "other", "yes"])
        kind = self.rng.randrange(8) if keys else 0
        if kind < 4:
            self._replaces(mapping.get(key), self.new)
            mapping.put(key, self.new)
            self.data[key] = self.new
        elif kind == 4:
            self._replaces(mapping.get(key), self.new)
            mapping.put_before(key, self.new, self.rng.choice(keys))
            self.data[key] = self.new
        elif kind == 5:
            node: AnyNode = mapping.get(self.rng.choice(keys))
            new = node.data()
            self._replaces(mapping.get(key), new)
            mapping.put(key, node)
            self.data[key] = new
        elif key in keys:
            self.lost += mapping.comments(key)
            self.counts_comments = "<<" not in [getattr(node, "text", "") for node in mapping.nodes]  # it may go, too
            mapping.remove(key)
            del self.data[key]

    def _edit_sequence(self, sequence: Sequence) -> None:
        count = len(sequence)
        at = self.rng.randrange(count + 1)
        index = self.rng.randrange(count or 1)
        kind = self.rng.randrange(8) if count else 0
        if kind == 0:
            sequence.append(self.new)
            self.data.append(self.new)
        elif kind == 1:
            sequence.insert(at, self.new)
            self.data.insert(at, self.new)
        elif kind in {2, 3}:
            self._replaces(sequence.get(index), self.new)
            sequence.put(index, self.new)
            self.data[index] = self.new
        elif kind in {4, 5}:
            sequence.move(index, at)
            self.data.insert(at - (at > index), self.data.pop(index))
        else:
            self.lost += sequence.comments(index)
            sequence.remove(index)
            del self.data[index]

    def _replaces(self, old: Node | None, new: Json) -> None:
        """Comments inside a collection go when it is replaced as a whole."""
        if isinstance(old, (Mapping, Sequence)) and old.data() != new:
            self.counts_comments = False
