"""Events in which Protestant debaters preach: 41 Marburg Colloquy, 65 A Mighty Fortress."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Reason
from engine.core.flow import Flow
from engine.here_i_stand.cards.choosing import pick_one
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.faith import commit, why_not_uncommitted
from engine.here_i_stand.faith.attempts import reformation
from engine.here_i_stand.faith.series import ALL_ZONES, Series, Source
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Standing, Zone

MARBURG, FORTRESS = CardNumber(41), CardNumber(65)
LUTHER: Final = DebaterId("luther")
_WITTENBERG: Final = (LUTHER, DebaterId("melanchthon"))
_SWISS: Final = (DebaterId("zwingli"), DebaterId("oekolampadius"))
_HYMN: Final = 6


def _why_no_colloquy(s: HisState, power: Power) -> Reason | None:
    for pair in (_WITTENBERG, _SWISS):
        reasons = [why_not_uncommitted(s, debater) for debater in pair]
        if None not in reasons:
            return reasons[0]
    return None


def _colloquy(s: HisState, power: Power) -> Flow[None]:
    """41: the Protestants commit one of each pair; as many attempts as their values together."""
    attempts = 0
    for pair, what in ((_WITTENBERG, "colloquy_wittenberg"), (_SWISS, "colloquy_swiss")):
        ready = [debater for debater in pair if s.debaters[debater] is Standing.READY]
        name = yield from pick_one(
            s, Power.PROTESTANT, ready, max(ready, key=lambda one: s.board.debaters[one].value), MARBURG, what
        )
        commit(s, DebaterId(name), rule="6.1")
        attempts += s.board.debaters[DebaterId(name)].value
    yield from reformation(s, Series(Power.PROTESTANT, Source.EVENT, ALL_ZONES, attempts, card=MARBURG))


def _hymn(s: HisState, power: Power) -> Flow[None]:
    """65"""
    commit(s, LUTHER, rule="6.1")
    yield from reformation(s, Series(Power.PROTESTANT, Source.EVENT, (Zone.GERMAN,), _HYMN, card=FORTRESS))


EFFECTS: Final = (
    Effect(MARBURG, "a", _colloquy, _why_no_colloquy),
    Effect(FORTRESS, "a", _hymn, lambda s, power: why_not_uncommitted(s, LUTHER)),
)
