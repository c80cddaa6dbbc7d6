"""Each shape of an answer: what is legal, what is refused and why, and the way to JSON and back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core.decision import Decision, IllegalOrder, Json, Options, Reason, Seat
from engine.core.options import Amount, Arrangement, Listed, Many, OneOf, Order, OrderList, Split, Subset


def order_list(many: Many = Many.ANY, pool: int = 3) -> OrderList:
    def fault(orders: list[Order]) -> Reason | None:
        counts = [alternative["count"] for order in orders for alternative in order]
        return Reason("bad_count", "9.10", {"count": 0}) if 0 in counts else None

    return OrderList(
        fields=("to", "count"),
        many=many,
        fault=fault,
        trial=lambda orders: [None for _ in orders],
        concrete=lambda: [[{"to": "holland", "count": 1}]],
        choices=lambda: [{"to": f"p{i}", "count": 1} for i in range(pool)],
    )


SHAPES: list[Options[Any]] = [
    OneOf(("a", "b", "c")),
    Amount(-1, 4),
    Subset(("a", "b", "c", "d"), 1, 3),
    Subset(("a", "b"), 2, 2),
    Arrangement(("a", "b", "c")),
    Split(5, {"a": 3, "b": 4, "c": 0}),
    Split(0, {"a": 3}),
    Listed((False, True)),
    Listed((None, "a", 3)),
    order_list(),
    order_list(Many.ONE),
    order_list(pool=0),
    order_list(Many.ONE, pool=0),
]


@pytest.mark.parametrize("options", SHAPES, ids=lambda options: type(options).__name__)
def test_samples_and_examples_are_legal_and_survive_json(options: Options[Any]) -> None:
    draw = random.Random(1)
    for choice in [*(options.sample(draw.randrange) for _ in range(60)), *options.examples(5)]:
        assert options.why_not(choice) is None
        raw = json.loads(json.dumps(options.to_json(choice)))
        assert options.from_json(raw) == choice
        assert options.to_json(options.from_json(raw)) == raw


@pytest.mark.parametrize("options", SHAPES, ids=lambda options: type(options).__name__)
def test_forced_is_the_only_answer(options: Options[Any]) -> None:
    draw = random.Random(2)
    samples = [options.sample(draw.randrange) for _ in range(60)]
    forced = options.forced()
    if forced is None:
        assert isinstance(options, OrderList) or any(choice != samples[0] for choice in samples)
    else:
        assert all(choice == forced[0] for choice in samples)


@pytest.mark.parametrize("options", SHAPES, ids=lambda options: type(options).__name__)
@pytest.mark.parametrize("raw", [None, True, 1.5, "x", [1], {"a": "b"}, {"a": True}, [[]], [[["x"]]], [{"to": "a"}]])
def test_nonsense_is_refused_as_an_illegal_order(options: Options[Any], raw: Json) -> None:
    """Whatever arrives: a legal answer, or a reason; never another exception."""
    try:
        choice = options.from_json(raw)
    except IllegalOrder:
        return
    assert options.why_not(choice) is not None or options.to_json(choice) == raw


@pytest.mark.parametrize(
    ("options", "choice", "key"),
    [
        (OneOf(("a",)), "b", "not_among"),
        (Amount(1, 3), 0, "not_between"),
        (Amount(1, 3), 4, "not_between"),
        (Subset(("a", "b"), 0, 2), ("a", "a"), "named_twice"),
        (Subset(("a", "b"), 0, 2), ("c",), "not_among"),
        (Subset(("a", "b"), 1, 2), (), "not_between"),
        (Arrangement(("a", "b")), ("a",), "name_each_once"),
        (Arrangement(("a", "b")), ("a", "a"), "name_each_once"),
        (Split(3, {"a": 2, "b": 2}), {"a": 2}, "wrong_total"),
        (Split(3, {"a": 2, "b": 2}), {"a": 3}, "not_between"),
        (Split(3, {"a": 2, "b": 2}), {"a": 2, "b": 1, "c": 0}, "not_among"),
        (Split(3, {"a": 2, "b": 2}), {"a": 2, "b": 0}, "not_between"),
        (Listed((1, 2)), 3, "not_among"),
        (order_list(Many.ONE), [], "one_order_only"),
        (order_list(Many.ONE), [[{"to": "a", "count": 1}]] * 2, "one_order_only"),
        (order_list(), [[{"to": "a", "count": 0}]], "bad_count"),
    ],
)
def test_why_not(options: Options[Any], choice: Any, key: str) -> None:
    reason = options.why_not(choice)
    assert reason is not None
    assert reason.key == key


def test_order_of_naming_does_not_matter_where_order_has_no_meaning() -> None:
    assert Subset(("a", "b", "c"), 0, 3).from_json(["c", "a"]) == ("a", "c")
    assert list(Split(3, {"a": 2, "b": 2}).from_json({"b": 1, "a": 2})) == ["a", "b"]
    assert Arrangement(("a", "b")).from_json(["b", "a"]) == ("b", "a")


def test_true_is_not_the_number_one() -> None:
    with pytest.raises(IllegalOrder):
        Listed((0, 1)).from_json(True)
    assert Listed((False, True)).from_json(True) is True


def test_an_empty_subset_is_forced() -> None:
    assert Subset(("a", "b"), 0, 0).forced() == ((),)
    assert Subset(("a", "b"), 0, 1).forced() is None


def test_order_list_fills_the_fields_that_were_left_out() -> None:
    assert order_list().from_json([[{"to": "a"}]]) == [[{"to": "a", "count": None}]]
    assert order_list().from_json("default") == "default"
    with pytest.raises(IllegalOrder, match="wrong shape"):
        order_list().from_json([[{"too": "a"}]])


def test_decision_key_names_kind_about_and_seat() -> None:
    asked = Decision(kind="intercept", seat=Seat("hapsburg"), rule="13.2", options=Amount(0, 1), default=0)
    assert asked.key == "intercept@hapsburg"
    about = Decision(
        kind="intercept", seat=Seat("hapsburg"), rule="13.2", options=Amount(0, 1), default=0, about="Graz"
    )
    assert about.key == "intercept/Graz@hapsburg"


def test_reason_reads_as_a_sentence() -> None:
    assert str(Reason("no_free_square", "9.4", {"region": "r_holland"})) == (
        "no free square (region=r_holland) (rule 9.4)"
    )
    assert str(Reason("no_free_square", "9.4")) == "no free square (rule 9.4)"
