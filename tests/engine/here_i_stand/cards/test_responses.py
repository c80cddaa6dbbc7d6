"""cards.md 4.1: Foul Weather, Gout, Professional Rowers in their windows, and the windows of a whole move."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.responses import (
    after_roll,
    before_count,
    declared,
    naval_check,
    transfer_declared,
)
from engine.here_i_stand.points import pay
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    BattleKind,
    CardNumber,
    Clock,
    Phase,
    Power,
    SpaceId,
)
from tests.engine.here_i_stand.cards.scenes import (
    BUDA,
    CHARLES,
    ENGLAND,
    FRANCE,
    GRAZ,
    HAPSBURG,
    HUNGARY,
    IBRAHIM,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    SULEIMAN,
    VIENNA,
    action,
    asked_in,
    bloody,
    dice,
    fight,
    gets,
    response,
    same_for_all_hands,
    side,
)
from tests.engine.here_i_stand.flows import drive

WINDOWS = (
    "land_move_declared",
    "naval_transport_declared",
    "naval_move_declared",
    "piracy_declared",
    "assault_declared",
)


def announce(s: HisState, name: str = "land_move_declared", cost: int = 1, **parts: object) -> Flow[bool]:
    """An action of the active power, paid and declared."""
    pay(s, cost)
    called_off = yield from declared(s, name, cost=cost, **parts)  # type: ignore[arg-type]
    return called_off


# ------------------------------------------------------------------ 31 Foul Weather


@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("cost", [1, 2])
def test_foul_weather_calls_the_action_off(name: str, cost: int) -> None:
    """31, R86: one CP is lost, the rest of the cost comes back; the impulse goes on under Foul Weather."""
    s = action(OTTOMAN)
    gets(s, FRANCE, 31)
    assert drive(announce(s, name, cost), {f"response/{name}@france": response(31)}) is True
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.foul_weather) == (4, True)
    assert s.discard == [31]
    assert [one.cards for one in s.this_turn.played if one.power is FRANCE] == [[31]]


@pytest.mark.parametrize("name", WINDOWS)
def test_nobody_plays(name: str) -> None:
    s = action(OTTOMAN)
    gets(s, FRANCE, 31)
    assert drive(announce(s, name, 2)) is False
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.foul_weather) == (3, False)
    assert 31 in s.powers[FRANCE].hand


def test_all_but_the_active_power_are_asked_in_order() -> None:
    """R15: impulse order from the active power; in another power's impulse only."""
    s = action(ENGLAND)
    gets(s, ENGLAND, 31)
    assert asked_in(announce(s)) == [
        f"response/land_move_declared@{power}" for power in (FRANCE, PAPACY, PROTESTANT, OTTOMAN, HAPSBURG)
    ]


def test_the_first_in_order_plays_and_the_other_keeps_his_card() -> None:
    s = action(OTTOMAN)
    gets(s, PAPACY, 31)
    gets(s, HAPSBURG, 32)
    answers = {
        "response/land_move_declared@papacy": response(31),
        "response/land_move_declared@hapsburg": response(32, leader=SULEIMAN),
    }
    assert drive(announce(s, leaders=[SULEIMAN]), answers) is True
    assert s.impulse is not None
    assert (s.impulse.gout, s.impulse.foul_weather) == ([SULEIMAN], False)
    assert s.powers[PAPACY].hand.count(CardNumber(31)) == 1


def test_a_card_that_is_not_held_is_refused() -> None:
    s = action(OTTOMAN)
    gets(s, FRANCE, 31)
    asked: list[AnyDecision] = []
    drive(announce(s), asked=asked)
    france = next(one for one in asked if one.seat == FRANCE)
    papacy = next(one for one in asked if one.seat == PAPACY)
    given = [[response(31)]]
    assert france.options.why_not(given) is None
    assert papacy.options.why_not(given) is not None
    assert france.options.why_not([[response(32, leader=SULEIMAN)]]) is not None


def test_the_window_is_skipped_where_both_cards_lie_open() -> None:
    """9.4"""
    s = action(OTTOMAN)
    for card in (31, 32):
        s.deck.remove(CardNumber(card))
        s.discard.append(CardNumber(card))
    assert asked_in(announce(s, leaders=[SULEIMAN])) == []


def test_gout_alone_keeps_the_window_open_only_for_leaders() -> None:
    s = action(OTTOMAN)
    s.deck.remove(CardNumber(31))
    s.discard.append(CardNumber(31))
    assert asked_in(announce(s)) == []
    assert len(asked_in(announce(s, leaders=[SULEIMAN]))) == 5
    assert asked_in(announce(s, "naval_move_declared", leaders=[SULEIMAN])) == []
    assert asked_in(announce(s, "piracy_declared", leaders=[SULEIMAN])) == []


def test_england_under_mary_and_an_empty_hand_are_not_asked() -> None:
    """Appendix C-3"""
    s = bloody(action(OTTOMAN))
    gets(s, ENGLAND, 31)
    s.discard += s.powers[PAPACY].hand
    s.powers[PAPACY].hand = []
    assert asked_in(announce(s)) == [f"response/land_move_declared@{power}" for power in (HAPSBURG, FRANCE, PROTESTANT)]


def test_no_window_outside_the_action_phase() -> None:
    """Appendix C-3"""
    s = action(OTTOMAN)
    s.phase = Phase.SPRING_DEPLOYMENT
    assert asked_in(announce(s, leaders=[SULEIMAN])) == []
    assert asked_in(transfer_declared(s, VIENNA)) == []
    assert asked_in(naval_check(s, "naval_interception", FRANCE, "gulf_of_lyon", 8)) == []
    fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=3)))
    assert asked_in(before_count(s)) == []
    assert asked_in(after_roll(s)) == []


def test_free_assault_can_be_stopped_by_gout_but_not_by_weather() -> None:
    """C-10: it costs nothing; one CP is lost all the same by Gout (32)."""
    s = action(OTTOMAN, cp=4)
    gets(s, FRANCE, 31)
    gets(s, PAPACY, 32)
    asked: list[AnyDecision] = []
    answers = {"response/assault_declared@papacy": response(32, leader=SULEIMAN)}
    assert drive(announce(s, "assault_declared", 0, leaders=[SULEIMAN]), answers, asked=asked) is True
    france = next(one for one in asked if one.seat == FRANCE)
    assert france.options.why_not([[response(31)]]) is not None
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.gout) == (3, [SULEIMAN])
    assert asked_in(announce(s, "assault_declared", 0)) == []


def test_free_assault_without_cp_left() -> None:
    s = action(OTTOMAN, cp=0)
    gets(s, PAPACY, 32)
    answers = {"response/assault_declared@papacy": response(32, leader=SULEIMAN)}
    assert drive(announce(s, "assault_declared", 0, leaders=[SULEIMAN]), answers) is True
    assert s.impulse is not None
    assert s.impulse.cp == 0


def test_switch_free_assault_stoppable() -> None:
    s = action(OTTOMAN, foul_weather_free_assault="stoppable")
    gets(s, FRANCE, 31)
    assert drive(announce(s, "assault_declared", 0), {"response/assault_declared@france": response(31)}) is True


@pytest.mark.parametrize(("moved", "called_off", "left"), [(False, False, 3), (True, True, 4)])
def test_switch_one_space_is_still_gone(moved: bool, called_off: bool, left: int) -> None:
    """R86: the announced step is carried out if it is the formation's first; the CP of the card is lost beside it."""
    s = action(OTTOMAN, foul_weather_action="one_space_allowed")
    gets(s, FRANCE, 31)
    flow = announce(s, facts={"moved": moved})
    assert drive(flow, {"response/land_move_declared@france": response(31)}) is called_off
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.foul_weather) == (left, True)


def test_switch_one_space_does_not_save_other_actions() -> None:
    s = action(OTTOMAN, foul_weather_action="one_space_allowed")
    gets(s, FRANCE, 31)
    assert drive(announce(s, "assault_declared"), {"response/assault_declared@france": response(31)}) is True


# ------------------------------------------------------------------ 32 Gout


@pytest.mark.parametrize("name", ["land_move_declared", "naval_transport_declared", "assault_declared"])
def test_gout_lays_up_one_leader(name: str) -> None:
    """32, C-11, R81"""
    s = action(OTTOMAN)
    gets(s, HAPSBURG, 32)
    flow = announce(s, name, 2, leaders=[SULEIMAN, IBRAHIM])
    assert drive(flow, {f"response/{name}@hapsburg": response(32, leader=IBRAHIM)}) is True
    assert s.impulse is not None
    assert (s.impulse.gout, s.impulse.cp, s.impulse.foul_weather) == ([IBRAHIM], 4, False)
    assert s.discard == [32]


def test_gout_needs_a_leader_of_the_formation() -> None:
    s = action(OTTOMAN)
    gets(s, HAPSBURG, 32)
    asked: list[AnyDecision] = []
    drive(announce(s, leaders=[SULEIMAN]), asked=asked)
    options = next(one for one in asked if one.seat == HAPSBURG).options
    assert options.why_not([[response(32, leader=SULEIMAN)]]) is None
    assert options.why_not([[response(32, leader=IBRAHIM)]]) is not None
    assert options.why_not([[response(32)]]) is not None
    assert options.why_not([[response(32, "b", leader=SULEIMAN)]]) is not None


def test_gout_stops_the_transfer_of_charles() -> None:
    """32 b: no CP is lost; he can't move in this impulse."""
    s = action(HAPSBURG)
    gets(s, FRANCE, 32)
    assert drive(transfer_declared(s, VIENNA), {"response/hre_transfer@france": response(32, "b", leader=CHARLES)})
    assert s.impulse is not None
    assert (s.impulse.cp, s.impulse.gout) == (5, [CHARLES])


def test_transfer_asks_all_but_the_hapsburgs_for_gout_alone() -> None:
    s = bloody(action(HAPSBURG))
    gets(s, FRANCE, 31)
    assert asked_in(transfer_declared(s, VIENNA)) == [
        f"response/hre_transfer@{power}" for power in (FRANCE, PAPACY, PROTESTANT, OTTOMAN)
    ]
    s.deck.remove(CardNumber(32))
    s.discard.append(CardNumber(32))
    assert asked_in(transfer_declared(s, VIENNA)) == []


# ------------------------------------------------------------------ 9.4 waiting


def test_one_wait_in_an_impulse_then_standing_orders_only() -> None:
    """9.4: the first declaration waits, later ones don't, an assault always does."""
    s = action(OTTOMAN)
    asked: list[AnyDecision] = []
    for name in ("land_move_declared", "land_move_declared", "naval_move_declared", "assault_declared"):
        drive(announce(s, name), asked=asked)
    waits = [one.facts["wait"] for one in asked if one.seat == FRANCE]
    assert waits == ["once", "never", "never", "always"]


def test_a_window_that_never_waits_says_so_to_the_clock() -> None:
    s = action(OTTOMAN)
    drive(announce(s))
    assert s.clock is Clock.RESPONSE
    drive(announce(s))
    assert s.clock is Clock.STANDING


def test_facts_for_standing_orders() -> None:
    s = action(OTTOMAN)
    asked: list[AnyDecision] = []
    facts = {"from_space": BUDA, "to_space": VIENNA, "strength": 8}
    drive(announce(s, cost=2, leaders=[SULEIMAN], space=VIENNA, facts=facts), asked=asked)
    assert asked[0].facts == {
        "window": "land_move_declared", "wait": "once", "power": OTTOMAN, "cost": 2, "left": 3, "leaders": [SULEIMAN],
        "space": VIENNA, "from_space": BUDA, "to_space": VIENNA, "strength": 8, "asked": HAPSBURG,
    }  # fmt: skip


# ------------------------------------------------------------------ 34 a


@pytest.mark.parametrize(("pick", "step"), [("plus", 2), ("minus", -2)])
def test_rowers_change_a_naval_check(pick: str, step: int) -> None:
    """34 a: anybody, for or against; the power need not take part."""
    s = action(HAPSBURG)
    gets(s, ENGLAND, 34)
    flow = naval_check(s, "naval_avoid_battle", FRANCE, "gulf_of_lyon", 7)
    assert drive(flow, {"response/naval_check_rolled@england": response(34, pick=pick)}) == step
    assert s.discard == [34]


def test_rowers_at_a_check_ask_everybody_in_order_and_never_wait() -> None:
    s = bloody(action(FRANCE))
    asked: list[AnyDecision] = []
    assert drive(naval_check(s, "naval_interception", HAPSBURG, "gulf_of_lyon", 8), asked=asked) == 0
    assert [one.seat for one in asked] == [FRANCE, PAPACY, PROTESTANT, OTTOMAN, HAPSBURG]
    facts = asked[0].facts
    assert (facts["attempt"], facts["power"], facts["total"], facts["needed"], facts["wait"]) == (
        "naval_interception", "hapsburg", 8, 9, "never",
    )  # fmt: skip


# ------------------------------------------------------------------ who is asked is public


def test_hidden_hands_do_not_show() -> None:
    """9.2-1"""

    def moves() -> HisState:
        s = action(OTTOMAN)
        gets(s, FRANCE, 31)
        gets(s, PAPACY, 32)
        return s

    def all_windows(s: HisState) -> Flow[None]:
        for name in WINDOWS:
            yield from announce(s, name, leaders=[SULEIMAN])
        yield from transfer_declared(s, GRAZ)
        yield from naval_check(s, "naval_interception", FRANCE, "gulf_of_lyon", 8)
        fight(s, side(OTTOMAN), side(HAPSBURG), at="ionian_sea", kind=BattleKind.NAVAL)
        yield from after_roll(s)
        besancon = SpaceId("besancon")
        attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2))
        fight(s, attack, defence, besancon, BattleKind.ASSAULT)
        yield from before_count(s)
        yield from after_roll(s)

    found = same_for_all_hands(all_windows, moves, shown=30)
    assert {one.split("@")[1] for one in found} == set(MAJORS)


def test_nobody_is_asked_of_a_minor_alone() -> None:
    s = action(OTTOMAN)
    fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), side(hungary=Land(regulars=5)))
    assert HUNGARY not in [one.split("@")[1] for one in asked_in(before_count(s))]


# ------------------------------------------------------------------ the windows of a whole move


PRESSBURG = SpaceId("pressburg")


def e27(*cards: tuple[Power, int]) -> HisState:
    """E27: Suleiman, Ibrahim, 7 regulars and 1 cavalry in Ottoman Pressburg; Charles V with 8 regulars in Graz;
    Ferdinand with 2 regulars in Vienna."""
    s = action(OTTOMAN)
    s.begin_war(OTTOMAN, HAPSBURG)
    s.forces.pop(VIENNA)
    s.forces.pop(SpaceId("istanbul"))
    s.take_control(PRESSBURG, OTTOMAN)
    s.add_land(OTTOMAN, PRESSBURG, Land(regulars=7, cavalry=1))
    s.add_land(HAPSBURG, VIENNA, Land(regulars=2))
    s.forces.pop(SpaceId("valladolid"))
    s.forces.pop(SpaceId("antwerp"))
    s.add_land(HAPSBURG, GRAZ, Land(regulars=8))
    for leader in (SULEIMAN, IBRAHIM):
        s.place_leader(leader, PRESSBURG)
    s.place_leader(CHARLES, GRAZ)
    for power, card in cards:
        gets(s, power, card)
    return s


def march(s: HisState) -> Flow[bool]:
    wish = blank(
        "impulse", do="move", from_=PRESSBURG, to=VIENNA, regulars=7, cavalry=1, leaders="suleiman,ibrahim_pasha"
    )
    assert ACTIONS["move"].why_not(s, OTTOMAN, wish) is None
    return ACTIONS["move"].do(s, OTTOMAN, wish)


def test_e27_windows_in_their_order() -> None:
    """E27, cards.md 4.3: roll 8 + 2 - 1 = 9, the interception succeeds; battle in Vienna, and no withdrawal."""
    s = e27()
    asked: list[AnyDecision] = []
    order = {"do": "intercept", "from": GRAZ, "regulars": 8, "leaders": "charles_v"}
    drive(march(s), {"intercept/vienna@hapsburg": [[order]]}, dice(4, 4, *[1] * 60), asked)
    windows = list(dict.fromkeys(str(one.facts.get("window", one.kind)) for one in asked))
    assert windows[: windows.index("field_battle_after_roll") + 1] == [
        "land_move_declared",
        "intercept",
        "field_battle_before_count",
        "combat_cards_attacker",
        "combat_cards_defender",
        "field_battle_after_roll",
    ]
    assert "withdraw" not in windows


def test_e27_stopped_by_foul_weather_then_one_space_each() -> None:
    """R86, R49: the units have not moved and may still go one space; then they are frozen."""
    s = e27((FRANCE, 31))
    assert drive(march(s), {"response/land_move_declared@france": response(31)}) is False
    assert s.land(OTTOMAN, PRESSBURG) == Land(regulars=7, cavalry=1)
    assert s.impulse is not None
    assert s.impulse.cp == 4
    buda = blank("impulse", do="move", from_=PRESSBURG, to=BUDA, regulars=2, leaders="none")
    s.forces.pop(BUDA)
    s.take_control(BUDA, OTTOMAN)
    assert drive(ACTIONS["move"].do(s, OTTOMAN, buda)) is True
    back = blank("impulse", do="move", from_=BUDA, to=PRESSBURG, regulars=2, leaders="none")
    reason = ACTIONS["move"].why_not(s, OTTOMAN, back)
    assert reason is not None


def test_e27_stopped_by_gout_then_without_the_leader() -> None:
    """C-11"""
    s = e27((FRANCE, 32))
    answers = {"response/land_move_declared@france": response(32, leader=SULEIMAN)}
    assert drive(march(s), answers) is False
    wish = blank("impulse", do="move", from_=PRESSBURG, to=VIENNA, regulars=4, leaders="suleiman")
    assert ACTIONS["move"].why_not(s, OTTOMAN, wish) is not None
    alone = blank("impulse", do="move", from_=PRESSBURG, to=VIENNA, regulars=4, leaders="ibrahim_pasha")
    assert ACTIONS["move"].why_not(s, OTTOMAN, alone) is None


def test_e27_hidden_hands_do_not_show() -> None:
    same_for_all_hands(march, lambda: e27((HAPSBURG, 24), (FRANCE, 31), (PAPACY, 32)), shown=6)


def test_an_assault_shows_its_strengths_before_the_count() -> None:
    s = action(FRANCE)
    attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=2))
    battle = fight(s, attack, defence, SpaceId("besancon"), BattleKind.ASSAULT)
    battle.attack.units, battle.defence.units = {}, {}
    asked: list[AnyDecision] = []
    drive(before_count(s), asked=asked)
    facts = asked[0].facts
    assert (facts["attacker_strength"], facts["defender_strength"], facts["attacker_dice"]) == (4, 2, 2)
