"""9.1, 9.2, 1.6 What bars a deal: for good, or as things stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Json, Reason
from engine.here_i_stand.diplomacy.deals import Item, Package, Term
from engine.here_i_stand.diplomacy.loans import lent_ships, why_no_loan
from engine.here_i_stand.diplomacy.mercenaries import mercenaries_of, why_no_mercenaries
from engine.here_i_stand.marriage import ASK_FOR_DIVORCE, why_no_advance
from engine.here_i_stand.records import Gift, Pair, pair
from engine.here_i_stand.relations import is_excommunicated, is_league_war
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MINORS, LeaderId, Milestone, Power, SpaceId, Whereabouts

MOST_DRAWS: Final = 2
MOST_MERCENARIES: Final = 4
_PAPACY_HAPSBURG: Final = pair(Power.PAPACY, Power.HAPSBURG)


@dataclass(slots=True)
class Outlook:
    """What the terms before have changed, while a package is judged."""

    peace: list[Pair] = field(default_factory=list)
    allied: list[Pair] = field(default_factory=list)
    control: dict[SpaceId, Power] = field(default_factory=dict)
    cards: dict[Power, int] = field(default_factory=dict)
    draws: list[Gift] = field(default_factory=list)
    mercenaries: list[Gift] = field(default_factory=list)
    loans: list[Gift] = field(default_factory=list)
    lent: dict[tuple[SpaceId, Power], int] = field(default_factory=dict)
    returned: list[LeaderId] = field(default_factory=list)
    lifted: list[Power] = field(default_factory=list)
    divorce: bool = False


def why_no_package(s: HisState, package: Package) -> Reason | None:
    """9.1: why a deal can't be carried out as things stand; None when it can, whole."""
    return next((reason for reason in why_no_terms(s, package) if reason is not None), None)


def why_no_terms(s: HisState, package: Package) -> list[Reason | None]:
    """The same for each term, in the order in which they are carried out."""
    outlook, reasons = Outlook(), []
    for term in package.in_order:
        reason = why_never(s, package, term) or _NOW[term.item](s, term, outlook)
        reasons.append(reason)
        if reason is None:
            _note(s, term, outlook)
    return reasons


def why_never(s: HisState, package: Package, term: Term) -> Reason | None:
    """9.1, 9.2, 1.6: what nothing in these negotiations can make right."""
    facts = term.facts()
    if term.item is Item.LOAN and not _allies_in(package, term):
        return Reason("loan_without_alliance", "9.2", facts)
    if term.item in _ONE_WAY and _goes_both_ways(package, term):
        return Reason("one_direction_only", "9.1", facts)
    same = term.receiver in s.partners(term.giver)
    if same and term.item in (Item.DRAWS, Item.MERCENARIES):
        return Reason("same_player", "1.6", facts)
    return _NEVER[term.item](s, term)


_ONE_WAY: Final = (Item.LOAN, Item.DRAWS, Item.MERCENARIES)


def _allies_in(package: Package, term: Term) -> bool:
    """9.2-2: ships are lent together with the alliance, never later."""
    both = pair(term.giver, term.receiver)
    return any(one.item is Item.ALLIANCE and pair(one.giver, one.receiver) == both for one in package.terms)


def _goes_both_ways(package: Package, term: Term) -> bool:
    back = (term.item, term.receiver, term.giver)
    return any((one.item, one.giver, one.receiver) == back for one in package.terms)


# ------------------------------------------------------------------ what can never be


def _nothing(s: HisState, term: Term) -> Reason | None:
    return None


def _never_peace(s: HisState, term: Term) -> Reason | None:
    both = is_league_war(s, term.giver, term.receiver)
    return Reason("league_war_never_ends", "9.1", term.facts()) if both else None


def _never_allied(s: HisState, term: Term) -> Reason | None:
    if pair(term.giver, term.receiver) == pair(Power.OTTOMAN, Power.PAPACY):
        return Reason("never_allied", "9.2", term.facts())
    return None


def _never_lent(s: HisState, term: Term) -> Reason | None:
    return Reason("no_loan_to_protestant", "9.2", term.facts()) if term.receiver is Power.PROTESTANT else None


def _never_ceded(s: HisState, term: Term) -> Reason | None:
    """R4, 1.6, 21.6"""
    space, facts = _space(term), term.facts()
    home = s.home(space)
    if space in s.board.powers[term.giver].capitals:
        return Reason("own_capital", "9.1", facts)
    if term.receiver is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", facts)
    if term.receiver in s.partners(term.giver) and home is not term.receiver:
        return Reason("same_player", "1.6", facts)
    own_minor = home in MINORS and home is not None and s.minors[home].ally is term.giver
    rule = s.setting("cede_rule")
    if own_minor and (rule != "home_keys_of_minor" or space in s.board.map.keys):
        return Reason("home_of_own_minor", "9.1", facts)
    if rule == "later" and home is not Power.INDEPENDENT and (home is None or s.master(home) is not term.receiver):
        return None if home is term.giver else Reason("ceded_to_stranger", "9.1", facts)
    return None


def _never_drawn(s: HisState, term: Term) -> Reason | None:
    if 1 <= term.count <= MOST_DRAWS:
        return None
    return Reason("not_between", "9.1", {"given": term.count, "low": 1, "high": MOST_DRAWS})


def _never_hired(s: HisState, term: Term) -> Reason | None:
    if term.receiver is Power.OTTOMAN:
        return Reason("no_mercenaries_for_ottoman", "9.1", term.facts())
    if term.receiver is Power.PROTESTANT and not s.has_happened(Milestone.SCHMALKALDIC_LEAGUE):
        return Reason("before_the_league", "21.6", term.facts())
    if 1 <= term.count <= MOST_MERCENARIES:
        return None
    return Reason("not_between", "9.1", {"given": term.count, "low": 1, "high": MOST_MERCENARIES})


def _never_divorced(s: HisState, term: Term) -> Reason | None:
    right = (term.giver, term.receiver) == (Power.PAPACY, Power.ENGLAND)
    return None if right else Reason("divorce_by_papacy", "9.1", term.facts())


def _never_lifted(s: HisState, term: Term) -> Reason | None:
    return None if term.giver is Power.PAPACY else Reason("lifted_by_papacy", "9.1", term.facts())


def _space(term: Term) -> SpaceId:
    """Raises ValueError for a term without space."""
    if term.space is None:
        raise ValueError(f"{term} names no space")
    return term.space


_NEVER: Final[Mapping[Item, Callable[[HisState, Term], Reason | None]]] = {
    Item.END_WAR: _never_peace,
    Item.ALLIANCE: _never_allied,
    Item.LOAN: _never_lent,
    Item.RETURN_LEADER: _nothing,
    Item.CEDE: _never_ceded,
    Item.DRAWS: _never_drawn,
    Item.MERCENARIES: _never_hired,
    Item.DIVORCE: _never_divorced,
    Item.LIFT_EXCOMMUNICATION: _never_lifted,
}

# ------------------------------------------------------------------ what can't be now


def _no_war(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    both = pair(term.giver, term.receiver)
    at_war = s.at_war(term.giver, term.receiver) and both not in outlook.peace
    return None if at_war else Reason("not_at_war", "9.1", term.facts())


def _no_alliance(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    both, facts = pair(term.giver, term.receiver), term.facts()
    if s.at_war(term.giver, term.receiver) and both not in outlook.peace:
        return Reason("at_war", "9.2", facts)
    if both in s.alliances or both in outlook.allied:
        return Reason("already_allied", "9.2", facts)
    if both == _PAPACY_HAPSBURG and (s.this_turn.divorce_granted or outlook.divorce):
        return Reason("divorce_granted", "9.2", facts)
    return None


def _no_loan(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    reason = why_no_loan(s, term, _control(s, outlook))
    if reason is not None:
        return reason
    for owner, count in lent_ships(s, term) or ():
        space = _space(term)
        here = sum(ships.squadrons for ships in s.ships_at(space) if (ships.owner, ships.borrower) == (owner, None))
        if outlook.lent.get((space, owner), 0) + count > here:
            return Reason("not_so_many_squadrons", "9.2", term.facts())
    return None


def _no_return(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    leader = term.leaders[0]
    state, facts = s.leaders[leader], {**term.facts(), "leader": leader}
    held = state.where is Whereabouts.CAPTURED and state.captor is term.giver and leader not in outlook.returned
    if not held or s.master(state.power) is not term.receiver:
        return Reason("leader_not_captive", "9.1", facts)
    return None


def _no_cession(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    if _control(s, outlook)(_space(term)) is not term.giver:
        return Reason("not_controlled", "9.1", term.facts())
    return None


def _no_draws(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    """R40: the number of cards in a hand is public."""
    given = [*s.this_turn.draws_given, *outlook.draws]
    reason = _why_no_gift(given, term, MOST_DRAWS)
    hand = outlook.cards.get(term.giver, len(s.powers[term.giver].hand))
    if reason is None and hand < term.count:
        return Reason("no_card_to_draw", "9.1", {**term.facts(), "left": hand})
    return reason


def _no_mercenaries(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    given = [*s.this_turn.mercenaries_given, *outlook.mercenaries]
    reason = _why_no_gift(given, term, MOST_MERCENARIES)
    leaving = sum(gift.giver is term.giver for gift in outlook.mercenaries)
    if reason is None and sum(mercenaries_of(s, term.giver).values()) - leaving < term.count:
        return Reason("not_so_many_mercenaries", "9.1", term.facts())
    return reason or why_no_mercenaries(s, term, _control(s, outlook))


def _why_no_gift(given: list[Gift], term: Term, most: int) -> Reason | None:
    """One direction for each pair and turn, and no more than one deal may give."""
    facts = term.facts()
    if Gift(term.receiver, term.giver) in given:
        return Reason("one_direction_only", "9.1", facts)
    before = given.count(Gift(term.giver, term.receiver))
    if before + term.count > most:
        return Reason("too_much_this_turn", "9.1", {**facts, "high": most, "given": before})
    return None


def _no_divorce(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    facts: dict[str, Json] = term.facts()
    if s.tudors.marital != ASK_FOR_DIVORCE or outlook.divorce:
        return Reason("not_asked_for_divorce", "9.1", facts)
    if _PAPACY_HAPSBURG in s.alliances or _PAPACY_HAPSBURG in outlook.allied:
        return Reason("papacy_allied_to_hapsburg", "9.1", facts)
    return why_no_advance(s)


def _no_lifting(s: HisState, term: Term, outlook: Outlook) -> Reason | None:
    if not is_excommunicated(s, term.receiver) or term.receiver in outlook.lifted:
        return Reason("not_excommunicated", "9.1", term.facts())
    return None


def _control(s: HisState, outlook: Outlook) -> Callable[[SpaceId], Power]:
    return lambda space: outlook.control.get(space, s.spaces[space].controller)


_NOW: Final[Mapping[Item, Callable[[HisState, Term, Outlook], Reason | None]]] = {
    Item.END_WAR: _no_war,
    Item.ALLIANCE: _no_alliance,
    Item.LOAN: _no_loan,
    Item.RETURN_LEADER: _no_return,
    Item.CEDE: _no_cession,
    Item.DRAWS: _no_draws,
    Item.MERCENARIES: _no_mercenaries,
    Item.DIVORCE: _no_divorce,
    Item.LIFT_EXCOMMUNICATION: _no_lifting,
}

# ------------------------------------------------------------------ what a term changes


def _note(s: HisState, term: Term, outlook: Outlook) -> None:
    """What the terms behind this one must know of it."""
    gift, both = Gift(term.giver, term.receiver), pair(term.giver, term.receiver)
    if term.item is Item.END_WAR:
        outlook.peace.append(both)
        if Power.PAPACY in (term.giver, term.receiver):
            outlook.lifted += [power for power in (term.giver, term.receiver) if power is not Power.PAPACY]
    elif term.item is Item.ALLIANCE:
        outlook.allied.append(both)
    elif term.item is Item.LOAN:
        for owner, count in lent_ships(s, term) or ():
            key = (_space(term), owner)
            outlook.lent[key] = outlook.lent.get(key, 0) + count
    elif term.item is Item.RETURN_LEADER:
        outlook.returned += term.leaders
    elif term.item is Item.CEDE:
        outlook.control[_space(term)] = term.receiver
    elif term.item is Item.DRAWS:
        outlook.draws += [gift] * term.count
        for power, change in ((term.giver, -term.count), (term.receiver, term.count)):
            outlook.cards[power] = outlook.cards.get(power, len(s.powers[power].hand)) + change
    elif term.item is Item.MERCENARIES:
        outlook.mercenaries += [gift] * term.count
    elif term.item is Item.DIVORCE:
        outlook.divorce = True
    else:
        outlook.lifted.append(term.receiver)
