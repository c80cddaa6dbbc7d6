"""8.6 The cover test, against examples and against a search that knows no shortcut."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from engine.heads_of_state import nobles, payment
from engine.heads_of_state.scoring import score_placement
from engine.heads_of_state.treason import why_not
from tests.engine.heads_of_state.noble_table import emptied, hand, key, lie, our_board, place, stand, strike, table
from tests.engine.heads_of_state.noble_table import treason_hand as treason

BOARD = our_board()
RANKS = list(BOARD.ranks)
KINDS = list(BOARD.attributes)


def naive(ranks, spared, cards, supply):
    """Every choice of boxes to fill and of ways to pay for each, one by one."""
    if len(ranks) <= spared:
        return True
    for some in combinations(ranks, len(ranks) - spared):
        if any(some.count(rank) > supply.get(rank, 0) for rank in some):
            continue
        ways = []
        for rank in some:
            data = BOARD.ranks[rank]
            ways.append([Counter(data.cost)])
            if data.courtesan_allowed:
                for kind in data.cost:
                    ways[-1].append(Counter(data.cost) - Counter([kind]) + Counter(["courtesan"]))
        for chosen in product(*ways):
            if not sum(chosen, Counter()) - Counter(cards):
                return True
    return False


def test_against_a_naive_search():
    draw = random.Random(8.6)
    seen = Counter()
    for _ in range(1500):
        ranks = [draw.choice(RANKS[:6]) for _ in range(draw.randint(0, 4))]
        cards = [card for rank in ranks for card in BOARD.ranks[rank].cost if draw.random() < 0.75]
        cards += draw.choices(KINDS, k=draw.randint(0, 3)) + ["courtesan"] * draw.randint(0, 3)
        supply = {rank: draw.choice((0, 1, 1, 2, 4)) for rank in RANKS}
        spared = draw.choice((0, 1, 1, 1))
        want = naive(ranks, spared, cards, supply)
        assert payment.can_fill_all_but(BOARD, ranks, spared, cards, supply) == want, (ranks, cards, supply, spared)
        if len(ranks) > spared:
            seen[want] += 1
    assert min(seen[True], seen[False]) > 300  # the test sees both


def test_a_play_agrees_with_the_naive_search():
    """Random positions of a turn with option 2: `why_not` of a play is exactly the definition of 8.6."""
    draw = random.Random(9)
    seen = Counter()
    for _ in range(300):
        s = table(5, option="2")
        boxes = draw.sample(BOARD.boxes, 4)
        emptied(s, *(f"{area}/{rank}" for area, rank in boxes[:-1][: draw.randint(0, 3)]))
        area, rank = boxes[-1]
        stand(s, f"yellow {rank} @ {area}")
        treason(s, "red", "2 assassin")
        hand(s, "red", ", ".join(draw.choices(KINDS[:6], k=draw.randint(0, 8))))
        cards = ["assassin"] * (2 if BOARD.areas[area].capital else 1)
        family = s.families["red"]
        opened = [box.rank for box in s.open_boxes()] + [rank]
        want = naive(opened, 1, family.hand, family.supply)
        reason = why_not(s, "red", cards, "yellow", rank, area)
        assert (reason is None) == want
        assert reason is None or reason.key == "cover_test"
        seen[want] += 1
    assert min(seen.values()) > 30


def test_what_8_6_allows_can_always_be_ended():
    """Random turns: any legal plays and replacements, then the forced ones of 19.6: never a dead end."""
    draw = random.Random(19.6)
    forced = 0
    for _ in range(150):
        s = table(5, option="2")
        for area, rank in draw.sample(BOARD.boxes, 16):
            stand(s, f"yellow {rank} @ {area}")
        hand(s, "red", ", ".join([*draw.choices(KINDS, k=4), "2 gold", "2 title", "troops", "castle"]))
        treason(s, "red", "7 assassin")
        targets = draw.sample(BOARD.boxes, len(BOARD.boxes))
        for area, rank in targets:
            cards = "2 assassin" if BOARD.areas[area].capital else "assassin"
            if s.owner_at(area, rank) == "yellow" and len(s.families["red"].treason) > 1:
                strike(s, cards, f"yellow {rank} @ {area}", "red")
            for box in s.open_boxes():
                if draw.random() < 0.08:
                    place(s, f"{box.rank} @ {box.area}", draw.choice((None, "none", "gold", "title")))
        forced += nobles.must_still_replace(s)
        nobles.default_replacement(s)
        assert len(s.open_boxes()) <= 1
    assert forced > 20


def test_e36_cover_test():
    s = table(option="2")
    hand(s, "red", "gold")
    treason(s, "red", "gallows, 2 guillotine")
    stand(s, "yellow duke @ bavaria", "yellow baron @ provence", "yellow earl @ brittany")
    assert strike(s, "gallows", "yellow duke @ bavaria") is True
    assert key(strike(s, "guillotine", "yellow earl @ brittany")) == "cover_test"
    assert s.families["red"].treason == ["guillotine", "guillotine"]
    assert strike(s, "guillotine", "yellow baron @ provence") is True


@pytest.mark.parametrize(("more", "duke"), [("", False), (", courtesan", True)])
def test_e37_shared_cards(more, duke):
    s = table(option="2")
    hand(s, "red", "gold, title, troops, castle" + more)
    treason(s, "red", "2 gallows, 2 guillotine")
    stand(s, "yellow earl @ bavaria", "yellow count @ saxony", "yellow baron @ provence", "yellow duke @ brittany")
    assert strike(s, "gallows", "yellow earl @ bavaria") is True
    assert strike(s, "gallows", "yellow count @ saxony") is True
    if duke:
        assert strike(s, "guillotine", "yellow duke @ brittany") is True
        assert place(s, "earl @ bavaria") is None
        assert place(s, "count @ saxony") is None
        assert s.families["red"].hand == []
    else:
        assert key(strike(s, "guillotine", "yellow duke @ brittany")) == "cover_test"
        assert strike(s, "guillotine", "yellow baron @ provence") is True


def test_tiles_in_supply_count():
    """8.6 Cards for two kings of the box, but no tile."""
    s = table(option="2")
    hand(s, "red", "2 gold")
    treason(s, "red", "guillotine, gallows")
    lie(s, *["red baron @ ireland"] * 6)
    stand(s, "yellow baron @ provence", "yellow baron @ hanover")
    assert strike(s, "guillotine", "yellow baron @ provence") is True
    assert key(strike(s, "gallows", "yellow baron @ hanover")) == "cover_test"


def test_one_tile_does_not_fill_two_boxes():
    s = table(option="2")
    hand(s, "red", "3 gold")
    treason(s, "red", "guillotine, gallows, inquisition")
    lie(s, *["red baron @ ireland"] * 5)
    stand(s, "yellow baron @ provence", "yellow baron @ hanover", "yellow baron @ galicia")
    assert strike(s, "guillotine", "yellow baron @ provence") is True
    assert strike(s, "gallows", "yellow baron @ hanover") is True
    assert key(strike(s, "inquisition", "yellow baron @ galicia")) == "cover_test"


def test_tiles_that_could_come_home_do_not_count_for_a_play():
    """8.6 A play counts the tiles now in supply: not those that 11.4 would bring home when the first box is filled."""
    s = table(option="2")
    hand(s, "red", "2 gold, title")
    treason(s, "red", "axeman, 2 guillotine")
    lie(s, *["red baron @ ireland"] * 6)
    stand(s, "red king @ london", "yellow count @ scotland", "yellow baron @ provence", "yellow baron @ aquitaine")
    assert strike(s, "guillotine", "yellow baron @ provence") is True
    assert strike(s, "axeman", "yellow count @ scotland") is True
    assert key(strike(s, "guillotine", "yellow baron @ aquitaine")) == "cover_test"
    assert place(s, "count @ scotland") is None  # the square marker brings six barons home
    assert strike(s, "guillotine", "yellow baron @ aquitaine") is True


def test_a_replacement_that_strands_the_rest_is_refused():
    """8.6 Gold for the baron would leave count and earl, of which neither could be paid."""
    s = table(option="2")
    hand(s, "red", "gold, title")
    emptied(s, "provence/baron", "burgundy/count", "bavaria/duke")
    assert key(place(s, "baron @ provence")) == "cover_test"
    s = table(option="2")
    hand(s, "red", "2 gold, title")
    emptied(s, "provence/baron", "burgundy/count", "bavaria/duke")
    assert place(s, "baron @ provence") is None
    assert place(s, "count @ burgundy") is None


def test_a_forced_courtesan_when_the_listed_cards_are_needed():
    """19.3 The listed payment of the count would strand the rest, so the first legal one of 19.6 is taken."""
    s = table(option="2")
    hand(s, "red", "gold, title, courtesan")
    emptied(s, "provence/baron", "burgundy/count", "bavaria/duke")
    assert key(place(s, "count @ burgundy", "none")) == "cover_test"
    assert place(s, "count @ burgundy") is None  # a courtesan for gold, the first card of the price
    assert s.families["red"].hand == ["gold"]


def test_a_told_courtesan_that_8_6_refuses_counts_as_not_ordered():
    """19.2 D6, 8.6 The courtesan for title would leave title only: no baron."""
    s = table(option="2")
    hand(s, "red", "gold, title, courtesan")
    emptied(s, "provence/baron", "burgundy/count", "bavaria/duke")
    assert place(s, "count @ burgundy", "title") is None
    assert s.families["red"].hand == ["gold"]


def test_no_test_without_other_empty_boxes():
    s = table(option="2")
    treason(s, "red", "assassin")
    stand(s, "yellow duke @ bavaria")
    assert strike(s, "assassin", "yellow duke @ bavaria", "red") is True


def test_a_replacement_agrees_with_trying_it():
    """8.6 Every payment of every replacement in random turns, some of which bring tiles home (11.4): `covers_rest` says
    what is so once the noble stands there."""
    draw = random.Random(11.4)
    seen = Counter()
    homes = 0
    for _ in range(400):
        s = table(5, option="2")
        for area in draw.sample(["london", "scotland", "ireland"], 2):
            rank = draw.choice(BOARD.areas[area].boxes)
            lie(s, *[f"red {rank} @ {area}"] * draw.choice((1, s.families["red"].supply[rank])))
        free = [(area, rank) for area, rank in BOARD.boxes if rank != "king"]
        boxes = draw.sample(free, draw.randint(2, 4))
        emptied(s, *(f"{area}/{rank}" for area, rank in boxes))
        cards = [card for _, rank in boxes for card in BOARD.ranks[rank].cost if draw.random() < 0.8]
        hand(s, "red", ", ".join([*cards, *["courtesan"] * draw.randint(0, 3)]))
        for area, rank in boxes:
            for way in payment.ways_to_pay(BOARD, rank):
                if payment.missing(s.families["red"].hand, way) or not s.families["red"].supply[rank]:
                    continue
                tried = s.trial_copy()
                family = tried.families["red"]
                tried.spend("red", way)
                family.supply[rank] -= 1
                tried.set_owner(area, rank, "red")
                family.brought[rank] = family.brought.get(rank, 0) + 1
                score_placement(tried, "red", area)
                homes += any(event.kind == "dead_return" for event in tried.events)
                rest = [other for there, other in boxes if (there, other) != (area, rank)]
                want = naive(rest, 1, family.hand, family.supply)
                assert nobles.covers_rest(s, "red", area, rank, way) == want
                seen[want] += 1
    assert min(seen.values()) > 100
    assert homes > 20
