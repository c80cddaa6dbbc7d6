"""The inquisitions: 56 Papal Inquisition, 58 Spanish Inquisition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.decision import Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.card_moves import discard, retrieve, take_at_random, used_by
from engine.here_i_stand.cards.choosing import NONE, pick_one, pick_power, pick_record, pick_some, picked
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.faith import commit, turn_to, why_not_uncommitted
from engine.here_i_stand.cards.losing import settle
from engine.here_i_stand.deck import draw
from engine.here_i_stand.faith.calling import can_call, debate_by_event
from engine.here_i_stand.hands import discardable
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, DebaterId, Power, Religion, SpaceId, Zone

PAPAL, SPANISH = CardNumber(56), CardNumber(58)
CARAFFA: Final = DebaterId("caraffa")
_CONVERTED: Final = 2
_DICE: Final = 2
"""56: more dice in the debate."""
_SUSPECTS: Final = (Power.PROTESTANT, Power.ENGLAND)

# ------------------------------------------------------------------ what both do


def _purge(s: HisState, power: Power, zone: Zone, card: CardNumber) -> Flow[None]:
    """Two Protestant spaces of a zone, or all there are, become Catholic, eligible or not."""
    spaces = [
        space
        for space, here in s.spaces.items()
        if here.religion is Religion.PROTESTANT and s.board.map.spaces[space].zone is zone
    ]
    names = yield from pick_some(s, power, spaces, _CONVERTED, _CONVERTED, spaces, card, "catholic")
    for name in names:
        turn_to(s, SpaceId(name), Religion.CATHOLIC, rule="6.1")
    yield from settle(s)


def _look(s: HisState, viewer: Power, target: Power) -> None:
    """A hand is seen in secret."""
    facts: dict[str, Json] = {"power": viewer, "target": target, "viewer": viewer}
    hand: list[Json] = [*s.powers[target].hand, *s.powers[target].home_cards]
    tell(s, Event("hand_seen", "6.1", {**facts, "cards": hand}, only=(Seat(viewer),), others_see=facts))


# ------------------------------------------------------------------ 56


def retrievable(s: HisState) -> list[CardNumber]:
    """56, 6.2: discards that are no mandatory cards and that the Papacy has not used this turn; of most CP first."""
    cards = [card for card in s.discard if not s.board.cards[card].mandatory and not used_by(s, Power.PAPACY, card)]
    return sorted(cards, key=lambda card: (-s.board.cards[card].cp, card))


def _papal(s: HisState, power: Power) -> Flow[None]:
    """56: one of three gains, as far as there is something to gain."""
    commit(s, CARAFFA, rule="6.1")
    yield from _purge(s, Power.PAPACY, Zone.ITALIAN, PAPAL)
    target = yield from pick_power(s, Power.PAPACY, _SUSPECTS, PAPAL, "hand")
    _look(s, Power.PAPACY, target)
    ways = []
    if s.powers[target].hand:
        ways.append("take")
    if can_call(s, Power.PAPACY):
        ways.append("debate")
    if retrievable(s):
        ways.append("retrieve")
    if not ways:
        return
    way = yield from pick_one(s, Power.PAPACY, ways, ways[0], PAPAL, "gain", {"rival": target})
    if way == "debate":
        yield from debate_by_event(s, Power.PAPACY, PAPAL, extra_dice=_DICE)
    elif way == "take":
        taken = yield from take_at_random(s, Power.PAPACY, target, rule="6.1")
        _hold_back(s, taken)
    else:
        yield from _from_discards(s)


def _from_discards(s: HisState) -> Flow[None]:
    """C-19: by the switch `inquisition_card_waits` such a card waits for a later impulse as one of a hand does."""
    cards = [blank("choice", do="choose", card=card) for card in retrievable(s)]
    wish = yield from pick_record(s, Power.PAPACY, cards, PAPAL, "retrieve")
    card = CardNumber(int(str(wish["card"])))
    retrieve(s, Power.PAPACY, card, rule="6.2")
    if s.setting("inquisition_card_waits") == "yes":
        _hold_back(s, card)


def _hold_back(s: HisState, card: CardNumber | None) -> None:
    if card is not None and s.impulse is not None:
        s.impulse.held_back.append(card)


# ------------------------------------------------------------------ 58


def _spanish(s: HisState, power: Power) -> Flow[None]:
    """58, C-21; without a debate that could be called there is none."""
    yield from _purge(s, Power.HAPSBURG, Zone.SPANISH, SPANISH)
    for target in (Power.ENGLAND, Power.PROTESTANT):
        _look(s, Power.HAPSBURG, target)
    yield from _condemn(s)
    yield from draw(s, Power.HAPSBURG, 1, rule="6.1")
    if can_call(s, Power.PAPACY):
        yield from debate_by_event(s, Power.PAPACY, SPANISH)


def _condemn(s: HisState) -> Flow[None]:
    """The Hapsburgs name a card of one of the two hands; asked whatever they hold. By default the one of most CP."""
    pairs = [(card, target) for target in _SUSPECTS for card in discardable(s, target)]
    pairs.sort(key=lambda one: -s.board.cards[one[0]].cp)
    ways = [blank("choice", do="choose", card=card, power=target) for card, target in pairs]
    wish = yield from _named(s, ways or [picked(NONE)])
    if wish["card"] is not None:
        card = CardNumber(int(str(wish["card"])))
        discard(s, next(target for other, target in pairs if other == card), card, rule="6.1")


def _named(s: HisState, ways: Sequence[Alternative]) -> Flow[Alternative]:
    """One of the ways; the power whose card it is may be left out."""
    known = [*ways, *({**way, "power": None} for way in ways)]

    def why_not(wish: Alternative) -> Reason | None:
        facts: dict[str, Json] = {"power": Power.HAPSBURG, "card": wish["card"], "event": SPANISH}
        return None if wish in known else Reason("card_not_possible", "6.1", facts)

    wish = yield from choose(
        s, "choice", Power.HAPSBURG, ways, ways[0], why=why_not, rule="6.1", about=f"{SPANISH}/condemn",
        facts={"event": SPANISH, "what": "condemn"},
    )  # fmt: skip
    return wish


EFFECTS: Final = (
    Effect(PAPAL, "a", _papal, lambda s, power: why_not_uncommitted(s, CARAFFA)),
    Effect(SPANISH, "a", _spanish),
)
