"""The names of a game as players write them: any case, with or without accents, in five languages, abbreviated.

Nothing here knows a game: each has its own sorts of names and fills a lexicon with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rapidfuzz import fuzz

from engine.core.decision import Json, Reason
from orders.typography import fold, fold_german

SHORTEST: Final = 3
"""Letters of the shortest abbreviation."""
_NEAR: Final = 68
_SLIP: Final = 75
_PART: Final = 5
_SPREAD: Final = 15
MOST_CANDIDATES: Final = 6


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
    """What a name may name; a game derives its own from it. The values are words of the catalogues."""


_SILENT: Final = frozenset({"the", "of", "de", "der", "die", "das", "az", "het", "le", "la", "les"})


@dataclass(frozen=True, slots=True)
class Named:
    """What a name was found to mean."""

    sort: Sort
    id: str


class Lexicon:
    """All names of one board. A game derives its own and fills it when it is made, once per board.

    `sorts` are all of the game, `seats` that of those who play, `places` those by which a line without a verb is seen
    to be meant as an order, `known` those that a misplaced name is looked for in. `marks` are words beside a name that
    say of which sort it is; `fillers` may stand before a name and say nothing; `signs` are words though no letters.
    `whole_first`: the full name of one thing is never a short one of another sort.
    """

    def __init__(
        self,
        sorts: Iterable[Sort],
        *,
        seats: Sort,
        places: Sequence[Sort] = (),
        known: Sequence[Sort] = (),
        marks: Mapping[str, frozenset[Sort]] | None = None,
        fillers: frozenset[str] = frozenset(),
        signs: frozenset[str] = frozenset(),
        whole_first: bool = False,
    ) -> None:
        self.seats, self.places, self.known = seats, tuple(places), tuple(known)
        self.fillers, self.signs, self._whole_first = fillers, signs, whole_first
        self._marks: Mapping[str, frozenset[Sort]] = marks or {}
        self._names: dict[Sort, dict[str, list[str]]] = {sort: {} for sort in sorts}
        self._whole: dict[Sort, dict[str, list[str]]] = {sort: {} for sort in self._names}
        self._shown: dict[Named, str] = {}
        self._codes: dict[Named, str] = {}
        self._local: dict[str, dict[Named, str]] = {}
        """Language -> the name of a thing in it."""
        self._written: dict[tuple[str, Sort, frozenset[Sort]], str] = {}
        self.comma_names: list[tuple[str, ...]] = []

    # ------------------------------------------------------------------ finding

    def find(self, text: str, sorts: Iterable[Sort]) -> str:
        """The id that `text` names. Raises NotUnderstood or Ambiguous."""
        return self.name(text, sorts).id

    def name(self, text: str, sorts: Iterable[Sort]) -> Named:
        """What `text` names among these sorts. Raises NotUnderstood or Ambiguous."""
        wanted = tuple(sorts)
        folded = fold(text)[:120]
        for words, allowed in self._readings(folded, wanted):
            for found in (self._exact(words, allowed), self._shortened(words, allowed)):
                if len(found) == 1:
                    return found[0]
                if found:
                    several = [self.shown(named, wanted) for named in found]
                    raise Ambiguous(text, several, "ambiguous", **self._in_languages(several, wanted))
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
        return [
            Named(sort, ident)
            for sort in sorts
            for ident in dict.fromkeys((*self._names[sort].get(words, ()), *self._whole[sort].get(words, ())))
        ]

    def _shortened(self, words: str, sorts: Sequence[Sort]) -> list[Named]:
        if self._whole_first and self._exact(words, self.known):
            return []
        return self._abbreviated(words, sorts)

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
        elsewhere = self._exact(folded, tuple(sort for sort in self.known if sort not in sorts))
        if elsewhere:
            meant = elsewhere[0]
            near = self.relatives(meant, sorts)
            key = "wrong_sort_near" if near else "wrong_sort"
            others = self._in_languages(near, sorts)
            return NotUnderstood(key, text, near, given=meant.sort.value, wanted=[s.value for s in sorts], **others)
        near = self.nearest(folded, sorts)
        others = self._in_languages(near, sorts)
        return NotUnderstood("not_understood", text, near, wanted=[s.value for s in sorts], **others)

    def nearest(self, folded: str, sorts: Sequence[Sort]) -> list[str]:
        """The names most like `folded`, as they can be written."""
        pool = {name: Named(sort, ids[0]) for sort in sorts for name, ids in self._names[sort].items() if len(name) > 2}
        words = self._telling(folded)
        scores = sorted(((_likeness(words, self._telling(name)), name) for name in pool), key=lambda one: -one[0])
        close = [pool[name] for score, name in scores[:12] if score >= max(_NEAR, scores[0][0] - _SPREAD)]
        return list(dict.fromkeys(self.shown(named, sorts) for named in close))[:3]

    def is_nearly(self, word: str, sorts: Sequence[Sort]) -> bool:
        """Whether a folded word is a name but for a letter or two."""
        names = {name for sort in sorts for name in self._names[sort] if abs(len(name) - len(word)) <= 2}
        return any(fuzz.ratio(word, name) >= _SLIP for name in names)

    def relatives(self, meant: Named, sorts: Sequence[Sort]) -> list[str]:
        """What could be wanted instead of a name that is of another sort, as it can be written. A game may know."""
        return []

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
        for text in (own, f"{own} {named.sort.value.upper()}", self._codes.get(named, ""), named.id):
            if text and self._means(text, sorts, named):
                return text
        return named.id

    def _means(self, text: str, sorts: Sequence[Sort], named: Named) -> bool:
        return self._meant(text, sorts) == [named]

    def _meant(self, text: str, sorts: Sequence[Sort]) -> list[Named]:
        for words, allowed in self._readings(fold(text), sorts):
            if found := self._exact(words, allowed):
                return found
        return []

    def _in_languages(self, candidates: Sequence[str], sorts: Sequence[Sort]) -> dict[str, Json]:
        """The fact `candidates_in`: language -> the candidates as its readers call them, where they can write so."""
        others: dict[str, Json] = {}
        for language, names in self._local.items():
            said: list[Json] = []
            for shown in candidates:
                meant = self._meant(shown, sorts)
                own = names.get(meant[0], "") if len(meant) == 1 else ""
                said.append(own if own and self._means(own, sorts, meant[0]) else shown)
            if said != [*candidates]:
                others[language] = said
        return {"candidates_in": others} if others else {}

    # ------------------------------------------------------------------ filling

    def enter(
        self, sort: Sort, ident: str, name: str, others: Iterable[str] = (), *, code: str = "",
        aliases: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:  # fmt: skip
        """A thing with the name to write for it, its code and its other names; `aliases` are its names in each
        language, the first of which readers of that language are shown."""
        self._shown[Named(sort, ident)] = name
        self._codes[Named(sort, ident)] = code
        for language, names in (aliases or {}).items():
            self._local.setdefault(language, {}).update({Named(sort, ident): own for own in names[:1]})
        others = (*others, *all_aliases(aliases or {}))
        self.also(sort, ident, (name, ident, *((code,) if code else ()), *others))

    def also(self, sort: Sort, ident: str, names: Iterable[str]) -> None:
        """More names of a thing."""
        for name in names:
            self._add(self._names, sort, ident, name)
            if "," in name:
                self.comma_names.append(tuple(fold(name).split()))

    def enter_whole(self, sort: Sort, ident: str, name: str, others: Iterable[str] = ()) -> None:
        """A thing whose names are never abbreviated: they begin like those of others."""
        self._shown[Named(sort, ident)] = name
        for one in (name, ident, *others):
            self._add(self._whole, sort, ident, one)

    def _add(self, names: dict[Sort, dict[str, list[str]]], sort: Sort, ident: str, name: str) -> None:
        for folded in dict.fromkeys((fold(name), fold_german(name), _without_article(fold(name)))):
            idents = names[sort].setdefault(folded, [])
            if ident not in idents:
                idents.append(ident)

    # ------------------------------------------------------------------ reading

    def _telling(self, folded: str) -> str:
        """The words by which a name is known, without "the", "and", CITY and the like."""
        return (
            " ".join(word for word in folded.split() if len(word) >= SHORTEST + 1 and word not in self._marks) or folded
        )

    def _readings(self, folded: str, sorts: Sequence[Sort]) -> list[tuple[str, tuple[Sort, ...]]]:
        """The ways to read a name: as it stands, then with a word beside it that says of which sort it is."""
        readings = [(folded, tuple(sorts))]
        words = folded.split()
        while len(words) > 1 and words[0] in _SILENT:
            words = words[1:]
        if len(words) < 2:
            return [*readings, (" ".join(words), tuple(sorts))]
        for mark, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
            allowed = tuple(sort for sort in sorts if sort in self._marks.get(mark, ()))
            while len(rest) > 1 and rest[0] in _SILENT:
                rest = rest[1:]
            if allowed:
                readings.append((" ".join(rest), allowed))
        return [*readings, (" ".join(words), tuple(sorts))]


def all_aliases(aliases: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The names of a thing in every language."""
    return tuple(name for names in aliases.values() for name in names)


def _likeness(text: str, name: str) -> float:
    """0 to 100: how like they are as a whole, or how like the words of `text` are to words of a longer name."""
    whole = max(fuzz.ratio(text, name), fuzz.token_sort_ratio(text, name))
    if not text.split() or (" " not in text and " " not in name):
        return whole
    words = [max(fuzz.ratio(word, other) for other in name.split()) for word in text.split()]
    return max(whole, sum(words) / len(words) - _PART)


def _without_article(folded: str) -> str:
    return folded.removeprefix("the ")


def _within(short: Sequence[str], full: Sequence[str]) -> bool:
    """Whether the words `short` begin words of `full`, in their order."""
    rest = iter(full)
    return all(any(word.startswith(part) for word in rest) for part in short)
