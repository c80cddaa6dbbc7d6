"""Words of an order line, each with the letters that count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.decision import IllegalOrder, Reason
from orders.typography import fold
from orders.words import Lexicon, Named, NotUnderstood, Sort

_WORD: Final = re.compile(r"[,:]|[^\s,:]+")
_ARROW: Final = re.compile(r"\s*(?:-+>|=+>)\s*|\s(?:-|>)\s")
_COUNT: Final = re.compile(r"^x?(\d{1,4})x?$")
_NEGATIVE: Final = re.compile(r"^[-−–]\d+$")
_NUMBERS: Final = {
    word: number
    for number, words in {
        1: "one egy eins ein eine een un une",
        2: "two ketto ket zwei twee deux",
        3: "three harom drei drie trois",
        4: "four negy vier quatre",
        5: "five ot funf vijf cinq",
        6: "six hat sechs zes",
        7: "seven het sieben zeven sept",
    }.items()
    for word in words.split()
}

TO: Final = frozenset({"to", "into", "nach", "naar", "vers", "ide", "hova", "ba", "be"})
IN: Final = frozenset({"in", "at", "im", "dans", "ban", "ben"})
ELSE: Final = frozenset({"else", "otherwise", "or", "vagy", "kulonben", "sonst", "oder", "anders", "sinon", "ou"})
NONE: Final = frozenset(
    {"none", "nothing", "no", "semmi", "nincs", "semmit", "keine", "keiner", "keinen", "nichts", "geen", "niets",
    "aucun", "rien"}
)  # fmt: skip
DEFAULT: Final = frozenset(
    {"default", "defaults", "alap", "alapertelmezett", "alapertelmezes", "standard", "vorgabe", "standaard", "defaut"}
)
ALL: Final = frozenset({"all", "every", "everything", "mind", "mindet", "osszes", "alle", "alles", "tout", "tous"})


@dataclass(frozen=True, slots=True)
class Word:
    """One word; `key` are the letters that count, "," and ":" stand for themselves."""

    text: str
    key: str


class Phrase(Sequence[Word]):
    """Some words of a line, with the ways to take them apart."""

    __slots__ = ("words",)

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = tuple(words)

    @classmethod
    def of(cls, text: str, lexicon: Lexicon | None = None) -> Phrase:
        """The words of a text; commas inside a name that has them are no commas."""
        signs = lexicon.signs if lexicon else frozenset()
        for sign in signs:
            text = text.replace(sign, f" {sign} ")
        alone = signs | {",", ":"}
        parts = (Word(part, part if part in alone else fold(part)) for part in _WORD.findall(_ARROW.sub(" TO ", text)))
        phrase = cls(word for word in parts if word.key)
        return phrase._without_commas_of(lexicon.comma_names) if lexicon else phrase

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    def __getitem__(self, index: slice | int) -> Phrase | Word:  # type: ignore[override]
        return Phrase(self.words[index]) if isinstance(index, slice) else self.words[index]

    def __str__(self) -> str:
        return " ".join(word.text for word in self.words).replace(" ,", ",").replace(" :", ":")

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(word.key for word in self.words)

    @property
    def names(self) -> Phrase:
        """Without the commas that are left over."""
        return Phrase(word for word in self.words if word.key not in {",", ":"})

    def part(self, start: int, end: int | None = None) -> Phrase:
        """The words from `start` to `end`."""
        return Phrase(self.words[start:end])

    def is_one_of(self, keys: frozenset[str]) -> bool:
        """Whether this is one word, and one of these."""
        return len(self.words) == 1 and self.words[0].key in keys

    def split(self, keys: frozenset[str]) -> list[Phrase]:
        """The parts between words of `keys`; none is empty but the first."""
        parts: list[list[Word]] = [[]]
        for word in self.words:
            if word.key in keys:
                parts.append([])
            else:
                parts[-1].append(word)
        return [Phrase(part) for part in parts if part] or [Phrase(())]

    def cut(self, keys: frozenset[str]) -> tuple[Phrase, Phrase] | None:
        """What stands before and after the first word of `keys`; None when there is none."""
        for index, word in enumerate(self.words):
            if word.key in keys:
                return self.part(0, index), self.part(index + 1)
        return None

    def _without_commas_of(self, names: Iterable[tuple[str, ...]]) -> Phrase:
        words = list(self.words)
        for name in names:
            index = 0
            while index < len(words):
                end, taken = index, 0
                while taken < len(name) and end < len(words) and words[end].key in {name[taken], ","}:
                    taken += words[end].key != ","
                    end += 1
                if taken == len(name):
                    words[index:end] = [word for word in words[index:end] if word.key != ","]
                index += 1
        return Phrase(words)


def number(word: Word) -> int | None:
    """The number that a word is."""
    found = _COUNT.match(word.key)
    return int(found.group(1)) if found else _NUMBERS.get(word.key)


def take_count(phrase: Phrase) -> tuple[int | None, Phrase]:
    """A number in front or at the end, and the rest. Raises IllegalOrder for 0 and less."""
    if len(phrase) < 2:
        return None, phrase
    for word, rest in ((phrase.words[0], phrase.part(1)), (phrase.words[-1], phrase.part(0, -1))):
        count = number(word)
        if count == 0 or _NEGATIVE.match(word.text):
            raise IllegalOrder(Reason("count_too_small", "", {"count": 0}))
        if count is not None:
            return count, rest
    return None, phrase


def named(phrase: Phrase, lexicon: Lexicon, *sorts: Sort) -> Named:
    """What the whole phrase names. Raises NotUnderstood, Ambiguous."""
    words = phrase.names
    while len(words) > 1 and words.words[0].key in IN | lexicon.fillers:
        words = words.part(1)
    if not len(words):
        raise NotUnderstood("name_missing", str(phrase), wanted=[sort.value for sort in sorts])
    return lexicon.name(str(words), sorts)


def ident(phrase: Phrase, lexicon: Lexicon, *sorts: Sort) -> str:
    """The id that the whole phrase names. Raises NotUnderstood, Ambiguous."""
    return named(phrase, lexicon, *sorts).id
