"""Lines matched with questions: which counts, which waits, which is refused and why."""

from __future__ import annotations

import json

import pytest

from engine.core.decision import Reason
from engine.core.options import Many, Order
from orders.matching import Kept, Verdict
from tests.orders.boards import judged, question

HOLLAND = {"region": "r_holland", "count": 1}
UTRECHT = {"region": "r_utrecht", "count": 1}


def test_the_lines_of_a_letter_make_one_list_in_their_order() -> None:
    done = judged("RECRUIT Holland ELSE Utrecht\nRECRUIT Utrecht", [question("recruit")])
    assert done.answers == {"recruit@reformers": [[HOLLAND, UTRECHT], [UTRECHT]]}
    assert [line.verdict for line in done.lines] == [Verdict.ACCEPTED, Verdict.ACCEPTED]
    assert [said.key for order in done.lines[0].said for said in order] == ["order.recruit", "order.recruit"]


def test_a_question_that_is_not_mentioned_is_left_alone() -> None:
    done = judged("RECRUIT Holland", [question("recruit"), question("new_units")])
    assert list(done.answers) == ["recruit@reformers"]
    assert not done.cleared


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("RECRUIT Holland\nRECRUIT NONE", []),
        ("RECRUIT Holland\nRECRUIT DEFAULT", "default"),
        ("RECRUIT DEFAULT\nRECRUIT Holland", [[HOLLAND]]),
        ("RECRUIT NONE\nRECRUIT Holland", [[HOLLAND]]),
    ],
)
def test_none_and_default_replace_and_are_replaced(text: str, given: object) -> None:
    done = judged(text, [question("recruit")])
    assert done.answers == {"recruit@reformers": given}
    first = done.lines[0]
    assert first.verdict is Verdict.IGNORED
    assert first.why is not None
    assert (first.why.key, first.why.facts["number"]) == ("replaced_by_line", "2")


def test_of_two_orders_for_a_question_of_one_the_last_counts() -> None:
    done = judged("TAX 1\nTAX 2", [question("city_tax", many=Many.ONE)], phase=1)
    assert done.answers == {"city_tax@reformers": [[{"level": 2}]]}
    assert [line.verdict for line in done.lines] == [Verdict.IGNORED, Verdict.ACCEPTED]


def test_none_is_no_answer_where_one_order_is_needed() -> None:
    done = judged("TAX NONE", [question("city_tax", many=Many.ONE)], phase=1)
    assert not done.answers
    assert done.lines[0].why is not None
    assert done.lines[0].why.key == "one_order_only"


def test_a_line_for_a_later_phase_waits_and_answers_its_question_when_that_comes() -> None:
    early = judged("PLACE 5 Holland\nRECRUIT Holland", [question("recruit")])
    assert [line.verdict for line in early.lines] == [Verdict.WAITING, Verdict.ACCEPTED]
    (kept,) = early.kept
    assert Kept.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    later = judged("", [question("new_units")], [kept], phase=10)
    assert later.answers == {"new_units@reformers": [[{"to": "holland", "count": 5, "square": None}]]}
    assert later.used == (kept,)
    assert not later.kept
    assert judged("", [question("new_units")], [kept], turn=3, phase=10).expired == (kept,)


def test_a_new_line_replaces_those_that_wait_for_the_same_question() -> None:
    (kept,) = judged("PLACE 5 Holland", []).kept
    again = judged("PLACE 1 Zeeland", [], [kept])
    assert [line.text for line in again.kept] == ["PLACE 1 Zeeland"]
    assert judged("MOVE NONE", [], [kept]).kept[0] == kept


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("TAX 2", "phase_is_past"),
        ("GARRISON Flanders", "not_in_this_turn"),
        ("TURN 1\nRECRUIT Holland", "other_turn"),
        ("GAME leiden\nRECRUIT Holland", "other_game"),
        ("FACTION Habsburgs\nRECRUIT Holland", "not_your_faction"),
    ],
)
def test_refused(text: str, key: str) -> None:
    done = judged(text, [question("recruit")])
    assert not done.answers
    assert not done.kept
    last = done.lines[-1]
    assert last.verdict is Verdict.REFUSED
    assert last.why is not None
    assert last.why.key == key


def test_a_settled_question_is_past() -> None:
    from engine.core.decision import Seat
    from orders.dutch_revolt import LANGUAGE
    from orders.matching import assemble
    from tests.orders.boards import letter

    done = assemble(
        letter("RECRUIT Holland"),
        [],
        (),
        2,
        4,
        language=LANGUAGE,
        seats=[Seat("reformers")],
        settled={"recruit@reformers"},
    )
    assert done.lines[0].why is not None
    assert done.lines[0].why.key == "phase_is_played"


def test_clear_takes_back_answers_and_lines_that_wait() -> None:
    (kept,) = judged("PLACE 5 Holland", []).kept
    asked = [question("recruit"), question("city_tax", many=Many.ONE)]
    done = judged("CLEAR", asked, [kept])
    assert set(done.cleared) == {"recruit@reformers", "city_tax@reformers"}
    assert not done.kept
    done = judged("CLEAR RECRUIT", asked, [kept])
    assert done.cleared == ("recruit@reformers",)
    assert done.kept == (kept,)
    done = judged("RECRUIT Utrecht\nCLEAR RECRUIT\nRECRUIT Holland", asked)
    assert done.answers == {"recruit@reformers": [[HOLLAND]]}
    assert not done.cleared
    assert done.lines[0].verdict is Verdict.IGNORED


def test_what_can_never_be_right_is_refused_and_the_rest_stays() -> None:
    def fault(orders: list[Order]) -> Reason | None:
        bad = any(alternative["count"] == 9 for order in orders for alternative in order)
        return Reason("count_below_one", "9.4") if bad else None

    done = judged("RECRUIT Holland\nRECRUIT 9 Utrecht", [question("recruit", fault=fault)])
    assert done.answers == {"recruit@reformers": [[HOLLAND]]}
    assert [line.verdict for line in done.lines] == [Verdict.ACCEPTED, Verdict.REFUSED]


def test_what_would_not_work_now_is_accepted_with_a_warning() -> None:
    reason = Reason("no_free_square", "9.4", {"region": "r_utrecht"})
    done = judged("RECRUIT Holland\nRECRUIT Utrecht", [question("recruit", trial=lambda orders: [None, reason])])
    assert [line.warnings for line in done.lines] == [(), (reason,)]
    assert done.lines[1].verdict is Verdict.ACCEPTED


def test_two_seats() -> None:
    seats = ("burghers", "reformers")
    one = [question("recruit", "burghers")]
    assert list(judged("RECRUIT Holland", one, seats=seats).answers) == ["recruit@burghers"]
    both = [*one, question("recruit", "reformers")]
    done = judged("RECRUIT Holland", both, seats=seats)
    assert done.lines[0].why is not None
    assert done.lines[0].why.key == "say_which_faction"
    done = judged("FACTION burghers\nRECRUIT Holland\nFACTION reformers\nRECRUIT Utrecht", both, seats=seats)
    assert done.answers == {"recruit@burghers": [[HOLLAND]], "recruit@reformers": [[UTRECHT]]}


def test_moves_inside_provinces_wait_for_the_round_of_their_province() -> None:
    first = question("arrange", about="rank 1", facts={"provinces": ["holland"]})
    done = judged(
        "ARRANGE Holland: 1 countryside TO Delft\nARRANGE Utrecht: 1 countryside TO Utrecht", [first], phase=14
    )
    assert list(done.answers) == ["arrange/rank 1@reformers"]
    assert len(done.answers["arrange/rank 1@reformers"]) == 1  # type: ignore[arg-type]
    assert [line.text for line in done.kept] == ["ARRANGE Utrecht: 1 countryside TO Utrecht"]
    second = question("arrange", about="rank 2", facts={"provinces": ["utrecht"]})
    assert list(judged("", [second], done.kept, phase=14).answers) == ["arrange/rank 2@reformers"]


def test_talk_is_ignored_and_told() -> None:
    done = judged("Dear judge,\nRECRUIT Holland", [question("recruit")])
    assert [line.verdict for line in done.lines] == [Verdict.IGNORED, Verdict.ACCEPTED]


def test_orders_that_stand_only_in_a_quote() -> None:
    assert judged("> RECRUIT Holland", [question("recruit")]).only_quoted
