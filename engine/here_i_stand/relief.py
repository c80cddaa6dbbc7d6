"""15.2 Relief: who joins from inside, and who goes in when the battle is lost. D40, D41"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import NO_LEADER, formation_facts, formation_fields, group_of, inside, outside
from engine.here_i_stand.presence import is_friendly
from engine.here_i_stand.records import Battle, Land
from engine.here_i_stand.retreat import Retreat, may_go_inside, room_inside, why_no_retreat
from engine.here_i_stand.siege import besiegers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId

JOIN: Final = "join"

# ------------------------------------------------------------------ queries


def is_relief(s: HisState, power: Power, space: SpaceId) -> bool:
    """15.2: whether a formation of a power that comes into a space relieves it."""
    return bool(besiegers(s, space)) and is_friendly(s, power, space)


# ------------------------------------------------------------------ D40


def ask_joiners(s: HisState, power: Power, space: SpaceId) -> Flow[Formation]:
    """15.2: besieged units and leaders of the relief force's major power may join the battle; all do by default. They
    come out of the fortifications. D40"""
    garrison = inside(s, power, space)
    if not garrison.strength and not garrison.leaders:
        return garrison
    wishes = [_wish(garrison), _nobody(), *_halves(garrison)]
    facts: dict[str, Json] = {"power": power, "space": space, **formation_facts(garrison)}
    wish = yield from choose(
        s, "relief", power, wishes, wishes[0],
        why=lambda one: _reason(_read(s, power, garrison, one)), about=space, facts=facts,
    )  # fmt: skip
    joined = _read(s, power, garrison, wish)
    if isinstance(joined, Reason):
        joined = garrison
    _sally(s, power, joined)
    return joined


def _wish(formation: Formation) -> Alternative:
    fields = formation_fields(formation)
    del fields["from"]
    return blank("relief", do=JOIN, **fields)


def _nobody() -> Alternative:
    return blank("relief", do=JOIN, regulars=0, mercenaries=0, cavalry=0, leaders=NO_LEADER)


def _halves(garrison: Formation) -> list[Alternative]:
    """Units without leaders, and leaders without units, where there are both."""
    if not garrison.strength or not garrison.leaders:
        return []
    return [
        {**_wish(garrison), "leaders": NO_LEADER},
        blank("relief", do=JOIN, regulars=0, mercenaries=0, cavalry=0, leaders=",".join(garrison.leaders)),
    ]


def _reason(joined: Formation | Reason) -> Reason | None:
    return joined if isinstance(joined, Reason) else None


def _read(s: HisState, power: Power, garrison: Formation, wish: Alternative) -> Formation | Reason:
    if wish["do"] != JOIN:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    found = group_of(s, power, wish, garrison.at, garrison)
    if isinstance(found, Reason) and found.key == "formation_empty":
        return Formation(garrison.at)
    return found


def _sally(s: HisState, power: Power, joined: Formation) -> None:
    if not joined.strength and not joined.leaders:
        return
    for owner, units in joined.units.items():
        s.come_out(owner, joined.at, replace(units))
    for leader in joined.leaders:
        s.leaders[leader].inside = False
    tell(s, Event("relief_joined", "15.2", {"power": power, "space": joined.at, **formation_facts(joined)}))


# ------------------------------------------------------------------ D41


def beaten_relief(s: HisState, battle: Battle, power: Power) -> Retreat:
    """15.2: what becomes of a relief that lost. With equal hits anybody who took part may go inside, as far as there is
    room, else only who came out; the rest goes back. R91: troops that were landed don't get away, nor inside."""
    space = SpaceId(battle.at)
    stack = outside(s, power, space)
    attack = battle.attack
    back = battle.origin
    targets = [back] if back is not None and not battle.by_sea and why_no_retreat(s, power, back) is None else []
    able: Formation | None = Formation(space, _records(attack.joined), tuple(attack.joined_leaders))
    if attack.hits == battle.defence.hits and not battle.by_sea:
        able = None
    room = room_inside(s, space) if may_go_inside(s, (power,), space) else 0
    captors = battle.defence.powers or battle.defence.others
    return Retreat(power, stack, targets, room, able, captors=captors, rule="15.2")


def _records(units: dict[Power, Land]) -> dict[Power, Land]:
    return {owner: replace(own) for owner, own in units.items()}
