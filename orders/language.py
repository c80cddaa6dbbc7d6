"""What a game tells the order language: its verbs, how lines may be nested, and what its questions are like.

Nothing here knows a position or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from engine.core.decision import AnyDecision, Json
from engine.core.options import Alternative, Order
from orders.judge_words import COMMANDS
from orders.phrase import ELSE, Phrase
from orders.typography import fold
from orders.words import Lexicon


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence to come: key of the catalogue and its facts, which may be sentences themselves."""

    key: str
    facts: Mapping[str, Json | Said]

    def told(self, say: Callable[[str, Mapping[str, object]], str]) -> str:
        """The sentence in words; `say` gives that of a key and its facts."""
        facts = {name: fact.told(say) if isinstance(fact, Said) else fact for name, fact in self.facts.items()}
        return say(self.key, facts)


class Stands(Enum):
    """How a verb stands in its line."""

    BEFORE = "before"
    """Before what it speaks of."""
    ALONE = "alone"
    """Nothing follows: WAIT."""
    FOR_ALL = "for_all"
    """Alone, for the default of everything that is asked: DEFAULT."""
    CONDITION = "condition"
    """Before a condition, a colon and a line: IF."""
    STANDING = "standing"
    """Before an order that is to stand until it is taken back."""
    WORDS = "words"
    """Before words of the player's own, which nobody reads."""


def _always(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    return True


def _as_written(fact: str, value: str, lexicon: Lexicon) -> str:
    return value


def _no_remarks(decision: AnyDecision, lexicon: Lexicon) -> Sequence[Said]:
    return ()


def _no_topic(text: str, lexicon: Lexicon) -> str:
    return ""


def _itself(word: str, rest: Phrase, lexicon: Lexicon) -> str:
    return ""


def _every_verb(decision: AnyDecision, verb: str) -> bool:
    return True


def _all_of_them(kind: str, alternative: Alternative) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the order language. `read` gives the orders of what follows it, each one alternative.

    `lists`: commas part several orders. `counted`: a number in front gives the order so many times. `whole`: DEFAULT
    and NONE behind it speak for the whole question. `joins`: the kind whose list the orders join when the question of
    their own kind is not asked and the letter orders for that kind besides; alone they are standing orders then.
    `idle`: it orders nothing by itself, so that a letter of such lines alone answers nothing.
    `ends`: it ends the list; only idle lines may stand behind it.
    `tails`: words that begin no order, so that a comma before them parts nothing.
    `split`: parts what follows into orders where commas alone don't tell; each part is then read by itself.
    `undivided`: `;` parts no orders of it, up to the next verb.
    `reads_none`: NONE behind it is an answer that `read` knows, not the lack of one.
    `instead`: the name of another verb that the words behind this one really belong to.
    `meant` tells an order from talk that begins with the same word.
    """

    name: str
    kind: str
    usage: str
    examples: tuple[str, ...]
    read: Callable[[Phrase, Lexicon], list[Alternative]]
    synonyms: tuple[str, ...] = ()
    lists: bool = True
    counted: bool = False
    whole: bool = True
    joins: str = ""
    idle: bool = False
    ends: bool = False
    tails: frozenset[str] = frozenset()
    split: Callable[[Phrase, Lexicon], list[Phrase]] | None = None
    undivided: bool = False
    reads_none: bool = False
    instead: Callable[[str, Phrase, Lexicon], str] = _itself
    stands: Stands = Stands.BEFORE
    meant: Callable[[str, Phrase, Lexicon], bool] = _always


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition of a line: one of `words` behind IF, and the fields that it sets in each alternative.

    `follows`: it speaks of the order directly above, takes nothing, and may stand behind an order on its line, where
    it opens the next one.
    """

    name: str
    words: frozenset[str]
    read: Callable[[Phrase, Lexicon], Alternative]
    follows: bool = False


@dataclass(frozen=True)
class Nesting:
    """Lines with lines in them: `IF HAVE gold : line ELSE line`, `line IF FAILS : line`.

    ELSE parts lines, OR parts what one verb may take; a name follows a word of `before_names`, so that it is no OR even
    if it is written like one. `compounds` are several words that are read as one.
    """

    if_words: frozenset[str]
    else_words: frozenset[str]
    or_words: frozenset[str]
    and_words: frozenset[str]
    before_names: frozenset[str]
    clauses: tuple[Clause, ...]
    follow_field: str = "after"
    """The field by which an alternative depends on the order directly above."""
    silent: frozenset[str] = frozenset()
    """Words behind IF that say nothing: "if I have"."""
    compounds: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    @cached_property
    def clause_of_word(self) -> Mapping[str, Clause]:
        """Folded word -> its condition."""
        return {word: clause for clause in self.clauses for word in clause.words}


@dataclass(frozen=True)
class GameLanguage:
    """The order language of one game.

    `phases` and `phases_of_turn_0` say in which phase a kind of decision is asked. `takes` says whether an order
    belongs to this decision when one kind is asked several times in a turn. The default of the kinds in
    `fixed_defaults` is always the same; that of the kinds in `apart` does not depend on what other seats do in the
    same phase. Every other default may be another one when its moment comes.

    `nesting`: how lines may be nested; None: they may not. `by_turn`: kinds that are asked only of the seat whose turn
    it is. `sent_back`: kinds whose answer must not be carried out while a line of its letter was not understood.
    `standing`: kinds that may be answered beforehand, each with the words for the facts that conditions may name.
    `any_time`: kinds that may be asked in any phase, and again and again: a line for one is kept in this turn until a
    question comes to which it is an answer.
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
    nesting: Nesting | None = None
    by_turn: frozenset[str] = frozenset()
    sent_back: frozenset[str] = frozenset()
    standing: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    any_time: frozenset[str] = frozenset()
    standing_value: Callable[[str, str, Lexicon], str] = _as_written
    """What a word behind a fact of a condition means, as the questions have it: an id for a name."""
    remarks: Callable[[AnyDecision, Lexicon], Sequence[Said]] = _no_remarks
    """What a form says of a question besides: the hand, that nothing fits, how to order what it does not list."""
    topic: Callable[[str, Lexicon], str] = _no_topic
    """What HELP is asked for that is no verb, by its folded words; empty: nothing."""
    seat_word: str = "FACTION"
    """The header word for a seat, as it is written."""
    seat_words: frozenset[str] = frozenset()
    """More of them, folded."""
    seat_fact: str = "faction"
    """The name of the fact by which its sentences name a seat."""
    most_orders: Mapping[str, int] = field(default_factory=dict)
    """How many orders an answer to a question may have at most, where that is less than usual."""
    most_listed: int = 8
    """How many possible orders a form lists."""
    listed: Callable[[str, Alternative], bool] = _all_of_them
    """Which possible orders a form lists; the others go without saying."""
    offers: Callable[[AnyDecision, str], bool] = _every_verb
    """Whether a form explains a verb, by its name, where this is asked: not what the seat can never order."""
    openings: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Key of the reason for which orders are refused without the one that must come first -> the verbs of that one."""
    write_order: Callable[[str, Order, Lexicon], list[str]] | None = None
    """The clauses of an order, joined by ELSE, where they are more or fewer than its alternatives."""

    @cached_property
    def verb_of_word(self) -> Mapping[str, Verb]:
        """Folded word -> its verb."""
        return {fold(word): verb for verb in self.verbs for word in (verb.name, *verb.synonyms)}

    @cached_property
    def written_verbs(self) -> Mapping[str, str]:
        """Folded word -> what to write for it: verbs and commands, for candidates."""
        commands = {word: name.upper() for word, name in COMMANDS.items()}
        verbs = {word: verb.name for word, verb in self.verb_of_word.items() if verb.stands is not Stands.WORDS}
        return commands | verbs

    @cached_property
    def else_words(self) -> frozenset[str]:
        """The words that part alternatives."""
        return self.nesting.else_words if self.nesting else ELSE

    def verb(self, name: str) -> Verb | None:
        """The verb of this name."""
        return next((verb for verb in self.verbs if verb.name == name), None)

    def meant_verb(self, verb: Verb, rest: Phrase, lexicon: Lexicon) -> Verb:
        """The verb itself, or the one that is meant by what follows it."""
        return self.verb(verb.instead(verb.name, rest, lexicon)) or verb

    def verbs_of(self, kind: str) -> tuple[Verb, ...]:
        return tuple(verb for verb in self.verbs if verb.kind == kind)

    def phase(self, kind: str, turn: int) -> int | None:
        """The phase of this turn in which the kind is asked; None: not in this turn."""
        return (self.phases if turn else self.phases_of_turn_0).get(kind)

    def default_line(self, kind: str) -> str:
        """The line for the default of a question."""
        alone = next((verb.name for verb in self.verbs if verb.stands is Stands.FOR_ALL), None)
        return alone or f"{self.verbs_of(kind)[0].name} DEFAULT"

    def nothing_line(self, kind: str) -> str:
        """The line for an answer without orders."""
        verb = next((v.name for v in self.verbs_of(kind) if v.whole and v.stands is Stands.BEFORE), None)
        return f"{verb} NONE" if verb else self.default_line(kind)
