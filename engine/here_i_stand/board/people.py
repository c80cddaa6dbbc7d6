"""Leaders, rulers, reformers and debaters (3.3, 5.1, 8.2, 18.2), explorers and conquistadors (20)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import (
    CardNumber,
    ConquistadorId,
    DebaterId,
    ExplorerId,
    LeaderEntry,
    LeaderId,
    Power,
    ReformerId,
    RulerId,
    SpaceId,
    Zone,
)

_ANY = "any"


@dataclass(frozen=True, slots=True)
class Leader:
    """An army or naval leader (5.1). `power` is None for the Renegade, who serves whoever plays his card."""

    id: LeaderId
    name: str
    power: Power | None
    battle: int
    command: int | None
    """None for a naval leader."""
    piracy: int
    entry: LeaderEntry
    entry_turn: int | None
    entry_cards: tuple[CardNumber, ...]
    also_ruler: bool
    minor_leader: bool
    """One of those at whom Threat to Power is aimed."""
    other_power: Power | None
    """The power to which he may change (card 60)."""

    @property
    def naval(self) -> bool:
        """Whether he commands ships."""
        return self.command is None


class TroopFaith(StrEnum):
    """How English land units count in religious attempts (3)."""

    UNALIGNED = "unaligned"
    PROTESTANT = "protestant"
    CATHOLIC = "catholic"


@dataclass(frozen=True, slots=True)
class Ruler:
    """3.3"""

    id: RulerId
    power: Power
    admin: int
    bonus: int
    card: CardNumber | None
    """The card that brings him; None for those who rule at the start."""
    excommunicable: bool
    wins_counter_reformation_ties: bool
    english_troops: TroopFaith | None


@dataclass(frozen=True, slots=True)
class Reformer:
    """8.2-3. `entry_turn` is None for Cranmer, who waits for Anne Boleyn."""

    id: ReformerId
    space: SpaceId
    entry_turn: int | None


class Side(StrEnum):
    """The sides of a debate (18.5)."""

    PROTESTANT = "protestant"
    PAPACY = "papacy"


class Talent(StrEnum):
    """What the bonus of a debater does (18.2)."""

    TRANSLATION = "translation_cp"
    REFORM_NEAR = "reformation_die_near"
    REFORM_HOMES = "reformation_die_home"
    TREATISE = "treatise_attempts"
    SECOND_ROUND = "debate_second_round"
    ATTACK = "debate_attack_die"
    ESCAPE = "escape_loss"
    EXTRA_FLIP = "extra_flip"
    SAINT_PETERS = "saint_peters_cp"
    BURNING = "burn_attempts"
    COUNTER_NEAR = "counter_die_near"
    COUNTER_ELECTORATE = "counter_die_target"
    COUNCIL = "council_of_trent_die"
    UNIVERSITY = "jesuit_cost"


@dataclass(frozen=True, slots=True)
class DebaterBonus:
    """18.2: the bonus of a debater; what its kind does not need is None or 0."""

    talent: Talent
    zone: Zone | None
    """None: any."""
    near: SpaceId | None
    """The space, or `leader` the piece, within `radius` steps of which it counts."""
    leader: LeaderId | None
    radius: int
    homes: tuple[Power, ...]
    """It counts in home spaces of these powers."""
    dice: int
    attempts: int
    """Instead of the usual number."""
    every_zone: bool
    """All language zones are target zones."""
    unrest: bool
    """A failed attempt puts unrest on its target."""
    cp: int
    """To Saint Peter's with burnt books, or the cost of a university."""
    die: tuple[int, ...]
    """With which a lost debate is ignored."""
    spaces: int
    """More for the winner of a debate."""


@dataclass(frozen=True, slots=True)
class Debater:
    """8.2-4, 18.2. `zone` is None for Papal debaters, `entry_turn` for those who come with the reformer Cranmer."""

    id: DebaterId
    name: str
    side: Side
    zone: Zone | None
    value: int
    entry_turn: int | None
    bonus: DebaterBonus


@dataclass(frozen=True, slots=True)
class Explorer:
    """20.2"""

    id: ExplorerId
    name: str
    power: Power
    value: int
    in_pool: bool
    """Cabot is not; he comes by his card."""


@dataclass(frozen=True, slots=True)
class Conquistador:
    """20.3"""

    id: ConquistadorId
    name: str
    power: Power
    value: int


def read_leaders(facts: Facts) -> dict[LeaderId, Leader]:
    """Army leaders, then naval leaders, in data order."""
    rows = [*facts.parts("army_leader"), *facts.parts("naval_leader")]
    return {leader.id: leader for leader in map(_leader, rows)}


def _leader(facts: Facts) -> Leader:
    entry = facts.word("entry_kind", LeaderEntry)
    leader = Leader(
        id=LeaderId(facts.text("id")),
        name=facts.text("name"),
        power=None if facts.text("power") == _ANY else facts.word("power", Power),
        battle=facts.number("battle"),
        command=facts.number("command") if facts.has("command") else None,
        piracy=facts.number("piracy") if facts.has("piracy") else 0,
        entry=entry,
        entry_turn=facts.number("entry_turn") if entry is LeaderEntry.TURN else None,
        entry_cards=tuple(CardNumber(number) for number in facts.numbers("entry_cards"))
        if entry is LeaderEntry.EVENT
        else (),
        also_ruler=facts.flag("also_ruler"),
        minor_leader=facts.flag("minor_leader"),
        other_power=facts.part("changes_side").word("other_power", Power) if facts.has("changes_side") else None,
    )
    if facts.has("command") == facts.has("piracy"):
        raise BadBoard(f"{facts.where}: an army leader has a command rating, a naval leader a piracy rating (5.1)")
    return leader


def read_rulers(facts: Facts) -> dict[RulerId, Ruler]:
    """All rulers in data order."""
    return {ruler.id: ruler for ruler in map(_ruler, facts.parts("ruler"))}


def _ruler(facts: Facts) -> Ruler:
    return Ruler(
        id=RulerId(facts.text("id")),
        power=facts.word("power", Power),
        admin=facts.number("admin"),
        bonus=facts.number("bonus"),
        card=CardNumber(facts.number("card")) if facts.has("card") else None,
        excommunicable=facts.flag("excommunicable"),
        wins_counter_reformation_ties=facts.flag("wins_counter_reformation_ties"),
        english_troops=facts.word("english_troops", TroopFaith) if facts.has("english_troops") else None,
    )


def read_reformers(facts: Facts) -> dict[ReformerId, Reformer]:
    """All reformers in data order."""
    return {
        ReformerId(row.text("id")): Reformer(ReformerId(row.text("id")), SpaceId(row.text("space")), _turn(row))
        for row in facts.parts("reformer")
    }


def read_debaters(facts: Facts) -> dict[DebaterId, Debater]:
    """All debaters in data order."""
    return {debater.id: debater for debater in map(_debater, facts.parts("debater"))}


def _debater(facts: Facts) -> Debater:
    side = facts.word("side", Side)
    return Debater(
        id=DebaterId(facts.text("id")),
        name=facts.text("name"),
        side=side,
        zone=facts.word("zone", Zone) if side is Side.PROTESTANT else None,
        value=facts.number("value"),
        entry_turn=_turn(facts),
        bonus=_bonus(facts.part("bonus")),
    )


def _bonus(facts: Facts) -> DebaterBonus:
    zone = facts.text("zone") if facts.has("zone") else _ANY
    return DebaterBonus(
        talent=facts.word("kind", Talent),
        zone=None if zone == _ANY else facts.word("zone", Zone),
        near=SpaceId(facts.text("space")) if facts.has("space") else None,
        leader=LeaderId(facts.text("leader")) if facts.has("leader") else None,
        radius=facts.number("radius") if facts.has("radius") else 0,
        homes=facts.words("homes", Power) if facts.has("homes") else (),
        dice=facts.number("dice") if facts.has("dice") else 0,
        attempts=facts.number("attempts") if facts.has("attempts") else 0,
        every_zone=facts.has("zones") and facts.text("zones") == _ANY,
        unrest=facts.has("on_failure") and facts.text("on_failure") == "unrest",
        cp=facts.number("cp") if facts.has("cp") else 0,
        die=facts.numbers("die") if facts.has("die") else (),
        spaces=facts.number("spaces") if facts.has("spaces") else 0,
    )


def _turn(facts: Facts) -> int | None:
    return facts.number("entry_turn") if facts.has("entry_turn") else None


def read_explorers(facts: Facts) -> dict[ExplorerId, Explorer]:
    """All explorers in data order."""
    return {
        ExplorerId(row.text("id")): Explorer(
            id=ExplorerId(row.text("id")),
            name=row.text("name"),
            power=row.word("power", Power),
            value=row.number("value"),
            in_pool=row.flag("in_pool"),
        )
        for row in facts.parts("explorer")
    }


def read_conquistadors(facts: Facts) -> dict[ConquistadorId, Conquistador]:
    """All conquistadors in data order."""
    return {
        ConquistadorId(row.text("id")): Conquistador(
            id=ConquistadorId(row.text("id")),
            name=row.text("name"),
            power=row.word("power", Power),
            value=row.number("value"),
        )
        for row in facts.parts("conquistador")
    }
