"""CHANCE: a player's own words, mixed into chance before the game begins. The verb belongs to every game's language.

Nobody reads the words: they are kept as written, with single spaces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import AnyDecision
from engine.core.options import Alternative, Order
from engine.core.prelude import WORDS
from orders.free_words import NAMES
from orders.language import GameLanguage, Said, Stands, Verb
from orders.phrase import Phrase
from orders.words import Lexicon


def _read(phrase: Phrase, lexicon: Lexicon) -> list[Alternative]:
    raise AssertionError("words are taken as they are")


CHANCE: Final = Verb(
    NAMES[0], WORDS, "CHANCE any words of mine", ("CHANCE the storks came early this year",), _read,
    NAMES[1:], lists=False, stands=Stands.WORDS,
)  # fmt: skip


def with_chance_words(language: GameLanguage) -> GameLanguage:
    """A game's language with the verb CHANCE."""
    own_order = language.write_order

    def write(kind: str, alternative: Alternative, lexicon: Lexicon) -> str:
        return _written(alternative) if kind == WORDS else language.write(kind, alternative, lexicon)

    def write_order(kind: str, order: Order, lexicon: Lexicon) -> list[str]:
        assert own_order is not None
        return [_written(order[0])] if kind == WORDS else own_order(kind, order, lexicon)

    def restate(kind: str, alternative: Alternative) -> Said:
        if kind == WORDS:
            return Said("order.chance_words", {"words": alternative["words"]})
        return language.restate(kind, alternative)

    def takes(decision: AnyDecision, order: Order) -> bool:
        return decision.kind == WORDS or language.takes(decision, order)

    return replace(
        language, verbs=(*language.verbs, CHANCE), write=write, restate=restate, takes=takes,
        fixed_defaults=language.fixed_defaults | {WORDS}, write_order=own_order and write_order,
    )  # fmt: skip


def _written(alternative: Alternative) -> str:
    return f"{CHANCE.name} {alternative['words']}"
