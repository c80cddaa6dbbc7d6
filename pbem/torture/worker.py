"""The judge that is tortured: the service of `pbem serve` in a real process, that can be told at which step to die.

It is put together by pbem.service.opened, as `pbem serve` does it, with its scheduler, IDLE, MailWatch, alerts, kept
connections and log. Other are: the game, the patience with silent servers, and the pauses, which are short.

Killing it is cheap because it is forked from a parent that has loaded the program already and does nothing else:
`python -m pbem.torture.worker` reads one line of JSON for each start and writes a line when the judge has begun and one
when it has ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
import traceback
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

import structlog

from pbem import collector, outbox
from pbem.boxes import all_boxes
from pbem.clock import SystemClock
from pbem.journal_lines import set_up_logs, silence_logs
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig
from pbem.mail import smtp
from pbem.mail.imap import ImapMailbox
from pbem.service import Rhythm, Service, opened
from pbem.settings import Settings
from pbem.store import games, inline, open_store
from pbem.torture.ledger import letter
from pbem.torture.marks import SEATS, MarksBox

ADDRESS = "judge@example.org"
PATIENCE = 1.0
"""Seconds until a silent server is given up: short, or freezing the wires would be most of the time."""
BUSY_MILLISECONDS = 300
RHYTHM = Rhythm(poll=0.3, sweep=2.0, flush=0.3, heartbeat=5.0, idle=True)
CONFIG = JudgeConfig(
    address=ADDRESS, judge_name="Judge", answers_an_hour=10**9, answers_a_day=10**9,
    first_pause=timedelta(seconds=0.2), longest_pause=timedelta(seconds=1),
    # So many faults in so short a time would use up the tries that are meant for a fault now and then.
    uncertain_tries=10**6,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """What one start of the judge is told. `plant` names a fault that is put into the judge on purpose."""

    serial: int
    url: str
    imap_port: int
    smtp_port: int
    user: str
    password: str
    orders: int
    """The file number of the socket that says when to die."""
    log: str
    """Where its log goes, as that of `pbem serve` goes to the journal."""
    broken: str
    """Where it is noted why a start failed."""
    plant: str = ""

    def settings(self) -> Settings:
        """As they would stand in pbem.toml."""
        host = "127.0.0.1"
        many = 10**9
        return Settings.model_validate({
            "judge": {"address": ADDRESS, "name": "Judge"},
            "imap": {"host": host, "port": self.imap_port, "tls": "none", "user": self.user, "password": self.password},
            "smtp": {"host": host, "port": self.smtp_port, "tls": "none"},
            "store": {"url": self.url},
            "letters": {"answers_an_hour": many, "answers_a_day": many},
            "service": {"letters_an_hour": 0, "letters_a_day": 0, "heartbeat_file": f"{self.log}.alive"},
            # It must work, and is hardly ever needed: an alarm that nobody has cause for is a fault.
            "alerts": {"command": ["/bin/sh", "-c", f"cat >> '{self.log}.alerts'"]},
        })  # fmt: skip


class Doom:
    """Dies at the named step, the n-th time that it is reached."""

    def __init__(self) -> None:
        self._step, self._times = "", 0

    def set(self, step: str, times: int) -> None:
        self._step, self._times = step, times

    def at_step(self, name: str) -> None:
        if name != self._step:
            return
        self._times -= 1
        if self._times <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def live(life: Life) -> None:
    """Serve until killed or told to stop."""
    set_up_logs("logfmt")
    inline.BUSY_MILLISECONDS = BUSY_MILLISECONDS
    outbox.LEASE = timedelta(seconds=4 * PATIENCE)
    smtp.COMMAND_LIMIT = PATIENCE
    asyncio.run(_live(life))


async def _live(life: Life) -> None:
    loop = asyncio.get_running_loop()
    doom = Doom()
    orders = socket.socket(fileno=life.orders)
    orders.setblocking(False)

    def obey() -> None:
        while True:
            try:
                serial, step, times = orders.recv(200).decode().split("\t")
            except BlockingIOError:
                return
            if int(serial) == life.serial:  # an earlier judge may have died before it read its own
                doom.set(step, int(times))

    loop.add_reader(orders, obey)
    settings = life.settings()
    async with opened(settings) as service:
        desk = service.judge.desk
        desk.boxes, desk.at_step = {MarksBox.name: MarksBox()}, doom.at_step
        desk.config = replace(
            desk.config, first_pause=CONFIG.first_pause, longest_pause=CONFIG.longest_pause,
            uncertain_tries=CONFIG.uncertain_tries,
        )  # fmt: skip
        service.open_mailbox = partial(ImapMailbox.open, settings.imap_settings(), limit=PATIENCE)
        service.rhythm = RHYTHM
        _plant(life.plant, service)
        loop.add_signal_handler(signal.SIGTERM, service.stopping.set)
        await service.run()


def _plant(name: str, service: Service) -> None:
    """Put a fault into the judge that the harness must find."""
    send = service.send
    if name == "fresh-message-id":

        async def renamed(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
            head, _, body = raw.partition(b"Message-ID: <")
            return await send(b"%sMessage-ID: <%d.%s" % (head, random.getrandbits(60), body), sender, recipient)

        service.send = renamed
    elif name == "filed-first":
        # The letter leaves the INBOX before it is safe in the database.
        async def filed_first(mailbox: Any, uid: int, size: int) -> Any:
            raw = await mailbox.fetch(uid)
            await mailbox.file_away(uid, "Processed")
            service.judge.desk.at_step("filed")
            await asyncio.sleep(0.02)
            return await service.judge.take_letter(raw) if raw is not None else None

        service._take = filed_first  # type: ignore[method-assign]
    elif name == "known-forgotten":
        # A letter that comes again counts as another one.
        from pbem.store import letters

        real = letters.keep

        async def forgetful(db: Any, raw: bytes, letter: Any, *rest: Any) -> Any:
            noise = f"{random.getrandbits(60):x}"
            return await real(db, raw, replace(letter, sha256=letter.sha256[:40] + noise), *rest)

        async def none_before(db: Any, row: Any) -> None:
            return None

        letters.keep, letters.came_before = forgetful, none_before
    elif name == "talkative-log":

        async def talking(raw: bytes, sender: str, recipient: str) -> smtp.Outcome:
            structlog.get_logger().info("sending", to=recipient)
            return await send(raw, sender, recipient)

        service.send = talking
    elif name:
        raise ValueError(f"there is no planted fault {name!r}")


def main() -> None:
    """The parent: it forks a judge for each line and waits for its end."""
    silence_logs()
    asyncio.run(_warm())
    collector.settle()
    for line in sys.stdin:
        life = Life(**json.loads(line))
        pid = os.fork()
        if pid == 0:
            _child(life)
        _say({"begun": pid, "serial": life.serial})
        _, status = os.waitpid(pid, 0)
        _say({"ended": pid, "serial": life.serial, "code": os.waitstatus_to_exitcode(status)})


async def _warm() -> None:
    """Play one letter, so that what is loaded on first use is there in every child."""
    all_boxes()
    with TemporaryDirectory() as folder:
        store = await open_store(f"sqlite:///{folder}/warm.sqlite3")
        judge = Judge(store, SystemClock(), CONFIG, {MarksBox.name: MarksBox()})
        players = [NewPlayer(address=f"{seat}@example.org", name=seat, seats=(seat,)) for seat in SEATS]
        game = await judge.new_game("warm", MarksBox.name, {"rounds": 2}, players)
        async with store.reading() as db:
            token = (await games.seats(db, game))[0].token
        await judge.take_letter(letter("red@example.org", token, "<warm@example.org>", "MARK 1 IN 1"))
        await store.close()


def _child(life: Life) -> None:
    code = 1
    try:
        out = os.open(life.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(out, 1)
        os.dup2(out, 2)
        live(life)
        code = 0
    except BaseException:  # noqa: BLE001 -- whatever it is, the parent must not go on in this process
        with open(life.broken, "a", encoding="utf-8") as file:
            traceback.print_exc(file=file)
    os._exit(code)


def _say(what: dict[str, object]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    main()
