"""Every invariant can fail, and says the rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.table import BrokenInvariant
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Conquest, Crossing, Forces, ForeignWarState, Land, Pair, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    ExplorerId,
    LeaderId,
    Milestone,
    Power,
    PrizeId,
    Religion,
    SpaceId,
    Voyage,
    Whereabouts,
)
from tests.engine.here_i_stand.boards import BOTH, SCENARIOS, start

LONDON, VIENNA, TRENT, ALGIERS = SpaceId("london"), SpaceId("vienna"), SpaceId("trent"), SpaceId("algiers")
ISTANBUL, EDINBURGH, MILAN, ORAN = SpaceId("istanbul"), SpaceId("edinburgh"), SpaceId("milan"), SpaceId("oran")
FERDINAND, DORIA = LeaderId("ferdinand"), LeaderId("andrea_doria")


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_ups_are_sound(scenario: str, edition: str) -> None:
    check(start(scenario, edition=edition))


def _religion(s: HisState) -> None:
    s.spaces[ISTANBUL].religion = Religion.CATHOLIC


def _missing_space(s: HisState) -> None:
    del s.spaces[LONDON]


def _algiers(s: HisState) -> None:
    s.spaces[ALGIERS].controller = Power.HAPSBURG


def _active_minor_controls(s: HisState) -> None:
    s.wars.clear()
    s.minors[Power.SCOTLAND].ally = Power.FRANCE


def _fortress(s: HisState) -> None:
    s.spaces[LONDON].fortress = True


def _haven_site(s: HisState) -> None:
    s.milestones.append(Milestone.BARBARY_PIRATES)
    s.spaces[TRENT].haven = True


def _haven_too_early(s: HisState) -> None:
    s.spaces[ORAN].haven = True


def _display(s: HisState) -> None:
    s.display[SpaceId("cologne")] = 2


def _cavalry(s: HisState) -> None:
    s.add_land(Power.HAPSBURG, VIENNA, Land(cavalry=1))


def _janissary_mercenaries(s: HisState) -> None:
    s.add_land(Power.OTTOMAN, ISTANBUL, Land(mercenaries=1))


def _too_many_units(s: HisState) -> None:
    s.add_land(Power.SCOTLAND, EDINBURGH, Land(regulars=6))


def _too_many_ships(s: HisState) -> None:
    s.powers[Power.FRANCE].ships_lost = 4


def _foreign_war_units(s: HisState) -> None:
    s.deck.remove(CardNumber(93))
    s.beside_map.append(CardNumber(93))
    s.foreign_wars.append(ForeignWarState(CardNumber(93), 4, 4, Land(cavalry=1)))


def _foreign_war_card(s: HisState) -> None:
    s.foreign_wars.append(ForeignWarState(CardNumber(93), 4, 4))


def _empty_stack(s: HisState) -> None:
    s.forces[TRENT] = Forces()


def _garrison(s: HisState) -> None:
    s.add_land(Power.HAPSBURG, VIENNA, Land(regulars=1))
    s.go_inside(Power.HAPSBURG, VIENNA, Land(regulars=5))


def _inside_nothing(s: HisState) -> None:
    s.add_land(Power.FRANCE, TRENT, Land(regulars=1))
    s.go_inside(Power.FRANCE, TRENT, Land(regulars=1))


def _minor_besieger(s: HisState) -> None:
    s.forces[MILAN].sieges[Power.VENICE] = 1


def _ships_ashore(s: HisState) -> None:
    s.add_ships(Ships(Power.HAPSBURG, 1), VIENNA)


def _two_records(s: HisState) -> None:
    s.fleets["london"].append(Ships(Power.ENGLAND, 1))


def _foreign_corsairs(s: HisState) -> None:
    s.add_ships(Ships(Power.ENGLAND, corsairs=1), LONDON)


def _loan_to_protestants(s: HisState) -> None:
    s.fleets["london"][0].borrower = Power.PROTESTANT


def _genoese_atlantic(s: HisState) -> None:
    s.fleets["atlantic_ocean"] = s.fleets.pop("genoa")


def _missing_leader(s: HisState) -> None:
    del s.leaders[FERDINAND]


def _army_at_sea(s: HisState) -> None:
    s.leaders[FERDINAND].at = "gulf_of_lyon"


def _admiral_ashore(s: HisState) -> None:
    s.leaders[DORIA].at = MILAN


def _two_places(s: HisState) -> None:
    s.leaders[FERDINAND].where = Whereabouts.TURN_TRACK


def _no_captor(s: HisState) -> None:
    s.leaders[FERDINAND].where, s.leaders[FERDINAND].at = Whereabouts.CAPTURED, ""


def _no_war_card(s: HisState) -> None:
    s.leaders[FERDINAND].where, s.leaders[FERDINAND].at = Whereabouts.FOREIGN_WAR, ""


def _turncoat(s: HisState) -> None:
    s.leaders[FERDINAND].power = Power.FRANCE


def _inside_trent(s: HisState) -> None:
    s.leaders[FERDINAND].at, s.leaders[FERDINAND].inside = TRENT, True


def _card_twice(s: HisState) -> None:
    s.discard.append(s.deck[0])


def _card_lost(s: HisState) -> None:
    s.deck.pop()


def _strange_card(s: HisState) -> None:
    s.discard.append(CardNumber(111))


def _foreign_home_card(s: HisState) -> None:
    france, england = s.powers[Power.FRANCE], s.powers[Power.ENGLAND]
    france.home_cards, england.home_cards = england.home_cards, france.home_cards


def _home_card_in_hand(s: HisState) -> None:
    france = s.powers[Power.FRANCE]
    france.hand, france.home_cards = france.home_cards, []


def _unsorted(s: HisState) -> None:
    s.powers[Power.FRANCE].hand = [s.deck.pop(), s.deck.pop()]


def _war_and_alliance(s: HisState) -> None:
    s.alliances.append(Pair(Power.HAPSBURG, Power.FRANCE))


def _war_twice(s: HisState) -> None:
    s.wars.append(s.wars[0])


def _wrong_order(s: HisState) -> None:
    s.wars.append(Pair(Power.VENICE, Power.OTTOMAN))


def _war_of_an_active_minor(s: HisState) -> None:
    s.minors[Power.GENOA].ally = Power.FRANCE
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.FRANCE)
    s.wars.append(Pair(Power.ENGLAND, Power.GENOA))


def _minor_in_an_alliance(s: HisState) -> None:
    s.alliances.append(Pair(Power.ENGLAND, Power.GENOA))


def _pope_and_sultan(s: HisState) -> None:
    s.alliances.append(Pair(Power.OTTOMAN, Power.PAPACY))


def _wrong_ally(s: HisState) -> None:
    s.minors[Power.VENICE].ally = Power.ENGLAND
    for space in s.controlled(Power.VENICE):
        s.take_control(space, Power.ENGLAND)


def _enemies_together(s: HisState) -> None:
    s.add_land(Power.FRANCE, TRENT, Land(regulars=1))
    s.add_land(Power.HAPSBURG, TRENT, Land(regulars=1))


def _piracy(s: HisState) -> None:
    s.tracks.piracy = 11


def _saint_peters(s: HisState) -> None:
    s.tracks.saint_peters_cp = 5


def _prize_twice(s: HisState) -> None:
    s.new_world.conquests += [Conquest(PrizeId("maya"), power) for power in (Power.FRANCE, Power.ENGLAND)]


def _depleted_river(s: HisState) -> None:
    s.new_world.conquests.append(Conquest(PrizeId("amazon"), Power.FRANCE, depleted=True))


def _two_magellans(s: HisState) -> None:
    s.new_world.conquests.append(Conquest(PrizeId("amazon"), Power.HAPSBURG, "magellan"))


def _cabot_in_the_pool(s: HisState) -> None:
    s.new_world.explorers.append(ExplorerId("cabot_france"))


def _cabot_at_sea_and_home(s: HisState) -> None:
    s.new_world.crossing.append(Crossing(Power.FRANCE, Voyage.EXPLORATION, "cabot_france"))


def _card_of_cabot_ashore(s: HisState) -> None:
    s.deck.remove(CardNumber(99))
    s.beside_map.append(CardNumber(99))


def _two_explorations(s: HisState) -> None:
    s.new_world.crossing.append(Crossing(Power.HAPSBURG, Voyage.EXPLORATION))


def _papal_voyage(s: HisState) -> None:
    s.new_world.crossing.append(Crossing(Power.PAPACY, Voyage.EXPLORATION))


def _third_conquest_marker(s: HisState) -> None:
    s.new_world.crossing.append(Crossing(Power.FRANCE, Voyage.CONQUEST))


def _colony_twice(s: HisState) -> None:
    s.new_world.colonies[Power.FRANCE] = ["Montreal"]
    s.new_world.crossing.append(Crossing(Power.FRANCE, Voyage.COLONY, "Montreal"))


def _potosi_for_nothing(s: HisState) -> None:
    s.new_world.potosi = Power.FRANCE


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        (_missing_space, "2.1"), (_religion, "2.3"), (_algiers, "21.1"), (_active_minor_controls, "22.2"),
        (_fortress, "2.1"), (_haven_site, "21.1"), (_haven_too_early, "21.1"), (_display, "21.6"),
        (_cavalry, "5.2"), (_janissary_mercenaries, "5.2"), (_too_many_units, "5.2"), (_too_many_ships, "5.3"),
        (_foreign_war_units, "21.7"), (_foreign_war_card, "21.7"), (_empty_stack, "5.2"), (_garrison, "2.1"),
        (_inside_nothing, "15"), (_minor_besieger, "15"), (_ships_ashore, "2.5"), (_two_records, "5.3"),
        (_foreign_corsairs, "9.2"), (_loan_to_protestants, "9.2"), (_genoese_atlantic, "16.1"),
        (_missing_leader, "5.1"), (_army_at_sea, "5.1"), (_admiral_ashore, "5.1"), (_two_places, "5.1"),
        (_no_captor, "5.1"), (_no_war_card, "5.1"), (_turncoat, "5.1"), (_inside_trent, "5.1"),
        (_card_twice, "6.2"), (_card_lost, "6.2"), (_strange_card, "6.2"), (_foreign_home_card, "6.1"),
        (_home_card_in_hand, "6.1"), (_unsorted, "6.1"), (_war_and_alliance, "9.2"), (_war_twice, "0.2"),
        (_wrong_order, "0.2"), (_war_of_an_active_minor, "22.2"), (_minor_in_an_alliance, "9.2"),
        (_pope_and_sultan, "9.2"), (_wrong_ally, "22.1"), (_enemies_together, "2.1"), (_piracy, "4"),
        (_saint_peters, "4"), (_prize_twice, "20"), (_depleted_river, "20"), (_two_magellans, "20"),
        (_cabot_in_the_pool, "20"), (_cabot_at_sea_and_home, "20"), (_card_of_cabot_ashore, "20"),
        (_two_explorations, "20"), (_papal_voyage, "20"), (_third_conquest_marker, "20"), (_colony_twice, "20"),
        (_potosi_for_nothing, "20"),
    ],
)  # fmt: skip
def test_a_breach_is_found(broken: Callable[[HisState], None], rule: str) -> None:
    s = start()
    broken(s)
    with pytest.raises(BrokenInvariant, match=rf"\(rule {rule}\)"):
        check(s)
