"""Reports of Here I Stand: events in words, those that belong together in one sentence, no card to the wrong eyes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from engine.core.decision import Seat
from engine.core.events import Event
from engine.here_i_stand.view import view
from pbem.games.here_i_stand.faith import faith_lines
from pbem.games.here_i_stand.report import HisReport
from pbem.games.here_i_stand.restate import event, stories
from pbem.games.here_i_stand.tables import Tables, fact_lines
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts
from pbem.reports.words import LANGUAGES
from tests.engine.here_i_stand.boards import our_board
from tests.engine.here_i_stand.random_play import answer_one, begin

ANSWERS = 260
EN = HisWords("en", our_board())
HU = HisWords("hu", our_board())


@cache
def played(scenario: str) -> tuple[Event, ...]:
    """What happened in the first turns of a random game."""
    table, dice = begin(11, scenario=scenario), random.Random(11)
    events = list(table.take_events())
    for _ in range(ANSWERS):
        if table.over:
            break
        answer_one(table, dice)
        events += table.take_events()
    return tuple(events)


def said(words: HisWords, events: Iterable[Any], seats: tuple[str, ...] = ()) -> list[str]:
    """All sentences, without their heads."""
    return [text for chapter in stories(words, events, seats) for _, text in chapter.sentences]


def happened(kind: str, rule: str = "", **facts: Any) -> Event:
    return Event(kind, rule, facts)


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("scenario", ["1517", "1532", "tournament"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_games_are_told_without_a_gap(language: str, scenario: str) -> None:
    words = HisWords(language, our_board())
    for seats in ((), ("france",), ("hapsburg", "england")):
        texts = said(words, played(scenario), seats)
        assert len(texts) > 40
        for text in texts:
            assert not re.search(r"\[|\{|–( |\.|$)|\b[a-z]+_[a-z]+\b", text), text


def test_no_reader_sees_a_card_that_only_others_may_see() -> None:
    mine = Event("cards_drawn", "8.2", {"power": "france", "count": 1, "cards": [37]}, (Seat("france"),), {
        "power": "france", "count": 1,
    })  # fmt: skip
    assert said(EN, [mine], ("france",)) == ["France drew 1 card: The Wartburg (37)."]
    assert said(EN, [mine], ("papacy",)) == ["France drew 1 card."]
    hidden = {"power": "papacy", "rival": "france", "count": 1}
    taken = Event("card_handed_over", "6.1", {**hidden, "card": 37}, (Seat("papacy"), Seat("france")), hidden)
    assert said(EN, [taken, taken], ("england",)) == ["The Papacy got 2 cards from France."]
    assert said(EN, [taken, taken], ("papacy",)) == [
        "The Papacy got cards from France: The Wartburg (37) and The Wartburg (37)."
    ]


# ---------------------------------------------------------------------- single sentences


def test_a_battle_tells_who_what_where_and_the_dice() -> None:
    at = {"space": "milan"}
    events = [
        happened("field_battle", "14", **at, power="france", rival="hapsburg", defenders=["hapsburg"], strength=6,
                 rival_strength=3, leaders=["francis_i"], rival_leaders=[], relief=False),
        happened("battle_dice", "14", **at, power="france", side="attacker", strength=6, rating=1, cards=0, count=7),
        happened("battle_roll", "14", **at, power="france", side="attacker", dice=[1, 6, 5, 2, 5, 4, 1], lowest=5,
                 hits=3, card=None),
        happened("battle_dice", "14", **at, power="hapsburg", side="defender", strength=3, rating=0, cards=0, count=4),
        happened("battle_roll", "14", **at, power="hapsburg", side="defender", dice=[5, 1, 1, 2], lowest=5, hits=1,
                 card=None),
        happened("losses", "14", **at, power="france", count=1, regulars=0, mercenaries=1, cavalry=0),
        happened("losses", "14", **at, power="hapsburg", count=3, regulars=2, mercenaries=1, cavalry=0),
        happened("battle_won", "14", **at, winner="france", loser="hapsburg", side="attacker", hits=3, rival_hits=1,
                 strength=5, rival_strength=0),
    ]  # fmt: skip
    assert said(EN, events) == [
        "France attacked the Hapsburgs in Milan: 6 units with Francis I against 3 units.",
        "The roll: France 7 dice, 3 hits (6 5 5 4 2 1 1); the Hapsburgs 4 dice, 1 hit (5 2 1 1).",
        "Losses in Milan: France 1 mercenary; the Hapsburgs 2 regulars, 1 mercenary.",
        "France won the battle of Milan against the Hapsburgs; hits 3 against 1.",
    ]
    assert said(HU, events)[:2] == [
        "Csata itt: Milánó. Franciaország támad (6 egység, vezérrel: I. Ferenc), védekezik: a Habsburg Birodalom "
        "(3 egység).",
        "A dobás: Franciaország 7 kocka, 3 találat (6 5 5 4 2 1 1); a Habsburg Birodalom 4 kocka, 1 találat (5 2 1 1).",
    ]
    assert said(EN, events[:2]) == [
        "France attacked the Hapsburgs in Milan: 6 units with Francis I against 3 units.",
        "The dice of France in Milan: 7 (units 6, leaders 1, cards 0).",
    ]


def test_an_interception_tells_its_reckoning() -> None:
    facts: Mapping[str, Any] = {
        "power": "hapsburg", "rival": "ottoman", "from_space": "graz", "to_space": "vienna", "strength": 2,
        "regulars": 2, "mercenaries": 0, "cavalry": 0, "minors": "", "leaders": ["ferdinand"], "dice": [4, 6],
        "rating": 1, "cavalry_modifier": -1, "total": 10, "needed": 9,
    }  # fmt: skip
    assert event(EN, happened("interception", "13.2", **facts, success=True)) == (
        "The Hapsburgs intercepted the Ottomans in Vienna with 2 regulars with Ferdinand from Graz "
        "(4 + 6 + 1 − 1 = 10, needed 9)."
    )
    assert "failed (4 + 6 + 1 − 1 = 10" in event(EN, happened("interception", "13.2", **facts, success=False))


def test_an_attempt_at_sea_and_its_result_are_one_sentence_unless_a_card_comes_between() -> None:
    facts: Mapping[str, Any] = {
        "attempt": "intercept", "power": "hapsburg", "rival": "france", "from_space": "trieste",
        "to_space": "adriatic_sea", "squadrons": 1, "corsairs": 0, "leaders": [], "strength": 2,
    }  # fmt: skip
    rolled = happened("naval_check_rolled", "16.1", **facts, dice=[2, 1], rating=0, total=3, needed=9)
    result = happened("naval_check", "16.1", **facts, cards=0, total=3, success=False)
    card = happened("card_used", "6.1", power="papacy", card=34, mode="a", window="naval_check_rolled", count=2)
    assert said(EN, [rolled, result]) == [
        "The Hapsburgs tried to intercept France in the Adriatic Sea from Trieste and failed (2 + 1 = 3, needed 9)."
    ]
    assert [text.split(":")[-1].strip() for text in said(EN, [rolled, card, result])[:2]] == [
        "2 + 1 = 3, needed 9.", "+2 on the roll.",
    ]  # fmt: skip
    assert len(said(EN, [rolled, card, result])) == 3


def test_what_a_power_builds_is_told_together_and_by_place() -> None:
    built = [
        happened("unit_built", "17", power="france", space="paris", unit="regular"),
        happened("unit_built", "17", power="france", space="rouen", unit="squadron"),
        happened("unit_built", "17", power="france", space="paris", unit="mercenary"),
        happened("unit_built", "17", power="france", space="paris", unit="regular"),
        happened("unit_built", "17", power="england", space="london", unit="regular"),
    ]
    assert said(EN, built) == [
        "France built 2 regulars, 1 mercenary in Paris; 1 squadron in Rouen.", "England built 1 regular in London.",
    ]  # fmt: skip


def test_a_deal_stands_with_its_terms() -> None:
    events = [
        happened("deal_proposed", "9.1", deal=1, power="england", powers=["france"]),
        happened("deal_term", "9.1", deal=1, item="end_war", power="england", rival="france"),
        happened("deal_term", "9.1", deal=1, item="cede", power="france", rival="england", space="boulogne"),
        happened("deal_confirmed", "9.1", deal=1, power="france"),
        happened("deal_concluded", "9.1", deal=1),
        happened("space_ceded", "9.1", power="france", rival="england", space="boulogne"),
        happened("control_changed", "9.1", space="boulogne", from_power="france", power="england"),
    ]
    assert said(EN, events) == [
        "England proposed deal 1 to France: peace between England and France; Boulogne, from France to England.",
        "Deal 1 came into force, confirmed by France.",
        "France ceded Boulogne to England.",
    ]


def test_wars_that_a_power_declares_in_a_row_are_one_sentence() -> None:
    events = [
        happened("war_declared", "9.6", power="ottoman", rival="hapsburg"),
        happened("war_begins", "9.6", power="ottoman", rival="hapsburg"),
        happened("war_declared", "9.6", power="ottoman", rival="venice"),
        happened("war_declared", "9.6", power="france", rival="genoa"),
        happened("war_begins", "9.6", power="hapsburg", rival="france"),
    ]
    assert said(EN, events) == [
        "The Ottomans declared war on the Hapsburgs and Venice.", "France declared war on Genoa.",
        "The Hapsburgs and France went to war.",
    ]  # fmt: skip


def test_a_march_over_several_spaces_is_one_sentence() -> None:
    units: Mapping[str, Any] = {
        "strength": 2, "regulars": 2, "mercenaries": 0, "cavalry": 0, "minors": "", "leaders": [],
    }  # fmt: skip
    steps = [("paris", "dijon"), ("dijon", "lyon"), ("lyon", "grenoble")]
    march = [happened("march", "13.1", power="france", cost=1, from_space=a, to_space=b, **units) for a, b in steps]
    after = happened("impulse_skipped", "11", power="france")
    assert said(EN, [*march, after])[0] == (
        "France marched from Paris over Dijon and Lyon to Grenoble: 2 regulars (3 CP)."
    )
    assert said(EN, [march[0], march[2], after])[:2] == [
        "France marched from Paris to Dijon: 2 regulars (1 CP).",
        "France marched from Lyon to Grenoble: 2 regulars (1 CP).",
    ]


def test_a_march_that_may_be_called_off_is_not_told_as_done() -> None:
    """The last thing that happened may still be stopped in its window; one that was stopped never came to an end."""
    facts: Mapping[str, Any] = {
        "strength": 2, "regulars": 2, "mercenaries": 0, "cavalry": 0, "minors": "", "leaders": [], "power": "france",
        "cost": 1,
    }  # fmt: skip
    first = happened("march", "13.1", from_space="paris", to_space="dijon", **facts)
    second = happened("march", "13.1", from_space="dijon", to_space="lyon", **facts)
    off = happened("action_called_off", "13.1", power="france", left=2)
    begun = "France set out from Paris for Dijon: 2 regulars (1 CP)."
    assert said(EN, [first]) == [begun]
    assert said(EN, [first, off])[0] == begun
    assert said(EN, [first, second]) == ["France set out from Paris over Dijon for Lyon: 2 regulars (2 CP)."]
    again = happened("march", "13.1", from_space="metz", to_space="trier", **facts)
    assert said(EN, [first, again, off])[:2] == [
        "France marched from Paris to Dijon: 2 regulars (1 CP).",
        "France set out from Metz for Trier: 2 regulars (1 CP).",
    ]
    elsewhere = happened("impulse_begins", "11", power="papacy", turn=1, impulse=9)
    passed = happened("passed", "11", power="papacy")
    assert said(EN, [first, elsewhere, passed])[0] == "France marched from Paris to Dijon: 2 regulars (1 CP)."
    assert said(EN, [first, elsewhere]) == ["France marched from Paris to Dijon: 2 regulars (1 CP)."]


def test_passes_in_a_row_are_one_chapter() -> None:
    def impulse(number: int, power: str, *kinds: str) -> list[Event]:
        begins = happened("impulse_begins", "11", power=power, turn=1, impulse=number)
        return [begins, *(happened(kind, "11", power=power) for kind in kinds)]

    chapters = stories(EN, [
        *impulse(4, "france", "passed"), *impulse(5, "papacy", "defaults_used", "passed"),
        *impulse(6, "protestant", "defaults_used"), *impulse(7, "ottoman", "passed"),
    ], ())  # fmt: skip
    assert [(one.head(EN), [text for _, text in one.sentences]) for one in chapters] == [
        ("Impulses 4 to 5", ["France and the Papacy passed."]),
        ("Impulse 6, the Protestants", ["The Protestants acted by default."]),
        ("Impulse 7, the Ottomans", ["The Ottomans passed."]),
    ]


def test_an_order_that_was_not_possible_is_told_to_its_power_with_the_reason() -> None:
    order = dict.fromkeys(("card", "mode", "power", "from", "to", "count", "pick")) | {
        "do": "build", "space": "paris", "unit": "regular",
    }  # fmt: skip
    facts = {
        "power": "france", "kind": "impulse", "order": order, "reason": "not_enough_cp",
        "why": {"power": "france", "count": 2, "left": 0},
    }  # fmt: skip
    skipped = Event("order_skipped", "11.1", facts, only=(Seat("france"),))
    assert said(EN, [skipped, skipped], ("france",)) == [
        "Not possible for France (11.1): Build in Paris: 1 regular. That costs 2 CP; you have 0."
    ]
    assert said(EN, [skipped], ("england",)) == []


def test_where_a_march_stopped_and_why_is_told_to_the_mover_alone() -> None:
    why = {"power": "hapsburg", "space": "agram", "owner": "hungary"}
    facts = {"power": "hapsburg", "space": "graz", "to_space": "agram", "reason": "neutral_space", "why": why}
    stopped = Event("march_stopped", "13.1", facts, only=(Seat("hapsburg"),))
    assert said(EN, [stopped], ("hapsburg",)) == [
        "Your march stopped in Graz and did not go on to Agram: "
        "Agram is controlled by Hungary-Bohemia, no friend and no enemy of the Hapsburgs."
    ]
    assert said(EN, [stopped], ("ottoman",)) == []


# ---------------------------------------------------------------------- the Reformation and the New World


def attempt(space: str, result: str, dice: list[int], against: list[int], **more: Any) -> Event:
    facts = {
        "power": "protestant", "space": space, "zone": "german", "in_zone": True, "dice": dice, "modifier": 0,
        "best": max(dice), "against": against, "result": result, "debater": None,
    }  # fmt: skip
    return happened("reformation_attempt", "18.3", **{**facts, **more})


def test_attempts_in_a_row_are_one_sentence_with_their_dice() -> None:
    events = [
        happened("treatise_published", "18.1", power="protestant", zone="german", debater="carlstadt"),
        happened("debater_committed", "18.2", debater="carlstadt"),
        attempt("leipzig", "success", [3, 6], []),
        happened("space_converted", "18.3", space="leipzig", religion="protestant"),
        attempt("erfurt", "failure", [2], [3, 5]),
        happened("debater_committed", "18.2", debater="bucer"),
        attempt("basel", "success", [4, 4], [4], debater="bucer", modifier=1),
        happened("space_converted", "18.3", space="basel", religion="protestant"),
        happened("space_converted", "18.5", space="worms", religion="protestant"),
    ]
    assert said(EN, events) == [
        "The Protestants published a treatise, target zone German, with Carlstadt.",
        "Reformation attempts of the Protestants: Leipzig became Protestant (6 3, unanswered); Erfurt stayed Catholic "
        "(2 against 5 3); Basel became Protestant (4 4 (+1) against 4, with Bucer).",
        "Worms became Protestant.",
    ]
    assert said(HU, events)[1].startswith("Reformációs próbák, a protestáns tábor: Lipcse protestáns lett (6 3, válasz")


def test_several_boxes_of_a_translation_are_told_by_the_last_one() -> None:
    def box(count: int, debater: str | None = None) -> Event:
        facts = {"power": "protestant", "zone": "german", "track": "new_testament", "count": count, "debater": debater}
        return happened("scripture_translated", "18.1", **facts)

    luther = happened("debater_committed", "18.2", debater="luther")
    assert said(EN, [luther, box(1, "luther"), box(2), box(3)]) == [
        "The Protestants translated the German New Testament: box 3 of 6, with Luther."
    ]


def test_a_debate_tells_its_rounds_and_who_was_beaten() -> None:
    round_1 = {"power": "papacy", "zone": "german", "round": 1, "attacker": "eck", "defender": "calvin"}
    events = [
        happened("debate_called", "18.5", power="papacy", zone="german"),
        happened("debaters_chosen", "18.5", **round_1),
        happened("debate_round", "18.5", **round_1, dice=[5, 6, 1], against=[2, 2], modifiers={"value": 3}, hits=2,
                 hits_against=0),
        happened("debater_committed", "18.5", debater="eck"),
        happened("debater_committed", "18.5", debater="calvin"),
        happened("debate_won", "18.5", winner="papacy", loser="protestant", zone="german", debater="eck",
                 rival_debater="calvin", count=2, extra=0),
    ]  # fmt: skip
    assert said(EN, events) == [
        "The Papacy called a theological debate in the German zone.",
        "Round 1: Eck 3 dice, 2 hits (6 5 1); Calvin 2 dice, 0 hits (2 2).",
        "Committed: Eck and Calvin.",
        "Eck beat Calvin by 2 hits; the Papacy won as many spaces.",
    ]
    assert said(HU, events)[1] == "1. kör: Eck 3 kocka, 2 találat (6 5 1); Kálvin 2 kocka, 0 találat (2 2)."


def test_a_voyage_tells_its_leader_once() -> None:
    sailor = {"power": "hapsburg", "explorer": "cortez"}
    events = [
        happened("explorer_drawn", "20.3", **sailor),
        happened("conquest", "20.3", **sailor, dice=[4, 3], value=4, bonus=0, total=11),
        happened("prize_taken", "20.3", **sailor, prize="inca", vp=2),
    ]
    assert said(EN, events) == [
        "Cortez set out to conquer for the Hapsburgs: 4 + 3 + 4 = 11.", "The Hapsburgs gained Inca: 2 VP.",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_faith_and_the_new_world_are_told_in_the_text(language: str) -> None:
    words = HisWords(language, our_board())
    table = begin(3, scenario="1532")
    shown: Any = view(table.state, Seat("papacy"))
    shown["debaters"] |= {"luther": "committed", "tetzel": "disgraced", "knox": "waiting"}
    shown["new_world"]["conquests"].append({"prize": "maya", "power": "france", "by": "", "depleted": True})
    text = "\n".join(faith_lines(words, table.state.board, shown))
    assert not re.search(r"\[|\{|\b[a-z]+_[a-z]+\b", text)
    for name in ("Luther 4 (", "Eck 3", "Tetzel", "Maya" if language == "en" else "Maja"):
        assert name in text
    assert "Knox" not in text
    assert "Tetzel 1" not in text


# ---------------------------------------------------------------------- the state of play


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_holds_this_turn_is_told(language: str) -> None:
    words = HisWords(language, our_board())
    table = begin(3, scenario="1532")
    shown: Any = view(table.state, Seat("france"))
    before = fact_lines(words, shown)
    shown["this_turn"] |= {"markers": ["thomas_more"], "piracy": ["ionian_sea"], "skipped": ["hapsburg"]}
    more = [line for line in fact_lines(words, shown) if line not in before]
    assert len(more) == 3
    if language == "en":
        assert more == [
            "In force until the turn ends: Thomas More.", "Piracy in this turn: the Ionian Sea.",
            "The next impulse does not take place: the Hapsburgs.",
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "said_so"),
    [
        ("begin_with_a_card", "send the whole list once more"),
        ("one_card_an_impulse", "FINISH gives up the CP"),
        ("not_adjacent", "Paris and Lyon are not adjacent; name each space on the way."),
        ("no_such_way", "a CHOOSE line below"),
        ("voyage_once_a_turn", "The Hapsburgs began such a voyage earlier in this turn (an exploration)."),
        ("turn_of_another", "Send these lines when you are asked for them."),
        ("turn_not_asked", "Send these lines when you are asked for them."),
    ],
)
def test_a_refusal_says_what_to_do(key: str, said_so: str) -> None:
    facts: Mapping[str, Any] = {
        "power": "hapsburg", "voyage": "exploration", "from_space": "paris", "to_space": "lyon", "card": 73,
        "text": "Scotland", "candidates": ["A"], "seat": "france", "turn": 1,
    }  # fmt: skip
    assert said_so in EN.say(f"why.{key}", **facts)


def test_if_cp_is_right_for_one_and_for_many() -> None:
    assert EN.say("order.if.cp", count=1) == "with at least 1 CP left"


def test_a_foreign_war_names_who_fights_it() -> None:
    table = begin(3, scenario="1532")
    shown: Any = view(table.state, Seat("france"))
    shown["foreign_wars"] = [{"card": 110, "enemies": 4, "units": {"regulars": 5, "mercenaries": 0, "cavalry": 0}}]
    assert "Foreign wars: War in Persia (110), the Ottomans with 5 units against 4." in fact_lines(EN, shown)


def test_nobody_sees_which_cards_pirates_took() -> None:
    table = begin(3, scenario="1532")
    dice = random.Random(3)
    while table.state.impulse is None:
        answer_one(table, dice)
    table.state.impulse.held_back.append(table.state.powers[table.state.impulse.power].hand[0])
    for seat in (None, Seat("france"), Seat("ottoman")):
        running: Any = view(table.state, seat)["impulse"]
        assert "held_back" not in running
        assert running["power"] == table.state.impulse.power


# ---------------------------------------------------------------------- the pages


def facts_for(shown: Any, language: str = "en") -> ReportFacts:
    return ReportFacts(game="rome", number=1, language=language, zone="UTC", player="Anna", seats=["papacy"],
                       board=our_board(), view=shown, events=[], asked=[], deadline=None, made=None)  # fmt: skip


@pytest.mark.parametrize("scenario", ["1517", "1532", "tournament"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_as_high_as_they_say(language: str, scenario: str) -> None:
    report = HisReport(facts_for(view(begin(3, scenario=scenario).state, Seat("papacy")), language))
    report.book.begin()
    tables = Tables(report.book, report.words, report.facts)
    for part in tables.parts():
        assert 700 - part.draw(700.0) == pytest.approx(part.height)


def test_tables_that_are_too_high_for_a_page_go_on_on_the_next() -> None:
    shown: Any = view(begin(3, scenario="1532").state, Seat("papacy"))
    assert HisReport(facts_for(shown)).table_pages == 1
    shown["discard"] = sorted(our_board().cards)
    report = HisReport(facts_for(shown))
    assert report.table_pages == 2
    report.draw()
    assert report.book.page + 1 == report.book.pages == 4


def test_the_theses_are_no_impulse_to_the_reader() -> None:
    table = begin(3, scenario="1517")
    assert table.state.impulse is not None
    report = HisReport(facts_for(view(table.state, Seat("papacy"))))
    assert report.title == "Turn 1: Luther’s 95 Theses"
