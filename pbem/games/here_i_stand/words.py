"""What the facts of Here I Stand are called: powers, spaces, seas, leaders, cards, pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.games.here_i_stand.amounts import MADE, made
from pbem.reports.words import FALLBACK, LIST_KEYS, SEAT_KEYS, Catalogue, capital

NAME = "here_i_stand"
POWER_KEYS = frozenset({
    "power", "viewer", "target", "giver", "receiver", "captor", "minor", "major", "asked", "ally", "from_power",
})  # fmt: skip
SPACE_KEYS = frozenset({"space", "from_space", "to_space", "origin", "from", "to", "place", "port", "at"})
SEA_KEYS = frozenset({"sea", "from_sea", "to_sea"})
LEADER_KEYS = frozenset({"leader"})
CARD_KEYS = frozenset({"card", "target_card", "event"})
TERM_KEYS = frozenset({
    "unit", "how", "phase", "reason", "kind", "religion", "sort", "bonus", "marker", "wife", "zone", "prize", "source",
    "voyage", "faith",
})  # fmt: skip
"""Facts that hold a word of the game, `term.<fact>.<word>`."""


@lru_cache(maxsize=16)
def catalogue(language: str, board: Any) -> HisWords:
    """The words of one language for a board, made once: its sentences are shared by all reports."""
    return HisWords(language, board)


class HisWords(Catalogue):
    """All words of one language for a board of Here I Stand."""

    seat_keys = SEAT_KEYS | POWER_KEYS
    list_keys: Mapping[str, str] = {
        **LIST_KEYS, "powers": "power", "spaces": "space", "places": "space", "seas": "sea", "leaders": "leader",
        "cards": "card", "winners": "power", "removed": "card", "things": "thing",
        "names": "thing", "debaters": "debater", "defenders": "power", "zones": "zone", "prizes": "prize",
    }  # fmt: skip

    def __init__(self, language: str, board: Any = None) -> None:
        super().__init__(language, board, NAME)

    def value(self, name: str, value: Any, facts: Mapping[str, Any] | None = None) -> str:
        if isinstance(value, int) and not isinstance(value, bool) and name in CARD_KEYS:
            return self.card(value)
        if name == "cards" and isinstance(value, list | tuple):
            return self.cards(value)
        if name == "hand" and isinstance(value, list | tuple):
            return self.listed(self.held(int(card)) for card in value) or self.say("term.none")
        if name == "dice" and isinstance(value, list | tuple):
            return " ".join(map(str, value)) or self.say("term.none")
        if name in ("leaders", "spaces", "powers", "debaters") and isinstance(value, str):
            return self.value(name, [part.strip() for part in value.split(",") if part.strip()], facts)
        return super().value(name, value, facts)

    def name_of(self, key: str, ident: str, province: Any = None) -> str:
        """The name of an id, told by the name of the fact that holds it."""
        if key in self.seat_keys:
            return self.power(ident)
        if key in SPACE_KEYS and ident.isdigit():  # a foreign war, named by its card (21.7)
            return self.card(int(ident))
        if key in SPACE_KEYS or key in SEA_KEYS:
            at_sea = self.board is not None and ident in self.board.map.seas
            return self.say("term.the_sea", name=self.sea(ident)) if at_sea else self.space(ident)
        if key in LEADER_KEYS:
            return self.leader(ident)
        if key in CARD_KEYS and ident.isdigit():
            return self.card(int(ident))
        if key == "rival_debater":
            return self.piece("debaters", ident)
        if key in ("debater", "reformer", "explorer", "ruler", "conquistador"):
            return self.piece(f"{key}s", ident)
        if key == "thing" or (key == "given" and self._is_named(ident)):
            return self.thing(ident)
        if key in TERM_KEYS:
            return self.term(key, ident)
        if key == "mode":
            return ident.upper()
        return super().name_of(key, ident, province)

    def thing(self, ident: str) -> str:
        """What an order picks: a place, a piece, a power, a word; with whose and how many behind it: "vienna 2"."""
        name, *rest = ident.split(" ")
        known = self.board is not None and (name in self.board.map.spaces or name in self.board.map.seas)
        for key, group in (("leader", "leaders"), ("debater", "debaters"), ("explorer", "explorers")):
            if not known and name in self.ids(group):
                return " ".join([self.name_of(key, name), *rest])
        said = self.place(name) if known else self.faction(name) if self.has(f"term.power.{name}") else ""
        if not said:
            said = self.card(int(name)) if name.isdigit() else self.term("unit", name)
            for key in ("prize", "zone"):
                said = self.term(key, name) if said == name.replace("_", " ") else said
            said = self.plain_value(name) if said == name.replace("_", " ") else said
        return " ".join([said, *(self.faction(one) if self.has(f"term.power.{one}") else one for one in rest)])

    def _is_named(self, ident: str) -> bool:
        """Whether this is the id of something that has a name."""
        on_map = self.board is not None and (ident in self.board.map.spaces or ident in self.board.map.seas)
        return on_map or ident in self.ids("leaders") or self.has(f"term.power.{ident}")

    def derived(self, name: str, facts: Mapping[str, Any]) -> str:
        plain = name[:1].lower() + name[1:]
        if plain not in MADE:
            return super().derived(name, facts)
        said = made(self, plain, facts)
        return said if name == plain else capital(said)

    def term(self, key: str, ident: str) -> str:
        """A word of the game: the kind of a unit, a phase."""
        name = f"term.{key}.{ident}"
        return self.say(name) if self.has(name) else ident.replace("_", " ")

    def cards(self, cards: list[Any] | tuple[Any, ...]) -> str:
        """Cards of a hand or a pile."""
        return self.listed(self.card(int(card)) for card in cards) or self.say("term.none")

    # names ----------------------------------------------------------------------------------

    def power(self, ident: str) -> str:
        """A power in a sentence: "the Hapsburgs"; the sides of a debate are debaters."""
        if ident in self.ids("debaters"):
            return self.piece("debaters", ident)
        key = f"term.the.{ident}"
        return self.say(key) if self.has(key) else self.faction(ident)

    def faction(self, ident: str) -> str:
        """A power in a table or a list: "Hapsburg"."""
        key = f"term.power.{ident}"
        return self.say(key) if self.has(key) else ident.capitalize()

    def place(self, ident: str) -> str:
        """A space or a sea zone."""
        if self.board is not None and ident in self.board.map.seas:
            return self.sea(ident)
        return self.space(ident)

    def space(self, ident: str) -> str:
        return self._on_map("spaces", ident)

    def sea(self, ident: str) -> str:
        return self._on_map("seas", ident)

    def _on_map(self, group: str, ident: str) -> str:
        """The name on the map: in the reader's language if the data have it."""
        known = self._named.get((group, ident))
        if known is not None:
            return known
        record = None if self.board is None else getattr(self.board.map, group).get(ident)
        key = f"term.{group}.{ident}"
        if self.has(key) and self.language != FALLBACK:
            name = self.say(key)
        elif record is None:
            name = ident
        else:
            local = dict(getattr(record, "aliases", None) or {}).get(self.language) or ()
            name = str(local[0]) if local and self.language != FALLBACK else str(record.name)
        self._named[group, ident] = name
        return name

    def leader(self, ident: str) -> str:
        return self.named("leaders", ident)

    def piece(self, group: str, ident: str) -> str:
        """A debater, a reformer, an explorer, a ruler."""
        if self.has(f"term.{group}.{ident}") or hasattr(self.ids(group).get(ident), "name"):
            return self.named(group, ident)
        if group == "explorers" and ident in self.ids("conquistadors"):
            return self.named("conquistadors", ident)
        return ident.replace("_", " ").title()

    def card(self, number: int) -> str:
        """A card by name and number: "Janissaries (1)"."""
        name = self.card_name(number)
        return f"{name} ({number})" if name else str(number)

    def card_name(self, number: int) -> str:
        """A card by its name alone; empty for one that this edition does not have."""
        known: Mapping[Any, Any] = self.ids("cards")
        record = known.get(number)
        key = f"term.card.{number}"
        return "" if record is None else self.say(key) if self.has(key) else str(record.name)

    def fighter(self, number: int) -> str:
        """21.7 Who fights the foreign war on a card; empty without the data of the game."""
        return "" if self.board is None else str(self.board.tables.foreign_wars[number].power)

    def held(self, number: int) -> str:
        """A card in its owner's hand, with what it gives: "Janissaries (no. 1, 5 CP)"."""
        name = self.card_name(number)
        if not name:
            return str(number)
        known: Mapping[Any, Any] = self.ids("cards")
        record = known[number]
        key = "term.held.mandatory" if record.mandatory else "term.held"
        return self.say(key, name=name, number=str(number), points=str(record.cp))
