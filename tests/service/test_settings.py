"""pbem.toml: each fault is a sentence that names the key and what to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cli import app
from pbem.settings import BadSettings, load

GOOD = """
[judge]
address = "judge@example.org"
[imap]
host = "imap.example.org"
user = "judge"
password = "open sesame"
[smtp]
host = "smtp.example.org"
"""

FAULTS = [
    ("not TOML", "judge]", "", ["is not TOML", "brackets"]),
    ("a table missing", "[smtp]", "[smtq]", ["The table [smtp] is missing", "smtq is not known; did you mean smtp?"]),
    ("a key missing", 'host = "imap.example.org"', "", ["imap.host is missing; write the name of the server"]),
    ("a key misspelt", 'user = "judge"', 'usr = "judge"', ["imap.usr is not known; did you mean imap.user?"]),
    ("no address", "judge@example.org", "judge at example.org", ["judge.address:", "is not a mail address; write"]),
    ("a port in words", 'user = "judge"', 'user = "judge"\nport = "many"', ["imap.port: 'many' is not a whole number"]),
    (
        "a port too large",
        'user = "judge"',
        'user = "judge"\nport = 70000',
        ["imap.port: 70000 is too large; write the port"],
    ),
    ("a word too many", 'user = "judge"', 'user = "judge"\ntls = "ssl"', ["imap.tls: 'ssl'", '"starttls" or "none"']),
    (
        "an open line",
        'user = "judge"',
        'user = "judge"\ntls = "none"',
        ['imap: tls is "none", and imap.example.org is another machine', '"starttls"', "trusted_network = true."],
    ),
    ("no zone", "[imap]", 'zone = "Mars/Olympus"\n[imap]', ["judge.zone: 'Mars/Olympus' is not a time zone; write"]),
    ("a value for a table", "[judge]", "store = 3\n[judge]", ["store must be a table"]),
    (
        "two passwords",
        'user = "judge"',
        'user = "judge"\npassword_file = "x"',
        ["imap: password and password_file are both"],
    ),
    ("no database", "[smtp]", '[store]\nurl = "mysql://x"\n[smtp]', ["store.url:", "mysql", "sqlite"]),
    (
        "no rhythm",
        "[smtp]",
        '[schedule]\ndeadlines = "often"\n[smtp]',
        ["schedule.deadlines:", "'often'", "every 3 days"],
    ),
    (
        "a poll too often",
        "[smtp]",
        "[service]\npoll_seconds = 0\n[smtp]",
        ["service.poll_seconds: 0 is too small; write"],
    ),
]


@pytest.mark.parametrize(("old", "new", "parts"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_fault_is_a_sentence(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    assert old in GOOD or old == "judge]"
    path = tmp_path / "pbem.toml"
    path.write_text("judge]" if old == "judge]" else GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadSettings) as caught:
        load(path)
    told = "\n".join(caught.value.faults)
    for part in parts:
        assert part in told
    assert "open sesame" not in told


def test_good_settings_and_files_counted_from_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(GOOD.replace('"open sesame"', '"x"').replace("password =", "password_file ="), encoding="utf-8")
    (tmp_path / "x").write_text("from the file\n", encoding="utf-8")
    settings = load(path)
    assert settings.imap_settings().password == "from the file"
    assert settings.database == f"sqlite:///{tmp_path / 'pbem.sqlite3'}"
    assert settings.smtp_settings().user is None


def test_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv("PBEM_IMAP__PASSWORD", "from outside")
    monkeypatch.setenv("PBEM_SMTP__PORT", "2525")
    settings = load(path)
    assert settings.imap_settings().password == "from outside"
    assert settings.smtp_settings().port == 2525


def test_a_password_of_the_environment_needs_no_change_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pbem.toml"
    assert CliRunner().invoke(app, ["init", str(path)]).exit_code == 0  # it names a password_file
    monkeypatch.setenv("PBEM_IMAP__PASSWORD", "from outside")
    assert load(path).imap_settings().password == "from outside"


@pytest.mark.parametrize("content", [None, "", "\n"])
def test_password_file_missing_or_empty(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(GOOD.replace('password = "open sesame"', 'password_file = "secret"'), encoding="utf-8")
    if content is not None:
        (tmp_path / "secret").write_text(content, encoding="utf-8")
    with pytest.raises(BadSettings, match=r"password_file: .*secret"):
        load(path).imap_settings()


def test_no_password_says_how_to_give_one(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(GOOD.replace('password = "open sesame"', ""), encoding="utf-8")
    with pytest.raises(BadSettings, match="PBEM_IMAP__PASSWORD"):
        load(path).imap_settings()


def test_secrets_do_not_show(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    path.write_text(GOOD, encoding="utf-8")
    settings = load(path)
    assert "open sesame" not in repr(settings)
    assert "open sesame" not in repr(settings.imap_settings())


def test_missing_file_names_init(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="pbem init"):
        load(tmp_path / "pbem.toml")


def test_init_writes_settings_that_load_and_keeps_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    runner = CliRunner()
    done = runner.invoke(app, ["init", str(path), "--address", "umpire@example.org", "--zone", "Europe/Budapest"])
    assert done.exit_code == 0
    settings = load(path)
    assert settings.judge.address == "umpire@example.org"
    assert settings.imap.host == "imap.example.org"
    before = path.read_text(encoding="utf-8")
    again = runner.invoke(app, ["init", str(path)])
    assert again.exit_code != 0
    assert path.read_text(encoding="utf-8") == before


def test_every_key_shown_by_init_exists(tmp_path: Path) -> None:
    path = tmp_path / "pbem.toml"
    CliRunner().invoke(app, ["init", str(path)])
    text = path.read_text(encoding="utf-8")
    shown = re.sub(r"^# (\w+ = |\[)", r"\1", text, flags=re.MULTILINE)
    seen: set[str] = set()
    lines = []
    for line in shown.splitlines():  # of a key that is shown twice, the first
        if line.startswith("["):
            seen = set()
        name = line.partition(" = ")[0]
        if name not in seen or not line[:1].isalpha():
            lines.append(line)
        seen.add(name)
    path.write_text("\n".join(lines), encoding="utf-8")
    settings = load(path)
    assert settings.oauth is not None
    parts = (
        settings.judge, settings.imap, settings.smtp, settings.store, settings.letters, settings.service,
        settings.schedule, settings.alerts, settings.oauth,
    )  # fmt: skip
    for part in parts:
        in_files = {"password", "client_secret", "refresh_token"}
        assert part.model_fields_set >= set(type(part).model_fields) - in_files, part
    assert settings.data


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost", "mail.localhost"])
def test_a_server_on_this_machine_needs_no_encryption(tmp_path: Path, host: str) -> None:
    path = tmp_path / "pbem.toml"
    text = GOOD.replace('host = "imap.example.org"', f'host = "{host}"\ntls = "none"')
    path.write_text(text, encoding="utf-8")
    assert load(path).imap.tls == "none"


@pytest.mark.parametrize("part", ["imap", "smtp"])
def test_an_open_line_to_another_machine_can_be_allowed(tmp_path: Path, part: str) -> None:
    path = tmp_path / "pbem.toml"
    line = f'host = "{part}.example.org"\n'
    path.write_text(GOOD.replace(line, f'{line}tls = "none"\n'), encoding="utf-8")
    with pytest.raises(BadSettings, match="another machine"):
        load(path)
    path.write_text(GOOD.replace(line, f'{line}tls = "none"\ntrusted_network = true\n'), encoding="utf-8")
    assert getattr(load(path), part).tls == "none"
