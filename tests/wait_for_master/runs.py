"""Run the script as a container's command: its own PATH and environment, its own /etc/hosts, no name server."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from tests.needs import missing
from tests.wait_for_master.images import SCRIPT, Image

# Mounts are the run's own. Names come from the file hosts, unless a test lays another nsswitch.conf.
ENTER = 'for file in hosts nsswitch.conf resolv.conf; do mount --bind "$0/$file" "/etc/$file"; done; exec "$@"'
# In a network of the run's own: packets to 192.0.2.2 leave for a neighbour that is not there, and no error comes back.
DROPPING = """
ip link set lo up
ip link add drop type veth peer name hole
ip address add 192.0.2.1/24 dev drop
ip link set drop up
ip link set hole up
ip neighbour add 192.0.2.2 lladdr 02:00:00:00:00:02 dev drop
"""
UNPRIVILEGED = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]


@dataclass(frozen=True)
class Run:
    """What a run printed, how it ended, and what it left behind."""

    image: Image
    master: str
    code: int
    stdout: str
    stderr: str
    seconds: float
    left: list[str]


@dataclass
class Container:
    """A script at work."""

    image: Image
    master: str
    folder: Path
    process: subprocess.Popen[bytes]
    begun: float

    def says(self, text: str) -> None:
        """Wait until stdout holds the text."""
        deadline = time.monotonic() + 20
        while text not in (self.folder / "stdout").read_text():
            assert self.process.poll() is None, (self.folder / "stderr").read_text()
            assert time.monotonic() < deadline, text
            time.sleep(0.02)

    def end(self) -> Run:
        code = self.process.wait(timeout=60)
        seconds = time.monotonic() - self.begun
        output, error = ((self.folder / name).read_text() for name in ("stdout", "stderr"))
        return Run(self.image, self.master, code, output, error, seconds, left_in(self.process.pid))

    def terminate(self, pid: int) -> Run:
        """Delete the pod: the seconds count from here."""
        self.begun = time.monotonic()
        os.kill(pid, signal.SIGTERM)
        return self.end()


def left_in(session: int) -> list[str]:
    """Name the processes of a session that still run after 3 seconds: a pause that a signal just missed lasts 1."""
    deadline = time.monotonic() + 3
    while True:
        left = []
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                stat = file.read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            state, _, _, its_session = stat.rpartition(")")[2].split()[:4]
            if int(its_session) == session and state != "Z":
                left.append(stat)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def start(image: Image, folder: Path, master: tuple[str, int], limit: int, *apart: str) -> Container:
    """Start the script, in the namespaces that the options `apart` of unshare add to that of mounts."""
    path = image.lay(folder / "bin")
    for name, text in (("hosts", ""), ("nsswitch.conf", "hosts: files\n"), ("resolv.conf", "nameserver 192.0.2.2\n")):
        if not (folder / name).exists():
            (folder / name).write_text(text)
    enter = DROPPING + ENTER if "--net" in apart else ENTER
    inside = ["/usr/bin/unshare", *UNPRIVILEGED, "--mount", *apart, "/bin/sh", "-ec", enter, str(folder)]
    address, port = master
    env = [f"PATH={path}", f"MASTER_ADDR={address}", f"MASTER_PORT={port}", f"WAIT_MASTER_TIMEOUT={limit}"]
    with (folder / "stdout").open("wb") as output, (folder / "stderr").open("wb") as error:
        process = subprocess.Popen(
            [*inside, "/usr/bin/env", "-i", *env, str(path / "sh"), "-c", SCRIPT],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},  # not os.environ: pytest writes to it in another thread
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=error,
            start_new_session=True,
        )
    return Container(image, f"{address}:{port}", folder, process, time.monotonic())


def demand_namespaces() -> None:
    """Skip where this user may have no namespaces."""
    wanted = ["/usr/bin/unshare", *UNPRIVILEGED, "--mount", "--net", "--pid", "--fork", "/bin/true"]
    if subprocess.run(wanted, capture_output=True, check=False).returncode != 0:
        missing("no namespaces of one's own here: unshare --mount --net --pid fails")


@contextmanager
def listening(address: str = "127.0.0.1", backlog: int = 16) -> Iterator[int]:
    """A port of the loopback that accepts connections."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.create_server((address, 0), family=family, backlog=backlog) as server:
        yield server.getsockname()[1]


@contextmanager
def closed() -> Iterator[int]:
    """A port of the loopback that stays closed: taken, and never listened on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@contextmanager
def full() -> Iterator[int]:
    """A port of the loopback whose queue is full: a connect hangs."""
    with listening(backlog=0) as port, socket.create_connection(("127.0.0.1", port)):
        yield port


@contextmanager
def closing() -> Iterator[int]:
    """A port of the loopback that ends each connection at once."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        stopped = False

        def serve() -> None:
            while not stopped:
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                connection.close()

        thread = later(0, serve)
        yield server.getsockname()[1]
        stopped = True
        thread.join()


def later(seconds: float, action: Callable[[], object]) -> Timer:
    timer = Timer(seconds, action)
    timer.start()
    return timer
