"""12.5 Displacement, R23, R24."""

from __future__ import annotations

from engine.core.decision import AnyDecision
from engine.here_i_stand.asking import blank
from engine.here_i_stand.displacement import displace, displace_land, displace_ships, havens, leave_port, refuges
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Land, Ships
from engine.here_i_stand.terms import LeaderId, Milestone, Power, SeaId, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain

TRENT, MILAN, LYON, PARIS = SpaceId("trent"), SpaceId("milan"), SpaceId("lyon"), SpaceId("paris")
ZARA, SCUTARI, ISTANBUL = SpaceId("zara"), SpaceId("scutari"), SpaceId("istanbul")


def test_to_the_nearest_fortified_space_or_the_capital() -> None:
    s = start()
    assert refuges(s, Power.FRANCE, TRENT) == [MILAN, PARIS]
    assert PARIS not in refuges(s, Power.FRANCE, PARIS)


def test_e79_ottoman_units_leave_zara() -> None:
    """E79: to the nearest Ottoman-controlled fortified space not under siege, or to Istanbul."""
    s = start()
    s.add_land(Power.OTTOMAN, ZARA, Land(regulars=2, cavalry=1))
    s.place_leader(LeaderId("ibrahim_pasha"), ZARA)
    ways = refuges(s, Power.OTTOMAN, ZARA)
    assert ways[-1] == ISTANBUL
    near = ways[0]
    s.add_land(Power.VENICE, near, Land(regulars=1))
    s.forces[near].sieges[Power.HAPSBURG] = 1
    assert near not in refuges(s, Power.OTTOMAN, ZARA)
    asked: list[AnyDecision] = []
    drive(
        displace_land(s, Power.OTTOMAN, ZARA, rule="22.2"),
        {f"choice/displaced_land/{ZARA}@ottoman": {"do": "choose", "pick": ISTANBUL}},
        asked=asked,
    )
    assert s.land(Power.OTTOMAN, ZARA).strength == 0
    assert s.land(Power.OTTOMAN, ISTANBUL) == Land(regulars=9, cavalry=2)
    assert "ibrahim_pasha" in s.leaders_at(ISTANBUL)
    assert asked[0].rule == "12.5"


def test_an_enemy_capital_is_no_refuge() -> None:
    s = start()
    s.take_control(PARIS, Power.ENGLAND)
    assert PARIS not in refuges(s, Power.FRANCE, TRENT)


def test_no_electorate_before_the_league() -> None:
    """12.5, 21.6: Metz is left by Hapsburg units; Trier is next door."""
    s, metz, trier = start(), SpaceId("metz"), SpaceId("trier")
    assert trier not in refuges(s, Power.HAPSBURG, metz)
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)
    assert trier in refuges(s, Power.HAPSBURG, metz)


def test_pieces_of_an_active_minor_go_where_its_major_controls() -> None:
    s, siena = start(), SpaceId("siena")
    s.ally(Power.HAPSBURG, Power.GENOA)
    for space in s.controlled(Power.GENOA):
        s.take_control(space, Power.HAPSBURG)
    s.add_land(Power.GENOA, siena, Land(regulars=1))
    drive(
        displace(s, Power.HAPSBURG, siena, rule="22.2"),
        {f"choice/displaced_land/{siena}@hapsburg": {"do": "choose", "pick": "genoa"}},
    )
    assert s.land(Power.GENOA, SpaceId("genoa")).regulars == 3
    check(s)


def test_pieces_of_an_inactive_minor_go_to_its_own_spaces_without_a_question() -> None:
    s, siena = start(), SpaceId("siena")
    s.add_land(Power.GENOA, siena, Land(regulars=1))
    asked: list[AnyDecision] = []
    drive(displace(s, Power.GENOA, siena, rule="12.5"), asked=asked)
    assert (s.land(Power.GENOA, SpaceId("genoa")).regulars, asked) == (3, [])


def test_units_inside_fortifications_leave_too() -> None:
    s = start()
    s.add_land(Power.HAPSBURG, MILAN, Land(regulars=3))
    s.go_inside(Power.FRANCE, MILAN, Land(regulars=2))
    drive(displace(s, Power.FRANCE, MILAN, rule="9.3"))
    assert Power.FRANCE not in s.forces[MILAN].inside
    assert sum(s.land(Power.FRANCE, space).strength for space in s.spaces) == 11
    check(s)


def test_r23_ships_count_ports_and_sea_zones() -> None:
    """Two steps from the Gulf of Lyon to Naples by the Tyrrhenian Sea, one to Barcelona."""
    s, gulf = start(), SeaId("gulf_of_lyon")
    assert SpaceId("barcelona") in havens(s, Power.HAPSBURG, gulf, (Power.HAPSBURG,))
    assert SpaceId("naples") not in havens(s, Power.HAPSBURG, gulf, (Power.HAPSBURG,))


def test_r23_genoese_ships_never_pass_the_atlantic() -> None:
    s, biscay = start(), SeaId("bay_of_biscay")
    for port in s.board.map.ports:
        if s.spaces[port].controller is Power.HAPSBURG:
            s.take_control(port, Power.FRANCE if port != "seville" else Power.HAPSBURG)
    assert havens(s, Power.HAPSBURG, biscay, (Power.HAPSBURG,)) == ["seville"]
    assert havens(s, Power.HAPSBURG, biscay, (Power.GENOA,)) == []
    assert havens(s, Power.HAPSBURG, biscay, (Power.HAPSBURG, LeaderId("andrea_doria"))) == []


def test_a_naval_leader_goes_with_the_ships_of_his_power() -> None:
    s, sea = start(), SeaId("tyrrhenian_sea")
    s.take_ships(Ships(Power.GENOA, 1), SpaceId("genoa"))
    s.add_ships(Ships(Power.GENOA, 1), sea)
    s.place_leader(LeaderId("andrea_doria"), sea)
    drive(displace_ships(s, Power.GENOA, sea, rule="12.5"))
    assert s.ships_at(SpaceId("genoa")) == [Ships(Power.GENOA, 1)]
    assert s.leaders_at(SpaceId("genoa")) == ["andrea_doria"]
    check(s)


def test_r24_without_any_fortified_space() -> None:
    """R24, R22: units die; the leader waits on the turn track."""
    s = start()
    for space in s.controlled(Power.PAPACY):
        s.take_control(space, Power.FRANCE)
    s.add_land(Power.PAPACY, TRENT, Land(regulars=1, mercenaries=2))
    s.place_leader(LeaderId("renegade"), TRENT)
    s.leaders[LeaderId("renegade")].power = Power.PAPACY
    drive(displace(s, Power.PAPACY, TRENT, rule="9.1"))
    state = s.leaders[LeaderId("renegade")]
    assert s.land(Power.PAPACY, TRENT).strength == 0
    assert (state.where, state.returns) == (Whereabouts.TURN_TRACK, 2)
    check(s)


def test_r24_r22_a_leader_waits_in_the_besieged_capital() -> None:
    s, rome = start(), SpaceId("rome")
    for space in s.controlled(Power.PAPACY):
        if space != rome:
            s.take_control(space, Power.FRANCE)
    s.forces[rome].sieges[Power.FRANCE] = 1
    s.add_land(Power.FRANCE, rome, Land(regulars=2))
    s.go_inside(Power.PAPACY, rome, s.land(Power.PAPACY, rome))
    s.leaders[LeaderId("renegade")].power = Power.PAPACY
    s.place_leader(LeaderId("renegade"), TRENT)
    drive(displace(s, Power.PAPACY, TRENT, rule="9.1"))
    assert (s.leaders[LeaderId("renegade")].at, s.leaders[LeaderId("renegade")].inside) == (rome, True)
    check(s)


def test_r24_without_any_port() -> None:
    s, gulf = start(), SeaId("gulf_of_lyon")
    for port in s.board.map.ports:
        if s.spaces[port].controller is Power.GENOA:
            s.take_control(port, Power.FRANCE)
    s.take_ships(Ships(Power.GENOA, 1), SpaceId("genoa"))
    s.add_ships(Ships(Power.GENOA, 1), gulf)
    s.place_leader(LeaderId("andrea_doria"), gulf)
    drive(displace_ships(s, Power.GENOA, gulf, rule="12.5"))
    assert s.minors[Power.GENOA].ships_lost == 1
    assert s.leaders[LeaderId("andrea_doria")].where is Whereabouts.TURN_TRACK
    check(s)


def test_d19_the_default_is_nearest_to_the_capital() -> None:
    s = start()
    asked: list[AnyDecision] = []
    s.add_land(Power.FRANCE, TRENT, Land(regulars=1))
    drive(displace_land(s, Power.FRANCE, TRENT, rule="12.5"), asked=asked)
    assert [plain(one) for one in asked] == ["choice/displaced_land/trent@france"]
    assert asked[0].options.concrete() == [[blank("choice", do="choose", pick=PARIS)]]
    assert asked[0].facts["places"] == [MILAN, PARIS]
    assert s.land(Power.FRANCE, PARIS).strength > 0


def test_a_refuge_that_is_none_is_refused() -> None:
    s = start()
    s.add_land(Power.FRANCE, TRENT, Land(regulars=1))
    flow = displace_land(s, Power.FRANCE, TRENT, rule="12.5")
    decision = next(flow).decisions[0]  # type: ignore[union-attr]
    wish = decision.options.from_json([[{"do": "choose", "pick": LYON}]])
    assert decision.options.why_not(wish).key == "not_possible_now"


def test_d51_ships_that_must_leave_a_port_go_to_one_sea_zone() -> None:
    """16.2-9: free of enemy ships; the owner chooses where there are several."""
    s, gibraltar = start(), SpaceId("gibraltar")
    s.add_ships(Ships(Power.FRANCE, 1), gibraltar)
    seas = list(s.board.map.spaces[gibraltar].seas)
    asked: list[AnyDecision] = []
    drive(
        leave_port(s, Power.FRANCE, gibraltar, rule="12.2"),
        {f"choice/leave_port/{gibraltar}@france": {"do": "choose", "pick": seas[0]}},
        asked=asked,
    )
    assert s.ships_at(seas[0]) == [Ships(Power.FRANCE, 1)]
    assert asked[0].facts["places"] == seas
    s.add_ships(Ships(Power.FRANCE, 1), gibraltar)
    s.add_ships(Ships(Power.HAPSBURG, 1), seas[1])
    asked.clear()
    drive(leave_port(s, Power.FRANCE, gibraltar, rule="12.2"), asked=asked)
    assert (s.ships_at(seas[0]), asked) == ([Ships(Power.FRANCE, 2)], [])


def test_no_refuge_to_the_capital_by_the_switch() -> None:
    """Switch `no_refuge`: a besieged capital takes in a garrison, the rest is lost."""
    s, rome = start("1517", switches={"no_refuge": "to_capital"}), SpaceId("rome")
    for space in s.controlled(Power.PAPACY):
        if space != rome:
            s.take_control(space, Power.FRANCE)
    s.forces[rome].sieges[Power.FRANCE] = 1
    s.add_land(Power.FRANCE, rome, Land(regulars=2))
    s.go_inside(Power.PAPACY, rome, s.land(Power.PAPACY, rome))
    inside = s.land(Power.PAPACY, rome).strength
    s.add_land(Power.PAPACY, TRENT, Land(regulars=5))
    drive(displace(s, Power.PAPACY, TRENT, rule="9.1"))
    assert inside < 4
    assert s.forces[rome].inside[Power.PAPACY].strength == 4
    assert s.land(Power.PAPACY, TRENT).strength == 0
    check(s)
