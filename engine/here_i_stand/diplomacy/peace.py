"""9.3 Suing for peace.

`peace` (in impulse order, of powers that could sue somebody): do="sue", power = the enemy, card = 73 to give Diplomatic
Marriage for what would have its price otherwise; several wars one after the other. `peace_terms` (of the suing power,
for each war): do="disband", unit, space (a port, sea zone or space; the number of a foreign war), count: the two units;
do="regain", space = a key or two other home spaces "a,b", or leader; price = "vp" or "card".
"""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank, listed, question
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.diplomacy.captives import captives
from engine.here_i_stand.diplomacy.carrying import give_up_space
from engine.here_i_stand.diplomacy.orders import first_possible
from engine.here_i_stand.diplomacy.terms_of_peace import (
    ask_for_units,
    ask_terms,
    disband,
    held_homes,
    regain_all,
    regain_as_ordered,
)
from engine.here_i_stand.hands import may_hold
from engine.here_i_stand.records import Gift
from engine.here_i_stand.relations import award_war_winner, enemies_of, make_peace
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Edition, Power

SUE: Final = "sue"
DIPLOMATIC_MARRIAGE: Final = CardNumber(73)
_AWARD, _OTTOMAN_AWARD = 1, 2
_NEVER: Final = (Power.HAPSBURG, Power.PAPACY)
"""With whom the Protestants never make peace."""

# ------------------------------------------------------------------ queries


def why_not_sue(s: HisState, power: Power, enemy: Power) -> Reason | None:
    """9.3, R70: why a power can't sue an enemy for peace; None when it can."""
    facts: dict[str, Json] = {"power": power, "rival": enemy}
    if s.turn >= s.plan.last_turn:
        return Reason("no_peace_on_last_turn", "9.3", facts)
    if enemy not in MAJORS or power not in MAJORS or enemy is power or not s.at_war(power, enemy):
        return Reason("not_at_war", "9.3", facts)
    if Power.PROTESTANT in (power, enemy) and (power in _NEVER or enemy in _NEVER):
        return Reason("league_war_never_ends", "9.3", facts)
    if s.printing is Edition.ANNIVERSARY116 and Gift(power, enemy) in s.this_turn.homes_ceded:
        return Reason("home_space_ceded", "9.3", facts)
    lost = held_homes(s, power, enemy) or captives(s, power, enemy) or Gift(power, enemy) in s.taken
    return None if lost else Reason("nothing_lost", "9.3", facts)


def suable(s: HisState, power: Power) -> list[Power]:
    """Enemies whom a power could sue for peace."""
    return [enemy for enemy in enemies_of(s, power) if why_not_sue(s, power, enemy) is None]


def remember_losses(s: HisState) -> None:
    """R70, where the game asks whether anything was ever captured: to be called after each impulse."""
    if s.setting("suing_needs") != "ever_captured":
        return
    for power in MAJORS:
        for enemy in enemies_of(s, power):
            lost = held_homes(s, power, enemy) or captives(s, power, enemy)
            if lost and Gift(power, enemy) not in s.taken:
                s.taken.append(Gift(power, enemy))


# ------------------------------------------------------------------ the segment


def sue_for_peace(s: HisState) -> Flow[None]:
    """9.3: in impulse order, one war at a time. D10"""
    for power in MAJORS:
        if suable(s, power):
            yield from _of_power(s, power)


def _of_power(s: HisState, power: Power) -> Flow[None]:
    """The card is named with the order, so that nobody learns from a question who could hold it (D13)."""

    def why_not(wish: Alternative) -> Reason | None:
        return _why_not_order(s, power, wish)

    def choices() -> list[Alternative]:
        ways = [blank("peace", do=SUE, power=enemy) for enemy in suable(s, power)]
        ways += [{**way, "card": DIPLOMATIC_MARRIAGE} for way in ways]
        return [way for way in ways if why_not(way) is None]

    marriage = power in _MARRYING and may_hold(s, power, DIPLOMATIC_MARRIAGE)
    facts: dict[str, Json] = {
        "power": power, "powers": list(suable(s, power)), "card": DIPLOMATIC_MARRIAGE if marriage else None,
    }  # fmt: skip
    decision = question(
        s, "peace", power, choices, list, why=why_not, facts=facts, fault=lambda orders: _fault(s, power, orders)
    )
    answer = yield from ask(decision)
    for order in listed(answer, list):
        if (wish := first_possible(s, "peace", power, order, why_not)) is not None:
            card = DIPLOMATIC_MARRIAGE if wish["card"] is not None else None
            yield from sue(s, power, Power(str(wish["power"])), card)


_MARRYING: Final = (Power.HAPSBURG, Power.ENGLAND, Power.FRANCE, Power.PAPACY)
"""Who may play Diplomatic Marriage."""


def _fault(s: HisState, power: Power, orders: list[Order]) -> Reason | None:
    """Nothing changes between the question and the answer but by the orders before."""
    reasons = [[_why_not_order(s, power, wish) for wish in order] for order in orders]
    return next((found[0] for found in reasons if None not in found), None)


def _why_not_order(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["do"] != SUE or wish["power"] not in list(MAJORS):
        what = "do" if wish["do"] != SUE else "power"
        return Reason("unknown_name", "", {"what": what, "given": wish[what]})
    reason = why_not_sue(s, power, Power(str(wish["power"])))
    if reason is None and wish["card"] is not None:
        facts: dict[str, Json] = {"power": power, "card": wish["card"]}
        if power not in _MARRYING or wish["card"] != DIPLOMATIC_MARRIAGE:
            return Reason("card_not_here", "9.3", facts)
        if DIPLOMATIC_MARRIAGE not in s.powers[power].hand:
            return Reason("card_not_held", "6.1", facts)
    return reason


# ------------------------------------------------------------------ one war


def sue(s: HisState, loser: Power, winner: Power, card: CardNumber | None = None) -> Flow[None]:
    """9.3-1 to 8; `card`: Diplomatic Marriage, by which everything comes back without a price."""
    facts: dict[str, Json] = {"loser": loser, "winner": winner}
    tell(s, Event("sues_for_peace", "9.3", facts))
    if card is not None:
        lay_out(s, loser, card)
        tell(s, Event("event_played", "9.3", {"power": loser, "card": card, "mode": "b"}))
        note_played(s, loser, card)
        put_away(s, card, Use.EVENT)
    vp = _OTTOMAN_AWARD if Power.OTTOMAN in (loser, winner) else _AWARD
    award_war_winner(s, winner, vp, rule="9.3")
    for space in held_homes(s, winner, loser):
        yield from give_up_space(s, space, winner, rule="9.3")
    asking = ask_for_units if card is not None else ask_terms
    orders = yield from asking(s, loser, winner)
    yield from disband(s, loser, orders)
    if card is not None:
        yield from regain_all(s, loser, winner)
    else:
        yield from regain_as_ordered(s, loser, winner, orders)
    make_peace(s, loser, winner, rule="9.3")
