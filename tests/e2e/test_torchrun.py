"""A bare `torchrun train.py` of the real torchrun finds its group by the variables that the function sets."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from tests.e2e.tools import resource_list, tool
from tests.pods import pods_of
from tests.runs import run

if TYPE_CHECKING:
    from pathlib import Path

LOOPBACK = "127.0.0.1"
TRAIN = """\
import torch, torch.distributed as dist
dist.init_process_group("gloo")
ones = torch.ones(1)
dist.all_reduce(ones)
print("RESULT", dist.get_rank(), dist.get_world_size(), int(ones.item()), flush=True)
"""
JOB = """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: bert
  annotations:
    fn.volcano.sh/rank: {rank}
spec:
  plugins:
    pytorch: ["--port={port}"]
  tasks:
  - name: master
    replicas: 1
    template: &pod
      spec:
        containers:
        - name: trainer
          image: trainer
          command: [torchrun, train.py]
          resources: {{limits: {{nvidia.com/gpu: 2}}}}
  - name: worker
    replicas: 2
    template: *pod
"""
CONFIG = """\
functionConfig:
  apiVersion: fn.volcano.sh/v1alpha1
  kind: PyTorchPlugin
  spec: {torchrun: true}
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
        return port


@pytest.mark.parametrize("rank", ["shell", "split", "file"])
def test_all_processes_of_all_pods_meet(rank: str, tmp_path: Path) -> None:
    torchrun = tool("torchrun")
    (tmp_path / "train.py").write_text(TRAIN)
    after = run(resource_list(JOB.format(rank=rank, port=free_port())) + CONFIG).after
    pods = [pod.containers["trainer"] for pod in pods_of(yaml.safe_load(after)["items"][0])]
    assert len(pods) == 3
    # The pods' names resolve in the cluster only; torchrun 1.13 under Python 3.11 can't start without redirections.
    local = {"PATH": os.environ["PATH"], "PET_MASTER_ADDR": LOOPBACK, "PET_TEE": "1", "PET_REDIRECTS": "1"}
    with_interface = {"GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1", "HOME": str(tmp_path)}
    started = [
        subprocess.Popen(
            [torchrun, "train.py"],
            env={**env, **local, **with_interface},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for env in pods
    ]
    said = [process.communicate(timeout=120)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said
    results = sorted(result for text in said for result in re.findall(r"RESULT (\d+) (\d+) (\d+)", text))
    assert results == [(str(rank), "6", "6") for rank in range(6)]
