"""16.4 Piracy: Ottoman corsairs against a power that controls a port of their sea zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.core.decision import Decision, Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, roll
from engine.core.options import Alternative, Order, OrderAnswer
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank, choose, listed, question
from engine.here_i_stand.card_moves import take_at_random
from engine.here_i_stand.cards import responses
from engine.here_i_stand.fleets import fleet_at, is_own_port, sink
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.presence import is_besieged, user_of
from engine.here_i_stand.records import Bonus, Ships
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    BonusKind,
    Milestone,
    PlaceId,
    Power,
    SeaId,
    SpaceId,
    SpaceKind,
    TurnMarker,
)
from engine.here_i_stand.victory import totals

WORD: Final = "piracy"
COST: Final = "initiate_piracy"
RULE: Final = "16.4"
SPREAD: Final = "spread"
_IN_ZONE, _NEAR = 2, 1
"""Dice for a squadron of the target."""
_MUCH: Final = 20
"""D54: VP of the Ottoman from which on the default spares it further ones."""
_TYRRHENIAN: Final = SeaId("tyrrhenian_sea")
_JULIA_VP: Final = 1


class Award(StrEnum):
    """16.4-5: what the target gives for a hit."""

    SQUADRON = "squadron"
    CARD = "card"
    VP = "vp"


# ------------------------------------------------------------------ 16.4-1 who and where


def why_no_piracy(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """16.4-1: why piracy is not possible, want of CP included; None when it is."""
    sea, named = wish["sea"], wish["power"]
    if sea not in s.board.map.seas:
        return Reason("unknown_name", "", {"what": "sea", "given": sea})
    if named not in list(Power):
        return Reason("unknown_name", "", {"what": "power", "given": named})
    reason = why_not_pay(s, power, cost_of(s, power, COST), "11.1")
    return reason or _why_not_zone(s, power, SeaId(str(sea))) or _why_not_target(s, SeaId(str(sea)), Power(str(named)))


def _why_not_zone(s: HisState, power: Power, sea: SeaId) -> Reason | None:
    facts: dict[str, Json] = {"power": power, "sea": sea}
    if not s.has_happened(Milestone.BARBARY_PIRATES):
        return Reason("before_barbary_pirates", RULE, facts)
    if s.impulse is not None and s.impulse.foul_weather:
        return Reason("foul_weather", RULE, facts)
    if not fleet_at(s, power, sea).corsairs:
        return Reason("no_corsairs", RULE, facts)
    if sea in s.this_turn.piracy:
        return Reason("piracy_done_in_zone", RULE, facts)
    limit = s.board.tables.limits.piracy_actions
    if len(s.this_turn.piracy) >= limit:
        return Reason("piracy_limit", "R64", {**facts, "limit": limit})
    return None


def _why_not_target(s: HisState, sea: SeaId, target: Power) -> Reason | None:
    facts: dict[str, Json] = {"rival": target, "sea": sea}
    if target not in MAJORS or target is Power.OTTOMAN or not ports_of(s, target, sea):
        return Reason("no_port_of_target", RULE, facts)
    if target in s.partners(Power.OTTOMAN):
        return Reason("same_player", "1.6", facts)
    return None


def ports_of(s: HisState, power: Power, sea: SeaId) -> list[SpaceId]:
    """Ports of a zone that a power controls, those of its active minors too (2.2)."""
    return [port for port in s.board.map.seas[sea].ports if is_own_port(s, power, port)]


# ------------------------------------------------------------------ 16.4-2, 16.4-4 dice


def targets_dice(s: HisState, sea: SeaId, target: Power) -> int:
    """16.4-2: what squadrons and fortresses shoot with. R53: besieged ports do not matter for squadrons."""
    zone = s.board.map.seas[sea]
    near: tuple[PlaceId, ...] = (*zone.ports, *zone.adjacent)
    ships = [ships for place in near for ships in s.ships_at(place) if _fires(s, user_of(s, ships), target)]
    guns = [port for port in zone.ports if _has_guns(s, port, target)]
    return _IN_ZONE * fleet_at(s, target, sea).squadrons + sum(_NEAR * one.squadrons for one in ships) + len(guns)


def _fires(s: HisState, power: Power, target: Power) -> bool:
    return power is target or s.at_war(Power.OTTOMAN, power)


def _has_guns(s: HisState, port: SpaceId, target: Power) -> bool:
    """A fortress of the target, of an enemy of the Ottoman or of the Knights, neither in unrest nor besieged."""
    if not is_fortress(s, port) or s.spaces[port].unrest or is_besieged(s, port):
        return False
    controller = s.spaces[port].controller
    if controller is Power.INDEPENDENT:
        return s.land(controller, port).strength > 0
    return _fires(s, controller, target)


def is_fortress(s: HisState, space: SpaceId) -> bool:
    """16.4-2: printed or by a marker; no key, no electorate."""
    here = s.spaces[space]
    return here.fortress or here.haven or s.board.map.spaces[space].kind is SpaceKind.FORTRESS


def pirates_dice(s: HisState, sea: SeaId, target: Power) -> int:
    """16.4-4: 1 or 2, and the piracy rating of a leader in the zone; none without a corsair."""
    fleet = fleet_at(s, Power.OTTOMAN, sea)
    if not fleet.corsairs:
        return 0
    single = fleet.corsairs == 1 or len(ports_of(s, target, sea)) == 1
    return (1 if single else 2) + max((s.board.leaders[leader].piracy for leader in fleet.leaders), default=0)


# ------------------------------------------------------------------ the action


@dataclass(frozen=True, slots=True)
class _Throw:
    """Dice and their hits."""

    dice: tuple[int, ...]
    hits: int

    def facts(self) -> dict[str, Json]:
        """What an event says of them."""
        shown: list[Json] = list(self.dice)
        return {"dice": shown, "hits": self.hits}


def piracy(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """16.4 Piracy. False: called off, or without a hit. D53"""
    sea, target = SeaId(str(wish["sea"])), Power(str(wish["power"]))
    cost = cost_of(s, power, COST) or 0
    pay(s, cost)
    tell(s, Event("piracy", RULE, {"power": power, "sea": sea, "rival": target}))
    facts: dict[str, Json] = {"rival": target, "sea": sea, "corsairs": fleet_at(s, power, sea).corsairs}
    called_off = yield from responses.declared(s, responses.PIRACY, cost=cost, space=sea, facts=facts)
    if called_off:
        return False
    s.this_turn.piracy.append(sea)
    yield from _defence(s, sea, target)
    hits = yield from _attack(s, sea, target)
    yield from _awards(s, sea, target, hits)
    return hits > 0


def _defence(s: HisState, sea: SeaId, target: Power) -> Flow[None]:
    """16.4-3: each hit removes a corsair."""
    thrown = yield from _roll(s, "piracy_defence", targets_dice(s, sea, target))
    tell(s, Event("piracy_defence", RULE, {"power": target, "sea": sea, **thrown.facts()}))
    lost = min(thrown.hits, fleet_at(s, Power.OTTOMAN, sea).corsairs)
    if lost:
        sink(s, Power.OTTOMAN, sea, Ships(Power.OTTOMAN, corsairs=lost), rule=RULE)


def _attack(s: HisState, sea: SeaId, target: Power) -> Flow[int]:
    """16.4-4, 16.4-5; card 84 looks at the hits."""
    thrown = yield from _roll(s, "piracy_attack", pirates_dice(s, sea, target))
    tell(s, Event("piracy_attack", RULE, {"power": Power.OTTOMAN, "sea": sea, **thrown.facts()}))
    if thrown.hits and sea == _TYRRHENIAN and TurnMarker.JULIA_GONZAGA in s.this_turn.markers:
        s.this_turn.markers.remove(TurnMarker.JULIA_GONZAGA)
        s.powers[Power.OTTOMAN].bonus.append(Bonus(BonusKind.JULIA_GONZAGA, _JULIA_VP))
        tell(s, Event("julia_gonzaga", "23.2", {"power": Power.OTTOMAN, "count": _JULIA_VP}))
    return thrown.hits


def _roll(s: HisState, what: str, count: int) -> Flow[_Throw]:
    dice = (yield from roll(what, count, rule=RULE)) if count else ()
    return _Throw(dice, sum(die in s.board.tables.limits.hits for die in dice))


# ------------------------------------------------------------------ 16.4-5 awards


def possible_awards(s: HisState, sea: SeaId, target: Power, given: Mapping[Award, int]) -> list[Award]:
    """16.4-5: awards that would have an effect now; with "spread" only those of them that were given least often."""
    possible = [award for award in Award if _has_effect(s, sea, target, award)]
    if s.setting("piracy_awards") != SPREAD:
        return possible
    least = min((given.get(award, 0) for award in possible), default=0)
    return [award for award in possible if given.get(award, 0) == least]


def _has_effect(s: HisState, sea: SeaId, target: Power, award: Award) -> bool:
    if award is Award.SQUADRON:
        return bool(squadrons_near(s, sea, target))
    if award is Award.CARD:
        return bool(s.powers[target].hand)
    return s.tracks.piracy < s.board.tables.tracks.piracy


def squadrons_near(s: HisState, sea: SeaId, target: Power) -> list[tuple[PlaceId, Ships]]:
    """Squadrons of the target in the zone, a port of it or an adjacent zone; those of minors and lent ones before its
    own (D52)."""
    zone = s.board.map.seas[sea]
    near: tuple[PlaceId, ...] = (sea, *zone.ports, *zone.adjacent)
    found = [
        (place, ships)
        for place in near
        for ships in s.ships_at(place)
        if ships.squadrons and user_of(s, ships) is target
    ]
    return sorted(found, key=lambda one: one[1].owner is target)


def _awards(s: HisState, sea: SeaId, target: Power, hits: int) -> Flow[None]:
    """16.4-5: for each hit the target gives the first award of its order that is possible still. D54"""
    given: Counter[Award] = Counter()
    orders: list[Order] = []
    if hits and len(possible_awards(s, sea, target, given)) > 1:
        answer = yield from ask(_question(s, sea, target, hits))
        orders = listed(answer, list)
    for _ in range(hits):
        possible = possible_awards(s, sea, target, given)
        if not possible:
            return
        award = next((one for one in _in_order(s, orders, given) if one in possible), possible[0])
        given[award] += 1
        yield from _give(s, sea, target, award)


def _in_order(s: HisState, orders: Sequence[Order], given: Mapping[Award, int]) -> list[Award]:
    """The order of preference: what the target wrote, a number being the most of that award; then the default."""
    wishes = [next((wish for wish in order if _why_not_award(wish) is None), None) for order in orders]
    written = [Award(str(wish["award"])) for wish in wishes if wish is not None and not _is_used_up(wish, given)]
    return [*written, *_default_order(s)]


def _is_used_up(wish: Alternative, given: Mapping[Award, int]) -> bool:
    most = wish["count"]
    return isinstance(most, int) and given.get(Award(str(wish["award"])), 0) >= most


def _default_order(s: HisState) -> list[Award]:
    """D54: a squadron; then VP, unless the Ottoman has many; then a card."""
    if totals(s)[Power.OTTOMAN] >= _MUCH:
        return [Award.SQUADRON, Award.CARD, Award.VP]
    return [Award.SQUADRON, Award.VP, Award.CARD]


def _why_not_award(wish: Alternative) -> Reason | None:
    if wish["do"] != "award" or wish["award"] not in list(Award):
        return Reason("unknown_name", "", {"what": "award", "given": wish["award"]})
    if isinstance(wish["count"], str):
        return Reason("unknown_name", "", {"what": "count", "given": wish["count"]})
    return None


def _question(s: HisState, sea: SeaId, target: Power, hits: int) -> Decision[OrderAnswer]:
    awards: list[Json] = list(possible_awards(s, sea, target, {}))
    facts: dict[str, Json] = {
        "power": Power.OTTOMAN,
        "asked": target,
        "sea": sea,
        "hits": hits,
        "awards": awards,
        "squadrons": sum(ships.squadrons for _, ships in squadrons_near(s, sea, target)),
        "vp": totals(s)[Power.OTTOMAN],
        "piracy_vp": s.tracks.piracy,
    }
    return question(
        s,
        "piracy_award",
        target,
        lambda: [blank("piracy_award", do="award", award=award) for award in Award],
        lambda: [[blank("piracy_award", do="award", award=award)] for award in _default_order(s)],
        why=_why_not_award,
        about=f"{sea}",
        facts=facts,
    )


def _give(s: HisState, sea: SeaId, target: Power, award: Award) -> Flow[None]:
    facts: dict[str, Json] = {"power": Power.OTTOMAN, "rival": target, "sea": sea, "award": award}
    tell(s, Event("piracy_award", RULE, facts))
    if award is Award.SQUADRON:
        yield from _lose_squadron(s, sea, target)
    elif award is Award.VP:
        s.tracks.piracy += 1
    else:
        card = yield from take_at_random(s, Power.OTTOMAN, target, rule=RULE)
        if card is not None and s.impulse is not None:
            s.impulse.held_back.append(card)


def _lose_squadron(s: HisState, sea: SeaId, target: Power) -> Flow[None]:
    """Which one, where there are several kinds or places."""
    near = squadrons_near(s, sea, target)
    choices = [blank("choice", do="choose", space=place, power=ships.owner) for place, ships in near]
    facts: dict[str, Json] = {"what": "squadron_for_pirates", "sea": sea}
    chosen = yield from choose(
        s, "choice", target, choices, choices[0], rule=RULE, about="squadron_for_pirates", facts=facts
    )
    place, ships = near[choices.index(chosen)]
    sink(s, target, place, Ships(ships.owner, 1, 0, ships.borrower), rule=RULE)


# ------------------------------------------------------------------ some that are possible


def raids(s: HisState, power: Power) -> list[Alternative]:
    """Each zone and target that is possible."""
    if power is not Power.OTTOMAN:
        return []
    found = [
        blank("impulse", do=WORD, sea=sea, power=target)
        for sea in s.board.map.seas
        if fleet_at(s, power, sea).corsairs
        for target in MAJORS
    ]
    return [wish for wish in found if why_no_piracy(s, power, wish) is None]


PIRACY: Final = Action(WORD, why_no_piracy, piracy, raids)
