"""The data file of Heads of State: what its facts must say of each other."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.heads_of_state.board import WINNER_TIES, Board
from engine.heads_of_state.terms import ANY, BLIND, NONE, REVOLUTION
from pbem.game_tools import Data, DataModel

NAMED: Final = {
    "rank": "rank", "attribute": "attribute card", "treason": "treason card", "country": "country", "area": "area",
}  # fmt: skip
RESERVED: Final = (BLIND, ANY, NONE, REVOLUTION)
"""Words of the order language and of the engine; no card may be called so."""
KINDS: Final = {"assassin": 0, "single": 1, "double": 2}
"""Kind of a treason card -> countries that it names (1.8)."""
MARKS: Final = {2: "unmarked", 3: "mark3", 4: "mark4", 5: "mark5"}
"""Players -> the column of the cards that are added for so many (2.3)."""
CODE_LENGTH: Final = 3


def _sense(data: Data) -> Iterator[str]:
    yield from _names(data)
    yield from _references(data)
    yield from _boxes(data)
    yield from _decks(data)
    yield from _totals(data)
    yield from _numbers(data)
    yield from _players(data)


# ---------------------------------------------------------------------- names


def _names(data: Data) -> Iterator[str]:
    ids = Counter(row["id"] for group in NAMED for row in data[group])
    yield from (f"The id {name} is given {n} times; ids are unique over all kinds." for name, n in ids.items() if n > 1)
    yield from (
        f"The id {name} is a word of the order language; give the card another." for name in RESERVED if name in ids
    )
    codes = Counter(row["code"] for row in data["area"])
    yield from (f"The code {code} is given to {n} areas." for code, n in codes.items() if n > 1)
    for row in data["area"]:
        if len(row["code"]) != CODE_LENGTH or row["code"] != row["code"].upper():
            yield f"area {row['id']}: the code {row['code']!r} must be {CODE_LENGTH} letters, in capitals."
    for group, word in NAMED.items():
        owners: dict[str, set[str]] = {}
        for row in data[group]:
            spellings = {row["id"], row.get("name", row["id"])}
            spellings.update(alias for names in row.get("aliases", {}).values() for alias in names)
            for spelling in spellings:
                if not spelling.strip():
                    yield f"{word} {row['id']}: a name is empty."
                owners.setdefault(_plain(spelling), set()).add(row["id"])
        for spelling, holders in sorted(owners.items()):
            if len(holders) > 1:
                yield f"The name {spelling!r} belongs to more than one {word}: {', '.join(sorted(holders))}."


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).strip()


# ---------------------------------------------------------------------- what points to what


def _ids(data: Data, group: str) -> list[str]:
    return [row["id"] for row in data[group]]


def _missing(where: str, names: Iterable[str], known: Sequence[str], what: str) -> Iterator[str]:
    yield from (
        f"{where}: there is no {what} {name!r}; there are {', '.join(known)}." for name in names if name not in known
    )


def _references(data: Data) -> Iterator[str]:
    countries, cards = _ids(data, "country"), _ids(data, "attribute")
    wild = [row["id"] for row in data["attribute"] if row["wild"]]
    if len(wild) != 1:
        yield f"attribute: one kind must be wild = true, not {len(wild)} ({', '.join(wild) or 'none'})."
    for row in data["rank"]:
        where = f"rank {row['id']} cost"
        yield from _missing(where, row["cost"], cards, "attribute card")
        yield from (
            f"{where}: {card} is wild; a price names ordinary cards (10.2)." for card in row["cost"] if card in wild
        )
        yield from (f"{where}: {card} stands {n} times; each kind once (10.2)." for card, n in _twice(row["cost"]))
    for row in data["area"]:
        yield from _missing(f"area {row['id']}", [row["country"]], countries, "country")
    for row in data["treason"]:
        where = f"treason card {row['id']}"
        yield from _missing(where, row["countries"], countries, "country")
        if row["kind"] not in KINDS:
            yield f"{where}: kind is {row['kind']!r}; write {', '.join(KINDS)}."
        elif not KINDS[row["kind"]] == len(row["countries"]) == len(set(row["countries"])):
            yield f"{where}: kind {row['kind']} names {KINDS[row['kind']]} countries, not {len(row['countries'])}."
    for row in data["country"]:
        singles = [one["id"] for one in data["treason"] if one["kind"] == "single" and row["id"] in one["countries"]]
        if singles != [row["treason_single"]]:
            yield (
                f"country {row['id']}: treason_single is {row['treason_single']!r}, "
                f"the single cards that name it are {', '.join(singles) or 'none'}."
            )


def _twice(names: Iterable[str]) -> list[tuple[str, int]]:
    return [(name, n) for name, n in Counter(names).items() if n > 1]


def _boxes(data: Data) -> Iterator[str]:
    order = {row["id"]: row["order"] for row in data["rank"]}
    if sorted(order.values()) != list(range(1, len(order) + 1)):
        yield f"rank order: the ranks must be numbered 1 to {len(order)}, each number once."
    for row in data["area"]:
        where = f"area {row['id']} boxes"
        unknown = list(_missing(where, row["boxes"], list(order), "rank"))
        yield from unknown
        if not 1 <= len(row["boxes"]) <= 2:
            yield f"{where}: an area has one or two boxes, not {len(row['boxes'])} (1.4)."
        elif not unknown and [order[rank] for rank in row["boxes"]] != sorted(
            {order[r] for r in row["boxes"]}, reverse=True
        ):
            yield f"{where}: two boxes are of different ranks, the higher one first (1.4)."
        if row["kind"] not in ("capital", "province"):
            yield f'area {row["id"]}: kind is {row["kind"]!r}; write "capital" or "province".'
    for row in data["country"]:
        areas = [area for area in data["area"] if area["country"] == row["id"]]
        capitals = [area["id"] for area in areas if area["kind"] == "capital"]
        if len(capitals) != 1:
            listed = ", ".join(capitals) or "none"
            yield f"country {row['id']}: it has {len(capitals)} capitals ({listed}); one is right (1.3)."
        for key, where in (("area_count", row["area_count"]), ("area_split", data["area_split"].get(row["id"]))):
            if where != len(areas):
                yield f"country {row['id']}: {key} says {where}, there are {len(areas)} areas of it."
    if data["area_split"]["total"] != len(data["area"]):
        yield f"area_split: total is {data['area_split']['total']}, there are {len(data['area'])} areas."


# ---------------------------------------------------------------------- counts


def _decks(data: Data) -> Iterator[str]:
    deck = data["attribute_deck"]
    if deck["kinds"] != len(data["attribute"]):
        yield f"attribute_deck: kinds is {deck['kinds']}, there are {len(data['attribute'])} kinds of attribute card."
    used = 0
    for players, column in MARKS.items():
        counts = [row[column] for row in data["attribute"]]
        used += sum(counts)
        for row in data["attribute"]:
            if row[column] < 0:
                yield f"attribute card {row['id']}: {column} is {row[column]}; it can't be negative."
        told = deck["in_play"].get(str(players))
        if told != used:
            yield f"attribute_deck in_play, {players} players: {told}; the columns up to {column} sum to {used}."
    if deck["total"] != used:
        yield f"attribute_deck: total is {deck['total']}, the counts of the attribute cards sum to {used}."
    treason, told = sum(row["count"] for row in data["treason"]), data["treason_deck"]
    if told["total"] != treason:
        yield f"treason_deck: total is {told['total']}, the counts of the treason cards sum to {treason}."
    for row in data["treason"]:
        if row["count"] < 1:
            yield f"treason card {row['id']}: count is {row['count']}; it must be 1 or more."
    if told["face_up"] != data["setup"]["treason_face_up"]:
        yield f"treason_deck: face_up is {told['face_up']}, setup says {data['setup']['treason_face_up']}."


def _totals(data: Data) -> Iterator[str]:
    """Section 2: the table of components against what it counts."""
    tiles = sum(row["tiles_per_player"] for row in data["rank"])
    squares = sum(len(row["square"]) for row in data["country"])
    colours = len(data["players"]["colours"])
    counted = {
        "attribute_cards": sum(row[column] for row in data["attribute"] for column in MARKS.values()),
        "treason_cards": sum(row["count"] for row in data["treason"]),
        "noble_cards": sum(row["noble_cards"] for row in data["rank"]),
        "noble_tiles_per_player": tiles,
        "noble_tiles": tiles * colours,
        "hex_markers": len(data["area"]),
        "square_markers": squares,
        "large_round_markers": len(data["full_set"]["markers_3_to_5_players"]),
        "small_round_markers": 2 * len(data["rounds"]["names"]) * len(data["country"]),
        "cubes": data["players"]["cubes_per_player"] * colours,
        "revolution_cards": data["setup"]["revolution_cards"],
    }
    for name, found in counted.items():
        told = data["components"][name]
        if told != found:
            yield f"components: {name} is {told}, the file has {found} {name.replace('_', ' ')} (section 2)."


def _numbers(data: Data) -> Iterator[str]:
    for row in data["rank"]:
        for key, least in (("tiles_per_player", 1), ("noble_cards", 0), ("final_bonus", 0)):
            if row[key] < least:
                yield f"rank {row['id']}: {key} is {row[key]}; it must be {least} or more."
        if not row["cost"]:
            yield f"rank {row['id']}: cost is empty; a noble costs one card at least."
    for row in data["area"]:
        if row["hex"] < 0:
            yield f"area {row['id']}: hex is {row['hex']}; it can't be negative."
    for row in data["country"]:
        markers = [row["round_first"], row["round_second"], *row["square"]]
        if min(markers, default=0) < 0:
            yield f"country {row['id']}: no marker can be worth less than 0."
        if row["square"] != sorted(row["square"], reverse=True):
            yield f"country {row['id']}: the square markers {row['square']} must fall: the most valuable goes first."
    bag = data["assassination"]
    cubes = bag["own_cubes"] + bag["target_cubes"]
    if bag["own_cubes"] < 1 or bag["target_cubes"] < 0 or bag["own_cubes"] > data["players"]["cubes_per_player"]:
        yield f"assassination: {bag['own_cubes']} and {bag['target_cubes']} cubes can't go into the bag."
    elif abs(bag["success_probability"] - bag["own_cubes"] / cubes) > 0.001:
        told = bag["success_probability"]
        yield f"assassination: success_probability is {told}, but {bag['own_cubes']} cubes of {cubes} are his own."
    influence = data["influence"]
    for kind in ("province", "capital"):
        if influence[f"{kind}_top"] < influence[f"{kind}_lower"]:
            yield f"influence: {kind}_top is less than {kind}_lower."
    limits = data["limits"]
    for kind in ("attribute", "treason"):
        if limits[f"round_end_{kind}"] > limits[f"turn_end_{kind}"]:
            yield f"limits: round_end_{kind} is more than turn_end_{kind}."
    if data["rulings"]["R25_winner_tie_counts"] not in WINNER_TIES:
        yield f"rulings: R25_winner_tie_counts must be {' or '.join(WINNER_TIES)}."
    if sorted(data["final_tie"]["compare"]) != sorted(_ids(data, "rank")):
        yield "final_tie compare: must name each rank once."


def _players(data: Data) -> Iterator[str]:
    game, colours = data["game"], data["players"]["colours"]
    yield from (f"players colours: {colour} stands {n} times." for colour, n in _twice(colours))
    if len(colours) < game["max_players"]:
        yield f"players colours: there are {len(colours)} for up to {game['max_players']} players."
    for players in range(game["min_players"], game["max_players"] + 1):
        draws = data["first_turn"]["draws"].get(str(players))
        if not isinstance(draws, list) or len(draws) != players:
            yield f"first_turn draws: for {players} players there must be {players} numbers, not {draws}."


MODEL = DataModel(
    load=Board.load,
    sense=_sense,
    notes=frozenset({"source", "reason", "sources", "reasons", "double_name_rule"}),
    free_tables=frozenset({"aliases", "in_play", "draws", "area_split"}),
)
