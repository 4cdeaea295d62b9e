"""The annotations by which one Job overrides settings of functionConfig."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.checks.catalog import IGNORABLE
from fn.config import Config
from fn.overrides import OverrideError, overridden
from fn.paths import field_path, text_of
from fn.results import ABSENT, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Carrier
    from fn.results import Result

ANNOTATIONS = ("metadata", "annotations")


def annotation_invalid(carrier: Carrier) -> Iterator[Result]:
    """An annotation with this function's prefix that is no setting of one Job, or a value that it can't have."""
    try:
        overridden(Config(), carrier.walk(*ANNOTATIONS), IGNORABLE)
    except OverrideError as error:
        for mistake in error.mistakes:
            steps = (*ANNOTATIONS, mistake.annotation)
            current = text_of(carrier.walk(*steps))
            proposed = ABSENT if mistake.proposed is None else mistake.proposed
            yield carrier.result(
                Severity.ERROR,
                "annotation-invalid",
                field_path(*steps),
                mistake.problem,
                current=current,
                proposed=proposed,
            )
