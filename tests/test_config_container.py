"""`waitMasterContainer`: what it may hold is copied as it is, and a slip in it is told at its key."""

from __future__ import annotations

import json

import pytest

from fn import config, nodes
from fn.config import Config, ConfigError

HEAD = "apiVersion: fn.volcano.sh/v1alpha1\nkind: PyTorchPlugin\nspec: {waitMasterContainer: "


def read(container: str) -> Config:
    return config.read(nodes.parse(f"{HEAD}{container}}}").roots[0])


@pytest.mark.parametrize(
    ("container", "problem"),
    [
        ("{resources: {limit: {}}}", "resources.limit` is not accepted, did you mean `limits`?"),
        ("{resources: {cpu: 1}}", "resources.cpu` must stand in `limits` or `requests`"),
        ("{resources: {nvidia.com/gpu: 1}}", "resources[nvidia.com/gpu]` must stand in `limits` or `requests`"),
        ("{resources: {limits: [cpu]}}", "resources.limits` must be a map, got a list"),
        (
            "{resources: {limits: {memory: 64MB}}}",
            'resources.limits.memory` must be an amount like 2, "500m" or "16Gi", got "64MB"',
        ),
        ("{resources: {requests: {cpu: -1}}}", "resources.requests.cpu` must be 0 or more, got -1"),
        (
            "{resources: {requests: {cpus: 1}}}",
            (
                "resources.requests.cpus` must be cpu, memory, ephemeral-storage or a name with a domain like "
                '"nvidia.com/gpu", got "cpus" (did you mean `cpu`?)'
            ),
        ),
        (
            "{resources: {requests: {cpu: 1}, limits: {cpu: 500m}}}",
            "resources.requests.cpu` must be at most its limit, got 1, and a limit of 500m",
        ),
        ("{securityContext: {runAsUsr: 1}}", "securityContext.runAsUsr` is not accepted, did you mean `runAsUser`?"),
        ('{securityContext: {runAsUser: "1"}}', 'securityContext.runAsUser` must be a whole number, got "1"'),
        ("{securityContext: {runAsGroup: true}}", "securityContext.runAsGroup` must be a whole number, got true"),
        ("{securityContext: {privileged: 1}}", "securityContext.privileged` must be `true` or `false`, got 1"),
        ("{securityContext: {capabilities: [ALL]}}", "securityContext.capabilities` must be a map, got a list"),
        ("{securityContext: {procMount: {}}}", "securityContext.procMount` must be a string, got a map"),
    ],
)
def test_a_slip_is_told_at_its_key(container: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(container)
    assert str(caught.value) == f"functionConfig: `spec.waitMasterContainer.{problem}"


@pytest.mark.parametrize(
    "resources",
    [
        {},
        {"limits": None, "requests": {"cpu": None}},
        {"claims": [{"name": "a"}], "newer": {"a": 1}},
        {"requests": {"cpu": "100m", "memory": 67108864}, "limits": {"cpu": 1, "memory": "64Mi", "example.com/a": 2}},
        {"requests": {"cpu": "${CPUS}", "example.com/a": 1}, "limits": {"memory": "{{ .memory }}", "example.com/a": 1}},
    ],
)
@pytest.mark.parametrize(
    "security",
    [
        {},
        {"runAsUser": 1000, "runAsNonRoot": True, "capabilities": {"drop": ["ALL"]}, "procMount": "Default"},
        {"runAsGroup": None, "newerField": [1]},
    ],
)
def test_what_the_api_server_takes_is_copied_as_it_is(resources: nodes.Data, security: nodes.Data) -> None:

    container = {"resources": resources, "securityContext": security}
    assert read(json.dumps(container)).wait_master_container == container


def test_two_slips_are_told_in_one_line() -> None:
    with pytest.raises(ConfigError) as caught:
        read("{resources: {limit: {}}, securityContext: {runAsUsr: 1}}")
    assert str(caught.value).count("is not accepted") == 2
