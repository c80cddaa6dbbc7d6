"""The cards of a case: piles, rows and hands become what its lines say, and no card is made or lost.

A line names all cards of a place ("hand red: gold, 2 title"), their number ("draw pile: 5"), or those on top ("top of
draw pile: castle"). What no line speaks of keeps its cards, as long as they are not needed elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import REVOLUTION
from pbem.case_text import CaseFault

Pile = list[str]
FULL = ("row", "revolution pile", "treason row")
"""Places that keep their number of cards when one of them is needed elsewhere."""


@dataclass(slots=True)
class Wanted:
    """What lines of one SITUATION say of the places of one sort of cards."""

    cards: dict[str, list[str]] = field(default_factory=dict)
    """Place -> its cards, as they lie in the list of the position."""
    counts: dict[str, int] = field(default_factory=dict)
    tops: dict[str, list[str]] = field(default_factory=dict)
    """Pile -> its top cards, the topmost first."""

    def speaks_of(self, place: str) -> bool:
        return place in self.cards or place in self.counts

    @property
    def empty(self) -> bool:
        return not (self.cards or self.counts or self.tops)


def attribute_places(s: HeadsState) -> dict[str, Pile]:
    """Every place of attribute cards, and its list."""
    hands = {f"hand {seat}": family.hand for seat, family in s.families.items()}
    piles = {"draw pile": s.draw_pile, "discard": s.discard, "revolution pile": s.revolution_pile}
    return {**piles, "row": s.row, "aside": s.aside, **hands}


def treason_places(s: HeadsState) -> dict[str, Pile]:
    """Every place of treason cards, and its list."""
    hands = {f"treason {seat}": family.treason for seat, family in s.families.items()}
    return {
        "treason pile": s.treason_pile,
        "treason discard": s.treason_discard,
        "treason row": s.treason_row,
        **hands,
    }


def lay(places: dict[str, Pile], wanted: Wanted) -> None:
    """Make the places as wanted. Raises CaseFault when there are not so many cards of a kind."""
    if not wanted.empty:
        _Laying(places, wanted).run()


class _Laying:
    """One distribution: the first two places are the piles that give and take what is over."""

    def __init__(self, places: dict[str, Pile], wanted: Wanted) -> None:
        self.places, self.wanted = places, wanted
        self.pool: Pile = []
        self.spare = [place for place in list(places)[:2] if not wanted.speaks_of(place)]
        self.full = [place for place in FULL if place in places and not wanted.speaks_of(place)]

    def run(self) -> None:
        for place in self.places:
            if self.wanted.speaks_of(place):
                self.pool += self.places[place]
                self.places[place].clear()
        for place, cards in self.wanted.cards.items():
            for card in cards:
                self._find(card)
                self.places[place].append(card)
        tops = {place: self._top(place, cards) for place, cards in self.wanted.tops.items()}
        for place, count in self.wanted.counts.items():
            self._count(place, count - len(tops.get(place, ())))
        for place, cards in tops.items():
            self.places[place] += cards
        self._lay_rest()

    def _find(self, card: str, keep: str = "") -> None:
        """Take a card from where it is not needed; a row or the revolution pile gets another one for it."""
        if card in self.pool:
            self.pool.remove(card)
            return
        for place in (*self.spare, *self.full):
            pile = self.places[place]
            if place != keep and card in pile:
                at = pile.index(card)
                del pile[at]
                if place in self.full:
                    pile.insert(at, self._any())
                return
        raise CaseFault(f"there is no {card} left; name fewer of them, or fewer cards of the other places")

    def _any(self) -> str:
        """Some card that is not needed."""
        for pile in (self.pool, *(self.places[place] for place in self.spare)):
            for card in pile:
                if card != REVOLUTION:
                    pile.remove(card)
                    return card
        raise CaseFault("there are no cards left to fill a row or a pile with")

    def _top(self, place: str, cards: Sequence[str]) -> Pile:
        """The top cards of a pile are taken out of it, or put for others of it; they come back last."""
        pile = self.places[place]
        fixed = place in self.full
        for card in cards:
            if card in pile:
                pile.remove(card)
                continue
            self._find(card, keep=place)
            if fixed:
                other = next(other for other in pile if other != REVOLUTION)
                pile.remove(other)
                self.pool.append(other)
        return list(reversed(cards))

    def _count(self, place: str, count: int) -> None:
        pile = self.places[place]
        if count < 0:
            raise CaseFault(f"{place}: more cards are on top than there are")
        if place == "revolution pile" and REVOLUTION in self.pool:
            self.pool.remove(REVOLUTION)
            pile.append(REVOLUTION)
        while len(pile) < count:
            pile.append(self._any())

    def _lay_rest(self) -> None:
        if not self.pool:
            return
        if REVOLUTION in self.pool:
            raise CaseFault("the revolution card lies nowhere: name REVOLUTION in the revolution pile")
        if not self.spare:
            over = ", ".join(f"{count} {card}" for card, count in Counter(self.pool).items())
            raise CaseFault(f"{over} lie nowhere; leave out the line of a pile, so that it takes them")
        self.places[self.spare[0]][:0] = self.pool


def in_order(pile: Pile, index: Callable[[str], int]) -> None:
    """Hands lie in data order."""
    pile.sort(key=index)
