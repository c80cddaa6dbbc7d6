"""`pbem data check` and `pbem data diff` on the data file of Heads of State."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.heads_of_state.board import our_text
from pbem.cli import app
from pbem.data_check import differences, faults, remarks

GAME = "heads_of_state"
FAULTS = [
    ("key misspelt", 'kind = "capital"', 'knid = "capital"', "area london: the key knid is not known"),
    ("key missing", 'kind = "capital"', 'knid = "capital"', "area london: kind is missing."),
    ("wrong kind", "hex = 8", 'hex = "8"', "area london hex: '8' is not a whole number."),
    ("unknown rank in a box", 'boxes = ["earl", "count"]', 'boxes = ["earl", "viscount"]',
     "area scotland boxes: there is no rank 'viscount'; there are baron, count"),
    ("three boxes", 'boxes = ["earl", "count"]', 'boxes = ["earl", "count", "baron"]',
     "area scotland boxes: an area has one or two boxes, not 3 (1.4)."),
    ("lower box first", 'boxes = ["earl", "count"]', 'boxes = ["count", "earl"]',
     "area scotland boxes: two boxes are of different ranks, the higher one first (1.4)."),
    ("unknown country", 'country = "gb"', 'country = "uk"', "area london: there is no country 'uk'"),
    ("two capitals", 'kind = "province"', 'kind = "capital"', "country gb: it has 2 capitals (london, scotland)"),
    ("price of an unknown card", 'cost = ["gold"]', 'cost = ["silver"]',
     "rank baron cost: there is no attribute card 'silver'"),
    ("price twice the same", 'cost = ["gold", "title"]', 'cost = ["gold", "gold"]',
     "rank count cost: gold stands 2 times; each kind once (10.2)."),
    ("wild price", 'cost = ["gold"]', 'cost = ["courtesan"]', "rank baron cost: courtesan is wild;"),
    ("no wild card", "wild = true", "wild = false", "attribute: one kind must be wild = true, not 0 (none)."),
    ("cards and the table of components", "mark5 = 2", "mark5 = 3",
     "components: attribute_cards is 100, the file has 101 attribute cards (section 2)."),
    ("cards and the deck", "mark5 = 2", "mark5 = 3",
     "attribute_deck: total is 100, the counts of the attribute cards sum to 101."),
    ("cards in play", "unmarked = 10", "unmarked = 11",
     "attribute_deck in_play, 2 players: 55; the columns up to unmarked sum to 56."),
    ("treason cards", "count = 7", "count = 8",
     "treason_deck: total is 29, the counts of the treason cards sum to 30."),
    ("tiles", "tiles_per_player = 6", "tiles_per_player = 5",
     "components: noble_tiles_per_player is 32, the file has 31 noble tiles per player (section 2)."),
    ("areas of a country", "area_count = 3", "area_count = 4",
     "country gb: area_count says 4, there are 3 areas of it."),
    ("single of another country", 'treason_single = "axeman"', 'treason_single = "gallows"',
     "country gb: treason_single is 'gallows', the single cards that name it are axeman."),
    ("double with one country", 'countries = ["gb", "de"]', 'countries = ["gb"]',
     "treason card axeman_gallows: kind double names 2 countries, not 1."),
    ("code form", 'code = "LON"', 'code = "lond"', "area london: the code 'lond' must be 3 letters, in capitals."),
    ("code twice", 'code = "LON"', 'code = "PAR"', "The code PAR is given to 2 areas."),
    ("id twice", 'id = "scotland"', 'id = "london"', "The id london is given 2 times"),
    ("name of two areas", 'name = "Scotland"', 'name = "London"',
     "The name 'london' belongs to more than one area: london, scotland."),
    ("reserved word", 'id = "jewels"', 'id = "blind"', "The id blind is a word of the order language"),
    ("colour twice", '"green", "black"', '"green", "green"', "players colours: green stands 2 times."),
    ("first turn", "4 = [1, 1, 2, 3]", "4 = [1, 1, 2]", "first_turn draws: for 4 players there must be 4 numbers"),
    ("square markers", "square = [8, 4]", "square = [4, 8]", "country gb: the square markers [4, 8] must fall"),
    ("odds of an assassin", "success_probability = 0.75", "success_probability = 0.5",
     "assassination: success_probability is 0.5, but 3 cubes of 4 are his own."),
    ("tie-break", 'compare = ["king", "prince"', 'compare = ["king", "king"',
     "final_tie compare: must name each rank once."),
    ("limits", "round_end_attribute = 6", "round_end_attribute = 12",
     "limits: round_end_attribute is more than turn_end_attribute."),
]  # fmt: skip


def _changed(old: str, new: str) -> str:
    text = our_text()
    assert old in text, old
    return text.replace(old, new, 1)


def test_our_own_data_has_no_faults() -> None:
    assert faults(our_text(), GAME) == []
    assert remarks(our_text(), GAME) == []
    assert differences(our_text(), GAME) == []


@pytest.mark.parametrize(("old", "new", "sentence"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_each_fault_has_its_sentence(old: str, new: str, sentence: str) -> None:
    found = faults(_changed(old, new), GAME)
    assert any(line.startswith(sentence) for line in found), found


def test_what_only_the_board_itself_finds() -> None:
    """Too few cards for a change of round: counts that agree with each other, and a game that can't be played."""
    text = our_text()
    for old, new in (
        ("round_end_attribute = 6", "round_end_attribute = 20"),
        ("turn_end_attribute = 10", "turn_end_attribute = 30"),
    ):
        text = text.replace(old, new, 1)
    found = faults(text, GAME)
    assert len(found) == 1
    assert "too few attribute cards" in found[0]


def test_difference_fact_by_fact() -> None:
    text = _changed("hex = 8", "hex = 9").replace('boxes = ["earl", "count"]', 'boxes = ["earl", "baron"]', 1)
    assert differences(text, GAME) == [
        "area london hex: 9, ours 8",
        "area scotland boxes: earl, baron, ours earl, count",
    ]


def test_the_data_of_one_game_are_none_of_another() -> None:
    assert len(faults(our_text(), "dutch_revolt")) > 5


def test_commands_and_their_status(tmp_path: Path) -> None:
    runner = CliRunner()
    mine = tmp_path / "mine.toml"
    mine.write_text(_changed("hex = 8", "hex = 9"), encoding="utf-8")
    assert runner.invoke(app, ["data", "check", "--game", GAME, str(mine)]).exit_code == 0
    assert "area london hex: 9, ours 8" in runner.invoke(app, ["data", "diff", "--game", GAME, str(mine)]).output
    mine.write_text(_changed('boxes = ["earl", "count"]', 'boxes = ["earl", "viscount"]'), encoding="utf-8")
    done = runner.invoke(app, ["data", "check", str(mine), "--game", GAME])
    assert done.exit_code == 1
    assert "there is no rank 'viscount'" in done.output
