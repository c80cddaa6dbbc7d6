"""What Heads of State asks of a reader, with what can be placed and struck; the next turns; the final count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orders.heads_of_state import LANGUAGE
from pbem.games.heads_of_state.signs import chip
from pbem.games.heads_of_state.tables import PARTS, leaders
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.choices import Choices, Row, given
from pbem.reports.facts import Asked, ReportFacts
from pbem.reports.ink import GREY, HAIR, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, fitted, shrunk
from pbem.reports.last_page import LastPage
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, Column, Run
from pbem.reports.words import capital

MOST_NEXT = 10
"""Turns to come that are named."""


class HeadsAsking:
    """See pbem.reports.questions.Asking."""

    def __init__(self, words: HeadsWords, facts: ReportFacts) -> None:
        self.words, self.facts, self.view = words, facts, facts.view

    def question(self, one: Asked) -> str:
        if one.prompt:
            return one.prompt
        key = f"report.question.{one.kind}"
        if one.kind == "turn" and int(one.facts.get("stage") or 1) > 1:
            key += ".goes_on"
        if not self.words.has(key):
            return self.words.say(f"ask.{one.kind}", **{"seat": one.seat, **one.facts})
        return self.words.say(key, turn=self.view["turn"], round=self.view["round"], seat=one.seat)

    def source(self, one: Asked) -> str:
        if one.kind == "keep":
            numbers = self.facts.board.numbers
            return self.words.say(
                "report.source.keep", attributes=numbers.round_end_attributes, plots=numbers.round_end_treason
            )
        return " ".join(self._sources(one.facts)) if one.kind == "turn" else ""

    def _sources(self, facts: Mapping[str, Any]) -> list[str]:
        words, said = self.words, []
        options = facts.get("options") or {}
        for option, takes in options.items():
            said.append(words.say(f"report.source.{option}", count=takes["attributes"], plots=takes["treason"]))
        if facts.get("first_turn"):
            said.append(words.say("report.source.first_turn"))
        if not options:
            rest = facts.get("attributes_to_take", 0), facts.get("treason_to_take", 0)
            key = "report.source.left" if any(rest) else "report.source.none_left"
            said.append(words.say(key, option=facts.get("option"), attributes=rest[0], plots=rest[1]))
            said += self._nothing_possible(str(facts.get("option")))
        if facts.get("emptied"):
            boxes = [words.say("report.box", **box) for box in facts["emptied"]]
            key = "report.source.must_replace" if facts.get("must_replace") else "report.source.emptied"
            said.append(words.say(key, list=words.listed(boxes)))
        if facts.get("revolution"):
            said.append(words.say("report.source.revolution", round=facts.get("round")))
        return said

    def _nothing_possible(self, option: str) -> list[str]:
        """Where the tables are empty, that is said: whoever wrote LIST has asked for them."""
        what = "strike" if option == "2" else "place"
        if self.view.get("can_place") or self.view.get("can_strike"):
            return []
        return [self.words.say(f"report.source.nothing.{what}")]

    def tables(self, one: Asked) -> Sequence[Choices]:
        if one.choices:
            return (given(one),)
        if one.kind == "keep":
            return (self._hand(),)
        if one.kind != "turn":
            return ()
        return (self._can_place(), self._can_strike())

    def _hand(self) -> Choices:
        """What the reader holds at a change of round."""
        words, own = self.words, self.view.get("own") or {}
        rows: list[Row] = [
            (words.say(f"report.cards.{sort}"), words.cards(own[name]), str(len(own[name])))
            for sort, name in (("attributes", "hand"), ("treason", "treason"))
            if own.get(name)
        ]
        return Choices(("sort", "held", "number"), tuple(rows))

    def _can_place(self) -> Choices:
        """Ranks that the hand pays for, with the empty boxes; a hex that is not taken gives its points."""
        words, view = self.words, self.view
        by_rank: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for row in view.get("can_place") or ():
            area = view["areas"][row["area"]]
            name = words.area(row["area"])
            if area["hex"] is None:
                name = words.say("report.area_hex", area=row["area"], points=area["hex_value"])
            by_rank.setdefault((row["rank"], tuple(row["pays"])), []).append(name)
        order = list(self.facts.board.ranks)
        ranked = sorted(by_rank.items(), key=lambda item: -order.index(item[0][0]))
        rows = [(capital(words.rank(rank)), words.cards(pays), ", ".join(areas)) for (rank, pays), areas in ranked]
        return Choices(("noble", "pays", "areas"), tuple(rows), words.say("report.can_place"))

    def _can_strike(self) -> Choices:
        """Plays of treason cards, with the nobles that they could strike."""
        words = self.words
        by_cards: dict[tuple[str, ...], list[str]] = {}
        for row in self.view.get("can_strike") or ():
            target = words.say("report.noble", seat=row["seat"], rank=row["rank"], area=row["area"])
            for cards in row["with"]:
                by_cards.setdefault(tuple(cards), []).append(target)
        rows = [(" + ".join(map(words.card, cards)), ", ".join(targets)) for cards, targets in by_cards.items()]
        return Choices(("cards", "targets"), tuple(rows), words.say("report.can_strike"))

    def form_lines(self) -> list[str]:
        seats = [f"  {LANGUAGE.seat_word} {one.seat}" for one in self.facts.asked[:1]]
        lines = [f"GAME {self.facts.game}  TURN {self.view.get('turn', 0)}{''.join(seats)}"]
        for one in self.facts.asked:
            own = list(one.form or one.default_lines)
            if not own or not own[0].startswith("#"):
                own.insert(0, f"# {self.question(one)}")
            lines += ["", *own]
        return [*lines, "", "END"]


def next_seats(view: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The next turns: their numbers and seats, after the one that is being played."""
    order, active = list(view["order"]), view.get("active")
    if view["over"] or active not in order:
        return []
    at, turn = order.index(active), int(view["turn"])
    return [(turn + n, order[(at + n) % len(order)]) for n in range(1, min(MOST_NEXT, len(order)) + 1)]


def own_next(facts: ReportFacts) -> int | None:
    """The reader's own next turn, where nothing is asked of him now: orders for it may come already."""
    coming = [turn for turn, seat in next_seats(facts.view) if seat in facts.seats]
    return coming[0] if coming and not facts.asked else None


class HeadsLastPage(LastPage):
    """The last page with the parts that are the game's own."""

    words: HeadsWords

    def coming(self, y: float) -> float:
        """Whose turns come next."""
        book, words, view = self.book, self.words, self.facts.view
        seats = next_seats(view)
        if not seats or y - 34 < BODY_LOW:
            return y
        cards = view["attribute"]
        key = "report.next_note" if cards["draw"] else "report.next_note_revolution"
        book.heading(words.say("report.next"), LEFT, y, words.say(key, n=cards["draw"]))
        book.rule(LEFT, y - 7, MEASURE)
        pitch = MEASURE / len(seats)
        with book.group("Table"), book.group("TR"):
            for n, (turn, seat) in enumerate(seats):
                x = LEFT + n * pitch
                with book.tag("TD"):
                    at = x + book.pen.text(TAB, 8.6, x, y - 18.4, str(turn), colour=GREY) + 4
                    chip(book.pen, seat, at, y - 20)
                    own = seat in self.facts.seats
                    face = SEMI if own else TEXT
                    name = capital(words.faction(seat))
                    room = x + pitch - at - 18
                    book.pen.text(face, shrunk(face, 8.6, name, room), at + 14, y - 18.4, name)
        book.rule(LEFT, y - 24.4, MEASURE)
        if (yours := own_next(self.facts)) is not None:
            y = book.paragraph([Run(words.say("report.next_yours", turn=yours))], LEFT, y - 39, MEASURE, 12.2) + 34
        return y - 44

    def final(self, y: float) -> float:
        """The final count, the winner first, and who scored for the ranks."""
        y = self._final_scores(y)
        return self._final_ranks(y - 14)

    def _final_scores(self, y: float) -> float:
        book, words, view = self.book, self.words, self.facts.view
        book.heading(words.say("report.final"), LEFT, y)
        book.rule(LEFT, y - 7.4, MEASURE)
        parts = (*PARTS, "total")
        columns = [
            Column(LEFT + 151 + 72 * n, "right", words.say(f"report.final.{part}")) for n, part in enumerate(parts)
        ]
        y -= 18
        with book.group("Table"):
            with book.group("TR"):
                label = words.say("report.players.seat")
                book.cell("TH", Column(LEFT), y, label, font=ITALIC, size=7.6, colour=GREY)
                for column in columns:
                    size = shrunk(ITALIC, 7.6, column.head, 68)
                    book.cell("TH", column, y, column.head, font=ITALIC, size=size, colour=GREY)
            book.rule(LEFT, y - 5, MEASURE, 0.3)
            y -= 17
            winners = (view.get("result") or {}).get("winners") or ()
            ranked = sorted(
                view["seats"].items(), key=lambda item: (item[0] not in winners, -item[1]["score"]["total"])
            )
            for seat, record in ranked:
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, seat, LEFT + 0.5, y - 1.6)
                        face = SEMI if seat in winners else TEXT
                        book.pen.text(face, 9, LEFT + 16, y, capital(words.faction(seat)))
                    for part, column in zip(parts, columns, strict=True):
                        font = TAB_SEMI if part == "total" else TAB
                        book.cell("TD", column, y, str(record["score"][part]), font=font, size=9)
                y -= 13
        book.rule(LEFT, y + 7.4, MEASURE)
        return y - 12

    def _final_ranks(self, y: float) -> float:
        """14.5 Noble cards of each rank, and who had most of them."""
        book, words, view = self.book, self.words, self.facts.view
        book.heading(words.say("report.final_ranks"), LEFT, y, words.say("report.final_ranks_note"))
        book.rule(LEFT, y - 7.4, MEASURE)
        seats = list(view["seats"])
        value, scored = LEFT + 110, LEFT + 300
        y -= 18
        with book.group("Table"):
            with book.group("TR"):
                label = words.say("report.nobles.rank")
                book.cell("TH", Column(LEFT), y, label, font=ITALIC, size=7.6, colour=GREY)
                label = words.say("report.nobles.value")
                book.cell("TH", Column(value, "right"), y, label, font=ITALIC, size=7.6, colour=GREY)
                for n, seat in enumerate(seats):
                    with book.tag("TH"):
                        chip(book.pen, seat, LEFT + 150 + 26 * n - 8, y - 1.6)
                label = words.say("report.final_ranks.scored")
                book.cell("TH", Column(scored), y, label, font=ITALIC, size=7.6, colour=GREY)
            book.rule(LEFT, y - 5, MEASURE, 0.3)
            y -= 17
            for rank in reversed(list(self.facts.board.ranks.values())):
                best = [seat for seat in seats if seat in leaders(view, rank.id)]
                points = rank.final_bonus // max(1, len(best))
                with book.group("TR"):
                    book.cell("TH", Column(LEFT), y, capital(words.rank(rank.id)), font=SEMI, size=8.8)
                    book.cell("TD", Column(value, "right"), y, str(rank.final_bonus), font=TAB, size=8.8)
                    for n, seat in enumerate(seats):
                        held = view["seats"][seat]["nobles"].get(rank.id, 0)
                        face, colour = (TAB_SEMI if seat in best else TAB), ("#1E1B18" if held else HAIR)
                        x = LEFT + 150 + 26 * n
                        book.cell("TD", Column(x, "right"), y, str(held or "·"), font=face, size=8.8, colour=colour)
                    said = words.say(f"report.final_ranks.{len(best)}", seats=best, points=points)
                    room = LEFT + MEASURE - scored
                    size = shrunk(TEXT, 8.8, said, room, 6.4)
                    with book.tag("TD"):
                        book.pen.text(TEXT, size, scored, y, fitted(TEXT, size, said, room))
                y -= 12.4
        book.rule(LEFT, y + 7.4, MEASURE)
        return y - 12
