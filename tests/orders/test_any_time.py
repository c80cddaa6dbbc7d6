"""Questions that come at any time, orders held together by `;`, verbs that mean another one: a language of no game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision, Decision, Reason, Seat, Timing
from engine.core.options import Alternative, Many, Order, OrderList
from orders.grammar import Ordered, parse, read_order
from orders.language import Clause, GameLanguage, Nesting, Said, Stands, Verb
from orders.letter_body import read
from orders.matching import Assembly, Kept, Verdict, assemble
from orders.phrase import NONE, Phrase, ident
from orders.standing import Condition
from orders.words import Lexicon, OrderFault, Sort


class Toy(Sort):
    POWER = "power"
    SPACE = "space"
    SEA = "sea"


LEXICON = Lexicon(Toy, seats=Toy.POWER, places=(Toy.SPACE, Toy.SEA), known=(Toy.SPACE, Toy.POWER), signs=frozenset(";"))
LEXICON.enter(Toy.POWER, "ottoman", "Ottoman", ("Turks",))
for _space in ("Buda", "Belgrade", "Rome"):
    LEXICON.enter(Toy.SPACE, _space.lower(), _space)
LEXICON.enter(Toy.SEA, "ionian", "Ionian")


def _made(do: str, to: str | None = None) -> Alternative:
    return {"do": do, "to": to}


def _space(do: str) -> Any:
    def reading(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
        if words.is_one_of(NONE):
            return [_made(do, "nobody")]
        return [_made(do, ident(words, lexicon, Toy.SPACE, Toy.SEA))]

    return reading


def _items(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    head, behind = words.cut(frozenset({":"})) or (Phrase(()), words)
    return [Phrase((*head.words, *part.words)) for part in behind.split(frozenset({";"})) if len(part)]


def _offer(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    return [_made("offer", f"{words.words[0].key}/{ident(words.part(1), lexicon, Toy.SPACE)}")]


def _at_sea(verb: str, rest: Phrase, lexicon: Lexicon) -> str:
    return "EVADE" if any(lexicon.knows(word.text, (Toy.SEA,)) for word in rest) else ""


LANGUAGE = GameLanguage(
    name="toy",
    verbs=(
        Verb("MARCH", "impulse", "MARCH space", ("MARCH Buda",), _space("march"), whole=False),
        Verb("OFFER", "deal", "OFFER power: space; space", ("OFFER Turks: Buda; Rome",), _offer, split=_items,
             undivided=True),
        Verb("AVOID", "avoid", "AVOID space", ("AVOID Buda",), _space("avoid"), lists=False, instead=_at_sea,
             reads_none=True),
        Verb("EVADE", "evade", "EVADE sea", ("EVADE Ionian",), _space("evade"), lists=False),
        Verb("YIELD", "yield", "YIELD", ("YIELD",), lambda words, lexicon: [_made("yield")], lists=False,
             stands=Stands.ALONE),
        Verb("ALWAYS", "avoid", "ALWAYS AVOID space", ("ALWAYS AVOID Buda",), _space("avoid"), stands=Stands.STANDING),
    ),
    phases={"impulse": 1, "deal": 2},
    phases_of_turn_0={},
    write=lambda kind, order, lexicon: f"{str(order['do']).upper()} {order['to'] or ''}".strip(),
    restate=lambda kind, order: Said(f"order.{kind}", {}),
    takes=lambda decision, order: decision.options.why_not([order]) is None,
    nesting=Nesting(
        if_words=frozenset({"if"}),
        else_words=frozenset({"else"}),
        or_words=frozenset({"or"}),
        and_words=frozenset({"and"}),
        before_names=frozenset(),
        clauses=(Clause("WON", frozenset({"won"}), lambda words, lexicon: {"after": "won"}, follows=True),),
    ),
    standing={"avoid": {"into": "space", "power": "power"}, "yield": {"power": "power"}},
    any_time=frozenset({"avoid", "evade", "yield"}),
    standing_value=lambda fact, value, lexicon: lexicon.find(value, (Toy.POWER,)) if fact == "power" else value,
)  # fmt: skip


def question(kind: str, *possible: Alternative, about: str = "", many: Many = Many.OPTIONAL) -> AnyDecision:
    def fault(orders: list[Order]) -> Reason | None:
        fits = not possible or all(any(one in possible for one in order) for order in orders)
        return None if fits else Reason("not_asked", "")

    options = OrderList(("do", "to"), many, fault, lambda orders: [None] * len(orders), list, list)
    return Decision(
        kind=kind, seat=Seat("ottoman"), rule="1", options=options, default="default", about=about,
        timing=Timing.RESPONSE,
    )  # fmt: skip


def judged(text: str, asked: list[AnyDecision], kept: tuple[Kept, ...] = (), turn: int = 1) -> Assembly:
    return assemble(
        parse(read(text), LANGUAGE, LEXICON), asked, kept, turn, 1, language=LANGUAGE, seats=[Seat("ottoman")]
    )


BUDA, ROME = _made("avoid", "buda"), _made("avoid", "rome")


def test_a_line_is_kept_until_a_question_comes_that_it_fits() -> None:
    first = judged("AVOID Buda", [])
    assert [line.why.key for line in first.lines if line.why] == ["waits_for_question"]
    second = judged("", [question("avoid", ROME)], first.kept)
    assert (second.answers, second.kept) == ({}, first.kept)
    third = judged("", [question("avoid", BUDA)], second.kept)
    assert third.answers == {"avoid@ottoman": [[BUDA]]}
    assert (third.kept, third.used) == ((), first.kept)
    assert judged("", [], first.kept, turn=2).expired == first.kept


def test_a_line_for_an_open_question_that_it_does_not_fit_is_refused() -> None:
    (line,) = judged("AVOID Buda", [question("avoid", ROME)]).lines
    assert (line.verdict, line.why and line.why.key) == (Verdict.REFUSED, "not_asked")


def test_each_question_is_answered_by_a_line_of_its_own_and_the_next_waits() -> None:
    done = judged("AVOID Buda\nAVOID Rome", [question("avoid", about="1"), question("avoid", about="2")])
    assert done.answers == {"avoid/1@ottoman": [[BUDA]], "avoid/2@ottoman": [[ROME]]}
    done = judged("AVOID Buda\nAVOID Rome", [question("avoid", about="1")])
    assert list(done.answers) == ["avoid/1@ottoman"]
    assert [one.text for one in done.kept] == ["AVOID Rome"]


def test_none_is_the_default_of_an_optional_answer_unless_the_verb_reads_it() -> None:
    assert judged("EVADE NONE", [question("evade")]).answers == {"evade@ottoman": "default"}
    assert judged("AVOID NONE", [question("avoid")]).answers == {"avoid@ottoman": [[_made("avoid", "nobody")]]}


def test_what_follows_a_verb_may_mean_another() -> None:
    assert read_order("AVOID Ionian", LANGUAGE, LEXICON).kind == "evade"
    assert read_order("AVOID Buda ELSE Rome", LANGUAGE, LEXICON).kind == "avoid"
    with pytest.raises(OrderFault):
        read_order("AVOID Buda ELSE AVOID Ionian", LANGUAGE, LEXICON)


def test_semicolons_of_one_order_and_of_several() -> None:
    lines = parse(read("OFFER Turks: Buda; Rome; MARCH Buda; MARCH Rome"), LANGUAGE, LEXICON).lines
    assert [line.number for line in lines] == ["1a", "1c", "1d"]
    first = lines[0].statement
    assert isinstance(first, Ordered)
    assert [order[0]["to"] for order in first.given] == ["turks/buda", "turks/rome"]  # type: ignore[index]


def test_verbs_that_take_nothing_may_stand_and_values_are_ids() -> None:
    ordered = read_order("ALWAYS YIELD IF POWER turks", LANGUAGE, LEXICON)
    assert (ordered.kind, ordered.standing, ordered.when) == ("yield", True, (Condition("power", "is", "ottoman"),))
    with pytest.raises(OrderFault) as fault:
        read_order("ALWAYS YIELD IF POWER trucks", LANGUAGE, LEXICON)
    assert fault.value.reason.key == "did_you_mean"


def test_a_condition_that_a_question_does_not_know() -> None:
    with pytest.raises(OrderFault) as fault:
        read_order("IF WON : AVOID Buda", LANGUAGE_WITH_IF, LEXICON)
    assert fault.value.reason.key == "condition_not_here"


LANGUAGE_WITH_IF = GameLanguage(
    **{
        **{name: getattr(LANGUAGE, name) for name in GameLanguage.__dataclass_fields__},
        "verbs": (
            *LANGUAGE.verbs,
            Verb("IF", "impulse", "IF WON : line", ("IF WON : YIELD",), _space("if"), stands=Stands.CONDITION),
        ),
    }
)
