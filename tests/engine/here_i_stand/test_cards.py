"""Chapter 6: the cards of both editions."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.here_i_stand.board.cards import Card
from engine.here_i_stand.terms import MAJORS, CardEntry, CardNumber, CardType, Edition, Phase, Power
from tests.engine.here_i_stand.boards import BOTH, board_in

CORE, LATER = Edition.CORE110, Edition.ANNIVERSARY116


def cards(edition: Edition) -> list[Card]:
    return list(board_in(edition).cards.values())


@pytest.mark.parametrize(("edition", "count"), [(CORE, 110), (LATER, 116)])
def test_numbers(edition: Edition, count: int) -> None:
    assert [card.number for card in cards(edition)] == list(range(1, count + 1))
    assert len({card.id for card in cards(edition)}) == count


@pytest.mark.parametrize(
    ("edition", "types"),
    [
        (CORE, {"home": 7, "mandatory": 16, "combat": 7, "response": 8, "event": 72}),
        (LATER, {"home": 7, "mandatory": 19, "combat": 7, "response": 9, "event": 74}),
    ],
)
def test_types(edition: Edition, types: dict[str, int]) -> None:
    assert Counter(card.type for card in cards(edition)) == types


@pytest.mark.parametrize(
    ("edition", "by_cp", "total"), [(CORE, [1, 12, 39, 28, 14, 15, 1], 311), (LATER, [1, 12, 42, 31, 14, 15, 1], 326)]
)
def test_command_points(edition: Edition, by_cp: list[int], total: int) -> None:
    points = [card.cp for card in cards(edition)]
    assert [points.count(cp) for cp in range(7)] == by_cp
    assert sum(points) == total


@pytest.mark.parametrize(("edition", "by_turn"), [(CORE, [7, 11, 5, 8, 2]), (LATER, [10, 11, 7, 8, 2])])
def test_cards_enter_as_the_turn_track_says(edition: Edition, by_turn: list[int]) -> None:
    """8.2; two cards of turn 6 hang on a condition, four more are variable."""
    turns = [card.entry_turn for card in cards(edition)]
    assert [turns.count(turn) for turn in range(3, 8)] == by_turn
    assert [card.number for card in cards(edition) if card.entry is CardEntry.TURN_IF] == [19, 21]
    assert [card.number for card in cards(edition) if card.entry is CardEntry.VARIABLE] == [23, 62, 63, 64]


@pytest.mark.parametrize("edition", BOTH)
def test_every_card_can_be_used(edition: Edition) -> None:
    for card in cards(edition):
        assert card.name
        assert card.effects, card.id
        assert card.eligible, card.id
        assert card.phases, card.id
        assert 0 <= card.cp <= 6, card.id
        assert len({effect.mode for effect in card.effects}) == len(card.effects), card.id
        for effect in card.effects:
            assert effect.windows, card.id
            assert effect.steps, card.id
            assert effect.eligible, card.id
            assert not [line for line in effect.steps if line.startswith(tuple(Edition))], card.id


@pytest.mark.parametrize("edition", BOTH)
def test_home_cards(edition: Edition) -> None:
    owners = {card.number: card.owner for card in cards(edition) if card.type is CardType.HOME}
    assert owners == {
        1: "ottoman", 2: "hapsburg", 3: "england", 4: "france", 5: "papacy", 6: "papacy", 7: "protestant",
    }  # fmt: skip
    assert board_in(edition).home_cards[Power.PAPACY] == (5, 6)


def test_cards_that_differ() -> None:
    """Appendix B"""
    core, later = board_in(CORE).cards, board_in(LATER).cards
    copernicus, scots_raid = CardNumber(47), CardNumber(97)
    assert core[copernicus].phases == (Phase.ACTION, Phase.VICTORY_DETERMINATION)
    assert later[copernicus].phases == (Phase.ACTION,)
    assert (core[copernicus].entry_turn, later[copernicus].entry_turn) == (4, 5)
    assert (core[scots_raid].type, later[scots_raid].type) == (CardType.EVENT, CardType.MANDATORY)


def test_cards_that_leave_before_1532() -> None:
    usual = [8, 9, 11, 13, 38, 39, 41, 43, 78, 83, 85, 88, 95, 96]
    assert [card.number for card in cards(CORE) if card.only_1517] == usual
    assert [card.number for card in cards(LATER) if card.only_1517] == [*usual, 112, 113]


def test_who_may_use_which_alternative() -> None:
    auld_alliance = board_in(CORE).cards[CardNumber(69)]
    assert {one.mode: one.eligible for one in auld_alliance.effects}["b"] == (Power.ENGLAND, Power.FRANCE)
    assert {one.mode: one.eligible for one in auld_alliance.effects}["d"] == (Power.FRANCE,)
    assert board_in(CORE).cards[CardNumber(24)].effects[0].eligible == MAJORS


@pytest.mark.parametrize("edition", BOTH)
def test_rulers_and_leaders_name_cards_that_bring_them(edition: Edition) -> None:
    board = board_in(edition)
    brought = {ruler.card for ruler in board.rulers.values() if ruler.card is not None}
    assert brought == {card.number for card in cards(edition) if card.removal == "becomes_ruler"}
