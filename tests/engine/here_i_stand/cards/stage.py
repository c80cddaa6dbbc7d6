"""An event played in an impulse of its own, with answers and dice at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.decision import AnyDecision, Reason
from engine.here_i_stand.cards.playing import play_event, why_no_event
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Impulse, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, CardNumber, Edition, Milestone, Phase, Power, SpaceId
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive

LATER = Edition.ANNIVERSARY116


def scene(scenario: str = "1517", turn: int | None = None, **options: Any) -> HisState:
    """A game in its action phase, with empty hands."""
    s = start(scenario, **options)
    s.removed += s.powers[Power.PROTESTANT].hand  # Luther's 95 Theses
    s.powers[Power.PROTESTANT].hand = []
    s.phase = Phase.ACTION
    s.turn = turn or s.turn
    return s


def hold(s: HisState, power: Power, *cards: int) -> None:
    """Cards come into a hand, from wherever they are."""
    for number in cards:
        card = CardNumber(number)
        if s.board.cards[card].owner is not None:
            continue
        hands = [state.hand for state in s.powers.values()]
        for pile in (s.deck, s.discard, s.removed, s.waiting, s.set_aside, s.ruling, s.beside_map, *hands):
            if card in pile:
                pile.remove(card)
        s.give(power, card)


def on_discard(s: HisState, *cards: int) -> None:
    """Cards come onto the discard pile."""
    for number in cards:
        hold(s, Power.OTTOMAN, number)
        s.spend(Power.OTTOMAN, CardNumber(number))


def rolls(*dice: int) -> Callable[[tuple[int, ...]], list[int]]:
    """Chance that gives these numbers one after the other, then ones."""
    left = list(dice)
    return lambda sizes: [left.pop(0) if left else 1 for _ in sizes]


def begin(s: HisState, power: Power) -> None:
    """An impulse of a power."""
    s.impulses += 1
    s.impulse = Impulse(power, act=Act.CARD)


def play(
    s: HisState,
    power: Power,
    card: int,
    mode: str = "a",
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int] = (),
    asked: list[AnyDecision] | None = None,
) -> None:
    """The card is played by the power as an event; the invariants hold afterwards."""
    hold(s, power, card)
    begin(s, power)
    reason = why_no_event(s, power, CardNumber(card), mode)
    assert reason is None, reason
    drive(play_event(s, power, CardNumber(card), mode), answers, rolls(*dice), asked)
    check(s)


def refused(s: HisState, power: Power, card: int, mode: str = "a") -> str:
    """The key of the reason why an event can't be played; empty when it can."""
    hold(s, power, card)
    begin(s, power)
    reason: Reason | None = why_no_event(s, power, CardNumber(card), mode)
    return "" if reason is None else reason.key


def where(s: HisState, card: int) -> str:
    """The pile in which a card lies."""
    piles = {
        "deck": s.deck, "discard": s.discard, "removed": s.removed, "waiting": s.waiting, "ruling": s.ruling,
        **{power: [*state.hand, *state.home_cards] for power, state in s.powers.items()},
        **{f"spent {power}": state.spent_home_cards for power, state in s.powers.items()},
    }  # fmt: skip
    return next((str(name) for name, pile in piles.items() if CardNumber(card) in pile), "")


def pick(item: str) -> dict[str, str]:
    """An answer to a choice."""
    return {"do": "choose", "pick": item}


def told(s: HisState, kind: str) -> list[dict[str, Any]]:
    """The facts of all events of a kind."""
    return [dict(event.facts) for event in s.events if event.kind == kind]


def league(s: HisState) -> None:
    """The Schmalkaldic League has formed, as far as rules of units go."""
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)


def army(s: HisState, power: Power, space: str, regulars: int = 0, mercenaries: int = 0, cavalry: int = 0) -> SpaceId:
    """Land units come to a space."""
    s.add_land(power, SpaceId(space), Land(regulars, mercenaries, cavalry))
    return SpaceId(space)
