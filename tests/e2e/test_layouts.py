"""Names that an outer layer changes, and packages that are rendered, edited and rendered again in place."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.tools import REPOSITORY, commit, difference, job_of, layer, succeed
from tests.pods import pods_of

Package = Callable[..., Path]
PACKAGE = REPOSITORY / "tests/e2e/packages/layouts"
FILES = ("wide.yaml", "sub/compact.yaml")
LINES = Counter(line.strip() for name in FILES for line in (PACKAGE / name).read_text().splitlines())
ONCE = {line for line, times in LINES.items() if times == 1}
"""The user's lines of which a difference can tell whether they moved."""
JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  plugins:
    pytorch: ["--wait-master-enabled"]
  tasks:
    - name: master
      replicas: 1
      template:
        spec:
          containers:
            - name: main
              image: registry.example.com/train:1
              command: [python, train.py]
    - name: worker
      replicas: 2
      template:
        spec:
          containers:
            - name: main
              image: registry.example.com/train:1
              command: [python, train.py]
"""


def renamed(kustomize: str, folder: Path, master_address: str) -> dict[str, set[str]]:
    """Build a base that has the function, and an overlay that renames its Job: the addresses by the master's host."""
    base = layer(folder / "base", JOB, "overlay-exec")
    config = base / "pytorch-plugin.yaml"
    config.write_text(f"{config.read_text()}spec:\n  masterAddress: {master_address}\n")
    overlay = folder / "overlay"
    overlay.mkdir()
    (overlay / "kustomization.yaml").write_text("resources: [../base]\nnamePrefix: team-a-\nnameSuffix: -v2\n")
    job = job_of(succeed(kustomize, "build", "--enable-alpha-plugins", "--enable-exec", overlay))
    (wait,) = job["spec"]["tasks"][1]["template"]["spec"]["initContainers"]
    job["spec"]["tasks"][1]["template"]["spec"]["containers"].append({**wait, "command": ["true"]})
    pods = pods_of(job)
    (host,) = [pod.host for pod in pods if pod.task == "master"]
    return {host: {env["MASTER_ADDR"] for pod in pods for env in pod.containers.values()}}


def test_the_downward_address_follows_a_name_that_an_overlay_changes(
    kustomize: str, command: str, tmp_path: Path
) -> None:
    assert command
    host = "team-a-train-v2-master-0.team-a-train-v2"
    assert renamed(kustomize, tmp_path, "downward") == {host: {host}}


def test_the_literal_address_stays_that_of_the_base(kustomize: str, command: str, tmp_path: Path) -> None:
    """The README says so, and where to run the function instead."""
    assert command
    host = "team-a-train-v2-master-0.team-a-train-v2"
    assert renamed(kustomize, tmp_path, "literal") == {host: {"train-master-0.train"}}


@pytest.fixture
def rendered(kpt: str, command: str, package: Package) -> Path:
    """The package after one render, which is committed."""
    assert command
    folder = package(PACKAGE, exec_form=True)
    succeed(kpt, "fn", "eval", folder, "--exec", "cat")  # kpt's own changes of layout
    commit(folder)
    render(kpt, folder)
    return folder


def render(kpt: str, folder: Path) -> list[str]:
    """Render what was committed, and hold the difference to what carries a change; it is committed then."""
    before = comments(folder)
    succeed(kpt, "fn", "render", "--allow-exec", folder)
    changes = difference(folder)
    gone, come = ({line[1:].strip() for line in changes if line.startswith(sign)} for sign in "-+")
    assert not gone & come & ONCE
    assert comments(folder) == before
    commit(folder)
    succeed(kpt, "fn", "render", "--allow-exec", folder)
    assert difference(folder) == []
    return changes


def comments(folder: Path) -> list[str]:
    """The comments of the Jobs, sorted; each begins with the name of its file."""
    return sorted(comment for name in FILES for comment in re.findall("# (?:wide|compact): .*", text(folder, name)))


def text(folder: Path, name: str) -> str:
    return (folder / name).read_text()


def edit(folder: Path, old: str, new: str) -> None:
    for name in (*FILES, "Kptfile", "sub/Kptfile"):
        file = folder / name
        file.write_text(file.read_text().replace(old, new))
    commit(folder)


def write_arguments(folder: Path, arguments: str) -> None:
    """Write the plugin's key again, beside the record."""
    edit(folder, "  plugins:\n", f"  plugins:\n    pytorch: {arguments}\n")


def of_values(changes: list[str]) -> list[str]:
    """The changed lines without those of the record."""
    return sorted(line.replace("  ", "") for line in changes if "fn.volcano.sh/pytorch-plugin" not in line)


def test_scaling_changes_the_world_size_only(kpt: str, rendered: Path) -> None:
    edit(rendered, "replicas: 2", "replicas: 4")
    assert of_values(render(kpt, rendered)) == sorted(['-value: "3"', '+value: "5"'] * 4)


def test_another_port_changes_its_lines_only(kpt: str, rendered: Path) -> None:
    write_arguments(rendered, '["--port=29500"]')
    values = ['-value: "23456"', '+value: "29500"', "-containerPort: 23456", "+containerPort: 29500"] * 4
    assert of_values(render(kpt, rendered)) == sorted(values + ['-pytorch: ["--port=29500"]'] * 2)


def test_another_name_changes_the_addresses_only(kpt: str, rendered: Path) -> None:
    edit(rendered, "name: wide #", "name: broad #")
    addresses = ['-value: "wide-master-0.wide"', '+value: "broad-master-0.broad"'] * 2
    assert of_values(render(kpt, rendered)) == sorted(addresses)


def test_waiting_comes_and_goes_without_a_trace(kpt: str, rendered: Path) -> None:
    texts = [text(rendered, name) for name in FILES]
    write_arguments(rendered, '["--port=23456", "--wait-master-enabled"]')
    changes = render(kpt, rendered)
    assert [line for line in of_values(changes) if line.startswith("-")] == [
        '-pytorch: ["--port=23456", "--wait-master-enabled"]'
    ] * 2
    write_arguments(rendered, '["--port=23456"]')
    render(kpt, rendered)
    assert [text(rendered, name) for name in FILES] == texts


@pytest.mark.parametrize("strategy", ["split", "file", "controller"])
def test_another_strategy_comes_and_goes_without_a_trace(kpt: str, rendered: Path, strategy: str) -> None:
    edit(rendered, "rank: auto", f"rank: {strategy}")
    render(kpt, rendered)
    edit(rendered, f"rank: {strategy}", "rank: auto")
    render(kpt, rendered)
    for name in FILES:
        assert '"strategy":"shell"' in text(rendered, name)
