"""The wait-for-master script with the shells and netcats that images have: nothing here is a stand-in."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wait_for_master import scenarios
from tests.wait_for_master.images import UNUSABLE, USABLE, Image
from tests.wait_for_master.runs import Run
from tests.wait_for_master.scenarios import Case

IPV6 = [image for image in USABLE if image.ipv6]
SHELLS = [image for image in USABLE if image.name in {"busybox", "netcat-openbsd", "bash-as-sh", "debian-busybox"}]


def when_it(scenario: Callable[[Image, Path], Run], images: list[Image] = USABLE) -> pytest.MarkDecorator:
    cases = [pytest.param(Case(scenario, image), id=image.name) for image in images]
    return pytest.mark.parametrize("run", cases, indirect=True)


def assert_ready(run: Run, limit: int, earliest: float, latest: float) -> None:
    assert run.code == 0, run
    first, *_, last = run.stdout.splitlines()
    assert first == f"Waiting up to {limit} seconds for master {run.master}, using {run.image.method}"
    said = re.fullmatch(rf"Master {re.escape(run.master)} is ready after (\d+) seconds", last)
    assert said, run
    assert abs(int(said[1]) - run.seconds) < 2.5, run
    assert earliest <= run.seconds <= latest, run
    assert not run.left


def assert_timeout(run: Run, limit: int) -> None:
    assert run.code == 1, run
    last = run.stderr.splitlines()[-1]
    said = re.fullmatch(rf"Timeout waiting for master {re.escape(run.master)} after (\d+) seconds", last)
    assert said, run
    assert limit <= int(said[1]) <= limit + 3, run
    assert limit - 1 <= run.seconds <= limit + 3, run
    assert not run.left


@when_it(scenarios.listens)
def test_a_master_that_listens_is_ready_at_once(run: Run) -> None:
    assert_ready(run, 30, 0, 4)
    assert len(run.stdout.splitlines()) == 2
    assert run.stderr == ""


@when_it(scenarios.listens_after_5_seconds)
def test_a_master_that_comes_up_later(run: Run) -> None:
    assert_ready(run, 40, 5, 12)


@when_it(scenarios.is_closed)
def test_a_port_that_stays_closed(run: Run) -> None:
    assert_timeout(run, 5)


@when_it(scenarios.is_closed_for_1_second)
def test_a_timeout_of_one_second(run: Run) -> None:
    assert_timeout(run, 1)


@when_it(scenarios.hangs)
def test_connects_that_hang_do_not_stop_the_clock(run: Run) -> None:
    assert_timeout(run, 12)


@when_it(scenarios.drops_packets)
def test_a_network_that_drops_packets(run: Run) -> None:
    assert_timeout(run, 4)


@when_it(scenarios.closes_at_once)
def test_a_master_that_ends_the_connection_at_once_is_ready(run: Run) -> None:
    assert_ready(run, 30, 0, 4)


@when_it(scenarios.listens_on_ipv6, IPV6)
def test_an_ipv6_address(run: Run) -> None:
    assert_ready(run, 4, 0, 4)


@when_it(scenarios.has_a_name_after_5_seconds)
def test_a_name_that_resolves_later(run: Run) -> None:
    assert_ready(run, 40, 5, 12)
    assert re.search("[Nn]ame|address|host", run.stderr), run


@when_it(scenarios.has_a_silent_name_server)
def test_a_name_server_that_does_not_answer(run: Run) -> None:
    assert_timeout(run, 4)


@when_it(scenarios.is_closed, UNUSABLE)
def test_an_image_that_cannot_probe_fails_at_once(run: Run) -> None:
    assert run.code == 1, run
    assert run.seconds < 3
    assert run.stdout == ""
    needs = "the image needs sleep, /proc, and bash or nc -z; set --wait-master-image"
    assert run.stderr == f"Cannot wait for master {run.master}: {needs}\n"


@when_it(scenarios.stops_while_it_connects)
def test_a_signal_ends_a_connect(run: Run) -> None:
    assert run.code == 143, run
    assert run.seconds < 1.5
    assert not run.left


@when_it(scenarios.stops_between_tries)
def test_a_signal_ends_a_pause(run: Run) -> None:
    assert run.code == 143, run
    assert run.seconds < 1.5
    assert not run.left


@when_it(scenarios.stops_as_process_1, SHELLS)
def test_a_signal_ends_the_first_process_of_a_container(run: Run) -> None:
    assert run.code == 143, run
    assert run.seconds < 1.5
    assert not run.left
