"""What the facts of Heads of State are called: seats, ranks, areas, countries, cards.

Where a language inflects a name, the catalogue has its forms: `term.in.<area>` "in London", `term.a.<rank>` "a king".
A sentence asks for them as {in_area}, {in_country}, {a_rank}.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.reports.words import LIST_KEYS, Catalogue

NAME = "heads_of_state"
RANK_KEYS = frozenset({"rank"})
AREA_KEYS = frozenset({"area"})
COUNTRY_KEYS = frozenset({"country"})
CARD_KEYS = frozenset({"card", "courtesan"})
CARD_LISTS = frozenset({"cards", "new", "treason", "plots"})
INFLECTED = {
    "in_area": ("in", "area"), "in_country": ("in", "country"), "a_rank": ("a", "rank"),
}  # fmt: skip
"""What a sentence may ask for -> the family of keys, the fact whose id stands behind it."""


@lru_cache(maxsize=16)
def catalogue(language: str, board: Any) -> HeadsWords:
    """The words of one language for a board, made once: its sentences are shared by all reports."""
    return HeadsWords(language, board)


class HeadsWords(Catalogue):
    """All words of one language for a board of Heads of State."""

    list_keys: Mapping[str, str] = {
        **LIST_KEYS, "winners": "seat", "order": "seat", "ranks": "rank", "areas": "area", "countries": "country",
    }  # fmt: skip

    def __init__(self, language: str, board: Any = None) -> None:
        super().__init__(language, board, NAME)

    # facts ----------------------------------------------------------------------------------

    def derived(self, name: str, facts: Mapping[str, Any]) -> str:
        """A name in the form that the sentence needs; with a capital letter if the sentence says so."""
        family, fact = INFLECTED.get(name[:1].lower() + name[1:], ("", ""))
        if fact and facts.get(fact) is not None:
            said = self.inflected(family, fact, str(facts[fact]))
            return said[:1].upper() + said[1:] if name[:1].isupper() else said
        return super().derived(name, facts)

    def inflected(self, family: str, fact: str, ident: str) -> str:
        """A name in one of its forms, else plain."""
        key = f"term.{family}.{ident}"
        if self.has(key):
            return self.say(key)
        name = self.name_of(fact, ident)
        other = f"term.{family}.other"
        return self.say(other, name=name) if self.has(other) else name

    def value(self, name: str, value: Any, facts: Mapping[str, Any] | None = None) -> str:
        if name in CARD_LISTS and isinstance(value, list | tuple):
            return self.cards(value)
        if name == "ranks" and isinstance(value, list | tuple):
            return self.several("rank", value)
        return super().value(name, value, facts)

    def name_of(self, key: str, ident: str, province: Any = None) -> str:
        """The name of an id, told by the name of the fact that holds it."""
        if key in RANK_KEYS:
            return self.rank(ident)
        if key in AREA_KEYS:
            return self.area(ident)
        if key in COUNTRY_KEYS:
            return self.country(ident)
        if key in CARD_KEYS:
            return self.card(ident)
        if key == "second":  # of a play the second card, of a country the second in influence
            return self.faction(ident) if self.has(f"term.seat.{ident}") else self.card(ident)
        if key == "option":
            return ident.upper()
        return super().name_of(key, ident, province)

    def several(self, key: str, idents: list[Any] | tuple[Any, ...]) -> str:
        """Names with their number where one comes more than once: "2 gold, title and castle"."""
        counted = Counter(str(ident) for ident in idents)
        names = [
            self.name_of(key, ident) if n == 1 else f"{n} {self.name_of(key, ident)}" for ident, n in counted.items()
        ]
        return self.listed(names) or self.say("term.none")

    def cards(self, cards: list[Any] | tuple[Any, ...]) -> str:
        """Cards of a hand, a row or a payment."""
        return self.several("card", cards)

    # names ----------------------------------------------------------------------------------

    def faction(self, ident: str) -> str:
        """A seat by its colour."""
        key = f"term.seat.{ident}"
        return self.say(key) if self.has(key) else ident

    def rank(self, ident: str) -> str:
        key = f"term.rank.{ident}"
        return self.say(key) if self.has(key) else ident

    def area(self, ident: str) -> str:
        return self.named("areas", ident)

    def country(self, ident: str) -> str:
        return self.named("countries", ident)

    def card(self, ident: str) -> str:
        """An attribute or treason card; one that names two countries by both."""
        key = f"term.card.{ident}"
        if self.has(key):
            return self.say(key)
        record = self.ids("treason").get(ident)
        if record is not None and len(record.countries) > 1:
            singles = [t for t in self.ids("treason").values() if len(t.countries) == 1]
            return "/".join(
                next((self.card(t.id) for t in singles if t.countries[0] == c), c) for c in record.countries
            )
        return self.country(ident) if ident in self.ids("countries") else ident
