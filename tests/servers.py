"""Real servers for the tests: a Dovecot and a PostgreSQL on loopback, each in a throw-away folder.

Both are only looked for, never installed. Where one is missing the test is skipped with the reason, or fails when
PBEM_REQUIRE_SERVERS=1 is set (as the full check does, which has installed them).
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

START_LIMIT = 30.0
STOP_LIMIT = 15.0


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot. Every user name exists; the password of all is `password`."""

    host: str
    imap_port: int
    imaps_port: int
    lmtp_port: int
    ca_file: Path
    password: str
    folder: Path

    def deliver(self, user: str, raw: bytes) -> None:
        """Put one letter into the INBOX of `user`. Raises smtplib.SMTPException when it is refused."""
        with smtplib.LMTP(self.host, self.lmtp_port) as lmtp:
            lmtp.sendmail("sender@example.org", [user], raw)


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot 2.3 with IMAP (plain, STARTTLS), IMAPS and LMTP."""
    program = shutil.which("dovecot", path=_search_path())
    openssl = shutil.which("openssl")
    if program is None:
        _absent("Dovecot is not installed (Debian: dovecot-imapd dovecot-lmtpd)")
    if openssl is None:
        _absent("openssl is not installed: no certificate for Dovecot")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if not version.startswith("2.3."):
        _absent(f"Dovecot {version.split()[0]} has another config syntax; these tests know 2.3")
    with _throw_away_folder("pbem-dovecot-") as folder:
        server = Dovecot(
            host="127.0.0.1",
            imap_port=free_port(),
            imaps_port=free_port(),
            lmtp_port=free_port(),
            ca_file=folder / "tls.crt",
            password="secret",
            folder=folder,
        )
        _make_certificate(openssl, folder)
        config = folder / "dovecot.conf"
        config.write_text(_dovecot_config(server), encoding="utf-8")
        _give_away(folder)
        process = _start([program, "-F", "-c", str(config)], folder)
        try:
            _wait_until(lambda: _answers(server.imap_port) and _answers(server.lmtp_port), process, folder)
            yield server
        finally:
            _stop(process, signal.SIGTERM)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of its own; the address is for SQLAlchemy with asyncpg. The database is empty at first."""
    programs = _postgres_programs()
    if programs is None:
        _absent("PostgreSQL is not installed (Debian: postgresql)")
    with _throw_away_folder("pbem-postgres-") as folder:
        data, port = folder / "data", free_port()
        _give_away(folder)
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(
            [*_unprivileged(), *initdb, "--locale=C"], cwd=folder, capture_output=True, text=True, check=False
        )
        if made.returncode:
            pytest.fail(f"initdb failed: {made.stderr}")
        options = [f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", "fsync=off"]
        process = _start(
            [str(programs / "postgres"), "-D", str(data), *(part for o in options for part in ("-c", o))], folder
        )
        try:
            ready = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            _wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, process, folder)
            yield f"postgresql+asyncpg://judge@127.0.0.1:{port}/postgres"
        finally:
            _stop(process, signal.SIGINT)


def _absent(reason: str) -> NoReturn:
    if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"PBEM_REQUIRE_SERVERS=1, but {reason}")
    pytest.skip(reason)


def _search_path() -> str:
    return os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def _postgres_programs() -> Path | None:
    found = [p for p in Path("/usr/lib/postgresql").glob("*/bin") if (p / "initdb").exists()]
    if found:
        return max(found, key=lambda p: int(p.parent.name) if p.parent.name.isdigit() else 0)
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextlib.contextmanager
def _throw_away_folder(prefix: str) -> Iterator[Path]:
    """A short path outside pytest's own folders, which the unprivileged server user may not enter."""
    # Unix sockets live in it: their paths may have about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _server_user() -> tuple[str, str, int, int]:
    """Name and ids of the user who runs the servers: they refuse root."""
    import grp

    entry = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    return entry.pw_name, grp.getgrgid(entry.pw_gid).gr_name, entry.pw_uid, entry.pw_gid


def _unprivileged() -> list[str]:
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        _absent("running as root without setpriv (util-linux): the server can't be started as another user")
    _, _, uid, gid = _server_user()
    return [setpriv, f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]


def _give_away(folder: Path) -> None:
    if os.geteuid() != 0:
        return
    _, _, uid, gid = _server_user()
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, uid, gid)


def _make_certificate(openssl: str, folder: Path) -> None:
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "tls.key"), "-out", str(folder / "tls.crt")]
    subprocess.run([*command, "-addext", names, *files], check=True, capture_output=True)


def _start(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    with (folder / "output.log").open("wb") as log:
        return subprocess.Popen(
            [*_unprivileged(), *command], cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )


def _stop(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    try:
        process.wait(STOP_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(STOP_LIMIT)


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection:
            return bool(connection.recv(1))
    except OSError:
        return False


def _wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + START_LIMIT
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            logs = [p.read_text(errors="replace")[-2000:] for p in sorted(folder.glob("*.log"))]
            pytest.fail("the server did not start:\n" + "\n".join(logs))
        time.sleep(0.05)


def _dovecot_config(server: Dovecot) -> str:
    user, group, _, _ = _server_user()
    folder = server.folder
    return f"""\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 0
mail_location = maildir:~/Maildir
ssl = yes
ssl_cert = <{folder}/tls.crt
ssl_key = <{folder}/tls.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {{
  driver = static
  args = password={server.password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%n
}}
namespace inbox {{
  inbox = yes
  separator = /
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {server.imap_port}
  }}
  inet_listener imaps {{
    port = {server.imaps_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {server.lmtp_port}
  }}
}}
"""
