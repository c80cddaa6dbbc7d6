"""The plain-text twin of a Here I Stand report: complete, what the PDF shows and what only the map shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.here_i_stand.faith import faith_lines
from pbem.games.here_i_stand.last_page import HisAsking, impulse_of, next_powers
from pbem.games.here_i_stand.pages import enemies, friends
from pbem.games.here_i_stand.restate import Chapter, stories
from pbem.games.here_i_stand.tables import Tables, fact_lines
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts
from pbem.reports.text import Twin, one_line
from pbem.reports.words import capital

LAND = ("regulars", "mercenaries", "cavalry")
SHIPS = ("squadrons", "corsairs")


class HisTwin(Twin):
    """Collects the lines of the text."""

    words: HisWords

    def __init__(self, words: HisWords, facts: ReportFacts, told: Sequence[Chapter] | None = None) -> None:
        super().__init__(words, facts, HisAsking(words, facts))
        self.told = stories(words, facts.events, facts.seats) if told is None else told

    def head(self) -> None:
        words, view = self.words, self.view
        self.add(words.say("text.title", game=self.facts.game, number=str(self.facts.number)))
        power = impulse_of(view)
        key = "over" if view["over"] else "impulse" if power else "phase"
        self.add(words.say(f"text.state.{key}", turn=view["turn"], phase=view["phase"], power=power))
        self.reader()

    def body(self) -> None:
        self._scores()
        self._hand()
        self._events()
        self._powers()
        self.section("report.state_of_play")
        for line in faith_lines(self.words, self.facts.board, self.view):
            self.add(line)
        for line in fact_lines(self.words, self.view):
            self.add(line)
        self.section("text.map")
        self.tell_map()

    # sections -------------------------------------------------------------------------------

    def _scores(self) -> None:
        words, view = self.words, self.view
        before = view["history"][-1]
        self.section("text.scores_before", turn=before["turn"])
        names = {one.seat: one_line(one.player) for one in self.facts.statuses if one.player}
        for power, record in sorted(view["powers"].items(), key=lambda item: -item[1]["vp"]["total"]):
            vp = record["vp"]
            gained = vp["total"] - before["vp"].get(power, 0)
            facts = {
                "power": power, "sum": str(vp["total"]), "gained": f"{gained:+d}" if gained else "=",
                "base": vp["base"], "special": vp["special"], "bonus": vp["bonus"],
            }  # fmt: skip
            name = names.get(power)
            self.add(words.say("text.score_named", player=name, **facts) if name else words.say("text.score", **facts))
        if view.get("result"):
            self.add(words.say("report.winners", factions=list(view["result"]["winners"])))

    def _hand(self) -> None:
        lines = Tables(None, self.words, self.facts).hand_lines()
        if lines:
            self.section("report.hand")
            self.add(self.words.say("report.hand_note"))
            for line in lines:
                self.add(line)

    def _events(self) -> None:
        self.section("report.happened")
        for story in self.told:
            if head := story.head(self.words):
                self.add(f"{capital(head)}.")
            for skipped, sentence in story.sentences:
                self.add(sentence, "  * " if skipped else "  ", "    ")
        if not self.told:
            self.add(self.words.say("report.nothing_happened"))
        self.press()

    def _powers(self) -> None:
        words, view = self.words, self.view
        self.section("report.powers")
        for power, record in view["powers"].items():
            leaders = [
                leader
                for leader, state in view["leaders"].items()
                if state["where"] == "map" and (state.get("borrower") or state["power"]) == power
            ]
            facts = {
                "power": power, "ruler": record["ruler"], "n": record["cards"], "keys": len(record["keys"]),
                "wars": words.value("powers", enemies(view, power)), "leaders": leaders,
                "allies": words.value("powers", friends(view, power)),
            }  # fmt: skip
            self.add(words.say("text.power", **facts))

    # the map --------------------------------------------------------------------------------

    def tell_map(self) -> None:
        """Power by power: what it controls, with what stands there; then the seas."""
        words, view = self.words, self.view
        for power in (*view["order"], *view["minors"], "independent"):
            held = [space for space, record in view["spaces"].items() if record["controller"] == power]
            if not held:
                continue
            self.add(words.say("text.controls", power=power, n=len(held)))
            quiet: list[str] = []
            for space in held:
                said = self._space(space)
                if said:
                    self.add(f"{words.space(space)}: {said}", "  ", "    ")
                else:
                    quiet.append(words.space(space))
            if quiet:
                self.add(words.say("text.quiet", list=", ".join(quiet)), "  ", "    ")
        for sea in self.facts.board.map.seas:
            ships = self._ships(sea)
            if ships:
                self.add(f"{words.sea(sea)}: {', '.join(ships)}")

    def _space(self, space: str) -> str:
        """What is to be said of a space beside its name; nothing where all is as it was."""
        words, record = self.words, self.view["spaces"][space]
        marks = [mark for mark in ("unrest", "fortress", "haven", "university") if record[mark]]
        parts = [words.say(f"text.mark.{mark}") for mark in marks]
        if record["religion"] == "protestant":
            parts.append(words.say("text.mark.protestant"))
        forces: Mapping[str, Any] = self.view["forces"].get(space) or {}
        for part in ("outside", "inside"):
            for owner, land in (forces.get(part) or {}).items():
                units = [words.say(f"text.unit.{kind}", n=land[kind]) for kind in LAND if land[kind]]
                where = words.say("text.inside") if part == "inside" else ""
                parts.append(f"{words.faction(owner)} {', '.join(units)}{where}")
        parts += self._ships(space)
        leaders = [
            leader for leader, state in self.view["leaders"].items() if state["where"] == "map" and state["at"] == space
        ]
        if leaders:
            parts.append(words.value("leaders", leaders))
        if forces.get("sieges"):
            parts.append(words.say("text.besieged", powers=list(forces["sieges"])))
        return "; ".join(parts)

    def _ships(self, place: str) -> list[str]:
        words = self.words
        return [
            f"{words.faction(ships.get('borrower') or ships['owner'])} "
            + ", ".join(
                words.say(f"text.unit.{kind}", n=ships[kind]) for kind in ("squadrons", "corsairs") if ships[kind]
            )
            for ships in self.view["fleets"].get(place) or ()
        ]

    def coming(self) -> None:
        powers = next_powers(self.view)
        if powers:
            self.add(self.words.say("text.next", powers=powers))


def map_lines(words: HisWords, facts: ReportFacts) -> list[str]:
    """The map alone, as the text of a report tells it."""
    told = HisTwin(words, facts, ())
    told.tell_map()
    return told.lines
