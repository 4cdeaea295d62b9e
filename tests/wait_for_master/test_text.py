"""The script as a text in a manifest: it passes through Kubernetes, substituters and YAML as it is."""

import os
import re
import subprocess

import pytest

from tests.wait_for_master.images import SCRIPT, program


def test_substituters_find_nothing_in_it() -> None:
    assert "${" not in SCRIPT
    assert "$$" not in SCRIPT
    assert "{{" not in SCRIPT


def test_kubernetes_finds_no_variable_in_it() -> None:
    names = re.findall(r"\$\(([^)]*)\)", SCRIPT)
    assert not [name for name in names if re.fullmatch(r"[-._A-Za-z0-9]+", name)]


def test_it_is_plain_ascii_for_a_literal_block() -> None:
    assert SCRIPT.isascii()
    assert "\t" not in SCRIPT
    assert all(line == line.rstrip() for line in SCRIPT.split("\n"))
    assert SCRIPT.endswith("exit 1\n")


def test_it_stays_short() -> None:
    assert SCRIPT.count("\n") < 70
    assert max(map(len, SCRIPT.splitlines())) <= 120


def test_shellcheck_finds_nothing() -> None:
    done = subprocess.run(
        [program("shellcheck"), "--shell=sh", "-"], input=SCRIPT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("shell", ["dash", "bash", "busybox sh", "busybox-full sh"])
def test_every_shell_parses_it(shell: str) -> None:
    name, *applet = shell.split()
    done = subprocess.run([program(name), *applet, "-n", "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("shell", ["dash", "bash", "busybox-full sh"])
def test_without_a_clock_it_fails_at_once(shell: str) -> None:
    name, *applet = shell.split()
    script = SCRIPT.replace("/proc/uptime", "/nowhere/uptime")
    env = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "1", "WAIT_MASTER_TIMEOUT": "60"}
    command = [str(program(name)), *applet, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=20)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("Cannot wait for master 127.0.0.1:1: ")
