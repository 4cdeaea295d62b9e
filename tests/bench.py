"""How long one Job in a pipe takes, against `python -c "import yaml, pydantic"`: the medians in ms and their ratio.

usage: python tests/bench.py [COMMAND…]    the default is this interpreter with -m fn
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 40
REPOSITORY = Path(__file__).parents[1]


def seconds(command: list[str], stdin: bytes, env: dict[str, str]) -> float:
    """Time one run, from start to exit."""
    start = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=env)
    return time.perf_counter() - start


def main() -> None:
    """Run both in turn, so that a busy machine slows both alike."""
    seed = (REPOSITORY / "examples/kpt/job.yaml").read_text().strip().replace("\n", "\n  ")
    stdin = f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- {seed}\n".encode()
    # A version manager's shim, unwritten bytecode and unbuffered output would each cost time that is not ours.
    python = sys.executable
    env = {k: v for k, v in os.environ.items() if k not in {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}}
    function = sys.argv[1:] or [python, "-m", "fn"]
    imports = [python, "-c", "import yaml, pydantic"]
    for command in (function, imports):
        seconds(command, stdin, env)
    pairs = [(seconds(function, stdin, env), seconds(imports, stdin, env)) for _ in range(RUNS)]
    ours, theirs = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    sys.stdout.write(f"one Job {ours:.0f} ms, import yaml, pydantic {theirs:.0f} ms: ratio {ours / theirs:.2f}\n")


if __name__ == "__main__":
    main()
