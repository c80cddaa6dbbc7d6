"""What a newcomer reads: remarks of the order form, HELP for a card, deals in words, lines that were refused before."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Json, Reason
from engine.core.options import Alternative, Order
from engine.here_i_stand.asking import blank
from orders.form import question_lines
from orders.grammar import Command, read_order
from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.remarks import remarks
from orders.here_i_stand.writing import write
from orders.language import Said
from orders.statements import Header
from orders.verdicts import Verdict
from tests.orders.here_i_stand.boards import LEXICON, given, judged, letter, question

CEDE: Alternative = blank("propose", do="propose", to="france", item="cede", power="ottoman", space="buda")
CARDS: Alternative = blank("propose", do="propose", to="france", item="draws", power="hapsburg,france", count=2)
ALLIANCE: Alternative = blank("propose", do="propose", to="france", item="alliance", power="france")
WINDOW: dict[str, Json] = {"window": "spring_start"}


def keys(decision: AnyDecision) -> list[str]:
    return [said.key for said in remarks(decision, LEXICON)]


def lines(said: list[Said]) -> list[str]:
    return [str(one.facts["line"]) for one in said if "line" in one.facts]


# ------------------------------------------------------------------ the form


def test_an_opening_shows_the_hand() -> None:
    facts: dict[str, Json] = {"opening": True, "hand": [31, 88], "home_cards": [1]}
    assert remarks(question(facts=facts), LEXICON) == [Said("form.hand", {"hand": [1, 31, 88]})]
    assert keys(question(facts={**facts, "opening": False})) == []


@pytest.mark.parametrize("kind", ["response", "combat"])
def test_a_window_says_that_nothing_fits(kind: str) -> None:
    respond = blank(kind, do="respond", card=31, mode="a")
    assert keys(question(kind, facts=WINDOW))[0] == f"form.nothing_fits.{kind}"
    assert not any(key.startswith("form.nothing_fits") for key in keys(question(kind, choices=[respond], facts=WINDOW)))


@pytest.mark.parametrize(
    ("kind", "facts", "line"),
    [
        ("response", WINDOW, "STANDING RESPOND NONE IF WINDOW spring_start"),
        ("combat", {"window": "combat_cards_attacker"}, "STANDING COMBAT NONE IF WINDOW combat_cards_attacker"),
        ("intercept", {"power": "hapsburg"}, "STANDING INTERCEPT NONE IF POWER Hapsburgs"),
        ("avoid_battle", {"power": "france"}, "STANDING AVOID NONE IF POWER France"),
        ("naval_intercept", {"power": "england"}, "STANDING CHASE NONE IF POWER England"),
        ("naval_avoid", {}, "STANDING EVADE NONE"),
    ],
)
def test_how_not_to_be_asked_again(kind: str, facts: dict[str, Json], line: str) -> None:
    """The line that the form shows is a standing order that declines just this question."""
    decision = question(kind, facts=facts)
    assert lines(remarks(decision, LEXICON)) == [line]
    kept = judged(line).standing
    assert [(one.kind, one.fits(decision)) for one in kept] == [(kind, True)]
    if facts:
        other = question(kind, facts={name: "event_declared" if name == "window" else "papacy" for name in facts})
        assert not kept[0].fits(other)
    assert judged(line).lines[0].why is not None


def test_a_standing_order_says_what_takes_it_back() -> None:
    judgement = judged("STANDING INTERCEPT NONE IF POWER Hapsburgs").lines[0]
    assert judgement.verdict is Verdict.WAITING
    assert judgement.why is not None
    assert judgement.why.facts["verb"] == "INTERCEPT"


def test_deals_that_are_all_alike_are_shown_once() -> None:
    choices = [CEDE, {**CEDE, "space": "athens"}, CARDS, ALLIANCE]
    decision = question("propose", choices=choices)
    assert lines(remarks(decision, LEXICON)) == [
        "PROPOSE TO France: Ottomans cede Buda", "PROPOSE TO France: Hapsburgs give 2 random cards TO France"
    ]  # fmt: skip
    form = question_lines(decision, [decision], 3, LEXICON, language=LANGUAGE)
    assert [line for line in form if line.startswith("# ")] == ["# PROPOSE TO France: alliance WITH France"]
    whole = question_lines(decision, [decision], 3, LEXICON, language=LANGUAGE, others=200)
    assert len([line for line in whole if line.startswith("# ")]) == len(choices)


# ------------------------------------------------------------------ deals


@pytest.mark.parametrize(
    ("power", "line"),
    [("ottoman", "Ottomans cede Buda"), ("hapsburg", "Hapsburgs cede Buda"), ("protestant", "Protestants cede Buda"),
     ("england", "England cedes Buda"), ("papacy", "Papacy cedes Buda"), (None, "cede Buda")],
)  # fmt: skip
def test_the_verb_agrees(power: str | None, line: str) -> None:
    text = write("propose", {**CEDE, "power": power}, LEXICON)
    assert text == f"PROPOSE TO France: {line}"
    ordered: Any = read_order(text, LANGUAGE, LEXICON).given
    assert ordered[0][0]["power"] == power


def test_a_deal_of_several_lines_is_restated_with_its_number() -> None:
    said = LANGUAGE.restate("propose", {**ALLIANCE, "package": 2})
    assert (said.key, said.facts["package"]) == ("order.propose.numbered", 2)
    item = said.facts["item"]
    assert isinstance(item, Said)
    assert (item.key, item.facts["power"]) == ("order.deal.with", "france")
    both = LANGUAGE.restate("propose", {**ALLIANCE, "power": "france,papacy"}).facts["item"]
    assert isinstance(both, Said)
    assert (both.key, both.facts["powers"]) == ("order.deal.between", ["france", "papacy"])


# ------------------------------------------------------------------ lines


def test_seat_is_power() -> None:
    statement = letter("SEAT France").lines[0].statement
    assert statement == Header(faction="france")


def test_combat_cards() -> None:
    """Tercios needs no way: the engine takes the possible one. A comma behind PICK goes on with what is picked."""
    bribed = {"do": "combat", "card": 26, "mode": "a", "pick": "papacy 2,france 1"}
    assert given("COMBAT Tercios") == [[{"do": "combat", "card": 30}]]
    assert given("COMBAT Tercios B") == [[{"do": "combat", "card": 30, "mode": "b"}]]
    assert given("COMBAT Mercenaries Bribed PICK Papacy 2, France 1") == [[bribed]]
    assert given("COMBAT Mercenaries Bribed PICK Papacy 2, France 1, Arquebusiers") == [
        [bribed], [{"do": "combat", "card": 24, "mode": "a"}]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("HELP 31", "card 31"), ("HELP card 31", "card 31"), ("HELP Foul Weather", "card 31"), ("help gout", "card 32"),
        ("HELP", ""), ("HELP 300", ""), ("HELP PLAY", "PLAY"), ("HELP something else", ""),
    ],
)  # fmt: skip
def test_help_on_a_card(text: str, topic: str) -> None:
    assert letter(text).lines[0].statement == Command("help", topic)


def test_held_lines_are_named_in_the_order_written() -> None:
    """What was not understood, and what can never be right, in one row."""

    def fault(orders: list[Order]) -> Reason | None:
        return (
            Reason("no_assault", "15.1") if any(one["do"] == "assault" for order in orders for one in order) else None
        )

    text = "PLAY Janissaries CP\nASSAULT Vienna\nMOVE 3 regulars FROM Nowhere TO Vienna\nASSAULT Graz\nPLAY"
    notes = judged(text, [question(fault=fault)]).notes
    assert [note.facts["lines"] for note in notes] == [["2", "3", "4", "5"]]
