"""18.1 The Diet of Worms, phase 4 of the first turn.

`diet` (Protestants, Hapsburgs and Papacy together, sealed): do="give", card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, chosen, question
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.faith.flips import flip_spaces
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, Religion, SpaceId, Zone

GIVE: Final = "give"
RULE: Final = "18.1"
_GIVERS: Final = (Power.HAPSBURG, Power.PAPACY, Power.PROTESTANT)
_ROLL: Final = (Power.PROTESTANT, Power.PAPACY, Power.HAPSBURG)
"""The order of the dice."""
_MORE_DICE: Final = 4
"""Of the Protestants."""

# ------------------------------------------------------------------ queries


def givable(s: HisState, power: Power) -> list[CardNumber]:
    """18.1: cards for the Diet, no mandatory ones; D20: by default the one of fewest CP, a home card only at last."""
    state = s.powers[power]
    hand = [card for card in state.hand if not s.board.cards[card].mandatory]
    return [*sorted(hand, key=partial(_cp, s)), *sorted(state.home_cards, key=partial(_cp, s))]


def _cp(s: HisState, card: CardNumber | None) -> int:
    return 0 if card is None else s.board.cards[card].cp


def _touches(religion: Religion) -> Callable[[HisState, SpaceId], bool]:
    """18.1: spaces next to one of a religion; passes count, and so do spaces that have just been converted."""

    def eligible(s: HisState, space: SpaceId) -> bool:
        if s.spaces[space].religion in (religion, Religion.NONE):
            return False
        return any(s.spaces[near].religion is religion for near in s.board.map.by_land(space))

    return eligible


# ------------------------------------------------------------------ the phase


def diet_of_worms(s: HisState) -> Flow[None]:
    """18.1 The Diet of Worms. D20, D21"""
    given = yield from _give(s)
    hits = {}
    for power in _ROLL:
        more = _MORE_DICE if power is Power.PROTESTANT else 0
        hits[power] = yield from _dice(s, power, _cp(s, given[power]) + more)
    reform, church = hits[Power.PROTESTANT], hits[Power.PAPACY] + hits[Power.HAPSBURG]
    if reform == church:
        tell(s, Event("diet_tied", RULE, {"hits": reform}))
        return
    side, winner = (Side.PROTESTANT, Power.PROTESTANT) if reform > church else (Side.PAPACY, Power.PAPACY)
    count = abs(reform - church)
    facts: dict[str, Json] = {"winner": winner, "hits": reform, "against": church, "count": count}
    tell(s, Event("diet_won", RULE, facts))
    religion = Religion.PROTESTANT if winner is Power.PROTESTANT else Religion.CATHOLIC
    yield from flip_spaces(
        s, side, count, Zone.GERMAN, rule=RULE, source="diet", strict=True, eligible=_touches(religion)
    )


def _give(s: HisState) -> Flow[dict[Power, CardNumber | None]]:
    """18.1-1, 18.1-2: all choose in secret and reveal together; no event happens."""
    answers = yield from ask_each([_question_of(s, power) for power in _GIVERS])
    given: dict[Power, CardNumber | None] = {}
    for power, answer in answers.items():
        wish = chosen(answer, partial(_default, s, power), partial(_why_not, s, power))
        given[power] = None if wish is None else CardNumber(int(str(wish["card"])))
    for power, card in given.items():
        if card is not None:
            s.spend(power, card)
            tell(s, Event("diet_card", RULE, {"power": power, "card": card, "count": _cp(s, card)}))
    return given


def _dice(s: HisState, power: Power, count: int) -> Flow[int]:
    """18.1-3, 18.1-4: the hits of one power."""
    dice: tuple[int, ...] = ()
    if count:
        dice = yield from roll("diet", count, rule=RULE)
    hits = sum(die in s.board.tables.limits.hits for die in dice)
    tell(s, Event("diet_rolled", RULE, {"power": power, "dice": list(dice), "hits": hits}))
    return hits


# ------------------------------------------------------------------ the question


def _question_of(s: HisState, power: Power) -> Decision[OrderAnswer]:
    state = s.powers[power]
    facts: dict[str, Json] = {"power": power, "hand": list(state.hand), "home_cards": list(state.home_cards)}
    return question(
        s, "diet", power,
        lambda: [blank("diet", do=GIVE, card=card) for card in givable(s, power)],
        lambda: _default(s, power),
        why=partial(_why_not, s, power), facts=facts,
    )  # fmt: skip


def _default(s: HisState, power: Power) -> list[Order]:
    """D20"""
    return [[blank("diet", do=GIVE, card=card)] for card in givable(s, power)[:1]]


def _why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if wish["do"] != GIVE:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if wish["card"] in givable(s, power):
        return None
    held = wish["card"] in s.powers[power].hand
    return Reason("mandatory_card_for_cp" if held else "card_not_held", "6.1", {"power": power, "card": wish["card"]})
