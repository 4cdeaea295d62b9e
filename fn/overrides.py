"""Overrides: settings of one Job, in its annotations.

Shape: `metadata.annotations`, the key of a ConfigMap behind the prefix (`fn.volcano.sh/master-address`), a text as in a
ConfigMap. Each replaces what functionConfig says, lists too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fn.arguments import FLAGS, nearest
from fn.config import entries_of
from fn.nodes import Mapping
from fn.paths import is_null, text_of
from fn.record import ANNOTATION_PREFIX, RECORD_ANNOTATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fn.config import Config
    from fn.config_words import Problem
    from fn.nodes import Data, Node

OVERRIDES = ("rank", "master-address", "containers", "extra-tasks", "ignore")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with one annotation; `proposed` is the value that was meant, None where nothing is near."""

    annotation: str
    problem: str
    proposed: str | None = None


class OverrideError(ValueError):
    """Annotations that aren't accepted; one mistake each. `accepted` are the settings with the others."""

    def __init__(self, mistakes: Sequence[Mistake], accepted: Config) -> None:
        """Take the mistakes."""
        super().__init__("; ".join(f"`{mistake.annotation}` {mistake.problem}" for mistake in mistakes))
        self.mistakes = tuple(mistakes)
        self.accepted = accepted


def overridden(config: Config, annotations: Node | None, ignorable: dict[str, bool] | None = None) -> Config:
    """Give the settings for the object with these `metadata.annotations`; `config` itself where none is an override.

    `ignorable` tells of each id whether `ignore` may hold it; any may if it is None.
    Errors: OverrideError. A value that is no text is left to the checks: the API server refuses it, but for null, which
    is empty text to it.
    """
    texts = _texts(annotations)
    if not texts:
        return config
    from fn.config_model import KEYS, validate  # noqa: PLC0415 - pydantic is slow to start, and most runs need none

    known: dict[str, Data] = {name: text for name, text in texts.items() if name in OVERRIDES}
    fields, problems = validate("data", known, ignorable)
    if problems:
        wrong = {problem.steps[0] for problem in problems}
        fields, _ = validate("data", {name: text for name, text in known.items() if name not in wrong}, ignorable)
    mistakes: list[Mistake] = []
    for name, text in texts.items():
        about = [problem for problem in problems if problem.steps[0] == name]
        if name not in OVERRIDES:
            mistakes.append(Mistake(f"{ANNOTATION_PREFIX}{name}", _strange_name(name, KEYS)))
        elif about:
            problem = "; ".join(one.text for one in about)
            mistakes.append(Mistake(f"{ANNOTATION_PREFIX}{name}", problem, _value_meant(text, about)))
    settings = replace(config, **fields)
    if mistakes:
        raise OverrideError(mistakes, settings)
    return settings


def _texts(annotations: Node | None) -> dict[str, str]:
    """Give the texts of the annotations with our prefix, the record aside, by their names behind it."""
    if not isinstance(annotations, Mapping):
        return {}
    texts: dict[str, str] = {}
    for key in annotations.keys():  # noqa: SIM118 - a Mapping is no dict
        if key.startswith(ANNOTATION_PREFIX) and key != RECORD_ANNOTATION:
            node = annotations.get(key)
            text = "" if is_null(node) else text_of(node)
            if text is not None:
                texts[key.removeprefix(ANNOTATION_PREFIX)] = text
    return texts


def _strange_name(name: str, keys: dict[str, str]) -> str:
    """Tell which annotation was meant, or where else that setting belongs; `keys` are those of functionConfig."""
    meant = nearest(name, keys)
    if meant is None:
        accepted = ", ".join(f"`{ANNOTATION_PREFIX}{known}`" for known in OVERRIDES)
        return f"is not accepted (accepted are {accepted})"
    if meant in OVERRIDES:
        return f"is not accepted, did you mean `{ANNOTATION_PREFIX}{meant}`?"
    place = f"`{keys[meant]}` in functionConfig, where it is for all Jobs"
    argument = f"`--{meant}` in `plugins.pytorch`, or " if meant in FLAGS else ""
    return f"is not accepted: write {argument}{place}"


def _value_meant(text: str, problems: Sequence[Problem]) -> str | None:
    """Mend a text, or the wrong entries of a list, if each has a word that was meant."""
    entries = entries_of(text)
    for problem in problems:
        place = problem.steps[-1]
        if problem.meant is None or isinstance(place, str):
            return problem.meant
        entries[place] = problem.meant
    return ",".join(entries)
