"""Order lines of Heads of State: what each gives, in five languages; failures; talk."""
# ruff: noqa: E501  (tables read best with one case a line)

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import IllegalOrder
from orders.grammar import Command, Failed, NoOrder, Ordered, help_on, read_order
from orders.heads_of_state import LANGUAGE
from orders.typography import fold
from orders.words import OrderFault
from pbem.games.heads_of_state.words import HeadsWords
from tests.orders.heads_of_state.boards import LEXICON, given, letter

KING = {"do": "place", "rank": "king", "area": "london"}
DUKE = {"do": "place", "rank": "duke", "area": "bavaria"}
BARON = {"do": "place", "rank": "baron", "area": "provence"}
GOLD = {"do": "take", "card": "gold"}
BLIND = {"do": "take", "card": "blind"}
ANY = {"do": "take", "card": "any"}
STRIKE = {"do": "use", "card": "guillotine", "seat": "yellow", "rank": "marquis", "area": "burgundy"}
EARL = {"do": "use", "card": "fr", "seat": "red", "rank": "earl", "area": "brittany", "then": "leave"}

LINES: list[tuple[str, Any]] = [
    ("OPTION 1", [[{"do": "option", "card": "1"}]]),
    ("option 1a", [[{"do": "option", "card": "1"}]]),
    ("OPTION 1X", [[{"do": "option", "card": "1x"}]]),
    ("OPTION 1 EXCHANGE", [[{"do": "option", "card": "1x"}]]),
    ("OPCIÓ 1 cserével", [[{"do": "option", "card": "1x"}]]),
    ("Wahl 1 Tausch", [[{"do": "option", "card": "1x"}]]),
    ("OPCIÓN 2", [[{"do": "option", "card": "2"}]]),
    ("OPTION two", [[{"do": "option", "card": "2"}]]),
    ("TAKE gold OR castle OR BLIND", [[GOLD, {"do": "take", "card": "castle"}, BLIND]]),
    ("TAKE ANY", [[ANY]]),
    ("TAKE DEFAULT", [[ANY]]),
    ("TAKE 2 BLIND", [[BLIND], [BLIND]]),
    ("TAKE gold OR BLIND, ANY", [[GOLD, BLIND], [ANY]]),
    ("NIMM Gold ODER verdeckt", [[GOLD, BLIND]]),
    ("VESZ arany VAGY vár VAGY vak", [[GOLD, {"do": "take", "card": "castle"}, BLIND]]),
    ("PRENDRE or", [[GOLD]]),
    ("PRENDRE or OU argent OU château", [[GOLD, GOLD, {"do": "take", "card": "castle"}]]),
    ("TOMAR oro O mazo", [[GOLD, BLIND]]),
    ("TREASON guillotine OR BLIND", [[{"do": "treason", "card": "guillotine"}, {"do": "treason", "card": "blind"}]]),
    ("TREASON axeman/gallows", [[{"do": "treason", "card": "axeman_gallows"}]]),
    ("Verrat Galgen / Henker", [[{"do": "treason", "card": "axeman_gallows"}]]),
    ("ÁRULÁS bitófa/verdugo", [[{"do": "treason", "card": "axeman_gallows"}]]),
    ("TREASON guil/inq", [[{"do": "treason", "card": "guillotine_inquisition"}]]),
    ("PLACE king AT London", [[KING]]),
    ("PLACE London", [[KING]]),
    ("PLACE Bavaria duke", [[DUKE]]),
    ("place the duke in Munich", [[DUKE]]),
    ("PLACE king AT London ELSE PLACE duke AT Bavaria", [[KING, DUKE]]),
    ("PLACE king AT London ELSE duke AT Bavaria ELSE NONE", [[KING, DUKE]]),
    ("PLACE king AT London, duke AT Bavaria", [[KING], [DUKE]]),
    ("LERAK király Anglia KÜLÖNBEN herceg itt: Bajorország", [[KING, DUKE]]),
    ("SETZE König IN London SONST Herzog IN Bayern", [[KING, DUKE]]),
    ("PLACER roi À Londres SINON duc EN Bavière", [[KING, DUKE]]),
    ("COLOCAR rey EN Londres SI NO duque EN Baviera", [[KING, DUKE]]),
    ("PLACE duke AT Bavaria COURTESAN FOR gold", [[{**DUKE, "courtesan": "gold"}]]),
    ("PLACE duke AT Bavaria, COURTESAN FOR gold", [[{**DUKE, "courtesan": "gold"}]]),
    ("PLACER duc EN Bavière COURTISANE POUR or", [[{**DUKE, "courtesan": "gold"}]]),
    ("LERAK herceg Bajorország KURTIZÁN arany HELYETT", [[{**DUKE, "courtesan": "gold"}]]),
    ("PLACE duke AT Bavaria NO COURTESAN", [[{**DUKE, "courtesan": "none"}]]),
    ("LERAK herceg Bajorország KURTIZÁN NÉLKÜL", [[{**DUKE, "courtesan": "none"}]]),
    ("PLACE NONE", []),
    ("USE guillotine ON yellow marquis AT Burgundy REPLACE", [[{**STRIKE, "then": "replace"}]]),
    ("USE guillotine ON yellow's marquis in Burgundy, leave", [[{**STRIKE, "then": "leave"}]]),
    ("BENUTZE Guillotine GEGEN gelben Markgraf IN Burgund ERSETZEN", [[{**STRIKE, "then": "replace"}]]),
    ("HASZNÁL nyaktiló ELLEN sárga őrgróf Burgundia PÓTOL", [[{**STRIKE, "then": "replace"}]]),
    ("UTILISER guillotine CONTRE jaune marquis EN Bourgogne LAISSER", [[{**STRIKE, "then": "leave"}]]),
    ("USAR guillotina CONTRA amarillo marqués EN Borgoña", [[STRIKE]]),
    ("USE assassin + assassin ON red king AT Paris", [[{"do": "use", "card": "assassin", "second": "assassin", "seat": "red", "rank": "king", "area": "paris"}]]),
    ("USE two assassins ON red king AT Paris", [[{"do": "use", "card": "assassin", "second": "assassin", "seat": "red", "rank": "king", "area": "paris"}]]),
    ("USE axeman+axeman/gallows ON black London", [[{"do": "use", "card": "axeman", "second": "axeman_gallows", "seat": "black", "rank": "king", "area": "london"}]]),
    ("USE Spain ON blue count AT Galicia", [[{"do": "use", "card": "es", "seat": "blue", "rank": "count", "area": "galicia"}]]),
    (
        "USE assassin ON red duke AT Brittany REPLACE IF FAILS: USE france ON red earl AT Brittany LEAVE",
        [[{"do": "use", "card": "assassin", "seat": "red", "rank": "duke", "area": "brittany", "then": "replace"}], [{**EARL, "after": "failed"}]],
    ),
    (
        "USE guillotine ON yellow marquis AT Burgundy IF FAILS: PLACE London ELSE duke AT Bavaria IF DONE: WAIT",
        [[STRIKE], [{**KING, "after": "failed"}, {**DUKE, "after": "failed"}], [{"do": "wait", "after": "done"}]],
    ),
    ("IF HAVE gold, gold : PLACE baron AT Provence", [[{**BARON, "have": "gold,gold"}]]),
    ("IF HAVE 2 gold: PLACE baron AT Provence ELSE TAKE ANY", [[{**BARON, "have": "gold,gold"}, ANY]]),
    ("IF I HAVE gold AND axeman : TAKE gold OR BLIND", [[{**GOLD, "have": "gold,axeman"}, {**BLIND, "have": "gold,axeman"}]]),
    ("IF HAVE gold AND FREE London king : PLACE London", [[{**KING, "have": "gold", "free": "london/king"}]]),
    ("IF HAVE gold : IF FREE London/king : PLACE London", [[{**KING, "have": "gold", "free": "london/king"}]]),
    ("IF NOT HAVE gold : TAKE gold", [[{**GOLD, "lacks": "gold"}]]),
    ("IF FREE London : PLACE London ELSE IF DONE : PLACE duke AT Bavaria", [[{**KING, "free": "london/king"}, {**DUKE, "after": "done"}]]),
    ("IF FAILS USE france ON red earl AT Brittany LEAVE", [[{**EARL, "after": "failed"}]]),
    ("HA VAN arany, arany : LERAK báró Provence", [[{**BARON, "have": "gold,gold"}]]),
    ("WENN HABE Gold, Gold : SETZE Baron IN Provence", [[{**BARON, "have": "gold,gold"}]]),
    ("SI J'AI or, or : PLACER baron EN Provence", [[{**BARON, "have": "gold,gold"}]]),
    ("SI TENGO oro, oro : COLOCAR barón EN Provenza", [[{**BARON, "have": "gold,gold"}]]),
    ("HA ÜRES London király : VESZ arany KÜLÖNBEN VESZ BÁRMI", [[{**GOLD, "free": "london/king"}, ANY]]),
    ("SI NO TENGO oro : TOMAR oro", [[{**GOLD, "lacks": "gold"}]]),
    ("HA SIKERTELEN : LERAK London", [[{**KING, "after": "failed"}]]),
    ("WENN MISSLINGT : SETZE London", [[{**KING, "after": "failed"}]]),
    ("KEEP gold, title, assassin", [[{"do": "keep", "card": c}] for c in ("gold", "title", "assassin")]),
    ("KEEP 2 or, guillotine/gallows", [[{"do": "keep", "card": c}] for c in ("gold", "gold", "guillotine_gallows")]),
    ("TARTSD arany, orgyilkos", [[{"do": "keep", "card": c}] for c in ("gold", "assassin")]),
    ("DISCARD gold, gold", [[{"do": "discard", "card": "gold"}]] * 2),
    ("KEEP DEFAULT", "default"),
    ("WAIT", [[{"do": "wait"}]]),
    ("Várj", [[{"do": "wait"}]]),
    ("LIST", [[{"do": "list"}]]),
    ("ON REVOLUTION CONTINUE", [[{"do": "on_revolution", "card": "continue"}]]),
    ("BEI Revolution weiter", [[{"do": "on_revolution", "card": "continue"}]]),
    ("EN CAS DE RÉVOLUTION ATTENDRE", [[{"do": "on_revolution", "card": "wait"}]]),
    ("FORRADALOM FOLYTAT", [[{"do": "on_revolution", "card": "continue"}]]),
    ("DEFAULT", "default"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "orders"), LINES, ids=[line for line, _ in LINES])
def test_what_a_line_orders(line: str, orders: Any) -> None:
    assert given(line) == orders
    assert given(line.upper()) == orders
    assert given(line.lower()) == orders


@pytest.mark.parametrize("verb", LANGUAGE.verbs, ids=lambda verb: verb.name)
def test_every_verb_is_known_by_its_examples_and_synonyms(verb: Any) -> None:
    for example in verb.examples:
        assert example.split()[0] == verb.name
        assert read_order(example, LANGUAGE, LEXICON).kind in (verb.kind, "")
    for word in verb.synonyms:
        assert LANGUAGE.verb_of_word[fold(word)] is verb


def test_no_word_means_two_verbs_and_no_name_is_a_verb() -> None:
    words = [(fold(word), verb.name) for verb in LANGUAGE.verbs for word in (verb.name, *verb.synonyms)]
    assert len({word for word, _ in set(words)}) == len(set(words))
    nesting = LANGUAGE.nesting
    assert nesting is not None
    sorts = (*LEXICON.known, *LEXICON.places)
    assert [word for word, _ in words if LEXICON.knows(word, sorts)] == []
    assert [word for word in nesting.else_words | nesting.if_words if LEXICON.knows(word, sorts)] == []


FAILURES = [
    ("OPTION 3", "no_such_option"),
    ("OPTION", "order_incomplete"),
    ("TAKE glod", "did_you_mean"),
    ("take glod", "did_you_mean"),
    ("TAKE assassin", "wrong_sort"),
    ("TAKE NONE", "not_understood"),
    ("TREASON gold", "wrong_sort"),
    ("TREASON axeman/axeman", "no_such_double"),
    ("PLACE king", "area_missing"),
    ("PLACE Bavaria", "rank_missing"),
    ("PLACE king AT Bavaria", "rank_not_in_area"),
    ("PLACE kign AT London", "did_you_mean"),
    ("PLACE king AT Lodnon", "did_you_mean"),
    ("PLACE king AT France", "wrong_sort"),
    ("PLACE duke AT Bavaria COURTESAN", "courtesan_for_what"),
    ("PLACE duke AT Bavaria COURTESAN FOR courtesan", "courtesan_for_what"),
    ("PLACE duke AT Bavaria NO COURTESAN gold", "too_much"),
    ("USE assassin", "word_missing"),
    ("USE assassin ON marquis AT Burgundy", "seat_missing"),
    ("USE assassin ON purple marquis AT Burgundy", "not_understood"),
    ("USE 3 assassin ON red marquis AT Burgundy", "one_card_or_two"),
    ("USE gold ON red marquis AT Burgundy", "wrong_sort"),
    ("IF HAVE gold PLACE baron AT Provence", "word_missing"),
    ("IF HVAE gold : PLACE baron AT Provence", "condition_unknown"),
    ("IF HAVE : PLACE baron AT Provence", "condition_incomplete"),
    ("IF HAVE gold :", "nothing_follows"),
    ("IF FAILS", "nothing_follows"),
    ("IF HAVE gold : IF HAVE title : PLACE London", "condition_twice"),
    ("IF HAVE gold : DANCE", "no_verb"),
    ("IF HAVE gold : DEFAULT", "not_inside"),
    ("IF DONE : STANDING KEEP gold", "not_inside"),
    ("TAKE gold OR", "else_dangling"),
    ("PLACE London ELSE", "else_dangling"),
    ("PLACE London ELSE TAKE gold, title", "list_with_else"),
    ("WAIT AND SEE", "stands_alone"),
    ("DEFAULT NOW", "stands_alone"),
    ("ON REVOLUTION", "continue_or_wait"),
    ("STANDING TAKE gold", "never_standing"),
    ("STANDING KEEP gold IF WEATHER good", "standing_no_such_fact"),
    ("PLCE king AT London", "verb_did_you_mean"),
]


@pytest.mark.parametrize(("line", "key"), FAILURES, ids=[line for line, _ in FAILURES])
def test_failures(line: str, key: str) -> None:
    statement = letter(line).lines[0].statement
    assert isinstance(statement, Failed)
    assert statement.reason.key.removesuffix("_near") == key
    with pytest.raises((OrderFault, IllegalOrder)):
        read_order(line, LANGUAGE, LEXICON)


@pytest.mark.parametrize(
    "line",
    [
        "Take care, Anna", "Wait for me", "On Monday I shall be away", "If you want, we can talk.", "Keep well!",
        "Use your time", "Place your bets", "List of my wishes", "Standing in the rain", "Default is fine with me",
        "En attendant, merci", "Ha ráérsz, írj", "Si tu veux", "Dear judge,", "Bei uns regnet es",
    ],
)  # fmt: skip
def test_talk_is_no_order(line: str) -> None:
    assert isinstance(letter(line).lines[0].statement, NoOrder)


def test_wait_is_an_order_here_and_hold_a_word_to_the_judge() -> None:
    assert isinstance(letter("WAIT").lines[0].statement, Ordered)
    assert letter("HOLD").commands == (Command("wait"),)
    assert letter("CLEAR KEEP").commands == (Command("clear", "keep"),)
    assert letter("CLEAR TAKE").commands == (Command("clear", "turn"),)
    assert letter("HELP USE").commands == (Command("help", "USE"),)


def test_wrapped_lines_are_whole_again_and_others_stay_apart() -> None:
    text = (
        "TAKE gold OR\ncastle\nPRENDRE or\nPRENDRE château\nPLACE king AT London\nELSE duke AT Bavaria\n"
        "IF HAVE gold :\nPLACE baron AT Provence\nKEEP gold,\ntitle\nWAIT"
    )
    assert [line.text for line in letter(text).orders] == [
        "TAKE gold OR castle", "PRENDRE or", "PRENDRE château", "PLACE king AT London ELSE duke AT Bavaria",
        "IF HAVE gold : PLACE baron AT Provence", "KEEP gold, title", "WAIT",
    ]  # fmt: skip


def test_seat_lines() -> None:
    parsed = letter("GAME gouda TURN 17 SEAT yellow\nOPTION 1\nSZÍN piros\nTAKE ANY")
    assert [(line.seat, line.turn, line.game) for line in parsed.orders] == [
        ("yellow", 17, "gouda"), ("red", 17, "gouda"),
    ]  # fmt: skip


def test_help() -> None:
    assert [said.key for said in help_on(LANGUAGE, "PLACE")] == ["help.place"]
    assert [said.key for said in help_on(LANGUAGE)] == [
        f"help.{verb.name.lower()}" for verb in LANGUAGE.verbs if verb.name != "CHANCE"
    ]
    assert [said.key for said in help_on(LANGUAGE, "CHANCE")] == ["help.chance"]


@pytest.mark.parametrize(
    ("line", "english", "hungarian"),
    [
        ("PLACE king AT Bavariaa", ["Bavaria"], ["Bajorország"]),
        ("LERAK király Bajorszag", ["Bavaria"], ["Bajorország"]),
        ("TREASON asassin", ["assassin"], ["orgyilkos"]),
    ],
)
def test_a_candidate_may_be_named_in_the_language_of_its_reader(
    line: str, english: list[str], hungarian: list[str]
) -> None:
    statement = letter(line).lines[0].statement
    assert isinstance(statement, Failed)
    facts = statement.reason.facts
    assert facts["candidates"] == english
    assert facts["candidates_in"]["hu"] == hungarian  # type: ignore[index, call-overload]
    said = {language: HeadsWords(language, LEXICON.board).say("why.did_you_mean", **facts) for language in ("en", "hu")}
    assert english[0] in said["en"]
    assert hungarian[0] in said["hu"]
