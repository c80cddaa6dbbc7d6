"""Every example of orders/README.md is an order that is understood."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orders.dutch_revolt import LANGUAGE
from orders.grammar import Command, Failed, NoOrder, read_order
from tests.orders.boards import LEXICON, letter

README = (Path(__file__).parents[2] / "orders" / "README.md").read_text(encoding="utf-8")
SECTION = README.split("## Orders")[1].split("## Which order counts")[0]
EXAMPLES = [
    example
    for row in SECTION.splitlines()
    if row.startswith("| ") and not row.startswith("| phase")
    for example in re.findall(r"`([^`]+)`", row.rsplit(" | ", 1)[1])
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_orders(example: str) -> None:
    assert read_order(example, LANGUAGE, LEXICON).kind


def test_every_verb_has_an_example() -> None:
    assert {example.split()[0] for example in EXAMPLES} == {verb.name for verb in LANGUAGE.verbs}


def test_letters_and_commands_of_the_readme() -> None:
    for block in re.findall(r"```\n(GAME.*?)```", README, re.DOTALL):
        assert not [line for line in letter(block).lines if isinstance(line.statement, Failed | NoOrder)]
    rows = README.split("## For the judge")[1].split("## How")[0]
    commands = [text for row in rows.splitlines() for text in re.findall(r"`([A-Z0-9 ]+)`", row)]
    assert len(commands) >= 9
    for text in commands:
        assert isinstance(letter(text).lines[0].statement, Command), text
