"""Cards 1, 34 and 35: dice that come after both sides have rolled."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand.cards.late_dice import has_close_line
from engine.here_i_stand.cards.responses import (
    after_roll,
)
from engine.here_i_stand.records import Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    BattleKind,
    CardNumber,
    Milestone,
    PlaceId,
    Power,
    SpaceId,
    Whereabouts,
)
from tests.engine.here_i_stand.cards.scenes import (
    BUDA,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    ISTANBUL,
    MILAN,
    OTTOMAN,
    PAPACY,
    PROTESTANT,
    action,
    asked_in,
    bloody,
    dice,
    fight,
    gets,
    response,
    side,
)
from tests.engine.here_i_stand.flows import drive

# ------------------------------------------------------------------ after the roll


def test_e42_janissaries() -> None:
    """E42: attacker Ottoman 4 units, hits 1; defender hits 2. Janissaries roll [5,6,1,2,3]: hits 3 : 2, attacker wins;
    home card on the power card."""
    s = action(OTTOMAN)
    battle = fight(s, side(OTTOMAN, hits=1, ottoman=Land(regulars=4)), side(hits=2, hungary=Land(regulars=5)))
    drive(after_roll(s), {"response/field_battle_after_roll@ottoman": response(1)}, dice(5, 6, 1, 2, 3))
    assert (battle.attack.hits, battle.defence.hits) == (3, 2)
    assert battle.attack.rolled == [5, 6, 1, 2, 3]
    assert s.powers[OTTOMAN].home_cards == []
    assert s.powers[OTTOMAN].spent_home_cards == [1]


def test_janissaries_defend_in_another_impulse() -> None:
    s = action(HAPSBURG)
    battle = fight(
        s, side(HAPSBURG, hits=2, hapsburg=Land(regulars=4)), side(OTTOMAN, hits=1, ottoman=Land(regulars=3))
    )
    drive(after_roll(s), {"response/field_battle_after_roll@ottoman": response(1)}, dice(1, 1, 1, 1, 6))
    assert (battle.attack.hits, battle.defence.hits) == (2, 2)


def test_janissaries_at_sea_have_four_dice() -> None:
    s = action(OTTOMAN)
    battle = fight(s, side(OTTOMAN), side(HAPSBURG), at="ionian_sea", kind=BattleKind.NAVAL)
    drive(after_roll(s), {"response/naval_combat_after_roll@ottoman": response(1)}, dice(5, 6, 5, 6))
    assert (battle.attack.hits, len(battle.attack.rolled)) == (4, 4)


def test_janissaries_fight_in_a_foreign_war() -> None:
    s = action(OTTOMAN)
    battle = fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), side(), at="", kind=BattleKind.FOREIGN_WAR)
    drive(after_roll(s), {"response/field_battle_after_roll@ottoman": response(1)}, dice(5, 5, 5, 5, 5))
    assert battle.attack.hits == 5


def test_janissaries_only_unused_and_with_ottoman_units() -> None:
    s = action(HAPSBURG)
    fight(s, side(HAPSBURG, hapsburg=Land(regulars=4)), side(FRANCE, france=Land(regulars=3)))
    assert asked_in(after_roll(s)) == []
    fight(s, side(HAPSBURG, hapsburg=Land(regulars=4)), side(OTTOMAN, ottoman=Land(regulars=3)))
    assert asked_in(after_roll(s)) == ["response/field_battle_after_roll@ottoman"]
    s.spend(OTTOMAN, CardNumber(1))
    assert asked_in(after_roll(s)) == []


def test_no_janissaries_in_an_assault() -> None:
    s = action(OTTOMAN)
    fight(s, side(OTTOMAN, ottoman=Land(regulars=4)), side(hungary=Land(regulars=2)), kind=BattleKind.ASSAULT)
    s.discard.append(CardNumber(35))
    s.deck.remove(CardNumber(35))
    assert asked_in(after_roll(s)) == []


@pytest.mark.parametrize(
    ("own", "other", "defending", "wait"),
    [(1, 2, 5, "always"), (0, 6, 5, "always"), (3, 1, 3, "never"), (3, 1, 4, "always"), (2, 8, 2, "never")],
)
def test_janissaries_wait_only_where_they_can_change_something(own: int, other: int, defending: int, wait: str) -> None:
    """9.4: the winner, or how many die."""
    s = action(OTTOMAN)
    fight(s, side(OTTOMAN, hits=own, ottoman=Land(regulars=4)), side(hits=other, hungary=Land(regulars=defending)))
    asked: list[AnyDecision] = []
    drive(after_roll(s), asked=asked)
    assert [one.facts["wait"] for one in asked] == [wait]
    assert asked[0].facts["difference"] == own - other


@pytest.mark.parametrize("role", ["attacker", "defender"])
def test_rowers_in_a_naval_combat_help_either_side(role: str) -> None:
    """34 b: three dice, by a power that takes no part."""
    s = action(HAPSBURG)
    gets(s, ENGLAND, 34)
    battle = fight(s, side(HAPSBURG, hits=1), side(FRANCE, hits=1), at="gulf_of_lyon", kind=BattleKind.NAVAL)
    answers = {"response/naval_combat_after_roll@england": response(34, "b", pick=role)}
    drive(after_roll(s), answers, dice(5, 4, 6))
    assert (battle.attack.hits, battle.defence.hits) == ((3, 1) if role == "attacker" else (1, 3))


def test_answers_to_answers_at_sea() -> None:
    """R15: after the Rowers the Ottoman may still play Janissaries, which he declined before."""
    s = action(HAPSBURG)
    gets(s, ENGLAND, 34)
    battle = fight(s, side(HAPSBURG, hits=1), side(OTTOMAN, hits=1), at="ionian_sea", kind=BattleKind.NAVAL)
    asked: list[AnyDecision] = []
    first = {"response/naval_combat_after_roll@england": response(34, "b", pick="attacker")}
    drive(after_roll(s), first, dice(5, 5, 5), asked)
    assert [one.seat for one in asked].count(OTTOMAN) == 2
    assert battle.attack.hits == 4
    assert [one.seat for one in asked][-1] == OTTOMAN, "Rowers lie open now: only Janissaries are left"


def test_rowers_not_in_a_field_battle() -> None:
    s = action(HAPSBURG)
    fight(s, side(HAPSBURG, hapsburg=Land(regulars=4)), side(FRANCE, france=Land(regulars=3)), at=MILAN)
    assert asked_in(after_roll(s)) == []


# ------------------------------------------------------------------ 35 Siege Artillery


def besieged(at: SpaceId, attacker: Power = FRANCE, active: Power = FRANCE) -> HisState:
    s = action(active)
    fight(s, side(attacker, **{attacker: Land(regulars=4)}), side(hungary=Land(regulars=2)), at, BattleKind.ASSAULT)
    return s


@pytest.mark.parametrize("power", [FRANCE, OTTOMAN])
def test_siege_artillery_for_the_attacker(power: Power) -> None:
    """35: two dice that hit on 3 to 6; anybody may play it for the attacker."""
    s = besieged(SpaceId("besancon"))
    gets(s, power, 35)
    drive(after_roll(s), {f"response/assault_after_roll@{power}": response(35)}, dice(3, 2))
    assert s.battle is not None
    assert (s.battle.attack.hits, s.battle.attack.rolled) == (1, [3, 2])


def test_siege_artillery_asks_everybody() -> None:
    s = bloody(besieged(SpaceId("besancon")))
    assert [one.split("@")[1] for one in asked_in(after_roll(s))] == [FRANCE, PAPACY, PROTESTANT, OTTOMAN, HAPSBURG]


@pytest.mark.parametrize(("switches", "most"), [({}, 4), ({"siege_artillery_range": "four_spaces_between"}, 5)])
def test_c12_at_most_four_connections_over_land(switches: dict[str, str], most: int) -> None:
    """C-12: all the land is Ottoman and empty; the home fortifications but Istanbul are in unrest."""
    s = action(OTTOMAN, **switches)
    s.forces.clear()
    s.fleets.clear()
    for leader in s.leaders.values():
        leader.where = Whereabouts.WAITING
    for space in s.spaces:
        s.take_control(space, OTTOMAN)
        s.spaces[space].unrest = s.home(space) is OTTOMAN and s.is_fortified(space) and space != ISTANBUL
    s.milestones.append(Milestone.SCHMALKALDIC_LEAGUE)

    def open_land(place: PlaceId) -> list[SpaceId]:
        return [one for one in s.board.map.by_land(place) if not s.spaces[one].unrest]

    away = s.board.map.distances(ISTANBUL, open_land)
    tested = {far for far in away.values() if far}
    assert {4, 5, 6} <= tested
    for place, far in away.items():
        if far:
            assert has_close_line(s, OTTOMAN, SpaceId(place)) is (far <= most), (place, far)


def test_c12_broken_by_unrest_and_by_enemies() -> None:
    s = action(FRANCE)
    besancon = SpaceId("besancon")
    assert has_close_line(s, FRANCE, besancon)
    for space in s.home_spaces(FRANCE):
        s.spaces[space].unrest = True
    assert not has_close_line(s, FRANCE, besancon)


def test_c12_not_from_the_home_of_an_ally() -> None:
    s = action(PAPACY)
    s.wars.clear()
    s.ally(PAPACY, FRANCE)
    assert has_close_line(s, FRANCE, SpaceId("besancon"))
    assert not has_close_line(s, PAPACY, SpaceId("besancon"))


def test_c12_not_over_sea() -> None:
    """Palma is an island."""
    s = action(HAPSBURG)
    assert not has_close_line(s, HAPSBURG, SpaceId("palma"))


def test_no_question_without_a_line() -> None:
    s = besieged(BUDA)
    assert asked_in(after_roll(s)) == []
