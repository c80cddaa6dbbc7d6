"""9.7."""

import pytest

from engine.dutch_revolt import beggars
from engine.dutch_revolt.beggars import SEA_BEGGARS
from engine.dutch_revolt.state import DutchRevoltState
from tests.engine.dutch_revolt.positions import (
    army,
    city,
    give,
    key,
    money,
    no_neutrals,
    position,
    tokens,
    told,
    track,
)


def hired(count: int, region: str = "r_holland", **options: object) -> DutchRevoltState:
    """A position in which the Burghers have hired; actions follow."""
    s = position(**options)  # type: ignore[arg-type]
    money(s, "burghers", 6)
    assert give(s, SEA_BEGGARS, "burghers", {"do": "hire", "region": region, "count": count}) == [None]
    return s


def act(s: DutchRevoltState, *orders: dict[str, str | int | None]) -> list[str | None]:
    return [key(reason) for reason in give(s, SEA_BEGGARS, "burghers", *orders)]


def test_e57_cost_and_one_hirer() -> None:
    s = hired(3)
    assert s.holdings["burghers"].treasury == 0
    money(s, "reformers", 6)
    assert not beggars.may_hire(s, "reformers")
    order = {"do": "hire", "region": "r_utrecht"}
    assert key(give(s, SEA_BEGGARS, "reformers", order)[0]) == "beggars_hired_by_other"


def test_9_7_the_second_hires_only_if_the_first_does_not() -> None:
    hire = [[dict.fromkeys(SEA_BEGGARS.fields) | {"do": "hire", "region": "r_holland", "count": 1}]]
    for first, hirer in (("default", "reformers"), ([], "reformers"), (hire, "burghers")):
        s = position()
        money(s, "burghers", 2)
        money(s, "reformers", 2)
        beggars.water_beggars(s, {"reformers": hire, "burghers": first})  # type: ignore[dict-item]
        assert s.beggars.hirer == hirer
        assert ("beggars_taken" in told(s)) is (hirer == "burghers")


def test_9_7_money_for_one_is_needed() -> None:
    s = position()
    money(s, "burghers", 1)
    assert not beggars.may_hire(s, "burghers")
    money(s, "burghers", 3)
    assert beggars.may_hire(s, "burghers")
    assert act(s, {"do": "hire", "region": "r_holland", "count": 2}) == [None]
    assert s.beggars.staying == {"r_holland": 1}
    money(s, "habsburgs", 9)
    assert not beggars.may_hire(s, "habsburgs")


def test_9_7_only_regions_with_a_beggar_province_and_all_hired_first() -> None:
    s = hired(2)
    money(s, "burghers", 6)
    assert act(s, {"do": "hire", "region": "r_flanders"}) == ["no_beggar_province"]
    assert act(s, {"do": "plunder", "province": "holland"}, {"do": "hire", "region": "r_utrecht"}) == [
        None, "hire_before_acting",
    ]  # fmt: skip


def test_e51_destroy_a_besieger() -> None:
    s = hired(2)
    army(s, "r_holland", "habsburgs", state="besieging", city="haarlem")
    assert act(s, {"do": "destroy", "region": "r_holland"}) == [None]
    assert s.besieger_of("haarlem") is None
    assert s.beggars.staying == {}


def test_e52_nothing_to_destroy() -> None:
    s = hired(3)
    army(s, "r_holland", "burghers")
    results = act(
        s,
        {"do": "destroy", "region": "r_holland"},
        {"do": "plunder", "province": "holland"},
        {"do": "besiege", "city": "haarlem"},
    )
    assert results == ["no_army_to_destroy", "armies_in_region", "armies_in_region"]


@pytest.mark.parametrize(("count", "armies", "reason"), [(1, 1, "too_few_beggars"), (2, 1, None), (3, 2, None),
                                                        (2, 2, "too_few_beggars")])  # fmt: skip
def test_9_7_destroy_needs_more_beggars_than_armies(count: int, armies: int, reason: str | None) -> None:
    s = hired(count)
    army(s, "r_holland", "habsburgs")
    for _ in range(armies - 1):
        army(s, "r_holland", "reformers")
    assert act(s, {"do": "destroy", "region": "r_holland"}) == [reason]
    assert sum(s.beggars.staying.values()) == (count if reason else count - armies - 1)


def test_9_7_the_most_catholic_and_the_hirer_picks_which() -> None:
    s = hired(3)
    free = army(s, "r_holland", "catholics", state="released")
    army(s, "r_holland", "catholics", state="besieging", city="haarlem")
    assert act(s, {"do": "destroy", "region": "r_holland", "faction": "nobility"}) == ["not_most_catholic"]
    assert act(s, {"do": "destroy", "region": "r_holland", "army": "free"}) == ["no_such_army"]
    assert act(s, {"do": "destroy", "region": "r_holland", "faction": "catholics", "army": "released"}) == [None]
    assert free not in s.tracks["r_holland"]
    assert s.besieger_of("haarlem") == "catholics"


@pytest.mark.parametrize(("count", "armies", "relieved"), [(2, 2, 2), (2, 3, 0), (3, 3, 2)])
def test_e54_relief_compares_once(count: int, armies: int, relieved: int) -> None:
    s = hired(count)
    cities = [c for c in s.board.cities if s.board.places[c].province == "holland"]
    for n in range(armies):
        if n < 2:
            army(s, "r_holland", "habsburgs", state="besieging", city=cities[n])
        else:
            army(s, "r_holland", "habsburgs")
    results = act(s, *({"do": "relieve", "city": c} for c in cities[:2]))
    assert results.count(None) == relieved
    spent = [a for a in s.tracks["r_holland"] if a.moved and a.influenced]
    assert len(spent) == relieved
    assert s.beggars.staying.get("r_holland", 0) == count - relieved


def test_r25_switch_compares_at_each_relief() -> None:
    s = hired(2, switches={"relief_test_sequential": True})
    cities = [c for c in s.board.cities if s.board.places[c].province == "holland"][:2]
    for c in cities:
        army(s, "r_holland", "habsburgs", state="besieging", city=c)
    assert act(s, *({"do": "relieve", "city": c} for c in cities)) == [None, "too_few_beggars"]


def test_9_7_relief_is_for_sieges_by_armies() -> None:
    s = hired(3)
    assert act(s, {"do": "relieve", "city": "haarlem"}) == ["not_besieged_by_army"]
    assert act(s, {"do": "besiege", "city": "haarlem"}) == [None]
    assert act(s, {"do": "relieve", "city": "haarlem"}) == ["not_besieged_by_army"]
    assert act(s, {"do": "besiege", "city": "haarlem"}) == ["city_besieged_already"]


def test_e55_empty_region() -> None:
    s = hired(3)
    tokens(s, "holland", "countryside")
    assert act(s, {"do": "besiege", "city": "haarlem"}, {"do": "plunder", "province": "holland"}) == [None, None]
    assert s.countryside["holland"] == {"neutral": 1}
    assert s.besieger_of("haarlem") == "beggars"
    assert beggars.in_box(s) == 1


def test_9_7_plunder_without_neutrals_uses_the_beggar_up() -> None:
    s = hired(1)
    no_neutrals(s)
    assert act(s, {"do": "plunder", "province": "holland"}) == [None]
    assert s.beggars.staying == {}
    assert "neutral" not in s.countryside["holland"]


def test_r11_sparing_by_switch_only() -> None:
    s = hired(1)
    assert act(s, {"do": "spare", "faction": "catholics"}) == ["hindering_is_automatic"]
    s = hired(1, switches={"hinder_mandatory": False})
    assert act(s, {"do": "spare", "faction": "catholics"}) == [None]
    catholic, habsburg = army(s, "r_holland", "catholics"), army(s, "r_holland", "habsburgs")
    assert not beggars.hinders(s, "r_holland", catholic)
    assert beggars.hinders(s, "r_holland", habsburg)


def test_9_7_actions_need_beggars_of_ones_own() -> None:
    s = position()
    money(s, "burghers", 4)
    assert act(s, {"do": "plunder", "province": "holland"}) == ["no_beggars_hired"]
    city(s, "haarlem", "burghers", burghers=1)
    assert track(s, "r_holland") == ""
