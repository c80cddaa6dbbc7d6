"""Powers, their counters and what they may do to each other (3, 4, 5, 9.6, 11.1, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import MAJORS, CardNumber, DebaterId, Power, SpaceId, UnitType


class PowerKind(StrEnum):
    """3"""

    MAJOR = "major"
    MINOR = "minor"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Counter:
    """A land counter: the numbers of units it can show, one a side (5.2)."""

    shows: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PowerCard:
    """A power: what is printed on its card, and its counters (4, 5.2). Minor powers have counters only."""

    id: Power
    name: str
    kind: PowerKind
    capitals: tuple[SpaceId, ...]
    home_cards: tuple[CardNumber, ...]
    square_markers: int
    cards_by_keys: tuple[int, ...]
    """Base cards with 1, 2, 3 ... keys; empty for the Protestants."""
    vp_by_keys: tuple[int, ...]
    auto_win_keys: int | None
    counters: tuple[Counter, ...]
    second_type: UnitType | None
    """The type of land unit that may stand on a counter instead of regulars."""
    land_limit: int
    squadrons: int
    """Naval counters; the Ottoman ones show a corsair on the reverse (5.3)."""
    winter_spaces: tuple[SpaceId, ...]
    """Home keys where units of an active minor may winter (19)."""
    winter_only_there: bool

    def base_cards(self, keys: int) -> int:
        """Cards for that many keys that are not in unrest (4); with none still 1."""
        return self.cards_by_keys[min(keys, len(self.cards_by_keys)) - 1] if keys > 0 else 1

    def key_vp(self, keys: int) -> int:
        """VP for that many keys that are not in unrest (4)."""
        return self.vp_by_keys[min(keys, len(self.vp_by_keys)) - 1] if keys > 0 and self.vp_by_keys else 0


@dataclass(frozen=True, slots=True)
class MinorRules:
    """Who may activate a minor power, and whether it can be lost again (22.1)."""

    minor: Power
    by: tuple[Power, ...]
    natural_ally: Power | None
    intervention_cp: int | None
    can_be_deactivated: bool


@dataclass(frozen=True, slots=True)
class ElectorateCards:
    """Cards of the Protestants by electorates they control (4)."""

    enough: int
    many: int
    otherwise: int


_MANY = "electorates_controlled_4_or_more"
_ENOUGH = 4


def read_powers(facts: Facts) -> dict[Power, PowerCard]:
    """All powers and the independents, in data order. Raises BadBoard."""
    powers = {power.id: power for power in map(_power, facts.parts("power"))}
    missing = [power for power in Power if power not in powers]
    if missing:
        raise BadBoard(f"pieces: there must be a [[power]] for each power; {', '.join(missing)} is missing")
    orders = {row.word("id", Power): row.number("impulse_order") for row in _major_rows(facts)}
    if sorted(orders, key=orders.__getitem__) != list(MAJORS):
        raise BadBoard(f"pieces: impulse_order must run {', '.join(MAJORS)} (0.2)")
    return powers


def _major_rows(facts: Facts) -> list[Facts]:
    return [row for row in facts.parts("power") if row.word("type", PowerKind) is PowerKind.MAJOR]


def _power(facts: Facts) -> PowerCard:
    kind = facts.word("type", PowerKind)
    major = kind is PowerKind.MAJOR
    tracks = major and facts.has("cards_by_keys")
    homes = tuple(SpaceId(space) for space in facts.texts("home_keys")) if kind is PowerKind.MINOR else ()
    power = PowerCard(
        id=facts.word("id", Power),
        name=facts.text("name"),
        kind=kind,
        capitals=tuple(SpaceId(space) for space in facts.texts("capitals")) if major else (),
        home_cards=tuple(CardNumber(number) for number in facts.numbers("home_cards")) if major else (),
        square_markers=facts.number("square_markers") if major else 0,
        cards_by_keys=facts.numbers("cards_by_keys") if tracks else (),
        vp_by_keys=facts.numbers("vp_by_keys") if tracks else (),
        auto_win_keys=facts.number("auto_win_keys") if tracks else None,
        counters=_major_counters(facts) if major else _two_sided_counters(facts),
        second_type=facts.word("land_reverse", UnitType) if major else None,
        land_limit=facts.number("land_strength_limit"),
        squadrons=facts.number("squadrons"),
        winter_spaces=_winter_spaces(facts) if facts.has("winter_spaces") else homes,
        winter_only_there=facts.flag("winter_only_there"),
    )
    if len(power.cards_by_keys) != len(power.vp_by_keys):
        raise BadBoard(f"{facts.where}: cards_by_keys and vp_by_keys must have the same number of boxes (4)")
    if min(power.vp_by_keys, default=0) < 0:
        raise BadBoard(f"{facts.where}: vp_by_keys must not be less than 0")
    strength = sum(max(counter.shows) * counter.count for counter in power.counters)
    if strength != power.land_limit:
        raise BadBoard(f"{facts.where}: land_strength_limit is {power.land_limit}, but the counters show {strength}")
    return power


def _winter_spaces(facts: Facts) -> tuple[SpaceId, ...]:
    return tuple(SpaceId(space) for space in facts.texts("winter_spaces"))


def _major_counters(facts: Facts) -> tuple[Counter, ...]:
    counts = facts.counts("land")
    if not all(shows.isdecimal() for shows in counts):
        raise facts.bad("land", "a table from the value of a counter to the number of counters")
    return tuple(Counter((int(shows),), count) for shows, count in counts.items())


def _two_sided_counters(facts: Facts) -> tuple[Counter, ...]:
    return tuple(
        Counter((row.number("front"), row.number("back")), row.number("count")) for row in facts.parts("land_two_sided")
    )


def read_minors(facts: Facts) -> dict[Power, MinorRules]:
    """22.1"""
    minors = {}
    for row in facts.parts("minor_activation"):
        minors[row.word("minor", Power)] = MinorRules(
            minor=row.word("minor", Power),
            by=row.words("by", Power),
            natural_ally=row.word("natural_ally", Power) if row.text("natural_ally") else None,
            intervention_cp=row.number("intervention_cp") if row.has("intervention_cp") else None,
            can_be_deactivated=row.flag("can_be_deactivated"),
        )
    return minors


def read_electorate_cards(facts: Facts) -> ElectorateCards:
    """4"""
    rule = next(row for row in facts.parts("power") if row.text("id") == Power.PROTESTANT).part("cards_rule")
    return ElectorateCards(_ENOUGH, rule.number(_MANY), rule.number("otherwise"))


def read_action_costs(facts: Facts) -> dict[str, dict[Power, int]]:
    """Action -> power -> CP; a power that is missing may not do it (11.1)."""
    part = facts.part("action_cost")
    return {name: part.counts_by(name, Power) for name in part.raw if name not in _NO_COSTS}


@dataclass(frozen=True, slots=True)
class EnglishTreatise:
    """18.2-4: who decides about the debaters of an English treatise, and among whom; nobody named: all who fit."""

    decides: Power
    among: tuple[DebaterId, ...]


def read_english_treatise(facts: Facts) -> EnglishTreatise:
    """18.2-4"""
    part = facts.part("action_cost").part("england_treatise")
    decides = part.word("debater_bonus_by", Power)
    names = part.texts("debaters") if decides is Power.ENGLAND else ()
    return EnglishTreatise(decides, tuple(DebaterId(name) for name in names))


_NO_COSTS = ("once_per_turn", "england_treatise", "source")


def read_war_costs(facts: Facts) -> Mapping[Power, Mapping[Power, int]]:
    """Declarer -> target -> CP; a target that is missing can't be declared war on (9.6)."""
    part = facts.part("declare_war_cost")
    return {declarer: part.counts_by(declarer, Power) for declarer in MAJORS}
