"""Reading the map: what map.toml must say, and what its facts must say of each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.board.geography import Aliases, Geography, Pass, SeaZone, Space, Straits
from engine.here_i_stand.terms import PassRegion, Power, SeaId, SpaceId, SpaceKind, SwitchValue, Zone

OUT_OF_PLAY = "none"
"""The home of a space that is out of play at first."""
STIRLING = SpaceId("stirling")
GENEVA = SpaceId("geneva")


def read_geography(facts: Facts, switches: Mapping[str, SwitchValue]) -> Geography:
    """The map under the switches of the game. Raises BadBoard."""
    spaces = {space.id: space for space in map(_space, facts.parts("space"))}
    seas = {sea.id: sea for sea in map(_sea, facts.parts("sea_zone"))}
    for both in [str(space) for space in spaces if str(space) in [str(sea) for sea in seas]]:
        raise BadBoard(f"map: {both!r} is the id of a space and of a sea zone")
    printed = Geography(spaces, seas, _passes(facts), _straits(facts), _closed_seas(facts))
    _require_sound(printed)
    _require_links(facts, printed)
    _require_counts(facts.part("counts"), printed)
    return _switched(printed, switches)


def _switched(printed: Geography, switches: Mapping[str, SwitchValue]) -> Geography:
    """R79, R85"""
    spaces = dict(printed.spaces)
    kind = SpaceKind.FORTRESS if switches["stirling_fortress"] else SpaceKind.UNFORTIFIED
    for space in (STIRLING, GENEVA):
        if space not in spaces:
            raise BadBoard(f"map: there is no space {space!r}, for which there is a switch in options")
    spaces[STIRLING] = replace(spaces[STIRLING], kind=kind)
    spaces[GENEVA] = replace(spaces[GENEVA], zone=Zone(str(switches["geneva_zone"])))
    return Geography(spaces, printed.seas, printed.passes, printed.straits, printed.closed_seas)


# ---------------------------------------------------------------------- records


def _space(facts: Facts) -> Space:
    home = facts.text("home")
    space = Space(
        id=SpaceId(facts.text("id")),
        name=facts.text("name"),
        kind=facts.word("kind", SpaceKind),
        home=None if home == OUT_OF_PLAY else facts.word("home", Power),
        zone=facts.word("zone", Zone),
        adjacent=_space_ids(facts, "adjacent"),
        passes=_space_ids(facts, "passes"),
        seas=tuple(SeaId(sea) for sea in facts.texts("seas")),
        capital_of=facts.word("capital_of", Power) if facts.has("capital_of") else None,
        haven_site=facts.flag("pirate_haven_site"),
        lat=facts.degrees("lat"),
        lon=facts.degrees("lon"),
        aliases=read_aliases(facts),
    )
    if facts.flag("port") is not space.port or len(space.seas) > 2:
        raise BadBoard(f"{facts.where}: a port names one or two sea zones in seas, any other space none")
    return space


def _sea(facts: Facts) -> SeaZone:
    return SeaZone(
        id=SeaId(facts.text("id")),
        name=facts.text("name"),
        adjacent=tuple(SeaId(sea) for sea in facts.texts("adjacent")),
        ports=_space_ids(facts, "ports"),
        lat=facts.degrees("lat"),
        lon=facts.degrees("lon"),
        aliases=read_aliases(facts),
    )


def read_aliases(facts: Facts) -> Aliases:
    """Other names, by language."""
    part = facts.part("aliases")
    return {language: part.texts(language) for language in part.raw}


def _space_ids(facts: Facts, key: str) -> tuple[SpaceId, ...]:
    return tuple(SpaceId(space) for space in facts.texts(key))


def _two(facts: Facts, key: str) -> tuple[str, str]:
    names = facts.texts(key)
    if len(names) != 2:
        raise facts.bad(key, "a list of two ids")
    return names[0], names[1]


def _passes(facts: Facts) -> tuple[Pass, ...]:
    found = []
    for row in facts.parts("pass"):
        first, second = _two(row, "between")
        found.append(Pass(row.word("region", PassRegion), (SpaceId(first), SpaceId(second))))
    return tuple(found)


def _straits(facts: Facts) -> tuple[Straits, ...]:
    found = []
    for row in facts.parts("sea_barrier"):
        first, second = _two(row, "zones")
        found.append(Straits((SeaId(first), SeaId(second)), SpaceId(row.text("via_port"))))
    return tuple(found)


def _closed_seas(facts: Facts) -> dict[str, tuple[SeaId, ...]]:
    closed: dict[str, tuple[SeaId, ...]] = {}
    for row in facts.parts("naval_restriction"):
        for who in row.texts("who"):
            closed[who] = (*closed.get(who, ()), SeaId(row.text("forbidden_sea")))
    return closed


# ---------------------------------------------------------------------- soundness


def _require_sound(world: Geography) -> None:
    """Raises BadBoard where a link names no place, or is known at one end only."""
    for space in world.spaces.values():
        for other in (*space.adjacent, *space.passes):
            if other not in world.spaces:
                raise BadBoard(f"map, space {space.id}: {other!r} in adjacent or passes is no space")
        if len({*space.adjacent, *space.passes, space.id}) != len(space.adjacent) + len(space.passes) + 1:
            raise BadBoard(f"map, space {space.id}: adjacent and passes name a space twice, or the space itself")
        for other in space.adjacent:
            if space.id not in world.spaces[other].adjacent:
                raise BadBoard(f"map, space {space.id}: {other} is adjacent, but {space.id} is not adjacent to {other}")
        for other in space.passes:
            if space.id not in world.spaces[other].passes:
                raise BadBoard(f"map, space {space.id}: a pass leads to {other}, but none back to {space.id}")
        for sea in space.seas:
            if sea not in world.seas or space.id not in world.seas[sea].ports:
                raise BadBoard(f"map, space {space.id}: it has an anchor on {sea}, which does not list it in ports")
    for zone in world.seas.values():
        for other_sea in zone.adjacent:
            if other_sea not in world.seas or zone.id not in world.seas[other_sea].adjacent:
                raise BadBoard(f"map, sea_zone {zone.id}: {other_sea} is adjacent, but not the other way round")
        for port in zone.ports:
            if port not in world.spaces or zone.id not in world.spaces[port].seas:
                raise BadBoard(f"map, sea_zone {zone.id}: {port} is in ports, but has no anchor there")


def _require_links(facts: Facts, world: Geography) -> None:
    """Raises BadBoard where passes, straits, arrows and restrictions don't fit the places."""
    listed = sorted(tuple(sorted(one.between)) for one in world.passes)
    drawn = sorted({tuple(sorted((space.id, other))) for space in world.spaces.values() for other in space.passes})
    if listed != drawn:
        odd = next(pair for pair in (*listed, *drawn) if (pair in listed) != (pair in drawn) or listed.count(pair) > 1)
        raise BadBoard(f"map: the pass {' - '.join(odd)} must stand once in [[pass]] and in passes of both spaces")
    for straits in world.straits:
        first, second = straits.zones
        port = world.spaces.get(straits.port)
        if port is None or sorted(port.seas) != sorted(straits.zones):
            raise BadBoard(f"map, sea_barrier {first} - {second}: {straits.port} must have its anchors on both zones")
        if second in world.seas[first].adjacent:
            raise BadBoard(f"map, sea_barrier {first} - {second}: the zones must not be adjacent")
    for row in facts.parts("sea_arrow"):
        one, other = _two(row, "zones")
        if SeaId(one) not in world.seas or other not in world.seas[SeaId(one)].adjacent:
            raise BadBoard(f"map, sea_arrow {one} - {other}: the zones must be adjacent")
    for who, seas in world.closed_seas.items():
        for sea in seas:
            if sea not in world.seas:
                raise BadBoard(f"map, naval_restriction of {who}: {sea!r} is no sea zone")


def _require_counts(counts: Facts, world: Geography) -> None:
    """Raises BadBoard where the map holds more or less than [counts] says."""
    spaces, regions = world.spaces.values(), [one.region for one in world.passes]
    connections = sum(len(space.adjacent) for space in spaces) // 2
    found = {
        "spaces": len(spaces),
        "sea_zones": len(world.seas),
        "connections_total": connections + len(regions),
        "connections_ordinary": connections,
        "passes": len(regions),
        **{f"passes_{region}": regions.count(region) for region in PassRegion},
        "sea_links": sum(len(zone.adjacent) for zone in world.seas.values()) // 2,
        "ports": len(world.ports),
        "two_zone_ports": sum(len(space.seas) == 2 for space in spaces),
        "keys": len(world.keys),
        "electorates": len(world.electorates),
        "capitals": sum(space.capital_of is not None for space in spaces),
        "fortresses_printed": sum(space.kind is SpaceKind.FORTRESS for space in spaces),
    }
    for name, count in found.items():
        if counts.number(name) != count:
            raise BadBoard(f"{counts.where}: {name} is {counts.number(name)}, but the map has {count}")
    homes = {str(power): world.home_spaces[power] for power in Power}
    homes["out_of_play"] = tuple(space.id for space in spaces if space.home is None)
    for name in ("home_spaces", "home_keys"):
        for home, count in counts.counts(name).items():
            inside = [space for space in homes.get(home, ()) if name == "home_spaces" or space in world.keys]
            if count != len(inside):
                raise BadBoard(f"{counts.where}: {name} of {home} is {count}, but the map has {len(inside)}")
