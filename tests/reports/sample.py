"""Made-up positions for tests of reports: turn 2 after phase 9, and the fullest position."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from engine.core.events import Event
from engine.dutch_revolt.board import Board
from pbem.reports.facts import Asked, Coming, ReportFacts, SeatStatus

FACTIONS = ("catholics", "habsburgs", "nobility", "burghers", "reformers")

COUNTRYSIDE = {
    "artois": "c2n1",
    "brabant": "c2h2",
    "cleve": "n1r1",
    "drenthe": "x1",
    "flanders": "c1h1",
    "friesland": "r2b1",
    "gelderland": "r2h1n1",
    "geldern": "x2n1",
    "generality": "n2h2",
    "groningen": "x2c1",
    "hainaut": "h3n1",
    "holland": "b2",
    "julich": "n2x1",
    "koln": "c1x1",
    "liege": "n2x1",
    "limburg": "n1x1",
    "luxemburg": "h2x1",
    "maastricht": "x1",
    "namur": "h2x1",
    "overijssel": "r3h1x1",
    "trier": "c1x1",
    "utrecht": "c2r1",
    "venlo": "x1",
    "zeeland": "b2x1",
}
OWNERS = {
    "artois": "catholics",
    "brabant": "catholics",
    "cleve": "nobility",
    "friesland": "reformers",
    "generality": "nobility",
    "hainaut": "habsburgs",
    "holland": "burghers",
    "julich": "nobility",
    "liege": "nobility",
    "luxemburg": "habsburgs",
    "namur": "habsburgs",
    "overijssel": "reformers",
    "trier": "catholics",
    "utrecht": "catholics",
    "zeeland": "burghers",
}
CITIES = {
    "aachen": ("nobility", "n2"),
    "amsterdam": ("burghers", "b2n1"),
    "antwerpen": ("habsburgs", "h3b1"),
    "brugge": (None, "r1c1"),
    "brussel": ("nobility", "n2h1"),
    "gent": ("reformers", "r2"),
    "haarlem": ("reformers", "r2"),
    "koln_city": ("catholics", "c2r1"),
    "leiden": ("reformers", "r2"),
    "liege_city": ("catholics", "c2n1"),
    "luxemburg_city": ("habsburgs", "h2"),
    "utrecht_city": ("catholics", "c2"),
}
TOWNS = {
    "alkmaar": "r1",
    "arnhem": "b1",
    "arras": "c1",
    "breda": "n1",
    "cleve_town": "n1",
    "delft": "n1",
    "dordrecht": "b1",
    "duinkerken": "h1",
    "franeker": "r1",
    "groningen_town": "x1",
    "harderwijk": "",
    "harlingen": "r1",
    "leuven": "c1",
    "middelburg": "b1",
    "mons": "c1",
    "nijmegen": "h1",
    "rotterdam": "b1",
    "tournai": "c1",
    "trier_town": "c1",
    "valenciennes": "h1",
}
LETTER = {"c": "catholics", "h": "habsburgs", "n": "nobility", "b": "burghers", "r": "reformers", "x": "neutral"}


def tokens(code: str) -> dict[str, int]:
    """ "c2n1" -> {"catholics": 2, "nobility": 1}"""
    return {LETTER[code[i]]: int(code[i + 1]) for i in range(0, len(code), 2)}


def army(faction: str, state: str = "free", city: str | None = None) -> dict[str, Any]:
    return {"faction": faction, "state": state, "city": city}


def view(board: Board) -> dict[str, Any]:
    """Turn 2 after phase 9, five players."""
    sieges = {
        "haarlem": {"by": "habsburgs", "region": "r_holland"},
        "brussel": {"by": "catholics", "region": "r_brabant"},
        "utrecht_city": {"by": "beggars", "region": "r_utrecht"},
    }
    places: dict[str, Any] = {}
    for ident, (owner, code) in CITIES.items():
        places[ident] = {"owner": owner, "tokens": tokens(code), "siege": sieges.get(ident)}
    for ident, code in TOWNS.items():
        held = tokens(code)
        owner = next(iter(held), None)
        places[ident] = {"owner": None if owner == "neutral" else owner, "tokens": held, "siege": None}
    armies = {
        "r_holland": [army("habsburgs", "besieging", "haarlem")],
        "r_brabant": [army("catholics", "besieging", "brussel")],
        "r_ijssel": [army("habsburgs"), army("reformers")],
        "r_delta": [army("burghers")],
        "r_flanders": [army("habsburgs")],
        "r_luxemburg": [army("habsburgs")],
        "r_liege": [army("nobility")],
        "r_lower_rhine": [army("nobility", "released")],
        "r_electorates": [army("catholics")],
    }
    filled = {
        "calvinists": ["reformers"] * 4,
        "london_merchants": ["burghers"] * 3,
        "huguenots": ["burghers"],
        "french_support": ["nobility"],
        "imperial_support": ["nobility"] * 2,
        "spanish_treasury": ["catholics"] * 2 + ["habsburgs"] * 2,
    }
    flows = {
        "catholics": (2, 4, 3, 0, -2, -4, 0),
        "habsburgs": (0, 3, 4, 1, -3, -2, 0),
        "nobility": (0, 4, 2, 0, -1, -2, 0),
        "burghers": (1, 3, 2, 1, 0, -2, 0),
        "reformers": (0, 2, 6, 0, 0, -2, -4),
    }
    counts = {
        "catholics": (3, 22, 2, 5, 2),
        "habsburgs": (3, 23, 2, 4, 4),
        "nobility": (3, 21, 3, 5, 2),
        "burghers": (5, 12, 4, 11, 1),
        "reformers": (2, 20, 4, 6, 1),
    }
    vp = {
        0: {
            "catholics": (4, 3, 11),
            "habsburgs": (4, 3, 4),
            "nobility": (4, 4, 7),
            "burghers": (2, 2, 6),
            "reformers": (4, 1, 2),
        },
        1: {
            "catholics": (6, 5, 11),
            "habsburgs": (6, 4, 6),
            "nobility": (6, 4, 8),
            "burghers": (4, 3, 6),
            "reformers": (6, 2, 2),
        },
        2: {
            "catholics": (6, 5, 12),
            "habsburgs": (6, 4, 6),
            "nobility": (4, 7, 8),
            "burghers": (2, 3, 6),
            "reformers": (6, 3, 3),
        },
    }

    def score(parts: tuple[int, int, int]) -> dict[str, int]:
        return {"total": sum(parts), "cities": parts[0], "provinces": parts[1], "own": parts[2]}

    provinces = {}
    for ident, record in board.provinces.items():
        rural = tokens(COUNTRYSIDE[ident])
        inside = sum(sum(places[p]["tokens"].values()) for p in record.places if p in places and not places[p]["siege"])
        provinces[ident] = {
            "owner": OWNERS.get(ident),
            "max": record.maximum,
            "tax2": record.tax2,
            "vp2": record.vp2,
            "vp2_final": record.vp2_final,
            "filled": sum(rural.values()) + inside,
            "countryside": rural,
        }
    flow_names = ("start", "provinces", "cities", "fleet", "upkeep", "armies", "beggars")
    return {
        "game": "dutch_revolt",
        "turn": 2,
        "phase": 10,
        "step": "2/new_units/burghers",
        "mode": "standard",
        "players": 5,
        "over": False,
        "order": ["reformers", "burghers", "habsburgs", "nobility", "catholics"],
        "factions": {
            f: {
                "supply": 32,
                "treasury": counts[f][0],
                "on_map": counts[f][1],
                "in_boxes": counts[f][2],
                "stock": counts[f][3],
                "armies_out": counts[f][4],
                "armies_stock": 6 - counts[f][4],
                "money": {**dict(zip(flow_names, flows[f], strict=True)), "loyalty": 0, "units": 0},
                "vp2": score(vp[2][f]),
            }
            for f in FACTIONS
        },
        "history": [
            {"turn": t, "order": list(FACTIONS), "vp2": {f: score(vp[t][f]) for f in FACTIONS}} for t in (0, 1)
        ],
        "neutrals": {"stock": 29, "on_map": 18},
        "beggars": {"box": 1, "hirer": "reformers", "regions": {"r_utrecht": {"staying": 0, "besieging": 2}}},
        "provinces": provinces,
        "places": places,
        "tracks": {r: {"squares": record.squares, "armies": armies.get(r, [])} for r, record in board.regions.items()},
        "boxes": {
            ident: [
                {"square": square, "token": filled[ident][n] if n < len(filled[ident]) else None}
                for n, square in enumerate(box.squares)
            ]
            for ident, box in board.boxes.items()
        },
        "loyalty": {
            city: {"column": column, "start": board.places[city].loyalty_start}
            for city, column in zip(board.loyalty_rows, (3, 3, 4, 5, 3, 6, 5, 2, 6, 3, 2, 4), strict=True)
        },
        "bishoprics": {
            "artois": "firmly_catholic",
            "flanders": "catholic",
            "koln": "catholic",
            "liege": "catholic",
            "trier": "firmly_catholic",
            "utrecht": "firmly_catholic",
        },
        "universities": {
            "koln_city": "catholic",
            "leuven": "catholic",
            "leiden": "reformed",
            "franeker": "reformed",
            "groningen_town": "none",
            "harderwijk": "none",
            "utrecht_city": "none",
        },
        "trade_places": list(board.trade_places),
        "result": None,
    }


def full_view(board: Board) -> dict[str, Any]:
    """Everything that can stand somewhere stands there, with numbers of two digits."""
    full = view(board)
    everybody = dict.fromkeys((*FACTIONS, "neutral"), 1)
    for n, (ident, record) in enumerate(full["provinces"].items()):
        record["countryside"] = {f: 10 + i if (n + i) % 3 == 0 else 1 + i for i, f in enumerate(everybody)}
        record["owner"] = FACTIONS[n % 5]
        record["filled"] = 20
        del ident
    for n, (ident, record) in enumerate(full["places"].items()):
        if board.places[ident].is_city:
            record["owner"] = FACTIONS[n % 5]
            record["tokens"] = {f: 1 + (i * n) % 12 for i, f in enumerate(everybody)}
            record["siege"] = {"by": "beggars" if n % 3 == 0 else FACTIONS[n % 4], "region": board.places[ident].region}
        else:
            record["tokens"] = {FACTIONS[n % 5]: 1}
            record["owner"] = FACTIONS[n % 5]
    states = ("free", "besieging", "released", "spent")
    for n, track in enumerate(full["tracks"].values()):
        track["armies"] = [army(FACTIONS[(n + i) % 5], states[i % 4]) for i in range(track["squares"])]
    for squares in full["boxes"].values():
        for n, square in enumerate(squares):
            square["token"] = FACTIONS[n % 5]
    full["beggars"]["regions"]["r_holland"] = {"staying": 3, "besieging": 0}
    full["history"] = [
        {
            "turn": t,
            "order": list(FACTIONS),
            "vp2": {f: {"total": 61, "cities": 24, "provinces": 25, "own": 12} for f in FACTIONS},
        }
        for t in range(5)
    ]
    full["turn"] = 5
    return full


def events() -> list[Event]:
    def phase(number: int) -> Event:
        return Event("phase_begins", f"9.{number}", {"turn": 2, "phase": number})

    return [
        phase(1),
        Event(
            "taxes",
            "9.1",
            {"faction": "catholics", "money": 7, "province_money": 4, "city_money": 3, "level": 1, "count": 3},
        ),
        Event(
            "taxes",
            "9.1",
            {"faction": "burghers", "money": 5, "province_money": 3, "city_money": 2, "level": 2, "count": 1},
        ),
        phase(4),
        Event("armies_recruited", "9.4", {"faction": "reformers", "region": "r_ijssel", "count": 1, "money": 2}),
        Event("armies_recruited", "9.4", {"faction": "burghers", "region": "r_delta", "count": 1, "money": 2}),
        phase(6),
        Event("siege_begins", "9.6", {"faction": "habsburgs", "city": "haarlem", "tokens": {"reformers": 2}}),
        Event(
            "siege_begins",
            "9.6",
            {"faction": "catholics", "city": "brussel", "tokens": {"nobility": 2, "habsburgs": 1}},
        ),
        phase(9),
        Event(
            "influence",
            "9.9",
            {"faction": "habsburgs", "province": "flanders", "spot": "countryside", "rival": "burghers"},
        ),
        Event(
            "order_skipped",
            "9.9",
            {
                "faction": "burghers",
                "phase": 9,
                "kind": "influence",
                "reason": "city_never_touched",
                "order": {"province": "flanders", "spot": "antwerpen", "faction": None},
                "why": {"city": "antwerpen"},
            },
        ),
    ]


def facts(language: str = "en", **changes: Any) -> ReportFacts:
    """A report to the Burghers."""
    board = changes.pop("board", None) or Board.ours()
    default = (
        "PLACE 5 Holland",
        "PLACE 2 Zeeland",
        "PLACE 1 Gelderland",
        "PLACE 1 London Merchants",
        "PLACE 1 Huguenots",
    )
    values: dict[str, Any] = {
        "game": "gouda",
        "number": 14,
        "language": language,
        "zone": "Europe/Budapest",
        "player": "Ilona Varga",
        "seats": ("burghers",),
        "board": board,
        "view": view(board),
        "events": events(),
        "asked": (
            Asked(
                kind="new_units",
                seat="burghers",
                rule="9.10",
                default_lines=default,
                facts={
                    "total": 10,
                    "due": 10,
                    "capped": False,
                    "stock": 11,
                    "parts": {"cities": 1, "places": 0, "towns": 4, "countryside": 1, "boxes": 4},
                    "targets": [
                        {"to": "holland", "own": 4, "limit": None, "why": "owned"},
                        {"to": "zeeland", "own": 3, "limit": None, "why": "owned"},
                        {"to": "gelderland", "own": 1, "limit": 1, "why": "limit"},
                        {"to": "friesland", "own": 1, "limit": 1, "why": "limit"},
                        {"to": "london_merchants", "own": 3, "limit": 1, "why": "empty_squares"},
                        {"to": "huguenots", "own": 1, "limit": 1, "why": "empty_squares"},
                    ],
                },
            ),
            Asked(
                kind="overflow",
                seat="burghers",
                rule="9.13",
                default_lines=("OVERFLOW Holland TO Utrecht, Gelderland",),
            ),
        ),
        "deadline": datetime(2027, 1, 14, 20, 0, tzinfo=UTC),
        "made": datetime(2027, 1, 10, 18, 0, tzinfo=UTC),
        "statuses": (
            SeatStatus(seat="reformers", asked=True, answered=True),
            SeatStatus(seat="burghers", asked=True),
            SeatStatus(seat="habsburgs", asked=True),
            SeatStatus(seat="nobility"),
            SeatStatus(seat="catholics"),
        ),
        "coming": (
            Coming(phase=14, when=datetime(2027, 1, 18, 20, 0, tzinfo=UTC)),
            Coming(phase=16, when=datetime(2027, 1, 22, 20, 0, tzinfo=UTC)),
            Coming(phase=20),
        ),
        "record_number": 14,
        "record_hash": "7f3c19ae02d4" + "0" * 52,
        "commitment": "",
    }
    values.update(changes)
    return ReportFacts(**values)
