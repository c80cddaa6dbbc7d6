"""Answers to the questions of others' impulses, of battles and of the other phases: what follows each verb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.options import Alternative
from engine.here_i_stand.board.cards import Effect
from engine.here_i_stand.terms import CardNumber
from orders.here_i_stand import keywords as w
from orders.here_i_stand.choosing import pick, placing
from orders.here_i_stand.forces import (
    card_of,
    clauses,
    find,
    fleet,
    formation,
    is_name,
    knows,
    needed,
    speaks_of_ships,
    unit_of,
)
from orders.here_i_stand.reading import OWN_IMPULSE, owner_of_ships, record, way_of
from orders.here_i_stand.words import PLACES, Sort, cards_of
from orders.phrase import ALL, NONE, Phrase, Word, number
from orders.words import Lexicon, NotUnderstood

NOTHING: Final = Phrase(())
GOUT: Final = 32
ROWERS: Final = 34

# ------------------------------------------------------------------ 13-15 land


def intercept(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.2 INTERCEPT 4 regulars, Charles FROM Graz."""
    parts = clauses(words, {"from": w.FROM})
    origin = find(needed(parts, "from", "FROM"), lexicon, Sort.SPACE)
    return [record("intercept", "intercept", from_=origin) | formation(parts[""], lexicon)]


def avoid(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.3 AVOID TO York, AVOID WITH 3 regulars TO York."""
    parts = clauses(words, {"to": w.TO})
    goal = find(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    return [record("avoid_battle", "avoid", to=goal) | formation(parts[""], lexicon)]


def withdraw(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.4 WITHDRAW."""
    return [record("withdraw", "inside")]


def fight(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.4 FIGHT: stay outside."""
    return [record("withdraw", "fight")]


def go_on(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.4 CONTINUE TO Graz; by sea CONTINUE VIA North Sea TO Calais."""
    parts = clauses(words, {"via": w.VIA, "to": w.TO})
    goal = find(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    seas = [find(part, lexicon, Sort.SEA) for part in parts.get("via", NOTHING).split(w.AND | {","}) if len(part)]
    return [record("not_outnumbered", "transport" if seas else "continue", to=goal, via=",".join(seas) or None)]


def fall_back(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """13.4 FALL BACK."""
    if len(words) and not set(words.keys) <= w.BACK:
        raise NotUnderstood("not_understood", str(words))
    return [record("not_outnumbered", "fall_back")]


def join(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """15.2 JOIN ALL, JOIN 3 regulars, Charles; JOIN NONE: nobody comes out."""
    if words.is_one_of(NONE):
        words = Phrase.of("0 regulars, no leader")
    return [record("relief", "join") | formation(words, lexicon)]


def lose(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """14 LOSE mercenaries, cavalry, regulars: in this order; LOSE Venetian regulars, LOSE Venice; in a relief
    LOSE RELIEF regulars, LOSE JOINED."""
    part = next((name for name, keys in _PARTS.items() if any(word.key in keys for word in words)), None)
    said = w.FOR | (_PARTS[part] if part else frozenset())
    words = Phrase(word for word in words.names if word.key not in said)
    if part is not None and not len(words):
        return [record("losses", "lose", pick=part)]
    if knows(words, lexicon, Sort.POWER):
        return [record("losses", "lose", power=find(words, lexicon, Sort.POWER), pick=part)]
    owner, unit = unit_of(words, lexicon)
    return [record("losses", "lose", unit=unit, power=owner, pick=part)]


_PARTS: Final = {"relief": w.RELIEF, "joined": w.JOINED}


def retreat(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """14.1 RETREAT TO Buda, RETREAT TO Buda INSIDE 4, RETREAT INSIDE 2 regulars, 1 cavalry, Charles."""
    parts = clauses(words, {"to": w.TO, "inside": w.INSIDE})
    goal, inside = parts.get("to", NOTHING), parts.get("inside", NOTHING)
    if len(parts[""].names):
        goal = parts[""] if not len(goal.names) else goal
    if not len(goal.names) and not len(inside.names):
        raise NotUnderstood("word_missing", str(words), word="TO")
    to = find(goal, lexicon, *PLACES) if len(goal.names) else None
    first, rest = (inside.words[0], inside.part(1)) if len(inside) else (None, NOTHING)
    count = number(first) if first is not None else None
    if count is not None and (not len(rest) or rest.words[0].key in w.WITH | w.AND | {","}):
        force = formation(rest, lexicon)
        return [record("retreat", "retreat", to=to, count=count, leaders=force["leaders"])]
    return [record("retreat", "retreat", to=to) | formation(inside, lexicon)]


# ------------------------------------------------------------------ 16 at sea


def is_at_sea(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether what follows a verb speaks of ships: of squadrons, a fleet, or a sea zone as goal or start."""
    if speaks_of_ships(words, lexicon):
        return True
    parts = clauses(words, {"from": w.FROM, "to": w.TO})
    named = [part for name, part in parts.items() if name and len(part.names)]
    return any(knows(part, lexicon, Sort.SEA) and not knows(part, lexicon, Sort.SPACE) for part in named)


def chase(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.1 CHASE 2 squadrons, Doria FROM Naples."""
    parts = clauses(words, {"from": w.FROM})
    origin = find(needed(parts, "from", "FROM"), lexicon, *PLACES)
    return [record("naval_intercept", "intercept", from_=origin) | fleet(parts[""], lexicon)]


def evade(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.1 EVADE TO Messina."""
    words = Phrase(word for word in words if word.key not in w.TO) if len(words) > 1 else words
    return [record("naval_avoid", "avoid", to=find(words, lexicon, *PLACES))]


_AWARDS: Final = {"squadron": w.SQUADRON, "card": w.CARD, "vp": w.VP}


def award(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """16.4 AWARD squadron, vp, card: what the pirates get first; AWARD 1 squadron: so many at most."""
    words = words.names
    count = number(words.words[0]) if len(words) > 1 else None
    what = words if count is None else words.part(1)
    for name, keys in _AWARDS.items():
        if len(what) and all(word.key in keys for word in what):
            return [record("piracy_award", "award", award=name, count=count)]
    raise NotUnderstood("no_such_award", str(words), [*_AWARDS])


# ------------------------------------------------------------------ cards


def respond(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """6.1 RESPOND Foul Weather, RESPOND Gout AGAINST Suleiman, RESPOND Landsknechts PLACING Vienna 2, Graz 1."""
    name, rest = _card_and_rest(words, lexicon)
    rest, laid = rest.cut(w.PLACING) or (rest, NOTHING)
    parts = clauses(
        rest, {"pick": w.CHOOSING, "leader": w.LEADERS, "against": w.AGAINST | w.POWER, "in": w.IN}
    )  # fmt: skip
    card = card_of(name, lexicon)
    fields: dict[str, str | None] = {}
    if len(goal := parts.get("against", NOTHING)):
        leader = is_name(goal, lexicon, Sort.LEADER) and not knows(goal, lexicon, Sort.POWER)
        fields["leader" if leader else "power"] = find(goal, lexicon, Sort.LEADER if leader else Sort.POWER)
    if len(leading := parts.get("leader", NOTHING)):
        fields["leader"] = find(leading, lexicon, Sort.LEADER)
    if len(where := parts.get("in", NOTHING)):
        fields["space"] = find(where, lexicon, *PLACES)
    if len(laid):
        fields["placing"] = placing(laid, lexicon)
    if len(chosen := parts.get("pick", NOTHING)):
        fields["pick"] = pick(chosen, lexicon)
    said = _with_way(parts[""], lexicon, fields)
    if card == GOUT and "leader" not in fields:
        raise NotUnderstood("leader_missing", str(words), card=card)
    modes = [mode for mode in _modes(card, said, lexicon, "response") if _makes_sense(card, mode, fields)]
    return [record("response", "respond", card=card, mode=mode, **fields) for mode in modes]


def _makes_sense(card: int, mode: str | None, fields: Mapping[str, str | None]) -> bool:
    """Gout stops Charles alone in a transfer; the rowers change a check by a number, or help a side."""
    if card == GOUT and mode == "b":
        return fields.get("leader") == "charles_v"
    if card == ROWERS and "pick" in fields:
        return (mode == "a") == (fields["pick"] in ("plus", "minus"))
    return True


def _with_way(words: Phrase, lexicon: Lexicon, fields: dict[str, str | None]) -> Phrase:
    """Words like PLUS or ATTACKER behind a card name what is picked; gives the others."""
    left = []
    for word in words.names:
        one = Phrase([word])
        if word.key not in w.MODES and knows(one, lexicon, Sort.WAY):
            fields["pick"] = find(one, lexicon, Sort.WAY)
        else:
            left.append(word)
    return Phrase(left)


def combat(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """6.1 COMBAT Arquebusiers, COMBAT Mercenaries Bribed AGAINST France."""
    name, rest = _card_and_rest(words, lexicon)
    parts = clauses(rest, {"pick": w.CHOOSING, "against": w.AGAINST | w.POWER})
    card = card_of(name, lexicon)
    fields: dict[str, str | None] = {}
    if len(goal := parts.get("against", NOTHING)):
        fields["power"] = find(goal, lexicon, Sort.POWER)
    if len(chosen := parts.get("pick", NOTHING)):
        fields["pick"] = pick(chosen, lexicon)
    modes = _modes(card, parts[""], lexicon, "combat")
    return [record("combat", "combat", card=card, mode=mode, **fields) for mode in modes]


def combats(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    """Cards parted by commas; behind a PICK a comma goes on with what is picked, unless a card follows."""
    found: list[Phrase] = []
    for part in words.split(frozenset({","})):
        picking = bool(found) and bool(set(found[-1].keys) & w.CHOOSING)
        if picking and not any(knows(part.part(0, end), lexicon, Sort.CARD) for end in range(len(part), 0, -1)):
            found[-1] = Phrase((*found[-1].words, Word(",", ","), *part.words))
        else:
            found.append(part)
    return found


def _card_and_rest(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Phrase]:
    """The longest whole name of a card in front, else the words before the first that opens a part."""
    for end in range(len(words), 0, -1):
        if knows(words.part(0, end), lexicon, Sort.CARD):
            return words.part(0, end), words.part(end)
    opening = w.PLACING | w.CHOOSING | w.LEADERS | w.AGAINST | w.POWER | w.IN | w.WAY | w.MODES.keys()
    end = next((at for at, word in enumerate(words) if at and word.key in opening), len(words))
    return words.part(0, end), words.part(end)


def _modes(card: int, words: Phrase, lexicon: Lexicon, kind: str) -> list[str] | list[None]:
    """The ways to use the card here: the one named, else all that can't be meant at the same time. In a battle the
    sides tell which one is possible."""
    words = Phrase(word for word in words if word.key not in w.WAY | w.EVENT)
    effects = cards_of(lexicon)[CardNumber(card)].effects
    able = [effect for effect in effects if any(_is_of(window, kind) for window in effect.windows)] or list(effects)
    if not len(words) and len(able) > 1 and not _overlap(able):
        return [effect.mode for effect in able]
    if not len(words) and len(able) > 1 and kind == "combat":
        return [None]
    return [way_of(card, words, [effect.mode for effect in able])]


def _is_of(window: str, kind: str) -> bool:
    if kind == "combat":
        return window.startswith("combat_cards")
    return window != OWN_IMPULSE and not window.startswith("combat_cards")


def _overlap(effects: list[Effect]) -> bool:
    """Whether one power could mean two ways at the same moment."""
    return any(
        set(one.windows) & set(other.windows) and set(one.eligible) & set(other.eligible)
        for n, one in enumerate(effects)
        for other in effects[n + 1 :]
    )


def discard(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """6.1 DISCARD Fuggers, 88: in this order."""
    return [record("discard", "discard", card=card_of(words, lexicon))]


# ------------------------------------------------------------------ other phases


def winter(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """19 WINTER ALL FROM Lyon TO Paris."""
    parts = clauses(words, {"from": w.FROM, "to": w.TO})
    origin = find(needed(parts, "from", "FROM"), lexicon, Sort.SPACE)
    goal = find(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    return [record("winter_land", "go", from_=origin, to=goal) | formation(parts[""], lexicon)]


def harbour(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """19 HARBOUR 2 Genoese squadrons, Doria FROM Ionian Sea TO Genoa."""
    parts = clauses(words, {"from": w.FROM, "to": w.TO})
    owner, what = owner_of_ships(parts[""], lexicon)
    goal = find(needed(parts, "to", "TO"), lexicon, Sort.SPACE)
    origin = find(needed(parts, "from", "FROM"), lexicon, *PLACES)
    return [record("winter_ships", "go", from_=origin, to=goal, power=owner or None) | fleet(what, lexicon)]


def deploy(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """10 DEPLOY Suleiman, 8 regulars FROM Istanbul TO Edirne WITH Spring Preparations; the card alone: DEPLOY WITH
    Spring Preparations."""
    card, rest = _take_card(words, lexicon)
    parts = clauses(rest, {"from": w.FROM, "to": w.TO})
    origin, goal = parts.get("from", NOTHING), parts.get("to", NOTHING)
    if not len(goal.names) and (card is None or len(parts[""].names)):
        raise NotUnderstood("word_missing", str(words), word="TO")
    fields = {
        "from": find(origin, lexicon, Sort.SPACE) if len(origin.names) else None,
        "to": find(goal, lexicon, Sort.SPACE) if len(goal.names) else None,
        "card": card,
    }
    return [record("spring_deployment", "deploy") | fields | formation(parts[""], lexicon)]


def _take_card(words: Phrase, lexicon: Lexicon) -> tuple[int | None, Phrase]:
    """A card named in whole somewhere, and the rest."""
    for start in range(len(words)):
        for end in range(min(len(words), start + 4), start, -1):
            part = words.part(start, end)
            if {",", ":"} & set(part.keys) or _is_number(part):
                continue
            if knows(part, lexicon, Sort.CARD) and not knows(part, lexicon, Sort.LEADER):
                before = words.words[:start]
                while before and before[-1].key in w.WITH | w.AND | {","}:
                    before = before[:-1]
                return card_of(part, lexicon), Phrase((*before, *words.words[end:]))
    return None, words


def _is_number(words: Phrase) -> bool:
    return len(words) == 1 and number(words.words[0]) is not None


def enter(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """8.2 ENTER Wittenberg."""
    words = Phrase(word for word in words if word.key not in w.IN | w.TO) if len(words) > 1 else words
    return [record("leader_enters", "enter", space=find(words, lexicon, Sort.SPACE))]


def stop(words: Phrase, lexicon: Lexicon) -> list[Alternative]:
    """1.5 STOP YES: the game may end now."""
    if not words.names.is_one_of(w.YES | ALL):
        raise NotUnderstood("yes_or_no", str(words))
    return [record("stop", "agree")]
