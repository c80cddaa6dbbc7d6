"""Every sentence exists in every language with the same facts, and every event and refusal of the engine has one."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.dutch_revolt.board import Board
from pbem.games.dutch_revolt.words import DutchWords
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.words import LANGUAGES, Catalogue, catalogue_names

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "templates" / "locale"
DOMAINS = sorted({path.stem for path in LOCALE.glob("*/*.po")})


def entries(language: str, domain: str) -> dict[str, list[str]]:
    """key -> forms, as the file has them."""
    from babel.messages.pofile import read_po

    with (LOCALE / language / f"{domain}.po").open("rb") as file:
        found = read_po(file, locale=language)
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            [message.string] if isinstance(message.string, str) else list(message.string)
        )
        for message in found
        if message.id
    }


def placeholders(text: str) -> set[str]:
    return {name[0].lower() + name[1:] for name in re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_languages_have_the_same_keys_and_facts(language: str, domain: str) -> None:
    english, other = entries("en", domain), entries(language, domain)
    assert sorted(english) == sorted(other)
    # A plural form may leave out its number ("one army"), so the facts of all forms count together.
    for key, forms in english.items():
        ours = set().union(*map(placeholders, forms))
        theirs = set().union(*map(placeholders, other[key]))
        assert ours == theirs, key


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_and_none_is_empty(language: str, domain: str) -> None:
    text = (LOCALE / language / f"{domain}.po").read_text("utf-8")
    keys = Counter(re.findall(r'^msgid "(.+)"$', text, re.M))
    assert [key for key, times in keys.items() if times > 1] == []
    assert [key for key, forms in entries(language, domain).items() if not all(forms)] == []


@pytest.mark.parametrize("game", ["dutch_revolt", "heads_of_state", "here_i_stand"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_key_stands_in_one_catalogue_of_a_game_only(language: str, game: str) -> None:
    homes: dict[str, list[str]] = {}
    for domain in catalogue_names(language, game):
        for key in entries(language, domain):
            homes.setdefault(key, []).append(domain)
    assert {key: domains for key, domains in homes.items() if len(domains) > 1} == {}


def used_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every string of the program, and those with {…} in them as patterns."""
    whole: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for folder in ("engine", "orders", "pbem"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    whole.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                    if isinstance(parts[0], str) and re.match(r"\w+\.", parts[0]):
                        text = "".join(".+" if part is None else re.escape(str(part)) for part in parts)
                        patterns.append(re.compile(text))
    for path in sorted((ROOT / "templates" / "mail").glob("*.j2")):
        text = path.read_text("utf-8")
        whole |= set(re.findall(r"'([\w.]+)'", text))
        patterns += [re.compile(re.escape(start) + ".+") for start in re.findall(r"'([\w.]+\.)' ~", text)]
    return whole, patterns


def test_no_key_is_unused() -> None:
    from orders import dutch_revolt, heads_of_state, here_i_stand

    variants = {
        *dutch_revolt.writing.VARIANTS,
        *heads_of_state.writing.VARIANTS,
        *here_i_stand.restating.VARIANTS,
    }
    whole, patterns = used_keys()
    headings = {key for key in entries("en", "orders") if key.startswith("order.heading.")}
    exact = {"event": whole, "why": whole, "order": set()}
    unused = []
    for domain in DOMAINS:
        for key in entries("en", domain):
            sort, _, rest = key.partition(".")
            if sort in exact:  # "event." + a kind: there must be such a kind
                known = key in variants or rest.split(".")[0] in exact[sort] or key in headings
            else:
                known = any(pattern.fullmatch(key) for pattern in patterns)
            known = known or key in whole
            if not known:
                unused.append(key)
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_written_out_exists(language: str) -> None:
    known = {key for domain in DOMAINS for key in entries(language, domain)}
    starts = {key.split(".")[0] for key in known}
    whole, _ = used_keys()
    keys = {key for key in whole if re.fullmatch(r"(\w+)(\.\w+)+", key) and key.split(".")[0] in starts}
    keys -= {"report.pdf", "order.turn.use"}  # a file; the beginning of keys
    assert sorted(key for key in keys if not key.endswith("_") and key not in known) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_events_has_its_sentence_and_parts(language: str) -> None:
    from pbem.games.dutch_revolt.restate import GROUPS, WHOLE_LISTS

    words = DutchWords(language, Board.ours())
    kinds, _ = used_keys()
    assert set(GROUPS) | set(WHOLE_LISTS) <= kinds
    for kind, group in GROUPS.items():
        needed = (f"part.{kind}", f"events.{group.name}")
        assert kind == "fleet_robbed" or all(words.has(key) for key in needed), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_of_events_of_here_i_stand_has_its_sentence_and_parts(language: str) -> None:
    from engine.here_i_stand.diplomacy.deals import Item
    from pbem.games.here_i_stand.together import GROUPS

    words = HisWords(language)
    needed = {f"part.{kind}" for kind in GROUPS} | {f"events.{group.name}" for group in GROUPS.values()}
    needed |= {f"part.deal_term.{item}" for item in Item}
    assert GROUPS.keys() <= set(told("Event", "here_i_stand"))
    assert sorted(key for key in needed if not words.has(key)) == []


def told(name: str, game: str = "dutch_revolt") -> Iterator[str]:
    """First arguments of all calls of this name in the engine: Event("taxes", …)."""
    for path in sorted((ROOT / "engine" / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                first = node.args[0]
                for part in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_reason_of_the_engine_has_a_sentence(language: str) -> None:
    words = DutchWords(language, Board.ours())
    kinds = {f"event.{kind}" for kind in told("Event")} - {"event.phase_begins"}
    reasons = {f"why.{key}" for key in told("Reason")}
    assert len(kinds) > 10
    assert sorted(key for key in kinds | reasons if not words.has(key)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_reason_of_here_i_stand_has_a_sentence(language: str) -> None:
    """An event may have nothing but variants, such as `event.naval_check.avoid.done`."""
    words = HisWords(language)
    keys = entries(language, "here_i_stand_events")
    kinds = {*told("Event", "here_i_stand"), "interception", "avoid_battle"}
    reasons = {f"why.{key}" for key in told("Reason", "here_i_stand")}
    reasons |= {"why.name_way_of_event", "why.no_circumnavigation", "why.not_in_discard_pile"}
    assert len(kinds) > 100
    assert sorted(kind for kind in kinds if not any(f"{key}.".startswith(f"event.{kind}.") for key in keys)) == []
    assert sorted(key for key in reasons if not words.has(key)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_its_sentences(language: str) -> None:
    words = DutchWords(language, Board.ours())
    from pbem.games.dutch_revolt.choices import TABLES

    for kind in TABLES:
        for key in (f"ask.{kind}", f"ask.{kind}.head", f"default.{kind}"):
            assert words.has(key), key
    for heads, _ in TABLES.values():
        assert [head for head in heads if not words.has(f"choice.head.{head}")] == []


def test_names_follow_the_language() -> None:
    english, hungarian = DutchWords("en", Board.ours()), DutchWords("hu", Board.ours())
    assert english.place("brussel") == "Brussel"
    assert hungarian.place("brussel") == "Brüsszel"
    assert (
        hungarian.say("event.siege_begins", faction="catholics", city="brussel", tokens={"nobility": 2, "neutral": 1})
        == "Katolikusok: ostrom alatt Brüsszel (nemesség 2, semleges 1)."
    )


def test_a_missing_sentence_shows_its_key_and_facts() -> None:
    assert DutchWords("en", Board.ours()).say("event.never", city="gent") == "[event.never: city Gent]"


def test_halves_and_minus() -> None:
    from pbem.reports.words import halves, signed, signed_halves

    assert [halves(n) for n in (0, 1, 2, 23, -1, -3)] == ["0", "½", "1", "11½", "−½", "−1½"]
    assert (signed(-2), signed_halves(0), signed_halves(1), signed_halves(-2)) == ("−2", "=", "+½", "−1")


def test_dates_are_written_as_inside_a_sentence() -> None:
    when = datetime(2026, 12, 2, 20, 0, tzinfo=UTC)
    hungarian, english = Catalogue("hu"), Catalogue("en")
    assert hungarian.moment(when, "Europe/Budapest") == "2026. december 2., szerda, 21:00"
    assert hungarian.moment(when, "Europe/Budapest", "short") == "december 2., sze, 21:00"
    assert english.moment(when, "Europe/Budapest", "short") == "Wed 2 December, 21:00"
