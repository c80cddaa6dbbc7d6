"""Choices of events and of displacement: spaces, powers, leaders, units by space, cards; CHOOSE and what it names."""

from __future__ import annotations

from typing import Final

from engine.core.options import Alternative
from engine.here_i_stand.kinds import KINDS
from orders.here_i_stand import keywords as w
from orders.here_i_stand.forces import clauses, find, is_name, items, knows, unit_of
from orders.here_i_stand.words import PERSONS, PLACES, Sort
from orders.phrase import NONE, Phrase, number
from orders.words import Lexicon, NotUnderstood

PICKED: Final = (*PLACES, Sort.POWER, *PERSONS, Sort.PRIZE, Sort.ZONE, Sort.WAY)
"""Sorts of what may be picked, in the order in which a name is looked for."""
COUNTED: Final = (Sort.UNIT, Sort.CARD)
"""Sorts of what may be picked with a number behind it: regular 2; a foreign war by its card."""
NOTHING: Final = "none"


def choose(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """D66 CHOOSE Leipzig, Erfurt; CHOOSE 2 IN Edinburgh; CHOOSE Vienna 2, Graz 1; CHOOSE card 88; CHOOSE NONE."""
    blank = {**dict.fromkeys(KINDS["choice"].fields), "do": "choose"}
    if words.is_one_of(NONE):
        return [blank | {"pick": NOTHING}]
    if _is_pick(words, lexicon):
        return [blank | {"pick": pick(words, lexicon)}]
    if knows(words, lexicon, Sort.CARD) and not (len(words) == 1 and words.words[0].text.isdecimal()):
        return [blank | {"card": int(find(words, lexicon, Sort.CARD))}]
    parts = clauses(words, {"in": w.IN, "to": w.TO, "with": w.WITH, "for": w.FOR - w.OF})
    found: Alternative = dict(blank)
    for mark, field, sorts in (
        ("in", "space", PLACES), ("to", "to", PLACES), ("for", "power", (Sort.POWER,)), ("with", "card", (Sort.CARD,)),
    ):  # fmt: skip
        if len(part := parts.get(mark, Phrase(()))):
            named = find(part, lexicon, *sorts)
            found[field] = int(named) if field == "card" else named
    head = _head(parts[""], lexicon)
    if set(head) == {"unit"} and found == blank:  # a unit alone may be the thing itself, or its type
        return [found | {"pick": head["unit"]}, found | head]
    return [found | head]


def _head(words: Phrase, lexicon: Lexicon) -> Alternative:
    """What stands before IN, TO, WITH and FOR."""
    words = words.names if len(words.names) == 1 else words
    if not len(words):
        return {}
    if len(words) == 1 and (count := number(words.words[0])) is not None:
        return {"count": count}
    if knows(words, lexicon, Sort.CARD) and not knows(words, lexicon, *PICKED):
        return {"card": int(find(words, lexicon, Sort.CARD))}
    count = number(words.words[0])
    rest = words.part(1) if count is not None else words
    if is_name(rest, lexicon, Sort.UNIT) and not knows(rest, lexicon, *PICKED):
        owner, unit = unit_of(rest, lexicon)
        said: Alternative = {"unit": unit} if count is None else {"count": count, "unit": unit}
        return said | ({"power": owner} if owner else {})
    if not _is_pick(words, lexicon) and is_name(words, lexicon, Sort.CARD):
        return {"card": int(find(words, lexicon, Sort.CARD))}
    return {"pick": pick(words, lexicon)}


def _is_pick(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether all between the commas is a thing, or a thing and behind it a number."""
    return bool(items(words)) and all(
        knows(part, lexicon, *PICKED)
        or (len(part) > 1 and part.words[-1].text.isdecimal() and _may_be_counted(part.part(0, -1), lexicon))
        for part in items(words)
    )


def _may_be_counted(words: Phrase, lexicon: Lexicon) -> bool:
    return knows(words, lexicon, *PICKED, *COUNTED) or bool(_pair(words, lexicon))


def pick(words: Phrase, lexicon: Lexicon) -> str:
    """Things by their ids, with commas between them; units by space as "vienna 2,graz 1".

    Raises NotUnderstood, Ambiguous.
    """
    if words.is_one_of(NONE):
        return NOTHING
    if knows(words, lexicon, *PICKED):
        return _one(words, lexicon)
    found: list[str] = []
    for part in items(words):
        count, rest = _counted(part)
        if count is None or knows(part, lexicon, *PICKED):
            found.append(_one(part, lexicon))
        else:
            found.append(f"{_pair(rest, lexicon) or _one(rest, lexicon, *COUNTED)} {count}")
    return ",".join(found)


def placing(words: Phrase, lexicon: Lexicon) -> str:
    """Units by space: Vienna 2, Graz 1; units of others as Vienna Hapsburgs 2. Raises NotUnderstood, Ambiguous."""
    found: list[str] = []
    for part in items(words):
        count, rest = _counted(Phrase(word for word in part if word.key not in w.IN) if len(part) > 2 else part)
        if count is None:
            raise NotUnderstood("number_missing", str(part))
        found.append(f"{_place(rest, lexicon)} {count}")
    return ",".join(found)


def _place(words: Phrase, lexicon: Lexicon) -> str:
    """A space, or a space and whose units there; or a foreign war by its card."""
    if knows(words, lexicon, Sort.SPACE):
        return find(words, lexicon, Sort.SPACE)
    return _pair(words, lexicon) or find(words, lexicon, Sort.SPACE, Sort.CARD)


def _pair(words: Phrase, lexicon: Lexicon) -> str:
    """A space and whose units there, if that is named."""
    if knows(words, lexicon, *PICKED, *COUNTED):
        return ""
    pairs = [one for one in _halves(words) if knows(one[0], lexicon, Sort.SPACE) and knows(one[1], lexicon, Sort.POWER)]
    if not pairs:
        return ""
    return f"{find(pairs[0][0], lexicon, Sort.SPACE)} {find(pairs[0][1], lexicon, Sort.POWER)}"


def _halves(words: Phrase) -> list[tuple[Phrase, Phrase]]:
    ways = [(words.part(0, at), words.part(at)) for at in range(1, len(words))]
    return [way for first, second in ways for way in ((first, second), (second, first))]


def _counted(words: Phrase) -> tuple[int | None, Phrase]:
    """A number in front or behind, and the rest."""
    if len(words) > 1:
        for word, rest in ((words.words[-1], words.part(0, -1)), (words.words[0], words.part(1))):
            if word.text.isdecimal():
                return int(word.text), rest
    return None, words


def _one(words: Phrase, lexicon: Lexicon, *more: Sort) -> str:
    """One thing: its whole name among the sorts in their order, else what it shortens."""
    for sort in (*PICKED, *more):
        if knows(words, lexicon, sort):
            return find(words, lexicon, sort)
    return find(words, lexicon, *PICKED, *more)


# ------------------------------------------------------------------ writing


def write_pick(ids: object, lexicon: Lexicon) -> str:
    """What was picked, as it is read again."""
    if ids == NOTHING:
        return "NONE"
    return ", ".join(_write_one(part.strip(), lexicon) for part in str(ids).split(","))


def _write_one(ident: str, lexicon: Lexicon) -> str:
    name, *rest = ident.split(" ")
    more = COUNTED if rest else ()
    if len(rest) > 1:  # units of others: "vienna hapsburg 2"
        return " ".join([lexicon.write(name, Sort.SPACE), lexicon.write(rest[0], Sort.POWER), *rest[1:]])
    if not rest and _is_unit(name, lexicon):
        return lexicon.write(name, Sort.UNIT)
    for sort in (*PICKED, *more):
        if not lexicon.knows(name, (sort,)) or lexicon.find(name, (sort,)) != name:
            continue
        for text in (lexicon.write(name, sort), f"{sort.value} {name}"):
            if _one(Phrase.of(text, lexicon), lexicon, *more) == name:
                return " ".join([text, *rest])
    return ident


def _is_unit(ident: str, lexicon: Lexicon) -> bool:
    return lexicon.knows(ident, (Sort.UNIT,)) and not lexicon.knows(ident, PICKED)


def write_placing(placed: object, lexicon: Lexicon) -> str:
    """Units by space as they are read again."""
    return ", ".join(_write_one(part.strip(), lexicon) for part in str(placed).split(","))


def write_choice(order: Alternative, lexicon: Lexicon) -> str:
    """The line of a choice."""
    said = ["CHOOSE"]
    if order.get("pick") is not None:
        said.append(write_pick(order["pick"], lexicon))
    if order.get("count") is not None:
        said.append(str(order["count"]))
    if order.get("unit") is not None:
        said.append(lexicon.write(str(order["unit"]), Sort.UNIT))
    if order.get("card") is not None:
        alone = len(said) == 1
        said.append(f"card {order['card']}" if alone else f"WITH card {order['card']}")
    for field, mark, sorts in (("space", "IN", PLACES), ("to", "TO", PLACES), ("power", "FOR", (Sort.POWER,))):
        if order.get(field) is not None:
            said.append(f"{mark} {_write_named(str(order[field]), sorts, lexicon)}")
    return " ".join(said)


def _write_named(ident: str, sorts: tuple[Sort, ...], lexicon: Lexicon) -> str:
    sort = next((one for one in sorts if lexicon.knows(ident, (one,))), sorts[0])
    return lexicon.write(ident, sort, sorts)
