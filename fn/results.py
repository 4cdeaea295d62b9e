"""Results: what the function has to say, as the functions spec writes it and as a line on stderr."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.nodes import Data

INFOS_OF_ONE_ID = 20


class Severity(StrEnum):
    """How bad it is, worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""No value at all, where None would be a null."""


def one_line(text: str) -> str:
    r"""Escape what a terminal would obey instead of showing it: line breaks, escape codes, bidirectional marks."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


@dataclass(frozen=True, slots=True)
class ResourceRef:
    """The object that a result is about.

    Errors: ValueError where `api_version`, `kind` or `name` is empty; the functions spec requires the three.
    """

    api_version: str
    kind: str
    name: str
    namespace: str | None = None

    def __post_init__(self) -> None:
        """Check that the required fields are there."""
        if not (self.api_version and self.kind and self.name):
            message = f"a resourceRef must have apiVersion, kind and name, got {self!r}"
            raise ValueError(message)

    def __str__(self) -> str:
        """Give `<kind>/[<namespace>/]<name>`."""
        return "/".join(part for part in (self.kind, self.namespace, self.name) if part)

    def data(self) -> dict[str, Data]:
        """Give the form of the functions spec."""
        data: dict[str, Data] = {"apiVersion": self.api_version, "kind": self.kind, "name": self.name}
        return data | {"namespace": self.namespace} if self.namespace else data


@dataclass(frozen=True, slots=True)
class Field:
    """The field that a result is about, in bracket form: `spec.tasks[1].replicas`.

    Errors: ValueError where `path` is empty.
    """

    path: str
    current_value: Data | Absent = ABSENT
    proposed_value: Data | Absent = ABSENT

    def __post_init__(self) -> None:
        """Check that there is a path."""
        if not self.path:
            message = "a field must have a path"
            raise ValueError(message)

    def data(self) -> dict[str, Data]:
        """Give the form of the functions spec."""
        data: dict[str, Data] = {"path": self.path}
        if not isinstance(self.current_value, Absent):
            data["currentValue"] = self.current_value
        if not isinstance(self.proposed_value, Absent):
            data["proposedValue"] = self.proposed_value
        return data


@dataclass(frozen=True, slots=True)
class File:
    """The file that holds the object: `path` in its own package, `index` of the document in it, from 0.

    Errors: ValueError where `path` is empty or `index` is negative.
    """

    path: str
    index: int = 0

    def __post_init__(self) -> None:
        """Check that path and index can be those of a document."""
        if not self.path or self.index < 0:
            message = f"a file must have a path and an index of at least 0, got {self!r}"
            raise ValueError(message)

    def data(self) -> dict[str, Data]:
        """Give the form of the functions spec."""
        return {"path": self.path, "index": self.index}


@dataclass(frozen=True, slots=True)
class Result:
    """One finding; `source` is where its object stands (`job.yaml:12`) when manifests are read from files.

    The functions spec has a field only beside its object: without `resource_ref`, `message` must say where it is.

    Errors: ValueError where `message` is empty or no printable line.
    """

    message: str
    severity: Severity
    resource_ref: ResourceRef | None = None
    field: Field | None = None
    file: File | None = None
    source: str = ""

    def __post_init__(self) -> None:
        """Check what the functions spec requires."""
        if not self.message or not self.message.isprintable():
            message = f"a message must be one printable line, got {self.message!r}"
            raise ValueError(message)

    @property
    def path(self) -> str:
        """The path of the field, empty where it is about the whole object."""
        return "" if self.field is None else self.field.path

    @property
    def id(self) -> str:
        """The word in brackets at the end of the message, empty where there is none."""
        _, bracket, word = self.message.rpartition(" [")
        return word[:-1] if bracket and word.endswith("]") else ""

    def __str__(self) -> str:
        """Give the line for stderr: `<severity>: <kind>/[<namespace>/]<name> <field path>: <message>`."""
        about = f"{self.resource_ref} {self.path}".rstrip() if self.resource_ref is not None else ""
        return one_line(": ".join(part for part in (self.source, self.severity, about, self.message) if part))

    def data(self) -> dict[str, Data]:
        """Give the form of the functions spec, keys in its order."""
        data: dict[str, Data] = {"message": self.message, "severity": str(self.severity)}
        if self.resource_ref is not None:
            data["resourceRef"] = self.resource_ref.data()
            if self.field is not None:
                data["field"] = self.field.data()
        if self.file is not None:
            data["file"] = self.file.data()
        return data


def exit_code(results: Iterable[Result], fail_on: Severity = Severity.ERROR) -> int:
    """Give 1 if there is an error, or with `fail_on` warning a warning; otherwise 0."""
    fatal = {Severity.ERROR, fail_on}
    return int(any(result.severity in fatal for result in results))


def in_order(results: Iterable[Result]) -> list[Result]:
    """Put errors before warnings before infos, each in their given order: kpt shows only the first lines."""
    worst_first = list(Severity)
    return sorted(results, key=lambda result: worst_first.index(result.severity))


def folded(results: Iterable[Result]) -> list[Result]:
    """Fold the infos of one id beyond 20 into one, last, so that those of 300 Jobs don't bury what matters."""
    kept: list[Result] = []
    beyond: dict[str, list[Result]] = {}
    counts: dict[str, int] = {}
    for result in results:
        if result.severity is Severity.INFO and result.id:
            counts[result.id] = counts.get(result.id, 0) + 1
            if counts[result.id] > INFOS_OF_ONE_ID:
                beyond.setdefault(result.id, []).append(result)
                continue
        kept.append(result)
    return [*kept, *(Result(_more(check, infos), Severity.INFO) for check, infos in beyond.items())]


def _more(check: str, infos: list[Result]) -> str:
    """Say how many objects of one kind, or how many results where one object has several of them."""
    objects = {info.resource_ref for info in infos}
    kinds = {info.resource_ref.kind if info.resource_ref else "" for info in infos}
    kind = kinds.pop() if len(kinds) == 1 and len(objects) == len(infos) else ""
    more = f"… and {len(infos)} more"
    if kind:
        more += f" {one_line(kind)}" + "s" * (len(infos) > 1)
    return f"{more} [{check}]"


def without_doubles(ours: Iterable[Result], earlier: Iterable[Data]) -> list[Result]:
    """Leave out what an earlier run of the pipeline said in the same words about the same field."""
    said = {json.dumps(data, sort_keys=True) for data in earlier}
    return [result for result in ours if json.dumps(result.data(), sort_keys=True) not in said]
