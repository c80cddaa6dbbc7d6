"""23.3, 1.5, 1.6 Victory Determination: standard, domination, time limit, an early end by agreement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand import victory
from engine.here_i_stand.asking import ask_each, blank, chosen, question
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.hands import may_hold
from engine.here_i_stand.records import Totals
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, CardNumber, Power

STANDARD: Final = "standard"
DOMINATION: Final = "domination"
TIME: Final = "time"
AGREEMENT: Final = "agreement"
VICTORY_PHASE: Final = "victory_phase"
AGREE: Final = "agree"
PASS: Final = "pass"
"""The answer of a power that keeps its card although it could stop another's victory."""
EARLIEST_END: Final = 4
"""1.5: the first turn in whose victory phase the players may agree to stop."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won, and how."""

    winners: tuple[Power, ...]
    how: str


def determine(s: HisState) -> Flow[None]:
    """23.3 At the end of each turn: cards that avert a domination victory, the totals, the tests in their order; then
    the players may agree to stop (1.5)."""
    yield from _victory_cards(s)
    vp = victory.totals(s)
    found = outcome(s, vp)
    s.history.append(Totals(s.turn, vp))
    tell(s, Event("scores", "23.2", {"turn": s.turn, "scores": {power: vp[power] for power in MAJORS}}))
    if found is not None:
        win(s, found)
    elif s.turn >= EARLIEST_END and (yield from _agreed_to_stop(s)):
        win(s, Outcome(_highest(s, s.history), AGREEMENT))


def win(s: HisState, found: Outcome) -> None:
    """The game is over."""
    s.over, s.winners = True, list(found.winners)
    rule = "1.5" if found.how == AGREEMENT else "23.3"
    tell(s, Event("game_over", rule, {"powers": list(found.winners), "how": found.how}))


def outcome(s: HisState, vp: Mapping[Power, int]) -> Outcome | None:
    """23.3-2 to 23.3-4: who has won with these totals at the end of this turn; None: the game goes on."""
    history = [*s.history, Totals(s.turn, dict(vp))]
    if _best(s, vp) >= 2 * s.plan.standard_vp:
        return Outcome(_highest(s, history), STANDARD)
    if (leader := dominating(s, vp)) is not None:
        return Outcome((leader,), DOMINATION)
    if s.turn >= s.plan.last_turn:
        return Outcome(_highest(s, history), TIME)
    return None


# ------------------------------------------------------------------ totals


def _players(s: HisState) -> tuple[tuple[Power, ...], ...]:
    """The powers of each player (1.6)."""
    return s.board.groups[s.players]


def _sides(s: HisState) -> tuple[tuple[Power, ...], ...]:
    """R41: who wins by the highest total: single powers, or by the switch `two_power_victory` players."""
    return _players(s) if s.setting("two_power_victory") == "average" else tuple((power,) for power in MAJORS)


def _doubled(vp: Mapping[Power, int], side: Sequence[Power]) -> int:
    """Twice the average of a player's totals, so that halves are kept."""
    return 2 * sum(vp[power] for power in side) // len(side)


def _best(s: HisState, vp: Mapping[Power, int]) -> int:
    return max(_doubled(vp, side) for side in _sides(s))


def _highest(s: HisState, history: Sequence[Totals]) -> tuple[Power, ...]:
    """23.3-2, R36, R37: the highest total; ties go back turn by turn to the set-up, then the victory is shared, or by
    the switch `final_tie` more keys decide."""
    left = list(_sides(s))
    for totals in reversed(history):
        best = max(_doubled(totals.vp, side) for side in left)
        left = [side for side in left if _doubled(totals.vp, side) == best]
    if len(left) > 1 and s.setting("final_tie") == "more_keys":
        most = max(_keys(s, side) for side in left)
        left = [side for side in left if _keys(s, side) == most]
    now = history[-1].vp
    return tuple(max(side, key=lambda power: now[power]) for side in left)


def _keys(s: HisState, side: Sequence[Power]) -> int:
    return sum(len(s.keys(power)) for power in side)


def dominating(s: HisState, vp: Mapping[Power, int]) -> Power | None:
    """23.3-3, 1.6: who leads everybody else by enough; a player's two powers count with their average, in halves.
    Gives the higher of the leading player's powers."""
    if s.turn < s.plan.domination_from_turn:
        return None
    ranked = sorted(_players(s), key=lambda group: -_doubled(vp, group))
    if _doubled(vp, ranked[0]) - _doubled(vp, ranked[1]) < 2 * s.plan.domination_lead:
        return None
    return max(ranked[0], key=lambda power: vp[power])


# ------------------------------------------------------------------ 23.3-1 cards of the victory phase


def _victory_cards(s: HisState) -> Flow[None]:
    """23.3-1, R84: cards that stop another's domination victory, until nobody plays one. D79

    Only a victory that everybody can see coming opens the window, and only powers that could stop it are asked.
    """
    while True:
        asked = [_victory_card(s, power) for power in MAJORS if _could_stop(s, power)]
        if not asked:
            return
        answers = yield from ask_each(asked)
        for power in [power for power in MAJORS if power in answers]:
            wish = chosen(answers[power], lambda power=power: _best_play(s, power), _why_not_play(s, power))  # type: ignore[misc]
            if wish is not None and wish["do"] != PASS:
                yield from _play(s, power, CardNumber(int(str(wish["card"]))))
                break
        else:
            return


def stops_domination(s: HisState, power: Power, vp: int) -> bool:
    """R84: whether so many VP more for a power keep another player from a domination victory."""
    totals = victory.totals(s)
    before = outcome(s, totals)
    if before is None or before.how != DOMINATION or before.winners[0] in s.partners(power):
        return False
    totals[power] += vp
    after = outcome(s, totals)
    return after is None or after.how != DOMINATION or after.winners[0] in s.partners(power)


def _could_stop(s: HisState, power: Power) -> bool:
    """As far as everybody knows."""
    return any(may_hold(s, power, card) for card in _possible(s, power))


def _possible(s: HisState, power: Power) -> list[CardNumber]:
    """Cards that a power could play now, if it had them."""
    from engine.here_i_stand.cards.glory import VICTORY_CARDS, why_not_in_victory_phase  # it needs this module itself

    return [card for card in VICTORY_CARDS if why_not_in_victory_phase(s, power, card) is None]


def _plays(s: HisState, power: Power) -> list[Alternative]:
    held = [card for card in _possible(s, power) if card in s.powers[power].hand]
    return [blank("response", do="respond", card=card, mode="a") for card in held]


def _best_play(s: HisState, power: Power) -> list[Order]:
    """D79: play it if it stops another's domination; of two cards the one of fewer CP."""
    plays = _plays(s, power)
    plays.sort(key=lambda play: s.board.cards[CardNumber(int(str(play["card"])))].cp)
    return [plays[:1]] if plays else []


def _why_not_play(s: HisState, power: Power) -> _Why:
    return _Why([*_plays(s, power), blank("response", do=PASS)])


@dataclass(frozen=True, slots=True)
class _Why:
    """Says why an answer is not among the possible ones."""

    possible: list[Alternative]

    def __call__(self, wish: Alternative) -> Reason | None:
        return None if wish in self.possible else Reason("not_possible_now", "23.3", dict(wish))


def _victory_card(s: HisState, power: Power) -> Decision[OrderAnswer]:
    facts: dict[str, Json] = {"window": VICTORY_PHASE, "asked": power, "turn": s.turn}
    return question(
        s,
        "response",
        power,
        lambda: _why_not_play(s, power).possible,
        lambda: _best_play(s, power),
        rule="23.3",
        about=VICTORY_PHASE,
        facts=facts,
    )


def _play(s: HisState, power: Power, card: CardNumber) -> Flow[None]:
    """C-18: the rest of the event is resolved too."""
    from engine.here_i_stand.cards.glory import play_in_victory_phase

    lay_out(s, power, card)
    tell(s, Event("event_played", "23.3", {"power": power, "card": card, "mode": "a"}))
    note_played(s, power, card)
    yield from play_in_victory_phase(s, power, card)
    put_away(s, card, Use.EVENT)


# ------------------------------------------------------------------ 1.5 an early end


def _agreed_to_stop(s: HisState) -> Flow[bool]:
    """1.5: each player once, sealed; all must agree, or by the switch `early_end` more than half. D80"""
    vp = s.history[-1].vp
    facts: dict[str, Json] = {"turn": s.turn, "scores": {power: vp[power] for power in MAJORS}}
    players = [group[0] for group in _players(s)]
    agree = blank("stop", do=AGREE)
    answers = yield from ask_each([question(s, "stop", power, lambda: [agree], list, facts=facts) for power in players])
    agreed = [power for power in players if answers[power] != "default"]
    if s.setting("early_end") == "majority":
        return 2 * len(agreed) > len(players)
    return agreed == players
