"""Order letters: header lines, commands for the judge and orders, read line by line.

A game gives its verbs (`GameLanguage`); nothing here knows a position.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from rapidfuzz import fuzz, process

from engine.core.decision import AnyDecision, IllegalOrder, Json, Reason, Seat
from engine.core.options import Alternative, Order
from orders.letter_body import Aside, AsideLine, Body, OrderLine
from orders.phrase import ALL, DEFAULT, ELSE, NONE, Phrase
from orders.phrase import number as numeral
from orders.typography import fold, plain
from orders.unclear import is_name, why_unclear
from orders.words import Ambiguous, Lexicon, NotUnderstood, OrderFault, Sort

Given: TypeAlias = "Literal['default'] | tuple[Order, ...]"
"""What one line orders: the default of the rulebook, or orders; NONE is no order at all."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence to come: key of the catalogue and its facts."""

    key: str
    facts: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the order language. `read` gives the orders of what follows it, each one alternative."""

    name: str
    kind: str
    usage: str
    examples: tuple[str, ...]
    read: Callable[[Phrase, Lexicon], list[Alternative]]
    synonyms: tuple[str, ...] = ()
    lists: bool = True  # commas part several orders


@dataclass(frozen=True)
class GameLanguage:
    """The order language of one game.

    `phases` and `phases_of_turn_0` say in which phase a kind of decision is asked. `takes` says whether an order
    belongs to this decision when one kind is asked several times in a turn. The default of the kinds in
    `fixed_defaults` is always the same; that of the kinds in `apart` does not depend on what other seats do in the
    same phase. Every other default may be another one when its moment comes.
    """

    name: str
    verbs: tuple[Verb, ...]
    phases: Mapping[str, int]
    phases_of_turn_0: Mapping[str, int]
    write: Callable[[str, Alternative, Lexicon], str]
    restate: Callable[[str, Alternative], Said]
    takes: Callable[[AnyDecision, Order], bool]
    fixed_defaults: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()

    @cached_property
    def verb_of_word(self) -> Mapping[str, Verb]:
        """Folded word -> its verb."""
        return {fold(word): verb for verb in self.verbs for word in (verb.name, *verb.synonyms)}

    @cached_property
    def written_verbs(self) -> Mapping[str, str]:
        """Folded word -> what to write for it: verbs and commands, for candidates."""
        return {word: verb.name for word, verb in self.verb_of_word.items()} | {
            word: name.upper() for word, name in _COMMANDS.items()
        }

    def verbs_of(self, kind: str) -> tuple[Verb, ...]:
        return tuple(verb for verb in self.verbs if verb.kind == kind)

    def phase(self, kind: str, turn: int) -> int | None:
        """The phase of this turn in which the kind is asked; None: not in this turn."""
        return (self.phases if turn else self.phases_of_turn_0).get(kind)


# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order line that was understood."""

    verb: str
    kind: str
    given: Given


class Commands:
    """The names of the commands."""

    CLEAR: Final = "clear"
    STATUS: Final = "status"
    HELP: Final = "help"
    REPORT: Final = "report"
    FORM: Final = "form"
    READY: Final = "ready"
    WAIT: Final = "wait"
    ABSENT: Final = "absent"
    BACK: Final = "back"


@dataclass(frozen=True, slots=True)
class Command:
    """A wish to the judge. `argument`: CLEAR a kind, HELP a verb, REPORT a number; empty: all, or the newest. ABSENT
    has a number of days, or one or two dates as written."""

    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """What a header line says of the lines below it."""

    game: str = ""
    turn: int | None = None
    faction: str | None = None
    report: int | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A line that should be an order and was not understood, or can never be one."""

    reason: Reason
    verb: str = ""


@dataclass(frozen=True, slots=True)
class NoOrder:
    """Words that are no order. `unclear` says what may be wrong with words that could be meant as one."""

    unclear: Reason | None = None


Statement: TypeAlias = "Ordered | Command | Header | Failed | NoOrder"


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """One line and what it says. `seat`, `turn` and `game` are those of the header lines above it."""

    number: str
    text: str
    statement: Statement
    seat: Seat | None = None
    turn: int | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class ParsedLetter:
    """A whole letter."""

    lines: tuple[ParsedLine, ...]
    asides: tuple[AsideLine, ...] = ()
    unread_orders: tuple[AsideLine, ...] = ()
    """Lines that would be orders but stand in a quote, below END or below a signature."""

    @property
    def orders(self) -> tuple[ParsedLine, ...]:
        return tuple(line for line in self.lines if isinstance(line.statement, Ordered))

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(line.statement for line in self.lines if isinstance(line.statement, Command))

    @property
    def has_only_quoted_orders(self) -> bool:
        """The player edited the form inside the quote: the receipt must say so."""
        own = any(isinstance(line.statement, Ordered | Command | Failed) for line in self.lines)
        return not own and any(line.why is not Aside.AFTER_END for line in self.unread_orders)


_COMMANDS: Final[Mapping[str, str]] = {
    word: name
    for name, words in {
        Commands.CLEAR: "clear torol torles torold loschen losche wis effacer",
        Commands.STATUS: "status allapot allas stand statut",
        Commands.HELP: "help sugo segitseg hilfe aide hulp",
        Commands.REPORT: "report jelentes bericht rapport verslag",
        Commands.FORM: "form urlap formular formulaire formulier",
        Commands.READY: "ready kesz fertig pret klaar",
        Commands.WAIT: "wait varj varok varakozas warten warte attendre wacht",
        Commands.ABSENT: "absent away tavol tavollet abwesend absence afwezig",
        Commands.BACK: "back visszajottem zuruck retour terug",
    }.items()
    for word in words.split()
}
_DATE: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b", re.ASCII)
_BESIDE_DATES: Final = frozenset(
    ["from", "until", "to", "till", "and", "tol", "ig", "bis", "von", "du", "au", "van", "tot"]
)
_DAYS: Final = frozenset(["day", "days", "nap", "napig", "tag", "tage", "jour", "jours", "dag", "dagen"])
_HEADERS: Final[Mapping[str, str]] = {
    word: name
    for name, words in {
        "game": "game jatek spiel spel partie",
        "turn": "turn fordulo runde beurt tour",
        "faction": "faction frakcio fraktion factie",
        "report": "report jelentes bericht rapport verslag",
    }.items()
    for word in words.split()
}
_FIRST_WORD: Final = re.compile(r"^\W*([^\W_]+(?:['’-][^\W_]+)*)[ \t]*:?")
_JOINING: Final = (",", ":", "->", "\\")


def parse(body: Body, game: GameLanguage, lexicon: Lexicon) -> ParsedLetter:
    """Read a letter. Never raises: what fails stands in its line."""
    reader = _Reader(game, lexicon)
    lines = [reader.line(line) for line in _joined(body.orders, game)]
    unread = tuple(line for line in body.asides if line.why in _MAY_HIDE_ORDERS and _looks_like_order(line.text, game))
    return ParsedLetter(tuple(lines), body.asides, unread)


_MAY_HIDE_ORDERS: Final = frozenset({Aside.QUOTED, Aside.SIGNATURE, Aside.AFTER_END, Aside.QUOTED_LETTER, Aside.REPORT})


def read_order(text: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    """One order from its text. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    word, rest = _verb_and_rest(plain(text))
    verb = _verb(word, game)
    if verb is None:
        raise _unknown_verb(word, text, game)
    return _ordered(verb, rest, game, lexicon)


def help_on(game: GameLanguage, topic: str = "") -> tuple[Said, ...]:
    """The sentences of HELP: of one verb, or of all; each with how it is written and an example."""
    verbs = [verb for verb in game.verbs if verb.name == topic] or list(game.verbs)
    return tuple(
        Said(f"help.{verb.name.lower()}", {"usage": verb.usage, "example": verb.examples[-1], "kind": verb.kind})
        for verb in verbs
    )


class _Reader:
    """Reads line after line, with the header lines that hold for the next ones."""

    def __init__(self, game: GameLanguage, lexicon: Lexicon) -> None:
        self.game = game
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
        if len(phrase) < 2 or numeral(phrase.words[0]) is None or _begins_with_verb(line.text, self.game):
            return None
        try:
            return _ordered(verb, line.text, self.game, self.lexicon)
        except (OrderFault, IllegalOrder) as fault:
            return self._failed(verb.name, fault.reason)

    def _statement(self, text: str) -> Statement:
        word, rest = _verb_and_rest(text)
        try:
            if (header := self._header(word, rest, text)) is not None:
                return header
            if (command := self._command(word, rest)) is not None:
                return command
            verb = _verb(word, self.game)
            if verb is None:
                return _no_order(word, text, self.game, self.lexicon)
            if self.lost_faction:
                return Failed(Reason("faction_unclear", "", {"text": self.lost_faction}), verb.name)
            return _ordered(verb, rest, self.game, self.lexicon)
        except (OrderFault, IllegalOrder) as fault:
            return self._failed(word, fault.reason)

    def _failed(self, word: str, reason: Reason) -> Failed:
        """A failed line; the sentence may show how its verb is written."""
        try:
            verb = _verb(word, self.game)
        except Ambiguous:
            verb = None
        if verb is None:
            return Failed(reason)
        shown: dict[str, Json] = {"usage": verb.usage, "example": verb.examples[0], **reason.facts}
        return Failed(Reason(reason.key, reason.rule, shown), verb.name)

    def _header(self, word: str, rest: str, text: str) -> Header | None:
        """GAME gouda, TURN 2, FACTION Habsburgs, or a faction's name and a colon. Raises OrderFault."""
        phrase = Phrase(w for w in Phrase.of(text) if w.key != ":")
        keys = [_HEADERS.get(key, "") for key in phrase.keys]
        if not keys:
            return None
        if text.rstrip().endswith(":") and (own := self.lexicon.exact(text, (Sort.FACTION,))):
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
            found = self.lexicon.find(str(phrase), (Sort.FACTION,))
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

    def _command(self, word: str, rest: str) -> Command | None:
        name = _COMMANDS.get(fold(word))
        argument = fold(rest)
        if name is None:
            return None
        if name == Commands.CLEAR:
            if not argument or argument in ALL:
                return Command(name)
            verb = _verb(argument, self.game)
            if verb is None:
                raise _unknown_verb(rest, rest, self.game)
            return Command(name, verb.kind)
        if name == Commands.HELP:
            verb = _verb(argument, self.game) if argument else None
            return Command(name, verb.name if verb else "")
        if name == Commands.REPORT:
            if not argument:
                return Command(name)
            return Command(name, argument) if argument.isdecimal() and len(argument) < 7 else None
        if name == Commands.ABSENT:
            return _absence(rest)
        return None if argument else Command(name)


def _absence(rest: str) -> Command | None:
    """ABSENT 12, ABSENT 12 DAYS, ABSENT UNTIL 2027-02-01, ABSENT 2027-01-20 TO 2027-02-01."""
    dates = _DATE.findall(rest)
    if dates:
        left = fold(_DATE.sub(" ", rest)).split()
        known = len(dates) <= 2 and set(left) <= _BESIDE_DATES
        return Command(Commands.ABSENT, " ".join(dates)) if known else None
    words = fold(rest).split()
    if 1 <= len(words) <= 2 and words[0].isdecimal() and len(words[0]) < 4 and set(words[1:]) <= _DAYS:
        return Command(Commands.ABSENT, words[0])
    return None


def _joined(lines: Sequence[OrderLine], game: GameLanguage) -> Iterable[OrderLine]:
    """Order lines that a mail program wrapped, whole again: ELSE begins a line, or a comma or TO ends one."""
    whole: list[OrderLine] = []
    above = ""  # number of the line directly above
    for line in lines:
        last = whole[-1] if whole else None
        if last and above.isdecimal() and line.number.isdecimal() and _goes_on(last, line, int(above), game):
            text = f"{last.text.rstrip().removesuffix(chr(92))} {line.text}"
            whole[-1] = replace(last, text=text, comment=last.comment or line.comment)
        else:
            whole.append(line)
        above = line.number
    return whole


def _goes_on(last: OrderLine, line: OrderLine, above: int, game: GameLanguage) -> bool:
    if not _begins_with_verb(last.text, game):
        return False
    first = Phrase.of(line.text).keys[:1]
    if first and first[0] in ELSE:
        return True
    word = _verb_and_rest(line.text)[0]
    if word.isupper() and fold(word) in _HEADERS.keys() | _COMMANDS.keys():
        return False
    final = Phrase.of(last.text).keys[-1]
    if _begins_with_verb(line.text, game):
        return final in ELSE
    open_end = last.text.rstrip().endswith(_JOINING) or final in ELSE | {"to", "in"}
    return open_end and int(line.number) == above + 1


def _begins_with_verb(text: str, game: GameLanguage) -> bool:
    try:
        return _verb(_verb_and_rest(text)[0], game) is not None
    except Ambiguous:
        return False


def _verb_and_rest(text: str) -> tuple[str, str]:
    found = _FIRST_WORD.match(text)
    return (found.group(1), text[found.end() :].strip()) if found else ("", text)


def _verb(word: str, game: GameLanguage) -> Verb | None:
    """The verb of a word or of the beginning of one. Raises Ambiguous."""
    key = fold(word)
    if verb := game.verb_of_word.get(key):
        return verb
    if len(key) < 3:
        return None
    found = [verb for verb in game.verbs if fold(verb.name).startswith(key)]
    if len(found) > 1:
        raise Ambiguous(word, [verb.name for verb in found], key="ambiguous_verb")
    return found[0] if found else None


def _near_verbs(word: str, game: GameLanguage, at_least: int) -> list[str]:
    pool = game.written_verbs
    best = process.extract(fold(word[:40]), list(pool), scorer=fuzz.ratio, score_cutoff=at_least, limit=8)
    return list(dict.fromkeys(pool[found] for found, _, _ in best))[:3]


def _unknown_verb(word: str, text: str, game: GameLanguage) -> NotUnderstood:
    near = _near_verbs(word, game, 60)
    return NotUnderstood("no_verb_near" if near else "no_verb", text[:80], near, word=word)


def _no_order(word: str, text: str, game: GameLanguage, lexicon: Lexicon) -> Statement:
    """A slip in a verb is a failed order; other words are just words, unless they look like an order."""
    talk = len(word) < 3 or fold(word) in _COMMANDS or is_name(word, lexicon)
    near = [] if talk else _near_verbs(word, game, 75)
    if near:
        return Failed(Reason("verb_did_you_mean", "", {"text": text[:80], "word": word, "candidates": list(near)}))
    key = why_unclear(word, text, lexicon, command=fold(word) in _COMMANDS, heading=fold(word) in _HEADERS)
    shown: dict[str, Json] = {"text": text[:80], "word": word, "command": _COMMANDS.get(fold(word), "").upper()}
    return NoOrder(Reason(key, "", shown) if key else None)


def _ordered(verb: Verb, rest: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    phrase = Phrase.of(rest, lexicon)
    if phrase.is_one_of(DEFAULT):
        return Ordered(verb.name, verb.kind, "default")
    if phrase.is_one_of(NONE):
        return Ordered(verb.name, verb.kind, ())
    if not len(phrase):
        raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
    parts = phrase.split(ELSE)
    if len(parts) <= sum(word.key in ELSE for word in phrase):
        raise NotUnderstood("else_dangling", str(phrase))
    if len(parts) == 1:
        return Ordered(verb.name, verb.kind, tuple([a] for a in _alternatives(verb, parts[0], lexicon)))
    order: Order = []
    counted: Alternative = {}
    for index, part in enumerate(parts):
        if index and part.is_one_of(NONE):
            break
        if part.is_one_of(DEFAULT):
            raise NotUnderstood("else_default", str(part))
        own = _verb_inside(part, verb, game) if index else None
        found = _alternatives(own or verb, part.part(1) if own else part, lexicon)
        if len(found) != 1:
            raise NotUnderstood("list_with_else", str(part))
        if index and own is None and not _has_number(part):
            found = [_counted_as(counted, found[0])]
        elif _has_number(part):
            counted = found[0]
        order += found
    return Ordered(verb.name, verb.kind, (order,))


def _has_number(part: Phrase) -> bool:
    return any(numeral(word) is not None for word in part)


def _counted_as(before: Alternative, alternative: Alternative) -> Alternative:
    """PLACE 2 Artois ELSE Brabant: an alternative without verb and number takes the number over."""
    count = before.get("count")
    return {**alternative, "count": count} if "count" in alternative and isinstance(count, int) else alternative


def _verb_inside(part: Phrase, before: Verb, game: GameLanguage) -> Verb | None:
    """The verb that stands behind ELSE, if one does. Raises NotUnderstood for one of another question."""
    verb = game.verb_of_word.get(part.words[0].key)
    if verb is None or len(part) < 2:
        return None
    if verb.kind != before.kind:
        raise NotUnderstood("else_other_question", str(part), verb=verb.name, before=before.name)
    return verb


def _alternatives(verb: Verb, phrase: Phrase, lexicon: Lexicon) -> list[Alternative]:
    parts = phrase.split(frozenset({","})) if verb.lists else [phrase]
    if not all(len(part.names) for part in parts):
        raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
    return [alternative for part in parts for alternative in verb.read(part, lexicon)]


def _looks_like_order(text: str, game: GameLanguage) -> bool:
    word, rest = _verb_and_rest(text)
    return bool(rest) and word == word.upper() and fold(word) in game.verb_of_word


def _names_a_game(values: Mapping[str, Phrase], text: str) -> bool:
    """ "Game over" is talk: GAME alone on its line counts in capitals or with a colon only."""
    if "game" not in values:
        return True
    word = text.split()[0]
    return len(values["game"].names) == 1 and (len(values) > 1 or word.isupper() or word.endswith(":"))


def _whole(phrase: Phrase) -> int | None:
    text = str(phrase).strip(" .,")
    return int(text) if text.isdecimal() and len(text) < 7 else None
