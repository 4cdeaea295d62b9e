"""New text: in block style as lines, in flow style as a part of a line."""

from __future__ import annotations

from typing import NamedTuple, cast

from fn.lossless.leaves import Scalar
from fn.lossless.scalars import is_portable, json_key, literal, new_key, new_plain, quoted
from fn.lossless.tree import NEW, Branch, Node

STEP = 2  # columns from a key to what is below it


class Style(NamedTuple):
    """What new block text takes from its surroundings."""

    dash: int  # columns from a key to the dashes of its list
    literals: bool = True  # whether a text of several lines may be a literal block
    compact: bool = True  # whether a collection may begin behind its dash


def flow_text(node: Node, *, in_quotes: bool) -> str:
    """Write a node in flow style; `in_quotes` puts the keys into quotes, as JSON wants it."""
    if isinstance(node, Branch):
        values = [flow_text(value, in_quotes=in_quotes) for value in node.nodes[node.step - 1 :: node.step]]
        tag = node.written_tag + " " if node.written_tag else ""
        if node.step == 1:
            return f"{tag}[{', '.join(values)}]"
        keys = [key_text(key, in_quotes=in_quotes, flow=True) for key in node.nodes[::2]]
        return tag + "{" + ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True)) + "}"
    return _scalar(node, flow=True, in_quotes=in_quotes)


def entry_lines(key: Node | None, value: Node, column: int, style: Style) -> list[str]:
    """Write an entry of a mapping or, without a key, of a sequence, in block style at a column."""
    head, below = value_lines(value, column, style, in_list=key is None)
    marker = "-" if key is None else key_text(key, in_quotes=False, flow=False) + ":"
    return [" " * column + (f"{marker} {head}" if head else marker), *below]


def value_lines(node: Node, column: int, style: Style, *, in_list: bool) -> tuple[str, list[str]]:
    """Write the value of an entry at a column: what stands behind its colon or dash, and the lines below."""
    if not isinstance(node, Branch):
        block = _literal(node) if style.literals else None
        if block:
            return block[0], [line and " " * (column + STEP) + line for line in block[1]]
        return _scalar(node, flow=False), []
    if not node.nodes or _is_flow(node):
        return flow_text(node, in_quotes=False), []
    below = column + (STEP if node.step == 2 or in_list else style.dash)  # noqa: PLR2004 - a mapping
    inner = style._replace(compact=True)
    lines = []
    for at in range(0, len(node.nodes), node.step):
        key, value = (None, node.nodes[at]) if node.step == 1 else node.nodes[at : at + 2]
        lines += entry_lines(key, value, below, inner)
    if in_list and style.compact and not node.written_tag:
        return lines[0][below:], lines[1:]
    return node.written_tag, lines


def _is_flow(branch: Branch) -> bool:
    """Tell whether a collection stays in flow style: one of the source that was empty becomes a block."""
    return branch.flow and (branch.start == NEW or bool(branch.original))


def ends_in_literal(node: Node) -> bool:
    """Tell whether the last line of a new node in block style would be that of a literal block."""
    while isinstance(node, Branch) and node.nodes and not _is_flow(node):
        node = node.nodes[-1]
    return not isinstance(node, Branch) and _literal(node) is not None


def _literal(node: Node) -> tuple[str, list[str]] | None:
    return literal(node.text) if isinstance(node, Scalar) and node.written is None else None


def _scalar(node: Node, *, flow: bool, in_quotes: bool = False) -> str:
    scalar = cast("Scalar", node)  # a new node holds no aliases
    written = scalar.written
    in_any = not flow or written is None or written[:1] in {"'", '"'} or is_portable(written)
    if written is not None and in_any and not (in_quotes and written[:1] == "'"):
        return written
    value = scalar.value()
    return quoted(value) if isinstance(value, str) else new_plain(value)


def key_text(node: Node, *, in_quotes: bool, flow: bool) -> str:
    """Write a key."""
    if isinstance(node, Branch):
        return flow_text(node, in_quotes=in_quotes)
    scalar = cast("Scalar", node)
    written = scalar.written
    if written and not in_quotes and (not flow or written[0] in "'\"" or is_portable(written)):
        return written
    return new_key(json_key(scalar.value(), scalar.text), in_quotes=in_quotes)
