"""9 Treason cards: what a play needs, whom it may strike, the bag; 11 killed nobles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, draw_at_random
from engine.heads_of_state import nobles, scoring
from engine.heads_of_state.state import Emptied, Noble
from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.terms import (
    ASSASSIN,
    EXCHANGE,
    OPTION_1,
    SINGLE,
    AreaId,
    CountryId,
    RankId,
    SeatId,
    TreasonId,
)

BAG = "bag"
"""Names the draw of 9.5."""
FOR_A_PROVINCE = 1
FOR_A_CAPITAL = 2


def cards_needed(s: State, area: AreaId) -> int:
    """9.3 How many cards a play against a noble of that area takes: exactly."""
    return FOR_A_CAPITAL if s.board.areas[area].capital else FOR_A_PROVINCE


def names_country(s: State, card: TreasonId, country: CountryId) -> bool:
    """9.3 Whether a card names a country; a double one names two."""
    return country in s.board.treason[card].countries


def target(seat: SeatId, rank: RankId, area: AreaId) -> str:
    """How a noble is remembered as a target of this turn (9.2)."""
    return f"{area}/{rank}/{seat}"


# ---------------------------------------------------------------------- 9.1-9.3 may it be played


def why_not(
    s: State, seat: SeatId, cards: Sequence[TreasonId], rival: SeatId, rank: RankId, area: AreaId
) -> Reason | None:
    """9.1-9.3, 8.6 None when these cards may be played against that noble now, else why not."""
    if s.turn is not None and s.turn.option in (OPTION_1, EXCHANGE):
        return Reason("no_treason_in_option_1", "7.5", {"cards": list(cards)})
    return (
        _why_not_target(s, seat, rival, rank, area)
        or _why_not_cards(s, seat, cards, area)
        or (None if nobles.covers_kill(s, seat, rank) else Reason("cover_test", "8.6", {"rank": rank, "area": area}))
    )


def _why_not_target(s: State, seat: SeatId, rival: SeatId, rank: RankId, area: AreaId) -> Reason | None:
    """9.2"""
    if rival == seat:
        return Reason("own_noble", "9.2", {"rank": rank, "area": area})
    if s.board.box_index(area, rank) is None:
        return Reason("rank_not_in_area", "1.4", {"rank": rank, "area": area})
    facts: dict[str, Json] = {"rival": rival, "rank": rank, "area": area}
    if s.turn is not None and s.turn.targets.count(target(rival, rank, area)) >= s.board.numbers.targets_per_noble:
        return Reason("already_target", "9.2", facts)
    if s.owner_at(area, rank) != rival:
        return Reason("target_not_there", "9.2", facts)
    return None


def _why_not_cards(s: State, seat: SeatId, cards: Sequence[TreasonId], area: AreaId) -> Reason | None:
    """9.3"""
    lacking = Counter(cards) - Counter(s.families[seat].treason)
    if lacking or not cards:
        named: list[Json] = list(lacking.elements())
        return Reason("no_such_card_in_hand", "9.1", {"cards": named})
    country, needed = s.board.areas[area].country, cards_needed(s, area)
    if len(cards) != needed:
        return Reason("wrong_number_of_cards", "9.3", {"area": area, "count": len(cards), "needed": needed})
    assassins = sum(card in s.board.assassins for card in cards)
    if assassins == len(cards):
        return None
    if assassins:
        return Reason("not_a_pair", "9.3", {"cards": list(cards)})
    for card in cards:
        if not names_country(s, card, country):
            return Reason("wrong_country", "9.3", {"card": card, "country": country, "area": area})
    return None


def cards_for(s: State, seat: SeatId, wanted: CountryId, area: AreaId) -> list[TreasonId]:
    """19.3 USE of a country: of the hand's cards that name it, as many as a target in that area takes: single ones
    first, then doubles in the order of the data file; fewer when the hand has not so many."""
    naming = [card for card in s.families[seat].treason if names_country(s, card, wanted)]
    naming.sort(key=lambda card: (s.board.treason[card].kind != SINGLE, s.board.treason_index[card]))
    return naming[: cards_needed(s, area)]


def can_strike(s: State, seat: SeatId) -> list[dict[str, Json]]:
    """9 Every noble that the seat could strike now, with the plays that may do it; none in a first turn (8.1)."""
    found: list[dict[str, Json]] = []
    if s.turn is not None and not s.turn.option and s.families[seat].turns == 1:
        return found
    kinds = sorted(set(s.families[seat].treason), key=s.board.treason_index.__getitem__)
    for area, rank in s.board.boxes:
        rival = s.owner_at(area, rank)
        if rival is None or rival == seat:
            continue
        plays = combinations_with_replacement(kinds, cards_needed(s, area))
        ways: list[Json] = [list(cards) for cards in plays if why_not(s, seat, cards, rival, rank, area) is None]
        if ways:
            found.append({"seat": rival, "rank": rank, "area": area, "with": ways})
    return found


# ---------------------------------------------------------------------- 9.4-9.6 the play


def strike(s: State, seat: SeatId, cards: Sequence[TreasonId], rival: SeatId, rank: RankId, area: AreaId) -> Flow[bool]:
    """9 One play against one noble; whether it was killed. `why_not` must have been None."""
    s.spend_treason(seat, cards)
    s.going.targets.append(target(rival, rank, area))
    facts: dict[str, Json] = {"seat": seat, "rival": rival, "rank": rank, "area": area}
    tell(s, Event("treason_played", "9.1", {**facts, "cards": list(cards)}))
    if s.board.treason[cards[0]].kind == ASSASSIN:
        success = yield from _assassination(s, seat, rival)
        tell(s, Event("assassination", "9.5", {**facts, "success": success}))
        if not success:
            return False
    kill(s, rival, rank, area)
    return True


def _assassination(s: State, seat: SeatId, rival: SeatId) -> Flow[bool]:
    """9.5 One cube is drawn from the bag: own cubes and one of the owner, the same for one assassin and for two."""
    bag = [seat] * s.board.numbers.own_cubes + [rival] * s.board.numbers.target_cubes
    drawn = yield from draw_at_random(BAG, bag, rule="9.5")
    return drawn == seat


# ---------------------------------------------------------------------- 11 killed nobles


def kill(s: State, rival: SeatId, rank: RankId, area: AreaId) -> None:
    """9.6, 11.1 The noble leaves its box: face down onto the hex, or home to its owner's supply (11.4)."""
    s.set_owner(area, rank, None)
    if scoring.goes_home(s, rival, s.board.areas[area].country):
        s.families[rival].supply[rank] += 1
        to, rule = "supply", "11.4"
    else:
        s.dead[area].append(Noble(rival, rank))
        to, rule = "hex", "11.1"
    s.going.emptied.append(Emptied(area, rank))
    tell(s, Event("noble_killed", rule, {"rival": rival, "rank": rank, "area": area, "to": to}))
