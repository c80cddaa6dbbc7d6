"""Every kind of decision can be asked, answered and done without; every event and refusal can be told."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engine.dutch_revolt.lists import OrderKind
from engine.here_i_stand import kinds as here_i_stand
from orders.grammar import read_order
from orders.language import Stands
from pbem.boxes import GAMES, all_boxes
from pbem.games.dutch_revolt.cases import KINDS
from pbem.ordered_box import OrderedBox
from pbem.reports.words import catalogue_names
from tests.architecture.tree import ROOT, argument, calls, modules, name_of, parsed, words_of

LANGUAGES = ("en", "hu")
CORE = "core"


@cache
def keys(language: str, game: str) -> frozenset[str]:
    """The sentences of the catalogues that a game reads."""
    found: set[str] = set()
    for name in catalogue_names(language, game):
        with (ROOT / "templates/locale" / language / f"{name}.po").open("rb") as text:
            for message in read_po(text, locale=language):
                ident = message.id if isinstance(message.id, str) else message.id[0]
                forms = [message.string] if isinstance(message.string, str) else list(message.string)
                if ident and all(forms):
                    found.add(ident)
    return frozenset(found)


def named_words(path: Path, node: ast.expr | None) -> list[str]:
    """The literal texts of an expression, or of the constants of its module that it names."""
    if not isinstance(node, ast.Name):
        return words_of(node)
    for one in parsed(path).body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        if any(isinstance(target, ast.Name) and target.id == node.id for target in targets):
            assert isinstance(one, ast.Assign | ast.AnnAssign)
            return words_of(one.value)
    return []


def literal_kinds(function: str, position: int, keyword: str) -> list[tuple[str, str]]:
    """Package of the engine and literal first word of each call, and of constants that are used as such."""
    found: set[tuple[str, str]] = set()
    for path in modules("engine"):
        package = path.relative_to(ROOT / "engine").parts[0]
        for call in calls(path, function):
            found.update((package, word) for word in named_words(path, argument(call, position, keyword)))
    return sorted(found)


def told_by(function: str, keyword: str) -> list[tuple[str, str]]:
    """What each game has to say: its own words and those of the kernel."""
    return [
        (game, word) for package, word in literal_kinds(function, 0, keyword) for game in GAMES
        if package in (game, CORE)
    ]  # fmt: skip


def order_kinds() -> list[tuple[str, str]]:
    found = [
        pair
        for call in (("OrderKind", "kind"), ("Decision", "kind"), ("_kind", "name"))
        for pair in literal_kinds(call[0], 0, call[1])
    ]
    return [(package, kind) for package, kind in found if package in GAMES]


def test_the_scan_finds_what_the_modules_hold() -> None:
    assert all(isinstance(kind, OrderKind) for kind in KINDS)
    assert sorted(kind.kind for kind in KINDS) == sorted(kind for game, kind in order_kinds() if game == "dutch_revolt")
    assert {kind for game, kind in order_kinds() if game == "heads_of_state"} == {"turn", "keep"}
    assert {kind for game, kind in order_kinds() if game == "here_i_stand"} == set(here_i_stand.KINDS)
    assert {game for game, _ in order_kinds()} == set(GAMES)


@pytest.mark.parametrize(("game", "kind"), order_kinds())
def test_kind_has_verb_example_prompt_and_default(game: str, kind: str) -> None:
    box = all_boxes()[game]
    assert isinstance(box, OrderedBox)
    verbs = box.language.verbs_of(kind)
    assert verbs
    readme = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "orders/README.md", ROOT / f"orders/{game}/README.md")
        if path.exists()
    )
    for verb in verbs:
        assert verb.examples
        for example in verb.examples:
            ordered = read_order(example, box.language, box.lexicon(None))
            ours = ordered.kind in (kind, "")  # DEFAULT alone answers all that is asked
            assert ours or verb.stands is Stands.STANDING, example  # and STANDING stands before any answer
            assert ordered.given, example
        assert f"`{verb.name} " in readme or f"`{verb.name}`" in readme, verb.name
    for language in LANGUAGES:
        assert f"ask.{kind}" in keys(language, game)
        assert f"default.{kind}" in keys(language, game)


@pytest.mark.parametrize(("game", "kind"), told_by("Event", "kind"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_event_has_a_sentence(game: str, kind: str, language: str) -> None:
    assert any(key == f"event.{kind}" or key.startswith(f"event.{kind}.") for key in keys(language, game))


@pytest.mark.parametrize(("game", "key"), told_by("Reason", "key"))
@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_has_a_sentence(game: str, key: str, language: str) -> None:
    assert f"why.{key}" in keys(language, game)


def test_events_are_named_where_they_are_told() -> None:
    """An event whose kind is worked out can't be held to its sentence; each such place is known and few."""
    unnamed = [
        f"{name_of(path).removeprefix('engine/')}:{ast.unparse(first)}"
        for path in modules("engine")
        for call in calls(path, "Event")
        if (first := argument(call, 0, "kind")) is not None and not named_words(path, first)
    ]
    assert set(unnamed) <= {
        "dutch_revolt/ownership.py:kind",
        "dutch_revolt/ownership.py:BISHOPRIC_EVENTS[column]",
        "dutch_revolt/ownership.py:UNIVERSITY_EVENTS[becomes]",
        "core/events.py:event.kind",  # a copy of an event that was told
    }
