"""The pipeline: for each Job read, check, mutate, report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fn.carrier import KINDS, Carrier
from fn.checks import ITEM, ITEMS, JOB, LAST, PLAN, READABLE, ROLES, SHAPE
from fn.checks.catalog import IGNORABLE
from fn.checks.stale import stale
from fn.job import PLUGIN_PATH, RECORD_PATH, Job
from fn.mistakes import Mistakes
from fn.mutations import MUTATIONS
from fn.neighbours import Neighbours
from fn.nodes import Mapping, TextError
from fn.overrides import OverrideError, overridden
from fn.paths import field_path, text_of, walk
from fn.record import Record
from fn.resourcelist import Severity
from fn.strategies.plan import decide

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fn.config import Config
    from fn.resourcelist import Item
    from fn.results import Result

GROUP = "volcano.sh/"
ANNOTATIONS = ("metadata", "annotations")
COMMENT_IDS = ("internal.config.kubernetes.io/id", "config.k8s.io/id")


def transform(items: Sequence[Item], config: Config) -> list[Result]:
    """Make every Job without an error ready; give what there is to say, in the order of the items.

    With `validateOnly` the items change too; the caller throws them away.
    """
    neighbours = Neighbours(items)
    return [result for item in items if may_concern(item) for result in _look_at(item, config, neighbours)]


def may_concern(item: Item) -> bool:
    """Tell, without a parse, whether an item may be a Volcano object or a Job that asks for the plugin."""
    return item.mentions(GROUP) or (item.mentions(PLUGIN_PATH[-1]) and item.mentions(PLUGIN_PATH[-2]))


def carrier_of(item: Item) -> Carrier | None:
    """Give the carrier of a Volcano Job that asks for the plugin, or that an earlier run changed."""
    if (item.api_version, item.kind) not in KINDS:
        return None
    carrier = Carrier(item)
    plugins = carrier.walk(*PLUGIN_PATH[:-1])
    if isinstance(plugins, Mapping):
        asks = PLUGIN_PATH[-1] in plugins.keys()  # noqa: SIM118  a Mapping is no dict
    else:
        asks = plugins is not None and PLUGIN_PATH[-1] in str(plugins.data())
    return carrier if asks or carrier.walk(*RECORD_PATH) is not None else None


def _look_at(item: Item, config: Config, neighbours: Neighbours) -> Iterable[Result]:
    """Transform a Job of ours, say what is strange about another object; text that can't be read spoils no other."""
    try:
        carrier = carrier_of(item)
        if carrier is None:
            return unless_ignored([result for check in ITEMS for result in check(item)], config)
        try:
            config = overridden(config, carrier.walk(*ANNOTATIONS), IGNORABLE)
        except OverrideError as error:  # a check says what is wrong with the others
            config = error.accepted
        return unless_ignored(_transform_one(carrier, config, neighbours), config)
    except TextError as error:
        return [item.unreadable(error, "text-not-supported")]


def _transform_one(carrier: Carrier, config: Config, neighbours: Neighbours) -> list[Result]:
    results = [result for check in READABLE for result in check(carrier)]
    if has_error(results):
        return results
    mistakes = Mistakes()
    for look in SHAPE:
        found = [result for result in look(carrier) if not mistakes.above(result.path)]
        mistakes.add(result.path for result in found)
        results += found
    text = text_of(carrier.walk(*RECORD_PATH))
    job = Job(carrier, config, neighbours, None if text is None else Record.read(text), mistakes)
    of_item = [result for check in ITEM for result in check(carrier)]
    of_job = [result for check in JOB for result in check(job)]
    of_roles = [result for check in ROLES for result in check(job)]
    results += [result for result in (*of_item, *of_job, *of_roles) if not mistakes.above(result.path)]
    wrong = Mistakes(result.path for result in results if result.severity is not Severity.INFO)
    results += [result for check in LAST for result in check(job, wrong)]
    if mistakes and job.config.rank == "auto":  # it depends on the size of the whole Job
        return results
    plan, told = decide(job)
    if has_error(results):
        return results + [result for result in told if _is_known(result, mistakes, wrong)]
    results += told
    if plan is None:
        return results
    results += [result for check in PLAN for result in check(job, plan)]
    if has_error(results):
        return results
    for mutate in MUTATIONS:
        results += mutate(job, plan)
    _drop_comment_ids(job)
    if config.validate_only:
        results += stale(job)
    return results


def _is_known(result: Result, mistakes: Mistakes, wrong: Mistakes) -> bool:
    """Tell an error about RANK that holds whatever the others turn out to be; an annotation may ask for another one."""
    if result.severity is not Severity.ERROR or wrong.below(field_path(*ANNOTATIONS)):
        return False
    return not mistakes.above(result.path) and not mistakes.below(result.path)


def unless_ignored(results: Sequence[Result], config: Config) -> list[Result]:
    """Leave out the warnings and infos that nobody wants to see."""
    return [result for result in results if result.severity is Severity.ERROR or result.id not in config.ignore]


def has_error(results: Sequence[Result]) -> bool:
    """Tell whether one of the results is an error."""
    return any(result.severity is Severity.ERROR for result in results)


def _drop_comment_ids(job: Job) -> None:
    """Take off the ids by which a runner would put comments back at their old places in lists (spec §11)."""
    root = job.own_mapping()
    if not root.changed() or not root.has_comment():
        return
    for name in COMMENT_IDS:
        if walk(root, "metadata", "annotations", name) is not None:
            job.own_mapping("metadata", "annotations").remove(name, alone=True)
