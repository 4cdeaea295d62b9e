"""functionConfig: the settings of a run.

Three forms: none, also as the empty ConfigMap that kpt makes; kind `PyTorchPlugin`, camelCase keys below `spec`; a `v1`
ConfigMap, kebab-case keys below `data`, where every value is text. An absent or null `spec` or `data`, and a null below
`spec`, is not set. `metadata` may hold anything: orchestrators put names, namespaces and annotations there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fn.arguments import Arguments, nearest
from fn.nodes import Mapping, TextError, key_faults
from fn.paths import field_path, is_null, text_of
from fn.results import Severity, one_line

if TYPE_CHECKING:
    from fn.nodes import Data, Node

API_VERSION = "fn.volcano.sh/v1alpha1"
KIND = "PyTorchPlugin"

_SECTIONS = {(API_VERSION, KIND): "spec", ("v1", "ConfigMap"): "data"}
_KEYS = {
    "spec": ("apiVersion", "kind", "metadata", "spec"),
    "data": ("apiVersion", "kind", "metadata", "data", "immutable"),
}
_ACCEPTED = (
    f"`{KIND}` of `{API_VERSION}`, with its settings below `spec`, or `ConfigMap` of `v1`, with them below `data`"
)
_NO_MAP = f"must be a map: {_ACCEPTED}"
_PROBLEMS_TOLD = 3


@dataclass(frozen=True, slots=True)
class Config:
    """The settings, each described in `config_model`.

    `arguments` are for Jobs that don't set the flag; `wait_master_container` is copied as it is; `containers` are
    names, all containers if there is none.
    """

    arguments: Arguments = field(default_factory=Arguments)
    svc_arguments: tuple[str, ...] = ()
    rank: str = "auto"
    master_address: str = "literal"
    containers: tuple[str, ...] = ()
    wait_master_container: dict[str, Data] = field(default_factory=dict)
    torchrun: bool = False
    extra_tasks: str = "env"
    validate_only: bool = False
    fail_on: Severity = Severity.ERROR
    ignore: frozenset[str] = frozenset()


class ConfigError(ValueError):
    """A functionConfig that isn't accepted; the text is one line."""

    def __init__(self, *problems: str) -> None:
        """Tell the first few of some problems."""
        told = list(problems[:_PROBLEMS_TOLD])
        if len(problems) > len(told):
            told.append(f"and {len(problems) - len(told)} more")
        super().__init__(one_line(f"functionConfig: {'; '.join(told)}"))


def read(node: Node | None, ignorable: dict[str, bool] | None = None) -> Config:
    """Read a functionConfig. `ignorable` tells of each id whether `ignore` may hold it; any may if it is None.

    Errors: ConfigError.
    """
    if is_null(node):
        return Config()
    if not isinstance(node, Mapping):
        raise ConfigError(_NO_MAP)
    if not node.nodes:
        return Config()
    section = _section(node)
    settings = node.get(section)
    if is_null(settings):
        return Config()
    if not isinstance(settings, Mapping):
        message = f"`{section}` must be a map"
        raise ConfigError(message)
    if not settings.nodes:
        return Config()
    from fn.config_model import check  # noqa: PLC0415 - pydantic is slow to start, and most runs need none

    try:
        return check(section, settings, ignorable)
    except TextError as error:
        raise ConfigError(str(error)) from None


def key_problems(node: Node, *steps: str | int, deep: bool = True) -> list[str]:
    """Tell of keys that YAML has and settings have not; `steps` lead to the node, and without `deep` it is alone."""
    faults = key_faults(node, *steps, deep=deep)
    return [f"`{field_path(*where)}` {problem}" if where else problem for where, problem in faults]


def entries_of(text: str) -> list[str]:
    """Read a list that stands in a text, separated by commas."""
    return [entry for entry in map(str.strip, text.split(",")) if entry]


def _section(node: Mapping) -> str:
    """Find the key with the settings, by apiVersion and kind, and hold the keys beside it to what is accepted."""
    api_version, kind = text_of(node.get("apiVersion")), text_of(node.get("kind"))
    section = _SECTIONS.get((api_version or "", kind or ""))
    if section is None:
        raise ConfigError(_strange_kind(api_version, kind))
    problems = key_problems(node, deep=False)
    problems += [
        f"`{key}` is not accepted: the settings of a `{kind}` stand below `{section}`"
        for key in node.keys()  # noqa: SIM118 - a Mapping is no dict
        if key not in _KEYS[section]
    ]
    if problems:
        raise ConfigError(*problems)
    return section


def _strange_kind(api_version: str | None, kind: str | None) -> str:
    """Tell what to write instead of an apiVersion and a kind that aren't accepted together."""
    if kind == "Kptfile":
        return f"is a Kptfile, which names this function in its `pipeline`; the function itself is given {_ACCEPTED}"
    if kind == KIND and api_version == "v1":
        return f"`v1` `{KIND}` comes of `kpt fn eval … -- {KIND} key=value`: leave the kind out, as in `-- rank=auto`"
    got = f"`{api_version}`" if api_version else "none"
    for known_version, known_kind in _SECTIONS:
        if kind == known_kind:
            return f"the apiVersion of a `{kind}` must be `{known_version}`, got {got}"
    if not kind:
        return f"must be {_ACCEPTED}, got no kind"
    near = nearest(kind, (known for _, known in _SECTIONS))
    hint = f", did you mean `{near}`?" if near else ""
    return f"must be {_ACCEPTED}, got `{kind}` of {got}{hint}"
