"""`pbem check`: what works, what does not, and the cure."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import check
from pbem.mail.embedded import LocalMail
from pbem.settings import Settings, load

Changed = Callable[[str, str], Settings]


async def _finding(settings: Settings, what: str) -> check.Finding:
    return next(finding for finding in await check.check_all(settings) if finding.what == what)


async def test_all_is_well(settings_file: Path) -> None:
    findings = await check.check_all(load(settings_file))
    assert [finding.what for finding in findings] == [
        "mailbox", "letters", "smtp", "database", "secrets", "fonts", "clock", "alerts", "data",
    ]  # fmt: skip
    assert all(finding.good for finding in findings), "\n".join(map(str, findings))


async def test_wrong_password(changed: Changed) -> None:
    finding = await _finding(changed("open sesame", "open barley"), "mailbox")
    assert not finding.good
    assert "Check imap.user (judge) and the password" in finding.cure
    assert "barley" not in str(finding)


async def test_missing_folder(changed: Changed) -> None:
    finding = await _finding(changed('user = "judge"', 'user = "judge"\nfolder = "Orders"'), "mailbox")
    assert not finding.good
    assert "Check imap.folder (Orders)" in finding.cure


async def test_nobody_listens(changed: Changed, mail: LocalMail) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    changed(f"port = {mail.imap_port}", f"port = {port}")
    settings = changed(f"port = {mail.smtp_port}", f"port = {port}")
    mailbox, smtp = await _finding(settings, "mailbox"), await _finding(settings, "smtp")
    assert not mailbox.good
    assert "imap.host (127.0.0.1)" in mailbox.cure
    assert not smtp.good
    assert f"smtp.port ({port}: usually 465" in smtp.cure


async def test_a_port_without_tls(changed: Changed) -> None:
    finding = await _finding(changed('tls = "none"', 'tls = "tls"'), "mailbox")
    assert not finding.good
    assert 'Should imap.tls be "starttls"' in finding.cure


async def test_a_certificate_of_an_unknown_authority(settings_file: Path) -> None:
    smtp = load(settings_file).smtp_settings()
    cure = check._cure_reach("smtp", smtp, "[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate")
    assert "smtp.ca_file" in cure


@pytest.mark.parametrize("part", ["imap", "smtp"])
async def test_a_missing_file_of_an_authority_is_named(changed: Changed, part: str) -> None:
    settings = changed(f'[{part}]\nhost = "127.0.0.1"', f'[{part}]\nhost = "127.0.0.1"\nca_file = "own.pem"')
    getattr(settings, part).tls = "tls"
    finding = await _finding(settings, {"imap": "mailbox", "smtp": "smtp"}[part])
    assert not finding.good
    assert re.fullmatch(rf"{part}\.ca_file: /.*/own\.pem can't be read: No such file or directory", finding.text)


async def test_a_file_of_an_authority_without_a_certificate(changed: Changed, tmp_path: Path) -> None:
    (tmp_path / "own.pem").write_text("no certificate", encoding="utf-8")
    settings = changed('[smtp]\nhost = "127.0.0.1"', '[smtp]\nhost = "127.0.0.1"\nca_file = "own.pem"')
    settings.smtp.tls = "starttls"
    assert "holds no certificate (PEM)" in (await _finding(settings, "smtp")).text


@pytest.mark.parametrize(
    ("user", "refusal", "cure"),
    [
        (None, "530 5.7.0 Authentication required", "set smtp.user and smtp.password_file"),
        (None, "550 5.7.1 Client was not authenticated", "set smtp.user and smtp.password_file"),
        ("judge", "530 5.7.0 Authentication required", "another login than smtp.user (judge)"),
        (None, "530 5.7.0 Must issue a STARTTLS command first", 'smtp.tls = "starttls"'),
        ("judge", "553 5.7.1 Sender address rejected: not owned by user judge", "make it an alias"),
    ],
)
async def test_a_refused_sender_has_the_right_cure(
    settings_file: Path, user: str | None, refusal: str, cure: str
) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org\r\n")
        while line := await reader.readline():
            answers = {b"MAIL": refusal, b"AUTH": "235 2.7.0 good", b"EHLO": "250-hello\r\n250 AUTH PLAIN"}
            writer.write(f"{answers.get(line[:4].upper(), '250 well')}\r\n".encode())
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        settings = load(settings_file)
        settings.smtp.port = server.sockets[0].getsockname()[1]
        settings.smtp.user, settings.smtp.password = user, settings.imap.password
        finding = await check.check_smtp(settings)
    assert not finding.good
    assert refusal in finding.text
    assert cure in finding.cure


async def test_files_with_passwords_that_everybody_can_read(changed: Changed, tmp_path: Path) -> None:
    for name in ("of-mail", "of-smtp"):
        (tmp_path / name).write_text("open sesame\n", encoding="utf-8")
    (tmp_path / "of-mail").chmod(0o644)
    (tmp_path / "of-smtp").chmod(0o640)
    changed("[smtp]\n", '[smtp]\npassword_file = "of-smtp"\n')
    finding = await _finding(changed('password = "open sesame"', 'password_file = "of-mail"'), "secrets")
    assert not finding.good
    assert f"{tmp_path / 'of-mail'} (imap.password_file)" in finding.text
    assert "of-smtp" not in finding.text
    assert finding.cure == f"chmod o-rwx {tmp_path / 'of-mail'}"
    (tmp_path / "of-mail").chmod(0o600)
    assert (await check.check_secrets(load(tmp_path / "pbem.toml"))).good


async def test_settings_with_a_password_that_everybody_can_read(settings_file: Path) -> None:
    settings_file.chmod(0o644)
    finding = await check.check_secrets(load(settings_file))
    assert not finding.good
    assert "pbem.toml (the settings, with a password in them)" in finding.text
    assert "sesame" not in str(finding)


async def test_an_allowed_unencrypted_line_is_told(settings_file: Path) -> None:
    smtp = load(settings_file).smtp_settings()
    assert check._openly(smtp) == ""
    assert "NOT ENCRYPTED" in check._openly(replace(smtp, host="mail.example.org"))


async def test_no_password_at_all(changed: Changed) -> None:
    finding = await _finding(changed('password = "open sesame"', ""), "mailbox")
    assert not finding.good
    assert "PBEM_IMAP__PASSWORD" in finding.cure


async def test_database_that_cannot_be_written(changed: Changed) -> None:
    settings = changed("[service]", '[store]\nurl = "sqlite:////dev/null/pbem.sqlite3"\n[service]')
    finding = await _finding(settings, "database")
    assert not finding.good
    assert "May this user write to /dev/null?" in finding.cure


async def test_postgres_away_and_its_password_hidden(changed: Changed) -> None:
    url = "postgresql+asyncpg://judge:hush@127.0.0.1:1/pbem"
    finding = await _finding(changed("[service]", f'[store]\nurl = "{url}"\n[service]'), "database")
    assert not finding.good
    assert "Is PostgreSQL running" in finding.cure
    assert "hush" not in str(finding)


async def test_clock_of_another_century(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(1970, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(check, "datetime", Stopped)
    finding = await check.check_clock(load(settings_file))
    assert not finding.good
    assert "1970-01-01" in finding.text


async def test_faulty_data_file(changed: Changed, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[meta]\n", encoding="utf-8")
    finding = await _finding(changed("[service]", '[data]\ndutch_revolt = "mine.toml"\n[service]'), "data")
    assert not finding.good
    assert "pbem data check" in finding.cure
