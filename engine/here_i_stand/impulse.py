"""11 The action phase: one impulse, from the card that is played to the last CP."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.action import Action
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank, question, tell_skipped
from engine.here_i_stand.cards.comet import is_skipped, skip
from engine.here_i_stand.cards.limits import why_not_spent
from engine.here_i_stand.cards.playing import (
    CP,
    MANDATORY_CP,
    event_modes,
    play_event,
    play_for_cp,
    why_no_cp,
    why_no_event,
)
from engine.here_i_stand.faith import mary
from engine.here_i_stand.hands import mandatory_cards, must_pass, why_no_pass
from engine.here_i_stand.marriage import second_wedding
from engine.here_i_stand.peaceful import BUILD
from engine.here_i_stand.points import points
from engine.here_i_stand.records import Impulse
from engine.here_i_stand.sampler import sample
from engine.here_i_stand.script import ANSWERS, CONVERT, END, OPENING, PASS, PLAY, WAIT, Result, Script
from engine.here_i_stand.spending import default_spending
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Act, CardNumber, Clock, Power, UnitType
from engine.here_i_stand.trial import trial
from engine.here_i_stand.victory import immediate_winner
from engine.here_i_stand.windows import any_time

MOST_ORDERS: Final = 60
"""Of one letter: ten times what any card pays for."""
VERBS: Final = (*OPENING, *ACTIONS, *ANSWERS, WAIT, END)


def impulse(s: HisState, power: Power) -> Flow[None]:
    """11: one impulse of a power: a card for CP or as event, or a pass; it may be skipped (38). D25-D27"""
    s.impulses += 1
    if is_skipped(s, power):
        skip(s, power)
        return
    s.impulse = Impulse(power)
    facts: dict[str, Json] = {"power": power, "turn": s.turn, "impulse": s.impulses}
    tell(s, Event("impulse_begins", "11", facts))
    if must_pass(s, power):
        yield from _pass(s, power)
    else:
        yield from _orders(s, power)
    if not s.over:
        yield from any_time(s)
    s.script = None
    s.impulse = None


def _orders(s: HisState, power: Power) -> Flow[None]:
    """The letters of an impulse: the first one opens it, later ones go on where it stopped."""
    while True:
        fresh = _running(s).act is None
        decision = question_of(s, power)
        s.clock = Clock.FRESH if fresh else Clock.SAME
        answer = yield from ask(decision)
        given = (_opening(s, power) if fresh else _rest(s, power)) if answer == "default" else answer
        if answer == "default":
            tell(s, Event("defaults_used", "11", {"power": power}))
        s.script = Script(given, by_default=answer == "default")
        yield from carry_out(s, power, s.script)
        running = _running(s)
        if s.over or running.act is Act.PASS or running.cp == 0 or running.ended:
            return


def lend_impulse(s: HisState, lent: Impulse) -> Flow[None]:
    """97: a power spends CP that an event gives it in the impulse of another one, by orders of its own."""
    outer, script = _running(s), s.script
    lent.host = outer.power
    s.impulse, s.script = lent, None
    if lent.cp:
        yield from _orders(s, lent.power)
    s.impulse, s.script = outer, script
    outer.assaulted += lent.assaulted
    outer.beaten += lent.beaten
    outer.moved += lent.moved
    outer.tried_interception += lent.tried_interception


def _running(s: HisState) -> Impulse:
    """The impulse in progress. Raises ValueError when there is none."""
    if s.impulse is None:
        raise ValueError("no impulse is being played")
    return s.impulse


# ------------------------------------------------------------------ the question


def question_of(s: HisState, power: Power) -> Decision[OrderAnswer]:
    """The orders of an impulse, or of the rest of it."""
    fresh = _running(s).act is None
    facts: dict[str, Json] = {
        "power": power,
        "turn": s.turn,
        "cp": points(s),
        "opening": fresh,
        "hand": list(s.powers[power].hand),
        "home_cards": list(s.powers[power].home_cards),
    }
    return question(
        s,
        "impulse",
        power,
        lambda: choices(s, power),
        lambda: _opening(s, power) if fresh else _rest(s, power),
        facts=facts,
        fault=lambda orders: fault(s, power, orders),
        trial=lambda orders: trial(s, power, orders),
        sampler=lambda draw: sample(s, power, draw),
        about="" if fresh else "rest",
    )


def choices(s: HisState, power: Power) -> list[Alternative]:
    """Single orders that are possible now."""
    if _running(s).act is None:
        return openings(s, power)
    found = [wish for action in ACTIONS.values() for wish in action.choices(s, power)]
    return [*(wish for wish in found if why_not_spent(s, wish) is None), blank("impulse", do=END)]


def openings(s: HisState, power: Power) -> list[Alternative]:
    """The cards a power may play now, each way, and the pass."""
    state = s.powers[power]
    found: list[Alternative] = []
    for card in (*state.home_cards, *state.hand):
        if why_no_cp(s, power, card) is None:
            found.append(blank("impulse", do=PLAY, card=card, mode=CP))
        found += [
            blank("impulse", do=PLAY, card=card, mode=mode)
            for mode in event_modes(s, card)
            if why_no_event(s, power, card, mode) is None
        ]
    if why_no_pass(s, power) is None:
        found.append(blank("impulse", do=PASS))
    return found


def why_not_open(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """11: why an impulse can't begin so; None when it can."""
    if wish["do"] == PASS:
        return why_no_pass(s, power)
    if wish["do"] != PLAY:
        return Reason("begin_with_a_card", "11", {"power": power})
    number, state = wish["card"], s.powers[power]
    if not isinstance(number, int) or number not in (*state.hand, *state.home_cards):
        return Reason("card_not_held", "6.1", {"power": power, "card": number})
    card = CardNumber(number)
    if wish["mode"] == CP:
        return why_no_cp(s, power, card)
    return why_no_event(s, power, card, str(wish["mode"] or ""))


def fault(s: HisState, power: Power, orders: list[Order]) -> Reason | None:
    """What can never be right: an impulse that begins with no card, a second card, a verb that is none."""
    fresh = _running(s).act is None
    if len(orders) > MOST_ORDERS:
        return Reason("too_many_orders", "11", {"count": len(orders), "limit": MOST_ORDERS})
    for index, order in enumerate(orders):
        for wish in order:
            if wish["do"] not in VERBS:
                return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
            if wish["do"] == BUILD.name and wish["unit"] not in list(UnitType):
                return Reason("unknown_name", "", {"what": "unit", "given": wish["unit"]})
            if wish["do"] == CONVERT and wish["space"] is not None and wish["space"] not in s.spaces:
                return Reason("unknown_name", "", {"what": "space", "given": wish["space"]})
            if wish["do"] in OPENING and (index or not fresh):
                return Reason("one_card_an_impulse", "11", {"power": power})
    if not fresh:
        return None
    if not orders:
        return Reason("begin_with_a_card", "11", {"power": power})
    reasons = [why_not_open(s, power, wish) for wish in orders[0]]
    return None if None in reasons else reasons[0]


# ------------------------------------------------------------------ carrying out


def carry_out(s: HisState, power: Power, script: Script) -> Flow[bool]:
    """Try the orders one after the other; True when they ended with WAIT."""
    for index in range(len(script.orders)):
        if s.over or _running(s).ended:
            return False
        first = script.orders[index][0]
        if first["do"] in ANSWERS or script.results[index] is not Result.NOT_YET:
            continue
        script.at = index
        wish = _holding(s, power, script, index)
        if wish is None:
            continue
        if wish["do"] == WAIT:
            script.results[index] = Result.DONE
            return True
        if wish["do"] == END:
            _running(s).ended = True
        elif wish["do"] in OPENING:
            yield from _open(s, power, wish)
            script.results[index] = Result.DONE
        else:
            went_well = yield from ACTIONS[str(wish["do"])].do(s, power, wish)
            script.results[index] = Result.DONE if went_well else Result.FAILED
        check_victory(s)
    return False


def _holding(s: HisState, power: Power, script: Script, index: int) -> Alternative | None:
    """The first alternative of an order whose conditions hold and that is possible now."""
    reasons: list[Reason] = []
    for wish in script.orders[index]:
        if not script.holds(index, wish, points(s)):
            continue
        reason = why_not(s, power, wish)
        if reason is None:
            return wish
        reasons.append(reason)
    script.results[index] = Result.REFUSED if reasons else Result.SKIPPED
    if reasons and not script.by_default:
        tell_skipped(s, "impulse", power, script.orders[index], reasons[0])
    return None


def why_not(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """Why an order of an impulse is not possible now; None when it is."""
    verb = str(wish["do"])
    if verb in (WAIT, END, *ANSWERS):
        return None
    if verb in OPENING:
        return why_not_open(s, power, wish)
    if _running(s).act is None:
        return Reason("begin_with_a_card", "11", {"power": power})
    action: Action = ACTIONS[verb]
    return why_not_spent(s, wish) or action.why_not(s, power, wish)


def _open(s: HisState, power: Power, wish: Alternative) -> Flow[None]:
    if wish["do"] == PASS:
        yield from _pass(s, power)
        return
    card = CardNumber(int(str(wish["card"])))
    running = _running(s)
    running.card, running.act = card, Act.CARD
    s.powers[power].last_act = Act.CARD
    s.passes = 0
    papal = mary.must_show(s, power, card) and (yield from mary.show(s, card))
    if papal:
        running.ended = True
    elif wish["mode"] == CP:
        play_for_cp(s, power, card)
    else:
        yield from play_event(s, power, card, str(wish["mode"]))


def _pass(s: HisState, power: Power) -> Flow[None]:
    """11: the phase ends when all six have passed one after the other. 21.3: Henry may marry once more."""
    s.powers[power].last_act = Act.PASS
    _running(s).act = Act.PASS
    s.passes += 1
    tell(s, Event("passed", "11", {"power": power}))
    yield from second_wedding(s, power)


def check_victory(s: HisState) -> None:
    """23.1 Military and religious victory end the game at once."""
    winner = None if s.over else immediate_winner(s)
    if winner is not None:
        s.over, s.winners = True, [winner[0]]
        tell(s, Event("game_won", "23.1", {"power": winner[0], "how": winner[1]}))


# ------------------------------------------------------------------ defaults


def _opening(s: HisState, power: Power) -> list[Order]:
    """D25: pass if legal; else the home card for CP; else a mandatory card; else the cheapest card for CP. D26"""
    if why_no_pass(s, power) is None:
        return [[blank("impulse", do=PASS)]]
    state = s.powers[power]
    if state.home_cards:
        home = state.home_cards[0]
        return [[blank("impulse", do=PLAY, card=home, mode=CP)], *default_spending(s, power, s.board.cards[home].cp)]
    for card in mandatory_cards(s, power):
        modes = [mode for mode in event_modes(s, card) if why_no_event(s, power, card, mode) is None]
        if modes:
            return [[blank("impulse", do=PLAY, card=card, mode=modes[0])], *default_spending(s, power, MANDATORY_CP)]
    cheapest = min(state.hand, key=lambda card: (s.board.cards[card].cp, card))
    cp = s.board.cards[cheapest].cp
    return [[blank("impulse", do=PLAY, card=cheapest, mode=CP)], *default_spending(s, power, cp)]


def _rest(s: HisState, power: Power) -> list[Order]:
    """D26: the rest of the CP, and what then is left is given up."""
    return [*default_spending(s, power, points(s)), [blank("impulse", do=END)]]
