"""A mail system on loopback and settings that name it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from pbem.mail.embedded import HOST, LocalMail
from pbem.settings import Settings, load

PASSWORD = "open sesame"
PEOPLE = ("anna", "bram")


@pytest.fixture
async def mail(tmp_path: Path) -> AsyncIterator[LocalMail]:
    """Mailboxes for the judge and two players."""
    system = await LocalMail.start(tmp_path / "mail", dict.fromkeys(("judge", *PEOPLE), PASSWORD))
    yield system
    await system.close()


@pytest.fixture
def settings_file(tmp_path: Path, mail: LocalMail) -> Path:
    """A pbem.toml for that mail system."""
    path = tmp_path / "pbem.toml"
    path.write_text(
        f"""
[judge]
address = "judge@example.org"
zone = "Europe/Budapest"
[imap]
host = "{HOST}"
port = {mail.imap_port}
tls = "none"
user = "judge"
password = "{PASSWORD}"
[smtp]
host = "{HOST}"
port = {mail.smtp_port}
tls = "none"
[service]
poll_seconds = 1
idle = false
""",
        encoding="utf-8",
    )
    path.chmod(0o600)
    return path


@pytest.fixture
def changed(settings_file: Path) -> Callable[[str, str], Settings]:
    """The settings with one change."""

    def change(old: str, new: str) -> Settings:
        text = settings_file.read_text(encoding="utf-8")
        assert old in text
        settings_file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return load(settings_file)

    return change
