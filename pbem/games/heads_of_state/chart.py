"""The scores over time: a line for each player, its token at the end; upright lines where a round ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.heads_of_state.signs import chip, livery
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.ink import GREY, HAIR, INK, TAB, TAB_SEMI, TEXT, Pen, fine, rgb, width

DASHES = {"red": "", "yellow": "4 1.4", "blue": "1.2 1.2", "green": "6 1.4 1.2 1.4", "black": "2.6 1.2"}
"""Lines differ without their colours."""
DARKER = {"yellow": "#B58A00"}
"""The colour of a token that is too light for a line."""
ENDS = 34.0
"""Room for tokens and totals at the ends of the lines."""
GAP = 9.2


def score_chart(pen: Pen, words: HeadsWords, view: Mapping[str, Any], x: float, y: float, w: float, h: float) -> None:
    """The chart in the rectangle with its lower left corner at (x, y)."""
    history = view["history"]
    seats = list(view["seats"])
    now = {seat: record["score"]["total"] for seat, record in view["seats"].items()}
    left, right, low, top = x + 14, x + w - ENDS, y + 9, y + h - 4
    most = max(20, *now.values())
    step = 10 if most <= 50 else 20 if most <= 100 else 50
    turns = [0, *(entry["turn"] for entry in history)]
    last = max(1, turns[-1])
    scale_x, scale_y = (right - left) / last, (top - low) / most
    for level in range(0, most + 1, step):
        at = low + level * scale_y
        pen.line(left, at, right, at, 0.25 if level else 0.5, HAIR if level else INK)
        pen.text(TAB, 6.2, left - 3, at - 2, str(level), colour=GREY, align="right")
    _rounds(pen, view, left, low, right, top, scale_x)
    for seat in seats:
        points = [(0, 0), *((entry["turn"], entry["totals"].get(seat, 0)) for entry in history)]
        if points[-1][1] != now[seat]:
            points.append((last, now[seat]))
        path = " ".join(
            f"{fine(left + turn * scale_x)} {fine(low + total * scale_y)} {'l' if n else 'm'}"
            for n, (turn, total) in enumerate(points)
        )
        colour = DARKER.get(seat) or livery(seat).colour
        pen.raw(f"{rgb(colour)} RG 1.3 w 1 j [{DASHES.get(seat, '')}] 0 d {path} S [] 0 d 0 j")
    order = sorted(seats, key=lambda seat: (now[seat], -seats.index(seat)))
    floor = low - 4
    ends: list[tuple[str, float]] = []
    for seat in order:
        at = max(floor, low + now[seat] * scale_y - 3.4)
        ends.append((seat, at))
        floor = at + GAP
    over = ends[-1][1] + 7 - (top + 4) if ends else 0
    for n in range(len(ends) - 1, -1, -1) if over > 0 else ():
        seat, at = ends[n]
        limit = top - 3 if n == len(ends) - 1 else ends[n + 1][1] - GAP
        ends[n] = (seat, min(at, limit))
    for seat, at in ends:
        pen.line(right, low + now[seat] * scale_y, right + 4, at + 3.4, 0.3, GREY)
        chip(pen, seat, right + 5, at, w=9.4, h=6.8)
        pen.text(TAB_SEMI, 7.4, x + w, at + 0.9, str(now[seat]), align="right")


def _rounds(pen: Pen, view: Mapping[str, Any], left: float, low: float, right: float, top: float, scale: float) -> None:
    """The years of the rounds below, a line where one ended; the number of the last turn where there is room."""
    begin, history = 0, view["history"]
    free = left
    for name in view["rounds"]:
        turns = [entry["turn"] for entry in history if entry["round"] == name]
        if not turns:
            continue
        end = max(turns)
        at = min(left + begin * scale + 1, right - width(TEXT, 6.2, name))
        if at >= free:
            free = at + pen.text(TEXT, 6.2, at, low - 7.6, name, colour=GREY) + 3
        if end != history[-1]["turn"]:
            pen.line(left + end * scale, low, left + end * scale, top, 0.4, GREY, dash="1.5 1.2")
        begin = end
    last = str(history[-1]["turn"]) if history else "0"
    if right - width(TAB, 6.2, last) >= free:
        pen.text(TAB, 6.2, right, low - 7.6, last, colour=GREY, align="right")
