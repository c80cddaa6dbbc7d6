"""The orders of an impulse (11): what follows each verb, as the alternative that the rules understand."""

from __future__ import annotations

from typing import Final

from engine.core.options import Alternative
from engine.here_i_stand.kinds import KINDS
from engine.here_i_stand.terms import CardNumber
from orders.here_i_stand import keywords as w
from orders.here_i_stand.forces import (
    card_of,
    clauses,
    find,
    fleet,
    formation,
    items,
    knows,
    needed,
    unit_of,
)
from orders.here_i_stand.words import PLACES, Sort, cards_of
from orders.phrase import Phrase, number
from orders.words import Lexicon, NotUnderstood

IMPULSE: Final = "impulse"
OWN_IMPULSE: Final = "own_impulse"
"""The window of a card that is no interruption (cards.md 4.1)."""


def record(kind: str, do: str, **parts: str | int | None) -> Alternative:
    """An alternative with all fields of its kind. `from_` is the field "from"."""
    return {**dict.fromkeys(KINDS[kind].fields), "do": do, **{name.rstrip("_"): value for name, value in parts.items()}}


def order(do: str, **parts: str | int | None) -> Alternative:
    """An alternative of an impulse."""
    return record(IMPULSE, do, **parts)


# ------------------------------------------------------------------ cards


def play(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """11 PLAY Janissaries CP, PLAY 88 EVENT, PLAY Six Wives EVENT A."""
    words = words.names
    for at in range(len(words) - 1, 0, -1):
        if knows(words, lexicon, Sort.CARD):
            break
        if words.words[at].key in w.CP and at == len(words) - 1:
            return [order("play", card=_card_for_cp(words.part(0, at), lexicon), mode="cp")]
        if words.words[at].key in w.EVENT:
            end = at - 1 if at > 1 and words.words[at - 1].key in {"as", "als"} else at
            card = card_of(words.part(0, end), lexicon)
            return [order("play", card=card, mode=_mode(card, words.part(at + 1), lexicon))]
    card = card_of(words, lexicon)
    if not cards_of(lexicon)[CardNumber(card)].mandatory:
        raise NotUnderstood("cp_or_event", str(words), card=card)
    return [order("play", card=card, mode=_mode(card, Phrase(()), lexicon))]


def _card_for_cp(words: Phrase, lexicon: Lexicon) -> int:
    """Janissaries, Janissaries for, Janissaries for 5; a number alone is that of a card. Raises NotUnderstood for a
    number of CP that the card has not: who writes it means something else."""
    said, last = None, len(words) - 1
    if last > 0 and not knows(words, lexicon, Sort.CARD) and (said := number(words.words[last])) is not None:
        last -= 1
    if last > 0 and words.words[last].key in w.FOR:
        last -= 1
    card = card_of(words.part(0, last + 1), lexicon)
    points = cards_of(lexicon)[CardNumber(card)].cp
    if said is not None and said != points:
        raise NotUnderstood("other_cp", str(words), card=card, count=said, cp=points)
    return card


def _mode(card: int, words: Phrase, lexicon: Lexicon) -> str:
    """The way in which an event is played: the letter named, else the only one there is."""
    words = Phrase(word for word in words if word.key not in w.WAY)
    effects = cards_of(lexicon)[CardNumber(card)].effects
    own = [effect for effect in effects if OWN_IMPULSE in effect.windows] or list(effects)
    return way_of(card, words, [effect.mode for effect in own])


def way_of(card: int, words: Phrase, modes: list[str]) -> str:
    """One of the ways of a card. Raises NotUnderstood."""
    if not len(words) and len(set(modes)) == 1:
        return modes[0]
    if len(words) == 1 and (mode := w.MODES.get(words.words[0].key)):
        return mode
    key = "name_the_way" if not len(words) else "no_such_way"
    raise NotUnderstood(key, str(words), [mode.upper() for mode in modes], card=card)


# ------------------------------------------------------------------ spaces


def control(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """12.3 CONTROL Lyon, Metz."""
    return [order("control", space=find(words, lexicon, Sort.SPACE))]


def calm(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """12.4 CALM Ghent; also REMOVE UNREST IN Ghent."""
    silent = w.IN | frozenset({"unrest", "unruhe", "unruhen", "nyugtalansag", "levottomuus", "from", "беспорядки"})
    while len(words) > 1 and words.words[0].key in silent:
        words = words.part(1)
    return [order("calm", space=find(words, lexicon, Sort.SPACE))]


def build_parts(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    """BUILD 2 regulars, 1 cavalry IN Buda: each unit with the space behind it."""
    parts = words.split(frozenset({","}))
    found: list[Phrase] = []
    tail = Phrase(())
    for part in reversed(parts):
        at = _war_behind(part, lexicon) or next((n for n, word in enumerate(part) if word.key in w.IN), None)
        if at is not None:
            tail = part.part(at)
            part = part.part(0, at)
        found[:0] = [Phrase((*unit.words, *tail.words)) for unit in items(part) or [part]]
    return found


def build(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """17 BUILD 2 regulars IN Vienna, BUILD squadron IN Genoa, BUILD Venetian regular IN Venice; 21.7 BUILD 2 regulars
    FOR War in Persia."""
    war = _war_behind(words, lexicon)
    parts = clauses(words if war is None else words.part(0, war), {"in": w.IN})
    what = parts[""].names
    place: dict[str, str | int | None]
    if war is None:
        place = {"space": find(needed(parts, "in", "IN"), lexicon, Sort.SPACE)}
    else:
        place = {"card": card_of(words.part(war + 1), lexicon)}
    count = number(what.words[0]) if len(what) > 1 else None
    owner, unit = unit_of(what.part(1) if count is not None else what, lexicon)
    return [order("build", unit=unit, count=count, power=owner, **place)]


def _war_behind(words: Phrase, lexicon: Lexicon) -> int | None:
    """Where FOR stands before the card of a foreign war."""
    opening = w.IN | w.TO | w.FOR
    return next(
        (
            n
            for n, word in enumerate(words)
            if n and word.key in opening and knows(words.part(n + 1), lexicon, Sort.CARD)
        ),
        None,
    )


# ------------------------------------------------------------------ movement


def places(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> str:
    """Several places, the ids with commas between them."""
    return ",".join(find(part, lexicon, *sorts) for part in items(words))


def move(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13 MOVE Suleiman, 7 regulars, 1 cavalry FROM Buda TO Pressburg, Vienna."""
    parts = clauses(words, {"from": w.FROM, "to": w.TO})
    origin = find(needed(parts, "from", "FROM"), lexicon, Sort.SPACE)
    goal = places(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    return [order("move", from_=origin, to=goal) | formation(parts[""], lexicon)]


def assault(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """15.1 ASSAULT Vienna, ASSAULT Vienna WITH Suleiman, 6 regulars."""
    parts = clauses(words, {"with": w.WITH})
    where = Phrase(word for word in parts[""] if word.key not in w.IN) if len(parts[""]) > 1 else parts[""]
    return [
        order("assault", space=find(where, lexicon, Sort.SPACE)) | formation(parts.get("with", Phrase(())), lexicon)
    ]


def transport(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.3 TRANSPORT 4 regulars, Brandon FROM London VIA North Sea TO Calais."""
    parts = clauses(words, {"from": w.FROM, "via": w.VIA, "to": w.TO})
    origin = find(needed(parts, "from", "FROM"), lexicon, Sort.SPACE)
    seas = places(needed(parts, "via", "VIA"), lexicon, Sort.SEA)
    goal = find(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    return [order("transport", from_=origin, via=seas, to=goal) | formation(parts[""], lexicon)]


def piracy(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.4 PIRACY IN Ionian Sea AGAINST Hapsburg."""
    parts = clauses(words, {"in": w.IN - w.AGAINST, "against": w.AGAINST})
    sea = parts["in"] if len(parts.get("in", Phrase(()))) else parts[""]
    target = needed(parts, "against", "AGAINST")
    return [order("piracy", sea=find(sea, lexicon, Sort.SEA), power=find(target, lexicon, Sort.POWER))]


# ------------------------------------------------------------------ ships


def sail(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.1 SAIL 2 FROM Messina TO Ionian Sea WITH Doria AND 1 FROM Naples TO Tyrrhenian Sea."""
    return [order("sail", moves=";".join(_leg(leg, lexicon) for leg in _legs(words)))]


def _legs(words: Phrase) -> list[Phrase]:
    """Each move of ships: one FROM, one TO, and what stands about them."""
    starts = [0]
    between = w.AND | {",", ";"}
    for at, word in enumerate(words):
        if word.key not in w.FROM:
            continue
        seen = [n for n in range(starts[-1], at) if words.words[n].key in w.FROM]
        if seen:
            cuts = [n for n in range(seen[-1], at) if words.words[n].key in between]
            if not cuts:
                raise NotUnderstood("word_missing", str(words), word="AND")
            starts.append(_opening(words, cuts, at))
    ends = [*starts[1:], len(words)]
    return [_stripped(words.part(start, end), between) for start, end in zip(starts, ends, strict=True)]


def _opening(words: Phrase, cuts: list[int], end: int) -> int:
    """Where a leg begins: before its first number behind the goal of the one before, else at the last sign."""
    counted = [cut for cut in cuts if cut + 1 < end and number(words.words[cut + 1]) is not None]
    return (counted[0] if counted else cuts[-1]) + 1


def _stripped(words: Phrase, signs: frozenset[str]) -> Phrase:
    while len(words) and words.words[-1].key in signs:
        words = words.part(0, -1)
    while len(words) and words.words[0].key in signs:
        words = words.part(1)
    return words


def _leg(words: Phrase, lexicon: Lexicon) -> str:
    """One move of ships: "messina>ionian_sea:2/0:andrea_doria:genoa"."""
    parts = clauses(words, {"from": w.FROM, "to": w.TO, "with": w.WITH})
    origin = find(needed(parts, "from", "FROM"), lexicon, *PLACES)
    goal = find(needed(parts, "to", "TO"), lexicon, *PLACES)
    whose, what = owner_of_ships(parts[""], lexicon)
    force = fleet(Phrase((*what.words, *Phrase.of(",").words, *parts.get("with", Phrase(())).words)), lexicon)
    leaders = str(force["leaders"] or "").replace(",", "+")
    ships = "" if force["squadrons"] is None else f"{force['squadrons']}/{force['corsairs']}"
    tail = [ships, leaders, whose]
    while tail and not tail[-1]:
        tail.pop()
    return ":".join([f"{origin}>{goal}", *tail])


def owner_of_ships(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    """Whose ships, if that is said, and the rest: 2 Genoese squadrons."""
    for at, word in enumerate(words):
        if lexicon.knows(word.text, (Sort.POWER,)) and not lexicon.knows(word.text, (Sort.LEADER,)):
            rest = Phrase(one for n, one in enumerate(words) if n != at and one.key not in w.FOR)
            return lexicon.find(word.text, (Sort.POWER,)), rest
    return "", words


# ------------------------------------------------------------------ the rest


def passing(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """11 PASS."""
    return [order("pass")]


def wait(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """WAIT: ask me again before what follows."""
    return [order("wait")]


def finish(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """FINISH: what is left of the CP is given up."""
    return [order("end")]


def nothing(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """A verb that is read by the core alone."""
    raise NotUnderstood("not_understood", str(words))


# ------------------------------------------------------------------ conditions


def done(words: Phrase, lexicon: Lexicon) -> Alternative:
    """IF DONE: the order directly above went well."""
    return {"after": "done"}


def fails(words: Phrase, lexicon: Lexicon) -> Alternative:
    """IF FAILS: it did not."""
    return {"after": "failed"}


def cp_left(words: Phrase, lexicon: Lexicon) -> Alternative:
    """IF CP 2: so many are left at least."""
    counts = [count for word in words if (count := number(word)) is not None]
    if len(counts) != 1:
        raise NotUnderstood("number_missing", str(words))
    return {"cp": counts[0]}
