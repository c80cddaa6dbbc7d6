"""Pages 1 and 2 of a Dutch Revolt report: the map; what happened, scores, charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.dutch_revolt.map import DutchMap
from pbem.games.dutch_revolt.signs import book as book_sign
from pbem.games.dutch_revolt.signs import livery, token
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.facts import ReportFacts
from pbem.reports.front import FrontPage
from pbem.reports.ink import (
    CAPS,
    GREY,
    HAIR,
    INK,
    ITALIC,
    SEMI,
    TAB,
    TAB_SEMI,
    TEXT,
    WHITE,
    fine,
    shrunk,
)  # fmt: skip
from pbem.reports.sheets import LEFT, MEASURE, PAGE_H, Book, Column, Run
from pbem.reports.symbols import Livery, hatching
from pbem.reports.tags import artifact
from pbem.reports.words import capital, halves, signed, signed_halves

RARE_FLOWS = ("boxes", "units")


class DutchPages(FrontPage):
    """Draws the pages that are the game's own."""

    words: DutchWords
    drawing: DutchMap

    def __init__(self, book: Book, words: DutchWords, facts: ReportFacts) -> None:
        super().__init__(book, words, facts, DutchMap(book.pen, words, facts.board, facts.view))
        self.board = facts.board

    def livery(self, seat: str) -> Livery:
        return livery(seat)

    # page 1 ---------------------------------------------------------------------------------

    def scores(self, x: float) -> None:
        words, book = self.words, self.book
        y = PAGE_H - 118
        right = LEFT + MEASURE
        over = bool(self.view.get("over"))
        earlier = self.view["history"][:-1] if over else self.view["history"]  # at the end, the last one is this count
        before = {f: v["total"] for f, v in earlier[-1]["vp2"].items()} if earlier else {}
        now = {f: record["vp2"]["total"] for f, record in self.view["factions"].items()}
        with book.tag("P"):
            room = right - x
            if before:
                line = words.say("report.change_since", turn=earlier[-1]["turn"])
                room -= book.pen.text(ITALIC, 7.0, right, y, line, colour=GREY, align="right") + 6
            head = words.say("report.vp_end" if over else "report.vp_now")
            size = shrunk(CAPS, 8.6, head, room / 1.09)
            book.pen.text(CAPS, size, x, y, head, colour=GREY, spacing=0.07 * size)
        alt = "; ".join(f"{words.faction(f)} {halves(n)}" for f, n in sorted(now.items(), key=lambda item: -item[1]))
        with book.tag("Figure", alt):
            scale = 112 / max(24, *now.values()) if now else 1
            for n, (faction, total) in enumerate(sorted(now.items(), key=lambda item: -item[1])):
                row = y - 12 - 8.6 * n
                token(book.pen, faction, x, row - 1.2, livery(faction).letter, w=10, h=7.2)
                book.pen.rect(
                    x + 16, row - 0.8, max(total, 0) * scale, 6, fill=livery(faction).colour, stroke=INK, weight=0.4
                )
                book.pen.text(TAB_SEMI, 8.2, x + 19 + max(total, 0) * scale, row - 0.6, halves(total))
                if faction in before:
                    change = signed_halves(total - before[faction])
                    book.pen.text(TAB, 7.6, right, row - 0.6, change, colour=GREY, align="right")

    def alt_of_map(self) -> str:
        """One sentence on what the map shows, then what stands out, at most 400 characters."""
        words = self.words
        sieges = [
            words.say("report.alt.siege", place=ident, by_name=self.besieger(record["siege"]["by"]))
            for ident, record in self.view["places"].items()
            if record.get("siege")
        ]
        text = words.say("report.alt.map", turn=self.view["turn"])
        if sieges:
            text += " " + words.say("report.alt.sieges", list=words.listed(sieges))
        text += " " + words.say("report.alt.where")
        return text if len(text) <= 400 else text[:399] + "…"

    def besieger(self, by: str) -> str:
        return self.words.say("term.beggars") if by == "beggars" else self.words.faction(by)

    # page 2 ---------------------------------------------------------------------------------

    def victory_points(self, y: float) -> float:
        """Small multiples: one scale for all factions, bars from 0, the value on the bar."""
        book, words, view = self.book, self.words, self.view
        note = "report.vp_note_end" if view.get("over") else "report.vp_note"
        book.heading(words.say("report.vp"), LEFT, y, words.say(note, turn=view["turn"]))
        done = {entry["turn"]: entry["vp2"] for entry in view["history"]}
        now = {faction: record["vp2"] for faction, record in view["factions"].items()}
        last = getattr(self.board, "last_turn", 5)
        most = max([24, *(score["total"] for scores in [*done.values(), now] for score in scores.values())])
        scale = 56 / most
        factions = list(view["factions"])
        pitch = MEASURE / max(5, len(factions))
        base = y - 92
        alt: list[str] = []
        for faction in factions:
            values = [
                f"{turn}: {halves(scores[faction]['total'])}" for turn, scores in done.items() if faction in scores
            ]
            alt.append(f"{words.faction(faction)} " + ", ".join([*values, halves(now[faction]["total"])]))
        with book.tag("Figure", words.say("report.vp") + ". " + "; ".join(alt)):
            for n, faction in enumerate(factions):
                x = LEFT + n * pitch
                look = livery(faction)
                token(book.pen, faction, x + 2, y - 25.4, look.letter, w=10.4, h=8.4)
                name = capital(words.faction(faction))
                book.pen.text(SEMI, shrunk(SEMI, 8.6, name, pitch - 20), x + 15.5, y - 24, name)
                for turn in range(last + 1):
                    left = x + 2 + turn * 14.4
                    score = done.get(turn, {}).get(faction)
                    final = score is not None
                    if score is None and turn == view["turn"]:
                        score = now[faction]
                    if score is None:
                        book.pen.line(left, base, left + 11.6, base, 0.4, HAIR)
                    else:
                        self._bar(faction, score, left, base, scale, dashed=not final)
                    book.pen.text(
                        TAB, 6.6, left + 5.8, base - 8, str(turn), colour=INK if score else GREY, align="middle"
                    )
        y = base - 18.5
        with book.tag("P"):
            x = LEFT
            for key, fill, pattern in (
                ("cities", "#77726A", ""),
                ("provinces", "#DEDBD4", ""),
                ("own", WHITE, "level"),
            ):
                book.pen.rect(x, y - 0.6, 7.4, 6.6, fill=fill)
                if pattern:
                    marks = hatching(pattern, [(x, y - 0.6, x + 7.4, y + 6)], INK)
                    book.pen.raw(f"q {fine(x)} {fine(y - 0.6)} 7.4 6.6 re W n {marks} Q")
                book.pen.rect(x, y - 0.6, 7.4, 6.6, stroke=INK, weight=0.4)
                x += 10.5 + book.pen.text(TEXT, 7.6, x + 10.5, y, words.say(f"report.vp_part.{key}"), colour=GREY) + 13
        return y - 22

    def _bar(
        self, faction: str, score: Mapping[str, int], x: float, base: float, scale: float, *, dashed: bool
    ) -> None:
        pen, look = self.book.pen, livery(faction)
        w = 11.6
        cities, provinces, own = (max(0, score[k]) * scale for k in ("cities", "provinces", "own"))
        pen.rect(x, base, w, cities, fill=look.colour)
        pen.rect(x, base + cities, w, provinces, fill=look.tint)
        low = base + cities + provinces
        pen.rect(x, low, w, own, fill=WHITE)
        if own > 1:
            dark = hatching(look.pattern, [(x, low, x + w, low + own)], look.colour)
            pen.raw(f"q {fine(x)} {fine(low)} {w} {fine(own)} re W n {dark} Q")
        total = cities + provinces + own
        dash = "1.3 1" if dashed else ""
        pen.rect(x, base, w, total, stroke=INK, weight=0.7, dash=dash)
        for level in (cities, cities + provinces):
            if 0 < level < total:
                pen.line(x, base + level, x + w, base + level, 0.4, dash=dash)
        font = TAB_SEMI if dashed else TAB
        pen.text(font, 7, x + w / 2, base + total + 2.4, halves(score["total"]), align="middle")

    def money(self, y: float) -> float:
        """Money of this turn and the supply of each faction."""
        book, words, view = self.book, self.words, self.view
        records = view["factions"]
        some: Mapping[str, Any] = next(iter(records.values()), {})
        note = words.say(
            "report.money_note", turn=view["turn"], supply=some.get("supply", 0),
            armies=some.get("armies_out", 0) + some.get("armies_stock", 0),
        )  # fmt: skip
        book.heading(words.say("report.money"), LEFT, y, note)
        flows = [
            flow
            for flow in (
                "start",
                "provinces",
                "cities",
                "fleet",
                "boxes",
                "upkeep",
                "armies",
                "beggars",
                "loyalty",
                "units",
            )
            if flow not in RARE_FLOWS or any(record["money"].get(flow) for record in records.values())
        ]
        rest = ["treasury", "on_map", "in_boxes", "stock", "armies_out"]
        names = [*flows, *rest]
        first = LEFT + 74
        pitch = (LEFT + MEASURE - first) / len(names)
        columns = [
            Column(first + pitch * (n + 1), "right", words.say(f"report.money.{name}")) for n, name in enumerate(names)
        ]
        book.rule(LEFT, y - 7.4, MEASURE)
        head = y - 17.4
        with book.group("Table"):
            with book.group("TR"):
                book.cell(
                    "TH", Column(LEFT), head, words.say("report.money.faction"), font=ITALIC, size=7.2, colour=GREY
                )
                for column in columns:
                    size = shrunk(ITALIC, 7.2, column.head, pitch - 2.5, 5.6)
                    book.cell("TH", column, head, column.head, font=ITALIC, size=size, colour=GREY)
            book.rule(LEFT, head - 5, MEASURE, 0.3)
            row = head - 16
            for faction, record in records.items():
                with book.group("TR"):
                    with book.tag("TH"):
                        token(book.pen, faction, LEFT + 0.5, row - 1.6, livery(faction).letter, w=10.4, h=8.2)
                        name = capital(words.faction(faction))
                        book.pen.text(TEXT, shrunk(TEXT, 8.6, name, 60), LEFT + 15, row, name)
                    for name, column in zip(names, columns, strict=True):
                        value = record["money"].get(name, 0) if name in flows else record.get(name, 0)
                        bold = name == "treasury"
                        shown = signed(value) if value or name in rest or name == "start" else "·"
                        font = TAB_SEMI if bold else TAB
                        book.cell("TD", column, row, shown, font=font, size=8.6, colour=INK if shown != "·" else GREY)
                row -= 12.4
        bottom = row + 6.2
        book.rule(LEFT, bottom, MEASURE)
        with artifact(book.pen):
            at = first + pitch * len(flows)
            for x in (at + 3, at + pitch + 4):
                book.pen.line(x, bottom + 2, x, y - 10, 0.25, HAIR)
        beggars = [
            words.say(
                "report.beggars_in", region=region, staying=here.get("staying", 0), besieging=here.get("besieging", 0)
            )
            for region, here in view["beggars"].get("regions", {}).items()
            if here.get("staying") or here.get("besieging")
        ]
        line = words.say("report.neutrals", on_map=view["neutrals"]["on_map"], stock=view["neutrals"]["stock"])
        line += " " + words.say("report.beggars_box", box_count=view["beggars"].get("box", 0))
        line = " ".join([line, *beggars])
        with book.tag("P"):
            size = shrunk(ITALIC, 7.6, line, MEASURE)
            book.pen.text(ITALIC, size, LEFT, bottom - 10, line, colour=GREY)
        return bottom - 32

    def loyalty(self, y: float) -> float:
        book, words = self.book, self.words
        wide = 292.0
        book.heading(words.say("report.loyalty"), LEFT, y, words.say("report.loyalty_note"), wide)
        rows = self.view["loyalty"]
        left, step = LEFT + 99, 30.4
        high = 11.4
        head = y - 17.4
        first = head - 12
        columns = 7
        alt_rows = first + 8 - high * len(rows)
        book.rule(LEFT, y - 7.4, wide)
        with artifact(book.pen):
            for start in (0, 5):
                x = left + step * (start - 0.5)
                book.pen.rect(
                    x, alt_rows + 0.4, 2 * step - (4.6 if start == 5 else 0), high * len(rows), fill="#F0EDE2"
                )
        with book.group("Table"):
            with book.group("TR"):
                for key, at in (("catholic", 0.5), ("centre", 3), ("reformed", 5.4)):
                    column = Column(left + step * at, "middle")
                    book.cell(
                        "TH", column, head, words.say(f"report.loyalty.{key}"), font=ITALIC, size=7.2, colour=GREY
                    )
            row = first
            for n, (city, record) in enumerate(rows.items()):
                with book.group("TR"):
                    with book.tag("TH"):
                        book.pen.text(TEXT, 8.4, LEFT, row, words.place(city))
                        owner = (self.view["places"].get(city) or {}).get("owner")
                        if owner:
                            token(book.pen, owner, LEFT + 67, row - 1.4, livery(owner).letter, w=9.4, h=7.4)
                    with book.tag("TD"):
                        for place in range(columns):
                            book.pen.circle(left + step * place, row + 2.4, 0.4, fill=HAIR)
                        now, start = record["column"] - 1, record["start"] - 1
                        if now != start:
                            book.pen.line(left + step * start, row + 2.4, left + step * now, row + 2.4, 0.7)
                            book.pen.circle(left + step * start, row + 2.4, 2.2, fill=WHITE, stroke=INK, weight=0.7)
                        book.pen.circle(left + step * now, row + 2.4, 2.7, fill=INK)
                if n < len(rows) - 1:
                    book.rule(LEFT, row - 3.2, wide, 0.25, HAIR)
                row -= high
        book.rule(LEFT, row + high - 3.4, wide)
        with book.tag("P"):
            y = row + high - 11.4
            for key, at in (("against", 0.5), ("no_effect", 3), ("for", 5.4)):
                text = words.say(f"report.loyalty.{key}")
                book.pen.text(ITALIC, 6.6, left + step * at, y, text, colour=GREY, align="middle")
            line = words.say("report.loyalty_legend")
            book.pen.text(ITALIC, shrunk(ITALIC, 7.2, line, wide), LEFT, y - 9.4, line, colour=GREY)
        return y - 12

    def bishoprics(self, y: float) -> float:
        book, words = self.book, self.words
        x, wide = LEFT + 318, MEASURE - 318
        book.heading(words.say("report.bishoprics"), x, y)
        if not self.view["bishoprics"]:
            return book.paragraph([Run(words.say("report.not_yet"), ITALIC, 8.4, GREY)], x, y - 17, wide, 11.4) - 22
        book.rule(x, y - 7.4, wide)
        head = y - 17.4
        states = ("firmly_catholic", "catholic", "reformed", "firmly_reformed")
        left, step = x + 78, 33.4
        with book.group("Table"):
            with book.group("TR"):
                for n, state in enumerate(states):
                    text = words.say(f"report.bishopric.{state}")
                    size = shrunk(ITALIC, 7, text, step - 2, 5.6)
                    book.cell("TH", Column(left + step * n, "middle"), head, text, font=ITALIC, size=size, colour=GREY)
            row = head - 12
            rows = self.view["bishoprics"]
            for number, (province, state) in enumerate(rows.items()):
                with book.group("TR"):
                    with book.tag("TH"):
                        book.pen.text(TEXT, 8.4, x, row, words.province(province))
                        owner = (self.view["provinces"].get(province) or {}).get("owner")
                        if owner:
                            token(book.pen, owner, x + 48, row - 1.4, livery(owner).letter, w=9.4, h=7.4)
                    with book.tag("TD"):
                        for n, name in enumerate(states):
                            here = name == state
                            book.pen.circle(
                                left + step * n, row + 2.4, 2.7 if here else 0.4, fill=INK if here else HAIR
                            )
                if number < len(rows) - 1:
                    book.rule(x, row - 3.2, wide, 0.25, HAIR)
                row -= 11.4
        book.rule(x, row + 8, wide)
        return row - 14

    def universities(self, y: float) -> float:
        book, words = self.book, self.words
        x, wide = LEFT + 318, MEASURE - 318
        book.heading(words.say("report.universities"), x, y)
        if not self.view["universities"]:
            return book.paragraph([Run(words.say("report.not_yet"), ITALIC, 8.4, GREY)], x, y - 17, wide, 11.4) - 22
        book.rule(x, y - 7.4, wide)
        row = y - 17
        rows = self.view["universities"]
        with book.group("Table"):
            for n, (place, state) in enumerate(rows.items()):
                with book.group("TR"):
                    with book.tag("TH"):
                        book.pen.text(TEXT, 8.4, x, row, words.place(place))
                        owner = (self.view["places"].get(place) or {}).get("owner")
                        if owner:
                            token(book.pen, owner, x + 48, row - 1.4, livery(owner).letter, w=9.4, h=7.4)
                    with book.tag("TD"):
                        book_sign(book.pen, x + 78, row + 2.4, state)
                        colour = INK if state == "reformed" else GREY
                        text = words.say(f"report.university.{state}")
                        book.pen.text(TEXT, shrunk(TEXT, 8.4, text, wide - 90), x + 90, row, text, colour=colour)
                if n < len(rows) - 1:
                    book.rule(x, row - 3.2, wide, 0.25, HAIR)
                row -= 11.4
        book.rule(x, row + 8, wide)
        return row

    def unplaced(self, y: float) -> None:
        """What a corrected data file has and the drawing cannot show."""
        names = self.drawing.unplaced()
        added = self.drawing.engraved.added if self.drawing.engraved else ()
        removed = self.drawing.engraved.removed if self.drawing.engraved else ()
        lines: list[str] = []
        if names:
            lines.append(self.words.say("report.map.unplaced", list=self.words.listed(names)))
        for key, found in (("added", added), ("removed", removed)):
            if found:
                pairs = [f"{self.words.province(a)}–{self.words.province(b)}" for a, b in found]
                lines.append(self.words.say(f"report.map.{key}", list=self.words.listed(pairs)))
        if lines:
            self.book.paragraph([Run(" ".join(lines), ITALIC, 7.4, GREY)], LEFT, y, MEASURE, 9.2)


def score_lines(words: DutchWords, view: Mapping[str, Any]) -> list[str]:
    """Victory points in words, for the text twin."""
    before = view["history"][-1] if view["history"] else None
    lines: list[str] = []
    for faction, record in sorted(view["factions"].items(), key=lambda item: -item[1]["vp2"]["total"]):
        score = record["vp2"]
        old = before["vp2"].get(faction) if before else None
        lines.append(
            words.say(
                "text.score", faction=faction, total2=score["total"], cities2=score["cities"],
                provinces2=score["provinces"],
                own2=score["own"], source=words.say(f"term.own.{faction}"),
                before=f" ({halves(old['total'])})" if old else "",
            )
        )  # fmt: skip
    return lines
