"""18.1 Luther's 95 Theses, phase 1 of the first turn."""

from __future__ import annotations

from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.control import muster_display
from engine.here_i_stand.deck import Use, lay_out, put_away
from engine.here_i_stand.faith.attempts import reformation
from engine.here_i_stand.faith.series import Series, Source
from engine.here_i_stand.records import Impulse
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, ReformerId, Religion, Standing, Zone

LUTHERS_95_THESES: Final = CardNumber(8)
LUTHER: Final = ReformerId("luther")
RULE: Final = "18.1"
_ATTEMPTS: Final = 5
_DICE: Final = 1
"""More in each of them."""


def luthers_theses(s: HisState) -> Flow[None]:
    """18.1: Luther comes, his space becomes Protestant and gets its regulars; five attempts; card 8 leaves the game.
    D1, D2"""
    if LUTHERS_95_THESES in s.powers[Power.PROTESTANT].hand:
        lay_out(s, Power.PROTESTANT, LUTHERS_95_THESES)
        tell(s, Event("event_played", RULE, {"power": Power.PROTESTANT, "card": LUTHERS_95_THESES, "mode": "a"}))
    _luther_enters(s)
    s.impulse = Impulse(Power.PROTESTANT)  # what was a target, and whose bonus was used, is remembered for the phase
    yield from reformation(
        s,
        Series(
            Power.PROTESTANT, Source.THESES, (Zone.GERMAN,), _ATTEMPTS,
            rule=RULE, card=LUTHERS_95_THESES, extra_dice=_DICE,
        ),
    )  # fmt: skip
    s.impulse = None
    if LUTHERS_95_THESES in s.beside_map:
        put_away(s, LUTHERS_95_THESES, Use.EVENT)


def _luther_enters(s: HisState) -> None:
    """18.1-1"""
    space = s.board.reformers[LUTHER].space
    s.reformers[LUTHER] = Standing.READY
    s.convert(space, Religion.PROTESTANT)
    tell(s, Event("reformer_enters", RULE, {"reformer": LUTHER, "space": space}))
    muster_display(s)
