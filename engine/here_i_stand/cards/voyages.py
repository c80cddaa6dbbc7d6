"""20, cards.md 5.2: events of the New World (48, 49, 50, 53, 54, 77, 98, 99, 101, 111)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random, roll
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.choosing import pick_power, pick_record
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.deck import CABOT
from engine.here_i_stand.records import Crossing
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, Religion, SpaceId, Voyage
from engine.here_i_stand.voyages.launching import (
    SAILORS,
    call_off,
    colonies_left,
    explorers_of,
    is_cabot,
    is_forbidden,
    launch,
    launch_cabot,
    why_no_voyage,
)

GALLEONS, RAIDERS, MERCATOR, PLANTATIONS, POTOSI = (CardNumber(number) for number in (48, 49, 50, 53, 54))
FOUNTAIN, CIBOLA, SMALLPOX, COLONIAL = (CardNumber(number) for number in (77, 98, 101, 111))
GOVERNOR, UPRISING = "governor", "uprising"
_LOST_FROM: Final = 4
"""77: the die with which an explorer is lost."""
_VOYAGERS: Final = (Voyage.EXPLORATION, Voyage.CONQUEST)


def favoured(s: HisState, power: Power, powers: Sequence[Power]) -> list[Power]:
    """Powers for whom something good is meant, the own one first, then allies, then those not at war."""
    return sorted(powers, key=lambda one: (one is not power, not s.allied(power, one), s.at_war(power, one)))


def hated(s: HisState, power: Power, powers: Sequence[Power]) -> list[Power]:
    """Powers for whom something bad is meant: enemies first, allies and oneself last."""
    return favoured(s, power, powers)[::-1]


# ------------------------------------------------------------------ 48, 53: markers for good


def _marker(card: CardNumber, marked: Callable[[HisState], list[Power]]) -> Callable[[HisState, Power], Flow[None]]:
    """A marker beside the riches of a power; a second one would do nothing."""

    def play(s: HisState, power: Power) -> Flow[None]:
        without = [one for one in SAILORS if one not in marked(s)] or SAILORS
        chosen = yield from pick_power(s, power, favoured(s, power, without), card, "marker")
        if chosen not in marked(s):
            marked(s).append(chosen)
        tell(s, Event("new_world_marker", "20.4", {"power": chosen, "card": card}))

    return play


# ------------------------------------------------------------------ 49


def raider_powers(s: HisState) -> list[Power]:
    """49: powers with a Protestant home port that have no raider yet."""
    return [
        power
        for power in s.board.new_world.raiders
        if power not in s.new_world.raiders and any(_is_protestant_port(s, space) for space in s.home_spaces(power))
    ]


def _is_protestant_port(s: HisState, space: SpaceId) -> bool:
    return s.board.map.spaces[space].port and s.spaces[space].religion is Religion.PROTESTANT


def _why_no_raider(s: HisState, power: Power) -> Reason | None:
    return None if raider_powers(s) else Reason("no_raider", "6.1", {"card": RAIDERS})


def _raiders(s: HisState, power: Power) -> Flow[None]:
    chosen = yield from pick_power(s, power, favoured(s, power, raider_powers(s)), RAIDERS, "marker")
    s.new_world.raiders.append(chosen)
    tell(s, Event("new_world_marker", "20.4", {"power": chosen, "card": RAIDERS}))


# ------------------------------------------------------------------ 50, 101, 99: voyages


def explorer_powers(s: HisState) -> list[Power]:
    """50: powers that may begin an exploration this turn."""
    return [one for one in SAILORS if why_no_voyage(s, one, Voyage.EXPLORATION) is None]


def _why_no_map(s: HisState, power: Power) -> Reason | None:
    return None if explorer_powers(s) else Reason("no_target", "6.1", {"card": MERCATOR})


def _map(s: HisState, power: Power) -> Flow[None]:
    chosen = yield from pick_power(s, power, favoured(s, power, explorer_powers(s)), MERCATOR, "explores")
    launch(s, chosen, Voyage.EXPLORATION, bonus=True)


def _smallpox(s: HisState, power: Power) -> Flow[None]:
    yield from ()
    launch(s, power, Voyage.CONQUEST, bonus=True)


def _why_no_cabot(s: HisState, power: Power) -> Reason | None:
    if power not in s.new_world.cabots:
        return Reason("cabot_used", "6.1", {"power": power, "card": CABOT})
    if is_forbidden(s, power, Voyage.EXPLORATION):
        return Reason("voyage_forbidden", "20.2", {"power": power, "voyage": Voyage.EXPLORATION})
    return None


def _cabot(s: HisState, power: Power) -> Flow[None]:
    yield from ()
    launch_cabot(s, power)


# ------------------------------------------------------------------ 54


def potosi_powers(s: HisState) -> list[Power]:
    """54: powers with an open colony box, one for which no colony is on its way."""
    return [one for one in SAILORS if colonies_left(s, one)]


def _why_no_mines(s: HisState, power: Power) -> Reason | None:
    return None if potosi_powers(s) else Reason("no_target", "6.1", {"card": POTOSI})


def _mines(s: HisState, power: Power) -> Flow[None]:
    """54: one of the colony markers that are not in use is given up for good."""
    chosen = yield from pick_power(s, power, favoured(s, power, potosi_powers(s)), POTOSI, "mines")
    s.new_world.colonies_out.append(colonies_left(s, chosen)[-1])
    s.new_world.potosi = chosen
    tell(s, Event("new_world_marker", "20.1", {"power": chosen, "card": POTOSI}))


# ------------------------------------------------------------------ 77, 98: voyages called off


def _under_way(s: HisState, *voyages: Voyage) -> list[Crossing]:
    return [one for one in s.new_world.crossing if one.voyage in voyages]


def _named(s: HisState, crossing: Crossing) -> Alternative:
    """How a voyage is named: by its power and kind, that of Cabot by his name."""
    name = crossing.by if is_cabot(s, crossing) else crossing.voyage
    return blank("choice", do="choose", pick=name, power=crossing.power)


def _needs_voyage(card: CardNumber, *voyages: Voyage) -> Callable[[HisState, Power], Reason | None]:
    return lambda s, power: None if _under_way(s, *voyages) else Reason("no_voyage", "6.1", {"card": card})


def _called_off(s: HisState, power: Power, card: CardNumber, *voyages: Voyage) -> Flow[Power]:
    """The voyage that the player names does not take place; gives its power."""
    order = hated(s, power, SAILORS)
    crossings = sorted(_under_way(s, *voyages), key=lambda one: (order.index(one.power), is_cabot(s, one)))
    wish = yield from pick_record(s, power, [_named(s, one) for one in crossings], card, "voyage")
    crossing = next(one for one in _under_way(s, *voyages) if _named(s, one) == wish)
    call_off(s, crossing)
    if card == CIBOLA:
        s.this_turn.forbidden_voyages.append(Crossing(crossing.power, crossing.voyage))
    return crossing.power


def _fountain(s: HisState, power: Power) -> Flow[None]:
    """77, C-28: an explorer from the pool may be lost with it."""
    victim = yield from _called_off(s, power, FOUNTAIN, Voyage.EXPLORATION)
    (die,) = yield from roll("Fountain of Youth", 1, rule="6.1")
    facts: dict[str, Json] = {"power": victim, "card": FOUNTAIN, "dice": [die]}
    tell(s, Event("event_dice", "6.1", facts))
    pool = explorers_of(s, victim)
    if die < _LOST_FROM or not pool:
        return
    explorer = yield from draw_at_random(f"explorer of {victim}", pool, rule="6.1")
    s.new_world.explorers.remove(explorer)
    tell(s, Event("explorer_lost", "6.1", {"power": victim, "explorer": explorer}))


def _cibola(s: HisState, power: Power) -> Flow[None]:
    """98"""
    yield from _called_off(s, power, CIBOLA, *_VOYAGERS)


# ------------------------------------------------------------------ 111, later edition


def _colonial(s: HisState, power: Power) -> Flow[None]:
    """111: by default the Governor for oneself or an ally, else the Uprising against an enemy."""
    friends, enemies = favoured(s, power, SAILORS), hated(s, power, SAILORS)
    governor = [blank("choice", do="choose", pick=GOVERNOR, power=one) for one in friends]
    uprising = [blank("choice", do="choose", pick=UPRISING, power=one) for one in enemies]
    kind = s.allied(power, friends[0]) or not s.at_war(power, enemies[0])
    wish = yield from pick_record(s, power, governor + uprising if kind else uprising + governor, COLONIAL, "marker")
    chosen, side = Power(str(wish["power"])), str(wish["pick"])
    s.new_world.governor = chosen if side == GOVERNOR else None
    s.new_world.uprising = chosen if side == UPRISING else None
    tell(s, Event("colonial_marker", "20.4", {"power": chosen, "card": COLONIAL, "side": side}))


EFFECTS: Final = (
    Effect(GALLEONS, "a", _marker(GALLEONS, lambda s: s.new_world.galleons)),
    Effect(RAIDERS, "a", _raiders, _why_no_raider),
    Effect(MERCATOR, "a", _map, _why_no_map),
    Effect(PLANTATIONS, "a", _marker(PLANTATIONS, lambda s: s.new_world.plantations)),
    Effect(POTOSI, "a", _mines, _why_no_mines),
    Effect(FOUNTAIN, "a", _fountain, _needs_voyage(FOUNTAIN, Voyage.EXPLORATION)),
    Effect(CIBOLA, "a", _cibola, _needs_voyage(CIBOLA, *_VOYAGERS)),
    Effect(CABOT, "a", _cabot, _why_no_cabot),
    Effect(SMALLPOX, "a", _smallpox, lambda s, power: why_no_voyage(s, power, Voyage.CONQUEST)),
    Effect(COLONIAL, "a", _colonial),
)
