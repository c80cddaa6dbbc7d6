"""`pbem check`: what works, what does not, and the cure."""

from __future__ import annotations

import socket
from collections.abc import Callable
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
        "mailbox", "letters", "smtp", "database", "fonts", "clock", "alerts", "data",
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


async def test_no_password_at_all(changed: Changed) -> None:
    finding = await _finding(changed('password = "open sesame"', ""), "mailbox")
    assert not finding.good
    assert "PBEM_IMAP__PASSWORD" in finding.cure


async def test_database_that_cannot_be_written(changed: Changed) -> None:
    settings = changed("[service]", '[store]\nurl = "sqlite+aiosqlite:////dev/null/pbem.sqlite3"\n[service]')
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
