"""18.1 Call Theological Debate: the action, and the debates that events give without CP. D58"""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.faith.debate import debate
from engine.here_i_stand.faith.debate_pool import POOLS, RULE, SIDE, ZONES, Call, open_zones, pools, why_no_debate
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, Zone

WORD: Final = "dispute"
_COST: Final = "call_debate"

# ------------------------------------------------------------------ the action


def why_not_dispute(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, 18.5: why a power can't call a debate so, want of CP included; None when it can."""
    if power not in SIDE:
        return Reason("never_does", "11.1", {"power": power})
    zone, pool = wish["pick"], wish["mode"]
    if zone not in list(ZONES):
        return Reason("unknown_name", "", {"what": "zone", "given": zone})
    if pool is not None and pool not in POOLS:
        return Reason("unknown_name", "", {"what": "pool", "given": pool})
    side = SIDE[power]
    reason = why_no_debate(s, side, Zone(str(zone)))
    if reason is not None:
        return reason
    if pool is not None and pool not in pools(s, Call(side, Zone(str(zone)))):
        facts: dict[str, Json] = {"power": power, "zone": zone, "pool": pool}
        return Reason("pool_empty", RULE, facts)
    return why_not_pay(s, power, cost_of(s, power, _COST), RULE)


def _dispute(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1: 3 CP; well done if the initiator wins."""
    pay(s, cost_of(s, power, _COST) or 0)
    pool = None if wish["mode"] is None else str(wish["mode"])
    won = yield from debate(s, Call(SIDE[power], Zone(str(wish["pick"])), pool=pool, by_default=True))
    return won


def _choices(s: HisState, power: Power) -> list[Alternative]:
    if power not in SIDE or why_not_pay(s, power, cost_of(s, power, _COST), RULE) is not None:
        return []
    side = SIDE[power]
    return [
        blank("impulse", do=WORD, pick=zone, mode=pool)
        for zone in open_zones(s, side)
        for pool in pools(s, Call(side, zone))
    ]


DISPUTE: Final = Action(WORD, why_not_dispute, _dispute, _choices)

# ------------------------------------------------------------------ debates by event


def can_call(s: HisState, power: Power) -> bool:
    """Whether a power could call a debate anywhere, without CP."""
    return bool(open_zones(s, SIDE[power]))


def why_no_call(s: HisState, power: Power) -> Reason | None:
    """The same for the conditions of an event."""
    return None if can_call(s, power) else Reason("no_debate_possible", RULE, {"power": power})


def pick_zone(s: HisState, power: Power, card: CardNumber) -> Flow[Zone]:
    """The zone of a debate that an event gives. Raises ValueError where none can be called."""
    zones = open_zones(s, SIDE[power])
    if not zones:
        raise ValueError(f"{power} can't call a debate (rule {RULE})")
    ways = [blank("choice", do="choose", pick=zone) for zone in zones]
    facts: dict[str, Json] = {"power": power, "event": card, "what": "zone"}
    wish = yield from choose(s, "choice", power, ways, ways[0], rule=RULE, about=f"{card}/zone", facts=facts)
    return Zone(str(wish["pick"]))


def debate_by_event(
    s: HisState, power: Power, card: CardNumber, *, extra_dice: int = 0, more_in_england: int = 0
) -> Flow[bool]:
    """A debate that an event gives: the power names the zone, and the pool of the defender when its own debater is
    known; True when it wins. Nothing happens where none can be called."""
    if not can_call(s, power):
        return False
    zone = yield from pick_zone(s, power, card)
    dice = extra_dice + (more_in_england if zone is Zone.ENGLISH else 0)
    won = yield from debate(s, Call(SIDE[power], zone, card, dice))
    return won


def debate_in(s: HisState, power: Power, zone: Zone, card: CardNumber | None) -> Flow[bool]:
    """The same in a zone that is laid down; nothing happens where it can't be called."""
    if why_no_debate(s, SIDE[power], zone) is not None:
        return False
    won = yield from debate(s, Call(SIDE[power], zone, card))
    return won
