"""`pbem rehearse`: what would change in the games at hand if this version took over, found without touching them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from engine.core.decision import Decision, Json
from engine.core.flow import Flow, ask, ask_all, roll
from engine.core.options import Amount, OneOf
from engine.core.table import Rules, Step
from pbem.cli import main
from pbem.clock import SetClock
from pbem.rehearse import Depth, rehearse
from pbem.store import NewerDatabase, Store, open_store
from pbem.store.database import migration_config
from tests.pbem.mailroom import Mailroom
from tests.pbem.toy import SEATS, ToyBox, ToyRules, ToyState, stance

BOX = {"toy": ToyBox()}


class _Changed(ToyBox):
    """The toy in another version."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules

    def rules(self, data_text: str | None) -> Rules[Any]:
        return self._rules


def _bid(highest: int = 3, dice: int = 1, bonus: int = 0, key: str = "points") -> Callable[[ToyState], Flow[str]]:
    def bid(state: ToyState) -> Flow[str]:
        bids = yield from ask_all(
            Decision(kind="bid", seat=seat, rule="1", options=Amount(0, highest), default=0) for seat in SEATS
        )
        state.winner = "red" if bids["bid@red"] >= bids["bid@blue"] else "blue"
        numbers = yield from roll(key, dice, rule="1")
        state.points[state.winner] += numbers[0] + bonus
        return f"{state.turn}/stance"

    return bid


def _unasked(state: ToyState) -> Flow[str]:
    state.stances.append("meek")
    state.turn += 1
    yield from ()
    return f"{state.turn}/bid" if state.turn <= 2 else "over"


def _named_otherwise(state: ToyState) -> Flow[str]:
    options = OneOf(("bold", "meek"))
    yield from ask(Decision(kind="pose", seat=SEATS[0], rule="2", options=options, default="meek"))
    return "over"


USUAL = _bid()


class _Rules(ToyRules):
    def __init__(
        self,
        bid: Callable[[ToyState], Flow[str]] = USUAL,
        after: Callable[[ToyState], Flow[str]] = stance,
    ) -> None:
        self._bid, self._after = bid, after

    def step(self, state: ToyState) -> Step[ToyState] | None:
        if state.cursor == "over":
            return None
        return Step(state.cursor, "1", self._bid if state.cursor.endswith("bid") else self._after)


class _Unreadable(ToyRules):
    def from_json(self, raw: Json, schema: int) -> ToyState:
        raise ValueError("schema 1 is not known any more")


async def _game(store: Store, clock: SetClock, *orders: tuple[str, str]) -> Mailroom:
    room = Mailroom(store, clock)
    await room.begin()
    for seat, text in orders:
        assert await room.write(seat, text) == "done"
    return room


ROUND = (("red", "BID 3"), ("blue", "BID 1"), ("red", "STANCE bold"))


@pytest.mark.parametrize("depth", Depth)
async def test_the_same_rules_diverge_nowhere(url: str, store: Store, clock: SetClock, depth: Depth) -> None:
    await _game(store, clock, *ROUND, ("red", "BID 2"))
    found = await rehearse(url, depth, BOX)
    assert found.diverged == []
    assert (found.games, found.migrations) == (1, ())
    assert (found.steps, found.entries) == ((1, 0) if depth is Depth.TAIL else (3, 4))


async def test_a_finished_game_is_looked_at_only_with_all(url: str, store: Store, clock: SetClock) -> None:
    await _game(store, clock, *ROUND, *ROUND)
    assert (await rehearse(url, Depth.TAIL, BOX)).games == 0
    found = await rehearse(url, Depth.WHOLE, BOX)
    assert (found.games, found.diverged) == (1, [])


# (rules, orders so far, depth, what is said)
CHANGES = {
    "an answer that is refused now": (
        _Rules(_bid(highest=2)), ROUND, Depth.WHOLE, r"step 1/bid, entry 1 \(bid@red\): Jour.*was answered 3",
    ),
    "two dice for one": (
        _Rules(_bid(dice=2)), ROUND, Depth.WHOLE, r"1/bid, entry 3 \(chance:points:6\): Jour.*draws chance:points:6.",
    ),
    "a draw of another name": (
        _Rules(_bid(key="luck")), ROUND, Depth.WHOLE, r"step 1/bid, entry 3 \(chance:points:6\).*draws chance:luck",
    ),
    "another result": (
        _Rules(_bid(bonus=1)), ROUND, Depth.WHOLE, r"step 1/bid.*the position behind the step differs in: points",
    ),
    "a question of another name": (
        _Rules(after=_named_otherwise), ROUND, Depth.WHOLE, r"1/stance, entry 4 \(stance@red\).*asks \['pose@red'\]",
    ),
    "a question that is asked no more": (
        _Rules(after=_unasked), ROUND, Depth.WHOLE, r"step 1/stance, entry 4 \(stance@red\)",
    ),
    "the open question is asked no more": (
        _Rules(after=_unasked), ROUND[:2], Depth.TAIL, r"step 1/stance: the rules go on from here by themselves",
    ),
    "an accepted answer is refused now": (
        _Rules(_bid(highest=2)), ROUND[:1], Depth.TAIL, r"step 1/bid, bid@red: the answer that was accepted",
    ),
    "a position that can't be read": (
        _Unreadable(), ROUND[:1], Depth.TAIL, r"step 1/bid: schema 1 is not known any more",
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
async def test_a_changed_rule_is_found_with_the_entry(tmp_path: Path, clock: SetClock, change: str) -> None:
    rules, orders, depth, said = CHANGES[change]
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    store = await open_store(url)
    await _game(store, clock, *orders)
    found = await rehearse(url, depth, {"toy": _Changed(rules)})
    await store.close()
    assert [str(one) for one in found.diverged if re.search(said, str(one))] == [str(found.diverged[0])]
    assert json.loads(json.dumps(found.to_json()))["diverged"][0]["game"] == "tiny"


async def test_one_bad_game_does_not_hide_the_others(url: str, store: Store, clock: SetClock) -> None:
    room = await _game(store, clock, *ROUND)
    await room.begin(name="other")
    async with store.writing() as db:
        await db.execute(sa.text("UPDATE game SET rules = 'whist' WHERE name = 'tiny'"))
    found = await rehearse(url, Depth.TAIL, BOX)
    assert [str(one) for one in found.diverged] == ["tiny: its rules can't be had: this version has no game 'whist'"]
    assert (found.games, found.steps) == (2, 1)


@pytest.mark.parametrize(
    ("tampering", "entry"),
    [
        ("UPDATE entry SET given = '2' WHERE number = 1", 1),
        ("UPDATE entry SET \"by\" = 'default' WHERE number = 2", 2),
        ("DELETE FROM entry WHERE number = 4", 0),
        ("UPDATE game SET record_hash = 'x'", 0),
    ],
)
async def test_a_record_that_was_changed_is_found(
    url: str, store: Store, clock: SetClock, tampering: str, entry: int
) -> None:
    await _game(store, clock, *ROUND)
    async with store.writing() as db:
        await db.execute(sa.text(tampering))
    found = await rehearse(url, Depth.WHOLE, BOX)
    assert [one.entry for one in found.diverged if "hash" in one.why] == [entry]


# ---------------------------------------------------------------------- the database


def _state(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.suffix == ".db"
    }


async def _closed(tmp_path: Path, clock: SetClock, *changes: str) -> str:
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    store = await open_store(url)
    await _game(store, clock, *ROUND)
    async with store.writing() as db:
        for change in changes:
            await db.execute(sa.text(change))
    await store.close()
    return url


async def test_nothing_is_written(tmp_path: Path, clock: SetClock) -> None:
    url = await _closed(tmp_path, clock)
    before = _state(tmp_path)
    await rehearse(url, Depth.WHOLE, BOX)
    assert _state(tmp_path) == before


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path, clock: SetClock) -> None:
    url = await _closed(tmp_path, clock, "UPDATE alembic_version SET version_num = '9999'")
    before = _state(tmp_path)
    for use in (rehearse(url, Depth.TAIL, BOX), open_store(url)):
        with pytest.raises(NewerDatabase, match=r"at version 9999.*newer version of it was here"):
            await use
    assert _state(tmp_path) == before


async def test_postgres_of_a_newer_version_is_refused(url: str, store: Store) -> None:
    async with store.writing() as db:
        await db.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase):
        await rehearse(url, Depth.TAIL, BOX)
    with pytest.raises(NewerDatabase):
        await open_store(url)


@pytest.fixture
def first_version(tmp_path: Path) -> str:
    """A database as the first version of the program left it, with one game."""
    path = tmp_path / "judge.db"
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        command.upgrade(migration_config(connection), "0001")
        connection.commit()
    engine.dispose()
    assert sqlite3.connect(path).execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    return f"sqlite:///{path}"


async def test_an_older_database_is_read_and_its_migrations_tried_on_a_copy(first_version: str, tmp_path: Path) -> None:
    before = _state(tmp_path)
    found = await rehearse(first_version, Depth.WHOLE, BOX)
    assert found.migrations[:1] == ("0002",)
    assert found.migrations_tried
    assert found.diverged == []
    assert _state(tmp_path) == before


async def test_a_migration_that_fails_is_told(first_version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(url: str) -> Store:
        raise sa.exc.OperationalError("ALTER TABLE", {}, Exception("duplicate column"))

    monkeypatch.setattr("pbem.rehearse.open_store", fail)
    found = await rehearse(first_version, Depth.TAIL, BOX)
    assert "the migrations 0002" in str(found.diverged[0])


async def test_without_a_database_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await rehearse(f"sqlite:///{tmp_path / 'nothing.db'}", Depth.TAIL, BOX)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- the command


@pytest.mark.parametrize(("rules", "status"), [(ToyRules(), 0), (_Rules(_bid(highest=2)), 1)])
async def test_the_command_ends_with_a_status(
    tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    rules: ToyRules, status: int,
) -> None:  # fmt: skip
    url = await _closed(tmp_path, clock)
    monkeypatch.setattr("pbem.boxes.all_boxes", lambda: {"toy": _Changed(rules)})
    for form in ([], ["--json"]):
        monkeypatch.setattr(sys, "argv", ["pbem", "rehearse", "--all", "--url", url, *form])
        assert await asyncio.to_thread(_status) == status
    text, _, line = capsys.readouterr().out.rstrip().rpartition("\n")
    assert ("none differs" in text) is (status == 0)
    assert len(json.loads(line)["diverged"]) == status


def _status() -> object:
    try:
        main()
    except SystemExit as end:
        return end.code or 0
    return 0
