"""Cards 33 Landsknechts and 36 Swiss Mercenaries: hired units that come between two actions or before a battle.

Units are written by place: "vienna 2,graz 1". What the Ottoman takes away is written the same way, with the owner where
several have mercenaries there: "vienna hapsburg 1".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import choose
from engine.here_i_stand.cards.choosing import filled, picked, shown
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.in_window import LANDSKNECHTS, SWISS_MERCENARIES, holds, not_held, response, use
from engine.here_i_stand.cards.losing import fit_counters, settle, take_units
from engine.here_i_stand.cards.new_units import fits_in, receives_no_units
from engine.here_i_stand.forces import can_add, just
from engine.here_i_stand.hands import may_hold
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.records import BattleSide, Forces, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, CardNumber, Power, SpaceId, UnitType
from engine.here_i_stand.war_units import add_to_war, war_in_need

CARDS: Final = (LANDSKNECHTS, SWISS_MERCENARIES)
_MANY: Final = 4
"""For the power that is named on the card."""
_FEW: Final = 2
_ONE: Final = Land(mercenaries=1)
_SHOWN: Final = 12
"""Single answers that a question lists."""

# ------------------------------------------------------------------ queries: new units


def hirer(power: Power, card: CardNumber) -> Power:
    """Whose mercenaries come: France's where the Ottoman plays the Swiss."""
    return Power.FRANCE if card == SWISS_MERCENARIES and power is Power.OTTOMAN else power


def removes(power: Power, card: CardNumber) -> bool:
    """The Ottoman takes mercenaries away with the Landsknechts."""
    return card == LANDSKNECHTS and power is Power.OTTOMAN


def number_of(power: Power, card: CardNumber) -> int:
    """How many units the card moves for the power that plays it."""
    named = (Power.HAPSBURG,) if card == LANDSKNECHTS else (Power.FRANCE, Power.OTTOMAN)
    return _MANY if power in named else _FEW


def sites(s: HisState, owner: Power) -> list[SpaceId]:
    """17: spaces with land units of the own force that are not under siege, and not in unrest; the place of the battle
    that is being fought first, then the largest stacks."""
    if receives_no_units(s, owner):
        return []
    found = [space for space in s.forces if _is_site(s, owner, space)]
    fought_for = s.battle.at if s.battle is not None else ""
    return sorted(found, key=lambda space: (space != fought_for, -s.stack(owner, space), s.board.map.index[space]))


def has_sites(s: HisState, owner: Power) -> bool:
    """Whether there is one such space."""
    return not receives_no_units(s, owner) and any(_is_site(s, owner, space) for space in s.forces)


def _is_site(s: HisState, owner: Power, space: SpaceId) -> bool:
    return _free_stack(s, owner, space) and not s.spaces[space].unrest and can_add(s, owner, space, _ONE)


def _free_stack(s: HisState, owner: Power, space: SpaceId) -> bool:
    return any(s.master(one) is owner for one in s.forces[space].outside)


def usual_placing(s: HisState, owner: Power, count: int) -> dict[str, int]:
    """The default: all in the first of the places, as counters allow."""
    return filled(count, sites(s, owner), partial(fits_in, s, owner, UnitType.MERCENARY))


def why_not_placed(s: HisState, owner: Power, count: int, text: str) -> Reason | None:
    """Why new mercenaries can't be divided so; None when they can. Fewer than the card brings: only where no more can
    be laid out."""
    parts = _read(text)
    if parts is None:
        return Reason("units_by_place", "", {"given": text})
    for space in parts:
        if space not in sites(s, owner):
            return Reason("no_place_for_mercenaries", "17", {"power": owner, "space": space})
    fits = partial(fits_in, s, owner, UnitType.MERCENARY)
    if not fits(parts):
        return Reason("no_counters_left", "5.2", {"power": owner})
    full = sum(filled(count, (*parts, *sites(s, owner)), fits).values())
    if sum(parts.values()) != full:
        return Reason("wrong_total", "", {"given": sum(parts.values()), "total": full})
    return None


# ------------------------------------------------------------------ queries: units that go


def on_map(s: HisState) -> dict[str, int]:
    """All mercenaries on the map: "vienna hapsburg" -> how many."""
    return {
        f"{space} {owner}": s.land(owner, space).mercenaries
        for space in s.forces
        for owner in land_owners(s, space)
        if s.land(owner, space).mercenaries
    }


def usual_removal(s: HisState, count: int) -> dict[str, int]:
    """The default: of the enemies first, where most stand."""
    found = on_map(s)

    def order(name: str) -> tuple[bool, int]:
        return not s.at_war(Power.OTTOMAN, Power(name.split()[1])), -found[name]

    return filled(count, sorted(found, key=order), lambda parts: all(parts[name] <= found[name] for name in parts))


def why_not_removed(s: HisState, count: int, text: str) -> Reason | None:
    """Why mercenaries can't be taken away so; None when they can. All of them must be named, if there are so many."""
    parts = _read(text)
    if parts is None:
        return Reason("units_by_place", "", {"given": text})
    found = on_map(s)
    wanted = _with_owners(s, parts)
    if wanted is None or any(wanted[name] > found.get(name, 0) for name in wanted):
        return Reason("not_so_many_mercenaries", "6.1", {"given": text})
    full = min(count, sum(found.values()))
    if sum(wanted.values()) != full:
        return Reason("wrong_total", "", {"given": sum(wanted.values()), "total": full})
    return None


def _with_owners(s: HisState, parts: Mapping[str, int]) -> dict[str, int] | None:
    """The places with the owners that are not named where just one has mercenaries; None where it is not clear who."""
    found, full = on_map(s), dict[str, int]()
    for name, count in parts.items():
        here = [one for one in found if one == name or one.split()[0] == name]
        if len(here) != 1:
            return None
        full[here[0]] = full.get(here[0], 0) + count
    return full


def _read(text: str) -> dict[str, int] | None:
    """Units by place; None where it can't be read so."""
    parts: dict[str, int] = {}
    for word in text.split(","):
        place, _, number = word.strip().rpartition(" ")
        if not place or not number.isdecimal() or int(number) == 0 or place in parts:
            return None
        parts[place] = int(number)
    return parts


# ------------------------------------------------------------------ queries: answers


def fitting(s: HisState, power: Power) -> list[CardNumber]:
    """With which of the two cards, which it may hold, a power could do something now, by public facts."""
    return [card for card in CARDS if may_hold(s, power, card) and _is_useful(s, power, card)]


def _is_useful(s: HisState, power: Power, card: CardNumber) -> bool:
    return bool(on_map(s)) if removes(power, card) else has_sites(s, hirer(power, card))


def plays(s: HisState, power: Power) -> list[Alternative]:
    """Some answers with the cards that a power holds: each place alone, and the default."""
    found: list[Alternative] = []
    for card in fitting(s, power):
        if holds(s, power, card):
            placings = [] if hirer(power, card) is not power else _placings(s, power, card)
            found += [response(card, "a", placing=placing) for placing in (None, *placings)]
    return found


def _placings(s: HisState, power: Power, card: CardNumber) -> list[str]:
    """What can be written for a card, all at one place each time."""
    count = number_of(power, card)
    if removes(power, card):
        names = [f"{name} {min(count, here)}" for name, here in on_map(s).items()]
        return [text for text in names if why_not_removed(s, count, text) is None][:_SHOWN]
    texts = [f"{space} {count}" for space in sites(s, power)]
    return [text for text in texts if why_not_placed(s, power, count, text) is None][:_SHOWN]


def why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """Why a power can't play one of the two cards so; None when it can."""
    card = wish["card"]
    if card not in fitting(s, power) or not holds(s, power, CardNumber(card)) or wish["mode"] not in (None, "a"):
        return not_held(power, wish)
    number = CardNumber(card)
    placing = wish["placing"]
    if placing is None:
        return None
    if hirer(power, number) is not power:
        return Reason("france_places", "6.1", {"power": power, "card": card})
    return _why_not_so(s, power, number, str(placing))


def _why_not_so(s: HisState, power: Power, card: CardNumber, text: str) -> Reason | None:
    count = number_of(power, card)
    if removes(power, card):
        return why_not_removed(s, count, text)
    return why_not_placed(s, hirer(power, card), count, text)


# ------------------------------------------------------------------ flows


def respond(s: HisState, power: Power, wish: Alternative, window: str) -> Flow[None]:
    """One of the two cards is played in a window."""
    card = CardNumber(int(str(wish["card"])))
    use(s, power, card, "a", window)
    yield from _carry_out(s, power, card, None if wish["placing"] is None else str(wish["placing"]))


def _in_impulse(card: CardNumber, s: HisState, power: Power) -> Flow[None]:
    """The card as the activity of the own impulse."""
    text = None
    if hirer(power, card) is power:
        text = yield from _asked(s, power, power, card)
    yield from _carry_out(s, power, card, text)


def _carry_out(s: HisState, power: Power, card: CardNumber, text: str | None) -> Flow[None]:
    """What is written, or the default; France is asked for its own units."""
    owner, count = hirer(power, card), number_of(power, card)
    if owner is not power:
        text = yield from _asked(s, owner, power, card)
    parts = (_read(text) if text else None) or {}
    if removes(power, card):
        yield from _remove(s, _with_owners(s, parts) or usual_removal(s, count))
    else:
        _place(s, owner, parts or usual_placing(s, owner, count))


def _asked(s: HisState, chooser: Power, power: Power, card: CardNumber) -> Flow[str | None]:
    """The choice of the places, where it is not written with the card: in the own impulse, and by France. D66"""
    count = number_of(power, card)
    usual = usual_removal(s, count) if removes(power, card) else usual_placing(s, chooser, count)
    places = on_map(s) if removes(power, card) else sites(s, chooser)
    if len(places) <= 1:
        return None
    texts = [picked(text) for text in _placings(s, chooser, card)]
    choices = [shown(usual), *(one for one in texts if one != shown(usual))]

    def why_not_written(wish: Alternative) -> Reason | None:
        return _why_not_so(s, power, card, str(wish["pick"] or ""))

    facts: dict[str, Json] = {"event": card, "what": "mercenaries", "count": count}
    wish = yield from choose(
        s, "choice", chooser, choices, choices[0], why=why_not_written,
        rule="6.1", about=f"{card}/mercenaries", facts=facts,
    )  # fmt: skip
    return str(wish["pick"])


def _why_no_event(card: CardNumber, s: HisState, power: Power) -> Reason | None:
    return None if _is_useful(s, power, card) else Reason("no_use_of_card_now", "6.1", {"power": power, "card": card})


EFFECTS: Final = tuple(Effect(card, "a", partial(_in_impulse, card), partial(_why_no_event, card)) for card in CARDS)

# ------------------------------------------------------------------ changes


def _place(s: HisState, owner: Power, parts: Mapping[str, int]) -> None:
    """New mercenaries; on to a foreign war that needs units (21.7), else where they are written."""
    for name, count in parts.items():
        space = SpaceId(name)
        for_war = 0
        while (
            for_war < count
            and (war := war_in_need(s, owner))
            and add_to_war(s, war, owner, UnitType.MERCENARY, rule="21.7")
        ):
            for_war += 1
        if count > for_war:
            arrive(s, owner, space, count - for_war)
            facts: dict[str, Json] = {
                "power": owner, "space": space, "unit": UnitType.MERCENARY, "count": count - for_war,
            }  # fmt: skip
            tell(s, Event("units_placed", "6.1", facts))


def arrive(s: HisState, owner: Power, space: SpaceId, count: int) -> None:
    """They stand with the stack; where it is in a battle that is not fought yet, they are in it too."""
    new = just(UnitType.MERCENARY, count)
    s.add_land(owner, space, new)
    side = side_of(s, owner, space)
    if side is not None:
        side.units.setdefault(owner, Land()).add(new)


def side_of(s: HisState, owner: Power, space: SpaceId) -> BattleSide | None:
    """The side on which a power's stack fights in a space; None where no battle is fought there."""
    battle = s.battle
    if battle is None or battle.at != space:
        return None
    return next((side for side in (battle.attack, battle.defence) if owner in side.powers), None)


def _remove(s: HisState, wanted: Mapping[str, int]) -> Flow[None]:
    """Mercenaries leave the map, and then besiegers that are too few now (15.3); a battle checks that at its end."""
    for name, count in wanted.items():
        place, owner = name.split()
        yield from dismiss(s, Power(owner), SpaceId(place), count)
    if s.battle is None:
        yield from settle(s)


def dismiss(s: HisState, owner: Power, space: SpaceId, count: int) -> Flow[None]:
    """Mercenaries of one owner leave a space, those outside the fortifications first, and what can't be laid out any
    more (5.2); they take no part in a battle that is not fought yet."""
    take_units(s, owner, space, just(UnitType.MERCENARY, count), rule="6.1")
    yield from fit_counters(s, owner, space, rule="5.2")
    battle = s.battle
    if battle is None or battle.at != space:
        return
    forces = s.forces.get(space, Forces())
    _no_more_than(battle.attack, owner, forces.outside)
    behind_walls = battle.kind is BattleKind.ASSAULT
    _no_more_than(battle.defence, owner, forces.inside if behind_walls else forces.outside)


def _no_more_than(side: BattleSide, owner: Power, there: Mapping[Power, Land]) -> None:
    left = there.get(owner, Land())
    for part in (side.units, side.joined):
        if (fighting := part.get(owner)) is not None:
            fighting.regulars = min(fighting.regulars, left.regulars)
            fighting.mercenaries = min(fighting.mercenaries, left.mercenaries)
            fighting.cavalry = min(fighting.cavalry, left.cavalry)
            if not fighting.strength:
                del part[owner]
