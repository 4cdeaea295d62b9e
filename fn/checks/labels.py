"""Labels and namespaces: the forms that the API server asks of them.

Source: kubernetes staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123Label, IsQualifiedName,
IsValidLabelValue, v1.36.1
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fn.arguments import has_placeholder
from fn.arguments.strconv import quote
from fn.nodes import Mapping
from fn.paths import field_path, text_of, walk
from fn.results import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fn.carrier import Carrier
    from fn.nodes import Node
    from fn.results import Result

LABEL = re.compile(r"(?!.{64})[a-z0-9]([-a-z0-9]*[a-z0-9])?")
LABEL_FORM = "lower-case letters, digits and inner dashes, at most 63 characters"
NAME = r"(?![^/]{64})[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?"
VALUE = re.compile(rf"({NAME})?")
KEY = re.compile(rf"([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?{NAME}")
NAME_FORM = "letters, digits and inner dashes, dots and `_`, at most 63 characters"


def metadata_invalid(carrier: Carrier) -> Iterator[Result]:
    """A namespace or a label of the object that the API server refuses."""
    namespace = carrier.namespace
    if namespace and not LABEL.fullmatch(namespace) and not has_placeholder(namespace):
        message = f"must be {LABEL_FORM}, got {quote(namespace)}: the API server refuses the {carrier.item.kind}"
        yield carrier.result(Severity.ERROR, "metadata-invalid", "metadata.namespace", message)
    for key, fault in label_faults(carrier.walk("metadata", "labels")):
        message = f"{fault}: the API server refuses the {carrier.item.kind}"
        yield carrier.result(Severity.ERROR, "metadata-invalid", field_path("metadata", "labels", key), message)


def label_faults(labels: Node | None) -> Iterator[tuple[str, str]]:
    """Find the labels that the API server refuses, each by its key."""
    for key in labels.keys() if isinstance(labels, Mapping) else ():
        value = text_of(walk(labels, key)) or ""
        if not KEY.fullmatch(key) and not has_placeholder(key):
            yield key, f"must have a name of {NAME_FORM}, with a domain and a slash before it or none, got {quote(key)}"
        elif not VALUE.fullmatch(value) and not has_placeholder(value):
            yield key, f"must be {NAME_FORM}, got {quote(value)}"
