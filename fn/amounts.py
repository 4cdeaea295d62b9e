"""What may be asked for: the names of resources and their amounts.

Source: kubernetes pkg/apis/core/validation/validation.go validateContainerResourceName, ValidateResourceQuantityValue,
v1.36.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.arguments import has_placeholder, nearest
from fn.quantity import amount_of

if TYPE_CHECKING:
    from fn.nodes import Data

STANDARD = ("cpu", "memory", "ephemeral-storage")
HUGE_PAGES = "hugepages-"


def name_fault(name: str) -> str | None:
    """Tell what the name of a resource must be, where it is none."""
    if "/" in name or name in STANDARD or name.startswith(HUGE_PAGES):
        return None
    meant = None if "gpu" in name.lower() else nearest(name, STANDARD)
    hint = f" (did you mean `{meant}`?)" if meant else ""
    return f'must be cpu, memory, ephemeral-storage or a name with a domain like "nvidia.com/gpu", got "{name}"{hint}'


def amount_must(name: str, value: Data) -> str | None:
    """Tell what the amount of a resource must be, where `value` isn't it; a placeholder may become one."""
    if value is None or (isinstance(value, str) and has_placeholder(value)):
        return None
    amount = amount_of(value)
    if amount is None:
        return 'must be an amount like 2, "500m" or "16Gi"'
    if amount < 0:
        return "must be 0 or more"
    return "must be a whole number" if not is_native(name) and amount.denominator != 1 else None


def request_fault(name: str, request: Data, limit: Data) -> str | None:
    """Tell what a request must be beside its limit, where both are amounts; None where it is that."""
    requested, limited = amount_of(request), amount_of(limit)
    if requested is None or (limited is None and limit is not None) or amount_must(name, limit) is not None:
        return None
    if not is_native(name) or name.startswith(HUGE_PAGES):
        if limited is None:
            return "must have a limit of the same amount, got none"
        if requested != limited:
            return f"must be equal to its limit, got {request}, and a limit of {limit}"
    elif limited is not None and requested > limited:
        return f"must be at most its limit, got {request}, and a limit of {limit}"
    return None


def is_native(name: str) -> bool:
    """Tell a resource that Kubernetes itself shares out; others can't be given to more than one."""
    return "/" not in name or "kubernetes.io/" in name
