"""The names of the Dutch Revolt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.dutch_revolt.board import Board
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, TREASURY
from orders import words
from orders.words import MOST_CANDIDATES, Lexicon, Named, all_aliases


class Sort(words.Sort):
    """What a name may name."""

    FACTION = "faction"
    NEUTRAL = "neutral"
    REGION = "region"
    PROVINCE = "province"
    CITY = "city"
    TOWN = "town"
    COUNTRYSIDE = "countryside"
    BOX = "box"
    SQUARE = "square"
    TREASURY = "treasury"


PLACES: Final = (Sort.CITY, Sort.TOWN)

_MARKS: Final[Mapping[str, frozenset[words.Sort]]] = {
    **dict.fromkeys(("city", "cities", "nagyvaros"), frozenset({Sort.CITY})),
    **dict.fromkeys(("town", "towns"), frozenset({Sort.TOWN})),
    **dict.fromkeys(("place", "varos", "stadt", "stad", "ville"), frozenset({Sort.CITY, Sort.TOWN})),
    **dict.fromkeys(("province", "tartomany", "provinz", "provincie"), frozenset({Sort.PROVINCE, Sort.REGION})),
    **dict.fromkeys(("region", "regio", "streek", "korzet"), frozenset({Sort.REGION})),
    **dict.fromkeys(
        ("countryside", "country", "rural", "videk", "land", "platteland", "campagne"), frozenset({Sort.PROVINCE})
    ),
    **dict.fromkeys(("box", "doboz", "tamogatohely", "kasten", "kastchen", "vak", "case"), frozenset({Sort.BOX})),
}
"""Words that stand by a name and say which of two is meant."""
_FILLERS: Final = frozenset(
    {"army", "armies", "unit", "units", "token", "tokens", "from", "hadsereg", "egyseg", "jelzo", "armee", "von"}
)

_FIXED: Final[Mapping[Sort, Mapping[str, tuple[str, ...]]]] = {
    Sort.NEUTRAL: {
        NEUTRAL: (
            "neutral", "neutrals", "semleges", "semlegesek", "neutrale", "neutralen", "neutraal", "neutre", "neutres",
        )
    },
    Sort.COUNTRYSIDE: {COUNTRYSIDE: ("countryside", "country", "rural", "vidék", "land", "platteland", "campagne")},
    Sort.TREASURY: {
        TREASURY: ("treasury", "money", "kincstár", "pénz", "Schatz", "Schatzkammer", "Kasse", "Geld", "schatkist",
        "trésor")
    },
    Sort.SQUARE: {
        "map": ("map", "térkép", "Karte", "kaart", "carte"),
        "treasury": ("treasury", "kincstár", "Schatz", "Kasse", "schatkist", "trésor"),
        "both": ("both", "split", "mindkettő", "osztott", "beide", "geteilt", "gedeeld", "deux"),
    },
}  # fmt: skip


class DutchLexicon(Lexicon):
    """All names of one board of the Dutch Revolt."""

    def __init__(self, board: Board) -> None:
        super().__init__(
            Sort,
            seats=Sort.FACTION,
            places=(Sort.PROVINCE, Sort.REGION, *PLACES, Sort.BOX),
            known=(*PLACES, Sort.PROVINCE, Sort.REGION, Sort.FACTION, Sort.BOX),
            marks=_MARKS,
            fillers=_FILLERS,
        )
        self.board = board
        for faction in board.factions.values():
            self.enter(Sort.FACTION, faction.id, faction.name, code=faction.code, aliases=faction.aliases)
        for region in board.regions.values():
            self.enter(Sort.REGION, region.id, region.name, code=region.code, aliases=region.aliases)
        for province in board.provinces.values():
            others = all_aliases(province.aliases)
            self.enter(Sort.PROVINCE, province.id, province.name, code=province.code, aliases=province.aliases)
            self.also(Sort.REGION, province.region, (province.name, province.id, province.code, *others))
        for place in board.places.values():
            sort = Sort.CITY if place.is_city else Sort.TOWN
            self.enter(sort, place.id, place.name, code=place.code, aliases=place.aliases)
        for box in board.boxes.values():
            self.enter(Sort.BOX, box.id, box.name, aliases=box.aliases)
        for sort, things in _FIXED.items():
            for ident, names in things.items():
                self.enter(sort, ident, names[0].upper(), names[1:])

    def relatives(self, meant: Named, sorts: Sequence[words.Sort]) -> list[str]:
        """Of a city the province or region, of a province its places."""
        place = self.board.places.get(meant.id) if meant.sort in PLACES else None
        province = self.board.provinces.get(place.province if place else meant.id)
        if province is None:
            return []
        near = [Named(Sort.PROVINCE, province.id), Named(Sort.REGION, province.region)]
        near += [Named(Sort.CITY, city) for city in province.cities] + [
            Named(Sort.TOWN, town) for town in province.towns
        ]
        return [self.shown(named, sorts) for named in near if named.sort in sorts][:MOST_CANDIDATES]


def board_of(lexicon: Lexicon) -> Board:
    """The board whose names these are."""
    assert isinstance(lexicon, DutchLexicon)
    return lexicon.board
