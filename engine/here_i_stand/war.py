"""9.6 Declarations of war: what is never allowed, what it costs, and who may intervene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative
from engine.here_i_stand import minors
from engine.here_i_stand.asking import blank, chosen, question
from engine.here_i_stand.deck import Use, lay_out, note_played, put_away
from engine.here_i_stand.hands import hand_size, may_hold
from engine.here_i_stand.reinforcing import reinforce
from engine.here_i_stand.relations import mark_phony_war, met_this_turn, open_war, part
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, MINORS, CardNumber, Milestone, Power

AULD_ALLIANCE, VENETIAN_ALLIANCE = CardNumber(69), CardNumber(108)
ALLIANCE_CARDS: Final[Mapping[Power, CardNumber]] = {
    Power.SCOTLAND: AULD_ALLIANCE,
    Power.VENICE: VENETIAN_ALLIANCE,
}
"""Minor -> the card with which its natural ally intervenes (9.6-3, 9.6-4)."""

# ------------------------------------------------------------------ the "never" list


def why_no_war(s: HisState, one: Power, other: Power) -> Reason | None:
    """9.6: why a power may never declare war on another, cost or no cost; None when it may."""
    facts: dict[str, Json] = {"power": one, "rival": other}
    if one not in MAJORS or other is one:
        return Reason("no_declarer", "9.6", facts)
    if other is Power.INDEPENDENT:
        return Reason("no_war_on_independents", "22.6", facts)
    if other in s.partners(one):
        return Reason("same_player", "1.6", facts)
    if other in MINORS and (ally := s.minors[other].ally) is not None:
        return Reason("minor_is_ally", "9.6", {**facts, "ally": ally})
    if s.at_war(one, other):
        return Reason("already_at_war", "9.6", facts)
    if s.allied(one, other):
        return Reason("is_ally", "9.6", facts)
    if Power.PROTESTANT in (one, other) and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", facts)
    if other not in s.board.war_costs[one]:
        return Reason("never_declares_war", "9.6", facts)
    if other is Power.SCOTLAND and one is not Power.FRANCE and s.allied(one, Power.FRANCE):
        return Reason("ally_of_natural_ally", "9.6", {**facts, "ally": Power.FRANCE})
    return None


def why_no_declaration(s: HisState, one: Power, other: Power) -> Reason | None:
    """9.6: the same in the war segment, where this turn's peace and alliances bind too."""
    if (reason := why_no_war(s, one, other)) is not None:
        return reason
    facts: dict[str, Json] = {"power": one, "rival": other}
    if met_this_turn(s, one, other):
        return Reason("peace_or_alliance_this_turn", "9.6", facts)
    protector = natural_ally(s, other)
    if protector is not None and protector is not one and _is_bound(s, one, protector):
        return Reason("ally_of_natural_ally", "9.6", {**facts, "ally": protector})
    return None


def _is_bound(s: HisState, one: Power, protector: Power) -> bool:
    return s.allied(one, protector) or met_this_turn(s, one, protector)


def targets(s: HisState, power: Power) -> list[Power]:
    """Powers on which a power may declare war in the war segment, in the order of `Power`."""
    return [other for other in Power if why_no_declaration(s, power, other) is None]


def war_cost(s: HisState, one: Power, other: Power) -> int:
    """9.6, R83: CP for a declaration. Raises KeyError where there is none."""
    cost = s.board.war_costs[one][other]
    return cost - s.board.tables.catherine_discount if _has_discount(s, one, other) else cost


def _has_discount(s: HisState, one: Power, other: Power) -> bool:
    """9.6: the Hapsburgs' first declaration on England after Henry married Anne Boleyn."""
    return (one, other) == (Power.HAPSBURG, Power.ENGLAND) and s.tudors.catherine_discount


# ------------------------------------------------------------------ declarations


def declare_war(s: HisState, one: Power, other: Power, *, rule: str, already: Sequence[Power] = ()) -> Flow[None]:
    """9.6-1, 9.6-2: a declaration, by whatever means; interventions are offered apart.

    `already`: active minors of the two that were at war with the other side before.
    """
    tell(s, Event("war_declared", rule, {"power": one, "rival": other}))
    if _has_discount(s, one, other):
        s.tudors.catherine_discount = False
    if other in MINORS and s.master(other) is other:
        s.begin_war(one, other)
        yield from part(s, s.own_force(one), (other,), rule=rule)
    else:
        yield from open_war(s, one, other, rule=rule, already=already)


def declare_by_event(s: HisState, one: Power, other: Power, *, rule: str) -> Flow[None]:
    """Six Wives, Machiavelli: a declaration without cost, against which a natural ally may intervene without cost."""
    yield from declare_war(s, one, other, rule=rule)
    if may_intervene(s, one, other):
        yield from offer_intervention(s, one, other, cost=0, owed=0, rule=rule)


# ------------------------------------------------------------------ interventions


def natural_ally(s: HisState, minor: Power) -> Power | None:
    """9.6-3, 9.6-4: the power that may intervene for a minor; None where there is none."""
    rules = s.board.minors.get(minor)
    return None if rules is None or rules.intervention_cp is None else rules.natural_ally


def intervention_cost(s: HisState, minor: Power) -> int:
    """9.6-3, 9.6-4: CP of an intervention for a minor that has a natural ally."""
    return s.board.minors[minor].intervention_cp or 0


def may_intervene(s: HisState, declarer: Power, minor: Power) -> bool:
    """9.6: whether a natural ally may step in, cards and CP apart. A player's own powers don't meet in war (1.6)."""
    protector = natural_ally(s, minor)
    if protector is None or protector is declarer or s.minors[minor].ally is not None:
        return False
    return protector not in s.partners(declarer) and not s.allied(protector, declarer)


def payable(s: HisState, power: Power, but: CardNumber | None = None) -> int:
    """9.6, R39: the CP that a hand can pay for declarations: home cards too, no mandatory card."""
    return sum(s.board.cards[card].cp for card in payable_cards(s, power) if card != but)


def payable_cards(s: HisState, power: Power) -> list[CardNumber]:
    """9.6: cards that may pay, by number, home cards last."""
    state = s.powers[power]
    return [*(card for card in state.hand if not s.board.cards[card].mandatory), *state.home_cards]


def offer_intervention(s: HisState, declarer: Power, minor: Power, *, cost: int, owed: int, rule: str) -> Flow[int]:
    """9.6-3, 9.6-4: the natural ally may intervene; gives the CP that this adds to its bill. D17

    `owed` are CP that it must pay already. Everybody knows when it is asked; what it may answer follows from its hand.
    """
    protector = natural_ally(s, minor)
    if protector is None or (cost and not hand_size(s, protector)):
        return 0
    card = ALLIANCE_CARDS[minor]

    def why_not(wish: Alternative) -> Reason | None:
        return _why_not_intervene(s, protector, card, wish, cost, owed)

    def choices() -> list[Alternative]:
        ways = [blank("intervene", do="intervene"), blank("intervene", do="intervene", card=card)]
        return [way for way in ways if why_not(way) is None]

    facts: dict[str, Json] = {
        "window": "dow_on_natural_ally", "power": declarer, "minor": minor, "count": cost,
        "card": card if may_hold(s, protector, card) else None,
    }  # fmt: skip
    answer = yield from ask(question(s, "intervene", protector, choices, list, why=why_not, facts=facts))
    wish = chosen(answer, list, why_not)
    if wish is None:
        tell(s, Event("no_intervention", rule, {"power": protector, "minor": minor}))
        return 0
    by_card = wish["card"] is not None
    yield from _intervene(s, protector, declarer, minor, by_card=card if by_card else None, rule=rule)
    return 0 if by_card else cost


def _why_not_intervene(
    s: HisState, protector: Power, card: CardNumber, wish: Alternative, cost: int, owed: int
) -> Reason | None:
    facts: dict[str, Json] = {"power": protector}
    if wish["do"] != "intervene":
        return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
    if wish["card"] is None:
        return None if not cost or payable(s, protector) >= owed + cost else Reason("not_payable", "9.6", facts)
    facts["card"] = card
    if wish["card"] != card or card not in s.powers[protector].hand:
        return Reason("card_not_held", "6.1", {**facts, "card": wish["card"]})
    if any(card in played.cards for played in s.this_turn.played):
        return Reason("event_once_a_turn", "6.2", facts)
    if not cost and s.setting("six_wives_with_auld_alliance") == "no":
        return Reason("card_not_here", "C-01", facts)
    return None if payable(s, protector, but=card) >= owed else Reason("not_payable", "9.6", facts)


def _intervene(
    s: HisState, protector: Power, declarer: Power, minor: Power, *, by_card: CardNumber | None, rule: str
) -> Flow[None]:
    """The minor is activated, the protector is at war with the declarer, and a card brings its units."""
    facts: dict[str, Json] = {"power": protector, "rival": declarer, "minor": minor, "card": by_card}
    tell(s, Event("intervention", rule, facts))
    if by_card is not None:
        lay_out(s, protector, by_card)
        note_played(s, protector, by_card)
        put_away(s, by_card, Use.EVENT)
    yield from minors.activate(s, minor, protector, rule=rule, foes=(declarer,))
    mark_phony_war(s, declarer, minor)
    if by_card is not None:
        yield from reinforce(s, minor, rule=rule)
