"""6.1, 6.2: the use of a response or combat card in a window: what can be written, and what becomes of the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Phase, Power
from engine.here_i_stand.windows import is_asked

JANISSARIES: Final = CardNumber(1)
ARQUEBUSIERS: Final = CardNumber(24)
FIELD_ARTILLERY: Final = CardNumber(25)
MERCENARIES_BRIBED: Final = CardNumber(26)
MERCENARIES_RESTLESS: Final = CardNumber(27)
SIEGE_MINING: Final = CardNumber(28)
SURPRISE_ATTACK: Final = CardNumber(29)
TERCIOS: Final = CardNumber(30)
FOUL_WEATHER: Final = CardNumber(31)
GOUT: Final = CardNumber(32)
LANDSKNECHTS: Final = CardNumber(33)
PROFESSIONAL_ROWERS: Final = CardNumber(34)
SIEGE_ARTILLERY: Final = CardNumber(35)
SWISS_MERCENARIES: Final = CardNumber(36)
THE_WARTBURG: Final = CardNumber(37)
HALLEYS_COMET: Final = CardNumber(38)
THOMAS_CROMWELL: Final = CardNumber(115)


def is_open(s: HisState) -> bool:
    """6.1: response and combat cards work in the action phase only."""
    return s.phase is Phase.ACTION


def holds(s: HisState, power: Power, card: CardNumber) -> bool:
    """Whether a power has a card in hand that it may use now; one that pirates took must wait (16.4-5)."""
    if s.impulse is not None and card in s.impulse.held_back:
        return False
    return card in s.powers[power].hand or card in s.powers[power].home_cards


def response(card: CardNumber, mode: str, **parts: str | int | None) -> Alternative:
    """The answer that plays a response card."""
    return blank("response", do="respond", card=card, mode=mode, **parts)


def candidates(s: HisState, powers: Sequence[Power], fitting: Callable[[Power], list[CardNumber]]) -> list[Power]:
    """Those of the powers that could hold one of the cards with which they could do something now, by public facts."""
    return [power for power in powers if is_asked(s, power, fitting(power))]


def not_held(power: Power, wish: Alternative) -> Reason:
    """Why a card can't be played: it is not in the hand, or has no such use now."""
    return Reason("card_not_possible", "6.1", {"power": power, "card": wish["card"], "event": wish["card"]})


def use(
    s: HisState, power: Power, card: CardNumber, mode: str, window: str, *, kept: bool = False, **facts: Json
) -> None:
    """A card is played in a window: told, noted for the turn (6.2), and put away. `kept`: it stays in the deck although
    its event would remove it. Raises ValueError when the power does not hold it."""
    lay_out(s, power, card)
    note_played(s, power, card)
    tell(s, Event("card_used", "6.1", {"power": power, "card": card, "mode": mode, "window": window, **facts}))
    put_away(s, card, Use.NO_EFFECT if kept else Use.EVENT)
