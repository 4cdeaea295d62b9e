"""Random Jobs in random texts hold to the laws of the cases, and so do their second runs after an edit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from ruamel.yaml.error import YAMLError

from tests import readers
from tests.laws import LAWS
from tests.random_jobs import Jobs, Text
from tests.runs import HEAD, Run, run

if TYPE_CHECKING:
    from random import Random

EXAMPLES = 40
EDITS = [
    ("replicas: 3", "replicas: 2"),
    ("replicas: 2", "replicas: 4"),
    ("name: train\n", "name: other\n"),
    ('value: "23456"', 'value: "1"'),
    ('"arguments":[]', '"arguments":["--port=1234"]'),
]


def list_of(random: Random, item: str, config: object) -> str:
    if not item.endswith("\n"):
        return HEAD + item
    form = {"apiVersion": "fn.volcano.sh/v1alpha1", "kind": "PyTorchPlugin", "spec": config}
    text = HEAD + item + (f"functionConfig: {json.dumps(form)}\n" if config else "")
    return text.replace("\n", "\r\n") if random.random() < 0.1 else text


def is_yaml(text: str) -> bool:
    """Tell whether a text can be read: what an alias was written for may have stood on lines of something else."""
    try:
        readers.values(text)
    except YAMLError:
        return False
    return True


def holds(text: str) -> Run:
    note(text)
    case = run(text)
    for law in LAWS:
        law(case)
    return case


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_laws_hold_for_random_texts_and_edits(random: Random) -> None:
    jobs, writer = Jobs(random), Text(random)
    job, config = jobs.job(), jobs.config() if jobs.maybe(0.3) else None
    text = list_of(random, writer.item(job), config)
    assert readers.values(text)["items"] == [job]
    edited = holds(text).after
    for old, new in EDITS:
        if jobs.maybe(0.3):
            edited = edited.replace(old, new, random.choice([1, -1]))
    holds(edited)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_laws_hold_for_shared_anchors(random: Random) -> None:
    jobs, writer = Jobs(random), Text(random)
    item = writer.item(jobs.job())
    for _ in range(3):
        shared = writer.share(item)
        item = shared if is_yaml(shared) else item
    holds(list_of(random, item, jobs.config() if jobs.maybe(0.3) else None))
