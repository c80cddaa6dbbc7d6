"""Chapter 9 in words: deals, peace and its price, ransom, absolution, war and who pays for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.options import Alternative
from orders.here_i_stand import keywords as w
from orders.here_i_stand.forces import NAVAL, card_of, clauses, find, is_name, items, knows, needed, unit_of
from orders.here_i_stand.reading import record
from orders.here_i_stand.words import PLACES, Sort
from orders.phrase import ALL, NONE, Phrase, Word, number
from orders.words import Lexicon, NotUnderstood

_SIGNS: Final = frozenset({";", ",", ":"})

# ------------------------------------------------------------------ 9.1 proposing


def proposals(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    """PROPOSE 2 TO france: alliance; 1 random card: each item with the heading before it."""
    head, behind = words.cut(frozenset({":"})) or _heading(words, lexicon)
    parts = [part for part in behind.split(frozenset({";", ","})) if len(part.names)]
    colon = Word(":", ":")
    return [Phrase((*head.words, colon, *part.words)) for part in parts] or [words]


def _heading(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Phrase]:
    """Without a colon the heading ends behind the last power that follows TO."""
    at = next((n for n, word in enumerate(words) if word.key in w.TO), None)
    if at is None:
        raise NotUnderstood("word_missing", str(words), word="TO")
    end = at + 1
    for stop in range(len(words), at + 1, -1):
        if all(knows(part, lexicon, Sort.POWER) for part in items(words.part(at + 1, stop))):
            end = stop
            break
    return words.part(0, end), words.part(end)


def propose(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.1 PROPOSE TO france: alliance; lend 2 squadrons FROM Portsmouth; 1 random card."""
    head, item = words.cut(frozenset({":"})) or _heading(words, lexicon)
    number_of, to = _package_and_members(head, lexicon)
    if not len(item.names):
        raise NotUnderstood("deal_item_missing", str(words))
    return [record("propose", "propose", package=number_of, to=to) | _item(item, lexicon)]


def _package_and_members(head: Phrase, lexicon: Lexicon) -> tuple[str | int | None, str]:
    parts = clauses(head, {"to": w.TO})
    members = needed(parts, "to", "TO")
    to = ",".join(find(part, lexicon, Sort.POWER) for part in items(members))
    name = Phrase(word for word in parts[""].names if word.key not in w.PACKAGE)
    if not len(name):
        return None, to
    return number(name.words[0]) if number(name.words[0]) is not None else str(name), to


def _item(words: Phrase, lexicon: Lexicon) -> Alternative:
    """One item of a deal. Who gives stands in front or behind BY, who gets it behind TO."""
    giver, rest = _giver(words, lexicon)
    parts = clauses(rest, {"to": w.TO, "by": w.BY})
    if len(by := parts.get("by", Phrase(()))):
        giver = find(by, lexicon, Sort.POWER)
    receiver = ""
    goal = parts.get("to", Phrase(()))
    if len(goal) and not set(goal.keys) <= w.ME:
        receiver = find(goal, lexicon, Sort.POWER)
    if len(goal) and not giver:
        raise NotUnderstood("giver_missing", str(words))
    fields = _thing(parts[""], lexicon)
    named = ",".join(one for one in (giver, receiver) if one)
    return fields if "power" in fields else fields | {"power": named or None}


def _giver(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    """france gives 2 cards, france: 2 cards."""
    for size in (2, 1):
        if len(words) > size and knows(words.part(0, size), lexicon, Sort.POWER):
            rest = words.part(size)
            opens = rest.words[0].key in {":"} | w.GIVES | _ITEM_WORDS or number(rest.words[0]) is not None
            if opens:
                return find(words.part(0, size), lexicon, Sort.POWER), rest
    return "", words


_ITEMS: Final[Mapping[str, frozenset[str]]] = {
    "loan": w.LEND,
    "lift_excommunication": w.LIFT | w.EXCOMMUNICATION,
    "divorce": w.DIVORCE,
    "end_war": w.PEACE,
    "alliance": w.ALLIANCE,
    "return_leader": w.RETURN,
    "cede": w.CEDE,
    "draws": w.CARD | w.DRAWS,
}


_ITEM_WORDS: Final = frozenset(word for words in _ITEMS.values() for word in words)


def _thing(words: Phrase, lexicon: Lexicon) -> Alternative:
    """What an item is: its word first, a number of cards or of mercenaries else."""
    words = Phrase(word for word in words if word.key not in _SIGNS)
    while len(words) > 1 and words.words[0].key in w.GIVES:
        words = words.part(1)
    keys = set(words.keys)
    for item in ("loan", "lift_excommunication", "divorce", "end_war", "alliance", "return_leader", "cede", "draws"):
        if keys & _ITEMS[item]:
            return _READERS[item](words, lexicon)
    counted = number(words.words[0]) if len(words) > 1 else None
    if counted is not None and unit_of(words.part(1), lexicon)[1] == "mercenary":
        return {"item": "mercenaries", "count": counted}
    raise NotUnderstood("no_such_deal_item", str(words))


def _mutual(item: str, words: Phrase, keys: frozenset[str], lexicon: Lexicon) -> Alternative:
    """alliance; alliance WITH france; alliance BETWEEN france AND papacy."""
    rest = Phrase(word for word in words if word.key not in keys | w.BETWEEN | w.WITH | w.FOR)
    powers = [find(part, lexicon, Sort.POWER) for part in items(rest)]
    found: Alternative = {"item": item}
    return found | {"power": ",".join(powers)} if powers else found


def _end_war(words: Phrase, lexicon: Lexicon) -> Alternative:
    return _mutual("end_war", words, w.PEACE | w.WHITE, lexicon)


def _alliance(words: Phrase, lexicon: Lexicon) -> Alternative:
    return _mutual("alliance", words, w.ALLIANCE, lexicon)


def _divorce(words: Phrase, lexicon: Lexicon) -> Alternative:
    return {"item": "divorce"}


def _lift(words: Phrase, lexicon: Lexicon) -> Alternative:
    rest = Phrase(word for word in words if word.key not in w.LIFT | w.EXCOMMUNICATION | w.FOR)
    found: Alternative = {"item": "lift_excommunication"}
    return found | {"power": find(rest, lexicon, Sort.POWER)} if len(rest) else found


def _loan(words: Phrase, lexicon: Lexicon) -> Alternative:
    """lend 2 squadrons, lend 1 Genoese squadron AND 1 Venetian squadron FROM Genoa WITH Doria."""
    parts = clauses(Phrase(word for word in words if word.key not in w.LEND), {"from": w.FROM | w.IN, "with": w.WITH})
    port = parts.get("from", Phrase(()))
    space = find(port, lexicon, Sort.SPACE) if len(port) else None
    leaders = [find(part, lexicon, Sort.LEADER) for part in items(parts.get("with", Phrase(())))]
    plain, owned = 0, []
    for part in items(parts[""]):
        count = number(part.words[0])
        if count is None:
            leaders.append(find(part, lexicon, Sort.LEADER))
            continue
        rest = Phrase(word for word in part.part(1) if word.key not in w.SHIPS)
        owner, unit = unit_of(rest, lexicon) if len(rest) else (None, "squadron")
        if unit not in NAVAL:
            raise NotUnderstood("other_units_here", str(part), unit=unit, units=["squadron"])
        plain += count
        owned += [f"{owner} {count}"] if owner else []
    if not plain:
        raise NotUnderstood("number_missing", str(words))
    squadrons: str | int = ",".join(owned) if owned else plain
    return {"item": "loan", "space": space, "squadrons": squadrons, "leader": ",".join(leaders) or None}


def _return(words: Phrase, lexicon: Lexicon) -> Alternative:
    rest = Phrase(word for word in words if word.key not in w.RETURN | w.LEADERS)
    return {"item": "return_leader", "leader": find(rest, lexicon, Sort.LEADER)}


def _cede(words: Phrase, lexicon: Lexicon) -> Alternative:
    rest = Phrase(word for word in words if word.key not in w.CEDE | w.CONTROL)
    return {"item": "cede", "space": find(rest, lexicon, Sort.SPACE)}


def _draws(words: Phrase, lexicon: Lexicon) -> Alternative:
    counts = [count for word in words if (count := number(word)) is not None]
    if len(counts) != 1:
        raise NotUnderstood("number_missing", str(words))
    return {"item": "draws", "count": counts[0]}


_READERS: Final = {
    "loan": _loan, "lift_excommunication": _lift, "divorce": _divorce, "end_war": _end_war, "alliance": _alliance,
    "return_leader": _return, "cede": _cede, "draws": _draws,
}  # fmt: skip

# ------------------------------------------------------------------ 9.1 ratifying, handing over


def _deal(do: str, words: Phrase) -> list[Alternative]:
    counts = [count for word in words if (count := number(word)) is not None]
    if len(counts) != 1:
        raise NotUnderstood("number_missing", str(words))
    return [record("ratify", do, package=counts[0])]


def accept(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.1 ACCEPT 3, 1: deals by their numbers, in this order."""
    return _deal("accept", words)


def refuse(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.1 REFUSE 2."""
    return _deal("refuse", words)


def give(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.1 GIVE 2 FROM Vienna: mercenaries; GIVE TO Wittenberg: where those that you get appear."""
    parts = clauses(words, {"from": w.FROM, "to": w.TO | w.IN})
    if len(goal := parts.get("to", Phrase(()))):
        return [record("give_units", "place", space=find(goal, lexicon, Sort.SPACE))]
    origin = find(needed(parts, "from", "FROM"), lexicon, Sort.SPACE)
    count = number(parts[""].words[0]) if len(parts[""]) else None
    if count is None:
        raise NotUnderstood("number_missing", str(words))
    return [record("give_units", "give", space=origin, count=count)]


# ------------------------------------------------------------------ 9.3 peace


def sue(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3 SUE FOR PEACE WITH ottoman, SUE ottoman WITH Diplomatic Marriage."""
    rest = Phrase(word for word in words if word.key not in w.FOR | w.PEACE | w.AGAINST)
    parts = [part for part in rest.split(w.WITH | w.AND | {","}) if len(part.names)]
    cards = [part for part in parts if not is_name(part, lexicon, Sort.POWER)]
    powers = [part for part in parts if is_name(part, lexicon, Sort.POWER)]
    if len(powers) != 1:
        return [record("peace", "sue", power=find(rest, lexicon, Sort.POWER))]
    card = card_of(cards[0], lexicon) if cards else None
    return [record("peace", "sue", power=find(powers[0], lexicon, Sort.POWER), card=card)]


def disband(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3-4 DISBAND 2 mercenaries IN Lyon; at a foreign war by its card: DISBAND regular IN War in Persia."""
    parts = clauses(words, {"in": w.IN | w.FROM})
    what, where = parts[""].names, needed(parts, "in", "IN")
    at = next(n for n, word in enumerate(words) if word.key in w.IN | w.FROM)
    if knows(words.part(at + 1), lexicon, Sort.CARD):
        where = words.part(at + 1)
    count = number(what.words[0]) if len(what) > 1 else None
    _, unit = unit_of(what if count is None else what.part(1), lexicon)
    place = find(where, lexicon, *PLACES, Sort.CARD)
    return [record("peace_terms", "disband", unit=unit, space=place, count=count or 1)]


def regain(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.3-5 to 7 REGAIN Metz FOR vp, REGAIN Nice, Turin FOR card, REGAIN Francis FOR card."""
    at = next((n for n in range(len(words) - 1, 0, -1) if words.words[n].key in w.FOR), None)
    price = Phrase(()) if at is None else words.part(at + 1)
    named = next((name for name, keys in (("vp", w.VP), ("card", w.CARD)) if set(price.keys) & keys), None)
    if at is None or named is None:
        raise NotUnderstood("price_missing", str(words), ["FOR vp", "FOR card"])
    wanted = words.part(0, at)
    if is_name(wanted, lexicon, Sort.LEADER) and not is_name(wanted, lexicon, Sort.SPACE):
        return [record("peace_terms", "regain", leader=find(wanted, lexicon, Sort.LEADER), price=named)]
    spaces = ",".join(find(part, lexicon, Sort.SPACE) for part in items(wanted))
    return [record("peace_terms", "regain", space=spaces, price=named)]


# ------------------------------------------------------------------ 9.4-9.6


def ransom(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.4 RANSOM Francis."""
    return [record("ransom", "ransom", leader=find(words, lexicon, Sort.LEADER))]


def absolution(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.5 PAY ABSOLUTION."""
    return [record("absolution", "pay")]


def declare(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.6 DECLARE WAR ON france, venice."""
    rest = Phrase(word for word in words if word.key not in w.WAR | w.AGAINST)
    return [record("war", "declare", power=find(rest if len(rest) else words, lexicon, Sort.POWER))]


def oppose(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """22.2 OPPOSE: war with the new ally of a minor."""
    return [record("minor_activated", "declare")]


def intervene(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.6-3 INTERVENE WITH 2 CP, INTERVENE WITH Auld Alliance."""
    rest = Phrase(word for word in words.names if word.key not in w.WITH | w.FOR)
    if any(word.key in w.CP for word in rest) or (len(rest) == 1 and number(rest.words[0]) == 2):
        return [record("intervene", "intervene")]
    if rest.is_one_of(w.YES | ALL):
        return [record("intervene", "intervene")]
    return [record("intervene", "intervene", card=card_of(rest, lexicon))]


def pay(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """9.6 PAY WITH 65, Fuggers."""
    rest = Phrase(word for word in words if word.key not in w.WITH) if len(words) > 1 else words
    return [record("payment", "pay", card=card_of(rest, lexicon))]


def is_of_absolution(words: Phrase) -> bool:
    """PAY ABSOLUTION."""
    return bool(set(words.keys) & w.ABSOLUTION) and not set(words.keys) & NONE


def names_nobody(words: Phrase) -> bool:
    """DECLARE WAR and no name."""
    return bool(len(words)) and set(words.keys) <= w.WAR
