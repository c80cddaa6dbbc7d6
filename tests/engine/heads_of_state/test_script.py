"""19.3, 19.4: what a script means, what is wrong in one, what a trial says, and how a turn is staged."""

from __future__ import annotations

from typing import Any

import pytest

from engine.heads_of_state import turn
from engine.heads_of_state.question import question
from engine.heads_of_state.script import blank
from engine.heads_of_state.state import HeadsState, Turn
from tests.engine.heads_of_state.noble_table import hand, stand, table, treason_hand
from tests.engine.heads_of_state.turns import (
    WAIT,
    Game,
    alternatives,
    before_turn,
    keep,
    on_top,
    option,
    place,
    play_turn,
    plot,
    seen,
    show,
    show_treason,
    take,
    use,
)

OWN_CUBE, OTHER_CUBE = [1], [4]


def rich(cards: str = "4 gold, 4 title, 2 castle", treason: str = "") -> HeadsState:
    s = before_turn(table())
    show(s, "troops, troops, troops, castle, castle, castle")
    show_treason(s, "assassin, axeman")
    hand(s, "red", cards)
    treason_hand(s, "red", treason)
    return s


def placed(game: Any) -> list[str]:
    return [f"{facts['rank']} {facts['area']}" for facts in game.events("noble_placed")]


def reasons(game: Any) -> list[str]:
    return [facts["reason"] for facts in game.events("order_skipped")]


# ---------------------------------------------------------------------- lines


def test_lines_are_carried_out_from_top_to_bottom() -> None:
    s = rich()
    game = play_turn(s, [place("count", "scotland"), place("baron", "ireland"), place("count", "galicia")])
    assert placed(game) == ["count scotland", "baron ireland", "count galicia"]


def test_what_cannot_be_done_is_skipped_and_only_its_seat_is_told() -> None:
    s = rich()
    stand(s, "blue count @ scotland")
    game = play_turn(s, [place("count", "scotland"), place("king", "london"), place("count", "galicia")])
    assert placed(game) == ["count galicia"]
    assert reasons(game) == ["box_not_empty", "cannot_pay"]
    assert seen(s, "yellow", "order_skipped") == [None, None]
    first = game.events("order_skipped")[0]
    assert (first["seat"], first["do"], first["rank"], first["area"]) == ("red", "place", "count", "scotland")
    assert first["owner"] == "blue"


def test_else_is_done_when_what_stands_before_it_is_not() -> None:
    s = rich()
    line = alternatives(place("king", "london"), place("count", "scotland"), place("count", "galicia"))
    assert placed(play_turn(s, [line])) == ["count scotland"]


def test_a_rank_may_be_left_out_where_there_is_one_box() -> None:
    s = rich()
    game = play_turn(s, [[blank(do="place", area="provence")]])
    assert placed(game) == ["baron provence"]


def test_conditions_look_at_the_hand_and_the_map_when_their_moment_comes() -> None:
    s = rich("2 gold")
    lines = [
        alternatives(place("baron", "provence", have="gold,gold"), place("baron", "galicia")),
        alternatives(place("baron", "ireland", have="gold,gold"), place("baron", "hanover")),
        place("count", "scotland", free="london/king"),
    ]
    game = play_turn(s, lines)
    assert placed(game) == ["baron provence", "baron hanover"]


def test_unmet_conditions_are_told() -> None:
    s = rich("2 gold")
    stand(s, "blue king @ london")
    game = play_turn(
        s,
        [
            place("baron", "ireland", have="gold,jewels"),
            place("baron", "ireland", free="london/king"),
            place("baron", "ireland", lacks="gold"),
        ],
    )
    assert placed(game) == []
    assert reasons(game) == ["condition_not_met"] * 3
    assert game.events("order_skipped")[0]["cards"] == ["jewels"]


def test_if_done_follows_the_line_directly_above() -> None:
    s = rich("gold, gold")
    lines = [
        place("king", "london"),
        place("baron", "ireland", after="done"),
        place("baron", "hanover"),
        place("baron", "galicia", after="done"),
    ]
    game = play_turn(s, lines)
    assert placed(game) == ["baron hanover", "baron galicia"]
    assert reasons(game) == ["cannot_pay"]


# ---------------------------------------------------------------------- treason


@pytest.mark.parametrize(("cube", "second"), [(OWN_CUBE, False), (OTHER_CUBE, True)])
def test_if_fails(cube: list[int], second: bool) -> None:
    """19.3, D9"""
    s = rich(treason="assassin, guillotine")
    stand(s, "yellow marquis @ burgundy", "blue earl @ brittany")
    lines = [
        option("2"),
        plot("axeman"),
        use("assassin", "yellow", "marquis", "burgundy", then="leave"),
        use("fr", "blue", "earl", "brittany", then="leave", after="failed"),
    ]
    game = play_turn(s, lines, dice=[cube])
    struck = [facts["rival"] for facts in game.events("noble_killed")]
    assert struck == (["blue"] if second else ["yellow"])
    assert reasons(game) == []


def test_replace_places_at_once_and_else_acts_like_leave() -> None:
    s = rich(treason="axeman, axeman")
    stand(s, "yellow count @ scotland", "yellow marquis @ ireland")
    lines = [
        option("2"),
        plot("assassin"),
        use("axeman", "yellow", "count", "scotland", then="replace"),
        use("gb", "yellow", "marquis", "ireland", then="replace"),
    ]
    game = play_turn(s, lines)
    assert placed(game) == ["count scotland"]
    assert reasons(game) == ["cannot_pay"]
    assert len(game.events("noble_killed")) == 2


def test_forced_replacement_at_the_end_of_the_turn() -> None:
    """8.5, D8, 19.6: the highest rank first, until one box is left."""
    s = rich(treason="axeman, guillotine")
    stand(s, "yellow count @ scotland", "yellow baron @ provence")
    lines = [
        option("2"),
        plot("assassin"),
        use("axeman", "yellow", "count", "scotland"),
        use("guillotine", "yellow", "baron", "provence"),
    ]
    game = play_turn(s, lines)
    assert placed(game) == ["count scotland"]


def test_strike_in_option_1_and_noble_elsewhere_in_option_2() -> None:
    s = rich(treason="axeman")
    stand(s, "yellow count @ scotland")
    assert reasons(play_turn(s, [use("axeman", "yellow", "count", "scotland")])) == ["no_treason_in_option_1"]
    s = rich()
    assert reasons(play_turn(s, [option("2"), place("baron", "provence")])) == ["only_emptied_boxes"]


def test_a_country_stands_for_as_many_cards_as_the_target_needs() -> None:
    s = rich(treason="guillotine, guillotine_inquisition, axeman_guillotine")
    stand(s, "blue king @ paris")
    game = play_turn(s, [option("2"), plot("axeman"), use("fr", "blue", "king", "paris")])
    assert game.events("treason_played")[0]["cards"] == ["guillotine", "axeman_guillotine"]


# ---------------------------------------------------------------------- staged turns


def test_wait_stops_the_turn_and_the_rest_follows() -> None:
    """19.4, D12"""
    s = rich()
    on_top(s, "jewels, bishop")
    game = play_turn(s, [take("blind"), WAIT], [take("blind"), WAIT], [take("troops"), place("baron", "provence")])
    assert [decision.key for decision in game.asked] == ["turn@red", "turn/2@red", "turn/3@red"]
    assert [decision.rule for decision in game.asked] == ["6", "19.4", "19.4"]
    assert game.clocks == ["fresh", "same", "same"]
    assert len(game.events("card_drawn", "card_taken")) == 3
    assert len(game.events("turn_begins")) == 1
    assert seen(s, "red", "turn_waits") == [{"seat": "red"}] * 2
    assert seen(s, "blue", "turn_waits") == [None, None]


def test_nothing_is_made_up_before_a_wait() -> None:
    s = rich()
    game = play_turn(s, [option("1"), take("jewels"), WAIT], "default")
    before = game.told[: game.told.index("turn_waits")]
    assert "card_taken" not in before
    assert len(game.events("card_taken")) == 3


def test_a_mail_that_only_waits_leaves_the_option_open() -> None:
    s = rich()
    game = play_turn(s, [WAIT], [option("2")])
    assert game.events("option_chosen") == [{"seat": "red", "option": "2"}]


@pytest.mark.parametrize(("drawn", "taken"), [("jewels", 1), ("bishop", 3)])
def test_a_wait_on_a_condition_may_stand_between_takes(drawn: str, taken: int) -> None:
    """19.4 "after every single take"; what stands behind is told when the turn waits before it."""
    s = rich("gold")
    on_top(s, drawn)
    waits = [blank(do="wait", have="jewels")]
    mail = [take("blind"), waits, take("troops"), take("castle"), place("baron", "provence")]
    game = play_turn(s, mail, *([] if taken == 3 else ["default"]))
    before = game.told[: game.told.index("turn_waits")] if taken == 1 else game.told
    assert len([kind for kind in before if kind in ("card_taken", "card_drawn")]) == taken
    assert reasons(game) == (["condition_not_met"] if taken == 3 else ["waited_before"] * 3)
    assert placed(game) == (["baron provence"] if taken == 3 else [])


@pytest.mark.parametrize(("cube", "waits"), [(OWN_CUBE, False), (OTHER_CUBE, True)])
def test_a_wait_after_a_failed_assassination_only(cube: list[int], waits: bool) -> None:
    """D9, D12: IF FAILS : WAIT, and what is to come otherwise."""
    s = rich(treason="assassin, guillotine")
    stand(s, "yellow marquis @ burgundy", "blue earl @ brittany")
    mail = [
        option("2"),
        plot("axeman"),
        use("assassin", "yellow", "marquis", "burgundy"),
        [blank(do="wait", after="failed")],
        use("fr", "blue", "earl", "brittany"),
    ]
    rest: list[Any] = ["default"] if waits else []
    game = play_turn(s, mail, *rest, dice=[cube])
    assert [facts["rival"] for facts in game.events("noble_killed")] == ([] if waits else ["yellow", "blue"])
    assert reasons(game) == (["waited_before"] if waits else [])


def test_what_was_not_possible_is_told_before_what_was_done_instead() -> None:
    s = rich("gold")
    orders = [option("1"), [*place("king", "london"), *place("baron", "provence")]]
    game = play_turn(s, orders)
    kinds = [kind for kind in game.told if kind in ("order_skipped", "noble_placed")]
    assert kinds == ["order_skipped", "noble_placed"]


def test_a_strike_is_told_after_the_one_that_it_replaces() -> None:
    s = rich(treason="axeman")
    stand(s, "yellow count @ scotland")
    wish = [*use("guillotine", "yellow", "baron", "provence"), *use("axeman", "yellow", "count", "scotland")]
    game = play_turn(s, [option("2"), wish])
    kinds = [kind for kind in game.told if kind in ("order_skipped", "treason_played")]
    assert kinds == ["order_skipped", "treason_played"]


def test_rest_of_a_staged_turn_by_default() -> None:
    """19.6: the rest of the takes; nothing placed; forced replacements all the same."""
    s = rich(treason="axeman, guillotine")
    stand(s, "yellow count @ scotland", "yellow baron @ provence")
    lines = [
        option("2"),
        use("axeman", "yellow", "count", "scotland"),
        use("guillotine", "yellow", "baron", "provence"),
        WAIT,
    ]
    game = play_turn(s, lines, "default")
    assert placed(game) == ["count scotland"]
    assert game.events("defaults_used") == [{"seat": "red"}]


@pytest.mark.parametrize(("cube", "asked"), [(OWN_CUBE, 1), (OTHER_CUBE, 2)])
def test_wait_may_hang_on_a_failure(cube: list[int], asked: int) -> None:
    s = rich(treason="assassin, axeman")
    stand(s, "yellow count @ scotland")
    lines = [
        option("2"),
        plot("axeman"),
        use("assassin", "yellow", "count", "scotland"),
        [blank(do="wait", after="failed")],
    ]
    game = play_turn(s, lines, *(["default"] if asked == 2 else []), dice=[cube])
    assert len(game.asked) == asked


def test_grace_is_used_up_by_the_first_wait() -> None:
    s = rich()
    used: list[bool] = []

    class Watch(list):  # type: ignore[type-arg]
        def pop(self, *at: Any) -> Any:
            used.append(s.going.grace_used)
            return super().pop(*at)

    answers: Any = {
        "turn@red": Watch([[WAIT]]),
        "turn/2@red": Watch([[WAIT]]),
        "turn/3@red": Watch(["default"]),
    }
    Game(s, answers).run(turn.play(s))
    assert used == [False, False, True]


# ---------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([take("silver")], "unknown_name"),
        ([plot("gold")], "unknown_name"),
        ([option("3")], "unknown_name"),
        ([place("pope", "london")], "unknown_name"),
        ([place("king", "atlantis")], "unknown_name"),
        ([place("duke", "london")], "rank_not_in_area"),
        ([[blank(do="place", area="paris")]], "unknown_name"),
        ([place("earl", "scotland", courtesan="courtesan")], "unknown_name"),
        ([use("assassin", "red", "king", "london")], "own_noble"),
        ([use("assassin", "black", "king", "london")], "unknown_name"),
        ([use("fr+fr", "blue", "king", "paris")], "unknown_name"),
        ([use("fr", "blue", "king", "paris", then="flee")], "unknown_name"),
        ([place("king", "london", have="silver")], "unknown_name"),
        ([place("king", "london", have="")], "unknown_name"),
        ([place("king", "london", free="london")], "unknown_name"),
        ([place("king", "london", free="london/duke")], "rank_not_in_area"),
        ([place("king", "london", after="dinner")], "unknown_name"),
        ([[blank(do="dance")]], "unknown_name"),
        ([[blank(do="on_revolution", card="perhaps")]], "unknown_name"),
        ([option("1"), option("2")], "two_options"),
        ([WAIT, take("gold")], "after_wait"),
        ([[*WAIT, *take("gold")], take("gold")], "after_wait"),
        ([[blank(do="wait", have="gold")], take("gold")], None),
        ([[*place("king", "london"), *WAIT], place("baron", "provence")], None),
        ([take("gold"), WAIT], None),
        ([use("assassin+assassin", "blue", "king", "london", then="replace"), *keep("gold", "assassin")], None),
    ],
)
def test_faults(script: Any, reason: str | None) -> None:
    s = rich()
    s.turn = Turn()
    options = question(s, "red").options
    found = options.why_not(options.from_json(script))
    assert (found and found.key) == reason


# ---------------------------------------------------------------------- trial


def tried(s: HeadsState, *script: Any) -> list[str | None]:
    s.turn = s.turn or Turn()
    options: Any = question(s, "red").options
    before = (s.going.option, list(s.draw_pile), list(s.families["red"].hand), len(s.events))
    results = options.trial(options.from_json(list(script)))
    assert before == (s.going.option, list(s.draw_pile), list(s.families["red"].hand), len(s.events))
    return [reason and reason.key for reason in results]


def test_trial_says_what_would_not_work_now() -> None:
    s = rich("gold, title")
    result = tried(s, option("1"), take("jewels"), take("troops"), place("king", "london"), place("count", "scotland"))
    assert result == [None, "not_in_row", None, "cannot_pay", None]


def test_trial_does_not_look_at_hidden_cards() -> None:
    """Whatever lies on top of the pile, a noble that a blind card may pay for has no reason against it."""
    for top in ("gold", "jewels"):
        s = rich("castle")
        on_top(s, top)
        assert tried(s, take("blind"), place("baron", "provence")) == [None, None]
    s = rich("castle")
    assert tried(s, option("1x"), take("gold"), place("baron", "provence")) == [None, None, None]


def test_trial_of_what_follows_a_failure_is_made_in_that_position() -> None:
    s = rich("gold, title", treason="assassin, axeman, gallows")
    stand(s, "yellow count @ scotland", "blue king @ london")
    strike = use("assassin", "yellow", "count", "scotland", then="replace")
    for target, reason in (
        (use("axeman", "yellow", "count", "scotland", after="failed"), "already_target"),
        (use("gb", "blue", "king", "london", after="failed"), "wrong_number_of_cards"),
    ):
        assert tried(s, option("2"), plot("assassin"), strike, target) == [None, None, None, reason]


def test_trial_of_an_unpaid_replacement() -> None:
    s = rich("castle", treason="axeman")
    stand(s, "yellow count @ scotland")
    assert tried(s, option("2"), use("axeman", "yellow", "count", "scotland", then="replace")) == [None, "cannot_pay"]


def test_shortfall_counts_takes_left_to_the_default() -> None:
    s = rich()
    s.turn = Turn()
    options: Any = question(s, "red").options
    assert options.shortfall(options.from_json([take("troops")])).facts == {"count": 2}
    assert options.shortfall(options.from_json([take("troops"), WAIT])) is None


def test_concrete_default() -> None:
    s = rich()
    s.turn = Turn()
    options: Any = question(s, "red").options
    assert [order[0]["card"] for order in options.concrete()] == ["1", "troops", "troops", "troops"]


def test_choices_and_samples_are_never_faulty() -> None:
    for chosen, verbs in (("", {"option", "take", "place", "wait"}), ("2", {"treason", "take", "use", "wait"})):
        s = rich(treason="axeman, assassin")
        stand(s, "yellow count @ scotland", "yellow king @ london")
        s.turn = Turn(option=chosen, attributes_to_take=bool(chosen), treason_to_take=bool(chosen))
        options: Any = question(s, "red").options
        assert {alternative["do"] for alternative in options.choices()} == verbs
        for choice in options.examples(1000):
            assert options.why_not(choice) is None
            assert options.trial(choice)[0] is None, choice
        assert options.why_not(options.sample(lambda n: 0)) is None


def test_nobody_waits_for_ever() -> None:
    s = rich()
    game = play_turn(s, *[[WAIT]] * 60)
    assert reasons(game) == ["too_many_waits"]
    assert (s.active, len(game.events("card_taken"))) == ("yellow", 3)
