"""Names of images: `[registry[:port]/]path[:tag][@digest]`.

    path      = component { "/" component }
    component = word { separator word }     a word is lower-case letters and digits; a separator ".", "_", "__", dashes
    tag       = 1 to 128 letters, digits, "_", "." and "-", the first of them neither "." nor "-"
    digest    = algorithm ":" hexadecimal digits

What stands before the first slash is a registry if it holds a dot, a colon or a capital, or is `localhost`.

Source: distribution/reference regexp.go ReferenceRegexp, normalize.go ParseNormalizedNamed, splitDockerDomain;
opencontainers/go-digest algorithm.go. The kubelet calls any other text InvalidImageName.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = "[a-z0-9]+"
COMPONENT = re.compile(rf"{WORD}(?:(?:[._]|__|-+){WORD})*")
DOMAIN = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
REGISTRY = re.compile(rf"(?:{DOMAIN}(?:\.{DOMAIN})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?")
REGISTRY_MARK = re.compile("[.:A-Z]")
TAG = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}")
DIGITS_OF = {"sha256": 64, "sha384": 96, "sha512": 128}
ID = re.compile("[a-f0-9]{64}")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
NOT_IN_PATH = re.compile(r"[^a-z0-9._/-]")
NOT_IN_TAG = re.compile(r"[^A-Za-z0-9_.-]")
LONGEST_PATH = 255


def image_fault(image: str) -> str | None:
    """Tell what an image must be that a text isn't, as "an image …"; None where the text is one."""
    scheme = SCHEME.match(image)
    if any(map(str.isspace, image)):
        return "an image without blanks"
    if scheme:
        return f"an image without `{scheme[0]}`"
    if ID.fullmatch(image):
        return "an image by its name, not by its id"
    return next(_faults(image), None)


def _faults(image: str) -> Iterator[str]:
    name, at, digest = image.partition("@")
    first, slash, rest = name.partition("/")
    if slash and (REGISTRY_MARK.search(first) or first == "localhost"):
        if not REGISTRY.fullmatch(first):
            yield "an image with a registry like `registry.example.com:5000` before the first slash"
        name = rest
    path, colon, tag = name.partition(":")
    if path != path.lower():
        yield "an image in lower-case letters, the tag aside"
    strange = NOT_IN_PATH.search(path)
    if strange:
        yield f"an image without `{strange[0]}`"
    if "" in path.split("/"):
        yield "an image with a name before and behind each slash"
    if not all(map(COMPONENT.fullmatch, path.split("/"))):
        yield "an image with a letter or digit at each end of a name, and one `.`, one or two `_` or dashes inside it"
    if len(path) > LONGEST_PATH:
        yield f"an image with a name of at most {LONGEST_PATH} characters"
    if colon and not TAG.fullmatch(tag):
        yield _tag_must(tag)
    algorithm, _, digits = digest.partition(":")
    if at and (len(digits) != DIGITS_OF.get(algorithm) or not re.fullmatch("[a-f0-9]+", digits)):
        yield "an image with `sha256:` and its 64 hexadecimal digits behind the `@`"


def _tag_must(tag: str) -> str:
    if not tag:
        return "an image with a tag behind the colon, or without the colon"
    if ":" in tag:
        return "an image with one tag"
    strange = NOT_IN_TAG.search(tag)
    if strange:
        return f"an image without `{strange[0]}` in its tag"
    return "an image with a tag of at most 128 characters, the first of them a letter, a digit or `_`"
