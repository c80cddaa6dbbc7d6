"""The board is open, orders are not: sealed answers change no byte of what anybody else is shown before their moment.

Each moment is played twice, with two different answers; everything that the other players could be sent is compared.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine import games
from engine.core.decision import AnyDecision, Json, Seat
from engine.core.table import Rules, Table
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.rules import DutchRevolt
from engine.dutch_revolt.state import DutchRevoltState
from pbem.game_box import visible
from pbem.games.dutch_revolt.box import DutchRevoltBox
from pbem.games.dutch_revolt.text import twin
from pbem.reports.facts import ReportFacts, SeatStatus
from tests.fuzz.digest_of_a_game import MADE, position_of
from tests.fuzz.walk import DUTCH, Options, dice, legal, named, start

BOX = DutchRevoltBox()
RULES = DUTCH.rules
DRAW_EVERY = 12
"""Drawing the PDF is slow; everything else is compared at every moment, for one of the others in turn."""

LATER = ("overflow", "neutrals")
"""Asked with phase 10, carried out in phases 12 and 13."""

Seen = dict[str, bytes]
Player = tuple[str, ...]


def players_of(table: Table[Any]) -> list[Player]:
    """The seats of each player: two with two players."""
    partners = table.state.partners
    pairs = [tuple(sorted({faction, partners.get(faction, faction)})) for faction in table.state.factions]
    return list(dict.fromkeys(pairs))


def facts_for(table: Table[Any], reader: Player, rules: Rules[Any], language: str) -> ReportFacts:
    """What the report of a player is made from. That somebody was asked, and has answered, is known to all."""
    asked = {str(decision.seat) for decision in table.asked}
    statuses = tuple(SeatStatus(seat=f, player=f.title(), asked=f in asked) for f in table.state.factions)
    known = {
        "game": "gouda", "number": 7, "language": language, "zone": "Europe/Budapest", "player": "Anna",
        "seats": reader, "made": MADE, "statuses": statuses,
    }  # fmt: skip
    events = visible(table.state.events, reader)
    return BOX.report_facts(rules, table.state, position_of(BOX, table, reader), events, known)


def seen_by(table: Table[Any], reader: Player, rules: Rules[Any], *, language: str, drawn: bool) -> Seen:
    """Everything that a player could be sent now, as bytes."""
    mine = [decision for decision in table.asked if decision.seat in reader]
    facts = facts_for(table, reader, rules, language)
    asked = [(d.key, d.rule, d.about, dict(d.facts), BOX.ask_line(d, language, None)) for d in mine]
    seen = {
        "view": json.dumps([rules.view(table.state, Seat(seat)) for seat in reader]).encode(),
        "spectator": json.dumps(rules.view(table.state, None)).encode(),
        "questions": json.dumps(asked).encode(),
        "form": BOX.form(position_of(BOX, table, reader), language).encode(),
        "text": twin(BOX.catalogue(language, None), facts).encode(),
    }
    return {**seen, "pdf": BOX.render(facts).pdf} if drawn else seen


def differing(first: Seen, second: Seen) -> list[str]:
    """What is not the same."""
    return [name for name in first if first[name] != second[name]]


@dataclass
class Found:
    """What the comparison of a game came to."""

    leaks: list[str]
    incomplete: int = 0
    waiting: int = 0
    drawn: int = 0


def examine(options: Options, seed: int, rules: Rules[Any] = RULES, *, most: int, kinds: tuple[str, ...] = ()) -> Found:
    """Play a game; at every question, give one sealed answer in two ways and compare what the others can see.

    `kinds` are the kinds of questions that are looked at; all where none is named.
    """
    draw = random.Random(named(options, seed))
    table = start(options, seed, rules)
    found = Found([])
    moment = 0
    while not table.over and moment < most:
        moment += 1
        decision = table.open[draw.randrange(len(table.open))]
        answer = legal(draw)(decision)
        table.take_events()
        other = _another(decision, answer, draw)
        looked_at = not kinds or decision.kind in kinds
        if looked_at and other is not None and len(table.asked) > 1:
            _compare(table, decision, (answer, other), moment, found, options, seed)
        table.answer(decision.key, answer, "order")
    return found


def _another(decision: AnyDecision, answer: Json, draw: random.Random) -> Json:
    """A different answer to the same question."""
    for _ in range(12):
        other = legal(draw)(decision)
        if other != answer:
            return other
    return None


def _compare(
    table: Table[Any], decision: AnyDecision, answers: tuple[Json, Json], moment: int, found: Found, options: Options,
    seed: int,
) -> None:  # fmt: skip
    rules = table.rules
    one, two = (Table.resume(rules, table.checkpoint, table.tail, dice(options, seed)) for _ in answers)
    for fork, answer in zip((one, two), answers, strict=True):
        fork.answer(decision.key, answer, "order")
    incomplete = one.find(decision.key) is None and one.asked and decision.key in {d.key for d in one.asked}
    waiting = all(decision.key in fork.state.instructions for fork in (one, two))
    if not incomplete and not waiting:
        return
    found.incomplete += bool(incomplete)
    found.waiting += waiting
    language = "hu" if moment % 2 else "en"
    drawn = moment % DRAW_EVERY == 0
    found.drawn += drawn
    readers = [player for player in players_of(table) if decision.seat not in player]
    reader = readers[moment % len(readers)]
    sights = [seen_by(fork, reader, rules, language=language, drawn=drawn) for fork in (one, two)]
    if incomplete:
        sights.append(seen_by(table, reader, rules, language=language, drawn=drawn))
    for sight in sights[1:]:
        if names := differing(sights[0], sight):
            found.leaks.append(f"{table.step_name}, {decision.key} seen by {reader}: {', '.join(names)}")


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        ({"players": 5, "mode": "standard"}, 1),
        ({"players": 5, "mode": "quick"}, 2),
        ({"players": 3, "mode": "strict", "loyalty": "sealed"}, 3),
        ({"players": 2, "mode": "standard"}, 4),
    ],
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else str(value),
)
def test_sealed_answers_change_nothing_for_the_others(options: Options, seed: int) -> None:
    found = examine(options, seed, most=100)
    assert found.leaks == []
    assert found.incomplete > 10
    assert found.drawn > 0


def test_instructions_that_wait_for_their_phase_are_sealed_too() -> None:
    """Overflow orders are given with phase 10, while the next factions are still to place their units (12.3)."""
    found = Found([])
    for seed in range(30):
        its = examine({"players": 5, "mode": "standard"}, 100 + seed, most=120, kinds=LATER)
        found.leaks += its.leaks
        found.waiting += its.waiting
        if found.waiting >= 3:
            break
    assert found.leaks == []
    assert found.waiting >= 3


# ------------------------------------------------------------------ planted leaks are found


class _ShowsInstructions(DutchRevolt):
    """A view that gives away what waits for its phase."""

    def view(self, state: DutchRevoltState, seat: Seat | None) -> dict[str, Json]:
        return {**super().view(state, seat), "orders": json.dumps(state.instructions)}


class _CountsTheLetters(DutchRevolt):
    """A number of the board that hangs on an answer which is not in force yet: drawn, printed, and in the view."""

    table: Any = None

    def view(self, state: DutchRevoltState, seat: Seat | None) -> dict[str, Json]:
        seen: Any = super().view(state, seat)
        sealed = json.dumps(state.instructions) + str([entry.given for entry in self.table_of(state)])
        seen["factions"]["catholics"]["stock"] += len(sealed) % 50
        return dict(seen)

    @staticmethod
    def table_of(state: DutchRevoltState) -> Any:
        return _TAILS.get(id(state), ())


_TAILS: dict[int, Any] = {}


@pytest.fixture
def rules_of() -> Any:
    board = Board.load(games.data_text(DUTCH.name))
    return lambda kind: kind(board)


def test_a_planted_leak_of_waiting_orders_is_found(rules_of: Any) -> None:
    leaks: list[str] = []
    for seed in range(30):
        leaky = rules_of(_ShowsInstructions)
        leaks += examine({"players": 5, "mode": "standard"}, 100 + seed, leaky, most=120, kinds=LATER).leaks
        if leaks:
            break
    assert leaks
    assert all("view" in leak for leak in leaks)


def test_a_planted_leak_of_an_open_package_is_found_in_all_that_is_sent(
    rules_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_answer = Table.answer

    def remembered(table: Table[Any], key: str, given: Json, by: Any) -> None:
        whole_answer(table, key, given, by)
        _TAILS[id(table.state)] = table.tail

    monkeypatch.setattr(Table, "answer", remembered)
    _TAILS.clear()
    leaks = examine({"players": 5, "mode": "standard"}, 1, rules_of(_CountsTheLetters), most=26).leaks
    shown = {name for leak in leaks for name in leak.rsplit(": ", 1)[1].split(", ")}
    assert {"view", "spectator", "text", "pdf"} <= shown


def test_a_planted_leak_in_a_question_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that tells one player what another has ordered."""
    honest = BOX.ask_line
    table = start({"players": 5}, 5, RULES)
    fork = Table.resume(RULES, table.checkpoint, table.tail, dice({"players": 5}, 5))
    first = table.open[0]
    fork.answer(first.key, "default", "order")
    reader = next(player for player in players_of(table) if first.seat not in player)
    assert differing(*(seen_by(t, reader, RULES, language="en", drawn=False) for t in (table, fork))) == []

    def telling(now: Table[Any]) -> Seen:
        said: Mapping[str, Json] = {entry.key: entry.given for entry in now.tail}
        monkeypatch.setattr(DutchRevoltBox, "ask_line", lambda box, *about: f"{honest(*about)} {said}")
        return seen_by(now, reader, RULES, language="en", drawn=False)

    assert differing(telling(table), telling(fork)) == ["questions"]
