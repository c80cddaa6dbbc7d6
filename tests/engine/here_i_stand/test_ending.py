"""23: immediate victories, Victory Determination, an early end by agreement."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import victory
from engine.here_i_stand.asking import blank
from engine.here_i_stand.ending import determine, dominating, outcome
from engine.here_i_stand.impulse import check_victory
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Bonus, Impulse, Totals
from engine.here_i_stand.sequence import step
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    BonusKind,
    CardNumber,
    Edition,
    Phase,
    Power,
    Religion,
    RulerId,
    SpaceId,
)
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain

COPERNICUS, SERVETUS = CardNumber(47), CardNumber(51)
LONDON = SpaceId("london")


def at_end(*vp: int, turn: int = 4, players: int = 6, **options: object) -> HisState:
    """A position at the end of a turn in which the powers have these totals."""
    s = start("1517", players=players, **options)  # type: ignore[arg-type]
    s.turn, s.phase = turn, Phase.VICTORY_DETERMINATION
    s.powers[Power.PROTESTANT].hand = []
    s.removed.append(CardNumber(8))
    now = victory.totals(s)
    for power, wanted in zip(MAJORS, vp, strict=True):
        s.powers[power].bonus.append(Bonus(BonusKind.WAR_WINNER, wanted - now[power]))
    return s


def hold(s: HisState, power: Power, card: CardNumber) -> None:
    """A card in a hand; other cards in the others' hands, so that everybody could hold it."""
    s.waiting.remove(card)
    s.give(power, card)
    for other in MAJORS:
        if other is not power:
            s.give(other, s.deck.pop(0))


def ended(s: HisState, answers: dict[str, object] | None = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    drive(determine(s), answers, asked=asked)
    return asked


def names(asked: list[AnyDecision]) -> list[str]:
    return [plain(one) for one in asked]


# ------------------------------------------------------------------ 23.3-2 standard


def test_standard_victory_by_the_highest_total() -> None:
    s = at_end(25, 26, 17, 16, 12, 10, turn=2)
    ended(s)
    assert (s.over, s.winners) == (True, [Power.HAPSBURG])
    assert s.events[-1].facts["how"] == "standard"


def test_24_is_not_enough_and_the_tournament_needs_23() -> None:
    s = at_end(24, 23, 17, 16, 12, 10, turn=2)
    ended(s)
    assert not s.over
    s = at_end(22, 23, 17, 16, 12, 10, turn=4)
    s.scenario = start("tournament").scenario
    ended(s)
    assert s.winners == [Power.HAPSBURG]


def test_r36_ties_go_back_turn_by_turn_to_the_set_up() -> None:
    s = at_end(25, 25, 10, 10, 10, 10, turn=3)
    base = s.history[0].vp
    assert base[Power.HAPSBURG] > base[Power.OTTOMAN]
    s.history += [Totals(1, dict.fromkeys(MAJORS, 5)), Totals(2, dict.fromkeys(MAJORS, 7))]
    ended(s)
    assert s.winners == [Power.HAPSBURG]
    s = at_end(25, 25, 10, 10, 10, 10, turn=3)
    s.history += [Totals(1, {**dict.fromkeys(MAJORS, 5), Power.OTTOMAN: 6}), Totals(2, dict.fromkeys(MAJORS, 7))]
    ended(s)
    assert s.winners == [Power.OTTOMAN]


def test_r36_only_those_who_tie_are_compared_before() -> None:
    s = at_end(25, 25, 24, 10, 10, 10, turn=2)
    s.history.append(Totals(1, {**dict.fromkeys(MAJORS, 5), Power.ENGLAND: 20, Power.OTTOMAN: 6}))
    ended(s)
    assert s.winners == [Power.OTTOMAN]


def test_r37_still_tied_is_shared() -> None:
    s = at_end(25, 10, 10, 25, 10, 10, turn=2)
    s.history = [Totals(turn, dict.fromkeys(MAJORS, 8)) for turn in (0, 1)]
    ended(s)
    assert s.winners == [Power.OTTOMAN, Power.FRANCE]


def test_r37_more_keys_by_the_switch() -> None:
    s = at_end(25, 10, 10, 25, 10, 10, turn=2, switches={"final_tie": "more_keys"})
    s.history = [Totals(turn, dict.fromkeys(MAJORS, 8)) for turn in (0, 1)]
    assert len(s.keys(Power.FRANCE)) > len(s.keys(Power.OTTOMAN))
    ended(s)
    assert s.winners == [Power.FRANCE]


def test_r41_single_powers_win_or_players_by_the_switch() -> None:
    vp = (25, 18, 24, 10, 15, 24)
    s = at_end(*vp, turn=2, players=3)
    ended(s)
    assert s.winners == [Power.OTTOMAN]
    s = at_end(*vp, turn=2, players=3, switches={"two_power_victory": "average"})
    ended(s)
    assert not s.over
    s = at_end(25, 18, 24, 10, 15, 27, turn=2, players=3, switches={"two_power_victory": "average"})
    ended(s)
    assert s.winners == [Power.PROTESTANT]


# ------------------------------------------------------------------ 23.3-3 domination


@pytest.mark.parametrize(
    ("vp", "turn", "winner"),
    [
        ((23, 18, 17, 16, 12, 10), 4, Power.OTTOMAN),
        ((23, 18, 17, 16, 12, 10), 3, None),
        ((24, 20, 17, 16, 12, 10), 4, None),
    ],
)
def test_e117_domination_six_players(vp: tuple[int, ...], turn: int, winner: Power | None) -> None:
    """E117: turn 4: 23, 18, 17, 16, 12, 10: wins (23 - 18 = 5). Turn 3: no check. 24 and 20: no."""
    s = at_end(*vp, turn=turn)
    ended(s)
    assert s.winners == ([winner] if winner else [])


@pytest.mark.parametrize(("france", "wins"), [(24, True), (23, True), (22, False)])
def test_e118_domination_three_players(france: int, wins: bool) -> None:
    """E118: Ottoman 20 + France 24 (average 22); Hapsburg 18 + Papacy 15 (16.5); England 13 + Protestant 20 (16.5).
    Lead 5.5: Ottoman/France wins. With France 23: 21.5, lead 5.0: wins. France 22: 21, lead 4.5: no."""
    s = at_end(20, 18, 13, france, 15, 20, players=3)
    ended(s)
    assert s.winners == ([Power.FRANCE] if wins else [])
    assert dominating(s, victory.totals(s)) is (Power.FRANCE if wins else None)


def test_the_tournament_needs_a_lead_of_4() -> None:
    s = at_end(21, 17, 16, 16, 12, 10)
    s.scenario = start("tournament").scenario
    ended(s)
    assert s.winners == [Power.OTTOMAN]


# ------------------------------------------------------------------ 23.3-4 time


def test_the_time_limit() -> None:
    s = at_end(20, 18, 17, 19, 12, 10, turn=9)
    ended(s)
    assert s.winners == [Power.OTTOMAN]
    assert s.events[-1].facts["how"] == "time"
    assert s.history[-1].turn == 9


def test_otherwise_the_totals_are_recorded() -> None:
    s = at_end(20, 18, 17, 16, 12, 10, turn=3)
    assert ended(s) == []
    assert not s.over
    assert s.history[-1] == Totals(3, dict(zip(MAJORS, (20, 18, 17, 16, 12, 10), strict=True)))


# ------------------------------------------------------------------ 1.5 an early end


def test_1_5_all_players_agree_to_stop() -> None:
    """D80: sealed, each player once, from turn 4 on; ties as usual."""
    s = at_end(20, 18, 17, 16, 12, 10)
    players = ["ottoman", "hapsburg", "england", "france", "papacy", "protestant"]
    asked = ended(s, {f"stop@{power}": {"do": "agree"} for power in players})
    assert names(asked) == [f"stop@{power}" for power in players]
    assert s.winners == [Power.OTTOMAN]
    assert (s.events[-1].rule, s.events[-1].facts["how"]) == ("1.5", "agreement")


def test_1_5_one_player_is_enough_to_go_on() -> None:
    s = at_end(20, 18, 17, 16, 12, 10)
    ended(s, {f"stop@{power}": {"do": "agree"} for power in MAJORS[1:]})
    assert not s.over
    s = at_end(20, 18, 17, 16, 12, 10)
    ended(s)
    assert not s.over


def test_1_5_most_players_by_the_switch() -> None:
    s = at_end(20, 18, 17, 16, 12, 10, switches={"early_end": "majority"})
    ended(s, {f"stop@{power}": {"do": "agree"} for power in MAJORS[:4]})
    assert s.over
    s = at_end(20, 18, 17, 16, 12, 10, switches={"early_end": "majority"})
    ended(s, {f"stop@{power}": {"do": "agree"} for power in MAJORS[:3]})
    assert not s.over


def test_1_5_a_player_with_two_powers_is_asked_once() -> None:
    s = at_end(20, 18, 17, 16, 12, 10, players=3)
    assert names(ended(s)) == ["stop@ottoman", "stop@hapsburg", "stop@england"]


def test_1_5_not_before_turn_4_nor_when_the_game_is_over() -> None:
    assert ended(at_end(20, 18, 17, 16, 12, 10, turn=3)) == []
    assert ended(at_end(25, 18, 17, 16, 12, 10)) == []


# ------------------------------------------------------------------ 23.3-1 cards


def test_r84_copernicus_stops_a_domination_victory() -> None:
    """By default it is played (D79): 23 against 18 leads by 5, against 19 no more."""
    s = at_end(23, 18, 17, 16, 12, 10)
    hold(s, Power.HAPSBURG, COPERNICUS)
    asked = ended(s)
    first = [one for one in asked if one.kind == "response"]
    assert [one.seat for one in first] == [Power.HAPSBURG]  # nobody else could reach 19 with 1 VP, or 2
    assert not s.over
    assert victory.totals(s)[Power.HAPSBURG] == 19
    assert COPERNICUS in s.removed
    assert s.history[-1].vp[Power.HAPSBURG] == 19
    check(s)


def test_r84_all_who_could_stop_it_are_asked_whoever_holds_it() -> None:
    """D79: with equal rivals everybody is asked; the questions do not hang on the hands."""
    keys = []
    for holder in (Power.HAPSBURG, Power.ENGLAND, Power.OTTOMAN):
        s = at_end(23, 18, 18, 18, 18, 18)
        hold(s, holder, SERVETUS)
        asked = ended(s)
        keys.append([one.key for one in asked if one.kind == "response"])
        assert s.over == (holder is Power.OTTOMAN)
    assert keys[0] == keys[1] == keys[2]
    assert len(keys[0]) == 5


def test_d79_a_power_may_keep_the_card() -> None:
    s = at_end(23, 18, 17, 16, 12, 10)
    hold(s, Power.HAPSBURG, SERVETUS)
    ended(s, {"response/victory_phase@hapsburg": {"do": "pass"}})
    assert s.winners == [Power.OTTOMAN]
    assert SERVETUS in s.powers[Power.HAPSBURG].hand


def test_r84_not_where_it_stops_nothing() -> None:
    """A lead of 6 stands against 1 VP; without a domination victory nobody is asked."""
    s = at_end(24, 18, 17, 16, 12, 10)
    hold(s, Power.HAPSBURG, SERVETUS)
    assert [one for one in ended(s) if one.kind == "response"] == []
    assert s.winners == [Power.OTTOMAN]
    s = at_end(22, 18, 17, 16, 12, 10)
    hold(s, Power.HAPSBURG, SERVETUS)
    assert [one for one in ended(s) if one.kind == "response"] == []


def test_r84_copernicus_gives_2_where_half_of_the_home_is_protestant() -> None:
    s = at_end(24, 18, 18, 16, 12, 10)
    for space in s.home_spaces(Power.ENGLAND):
        s.convert(space, Religion.PROTESTANT)
    now = victory.totals(s)
    for power, wanted in zip(MAJORS, (24, 18, 18, 16, 12, 10), strict=True):
        s.powers[power].bonus.append(Bonus(BonusKind.WAR_WINNER, wanted - now[power]))
    hold(s, Power.ENGLAND, COPERNICUS)
    asked = ended(s)
    assert "response/victory_phase@england" in names(asked)
    assert not s.over


def test_c18_the_rest_of_servetus_is_resolved() -> None:
    s = at_end(23, 18, 17, 16, 12, 10)
    hold(s, Power.HAPSBURG, SERVETUS)
    ended(s)
    assert s.powers[Power.PROTESTANT].hand == []


def test_the_partner_does_not_stop_his_own_player() -> None:
    s = at_end(23, 10, 10, 22, 10, 10, players=3)
    hold(s, Power.FRANCE, SERVETUS)
    asked = ended(s)
    assert [one for one in asked if one.kind == "response"] == []
    assert s.winners == [Power.OTTOMAN]


def test_the_later_edition_has_no_cards_in_this_phase() -> None:
    s = at_end(23, 18, 17, 16, 12, 10, edition=Edition.ANNIVERSARY116)
    hold(s, Power.HAPSBURG, SERVETUS)
    assert [one for one in ended(s) if one.kind == "response"] == []
    assert s.over


def test_england_under_mary_may_play_them() -> None:
    """They are no response cards (21.3)."""
    s = at_end(23, 17, 18, 16, 12, 10)
    s.powers[Power.ENGLAND].ruler = RulerId("mary_i")
    hold(s, Power.ENGLAND, SERVETUS)
    ended(s)
    assert not s.over


def test_a_card_that_is_not_held_is_refused() -> None:
    s = at_end(23, 18, 18, 16, 12, 10)
    hold(s, Power.HAPSBURG, SERVETUS)
    asked = ended(s)
    england = next(one for one in asked if plain(one) == "response/victory_phase@england")
    wish = blank("response", do="respond", card=SERVETUS, mode="a")
    assert england.options.why_not([[wish]]).key == "not_possible_now"
    assert england.options.concrete() == []


# ------------------------------------------------------------------ 23.1


def keys_for(s: HisState, power: Power, count: int) -> list[SpaceId]:
    """The power controls so many keys; gives them."""
    own = list(s.keys(power))
    more = [key for key in s.board.map.keys if key not in own and s.home(key) is not None]
    for key in more[: count - len(own)]:
        s.take_control(key, power)
    return s.keys(power)


def test_e120_military_victory_timing() -> None:
    """E120: England reaches 9 keys by a treaty in Diplomacy and loses one by another treaty before the Action phase:
    no. Still 9 when the Action phase starts: wins at once. One of the 9 in unrest: no."""
    for lost, unrest, wins in ((True, False, False), (False, False, True), (False, True, False)):
        s = start()
        s.phase, s.cursor = Phase.DIPLOMACY, "1/action"
        keys = keys_for(s, Power.ENGLAND, 9)
        assert len(keys) == 9
        if lost:
            s.take_control(keys[-1], Power.FRANCE)
        s.spaces[keys[0]].unrest = unrest
        found = step(s)
        assert found is not None
        after = drive(found.flow(s))
        assert (s.over, after == "over") == (wins, wins)
        assert s.winners == ([Power.ENGLAND] if wins else [])


def test_e121_religious_victory() -> None:
    """E121: 51 Protestant spaces, 2 in unrest: 49, no. Unrest removed from one: 50: immediate win."""
    s = start()
    spaces = [space for space, here in s.spaces.items() if here.religion is Religion.CATHOLIC][:51]
    for space in spaces:
        s.convert(space, Religion.PROTESTANT)
    for space in spaces[:2]:
        s.spaces[space].unrest = True
    check_victory(s)
    assert not s.over
    s.spaces[spaces[0]].unrest = False
    check_victory(s)
    assert s.winners == [Power.PROTESTANT]


def test_r55_two_immediate_victories_by_one_event() -> None:
    """The active power first, then impulse order; by the switch impulse order alone."""
    for switches, winner in (({}, Power.PROTESTANT), ({"double_immediate_victory": "impulse_order"}, Power.ENGLAND)):
        s = start("1517", switches=switches)  # type: ignore[arg-type]
        keys_for(s, Power.ENGLAND, 9)
        spaces = [space for space, here in s.spaces.items() if here.religion is Religion.CATHOLIC][:50]
        for space in spaces:
            s.convert(space, Religion.PROTESTANT)
        s.impulse = Impulse(Power.PROTESTANT)
        check_victory(s)
        assert s.winners == [winner]


def test_r71_what_was_reached_before_counts_when_the_action_phase_starts() -> None:
    s = start()
    for space in [space for space, here in s.spaces.items() if here.religion is Religion.CATHOLIC][:50]:
        s.convert(space, Religion.PROTESTANT)
    s.cursor = "1/action"
    found = step(s)
    assert found is not None
    assert drive(found.flow(s)) == "over"
    assert s.winners == [Power.PROTESTANT]


def test_military_victory_ends_nothing_at_the_end_of_a_turn() -> None:
    """23.1: action phase only."""
    s = at_end(10, 10, 10, 10, 10, 10, turn=2)
    keys_for(s, Power.ENGLAND, 9)
    assert outcome(s, dict.fromkeys(MAJORS, 10)) is None
