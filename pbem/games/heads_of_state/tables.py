"""The page of tables: the reader's hand, what lies open, nobles by rank, players, scores over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.heads_of_state.chart import score_chart
from pbem.games.heads_of_state.signs import chip
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import ReportFacts
from pbem.reports.ink import GREY, HAIR, INK, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, WHITE, shrunk, width
from pbem.reports.sheets import LEFT, MEASURE, PAGE_H, Book, Column, Run, break_runs
from pbem.reports.words import capital

TOP = PAGE_H - 73.0
ROW = 11.6
FIXED = 198.4
"""All of the tables but their rows: headings, rules, the gaps between them."""
CHART = 48.4
"""The rows of players have at least the height of the chart beside them."""
LABEL = 78.0
"""Width of the first column of the tables of cards."""
PARTS = ("hex", "square", "full_set", "round_end", "final")
"""Where points come from (14.1-14.5)."""
NOTHING = "·"


def final_counted(view: Mapping[str, Any]) -> bool:
    """Whether the final scoring (14.5) has been counted."""
    return bool(view.get("over"))


def leaders(view: Mapping[str, Any], rank: str) -> frozenset[str]:
    """Who would score for a rank now (14.5): the seat with most noble cards, or the two that share."""
    held = {seat: record["nobles"].get(rank, 0) for seat, record in view["seats"].items()}
    most = max(held.values(), default=0)
    first = frozenset(seat for seat, n in held.items() if n == most and most)
    return first if len(first) <= 2 else frozenset()


class Tables:
    """Draws the tables one below the other."""

    def __init__(self, book: Book | None, words: HeadsWords, facts: ReportFacts) -> None:
        self.words, self.facts, self.view, self.board = words, facts, facts.view, facts.board
        self.own: Mapping[str, Any] | None = self.view.get("own")
        if book is not None:
            self.book = book

    # what the tables of cards hold ----------------------------------------------------------

    def attribute_rows(self) -> list[tuple[str, Mapping[str, int]]]:
        """Key of the row's name, cards by kind."""
        cards, players = self.view["attribute"], self.view["players"]
        rows: list[tuple[str, Mapping[str, int]]] = []
        if self.own is not None:
            rows.append(("hand", Counter(self.own["hand"])))
        rows.append(("row", Counter(cards["row"])))
        if cards["aside"]:
            rows.append(("aside", Counter(cards["aside"])))
        rows.append(("discard", cards["discard"]))
        used = {kind: record.in_use(players) for kind, record in self.board.attributes.items()}
        return [*rows, ("unseen", _rest(used, rows)), ("in_use", used)]

    def treason_rows(self) -> list[tuple[str, Mapping[str, int]]]:
        """Key of the row's name, cards by kind."""
        cards = self.view["treason"]
        rows: list[tuple[str, Mapping[str, int]]] = []
        if self.own is not None:
            rows.append(("hand", Counter(self.own["treason"])))
        rows += [("row", Counter(cards["row"])), ("discard", cards["discard"])]
        used = {kind: record.count for kind, record in self.board.treason.items()}
        return [*rows, ("unseen", _rest(used, rows)), ("in_use", used)]

    def piles(self) -> str:
        """The sizes of the piles in a sentence."""
        cards, plots = self.view["attribute"], self.view["treason"]
        return self.words.say(
            "report.piles", draw=cards["draw"], revolution=cards["revolution_left"],
            uncovered=cards["revolution_uncovered"], treason_pile=plots["pile"],
            discarded=sum(cards["discard"].values()), treason_discarded=sum(plots["discard"].values()),
        )  # fmt: skip

    # height ---------------------------------------------------------------------------------

    def height(self) -> float:
        """How much of the page the tables take, from TOP down."""
        rows = len(self.attribute_rows()) + len(self.treason_rows()) + len(self.board.ranks)
        seats = max(CHART, 12.4 * len(self.view["seats"]))
        return FIXED + rows * ROW + seats + 9.6 * (len(self._piles_lines()) - 1)

    def draw(self) -> float:
        """All tables; returns where the page goes on."""
        y = self._cards(TOP)
        y = self._nobles(y)
        return self._players(y)

    # cards ----------------------------------------------------------------------------------

    def _cards(self, y: float) -> float:
        book, words = self.book, self.words
        key = "report.hand" if self.own is not None else "report.cards"
        note = words.say("report.hand_note", seat=self.own["seat"]) if self.own is not None else ""
        book.heading(words.say(key), LEFT, y, note)
        y = self._matrix(y - 7.4, self.attribute_rows(), list(self.board.attributes), "attributes")
        y = self._matrix(y - 11, self.treason_rows(), list(self.board.treason), "treason")
        with book.tag("P"):
            return book.runs(self._piles_lines(), LEFT, y - 9.6, 9.6) - 12

    def _piles_lines(self) -> list[list[tuple[float, Run]]]:
        """The piles, and which card of the treason row is the oldest, in lines."""
        row = self.view["treason"]["row"]
        oldest = self.words.say("report.treason_row", cards=row) if row else ""
        return break_runs([Run(f"{self.piles()} {oldest}", ITALIC, 7.6, GREY)], MEASURE)

    def _matrix(
        self, y: float, rows: Sequence[tuple[str, Mapping[str, int]]], kinds: Sequence[str], sort: str
    ) -> float:
        """Kinds of cards across, where they are down; the last column is the sum."""
        book, words = self.book, self.words
        pitch = (MEASURE - LABEL) / (len(kinds) + 1)
        columns = [Column(LEFT + LABEL + pitch * (n + 1), "right") for n in range(len(kinds) + 1)]
        names = [*map(words.card, kinds), words.say("report.cards.sum")]
        two = any("/" in name for name in names)
        book.rule(LEFT, y, MEASURE)
        head = y - (17.4 if two else 9.6)
        with book.group("Table"):
            with book.group("TR"):
                book.cell("TH", Column(LEFT), head, words.say(f"report.cards.{sort}"), font=SEMI, size=8.2)
                for column, name in zip(columns, names, strict=True):
                    self._head_cell(column, head, name, pitch - 5)
            book.rule(LEFT, head - 4, MEASURE, 0.3)
            row = head - 13.4
            for key, cards in rows:
                bold = key == "hand"
                with book.group("TR"):
                    label = words.say(f"report.cards.{key}")
                    face = SEMI if bold else TEXT
                    book.cell("TH", Column(LEFT), row, label, font=face, size=shrunk(face, 8.2, label, LABEL - 4))
                    for column, kind in zip(columns, kinds, strict=False):
                        n = cards.get(kind, 0)
                        face, colour = (TAB_SEMI if bold else TAB), (INK if n else HAIR)
                        book.cell("TD", column, row, str(n) if n else NOTHING, font=face, size=8.6, colour=colour)
                    book.cell("TD", columns[-1], row, self._sum(key, sort, cards), font=TAB, size=8.6, colour=GREY)
                row -= ROW
        book.rule(LEFT, row + ROW - 3.6, MEASURE, 0.8)
        return row + ROW - 3.6

    def _sum(self, key: str, sort: str, cards: Mapping[str, int]) -> str:
        total = sum(cards.values())
        if key != "hand":
            return str(total)
        numbers = self.board.numbers
        most = numbers.turn_end_attributes if sort == "attributes" else numbers.turn_end_treason
        return self.words.say("report.cards.of", held=total, most=most)

    def _head_cell(self, column: Column, y: float, name: str, room: float) -> None:
        """The name of a card; one that names two countries stands in two lines."""
        parts = name.split("/")
        shown = [*(f"{part}/" for part in parts[:-1]), parts[-1]]
        size = min(shrunk(ITALIC, 7.4, part, room, 5.6) for part in shown)
        with self.book.tag("TH"):
            for n, part in enumerate(reversed(shown)):
                self.book.pen.text(ITALIC, size, column.x, y + 7.6 * n, part, colour=GREY, align=column.align)

    # nobles ---------------------------------------------------------------------------------

    def _nobles(self, y: float) -> float:
        """Rank by rank: noble cards, what is left, tiles, price."""
        book, words, view = self.book, self.words, self.view
        seats = list(view["seats"])
        book.heading(words.say("report.nobles"), LEFT, y, words.say("report.nobles_note"))
        book.rule(LEFT, y - 7.4, MEASURE)
        step, first = 17.0, LEFT + 58
        left = first + step * len(seats) + 24
        value = left + 30
        tiles = value + 12
        price = tiles + step * len(seats) + 14
        high = y - 17
        with book.group("Table"):
            with book.group("TR"):
                book.cell("TH", Column(LEFT), high, words.say("report.nobles.rank"), font=ITALIC, size=7.4, colour=GREY)
                for at, key, room in ((first, "cards", step * len(seats)), (tiles, "tiles", step * len(seats))):
                    with book.tag("TH"):
                        label = words.say(f"report.nobles.{key}")
                        book.pen.text(ITALIC, shrunk(ITALIC, 7.4, label, room + 14), at + 2, high, label, colour=GREY)
                for at, key in ((left, "left"), (value, "value")):
                    label = words.say(f"report.nobles.{key}")
                    size = shrunk(ITALIC, 7.4, label, 30)
                    book.cell("TH", Column(at, "right"), high, label, font=ITALIC, size=size, colour=GREY)
                label = words.say("report.nobles.price" if self.own is not None else "report.nobles.price_plain")
                book.cell("TH", Column(price), high, label, font=ITALIC, size=7.4, colour=GREY)
            book.rule(LEFT, high - 4, MEASURE, 0.3)
            with book.group("TR"):
                book.cell("TD", Column(LEFT), high - 14, "", font=TEXT, size=8)
                for at in (first, tiles):
                    for n, seat in enumerate(seats):
                        with book.tag("TH"):
                            chip(book.pen, seat, at + step * n + 3, high - 15.6)
            row = high - 27
            for rank in reversed(list(self.board.ranks.values())):
                best = leaders(view, rank.id)
                with book.group("TR"):
                    book.cell("TH", Column(LEFT), row, capital(words.rank(rank.id)), font=SEMI, size=8.4)
                    for n, seat in enumerate(seats):
                        held = view["seats"][seat]["nobles"].get(rank.id, 0)
                        self._number(first + step * n + 11, row, held, bold=seat in best)
                    self._number(left - 2, row, view["noble_cards_left"].get(rank.id, 0))
                    self._number(value - 2, row, rank.final_bonus)
                    for n, seat in enumerate(seats):
                        self._number(tiles + step * n + 11, row, view["seats"][seat]["supply"].get(rank.id, 0))
                    self._price(rank, price, row)
                row -= ROW
        book.rule(LEFT, row + ROW - 3.6, MEASURE)
        return row + ROW - 3.6 - 26

    def _number(self, x: float, y: float, n: int, *, bold: bool = False) -> None:
        face, colour = (TAB_SEMI if bold else TAB), (INK if n else HAIR)
        self.book.cell("TD", Column(x, "right"), y, str(n) if n else NOTHING, font=face, size=8.6, colour=colour)
        if bold:
            self.book.pen.line(x - width(face, 8.6, str(n)) - 0.6, y - 1.6, x + 0.6, y - 1.6, 0.6)

    def _price(self, rank: Any, x: float, y: float) -> None:
        """What a noble costs; the reader's own cards stand out."""
        held = set(self.own["hand"]) if self.own is not None else set()
        runs: list[Run] = []
        for n, kind in enumerate(rank.cost):
            here = kind in held
            comma = "," if n < len(rank.cost) - 1 else ""
            runs.append(Run(f"{self.words.card(kind)}{comma} ", SEMI if here else TEXT, 8.0, INK if here else GREY))
        room = LEFT + MEASURE - x
        lines = break_runs(runs, room)
        size = 8.0
        while len(lines) > 1 and size > 5.8:
            size -= 0.2
            lines = break_runs([Run(run.text, run.face, size, run.colour) for run in runs], room)
        with self.book.tag("TD"):
            self.book.runs(lines[:1], x, y, ROW)

    # players --------------------------------------------------------------------------------

    def _players(self, y: float) -> float:
        """Hands, ranks brought into play, points by source; beside it the scores over time."""
        book, words, view = self.book, self.words, self.view
        wide = 316.0
        over = final_counted(view)
        parts = PARTS if over else PARTS[:-1]
        book.heading(words.say("report.players"), LEFT, y, words.say("report.players_note"), wide)
        book.rule(LEFT, y - 7.4, wide)
        ranks = list(reversed(list(self.board.ranks)))
        dots, dot = LEFT + 118, 8.6
        ends = dots + dot * len(ranks) + 6
        pitch = (LEFT + wide - ends) / (len(parts) + 1)
        columns = [Column(ends + pitch * (n + 1), "right") for n in range(len(parts) + 1)]
        high = y - 17
        with book.group("Table"):
            with book.group("TR"):
                book.cell(
                    "TH", Column(LEFT), high, words.say("report.players.seat"), font=ITALIC, size=7.2, colour=GREY
                )
                for x, key in ((LEFT + 86, "attributes"), (LEFT + 110, "treason")):
                    self._right_head(x, high, words.say(f"report.players.{key}"), 25)
                with book.tag("TH"):
                    label = words.say("report.players.ranks")
                    size = shrunk(ITALIC, 7.2, label, dot * len(ranks))
                    book.pen.text(ITALIC, size, dots, high, label, colour=GREY)
                for column, part in zip(columns, [*parts, "total"], strict=True):
                    self._right_head(column.x, high, words.say(f"report.players.{part}"), pitch - 2)
            book.rule(LEFT, high - 4, wide, 0.3)
            row = high - 14
            for seat, record in view["seats"].items():
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, seat, LEFT + 0.5, row - 1.6)
                        name = capital(words.faction(seat))
                        book.pen.text(TEXT, shrunk(TEXT, 8.6, name, 44), LEFT + 15, row, name)
                    self._number(LEFT + 84, row, record["attributes"])
                    self._number(LEFT + 108, row, record["treason"])
                    with book.tag("TD"):
                        for n, rank in enumerate(ranks):
                            fill = INK if rank in record["brought"] else WHITE
                            book.pen.circle(dots + 3 + n * dot, row + 2.6, 2.3, fill=fill, stroke=INK, weight=0.5)
                    for column, part in zip(columns, parts, strict=False):
                        self._number(column.x, row, record["score"][part])
                    total = str(record["score"]["total"])
                    book.cell("TD", columns[-1], row, total, font=TAB_SEMI, size=8.6)
                row -= 12.4
        book.rule(LEFT, row + 8.8, wide)
        low = self._chart(LEFT + wide + 22, y, MEASURE - wide - 22, max(5, len(view["seats"])))
        return min(row, low) - 18

    def _right_head(self, x: float, y: float, label: str, room: float) -> None:
        size = shrunk(ITALIC, 7.2, label, room, 5.6)
        self.book.cell("TH", Column(x, "right"), y, label, font=ITALIC, size=size, colour=GREY)

    def _chart(self, x: float, y: float, wide: float, rows: int) -> float:
        book, words = self.book, self.words
        book.heading(words.say("report.chart"), x, y, words.say("report.chart_note"), wide)
        high = 14 + rows * 12.4
        low = y - 7.4 - high
        totals = "; ".join(f"{words.faction(s)} {r['score']['total']}" for s, r in self.view["seats"].items())
        with book.tag("Figure", f"{words.say('report.chart')}. {totals}"[:400]):
            score_chart(book.pen, words, self.view, x, low, wide, high - 4)
        return low + 4


def _rest(used: Mapping[str, int], rows: Sequence[tuple[str, Mapping[str, int]]]) -> dict[str, int]:
    """What is in none of the rows: in piles and in the hands of others."""
    return {kind: n - sum(cards.get(kind, 0) for _, cards in rows) for kind, n in used.items()}
