"""functionConfig: its three forms, and what it is without one."""

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from fn.__main__ import HELP
from fn.arguments import FLAGS, Arguments
from fn.config import Config, read
from fn.config_model import ConfigMapData, Spec, document
from fn.nodes import parse
from fn.results import Severity

OWN = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\n"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\n"

EVERYTHING = Config(
    arguments=Arguments("chief", "trainer", 29500, True, 60, "registry.local:5000/busybox:1.36.1"),  # noqa: FBT003
    svc_arguments=("--publish-not-ready-addresses=true", "--disable-network-policy=true"),
    rank="file",
    master_address="downward",
    containers=("trainer", "evaluator"),
    wait_master_container={
        "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": 1.5}},
        "securityContext": {"runAsUser": 65534},
        "imagePullPolicy": "IfNotPresent",
    },
    torchrun=True,
    extra_tasks="none",
    validate_only=True,
    fail_on=Severity.WARNING,
    ignore=frozenset({"elastic", "accelerators"}),
)


def config(text: str) -> Config:
    return read(parse(text).roots[0])


def config_map(data: str) -> Config:
    return config(f"{CONFIG_MAP}data: {data}\n")


@pytest.mark.parametrize(
    "text",
    [
        "null",
        "{}",
        OWN,
        OWN + "spec:",
        OWN + "spec: {}",
        OWN + "spec: {port: null, torchrun: null, containers: ~, waitMasterContainer: {resources: null}, ignore: ~}",
        CONFIG_MAP,
        CONFIG_MAP + "data: null",
        CONFIG_MAP + "data: {}\nmetadata: {name: function-input}",
        CONFIG_MAP + "immutable: true",
        OWN + "metadata: {name: pre-config, namespace: ml, annotations: {a: b}, anything: [1, {more: 2}]}",
        OWN + "metadata: nonsense",
    ],
)
def test_nothing_set_is_the_default(text: str) -> None:
    assert config(text) == Config() == read(None)


def test_every_setting_of_a_pytorch_plugin() -> None:
    text = """\
spec:
  master: chief
  worker: trainer
  port: 29500
  waitMasterEnabled: true
  waitMasterTimeout: 60
  waitMasterImage: registry.local:5000/busybox:1.36.1
  svcArguments: [--publish-not-ready-addresses=true, --disable-network-policy=true]
  rank: file
  masterAddress: downward
  containers: [trainer, evaluator]
  waitMasterContainer:
    securityContext: {runAsUser: 65534}
    imagePullPolicy: IfNotPresent
    resources: {requests: {cpu: "1"}, limits: {cpu: 1.5}}
  torchrun: true
  extraTasks: none
  validateOnly: true
  failOn: warning
  ignore: [elastic, accelerators]
"""
    assert config(OWN + text) == EVERYTHING


DATA = """\
data:
  master: chief
  worker: "trainer"
  port: 29500
  wait-master-enabled: "true"
  wait-master-timeout: "60"
  wait-master-image: registry.local:5000/busybox:1.36.1
  svc-arguments: " --publish-not-ready-addresses=true , --disable-network-policy=true"
  rank: file
  master-address: downward
  containers: trainer, evaluator
  wait-master-container: |
    securityContext: {runAsUser: 65534}
    imagePullPolicy: IfNotPresent
    resources: {requests: {cpu: "1"}, limits: {cpu: 1.5}}
  torchrun: "true"
  extra-tasks: none
  validate-only: true
  fail-on: warning
  ignore: elastic,accelerators,
"""


def test_every_setting_of_a_config_map() -> None:
    assert config(CONFIG_MAP + DATA) == EVERYTHING


def test_a_config_map_counts_scalars_by_their_text() -> None:
    assert config_map('{port: "29500"}') == config_map("{port: 29500}")
    assert config_map("{master: 0}").arguments.master == "0"
    assert config_map("{master: on}").arguments.master == "on"
    assert config_map("{validate-only: True}").validate_only
    assert config_map('{ignore: "", svc-arguments: , containers: " , "}') == Config()
    assert config_map("{containers: 0}").containers == ("0",)


def test_an_alias_and_a_merge_key_are_read_through() -> None:
    assert config(f"{OWN}metadata: {{labels: &it {{port: 29500}}}}\nspec:\n  <<: *it\n").arguments.port == 29500


def test_the_keys_of_both_forms_are_the_fields_of_the_config() -> None:
    arguments = {field.name for field in fields(Arguments)}
    assert set(Spec.model_fields) == arguments | {field.name for field in fields(Config)} - {"arguments"}
    assert {flag.name for flag in FLAGS.values()} <= {field.alias for field in ConfigMapData.model_fields.values()}
    for flag in FLAGS.values():
        assert Spec.model_fields[flag.field].annotation == flag.type | None


def test_the_readme_has_a_row_for_each_setting() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    for own_key, config_map_key, values, default, purpose in document():
        assert f"| `{own_key}` | `{config_map_key}` | {values} | `{default}` | {purpose} |\n" in readme


def test_the_help_shows_each_setting_with_its_default() -> None:
    lines = re.findall(r"^    ([a-z]\w+: .*?) *(?:#.*)?$", HELP, re.MULTILINE)
    assert lines == [f"{key}: {default}" for key, _, _, default, _ in document()]


@pytest.mark.parametrize("text", ["null", "{}", OWN, CONFIG_MAP + "data: {}"])
def test_without_settings_pydantic_is_not_imported(text: str) -> None:
    code = (
        "import sys; from fn.config import read; from fn.nodes import parse; "
        "read(parse(sys.argv[1]).roots[0]); sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, text], check=False).returncode == 0
