"""18.5-4, 18.5-5 The dice of a debate."""

from __future__ import annotations

from typing import Final

from engine.here_i_stand.board.people import Side, Talent
from engine.here_i_stand.faith.debate_pool import Call
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Power, RulerId, Standing, TurnMarker, Zone

MARY_I: Final = RulerId("mary_i")
_BASE: Final = 3
"""More dice of the initiator."""
_FRESH, _TIRED = 2, 1
"""More dice of a defender who was uncommitted, or committed."""


def attack_dice(s: HisState, call: Call, debater: DebaterId) -> tuple[int, dict[str, int]]:
    """18.5-4: the dice of the initiator, and what they are made of."""
    value = s.board.debaters[debater].value
    parts = {"value": value, "initiator": _BASE}
    if call.side is Side.PAPACY:
        parts |= _papal(s, call, debater, value)
    if call.extra_dice:
        parts["event"] = call.extra_dice
    return max(1, sum(parts.values())), parts


def _papal(s: HisState, call: Call, debater: DebaterId, value: int) -> dict[str, int]:
    """What helps or hinders a Papal initiator."""
    parts: dict[str, int] = {}
    if call.zone is Zone.ENGLISH and s.powers[Power.ENGLAND].ruler == MARY_I:
        parts["mary"] = value
    if TurnMarker.AUGSBURG_CONFESSION in s.this_turn.markers:
        parts["augsburg_confession"] = -1
    bonus = s.board.debaters[debater].bonus
    if bonus.talent is Talent.ATTACK and bonus.zone in (None, call.zone) and s.debaters[debater] is Standing.READY:
        parts[str(debater)] = bonus.dice
    return parts


def defence_dice(s: HisState, debater: DebaterId) -> int:
    """18.5-5: one more for a defender who is uncommitted than for one who is committed, or excommunicated (21.5)."""
    return s.board.debaters[debater].value + (_FRESH if s.debaters[debater] is Standing.READY else _TIRED)
