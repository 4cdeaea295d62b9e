"""functionConfig: what an error says."""

import pytest

from fn.config import Config, ConfigError, read
from fn.nodes import parse

OWN = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\n"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\n"
ACCEPTED = (
    "`PyTorchPlugin` of `fn.volcano.sh/v1alpha1`, with its settings below `spec`, "
    "or `ConfigMap` of `v1`, with them below `data`"
)
A_RANK = "`auto`, `literal`, `index`, `shell`, `split`, `file` or `controller`"
A_CONTAINER = "a container's name (lower-case letters, digits and inner dashes, at most 63)"
A_NAME = "a task's name (lower-case letters, digits and inner dashes, at most 63)"


def config(text: str, ignorable: dict[str, bool] | None = None) -> Config:
    return read(parse(text).roots[0], ignorable)


def own(spec: str, ignorable: dict[str, bool] | None = None) -> Config:
    return config(f"{OWN}spec: {spec}", ignorable)


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        config(text)
    assert str(caught.value).startswith("functionConfig: ")
    assert str(caught.value).isprintable()
    return str(caught.value).removeprefix("functionConfig: ")


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("[]", "`spec` must be a map"),
        ('{port: "29500"}', '`spec.port` must be a whole number from 1 to 65535, got "29500": write it without quotes'),
        ("{port: auto}", '`spec.port` must be a whole number from 1 to 65535, got "auto"'),
        ("{port: 70000}", "`spec.port` must be a whole number from 1 to 65535, got 70000"),
        ("{port: true}", "`spec.port` must be a whole number from 1 to 65535, got true"),
        ("{port: 1.5}", "`spec.port` must be a whole number from 1 to 65535, got 1.5"),
        ("{port: [1]}", "`spec.port` must be a whole number from 1 to 65535, got a list"),
        ("{waitMasterTimeout: 0}", "`spec.waitMasterTimeout` must be a whole number of seconds, at least 1, got 0"),
        (
            '{waitMasterEnabled: "true"}',
            '`spec.waitMasterEnabled` must be `true` or `false`, got "true": write it without quotes',
        ),
        ("{waitMasterEnabled: 1}", "`spec.waitMasterEnabled` must be `true` or `false`, got 1"),
        ("{master: 0}", f"`spec.master` must be {A_NAME}, got 0: write it in quotes"),
        ('{master: ""}', f"`spec.master` must be {A_NAME}, got an empty value"),
        ("{worker: Worker}", f'`spec.worker` must be {A_NAME}, got "Worker"'),
        (
            '{waitMasterImage: ""}',
            "`spec.waitMasterImage` must be an image, without blanks and quotes, got an empty value",
        ),
        (
            "{waitMasterImage: busyBox:1}",
            '`spec.waitMasterImage` must be an image in lower-case letters, the tag aside, got "busyBox:1"',
        ),
        ("{svcArguments: --a}", '`spec.svcArguments` must be a list of strings, got "--a"'),
        ("{svcArguments: [--a, 1]}", "`spec.svcArguments[1]` must be a string, got 1: write it in quotes"),
        (
            "{rank: shel}",
            f'`spec.rank` must be {A_RANK}, got "shel", did you mean `shell`?',
        ),
        (
            "{masterAddress: downwards}",
            '`spec.masterAddress` must be `literal` or `downward`, got "downwards", did you mean `downward`?',
        ),
        ("{masterAddress: [downward]}", "`spec.masterAddress` must be `literal` or `downward`, got a list"),
        ("{containers: main}", '`spec.containers` must be a list of containers\' names, got "main"'),
        ("{containers: [0]}", "`spec.containers[0]` must be a string, got 0: write it in quotes"),
        ("{containers: [a, Main]}", f'`spec.containers[1]` must be {A_CONTAINER}, got "Main"'),
        ('{containers: [""]}', f'`spec.containers[0]` must be {A_CONTAINER}, got ""'),
        ('{torchrun: "true"}', '`spec.torchrun` must be `true` or `false`, got "true": write it without quotes'),
        ("{torchrun: PET_}", '`spec.torchrun` must be `true` or `false`, got "PET_"'),
        ("{extraTasks: false}", "`spec.extraTasks` must be `env` or `none`, got false"),
        ('{extraTasks: ""}', '`spec.extraTasks` must be `env` or `none`, got ""'),
        ("{failOn: info}", '`spec.failOn` must be `error` or `warning`, got "info"'),
        (
            "{waitMasterContainer: x}",
            '`spec.waitMasterContainer` must be a map of `resources`, `securityContext` and `imagePullPolicy`, got "x"',
        ),
        (
            "{waitMasterContainer: {resource: {}}}",
            (
                "`spec.waitMasterContainer.resource` is not accepted, did you mean `resources`? "
                "(accepted are `resources`, `securityContext`, `imagePullPolicy`)"
            ),
        ),
        ("{waitMasterContainer: {resources: []}}", "`spec.waitMasterContainer.resources` must be a map, got a list"),
        (
            "{waitMasterContainer: {imagePullPolicy: always}}",
            (
                "`spec.waitMasterContainer.imagePullPolicy` must be `Always`, `IfNotPresent` or `Never`, "
                'got "always", did you mean `Always`?'
            ),
        ),
        ("{wait-master-image: a}", "`spec.wait-master-image` must be written `waitMasterImage` in a PyTorchPlugin"),
        ("{wait_master_image: a}", None),
        ("{master-address: literal}", "`spec.master-address` must be written `masterAddress` in a PyTorchPlugin"),
        ("{resources: null}", None),
        ("{port: 1, port: 2}", "`spec.port` stands twice (line 3)"),
        (
            '{a: 1, port: 0, rank: x, failOn: never, ? "z\\nz" : 1}',
            (
                f'`spec.port` must be a whole number from 1 to 65535, got 0; `spec.rank` must be {A_RANK}, got "x"; '
                '`spec.failOn` must be `error` or `warning`, got "never"; and 2 more'
            ),
        ),
    ],
)
def test_an_error_says_what_must_be(spec: str, problem: str | None) -> None:
    message = refused(f"{OWN}spec: {spec}")
    assert problem is None or message == problem


def test_an_unknown_key_names_the_nearest_and_all() -> None:
    assert refused(f"{OWN}spec: {{rnak: auto, priority: 1}}") == (
        "`spec.rnak` is not accepted, did you mean `rank`? (accepted are `master`, `worker`, `port`, "
        "`waitMasterEnabled`, `waitMasterTimeout`, `waitMasterImage`, `svcArguments`, `rank`, `masterAddress`, "
        "`containers`, `waitMasterContainer`, `torchrun`, `extraTasks`, `validateOnly`, `failOn`, `ignore`); "
        "`spec.priority` is not accepted"
    )


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("[]", "`data` must be a map"),
        (
            "{waitMasterImage: busybox}",
            "`data.waitMasterImage` must be written `wait-master-image` in a ConfigMap",
        ),
        ("{port: 0x10}", '`data.port` must be a whole number from 1 to 65535, in decimal digits alone, got "0x10"'),
        (
            '{port: "023456"}',
            '`data.port` must be a whole number from 1 to 65535, in decimal digits alone, got "023456"',
        ),
        (
            f"{{port: {'1' * 20}}}",
            f'`data.port` must be a whole number from 1 to 65535, in decimal digits alone, got "{"1" * 20}"',
        ),
        ("{port: 70000}", "`data.port` must be a whole number from 1 to 65535, got 70000"),
        ("{port: }", "`data.port` must be a whole number from 1 to 65535, got an empty value"),
        ('{master: ""}', f"`data.master` must be {A_NAME}, got an empty value"),
        ('{rank: " "}', None),
        ("{masterAddress: literal}", "`data.masterAddress` must be written `master-address` in a ConfigMap"),
        ("{extraTasks: env}", "`data.extraTasks` must be written `extra-tasks` in a ConfigMap"),
        ("{master-address: }", "`data.master-address` must be `literal` or `downward`, got an empty value"),
        ("{torchrun: }", "`data.torchrun` must be `true` or `false`, got an empty value"),
        ("{torchrun: 1}", '`data.torchrun` must be `true` or `false`, got "1"'),
        ('{extra-tasks: "no"}', '`data.extra-tasks` must be `env` or `none`, got "no"'),
        ("{containers: 'a, b c'}", f'`data.containers[1]` must be {A_CONTAINER}, got "b c"'),
        (
            "{containers: [a]}",
            "`data.containers` must be a list of containers' names separated by commas, in one text, got a list",
        ),
        ("{validate-only: yes}", '`data.validate-only` must be `true` or `false`, got "yes"'),
        (
            "{ignore: [elastic]}",
            "`data.ignore` must be a list of ids separated by commas, in one text, got a list",
        ),
        ("{master: {a: b}}", f"`data.master` must be {A_NAME} as text, got a map"),
        (
            "{wait-master-container: '{a: 1, a: 2}'}",
            "`data.wait-master-container` must be YAML in which each key counts: `a` stands twice (line 1)",
        ),
        (
            "{wait-master-container: 'resources: {? [a] : 1}'}",
            (
                "`data.wait-master-container` must be YAML in which each key counts: "
                "`resources` has a key that is no text (line 1)"
            ),
        ),
        ("{? [a] : 1}", "`data` has a key that is no text (line 3)"),
        ("{8: a}", None),
        (
            "{wait-master-container: 'null: a'}",
            (
                "`data.wait-master-container.null` is not accepted "
                "(accepted are `resources`, `securityContext`, `imagePullPolicy`)"
            ),
        ),
        (
            "{wait-master-container: '{'}",
            None,
        ),
        (
            "{wait-master-container: 'a: *b'}",
            None,
        ),
        (
            "{wait-master-container: '5'}",
            "`data.wait-master-container` must be a map of `resources`, `securityContext` and `imagePullPolicy`, got 5",
        ),
        ('{wait-master-container: "{}\\n---\\n{}"}', "`data.wait-master-container` must be one YAML document, got 2"),
    ],
)
def test_an_error_in_a_config_map_says_what_must_be(data: str, problem: str | None) -> None:
    message = refused(f"{CONFIG_MAP}data: {data}")
    assert problem is None or message == problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("text", f"must be a map: {ACCEPTED}"),
        ("kind: PyTorchPlugin", "the apiVersion of a `PyTorchPlugin` must be `fn.volcano.sh/v1alpha1`, got none"),
        ("spec: {}", f"must be {ACCEPTED}, got no kind"),
        (
            "apiVersion: fn.volcano.sh/v1\nkind: PyTorchPlugin",
            "the apiVersion of a `PyTorchPlugin` must be `fn.volcano.sh/v1alpha1`, got `fn.volcano.sh/v1`",
        ),
        ("apiVersion: v2\nkind: ConfigMap", "the apiVersion of a `ConfigMap` must be `v1`, got `v2`"),
        (
            "apiVersion: v1\nkind: PyTorchPlugin\ndata: {rank: auto}",
            (
                "`v1` `PyTorchPlugin` comes of `kpt fn eval … -- PyTorchPlugin key=value`: "
                "leave the kind out, as in `-- rank=auto`"
            ),
        ),
        (
            "apiVersion: kpt.dev/v1\nkind: Kptfile",
            f"is a Kptfile, which names this function in its `pipeline`; the function itself is given {ACCEPTED}",
        ),
        (
            "apiVersion: fn.volcano.sh/v1alpha1\nkind: PytorchPlugins",
            f"must be {ACCEPTED}, got `PytorchPlugins` of `fn.volcano.sh/v1alpha1`, did you mean `PyTorchPlugin`?",
        ),
        (
            OWN + "port: 1",
            "`port` is not accepted: the settings of a `PyTorchPlugin` stand below `spec`",
        ),
        (OWN + "data: {port: 1}", "`data` is not accepted: the settings of a `PyTorchPlugin` stand below `spec`"),
        (
            CONFIG_MAP + "binaryData: {port: MQ==}",
            "`binaryData` is not accepted: the settings of a `ConfigMap` stand below `data`",
        ),
        (OWN + "spec: {}\nspec: {}", "`spec` stands twice (line 4)"),
        (
            OWN + "8: a\ntrue: b\nnull: c",
            "; ".join(
                f"`{key}` is not accepted: the settings of a `PyTorchPlugin` stand below `spec`"
                for key in ("8", "true", "null")
            ),
        ),
        (OWN + "? [a]\n: b", "has a key that is no text (line 3)"),
        (OWN + "<<: 5", "`[<<]` must be a map, or a list of maps (line 3)"),
        ("? {a: b}\n: c", f"must be {ACCEPTED}, got no kind"),
    ],
)
def test_a_strange_object_is_told_what_to_be(text: str, problem: str) -> None:
    assert refused(text) == problem


def test_ignores_only_what_can_be_ignored() -> None:
    ids = {"elastic": True, "accelerators": True, "tasks-invalid": False}
    assert own("{ignore: [elastic]}", ids).ignore == {"elastic"}
    with pytest.raises(
        ConfigError, match=r'`spec.ignore\[1\]` must be the id of a warning or an info, got "elastics", '
    ):
        own("{ignore: [elastic, elastics]}", ids)
    with pytest.raises(ConfigError, match=r'got "tasks-invalid", which is an error: that can.t be ignored$'):
        own("{ignore: [tasks-invalid]}", ids)
    assert own("{ignore: [anything]}").ignore == {"anything"}


@pytest.mark.parametrize("bomb", ["{spec}", "{data}"])
def test_a_bomb_of_aliases_is_an_error(bomb: str) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    if bomb == "{spec}":
        text = OWN + "metadata:\n  " + "\n  ".join(lines) + "\nspec: {ignore: *i}"
    else:
        text = CONFIG_MAP + "data:\n  wait-master-container: |\n    " + "\n    ".join([*lines, "resources: {x: *i}"])
    assert refused(text)
