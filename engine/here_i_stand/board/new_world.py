"""The tables of the New World (20): voyages, riches and raiders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import Power, PrizeId

COLONY: Final = "colony"
"""The column of the riches table for colonies."""
POTOSI: Final = "potosi"
_DIE: Final = range(1, 7)
_TWO_DICE: Final = range(2, 13)


class Riches(StrEnum):
    """What a colony or conquest yields (20.4)."""

    CARD = "card"
    DEPLETE = "deplete"
    """A card, the last one."""
    GALLEON = "galleon"
    """A card with Galleons only."""
    NONE = "none"
    ELIMINATE = "eliminate"


class Raid(StrEnum):
    """What a raider does to a card for the Hapsburgs (20.4)."""

    LOST = "raider eliminated"
    LOST_TO_GALLEONS = "raider eliminated if the Hapsburgs have Galleons, else nothing"
    NOTHING = "nothing"
    STOLEN_AND_LOST = "card stolen, raider eliminated"
    STOLEN = "card stolen, raider stays"


@dataclass(frozen=True, slots=True)
class ExplorationTable:
    """20.2"""

    lost_up_to: int
    discoveries: Mapping[int, PrizeId]
    """Total -> discovery; totals between are without result."""
    choice_from: int
    mercator: int
    uncharted: int
    """Of the first exploration of a power."""


@dataclass(frozen=True, slots=True)
class CircumnavigationTable:
    """20.2, totals of 10 and more."""

    fails_up_to: int
    card_from: int
    mercator: int


@dataclass(frozen=True, slots=True)
class ConquestTable:
    """20.3"""

    lost_up_to: int
    conquests: Mapping[int, PrizeId]
    """Total -> conquest; higher totals count as the highest."""
    smallpox: int
    marker_values: Mapping[Power, int]
    """Powers without conquistadors."""
    order: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class NewWorldTables:
    """All of them."""

    exploration: ExplorationTable
    circumnavigation: CircumnavigationTable
    conquest: ConquestTable
    riches: Mapping[str, Mapping[int, Riches]]
    """Conquest, "colony" or "potosi" -> total -> result."""
    plantations: int
    planted: tuple[str, ...]
    """Columns for which Plantations count."""
    raiders: tuple[Power, ...]
    """In the order in which they roll."""
    raids: Mapping[int, Raid]


def read_new_world(facts: Facts) -> NewWorldTables:
    """The tables of pieces.toml. Raises BadBoard."""
    riches, raider = facts.part("riches_table"), facts.part("raider_table")
    prizes = [row.text("id") for row in facts.parts("prize")]
    conquest = _conquest(facts, prizes)
    columns = (*conquest.conquests.values(), POTOSI, COLONY)
    planted = riches.part("plantations")
    return NewWorldTables(
        exploration=_exploration(facts.part("exploration_table"), prizes),
        circumnavigation=_circumnavigation(facts.part("circumnavigation_table")),
        conquest=conquest,
        riches={column: _column(riches.part(column)) for column in columns},
        plantations=planted.number("modifier"),
        planted=planted.texts("columns"),
        raiders=raider.words("order", Power),
        raids=_by_die(raider.part("result")),
    )


def _exploration(facts: Facts, prizes: list[str]) -> ExplorationTable:
    modifiers = facts.part("modifiers")
    return ExplorationTable(
        lost_up_to=facts.number("lost_at_sea_max"),
        discoveries=_prizes(facts.part("discovery"), prizes),
        choice_from=facts.number("choice_min"),
        mercator=modifiers.number("mercators_map"),
        uncharted=modifiers.number("uncharted"),
    )


def _circumnavigation(facts: Facts) -> CircumnavigationTable:
    return CircumnavigationTable(
        fails_up_to=facts.number("fail_max"),
        card_from=facts.number("success_with_card_min"),
        mercator=facts.part("modifiers").number("mercators_map"),
    )


def _conquest(facts: Facts, prizes: list[str]) -> ConquestTable:
    table, markers = facts.part("conquest_table"), facts.part("conquest_markers")
    return ConquestTable(
        lost_up_to=table.number("killed_max"),
        conquests=_prizes(table.part("conquest"), prizes),
        smallpox=table.part("modifiers").number("smallpox"),
        marker_values={power: markers.part(power).number("value") for power in Power if markers.has(power)},
        order=table.words("order", Power),
    )


def _prizes(facts: Facts, prizes: list[str]) -> Mapping[int, PrizeId]:
    """Total -> prize, the lowest first."""
    for total in facts.raw:
        if not total.isdecimal() or facts.text(total) not in prizes:
            raise BadBoard(f"{facts.where}: {total} = {facts.raw[total]!r} must give a total and a prize")
    return {int(total): PrizeId(facts.text(total)) for total in sorted(facts.raw, key=int)}


def _column(facts: Facts) -> Mapping[int, Riches]:
    return {total: facts.word(str(total), Riches) for total in _TWO_DICE}


def _by_die(facts: Facts) -> Mapping[int, Raid]:
    return {die: facts.word(str(die), Raid) for die in _DIE}
