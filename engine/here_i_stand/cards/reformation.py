"""cards.md 5.4: events that let somebody make attempts (11, 44, 46, 61, 62, 63, 75, 85, 90, 115 c)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, roll
from engine.here_i_stand.cards.choosing import pick_some
from engine.here_i_stand.cards.draws import CROMWELL, cromwell_goes
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.faith import commit, why_not_uncommitted
from engine.here_i_stand.control import mark_unrest, why_no_marker
from engine.here_i_stand.deck import DISSOLUTION, Use, draw
from engine.here_i_stand.faith.attempts import reformation
from engine.here_i_stand.faith.counter import counter_reformation
from engine.here_i_stand.faith.printing import treatise
from engine.here_i_stand.faith.series import ALL_ZONES, Series, Source
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    CardNumber,
    DebaterId,
    Power,
    ReformerId,
    Religion,
    SpaceId,
    Standing,
    TurnMarker,
    Zone,
)

DEFENDER, PLACARDS, INSTITUTES, MARY_DEFIES = (CardNumber(number) for number in (11, 44, 46, 61))
PRAYER_BOOK, ERASMUS, BORA, PRINTING_PRESS = (CardNumber(number) for number in (62, 75, 85, 90))
COP, CALVIN, CRANMER, LUTHER = (DebaterId(name) for name in ("cop", "calvin", "cranmer", "luther"))
CALAIS: Final = SpaceId("calais")
_DEFENDER: Final = 3
_INSTITUTES: Final = 5
_MARY: Final = 3
_PRAYERS: Final = 4
_DISSOLUTION, _MONASTIC_WEALTH = 3, 2
_ERASMUS: Final = 4
_HUMANIST_TURNS: Final = 2
"""75: up to this turn it serves the Reformation."""
_PRESS: Final = 3
_RIOTS: Final = {3: 1, 4: 1, 5: 2}
"""62: die -> spaces that fall into unrest; 6: all."""
_ALL_RIOT: Final = 6


def _reform(s: HisState, card: CardNumber, count: int, *zones: Zone, pip: int = 0) -> Flow[None]:
    """So many Reformation attempts of the Protestants."""
    yield from reformation(s, Series(Power.PROTESTANT, Source.EVENT, zones, count, card=card, pip=pip))


def _counter(s: HisState, card: CardNumber, count: int, *zones: Zone) -> Flow[None]:
    """So many counter-Reformation attempts of the Papacy."""
    yield from counter_reformation(s, Series(Power.PAPACY, Source.EVENT, zones, count, rule="18.4", card=card))


def _debate_free(debater: DebaterId, event: Callable[[HisState], Flow[None]], card: CardNumber) -> Effect:
    """An event that needs a debater uncommitted and commits him (18.2)."""

    def play(s: HisState, power: Power) -> Flow[None]:
        commit(s, debater, rule="6.1")
        yield from event(s)

    return Effect(card, "a", play, lambda s, power: why_not_uncommitted(s, debater))


# ------------------------------------------------------------------ 44, 46, 85


def _placards(s: HisState) -> Flow[None]:
    """44, C-16"""
    yield from _reform(s, PLACARDS, int(s.setting("placards_attempts")), Zone.FRENCH)


def _institutes(s: HisState) -> Flow[None]:
    """46: each Protestant die counts one more against French-speaking spaces."""
    yield from _reform(s, INSTITUTES, _INSTITUTES, Zone.FRENCH, pip=1)


def _bora(s: HisState) -> Flow[None]:
    """85, C-42"""
    yield from _reform(s, BORA, int(s.setting("katherina_bora_attempts")), *ALL_ZONES)


# ------------------------------------------------------------------ 62


def _prayer_book(s: HisState, power: Power) -> Flow[None]:
    """62, R75: English home spaces only; by the switch `common_prayer_calais` Calais counts as English-speaking. Then
    the die, and whoever plays the card names the spaces in unrest."""
    commit(s, CRANMER, rule="6.1")
    also = (CALAIS,) if s.setting("common_prayer_calais") == "counts_as_target_zone" else ()
    yield from reformation(
        s,
        Series(
            Power.PROTESTANT, Source.EVENT, (Zone.ENGLISH,), _PRAYERS,
            card=PRAYER_BOOK, only=lambda space: s.home(space) is Power.ENGLAND, also=also,
        ),
    )  # fmt: skip
    yield from _riots(s, power)


def riot_sites(s: HisState) -> list[SpaceId]:
    """62: Catholic English home spaces, occupied or not, that are not yet in unrest."""
    homes = [space for space in s.home_spaces(Power.ENGLAND) if s.spaces[space].religion is Religion.CATHOLIC]
    return [space for space in homes if why_no_marker(s, space) is None]


def _riots(s: HisState, power: Power) -> Flow[None]:
    """62: by default where neither the chooser nor his allies have control, keys first; then where it hurts least."""
    (die,) = yield from roll("prayer_book", 1, rule="6.1")
    sites, keys = riot_sites(s), s.board.map.keys
    count = len(sites) if die == _ALL_RIOT else _RIOTS.get(die, 0)
    facts: dict[str, Json] = {"power": power, "card": PRAYER_BOOK, "dice": [die], "count": min(count, len(sites))}
    tell(s, Event("prayer_book_riots", "6.1", facts))

    def harm(space: str) -> tuple[bool, bool]:
        own = s.allied(power, s.spaces[SpaceId(space)].controller)
        return own, (space in keys) is own

    names = yield from pick_some(s, power, sites, count, count, sorted(sites, key=harm), PRAYER_BOOK, "unrest")
    for name in names:
        mark_unrest(s, SpaceId(name), rule="12.4")


# ------------------------------------------------------------------ 11, 61, 63, 75, 90


def _defender(s: HisState, power: Power) -> Flow[None]:
    """11"""
    yield from _counter(s, DEFENDER, _DEFENDER, *ALL_ZONES)
    if power is Power.ENGLAND:
        yield from draw(s, power, 1, rule="6.1")


def _mary_defies(s: HisState, power: Power) -> Flow[None]:
    """61"""
    yield from _counter(s, MARY_DEFIES, _MARY, Zone.ENGLISH)


def _dissolution(s: HisState, power: Power) -> Flow[None]:
    """63"""
    yield from draw(s, Power.ENGLAND, _MONASTIC_WEALTH, rule="6.1")
    yield from _reform(s, DISSOLUTION, _DISSOLUTION, Zone.ENGLISH)


def _erasmus(s: HisState, power: Power) -> Flow[None]:
    """75"""
    if s.turn <= _HUMANIST_TURNS:
        yield from _reform(s, ERASMUS, _ERASMUS, *ALL_ZONES)
    else:
        yield from _counter(s, ERASMUS, _ERASMUS, *ALL_ZONES)


def _press(s: HisState, power: Power) -> Flow[None]:
    """90: attempts look for the marker (18.3-3)."""
    lay_marker(s, TurnMarker.PRINTING_PRESS)
    yield from _reform(s, PRINTING_PRESS, _PRESS, *ALL_ZONES)


def lay_marker(s: HisState, marker: TurnMarker) -> None:
    """A marker that lies there until the turn ends."""
    if marker not in s.this_turn.markers:
        s.this_turn.markers.append(marker)
        tell(s, Event("turn_marker", "6.1", {"marker": marker}))


# ------------------------------------------------------------------ 115 c, later edition


def publisher(s: HisState) -> Power:
    """115 c, C-40: England once Cranmer is there, else the Protestants; by the switch `cromwell_treatise` always
    they."""
    reformer = s.reformers[ReformerId("cranmer")] is Standing.READY
    return Power.ENGLAND if reformer and s.setting("cromwell_treatise") == "england_first" else Power.PROTESTANT


def _pamphlet(s: HisState, power: Power) -> Flow[Use | None]:
    """115 c: a treatise in the English zone; English ones cost less for the rest of the turn (18.1)."""
    lay_marker(s, TurnMarker.THOMAS_CROMWELL)
    yield from treatise(s, publisher(s), Zone.ENGLISH)
    return cromwell_goes(s)


EFFECTS: Final = (
    Effect(DEFENDER, "a", _defender),
    _debate_free(COP, _placards, PLACARDS),
    _debate_free(CALVIN, _institutes, INSTITUTES),
    Effect(MARY_DEFIES, "a", _mary_defies),
    Effect(PRAYER_BOOK, "a", _prayer_book, lambda s, power: why_not_uncommitted(s, CRANMER)),
    Effect(DISSOLUTION, "a", _dissolution),
    Effect(ERASMUS, "a", _erasmus),
    _debate_free(LUTHER, _bora, BORA),
    Effect(PRINTING_PRESS, "a", _press),
    Effect(CROMWELL, "c", _pamphlet),
)
