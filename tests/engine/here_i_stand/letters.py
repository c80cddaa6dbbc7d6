"""Orders of letters for tests of diplomacy."""

from __future__ import annotations

from typing import Any

from engine.core.decision import Json, Reason
from engine.here_i_stand.asking import blank
from engine.here_i_stand.diplomacy.conditions import why_no_package
from engine.here_i_stand.diplomacy.deals import Package, read_packages
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, Power, SpaceId, Whereabouts


def item(what: str, to: str, package: str | int | None = None, **parts: str | int | None) -> list[dict[str, Json]]:
    """One order of a proposal."""
    return [{"do": "propose", "item": what, "to": to, "package": package, **parts}]


def package(s: HisState, proposer: Power, *orders: list[dict[str, Json]]) -> Package:
    """A deal of these items; all must be readable."""
    read = read_packages(s, proposer, [[{**blank("propose"), **one} for one in order] for order in orders])  # type: ignore[dict-item]
    assert read.faults == [None] * len(orders), read.faults
    assert len(read.packages) == 1
    return read.packages[0]


def bar(s: HisState, proposer: Power, *orders: list[dict[str, Json]]) -> str | None:
    """The key of what bars a deal, in reading it or as things stand; None when it may be made."""
    read = read_packages(s, proposer, [[{**blank("propose"), **one} for one in order] for order in orders])  # type: ignore[dict-item]
    faults = [fault.key for fault in read.faults if fault is not None]
    if faults:
        return faults[0]
    reasons: list[Reason | None] = [why_no_package(s, one) for one in read.packages]
    return next((reason.key for reason in reasons if reason is not None), None)


def capture(s: HisState, leader: str, captor: Power) -> None:
    state = s.leaders[LeaderId(leader)]
    state.where, state.at, state.inside, state.captor = Whereabouts.CAPTURED, "", False, captor


def hold(s: HisState, power: Power, *cards: int) -> None:
    """A hand of these cards and no others; they come out of the deck."""
    hand = s.powers[power].hand
    s.deck += hand
    hand.clear()
    for card in cards:
        for pile in (s.deck, s.waiting, s.discard, s.removed, *(one.hand for one in s.powers.values())):
            if card in pile:
                pile.remove(CardNumber(card))
        s.give(power, CardNumber(card))


def take(s: HisState, space: str, power: Power) -> None:
    """Another power controls a space."""
    s.take_control(SpaceId(space), power)


def told(s: HisState, kind: str) -> list[dict[str, Any]]:
    """The facts of the events of a kind."""
    return [dict(event.facts) for event in s.events if event.kind == kind]
