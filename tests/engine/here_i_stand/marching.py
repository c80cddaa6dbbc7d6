"""An empty map on which land moves are tried, one impulse being played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.decision import AnyDecision, Reason
from engine.core.events import Event
from engine.here_i_stand.asking import blank
from engine.here_i_stand.encounter import Move
from engine.here_i_stand.entering import treated_as_enemies
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import outside
from engine.here_i_stand.movement import MOVE
from engine.here_i_stand.records import Impulse, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, LeaderId, Phase, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive


def bare(power: Power, cp: int = 6, wars: Iterable[tuple[Power, Power]] = ()) -> HisState:
    """No units, ships or leaders on the map of 1517, no wars but those given, and an impulse of a power."""
    s = start()
    s.forces.clear()
    s.fleets.clear()
    s.wars.clear()
    for state in s.leaders.values():
        state.where, state.at = Whereabouts.WAITING, ""
    for one, other in wars:
        s.begin_war(one, other)
    s.phase, s.impulses = Phase.ACTION, 7
    s.impulse = Impulse(power, cp=cp, act=Act.CARD)
    return s


def put(
    s: HisState, owner: Power, space: str, regulars: int = 0, *leaders: str, cavalry: int = 0, mercenaries: int = 0
) -> None:
    """Units and leaders come to stand in a space."""
    if regulars or cavalry or mercenaries:
        s.add_land(owner, SpaceId(space), Land(regulars, mercenaries, cavalry))
    for leader in leaders:
        s.place_leader(LeaderId(leader), SpaceId(space))


def besiege(s: HisState, power: Power, space: str, since: int = 3) -> None:
    """A power lays siege to a space: the units of its enemies go inside."""
    place = SpaceId(space)
    for owner in [one for one in s.forces[place].outside if s.at_war(power, one) or one is Power.INDEPENDENT]:
        s.go_inside(owner, place, s.land(owner, place))
    for leader in s.leaders_at(place):
        if s.at_war(power, s.leaders[leader].power):
            s.leaders[leader].inside = True
    s.forces[place].sieges[power] = since


def coming(s: HisState, power: Power, left: str, to: str) -> Move:
    """All that a power has in a space, on its way to another."""
    place = SpaceId(to)
    treated = tuple(treated_as_enemies(s, power, place))
    return Move(power, outside(s, power, SpaceId(left)), place, SpaceId(left), treated)


def arrived(s: HisState, power: Power, left: str, to: str) -> Move:
    """All that a power has in a space has come there from another."""
    return Move(power, outside(s, power, SpaceId(to)), SpaceId(to), SpaceId(left))


def order(**fields: Any) -> dict[str, Any]:
    """An order to move."""
    return blank("impulse", do="move", **fields)


def move(
    s: HisState,
    power: Power,
    answers: Mapping[str, Any] | None = None,
    dice: Iterable[int] = (),
    asked: list[AnyDecision] | None = None,
    **fields: Any,
) -> bool:
    """Carry an order to move out; it must be possible."""
    wish = order(**fields)
    reason = MOVE.why_not(s, power, wish)
    assert reason is None, reason
    return drive(MOVE.do(s, power, wish), answers, thrown(*dice), asked)


def why(s: HisState, power: Power, **fields: Any) -> str:
    """The key of the reason why an order to move is not possible; nothing if it is."""
    reason = MOVE.why_not(s, power, order(**fields))
    return "" if reason is None else reason.key


def thrown(*dice: int) -> Callable[[tuple[int, ...]], list[int]]:
    """These numbers one after the other; all must be known that are drawn."""
    left = list(dice)

    def draw(sizes: tuple[int, ...]) -> list[int]:
        assert len(left) >= len(sizes), f"{len(sizes)} more dice are rolled"
        return [left.pop(0) for _ in sizes]

    return draw


def told(s: HisState, kind: str) -> list[Event]:
    """What has been told of a kind."""
    return [event for event in s.events if event.kind == kind]


def there(s: HisState, owner: Power, space: str) -> int:
    """All units of an owner in a space."""
    return s.land(owner, SpaceId(space)).strength


def formation(found: Formation | Reason) -> Formation:
    """It must be one."""
    assert isinstance(found, Formation), found
    return found
