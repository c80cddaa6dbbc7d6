"""State to JSON text and back, and what has no place in a state."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, NewType

import pytest

from engine.core.codec import TRANSIENT, UnfitState, from_json, plain, to_json, with_part, without_part

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
    after = from_json(Everything, to_json(before))
    assert after == before
    assert list(after.by_turn) == [1, 10]
    assert isinstance(after.row, tuple)
    assert b"table" not in to_json(before)
    assert to_json(after) == to_json(before)


def test_fields_with_a_default_may_be_missing() -> None:
    raw = {**plain(everything()), "stacks": [{"size": 1}]}
    assert from_json(Everything, json.dumps(raw).encode()).stacks == [Stack(1)]


def test_values_share_nothing_with_the_state() -> None:
    state = everything()
    values = plain(state)
    assert json.loads(to_json(state)) == values
    kept = json.dumps(values)
    state.waiting["k"].append("more")
    state.stacks[0].size = 99
    state.nested["a"]["b"] = 99
    state.by_turn[1].append(99)
    assert json.dumps(values) == kept


def test_a_part_beside_the_state() -> None:
    text = to_json(Stack(3))
    both = with_part(text, "salt", {"words": "heron"})
    assert json.loads(both) == {"size": 3, "kind": "land", "salt": {"words": "heron"}}
    assert without_part(both, "salt") == (text, {"words": "heron"})
    for bad in (text, b"[]", b"{", with_part(text, "other", {})):
        with pytest.raises(ValueError, match="salt"):
            without_part(bad, "salt")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"nmae": "x"}, "nmae"),
        ({"side": "middle"}, "side"),
        ({"stacks": [{"kind": "land"}]}, "size.*stacks"),
        ({"stacks": [{"size": 1, "kind": "air"}]}, "kind"),
        ({"name": 3}, "name"),
        ({"flag": 1}, "flag"),
        ({"stack": 3}, "stack"),
        ({"stacks": None}, "stacks"),
        ({"by_turn": {"one": []}}, "by_turn"),
        ({"by_side": {"middle": None}}, "by_side"),
    ],
)
def test_bad_text_names_the_field(change: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        from_json(Everything, json.dumps({**plain(everything()), **change}).encode())


def test_missing_field_is_named() -> None:
    raw = plain(everything())
    del raw["space"]
    with pytest.raises(ValueError, match="space"):
        from_json(Everything, json.dumps(raw).encode())
    with pytest.raises(ValueError, match="Everything"):
        from_json(Everything, b"{")


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
