"""What Here I Stand asks of a reader, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orders.here_i_stand import LANGUAGE
from pbem.games.here_i_stand.signs import chip
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.choices import Choices, given
from pbem.reports.facts import Asked, ReportFacts
from pbem.reports.ink import GREY, ITALIC, SEMI, TAB, TAB_SEMI, TEXT
from pbem.reports.last_page import LastPage
from pbem.reports.sheets import BODY_LOW, LEFT, MEASURE, Column
from pbem.reports.words import signed

MOST_TARGETS = 24
PARTS = ("base", "special", "bonus", "total")


class HisAsking:
    """See pbem.reports.questions.Asking."""

    def __init__(self, words: HisWords, facts: ReportFacts) -> None:
        self.words, self.facts, self.view = words, facts, facts.view

    def question(self, one: Asked) -> str:
        """The question; whoever plays several powers is told which one is asked."""
        if len({asked.seat for asked in self.facts.asked}) > 1:
            return self.words.say("ask.of_power", power=one.seat, question=self._question(one))
        return self._question(one)

    def _question(self, one: Asked) -> str:
        if one.prompt:
            return one.prompt
        key = f"ask.{one.kind}"
        window = one.facts.get("window")
        if isinstance(window, str) and self.words.has(f"{key}.{window}"):
            key = f"{key}.{window}"
        elif one.kind == "impulse" and not one.facts.get("opening", True):
            key = f"{key}.rest"
        return self.words.say(key, **{"power": one.seat, **one.facts})

    def source(self, one: Asked) -> str:
        """What the question is about: where the contents of deals stand, the march for a window."""
        if one.kind == "response":
            return self._window(one.facts)
        if one.kind == "convert":
            return self._targets(one.facts)
        if one.kind == "debater_bonus":
            return self.words.say("report.source.debater_bonus", debaters=one.facts.get("debaters"))
        key = f"report.source.{one.kind}"
        return self.words.say(key, **{"power": one.seat, **one.facts}) if self.words.has(key) else ""

    def _targets(self, facts: Mapping[str, Any]) -> str:
        """The best targets of an attempt with the dice of both sides: "Leipzig 4:3, Erfurt 3:3"."""
        odds = dict(facts.get("odds_of") or {})
        places = [space for space in facts.get("places") or () if space in odds]
        shown = [f"{self.words.space(space)} {odds[space]}" for space in places[:MOST_TARGETS]]
        return self.words.say("report.source.convert", list=", ".join(shown)) if shown else ""

    def _window(self, facts: Mapping[str, Any]) -> str:
        """Who does what in the window: "The Ottomans: from Edirne to Sofia; 6 land units; with Suleiman."."""
        if facts.get("attacker") and facts.get("zone"):
            sides = {"debater": facts["attacker"], "rival_debater": facts["defender"]}
            return self.words.say("report.window.debate", **{**facts, **sides})
        ways = ("from_space", "to_space")
        shown = ["way"] if all(facts.get(name) for name in ways) else ["space"]
        shown += ["sea", "strength", "leaders"]
        parts = [self.words.say(f"report.window.{name}", **facts) for name in shown if name == "way" or facts.get(name)]
        if not parts or not facts.get("power"):
            return ""
        return self.words.say("report.window", power=facts["power"], list="; ".join(parts))

    def tables(self, one: Asked) -> Sequence[Choices]:
        return (given(one),) if one.choices else ()

    def form_lines(self) -> list[str]:
        several = len({one.seat for one in self.facts.asked}) > 1
        seats = "" if several else "".join(f"  {LANGUAGE.seat_word} {one.seat}" for one in self.facts.asked[:1])
        lines = [f"GAME {self.facts.game}  TURN {self.view.get('turn', 0)}{seats}"]
        for one in self.facts.asked:
            own = list(one.form or one.default_lines)
            if not own or not own[0].startswith("#"):
                own.insert(0, f"# {self._question(one)}")
            lines += ["", *([f"{LANGUAGE.seat_word} {one.seat}"] if several else []), *own]
        return [*lines, "", "END"]


def impulse_of(view: Mapping[str, Any]) -> str | None:
    """Whose impulse is being played; Luther's 95 Theses are none (18.1)."""
    running = view.get("impulse")
    return running["power"] if running and view["phase"] == "action" else None


def next_powers(view: Mapping[str, Any]) -> list[str]:
    """The powers of the next impulses."""
    power, order = impulse_of(view), list(view["order"])
    if view["over"] or power is None:
        return []
    at = order.index(power)
    return [order[(at + n) % len(order)] for n in range(1, len(order) + 1)]


class HisLastPage(LastPage):
    """The last page with the parts that are the game's own."""

    words: HisWords

    def coming(self, y: float) -> float:
        """Whose impulses come next."""
        book, words, view = self.book, self.words, self.facts.view
        powers = next_powers(view)
        if not powers or y - 34 < BODY_LOW:
            return y
        book.heading(words.say("report.next"), LEFT, y, words.say("report.next_note"))
        book.rule(LEFT, y - 7, MEASURE)
        pitch = MEASURE / len(powers)
        with book.group("Table"), book.group("TR"):
            for n, power in enumerate(powers):
                x = LEFT + n * pitch
                with book.tag("TD"):
                    chip(book.pen, power, x, y - 20)
                    face = SEMI if power in self.facts.seats else TEXT
                    book.pen.text(face, 8.6, x + 14, y - 18.4, words.faction(power))
        book.rule(LEFT, y - 24.4, MEASURE)
        return y - 44

    def final(self, y: float) -> float:
        """The final count, the winner first."""
        book, words, view = self.book, self.words, self.facts.view
        book.heading(words.say("report.final"), LEFT, y)
        book.rule(LEFT, y - 7.4, MEASURE)
        columns = [Column(LEFT + 180 + 72 * n, "right", words.say(f"report.vp.{part}")) for n, part in enumerate(PARTS)]
        y -= 18
        with book.group("Table"):
            with book.group("TR"):
                book.cell("TH", Column(LEFT), y, words.say("report.powers.power"), font=ITALIC, size=7.6, colour=GREY)
                for column in columns:
                    book.cell("TH", column, y, column.head, font=ITALIC, size=7.6, colour=GREY)
            book.rule(LEFT, y - 5, MEASURE, 0.3)
            y -= 17
            winners = list(view["winners"])
            ranked = sorted(view["powers"].items(), key=lambda item: (item[0] not in winners, -item[1]["vp"]["total"]))
            for power, record in ranked:
                with book.group("TR"):
                    with book.tag("TH"):
                        chip(book.pen, power, LEFT + 0.5, y - 1.6)
                        book.pen.text(SEMI if power in winners else TEXT, 9, LEFT + 16, y, words.faction(power))
                    for part, column in zip(PARTS, columns, strict=True):
                        font = TAB_SEMI if part == "total" else TAB
                        book.cell("TD", column, y, signed(record["vp"][part]), font=font, size=9)
                y -= 13
        book.rule(LEFT, y + 7.4, MEASURE)
        return y - 12
