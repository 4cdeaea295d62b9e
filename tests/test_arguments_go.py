"""Hold our reading of the arguments against Go's own flag package."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fn import arguments
from fn.arguments import FLAGS, Mistake
from tests.needs import missing

SOURCE = Path(__file__).parent / "go_flag" / "main.go"


@dataclass(frozen=True)
class Go:
    """What Go makes of a list: its error, the number of items that it never looked at, and the values."""

    error: str
    left: int
    values: dict[str, object]


@pytest.fixture(scope="session")
def go(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[list[str]], Go]]:
    if shutil.which("go") is None:
        missing("go is not on PATH, whose own flag package is what the arguments are held against")
    program = tmp_path_factory.mktemp("go_flag") / "go_flag"
    subprocess.run(["go", "build", "-o", program, SOURCE], check=True)
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def ask(argv: list[str]) -> Go:
            stdin.write(json.dumps(argv) + "\n")
            stdin.flush()
            answer = json.loads(stdout.readline())
            return Go(answer.pop("error"), answer.pop("left"), answer)

        yield ask
        stdin.close()


NUMBERS = st.one_of(
    st.from_regex(r"[+-]?(0[xXoObB]?)?_?[0-9a-fA-F_]{0,8}", fullmatch=True),
    st.from_regex(r"[+-]?[1-9]_?[0-9]{15,21}[x_]?", fullmatch=True),
    st.sampled_from(["9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551616x"]),
    st.integers(-5, 70000).map(str),
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cn", "Co"]), max_size=6)
VALUES = st.one_of(
    NUMBERS,
    st.sampled_from(
        ["true", "True", "tRUE", "t", "1", "0", "yes", "off", "chief", "Chief", "a b", "", "-", "--", "${X}"]
    ),
    st.sampled_from(["busybox:1.36", "registry:5000/a@sha256:0f", '"m"', "'m'", " m", "m ", "10m", "29500.0", "=x"]),
    st.tuples(st.sampled_from(list(FLAGS)), st.sampled_from(["-", "--", " --", "x --"])).map(
        lambda two: two[1] + two[0]
    ),
    TEXTS,
)
NAMES = st.one_of(
    st.sampled_from(list(FLAGS)),
    st.sampled_from(list(FLAGS)),
    st.sampled_from(["help", "h", "prot", "master_port", "waitMasterEnabled", "MASTER", "backend", "", "-", "port "]),
    TEXTS,
)
FLAG_ITEMS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["--", "--", "--", "-", "---", "", " --", "\u2014"]),
    NAMES,
    st.sampled_from(["=", "=", "=", " ", " = ", ":"]),
    VALUES,
)
BARE_FLAGS = st.builds("{}{}".format, st.sampled_from(["--", "-", ""]), NAMES)
DASHES = st.sampled_from(["-", "--"])
GOOD = {
    "master": st.sampled_from(["chief", "master", "0"]),
    "worker": st.sampled_from(["trainer", "rank-n", "${W}"]),
    "port": st.sampled_from(["1", "65535", "0x5BA0", "0b1_1", "0o55", "023456", "0_1", "+5", "2_3_4"]),
    "wait-master-timeout": st.one_of(st.integers(1, 2**63 - 1).map(str), st.sampled_from(["0x3c", "+1", "01"])),
    "wait-master-image": st.sampled_from(["busybox", "registry:5000/a@sha256:0f", "a=b", "{{ image }}"]),
}
GOOD_FLAGS = st.one_of(
    st.builds("{}wait-master-enabled{}".format, DASHES, st.sampled_from(["", "=1", "=F", "=TRUE"])).map(
        lambda item: [item]
    ),
    *(st.builds("{}{}={}".format, DASHES, st.just(name), good).map(lambda item: [item]) for name, good in GOOD.items()),
    *(st.tuples(DASHES.map(f"{{}}{name}".format), good).map(list) for name, good in GOOD.items()),
)
OTHER = st.one_of(FLAG_ITEMS, BARE_FLAGS, VALUES).map(lambda item: [item])
ARGV = st.one_of(
    st.lists(GOOD_FLAGS, max_size=6),
    st.lists(st.one_of(GOOD_FLAGS, GOOD_FLAGS, OTHER), max_size=5),
    st.lists(OTHER, max_size=3),
).map(lambda lists: [item for items in lists for item in items])


def is_only_ours(mistake: Mistake) -> bool:
    """Tell a mistake in what Go accepts."""
    return mistake.id in {"argument-out-of-range", "argument-empty-value", "argument-two-in-one", "role-name"} or (
        mistake.problem.startswith(("`--wait-master-image` must be an image", 'must be a flag, got "--"'))
    )


@settings(max_examples=1000, deadline=None)
@given(argv=ARGV)
@example(argv=["--port=99999999999999999999x"])
@example(argv=["--port=9223372036854775808x"])
@example(argv=["--port=-9223372036854775808"])
@example(argv=["--port=0_"])
@example(argv=["--port=0x_1"])
@example(argv=["--port", "-_99999999999999999999"])
@example(argv=["--port=1", "--"])
@example(argv=["--wait-master-image=<"])
def test_accepts_what_go_accepts_and_says_first_what_go_says(go: Callable[[list[str]], Go], argv: list[str]) -> None:
    theirs, ours = go(argv), arguments.parse(argv)
    if not ours.mistakes:
        values: dict[str, object] = {flag.field: flag.default for flag in FLAGS.values()}
        values |= {field: value for field, value in asdict(ours.arguments).items() if value is not None}
        assert theirs == Go("", 0, values)
    elif not any(map(is_only_ours, ours.mistakes)):
        first = ours.mistakes[0]
        if theirs.error:
            assert first.problem.startswith(theirs.error) or not theirs.error.isprintable()
        else:
            assert (first.id, len(argv) - first.index) == ("argument-bare-word", theirs.left)
    elif not theirs.error and not theirs.left:
        reread = any("takes the next item" in mistake.problem for mistake in ours.mistakes)
        assert reread or all(map(is_only_ours, ours.mistakes))


@settings(max_examples=500, deadline=None)
@given(argv=ARGV)
def test_each_proposal_mends_its_item_alone(argv: list[str]) -> None:
    before = arguments.parse(argv).mistakes
    for mistake in before:
        if mistake.proposed is not None:
            mended = [*argv[: mistake.index], mistake.proposed, *argv[mistake.index + 1 :]]
            after = arguments.parse(mended).mistakes
            assert {other.index for other in after} <= {other.index for other in before} - {mistake.index}


@settings(max_examples=300, deadline=None)
@given(argv=ARGV)
def test_a_mistake_is_one_line(argv: list[str]) -> None:
    for mistake in arguments.parse(argv).mistakes:
        assert mistake.problem.isprintable()
        assert 0 <= mistake.index < len(argv)


@given(text=st.one_of(TEXTS, st.lists(st.one_of(FLAG_ITEMS, BARE_FLAGS, VALUES)).map(" ".join)))
def test_a_split_scalar_has_no_mistake(text: str) -> None:
    items = arguments.split_scalar(text)
    assert items is None or (items and not arguments.parse(items).mistakes)
