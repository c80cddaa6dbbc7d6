"""SECURITY.md promises only what a test holds."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE)))


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_a_test_that_is_named_exists(file: str, test: str) -> None:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert test in {node.name for node in found}


def test_every_threat_has_one() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| Threat")]
    assert len(rows) > 15
    assert [row for row in rows if "::test_" not in row] == []


def test_it_says_where_to_report() -> None:
    assert "security advisories" in PAGE
    assert "@" not in re.sub(r"`[^`]*`", "", PAGE)  # no address that nobody reads
    assert "SECURITY.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_pages_name_no_person_and_no_registry() -> None:
    for name in ("SECURITY.md", "deploy/providers.md", "deploy/compose.yaml", "deploy/Containerfile"):
        text = (ROOT / name).read_text(encoding="utf-8")
        addresses = re.findall(r"[\w.+-]+@[\w-]+\.[\w.]+", text)
        assert [one for one in addresses if not one.endswith("example.org")] == [], name
        assert not re.search(r"docker\.io|quay\.io|ghcr\.io|pypi\.org|npmjs", text), name
