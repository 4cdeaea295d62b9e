"""Kubernetes' `$(NAME)` in commands, arguments and env values.

Grammar: `$(` NAME `)` refers to the variable NAME; `$$` is a dollar that begins no reference; a `$` before anything
else, and a `$(` that is never closed, stand for themselves.

Source: kubernetes third_party/forked/golang/expansion/expand.go Expand, v1.36.1
"""

from __future__ import annotations


def references(text: str) -> set[str]:
    """Give the names of the variables that `text` refers to."""
    names = set()
    place = text.find("$")
    while 0 <= place < len(text) - 1:
        after = place + 2
        if text[place + 1] == "(":
            end = text.find(")", after)
            if end >= 0:
                names.add(text[after:end])
                after = end + 1
        place = text.find("$", after)
    return names


def refers_to(text: str | None, name: str) -> bool:
    """Tell whether Kubernetes would put the value of the variable `name` into `text`."""
    return text is not None and "$(" in text and name in references(text)
