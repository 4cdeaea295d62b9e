"""Commands that the container runtime takes otherwise than they were meant: it splits and expands nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.arguments.strconv import quote
from fn.results import Severity
from fn.task import ENV_MASTER_ADDR, ENV_MASTER_PORT, ENV_RANK, ENV_WORLD_SIZE, SCRIPT_FLAG, behind_options, is_shell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.job import Job
    from fn.results import Result
    from fn.task import Container

BLANK = re.compile(r"\S\s+\S")
PARAMETERS = re.compile(r"\$\{?[@*#0-9]|\b(?:shift|getopts)\b|\bfor\s+\w+\s*(?:;|\n|do\b)")
"""What reads the words behind a script: `$1`, `"$@"`, `shift`, `for x do`."""
NAMES = (ENV_MASTER_ADDR, ENV_MASTER_PORT, ENV_WORLD_SIZE, ENV_RANK)
VARIABLE = re.compile(rf"(?<!\$)\$(?:\{{({'|'.join(NAMES)})\}}|({'|'.join(NAMES)})(?![A-Za-z0-9_]))")


def command_one_word(job: Job) -> Iterator[Result]:
    """A whole command line in one word, or a script of which only the first word is one."""
    for container in (container for task in job.roles for container in task.containers):
        words = (*container.command, *container.args)
        if len(container.command) == 1 and BLANK.search(words[0]) and not has_placeholder(words[0]):
            message = f"no program is called {quote(words[0])}: write one word each, or `[sh, -c, …]`"
            yield job.result(Severity.WARNING, "command-one-word", f"{container.path}.command", message)
        elif _loses_words(words):
            script = quote(words[behind_options(words, 2)])
            message = (
                f"`{words[0]} {words[1]}` runs {script} alone, as the words behind it are no part of the script: write "
                "the script as one word"
            )
            yield job.result(Severity.WARNING, "command-one-word", f"{container.path}.command", message)


def _loses_words(words: tuple[str, ...]) -> bool:
    """Tell `[sh, -c, python, train.py]`; the first word behind a script may be its name, the usual `$0`."""
    if len(words) < 4 or not is_shell(words[0]) or not SCRIPT_FLAG.fullmatch(words[1]):  # noqa: PLR2004  0 to 3
        return False
    script, *behind = words[behind_options(words, 2) :] or ("",)
    if not behind or PARAMETERS.search(script) or has_placeholder(script):
        return False
    return not BLANK.search(script) or len(behind) > 1


def variable_not_expanded(job: Job) -> Iterator[Result]:
    """`$RANK` where no shell reads it: the program is given the text."""
    for task in job.roles:
        for container in job.chosen(task):
            words = (*container.command, *container.args)
            if not container.command or any(is_shell(word) or word == "-c" for word in words):
                continue
            for path, word in _words(container):
                found = VARIABLE.search(word)
                if found:
                    name = found[1] or found[2]
                    message = f"`{found[0]}` stays text, as no shell reads it: write `[sh, -c, …]`, or `$({name})`"
                    yield job.result(Severity.WARNING, "variable-not-expanded", path, message, current=word)


def _words(container: Container) -> Iterator[tuple[str, str]]:
    """Give the user's words with their paths; our wrapper may stand between them."""
    for place, word in zip(container.command_places, container.command, strict=True):
        yield f"{container.path}.command[{place}]", word
    for place, word in enumerate(container.args):
        yield f"{container.path}.args[{place}]", word
