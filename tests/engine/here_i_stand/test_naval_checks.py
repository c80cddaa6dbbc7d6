"""16.1-4, 16.1-5 Naval interception and avoiding battle."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.decision import AnyDecision, Reason
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.naval_checks import Arrivals, bases, intercepting, interceptors, refuges_at_sea
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Power, SeaId, SpaceId
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.seas import BARBAROSSA, DORIA, at_sea, events, lost, pirates_about, put, rolls, there

OTTOMAN, HAPSBURG, FRANCE, ENGLAND, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.ENGLAND, Power.PAPACY,
)  # fmt: skip
GENOA = Power.GENOA
LYON = SeaId("gulf_of_lyon")


def sail(
    s: HisState,
    power: Power,
    moves: str,
    chance: Callable[[tuple[int, ...]], list[int]],
    answers: dict[str, object] | None = None,
    asked: list[AnyDecision] | None = None,
) -> bool:
    wish = blank("impulse", do="sail", moves=moves)
    assert ACTIONS["sail"].why_not(s, power, wish) is None
    return drive(ACTIONS["sail"].do(s, power, wish), answers, chance, asked)


def french_at_sea() -> HisState:
    """Two French squadrons in Marseille, one Hapsburg in Barcelona and two in the Tyrrhenian Sea."""
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "marseille", FRANCE, 2)
    put(s, "barcelona", HAPSBURG, 1)
    put(s, "tyrrhenian_sea", HAPSBURG, 2)
    return s


TRY = {"do": "intercept", "from": "barcelona"}
KEY = "naval_intercept/gulf_of_lyon@hapsburg"

# ------------------------------------------------------------------ interception


def test_nobody_intercepts_by_default() -> None:
    s = french_at_sea()
    asked: list[AnyDecision] = []
    assert sail(s, FRANCE, "marseille>gulf_of_lyon", rolls(), None, asked)
    (question,) = asked
    assert question.kind == "naval_intercept"
    facts = question.facts
    assert (facts["power"], facts["sea"], facts["squadrons"], facts["strength"]) == ("france", "gulf_of_lyon", 2, 4)
    assert (facts["own"], facts["odds"]) == (4, 100)  # those in the Tyrrhenian Sea


def test_nine_succeeds_eight_does_not() -> None:
    for dice, stands in (([4, 5], (1, 0)), ([4, 4], (0, 0))):
        s = french_at_sea()
        fight = ([1] * 4, [1] * 2) if stands == (1, 0) else ()
        sail(s, FRANCE, "marseille>gulf_of_lyon", rolls(dice, *fight), {KEY: TRY})
        assert there(s, "gulf_of_lyon", HAPSBURG) == stands
        assert events(s, "naval_check")[0]["success"] is (stands == (1, 0))
        assert events(s, "naval_check_rolled")[0]["dice"] == dice


def test_the_active_power_attacks_the_interceptor() -> None:
    s = french_at_sea()
    sail(s, FRANCE, "marseille>gulf_of_lyon", rolls([4, 5], [1] * 4, [5, 5]), {KEY: TRY})
    combat = events(s, "naval_combat")[0]
    assert (combat["power"], combat["rival"]) == ("france", "hapsburg")
    assert lost(s, FRANCE) == 1
    assert there(s, "marseille", FRANCE) == (1, 0)


def test_successful_stacks_fight_as_one_and_no_other_power_may_try() -> None:
    s = french_at_sea()
    s.begin_war(FRANCE, ENGLAND)
    put(s, "valencia", ENGLAND, 1)
    asked: list[AnyDecision] = []
    answers = {
        KEY: [[TRY], [{"do": "intercept", "from": "tyrrhenian_sea", "squadrons": 1}]],
        "naval_intercept/gulf_of_lyon@england": {"do": "intercept", "from": "valencia"},
    }
    sail(s, FRANCE, "marseille>gulf_of_lyon", rolls([6, 6], [5, 5], [1] * 4, [1] * 4), answers, asked)
    assert events(s, "naval_combat")[0]["rival_squadrons"] == 2
    assert there(s, "valencia", ENGLAND) == (1, 0)
    assert there(s, "tyrrhenian_sea", HAPSBURG) == (1, 0)
    kinds = [(one.kind, one.seat) for one in asked]
    assert kinds[:2] == [("naval_intercept", "hapsburg"), ("naval_intercept", "england")]
    assert "naval_avoid" not in [one.kind for one in asked]  # E61: somebody intercepted


def test_after_a_failure_the_next_power_tries() -> None:
    s = french_at_sea()
    s.begin_war(FRANCE, ENGLAND)
    put(s, "valencia", ENGLAND, 1)
    answers = {KEY: TRY, "naval_intercept/gulf_of_lyon@england": {"do": "intercept", "from": "valencia"}}
    sail(s, FRANCE, "marseille>gulf_of_lyon", rolls([1, 1], [6, 6], [1] * 4, [1] * 2), answers)
    assert [one["power"] for one in events(s, "naval_check")] == ["hapsburg", "england"]


def test_orders_that_depend_on_the_attempts_before() -> None:
    def tried(first: list[int], after: str) -> int:
        s = french_at_sea()
        orders = [[TRY], [{"do": "intercept", "from": "tyrrhenian_sea", "after": after}]]
        made = [first, *([[1, 1]] if (sum(first) >= 9) == (after == "done") else [])]
        fight = [[1] * 4, [1] * 2] if sum(first) >= 9 else []
        sail(s, FRANCE, "marseille>gulf_of_lyon", rolls(*made, *fight), {KEY: orders})
        return len(events(s, "naval_check"))

    assert tried([6, 6], "failed") == 1
    assert tried([1, 1], "failed") == 2
    assert tried([6, 6], "done") == 2
    assert tried([1, 1], "done") == 1


def test_each_location_tries_once_in_a_naval_move() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    put(s, "marseille", FRANCE, 1)
    put(s, "tyrrhenian_sea", FRANCE, 1)
    put(s, "palma", HAPSBURG, 2)  # on both zones
    answers = {KEY: {"do": "intercept", "from": "palma", "squadrons": 1}}
    asked: list[AnyDecision] = []
    sail(s, FRANCE, "marseille>gulf_of_lyon;tyrrhenian_sea>barbary_coast", rolls([1, 1]), answers, asked)
    assert [one.about.split(".")[0] for one in asked] == ["gulf_of_lyon"]


def test_a_leader_adds_his_rating_and_does_not_stay_alone() -> None:
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    pirates_about(s, "tunis", 2)
    put(s, "palma", HAPSBURG, 1)
    arrivals = Arrivals(HAPSBURG, [SeaId("barbary_coast")])
    put(s, "barbary_coast", HAPSBURG, 1)
    wish = blank("naval_intercept", do="intercept", from_="tunis", corsairs=2, leaders="none")
    reason = intercepting(s, OTTOMAN, arrivals, SeaId("barbary_coast"), wish)
    assert isinstance(reason, Reason)
    assert reason.key == "leader_left_alone"
    s = at_sea(HAPSBURG, (OTTOMAN, HAPSBURG))
    pirates_about(s, "tunis", 2)
    put(s, "palma", HAPSBURG, 1)
    answers = {"naval_intercept/barbary_coast@ottoman": {"do": "intercept", "from": "tunis"}}
    sail(s, HAPSBURG, "palma>barbary_coast", rolls([3, 4], [1] * 2, [1] * 4), answers)
    check = events(s, "naval_check_rolled")[0]
    assert (check["rating"], check["total"]) == (2, 9)
    assert s.leaders[BARBAROSSA].at == "barbary_coast"


# ------------------------------------------------------------------ E60


def test_e60_no_interception_into_a_port_or_into_own_company() -> None:
    s = french_at_sea()
    put(s, "gulf_of_lyon", FRANCE, 1)
    asked: list[AnyDecision] = []
    assert sail(s, FRANCE, "marseille>gulf_of_lyon", rolls(), None, asked)
    assert not asked  # not fresh
    assert sail(s, FRANCE, "gulf_of_lyon>marseille", rolls(), None, asked)
    assert not asked  # into a port


def test_e60_not_from_a_location_that_holds_ships_of_the_active_power() -> None:
    s = french_at_sea()
    put(s, "tyrrhenian_sea", FRANCE, 1)
    put(s, "gulf_of_lyon", FRANCE, 1)
    arrivals = Arrivals(FRANCE, [LYON])
    assert bases(s, HAPSBURG, arrivals, LYON) == ["barcelona"]
    put(s, "barcelona", FRANCE, 1)
    assert not interceptors(s, arrivals, LYON)


def test_only_enemies_and_no_inactive_minors() -> None:
    s = at_sea(FRANCE, (FRANCE, GENOA))
    put(s, "marseille", FRANCE, 2)
    put(s, "genoa", GENOA, 1)
    put(s, "rome", PAPACY, 1)
    asked: list[AnyDecision] = []
    assert sail(s, FRANCE, "marseille>gulf_of_lyon", rolls(), None, asked)
    assert not asked


def test_closed_seas_bar_interceptors_too() -> None:
    s = at_sea(FRANCE, (HAPSBURG, FRANCE))
    s.ally(GENOA, HAPSBURG)
    put(s, "gibraltar", GENOA, 1)
    put(s, "bay_of_biscay", FRANCE, 1)
    asked: list[AnyDecision] = []
    assert sail(s, FRANCE, "bay_of_biscay>atlantic_ocean", rolls(), None, asked)
    assert not asked
    put(s, "gibraltar", HAPSBURG, 1)
    s.place_leader(DORIA, SpaceId("gibraltar"))
    wish = blank("naval_intercept", do="intercept", from_="gibraltar")
    found = intercepting(s, HAPSBURG, Arrivals(FRANCE), SeaId("atlantic_ocean"), wish)
    assert not isinstance(found, Reason)
    assert (found.squadrons, found.leaders) == (1, ())


def test_professional_rowers_change_a_check() -> None:
    s = french_at_sea()
    s.deck.remove(CardNumber(34))
    s.give(PAPACY, CardNumber(34))
    answers = {
        KEY: TRY,
        "response/naval_check_rolled@papacy": {"do": "respond", "card": 34, "mode": "a", "pick": "minus"},
    }
    sail(s, FRANCE, "marseille>gulf_of_lyon", rolls([5, 5]), answers)
    check = events(s, "naval_check")[0]
    assert (check["cards"], check["total"], check["success"]) == (-2, 8, False)


# ------------------------------------------------------------------ avoid battle


AVOID = "naval_avoid/gulf_of_lyon@france"


def entered() -> HisState:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", FRANCE, 2)
    put(s, "barcelona", HAPSBURG, 1)
    return s


def test_e61_all_ships_go_to_an_own_adjacent_port() -> None:
    s = entered()
    answers = {AVOID: {"do": "avoid", "to": "marseille"}}
    assert sail(s, HAPSBURG, "barcelona>gulf_of_lyon", rolls([4, 5]), answers)
    assert there(s, "marseille", FRANCE) == (2, 0)
    assert not events(s, "naval_combat")


def test_a_failed_attempt_means_combat() -> None:
    s = entered()
    answers = {AVOID: {"do": "avoid", "to": "marseille"}}
    assert not sail(s, HAPSBURG, "barcelona>gulf_of_lyon", rolls([4, 4], [1] * 2, [1] * 4), answers)
    assert events(s, "naval_combat")


def test_e61_no_avoiding_when_a_stack_intercepted() -> None:
    s = entered()
    put(s, "marseille", FRANCE, 1)
    answers = {"naval_intercept/gulf_of_lyon@france": {"do": "intercept", "from": "marseille"}}
    asked: list[AnyDecision] = []
    sail(s, HAPSBURG, "barcelona>gulf_of_lyon", rolls([6, 6], [1] * 2, [1] * 6), answers, asked)
    assert "naval_avoid" not in [one.kind for one in asked]
    assert events(s, "naval_combat")[0]["rival_squadrons"] == 3


def test_no_avoiding_in_ports() -> None:
    s = at_sea(HAPSBURG, (HAPSBURG, FRANCE))
    put(s, "gulf_of_lyon", HAPSBURG, 1)
    put(s, "marseille", FRANCE, 1)
    asked: list[AnyDecision] = []
    sail(s, HAPSBURG, "gulf_of_lyon>marseille", rolls([1] * 2, [1] * 3), None, asked)
    assert "naval_avoid" not in [one.kind for one in asked]


def test_where_one_may_avoid_to() -> None:
    s = entered()
    put(s, "tyrrhenian_sea", HAPSBURG, 1)
    assert refuges_at_sea(s, FRANCE, LYON) == ["barbary_coast", "marseille"]
    put(s, "barbary_coast", ENGLAND, 1)
    assert "barbary_coast" in refuges_at_sea(s, FRANCE, LYON)
    s.begin_war(FRANCE, ENGLAND)
    assert "barbary_coast" not in refuges_at_sea(s, FRANCE, LYON)  # any enemy of the one who flees
    put(s, "barcelona", FRANCE, 1)
    assert "barcelona" not in refuges_at_sea(s, FRANCE, LYON)


def test_a_stack_that_is_not_fresh_lets_nobody_avoid() -> None:
    s = entered()
    put(s, "gulf_of_lyon", HAPSBURG, 1)
    asked: list[AnyDecision] = []
    sail(s, HAPSBURG, "barcelona>gulf_of_lyon", rolls([1] * 4, [1] * 4), None, asked)
    assert "naval_avoid" not in [one.kind for one in asked]
