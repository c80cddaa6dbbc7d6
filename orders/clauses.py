"""Lines with lines in them.

    line   = part [ELSE part]... [IF FAILS : line]
    part   = [IF condition [AND condition]... :]... order
    order  = verb and what follows, with OR between what it may take; without a verb that of the part before

Each part gives alternatives; those of a part with conditions are possible only where they hold. IF FAILS and its like
behind an order open the next one, which depends on how the order went.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.options import Alternative, Order
from orders.language import GameLanguage, Nesting, Stands, Verb
from orders.phrase import DEFAULT, NONE, Phrase, Word, number
from orders.typography import fold
from orders.words import Lexicon, NotUnderstood

MOST_WORDS = 200
_SEEN = 8
"""Words at the end of a line that tell whether it is open."""
MOST_TIMES = 9
"""A number in front of an order counts up to this."""


def read_line(
    verb: Verb, rest: Phrase, game: GameLanguage, nesting: Nesting, lexicon: Lexicon
) -> tuple[str, list[Order]]:
    """The kind and the orders of a line that begins with this verb. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    if len(rest) > MOST_WORDS:
        raise NotUnderstood("line_too_long", str(rest.part(0, 12)))
    return _Line(game, nesting, lexicon).read(Phrase([Word(verb.name, fold(verb.name)), *rest.words]))


def ends_open(phrase: Phrase, nesting: Nesting) -> bool:
    """Whether a line ends with a word or colon behind which something must follow."""
    if not len(phrase):
        return False
    end = _as_one(phrase.part(-_SEEN), nesting).keys
    if end[-1] == ":":
        return phrase.words[0].key in nesting.if_words
    start = 1 if len(phrase) <= _SEEN else 0
    return end[-1] in nesting.else_words or len(end) - 1 in _separators(end, nesting, start)[-1:]


def opens_clause(keys: Sequence[str], nesting: Nesting) -> bool:
    """Whether the words behind an IF begin a condition of a line."""
    for key in keys:
        if key not in nesting.silent:
            return key in nesting.clause_of_word
    return False


def _as_one(phrase: Phrase, nesting: Nesting) -> Phrase:
    """The phrase with several words that count as one put together."""
    words = list(phrase.words)
    there = set(phrase.keys)
    for several, one in nesting.compounds.items():
        size = len(several)
        if several[0] not in there:
            continue
        for start in range(len(words) - size, -1, -1):
            if tuple(word.key for word in words[start : start + size]) == several:
                words[start : start + size] = [Word(" ".join(w.text for w in words[start : start + size]), one)]
    return Phrase(words)


def _separators(keys: Sequence[str], nesting: Nesting, start: int) -> list[int]:
    """Where OR parts two wishes: something stands before it that is complete. French gold is "or" too."""
    names_follow = nesting.before_names | nesting.else_words | nesting.clause_of_word.keys() | {",", ":", "+", "/"}
    found: list[int] = []
    for at in range(start + 1, len(keys)):
        if keys[at] in nesting.or_words and keys[at - 1] not in names_follow and at - 1 not in found[-1:]:
            found.append(at)
    return found


class _Line:
    def __init__(self, game: GameLanguage, nesting: Nesting, lexicon: Lexicon) -> None:
        self.game, self.nesting, self.lexicon = game, nesting, lexicon
        self.verbs: list[Verb] = []

    def read(self, phrase: Phrase) -> tuple[str, list[Order]]:
        whole = _as_one(phrase, self.nesting)
        orders = self._line(whole)
        return self._kind(nested=any(word.key in self.nesting.if_words for word in whole)), orders

    def _kind(self, *, nested: bool) -> str:
        """The question that the whole line answers. Raises NotUnderstood when its verbs belong to several."""
        first = self.verbs[0]
        if not nested and all(verb is first for verb in self.verbs):
            return first.kind
        kind = first.joins or first.kind
        for verb in self.verbs:
            if (verb.joins or verb.kind) != kind:
                raise NotUnderstood("else_other_question", verb.name, verb=verb.name, before=first.name)
        return kind

    def _line(self, phrase: Phrase) -> list[Order]:
        orders: list[Order] = []
        condition: Alternative = {}
        while True:
            head, behind, tail = self._follow_up(phrase)
            found = self._parts(head)
            if (condition or behind) and not found:
                raise NotUnderstood("nothing_follows", str(phrase))
            if condition:
                found[0] = [self._bound(alternative, condition) for alternative in found[0]]
            orders += found
            if not behind:
                return orders
            condition, phrase = behind, tail

    def _follow_up(self, phrase: Phrase) -> tuple[Phrase, Alternative, Phrase]:
        """What stands before an IF FAILS that opens the next order, what that sets, and the line behind it."""
        keys, known = phrase.keys, self.nesting
        for at in range(1, len(keys) - 1):
            if keys[at] not in known.if_words or keys[at - 1] in known.else_words | {":"}:
                continue
            start = at + 1
            while start < len(keys) - 1 and keys[start] in known.silent:
                start += 1
            clause = known.clause_of_word.get(keys[start])
            if clause is None or not clause.follows:
                continue
            tail = phrase.part(start + 1)
            while len(tail) and tail.words[0].key == ":":
                tail = tail.part(1)
            head = phrase.part(0, at)
            while len(head) and head.words[-1].key in {",", ":"}:
                head = head.part(0, -1)
            if not len(tail):
                raise NotUnderstood("nothing_follows", str(phrase))
            return head, clause.read(Phrase(()), self.lexicon), tail
        return phrase, {}, Phrase(())

    # ------------------------------------------------------------------ parts

    def _parts(self, phrase: Phrase) -> list[Order]:
        parts = phrase.split(self.nesting.else_words)
        if len(parts) <= sum(word.key in self.nesting.else_words for word in phrase):
            raise NotUnderstood("else_dangling", str(phrase))
        orders: list[Order] = []
        verb: Verb | None = None
        for index, part in enumerate(parts):
            conditions, rest = self._conditions(part)
            if index and rest.is_one_of(NONE):
                break
            own = self._verb(rest, index)
            if own is None and verb is None:
                raise _unknown_verb(rest, self.game)
            verb = own or verb
            assert verb is not None
            found = self._order(verb, rest.part(1) if own else rest)
            found = [[self._bound(alternative, conditions) for alternative in order] for order in found]
            if len(parts) == 1:
                return found
            if len(found) != 1:
                raise NotUnderstood("list_with_else", str(part))
            orders += found
        return [[alternative for order in orders for alternative in order]]

    def _with(self, alternative: Alternative, condition: Alternative) -> Alternative:
        for name, value in condition.items():
            if alternative.get(name) not in (None, value):
                raise NotUnderstood("condition_twice", str(alternative[name]), other=str(value))
        return {**alternative, **condition}

    def _bound(self, alternative: Alternative, condition: Alternative) -> Alternative:
        """An alternative that depends on a condition; not every question knows each."""
        verb = self.verbs[-1]
        if not verb.joins and not condition.keys() <= alternative.keys():
            raise NotUnderstood("condition_not_here", verb.name, verb=verb.name)
        return self._with(alternative, condition)

    def _conditions(self, part: Phrase) -> tuple[Alternative, Phrase]:
        """The conditions in front of a part, and the order behind them."""
        found: Alternative = {}
        while len(part) and part.words[0].key in self.nesting.if_words:
            behind = part.part(1)
            cut = behind.cut(frozenset({":"}))
            if cut is None:
                cut = self._without_colon(behind)
            for one in self._each(cut[0]):
                found = self._with(found, one)
            part = cut[1]
            while len(part) and part.words[0].key == ":":
                part = part.part(1)
        if not len(part.names):
            raise NotUnderstood("nothing_follows", str(part))
        return found, part

    def _without_colon(self, behind: Phrase) -> tuple[Phrase, Phrase]:
        """IF FAILS needs no colon: it takes nothing."""
        at = 0
        while at < len(behind) and behind.words[at].key in self.nesting.silent:
            at += 1
        clause = self.nesting.clause_of_word.get(behind.words[at].key) if at < len(behind) else None
        if clause is None:
            raise self._unknown_condition(behind)
        if not clause.follows:
            raise NotUnderstood("word_missing", str(behind), word=":")
        return behind.part(0, at + 1), behind.part(at + 1)

    def _each(self, conditions: Phrase) -> list[Alternative]:
        """The fields of each condition between IF and the colon."""
        starts = [0]
        known = self.nesting
        for at, word in enumerate(conditions):
            if word.key in known.and_words and self._opens(conditions.part(at + 1)):
                starts.append(at + 1)
        ends = [start - 1 for start in starts[1:]] + [len(conditions)]
        return [self._condition(conditions.part(start, end)) for start, end in zip(starts, ends, strict=True)]

    def _opens(self, rest: Phrase) -> bool:
        while len(rest) and rest.words[0].key in self.nesting.silent | self.nesting.if_words:
            rest = rest.part(1)
        return bool(len(rest)) and rest.words[0].key in self.nesting.clause_of_word

    def _condition(self, words: Phrase) -> Alternative:
        while len(words) and words.words[0].key in self.nesting.silent | self.nesting.if_words:
            words = words.part(1)
        clause = self.nesting.clause_of_word.get(words.words[0].key) if len(words) else None
        if clause is None:
            raise self._unknown_condition(words)
        rest = words.part(1)
        if clause.follows and len(rest):
            raise NotUnderstood("stands_alone", str(rest), word=clause.name)
        if not clause.follows and not len(rest.names):
            raise NotUnderstood("condition_incomplete", str(words), word=clause.name)
        return clause.read(rest, self.lexicon)

    def _unknown_condition(self, words: Phrase) -> NotUnderstood:
        names = [f"IF {clause.name}" for clause in self.nesting.clauses]
        return NotUnderstood("condition_unknown", str(words), names)

    # ------------------------------------------------------------------ orders

    def _verb(self, rest: Phrase, index: int) -> Verb | None:
        """The verb that a part begins with."""
        verb = self.game.verb_of_word.get(rest.words[0].key)
        if verb is None or (index and len(rest) < 2 and verb.stands is Stands.BEFORE):
            return None
        if verb.stands not in (Stands.BEFORE, Stands.ALONE):
            raise NotUnderstood("not_inside", str(rest), word=verb.name)
        verb = self.game.meant_verb(verb, rest.part(1), self.lexicon)
        self.verbs.append(verb)
        return verb

    def _order(self, verb: Verb, rest: Phrase) -> list[Order]:
        """The orders of one verb: commas part several where it lists, OR parts what each may be."""
        while len(rest) and rest.words[0].key == ":":
            rest = rest.part(1)
        if verb.stands is Stands.ALONE:
            if len(rest):
                raise NotUnderstood("stands_alone", str(rest), word=verb.name)
            return [[alternative] for alternative in verb.read(rest, self.lexicon)]
        if not (verb.counted or verb.reads_none) and (rest.is_one_of(NONE) or rest.is_one_of(DEFAULT)):
            return []
        parts = self._listed(verb, rest)
        if not all(len(part.names) for part in parts):
            raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
        return [order for part in parts for order in self._wishes(verb, part)]

    def _listed(self, verb: Verb, rest: Phrase) -> list[Phrase]:
        """The parts between commas; one before a word that begins no order parts nothing. A verb may know better."""
        if verb.split is not None:
            return verb.split(rest, self.lexicon)
        if not verb.lists:
            return [rest]
        parts: list[Phrase] = []
        for part in rest.split(frozenset({","})):
            if parts and len(part) and part.words[0].key in verb.tails:
                parts[-1] = Phrase((*parts[-1].words, *part.words))
            else:
                parts.append(part)
        return parts

    def _wishes(self, verb: Verb, part: Phrase) -> list[Order]:
        times = 1
        if verb.counted and len(part) > 1 and (count := number(part.words[0])) is not None:
            times, part = min(count, MOST_TIMES), part.part(1)
        keys = part.keys
        cuts = _separators(keys, self.nesting, 0)
        if cuts and cuts[-1] == len(keys) - 1:
            raise NotUnderstood("else_dangling", str(part))
        starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(keys)]
        order: Order = []
        for start, end in zip(starts, ends, strict=True):
            wish = part.part(start, end)
            own = self.game.verb_of_word.get(wish.words[0].key)
            if own is verb and len(wish) > 1:
                wish = wish.part(1)
            order += verb.read(wish, self.lexicon)
        return [[dict(alternative) for alternative in order] for _ in range(times)]


def _unknown_verb(rest: Phrase, game: GameLanguage) -> NotUnderstood:
    word = rest.words[0].text
    return NotUnderstood("no_verb", str(rest)[:80], word=word, example=game.verbs[0].examples[0])
