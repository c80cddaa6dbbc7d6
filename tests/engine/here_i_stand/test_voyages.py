"""20 Voyages: letters with them, the order of equals, and whole games with the New World. The rest stands in
tests/cases/here_i_stand/new_world.txt."""

from __future__ import annotations

import pytest

from engine.core.flow import Chance
from engine.core.table import Checkpoint, Table
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.new_world import Raid, Riches
from engine.here_i_stand.cards.voyages import favoured, hated
from engine.here_i_stand.impulse import choices
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Crossing, Impulse
from engine.here_i_stand.rules import HereIStand
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, ExplorerId, Power, Voyage
from engine.here_i_stand.trial import trial
from engine.here_i_stand.voyages.explore import explore_new_world
from engine.here_i_stand.voyages.landing import new_world
from engine.here_i_stand.voyages.launching import SAILORS
from engine.here_i_stand.voyages.riches import holdings, roll_riches
from tests.engine.here_i_stand.boards import BOTH, SCENARIOS, board_in, our_board, start
from tests.engine.here_i_stand.cards.stage import rolls, scene, told
from tests.engine.here_i_stand.flows import drive

ENGLAND, FRANCE, HAPSBURG, PAPACY = Power.ENGLAND, Power.FRANCE, Power.HAPSBURG, Power.PAPACY
VERBS = ("explore", "colonize", "conquer")


def empty_sea(turn: int = 3, **options: str) -> HisState:
    s = scene(turn=turn, **options)
    s.new_world.crossing = []
    return s


def impulse_of(s: HisState, power: Power, cp: int) -> HisState:
    s.impulses += 1
    s.impulse = Impulse(power, act=Act.CARD, cp=cp)
    return s


# ------------------------------------------------------------------ the data


@pytest.mark.parametrize("edition", BOTH)
def test_the_tables_are_whole(edition: str) -> None:
    tables = board_in(edition).new_world  # type: ignore[arg-type]
    assert set(tables.riches) == {"maya", "aztecs", "inca", "potosi", "colony"}
    assert all(list(column) == list(range(2, 13)) for column in tables.riches.values())
    assert [tables.riches["colony"][total] for total in (4, 5, 8, 9)] == [
        Riches.ELIMINATE, Riches.NONE, Riches.GALLEON, Riches.CARD,
    ]  # fmt: skip
    assert list(tables.raids.values()) == [
        Raid.LOST, Raid.LOST_TO_GALLEONS, Raid.NOTHING, Raid.NOTHING, Raid.STOLEN_AND_LOST, Raid.STOLEN,
    ]  # fmt: skip


# ------------------------------------------------------------------ letters


@pytest.mark.parametrize(
    ("power", "cp", "verbs"),
    [
        (ENGLAND, 1, []), (ENGLAND, 2, ["explore"]), (ENGLAND, 3, ["explore", "colonize"]), (ENGLAND, 4, [*VERBS]),
        (HAPSBURG, 2, ["explore", "colonize"]), (PAPACY, 6, []), (Power.OTTOMAN, 6, []), (Power.PROTESTANT, 6, []),
    ],
)  # fmt: skip
def test_what_is_offered_is_what_can_be_paid(power: Power, cp: int, verbs: list[str]) -> None:
    s = impulse_of(empty_sea(), power, cp)
    offered = [str(wish["do"]) for wish in choices(s, power) if wish["do"] in VERBS]
    assert offered == verbs
    assert [verb for verb in VERBS if ACTIONS[verb].why_not(s, power, blank("impulse", do=verb)) is None] == verbs


def test_a_letter_is_tried_without_changing_anything() -> None:
    """The second exploration would be refused; the conquest after it is not."""
    s = impulse_of(empty_sea(), FRANCE, 9)
    letter = [[blank("impulse", do=verb)] for verb in ("explore", "explore", "conquer", "colonize")]
    reasons = [None if reason is None else reason.key for reason in trial(s, FRANCE, letter)]
    assert reasons == [None, "voyage_once_a_turn", None, None]
    assert s.new_world.crossing == []
    assert s.impulse is not None
    assert s.impulse.cp == 9


def test_a_voyage_is_known_before_it_is_made() -> None:
    s = impulse_of(empty_sea(), FRANCE, 4)
    assert drive(ACTIONS["conquer"].do(s, FRANCE, blank("impulse", do="conquer")))
    assert s.new_world.crossing == [Crossing(FRANCE, Voyage.CONQUEST)]
    assert s.new_world.conquest_markers == {ENGLAND: 2, FRANCE: 1}
    check(s)


# ------------------------------------------------------------------ the order of voyages


def test_equal_explorers_sail_in_order_and_cabot_behind_his_own() -> None:
    s = empty_sea()
    s.new_world.explorers = [ExplorerId(one) for one in ("rut", "cartier", "leon")]
    s.new_world.crossing = [
        Crossing(HAPSBURG, Voyage.EXPLORATION), Crossing(ENGLAND, Voyage.EXPLORATION, "cabot_england"),
        Crossing(FRANCE, Voyage.EXPLORATION), Crossing(ENGLAND, Voyage.EXPLORATION),
    ]  # fmt: skip
    s.new_world.cabots = [FRANCE, HAPSBURG]
    drive(explore_new_world(s), chance=rolls(1, 1, 1, *[2, 3] * 4))
    assert [one["explorer"] for one in told(s, "exploration")] == ["cartier", "rut", "cabot_england", "leon"]
    assert s.new_world.crossing == []
    check(s)


def test_a_discovery_is_not_free_for_the_next_one() -> None:
    s = empty_sea()
    s.new_world.explorers = [ExplorerId("rut"), ExplorerId("roberval")]
    s.new_world.crossing = [Crossing(power, Voyage.EXPLORATION) for power in (ENGLAND, FRANCE)]
    drive(new_world(s), chance=rolls(1, 1, 4, 4, 5, 4))
    assert [(one["power"], one["prize"]) for one in told(s, "prize_taken")] == [
        (ENGLAND, "mississippi"), (FRANCE, "great_lakes"),
    ]  # fmt: skip


@pytest.mark.parametrize("pick", ["circumnavigation", "maya", "pacific_strait,amazon", None])
def test_only_what_is_offered_can_be_discovered(pick: str | None) -> None:
    s = empty_sea()
    s.new_world.crossing = [Crossing(HAPSBURG, Voyage.EXPLORATION)]
    flow = explore_new_world(s)
    next(flow)
    flow.send([1])
    request = flow.send([6, 6])
    decision = request.decisions[0]  # type: ignore[union-attr]
    assert decision.options.why_not([[blank("choice", do="choose", pick=pick)]]) is not None
    assert decision.options.why_not([[blank("choice", do="choose", pick="amazon")]]) is None
    assert decision.facts["total"] == 16


# ------------------------------------------------------------------ riches


def test_what_yields_riches() -> None:
    s = empty_sea()
    assert drive(roll_riches(s)) == {}
    assert [holdings(s, power) for power in MAJORS] == [[]] * 6
    begun = start("1532")
    assert [one.name for one in holdings(begun, HAPSBURG)] == ["Puerto Rico", "Cuba"]  # the Aztecs are depleted


def test_stolen_cards_go_to_the_thief() -> None:
    s = empty_sea()
    s.new_world.colonies = {HAPSBURG: ["Cuba", "Hispaniola"]}
    s.new_world.raiders = [Power.PROTESTANT]
    assert drive(roll_riches(s), chance=rolls(6, 6, 5, 6, 6)) == {HAPSBURG: 1, Power.PROTESTANT: 1}
    assert s.new_world.raiders == []


# ------------------------------------------------------------------ whom a card is for


def test_friends_and_enemies() -> None:
    s = empty_sea()
    s.alliances, s.wars = [], []
    s.ally(PAPACY, HAPSBURG)
    s.begin_war(PAPACY, FRANCE)
    assert favoured(s, PAPACY, [ENGLAND, FRANCE, HAPSBURG]) == [HAPSBURG, ENGLAND, FRANCE]
    assert hated(s, PAPACY, [ENGLAND, FRANCE, HAPSBURG]) == [FRANCE, ENGLAND, HAPSBURG]
    assert favoured(s, FRANCE, [ENGLAND, FRANCE, HAPSBURG])[0] is FRANCE


# ------------------------------------------------------------------ on a table


def _highest(number: int, request: int, chance: Chance, salt: str = "", /) -> list[int]:
    return list(chance.sizes)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_phase_goes_on_where_it_stopped_for_a_choice(scenario: str, edition: str) -> None:
    rules, s = HereIStand(our_board()), start(scenario, edition=edition)
    s.new_world.crossing = [Crossing(power, Voyage.EXPLORATION) for power in SAILORS]
    s.removed += s.powers[Power.PROTESTANT].hand
    s.powers[Power.PROTESTANT].hand = []
    s.turn = s.plan.last_turn  # nothing is asked any more after it
    s.cursor = f"{s.turn}/new_world"
    raw = rules.to_json(s)
    table = Table(rules, Checkpoint(0, s.cursor, rules.schema, rules.edition, raw), _highest)
    table._run()
    asked = []
    while not table.over:
        (decision,) = table.open
        asked.append((decision.seat, decision.facts["explorer"]))
        again = Table.resume(rules, table.checkpoint, table.tail, _highest)
        assert rules.to_json(again.state) == rules.to_json(table.state)
        assert [one.key for one in again.open] == [one.key for one in table.open]
        again.answer(decision.key, "default", "order")
        table = again
    assert sorted(seat for seat, _ in asked) == sorted(SAILORS)
    prizes = {one.prize: one.power for one in table.state.new_world.conquests}
    assert len([prize for prize, power in prizes.items() if power is not HAPSBURG]) >= 2
    assert table.state.new_world.crossing == []
