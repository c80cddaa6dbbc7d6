"""The switches for disputable points (options.toml), with the usual values of an edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import SwitchValue

EDITION = "edition"
"""Stands among the switches in the file; a game names it by itself."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A disputable point: what it may be set to, and what it is in the edition that is played."""

    id: str
    usual: SwitchValue
    values: tuple[SwitchValue, ...]
    meaning: str
    ruling: str

    def takes(self, value: object) -> bool:
        """Whether it can be set to that; 1 is not true."""
        return any(type(value) is type(one) and value == one for one in self.values)


def read_switches(facts: Facts) -> dict[str, Switch]:
    """All switches but the edition. Raises BadBoard."""
    rows = facts.parts("option")
    if facts.part("meta").number("count") != len(rows):
        raise BadBoard(f"options: meta.count must be {len(rows)}, the number of [[option]] records")
    return {switch.id: switch for switch in map(_switch, rows) if switch.id != EDITION}


def usual_values(switches: Mapping[str, Switch]) -> dict[str, SwitchValue]:
    """What each is set to where a game says nothing."""
    return {switch.id: switch.usual for switch in switches.values()}


def _switch(facts: Facts) -> Switch:
    values = facts.raw.get("values")
    if not isinstance(values, list) or not values or not all(isinstance(one, bool | int | str) for one in values):
        raise BadBoard(f"{facts.where}: values must be a list of texts, whole numbers, true or false")
    if not facts.has("default"):
        raise BadBoard(f"{facts.where}: default is missing, or not given for both editions in by_edition")
    switch = Switch(facts.text("id"), facts.raw["default"], tuple(values), facts.text("meaning"), facts.text("ruling"))
    if not switch.takes(switch.usual):
        raise facts.bad("default", f"one of {', '.join(map(str, values))}")
    return switch
