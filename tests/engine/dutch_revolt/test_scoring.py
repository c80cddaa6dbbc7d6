"""10 Victory points, 9.20 turn order."""

import pytest

from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.lists import decision
from engine.dutch_revolt.scoring import (
    TURN_ORDER,
    by_last_count,
    count,
    end_of_turn,
    laying_order,
    next_order,
    own_source2,
    winners,
)
from engine.dutch_revolt.state import Score, TurnScore
from engine.dutch_revolt.terms import COUNTRYSIDE
from tests.engine.dutch_revolt.laid import NAMES, army, clear, lay, lay_in, skipped, start, told

B, C, H, N, R = "burghers", "catholics", "habsburgs", "nobility", "reformers"


def wish(*alternatives: str) -> list[list[Alternative]]:
    """ "before C" and so on, as one order."""
    order: list[Alternative] = []
    for text in alternatives:
        where, _, letter = text.partition(" ")
        order.append({"where": where, "faction": NAMES[letter] if letter else None})
    return [order]


def counted(s, vp2: dict[str, int]):
    """A count in which each faction has these doubled VP."""
    s.history.append(TurnScore(s.turn, list(s.order), {f: Score(own=vp2.get(f, 0)) for f in s.factions}))


@pytest.mark.parametrize(("players", "rounding", "vp"), [(5, "up", 4), (3, "up", 3), (5, "down", 3), (3, "down", 2)])
def test_nobility_e81(players, rounding, vp):
    s = start(players=players, nobility_rounding=rounding)
    clear(s)
    lay(s, "holland", COUNTRYSIDE, "N8")
    for town in ("delft", "arras", "mons"):
        lay_in(s, town, "N1")
    lay_in(s, "haarlem", "N4")
    assert own_source2(s, N) == 2 * vp


def test_nobility_without_tokens_has_none():
    s = start()
    clear(s)
    assert own_source2(s, N) == 0


def test_habsburgs_e82():
    s = start()
    for armies in s.tracks.values():
        for there in list(armies):
            s.remove_army("r_ijssel", there)
    army(s, "r_holland", "H")
    army(s, "r_holland", "H")
    army(s, "r_brabant", "H", "brussel")
    army(s, "r_north", "H").state = "released"
    assert own_source2(s, H) == 4


def test_catholics_e84():
    s = start()
    s.city_cards["koln_city"] = C
    s.province_cards["holland"] = C  # 1 VP
    s.province_cards["artois"] = C  # half a VP
    columns = ["firmly_catholic", "catholic", "catholic", "reformed", "catholic", "firmly_reformed"]
    s.bishoprics = dict(zip(s.bishoprics, columns, strict=True))
    score = count(s, C)
    assert (score.cities, score.provinces, score.own, score.total) == (2, 3, 8, 13)


def test_trade_places_of_the_burghers():
    s = start()
    s.city_cards["amsterdam"] = s.city_cards["gent"] = B  # Gent is no trade place
    # Dordrecht and Middelburg stand at set-up.
    assert own_source2(s, B) == 6


def test_reformed_universities_whoever_holds_the_place():
    s = start()
    s.universities["leiden"] = s.universities["koln_city"] = "reformed"
    s.city_cards["leiden"] = B
    assert own_source2(s, R) == 4


def test_small_provinces_count_after_the_last_turn_only():
    s = start(turn=4)
    s.province_cards["venlo"] = R
    before = count(s, R).provinces
    s.turn = 5
    assert count(s, R).provinces == before + 1


def test_turn_order_e85():
    s = start(turn=2, phase=20)
    s.order = [N, C, H, R, B]
    counted(s, {C: 18, R: 16, H: 15, N: 15, B: 12})
    assert laying_order(s) == [C, R, N, H, B]
    answers = {R: wish("before C"), N: wish("last"), H: wish("after R"), B: wish("last")}
    assert next_order(s, answers) == [R, H, C, N, B]


def test_a_card_not_yet_laid_is_passed_over():
    s = start(turn=2, phase=20)
    counted(s, {C: 10, H: 8, N: 6, B: 4, R: 2})
    assert next_order(s, {H: wish("before B", "first"), N: wish("after R"), R: wish("before C")}) == [H, R, C, N, B]
    assert skipped(s) == ["card_not_laid", "card_not_laid"]


def test_the_first_lays_without_a_choice_and_the_default_is_last():
    s = start(turn=2, phase=20)
    counted(s, {C: 10, H: 8, N: 6, B: 4, R: 2})
    assert next_order(s, {C: wish("last")}) == [C, H, N, B, R]
    assert TURN_ORDER.default(s, H) == wish("last")


def test_faults_of_a_wish():
    options = decision(start(players=4), TURN_ORDER, C).options
    assert options.why_not(wish("before H", "last")) is None
    assert options.why_not(wish("before N")).key == "unknown_name"
    assert options.why_not(wish("before C")).key == "beside_itself"
    assert options.why_not(wish("middle")).key == "unknown_position"
    assert options.why_not(wish("first H")).key == "position_without_faction"
    assert options.why_not([*wish("first"), *wish("last")]).key == "one_order_only"


def test_end_of_turn_counts_after_released_armies_left_r41():
    s = start(turn=1, phase=20)
    garrison = army(s, "r_holland", "H")
    garrison.state = "released"
    end_of_turn(s, {})
    assert s.tracks["r_holland"] == []
    assert told(s, "released_armies_leave") == [{"faction": H, "count": 1}]
    assert s.history[-1].turn == 1
    assert s.order == laying_order(s)
    assert len(told(s, "vp_counted")) == 5
    invariants.check(s)


@pytest.mark.parametrize(
    ("vp2", "won"),
    [
        ({C: 16, H: 11, B: 14, R: 14}, [B, R]),  # E87
        ({C: 17, H: 11, B: 14, R: 14}, [C, H, B, R]),
        ({C: 18, H: 11, B: 14, R: 14}, [C, H]),
    ],
)
def test_two_players_compare_sums_e87(vp2, won):
    s = start(players=2, turn=5, phase=20)
    assert winners(s) == []
    counted(s, vp2)
    assert winners(s) == won


def test_most_vp_wins_and_equal_scores_share():
    s = start(turn=5, phase=20)
    counted(s, {C: 10, H: 11, N: 11})
    assert winners(s) == [H, N]


def test_the_last_turn_ends_the_game_and_keeps_the_order():
    s = start(turn=5, phase=20)
    order = list(s.order)
    end_of_turn(s, {})
    assert s.order == order
    assert winners(s)
    assert len(told(s, "victory") + told(s, "victory_shared")) == 1


def test_more_vp_means_the_last_count_then_the_row_of_sympathies():
    s = start(turn=2)
    assert by_last_count(s, [R, C, N]) == [C, N, R]
    counted(s, {R: 4, B: 4})
    assert by_last_count(s, [C, R, B]) == [B, R, C]
