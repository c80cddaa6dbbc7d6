"""Chapter 10: Spring Deployment."""

from __future__ import annotations

import random

import pytest

from engine.core.decision import AnyDecision, IllegalOrder, Json
from engine.here_i_stand.deployment import (
    NOBODY,
    SPRING_PREPARATIONS,
    STAY,
    VENETIAN_INFORMANT,
    Deployment,
    DeploymentOptions,
    Means,
    deploy,
    reach,
    spring_deployment,
    starts,
    why_no_deployment,
)
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, LeaderId, Milestone, Phase, Power, SpaceId
from tests.engine.here_i_stand.boards import SCENARIOS, start
from tests.engine.here_i_stand.flows import drive

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
        {"spring_deployment@ottoman": plan(ISTANBUL, NEZH, Power.OTTOMAN, Land(regulars=7, cavalry=1), SULEIMAN)},
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
    drive(deploy(s, Power.HAPSBURG), {"spring_deployment@hapsburg": four})
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
    drive(deploy(s, Power.FRANCE), {"spring_deployment@france": Deployment(means=Means.PREPARED)})
    assert s.forces[PARIS].inside[Power.FRANCE].strength == min(4, before + 1)
    check(s)


def test_d22_the_informant_shows_a_hand_to_one_power() -> None:
    """Card 109: everybody knows who looks, nobody else what is seen."""
    s = begun()
    holds(s, Power.FRANCE, VENETIAN_INFORMANT)
    holds(s, Power.PAPACY, CardNumber(24))
    drive(spring_deployment(s), {"spring_start@france": "papacy to england"})
    seen = next(event for event in s.events if event.kind == "hand_seen")
    assert (seen.only, seen.facts["cards"]) == (("england",), [24, 5, 6])
    assert seen.others_see == {"power": "france", "target": "papacy", "viewer": "england"}
    assert VENETIAN_INFORMANT in s.discard
    check(s)


def test_d22_only_its_holder_has_a_choice() -> None:
    s = begun()
    holds(s, Power.FRANCE, VENETIAN_INFORMANT)
    holds(s, Power.PAPACY, CardNumber(24))
    asked: list[AnyDecision] = []
    drive(spring_deployment(s), asked=asked)
    first = [decision for decision in asked if decision.kind == "spring_start"]
    assert [decision.seat for decision in first] == [Power.FRANCE, Power.PAPACY]
    assert [decision.options.forced() for decision in first] == [None, (NOBODY,)]


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
    assert keys == keys[:1] * 4
    assert "spring_deployment@papacy" in keys[0]
    assert "spring_deployment@protestant" not in keys[0]


def test_a_power_without_card_and_pieces_has_one_answer() -> None:
    s = begun()
    s.take_land(Power.PAPACY, ROME, s.land(Power.PAPACY, ROME))
    assert DeploymentOptions(s, Power.PAPACY).forced() == (STAY,)
    holds(s, Power.PAPACY, SPRING_PREPARATIONS)
    assert DeploymentOptions(s, Power.PAPACY).forced() is None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_walk_of_deployments(scenario: str) -> None:
    """Sampled answers are legal, survive JSON, and leave a sound position."""
    moved = 0
    for seed in range(25):
        draw, s = random.Random(seed), begun(scenario)
        holds(s, draw.choice(MAJORS[:5]), SPRING_PREPARATIONS)
        for power in MAJORS[:5]:
            options = DeploymentOptions(s, power)
            chosen = options.sample(draw.randrange)
            assert options.why_not(chosen) is None
            assert options.from_json(options.to_json(chosen)) == chosen
            drive(deploy(s, power), {f"spring_deployment@{power}": chosen})
            moved += chosen.formation is not None
            check(s)
    assert moved > 25


@pytest.mark.parametrize(
    "raw",
    [
        None,
        {"means": "by_magic"},
        {"means": "usual", "from": "istanbul"},
        {"means": "usual", "from": "atlantis", "to": "nezh", "units": {}, "leaders": []},
        {"means": "usual", "from": "istanbul", "to": "nezh", "units": {"ottoman": [1, 2]}, "leaders": []},
        {"means": "usual", "from": "istanbul", "to": "nezh", "units": {"ottoman": [1, 2, True]}, "leaders": []},
        {"means": "usual", "from": "istanbul", "to": "nezh", "units": {"sweden": [1, 0, 0]}, "leaders": []},
        {"means": "usual", "from": "istanbul", "to": "nezh", "units": {}, "leaders": [4]},
    ],
)
def test_what_is_no_answer(raw: Json) -> None:
    with pytest.raises(IllegalOrder):
        DeploymentOptions(begun(), Power.OTTOMAN).from_json(raw)
