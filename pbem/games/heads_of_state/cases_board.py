"""BOARD lines of a case: numbers of the data file as a corrected one may have them.

area brittany: hex 5, boxes duke earl
country gb: square 8 4, first 8, second 3
rank king: cards 10, tiles 4, bonus 16, cost gold title
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engine.heads_of_state.board import BadBoard, Board, SwitchValue, our_text
from orders.typography import fold
from pbem.case_text import CaseFault, Line
from pbem.games.heads_of_state.cases_names import Names, parts, whole

_NUMBERS: Final = {
    "area": {"hex": "hex"},
    "country": {"first": "round_first", "second": "round_second"},
    "rank": {"cards": "noble_cards", "tiles": "tiles_per_player", "bonus": "final_bonus"},
}
_LISTS: Final = {"area": {"boxes": "boxes"}, "country": {"square": "square"}, "rank": {"cost": "cost"}}


def board_of(argument: str, lines: Sequence[Line], switches: Mapping[str, SwitchValue]) -> Board:
    """Our board with the changes of a case. Raises CaseFault."""
    if argument:
        raise CaseFault(f"BOARD {argument}: write BOARD alone, and below it what differs from our data file")
    if not lines:
        return _ours(tuple(sorted(switches.items())))
    data = tomllib.loads(our_text())
    names = Names(_ours(()), ())
    for line in lines:
        try:
            _change(data, names, line.text)
        except CaseFault as fault:
            raise fault.at(line.number) from fault
    try:
        return Board(data, "a board of a case").with_switches(switches)
    except (BadBoard, TypeError) as fault:
        raise CaseFault(str(fault)) from fault


@cache
def _ours(switches: tuple[tuple[str, SwitchValue], ...]) -> Board:
    try:
        return Board.ours().with_switches(dict(switches))
    except TypeError as fault:
        raise CaseFault(str(fault)) from fault


def _change(data: dict[str, Any], names: Names, text: str) -> None:
    head, colon, value = text.partition(":")
    sort, _, name = head.strip().partition(" ")
    if not colon or sort not in _NUMBERS:
        raise CaseFault(f"{text!r}: write area, country or rank, its name, a colon and what is different")
    find = {"area": names.area, "country": names.country, "rank": names.rank}[sort]
    ident = find(name)
    row = next(row for row in data[sort] if row["id"] == ident)
    for part in parts(value):
        word, *values = part.split()
        if word in _NUMBERS[sort] and len(values) == 1:
            row[_NUMBERS[sort][word]] = whole(values[0])
        elif word in _LISTS[sort] and values:
            row[_LISTS[sort][word]] = [_item(names, sort, each) for each in values]
        else:
            known = ", ".join([*_NUMBERS[sort], *_LISTS[sort]])
            raise CaseFault(f"{part!r}: of {sort} {name} write one of {known}, and its value")


def _item(names: Names, sort: str, text: str) -> str | int:
    if sort == "country":
        return whole(text)
    return names.rank(fold(text)) if sort == "area" else names.attribute(text)
