"""What holds for every case, whatever its golden says (design.md, "Tests")."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from fn import arguments, nodes
from fn.results import Severity
from tests import attribution, readers
from tests.pods import NAMES, SPECS, TORCHRUN, Pod, pods_of, spec_of
from tests.result_laws import results_fit_the_functions_spec, the_exit_code_tells_of_errors
from tests.runs import HEAD, Run, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.readers import Json

INTERNAL = re.compile(
    r"(internal\.config\.kubernetes\.io|config\.kubernetes\.io|config\.k8s\.io|kustomize\.config\.k8s\.io)/"
)
SUBSTITUTED = re.compile(r"\$\{[^}]*|\$\$")
TOLD_ONCE = {
    "env-replaced",
    "port-replaced",
    "arguments-comments-lost",
    "arguments-null",
    "rank-file-edited",
    "rank-part-edited",
    "argument-null",
}


def items_part(text: str) -> str:
    """Cut the results off, which are the last key."""
    found = readers.pair(readers.compose(text), "results")
    return text if found is None else text[: found[0].start_mark.index].rstrip(" ,")


def item_texts(text: str) -> list[str]:
    """Give the text of each item, without what follows the list."""
    text = text.removeprefix("\ufeff")
    return [text[start:end] for start, end in readers.item_spans(text)]


def changed(case: Run) -> Iterator[tuple[int, Json, Json]]:
    """Give the items that mean something else now, as Kubernetes reads them before and after."""
    olds, news = item_texts(case.before), item_texts(case.after)
    differ = [place for place, (old, new) in enumerate(zip(olds, news, strict=True)) if old.rstrip() != new.rstrip()]
    if differ:
        before, after = readers.values(case.before)["items"], readers.values(case.after)["items"]
        yield from ((place, before[place], after[place]) for place in differ)


def items_keep_their_order_and_number(case: Run) -> None:
    old, new = readers.texts(case.before).get("items") or [], readers.texts(case.after).get("items") or []
    assert len(old) == len(new)
    for one, other in zip(old, new, strict=True):
        assert identity(one) == identity(other)


def identity(item: Json) -> Json:
    if not isinstance(item, dict):
        return item
    metadata = item.get("metadata") or {}
    return item.get("apiVersion"), item.get("kind"), metadata.get("namespace"), metadata.get("name")


def internal_annotations_stay(case: Run) -> None:
    """All but the ids of a changed item that holds a comment (spec §11)."""
    spans = readers.item_lines(case.before)
    commented = {line for line, _ in readers.comments(case.before)}
    differ = {place for place, _, _ in changed(case)}
    items = zip(
        readers.texts(case.before).get("items") or [], readers.texts(case.after).get("items") or [], strict=True
    )
    for place, (old, new) in enumerate(items):
        kept = internal_annotations(old)
        if place in differ and not commented.isdisjoint(spans[place]):
            kept = {name: value for name, value in kept.items() if name not in attribution.COMMENT_IDS}
        assert internal_annotations(new) == kept


def internal_annotations(item: Json) -> dict[str, str]:
    metadata = item.get("metadata") if isinstance(item, dict) else None
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    named = annotations if isinstance(annotations, dict) else {}
    return {name: value for name, value in named.items() if INTERNAL.match(name)}


def an_error_leaves_the_bytes(case: Run) -> None:
    """An item with an error, and an item that isn't ours, come out byte for byte."""
    wrong = {
        (ref.kind, ref.namespace, ref.name)
        for result in case.results
        if result.severity is Severity.ERROR and (ref := result.resource_ref) is not None
    }
    items, texts = readers.texts(case.before).get("items") or [], item_texts(case.before)
    for place, item in enumerate(items):
        metadata = item.get("metadata") if isinstance(item, dict) else None
        names = metadata if isinstance(metadata, dict) else {}
        ours = isinstance(item, dict) and (item.get("apiVersion"), item.get("kind")) in SPECS
        if not ours or (item.get("kind"), names.get("namespace") or None, names.get("name")) in wrong:
            assert item_texts(case.after)[place].rstrip() == texts[place].rstrip()


def only_attributable_lines_go(case: Run) -> None:
    """Each line of the input is in the output, in its order, unless spec §4 to §7 name what stands on it."""
    goes, changes = attribution.of_list(case.before, {place for place, _, _ in changed(case)})
    left = iter(lines_of(case.after))
    for number, line in enumerate(lines_of(case.before)):
        if number not in goes | changes:
            assert any(other == line for other in left), f"line {number + 1} of the input is lost: {line!r}"


def lines_of(text: str) -> list[str]:
    return re.split(r"\r?\n", re.sub(r"\r?\n\Z", "", items_part(text)))


def line_ends_stay(case: Run) -> None:
    """Where each line of the input ends as on Windows, so does each line of the output."""
    if case.before.count("\n") == case.before.count("\r\n"):
        assert case.after.count("\n") == case.after.count("\r\n")


def each_comment_stays_once(case: Run) -> None:
    """All but those on what goes."""
    if case.after == case.before:
        return
    goes, _ = attribution.of_list(case.before, {place for place, _, _ in changed(case)})
    old = Counter(comment for _, comment in readers.comments(case.before))
    kept = Counter(comment for line, comment in readers.comments(case.before) if line not in goes)
    new = Counter(comment for _, comment in readers.comments(case.after))
    assert kept <= new <= old


def nothing_else_changes_its_meaning(case: Run) -> None:
    """Without what spec §4 to §7 add and remove, a Job means what it meant."""
    for _, old, new in changed(case):
        svc = (spec_of(old).get("plugins") or {}).get("svc") is not None
        assert attribution.as_the_user_wrote(old, svc=svc) == attribution.as_the_user_wrote(new, svc=svc)


def two_libraries_read_the_same(case: Run) -> None:
    places = [place for place, _, _ in changed(case)]
    if places:
        ours = nodes.parse(case.after).roots[0].data()
        theirs = readers.values(case.after)
        assert isinstance(ours, dict)
        for place in places:
            assert typed(ours["items"][place]) == typed(theirs["items"][place])  # type: ignore[index]
        assert typed(ours.get("results")) == typed(theirs.get("results"))


def typed(value: Json) -> Json:
    """Mark the kind of each scalar, as 1 == True for Python."""
    if isinstance(value, dict):
        return {key: typed(below) for key, below in value.items()}
    if isinstance(value, list):
        return [typed(below) for below in value]
    return (type(value).__name__.replace("float", "int"), value)


def nothing_that_is_written_can_be_substituted(case: Run) -> None:
    """Flux and the like evaluate `${` and `$$` in what they apply; what the user wrote may be copied."""
    for _, old, new in changed(case):
        assert set(substituted(new)) <= set(substituted(old))


def substituted(value: Json) -> Iterator[str]:
    for text in strings(value):
        yield from SUBSTITUTED.findall(text)


def strings(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for below in value:
            yield from strings(below)
    elif isinstance(value, str):
        yield value


def a_second_run_changes_nothing(case: Run) -> None:
    """Only results that tell of a change just made may be missing; no other comes."""
    second = run(case.after)
    assert items_part(second.after) == items_part(case.after)
    assert run(second.after).after == second.after
    told, again = ([(r.severity, r.id, r.resource_ref) for r in one.results] for one in (case, second))
    assert not Counter(again) - Counter(told)
    assert {id_ for _, id_, _ in Counter(told) - Counter(again)} <= TOLD_ONCE


def both_ways_of_reading_agree(case: Run) -> None:
    """A comment on the first line keeps the text from being sliced, and changes nothing else."""
    first, head = HEAD.splitlines()[0], f"{HEAD.splitlines()[0]} # whole"
    if case.before.startswith(HEAD):
        assert run(case.before.replace(first, head, 1)).after == case.after.replace(first, head, 1)


def every_pod_knows_its_rank(case: Run) -> None:
    """Ranks are 0 to WORLD_SIZE - 1, each once; the containers of a pod agree; the address is the pod's of rank 0."""
    for _, _, new in changed(case):
        record = attribution.record_of(new)
        if record["strategy"] == "controller":
            assert "pytorch" in spec_of(new)["plugins"]
        else:
            assert "pytorch" not in spec_of(new)["plugins"]
            given, shared = arguments.parse(record["arguments"]).arguments, case.settings.arguments
            master = given.master or record.get("master") or shared.master or arguments.DEFAULT_MASTER
            worker = given.worker or record.get("worker") or shared.worker or arguments.DEFAULT_WORKER
            pods = pods_of(new)
            check_pods(pods, {master, worker, *record.get("parts", {})}, record)


def check_pods(pods: list[Pod], roles: set[str], record: Json) -> None:
    """Only the containers that the record names are served, and tasks in neither role if it doesn't leave them out."""
    ranked: dict[int, Pod] = {}
    served = []
    size = sum(pod.task in roles for pod in pods)
    for pod in pods:
        if pod.task not in roles and record.get("extraTasks") == "none":
            continue
        shared = NAMES if pod.task in roles else NAMES[:-1]
        chosen = [env for name, env in pod.containers.items() if name in record.get("containers", [name])]
        for env in chosen:
            served.append(env)
            assert [env[name] for name in shared] == [chosen[0][name] for name in shared]
            assert env["WORLD_SIZE"] == str(size)
            if "torchrun" in record and pod.task in roles:
                assert [env[pet] for pet in TORCHRUN] == [env[name] for name in TORCHRUN.values()]
        if chosen and pod.task in roles:
            assert ranked.setdefault(int(chosen[0]["RANK"]), pod) is pod
    if ranked:
        assert sorted(ranked) == list(range(size))
        assert {env["MASTER_ADDR"] for env in served} == {ranked[0].host}


LAWS: tuple[Callable[[Run], None], ...] = (
    items_keep_their_order_and_number,
    internal_annotations_stay,
    an_error_leaves_the_bytes,
    only_attributable_lines_go,
    line_ends_stay,
    each_comment_stays_once,
    nothing_else_changes_its_meaning,
    two_libraries_read_the_same,
    nothing_that_is_written_can_be_substituted,
    results_fit_the_functions_spec,
    the_exit_code_tells_of_errors,
    a_second_run_changes_nothing,
    both_ways_of_reading_agree,
    every_pod_knows_its_rank,
)
