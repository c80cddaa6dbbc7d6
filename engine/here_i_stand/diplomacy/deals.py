"""9.1 Deals: what a package holds, and how it is read from the orders of a letter.

An order of the kind `propose` is one item: do="propose", package = a name or number that holds items together, to = the
other members ("france,papacy"; once for each package is enough), item = one of `Item`, power = who gives, or "giver,
receiver"; for an end of war or an alliance the other party, or both. Without it the proposer gives, in a package of two
to the other member; a space is given by its controller, a captive by his captor, and what is the Pope's by the Papacy.

  end_war, alliance, divorce    nothing else
  lift_excommunication          power: whose, among several members
  loan                          space = the port, unless only one has so many squadrons; squadrons = a number of own
                                ones, or "genoa 1,venice 2"; leader
  return_leader                 leader
  cede                          space
  draws, mercenaries            count
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.options import Alternative, Order
from engine.here_i_stand.presence import ships_of
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, LeaderId, Power, SpaceId

PROPOSE: Final = "propose"
SHORT_TURN: Final = 1
"""7-3: in this turn England alone negotiates, with the Hapsburgs and with France."""


class Item(StrEnum):
    """What a deal may change (9.1); in this order a package is carried out."""

    END_WAR = "end_war"
    ALLIANCE = "alliance"
    LOAN = "loan"
    RETURN_LEADER = "return_leader"
    CEDE = "cede"
    DRAWS = "draws"
    MERCENARIES = "mercenaries"
    DIVORCE = "divorce"
    LIFT_EXCOMMUNICATION = "lift_excommunication"


MUTUAL: Final = (Item.END_WAR, Item.ALLIANCE)
"""Items in which nobody gives."""


@dataclass(frozen=True, slots=True)
class Term:
    """One item between two powers."""

    item: Item
    giver: Power
    receiver: Power
    space: SpaceId | None = None
    leaders: tuple[LeaderId, ...] = ()
    count: int = 0
    ships: tuple[tuple[Power, int], ...] = ()
    """Squadrons on loan by owner; with `count` alone they are the giver's own first, then those of its minors."""

    def facts(self) -> dict[str, Json]:
        """The term for reports and questions."""
        told: dict[str, Json] = {"item": self.item, "power": self.giver, "rival": self.receiver}
        if self.space is not None:
            told["space"] = self.space
        if self.leaders:
            told["leaders"] = list(self.leaders)
        if self.count:
            told["count"] = self.count
        return told


@dataclass(frozen=True, slots=True)
class Package:
    """A deal: it takes effect whole or not at all (9.1). `members` are in impulse order, the proposer comes first."""

    proposer: Power
    members: tuple[Power, ...]
    terms: tuple[Term, ...]
    name: str = ""

    @property
    def in_order(self) -> list[Term]:
        """The terms as they are carried out."""
        return sorted(self.terms, key=lambda term: list(Item).index(term.item))


@dataclass(slots=True)
class Reading:
    """The packages of one letter; for each order why it can't be read, or None."""

    packages: list[Package] = field(default_factory=list)
    faults: list[Reason | None] = field(default_factory=list)
    terms: list[Term | None] = field(default_factory=list)
    """For each order the item that it is."""


@dataclass(slots=True)
class _Draft:
    """The orders that name one package."""

    name: str
    members: list[Power] = field(default_factory=list)
    orders: list[int] = field(default_factory=list)


def is_short(s: HisState) -> bool:
    """7-3: whether England alone negotiates in this turn."""
    return s.turn == SHORT_TURN


# ------------------------------------------------------------------ reading a letter


def read_packages(s: HisState, proposer: Power, orders: Sequence[Order]) -> Reading:
    """The packages that a power proposes, in the order in which they are named first. A package with an order that
    can't be read is none."""
    reading = Reading(faults=[None] * len(orders), terms=[None] * len(orders))
    drafts: dict[str, _Draft] = {}
    for index, order in enumerate(orders):
        reading.faults[index] = _sort_in(drafts, proposer, index, order)
    for draft in drafts.values():
        _read_draft(s, proposer, draft, orders, reading)
    return reading


def _sort_in(drafts: dict[str, _Draft], proposer: Power, index: int, order: Order) -> Reason | None:
    """Put an order to its package, and note whom it names."""
    wish = order[0]
    if len(order) > 1:
        return Reason("no_alternatives_in_deal", "9.1", {"package": wish["package"]})
    if wish["do"] != PROPOSE:
        return _unknown("do", wish["do"])
    named = _powers(wish["to"])
    if isinstance(named, Reason):
        return named
    name = str(wish["package"]) if wish["package"] is not None else "+".join(sorted(named))
    draft = drafts.setdefault(name, _Draft(name))
    draft.orders.append(index)
    draft.members += [power for power in named if power is not proposer and power not in draft.members]
    return None


def _read_draft(s: HisState, proposer: Power, draft: _Draft, orders: Sequence[Order], reading: Reading) -> None:
    members = (proposer, *sorted(draft.members, key=MAJORS.index))
    fault = _why_no_members(s, proposer, members)
    terms: list[Term] = []
    for index in draft.orders:
        read = fault or _term(s, proposer, members, orders[index][0])
        if isinstance(read, Reason):
            reading.faults[index] = read
        else:
            reading.terms[index] = read
            terms.append(read)
    if len(terms) == len(draft.orders):
        reading.packages.append(Package(proposer, members, tuple(terms), draft.name))


def _why_no_members(s: HisState, proposer: Power, members: Sequence[Power]) -> Reason | None:
    """9.1: a deal is proposed by its earliest member in impulse order; on turn 1 by England (7-3)."""
    if len(members) == 1:
        return Reason("name_the_other_members", "9.1", {"power": proposer})
    first = min(members, key=MAJORS.index)
    if first is not proposer and not is_short(s):
        return Reason("proposed_by_earliest_member", "9.1", {"power": proposer, "rival": first})
    return None


def _powers(names: str | int | None) -> list[Power] | Reason:
    """Major powers named in a field."""
    found: list[Power] = []
    for name in str(names or "").split(","):
        if name.strip() in list(MAJORS):
            found.append(Power(name.strip()))
        elif name.strip():
            return _unknown("power", name.strip())
    return found


def _unknown(what: str, given: str | int | None) -> Reason:
    return Reason("unknown_name", "", {"what": what, "given": given})


# ------------------------------------------------------------------ reading a term


def _term(s: HisState, proposer: Power, members: Sequence[Power], wish: Alternative) -> Term | Reason:
    if wish["item"] not in list(Item):
        return _unknown("item", wish["item"])
    item = Item(str(wish["item"]))
    space, leaders = _space(s, wish), _leaders(s, wish)
    if isinstance(space, Reason) or isinstance(leaders, Reason):
        return space if isinstance(space, Reason) else leaders  # type: ignore[return-value]
    if (lack := _why_incomplete(item, space, leaders, wish)) is not None:
        return lack
    parties = _parties(s, item, proposer, members, wish, space, leaders)
    if isinstance(parties, Reason):
        return parties
    giver, receiver = parties
    if item is Item.LOAN:
        ships = _ships(wish["squadrons"])
        if isinstance(ships, Reason):
            return ships
        count = wish["squadrons"] if isinstance(wish["squadrons"], int) else sum(count for _, count in ships)
        if (space := space or _only_port(s, giver, count)) is None:
            return Reason("deal_names_no_space", "9.1", {"item": item})
        return Term(item, giver, receiver, space, leaders, count, ships)
    count = int(str(wish["count"])) if item in (Item.DRAWS, Item.MERCENARIES) else 0
    return Term(item, giver, receiver, space, leaders, count)


def _only_port(s: HisState, giver: Power, count: int) -> SpaceId | None:
    """The port of a loan that names none: the only one in which a power has so many squadrons that it may lend."""
    ports = [port for port in s.board.map.ports if _lendable(s, giver, port) >= max(count, 1)]
    return ports[0] if len(ports) == 1 else None


def _lendable(s: HisState, giver: Power, port: SpaceId) -> int:
    return sum(ships.squadrons for ships in ships_of(s, giver, port) if ships.borrower is None)


def _space(s: HisState, wish: Alternative) -> SpaceId | Reason | None:
    if wish["space"] is None:
        return None
    return SpaceId(str(wish["space"])) if wish["space"] in s.spaces else _unknown("space", wish["space"])


def _leaders(s: HisState, wish: Alternative) -> tuple[LeaderId, ...] | Reason:
    names = [name.strip() for name in str(wish["leader"] or "").split(",") if name.strip()]
    for name in names:
        if name not in s.leaders:
            return _unknown("leader", name)
    return tuple(dict.fromkeys(LeaderId(name) for name in names))


def _ships(named: str | int | None) -> tuple[tuple[Power, int], ...] | Reason:
    """ "genoa 1,venice 2"; nothing for a plain number."""
    if not isinstance(named, str):
        return ()
    found: list[tuple[Power, int]] = []
    for part in named.split(","):
        owner, _, count = part.strip().partition(" ")
        if owner not in list(Power) or not count.isdecimal():
            return _unknown("squadrons", part.strip())
        found.append((Power(owner), int(count)))
    return tuple(found)


def _why_incomplete(
    item: Item, space: SpaceId | None, leaders: tuple[LeaderId, ...], wish: Alternative
) -> Reason | None:
    """What an item lacks."""
    if item is Item.CEDE and space is None:
        return Reason("deal_names_no_space", "9.1", {"item": item})
    if item is Item.RETURN_LEADER and len(leaders) != 1:
        return Reason("deal_names_no_leader", "9.1", {"item": item})
    number = {Item.LOAN: "squadrons", Item.DRAWS: "count", Item.MERCENARIES: "count"}.get(item)
    if number is not None and wish[number] is None:
        return Reason("deal_names_no_number", "9.1", {"item": item})
    if number == "count" and not isinstance(wish["count"], int):
        return _unknown("count", wish["count"])
    return None


def _parties(
    s: HisState,
    item: Item,
    proposer: Power,
    members: Sequence[Power],
    wish: Alternative,
    space: SpaceId | None,
    leaders: Sequence[LeaderId],
) -> tuple[Power, Power] | Reason:
    """Who gives and who gets; both must be members of the package."""
    named = _powers(wish["power"])
    if isinstance(named, Reason):
        return named
    facts: dict[str, Json] = {"item": item}
    if len(named) == 2:
        parties: tuple[Power, Power] | None = (named[0], named[1])
    elif len(named) > 2:
        return Reason("name_both_powers", "9.1", facts)
    else:
        parties = _usual_parties(s, item, proposer, members, named, space, leaders)
    if parties is None:
        return Reason("name_both_powers", "9.1", facts)
    if parties[0] is parties[1]:
        return Reason("two_powers_needed", "9.1", {**facts, "power": parties[0]})
    for power in parties:
        if power not in members:
            return Reason("not_a_member", "9.1", {**facts, "power": power})
    return parties


def _usual_parties(
    s: HisState,
    item: Item,
    proposer: Power,
    members: Sequence[Power],
    named: Sequence[Power],
    space: SpaceId | None,
    leaders: Sequence[LeaderId],
) -> tuple[Power, Power] | None:
    """Giver and receiver where one power or none is named; None where that does not tell."""
    if item is Item.DIVORCE:
        return Power.PAPACY, Power.ENGLAND
    if item is Item.RETURN_LEADER and (captor := s.leaders[leaders[0]].captor) is not None:
        return captor, s.master(s.leaders[leaders[0]].power)
    if item in MUTUAL and named and named[0] is not proposer:
        return proposer, named[0]
    two = len(members) == 2
    giver = named[0] if named else proposer
    if item is Item.LIFT_EXCOMMUNICATION:
        if named and named[0] is not Power.PAPACY:
            return Power.PAPACY, named[0]
        giver = Power.PAPACY
    if item is Item.CEDE and space is not None and two and s.spaces[space].controller in members:
        giver = s.spaces[space].controller
    return (giver, next(power for power in members if power is not giver)) if two else None
