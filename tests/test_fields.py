"""The table of fields: whole, in step with the shapes, and with little risk for the names of newer fields."""

from __future__ import annotations

import pytest

from fn.checks.choices import meant_by
from fn.checks.fields import FIELDS, fields_of
from fn.checks.shapes import JOB, METADATA, STRINGS, TASK, Shape

MISTAKEN = {
    ("Affinity", "nodeAffinity"): "podAffinity",
    ("Affinity", "podAffinity"): "nodeAffinity",
    ("Container", "restartPolicy"): "restartPolicyRules",
    ("LifecyclePolicy", "event"): "events",
    ("LifecyclePolicy", "events"): "event",
    ("PersistentVolumeClaimSpec", "dataSource"): "dataSourceRef",
    ("PodSecurityContext", "supplementalGroups"): "supplementalGroupsPolicy",
    ("PodSpec", "serviceAccount"): "serviceAccountName",
    ("StorageOSVolumeSource", "volumeName"): "volumeNamespace",
    ("VolumeMount", "subPath"): "subPathExpr",
    ("VolumeSpec", "volumeClaim"): "volumeClaimName",
    ("WindowsSecurityContextOptions", "gmsaCredentialSpec"): "gmsaCredentialSpecName",
}
"""The fields that would be taken for another one's slip, if they were newer than the table."""


def test_every_type_that_a_field_leads_to_is_there_and_no_other() -> None:
    reached = {"Job", "JobTemplate", "CronJob", "TaskSpec"} | {
        below for kind in FIELDS for below in fields_of(kind).values() if below
    }
    assert reached == set(FIELDS)


@pytest.mark.parametrize("kind", FIELDS)
def test_the_fields_of_a_type_are_in_order(kind: str) -> None:
    assert list(fields_of(kind)) == sorted(set(fields_of(kind)))


@pytest.mark.parametrize(("shape", "kind"), [(JOB, "JobSpec"), (TASK, "TaskSpec"), (METADATA, "ObjectMeta")])
def test_what_the_shapes_know_is_there(shape: Shape, kind: str) -> None:
    assert [*_unknown(shape, kind)] == []


def _unknown(shape: Shape, kind: str) -> list[str]:
    if isinstance(shape, list):
        return _unknown(shape[0], kind)
    if not isinstance(shape, dict) or shape is STRINGS or not kind:
        return []
    found = [f"{kind}.{key}" for key in shape if key not in fields_of(kind)]
    return found + [one for key in shape for one in _unknown(shape[key], fields_of(kind).get(key, ""))]


def test_few_fields_would_be_slips_if_they_were_new() -> None:
    nearest = {
        (kind, name): meant_by(name, [other for other in fields_of(kind) if other != name])
        for kind in FIELDS
        for name in fields_of(kind)
    }
    assert {field: meant for field, meant in nearest.items() if meant} == MISTAKEN


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("toleratons", "tolerations"),
        ("tolerantions", "tolerations"),
        ("ndoeSelector", "nodeSelector"),
        ("host_network", "hostNetwork"),
        ("initContainer", "initContainers"),
        ("affinities", "affinity"),
        ("priorityClass", "priorityClassName"),
        ("terminationGracePeriod", "terminationGracePeriodSeconds"),
        ("hostPDI", "hostPID"),
        ("terminatonGracePeriodSecond", "terminationGracePeriodSeconds"),
        ("terminateGracePeriodSeconds", "terminationGracePeriodSeconds"),
        ("hostnameSource", None),
        ("restart", None),
        ("h", None),
        ("", None),
    ],
)
def test_a_slip_has_a_letter_or_two_wrong_or_stops_early(key: str, meant: str | None) -> None:
    assert meant_by(key, fields_of("PodSpec")) == meant
