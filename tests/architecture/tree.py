"""The source tree, for tests that read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "orders", "pbem")
LEFT_OUT = {
    ".git",
    ".venv",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".import_linter_cache",
    ".hypothesis",
}


def modules(*folders: str) -> list[Path]:
    """The Python files under these folders of the tree."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def calls(path: Path, function: str) -> Iterator[ast.Call]:
    """Calls of a function by its plain name."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
            yield node


def words_of(node: ast.expr | None) -> list[str]:
    """The literal texts an expression can be: a text, or the branches of an `if`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*words_of(node.body), *words_of(node.orelse)]
    return []


def argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """An argument given by place or by name."""
    if len(call.args) > position:
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg == keyword), None)


def text_files() -> list[Path]:
    """Every file of the tree that holds text."""
    found = []
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).parts
        if path.is_file() and not LEFT_OUT.intersection(inside) and b"\0" not in path.read_bytes()[:4000]:
            found.append(path)
    return found
