"""Events in words: like ones in one sentence, counts that rule the grammar, phases that begin before the report."""

from __future__ import annotations

import pytest

from engine.core.events import Event
from engine.dutch_revolt.board import Board
from pbem.games.dutch_revolt import restate
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.words import LANGUAGES

ENGLISH = DutchWords("en", Board.ours())


def phase(number: int) -> Event:
    return Event("phase_begins", f"9.{number}", {"turn": 2, "phase": number})


def said(*events: Event, language: str = "en") -> list[str]:
    words = DutchWords(language, Board.ours())
    return [text for story in restate.stories(words, events, ["burghers"]) for _, text in story.sentences]


def placed(faction: str, province: str, count: int) -> Event:
    return Event("units_placed", "9.10", {"faction": faction, "province": province, "count": count})


def skipped(faction: str) -> Event:
    order = {"to": "holland", "count": 1, "square": None}
    facts = {"faction": faction, "phase": 10, "kind": "new_units", "order": order, "reason": "no_units_left", "why": {}}
    return Event("order_skipped", "9.10", facts)


def test_like_events_of_a_faction_are_one_sentence() -> None:
    into_box = Event("units_into_box", "9.10", {"faction": "nobility", "box": "french_support", "count": 2})
    events = [phase(10), placed("nobility", "zeeland", 1), placed("burghers", "holland", 3), skipped("nobility"),
              placed("nobility", "brabant", 1), into_box]  # fmt: skip
    assert said(*events) == [
        "Nobility placed 1 in Zeeland, 1 in Brabant and 2 in French Support.",
        "Burghers placed 3 in Holland.",
        "Not possible for Nobility (9.10): Place 1 in Holland. No new units are left.",
    ]


def test_another_deed_of_the_faction_parts_two_sentences() -> None:
    left = Event("units_left_over", "9.10", {"faction": "nobility", "count": 2})
    events = [phase(10), placed("nobility", "zeeland", 1), left, placed("nobility", "brabant", 2)]
    assert said(*events) == [
        "Nobility placed 1 in Zeeland.",
        "Nobility gave no order for 2 units; the default (12.4 N) placed them.",
        "Nobility placed 2 in Brabant.",
    ]


def test_events_that_differ_in_numbers_only_are_added_up() -> None:
    robbed = Event("fleet_robbed", "9.2", {"faction": "burghers", "rival": "catholics", "count": 1})
    kept = [
        Event("army_kept", "9.3", {"faction": "catholics", "region": region, "money": 2})
        for region in ("r_utrecht", "r_holland", "r_utrecht")
    ]
    assert said(phase(2), robbed, robbed, phase(3), *kept) == [
        "Burghers robbed 2 from the Catholics with the Huguenots.",
        "Catholics kept 3 armies for 6: Utrecht (2×) and Holland.",
    ]


def test_names_with_and_in_them_are_parted_by_semicolons() -> None:
    armies = [
        Event("army_set_up", "6.2", {"faction": "habsburgs", "region": region})
        for region in ("r_ijssel", "r_luxemburg")
    ]
    assert said(*armies) == ["Habsburgs placed 2 armies: Gelderland and Overijssel; Luxemburg and Namur."]


def test_a_refusal_that_comes_again_is_told_once() -> None:
    assert said(phase(10), skipped("nobility"), skipped("nobility")) == [
        "Not possible for Nobility (9.10): Place 1 in Holland. No new units are left. (2×)"
    ]


def test_influence_names_token_and_place() -> None:
    facts = {"faction": "burghers", "rival": "nobility", "province": "holland"}
    town = Event("influence", "9.9", facts | {"spot": "alkmaar"})
    country = Event("influence", "9.9", facts | {"rival": "neutral", "spot": "countryside"})
    assert said(phase(9), town) == ["Burghers turned a Nobility token in Alkmaar (Holland)."]
    assert said(phase(9), town, country) == [
        "Burghers turned a Nobility token in Alkmaar (Holland) and a neutral token in the countryside of Holland."
    ]


@pytest.mark.parametrize(
    ("count", "needed", "sentence"),
    [
        (0, 1, "No neutral was left in stock for the last province."),
        (0, 3, "No neutral was left in stock for the last 3 provinces."),
        (2, 3, "Neutrals ran short: 3 needed, 2 in stock. Catholics had the choice."),
    ],
)
def test_a_shortage_of_neutrals(count: int, needed: int, sentence: str) -> None:
    short = Event("neutrals_short", "9.12", {"faction": "catholics", "count": count, "needed": needed})
    assert said(phase(12), short) == [sentence]


@pytest.mark.parametrize(("rule", "number"), [("9.14", 14), ("8.6", 14), ("8.2", 10), ("6.2", 0)])
def test_a_report_that_begins_in_the_middle_of_a_phase_knows_it(rule: str, number: int) -> None:
    filled = Event("places_refilled", rule, {"province": "holland", "places": ["delft"], "count": 1})
    (story,) = restate.stories(ENGLISH, [filled], ["burghers"])
    assert (story.phase, story.rule) == (number, rule)


def test_a_quiet_phase_is_left_out() -> None:
    assert [story.phase for story in restate.stories(ENGLISH, [phase(11), phase(12), placed("nobility", "zeeland", 1)],
                                                     ["nobility"])] == [12]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_gap(language: str) -> None:
    facts = {
        "faction": "burghers", "rival": "nobility", "region": "r_holland", "province": "holland", "spot": "delft",
        "city": "leiden", "count": 2, "money": 3, "tokens": {"reformers": 1}, "box": "huguenots", "from_spot": "delft",
        "to_spot": "countryside", "from_province": "holland", "to_province": "utrecht", "from_region": "r_holland",
        "to_region": "r_utrecht", "column": 5, "from_column": 4, "to_column": 5, "place": "leiden", "maximum": 11,
        "owner": "burghers", "vp2": 7, "cities2": 2, "provinces2": 2, "own2": 3,
    }  # fmt: skip
    for kind in set(restate.GROUPS) - {"fleet_robbed"}:  # its numbers are always added up
        other = facts | {
            "province": "zeeland",
            "city": "gent",
            "region": "r_utrecht",
            "place": "leuven",
            "box": "calvinists",
        }
        alike = restate.GROUPS[kind].alike
        other |= {name: facts[name] for name in alike}
        text = " ".join(said(Event(kind, "9.1", facts), Event(kind, "9.1", other), language=language))
        assert "–" not in text, kind
        assert "[" not in text, kind


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"turn": 1, "phase": 5}, "Elkezdődött az 1. forduló 5. fázisa."),
        ({"turn": 2, "phase": 5}, "Elkezdődött a 2. forduló 5. fázisa."),
        ({"turn": 5, "phase": 1}, "Elkezdődött az 5. forduló 1. fázisa."),
        ({"turn": 10, "phase": 1}, "Elkezdődött a 10. forduló 1. fázisa."),
        ({"turn": 50, "phase": 1}, "Elkezdődött az 50. forduló 1. fázisa."),
        ({"turn": 1000, "phase": 1}, "Elkezdődött az 1000. forduló 1. fázisa."),
    ],
)
def test_the_hungarian_article_follows_the_sound(facts: dict[str, int], text: str) -> None:
    words = DutchWords("hu", Board.ours())
    assert words.say("event.phase_begins", **facts) == text
    assert words.say("letter.no_report", number="3", newest="8").count("(z)") == 0
    assert words.say("why.other_game", given="alma", game="gouda").startswith("Ez a sor az „alma” játszmához")
