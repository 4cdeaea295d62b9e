"""The settings of a functionConfig: keys, types, words and documentation, in one pydantic model.

Only `config.read` imports this, where there is something to check: pydantic takes longer to start than all the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from fn import nodes
from fn.arguments import FLAGS, Arguments, fault, nearest
from fn.arguments.strconv import quote
from fn.config import Config, ConfigError
from fn.nodes import Mapping, Scalar, Sequence, TextError
from fn.paths import field_path
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from fn.nodes import Data, Node

_FLAGS = {flag.field: flag for flag in FLAGS.values()}
_OUR_WORDS = "words"
_DIGITS = re.compile(r"0|[1-9][0-9]{0,18}")

_Rank = Literal["auto", "literal", "index", "shell", "split", "controller"]
_FailOn = Literal["error", "warning"]
_PullPolicy = Literal["Always", "IfNotPresent", "Never"]


def _refuse(words: str) -> NoReturn:
    raise PydanticCustomError(_OUR_WORDS, "{words}", {"words": words})


def _known_id(id_: str, info: ValidationInfo) -> str:
    if info.context is not None and id_ not in info.context:
        near = nearest(id_, sorted(info.context))
        _refuse(f"must be the id of a warning or an info, got {quote(id_)}{_hint(near)}")
    return id_


def _one_of(literal: Any) -> str:  # noqa: ANN401 - the type of a Literal has no name
    *words, last = (f"`{word}`" for word in get_args(literal))
    return f"{', '.join(words)} or {last}"


def _setting(must: str, description: str, default: Any = None) -> Any:  # noqa: ANN401 - as pydantic's Field
    return Field(default, description=description, json_schema_extra={"must": must})


def _argument(field: str, description: str) -> Any:  # noqa: ANN401 - as pydantic's Field
    return _setting(_FLAGS[field].must, f"{description}, for Jobs without `--{_FLAGS[field].name}`")


class WaitMasterContainer(BaseModel):
    """Fields of a container."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=to_camel)

    resources: dict[str, Any] | None = _setting("a map", "requests and limits")
    security_context: dict[str, Any] | None = _setting("a map", "user and privileges")
    image_pull_policy: _PullPolicy | None = _setting(_one_of(_PullPolicy), "when to pull the image")


class Spec(BaseModel):
    """What stands below `spec` of a PyTorchPlugin."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=to_camel)

    master: str | None = _argument("master", "the master task")
    worker: str | None = _argument("worker", "the worker task")
    port: int | None = _argument("port", "the port on which the master listens")
    wait_master_enabled: bool | None = _argument("wait_master_enabled", "whether the workers wait for the master")
    wait_master_timeout: int | None = _argument("wait_master_timeout", "how long they wait before they fail")
    wait_master_image: str | None = _argument("wait_master_image", "the image in which they wait")
    svc_arguments: list[str] = _setting("a list of strings", "the arguments of `svc`, where the function adds it", [])
    rank: _Rank = _setting(_one_of(_Rank), "how the pods get their RANK", "auto")
    wait_master_container: WaitMasterContainer = _setting(
        "a map of `resources`, `securityContext` and `imagePullPolicy`",
        "fields of the init container that waits, copied as they are",
        WaitMasterContainer(),
    )
    validate_only: bool = _setting("`true` or `false`", "report only, change nothing", default=False)
    fail_on: _FailOn = _setting(_one_of(_FailOn), "the lowest severity that makes the run fail", "error")
    ignore: list[Annotated[str, AfterValidator(_known_id)]] = _setting(
        "a list of ids", "the warnings and infos to leave out", []
    )

    @field_validator(*_FLAGS)
    @classmethod
    def as_the_argument(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - str, int or bool
        """Hold a value to the same rules as the plugin's argument."""
        found = fault(_FLAGS[info.field_name or ""], value)
        if found:
            _refuse(found[1])
        return value


class ConfigMapData(Spec):
    """What stands below `data` of a ConfigMap: a text for each setting."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "-"))

    @field_validator("*", mode="before")
    @classmethod
    def from_text(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - what the field's type takes
        """Read a text by the type of its field."""
        field = cls.model_fields[info.field_name or ""]
        must = _must(field)
        types = {field.annotation, get_origin(field.annotation), *get_args(field.annotation)}
        if not isinstance(value, str):
            form = "separated by commas, in one text" if list in types else "as text"
            _refuse(f"must be {must} {form}, got {_got(value)}")
        if list in types:
            return [entry for entry in map(str.strip, value.split(",")) if entry]
        if not value.strip():
            _refuse(f"must be {must}, got an empty value")
        if WaitMasterContainer in types:
            return _from_yaml(value)
        if int in types:
            if not _DIGITS.fullmatch(value):
                _refuse(f"must be {must}, in decimal digits alone, got {quote(value)}")
            return int(value)
        return {"true": True, "false": False}.get(value.lower(), value) if bool in types else value


_MODELS: dict[str, type[Spec]] = {"spec": Spec, "data": ConfigMapData}


def check(section: str, settings: Mapping, ignorable: frozenset[str] | None) -> Config:
    """Make a Config of what stands below `section`.

    Errors: ConfigError; TextError where aliases grow beyond bounds.
    """
    values: dict[str, Data] = {}
    for key in settings.keys():  # noqa: SIM118 - a Mapping is no dict
        node = settings.get(key)
        if section == "data" and isinstance(node, Scalar):
            values[key] = "" if node.is_null else node.text
        elif node is not None:
            values[key] = node.data()
    model = _MODELS[section]
    if section == "spec":
        known = _fields(model)
        values = {key: value for key, value in values.items() if value is not None or key not in known}
    problems = [f"`{section}.{key}` stands twice (line {line})" for key, line in _twice(settings)]
    try:
        spec = model.model_validate(values, context=ignorable)
    except ValidationError as error:
        raise ConfigError(*problems, *_words(error, section)) from None
    if problems:
        raise ConfigError(*problems)
    container = spec.wait_master_container
    fields = {field.alias or name: getattr(container, name) for name, field in WaitMasterContainer.model_fields.items()}
    return Config(
        arguments=Arguments(**{name: getattr(spec, name) for name in _FLAGS}),
        svc_arguments=tuple(spec.svc_arguments),
        rank=spec.rank,
        wait_master_container={key: value for key, value in fields.items() if value is not None},
        validate_only=spec.validate_only,
        fail_on=Severity(spec.fail_on),
        ignore=frozenset(spec.ignore),
    )


def document() -> list[tuple[str, str, str, str, str]]:
    """Give the rows of the README's table: camelCase key, kebab-case key, values, default, what it is for."""
    rows = []
    for name, field in Spec.model_fields.items():
        default = _FLAGS[name].default if name in _FLAGS else field.default
        shown = "{}" if isinstance(default, BaseModel) else str(default).lower() if default is False else str(default)
        kebab = ConfigMapData.model_fields[name].alias
        rows.append(
            (field.alias or name, kebab or name, re.sub("^an? ", "", _must(field)), shown, field.description or "")
        )
    return rows


def _from_yaml(text: str) -> Data:
    """Read YAML that stands in a text."""
    try:
        roots = nodes.parse(text).roots
        values = [root.data() for root in roots]
        twice = next((key for root in roots for key, _ in _twice(root)), None)
    except TextError as error:
        _refuse(f"must be YAML: {error}")
    if twice is not None:
        _refuse(f"must not have the key `{twice}` twice")
    if len(values) != 1:
        _refuse(f"must be one YAML document, got {len(values)}")
    return values[0]


def _twice(node: Node) -> Iterator[tuple[str, int]]:
    """Find the keys that stand twice in one map, at any depth; call `data` before, which bounds the number of nodes."""
    if isinstance(node, Mapping):
        yield from node.duplicates()
        for key in node.keys():  # noqa: SIM118 - a Mapping is no dict
            below = node.get(key)
            if below is not None:
                yield from _twice(below)
    elif isinstance(node, Sequence):
        for below in node:
            yield from _twice(below)


def _words(error: ValidationError, section: str) -> list[str]:
    """Put pydantic's error into words; nothing else knows its shape."""
    problems = []
    listed = False
    for one in error.errors(include_url=False):
        path = field_path(section, *one["loc"])
        if one["type"] == "extra_forbidden":
            problem, keys = _strange_key(one["loc"], section)
            problems.append(f"`{path}` {problem}{keys * (not listed)}")
            listed = listed or bool(keys)
        elif one["type"] == _OUR_WORDS:
            problems.append(f"`{path}` {one['msg']}")
        else:
            problems.append(f"`{path}` must be {_must_at(one['loc'], section)}, got {_got(one['input'])}{_advice(one)}")
    return problems


def _strange_key(place: tuple[str | int, ...], section: str) -> tuple[str, str]:
    """Tell what is wrong with a key, and which keys are accepted."""
    key = str(place[-1])
    if len(place) > 1:
        known, other = _fields(WaitMasterContainer), {}
    else:
        known = _fields(_MODELS[section])
        other = _fields(_MODELS["spec" if section == "data" else "data"])
    if key in other:
        kind = "a ConfigMap" if section == "data" else "a PyTorchPlugin"
        written = next(alias for alias, name in known.items() if name == other[key])
        return f"must be written `{written}` in {kind}", ""
    return (
        f"is not accepted{_hint(nearest(key, known))}",
        f" (accepted are {', '.join(f'`{alias}`' for alias in known)})",
    )


def _must_at(place: tuple[str | int, ...], section: str) -> str:
    """Tell what must be at a place; inside a list that is a string."""
    if isinstance(place[-1], int):
        return "a string"
    model: type[BaseModel] = _MODELS[section] if len(place) == 1 else WaitMasterContainer
    return _must(model.model_fields[_fields(model)[place[-1]]])


def _advice(one: ErrorDetails) -> str:
    """Tell how to write a value of the wrong type, or a word that is close to an accepted one."""
    value = one["input"]
    if one["type"] == "literal_error" and isinstance(value, str):
        return _hint(nearest(value, re.findall("'([^']+)'", one["ctx"]["expected"])))
    is_number = one["type"] == "int_type" and isinstance(value, str) and _DIGITS.fullmatch(value)
    if is_number or (one["type"] == "bool_type" and value in ("true", "false")):
        return ": write it without quotes"
    return ": write it in quotes" if one["type"] == "string_type" and isinstance(value, bool | int | float) else ""


def _got(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return "null" if value is None else str(value).lower()


def _hint(word: str | None) -> str:
    return f", did you mean `{word}`?" if word else ""


def _fields(model: type[BaseModel]) -> dict[str, str]:
    """Give the names of a model's fields by their keys."""
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _must(field: FieldInfo) -> str:
    extra = field.json_schema_extra
    return str(extra["must"]) if isinstance(extra, dict) else ""
