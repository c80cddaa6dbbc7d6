"""Positions at sea for tests: nothing afloat but what a test puts there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.decision import Json
from engine.here_i_stand.records import Impulse, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, LeaderId, Milestone, Phase, PlaceId, Power, SeaId
from tests.engine.here_i_stand.boards import start

BARBAROSSA, DORIA = LeaderId("barbarossa"), LeaderId("andrea_doria")


def at_sea(active: Power, *wars: tuple[Power, Power], cp: int = 5, scenario: str = "1517", **options: Json) -> HisState:
    """An action phase without ships, with these wars only, and a power that has CP; nobody holds a card."""
    s = start(scenario, **options)
    s.fleets = {}
    s.wars = []
    for one, other in wars:
        s.begin_war(one, other)
    s.phase = Phase.ACTION
    s.impulses = 1
    s.impulse = Impulse(active, cp=cp, act=Act.CARD)
    for state in s.powers.values():
        state.hand, state.home_cards = [], []
    s.leaders[DORIA].at = "genoa"
    return s


def pirates_about(s: HisState, place: str, corsairs: int, squadrons: int = 0) -> None:
    """The Barbary Pirates have come; Ottoman ships with Barbarossa."""
    if not s.has_happened(Milestone.BARBARY_PIRATES):
        s.milestones.append(Milestone.BARBARY_PIRATES)
    put(s, place, Power.OTTOMAN, squadrons, corsairs)
    s.leaders[BARBAROSSA].power = Power.OTTOMAN
    s.place_leader(BARBAROSSA, SeaId(place))


def put(
    s: HisState, place: str, owner: Power, squadrons: int = 0, corsairs: int = 0, lent: Power | None = None
) -> None:
    """Ships come to a place."""
    s.add_ships(Ships(owner, squadrons, corsairs, lent), SeaId(place))


def there(s: HisState, place: str, owner: Power) -> tuple[int, int]:
    """Squadrons and corsairs of an owner in a place."""
    own = [ships for ships in s.ships_at(SeaId(place)) if ships.owner is owner]
    return sum(ships.squadrons for ships in own), sum(ships.corsairs for ships in own)


def lost(s: HisState, owner: Power) -> int:
    """Ships of an owner on the turn track."""
    return s.powers[owner].ships_lost if owner in s.powers else s.minors[owner].ships_lost


def rolls(*throws: Sequence[int]) -> Callable[[tuple[int, ...]], list[int]]:
    """Chance that gives these throws one after the other, each with as many dice as are rolled."""
    left = [list(throw) for throw in throws]

    def chance(sizes: tuple[int, ...]) -> list[int]:
        assert left, f"{len(sizes)} further dice are rolled"
        throw = left.pop(0)
        assert len(throw) == len(sizes), f"{len(sizes)} dice are rolled, not {throw}"
        return throw

    return chance


def events(s: HisState, kind: str) -> list[dict[str, Json]]:
    """The facts of all events of a kind."""
    return [dict(event.facts) for event in s.events if event.kind == kind]


def place(name: str) -> PlaceId:
    """A port or sea zone by its id."""
    return SeaId(name)
