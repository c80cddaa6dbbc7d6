"""Units and leaders that events take off the map (5.2, 5.3, 15.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank, choose, listed, question
from engine.here_i_stand.displacement import lose_ships
from engine.here_i_stand.forces import LAND_TYPES, further_losses, just
from engine.here_i_stand.presence import user_of
from engine.here_i_stand.records import Land, LeaderState, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, LeaderId, Power, SpaceId, UnitType, Whereabouts

USUAL_ORDER = (
    UnitType.MERCENARY, UnitType.CAVALRY, UnitType.REGULAR, UnitType.CORSAIR, UnitType.SQUADRON,
)  # fmt: skip
"""D38, as far as land units go."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Units of one kind, owner and user in a space."""

    owner: Power
    unit: UnitType
    borrower: Power | None = None


def pieces_in(s: HisState, power: Power, space: SpaceId) -> dict[Piece, int]:
    """Land and naval units in a space that belong to a power or its allies."""
    found: dict[Piece, int] = {}
    for owner in Power:
        if s.allied(power, owner) or owner is power:
            here = s.land(owner, space)
            found |= {Piece(owner, kind): here.of(kind) for kind in LAND_TYPES if here.of(kind)}
    for ships in s.ships_at(space):
        if s.allied(power, user_of(s, ships)):
            for unit, count in ((UnitType.SQUADRON, ships.squadrons), (UnitType.CORSAIR, ships.corsairs)):
                if count:
                    found[Piece(ships.owner, unit, ships.borrower)] = count
    return found


# ------------------------------------------------------------------ changes


def take_units(s: HisState, owner: Power, space: SpaceId, units: Land, *, rule: str) -> None:
    """Land units die, those outside the fortifications first. Raises ValueError when there are not so many."""
    for kind in LAND_TYPES:
        count = units.of(kind)
        if not count:
            continue
        outside = s.forces[space].outside.get(owner, Land()).of(kind) if space in s.forces else 0
        if count > outside:
            s.come_out(owner, space, just(kind, count - outside))
        s.take_land(owner, space, just(kind, count))
        facts: dict[str, Json] = {"power": owner, "space": space, "unit": kind, "count": count}
        tell(s, Event("units_eliminated", rule, facts))


def out_of_game(s: HisState, leader: LeaderId, *, rule: str) -> None:
    """A leader's piece leaves the game from wherever it is."""
    power = s.leaders[leader].power
    s.leaders[leader] = LeaderState(power, Whereabouts.OUT)
    tell(s, Event("leader_out", rule, {"leader": leader, "power": power}))


# ------------------------------------------------------------------ flows


def settle(s: HisState) -> Flow[None]:
    """15.3: sieges that do not stand any more are broken."""
    from engine.here_i_stand.siege import check_sieges  # sieges need battles, battles need cards

    yield from check_sieges(s)


def fit_counters(s: HisState, owner: Power, space: SpaceId, *, rule: str) -> Flow[None]:
    """5.2: units that can't be laid out after a loss go too, as their owner chooses."""
    ways = further_losses(s, owner, space)
    if not ways[0].strength:
        return
    picks = [blank("choice", do="choose", pick=_shown(way)) for way in ways]
    facts: dict[str, Json] = {"what": "further_losses", "space": space}
    wish = yield from choose(
        s, "choice", s.master(owner), picks, picks[0], rule="5.2", about=f"further/{space}", facts=facts
    )
    take_units(s, owner, space, ways[picks.index(wish)], rule=rule)


def _shown(units: Land) -> str:
    return ",".join(f"{kind} {units.of(kind)}" for kind in LAND_TYPES if units.of(kind))


def lose_pieces(
    s: HisState,
    chooser: Power,
    space: SpaceId,
    pool: dict[Piece, int],
    count: int,
    card: CardNumber,
    *,
    regulars: int = 0,
    rule: str = "6.1",
) -> Flow[None]:
    """So many units of a pool leave a space, so many regulars among them if there are any, as the chooser orders."""
    count = min(count, sum(pool.values()))
    if not count:
        return
    order = yield from _order(s, chooser, space, pool, count, card)
    gone: list[Piece] = []
    for wanted in (
        [piece for piece in order if piece.unit is UnitType.REGULAR][: min(regulars, count)],
        order,
    ):
        for piece in wanted:
            if len(gone) < count and gone.count(piece) < pool[piece]:
                gone.append(piece)
    for piece in dict.fromkeys(gone):
        _take(s, piece, space, gone.count(piece), rule)
    for owner in dict.fromkeys(piece.owner for piece in gone):
        yield from fit_counters(s, owner, space, rule=rule)


def _take(s: HisState, piece: Piece, space: SpaceId, count: int, rule: str) -> None:
    if piece.unit in LAND_TYPES:
        take_units(s, piece.owner, space, just(piece.unit, count), rule=rule)
    elif piece.unit is UnitType.SQUADRON:
        lose_ships(s, Ships(piece.owner, squadrons=count, borrower=piece.borrower), space, rule=rule)
    else:
        lose_ships(s, Ships(piece.owner, corsairs=count), space, rule=rule)


def _order(
    s: HisState, chooser: Power, space: SpaceId, pool: dict[Piece, int], count: int, card: CardNumber
) -> Flow[list[Piece]]:
    """All units of a pool in the order in which they go. D38"""
    usual = sorted(pool, key=lambda piece: (USUAL_ORDER.index(piece.unit), piece.owner is chooser))
    expanded = [piece for piece in usual for _ in range(pool[piece])]
    if chooser not in MAJORS or len(pool) == 1 or count == len(expanded):
        return expanded
    default = [[blank("losses", do="lose", unit=piece.unit, power=piece.owner)] for piece in usual]
    choices = [alternative for order in default for alternative in order]

    def why_not(wish: Alternative) -> Reason | None:
        named = wish["do"] == "lose" and any(_names(wish, piece) for piece in pool)
        return None if named else Reason("no_such_units", "6.1", {"space": space, "unit": wish["unit"]})

    facts: dict[str, Json] = {
        "event": card, "power": chooser, "space": space, "count": count, "strength": len(expanded),
    }  # fmt: skip
    answer = yield from ask(
        question(
            s, "losses", chooser, lambda: choices, lambda: default, why=why_not,
            rule="6.1", about=f"{card}/{space}", facts=facts,
        )
    )  # fmt: skip
    return _arranged(listed(answer, lambda: default), expanded)


def _arranged(orders: Sequence[Order], pieces: list[Piece]) -> list[Piece]:
    """Of what the orders name all goes before the rest, in their order."""
    left, found = list(pieces), []
    for order in orders:
        wish = next((one for one in order if any(_names(one, piece) for piece in left)), None)
        if wish is not None:
            found += [piece for piece in left if _names(wish, piece)]
            left = [piece for piece in left if not _names(wish, piece)]
    return [*found, *left]


def _names(wish: Alternative, piece: Piece) -> bool:
    if wish["unit"] is None and wish["power"] is None:
        return False
    return wish["unit"] in (None, piece.unit) and wish["power"] in (None, piece.owner)
