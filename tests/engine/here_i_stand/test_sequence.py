"""Section 7: the phases of a turn in their order."""

from __future__ import annotations

import random

import pytest

from engine.core.decision import AnyDecision
from engine.core.events import Event
from engine.here_i_stand.invariants import check
from engine.here_i_stand.sequence import OVER, step
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    Standing,
)
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive

WITTENBERG = SpaceId("wittenberg")
FIRST_TURN = ["luther_95_theses", "card_draw", "negotiation", "diet_of_worms", "spring_deployment", "action"]
LATER_TURN = ["card_draw", "negotiation", "peace", "ransom", "absolution", "war", "spring_deployment", "action"]
END = ["winter", "new_world", "victory_determination"]


def turn_of(s: HisState) -> tuple[list[str], list[Event]]:
    """The phases of a turn that is played by default, and what was told."""
    turn, names, draw = s.turn, [], random.Random(3)

    def chance(sizes: tuple[int, ...]) -> list[int]:
        return [draw.randint(1, size) for size in sizes]

    while s.cursor != OVER and s.cursor.split("/")[0] == str(turn):
        parts = s.cursor.split("/")
        if len(parts) == 2:
            names.append(parts[1])
        found = step(s)
        assert found is not None
        s.cursor = drive(found.flow(s), chance=chance)
        check(s)
    return names, s.events


def test_turn_1_and_turn_2() -> None:
    s = start()
    assert turn_of(s)[0] == [*FIRST_TURN, *END]
    assert (s.turn, s.cursor) == (2, "2/card_draw")
    assert turn_of(s)[0] == [*LATER_TURN, *END]


@pytest.mark.parametrize("scenario", ["1532", "tournament"])
def test_the_other_scenarios_begin_with_turn_4(scenario: str) -> None:
    s = start(scenario)
    assert turn_of(s)[0] == [*LATER_TURN, *END]
    assert s.turn == 5


def test_luthers_theses() -> None:
    """18.1: Luther in Wittenberg, which is Protestant and gets its regulars; five attempts with a die more; card 8
    leaves the game; no CP."""
    s = start()
    assert s.cursor == "1/luther_95_theses"
    found = step(s)
    assert found is not None
    assert drive(found.flow(s)) == "1/card_draw"
    assert s.reformers[ReformerId("luther")] is Standing.READY
    assert s.spaces[WITTENBERG].religion is Religion.PROTESTANT
    assert s.land(Power.PROTESTANT, WITTENBERG).regulars == 2
    assert WITTENBERG not in s.display
    assert s.powers[Power.PROTESTANT].hand == []
    assert CardNumber(8) in s.removed
    assert s.impulse is None
    attempts = [event for event in s.events if event.kind == "reformation_attempt"]
    assert len(attempts) == 5
    tried = {str(event.facts["space"]): event.facts["result"] for event in attempts}
    assert tried == dict.fromkeys(["magdeburg", "brandenburg", "stettin", "lubeck"], "success") | {"breslau": "failure"}
    assert len(s.protestant_spaces()) == 5  # ones all round: ties are won in the German zone alone
    check(s)


def test_the_diet_of_worms() -> None:
    """18.1: three powers give a card each, by default one of those in hand; the difference of the hits is converted."""
    s = start()
    s.spaces[WITTENBERG].religion = Religion.PROTESTANT
    s.powers[Power.PROTESTANT].hand = [CardNumber(88)]
    s.cursor = "1/diet_of_worms"
    found = step(s)
    assert found is not None
    asked: list[AnyDecision] = []
    assert drive(found.flow(s), chance=lambda sizes: [5 if len(sizes) == 7 else 1 for _ in sizes], asked=asked) == (
        "1/spring_deployment"
    )
    assert [(one.kind, one.seat) for one in asked[:3]] == [
        ("diet", Power.HAPSBURG),
        ("diet", Power.PAPACY),
        ("diet", Power.PROTESTANT),
    ]
    given = {event.facts["power"]: event.facts["card"] for event in s.events if event.kind == "diet_card"}
    assert given == {Power.HAPSBURG: 2, Power.PAPACY: 6, Power.PROTESTANT: 88}
    assert len(s.protestant_spaces()) == 1 + 7


def test_every_phase_is_in_the_sequence() -> None:
    s = start()
    seen = set()
    for name in [*FIRST_TURN, *LATER_TURN, *END]:
        s.cursor = f"1/{name}"
        assert step(s) is not None
    for event in [*turn_of(start())[1], *turn_of(start("1532"))[1]]:
        if event.kind == "phase_begins":
            seen.add(event.facts["phase"])
    assert seen == {*FIRST_TURN, *LATER_TURN, *END}


def test_what_lasts_a_turn_is_over_with_it() -> None:
    s = start("1532")
    turn_of(s)
    assert s.this_turn.played == []
    assert s.passes == 6 or s.over


def test_peace_is_left_out_on_the_last_turn() -> None:
    """9.3"""
    s = start("1532")
    s.turn, s.cursor = 9, "9/card_draw"
    names, _ = turn_of(s)
    assert "peace" not in names
    assert s.cursor == OVER
    assert step(s) is None
