"""Orders of Heads of State: what follows each verb, as the alternative that the rules understand (19.3)."""

from __future__ import annotations

from typing import Final

from engine.core.decision import IllegalOrder, Reason
from engine.core.options import Alternative
from engine.heads_of_state.terms import EXCHANGE, NONE, OPTION_1, OPTION_2
from orders.heads_of_state import words as w
from orders.heads_of_state.words import CARDS, WISH, HeadsLexicon, Sort, board_of
from orders.phrase import Phrase, number
from orders.typography import fold
from orders.words import Lexicon, NotUnderstood

FIELDS: Final = (
    "do", "card", "second", "seat", "rank", "area", "courtesan", "then", "have", "lacks", "free", "after",
)  # fmt: skip


def order(do: str, **parts: str | None) -> Alternative:
    """An alternative with all fields."""
    return {**dict.fromkeys(FIELDS), "do": do, **parts}


# ------------------------------------------------------------------ names


def _text(words: Phrase, lexicon: Lexicon) -> str:
    """The words of a name, without those in front that say nothing."""
    words = words.names
    while len(words) > 1 and words.words[0].key in lexicon.fillers:
        words = words.part(1)
    return str(words)


def _find(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> str:
    text = _text(words, lexicon)
    if not text:
        raise NotUnderstood("name_missing", str(words), wanted=[sort.value for sort in sorts])
    return lexicon.find(text, sorts)


def treason_card(words: Phrase, lexicon: Lexicon, *others: Sort) -> str:
    """A treason card; a double by its two single cards, in any order and language. Raises NotUnderstood, Ambiguous."""
    if (parts := words.cut(frozenset({"/"}))) and all(len(part) for part in parts):
        assert isinstance(lexicon, HeadsLexicon)
        if exact := lexicon.exact(str(words), (Sort.TREASON,)):
            return exact.id
        first, second = (_find(part, lexicon, Sort.TREASON) for part in parts)
        if card := lexicon.double(first, second):
            return card
        raise NotUnderstood("no_such_double", str(words))
    return _find(words, lexicon, Sort.TREASON, *others)


def card(words: Phrase, lexicon: Lexicon) -> str:
    """An attribute or treason card."""
    return treason_card(words, lexicon, Sort.ATTRIBUTE)


def _names(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> bool:
    return bool(len(words)) and lexicon.is_name(str(words.names), sorts)


def _without(words: Phrase, silent: frozenset[str]) -> Phrase:
    """Without words that say nothing at both ends."""
    while len(words) > 1 and words.words[0].key in silent:
        words = words.part(1)
    while len(words) > 1 and words.words[-1].key in silent:
        words = words.part(0, -1)
    return words


def _splits(words: Phrase) -> list[tuple[Phrase, Phrase]]:
    """The ways to cut words in two, each way round."""
    ways = [(words.part(0, at), words.part(at)) for at in range(1, len(words))]
    return [way for first, second in ways for way in ((first, second), (second, first))]


def _plain(words: Phrase, silent: frozenset[str]) -> Phrase:
    return Phrase(word for word in words if word.key not in silent | {",", "/", ":"})


def box(words: Phrase, lexicon: Lexicon) -> tuple[str, str]:
    """A rank and an area, in any order, with or without AT; the rank may be left out where the area has one box.

    Raises NotUnderstood, Ambiguous, IllegalOrder.
    """
    words = _without(words, lexicon.fillers)
    parts = next((p for p in _cuts(words, w.AT) if all(map(len, p))), None)
    if parts is not None:
        rank, where = parts
        if _names(where, lexicon, Sort.RANK) and _names(rank, lexicon, Sort.AREA):
            rank, where = where, rank
        return _checked(_find(rank, lexicon, Sort.RANK), _find(where, lexicon, Sort.AREA), lexicon)
    words = _without(_plain(words, frozenset()), w.AT)
    for exact in (True, False):
        for rank, where in _splits(words):
            where = _without(where, w.AT)
            if _fits(rank, lexicon, Sort.RANK, exact=exact) and _fits(where, lexicon, Sort.AREA, exact=exact):
                return _checked(_find(rank, lexicon, Sort.RANK), _find(where, lexicon, Sort.AREA), lexicon)
    if _names(words, lexicon, Sort.AREA):
        return _only_box(_find(words, lexicon, Sort.AREA), lexicon)
    if _names(words, lexicon, Sort.RANK):
        raise NotUnderstood("area_missing", str(words))
    for rank, where in _splits(words):
        if _names(rank, lexicon, Sort.RANK):
            return _find(rank, lexicon, Sort.RANK), _find(where, lexicon, Sort.AREA)
        if _names(where, lexicon, Sort.AREA):
            return _find(rank, lexicon, Sort.RANK), _find(where, lexicon, Sort.AREA)
    return _only_box(_find(words, lexicon, Sort.AREA, Sort.RANK), lexicon)


def _cuts(words: Phrase, keys: frozenset[str]) -> list[tuple[Phrase, Phrase]]:
    return [(words.part(0, at), words.part(at + 1)) for at, word in enumerate(words) if word.key in keys]


def _fits(words: Phrase, lexicon: Lexicon, sort: Sort, *, exact: bool) -> bool:
    return lexicon.knows(str(words.names), (sort,)) if exact else _names(words, lexicon, sort)


def _checked(rank: str, area: str, lexicon: Lexicon) -> tuple[str, str]:
    if rank not in board_of(lexicon).areas[area].boxes:
        raise IllegalOrder(Reason("rank_not_in_area", "1.4", {"rank": rank, "area": area}))
    return rank, area


def _only_box(area: str, lexicon: Lexicon) -> tuple[str, str]:
    boxes = board_of(lexicon).areas[area].boxes
    if len(boxes) != 1:
        raise NotUnderstood("rank_missing", area, area=area, ranks=list(boxes))
    return boxes[0], area


# ------------------------------------------------------------------ verbs


def option(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """6.1, 7.1 OPTION 1, OPTION 1X, OPTION 2."""
    keys = [key for key in words.keys if key not in w.FOR]
    last = set(keys[1:])
    if keys and keys[0] in {"1x", "1b"} and not last:
        return [order("option", card=EXCHANGE)]
    first = 1 if keys and keys[0] == "1a" else number(words.words[0]) if keys else None
    if first == 1 and last <= w.PLAIN:
        return [order("option", card=OPTION_1)]
    if (first == 1 and last <= w.EXCHANGE | w.SILENT) or (keys and set(keys) <= w.EXCHANGE - {"x"}):
        return [order("option", card=EXCHANGE)]
    if first == 2 and not last:
        return [order("option", card=OPTION_2)]
    raise NotUnderstood("no_such_option", str(words))


def take(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """7.2 TAKE gold, TAKE BLIND, TAKE ANY."""
    return [order("take", card=_find(words, lexicon, Sort.ATTRIBUTE, *WISH))]


def treason(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """8.2 TREASON guillotine, TREASON BLIND, TREASON ANY."""
    return [order("treason", card=treason_card(words, lexicon, *WISH))]


def place(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """10, 10.3 PLACE king AT london; COURTESAN FOR a card, or NO COURTESAN."""
    courtesan: str | None = None
    if (at := _courtesan_at(words, lexicon)) is not None:
        before, behind = words.part(0, at), words.part(at + 1)
        if len(before) and before.words[-1].key in w.NO:
            before, courtesan = before.part(0, -1), NONE
        elif behind.is_one_of(w.NO):
            courtesan = NONE
        else:
            kind = _without(behind.names, w.FOR)
            if not len(kind) or kind.is_one_of(w.FOR):
                raise NotUnderstood("courtesan_for_what", str(words))
            courtesan = _find(kind, lexicon, Sort.ATTRIBUTE)
            if courtesan == board_of(lexicon).wild:
                raise NotUnderstood("courtesan_for_what", str(words))
        if courtesan == NONE and len(behind.names) and not behind.is_one_of(w.NO):
            raise NotUnderstood("too_much", str(behind))
        words = before
    rank, area = box(_without(words.names, frozenset({"with", "mit", "avec", "con"})), lexicon)
    return [order("place", rank=rank, area=area, courtesan=courtesan)]


def _courtesan_at(words: Phrase, lexicon: Lexicon) -> int | None:
    wild = board_of(lexicon).wild
    for at, word in enumerate(words):
        found = lexicon.exact(word.text, (Sort.ATTRIBUTE,)) if word.key else None
        if at and found is not None and found.id == wild:
            return at
    return None


def use(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9 USE assassin + assassin ON yellow king AT paris; REPLACE or LEAVE."""
    then: str | None = None
    words = words.names
    if len(words) > 1 and words.words[-1].key in w.REPLACE | w.LEAVE:
        then = "replace" if words.words[-1].key in w.REPLACE else "leave"
        words = words.part(0, -1)
    parts = next((p for p in _cuts(words, w.ON) if all(map(len, p))), None)
    if parts is None:
        raise NotUnderstood("word_missing", str(words), word="ON")
    first, second = _pair(parts[0], lexicon)
    seat, rest = _owner(parts[1], lexicon)
    rank, area = box(rest, lexicon)
    return [order("use", card=first, second=second, seat=seat, rank=rank, area=area, then=then)]


def _pair(words: Phrase, lexicon: Lexicon) -> tuple[str, str | None]:
    """One card, two of one kind by a number, two with + between them, or a country (19.3)."""
    if len(words) > 1 and (count := number(words.words[0])) is not None:
        one = treason_card(words.part(1), lexicon)
        if count not in (1, 2):
            raise NotUnderstood("one_card_or_two", str(words))
        return one, one if count == 2 else None
    for first, second in _cuts(words, w.PLUS):
        if len(first) and len(second):
            return treason_card(first, lexicon), treason_card(second, lexicon)
    return treason_card(words, lexicon, Sort.COUNTRY), None


def _owner(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    """Whose noble, and the rest. Raises NotUnderstood."""
    whose = Phrase(word for word in words if word.key not in {"the", "s", "der", "die", "den", "le", "la", "el"})
    for exact in (True, False):
        for at, word in enumerate(whose):
            text = word.key.removesuffix(" s")  # yellow's
            sorts = (Sort.COLOUR,)
            if lexicon.knows(text, sorts) if exact else (at == 0 and lexicon.is_name(text, sorts)):
                return lexicon.find(text, sorts), Phrase((*whose.words[:at], *whose.words[at + 1 :]))
    if len(whose) and _names(whose.part(0, 1), lexicon, Sort.RANK, Sort.AREA):
        raise NotUnderstood("seat_missing", str(words))
    return _find(whose.part(0, 1), lexicon, Sort.COLOUR), whose.part(1)


def keep(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """12.1, 19.5 KEEP gold, title, best first."""
    return [{"do": "keep", "card": card(words, lexicon)}]


def discard(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """12.1, 19.5 DISCARD gold, title, worst first."""
    return [{"do": "discard", "card": card(words, lexicon)}]


def wait(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """19.4 WAIT."""
    return [order("wait")]


def listing(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """19.4 LIST."""
    return [order("list")]


def on_revolution(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.4, 19.5 ON REVOLUTION CONTINUE, ON REVOLUTION WAIT."""
    keys = set(words.keys) - w.REVOLUTION
    if not keys & w.CONTINUE and not keys & w.WAIT:
        raise NotUnderstood("continue_or_wait", str(words))
    return [order("on_revolution", card="continue" if keys & w.CONTINUE else "wait")]


def nothing(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """A verb that is read by the core alone."""
    raise NotUnderstood("not_understood", str(words))


# ------------------------------------------------------------------ conditions


def _cards(words: Phrase, lexicon: Lexicon) -> str:
    found: list[str] = []
    for part in words.split(frozenset({",", *(w.AND - {"es", "y"})})):
        times, kind = 1, part
        if len(part) > 1 and (count := number(part.words[0])) is not None:
            times, kind = count, part.part(1)
        if not 1 <= times <= 10:
            raise IllegalOrder(Reason("count_too_small", "", {"count": times}))
        found += [card(kind, lexicon)] * times
    return ",".join(found)


def have(words: Phrase, lexicon: Lexicon) -> Alternative:
    """19.3 IF HAVE gold, gold."""
    return {"have": _cards(words, lexicon)}


def lack(words: Phrase, lexicon: Lexicon) -> Alternative:
    """IF LACK gold: the contrary of IF HAVE."""
    return {"lacks": _cards(words, lexicon)}


def free(words: Phrase, lexicon: Lexicon) -> Alternative:
    """19.3 IF FREE london king."""
    rank, area = box(words, lexicon)
    return {"free": f"{area}/{rank}"}


def done(words: Phrase, lexicon: Lexicon) -> Alternative:
    """19.3 IF DONE."""
    return {"after": "done"}


def fails(words: Phrase, lexicon: Lexicon) -> Alternative:
    """D9 IF FAILS."""
    return {"after": "failed"}


# ------------------------------------------------------------------ talk

_TELLING: Final = (*CARDS, *WISH, Sort.RANK, Sort.AREA, Sort.COUNTRY, Sort.COLOUR)


def is_meant(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """Whether a line is an order: "Take care!" is none. It names something of the game, or nearly, or a number."""
    if any(key == ":" or any(char.isdecimal() for char in key) for key in rest.keys):
        return True
    telling = [one for one in rest if len(one.key) > 2 or one.text.isupper()]
    if any(lexicon.knows(one.text, _TELLING) for one in telling) or lexicon.knows(str(rest), _TELLING):
        return True
    return any(lexicon.is_nearly(one.key, _TELLING) for one in telling if len(one.key) > 3)


def is_alone(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """WAIT and LIST stand alone; "Wait for me" is talk."""
    return not len(rest)


def is_condition(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """IF with a condition behind it, or with a colon."""
    conditions = w.HAVE | w.LACK | w.FREE | w.DONE | w.FAILS
    return ":" in rest.keys or any(key in conditions for key in rest.keys[:3])


def is_of_revolution(word: str, rest: Phrase, lexicon: Lexicon) -> bool:
    """ON REVOLUTION, not "on Monday"."""
    return bool({fold(word), *rest.keys} & w.REVOLUTION)
