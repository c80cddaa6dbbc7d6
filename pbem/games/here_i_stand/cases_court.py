"""Lines of cases about foreign wars (21.7) and Henry's marriages (21.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.here_i_stand.records import ForeignWarState, LeaderState
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Whereabouts
from orders.typography import fold
from pbem.case_text import CaseFault
from pbem.games.here_i_stand.cases_names import Lines, Names, land_in, listing, number, show, show_land

_OVER = "over"


def court_lines(s: HisState, names: Names, free: Callable[[CardNumber], None]) -> Mapping[str, Lines]:
    """The lines by what they begin with; `free` takes a card from wherever it lies."""
    lines = _CourtLines(s, names, free)
    return {
        "foreign war": (lines.war, lines.show_war, _form_war),
        "war leader": (lines.leader, lines.show_leader, lambda text: str(number(text))),
        "chart": (lines.chart, lambda _: show(s.tudors.results), lambda text: show(map(number, listing(text)))),
        "second wedding": (lines.wedding, lambda _: "yes" if s.this_turn.wedding_pending else "no", fold),
    }


def _form_war(text: str) -> str:
    if fold(text) == _OVER:
        return _OVER
    units, mark, enemies = text.partition(" against ")
    if not mark:
        raise CaseFault(f"{text!r}: write units, 'against' and how many enemies, or 'over'")
    return f"{show_land(land_in(units))} against {number(enemies)}"


class _CourtLines:
    def __init__(self, state: HisState, names: Names, free: Callable[[CardNumber], None]) -> None:
        self.state = state
        self.names = names
        self.free = free

    def war(self, about: str, value: str) -> None:
        """ "foreign war 92: 3 regulars against 3"."""
        card, s = self.names.card(about), self.state
        self.free(card)
        s.beside_map.append(card)
        units, _, enemies = value.partition(" against ")
        table = s.board.tables.foreign_wars[card]
        s.foreign_wars = [war for war in s.foreign_wars if war.card != card]
        s.foreign_wars.append(ForeignWarState(card, table.units, number(enemies), land_in(units)))

    def show_war(self, about: str) -> str:
        card = self.names.card(about)
        found = next((war for war in self.state.foreign_wars if war.card == card), None)
        return _OVER if found is None else f"{show_land(found.units)} against {found.enemies}"

    def leader(self, about: str, value: str) -> None:
        """ "war leader ibrahim_pasha: 92"."""
        leader = self.names.leader(about)
        power = self.state.leaders[leader].power
        self.state.leaders[leader] = LeaderState(power, Whereabouts.FOREIGN_WAR, card=self.names.card(value))

    def show_leader(self, about: str) -> str:
        return str(self.state.leaders[self.names.leader(about)].card or 0)

    def chart(self, about: str, value: str) -> None:
        """ "chart: 3, 4": used lines of the pregnancy chart."""
        self.state.tudors.results = [number(part) for part in listing(value)]

    def wedding(self, about: str, value: str) -> None:
        """ "second wedding: yes": result 3 of the chart, and England has not passed yet."""
        self.state.this_turn.wedding_pending = fold(value) == "yes"
