"""A position holds only what a checkpoint can hold."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, get_args, get_type_hints

import pytest

from engine import games
from engine.core.codec import require_fit
from engine.core.table import Rules

RULES = [games.load(name) for name in games.names()]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_state_holds_only_fit_types(rules: Rules[Any]) -> None:
    state = rules.setup({})
    require_fit(type(state))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_json_kept_as_it_is_stands_in_one_field(rules: Rules[Any]) -> None:
    """`Any` is for answers that wait for their phase, and for nothing else."""
    loose = []
    waiting: list[Any] = [type(rules.setup({}))]
    seen: list[Any] = []
    while waiting:
        kind = waiting.pop()
        if kind in seen:
            continue
        seen.append(kind)
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            hints = get_type_hints(kind)
            for field in dataclasses.fields(kind):
                if not field.metadata.get("transient"):
                    waiting.append(hints[field.name])
                    if Any in get_args(hints[field.name]):
                        loose.append(f"{kind.__name__}.{field.name}")
        else:
            waiting.extend(get_args(kind))
    assert loose == {"dutch_revolt": ["DutchRevoltState.instructions"]}.get(rules.name, [])


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_transient_fields_are_no_part_of_the_position(rules: Rules[Any]) -> None:
    state = rules.setup({})
    text = rules.to_json(state)
    transient = {f.name for f in dataclasses.fields(state) if f.metadata.get("transient")}
    assert transient & json.loads(text).keys() == set()
    assert rules.to_json(rules.from_json(text, rules.schema)) == text
