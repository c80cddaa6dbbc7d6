"""Proposals for forms and random play: single items that could be carried out now."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.decision import Draw
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import blank
from engine.here_i_stand.diplomacy.captives import captives
from engine.here_i_stand.diplomacy.conditions import why_no_package
from engine.here_i_stand.diplomacy.deals import PROPOSE, Item, is_short, read_packages
from engine.here_i_stand.presence import ships_of
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power


def proposals(s: HisState, power: Power) -> list[Alternative]:
    """Items that a power could offer to, or ask of, one other member each; each is a package of its own.
    On turn 1 England deals with the Hapsburgs and France only (7-3).
    """
    partners = [one for one in MAJORS if MAJORS.index(one) > MAJORS.index(power)]
    if is_short(s):
        partners = [Power.HAPSBURG, Power.FRANCE]
    found = [wish for other in partners for wish in _with(s, power, other)]
    return [wish for wish in found if _works(s, power, wish)]


def _with(s: HisState, power: Power, other: Power) -> list[Alternative]:
    """All kinds of items with one power, possible or not."""

    def item(what: Item, giver: Power = power, **parts: str | int) -> Alternative:
        return blank("propose", do=PROPOSE, to=other, item=what, power=giver, **parts)

    found = [item(Item.END_WAR, other), item(Item.ALLIANCE, other)]
    for giver, receiver in ((power, other), (other, power)):
        found += [item(Item.RETURN_LEADER, giver, leader=leader) for leader in captives(s, receiver, giver)]
        found += [item(Item.CEDE, giver, space=space) for space in s.controlled(giver)[:6]]
        found += [item(Item.DRAWS, giver, count=count) for count in (1, 2)]
        found += [item(Item.MERCENARIES, giver, count=count) for count in (1, 3)]
        found += [item(Item.LIFT_EXCOMMUNICATION, giver)]
    return [*found, blank("propose", do=PROPOSE, to=other, item=Item.DIVORCE)]


def _works(s: HisState, power: Power, wish: Alternative) -> bool:
    packages = read_packages(s, power, [[{**wish, "package": 1}]]).packages
    return bool(packages) and why_no_package(s, packages[0]) is None


def loans(s: HisState, power: Power, other: Power) -> list[Alternative]:
    """Squadrons that a power could lend with an alliance, from each port."""
    ports = [port for port in s.board.map.ports if any(one.squadrons for one in ships_of(s, power, port))]
    return [
        blank("propose", do=PROPOSE, to=other, item=Item.LOAN, power=power, space=port, squadrons=1) for port in ports
    ]


def some_of(s: HisState, power: Power, pool: Sequence[Alternative], draw: Draw) -> OrderAnswer:
    """Some packages between two powers, of one item or a few; now and then an alliance with a loan."""
    if not pool or draw(4) == 0:
        return "default"
    together = draw(3) == 0
    kept: list[Alternative] = []
    for number in range(1, 2 + draw(4)):
        wish = pool[draw(len(pool))]
        name = str(wish["to"]) if together else number
        lent = loans(s, power, Power(str(wish["to"]))) if wish["item"] == Item.ALLIANCE else []
        parts = [wish, lent[draw(len(lent))]] if lent and draw(2) else [wish]
        kept += [{**part, "package": name} for part in parts if {**part, "package": name} not in kept]
    return [[wish] for wish in kept]
