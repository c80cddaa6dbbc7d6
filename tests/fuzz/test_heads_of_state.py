"""Heads of State by chance: everything that can happen happens, the counts hold, and hands stay hidden."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.core.decision import Json, Seat
from engine.core.events import Event
from engine.core.table import Rules, Table
from engine.heads_of_state.rules import HeadsOfState
from engine.heads_of_state.state import HeadsState
from pbem.boxes import all_boxes
from pbem.game_box import visible
from pbem.reports.facts import SeatStatus
from tests.fuzz.digest_of_a_game import MADE, position_of
from tests.fuzz.walk import HEADS, Muddled, Options, dice, legal, named, start

RULES = HEADS.rules
BOX = all_boxes()[HEADS.name]
BOARD: Any = RULES.board  # type: ignore[attr-defined]
RARE = (
    "treason_played", "assassination", "noble_killed", "dead_return", "full_set_scored", "row_exchanged",
    "turn_waits", "defaults_used", "order_skipped", "cards_discarded", "card_drawn",
    "treason_drawn", "square_scored", "country_scored", "rank_scored", "round_begins",
)  # fmt: skip
"""What random play brings about only now and then, each told by an event."""


def _told(options: Options, seed: int) -> list[Event]:
    """The events of a game; each position on the way is looked at."""
    draw = random.Random(named(options, seed))
    table = start(options, seed, RULES)
    choose = Muddled(draw, HEADS) if seed % 2 else legal(draw)
    told: list[Event] = []
    while not table.over:
        decision = table.open[draw.randrange(len(table.open))]
        table.answer(decision.key, choose(decision), "order")
        told += table.take_events()
        _counts(RULES.view(table.state, None), table.state)
    return told


def _counts(view: Any, state: HeadsState) -> None:
    """Section 2 from the public view: cards, tiles, noble cards and markers are neither made nor lost."""
    players = view["players"]
    shown = view["attribute"]
    hands = sum(row["attributes"] for row in view["seats"].values())
    uncovered = 0 if view["over"] else sum(card == "revolution" for card in state.row)
    in_pile = sum(card == "revolution" for card in state.revolution_pile)
    assert uncovered == 0
    cards = (
        len(shown["row"]) + shown["draw"] + shown["revolution_left"] - in_pile + hands
        + sum(shown["discard"].values()) + len(shown["aside"])
    )  # fmt: skip
    assert cards == shown["in_use"] == sum(a.in_use(players) for a in BOARD.attributes.values())
    treason = view["treason"]
    plots = sum(row["treason"] for row in view["seats"].values())
    assert len(treason["row"]) + treason["pile"] + sum(treason["discard"].values()) + plots == 29
    on_map: Counter[tuple[str, str]] = Counter()
    for area in view["areas"].values():
        on_map.update((box["seat"], box["rank"]) for box in area["boxes"] if box["seat"])
        on_map.update((noble["seat"], noble["rank"]) for noble in area["dead"])
    for seat, row in view["seats"].items():
        for rank, left in row["supply"].items():
            assert left >= 0
            assert left + on_map[seat, rank] == BOARD.ranks[rank].tiles, (seat, rank)
        score = row["score"]
        assert score["total"] == sum(score[name] for name in score if name != "total")
    for rank, left in view["noble_cards_left"].items():
        held = sum(row["nobles"].get(rank, 0) for row in view["seats"].values())
        assert left + held == BOARD.ranks[rank].noble_cards
    assert not any(row["attributes"] > 10 + 4 or row["treason"] > 4 + 1 for row in view["seats"].values())


def test_everything_happens_and_the_counts_hold() -> None:
    told: Counter[str] = Counter()
    for seed in range(10):
        told.update(event.kind for event in _told({"players": 2 + seed % 4}, seed))
    assert [kind for kind in RARE if not told[kind]] == []


@pytest.mark.parametrize("hours", [0, 12])
def test_the_pause_at_a_change_of_round_is_the_judges(hours: int) -> None:
    """19.5 How long the game waits is for the judge; the rules ask in any case, and take the same answers."""
    tables = [Table.start(RULES, {"players": 3, "keep_hours": n}, dice({}, 5)) for n in (48, hours)]
    draw = random.Random(5)
    asked = 0
    while not tables[0].over:
        decision = tables[0].open[0]
        answer = legal(draw)(decision)
        asked += decision.kind == "keep"
        for table in tables:
            table.answer(decision.key, answer, "order")
    assert asked > 0
    assert RULES.view(tables[0].state, None) == RULES.view(tables[1].state, None)


# ------------------------------------------------------------------ what is hidden


Seen = dict[str, bytes]


def _report(table: Table[Any], reader: str, rules: Rules[Any], events: list[Event], language: str) -> Any:
    asked = {str(decision.seat) for decision in table.asked}
    statuses = tuple(SeatStatus(seat=s, player=s.title(), asked=s in asked) for s in table.state.order)
    known = {
        "game": "versailles", "number": 7, "language": language, "zone": "Europe/Budapest", "player": "Anna",
        "seats": (reader,), "made": MADE, "statuses": statuses,
    }  # fmt: skip
    return BOX.report_facts(rules, table.state, position_of(BOX, table, (reader,)), visible(events, (reader,)), known)


def _seen(table: Table[Any], reader: str, rules: Rules[Any], events: list[Event], *, drawn: bool) -> Seen:
    """Everything that a player could be sent now, as bytes."""
    language = "hu" if reader == "yellow" else "en"
    mine = [decision for decision in table.asked if decision.seat == reader]
    asked = [(d.key, d.rule, dict(d.facts), BOX.ask_line(d, language, None)) for d in mine]
    seen = {
        "view": json.dumps(rules.view(table.state, Seat(reader))).encode(),
        "spectator": json.dumps(rules.view(table.state, None)).encode(),
        "questions": json.dumps(asked).encode(),
        "form": BOX.form(position_of(BOX, table, (reader,)), language).encode(),
        "events": json.dumps([[e.kind, dict(e.facts)] for e in visible(events, (reader,))]).encode(),
    }
    if not drawn:
        return seen
    made = BOX.render(_report(table, reader, rules, events, language))
    return {**seen, "text": made.text.encode(), "pdf": made.pdf}


def _with_other_hands(state: HeadsState, reader: str, draw: random.Random) -> bool:
    """Deal what the reader can't know anew: piles and the other hands; whether anything has changed."""
    before = RULES.to_json(state)
    for hands, piles in (("hand", ("draw_pile",)), ("treason", ("treason_pile",))):
        holders: list[list[str]] = [getattr(state.families[s], hands) for s in state.order if s != reader]
        holders += [getattr(state, pile) for pile in piles]
        cards = [card for holder in holders for card in holder]
        draw.shuffle(cards)
        for holder in holders:
            holder[:] = [cards.pop() for _ in holder]
    order = state.board
    for family in state.families.values():
        family.hand.sort(key=order.attribute_index.__getitem__)
        family.treason.sort(key=order.treason_index.__getitem__)
    return RULES.to_json(state) != before


def _leaks(options: Options, seed: int, rules: Rules[Any]) -> tuple[list[str], int]:
    """Play; at some questions deal the hidden cards anew and compare what a reader is sent."""
    draw = random.Random(named(options, seed))
    table = start(options, seed, rules)
    leaks: list[str] = []
    looked, number = 0, 0
    while not table.over:
        number += 1
        decision = table.open[draw.randrange(len(table.open))]
        seats = table.state.order
        reader = seats[number % len(seats)]
        if number % 3 == 0 and len(table.asked) == 1:
            events = list(table.take_events())
            drawn = number % 24 == 0
            sights = []
            for other in (False, True):
                fork = Table.resume(rules, table.checkpoint, table.tail, lambda *about: 0)
                if other and not _with_other_hands(fork.state, reader, draw):
                    continue
                sights.append(_seen(fork, reader, rules, events, drawn=drawn))
            if len(sights) == 2:
                looked += 1
                for name in sights[0]:
                    if sights[0][name] != sights[1][name]:
                        leaks.append(f"{table.step_name}: {name} of {reader}")
        answer = legal(draw)(decision)
        table.answer(decision.key, answer, "order")
    return leaks, looked


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_player_is_sent_tells_nothing_of_hidden_cards(players: int) -> None:
    leaks, looked = _leaks({"players": players}, 3, RULES)
    assert leaks == []
    assert looked > 5


class _ShowsAHand(HeadsOfState):
    """A view that gives away what red holds."""

    def view(self, state: HeadsState, seat: Seat | None) -> dict[str, Json]:
        return {**super().view(state, seat), "red": list(state.families["red"].hand)}


def test_a_planted_leak_is_found() -> None:
    leaks, _ = _leaks({"players": 4}, 3, _ShowsAHand(BOARD))
    assert {leak.rsplit(": ")[-1].split(" ")[0] for leak in leaks} >= {"view", "spectator"}


def test_events_of_one_seat_are_told_to_no_other() -> None:
    """Blind cards by name, waits and skipped orders are for the seat itself."""
    private = {
        "card_drawn": "card",
        "treason_drawn": "card",
        "order_skipped": "do",
        "turn_waits": "",
    }
    seen: Counter[str] = Counter()
    for seed in range(4):
        for event in _told({"players": 3}, seed):
            if (name := private.get(event.kind)) is None:
                continue
            for seat in ("red", "yellow", "blue"):
                known = event.seen_by((Seat(seat),))
                if seat == event.facts["seat"]:
                    assert known is not None
                    seen[event.kind] += 1
                else:
                    assert known is None or (name and name not in known)
    assert set(seen) == set(private)
