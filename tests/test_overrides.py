"""Annotations by which one Job overrides settings of functionConfig."""

import subprocess
import sys
from dataclasses import fields, replace

import pytest

from fn.carrier import Carrier
from fn.checks.overrides import annotation_invalid
from fn.config import Config
from fn.nodes import Node, parse
from fn.overrides import OVERRIDES, Mistake, OverrideError, overridden
from fn.resourcelist import ResourceList
from fn.results import ABSENT, Field, Result

SHARED = Config(
    rank="split",
    master_address="downward",
    containers=("trainer",),
    torchrun=True,
    extra_tasks="none",
    ignore=frozenset({"elastic"}),
)
PREFIX = "fn.volcano.sh/"
ACCEPTED = ", ".join(f"`{PREFIX}{name}`" for name in ("rank", "master-address", "containers", "extra-tasks", "ignore"))
A_RANK = "`auto`, `literal`, `index`, `shell`, `split`, `file` or `controller`"


def annotations(text: str) -> Node:
    return parse(text).roots[0]


def mistakes(text: str, ignorable: dict[str, bool] | None = None) -> tuple[Mistake, ...]:
    with pytest.raises(OverrideError) as caught:
        overridden(SHARED, annotations(text), ignorable)
    return caught.value.mistakes


def results(metadata: str, kind: str = "batch.volcano.sh/v1alpha1\n  kind: Job") -> list[Result]:
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    item = f"- apiVersion: {kind}\n  metadata: {metadata}\n  spec: {{plugins: {{pytorch: []}}}}\n"
    return list(annotation_invalid(Carrier(ResourceList.read(head + item).items[0])))


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("rank", "file", "rank", "file"),
        ("rank", "auto", "rank", "auto"),
        ("master-address", "literal", "master_address", "literal"),
        ("containers", '"main, side-car,"', "containers", ("main", "side-car")),
        ("containers", '""', "containers", ()),
        ("containers", "", "containers", ()),
        ("extra-tasks", "env", "extra_tasks", "env"),
        ("ignore", "accelerators , rank-strategy", "ignore", {"accelerators", "rank-strategy"}),
        ("ignore", '" , "', "ignore", frozenset()),
    ],
)
def test_an_annotation_replaces_what_function_config_says(name: str, text: str, field: str, value: object) -> None:
    changed = overridden(SHARED, annotations(f"{PREFIX}{name}: {text}"))
    assert getattr(changed, field) == value
    assert replace(changed, **{field: getattr(SHARED, field)}) == SHARED


def test_all_at_once() -> None:
    text = "\n".join(
        f"{PREFIX}{line}"
        for line in ("rank: shell", "master-address: literal", "containers: a", "extra-tasks: env", "ignore: mesh")
    )
    changed = overridden(SHARED, annotations(text), {"mesh": True})
    assert changed == Config(rank="shell", containers=("a",), torchrun=True, ignore=frozenset({"mesh"}))


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "{}",
        "[]",
        f"{PREFIX}pytorch-plugin: '{{}}'",
        "volcano.sh/rank: nonsense\nrank: nonsense\nsub.fn.volcano.sh/rank: nonsense",
        f"{PREFIX}containers: [a]",
        f"{PREFIX}rank: 5",
    ],
)
def test_without_one_of_ours_that_is_a_text_it_is_the_same_config(text: str) -> None:
    assert overridden(SHARED, annotations(text)) is SHARED


def test_an_object_without_annotations_has_the_same_config() -> None:
    assert overridden(SHARED, None) is SHARED


@pytest.mark.parametrize("text", ["null", f"{PREFIX}pytorch-plugin: '{{}}'"])
def test_without_one_of_ours_pydantic_is_not_imported(text: str) -> None:
    code = (
        "import sys; from fn.checks.overrides import overridden; from fn.config import Config; "
        "from fn.nodes import parse; overridden(Config(), parse(sys.argv[1]).roots[0]); "
        "sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, text], check=False).returncode == 0


def test_each_override_is_a_setting() -> None:
    assert {name.replace("-", "_") for name in OVERRIDES} <= {field.name for field in fields(Config)}


@pytest.mark.parametrize(
    ("text", "problem", "proposed"),
    [
        ("rank: shel", f'must be {A_RANK}, got "shel", did you mean `shell`?', "shell"),
        ("rank: pods", f'must be {A_RANK}, got "pods"', None),
        ('rank: ""', f"must be {A_RANK}, got an empty value", None),
        ("rank: ~", f"must be {A_RANK}, got an empty value", None),
        (
            "master-address: Downward",
            'must be `literal` or `downward`, got "Downward", did you mean `downward`?',
            "downward",
        ),
        ("extra-tasks: 'false'", 'must be `env` or `none`, got "false"', None),
        (
            "containers: main, Side",
            'must be a container\'s name (lower-case letters, digits and inner dashes, at most 63), got "Side"',
            None,
        ),
        (
            "ignore: elastics, mesh",
            'must be the id of a warning or an info, got "elastics", did you mean `elastic`?',
            "elastic,mesh",
        ),
        (
            "ignore: elastics, meshes, x",
            (
                'must be the id of a warning or an info, got "elastics", did you mean `elastic`?; '
                'must be the id of a warning or an info, got "meshes", did you mean `mesh`?; '
                'must be the id of a warning or an info, got "x"'
            ),
            None,
        ),
    ],
)
def test_a_wrong_value_says_what_must_be(text: str, problem: str, proposed: str | None) -> None:
    found = mistakes(f"{PREFIX}{text}", {"elastic": True, "mesh": True})
    assert found == (Mistake(f"{PREFIX}{text.partition(':')[0]}", problem, proposed),)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("masterAddress", f"is not accepted, did you mean `{PREFIX}master-address`?"),
        ("extra_tasks", f"is not accepted, did you mean `{PREFIX}extra-tasks`?"),
        ("container", f"is not accepted, did you mean `{PREFIX}containers`?"),
        ("Rank", f"is not accepted, did you mean `{PREFIX}rank`?"),
        (
            "port",
            (
                "is not accepted: write `--port` in `plugins.pytorch`, "
                "or `port` in functionConfig, where it is for all Jobs"
            ),
        ),
        (
            "waitMasterImage",
            (
                "is not accepted: write `--wait-master-image` in `plugins.pytorch`, "
                "or `waitMasterImage` in functionConfig, where it is for all Jobs"
            ),
        ),
        ("torchrun", "is not accepted: write `torchrun` in functionConfig, where it is for all Jobs"),
        ("fail-on", "is not accepted: write `failOn` in functionConfig, where it is for all Jobs"),
        ("team", f"is not accepted (accepted are {ACCEPTED})"),
        ("", f"is not accepted (accepted are {ACCEPTED})"),
    ],
)
def test_another_annotation_of_ours_says_what_to_write(name: str, problem: str) -> None:
    assert mistakes(f"{PREFIX}{name}: x") == (Mistake(f"{PREFIX}{name}", problem),)


def test_every_mistake_is_told_in_the_order_of_the_annotations() -> None:
    text = f"{PREFIX}rank: x\n{PREFIX}prot: 1\n{PREFIX}containers: a\n{PREFIX}port: '1'\n{PREFIX}extra-tasks: x"
    names = [mistake.annotation.removeprefix(PREFIX) for mistake in mistakes(text)]
    assert names == ["rank", "port", "extra-tasks"]


def test_the_check_names_the_annotation_in_the_field_path() -> None:
    (found,) = results(f"{{name: train, annotations: {{{PREFIX}rank: shel, {PREFIX}ignore: mesh}}}}")
    assert found.field == Field(f"metadata.annotations[{PREFIX}rank]", "shel", "shell")
    assert str(found) == (
        f"error: Job/train metadata.annotations[{PREFIX}rank]: must be {A_RANK}, "
        'got "shel", did you mean `shell`? [annotation-invalid]'
    )


def test_the_check_proposes_no_value_for_another_annotation() -> None:
    (found,) = results(f"{{name: train, annotations: {{{PREFIX}masterAddress: downward}}}}")
    assert found.field == Field(f"metadata.annotations[{PREFIX}masterAddress]", "downward", ABSENT)


def test_the_check_refuses_to_ignore_an_error() -> None:
    (found,) = results(f"{{name: train, annotations: {{{PREFIX}ignore: 'elastic, tasks-invalid'}}}}")
    assert 'must be the id of a warning or an info, got "tasks-invalid"' in found.message


def test_the_annotations_of_a_cron_job_are_its_own() -> None:
    cron_job = "batch.volcano.sh/v1alpha1\n  kind: CronJob"
    (found,) = results(f"{{name: nightly, annotations: {{{PREFIX}rank: x}}}}", cron_job)
    assert found.field is not None
    assert found.field.path == f"metadata.annotations[{PREFIX}rank]"


@pytest.mark.parametrize("metadata", ["{name: train}", f"{{name: train, annotations: {{{PREFIX}rank: index}}}}"])
def test_the_check_is_silent_where_nothing_is_wrong(metadata: str) -> None:
    assert results(metadata) == []
