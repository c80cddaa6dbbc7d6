"""D66-D68 Choices that events ask for: spaces, powers, leaders, cards, units to place.

What is chosen stands in `pick`: an id, several with commas between them, "vienna 2,graz 1" for units by space, "none"
for nothing; a card stands in `card`. The facts of each question name the card (`event`) and what is asked (`what`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, SpaceId

NONE: Final = "none"


def picked(item: str | None) -> Alternative:
    """The answer that names something."""
    return blank("choice", do="choose", pick=item)


def of_card(card: CardNumber) -> Alternative:
    """The answer that names a card."""
    return blank("choice", do="choose", card=card)


def _facts(card: CardNumber, what: str, facts: Mapping[str, Json] | None) -> dict[str, Json]:
    return {"event": card, "what": what, **(facts or {})}


# ------------------------------------------------------------------ one of some


def pick_one(
    s: HisState,
    power: Power,
    items: Sequence[str],
    default: str,
    card: CardNumber,
    what: str,
    facts: Mapping[str, Json] | None = None,
) -> Flow[str]:
    """One of some things that everybody can see. Raises ValueError when there is none."""
    if not items:
        raise ValueError(f"nothing to choose for {what} of card {card}")
    wish = yield from choose(
        s, "choice", power, [picked(item) for item in items], picked(default),
        rule="6.1", about=f"{card}/{what}", facts=_facts(card, what, facts),
    )  # fmt: skip
    return str(wish["pick"])


def pick_record(
    s: HisState,
    power: Power,
    records: Sequence[Alternative],
    card: CardNumber,
    what: str,
    facts: Mapping[str, Json] | None = None,
) -> Flow[Alternative]:
    """One of some answers of several fields that everybody can see; the first is the default. Raises ValueError when
    there is none."""
    if not records:
        raise ValueError(f"nothing to choose for {what} of card {card}")
    wish = yield from choose(
        s, "choice", power, records, records[0], rule="6.1", about=f"{card}/{what}", facts=_facts(card, what, facts)
    )
    return wish


def pick_power(
    s: HisState, power: Power, powers: Sequence[Power], card: CardNumber, what: str, default: Power | None = None
) -> Flow[Power]:
    """One of some powers; by default the first."""
    name = yield from pick_one(s, power, powers, default or powers[0], card, what)
    return Power(name)


def pick_space(
    s: HisState, power: Power, spaces: Sequence[SpaceId], card: CardNumber, what: str, default: SpaceId | None = None
) -> Flow[SpaceId]:
    """One of some spaces; by default the first."""
    name = yield from pick_one(s, power, spaces, default or spaces[0], card, what)
    return SpaceId(name)


# ------------------------------------------------------------------ several of some


def pick_some(
    s: HisState,
    power: Power,
    items: Sequence[str],
    least: int,
    most: int,
    default: Sequence[str],
    card: CardNumber,
    what: str,
) -> Flow[list[str]]:
    """From `least` to `most` different things of some that everybody can see, as far as there are so many."""
    least, most = min(least, len(items)), min(most, len(items))
    if most == 0 or least == len(items):
        return list(items[:most])
    usual = list(default[:most])

    def why_not(wish: Alternative) -> Reason | None:
        return _why_not_some(names_of(wish), items, least, most)

    singles = [picked(item) for item in items] if least <= 1 else []
    choices = [picked(",".join(usual) or NONE), *singles]
    if least == 0 and usual:
        choices.append(picked(NONE))
    wish = yield from choose(
        s, "choice", power, choices, choices[0], why=why_not,
        rule="6.1", about=f"{card}/{what}", facts=_facts(card, what, {"least": least, "most": most}),
    )  # fmt: skip
    return names_of(wish)


def names_of(wish: Alternative) -> list[str]:
    """The things that an answer names."""
    text = str(wish["pick"] or NONE)
    return [] if text == NONE else [name.strip() for name in text.split(",")]


def _why_not_some(names: list[str], items: Sequence[str], least: int, most: int) -> Reason | None:
    if len(set(names)) != len(names):
        return Reason("named_twice", "", {"names": list(names)})
    for name in names:
        if name not in items:
            return Reason("not_among", "", {"given": name, "names": list(items)})
    if not least <= len(names) <= most:
        return Reason("not_between", "", {"given": len(names), "low": least, "high": most})
    return None


# ------------------------------------------------------------------ units by place


def divide(
    s: HisState,
    power: Power,
    total: int,
    places: Sequence[str],
    fits: Callable[[Mapping[str, int]], bool],
    card: CardNumber,
    what: str,
) -> Flow[dict[str, int]]:
    """So many units over some places, each as `fits` allows; fewer only where no more fit. By default in the first
    places that take them."""
    usual = filled(total, places, fits)
    count = sum(usual.values())
    if not count or len(places) == 1:
        return usual

    def why_not(wish: Alternative) -> Reason | None:
        parts = parts_of(wish)
        for name in parts or {}:
            if name not in places:
                return Reason("not_among", "", {"given": name, "names": list(places)})
        if parts is None or sum(parts.values()) != count:
            return Reason("wrong_total", "", {"given": sum((parts or {}).values()), "total": count})
        return None if fits(parts) else Reason("no_counters_left", "5.2", {"power": power})

    singles = [{place: count} for place in places]
    choices = [shown(parts) for parts in (usual, *(one for one in singles if one != usual and fits(one)))]
    wish = yield from choose(
        s, "choice", power, choices, choices[0], why=why_not,
        rule="6.1", about=f"{card}/{what}", facts=_facts(card, what, {"count": count, "places": list(places)}),
    )  # fmt: skip
    return parts_of(wish) or usual


def filled(total: int, places: Iterable[str], fits: Callable[[Mapping[str, int]], bool]) -> dict[str, int]:
    """As many units as fit, in the first places that take them."""
    parts: dict[str, int] = {}
    for place in places:
        while sum(parts.values()) < total and fits({**parts, place: parts.get(place, 0) + 1}):
            parts[place] = parts.get(place, 0) + 1
    return parts


def shown(parts: Mapping[str, int]) -> Alternative:
    """The answer for units by place."""
    return picked(",".join(f"{place} {count}" for place, count in parts.items() if count))


def parts_of(wish: Alternative) -> dict[str, int] | None:
    """Units by place of an answer; None where it can't be read so."""
    parts: dict[str, int] = {}
    for name in names_of(wish):
        place, _, number = name.partition(" ")
        if not number.isdecimal() or place in parts or int(number) == 0:
            return None
        parts[place] = int(number)
    return parts


# ------------------------------------------------------------------ cards of a hand


def pick_card(
    s: HisState,
    power: Power,
    cards: Sequence[CardNumber],
    card: CardNumber,
    what: str,
    *,
    or_none: bool = False,
    facts: Mapping[str, Json] | None = None,
) -> Flow[CardNumber | None]:
    """A card that only its holder may see, or none. It is asked whatever the hand holds, so that nobody learns a thing;
    the default is none where that is possible, else the card of fewest CP."""
    usual = sorted(cards, key=lambda one: (s.board.cards[one].cp, one))
    choices = [of_card(one) for one in usual]
    nothing = picked(NONE)
    if or_none or not choices:
        choices.insert(0, nothing)

    def why_not(wish: Alternative) -> Reason | None:
        if any(wish["card"] == one["card"] and wish["pick"] == one["pick"] for one in choices):
            return None
        return Reason("card_not_possible", "6.1", {"power": power, "card": wish["card"], "event": card})

    wish = yield from choose(
        s, "choice", power, choices, choices[0], why=why_not,
        rule="6.1", about=f"{card}/{what}", facts=_facts(card, what, facts),
    )  # fmt: skip
    return None if wish["card"] is None else CardNumber(int(str(wish["card"])))
