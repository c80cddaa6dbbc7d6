"""Positions for the tests of phases 10-20: a set-up changed token by token, so that every supply still holds."""

from __future__ import annotations

from functools import cache

from engine.core.decision import Json
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.rules import DutchRevolt
from engine.dutch_revolt.state import Army, DutchRevoltState
from engine.dutch_revolt.terms import COUNTRYSIDE, Kind, PlaceId, ProvinceId, RegionId, Spot

NAMES = {"C": "catholics", "H": "habsburgs", "N": "nobility", "B": "burghers", "R": "reformers", "neu": "neutral"}


@cache
def rules() -> DutchRevolt:
    """The rules on our board."""
    return DutchRevolt(Board.ours())


def start(players: int = 5, turn: int = 1, phase: int = 0, **switches: bool | str) -> DutchRevoltState:
    """The set-up, moved on to a turn and a phase."""
    options: dict[str, Json] = {"players": players, "switches": dict(switches)}
    s = rules().setup(options)
    s.turn, s.phase = turn, phase
    s.events.clear()
    return s


def tokens(text: str) -> dict[Kind, int]:
    """ "H2 neu1" -> {"habsburgs": 2, "neutral": 1}."""
    found = {}
    for word in text.split():
        letters = word.rstrip("0123456789")
        found[NAMES[letters]] = int(word[len(letters) :])
    return found


def clear_spot(s: DutchRevoltState, province: ProvinceId, spot: Spot) -> None:
    """All tokens of a spot to their stock."""
    for kind, n in list(s.tokens_at(province, spot).items()):
        s.return_to_stock(province, spot, kind, n)


def clear(s: DutchRevoltState, *provinces: ProvinceId) -> None:
    """All tokens of provinces to their stock; of the whole map when none is named."""
    for province in provinces or tuple(s.board.provinces):
        for spot in (COUNTRYSIDE, *s.board.provinces[province].places):
            clear_spot(s, province, spot)


def lay(s: DutchRevoltState, province: ProvinceId, spot: Spot, text: str) -> None:
    """Exactly these tokens on a spot, from stock."""
    clear_spot(s, province, spot)
    for kind, n in tokens(text).items():
        s.place_from_stock(province, spot, kind, n)


def lay_in(s: DutchRevoltState, place: PlaceId, text: str) -> None:
    """Exactly these tokens in a place."""
    lay(s, s.board.places[place].province, place, text)


def at(s: DutchRevoltState, spot: Spot, province: ProvinceId = "") -> str:
    """The tokens of a spot in the letters of the examples, factions in their row, neutrals last."""
    return _written(s.countryside[province] if spot == COUNTRYSIDE else s.places[spot])


def whole(s: DutchRevoltState, province: ProvinceId) -> str:
    """The tokens that count in a province, in the letters of the examples."""
    return _written(s.counted(province))


def _written(there: dict[Kind, int]) -> str:
    return " ".join(f"{letters}{there[kind]}" for letters, kind in NAMES.items() if kind in there)


def army(s: DutchRevoltState, region: RegionId, faction: str, city: PlaceId | None = None) -> Army:
    """One more army on a track, besieging a city if one is named."""
    placed = s.add_army(region, NAMES[faction])
    if city is not None:
        placed.city, placed.state = city, "besieging"
    return placed


def stock_to(s: DutchRevoltState, kind: str, count: int) -> None:
    """Bring a stock down to a number: the rest goes to the treasury, or neutrals into the countryside of Drenthe."""
    name = NAMES[kind]
    surplus = s.stock_of(name) - count
    assert surplus >= 0
    if name == "neutral":
        s.place_from_stock("drenthe", COUNTRYSIDE, name, surplus)
    elif name in s.holdings:
        s.earn(name, surplus, "start")


def money(s: DutchRevoltState, kind: str, count: int) -> None:
    """Exactly this treasury."""
    h = s.holdings[NAMES[kind]]
    h.stock += h.treasury - count
    h.treasury = count


def told(s: DutchRevoltState, kind: str) -> list[dict[str, Json]]:
    """The facts of all events of a kind."""
    return [dict(event.facts) for event in s.events if event.kind == kind]


def skipped(s: DutchRevoltState) -> list[str]:
    """The reasons of all orders that were skipped or cut."""
    return [str(e.facts["reason"]) for e in s.events if e.kind in ("order_skipped", "order_cut")]
