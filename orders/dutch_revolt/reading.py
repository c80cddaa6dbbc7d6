"""Orders of the Dutch Revolt: what follows each verb, as the alternative that the rules understand."""

from __future__ import annotations

from engine.core.decision import IllegalOrder, Reason
from engine.core.options import Alternative
from engine.dutch_revolt.terms import COUNTRYSIDE, TREASURY
from orders.dutch_revolt.keywords import (
    AFTER,
    BEFORE,
    BESIEGING,
    FIRST,
    FREE,
    LAST,
    PLUNDER,
    RELEASED,
    SPARE,
    TOWN,
    take_faction,
)
from orders.dutch_revolt.words import Sort, board_of
from orders.phrase import ALL, IN, TO, Phrase, Word, ident, named, number, take_count
from orders.words import Ambiguous, Lexicon, Named, NotUnderstood

BEGGAR_FIELDS = ("do", "region", "count", "city", "province", "faction", "army")
UPKEEP_FIELDS = ("region", "count", "action", "plunder", "province", "spot", "faction")


def garrison(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """6.2 GARRISON Flanders; a number says on how many squares."""
    count, rest = take_count(words)
    return [{"region": ident(rest, lexicon, Sort.REGION)} for _ in range(min(count or 1, 9))]


def tax(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.1 TAX 2."""
    level = number(words.words[0]) if len(words) == 1 else None
    if level is None:
        raise NotUnderstood("number_missing", str(words))
    return [{"level": level}]


def _need(words: Phrase, keys: frozenset[str], word: str) -> tuple[Phrase, Phrase]:
    parts = words.cut(keys)
    if parts is None or not len(parts[0]) or not len(parts[1]):
        raise NotUnderstood("word_missing", str(words), word=word)
    return parts


def _box_and_square(words: Phrase, lexicon: Lexicon) -> tuple[str, str | None]:
    """A box, and MAP, TREASURY or BOTH behind or before it."""
    if len(words) < 2 or lexicon.exact(str(words), (Sort.BOX,)):
        return ident(words, lexicon, Sort.BOX), None
    for word, rest in ((words.words[-1], words.part(0, -1)), (words.words[0], words.part(1))):
        if (square := lexicon.exact(word.text, (Sort.SQUARE,))) and lexicon.is_name(str(rest), (Sort.BOX,)):
            return ident(rest, lexicon, Sort.BOX), square.id
    return ident(words, lexicon, Sort.BOX), None


def support(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.2 SUPPORT 2 French Support TO Artois."""
    what, goal = _need(words, TO, "TO")
    count, what = take_count(what)
    box, square = _box_and_square(what, lexicon)
    to = named(goal, lexicon, Sort.PROVINCE, Sort.TREASURY)
    return [{"box": box, "count": count or 1, "square": square, "to": TREASURY if to.sort is Sort.TREASURY else to.id}]


def rob(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.2 ROB 2 Catholics, ROB ALL Habsburgs, ROB ALL."""
    first = words.words[0]
    if first.key in ALL:
        count: int | str = "all"
        rest = words.part(1)
    elif len(words) == 1 and (only := number(first)) is not None:
        count, rest = only, Phrase(())
    else:
        counted, rest = take_count(words)
        count = "all" if counted is None else counted
    if count == 0:
        raise IllegalOrder(Reason("count_too_small", "", {"count": 0}))
    return [{"faction": ident(rest, lexicon, Sort.FACTION) if len(rest) else None, "count": count}]


def _upkeep(region: str, count: int, action: str, **others: str | None) -> Alternative:
    return {**dict.fromkeys(UPKEEP_FIELDS), "region": region, "count": count, "action": action, **others}


def keep(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3 KEEP 2 Holland."""
    count, rest = take_count(words)
    return [_upkeep(ident(rest, lexicon, Sort.REGION), count or 1, "keep")]


def disband(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3 DISBAND Holland."""
    count, rest = take_count(words)
    return [_upkeep(ident(rest, lexicon, Sort.REGION), count or 1, "disband")]


def release(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3 RELEASE Holland, then SPARE, PLUNDER TOWN IN a province, PLUNDER a faction IN a town or province."""
    parts = words.cut(PLUNDER)
    if parts is None:
        count, rest = take_count(words)
        if len(rest) > 1 and rest.words[-1].key in SPARE:
            return [_upkeep(ident(rest.part(0, -1), lexicon, Sort.REGION), count or 1, "release", plunder="spare")]
        return [_upkeep(ident(rest, lexicon, Sort.REGION), count or 1, "release")]
    count, rest = take_count(parts[0])
    region = ident(rest, lexicon, Sort.REGION)
    victim, where = _need(parts[1], IN, "IN")
    if victim.is_one_of(TOWN):
        spot = named(where, lexicon, Sort.PROVINCE, Sort.TOWN) if not _is_province(where, lexicon) else None
        province = (
            board_of(lexicon).places[spot.id].province if spot and spot.sort is Sort.TOWN else _province(where, lexicon)
        )
        return [_upkeep(region, count or 1, "release", plunder="town", province=province)]
    faction = ident(victim, lexicon, Sort.FACTION)
    province, place = _spot(where, lexicon, "9.3")
    return [_upkeep(region, count or 1, "release", plunder="people", province=province, spot=place, faction=faction)]


def _is_province(words: Phrase, lexicon: Lexicon) -> bool:
    return lexicon.is_name(str(words), (Sort.PROVINCE,))


def _province(words: Phrase, lexicon: Lexicon) -> str:
    return ident(words, lexicon, Sort.PROVINCE)


def _spot(words: Phrase, lexicon: Lexicon, rule: str) -> tuple[str, str]:
    """A town, or a province for its countryside: (province, spot). Cities can't be touched there."""
    try:
        found = named(words, lexicon, Sort.TOWN, Sort.PROVINCE)
    except NotUnderstood:
        city = lexicon.exact(str(words), (Sort.CITY,))
        if city is None:
            raise
        raise IllegalOrder(Reason("cities_are_safe", rule, {"city": city.id})) from None
    if found.sort is Sort.TOWN:
        return board_of(lexicon).places[found.id].province, found.id
    return found.id, COUNTRYSIDE


def recruit(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.4 RECRUIT 2 Holland."""
    count, rest = take_count(words)
    return [{"region": ident(rest, lexicon, Sort.REGION), "count": count or 1}]


def _city(words: Phrase, lexicon: Lexicon, rule: str) -> str:
    try:
        return ident(words, lexicon, Sort.CITY)
    except NotUnderstood:
        town = lexicon.exact(str(words), (Sort.TOWN,))
        if town is None:
            raise
        raise IllegalOrder(Reason("only_cities", rule, {"town": town.id})) from None


def besiege(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.6 BESIEGE Haarlem."""
    return [{"city": _city(words, lexicon, "4.3")}]


def _beggars(do: str, **others: str | int | None) -> Alternative:
    return {**dict.fromkeys(BEGGAR_FIELDS), "do": do, **others}


def hire(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.7 HIRE 2 Holland."""
    count, rest = take_count(words)
    return [_beggars("hire", region=ident(rest, lexicon, Sort.REGION), count=count or 1)]


def destroy(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.7 DESTROY Holland; DESTROY Catholics IN Holland BESIEGING Haarlem, FREE or RELEASED."""
    army: str | None = None
    city: str | None = None
    if parts := words.cut(BESIEGING):
        words, besieged = parts
        army, city = "besieging", _city(besieged, lexicon, "9.7") if len(besieged) else None
    elif len(words) > 1 and words.words[-1].key in FREE | RELEASED:
        army = "free" if words.words[-1].key in FREE else "released"
        words = words.part(0, -1)
    if not (parts := words.cut(IN)):
        return [_beggars("destroy", region=ident(words, lexicon, Sort.REGION), army=army, city=city)]
    faction = ident(parts[0], lexicon, Sort.FACTION) if len(parts[0]) else None
    return [_beggars("destroy", region=ident(parts[1], lexicon, Sort.REGION), faction=faction, army=army, city=city)]


def relieve(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.7 RELIEVE Haarlem."""
    return [_beggars("relieve", city=_city(words, lexicon, "4.3"))]


def raid(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.7 RAID Zeeland."""
    return [_beggars("plunder", province=_province(words, lexicon))]


def blockade(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.7 BLOCKADE Haarlem."""
    return [_beggars("besiege", city=_city(words, lexicon, "4.3"))]


def spare(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.1 SPARE Catholics, where the switch allows it."""
    return [_beggars("spare", faction=ident(words, lexicon, Sort.FACTION))]


def move(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.8 MOVE 2 Holland TO Utrecht."""
    start, goal = _need(words, TO, "TO")
    count, start = take_count(start)
    return [{"from": ident(start, lexicon, Sort.REGION), "to": ident(goal, lexicon, Sort.REGION), "count": count or 1}]


def influence(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.9 INFLUENCE Delft, INFLUENCE Holland Nobility, INFLUENCE Nobility IN Holland."""
    if parts := words.cut(IN):
        faction: str | None = ident(parts[0], lexicon, Sort.FACTION, Sort.NEUTRAL)
        where = parts[1]
    else:
        faction, where = take_faction(words, lexicon)
    province, spot = _spot(where, lexicon, "9.9")
    return [{"province": province, "spot": spot, "faction": faction}]


def place(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.10 PLACE 5 Holland, PLACE 1 Huguenots MAP."""
    count, rest = take_count(words)
    if len(rest) > 1 and rest.words[0].key in TO:
        rest = rest.part(1)
    if (found := lexicon.exact(str(rest.names), (Sort.PROVINCE, Sort.BOX))) is not None:
        return [{"to": found.id, "count": count or 1, "square": None}]
    for word, box in ((rest.words[-1], rest.part(0, -1)), (rest.words[0], rest.part(1))):
        if (square := lexicon.exact(word.text, (Sort.SQUARE,))) and len(box) and lexicon.is_name(str(box), (Sort.BOX,)):
            return [{"to": ident(box, lexicon, Sort.BOX), "count": count or 1, "square": square.id}]
    return [{"to": ident(rest, lexicon, Sort.PROVINCE, Sort.BOX), "count": count or 1, "square": None}]


def neutrals(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.12 NEUTRALS Holland, Zeeland."""
    return [{"province": _province(words, lexicon)}]


def overflow(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.13 OVERFLOW 2 Holland TO Utrecht, Gelderland; without a number as many as fit."""
    start, goals = _need(words, TO, "TO")
    count, start = take_count(start)
    origin = _province(start, lexicon)
    orders: list[Alternative] = []
    for goal in goals.split(frozenset({","})):
        own, where = take_count(goal)
        orders.append({"from": origin, "to": _province(where, lexicon), "count": own or count})
    return orders


def arrange(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.14 ARRANGE Holland: 1 countryside TO Amsterdam, 2 Nobility Delft TO countryside."""
    parts = words.cut(frozenset({":"})) or _before_number(words)
    if parts is None or not len(parts[1]):
        raise NotUnderstood("word_missing", str(words), word=":")
    province = _province(parts[0].names, lexicon)
    return [_rearranged(part, province, lexicon) for part in parts[1].split(frozenset({","}))]


def _before_number(words: Phrase) -> tuple[Phrase, Phrase] | None:
    for index, word in enumerate(words):
        if index and number(word) is not None:
            return words.part(0, index), words.part(index)
    return None


def _rearranged(words: Phrase, province: str, lexicon: Lexicon) -> Alternative:
    start, goal = _need(words, TO, "TO")
    count, start = take_count(start)
    faction, start = take_faction(start, lexicon)
    return {
        "province": province,
        "faction": faction,
        "count": count or 1,
        "from": _spot_inside(start, province, lexicon),
        "to": _spot_inside(goal, province, lexicon),
    }


def _spot_inside(words: Phrase, province: str, lexicon: Lexicon) -> str:
    """A place of this province, or its countryside."""
    text = str(words.names)
    if lexicon.exact(text, (Sort.COUNTRYSIDE,)):
        return COUNTRYSIDE
    try:
        found = named(words, lexicon, Sort.CITY, Sort.TOWN, Sort.COUNTRYSIDE)
    except Ambiguous as fault:
        inside = [
            place
            for place in board_of(lexicon).provinces[province].places
            if lexicon.shown(_place_named(place, lexicon), (Sort.CITY, Sort.TOWN, Sort.COUNTRYSIDE)) in fault.candidates
        ]
        if len(inside) != 1:
            raise
        return inside[0]
    except NotUnderstood:
        if lexicon.exact(text, (Sort.PROVINCE,)) == named(Phrase([Word(province, province)]), lexicon, Sort.PROVINCE):
            return COUNTRYSIDE
        raise
    if found.sort is Sort.COUNTRYSIDE:
        return COUNTRYSIDE
    if board_of(lexicon).places[found.id].province != province:
        raise IllegalOrder(Reason("place_not_in_province", "9.14", {"place": found.id, "province": province}))
    return found.id


def _place_named(place: str, lexicon: Lexicon) -> Named:
    return Named(Sort.CITY if board_of(lexicon).places[place].is_city else Sort.TOWN, place)


def sack(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.15 SACK Haarlem, Brussel: the order in which the sieges end."""
    return [{"city": _city(words, lexicon, "4.3"), "faction": None}]


def convert(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.15 CONVERT Reformers, Nobility: whose tokens change sides first."""
    return [{"city": None, "faction": ident(words, lexicon, Sort.FACTION)}]


def pay(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.16 PAY 2 Köln."""
    count, rest = take_count(words)
    return [{"city": _city(rest, lexicon, "9.16"), "count": count or 1}]


def lay(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.20 LAY FIRST, LAST, BEFORE or AFTER a faction."""
    if words.is_one_of(FIRST):
        return [{"where": "first", "faction": None}]
    if words.is_one_of(LAST):
        return [{"where": "last", "faction": None}]
    for where, keys in (("before", BEFORE), ("after", AFTER)):
        for word, rest in ((words.words[0], words.part(1)), (words.words[-1], words.part(0, -1))):
            if word.key in keys and len(rest):
                return [{"where": where, "faction": ident(rest, lexicon, Sort.FACTION)}]
    raise NotUnderstood("where_missing", str(words))
