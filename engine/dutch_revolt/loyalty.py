"""9.16 Loyalty of townspeople."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order
from engine.dutch_revolt.lists import OrderKind, tell_cut
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import NEUTRAL, NOBILITY, REFORMERS, Faction, Kind, PlaceId

THREE_PLAYERS = 3


# ---------------------------------------------------------------------- queries


def row_limit(s: State) -> int:
    """9.16 At most this much money of a faction on one row; each faction of a player has its own limit (R-50)."""
    return int(s.board.constants["loyalty_max_steps_per_faction"])


def bid(s: State, city: PlaceId, f: Faction) -> int:
    """Money of a faction on a row this turn."""
    return s.bids.get(city, {}).get(f, 0)


def payers(s: State, city: PlaceId) -> list[Faction]:
    """9.16 In turn order, but the Nobility last."""
    paid = s.bids.get(city, {})
    return [f for f in s.order if f in paid and f != NOBILITY] + [f for f in s.order if f in paid and f == NOBILITY]


def pushed(s: State, column: int, f: Faction, money: int) -> int:
    """9.16 Where a marker stands after a faction's money; what cannot move it is lost."""
    match s.board.factions[f].loyalty_push:
        case "catholic":
            return max(1, column - money)
        case "reformed":
            return min(s.board.loyalty_columns, column + money)
        case _:
            centre = s.board.loyalty_centre
            return max(centre, column - money) if column > centre else min(centre, column + money)


def column_after(s: State, city: PlaceId) -> int:
    """9.16 The column of a row after all its money."""
    column = s.loyalty[city]
    for f in payers(s, city):
        column = pushed(s, column, f, bid(s, city, f))
    return column


def substitute(s: State, row: tuple[str, ...]) -> Kind | None:
    """9.16 The first kind of a row of substitutes that is in stock; None if not even a neutral is (R-19)."""
    for kind in row:
        if kind == "nobility_if_3_players":
            if s.players == THREE_PLAYERS and s.stock_of(NOBILITY):
                return NOBILITY
        elif s.stock_of(kind):
            return kind
    return None


# ---------------------------------------------------------------------- the phase


def resolve(s: State) -> None:
    """9.16 Markers row by row, then effects row by row, even where nobody paid. The money is in stock by now (R-36)."""
    for city in s.board.loyalty_rows:
        before, after = s.loyalty[city], column_after(s, city)
        if s.bids.get(city):
            s.loyalty[city] = after
            facts: dict[str, Json] = {"city": city, "from_column": before, "to_column": after}
            tell(s, Event("loyalty_moved" if before != after else "loyalty_stays", "9.16", facts))
    s.bids = {}
    for city in s.board.loyalty_rows:
        _take_effect(s, city)


def _take_effect(s: State, city: PlaceId) -> None:
    effect = s.board.effects[s.loyalty[city]]
    for _ in range(effect.remove_reformed_side):
        _remove_reformed_side(s, city)
    for _ in range(effect.add_catholic_side):
        _add(s, city, s.board.catholic_substitutes)
    for _ in range(effect.add_reformed_side):
        _add(s, city, s.board.reformed_substitutes)
    if effect.convert_all_to_reformers:
        _convert_all(s, city)


def _remove_reformed_side(s: State, city: PlaceId) -> None:
    """One Reformer token; if none, one Burgher token."""
    for kind in s.board.removal_order:
        if kind in s.places[city]:
            s.return_to_stock(s.board.places[city].province, city, kind)
            facts: dict[str, Json] = {"city": city, "faction": kind, "column": s.loyalty[city]}
            tell(s, Event("loyalty_removes", "9.16", facts))
            return


def _add(s: State, city: PlaceId, row: tuple[str, ...]) -> None:
    facts: dict[str, Json] = {"city": city, "column": s.loyalty[city]}
    kind = substitute(s, row)
    if kind is None:
        tell(s, Event("loyalty_adds_nothing", "9.16", facts))
        return
    s.place_from_stock(s.board.places[city].province, city, kind)
    tell(s, Event("loyalty_adds", "9.16", {**facts, "faction": kind}))


def _convert_all(s: State, city: PlaceId) -> None:
    """Column 7: every token that is not a Reformer token goes to stock, then as many come by the substitutes."""
    others = {kind: n for kind, n in s.places[city].items() if kind != REFORMERS}
    if not others:
        return
    province = s.board.places[city].province
    for kind, n in others.items():
        s.return_to_stock(province, city, kind, n)
    for _ in range(sum(others.values())):
        kind_in = substitute(s, s.board.reformed_substitutes)
        if kind_in is not None:
            s.place_from_stock(province, city, kind_in)
    tokens: dict[str, Json] = {k: s.places[city][k] for k in (*s.factions, NEUTRAL) if k in s.places[city]}
    facts: dict[str, Json] = {"city": city, "column": s.loyalty[city], "count": sum(others.values()), "tokens": tokens}
    tell(s, Event("loyalty_converts", "9.16", facts))


# ---------------------------------------------------------------------- the order list


def _attempt(s: State, f: Faction, alternative: Alternative) -> Reason | None:
    """9.16 PAY: as much as the limit of the row and the treasury allow; it goes to stock at once (R-36)."""
    city, wanted = str(alternative["city"]), int(alternative["count"] or 0)
    space, treasury = row_limit(s) - bid(s, city, f), s.holdings[f].treasury
    done = min(wanted, space, treasury)
    reason = (
        Reason("row_limit", "9.16", {"faction": f, "city": city, "limit": row_limit(s)})
        if done == space
        else Reason("no_money", "9.16", {"faction": f})
    )
    if done < 1:
        return reason
    s.pay(f, done, "loyalty")
    row = s.bids.setdefault(city, {})
    row[f] = row.get(f, 0) + done
    tell(s, Event("loyalty_paid", "9.16", {"faction": f, "city": city, "money": done}))
    if done < wanted:
        tell_cut(s, LOYALTY, f, alternative, done, reason)
    return None


def _default(s: State, f: Faction) -> list[Order]:
    return []


def _choices(s: State, f: Faction) -> list[Alternative]:
    treasury = s.holdings[f].treasury
    found: list[Alternative] = []
    for city in s.board.loyalty_rows:
        most = min(row_limit(s) - bid(s, city, f), treasury)
        if most > 0 and pushed(s, s.loyalty[city], f, 1) != s.loyalty[city]:
            found.append({"city": city, "count": most})
    return found


def _fault(s: State, f: Faction, orders: list[Order]) -> Reason | None:
    for alternative in (alternative for order in orders for alternative in order):
        city, count = alternative["city"], alternative["count"]
        if city not in s.board.loyalty_rows:
            return Reason("unknown_name", "9.16", {"what": "city", "given": city})
        if not isinstance(count, int) or count < 1:
            return Reason("count_below_one", "9.16", {"count": count})
        if count > row_limit(s):
            return Reason("row_limit", "9.16", {"faction": f, "city": city, "limit": row_limit(s)})
    return None


def _facts(s: State, f: Faction) -> Mapping[str, Json]:
    rows: list[Json] = [
        {"city": city, "column": s.loyalty[city], "paid": dict(s.bids.get(city, {})), "tokens": dict(s.places[city])}
        for city in s.board.loyalty_rows
    ]
    return {"treasury": s.holdings[f].treasury, "limit": row_limit(s), "rows": rows}


LOYALTY = OrderKind(
    kind="loyalty",
    phase=16,
    rule="9.16",
    fields=("city", "count"),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    facts=_facts,
)
