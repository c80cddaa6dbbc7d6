"""17 The Council of Trent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.choosing import pick_some
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.faith.flips import flip_spaces
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing

COUNCIL: Final = CardNumber(17)
POLE: Final = DebaterId("pole")
RULE: Final = "6.1"
_CATHOLICS, _PROTESTANTS = 4, 2
"""The most that each side may send."""
_POLE: Final = 1
"""Dice more, if he takes part (18.2)."""


def delegates(s: HisState, side: Side) -> list[DebaterId]:
    """17, C-06: uncommitted debaters, the Protestants' by the switch `trent_debaters` committed ones too; of most
    value first."""
    standings = [Standing.READY]
    if side is Side.PROTESTANT and s.setting("trent_debaters") == "any_protestant":
        standings.append(Standing.COMMITTED)
    people = [one.id for one in s.board.debaters.values() if one.side is side and s.debaters[one.id] in standings]
    return sorted(people, key=lambda one: -s.board.debaters[one].value)


def _council(s: HisState, power: Power) -> Flow[None]:
    """17: the Papacy sends its debaters, then the Protestants theirs; nobody is burnt or disgraced."""
    catholics = yield from _send(s, Power.PAPACY, Side.PAPACY, _CATHOLICS)
    protestants = yield from _send(s, Power.PROTESTANT, Side.PROTESTANT, _PROTESTANTS)
    church = yield from _dispute(s, Power.PAPACY, catholics)
    reform = yield from _dispute(s, Power.PROTESTANT, protestants)
    if church == reform:
        tell(s, Event("council_tied", RULE, {"hits": church}))
        return
    side, winner = (Side.PAPACY, Power.PAPACY) if church > reform else (Side.PROTESTANT, Power.PROTESTANT)
    count = abs(church - reform)
    tell(s, Event("council_won", RULE, {"winner": winner, "hits": church, "against": reform, "count": count}))
    yield from flip_spaces(s, side, count, None, rule=RULE, source="council")


def _send(s: HisState, power: Power, side: Side, most: int) -> Flow[list[DebaterId]]:
    """Those who are sent are committed. By default the best."""
    possible = delegates(s, side)
    names = yield from pick_some(s, power, possible, 0, most, possible, COUNCIL, "delegates")
    sent = [DebaterId(name) for name in names]
    for debater in sent:
        if s.debaters[debater] is Standing.READY:
            commit(s, debater, rule=RULE)
    return sent


def _dispute(s: HisState, power: Power, sent: Sequence[DebaterId]) -> Flow[int]:
    """The hits of one side: a die for each point of value."""
    extra = _POLE if POLE in sent else 0
    count = sum(s.board.debaters[debater].value for debater in sent) + extra
    dice: tuple[int, ...] = ()
    if count:
        dice = yield from roll("council", count, rule=RULE)
    hits = sum(die in s.board.tables.limits.hits for die in dice)
    facts: dict[str, Json] = {"power": power, "debaters": list(sent), "dice": list(dice), "hits": hits, "extra": extra}
    tell(s, Event("council_rolled", RULE, facts))
    return hits


EFFECTS: Final = (Effect(COUNCIL, "a", _council),)
