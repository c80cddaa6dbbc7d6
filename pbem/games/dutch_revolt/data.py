"""The data file of The Dutch Revolt: what its facts must say of each other."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.dutch_revolt.board import Board
from pbem.game_tools import Data, DataModel

NAMED = {
    "faction": "faction",
    "region": "region",
    "province": "province",
    "place": "place",
    "support_box": "support box",
}
CODE_FORMS = {"faction": (3, "3 letters"), "province": (3, "3 letters"), "place": (4, "4 letters"),
              "region": (3, "R and 2 digits")}  # fmt: skip


def _remarks(data: Data) -> list[str]:
    """Regions that share a border without an arrow, and the reverse."""
    region_of = {row["id"]: row["region"] for row in data["province"]}
    lands: dict[frozenset[str], list[str]] = {}
    for row in data["border"]:
        ends = frozenset((region_of[row["a"]], region_of[row["b"]]))
        if len(ends) == 2:
            lands.setdefault(ends, []).append(f"{row['a']}-{row['b']}")
    arrows = {frozenset((row["a"], row["b"])) for row in data["arrow"]}
    bare = [
        f"Remark: the regions {' and '.join(sorted(ends))} share a border ({', '.join(lands[ends])}) and have no "
        "arrow: no army moves between them (9.8)."
        for ends in sorted(lands.keys() - arrows, key=sorted)
    ]
    far = [
        f"Remark: the regions {' and '.join(sorted(ends))} have an arrow and share no border."
        for ends in sorted(arrows - lands.keys(), key=sorted)
    ]
    return [*bare, *far]


def _sense(data: Data) -> Iterator[str]:
    yield from _names(data)
    broken = list(_references(data))
    yield from broken
    yield from _counts(data)
    yield from _pairs(data["border"], "border", {row["id"] for row in data["province"]})
    yield from _pairs(data["arrow"], "arrow", {row["id"] for row in data["region"]})
    yield from _numbers(data)
    if not broken:
        yield from _whole_map(data)
        yield from _setup(data)
        yield from _charts(data)


def _names(data: Data) -> Iterator[str]:
    ids = Counter(row["id"] for group in NAMED for row in data[group])
    yield from (f"The id {name} is given {n} times; ids are unique over all kinds." for name, n in ids.items() if n > 1)
    codes = Counter(row["code"] for group in CODE_FORMS for row in data[group])
    yield from (f"The code {code} is given {n} times." for code, n in codes.items() if n > 1)
    for group, (length, form) in CODE_FORMS.items():
        for row in data[group]:
            if len(row["code"]) != length or row["code"] != row["code"].upper():
                yield f"{group} {row['id']}: the code {row['code']!r} must be {form}, in capitals."
    for group, word in NAMED.items():
        owners: dict[str, list[str]] = {}
        for row in data[group]:
            if not row["name"].strip():
                yield f"{word} {row['id']}: the name is empty."
            spellings = {row["name"], *(alias for names in row.get("aliases", {}).values() for alias in names)}
            for spelling in {_plain(spelling) for spelling in spellings}:
                owners.setdefault(spelling, []).append(row["id"])
        for spelling, holders in owners.items():
            if len(holders) > 1:
                yield f"The name {spelling!r} belongs to more than one {word}: {', '.join(holders)}."


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).strip()


def _references(data: Data) -> Iterator[str]:
    factions, regions, provinces, places = (
        {row["id"] for row in data[group]} for group in ("faction", "region", "province", "place")
    )

    def missing(where: str, names: Iterable[str], known: set[str], what: str) -> Iterator[str]:
        yield from (f"{where}: there is no {what} {name!r}." for name in names if name not in known)

    for key in ("factions", "sympathy_order", "turn0_order"):
        yield from missing(f"meta {key}", data["meta"][key], factions, "faction")
        if sorted(data["meta"][key]) != sorted(factions):
            yield f"meta {key}: must name each faction once."
    for row in data["region"]:
        yield from missing(f"region {row['id']}", row["provinces"], provinces, "province")
    for row in data["province"]:
        yield from missing(f"province {row['id']}", [row["region"]], regions, "region")
        holders = [region["id"] for region in data["region"] if row["id"] in region["provinces"]]
        if holders != [row["region"]] and row["region"] in regions:
            listed = ", ".join(holders) or "no region"
            yield f"province {row['id']}: its region is {row['region']}, but it is listed by {listed}."
    for row in data["place"]:
        yield from missing(f"place {row['id']}", [row["province"]], provinces, "province")
        yield from missing(
            f"place {row['id']} setup_faction", filter(None, [row["setup_faction"]]), factions, "faction"
        )
        yield from missing(
            f"place {row['id']} bishop_seat_of", filter(None, [row["bishop_seat_of"]]), provinces, "province"
        )
        if row["kind"] not in ("city", "town"):
            yield f'place {row["id"]}: kind is {row["kind"]!r}; write "city" or "town".'
    cities = {row["id"] for row in data["place"] if row["kind"] == "city"}
    for row in data["city_card"]:
        yield from missing(f"city_card {row['city']}", [row["city"]], cities, "city")
        yield from missing(f"city_card {row['city']} routes", row["routes"], places, "place")
        if row["city"] in row["routes"]:
            yield f"city_card {row['city']}: the card has a route to its own city."
    cards = Counter(row["city"] for row in data["city_card"])
    for city in sorted(cities):
        if cards[city] != 1:
            yield f"city {city}: it has {cards[city]} city cards; each city has one."
    for row in data["river_path"]:
        for stop in row["stations"]:
            yield from missing(f"river_path {row['id']}", [stop["province"]], provinces, "province")
            yield from missing(f"river_path {row['id']} gates", stop["gates"], places, "place")
    for row in data["support_box"]:
        yield from missing(f"support_box {row['id']}", [*row["factions"], *row["setup"]], factions, "faction")
        yield from missing(f"support_box {row['id']}", row["provinces"], provinces, "province")
        for square in row["squares"]:
            if square not in ("map", "treasury", "both"):
                yield f'support_box {row["id"]}: the square {square!r} must be "map", "treasury" or "both".'
    yield from missing("loyalty resolve_order", data["loyalty"]["resolve_order"], cities, "city")
    yield from missing("bishoprics provinces", data["bishoprics"]["provinces"], provinces, "province")
    universities = [*data["universities"]["old"], *data["universities"]["new"]]
    yield from missing("universities", universities, places, "place")
    for players, row in data["players"].items():
        yield from missing(
            f"players {players}", [f for seat in row["seats"] for f in seat] + row["out"], factions, "faction"
        )


def _counts(data: Data) -> Iterator[str]:
    places = data["place"]
    kinds = Counter(row["kind"] for row in places)
    counted = {
        "provinces": len(data["province"]),
        "regions": len(data["region"]),
        "cities": kinds["city"],
        "towns": kinds["town"],
        "places_named_in_setup": sum(row["setup_tokens"] > 0 for row in places),
        "trade_places": sum(row["trade"] for row in places),
        "universities": sum(row["university"] for row in places),
        "bishoprics": sum(row["bishopric"] for row in data["province"]),
        "loyalty_cities": sum("loyalty_start" in row for row in places),
        "cards": len(data["faction"]) + kinds["city"] + len(data["province"]),
        "neutral_tokens": data["components"]["neutral_tokens"],
        "water_beggars": data["components"]["water_beggars"],
        "support_boxes": len(data["support_box"]),
    }
    for name, expected in data["meta"]["expected_counts"].items():
        if name in counted and counted[name] != expected:
            yield f"There are {counted[name]} {name.replace('_', ' ')}; meta expected_counts says {expected}."


def _pairs(rows: Sequence[Data], word: str, known: set[str]) -> Iterator[str]:
    """Borders and arrows hold both ways, so each stands once."""
    seen: set[frozenset[str]] = set()
    for row in rows:
        a, b = row["a"], row["b"]
        yield from (f"{word} {a}-{b}: {end!r} does not exist." for end in (a, b) if end not in known)
        if a == b:
            yield f"{word} {a}-{b}: both ends are the same."
        elif frozenset((a, b)) in seen:
            yield f"{word} {a}-{b}: it stands twice; a {word} holds both ways and stands once."
        seen.add(frozenset((a, b)))


def _numbers(data: Data) -> Iterator[str]:
    for row in data["province"]:
        for key in ("tax", "vp", "vp_final"):
            if row[key] < 0 or row[key] * 2 != int(row[key] * 2):
                yield f"province {row['id']}: {key} is {row[key]}; it must be a multiple of 0.5, and not negative."
        if row["max"] < 1:
            yield f"province {row['id']}: max is {row['max']}; it must be 1 or more."
    for row in data["city_card"]:
        if row["vp"] < 0 or row["vp"] * 2 != int(row["vp"] * 2):
            yield f"city_card {row['city']}: vp is {row['vp']}; it must be a multiple of 0.5, and not negative."
    for row in data["region"]:
        if row["track_squares"] < 1:
            yield f"region {row['id']}: track_squares is {row['track_squares']}; it must be 1 or more."
        for square in row["orange_squares"]:
            if not 1 <= square <= row["track_squares"]:
                yield f"region {row['id']}: the orange square {square} is not on a track of {row['track_squares']}."
    armies = data["constants"]["max_new_armies_per_turn"]
    for row in data["faction"]:
        costs = row["army_cost"]
        if len(costs) != armies or costs != sorted(costs) or costs[:1] < [0]:
            yield f"faction {row['id']}: army_cost must hold {armies} prices, none lower than the one before."
    levels = data["constants"]["city_tax_levels"]
    if levels != sorted(set(levels)) or not levels:
        yield "constants city_tax_levels: the levels must rise, each named once."


def _whole_map(data: Data) -> Iterator[str]:
    neighbours: dict[str, list[str]] = {row["id"]: [] for row in data["province"]}
    for row in data["border"]:
        if row["a"] in neighbours and row["b"] in neighbours:
            neighbours[row["a"]].append(row["b"])
            neighbours[row["b"]].append(row["a"])
    reached = {next(iter(neighbours), "")}
    edge = list(reached)
    while edge:
        for name in neighbours.get(edge.pop(), ()):
            if name not in reached:
                reached.add(name)
                edge.append(name)
    for name in neighbours:
        if name not in reached:
            yield f"province {name}: no chain of borders joins it to {next(iter(neighbours))}."
    province_of = {row["id"]: row["province"] for row in data["place"]}
    for path in data["river_path"]:
        stations = path["stations"]
        passed = Counter(stop["province"] for stop in stations)
        for name, times in passed.items():
            if times > 1:
                yield f"river_path {path['id']}: it passes {name} {times} times."
        for stop in stations:
            for gate in stop["gates"]:
                if (lies := province_of[gate]) != stop["province"]:
                    yield f"river_path {path['id']}: the gate {gate} lies in {lies}, not in {stop['province']}."


def _setup(data: Data) -> Iterator[str]:
    capacity = data["constants"]["town_capacity"]
    placed: Counter[str] = Counter()
    filled: Counter[str] = Counter()
    for row in data["place"]:
        tokens, owner = row["setup_tokens"], row["setup_faction"]
        if bool(owner) != (tokens > 0):
            yield f"place {row['id']}: setup_faction {owner!r} and setup_tokens {tokens} do not go together."
        if tokens < 0 or (row["kind"] == "town" and tokens > capacity):
            yield f"place {row['id']}: setup_tokens is {tokens}; a town holds {capacity}."
        placed[owner] += tokens
        filled[row["province"]] += tokens
    for row in data["province"]:
        if filled[row["id"]] > row["max"]:
            yield f"province {row['id']}: the set-up places {filled[row['id']]} tokens, its max is {row['max']}."
    for row in data["support_box"]:
        count = sum(row["setup"].values())
        squares = row["setup_squares"]
        if count != len(squares) or len(set(squares)) != len(squares):
            yield f"support_box {row['id']}: the set-up places {count} tokens on {len(squares)} different squares."
        for square in squares:
            if not 1 <= square <= len(row["squares"]):
                yield f"support_box {row['id']}: the set-up square {square} is not one of its {len(row['squares'])}."
        for faction, tokens in row["setup"].items():
            placed[faction] += tokens
            if faction not in row["factions"]:
                yield f"support_box {row['id']}: the set-up gives it to {faction}, who may not use it."
    yield from _supplies(data, placed)


def _supplies(data: Data, placed: Mapping[str, int]) -> Iterator[str]:
    for players, row in data["players"].items():
        supply = data["tokens_by_players"].get(players)
        if supply is None:
            yield f"tokens_by_players: there is no row for {players} players."
            continue
        playing = [f for f in placed if f and (row.get("free_choice") or f not in row["out"])]
        for faction in playing:
            if placed[faction] > supply["resource"]:
                yield (
                    f"faction {faction}: the set-up needs {placed[faction]} tokens, "
                    f"with {players} players it has {supply['resource']}."
                )
        if supply["armies"] > data["components"]["armies_per_faction_in_box"]:
            yield f"tokens_by_players {players}: {supply['armies']} armies are more than the box holds."
        if supply["resource"] > data["components"]["resource_tokens_per_faction_in_box"]:
            yield f"tokens_by_players {players}: {supply['resource']} tokens are more than the box holds."
    orange = sum(len(row["orange_squares"]) for row in data["region"])
    if data["setup"]["habsburg_armies"] > orange:
        yield f"setup: {data['setup']['habsburg_armies']} Habsburg armies have only {orange} orange squares."
    if data["setup"]["beggars_in_box"] > data["components"]["water_beggars"]:
        yield f"setup: {data['setup']['beggars_in_box']} Water Beggars are more than there are."


def _charts(data: Data) -> Iterator[str]:
    columns = data["loyalty"]["columns"]
    cities = [row["id"] for row in data["place"] if row["kind"] == "city"]
    for row in data["place"]:
        start = row.get("loyalty_start")
        if row["kind"] == "city" and start is None:
            yield f"city {row['id']}: loyalty_start is missing."
        elif row["kind"] == "town" and start is not None:
            yield f"town {row['id']}: only cities have a loyalty_start."
        elif start is not None and not 1 <= start <= columns:
            yield f"city {row['id']}: loyalty_start {start} is not on a chart of {columns} columns."
    if sorted(data["loyalty"]["resolve_order"]) != sorted(cities):
        yield "loyalty resolve_order: must name each city once."
    if sorted(row["column"] for row in data["loyalty"]["effect"]) != list(range(1, columns + 1)):
        yield f"loyalty effect: there must be one effect for each column 1 to {columns}."
    flagged = sorted(row["id"] for row in data["province"] if row["bishopric"])
    if sorted(data["bishoprics"]["provinces"]) != flagged:
        yield f"bishoprics provinces: must be those with bishopric = true: {', '.join(flagged)}."
    flagged = sorted(row["id"] for row in data["place"] if row["university"])
    if sorted([*data["universities"]["old"], *data["universities"]["new"]]) != flagged:
        yield f"universities: old and new must be the places with university = true: {', '.join(flagged)}."


MODEL = DataModel(
    load=Board.load,
    sense=_sense,
    remarks=_remarks,
    notes=frozenset({"source", "reason", "lat", "lon"}),  # the last two place a fact on a real map
    optional=frozenset({"loyalty_start", "mandatory", "free_choice"}),
    free_tables=frozenset({"aliases", "setup", "nobility_divisor", "players", "tokens_by_players"}),
    labels=("id", "city", "column", "province"),
)
