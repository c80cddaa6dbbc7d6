"""Lines of cases about the Papal power card (21.5) and the markers of the turn (6.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import TurnMarker
from pbem.games.here_i_stand.cases_names import Lines, ident, listing, show


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
