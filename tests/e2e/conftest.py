"""Fixtures: the real tools, or the reason why a test is skipped."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.tools import IMAGE, REPOSITORY, commit, run, succeed, tool
from tests.needs import missing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test of this folder `e2e`."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def command() -> str:
    """The installed command, as an orchestrator finds it on PATH."""
    if not (Path(sys.executable).parent / "pytorch-plugin").exists():
        missing("pytorch-plugin is not installed beside this Python: pip install -e .")
    return "pytorch-plugin"


@pytest.fixture(scope="session")
def kustomize() -> str:
    return tool("kustomize")


@pytest.fixture(scope="session")
def kubectl() -> str:
    return tool("kubectl")


@pytest.fixture(scope="session", params=["kpt", "kpt-fn"])
def kpt(request: pytest.FixtureRequest) -> str:
    """Kpt in two versions: the released binary, and a newer one's `fn` commands."""
    name: str = request.param
    return tool(name)


@pytest.fixture(scope="session")
def image() -> str:
    """The image, built from this very tree."""
    docker = tool("docker")
    if run(docker, "info").returncode != 0:
        missing("no Docker engine answers")
    if run(docker, "image", "inspect", IMAGE).returncode != 0:
        missing(f"no image: docker build -t {IMAGE} .")
    print_code = (
        "import fn, os, sys; [sys.stdout.write(open(os.path.join(fn.__path__[0], n)).read()) for n in sys.argv[1:]]"
    )
    files = [file for suffix in ("*.py", "*.sh") for file in sorted((REPOSITORY / "fn").rglob(suffix))]
    names = [str(file.relative_to(REPOSITORY / "fn")) for file in files]
    code = run(docker, "run", "--rm", "--network=none", "--entrypoint=python", IMAGE, "-I", "-c", print_code, *names)
    if code.stdout != "".join(file.read_text() for file in files):
        missing(f"the image holds other code than this tree: docker build -t {IMAGE} .")
    return IMAGE


@pytest.fixture
def package(tmp_path: Path) -> Callable[..., Path]:
    """Copy a folder of this repository into a git repository of its own."""

    def copy(source: Path | str, *, exec_form: bool = False) -> Path:
        target = tmp_path / "package"
        shutil.copytree(REPOSITORY / source, target)
        if exec_form:
            for kptfile in target.rglob("Kptfile"):
                kptfile.write_text(kptfile.read_text().replace(f"image: {IMAGE}", "exec: pytorch-plugin"))
        succeed("git", "init", "--quiet", cwd=target)
        commit(target)
        return target

    return copy
