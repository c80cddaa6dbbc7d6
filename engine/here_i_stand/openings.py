"""18.1 What happens in the two phases of turn 1 alone, as far as the rules of the Reformation are built."""

from __future__ import annotations

from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.control import muster_display
from engine.here_i_stand.deck import Use, lay_out, put_away
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, ReformerId, Religion, Standing

LUTHERS_95_THESES: Final = CardNumber(8)
LUTHER: Final = ReformerId("luther")
LATER: Final = "18.1"
"""The five attempts of the Theses and the Diet of Worms come with chapter 18."""


def luthers_theses(s: HisState) -> Flow[None]:
    """18.1-1, 18.1-3: Luther comes, his space becomes Protestant and gets its regulars, card 8 leaves the game."""
    yield from ()
    space = s.board.reformers[LUTHER].space
    if LUTHERS_95_THESES in s.powers[Power.PROTESTANT].hand:
        lay_out(s, Power.PROTESTANT, LUTHERS_95_THESES)
        tell(s, Event("event_played", "18.1", {"power": Power.PROTESTANT, "card": LUTHERS_95_THESES, "mode": "a"}))
    s.reformers[LUTHER] = Standing.READY
    s.convert(space, Religion.PROTESTANT)
    tell(s, Event("reformer_enters", "18.1", {"reformer": LUTHER, "space": space}))
    muster_display(s)
    tell(s, Event("comes_later", LATER, {"what": "theses_attempts"}))
    if LUTHERS_95_THESES in s.beside_map:
        put_away(s, LUTHERS_95_THESES, Use.EVENT)


def diet_of_worms(s: HisState) -> Flow[None]:
    """18.1: nobody gives a card yet."""
    yield from ()
    tell(s, Event("comes_later", LATER, {"what": "diet_of_worms"}))
