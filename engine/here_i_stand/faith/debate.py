"""18.5 A theological debate: one or two rounds of dice, spaces converted, a debater burnt or disgraced. D58-D62"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random, roll
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.faith.debate_dice import attack_dice, defence_dice
from engine.here_i_stand.faith.debate_pool import OTHER, RULE, Call, defenders, drawable, pools, second_round
from engine.here_i_stand.faith.debate_windows import ask_bullinger, ask_luther
from engine.here_i_stand.faith.debaters import POWER_OF
from engine.here_i_stand.faith.flips import flip_spaces
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, ReformerId, Standing

CAMPEGGIO: Final = DebaterId("campeggio")
_ROUNDS: Final = 2


@dataclass(slots=True)
class _Round:
    """One round: who debates, how they stood before it, and their hits."""

    attacker: DebaterId
    defender: DebaterId
    before: dict[DebaterId, Standing]
    hits: int = 0
    against: int = 0

    def of(self, side: Side, call: Call) -> DebaterId:
        """The debater of a side."""
        return self.attacker if side is call.side else self.defender


def debate(s: HisState, call: Call) -> Flow[bool]:
    """18.5: a debate from the draw to its end; True when the initiator wins it. The caller has asked `why_no_debate`
    and paid."""
    facts: dict[str, Json] = {"power": call.power, "zone": call.zone}
    tell(s, Event("debate_called", RULE, facts))
    last = yield from _fight(s, call)
    won = False
    if last.hits == last.against:
        tell(s, Event("debate_tied", RULE, facts))
    else:
        stands = yield from _conclude(s, call, call.side if last.hits > last.against else OTHER[call.side], last)
        won = stands and last.hits > last.against
    return won


def _fight(s: HisState, call: Call) -> Flow[_Round]:
    """18.5-2 to 7: the rounds; the last one decides."""
    attacker, defender = yield from _first(s, call)
    last = yield from _round(s, call, 1, attacker, defender)
    for number in range(2, _ROUNDS + 1):
        if last.hits != last.against:
            break
        attacker, defender = yield from _next(s, call, last)
        last = yield from _round(s, call, number, attacker, defender)
    return last


# ------------------------------------------------------------------ 18.5-2, 18.5-3: who


def _first(s: HisState, call: Call) -> Flow[tuple[DebaterId, DebaterId]]:
    """18.5-2, 18.5-3: the attacker is drawn, then the initiator names the pool of the defender."""
    attacker = call.attacker or (yield from _drawn(s, call.side, drawable(s, call.side, call.zone, Standing.READY)))
    pool = yield from _pool(s, call, attacker)
    defender = yield from _drawn(s, OTHER[call.side], defenders(s, call, pool))
    return attacker, defender


def _pool(s: HisState, call: Call, attacker: DebaterId) -> Flow[str]:
    """18.5-3, D58: committed enemies or uncommitted ones, by default committed ones."""
    possible = pools(s, call)
    if call.pool in possible:
        return call.pool
    if call.by_default:
        return possible[0]
    facts: dict[str, Json] = {
        "power": call.power, "event": call.card, "what": "pool", "zone": call.zone, "debater": attacker,
    }  # fmt: skip
    ways = [blank("choice", do="choose", pick=pool) for pool in possible]
    wish = yield from choose(s, "choice", call.power, ways, ways[0], rule=RULE, about="pool", facts=facts)
    return str(wish["pick"])


def _drawn(s: HisState, side: Side, pool: list[DebaterId]) -> Flow[DebaterId]:
    """One of a pool, by chance where there are several."""
    if len(pool) == 1:
        return pool[0]
    found = yield from draw_at_random(f"debater of {POWER_OF[side]}", pool, rule=RULE)
    return found


def _next(s: HisState, call: Call, last: _Round) -> Flow[tuple[DebaterId, DebaterId]]:
    """18.5-7: new debaters; Bullinger may be put in for the Protestants before the draw. D61"""
    found: dict[Side, DebaterId] = {}
    inserted = yield from ask_bullinger(s, call)
    if inserted is not None:
        found[Side.PROTESTANT] = inserted
    for side in (call.side, OTHER[call.side]):
        if side not in found:
            fought = last.of(side, call)
            found[side] = yield from _drawn(s, side, second_round(s, call, side, fought))
    return found[call.side], found[OTHER[call.side]]


# ------------------------------------------------------------------ 18.5-4 to 6: the dice


def _round(s: HisState, call: Call, number: int, attacker: DebaterId, defender: DebaterId) -> Flow[_Round]:
    """18.5-3 to 6: Luther may step in; both sides roll; both debaters are committed."""
    facts: dict[str, Json] = {"power": call.power, "zone": call.zone, "round": number}
    tell(s, Event("debaters_chosen", RULE, {**facts, "attacker": attacker, "defender": defender}))
    attacker, defender = yield from ask_luther(s, call, number, attacker, defender)
    before = {one: s.debaters[one] for one in (attacker, defender)}
    strength, modifiers = attack_dice(s, call, attacker)
    guard = defence_dice(s, defender)
    dice = yield from roll(f"debate of {attacker}", strength, rule=RULE)
    against = yield from roll(f"debate of {defender}", guard, rule=RULE)
    done = _Round(attacker, defender, before, _hits(s, dice), _hits(s, against))
    known: dict[str, Json] = {
        **facts, "attacker": attacker, "defender": defender, "dice": list(dice), "against": list(against),
        "modifiers": dict(modifiers), "hits": done.hits, "hits_against": done.against,
    }  # fmt: skip
    tell(s, Event("debate_round", RULE, known))
    for one, standing in before.items():
        if standing is Standing.READY:
            commit(s, one, rule=RULE)  # Luther, if he is excommunicated, leaves again and stays in no pool (R27)
    return done


def _hits(s: HisState, dice: tuple[int, ...]) -> int:
    return sum(die in s.board.tables.limits.hits for die in dice)


# ------------------------------------------------------------------ 18.5-7 to 9: the result


def _conclude(s: HisState, call: Call, winner: Side, last: _Round) -> Flow[bool]:
    """18.5-7 to 9, R32: spaces by the difference of the hits; who lost by more than his value is out. False when the
    result is ignored."""
    loser = OTHER[winner]
    gap = abs(last.hits - last.against)
    papal, beaten = last.of(Side.PAPACY, call), last.of(loser, call)
    fresh = last.before[papal] is Standing.READY
    more = s.board.debaters[papal].bonus.spaces if fresh else 0
    facts: dict[str, Json] = {
        "winner": POWER_OF[winner], "loser": POWER_OF[loser], "zone": call.zone, "debater": last.of(winner, call),
        "rival_debater": beaten, "count": gap, "extra": more,
    }  # fmt: skip
    tell(s, Event("debate_won", RULE, facts))
    if winner is Side.PROTESTANT and papal == CAMPEGGIO and fresh:
        escaped = yield from _escapes(s)
        if escaped:
            return False
    yield from flip_spaces(s, winner, gap + more, call.zone, rule=RULE, source="debate")
    if gap > s.board.debaters[beaten].value:
        _fall(s, loser, beaten)
    return True


def _escapes(s: HisState) -> Flow[bool]:
    """18.2: Campeggio's bonus: the result may be ignored."""
    (die,) = yield from roll("Campeggio", 1, rule="18.2")
    escaped = die in s.board.debaters[CAMPEGGIO].bonus.die
    tell(s, Event("campeggio_rolled", "18.2", {"debater": CAMPEGGIO, "dice": [die], "escaped": escaped}))
    return escaped


def _fall(s: HisState, loser: Side, debater: DebaterId) -> None:
    """18.5-8, 18.5-9: out of the game; the winner has VP of his value. A reformer is removed too."""
    burnt = loser is Side.PROTESTANT
    s.debaters[debater] = Standing.BURNT if burnt else Standing.DISGRACED
    facts: dict[str, Json] = {
        "debater": debater, "power": POWER_OF[OTHER[loser]], "count": s.board.debaters[debater].value,
    }  # fmt: skip
    tell(s, Event("debater_burnt" if burnt else "debater_disgraced", RULE, facts))
    reformer = ReformerId(debater)
    if burnt and s.reformers.get(reformer) in (Standing.READY, Standing.AWAY, Standing.WAITING):
        s.reformers[reformer] = Standing.BURNT
        tell(s, Event("reformer_out", RULE, {"reformer": reformer}))
