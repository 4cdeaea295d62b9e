"""Runs mostly wait: they all start together, and each test looks at its own."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.wait_for_master.runs import Run, demand_namespaces
from tests.wait_for_master.scenarios import Case


@pytest.fixture(scope="session")
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Run]]]:
    """Every run that the tests of this session ask for, by the test's id."""
    demand_namespaces()
    with ThreadPoolExecutor(max_workers=24) as pool:
        started = {}
        for item in request.session.items:
            if isinstance(item, pytest.Function) and "run" in item.fixturenames:
                case = item.callspec.params["run"]
                assert isinstance(case, Case)
                started[item.nodeid] = pool.submit(case.scenario, case.image, tmp_path_factory.mktemp("container"))
        yield started


@pytest.fixture
def run(request: pytest.FixtureRequest, runs: dict[str, Future[Run]]) -> Run:
    return runs[request.node.nodeid].result()
