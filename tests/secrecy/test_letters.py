"""What a seat may not know changes no byte of its mail and no moment of its game, in every game of the registry.

Hidden cards are dealt anew, sealed answers are replaced: each time two worlds are played on by the same letters, and
every letter to the reader (text, PDF, headers) and every deadline is compared. The last tests plant leaks, which must
be found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from engine import games
from engine.core.decision import Json
from engine.core.events import Event
from engine.core.prelude import with_own_chance
from engine.heads_of_state import keeping
from pbem.boxes import all_boxes
from pbem.game_box import GameBox, Pace, Position
from pbem.playing import Sitting
from pbem.reports.facts import Rendered, ReportFacts
from pbem.store import games as store_games
from tests.secrecy import heads_of_state, sealed
from tests.secrecy.worlds import Play, World, compare, lines_of

NOW: Final = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
GAME: Final = "gouda"
Plan = Callable[[Sitting, str, random.Random], "Play | None"]

HIDING: Final[Mapping[str, Plan | None]] = {
    "dutch_revolt": None, "heads_of_state": heads_of_state.plan, "here_i_stand": None,
}  # fmt: skip
"""How the hidden part of a position is replaced; None: a game whose positions hide nothing (Dutch Revolt, 1.2), or one
with a proof of its own (test_here_i_stand_letters.py)."""


class OnlyFor:
    """A box that draws the reports of one reader and gives the others an empty page: drawing is what takes time."""

    def __init__(self, box: GameBox, reader: str = "") -> None:
        self._box, self._reader = box, reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._box, name)

    def render(self, facts: ReportFacts) -> Rendered:
        if self._reader in facts.seats:
            return self._box.render(facts)
        return Rendered(b"", "nothing to read", "empty.pdf", "empty")


def test_every_game_says_how_its_secrets_are_kept() -> None:
    assert list(HIDING) == list(games.names())


@dataclass
class Found:
    """What the comparison of a game came to."""

    leaks: list[str] = field(default_factory=list)
    hidden: int = 0
    sealed: int = 0


async def examine(
    folder: Path, rules: str, options: Mapping[str, Json], *, positions: int, plans: Sequence[Plan],
    leak: Callable[[World], None] = lambda world: None,
) -> Found:  # fmt: skip
    """Play games by letters and compare two worlds at so many of their positions, each reader in turn."""
    found = Found()
    for seed in range(positions):
        if found.hidden + found.sealed >= positions:
            break
        await _examine_a_game(folder / f"{seed}.db", rules, options, found, positions, plans, leak)
    return found


async def _examine_a_game(
    path: Path, rules: str, options: Mapping[str, Json], found: Found, positions: int, plans: Sequence[Plan],
    leak: Callable[[World], None],
) -> None:  # fmt: skip
    rng = random.Random(f"{rules}/{path.stem}")
    boxes = {rules: OnlyFor(all_boxes()[rules])}
    world = await World.open(path, NOW, boxes)  # type: ignore[arg-type]
    seats = [str(seat) for seat in with_own_chance(all_boxes()[rules].rules(None), options).seats(options)]
    try:
        await world.begin(GAME, rules, options, seats)
        number = 0
        while not (sitting := await world.sitting(GAME)).over and found.hidden + found.sealed < positions:
            reader = seats[number % len(seats)]
            number += 1
            for plan in plans:
                play = plan(sitting, reader, rng)
                if play is None:
                    continue
                world.judge.desk.boxes = {rules: OnlyFor(all_boxes()[rules], reader)}  # type: ignore[dict-item]
                differing = await compare(world, GAME, reader, play, leak)
                world.judge.desk.boxes = boxes  # type: ignore[assignment]
                found.leaks += [f"{sitting.table.step_name}, seen by {reader}: {one}" for one in differing]
                found.sealed += plan is sealed.plan
                found.hidden += plan is not sealed.plan
            await play_on(world, sitting, rng)
    finally:
        await world.close()


async def play_on(world: World, sitting: Sitting, rng: random.Random) -> None:
    """One seat answers all it is asked, at random."""
    awaited = sitting.awaited()
    seat = awaited[rng.randrange(len(awaited))]
    mine = [decision for decision in sitting.table.open if decision.seat == seat]
    await world.write(GAME, seat, [line for decision in mine for line in lines_of(sitting, decision, rng)])
    if seat in (await world.sitting(GAME)).awaited():
        await world.write(GAME, seat, ["READY"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_hidden_cards_change_no_byte(players: int, tmp_path: Path) -> None:
    found = await examine(tmp_path, "heads_of_state", {"players": players}, positions=40, plans=[heads_of_state.plan])
    assert found.leaks == []
    assert found.hidden >= 40


async def test_half_a_turn_is_not_seen(tmp_path: Path) -> None:
    plans = [heads_of_state.half_a_turn]
    found = await examine(tmp_path, "heads_of_state", {"players": 3}, positions=24, plans=plans)
    assert found.leaks == []
    assert found.hidden >= 24


async def ends_of_rounds(
    folder: Path, players: int, games_played: int, leak: Callable[[World], None] = lambda world: None
) -> Found:
    """Games brought to the end of a round, each seat but the active one a reader."""
    found = Found()
    seats = ["red", "yellow", "blue", "green", "black"][:players]
    for seed in range(games_played):
        rng = random.Random(f"{players}/{seed}")
        boxes: Any = {"heads_of_state": OnlyFor(all_boxes()["heads_of_state"])}
        world = await World.open(folder / f"{seed}.db", NOW, boxes)
        try:
            await world.begin(GAME, "heads_of_state", {"players": players}, seats)
            for _ in range(rng.randrange(2, 9)):
                await play_on(world, await world.sitting(GAME), rng)
            while (await world.sitting(GAME)).table.state.phase != 1:
                await play_on(world, await world.sitting(GAME), rng)
            s = (await world.sitting(GAME)).table.state
            await world.replace_position(lambda position, s=s: heads_of_state.before_the_revolution(s, position))
            s = (await world.sitting(GAME)).table.state
            for reader in seats:
                if reader == s.active:
                    continue
                world.judge.desk.boxes = {"heads_of_state": OnlyFor(all_boxes()["heads_of_state"], reader)}  # type: ignore[dict-item]
                play = heads_of_state.round_ends(s, reader, rng)
                found.leaks += [f"{reader}: {one}" for one in await compare(world, GAME, reader, play, leak)]
                found.hidden += 1
        finally:
            await world.close()
    return found


@pytest.mark.parametrize("players", [2, 3, 5])
async def test_a_change_of_round_shows_no_hand(players: int, tmp_path: Path) -> None:
    found = await ends_of_rounds(tmp_path, players, 8 // (players - 1))
    assert found.leaks == []
    assert found.hidden >= 8


@pytest.mark.parametrize(
    ("rules", "options", "positions"),
    [
        ("dutch_revolt", {"players": 3, "mode": "standard"}, 12),
        ("dutch_revolt", {"players": 5, "mode": "quick"}, 8),
        ("heads_of_state", {"players": 5, "own_chance": True}, 3),
    ],
)
async def test_sealed_answers_change_no_byte(
    rules: str, options: Mapping[str, Json], positions: int, tmp_path: Path
) -> None:
    found = await examine(tmp_path, rules, options, positions=positions, plans=[sealed.plan])
    assert found.leaks == []
    assert found.sealed >= positions


# ------------------------------------------------------------------ planted leaks are found


def _hidden(state: Any) -> int:
    """A number that hangs on every card of the hands and piles."""
    return sum(
        (place + 1) * (ord(card[0]) + ord(card[-1]))
        for pile in (*(family.hand for family in state.families.values()), state.draw_pile, state.treason_pile)
        for place, card in enumerate(pile)
    )


class TellsInReports(OnlyFor):
    """Whoever draws the report looks at the cards."""

    def report_facts(self, rules: Any, state: Any, *about: Any) -> ReportFacts:
        facts: ReportFacts = self._box.report_facts(rules, state, *about)
        return replace(facts, notices=(*facts.notices, f"It stands {_hidden(state) % 97} to 97."))


class TellsInHelp(OnlyFor):
    """An answer to HELP knows what comes."""

    def possible(self, topic: str, position: Position, language: str) -> Sequence[str]:
        return [*self._box.possible(topic, position, language), f"# {_hidden(self.state) % 97}"]

    def turn_and_phase(self, state: Any) -> tuple[int, int]:
        self.state = state
        return self._box.turn_and_phase(state)


class TellsByTheClock(OnlyFor):
    """The deadline is nearer when the cards are good."""

    def pace(self, state: Any) -> Pace:
        return Pace(kind="hours", hours=24 + _hidden(state) % 48)


@pytest.mark.parametrize("leaky", [TellsInReports, TellsInHelp, TellsByTheClock])
async def test_a_planted_leak_is_found(leaky: type[OnlyFor], tmp_path: Path) -> None:
    def leak(world: World) -> None:
        only = world.judge.desk.boxes["heads_of_state"]
        assert isinstance(only, OnlyFor)
        world.judge.desk.boxes = {"heads_of_state": leaky(only._box, only._reader)}  # type: ignore[dict-item]

    plans = [heads_of_state.plan]
    found = await examine(tmp_path, "heads_of_state", {"players": 3}, positions=6, plans=plans, leak=leak)
    assert found.leaks


async def test_a_question_that_follows_a_hand_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those are asked what they keep who hold a courtesan."""
    monkeypatch.setattr(keeping, "over_limits", lambda s, seat: "courtesan" in s.families[seat].hand)
    found = await ends_of_rounds(tmp_path, 5, 2)
    assert found.leaks


class TellsThatATurnWaits(OnlyFor):
    """STATUS gives the deadline that WAIT has moved."""

    def pace(self, state: Any) -> Pace:
        return replace(self._box.pace(state), quiet=False)


async def test_a_turn_that_is_seen_to_wait_is_found(tmp_path: Path) -> None:
    def leak(world: World) -> None:
        only = world.judge.desk.boxes["heads_of_state"]
        assert isinstance(only, OnlyFor)
        world.judge.desk.boxes = {"heads_of_state": TellsThatATurnWaits(only._box, only._reader)}  # type: ignore[dict-item]

    plans = [heads_of_state.half_a_turn]
    found = await examine(tmp_path, "heads_of_state", {"players": 3}, positions=4, plans=plans, leak=leak)
    assert found.leaks


async def test_a_leak_in_an_event_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blind cards of the others told to everybody."""
    plans = [heads_of_state.plan]
    monkeypatch.setattr(Event, "seen_by", lambda event, seats: event.facts)
    found = await examine(tmp_path, "heads_of_state", {"players": 3}, positions=8, plans=plans)
    assert found.leaks


async def test_a_leak_of_sealed_answers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long answer hastens the deadline."""
    whole = Sitting.put_answer

    async def telling(sitting: Sitting, decision: Any, answer: Json, *more: Any, **named: Any) -> None:
        await whole(sitting, decision, answer, *more, **named)
        deadline = await store_games.open_deadline(sitting.db, sitting.id)
        assert deadline is not None
        deadline.due -= timedelta(minutes=len(str(answer)))
        sitting.db.add(deadline)

    monkeypatch.setattr(Sitting, "put_answer", telling)
    options = {"players": 3, "mode": "standard"}
    found = await examine(tmp_path, "dutch_revolt", options, positions=6, plans=[sealed.plan])
    assert found.leaks
