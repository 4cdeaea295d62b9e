"""The architecture: who may import whom, which files may know YAML, and how long a file may be."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FN = ROOT / "fn"
FILES = sorted(FN.rglob("*.py"))

LAYERS = (
    ("lossless", "images"),
    ("nodes",),
    ("paths", "mistakes", "references", "record", "quantity", "arguments", "slices"),
    ("results", "amounts"),
    ("items",),
    ("resourcelist", "task"),
    ("config", "config_words", "config_container", "config_model", "neighbours", "carrier", "accelerators"),
    ("overrides", "job", "manifests"),
    ("former",),
    ("strategies",),
    ("variables",),
    ("init_container",),
    ("checks", "mutations"),
    ("transform",),
    ("__main__",),
)
"""From the bottom up: a module imports from the layers below its own, and inside its own folder. Modules of one layer
don't import each other, but for those of functionConfig."""

KNOWN_TOGETHER = {
    ("config", "config_model"),
    ("config_model", "config"),
    ("config_model", "config_words"),
    ("config_model", "config_container"),
    ("config_container", "config_words"),
}
"""functionConfig's parts; `config` imports the models only where there is something to check."""


def module_of(path: Path) -> str:
    return path.relative_to(FN).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, by their first name below `fn`, and foreign ones with a dot in front."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "fn":
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fn."):
            names.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.ImportFrom):
            names.add("." + (node.module or "").split(".")[0])
        elif isinstance(node, ast.Import):
            names |= {"." + alias.name.split(".")[0] for alias in node.names}
    return names


def level(module: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if module in layer)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FN)))
def test_imports_go_one_way(path: Path) -> None:
    module = module_of(path)
    if module == "__init__":
        assert imported(path) == set()
        return
    for other in {name for name in imported(path) if not name.startswith(".")} - {module}:
        assert level(other) < level(module) or (module, other) in KNOWN_TOGETHER, f"fn.{module} imports fn.{other}"


def test_only_the_yaml_layer_imports_yaml() -> None:
    assert {module_of(path) for path in FILES if ".yaml" in imported(path)} == {"lossless", "nodes"}


def test_only_the_models_import_pydantic() -> None:
    assert {module_of(path) for path in FILES if {".pydantic", ".pydantic_core"} & imported(path)} <= {
        "config_model",
        "config_words",
    }


@pytest.mark.parametrize("path", sorted((FN / "mutations").glob("*.py")), ids=lambda path: path.name)
def test_a_mutation_never_imports_a_mutation(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert path.name == "__init__.py" or not [name for name in modules if name.startswith("fn.mutations")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FN)))
def test_a_file_is_one_concern(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300
