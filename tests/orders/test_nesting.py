"""Lines in lines, standing conditions and verbs of several questions, in a language of no game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import Decision, Seat
from engine.core.options import Alternative, Many, OrderList
from orders.grammar import Failed, parse, read_order
from orders.language import Clause, GameLanguage, Nesting, Said, Stands, Verb
from orders.letter_body import read
from orders.matching import assemble
from orders.phrase import Phrase, ident
from orders.words import Lexicon, NotUnderstood, OrderFault, Sort


class Toy(Sort):
    POWER = "power"
    SPACE = "space"


LEXICON = Lexicon(Toy, seats=Toy.POWER, places=(Toy.SPACE,), known=(Toy.SPACE, Toy.POWER))
for _power in ("Ottoman", "Papacy"):
    LEXICON.enter(Toy.POWER, _power.lower(), _power)
for _space in ("Buda", "Belgrade", "Rome", "Orford"):
    LEXICON.enter(Toy.SPACE, _space.lower(), _space)


def _move(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    return [{"do": "move", "to": ident(words, lexicon, Toy.SPACE), "if": None, "after": None}]


def _hold(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    return [{"do": "hold", "to": None, "if": None, "after": None}]


def _intercept(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    return [{"do": "intercept", "to": ident(words, lexicon, Toy.SPACE), "if": None, "after": None}]


def _write(kind: str, order: Alternative, lexicon: Lexicon) -> str:
    return f"{str(order['do']).upper()} {order['to'] or ''}".strip()


LANGUAGE = GameLanguage(
    name="toy",
    verbs=(
        Verb("MOVE", "impulse", "MOVE space", ("MOVE Buda",), _move, whole=False),
        Verb("HOLD", "impulse", "HOLD", ("HOLD",), _hold, whole=False, stands=Stands.ALONE),
        Verb("WHEN", "impulse", "WHEN AT space : line", ("WHEN AT Buda : HOLD",), _move, stands=Stands.CONDITION),
        Verb("INTERCEPT", "intercept", "INTERCEPT space", ("INTERCEPT Buda",), _intercept),
    ),
    phases={"impulse": 1, "intercept": 1},
    phases_of_turn_0={},
    write=_write,
    restate=lambda kind, order: Said(f"order.{kind}", {}),
    takes=lambda decision, order: True,
    nesting=Nesting(
        if_words=frozenset({"when"}),
        else_words=frozenset({"else"}),
        or_words=frozenset({"or"}),
        and_words=frozenset({"and"}),
        before_names=frozenset(),
        clauses=(
            Clause("AT", frozenset({"at"}), lambda words, lexicon: {"if": ident(words, lexicon, Toy.SPACE)}),
            Clause("BEATEN", frozenset({"beaten"}), lambda words, lexicon: {"after": "beaten"}, follows=True),
        ),
    ),
    standing={"intercept": {"into": "into", "strength": "strength"}},
    sent_back=frozenset({"impulse"}),
)


def given(text: str) -> Any:
    orders = read_order(text, LANGUAGE, LEXICON).given
    return [[{k: v for k, v in a.items() if v is not None} for a in order] for order in orders]  # type: ignore[union-attr]


def test_conditions_alternatives_and_what_follows() -> None:
    buda, rome = {"do": "move", "to": "buda"}, {"do": "move", "to": "rome"}
    assert given("MOVE Buda OR Rome") == [[buda, rome]]
    assert given("MOVE Buda, Rome") == [[buda], [rome]]
    assert given("WHEN AT Belgrade : MOVE Buda OR Rome ELSE HOLD") == [
        [{**buda, "if": "belgrade"}, {**rome, "if": "belgrade"}, {"do": "hold"}]
    ]
    assert given("MOVE Buda WHEN BEATEN: MOVE Rome WHEN BEATEN: HOLD") == [
        [buda], [{**rome, "after": "beaten"}], [{"do": "hold", "after": "beaten"}],
    ]  # fmt: skip
    assert given("MOVE Orford OR Rome") == [[{"do": "move", "to": "orford"}, rome]]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("WHEN AT Buda MOVE Rome", "word_missing"),
        ("WHEN RAINING : MOVE Rome", "condition_unknown"),
        ("MOVE Buda ELSE INTERCEPT Rome", "else_other_question"),
        ("WHEN AT Buda : WHEN AT Rome : HOLD", "condition_twice"),
    ],
)
def test_failures(text: str, key: str) -> None:
    with pytest.raises(OrderFault) as fault:
        read_order(text, LANGUAGE, LEXICON)
    assert fault.value.reason.key == key
    assert isinstance(parse(read(text), LANGUAGE, LEXICON).lines[0].statement, Failed)


def test_an_order_with_conditions_of_its_question_stands() -> None:
    ordered = read_order("INTERCEPT Buda WHEN INTO Belgrade AND STRENGTH <= 6", LANGUAGE, LEXICON)
    assert (ordered.standing, len(ordered.when)) == (True, 2)
    with pytest.raises(NotUnderstood):
        read_order("INTERCEPT Buda WHEN WEATHER good", LANGUAGE, LEXICON)


def test_a_verb_of_the_game_goes_before_a_word_to_the_judge() -> None:
    options = OrderList(("do", "to", "if", "after"), Many.ANY, lambda o: None, lambda o: [None] * len(o), list, list)
    asked = Decision(kind="impulse", seat=Seat("ottoman"), rule="1", options=options, default="default")
    letter = parse(read("MOVE Buda\nHOLD\nMOVE Beograd"), LANGUAGE, LEXICON)
    assert letter.commands == ()
    done = assemble(letter, [asked], (), 1, 1, language=LANGUAGE, seats=[Seat("ottoman")])
    assert len(done.answers["impulse@ottoman"]) == 2  # type: ignore[arg-type]
    assert done.held == ("impulse@ottoman",)
