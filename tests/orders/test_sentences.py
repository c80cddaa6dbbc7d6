"""Every key that the order language can give has its sentence, in every language."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from orders.dutch_revolt import LANGUAGE
from orders.dutch_revolt_writing import VARIANTS
from orders.grammar import help_on, read_order
from orders.letter_body import Aside
from orders.words import Sort
from tests.orders.boards import LEXICON

ROOT = Path(__file__).parents[2]
KERNEL = (
    "not_among", "not_between", "named_twice", "name_each_once", "wrong_total", "one_order_only", "wrong_shape",
    "not_asked",
)  # fmt: skip


def _sentences(language: str, domain: str = "orders") -> dict[str, list[str]]:
    raw = (ROOT / "templates" / "locale" / language / f"{domain}.po").read_bytes()
    found = {}
    for message in read_po(io.BytesIO(raw), locale=language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = [message.string] if isinstance(message.string, str) else list(message.string)
    return found


def _reasons() -> set[str]:
    """Keys of reasons and failures that stand in the code."""
    text = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "orders").glob("*.py") if path.name != "standing.py"
    )
    return set(re.findall(r'(?:Reason|NotUnderstood)\(\s*"(\w+)"', text)) | {
        "ambiguous", "ambiguous_verb", "did_you_mean", "no_verb_near", "wrong_sort_near", "no_order", *KERNEL,
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_key_has_a_sentence(language: str) -> None:
    have = _sentences(language)
    assert all(form for forms in have.values() for form in forms)
    assert {f"why.{key}" for key in _reasons()} - have.keys() == set()
    assert set(VARIANTS) - have.keys() == set()
    assert {said.key for said in help_on(LANGUAGE)} - have.keys() == set()
    assert {f"letter.why.{aside.value}" for aside in Aside} - _sentences(language, "letters").keys() == set()
    assert {f"term.value.{sort.value}" for sort in Sort if sort is not Sort.TREASURY} - have.keys() == set()


def test_both_languages_say_the_same_facts() -> None:
    english, hungarian = _sentences("en"), _sentences("hu")
    assert english.keys() == hungarian.keys()
    for key, forms in english.items():
        names = {name.lower() for form in forms for name in re.findall(r"\{(\w+)\}", form)}
        others = {name.lower() for form in hungarian[key] for name in re.findall(r"\{(\w+)\}", form)}
        assert names == others, key


def test_restatements_have_keys_of_the_list() -> None:
    for verb in LANGUAGE.verbs:
        for example in verb.examples:
            for order in read_order(example, LANGUAGE, LEXICON).given:
                for alternative in order:
                    assert isinstance(alternative, dict)
                    assert LANGUAGE.restate(verb.kind, alternative).key in VARIANTS
