"""One order line: its verb, what follows it, and how lines that a mail program wrapped come together again."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rapidfuzz import fuzz, process

from engine.core.decision import Json, Reason
from engine.core.options import Alternative, Order
from orders import clauses
from orders.judge_words import COMMANDS, HEADERS
from orders.language import GameLanguage, Stands, Verb
from orders.letter_body import OrderLine
from orders.phrase import DEFAULT, NONE, Phrase
from orders.phrase import number as numeral
from orders.standing import Condition, conditions_of
from orders.statements import Failed, NoOrder, Ordered, Statement
from orders.typography import fold, plain
from orders.unclear import is_likely_order, is_name, names_something, why_unclear
from orders.words import Ambiguous, Lexicon, NotUnderstood

_FIRST_WORD: Final = re.compile(r"^\W*([^\W_]+(?:['’-][^\W_]+)*)[ \t]*:?")
_LONGEST_JOINED: Final = 1000
_SHORT: Final = 3
"""Letters of a word that is like many others."""
_JOINING: Final = (",", ":", "->", "\\")


# ------------------------------------------------------------------ verbs


def verb_and_rest(text: str) -> tuple[str, str]:
    """The first word of a line and what stands behind it."""
    found = _FIRST_WORD.match(text)
    return (found.group(1), text[found.end() :].strip()) if found else ("", text)


def verb_of(word: str, game: GameLanguage) -> Verb | None:
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


def begins_with_verb(text: str, game: GameLanguage) -> bool:
    """Whether the first word of a line is a verb, or begins one."""
    try:
        return verb_of(verb_and_rest(text)[0], game) is not None
    except Ambiguous:
        return False


def looks_like_order(text: str, game: GameLanguage) -> bool:
    """Whether a line begins with a verb in capitals."""
    word, rest = verb_and_rest(text)
    if word != word.upper():
        return False
    verb = game.verb_of_word.get(fold(word))
    return verb is not None and (bool(rest) or verb.stands is Stands.ALONE)


def near_verbs(word: str, game: GameLanguage, at_least: int) -> list[str]:
    """The verbs and commands that a word is like."""
    pool = game.written_verbs
    best = process.extract(fold(word[:40]), list(pool), scorer=fuzz.ratio, score_cutoff=at_least, limit=8)
    return list(dict.fromkeys(pool[found] for found, _, _ in best))[:3]


def unknown_verb(word: str, text: str, game: GameLanguage) -> NotUnderstood:
    """What to say of a word that is no verb."""
    near = near_verbs(word, game, 60)
    return NotUnderstood("no_verb_near" if near else "no_verb", text[:80], near, word=word)


def is_talk(verb: Verb, word: str, rest: str, lexicon: Lexicon) -> bool:
    """Whether a line only happens to begin with the word of a verb."""
    return not word.isupper() and not verb.meant(word, Phrase.of(rest, lexicon), lexicon)


def words_of_name(name: str) -> frozenset[str]:
    """The words of a player's name, folded; initials are none."""
    return frozenset(word for word in fold(name).split() if len(word) > 1)


def is_signature(text: str, own_name: frozenset[str], game: GameLanguage) -> bool:
    """Whether a line is nothing but the player's own name, in whole or in part. A name that is also an order (Rob, Will
    Pass) is one, if it is written like that."""
    words = fold(text).split()
    if not words or text.rstrip().endswith(":") or not all(len(w) == 1 or w in own_name for w in words):
        return False
    first = verb_and_rest(text)[0]
    verb = game.verb_of_word.get(fold(first))
    meant = verb is not None and (first.isupper() or verb.stands is not Stands.BEFORE)
    return not meant and bool(own_name & set(words)) and words[0] not in COMMANDS


def no_order(
    word: str, text: str, game: GameLanguage, lexicon: Lexicon, own_name: frozenset[str] = frozenset()
) -> Statement:
    """A slip in a verb is a failed order; other words are just words, unless they look like an order."""
    talk = len(word) < 3 or fold(word) in COMMANDS or fold(word) in own_name or is_name(word, lexicon)
    near = [] if talk else near_verbs(word, game, 75)
    short = len(word) <= _SHORT and not word.isupper()  # "see you", "all the best": like a verb only by chance
    if near and fold(word) not in game.verb_of_word and not (short and not names_something(text, lexicon)):
        return Failed(Reason("verb_did_you_mean", "", {"text": text[:80], "word": word, "candidates": list(near)}))
    key = why_unclear(
        word, text, lexicon, command=fold(word) in COMMANDS, heading=fold(word) in HEADERS, verbs=game.verb_of_word
    )
    shown: dict[str, Json] = {"text": text[:80], "word": word, "command": COMMANDS.get(fold(word), "").upper()}
    return NoOrder(Reason(key, "", shown) if key else None, is_likely_order(key, word, text, lexicon))


# ------------------------------------------------------------------ orders


def read_order(text: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    """One order from its text. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    word, rest = verb_and_rest(plain(text))
    verb = verb_of(word, game)
    if verb is None:
        raise unknown_verb(word, text, game)
    return ordered(verb, rest, game, lexicon)


def ordered(verb: Verb, rest: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    """What a line orders that begins with this verb. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    meant = game.meant_verb(verb, _first_clause(rest, game, lexicon), lexicon)
    if meant is not verb and meant.stands is Stands.ALONE:
        rest = ""
    verb = meant
    match verb.stands:
        case Stands.FOR_ALL:
            if fold(rest):
                raise NotUnderstood("stands_alone", rest, word=verb.name)
            return Ordered(verb.name, "", "default")
        case Stands.STANDING:
            return _standing(verb, rest, game, lexicon)
        case Stands.WORDS:
            return _words(verb, rest)
        case Stands.ALONE if fold(rest) and game.nesting is None:
            raise NotUnderstood("stands_alone", rest, word=verb.name)
    order_text, conditions = _conditions(verb, rest, game, lexicon)
    found = _ordered(verb, order_text, game, lexicon)
    return replace(found, standing=True, when=conditions) if conditions else found


def _first_clause(rest: str, game: GameLanguage, lexicon: Lexicon) -> Phrase:
    """What stands before the first ELSE or IF."""
    ends = game.else_words | (game.nesting.if_words if game.nesting else frozenset())
    phrase = Phrase.of(rest, lexicon)
    return (phrase.cut(ends) or (phrase, phrase))[0]


def _words(verb: Verb, rest: str) -> Ordered:
    """CHANCE any words of mine: as they are, with single spaces."""
    words = " ".join(rest.split())
    if not words:
        raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
    if Phrase.of(words).is_one_of(DEFAULT | NONE):
        return Ordered(verb.name, verb.kind, "default")
    return Ordered(verb.name, verb.kind, ([{"words": words}],))


def _standing(before: Verb, rest: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    """STANDING KEEP gold IF ROUND 1689."""
    word, below = verb_and_rest(rest)
    verb = verb_of(word, game)
    if verb is None:
        raise unknown_verb(word, rest, game)
    able = (Stands.BEFORE, Stands.ALONE)
    if verb.kind not in game.standing or verb.stands not in able:
        words = [verb.name for verb in game.verbs if verb.kind in game.standing and verb.stands in able]
        raise NotUnderstood("never_standing", rest, words, verb=verb.name)
    return replace(ordered(verb, below, game, lexicon), verb=before.name, standing=True)


def _conditions(verb: Verb, rest: str, game: GameLanguage, lexicon: Lexicon) -> tuple[str, tuple[Condition, ...]]:
    """The conditions behind an order that may stand, and the order without them."""
    facts, nesting = game.standing.get(verb.kind), game.nesting
    if not facts or nesting is None:
        return rest, ()
    words = rest.split()
    keys = [fold(word) for word in words]
    for at, key in enumerate(keys):
        inside = at and keys[at - 1] in nesting.else_words
        if key in nesting.if_words and not inside and not clauses.opens_clause(keys[at + 1 :], nesting):
            found = conditions_of(words[at + 1 :], facts, nesting.and_words)
            return " ".join(words[:at]).rstrip(" ,"), tuple(_in_ids(one, game, lexicon) for one in found)
    return rest, ()


def _in_ids(condition: Condition, game: GameLanguage, lexicon: Lexicon) -> Condition:
    """A condition with the value that the questions have for what the player wrote."""
    if not isinstance(condition.value, str):
        return condition
    return replace(condition, value=game.standing_value(condition.fact, condition.value, lexicon))


def _ordered(verb: Verb, rest: str, game: GameLanguage, lexicon: Lexicon) -> Ordered:
    phrase = Phrase.of(rest, lexicon)
    if verb.whole and phrase.is_one_of(DEFAULT):
        return Ordered(verb.name, verb.kind, "default", joins=verb.joins)
    if verb.whole and phrase.is_one_of(NONE) and not verb.reads_none:
        return Ordered(verb.name, verb.kind, (), joins=verb.joins)
    if game.nesting is not None:
        kind, orders = clauses.read_line(verb, phrase, game, game.nesting, lexicon)
        return Ordered(verb.name, kind, tuple(orders), part=not orders, joins=verb.joins if kind == verb.kind else "")
    if not len(phrase):
        raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
    parts = phrase.split(game.else_words)
    if len(parts) <= sum(word.key in game.else_words for word in phrase):
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
    parts = verb.split(phrase, lexicon) if verb.split else phrase.split(frozenset({","})) if verb.lists else [phrase]
    if not all(len(part.names) for part in parts):
        raise NotUnderstood("order_incomplete", verb.name, usage=verb.usage, example=verb.examples[0])
    return [alternative for part in parts for alternative in verb.read(part, lexicon)]


# ------------------------------------------------------------------ wrapped lines


def joined(lines: Sequence[OrderLine], game: GameLanguage) -> Iterable[OrderLine]:
    """Order lines that a mail program wrapped, whole again: ELSE begins a line, or a comma or TO ends one."""
    whole: list[OrderLine] = []
    above = ""  # number of the line directly above
    for line in _undivided(lines, game):
        last = whole[-1] if whole else None
        if (
            last
            and len(last.text) < _LONGEST_JOINED
            and above.isdecimal()
            and line.number.isdecimal()
            and _goes_on(last, line, int(above), game)
        ):
            text = f"{last.text.rstrip().removesuffix(chr(92))} {line.text}"
            whole[-1] = replace(last, text=text, comment=last.comment or line.comment)
        else:
            whole.append(line)
        above = line.number
    return whole


def _undivided(lines: Sequence[OrderLine], game: GameLanguage) -> list[OrderLine]:
    """The parts between `;` of an order that has such parts together again; the next verb begins a new one."""
    whole: list[OrderLine] = []
    open_number = ""
    for line in lines:
        number = line.number.rstrip(string.ascii_lowercase)
        begins = begins_with_verb(line.text, game)
        if number == open_number and not line.number.isdecimal() and not begins:
            whole[-1] = replace(whole[-1], text=f"{whole[-1].text}; {line.text}")
            continue
        whole.append(line)
        open_number = number if begins and _is_undivided(line.text, game) else ""
    return whole


def _is_undivided(text: str, game: GameLanguage) -> bool:
    verb = verb_of(verb_and_rest(text)[0], game)
    return verb is not None and verb.undivided


def _goes_on(last: OrderLine, line: OrderLine, above: int, game: GameLanguage) -> bool:
    if not begins_with_verb(last.text, game):
        return False
    first = Phrase.of(line.text).keys[:1]
    if first and first[0] in game.else_words:
        return True
    word = verb_and_rest(line.text)[0]
    if word.isupper() and fold(word) in HEADERS.keys() | COMMANDS.keys() - game.verb_of_word.keys():
        return False
    phrase = Phrase.of(last.text)
    final = phrase.keys[-1]
    parting = clauses.ends_open(phrase, game.nesting) if game.nesting else final in game.else_words
    if begins_with_verb(line.text, game):
        return parting
    open_end = last.text.rstrip().endswith(_JOINING) or parting or final in {"to", "in"}
    return open_end and int(line.number) == above + 1
