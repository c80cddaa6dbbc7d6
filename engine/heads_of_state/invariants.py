"""21 What must hold between any two steps. A breach is always a fault of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.core.table import BrokenInvariant
from engine.heads_of_state import scoring
from engine.heads_of_state.state import HeadsState as State
from engine.heads_of_state.state import Score
from engine.heads_of_state.terms import REVOLUTION, RankId, SeatId


def check(s: State) -> None:
    """All of section 21 that a single position can show. Raises BrokenInvariant with what is wrong."""
    check_all_but_scores(s)
    _scores(s)


def check_all_but_scores(s: State) -> None:
    """Section 21 without the last step from markers to points. Raises BrokenInvariant with what is wrong."""
    _seats(s)
    _attribute_cards(s)
    _treason_cards(s)
    _hands(s)
    _tiles(s, _map(s))
    _noble_cards(s)
    _hex_markers(s)
    _square_markers(s)
    _large_markers(s)
    _small_markers(s)
    if s.turn is None and not s.over and not _before_the_deal(s):
        _start_of_turn(s)


def _require(holds: bool, sentence: str, rule: str = "21") -> None:
    if not holds:
        raise _broken(sentence, rule)


def _broken(sentence: str, rule: str = "21") -> BrokenInvariant:
    """Loops use it directly: to write a sentence for every box and rank that is in order takes most of the time."""
    return BrokenInvariant(f"{sentence} (rule {rule})")


def _before_the_deal(s: State) -> bool:
    """4 Nothing is turned up yet."""
    return s.number == 0 and not s.row


# ---------------------------------------------------------------------- seats and cards


def _seats(s: State) -> None:
    """4.1 Every seat once in the circle."""
    seats = set(s.order)
    if not len(seats) == len(s.order) == s.players:
        raise _broken(f"{s.order} is no circle of {s.players} seats", "4.1")
    if seats != s.families.keys():
        raise _broken(f"the families are {sorted(s.families)}, the seats {sorted(seats)}", "4.1")
    _require(_before_the_deal(s) or s.active in seats, f"{s.active!r} is active and has no seat", "4.1")
    _require(0 <= s.round < len(s.board.rounds), f"there is no round {s.round}", "5.2")


def _attribute_cards(s: State) -> None:
    """21, 4.2 No attribute card is made or lost; 4.3 the revolution card lies in its pile, and only there."""
    cards = [*s.draw_pile, *s.revolution_pile, *s.row, *s.aside, *s.discard]
    for family in s.families.values():
        cards += family.hand
    found = Counter(cards)
    revolutions = found.pop(REVOLUTION, 0)
    _same_cards("attribute", found, s.board.attribute_counts[s.players])
    n = s.board.numbers.revolution_cards + 1
    if len(s.revolution_pile) > n:
        raise _broken(f"the revolution pile holds {len(s.revolution_pile)} of {n} cards", "4.3")
    if _before_the_deal(s):
        return
    waiting = s.revolution_pile.count(REVOLUTION)
    _require(waiting == revolutions, "the revolution card lies outside its pile", "4.3")
    if waiting != 1 and not (s.over and waiting == 0):
        raise _broken(f"the revolution pile holds it {waiting} times", "4.3")


def _treason_cards(s: State) -> None:
    """21 All treason cards are there."""
    cards = [*s.treason_pile, *s.treason_row, *s.treason_discard]
    for family in s.families.values():
        cards += family.treason
    _same_cards("treason", Counter(cards), s.board.treason_counts)


def _same_cards(what: str, found: Counter[str], due: Mapping[str, int]) -> None:
    if dict(found) == due:
        return
    for kind in (*due, *(other for other in found if other not in due)):
        have, should = found[kind], due.get(kind, 0)
        _require(have == should, f"there are {have} {what} cards of {kind}, not {should}")


def _hands(s: State) -> None:
    """Hands lie in data order, so that nothing can be read from them but what they hold."""
    attributes, treason = s.board.attribute_index.__getitem__, s.board.treason_index.__getitem__
    for seat, family in s.families.items():
        if family.hand != sorted(family.hand, key=attributes) or family.treason != sorted(family.treason, key=treason):
            raise _broken(f"the hand of {seat} is out of order: {family.hand}, {family.treason}", "3.2")


def _start_of_turn(s: State) -> None:
    """21, 12 Between two turns both rows are full, nobody is above the limits, nothing is put aside."""
    n = s.board.numbers
    if len(s.row) != n.row:
        raise _broken(f"a turn begins with {len(s.row)} cards in the row, not {n.row}", "12.4")
    if len(s.treason_row) != n.treason_row:
        raise _broken(f"a turn begins with {len(s.treason_row)} treason cards in the row, not {n.treason_row}", "12.3")
    if s.aside:
        raise _broken(f"a turn begins with {len(s.aside)} cards put aside", "12.2")
    for seat in s.order:
        held, treason = s.hand_sizes(seat)
        if held > n.turn_end_attributes:
            raise _broken(f"{seat} holds {held} attribute cards between turns", "12.1")
        if treason > n.turn_end_treason:
            raise _broken(f"{seat} holds {treason} treason cards between turns", "12.1")


# ---------------------------------------------------------------------- the map


def _map(s: State) -> dict[SeatId, dict[RankId, int]]:
    """21 Boxes are those of the board and hold families in play; dead nobles had a box in their area (11.1). Gives the
    tiles of each family that are on the map."""
    _require(list(s.boxes) == list(s.board.areas) == list(s.dead), "the areas are not those of the board", "1.3")
    out: dict[SeatId, dict[RankId, int]] = {seat: {} for seat in s.families}
    for area, owners in s.boxes.items():
        data, dead, found = s.board.areas[area], s.dead[area], False
        if len(owners) != len(data.boxes):
            raise _broken(f"{area} has {len(owners)} boxes, not {len(data.boxes)}", "1.4")
        for rank, owner in zip(data.boxes, owners, strict=True):
            if owner is not None:
                if owner not in out:
                    raise _broken(f"a noble of {owner!r} stands in {area}", "1.4")
                out[owner][rank] = out[owner].get(rank, 0) + 1
                found = True
        for noble in dead:
            if noble.rank not in data.boxes or noble.seat not in out:
                raise _broken(f"a dead {noble.rank} of {noble.seat!r} lies on the hex of {area}", "11.1")
            if scoring.goes_home(s, noble.seat, data.country):
                raise _broken(f"a dead {noble.rank} of {noble.seat} lies in {area} and belongs home", "11.4")
            out[noble.seat][noble.rank] = out[noble.seat].get(noble.rank, 0) + 1
        if area not in s.hex_taken and (found or dead):
            raise _broken(f"{area} has nobles, and its hex marker was never taken", "14.1")
    return out


def _tiles(s: State, out: Mapping[SeatId, Mapping[RankId, int]]) -> None:
    """21, 2.1 Tiles in supply, in boxes and on hexes are all there are of a family."""
    tiles = s.board.tiles
    for seat, family in s.families.items():
        _require([*family.supply] == [*tiles], f"{seat} has no supply of every rank", "2.1")
        for rank, left in family.supply.items():
            placed = out[seat].get(rank, 0)
            if left < 0 or left + placed != tiles[rank]:
                raise _broken(f"{seat} has {left} tiles of {rank} in supply and {placed} on the map, not {tiles[rank]}")
            if placed and placed > (brought := family.brought.get(rank, 0)):
                raise _broken(f"{seat} has {placed} tiles of {rank} on the map and brought {brought}", "10.4")


def _noble_cards(s: State) -> None:
    """21 Noble cards by rank; nobody has more of them than nobles brought into play."""
    taken = dict.fromkeys(s.board.ranks, 0)
    for seat, family in s.families.items():
        for rank, cards in family.noble_cards.items():
            if cards > (brought := family.brought.get(rank, 0)):
                raise _broken(f"{seat} has {cards} noble cards of {rank} and brought {brought} into play")
        for rank in (*family.noble_cards, *family.brought):
            if rank not in taken:
                raise _broken(f"{seat} has cards of {rank!r}, which is no rank", "1.1")
        for rank, cards in family.noble_cards.items():
            taken[rank] += cards
    for rank, data in s.board.ranks.items():
        left = s.noble_cards_left.get(rank, 0)
        if left < 0 or left + taken[rank] != data.noble_cards:
            raise _broken(f"there are {left} + {taken[rank]} noble cards of {rank}")


# ---------------------------------------------------------------------- markers and scores


def _hex_markers(s: State) -> None:
    for area, seat in s.hex_taken.items():
        if area not in s.board.areas or seat not in s.families:
            raise _broken(f"the hex marker of {area} was taken by {seat!r}", "14.1")
        if s.families[seat].brought.keys().isdisjoint(s.board.areas[area].boxes):
            raise _broken(f"{seat} took the hex marker of {area} without a noble", "14.1")


def _square_markers(s: State) -> None:
    _require(set(s.squares) == set(s.board.countries), "the square markers are not those of the board", "14.2")
    for country, seats in s.squares.items():
        _each_once(s, seats, len(s.board.countries[country].square), f"square markers of {country}", "14.2")


def _large_markers(s: State) -> None:
    markers = s.board.full_set[s.players]
    _each_once(s, s.large, len(markers), "large markers", "14.3")
    complete = [seat for seat, family in s.families.items() if family.brought.keys() >= s.board.ranks.keys()]
    for seat in s.large:
        _require(seat in complete, f"{seat} took a large marker without a full set", "14.3")
    due = min(len(complete), len(markers))
    if len(s.large) != due:
        raise _broken(f"{len(s.large)} large markers are taken by {len(complete)} full sets", "14.3")


def _each_once(s: State, seats: Sequence[SeatId], most: int, what: str, rule: str) -> None:
    once = set(seats)
    if not len(once) == len(seats) <= most or not once <= s.families.keys():
        raise _broken(f"the {what} are with {list(seats)}", rule)


def _small_markers(s: State) -> None:
    """21 Each round that is over used one pair of a country, taken or removed."""
    rounds = s.round + 1 if s.over else s.round
    used = sorted((row.round, row.country) for row in s.small)
    due = sorted((number, country) for number in range(rounds) for country in s.board.countries)
    if used != due:
        raise _broken(f"the small markers of {rounds} rounds are {used}", "14.4")
    for row in s.small:
        known = (row.first is None or row.first in s.families) and (row.second is None or row.second in s.families)
        apart = row.second is None or (row.first is not None and row.first != row.second)
        if not (known and apart):
            raise _broken(f"the small markers of {row.country} are with {row.first} and {row.second}", "14.4")


def _scores(s: State) -> None:
    """21 A score is what its markers say (and the final scoring, once the game is over)."""
    for seat, due in recomputed(s).items():
        score = s.families[seat].score
        if score == due:
            continue
        for part in ("hex", "square", "full_set", "round_end", "final"):
            have, should = getattr(score, part), getattr(due, part)
            _require(have == should, f"{seat} has {have} points for {part}, the markers say {should}")
    if s.over and s.past.numbers:
        last = s.history[-1].totals
        _require(last == s.totals(), f"the history ends with {last}, the scores are {s.totals()}")


def recomputed(s: State) -> dict[SeatId, Score]:
    """21 What the markers taken, and at the end of the game the noble cards, say of the scores."""
    board = s.board
    scores = {seat: Score() for seat in s.families}
    for area, seat in s.hex_taken.items():
        scores[seat].hex += board.areas[area].hex
    for country, seats in s.squares.items():
        for seat, points in zip(seats, board.countries[country].square, strict=False):
            scores[seat].square += points
    for seat, points in zip(s.large, board.full_set[s.players], strict=False):
        scores[seat].full_set += points
    for row in s.small:
        data = board.countries[row.country]
        if row.first is not None:
            scores[row.first].round_end += data.round_first
        if row.second is not None:
            scores[row.second].round_end += data.round_second
    if s.over:
        for rank in board.ranks:
            result = scoring.rank_score(s, rank)
            for seat in result.seats:
                scores[seat].final += result.points
    return scores
