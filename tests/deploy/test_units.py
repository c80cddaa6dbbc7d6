"""The systemd units: understood by systemd, hardened, and naming only what there is."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.main

from pbem.cli import app
from pbem.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVICES = ("pbem.service", "pbem-backup.service")
UNITS = (*SERVICES, "pbem-backup.timer")
EXPOSURE_BELOW = 3.0


def _analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
            pytest.fail("PBEM_REQUIRE_SERVERS=1, but systemd-analyze is not installed (Debian: systemd)")
        pytest.skip("systemd-analyze is not installed (Debian: systemd)")
    return subprocess.run([program, "--no-pager", *arguments], capture_output=True, text=True, check=False)


def _read(unit: str) -> dict[str, list[str]]:
    """The lines of [Service], by key: keys may be set several times."""
    values: dict[str, list[str]] = {}
    for line in (DEPLOY / unit).read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            values.setdefault(key, []).append(value)
    return values


@pytest.mark.parametrize("unit", SERVICES)
def test_the_exposure_is_low(unit: str) -> None:
    done = _analyze("security", "--offline=true", f"--threshold={int(EXPOSURE_BELOW * 10)}", str(DEPLOY / unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout + done.stderr)
    assert found is not None, done.stderr
    assert float(found[1]) < EXPOSURE_BELOW
    assert done.returncode == 0


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    """With the program in the place where the units look for it."""
    program = tmp_path / "pbem"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8")
        assert unit.endswith(".timer") or "ExecStart=/opt/pbem/.venv/bin/pbem " in text
        (tmp_path / unit).write_text(text.replace("/opt/pbem/.venv/bin/pbem", str(program)), encoding="utf-8")
    done = _analyze("verify", "--man=no", *(str(tmp_path / unit) for unit in UNITS))
    ours = [line for line in (done.stderr + done.stdout).splitlines() if "pbem" in line]
    assert (done.returncode, ours) == (0, [])


def test_a_hole_would_be_found(tmp_path: Path) -> None:
    text = (DEPLOY / "pbem.service").read_text(encoding="utf-8")
    begin = text.index("AmbientCapabilities")
    soft = tmp_path / "pbem.service"
    soft.write_text(text[:begin] + text[text.index("[Install]") :], encoding="utf-8")
    done = _analyze("security", "--offline=true", f"--threshold={int(EXPOSURE_BELOW * 10)}", str(soft))
    assert done.returncode != 0


@pytest.mark.parametrize("unit", SERVICES)
def test_the_commands_exist_with_their_options(unit: str) -> None:
    [command] = _read(unit)["ExecStart"]
    _, name, *rest = command.split()
    found = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    options = {option for parameter in found.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= options


def test_settings_in_the_environment_exist() -> None:
    """PBEM_IMAP__PASSWORD_FILE is imap.password_file."""
    for unit in SERVICES:
        for line in _read(unit).get("Environment", []):
            name = line.partition("=")[0]
            if name == "PBEM_SETTINGS":
                continue
            part, _, key = name.removeprefix("PBEM_").lower().partition("__")
            assert key in Settings.model_fields[part].annotation.model_fields  # type: ignore[union-attr]


def test_the_password_is_a_credential_and_stands_nowhere() -> None:
    service = _read("pbem.service")
    given = {line.partition(":")[0] for line in service["LoadCredential"]}
    used = {line.partition("%d/")[2] for line in service["Environment"] if "%d/" in line}
    assert used == given
    assert "LoadCredential" not in _read("pbem-backup.service")  # it needs none
    for unit in UNITS:
        text = (DEPLOY / unit).read_text(encoding="utf-8")
        assert not re.search(r"(?i)password\s*=\s*[^%\s/]", text)


def test_both_work_on_the_same_state_as_the_same_user() -> None:
    service, backup = (_read(unit) for unit in SERVICES)
    for key in ("User", "Group", "WorkingDirectory", "UMask", "StateDirectoryMode"):
        assert service[key] == backup[key]
    assert service["UMask"] == ["0077"]
    users = (DEPLOY / "pbem.sysusers").read_text(encoding="utf-8")
    assert f"\nu {service['User'][0]} " in users


def test_the_timer_starts_the_backup() -> None:
    timer = configparser.ConfigParser(strict=False)
    timer.read(DEPLOY / "pbem-backup.timer")
    assert timer["Timer"]["Persistent"] == "yes"
    assert (DEPLOY / "pbem-backup.service").exists()  # a timer starts the service of its name
    calendar = timer["Timer"]["OnCalendar"]
    assert _analyze("calendar", calendar).returncode == 0


def test_the_user_can_be_made(tmp_path: Path) -> None:
    program = shutil.which("systemd-sysusers")
    if program is None or os.geteuid() != 0:
        pytest.skip("systemd-sysusers is not installed, or may not chown: it makes users only as root")
    (tmp_path / "etc").mkdir()
    done = subprocess.run(
        [program, f"--root={tmp_path}", str(DEPLOY / "pbem.sysusers")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^pbem:", (tmp_path / "etc" / "passwd").read_text(encoding="utf-8"), re.MULTILINE)
