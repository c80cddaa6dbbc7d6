"""105 Treachery!: the gates of a besieged fortress are opened."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.asking import blank
from engine.here_i_stand.assault import assault, take_fortress
from engine.here_i_stand.battle import after_fight
from engine.here_i_stand.cards.choosing import pick_record
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import take_units
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import formation_of
from engine.here_i_stand.siege import besiegers, outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, Role, SpaceId

TREACHERY: Final = CardNumber(105)


def sieges(s: HisState) -> list[tuple[Power, SpaceId]]:
    """Besiegers, and the spaces before which they lie."""
    return [(power, space) for space in s.forces for power in besiegers(s, space)]


def _why_no_traitor(s: HisState, power: Power) -> Reason | None:
    return None if sieges(s) else Reason("no_target", "6.1", {"card": TREACHERY})


def _gates_opened(s: HisState, power: Power) -> Flow[None]:
    """105: an assault without cost and requirements; if the besiegers still outnumber those inside, the fortress
    falls all the same."""
    found = sorted(sieges(s), key=lambda one: not s.allied(power, one[0]))
    ways = [blank("choice", do="choose", space=space, power=besieger) for besieger, space in found]
    wish = yield from pick_record(s, power, ways, TREACHERY, "siege")
    besieger, space = Power(str(wish["power"])), SpaceId(str(wish["space"]))
    tell(s, Event("treachery", "6.1", {"power": besieger, "space": space}))
    result = yield from assault(s, besieger, space, _formation(s, besieger, space))
    if result.winner is Role.ATTACKER or besieger not in besiegers(s, space) or not outnumbers(s, besieger, space):
        return
    for owner, units in list(s.forces[space].inside.items()):
        lost = replace(units)
        s.come_out(owner, space, replace(lost))
        take_units(s, owner, space, lost, rule="6.1")
    yield from take_fortress(s, besieger, space)
    yield from after_fight(s)


def _formation(s: HisState, power: Power, space: SpaceId) -> Formation:
    """D43: as many dice as there can be."""
    found = formation_of(s, power, blank("relief"), space)
    if isinstance(found, Formation):
        return found
    raise ValueError(f"{power} has nobody before {space}")


EFFECTS: Final = (Effect(TREACHERY, "a", _gates_opened, _why_no_traitor),)
