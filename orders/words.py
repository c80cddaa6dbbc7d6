"""The names of a game as players write them: any case, with or without accents, in five languages, abbreviated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rapidfuzz import fuzz

from engine.core.decision import Json, Reason
from engine.dutch_revolt.board import Board
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, TREASURY
from orders.typography import fold, fold_german

SHORTEST: Final = 3
"""Letters of the shortest abbreviation."""
_NEAR: Final = 68
_PART: Final = 5
_SPREAD: Final = 15
_MOST_CANDIDATES: Final = 6


class OrderFault(Exception):
    """A line that could not be taken as an order; `reason` is mailed back."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class NotUnderstood(OrderFault):
    """Words that mean nothing here; `candidates` are the nearest that would."""

    def __init__(self, key: str, text: str, candidates: Sequence[str] = (), **facts: Json) -> None:
        self.candidates = tuple(candidates)
        if self.candidates and key == "not_understood":
            key = "did_you_mean"
        super().__init__(Reason(key, "", {"text": text, "candidates": list(candidates), **facts}))


class Ambiguous(OrderFault):
    """Words that mean several things here; `candidates` are all of them, as they can be written."""

    def __init__(self, text: str, candidates: Sequence[str], key: str = "ambiguous", **facts: Json) -> None:
        self.candidates = tuple(candidates)
        super().__init__(Reason(key, "", {"text": text, "candidates": list(candidates), **facts}))


class Sort(Enum):
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

_MARKS: Final[Mapping[str, frozenset[Sort]]] = {
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
_SILENT: Final = frozenset({"the", "of", "de", "der", "die", "das", "az", "het", "le", "la", "les"})

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


@dataclass(frozen=True, slots=True)
class Named:
    """What a name was found to mean."""

    sort: Sort
    id: str


class Lexicon:
    """All names of one board. Made once per board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._names: dict[Sort, dict[str, list[str]]] = {sort: {} for sort in Sort}
        self._shown: dict[Named, str] = {}
        self._written: dict[tuple[str, Sort, frozenset[Sort]], str] = {}
        self.comma_names: list[tuple[str, ...]] = []
        for faction in board.factions.values():
            self._enter(Sort.FACTION, faction.id, faction.name, (faction.code, *_all(faction.aliases)))
        for region in board.regions.values():
            self._enter(Sort.REGION, region.id, region.name, (region.code, *_all(region.aliases)))
        for province in board.provinces.values():
            names = (province.code, *_all(province.aliases))
            self._enter(Sort.PROVINCE, province.id, province.name, names)
            self._also(Sort.REGION, province.region, (province.name, province.id, *names))
        for place in board.places.values():
            sort = Sort.CITY if place.is_city else Sort.TOWN
            self._enter(sort, place.id, place.name, (place.code, *_all(place.aliases)))
        for box in board.boxes.values():
            self._enter(Sort.BOX, box.id, box.name, _all(box.aliases))
        for sort, words in _FIXED.items():
            for ident, names in words.items():
                self._enter(sort, ident, names[0].upper(), names[1:])

    # ------------------------------------------------------------------ finding

    def find(self, text: str, sorts: Iterable[Sort]) -> str:
        """The id that `text` names. Raises NotUnderstood or Ambiguous."""
        return self.name(text, sorts).id

    def name(self, text: str, sorts: Iterable[Sort]) -> Named:
        """What `text` names among these sorts. Raises NotUnderstood or Ambiguous."""
        wanted = tuple(sorts)
        folded = fold(text)[:120]
        for words, allowed in _readings(folded, wanted):
            for found in (self._exact(words, allowed), self._abbreviated(words, allowed)):
                if len(found) == 1:
                    return found[0]
                if found:
                    raise Ambiguous(text, [self.shown(named, wanted) for named in found])
        raise self._unknown(text, folded, wanted)

    def is_name(self, text: str, sorts: Iterable[Sort]) -> bool:
        """Whether `text` names something, or several things, among these sorts."""
        try:
            self.name(text, sorts)
        except Ambiguous:
            return True
        except NotUnderstood:
            return False
        return True

    def exact(self, text: str, sorts: Iterable[Sort]) -> Named | None:
        """What the full name `text` names, if it names one thing."""
        found = self._exact(fold(text), tuple(sorts))
        return found[0] if len(found) == 1 else None

    def knows(self, text: str, sorts: Iterable[Sort]) -> bool:
        """Whether `text` is the full name of something, or of several things, among these sorts."""
        return bool(self._exact(fold(text), tuple(sorts)))

    def _exact(self, words: str, sorts: Sequence[Sort]) -> list[Named]:
        return [Named(sort, ident) for sort in sorts for ident in self._names[sort].get(words, ())]

    def _abbreviated(self, words: str, sorts: Sequence[Sort]) -> list[Named]:
        """What `words` abbreviate: the beginning of a name, or of words of it in their order."""
        if len(words.replace(" ", "")) < SHORTEST:
            return []
        starts: dict[Named, None] = {}
        inside: dict[Named, None] = {}
        for sort in sorts:
            for name, idents in self._names[sort].items():
                if name.startswith(words):
                    starts |= dict.fromkeys(Named(sort, ident) for ident in idents)
                elif " " in name and _within(words.split(), name.split()):
                    inside |= dict.fromkeys(Named(sort, ident) for ident in idents)
        return list(starts or inside)

    def _unknown(self, text: str, folded: str, sorts: Sequence[Sort]) -> NotUnderstood:
        others = tuple(
            sort for sort in (*PLACES, Sort.PROVINCE, Sort.REGION, Sort.FACTION, Sort.BOX) if sort not in sorts
        )
        elsewhere = self._exact(folded, others)
        if elsewhere:
            meant = elsewhere[0]
            near = self._relatives(meant, sorts)
            key = "wrong_sort_near" if near else "wrong_sort"
            return NotUnderstood(key, text, near, given=meant.sort.value, wanted=[s.value for s in sorts])
        return NotUnderstood("not_understood", text, self.nearest(folded, sorts), wanted=[s.value for s in sorts])

    def nearest(self, folded: str, sorts: Sequence[Sort]) -> list[str]:
        """The names most like `folded`, as they can be written."""
        pool = {name: Named(sort, ids[0]) for sort in sorts for name, ids in self._names[sort].items() if len(name) > 2}
        words = _telling(folded)
        scores = sorted(((_likeness(words, _telling(name)), name) for name in pool), key=lambda one: -one[0])
        close = [pool[name] for score, name in scores[:12] if score >= max(_NEAR, scores[0][0] - _SPREAD)]
        return list(dict.fromkeys(self.shown(named, sorts) for named in close))[:3]

    def _relatives(self, meant: Named, sorts: Sequence[Sort]) -> list[str]:
        """Of a city the province or region, of a province its places: what could be wanted instead."""
        place = self.board.places.get(meant.id) if meant.sort in PLACES else None
        province = self.board.provinces.get(place.province if place else meant.id)
        if province is None:
            return []
        near = [Named(Sort.PROVINCE, province.id), Named(Sort.REGION, province.region)]
        near += [Named(Sort.CITY, city) for city in province.cities] + [
            Named(Sort.TOWN, town) for town in province.towns
        ]
        return [self.shown(named, sorts) for named in near if named.sort in sorts][:_MOST_CANDIDATES]

    # ------------------------------------------------------------------ writing

    def write(self, ident: str, sort: Sort, sorts: Iterable[Sort] | None = None) -> str:
        """The name to write for an id where these sorts are expected, so that `find` gives the id back."""
        wanted = tuple(sorts or (sort,))
        key = (ident, sort, frozenset(wanted))
        if key not in self._written:
            self._written[key] = self._find_writing(Named(sort, ident), wanted)
        return self._written[key]

    def shown(self, named: Named, sorts: Iterable[Sort] = ()) -> str:
        """The name of a thing as a candidate: what to write to mean just that."""
        return self.write(named.id, named.sort, tuple(sorts) or (named.sort,))

    def _find_writing(self, named: Named, sorts: Sequence[Sort]) -> str:
        own = self._shown.get(named, named.id)
        for text in (own, f"{own} {named.sort.value.upper()}", self._code(named), named.id):
            if text and self._means(text, sorts, named):
                return text
        return named.id

    def _means(self, text: str, sorts: Sequence[Sort], named: Named) -> bool:
        for words, allowed in _readings(fold(text), sorts):
            if found := self._exact(words, allowed):
                return found == [named]
        return False

    def _code(self, named: Named) -> str:
        board = self.board
        by_id = {**board.factions, **board.regions, **board.provinces} if named.sort not in PLACES else board.places
        record = by_id.get(named.id)
        return str(getattr(record, "code", "") or "")

    # ------------------------------------------------------------------ filling

    def _enter(self, sort: Sort, ident: str, name: str, others: Iterable[str]) -> None:
        self._shown[Named(sort, ident)] = name
        self._also(sort, ident, (name, ident, *others))

    def _also(self, sort: Sort, ident: str, names: Iterable[str]) -> None:
        for name in names:
            for folded in dict.fromkeys((fold(name), fold_german(name), _without_article(fold(name)))):
                idents = self._names[sort].setdefault(folded, [])
                if ident not in idents:
                    idents.append(ident)
            if "," in name:
                self.comma_names.append(tuple(fold(name).split()))


def _telling(folded: str) -> str:
    """The words by which a name is known, without "the", "and", CITY and the like."""
    return " ".join(word for word in folded.split() if len(word) >= SHORTEST + 1 and word not in _MARKS) or folded


def _likeness(text: str, name: str) -> float:
    """0 to 100: how like they are as a whole, or how like the words of `text` are to words of a longer name."""
    whole = max(fuzz.ratio(text, name), fuzz.token_sort_ratio(text, name))
    if not text.split() or (" " not in text and " " not in name):
        return whole
    words = [max(fuzz.ratio(word, other) for other in name.split()) for word in text.split()]
    return max(whole, sum(words) / len(words) - _PART)


def _all(aliases: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(name for names in aliases.values() for name in names)


def _without_article(folded: str) -> str:
    return folded.removeprefix("the ")


def _within(short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether the words `short` begin words of `full`, in their order."""
    rest = iter(full)
    return all(any(word.startswith(part) for word in rest) for part in short)


def _readings(folded: str, sorts: Sequence[Sort]) -> list[tuple[str, tuple[Sort, ...]]]:
    """The ways to read a name: as it stands, then with a word beside it that says of which sort it is."""
    readings = [(folded, tuple(sorts))]
    words = folded.split()
    while len(words) > 1 and words[0] in _SILENT:
        words = words[1:]
    if len(words) < 2:
        return [*readings, (" ".join(words), tuple(sorts))]
    for mark, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        allowed = tuple(sort for sort in sorts if sort in _MARKS.get(mark, ()))
        while len(rest) > 1 and rest[0] in _SILENT:
            rest = rest[1:]
        if allowed:
            readings.append((" ".join(rest), allowed))
    return [*readings, (" ".join(words), tuple(sorts))]
