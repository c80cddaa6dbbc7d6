"""9.15 Sieges end."""

import pytest

from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.lists import decision, trial
from engine.dutch_revolt.sieges import SIEGE_END, end_sieges, needs_choice, order_of_conversion, sieges_of
from engine.dutch_revolt.state import Score, TurnScore
from tests.engine.dutch_revolt.laid import NAMES, army, at, clear, lay_in, skipped, start, stock_to, told

B, C, H, N, R = "burghers", "catholics", "habsburgs", "nobility", "reformers"


def sack(city: str) -> list[Alternative]:
    return [{"city": city, "faction": None}]


def convert(faction: str) -> list[Alternative]:
    return [{"city": None, "faction": faction}]


def siege(by: str, there: str, city: str = "haarlem"):
    s = start(phase=15)
    clear(s)
    lay_in(s, city, there)
    army(s, s.board.places[city].region, by, city)
    return s


@pytest.mark.parametrize(
    ("by", "before", "after"),
    [
        ("R", "H2 C1", "R2 neu1"),  # E43
        ("H", "N1 neu2", "H2 neu1"),  # E45
        ("R", "B1 R1", "R2"),  # E46
        ("R", "neu1 R1", "R2"),
        ("R", "", ""),
        ("R", "H1", "R1"),
        ("R", "H1 C1 N1 B1 neu1", "R2 neu3"),
        ("H", "neu3", "H2 neu1"),
    ],
)
def test_an_army_takes_a_city(by, before, after):
    s = siege(by, before)
    end_sieges(s, {})
    assert set(at(s, "haarlem").split()) == set(after.split())
    (the_army,) = s.tracks["r_holland"]
    assert (the_army.state, the_army.city) == ("free", None)
    invariants.check(s)


def test_without_neutrals_the_rest_is_removed_e48():
    s = siege("B", "C4")
    stock_to(s, "neu", 0)
    end_sieges(s, {})
    assert at(s, "haarlem") == "B2"


def test_tokens_without_replacement_are_removed_and_count_among_the_two():
    s = siege("R", "H3")
    stock_to(s, "R", 1)
    end_sieges(s, {})
    assert at(s, "haarlem") in ("R1 neu1", "neu1 R1")
    s = siege("R", "neu3")
    stock_to(s, "R", 0)
    neutrals = s.neutral_stock
    end_sieges(s, {})
    assert at(s, "haarlem") == "neu1"
    assert s.neutral_stock == neutrals + 2


def test_beggars_e49():
    s = start(phase=15)
    clear(s)
    lay_in(s, "haarlem", "H2 C1 neu1")
    stock_to(s, "neu", 2)
    s.beggars.besieging.append("haarlem")
    s.beggars.staying["r_utrecht"] = 1
    s.beggars.hirer = R
    end_sieges(s, {})
    assert at(s, "haarlem") == "neu3"
    assert told(s, "beggars_disperse") == [{"count": 3}]
    s.phase = 16
    invariants.check(s)  # 14.6


def two_sieges():
    s = siege("R", "H2", "haarlem")
    lay_in(s, "leiden", "C2")
    army(s, "r_holland", "R", "leiden")
    return s


def test_several_sieges_need_a_choice_only_when_tokens_run_out_r52():
    s = two_sieges()
    assert not needs_choice(s, R)
    stock_to(s, "R", 3)
    assert needs_choice(s, R)
    assert not needs_choice(s, H)


def test_several_sieges_need_a_choice_when_neutrals_run_out_r52():
    s = two_sieges()
    lay_in(s, "haarlem", "H4")
    lay_in(s, "leiden", "C3")
    stock_to(s, "neu", 3)
    assert not needs_choice(s, R)
    stock_to(s, "neu", 2)
    assert needs_choice(s, R)


def test_sieges_end_in_file_order_or_as_named():
    s = two_sieges()
    stock_to(s, "R", 2)
    assert sieges_of(s, R) == ["haarlem", "leiden"]
    end_sieges(s, {})
    assert (at(s, "haarlem"), at(s, "leiden")) == ("R2", "")
    s = two_sieges()
    stock_to(s, "R", 2)
    end_sieges(s, {R: [sack("leiden")]})
    assert (at(s, "haarlem"), at(s, "leiden")) == ("", "R2")


def test_order_of_conversion():
    s = siege("R", "C1 H2 N2 neu1")
    s.history.append(TurnScore(0, list(s.order), {f: Score(cities=2 if f == N else 0) for f in s.factions}))
    assert order_of_conversion(s, R, "haarlem", ()) == [N, N, H, H, C, "neutral"]
    assert order_of_conversion(s, R, "haarlem", (C, H)) == [C, H, H, N, N, "neutral"]


def test_wishes_that_fit_nothing_are_skipped_with_a_reason():
    s = siege("R", "H2 C1")
    end_sieges(s, {R: [sack("leiden"), convert(R), convert(C)]})
    assert skipped(s) == ["not_your_siege", "no_such_rival"]
    assert at(s, "haarlem") == "R2 neu1"


def test_partner_tokens_are_foreign_too():
    s = start(players=2, phase=15)
    clear(s)
    lay_in(s, "haarlem", "B2 neu1")
    army(s, "r_holland", "R", "haarlem")
    end_sieges(s, {})
    assert at(s, "haarlem") == "R2 neu1"


def test_faults_default_and_facts():
    s = two_sieges()
    options = decision(s, SIEGE_END, R).options
    assert options.why_not([[{"city": None, "faction": None}]]).key == "city_or_faction"
    assert options.why_not([[{"city": "delft", "faction": None}]]).key == "unknown_name"
    assert options.why_not([[{"city": None, "faction": "swiss"}]]).key == "unknown_name"
    assert SIEGE_END.default(s, R) == [sack("haarlem"), sack("leiden")]
    assert trial(s, SIEGE_END, R, [sack("haarlem"), convert(NAMES["H"])]) == [None, None]
    assert [row["city"] for row in decision(s, SIEGE_END, R).facts["sieges"]] == ["haarlem", "leiden"]
