"""Standing orders: what conditions mean, who answers in which order, and a whole game played by them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.core.decision import AnyDecision, Decision, IllegalOrder, Json, Seat, Timing
from engine.core.options import Listed, OneOf
from orders.standing import Condition, Standing, next_answer, read, window_may_close
from orders.words import NotUnderstood
from tests.engine.core.random_player import some_answer, start

FACTS: dict[str, Json] = {
    "into": "Szegedin", "from": "Győr-Sopron", "strength": 6, "allied": True, "who": ["x", "Z"], "how": {"a": 1},
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("INTERCEPT", True),
        ("INTERCEPT IF INTO Szegedin", True),
        ("intercept if into szegedin", True),
        ("INTERCEPT IF INTO = Szegedin", True),
        ("INTERCEPT IF INTO IS Szegedin", True),
        ("INTERCEPT IF INTO Buda", False),
        ("INTERCEPT IF INTO NOT Buda", True),
        ("INTERCEPT IF INTO IS NOT Szegedin", False),
        ("INTERCEPT IF INTO != Buda", True),
        ("INTERCEPT IF FROM gyor sopron", True),
        ("INTERCEPT IF STRENGTH 6", True),
        ("INTERCEPT IF STRENGTH <= 6", True),
        ("INTERCEPT IF STRENGTH<6", False),
        ("INTERCEPT IF STRENGTH > 5 AND INTO Szegedin", True),
        ("INTERCEPT IF STRENGTH >= 7 AND INTO Szegedin", False),
        ("INTERCEPT IF STRENGTH > -1", True),
        ("INTERCEPT IF STRENGTH NOT 6", False),
        ("INTERCEPT IF INTO > 3", False),
        ("INTERCEPT IF ALLIED true", False),
        ("INTERCEPT IF HOW a", False),
        ("INTERCEPT IF WHO x", True),
        ("INTERCEPT IF WHO z AND WHO NOT y", True),
        ("INTERCEPT IF WHO NOT x", False),
        ("INTERCEPT IF WHO > 1", False),
    ],
)
def test_conditions(line: str, holds: bool) -> None:
    order, conditions = read(line, FACTS)
    assert order.lower() == "intercept"
    assert all(condition.holds(FACTS) for condition in conditions) is holds


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("X IF", "standing_no_condition"),
        ("X IF INTO", "standing_no_condition"),
        ("X IF INTO Buda AND", "standing_no_condition"),
        ("X IF <= 6", "standing_no_condition"),
        ("X IF COLOUR red", "standing_no_such_fact"),
        ("X IF STRENGTH <= many", "standing_no_number"),
    ],
)
def test_conditions_that_cannot_be_read(line: str, key: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        read(line, FACTS)
    assert refused.value.reason.key == key


def test_a_fact_the_question_lacks_fails_every_test() -> None:
    assert not Condition("into", "is", "Buda").holds({})
    assert not Condition("into", "not", "Buda").holds({})


def intercept(seat: str = "hapsburg", strength: int = 6) -> Decision[object]:
    return Decision(
        kind="intercept",
        seat=Seat(seat),
        rule="13.2",
        options=Listed((False, True)),
        default=False,
        facts={"into": "Buda", "strength": strength},
        timing=Timing.RESPONSE,
    )


YES = Standing("hapsburg", "intercept", True, (Condition("strength", "<=", 6),))


def test_order_of_those_who_answer() -> None:
    assert next_answer(intercept(), [False], [YES], due=True) == (False, "order")
    assert next_answer(intercept(), [], [YES], due=True) == (True, "standing")
    assert next_answer(intercept(strength=7), [], [YES], due=False) is None
    assert next_answer(intercept(strength=7), [], [YES], due=True) == (False, "default")
    assert next_answer(intercept("hungary"), [], [YES], due=False) is None


def test_first_standing_order_that_fits_answers() -> None:
    always_no = Standing("hapsburg", "intercept", False)
    assert next_answer(intercept(), [], [YES, always_no], due=False) == (True, "standing")
    assert next_answer(intercept(strength=9), [], [YES, always_no], due=False) == (False, "standing")


def test_standing_order_that_is_not_legal_is_passed_over() -> None:
    response: Decision[str] = Decision(
        kind="play_response", seat=Seat("a"), rule="14", options=OneOf(("pass",)), default="pass",
        timing=Timing.RESPONSE,
    )  # fmt: skip
    for answer in ("33", 33, None):
        assert next_answer(response, [], [Standing("a", "play_response", answer)], due=False) is None


def test_only_answer_is_given_at_once_where_that_tells_nothing() -> None:
    """An only answer to a response waits for the window to close; as long as others would wait too."""
    impulse: Decision[str] = Decision(kind="march", seat=Seat("a"), rule="1", options=OneOf(("x",)), default="x")
    assert next_answer(impulse, [], [], due=False) == ("x", "forced")
    response = replace(impulse, timing=Timing.RESPONSE)
    assert next_answer(response, [], [], due=False) is None
    assert next_answer(response, [], [], due=True) == ("x", "default")


def test_standing_orders_answer_responses_only() -> None:
    move: Decision[str] = Decision(kind="move", seat=Seat("a"), rule="1", options=OneOf(("x", "y")), default="x")
    assert next_answer(move, [], [Standing("a", "move", "y")], due=False) is None


def test_queued_order_that_is_not_allowed_stops_the_queue() -> None:
    with pytest.raises(IllegalOrder):
        next_answer(intercept(), ["maybe"], [YES], due=True)


def test_window_closes_early_only_when_all_have_standing_orders() -> None:
    asked: list[AnyDecision] = [intercept(), intercept("hungary")]
    assert not window_may_close(asked, [YES])
    assert window_may_close(asked, [YES, Standing("hungary", "intercept", False)])
    assert not window_may_close(asked, [YES, Standing("hungary", "withdraw", False)])


@pytest.mark.parametrize("seed", range(4))
def test_a_game_played_by_letters_and_standing_orders(seed: int) -> None:
    """Each question is answered by what next_answer says; letters come only where it says that they must."""
    order, conditions = read("yes IF INTO Belgrade AND STRENGTH <= 6", ["into", "strength", "mover"])
    assert order == "yes"
    standing = [
        *(Standing(power, "intercept", True, conditions) for power in ("hungary", "hapsburg", "ottoman")),
        *(Standing(power, "intercept", False) for power in ("hungary", "hapsburg", "ottoman", "papacy", "france")),
        Standing("papacy", "avoid_battle", "stand"),
        *(Standing(power, "play_response", "33") for power in ("hungary", "ottoman")),
    ]
    table = start(f"standing {seed}")
    draw = random.Random(seed)
    given: dict[str, int] = {}
    while not table.over:
        closing = window_may_close(table.open, standing)
        for decision in table.open:
            answer = next_answer(decision, [], standing, due=closing)
            if answer is not None:
                break
        else:
            decision = table.open[0]
            answer = next_answer(decision, [some_answer(decision, draw)], standing, due=False)
            assert answer is not None
        if decision.kind == "intercept":
            belgrade = decision.facts["into"] == "Belgrade" and int(str(decision.facts["strength"])) <= 6
            assert answer == (belgrade and decision.seat in {"hungary", "hapsburg", "ottoman"}, "standing")
        given[answer[1]] = given.get(answer[1], 0) + 1
        table.answer(decision.key, *answer)
    assert given["standing"] > 0
    assert given["order"] > 0
