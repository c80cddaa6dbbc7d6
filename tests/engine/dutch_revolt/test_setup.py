"""Section 6 and the options of a game."""

import pytest

from engine import games
from engine.dutch_revolt import setup
from engine.dutch_revolt.lists import carry_out
from tests.engine.dutch_revolt.positions import give, key, position, rules, track


def test_e01_five_players() -> None:
    s = position(turn=0)
    assert {f: s.on_map(f) for f in s.factions} == {
        "catholics": 8, "habsburgs": 7, "nobility": 6, "burghers": 5, "reformers": 4,
    }  # fmt: skip
    assert {f: h.stock for f, h in s.holdings.items()} == {
        "catholics": 20, "habsburgs": 25, "nobility": 22, "burghers": 23, "reformers": 24,
    }  # fmt: skip
    assert {f: s.in_boxes(f) for f in s.factions} == {
        "catholics": 0, "habsburgs": 0, "nobility": 4, "burghers": 4, "reformers": 4,
    }  # fmt: skip
    assert s.holdings["catholics"].treasury == 4
    assert s.on_map("neutral") == 4
    rules().check(s)


def test_e01_without_the_optional_towns() -> None:
    s = position(turn=0, switches={"optional_towns": False})
    assert s.on_map("neutral") == 0
    assert "franeker" not in s.places
    assert "franeker" not in s.universities
    rules().check(s)


@pytest.mark.parametrize(("switches", "neutrals"), [({}, 17), ({"optional_towns": False}, 13)])
def test_e03_three_players(switches: dict[str, bool], neutrals: int) -> None:
    s = position(3, 0, switches=switches)
    assert s.factions == ("catholics", "nobility", "reformers")
    assert [h.stock for h in s.holdings.values()] == [44, 46, 48]
    assert [h.armies for h in s.holdings.values()] == [8, 8, 8]
    assert s.on_map("neutral") == neutrals
    assert all(s.places[c] == {"neutral": 2} for c in ("antwerpen", "haarlem", "luxemburg_city"))


def test_partners_with_two_players_only() -> None:
    assert position(2).partner_of("burghers") == "reformers"
    assert position(4).partner_of("burghers") is None


def test_modes_and_loyalty() -> None:
    assert not position(mode="standard").loyalty_in_order
    assert position(mode="strict").loyalty_in_order
    assert not position(mode="strict", loyalty="sealed").loyalty_in_order


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"players": 6}, "players must be one of 2, 3, 4, 5"),
        ({"players": "5"}, "players must be one of"),
        ({"players": True}, "players must be one of"),
        ({"mode": "fast"}, "mode must be one of strict, standard, quick"),
        ({"loyalty": "open"}, "loyalty must be in_order or sealed"),
        ({"speed": 1}, "no option 'speed'"),
        ({"players": 3, "factions": ["habsburgs", "nobility", "burghers"]}, "catholics among them"),
        ({"players": 3, "factions": ["catholics", "nobility"]}, "name 3 factions"),
        ({"players": 3, "factions": ["catholics", "nobility", "nobility"]}, "twice"),
        ({"players": 3, "factions": ["catholics", "nobility", "turks"]}, "no faction 'turks'"),
        ({"players": 4, "factions": ["catholics", "habsburgs", "nobility", "burghers"]}, "leave the option out"),
        ({"switches": {"fog": True}}, "no switch 'fog'"),
        ({"switches": {"optional_towns": 0}}, "must be true or false"),
        ({"switches": {"nobility_rounding": "near"}}, "must be up or down"),
        ({"switches": ["optional_towns"]}, "table of names"),
    ],
)
def test_bad_options_get_a_sentence(options: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        rules().setup(options)  # type: ignore[arg-type]


def test_any_two_beside_the_catholics() -> None:
    s = position(3, 0, factions=["reformers", "catholics", "habsburgs"])
    assert s.factions == ("catholics", "habsburgs", "reformers")


def test_a_position_comes_back_from_json_with_its_board() -> None:
    s = position(5, 0, switches={"optional_towns": False})
    again = rules().from_json(rules().to_json(s), rules().schema)
    assert again == s
    assert again.board.switches.optional_towns is False
    with pytest.raises(ValueError, match="schema"):
        rules().from_json(rules().to_json(s), 99)


def test_6_2_two_armies_on_different_orange_squares() -> None:
    s = position(turn=0)
    results = give(s, setup.ORANGE_SQUARES, "habsburgs", {"region": "r_flanders"}, {"region": "r_flanders"})
    assert [key(r) for r in results] == [None, "orange_square_taken"]
    assert track(s, "r_flanders") == "habsburgs"
    assert track(s, "r_ijssel") == "habsburgs"  # the second by default: first in the file


def test_6_2_default_and_faults() -> None:
    s = position(turn=0)
    assert [key(r) for r in give(s, setup.ORANGE_SQUARES, "habsburgs", {"region": "r_holland"})] == ["no_orange_square"]
    carry_out(s, setup.ORANGE_SQUARES, "habsburgs", "default")
    assert [region for region, _ in s.armies_of("habsburgs")] == ["r_ijssel", "r_flanders"]
    assert key(give(s, setup.ORANGE_SQUARES, "habsburgs", {"region": "r_brabant"})[0]) == "all_armies_placed"


def test_the_registry() -> None:
    assert games.names() == ("dutch_revolt", "heads_of_state", "here_i_stand")
    assert games.load("dutch_revolt").name == "dutch_revolt"
    assert games.load("dutch_revolt", games.data_text("dutch_revolt")).schema == 1
    with pytest.raises(games.UnknownGame, match="knows dutch_revolt"):
        games.load("chess")
