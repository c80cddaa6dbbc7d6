"""9.6 The war segment: declarations, interventions, payment."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import invariants
from engine.here_i_stand.diplomacy.declarations import declare_wars
from engine.here_i_stand.diplomacy.payment import cheapest
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, CardNumber, Power, SpaceId
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.letters import hold, told

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]
SCO, VEN = Power.SCOTLAND, Power.VENICE


def by_cp(s: HisState, cp: int, nth: int = 0) -> CardNumber:
    """An event card of so many CP that stays in the game, the n-th by number."""
    cards = [
        card
        for card, data in s.board.cards.items()
        if data.cp == cp and data.owner is None and not data.mandatory and card not in (69, 108)
    ]
    return cards[nth]


@pytest.fixture
def s() -> HisState:
    """Turn 5: everybody has a card of 2 and one of 3 CP, and no home card."""
    state = start("1532")
    state.turn = 5
    for number, power in enumerate((OTT, HAP, ENG, FRA, PAP, PRO)):
        hold(state, power, by_cp(state, 2, number), by_cp(state, 3, number))
        state.powers[power].spent_home_cards = state.powers[power].home_cards
        state.powers[power].home_cards = []
    return state


def declare(*powers: str) -> list[list[dict[str, Any]]]:
    return [[{"do": "declare", "power": power}] for power in powers]


def run(s: HisState, answers: dict[str, Any] | None = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    drive(declare_wars(s), answers or {}, asked=asked)
    invariants.check(s)
    return asked


def question_of(s: HisState, power: Power) -> AnyDecision:
    flow = declare_wars(s)
    request: Any = flow.send(None)
    while request.decisions[0].seat != power:
        request = flow.send({request.decisions[0].key: "default"})
    _STANDING.append(flow)
    return request.decisions[0]  # type: ignore[no-any-return]


_STANDING: list[Any] = []


def key_of(question: AnyDecision, orders: list[list[dict[str, Any]]]) -> str | None:
    reason = question.options.why_not(question.options.from_json(orders))
    return None if reason is None else reason.key


# ------------------------------------------------------------------ declaring and paying


def test_in_impulse_order_each_power_by_itself(s: HisState) -> None:
    assert [plain(one) for one in run(s)] == [f"war@{power}" for power in (OTT, HAP, ENG, FRA, PAP, PRO)]


def test_a_declaration_is_a_war_and_is_paid(s: HisState) -> None:
    asked = run(s, {"war@ottoman": declare("france")})
    assert s.at_war(OTT, FRA)
    assert plain(asked[-1]) == "payment@ottoman"
    assert s.powers[OTT].hand == [by_cp(s, 3, 0)]
    assert by_cp(s, 2, 0) in s.discard
    assert told(s, "war_paid") == [{"power": OTT, "count": 2, "cards": [by_cp(s, 2, 0)]}]


def test_surplus_is_lost_and_the_owner_chooses(s: HisState) -> None:
    run(s, {"war@ottoman": declare("france"), "payment@ottoman": [[{"do": "pay", "card": by_cp(s, 3, 0)}]]})
    assert s.powers[OTT].hand == [by_cp(s, 2, 0)]


def test_r39_what_the_hand_cannot_pay_is_refused(s: HisState) -> None:
    question = question_of(s, OTT)
    assert key_of(question, declare("france", "england")) is None
    assert key_of(question, declare("france", "england", "papacy")) == "not_payable"


def test_r39_mandatory_cards_pay_nothing(s: HisState) -> None:
    hold(s, OTT, 17)
    assert key_of(question_of(s, OTT), declare("venice")) == "not_payable"


def test_r39_home_cards_pay(s: HisState) -> None:
    hold(s, OTT)
    s.powers[OTT].home_cards, s.powers[OTT].spent_home_cards = s.powers[OTT].spent_home_cards, []
    run(s, {"war@ottoman": declare("france", "england")})
    assert s.powers[OTT].home_cards == []
    assert s.powers[OTT].spent_home_cards == [CardNumber(1)]


def test_the_refusal_is_seen_by_nobody(s: HisState) -> None:
    question = question_of(s, OTT)
    before = list(s.events)
    key_of(question, declare("france", "england", "papacy"))
    assert s.events == before


def test_an_empty_hand_is_not_asked(s: HisState) -> None:
    hold(s, OTT)
    assert "war@ottoman" not in [plain(one) for one in run(s)]


def test_twice_on_the_same_power(s: HisState) -> None:
    assert key_of(question_of(s, OTT), declare("venice", "venice")) == "already_at_war"


def test_the_first_possible_alternative_is_declared(s: HisState) -> None:
    s.ally(OTT, FRA)
    order = [[{"do": "declare", "power": "france"}, {"do": "declare", "power": "venice"}]]
    run(s, {"war@ottoman": order})
    assert s.at_war(OTT, VEN)
    assert not s.at_war(OTT, FRA)


def test_payment_must_be_enough_and_of_ones_own_cards(s: HisState) -> None:
    hold(s, OTT, by_cp(s, 1, 0), by_cp(s, 3, 0), 17)
    asked = run(s, {"war@ottoman": declare("france")})
    question = asked[-1]
    hold(s, OTT, by_cp(s, 1, 0), by_cp(s, 3, 0), 17)

    def pay(*cards: int) -> list[list[dict[str, Any]]]:
        return [[{"do": "pay", "card": card}] for card in cards]

    assert key_of(question, pay(by_cp(s, 3, 0))) is None
    assert key_of(question, pay(by_cp(s, 1, 0))) == "not_enough_cp"
    assert key_of(question, pay(17)) == "mandatory_card_for_cp"
    assert key_of(question, pay(1)) == "card_not_held"
    assert key_of(question, pay(by_cp(s, 3, 0), by_cp(s, 3, 0))) == "card_named_twice"


def test_d18_the_cheapest_set_and_the_home_card_last(s: HisState) -> None:
    one, two, five = by_cp(s, 1, 0), by_cp(s, 2, 0), by_cp(s, 5, 0)
    hold(s, FRA, one, two, five)
    assert cheapest(s, FRA, 3) == sorted([one, two])
    assert cheapest(s, FRA, 4) == [five]
    hold(s, FRA, five)
    s.powers[FRA].home_cards, s.powers[FRA].spent_home_cards = [CardNumber(4)], []
    assert cheapest(s, FRA, 3) == [five]
    assert sorted(cheapest(s, FRA, 6)) == [4, five]
    assert cheapest(s, FRA, 99) == []


def test_several_pay_together(s: HisState) -> None:
    asked = run(s, {"war@ottoman": declare("venice"), "war@england": declare("france")})
    assert [plain(one) for one in asked if one.kind == "payment"] == ["payment@ottoman", "payment@england"]


def test_e16_the_hapsburg_discount_is_used_once(s: HisState) -> None:
    s.tudors.catherine_discount = True
    run(s, {"war@hapsburg": declare("england")})
    assert told(s, "war_paid")[0]["count"] == 1
    assert not s.tudors.catherine_discount


# ------------------------------------------------------------------ interventions


def test_france_intervenes_for_scotland_for_2_cp(s: HisState) -> None:
    asked = run(s, {"war@england": declare("scotland"), "intervene@france": {"do": "intervene"}})
    assert s.minors[SCO].ally is FRA
    assert s.at_war(ENG, FRA)
    assert s.spaces[SpaceId("edinburgh")].controller is FRA
    bills = {fact["power"]: fact["count"] for fact in told(s, "war_paid")}
    assert bills == {ENG: 1, FRA: 2}
    assert [plain(one) for one in asked][3:5] == ["intervene@france", "war@france"]


def test_nobody_intervenes_by_default(s: HisState) -> None:
    run(s, {"war@england": declare("scotland")})
    assert s.at_war(ENG, SCO)
    assert s.minors[SCO].ally is None


def test_france_asks_nobody_when_it_attacks_itself(s: HisState) -> None:
    asked = run(s, {"war@france": declare("scotland")})
    assert all(one.kind != "intervene" for one in asked)


def test_the_papacy_intervenes_for_venice(s: HisState) -> None:
    run(s, {"war@ottoman": declare("venice"), "intervene@papacy": {"do": "intervene"}})
    assert s.minors[VEN].ally is PAP
    assert s.at_war(OTT, PAP)


def test_nobody_intervenes_for_genoa(s: HisState) -> None:
    asked = run(s, {"war@ottoman": declare("genoa")})
    assert all(one.kind != "intervene" for one in asked)


def test_its_own_old_war_with_the_minor_ends(s: HisState) -> None:
    s.begin_war(FRA, SCO)
    run(s, {"war@england": declare("scotland"), "intervene@france": {"do": "intervene"}})
    assert all(SCO not in (war.first, war.second) for war in s.wars)


def test_an_intervention_must_be_payable_beside_the_own_bill(s: HisState) -> None:
    hold(s, PAP, by_cp(s, 2, 4))
    run(s, {"war@papacy": declare("france")} if False else {"war@ottoman": declare("venice")})
    t = start("1532")
    t.turn = 5
    for power in (FRA, ENG):
        t.powers[power].home_cards = []
    t.powers[FRA].spent_home_cards = [CardNumber(4)]
    t.powers[ENG].spent_home_cards = [CardNumber(3)]
    hold(t, FRA, by_cp(t, 1, 0))
    hold(t, ENG, by_cp(t, 2, 0))
    asked = []
    drive(declare_wars(t), {"war@england": declare("scotland")}, asked=asked)
    question = next(one for one in asked if one.kind == "intervene")
    reason = question.options.why_not(question.options.from_json([[{"do": "intervene"}]]))
    assert reason is not None
    assert reason.key == "not_payable"


def test_69_d_pays_for_the_intervention_and_brings_regulars(s: HisState) -> None:
    hold(s, FRA, 69)
    answers = {
        "war@england": declare("scotland"),
        "intervene@france": {"do": "intervene", "card": 69},
        "choice/reinforcements/69@france": {"do": "choose", "space": "edinburgh", "count": 2},
    }
    run(s, answers)
    assert s.land(FRA, SpaceId("edinburgh")).regulars == 2
    assert CardNumber(69) in s.discard
    assert FRA not in {fact["power"] for fact in told(s, "war_paid")}


def test_108_d_brings_venetians(s: HisState) -> None:
    hold(s, PAP, 108)
    before = sum(ships.squadrons for fleet in s.fleets.values() for ships in fleet if ships.owner is VEN)
    run(s, {"war@ottoman": declare("venice"), "intervene@papacy": {"do": "intervene", "card": 108}})
    now = sum(ships.squadrons for fleet in s.fleets.values() for ships in fleet if ships.owner is VEN)
    assert now == min(before + 2, s.board.powers[VEN].squadrons)


def test_a_card_that_is_not_held_does_not_intervene(s: HisState) -> None:
    asked = run(s, {"war@england": declare("scotland")})
    question = next(one for one in asked if one.kind == "intervene")
    assert key_of(question, [[{"do": "intervene", "card": 69}]]) == "card_not_held"


def test_who_is_asked_does_not_follow_from_hidden_cards(s: HisState) -> None:
    keys = []
    for card in (69, 71):
        t = start("1532")
        t.turn = 5
        hold(t, ENG, by_cp(t, 2, 0))
        hold(t, FRA, card)
        asked: list[AnyDecision] = []
        drive(declare_wars(t), {"war@england": declare("scotland")}, asked=asked)
        keys.append([one.key for one in asked])
    assert keys[0] == keys[1]


def test_1_6_a_players_powers_do_not_meet_in_war() -> None:
    s = start("1532", players=3)
    s.turn = 5
    hold(s, HAP, by_cp(s, 2, 0))
    hold(s, PAP, by_cp(s, 2, 1))
    asked: list[AnyDecision] = []
    drive(declare_wars(s), {"war@hapsburg": declare("venice")}, asked=asked)
    assert s.at_war(HAP, VEN)
    assert all(one.kind != "intervene" for one in asked)
    question = question_of(s, HAP)
    assert key_of(question, declare("papacy")) == "same_player"


# ------------------------------------------------------------------ later edition


def later(*powers: Power) -> HisState:
    s = start("1532", edition="anniversary116")
    s.turn = 5
    for number, power in enumerate(powers):
        hold(s, power, by_cp(s, 5, number))
    return s


def test_phony_war_in_the_later_edition() -> None:
    s = later(ENG, FRA)
    run(s, {"war@england": declare("scotland"), "intervene@france": {"do": "intervene"}})
    assert [bonus.vp for bonus in s.powers[ENG].bonus if bonus.kind is BonusKind.PHONY_WAR] == [-1]


def test_no_phony_war_in_the_110_card_game(s: HisState) -> None:
    run(s, {"war@england": declare("scotland"), "intervene@france": {"do": "intervene"}})
    assert all(bonus.kind is not BonusKind.PHONY_WAR for bonus in s.powers[ENG].bonus)


def test_r83_wars_on_minors_that_cost_2() -> None:
    s = later(HAP)
    run(s, {"war@hapsburg": declare("genoa")})
    assert told(s, "war_paid")[0]["count"] == 2
