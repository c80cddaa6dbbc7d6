"""14.1-14.3, 11.4, 14.5; sections B and E of the worked examples."""

import pytest

from engine.heads_of_state import invariants, scoring
from engine.heads_of_state.state import RoundEnd
from tests.engine.heads_of_state.noble_table import (
    facts,
    hand,
    has_brought,
    lie,
    our_board,
    place,
    square,
    stand,
    strike,
    table,
    told,
    treason_hand,
)

BOARD = our_board()
RANKS = list(BOARD.ranks)


def score(s, seat="red"):
    return s.families[seat].score


def test_e15_first_noble_in_an_area():
    s = table()
    hand(s, "red", ", ".join(BOARD.ranks["prince"].cost))
    hand(s, "yellow", ", ".join(BOARD.ranks["king"].cost))
    assert place(s, "prince @ paris") is None
    assert score(s).hex == 7
    s.active = "yellow"
    assert place(s, "king @ paris") is None
    assert score(s, "yellow").total == 0
    assert s.hex_taken == {"paris": "red"}


def test_e16_an_emptied_area_does_not_score_again():
    """R17"""
    s = table(option="2")
    treason_hand(s, "red", "2 guillotine")
    hand(s, "red", ", ".join(BOARD.ranks["prince"].cost))
    stand(s, "blue prince @ paris")
    assert strike(s, "2 guillotine", "blue prince @ paris") is True
    assert place(s, "prince @ paris") is None
    assert score(s).total == 0
    assert score(s, "blue").total == 7


def e17():
    s = table()
    s.active = "yellow"
    hand(s, "yellow", "gold, title")
    lie(s, "yellow king @ london")
    stand(s, "yellow marquis @ ireland", "blue earl @ scotland")
    square(s, "gb", "blue")
    return s


def test_e17_square_marker_with_a_dead_noble():
    s = e17()
    before = score(s, "yellow").total
    assert place(s, "count @ scotland") is None
    assert score(s, "yellow").total - before == 4
    assert score(s, "yellow").square == 4
    assert s.dead["london"] == []
    supply = s.families["yellow"].supply
    assert (supply["king"], supply["marquis"], supply["count"]) == (4, 3, 5)
    assert s.families["yellow"].noble_cards["king"] == 1
    assert facts(s, "dead_return") == {"seat": "yellow", "country": "gb", "ranks": ["king"]}
    invariants.check(s)


def test_e18_one_square_marker_per_player_and_country():
    s = table()
    hand(s, "red", "gold, title")
    stand(s, "red king @ london", "red marquis @ ireland", "blue earl @ scotland")
    square(s, "gb", "red")
    assert place(s, "count @ scotland") is None
    assert s.squares["gb"] == ["red"]
    assert "square_scored" not in told(s)


def test_e21_three_bonuses_at_once():
    s = table()
    s.active = "green"
    hand(s, "green", ", ".join(BOARD.ranks["marquis"].cost))
    stand(s, "green king @ london", "green earl @ scotland")
    has_brought(s, "green", ["baron", "count", "duke", "prince"])
    before = score(s, "green").total
    assert place(s, "marquis @ ireland") is None
    assert score(s, "green").total - before == 3 + 8 + 16
    assert told(s) == ["noble_placed", "noble_card", "hex_scored", "square_scored", "full_set_scored"]
    invariants.check(s)


@pytest.mark.parametrize(
    ("players", "markers"), [(4, [16, 12, 8, 0]), (3, [16, 12, 8]), (2, [16, 8]), (5, [16, 12, 8, 0, 0])]
)
def test_e22_full_set_markers(players, markers):
    s = table(players)
    found = []
    barons = iter(area for area in BOARD.boxes_of["baron"])
    for seat in s.order:
        s.active = seat
        has_brought(s, seat, RANKS[1:])
        hand(s, seat, "gold")
        assert place(s, f"baron @ {next(barons)}") is None
        found.append(score(s, seat).full_set)
    assert found == markers


def test_a_full_set_scores_once():
    s = table()
    hand(s, "red", "2 gold")
    has_brought(s, "red", RANKS[1:])
    place(s, "baron @ provence")
    place(s, "baron @ galicia")
    assert (score(s).full_set, s.large) == (16, ["red"])


@pytest.mark.parametrize("lacking", RANKS)
def test_a_full_set_needs_all_seven(lacking):
    s = table()
    hand(s, "red", "gold")
    has_brought(s, "red", [rank for rank in RANKS if rank != lacking])
    place(s, "baron @ provence")
    assert ("red" in s.large) is (lacking == "baron")


@pytest.mark.parametrize(("country", "values"), [("gb", (8, 4)), ("fr", (12, 6)), ("es", (10, 5)), ("de", (10, 5))])
def test_square_markers_of_every_country(country, values):
    """14.2 The more valuable one first, then the other, then nothing (16.5). One noble in each area is enough."""
    s = table(5)
    data = BOARD.countries[country]
    for seat, points in zip(("red", "yellow", "blue"), (*values, 0), strict=True):
        s.active = seat
        last = next(area for area in data.areas if not BOARD.areas[area].capital)
        for area in data.areas:
            if area != last:
                lie(s, f"{seat} {BOARD.areas[area].boxes[0]} @ {area}")
        rank = BOARD.areas[last].boxes[-1]
        s.set_owner(last, rank, None)
        hand(s, seat, ", ".join(BOARD.ranks[rank].cost))
        assert place(s, f"{rank} @ {last}") is None
        assert score(s, seat).square == points
        treasoned = s.owner_at(last, rank)
        assert treasoned == seat
    assert s.squares[country] == ["red", "yellow"]


def test_an_area_without_own_noble_gives_no_square():
    s = table()
    hand(s, "red", "gold, title")
    stand(s, "red king @ london", "yellow marquis @ ireland")
    place(s, "count @ scotland")
    assert s.squares["gb"] == []
    lie(s, "red baron @ ireland")
    assert scoring.earns_square(s, "red", "gb")


@pytest.mark.parametrize("switch", [True, False])
def test_r16_the_last_marker_brings_everybody_home(switch):
    s = table(R16_return_dead_when_useless=switch)
    s.active = "yellow"
    hand(s, "yellow", "gold, title")
    lie(s, "yellow king @ london", "green marquis @ ireland", "green baron @ ireland", "green duke @ bavaria")
    stand(s, "yellow marquis @ ireland")
    square(s, "gb", "blue")
    place(s, "count @ scotland")
    assert s.dead["london"] == []
    assert len(s.dead["ireland"]) == (0 if switch else 2)
    assert len(s.dead["bavaria"]) == 1
    assert s.families["green"].supply["baron"] == (6 if switch else 5)
    assert told(s).count("dead_return") == (2 if switch else 1)
    invariants.check(s)


def test_the_first_marker_brings_only_its_taker_home():
    s = table()
    s.active = "yellow"
    hand(s, "yellow", "gold, title")
    lie(s, "yellow king @ london", "green marquis @ ireland")
    stand(s, "yellow marquis @ ireland")
    place(s, "count @ scotland")
    assert [noble.seat for noble in s.dead["ireland"]] == ["green"]
    assert s.dead["london"] == []


def test_dead_nobles_of_other_countries_stay():
    """11.4"""
    s = e17()
    lie(s, "yellow duke @ bavaria")
    place(s, "count @ scotland")
    assert len(s.dead["bavaria"]) == 1


# ---------------------------------------------------------------------- 14.5


def cards(s, rank, *counts):
    for seat, count in zip(s.order, counts, strict=True):
        family = s.families[seat]
        family.noble_cards[rank] = family.brought[rank] = count
    s.noble_cards_left[rank] = BOARD.ranks[rank].noble_cards - sum(counts)


def test_e40_noble_cards():
    s = table(4)
    table_ = {
        "baron": (3, 2, 1, 2),
        "count": (2, 2, 2, 1),
        "earl": (1, 3, 2, 2),
        "marquis": (3, 1, 2, 1),
        "duke": (1, 2, 1, 3),
        "prince": (0, 1, 2, 1),
        "king": (2, 2, 0, 1),
    }
    for rank, counts in table_.items():
        cards(s, rank, *counts)
    scoring.final_scoring(s)
    assert [score(s, seat).final for seat in s.order] == [22, 16, 14, 12]
    assert [e.facts["points"] for e in s.events] == [4, 0, 8, 10, 12, 14, 8]
    assert s.events[1].facts["seats"] == []


def test_e42_the_card_counts_not_the_noble():
    s = table(3)
    cards(s, "duke", 3, 4, 3)
    s.families["red"].brought["duke"] = 4
    scoring.final_scoring(s)
    assert [score(s, seat).final for seat in s.order] == [0, 12, 0]


@pytest.mark.parametrize(("players", "counts", "minimum", "points"), [
    (2, (0, 0), 1, (0, 0)),      # R23
    (2, (0, 0), 0, (8, 8)),      # the other setting: half each
    (3, (0, 0, 0), 0, (0, 0, 0)),
    (2, (1, 0), 1, (16, 0)),
    (5, (2, 2, 2, 2, 2), 1, (0,) * 5),     # R24
    (5, (2, 2, 2, 1, 0), 1, (0,) * 5),
    (5, (2, 1, 2, 1, 1), 1, (8, 0, 8, 0, 0)),
    (3, (1, 3, 3), 2, (0, 8, 8)),
    (3, (1, 0, 0), 2, (0, 0, 0)),
])  # fmt: skip
def test_most_cards_of_a_rank(players, counts, minimum, points):
    s = table(players, R23_minimum_cards=minimum)
    cards(s, "king", *counts)
    result = scoring.rank_score(s, "king")
    assert tuple(result.points if seat in result.seats else 0 for seat in s.order) == points


@pytest.mark.parametrize(("rank", "bonus"), list(zip(RANKS, (4, 6, 8, 10, 12, 14, 16), strict=True)))
def test_final_bonus_of_every_rank(rank, bonus):
    s = table(3)
    cards(s, rank, 2, 1, 1)
    scoring.final_scoring(s)
    assert score(s).final == bonus
    cards(s, rank, 2, 2, 1)
    assert scoring.rank_score(s, rank).points == bonus // 2


def test_scores_after_the_end_hold_the_invariants():
    s = table(3)
    cards(s, "king", 2, 2, 1)
    s.round, s.over = 2, True
    s.small = [RoundEnd(number, country) for number in range(3) for country in BOARD.countries]
    scoring.final_scoring(s)
    invariants.check(s)
