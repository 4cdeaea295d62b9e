"""Random Jobs, as data, and random texts that say the same: block and flow, quotes, comments, shared anchors."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from tests.readers import Json

WORDS = (
    'x|it\'s|say "hi"|$(RANK)|$(MASTER_ADDR)|$$(MASTER_PORT)|a b|yes|08|~|=|-c|--||# no|a: b|two\nlines\n|two\nlines'
)
WORDS += "| lead|tail |grün ✓|${HOME}|*|&a|[x|{y|@z|`b`|%p|!t|>|?"
VALUES = [*WORDS.split("|"), "train-master-0.train", "23456", "0", "1", "tcp://$(MASTER_ADDR):$(MASTER_PORT)"]
NAMES = ["A", "B", "MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK", "PYTORCH_POD_NAME", "INIT"]
SOURCES: list[Json] = [
    {"fieldRef": {"fieldPath": "metadata.namespace"}},
    {"fieldRef": {"fieldPath": "metadata.labels['volcano.sh/task-index']"}},
    {"configMapKeyRef": {"name": "c", "key": "k"}},
]
PORTS: list[Json] = [
    [],
    None,
    [{"containerPort": 8080}],
    [{"containerPort": 23456, "name": "r"}],
    [{"containerPort": 23456, "name": "pytorchjob-port"}],
]
FLAGS = ["--wait-master-enabled", "--port=29500", "--master=master"]
STRATEGIES = ["split", "controller", "shell", "index", "file"]
YAML_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
SHARED = ["template", "spec", "containers", "env", "ports", "command"]
ALWAYS = 1.0


class Jobs:
    """Makes random Jobs."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def some(self, **fields: tuple[float, Json]) -> Json:
        """Give a mapping with each field at its chance, in any order."""
        kept = [(name, value) for name, (chance, value) in fields.items() if self.maybe(chance)]
        self.random.shuffle(kept)
        return dict(kept)

    def env(self) -> Json:
        entries = []
        for name in self.random.sample(NAMES, self.random.randint(0, 5)):
            value = {"value": self.random.choice(VALUES)} if self.maybe(0.9) else {}
            source = {"valueFrom": self.random.choice(SOURCES)}
            entries.append({"name": name, **(source if self.maybe(0.2) else value)})
        return entries if self.maybe(0.9) else None

    def words(self) -> list[str]:
        return self.random.sample(VALUES, self.random.randint(0, 3))

    def container(self, name: str) -> Json:
        return self.some(
            name=(ALWAYS, name),
            image=(ALWAYS, self.random.choice(["pytorch:2", "reg:5000/x@sha256:aa"])),
            command=(0.5, [self.random.choice(["python", "sh"]), *self.words()]),
            args=(0.3, self.words()),
            env=(0.6, self.env()),
            ports=(0.3, self.random.choice(PORTS)),
            resources=(0.1, {"limits": {"cpu": 1, "memory": "1Gi"}}),
        )

    def task(self, name: str, replicas: int) -> Json:
        others = [self.container("log")] if self.maybe(0.25) else []
        pod = self.some(
            containers=(ALWAYS, [self.container("main"), *others]),
            initContainers=(0.15, [{"name": "data", "image": "b", "env": [{"name": "RANK", "value": "x"}]}]),
            hostname=(0.1, name),
            hostNetwork=(0.1, True),
            securityContext=(0.1, {"runAsNonRoot": True}),
            restartPolicy=(0.5, "OnFailure"),
        )
        return self.some(
            name=(ALWAYS, name),
            replicas=(ALWAYS, replicas),
            template=(ALWAYS, {"spec": pod}),
            minAvailable=(0.1, replicas),
            policies=(0.2, [{"event": "PodEvicted", "action": "RestartJob"}]),
        )

    def tasks(self) -> Json:
        if self.maybe(0.1):
            return [self.task("master", 3)]
        tasks = [self.task("master", 1), self.task("worker", self.random.choice([0, 1, 1, 2, 3, 3, 17]))]
        if self.maybe(0.3):
            extra = self.task("evaluator", self.random.randint(0, 2))
            extra |= self.some(dependsOn=(0.3, {"name": ["worker"]}))
            tasks.insert(self.random.randint(0, 2), extra)
        return [*tasks, self.task("worker-1", 1)] if self.maybe(0.1) else tasks

    def job(self) -> Json:
        flags = self.random.sample(FLAGS, self.random.randint(0, 2))
        plugins = self.some(
            pytorch=(ALWAYS, flags or self.random.choice([[], None])),
            svc=(0.4, self.random.choice([[], None, ["--publish-not-ready-addresses"]])),
            ssh=(0.1, []),
        )
        ids = {"internal.config.kubernetes.io/id": "1", "config.k8s.io/id": "1"}
        metadata = {"name": "train"} if self.maybe(0.85) else {"generateName": "train-"}
        metadata |= self.some(
            annotations=(0.3, self.random.choice([None, {}, {"note": "x"}, ids])), labels=(0.2, {"x": "y z"})
        )
        spec = self.some(
            plugins=(ALWAYS, plugins), tasks=(ALWAYS, self.tasks()), queue=(0.3, "q"), schedulerName=(0.3, "volcano")
        )
        if self.maybe(0.1):
            spec, kind = {"schedule": "* * * * *", "jobTemplate": {"spec": spec}}, "CronJob"
            metadata["name"] = metadata.pop("generateName", "train").rstrip("-")
        else:
            kind = "Job"
        return {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": kind, "metadata": metadata, "spec": spec}

    def config(self) -> Json:
        return self.some(
            rank=(0.6, self.random.choice(STRATEGIES)),
            torchrun=(0.3, True),
            masterAddress=(0.3, "downward"),
            extraTasks=(0.3, "none"),
            containers=(0.3, ["main"]),
        )


class Text:
    """Writes data as YAML in a random style; `noisy` adds comments and blank lines."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.step = random.choice([2, 2, 4])
        self.dash = random.choice([0, 0, 2])
        self.noisy = random.random() < 0.7
        self.comments = 0

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def comment(self, chance: float, before: str = "") -> str:
        if not self.noisy or not self.maybe(chance):
            return ""
        self.comments += 1
        return f"{before}# c{self.comments}"

    def item(self, job: Json) -> str:
        """Give an item of a ResourceList, without a break at the end now and then."""
        style = self.random.random()
        if style < 0.08:
            text = "- " + self.json(job, 2, wide=self.maybe(0.5))
        elif style < 0.15:
            text = "- " + self.flow(job, 2, wide=True)
        else:
            for key, value in job.items():
                self.entry(f"{key}:", value, 2)
            self.lines[0] = "- " + self.lines[0].lstrip()
            text = "\n".join(self.lines)
        return text + self.random.choice(["\n", "\n", ""])

    def entry(self, head: str, value: Json, column: int) -> None:
        """Write `head`, a key or a dash, with its value."""
        indent = " " * column
        if self.lines and (comment := self.comment(0.08)):
            self.lines.append(indent + comment)
        if isinstance(value, dict | list) and value and self.maybe(0.85):
            self.lines.append(indent + head + self.comment(0.1, " "))
            for key, below in value.items() if isinstance(value, dict) else ():
                self.entry(f"{key}:", below, column + self.step)
            for below in value if isinstance(value, list) else ():
                self.list_entry(below, column + (2 if head == "-" else self.dash))
        elif isinstance(value, str) and re.fullmatch(r"[!-~][ -~]*\n(?:[ -~]+\n)*", value) and self.maybe(0.7):
            self.lines += [f"{indent}{head} |", *(f"{indent}  {line}" for line in value.splitlines())]
        else:
            text = self.flow(value, column, wide=self.noisy and self.maybe(0.3))
            self.lines.append(f"{indent}{head} {text}".rstrip(" ") + self.comment(0.15, "  "))

    def list_entry(self, value: Json, column: int) -> None:
        if not isinstance(value, dict) or not value or self.maybe(0.15):
            self.entry("-", value, column)
            return
        start = len(self.lines)
        for number, (key, below) in enumerate(value.items()):
            noisy, self.noisy = self.noisy, self.noisy and number > 0
            self.entry(f"{key}:", below, column + 2)
            self.noisy = noisy
        self.lines[start] = " " * column + "- " + self.lines[start].lstrip()

    def flow(self, value: Json, column: int, *, wide: bool) -> str:
        if not isinstance(value, dict | list):
            return self.scalar(value)
        parts = (
            [self.flow(below, column + 2, wide=wide and self.maybe(0.5)) for below in value.values()]
            if isinstance(value, dict)
            else [self.flow(below, column + 2, wide=wide and self.maybe(0.5)) for below in value]
        )
        if isinstance(value, dict):
            parts = [f"{key}: {part}" for key, part in zip(value, parts, strict=True)]
        start, end = "{}" if isinstance(value, dict) else "[]"
        if not wide or not parts:
            return start + ", ".join(parts) + end
        margin = "\n" + " " * column
        lines = [f"{margin}  {part},{self.comment(0.2, ' ')}" for part in parts[:-1]]
        lines.append(f"{margin}  {parts[-1]}{self.random.choice(['', ','])}{self.comment(0.2, ' ')}")
        return start + "".join(lines) + margin + end

    def json(self, value: Json, column: int, *, wide: bool) -> str:
        text = json.dumps(value, ensure_ascii=False, indent=2 if wide else None)
        return text.replace("\n", "\n" + " " * column)

    def scalar(self, value: Json) -> str:
        if not isinstance(value, str):
            return self.random.choice(["null", "~"]) if value is None else json.dumps(value)
        plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9./_-]*", value) and value.lower() not in YAML_WORDS
        if plain and self.maybe(0.6):
            return value
        if "\n" not in value and self.maybe(0.5):
            return "'" + value.replace("'", "''") + "'"
        return json.dumps(value, ensure_ascii=False)

    def share(self, text: str) -> str:
        """Let a later entry of a text be an alias of an earlier one with the same key."""
        key = self.random.choice(SHARED)
        entry = re.compile(rf"^( *(?:- )?){key}:( *#[^\n]*)?\n((?:(?=\1 ) *[^\n]*\n|\n)+)", re.MULTILINE)
        found = list(entry.finditer(text))
        pairs = [(one, other) for one in found for other in found if one.end() <= other.start()]
        if not pairs:
            return text
        one, other = self.random.choice(pairs)
        name = f"a{self.random.randint(0, 99)}"
        text = f"{text[: other.start()]}{other[1]}{key}: *{name}{other[2] or ''}\n{text[other.end() :]}"
        return f"{text[: one.start()]}{one[1]}{key}: &{name}{one[2] or ''}\n{one[3]}{text[one.end() :]}"
