"""The pods that a Volcano without the pytorch plugin makes of a Job, as far as the process group is concerned."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NAMES = ("MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK")
TORCHRUN = {"PET_MASTER_ADDR": "MASTER_ADDR", "PET_MASTER_PORT": "MASTER_PORT", "PET_NNODES": "WORLD_SIZE"}
TORCHRUN |= {"PET_NODE_RANK": "RANK"}
JOB = ("batch.volcano.sh/v1alpha1", "Job")
SPECS = {
    JOB: ("spec",),
    ("batch.volcano.sh/v1alpha1", "CronJob"): ("spec", "jobTemplate", "spec"),
    ("flow.volcano.sh/v1alpha1", "JobTemplate"): ("spec",),
}
"""Where a Job's spec stands in the kinds that have one."""
REFERENCE = re.compile(r"\$\$|\$\(([^()]*)\)")
WRAPPER = "pytorch-rank"
GENERATED = "x7k2p"


@dataclass(frozen=True)
class Pod:
    """A pod: its task, its DNS name, and the environment of the process in each of its containers."""

    task: str
    host: str
    containers: dict[str, dict[str, str]]


def expand(text: str, env: dict[str, str]) -> str:
    """Replace `$(NAME)` as Kubernetes does: `$$` is a dollar, an unknown name stays as it is."""
    return REFERENCE.sub(lambda match: "$" if match[1] is None else env.get(match[1], match[0]), text)


def spec_of(item: dict[str, Any]) -> dict[str, Any]:
    """Give a Job's spec, also that of the Jobs that an item makes in the cluster."""
    for step in SPECS[item["apiVersion"], item["kind"]]:
        item = item[step]
    return item


def pods_of(item: dict[str, Any], shell: str = "/bin/sh") -> list[Pod]:
    """Make all pods of a Job, or of a Job that the item makes in the cluster."""
    metadata = item["metadata"]
    job_name = metadata.get("name") or metadata["generateName"] + GENERATED
    if (item["apiVersion"], item["kind"]) != JOB:
        job_name += "-" + GENERATED
    made = []
    for place, task in enumerate(spec_of(item)["tasks"]):
        task_name = task.get("name") or f"default{place}"
        spec = task["template"]["spec"]
        for index in range(int(task.get("replicas") or 0)):
            name = f"{job_name}-{task_name}-{index}"
            fields = {
                "metadata.name": name,
                "metadata.labels['volcano.sh/job-name']": job_name,
                "metadata.labels['volcano.sh/task-index']": str(index),
            }
            host = f"{spec.get('hostname') or name}.{spec.get('subdomain') or job_name}"
            files = files_of(spec, fields)
            containers = {one["name"]: process(one, fields, shell, files)[0] for one in spec["containers"]}
            made.append(Pod(task_name, host, containers))
    return made


def files_of(pod: dict[str, Any], fields: dict[str, str]) -> dict[str, str]:
    """Run the init containers that write to a volume, and give what is in each file by volume and path."""
    files = {}
    for init in pod.get("initContainers") or []:
        for mount in init.get("volumeMounts") or [] if init["name"] == WRAPPER else []:
            with tempfile.TemporaryDirectory() as folder:
                words = [word.replace(mount["mountPath"], folder) for word in init["command"]]
                subprocess.run(words, env=environment(init["env"], fields, {}), check=True)
                for file in Path(folder).iterdir():
                    files[f"{mount['name']}/{file.name}"] = file.read_text()
    return files


def process(
    container: dict[str, Any], fields: dict[str, str], shell: str = "/bin/sh", files: dict[str, str] | None = None
) -> tuple[dict[str, str], list[str]]:
    """Give the environment and the words of the user's own process; a wrapper is really run, by `shell`."""
    env = environment(container.get("env") or [], fields, files or {})
    words = [expand(word, env) for word in [*(container.get("command") or []), *(container.get("args") or [])]]
    ours = wrapper_in(words)
    if not ours:
        return env, words
    wrapper, words = words[ours.start + 1 : ours.stop], words[: ours.start] + words[ours.stop :]
    report = ["/bin/sh", "-c", 'for word in "$@"; do printf "%s\\0" "$word"; done; env -0', "report"]
    done = subprocess.run(
        [*shell.split(), *wrapper, *report, *words],
        env={**env, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    printed = done.stdout.split("\0")[:-1]
    seen = dict(entry.split("=", 1) for entry in printed[len(words) :])
    return {name: seen[name] for name in seen if name in {*env, *NAMES, *TORCHRUN}}, printed[: len(words)]


def wrapper_in(words: list[str]) -> range:
    """Give the places of the wrapper's words: a shell, its flags, the script and a name."""
    for place in range(3, len(words)):
        if words[place] == WRAPPER and words[place - 2].startswith("-"):
            shell = max(at for at in range(place - 2) if not words[at].startswith("-"))
            return range(shell, place + 1)
    return range(0)


def environment(entries: list[dict[str, Any]], fields: dict[str, str], files: dict[str, str]) -> dict[str, str]:
    """Give what the kubelet sets: entries in their order, each may refer to those before it."""
    env: dict[str, str] = {}
    for entry in entries:
        source = entry.get("valueFrom")
        if source is None:
            env[entry["name"]] = expand(entry.get("value") or "", env)
        elif "fileKeyRef" in source:
            env[entry["name"]] = from_file(source["fileKeyRef"], files)
        else:
            path = (source.get("fieldRef") or {}).get("fieldPath", "")
            env[entry["name"]] = fields.get(path, f"<{next(iter(source))}>")
    return env


def from_file(reference: dict[str, str], files: dict[str, str]) -> str:
    """Read a line `KEY='value'` as the kubelet does, which refuses it without the quotes."""
    text = files[f"{reference['volumeName']}/{reference['path']}"]
    found = re.search(rf"^{reference['key']}='([^']*)'$", text, re.MULTILINE)
    assert found, text
    return found[1]
