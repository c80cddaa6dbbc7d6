"""14.4 Round end: influence, places, the tie chain; sections A and H of the worked examples."""

import random
import tomllib
from functools import cmp_to_key

import pytest

from engine.heads_of_state import invariants
from engine.heads_of_state.board import Board, our_text
from engine.heads_of_state.influence import influence, placing, score_round
from tests.engine.heads_of_state.noble_table import lie, our_board, stand, table


def points_of(s, country):
    """Points of this round end, by seat."""
    before = {seat: s.families[seat].score.round_end for seat in s.order}
    assert placing(s, country).influence == influence(s, country)
    score_round(s)
    row = next(row for row in s.small if row.country == country)
    data = s.board.countries[country]
    points = {}
    if row.first:
        points[row.first] = data.round_first
    if row.second:
        points[row.second] = data.round_second
    if sum(bool(influence(s, other)) for other in s.board.countries) == 1:
        gained = {seat: s.families[seat].score.round_end - before[seat] for seat in s.order}
        assert {seat: n for seat, n in gained.items() if n} == points
    return points


def on(*nobles, board=None, players=5):
    s = table(players, board=board)
    stand(s, *nobles)
    return s


def test_e1_alone_in_a_province():
    s = on("red count @ galicia")
    assert influence(s, "es") == {"red": 2}
    assert points_of(s, "es") == {"red": 7}


def test_e3_a_prince_alone_then_under_a_king():
    s = on("red prince @ madrid")
    assert influence(s, "es") == {"red": 4}
    stand(s, "blue king @ madrid")
    assert influence(s, "es") == {"red": 2, "blue": 4}
    assert points_of(s, "es") == {"blue": 7, "red": 4}


def test_e4_a_noble_of_the_lower_box_alone():
    s = on("red baron @ ireland")
    assert influence(s, "gb") == {"red": 2}
    stand(s, "red marquis @ ireland")
    assert influence(s, "gb") == {"red": 3}


def test_e6_france():
    s = on(
        "blue king @ paris",
        "red prince @ paris",
        "yellow duke @ brittany",
        "red earl @ brittany",
        "yellow marquis @ burgundy",
        "yellow count @ burgundy",
        "red baron @ provence",
    )
    assert influence(s, "fr") == {"red": 5, "yellow": 5, "blue": 4}
    assert (placing(s, "fr").tie, placing(s, "fr").second_tie) == (1, 0)
    assert points_of(s, "fr") == {"red": 10, "yellow": 2}


def test_e7_rank_level_hex_decides():
    s = on("red duke @ brittany", "blue duke @ aquitaine")
    assert placing(s, "fr").tie == 2
    assert points_of(s, "fr") == {"red": 10, "blue": 2}


def test_e9_rank_in_the_best_area_decides():
    s = on("red duke @ brittany", "blue earl @ brittany", "blue duke @ aquitaine", "red baron @ aquitaine")
    assert influence(s, "fr") == {"red": 3, "blue": 3}
    assert placing(s, "fr").tie == 3
    assert points_of(s, "fr") == {"red": 10, "blue": 2}


def test_e10_only_one():
    s = on("green earl @ aragon")
    assert points_of(s, "es") == {"green": 7}
    row = next(row for row in s.small if row.country == "es")
    assert (row.first, row.second) == ("green", None)


def test_e12_three_way_tie():
    s = on("red earl @ aragon", "blue count @ andalusia", "green baron @ galicia")
    assert points_of(s, "es") == {"red": 7, "blue": 4}
    assert (placing(s, "es").tie, placing(s, "es").second_tie) == (1, 1)


def test_e13_tie_for_second():
    s = on("red king @ berlin", "green count @ saxony", "blue baron @ hanover")
    assert (placing(s, "de").tie, placing(s, "de").second_tie) == (0, 1)
    assert points_of(s, "de") == {"red": 6, "green": 5}
    assert next(e for e in s.events if e.facts["country"] == "de").facts["tie"] == 1


def equal_hexes(*areas):
    """The board with these areas at hex 5, as a corrected data file may say."""
    data = tomllib.loads(our_text())
    for row in data["area"]:
        if row["id"] in areas:
            row["hex"] = 5
    return Board(data, "corrected")


def test_e57_equal_hex_values():
    s = on("red duke @ brittany", "blue duke @ aquitaine", board=equal_hexes("aquitaine"))
    assert placing(s, "fr").tie == 5
    assert points_of(s, "fr") == {"blue": 10, "red": 2}


def test_step_4_all_ranks_from_the_highest_down():
    """With equal hexes: best rank, hexes and the best of the best area are level; the second noble decides."""
    board = equal_hexes("aquitaine", "burgundy")
    s = on("red duke @ brittany", "red count @ burgundy", "blue duke @ aquitaine", "blue earl @ brittany", board=board)
    assert influence(s, "fr") == {"red": 4, "blue": 3}
    s = on(
        "red duke @ brittany", "red baron @ provence", "blue duke @ aquitaine", "blue marquis @ burgundy", board=board
    )
    assert placing(s, "fr").tie == 2  # 5, 5 before 5, 2
    board = equal_hexes("aquitaine", "burgundy", "provence")
    s = on(
        "red duke @ brittany", "red baron @ provence", "blue duke @ aquitaine", "blue marquis @ burgundy", board=board
    )
    assert placing(s, "fr").tie == 4
    assert points_of(s, "fr") == {"blue": 10, "red": 2}


def test_second_place_is_tied_too():
    """14.4 The chain decides about the second place as about the first."""
    s = on("yellow king @ paris", "red prince @ paris", "blue marquis @ burgundy")
    assert influence(s, "fr") == {"red": 2, "yellow": 4, "blue": 2}
    assert points_of(s, "fr") == {"yellow": 10, "red": 2}


def test_dead_nobles_have_no_influence():
    """11.3"""
    s = on("red count @ burgundy")
    lie(s, "blue duke @ brittany", "blue king @ paris")
    assert influence(s, "fr") == {"red": 2}


def test_nobody_and_both_markers_are_lost():
    """14.4"""
    s = on("red count @ burgundy")
    score_round(s)
    rows = {row.country: (row.first, row.second) for row in s.small}
    assert rows == {"gb": (None, None), "fr": ("red", None), "es": (None, None), "de": (None, None)}
    assert [e.facts["points"] for e in s.events] == [0, 10, 0, 0]
    s.round = 1
    invariants.check(s)


def test_values_are_the_same_in_every_round():
    for number in range(3):
        s = on("red king @ london", "blue earl @ scotland")
        s.round = number
        assert points_of(s, "gb") == {"red": 8, "blue": 3}
        assert s.small[0].round == number


def chain(s, country, a, b):
    """The tie chain as a comparison of two, word by word: 1 when a is ahead."""

    def nobles_of(seat):
        return [(s.board.areas[area].hex, s.board.ranks[rank].order) for area, rank in s.living(seat, country)]

    def compare(left, right):
        for mine, other in zip(left, right, strict=False):
            if mine != other:
                return 1 if mine > other else -1
        return (len(left) > len(right)) - (len(left) < len(right))

    mine, other = nobles_of(a), nobles_of(b)
    hexes = [sorted({(s.board.areas[x].hex, x) for x, _ in s.living(seat, country)}, reverse=True) for seat in (a, b)]
    steps = [
        compare([influence(s, country)[a]], [influence(s, country)[b]]),
        compare([max(rank for _, rank in mine)], [max(rank for _, rank in other)]),
        compare([value for value, _ in hexes[0]], [value for value, _ in hexes[1]]),
        compare([max(mine)[1]], [max(other)[1]]),
        compare(sorted((rank for _, rank in mine), reverse=True), sorted((rank for _, rank in other), reverse=True)),
        compare([s.order.index(a)], [s.order.index(b)]),
    ]
    return next((n, step) for n, step in enumerate(steps) if step)


@pytest.mark.parametrize("hexes", [(), ("aquitaine", "burgundy", "provence", "saxony", "hanover")])
def test_random_boards_against_the_chain(hexes):
    draw = random.Random(14.4)
    board = equal_hexes(*hexes) if hexes else our_board()
    steps = set()
    for _ in range(200):
        s = table(5, board=board)
        for area, rank in board.boxes:
            if draw.random() < 0.5:
                s.set_owner(area, rank, draw.choice(s.order[:3]))
        for country in board.countries:
            result = placing(s, country)

            def compare(a, b, s=s, country=country):
                return chain(s, country, a, b)[1]

            ranked = sorted(influence(s, country), key=cmp_to_key(compare), reverse=True)
            assert [result.first, result.second][: len(ranked)] == ranked[:2]
            if len(ranked) > 1:
                assert result.tie == chain(s, country, ranked[0], ranked[1])[0]
                steps.add(result.tie)
    assert steps >= ({0, 1, 4, 5} if hexes else {0, 1, 2})
