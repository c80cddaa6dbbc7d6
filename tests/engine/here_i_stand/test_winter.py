"""Chapter 19: the steps of Winter in their order."""

from __future__ import annotations

from engine.core.decision import AnyDecision
from engine.here_i_stand.forces import can_add
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    DebaterId,
    LeaderId,
    Phase,
    Power,
    SeaId,
    SpaceId,
    Standing,
    Whereabouts,
)
from engine.here_i_stand.winter import (
    RENEGADE,
    dismiss_renegade,
    end_loans,
    recover_debaters,
    replace_garrisons,
    winter,
)
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain

VALLADOLID, VIENNA, LONDON, PARIS, CALAIS = (
    SpaceId(name) for name in ("valladolid", "vienna", "london", "paris", "calais")
)


def in_winter(scenario: str = "1517") -> HisState:
    s = start(scenario)
    s.phase = Phase.WINTER
    if CardNumber(8) in s.powers[Power.PROTESTANT].hand:
        s.powers[Power.PROTESTANT].hand = []
        s.removed.append(CardNumber(8))
    return s


def test_19_1_loans_end_and_the_ships_go_home() -> None:
    s, channel = in_winter(), SeaId("english_channel")
    s.ally(Power.ENGLAND, Power.FRANCE)
    s.fleets.clear()
    s.add_ships(Ships(Power.FRANCE, 1, borrower=Power.ENGLAND), LONDON)
    s.add_ships(Ships(Power.FRANCE, 1), channel)
    end_loans(s)
    assert s.ships_at(LONDON) == [Ships(Power.FRANCE, 1)]
    drive(winter(s))
    places = [place for place, fleet in s.fleets.items() for ships in fleet if ships.owner is Power.FRANCE]
    assert LONDON not in places
    assert all(s.spaces[SpaceId(place)].controller is Power.FRANCE for place in places)
    check(s)


def test_19_1_a_loaned_leader_serves_his_own_power_again() -> None:
    s = in_winter("1532")
    s.leaders[LeaderId("andrea_doria")].borrower = Power.FRANCE
    end_loans(s)
    assert s.leaders[LeaderId("andrea_doria")].borrower is None


def test_19_2_the_renegade_goes_and_his_units_stay() -> None:
    s, lyon = in_winter(), SpaceId("lyon")
    s.leaders[RENEGADE].power = Power.FRANCE
    s.place_leader(RENEGADE, lyon)
    before = s.land(Power.FRANCE, lyon)
    drive(winter(s))
    state = s.leaders[RENEGADE]
    assert (state.where, state.at, state.power) == (Whereabouts.WAITING, "", Power.INDEPENDENT)
    assert s.land(Power.FRANCE, lyon) == before
    check(s)


def test_19_2_a_captured_renegade_goes_too() -> None:
    s = in_winter()
    state = s.leaders[RENEGADE]
    state.power, state.where, state.captor = Power.FRANCE, Whereabouts.CAPTURED, Power.PAPACY
    dismiss_renegade(s)
    assert (state.where, state.captor) == (Whereabouts.WAITING, None)
    check(s)


def test_19_4_alliances_between_majors_end_those_with_minors_stay() -> None:
    """The allies' spaces are still friendly on the way home."""
    s = in_winter("1532")
    s.ally(Power.ENGLAND, Power.FRANCE)
    drive(winter(s))
    assert s.alliances == []
    assert s.minors[Power.HUNGARY].ally is Power.HAPSBURG
    assert [event.facts for event in s.events if event.kind == "alliance_ends"] == [
        {"power": Power.ENGLAND, "rival": Power.FRANCE}
    ]


def test_e97_replacements() -> None:
    """E97: Valladolid in unrest, Vienna Hapsburg. Expect: one regular, in Vienna."""
    s = in_winter()
    s.spaces[VALLADOLID].unrest = True
    before = [s.land(Power.HAPSBURG, space).regulars for space in (VALLADOLID, VIENNA)]
    replace_garrisons(s)
    after = [s.land(Power.HAPSBURG, space).regulars for space in (VALLADOLID, VIENNA)]
    assert after == [before[0], before[1] + 1]


def test_19_5_only_in_a_capital_that_the_power_controls() -> None:
    s = in_winter()
    s.take_control(PARIS, Power.ENGLAND)
    before = {power: sum(s.land(power, space).strength for space in s.spaces) for power in MAJORS}
    replace_garrisons(s)
    gained = {power: sum(s.land(power, space).strength for space in s.spaces) - before[power] for power in MAJORS}
    assert gained == {
        Power.OTTOMAN: 1,
        Power.HAPSBURG: 2,
        Power.ENGLAND: 1,
        Power.FRANCE: 0,
        Power.PAPACY: 1,
        Power.PROTESTANT: 0,
    }
    check(s)


def test_19_5_only_with_a_counter() -> None:
    s, rome = in_winter(), SpaceId("rome")
    spaces = [space for space in s.home_spaces(Power.HAPSBURG) if space not in s.forces]
    while can_add(s, Power.PAPACY, rome, Land(regulars=1)):
        if not can_add(s, Power.PAPACY, spaces[0], Land(regulars=1)):
            break
        s.add_land(Power.PAPACY, spaces.pop(0), Land(regulars=1))
    while can_add(s, Power.PAPACY, rome, Land(regulars=1)):
        s.add_land(Power.PAPACY, rome, Land(regulars=1))
    before = s.land(Power.PAPACY, rome)
    replace_garrisons(s)
    assert s.land(Power.PAPACY, rome) == before
    check(s)


def test_19_6_piracy_markers_go() -> None:
    s = in_winter()
    s.this_turn.piracy.append(SeaId("tyrrhenian_sea"))
    drive(winter(s))
    assert s.this_turn.piracy == []


def test_19_7_debaters_recover_but_not_those_who_are_away() -> None:
    s = in_winter("1532")
    s.debaters[DebaterId("eck")] = Standing.COMMITTED
    s.debaters[DebaterId("calvin")] = Standing.AWAY
    s.debaters[DebaterId("tetzel")] = Standing.DISGRACED
    recover_debaters(s)
    assert s.debaters[DebaterId("eck")] is Standing.READY
    assert s.debaters[DebaterId("calvin")] is Standing.AWAY
    assert s.debaters[DebaterId("tetzel")] is Standing.DISGRACED
    assert [event.facts["debaters"] for event in s.events] == [["eck"]]


def test_19_8_comes_last() -> None:
    """The Winter regular of the Ottoman is placed before Algiers enters play."""
    s = in_winter()
    s.turn = 3
    drive(winter(s))
    kinds = [
        (event.kind, event.facts.get("space")) for event in s.events if event.kind in ("units_added", "forced_event")
    ]
    assert kinds.index(("units_added", "istanbul")) < kinds.index(("forced_event", None))
    assert kinds[-1] == ("units_added", "algiers")
    check(s)


def test_d75_all_are_asked_together_for_ships_and_land() -> None:
    """One stop; before the league the Protestants are not asked."""
    s = in_winter()
    s.add_ships(Ships(Power.HAPSBURG, 1), SeaId("tyrrhenian_sea"))
    asked: list[AnyDecision] = []
    flow = winter(s)
    first = next(flow)
    named = [plain(one) for one in first.decisions]  # type: ignore[union-attr]
    assert named[0] == "winter_ships@hapsburg"
    assert "winter_land@hapsburg" in named
    assert "winter_land@protestant" not in named
    assert len(set(named)) == len(named)
    s = in_winter("1532")
    s.add_land(Power.PROTESTANT, SpaceId("leipzig"), Land(regulars=6))
    drive(winter(s), asked=asked)
    assert "winter_land@protestant" in [plain(one) for one in asked]


def test_answers_of_one_power_do_not_touch_another() -> None:
    """D75: the result depends on the own units alone, whatever the order of the letters."""
    results = []
    for swap in (False, True):
        s = in_winter()
        s.add_land(Power.ENGLAND, SpaceId("boulogne"), Land(regulars=2))
        s.add_land(Power.FRANCE, SpaceId("dijon"), Land(regulars=2))
        answers = {
            "winter_land@england": {"do": "go", "from": "boulogne", "to": "london"},
            "winter_land@france": {"do": "go", "from": "dijon", "to": "paris"},
        }
        drive(winter(s), dict(reversed(answers.items())) if swap else answers)
        results.append(s.forces)
        assert s.land(Power.FRANCE, SpaceId("dijon")).strength == 0
    assert results[0] == results[1]
