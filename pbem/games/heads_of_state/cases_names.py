"""Names and lists in the lines of a case: seats, ranks, areas, countries, cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.heads_of_state.board import Board
from engine.heads_of_state.terms import REVOLUTION
from orders.typography import fold
from pbem.case_text import CaseFault

NOTHING: Final = frozenset({"nothing", "none", "nobody", "empty", "no"})
_COUNTED: Final = re.compile(r"(?:(\d+)\s+)?(.+)")
_PART: Final = re.compile(r"\s*,\s*")


class Names:
    """The names of one board."""

    def __init__(self, board: Board, seats: Sequence[str]) -> None:
        self.board = board
        self.seats = tuple(seats)
        self._ranks, self._areas, self._countries, self._attributes, self._treason = _tables(board)
        self._rounds = {name: index for index, name in enumerate(board.rounds)}

    def seat(self, text: str) -> str:
        return _found(text, {seat: seat for seat in self.seats}, "a seat of this case")

    def seat_or_nobody(self, text: str) -> str | None:
        return None if fold(text) in NOTHING else self.seat(text)

    def rank(self, text: str) -> str:
        return _found(text, self._ranks, "a rank")

    def area(self, text: str) -> str:
        return _found(text, self._areas, "an area")

    def country(self, text: str) -> str:
        return _found(text, self._countries, "a country")

    def attribute(self, text: str) -> str:
        return _found(text, self._attributes, "an attribute card")

    def treason(self, text: str) -> str:
        return _found(text, self._treason, "a treason card")

    def round(self, text: str) -> int:
        if text.strip() not in self._rounds:
            raise CaseFault(f"{text!r} is no round; there are {', '.join(self._rounds)}")
        return self._rounds[text.strip()]

    # ------------------------------------------------------------------ lists

    def seats_in(self, text: str) -> list[str]:
        return [] if fold(text) in NOTHING else [self.seat(part) for part in parts(text)]

    def by_seat(self, text: str) -> dict[str, int]:
        """ "red 5, yellow 2"."""
        found: dict[str, int] = {}
        for part in [] if fold(text) in NOTHING else parts(text):
            name, _, number = part.rpartition(" ")
            found[self.seat(name)] = whole(number)
        return found

    def ranks_in(self, text: str) -> dict[str, int]:
        """ "4 king, marquis"."""
        found: Counter[str] = Counter()
        for count, name in _counted(text):
            found[self.rank(name)] += count
        return dict(found)

    def attributes_in(self, text: str) -> list[str]:
        """ "gold, 2 courtesan, REVOLUTION", in the order written."""
        return [self.attribute(name) for count, name in _counted(text) for _ in range(count)]

    def treason_in(self, text: str) -> list[str]:
        """ "assassin, axeman/gallows", in the order written."""
        return [self.treason(name) for count, name in _counted(text) for _ in range(count)]

    # ------------------------------------------------------------------ showing

    def show_attributes(self, cards: Iterable[str]) -> str:
        """Counted, in data order."""
        return _show(cards, [*self.board.attributes, REVOLUTION])

    def show_treason(self, cards: Iterable[str]) -> str:
        return _show(cards, list(self.board.treason))

    def show_ranks(self, ranks: Mapping[str, int]) -> str:
        return _show(Counter(ranks).elements(), list(self.board.ranks))


@lru_cache(maxsize=8)
def _tables(board: Board) -> tuple[dict[str, str], ...]:
    """Folded names of ranks, areas, countries, attribute and treason cards -> ids."""
    attributes = {**_by_name(board.attributes), fold(REVOLUTION): REVOLUTION}
    places = (_by_name(board.ranks), _by_name(board.areas), _by_name(board.countries))
    return (*places, attributes, _treason_names(board))


def parts(text: str) -> list[str]:
    """What stands between commas."""
    return [part for part in _PART.split(text.strip()) if part]


def whole(text: str) -> int:
    """A whole number. Raises CaseFault."""
    if not text.strip().isdecimal():
        raise CaseFault(f"{text!r} is no whole number")
    return int(text)


def show_list(names: Iterable[str]) -> str:
    """Names in the order given."""
    return ", ".join(names) or "nothing"


def _show(names: Iterable[str], order: list[str]) -> str:
    counted = Counter(names)
    shown = [f"{counted[name]} {name}" for name in sorted(counted, key=order.index) if counted[name]]
    return show_list(shown)


def _counted(text: str) -> list[tuple[int, str]]:
    if fold(text) in NOTHING:
        return []
    found = []
    for part in parts(text):
        match = _COUNTED.fullmatch(part)
        assert match is not None
        found.append((int(match[1] or 1), match[2]))
    return found


def _by_name(rows: Mapping[str, object]) -> dict[str, str]:
    """Ids and aliases of every language, folded; a name of two things names neither."""
    found: dict[str, set[str]] = {}
    for ident, row in rows.items():
        aliases: Mapping[str, Sequence[str]] = getattr(row, "aliases", {})
        names = [ident, *(name for names in aliases.values() for name in names)]
        for name in names:
            found.setdefault(fold(name), set()).add(ident)
    by_id = {fold(ident): ident for ident in rows}
    return {name: next(iter(idents)) for name, idents in found.items() if len(idents) == 1} | by_id


def _treason_names(board: Board) -> dict[str, str]:
    """Singles by their names; doubles by those of both, "gallows/axeman"."""
    names = _by_name(board.treason)
    singles = {card.countries[0]: card.id for card in board.treason.values() if card.kind == "single"}
    for card in board.treason.values():
        if card.kind == "double":
            first, second = (singles[country] for country in card.countries)
            for one, other in ((first, second), (second, first)):
                names[fold(f"{one}/{other}")] = card.id
    return names


def _found(text: str, names: Mapping[str, str], what: str) -> str:
    ident = names.get(fold(text))
    if ident is None:
        raise CaseFault(f"{text.strip()!r} is no name of {what}")
    return ident
