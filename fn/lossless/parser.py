"""YAML text to events: libyaml's parser where PyYAML has it, PyYAML's own otherwise, with the same result.

Nothing here constructs a value, so a tag is never more than its name.
"""

import re
from collections.abc import Callable
from typing import Any

from yaml import YAMLError
from yaml.error import Mark, MarkedYAMLError
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

_NOT_ALLOWED = "[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
_NOT_ALLOWED_ASCII = re.compile("[^\t\n\r -~]")

_BREAK = "\r\n\x85\u2028\u2029"
_BLANK = "\0 \t" + _BREAK
_SURROGATE = re.compile("[\ud800-\udfff]")


class TextError(ValueError):
    """A text that can't be read as YAML, or that this program refuses to read or copy.

    `line` and `column` count from 1.
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        """Say what is wrong and where."""
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column


class LimitError(TextError):
    """A text that is YAML, and that nests too deep or resolves to too much to be read or copied."""


class PureParser(Reader, Scanner, Parser):
    """PyYAML's own parser, as tolerant as libyaml."""

    def __init__(self, text: str) -> None:
        """Read from a text."""
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks; a tab is a blank wherever no indentation can stand."""
        found = False
        while not found:
            while self.peek() == " " or (self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0" + _BREAK:
                    self.forward()
            if self.scan_line_break():  # type: ignore[no-untyped-call]
                if not self.flow_level:
                    self.allow_simple_key = True
            else:
                found = True

    def scan_plain(self) -> ScalarToken:
        """Read a plain scalar: in flow context a question mark is a character like others."""
        start = end = self.get_mark()
        indent = self.indent + 1
        chunks: list[str] = []
        spaces: list[str] = []
        while self.peek() != "#":
            length = 0
            while not self._ends_plain(length):
                length += 1
            if not length:
                break
            self.allow_simple_key = False
            chunks += [*spaces, self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)  # noqa: FBT003 - PyYAML's signature

    def _ends_plain(self, length: int) -> bool:
        character = self.peek(length)
        if character != ":":
            return character in _BLANK or (self.flow_level > 0 and character in ",[]{}")
        following = self.peek(length + 1)
        if self.flow_level and following in ",?[]{}":
            problem = "found unexpected ':'"
            context = "while scanning a plain scalar"
            raise ScannerError(context, self.get_mark(), problem, self.get_mark())
        return following in _BLANK

    def scan_plain_spaces(self, indent: int, start_mark: Mark) -> list[str]:
        """Read the blanks in a plain scalar, tabs too."""
        length = 0
        while self.peek(length) in " \t":
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() in _BREAK:
            return super().scan_plain_spaces(indent, start_mark) or []
        return [blanks] if blanks else []

    def scan_flow_scalar(self, style: str) -> ScalarToken:
        """Read a quoted scalar; half a surrogate pair is no character."""
        token = super().scan_flow_scalar(style)
        if _SURROGATE.search(token.value):
            problem = "found invalid Unicode character escape code"
            context = "while parsing a quoted scalar"
            raise ScannerError(context, token.start_mark, problem, token.start_mark)
        return token


try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # PyYAML was built without libyaml
    EventParser: Callable[[str], Any] = PureParser  # its get_event gives one event after another
else:
    EventParser = CParser


def check_characters(text: str, first: int) -> None:
    """Refuse a character that YAML doesn't allow anywhere, not even in quotes."""
    # 5 ms to compile, and most texts are ASCII.
    match = _NOT_ALLOWED_ASCII.search(text) if text.isascii() else re.search(_NOT_ALLOWED, text)
    if match:
        problem = f"the character U+{ord(match[0]):04X} is not allowed in YAML"
        raise TextError(problem, *line_and_column(text, match.start(), first))


def line_and_column(text: str, offset: int, first: int) -> tuple[int, int]:
    """Give the place of an offset, where the text begins with the line `first`; columns count from 1."""
    return text.count("\n", 0, offset) + first, offset - text.rfind("\n", 0, offset)


def text_error(error: YAMLError, text: str, first: int) -> TextError:
    """Put what the parser found wrong into one line."""
    if isinstance(error, MarkedYAMLError) and error.problem_mark:
        problem = " ".join(filter(None, (error.problem, error.context)))
        if text[error.problem_mark.index : error.problem_mark.index + 1] == "\t":
            problem = "a tab where YAML wants blanks"
        return TextError(problem, error.problem_mark.line + first, error.problem_mark.column + 1)
    return TextError(" ".join(str(error).split()), *line_and_column(text, len(text), first))
