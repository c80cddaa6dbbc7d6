"""HELP for a card: number, command points, who may use its text, when, and what it does, in our own words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.here_i_stand.board.cards import Card, Effect
from engine.here_i_stand.terms import MAJORS, CardNumber
from orders.here_i_stand.words import CARD_TOPIC
from pbem.games.here_i_stand.words import HisWords

_ID: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_WINDOW: Final = re.compile(r"Window \w+ \(([^)]+)\)\.")
_POINTS_AT_FILES: Final = re.compile(r" *\((?:pieces\.toml|rules\.md|cards\.md)[^)]*\)")


def card_of_topic(topic: str) -> CardNumber | None:
    """The card that HELP is asked for; None for another topic."""
    number = topic.removeprefix(CARD_TOPIC)
    return CardNumber(int(number)) if number != topic and number.isdigit() else None


def card_help(words: HisWords, number: CardNumber) -> list[str]:
    """The text of a card, a paragraph each; what it does stands in the data, in English."""
    known: Mapping[Any, Any] = words.ids("cards")
    card: Card | None = known.get(number)
    if card is None:
        return [words.say("help.card.not_in_edition", n=number)]
    lines = [words.say("help.card", held=words.held(card.number), kind=words.term("card_type", card.type))]
    lines.append(words.say(f"help.card.for.{card.type}"))
    several = len(card.effects) > 1
    for effect in card.effects:
        lines += _way(words, card, effect, several=several)
    if any(step.startswith("P ") or " P " in step or "P'" in step for step in _texts(card)):
        lines.append(words.say("help.card.player"))
    lines.append(words.say(f"help.card.after.{card.removal}"))
    return lines


def _way(words: HisWords, card: Card, effect: Effect, *, several: bool) -> list[str]:
    head = words.say("help.card.way", way=effect.mode.upper(), label=effect.label) if several else ""
    everybody = set(effect.eligible) >= set(MAJORS)
    who = words.say("help.card.anybody") if everybody else words.value("powers", list(effect.eligible))
    when = "; ".join(_moment(words, window) for window in effect.windows)
    lines = [" ".join([head, words.say("help.card.when", who=who, when=when)]).strip()]
    if effect.requires:
        lines.append(words.say("help.card.needs", list=_plain(words, "; ".join(effect.requires))))
    lines.append(words.say("help.card.does", text=_plain(words, " ".join(effect.steps))))
    return lines


def _moment(words: HisWords, window: str) -> str:
    """A window as the questions name it, where they have no other view of it."""
    return words.say(f"term.window.{window}") if words.has(f"term.window.{window}") else words.plain_value(window)


def _plain(words: HisWords, text: str) -> str:
    """Without what points at files and ids of the data."""
    text = _WINDOW.sub(r"\1 may be played now.", _POINTS_AT_FILES.sub("", text))
    text = _ID.sub(lambda found: _moment(words, found[0]), text)
    return text.replace("anniversary116", "the anniversary edition").replace("core110", "the edition of 110 cards")


def _texts(card: Card) -> list[str]:
    return [text for effect in card.effects for text in (*effect.requires, *effect.steps)]
