"""What a test needs beside Python, and a machine may lack: Docker, kpt, Go, netcats, the golden Jobs."""

import os
from typing import Never

import pytest


def missing(what: str) -> Never:
    """Fail where CI is `true`, as in `.ci/run`, which needs everything.

    Elsewhere skip: who changes a check needs no Docker engine to pass its tests.
    """
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(f"{what}; with CI=true, as in .ci/run, this fails")
