"""21.4 What Patron of the Arts (card 4) comes to, by its die (pieces.toml, chateaux)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.here_i_stand.board.facts import BadBoard, Facts


@dataclass(frozen=True, slots=True)
class ChateauLine:
    """A line of the table: from which total, to which; VP gained; cards drawn, and how many of the hand go then."""

    least: int
    most: int
    vp: int
    draw: int
    discard: int


@dataclass(frozen=True, slots=True)
class Chateaux:
    """The table of card 4. `automatic`: the modifier whose condition gives the VP without a roll; empty for none."""

    automatic: str
    modifiers: dict[str, int]
    lines: tuple[ChateauLine, ...]

    def line(self, total: int) -> ChateauLine:
        """What a total comes to."""
        return next(line for line in self.lines if line.least <= total <= line.most)


GROUNDS: Final = (
    "milan_french", "florence_french", "three_keys_in_italian_zone", "tournament", "french_home_controlled_by_other",
    "enemy_units_in_french_home",
)  # fmt: skip
"""What may modify the die."""
_LOWEST, _HIGHEST = -99, 99


def read_chateaux(facts: Facts) -> Chateaux:
    """The table of one edition. Raises BadBoard."""
    part = facts.part("chateaux")
    lines = tuple(_line(row) for row in part.parts("rows"))
    if any(sum(line.least <= total <= line.most for line in lines) != 1 for total in range(_LOWEST, _HIGHEST + 1)):
        raise BadBoard(f"{part.where}: rows must say what each total comes to, once")
    automatic = part.text("automatic_if") if part.has("automatic_if") else ""
    modifiers = part.counts("modifiers")
    for ground in (*modifiers, *([automatic] if automatic else [])):
        if ground not in GROUNDS:
            raise BadBoard(f"{part.where}: {ground!r} is none of {', '.join(GROUNDS)}")
    return Chateaux(automatic, modifiers, lines)


def _line(row: Facts) -> ChateauLine:
    return ChateauLine(
        least=row.number("min") if row.has("min") else _LOWEST,
        most=row.number("max") if row.has("max") else _HIGHEST,
        vp=row.number("vp"),
        draw=row.number("draw"),
        discard=row.number("discard"),
    )
