"""Formations and fleets in words: 7 regulars, 1 cavalry, 2 Venetian regulars, Suleiman; ALL; 2 squadrons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.decision import IllegalOrder, Reason
from engine.core.options import Alternative
from engine.here_i_stand.terms import MINORS
from orders.here_i_stand import keywords as w
from orders.here_i_stand.words import Sort
from orders.phrase import Phrase, number
from orders.words import Lexicon, NotUnderstood

LAND: Final = {"regular": "regulars", "mercenary": "mercenaries", "cavalry": "cavalry"}
"""Unit -> the field of a formation that counts it."""
NAVAL: Final = {"squadron": "squadrons", "corsair": "corsairs"}
PARTS: Final = ("regulars", "mercenaries", "cavalry", "minors", "leaders")
"""The fields of a formation but for its space."""
NO_LEADER: Final = "none"
NO_MINORS: Final = f"{MINORS[0]} 0"
_BETWEEN: Final = w.AND | w.WITH | {","}
_ALONE: Final = frozenset({"alone", "allein", "egyedul", "yksin", "один"})

# ------------------------------------------------------------------ names


def find(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> str:
    """The id that these words name. Raises NotUnderstood, Ambiguous."""
    words = Phrase(word for word in words.names if word.key not in {";", "+"})
    if not len(words):
        raise NotUnderstood("name_missing", str(words), wanted=[sort.value for sort in sorts])
    return lexicon.find(str(words), sorts)


def card_of(words: Phrase, lexicon: Lexicon) -> int:
    """A card by name or number: Foul Weather, 31, card 31. Raises NotUnderstood, Ambiguous."""
    return int(find(words, lexicon, Sort.CARD))


def is_name(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> bool:
    """Whether these words name something of these sorts, shortened or whole."""
    return bool(len(words.names)) and lexicon.is_name(str(words.names), sorts)


def knows(words: Phrase, lexicon: Lexicon, *sorts: Sort) -> bool:
    """Whether these words are a whole name of these sorts."""
    return bool(len(words.names)) and lexicon.knows(str(words.names), sorts)


def clauses(words: Phrase, marks: Mapping[str, frozenset[str]]) -> dict[str, Phrase]:
    """The parts behind words that open one: "" is what stands before the first; a part that comes twice is one list."""
    found: dict[str, list[Phrase]] = {"": [Phrase(())]}
    name = ""
    start = 0
    for at, word in enumerate(words):
        opened = next((mark for mark, keys in marks.items() if word.key in keys), None)
        if opened is None:
            continue
        found[name].append(words.part(start, at))
        name, start = opened, at + 1
        found.setdefault(name, [])
    found[name].append(words.part(start))
    return {mark: _joined(parts) for mark, parts in found.items()}


def _joined(parts: Sequence[Phrase]) -> Phrase:
    comma = Phrase.of(",").words
    filled = [part for part in parts if len(part)]
    return Phrase(word for index, part in enumerate(filled) for word in (*(comma if index else ()), *part.words))


def needed(parts: Mapping[str, Phrase], mark: str, written: str) -> Phrase:
    """The part behind a word that must be there. Raises NotUnderstood."""
    part = parts.get(mark, Phrase(()))
    if not len(part.names):
        raise NotUnderstood("word_missing", str(_joined(list(parts.values()))), word=written)
    return part


def items(words: Phrase) -> list[Phrase]:
    """What stands between commas, AND and WITH."""
    return [part for part in words.split(_BETWEEN) if len(part.names)]


# ------------------------------------------------------------------ land


def formation(words: Phrase, lexicon: Lexicon) -> Alternative:
    """The units and leaders of a formation. Where units are named, those not named stay.

    Raises NotUnderstood, Ambiguous, IllegalOrder.
    """
    counts: dict[str, int] = {}
    minors: dict[str, int] = {}
    leaders: list[str] = []
    led = True
    for item in items(_spelled(words)):
        if item.words[0].key in w.ALL and all(word.key in w.UNITS | w.ALL for word in item):
            continue
        if len(item) > 1 and item.words[0].key in w.NO and item.words[1].key in w.LEADERS:
            led = False
        elif item.words[-1].key in _ALONE:
            leaders += [find(item.part(0, -1), lexicon, Sort.LEADER)] if len(item) > 1 else []
            counts.setdefault("regulars", 0)
        elif (count := number(item.words[0])) is not None:
            owner, unit = _unit(item.part(1), lexicon, LAND)
            if owner in MINORS:
                minors[owner] = minors.get(owner, 0) + count
            else:
                counts[LAND[unit]] = counts.get(LAND[unit], 0) + count
        elif is_name(item, lexicon, Sort.UNIT) and not knows(item, lexicon, Sort.LEADER):
            raise NotUnderstood("number_missing", str(item))
        else:
            leaders.append(find(_without(item, w.LEADERS), lexicon, Sort.LEADER))
    return {**_units(counts, minors), "leaders": ",".join(leaders) if led and leaders else None if led else NO_LEADER}


def _units(counts: Mapping[str, int], minors: Mapping[str, int]) -> Alternative:
    if not counts and not minors:
        return dict.fromkeys(PARTS[:-1])
    listed = ",".join(f"{owner} {count}" for owner, count in minors.items())
    return {**{field: counts.get(field, 0) for field in LAND.values()}, "minors": listed or NO_MINORS}


def _without(words: Phrase, silent: frozenset[str]) -> Phrase:
    return Phrase(word for word in words if word.key not in silent) if len(words) > 1 else words


def _spelled(words: Phrase) -> Phrase:
    """A number opens an item, even without a comma before it: "Suleiman 7 regulars"."""
    comma = Phrase.of(",").words
    spelled: list[object] = []
    for at, word in enumerate(words):
        if at and word.text[:1].isdecimal():
            spelled += comma
        spelled.append(word)
    return Phrase(spelled)  # type: ignore[arg-type]


def _unit(words: Phrase, lexicon: Lexicon, units: Mapping[str, str]) -> tuple[str, str]:
    """The owner, if one is named, and the unit: regulars, Venetian regulars, regulars of Venice; Venice alone means
    its regulars. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    words = _without(words.names, w.FOR)
    if is_name(words, lexicon, Sort.UNIT):
        return "", _one_of(find(words, lexicon, Sort.UNIT), units, words)
    for whose, what in ((words.part(0, -1), words.part(-1)), (words.part(1), words.part(0, 1))):
        if len(whose) and is_name(what, lexicon, Sort.UNIT) and is_name(whose, lexicon, Sort.POWER):
            owner = find(whose, lexicon, Sort.POWER)
            unit = _one_of(find(what, lexicon, Sort.UNIT), units, words)
            if owner in MINORS and unit not in ("regular", "squadron"):
                raise IllegalOrder(Reason("minors_have_regulars", "5.2", {"power": owner}))
            return owner, unit
    if knows(words, lexicon, Sort.POWER) and "regular" in units:
        return find(words, lexicon, Sort.POWER), "regular"
    if len(words) and all(word.key in w.UNITS for word in words):
        raise NotUnderstood("unit_type_missing", str(words))
    return "", _one_of(find(words, lexicon, Sort.UNIT), units, words)


def _one_of(unit: str, units: Mapping[str, str], words: Phrase) -> str:
    if unit not in units:
        raise NotUnderstood("other_units_here", str(words), unit=unit, units=list(units))
    return unit


def unit_of(words: Phrase, lexicon: Lexicon) -> tuple[str | None, str]:
    """An owner or None, and any unit: Genoese squadron. Raises NotUnderstood, Ambiguous, IllegalOrder."""
    owner, unit = _unit(words, lexicon, {**LAND, **NAVAL})
    return owner or None, unit


# ------------------------------------------------------------------ ships


def fleet(words: Phrase, lexicon: Lexicon) -> Alternative:
    """Squadrons, corsairs and naval leaders; a number alone counts squadrons.

    Raises NotUnderstood, Ambiguous, IllegalOrder.
    """
    counts: dict[str, int] = {}
    leaders: list[str] = []
    for item in items(_spelled(words)):
        if item.words[0].key in w.ALL and all(word.key in w.ALL | w.SHIPS for word in item):
            continue
        if len(item) > 1 and item.words[0].key in w.NO and item.words[1].key in w.LEADERS:
            leaders = [NO_LEADER]
        elif (count := number(item.words[0])) is not None:
            rest = _without(item.part(1), w.SHIPS)
            plain = not len(rest) or rest.is_one_of(w.SHIPS)
            unit = "squadron" if plain else _unit(rest, lexicon, NAVAL)[1]
            counts[NAVAL[unit]] = counts.get(NAVAL[unit], 0) + count
        else:
            leaders.append(find(_without(item, w.LEADERS), lexicon, Sort.LEADER))
    ships: Alternative = {field: counts.get(field, 0) if counts else None for field in NAVAL.values()}
    return {**ships, "leaders": ",".join(leaders) or None}


def speaks_of_ships(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words name squadrons, corsairs, ships or a sea."""
    for word in words.names:
        if word.key in w.SHIPS:
            return True
        if lexicon.knows(word.text, (Sort.UNIT,)) and lexicon.find(word.text, (Sort.UNIT,)) in NAVAL:
            return True
    return False


# ------------------------------------------------------------------ writing


def write_formation(order: Alternative, lexicon: Lexicon) -> str:
    """A formation as it is read again: ALL where it names no units."""
    said = [_counted(order.get(field), unit) for unit, field in LAND.items() if order.get(field)]
    named = any(order.get(field) is not None for field in (*LAND.values(), "minors"))
    for part in str(order.get("minors") or "").split(","):
        owner, _, count = part.strip().partition(" ")
        if owner and int(count or 0):
            said.append(f"{count} {lexicon.write(owner, Sort.POWER)} {_plural('regular', int(count))}")
    leaders = str(order.get("leaders") or "")
    if named and not said:
        said.append("0 regulars")
    if leaders == NO_LEADER:
        return ", ".join([*(said or ["ALL"]), "NO LEADER"])
    commanders = [lexicon.write(leader.strip(), Sort.LEADER) for leader in leaders.split(",") if leader.strip()]
    return ", ".join([*commanders, *said] if said or not commanders else ["ALL", *commanders]) or "ALL"


def _plural(unit: str, count: int) -> str:
    return unit if count == 1 else {**LAND, **NAVAL}[unit]


def _counted(count: object, unit: str) -> str:
    return f"{count} {_plural(unit, int(str(count)))}"


def write_fleet(order: Alternative, lexicon: Lexicon) -> str:
    """Squadrons, corsairs and naval leaders as they are read again; ALL SHIPS where none are named."""
    said = [_counted(order.get(field), unit) for unit, field in NAVAL.items() if order.get(field)]
    if not said:
        said = ["ALL SHIPS"] if all(order.get(field) is None for field in NAVAL.values()) else ["0 squadrons"]
    leaders = str(order.get("leaders") or "")
    if leaders == NO_LEADER:
        return ", ".join([*said, "NO LEADER"])
    return ", ".join([*said, *(lexicon.write(one.strip(), Sort.LEADER) for one in leaders.split(",") if one.strip())])
