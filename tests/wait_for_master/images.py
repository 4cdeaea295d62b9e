"""The shells and tools that images have, laid out as the PATH of a container."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.needs import missing

SCRIPT = (Path(__file__).parents[2] / "fn/mutations/wait-for-master.sh").read_text()


def program(name: str) -> Path:
    """Where a program of this machine is."""
    found = shutil.which(name)
    if found is None:
        missing(f"{name} is missing: see tests/wait_for_master/packages.txt and busybox.sh")
    return Path(found)


@dataclass(frozen=True)
class Image:
    """Names on PATH and the programs behind them; how the script is to probe there, if it can."""

    name: str
    tools: dict[str, str]
    method: str | None
    ipv6: bool = True

    def __str__(self) -> str:
        return self.name

    def lay(self, folder: Path) -> Path:
        """Make the folder that is to be PATH."""
        folder.mkdir()
        for name, behind in self.tools.items():
            (folder / name).symlink_to(program(behind))
        return folder


def busybox(build: str) -> dict[str, str]:
    return dict.fromkeys(("sh", "sleep", "nc", "timeout"), build)


DASH = {"sh": "dash", "sleep": "sleep"}
SLIM = {**DASH, "timeout": "timeout", "bash": "bash"}

USABLE = [
    Image("busybox", busybox("busybox-full"), "nc -z"),
    Image("netcat-openbsd", {**DASH, "nc": "nc.openbsd"}, "nc -z"),
    Image("netcat-traditional", {**DASH, "nc": "nc.traditional"}, "nc -z", ipv6=False),
    Image("ncat", {**DASH, "nc": "ncat"}, "nc -z"),
    Image("nc-before-bash", {**SLIM, "nc": "nc.openbsd"}, "nc -z"),
    Image("debian-slim", SLIM, "bash /dev/tcp under timeout"),
    Image("bash-with-a-bare-nc", {**SLIM, "nc": "busybox"}, "bash /dev/tcp under timeout"),
    Image("bash-with-toybox-nc", {**SLIM, "nc": "toybox"}, "bash /dev/tcp under timeout"),
    Image("bash-with-busybox-timeout", {**SLIM, "timeout": "busybox"}, "bash /dev/tcp under timeout"),
    Image("bash-without-timeout", {**DASH, "bash": "bash"}, "bash /dev/tcp"),
    Image("bash-as-sh", {"sh": "bash", "sleep": "sleep"}, "sh /dev/tcp"),
    Image("debian-busybox", busybox("busybox"), "nc -e"),
]
UNUSABLE = [
    Image("dash-alone", DASH, None),
    Image("toybox", {**DASH, "nc": "toybox"}, None),
    Image("nc-that-says-yes-to-all", {**DASH, "nc": "true"}, None),
    Image("no-sleep", {"sh": "dash", "nc": "nc.openbsd", "bash": "bash"}, None),
]
