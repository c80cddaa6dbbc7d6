"""9.3 Suing for peace, 9.4 ransom, 9.5 absolution."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.decision import AnyDecision
from engine.here_i_stand import invariants
from engine.here_i_stand.diplomacy.absolution import absolve
from engine.here_i_stand.diplomacy.peace import remember_losses, sue, sue_for_peace, why_not_sue
from engine.here_i_stand.diplomacy.ransom import ransom_leaders
from engine.here_i_stand.records import Bonus, Gift, Land, MinusCard, Ships, pair
from engine.here_i_stand.relations import make_peace
from engine.here_i_stand.saint_peters import build_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, CardNumber, LeaderId, Power, SpaceId, Whereabouts
from engine.here_i_stand.war import why_no_declaration
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain
from tests.engine.here_i_stand.letters import capture, hold, take, told

OTT, HAP, ENG, FRA, PAP, PRO = list(Power)[:6]


@pytest.fixture
def s() -> HisState:
    """E13: turn 5, France at war with the Hapsburgs, who hold Rouen, Dijon and Limoges; France holds Besançon."""
    state = start("1532")
    state.turn = 5
    state.begin_war(HAP, FRA)
    for space in ("rouen", "dijon", "limoges"):
        for owner in (FRA,):
            if state.land(owner, SpaceId(space)).strength:
                state.take_land(owner, SpaceId(space), state.land(owner, SpaceId(space)))
        state.fleets.pop(space, None)
        take(state, space, HAP)
    if state.land(HAP, SpaceId("besancon")).strength:
        state.take_land(HAP, SpaceId("besancon"), state.land(HAP, SpaceId("besancon")))
    take(state, "besancon", FRA)
    state.add_land(FRA, SpaceId("besancon"), Land(regulars=1))
    hold(state, FRA, 70, 71, 74)
    hold(state, HAP)
    return state


def run(flow: Any, answers: dict[str, Any] | None = None, chance: Any = None) -> list[AnyDecision]:
    asked: list[AnyDecision] = []
    more = {} if chance is None else {"chance": chance}
    drive(flow, answers or {}, asked=asked, **more)
    return asked


def winner_vp(s: HisState, power: Power) -> int:
    return sum(bonus.vp for bonus in s.powers[power].bonus if bonus.kind is BonusKind.WAR_WINNER)


def regain(price: str, space: str | None = None, leader: str | None = None) -> list[dict[str, Any]]:
    return [{"do": "regain", "space": space, "leader": leader, "price": price}]


def strength(s: HisState, power: Power) -> int:
    return sum(s.land(power, space).strength for space in s.forces) + sum(
        ships.count for fleet in s.fleets.values() for ships in fleet if ships.owner is power
    )


# ------------------------------------------------------------------ E13


def test_e13_suing_without_the_ottoman(s: HisState) -> None:
    before, units = winner_vp(s, HAP), strength(s, FRA)
    terms = [regain("vp", "rouen"), regain("card", "dijon,limoges")]
    asked = run(
        sue_for_peace(s),
        {"peace@france": [[{"do": "sue", "power": "hapsburg"}]], "peace_terms@france": terms},
    )
    assert plain(asked[-1]) in ("peace_terms@france", "peace@france")
    assert winner_vp(s, HAP) == before + 2
    for space in ("rouen", "dijon", "limoges"):
        assert s.spaces[SpaceId(space)].controller is FRA
    assert s.spaces[SpaceId("besancon")].controller is HAP
    assert s.land(FRA, SpaceId("besancon")).strength == 0
    assert strength(s, FRA) == units - 2
    assert len(s.powers[HAP].hand) == 1
    assert len(s.powers[FRA].hand) == 2
    assert s.powers[FRA].home_cards
    assert not s.at_war(HAP, FRA)
    for one, other in ((HAP, FRA), (FRA, HAP)):
        reason = why_no_declaration(s, one, other)
        assert reason is not None
        assert reason.key == "peace_or_alliance_this_turn"
    invariants.check(s)


def test_the_award_is_2_with_the_ottoman(s: HisState) -> None:
    take(s, "graz", OTT)
    before = winner_vp(s, OTT)
    run(sue_for_peace(s), {"peace@hapsburg": [[{"do": "sue", "power": "ottoman"}]]})
    assert winner_vp(s, OTT) == before + 2


def test_nothing_is_regained_without_an_order_and_spaces_stay(s: HisState) -> None:
    run(sue_for_peace(s), {"peace@france": [[{"do": "sue", "power": "hapsburg"}]]})
    assert s.spaces[SpaceId("rouen")].controller is HAP
    assert not s.at_war(HAP, FRA)


def test_nobody_sues_by_default(s: HisState) -> None:
    asked = run(sue_for_peace(s))
    assert [plain(one) for one in asked] == ["peace@hapsburg", "peace@france"]
    assert s.at_war(HAP, FRA)


# ------------------------------------------------------------------ E15 who may


def test_e15_nothing_lost(s: HisState) -> None:
    reason = why_not_sue(s, OTT, HAP)
    assert reason is not None
    assert reason.key == "nothing_lost"


def test_e15_the_protestant_and_the_hapsburgs(s: HisState) -> None:
    for one, other in ((PRO, HAP), (HAP, PRO), (PRO, PAP), (PAP, PRO)):
        reason = why_not_sue(s, one, other)
        assert reason is not None
        assert reason.key == "league_war_never_ends"


@pytest.mark.parametrize(("scenario", "last"), [("1517", 9), ("1532", 9), ("tournament", 6)])
def test_e15_not_on_the_last_turn(scenario: str, last: int) -> None:
    s = start(scenario)
    if not s.at_war(HAP, FRA):
        s.begin_war(HAP, FRA)
    take(s, "rouen", HAP)
    s.turn = last
    reason = why_not_sue(s, FRA, HAP)
    assert reason is not None
    assert reason.key == "no_peace_on_last_turn"
    s.turn = last - 1
    assert why_not_sue(s, FRA, HAP) is None


def test_not_at_war(s: HisState) -> None:
    take(s, "york", FRA)
    reason = why_not_sue(s, ENG, FRA)
    assert reason is not None
    assert reason.key == "not_at_war"


def test_a_captured_leader_is_enough(s: HisState) -> None:
    capture(s, "charles_v", OTT)
    assert why_not_sue(s, HAP, OTT) is None


def test_home_spaces_of_minors_do_not_count(s: HisState) -> None:
    """Buda is Ottoman and Hungary the Hapsburgs' ally."""
    assert s.spaces[SpaceId("buda")].controller is OTT
    assert why_not_sue(s, HAP, OTT) is not None


def test_the_later_edition_does_not_let_ceded_spaces_sue() -> None:
    for edition, expected in (("core110", None), ("anniversary116", "home_space_ceded")):
        s = start("1532", edition=edition)
        s.turn = 5
        s.begin_war(HAP, FRA)
        take(s, "rouen", HAP)
        s.this_turn.homes_ceded.append(Gift(FRA, HAP))
        reason = why_not_sue(s, FRA, HAP)
        assert (reason and reason.key) == expected


def test_r70_currently_held_or_ever_captured() -> None:
    for setting, expected in (("currently_held", False), ("ever_captured", True)):
        s = start("1532", switches={"suing_needs": setting})
        s.turn = 5
        s.begin_war(HAP, FRA)
        take(s, "rouen", HAP)
        remember_losses(s)
        take(s, "rouen", FRA)
        assert (why_not_sue(s, FRA, HAP) is None) is expected
        make_peace(s, HAP, FRA, rule="9.3")
        s.begin_war(HAP, FRA)
        assert why_not_sue(s, FRA, HAP) is not None


def test_a_war_of_a_minor_is_never_sued_for(s: HisState) -> None:
    s.begin_war(FRA, Power.GENOA)
    take(s, "marseille", Power.GENOA)
    assert why_not_sue(s, FRA, Power.GENOA) is not None


# ------------------------------------------------------------------ prices


def _question(s: HisState) -> AnyDecision:
    """The terms France is asked for, with the flow left standing."""
    flow = sue(s, FRA, HAP)
    request: Any = flow.send(None)
    while True:
        decision = request.decisions[0]
        if decision.kind == "peace_terms":
            _STANDING.append(flow)
            return decision  # type: ignore[no-any-return]
        request = flow.send({decision.key: "default"})


_STANDING: list[Any] = []


def key_of(question: AnyDecision, *orders: list[dict[str, Any]]) -> str | None:
    reason = question.options.why_not(question.options.from_json(list(orders)))
    return None if reason is None else reason.key


def test_what_terms_may_say(s: HisState) -> None:
    question = _question(s)
    assert key_of(question, regain("vp", "rouen")) is None
    assert key_of(question, regain("vp", "dijon,limoges")) is None
    assert key_of(question, regain("vp", "dijon")) == "spaces_by_twos"
    assert key_of(question, regain("vp", "rouen,dijon")) == "keys_singly"
    assert key_of(question, regain("vp", "dijon,dijon")) == "space_not_held"
    assert key_of(question, regain("vp", "paris")) == "space_not_held"
    assert key_of(question, regain("vp", "rouen"), regain("vp", "rouen")) == "space_not_held"
    assert key_of(question, regain("gold", "rouen")) == "name_a_price"
    assert key_of(question, regain("vp", leader="montmorency")) == "leader_not_captive"


def test_r52_only_as_many_cards_as_there_are(s: HisState) -> None:
    hold(s, FRA, 70)
    question = _question(s)
    assert key_of(question, regain("card", "rouen")) is None
    assert key_of(question, regain("card", "rouen"), regain("card", "dijon,limoges")) == "no_card_to_draw"
    hold(s, FRA)
    assert key_of(question, regain("card", "rouen")) == "no_card_to_draw"


def test_an_odd_space_is_left_out(s: HisState) -> None:
    take(s, "lyon", HAP)
    take(s, "tours", HAP)
    question = _question(s)
    assert key_of(question, regain("vp", "dijon,limoges"), regain("vp", "tours")) == "spaces_by_twos"


def test_the_later_edition_sells_an_odd_space_at_the_price_of_a_set() -> None:
    s = start("1532", edition="anniversary116")
    s.turn = 5
    s.begin_war(HAP, FRA)
    take(s, "dijon", HAP)
    run(
        sue(s, FRA, HAP),
        {"peace_terms@france": [regain("vp", "dijon")]},
    )
    assert s.spaces[SpaceId("dijon")].controller is FRA
    assert winner_vp(s, HAP) == 1 + 2


def test_a_captive_leader_is_regained(s: HisState) -> None:
    capture(s, "montmorency", HAP)
    run(sue(s, FRA, HAP), {"peace_terms@france": [regain("vp", leader="montmorency")]})
    assert s.leaders[LeaderId("montmorency")].at == "paris"


def test_r56_regained_leaders_go_to_home_keys_only(s: HisState) -> None:
    capture(s, "montmorency", HAP)
    take(s, "paris", ENG)
    take(s, "milan", FRA)
    run(sue(s, FRA, HAP), {"peace_terms@france": [regain("vp", leader="montmorency")]})
    at = SpaceId(s.leaders[LeaderId("montmorency")].at)
    assert at in s.home_spaces(FRA)
    assert at in s.board.map.keys


def test_keys_before_leaders_before_others_whatever_the_letter_says(s: HisState) -> None:
    """The only card is spent on the key, though the set is named first: it pays in VP."""
    capture(s, "montmorency", HAP)
    terms = [regain("vp", "dijon,limoges"), regain("vp", leader="montmorency"), regain("card", "rouen")]
    run(sue(s, FRA, HAP), {"peace_terms@france": terms})
    order = [event.facts.get("leader") or event.facts.get("space") for event in s.events
             if event.kind in ("control_changed", "leader_released")]  # fmt: skip
    assert order == ["besancon", "rouen", "montmorency", "dijon", "limoges"]


# ------------------------------------------------------------------ 9.3-4 units


def test_d11_mercenaries_farthest_from_the_capital_go_first(s: HisState) -> None:
    s.add_land(FRA, SpaceId("bordeaux"), Land(mercenaries=1))
    paris = s.land(FRA, SpaceId("paris")).mercenaries
    run(sue(s, FRA, HAP))
    assert s.land(FRA, SpaceId("bordeaux")).mercenaries == 0
    assert s.land(FRA, SpaceId("paris")).mercenaries == paris - 1


def test_the_loser_chooses_ships_too(s: HisState) -> None:
    port = next(place for place, fleet in s.fleets.items() if fleet[0].owner is FRA)
    had = sum(ships.squadrons for ships in s.ships_at(SpaceId(port)))
    chosen = [[{"do": "disband", "space": port, "unit": "squadron", "count": 1}]]
    run(sue(s, FRA, HAP), {"peace_terms@france": chosen})
    assert sum(ships.squadrons for ships in s.ships_at(SpaceId(port))) == had - 1
    assert s.powers[FRA].ships_lost == 1


def test_no_minor_and_no_borrowed_units(s: HisState) -> None:
    s.minors[Power.GENOA].ally = FRA
    s.add_ships(Ships(ENG, squadrons=1, borrower=FRA), SpaceId("brest"))
    question = _question(s)
    assert key_of(question, [{"do": "disband", "space": "genoa", "unit": "regular", "count": 1}]) == "not_so_many_units"
    assert (
        key_of(question, [{"do": "disband", "space": "brest", "unit": "squadron", "count": 1}]) == "not_so_many_units"
    )
    assert key_of(question, [{"do": "disband", "space": "paris", "unit": "regular", "count": 3}]) == "two_units_only"


def test_who_has_fewer_gives_all(s: HisState) -> None:
    for space in list(s.forces):
        if s.land(FRA, space).strength:
            s.take_land(FRA, space, s.land(FRA, space))
    s.fleets = {place: fleet for place, fleet in s.fleets.items() if fleet[0].owner is not FRA}
    s.add_land(FRA, SpaceId("paris"), Land(regulars=1))
    run(sue(s, FRA, HAP))
    assert strength(s, FRA) == 0


# ------------------------------------------------------------------ Diplomatic Marriage


def test_diplomatic_marriage_regains_all_free_the_odd_one_too(s: HisState) -> None:
    take(s, "tours", HAP)
    capture(s, "montmorency", HAP)
    hold(s, FRA, 73)
    before, units = winner_vp(s, HAP), strength(s, FRA)
    run(sue_for_peace(s), {"peace@france": [[{"do": "sue", "power": "hapsburg", "card": 73}]]})
    assert winner_vp(s, HAP) == before + 1
    assert all(s.spaces[space].controller is FRA for space in s.home_spaces(FRA))
    assert s.leaders[LeaderId("montmorency")].where is Whereabouts.MAP
    assert strength(s, FRA) == units - 2
    assert CardNumber(73) in s.discard
    assert any(CardNumber(73) in played.cards for played in s.this_turn.played)


def test_a_card_that_is_not_held_is_refused_to_its_author_alone(s: HisState) -> None:
    asked = run(sue_for_peace(s))
    question = next(one for one in asked if one.seat == FRA)
    assert key_of(question, [{"do": "sue", "power": "hapsburg", "card": 73}]) == "card_not_held"
    assert question.facts["card"] == 73  # everybody with a hand could hold it


def test_questions_do_not_follow_from_hidden_cards(s: HisState) -> None:
    keys = []
    for cards in ((70, 71), (73, 71)):
        hold(s, FRA, *cards)
        keys.append([one.key for one in run(sue_for_peace(s))])
        s.asked = 0
    assert [key.split("/")[0] for key in keys[0]] == [key.split("/")[0] for key in keys[1]]
    assert len(keys[0]) == len(keys[1])


# ------------------------------------------------------------------ 9.4


def test_ransom_for_one_random_card(s: HisState) -> None:
    capture(s, "montmorency", HAP)
    asked = run(ransom_leaders(s), {"ransom@france": [[{"do": "ransom", "leader": "montmorency"}]]})
    assert [plain(one) for one in asked] == ["ransom@france"]
    assert s.leaders[LeaderId("montmorency")].at == "paris"
    assert (len(s.powers[FRA].hand), len(s.powers[HAP].hand)) == (2, 1)
    invariants.check(s)


def test_no_ransom_without_a_drawable_card(s: HisState) -> None:
    hold(s, FRA, 70)
    for leader in ("montmorency", "francis_i"):
        capture(s, leader, HAP)
    orders = [[{"do": "ransom", "leader": leader}] for leader in ("francis_i", "montmorency")]
    run(ransom_leaders(s), {"ransom@france": orders})
    assert s.leaders[LeaderId("francis_i")].where is Whereabouts.MAP
    assert s.leaders[LeaderId("montmorency")].where is Whereabouts.CAPTURED
    assert [fact["reason"] for fact in told(s, "order_skipped")] == ["no_card_to_draw"]


def test_nobody_is_asked_without_captives(s: HisState) -> None:
    assert run(ransom_leaders(s)) == []


# ------------------------------------------------------------------ 9.5


def test_e19_excommunication_removed(s: HisState) -> None:
    four = next(card for card, data in s.board.cards.items() if data.cp == 4 and data.owner is None and card in s.deck)
    hold(s, FRA, four)
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(5), 4)]
    s.tracks.saint_peters_cp, s.tracks.saint_peters_vp = 3, 1
    run(absolve(s), {"absolution@france": {"do": "pay"}})
    assert (s.tracks.saint_peters_vp, s.tracks.saint_peters_cp) == (2, 2)
    assert four in s.discard
    assert s.powers[FRA].minus_cards == []
    invariants.check(s)


def test_not_in_the_turn_of_the_excommunication(s: HisState) -> None:
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(5), 5)]
    assert run(absolve(s)) == []


def test_markers_of_other_cards_and_empty_hands_are_not_asked(s: HisState) -> None:
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(79), 4)]
    assert run(absolve(s)) == []
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(5), 4)]
    hold(s, FRA)
    assert run(absolve(s)) == []


def test_d15_the_marker_is_kept_by_default(s: HisState) -> None:
    s.powers[FRA].minus_cards = [MinusCard(CardNumber(5), 4)]
    assert len(run(absolve(s))) == 1
    assert s.powers[FRA].minus_cards


@pytest.mark.parametrize(
    ("cp", "vp", "more", "expected"), [(4, 3, 2, (1, 4)), (4, 4, 1, (0, 5)), (0, 5, 3, (0, 5)), (3, 4, 6, (0, 5))]
)
def test_e115_r65_saint_peters(s: HisState, cp: int, vp: int, more: int, expected: tuple[int, int]) -> None:
    s.tracks.saint_peters_cp, s.tracks.saint_peters_vp = cp, vp
    build_saint_peters(s, more, rule="18.1")
    assert (s.tracks.saint_peters_cp, s.tracks.saint_peters_vp) == expected


def test_the_bonus_is_from_the_bank(s: HisState) -> None:
    before = list(s.powers[FRA].bonus)
    run(sue(s, FRA, HAP))
    assert s.powers[FRA].bonus == before
    assert Bonus(BonusKind.WAR_WINNER, 1) in s.powers[HAP].bonus
    assert pair(HAP, FRA) not in s.wars
