"""What `waitMasterContainer` may hold: names and values that the API server takes, as it is copied into the Jobs.

A key that is near to none may be a field of a newer Kubernetes, and stays.

Source: kubernetes staging/src/k8s.io/api/core/v1/types.go ResourceRequirements, SecurityContext, v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.amounts import STANDARD, amount_must, name_fault, request_fault
from fn.arguments import nearest
from fn.config_words import got, refuse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.nodes import Data

RESOURCES = ("limits", "requests", "claims")
WHOLE, BOOL, MAP, TEXT = ("a whole number", int), ("`true` or `false`", bool), ("a map", dict), ("a string", str)
SECURITY: dict[str, tuple[str, type]] = {
    **dict.fromkeys(("runAsGroup", "runAsUser"), WHOLE),
    **dict.fromkeys(("allowPrivilegeEscalation", "privileged", "readOnlyRootFilesystem", "runAsNonRoot"), BOOL),
    **dict.fromkeys(("appArmorProfile", "capabilities", "seLinuxOptions", "seccompProfile", "windowsOptions"), MAP),
    "procMount": TEXT,
}


def as_resources(resources: dict[str, Data]) -> dict[str, Data]:
    """Check requests and limits."""
    for key in resources:
        _check_key(key, RESOURCES)
        if key in STANDARD or "/" in key:
            refuse("must stand in `limits` or `requests`", None, key)
    limits, requests = (_amounts(resources, side) for side in ("limits", "requests"))
    for name, request in requests.items():
        fault = request_fault(name, request, limits.get(name))
        if fault:
            refuse(fault, None, "requests", name)
    return resources


def _amounts(resources: dict[str, Data], side: str) -> dict[str, Data]:
    amounts = resources.get(side)
    if amounts is None:
        return {}
    if not isinstance(amounts, dict):
        refuse(f"must be a map, got {got(amounts)}", None, side)
    for name, amount in amounts.items():
        must = amount_must(name, amount)
        fault = f"{must}, got {got(amount)}" if must else name_fault(name)
        if fault:
            refuse(fault, None, side, name)
    return amounts


def as_security_context(context: dict[str, Data]) -> dict[str, Data]:
    """Check the names of fields, and the kinds of their values."""
    for key, value in context.items():
        _check_key(key, SECURITY)
        must, kind = SECURITY.get(key, ("", object))
        if value is not None and must and type(value) is not kind:
            refuse(f"must be {must}, got {got(value)}", None, key)
    return context


def _check_key(key: str, known: Iterable[str]) -> None:
    meant = None if key in known else nearest(key, known)
    if meant:
        refuse("is not accepted", meant, key)
