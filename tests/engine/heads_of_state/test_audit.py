"""A second reading of the rules: whole games watched by a second referee (shadow.py), and single positions for what was
found wrong, or is easily got wrong."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.core.chance import entropy
from engine.core.decision import Draw
from engine.core.table import Table
from engine.heads_of_state.hands import attributes_to_go, treason_to_go
from engine.heads_of_state.keeping import wishes_of
from engine.heads_of_state.question import question
from engine.heads_of_state.rules import HeadsOfState
from engine.heads_of_state.script import blank
from engine.heads_of_state.state import HeadsState, Turn
from engine.heads_of_state.terms import REVOLUTION
from tests.engine.heads_of_state.noble_table import hand, our_board, stand, table, treason_hand
from tests.engine.heads_of_state.shadow import Shadow
from tests.engine.heads_of_state.turns import (
    CONTINUE,
    WAIT,
    Game,
    alternatives,
    before_turn,
    discard,
    keep,
    only_left,
    option,
    place,
    play_turn,
    plot,
    revolution_next,
    show,
    show_treason,
    take,
    use,
)

BOARD = our_board()
RULES = HeadsOfState(BOARD)
OTHER_READINGS = {
    "R2_first_turn_exchange": True,
    "R16_return_dead_when_useless": False,
    "R23_minimum_cards": 0,
    "R25_winner_tie_counts": "nobles_on_map",
}
OWN_CUBE, OTHER_CUBE = [1], [4]


def placed(game: Game) -> list[str]:
    return [f"{facts['rank']} {facts['area']}" for facts in game.events("noble_placed")]


def reasons(game: Game) -> list[Any]:
    return [facts["reason"] for facts in game.events("order_skipped")]


# ---------------------------------------------------------------------- whole games, watched


def wealthy(position: Any, draw: Draw) -> Any:
    """Cards out of the piles into the active hand, so that there is more to pay and to strike with; now and then a
    draw pile that is nearly empty."""
    family = position["families"][position["active"]]
    for hand_, pile, most, index in (
        (family["hand"], position["draw_pile"], draw(11), BOARD.attribute_index),
        (family["treason"], position["treason_pile"], draw(5), BOARD.treason_index),
    ):
        while len(hand_) < most and len(pile) > 7:
            hand_.append(pile.pop(draw(len(pile))))
        hand_.sort(key=index.__getitem__)
    if draw(10) == 0:
        left = draw(8)
        position["discard"] += position["draw_pile"][left:]
        del position["draw_pile"][left:]
    return position


def bloody(s: HeadsState, seat: str, draw: Draw) -> list[Any]:
    """A long script, mostly of treason."""
    orders = [] if s.going.option else [option(("1", "1x", "2", "2", "2")[draw(5)])]
    for _ in range(draw(5)):
        kinds = [*BOARD.attributes, "blind", "any"] if draw(3) else [*BOARD.treason, "blind", "any"]
        orders.append((take if "gold" in kinds else plot)(*(kinds[draw(len(kinds))] for _ in range(1 + draw(2)))))
    boxes = list(BOARD.boxes)
    for _ in range(draw(len(boxes))):
        area, rank = boxes.pop(draw(len(boxes)))
        owner, data = s.owner_at(area, rank), BOARD.areas[area]
        courtesan = (None, None, "none", *data.boxes, *BOARD.ranks[rank].cost)[draw(4)]
        if owner is None or owner == seat:
            kind = courtesan if courtesan in (None, "none", *BOARD.attributes) else None
            orders.append([blank(do="place", rank=rank, area=area, courtesan=kind)])
            continue
        then = (None, "leave", "leave", "replace")[draw(4)]
        pair = "assassin+assassin" if data.capital else "assassin"
        plays = [
            [blank(**{**play[0], "then": then})]  # type: ignore[arg-type]
            for play in (use(data.country, owner, rank, area), use(pair, owner, rank, area))
        ]
        orders.append(alternatives(*plays[:: (1, -1)[draw(2)]]))
        if draw(3) == 0:
            orders.append([blank(do="place", rank=rank, area=area, after=(None, "done", "failed")[draw(3)])])
    if draw(3) == 0:
        orders.append([blank(do="on_revolution", card=("continue", "wait")[draw(2)])])
    if draw(3) == 0:
        orders += keep(*(list(BOARD.attributes)[draw(9)] for _ in range(draw(6))))
    if s.going.stage < 5 and draw(3) == 0:
        orders = [*orders[: draw(len(orders) + 1)], WAIT]
    return orders


def watched(options: dict[str, Any], seed: int, *, rich: bool) -> tuple[Counter[str], Counter[int]]:
    """Play a game; each turn is followed by the second referee. What was told, and how many kills a turn had."""
    chance = entropy(b"watched %d" % seed, "audit")
    draw = random.Random(seed).randrange
    live: Table[HeadsState] = Table.start(RULES, options, chance)
    seen: Counter[str] = Counter()
    kills: Counter[int] = Counter()
    while not live.over:
        before: Any = json.loads(live.checkpoint.state)
        if rich:
            before = wealthy(before, draw)
        live = Table(RULES, replace(live.checkpoint, state=json.dumps(before).encode()), chance)
        live._run()
        shadow = Shadow(live.state.board, before)
        while not live.passed:
            decision = live.open[draw(len(live.open))]
            script = decision.options.sample(draw)
            if rich and decision.kind == "turn" and draw(8):
                script = bloody(live.state, str(decision.seat), draw)
            live.answer(decision.key, decision.options.to_json(script), "order")
        told = list(live.state.events)
        begins = [index for index, event in enumerate(told) if event.kind == "turn_begins"]
        shadow.follow(told[: begins[1]] if len(begins) > 1 else told)
        shadow.compare(json.loads(live.passed[0][1].state))
        seen += shadow.seen
        kills[shadow.seen["noble_killed"]] += 1
    return seen, kills


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("switches", [{}, OTHER_READINGS])
def test_a_second_referee_agrees_with_random_games(players: int, switches: dict[str, Any]) -> None:
    seen, _ = watched({"players": players, "switches": switches}, 3, rich=False)
    assert seen["game_ends"] == 1
    assert seen["country_scored"] == 12


def test_a_second_referee_agrees_with_games_full_of_treason() -> None:
    """8.4-8.6, 9, 11, 16.2"""
    seen: Counter[str] = Counter()
    kills: Counter[int] = Counter()
    for number, players in enumerate((2, 3, 4, 5, 4, 5)):
        switches = OTHER_READINGS if number % 2 else {}
        more, dead = watched({"players": players, "switches": switches}, number, rich=True)
        seen += more
        kills += dead
    assert {"treason_reshuffled", "revolution", "row_exchanged", "card_drawn", "cards_discarded"} <= seen.keys()
    assert kills[2] > 10
    assert sum(count for killed, count in kills.items() if killed > 2) > 0


# ---------------------------------------------------------------------- 19.3 the script


def struck_table(treason: str = "assassin, assassin, gallows", cards: str = "2 gold, 2 title, 2 castle") -> HeadsState:
    s = before_turn(table())
    show(s, "palace, palace, palace, palace, palace, bishop")
    show_treason(s, "axeman, inquisition")
    hand(s, "red", cards)
    treason_hand(s, "red", treason)
    stand(s, "yellow count @ saxony", "blue earl @ bavaria", "green baron @ provence")
    return s


@pytest.mark.parametrize(("cube", "filled"), [(OWN_CUBE, True), (OTHER_CUBE, False)])
def test_19_3_if_done_behind_a_line_with_an_if_fails_clause(cube: list[int], filled: bool) -> None:
    """The clause is a part of the line directly above: the line was carried out when the first attempt succeeded."""
    s = struck_table()
    lines = [
        option("2"),
        use("assassin", "yellow", "count", "saxony", then="leave"),
        use("de", "blue", "earl", "bavaria", then="leave", after="failed"),
        place("count", "saxony", after="done"),
    ]
    game = play_turn(s, lines, dice=[cube])
    assert placed(game) == (["count saxony"] if filled else [])
    assert reasons(game) == ([] if filled else ["box_not_empty"])


def test_19_3_if_done_behind_a_line_that_was_skipped_with_its_clause() -> None:
    s = struck_table(treason="gallows")
    lines = [
        option("2"),
        use("gallows", "blue", "earl", "bavaria"),
        use("assassin", "yellow", "count", "saxony"),
        use("de", "blue", "earl", "bavaria", after="failed"),
        place("earl", "bavaria", after="done"),
    ]
    game = play_turn(s, lines)
    assert placed(game) == []
    assert reasons(game) == ["no_such_card_in_hand"]


def test_19_3_if_fails_belongs_to_the_line_directly_above() -> None:
    """Played and tried alike: a placement between them is not an assassination that failed."""
    s = struck_table()
    lines = [
        option("2"),
        plot("axeman"),
        use("assassin", "yellow", "count", "saxony"),
        place("count", "saxony"),
        use("gallows", "yellow", "count", "saxony", after="failed"),
    ]
    s.turn = Turn()
    options: Any = question(s, "red").options
    assert options.trial(options.from_json(lines)) == [None] * 5
    s.turn = None
    game = play_turn(s, lines, dice=[OTHER_CUBE])
    assert reasons(game) == ["box_not_empty"]


@pytest.mark.parametrize(("cube", "gone"), [(OWN_CUBE, "title"), (OTHER_CUBE, "gold")])
def test_19_3_conditions_of_keep_lines(cube: list[int], gone: str) -> None:
    """D10: IF DONE, IF FAILS and ELSE hold for KEEP lines too, when the discards are due."""
    s = struck_table(cards="5 gold, 5 title")
    lines = [
        option("2"),
        use("assassin", "yellow", "count", "saxony"),
        alternatives(
            [blank(do="discard", card="gold", after="failed")],
            [blank(do="discard", card="title", free="saxony/count")],
        ),
    ]
    game = play_turn(s, lines, dice=[cube])
    assert game.events("cards_discarded") == [{"seat": "red", "cards": [gone], "treason": []}]


@pytest.mark.parametrize(("held", "asked"), [("gold", 1), ("title", 2)])
def test_19_3_d13_on_revolution_with_a_condition(held: str, asked: int) -> None:
    s = before_turn(table())
    revolution_next(s)
    hand(s, "red", held)
    line = alternatives(
        [blank(do="on_revolution", card="continue", have="gold")], [blank(do="on_revolution", card="wait")]
    )
    game = play_turn(s, [take("blind"), line], *(["default"] if asked > 1 else []))
    assert len(game.asked) == asked


def test_19_3_use_of_a_country_is_for_targets_in_that_country() -> None:
    """9.3: a double card that names both is not played for the other one."""
    s = struck_table(treason="axeman_gallows")
    game = play_turn(s, [option("2"), plot("inquisition"), use("gb", "yellow", "count", "saxony")])
    assert reasons(game) == ["wrong_country"]
    assert s.owner_at("saxony", "count") == "yellow"
    assert "axeman_gallows" in s.families["red"].treason


def test_19_3_the_first_wish_that_is_there_is_taken_and_a_missing_card_becomes_the_default_at_once() -> None:
    s = before_turn(table())
    show(s, "gold, castle, troops, jewels, jewels, palace")
    hand(s, "red", "troops")
    game = play_turn(s, [take("bishop", "castle", "gold"), take("title"), take("troops"), take("gold", "blind")])
    assert [facts["card"] for facts in game.events("card_taken")] == ["castle", "gold", "troops"]
    assert reasons(game) == ["not_in_row", "takes_done"]


def test_19_3_the_order_of_the_lines_is_the_order_of_the_takes_in_option_2() -> None:
    """D4: treason first only where no line says otherwise."""
    for lines, first in (
        ([take("palace"), plot("axeman")], "card_taken"),
        ([plot("axeman"), take("palace")], "treason_taken"),
        ([take("palace")], "treason_taken"),
    ):
        game = play_turn(struck_table(), [option("2"), *lines])
        assert next(kind for kind in game.told if kind in ("card_taken", "treason_taken")) == first


# ---------------------------------------------------------------------- 13.3, 13.4 interrupted turns


def test_13_4_in_option_2_the_takes_still_to_be_made_stay_free() -> None:
    """The attribute card first: the treason card may still come before it when the turn goes on."""
    s = before_turn(table())
    revolution_next(s)
    treason_hand(s, "red", "2 guillotine, 2 axeman")
    game = play_turn(
        s,
        [option("2"), take("blind"), plot("any")],
        [plot("blind"), take("blind"), *keep("axeman")],
        red=[[{"do": "discard", "card": "axeman"}]] * 2,
    )
    assert game.events("cards_discarded")[0] == {"seat": "red", "cards": [], "treason": ["axeman", "axeman"]}
    order = [kind for kind in game.told if kind in ("revolution", "rows_dealt", "treason_drawn", "card_drawn")]
    assert order == ["revolution", "rows_dealt", "treason_drawn", "card_drawn"]
    assert [decision.key for decision in game.asked] == ["turn@red", "keep@red", "turn/2@red"]
    assert game.clocks == ["fresh", "keep", "fresh"]
    assert len(s.families["red"].treason) == 3


def test_13_3c_the_limits_count_the_treason_card_just_taken_and_10_and_4_hold_at_the_end() -> None:
    s = before_turn(table())
    revolution_next(s)
    show_treason(s, "gallows, gallows")
    treason_hand(s, "red", "2 axeman")
    hand(s, "red", "3 gold, 3 title")
    lines = [option("2"), plot("gallows"), take("blind"), *keep("gallows", "axeman"), CONTINUE]
    game = play_turn(s, lines)
    assert game.events("cards_discarded") == [{"seat": "red", "cards": [], "treason": ["axeman"]}]
    assert s.families["red"].treason == ["axeman", "gallows"]
    assert len(s.families["red"].hand) == 7
    assert len(game.asked) == 1


def test_13_4_with_continue_the_line_is_tried_again_against_the_new_row() -> None:
    """The take that uncovered the revolution is made again with all its wishes."""
    s = before_turn(table())
    revolution_next(s)
    missing = [kind for kind in BOARD.attributes if kind not in s.row]
    game = play_turn(s, [take(*missing, "blind"), CONTINUE])
    dealt: Any = game.events("rows_dealt")[0]["cards"]
    wished = [kind for kind in missing if kind in dealt]
    assert wished
    assert game.told.index("revolution") < game.told.index("card_taken")
    assert game.events("card_taken")[0]["card"] == wished[0]
    assert len(game.events("card_taken")) == 3


def test_13_4_r38_no_second_exchange_and_nothing_to_mix_back() -> None:
    """R5: with exactly six cards the blind take comes from the revolution pile."""
    s = before_turn(table())
    only_left(s, 6)
    s.revolution_pile.remove(REVOLUTION)
    s.revolution_pile.append(REVOLUTION)
    game = play_turn(s, [option("1x"), take("blind")], [option("1x"), take("blind")])
    assert len(game.events("row_exchanged")) == 1
    assert len(game.events("card_drawn")) == 1
    assert s.aside == []
    assert len(s.draw_pile) + len(s.row) + len(s.families["red"].hand) + 10 == 85
    assert "row_refilled" not in game.told


def test_13_4_a_plain_turn_stays_plain() -> None:
    s = before_turn(table())
    revolution_next(s)
    game = play_turn(s, [take("any"), take("blind"), take("any")], [option("1x"), take("any")])
    assert reasons(game) == ["option_chosen"]
    assert len(game.events("card_taken")) == 3
    assert "row_exchanged" not in game.told


def test_13_4_in_a_first_turn_the_number_of_cards_stays() -> None:
    s = before_turn(table())
    revolution_next(s)
    s.active = "blue"
    s.families["blue"].turns = 0
    game = play_turn(s, [take("blind")], [take("any"), take("any"), take("any")])
    assert len(game.events("card_taken")) == 2
    assert reasons(game) == ["takes_done"]


def test_13_3_lines_to_keep_of_the_first_mail_hold_for_the_whole_turn() -> None:
    s = before_turn(table())
    revolution_next(s)
    hand(s, "red", "5 gold, 5 title")
    game = play_turn(s, [take("any"), take("blind"), *discard("gold", "gold", "gold", "gold", "gold")], "default")
    assert game.events("cards_discarded")[0]["cards"] == ["gold"] * 5
    assert [decision.key for decision in game.asked] == ["turn@red", "turn/2@red"]


# ---------------------------------------------------------------------- 19.5, 19.6 which cards go


def by_the_book(held: list[str], over: int, order: list[str], needed: dict[str, int], last: str) -> list[str]:
    """19.6 one card after the other."""
    left, gone = list(held), []
    for _ in range(over):
        kinds = [kind for kind in left if kind != last] or left
        most = max(left.count(kind) for kind in kinds)
        level = [kind for kind in kinds if left.count(kind) == most]
        fewest = min(needed.get(kind, 0) for kind in level)
        gone.append(max((kind for kind in level if needed.get(kind, 0) == fewest), key=order.index))
        left.remove(gone[-1])
    return gone


def test_19_6_default_discards_of_many_hands() -> None:
    draw = random.Random(4)
    kinds, plots = list(BOARD.attributes), list(BOARD.treason)
    needed = {kind: sum(kind in rank.cost for rank in BOARD.ranks.values()) for kind in kinds}
    for _ in range(300):
        s = table()
        family = s.families["red"]
        family.hand = sorted((draw.choice(kinds) for _ in range(draw.randrange(14))), key=kinds.index)
        family.treason = sorted((draw.choice(plots[:5]) for _ in range(draw.randrange(6))), key=plots.index)
        none = wishes_of([])
        over, plots_over = max(0, len(family.hand) - 6), max(0, len(family.treason) - 2)
        assert attributes_to_go(s, "red", 6, none) == by_the_book(family.hand, over, kinds, needed, "courtesan")
        assert treason_to_go(s, "red", 2, none) == by_the_book(family.treason, plots_over, plots, {}, "assassin")


# ---------------------------------------------------------------------- 3, 19.4 what nobody may learn


def test_3_1_3_2_questions_and_trials_do_not_depend_on_what_is_hidden() -> None:
    """The piles in another order, other hands with other cards: the active seat is asked and told the same."""
    chance = entropy(b"hidden", "audit")
    draw = random.Random(6)
    live: Table[HeadsState] = Table.start(RULES, {"players": 3}, chance)
    compared = 0
    while not live.over:
        decision = live.open[0]
        script: Any = decision.options.sample(draw.randrange)
        if decision.kind == "turn":
            other = live.state.trial_copy()
            for pile in (other.draw_pile, other.revolution_pile, other.treason_pile):
                draw.shuffle(pile)
            for seat in other.order:
                if seat != other.active and other.draw_pile:
                    held, deck = other.families[seat].hand, other.draw_pile
                    count = min(len(held), len(deck))
                    held[:count], deck[:count] = deck[:count], held[:count]
                    held.sort(key=BOARD.attribute_index.__getitem__)
            twin = question(other, other.active)
            mine: Any = decision.options
            yours: Any = twin.options
            assert dict(decision.facts) == dict(twin.facts)
            orders = [] if script == "default" else script
            for name in ("trial", "shortfall"):
                assert getattr(mine, name)(orders) == getattr(yours, name)(orders), name
            for name in ("concrete", "choices"):
                assert getattr(mine, name)() == getattr(yours, name)(), name
            for seat in (decision.seat, None):
                assert RULES.view(live.state, seat) == RULES.view(other, seat)
            compared += 1
        live.answer(decision.key, decision.options.to_json(script), "order")
    assert compared > 50


def test_19_4_only_the_active_seat_learns_of_a_wait_and_of_skipped_lines() -> None:
    s = struck_table()
    game = play_turn(s, [option("2"), take("title"), WAIT], [use("gallows", "yellow", "king", "berlin")])
    assert reasons(game) == ["not_in_row", "target_not_there"]
    for event in s.events:
        if event.kind in ("order_skipped", "turn_waits"):
            assert event.seen_by(("blue",)) is None  # type: ignore[arg-type]
            assert event.seen_by(("red",)) is not None  # type: ignore[arg-type]
