"""Data that an owner has corrected and that does not fit is named in a clear sentence."""

from __future__ import annotations

import pytest

from engine.here_i_stand.board.board import Board, joined
from engine.here_i_stand.board.facts import BadBoard
from tests.engine.here_i_stand.boards import changed, our_board, text

LONDON = '[[map.space]]\nid = "london"\nname = "London"\nkind = "key"'


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        # the map
        (LONDON, LONDON.replace('"key"', '"castle"'), "map, space london: kind must be one of key, electorate"),
        (LONDON, LONDON.replace('"london"', '"york"', 1), "map: the id 'york' stands twice in .*space"),
        (LONDON, LONDON.replace('"london"', '"north_sea"', 1), "'north_sea' is the id of a space and of a sea zone"),
        (LONDON, LONDON.replace('name = "London"\n', ""), "map, space london: name is missing"),
        (LONDON, LONDON + "\nport = false", "TOML"),
        (
            'between = ["geneva", "turin"]', 'between = ["geneva", "milan"]',
            "the pass geneva - milan must stand once in .*pass.* and in passes of both spaces",
        ),
        ('via_port = "messina"', 'via_port = "palermo"', "palermo must have its anchors on both zones"),
        (
            'adjacent = ["edinburgh", "glasgow"]', 'adjacent = ["edinburgh"]',
            "map, space glasgow: stirling is adjacent, but glasgow is not adjacent to stirling",
        ),
        (
            'adjacent = ["edinburgh", "glasgow"]', 'adjacent = ["edinburgh", "glasgow", "atlantis"]',
            "map, space stirling: 'atlantis' in adjacent or passes is no space",
        ),
        ("connections_ordinary = 204", "connections_ordinary = 203", "connections_ordinary is 203, but"),
        ('ports = ["glasgow", "bristol"]', 'ports = ["glasgow"]', "space bristol: it has an anchor on irish_sea"),
        # pieces
        ('automatic_if = "milan_french"', 'automatic_if = "paris_french"', "'paris_french' is none of milan_french"),
        ("{ min = 3, vp = 1, draw = 0", "{ min = 4, vp = 1, draw = 0", "rows must say what each total comes"),
        ("auto_win_keys = 9", "auto_win_keys = 8", "power england: auto_win_keys must be one more than the boxes"),
        ("land_strength_limit = 33", "land_strength_limit = 32", "land_strength_limit is 32, but the counters show 33"),
        ("auto_win_keys = 9", 'auto_win_keys = "9"', "power england: auto_win_keys must be a whole number, not '9'"),
        ("home_cards = [5, 6]", "home_cards = [5, 7]", "power papacy: home card 7 is no home card of this power"),
        ("paul_iii = 4\nsociety_of_jesus = 6\nwhen", "paul_iii = 5\nsociety_of_jesus = 6\nwhen", "mandatory_due: it"),
        ("raise_cavalry = { ottoman = 1 }", "raise_cavalry = { turk = 1 }", "the keys of raise_cavalry must be"),
        ("vp_by_keys = [2, 4", "vp_by_keys = [-2, 4", "vp_by_keys must not be less than 0"),
        ("hapsburg_vp_each = ", "hapsburg_vp_each = -", "the track hapsburg_electorate_vp has a number less than 0"),
        # cards
        ("number = 24\n", "number = 25\n", "another card has number 25"),
        ('type = "combat"\ncp = 3', 'type = "combat"\ncp = "3"', "mercenaries_bribed: cp must be a whole number"),
        ('"assault_after_roll"]\nrequires', '"assault_over"]\nrequires', "'assault_over' in window is not in"),
        # scenarios
        ('["ottoman", "france"], [', '["ottoman", "ottoman"], [', "groups must name each of ottoman, hapsburg"),
        ('debaters = ["cranmer", "latimer"', 'debaters = ["cranmer", "latimar"', "'latimar' is no debater"),
        ('space = "besancon"\npower = "hapsburg"', 'space = "besanzon"\npower = "hapsburg"', "'besanzon' is no space"),
        ('ruler = "clement_vii"', 'ruler = "luther"', "'luther' is no ruler of papacy"),
        ("deck_before_first_deal = 65", "deck_before_first_deal = 64", "deck_before_first_deal is 64, but 65 cards"),
        ("protestant_spaces = 19", "protestant_spaces = 20", "protestant_spaces is 20, but"),
        ('hex_catholic = ["siena"]', 'hex_catholic = ["milan"]', "papacy has a hexagonal marker on milan"),
        (
            'protestant_political_control = ["bremen", ', "protestant_political_control = [",
            "scenario 1532: protestant_political_control must name .* bremen",
        ),
        ('"breslau", "basel", "zurich"]', '"breslau", "basel", "athens"]', "zurich has a marker with the"),
        # options
        ('values = ["french", "german"]', 'values = ["german"]', "option geneva_zone: default must be one of german"),
        ("count = 43", "count = 42", "meta.count must be 43"),
    ],
)  # fmt: skip
def test_a_misfit_is_named(before: str, after: str, sentence: str) -> None:
    with pytest.raises(BadBoard, match=sentence):
        Board.load(changed(before, after))


def test_counters_must_suffice() -> None:
    """5.2"""
    place = 'space = "ravenna"\npower = "papacy"\nregulars = 1\nsource'
    more = place.replace("regulars = 1", "regulars = 30")
    with pytest.raises(BadBoard, match="scenario 1517: the land units of papacy can't be laid out with its counters"):
        Board.load(changed(place, more))


def test_ships_stand_in_ports() -> None:
    place = 'space = "brussels"\npower = "hapsburg"\nregulars = 1\nsource = "seed_fi 1.2'
    with pytest.raises(BadBoard, match="scenario 1517: naval units stand in brussels, which is no port"):
        Board.load(changed(place, place.replace("regulars = 1", "regulars = 1\nsquadrons = 1")))


def test_an_option_that_is_left_out_is_missed() -> None:
    record = text().index('[[options.option]]\nid = "maya_vp"')
    end = text().index("[[options.option]]", record + 1)
    short = (text()[:record] + text()[end:]).replace("count = 43", "count = 42")
    with pytest.raises(BadBoard, match="lacks or misnames 'maya_vp'"):
        Board.load(short)


def test_a_file_that_is_left_out_is_missed() -> None:
    with pytest.raises(BadBoard, match="no table 'pieces'; it must have map, pieces, cards, scenarios, options"):
        Board.load(text()[: text().index("[pieces.meta]")])


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(BadBoard, match="not TOML"):
        Board.load("here I stand")


def test_files_are_joined_under_their_names() -> None:
    assert (
        joined({"map": "[meta]\na = 1\n[[space]]\nb = [\n  [1]]\n"})
        == "[map.meta]\na = 1\n[[map.space]]\nb = [\n  [1]]\n"
    )


def test_a_correction_that_fits_is_played_with() -> None:
    """An owner's map may have one more connection, with the counts that go with it."""
    corrected = (
        changed('adjacent = ["edinburgh", "glasgow"]', 'adjacent = ["edinburgh", "glasgow", "berwick"]')
        .replace("connections_ordinary = 204", "connections_ordinary = 205")
        .replace("connections_total = 220", "connections_total = 221")
    )
    berwick = corrected.index('[[map.space]]\nid = "berwick"')
    links = corrected.index("adjacent = [", berwick) + len("adjacent = [")
    board = Board.load(corrected[:links] + '"stirling", ' + corrected[links:])
    assert "berwick" in {str(space) for space in board.map.over_connections(next(iter(board.map.spaces)))}
    assert board.sha256 != our_board().sha256


def test_our_files_say_where_each_record_comes_from() -> None:
    """House rule: a source mark on each record."""
    for part in ("space", "sea_zone", "pass"):
        records = text().split(f"\n[[map.{part}]]\n")[1:]
        assert records
        assert [record[:30] for record in records if "\nsource = " not in record] == []
