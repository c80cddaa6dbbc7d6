"""Lines of cases about the Papal power card (21.5) and the markers of the turn (6.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import TurnMarker
from pbem.games.here_i_stand.cases_names import ident, listing, show

Lines: TypeAlias = "tuple[Callable[[str, str], None], Callable[[str], str], Callable[[str], str]]"
"""How to make what a line says so, how to show what is, how to bring what is written into that form."""


def faith_lines(s: HisState) -> Mapping[str, Lines]:
    """The lines by what they begin with."""

    def excommunicate(about: str, value: str) -> None:
        s.excommunicated = [ident(part) for part in listing(value)]

    def lay(about: str, value: str) -> None:
        s.this_turn.markers = [TurnMarker(ident(part)) for part in listing(value)]

    def form(text: str) -> str:
        return show(sorted(ident(part) for part in listing(text)))

    return {
        "excommunicated": (excommunicate, lambda _: show(sorted(s.excommunicated)), form),
        "markers": (lay, lambda _: show(sorted(s.this_turn.markers)), form),
    }
