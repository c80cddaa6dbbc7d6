"""What the facts of The Dutch Revolt are called: factions, regions, provinces, places, support boxes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.reports.words import FALLBACK, LIST_KEYS, Catalogue

NAME = "dutch_revolt"
REGION_KEYS = frozenset({"region", "from_region", "to_region"})
PROVINCE_KEYS = frozenset({"province", "from_province", "to_province"})
PLACE_KEYS = frozenset({"city", "town", "place", "spot", "from_spot", "to_spot", "from_place", "to_place"})


@lru_cache(maxsize=16)
def catalogue(language: str, board: Any) -> DutchWords:
    """The words of one language for a board, made once: its sentences are shared by all reports."""
    return DutchWords(language, board)


class DutchWords(Catalogue):
    """All words of one language for a board of The Dutch Revolt."""

    list_keys: Mapping[str, str] = {
        **LIST_KEYS, "provinces": "province", "places": "place", "cities": "place", "towns": "place",
        "regions": "region", "boxes": "box", "seats": "faction",
    }  # fmt: skip

    def __init__(self, language: str, board: Any = None) -> None:
        super().__init__(language, board, NAME)

    def derived(self, name: str, facts: Mapping[str, Any]) -> str:
        """A spot with its province, a token by its colour, the own source of a faction's points."""
        if name == "where":
            spot = str(facts.get("spot") or "countryside")
            key = "countryside" if spot == "countryside" else "place"
            return self.say(f"term.where.{key}", place=spot, province=facts.get("province"))
        if name == "token":
            return self.say(f"term.token.{facts.get('rival') or facts.get('faction')}")
        if name == "source":
            return self.say(f"term.own.{facts.get('faction')}")
        return super().derived(name, facts)

    def value(self, name: str, value: Any, facts: Mapping[str, Any] | None = None) -> str:
        if isinstance(value, list | tuple) and self.list_keys.get(name, name) == "region":
            # Their names have commas and "and" in them.
            return "; ".join(self.region(str(item)) for item in value) or self.say("term.none")
        return super().value(name, value, facts)

    def name_of(self, key: str, ident: str, province: Any = None) -> str:
        """The name of an id, told by the name of the fact that holds it."""
        if key in REGION_KEYS:
            return self.region(ident)
        if key in PROVINCE_KEYS:
            return self.province(ident)
        if key in PLACE_KEYS:
            return self.spot(ident)
        if key == "box":
            return self.box(ident)
        if key in ("to", "from") and self.board is not None:
            return self.anything(ident)
        return super().name_of(key, ident, province)

    def tokens(self, tokens: Mapping[str, Any]) -> str:
        """Tokens by faction: "Reformers 2, neutral 1"."""
        order = [*self.ids("factions"), "neutral"]
        rank = {faction: n for n, faction in enumerate(order)}
        parts = sorted(tokens.items(), key=lambda item: (item[0] == "neutral", -int(item[1]), rank.get(item[0], 99)))
        shown = [f"{self.faction(faction)} {count}" for faction, count in parts if count]
        return ", ".join(shown) or self.say("term.empty")

    def faction(self, ident: str) -> str:
        return self.say("term.neutral") if ident == "neutral" else super().faction(ident)

    def region(self, ident: str) -> str:
        """A region: its local name; else, where the data name it after its provinces, their local names."""
        known = self._named.get(("regions", ident))
        if known is None:
            known = self._named["regions", ident] = self._region(ident)
        return known

    def _region(self, ident: str) -> str:
        record = self.ids("regions").get(ident)
        if record is None:
            return ident
        local = dict(record.aliases).get(self.language) or ()
        if local or self.language == FALLBACK:
            return str(local[0]) if local else str(record.name)
        key = f"term.region.{ident}"
        if self.has(key) and DutchWords(FALLBACK, self.board).say(key) == record.name:
            return self.say(key)
        names = [self.ids("provinces")[province].name for province in record.provinces]
        if any(name in record.name for name in names):
            return self.listed(self.province(province) for province in record.provinces)
        return str(record.name)

    def province(self, ident: str) -> str:
        return self.named("provinces", ident)

    def place(self, ident: str) -> str:
        return self.named("places", ident)

    def box(self, ident: str) -> str:
        return self.named("boxes", ident)

    def spot(self, ident: str) -> str:
        return self.say("term.countryside") if ident == "countryside" else self.place(ident)

    def anything(self, ident: str) -> str:
        """The name of an id of unknown kind."""
        for group in ("provinces", "places", "regions", "boxes", "factions"):
            if ident in self.ids(group):
                return self.named(group, ident)
        if ident == "countryside":
            return self.say("term.countryside")
        return self.say(f"term.value.{ident}") if self.has(f"term.value.{ident}") else ident
