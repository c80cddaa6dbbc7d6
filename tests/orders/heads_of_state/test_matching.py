"""Lines of Heads of State matched with questions: KEEP in its three places, held letters, whose turn it is."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from engine.core.decision import Json, Reason
from engine.core.options import Order
from orders.matching import Assembly, Kept, Verdict
from orders.standing import Condition, Standing, next_answer
from tests.orders.heads_of_state.boards import judged, question, short

NEXT = {"red": 20, "yellow": 18}
GOLD = {"do": "take", "card": "gold"}


def verdicts(done: Assembly) -> list[Verdict]:
    return [line.verdict for line in done.lines]


def reasons(done: Assembly) -> list[str]:
    return [line.why.key if line.why else "" for line in done.lines]


def answer(done: Assembly, key: str = "turn@red") -> object:
    return short(done.answers[key])


def test_a_turn_is_one_list_over_all_verbs() -> None:
    text = "GAME gouda TURN 17 SEAT red\nOPTION 1\nTAKE gold\nPLACE London\nKEEP gold\nON REVOLUTION CONTINUE\nWAIT"
    done = judged(text, [question()])
    assert [order[0]["do"] for order in answer(done)] == [  # type: ignore[attr-defined]
        "option", "take", "place", "keep", "on_revolution", "wait",
    ]  # fmt: skip
    assert set(verdicts(done)) == {Verdict.ACCEPTED}
    assert not done.held
    assert not done.standing


def test_what_the_options_get_has_all_fields() -> None:
    seen: list[list[Order]] = []

    def fault(orders: list[Order]) -> Reason | None:
        seen.append(orders)
        return None

    judged("OPTION 1\nKEEP gold\nIF HAVE title : KEEP title", [question(fault=fault)])
    assert {frozenset(a) for orders in seen for order in orders for a in order} == {
        frozenset(question().options.fields)  # type: ignore[attr-defined]
    }


def test_default_alone_and_nothing_lines() -> None:
    assert answer(judged("DEFAULT", [question()])) == "default"
    done = judged("TAKE gold\nDEFAULT", [question()])
    assert answer(done) == "default"
    assert reasons(done)[0] == "replaced_by_line"
    assert answer(judged("DEFAULT\nTAKE gold", [question()])) == [[GOLD]]
    assert answer(judged("TAKE gold\nPLACE NONE\nKEEP DEFAULT", [question()])) == [[GOLD]]
    keep = judged("DEFAULT", [question("keep")])
    assert keep.answers == {"keep@red": "default"}


@pytest.mark.parametrize("text", ["LIST", "ON REVOLUTION CONTINUE", "LIST\nON REVOLUTION WAIT"])
def test_lines_that_order_nothing_play_no_turn(text: str) -> None:
    done = judged(text, [question()])
    assert not done.answers
    assert set(reasons(done)) == {"nothing_ordered"}


# ------------------------------------------------------------------ KEEP


def test_keep_answers_its_question_when_that_is_asked() -> None:
    done = judged("KEEP gold, assassin", [question("keep")], phase=3)
    assert done.answers == {"keep@red": [[{"do": "keep", "card": "gold"}], [{"do": "keep", "card": "assassin"}]]}
    assert not done.standing


@pytest.mark.parametrize("asked", [[question()], [question(seat="yellow")], []])
def test_keep_alone_stands(asked: list[object]) -> None:
    done = judged("KEEP gold\nDISCARD title", asked, next_turns=NEXT)  # type: ignore[arg-type]
    assert not done.answers
    (order,) = done.standing
    assert (order.seat, order.kind, order.when) == ("red", "keep", ())
    assert order.answer == [[{"do": "keep", "card": "gold"}], [{"do": "discard", "card": "title"}]]
    assert order.text == "KEEP gold\nDISCARD title"
    assert done.standing_replaced == (("red", "keep"),)
    assert verdicts(done) == [Verdict.WAITING] * 2
    assert set(reasons(done)) == {"kept_as_standing"}


def test_the_condition_of_a_standing_line_is_said() -> None:
    done = judged("STANDING KEEP gold IF ROUND 1689 AND TREASON_OVER >= 2", [], next_turns=NEXT)
    (line,) = done.lines
    assert line.why is not None
    assert (line.why.key, line.why.facts["conditions"]) == (
        "kept_as_standing_if", ["ROUND 1689", "TREASON_OVER >= 2"],
    )  # fmt: skip


def test_standing_lines_stand_beside_a_turn() -> None:
    done = judged("TAKE gold\nSTANDING KEEP title\nKEEP gold IF ROUND 1689", [question()])
    assert answer(done) == [[GOLD]]
    assert [(one.answer, one.when) for one in done.standing] == [
        ([[{"do": "keep", "card": "gold"}]], (Condition("round", "is", 1689),)),
        ([[{"do": "keep", "card": "title"}]], ()),
    ]


def test_standing_orders_answer_later_and_go_through_json() -> None:
    (order,) = judged("KEEP gold").standing
    again = Standing.from_json(json.loads(json.dumps(order.to_json())))
    assert again == order
    assert next_answer(question("keep"), [], [again], due=False) == (order.answer, "standing")
    (late,) = judged("ÁLLANDÓ TARTSD arany HA KÖR 1789").standing
    assert late.when == (Condition("round", "is", 1789),)
    assert next_answer(question("keep"), [], [late], due=False) is None
    assert judged("STANDING KEEP DEFAULT").standing[0].answer == "default"


def test_clear_keep_takes_standing_orders_back_and_clear_alone_does_not() -> None:
    done = judged("CLEAR KEEP", [question("keep")])
    assert (done.standing, done.standing_replaced) == ((), (("red", "keep"),))
    assert done.cleared == ("keep@red",)
    assert judged("CLEAR STANDING").standing_replaced == (("red", "keep"),)
    done = judged("KEEP gold\nCLEAR KEEP\nKEEP title")
    assert [one.answer for one in done.standing] == [[[{"do": "keep", "card": "title"}]]]
    done = judged("CLEAR", [question()])
    assert done.standing_replaced == ()
    assert done.cleared == ("turn@red",)


# ------------------------------------------------------------------ held


@pytest.mark.parametrize(
    "bad",
    [
        "TAKE glod", "PLCE king AT London", "king AT London", "BUILD king", "IF HAVE gold PLACE x", "CHOYCE 2",
        "Choyce 2", "TAEK gold", "tke gold", "GRAB everything", "Please TAKE gold", "ok, option 2", "I'd like 2 gold",
        "TURN two",
    ],
)  # fmt: skip
def test_a_letter_with_a_line_not_understood_is_held(bad: str) -> None:
    done = judged(f"OPTION 1\n{bad}\nTAKE gold", [question()])
    assert len(answer(done)) == 2  # type: ignore[arg-type]
    assert done.held == ("turn@red",)
    assert [(note.key, note.facts["lines"]) for note in done.notes] == [("held_for_correction", ["2"])]


def test_a_line_that_can_never_be_right_holds_too() -> None:
    def fault(orders: list[Order]) -> Reason | None:
        options = [order for order in orders if order[0]["do"] == "option"]
        return Reason("two_options", "19.2") if len(options) > 1 else None

    done = judged("OPTION 1\nTAKE gold\nOPTION 2", [question(fault=fault)])
    assert [order[0]["do"] for order in answer(done)] == ["option", "take"]  # type: ignore[attr-defined]
    assert reasons(done) == ["", "", "two_options"]
    assert done.held == ("turn@red",)
    assert done.notes[0].facts["lines"] == ["3"]


@pytest.mark.parametrize(
    "talk",
    [
        "Regards, Anna", "THANKS", "THANKS, Anna", "Take care!", "Thanks, Anna", "see you on the 5th", "See you at 5",
        "All the best for 2027", "I am away 3 days", "My king is dead", "SORRY, I was late", "Viszlát 5-én",
    ],
)  # fmt: skip
def test_talk_holds_nothing(talk: str) -> None:
    done = judged(f"TAKE gold\n{talk}", [question()])
    assert done.answers
    assert not done.held
    assert not done.notes


def test_of_two_faults_each_line_is_named() -> None:
    def fault(orders: list[Order]) -> Reason | None:
        verbs = [order[0]["do"] for order in orders]
        if verbs.count("option") > 1:
            return Reason("two_options", "19.2")
        return Reason("after_wait", "19.4") if "wait" in verbs[:-1] else None

    done = judged("OPTION 1\nTAKE gold\nOPTION 2\nWAIT\nTAKE title", [question(fault=fault)])
    assert [order[0]["do"] for order in answer(done)] == ["option", "take", "wait"]  # type: ignore[attr-defined]
    assert reasons(done) == ["", "", "two_options", "", "after_wait"]


def test_idle_lines_may_stand_behind_wait() -> None:
    done = judged("TAKE gold\nWAIT\nLIST\nKEEP title\nON REVOLUTION CONTINUE", [question()])
    assert [order[0]["do"] for order in answer(done)] == [  # type: ignore[attr-defined]
        "take", "list", "keep", "on_revolution", "wait",
    ]  # fmt: skip


def test_what_depends_on_a_line_not_understood_is_refused() -> None:
    done = judged("TAKE gold\nUSE glod ON yellow king AT Paris\nIF FAILS : PLACE London\nTAKE ANY", [question()])
    assert reasons(done) == ["", "not_understood", "above_not_understood", ""]
    assert len(answer(done)) == 2  # type: ignore[arg-type]
    assert done.held == ("turn@red",)


def test_nothing_is_held_where_nothing_is_answered() -> None:
    done = judged("TAKE glod", [question()])
    assert (done.answers, done.held, done.notes) == ({}, (), ())


def test_going_on_after_a_wait_has_a_key_of_its_own() -> None:
    done = judged("TAKE gold", [question(about="2")], phase=2)
    assert list(done.answers) == ["turn/2@red"]


# ------------------------------------------------------------------ turns


@pytest.mark.parametrize(
    ("text", "asked", "key", "facts"),
    [
        ("TAKE gold", [question(seat="yellow")], "not_your_turn", {"seat": "yellow", "turn": 17, "next_turn": 20}),
        ("TAKE gold\nKEEP gold", [question(seat="yellow")], "not_your_turn", {"seat": "yellow"}),
        ("DEFAULT", [question(seat="yellow")], "not_your_turn", {"seat": "yellow"}),
        ("TAKE gold", [question("keep", "yellow")], "turn_not_asked", {"turn": 17}),
        ("TURN 16\nTAKE gold", [question()], "other_turn", {"given": 16, "turn": 17}),
        ("TURN 19\nTAKE gold", [question()], "not_your_next_turn", {"given": 19, "next_turn": 20}),
        ("GAME leiden\nTAKE gold", [question()], "other_game", {}),
        ("SEAT yellow\nTAKE gold", [question()], "not_your_faction", {"faction": "yellow"}),
    ],
)
def test_refused(text: str, asked: list[object], key: str, facts: Mapping[str, Json]) -> None:
    done = judged(text, asked, next_turns=NEXT)  # type: ignore[arg-type]
    assert not done.answers
    assert not done.kept
    assert not done.standing
    for line in done.lines[1 if text.startswith(("TURN", "GAME", "SEAT")) else 0 :]:
        assert line.verdict is Verdict.REFUSED
        assert line.why is not None
        assert line.why.key == key
        assert facts.items() <= dict(line.why.facts).items()


def test_without_knowledge_of_turns_the_sentence_names_none() -> None:
    assert reasons(judged("TAKE gold", [question(seat="yellow")])) == ["turn_of_another"]


def test_orders_for_the_own_next_turn_are_kept_and_used() -> None:
    text = "TURN 20\nOPTION 1\nTAKE gold\nPLACE NONE\nKEEP gold"
    done = judged(text, [question(seat="yellow")], next_turns=NEXT)
    assert verdicts(done) == [
        Verdict.ACCEPTED, Verdict.WAITING, Verdict.WAITING, Verdict.ACCEPTED, Verdict.WAITING,
    ]  # fmt: skip
    assert [(kept.turn, kept.kind, kept.text) for kept in done.kept] == [
        (20, "turn", "OPTION 1"), (20, "turn", "TAKE gold"), (20, "turn", "KEEP gold"),
    ]  # fmt: skip
    kept = [Kept.from_json(json.loads(json.dumps(one.to_json()))) for one in done.kept]
    meanwhile = judged("", [question(seat="yellow")], kept, turn=18, next_turns=NEXT)
    assert list(meanwhile.kept) == kept
    assert not meanwhile.answers
    now = judged("", [question()], kept, turn=20, next_turns={"red": 24})
    assert [order[0]["do"] for order in answer(now)] == ["option", "take", "keep"]  # type: ignore[attr-defined]
    assert (now.kept, now.used, now.held) == ((), tuple(kept), ())
    assert judged("", [], kept, turn=21).expired == tuple(kept)


def test_a_new_letter_for_the_next_turn_replaces_the_old_one() -> None:
    old = judged("TURN 20\nTAKE gold", next_turns=NEXT).kept
    new = judged("TURN 20\nTAKE title", [], old, next_turns=NEXT).kept
    assert [kept.text for kept in new] == ["TAKE title"]
    assert judged("CLEAR", [], old, next_turns=NEXT).kept == ()
    both = judged("TAKE gold\nTURN 20\nTAKE title", [question()], old, next_turns=NEXT)
    assert answer(both) == [[GOLD]]
    assert [kept.text for kept in both.kept] == ["TAKE title"]


def test_a_faulty_letter_for_the_next_turn_is_sent_back() -> None:
    done = judged("TURN 20\nOPTION 1\nTAKE glod", [question(seat="yellow")], next_turns=NEXT)
    assert not done.kept
    assert reasons(done) == ["", "sent_back", "did_you_mean"]


def test_kept_orders_that_turn_out_wrong_hold_the_turn() -> None:
    kept = judged("TURN 20\nOPTION 1\nTAKE gold", next_turns=NEXT).kept

    def fault(orders: list[Order]) -> Reason | None:
        bad = any(order[0]["do"] == "take" for order in orders)
        return Reason("unknown_name", "", {}) if bad else None

    done = judged("", [question(fault=fault)], kept, turn=20)
    assert answer(done) == [[{"do": "option", "card": "1"}]]
    assert [line.text for line, _ in done.spoiled] == ["TAKE gold"]
    assert done.held == ("turn@red",)
