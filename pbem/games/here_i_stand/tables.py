"""The page of tables: the reader's own cards, relations, tracks, what holds until the turn ends, the key of the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.games.here_i_stand.faith import Faith, tudor_lines
from pbem.games.here_i_stand.map import draw_key, key_rows
from pbem.games.here_i_stand.signs import chip
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts
from pbem.reports.ink import GREY, ITALIC, SEMI, TAB, TAB_SEMI, TEXT, fitted, shrunk
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, Book, Column, Run, break_runs
from pbem.reports.story import TABLES_TOP
from pbem.reports.words import signed

ROW = 12.0
KEY_ROW = 13.0
KEY_COLUMNS = 5
PARTS = ("base", "special", "bonus", "total")


@dataclass(frozen=True, slots=True)
class Part:
    """A table: how high it is with the gap below it, and what draws it from a height down and gives where it ends."""

    height: float
    draw: Callable[[float], float]


class Tables:
    """Draws the tables one below the other."""

    def __init__(self, book: Book | None, words: HisWords, facts: ReportFacts) -> None:
        self.words, self.facts, self.view = words, facts, facts.view
        self.own: Sequence[Mapping[str, Any]] = own_hands(facts.view)
        self.faith = Faith(book, words, facts)
        if book is not None:
            self.book = book

    # what they hold -------------------------------------------------------------------------

    def hand_lines(self) -> list[str]:
        """The reader's cards, a line for each power; nothing for an observer."""
        said = []
        for own in self.own:
            record = self.view["powers"][own["power"]]
            cards = [*record["home_cards"], *own["hand"]]
            said.append(self.words.say("report.hand_of", power=own["power"], hand=cards))
        return said

    def fact_lines(self) -> list[str]:
        """Sieges, markers, piles, a sentence each."""
        return fact_lines(self.words, self.view)

    # pages ----------------------------------------------------------------------------------

    def _folded(self, lines: Sequence[str], size: float = 8.6) -> list[list[tuple[float, Run]]]:
        return [line for text in lines for line in break_runs([Run(text, TEXT, size)], MEASURE)]

    def parts(self) -> list[Part]:
        """The tables in their order, each with its height."""
        faith, keys = self.faith, len(key_rows(self.words))
        hand = 26 + 11.0 * len(self._folded(self.hand_lines(), 9.0)) if self.own else 0.0
        facts = 26 + 10.6 * len(self._folded(self.fact_lines()))
        found = [
            Part(hand, self._hand),
            Part(41 + ROW * len(self.view["powers"]), self._scores),
            Part(faith.reformation_height(), faith.reformation),
            Part(faith.new_world_height(), faith.new_world),
            Part(faith.marriages_height(), faith.marriages),
            Part(facts, self._facts),
            Part(32 + KEY_ROW * ((keys + KEY_COLUMNS - 1) // KEY_COLUMNS), self._key),
        ]
        return [part for part in found if part.height]

    def pages(self) -> list[list[Part]]:
        """The tables by the pages on which they stand."""
        found: list[list[Part]] = [[]]
        for part in self.parts():
            if found[-1] and sum(one.height for one in (*found[-1], part)) > TABLES_TOP - BODY_LOW:
                found.append([])
            found[-1].append(part)
        return found

    def draw(self) -> float:
        """All tables; returns where the last page goes on."""
        y = TABLES_TOP
        for number, page in enumerate(self.pages()):
            if number:
                self.book.end()
                self.book.begin()
                y = TABLES_TOP
            for part in page:
                y = part.draw(y)
        return y

    def _hand(self, y: float) -> float:
        return self._text("report.hand", self.hand_lines(), y, 9.0, 11.0, self.words.say("report.hand_note"))

    def _facts(self, y: float) -> float:
        return self._text("report.state_of_play", self.fact_lines(), y, 8.6, 10.6)

    def _text(self, key: str, lines: Sequence[str], y: float, size: float, leading: float, note: str = "") -> float:
        self.book.heading(self.words.say(key), LEFT, y, note)
        y -= 15
        for line in lines:
            y = self.book.paragraph([Run(line, TEXT, size)], LEFT, y, MEASURE, leading)
        return y - 11

    # scores ---------------------------------------------------------------------------------

    def _scores(self, y: float) -> float:
        """VP by source and at the end of each turn."""
        book, words, view = self.book, self.words, self.view
        book.heading(words.say("report.vp"), LEFT, y, words.say("report.vp_note"))
        book.rule(LEFT, y - 7.4, MEASURE)
        columns = [Column(LEFT + 130 + 44 * n, "right", words.say(f"report.vp.{part}")) for n, part in enumerate(PARTS)]
        turns = view["history"]
        pitch = min(26.0, (MEASURE - 320) / max(1, len(turns)))
        past = [Column(LEFT + 330 + pitch * n, "right", _turn(words, entry["turn"])) for n, entry in enumerate(turns)]
        y -= 17
        with book.group("Table"):
            with book.group("TR"):
                book.cell("TH", Column(LEFT), y, words.say("report.powers.power"), font=ITALIC, size=7.4, colour=GREY)
                for column in (*columns, *past):
                    size = shrunk(ITALIC, 7.4, column.head, 42)
                    book.cell("TH", column, y, column.head, font=ITALIC, size=size, colour=GREY)
            book.rule(LEFT, y - 4, MEASURE, 0.3)
            y -= 14
            for power, record in view["powers"].items():
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, power, LEFT + 0.5, y - 1.6)
                        book.pen.text(SEMI, 8.6, LEFT + 15, y, words.faction(power))
                    for part, column in zip(PARTS, columns, strict=True):
                        face = TAB_SEMI if part == "total" else TAB
                        book.cell("TD", column, y, signed(record["vp"][part]), font=face, size=8.6)
                    for entry, column in zip(turns, past, strict=True):
                        book.cell("TD", column, y, signed(entry["vp"][power]), font=TAB, size=8.2, colour=GREY)
                y -= ROW
        book.rule(LEFT, y + ROW - 3.6, MEASURE)
        return y - 10

    # key ------------------------------------------------------------------------------------

    def _key(self, y: float) -> float:
        book, words = self.book, self.words
        rows = key_rows(words)
        book.heading(words.say("report.map.key"), LEFT, y)
        book.rule(LEFT, y - 7.4, MEASURE)
        pitch = MEASURE / KEY_COLUMNS
        y -= 19
        with book.tag("P"):
            for n, (kind, said) in enumerate(rows):
                x, row = LEFT + pitch * (n % KEY_COLUMNS), y - KEY_ROW * (n // KEY_COLUMNS)
                draw_key(book.pen, kind, x + 9, row + 2)
                size = shrunk(TEXT, 7.6, said, pitch - 24)
                book.pen.text(TEXT, size, x + 21, row, fitted(TEXT, size, said, pitch - 24))
        return y - KEY_ROW * ((len(rows) + KEY_COLUMNS - 1) // KEY_COLUMNS) - 13


def own_hands(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The hands that the reader may see: those of all his powers."""
    return list(view.get("own") or ())


def _turn(words: HisWords, turn: int) -> str:
    return words.say("report.vp.start") if not turn else words.say("report.vp.turn", turn=turn)


def fact_lines(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """What is to be known of the game beside the map and the tables, a sentence each."""
    return [*_on_the_map(words, view), *of_this_turn(words, view), *_people(words, view), *_cards(words, view)]


def _on_the_map(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """Unrest, sieges, the tracks, ships on loan, foreign wars."""
    tracks = view["tracks"]
    unrest = [space for space, one in view["spaces"].items() if one["unrest"]]
    lines = [words.say("report.fact.unrest", spaces=unrest)] if unrest else []
    if view["besieged"]:
        lines.append(words.say("report.fact.sieges", list=_sieges(words, view)))
    lines.append(words.say("report.fact.tracks", piracy=tracks["piracy"], chateaux=tracks["chateaux"]))
    loans = [
        words.say("report.fact.loan", place=place, owner=ships["owner"], power=ships["borrower"], **_numbers(ships))
        for place, there in view["fleets"].items()
        for ships in there
        if ships.get("borrower")
    ]
    if loans:
        lines.append(words.say("report.fact.loans", list="; ".join(loans)))
    wars = [
        words.say(
            "report.fact.foreign_war", card=war["card"], power=words.fighter(war["card"]), enemies=war["enemies"],
            strength=_strength(war["units"]),
            leaders=[one for one, state in view["leaders"].items() if state.get("card") == war["card"]],
        )
        for war in view["foreign_wars"]
    ]  # fmt: skip
    if wars:
        lines.append(words.say("report.fact.foreign_wars", list="; ".join(wars)))
    return lines


def _numbers(ships: Mapping[str, Any]) -> dict[str, int]:
    return {name: int(ships[name]) for name in ("squadrons", "corsairs")}


def _strength(units: Mapping[str, int]) -> int:
    return sum(units.values())


def of_this_turn(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """What holds until the turn ends: markers, piracy, impulses that will be skipped, home cards that are used."""
    turn, lines = view["this_turn"], []
    if turn["markers"]:
        named = words.listed(words.term("marker", marker) for marker in turn["markers"])
        lines.append(words.say("report.fact.markers", list=named))
    if turn["piracy"]:
        lines.append(words.say("report.fact.piracy", seas=turn["piracy"]))
    if turn["skipped"]:
        lines.append(words.say("report.fact.skipped", powers=turn["skipped"]))
    home = [card for record in view["powers"].values() for card in record["spent_home_cards"]]
    if home:
        lines.append(words.say("report.fact.spent", cards=home))
    return lines


def _people(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """Henry's heirs, where no table tells of them; leaders off the map."""
    lines = [] if view["powers"]["england"]["ruler"] == "henry_viii" else tudor_lines(words, view)
    captured = [
        words.say("report.fact.captive", leader=leader, captor=state["captor"])
        for leader, state in view["leaders"].items()
        if state["where"] == "captured" and state["captor"]
    ]
    if captured:
        lines.append(words.say("report.fact.captured", list=", ".join(captured)))
    away = [leader for leader, state in view["leaders"].items() if state["where"] == "turn_track"]
    if away:
        lines.append(words.say("report.fact.on_track", leaders=away))
    return lines


def _cards(words: HisWords, view: Mapping[str, Any]) -> list[str]:
    """Markers that cost cards, the piles."""
    lines = []
    minus = [
        words.say("report.fact.minus", power=power, cards=[one["card"] for one in record["minus_cards"]])
        for power, record in view["powers"].items()
        if record["minus_cards"]
    ]
    if minus:
        lines.append(words.say("report.fact.minus_cards", list="; ".join(minus)))
    lines.append(words.say("report.fact.piles", deck=view["deck"], discarded=len(view["discard"])))
    if view["discard"]:
        lines.append(words.say("report.fact.discard", cards=view["discard"]))
    return lines


def _sieges(words: HisWords, view: Mapping[str, Any]) -> str:
    return ", ".join(
        words.say("report.fact.siege", space=space, powers=list(view["forces"][space]["sieges"]))
        for space in view["besieged"]
    )
