"""70, 72 a, 76, 83, 87, 100, 106, 107: units that come and go by events."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.construction import build_sites, why_not_build
from engine.here_i_stand.impulse import choices, why_not
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId, UnitType
from tests.engine.here_i_stand.cards.stage import army, hold, pick, play, refused, scene, where

RENEGADE = LeaderId("renegade")


def land(s: HisState, power: Power, space: str) -> Land:
    return s.land(power, SpaceId(space))


# ------------------------------------------------------------------ 70


def test_70_the_renegade_with_three_mercenaries() -> None:
    s = scene()
    before = land(s, Power.ENGLAND, "calais").mercenaries
    play(s, Power.ENGLAND, 70, answers={"choice/70/space@england": pick("calais")})
    assert s.leaders[RENEGADE].at == "calais"
    assert s.leaders[RENEGADE].power is Power.ENGLAND
    assert land(s, Power.ENGLAND, "calais").mercenaries == before + 3


def test_70_cavalry_for_the_ottoman() -> None:
    s = scene()
    before = land(s, Power.OTTOMAN, "istanbul").cavalry
    play(s, Power.OTTOMAN, 70)
    assert land(s, Power.OTTOMAN, "istanbul").cavalry == before + 3


def test_70_an_enemy_of_france_next_to_lyon() -> None:
    s = scene()
    play(s, Power.HAPSBURG, 70, answers={"choice/70/space@hapsburg": pick("grenoble")})
    assert s.spaces[SpaceId("grenoble")].controller is Power.HAPSBURG
    assert land(s, Power.HAPSBURG, "grenoble").mercenaries == 3


@pytest.mark.parametrize("make", ["peace", "occupied", "unrest", "far"])
def test_70_not_there_in_peace_occupied_in_unrest_or_far(make: str) -> None:
    s = scene()
    space = SpaceId("grenoble")
    if make == "peace":
        s.end_war(Power.HAPSBURG, Power.FRANCE)
    if make == "occupied":
        s.place_leader(LeaderId("montmorency"), space)
    s.spaces[space].unrest = make == "unrest"
    wish = "tours" if make == "far" else space
    with pytest.raises(AssertionError):
        play(s, Power.HAPSBURG, 70, answers={"choice/70/space@hapsburg": pick(wish)})


def test_70_not_the_protestants_before_the_league() -> None:
    s = scene()
    assert refused(s, Power.PROTESTANT, 70) == "before_the_league"


# ------------------------------------------------------------------ 72 a


def test_72a_two_cards_and_two_mercenaries() -> None:
    s = scene()
    before = land(s, Power.FRANCE, "lyon").mercenaries
    play(s, Power.FRANCE, 72, "a", {"choice/72/space@france": pick("lyon")})
    assert len(s.powers[Power.ENGLAND].hand) == len(s.powers[Power.HAPSBURG].hand) == 1
    assert land(s, Power.FRANCE, "lyon").mercenaries == before + 2


def test_72a_cavalry_for_the_ottoman_nothing_for_the_protestants() -> None:
    s = scene()
    play(s, Power.OTTOMAN, 72, "a", {"choice/72/space@ottoman": pick("sofia")})
    assert land(s, Power.OTTOMAN, "sofia").cavalry == 2
    s = scene()
    play(s, Power.PROTESTANT, 72, "a")
    assert not any(s.land(Power.PROTESTANT, space).strength for space in s.forces)


@pytest.mark.parametrize(("space", "holder"), [("calais", Power.FRANCE), ("antwerp", Power.FRANCE)])
def test_72a_needs_calais_and_antwerp(space: str, holder: Power) -> None:
    s = scene()
    s.take_control(SpaceId(space), holder)
    assert refused(s, Power.FRANCE, 72, "a") == "not_controlled"
    assert refused(s, Power.FRANCE, 72, "b") == ""


# ------------------------------------------------------------------ 76


def test_76_units_only_in_any_space_under_control() -> None:
    s = scene()
    play(s, Power.FRANCE, 76)
    assert s.impulse is not None
    assert s.impulse.cp == 4
    milan = SpaceId("milan")
    assert milan in build_sites(s, Power.FRANCE, Power.FRANCE, UnitType.REGULAR)
    assert why_not(s, Power.FRANCE, blank("impulse", do="build", unit="mercenary", space=milan)) is None
    reason = why_not(s, Power.FRANCE, blank("impulse", do="control", space="turin"))
    assert reason is not None
    assert reason.key == "only_units"
    assert {wish["do"] for wish in choices(s, Power.FRANCE)} == {"build", "end"}


def test_76_not_in_foreign_besieged_or_unruly_spaces_nor_fleets_ashore() -> None:
    s = scene()
    play(s, Power.FRANCE, 76)
    milan = SpaceId("milan")
    for space, key in (("rome", "not_controlled"), ("venice", "not_controlled")):
        reason = why_not_build(s, Power.FRANCE, Power.FRANCE, UnitType.REGULAR, SpaceId(space))
        assert reason is not None
        assert reason.key == key
    reason = why_not_build(s, Power.FRANCE, Power.FRANCE, UnitType.SQUADRON, milan)
    assert reason is not None
    assert reason.key == "no_port"
    s.spaces[milan].unrest = True
    reason = why_not_build(s, Power.FRANCE, Power.FRANCE, UnitType.REGULAR, milan)
    assert reason is not None
    assert reason.key == "in_unrest"


def test_76_any_unit_in_algiers() -> None:
    s = scene("1532")
    algiers = SpaceId("algiers")
    assert why_not_build(s, Power.OTTOMAN, Power.OTTOMAN, UnitType.REGULAR, algiers) is not None
    play(s, Power.OTTOMAN, 76)
    assert why_not_build(s, Power.OTTOMAN, Power.OTTOMAN, UnitType.REGULAR, algiers) is None
    assert refused(scene(), Power.PROTESTANT, 76) == "before_the_league"


# ------------------------------------------------------------------ 83


@pytest.mark.parametrize("holder", [Power.OTTOMAN, Power.HAPSBURG])
def test_83_regulars_of_whoever_holds_buda(holder: Power) -> None:
    s = scene()
    buda = SpaceId("buda")
    s.take_land(Power.HUNGARY, buda, s.land(Power.HUNGARY, buda))
    s.take_control(buda, holder)
    play(s, Power.FRANCE, 83)
    assert s.land(holder, buda).regulars == 4
    assert where(s, 83) == "removed"


def test_83_hungarians_as_counters_allow() -> None:
    s = scene()
    before = land(s, Power.HUNGARY, "buda").regulars
    play(s, Power.FRANCE, 83)
    assert before < land(s, Power.HUNGARY, "buda").regulars <= before + 4


def test_83_not_under_siege_and_none_into_unrest() -> None:
    s = scene()
    buda = SpaceId("buda")
    s.spaces[buda].unrest = True
    before = s.land(Power.HUNGARY, buda).regulars
    play(s, Power.FRANCE, 83)
    assert s.land(Power.HUNGARY, buda).regulars == before
    s = scene()
    s.forces[buda].sieges[Power.OTTOMAN] = 1
    assert refused(s, Power.FRANCE, 83) == "under_siege"


# ------------------------------------------------------------------ 87


def _with_mercenaries(count: int, other: int = 0) -> HisState:
    s = scene()
    for space in list(s.forces):
        units = s.land(Power.FRANCE, space)
        if units.mercenaries:
            s.take_land(Power.FRANCE, space, Land(mercenaries=units.mercenaries))
    army(s, Power.FRANCE, "lyon", mercenaries=count)
    army(s, Power.ENGLAND, "london", mercenaries=1)
    if other:
        army(s, Power.FRANCE, "tours", mercenaries=other)
    return s


def _targeted(**more: Any) -> dict[str, Any]:
    return {"choice/87/target@hapsburg": pick("france"), **more}


@pytest.mark.parametrize(("card", "kept"), [(None, 0), (24, 2), (80, 2), (29, 4), (65, 10), (74, 12), (4, 12), (83, 6)])
def test_87_mercenaries_kept_by_the_cp_of_the_card(card: int | None, kept: int) -> None:
    s = _with_mercenaries(12)
    answers = _targeted()
    if card is not None:
        hold(s, Power.FRANCE, card)
        answers["choice/87/payment@france"] = {"do": "choose", "card": card}
    play(s, Power.HAPSBURG, 87, answers=answers)
    assert land(s, Power.FRANCE, "lyon").mercenaries == kept
    if card is not None:
        assert where(s, card) == ("spent france" if card == 4 else "discard")


def test_87_not_with_a_mandatory_card() -> None:
    s = _with_mercenaries(5)
    hold(s, Power.FRANCE, 12)
    answers = _targeted(**{"choice/87/payment@france": {"do": "choose", "card": 12}})
    with pytest.raises(AssertionError):
        play(s, Power.HAPSBURG, 87, answers=answers)


def test_87_the_target_chooses_which_stay() -> None:
    s = _with_mercenaries(4, 3)
    hold(s, Power.FRANCE, 24)
    answers = _targeted(
        **{
            "choice/87/payment@france": {"do": "choose", "card": 24},
            "choice/87/deserters@france": pick("lyon 3,tours 2"),
        }
    )
    play(s, Power.HAPSBURG, 87, answers=answers)
    assert (land(s, Power.FRANCE, "lyon").mercenaries, land(s, Power.FRANCE, "tours").mercenaries) == (1, 1)


def test_87_is_asked_whatever_the_hand_holds() -> None:
    for cards in ((12,), (24,)):
        s = _with_mercenaries(5)
        hold(s, Power.FRANCE, *cards)
        asked: list[AnyDecision] = []
        play(s, Power.HAPSBURG, 87, answers=_targeted(), asked=asked)
        assert any("payment" in one.key for one in asked)


# ------------------------------------------------------------------ 100


def test_100_two_squadrons_in_one_port_or_two() -> None:
    s = scene()
    port = SpaceId("portsmouth")
    before = sum(ships.count for ships in s.ships_at(port))
    wish = {"do": "choose", "space": port, "unit": "squadron"}
    play(s, Power.ENGLAND, 100, answers={"choice/100/ships_1@england": wish, "choice/100/ships_2@england": wish})
    assert sum(ships.count for ships in s.ships_at(port)) == before + 2


@pytest.mark.parametrize("space", ["brest", "york", "lincoln"])
def test_100_own_home_ports_only(space: str) -> None:
    s = scene()
    wish = {"do": "choose", "space": space, "unit": "squadron"}
    with pytest.raises(AssertionError):
        play(s, Power.ENGLAND, 100, answers={"choice/100/ships_1@england": wish})


def test_100_corsairs_after_the_barbary_pirates_in_algiers_too() -> None:
    s = scene("1532")
    algiers = SpaceId("algiers")
    before = sum(ships.corsairs for ships in s.ships_at(algiers))
    answers = {"choice/100/ships_1@ottoman": {"do": "choose", "space": algiers, "unit": "corsair"}}
    play(s, Power.OTTOMAN, 100, answers=answers)
    assert sum(ships.corsairs for ships in s.ships_at(algiers)) == before + 2
    for unit, scenario in (("squadron", "1532"), ("corsair", "1517")):
        other = scene(scenario)
        place = algiers if unit == "squadron" else "istanbul"
        with pytest.raises(AssertionError):
            play(other, Power.OTTOMAN, 100, answers={
                "choice/100/ships_1@ottoman": {"do": "choose", "space": place, "unit": unit}})  # fmt: skip


def test_100_ships_on_the_turn_track_are_not_there() -> None:
    s = scene()
    s.powers[Power.ENGLAND].ships_lost = 5 - sum(
        ships.count for fleet in s.fleets.values() for ships in fleet if ships.owner is Power.ENGLAND
    )
    before = sum(ships.count for fleet in s.fleets.values() for ships in fleet)
    play(s, Power.ENGLAND, 100)
    assert sum(ships.count for fleet in s.fleets.values() for ships in fleet) == before
    assert refused(s, Power.PROTESTANT, 100) == "event_not_for_power"


# ------------------------------------------------------------------ 106, 107


def test_106_all_mercenaries_of_a_power_in_a_space_go() -> None:
    s = scene()
    army(s, Power.FRANCE, "milan", mercenaries=3)
    army(s, Power.ENGLAND, "london", mercenaries=1)
    answers = {"choice/106/stack@hapsburg": {"do": "choose", "space": "milan", "power": "france"}}
    play(s, Power.HAPSBURG, 106, answers=answers)
    assert land(s, Power.FRANCE, "milan").mercenaries == 0
    assert land(s, Power.FRANCE, "milan").regulars


def test_106_breaks_a_siege() -> None:
    """15.3: besiegers who no longer outnumber those inside retreat."""
    s = scene()
    naples = army(s, Power.FRANCE, "naples", 1, 3)
    army(s, Power.ENGLAND, "london", mercenaries=1)
    here = s.land(Power.HAPSBURG, naples)
    s.go_inside(Power.HAPSBURG, naples, here)
    s.forces[naples].sieges[Power.FRANCE] = 0
    answers = {"choice/106/stack@hapsburg": {"do": "choose", "space": "naples", "power": "france"}}
    play(s, Power.HAPSBURG, 106, answers=answers)
    assert Power.FRANCE not in s.forces[naples].sieges
    assert not s.land(Power.FRANCE, naples).strength


def test_106_needs_mercenaries() -> None:
    s = scene()
    for space in list(s.forces):
        for power in Power:
            count = s.land(power, space).mercenaries
            if count:
                s.take_land(power, space, Land(mercenaries=count))
    assert refused(s, Power.FRANCE, 106) == refused(s, Power.FRANCE, 87) == "no_target"


@pytest.mark.parametrize(
    ("units", "order", "left"),
    [
        ((4, 3), ["mercenary"], (2, 2)),
        ((4, 3), ["regular"], (1, 3)),
        ((1, 5), ["mercenary"], (0, 4)),
        ((0, 4), [], (0, 2)),
        ((4, 0), [], (2, 0)),
    ],
)
def test_107_a_third_rounded_up_half_of_it_regulars(
    units: tuple[int, int], order: list[str], left: tuple[int, int]
) -> None:
    s = scene()
    army(s, Power.FRANCE, "tours", *units)
    answers: dict[str, Any] = {"choice/107/stack@hapsburg": {"do": "choose", "space": "tours", "power": "france"}}
    if order:
        answers["losses/107/tours@france"] = [[{"do": "lose", "unit": unit}] for unit in order]
    play(s, Power.HAPSBURG, 107, answers=answers)
    rest = land(s, Power.FRANCE, "tours")
    assert (rest.regulars, rest.mercenaries) == left


def test_107_ottoman_cavalry_is_no_regular_and_minors_belong_to_the_stack() -> None:
    s = scene()
    army(s, Power.OTTOMAN, "sofia", 1, cavalry=5)
    play(s, Power.HAPSBURG, 107, answers={
        "choice/107/stack@hapsburg": {"do": "choose", "space": "sofia", "power": "ottoman"}})  # fmt: skip
    assert land(s, Power.OTTOMAN, "sofia") == Land(regulars=0, cavalry=4)
    s = scene()
    s.ally(Power.GENOA, Power.FRANCE)
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.FRANCE)
    army(s, Power.FRANCE, "genoa", 1)
    total = s.stack(Power.FRANCE, SpaceId("genoa"))
    play(s, Power.HAPSBURG, 107, answers={
        "choice/107/stack@hapsburg": {"do": "choose", "space": "genoa", "power": "france"}})  # fmt: skip
    assert s.stack(Power.FRANCE, SpaceId("genoa")) == total - (-(-total // 3))


def test_107_independents_and_inactive_minors_are_stacks_too() -> None:
    s = scene()
    play(s, Power.HAPSBURG, 107, answers={
        "choice/107/stack@hapsburg": {"do": "choose", "space": "metz", "power": "independent"}})  # fmt: skip
    assert s.land(Power.INDEPENDENT, SpaceId("metz")).strength == 0
