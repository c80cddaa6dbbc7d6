"""The Containerfile and the compose file, read and compared with the tree: there need be no container engine.

What was done by hand in a clean root (Debian 12 by debootstrap --variant=minbase, no engine at hand): every RUN, COPY
and ENV of the Containerfile in order, each stage in a root of its own; then, as user 10001 in the finished root:
`pbem --help`, `pbem demo --players 2 --mode quick` (a whole game by SMTP and IMAP, reports drawn, record written), and
on its database `pbem backup`, `pbem rehearse --all`, `pbem health`, `pbem restore`. The program's folder could not be
written to. The Containerfile was linted with hadolint 2.15. The compose file was never started.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.engine import make_url

from pbem.settings import BadSettings, Settings, load

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
COMPOSE = ROOT / "deploy" / "compose.yaml"


def _steps() -> list[tuple[str, str]]:
    """(instruction, the rest) with the lines joined."""
    lines = [
        line for line in CONTAINERFILE.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")
    ]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines()) if word]


def _all(instruction: str) -> list[str]:
    return [rest for word, rest in _steps() if word == instruction]


def _copies() -> list[str]:
    """What is copied out of the checkout."""
    return [source for rest in _all("COPY") if not rest.startswith("--from") for source in rest.split()[:-1]]


def test_every_copied_file_exists() -> None:
    missing = [source for source in _copies() if not (ROOT / source).exists()]
    assert missing == []


def test_the_builder_sees_what_is_copied_and_nothing_more() -> None:
    """No settings, passwords, databases: everything is shut out but what the Containerfile names."""
    lines = (ROOT / "deploy" / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == set(_copies())


def test_every_package_of_the_program_is_in_it() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert set(wheel["wheel"]["packages"]) <= set(_copies())


def test_both_stages_begin_with_one_pinned_image() -> None:
    images = {rest.split()[0] for rest in _all("FROM")}
    assert len(images) == 1
    [image] = images
    name, _, tag = image.partition(":")
    assert tag
    assert tag != "latest"
    assert "." not in name.split("/")[0]  # a short name: no registry is anybody's business but the host's


def test_it_runs_as_nobody_in_particular() -> None:
    user = _all("USER")[-1]
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user)
    last_root = max(i for i, (word, _) in enumerate(_steps()) if word == "RUN")
    assert [i for i, (word, _) in enumerate(_steps()) if word == "USER"][-1] > last_root
    assert f"--uid {user.partition(':')[0]} " in " ".join(_all("RUN"))


def test_how_it_is_started_stopped_and_watched() -> None:
    assert json.loads(_all("ENTRYPOINT")[0]) == ["pbem"]
    assert json.loads(_all("CMD")[0]) == ["serve"]
    assert _all("STOPSIGNAL") == ["SIGTERM"]
    watch = _all("HEALTHCHECK")[0]
    assert json.loads(watch.partition("CMD ")[2]) == ["pbem", "health"]
    environment = dict(word.split("=", 1) for rest in _all("ENV") for word in shlex.split(rest))
    assert environment["PATH"].startswith("/opt/pbem/.venv/bin:")
    assert environment["PBEM_SETTINGS"] == "/etc/pbem/pbem.toml"
    assert _all("VOLUME") == _all("WORKDIR")[-1:] == ["/var/lib/pbem"]


def test_the_health_command_exists() -> None:
    import typer.main

    from pbem.cli import app

    assert "health" in typer.main.get_command(app).commands  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- compose


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    read = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def test_what_a_service_names_is_declared(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        for secret in service.get("secrets", []):
            assert secret in compose["secrets"], name
        for network in service.get("networks", []):
            assert network in compose["networks"], name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source.startswith(("./", "/")) or source in compose["volumes"], name
        for other in service.get("depends_on", {}):
            assert other in compose["services"], name
    for kind in ("secrets", "networks", "volumes"):
        used = {
            entry.split(":")[0] for service in compose["services"].values() for entry in service.get(kind, [])
        }  # fmt: skip
        assert set(compose[kind]) <= used, kind


def test_each_service_is_watched_and_bounded(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["healthcheck"]["test"][0] == "CMD", name
        assert service["restart"] == "unless-stopped", name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["logging"]["options"]["max-size"], name
        assert "ports" not in service, name  # nothing of it is to be reached from outside
        image = service["image"]
        assert ":" in image, name
    assert compose["services"]["judge"]["depends_on"]["database"]["condition"] == "service_healthy"


def test_the_judge_is_shut_in(compose: dict[str, Any]) -> None:
    judge = compose["services"]["judge"]
    assert judge["read_only"] is True
    assert judge["cap_drop"] == ["ALL"]
    assert judge["healthcheck"]["test"] == ["CMD", "pbem", "health"]
    assert (COMPOSE.parent / judge["build"]["context"] / judge["build"]["dockerfile"]).resolve() == CONTAINERFILE
    assert compose["networks"]["store"]["internal"] is True
    assert compose["services"]["database"]["networks"] == ["store"]


def test_passwords_are_files_that_settings_know(compose: dict[str, Any]) -> None:
    text = COMPOSE.read_text(encoding="utf-8")
    assert not re.search(r"(?i)password:\s*[^/\s]", re.sub(r"(?m)#.*$", "", text).replace("-password:\n", "\n"))
    for name, value in compose["services"]["judge"]["environment"].items():
        part, _, key = name.removeprefix("PBEM_").lower().partition("__")
        assert key in Settings.model_fields[part].annotation.model_fields  # type: ignore[union-attr]
        assert value.startswith("/run/secrets/")
        assert value.rpartition("/")[2] in compose["services"]["judge"]["secrets"]
    for secret in compose["secrets"].values():
        assert set(secret) == {"file"}
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    for name in ("mail-password", "database-password", "pbem.toml"):
        assert any(line.strip("/") == name for line in ignored), f"{name} could be committed by mistake"


def test_the_password_of_the_database_comes_out_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "database-password").write_text("open / sesame?\n", encoding="utf-8")
    (tmp_path / "pbem.toml").write_text(
        """
[judge]
address = "judge@example.org"
[imap]
host = "mail.example.org"
user = "judge"
[smtp]
host = "mail.example.org"
[store]
url = "postgresql+asyncpg://pbem@database/pbem"
password_file = "database-password"
""",
        encoding="utf-8",
    )
    url = make_url(load(tmp_path / "pbem.toml").database)
    assert (url.username, url.password, url.host, url.database) == ("pbem", "open / sesame?", "database", "pbem")
    (tmp_path / "database-password").unlink()
    with pytest.raises(BadSettings, match="database-password can't be read"):
        load(tmp_path / "pbem.toml")
