"""Names in cases of Here I Stand: ids, or names as in a letter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, LeaderId, PlaceId, Power, SeaId, SpaceId
from orders.typography import fold
from pbem.case_text import CaseFault

Lines: TypeAlias = "tuple[Callable[[str, str], None], Callable[[str], str], Callable[[str], str]]"
"""How to make what a line says so, how to show what is, how to bring what is written into that form."""

NOTHING: Final = ("nothing", "none", "nobody")
_LAND: Final = {
    "regular": "regulars", "regulars": "regulars", "mercenary": "mercenaries", "mercenaries": "mercenaries",
    "cavalry": "cavalry",
}  # fmt: skip
_NAVAL: Final = {
    "squadron": "squadrons", "squadrons": "squadrons", "corsair": "corsairs", "corsairs": "corsairs",
}  # fmt: skip


def parts(text: str) -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def listing(text: str) -> list[str]:
    """The same; nothing for "nothing"."""
    return [] if fold(text) in NOTHING else parts(text)


def ident(text: str) -> str:
    """A name as it is written in ids: "Schmalkaldic League" -> schmalkaldic_league."""
    return fold(text).strip().replace(" ", "_")


def number(text: str) -> int:
    """A whole number. Raises CaseFault."""
    if not text.strip().lstrip("-").isdecimal():
        raise CaseFault(f"{text!r} is no whole number")
    return int(text)


class Names:
    """Reads names for one board."""

    def __init__(self, state: HisState) -> None:
        board = state.board
        self._spaces = _table((space.id, space.name) for space in board.map.spaces.values())
        self._seas = _table((sea.id, sea.name) for sea in board.map.seas.values())
        self._leaders = _table((leader.id, leader.name) for leader in board.leaders.values())
        self._cards = _table((str(card.number), card.name) for card in board.cards.values())
        self._cards |= {fold(card.id): str(card.number) for card in board.cards.values()}
        self._powers = {fold(power): power for power in Power}

    def space(self, text: str) -> SpaceId:
        return SpaceId(_found(self._spaces, text, "space"))

    def sea(self, text: str) -> SeaId:
        return SeaId(_found(self._seas, text, "sea zone"))

    def place(self, text: str) -> PlaceId:
        """A space or a sea zone."""
        return SeaId(self._seas[fold(text)]) if fold(text) in self._seas else self.space(text)

    def leader(self, text: str) -> LeaderId:
        return LeaderId(_found(self._leaders, text, "leader"))

    def card(self, text: str) -> CardNumber:
        return CardNumber(int(_found(self._cards, text, "card")))

    def power(self, text: str) -> Power:
        if fold(text) in NOTHING:
            return Power.INDEPENDENT
        return Power(_found(self._powers, text, "power"))

    def powers(self, text: str) -> list[Power]:
        return [self.power(part) for part in listing(text)]

    def cards(self, text: str) -> list[CardNumber]:
        return [self.card(part) for part in listing(text)]

    def spaces(self, text: str) -> list[SpaceId]:
        return [self.space(part) for part in listing(text)]


def _table(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for ident, name in rows:
        found |= {fold(ident): ident, fold(name): ident}
    return found


def _found(table: dict[str, str] | dict[str, Power], text: str, what: str) -> str:
    ident = table.get(fold(text.strip()))
    if ident is None:
        raise CaseFault(f"there is no {what} {text.strip()!r}")
    return str(ident)


# ------------------------------------------------------------------ units


def land_in(text: str) -> Land:
    """ "4 regulars, 2 cavalry"; "nothing". Raises CaseFault."""
    counts = _counts(text, _LAND)
    return Land(counts.get("regulars", 0), counts.get("mercenaries", 0), counts.get("cavalry", 0))


def ships_in(owner: Power, text: str) -> Ships:
    """ "2 squadrons, 1 corsair"; "nothing". Raises CaseFault."""
    counts = _counts(text, _NAVAL)
    return Ships(owner, counts.get("squadrons", 0), counts.get("corsairs", 0))


def is_naval(text: str) -> bool:
    """Whether a list of units speaks of ships."""
    return any(part.split()[-1].lower() in _NAVAL for part in listing(text))


def _counts(text: str, known: dict[str, str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for part in listing(text):
        count, _, word = part.partition(" ")
        if word.strip().lower() not in known:
            raise CaseFault(f"{part!r}: write a number and one of {', '.join(known)}")
        counts[known[word.strip().lower()]] = number(count)
    return counts


def show_land(units: Land) -> str:
    """As it is written: "4 regulars, 2 cavalry"."""
    counts = (("regulars", units.regulars), ("mercenaries", units.mercenaries), ("cavalry", units.cavalry))
    return show([f"{count} {name}" for name, count in counts if count])


def show_ships(fleet: Sequence[Ships]) -> str:
    """All of one owner in a place."""
    squadrons, corsairs = sum(one.squadrons for one in fleet), sum(one.corsairs for one in fleet)
    counts = (("squadrons", squadrons), ("corsairs", corsairs))
    return show([f"{count} {name}" for name, count in counts if count])


def show(items: Iterable[object]) -> str:
    """A list as it is compared."""
    return ", ".join(map(str, items)) or "nothing"
