"""Other readers than ours: what PyYAML and ruamel.yaml find in a text, by Kubernetes' rules for plain scalars."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import Any, TypeAlias

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Json: TypeAlias = Any
NULLS = ("", "~", "null", "Null", "NULL")
TRUE = re.compile(r"y|Y|yes|Yes|YES|on|On|ON|true|True|TRUE")
FALSE = re.compile(r"n|N|no|No|NO|off|Off|OFF|false|False|FALSE")
INTEGER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)")
FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
CACHED = 8
RECURSIVE = "an anchor that contains itself"


@lru_cache(CACHED)
def values(text: str) -> Json:
    """Read with ruamel.yaml (YAML 1.2), aliases and merges resolved, plain scalars as Kubernetes reads them."""
    library = YAML(pure=True)
    library.allow_duplicate_keys = True
    return _value(library.compose(io.StringIO(text)), ())


def _value(node: Node, above: tuple[int, ...]) -> Json:
    if id(node) in above:
        return RECURSIVE
    above = (*above, id(node))
    if isinstance(node, SequenceNode):
        return [_value(entry, above) for entry in node.value]
    if isinstance(node, MappingNode):
        own: dict[str, Json] = {}
        merged: dict[str, Json] = {}
        for key, value in node.value:
            if key.value == "<<" and key.style is None:
                sources = value.value if isinstance(value, SequenceNode) else [value]
                for source in sources:
                    merged = _value(source, above) | merged
            else:
                own[_key(_value(key, above))] = _value(value, above)
        return merged | own
    assert isinstance(node, ScalarNode)
    text = node.value.replace("\a", "") if node.style == ">" else node.value  # ruamel.yaml marks the folds
    explicit = str(node.ctag) if node.ctag and node.ctag.handle is not None else ""
    if not explicit:
        return plain(text) if node.style is None else text
    return plain(text) if explicit.endswith((":int", ":float", ":bool", ":null")) else text


def _key(value: Json) -> str:
    """Give a key as JSON has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def plain(text: str) -> bool | int | float | str | None:
    """Read a plain scalar as sigs.k8s.io/yaml does, which is go-yaml's version 2."""
    if text in NULLS:
        return None
    if TRUE.fullmatch(text) or FALSE.fullmatch(text):
        return TRUE.fullmatch(text) is not None
    digits = text.replace("_", "") if text[:1] in "+-.0123456789" else ""
    if INTEGER.fullmatch(digits):
        octal = re.fullmatch(r"([-+]?)0([0-7]+)", digits)
        return int(f"{octal[1]}0o{octal[2]}" if octal else digits, 0)
    if FLOAT.fullmatch(digits):
        return float(digits)
    return float(digits.replace(".", "")) if SPECIAL.fullmatch(digits) else text


def texts(text: str) -> Json:
    """Read with PyYAML, each scalar as its text, merges as they stand."""
    return _text(compose(text), ())


def _text(node: yaml.Node, above: tuple[int, ...]) -> Json:
    if id(node) in above:
        return RECURSIVE
    above = (*above, id(node))
    if isinstance(node, yaml.MappingNode):
        return {key.value: _text(value, above) for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    return [_text(entry, above) for entry in node.value] if isinstance(node, yaml.SequenceNode) else node.value


@lru_cache(CACHED)
def compose(text: str) -> yaml.MappingNode:
    """Give PyYAML's own graph, whose nodes know where they stand; of an alias it knows only the anchor."""
    node = yaml.compose(text, yaml.SafeLoader)
    assert isinstance(node, yaml.MappingNode)
    return node


def at(node: yaml.Node | None, *steps: str | int) -> yaml.Node | None:
    """Walk PyYAML's graph; merged keys are found too."""
    for step in steps:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in _pairs(node) if key.value == step), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
        else:
            return None
    return node


def pair(node: yaml.Node | None, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    """Give the key and the value of an entry of a mapping."""
    pairs = _pairs(node) if isinstance(node, yaml.MappingNode) else []
    return next(((one, value) for one, value in pairs if one.value == key), None)


def _pairs(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    found = list(node.value)
    for key, value in node.value:
        if key.value == "<<":
            for source in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                found += _pairs(source) if isinstance(source, yaml.MappingNode) else []
    return found


def entries(node: yaml.Node | None) -> list[yaml.Node]:
    """Give the entries of a list, none where there is no list."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def item_spans(text: str) -> list[tuple[int, int]]:
    """Give where the items stand: from one to the next, in characters; the last one without what follows the list."""
    items = at(compose(text), "items")
    found = entries(items)
    starts = [node.start_mark.index for node in found]
    assert items is not None or not found
    flow = isinstance(items, yaml.SequenceNode) and items.flow_style
    starts = starts if flow else [text.rindex("-", 0, start) for start in starts]
    ends = [*starts[1:], found[-1].end_mark.index] if found else []
    return list(zip(starts, ends, strict=True))


@lru_cache(CACHED)
def item_lines(text: str) -> list[range]:
    """Give the lines, from 0, on which each item stands, and those between it and the next."""
    text = text.removeprefix("\ufeff")
    return [range(text.count("\n", 0, start), text.count("\n", 0, end) + 1) for start, end in item_spans(text)]


@lru_cache(CACHED)
def comments(text: str) -> list[tuple[int, str]]:
    """Give each comment with its line, from 0."""
    scalars = [token for token in tokens(text) if isinstance(token, yaml.ScalarToken)]
    opaque = [(token.start_mark.index, token.end_mark.index) for token in scalars]
    found = []
    line, place = 0, 0
    for whole in text.removeprefix("\ufeff").splitlines(keepends=True):
        for match in re.finditer(r"(?:^|(?<=[ \t]))#", whole):
            start = place + match.start()
            if not any(begin <= start < end for begin, end in opaque):
                found.append((line, whole[match.start() :].rstrip()))
                break
        line, place = line + 1, place + len(whole)
    return found


def alias_lines(text: str) -> set[int]:
    """Give the lines, from 0, on which an alias stands."""
    return {token.start_mark.line for token in tokens(text) if isinstance(token, yaml.AliasToken)}


@lru_cache(CACHED)
def tokens(text: str) -> list[yaml.Token]:
    """Give PyYAML's tokens."""
    return list(yaml.scan(text.removeprefix("\ufeff"), yaml.SafeLoader))
