"""A run of the pipeline in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fn import config
from fn.checks.catalog import IGNORABLE
from fn.resourcelist import ResourceList, exit_code
from fn.results import Severity
from fn.transform import transform

if TYPE_CHECKING:
    from fn.config import Config
    from fn.results import Result

HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
FATAL = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True)
class Run:
    """One run of the pipeline without its process; `results` are its own."""

    before: str
    after: str
    results: list[Result]
    settings: Config

    @property
    def status(self) -> int:
        """The exit code."""
        return exit_code(self.results, self.settings.fail_on)

    @property
    def stderr(self) -> list[str]:
        """What must stand on stderr."""
        told = [result.data() for severity in FATAL for result in self.results if result.severity is severity]
        only_warnings = self.status == 1 and all(result.severity is not Severity.ERROR for result in self.results)
        return [*map(line_of, told), *["error: `failOn` is warning, and there are warnings"] * only_warnings]


def run(text: str) -> Run:
    """Run the pipeline."""
    resources = ResourceList.read(text)
    settings = config.read(resources.function_config, IGNORABLE)
    results = transform(resources.items, settings)
    if settings.validate_only:
        resources = ResourceList.read(text)
    return Run(text, resources.text(results), results, settings)


def line_of(result: dict[str, Any]) -> str:
    """Give the line that spec §10 wants of a result."""
    ref, path = result.get("resourceRef"), result.get("field", {}).get("path")
    about = ""
    if ref:
        about = "/".join(filter(None, (ref["kind"], ref.get("namespace"), ref["name"])))
        about += f" {path}: " if path else ": "
    return f"{result['severity']}: {about}{result['message']}"
