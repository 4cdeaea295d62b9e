"""What people do to a package over months, as edits of a Job's data: each can be done before a render and after one.

An edit of the rendered Job is what a person would do there: scale a split task by its first part, write the plugin's
key again beside the record, write a command over our wrapper.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

RECORD = "fn.volcano.sh/pytorch-plugin"
NAMES = ("MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK")
SIDECAR = {"name": "log", "image": "fluent-bit:3", "command": ["fluent-bit"]}
PLAIN = {"name": "metrics", "image": "exporter:1"}
ARGUMENTS: tuple[list[str], ...] = (
    [],
    ["--port=29500"],
    ["--port=29500", "--wait-master-enabled"],
    ["--wait-master-enabled", "--wait-master-timeout=60"],
    ["--wait-master-enabled", "--wait-master-image=alpine:3.20"],
    ["--worker=evaluator"],
    ["--worker=evaluator", "--wait-master-enabled"],
    ["--master=worker", "--worker=worker"],
    ["--master=evaluator"],
)
SETTINGS: dict[str, tuple[Any, ...]] = {
    "rank": ("auto", "shell", "split", "file", "controller", "index", "literal"),
    "masterAddress": ("literal", "downward"),
    "containers": ([], ["main"], ["main", "log"]),
    "extraTasks": ("env", "none"),
    "torchrun": (False, True),
    "port": (None, 1234),
    "worker": (None, "evaluator"),
    "waitMasterEnabled": (None, True),
    "waitMasterImage": (None, "registry.local/busybox:1"),
}
ANNOTATIONS = {
    "rank": (None, "shell", "split", "file", "controller"),
    "master-address": (None, "downward"),
    "containers": (None, "main"),
    "extra-tasks": (None, "none"),
}
COMMANDS = (["python", "other.py"], ["sh", "-c", "train $RANK"], None)
ADDED = (SIDECAR, PLAIN)


@dataclass
class Package:
    """A Job and the functionConfig that it is rendered with."""

    job: dict[str, Any]
    settings: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> Package:
        return copy.deepcopy(self)

    @property
    def tasks(self) -> list[dict[str, Any]]:
        """The tasks without the parts of a split one."""
        found: list[dict[str, Any]] = [task for task in self.job["spec"]["tasks"] if task["name"] not in self.parts]
        return found

    @property
    def parts(self) -> list[str]:
        record = self.job["metadata"].get("annotations", {}).get(RECORD)
        return list(json.loads(record).get("parts", {})) if record else []

    @property
    def split(self) -> str | None:
        """The name of the task that is split now."""
        return self.parts[0].rpartition("-")[0] if self.parts else None

    def task(self, name: str) -> dict[str, Any] | None:
        return next((task for task in self.tasks if task["name"] == name), None)

    def pod(self, name: str) -> dict[str, Any] | None:
        task = self.task(name)
        return None if task is None else task["template"]["spec"]

    def container(self, task: str, name: str) -> dict[str, Any] | None:
        listed = (self.pod(task) or {}).get("containers", [])
        return next((container for container in listed if container["name"] == name), None)


def main(command: list[str] | None, **more: Any) -> dict[str, Any]:  # noqa: ANN401  any field of a container
    container: dict[str, Any] = {"name": "main", "image": "pytorch:2"}
    if command:
        container["command"] = command
    return container | more


def task(name: str, replicas: int, *containers: dict[str, Any], **more: Any) -> dict[str, Any]:  # noqa: ANN401  as above
    template = {"spec": {"containers": [copy.deepcopy(container) for container in containers]}}
    return {"name": name, "replicas": replicas, "template": template, **more}


@st.composite
def packages(draw: st.DrawFn) -> Package:
    """Packages as people begin with them."""
    command = draw(st.sampled_from([["python", "train.py"], ["torchrun", "train.py"], None]))
    more: dict[str, Any] = {}
    if draw(st.booleans()):
        more["env"] = [{"name": "URL", "value": "tcp://$(MASTER_ADDR):$(MASTER_PORT)"}, {"name": "SEED", "value": "1"}]
    if draw(st.booleans()):
        more["args"] = draw(st.sampled_from([["--lr=1"], ["--rank=$(RANK)"], ["--size=$(WORLD_SIZE)"]]))
    if draw(st.booleans()):
        more["resources"] = {"limits": {"nvidia.com/gpu": 2}}
    worker = task(
        "worker", draw(st.sampled_from([2, 3, 2, 1])), main(command, **more), *draw(st.sampled_from([(), (SIDECAR,)]))
    )
    if draw(st.booleans()):
        worker["template"]["spec"]["initContainers"] = [{"name": "data", "image": "rsync:1"}]
        worker["template"]["spec"]["volumes"] = [{"name": "data", "emptyDir": {}}]
    if draw(st.booleans()):
        worker["minAvailable"] = worker["replicas"]
    tasks = [task("master", 1, main(command, **more)), worker]
    if draw(st.sampled_from([True, True, False])):
        more_fields = draw(st.sampled_from([{}, {"dependsOn": {"name": ["worker"]}}]))
        tasks.append(task("evaluator", draw(st.integers(1, 2)), main(["python", "eval.py"]), **more_fields))
    job = {
        "apiVersion": "batch.volcano.sh/v1alpha1",
        "kind": "Job",
        "metadata": {"name": "train"},
        "spec": {"plugins": {"pytorch": draw(st.sampled_from(ARGUMENTS))}, "tasks": tasks},
    }
    return Package(job)


@dataclass(frozen=True)
class Edit:
    """One edit: what is done, and to what."""

    kind: str
    about: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{self.kind}{self.about}"

    def apply(self, package: Package) -> None:
        """Do it; nothing where its object isn't there."""
        globals()[f"_{self.kind}"](package, *copy.deepcopy(self.about))


def _arguments(package: Package, words: list[str]) -> None:
    package.job["spec"].setdefault("plugins", {})["pytorch"] = words


def _rename(package: Package, name: str) -> None:
    package.job["metadata"]["name"] = name


def _scale(package: Package, name: str, replicas: int) -> None:
    found = package.task(name)
    if found is not None:
        found["replicas"] = replicas
        if "minAvailable" in found and name != package.split:
            found["minAvailable"] = replicas


def _setting(package: Package, key: str, value: Any) -> None:  # noqa: ANN401  any setting
    package.settings.pop(key, None)
    if value is not None:
        package.settings[key] = value


def _annotation(package: Package, key: str, value: str | None) -> None:
    annotations = package.job["metadata"].setdefault("annotations", {})
    annotations.pop(f"fn.volcano.sh/{key}", None)
    if value is not None:
        annotations[f"fn.volcano.sh/{key}"] = value


def _image(package: Package, name: str, image: str) -> None:
    container = package.container(name, "main")
    if container is not None:
        container["image"] = image


def _command(package: Package, name: str, words: list[str] | None) -> None:
    container = package.container(name, "main")
    if container is not None:
        container.pop("command", None)
        if words is not None:
            container["command"] = words


def _container(package: Package, name: str, container: dict[str, Any], place: int) -> None:
    pod = package.pod(name)
    if pod is None:
        return
    kept = [other for other in pod["containers"] if other["name"] != container["name"]]
    kept.insert(place, container)
    pod["containers"] = kept


def _container_goes(package: Package, name: str, container: str) -> None:
    pod = package.pod(name)
    if pod is not None:
        pod["containers"] = [other for other in pod["containers"] if other["name"] != container]


def _init_container(package: Package, name: str, container: str) -> None:
    pod = package.pod(name)
    if pod is not None and all(init["name"] != container for init in pod.get("initContainers", [])):
        pod.setdefault("initContainers", []).append({"name": container, "image": "rsync:1"})


def _extra_task(package: Package, replicas: int) -> None:
    if package.task("evaluator") is None:
        package.job["spec"]["tasks"].append(task("evaluator", replicas, main(["python", "eval.py"])))


def _copied(package: Package, name: str, new: str) -> None:
    found = package.task(name)
    if found is not None:
        package.job["spec"]["tasks"].append({**copy.deepcopy(found), "name": new})


def _depends_on(package: Package, name: str, names: list[str]) -> None:
    found = package.task(name)
    if found is not None:
        found["dependsOn"] = {"name": names}


def _part_goes(package: Package) -> None:
    if package.parts:
        kept = [other for other in package.job["spec"]["tasks"] if other["name"] != package.parts[-1]]
        package.job["spec"]["tasks"] = kept


def _task_goes(package: Package, name: str) -> None:
    gone = {name, *(package.parts if package.split == name else ())}
    package.job["spec"]["tasks"] = [other for other in package.job["spec"]["tasks"] if other["name"] not in gone]


PART_GOES = Edit("part_goes", ())
KINDS: tuple[list[Edit], ...] = (
    [Edit("setting", ("rank", rank)) for rank in SETTINGS["rank"]],
    [Edit("setting", (key, value)) for key, values in SETTINGS.items() for value in values],
    [Edit("annotation", (key, value)) for key, values in ANNOTATIONS.items() for value in values],
    [Edit("arguments", (words,)) for words in ARGUMENTS],
    [Edit("scale", (name, replicas)) for name in ("worker", "worker", "evaluator") for replicas in range(1, 5)],
    [Edit("command", (name, words)) for name in ("master", "worker") for words in COMMANDS],
    [
        *(Edit("container", (name, one, place)) for name in ("master", "worker") for one in ADDED for place in (0, 1)),
        *(Edit("container_goes", ("worker", one["name"])) for one in ADDED),
        *(Edit("init_container", (name, "fetch")) for name in ("master", "worker")),
    ],
    [
        Edit("task_goes", ("worker",)),
        PART_GOES,
        Edit("rename", ("train",)),
        Edit("rename", ("train-2",)),
        Edit("image", ("master", "pytorch:3")),
        Edit("image", ("worker", "pytorch:3")),
        Edit("extra_task", (2,)),
        Edit("task_goes", ("evaluator",)),
    ],
)
EDITS = st.one_of(*map(st.sampled_from, KINDS))
