"""Run the real tools on packages, and read what came out."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.needs import missing

REPOSITORY = Path(__file__).parents[2]
IMAGE = "localhost/pytorch-plugin:v0.1.0"
SEED = (REPOSITORY / "examples/kpt/job.yaml").read_text()


def run(*command: str | Path, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with the installed `pytorch-plugin` first on PATH; the test judges the exit code."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env={**os.environ, "PATH": path},
    )


def succeed(*command: str | Path, cwd: Path | None = None, stdin: str = "") -> str:
    """Run a command that must succeed; its stdout."""
    done = run(*command, cwd=cwd, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tool(name: str) -> str:
    """Demand a program on PATH."""
    if shutil.which(name) is None:
        missing(f"{name} is not on PATH (.ci/run shows where it comes from)")
    return name


def commit(folder: Path) -> None:
    """Commit what is in the folder, so that `difference` starts from here."""
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"]
    succeed("git", "add", "--all", cwd=folder)
    succeed("git", *identity, "commit", "--quiet", "--allow-empty", "--message=state", cwd=folder)


def difference(folder: Path) -> list[str]:
    """The lines that changed since `commit`: "-old" and "+new"."""
    succeed("git", "add", "--all", "--intent-to-add", cwd=folder)
    lines = succeed("git", "diff", "--unified=0", "--no-color", cwd=folder).splitlines()
    return [line for line in lines if line[:1] in "+-" and not line.startswith(("+++ ", "--- "))]


def layer(folder: Path, manifest: str, form: str) -> Path:
    """A kustomize layer that changes nothing itself, with the function in the form of an example."""
    folder.mkdir()
    (folder / "manifest.yaml").write_text(manifest)
    (folder / "kustomization.yaml").write_text("resources: [manifest.yaml]\ntransformers: [pytorch-plugin.yaml]\n")
    config = REPOSITORY / "examples/kustomize" / form / "pytorch-plugin.yaml"
    (folder / "pytorch-plugin.yaml").write_text(config.read_text())
    return folder


def job_of(text: str) -> dict[str, Any]:
    """The only Volcano Job in a stream of manifests, without what orchestrators note on it."""
    documents = [document for document in yaml.safe_load_all(text) if document]
    items = [item for document in documents for item in document.get("items", [document])]
    (job,) = [item for item in items if item.get("apiVersion", "").startswith("batch.volcano.sh/")]
    annotations = job["metadata"]["annotations"]
    job["metadata"]["annotations"] = {k: v for k, v in annotations.items() if k.startswith("fn.volcano.sh/")}
    return dict(job)


def resource_list(*manifests: str) -> str:
    """A bare ResourceList that holds these manifests, comments and all."""
    items = "".join("- " + manifest.strip().replace("\n", "\n  ") + "\n" for manifest in manifests)
    return f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{items}"
