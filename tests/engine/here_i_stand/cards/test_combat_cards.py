"""Cards 24-30 before the dice of a battle."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.here_i_stand.cards.combat_cards import combat_cards
from engine.here_i_stand.records import Battle, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, BattleKind, CardNumber, Phase, Power, Role, SpaceId
from tests.engine.here_i_stand.cards.scenes import (
    BUDA,
    CALAIS,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    MILAN,
    OTTOMAN,
    PAPACY,
    SULEIMAN,
    action,
    asked_in,
    bloody,
    combat,
    fight,
    gets,
    same_for_all_hands,
    side,
)
from tests.engine.here_i_stand.flows import drive

BESANCON = SpaceId("besancon")
ATTACKER, DEFENDER = "combat/combat_cards_attacker", "combat/combat_cards_defender"


def field(s: HisState, attacker: Power = FRANCE, defender: Power = HAPSBURG, at: SpaceId = MILAN) -> Battle:
    attack = side(attacker, **{attacker: Land(regulars=4)})
    return fight(s, attack, side(defender, **{defender: Land(regulars=3)}), at)


def assault(s: HisState, attacker: Power = FRANCE, **units: int) -> Battle:
    attack = side(attacker, **{attacker: Land(**(units or {"regulars": 4}))})
    return fight(s, attack, side(HAPSBURG, hapsburg=Land(regulars=2)), BESANCON, BattleKind.ASSAULT)


def may(s: HisState, power: Power, order: Any) -> bool:
    """Whether the question of a power would carry out an order."""
    asked: list[AnyDecision] = []
    drive(combat_cards(s), asked=asked)
    options = next(one for one in asked if one.seat == power).options
    return options.trial([[order]]) == [None]


# ------------------------------------------------------------------ who is asked


def test_attacker_then_each_defender_in_order() -> None:
    """14-4, 14-5, R77"""
    s = action(FRANCE)
    defence = side(PAPACY, HAPSBURG, papacy=Land(regulars=2), hapsburg=Land(regulars=3))
    fight(s, side(FRANCE, france=Land(regulars=4)), defence, MILAN)
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@france", f"{DEFENDER}@hapsburg", f"{DEFENDER}@papacy"]


def test_assault_attacker_and_the_controller_alone() -> None:
    s = action(FRANCE)
    assault(s)
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@france", f"{DEFENDER}@hapsburg"]
    s.take_control(BESANCON, Power.INDEPENDENT)
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@france"]


def test_assault_on_a_space_of_an_active_minor() -> None:
    s = action(OTTOMAN)
    attack, defence = side(OTTOMAN, ottoman=Land(regulars=4)), side(HAPSBURG, hungary=Land(regulars=2))
    fight(s, attack, defence, BUDA, BattleKind.ASSAULT)
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@ottoman"]
    s.minors[Power.HUNGARY].ally = HAPSBURG
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@ottoman", f"{DEFENDER}@hapsburg"]


def test_naval_combat_asks_both_sides() -> None:
    s = action(FRANCE)
    fight(s, side(FRANCE), side(HAPSBURG), "gulf_of_lyon", BattleKind.NAVAL)
    assert asked_in(combat_cards(s)) == [f"{ATTACKER}@france", f"{DEFENDER}@hapsburg"]


def test_england_under_mary_and_other_phases() -> None:
    s = bloody(action(ENGLAND))
    gets(s, ENGLAND, 24)
    field(s, ENGLAND, FRANCE, CALAIS)
    assert asked_in(combat_cards(s)) == [f"{DEFENDER}@france"]
    s.phase = Phase.WINTER
    assert asked_in(combat_cards(s)) == []


@pytest.mark.parametrize(
    ("kind", "cards"),
    [(BattleKind.NAVAL, (24,)), (BattleKind.ASSAULT, (27, 28)), (BattleKind.FIELD, (24, 25, 26, 29, 30))],
)
def test_skipped_where_the_cards_lie_open(kind: BattleKind, cards: tuple[int, ...]) -> None:
    """9.4"""
    s = action(FRANCE)
    for card in cards:
        s.deck.remove(CardNumber(card))
        s.discard.append(CardNumber(card))
    attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=3))
    fight(s, attack, defence, BESANCON, kind)
    assert asked_in(combat_cards(s)) == []


def test_a_card_not_held_does_nothing() -> None:
    s = action(FRANCE)
    battle = field(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(24)]]})
    assert battle.attack.extra == 0
    assert not may(s, FRANCE, combat(24))


# ------------------------------------------------------------------ 24, 25


@pytest.mark.parametrize("kind", [BattleKind.FIELD, BattleKind.NAVAL, BattleKind.SACK, BattleKind.FOREIGN_WAR])
def test_arquebusiers(kind: BattleKind) -> None:
    s = action(FRANCE)
    gets(s, HAPSBURG, 24)
    attack, defence = side(FRANCE, france=Land(regulars=4)), side(HAPSBURG, hapsburg=Land(regulars=3))
    battle = fight(s, attack, defence, MILAN if kind is not BattleKind.NAVAL else "gulf_of_lyon", kind)
    drive(combat_cards(s), {f"{DEFENDER}@hapsburg": [[combat(24)]]})
    assert (battle.attack.extra, battle.defence.extra) == (0, 2)
    assert battle.defence.cards == [24]
    assert s.discard == [24]


@pytest.mark.parametrize(("power", "dice"), [(FRANCE, 3), (OTTOMAN, 3), (HAPSBURG, 2), (ENGLAND, 2), (PAPACY, 2)])
def test_field_artillery(power: Power, dice: int) -> None:
    s = action(power)
    gets(s, power, 25)
    battle = field(s, power, Power.VENICE if power is HAPSBURG else HAPSBURG)
    drive(combat_cards(s), {f"{ATTACKER}@{power}": [[combat(25)]]})
    assert battle.attack.extra == dice


def test_not_in_assaults_nor_at_sea() -> None:
    s = action(FRANCE)
    for card in (24, 25, 29, 26, 30):
        gets(s, FRANCE, card)
    assault(s)
    assert [may(s, FRANCE, combat(card)) for card in (24, 25, 26, 29, 30)] == [False] * 5
    fight(s, side(FRANCE), side(HAPSBURG), "gulf_of_lyon", BattleKind.NAVAL)
    assert [may(s, FRANCE, combat(card)) for card in (24, 25, 26, 29, 30)] == [True, False, False, False, False]


def test_several_cards_at_once() -> None:
    s = action(FRANCE)
    for card in (24, 25, 29):
        gets(s, FRANCE, card)
    battle = field(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(29), combat(24)], [combat(25)], [combat(27)]]})
    assert (battle.attack.extra, battle.first, battle.attack.cards) == (3, Role.ATTACKER, [29, 25])
    assert 24 in s.powers[FRANCE].hand


# ------------------------------------------------------------------ 26


def test_mercenaries_bribed() -> None:
    """26: half, rounded up; as many own ones."""
    s = action(FRANCE)
    gets(s, FRANCE, 26)
    attack = side(FRANCE, france=Land(regulars=2))
    battle = fight(s, attack, side(HAPSBURG, hapsburg=Land(regulars=1, mercenaries=3)), MILAN)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(26)]]})
    assert battle.attack.units == {FRANCE: Land(regulars=2, mercenaries=2)}
    assert battle.defence.units == {HAPSBURG: Land(regulars=1, mercenaries=1)}
    assert s.land(FRANCE, MILAN) == Land(regulars=2, mercenaries=2)
    assert s.land(HAPSBURG, MILAN) == Land(regulars=1, mercenaries=1)


def allies(s: HisState) -> Battle:
    defence = side(HAPSBURG, PAPACY, hapsburg=Land(regulars=1, mercenaries=2), papacy=Land(regulars=1, mercenaries=3))
    return fight(s, side(FRANCE, france=Land(regulars=4)), defence, MILAN)


def test_c08_bribed_of_two_allies() -> None:
    """C-08: of both together; the power chooses whose."""
    s = action(FRANCE)
    gets(s, FRANCE, 26)
    battle = allies(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(26, pick="hapsburg 2,papacy 1")]]})
    assert battle.defence.units == {HAPSBURG: Land(regulars=1), PAPACY: Land(regulars=1, mercenaries=2)}
    assert battle.attack.units == {FRANCE: Land(regulars=4, mercenaries=3)}


@pytest.mark.parametrize("pick", ["hapsburg 3", "hapsburg 2", "papacy 3,hapsburg 1", "france 3", "papacy", "nobody 3"])
def test_c08_wrong_choices(pick: str) -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 26)
    allies(s)
    assert not may(s, FRANCE, combat(26, pick=pick))
    assert may(s, FRANCE, combat(26, pick="papacy 3"))


def test_c08_default_takes_from_the_larger() -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 26)
    battle = allies(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(26)]]})
    assert battle.defence.units == {HAPSBURG: Land(regulars=1, mercenaries=2), PAPACY: Land(regulars=1)}


def test_bribed_not_by_or_against_the_ottoman() -> None:
    s = action(OTTOMAN)
    for power, other in ((OTTOMAN, HAPSBURG), (HAPSBURG, OTTOMAN)):
        gets(s, power, 26)
        field(s, power, other, BUDA)
        assert not may(s, power, combat(26))
    field(s, HAPSBURG, FRANCE)
    assert may(s, HAPSBURG, combat(26))


def test_bribed_as_far_as_counters_go() -> None:
    s = action(PAPACY)
    gets(s, PAPACY, 26)
    attack = side(PAPACY, papacy=Land(regulars=1))
    battle = fight(s, attack, side(HAPSBURG, hapsburg=Land(regulars=1, mercenaries=5)), MILAN)
    rome = SpaceId("rome")
    while s.land(PAPACY, rome).mercenaries < 4:
        s.add_land(PAPACY, rome, Land(mercenaries=1))
    drive(combat_cards(s), {f"{ATTACKER}@papacy": [[combat(26)]]})
    assert battle.defence.units[HAPSBURG].mercenaries == 2
    assert battle.attack.units[PAPACY].mercenaries <= 3


# ------------------------------------------------------------------ 27, 28


def test_mercenaries_grow_restless() -> None:
    """27: all mercenaries of the assaulting formation."""
    s = action(FRANCE)
    gets(s, HAPSBURG, 27)
    battle = assault(s, regulars=3, mercenaries=2)
    drive(combat_cards(s), {f"{DEFENDER}@hapsburg": [[combat(27)]]})
    assert battle.attack.units == {FRANCE: Land(regulars=3)}
    assert s.land(FRANCE, BESANCON) == Land(regulars=3)


def test_restless_only_in_the_formation() -> None:
    """Those of the besieging stack that do not assault stay."""
    s = action(FRANCE)
    gets(s, HAPSBURG, 27)
    assault(s, regulars=3, mercenaries=2)
    s.add_land(FRANCE, BESANCON, Land(mercenaries=2))
    drive(combat_cards(s), {f"{DEFENDER}@hapsburg": [[combat(27)]]})
    assert s.land(FRANCE, BESANCON) == Land(regulars=3, mercenaries=2)


def test_restless_not_by_the_attacker_nor_in_the_field() -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 27)
    assault(s)
    assert not may(s, FRANCE, combat(27))
    field(s)
    assert not may(s, FRANCE, combat(27))
    gets(s, HAPSBURG, 27)
    assert not may(s, HAPSBURG, combat(27))


def test_siege_mining() -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 28)
    battle = assault(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(28)]]})
    assert (battle.attack.extra, battle.defence.extra) == (3, 0)


def test_siege_mining_not_by_the_defender_nor_in_the_field() -> None:
    s = action(FRANCE)
    gets(s, HAPSBURG, 28)
    assault(s)
    assert not may(s, HAPSBURG, combat(28))
    gets(s, FRANCE, 28)
    field(s)
    assert not may(s, FRANCE, combat(28))


# ------------------------------------------------------------------ 29, 30


@pytest.mark.parametrize(("power", "role"), [(FRANCE, Role.ATTACKER), (HAPSBURG, Role.DEFENDER)])
def test_surprise_attack(power: Power, role: Role) -> None:
    s = action(FRANCE)
    gets(s, power, 29)
    battle = field(s)
    key = ATTACKER if role is Role.ATTACKER else DEFENDER
    drive(combat_cards(s), {f"{key}@{power}": [[combat(29)]]})
    assert battle.first is role


def test_tercios_of_the_hapsburgs() -> None:
    """30 a: three dice that hit on 4 to 6."""
    s = action(FRANCE)
    gets(s, HAPSBURG, 30)
    battle = field(s)
    drive(combat_cards(s), {f"{DEFENDER}@hapsburg": [[combat(30, "a")]]})
    assert (battle.defence.fine, battle.defence.extra, battle.attack.extra) == (3, 0, 0)


def test_against_the_tercios() -> None:
    """30 b: the Hapsburgs roll three dice fewer."""
    s = action(FRANCE)
    gets(s, FRANCE, 30)
    battle = field(s)
    drive(combat_cards(s), {f"{ATTACKER}@france": [[combat(30)]]})
    assert (battle.defence.fine, battle.defence.extra, battle.attack.extra) == (0, -3, 0)


@pytest.mark.parametrize(("regulars", "possible"), [(2, False), (3, True)])
def test_against_three_hapsburg_regulars_at_least(regulars: int, possible: bool) -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 30)
    defence = side(HAPSBURG, hapsburg=Land(regulars=regulars, mercenaries=4))
    fight(s, side(FRANCE, france=Land(regulars=4)), defence, MILAN)
    assert may(s, FRANCE, combat(30, "b")) is possible


def test_tercios_by_each_in_its_way_only() -> None:
    s = action(FRANCE)
    gets(s, FRANCE, 30)
    field(s)
    assert not may(s, FRANCE, combat(30, "a"))
    gets(s, HAPSBURG, 30)
    assert not may(s, HAPSBURG, combat(30, "b"))
    assert may(s, HAPSBURG, combat(30, "a"))
    gets(s, FRANCE, 30)
    field(s, FRANCE, ENGLAND, CALAIS)
    assert not may(s, FRANCE, combat(30, "b"))


def test_an_ally_of_the_hapsburgs_does_not_play_against_them() -> None:
    s = action(FRANCE)
    gets(s, PAPACY, 30)
    allies(s)
    assert not may(s, PAPACY, combat(30, "b"))


# ------------------------------------------------------------------ what is told


def test_the_defender_sees_the_attackers_cards_and_the_odds() -> None:
    s = action(OTTOMAN)
    gets(s, OTTOMAN, 24)
    battle = fight(
        s,
        side(OTTOMAN, leaders=(SULEIMAN,), ottoman=Land(regulars=4)),
        side(HAPSBURG, hapsburg=Land(regulars=3)),
    )
    battle.attack.dice, battle.defence.dice = 6, 4
    asked: list[AnyDecision] = []
    drive(combat_cards(s), {f"{ATTACKER}@ottoman": [[combat(24)]]}, asked=asked)
    attacker, defender = (one.facts for one in asked)
    assert attacker["cards"] == []
    assert defender["cards"] == [24]
    assert (defender["window"], defender["odds"], defender["attackers"], defender["space"]) == (
        "combat_cards_defender", 2, ["ottoman"], "buda",
    )  # fmt: skip
    assert defender["attacker_leaders"] == ["suleiman"]


def test_hidden_hands_do_not_show() -> None:
    def scene() -> HisState:
        s = action(FRANCE)
        for power, card in ((FRANCE, 24), (HAPSBURG, 27), (HAPSBURG, 30), (PAPACY, 25)):
            gets(s, power, card)
        return s

    def battles(s: HisState) -> Flow[None]:
        allies(s)
        yield from combat_cards(s)
        assault(s)
        yield from combat_cards(s)
        for attacker in MAJORS[:5]:
            fight(s, side(attacker), side(*(one for one in MAJORS[:5] if one is not attacker)), "x", BattleKind.NAVAL)
            yield from combat_cards(s)

    same_for_all_hands(battles, scene, shown=25)
