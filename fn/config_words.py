"""What is wrong with a setting, in words; nothing else knows the shape of pydantic's errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pydantic import BaseModel
from pydantic_core import PydanticCustomError

from fn.arguments import nearest
from fn.arguments.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

DIGITS = re.compile(r"0|[1-9][0-9]{0,18}")

_OUR_WORDS = "words"


class Problem(NamedTuple):
    """`steps` lead to a value or a key, `text` says what is wrong there, `meant` is the word that was meant, if any."""

    steps: tuple[str | int, ...]
    text: str
    meant: str | None = None


def refuse(text: str, meant: str | None = None, *steps: str) -> NoReturn:
    """Say, in a validator, what is wrong, at the end of `steps` in the value; a word that was meant is added."""
    context = {"text": text, "hint": _hint(meant), "meant": meant, "steps": steps}
    raise PydanticCustomError(_OUR_WORDS, "{text}{hint}", context)


def problems(error: ValidationError, model: type[BaseModel], other: type[BaseModel], kind: str) -> list[Problem]:
    """Put what pydantic found into words; `kind` is the object that `model` belongs to, `other` the other's model."""
    found: list[Problem] = []
    listed = False
    for one in error.errors(include_url=False):
        steps = one["loc"]
        if one["type"] == "extra_forbidden":
            text, accepted = _strange_key(steps, _model_at(model, steps), other, kind)
            found.append(Problem(steps, text + accepted * (not listed)))
            listed = listed or bool(accepted)
        elif one["type"] == _OUR_WORDS:
            found.append(Problem((*steps, *one["ctx"]["steps"]), one["msg"], one["ctx"]["meant"]))
        else:
            meant = _word_meant(one)
            advice = _hint(meant) or _advice(one)
            found.append(Problem(steps, f"must be {_must_at(steps, model)}, got {got(one['input'])}{advice}", meant))
    return found


def requirement(field: FieldInfo) -> str:
    """Tell what the value of a field must be."""
    extra = field.json_schema_extra
    return str(extra["must"]) if isinstance(extra, dict) else ""


def got(value: object) -> str:
    """Show a value."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return "null" if value is None else str(value).lower()


def names(model: type[BaseModel]) -> dict[str, str]:
    """Give the names of a model's fields by their keys."""
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _strange_key(
    steps: Sequence[str | int], model: type[BaseModel], other: type[BaseModel], kind: str
) -> tuple[str, str]:
    """Tell what is wrong with a key, and which keys are accepted."""
    key, known = str(steps[-1]), names(model)
    name = names(other).get(key)
    if name is not None and len(steps) == 1:
        written = next(alias for alias, field in known.items() if field == name)
        return f"must be written `{written}` in {kind}", ""
    accepted = ", ".join(f"`{alias}`" for alias in known)
    longer = [alias for alias in known if alias.lower().startswith(key.lower())]
    return f"is not accepted{_hint(longer[0] if longer else nearest(key, known))}", f" (accepted are {accepted})"


def _must_at(steps: Sequence[str | int], model: type[BaseModel]) -> str:
    """Tell what must be at a place; inside a list that is a string."""
    if isinstance(steps[-1], int):
        return "a string"
    model = _model_at(model, steps)
    return requirement(model.model_fields[names(model)[steps[-1]]])


def _model_at(model: type[BaseModel], steps: Sequence[str | int]) -> type[BaseModel]:
    """Give the model in which the last step is a key."""
    for step in steps[:-1]:
        below = model.model_fields[names(model)[str(step)]].annotation
        if isinstance(below, type) and issubclass(below, BaseModel):
            model = below
    return model


def _word_meant(one: ErrorDetails) -> str | None:
    """Give the accepted word that is close to a value."""
    value = one["input"]
    if one["type"] != "literal_error" or not isinstance(value, str):
        return None
    return nearest(value, re.findall("'([^']+)'", one["ctx"]["expected"]))


def _advice(one: ErrorDetails) -> str:
    """Tell how to write a value of the wrong type."""
    value = one["input"]
    is_number = one["type"] == "int_type" and isinstance(value, str) and DIGITS.fullmatch(value)
    if is_number or (one["type"] == "bool_type" and value in ("true", "false")):
        return ": write it without quotes"
    return ": write it in quotes" if one["type"] == "string_type" and isinstance(value, bool | int | float) else ""


def _hint(word: str | None) -> str:
    return f", did you mean `{word}`?" if word else ""
