"""21.3 Henry's marriages: the marker moves on, and the pregnancy chart is rolled on."""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.deck import draw, leaving_unused
from engine.here_i_stand.presence import is_free
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Heir, LeaderId, Power, RulerId, WifeId

ASK_FOR_DIVORCE, ANNE_BOLEYN = WifeId("ask_for_divorce"), WifeId("anne_boleyn")
_JANE_SEYMOUR, _ANNE_OF_CLEVES, _KATHRYN_HOWARD = (
    WifeId("jane_seymour"),
    WifeId("anne_of_cleves"),
    WifeId("kathryn_howard"),
)
_HENRY: Final = LeaderId("henry_viii")
_AGAIN, _GIRL, _SICKLY, _HEALTHY = 3, 4, 5, 6
"""Lines of the pregnancy chart."""

# ------------------------------------------------------------------ queries


def henry_is_free(s: HisState) -> bool:
    """21.3: whether Henry rules and is neither captured nor besieged."""
    if s.powers[Power.ENGLAND].ruler != RulerId("henry_viii"):
        return False
    return is_free(s, _HENRY)


def why_no_advance(s: HisState) -> Reason | None:
    """21.3: why the marker of Henry's marital status can't move on; None when it can."""
    facts: dict[str, Json] = {"power": Power.ENGLAND}
    if not henry_is_free(s):
        return Reason("henry_not_free", "21.3", facts)
    both = s.tudors.edward is not Heir.NONE and s.tudors.elizabeth_born
    if both or _HEALTHY in s.tudors.results:
        return Reason("henry_has_heirs", "21.3", facts)
    if s.tudors.marital == s.board.tables.marital_track[-1]:
        return Reason("no_further_wife", "R50", facts)
    return None


# ------------------------------------------------------------------ changes


def advance_marriage(s: HisState, *, rule: str) -> Flow[None]:
    """21.3: the marker moves to the next box; arriving at a wife, a die is rolled. The caller has asked
    `why_no_advance`."""
    track = s.board.tables.marital_track
    wife = track[track.index(s.tudors.marital) + 1]
    s.tudors.marital = wife
    tell(s, Event("marriage_advances", rule, {"power": Power.ENGLAND, "wife": wife}))
    if wife == ANNE_BOLEYN:
        s.tudors.boleyn_turn = s.turn
        s.tudors.catherine_discount = True
    if track.index(wife) >= track.index(ANNE_BOLEYN):
        yield from _consult_chart(s, wife)
        yield from _gifts(s, wife)


def second_wedding(s: HisState, power: Power) -> Flow[None]:
    """21.3, R50: result 3 of the chart; when England first passes after it, the marker moves on and the chart is rolled
    on again, if it can. D73"""
    if power is not Power.ENGLAND or not s.this_turn.wedding_pending:
        return
    s.this_turn.wedding_pending = False
    if why_no_advance(s) is None:
        yield from advance_marriage(s, rule="21.3")


def _consult_chart(s: HisState, wife: WifeId) -> Flow[None]:
    """A line that is used moves up to the first unused one."""
    (die,) = yield from roll("pregnancy", 1, rule="21.3")
    modifier = 1 if wife == _JANE_SEYMOUR else 0
    line = min(_HEALTHY, die + modifier)
    while line in s.tudors.results:
        line += 1
    s.tudors.results.append(line)
    facts: dict[str, Json] = {"power": Power.ENGLAND, "dice": [die], "modifier": modifier, "line": line}
    tell(s, Event("pregnancy_chart", "21.3", facts))
    if line == _AGAIN:
        s.this_turn.wedding_pending = True
    elif line == _GIRL:
        s.tudors.elizabeth_born = True
    elif line == _SICKLY:
        s.tudors.edward = Heir.SICKLY
    elif line == _HEALTHY:
        s.tudors.edward = Heir.HEALTHY
        _drop_queens(s)


def _drop_queens(s: HisState) -> None:
    """cards.md 6: the cards of Mary I and Elizabeth I, as far as they still wait, leave the game."""
    for card in leaving_unused(s):
        s.waiting.remove(card)
        s.removed.append(card)
        tell(s, Event("card_removed", "21.3", {"card": card}))


def _gifts(s: HisState, wife: WifeId) -> Flow[None]:
    """Cards that come with a wife, after the roll."""
    if wife == _ANNE_OF_CLEVES and s.allied(Power.ENGLAND, Power.PROTESTANT):
        yield from draw(s, Power.ENGLAND, 1, rule="21.3")
        yield from draw(s, Power.PROTESTANT, 1, rule="21.3")
    if wife == _KATHRYN_HOWARD:
        yield from draw(s, Power.ENGLAND, 1, rule="21.3")


# ------------------------------------------------------------------ what must hold


def chart_fault(s: HisState) -> str:
    """What is wrong about the pregnancy chart between two steps, or nothing: each line is used once."""
    lines = s.tudors.results
    wrong = len(set(lines)) != len(lines) or not all(1 <= line <= _HEALTHY for line in lines)
    return f"the lines {lines} of the pregnancy chart are used" if wrong else ""
