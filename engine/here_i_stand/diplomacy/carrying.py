"""9.1 A deal that all its members have confirmed is carried out, in the order of `Item`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.card_moves import take_at_random
from engine.here_i_stand.control import transfer_control
from engine.here_i_stand.diplomacy.captives import friendly_keys, release
from engine.here_i_stand.diplomacy.deals import Item, Package, Term
from engine.here_i_stand.diplomacy.loans import lend
from engine.here_i_stand.diplomacy.mercenaries import hand_over_mercenaries
from engine.here_i_stand.displacement import displace
from engine.here_i_stand.marriage import advance_marriage
from engine.here_i_stand.records import Gift
from engine.here_i_stand.relations import is_excommunicated, lift_excommunication, make_alliance, make_peace
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId


def carry_out(s: HisState, package: Package) -> Flow[None]:
    """9.1: all terms. The caller has made sure that the package can be carried out whole."""
    for term in package.in_order:
        yield from _CARRY[term.item](s, term)


def give_up_space(s: HisState, space: SpaceId, receiver: Power, *, rule: str) -> Flow[None]:
    """9.1, 9.3-3, 12.5: a space goes to another power; all other units in it are displaced, allied ones too."""
    yield from transfer_control(s, receiver, space, rule=rule)
    for power in Power:
        if power is not receiver and s.master(power) is power and power is not Power.INDEPENDENT:
            yield from displace(s, power, space, rule=rule)


def _end_war(s: HisState, term: Term) -> Flow[None]:
    """White peace: no VP to anybody."""
    yield from ()
    make_peace(s, term.giver, term.receiver, rule="9.1")


def _ally(s: HisState, term: Term) -> Flow[None]:
    yield from ()
    make_alliance(s, term.giver, term.receiver, rule="9.1")


def _return_leader(s: HisState, term: Term) -> Flow[None]:
    yield from release(s, term.leaders[0], friendly_keys(s, term.receiver), rule="9.1")


def _cede(s: HisState, term: Term) -> Flow[None]:
    if term.space is None:
        raise ValueError(f"{term} names no space")
    facts: dict[str, Json] = {"power": term.giver, "rival": term.receiver, "space": term.space}
    tell(s, Event("space_ceded", "9.1", facts))
    if s.home(term.space) is term.giver:
        s.this_turn.homes_ceded.append(Gift(term.giver, term.receiver))
    yield from give_up_space(s, term.space, term.receiver, rule="9.1")


def _give_draws(s: HisState, term: Term) -> Flow[None]:
    for _ in range(term.count):
        yield from take_at_random(s, term.receiver, term.giver, rule="9.1")
        s.this_turn.draws_given.append(Gift(term.giver, term.receiver))


def _give_mercenaries(s: HisState, term: Term) -> Flow[None]:
    s.this_turn.mercenaries_given += [Gift(term.giver, term.receiver)] * term.count
    yield from hand_over_mercenaries(s, term)


def _divorce(s: HisState, term: Term) -> Flow[None]:
    s.this_turn.divorce_granted = True
    tell(s, Event("divorce_granted", "9.1", {"power": term.giver, "rival": term.receiver}))
    yield from advance_marriage(s, rule="9.1")


def _lift(s: HisState, term: Term) -> Flow[None]:
    yield from ()
    if is_excommunicated(s, term.receiver):
        lift_excommunication(s, term.receiver, rule="9.1")


_CARRY: Final[Mapping[Item, Callable[[HisState, Term], Flow[None]]]] = {
    Item.END_WAR: _end_war,
    Item.ALLIANCE: _ally,
    Item.LOAN: lend,
    Item.RETURN_LEADER: _return_leader,
    Item.CEDE: _cede,
    Item.DRAWS: _give_draws,
    Item.MERCENARIES: _give_mercenaries,
    Item.DIVORCE: _divorce,
    Item.LIFT_EXCOMMUNICATION: _lift,
}
