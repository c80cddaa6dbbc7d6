"""21.7 Foreign wars: counters (5.2), what may be ordered, and what must hold between two steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.playing import play_for_cp
from engine.here_i_stand.forces import is_representable
from engine.here_i_stand.foreign_wars import end_war
from engine.here_i_stand.records import ForeignWarState, Impulse, Land, LeaderState
from engine.here_i_stand.spending import default_spending
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, CardNumber, LeaderId, Power, SpaceId, UnitType, Whereabouts
from engine.here_i_stand.trial import trial
from engine.here_i_stand.war_units import lose_at_war, war_fault, war_on
from tests.engine.here_i_stand.cards.stage import army, play, scene, told, where
from tests.engine.here_i_stand.flows import drive

OTTOMAN, ENGLAND = Power.OTTOMAN, Power.ENGLAND
EGYPT, IRELAND, PERSIA = (CardNumber(number) for number in (92, 93, 110))


def at_war(card: CardNumber, units: Land, enemies: int = 3) -> HisState:
    """A scene with a foreign war that is on, and CP for its power."""
    s = scene()
    s.deck.remove(card)
    s.beside_map.append(card)
    table = s.board.tables.foreign_wars[card]
    s.foreign_wars.append(ForeignWarState(card, table.units, enemies, units))
    s.impulse = Impulse(table.power, act=Act.CARD, cp=5)
    return s


def all_counters_of_england() -> HisState:
    """Each counter of England lies in a space of its own, the six in London."""
    s = scene()
    s.forces = {}
    spaces = [space for space in s.spaces if s.home(space) is not None and space != "london"]
    army(s, ENGLAND, "london", 6)
    for space, units in zip(spaces, [4, 4, *[2] * 5, *[1] * 9], strict=False):
        army(s, ENGLAND, space, units)
    assert is_representable(s, ENGLAND)
    return s


def test_the_default_can_be_laid_out_with_the_counters() -> None:
    """5.2: the six of London can't be divided when all other counters lie elsewhere."""
    s = all_counters_of_england()
    play(s, OTTOMAN, IRELAND)
    assert war_on(s, IRELAND).units == Land(4)
    assert s.land(ENGLAND, SpaceId("london")) == Land(6)
    assert is_representable(s, ENGLAND)


def test_a_division_that_cannot_be_laid_out_is_refused() -> None:
    s = all_counters_of_england()
    with pytest.raises(AssertionError, match="london 4"):
        play(s, OTTOMAN, IRELAND, answers={"choice/93/units_to_war@england": {"do": "choose", "pick": "london 4"}})


def test_losses_on_the_card_go_on_until_the_rest_can_be_laid_out() -> None:
    s = at_war(IRELAND, Land(4))
    s.forces = {}
    for space, units in zip(list(s.spaces)[:15], [6, 4, *[2] * 4, *[1] * 9], strict=True):
        army(s, ENGLAND, space, units)
    assert is_representable(s, ENGLAND)
    drive(lose_at_war(s, IRELAND, 1))
    assert war_on(s, IRELAND).units == Land(2)
    assert is_representable(s, ENGLAND)


def test_losses_as_the_power_orders() -> None:
    s = at_war(EGYPT, Land(2, 0, 1))
    drive(lose_at_war(s, EGYPT, 1), {"losses/92@ottoman": {"do": "lose", "unit": "regular"}})
    assert war_on(s, EGYPT).units == Land(1, 0, 1)
    drive(lose_at_war(s, EGYPT, 1))
    assert war_on(s, EGYPT).units == Land(1)


def test_choices_are_possible() -> None:
    s = at_war(EGYPT, Land(1), 3)
    for verb in ("fight", "build"):
        wishes = ACTIONS[verb].choices(s, OTTOMAN)
        assert wishes
        assert [ACTIONS[verb].why_not(s, OTTOMAN, wish) for wish in wishes] == [None] * len(wishes)
    units = {(wish["unit"], wish["card"]) for wish in ACTIONS["build"].choices(s, OTTOMAN)}
    assert units == {("regular", 92), ("cavalry", 92), ("squadron", None)}


def test_several_units_at_once_as_far_as_they_are_wanted() -> None:
    s = at_war(EGYPT, Land(1), 3)
    wish = blank("impulse", do="build", unit="cavalry", count=3, card=92)
    assert drive(ACTIONS["build"].do(s, OTTOMAN, wish)) is False
    assert war_on(s, EGYPT).units == Land(1, 0, 2)
    assert s.impulse is not None
    assert s.impulse.cp == 3


@pytest.mark.parametrize(
    ("parts", "key"),
    [
        ({"card": 93, "unit": "regular"}, "not_your_foreign_war"),
        ({"card": 92, "unit": "squadron"}, "never_builds"),
        ({"card": 92, "unit": "mercenary"}, "never_builds"),
        ({"card": 92, "unit": "regular", "space": "istanbul"}, "unknown_name"),
        ({"space": "istanbul", "unit": "regular"}, "units_must_go_to_war"),
    ],
)
def test_what_cannot_be_built(parts: dict[str, str | int], key: str) -> None:
    s = at_war(EGYPT, Land(1), 3)
    reason = ACTIONS["build"].why_not(s, OTTOMAN, blank("impulse", do="build", **parts))
    assert reason is not None
    assert reason.key == key


def test_two_wars_must_be_told_apart() -> None:
    s = at_war(EGYPT, Land(1), 3)
    s.deck.remove(PERSIA)
    s.beside_map.append(PERSIA)
    s.foreign_wars.append(ForeignWarState(PERSIA, 5, 4, Land(2)))
    fight = ACTIONS["fight"]
    reason = fight.why_not(s, OTTOMAN, blank("impulse", do="fight"))
    assert reason is not None
    assert reason.key == "name_foreign_war"
    assert fight.why_not(s, OTTOMAN, blank("impulse", do="fight", card=110)) is None
    assert [wish["card"] for wish in fight.choices(s, OTTOMAN)] == [92, 110]


def test_a_letter_is_tried() -> None:
    s = at_war(EGYPT, Land(1), 3)
    s.impulse = Impulse(OTTOMAN)
    letter = [
        [blank("impulse", do="play", card=1, mode="cp")],
        [blank("impulse", do="build", unit="cavalry", card=92, count=2)],
        [blank("impulse", do="build", unit="cavalry", card=92)],
        [blank("impulse", do="fight")],
    ]
    keys = [reason and reason.key for reason in trial(s, OTTOMAN, letter)]
    assert keys == [None, None, "war_has_its_units", None]


def test_default_spending_fills_the_war_first() -> None:
    s = at_war(IRELAND, Land(3), 3)
    s.impulse = Impulse(ENGLAND)
    play_for_cp(s, ENGLAND, CardNumber(3))
    orders = default_spending(s, ENGLAND, 5)
    assert [(order[0]["unit"], order[0]["card"], order[0]["space"]) for order in orders[:2]] == [
        (UnitType.REGULAR, 93, None), (UnitType.REGULAR, None, "london"),
    ]  # fmt: skip


def test_survivors_that_do_not_fit_at_home_are_lost() -> None:
    """5.2: after the way home too."""
    s = at_war(IRELAND, Land(4))
    s.forces = {}
    for space, units in zip(list(s.spaces)[:14], [6, 4, *[2] * 3, *[1] * 9], strict=True):
        army(s, ENGLAND, space, units)
    army(s, ENGLAND, "london", 3)
    drive(end_war(s, IRELAND))
    assert is_representable(s, ENGLAND)
    assert where(s, 93) == "discard"
    assert told(s, "foreign_war_won")


def _twice(s: HisState) -> None:
    s.foreign_wars.append(ForeignWarState(EGYPT, 3, 3))


def _without_enemies(s: HisState) -> None:
    s.foreign_wars[0].enemies = 0


def _too_many(s: HisState) -> None:
    s.foreign_wars[0].units = Land(4)


def _leader(s: HisState, name: str, card: int) -> None:
    leader = LeaderId(name)
    s.leaders[leader] = LeaderState(s.leaders[leader].power, Whereabouts.FOREIGN_WAR, card=CardNumber(card))


def _two_leaders(s: HisState) -> None:
    _leader(s, "suleiman", 92)
    _leader(s, "ibrahim_pasha", 92)


def _strange_leader(s: HisState) -> None:
    _leader(s, "charles_v", 92)


def _lost_leader(s: HisState) -> None:
    _leader(s, "suleiman", 110)


@pytest.mark.parametrize(
    "breach", [_twice, _without_enemies, _too_many, _two_leaders, _strange_leader, _lost_leader]
)  # fmt: skip
def test_what_must_hold(breach: Callable[[HisState], None]) -> None:
    s = at_war(EGYPT, Land(3))
    assert war_fault(s) == ""
    breach(s)
    assert war_fault(s)
