"""Manifests: plain files instead of a ResourceList, as `helm template` writes them and `kubectl apply` reads them.

Plain manifests come in, plain manifests go out, with their texts and `---`. A document of kind PyTorchPlugin among them
is the functionConfig, and isn't written out.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from fn import config, resourcelist
from fn.items import Piece
from fn.nodes import Mapping, Sequence, TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fn.nodes import Node
    from fn.results import Result

GROUP = config.API_VERSION.partition("/")[0] + "/"
# At column 0 a marker stands in no scalar, so a search finds them all.
MARKER = re.compile(r"^(?:---|\.\.\.)(?=[ \t\r\n]|\Z)", re.MULTILINE)
BEGINNING = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*+(---(?=[ \t\r\n]|\Z)|%|)")
SEPARATORS = {"---": "", "%": "...\n", "": "---\n"}
# Lines that hold no object: blank ones, comments, markers and directives.
NOTHING = re.compile(r"\ufeff?(?:(?:---|\.\.\.)?[ \t]*(?:#[^\n]*)?\r?(?:\n|\Z)|%[^\n]*(?:\n|\Z))*+")
STEP = re.compile(r"\[([^\]]*)\]|([^.\[\]]+)")


class ManifestError(ValueError):
    """A file that can't be read as plain manifests; the text is one line that begins with `path:line`."""

    def __init__(self, path: str, line: int, problem: str) -> None:
        """Say where and what."""
        super().__init__(f"{path}:{line}: error: {problem}")


class Manifest(Piece):
    """A document of a file."""

    def __init__(self, place: int, text: str, line: int, path: str) -> None:
        """Take the text, its first line in the file, and the file's path."""
        super().__init__(place, text, line)
        self.path = path

    @property
    def node(self) -> Node:
        """The object."""
        return self.document.roots[0]

    def _own(self) -> Node:
        return self.node

    @property
    def position(self) -> str:
        """What is said in place of a name; file and line stand in front of it."""
        return "without a name"

    def unreadable(self, error: TextError, check: str) -> Result:
        """Say that the document can't be read; with the files' other errors, as nothing is written then."""
        return self._refuse(error, check)

    def source(self, path: str) -> str:
        """Give file and line of the field at `path`, or of what is there of the way to it."""
        try:
            node = self.node
            line = node.line
            for index, key in STEP.findall(path):
                below = _below(node, index, key)
                if below is None:
                    break
                line = node.line_of(key or index) if isinstance(node, Mapping) else below.line or line
                node = below
        except TextError as error:
            line = error.line
        return f"{self.path}:{line}"


def _below(node: Node, index: str, key: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.get(key or index)
    if isinstance(node, Sequence) and index.isdecimal() and int(index) < len(node):
        return node.get(int(index))
    return None


class Manifests:
    """The documents of some files: `items`, and the `function_config` among them."""

    def __init__(self) -> None:
        """Begin without a file."""
        self.items: list[Manifest] = []
        self.config: Manifest | None = None
        self._files: list[list[Manifest | str]] = []

    @classmethod
    def read(cls, files: Iterable[tuple[str, str]]) -> Manifests:
        """Read paths and texts.

        Errors: ManifestError where a document is a ResourceList, or a second functionConfig.
        """
        manifests = cls()
        for path, text in files:
            manifests._files.append([])
            for line, document in _documents(text):
                manifests._add(path, line, document)
        return manifests

    def _add(self, path: str, line: int, text: str) -> None:
        if NOTHING.fullmatch(text):
            self._files[-1].append(text)
            return
        manifest = Manifest(len(self.items), text, line, path)
        if manifest.mentions(resourcelist.KIND) and _kind(manifest) == resourcelist.KIND:
            problem = f"a ResourceList goes to stdin, without arguments: `pytorch-plugin < {path}`"
            raise ManifestError(path, line, problem)
        if _is_config(manifest):
            if self.config is not None:
                problem = f"must be the only {config.KIND}, but there is one at {self.config.source('')} already"
                raise ManifestError(path, line, problem)
            self.config = manifest
            return
        self.items.append(manifest)
        self._files[-1].append(manifest)

    def text(self) -> str:
        """Give the documents of all files in a row, without the functionConfig."""
        texts = ("".join(part if isinstance(part, str) else part.text() for part in file) for file in self._files)
        whole = ""
        for text in filter(None, texts):
            if whole:
                text = text.removeprefix("\ufeff")  # noqa: PLW2901  a byte order mark may only begin a stream
                whole += "" if whole.endswith("\n") else "\n"
                whole += _separator(text)
            whole += text
        return whole


def _separator(text: str) -> str:
    beginning = BEGINNING.match(text)
    return SEPARATORS[beginning[1] if beginning else ""]


def _kind(manifest: Manifest) -> str | None:
    try:
        return manifest.kind
    except TextError as error:
        raise ManifestError(manifest.path, error.line, error.problem) from error


def _is_config(manifest: Manifest) -> bool:
    """Tell a functionConfig; of our group nothing else can be meant, though kind or version may be misspelt."""
    if manifest.mentions(config.KIND) and _kind(manifest) == config.KIND:
        return True
    with suppress(TextError):
        return manifest.mentions(GROUP) and (manifest.api_version or "").startswith(GROUP)
    return False


def _documents(text: str) -> Iterator[tuple[int, str]]:
    """Give the first line and the text of each document: from a `---` on, or from below a `...`."""
    starts = [0]
    for marker in MARKER.finditer(text):
        start = marker.start() if marker[0] == "---" else text.find("\n", marker.end()) + 1
        if start > starts[-1]:
            starts.append(start)
    line = 1
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield line, text[start:end]
        line += text.count("\n", start, end)
