"""18.5 What the Protestants may put into a debate: Luther by Here I Stand (7 b), Bullinger into the second round.

`debaters_selected`: the kind `response`. `debate_second_round`: the kind `debater_bonus`, do="commit", and Bullinger as
`pick`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.flow import Flow, ask
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.cancel import is_alive
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.cards.in_window import candidates, holds, is_open, response, use
from engine.here_i_stand.deck import draw
from engine.here_i_stand.faith.debate_dice import attack_dice, defence_dice
from engine.here_i_stand.faith.debate_pool import RULE, Call
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing, TurnMarker, Zone
from engine.here_i_stand.windows import window

HERE_I_STAND: Final = CardNumber(7)
LUTHER, BULLINGER = DebaterId("luther"), DebaterId("bullinger")
SELECTED, SECOND_ROUND = "debaters_selected", "debate_second_round"
_MODE: Final = "b"
_NOT_HE: Final = Reason("not_possible_now", RULE)

# ------------------------------------------------------------------ 7 b Luther


def can_step_in(s: HisState, call: Call, protestant: DebaterId) -> bool:
    """7 b: German zone, Luther alive and not in this round already, no Wartburg this turn."""
    open_now = is_open(s) and call.zone is Zone.GERMAN and TurnMarker.WARTBURG not in s.this_turn.markers
    return open_now and protestant != LUTHER and is_alive(s)


def ask_luther(
    s: HisState, call: Call, number: int, attacker: DebaterId, defender: DebaterId
) -> Flow[tuple[DebaterId, DebaterId]]:
    """`debaters_selected`, each round: the Protestants may replace their debater by Luther, even committed, barred or
    excommunicated; who is replaced is committed, and they draw a card. D60"""
    own = attacker if call.side is Side.PROTESTANT else defender
    asked = candidates(s, [Power.PROTESTANT], lambda power: [HERE_I_STAND] if can_step_in(s, call, own) else [])
    if not asked:
        return attacker, defender
    facts = _facts(s, call, number, attacker, defender)
    found = yield from window(
        s, SELECTED, asked, [HERE_I_STAND],
        lambda power: [response(HERE_I_STAND, _MODE)] if holds(s, power, HERE_I_STAND) else [], facts,
    )  # fmt: skip
    if found is None:
        return attacker, defender
    use(s, Power.PROTESTANT, HERE_I_STAND, _MODE, SELECTED, debater=own)
    if s.debaters[own] is Standing.READY:
        commit(s, own, rule=RULE)
    yield from draw(s, Power.PROTESTANT, 1, rule="6.1")
    return (LUTHER, defender) if call.side is Side.PROTESTANT else (attacker, LUTHER)


def _facts(s: HisState, call: Call, number: int, attacker: DebaterId, defender: DebaterId) -> dict[str, Json]:
    """What everybody sees before the dice; `value` is the drawn Protestant's, `rival_value` his enemy's."""
    papal, own = (attacker, defender) if call.side is Side.PAPACY else (defender, attacker)
    return {
        "power": call.power,
        "zone": call.zone,
        "round": number,
        "attacker": attacker,
        "defender": defender,
        "attacker_dice": attack_dice(s, call, attacker)[0],
        "defender_dice": defence_dice(s, defender),
        "value": s.board.debaters[own].value,
        "rival_value": s.board.debaters[papal].value,
        "luther": s.debaters[LUTHER],
    }


# ------------------------------------------------------------------ Bullinger


def can_insert(s: HisState, call: Call) -> bool:
    """18.2, 18.5-7: Bullinger, uncommitted, in any zone; not as a defender whom Leipzig bars (C-02)."""
    barred = call.barred == BULLINGER and call.side is Side.PAPACY
    return s.debaters[BULLINGER] is Standing.READY and not barred


def ask_bullinger(s: HisState, call: Call) -> Flow[DebaterId | None]:
    """`debate_second_round`: after a tie in the first round, before the draw. D61"""
    if not can_insert(s, call):
        return None
    way = blank("debater_bonus", do="commit", pick=BULLINGER)
    facts: Mapping[str, Json] = {
        "power": call.power, "what": "second_round", "window": SECOND_ROUND, "zone": call.zone,
        "attacking": call.side is Side.PROTESTANT, "debaters": [BULLINGER],
    }  # fmt: skip
    decision = question(
        s, "debater_bonus", Power.PROTESTANT, lambda: [way], list, rule=RULE, about=SECOND_ROUND, facts=facts
    )
    answer = yield from ask(decision)
    wish = chosen(answer, list, lambda one: None if one == way else _NOT_HE)
    return None if wish is None else BULLINGER
