"""The process boundary: bytes in, bytes out, lines on stderr, the exit code."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from select import select
from typing import TYPE_CHECKING

from fn import config
from fn.checks.catalog import IGNORABLE
from fn.items import by_kpt
from fn.nodes import TextError
from fn.resourcelist import ResourceList, ResourceListError
from fn.results import Severity, exit_code, in_order, one_line
from fn.transform import transform

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fn.config import Config
    from fn.manifests import Manifests
    from fn.results import Result

NAME = "pytorch-plugin"
FAILED, UNUSABLE, INTERRUPTED = 1, 2, 130
STDIN, STDOUT, STDERR = 0, 1, 2

USAGE = """\
usage: pytorch-plugin < RESOURCE_LIST     as kustomize, kpt and docker run -i call it
       pytorch-plugin FILE...             plain manifests in, plain manifests out; - is stdin
       pytorch-plugin --help | --version
"""

HELP = f"""\
{USAGE}
Makes Volcano Jobs that ask for the pytorch plugin ready for torch.distributed before they reach the cluster,
and says what is wrong with them. All other objects stay as they are, byte for byte.

functionConfig: none; or a v1 ConfigMap with these settings in kebab-case below data; or

  apiVersion: fn.volcano.sh/v1alpha1
  kind: PyTorchPlugin
  metadata: {{name: pytorch-plugin}}
  spec:
    master: master             # these six: defaults for Jobs that don't set the argument of the plugin
    worker: worker
    port: 23456
    waitMasterEnabled: false
    waitMasterTimeout: 300     # seconds
    waitMasterImage: busybox:1.36.1
    svcArguments: []           # of the svc plugin, where it is added
    rank: auto                 # auto | literal | index | shell | split | file | controller
    masterAddress: literal     # literal | downward
    containers: []             # names of the containers that get env and port; empty: all
    waitMasterContainer: {{}}    # resources, securityContext, imagePullPolicy of the init container
    torchrun: false            # also set the PET_ variables
    extraTasks: env            # env | none: for tasks that are neither master nor worker
    validateOnly: false        # change nothing, only report
    failOn: error              # error | warning: exit code 1 on warnings too
    ignore: []                 # ids of warnings and infos to leave out

exit codes: 0  done; what there is to say stands in results
            1  an error in a Job, or an input that can't be read; with FILE... nothing is written then
            2  a call that can't be meant, output that can't be written, or a fault of this program
"""


class StopError(Exception):
    """An end before the work is done; `code` is the exit code, the text is one line."""

    def __init__(self, code: int, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.code = code


def main() -> int:
    """Run the function on the arguments and streams of this process, and give its exit code."""
    # The graph of a text lives to the end and is full of cycles: to search it for garbage takes a fifth of the time.
    gc.disable()
    try:
        return _run(sys.argv[1:])
    except StopError as stop:
        _say([str(stop)])
        return stop.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  the boundary: whatever it is, no half output and no bare traceback
        _say(_fault(error))
        return UNUSABLE


def _run(words: Sequence[str]) -> int:
    if "--help" in words or "-h" in words:
        return _write(HELP)
    if "--version" in words:
        return _write(f"{NAME} {_version()}\n")
    for word in words:
        if word.startswith("-") and word != "-":
            message = (
                f'unknown option "{one_line(word)}", see `{NAME} --help`; arguments of the plugin stand in the Job'
            )
            raise StopError(UNUSABLE, f"error: {message}")
    try:
        return _transform_files(words) if words else _transform_list()
    except (config.ConfigError, ResourceListError, TextError) as error:
        raise StopError(FAILED, f"error: {error}") from error


def _transform_list() -> int:
    """Read a ResourceList from stdin, and write it with results, errors or not."""
    text = _read("-")
    resource_list = ResourceList.read(text)
    settings = config.read(resource_list.function_config, IGNORABLE)
    results = transform(resource_list.items, settings)
    refusals: dict[int, TextError] = {}
    while half_changed := resource_list.half_changed():
        refusals |= half_changed
        resource_list = ResourceList.read(text, refusals)
        results = transform(resource_list.items, settings)
    if settings.validate_only:
        resource_list = ResourceList.read(text)
    output = resource_list.text(results)
    lines = _lines(results)
    if lines and "LOG_TO_STDERR" not in os.environ and by_kpt(resource_list.items):
        lines = []
    code = exit_code(results, settings.fail_on)
    _say([*lines, *_only_warnings(results, settings)])
    _write(output)
    return code


def _transform_files(paths: Sequence[str]) -> int:
    """Read manifests, and write them unless something is wrong: the next in the pipe may apply them."""
    from fn.manifests import ManifestError, Manifests  # noqa: PLC0415  9 ms to import, and only files need it

    files = [(path if path != "-" else "<stdin>", _read(path)) for path in paths]
    try:
        manifests = Manifests.read(files)
    except ManifestError as error:
        raise StopError(FAILED, str(error)) from error
    settings = _settings(manifests)
    results = transform(manifests.items, settings)
    if settings.validate_only:
        manifests = Manifests.read(files)
    output = manifests.text()
    code = exit_code(results, settings.fail_on)
    _say([*_lines(results), *_only_warnings(results, settings)])
    return code or _write(output)


def _settings(manifests: Manifests) -> Config:
    if manifests.config is None:
        return config.read(None)
    try:
        return config.read(manifests.config.node, IGNORABLE)
    except config.ConfigError as error:
        raise StopError(FAILED, f"{manifests.config.source('')}: error: {error}") from error


def _lines(results: Iterable[Result]) -> list[str]:
    return [str(result) for result in in_order(results) if result.severity is not Severity.INFO]


def _only_warnings(results: Sequence[Result], settings: Config) -> list[str]:
    """Say why the exit code is 1, where no error does."""
    if exit_code(results, Severity.ERROR) == exit_code(results, settings.fail_on):
        return []
    return ["error: `failOn` is warning, and there are warnings"]


def _read(path: str) -> str:
    """Read a file, or stdin for `-`, as strict UTF-8."""
    name = "stdin" if path == "-" else one_line(path)
    if path == "-" and os.isatty(STDIN):
        raise StopError(UNUSABLE, f"{USAGE}error: stdin is a terminal")
    try:
        with open(STDIN if path == "-" else path, "rb", closefd=path != "-") as stream:
            data = stream.read()
    except OSError as error:
        raise StopError(FAILED, f"error: {name}: {error.strerror}") from error
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        message = f"{name} must be UTF-8, got the byte 0x{data[error.start]:02x} in line {line} (byte {error.start})"
        raise StopError(FAILED, f"error: {message}") from error
    if path == "-" and not text.strip():
        raise StopError(FAILED, "error: stdin is empty; with docker, only `docker run -i` hands it on")
    return text


def _write(text: str) -> int:
    """Write all of stdout in one go; 0 is the exit code of a run without errors."""
    try:
        _write_bytes(STDOUT, text.encode())
    except OSError as error:
        raise StopError(UNUSABLE, f"error: stdout can't be written: {error.strerror}") from error
    return 0


def _say(lines: Sequence[str]) -> None:
    """Write lines to stderr; where that can't be written either, there is nobody to tell."""
    with suppress(OSError):
        _write_bytes(STDERR, "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"))


def _write_bytes(descriptor: int, data: bytes) -> None:
    """Write past Python's own streams, which would try again, and complain, when the interpreter ends."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # a pipe that its other end has set so, and that is full
            select([], [descriptor], [])


def _fault(error: Exception) -> list[str]:
    """Say that this is a fault of the program, and with FN_DEBUG=1 where it is."""
    what = one_line(f"{type(error).__name__}: {error}")
    lines = [f"error: internal fault ({what}); please report it with the input, FN_DEBUG=1 shows the traceback"]
    if os.environ.get("FN_DEBUG") == "1":
        import traceback  # noqa: PLC0415  only here

        lines = [*traceback.format_exc().splitlines(), *lines]
    return lines


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  40 ms to import

    try:
        return version(NAME)
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
