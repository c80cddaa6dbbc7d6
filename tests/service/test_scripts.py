"""The shell scripts: they parse in a plain sh, and set-up does nothing when all is there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["deploy/setup.sh", "deploy/demo.sh", "deploy/test.sh"])
def test_parses_and_is_executable(name: str) -> None:
    script = ROOT / name
    subprocess.run(["sh", "-n", str(script)], check=True)
    assert script.stat().st_mode & 0o100
    assert script.read_text(encoding="utf-8").startswith("#!/bin/sh\n")


def test_full_check_parses() -> None:
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=True)
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100


def test_setup_without_a_fitting_python_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "setup.sh").write_bytes((ROOT / "deploy" / "setup.sh").read_bytes())
    (tmp_path / "requirements.lock").write_text("", encoding="utf-8")
    old = tmp_path / "python-of-old"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(
        ["sh", str(tmp_path / "deploy" / "setup.sh")],
        env={"PATH": "/usr/bin:/bin", "PY": str(old)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "is not a Python 3.11 or newer" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_licence_is_the_whole_gpl() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "GNU GENERAL PUBLIC LICENSE" in text
    assert "END OF TERMS AND CONDITIONS" in text
