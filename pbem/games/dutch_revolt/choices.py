"""What is possible now, as a table for each kind of question: drawn from the facts of the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.choices import Choices, Row, given
from pbem.reports.facts import Asked
from pbem.reports.words import capital, halves

Facts = Mapping[str, Any]


def _new_units(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            capital(words.anything(row["to"])),
            str(row["own"]),
            words.say("choice.any") if row["limit"] is None else str(row["limit"]),
            words.say(f"choice.units.{row['why']}"),
        )
        for row in facts.get("targets", ())
    ]


def _tax(words: DutchWords, facts: Facts) -> list[Row]:
    return [(str(row["level"]), str(row["money"]), str(row["stock_left"])) for row in facts.get("levels", ())]


def _support(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            capital(words.box(row["box"])),
            ", ".join(
                f"{words.say(f'term.square.{kind}')} {row[kind]}" for kind in ("map", "treasury", "both") if row[kind]
            ),
            words.listed(words.province(province) for province in row["provinces"]) or words.say("choice.nowhere"),
        )
        for row in facts.get("boxes", ())
    ]


def _rob(words: DutchWords, facts: Facts) -> list[Row]:
    return [(capital(words.faction(row["faction"])), str(row["count"])) for row in facts.get("fleets", ())]


def _upkeep(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (words.region(row["region"]), str(row["count"]), _tokens(words, row["tokens"]))
        for row in facts.get("armies", ())
    ]


def _recruit(words: DutchWords, facts: Facts) -> list[Row]:
    return [(words.region(row["region"]), str(row["free_squares"])) for row in facts.get("targets", ())]


def _siege(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (words.place(row["city"]), words.value("owner", row["owner"]), words.tokens(row["tokens"]))
        for row in facts.get("targets", ())
    ]


def _beggars(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            words.region(row["region"]),
            words.value("factions", row["armies"]),
            words.value("cities", row["cities"]),
            words.value("cities", row["besieged"]),
        )
        for row in facts.get("regions", ())
    ]


def _move(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            words.region(row["region"]),
            str(row["count"]),
            "; ".join(f"{words.region(goal['region'])} {goal['free_squares']}" for goal in row["goals"]),
        )
        for row in facts.get("armies", ())
    ]


def _influence(words: DutchWords, facts: Facts) -> list[Row]:
    by_province: dict[str, list[str]] = {}
    for row in facts.get("targets", ()):
        spot = words.spot(row.get("spot") or "countryside")
        held = f" ({words.faction(row['faction'])})" if row.get("faction") else ""
        by_province.setdefault(str(row.get("province") or ""), []).append(spot + held)
    return [
        (words.province(province) if province else "", ", ".join(dict.fromkeys(spots)))
        for province, spots in by_province.items()
    ]


def _neutrals(words: DutchWords, facts: Facts) -> list[Row]:
    by_count: dict[int, list[str]] = {}
    for province, count in facts.get("missing", {}).items():
        by_count.setdefault(count, []).append(words.province(province))
    return [(str(count), words.listed(by_count[count])) for count in sorted(by_count, reverse=True)]


def _overflow(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            words.province(row["province"]),
            str(row["count"]),
            ", ".join(f"{words.province(goal['to'])} {goal['room']}" for goal in row["goals"]),
        )
        for row in facts.get("origins", ())
    ]


def _arrange(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (
            words.province(row["province"]),
            ", ".join(words.faction(faction) for faction in row["ranking"]),
            "; ".join(f"{words.spot(spot['spot'])}: {words.tokens(spot['tokens'])}" for spot in row["spots"]),
        )
        for row in facts.get("rows", ())
    ]


def _siege_end(words: DutchWords, facts: Facts) -> list[Row]:
    return [(words.place(row["city"]), words.tokens(row["tokens"])) for row in facts.get("sieges", ())]


def _loyalty(words: DutchWords, facts: Facts) -> list[Row]:
    return [
        (words.place(row["city"]), str(row["column"]), words.tokens(row["tokens"]), _tokens(words, row["paid"]))
        for row in facts.get("rows", ())
    ]


def _order(words: DutchWords, facts: Facts) -> list[Row]:
    return [(capital(words.faction(faction)), halves(points)) for faction, points in facts.get("vp2", {}).items()]


def _orange(words: DutchWords, facts: Facts) -> list[Row]:
    return [(words.region(region),) for region in facts.get("regions", ())]


def _tokens(words: DutchWords, given: Any) -> str:
    if isinstance(given, Mapping):
        return words.tokens(given) if given else "·"
    return str(given)


TABLES: Mapping[str, tuple[tuple[str, ...], Callable[[DutchWords, Facts], list[Row]]]] = {
    "orange_squares": (("region",), _orange),
    "new_units": (("where", "there", "add", "why"), _new_units),
    "city_tax": (("level", "money", "stock_left"), _tax),
    "move_support": (("box", "squares", "provinces"), _support),
    "rob": (("fleet", "most"), _rob),
    "upkeep": (("region", "armies", "tokens"), _upkeep),
    "recruit": (("region", "free"), _recruit),
    "begin_siege": (("city", "owner", "tokens"), _siege),
    "sea_beggars": (("region", "armies", "cities", "besieged"), _beggars),
    "move_army": (("region", "armies", "goals"), _move),
    "influence": (("province", "spots"), _influence),
    "neutrals": (("missing", "lacking"), _neutrals),
    "overflow": (("province", "excess", "rooms"), _overflow),
    "arrange": (("province", "ranking", "spots"), _arrange),
    "siege_end": (("city", "tokens"), _siege_end),
    "loyalty": (("city", "column", "tokens", "paid"), _loyalty),
    "turn_order": (("faction", "vp"), _order),
}


def choices(words: DutchWords, one: Asked) -> Choices:
    """The table of a question; without rows when its facts name nothing."""
    if one.choices:
        return given(one)
    found = TABLES.get(one.kind)
    if found is None:
        return Choices((), ())
    heads, rows = found
    return Choices(heads, tuple(rows(words, one.facts)))


def source_key(one: Asked, turn: int) -> str:
    """The sentence that says where the numbers of a question come from. The new units of turn 0 are fixed (8.2)."""
    return f"ask.{one.kind}.source" + ("_of_turn_0" if one.kind == "new_units" and turn == 0 else "")
