"""Order letters: header lines, commands for the judge and orders, read line by line.

A game gives its verbs (`orders.language`); nothing here knows a position.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.core.decision import IllegalOrder, Json, Reason, Seat
from orders.judge_words import COMMANDS, HEADERS, Command, Commands, absence
from orders.language import GameLanguage, Said, Stands, Verb
from orders.letter_body import Aside, Body, OrderLine
from orders.order_lines import (
    begins_with_verb,
    is_signature,
    is_talk,
    joined,
    looks_like_order,
    no_order,
    ordered,
    read_order,
    unknown_verb,
    verb_and_rest,
    verb_of,
    words_of_name,
)
from orders.phrase import ALL, Phrase
from orders.phrase import number as numeral
from orders.statements import Failed, Given, Header, NoOrder, Ordered, ParsedLetter, ParsedLine, Statement
from orders.typography import fold
from orders.words import Ambiguous, Lexicon, OrderFault

__all__ = [
    "Command", "Commands", "Failed", "GameLanguage", "Given", "Header", "NoOrder", "Ordered", "ParsedLetter",
    "ParsedLine", "Said", "Statement", "Verb", "help_on", "parse", "read_order",
]  # fmt: skip

MOST_ORDER_LINES: Final = 300
"""Of one letter, in every game: far more than anybody has to order at once."""
_MAY_HIDE_ORDERS: Final = frozenset({Aside.QUOTED, Aside.SIGNATURE, Aside.AFTER_END, Aside.QUOTED_LETTER, Aside.REPORT})


def parse(body: Body, game: GameLanguage, lexicon: Lexicon, writer: str = "") -> ParsedLetter:
    """Read a letter. Never raises: what fails stands in its line. `writer` is the name of whoever signs it."""
    own = list(joined(body.orders, game))
    if (count := sum(begins_with_verb(line.text, game) for line in own)) > MOST_ORDER_LINES:
        return ParsedLetter((_too_many(own, count),), body.asides)
    reader = _Reader(game, lexicon, words_of_name(writer))
    lines = [reader.line(line) for line in own]
    unread = tuple(line for line in body.asides if line.why in _MAY_HIDE_ORDERS and looks_like_order(line.text, game))
    return ParsedLetter(tuple(lines), body.asides, unread)


def _too_many(own: Sequence[OrderLine], count: int) -> ParsedLine:
    """A letter with too many orders, told as one line; nothing of it counts, so that no half of a list is done."""
    shown: dict[str, Json] = {"count": count, "limit": MOST_ORDER_LINES}
    return ParsedLine(
        f"{own[0].number}–{own[-1].number}", f"{own[0].text[:80]} ...", Failed(Reason("too_many_lines", "", shown))
    )


def help_on(game: GameLanguage, topic: str = "") -> tuple[Said, ...]:
    """The sentences of HELP: of one verb, or of all that are used while the game lasts; each with how it is written and
    an example."""
    orders = [verb for verb in game.verbs if verb.stands is not Stands.WORDS]
    verbs = [verb for verb in game.verbs if verb.name == topic] or orders
    return tuple(
        Said(f"help.{verb.name.lower()}", {"usage": verb.usage, "example": verb.examples[-1], "kind": verb.kind})
        for verb in verbs
    )


class _Reader:
    """Reads line after line, with the header lines that hold for the next ones."""

    def __init__(self, game: GameLanguage, lexicon: Lexicon, own_name: frozenset[str] = frozenset()) -> None:
        self.game = game
        self.own_name = own_name
        self.lexicon = lexicon
        self.header = Header()
        self.lost_faction = ""
        self.above = ("", "")
        """Number of the line above, without the letter of its part, and the verb that a list may go on with."""

    def line(self, line: OrderLine) -> ParsedLine:
        statement = self._continued(line) or self._statement(line.text)
        verb = statement.verb if isinstance(statement, Ordered) and statement.given not in ("default", ()) else ""
        self.above = (line.number.rstrip(string.ascii_lowercase), verb)
        header = self.header
        seat = Seat(header.faction) if header.faction else None
        return ParsedLine(line.number, line.text, statement, seat, header.turn, header.game)

    def _continued(self, line: OrderLine) -> Statement | None:
        """PLACE 3 Holland; 1 Zeeland: a list goes on behind `;` without its verb when the rest begins with a number."""
        number, name = self.above
        verb = self.game.verb_of_word.get(fold(name)) if name and not line.number.isdecimal() else None
        if verb is None or not verb.lists or number != line.number.rstrip(string.ascii_lowercase):
            return None
        phrase = Phrase.of(line.text)
        if len(phrase) < 2 or numeral(phrase.words[0]) is None or begins_with_verb(line.text, self.game):
            return None
        try:
            return ordered(verb, line.text, self.game, self.lexicon)
        except (OrderFault, IllegalOrder) as fault:
            return self._failed(verb.name, fault.reason)

    def _statement(self, text: str) -> Statement:
        word, rest = verb_and_rest(text)
        if is_signature(text, self.own_name, self.game):
            return NoOrder()
        try:
            if (header := self._header(word, rest, text)) is not None:
                return header
            if fold(word) not in self.game.verb_of_word and (command := self._command(word, rest)) is not None:
                return command
            verb = verb_of(word, self.game)
            if verb is None or is_talk(verb, word, rest, self.lexicon):
                return no_order(word, text, self.game, self.lexicon, self.own_name)
            if self.lost_faction:
                return Failed(Reason("faction_unclear", "", {"text": self.lost_faction}), verb.name)
            return ordered(verb, rest, self.game, self.lexicon)
        except (OrderFault, IllegalOrder) as fault:
            return self._failed(word, fault.reason)

    def _failed(self, word: str, reason: Reason) -> Failed:
        """A failed line; the sentence may show how its verb is written."""
        try:
            verb = verb_of(word, self.game)
        except Ambiguous:
            verb = None
        if verb is None:
            return Failed(reason)
        shown: dict[str, Json] = {"usage": verb.usage, "example": verb.examples[0], **reason.facts}
        return Failed(Reason(reason.key, reason.rule, shown), verb.name)

    # ------------------------------------------------------------------ header lines

    def _header(self, word: str, rest: str, text: str) -> Header | None:
        """GAME gouda, TURN 2, FACTION Habsburgs, or a faction's name and a colon. Raises OrderFault."""
        phrase = Phrase(w for w in Phrase.of(text) if w.key != ":")
        keys = [HEADERS.get(key, "faction" if key in self.game.seat_words else "") for key in phrase.keys]
        if not keys:
            return None
        if text.rstrip().endswith(":") and (own := self.lexicon.exact(text, (self.lexicon.seats,))):
            return self._set(Header(faction=own.id))
        if not keys[0] or (keys[0] == "report" and not any(keys[1:])):
            return None
        starts = [i for i, key in enumerate(keys) if key] + [len(keys)]
        values = {keys[a]: phrase.part(a + 1, b) for a, b in pairwise(starts)}
        numbers = {name: _whole(values[name]) for name in ("turn", "report") if name in values}
        if any(number is None for number in numbers.values()) or not _names_a_game(values, text):
            return None
        return self._set(
            Header(
                str(values.get("game", "")).strip(" .,"),
                numbers.get("turn"),
                self._faction(values.get("faction")),
                numbers.get("report"),
            )
        )

    def _faction(self, phrase: Phrase | None) -> str | None:
        if phrase is None:
            return None
        try:
            found = self.lexicon.find(str(phrase), (self.lexicon.seats,))
        except OrderFault:
            self.lost_faction = str(phrase) or "?"
            raise
        return found

    def _set(self, header: Header) -> Header:
        old = self.header
        if header.faction:
            self.lost_faction = ""
        self.header = Header(
            header.game or old.game,
            old.turn if header.turn is None else header.turn,
            header.faction or old.faction,
            header.report or old.report,
        )
        return header

    # ------------------------------------------------------------------ commands

    def _command(self, word: str, rest: str) -> Command | None:
        name = COMMANDS.get(fold(word))
        argument = fold(rest)
        if name is None:
            return None
        if name == Commands.CLEAR:
            if not argument or argument in ALL:
                return Command(name)
            verb = verb_of(argument, self.game)
            if verb is None:
                raise unknown_verb(rest, rest, self.game)
            return Command(name, "" if verb.stands is Stands.FOR_ALL else verb.kind)
        if name == Commands.HELP:
            verb = verb_of(argument, self.game) if argument else None
            return Command(name, verb.name if verb else self.game.topic(argument, self.lexicon) if argument else "")
        if name == Commands.REPORT:
            if not argument:
                return Command(name)
            return Command(name, argument) if argument.isdecimal() and len(argument) < 7 else None
        if name == Commands.ABSENT:
            return absence(rest)
        return None if argument else Command(name)


def _names_a_game(values: Mapping[str, Phrase], text: str) -> bool:
    """ "Game over" is talk: GAME alone on its line counts in capitals or with a colon only."""
    if "game" not in values:
        return True
    word = text.split()[0]
    return len(values["game"].names) == 1 and (len(values) > 1 or word.isupper() or word.endswith(":"))


def _whole(phrase: Phrase) -> int | None:
    text = str(phrase).strip(" .,")
    return int(text) if text.isdecimal() and len(text) < 7 else None
