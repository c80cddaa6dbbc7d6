"""What a seat may see, by allow-list. Everything on the board is public (1.2); answers not yet carried out are not."""

from __future__ import annotations

from engine.core.decision import Json, Seat
from engine.dutch_revolt.scoring import count, winners
from engine.dutch_revolt.state import Army, Score
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import BEGGARS, NEUTRAL, Faction, Kind, PlaceId, ProvinceId, RegionId

FLOWS = ("start", "provinces", "cities", "fleet", "boxes", "upkeep", "armies", "beggars", "loyalty", "units")


def view(s: State, seat: Seat | None = None, step: str | None = None) -> dict[str, Json]:
    """The position as JSON, the same for every seat."""
    board = s.board
    over = bool(winners(s))
    besiegers = _besiegers(s)
    order: list[Json] = list(s.order)
    trade: list[Json] = list(board.trade_places)
    won: list[Json] = list(winners(s))
    return {
        "game": "dutch_revolt",
        "turn": s.turn,
        "phase": s.phase,
        "step": s.cursor if step is None else step,
        "mode": s.mode,
        "players": s.players,
        "over": over,
        "order": order,
        "factions": {f: _faction(s, f) for f in s.factions},
        "history": [
            {"turn": t.turn, "order": list(t.order), "vp2": {f: _score(score) for f, score in t.scores.items()}}
            for t in s.history
        ],
        "neutrals": {"stock": s.neutral_stock, "on_map": s.on_map(NEUTRAL)},
        "beggars": _beggars(s),
        "provinces": {p: _province(s, p) for p in board.provinces},
        "places": {p: _place(s, p, besiegers) for p in board.places},
        "tracks": {
            r: {"squares": board.regions[r].squares, "armies": [_army(army) for army in s.tracks[r]]}
            for r in board.regions
        },
        "boxes": {
            b: [{"square": kind, "token": token} for kind, token in zip(box.squares, s.boxes[b], strict=True)]
            for b, box in board.boxes.items()
        },
        "loyalty": {
            city: {
                "column": s.loyalty.get(city, board.places[city].loyalty_start),
                "start": board.places[city].loyalty_start,
            }
            for city in board.loyalty_rows
        },
        "bids": {city: dict(row) for city, row in s.bids.items()},
        "bishoprics": dict(s.bishoprics),
        "universities": dict(s.universities),
        "trade_places": trade,
        "result": {"winners": won} if over else None,
    }


def _score(score: Score) -> dict[str, Json]:
    return {"total": score.total, "cities": score.cities, "provinces": score.provinces, "own": score.own}


def _faction(s: State, f: Faction) -> dict[str, Json]:
    h = s.holdings[f]
    return {
        "supply": h.supply,
        "stock": h.stock,
        "treasury": h.treasury,
        "on_map": s.on_map(f),
        "in_boxes": s.in_boxes(f),
        "armies_stock": h.armies,
        "armies_out": sum(1 for _ in s.armies_of(f)),
        "money": {source: h.money.get(source, 0) for source in FLOWS},
        "vp2": _score(count(s, f)),
    }


def _tokens(s: State, tokens: dict[Kind, int]) -> dict[str, Json]:
    return {kind: tokens[kind] for kind in (*s.factions, NEUTRAL) if kind in tokens}


def _province(s: State, province: ProvinceId) -> dict[str, Json]:
    data = s.board.provinces[province]
    return {
        "owner": s.province_cards.get(province),
        "max": data.maximum,
        "tax2": data.tax2,
        "vp2": data.vp2,
        "vp2_final": data.vp2_final,
        "filled": sum(s.counted(province).values()),
        "countryside": _tokens(s, s.countryside[province]),
    }


def _besiegers(s: State) -> dict[PlaceId, dict[str, Json]]:
    found: dict[PlaceId, dict[str, Json]] = {}
    for region, armies in s.tracks.items():
        for army in armies:
            if army.city is not None:
                found[army.city] = {"by": army.faction, "region": region}
    for city in s.beggars.besieging:
        found[city] = {"by": BEGGARS, "region": s.board.places[city].region}
    return found


def _place(s: State, place: PlaceId, besiegers: dict[PlaceId, dict[str, Json]]) -> dict[str, Json]:
    tokens = _tokens(s, s.places[place])
    if s.board.places[place].is_city:
        owner: Json = s.city_cards.get(place)
    else:
        owner = next((kind for kind in tokens if kind != NEUTRAL), None)
    return {"owner": owner, "tokens": tokens, "siege": besiegers.get(place)}


def _army(army: Army) -> dict[str, Json]:
    spent = army.state == "free" and army.moved and army.influenced
    return {"faction": army.faction, "state": "spent" if spent else army.state, "city": army.city}


def _beggars(s: State) -> dict[str, Json]:
    a_siege = int(s.board.constants["beggars_per_city_siege"])
    regions: dict[RegionId, dict[str, int]] = {}
    for region, n in s.beggars.staying.items():
        if n:
            regions.setdefault(region, {"staying": 0, "besieging": 0})["staying"] += n
    for city in s.beggars.besieging:
        row = regions.setdefault(s.board.places[city].region, {"staying": 0, "besieging": 0})
        row["besieging"] += a_siege
    out = sum(row["staying"] + row["besieging"] for row in regions.values())
    listed: dict[str, Json] = {r: dict(regions[r]) for r in s.board.regions if r in regions}
    return {"box": s.board.water_beggars - out, "hirer": s.beggars.hirer, "regions": listed}
