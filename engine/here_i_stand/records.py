"""The parts of a position: what lies in a space, on a power card, on the turn track (rules, Appendix D)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.here_i_stand.terms import (
    Act,
    BattleKind,
    BonusKind,
    CardNumber,
    ConquistadorId,
    ExplorerId,
    Heir,
    LeaderId,
    Power,
    PrizeId,
    Religion,
    Role,
    RulerId,
    SeaId,
    SpaceId,
    Spending,
    TurnMarker,
    UnitType,
    Voyage,
    Whereabouts,
    WifeId,
    Zone,
)


@dataclass(slots=True)
class SpaceState:
    """Control, religion and markers of a space (2.2, 2.3)."""

    controller: Power
    """INDEPENDENT: nobody."""
    religion: Religion
    unrest: bool = False
    fortress: bool = False
    """A fortress marker, beside what is printed."""
    haven: bool = False
    university: bool = False


@dataclass(slots=True)
class Land:
    """Land units of one owner, in units, not counters (0.2)."""

    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0

    @property
    def strength(self) -> int:
        """All units."""
        return self.regulars + self.mercenaries + self.cavalry

    def of(self, kind: UnitType) -> int:
        """Units of a type of land unit. Raises KeyError for a naval one."""
        return {
            UnitType.REGULAR: self.regulars,
            UnitType.MERCENARY: self.mercenaries,
            UnitType.CAVALRY: self.cavalry,
        }[kind]

    def add(self, more: Land) -> None:
        """Units come."""
        self.regulars += more.regulars
        self.mercenaries += more.mercenaries
        self.cavalry += more.cavalry

    def take(self, fewer: Land) -> None:
        """Units go. Raises ValueError when there are not so many."""
        rest = (self.regulars - fewer.regulars, self.mercenaries - fewer.mercenaries, self.cavalry - fewer.cavalry)
        if min(rest) < 0:
            raise ValueError(f"{fewer} can't be taken from {self}")
        self.regulars, self.mercenaries, self.cavalry = rest


@dataclass(slots=True)
class Ships:
    """Naval units of one owner in a port or sea zone; those on loan apart (9.2)."""

    owner: Power
    squadrons: int = 0
    corsairs: int = 0
    borrower: Power | None = None

    @property
    def count(self) -> int:
        """All units."""
        return self.squadrons + self.corsairs


@dataclass(slots=True)
class Forces:
    """Land units in a space, by the owner of the counters."""

    outside: dict[Power, Land] = field(default_factory=dict)
    """All units where there is no siege."""
    inside: dict[Power, Land] = field(default_factory=dict)
    """Units in the fortifications, besieged or withdrawn (13.4, 15)."""
    sieges: dict[Power, int] = field(default_factory=dict)
    """Besieging major power -> the impulse in which its siege began (15.1)."""

    @property
    def empty(self) -> bool:
        """Whether nothing is to be remembered of the space."""
        return not (self.outside or self.inside or self.sieges)


@dataclass(slots=True)
class LeaderState:
    """The piece of an army or naval leader."""

    power: Power
    """Whom he serves; INDEPENDENT for the Renegade while nobody has him."""
    where: Whereabouts = Whereabouts.WAITING
    at: str = ""
    """The place, while he is on the map."""
    inside: bool = False
    captor: Power | None = None
    borrower: Power | None = None
    card: CardNumber | None = None
    """The foreign war in which he fights."""
    returns: int = 0
    """The turn in whose Card Draw phase he comes back from the turn track."""


@dataclass(slots=True)
class MinusCard:
    """A "-1 Card" marker: the number of the card that put it there, and the turn."""

    card: CardNumber
    turn: int


@dataclass(slots=True)
class Bonus:
    """A marker in the bonus VP box (23.2)."""

    kind: BonusKind
    vp: int


@dataclass(slots=True)
class PowerState:
    """What lies on the power card of a major power, and its hand (4, 6)."""

    ruler: RulerId
    hand: list[CardNumber] = field(default_factory=list)
    """By number; without home cards. Hidden (0.3)."""
    home_cards: list[CardNumber] = field(default_factory=list)
    """Still in hand."""
    spent_home_cards: list[CardNumber] = field(default_factory=list)
    minus_cards: list[MinusCard] = field(default_factory=list)
    bonus: list[Bonus] = field(default_factory=list)
    ships_lost: int = 0
    """Naval counters in the next turn's box of the turn track (16.2-10)."""
    last_act: Act | None = None


@dataclass(slots=True)
class MinorState:
    """A minor power (22)."""

    ally: Power | None = None
    ships_lost: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two powers, in the order of `Power`: a war, an alliance, a peace."""

    first: Power
    second: Power


ORDER: Final = {power: place for place, power in enumerate(Power)}
"""The place of each power in the order of `Power`."""


def pair(one: Power, other: Power) -> Pair:
    """The pair of two powers. Raises ValueError for one power alone."""
    if one is other:
        raise ValueError(f"{one} makes no pair with itself")
    return Pair(one, other) if ORDER[one] < ORDER[other] else Pair(other, one)


@dataclass(frozen=True, slots=True)
class Gift:
    """Card draws or mercenaries given this turn: one direction per pair (9.1)."""

    giver: Power
    receiver: Power


@dataclass(slots=True)
class Tracks:
    """The tracks of the power cards (4)."""

    piracy: int
    chateaux: int
    saint_peters_cp: int
    saint_peters_vp: int
    new_testament: dict[Zone, int]
    """Steps."""
    full_bible: dict[Zone, int]


@dataclass(slots=True)
class Tudors:
    """Henry's marriages and children (21.3)."""

    marital: WifeId
    results: list[int] = field(default_factory=list)
    """Lines of the pregnancy chart that are used."""
    edward: Heir = Heir.NONE
    elizabeth_born: bool = False
    boleyn_turn: int = 0
    """The turn in which Henry married Anne Boleyn; 0 before."""
    mary_turn: int = 0
    """The turn in which Mary I took the throne; 0 before."""
    catherine_discount: bool = False
    """The Hapsburgs hold the marker of Catherine of Aragon."""


@dataclass(slots=True)
class ForeignWarState:
    """A foreign war that is on (21.7)."""

    card: CardNumber
    required: int
    enemies: int
    units: Land = field(default_factory=Land)


@dataclass(slots=True)
class Conquest:
    """A discovery or conquest that is taken; `by` lies there for good (20)."""

    prize: PrizeId
    power: Power
    by: str = ""
    depleted: bool = False


@dataclass(slots=True)
class Crossing:
    """A voyage under way (20); `by` is named where it is known: Cabot, the colony, whoever was drawn. `bonus`:
    Mercator's Map, Smallpox."""

    power: Power
    voyage: Voyage
    by: str = ""
    bonus: bool = False


@dataclass(slots=True)
class NewWorld:
    """20"""

    conquests: list[Conquest] = field(default_factory=list)
    crossing: list[Crossing] = field(default_factory=list)
    explorers: list[ExplorerId] = field(default_factory=list)
    """In the pools."""
    conquistadors: list[ConquistadorId] = field(default_factory=list)
    """In the pool."""
    conquest_markers: dict[Power, int] = field(default_factory=dict)
    cabots: list[Power] = field(default_factory=list)
    """Powers that have not used their Cabot yet (99)."""
    colonies: dict[Power, list[str]] = field(default_factory=dict)
    colonies_out: list[str] = field(default_factory=list)
    """Markers given up for Potosi (54)."""
    uncharted: list[Power] = field(default_factory=list)
    galleons: list[Power] = field(default_factory=list)
    plantations: list[Power] = field(default_factory=list)
    raiders: list[Power] = field(default_factory=list)
    potosi: Power | None = None
    governor: Power | None = None
    uprising: Power | None = None


@dataclass(slots=True)
class Played:
    """Cards whose text a power has used this turn: as event, response or combat card (6.2)."""

    power: Power
    cards: list[CardNumber] = field(default_factory=list)


@dataclass(slots=True)
class TurnRecord:
    """What is remembered until the turn ends."""

    markers: list[TurnMarker] = field(default_factory=list)
    piracy: list[SeaId] = field(default_factory=list)
    """Sea zones with a piracy marker."""
    voyages: list[Crossing] = field(default_factory=list)
    """Voyages begun: each kind once a turn and power."""
    forbidden_voyages: list[Crossing] = field(default_factory=list)
    """Kinds of voyages that a power may not begin again this turn (98)."""
    draws_given: list[Gift] = field(default_factory=list)
    mercenaries_given: list[Gift] = field(default_factory=list)
    divorce_granted: bool = False
    peace_made: list[Pair] = field(default_factory=list)
    allied: list[Pair] = field(default_factory=list)
    """Alliances made in this Diplomacy phase; they may have ended since."""
    homes_ceded: list[Gift] = field(default_factory=list)
    """Powers that ceded a home space of theirs to another in this turn's negotiations (9.3, later edition)."""
    played: list[Played] = field(default_factory=list)
    wedding_pending: bool = False
    """Result 3 of the pregnancy chart: England's first pass advances the marker (21.3)."""
    skipped: list[Power] = field(default_factory=list)
    """Powers whose next impulse does not take place (card 38)."""
    new_rulers: list[Power] = field(default_factory=list)
    """Powers whose ruler changed this turn (card 59)."""


@dataclass(slots=True)
class Detachment:
    """Some units and leaders of one owner in one place that are remembered in this impulse."""

    owner: Power
    at: str
    land: Land = field(default_factory=Land)
    squadrons: int = 0
    corsairs: int = 0
    leaders: list[LeaderId] = field(default_factory=list)


@dataclass(slots=True)
class Impulse:
    """The impulse in progress (11)."""

    power: Power
    card: CardNumber | None = None
    host: Power | None = None
    """Whose impulse it is in which these CP are spent (97)."""
    cp: int = 0
    act: Act | None = None
    """What the impulse is, once that is known."""
    ended: bool = False
    """The power gave up what is left of its CP."""
    foul_weather: bool = False
    waited: bool = False
    """One of its windows that wait once an impulse was opened (cards.md 9.4, class B)."""
    gout: list[LeaderId] = field(default_factory=list)
    debater_bonus: list[Power] = field(default_factory=list)
    """Sides that used theirs."""
    translation_bonus: bool = False
    targeted: list[SpaceId] = field(default_factory=list)
    """Targets of Reformation attempts."""
    countered: list[SpaceId] = field(default_factory=list)
    """Targets of counter-Reformation attempts."""
    assaulted: list[SpaceId] = field(default_factory=list)
    beaten: list[Detachment] = field(default_factory=list)
    """Lost a battle (13.1-4, 16.1-4)."""
    moved: list[Detachment] = field(default_factory=list)
    """Land units of the active power that moved a space or more (R49)."""
    tried_interception: list[Detachment] = field(default_factory=list)
    """13.2-4"""
    held_back: list[CardNumber] = field(default_factory=list)
    """Cards that pirates took; they can be used from a later impulse on (16.4-5)."""
    spending: Spending = Spending.FREE
    target: str = ""
    """What an event names when it is announced (card 5: the reformer)."""
    free_assault: LeaderId | None = None
    """Roxelana (42): once, a formation with this leader assaults without CP, even right after laying the siege."""


@dataclass(slots=True)
class BattleSide:
    """One side of a battle: what takes part, its dice and what they show."""

    powers: list[Power] = field(default_factory=list)
    """Major powers that take part, in impulse order; none where only independents or inactive minors do."""
    others: list[Power] = field(default_factory=list)
    """Inactive minors and independents that take part."""
    units: dict[Power, Land] = field(default_factory=dict)
    """Land units that take part, by owner; only these roll and are lost (but an assault costs the whole stack)."""
    joined: dict[Power, Land] = field(default_factory=dict)
    """Those of them that came out of the besieged fortifications to join (15.2)."""
    leaders: list[LeaderId] = field(default_factory=list)
    joined_leaders: list[LeaderId] = field(default_factory=list)
    """Those of them who came out (15.2)."""
    squadrons: int = 0
    corsairs: int = 0
    limit: int | None = None
    """Units above the limit of the formation give no dice (14-2)."""
    dice: int = 0
    """By units, leader and defence, without cards; counted before the combat cards and again after them."""
    extra: int = 0
    """By combat cards; may be negative."""
    fine: int = 0
    """Further dice that hit on 4 to 6 (card 30)."""
    rolled: list[int] = field(default_factory=list)
    hits: int = 0
    cards: list[CardNumber] = field(default_factory=list)

    @property
    def strength(self) -> int:
        """Land units that take part."""
        return sum(units.strength for units in self.units.values())


@dataclass(slots=True)
class Battle:
    """The battle that is being fought (14, 15.1, 16.2); it lies on the table until its winner is known."""

    kind: BattleKind
    at: str
    """The space or sea zone; for a foreign war the number of its card."""
    attack: BattleSide
    defence: BattleSide
    origin: SpaceId | None = None
    """The space from which the attacker came over land (14.1-2)."""
    by_sea: bool = False
    """The attacker came by naval transport (14.1-4)."""
    relief: bool = False
    """The attacker is a relief force (15.2)."""
    card: CardNumber | None = None
    """The foreign war, or the event that is the battle."""
    apart: dict[Power, Land] = field(default_factory=dict)
    """Own units of the attacker in the space that take no part."""
    first: Role | None = None
    """This side rolls first, and the other takes its losses at once (card 29)."""

    def side(self, role: Role) -> BattleSide:
        """One of its sides."""
        return self.attack if role is Role.ATTACKER else self.defence


@dataclass(slots=True)
class PhonyWar:
    """9.6-5, later edition: a declarer's marker after an intervention; it lies there for good once peace was made."""

    declarer: Power
    minor: Power
    protector: Power
    for_good: bool = False


@dataclass(slots=True)
class Totals:
    """VP at the end of a turn; the first are those of the set-up (23.3, R36)."""

    turn: int
    vp: dict[Power, int]
