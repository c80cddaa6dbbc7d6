"""18.5-1 to 3 Who can be drawn for a debate, and where one can be called. R18, R27, C-02"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.decision import Json, Reason
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.faith.debaters import POWER_OF
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing, TurnMarker, Zone

RULE: Final = "18.5"
ZONES: Final = (Zone.GERMAN, Zone.FRENCH, Zone.ENGLISH)
SIDE: Final = {Power.PROTESTANT: Side.PROTESTANT, Power.PAPACY: Side.PAPACY}
OTHER: Final = {Side.PROTESTANT: Side.PAPACY, Side.PAPACY: Side.PROTESTANT}
COMMITTED, UNCOMMITTED = "committed", "uncommitted"
POOLS: Final = {COMMITTED: Standing.COMMITTED, UNCOMMITTED: Standing.READY}
"""The pools among which the initiator chooses for the defender."""


@dataclass(frozen=True, slots=True)
class Call:
    """A debate that is called: by whom and where, and what its source changes."""

    side: Side
    """The initiator."""
    zone: Zone
    card: CardNumber | None = None
    """The event, where it is one."""
    extra_dice: int = 0
    """Of the initiator, in each round (56, 112 b)."""
    attacker: DebaterId | None = None
    """Leipzig: he is not drawn, in the first round."""
    barred: DebaterId | None = None
    """Leipzig: he never defends in this debate (C-02)."""
    pool: str | None = None
    """The pool for the defender, where that is said beforehand."""
    by_default: bool = False
    """The pool is that of D58; nobody is asked."""

    @property
    def power(self) -> Power:
        """The power of the initiator."""
        return POWER_OF[self.side]


# ------------------------------------------------------------------ queries


def drawable(
    s: HisState, side: Side, zone: Zone, standing: Standing, without: Sequence[DebaterId | None] = ()
) -> list[DebaterId]:
    """Debaters of a side in one state, Protestant ones of the zone, in data order. R27: those who are off the map are
    in no pool."""
    return [
        one.id
        for one in s.board.debaters.values()
        if one.side is side
        and (side is Side.PAPACY or one.zone is zone)
        and s.debaters[one.id] is standing
        and one.id not in without
    ]


def in_play(s: HisState, side: Side, zone: Zone) -> list[DebaterId]:
    """Debaters of a side, committed or not, who can take part in a debate of the zone."""
    return [*drawable(s, side, zone, Standing.READY), *drawable(s, side, zone, Standing.COMMITTED)]


def defenders(s: HisState, call: Call, pool: str) -> list[DebaterId]:
    """18.5-3: those of a pool who may be drawn for the defender."""
    return drawable(s, OTHER[call.side], call.zone, POOLS[pool], [call.barred])


def pools(s: HisState, call: Call) -> list[str]:
    """18.5-3: the pools that are not empty, committed debaters first (D58)."""
    return [pool for pool in POOLS if defenders(s, call, pool)]


def second_round(s: HisState, call: Call, side: Side, fought: DebaterId) -> list[DebaterId]:
    """18.5-7, R18: the pool of a side for the second round: those still uncommitted, else the committed ones; who
    fought in the first round only where there is no other."""
    barred = call.barred if side is not call.side else None
    for standing in (Standing.READY, Standing.COMMITTED):
        if found := drawable(s, side, call.zone, standing, [barred, fought]):
            return found
    return [fought]


def why_no_debate(s: HisState, side: Side, zone: Zone) -> Reason | None:
    """18.1, 18.5: why a side can't call a debate in a zone, CP left aside; None when it can."""
    power = POWER_OF[side]
    facts: dict[str, Json] = {"power": power, "zone": zone}
    if zone not in ZONES:
        return Reason("no_debates_there", RULE, facts)
    if zone is Zone.ENGLISH and TurnMarker.THOMAS_MORE in s.this_turn.markers:
        return Reason("no_english_debates", "6.1", facts)
    if side is Side.PROTESTANT and TurnMarker.WARTBURG in s.this_turn.markers:
        return Reason("no_debates_after_wartburg", "6.1", facts)
    if not drawable(s, side, zone, Standing.READY):
        return Reason("no_uncommitted_debater", RULE, facts)
    if not in_play(s, OTHER[side], zone):
        return Reason("no_enemy_debater", RULE, facts)
    return None


def open_zones(s: HisState, side: Side) -> list[Zone]:
    """Where a side can call a debate; D58: first where the weakest committed enemy is, then the weakest one."""
    zones = [zone for zone in ZONES if why_no_debate(s, side, zone) is None]
    return sorted(zones, key=lambda zone: _weakest(s, Call(side, zone)))


def _weakest(s: HisState, call: Call) -> tuple[int, int]:
    pool = pools(s, call)[0]
    value = min(s.board.debaters[one].value for one in defenders(s, call, pool))
    return list(POOLS).index(pool), value
