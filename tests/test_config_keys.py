"""functionConfig: keys that YAML has and JSON has not."""

import pytest

from tests.test_config import CONFIG_MAP, OWN, config
from tests.test_config_errors import refused


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("{? [a] : 1}", "`spec` has a key that is no text (line 3)"),
        (
            "{? &x {a: b} : 1, *x : 2}",
            "`spec` has a key that is no text (line 3); `spec` has a key that is no text (line 3)",
        ),
        (
            "{waitMasterContainer: {resources: {limits: {? [cpu] : 1}}}}",
            "`spec.waitMasterContainer.resources.limits` has a key that is no text (line 3)",
        ),
        (
            "{waitMasterContainer: {resources: {limits: {cpu: 1, cpu: 2}}}}",
            "`spec.waitMasterContainer.resources.limits.cpu` stands twice (line 3)",
        ),
        ("{port: 1, <<: {rank: auto, rank: shell}}", "`spec[<<].rank` stands twice (line 3)"),
        ("{<<: {}, <<: {}}", "`spec[<<]` stands twice (line 3)"),
        ("{<<: [{}, 5]}", "`spec[<<]` must be a map, or a list of maps (line 3)"),
        ("{<<: null}", "`spec[<<]` must be a map, or a list of maps (line 3)"),
    ],
)
def test_a_key_that_would_not_count_is_an_error(spec: str, problem: str) -> None:
    assert refused(f"{OWN}spec: {spec}") == problem


@pytest.mark.parametrize("key", ["8", "true", "null", "~", "1.5", '"<<"', "!!str 8", "[]"])
@pytest.mark.parametrize("spec", ["? {key} : 1", "waitMasterContainer: {{? {key} : 1}}", "<<: {{? {key} : 1}}"])
@pytest.mark.parametrize("value", ["1", "null"])
def test_a_key_that_is_no_setting_is_an_error_whatever_it_is(key: str, spec: str, value: str) -> None:
    assert refused(f"{OWN}spec: {{{spec.format(key=key).replace(' 1', f' {value}')}}}").startswith("`spec")


@pytest.mark.parametrize(
    ("spec", "port"),
    [
        ("{<<: *a}", 1),
        ("{<<: *a, port: 3}", 3),
        ("{port: 3, <<: *a}", 3),
        ("{<<: [*a, *b]}", 1),
        ("{<<: [*b, *a]}", 2),
        ("{<<: {<<: *a}}", 1),
        ("{<<: {<<: *a, port: 3}}", 3),
        ("{!!merge <<: *a}", 1),
    ],
)
def test_merge_keys_count_as_yaml_says(spec: str, port: int) -> None:
    labels = "metadata:\n  labels: [&a {port: 1, rank: split}, &b {port: 2, rank: split}]\n"
    read = config(f"{OWN}{labels}spec: {spec}\n")
    assert (read.arguments.port, read.rank) == (port, "split")
    config_read = config(f"{CONFIG_MAP}{labels}data: {spec}\n")
    assert (config_read.arguments.port, config_read.rank) == (port, "split")


def test_kind_and_spec_may_be_merged_too() -> None:
    text = "<<: {apiVersion: fn.volcano.sh/v1alpha1, kind: PyTorchPlugin, spec: {port: 1}}\nspec: {<<: {port: 2}}\n"
    assert config(text).arguments.port == 2
