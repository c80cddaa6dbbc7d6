"""9.1 The negotiation segment by letter: sealed proposals, opened in impulse order, confirmed power by power.

`propose` (all at once): see `deals`. `ratify` (each power once, in impulse order, if a deal waits for it): do="accept",
package = the number of the deal, in the order in which they are to be confirmed; all others are refused (do="refuse"
says so in words). Private talk takes place outside the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.decision import Decision, Draw, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.asking import ask_each, blank, listed, question
from engine.here_i_stand.diplomacy.carrying import carry_out
from engine.here_i_stand.diplomacy.conditions import why_never, why_no_package, why_no_terms
from engine.here_i_stand.diplomacy.deals import Package, Term, is_short, read_packages
from engine.here_i_stand.diplomacy.sampling import proposals, some_of
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Power

ACCEPT: Final = "accept"
REFUSE: Final = "refuse"
_SHORT_PARTNERS: Final = (Power.HAPSBURG, Power.FRANCE)
"""7-3: with whom England negotiates on turn 1, in the order in which the deals are announced."""


@dataclass(slots=True)
class _Deal:
    """A package on the table."""

    number: int
    package: Package
    waits_for: list[Power] = field(default_factory=list)
    """Members who have not confirmed it, in impulse order."""
    dead: bool = False


# ------------------------------------------------------------------ the segment


def negotiate(s: HisState) -> Flow[None]:
    """9.1: proposals, sealed until all are in; then each later member confirms or refuses in impulse order."""
    short = is_short(s)
    proposers = (Power.ENGLAND,) if short else MAJORS
    answers = yield from ask_each([_proposals_of(s, power) for power in proposers])
    deals = _open(s, proposers, answers)
    for power in _SHORT_PARTNERS if short else MAJORS:
        waiting = [deal for deal in deals if power in deal.waits_for and not deal.dead]
        if waiting:
            yield from _ratify(s, power, waiting)


def _open(s: HisState, proposers: Sequence[Power], answers: dict[Power, OrderAnswer]) -> list[_Deal]:
    """9.1: the deals are announced in impulse order, and numbered."""
    deals: list[_Deal] = []
    for power in proposers:
        for package in read_packages(s, power, listed(answers[power], list)).packages:
            if _why_never(s, package) is None:
                deals.append(_Deal(len(deals) + 1, package, list(package.members[1:])))
    for deal in deals:
        members: list[Json] = list(deal.package.members[1:])
        facts: dict[str, Json] = {"deal": deal.number, "power": deal.package.proposer, "powers": members}
        tell(s, Event("deal_proposed", "9.1", facts))
        for term in deal.package.in_order:
            tell(s, Event("deal_term", "9.1", {"deal": deal.number, **term.facts()}))
    return deals


# ------------------------------------------------------------------ proposing


def _proposals_of(s: HisState, power: Power) -> Decision[OrderAnswer]:
    """The question to one power for all its proposals. D6"""

    def fault(orders: list[Order]) -> Reason | None:
        reading = read_packages(s, power, orders)
        faults = [reason for reason in reading.faults if reason is not None]
        faults += [reason for one in reading.packages if (reason := _why_never(s, one)) is not None]
        return faults[0] if faults else None

    partners: list[Json] = list(_SHORT_PARTNERS if is_short(s) else (one for one in MAJORS if one is not power))
    return question(
        s, "propose", power, lambda: proposals(s, power), list,
        fault=fault,
        trial=lambda orders: _trial(s, power, orders),
        facts={"power": power, "turn": s.turn, "powers": partners},
        sampler=lambda draw: _sampled(s, power, draw, fault),
    )  # fmt: skip


def _sampled(s: HisState, power: Power, draw: Draw, fault: Callable[[list[Order]], Reason | None]) -> OrderAnswer:
    answer = some_of(s, power, proposals(s, power), draw)
    return "default" if answer != "default" and fault(answer) is not None else answer


def _why_never(s: HisState, package: Package) -> Reason | None:
    """What can't become right in these negotiations; on turn 1 only England deals, with one power at a time (7-3)."""
    if is_short(s) and (len(package.members) != 2 or package.members[1] not in _SHORT_PARTNERS):
        return Reason("first_turn_deals", "7", {"power": package.proposer})
    reasons = (why_never(s, package, term) for term in package.terms)
    return next((reason for reason in reasons if reason is not None), None)


def _trial(s: HisState, power: Power, orders: list[Order]) -> list[Reason | None]:
    """For each order, why its item could not be carried out as things stand now."""
    reading = read_packages(s, power, orders)
    bars: list[tuple[Term, Reason]] = []
    for package in reading.packages:
        bars += [(term, bar) for term, bar in zip(package.in_order, why_no_terms(s, package), strict=True) if bar]
    return [
        fault or next((bar for barred, bar in bars if barred is term), None)
        for fault, term in zip(reading.faults, reading.terms, strict=True)
    ]


# ------------------------------------------------------------------ ratifying


def _ratify(s: HisState, power: Power, waiting: list[_Deal]) -> Flow[None]:
    """9.1: a later member confirms the whole content of deals, or does not; a deal is in force at once when its last
    member has confirmed it (R6). D7"""
    answer = yield from ask(_ratification_of(s, power, waiting))
    accepted = _accepted(s, answer, {deal.number: deal.package for deal in waiting})
    for number in accepted:
        deal = next((one for one in waiting if one.number == number), None)
        if deal is None or deal.dead or power not in deal.waits_for:
            continue
        deal.waits_for.remove(power)
        tell(s, Event("deal_confirmed", "9.1", {"deal": deal.number, "power": power}))
        if not deal.waits_for:
            yield from _conclude(s, deal)
    for deal in waiting:
        if deal.number not in accepted:
            deal.dead = True
            tell(s, Event("deal_refused", "9.1", {"deal": deal.number, "power": power}))


def _conclude(s: HisState, deal: _Deal) -> Flow[None]:
    """R6: deals are carried out as they are completed; one that can't be, whole, fails."""
    if (reason := why_no_package(s, deal.package)) is not None:
        deal.dead = True
        facts: dict[str, Json] = {"deal": deal.number, "reason": reason.key, "why": dict(reason.facts)}
        tell(s, Event("deal_fails", reason.rule, facts))
        return
    tell(s, Event("deal_concluded", "9.1", {"deal": deal.number}))
    yield from carry_out(s, deal.package)


def _ratification_of(s: HisState, power: Power, waiting: list[_Deal]) -> Decision[OrderAnswer]:
    ways = [blank("ratify", do=ACCEPT, package=deal.number) for deal in waiting]
    known = [deal.number for deal in waiting]

    def why_not(wish: Alternative) -> Reason | None:
        if wish["do"] not in (ACCEPT, REFUSE):
            return Reason("unknown_name", "", {"what": "do", "given": wish["do"]})
        if wish["package"] not in known:
            numbers: list[Json] = list(known)
            return Reason("no_such_deal", "9.1", {"deal": wish["package"], "deals": numbers})
        if wish["do"] == ACCEPT:
            return why_no_package(s, next(deal.package for deal in waiting if deal.number == wish["package"]))
        return None

    def fault(orders: list[Order]) -> Reason | None:
        for order in orders:
            for wish in order:
                if wish["do"] not in (ACCEPT, REFUSE) or wish["package"] not in known:
                    return why_not(wish)
        return None

    facts: dict[str, Json] = {"power": power, "deals": [_told(deal) for deal in waiting]}
    return question(
        s, "ratify", power, lambda: ways, list, why=why_not, fault=fault, facts=facts,
        sampler=lambda draw: _some_numbers(ways, draw),
    )  # fmt: skip


def _some_numbers(ways: list[Alternative], draw: Draw) -> OrderAnswer:
    return [[way] for way in ways if draw(3)]


def _told(deal: _Deal) -> Json:
    """A deal as the question shows it."""
    package = deal.package
    terms: list[Json] = [term.facts() for term in package.in_order]
    return {"deal": deal.number, "power": package.proposer, "powers": list(package.members[1:]), "terms": terms}


def _accepted(s: HisState, answer: OrderAnswer, packages: Mapping[int, Package]) -> list[int]:
    """Numbers of the deals that are accepted, in the order of the answer; one that is also refused is refused. Of
    alternatives the first deal counts that could be carried out now."""
    found: list[int] = []
    refused: list[int] = []
    for order in listed(answer, list):
        possible = (wish for wish in order if _number(wish) in packages and _is_possible(s, packages[_number(wish)]))
        wish = next(possible, order[0])
        (found if wish["do"] == ACCEPT else refused).append(_number(wish))
    return [number for number in dict.fromkeys(found) if number not in refused]


def _number(wish: Alternative) -> int:
    return wish["package"] if isinstance(wish["package"], int) else 0


def _is_possible(s: HisState, package: Package) -> bool:
    return why_no_package(s, package) is None
