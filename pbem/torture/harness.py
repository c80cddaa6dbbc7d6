"""The torture itself: letters go in, faults fall, and in the end the account is made."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select
from sqlmodel import col

from pbem import real_servers
from pbem.clock import SystemClock
from pbem.deadlines import Schedule
from pbem.judge import Judge, NewPlayer
from pbem.store import Store, games, open_store
from pbem.store.models import Alarm, EntryRow, FirstLook, Game, KeptLine, LetterIn, LetterOut, Pending
from pbem.torture.faults import Fault, Kind, PostgresTrouble, SqliteTrouble, Trouble, plan, small_disk
from pbem.torture.leaks import Leaks
from pbem.torture.ledger import DOMAIN, Account, Ledger
from pbem.torture.marks import RULES, SEATS, MarksBox
from pbem.torture.post import Post, post_open
from pbem.torture.proxy import Harm, Wire, wire_to
from pbem.torture.sink import Sink, sink_open
from pbem.torture.worker import CONFIG, Life

ROUNDS = 20
"""Rounds of a game: so it has twice as many letters."""
AHEAD = 40
"""How many letters lie in the mailbox at most."""
STUCK_SECONDS = 60.0
STEP_SECONDS = 5.0
"""A step that is not reached in this time is given up, and the judge killed where it is."""


class Stuck(Exception):
    """Nothing has moved for a minute, without a fault: the judge waits for something that does not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do. `mail` is one of pbem.torture.post.KINDS."""

    letters: int
    faults: int
    seed: int
    url: str = ""
    mail: str = ""
    plant: str = ""
    only_steps: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    letters: int
    account: Account
    faults: int
    seconds: float
    by_kind: dict[str, int] = field(default_factory=dict)
    lives: int = 0
    again: int = 0
    """Letters that the far end got once more with the same Message-ID, and dropped."""
    alarms: Sequence[str] = ()
    """Of what the host was told."""

    def as_json(self) -> str:
        account = self.account
        return json.dumps({
            "letters": self.letters, "effective": account.effective, "reports": account.reports,
            "lost": account.lost, "doubled": account.doubled, "faults": self.faults, "seconds": round(self.seconds, 1),
        })  # fmt: skip


def torture(plan: Plan) -> Outcome:
    """Raises real_servers.NoServer where Dovecot is asked for and not there, and Stuck."""
    return asyncio.run(_torture(plan))


async def _torture(plan: Plan) -> Outcome:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pbem-torture-")))
        url, trouble = plan.url, None
        if url == "postgres":
            url = stack.enter_context(real_servers.postgres(sync="off"))
        if not url or url.startswith("sqlite"):
            disk = stack.enter_context(small_disk(folder)) if not url else None
            url = url or f"sqlite:///{(disk or folder) / 'judge.sqlite3'}"
            trouble = SqliteTrouble(Path(url.partition(":///")[2]), disk)
        run = f"{plan.seed}-{time.time_ns() // 1_000_000:x}"
        ledger = Ledger(run, ROUNDS, random.Random(plan.seed))
        store = await open_store(url)
        stack.push_async_callback(store.close)
        await _begin_games(store, ledger, plan.letters)
        ledger.plan(plan.letters)
        if trouble is None:
            trouble = PostgresTrouble(url)
            await trouble.prepare()
        stack.push_async_callback(trouble.close)
        sink = await stack.enter_async_context(sink_open(ledger.take))
        post = await stack.enter_async_context(post_open(plan.mail, folder, sink.port))
        imap = await stack.enter_async_context(wire_to(post.imap_port))
        smtp = await stack.enter_async_context(wire_to(post.smtp_port))
        victim = await stack.enter_async_context(_victim(folder, url, imap, smtp, post, plan.plant))
        rack = _Rack(plan, store, ledger, post, sink, imap, smtp, victim, trouble)
        began = time.monotonic()
        await rack.run()
        seconds = time.monotonic() - began
        account = await rack.account()
        account = replace(account, leaks=rack.leaks(folder / "worker.log"))
        return Outcome(
            plan.letters, account, rack.fallen.total(), seconds,
            {kind.value: n for kind, n in sorted(rack.fallen.items(), key=lambda pair: -pair[1])},
            victim.lives, sink.again, await rack.alarms(),
        )  # fmt: skip


async def _begin_games(store: Store, ledger: Ledger, letters: int) -> None:
    """As many games as the letters need; their first reports are queued."""
    judge = Judge(store, SystemClock(), CONFIG, {RULES: MarksBox()})
    secrets: dict[str, str] = {}
    per_game = ROUNDS * len(SEATS)
    for number in range(-(-letters // per_game)):
        name = f"m{ledger.run}-{number}"
        players = [
            NewPlayer(address=f"{seat}{number}.{ledger.run}@{DOMAIN}", name=seat.title(), seats=(seat,))
            for seat in SEATS
        ]
        game = await judge.new_game(name, RULES, {"rounds": ROUNDS}, players, schedule=Schedule(days=30))
        async with store.reading() as db:
            row = await db.get(Game, game)
            assert row is not None
            secrets[row.secret.hex()] = ""
            tokens = {row.seat: row.token for row in await games.seats(db, game)}
        for player in players:
            ledger.seats[name, player.seats[0]] = (player.address, tokens[player.seats[0]])
            secrets[tokens[player.seats[0]]] = player.address
    ledger.leaks = Leaks(secrets)


# ---------------------------------------------------------------------- the judge


@dataclass(slots=True)
class _Victim:
    """The judge's process: started again whenever it ends, until it is told to stop."""

    make_life: Callable[[int], Life]
    parent: asyncio.subprocess.Process
    orders: socket.socket
    pid: int = 0
    lives: int = 0
    stopping: bool = False
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def keep_alive(self) -> None:
        assert self.parent.stdin is not None
        assert self.parent.stdout is not None
        while not self.stopping:
            self.lives += 1
            self.ended.clear()
            life = self.make_life(self.lives)
            self.parent.stdin.write(json.dumps(asdict(life)).encode() + b"\n")
            await self.parent.stdin.drain()
            self.pid = json.loads(await self.parent.stdout.readline())["begun"]
            self.begun.set()
            code = json.loads(await self.parent.stdout.readline())["code"]
            self.pid = 0
            self.begun.clear()
            self.ended.set()
            if code != -signal.SIGKILL:
                await asyncio.sleep(0.05)  # it could not even start: the database is locked

    def last_words(self) -> str:
        """The end of what the judge wrote when it broke."""
        files = [Path(file) for file in (self.make_life(0).log, self.make_life(0).broken)]
        return "\n".join(file.read_text(errors="replace")[-1500:] for file in files if file.exists())

    async def kill(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            await self.ended.wait()

    async def die_at(self, step: str, times: int) -> bool:
        """False when the step was not reached, and it was killed where it stood."""
        await self.begun.wait()
        ended = self.ended
        self.orders.send(f"{self.lives}\t{step}\t{times}".encode())
        try:
            async with asyncio.timeout(STEP_SECONDS):
                await ended.wait()
        except TimeoutError:
            await self.kill()
            return False
        return True

    async def stop(self) -> None:
        self.stopping = True
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
            try:
                async with asyncio.timeout(10):
                    await self.ended.wait()
            except TimeoutError:
                await self.kill()


@asynccontextmanager
async def _victim(folder: Path, url: str, imap: Wire, smtp: Wire, post: Post, plant: str) -> AsyncIterator[_Victim]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pbem.torture.worker",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, pass_fds=[theirs.fileno()],
    )  # fmt: skip
    number = theirs.fileno()

    def life(serial: int) -> Life:
        return Life(
            serial=serial, url=url, imap_port=imap.port, smtp_port=smtp.port, user="judge", password=post.password,
            orders=number, log=str(folder / "worker.log"), broken=str(folder / "worker.broken"), plant=plant,
        )  # fmt: skip

    victim = _Victim(life, parent, ours)
    keeping = asyncio.ensure_future(victim.keep_alive())
    try:
        yield victim
    finally:
        await victim.stop()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        parent.kill()
        await parent.wait()
        ours.close()
        theirs.close()


# ---------------------------------------------------------------------- the course of it


class _Rack:
    """One torture."""

    def __init__(
        self, plan: Plan, store: Store, ledger: Ledger, post: Post, sink: Sink, imap: Wire, smtp: Wire,
        victim: _Victim, trouble: Trouble,
    ) -> None:  # fmt: skip
        self.plan, self.store, self.ledger, self.post, self.sink = plan, store, ledger, post, sink
        self.imap, self.smtp, self.victim, self.trouble = imap, smtp, victim, trouble
        self.fallen: Counter[Kind] = Counter()

    async def run(self) -> None:
        """Returns when all letters are in, all faults have fallen, and the judge has nothing left to do."""
        await self._until(lambda: self.imap.connections > 0)
        while not await self._looked_into():  # what lies in the mailbox at the first look would be left alone
            await asyncio.sleep(0.05)
        feeding = asyncio.ensure_future(self._feed())
        try:
            planned = self.plan
            await self._torment(
                plan(planned.faults, self.ledger.rng, sqlite=self.store.is_sqlite, only_steps=planned.only_steps)
            )
            await feeding
            await self._settle()
        finally:
            feeding.cancel()
            await self.victim.stop()

    async def _feed(self) -> None:
        ledger = self.ledger
        while ledger.delivered < len(ledger.orders):
            while ledger.delivered < len(ledger.orders) and ledger.delivered - ledger.answered < AHEAD:
                for raw in ledger.next_letters():
                    await self.post.deliver(raw)
            await asyncio.sleep(0.01)

    async def _torment(self, faults: list[Fault]) -> None:
        """Spread over the letters: the n-th fault falls when its share of them has been answered."""
        share = 0.95 * len(self.ledger.orders) / max(1, len(faults))
        for number, fault in enumerate(faults):
            await self._until(lambda due=number * share: self.ledger.answered >= due)  # type: ignore[misc]
            await self._inflict(fault)
            self.fallen[fault.kind] += 1

    async def _inflict(self, fault: Fault) -> None:
        kind, victim = fault.kind, self.victim
        if kind is Kind.STEP:
            await victim.die_at(fault.step, fault.times)
        elif kind is Kind.KILL:
            await victim.begun.wait()
            await asyncio.sleep(fault.moment)
            await victim.kill()
        elif kind is Kind.SMTP_LATER:
            self.sink.refuse_next = 3
            await self._briefly(self.sink.refused)
            self.sink.refuse_next = 0
            self.sink.refused.clear()
        elif kind is Kind.DISK:
            await victim.begun.wait()
            await self.trouble.full(victim.pid)
        elif kind is Kind.LOCK:
            await self.trouble.locked()
        elif kind is Kind.GONE:
            await self.trouble.gone()
        else:
            wire = self.imap if kind in (Kind.IMAP_CUT, Kind.IMAP_FREEZE) else self.smtp
            harm = Harm.CUT if kind in (Kind.IMAP_CUT, Kind.SMTP_CUT) else Harm.FREEZE
            sprung = wire.set_trap(harm, to_server=fault.to_server, after=int(fault.moment))
            await self._briefly(sprung)
            if wire.take_up_trap():
                wire.cut_all()

    async def _briefly(self, event: asyncio.Event) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STEP_SECONDS):
                await event.wait()

    async def _settle(self) -> None:
        await self._until(lambda: self.ledger.answered >= len(self.ledger.orders), give_up=True)
        end = time.monotonic() + STUCK_SECONDS
        while time.monotonic() < end and (self.post.under_way() or await self._unsent()):
            await asyncio.sleep(0.1)
        # A letter that goes out twice does so soon after.
        await asyncio.sleep(1.0)

    async def _looked_into(self) -> bool:
        async with self.store.reading() as db:
            return bool((await db.execute(select(func.count()).select_from(FirstLook))).scalar_one())

    async def _unsent(self) -> int:
        async with self.store.reading() as db:
            waiting = select(func.count()).where(col(LetterOut.status).in_(("queued", "sending", "uncertain")))
            new = select(func.count()).where(col(LetterIn.status) == "new")
            return int((await db.execute(waiting)).scalar_one()) + int((await db.execute(new)).scalar_one())

    async def _until(self, reached: Callable[[], bool], *, give_up: bool = False) -> None:
        """Raises Stuck when nothing moves for long; with `give_up` that is left to the account."""
        moved, at = self.ledger.answered, time.monotonic()
        while not reached():
            await asyncio.sleep(0.005)
            if self.ledger.answered != moved:
                moved, at = self.ledger.answered, time.monotonic()
            elif time.monotonic() - at > (STUCK_SECONDS / 4 if give_up else STUCK_SECONDS):
                if give_up:
                    return
                why = self.victim.last_words()
                raise Stuck(f"{moved} of {self.ledger.delivered} letters are answered, and nothing moves. {why}")

    def leaks(self, log: Path) -> list[str]:
        """Secrets in wrong hands, and in the log anything that must not be there."""
        leaks = self.ledger.leaks
        with log.open(encoding="utf-8", errors="replace") as lines:
            count = leaks.look_into_log(lines, [r"(?<!judge)@example\.org", r"\bMARK \d", r"Traceback"])
        return [*leaks.found, *(["nothing was logged"] if not count else [])]

    async def alarms(self) -> list[str]:
        """Names of the sentences that the host was told, or would have been."""
        async with self.store.reading() as db:
            return sorted(set((await db.execute(select(col(Alarm.key)))).scalars().all()))

    async def account(self) -> Account:
        """From the database as it lies there and from what the far end got."""
        names = {game for game, _ in self.ledger.seats}
        async with self.store.reading() as db:
            entries = select(col(Game.name), col(EntryRow.key), col(EntryRow.given))
            rows = (await db.execute(entries.join(Game, col(Game.id) == col(EntryRow.game)))).all()
            # In the last games some marks wait for others that were never written.
            pending = select(col(Game.name), col(Pending.key), col(Pending.answer))
            pending = pending.join(Game, col(Game.id) == col(Pending.game))
            kept = select(col(Game.name), col(KeptLine.kind), col(KeptLine.seat), col(KeptLine.order))
            kept = kept.join(Game, col(Game.id) == col(KeptLine.game))
            waiting = [(name, key, answer) for name, key, answer in (await db.execute(pending)).all()]
            waiting += [(name, f"{kind}@{seat}", order) for name, kind, seat, order in (await db.execute(kept)).all()]
            aside = select(col(LetterIn.message_id)).where(col(LetterIn.status) == "shunted")
            shunted = set((await db.execute(aside)).scalars().all())
        record: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
        for name, key, given in rows:
            if name in record:
                record[name].append((key, given))
        return self.ledger.account(record, waiting, shunted)
