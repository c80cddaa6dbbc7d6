"""The loader of index.md: one way to write a difference between the editions."""

from __future__ import annotations

import pytest

from engine.here_i_stand.board.facts import BadBoard
from engine.here_i_stand.edition import view
from engine.here_i_stand.terms import Edition

CORE, LATER = Edition.CORE110, Edition.ANNIVERSARY116


def test_values_of_an_edition_lie_over_the_others_at_every_depth() -> None:
    raw = {"a": {"b": 1, "by_edition": {"core110": {"c": 2}, "anniversary116": {"c": {"d": 3}}}}}
    assert view(raw, CORE) == {"a": {"b": 1, "c": 2}}
    assert view(raw, LATER) == {"a": {"b": 1, "c": {"d": 3}}}


def test_tables_and_texts_of_the_other_edition_are_left_out() -> None:
    raw = [{"n": 1, "only_in": "core110"}, {"n": 2}, "core110: old", "anniversary116: new", "both", 3]
    assert view(raw, CORE) == [{"n": 1, "only_in": "core110"}, {"n": 2}, "old", "both", 3]
    assert view(raw, LATER) == [{"n": 2}, "new", "both", 3]


def test_the_raw_facts_are_not_changed() -> None:
    raw = {"x": ["core110: old"], "by_edition": {"core110": {"y": [1]}, "anniversary116": {"y": [2]}}}
    view(raw, CORE)["x"].append("more")
    assert raw["x"] == ["core110: old"]


def test_an_edition_that_is_forgotten_is_named() -> None:
    with pytest.raises(BadBoard, match="stirling: by_edition must have a table for each of core110, anniversary116"):
        view({"id": "stirling", "by_edition": {"core110": {"kind": "key"}}}, LATER)
