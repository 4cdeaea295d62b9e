"""The arguments of the plugin: what a mistake says."""

import pytest

from fn.arguments import Mistake, parse

KNOWN = (
    "the flags are `--master`, `--worker`, `--port`, `--wait-master-enabled`, `--wait-master-timeout`, "
    "`--wait-master-image`"
)
IGNORED = "the controller only logs this, and ignores this item and all after it"
SILENTLY = "the controller ignores this item and all after it, without a word"
A_NAME = "a task's name (lower-case letters, digits and inner dashes, at most 63)"


@pytest.mark.parametrize(
    ("argv", "mistake"),
    [
        (
            ["--prot=29500"],
            Mistake(
                0,
                "argument-unknown-flag",
                f"flag provided but not defined: -prot, did you mean `--port=29500`? T{KNOWN[1:]}: {IGNORED}",
                "--port=29500",
                argument="port",
            ),
        ),
        (
            ["--prot=auto"],
            Mistake(
                0,
                "argument-unknown-flag",
                f"flag provided but not defined: -prot, did you mean `--port`? T{KNOWN[1:]}: {IGNORED}",
                argument="port",
            ),
        ),
        (
            ["--backend=nccl"],
            Mistake(0, "argument-unknown-flag", f"flag provided but not defined: -backend; {KNOWN}: {IGNORED}"),
        ),
        (["-h"], Mistake(0, "argument-unknown-flag", f"flag: help requested; {KNOWN}: {IGNORED}")),
        (
            ["---port=1"],
            Mistake(
                0,
                "argument-bad-syntax",
                "bad flag syntax: ---port=1, did you mean `--port=1`? A flag begins with one or two dashes and its "
                f"name: {IGNORED}",
                "--port=1",
                argument="port",
            ),
        ),
        (
            ["--port=1", "--port"],
            Mistake(
                1,
                "argument-missing-value",
                "flag needs an argument: -port; the value must be a whole number from 1 to 65535: "
                "the controller only logs this, and uses the default, 23456",
                argument="port",
            ),
        ),
        (
            ["--port=29500 "],
            Mistake(
                0,
                "argument-invalid-value",
                'invalid value "29500 " for flag -port: parse error, did you mean `--port=29500`? It must be a whole '
                "number from 1 to 65535 (the blanks are part of the value): the controller only logs this, takes 0, "
                "and ignores all items after it",
                "--port=29500",
                argument="port",
            ),
        ),
        (
            ["--port=99999999999999999999"],
            Mistake(
                0,
                "argument-invalid-value",
                'invalid value "99999999999999999999" for flag -port: value out of range; it must be a whole number '
                "from 1 to 65535: the controller only logs this, takes 9223372036854775807, and ignores all items "
                "after it",
                argument="port",
            ),
        ),
        (
            ["--wait-master-enabled=yes"],
            Mistake(
                0,
                "argument-invalid-value",
                'invalid boolean value "yes" for -wait-master-enabled: parse error, did you mean '
                "`--wait-master-enabled=true`? It must be `true` or `false`: the controller only logs this, takes "
                "false, and ignores all items after it",
                "--wait-master-enabled=true",
                argument="wait_master_enabled",
            ),
        ),
        (
            ["--wait-master-enabled", "true", "--port=1"],
            Mistake(
                1,
                "argument-bare-word",
                'must be a flag, got "true", did you mean `--wait-master-enabled=true`? A value of '
                f"`--wait-master-enabled` stands in the same item, behind a `=`: {SILENTLY}",
                "--wait-master-enabled=true",
                argument="wait_master_enabled",
            ),
        ),
        (["--"], Mistake(0, "argument-bare-word", f'must be a flag, got "--"; {SILENTLY}')),
        ([""], Mistake(0, "argument-bare-word", f"must be a flag, got an empty item; {SILENTLY}")),
        (
            ["--master=a --worker=b"],
            Mistake(
                0,
                "argument-two-in-one",
                'must be one flag in one item, got "--master=a --worker=b"; write `--master=a` and `--worker=b`',
            ),
        ),
        (
            ["--port=29500,--wait-master-enabled=true"],
            Mistake(
                0,
                "argument-two-in-one",
                'must be one flag in one item, got "--port=29500,--wait-master-enabled=true"; '
                "write `--port=29500` and `--wait-master-enabled=true`",
            ),
        ),
        (
            ["\u201c--port=29500\u201d"],
            Mistake(
                0,
                "argument-bare-word",
                f'must be a flag, got "\u201c--port=29500\u201d", did you mean `--port=29500`? T{SILENTLY[1:]}',
                "--port=29500",
                argument="port",
            ),
        ),
        (
            ["--master=a --bogus=b"],
            Mistake(
                0,
                "argument-two-in-one",
                'must be one flag in one item, got "--master=a --bogus=b"; write each flag as an item of its own',
            ),
        ),
        (
            ["--port=70000"],
            Mistake(
                0,
                "argument-out-of-range",
                "`--port` must be a whole number from 1 to 65535, got 70000; no pod can be created with this port",
                argument="port",
            ),
        ),
        (
            ["--wait-master-timeout=-0x1"],
            Mistake(
                0,
                "argument-out-of-range",
                "`--wait-master-timeout` must be a whole number of seconds, at least 1, got -1; "
                "waiting fails at its first try",
                argument="wait_master_timeout",
            ),
        ),
        (
            ["--worker="],
            Mistake(
                0,
                "argument-empty-value",
                f"`--worker` must be {A_NAME}, got an empty value; "
                "no task can have this name, so no worker gets a rank",
                argument="worker",
            ),
        ),
        (
            ["--master", "'m'"],
            Mistake(
                1,
                "role-name",
                f"`--master` must be {A_NAME}, got \"'m'\" (the quotes are part of the value), did you mean `m`? "
                "No task can have this name, so the controller does nothing for the Job",
                "m",
                argument="master",
            ),
        ),
        (
            ["--master", "--worker=b"],
            Mistake(
                0,
                "role-name",
                f'`--master` must be {A_NAME}, got "--worker=b"; the controller takes the next item for the value',
                argument="master",
            ),
        ),
        (
            ["--port", "--worker=b"],
            Mistake(
                0,
                "argument-invalid-value",
                'invalid value "--worker=b" for flag -port: parse error; '
                "the controller takes the next item for the value",
                argument="port",
            ),
        ),
        (
            ["--wait-master-image", "--worker=b"],
            Mistake(
                0,
                "argument-invalid-value",
                '`--wait-master-image` must be an image, without blanks and quotes, got "--worker=b"; '
                "the controller takes the next item for the value",
                argument="wait_master_image",
            ),
        ),
        (
            ["--wait-master-image=busybox\n"],
            Mistake(
                0,
                "argument-invalid-value",
                '`--wait-master-image` must be an image without blanks, got "busybox\\n" (the blanks are '
                "part of the value), did you mean `--wait-master-image=busybox`? "
                "No worker pod can start with this image",
                "--wait-master-image=busybox",
                argument="wait_master_image",
            ),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_says_what_must_be_and_what_happens_otherwise(argv: list[str], mistake: Mistake) -> None:
    assert parse(argv).mistakes == (mistake,)
