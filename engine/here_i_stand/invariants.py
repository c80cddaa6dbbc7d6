"""What must hold between any two steps. A breach is always a fault of ours."""

from __future__ import annotations

from collections import Counter

from engine.core.table import BrokenInvariant
from engine.here_i_stand.board.people import Leader
from engine.here_i_stand.faith.standings import standing_fault
from engine.here_i_stand.faith.translating import translation_fault
from engine.here_i_stand.forces import is_representable, ships_left, ships_on_track
from engine.here_i_stand.marriage import chart_fault
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.records import Land, LeaderState, pair
from engine.here_i_stand.siege import outnumbers
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    Milestone,
    Phase,
    Power,
    Religion,
    SeaId,
    SpaceId,
    UnitType,
    Whereabouts,
)
from engine.here_i_stand.voyages.conserved import new_world_fault
from engine.here_i_stand.war_units import war_fault


def check(s: HisState) -> None:
    """All of it. Raises BrokenInvariant with what is wrong and the rule."""
    _spaces(s)
    _markers(s)
    _land_types(s)
    _counters(s)
    _fortifications(s)
    _sieges(s)
    _fleets(s)
    _leaders(s)
    _cards(s)
    _hands(s)
    _relations(s)
    _coexistence(s)
    _vp_sources(s)
    if fault := war_fault(s):
        raise _broken(fault, "21.7")
    if fault := translation_fault(s):
        raise _broken(fault, "18.1")
    if fault := standing_fault(s):
        raise _broken(fault, "18.2")
    if fault := chart_fault(s):
        raise _broken(fault, "21.3")
    if fault := new_world_fault(s):
        raise _broken(fault, "20")


def _broken(sentence: str, rule: str) -> BrokenInvariant:
    return BrokenInvariant(f"{sentence} (rule {rule})")


# ---------------------------------------------------------------------- spaces


def _spaces(s: HisState) -> None:
    """2.2, 2.3: one controller and one religion each; nothing is out of play that is held."""
    if list(s.spaces) != list(s.board.map.spaces):
        raise _broken("the spaces are not those of the map", "2.1")
    active = [minor for minor in MINORS if s.minors[minor].ally is not None]
    for (space, here), printed in zip(s.spaces.items(), s.board.map.spaces.values(), strict=True):
        faithless = printed.home is None or printed.home is Power.OTTOMAN
        if (here.religion is Religion.NONE) != faithless:
            raise _broken(f"{space} has the religion {here.religion}", "2.3")
        if here.university and here.religion is Religion.NONE:
            raise _broken(f"a university is in {space}, which has no religion", "18.1")
        if printed.home is None and s.home(space) is None and _is_used(s, space):
            raise _broken(f"{space} is out of play and not empty", "21.1")
        if here.controller in active:
            raise _broken(f"{space} is controlled by {here.controller}, which is active", "22.2")


def _is_used(s: HisState, space: SpaceId) -> bool:
    here = s.spaces[space]
    return here.controller is not Power.INDEPENDENT or here.unrest or s.is_occupied(space)


def _markers(s: HisState) -> None:
    """2.1, 21.1: fortress markers and pirate havens."""
    limits, spaces = s.board.tables.limits, s.board.map.spaces
    fortresses = [space for space, here in s.spaces.items() if here.fortress]
    havens = [space for space, here in s.spaces.items() if here.haven]
    if len(fortresses) > limits.fortress_markers or any(spaces[space].fortified for space in fortresses):
        raise _broken(f"fortress markers lie on {', '.join(fortresses)}", "2.1")
    if len(havens) > limits.pirate_havens or not all(spaces[space].haven_site for space in havens):
        raise _broken(f"pirate havens lie on {', '.join(havens)}", "21.1")
    if havens and not s.has_happened(Milestone.BARBARY_PIRATES):
        raise _broken("there are pirate havens before the Barbary Pirates", "21.1")
    for space, regulars in s.display.items():
        if regulars != s.board.tables.display.get(space):
            raise _broken(f"the display has {regulars} regulars for {space}", "21.6")


# ---------------------------------------------------------------------- units


def _land_types(s: HisState) -> None:
    """5.2: every power has the units for which it has counters."""
    for space, forces in s.forces.items():
        for part in (forces.outside, forces.inside):
            for owner, units in part.items():
                if not _has_counters(s, owner, units):
                    raise _broken(f"{owner} has units in {space} for which it has no counters", "5.2")
    for war in s.foreign_wars:
        if not _has_counters(s, s.board.tables.foreign_wars[war.card].power, war.units):
            raise _broken(f"the units on card {war.card} are {war.units}", "21.7")


def _has_counters(s: HisState, owner: Power, units: Land) -> bool:
    second = s.board.powers[owner].second_type
    mercenaries = units.mercenaries == 0 or second is UnitType.MERCENARY
    cavalry = units.cavalry == 0 or second is UnitType.CAVALRY
    return min(units.regulars, units.mercenaries, units.cavalry) >= 0 and mercenaries and cavalry


def _counters(s: HisState) -> None:
    """5.2, 5.3: no more units than can be laid out."""
    for owner in Power:
        if not is_representable(s, owner):
            raise _broken(f"the land units of {owner} can't be laid out with its counters", "5.2")
        if ships_left(s, owner) < 0 or ships_on_track(s, owner) < 0:
            raise _broken(f"{owner} has more naval units than counters", "5.3")


def _fortifications(s: HisState) -> None:
    """2.1, 15: what stands inside fortifications and before them."""
    for space, forces in s.forces.items():
        strengths = [units.strength for part in (forces.outside, forces.inside) for units in part.values()]
        if forces.empty or not all(strengths):
            raise _broken(f"{space} remembers units that are gone", "5.2")
        if not (forces.inside or forces.sieges):
            continue
        inside = sum(units.strength for units in forces.inside.values())
        if inside > s.board.tables.limits.garrison:
            raise _broken(f"{inside} land units are inside the fortifications of {space}", "2.1")
        if not s.is_fortified(space) and (forces.inside or forces.sieges):
            raise _broken(f"{space} is besieged and has no fortifications", "15")
        for besieger in forces.sieges:
            if besieger not in MAJORS:
                raise _broken(f"{besieger} besieges {space}", "15")


def _sieges(s: HisState) -> None:
    """14, 15: between two impulses no battle lies open, besiegers outnumber those inside, and nobody else is inside."""
    if s.phase is not Phase.ACTION or s.impulse is not None:
        return
    if s.battle is not None:
        raise _broken(f"a battle lies open in {s.battle.at}", "14")
    for space, forces in s.forces.items():
        for besieger in forces.sieges:
            if not outnumbers(s, besieger, space):
                raise _broken(f"{besieger} besieges {space} and does not outnumber those inside", "15")
        if forces.inside and not forces.sieges:
            raise _broken(f"units are inside the fortifications of {space}, which nobody besieges", "15")


def _fleets(s: HisState) -> None:
    """2.5, 5.3, 9.2, 16.1: ships are in ports and sea zones."""
    for place, fleet in s.fleets.items():
        if place not in s.board.map.seas and place not in s.board.map.ports:
            raise _broken(f"naval units are in {place}, which is neither port nor sea zone", "2.5")
        once = {(ships.owner, ships.borrower) for ships in fleet}
        if not fleet or len(once) != len(fleet):
            raise _broken(f"the naval units in {place} are {fleet}", "5.3")
        for ships in fleet:
            if min(ships.squadrons, ships.corsairs) < 0 or not ships.count:
                raise _broken(f"{ships} is in {place}", "5.3")
            if ships.corsairs and (ships.owner is not Power.OTTOMAN or ships.borrower is not None):
                raise _broken(f"{ships.borrower or ships.owner} has corsairs in {place}", "9.2")
            if ships.borrower is Power.PROTESTANT or ships.borrower in MINORS:
                raise _broken(f"{ships.borrower} has borrowed naval units", "9.2")
            if place in s.board.map.closed_seas.get(ships.owner, ()):
                raise _broken(f"naval units of {ships.owner} are in {place}", "16.1")


# ---------------------------------------------------------------------- leaders


def _leaders(s: HisState) -> None:
    """5.1: each leader is in one place, and of the kind that may be there."""
    if list(s.leaders) != list(s.board.leaders):
        raise _broken("the leaders are not those of the board", "5.1")
    for leader, state in s.leaders.items():
        fault = _fault(s, s.board.leaders[leader], state)
        if fault:
            raise _broken(f"{leader} {fault}", "5.1")


def _fault(s: HisState, leader: Leader, state: LeaderState) -> str:
    """What is wrong about a leader, or nothing."""
    on_map = state.where is Whereabouts.MAP
    spaces = SpaceId(state.at) in s.spaces
    seas = leader.naval and SeaId(state.at) in s.board.map.seas
    if on_map and not (spaces or seas):
        return f"is in {state.at!r}"
    if on_map and leader.naval and spaces and not s.board.map.spaces[SpaceId(state.at)].port:
        return f"is in {state.at}, which is no port"
    if not on_map and (state.at or state.inside or state.borrower):
        return f"is {state.where} and in {state.at!r}"
    if state.inside and not s.is_fortified(SpaceId(state.at)):
        return f"is inside fortifications in {state.at}"
    minor_has_him = state.where is Whereabouts.ASIDE and state.captor in MINORS  # R92
    if (state.where is Whereabouts.CAPTURED) != (state.captor is not None) and not minor_has_him:
        return f"is {state.where} with the captor {state.captor}"
    if (state.where is Whereabouts.FOREIGN_WAR) != (state.card is not None):
        return f"is {state.where} with the card {state.card}"
    if leader.power is not None and state.power not in (leader.power, leader.other_power):
        return f"serves {state.power}"
    return ""


# ---------------------------------------------------------------------- cards


def _cards(s: HisState) -> None:
    """6.2: no card is made or lost."""
    piles = [s.deck, s.discard, s.removed, s.waiting, s.set_aside, s.ruling, s.beside_map]
    hands = [pile for one in s.powers.values() for pile in (one.hand, one.home_cards, one.spent_home_cards)]
    found = Counter(card for pile in (*piles, *hands) for card in pile)
    for card in s.board.cards:
        if found[card] != 1:
            raise _broken(f"card {card} is there {found[card]} times", "6.2")
    if len(found) != len(s.board.cards):
        raise _broken("there are cards that are not in the game", "6.2")
    for war in s.foreign_wars:
        if war.card not in s.beside_map:
            raise _broken(f"the foreign war {war.card} does not lie beside the map", "21.7")


def _hands(s: HisState) -> None:
    """6.1: home cards are with their owners, and the hands in order, so that nothing can be read from them."""
    for power, state in s.powers.items():
        at_home = [*state.home_cards, *state.spent_home_cards]
        if any(s.board.cards[card].owner is not power for card in at_home):
            raise _broken(f"{power} has the home cards {at_home}", "6.1")
        if state.hand != sorted(state.hand) or state.home_cards != sorted(state.home_cards):
            raise _broken(f"the hand of {power} is out of order", "6.1")
        if any(s.board.cards[card].owner is not None for card in state.hand):
            raise _broken(f"{power} has a home card among the others", "6.1")


# ---------------------------------------------------------------------- relations


def _relations(s: HisState) -> None:
    """9.1, 9.2, 22: wars and alliances are between two, each once, and never both."""
    for known in (s.wars, s.alliances):
        if len(set(known)) != len(known) or any(one != pair(one.first, one.second) for one in known):
            raise _broken(f"{known} are not pairs in order, each once", "0.2")
    for war in s.wars:
        if s.allied(war.first, war.second):
            raise _broken(f"{war.first} and {war.second} are at war and allied", "9.2")
        for minor in (war.first, war.second):
            if minor is Power.INDEPENDENT or (minor in MINORS and s.minors[minor].ally is not None):
                raise _broken(f"{minor} has a war of its own", "22.2")
    for one in s.alliances:
        if one.first not in MAJORS or one.second not in MAJORS:
            raise _broken(f"{one.first} and {one.second} are allied like major powers", "9.2")
        if one == pair(Power.PAPACY, Power.OTTOMAN):
            raise _broken("the Papacy and the Ottoman are allied", "9.2")
    for minor, state in s.minors.items():
        if state.ally is not None and state.ally not in s.board.minors[minor].by:
            raise _broken(f"{minor} is active for {state.ally}", "22.1")


def _coexistence(s: HisState) -> None:
    """2.1: no two powers at war are in one unfortified space."""
    for space in s.forces:
        if s.is_fortified(space):
            continue
        owners = land_owners(s, space)
        for owner in owners:
            if any(s.at_war(owner, other) for other in owners):
                raise _broken(f"enemies stand in {space}, which is unfortified", "2.1")


# ---------------------------------------------------------------------- victory points


def _vp_sources(s: HisState) -> None:
    """4, 23.2: tracks within their boxes: so every VP has its source. What a box gives is checked at loading."""
    tracks, now = s.board.tables.tracks, s.tracks
    steps = (
        ("piracy", now.piracy, tracks.piracy),
        ("chateaux", now.chateaux, tracks.chateaux),
        ("Saint Peter's CP", now.saint_peters_cp, tracks.saint_peters_cp - 1),
        ("Saint Peter's VP", now.saint_peters_vp, tracks.saint_peters_vp),
    )
    for name, step, most in steps:
        if not 0 <= step <= most:
            raise _broken(f"the track of {name} is at {step}", "4")
