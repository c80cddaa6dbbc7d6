"""Chapter 2: the map, and what is nearest on it."""

from __future__ import annotations

import pytest

from engine.here_i_stand.terms import Edition, PassRegion, PlaceId, Power, SeaId, SpaceId, SpaceKind, Zone
from tests.engine.here_i_stand.boards import BOTH, board_in, our_board


def space(name: str) -> SpaceId:
    return SpaceId(name)


def sea(name: str) -> SeaId:
    return SeaId(name)


@pytest.mark.parametrize("edition", BOTH)
def test_spaces_seas_and_links_are_as_many_as_printed(edition: Edition) -> None:
    world = board_in(edition).map
    assert (len(world.spaces), len(world.seas), len(world.passes)) == (134, 14, 16)
    assert sum(len(one.adjacent) for one in world.spaces.values()) == 2 * 204
    assert sum(len(one.adjacent) for one in world.seas.values()) == 2 * 16
    assert (len(world.ports), sum(len(one.seas) == 2 for one in world.spaces.values())) == (58, 17)
    assert (len(world.keys), len(world.electorates)) == (33, 6)


def test_passes_by_mountains() -> None:
    """2.5: 3, 6 and 7."""
    regions = [one.region for one in our_board().map.passes]
    assert [regions.count(region) for region in PassRegion] == [3, 6, 7]


@pytest.mark.parametrize("edition", BOTH)
def test_every_link_leads_both_ways(edition: Edition) -> None:
    world = board_in(edition).map
    for here in world.places:
        for steps in (world.over_connections, world.by_land, world.by_ship, world.by_land_or_sea):
            assert here not in steps(here)
            assert [there for there in steps(here) if here not in steps(there)] == []
            assert len(set(steps(here))) == len(steps(here))


def test_the_map_is_one_piece() -> None:
    world = our_board().map
    assert set(world.distances(space("london"), world.by_land_or_sea)) == set(world.places)


def test_home_spaces() -> None:
    homes = {power: len(spaces) for power, spaces in our_board().map.home_spaces.items()}
    assert homes == {
        "ottoman": 14, "hapsburg": 32, "england": 12, "france": 17, "papacy": 3, "protestant": 21,
        "genoa": 2, "hungary": 9, "scotland": 3, "venice": 4, "independent": 16,
    }  # fmt: skip
    assert [one.id for one in our_board().map.spaces.values() if one.home is None] == ["algiers"]


def test_capitals() -> None:
    """0.2: the Hapsburgs have two, the Protestants none."""
    board = our_board()
    capitals = {one.id: one.capital_of for one in board.map.spaces.values() if one.capital_of}
    assert capitals == {
        "london": "england", "paris": "france", "vienna": "hapsburg", "valladolid": "hapsburg", "rome": "papacy",
        "istanbul": "ottoman",
    }  # fmt: skip
    assert all(board.map.spaces[capital].kind is SpaceKind.KEY for capital in capitals)
    assert board.powers[Power.PROTESTANT].capitals == ()


def test_electorates_are_german() -> None:
    world = our_board().map
    assert {world.spaces[one].zone for one in world.electorates} == {Zone.GERMAN}
    assert {world.spaces[one].home for one in world.electorates} == {Power.PROTESTANT}


@pytest.mark.parametrize(
    ("one", "other", "port"),
    [
        ("ionian_sea", "tyrrhenian_sea", "messina"),
        ("barbary_coast", "atlantic_ocean", "gibraltar"),
        ("black_sea", "aegean_sea", "istanbul"),
    ],
)
def test_ships_pass_the_straits_by_the_port(one: str, other: str, port: str) -> None:
    """2.5, R23: two steps."""
    world = our_board().map
    assert sea(other) not in world.seas[sea(one)].adjacent
    assert sorted(world.spaces[space(port)].seas) == sorted([one, other])
    assert world.distances(sea(one), world.by_ship)[sea(other)] == 2
    assert world.path(sea(one), world.by_ship, lambda place: place in (port, other)) == [one, port]


@pytest.mark.parametrize("other", ["irish_sea", "baltic_sea"])
def test_seas_joined_by_arrows(other: str) -> None:
    assert sea(other) in our_board().map.seas[sea("north_sea")].adjacent


def test_nearest_gives_all_that_are_equally_near() -> None:
    """R23: Ravenna and Florence are equally near Trent."""
    world = our_board().map
    from_trent = world.distances(space("trent"), world.by_land_or_sea)
    assert from_trent[space("ravenna")] == from_trent[space("florence")]
    papal = [space("ravenna"), space("florence"), space("rome")]
    in_data_order = [place for place in world.spaces if place in papal and place != "rome"]
    assert world.nearest(space("trent"), world.by_land_or_sea, papal.__contains__) == in_data_order


def test_nearest_leaves_the_start_out_and_finds_nothing_where_nothing_is() -> None:
    world = our_board().map
    assert world.nearest(space("paris"), world.by_land, lambda place: place == "paris") == []
    nearest = world.nearest(space("paris"), world.by_land, world.keys.__contains__)
    assert nearest
    assert space("paris") not in nearest


def test_a_path_keeps_to_the_steps_it_is_given() -> None:
    """A pass is no ordinary connection."""
    world = our_board().map

    def is_barcelona(place: PlaceId) -> bool:
        return place == "barcelona"

    assert world.path(space("toulouse"), world.by_land, is_barcelona) == ["toulouse", "barcelona"]
    over = world.path(space("toulouse"), world.over_connections, is_barcelona)
    assert over is None or len(over) > 2
    assert world.path(space("london"), world.over_connections, is_barcelona) is None


def test_switches_change_the_map() -> None:
    """R79, R85"""
    board = our_board().under(Edition.CORE110, {"stirling_fortress": True, "geneva_zone": "german"})
    assert (our_board().map.spaces[space("stirling")].fortified, board.map.spaces[space("stirling")].fortified) == (
        False,
        True,
    )
    assert our_board().map.spaces[space("geneva")].zone is Zone.FRENCH
    assert board.map.spaces[space("geneva")].zone is Zone.GERMAN
    assert board_in(Edition.ANNIVERSARY116).map.spaces[space("stirling")].kind is SpaceKind.FORTRESS


def test_closed_seas() -> None:
    """16.1-5"""
    assert our_board().map.closed_seas == dict.fromkeys(("genoa", "venice", "andrea_doria"), ("atlantic_ocean",))
