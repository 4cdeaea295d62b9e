"""The settings of a functionConfig: keys, types, words and documentation, in one pydantic model.

Only `config.read` and `overrides.overridden` import this, where there is something to check: pydantic takes longer to
start than all the rest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from fn import nodes
from fn.arguments import FLAGS, TASK_NAME, Arguments, fault, nearest
from fn.arguments.strconv import quote
from fn.config import Config, ConfigError, entries_of, key_problems
from fn.config_container import as_resources, as_security_context
from fn.config_words import DIGITS, Problem, got, names, problems, refuse, requirement
from fn.nodes import Mapping, Scalar, TextError
from fn.paths import field_path
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from fn.nodes import Data

_FLAGS = {flag.field: flag for flag in FLAGS.values()}

_Rank = Literal["auto", "literal", "index", "shell", "split", "file", "controller"]
_MasterAddress = Literal["literal", "downward"]
_ExtraTasks = Literal["env", "none"]
_FailOn = Literal["error", "warning"]
_PullPolicy = Literal["Always", "IfNotPresent", "Never"]


def _known_id(id_: str, info: ValidationInfo) -> str:
    known = {id_: True} if info.context is None else info.context
    if not known.get(id_):
        must = f"must be the id of a warning or an info, got {quote(id_)}"
        if id_ in known:
            refuse(f"{must}, which is an error: that can't be ignored")
        refuse(must, nearest(id_, sorted(other for other, ignorable in known.items() if ignorable)))
    return id_


def _container_name(name: str) -> str:
    if not TASK_NAME.fullmatch(name):  # both are labels of RFC 1123
        rule = "lower-case letters, digits and inner dashes, at most 63"
        refuse(f"must be a container's name ({rule}), got {quote(name)}")
    return name


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

    resources: Annotated[dict[str, Any], AfterValidator(as_resources)] | None = _setting("a map", "requests and limits")
    security_context: Annotated[dict[str, Any], AfterValidator(as_security_context)] | None = _setting(
        "a map", "user and privileges"
    )
    image_pull_policy: _PullPolicy | None = _setting(_one_of(_PullPolicy), "when to pull the image")


class Spec(BaseModel):
    """What stands below `spec` of a PyTorchPlugin."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=to_camel)

    master: str | None = _argument("master", "the master task")
    worker: str | None = _argument("worker", "the worker task")
    port: int | None = _argument("port", "the port on which the master listens")
    wait_master_enabled: bool | None = _argument("wait_master_enabled", "whether the workers wait for the master")
    wait_master_timeout: int | None = _argument("wait_master_timeout", "how long they wait before they fail")
    wait_master_image: str | None = _argument(
        "wait_master_image", "the image in which they wait, and that of `rank: file`"
    )
    svc_arguments: list[str] = _setting("a list of strings", "the arguments of `svc`, where the function adds it", [])
    rank: _Rank = _setting(_one_of(_Rank), "how the pods get their RANK", "auto")
    master_address: _MasterAddress = _setting(
        _one_of(_MasterAddress),
        "`downward` for Jobs that a later step renames (`namePrefix`, `nameSuffix`): the address follows the name",
        "literal",
    )
    containers: list[Annotated[str, AfterValidator(_container_name)]] = _setting(
        "a list of containers' names",
        "the containers that train, for pods with others beside them: only they get variables and port (empty: all)",
        [],
    )
    wait_master_container: WaitMasterContainer = _setting(
        "a map of `resources`, `securityContext` and `imagePullPolicy`",
        "fields of the init containers that are added, copied as they are",
        WaitMasterContainer(),
    )
    torchrun: bool = _setting(
        "`true` or `false`",
        "also set the `PET_` variables, for commands that are a bare `torchrun train.py`",
        default=False,
    )
    extra_tasks: _ExtraTasks = _setting(
        _one_of(_ExtraTasks),
        "`none` for Jobs with tasks that don't train: tasks that are neither master nor worker are left alone",
        "env",
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
            refuse(found[1])
        return value


class ConfigMapData(Spec):
    """What stands below `data` of a ConfigMap: a text for each setting."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "-"))

    @field_validator("*", mode="before")
    @classmethod
    def from_text(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - what the field's type takes
        """Read a text by the type of its field."""
        field = cls.model_fields[info.field_name or ""]
        must = requirement(field)
        types = {field.annotation, get_origin(field.annotation), *get_args(field.annotation)}
        if not isinstance(value, str):
            form = "separated by commas, in one text" if list in types else "as text"
            refuse(f"must be {must} {form}, got {got(value)}")
        if list in types:
            return entries_of(value)
        if not value.strip():
            refuse(f"must be {must}, got an empty value")
        if WaitMasterContainer in types:
            return _from_yaml(value)
        if int in types:
            if not DIGITS.fullmatch(value):
                refuse(f"must be {must}, in decimal digits alone, got {quote(value)}")
            return int(value)
        return {"true": True, "false": False}.get(value.lower(), value) if bool in types else value


KEYS = dict(zip(names(ConfigMapData), names(Spec), strict=True))
"""The keys of a PyTorchPlugin by those of a ConfigMap."""

_MODELS: dict[str, tuple[type[Spec], type[Spec], str]] = {
    "spec": (Spec, ConfigMapData, "a PyTorchPlugin"),
    "data": (ConfigMapData, Spec, "a ConfigMap"),
}


def check(section: str, settings: Mapping, ignorable: dict[str, bool] | None) -> Config:
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
    if section == "spec":
        known = names(Spec)
        values = {key: value for key, value in values.items() if value is not None or key not in known}
    strange = key_problems(settings, section)
    fields, found = validate(section, values, ignorable)
    if strange or found:
        raise ConfigError(*strange, *(f"`{field_path(section, *problem.steps)}` {problem.text}" for problem in found))
    return Config(**fields)


def validate(
    section: str, values: dict[str, Data], ignorable: dict[str, bool] | None
) -> tuple[dict[str, Any], list[Problem]]:
    """Give the fields of Config that `values` set, or what is wrong with them."""
    model, other, kind = _MODELS[section]
    try:
        spec = model.model_validate(values, context=ignorable)
    except ValidationError as error:
        return {}, problems(error, model, other, kind)
    given = {name: getattr(spec, name) for name in spec.model_fields_set}
    arguments = {name: given.pop(name) for name in _FLAGS if name in given}
    fields = {name: _IN_CONFIG[name](value) if name in _IN_CONFIG else value for name, value in given.items()}
    if arguments:
        fields["arguments"] = Arguments(**arguments)
    return fields, []


def _as_written(container: WaitMasterContainer) -> dict[str, Data]:
    fields = {alias: getattr(container, name) for alias, name in names(WaitMasterContainer).items()}
    return {key: value for key, value in fields.items() if value is not None}


_IN_CONFIG: dict[str, Callable[[Any], Any]] = {
    "svc_arguments": tuple,
    "containers": tuple,
    "wait_master_container": _as_written,
    "fail_on": Severity,
    "ignore": frozenset,
}


def document() -> list[tuple[str, str, str, str, str]]:
    """Give the rows of the README's table: camelCase key, kebab-case key, values, default, what it is for."""
    rows = []
    for name, field in Spec.model_fields.items():
        default = _FLAGS[name].default if name in _FLAGS else field.default
        shown = "{}" if isinstance(default, BaseModel) else str(default).lower() if default is False else str(default)
        key = field.alias or name
        kebab = ConfigMapData.model_fields[name].alias or name
        rows.append((key, kebab, re.sub("^an? ", "", requirement(field)), shown, field.description or ""))
    return rows


def _from_yaml(text: str) -> Data:
    """Read YAML that stands in a text."""
    try:
        roots = nodes.parse(text).roots
        values = [root.data() for root in roots]
        strange = [problem for root in roots for problem in key_problems(root)]
    except TextError as error:
        refuse(f"must be YAML: {error}")
    if strange:
        refuse(f"must be YAML in which each key counts: {strange[0]}")
    if len(values) != 1:
        refuse(f"must be one YAML document, got {len(values)}")
    return values[0]
