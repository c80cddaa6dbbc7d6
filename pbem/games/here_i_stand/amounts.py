"""What a sentence says of several facts together: the units of a formation, the ships of a fleet, a roll of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.here_i_stand.terms import Phase

if TYPE_CHECKING:
    from pbem.games.here_i_stand.words import HisWords

Facts = Mapping[str, Any]

LAND: Final = ("regulars", "mercenaries", "cavalry")
SHIPS: Final = ("squadrons", "corsairs")
PLURALS: Final[Mapping[str, str]] = {
    "regular": "regulars", "mercenary": "mercenaries", "cavalry": "cavalry", "squadron": "squadrons",
    "corsair": "corsairs",
}  # fmt: skip
"""The kind of a unit -> the fact that counts such units."""


def _numbers(words: HisWords, facts: Facts, names: Sequence[str], prefix: str = "") -> list[str]:
    return [words.say(f"text.unit.{name}", n=facts[prefix + name]) for name in names if facts.get(prefix + name)]


def _of_minors(words: HisWords, facts: Facts) -> Iterator[str]:
    """Regulars of minor powers: "venice 2,genoa 1"."""
    for part in str(facts.get("minors") or "").split(","):
        owner, _, count = part.strip().partition(" ")
        if count.isdigit():
            yield words.say("text.unit.of_minor", n=int(count), power=owner)


def _led(words: HisWords, units: Sequence[str], leaders: Any) -> str:
    """Units, and who leads them."""
    named = list(leaders or ())
    if not units:
        return words.value("leaders", named)
    said = ", ".join(units)
    return words.say("text.led", units=said, leaders=named) if named else said


def force(words: HisWords, facts: Facts) -> str:
    """A formation: "4 regulars, 2 mercenaries with Montmorency"; where no kinds are told, the number of units."""
    units = [*_numbers(words, facts, LAND), *_of_minors(words, facts)]
    count = facts.get("strength", facts.get("count"))
    if not units and count:
        units = [words.say("text.unit.any", n=count)]
    return _led(words, units, facts.get("leaders"))


def rival_force(words: HisWords, facts: Facts) -> str:
    """The other side of a battle."""
    return _led(words, [words.say("text.unit.any", n=facts["rival_strength"])], facts.get("rival_leaders"))


def ships(words: HisWords, facts: Facts) -> str:
    """A fleet: "2 squadrons, 1 corsair with Barbarossa"."""
    return _led(words, _numbers(words, facts, SHIPS), facts.get("leaders"))


def rival_ships(words: HisWords, facts: Facts) -> str:
    """The fleet of the other side."""
    return _led(words, _numbers(words, facts, SHIPS, "rival_"), facts.get("rival_leaders"))


def pieces(words: HisWords, facts: Facts) -> str:
    """Units of one kind, or of several: "2 regulars"; one where nothing is told of a number."""
    units = _numbers(words, facts, LAND)
    if not units:
        amounts = facts.get("amounts") or {str(facts.get("unit")): facts.get("count", 1)}
        units = [words.say(f"text.unit.{PLURALS.get(unit, 'any')}", n=count) for unit, count in amounts.items()]
    return ", ".join(units)


def with_leaders(words: HisWords, facts: Facts) -> str:
    """Leaders who go along, if there are any."""
    return words.say("text.with_leaders", leaders=list(facts["leaders"])) if facts.get("leaders") else ""


def rolled(words: HisWords, facts: Facts) -> str:
    """Dice of a battle and their hits: "7 dice, 3 hits (6 5 5 4 2 1 1)"."""
    dice = sorted(facts["dice"], reverse=True)
    struck = words.say("text.hits", n=facts["hits"])
    if not dice:
        return words.say("text.rolled.nothing", struck=struck)
    return words.say("text.rolled", thrown=words.say("text.dice", n=len(dice)), struck=struck, dice=dice)


def rival_rolled(words: HisWords, facts: Facts) -> str:
    """Dice of the other side of a debate."""
    return rolled(words, {"dice": facts["against"], "hits": facts["hits_against"]})


def attempt(words: HisWords, facts: Facts) -> str:
    """18.3 The dice of an attempt: "5 3 against 4 2", "6 2, unanswered"; with what is added to each, and who helped."""
    dice, against = (sorted(facts[name], reverse=True) for name in ("dice", "against"))
    modifier = facts.get("modifier") or 0
    added = f" ({'+' if modifier > 0 else '−'}{abs(modifier)})" if modifier else ""
    key = "text.attempt" if against else "text.attempt.unanswered"
    return words.say(key, dice=dice, added=added, against=" ".join(map(str, against))) + with_debater(words, facts)


def with_debater(words: HisWords, facts: Facts) -> str:
    """The debaters who were committed for it, if there are any."""
    named = [one for one in str(facts.get("debater") or "").split(",") if one]
    return words.say("text.with_debaters", debaters=named) if named else ""


def reckoning(words: HisWords, facts: Facts) -> str:
    """Dice, what is added, and the sum: "4 + 6 + 1 − 1 = 10"."""
    parts = " + ".join(map(str, facts["dice"]))
    for added in ("rating", "cavalry_modifier", "cards", "modifier", "value", "bonus", "uncharted"):
        if number := facts.get(added):
            parts += f" + {number}" if number > 0 else f" − {-number}"
    return f"{parts} = {facts['total']}"


def phase_name(words: HisWords, facts: Facts) -> str:
    """What the phase of a number is called: the rules have names for them."""
    number = facts.get("phase")
    return words.term("phase", _PHASES[number - 1]) if isinstance(number, int) and 0 < number <= len(_PHASES) else ""


_PHASES: Final = tuple(Phase)
_MADE: Final[Mapping[str, Callable[[HisWords, Facts], str]]] = {
    "force": force, "rival_force": rival_force, "ships": ships, "rival_ships": rival_ships, "pieces": pieces,
    "with_leaders": with_leaders, "rolled": rolled, "rival_rolled": rival_rolled, "reckoning": reckoning,
    "phase_name": phase_name, "attempt": attempt, "with_debater": with_debater,
}  # fmt: skip
MADE: Final = frozenset(_MADE)
"""What sentences may say that is no fact of its own."""


def made(words: HisWords, name: str, facts: Facts) -> str:
    """What is said under this name. Raises KeyError for a name that is not in MADE."""
    return _MADE[name](words, facts)
