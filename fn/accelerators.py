"""Accelerators: how many of them a container asks for."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from fn.nodes import Mapping
from fn.paths import walk
from fn.quantity import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fn.task import Container

ACCELERATORS = (
    "nvidia.com/gpu",
    "nvidia.com/mig-",
    "amd.com/gpu",
    "gpu.intel.com/",
    "habana.ai/gaudi",
    "huawei.com/Ascend",
    "cambricon.com/mlu",
    "google.com/tpu",
    "aws.amazon.com/neuron",
    "volcano.sh/vgpu-number",
)
NAMES = tuple(name for name in ACCELERATORS if not name.endswith(("/", "-", "Ascend")))
NEAR = 0.88  # of the letters of a domain: `nvdia.com` is near, `arm.com` is not `amd.com`


def accelerator_meant(name: str) -> str | None:
    """Give the accelerator that was meant by nearly its name: its plural, other letter case, a domain with a slip.

    Other names with such a domain may be there (`nvidia.com/gpu.shared`, `nvidia.com/vgpu`), and so may other domains.
    """
    domain, _, resource = name.lower().partition("/")
    for known in NAMES:
        whose, _, what = known.partition("/")
        alike = domain in (whose, whose.partition(".")[0]) or SequenceMatcher(None, domain, whose).ratio() >= NEAR
        if name != known and alike and resource.removesuffix("s") == what:
            return known
    return None


def accelerators_of(container: Container) -> tuple[str, int]:
    """Give the name and the number of the accelerators in the limits; 0 where there are none."""
    limits = walk(container.node, "resources", "limits")
    for name in limits.keys() if isinstance(limits, Mapping) else ():
        amount = quantity(walk(limits, name))
        if name.startswith(ACCELERATORS) and amount is not None:
            return name, int(amount)
    return "", 0


def accelerators_of_each(tasks: Iterable[Iterable[Container]]) -> int:
    """Give the number that the containers of each task ask for, where they do; 0 where tasks differ or ask for none."""
    numbers = [{accelerators_of(container)[1] for container in containers} - {0} for containers in tasks]
    agreed = set.union(*numbers) if numbers and all(numbers) else set()
    return agreed.pop() if len(agreed) == 1 else 0
