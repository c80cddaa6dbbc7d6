"""Chapter 10: Spring Deployment."""

from __future__ import annotations

import random

import pytest

from engine.core.decision import AnyDecision
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank
from engine.here_i_stand.deployment import (
    SPRING_PREPARATIONS,
    STAY,
    VENETIAN_INFORMANT,
    Deployment,
    Means,
    choices,
    deploy,
    plan_of,
    reach,
    sample,
    spring_deployment,
    starts,
    why_no_deployment,
    why_not_order,
)
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, LeaderId, Milestone, Phase, Power, SpaceId
from tests.engine.here_i_stand.boards import SCENARIOS, start
from tests.engine.here_i_stand.flows import drive, plain

SULEIMAN, IBRAHIM = LeaderId("suleiman"), LeaderId("ibrahim_pasha")
ISTANBUL, ATHENS, VIENNA, LONDON = SpaceId("istanbul"), SpaceId("athens"), SpaceId("vienna"), SpaceId("london")
PARIS, CALAIS, ROME, NEZH = SpaceId("paris"), SpaceId("calais"), SpaceId("rome"), SpaceId("nezh")
SCUTARI, EDIRNE, DIJON, TURIN = SpaceId("scutari"), SpaceId("edirne"), SpaceId("dijon"), SpaceId("turin")


def begun(scenario: str = "1517") -> HisState:
    """A position in the phase; card 8 has been played."""
    s = start(scenario)
    s.phase = Phase.SPRING_DEPLOYMENT
    if s.powers[Power.PROTESTANT].hand:
        s.powers[Power.PROTESTANT].hand = []
        s.removed.append(CardNumber(8))
    return s


def holds(s: HisState, power: Power, card: CardNumber) -> None:
    s.deck.remove(card)
    s.give(power, card)


def plan(
    at: SpaceId, to: SpaceId, owner: Power, units: Land, *leaders: LeaderId, means: Means = Means.USUAL
) -> Deployment:
    return Deployment(Formation(at, {owner: units} if units.strength else {}, leaders), to, means)


def order(at: SpaceId, to: SpaceId, **parts: str | int) -> Alternative:
    return blank("spring_deployment", do="deploy", from_=at, to=to, **parts)


def why(s: HisState, power: Power, given: Deployment) -> str:
    reason = why_no_deployment(s, power, given)
    return "" if reason is None else reason.key


# ------------------------------------------------------------------ size


@pytest.mark.parametrize(("leaders", "most"), [((SULEIMAN, IBRAHIM), 18), ((SULEIMAN,), 12), ((IBRAHIM,), 6), ((), 4)])
def test_e21_size(leaders: tuple[LeaderId, ...], most: int) -> None:
    """E21: Istanbul holds Suleiman (12), Ibrahim (6), 20 units: with both up to 18; Suleiman alone 12; no leader 4."""
    s = begun()
    s.add_land(Power.OTTOMAN, ISTANBUL, Land(regulars=12))
    assert why(s, Power.OTTOMAN, plan(ISTANBUL, NEZH, Power.OTTOMAN, Land(regulars=most), *leaders)) == ""
    more = plan(ISTANBUL, NEZH, Power.OTTOMAN, Land(regulars=most + 1), *leaders)
    assert why(s, Power.OTTOMAN, more) == "formation_too_big"


def test_at_most_5_units_cross_the_sea() -> None:
    """10-3"""
    s = begun()
    s.add_land(Power.ENGLAND, LONDON, Land(regulars=3))
    henry = LeaderId("henry_viii")
    assert reach(s, Power.ENGLAND, LONDON, Means.USUAL)[CALAIS]
    assert why(s, Power.ENGLAND, plan(LONDON, CALAIS, Power.ENGLAND, Land(regulars=5), henry)) == ""
    six = plan(LONDON, CALAIS, Power.ENGLAND, Land(regulars=6), henry)
    assert why(s, Power.ENGLAND, six) == "too_many_over_sea"
    assert why(s, Power.ENGLAND, plan(LONDON, SpaceId("york"), Power.ENGLAND, Land(regulars=6), henry)) == ""


def test_one_sea_zone_only() -> None:
    """10-2: Tripoli lies two zones away; to Athens there is a way by land."""
    s = begun()
    s.take_control(SpaceId("tripoli"), Power.OTTOMAN)
    places = reach(s, Power.OTTOMAN, ISTANBUL, Means.USUAL)
    assert places[ATHENS] is False
    assert SpaceId("tripoli") not in places


# ------------------------------------------------------------------ starts and paths


def test_from_an_own_capital_only() -> None:
    """10-1"""
    s = begun()
    assert starts(s, Power.HAPSBURG) == [SpaceId("valladolid"), VIENNA]
    assert starts(s, Power.PROTESTANT) == []
    assert why(s, Power.OTTOMAN, plan(EDIRNE, NEZH, Power.OTTOMAN, Land(regulars=1))) == "not_from_there"
    s.take_control(PARIS, Power.ENGLAND)
    assert starts(s, Power.FRANCE) == []
    s.ally(Power.ENGLAND, Power.FRANCE)
    assert starts(s, Power.FRANCE) == []


def test_r26_ships_of_other_majors_watch_a_sea_zone() -> None:
    """10-5: even of an ally, in a port; not at sea, not of an inactive minor, not loaned to the deploying power."""
    s = begun()
    assert CALAIS in reach(s, Power.ENGLAND, LONDON, Means.USUAL)
    s.add_ships(Ships(Power.FRANCE, 1), s.board.map.spaces[LONDON].seas[0])
    assert CALAIS in reach(s, Power.ENGLAND, LONDON, Means.USUAL)
    s.add_ships(Ships(Power.HAPSBURG, 1), SpaceId("amsterdam"))
    assert SpaceId("amsterdam") in s.board.map.seas[s.board.map.spaces[LONDON].seas[0]].ports
    assert CALAIS not in reach(s, Power.ENGLAND, LONDON, Means.USUAL)
    s.ally(Power.ENGLAND, Power.HAPSBURG)
    assert CALAIS not in reach(s, Power.ENGLAND, LONDON, Means.USUAL)
    assert CALAIS in reach(s, Power.ENGLAND, LONDON, Means.PREPARED)
    s.fleets["amsterdam"][0].borrower = Power.ENGLAND
    assert CALAIS in reach(s, Power.ENGLAND, LONDON, Means.USUAL)
    assert s.ships_at(SpaceId("edinburgh"))  # Scotland is inactive
    s.ally(Power.FRANCE, Power.SCOTLAND)
    assert CALAIS not in reach(s, Power.ENGLAND, LONDON, Means.USUAL)


def test_no_passes() -> None:
    """10-4: Turin is French, over a pass; with Spring Preparations it can be reached."""
    s = begun()
    assert TURIN not in reach(s, Power.FRANCE, PARIS, Means.USUAL)
    assert reach(s, Power.FRANCE, PARIS, Means.PREPARED)[TURIN] is False


def test_no_unrest_on_the_way_or_at_the_end() -> None:
    """10-2, 12.4-1"""
    s = begun()
    assert NEZH in reach(s, Power.OTTOMAN, ISTANBUL, Means.USUAL)
    s.spaces[SpaceId("sofia")].unrest = True
    assert NEZH not in reach(s, Power.OTTOMAN, ISTANBUL, Means.USUAL)
    s.spaces[ISTANBUL].unrest = True
    assert starts(s, Power.OTTOMAN) == []


def test_no_foreign_units_on_the_way_unless_friendly() -> None:
    """10-6: the capital included; a power at peace bars too."""
    s = begun()
    s.add_land(Power.ENGLAND, DIJON, Land(regulars=1))
    assert DIJON not in reach(s, Power.FRANCE, PARIS, Means.USUAL)
    s.ally(Power.ENGLAND, Power.FRANCE)
    assert DIJON in reach(s, Power.FRANCE, PARIS, Means.USUAL)
    s.add_land(Power.INDEPENDENT, PARIS, Land(regulars=1))
    assert starts(s, Power.FRANCE) == []


def test_no_electorate_before_the_league() -> None:
    """10-7"""
    s = begun()
    electorates = set(s.board.map.electorates)
    assert not electorates & reach(s, Power.HAPSBURG, VIENNA, Means.USUAL).keys()
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert electorates & reach(s, Power.HAPSBURG, VIENNA, Means.USUAL).keys()


def test_counters_limit_a_division() -> None:
    """5.2: seven Papal ones lie elsewhere; two single units more can't be laid out, and Spring Preparations add one."""
    s = begun()
    s.take_land(Power.PAPACY, ROME, s.land(Power.PAPACY, ROME))
    ravenna = SpaceId("ravenna")
    s.take_land(Power.PAPACY, ravenna, s.land(Power.PAPACY, ravenna))
    for space in [one for one in s.home_spaces(Power.HAPSBURG) if one not in s.forces][:7]:
        s.add_land(Power.PAPACY, space, Land(regulars=1))
    s.add_land(Power.PAPACY, ROME, Land(regulars=2))
    near = next(iter(reach(s, Power.PAPACY, ROME, Means.PREPARED)))
    holds(s, Power.PAPACY, SPRING_PREPARATIONS)
    one = plan(ROME, near, Power.PAPACY, Land(regulars=1), means=Means.PREPARED)
    assert why(s, Power.PAPACY, one) == "no_counters_left"
    two = plan(ROME, near, Power.PAPACY, Land(regulars=2), means=Means.PREPARED)
    assert why(s, Power.PAPACY, two) == ""


def test_half_a_plan() -> None:
    s = begun()
    assert why(s, Power.OTTOMAN, Deployment(Formation(ISTANBUL, {}, (SULEIMAN,)))) == "name_formation_and_place"
    assert why(s, Power.OTTOMAN, STAY) == ""


# ------------------------------------------------------------------ the phase


def test_a_deployment_is_carried_out() -> None:
    s = begun()
    drive(
        deploy(s, Power.OTTOMAN),
        {"spring_deployment@ottoman": order(ISTANBUL, NEZH, regulars=7, cavalry=1, leaders="suleiman")},
    )
    assert s.land(Power.OTTOMAN, NEZH) == Land(regulars=7, cavalry=1)
    assert (s.leaders_at(NEZH), s.leaders_at(ISTANBUL)) == ([SULEIMAN], [IBRAHIM])
    check(s)


def test_the_hapsburgs_deploy_once_and_get_two_regulars() -> None:
    """Card 102: a regular in each capital they control; units added in the phase don't go along (10-1)."""
    s = begun()
    holds(s, Power.HAPSBURG, SPRING_PREPARATIONS)
    graz = SpaceId("graz")
    five = plan(VIENNA, graz, Power.HAPSBURG, Land(regulars=5), LeaderId("ferdinand"), means=Means.PREPARED)
    assert why(s, Power.HAPSBURG, five) == "not_so_many_units"
    four = plan(VIENNA, graz, Power.HAPSBURG, Land(regulars=4), LeaderId("ferdinand"), means=Means.PREPARED)
    valladolid = s.land(Power.HAPSBURG, SpaceId("valladolid")).regulars
    wish = order(VIENNA, graz, regulars=4, leaders="ferdinand", card=102)
    assert plan_of(s, Power.HAPSBURG, wish) == four
    drive(deploy(s, Power.HAPSBURG), {"spring_deployment@hapsburg": wish})
    assert s.land(Power.HAPSBURG, VIENNA) == Land(regulars=1)
    assert s.land(Power.HAPSBURG, SpaceId("valladolid")).regulars == valladolid + 1
    assert s.land(Power.HAPSBURG, graz) == Land(regulars=4)
    assert SPRING_PREPARATIONS in s.discard
    assert s.this_turn.played[0].cards == [SPRING_PREPARATIONS]
    check(s)


def test_the_card_must_be_held() -> None:
    s = begun()
    assert why(s, Power.FRANCE, Deployment(means=Means.PREPARED)) == "card_not_held"
    holds(s, Power.FRANCE, SPRING_PREPARATIONS)
    assert why(s, Power.FRANCE, Deployment(means=Means.PREPARED)) == ""
    s.take_control(PARIS, Power.ENGLAND)
    assert why(s, Power.FRANCE, Deployment(means=Means.PREPARED)) == "no_capital"


def test_a_besieged_capital_grows_within_its_walls() -> None:
    s = begun()
    holds(s, Power.FRANCE, SPRING_PREPARATIONS)
    s.go_inside(Power.FRANCE, PARIS, s.land(Power.FRANCE, PARIS))
    s.add_land(Power.HAPSBURG, PARIS, Land(regulars=5))
    s.forces[PARIS].sieges[Power.HAPSBURG] = 1
    before = s.stack(Power.FRANCE, PARIS)
    drive(deploy(s, Power.FRANCE), {"spring_deployment@france": {"do": "deploy", "card": 102}})
    assert s.forces[PARIS].inside[Power.FRANCE].strength == min(4, before + 1)
    check(s)


def test_d22_the_informant_shows_a_hand_to_one_power() -> None:
    """Card 109: everybody knows who looks, nobody else what is seen."""
    s = begun()
    holds(s, Power.FRANCE, VENETIAN_INFORMANT)
    holds(s, Power.PAPACY, CardNumber(24))
    wish = {"do": "respond", "card": 109, "mode": "a", "power": "papacy", "pick": "england"}
    drive(spring_deployment(s), {"response/spring_start@france": wish})
    seen = next(event for event in s.events if event.kind == "hand_seen")
    assert (seen.only, seen.facts["cards"]) == (("england",), [24, 5, 6])
    assert seen.others_see == {"power": "france", "target": "papacy", "viewer": "england"}
    assert VENETIAN_INFORMANT in s.discard
    check(s)


def test_d22_all_who_could_hold_it_are_asked() -> None:
    """Whoever has cards is asked; only the holder can play it, and without an answer nothing is played."""
    s = begun()
    holds(s, Power.FRANCE, VENETIAN_INFORMANT)
    holds(s, Power.PAPACY, CardNumber(24))
    asked: list[AnyDecision] = []
    drive(spring_deployment(s), asked=asked)
    first = [decision for decision in asked if decision.kind == "response"]
    assert [decision.seat for decision in first] == [Power.FRANCE, Power.PAPACY]
    assert [decision.facts["window"] for decision in first] == ["spring_start", "spring_start"]
    assert [len(decision.options.examples(99)) for decision in first] == [30, 0]
    assert VENETIAN_INFORMANT in s.powers[Power.FRANCE].hand


def test_the_informant_is_not_played_without_the_card() -> None:
    """The refusal of a power that does not hold it says only that the order is not possible."""
    s = begun()
    holds(s, Power.FRANCE, VENETIAN_INFORMANT)
    holds(s, Power.PAPACY, CardNumber(24))
    asked: list[AnyDecision] = []
    drive(spring_deployment(s), asked=asked)
    wish = blank("response", do="respond", card=109, mode="a", power="france", pick="papacy")
    assert asked[1].options.why_not([[wish]]).key == "not_possible_now"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_is_asked_follows_no_hidden_card(scenario: str) -> None:
    """D22, D24: with hidden cards dealt anew the same questions come up."""
    keys = []
    for seed in range(4):
        s = begun(scenario)
        for space in s.board.powers[Power.PAPACY].capitals:
            s.take_land(Power.PAPACY, space, s.land(Power.PAPACY, space))
        random.Random(seed).shuffle(s.deck)
        for power in MAJORS:
            for _ in range(3):
                s.give(power, s.deck.pop())
        asked: list[AnyDecision] = []
        drive(spring_deployment(s), asked=asked)
        keys.append([decision.key for decision in asked])
        named = [plain(decision) for decision in asked]
    assert keys == keys[:1] * 4
    assert "spring_deployment@papacy" in named
    assert "spring_deployment@protestant" not in named


def test_the_first_alternative_that_is_possible_counts() -> None:
    """An order may name a second place; a place that can't be reached is passed over."""
    s = begun()
    far, near = order(ISTANBUL, PARIS, leaders="suleiman"), order(ISTANBUL, NEZH, leaders="suleiman")
    drive(deploy(s, Power.OTTOMAN), {"spring_deployment@ottoman": [[far, near]]})
    assert SULEIMAN in s.leaders_at(NEZH)


def test_without_numbers_as_many_as_may_go() -> None:
    """All units of Istanbul with both leaders; the only capital need not be named."""
    s = begun()
    units = s.land(Power.OTTOMAN, ISTANBUL)
    drive(deploy(s, Power.OTTOMAN), {"spring_deployment@ottoman": {"do": "deploy", "to": NEZH}})
    assert s.land(Power.OTTOMAN, NEZH) == units
    assert s.leaders_at(NEZH) == [SULEIMAN, IBRAHIM]


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"do": "march"}, "unknown_name"),
        ({"do": "deploy"}, "name_formation_and_place"),
        ({"do": "deploy", "from": "istanbul"}, "name_formation_and_place"),
        ({"do": "deploy", "from": "istanbul", "to": "atlantis"}, "name_formation_and_place"),
        ({"do": "deploy", "from": "atlantis", "to": "nezh"}, "unknown_name"),
        ({"do": "deploy", "from": "istanbul", "to": "nezh", "card": 1}, "not_possible_now"),
        ({"do": "deploy", "from": "istanbul", "to": "nezh", "card": 102}, "card_not_held"),
        ({"do": "deploy", "from": "istanbul", "to": "nezh", "regulars": 30}, "not_so_many_units"),
    ],
)
def test_orders_that_are_refused(wish: dict[str, str], key: str) -> None:
    s = begun()
    reason = why_not_order(s, Power.OTTOMAN, blank("spring_deployment") | wish)
    assert reason is not None
    assert reason.key == key


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_deployments(scenario: str) -> None:
    """Sampled answers are legal, survive JSON, and leave a sound position; so is everything that is offered."""
    moved = 0
    for seed in range(25):
        draw, s = random.Random(seed), begun(scenario)
        holds(s, draw.choice(MAJORS[:5]), SPRING_PREPARATIONS)
        for power in MAJORS[:5]:
            for wish in choices(s, power):
                assert why_not_order(s, power, wish) is None, wish
            answer = sample(s, power, draw.randrange)
            told = len(s.events)
            drive(deploy(s, power), {f"spring_deployment@{power}": answer})
            moved += any(event.kind == "deployed" for event in s.events[told:])
            check(s)
    assert moved > 25
