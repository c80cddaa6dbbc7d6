"""Every example of orders/README.md is an order that is understood."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from orders import dutch_revolt, heads_of_state, here_i_stand
from orders.grammar import Command, Failed, NoOrder, parse, read_order
from orders.letter_body import read
from tests.orders import boards
from tests.orders.heads_of_state import boards as heads
from tests.orders.here_i_stand import boards as his

README = (Path(__file__).parents[2] / "orders" / "README.md").read_text(encoding="utf-8")
GAMES: dict[str, tuple[Any, Any]] = {
    "the Dutch Revolt": (dutch_revolt.LANGUAGE, boards.LEXICON),
    "Heads of State": (heads_of_state.LANGUAGE, heads.LEXICON),
    "Here I Stand": (here_i_stand.LANGUAGE, his.LEXICON),
}


def section(title: str) -> str:
    return README.split(f"## Orders: {title}\n")[1].split("\n## ")[0]


def examples(title: str) -> list[str]:
    """What stands in the last column."""
    rows = [row for row in section(title).splitlines() if row.startswith("| ") and not row.endswith("| example |")]
    return [example for row in rows for example in re.findall(r"`([^`]+)`", row.rsplit(" | ", 1)[1])]


EXAMPLES = [(game, example) for game in GAMES for example in (*examples(game), *examples("every game"))]


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_examples_of_orders(game: str, example: str) -> None:
    ordered = read_order(example, *GAMES[game])
    assert ordered.kind or ordered.given == "default"


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_an_example(game: str) -> None:
    shown = {example.split()[0] for one, example in EXAMPLES if one == game}
    assert shown == {verb.name for verb in GAMES[game][0].verbs}


def test_letters_of_the_readme() -> None:
    blocks = re.findall(r"```\n(GAME.*?)```", README, re.DOTALL)
    assert len(blocks) == len(GAMES)
    for block, (language, lexicon) in zip(blocks, GAMES.values(), strict=True):
        lines = parse(read(block), language, lexicon).lines
        assert len(lines) > 2
        assert not [line for line in lines if isinstance(line.statement, Failed | NoOrder)]


def test_commands_of_the_readme() -> None:
    rows = README.split("## For the judge")[1].split("## How")[0]
    commands = [text for row in rows.splitlines() for text in re.findall(r"`([A-Z0-9 ]+)`", row)]
    assert len(commands) >= 9
    for text in commands:
        letter = heads.letter if text == "CLEAR KEEP" else boards.letter
        assert isinstance(letter(text).lines[0].statement, Command), text
