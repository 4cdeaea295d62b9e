"""The script as the command of a real container: nobody, a read-only root, no capability, nothing but the tools."""

import io
import os
import re
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import missing
from tests.wait_for_master.images import SCRIPT, USABLE, Image, program
from tests.wait_for_master.runs import closed, listening

pytestmark = pytest.mark.e2e
NAMES = {"busybox", "debian-slim", "debian-busybox"}
LOCKED = ["--network=host", "--user=65534:65534", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"]


def docker(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["docker", *words], input=stdin, capture_output=True, check=False, timeout=60)


def root_file_system(image: Image) -> bytes:
    """The tools under /bin, the libraries that they are linked to, and nothing else."""
    files = {f"/bin/{name}": program(behind) for name, behind in image.tools.items()}
    for behind in set(files.values()):
        linked = subprocess.run(["ldd", behind], capture_output=True, text=True, check=False).stdout
        files |= {library: Path(library) for library in re.findall(r"/\S+", linked)}
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", dereference=True) as archive:
        for name, source in files.items():
            archive.add(source.resolve(), name)
    return tar.getvalue()


@pytest.fixture(scope="module", params=[image for image in USABLE if image.name in NAMES], ids=str)
def image(request: pytest.FixtureRequest) -> Iterator[Image]:
    if shutil.which("docker") is None or docker("info").returncode != 0:
        missing("no Docker engine answers")
    chosen: Image = request.param
    made = docker("import", "-", tag(chosen), stdin=root_file_system(chosen))
    assert made.returncode == 0, made.stderr
    yield chosen
    docker("image", "rm", "--force", tag(chosen))


def tag(image: Image) -> str:
    return f"localhost/wait-for-master-{os.getpid()}:{image.name}"


def command(image: Image, port: int, limit: int, *options: str) -> list[str]:
    env = [f"--env=MASTER_ADDR=127.0.0.1 --env=MASTER_PORT={port} --env=WAIT_MASTER_TIMEOUT={limit}".split()]
    return ["run", *LOCKED, *options, *env[0], tag(image), "sh", "-c", SCRIPT]


def test_a_master_that_listens(image: Image) -> None:
    with listening() as port:
        done = docker(*command(image, port, 30, "--rm"))
    assert done.returncode == 0, done
    assert f"using {image.method}\n" in done.stdout.decode()
    assert re.search(r"is ready after \d seconds\n\Z", done.stdout.decode())
    assert done.stderr == b""


def test_a_port_that_stays_closed(image: Image) -> None:
    with closed() as port:
        done = docker(*command(image, port, 2, "--rm"))
    assert done.returncode == 1, done
    assert re.search(rf"Timeout waiting for master 127.0.0.1:{port} after [2-5] seconds\n\Z", done.stderr.decode())


def test_a_pod_that_is_deleted(image: Image) -> None:
    with closed() as port:
        name = docker(*command(image, port, 60, "--detach", "--log-driver=json-file")).stdout.decode().strip()
        try:
            deadline = time.monotonic() + 20
            while b"is not ready" not in docker("logs", name).stdout:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            begun = time.monotonic()
            docker("stop", "--time=30", name)
            assert time.monotonic() - begun < 10
            assert docker("inspect", "--format={{.State.ExitCode}}", name).stdout == b"143\n"
        finally:
            docker("rm", "--force", name)
