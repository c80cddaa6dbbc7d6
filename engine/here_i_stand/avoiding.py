"""13.3, 13.4 What those who are entered may do: avoid battle, or withdraw into the fortifications. D31, D32"""

from __future__ import annotations

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.capture import capture_lone_leaders
from engine.here_i_stand.detachments import all_remembered, carry_along
from engine.here_i_stand.encounter import Move, check, check_facts, foes_outside, move_facts
from engine.here_i_stand.entering import strength_inside
from engine.here_i_stand.forces import can_move
from engine.here_i_stand.forming import formation_facts, group_of, outside, shift
from engine.here_i_stand.presence import army_leaders_of, is_closed_electorate, is_friendly, land_owners
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power, SpaceId

AVOID = "avoid"
INSIDE = "inside"
FIGHT = "fight"

# ------------------------------------------------------------------ 13.3 avoid battle


def avoiders(s: HisState, move: Move) -> list[Power]:
    """13.3: major powers with units, their own or active minors', that are entered, in impulse order. Leaders alone
    may not try, nor may the besieged."""
    entered = [s.master(owner) for owner in foes_outside(s, move)]
    return [power for power in MAJORS if power in entered]


def refuges_from(s: HisState, power: Power, move: Move) -> list[SpaceId]:
    """13.3: where a power may go to avoid battle. Passes may be crossed (2.5); an ally's space is allowed (R67)."""
    return [space for space in s.board.map.by_land(move.to) if _is_refuge(s, power, move, space)]


def _is_refuge(s: HisState, power: Power, move: Move, space: SpaceId) -> bool:
    if space == move.origin or not is_friendly(s, power, space):
        return False
    if s.spaces[space].unrest or is_closed_electorate(s, space):
        return False
    return not any(_is_enemy(s, power, move, owner) for owner in land_owners(s, space))


def _is_enemy(s: HisState, power: Power, move: Move, owner: Power) -> bool:
    """The mover counts, though there be no war with him (13.1-3c)."""
    return s.at_war(power, owner) or s.master(owner) is move.power


def why_not_avoid(s: HisState, power: Power, move: Move, wish: Alternative) -> Reason | None:
    """13.3: why units and leaders may not try to leave the space that is entered; None when they may."""
    if wish["do"] != AVOID:
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    facts: dict[str, Json] = {"power": power, "space": move.to}
    to = wish["to"]
    if to is None or to not in s.spaces:
        return Reason("unknown_name", "", {"what": "to", "given": to})
    if to not in refuges_from(s, power, move):
        return Reason("no_refuge", "13.3", {**facts, "to_space": to})
    group = group_of(s, power, wish, move.to)
    if isinstance(group, Reason):
        return group
    if not all(can_move(s, owner, move.to, SpaceId(str(to)), units) for owner, units in group.units.items()):
        return Reason("not_representable", "5.2", {"power": power, "from_space": move.to, "to_space": to})
    return None


def avoid_battle(s: HisState, move: Move) -> Flow[None]:
    """13.3: each power that is entered may try once, one after the other. The mover has arrived, nobody intercepted."""
    for power in avoiders(s, move):
        if power in avoiders(s, move) and refuges_from(s, power, move):
            yield from _avoid(s, power, move)


def _avoid(s: HisState, power: Power, move: Move) -> Flow[None]:
    def why(wish: Alternative) -> Reason | None:
        return why_not_avoid(s, power, move, wish)

    answer = yield from ask(_avoid_question(s, power, move))
    wish = chosen(answer, list, why)
    if wish is None:
        return
    group, to = group_of(s, power, wish, move.to), SpaceId(str(wish["to"]))
    if isinstance(group, Reason):
        return
    if s.impulse is not None and all_remembered(s.impulse.beaten, group):
        facts: dict[str, Json] = {
            "power": power, "rival": move.power, "from_space": move.to, "to_space": to, **formation_facts(group),
        }  # fmt: skip
        tell(s, Event("avoid_battle_at_once", "13.3", facts))
    else:
        rolled = yield from check(s, "avoid_battle", "13.3", move, power, group)
        tell(s, Event("avoid_battle", "13.3", check_facts(rolled, move, power, group, to)))
        if not rolled.succeeds:
            return
    carry_along(s, group, to)
    shift(s, group, to)
    capture_lone_leaders(s, power, to)


def _avoid_question(s: HisState, power: Power, move: Move) -> Decision[OrderAnswer]:
    spaces = refuges_from(s, power, move)
    named: list[Json] = list(spaces)
    return question(
        s,
        "avoid_battle",
        power,
        lambda: [blank("avoid_battle", do=AVOID, to=space) for space in spaces],
        list,
        why=lambda wish: why_not_avoid(s, power, move, wish),
        facts={**move_facts(s, move, outside(s, power, move.to)), "asked": power, "spaces": named},
        about=f"{move.to}",
    )


# ------------------------------------------------------------------ 13.4 withdrawal


def withdrawers(s: HisState, move: Move) -> list[Power]:
    """13.4: owners of units that may withdraw into the fortifications of a space that is entered.

    The controller is the power that is entered, or its ally; at most 4 land units would be inside. Units of others do
    not withdraw.
    """
    controller = s.spaces[move.to].controller
    if not s.is_fortified(move.to):
        return []
    theirs = [owner for owner in foes_outside(s, move) if _may_go_inside(s, controller, owner)]
    units = sum(s.forces[move.to].outside[owner].strength for owner in theirs)
    return theirs if units + strength_inside(s, move.to) <= s.board.tables.limits.garrison else []


def _may_go_inside(s: HisState, controller: Power, owner: Power) -> bool:
    return owner is controller or s.allied(controller, owner)


def withdraw(s: HisState, move: Move) -> Flow[None]:
    """13.4: all of them withdraw, or none. The controller decides; minors and independents that nobody plays always do
    (22.1). Lone leaders go inside unasked. D32"""
    _leaders_inside(s, move)
    owners = withdrawers(s, move)
    if not owners:
        return
    controller = s.spaces[move.to].controller
    if controller in MAJORS:
        goes = yield from _goes_inside(s, controller, move)
        if not goes:
            return
    count = 0
    for owner in owners:
        units = s.forces[move.to].outside[owner]
        count += units.strength
        s.go_inside(owner, move.to, Land(units.regulars, units.mercenaries, units.cavalry))
    tell(s, Event("withdrew", "13.4", {"power": controller, "space": move.to, "count": count}))
    _leaders_inside(s, move)


def _leaders_inside(s: HisState, move: Move) -> None:
    """Enemy army leaders by whom no units of their side stand outside go inside, but into no walls of the mover's."""
    if not s.is_fortified(move.to) or is_friendly(s, move.power, move.to):
        return
    outside_now = foes_outside(s, move)
    treated = [s.master(owner) for owner in move.treated]
    for power in MAJORS:
        if not (s.at_war(move.power, power) or power in treated) or any(s.allied(power, one) for one in outside_now):
            continue
        for leader in army_leaders_of(s, power, move.to):
            if not s.leaders[leader].inside:
                s.leaders[leader].inside = True
                tell(s, Event("leader_inside", "13.4", {"power": power, "leader": leader, "space": move.to}))


def _goes_inside(s: HisState, controller: Power, move: Move) -> Flow[bool]:
    """D32: by default inside if outnumbered."""
    choices = [blank("withdraw", do=INSIDE), blank("withdraw", do=FIGHT)]
    standing = sum(s.forces[move.to].outside[owner].strength for owner in foes_outside(s, move))
    default: list[Order] = [[blank("withdraw", do=INSIDE if move.formation.strength > standing else FIGHT)]]

    def why(wish: Alternative) -> Reason | None:
        return None if wish in choices else Reason("not_possible_now", "13.4", dict(wish))

    facts: dict[str, Json] = {**move_facts(s, move, outside(s, controller, move.to)), "asked": controller}
    asked = question(
        s, "withdraw", controller, lambda: choices, lambda: default, why=why, facts=facts, about=f"{move.to}"
    )
    answer = yield from ask(asked)
    wish = chosen(answer, lambda: default, why)
    return wish is not None and wish["do"] == INSIDE
