"""The plain-text twin of a Heads of State report: complete, what the PDF shows and what only the map shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.heads_of_state.last_page import HeadsAsking, next_seats, own_next
from pbem.games.heads_of_state.pages import change, earlier
from pbem.games.heads_of_state.restate import TurnStory, stories
from pbem.games.heads_of_state.tables import PARTS, Tables, final_counted, leaders
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import ReportFacts
from pbem.reports.text import Twin, one_line
from pbem.reports.words import capital


class HeadsTwin(Twin):
    """Collects the lines of the text."""

    words: HeadsWords

    def __init__(self, words: HeadsWords, facts: ReportFacts, told: Sequence[TurnStory] | None = None) -> None:
        super().__init__(words, facts, HeadsAsking(words, facts))
        self.told = stories(words, facts.events, facts.seats, facts.view) if told is None else told
        self.board = facts.board
        self.tables = Tables(None, words, facts)

    def head(self) -> None:
        words, view = self.words, self.view
        self.add(words.say("text.title", game=self.facts.game, number=str(self.facts.number)))
        key = "over" if view["over"] else "keep" if view["phase"] == 3 else "running"
        self.add(words.say(f"text.state.{key}", turn=view["turn"], seat=view["active"], round=view["round"]))
        self.reader()

    def body(self) -> None:
        self._scores()
        self._hand()
        self._events()
        self._map()
        self._countries()
        self._nobles()
        self._players()
        self._history()

    # sections -------------------------------------------------------------------------------

    def _scores(self) -> None:
        words, view = self.words, self.view
        before = earlier(view, tuple(self.facts.seats))
        key = "text.scores" if before is None else "text.scores_before"
        self.section(key, turn=before["turn"] if before else None)
        parts = PARTS if final_counted(view) else PARTS[:-1]
        names = {one.seat: one.player for one in self.facts.statuses}
        for seat, record in sorted(view["seats"].items(), key=lambda item: -item[1]["score"]["total"]):
            score = record["score"]
            sources = ", ".join(f"{words.say(f'report.final.{part}')} {score[part]}" for part in parts)
            gained = f" ({change(score['total'], before['totals'].get(seat, 0))})" if before else ""
            row = {"seat": seat, "sum": str(score["total"]) + gained, "list": sources}
            if player := one_line(names.get(seat, "")):
                self.add(words.say("text.score_named", player=player, **row))
            else:
                self.add(words.say("text.score", **row))
        self.add(words.say("text.order", seats=list(view["order"])))
        if view.get("result"):
            self.add(words.say("report.winners", factions=list(view["result"]["winners"])))
            for rank in reversed(list(self.board.ranks.values())):
                best = [seat for seat in view["seats"] if seat in leaders(view, rank.id)]
                points = rank.final_bonus // max(1, len(best))
                said = words.say(f"report.final_ranks.{len(best)}", seats=best, points=points)
                self.add(f"{capital(words.rank(rank.id))} ({rank.final_bonus}): {said}", "  ")

    def _hand(self) -> None:
        words, view, own = self.words, self.view, self.tables.own
        self.section("report.hand" if own else "report.cards")
        if own:
            self.add(words.say("report.hand_note", seat=own["seat"]))
            numbers = self.board.numbers
            for sort, name, most in (
                ("attributes", "hand", numbers.turn_end_attributes), ("treason", "treason", numbers.turn_end_treason),
            ):  # fmt: skip
                said = words.say("report.cards.of", held=len(own[name]), most=most)
                self.add(f"{capital(words.say(f'report.cards.{sort}'))} ({said}): {words.cards(own[name])}.")
        cards, plots = view["attribute"], view["treason"]
        self.add(words.say("text.row", cards=cards["row"]))
        if cards["aside"]:
            self.add(words.say("text.aside", cards=cards["aside"]))
        self.add(words.say("report.treason_row", cards=plots["row"]))
        self.add(words.say("text.discard", cards=_all(cards["discard"])))
        self.add(words.say("text.treason_discard", cards=_all(plots["discard"])))
        self.add(self.tables.piles())
        for key, rows in (
            ("text.unseen", self.tables.attribute_rows()),
            ("text.plots_unseen", self.tables.treason_rows()),
        ):
            self.add(words.say(key, cards=_all(dict(rows)["unseen"])))

    def _events(self) -> None:
        words = self.words
        self.section("report.happened")
        for story in self.told:
            if head := story.head(words):
                self.add(f"{capital(head)}.")
            for skipped, sentence in story.sentences:
                self.add(sentence, "  * " if skipped else "  ", "    ")
        if not self.told:
            self.add(words.say("report.nothing_happened"))
        self.press()

    def _map(self) -> None:
        self.section("text.map")
        self.tell_map()

    def tell_map(self) -> None:
        """Country by country: each area with nobles, dead or a taken hex; then the empty ones in a line."""
        words, view = self.words, self.view
        for country, record in self.board.countries.items():
            self.add(words.say("text.country", country=country))
            empty: list[str] = []
            for area in record.areas:
                there = view["areas"][area]
                if there["hex"] or there["dead"] or any(box["seat"] for box in there["boxes"]):
                    self._area(area, there)
                else:
                    ranks = ", ".join(words.rank(box["rank"]) for box in there["boxes"])
                    facts = {"name": self._area_name(area), "list": ranks, "points": there["hex_value"]}
                    empty.append(words.say("text.empty_area", **facts))
            if empty:
                self.add(words.say("text.empty_areas", list=", ".join(empty)), "  ", "    ")

    def _area(self, area: str, record: Mapping[str, Any]) -> None:
        words = self.words
        boxes = ", ".join(
            words.say("text.box" if box["seat"] else "text.box_empty", rank=box["rank"], owner=box["seat"])
            for box in record["boxes"]
        )
        key = "text.hex_taken" if record["hex"] else "text.hex"
        parts = [boxes, words.say(key, points=record["hex_value"], seat=record["hex"])]
        if record["dead"]:
            dead = [
                words.say("report.dead", seat=seat, ranks=[n["rank"] for n in record["dead"] if n["seat"] == seat])
                for seat in Counter(noble["seat"] for noble in record["dead"])
            ]
            parts.append(words.say("text.dead", list=", ".join(dead)))
        self.add(words.say("text.area", name=self._area_name(area), list="; ".join(parts)), "  ", "    ")

    def _area_name(self, area: str) -> str:
        capital_ = self.board.areas[area].capital
        return self.words.say("text.capital", area=area) if capital_ else self.words.area(area)

    def _countries(self) -> None:
        words, view = self.words, self.view
        self.section("text.markers")
        for country, record in view["countries"].items():
            squares = ", ".join(_taken(words, square) for square in record["squares"])
            shares = {seat: n for seat, n in record["influence"].items() if n}
            influence = words.tokens(shares) if shares else words.say("term.nobody")
            rounds: dict[str, list[str]] = {}
            for name in view["rounds"]:
                small = record["small"].get(name) or ()
                said = ", ".join(_taken(words, one, lost=bool(one.get("used"))) for one in small)
                rounds.setdefault(said, []).append(name)
            ends = "; ".join(
                words.say("text.round_markers", rounds=words.listed(names), list=said) for said, names in rounds.items()
            )
            facts = {"country": country, "squares": squares, "influence": influence, "ends": ends}
            self.add(words.say("text.country_markers", **facts))
        self.add(words.say("text.large", list=", ".join(_taken(words, one) for one in view["large"])))

    def _nobles(self) -> None:
        words, view = self.words, self.view
        self.section("report.nobles")
        self.add(words.say("text.nobles_note"))
        for rank in reversed(list(self.board.ranks.values())):
            held = {seat: record["nobles"].get(rank.id, 0) for seat, record in view["seats"].items()}
            tiles = ", ".join(f"{words.faction(s)} {r['supply'].get(rank.id, 0)}" for s, r in view["seats"].items())
            best = [seat for seat in view["seats"] if seat in leaders(view, rank.id)]
            shown = {seat: n for seat, n in held.items() if n}
            facts = {
                "rank": rank.id, "cards": list(rank.cost), "points": rank.final_bonus, "tiles": tiles,
                "held": words.tokens(shown) if shown else words.say("term.nobody"),
                "left": view["noble_cards_left"].get(rank.id, 0),
                "leaders": words.value("seats", best) if best else words.say("term.nobody"),
            }  # fmt: skip
            self.add(words.say("text.noble", **facts))

    def _players(self) -> None:
        words, view = self.words, self.view
        self.section("report.players")
        for seat, record in view["seats"].items():
            brought = [rank for rank in reversed(list(self.board.ranks)) if rank in record["brought"]]
            self.add(
                words.say(
                    "text.player", seat=seat, attributes=record["attributes"], plots=record["treason"], ranks=brought
                )
            )

    def _history(self) -> None:
        words, view = self.words, self.view
        self.section("report.chart")
        self.add(words.say("text.history_note"))
        before: Mapping[str, int] = dict.fromkeys(view["seats"], 0)
        rounds: dict[str, list[str]] = {}
        for entry in view["history"]:
            now = entry["totals"]
            changed = ", ".join(f"{words.faction(seat)} {n}" for seat, n in now.items() if n != before.get(seat, 0))
            before = now
            if changed:
                said = words.say("text.history_turn", turn=entry["turn"], list=changed)
                rounds.setdefault(entry["round"], []).append(said)
        for name, turns in rounds.items():
            self.add(words.say("text.history", round=name, list="; ".join(turns)))
        if not any(before.values()):
            self.add(words.say("report.not_yet"))

    def coming(self) -> None:
        words = self.words
        seats = next_seats(self.view)
        if seats:
            said = ", ".join(f"{turn} {words.faction(seat)}" for turn, seat in seats)
            self.add(words.say("text.next", list=said))
            if (turn := own_next(self.facts)) is not None:
                self.add(words.say("report.next_yours", turn=turn))


def _all(counted: Mapping[str, int]) -> list[str]:
    return [kind for kind, n in counted.items() for _ in range(n)]


def _taken(words: HeadsWords, marker: Mapping[str, Any], *, lost: bool = False) -> str:
    """A marker: open, taken by whom, or lost."""
    state = "taken" if marker.get("seat") else "lost" if lost else "open"
    return words.say(f"text.marker.{state}", points=marker["value"], seat=marker.get("seat"))


def map_lines(words: HeadsWords, facts: ReportFacts) -> list[str]:
    """The map alone, as the text of a report tells it."""
    told = HeadsTwin(words, facts, ())
    told.tell_map()
    return told.lines
