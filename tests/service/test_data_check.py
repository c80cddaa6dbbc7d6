"""`pbem data check` and `pbem data diff`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.dutch_revolt.board import our_text
from pbem import data_check
from pbem.cli import app
from pbem.data_check import count_of_faults

GAME = "dutch_revolt"

FAULTS = [
    ("key misspelt", 'name = "Brabant"', 'nane = "Brabant"', "province brabant: the key nane is not known"),
    ("key missing", 'name = "Brabant"', 'nane = "Brabant"', "province brabant: name is missing."),
    ("wrong kind", "trade = true", 'trade = "yes"', "place amsterdam trade: 'yes' is not true or false."),
    ("unknown province", 'province = "julich"', 'province = "julick"', "place aachen: there is no province 'julick'."),
    ("unknown route", 'routes = ["haarlem"', 'routes = ["harlem"', "city_card amsterdam routes: there is no place"),
    ("code twice", 'code = "ALKM"', 'code = "AACH"', "The code AACH is given 2 times."),
    ("code form", 'code = "ALKM"', 'code = "alk"', "place alkmaar: the code 'alk' must be 4 letters, in capitals."),
    ("alias of two", '"Kleve"', '"Köln"', "The name 'koln' belongs to more than one province: cleve, koln."),
    ("quarter tax", "tax = 1.0", "tax = 1.25", "province artois: tax is 1.25; it must be a multiple of 0.5"),
    ("too many tokens", "setup_tokens = 2", "setup_tokens = 20", "province flanders: the set-up places"),
    ("token without owner", 'setup_faction = "nobility"', 'setup_faction = ""', "place aachen: setup_faction"),
    ("loyalty off the chart", "loyalty_start = 3", "loyalty_start = 9", "city aachen: loyalty_start 9 is not on"),
    ("bishopric flag", "bishopric = true", "bishopric = false", "bishoprics provinces: must be those"),
    ("orange square", "orange_squares = [1]", "orange_squares = [7]", "region r_ijssel: the orange square 7"),
    ("region", 'region = "r_flanders"', 'region = "r_north"', "province artois: its region is r_north, but"),
    ("price list", "army_cost = [4, 5, 6]", "army_cost = [4, 6, 5]", "faction catholics: army_cost must hold 3 prices"),
]


def faults(text: str) -> list[str]:
    return data_check.faults(text, GAME)


def differences(text: str) -> list[str]:
    return data_check.differences(text, GAME)


def remarks(text: str) -> list[str]:
    return data_check.remarks(text, GAME)


def _changed(old: str, new: str) -> str:
    text = our_text()
    assert old in text
    return text.replace(old, new, 1)


def test_our_own_data_has_no_faults() -> None:
    assert faults(our_text()) == []
    assert differences(our_text()) == []


@pytest.mark.parametrize(("old", "new", "sentence"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_each_fault_has_its_sentence(old: str, new: str, sentence: str) -> None:
    found = faults(_changed(old, new))
    assert any(line.startswith(sentence) for line in found), found


def test_count_of_faults_leaves_out_the_remark() -> None:
    found = faults(_changed("setup_tokens = 1", "setup_tokens = 1.5"))
    assert len(found) == 2
    assert count_of_faults(found) == "1 fault"
    assert count_of_faults([]) == "no faults"


def test_border_given_from_both_sides() -> None:
    text = our_text() + '\n[[border]]\na = "cleve"\nb = "gelderland"\n'
    assert "border cleve-gelderland: it stands twice; a border holds both ways and stands once." in faults(text)


def test_province_cut_off() -> None:
    text = our_text().replace('b = "drenthe"', 'b = "groningen"').replace('a = "drenthe"', 'a = "groningen"')
    assert any(line.startswith("province drenthe: no chain of borders joins it") for line in faults(text))


def test_not_toml() -> None:
    assert faults("[[province]")[0].startswith("The file is not TOML")


def _without_arrow(a: str, b: str) -> str:
    text = our_text()
    begin = text.index(f'[[arrow]]\na = "{a}"\nb = "{b}"\n')
    return text[:begin] + text[text.index("[[", begin + 2) :]


def test_border_of_regions_without_an_arrow() -> None:
    assert remarks(our_text()) == []
    text = _without_arrow("r_north", "r_ijssel")
    assert faults(text) == []
    (line,) = remarks(text)
    assert line.startswith("Remark: the regions r_ijssel and r_north share a border (")
    assert "overijssel" in line
    assert line.endswith("have no arrow: no army moves between them (9.8).")
    assert differences(text) == ["arrow r_ijssel-r_north: is not in this file"]


def test_arrow_of_regions_without_a_border() -> None:
    text = our_text() + '\n[[arrow]]\na = "r_north"\nb = "r_electorates"\nsource = "x"\nreason = "y"\n'
    assert faults(text) == []
    assert remarks(text) == ["Remark: the regions r_electorates and r_north have an arrow and share no border."]


def test_difference_fact_by_fact() -> None:
    text = _changed("max = 11", "max = 12").replace('b = "cleve"', 'b = "venlo"', 1)
    assert differences(text) == [
        "province flanders max: 12, ours 11",
        "border cleve-gelderland: is not in this file",
        "border gelderland-venlo: is new",
    ]


def test_commands_and_their_status(tmp_path: Path) -> None:
    runner = CliRunner()
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(_changed("max = 11", "max = 12"), encoding="utf-8")
    bad.write_text(_changed('province = "julich"', 'province = "julick"'), encoding="utf-8")
    assert runner.invoke(app, ["data", "check", str(good)]).exit_code == 0
    assert runner.invoke(app, ["data", "check", str(bad)]).exit_code == 1
    good.write_text(_without_arrow("r_north", "r_ijssel"), encoding="utf-8")
    done = runner.invoke(app, ["data", "check", str(good)])
    assert done.exit_code == 0
    assert "Remark: " in done.output
    good.write_text(_changed("max = 11", "max = 12"), encoding="utf-8")
    done = runner.invoke(app, ["data", "diff", str(good)])
    assert "province flanders max: 12, ours 11" in done.output
