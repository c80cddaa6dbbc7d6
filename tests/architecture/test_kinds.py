"""Every kind of decision can be asked, answered and done without; every event and refusal can be told."""

from __future__ import annotations

import ast
from functools import cache

import pytest
from babel.messages.pofile import read_po

from engine.dutch_revolt.board import Board
from engine.dutch_revolt.lists import OrderKind
from orders.dutch_revolt import LANGUAGE
from orders.grammar import read_order
from orders.words import Lexicon
from pbem.games.dutch_revolt.cases import KINDS
from tests.architecture.tree import ROOT, argument, calls, modules, words_of

LANGUAGES = ("en", "hu")
ENGINE = modules("engine")


@cache
def keys(language: str) -> frozenset[str]:
    found: set[str] = set()
    for file in sorted((ROOT / "templates/locale" / language).glob("*.po")):
        with file.open("rb") as text:
            for message in read_po(text, locale=language):
                ident = message.id if isinstance(message.id, str) else message.id[0]
                forms = [message.string] if isinstance(message.string, str) else list(message.string)
                if ident and all(forms):
                    found.add(ident)
    return frozenset(found)


def literal_kinds(function: str, position: int, keyword: str) -> list[str]:
    """The literal first words of calls in the engine, and of constants that are used as such."""
    found: set[str] = set()
    for path in ENGINE:
        for call in calls(path, function):
            found.update(words_of(argument(call, position, keyword)))
    return sorted(found)


def order_kinds() -> list[str]:
    return literal_kinds("OrderKind", 0, "kind") + literal_kinds("Decision", 0, "kind")


def test_the_scan_finds_what_the_modules_hold() -> None:
    assert all(isinstance(kind, OrderKind) for kind in KINDS)
    assert sorted(kind.kind for kind in KINDS) == sorted(order_kinds())


@pytest.mark.parametrize("kind", order_kinds())
def test_kind_has_verb_example_prompt_and_default(kind: str) -> None:
    verbs = LANGUAGE.verbs_of(kind)
    assert verbs
    lexicon = Lexicon(Board.ours())
    readme = (ROOT / "orders/README.md").read_text(encoding="utf-8")
    for verb in verbs:
        assert verb.examples
        for example in verb.examples:
            ordered = read_order(example, LANGUAGE, lexicon)
            assert ordered.kind == kind, example
            assert ordered.given, example
        assert f"`{verb.name} " in readme or f"`{verb.name}`" in readme, verb.name
    for language in LANGUAGES:
        assert f"ask.{kind}" in keys(language)
        assert f"default.{kind}" in keys(language)


@pytest.mark.parametrize("kind", literal_kinds("Event", 0, "kind"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_event_has_a_sentence(kind: str, language: str) -> None:
    assert any(key == f"event.{kind}" or key.startswith(f"event.{kind}.") for key in keys(language))


@pytest.mark.parametrize("key", literal_kinds("Reason", 0, "key"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_has_a_sentence(key: str, language: str) -> None:
    assert f"why.{key}" in keys(language)


def test_events_are_named_where_they_are_told() -> None:
    """An event whose kind is worked out can't be held to its sentence; each such place is known and few."""
    unnamed = [
        f"{path.stem}:{ast.unparse(first)}"
        for path in ENGINE
        for call in calls(path, "Event")
        if (first := argument(call, 0, "kind")) is not None and not words_of(first)
    ]
    assert set(unnamed) <= {
        "ownership:kind",
        "ownership:BISHOPRIC_EVENTS[column]",
        "ownership:UNIVERSITY_EVENTS[becomes]",
        "events:event.kind",  # a copy of an event that was told
    }
