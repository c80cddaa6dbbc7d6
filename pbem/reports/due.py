"""Until when, and for whom the game waits: said alike on the first page, on the last page and in the text."""

from __future__ import annotations

from pbem.reports.facts import Asked, Coming, ReportFacts
from pbem.reports.words import Catalogue


def undated(facts: ReportFacts) -> bool:
    """Whether orders are asked without a deadline."""
    return bool(facts.asked) and facts.deadline is None


def no_date(words: Catalogue, facts: ReportFacts) -> tuple[str, str]:
    """What stands in the place of a deadline when the reader has none, and who has answered."""
    if facts.view.get("over"):
        return words.say("report.over_due"), ""
    if not facts.asked:
        return words.say("report.nothing_due"), awaited(words, facts)
    open_still = [s for s in facts.statuses if s.seat in facts.seats and s.asked and not s.answered]
    known = any(s.seat in facts.seats for s in facts.statuses)
    key = "report.no_deadline" if open_still or not known else "report.no_deadline_answered"
    return words.say(key), others(words, facts)


def awaited(words: Catalogue, facts: ReportFacts) -> str:
    """For whom the game waits, said to a reader who is asked nothing."""
    waiting = [s.seat for s in facts.statuses if s.asked and not s.answered]
    if waiting:
        return words.say("report.awaited", factions=waiting)
    return words.say("report.all_in") if any(s.asked for s in facts.statuses) else ""


def others(words: Catalogue, facts: ReportFacts) -> str:
    """Who else is asked, and who has answered."""
    rest = [s for s in facts.statuses if s.seat not in facts.seats and s.asked]
    done = [s.seat for s in rest if s.answered]
    waiting = [s.seat for s in rest if not s.answered]
    if not rest:
        return words.say("report.others.nobody")
    parts = []
    if done:
        parts.append(words.say("report.others.answered", factions=done))
    if waiting:
        parts.append(words.say("report.others.waiting", factions=waiting))
    return " ".join(parts)


def waits(facts: ReportFacts) -> bool:
    """Whether nothing is done in the reader's place, however long he takes."""
    return facts.deadline is None or facts.at_deadline == "wait"


def default_sentence(words: Catalogue, facts: ReportFacts, one: Asked) -> str:
    """What is used if nothing arrives."""
    if waits(facts):
        return words.say("report.default.wait")
    if one.default_lines:
        return words.say("report.default.lines", lines="; ".join(one.default_lines))
    key = f"default.{one.kind}"
    return words.say(key) if words.has(key) else words.say("report.default.plain")


def open_text(words: Catalogue, facts: ReportFacts) -> str:
    """What a letter may hold."""
    return words.say("report.note.open_text_undue" if undated(facts) else "report.note.open_text")


def note_of(words: Catalogue, one: Coming) -> str:
    """What is said of a question to come."""
    key = f"report.coming.{one.phase}"
    return one.note or (words.say(key) if words.has(key) else "")
