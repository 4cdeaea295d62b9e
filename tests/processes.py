"""The real process, and the texts that it is given."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "fn"]


HEAD = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
  namespace: ml
spec:
  plugins:
    pytorch: []
  tasks:
  - name: master
    replicas: 1
    template:
      spec:
        containers:
        - name: main
          image: img
"""
WRONG = JOB.replace("[]", "[--prot=1]")
ITEM = "- " + JOB.replace("\n", "\n  ").rstrip(" ")
WRONG_ITEM = "- " + WRONG.replace("\n", "\n  ").rstrip(" ")
INTERNAL = "internal.config.kubernetes.io"
KPT = f"    annotations:\n      {INTERNAL}/seqindent: compact\n      {INTERNAL}/id: '1'\n"
OTHER = "- kind: Other\n  metadata:\n    name: other\n"
WARNING = "functionConfig:\n  apiVersion: fn.volcano.sh/v1alpha1\n  kind: PyTorchPlugin\n  spec:\n    failOn: warning\n"
UNSUPPORTED_ITEM = WRONG_ITEM.replace("v1alpha1", "v2")


def run(
    stdin: str | bytes, *arguments: str | bytes, env: dict[str, str] | None = None, cwd: Path = REPOSITORY
) -> subprocess.CompletedProcess[bytes]:
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    environment = {"PYTHONPATH": str(REPOSITORY)} | (env or {})
    return subprocess.run(
        [*COMMAND, *arguments], input=data, capture_output=True, check=False, env=environment, cwd=cwd
    )


def lines(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    return done.stderr.decode().splitlines()


def refused(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """Check that nothing but one line was written, and give it."""
    assert done.stdout == b""
    assert done.returncode == code
    (line,) = lines(done)
    return line
