"""Orders of the Reformation, the New World and foreign wars (18, 20, 21.7): what follows each verb."""

from __future__ import annotations

from typing import Final

from engine.core.options import Alternative
from orders.here_i_stand import keywords as w
from orders.here_i_stand.forces import card_of, clauses, find, items, knows
from orders.here_i_stand.reading import order, record
from orders.here_i_stand.words import Sort
from orders.phrase import Phrase, number
from orders.words import Lexicon, NotUnderstood

NOTHING: Final = Phrase(())
LOYOLA: Final = "loyola"

# ------------------------------------------------------------------ 18.1


def publish(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 PUBLISH German, PUBLISH French WITH Calvin."""
    zone, debater = _zone_and_debater(words, lexicon, w.TREATISE)
    return [order("publish", pick=zone, leaders=debater)]


def burn(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 BURN BOOKS IN German WITH Tetzel; Caraffa needs no zone: BURN BOOKS WITH Caraffa."""
    front, debater = _with_debater(words, lexicon)
    said = _said(front, w.BOOKS | w.IN)
    if not len(said) and debater is None:
        raise NotUnderstood("name_missing", str(words), wanted=[Sort.ZONE.value])
    return [order("burn", pick=_zone(said, lexicon) if len(said) else None, leaders=debater)]


def translate(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 TRANSLATE German 2 CP WITH Luther; without a number as many CP as are useful."""
    front, debater = _with_debater(words, lexicon)
    count, rest = _points(_said(front, w.SCRIPTURE | w.IN | w.TO))
    return [order("translate", pick=_zone(rest, lexicon), count=count, leaders=debater)]


def debate(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.5 DEBATE German AGAINST committed: from which pool the defender is drawn."""
    pool = None
    left = []
    for word in words.names:
        if word.key in w.UNCOMMITTED:
            pool = "uncommitted"
        elif word.key in w.COMMITTED:
            pool = pool or "committed"
        else:
            left.append(word)
    said = _said(Phrase(left), w.IN | w.AGAINST | w.DEBATERS | w.TO)
    return [order("dispute", pick=_zone(said, lexicon), mode=pool)]


def cathedral(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 PETERS 3 CP, BUILD St Peter's 3 CP; without a number as many CP as are useful."""
    count, rest = _points(_said(words.names, w.PETER | w.IN))
    if len(rest):
        raise NotUnderstood("not_understood", str(words))
    return [order("saint_peters", count=count)]


def is_cathedral(words: Phrase) -> bool:
    """Whether St Peter's is built: nothing is named but Peter, and CP."""
    rest = _said(words.names, w.PETER | w.CP | w.FOR)
    return any(word.key in w.PETER for word in words) and all(number(word) is not None for word in rest)


def found(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 FOUND university IN Cologne, FOUND Cologne WITH Loyola."""
    front, debater = _with_debater(words, lexicon)
    space = find(_said(front, w.UNIVERSITY | w.IN), lexicon, Sort.SPACE)
    return [order("university", space=space, leaders=debater)]


def is_university(words: Phrase) -> bool:
    """Whether a university is spoken of."""
    return any(word.key in w.UNIVERSITY for word in words)


def _zone_and_debater(words: Phrase, lexicon: Lexicon, silent: frozenset[str]) -> tuple[str, str | None]:
    front, debater = _with_debater(words, lexicon)
    return _zone(_said(front, silent | w.IN), lexicon), debater


def _with_debater(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, str | None]:
    """What stands before WITH, and who is named behind it: one or several."""
    parts = clauses(words, {"with": w.WITH})
    named = [_said(part, w.DEBATERS) for part in items(parts.get("with", NOTHING))]
    return parts[""], ",".join(find(part, lexicon, Sort.DEBATER) for part in named if len(part)) or None


def _zone(words: Phrase, lexicon: Lexicon) -> str:
    return find(words, lexicon, Sort.ZONE)


def _said(words: Phrase, silent: frozenset[str]) -> Phrase:
    return Phrase(word for word in words.names if word.key not in silent)


def _points(words: Phrase) -> tuple[int | None, Phrase]:
    """A number of CP somewhere, and the other words."""
    counts = [count for word in words if (count := number(word)) is not None]
    if len(counts) > 1:
        raise NotUnderstood("number_missing", str(words))
    rest = Phrase(word for word in words if number(word) is None and word.key not in w.CP | w.FOR)
    return counts[0] if counts else None, rest


# ------------------------------------------------------------------ 18.2-18.5 answers


def convert(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.3 CONVERT Leipzig WITH Bucer: a target, and the debater who is committed before the dice; CONVERT ANY: the
    best one."""
    front, debater = _with_debater(words, lexicon)
    said = _said(front, w.IN)
    space = None if said.is_one_of(w.BEST) else find(said, lexicon, Sort.SPACE)
    return [record("convert", "convert", space=space, pick=debater)]


def commit(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.2 COMMIT Cranmer: his bonus is used for what is about to happen."""
    return [record("debater_bonus", "commit", pick=find(_said(words, w.DEBATERS), lexicon, Sort.DEBATER))]


def diet(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """18.1 DIET Fuggers: the card given for the Diet of Worms, in secret."""
    return [record("diet", "give", card=card_of(_said(words, w.WITH), lexicon))]


def is_card(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether these words are a card and nothing else."""
    bare = len(words.names) == 1 and words.names.words[0].text.isdecimal()
    return not bare and len(items(words)) == 1 and knows(words, lexicon, Sort.CARD)


# ------------------------------------------------------------------ 20, 21.7


def explore(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """20.2 EXPLORE."""
    return [order("explore")]


def colonize(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """20.1 COLONIZE."""
    return [order("colonize")]


def conquer(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """20.3 CONQUER."""
    return [order("conquer")]


def campaign(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """21.7 CAMPAIGN War in Persia, FIGHT Revolt in Ireland; CAMPAIGN FOREIGN WAR: the only one."""
    said = _said(words, w.FOREIGN)
    return [order("fight", card=None if said.is_one_of(w.WAR) else card_of(said, lexicon))]
