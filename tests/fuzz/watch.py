"""What must hold between phases, read from the public view only: the checks of section 14, worked out anew."""

from __future__ import annotations

from collections import Counter
from typing import Any, SupportsIndex

from engine.core.events import Event
from engine.core.table import Table

NEUTRALS = 47
AFTER_NEUTRALS, AFTER_OVERFLOW, AFTER_INSIDE = 13, 14, 15
SIEGES_BEGAN, SIEGES_END, LOYALTY = 7, 15, 16


class Breach(AssertionError):
    """A position that the rulebook does not allow."""


def must(holds: object, what: str) -> None:
    """Raises Breach with `what` unless it holds."""
    if not holds:
        raise Breach(what)


class Watcher(list[Event]):
    """Stands in for the list of events of a game, and looks at the position whenever a phase begins."""

    def __init__(self, table: Table[Any]) -> None:
        super().__init__(table.state.events)
        self.table = table
        self.board = table.state.board
        self.besieged: dict[str, dict[str, int]] = {}
        self.ran_out = False
        self.looked = 0
        table.state.events = self

    def append(self, event: Event, /) -> None:
        super().append(event)
        if event.kind == "phase_begins":
            self.look(int(str(event.facts["turn"])), int(str(event.facts["phase"])))

    def __setitem__(self, key: SupportsIndex | slice, value: Any, /) -> None:
        raise TypeError("what was told stays told")

    def look(self, turn: int, phase: int) -> None:
        """The position as a phase begins."""
        view: Any = self.table.rules.view(self.table.state, None)
        self.looked += 1
        tokens(view, self.board)
        squares(view, self.board)
        if phase == AFTER_NEUTRALS:
            self._filled(view, turn)
        if phase == AFTER_OVERFLOW:
            self._full(view, turn)
        if phase == AFTER_INSIDE or (turn == 0 and phase > AFTER_INSIDE):
            self._refilled(view)
        if SIEGES_BEGAN <= phase <= SIEGES_END:
            self._sieges(view)
        else:
            must(phase < SIEGES_BEGAN or not besieged(view), f"{besieged(view)} besieged in phase {phase} (14.6)")
            self.besieged = {}
        if phase >= LOYALTY or phase <= SIEGES_BEGAN:
            must(view["beggars"]["box"] == self.board.water_beggars, f"{view['beggars']} in phase {phase} (14.6)")

    def _filled(self, view: Any, turn: int) -> None:
        """9.12, 8.4: as phase 13 begins no province has room (one in turn 0), unless no neutral is left."""
        self.ran_out = view["neutrals"]["stock"] == 0
        for name, row in view["provinces"].items():
            must(
                self.ran_out or row["filled"] >= row["max"] - (turn == 0), f"{name} {row} with neutrals in stock (9.12)"
            )

    def _full(self, view: Any, turn: int) -> None:
        """14.3"""
        for name, row in view["provinces"].items():
            least = row["max"] - (turn == 0)
            must(self.ran_out or row["filled"] >= least, f"{name} {row} is not full (14.3)")
            if self.board.switches.overflow_displaces_neutrals:
                must(row["filled"] <= row["max"], f"{name} {row} holds too much (14.3)")

    def _refilled(self, view: Any) -> None:
        """9.14.4: a place is empty only where no neutral of its province could be had."""
        for name, row in view["places"].items():
            province = self.board.places[name].province
            if not row["tokens"] and not row["siege"]:
                left = view["provinces"][province]["countryside"].get("neutral", 0)
                must(not left, f"{name} is empty with {left} neutrals in the countryside of {province} (9.14)")

    def _sieges(self, view: Any) -> None:
        """14.4: tokens of a besieged city are constant until the siege is lifted or ends."""
        now = {city: dict(view["places"][city]["tokens"]) for city in besieged(view)}
        for city, held in now.items():
            must(self.besieged.get(city, held) == held, f"{city} held {self.besieged.get(city)}, now {held} (14.4)")
        self.besieged = now


def besieged(view: Any) -> list[str]:
    """The cities under siege."""
    return [name for name, row in view["places"].items() if row["siege"]]


def tokens(view: Any, board: Any) -> None:
    """3.4, 14.1: supplies of tokens and armies, counted from what lies on the table."""
    found: Counter[str] = Counter()
    for group, held in (("provinces", "countryside"), ("places", "tokens")):
        for name, row in view[group].items():
            must(all(n > 0 for n in row[held].values()), f"{name} holds {row[held]} (3.4)")
            found.update(row[held])
    on_map = Counter(found)
    found.update(square["token"] for box in view["boxes"].values() for square in box if square["token"])
    armies = Counter(army["faction"] for row in view["tracks"].values() for army in row["armies"])
    supply, army_supply = board.tokens_by_players[view["players"]]
    for faction, row in view["factions"].items():
        must(min(row["stock"], row["treasury"], row["armies_stock"]) >= 0, f"{faction} have {row} (3.4)")
        must(found[faction] + row["stock"] + row["treasury"] == supply == row["supply"], f"{faction}: {row} (3.4)")
        must(on_map[faction] == row["on_map"], f"{faction}: {row}, {on_map[faction]} on the map")
        must(armies[faction] == row["armies_out"], f"{faction}: {row}, {armies[faction]} armies on tracks")
        must(row["armies_out"] + row["armies_stock"] == army_supply, f"{faction}: {row} of {army_supply} armies (3.4)")
    must(found["neutral"] + view["neutrals"]["stock"] == NEUTRALS, f"{found['neutral']} and {view['neutrals']} (3.4)")
    must(set(found) <= {*view["factions"], "neutral"}, f"tokens of {sorted(found)} in play (3.4)")


def squares(view: Any, board: Any) -> None:
    """14.2, 14.5: towns, tracks, boxes, charts."""
    for town in board.towns:
        must(sum(view["places"][town]["tokens"].values()) <= 1, f"{town} holds {view['places'][town]} (14.2)")
    for region, row in view["tracks"].items():
        must(len(row["armies"]) <= row["squares"] == board.regions[region].squares, f"{region} holds {row} (14.2)")
        for army in row["armies"]:
            must((army["state"] == "besieging") == (army["city"] is not None), f"{region}: {army} (9.6)")
    for name, box in view["boxes"].items():
        held = {square["token"] for square in box} - {None}
        must(held <= set(board.boxes[name].factions), f"{name} holds {sorted(held)} (4.7)")
        must(len(held) <= 1 or not board.boxes[name].exclusive, f"{name} holds {sorted(held)} (R-02)")
    owners = [row["owner"] for group in ("provinces", "places") for row in view[group].values()]
    must({*owners} <= {*view["factions"], None}, "a card of a faction that is not in play (14.5)")
    must(len(view["bishoprics"]) == 6, f"{len(view['bishoprics'])} bishoprics (14.5)")
    must(len(view["loyalty"]) == len(board.loyalty_rows), f"{len(view['loyalty'])} loyalty markers (14.5)")
    must(sorted(view["order"]) == sorted(view["factions"]), f"the order of turns is {view['order']} (9.20)")
