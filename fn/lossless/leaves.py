"""Scalars and aliases."""

from __future__ import annotations

from fn.lossless import comments, layout
from fn.lossless.scalars import (
    MERGE_TAG,
    Data,
    Value,
    is_portable,
    json_key,
    plain_value,
    quoted,
    tagged_value,
)
from fn.lossless.tree import NEW, Branch, Budget, Leaf, Node


class Scalar(Leaf):
    """A string, number, bool or null. `text` is its content, `style` one of '' (plain), "'", '"', '|' and '>'."""

    __slots__ = ("written",)

    written: str | None  # of a new node: the text to write, where it isn't a string to be put in quotes

    def __init__(self, text: str, style: str, start: int = NEW, end: int = NEW, tag: str | None = None) -> None:
        """Make a scalar of the source, or a new one."""
        self.text = text
        self.style = style
        self.start = start
        self.end = end
        self.tag = tag
        self.place = self.written = None

    def value(self) -> Value:
        """Give the value as Kubernetes reads it."""
        if self.tag is not None:
            return tagged_value(self.text, self.tag)
        return self.text if self.style else plain_value(self.text)

    @property
    def is_null(self) -> bool:
        """Whether the value is null, written or left out."""
        return self.value() is None

    def read(self, depth: int, budget: Budget) -> Data:
        """Give the value, within bounds."""
        budget.spend(self, depth)
        return self.value()

    def copy(self, depth: int, budget: Budget) -> Scalar:
        """Give a new scalar that is written the same way, if that is one line."""
        budget.spend(self, depth)
        new = Scalar(self.text, self.style, tag=self.tag)
        new.written = self.written if self.start == NEW else self._as_written()
        return new

    def has_comment(self) -> bool:
        """Tell whether a comment belongs to the scalar."""
        return comments.has_comment(self)

    def _as_written(self) -> str | None:
        if layout.is_empty(self):
            return ""
        text = self.source.text
        behind, tag = layout.skip_properties(text, self)
        if self.style in {"|", ">"} or "\n" in (content := text[layout.skip(text, behind) : self.end]):
            return f"{tag} {quoted(self.text)}" if tag else None
        if not content:  # an anchored null
            content = quoted("") if isinstance(self.value(), str) else "null"
        elif not self.style and not is_portable(content) and isinstance(self.parent, Branch) and self.parent.flow:
            content = quoted(self.text)
        return f"{tag} {content}" if tag else content


class Alias(Leaf):
    """`*name`, which stands for the node with that anchor."""

    __slots__ = ("target",)

    target: Node

    def __init__(self, target: Node, start: int, end: int) -> None:
        """Make an alias of the source."""
        self.text = self.style = ""
        self.start = start
        self.end = end
        self.tag = self.place = None
        self.target = target

    def read(self, depth: int, budget: Budget) -> Data:
        """Give the value of the node that it stands for."""
        return self.target.read(depth, budget)

    def copy(self, depth: int, budget: Budget) -> Node:
        """Copy the node that it stands for."""
        return self.target.copy(depth, budget)

    def has_comment(self) -> bool:
        """Tell whether a comment belongs to the alias."""
        return comments.has_comment(self)


def resolve(node: Node) -> Node:
    """Give the node itself, or what an alias stands for."""
    return node.target if isinstance(node, Alias) else node


def is_merge(key: Node) -> bool:
    """Tell whether a key is `<<`, and not the same characters in quotes."""
    return (
        isinstance(key, Scalar) and key.text == "<<" and (key.tag == MERGE_TAG or (not key.style and key.tag is None))
    )


def key_of(node: Node) -> str | None:
    """Give a key's text, or None for a merge key and for a key that is a collection."""
    key = resolve(node)
    if not isinstance(key, Scalar) or is_merge(key):
        return None
    return json_key(key.value(), key.text)
