"""What a seat may see, by allow-list (0.3): hands and the order of the deck are hidden."""

from __future__ import annotations

from engine.core import codec
from engine.core.decision import Json, Seat
from engine.here_i_stand import victory
from engine.here_i_stand.hands import hand_size
from engine.here_i_stand.presence import is_besieged
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power


def view(s: HisState, seat: Seat | None = None) -> dict[str, Json]:
    """The position as JSON, as it is seen from a seat; None is a spectator."""
    vp = victory.totals(s)
    public = codec.plain(s)
    shown: dict[str, Json] = {
        name: public[name]
        for name in (
            "scenario", "players", "turn", "phase", "spaces", "forces", "fleets", "leaders", "minors", "wars",
            "alliances", "milestones", "discard", "removed", "waiting", "set_aside", "ruling", "beside_map",
            "reformers", "debaters", "excommunicated", "display", "tracks", "tudors", "new_world", "foreign_wars",
            "phony_wars", "battle", "impulses", "passes", "history", "over", "winners",
        )
    }  # fmt: skip
    own = None if seat is None or str(seat) not in list(MAJORS) else Power(str(seat))
    return {
        "game": "here_i_stand",
        "step": s.cursor,
        "order": list(MAJORS),
        **shown,
        "impulse": _impulse(public["impulse"]),
        "this_turn": _this_turn(public["this_turn"]),
        "deck": len(s.deck),
        "powers": {power: _power(s, power, vp) for power in MAJORS},
        "besieged": [space for space in s.forces if is_besieged(s, space)],
        "own": [] if own is None else [{"power": own, "hand": list(s.powers[own].hand)}],
        "result": {"winners": list(s.winners)} if s.over else None,
    }


def _impulse(running: Json) -> Json:
    """The impulse in progress, without the cards that pirates took into the hand (16.4-5)."""
    if not isinstance(running, dict):
        return None
    return {name: value for name, value in running.items() if name != "held_back"}


def _this_turn(record: Json) -> Json:
    """What holds or counts until the turn ends; all of it was done in the open."""
    assert isinstance(record, dict)
    shown = ("markers", "piracy", "skipped", "played", "divorce_granted", "wedding_pending")
    return {name: record[name] for name in shown}


def _power(s: HisState, power: Power, vp: dict[Power, int]) -> Json:
    """A power card: all but the hand is public, and so is its size (R40)."""
    state = s.powers[power]
    return {
        "ruler": state.ruler,
        "cards": hand_size(s, power),
        "home_cards": list(state.home_cards),
        "spent_home_cards": list(state.spent_home_cards),
        "minus_cards": [{"card": one.card, "turn": one.turn} for one in state.minus_cards],
        "bonus": [{"kind": one.kind, "vp": one.vp} for one in state.bonus],
        "ships_lost": state.ships_lost,
        "last_act": state.last_act,
        "keys": list(s.keys(power)),
        "vp": {
            "total": vp[power],
            "base": victory.base_vp(s, power),
            "special": victory.special_vp(s, power),
            "bonus": victory.bonus_vp(s, power),
        },
    }
