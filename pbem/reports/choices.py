"""Tables of what is possible now; each game fills its own from the facts of its questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.reports.facts import Asked
from pbem.reports.words import Catalogue

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """A table: the heads are keys of the catalogue; the first column names the thing."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    title: str = ""
    """A sentence above the table, where a question has several."""


def given(one: Asked) -> Choices:
    """The table that came with a question."""
    four = ("where", "there", "add", "why")
    return Choices(four[: max(len(row) for row in one.choices)], tuple(tuple(row) for row in one.choices))


def plain_facts(one: Asked) -> dict[str, Any]:
    """The facts of a question for its sentences; "parts": {"cities": 1} becomes parts_cities."""
    facts: dict[str, Any] = {}
    for name, value in one.facts.items():
        if name == "parts" and isinstance(value, Mapping):
            facts |= {f"parts_{part}": count for part, count in value.items()}
        else:
            facts[name] = value
    facts["faction"] = one.seat
    return facts


def listed_rows(words: Catalogue, table: Choices) -> Sequence[str]:
    """The rows as lines of text: "Holland: your tokens there 4; you may add any number; why ..."."""
    heads = [words.say(f"choice.head.{head}") for head in table.heads]
    named: list[Row] = [(f"{heads[0]} {row[0]}" if row[0].isdigit() else row[0], *row[1:]) for row in table.rows]
    return [
        row[0]
        + "".join(
            f"{'; ' if n else ': '}{head}{':' if key == 'why' else ''} {cell}"
            for n, (key, head, cell) in enumerate(zip(table.heads[1:], heads[1:], row[1:], strict=False))
        )
        for row in named
    ]
