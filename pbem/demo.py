"""`pbem demo`: mail system, judge and automatic players in one process, on loopback; all that is said goes by mail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pbem.boxes import FIRST, all_boxes, all_tools
from pbem.clock import SystemClock
from pbem.demo_progress import Progress, Standing, standing
from pbem.export import export_letters, export_record
from pbem.game_tools import GameTools, seats_in
from pbem.journal_lines import silence_logs
from pbem.judge import Judge, NewPlayer
from pbem.judge_config import JudgeConfig
from pbem.mail import smtp
from pbem.mail.embedded import DOMAIN, HOST, LocalMail
from pbem.mail.imap import ImapMailbox
from pbem.mail.mailbox import Mailbox
from pbem.mail.maildir import MaildirMailbox
from pbem.mail.settings import ImapSettings, SmtpSettings
from pbem.players import AutomaticPlayer
from pbem.service import Rhythm, Service
from pbem.store import Store, games, open_store

PASSWORD = "secret"
MARK = "made-by-pbem-demo"
PEOPLE = (("Anna", "en"), ("Bram", "en"), ("Claire", "en"), ("Dirk", "en"), ("Erzsébet", "hu"), ("Frans", "en"))
RHYTHM = Rhythm(poll=0.1, sweep=5.0, flush=1.0, heartbeat=3600.0, idle=False)
STILL_SECONDS = 6.0
"""A game that has not moved for so long waits for a player who got something wrong: the form is sent as it stands."""
STILL_AT_MOST = 5


class BadDemo(Exception):
    """The demo can't begin or go on; the text says what to do."""


@dataclass(frozen=True)
class DemoPlan:
    """What the command line asks for."""

    rules: str = FIRST
    players: int = 0
    seed: int = 1
    out: Path = Path("demo-out")
    mode: str = ""
    slow: bool = False
    keep: bool = False
    human: str = ""

    @property
    def tools(self) -> GameTools:
        """The game that is played."""
        return all_tools()[self.rules]

    @property
    def seats(self) -> list[list[str]]:
        """The seats of each player. Raises ValueError for a number that the game is not for."""
        return self.tools.seats_of(self.players or self.tools.usual_players)


def run_demo(plan: DemoPlan) -> Standing:
    """Play the demo to its end. Raises BadDemo."""
    if plan.human and not plan.keep:
        raise BadDemo("--human needs --keep: the mail system must stay up for you.")
    try:
        seats = seats_in(plan.seats)
        plan.tools.checked_mode(plan.mode)
    except ValueError as fault:
        raise BadDemo(str(fault)) from fault
    if plan.human and plan.human not in seats:
        raise BadDemo(f"--human {plan.human}: with {len(plan.seats)} players there are {', '.join(seats)}.")
    _clear(plan.out)
    silence_logs()
    try:
        return asyncio.run(_Demo(plan).play())
    except BrokenPipeError:
        raise BadDemo(
            f"stopped, since nobody reads along any more; what was written so far lies in {plan.out}"
        ) from None
    except KeyboardInterrupt:
        raise BadDemo(f"stopped; what was written so far lies in {plan.out}") from None


def _clear(out: Path) -> None:
    """Make room: an earlier demo is replaced, anything else is left alone."""
    try:
        if out.exists() and any(out.iterdir()):
            if not (out / MARK).exists():
                raise BadDemo(f"{out} holds other files. Name an empty folder: --out FOLDER")
            shutil.rmtree(out)
        out.mkdir(parents=True, exist_ok=True)
        (out / MARK).write_text("This folder is replaced by the next demo.\n", encoding="utf-8")
    except OSError as fault:
        raise BadDemo(f"{out} can't be used: {fault.strerror}. Name another folder: --out FOLDER") from fault


class _Demo:
    def __init__(self, plan: DemoPlan) -> None:
        self.plan = plan
        self.tools = plan.tools
        self.game = self.tools.demo_game
        self.clock = SystemClock()
        self.progress = Progress(self.tools)
        self.people = [
            NewPlayer(
                address=f"{_mailbox_name(name)}@{DOMAIN}", name=name, seats=seats, language=language,
                zone="Europe/Budapest" if language == "hu" else "Europe/Amsterdam",
            )
            for (name, language), seats in zip(PEOPLE, plan.seats, strict=False)
        ]  # fmt: skip

    async def play(self) -> Standing:
        plan = self.plan
        users = {_mailbox_name(person.name): PASSWORD for person in self.people} | {"judge": PASSWORD}
        mail = await LocalMail.start(plan.out / "mail", users)
        store = await open_store(f"sqlite:///{plan.out / 'judge.sqlite3'}")
        try:
            return await self._with(mail, store)
        finally:
            await store.close()
            await mail.close()

    async def _with(self, mail: LocalMail, store: Store) -> Standing:
        post = SmtpSettings(HOST, mail.smtp_port, None, None, "none")
        imap = ImapSettings(HOST, mail.imap_port, "judge", PASSWORD, "none")
        config = JudgeConfig(
            address=f"judge@{DOMAIN}",
            judge_name="Demo judge",
            answers_an_hour=100_000,
            answers_a_day=100_000,
            letters_an_hour=0,
            letters_a_day=0,  # a whole game in two minutes is more than these allow
        )

        async def open_mailbox() -> Mailbox:
            return await ImapMailbox.open(imap)

        service = Service(
            judge=Judge(store, self.clock, config),
            open_mailbox=open_mailbox,
            send=partial(smtp.send, post),
            clock=self.clock,
            rhythm=RHYTHM,
        )
        await service.judge.new_game(
            self.game, self.plan.rules,
            self.tools.options(self.plan.seats, self.plan.mode, self.tools.demo_settings), self.people,
            schedule=None, on_deadline="wait", data_name="the judge's own",
        )  # fmt: skip
        automatic = {
            person.name: AutomaticPlayer(person.name, person.address, self.plan.seed, post, self.clock, self.tools.vary)
            for person in self.people
            if self.plan.human not in person.seats
        }
        self._say_hello(mail)
        tasks = [asyncio.create_task(service.run())]
        tasks += [
            asyncio.create_task(self._sit(player, mail.maildir(_mailbox_name(player.name))))
            for player in automatic.values()
        ]
        watch = asyncio.create_task(self._watch(store, service, list(automatic.values())))
        try:
            with _stopped_by_signals(watch):
                await asyncio.wait({watch, *tasks}, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    if task.done():
                        task.result()
                        raise BadDemo("a part of the demo ended before the game did")
                final = await watch
                await self._farewell(store, final)
                if self.plan.keep:
                    await self._stay(mail)
                return final
        except asyncio.CancelledError:
            raise BadDemo(f"stopped; what was written so far lies in {self.plan.out}") from None
        finally:
            service.stopping.set()
            for task in tasks[1:]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _sit(self, player: AutomaticPlayer, maildir: Path) -> None:
        """A player at his mailbox: read, answer, put away."""
        mailbox = MaildirMailbox(maildir)
        while True:
            for uid in await mailbox.waiting():
                raw = await mailbox.fetch(uid)
                if raw is not None and await player.receive(raw) and self.plan.slow:
                    await asyncio.sleep(1.0)
                await mailbox.file_away(uid, "Read")
            await mailbox.wait(5.0)

    async def _watch(self, store: Store, service: Service, players: Sequence[AutomaticPlayer]) -> Standing:
        """Show how it goes until the game is over. Raises BadDemo when it does not move any more."""
        loop = asyncio.get_running_loop()
        moved, before, still = loop.time(), None, 0
        now: Standing | None = None
        while True:
            now = await standing(store, self.game, now)
            self.progress.show(now)
            if now.over:
                # The last reports are on their way to the players.
                while (await standing(store, self.game)).unsent:
                    await asyncio.sleep(0.1)
                return await standing(store, self.game)
            if (now.journal, now.answered) != before:  # letters alone move nothing: they may be refused for ever
                moved, before, still = loop.time(), (now.journal, now.answered), 0
            elif loop.time() - moved > STILL_SECONDS and not self.plan.human:
                still += 1
                if still > STILL_AT_MOST or service.tally.failed > 20:
                    raise BadDemo(
                        f"the game stands still in {now.moment} ({now.where}); "
                        f"letters and record lie in {self.plan.out}"
                    )
                for player in players:
                    await player.answer_as_it_stands()
                moved = loop.time()
            await asyncio.sleep(0.15)

    # ------------------------------------------------------------------ what is said

    def _say_hello(self, mail: LocalMail) -> None:
        say = self.progress.say
        mode = self.tools.checked_mode(self.plan.mode)
        how = f"{len(self.people)} players, {f'{mode} mode, ' if mode else ''}seed {self.plan.seed}"
        say(f"{self.tools.title}, {how}.")
        say(f"The judge reads judge@{DOMAIN} by IMAP ({mail.imap_port}); letters go by SMTP ({mail.smtp_port}).")
        for person in self.people:
            how = "you" if self.plan.human in person.seats else "automatic"
            say(f"  {person.name} <{person.address}> plays {' and '.join(person.seats)} ({how})")
        if self.plan.keep:
            self._say_how_to_join(mail)
        say("")

    def _say_how_to_join(self, mail: LocalMail) -> None:
        say = self.progress.say
        mine = [person for person in self.people if self.plan.human in person.seats]
        person = mine[0] if mine else self.people[0]
        say("To take the seat, or to read along, set up an account in any mail client on this machine:")
        say(f"  address {person.address}   user {_mailbox_name(person.name)}   password {PASSWORD}")
        say(f"  IMAP {HOST} port {mail.imap_port}, SMTP {HOST} port {mail.smtp_port}, no encryption, no SMTP login")

    async def _farewell(self, store: Store, final: Standing) -> None:
        out = self.plan.out
        async with store.reading() as db:
            game = await games.game(db, self.game)
        assert game is not None
        exported = await export_letters(store, game, out)
        await export_record(store, game, all_boxes()[game.rules], out / "record.jsonl")
        say = self.progress.say
        say("")
        for line in self.tools.score_table(final.view):
            say(line)
        say("")
        say(f"{exported.letters} letters:  {out / 'letters'} (.eml, in the order of time)")
        say(f"{exported.reports} reports:  {out / 'reports'} (PDF, a folder for each player)")
        say(f"record:       {out / 'record.jsonl'} (every answer and draw; test it: pbem verify FILE)")
        say(f"database:     {out / 'judge.sqlite3'}    mailboxes: {out / 'mail'}")
        (out / "score.json").write_text(json.dumps(final.score, indent=1), encoding="utf-8")

    async def _stay(self, mail: LocalMail) -> None:
        self.progress.say("")
        self.progress.say("Still up (--keep). Ctrl-C ends it.")
        self._say_how_to_join(mail)
        with contextlib.suppress(asyncio.CancelledError):  # Ctrl-C is the way to end this well
            await asyncio.Event().wait()


@contextmanager
def _stopped_by_signals(watch: asyncio.Task[Standing]) -> Iterator[None]:
    """SIGTERM ends the demo as Ctrl-C does."""
    loop, here = asyncio.get_running_loop(), asyncio.current_task()
    assert here is not None

    def stop() -> None:
        watch.cancel()
        here.cancel()

    with contextlib.suppress(NotImplementedError):  # some event loops know no signals (Windows)
        loop.add_signal_handler(signal.SIGTERM, stop)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGTERM)


def _mailbox_name(name: str) -> str:
    """ "Erzsébet" -> "erzsebet"."""
    import unicodedata

    plain = unicodedata.normalize("NFD", name.lower())
    return "".join(c for c in plain if c.isascii() and c.isalnum())
