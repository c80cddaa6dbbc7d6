"""Positions for tests: a fresh set-up, and short ways to change it without breaking the supply of 3.4."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.core.decision import Json, Reason
from engine.core.options import Alternative, OrderAnswer
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.lists import OrderKind, carry_out
from engine.dutch_revolt.rules import DutchRevolt
from engine.dutch_revolt.state import Army, DutchRevoltState, Score, TurnScore

State = DutchRevoltState


@cache
def rules() -> DutchRevolt:
    """The rules on our board."""
    return DutchRevolt(Board.ours())


def position(players: int = 5, turn: int = 1, **options: Json) -> State:
    """The set-up, as if it were that turn."""
    state = rules().setup({"players": players, **options})
    state.turn = turn
    return state


def tokens(state: State, province: str, spot: str, **counts: int) -> None:
    """Exactly these tokens on a spot, from and to the stock."""
    for kind, count in list(state.tokens_at(province, spot).items()):
        state.return_to_stock(province, spot, kind, count)
    for kind, count in counts.items():
        state.place_from_stock(province, spot, kind, count)


def city(state: State, place: str, owner: str | None = None, **counts: int) -> None:
    """Exactly these tokens in a city or town, and the holder of its card."""
    tokens(state, state.board.places[place].province, place, **counts)
    if place in state.city_cards:
        state.city_cards[place] = owner


def money(state: State, faction: str, count: int) -> None:
    """Exactly this much in the treasury."""
    holdings = state.holdings[faction]
    holdings.stock, holdings.treasury = holdings.stock + holdings.treasury - count, count


def empty_stock(state: State, faction: str, left: int = 0) -> None:
    """Only `left` tokens in stock: the rest becomes money."""
    holdings = state.holdings[faction]
    holdings.treasury, holdings.stock = holdings.treasury + holdings.stock - left, left


def no_neutrals(state: State) -> None:
    """The neutral stock is empty; the rest lies in the countryside of Trier."""
    state.place_from_stock("trier", "countryside", "neutral", state.neutral_stock)


def army(on: State, region: str, faction: str, **marks: Any) -> Army:
    """One more army on a track."""
    added = on.add_army(region, faction)
    for name, value in marks.items():
        setattr(added, name, value)
    return added


def track(state: State, region: str) -> str:
    """The armies of a track: "habsburgs burghers"."""
    return " ".join(a.faction for a in state.tracks[region])


def vp(state: State, scores: Mapping[str, int]) -> None:
    """The last count, doubled VP."""
    state.history.append(TurnScore(0, list(state.order), {f: Score(own=scores.get(f, 0)) for f in state.factions}))


def give(state: State, kind: OrderKind, faction: str, *orders: Alternative) -> list[Reason | None]:
    """Carry orders of one alternative each out; missing fields are None."""
    answer: OrderAnswer = [[dict.fromkeys(kind.fields) | order] for order in orders]
    if reason := kind.fault(state, faction, answer):
        return [reason]
    results = carry_out(state, kind, faction, answer)
    rules().check(state)
    return results


def key(reason: Reason | None) -> str | None:
    """The catalogue key of a reason."""
    return reason.key if reason else None


def told(state: State) -> list[str]:
    """The kinds of all events so far."""
    return [event.kind for event in state.events]
