"""The form of a letter, sent back as it is: every line accepted, and where that is sure, the default."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.core.decision import AnyDecision, Json, Seat
from engine.core.events import Event
from engine.core.table import Table
from engine.dutch_revolt.board import Board
from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt.words import DutchLexicon
from orders.form import form
from orders.grammar import parse
from orders.letter_body import read
from orders.matching import Assembly, Verdict, assemble
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.words import LANGUAGES
from tests.fuzz.walk import DUTCH, Muddled, Options, dice, named, start

BOARD = Board.ours()
RULES = DUTCH.rules
LEXICON = DutchLexicon(BOARD)
WORDS = {language: DutchWords(language, BOARD) for language in LANGUAGES}

GAMES: list[tuple[Options, int]] = [
    ({"players": 5, "mode": "standard"}, 1),
    ({"players": 5, "mode": "strict"}, 2),
    ({"players": 4, "mode": "quick"}, 3),
    ({"players": 3, "mode": "strict", "factions": ["catholics", "habsburgs", "burghers"]}, 4),
    ({"players": 2, "mode": "standard"}, 5),
    ({"players": 2, "mode": "quick", "switches": {"optional_towns": False, "hinder_mandatory": False}}, 6),
]


def _sent_back(table: Table[Any], seats: list[Seat], language: str) -> Assembly:
    """The form of these seats as a letter that has been read and matched."""
    words = WORDS[language]
    state = table.state
    text = form(
        "gouda", state.turn, seats, table.open, LEXICON, language=LANGUAGE,
        say=lambda key, facts: words.say(key, **facts),
    )  # fmt: skip
    letter = parse(read(text), LANGUAGE, LEXICON)
    return assemble(letter, table.open, (), state.turn, state.phase, language=LANGUAGE, seats=seats, game="gouda")


def _told(events: tuple[Event, ...]) -> list[Any]:
    return [(event.kind, event.rule, dict(event.facts)) for event in events]


def _gives_the_default(table: Table[Any], options: Options, seed: int, decision: AnyDecision, given: Json) -> bool:
    """Whether the answer of the form comes to the same as "default", all others asked taking theirs."""
    results = []
    for answer in (given, "default"):
        fork = Table.resume(RULES, table.checkpoint, table.tail, dice(options, seed))
        package = {d.key for d in fork.open}
        while not fork.over and (here := [d for d in fork.open if d.key in package]):
            fork.answer(here[0].key, answer if here[0].key == decision.key else "default", "order")
            package.discard(here[0].key)
        while decision.key in fork.state.instructions and not fork.over:  # carried out in a later phase
            fork.answer(fork.open[0].key, "default", "order")
        results.append((RULES.to_json(fork.state), _told(fork.take_events())))
    return bool(results[0] == results[1])


@pytest.mark.parametrize(("options", "seed"), GAMES, ids=[f"{o['players']}-{o['mode']}" for o, _ in GAMES])
def test_a_form_sent_back_as_it_stands(options: Options, seed: int) -> None:
    draw = random.Random(named(options, seed))
    choose = Muddled(draw, DUTCH)
    table = start(options, seed, RULES)
    refused: list[str] = []
    other: Counter[str] = Counter()
    same: Counter[str] = Counter()
    concrete: Counter[str] = Counter()
    number = 0
    looked_at = 5 if options["mode"] == "quick" else 1
    while not table.over:
        number += 1
        package = list(table.open)
        seats = list(dict.fromkeys(decision.seat for decision in package))
        partners = table.state.partners
        for seat in seats:
            player = sorted({seat, Seat(partners.get(seat, seat))})
            done = _sent_back(table, player, LANGUAGES[number % 2])
            refused += [f"{table.step_name}: {line.text} {line.why}" for line in done.lines if _is_refused(line)]
            assert set(done.answers) == {decision.key for decision in package if decision.seat in player}
        for decision in draw.sample(package, min(looked_at, len(package))):
            given = _sent_back(table, [decision.seat], "en").answers[decision.key]
            counted = same if _gives_the_default(table, options, seed, decision, given) else other
            counted[decision.kind] += 1
            concrete[decision.kind] += given not in ("default", [])
        for each in package:
            table.answer(each.key, choose(each), "order")
    assert refused == []
    assert other == {}, "the form promises another game than the default"
    assert sum(same.values()) > 20
    assert sum(concrete.values()) > 5


def _is_refused(line: Any) -> bool:
    """Accepted without a warning, or a heading."""
    return line.verdict is not Verdict.ACCEPTED or bool(line.warnings)


def test_a_changed_form_is_not_the_default() -> None:
    """The comparison can fail: one line of the form changed is another game."""
    options: Options = {"players": 5, "mode": "strict"}
    table = start(options, 7, RULES)
    while table.open[0].kind != "new_units" or table.state.turn == 0:
        table.answer(table.open[0].key, "default", "order")
    decision = table.open[0]
    given: Any = _sent_back(table, [decision.seat], "en").answers[decision.key]
    assert given == decision.options.concrete()  # type: ignore[attr-defined]
    assert _gives_the_default(table, options, 7, decision, given)
    assert not _gives_the_default(table, options, 7, decision, [])
