"""The position: what lies on the table, and the changes to it. Changes neither ask, decide nor tell; queries change
nothing.

The top of the deck is the last element of its list. Hands are kept by number, so that nothing can be read from them but
what they hold. A place without land units has no entry in `forces`, one without ships none in `fleets`.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

from engine.core.codec import TRANSIENT
from engine.core.events import Event
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.board.scenarios import Scenario
from engine.here_i_stand.records import (
    Battle,
    Forces,
    ForeignWarState,
    Gift,
    Impulse,
    Land,
    LeaderState,
    MinorState,
    NewWorld,
    Pair,
    PhonyWar,
    PowerState,
    Ships,
    SpaceState,
    Totals,
    Tracks,
    Tudors,
    TurnRecord,
    pair,
)
from engine.here_i_stand.script import Script
from engine.here_i_stand.terms import (
    MINORS,
    CardNumber,
    Clock,
    DebaterId,
    Edition,
    LeaderId,
    Milestone,
    Phase,
    PlaceId,
    Power,
    ReformerId,
    Religion,
    ScenarioId,
    SpaceId,
    Standing,
    SwitchValue,
    Whereabouts,
)

ALGIERS = SpaceId("algiers")


@dataclass(slots=True)
class HisState:
    """The whole position. See the rules, chapters 0-8 and Appendix D, for the words."""

    cursor: str
    salt: str
    scenario: ScenarioId
    players: int
    printing: Edition
    """The edition of the game; `edition` below is that of our rules."""
    switches: dict[str, bool | int | str]
    """Switches in which this game differs from its printing."""
    response_hold: int
    """Hours that a window stays open (cards.md 9)."""
    turn: int
    phase: Phase
    spaces: dict[SpaceId, SpaceState]
    forces: dict[SpaceId, Forces]
    fleets: dict[str, list[Ships]]
    """Port or sea zone -> naval units."""
    leaders: dict[LeaderId, LeaderState]
    powers: dict[Power, PowerState]
    minors: dict[Power, MinorState]
    wars: list[Pair]
    alliances: list[Pair]
    """Between major powers, until Winter (9.2)."""
    milestones: list[Milestone]
    hungary_by_marriage: bool
    """Hungary became the Hapsburgs' ally by Diplomatic Marriage (22.5)."""
    deck: list[CardNumber]
    discard: list[CardNumber]
    removed: list[CardNumber]
    waiting: list[CardNumber]
    """Cards that enter later (6.2)."""
    set_aside: list[CardNumber]
    """Cards that are dealt in a way of their own (1.4)."""
    ruling: list[CardNumber]
    """Cards that lie on a power card as its ruler (3.3)."""
    beside_map: list[CardNumber]
    """Foreign wars, and the card that is being played."""
    reformers: dict[ReformerId, Standing]
    debaters: dict[DebaterId, Standing]
    excommunicated: list[str]
    """Boxes with a marker (4)."""
    display: dict[SpaceId, int]
    """Regulars on the Electorate display (21.6)."""
    tracks: Tracks
    tudors: Tudors
    new_world: NewWorld
    foreign_wars: list[ForeignWarState] = field(default_factory=list)
    phony_wars: list[PhonyWar] = field(default_factory=list)
    taken: list[Gift] = field(default_factory=list)
    """Powers that lost a home space or army leader to an enemy in the war that goes on (R70, where the game asks)."""
    this_turn: TurnRecord = field(default_factory=TurnRecord)
    impulse: Impulse | None = None
    impulses: int = 0
    """Impulses begun in the whole game; tells when a siege began (15.1)."""
    battle: Battle | None = None
    """The battle that is being fought."""
    passes: int = 0
    """In a row (11)."""
    history: list[Totals] = field(default_factory=list)
    over: bool = False
    winners: list[Power] = field(default_factory=list)
    edition: int = 1
    clock: Clock = Clock.FRESH
    asked: int = 0
    """Questions made in this step, so that no two of them have one name."""
    script: Script | None = field(default=None, metadata=TRANSIENT, repr=False, compare=False)
    """The orders of the impulse that is being played."""
    board: Board = field(default=None, metadata=TRANSIENT, repr=False, compare=False)  # type: ignore[assignment]
    events: list[Event] = field(default_factory=list, metadata=TRANSIENT, repr=False, compare=False)

    # ------------------------------------------------------------------ queries: the game

    @property
    def plan(self) -> Scenario:
        """The scenario that is played."""
        return self.board.scenarios[self.scenario]

    def setting(self, switch: str) -> SwitchValue:
        """What a switch is set to in this game (options.toml)."""
        return self.board.settings[switch]

    def has_happened(self, milestone: Milestone) -> bool:
        """Whether an event that happens once has happened."""
        return milestone in self.milestones

    def partners(self, power: Power) -> tuple[Power, ...]:
        """All powers of the player who has this one (1.6)."""
        return next(group for group in self.board.groups[self.players] if power in group)

    # ------------------------------------------------------------------ queries: relations

    def at_war(self, one: Power, other: Power) -> bool:
        """Whether two powers are at war; an active minor shares the wars of its major (22.3)."""
        one, other = self.master(one), self.master(other)
        return one is not other and Power.INDEPENDENT not in (one, other) and pair(one, other) in self.wars

    def allied(self, one: Power, other: Power) -> bool:
        """Whether two powers are allied, or one acts for the other; an active minor shares the allies of its major."""
        one, other = self.master(one), self.master(other)
        if Power.INDEPENDENT in (one, other):
            return False
        return one is other or pair(one, other) in self.alliances

    def master(self, power: Power) -> Power:
        """The power that acts for this one: the major of an active minor, else itself."""
        minor = self.minors.get(power)
        return power if minor is None or minor.ally is None else minor.ally

    def own_force(self, power: Power) -> tuple[Power, ...]:
        """A power and its active minors (0.2)."""
        return (power, *(minor for minor in MINORS if self.minors[minor].ally is power))

    # ------------------------------------------------------------------ queries: spaces

    def home(self, space: SpaceId) -> Power | None:
        """The home power of a space; INDEPENDENT for a grey one, None while it is out of play (21.1)."""
        if self.spaces[space].haven or (space == ALGIERS and self.has_happened(Milestone.BARBARY_PIRATES)):
            return Power.OTTOMAN
        return self.board.map.spaces[space].home

    def home_spaces(self, power: Power) -> list[SpaceId]:
        """Home spaces of a power, in data order."""
        return [space for space in self.spaces if self.home(space) is power]

    def is_fortified(self, space: SpaceId) -> bool:
        """By its symbol, a fortress marker or a pirate haven (2.1)."""
        here = self.spaces[space]
        return here.fortress or here.haven or self.board.map.spaces[space].fortified

    def controlled(self, power: Power) -> list[SpaceId]:
        """Spaces a power controls itself, in data order (2.2)."""
        return [space for space, here in self.spaces.items() if here.controller is power]

    def keys(self, power: Power) -> list[SpaceId]:
        """Keys a power controls that are not in unrest (4)."""
        spaces = self.spaces
        keys = [space for space in self.board.map.keys if spaces[space].controller is power]
        return [space for space in keys if not spaces[space].unrest]

    def protestant_spaces(self) -> list[SpaceId]:
        """Protestant spaces that are not in unrest (23.2)."""
        return [
            space for space, here in self.spaces.items() if here.religion is Religion.PROTESTANT and not here.unrest
        ]

    # ------------------------------------------------------------------ queries: pieces

    def land(self, owner: Power, space: SpaceId) -> Land:
        """All land units of one owner in a space, inside and outside; a record of its own."""
        found = Land()
        if (forces := self.forces.get(space)) is not None:
            for part in (forces.outside, forces.inside):
                if owner in part:
                    found.add(part[owner])
        return found

    def stack(self, power: Power, space: SpaceId) -> int:
        """Strength of a power's stack: its land units with those of its active minors (0.2)."""
        return sum(self.land(owner, space).strength for owner in self.own_force(power))

    def leaders_at(self, place: PlaceId) -> list[LeaderId]:
        """Leaders in a space or sea zone, in data order."""
        return [
            leader for leader, state in self.leaders.items() if state.at == place and state.where is Whereabouts.MAP
        ]

    def ships_at(self, place: PlaceId) -> list[Ships]:
        """Naval units in a port or sea zone."""
        return self.fleets.get(place, [])

    def is_occupied(self, space: SpaceId) -> bool:
        """Whether a unit or leader of any power stands there (12.4, R78)."""
        forces = self.forces.get(space)
        units = forces is not None and bool(forces.outside or forces.inside)
        return units or bool(self.ships_at(space)) or bool(self.leaders_at(space))

    # ------------------------------------------------------------------ changes: spaces

    def take_control(self, space: SpaceId, power: Power) -> None:
        """The controller changes; religion and unrest stay (12.2)."""
        self.spaces[space].controller = power

    def convert(self, space: SpaceId, religion: Religion) -> None:
        """The religion changes. Raises ValueError for a space that has none (2.3)."""
        if self.spaces[space].religion is Religion.NONE:
            raise ValueError(f"{space} is immune to a change of religion (2.3)")
        self.spaces[space].religion = religion

    # ------------------------------------------------------------------ changes: units and leaders

    def add_land(self, owner: Power, space: SpaceId, units: Land) -> None:
        """Land units come to stand in a space, outside the fortifications."""
        self.forces.setdefault(space, Forces()).outside.setdefault(owner, Land()).add(units)
        self._tidy(space)

    def take_land(self, owner: Power, space: SpaceId, units: Land) -> None:
        """Land units outside the fortifications leave. Raises ValueError when there are not so many."""
        self.forces.get(space, Forces()).outside.get(owner, Land()).take(units)
        self._tidy(space)

    def go_inside(self, owner: Power, space: SpaceId, units: Land) -> None:
        """Land units withdraw into the fortifications (13.4). Raises ValueError when there are not so many."""
        self.take_land(owner, space, units)
        self.forces.setdefault(space, Forces()).inside.setdefault(owner, Land()).add(units)
        self._tidy(space)

    def come_out(self, owner: Power, space: SpaceId, units: Land) -> None:
        """Land units leave the fortifications. Raises ValueError when there are not so many."""
        self.forces.get(space, Forces()).inside.get(owner, Land()).take(units)
        self.add_land(owner, space, units)

    def _tidy(self, space: SpaceId) -> None:
        """Nothing is kept of units that are gone."""
        if (forces := self.forces.get(space)) is None:
            return
        forces.outside = {owner: units for owner, units in forces.outside.items() if units.strength}
        forces.inside = {owner: units for owner, units in forces.inside.items() if units.strength}
        if forces.empty:
            del self.forces[space]

    def add_ships(self, ships: Ships, place: PlaceId) -> None:
        """Naval units come to a port or sea zone; with those of the same owner and borrower they are one record."""
        here = self.fleets.setdefault(place, [])
        for own in here:
            if (own.owner, own.borrower) == (ships.owner, ships.borrower):
                own.squadrons += ships.squadrons
                own.corsairs += ships.corsairs
                return
        here.append(Ships(ships.owner, ships.squadrons, ships.corsairs, ships.borrower))

    def take_ships(self, ships: Ships, place: PlaceId) -> None:
        """Naval units leave a port or sea zone. Raises ValueError when there are not so many."""
        for own in self.ships_at(place):
            if (own.owner, own.borrower) == (ships.owner, ships.borrower):
                if own.squadrons < ships.squadrons or own.corsairs < ships.corsairs:
                    break
                own.squadrons -= ships.squadrons
                own.corsairs -= ships.corsairs
                if own.count == 0:
                    self.fleets[place].remove(own)
                if not self.fleets[place]:
                    del self.fleets[place]
                return
        raise ValueError(f"{ships} can't be taken from {place}")

    def place_leader(self, leader: LeaderId, place: PlaceId) -> None:
        """A leader comes to stand in a space or sea zone, outside the fortifications."""
        state = self.leaders[leader]
        state.where, state.at, state.inside = Whereabouts.MAP, place, False
        state.captor, state.card, state.returns = None, None, 0

    # ------------------------------------------------------------------ changes: relations and cards

    def begin_war(self, one: Power, other: Power) -> None:
        """Two powers are at war."""
        if pair(one, other) not in self.wars:
            self.wars.append(pair(one, other))

    def end_war(self, one: Power, other: Power) -> None:
        """Two powers are at war no more. Raises ValueError when they were not."""
        self.wars.remove(pair(one, other))

    def ally(self, one: Power, other: Power) -> None:
        """Two major powers are allied, or a minor becomes active for a major (9.2, 22.2-1)."""
        for minor, major in ((one, other), (other, one)):
            if minor in MINORS:
                self.minors[minor].ally = major
                return
        if pair(one, other) not in self.alliances:
            self.alliances.append(pair(one, other))

    def give(self, power: Power, card: CardNumber) -> None:
        """A card into a hand."""
        insort(self.powers[power].hand, card)

    def spend(self, power: Power, card: CardNumber) -> None:
        """A card from a hand to the discard pile, a home card onto the power card (6.1). Raises ValueError when it is
        not there."""
        state = self.powers[power]
        if card in state.home_cards:
            state.home_cards.remove(card)
            insort(state.spent_home_cards, card)
            return
        state.hand.remove(card)
        self.discard.append(card)
