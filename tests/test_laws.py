"""Each law fails where it is broken: a law that holds for everything would hold nothing."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from fn.results import Severity
from tests import laws, result_laws
from tests.runs import Run, run
from tests.test_cases import text_of

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = """\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: batch.volcano.sh/v1alpha1
  kind: Job
  metadata:
    name: train
    annotations:
      config.kubernetes.io/path: a.yaml
      internal.config.kubernetes.io/id: '1'
  spec:
    # the queue of the team
    queue: team # a
    plugins:
      pytorch: []
    tasks:
    - name: master
      replicas: 1
      template:
        spec:
          containers:
          - {name: main, image: "pytorch:2", command: [python]}
          - {name: log, image: busybox, command: [tail]}
    - name: worker
      replicas: 2
      template:
        spec:
          containers:
          - {name: main, image: "pytorch:2", command: [python]}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: c}} # untouched
"""


def broken(law: Callable[[Run], None], case: Run, old: str, new: str, count: int = 1) -> None:
    """Change what came out, and see the law fail."""
    law(case)
    assert old in case.after
    with pytest.raises(AssertionError):
        law(dataclasses.replace(case, after=case.after.replace(old, new, count)))


@pytest.fixture
def seed() -> Run:
    return run(SEED)


@pytest.mark.parametrize(
    ("law", "old", "new"),
    [
        (laws.items_keep_their_order_and_number, "name: train", "name: other"),
        (laws.items_keep_their_order_and_number, "- {apiVersion: v1", "- null\n- {apiVersion: v1"),
        (laws.internal_annotations_stay, "path: a.yaml", "path: b.yaml"),
        (laws.internal_annotations_stay, "config.kubernetes.io/path: a.yaml", "a: b"),
        (laws.an_error_leaves_the_bytes, "{b: c}", "{b:  c}"),
        (laws.an_error_leaves_the_bytes, "{b: c}", "{b: 'c'}"),
        (laws.only_attributable_lines_go, "    queue: team # a\n", ""),
        (laws.only_attributable_lines_go, "    queue: team # a\n", "    queue: team  # a\n"),
        (laws.only_attributable_lines_go, "    # the queue of the team\n", ""),
        (laws.only_attributable_lines_go, "# untouched", ""),
        (laws.each_comment_stays_once, "    # the queue of the team\n", ""),
        (laws.each_comment_stays_once, "# a\n", "# a\n    # a\n"),
        (laws.each_comment_stays_once, "# a\n", "# a\n    # new\n"),
        (laws.nothing_else_changes_its_meaning, "queue: team", "queue: other"),
        (laws.nothing_else_changes_its_meaning, "replicas: 2", "replicas: 3"),
        (laws.nothing_else_changes_its_meaning, "image: busybox", "image: other"),
        (laws.nothing_else_changes_its_meaning, "queue: team", "minAvailable: 1\n    queue: team"),
        (laws.nothing_that_is_written_can_be_substituted, "$PYTORCH_POD_NAME", "${PYTORCH_POD_NAME}"),
        (laws.nothing_that_is_written_can_be_substituted, "IFS=-", "IFS=$$"),
        (result_laws.results_fit_the_functions_spec, 'severity: "info"', 'severity: "note"'),
        (result_laws.results_fit_the_functions_spec, " [rank-strategy]", ""),
        (result_laws.results_fit_the_functions_spec, '    kind: "Job"\n', ""),
        (result_laws.results_fit_the_functions_spec, "  field:", "  other: x\n  field:"),
        (laws.every_pod_knows_its_rank, 'value: "0"', 'value: "1"'),
        (laws.every_pod_knows_its_rank, '"MASTER_ADDR", value: "train', '"MASTER_ADDR", value: "other'),
        (laws.every_pod_knows_its_rank, "RANK+1", "RANK+2"),
        (laws.every_pod_knows_its_rank, '"WORLD_SIZE", value: "3"', '"WORLD_SIZE", value: "2"'),
    ],
)
def test_a_broken_output_is_found(seed: Run, law: Callable[[Run], None], old: str, new: str) -> None:
    broken(law, seed, old, new)


def test_line_ends_are_compared() -> None:
    windows = run(SEED.replace("\n", "\r\n"))
    broken(laws.line_ends_stay, windows, "\r\n", "\n")


def test_kinds_of_values_are_compared() -> None:
    assert laws.typed([1, "1", True, None, {"a": 1.5}]) != laws.typed([True, "1", True, None, {"a": 1.5}])
    assert laws.typed({"a": "1"}) != laws.typed({"a": 1})
    assert laws.typed(1) == laws.typed(1.0)


def test_the_exit_code_is_compared() -> None:
    warned = run(text_of("env/another-literal-is-replaced-in-place-with-a-warning"))
    result_laws.the_exit_code_tells_of_errors(warned)
    strict = dataclasses.replace(warned.settings, fail_on=Severity.WARNING)
    with pytest.raises(AssertionError):
        result_laws.the_exit_code_tells_of_errors(dataclasses.replace(warned, settings=strict))


def test_a_run_that_leaves_something_to_do_is_found(seed: Run) -> None:
    broken(laws.a_second_run_changes_nothing, seed, 'value: "3"', 'value: "4"')


def test_the_two_ways_of_reading_are_compared(seed: Run) -> None:
    broken(laws.both_ways_of_reading_agree, seed, "queue: team", "queue: other")
