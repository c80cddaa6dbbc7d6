"""8.2 The Card Draw phase but for the riches of the New World (20.4, voyages.riches), which come between its two
halves (R82)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all, shuffled
from engine.core.options import Alternative, OrderAnswer
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.construction import ships_return
from engine.here_i_stand.deck import DISSOLUTION, add_new_cards, collect, tell_drawn
from engine.here_i_stand.hands import cards_due, return_home_cards
from engine.here_i_stand.presence import is_besieged, is_friendly
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    LeaderEntry,
    LeaderId,
    Power,
    Religion,
    SpaceId,
    Standing,
    Whereabouts,
)

FUGGERS = CardNumber(79)
"""Its "-1 Card" marker counts for one deal; the others stay until something removes them (cards.md 7-5)."""
_NOT_THERE: Final = Reason("not_possible_now", "8.2")


def begin_turn(s: HisState) -> Flow[None]:
    """8.2, steps 1-5: what was away comes back, what is new enters, up to the new cards of the deck."""
    return_home_cards(s)
    ships_return(s)
    yield from _leaders_return(s)
    _faithful_return(s)
    yield from _new_leaders(s)
    _new_reformers(s)
    _new_debaters(s)
    add_new_cards(s)


def shuffle_and_deal(s: HisState, riches: Mapping[Power, int]) -> Flow[None]:
    """8.2, steps 6-7: undealt cards, discards and new cards are shuffled and dealt, with the cards of the riches (R82).

    A "-1 Card" marker of the Fuggers has done its work. In the tournament card 63 is England's first card in the turn
    in which it enters (1.1).
    """
    collect(s)
    s.deck = yield from shuffled("deck", s.deck, rule="8.2")
    tell(s, Event("deck_shuffled", "8.2", {"count": len(s.deck)}))
    for power in MAJORS:
        cards = []
        for _ in range(cards_due(s, power, riches.get(power, 0))):
            if power is Power.ENGLAND and DISSOLUTION in s.set_aside:
                s.set_aside.remove(DISSOLUTION)
                cards.append(DISSOLUTION)
            elif s.deck:
                cards.append(s.deck.pop())
        for card in cards:
            s.give(power, card)
        tell_drawn(s, power, cards, rule="8.2")
        minus = s.powers[power].minus_cards
        s.powers[power].minus_cards = [one for one in minus if one.card != FUGGERS]


# ------------------------------------------------------------------ 8.2-1 leaders who come back


def _leaders_return(s: HisState) -> Flow[None]:
    """8.2-1, R22, R24, R92: leaders set aside or on the turn track come back where there is a place for them."""
    places: dict[LeaderId, list[SpaceId]] = {leader: _places(s, leader) for leader in s.leaders if _is_back(s, leader)}
    yield from _enter(s, {leader: spaces for leader, spaces in places.items() if spaces})


def _is_back(s: HisState, leader: LeaderId) -> bool:
    state = s.leaders[leader]
    on_track = state.where is Whereabouts.TURN_TRACK and state.returns <= s.turn
    return on_track or state.where is Whereabouts.ASIDE


def _places(s: HisState, leader: LeaderId) -> list[SpaceId]:
    """Friendly ports for naval leaders; for the others the capital, else a friendly home key, else, for those on the
    turn track, a fortified space of their power (R22)."""
    owner = s.leaders[leader].power
    power, spaces = s.master(owner), s.board.map.spaces
    if s.board.leaders[leader].naval:
        return [port for port in s.board.map.ports if is_friendly(s, power, port)]
    capitals = [space for space in s.board.powers[owner].capitals if is_friendly(s, power, space)]
    keys = [space for space in s.home_spaces(owner) if space in s.board.map.keys and is_friendly(s, power, space)]
    if capitals or keys or s.leaders[leader].where is Whereabouts.ASIDE:
        return capitals or keys
    return [space for space in spaces if s.spaces[space].controller is power and s.is_fortified(space)]


def _new_leaders(s: HisState) -> Flow[None]:
    """8.2-2, R28: Maurice, in an electorate under Protestant control; without one he is tried again next turn, or by
    the switch `maurice_without_electorate` never comes."""
    places: dict[LeaderId, list[SpaceId]] = {}
    for leader in s.board.leaders.values():
        due = leader.entry is LeaderEntry.TURN and leader.entry_turn is not None and leader.entry_turn <= s.turn
        if due and s.leaders[leader.id].where is Whereabouts.WAITING:
            own = [space for space in s.board.map.electorates if s.spaces[space].controller is leader.power]
            if own:
                places[leader.id] = own
            elif s.setting("maurice_without_electorate") == "lost":
                s.leaders[leader.id].where = Whereabouts.OUT
                tell(s, Event("leader_out", "8.2", {"leader": leader.id, "power": _seat(s, leader.id)}))
    yield from _enter(s, places)


def _enter(s: HisState, places: Mapping[LeaderId, list[SpaceId]]) -> Flow[None]:
    """D3, D4: each leader in a place that his power chooses, all at once; a power without seat takes the default."""
    asked = {
        leader: _where(s, leader, spaces)
        for leader, spaces in places.items()
        if _seat(s, leader) in MAJORS and len(spaces) > 1
    }
    answers = yield from ask_all(asked.values())
    for leader, spaces in places.items():
        usual = _usual(s, leader, spaces)
        to = usual if leader not in asked else _read(answers[asked[leader].key], spaces, usual)
        s.place_leader(leader, to)
        s.leaders[leader].inside = is_besieged(s, to) and not s.board.leaders[leader].naval
        tell(s, Event("leader_enters", "8.2", {"leader": leader, "power": _seat(s, leader), "space": to}))


def _seat(s: HisState, leader: LeaderId) -> Power:
    return s.master(s.leaders[leader].power)


def _where(s: HisState, leader: LeaderId, spaces: list[SpaceId]) -> Decision[OrderAnswer]:
    facts: dict[str, Json] = {"leader": leader, "places": list(spaces)}
    return question(
        s,
        "leader_enters",
        _seat(s, leader),
        lambda: [_into(space) for space in spaces],
        lambda: [[_into(_usual(s, leader, spaces))]],
        about=leader,
        facts=facts,
    )


def _into(space: SpaceId) -> Alternative:
    return blank("leader_enters", do="enter", space=space)


def _read(answer: OrderAnswer, spaces: list[SpaceId], usual: SpaceId) -> SpaceId:
    """The first place of the answer that is possible."""
    possible = [_into(space) for space in spaces]
    wish = chosen(answer, lambda: [[_into(usual)]], lambda one: None if one in possible else _NOT_THERE)
    return usual if wish is None else SpaceId(str(wish["space"]))


def _usual(s: HisState, leader: LeaderId, spaces: list[SpaceId]) -> SpaceId:
    """The place with most own units of the kind he commands; of equal ones the first in data order."""
    power = _seat(s, leader)
    if s.board.leaders[leader].naval:
        own = {space: sum(ships.count for ships in s.ships_at(space) if ships.owner is power) for space in spaces}
    else:
        own = {space: s.stack(power, space) for space in spaces}
    return max(spaces, key=own.__getitem__)


# ------------------------------------------------------------------ 8.2-1, 3, 4 reformers and debaters


def _faithful_return(s: HisState) -> None:
    """8.2-1: those who were removed for a turn; the religion of the space does not change."""
    for reformer in [one for one, standing in s.reformers.items() if standing is Standing.AWAY]:
        s.reformers[reformer] = Standing.READY
        tell(s, Event("reformer_returns", "8.2", {"reformer": reformer, "space": s.board.reformers[reformer].space}))
    for debater in [one for one, standing in s.debaters.items() if standing is Standing.AWAY]:
        s.debaters[debater] = Standing.READY
        tell(s, Event("debater_returns", "8.2", {"debater": debater}))


def _new_reformers(s: HisState) -> None:
    """8.2-3: their spaces become Protestant. Luther has come in phase 1 of turn 1."""
    for reformer in s.board.reformers.values():
        if s.reformers[reformer.id] is Standing.WAITING and _has_come(s, reformer.entry_turn):
            s.reformers[reformer.id] = Standing.READY
            s.convert(reformer.space, Religion.PROTESTANT)
            tell(s, Event("reformer_enters", "8.2", {"reformer": reformer.id, "space": reformer.space}))


def _new_debaters(s: HisState) -> None:
    """8.2-4: uncommitted."""
    for debater in s.board.debaters.values():
        if s.debaters[debater.id] is Standing.WAITING and _has_come(s, debater.entry_turn):
            s.debaters[debater.id] = Standing.READY
            tell(s, Event("debater_enters", "8.2", {"debater": debater.id}))


def _has_come(s: HisState, entry_turn: int | None) -> bool:
    """Those without a turn come with Cranmer: on the turn after Henry married Anne Boleyn."""
    if entry_turn is None:
        return 0 < s.tudors.boleyn_turn < s.turn
    return 1 < entry_turn <= s.turn
