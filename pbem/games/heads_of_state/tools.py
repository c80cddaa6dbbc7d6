"""Heads of State for the commands: seats, options, the position in lines, measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from engine.core.decision import Json
from engine.core.events import Event
from engine.heads_of_state.board import Board
from engine.heads_of_state.setup import OPTIONS
from pbem.game_tools import BenchPlan, Data, GameTools, no_such_setting, seats_in
from pbem.games.heads_of_state import restate
from pbem.games.heads_of_state.automatic import vary
from pbem.games.heads_of_state.data import MODEL
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import ReportFacts
from pbem.reports.words import capital

SETTINGS = tuple(name for name in OPTIONS if name.endswith("_hours"))
"""What can be set beside the switches of the rules."""
SHARES = {"hex": "hexes", "square": "squares", "full_set": "sets", "round_end": "rounds", "final": "final"}
"""Where points come from."""


def seats_of(players: int) -> list[list[str]]:
    """One colour each, the first of the data file."""
    board = Board.ours()
    if not board.min_players <= players <= board.max_players:
        raise ValueError(f"Heads of State is for {board.min_players} to {board.max_players} players, not {players}.")
    return [[colour] for colour in board.colours[:players]]


def options(seats: Sequence[Sequence[str]], mode: str, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Settings are keep_hours, grace_hours, or switches (section 18)."""
    TOOLS.checked_mode(mode)
    for player in seats:
        if len(player) > 1:
            raise ValueError(f"In Heads of State a player has one colour, not {' and '.join(player)}.")
    given = seats_in(seats)
    if twice := next((colour for colour in given if given.count(colour) > 1), None):
        raise ValueError(f"Two players have the colour {twice}; give each one of his own.")
    rulings = asdict(Board.ours().switches)
    if unknown := next((name for name in settings if name not in (*SETTINGS, *rulings)), None):
        raise no_such_setting(unknown, (*SETTINGS, *rulings))
    found: dict[str, Json] = {"players": len(seats)}
    if (colours := seats_in(seats)) != seats_in(seats_of(len(seats))):
        found["colours"] = [*colours]
    found |= {name: value for name, value in settings.items() if name in SETTINGS}
    if switches := {name: value for name, value in settings.items() if name not in SETTINGS}:
        found["switches"] = switches
    return found


# ---------------------------------------------------------------------- the position in lines


def standing(words: HeadsWords, view: Data) -> list[str]:
    """The reader's hand, the rows and piles, and a line for each seat."""
    lines = []
    if own := view["own"]:
        lines.append(f"Your hand: {words.cards(own['hand'])}; treason: {words.cards(own['treason'])}")
    attribute, treason = view["attribute"], view["treason"]
    lines += [
        f"In the row: {words.cards(attribute['row'])}; treason: {words.cards(treason['row'])}",
        f"Round {view['round']}: {attribute['draw']} cards in the draw pile, {attribute['revolution_left']} in the "
        f"revolution pile, {treason['pile']} treason cards",
    ]
    for seat in view["order"]:
        row = view["seats"][seat]
        shares = ", ".join(f"{name} {row['score'][share]}" for share, name in SHARES.items() if row["score"][share])
        nobles = sum(box["seat"] == seat for area in view["areas"].values() for box in area["boxes"])
        lines.append(
            f"{capital(words.faction(seat))}: {row['score']['total']} points{f' ({shares})' if shares else ''}, "
            f"{nobles} nobles on the map, {row['attributes']} attribute and {row['treason']} treason cards"
        )
    return lines


def whole_map(words: HeadsWords, facts: ReportFacts) -> list[str]:
    """Every country with its markers and influence, every area with its boxes."""
    view = facts.view
    lines: list[str] = []
    for country, row in view["countries"].items():
        influence = ", ".join(f"{words.faction(seat)} {n}" for seat, n in row["influence"].items() if n)
        left = ", ".join(str(marker["value"]) for marker in row["squares"] if marker["seat"] is None)
        name = capital(words.country(country))
        lines.append(f"{name}: influence {influence or 'of nobody'}; square markers left: {left or 'none'}")
        for area, held in view["areas"].items():
            if facts.board.areas[area].country == country:
                lines.append(f"  {_area(words, area, held)}")
    return lines


def _area(words: HeadsWords, area: str, held: Data) -> str:
    boxes = ", ".join(
        f"{words.rank(box['rank'])} {words.faction(box['seat']) if box['seat'] else 'empty'}" for box in held["boxes"]
    )
    dead = ", ".join(f"{words.faction(noble['seat'])} {words.rank(noble['rank'])}" for noble in held["dead"])
    marker = f"hex of {words.faction(held['hex'])}" if held["hex"] else f"hex {held['hex_value']} free"
    return f"{words.area(area)}: {boxes}; {marker}{f'; dead: {dead}' if dead else ''}"


def told(words: HeadsWords, event: Event) -> str:
    """A turn as a heading, everything else under it."""
    if event.kind == "turn_begins":
        return f"\n-- {restate.told(words, event)}"
    return f"   {restate.told(words, event)}"


# ---------------------------------------------------------------------- the demo


def beside(view: Data) -> str:
    """The score of each seat: "red 12, yellow 8"."""
    seats = view.get("seats") or {}
    return ", ".join(f"{seat} {seats[seat]['score']['total']}" for seat in view.get("order", ()) if seat in seats)


def score_table(view: Data) -> list[str]:
    """The totals at the end of each round and where the points came from, a line for each seat, the winners marked."""
    winners = (view.get("result") or {}).get("winners") or []
    ends = {row["round"]: row["totals"] for row in view["history"]}
    seats = sorted(view["order"], key=lambda seat: -view["seats"][seat]["score"]["total"])
    heads = [*(f"to {name}" for name in ends), *SHARES.values(), "total"]
    lines = ["Points at the end of each round, and where they came from", " " * 9 + "".join(f"{h:>9}" for h in heads)]
    for seat in seats:
        score = view["seats"][seat]["score"]
        numbers = [*(totals[seat] for totals in ends.values()), *(score[share] for share in SHARES), score["total"]]
        lines.append(f"{seat:<9}" + "".join(f"{n:>9}" for n in numbers) + ("   wins" if seat in winners else ""))
    return lines


TOOLS = GameTools(
    title="Heads of State",
    demo_game="versailles",
    usual_players=4,
    hidden_hands=True,
    seats_of=seats_of,
    options=options,
    data=MODEL,
    vary=vary,
    standing=standing,
    told=told,
    whole_map=whole_map,
    score_table=score_table,
    beside=beside,
    bench=BenchPlan(players=4, whole_turns=True, whole_game_ms=40, report_turn=40),
)
