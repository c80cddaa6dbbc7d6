"""11.1 The table of action costs, row by row: each action for each power, at its cost and not for less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.records import ForeignWarState, Impulse, Land, Ships
from engine.here_i_stand.siege import begin_siege
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    Act,
    CardNumber,
    Milestone,
    Phase,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    Standing,
    UnitType,
)
from tests.engine.here_i_stand.boards import BOTH, start
from tests.engine.here_i_stand.flows import drive

OTT, HAP, ENG, FRA, PAP, PRO = MAJORS
CAPITAL: Final = {
    OTT: "istanbul", HAP: "vienna", ENG: "london", FRA: "paris", PAP: "rome", PRO: "wittenberg",
}  # fmt: skip
PORT: Final = {OTT: "athens", HAP: "naples", ENG: "london", FRA: "rouen", PAP: "rome", PRO: "lubeck"}
WAR: Final = {OTT: 92, ENG: 93}
RICH: Final = 6

Scene = Callable[[HisState, Power], dict[str, Any]]
"""Prepares a position in which a power could carry out an action, and gives the order."""


def world(power: Power, edition: str = "core110", *events: Milestone) -> HisState:
    """Nobody is on the map, all of it belongs to one power, and it has an impulse."""
    s = start("1517", edition=edition)
    s.turn, s.phase, s.impulses = 4, Phase.ACTION, 9
    s.milestones += list(events)
    s.forces, s.fleets, s.new_world.crossing = {}, {}, []
    for leader in s.leaders.values():
        leader.at, leader.inside = CAPITAL.get(s.master(leader.power), leader.at), False
    for space in s.spaces:
        if s.home(space) is not None:
            s.take_control(space, power)
    for state in s.powers.values():
        state.hand, state.home_cards = [], []
    s.impulse = Impulse(power, act=Act.CARD)
    return s


def after(power: Power, edition: str = "core110") -> HisState:
    return world(power, edition, Milestone.SCHMALKALDIC_LEAGUE, Milestone.BARBARY_PIRATES, Milestone.SOCIETY_OF_JESUS)


def _units(s: HisState, power: Power, space: str, count: int = 1) -> None:
    s.add_land(power, SpaceId(space), Land(regulars=count))


def _clear(s: HisState, power: Power) -> dict[str, Any]:
    start_from = SpaceId(CAPITAL[power])
    _units(s, power, start_from)
    near = [space for space in s.board.map.over_connections(start_from) if s.home(space) is power]
    return blank("impulse", do="move", **{"from": start_from, "regulars": 1, "leaders": "none", "to": near[0]})


def _pass(s: HisState, power: Power) -> dict[str, Any]:
    _units(s, power, "innsbruck")
    return blank("impulse", do="move", **{"from": "innsbruck", "regulars": 1, "leaders": "none", "to": "trent"})


def _sail(s: HisState, power: Power) -> dict[str, Any]:
    port = SpaceId(PORT[power])
    if power is not PRO:
        s.add_ships(Ships(power, squadrons=1), port)
    return blank("impulse", do="sail", moves=f"{port}>{s.board.map.spaces[port].seas[0]}")


def _build(unit: UnitType) -> Scene:
    naval = unit in (UnitType.SQUADRON, UnitType.CORSAIR)
    return lambda s, power: blank("impulse", do="build", unit=unit, space=(PORT if naval else CAPITAL)[power])


def _assault(s: HisState, power: Power) -> dict[str, Any]:
    metz = SpaceId("metz")
    s.take_control(metz, Power.INDEPENDENT)
    s.add_land(Power.INDEPENDENT, metz, Land(regulars=1))
    s.go_inside(Power.INDEPENDENT, metz, Land(regulars=1))
    _units(s, power, metz, 3)
    begin_siege(s, power, metz)
    s.impulses += 6
    return blank("impulse", do="assault", space=metz)


def _control(s: HisState, power: Power) -> dict[str, Any]:
    s.take_control(SpaceId("modena"), Power.INDEPENDENT)
    _units(s, power, "modena")
    return blank("impulse", do="control", space="modena")


def _calm(s: HisState, power: Power) -> dict[str, Any]:
    s.spaces[SpaceId(CAPITAL[power])].unrest = True
    if s.has_happened(Milestone.SCHMALKALDIC_LEAGUE) or power is not PRO:
        _units(s, power, CAPITAL[power])
    return blank("impulse", do="calm", space=CAPITAL[power])


def _piracy(s: HisState, power: Power) -> dict[str, Any]:
    s.take_control(SpaceId("naples"), HAP)
    s.begin_war(OTT, HAP)
    s.add_ships(Ships(OTT, corsairs=2), "tyrrhenian_sea")  # type: ignore[arg-type]
    return blank("impulse", do="piracy", sea="tyrrhenian_sea", power=HAP)


def _fight(s: HisState, power: Power) -> dict[str, Any]:
    card = CardNumber(WAR.get(power, 92))
    s.foreign_wars.append(ForeignWarState(card, 3, 3, Land(regulars=2)))
    s.beside_map.append(card)
    return blank("impulse", do="fight", card=card if power in WAR else None)


def _plain(verb: str, **fields: Any) -> Scene:
    return lambda s, power: blank("impulse", do=verb, **fields)


def _treatise(s: HisState, power: Power) -> dict[str, Any]:
    s.reformers[ReformerId("cranmer")] = Standing.READY
    s.spaces[SpaceId("london")].religion = Religion.PROTESTANT
    return blank("impulse", do="publish", pick="english")


def _burning(s: HisState, power: Power) -> dict[str, Any]:
    s.spaces[SpaceId("erfurt")].religion = Religion.PROTESTANT
    return blank("impulse", do="burn", pick="german")


def _all(cost: int, *but: Power) -> dict[Power, int]:
    return {power: cost for power in MAJORS if power not in but}


NEW_WORLD: Final = (OTT, PAP, PRO)
TABLE: Final[dict[str, tuple[dict[Power, int], Scene]]] = {
    "move formation in clear": (_all(1), _clear),
    "move formation over pass": (_all(2), _pass),
    "naval move": (_all(1, PRO), _sail),
    "buy mercenary": (_all(1, OTT), _build(UnitType.MERCENARY)),
    "raise regular": (_all(2), _build(UnitType.REGULAR)),
    "raise cavalry": ({OTT: 1}, _build(UnitType.CAVALRY)),
    "build squadron": (_all(2, PRO), _build(UnitType.SQUADRON)),
    "build corsair": ({OTT: 1}, _build(UnitType.CORSAIR)),
    "assault": (_all(1), _assault),
    "fight foreign war": ({OTT: 1, ENG: 1}, _fight),
    "control unfortified space": (_all(1), _control),
    "remove unrest": (_all(1), _calm),
    "initiate piracy": ({OTT: 2}, _piracy),
    "explore": (_all(2, *NEW_WORLD), _plain("explore")),
    "colonize": ({HAP: 2, ENG: 3, FRA: 3}, _plain("colonize")),
    "conquer": (_all(4, *NEW_WORLD), _plain("conquer")),
    "translate scripture": ({PRO: 1}, _plain("translate", pick="german", count=1)),
    "publish treatise": ({ENG: 3, PRO: 2}, _treatise),
    "call theological debate": ({PAP: 3, PRO: 3}, _plain("dispute", pick="german")),
    "build saint peters": ({PAP: 1}, _plain("saint_peters", count=1)),
    "burn books": ({PAP: 2}, _burning),
    "found jesuit university": ({PAP: 3}, _plain("university", space="rome")),
}
"""11.1, as the rules print it."""
CELLS: Final = [(action, power) for action in TABLE for power in MAJORS]


def barred(s: HisState, power: Power, wish: dict[str, Any], cp: int) -> str | None:
    """What bars the order with so many CP."""
    assert s.impulse is not None
    s.impulse.cp = cp
    reason = ACTIONS[wish["do"]].why_not(s, power, wish)
    return None if reason is None else reason.key


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(("action", "power"), CELLS)
def test_each_cell_of_the_table(action: str, power: Power, edition: str) -> None:
    costs, scene = TABLE[action]
    s = after(power, edition)
    wish = scene(s, power)
    if power not in costs:
        assert barred(s, power, wish, RICH) is not None
        return
    cost = costs[power]
    assert barred(s, power, wish, cost - 1) == "not_enough_cp"
    assert barred(s, power, wish, cost) is None
    assert s.impulse is not None
    drive(ACTIONS[wish["do"]].do(s, power, wish))
    assert s.impulse.cp == 0


@pytest.mark.parametrize(("action", "power"), CELLS)
def test_forms_offer_what_can_be_paid(action: str, power: Power) -> None:
    """What the table gives to others is never offered, nor what costs more than there is."""
    costs, scene = TABLE[action]
    s = after(power)
    wish = scene(s, power)
    assert s.impulse is not None
    for cp in (RICH, costs.get(power, RICH) - 1):
        s.impulse.cp = cp
        offered = ACTIONS[wish["do"]].choices(s, power)
        assert [one for one in offered if ACTIONS[wish["do"]].why_not(s, power, one) is not None] == []
    if power in costs:
        s.impulse.cp = RICH
        assert ACTIONS[wish["do"]].choices(s, power), "possible, and not offered"


MILITARY: Final = (
    "move formation in clear", "move formation over pass", "buy mercenary", "raise regular", "assault",
    "control unfortified space",
)  # fmt: skip


@pytest.mark.parametrize(("action", "power"), [(action, power) for action in TABLE for power in TABLE[action][0]])
def test_before_the_league_the_pirates_and_the_society(action: str, power: Power) -> None:
    """21.6, 12.4 b, 16, 18: what waits for an event; the Protestants may calm their home spaces before it too."""
    costs, scene = TABLE[action]
    s = world(power)
    wish = scene(s, power)
    waits = {"build corsair": "before_barbary_pirates", "initiate piracy": "before_barbary_pirates"}
    waits["found jesuit university"] = "before_society_of_jesus"
    if power is PRO:
        waits |= dict.fromkeys(MILITARY, "before_the_league")
    assert barred(s, power, wish, costs[power]) == waits.get(action)


@pytest.mark.parametrize("verb", ["explore", "colonize", "conquer"])
@pytest.mark.parametrize("power", [HAP, ENG, FRA])
def test_once_per_turn(power: Power, verb: str) -> None:
    s, wish = after(power), blank("impulse", do=verb)
    assert barred(s, power, wish, RICH) is None
    drive(ACTIONS[verb].do(s, power, wish))
    assert barred(s, power, wish, RICH) == "voyage_once_a_turn"


def test_an_english_treatise_needs_cranmer_on_the_map() -> None:
    s = after(ENG)
    wish = _treatise(s, ENG)
    assert barred(s, ENG, wish, 3) is None
    for standing in (Standing.WAITING, Standing.AWAY, Standing.OUT, Standing.BURNT):
        s.reformers[ReformerId("cranmer")] = standing
        assert barred(s, ENG, wish, 3) == "reformer_not_there"
    assert barred(s, ENG, {**wish, "pick": "german"}, 3) is not None
