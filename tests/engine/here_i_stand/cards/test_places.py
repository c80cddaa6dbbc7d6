"""71, 86, 89, 104: who holds a space, and its walls."""

from __future__ import annotations

import pytest

from engine.here_i_stand.cards.places import captured_keys, seat_of_knights
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Milestone, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.cards.stage import army, hold, pick, play, refused, scene, where

MILAN = SpaceId("milan")


def _rebels(s: HisState, dice: list[int], key: str = "milan") -> None:
    play(s, Power.HAPSBURG, 71, answers={"choice/71/key@hapsburg": pick(key)}, dice=dice)


def test_71_which_keys() -> None:
    """1517: Milan is French, Tunis Hapsburg; home keys and keys of allies are not captured."""
    s = scene()
    assert captured_keys(s) == ["tunis", "milan"]
    s.take_control(SpaceId("rouen"), Power.ENGLAND)
    assert "rouen" in captured_keys(s)
    s.ally(Power.ENGLAND, Power.FRANCE)
    assert "rouen" not in captured_keys(s)
    s.forces[MILAN].sieges[Power.HAPSBURG] = 1
    assert captured_keys(s) == ["tunis"]


def test_71_an_independent_key_is_free_again() -> None:
    s = scene()
    s.take_land(Power.FRANCE, MILAN, s.land(Power.FRANCE, MILAN))
    army(s, Power.FRANCE, "milan", 1, 1)
    for leader in s.leaders_at(MILAN):
        s.place_leader(leader, SpaceId("paris"))
    s.place_leader(LeaderId("montmorency"), MILAN)
    _rebels(s, [5, 6, 1, 1, 1])
    assert s.spaces[MILAN].controller is Power.INDEPENDENT
    assert s.land(Power.INDEPENDENT, MILAN).regulars == 1
    assert not s.land(Power.FRANCE, MILAN).strength
    state = s.leaders[LeaderId("montmorency")]
    assert (state.where, state.captor) == (Whereabouts.CAPTURED, Power.HAPSBURG)


def test_71_not_enough_hits() -> None:
    s = scene()
    before = s.land(Power.FRANCE, MILAN).strength
    _rebels(s, [6, 1, 1, 1, 1])
    assert s.spaces[MILAN].controller is Power.FRANCE
    assert s.land(Power.FRANCE, MILAN).strength == before - 1


def test_71_the_controller_chooses_and_ships_count_one_hit_each() -> None:
    s = scene()
    genoa = SpaceId("genoa")
    s.take_control(genoa, Power.FRANCE)
    s.take_land(Power.GENOA, genoa, s.land(Power.GENOA, genoa))
    for ships in list(s.ships_at(genoa)):
        s.take_ships(Ships(ships.owner, ships.squadrons), genoa)
    s.place_leader(LeaderId("andrea_doria"), SpaceId("bastia"))
    s.take_ships(Ships(Power.FRANCE, 1), SpaceId("marseille"))
    s.add_ships(Ships(Power.FRANCE, 1), genoa)
    army(s, Power.FRANCE, "genoa", 1)
    answers = {
        "choice/71/key@hapsburg": pick("genoa"),
        "losses/71/genoa@france": [[{"do": "lose", "unit": "squadron"}]],
    }
    play(s, Power.HAPSBURG, 71, answers=answers, dice=[5, 1, 1, 1, 1])
    assert s.powers[Power.FRANCE].ships_lost == 1
    assert s.land(Power.FRANCE, genoa).regulars == 1
    assert s.spaces[genoa].controller is Power.FRANCE


def test_71_c27_a_key_without_units() -> None:
    s = scene()
    rouen = SpaceId("rouen")
    s.take_land(Power.FRANCE, rouen, s.land(Power.FRANCE, rouen))
    for ships in list(s.ships_at(rouen)):
        s.take_ships(Ships(ships.owner, ships.squadrons), rouen)
    s.take_control(rouen, Power.ENGLAND)
    _rebels(s, [], "rouen")
    assert s.spaces[rouen].controller is Power.FRANCE
    assert s.land(Power.FRANCE, rouen).regulars == 1


def test_71_a_minors_key_goes_to_its_present_ally() -> None:
    s = scene()
    venice = SpaceId("venice")
    s.ally(Power.VENICE, Power.PAPACY)
    for space in s.controlled(Power.VENICE):
        s.take_control(space, Power.PAPACY)
    s.take_land(Power.VENICE, venice, s.land(Power.VENICE, venice))
    for ships in list(s.ships_at(venice)):
        s.take_ships(Ships(ships.owner, ships.squadrons), venice)
    s.take_control(venice, Power.OTTOMAN)
    _rebels(s, [], "venice")
    assert s.spaces[venice].controller is Power.PAPACY
    assert s.land(Power.VENICE, venice).regulars == 1


def test_71_needs_a_captured_key() -> None:
    s = scene()
    for key in captured_keys(s):
        s.take_control(key, Power.INDEPENDENT)
    assert refused(s, Power.FRANCE, 71) == "no_target"


# ------------------------------------------------------------------ 86


def test_86_where_the_knights_are() -> None:
    assert seat_of_knights(scene()) == "rhodes"
    s = scene("1532")
    assert seat_of_knights(s) == "malta"
    s.take_control(SpaceId("malta"), Power.OTTOMAN)
    assert seat_of_knights(s) is None


def test_86a_ottoman_booty_for_saint_peters() -> None:
    s = scene()
    hold(s, Power.OTTOMAN, 80)
    play(s, Power.PAPACY, 86)
    assert where(s, 80) == "discard"
    assert s.tracks.saint_peters_cp == 1
    assert refused(s, Power.PAPACY, 86, "b") != ""


def test_86a_not_besieged_and_near_an_ottoman_port() -> None:
    s = scene()
    s.forces[SpaceId("rhodes")].sieges[Power.OTTOMAN] = 1
    assert refused(s, Power.PAPACY, 86) == "knights_not_free"
    s = scene("1532")
    assert refused(s, Power.PAPACY, 86) == ""
    for port in ("tripoli", "lepanto", "coron", "candia", "corfu", "tunis", "rhodes"):
        if s.spaces[SpaceId(port)].controller is Power.OTTOMAN:
            s.take_control(SpaceId(port), Power.HAPSBURG)
    assert refused(s, Power.PAPACY, 86) == "no_ottoman_port_near"


def test_86b_a_new_seat() -> None:
    """C-29: Hapsburg units there are displaced; the space is independent and a fortress."""
    s = scene()
    rhodes, palma = SpaceId("rhodes"), SpaceId("palma")
    assert refused(s, Power.FRANCE, 86, "b") == "knights_on_map"
    s.take_land(Power.INDEPENDENT, rhodes, Land(regulars=1))
    s.take_control(rhodes, Power.OTTOMAN)
    army(s, Power.HAPSBURG, "palma", 2)
    play(s, Power.FRANCE, 86, "b", {"choice/86/port@hapsburg": pick("palma")})
    assert s.spaces[palma].controller is Power.INDEPENDENT
    assert s.spaces[palma].fortress
    assert s.land(Power.INDEPENDENT, palma).regulars == 1
    assert not s.land(Power.HAPSBURG, palma).strength
    assert seat_of_knights(s) == "palma"


def test_86b_a_fortified_port_gets_no_marker_and_only_hapsburg_ports() -> None:
    s = scene("1532")
    s.take_control(SpaceId("malta"), Power.OTTOMAN)
    s.take_land(Power.INDEPENDENT, SpaceId("malta"), s.land(Power.INDEPENDENT, SpaceId("malta")))
    with pytest.raises(AssertionError):
        play(s, Power.FRANCE, 86, "b", {"choice/86/port@hapsburg": pick("malta")})
    s.this_turn.played.clear()
    s.beside_map.clear()
    play(s, Power.FRANCE, 86, "b", {"choice/86/port@hapsburg": pick("gibraltar")})
    assert not s.spaces[SpaceId("gibraltar")].fortress
    assert seat_of_knights(s) == "gibraltar"


# ------------------------------------------------------------------ 89


def _pirates() -> HisState:
    """1532, the Ottoman at war with the Hapsburgs; Algiers lies on the Barbary Coast."""
    return scene("1532")


def test_89_a_new_nest() -> None:
    s = _pirates()
    oran = SpaceId("oran")
    play(s, Power.FRANCE, 89, answers={})
    assert s.spaces[oran].haven
    assert s.spaces[oran].controller is Power.OTTOMAN
    assert s.home(oran) is Power.OTTOMAN
    assert s.land(Power.OTTOMAN, oran).regulars == 1
    assert [ships.corsairs for ships in s.ships_at(oran)] == [2]


@pytest.mark.parametrize("bar", ["occupied", "peace", "base"])
def test_89_conditions(bar: str) -> None:
    s = _pirates()
    if bar == "occupied":
        for space in ("oran", "tripoli"):
            if not s.is_occupied(SpaceId(space)):
                army(s, Power.HAPSBURG, space, 1)
    if bar == "peace":
        s.end_war(Power.OTTOMAN, Power.HAPSBURG)
    if bar == "base":
        for space in s.board.map.ports:
            if s.spaces[space].controller is Power.OTTOMAN:
                s.take_control(space, Power.VENICE)
    assert refused(s, Power.FRANCE, 89) == "no_target"


def test_89_after_the_barbary_pirates() -> None:
    s = _pirates()
    s.milestones.remove(Milestone.BARBARY_PIRATES)
    assert refused(s, Power.FRANCE, 89) == "before_barbary_pirates"


def test_89_a_lost_haven_again() -> None:
    s = _pirates()
    s.spaces[SpaceId("oran")].haven = True
    play(s, Power.FRANCE, 89)
    assert s.spaces[SpaceId("oran")].controller is Power.OTTOMAN
    assert sum(here.haven for here in s.spaces.values()) == 1


# ------------------------------------------------------------------ 104


def _walls(s: HisState, space: str) -> SpaceId:
    play(s, Power.PAPACY, 104, answers={"choice/104/space@papacy": pick(space)})
    return SpaceId(space)


@pytest.mark.parametrize(
    ("space", "owner"), [("tours", Power.FRANCE), ("zara", Power.VENICE), ("ancona", Power.PAPACY)]
)
def test_104_a_fortress_and_a_regular_of_its_controller(space: str, owner: Power) -> None:
    s = scene()
    before = s.land(owner, SpaceId(space)).regulars
    here = _walls(s, space)
    assert s.spaces[here].fortress
    assert s.is_fortified(here)
    assert s.land(owner, here).regulars == before + 1


@pytest.mark.parametrize("space", ["siena", "nantes"])
def test_104_none_for_independents_or_unrest(space: str) -> None:
    s = scene()
    s.spaces[SpaceId("nantes")].unrest = True
    here = _walls(s, space)
    assert s.spaces[here].fortress
    assert not s.is_occupied(here)


def test_104_only_unfortified_spaces_and_c36_nine_markers() -> None:
    s = scene()
    with pytest.raises(AssertionError):
        _walls(s, "brussels")
    s = scene()
    open_towns = [space for space in s.spaces if not s.is_fortified(space) and s.home(space) is not None]
    for space in open_towns[:8]:
        s.spaces[space].fortress = True
    assert refused(s, Power.PAPACY, 104) == ""
    s.spaces[open_towns[8]].fortress = True
    assert refused(s, Power.PAPACY, 104) == "no_counters_left"


@pytest.mark.parametrize(("count", "besieged"), [(3, True), (1, False)])
def test_104_c37_enemies_before_the_new_walls(count: int, besieged: bool) -> None:
    s = scene()
    army(s, Power.HAPSBURG, "dijon", count)
    here = _walls(s, "dijon")
    assert (Power.HAPSBURG in s.forces[here].sieges) == besieged
    if besieged:
        assert s.forces[here].inside[Power.FRANCE].regulars == 1
    else:
        assert s.land(Power.HAPSBURG, here).strength == 0
        assert s.land(Power.FRANCE, here).regulars == 1


def test_104_c37_displaced_by_the_switch() -> None:
    s = scene(switches={"trace_italienne_enemies": "displaced"})
    army(s, Power.HAPSBURG, "dijon", 3)
    here = _walls(s, "dijon")
    assert s.land(Power.HAPSBURG, here).strength == 0
    assert not s.forces[here].sieges
