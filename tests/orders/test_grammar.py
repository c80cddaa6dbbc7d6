"""Order lines: what each verb gives, synonyms, lists and alternatives, header lines, commands, failures."""
# ruff: noqa: E501  (tables read best with one case a line)

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import IllegalOrder
from orders.dutch_revolt import LANGUAGE
from orders.form import order_text
from orders.grammar import Command, Failed, Header, NoOrder, Ordered, help_on, read_order
from orders.words import OrderFault
from tests.orders.boards import LEXICON, letter

BEGGARS: dict[str, Any] = dict.fromkeys(("do", "region", "count", "city", "province", "faction", "army"))
UPKEEP: dict[str, Any] = dict.fromkeys(("region", "count", "action", "plunder", "province", "spot", "faction"))

LINES: list[tuple[str, list[list[dict[str, Any]]] | str]] = [
    ("GARRISON Flanders", [[{"region": "r_flanders"}]]),
    ("TAX 2", [[{"level": 2}]]),
    ("adó 2", [[{"level": 2}]]),
    ("Steuer: 3", [[{"level": 3}]]),
    ("SUPPORT 2 French Support TO Artois", [[{"box": "french_support", "count": 2, "square": None, "to": "artois"}]]),
    ("SUPPORT 3 Spanish Treasury TO TREASURY", [[{"box": "spanish_treasury", "count": 3, "square": None, "to": "treasury"}]]),
    ("SUPPORT 1 London Merchants BOTH TO Zeeland", [[{"box": "london_merchants", "count": 1, "square": "both", "to": "zeeland"}]]),
    ("támogatás 1 spanyol kincstár -> kincstár", [[{"box": "spanish_treasury", "count": 1, "square": None, "to": "treasury"}]]),
    ("ROB 2 Catholics", [[{"faction": "catholics", "count": 2}]]),
    ("ROB ALL Habsburgs", [[{"faction": "habsburgs", "count": "all"}]]),
    ("ROB ALL", [[{"faction": None, "count": "all"}]]),
    ("ROB 3", [[{"faction": None, "count": 3}]]),
    ("ROB NONE", []),
    ("KEEP 2 Holland", [[UPKEEP | {"region": "r_holland", "count": 2, "action": "keep"}]]),
    ("DISBAND Holland", [[UPKEEP | {"region": "r_holland", "count": 1, "action": "disband"}]]),
    ("RELEASE Holland", [[UPKEEP | {"region": "r_holland", "count": 1, "action": "release"}]]),
    ("RELEASE Holland SPARE", [[UPKEEP | {"region": "r_holland", "count": 1, "action": "release", "plunder": "spare"}]]),
    ("RELEASE Holland PLUNDER TOWN IN Zeeland",
     [[UPKEEP | {"region": "r_holland", "count": 1, "action": "release", "plunder": "town", "province": "zeeland"}]]),
    ("RELEASE Holland PLUNDER Nobility IN Delft",
     [[UPKEEP | {"region": "r_holland", "count": 1, "action": "release", "plunder": "people", "province": "holland", "spot": "delft", "faction": "nobility"}]]),
    ("RELEASE Holland PLUNDER Nobility IN Holland",
     [[UPKEEP | {"region": "r_holland", "count": 1, "action": "release", "plunder": "people", "province": "holland", "spot": "countryside", "faction": "nobility"}]]),
    ("RECRUIT 2 Liège, Limburg and Maastricht", [[{"region": "r_liege", "count": 2}]]),
    ("rec hol", [[{"region": "r_holland", "count": 1}]]),
    ("RECRUIT Holland, 2 Utrecht", [[{"region": "r_holland", "count": 1}], [{"region": "r_utrecht", "count": 2}]]),
    ("RECRUIT Holland ELSE Utrecht", [[{"region": "r_holland", "count": 1}, {"region": "r_utrecht", "count": 1}]]),
    ("RECRUIT Holland ELSE NONE", [[{"region": "r_holland", "count": 1}]]),
    ("BESIEGE Utrecht", [[{"city": "utrecht_city"}]]),
    ("HIRE 2 Holland", [[BEGGARS | {"do": "hire", "region": "r_holland", "count": 2}]]),
    ("DESTROY Holland", [[BEGGARS | {"do": "destroy", "region": "r_holland"}]]),
    ("DESTROY Catholics IN Holland BESIEGING Haarlem",
     [[BEGGARS | {"do": "destroy", "region": "r_holland", "faction": "catholics", "army": "besieging", "city": "haarlem"}]]),
    ("DESTROY Catholics IN Holland FREE", [[BEGGARS | {"do": "destroy", "region": "r_holland", "faction": "catholics", "army": "free"}]]),
    ("DESTROY Holland RELEASED ELSE RELIEVE Haarlem",
     [[BEGGARS | {"do": "destroy", "region": "r_holland", "army": "released"}, BEGGARS | {"do": "relieve", "city": "haarlem"}]]),
    ("RAID Zeeland", [[BEGGARS | {"do": "plunder", "province": "zeeland"}]]),
    ("BLOCKADE Haarlem", [[BEGGARS | {"do": "besiege", "city": "haarlem"}]]),
    ("SPARE Catholics", [[BEGGARS | {"do": "spare", "faction": "catholics"}]]),
    ("MOVE 2 Holland TO Utrecht", [[{"from": "r_holland", "to": "r_utrecht", "count": 2}]]),
    ("move holland -> utrecht", [[{"from": "r_holland", "to": "r_utrecht", "count": 1}]]),
    ("MOVE Holland – Utrecht", [[{"from": "r_holland", "to": "r_utrecht", "count": 1}]]),
    ("MOVE NONE", []),
    ("INFLUENCE Delft", [[{"province": "holland", "spot": "delft", "faction": None}]]),
    ("INFLUENCE Delft Nobles", [[{"province": "holland", "spot": "delft", "faction": "nobility"}]]),
    ("INFLUENCE Holland Nobility", [[{"province": "holland", "spot": "countryside", "faction": "nobility"}]]),
    ("INFLUENCE neutral IN Holland", [[{"province": "holland", "spot": "countryside", "faction": "neutral"}]]),
    ("INFLUENCE Groningen TOWN NEUTRAL", [[{"province": "groningen", "spot": "groningen_town", "faction": "neutral"}]]),
    ("PLACE 5 Holland", [[{"to": "holland", "count": 5, "square": None}]]),
    ("PLACE Holland 5", [[{"to": "holland", "count": 5, "square": None}]]),
    ("PLACE 1 London Merchants", [[{"to": "london_merchants", "count": 1, "square": None}]]),
    ("PLACE 1 Huguenots MAP", [[{"to": "huguenots", "count": 1, "square": "map"}]]),
    ("PLACE DEFAULT", "default"),
    ("NEUTRALS Holland, Zeeland", [[{"province": "holland"}], [{"province": "zeeland"}]]),
    ("OVERFLOW 2 Holland TO Utrecht", [[{"from": "holland", "to": "utrecht", "count": 2}]]),
    ("OVERFLOW Holland TO Utrecht, Gelderland",
     [[{"from": "holland", "to": "utrecht", "count": None}], [{"from": "holland", "to": "gelderland", "count": None}]]),
    ("ARRANGE Holland: 1 countryside TO Amsterdam", [[{"province": "holland", "faction": None, "count": 1, "from": "countryside", "to": "amsterdam"}]]),
    ("ARRANGE Holland 1 Nobility Delft TO countryside", [[{"province": "holland", "faction": "nobility", "count": 1, "from": "delft", "to": "countryside"}]]),
    ("ARRANGE Groningen: own Groningen TO countryside", [[{"province": "groningen", "faction": None, "count": 1, "from": "groningen_town", "to": "countryside"}]]),
    ("SACK Haarlem, Brussel", [[{"city": "haarlem", "faction": None}], [{"city": "brussel", "faction": None}]]),
    ("CONVERT Reformers, Nobility", [[{"city": None, "faction": "reformers"}], [{"city": None, "faction": "nobility"}]]),
    ("PAY 2 Köln", [[{"city": "koln_city", "count": 2}]]),
    ("PAY two Keulen", [[{"city": "koln_city", "count": 2}]]),
    ("LAY BEFORE Catholics ELSE LAST", [[{"where": "before", "faction": "catholics"}, {"where": "last", "faction": None}]]),
    ("LAY AFTER Nobility", [[{"where": "after", "faction": "nobility"}]]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "given"), LINES, ids=[line for line, _ in LINES])
def test_what_a_line_orders(line: str, given: object) -> None:
    found = read_order(line, LANGUAGE, LEXICON).given
    assert given == (found if found == "default" else list(found))


@pytest.mark.parametrize("line", [line for line, given in LINES if given != "default"])
def test_written_again_it_is_the_same(line: str) -> None:
    ordered = read_order(line, LANGUAGE, LEXICON)
    for order in ordered.given:
        again = read_order(order_text(ordered.kind, order, LEXICON, LANGUAGE), LANGUAGE, LEXICON)
        assert again.given == (order,)


@pytest.mark.parametrize("verb", LANGUAGE.verbs, ids=lambda verb: verb.name)
def test_every_verb_takes_default_and_none_and_its_examples(verb: Any) -> None:
    for word in (verb.name, verb.name.lower(), *verb.synonyms):
        assert read_order(f"{word} DEFAULT", LANGUAGE, LEXICON).given == "default"
        nothing = "default" if verb.kind == "chance_words" else ()
        assert read_order(f"{word} none", LANGUAGE, LEXICON) == Ordered(verb.name, verb.kind, nothing)
    for example in verb.examples:
        assert read_order(example, LANGUAGE, LEXICON).kind == verb.kind


def test_no_synonym_means_two_verbs() -> None:
    words = [(word.casefold(), verb.name) for verb in LANGUAGE.verbs for word in (verb.name, *verb.synonyms)]
    assert len({word for word, _ in set(words)}) == len(set(words))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("MOVE Holland", "word_missing"),
        ("MOVE Holand TO Utrecht", "did_you_mean"),
        ("MOVE", "order_incomplete"),
        ("PLACE ,", "order_incomplete"),
        ("ROB : ,", "order_incomplete"),
        ("TAX many", "number_missing"),
        ("PLACE 2 Haarlem", "wrong_sort_near"),
        ("RECRUIT qqwwxx", "not_understood"),
        ("INFLUENCE Groningen", "ambiguous"),
        ("REL Holland", "ambiguous_verb"),
        ("RECRUT Holland", "verb_did_you_mean"),
        ("RECRUIT Holland ELSE DEFAULT", "else_default"),
        ("NEUTRALS Holland ELSE Zeeland, Utrecht", "list_with_else"),
        ("RECRUIT Holland ELSE MOVE Holland TO Utrecht", "else_other_question"),
        ("INFLUENCE Haarlem", "cities_are_safe"),
        ("BESIEGE Delft", "only_cities"),
        ("ARRANGE Holland: 1 countryside TO Gent", "place_not_in_province"),
        ("PLACE 0 Holland", "count_too_small"),
        ("PLACE -1 Holland", "count_too_small"),
        ("RECRUIT Holland −2", "count_too_small"),
        ("LAY down", "where_missing"),
        ("CLEAR everyting", "no_verb"),
        ("FACTION Wxyz", "not_understood"),
    ],
)
def test_failures(line: str, key: str) -> None:
    statement = letter(line).lines[0].statement
    assert isinstance(statement, Failed)
    assert key in (statement.reason.key, statement.reason.key.removesuffix("_near"))


def test_failures_raise_when_asked_for_one_order() -> None:
    with pytest.raises(OrderFault):
        read_order("MOVE", LANGUAGE, LEXICON)
    with pytest.raises(IllegalOrder):
        read_order("BESIEGE Delft", LANGUAGE, LEXICON)


@pytest.mark.parametrize(
    "line",
    [
        "Dear judge,",
        "I hope you are well",
        "Ready when you are",
        "Turn 2 was great",
        "Status quo is fine",
        "Cheers, Anna",
    ],
)
def test_talk_is_no_order(line: str) -> None:
    assert isinstance(letter(line).lines[0].statement, NoOrder)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("clear", Command("clear")), ("CLEAR ALL", Command("clear")), ("CLEAR PLACE", Command("clear", "new_units")),
        ("TÖRÖL adó", Command("clear", "city_tax")), ("Status?", Command("status")), ("HELP", Command("help")),
        ("help place", Command("help", "PLACE")), ("REPORT 3", Command("report", "3")), ("report", Command("report")),
        ("FORM", Command("form")), ("Ready.", Command("ready")), ("wait", Command("wait")), ("hilfe", Command("help")),
    ],
)  # fmt: skip
def test_commands(line: str, command: Command) -> None:
    assert letter(line).commands == (command,)


def test_header_lines() -> None:
    parsed = letter("GAME gouda TURN 2\nFACTION habsburgs\nTAX 1\nBurghers:\nTAX 2; FACTION reformers; TAX 3")
    assert parsed.lines[0].statement == Header("gouda", 2)
    assert [(line.seat, line.turn, line.game) for line in parsed.orders] == [
        ("habsburgs", 2, "gouda"),
        ("burghers", 2, "gouda"),
        ("reformers", 2, "gouda"),
    ]


def test_after_an_unclear_faction_nothing_is_ordered() -> None:
    parsed = letter("FACTION Habsburgs\nTAX 1\nFACTION Hobbits\nTAX 2\nFACTION Catholics\nTAX 3")
    assert [line.seat for line in parsed.orders] == ["habsburgs", "catholics"]
    failed = parsed.lines[3].statement
    assert isinstance(failed, Failed)
    assert failed.reason.key == "faction_unclear"


def test_wrapped_lines_are_whole_again() -> None:
    parsed = letter("RECRUIT Holland\n  ELSE Utrecht\nNEUTRALS Holland,\nZeeland\nMOVE Holland TO\nUtrecht\nTAX 1")
    assert [line.text for line in parsed.orders] == [
        "RECRUIT Holland ELSE Utrecht", "NEUTRALS Holland, Zeeland", "MOVE Holland TO Utrecht", "TAX 1",
    ]  # fmt: skip


def test_orders_in_a_quote_are_told_but_not_given() -> None:
    parsed = letter("> TAX 1\n> PLACE 5 Holland\n")
    assert not parsed.orders
    assert parsed.has_only_quoted_orders
    assert [line.number for line in parsed.unread_orders] == ["1", "2"]
    assert not letter("TAX 2\n> TAX 1").has_only_quoted_orders


def test_help_on_one_verb_and_on_all() -> None:
    assert [said.key for said in help_on(LANGUAGE, "PLACE")] == ["help.place"]
    assert [said.key for said in help_on(LANGUAGE)] == [
        f"help.{verb.name.lower()}" for verb in LANGUAGE.verbs if verb.name != "CHANCE"
    ]
    assert [said.key for said in help_on(LANGUAGE, "CHANCE")] == ["help.chance"]


@pytest.mark.parametrize(
    "line",
    [
        "MOVE 2 armies from Holland to Utrecht",
        "Move two armies from the province of Holland into Utrecht.",
        "move 2x Holland => Utrecht",
    ],
)
def test_words_that_say_nothing_do_no_harm(line: str) -> None:
    assert read_order(line, LANGUAGE, LEXICON).given == ([{"from": "r_holland", "to": "r_utrecht", "count": 2}],)


def test_talk_about_the_game_is_no_header() -> None:
    parsed = letter("Game over for you\nGame on!\nTurn 2 was great\nPart of me liked it\nTAX 1")
    assert [(line.game, line.turn, line.seat) for line in parsed.orders] == [("", None, None)]


def test_a_comma_at_the_end_takes_only_the_next_line() -> None:
    parsed = letter("NEUTRALS Holland,\n\nThanks")
    assert [line.text for line in parsed.orders] == ["NEUTRALS Holland,"]
