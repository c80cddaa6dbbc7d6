"""Lines about a position of Heads of State: made so in a SITUATION, and required under EXPECT.

"red king @ paris", "hand red: gold, 2 courtesan", "square gb: blue" mean the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.heads_of_state import influence, invariants, nobles, treason, winners
from engine.heads_of_state.state import Family, HeadsState, Noble, RoundEnd
from engine.heads_of_state.terms import OVER
from orders.typography import fold
from pbem.case_text import CaseFault
from pbem.games.heads_of_state import cases_cards
from pbem.games.heads_of_state.cases_cards import Wanted
from pbem.games.heads_of_state.cases_names import NOTHING, Names, parts, show_list, whole

State = HeadsState
_NOBLE: Final = re.compile(r"(?:(dead|empty|no dead)\s+)?(?:(\S+)\s+)??(\S+)\s+@\s+([^:]+)")
_SCORE: Final = re.compile(r"(score|gains)\s+([^\s:]+)\s+(\d+)")
_ROUND: Final = re.compile(r"(round|turn)\s+(\d+)")
_BROUGHT: Final = re.compile(r"(\S+)\s+has\s+brought", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a line is about: how to make it so, how to show what is, how to bring what is written into that form."""

    make: Callable[[str, str], None] | None
    show: Callable[[str], str]
    form: Callable[[str, str], str]


class Position:
    """Reads the lines about one state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.names = Names(state.board, state.order)
        self.before: dict[str, int] = {}
        self.sound = True
        """Whether the scores are those of the markers, so that section 21 can be checked."""
        self._attributes, self._treason = Wanted(), Wanted()
        self._scores: dict[str, int] = {}
        self._subjects = self._made_subjects()

    def _made_subjects(self) -> Mapping[str, _Subject]:
        s, names = self.state, self.names
        counted = _number
        piles = {
            "draw pile": lambda: s.draw_pile,
            "revolution pile": lambda: s.revolution_pile,
            "discard": lambda: s.discard,
        }
        subjects: dict[str, _Subject] = {}
        for place, pile in piles.items():
            subjects[place] = _Subject(self._pile(place), _show_pile(pile), self._form_attributes)
            subjects[f"top of {place}"] = _Subject(self._top(place), _show_top(pile), lambda _, v: names.attribute(v))
        treason_piles = {"treason pile": lambda: s.treason_pile, "treason discard": lambda: s.treason_discard}
        for place, pile in treason_piles.items():
            subjects[place] = _Subject(self._treason_pile(place), _show_pile(pile), self._form_treason)
            top = self._treason_top(place)
            subjects[f"top of {place}"] = _Subject(top, _show_top(pile), lambda _, v: names.treason(v))
        in_data_order = self._form_hand
        subjects |= {
            "row": _Subject(self._row("row"), lambda _: names.show_attributes(s.row), in_data_order),
            "aside": _Subject(self._row("aside"), lambda _: names.show_attributes(s.aside), in_data_order),
            "hand": _Subject(self._hand, lambda f: names.show_attributes(self._family(f).hand), in_data_order),
            "treason row": _Subject(self._treason_row, lambda _: show_list(s.treason_row), self._form_treason_row),
            "treason": _Subject(
                self._treason_hand,
                lambda f: names.show_treason(self._family(f).treason),
                lambda _, v: names.show_treason(names.treason_in(v)),
            ),
            "order": _Subject(self._order, lambda _: show_list(s.order), lambda _, v: show_list(names.seats_in(v))),
            "active": _Subject(self._active, lambda _: s.active, lambda _, v: names.seat(v)),
            "round": _Subject(self._round, lambda _: s.board.rounds[s.round], lambda _, v: v),
            "turns": _Subject(self._turns, lambda f: str(self._family(f).turns), counted),
            "square": _Subject(self._square, self._show_square, lambda _, v: show_list(names.seats_in(v))),
            "large": _Subject(self._large, lambda _: show_list(s.large), lambda _, v: show_list(names.seats_in(v))),
            "hex": _Subject(self._hex, self._show_hex, lambda _, v: names.seat_or_nobody(v) or "nobody"),
            "round end": _Subject(self._round_end, self._show_round_end, self._form_pair),
            "noble cards": _Subject(self._noble_cards, self._show_noble_cards, self._form_ranks),
            "noble cards left": _Subject(None, lambda r: str(s.noble_cards_left[names.rank(r)]), counted),
            "has brought": _Subject(self._brought, self._show_brought, self._form_brought),
            "score": _Subject(self._score, lambda f: str(self._family(f).score.total), counted),
            "gains": _Subject(None, self._show_gains, self._form_by_seat),
            "supply": _Subject(None, self._show_supply, self._form_ranks),
            "influence": _Subject(None, self._show_influence, self._form_by_seat),
            "dead": _Subject(None, self._show_dead, self._form_dead),
            "winner": _Subject(
                None, lambda _: show_list(winners.winners(s)), lambda _, v: show_list(names.seats_in(v))
            ),
            "over": _Subject(None, lambda _: "yes" if s.over else "no", lambda _, v: fold(v)),
            "takes left": _Subject(None, lambda _: str(s.going.attributes_to_take), counted),
            "treason takes left": _Subject(None, lambda _: str(s.going.treason_to_take), counted),
            "option": _Subject(None, lambda _: s.going.option or "nothing", lambda _, v: v),
            "stage": _Subject(None, lambda _: str(s.going.stage), counted),
            "clock": _Subject(None, lambda _: s.clock, lambda _, v: v),
            "can place": _Subject(None, self._show_can_place, self._form_boxes),
            "can strike": _Subject(None, self._show_can_strike, self._form_boxes),
        }
        return subjects

    # ------------------------------------------------------------------ lines

    def make(self, text: str) -> None:
        """Make the position as a line says; cards and scores by `finish`. Raises CaseFault."""
        if (noble := _NOBLE.fullmatch(text)) is not None:
            self._make_noble(noble)
            return
        word, about, value = self._parts(text)
        setter = self._subjects[word].make
        if setter is None:
            raise CaseFault(f"{word!r} follows from the position; it can be expected, not set")
        setter(about, value)

    def differs(self, text: str) -> str | None:
        """None when the position is as a line says; else what is. Raises CaseFault."""
        if (noble := _NOBLE.fullmatch(text)) is not None:
            return self._noble_differs(noble)
        word, about, value = self._parts(text)
        subject = self._subjects[word]
        if value.isdecimal() and word in ("hand", "treason", *_PILES):
            cards = cases_cards.attribute_places(self.state) | cases_cards.treason_places(self.state)
            is_so, written = str(len(cards[" ".join(filter(None, (word, about and self.names.seat(about))))])), value
        else:
            is_so, written = subject.show(about), subject.form(about, value)
            if word == "supply":
                is_so = self._supply_of(about, self.names.ranks_in(value))
        return None if is_so == written else f"it is: {is_so}"

    def _parts(self, text: str) -> tuple[str, str, str]:
        for pattern in (_SCORE, _ROUND):
            if (found := pattern.fullmatch(text)) is not None:
                text = " ".join(found.groups()[:-1]) + f": {found.groups()[-1]}"
        head, colon, value = text.partition(":")
        if not colon or not value.strip():
            raise CaseFault(f"{text!r}: write what it is about, a colon and the value, as in hand red: gold, title")
        if (brought := _BROUGHT.fullmatch(head.strip())) is not None:
            return "has brought", brought[1], value.strip()
        folded = fold(head)
        for word in sorted(self._subjects, key=len, reverse=True):
            if folded == word or folded.startswith(word + " "):
                return word, " ".join(head.split()[len(word.split()) :]), value.strip()
        raise CaseFault(f"{head.strip()!r} is nothing that a case can speak of; there are {', '.join(self._subjects)}")

    def finish(self) -> None:
        """The cards are laid, markers and scores follow from what was said. Raises CaseFault."""
        s = self.state
        cases_cards.lay(cases_cards.attribute_places(s), self._attributes)
        cases_cards.lay(cases_cards.treason_places(s), self._treason)
        self._attributes, self._treason = Wanted(), Wanted()
        for family in s.families.values():
            cases_cards.in_order(family.hand, s.board.attribute_index.__getitem__)
            cases_cards.in_order(family.treason, s.board.treason_index.__getitem__)
        for seat in s.large:
            for rank in s.board.ranks:
                s.families[seat].brought.setdefault(rank, 1)
        self._fill_round_ends()
        for seat, score in invariants.recomputed(s).items():
            s.families[seat].score = score
        for seat, points in self._scores.items():
            score = s.families[seat].score
            score.final += points - score.total
            self.sound = False
        self._scores = {}
        s.cursor = OVER if s.over else f"{s.board.rounds[s.round]}/{s.number}/{s.active}"

    def _fill_round_ends(self) -> None:
        """14.4 Of rounds that are over, the markers of which nothing is said went to nobody."""
        s = self.state
        known = {(row.round, row.country) for row in s.small}
        past = [(number, country) for number in range(s.round) for country in s.board.countries]
        s.small += [RoundEnd(number, country) for number, country in past if (number, country) not in known]

    def _family(self, text: str) -> Family:
        return self.state.families[self.names.seat(text)]

    # ------------------------------------------------------------------ nobles

    def _make_noble(self, found: re.Match[str]) -> None:
        word, owner, rank, area = found[1], found[2], self.names.rank(found[3]), self.names.area(found[4])
        if self.state.board.box_index(area, rank) is None:
            raise CaseFault(f"{area} has no box for a {rank}")
        if word == "empty":
            self._clear(area, rank)
            return
        if owner is None or word == "no dead":
            raise CaseFault(f"{found[0]!r}: write whose noble it is, as in red king @ paris")
        seat = self.names.seat(owner)
        if word == "dead":
            self.state.dead[area].append(Noble(seat, rank))
        else:
            self._clear(area, rank)
            self.state.set_owner(area, rank, seat)
        family = self.state.families[seat]
        family.supply[rank] -= 1
        if family.supply[rank] < 0:
            raise CaseFault(f"{seat} has no tile of a {rank} left for {area}")
        family.brought[rank] = family.brought.get(rank, 0) + 1
        if self.state.noble_cards_left[rank]:
            self.state.noble_cards_left[rank] -= 1
            family.noble_cards[rank] = family.noble_cards.get(rank, 0) + 1
        self.state.hex_taken.setdefault(area, seat)

    def _clear(self, area: str, rank: str) -> None:
        owner = self.state.owner_at(area, rank)
        if owner is not None:
            self.state.families[owner].supply[rank] += 1
            self.state.set_owner(area, rank, None)

    def _noble_differs(self, found: re.Match[str]) -> str | None:
        word, owner, rank, area = found[1], found[2], self.names.rank(found[3]), self.names.area(found[4])
        if word in ("dead", "no dead"):
            seat = self.names.seat(owner or "")
            lies = any((noble.seat, noble.rank) == (seat, rank) for noble in self.state.dead[area])
            return None if lies is (word == "dead") else f"on the hex lie: {self._show_dead(area)}"
        if self.state.board.box_index(area, rank) is None:
            raise CaseFault(f"{area} has no box for a {rank}")
        stands = self.state.owner_at(area, rank)
        wanted = None if word == "empty" else self.names.seat(owner or "")
        return None if stands == wanted else f"there stands: {stands or 'nobody'}"

    def _show_dead(self, about: str) -> str:
        dead = self.state.dead[self.names.area(about.removeprefix("@").strip())]
        return show_list(sorted(f"{noble.seat} {noble.rank}" for noble in dead))

    def _form_dead(self, about: str, value: str) -> str:
        found = []
        for part in [] if fold(value) in NOTHING else parts(value):
            seat, _, rank = part.partition(" ")
            found.append(f"{self.names.seat(seat)} {self.names.rank(rank)}")
        return show_list(sorted(found))

    def _show_can_place(self, about: str) -> str:
        found = nobles.can_place(self.state, self.names.seat(about))
        return show_list(sorted(f"{row['rank']} @ {row['area']}" for row in found))

    def _show_can_strike(self, about: str) -> str:
        found = treason.can_strike(self.state, self.names.seat(about))
        return show_list(sorted(f"{row['rank']} @ {row['area']}" for row in found))

    def _form_boxes(self, about: str, value: str) -> str:
        found = []
        for part in [] if fold(value) in NOTHING else parts(value):
            rank, _, area = part.partition(" @ ")
            found.append(f"{self.names.rank(rank)} @ {self.names.area(area)}")
        return show_list(sorted(found))

    # ------------------------------------------------------------------ cards

    def _pile(self, place: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            if value.isdecimal():
                self._attributes.counts[place] = int(value)
            else:
                self._attributes.cards[place] = list(reversed(self.names.attributes_in(value)))

        return make

    def _treason_pile(self, place: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            if value.isdecimal():
                self._treason.counts[place] = int(value)
            else:
                self._treason.cards[place] = list(reversed(self.names.treason_in(value)))

        return make

    def _top(self, place: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            self._attributes.tops[place] = self.names.attributes_in(value)

        return make

    def _treason_top(self, place: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            self._treason.tops[place] = self.names.treason_in(value)

        return make

    def _row(self, place: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            self._attributes.cards[place] = self.names.attributes_in(value)

        return make

    def _hand(self, about: str, value: str) -> None:
        self._attributes.cards[f"hand {self.names.seat(about)}"] = self.names.attributes_in(value)

    def _treason_row(self, about: str, value: str) -> None:
        self._treason.cards["treason row"] = self.names.treason_in(value)

    def _treason_hand(self, about: str, value: str) -> None:
        self._treason.cards[f"treason {self.names.seat(about)}"] = self.names.treason_in(value)

    def _form_attributes(self, about: str, value: str) -> str:
        return show_list(self.names.attributes_in(value))

    def _form_treason(self, about: str, value: str) -> str:
        return show_list(self.names.treason_in(value))

    def _form_treason_row(self, about: str, value: str) -> str:
        return show_list(self.names.treason_in(value))

    def _form_hand(self, about: str, value: str) -> str:
        return self.names.show_attributes(self.names.attributes_in(value))

    # ------------------------------------------------------------------ sequence

    def _order(self, about: str, value: str) -> None:
        order = self.names.seats_in(value)
        if sorted(order) != sorted(self.state.families):
            raise CaseFault(f"{value!r}: name every seat once; see PLAYERS")
        self.state.order = order

    def _active(self, about: str, value: str) -> None:
        self.state.active = self.names.seat(value)

    def _round(self, about: str, value: str) -> None:
        self.state.round = self.names.round(value)

    def _turns(self, about: str, value: str) -> None:
        self._family(about).turns = whole(value)

    # ------------------------------------------------------------------ markers and points

    def _square(self, about: str, value: str) -> None:
        self.state.squares[self.names.country(about)] = self.names.seats_in(value)

    def _show_square(self, about: str) -> str:
        return show_list(self.state.squares[self.names.country(about)])

    def _large(self, about: str, value: str) -> None:
        self.state.large[:] = self.names.seats_in(value)

    def _hex(self, about: str, value: str) -> None:
        area, seat = self.names.area(about), self.names.seat_or_nobody(value)
        self.state.hex_taken.pop(area, None)
        if seat is not None:
            self.state.hex_taken[area] = seat
            for rank in self.state.board.areas[area].boxes[:1]:
                self.state.families[seat].brought.setdefault(rank, 1)

    def _show_hex(self, about: str) -> str:
        return self.state.hex_taken.get(self.names.area(about), "nobody")

    def _round_end(self, about: str, value: str) -> None:
        """ "round end 1589 fr: red, nobody"; without a year the round before this one."""
        number, country = self._year_and_country(about)
        first, second = self._pair(value)
        if number is None:
            number = self.state.round - 1
        self.state.small.append(RoundEnd(number, country, first, second))

    def _show_round_end(self, about: str) -> str:
        """The last one of a country, or that of a round: "round end fr", "round end 1589 fr"."""
        number, country = self._year_and_country(about)
        rows = [row for row in self.state.small if row.country == country and number in (None, row.round)]
        return f"{rows[-1].first or 'nobody'}, {rows[-1].second or 'nobody'}" if rows else "not scored"

    def _year_and_country(self, about: str) -> tuple[int | None, str]:
        year, _, name = about.partition(" ")
        if year.isdecimal():
            return self.names.round(year), self.names.country(name)
        return None, self.names.country(about)

    def _form_pair(self, about: str, value: str) -> str:
        first, second = self._pair(value)
        return f"{first or 'nobody'}, {second or 'nobody'}"

    def _pair(self, value: str) -> tuple[str | None, str | None]:
        names = [self.names.seat_or_nobody(part) for part in parts(value)]
        if len(names) != 2:
            raise CaseFault(f"{value!r}: write who is first and who is second, as in red, nobody")
        return names[0], names[1]

    def _noble_cards(self, about: str, value: str) -> None:
        family = self._family(about)
        for rank, count in self.names.ranks_in(value).items():
            self.state.noble_cards_left[rank] -= count - family.noble_cards.get(rank, 0)
            if self.state.noble_cards_left[rank] < 0:
                raise CaseFault(f"there are not so many noble cards of a {rank}")
            family.noble_cards[rank] = count
            family.brought[rank] = max(count, family.brought.get(rank, 0))

    def _show_noble_cards(self, about: str) -> str:
        return self.names.show_ranks(self._family(about).noble_cards)

    def _brought(self, about: str, value: str) -> None:
        family = self._family(about)
        for rank, count in self.names.ranks_in(value).items():
            family.brought[rank] = max(count, family.brought.get(rank, 0))

    def _show_brought(self, about: str) -> str:
        return show_list(rank for rank in self.state.board.ranks if self._family(about).brought.get(rank))

    def _form_brought(self, about: str, value: str) -> str:
        named = self.names.ranks_in(value)
        return show_list(rank for rank in self.state.board.ranks if rank in named)

    def _form_ranks(self, about: str, value: str) -> str:
        return self.names.show_ranks(self.names.ranks_in(value))

    def _show_supply(self, about: str) -> str:
        return self.names.show_ranks(self._family(about).supply)

    def _supply_of(self, about: str, named: Mapping[str, int]) -> str:
        """Of a supply only the ranks that are named."""
        supply = self._family(about).supply
        return self.names.show_ranks({rank: supply[rank] for rank in named})

    def _score(self, about: str, value: str) -> None:
        self._scores[self.names.seat(about)] = whole(value)

    def _show_gains(self, about: str) -> str:
        """ "gains red: 27", or all: "gains: red 10, yellow 2"."""
        totals = self.state.totals()
        gains = {seat: totals[seat] - self.before.get(seat, 0) for seat in self.state.order}
        return str(gains[self.names.seat(about)]) if about else _show_by_seat(gains, self.state.order)

    def _show_influence(self, about: str) -> str:
        found = influence.influence(self.state, self.names.country(about))
        return _show_by_seat(found, self.state.order)

    def _form_by_seat(self, about: str, value: str) -> str:
        if value.isdecimal():
            return str(int(value))
        return _show_by_seat(self.names.by_seat(value), self.state.order)


_PILES: Final = (
    "draw pile", "revolution pile", "discard", "treason pile", "treason discard", "row", "treason row", "aside",
)  # fmt: skip
"""Of these a number of cards can be expected too."""


def _show_pile(pile: Callable[[], list[str]]) -> Callable[[str], str]:
    return lambda about: show_list(reversed(pile()))


def _show_top(pile: Callable[[], list[str]]) -> Callable[[str], str]:
    return lambda about: pile()[-1] if pile() else "nothing"


def _number(about: str, value: str) -> str:
    return str(whole(value))


def _show_by_seat(points: Mapping[str, int], order: list[str]) -> str:
    return show_list(f"{seat} {points[seat]}" for seat in order if points.get(seat))
