"""Dependencies run one way; the contracts stand in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.tree import ROOT


def test_import_contracts_are_kept() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
