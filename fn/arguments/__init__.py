"""The arguments of Volcano's pytorch plugin, read as the controller reads them: by the rules of Go's `flag` package.

    arguments = { flag }
    flag      = dash name               the bool flag only, and true
              | dash name "=" value     the first "=" splits
              | dash name, value        two items; not for the bool flag
    dash      = "-" | "--"
    value     = text | int | bool
    int       = [ "+" | "-" ] ( decimal | "0x" hex | "0o" octal | "0" octal | "0b" binary ), of 64 bits;
                "_" may stand between two digits, and between a prefix and a digit
    bool      = "1" | "t" | "T" | "true" | "TRUE" | "True" | "0" | "f" | "F" | "false" | "FALSE" | "False"

The last one of a repeated flag wins. Go stops at the first mistake, and silently at the first item that is no flag.

Source: flag.FlagSet.parseOne of Go; volcano pkg/controllers/job/plugins/distributed-framework/pytorch/pytorch.go,
addFlags, ed72c7c.
Differs: the controller only logs a mistake and goes on with what it has so far. Here each one is told, and reading goes
on behind it, so that one run tells them all. So are values that Go accepts and the cluster can't use, and a `--`, which
Go accepts as the last item.
"""

from fn.arguments.flags import (
    DEFAULT_MASTER,
    DEFAULT_PORT,
    DEFAULT_WAIT_MASTER_ENABLED,
    DEFAULT_WAIT_MASTER_IMAGE,
    DEFAULT_WAIT_MASTER_TIMEOUT,
    DEFAULT_WORKER,
    FLAGS,
    TASK_NAME,
    Arguments,
    Flag,
    Value,
    fault,
    has_placeholder,
)
from fn.arguments.parser import Mistake, Parsed, parse, split_scalar
from fn.arguments.spelling import nearest

__all__ = [
    "DEFAULT_MASTER",
    "DEFAULT_PORT",
    "DEFAULT_WAIT_MASTER_ENABLED",
    "DEFAULT_WAIT_MASTER_IMAGE",
    "DEFAULT_WAIT_MASTER_TIMEOUT",
    "DEFAULT_WORKER",
    "FLAGS",
    "TASK_NAME",
    "Arguments",
    "Flag",
    "Mistake",
    "Parsed",
    "Value",
    "fault",
    "has_placeholder",
    "nearest",
    "parse",
    "split_scalar",
]
