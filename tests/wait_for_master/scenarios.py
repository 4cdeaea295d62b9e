"""What may happen to a worker that waits: each scenario runs the script once, in one image."""

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.wait_for_master.images import Image
from tests.wait_for_master.runs import Run, closed, closing, full, later, listening, start


@dataclass(frozen=True)
class Case:
    """A scenario, given the image and a folder of the run's own, in one image."""

    scenario: Callable[[Image, Path], Run]
    image: Image


def listens(image: Image, folder: Path) -> Run:
    with listening() as port:
        return start(image, folder, ("127.0.0.1", port), 30).end()


def listens_after_5_seconds(image: Image, folder: Path) -> Run:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        container = start(image, folder, ("127.0.0.1", server.getsockname()[1]), 40)
        listener = later(5, server.listen)
        run = container.end()
        listener.join()
        return run


def is_closed(image: Image, folder: Path) -> Run:
    with closed() as port:
        return start(image, folder, ("127.0.0.1", port), 5).end()


def is_closed_for_1_second(image: Image, folder: Path) -> Run:
    with closed() as port:
        return start(image, folder, ("127.0.0.1", port), 1).end()


def hangs(image: Image, folder: Path) -> Run:
    with full() as port:
        return start(image, folder, ("127.0.0.1", port), 12).end()


def drops_packets(image: Image, folder: Path) -> Run:
    return start(image, folder, ("192.0.2.2", 23456), 4, "--net").end()


def closes_at_once(image: Image, folder: Path) -> Run:
    with closing() as port:
        return start(image, folder, ("127.0.0.1", port), 30).end()


def listens_on_ipv6(image: Image, folder: Path) -> Run:
    with listening("::1") as port:
        return start(image, folder, ("::1", port), 4).end()


def has_a_name_after_5_seconds(image: Image, folder: Path) -> Run:
    name = "llm-master-0.llm"
    with listening() as port:
        container = start(image, folder, (name, port), 40)
        line = f"127.0.0.1 {name}\n"
        listener = later(5, lambda: (folder / "hosts").write_text(line))
        run = container.end()
        listener.join()
        return run


def has_a_silent_name_server(image: Image, folder: Path) -> Run:
    (folder / "nsswitch.conf").write_text("hosts: dns\n")
    return start(image, folder, ("llm-master-0.llm", 23456), 4, "--net").end()


def stops_while_it_connects(image: Image, folder: Path) -> Run:
    with full() as port:
        container = start(image, folder, ("127.0.0.1", port), 60)
        container.says("Waiting")
        time.sleep(1.5)
        return container.terminate(container.process.pid)


def stops_between_tries(image: Image, folder: Path) -> Run:
    with closed() as port:
        container = start(image, folder, ("127.0.0.1", port), 60)
        container.says("is not ready")
        return container.terminate(container.process.pid)


def stops_as_process_1(image: Image, folder: Path) -> Run:
    with closed() as port:
        container = start(image, folder, ("127.0.0.1", port), 60, "--pid", "--fork")
        container.says("is not ready")
        parent = container.process.pid
        first = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        return container.terminate(int(first))
