"""A Dovecot, a Postfix and a PostgreSQL of one's own, in a throw-away folder: for torture, measurements and tests.

All are only looked for, never installed. Postfix needs root, the others refuse it.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

HOST = "127.0.0.1"
START_LIMIT = 30.0
STOP_LIMIT = 15.0
PASSWORD = "secret"


class NoServer(Exception):
    """The server is not there or does not start; the text says what to install."""


class NoRoot(NoServer):
    """Only root can start it, whatever is installed."""


@dataclass(slots=True)
class Dovecot:
    """A running Dovecot on loopback: IMAP (plain, STARTTLS), IMAPS, LMTP. Every user name exists; the password of all
    is PASSWORD."""

    folder: Path
    imap_port: int
    imaps_port: int
    lmtp_port: int
    host: str = HOST
    password: str = PASSWORD
    _numbers: Iterator[int] = field(default_factory=count)

    @property
    def ca_file(self) -> Path:
        """The certificate, which signs itself."""
        return self.folder / "tls.crt"

    def deliver_by_lmtp(self, user: str, raw: bytes) -> None:
        """Hand one letter over as a mail server does. Raises smtplib.SMTPException when it is refused."""
        with smtplib.LMTP(self.host, self.lmtp_port) as lmtp:
            lmtp.sendmail("sender@example.org", [user], raw)

    def maildir(self, user: str) -> Path:
        """Made on first use."""
        home = self.folder / "mail" / user
        made = home / "Maildir"
        if not made.exists():
            for part in ("cur", "new", "tmp"):
                (made / part).mkdir(parents=True, exist_ok=True)  # the server may be making it too
            _give_away(home.parent)
        return made

    def deliver(self, user: str, raw: bytes) -> None:
        """Put one letter into the INBOX, as a delivery agent does: written whole, then renamed."""
        maildir = self.maildir(user)
        name = f"{time.time():.6f}.M{next(self._numbers)}P{os.getpid()}.localhost"
        path = maildir / "tmp" / name
        path.write_bytes(raw)
        if os.geteuid() == 0:
            _, _, uid, gid = _server_user()
            os.chown(path, uid, gid)
        path.rename(maildir / "new" / name)

    def waiting(self, user: str) -> int:
        """How many letters lie in the INBOX."""
        maildir = self.maildir(user)
        made = [maildir / part for part in ("cur", "new") if (maildir / part).is_dir()]  # at the first letter
        return sum(1 for part in made for _ in part.iterdir())


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """Start a Dovecot 2.3. Raises NoServer."""
    program = shutil.which("dovecot", path=_search_path())
    if program is None:
        raise NoServer("Dovecot is not installed (Debian: dovecot-imapd dovecot-lmtpd)")
    openssl = shutil.which("openssl")
    if openssl is None:
        raise NoServer("openssl is not installed: no certificate for Dovecot")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if not version.startswith("2.3."):
        raise NoServer(f"Dovecot {version.split()[0]} has another config syntax; only 2.3 is known here")
    with _throw_away_folder("pbem-dovecot-") as folder:
        server = Dovecot(folder, free_port(), free_port(), free_port())
        _make_certificate(openssl, folder)
        (folder / "dovecot.conf").write_text(_dovecot_config(server), encoding="utf-8")
        _give_away(folder)
        process = _start([program, "-F", "-c", str(folder / "dovecot.conf")], folder)
        try:
            _wait_until(lambda: _greets(server.imap_port) and _greets(server.lmtp_port), process, folder)
            yield server
        finally:
            _stop(process, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Postfix:
    """A running Postfix on loopback. What is for the judge goes to Dovecot, all else to the far end; nothing leaves
    the machine."""

    folder: Path
    port: int
    host: str = HOST

    def hand_over(self, raw: bytes, sender: str, recipient: str) -> None:
        """One letter, as another mail server brings it. Raises smtplib.SMTPException when it is refused."""
        with smtplib.SMTP(self.host, self.port, timeout=START_LIMIT) as smtp:
            smtp.sendmail(sender, [recipient], raw)

    def undelivered(self) -> int:
        """How many letters wait in its queue."""
        queues = [self.folder / "queue" / name for name in ("maildrop", "incoming", "active", "deferred")]
        return sum(1 for queue in queues for path in queue.rglob("*") if path.is_file())


@contextmanager
def postfix(lmtp_port: int, far_port: int, *, judge: str = "judge", domain: str = "example.org") -> Iterator[Postfix]:
    """Start a Postfix for one domain. Raises NoServer."""
    program = shutil.which("postfix", path=_search_path())
    if program is None:
        raise NoServer("Postfix is not installed (Debian: postfix)")
    if os.geteuid() != 0:
        raise NoRoot("Postfix is started by root only")
    with _throw_away_folder("pbem-postfix-") as folder:
        folder.chmod(0o755)
        server = Postfix(folder, free_port())
        for name in ("queue", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        local = re.escape(judge)
        (folder / "transport").write_text(
            f"/^{local}(\\+[^@]*)?@{re.escape(domain)}$/ lmtp:inet:{HOST}:{lmtp_port}\n/./ smtp:[{HOST}]:{far_port}\n",
            encoding="ascii",
        )
        (folder / "main.cf").write_text(_postfix_config(server, domain), encoding="ascii")
        (folder / "master.cf").write_text(_postfix_services(server), encoding="ascii")
        process = subprocess.Popen(
            [program, "-c", str(folder), "start-fg"], stdin=subprocess.DEVNULL, start_new_session=True,
            stdout=(folder / "output.log").open("wb"), stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            _wait_until(lambda: _greets(server.port), process, folder)
            yield server
        finally:
            subprocess.run([program, "-c", str(folder), "stop"], check=False, capture_output=True)
            _stop(process, signal.SIGTERM)


def _postfix_config(server: Postfix, domain: str) -> str:
    folder = server.folder
    return f"""
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
myhostname = mx.{domain}
mydestination =
relay_domains = {domain}
transport_maps = regexp:{folder}/transport
default_transport = error:no mail leaves this machine
inet_interfaces = {HOST}
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
smtp_host_lookup = native
disable_dns_lookups = yes
biff = no
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
smtpd_client_connection_count_limit = 0
smtpd_peername_lookup = no
"""


def _postfix_services(server: Postfix) -> str:
    return f"""
{HOST}:{server.port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def _greets(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1.0) as connection:
            return bool(connection.recv(1))
    except OSError:
        return False


@contextmanager
def postgres(*, sync: str = "on") -> Iterator[str]:
    """Start a PostgreSQL; gives its address for SQLAlchemy. Raises NoServer."""
    programs = postgres_programs()
    if programs is None:
        raise NoServer("PostgreSQL is not installed (Debian: postgresql)")
    with _throw_away_folder("pbem-postgres-") as folder:
        data, port = folder / "data", free_port()
        _give_away(folder)
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(
            [*_unprivileged(), *initdb, "--locale=C"], cwd=folder, capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise NoServer(f"initdb failed: {made.stderr}")
        options = [f"port={port}", f"listen_addresses={HOST}", f"unix_socket_directories={folder}", f"fsync={sync}"]
        process = _start(
            [str(programs / "postgres"), "-D", str(data), *(part for o in options for part in ("-c", o))], folder
        )
        ready = [str(programs / "pg_isready"), "-q", "-h", HOST, "-p", str(port)]
        try:
            _wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, process, folder)
            yield f"postgresql+asyncpg://judge@{HOST}:{port}/postgres"
        finally:
            _stop(process, signal.SIGINT)


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _search_path() -> str:
    return os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])


def postgres_programs() -> Path | None:
    """The folder of initdb and its like, of the newest PostgreSQL on this machine."""
    found = [p for p in Path("/usr/lib/postgresql").glob("*/bin") if (p / "initdb").exists()]
    if found:
        return max(found, key=lambda p: int(p.parent.name) if p.parent.name.isdigit() else 0)
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextmanager
def _throw_away_folder(prefix: str) -> Iterator[Path]:
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
        raise NoServer("running as root without setpriv (util-linux): the server can't be started as another user")
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


def _start(command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
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


def _wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + START_LIMIT
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            logs = []
            with contextlib.suppress(OSError):
                logs = [p.read_text(errors="replace")[-2000:] for p in sorted(folder.glob("*.log"))]
            raise NoServer("the server did not start:\n" + "\n".join(logs))
        time.sleep(0.05)


def _dovecot_config(server: Dovecot) -> str:
    user, group, _, _ = _server_user()
    folder = server.folder
    return f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = {HOST}
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
first_valid_gid = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 200
ssl = yes
ssl_cert = <{folder}/tls.crt
ssl_key = <{folder}/tls.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {{
  driver = static
  args = password={PASSWORD}
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
    address = {HOST}
    port = {server.lmtp_port}
  }}
}}
"""
