"""What holds for the results of every case (spec §10, and the functions spec's schema)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests import readers

if TYPE_CHECKING:
    from tests.runs import Run

SEVERITIES = ["error", "warning", "info"]


def results_fit_the_functions_spec(case: Run) -> None:
    whole = readers.texts(case.after)
    listed = whole.get("results") or []
    assert "results" not in whole or (
        list(whole)[-1] == "results" and (listed or "results" in readers.texts(case.before))
    )
    earlier = readers.texts(case.before).get("results") or []
    assert listed[: len(earlier)] == earlier
    new = listed[len(earlier) :]
    for result in new:
        check_result(result)
    assert [result["severity"] for result in new] == sorted((r["severity"] for r in new), key=SEVERITIES.index)
    assert len(new) <= len(case.results)


def check_result(result: dict[str, Any]) -> None:
    keys = ["message", "severity", "resourceRef", "field", "file"]
    assert list(result) == [key for key in keys if key in result]
    message = result["message"]
    assert message.isprintable()
    assert re.search(r"[^ ] \[[a-z0-9-]+\]$", message)
    assert result["severity"] in SEVERITIES
    if "resourceRef" in result:
        assert set(result["resourceRef"]) - {"namespace"} == {"apiVersion", "kind", "name"}
        assert all(result["resourceRef"].values())
        assert not re.search(r"(?<!`)\bspec[.\[]", message), message
    if "field" in result:
        assert "resourceRef" in result
        assert result["field"]["path"] not in message.rpartition(" [")[0].replace("`", "")
    if "file" in result:
        assert not result["file"]["path"].startswith("/")


def the_exit_code_tells_of_errors(case: Run) -> None:
    """1 exactly if there is an error, or a warning with failOn."""
    data = readers.values(case.before).get("functionConfig") or {}
    fail_on = {**(data.get("spec") or {}), **(data.get("data") or {})}
    fatal = {"error", fail_on.get("failOn") or fail_on.get("fail-on") or "error"}
    assert case.status == int(any(result.severity in fatal for result in case.results))
