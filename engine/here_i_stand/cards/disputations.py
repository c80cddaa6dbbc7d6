"""Events that give a debate: 6 Leipzig Debate, 112 b Thomas More."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.flow import Flow
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.choosing import pick_one
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.deck import Use
from engine.here_i_stand.faith.calling import debate_by_event, pick_zone, why_no_call
from engine.here_i_stand.faith.debate import debate
from engine.here_i_stand.faith.debate_pool import Call, drawable, in_play
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing

LEIPZIG, MORE = CardNumber(6), CardNumber(112)
ECK: Final = DebaterId("eck")
_MORE, _IN_ENGLAND = 1, 2
"""112 b: dice more in each round, and beyond them in the English zone."""

# ------------------------------------------------------------------ 6


def _leipzig(s: HisState, power: Power) -> Flow[None]:
    """6, C-02: the Papacy names its debater for the first round, or bars a Protestant one, not the only one of the
    zone, from the whole debate. D59"""
    zone = yield from pick_zone(s, power, LEIPZIG)
    own = drawable(s, Side.PAPACY, zone, Standing.READY)
    enemies = in_play(s, Side.PROTESTANT, zone)
    names = [*own, *(enemies if len(enemies) > 1 else [])]
    usual = ECK if ECK in own else _best(s, own)
    name = yield from pick_one(s, power, names, usual, LEIPZIG, "advantage", {"zone": zone})
    chosen = DebaterId(name)
    attacker, barred = (chosen, None) if chosen in own else (None, chosen)
    yield from debate(s, Call(Side.PAPACY, zone, LEIPZIG, attacker=attacker, barred=barred))


def _best(s: HisState, debaters: Sequence[DebaterId]) -> DebaterId:
    """The one of most value, in data order."""
    return max(debaters, key=lambda one: s.board.debaters[one].value)


# ------------------------------------------------------------------ 112 b, later edition


def _old_faith(s: HisState, power: Power) -> Flow[Use | None]:
    """112 b: the card leaves the game once Henry has married Anne Boleyn."""
    yield from debate_by_event(s, Power.PAPACY, MORE, extra_dice=_MORE, more_in_england=_IN_ENGLAND)
    return Use.EVENT if s.tudors.boleyn_turn else Use.SPENT


EFFECTS: Final = (
    Effect(LEIPZIG, "a", _leipzig, lambda s, power: why_no_call(s, Power.PAPACY)),
    Effect(MORE, "b", _old_faith, lambda s, power: why_no_call(s, Power.PAPACY)),
)
