"""Every key that the order language can give has its sentence, in every language, for every game."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.pofile import read_po

from orders import dutch_revolt, heads_of_state, here_i_stand
from orders.chance_words import CHANCE
from orders.dutch_revolt import words as dutch_words
from orders.dutch_revolt import writing as dutch_writing
from orders.grammar import help_on, read_order
from orders.heads_of_state import words as heads_words
from orders.heads_of_state import writing as heads_writing
from orders.here_i_stand import restating as his_restating
from orders.here_i_stand import words as his_words
from orders.language import GameLanguage, Said
from orders.letter_body import Aside
from orders.words import Lexicon, Sort
from tests.orders import boards
from tests.orders.heads_of_state import boards as heads
from tests.orders.here_i_stand import boards as his

ROOT = Path(__file__).parents[2]
KERNEL = (
    "not_among", "not_between", "named_twice", "name_each_once", "wrong_total", "one_order_only", "wrong_shape",
    "not_asked",
)  # fmt: skip
NAMED_OTHERWISE = (
    "ambiguous", "ambiguous_verb", "did_you_mean", "no_verb_near", "wrong_sort_near", "no_order", "verb_missing",
    "says_nothing", "else_without_order", "command_with_more", "heading_unclear",
)  # fmt: skip


class Game(NamedTuple):
    language: GameLanguage
    lexicon: Lexicon
    variants: tuple[str, ...]
    sorts: Iterable[Sort]


GAMES = {
    "dutch_revolt": Game(
        dutch_revolt.LANGUAGE,
        boards.LEXICON,
        dutch_writing.VARIANTS,
        [sort for sort in dutch_words.Sort if sort is not dutch_words.Sort.TREASURY],
    ),
    "heads_of_state": Game(heads_of_state.LANGUAGE, heads.LEXICON, heads_writing.VARIANTS, heads_words.Sort),
    "here_i_stand": Game(here_i_stand.LANGUAGE, his.LEXICON, his_restating.VARIANTS, his_words.Sort),
}


def _file(path: Path, language: str) -> dict[str, list[str]]:
    found = {}
    for message in read_po(io.BytesIO(path.read_bytes()), locale=language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = [message.string] if isinstance(message.string, str) else list(message.string)
    return found


def _sentences(language: str, game: str) -> dict[str, list[str]]:
    """The catalogues that a game may use: those of all games, and its own."""
    found: dict[str, list[str]] = {}
    others = tuple(name for name in GAMES if name != game)
    for path in sorted((ROOT / "templates" / "locale" / language).glob("*.po")):
        if not path.stem.startswith(others):
            found |= _file(path, language)
    return found


def _reasons(game: str) -> set[str]:
    """Keys of reasons and failures that stand in the code."""
    paths = [*(ROOT / "orders").glob("*.py"), *(ROOT / "orders" / game).glob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    found = set(re.findall(r'(?:Reason|NotUnderstood)\(\s*"(\w+)"', text))
    return found | {*KERNEL, *NAMED_OTHERWISE}


def _keys(said: Said) -> set[str]:
    return {said.key}.union(*(_keys(fact) for fact in said.facts.values() if isinstance(fact, Said)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_key_has_a_sentence(language: str, game: str) -> None:
    have, own = _sentences(language, game), GAMES[game]
    assert all(form for forms in have.values() for form in forms)
    assert {f"why.{key}" for key in _reasons(game)} - have.keys() == set()
    assert {"order.default", "order.none", *own.variants} - have.keys() == set()
    assert {said.key for said in help_on(own.language)} - {f"help.{CHANCE.name.lower()}"} - have.keys() == set()
    assert {f"letter.why.{aside.value}" for aside in Aside} - have.keys() == set()
    assert {f"term.value.{sort.value}" for sort in own.sorts} - have.keys() == set()
    kinds = {verb.kind for verb in own.language.verbs} - {CHANCE.kind}
    assert {f"{what}.{kind}" for kind in kinds for what in ("ask", "default")} - have.keys() == set()


@pytest.mark.parametrize("domain", ["orders", *(f"{game}_orders" for game in GAMES)])
def test_both_languages_say_the_same_facts(domain: str) -> None:
    english, hungarian = (_file(ROOT / f"templates/locale/{code}/{domain}.po", code) for code in ("en", "hu"))
    assert english.keys() == hungarian.keys()
    for key, forms in english.items():
        names = {name.lower() for form in forms for name in re.findall(r"\{(\w+)\}", form)}
        others = {name.lower() for form in hungarian[key] for name in re.findall(r"\{(\w+)\}", form)}
        assert names == others, key


@pytest.mark.parametrize("game", GAMES)
def test_restatements_have_keys_of_the_list(game: str) -> None:
    language, lexicon, variants, _ = GAMES[game]
    for verb in language.verbs:
        for example in verb.examples:
            ordered = read_order(example, language, lexicon)
            if verb.kind == CHANCE.kind or ordered.given == "default":
                continue
            for order in ordered.given:
                for alternative in order:
                    assert isinstance(alternative, dict)
                    assert _keys(language.restate(ordered.kind, alternative)) <= set(variants)


def test_a_restatement_in_words() -> None:
    """Conditions stand around the order, each a sentence of its own."""
    line = "IF DONE : IF HAVE gold, gold : IF FREE London king : PLACE London ELSE TAKE BLIND"
    (order,) = read_order(line, heads_of_state.LANGUAGE, heads.LEXICON).given
    restated = [heads_of_state.LANGUAGE.restate("turn", alternative) for alternative in order]  # type: ignore[arg-type]

    def say(key: str, facts: Any) -> str:
        return f"{key.removeprefix('order.turn.')}({', '.join(str(fact) for fact in facts.values())})"

    assert [said.told(say) for said in restated] == [
        "conditional(if.done(), conditional(if.have(['gold', 'gold']), conditional(if.free(london, king), "
        "place(king, london))))",
        "take.blind(blind)",
    ]
