"""21.3 England under Mary I: the Papacy may act with the card that England shows. D70"""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.asking import choose
from engine.here_i_stand.board.people import Side, Talent
from engine.here_i_stand.cards.choosing import NONE, picked
from engine.here_i_stand.deck import Use, lay_out, put_away
from engine.here_i_stand.faith.calling import debate_in
from engine.here_i_stand.faith.counter import can_counter
from engine.here_i_stand.faith.debaters import bonus_of, may_use_bonus, ready
from engine.here_i_stand.faith.printing import burn_books
from engine.here_i_stand.faith.series import Only, anywhere
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    DebaterId,
    Edition,
    Power,
    Religion,
    RulerId,
    SpaceId,
    Zone,
)

RULE: Final = "21.3"
MARY_I: Final = RulerId("mary_i")
_NORMAL_FROM: Final = 4
"""From this die on the impulse is England's."""
_BURN_UP_TO, _DEBATE_FROM, _BOTH_FROM = 2, 3, 4
"""CP of the card."""


def must_show(s: HisState, power: Power, card: CardNumber) -> bool:
    """21.3-1, 21.3-2: whether England shows the card before it says how it is used: under Mary I, no mandatory card,
    and some English home space is Protestant (later edition: one of the English zone)."""
    if power is not Power.ENGLAND or s.powers[power].ruler != MARY_I or s.board.cards[card].mandatory:
        return False
    homes = [space for space in s.home_spaces(power) if s.printing is Edition.CORE110 or _is_english(s, space)]
    return any(s.spaces[space].religion is Religion.PROTESTANT for space in homes)


def show(s: HisState, card: CardNumber) -> Flow[bool]:
    """21.3-3, 21.3-4: the die; True when the Papacy has acted and the impulse is over. D70"""
    facts: dict[str, Json] = {"power": Power.ENGLAND, "card": card}
    tell(s, Event("card_shown", RULE, facts))
    (die,) = yield from roll("Mary I", 1, rule=RULE)
    papal = die < _NORMAL_FROM
    tell(s, Event("mary_rolled", RULE, {**facts, "dice": [die], "papal": papal}))
    if not papal:
        return False
    lay_out(s, Power.ENGLAND, card)
    put_away(s, card, Use.SPENT)
    cp = s.board.cards[card].cp
    if cp <= _BURN_UP_TO or cp >= _BOTH_FROM:
        yield from _burn(s)
    if cp >= _DEBATE_FROM:
        yield from debate_in(s, Power.PAPACY, Zone.ENGLISH, None)
    return True


def _is_english(s: HisState, space: SpaceId) -> bool:
    return s.board.map.spaces[space].zone is Zone.ENGLISH


# ------------------------------------------------------------------ burning books


def _burn(s: HisState) -> Flow[None]:
    """Books are burnt in the English zone without CP; in the later edition nowhere else."""
    only: Only = anywhere if s.printing is Edition.CORE110 else lambda space: _is_english(s, space)
    debaters: list[DebaterId] = []
    if can_counter(s, only):  # nobody is committed for attempts that are lost
        debaters = yield from _helpers(s)
    yield from burn_books(s, Zone.ENGLISH, *debaters, only=only)


def helpers(s: HisState) -> list[str]:
    """18.2, 18.2-3: Papal debaters who could be committed for it: one who brings more attempts, and Tetzel; by default
    the first one of those."""
    writers = [one for one in ready(s, Side.PAPACY) if bonus_of(s, one).talent is Talent.BURNING]
    ways: list[str] = list(writers) if may_use_bonus(s, Side.PAPACY) else []
    others = [one for one in ready(s, Side.PAPACY) if bonus_of(s, one).talent is Talent.SAINT_PETERS]
    return [*ways, *others, *(f"{way},{other}" for way in ways for other in others)]


def _helpers(s: HisState) -> Flow[list[DebaterId]]:
    """D56: by default one who brings more attempts; "none" names nobody."""
    free = helpers(s)
    if not free:
        return []
    usual = free[0] if bonus_of(s, DebaterId(free[0])).talent is Talent.BURNING else NONE
    names: list[Json] = [one for one in free if "," not in one]
    facts: dict[str, Json] = {"power": Power.PAPACY, "what": "burn_books", "zone": Zone.ENGLISH, "debaters": names}
    ways = [picked(pick) for pick in (*free, NONE)]
    wish = yield from choose(
        s, "choice", Power.PAPACY, ways, picked(usual), rule="18.2", about="burn_books", facts=facts
    )
    chosen = str(wish["pick"])
    return [] if chosen == NONE else [DebaterId(one) for one in chosen.split(",")]
