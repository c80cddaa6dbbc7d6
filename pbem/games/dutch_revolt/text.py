"""The plain-text twin of a Dutch Revolt report: its scores, events, map, money and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.games.dutch_revolt.last_page import DutchAsking
from pbem.games.dutch_revolt.pages import score_lines
from pbem.games.dutch_revolt.restate import PhaseStory, stories
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.due import note_of
from pbem.reports.facts import ReportFacts
from pbem.reports.text import Twin, ended
from pbem.reports.words import capital, halves, signed

_last_map: dict[tuple[DutchWords, str], list[str]] = {}


class DutchTwin(Twin):
    """Collects the lines of the text."""

    words: DutchWords

    def __init__(self, words: DutchWords, facts: ReportFacts, told: Sequence[PhaseStory] | None = None) -> None:
        super().__init__(words, facts, DutchAsking(words, facts))
        self.told = stories(words, facts.events, facts.seats) if told is None else told
        self.board = facts.board

    def body(self) -> None:
        self._scores()
        self._events()
        self._map()
        self._money()
        self._charts()

    def head(self) -> None:
        words, facts = self.words, self.facts
        self.add(words.say("text.title", game=facts.game, number=str(facts.number)))
        self.add(
            words.say(
                f"text.state.{'over' if self.view['over'] else 'running'}",
                turn=self.view["turn"],
                phase=self.view["phase"],
            )
        )
        self.reader()

    def _scores(self) -> None:
        words, view = self.words, self.view
        before = view["history"][-1]["turn"] if view["history"] else None
        self.section("text.scores" if before is None else "text.scores_before", turn=before)
        for line in score_lines(words, view):
            self.add(line)
        for entry in view["history"]:
            shown = ", ".join(f"{words.faction(f)} {halves(score['total'])}" for f, score in entry["vp2"].items())
            self.add(words.say("text.history", turn=entry["turn"], list=shown))
        self.add(words.say("text.order", list=words.listed(words.faction(f) for f in view["order"])))
        if view.get("result"):
            self.add(words.say("report.winners", factions=list(view["result"]["winners"])))

    def _events(self) -> None:
        words = self.words
        self.section("report.happened")
        for story in self.told:
            if story.phase is not None:
                name = words.say(f"term.phase.{story.phase}")
                head = words.say("text.phase", phase=story.phase, name=name, rule=story.rule)
                self.add(capital(head))
            for skipped, sentence in story.sentences:
                self.add(sentence, "  * " if skipped else "  ", "    ")
        if not self.told:
            self.add(words.say("report.nothing_happened"))
        self.press()

    def _map(self) -> None:
        """The map in words; the seats of one step see the same one, so the last is kept."""
        self.section("text.map")
        seen = self.words, repr(self.view)  # a text, for a view may be changed
        if seen not in _last_map:
            begin = len(self.lines)
            self.tell_map()
            _last_map.clear()
            _last_map[seen] = self.lines[begin:]
        else:
            self.lines += _last_map[seen]

    def tell_map(self) -> None:
        """Everything that the drawing shows, region by region."""
        words, view, board = self.words, self.view, self.board
        done: set[str] = set()
        for region, record in board.regions.items():
            self.add("")
            self._region(region, record)
            for province in record.provinces:
                if province in board.provinces and province not in done:
                    done.add(province)
                    self._province(province)
        for province in board.provinces:
            if province not in done:
                self._province(province)
        self.add("")
        for box, squares in view["boxes"].items():
            self._box(box, squares)
        beggars = view["beggars"]
        self.add(words.say("report.beggars_box", box_count=beggars.get("box", 0)))
        if beggars.get("hirer"):
            self.add(words.say("text.hirer", faction=beggars["hirer"]))

    def _region(self, region: str, record: Any) -> None:
        words, view = self.words, self.view
        track = view["tracks"].get(region) or {"squares": record.squares, "armies": []}
        armies = []
        for one in track["armies"]:
            key = f"text.army.{one['state']}"
            armies.append(words.say(key, faction=one["faction"], city=one.get("city")))
        self.add(
            words.say(
                "text.region",
                code=record.code,
                region=region,
                squares=track["squares"],
                armies_said="; ".join(armies) or words.say("text.no_army"),
            )
        )
        here = view["beggars"].get("regions", {}).get(region) or {}
        if here.get("staying") or here.get("besieging"):
            self.add(
                words.say(
                    "report.beggars_in",
                    region=region,
                    staying=here.get("staying", 0),
                    besieging=here.get("besieging", 0),
                )
            )
        if record.arrows:
            self.add(words.say("text.arrows", regions=list(record.arrows)), "  ")

    def _province(self, ident: str) -> None:
        words, view, record = self.words, self.view, self.board.provinces[ident]
        now = view["provinces"].get(ident) or {}
        line = words.say(
            "text.province", province=ident, owner=now.get("owner"), max=now.get("max", record.maximum),
            tax2=now.get("tax2", record.tax2), vp2=now.get("vp2", record.vp2), filled=now.get("filled", 0),
        )  # fmt: skip
        if now.get("vp2_final", record.vp2_final) != now.get("vp2", record.vp2):
            line += " " + words.say("text.vp_final", vp2=now.get("vp2_final", record.vp2_final))
        state = view["bishoprics"].get(ident)
        if state:
            line += " " + words.say("text.bishopric", state=words.say(f"term.bishopric.{state}"))
        self.add(line)
        self.add(words.say("text.countryside", list=words.tokens(now.get("countryside") or {})), "  ")
        for place in record.places:
            self._place(place)
        self.add(words.say("text.neighbours", provinces=list(record.neighbours)), "  ")

    def _place(self, ident: str) -> None:
        words, view, record = self.words, self.view, self.board.places[ident]
        now = view["places"].get(ident) or {}
        kinds = [words.say("term.city" if record.is_city else "term.town")]
        if record.trade:
            kinds.append(words.say("term.trade_place"))
        state = view["universities"].get(ident)
        if state:
            kinds.append(words.say("text.university", state=words.say(f"report.university_short.{state}")))
        siege = now.get("siege")
        if siege:
            by = words.say("term.beggars") if siege["by"] == "beggars" else words.faction(siege["by"])
            kinds.append(words.say("text.besieged", who=by))
        key = "text.city" if record.is_city else "text.town"
        self.add(
            words.say(
                key,
                place=ident,
                kinds=", ".join(kinds),
                owner=now.get("owner"),
                list=words.tokens(now.get("tokens") or {}),
            ),
            "  ",
        )

    def _box(self, ident: str, squares: Iterable[Mapping[str, Any]]) -> None:
        words = self.words
        held: dict[str, int] = {}
        kinds: dict[str, int] = {}
        free: dict[str, int] = {}
        for square in squares:
            kinds[square["square"]] = kinds.get(square["square"], 0) + 1
            if square.get("token"):
                held[square["token"]] = held.get(square["token"], 0) + 1
            else:
                free[square["square"]] = free.get(square["square"], 0) + 1
        box = self.board.boxes.get(ident)
        said = ", ".join(f"{words.say(f'term.square.{kind}')} {n}" for kind, n in kinds.items())
        open_ = ", ".join(f"{words.say(f'term.square.{kind}')} {n}" for kind, n in free.items())
        self.add(
            words.say(
                "text.box",
                box=ident,
                list=words.tokens(held),
                squares_said=said,
                free=open_ or words.say("term.none"),
                provinces=list(box.provinces) if box else [],
            )
        )

    def _money(self) -> None:
        words, view = self.words, self.view
        self.section("report.money")
        for faction, record in view["factions"].items():
            flows = [
                f"{words.say(f'text.flow.{name}')} {signed(value)}" for name, value in record["money"].items()
                if value or name == "start"
            ]  # fmt: skip
            self.add(
                words.say(
                    "text.money", faction=faction, flows=", ".join(flows), treasury=record["treasury"],
                    stock=record["stock"],
                    on_map=record["on_map"], in_boxes=record["in_boxes"], supply=record["supply"],
                    armies_out=record["armies_out"], armies_stock=record["armies_stock"],
                )
            )  # fmt: skip
        self.add(words.say("report.neutrals", on_map=view["neutrals"]["on_map"], stock=view["neutrals"]["stock"]))

    def _charts(self) -> None:
        words, view = self.words, self.view
        self.section("report.loyalty")
        self.add(words.say("text.loyalty_note"))
        for city, row in view["loyalty"].items():
            owner = (view["places"].get(city) or {}).get("owner")
            line = words.say("text.loyalty", city=city, column=row["column"], start=row["start"], owner=owner)
            bids = view.get("bids", {}).get(city)
            if bids:
                line += " " + words.say("text.paid", list=words.tokens(bids))
            self.add(line)
        self.section("report.bishoprics")
        if not view["bishoprics"]:
            self.add(words.say("report.not_yet"))
        for province, state in view["bishoprics"].items():
            owner = (view["provinces"].get(province) or {}).get("owner")
            self.add(
                words.say(
                    "text.bishopric_row", province=province, state=words.say(f"term.bishopric.{state}"), owner=owner
                )
            )
        self.section("report.universities")
        if not view["universities"]:
            self.add(words.say("report.not_yet"))
        for place, state in view["universities"].items():
            owner = (view["places"].get(place) or {}).get("owner")
            self.add(
                words.say(
                    "text.university_row", place=place, state=words.say(f"report.university.{state}"), owner=owner
                )
            )

    def coming(self) -> None:
        words, facts = self.words, self.facts
        names = {one.phase: words.say(f"term.phase.{one.phase}") for one in facts.coming}
        for one in facts.coming:
            if one.when:
                when, note = words.moment(one.when, facts.zone, "short"), ended(note_of(words, one))
                self.add(words.say("text.coming", phase=one.phase, name=names[one.phase], when=when, note=note))
        undated = [f"{one.phase} {names[one.phase]}" for one in facts.coming if not one.when]
        if undated:
            self.add(words.say("text.coming_undue", list=words.listed(undated)))


def twin(words: DutchWords, facts: ReportFacts, told: Sequence[PhaseStory] | None = None) -> str:
    """The text of a report; `told` are its events where they have been put in words already."""
    return DutchTwin(words, facts, told).text()


def map_lines(words: DutchWords, facts: ReportFacts) -> list[str]:
    """The map alone: regions, provinces, places, boxes, as the text of a report tells them."""
    told = DutchTwin(words, facts, ())
    told.tell_map()
    return told.lines
