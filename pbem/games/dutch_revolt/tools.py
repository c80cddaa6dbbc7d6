"""The Dutch Revolt for the commands: seats, options, the position in lines, measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.decision import Json
from engine.core.events import Event
from engine.dutch_revolt.board import Board
from pbem.game_tools import BenchPlan, Data, GameTools, Sign, seats_in
from pbem.games.dutch_revolt import restate
from pbem.games.dutch_revolt.automatic import vary
from pbem.games.dutch_revolt.data import MODEL
from pbem.games.dutch_revolt.pages import score_lines
from pbem.games.dutch_revolt.signs import livery
from pbem.games.dutch_revolt.text import map_lines
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.words import capital, halves

COLOURS = {
    "catholics": "yellow", "habsburgs": "red", "nobility": "green", "burghers": "blue", "reformers": "dark_orange",
}  # fmt: skip
"""Those of the reports, as far as every terminal has them."""


def seats_of(players: int) -> list[list[str]]:
    """3.1 Two players have two factions each."""
    rows = Board.ours().players
    if players not in rows:
        raise ValueError(f"The Dutch Revolt is for {min(rows)} to {max(rows)} players, not {players}.")
    return [list(seat) for seat in rows[players]["seats"]]


def options(seats: Sequence[Sequence[str]], mode: str, settings: Mapping[str, Json]) -> dict[str, Json]:
    """All settings are switches (13.1)."""
    found: dict[str, Json] = {"players": len(seats), "mode": TOOLS.checked_mode(mode)}
    if len(seats) == 3:
        found["factions"] = [*seats_in(seats)]
    if settings:
        found["switches"] = dict(settings)
    return found


def standing(words: DutchWords, view: Data) -> list[str]:
    """Victory points, what each faction has, sieges, the order of play."""
    lines = list(score_lines(words, view))
    for faction, row in view["factions"].items():
        lines.append(
            f"{capital(words.faction(faction))}: treasury {row['treasury']}; tokens in stock {row['stock']}, "
            f"on the map {row['on_map']}, in boxes {row['in_boxes']}; armies {row['armies_out']}"
        )
    for place, row in view["places"].items():
        if siege := row.get("siege"):
            by = words.say("term.beggars") if siege["by"] == "beggars" else words.faction(siege["by"])
            lines.append(words.say("report.alt.siege", place=place, by_name=by))
    return [*lines, words.say("text.order", list=words.listed(map(words.faction, view["order"])))]


def told(words: DutchWords, event: Event) -> str:
    """A phase as a heading, everything else under it."""
    if event.kind == "phase_begins":
        return f"\n-- turn {event.facts['turn']}, phase {event.facts['phase']} (rule {event.rule})"
    return f"   {restate.event(words, event)} ({event.rule})"


def score_table(view: Data) -> list[str]:
    """The victory points at the end of each turn, a line for each faction, the winners marked."""
    history = view.get("history") or []
    if not history:
        return ["The game ended before the first count."]
    winners = (view.get("result") or {}).get("winners") or []
    factions = sorted(history[-1]["vp2"], key=lambda name: -history[-1]["vp2"][name]["total"])
    lines = [
        "Victory points at the end of each turn",
        "turn         " + "".join(f"{row['turn']:>7}" for row in history),
    ]
    for faction in factions:
        points = "".join(f"{halves(row['vp2'].get(faction, {}).get('total', 0)):>7}" for row in history)
        lines.append(f"{faction:<13}{points}{'   wins' if faction in winners else ''}")
    return lines


TOOLS = GameTools(
    title="The Dutch Revolt",
    demo_game="gouda",
    modes=("strict", "standard", "quick"),
    usual_players=5,
    seats_of=seats_of,
    options=options,
    data=MODEL,
    vary=vary,
    standing=standing,
    told=told,
    whole_map=map_lines,
    score_table=score_table,
    signs={seat: Sign(livery(seat).letter, colour) for seat, colour in COLOURS.items()},
    bench=BenchPlan(players=5, whole_game_ms=60, report_turn=2, report_phase=10),
)
