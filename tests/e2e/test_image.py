"""What the image promises to those who run it in their own way."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.e2e.tools import REPOSITORY, run, succeed

EMPTY = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"


@pytest.mark.parametrize(
    "option",
    [
        "--user=nobody",
        "--user=12345:12345",
        "--user=0",
        "--read-only",
        "--cap-drop=ALL",
        "--memory=64m",
        "--workdir=/",
        "--env=PYTHONPATH=/nowhere",
    ],
)
def test_runs_without_a_change(image: str, option: str) -> None:
    assert succeed("docker", "run", "--rm", "-i", "--network=none", option, image, stdin=EMPTY) == EMPTY


def test_runs_without_a_shell(image: str) -> None:
    no_shell = ["--volume=/dev/null:/bin/sh:ro", "--volume=/dev/null:/bin/bash:ro"]
    shell = ["docker", "run", "--rm", "--network=none", *no_shell, "--entrypoint=/bin/sh", image, "-c", "exit 0"]
    assert run(*shell).returncode != 0
    assert succeed("docker", "run", "--rm", "-i", "--network=none", *no_shell, image, stdin=EMPTY) == EMPTY


def test_writes_nothing(image: str) -> None:
    name = "pytorch-plugin-writes-nothing"
    try:
        succeed("docker", "run", "--name", name, "-i", "--network=none", "--user=0", image, stdin=EMPTY)
        assert succeed("docker", "diff", name) == ""
    finally:
        run("docker", "rm", name)


def test_a_mounted_package_brings_no_module(image: str, tmp_path: Path) -> None:
    (tmp_path / "yaml.py").write_text("raise SystemExit('the mounted yaml.py was imported')\n")
    tmp_path.chmod(0o755)
    mount = ["--volume", f"{tmp_path}:/package:ro", "--workdir=/package", "--env=PYTHONPATH=/package"]
    assert succeed("docker", "run", "--rm", "-i", "--network=none", *mount, image, stdin=EMPTY) == EMPTY


def test_help_and_version_read_no_input(image: str) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert project["version"] in succeed("docker", "run", "--rm", "--network=none", image, "--version")
    assert "PyTorchPlugin" in succeed("docker", "run", "--rm", "--network=none", image, "--help")


def test_labels_say_the_version_of_the_project(image: str) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    config = json.loads(succeed("docker", "image", "inspect", image))[0]["Config"]
    assert config["Labels"]["org.opencontainers.image.version"] == project["version"]
    assert config["Labels"]["org.opencontainers.image.title"] == project["name"]
    assert config["Labels"]["org.opencontainers.image.description"] == project["description"]
    assert config["User"] == "65534:65534"


def test_holds_the_pinned_versions_and_no_build_tool(image: str) -> None:
    constraints = (REPOSITORY / "constraints.txt").read_text()
    code = "from importlib import metadata as m; [print(f'{d.name}=={d.version}') for d in m.distributions()]"
    printed = succeed("docker", "run", "--rm", "--network=none", "--entrypoint=python", image, "-I", "-c", code)
    lines = [line for line in printed.splitlines() if not line.startswith(("pip==", "pytorch-plugin=="))]
    pinned, built_with = constraints.split("\n\n")
    assert {line.replace("_", "-") for line in lines} == {
        line for line in pinned.splitlines() if not line.startswith("#")
    }
    assert "hatchling" in built_with
