"""20 Voyages are begun, and called off: each kind once a turn and power."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.deck import CABOT
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.records import Crossing
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import ConquistadorId, ExplorerId, Power, Voyage

SAILORS: Final = (Power.ENGLAND, Power.FRANCE, Power.HAPSBURG)
"""The powers of the New World; in this order of equals (20.2)."""
_RULES: Final[Mapping[Voyage, str]] = {Voyage.COLONY: "20.1", Voyage.EXPLORATION: "20.2", Voyage.CONQUEST: "20.3"}

# ------------------------------------------------------------------ queries


def explorers_of(s: HisState, power: Power) -> list[ExplorerId]:
    """20.2: explorers in the pool of a power."""
    return [one for one in s.new_world.explorers if s.board.explorers[one].power is power]


def conquistadors_of(s: HisState, power: Power) -> list[ConquistadorId]:
    """20.3: conquistadors in the pool of a power; only the Hapsburgs have any."""
    return [one for one in s.new_world.conquistadors if s.board.conquistadors[one].power is power]


def colonies_left(s: HisState, power: Power) -> list[str]:
    """20.1, 54: colony markers of a power that lie neither in a box nor at sea, and are not given up."""
    world = s.new_world
    at_sea = [one.by for one in world.crossing if one.voyage is Voyage.COLONY]
    used = [*world.colonies.get(power, []), *at_sea, *world.colonies_out]
    return [name for name in s.board.tables.colonies.get(power, ()) if name not in used]


def cabot_of(s: HisState, power: Power) -> ExplorerId:
    """99: the Cabot of a power. Raises StopIteration for one that has none."""
    return next(one.id for one in s.board.explorers.values() if one.power is power and not one.in_pool)


def is_cabot(s: HisState, crossing: Crossing) -> bool:
    """99: whether this is a voyage of Cabot, which is not one of its power's own."""
    explorer = s.board.explorers.get(ExplorerId(crossing.by))
    return explorer is not None and not explorer.in_pool


def crossing_of(s: HisState, voyage: Voyage) -> list[Crossing]:
    """Voyages of a kind that are under way, in the order in which powers are taken (20.2)."""
    found = [one for one in s.new_world.crossing if one.voyage is voyage]
    return sorted(found, key=lambda one: (SAILORS.index(one.power), is_cabot(s, one)))


def has_sailed(s: HisState, power: Power, voyage: Voyage) -> bool:
    """20: whether a power has used up a kind of voyage this turn; one that is under way since the set-up counts, one of
    Cabot does not."""
    known = [*s.new_world.crossing, *s.this_turn.voyages]
    return any(one.power is power and one.voyage is voyage and not is_cabot(s, one) for one in known)


def is_forbidden(s: HisState, power: Power, voyage: Voyage) -> bool:
    """98: whether a power may begin no more voyages of a kind this turn."""
    return any(one.power is power and one.voyage is voyage for one in s.this_turn.forbidden_voyages)


def why_no_voyage(s: HisState, power: Power, voyage: Voyage) -> Reason | None:
    """20: why a power can't begin a voyage this turn, whatever it costs; None when it can."""
    rule, facts = _RULES[voyage], {"power": power, "voyage": voyage}
    if power not in SAILORS:
        return Reason("no_sailor", "20", facts)
    if has_sailed(s, power, voyage):
        return Reason("voyage_once_a_turn", rule, facts)
    if is_forbidden(s, power, voyage):
        return Reason("voyage_forbidden", rule, facts)
    return None if _LEFT[voyage](s, power) else Reason("nobody_to_send", rule, facts)


def _has_conqueror(s: HisState, power: Power) -> bool:
    return bool(conquistadors_of(s, power)) or s.new_world.conquest_markers.get(power, 0) > 0


_LEFT: Final[Mapping[Voyage, Callable[[HisState, Power], bool]]] = {
    Voyage.COLONY: lambda s, power: bool(colonies_left(s, power)),
    Voyage.EXPLORATION: lambda s, power: bool(explorers_of(s, power)),
    Voyage.CONQUEST: _has_conqueror,
}
"""Whether there is a marker for it."""

# ------------------------------------------------------------------ changes


def launch(s: HisState, power: Power, voyage: Voyage, *, bonus: bool = False) -> None:
    """20: a marker goes into "Crossing Atlantic", and the voyage of the turn is used up."""
    world = s.new_world
    by = colonies_left(s, power)[0] if voyage is Voyage.COLONY else ""
    if voyage is Voyage.CONQUEST and power in world.conquest_markers:
        world.conquest_markers[power] -= 1
    world.crossing.append(Crossing(power, voyage, by, bonus))
    s.this_turn.voyages.append(Crossing(power, voyage, by, bonus))
    facts: dict[str, Json] = {"power": power, "voyage": voyage, "explorer": None, "bonus": bonus}
    tell(s, Event("voyage_begins", _RULES[voyage], facts))


def launch_cabot(s: HisState, power: Power) -> None:
    """99: Cabot sails for a power, beside its exploration of the turn; his marker is used."""
    cabot = cabot_of(s, power)
    s.new_world.cabots.remove(power)
    s.new_world.crossing.append(Crossing(power, Voyage.EXPLORATION, cabot))
    facts: dict[str, Json] = {"power": power, "voyage": Voyage.EXPLORATION, "explorer": cabot, "bonus": False}
    tell(s, Event("voyage_begins", "20.2", facts))


def settle_cabot(s: HisState, *, dead: bool) -> None:
    """99: the card leaves the game with a dead Cabot, and no other Cabot will sail; else it goes to the discard
    pile."""
    if dead:
        s.new_world.cabots = []
    if CABOT not in s.beside_map:
        return
    s.beside_map.remove(CABOT)
    (s.removed if dead else s.discard).append(CABOT)
    if dead:
        tell(s, Event("card_removed", "6.2", {"card": CABOT}))


def call_off(s: HisState, crossing: Crossing) -> None:
    """77, 98, C-28: a voyage is cancelled. Its marker is used up for this turn and back in the next one; that of Cabot
    goes back to its power, as if he had not sailed. Nobody is lost."""
    world, power, voyage = s.new_world, crossing.power, crossing.voyage
    world.crossing.remove(crossing)
    cabot = is_cabot(s, crossing)
    if cabot:
        world.cabots = sorted([*world.cabots, power], key=SAILORS.index)
        settle_cabot(s, dead=False)
    elif not has_sailed(s, power, voyage):  # one that was under way when the game began
        s.this_turn.voyages.append(Crossing(power, voyage))
    if voyage is Voyage.CONQUEST and power in world.conquest_markers:
        world.conquest_markers[power] += 1
    facts: dict[str, Json] = {"power": power, "voyage": voyage, "explorer": crossing.by if cabot else None}
    tell(s, Event("voyage_cancelled", _RULES[voyage], facts))


# ------------------------------------------------------------------ the actions


def action_for(name: str, voyage: Voyage) -> Action:
    """11.1: the action that begins a voyage."""

    def why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
        cost = cost_of(s, power, name)
        return why_not_pay(s, power, cost, _RULES[voyage]) or why_no_voyage(s, power, voyage)

    def do(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
        yield from ()
        pay(s, cost_of(s, power, name) or 0)
        launch(s, power, voyage)
        return True

    def choices(s: HisState, power: Power) -> list[Alternative]:
        wish = blank("impulse", do=name)
        return [wish] if why_not(s, power, wish) is None else []

    return Action(name, why_not, do, choices)
