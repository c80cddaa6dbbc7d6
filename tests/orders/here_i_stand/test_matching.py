"""Lines of Here I Stand matched with questions: kept answers, standing orders, CHOOSE in its places, held letters."""

from __future__ import annotations

import json

import pytest

from engine.core.decision import Reason
from engine.core.options import Alternative, Order
from orders.here_i_stand.reading import record
from orders.matching import Assembly, Kept, Verdict
from orders.standing import Condition, Standing, next_answer
from tests.orders.here_i_stand.boards import judged, question, short


def verdicts(done: Assembly) -> list[Verdict]:
    return [line.verdict for line in done.lines]


def reasons(done: Assembly) -> list[str]:
    return [line.why.key if line.why else "" for line in done.lines]


def only(*possible: Alternative) -> dict[str, object]:
    """A question for which just these answers are possible."""

    def fault(orders: list[Order]) -> Reason | None:
        fits = all(any(wish in possible for wish in order) for order in orders)
        return None if fits else Reason("not_possible_now", "6.1", {})

    return {"fault": fault, "choices": possible}


STORM = record("response", "respond", card=31, mode="a")
GOUT = record("response", "respond", card=32, mode="a", leader="suleiman")


def test_an_impulse_is_one_list_over_all_verbs() -> None:
    text = (
        "POWER Ottomans\nPLAY 1 CP\nMOVE ALL FROM Buda TO Vienna\n"
        "ASSAULT Vienna IF FAILS: BUILD regular IN Buda\nFINISH"
    )
    done = judged(text, [question()])
    assert [order[0]["do"] for order in done.answers["impulse@ottoman"]] == [  # type: ignore[index,union-attr]
        "play", "move", "assault", "build", "end",
    ]  # fmt: skip
    assert set(verdicts(done)) == {Verdict.ACCEPTED}


def test_orders_when_it_is_not_your_impulse_are_refused() -> None:
    done = judged("PASS", [question(seat="france")])
    assert reasons(done) == ["turn_of_another"]
    assert not done.answers
    assert not done.kept
    assert reasons(judged("PASS", [])) == ["turn_not_asked"]


def test_the_first_impulse_may_be_sent_with_the_deployment() -> None:
    deployment = question("spring_deployment")
    text = "DEPLOY NONE\nPLAY 1 CP\nBUILD regular IN Buda"
    done = judged(text, [deployment], phase=5)
    assert verdicts(done) == [Verdict.ACCEPTED, Verdict.WAITING, Verdict.WAITING]
    assert reasons(done)[1:] == ["waits_for_phase", "waits_for_phase"]
    assert [one.kind for one in done.kept] == ["impulse", "impulse"]
    assert not judged("", [question(seat="france")], done.kept).answers
    used = judged("", [question()], done.kept)
    assert [order[0]["do"] for order in used.answers["impulse@ottoman"]] == ["play", "build"]  # type: ignore[index,union-attr]
    assert not used.kept


def test_a_default_does_not_wait_for_an_impulse() -> None:
    """It says of no question that it is meant; nobody wants to find his impulse played days later."""
    for asked in ([], [question("spring_deployment", seat="france")]):
        done = judged("PLAY 1 CP\nDEFAULT", asked, phase=5)
        assert reasons(done) == ["waits_for_phase", "turn_not_asked"]
        assert [one.orders[0][0]["do"] for one in done.kept] == ["play"]  # type: ignore[index,union-attr]


def test_without_the_card_that_was_not_understood_the_other_lines_are_not_blamed() -> None:
    impulse = question(fault=lambda orders: None if orders[0][0]["do"] == "play" else Reason("begin_with_a_card", "11"))
    for first in ("PLAY Janisaries CP", "PLY Janissaries CP"):
        assert reasons(judged(f"{first}\nMOVE ALL FROM Buda TO Vienna", [impulse]))[1:] == ["opening_not_understood"]
    assert reasons(judged("MOVE ALL FROM Buda TO Vienna", [impulse])) == ["begin_with_a_card"]


def test_a_letter_with_a_line_not_understood_is_held() -> None:
    done = judged("PLAY 1 CP\nMOVE ALL FROM Buuda TO Vienna", [question()])
    assert done.held == ("impulse@ottoman",)
    done = judged("RESPOND Foul Wether", [question("response", **only(STORM))])  # type: ignore[arg-type]
    assert not done.answers


# ------------------------------------------------------------------ answers for later


def test_an_answer_that_is_not_asked_yet_is_kept_until_it_is() -> None:
    done = judged("PLAY 1 CP\nCOMBAT Arquebusiers\nLOSE cavalry, regulars", [question()])
    assert verdicts(done) == [Verdict.ACCEPTED, Verdict.WAITING, Verdict.WAITING]
    assert reasons(done) == ["", "waits_for_question", "waits_for_question"]
    kept = [Kept.from_json(json.loads(json.dumps(one.to_json()))) for one in done.kept]
    asked = [question("combat", about="combat_cards_attacker.4")]
    later = judged("", asked, kept)
    assert short(later.answers["combat/combat_cards_attacker.4@ottoman"]) == [
        [{"do": "combat", "card": 24, "mode": "a"}]
    ]  # fmt: skip
    assert [one.kind for one in later.kept] == ["losses"]
    assert judged("", [], kept, turn=4).kept == ()


def test_a_kept_answer_waits_for_a_question_that_it_fits() -> None:
    kept = judged("RESPOND Foul Weather", []).kept
    other = judged("", [question("response", about="1", **only(GOUT))], kept)  # type: ignore[arg-type]
    assert not other.answers
    assert list(other.kept) == list(kept)
    fitting = judged("", [question("response", about="2", **only(STORM))], kept)  # type: ignore[arg-type]
    assert short(fitting.answers["response/2@ottoman"]) == short([[STORM]])
    assert fitting.used == tuple(kept)


def test_of_an_answer_to_an_open_question_is_told_why_not() -> None:
    done = judged("RESPOND Foul Weather", [question("response", **only(GOUT))])  # type: ignore[arg-type]
    assert reasons(done) == ["not_possible_now"]
    assert not done.kept


def test_two_cards_for_two_windows() -> None:
    done = judged("RESPOND Foul Weather\nRESPOND Gout AGAINST Suleiman", [question("response", **only(STORM))])  # type: ignore[arg-type]
    assert short(done.answers["response@ottoman"]) == short([[STORM]])
    assert [one.text for one in done.kept] == ["RESPOND Gout AGAINST Suleiman"]


def test_each_of_several_leaders_enters_by_a_line_of_his_own() -> None:
    asked = [question("leader_enters", about=name) for name in ("suleiman", "ibrahim_pasha")]
    done = judged("ENTER Istanbul\nENTER Edirne", asked, phase=2)
    assert [order[0][0]["space"] for order in done.answers.values()] == ["istanbul", "edirne"]  # type: ignore[index]


def test_none_declines_where_one_answer_is_asked() -> None:
    done = judged("AVOID NONE", [question("avoid_battle")])
    assert done.answers == {"avoid_battle@ottoman": "default"}
    assert judged("COMBAT NONE", [question("combat")]).answers == {"combat@ottoman": []}
    assert judged("DEFAULT", [question("retreat")]).answers == {"retreat@ottoman": "default"}


def test_orders_of_a_later_phase_wait_for_it() -> None:
    done = judged("WINTER ALL FROM Buda TO Istanbul", [question()])
    assert reasons(done) == ["waits_for_phase"]
    assert reasons(judged("PROPOSE TO France: alliance", [question()])) == ["phase_is_past"]


# ------------------------------------------------------------------ choices


def test_choose_answers_its_question_or_joins_an_impulse_or_stands() -> None:
    pick = [[{"do": "choose", "pick": "leipzig"}]]
    assert short(judged("CHOOSE Leipzig", [question("choice")]).answers["choice@ottoman"]) == pick
    joined = judged("PLAY 88 EVENT\nCHOOSE Leipzig", [question()])
    assert short(joined.answers["impulse@ottoman"])[1] == pick[0]
    (alone,) = judged("CHOOSE Leipzig", []).standing
    assert (alone.kind, short(alone.answer)) == ("choice", pick)


def test_nothing_is_a_choice_too() -> None:
    assert short(judged("CHOOSE NONE", [question("choice")]).answers["choice@ottoman"]) == [
        [{"do": "choose", "pick": "none"}]
    ]  # fmt: skip


# ------------------------------------------------------------------ standing orders


def test_a_standing_order_speaks_in_ids_whatever_the_language() -> None:
    (order,) = judged("STANDING INTERCEPT ALL FROM Wien IF INTO Bécs AND POWER турки AND STRENGTH <= 6").standing
    assert order.when == (
        Condition("space", "is", "vienna"), Condition("power", "is", "ottoman"), Condition("strength", "<=", 6),
    )  # fmt: skip
    again = Standing.from_json(json.loads(json.dumps(order.to_json())))
    facts = {"space": "vienna", "power": "ottoman", "strength": 6}
    asked = question("intercept", facts=facts)
    assert next_answer(asked, [], [again], due=False) == (order.answer, "standing")
    assert next_answer(question("intercept", facts={**facts, "strength": 7}), [], [again], due=False) is None


def test_conditions_on_leaders_cards_and_windows() -> None:
    text = "RESPOND Foul Weather IF LEADERS Suleiman AND WINDOW assault_declared"
    (order,) = judged(text).standing
    facts = {"leaders": ["ibrahim_pasha", "suleiman"], "window": "assault_declared"}
    assert next_answer(question("response", facts=facts, **only(STORM)), [], [order], due=False)  # type: ignore[arg-type]
    facts["leaders"] = ["ibrahim_pasha"]
    assert next_answer(question("response", facts=facts, **only(STORM)), [], [order], due=False) is None  # type: ignore[arg-type]
    (wartburg,) = judged("STANDING RESPOND Wartburg IF EVENT Leipzig Debate").standing
    assert wartburg.when == (Condition("event", "is", "6"),)
    assert wartburg.when[0].holds({"event": 6})


@pytest.mark.parametrize(
    "line", ["WITHDRAW IF STRENGTH > 4", "STANDING FIGHT", "STANDING OPPOSE", "STANDING JOIN NONE"]
)
def test_verbs_without_names_stand_too(line: str) -> None:
    assert len(judged(line).standing) == 1


def test_clear_takes_standing_orders_of_a_kind_back() -> None:
    done = judged("STANDING WITHDRAW\nSTANDING INTERCEPT ALL FROM Buda\nCLEAR WITHDRAW")
    assert [one.kind for one in done.standing] == ["intercept"]
    assert ("ottoman", "withdraw") in done.standing_replaced


# ------------------------------------------------------------------ targets


def test_convert_answers_its_question_or_joins_the_impulse_or_stands() -> None:
    wanted = [[{"do": "convert", "space": "leipzig"}], [{"do": "convert", "space": "basel", "pick": "bucer"}]]
    done = judged("CONVERT Leipzig, Basel WITH Bucer", [question("convert")])
    assert short(done.answers["convert@ottoman"]) == wanted
    text = "PLAY 5 CP\nPUBLISH German\nCONVERT Leipzig, Basel WITH Bucer\nBURN BOOKS IN German"
    joined = short(judged(text, [question()]).answers["impulse@ottoman"])
    assert joined[2:4] == wanted
    assert [order[0]["do"] for order in joined] == ["play", "publish", "convert", "convert", "burn"]
    (alone,) = judged("CONVERT Leipzig IF SOURCE treatise", []).standing
    assert (alone.kind, alone.when) == ("convert", (Condition("source", "is", "treatise"),))


def test_a_card_for_the_diet_waits_for_its_phase() -> None:
    assert reasons(judged("DIET Fuggers", [question("peace")], phase=3)) == ["waits_for_phase"]
    assert short(judged("GIVE Fuggers", [question("diet")], phase=4).answers["diet@ottoman"]) == [
        [{"do": "give", "card": 79}]
    ]  # fmt: skip
