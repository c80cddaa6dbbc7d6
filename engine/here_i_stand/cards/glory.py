"""23.2: events that give victory points (12, 47, 51, 52, 84), and the use of two of them in Victory Determination."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.card_moves import discard_at_random
from engine.here_i_stand.cards.choosing import pick_one
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.deck import draw
from engine.here_i_stand.ending import stops_domination
from engine.here_i_stand.records import Bonus
from engine.here_i_stand.saint_peters import build_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    BonusKind,
    CardNumber,
    Edition,
    Milestone,
    Power,
    Religion,
    TurnMarker,
)

MASTER_OF_ITALY, COPERNICUS, SERVETUS, MICHELANGELO, JULIA = (CardNumber(number) for number in (12, 47, 51, 52, 84))
VICTORY_CARDS: Final = (COPERNICUS, SERVETUS)
"""Cards with a use in Victory Determination, in the first printing (23.3-1)."""
_DOME_DICE: Final = 2


def gain(s: HisState, power: Power, kind: BonusKind, vp: int) -> None:
    """23.2: a marker in the bonus VP box."""
    s.powers[power].bonus.append(Bonus(kind, vp))
    tell(s, Event("bonus_vp", "23.2", {"power": power, "bonus": kind, "count": vp}))


# ------------------------------------------------------------------ 12


def italian_keys(s: HisState) -> dict[Power, int]:
    """12, C-03: keys of Italy that each major power controls, those of its active minors too."""
    counts = s.setting("master_of_italy_unrest") == "counts"
    keys = [key for key in s.board.tables.master_of_italy.keys if counts or not s.spaces[key].unrest]
    return {power: sum(s.spaces[key].controller is power for key in keys) for power in MAJORS}


_TWO: Final = 2
_THREE: Final = 3


def _master_of_italy(s: HisState, power: Power) -> Flow[None]:
    """12"""
    table = s.board.tables.master_of_italy
    for major, keys in italian_keys(s).items():
        if keys >= _THREE:
            gain(s, major, BonusKind.MASTER_OF_ITALY, table.vp_for_3 if keys == _THREE else table.vp_for_more)
        elif keys == _TWO:
            yield from draw(s, major, table.draws_for_2, rule="6.1")


def _why_no_master(s: HisState, power: Power) -> Reason | None:
    some = any(keys >= _TWO for keys in italian_keys(s).values())
    return None if some else Reason("no_effect_now", "6.1", {"card": MASTER_OF_ITALY})


# ------------------------------------------------------------------ 47, 51


def copernicus_vp(s: HisState, power: Power) -> int:
    """47, C-43: more where at least half of the home spaces are Protestant."""
    few, many = s.board.tables.copernicus_vp
    if s.printing is Edition.CORE110 and s.setting("copernicus_vp") == "always_two":
        return many
    homes = s.home_spaces(power)
    protestant = sum(s.spaces[space].religion is Religion.PROTESTANT for space in homes)
    return many if protestant * 2 >= len(homes) else few


def _copernicus(s: HisState, power: Power) -> Flow[None]:
    """47"""
    vp = copernicus_vp(s, power)
    gain(s, power, BonusKind.COPERNICUS, vp)
    if vp == max(s.board.tables.copernicus_vp):
        return
    way = yield from pick_one(s, power, ["draw", "discard"], "draw", COPERNICUS, "draw_or_discard")
    if way == "draw":
        yield from draw(s, power, 1, rule="6.1")
    else:
        yield from discard_at_random(s, Power.PROTESTANT, rule="6.1")


def _servetus(s: HisState, power: Power) -> Flow[None]:
    """51"""
    gain(s, power, BonusKind.MICHAEL_SERVETUS, s.board.tables.servetus_vp)
    yield from discard_at_random(s, Power.PROTESTANT, rule="6.1")


_PLAYS: Final[Mapping[CardNumber, Callable[[HisState, Power], Flow[None]]]] = {
    COPERNICUS: _copernicus,
    SERVETUS: _servetus,
}
_VP: Final[Mapping[CardNumber, Callable[[HisState, Power], int]]] = {
    COPERNICUS: copernicus_vp,
    SERVETUS: lambda s, power: s.board.tables.servetus_vp,
}


def why_not_in_victory_phase(s: HisState, power: Power, card: CardNumber) -> Reason | None:
    """23.3-1, R84: first printing only, and only where the VP keep another power from a domination victory; None when
    the card may be played. Whether the power holds it is not looked at."""
    facts: dict[str, Json] = {"power": power, "card": card}
    if s.printing is not Edition.CORE110 or card not in VICTORY_CARDS:
        return Reason("no_event_in_impulse", "23.3", facts)
    if any(card in played.cards for played in s.this_turn.played):
        return Reason("event_once_a_turn", "6.2", facts)
    if not stops_domination(s, power, _VP[card](s, power)):
        return Reason("stops_no_domination", "23.3", facts)
    return None


def play_in_victory_phase(s: HisState, power: Power, card: CardNumber) -> Flow[None]:
    """C-18: the text of the card; the caller lays it out and puts it away."""
    yield from _PLAYS[card](s, power)


# ------------------------------------------------------------------ 52, 84


def _dome(s: HisState, power: Power) -> Flow[None]:
    """52"""
    dice = yield from roll("Michelangelo", _DOME_DICE, rule="6.1")
    tell(s, Event("event_dice", "6.1", {"power": Power.PAPACY, "card": MICHELANGELO, "dice": list(dice)}))
    build_saint_peters(s, sum(dice), rule="18.1")


def _prize(s: HisState, power: Power) -> Flow[None]:
    """84: piracy in the Tyrrhenian Sea looks for the marker (16.4)."""
    yield from ()
    s.this_turn.markers.append(TurnMarker.JULIA_GONZAGA)
    tell(s, Event("turn_marker", "6.1", {"marker": TurnMarker.JULIA_GONZAGA}))


def why_before_barbary(s: HisState, power: Power) -> Reason | None:
    """21.1: what needs the Barbary Pirates."""
    if s.has_happened(Milestone.BARBARY_PIRATES):
        return None
    return Reason("before_barbary_pirates", "21.1")


EFFECTS: Final = (
    Effect(MASTER_OF_ITALY, "a", _master_of_italy, _why_no_master),
    Effect(COPERNICUS, "a", _copernicus),
    Effect(SERVETUS, "a", _servetus),
    Effect(MICHELANGELO, "a", _dome),
    Effect(JULIA, "a", _prize, why_before_barbary),
)
