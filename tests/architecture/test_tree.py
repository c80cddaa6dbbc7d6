"""What holds for every file."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, modules, name_of, parsed, text_files

BARE_NAMES = {"manager", "helper", "helpers", "utils", "util", "common", "base", "handler", "processor"}


def test_only_the_verbs_yield() -> None:
    """Rules stop by `yield from` a verb; a bare yield would ask what the journal does not know."""
    yielding = {
        name_of(path)
        for path in modules("engine", "orders")
        if any(isinstance(node, ast.Yield) for node in ast.walk(parsed(path)))
    }
    assert yielding == {"engine/core/flow.py"}


def test_no_module_over_600_lines() -> None:
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules("engine", "orders", "pbem", "tests")
    }
    assert {name: length for name, length in lengths.items() if length > 600} == {}


def test_modules_are_named_by_what_they_are_about() -> None:
    assert [name_of(path) for path in modules("engine", "orders", "pbem", "tests") if path.stem in BARE_NAMES] == []


def test_no_bare_except() -> None:
    """`except:` swallows what nobody thought of. (Blind ones, `except Exception`, are ruff's BLE.)"""
    bare = [
        f"{name_of(path)}:{node.lineno}"
        for path in modules("engine", "orders", "pbem")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert bare == []


def test_rules_iterate_over_no_set() -> None:
    """A set's order changes with the hash seed."""
    found = []
    for path in modules("engine"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Set | ast.SetComp):
                found.append(f"{name_of(path)}:{node.iter.lineno}")
    assert found == []


def test_lock_has_hashes_and_no_addresses() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in lock
    pins = re.findall(r"^[a-z0-9][a-z0-9._-]*(?:\[[a-z,]+\])?==", lock, re.MULTILINE | re.IGNORECASE)
    assert len(pins) > 20
    blocks = re.split(r"\n(?=[A-Za-z0-9])", lock)
    assert [
        block.split("\n")[0] for block in blocks if "==" in block.split("\n")[0] and "--hash=sha256:" not in block
    ] == []


@pytest.mark.parametrize("machine", [str(ROOT), str(Path.home())])
def test_no_file_names_this_machine(machine: str) -> None:
    """A path of the machine it was written on is of no use to anybody else."""
    if len(Path(machine).parts) < 3:
        machine += "/"
    word = re.compile(re.escape(machine) + r"(?![\w-])")
    naming = [
        name_of(path)
        for path in text_files()
        if word.search(path.read_text(encoding="utf-8", errors="replace")) and name_of(path).split("/")[0] != "deploy"
    ]
    assert naming == []
