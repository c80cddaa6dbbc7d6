"""10 Victory points, 9.20 turn order, 8.8 in turn 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Many, Order, OrderAnswer
from engine.dutch_revolt.lists import OrderKind, tell_skipped
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.state import Score, TurnScore
from engine.dutch_revolt.terms import BURGHERS, CATHOLICS, HABSBURGS, NOBILITY, REFORMERS, Faction

WHERE = ("first", "last", "before", "after")


# ---------------------------------------------------------------------- section 10


def count(s: State, f: Faction) -> Score:
    """10 The VP of a faction as the board lies now, doubled. In the last turn small provinces count (`vp_final`)."""
    board = s.board
    final = s.turn == board.last_turn
    provinces = sum(
        [data.vp2_final if final else data.vp2 for p, data in board.provinces.items() if s.province_cards.get(p) == f]
    )
    cities = sum([board.places[city].card_vp2 for city in board.cities if s.city_cards.get(city) == f])
    return Score(cities=cities, provinces=provinces, own=own_source2(s, f))


def own_source2(s: State, f: Faction) -> int:
    """10 The VP that only this faction has, doubled."""
    return _OWN[f](s)


def _bishoprics2(s: State) -> int:
    scoring = s.board.bishoprics["scores_for_catholics"]
    return _doubled(s, "vp_bishopric") * sum(column in scoring for column in s.bishoprics.values())


def _garrisons2(s: State) -> int:
    """One for each region with an army that is not released, however many stand there."""
    return _doubled(s, "vp_garrison_region") * sum(
        any(army.faction == HABSBURGS and army.state != "released" for army in armies) for armies in s.tracks.values()
    )


def _influence2(s: State) -> int:
    """R-22 The switch decides the rounding."""
    tokens = s.all_outside_cities(NOBILITY)
    divisor = int(s.board.constants["nobility_divisor"][str(s.players)])
    groups = tokens // divisor if s.board.switches.nobility_rounding == "down" else -(-tokens // divisor)
    return 2 * groups


def _trade2(s: State) -> int:
    return _doubled(s, "vp_trade") * sum(s.controls(BURGHERS, place) for place in s.board.trade_places)


def _universities2(s: State) -> int:
    reformed = sum(state == "reformed" for state in s.universities.values())
    return _doubled(s, "vp_university") * reformed


def _doubled(s: State, constant: str) -> int:
    return int(s.board.constants[constant] * 2)


_OWN = {
    CATHOLICS: _bishoprics2,
    HABSBURGS: _garrisons2,
    NOBILITY: _influence2,
    BURGHERS: _trade2,
    REFORMERS: _universities2,
}


def by_last_count(s: State, factions: Sequence[Faction]) -> list[Faction]:
    """12.4 "More VP": by the last count, then by the row of 3.1."""
    return sorted(factions, key=lambda f: (-s.last_vp2(f), s.board.factions[f].position))


def winners(s: State) -> list[Faction]:
    """10 After the last turn: who has most VP; with two players both factions of the better sum. Else nobody."""
    if not s.history or s.history[-1].turn != s.board.last_turn:
        return []
    scores = s.history[-1].scores
    totals = {f: scores[f].total + (scores[s.partners[f]].total if f in s.partners else 0) for f in s.factions}
    best = max(totals.values())
    return [f for f, total in totals.items() if total == best]


# ---------------------------------------------------------------------- 9.20 the phase


def end_of_turn(s: State, answers: Mapping[Faction, OrderAnswer]) -> None:
    """9.20, 8.8 Released armies leave, VP are counted; then the next order, or the game is over."""
    rule = "8.8" if s.turn == 0 else "9.20"
    _released_armies_leave(s)
    scores = {f: count(s, f) for f in s.factions}
    s.history.append(TurnScore(s.turn, list(s.order), scores))
    for f in laying_order(s):
        score = scores[f]
        facts: dict[str, Json] = {
            "faction": f,
            "vp2": score.total,
            "cities2": score.cities,
            "provinces2": score.provinces,
            "own2": score.own,
        }
        tell(s, Event("vp_counted", "10", facts))
    if s.turn == s.board.last_turn:
        _tell_winners(s)
        return
    s.order = next_order(s, answers)
    factions: list[Json] = list(s.order)
    tell(s, Event("next_order", rule, {"factions": factions}))


def _released_armies_leave(s: State) -> None:
    """R-41"""
    for f in s.factions:
        released = [(region, army) for region, army in s.armies_of(f) if army.state == "released"]
        for region, army in released:
            s.remove_army(region, army)
        if released:
            tell(s, Event("released_armies_leave", "9.20", {"faction": f, "count": len(released)}))


def _tell_winners(s: State) -> None:
    won: list[Json] = list(winners(s))
    totals = s.history[-1].scores
    best = totals[str(won[0])].total
    if s.partners:
        best += totals[s.partners[str(won[0])]].total
    shared = len(won) > (2 if s.partners else 1)
    tell(s, Event("victory_shared" if shared else "victory", "10", {"factions": won, "vp2": best}))


def laying_order(s: State) -> list[Faction]:
    """9.20 By falling VP of the last count; equal ones in the current turn order."""
    scores = s.history[-1].scores
    return sorted(s.order, key=lambda f: -scores[f].total)


def first_to_lay(s: State) -> Faction:
    """9.20.1 Who has most VP as the board lies now; equal ones in the current turn order."""
    return min(s.order, key=lambda f: -count(s, f).total)


def next_order(s: State, answers: Mapping[Faction, OrderAnswer]) -> list[Faction]:
    """9.20 The cards are laid one after the other, by the wishes of their factions."""
    laid: list[Faction] = []
    for f in laying_order(s):
        laid.insert(_seat_for(s, f, laid, answers.get(f, "default")), f)
    return laid


def _seat_for(s: State, f: Faction, laid: list[Faction], answer: OrderAnswer) -> int:
    """The first wish that is possible; else last. A wish that names a card not yet laid is passed over."""
    if not laid or answer == "default":
        return len(laid)
    for alternative in (alternative for order in answer for alternative in order):
        where, other = alternative["where"], alternative["faction"]
        if where == "first":
            return 0
        if where == "last":
            return len(laid)
        if other in laid:
            return laid.index(str(other)) + (where == "after")
        tell_skipped(s, TURN_ORDER, f, alternative, Reason("card_not_laid", "9.20", {"rival": other}))
    return len(laid)


# ---------------------------------------------------------------------- the order list


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """A wish; `next_order` grants it when the cards are laid."""
    other = alternative["faction"]
    if alternative["where"] in ("before", "after") and other not in s.holdings:
        return Reason("not_in_play", "9.20", {"rival": other})
    return None


def _wish(where: str, other: Faction | None = None) -> Alternative:
    return {"where": where, "faction": other}


def _default(s: State, f: Faction) -> list[Order]:
    return [[_wish("last")]]


def _choices(s: State, f: Faction) -> list[Alternative]:
    others = [other for other in s.order if other != f]
    return [
        _wish("first"),
        _wish("last"),
        *(_wish(where, other) for other in others for where in ("before", "after")),
    ]


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        where, other = alternative["where"], alternative["faction"]
        if where not in WHERE:
            return Reason("unknown_position", "9.20", {"given": where})
        if where in ("first", "last"):
            if other is not None:
                return Reason("position_without_faction", "9.20", {"given": where})
        elif other not in s.holdings:
            return Reason("unknown_name", "9.20", {"what": "faction", "given": other})
        elif other == f:
            return Reason("beside_itself", "9.20", {"faction": f})
    return None


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    return {"order": list(s.order), "vp2": {other: count(s, other).total for other in s.factions}}


TURN_ORDER = OrderKind(
    kind="turn_order",
    phase=20,
    rule="9.20",
    fields=("where", "faction"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    facts=_facts,
    many=Many.ONE,
)
