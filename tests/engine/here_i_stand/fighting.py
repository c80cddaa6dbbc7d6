"""Battles and assaults on an empty map, with dice that are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.assault import ASSAULT
from engine.here_i_stand.battle import BattleResult, field_battle
from engine.here_i_stand.forces import Formation
from engine.here_i_stand.forming import outside
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.flows import drive

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]
GENOA, HUNGARY, VENICE, INDEPENDENT = Power.GENOA, Power.HUNGARY, Power.VENICE, Power.INDEPENDENT


def rolls(*thrown: Sequence[int]) -> Callable[[tuple[int, ...]], list[int]]:
    """What each draw gives, one after the other; the numbers must be as many as are drawn."""
    left = [list(numbers) for numbers in thrown]

    def draw(sizes: tuple[int, ...]) -> list[int]:
        assert left, f"{len(sizes)} more numbers are drawn"
        assert len(left[0]) == len(sizes), f"{len(sizes)} are drawn, {left[0]} given"
        return left.pop(0)

    return draw


def fight(
    s: HisState,
    power: Power,
    at: str,
    origin: str | None,
    dice: Iterable[Sequence[int]],
    answers: Mapping[str, Any] | None = None,
    asked: list[AnyDecision] | None = None,
    by_sea: bool = False,
    formation: Formation | None = None,
) -> BattleResult:
    """All that a power has outside in a space fights whom it meets there; the position holds afterwards."""
    space = SpaceId(at)
    attacking = outside(s, power, space) if formation is None else formation
    back = None if origin is None else SpaceId(origin)
    found = drive(field_battle(s, power, space, attacking, back, by_sea), answers, rolls(*dice), asked)
    assert s.battle is None
    check(s)
    return found


def order(space: str, **fields: Any) -> dict[str, Any]:
    """An order to assault."""
    return blank("impulse", do="assault", space=space, **fields)


def why(s: HisState, power: Power, space: str, **fields: Any) -> str:
    """The key of the reason why an assault is not possible; nothing if it is."""
    reason = ASSAULT.why_not(s, power, order(space, **fields))
    return "" if reason is None else reason.key


def storm(
    s: HisState,
    power: Power,
    space: str,
    dice: Iterable[Sequence[int]],
    answers: Mapping[str, Any] | None = None,
    asked: list[AnyDecision] | None = None,
    **fields: Any,
) -> bool:
    """An order to assault is carried out; it must be possible, and the position holds afterwards."""
    assert why(s, power, space, **fields) == ""
    found = drive(ASSAULT.do(s, power, order(space, **fields)), answers, rolls(*dice), asked)
    assert s.battle is None
    check(s)
    return found


def leader_at(s: HisState, leader: str) -> str:
    """Where a leader is: a space, with an asterisk inside its fortifications; else what became of him."""
    state = next(state for name, state in s.leaders.items() if name == leader)
    if state.where is Whereabouts.MAP:
        return state.at + ("*" if state.inside else "")
    return f"{state.where}:{state.captor}" if state.captor is not None else str(state.where)


def inside(s: HisState, space: str, owner: Power) -> int:
    """Units of an owner inside the fortifications."""
    forces = s.forces.get(SpaceId(space))
    return 0 if forces is None or owner not in forces.inside else forces.inside[owner].strength


def use_up_small_counters(s: HisState, owner: Power, *but: str) -> None:
    """Every counter of 1 and 2 units of a power lies alone in a space: what is left shows 4 and more."""
    amounts = [show for counter in s.board.powers[owner].counters for show in counter.shows * counter.count if show < 4]
    free = [space for space in s.home_spaces(owner) + s.home_spaces(FRA) if space not in but and space not in s.forces]
    for amount, space in zip(amounts, free, strict=False):
        s.take_control(space, owner)
        s.add_land(owner, space, Land(amount))


def sieges(s: HisState, space: str) -> dict[Power, int]:
    """Who besieges a space since when."""
    forces = s.forces.get(SpaceId(space))
    return {} if forces is None else dict(forces.sieges)
