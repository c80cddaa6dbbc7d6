"""Lines of cases about the New World (20): voyages, prizes, colonies and the markers beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.here_i_stand.records import Conquest, Crossing
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import ConquistadorId, ExplorerId, Power, PrizeId, Voyage
from engine.here_i_stand.voyages.launching import cabot_of, colonies_left, is_cabot
from orders.typography import fold
from pbem.case_text import CaseFault
from pbem.games.here_i_stand.cases_names import Lines, Names, ident, listing, number, show

_BONUS: Final = {Voyage.EXPLORATION: "with map", Voyage.CONQUEST: "with smallpox"}
_CABOT: Final = "cabot"
_DEPLETED: Final = " depleted"
_LISTS: Final = ("galleons", "plantations", "raiders", "uncharted", "cabots")
_ONE: Final = ("potosi", "governor", "uprising")


def new_world_lines(s: HisState, names: Names) -> Mapping[str, Lines]:
    """All lines of chapter 20, by what they begin with."""
    lines = _NewWorldLines(s, names)
    powers = lambda text: show(sorted(names.powers(text)))  # noqa: E731
    return {
        "explorers": (lines.explorers, lines.show_explorers, _people),
        "conquistadors": (lines.conquistadors, lambda _: show(sorted(s.new_world.conquistadors)), _people),
        "conquest markers": (lines.markers, lines.show_markers, lambda text: str(number(text))),
        "at sea": (lines.at_sea, lines.show_at_sea, lambda text: show(sorted(map(fold, listing(text))))),
        "prize": (lines.prize, lines.show_prize, fold),
        "prize by": (lines.prize_by, lines.show_prize_by, lambda text: show(map(ident, listing(text)))),
        "colonies": (lines.colonies, lines.show_colonies, lambda text: show(sorted(map(fold, listing(text))))),
        "colonies out": (lines.out, lambda _: show(map(fold, s.new_world.colonies_out)),
            lambda text: show(map(fold, listing(text)))),
        **{mark: (lines.powers_of(mark), lines.show_powers(mark), powers) for mark in _LISTS},
        **{mark: (lines.power_of(mark), lines.show_power(mark), names.power) for mark in _ONE},
    }  # fmt: skip


def _people(text: str) -> str:
    return show(sorted(map(ident, listing(text))))


class _NewWorldLines:
    def __init__(self, state: HisState, names: Names) -> None:
        self.state = state
        self.world = state.new_world
        self.names = names

    # ------------------------------------------------------------------ the pools

    def explorers(self, about: str, value: str) -> None:
        """ "explorers hapsburg: orellana, leon": all that are in the pool of a power."""
        board, power, named = self.state.board, self.names.power(about), [ident(part) for part in listing(value)]
        if unknown := [name for name in named if name not in board.explorers]:
            raise CaseFault(f"{unknown[0]!r} is no explorer")
        kept = [one for one in self.world.explorers if board.explorers[one].power is not power]
        self.world.explorers = [*kept, *(ExplorerId(name) for name in named)]

    def show_explorers(self, about: str) -> str:
        power, known = self.names.power(about), self.state.board.explorers
        return show(sorted(one for one in self.world.explorers if known[one].power is power))

    def conquistadors(self, about: str, value: str) -> None:
        self.world.conquistadors = [ConquistadorId(ident(part)) for part in listing(value)]

    def markers(self, about: str, value: str) -> None:
        self.world.conquest_markers[self.names.power(about)] = number(value)

    def show_markers(self, about: str) -> str:
        return str(self.world.conquest_markers[self.names.power(about)])

    # ------------------------------------------------------------------ voyages

    def at_sea(self, about: str, value: str) -> None:
        """ "at sea hapsburg: exploration with map, conquest with smallpox, colony, cabot"."""
        power = self.names.power(about)
        self.world.crossing = [one for one in self.world.crossing if one.power is not power]
        for part in listing(value):
            self.world.crossing.append(self._voyage(power, fold(part)))

    def _voyage(self, power: Power, text: str) -> Crossing:
        if text == _CABOT:
            self.world.cabots = [one for one in self.world.cabots if one is not power]
            return Crossing(power, Voyage.EXPLORATION, cabot_of(self.state, power))
        kind, _, bonus = text.partition(" ")
        voyage = Voyage(kind)
        if voyage is Voyage.COLONY:
            return Crossing(power, voyage, colonies_left(self.state, power)[0])
        if bonus and bonus != _BONUS[voyage]:
            raise CaseFault(f"{text!r}: write {kind}, or {kind} {_BONUS[voyage]}")
        if voyage is Voyage.CONQUEST and power in self.world.conquest_markers:
            self.world.conquest_markers[power] -= 1
        return Crossing(power, voyage, "", bool(bonus))

    def show_at_sea(self, about: str) -> str:
        power = self.names.power(about)
        return show(sorted(self._shown(one) for one in self.world.crossing if one.power is power))

    def _shown(self, one: Crossing) -> str:
        if is_cabot(self.state, one):
            return _CABOT
        return f"{one.voyage} {_BONUS[one.voyage]}" if one.bonus else str(one.voyage)

    # ------------------------------------------------------------------ what was found

    def prize(self, about: str, value: str) -> None:
        """ "prize inca: hapsburg", "hapsburg depleted", "nobody"."""
        prize, text = self._prize(about), fold(value)
        self.world.conquests = [one for one in self.world.conquests if one.prize != prize]
        power = self.names.power(text.removesuffix(_DEPLETED))
        if power is not Power.INDEPENDENT:
            self.world.conquests.append(Conquest(prize, power, "", text.endswith(_DEPLETED)))

    def show_prize(self, about: str) -> str:
        found = self._taken(about)
        return "nobody" if found is None else f"{found.power}{_DEPLETED if found.depleted else ''}"

    def prize_by(self, about: str, value: str) -> None:
        if (found := self._taken(about)) is None:
            raise CaseFault(f"nobody has {about}")
        found.by = "" if not listing(value) else ident(value)

    def show_prize_by(self, about: str) -> str:
        found = self._taken(about)
        return show([found.by] if found is not None and found.by else [])

    def _prize(self, about: str) -> PrizeId:
        if ident(about) not in self.state.board.tables.prizes:
            raise CaseFault(f"{about!r} is no prize of the New World")
        return PrizeId(ident(about))

    def _taken(self, about: str) -> Conquest | None:
        prize = self._prize(about)
        return next((one for one in self.world.conquests if one.prize == prize), None)

    def colonies(self, about: str, value: str) -> None:
        """ "colonies hapsburg: Cuba, Puerto Rico"."""
        power = self.names.power(about)
        self.world.colonies[power] = [self._colony(part) for part in listing(value)]

    def show_colonies(self, about: str) -> str:
        return show(sorted(map(fold, self.world.colonies.get(self.names.power(about), []))))

    def out(self, about: str, value: str) -> None:
        self.world.colonies_out = [self._colony(part) for part in listing(value)]

    def _colony(self, text: str) -> str:
        known = [name for names in self.state.board.tables.colonies.values() for name in names]
        if (found := next((name for name in known if fold(name) == fold(text)), None)) is None:
            raise CaseFault(f"there is no colony {text!r}")
        return found

    # ------------------------------------------------------------------ markers

    def powers_of(self, mark: str) -> Callable[[str, str], None]:
        return lambda about, value: setattr(self.world, mark, self.names.powers(value))

    def show_powers(self, mark: str) -> Callable[[str], str]:
        return lambda about: show(sorted(getattr(self.world, mark)))

    def power_of(self, mark: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            power = self.names.power(value)
            setattr(self.world, mark, None if power is Power.INDEPENDENT else power)

        return make

    def show_power(self, mark: str) -> Callable[[str], str]:
        return lambda about: getattr(self.world, mark) or Power.INDEPENDENT
