"""State to JSON text and back, and what has no place in a state."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NewType

import pytest

from engine.core.codec import TRANSIENT, UnfitState, copy_json, from_json, to_json

Space = NewType("Space", str)


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(slots=True)
class Stack:
    size: int
    kind: Literal["land", "sea"] = "land"


@dataclass(slots=True)
class Everything:
    name: str
    flag: bool
    side: Side
    space: Space
    maybe: int | None
    word_or_number: str | int
    stacks: list[Stack]
    row: tuple[Space, ...]
    by_space: dict[Space, Stack]
    by_turn: dict[int, list[int]]
    by_side: dict[Side, str | None]
    nested: dict[str, dict[str, int]]
    stack: Stack | None
    waiting: dict[str, Any]
    table: object = field(default=None, metadata=TRANSIENT, compare=False)


def everything() -> Everything:
    return Everything(
        name="x",
        flag=True,
        side=Side.RIGHT,
        space=Space("Buda"),
        maybe=None,
        word_or_number=3,
        stacks=[Stack(1), Stack(2, "sea")],
        row=(Space("Graz"),),
        by_space={Space("Graz"): Stack(4)},
        by_turn={1: [2, 3], 10: []},
        by_side={Side.LEFT: None},
        nested={"a": {"b": 1}},
        stack=None,
        waiting={"k": [[{"to": "a", "count": None}]], "d": "default"},
    )


def test_through_text_and_back() -> None:
    before = everything()
    after = from_json(Everything, json.loads(json.dumps(to_json(before))))
    assert after == before
    assert list(after.by_turn) == [1, 10]
    assert isinstance(after.row, tuple)
    assert "table" not in json.dumps(to_json(before))


def test_neither_side_changes_with_the_other() -> None:
    state = everything()
    raw = to_json(state)
    kept = json.dumps(raw)
    state.waiting["k"].append("more")
    state.stacks[0].size = 99
    state.nested["a"]["b"] = 99
    state.by_turn[1].append(99)
    assert json.dumps(raw) == kept
    again = from_json(Everything, raw)
    again.waiting["k"].append("more")
    again.nested["a"]["b"] = 99
    assert json.dumps(raw) == kept


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"nmae": "x"}, "nmae"),
        ({"side": "middle"}, "side"),
        ({"stacks": [{"size": 1, "colour": 2}]}, "stacks: Stack has no field colour"),
        ({"stack": 3}, "stack"),
        ({"stacks": None}, "stacks"),
        ({"by_turn": {"one": []}}, "by_turn"),
        ({"by_side": {"middle": None}}, "by_side"),
    ],
)
def test_bad_text_names_the_field(change: dict[str, Any], word: str) -> None:
    raw = to_json(everything())
    assert isinstance(raw, dict)
    with pytest.raises(ValueError, match=word):
        from_json(Everything, {**raw, **change})


def test_missing_field_is_named() -> None:
    raw = to_json(everything())
    assert isinstance(raw, dict)
    del raw["space"]
    with pytest.raises(ValueError, match="space"):
        from_json(Everything, raw)


@dataclass
class WithSet:
    part: set[str]


@dataclass
class WithFloat:
    part: float


@dataclass
class WithMixture:
    part: int | list[int]


@dataclass
class WithPair:
    part: tuple[int, str]


@dataclass
class WithFlagKeys:
    part: dict[bool, int]


@pytest.mark.parametrize("kind", [WithSet, WithFloat, WithMixture, WithPair, WithFlagKeys])
def test_types_that_have_no_place_in_a_state(kind: type) -> None:
    with pytest.raises(UnfitState):
        to_json(kind(part=None))


@pytest.mark.parametrize("value", [{1, 2}, 0.5, object(), {"a": {"b": 0.5}}])
def test_kept_json_must_be_json(value: object) -> None:
    with pytest.raises(UnfitState):
        copy_json(value)
