"""9.1 Proposing, ratifying, and what becomes of a deal."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import invariants
from engine.here_i_stand.diplomacy.negotiation import negotiate
from engine.here_i_stand.records import Gift, Land, MinusCard, Ships, pair
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import CardNumber, Heir, LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.letters import capture, hold, item, take, told

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]
PARIS, LONDON, VIENNA = SpaceId("paris"), SpaceId("london"), SpaceId("vienna")


@pytest.fixture
def s() -> HisState:
    state = start("1532")
    state.turn = 5
    return state


def accept(*numbers: int) -> list[list[dict[str, Any]]]:
    return [[{"do": "accept", "package": number}] for number in numbers]


def run(s: HisState, answers: dict[str, Any], chance: Any = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    more = {} if chance is None else {"chance": chance}
    drive(negotiate(s), answers, asked=asked, **more)
    invariants.check(s)
    return asked


# ------------------------------------------------------------------ who is asked


def test_all_propose_together_and_nobody_ratifies_nothing(s: HisState) -> None:
    asked = run(s, {})
    assert [decision.key.split("/")[0] for decision in asked] == ["propose"] * 6
    assert [decision.seat for decision in asked] == [OTT, HAP, ENG, FRA, PAP, PRO]


def test_a_deal_is_refused_by_default(s: HisState) -> None:
    asked = run(s, {"propose@england": [item("alliance", "france")]})
    assert [plain(decision) for decision in asked[6:]] == ["ratify@france"]
    assert not s.allied(ENG, FRA)
    assert told(s, "deal_refused") == [{"deal": 1, "power": FRA}]


def test_a_deal_is_in_force_when_confirmed(s: HisState) -> None:
    run(s, {"propose@england": [item("alliance", "france")], "ratify@france": accept(1)})
    assert s.allied(ENG, FRA)
    assert s.this_turn.allied == [pair(ENG, FRA)]


def test_deals_are_numbered_in_impulse_order_of_their_proposers(s: HisState) -> None:
    run(
        s,
        {
            "propose@england": [item("alliance", "france")],
            "propose@ottoman": [item("end_war", "hapsburg", 1), item("alliance", "france", 2)],
        },
    )
    proposed = [(fact["deal"], fact["power"]) for fact in told(s, "deal_proposed")]
    assert proposed == [(1, OTT), (2, OTT), (3, ENG)]


def test_one_question_for_each_power_with_all_its_deals(s: HisState) -> None:
    asked = run(
        s, {"propose@ottoman": [item("alliance", "france", 2)], "propose@england": [item("alliance", "france")]}
    )
    ratify = [decision for decision in asked if decision.kind == "ratify"]
    assert [decision.seat for decision in ratify] == [FRA]
    assert [deal["deal"] for deal in ratify[0].facts["deals"]] == [1, 2]


def test_a_deal_of_three_needs_both_others_and_dies_with_the_first_refusal(s: HisState) -> None:
    deal = [
        item("alliance", "france,papacy", 1, power="england,france"),
        item("alliance", "", 1, power="france,papacy"),
    ]
    asked = run(copy.deepcopy(s), {"propose@england": deal})
    assert [plain(one) for one in asked if one.kind == "ratify"] == ["ratify@france"]
    run(s, {"propose@england": deal, "ratify@france": accept(1), "ratify@papacy": accept(1)})
    assert s.allied(ENG, FRA)
    assert s.allied(FRA, PAP)
    assert not s.allied(ENG, PAP)


def test_a_deal_of_three_without_the_last_confirmation_does_nothing(s: HisState) -> None:
    deal = [item("alliance", "france,papacy", 1, power="england,france")]
    run(s, {"propose@england": deal, "ratify@france": accept(1)})
    assert s.alliances == []


def test_it_takes_effect_the_moment_its_last_member_confirms(s: HisState) -> None:
    """R6: a deal of France is carried out before the Papacy is asked about one that needs its result."""
    hold(s, ENG)
    hold(s, FRA, 70)
    answers = {
        "propose@england": [
            item("draws", "france", 1, power="france", count=1),
            item("draws", "papacy", 2, power="england", count=1),
        ],
        "ratify@france": accept(1),
        "ratify@papacy": accept(2),
    }
    run(s, answers)
    assert s.powers[PAP].hand == [CardNumber(70)]


def test_r6_deals_collide_and_the_later_one_fails_whole(s: HisState) -> None:
    hold(s, FRA, 70)
    answers = {
        "propose@hapsburg": [
            item("draws", "france", 1, power="france", count=1),
            item("alliance", "france", 1),
        ],
        "propose@england": [item("draws", "france", 1, power="france", count=1)],
        "ratify@france": accept(2, 1),
    }
    run(s, answers)
    assert s.powers[ENG].hand == [CardNumber(70)]
    assert not s.allied(HAP, FRA)
    assert [fact["reason"] for fact in told(s, "deal_fails")] == ["no_card_to_draw"]


def test_accepted_and_refused_is_refused(s: HisState) -> None:
    both = [[{"do": "accept", "package": 1}], [{"do": "refuse", "package": 1}]]
    run(s, {"propose@england": [item("alliance", "france")], "ratify@france": both})
    assert s.alliances == []


def test_a_number_that_is_not_there_is_a_fault(s: HisState) -> None:
    flow = negotiate(s)
    drive_until = [
        one for one in _asked_of(s, {"propose@england": [item("alliance", "france")]}) if one.kind == "ratify"
    ]
    flow.close()
    reason = drive_until[0].options.why_not(drive_until[0].options.from_json(accept(2)))
    assert reason is not None
    assert reason.key == "no_such_deal"


def _asked_of(s: HisState, answers: dict[str, Any]) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    drive(negotiate(copy.deepcopy(s)), answers, asked=asked)
    return asked


def test_what_can_never_be_is_refused_at_once(s: HisState) -> None:
    question = _asked_of(s, {})[0]
    reason = question.options.why_not(question.options.from_json([item("alliance", "papacy")]))
    assert reason is not None
    assert reason.key == "never_allied"


def test_what_is_not_possible_yet_may_be_proposed_and_the_trial_says_why_not(s: HisState) -> None:
    question = _asked_of(s, {})[2]
    assert question.seat == ENG
    orders = question.options.from_json([item("end_war", "france", 1), item("draws", "france", 1, count=1)])
    assert question.options.why_not(orders) is None
    reasons = question.options.trial(orders)
    assert [reason and reason.key for reason in reasons] == ["not_at_war", "no_card_to_draw"]


def test_samples_are_legal(s: HisState) -> None:
    import random

    dice = random.Random(3)
    hold(s, FRA, 70, 71)
    for decision in _asked_of(s, {})[:6]:
        for _ in range(40):
            assert decision.options.why_not(decision.options.sample(dice.randrange)) is None


# ------------------------------------------------------------------ 7-3 turn 1


def test_turn_1_england_alone_with_the_hapsburgs_and_france() -> None:
    s = start("1517")
    deals = [item("alliance", "hapsburg", 1), item("alliance", "france", 2)]
    asked = run(s, {"propose@england": deals, "ratify@hapsburg": accept(1), "ratify@france": accept(2)})
    assert [plain(one) for one in asked] == ["propose@england", "ratify@hapsburg", "ratify@france"]
    assert s.allied(ENG, HAP)
    assert s.allied(ENG, FRA)


@pytest.mark.parametrize("to", ["papacy", "ottoman", "hapsburg,france"])
def test_turn_1_no_other_deals(to: str) -> None:
    s = start("1517")
    question = _asked_of(s, {})[0]
    reason = question.options.why_not(question.options.from_json([item("alliance", to, power="england,hapsburg")]))
    assert reason is not None
    assert reason.key in ("first_turn_deals", "not_a_member")


# ------------------------------------------------------------------ carrying out


def deal(
    s: HisState, proposer: Power, other: Power, *orders: Any, chance: Any = None, **more: Any
) -> list[AnyDecision]:
    answers = {f"propose@{proposer}": list(orders), f"ratify@{other}": accept(1), **more}
    return run(s, answers, chance)


def test_white_peace(s: HisState) -> None:
    before = len(s.powers[OTT].bonus), len(s.powers[HAP].bonus)
    deal(s, OTT, HAP, item("end_war", "hapsburg"))
    assert not s.at_war(OTT, HAP)
    assert s.this_turn.peace_made == [pair(OTT, HAP)]
    assert (len(s.powers[OTT].bonus), len(s.powers[HAP].bonus)) == before


def test_peace_with_the_papacy_ends_an_excommunication(s: HisState) -> None:
    s.begin_war(PAP, FRA)
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(79), 4), MinusCard(CardNumber(5), 4)]
    s.powers[ENG].minus_cards = [MinusCard(CardNumber(5), 4)]
    deal(s, FRA, PAP, item("end_war", "papacy"))
    assert s.powers[FRA].minus_cards == [MinusCard(CardNumber(79), 4)]
    assert s.powers[ENG].minus_cards


def test_a_ceded_space_is_cleared_of_all_units(s: HisState) -> None:
    s.add_land(FRA, SpaceId("milan"), Land(regulars=1))
    take(s, "milan", HAP)
    s.add_land(HAP, SpaceId("milan"), Land(regulars=2))
    deal(s, HAP, FRA, item("cede", "france", space="milan"))
    assert s.spaces[SpaceId("milan")].controller is FRA
    assert s.land(HAP, SpaceId("milan")).strength == 0
    assert s.land(FRA, SpaceId("milan")).strength >= 1


def test_ships_leave_a_ceded_port(s: HisState) -> None:
    here = sum(ships.count for ships in s.ships_at(SpaceId("naples")))
    assert here
    deal(s, HAP, FRA, item("cede", "france", space="naples"))
    assert s.ships_at(SpaceId("naples")) == []
    assert sum(ships.count for fleet in s.fleets.values() for ships in fleet if ships.owner is HAP) >= here


def test_draws_are_random_and_secret(s: HisState) -> None:
    hold(s, FRA, 70, 71, 72)
    deal(s, ENG, FRA, item("draws", "france", power="france", count=2), chance=lambda sizes: [sizes[0]])
    assert s.powers[ENG].hand == [CardNumber(71), CardNumber(72)]
    assert s.this_turn.draws_given == [Gift(FRA, ENG)] * 2
    seen = [event.seen_by(()) for event in s.events if event.kind == "card_handed_over"]
    assert seen
    assert all(facts is not None and "card" not in facts for facts in seen)


def test_mercenaries_come_from_the_receivers_pool_into_his_capital(s: HisState) -> None:
    before = s.land(ENG, LONDON).mercenaries
    deal(s, ENG, FRA, item("mercenaries", "france", power="france", count=2))
    assert s.land(FRA, PARIS).mercenaries == 0
    assert s.land(ENG, LONDON).mercenaries == before + 2
    assert s.this_turn.mercenaries_given == [Gift(FRA, ENG)] * 2


def test_the_giver_names_the_spaces(s: HisState) -> None:
    lyon = SpaceId("lyon")
    s.add_land(FRA, lyon, Land(mercenaries=2))
    asked = deal(
        s, ENG, FRA, item("mercenaries", "france", power="france", count=2),
        **{"give_units/give@france": [[{"do": "give", "space": "lyon", "count": 2}]]},
    )  # fmt: skip
    assert [plain(one) for one in asked if one.kind == "give_units"] == ["give_units/give@france"]
    assert s.land(FRA, lyon).mercenaries == 0
    assert s.land(FRA, PARIS).mercenaries == 2


def test_the_giver_must_name_as_many_as_he_gives(s: HisState) -> None:
    s.add_land(FRA, SpaceId("lyon"), Land(mercenaries=2))
    asked = deal(s, ENG, FRA, item("mercenaries", "france", power="france", count=2))
    question = next(one for one in asked if one.kind == "give_units")
    given = question.options.from_json([[{"do": "give", "space": "lyon", "count": 1}]])
    reason = question.options.why_not(given)
    assert reason is not None
    assert reason.key == "wrong_total"


def test_d8_the_largest_stack_gives_by_default(s: HisState) -> None:
    s.add_land(FRA, SpaceId("lyon"), Land(mercenaries=1))
    deal(s, ENG, FRA, item("mercenaries", "france", power="france", count=1))
    assert s.land(FRA, PARIS).mercenaries == 1
    assert s.land(FRA, SpaceId("lyon")).mercenaries == 1


def test_a_short_pool_takes_as_many_as_there_are(s: HisState) -> None:
    s.add_land(FRA, PARIS, Land(mercenaries=2))
    pool = s.board.powers[PAP].land_limit
    while True:
        left = [n for n in (4, 2, 1) if _fits(s, n)]
        if not left or _total(s) + left[0] > pool - 2:
            break
        s.add_land(PAP, SpaceId("rome"), Land(mercenaries=left[0]))
    before, had = s.land(PAP, SpaceId("rome")).mercenaries, s.land(FRA, PARIS).mercenaries
    deal(s, FRA, PAP, item("mercenaries", "papacy", count=4))
    came = s.land(PAP, SpaceId("rome")).mercenaries - before
    assert 0 < came < 4
    assert had - s.land(FRA, PARIS).mercenaries == came


def _fits(s: HisState, count: int) -> bool:
    from engine.here_i_stand.forces import can_add

    return can_add(s, PAP, SpaceId("rome"), Land(mercenaries=count))


def _total(s: HisState) -> int:
    return sum(s.land(PAP, space).strength for space in s.forces)


def test_the_hapsburgs_choose_a_capital(s: HisState) -> None:
    asked = deal(
        s, HAP, FRA, item("mercenaries", "france", power="france", count=2),
        **{"give_units/place@hapsburg": [[{"do": "place", "space": "vienna"}]]},
    )  # fmt: skip
    assert [plain(one) for one in asked if one.kind == "give_units"] == ["give_units/place@hapsburg"]
    assert s.land(HAP, VIENNA).mercenaries == 4


def test_the_protestants_take_them_in_wittenberg_by_default(s: HisState) -> None:
    deal(s, ENG, PRO, item("mercenaries", "protestant", count=2))
    assert s.land(PRO, SpaceId("wittenberg")).mercenaries == 2


def test_a_returned_leader_goes_to_his_capital(s: HisState) -> None:
    capture(s, "montmorency", HAP)
    deal(s, HAP, FRA, item("return_leader", "france", leader="montmorency"))
    state = s.leaders[LeaderId("montmorency")]
    assert (state.where, state.at, state.captor) == (Whereabouts.MAP, "paris", None)


def test_r56_else_to_any_friendly_key(s: HisState) -> None:
    capture(s, "montmorency", ENG)
    take(s, "paris", ENG)
    for space in s.home_spaces(FRA):
        if space in s.board.map.keys:
            take(s, space, ENG)
    take(s, "milan", FRA)
    deal(s, ENG, FRA, item("return_leader", "france", leader="montmorency"))
    assert s.leaders[LeaderId("montmorency")].at == "milan"


def test_r56_without_a_key_a_fortified_space_else_the_turn_track(s: HisState) -> None:
    capture(s, "john_frederick", ENG)
    deal(s, ENG, PRO, item("return_leader", "protestant", leader="john_frederick"))
    assert SpaceId(s.leaders[LeaderId("john_frederick")].at) in s.board.map.electorates
    t = start("1532")
    t.turn = 5
    capture(t, "john_frederick", ENG)
    for space in t.controlled(PRO):
        if t.land(PRO, space).strength:
            t.take_land(PRO, space, t.land(PRO, space))
        take(t, space, HAP)
    deal(t, ENG, PRO, item("return_leader", "protestant", leader="john_frederick"))
    state = t.leaders[LeaderId("john_frederick")]
    assert (state.where, state.captor, state.returns) == (Whereabouts.TURN_TRACK, None, 6)


def test_the_excommunication_is_lifted_and_its_box_stays_used(s: HisState) -> None:
    s.powers[ENG].minus_cards = [MinusCard(CardNumber(5), 5)]
    s.excommunicated.append("henry_viii")
    deal(s, ENG, PAP, item("lift_excommunication", "papacy"))
    assert s.powers[ENG].minus_cards == []
    assert "henry_viii" in s.excommunicated


# ------------------------------------------------------------------ E109 divorce


def test_e109_divorce(s: HisState) -> None:
    s.turn = 3
    s.waiting += [CardNumber(21), CardNumber(23)]
    for card in (21, 23):
        for pile in (s.deck, s.removed):
            if card in pile:
                pile.remove(CardNumber(card))
    s.waiting = sorted(dict.fromkeys(s.waiting))
    deal(s, ENG, PAP, item("divorce", "papacy"), chance=lambda sizes: [6 for _ in sizes])
    assert s.tudors.marital == "anne_boleyn"
    assert s.tudors.edward is Heir.HEALTHY
    assert s.tudors.boleyn_turn == 3
    assert s.tudors.catherine_discount
    assert s.this_turn.divorce_granted
    assert CardNumber(21) in s.removed
    assert CardNumber(23) in s.removed
    from engine.here_i_stand import victory

    assert victory.special_vp(s, ENG) == 5 + len(victory.english_home_spaces_protestant(s)) // 2


# ------------------------------------------------------------------ 9.2 loans


def test_a_loan_sails_to_the_nearest_port_of_the_borrower(s: HisState) -> None:
    s.add_ships(Ships(ENG, squadrons=1), LONDON)
    had = sum(ships.squadrons for ships in s.ships_at(LONDON))
    loan = item("loan", "france", 1, space="london", squadrons=1)
    deal(
        s,
        ENG,
        FRA,
        item("alliance", "france", 1),
        loan,
        **{"choice/loan/london@france": {"do": "choose", "pick": "rouen"}},
    )
    assert Ships(ENG, 1, 0, FRA) in s.ships_at(SpaceId("rouen"))
    assert sum(ships.squadrons for ships in s.ships_at(LONDON)) == had - 1


def test_a_loan_of_doria_never_crosses_the_atlantic(s: HisState) -> None:
    """9.2, 16.1-5: from Genoa to a French port of the Mediterranean, though Doria could not reach another."""
    s.minors[Power.GENOA].ally = PAP
    for space in s.controlled(Power.GENOA):
        take(s, space, PAP)
    take(s, "marseille", HAP)
    loan = item("loan", "papacy", 1, power="papacy", space="genoa", squadrons="genoa 1", leader="andrea_doria")
    from tests.engine.here_i_stand.letters import bar

    assert bar(s, FRA, item("alliance", "papacy", 1), loan) == "no_way_for_loan"
    take(s, "marseille", FRA)
    deal(s, FRA, PAP, item("alliance", "papacy", 1), loan)
    assert s.leaders[LeaderId("andrea_doria")].at == "marseille"
    assert s.leaders[LeaderId("andrea_doria")].borrower is FRA
    assert Ships(Power.GENOA, 1, 0, FRA) in s.ships_at(SpaceId("marseille"))


def test_a_naval_leader_leaves_with_the_last_unit(s: HisState) -> None:
    s.minors[Power.GENOA].ally = PAP
    for space in s.controlled(Power.GENOA):
        take(s, space, PAP)
    deal(
        s, FRA, PAP, item("alliance", "papacy", 1),
        item("loan", "papacy", 1, power="papacy", space="genoa", squadrons=1),
    )  # fmt: skip
    assert s.leaders[LeaderId("andrea_doria")].borrower is FRA


# ------------------------------------------------------------------ E40, alliance part


def test_e40_an_alliance_makes_no_war(s: HisState) -> None:
    s.begin_war(HAP, PAP)
    wars = list(s.wars)
    deal(s, FRA, PAP, item("alliance", "papacy"))
    assert s.wars == wars
    assert not s.at_war(HAP, FRA)
    assert s.allied(FRA, PAP)
