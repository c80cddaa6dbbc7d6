"""18.1, 18.2: treatises, burnt books, translations, and the debaters who are committed for them."""

from __future__ import annotations

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import impulse
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.faith.printing import burn_books
from engine.here_i_stand.faith.translating import translation_fault
from engine.here_i_stand.points import points
from engine.here_i_stand.spending import default_spending
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    DebaterId,
    Power,
    Religion,
    RulerId,
    SpaceId,
    Standing,
    TurnMarker,
    Zone,
)
from engine.here_i_stand.trial import trial
from tests.engine.here_i_stand.faith.pulpit import (
    Dice,
    act,
    barred,
    church,
    faith,
    free,
    garrison,
    give_impulse,
    preach,
    reform,
    standing,
    targets,
    told,
)
from tests.engine.here_i_stand.flows import drive

# ------------------------------------------------------------------ treatises


def zurich(power: Power = Power.PROTESTANT, cp: int = 9, turn: int = 4) -> HisState:
    s = church(power, cp, turn)
    reform(s, "zurich", "geneva")
    return s


def test_a_treatise_is_two_attempts_for_two_cp() -> None:
    s = zurich()
    act(s, "publish", Dice(6, 1, 2), targets("basel", "strasburg"), pick="german")
    assert points(s) == 7
    assert faith(s, "basel") is Religion.PROTESTANT
    assert [row["space"] for row in told(s, "reformation_attempt")] == ["basel", "strasburg"]


def test_a_letter_holds_all_its_targets_and_asks_nothing() -> None:
    s = zurich()
    asked: list[AnyDecision] = []
    act(s, "publish", Dice(6, 6), targets("basel", "strasburg"), asked=asked, pick="german")
    assert asked == []


def test_a_line_without_space_serves_for_the_rest() -> None:
    s = zurich()
    asked: list[AnyDecision] = []
    act(s, "publish", Dice(6, 6), [[{"do": "convert", "space": None}]], asked=asked, pick="german")
    assert asked == []
    assert len(told(s, "reformation_attempt")) == 2


def test_a_treatise_without_enough_targets_asks_for_the_rest() -> None:
    s = zurich()
    asked: list[AnyDecision] = []
    act(s, "publish", Dice(6, 6), targets("basel"), asked=asked, pick="german")
    assert [decision.kind for decision in asked] == ["convert"]
    assert asked[0].facts["remaining"] == 1


def test_lines_of_a_later_order_are_not_taken() -> None:
    s = zurich()
    lines = [
        *targets("basel"),
        [{"do": "publish", "pick": "french"}],
        *targets("lyon", "grenoble"),
    ]
    asked: list[AnyDecision] = []
    act(s, "publish", Dice(6, 6), lines, asked=asked, pick="german")
    assert len(asked) == 1
    assert told(s, "reformation_attempt")[0]["space"] == "basel"


def test_any_space_may_be_the_target_of_a_zone() -> None:
    s = zurich()
    act(s, "publish", Dice(6, 6, 6), targets("innsbruck", "lyon"), pick="german")
    rows = told(s, "reformation_attempt")
    assert [row["in_zone"] for row in rows] == [True, False]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"pick": "german", "leaders": "calvin"}, "debater_of_another_zone"),
        ({"pick": "french", "leaders": "luther"}, "bonus_of_another_kind"),
        ({"pick": "nowhere"}, "unknown_name"),
        ({"pick": None}, "unknown_name"),
        ({"pick": "german", "leaders": "carlstadt,bucer"}, "one_bonus_an_impulse"),
        ({"pick": "german", "leaders": "erasmus"}, "unknown_name"),
        ({"pick": "italian"}, None),
        ({"pick": "french", "leaders": "calvin"}, None),
    ],
)
def test_what_bars_a_treatise(parts: dict[str, str | None], reason: str | None) -> None:
    assert barred(zurich(), "publish", **parts) == reason


def test_no_treatise_without_cp_or_target_or_by_others() -> None:
    assert barred(zurich(cp=1), "publish", pick="german") == "not_enough_cp"
    assert barred(church(), "publish", pick="german") == "no_target"
    assert barred(zurich(Power.FRANCE), "publish", pick="french") == "never_does"


def test_calvin_makes_three_attempts_on_french_spaces_only() -> None:
    s = zurich()
    act(s, "publish", Dice(1, 2, 1, 2, 1, 2), targets("basel", "lyon", "grenoble", "besancon"), pick="french",
        leaders="calvin")  # fmt: skip
    assert [row["space"] for row in told(s, "reformation_attempt")] == ["lyon", "grenoble", "besancon"]
    assert standing(s, "calvin") is Standing.COMMITTED
    assert barred(s, "publish", pick="german", leaders="bucer") == "one_bonus_an_impulse"


@pytest.mark.parametrize(("switch", "expected"), [("unoccupied", False), ("any", True)])
def test_e91_carlstadt(switch: str, expected: bool) -> None:
    s = church(turn=2, switches={"carlstadt_unrest": switch})
    reform(s, "zurich")
    garrison(s, Power.HAPSBURG, "salzburg")
    reform(s, "regensburg")
    lines = targets("basel", "innsbruck", "salzburg")
    act(s, "publish", Dice(6, 1, 2, 1, 2), lines, pick="german", leaders="carlstadt")
    assert faith(s, "basel") is Religion.PROTESTANT
    assert not s.spaces[SpaceId("basel")].unrest
    assert s.spaces[SpaceId("innsbruck")].unrest
    assert s.spaces[SpaceId("salzburg")].unrest is expected


def test_bucer_may_be_named_with_the_treatise() -> None:
    s, dice = zurich(), Dice(1, 2, 1, 2)
    act(s, "publish", dice, targets("innsbruck", "basel"), pick="german", leaders="bucer")
    assert dice.sizes[::2] == [1, 3]
    assert told(s, "reformation_attempt")[1]["debater"] == "bucer"


def test_who_helps_nobody_is_not_committed() -> None:
    s = zurich()
    act(s, "publish", Dice(1, 2, 1, 2), targets("lyon", "grenoble"), pick="german", leaders="bucer")
    assert standing(s, "bucer") is Standing.READY


# ------------------------------------------------------------------ English treatises


def england(edition: str = "core110", cp: int = 3) -> HisState:
    s = church(Power.ENGLAND, cp, edition=edition)
    preach(s, "cranmer")
    free(s, "cranmer", "latimer", "coverdale")
    reform(s, "london")
    return s


def test_e76_english_treatise() -> None:
    s = england()
    act(s, "publish", Dice(4, 4, 6, 6), targets("norwich", "calais"), pick="english")
    assert faith(s, "norwich") is Religion.PROTESTANT
    assert faith(s, "calais") is Religion.CATHOLIC
    assert points(s) == 0


def test_england_needs_cranmer() -> None:
    s = england()
    assert barred(s, "publish", pick="french") == "english_treatise"
    s.reformers["cranmer"] = Standing.AWAY  # type: ignore[index]
    assert barred(s, "publish", pick="english") == "reformer_not_there"
    assert barred(england(cp=2), "publish", pick="english") == "not_enough_cp"


def test_cromwell_makes_english_treatises_cheap() -> None:
    s = england("anniversary116", cp=2)
    assert barred(s, "publish", pick="english") == "not_enough_cp"
    s.this_turn.markers.append(TurnMarker.THOMAS_CROMWELL)
    assert barred(s, "publish", pick="english") is None


def test_the_protestants_decide_about_their_debaters() -> None:
    s, dice = england(), Dice(1, 2, 1, 2)
    assert barred(s, "publish", pick="english", leaders="cranmer") == "bonus_of_another_power"
    asked: list[AnyDecision] = []
    answers = {"debater_bonus/treatise@protestant": {"do": "commit", "pick": "latimer"}}
    act(s, "publish", dice, targets("norwich", "bristol"), answers, asked, pick="english")
    assert asked[0].facts["debaters"] == ["cranmer", "latimer"]
    assert dice.sizes[::2] == [3, 3]
    assert standing(s, "latimer") is Standing.COMMITTED
    assert s.impulse is not None
    assert s.impulse.debater_bonus == [Power.PROTESTANT]


def test_the_protestants_help_by_default_not() -> None:
    s, dice = england(), Dice(1, 2, 1, 2)
    asked: list[AnyDecision] = []
    act(s, "publish", dice, targets("norwich", "bristol"), asked=asked, pick="english")
    assert [decision.kind for decision in asked] == ["debater_bonus"]
    assert dice.sizes[::2] == [2, 2]


def test_england_decides_in_the_later_edition() -> None:
    s, dice = england("anniversary116"), Dice(1, 2, 1, 2)
    asked: list[AnyDecision] = []
    act(s, "publish", dice, targets("norwich", ("bristol", "latimer")), asked=asked, pick="english")
    assert asked == []
    assert dice.sizes[::2] == [2, 3]
    assert s.impulse is not None
    assert s.impulse.debater_bonus == [Power.ENGLAND]


def test_england_has_only_its_four() -> None:
    s = england("anniversary116")
    assert barred(s, "publish", pick="english", leaders="bucer") == "bonus_of_another_kind"
    assert barred(s, "publish", pick="english", leaders="coverdale") == "bonus_of_another_kind"
    assert barred(s, "publish", pick="english", leaders="cranmer") is None


# ------------------------------------------------------------------ burning books


def rome(cp: int = 9, turn: int = 6) -> HisState:
    s = church(Power.PAPACY, cp, turn)
    reform(s, "leipzig", "erfurt", "lyon")
    return s


def test_burning_books_is_two_attempts_for_two_cp() -> None:
    s = rome()
    act(s, "burn", Dice(6, 1, 1, 2), targets("leipzig", "erfurt"), pick="german")
    assert points(s) == 7
    assert faith(s, "leipzig") is Religion.CATHOLIC
    assert faith(s, "erfurt") is Religion.PROTESTANT


def test_cajetan_makes_three_attempts_in_one_zone() -> None:
    s = rome()
    s.powers[Power.PAPACY].ruler = RulerId("paul_iii")
    act(s, "burn", Dice(4, 4, 4, 4, 4, 4), targets("leipzig", "erfurt", "lyon"), pick="german", leaders="cajetan")
    assert [row["in_zone"] for row in told(s, "counter_attempt")] == [True, True, False]
    assert faith(s, "lyon") is Religion.PROTESTANT


def test_caraffa_makes_all_zones_target_zones() -> None:
    s = rome()
    s.powers[Power.PAPACY].ruler = RulerId("paul_iii")
    act(s, "burn", Dice(4, 4, 4, 4, 4, 4), targets("leipzig", "erfurt", "lyon"), leaders="caraffa")
    assert [row["in_zone"] for row in told(s, "counter_attempt")] == [True, True, True]
    assert faith(s, "lyon") is Religion.CATHOLIC


def test_r31_tetzel_gives_one_cp() -> None:
    s = rome()
    act(s, "burn", Dice(1, 2, 1, 2), targets("leipzig", "erfurt"), pick="german", leaders="tetzel")
    assert s.tracks.saint_peters_cp == 1
    assert standing(s, "tetzel") is Standing.COMMITTED
    assert barred(s, "burn", pick="german", leaders="tetzel") == "debater_not_uncommitted"


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"pick": None}, "unknown_name"), ({"leaders": "cajetan"}, "unknown_name"), ({"leaders": "caraffa"}, None),
        ({"pick": "german", "leaders": "eck"}, "bonus_of_another_kind"),
        ({"pick": "german", "leaders": "cajetan,caraffa"}, "one_bonus_an_impulse"),
        ({"pick": "german", "leaders": "cajetan,tetzel"}, None),
        ({"pick": "german", "leaders": "tetzel,tetzel"}, "debater_not_uncommitted"),
    ],
)  # fmt: skip
def test_what_bars_burning(parts: dict[str, str | None], reason: str | None) -> None:
    assert barred(rome(), "burn", **parts) == reason


def test_no_burning_without_cp_or_target_or_by_others() -> None:
    assert barred(rome(cp=1), "burn", pick="german") == "not_enough_cp"
    assert barred(church(Power.PAPACY), "burn", pick="german") == "no_target"
    assert barred(zurich(), "burn", pick="german") == "never_does"


def test_books_burnt_under_mary_in_the_english_zone_only() -> None:
    s = church(Power.ENGLAND)
    reform(s, "london", "leipzig")
    drive(burn_books(s, Zone.ENGLISH, None, only=lambda space: s.board.map.spaces[space].zone is Zone.ENGLISH))
    assert [row["space"] for row in told(s, "counter_attempt")] == ["london"]
    assert told(s, "attempts_lost") == [{"power": Power.PAPACY, "count": 1}]


# ------------------------------------------------------------------ translations


def test_e90_one_box_each() -> None:
    s = church(cp=3, turn=1)
    act(s, "translate", pick="german", count=1, leaders="melanchthon")
    act(s, "translate", pick="french", count=1)
    act(s, "translate", pick="english", count=1)
    assert s.tracks.new_testament == {Zone.GERMAN: 2, Zone.FRENCH: 1, Zone.ENGLISH: 1}
    assert points(s) == 0


def test_a_finished_new_testament_brings_six_attempts_and_opens_the_bible() -> None:
    s = church(cp=4)
    reform(s, "zurich")
    s.tracks.new_testament[Zone.GERMAN] = 4
    act(s, "translate", Dice(*[6] * 12), targets("basel", "innsbruck"), pick="german", count=4)
    assert s.tracks.new_testament[Zone.GERMAN] == 6
    assert s.tracks.full_bible[Zone.GERMAN] == 2
    assert len(told(s, "reformation_attempt")) == 6


def test_a_finished_bible_adds_one_and_gives_a_vp() -> None:
    s = church(cp=4)
    reform(s, "zurich")
    s.tracks.new_testament[Zone.GERMAN], s.tracks.full_bible[Zone.GERMAN] = 6, 9
    act(s, "translate", Dice(5), targets("basel", "innsbruck"), pick="german")
    assert points(s) == 3
    assert told(s, "reformation_attempt")[0]["modifier"] == 1
    assert told(s, "reformation_attempt")[0]["against"] == []
    assert barred(s, "translate", pick="german") == "all_translated"


def test_the_bonus_box_may_be_of_the_bible() -> None:
    s = church(cp=1)
    s.tracks.new_testament[Zone.GERMAN] = 5
    reform(s, "zurich")
    act(s, "translate", pick="german", leaders="luther")
    assert (s.tracks.new_testament[Zone.GERMAN], s.tracks.full_bible[Zone.GERMAN]) == (6, 1)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"pick": "german", "leaders": "olivetan"}, "debater_of_another_zone"),
        ({"pick": "german", "leaders": "bucer"}, "bonus_of_another_kind"),
        ({"pick": "italian"}, "unknown_name"), ({"pick": "german", "count": 0}, "wrong_shape"),
        ({"pick": "french", "leaders": "olivetan"}, None),
    ],
)  # fmt: skip
def test_what_bars_a_translation(parts: dict[str, str | int], reason: str | None) -> None:
    assert barred(zurich(), "translate", **parts) == reason


def test_one_bonus_box_an_impulse() -> None:
    s = zurich()
    act(s, "translate", pick="german", count=1, leaders="luther")
    assert barred(s, "translate", pick="french", leaders="olivetan") == "one_bonus_an_impulse"
    assert barred(s, "publish", pick="german", leaders="bucer") == "one_bonus_an_impulse"
    give_impulse(s, Power.PROTESTANT)
    assert barred(s, "translate", pick="german", leaders="luther") == "debater_not_uncommitted"


def test_no_bonus_box_where_only_one_is_left() -> None:
    s = zurich()
    s.tracks.new_testament[Zone.GERMAN], s.tracks.full_bible[Zone.GERMAN] = 6, 9
    assert barred(s, "translate", pick="german", leaders="luther") == "no_box_for_bonus"


def test_only_as_much_as_cp_allow() -> None:
    s = church(cp=2)
    assert act(s, "translate", pick="french", count=3) is False
    assert s.tracks.new_testament[Zone.FRENCH] == 2


def test_what_must_hold_of_the_tracks() -> None:
    s = church()
    assert translation_fault(s) == ""
    s.tracks.full_bible[Zone.FRENCH] = 1
    assert "before its New Testament" in translation_fault(s)
    s.tracks.new_testament[Zone.FRENCH] = 7
    assert "at 7 and 1" in translation_fault(s)


# ------------------------------------------------------------------ D26, choices, trial


def test_d57_german_then_the_most_advanced() -> None:
    s = church()
    s.tracks.new_testament[Zone.GERMAN], s.tracks.full_bible[Zone.GERMAN] = 6, 8
    s.tracks.new_testament[Zone.ENGLISH] = 3
    orders = default_spending(s, Power.PROTESTANT, 5)
    assert [(order[0]["pick"], order[0]["count"]) for order in orders] == [("german", 2), ("english", 3)]


def test_every_choice_is_possible() -> None:
    for s in (zurich(), rome(), england()):
        assert s.impulse is not None
        power = s.impulse.power
        for verb in ("publish", "burn", "translate"):
            for wish in ACTIONS[verb].choices(s, power):
                assert ACTIONS[verb].why_not(s, power, wish) is None


def test_a_letter_can_be_tried() -> None:
    s = zurich()
    wish = blank("impulse", do="publish", pick="german")
    line = blank("impulse", do="convert", space="basel")
    assert trial(s, Power.PROTESTANT, [[wish], [line]]) == [None, None]
    wrong = blank("impulse", do="convert", space="atlantis")
    reason = impulse.fault(s, Power.PROTESTANT, [[wish], [wrong]])
    assert reason is not None
    assert reason.key == "unknown_name"


def test_committed_debaters_are_no_choice() -> None:
    s = rome()
    for debater in ("cajetan", "caraffa", "tetzel"):
        s.debaters[DebaterId(debater)] = Standing.COMMITTED
    assert all(wish["leaders"] is None for wish in ACTIONS["burn"].choices(s, Power.PAPACY))
