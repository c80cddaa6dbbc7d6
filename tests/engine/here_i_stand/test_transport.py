"""16.3 Naval transport."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.decision import AnyDecision, Reason
from engine.core.options import Alternative
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.records import Detachment, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId, Whereabouts
from engine.here_i_stand.transport import risk_of, transports, voyage_of
from engine.here_i_stand.trial import trial
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.seas import at_sea, events, put, rolls

OTTOMAN, HAPSBURG, FRANCE, ENGLAND, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.ENGLAND, Power.PAPACY,
)  # fmt: skip
INDEPENDENT = Power.INDEPENDENT
MARSEILLE, BARCELONA, VALENCIA, PALMA, NAPLES, BASTIA = (
    SpaceId(name) for name in ("marseille", "barcelona", "valencia", "palma", "naples", "bastia")
)
MONTMORENCY = LeaderId("montmorency")
NO_DICE = rolls()


def ready(cp: int = 5, units: int = 4, **options: str) -> HisState:
    """The French at war with the Hapsburgs, with regulars in Marseille and a squadron at sea; nobody else anywhere."""
    s = at_sea(FRANCE, (HAPSBURG, FRANCE), cp=cp, **options)
    s.forces = {}
    for state in s.leaders.values():
        if state.where is Whereabouts.MAP:
            state.where, state.at = Whereabouts.WAITING, ""
    if units:
        s.add_land(FRANCE, MARSEILLE, Land(units))
    put(s, "gulf_of_lyon", FRANCE, 1)
    return s


def order(to: str, via: str = "gulf_of_lyon", start: str = "marseille", **parts: str | int) -> Alternative:
    return blank("impulse", do="transport", from_=start, via=via, to=to, **parts)


def why(s: HisState, wish: Alternative) -> str | None:
    reason = ACTIONS["transport"].why_not(s, FRANCE, wish)
    return None if reason is None else reason.key


def ship(
    s: HisState,
    wish: Alternative,
    chance: Callable[[tuple[int, ...]], list[int]] = NO_DICE,
    answers: dict[str, object] | None = None,
    asked: list[AnyDecision] | None = None,
) -> bool:
    assert why(s, wish) is None
    return drive(ACTIONS["transport"].do(s, FRANCE, wish), answers, chance, asked)


# ------------------------------------------------------------------ what may sail


def test_to_a_friendly_port_for_two_cp() -> None:
    s = ready()
    s.take_control(PALMA, FRANCE)
    assert ship(s, order("palma"))
    assert s.impulse is not None
    assert s.impulse.cp == 3
    assert s.land(FRANCE, PALMA) == Land(4)
    assert MARSEILLE not in s.forces
    assert s.impulse.moved  # R49
    facts = events(s, "transport")[0]
    assert (facts["seas"], facts["cost"], facts["strength"]) == (["gulf_of_lyon"], 2, 4)


def test_over_several_zones_each_with_own_ships() -> None:
    s = ready(cp=2)
    s.take_control(NAPLES, FRANCE)
    wish = order("naples", "gulf_of_lyon,tyrrhenian_sea")
    assert why(s, wish) == "no_ships_in_zone"
    put(s, "tyrrhenian_sea", ENGLAND, 1)
    assert why(s, wish) == "no_ships_in_zone"
    s.ally(FRANCE, ENGLAND)
    assert why(s, wish) == "no_ships_in_zone"  # an ally's are not controlled
    put(s, "tyrrhenian_sea", ENGLAND, 1, lent=FRANCE)
    assert why(s, wish) == "not_enough_cp"
    assert s.impulse is not None
    s.impulse.cp = 3
    assert ship(s, wish)
    assert s.impulse.cp == 0


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (order("nowhere"), "unknown_name"),
        (order("palma", via="nowhere"), "unknown_name"),
        (order("palma", via="barbary_coast"), "not_adjacent_for_ships"),
        (order("oran", via="gulf_of_lyon,ionian_sea"), "not_adjacent_for_ships"),
        (order("oran"), "no_port_to_land"),
        (order("marseille"), "no_port_to_land"),
        (order("genoa"), "neutral_space"),  # 13.1-2
        (order("palma", regulars=9), "not_so_many_units"),
        (order("palma", regulars=5), "formation_too_big"),
    ],
)
def test_what_is_not_possible(wish: Alternative, reason: str) -> None:
    s = ready(units=6)
    assert why(s, wish) == reason


def test_at_most_five_units_even_with_a_leader() -> None:
    s = ready(units=6)
    s.place_leader(MONTMORENCY, MARSEILLE)
    assert why(s, order("palma", regulars=6)) == "too_many_to_ship"
    voyage = voyage_of(s, FRANCE, order("palma"))
    assert not isinstance(voyage, Reason)
    assert voyage.formation.strength == 5
    assert voyage.formation.leaders == (MONTMORENCY,)
    assert ship(s, order("palma"))
    assert (s.land(FRANCE, PALMA), s.land(FRANCE, MARSEILLE)) == (Land(5), Land(1))
    assert s.leaders[MONTMORENCY].at == PALMA


def test_enemy_ships_in_the_port_keep_it_closed() -> None:
    s = ready()
    put(s, "palma", HAPSBURG, 1)
    assert why(s, order("palma")) == "enemy_ships_in_port"


def test_besieged_beaten_and_stormbound_units_stay() -> None:
    s = ready()
    s.go_inside(FRANCE, MARSEILLE, Land(4))
    s.add_land(HAPSBURG, MARSEILLE, Land(6))
    s.forces[MARSEILLE].sieges[HAPSBURG] = 1
    assert why(s, order("palma", regulars=1)) is not None
    s = ready()
    assert s.impulse is not None
    s.impulse.beaten.append(Detachment(FRANCE, MARSEILLE, Land(4)))
    assert why(s, order("palma", regulars=1)) == "beaten_units"
    s = ready()
    assert s.impulse is not None
    s.impulse.foul_weather = True
    assert why(s, order("palma", regulars=1)) == "foul_weather"
    assert not transports(s, FRANCE)


# ------------------------------------------------------------------ Foul Weather, Gout


def test_r48_foul_weather_at_the_start_only() -> None:
    s = ready()
    put(s, "tyrrhenian_sea", FRANCE, 1)
    s.take_control(NAPLES, FRANCE)
    s.deck.remove(CardNumber(31))
    s.give(ENGLAND, CardNumber(31))
    wish = order("naples", "gulf_of_lyon,tyrrhenian_sea")
    asked: list[AnyDecision] = []
    answers = {"response/naval_transport_declared@england": {"do": "respond", "card": 31, "mode": "a"}}
    assert not ship(s, wish, rolls(), answers, asked)
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.foul_weather) == (4, True)  # R86
    assert s.land(FRANCE, MARSEILLE) == Land(4)
    assert [one.facts.get("window") for one in asked] == ["naval_transport_declared"]


def test_one_window_for_the_whole_chain() -> None:
    s = ready()
    put(s, "tyrrhenian_sea", FRANCE, 1)
    s.take_control(NAPLES, FRANCE)
    s.deck.remove(CardNumber(31))
    s.give(ENGLAND, CardNumber(31))
    asked: list[AnyDecision] = []
    assert ship(s, order("naples", "gulf_of_lyon,tyrrhenian_sea"), rolls(), None, asked)
    assert [one.facts.get("window") for one in asked] == ["naval_transport_declared"]


def test_r81_gout_against_a_leader_who_sails_along() -> None:
    s = ready()
    s.place_leader(MONTMORENCY, MARSEILLE)
    s.deck.remove(CardNumber(32))
    s.give(ENGLAND, CardNumber(32))
    answers = {
        "response/naval_transport_declared@england": {
            "do": "respond", "card": 32, "mode": "a", "leader": "montmorency",
        },
    }  # fmt: skip
    assert not ship(s, order("palma"), rolls(), answers)
    assert s.impulse is not None
    assert s.impulse.cp == 4
    assert why(s, order("palma", regulars=4, leaders="montmorency")) == "gout"
    assert ship(s, order("palma", regulars=4, leaders="none"))


# ------------------------------------------------------------------ the landing


def test_landing_before_an_empty_fortress_begins_a_siege() -> None:
    s = ready()
    assert ship(s, order("barcelona"))
    assert s.forces[BARCELONA].sieges == {FRANCE: s.impulses}


def test_a_battle_that_is_lost_destroys_the_formation() -> None:
    s = ready()
    s.place_leader(MONTMORENCY, MARSEILLE)
    s.add_land(HAPSBURG, VALENCIA, Land(2))
    dice = rolls([1] * 5, [5] * 3)
    assert not ship(s, order("valencia"), dice)
    assert s.stack(FRANCE, VALENCIA) == 0
    state = s.leaders[MONTMORENCY]
    assert (state.where, state.captor) == (Whereabouts.CAPTURED, HAPSBURG)


def test_a_battle_that_is_won() -> None:
    s = ready()
    s.add_land(HAPSBURG, VALENCIA, Land(2))
    assert ship(s, order("valencia"), rolls([5, 5, 5, 1], [5, 1, 1]))
    assert s.stack(FRANCE, VALENCIA) == 3
    assert s.stack(HAPSBURG, VALENCIA) == 0


def test_neighbours_may_intercept_the_landing() -> None:
    s = ready()
    s.add_land(HAPSBURG, BARCELONA, Land(3))
    answers = {"intercept/valencia@hapsburg": {"do": "intercept", "from": "barcelona"}}
    assert not ship(s, order("valencia"), rolls([4, 5], [1] * 4, [5] * 4), answers)
    assert s.stack(FRANCE, VALENCIA) == 0


# ------------------------------------------------------------------ R17


def garrisoned(cp: int, inside: int = 4) -> HisState:
    s = ready(cp=cp)
    s.add_land(HAPSBURG, BARCELONA, Land(inside))
    return s


INSIDE = {"withdraw/barcelona@hapsburg": {"do": "inside"}}


def test_r17_without_cp_left_the_formation_is_eliminated() -> None:
    s = garrisoned(2)
    s.place_leader(MONTMORENCY, MARSEILLE)
    wish = order("barcelona")
    voyage = voyage_of(s, FRANCE, wish)
    assert not isinstance(voyage, Reason)
    risk = risk_of(s, FRANCE, voyage)
    assert risk is not None
    assert (risk.key, risk.facts["left"]) == ("transport_may_be_lost", 0)
    assert not ship(s, wish, rolls(), INSIDE)
    assert s.stack(FRANCE, BARCELONA) == 0
    assert s.leaders[MONTMORENCY].captor is HAPSBURG


def test_r17_a_letter_is_warned_of_it() -> None:
    s = garrisoned(2)
    s.place_leader(MONTMORENCY, MARSEILLE)
    (risk,) = trial(s, FRANCE, [[order("barcelona")]])
    assert risk is not None
    assert (risk.key, risk.facts) == (
        "transport_may_be_lost", {"power": FRANCE, "space": BARCELONA, "count": 4, "left": 0},
    )  # fmt: skip
    assert trial(ready(), FRANCE, [[order("valencia")]]) == [None]


def test_r17_it_goes_on_by_land() -> None:
    s = garrisoned(3)
    answers = {**INSIDE, "not_outnumbered/barcelona@france": {"do": "continue", "to": "valencia"}}
    assert ship(s, order("barcelona"), rolls(), answers)
    assert s.stack(FRANCE, VALENCIA) == 4


def test_r17_it_goes_on_by_a_new_transport() -> None:
    s = garrisoned(4)
    asked: list[AnyDecision] = []
    answers = {
        **INSIDE, "not_outnumbered/barcelona@france": {"do": "transport", "via": "gulf_of_lyon", "to": "marseille"},
    }  # fmt: skip
    assert ship(s, order("barcelona"), rolls(), answers, asked)
    assert s.stack(FRANCE, MARSEILLE) == 4
    assert s.impulse is not None
    assert s.impulse.cp == 0


def test_no_warning_where_nobody_can_hold_out() -> None:
    for inside in (3, 5):  # outnumbered; too many to withdraw
        s = garrisoned(2, inside)
        voyage = voyage_of(s, FRANCE, order("barcelona"))
        assert not isinstance(voyage, Reason)
        assert risk_of(s, FRANCE, voyage) is None
    s = ready()
    voyage = voyage_of(s, FRANCE, order("valencia"))
    assert not isinstance(voyage, Reason)
    assert risk_of(s, FRANCE, voyage) is None


# ------------------------------------------------------------------ R91


def test_r91_a_relief_force_by_sea_that_loses_is_gone_even_with_equal_hits() -> None:
    s = ready()
    s.take_control(PALMA, FRANCE)
    s.spaces[PALMA].fortress = True
    s.add_land(FRANCE, PALMA, Land(2))
    s.go_inside(FRANCE, PALMA, Land(2))
    s.add_land(HAPSBURG, PALMA, Land(4))
    s.forces[PALMA].sieges[HAPSBURG] = 0
    answers = {"relief/palma@france": {"do": "join", "regulars": 2}}
    assert not ship(s, order("palma", regulars=3), rolls([5, 1, 1, 1, 1], [5, 1, 1, 1, 1]), answers)
    assert s.land(FRANCE, PALMA) == Land(2)
    assert s.forces[PALMA].inside == {FRANCE: Land(2)}


# ------------------------------------------------------------------ random play


def test_some_possible_transports_are_possible() -> None:
    s = ready()
    put(s, "tyrrhenian_sea", FRANCE, 1)
    found = transports(s, FRANCE)
    targets = {(wish["via"], wish["to"]) for wish in found}
    assert ("gulf_of_lyon", "barcelona") in targets
    assert ("gulf_of_lyon,tyrrhenian_sea", "naples") in targets
    assert not any(to == "marseille" for _, to in targets)
    assert all(why(s, wish) is None for wish in found)
