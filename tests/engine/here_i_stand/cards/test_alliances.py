"""68, 69, 73 a, 108, 116: minor powers by events (22)."""

from __future__ import annotations

import pytest

from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import Heir, LeaderId, Power, RulerId, SeaId, SpaceId
from tests.engine.here_i_stand.cards.stage import LATER, army, pick, play, refused, scene

DORIA = LeaderId("andrea_doria")


def active(s: HisState, minor: Power, major: Power) -> None:
    """The minor is the major's ally, with all that it controls."""
    for space in s.controlled(minor):
        s.take_control(space, major)
    s.wars = [war for war in s.wars if minor not in (war.first, war.second)]
    s.ally(minor, major)


# ------------------------------------------------------------------ 68


@pytest.mark.parametrize("power", [Power.FRANCE, Power.HAPSBURG, Power.PAPACY])
def test_68a_genoa_is_won(power: Power) -> None:
    s = scene()
    play(s, power, 68)
    assert s.minors[Power.GENOA].ally is power
    assert s.spaces[SpaceId("genoa")].controller is power


def test_68a_even_from_another_power() -> None:
    s = scene()
    active(s, Power.GENOA, Power.FRANCE)
    play(s, Power.HAPSBURG, 68)
    assert s.minors[Power.GENOA].ally is Power.HAPSBURG
    assert s.spaces[SpaceId("bastia")].controller is Power.HAPSBURG


def test_68a_not_by_others_nor_twice() -> None:
    s = scene()
    assert refused(s, Power.ENGLAND, 68) == "event_not_for_power"
    active(s, Power.GENOA, Power.FRANCE)
    assert refused(s, Power.FRANCE, 68) == "minor_is_ally"


def _hunt(at: str = "aegean_sea", ally: Power = Power.HAPSBURG) -> HisState:
    s = scene()
    active(s, Power.GENOA, ally)
    s.begin_war(Power.HAPSBURG, Power.OTTOMAN)
    s.place_leader(DORIA, SeaId(at))
    ships = s.ships_at(SpaceId("genoa"))[0]
    s.take_ships(type(ships)(Power.GENOA, ships.squadrons), SpaceId("genoa"))
    s.add_ships(type(ships)(Power.GENOA, 1), SeaId(at))
    s.tracks.piracy = 2
    return s


@pytest.mark.parametrize(("dice", "left"), [([5, 6, 1], 0), ([6, 1, 1], 1), ([1, 1, 1], 2), ([6, 6, 6], 0)])
def test_68b_piracy_is_hunted_down(dice: list[int], left: int) -> None:
    s = _hunt()
    play(s, Power.ENGLAND, 68, "b", dice=[*dice])
    assert s.tracks.piracy == left
    assert len(s.powers[Power.ENGLAND].hand) == len(s.powers[Power.HAPSBURG].hand) == 1


@pytest.mark.parametrize(("switch", "drawn"), [("both", 2), ("one", 1)])
def test_68b_c26_two_roles(switch: str, drawn: int) -> None:
    s = _hunt()
    s.board = s.board.under(s.printing, {"two_role_draws": switch} if switch == "one" else {})
    play(s, Power.HAPSBURG, 68, "b")
    assert len(s.powers[Power.HAPSBURG].hand) == drawn


def test_68b_conditions() -> None:
    assert refused(_hunt("gulf_of_lyon"), Power.ENGLAND, 68, "b") == "not_near_enough_ports"
    assert refused(_hunt(ally=Power.FRANCE), Power.ENGLAND, 68, "b") == "not_at_war"
    s = scene()
    s.place_leader(DORIA, SpaceId("genoa"))
    assert refused(s, Power.ENGLAND, 68, "b") == "not_at_war"


# ------------------------------------------------------------------ 69, 108


def test_69_the_auld_alliance() -> None:
    s = scene()
    play(s, Power.FRANCE, 69)
    assert s.minors[Power.SCOTLAND].ally is Power.FRANCE
    assert refused(s, Power.FRANCE, 69) == "event_once_a_turn"
    s.this_turn.played.clear()
    assert refused(s, Power.FRANCE, 69) == "minor_is_ally"
    play(s, Power.ENGLAND, 69, "b")
    assert s.minors[Power.SCOTLAND].ally is None
    s.this_turn.played.clear()
    assert refused(s, Power.FRANCE, 69, "b") == "minor_is_inactive"


def test_69_by_power_and_way() -> None:
    s = scene()
    assert refused(s, Power.ENGLAND, 69) == "event_not_for_power"
    assert refused(s, Power.PAPACY, 69, "b") == "event_not_for_power"
    assert refused(s, Power.FRANCE, 69, "c") == "minor_is_not_ally"


def test_69c_up_to_three_regulars_in_one_space() -> None:
    s = scene()
    active(s, Power.SCOTLAND, Power.FRANCE)
    play(s, Power.FRANCE, 69, "c")
    assert sorted(s.land(Power.FRANCE, space).regulars for space in s.home_spaces(Power.SCOTLAND)) == [0, 0, 3]


def test_108_the_venetian_alliance() -> None:
    s = scene()
    play(s, Power.PAPACY, 108)
    assert s.minors[Power.VENICE].ally is Power.PAPACY
    s.this_turn.played.clear()
    ships = sum(one.squadrons for fleet in s.fleets.values() for one in fleet if one.owner is Power.VENICE)
    play(s, Power.PAPACY, 108, "c")
    after = sum(one.squadrons for fleet in s.fleets.values() for one in fleet if one.owner is Power.VENICE)
    assert after in (ships, ships + 1, ships + 2)
    s.this_turn.played.clear()
    play(s, Power.OTTOMAN, 108, "b")
    assert s.minors[Power.VENICE].ally is None


def test_108_by_power_and_way() -> None:
    s = scene()
    assert refused(s, Power.OTTOMAN, 108) == "event_not_for_power"
    assert refused(s, Power.OTTOMAN, 108, "b") == "minor_is_inactive"
    assert refused(s, Power.PAPACY, 108, "c") == "minor_is_not_ally"


def test_e79_the_ottoman_leaves_zara() -> None:
    """E79: at war with Venice and standing in Zara; he declines war and goes to a fortress of his."""
    s = scene()
    s.begin_war(Power.OTTOMAN, Power.VENICE)
    zara = army(s, Power.OTTOMAN, "zara", 2)
    play(s, Power.PAPACY, 108)
    assert not s.land(Power.OTTOMAN, zara).strength
    assert s.spaces[zara].controller is Power.PAPACY
    assert not s.at_war(Power.OTTOMAN, Power.PAPACY)


def test_e79_or_goes_to_war_and_stays() -> None:
    s = scene()
    s.begin_war(Power.OTTOMAN, Power.VENICE)
    zara = army(s, Power.OTTOMAN, "zara", 2)
    play(s, Power.PAPACY, 108, answers={"minor_activated@ottoman": {"do": "declare"}})
    assert s.at_war(Power.OTTOMAN, Power.PAPACY)
    assert s.land(Power.OTTOMAN, zara).regulars == 2


# ------------------------------------------------------------------ 73 a


@pytest.mark.parametrize(
    ("power", "minors"),
    [
        (Power.ENGLAND, {"scotland"}),
        (Power.FRANCE, {"genoa", "scotland", "venice"}),
        (Power.HAPSBURG, {"genoa", "hungary", "venice"}),
        (Power.PAPACY, {"genoa", "venice"}),
    ],
)
def test_73a_who_may_activate_whom(power: Power, minors: set[str]) -> None:
    for minor in ("genoa", "hungary", "scotland", "venice"):
        s = scene()
        answers = {"choice/73/minor@" + power: pick(minor)} if len(minors) > 1 else {}
        if minor not in minors and answers:
            with pytest.raises(AssertionError):
                play(s, power, 73, answers=answers)
        elif minor in minors:
            play(s, power, 73, answers=answers)
            assert s.minors[Power(minor)].ally is power
            assert s.hungary_by_marriage == (minor == "hungary")


def test_73a_any_of_the_four_loosens_any_but_hungary() -> None:
    s = scene()
    active(s, Power.SCOTLAND, Power.FRANCE)
    active(s, Power.HUNGARY, Power.HAPSBURG)
    play(s, Power.ENGLAND, 73)
    assert s.minors[Power.SCOTLAND].ally is None
    s.this_turn.played.clear()
    with pytest.raises(AssertionError):
        play(s, Power.PAPACY, 73, answers={"choice/73/minor@papacy": pick("hungary")})


def test_73a_not_by_others() -> None:
    assert refused(scene(), Power.OTTOMAN, 73) == "event_not_for_power"


# ------------------------------------------------------------------ 116


def _wooed() -> HisState:
    s = scene(edition=LATER, turn=5)
    active(s, Power.SCOTLAND, Power.FRANCE)
    s.tudors.edward = Heir.SICKLY
    for space in s.home_spaces(Power.SCOTLAND):
        units = s.land(Power.SCOTLAND, space)
        if units.strength:
            s.take_land(Power.SCOTLAND, space, units)
        for ships in list(s.ships_at(space)):
            s.take_ships(type(ships)(ships.owner, ships.squadrons), space)
    return s


@pytest.mark.parametrize(("dice", "won"), [([3, 1], True), ([2, 1], False), ([6, 6], False)])
def test_116_c41_by_two_or_more(dice: list[int], won: bool) -> None:
    s = _wooed()
    play(s, Power.PAPACY, 116, dice=dice)
    assert s.minors[Power.SCOTLAND].ally is (Power.ENGLAND if won else Power.FRANCE)
    if won:
        assert all(s.spaces[space].controller is Power.ENGLAND for space in s.home_spaces(Power.SCOTLAND))


def test_116_units_count_and_strangers_leave() -> None:
    s = _wooed()
    glasgow = army(s, Power.FRANCE, "glasgow", 2)
    play(s, Power.PAPACY, 116, dice=[5, 2])
    assert s.minors[Power.SCOTLAND].ally is Power.FRANCE
    s.this_turn.played.clear()
    play(s, Power.PAPACY, 116, dice=[6, 2])
    assert s.minors[Power.SCOTLAND].ally is Power.ENGLAND
    assert not s.land(Power.FRANCE, glasgow).strength


def test_116_scots_count_for_france() -> None:
    s = _wooed()
    army(s, Power.SCOTLAND, "edinburgh", 3)
    play(s, Power.PAPACY, 116, dice=[5, 1])
    assert s.minors[Power.SCOTLAND].ally is Power.FRANCE


@pytest.mark.parametrize("bar", ["unborn", "mary", "inactive"])
def test_116_edward_alive_and_scotland_french(bar: str) -> None:
    s = _wooed()
    if bar == "unborn":
        s.tudors.edward = Heir.NONE
    if bar == "mary":
        s.powers[Power.ENGLAND].ruler = RulerId("mary_i")
    if bar == "inactive":
        s.minors[Power.SCOTLAND].ally = None
    assert refused(s, Power.PAPACY, 116) == ("minor_is_not_ally" if bar == "inactive" else "edward_not_there")
