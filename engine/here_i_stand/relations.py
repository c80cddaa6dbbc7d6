"""Wars, peace and alliances between powers, and what follows when one of them begins or ends (9.1-9.3, 9.6, 22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.here_i_stand.displacement import displace_land, displace_ships
from engine.here_i_stand.presence import user_of
from engine.here_i_stand.records import Bonus, PhonyWar, Ships, pair
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    BonusKind,
    CardNumber,
    Edition,
    Milestone,
    Power,
    SeaId,
    SpaceId,
    Whereabouts,
)

PAPAL_BULL: Final = CardNumber(5)
"""The card behind the "-1 Card" marker of an excommunication (21.5)."""
LEAGUE_WARS: Final = (pair(Power.HAPSBURG, Power.PROTESTANT), pair(Power.PAPACY, Power.PROTESTANT))
"""21.6: they last for the rest of the game."""

# ------------------------------------------------------------------ queries


def is_league_war(s: HisState, one: Power, other: Power) -> bool:
    """21.6: whether this is a war that nothing ends."""
    return s.has_happened(Milestone.SCHMALKALDIC_LEAGUE) and pair(one, other) in LEAGUE_WARS


def enemies_of(s: HisState, power: Power) -> list[Power]:
    """Major powers at war with this one, in impulse order."""
    return [other for other in MAJORS if other is not power and s.at_war(power, other)]


def is_excommunicated(s: HisState, power: Power) -> bool:
    """21.5: whether a "-1 Card" marker of an excommunication lies on a power card."""
    return any(marker.card == PAPAL_BULL for marker in s.powers[power].minus_cards)


def shared_spaces(s: HisState, ones: Iterable[Power], others: Iterable[Power]) -> list[SpaceId]:
    """R25: spaces in which land units or army leaders of powers of both sides stand, in data order."""
    both = _places(s, tuple(ones)) & _places(s, tuple(others))
    return [space for space in s.spaces if space in both]


def _places(s: HisState, owners: Sequence[Power]) -> set[str]:
    """Where land units or army leaders of one of these owners are; an army leader may be at sea."""
    found: set[str] = {
        space
        for space, forces in s.forces.items()
        if any(owner in forces.outside or owner in forces.inside for owner in owners)
    }
    on_map = ((leader, state) for leader, state in s.leaders.items() if state.where is Whereabouts.MAP)
    return found | {state.at for leader, state in on_map if state.power in owners and not s.board.leaders[leader].naval}


# ------------------------------------------------------------------ war


def open_war(s: HisState, one: Power, other: Power, *, rule: str, already: Sequence[Power] = ()) -> Flow[None]:
    """9.6, R25: two powers are at war from now on: an alliance between them is over, those who share a space part, and
    fleets in one sea zone fight at once.

    `one` is the power that caused the war. `already` are active minors that were at war with the other side before:
    their pieces stay where they are.
    """
    one, other = s.master(one), s.master(other)
    if s.at_war(one, other):
        return
    yield from break_alliance(s, one, other, rule=rule)
    s.begin_war(one, other)
    tell(s, Event("war_begins", rule, {"power": one, "rival": other}))
    ones = [power for power in s.own_force(one) if power not in already]
    others = [power for power in s.own_force(other) if power not in already]
    yield from part(s, ones, others, rule=rule)
    yield from end_sieges(s)
    yield from fight_at_sea(s, one, other)


def part(s: HisState, ones: Sequence[Power], others: Sequence[Power], *, rule: str) -> Flow[None]:
    """R25: of new enemies in one space, those who don't control it are displaced."""
    for space in shared_spaces(s, ones, others):
        for power in _in_order(s, (*ones, *others)):
            if s.master(s.spaces[space].controller) is not power:
                yield from displace_land(s, power, space, rule=rule)


def _in_order(s: HisState, owners: Iterable[Power]) -> list[Power]:
    """The powers that act for these owners, in the order of `Power`."""
    masters = [s.master(owner) for owner in owners]
    return [power for power in Power if power in masters]


def end_sieges(s: HisState) -> Flow[None]:
    """15: what follows for sieges when wars have begun or ended."""
    from engine.here_i_stand.siege import check_sieges  # sieges need battles, battles need this

    yield from check_sieges(s)


def fight_at_sea(s: HisState, one: Power, other: Power) -> Flow[None]:
    """9.6, R25: fleets of new enemies in one sea zone fight at once; the active power attacks, else the first one."""
    if not any(_sail(s, one, sea) and _sail(s, other, sea) for sea in s.board.map.seas):
        return
    from engine.here_i_stand.naval import fight_at_once  # battles need this module

    yield from fight_at_once(s, one, other, s.impulse.power if s.impulse is not None else None)


def _sail(s: HisState, power: Power, sea: SeaId) -> bool:
    return any(user_of(s, ships) is power for ships in s.ships_at(sea))


# ------------------------------------------------------------------ peace


def make_peace(s: HisState, one: Power, other: Power, *, rule: str) -> None:
    """9.3-8: the war is over; peace with the Papacy ends an excommunication. Raises ValueError without a war."""
    s.end_war(one, other)
    s.this_turn.peace_made.append(pair(one, other))
    s.taken = [loss for loss in s.taken if pair(loss.giver, loss.receiver) != pair(one, other)]
    for phony in s.phony_wars:
        if (phony.declarer, phony.protector) in ((one, other), (other, one)):
            phony.for_good = True
    tell(s, Event("peace_made", rule, {"power": one, "rival": other}))
    for power, papacy in ((one, other), (other, one)):
        if papacy is Power.PAPACY and is_excommunicated(s, power):
            lift_excommunication(s, power, rule=rule)


def lift_excommunication(s: HisState, power: Power, *, rule: str) -> None:
    """9.1, 9.3-8, 9.5: a "-1 Card" marker goes; the box on the Papal card stays used. Raises ValueError without one."""
    markers = s.powers[power].minus_cards
    found = next((marker for marker in markers if marker.card == PAPAL_BULL), None)
    if found is None:
        raise ValueError(f"no marker of an excommunication lies with {power}")
    markers.remove(found)
    tell(s, Event("excommunication_lifted", rule, {"power": power}))


def award_war_winner(s: HisState, power: Power, vp: int, *, rule: str) -> None:
    """9.3, 22.5: War Winner VP from the bank."""
    s.powers[power].bonus.append(Bonus(BonusKind.WAR_WINNER, vp))
    tell(s, Event("war_winner", rule, {"power": power, "count": vp}))


def end_wars_of_minor(s: HisState, minor: Power, *, rule: str) -> None:
    """22.2-5: all wars of a minor end."""
    for war in [war for war in s.wars if minor in (war.first, war.second)]:
        s.wars.remove(war)
        rival = war.first if war.second is minor else war.second
        tell(s, Event("peace_made", rule, {"power": minor, "rival": rival}))


# ------------------------------------------------------------------ alliances


def make_alliance(s: HisState, one: Power, other: Power, *, rule: str) -> None:
    """9.2: two major powers are allied until Winter."""
    s.ally(one, other)
    s.this_turn.allied.append(pair(one, other))
    tell(s, Event("alliance_made", rule, {"power": one, "rival": other}))


def break_alliance(s: HisState, one: Power, other: Power, *, rule: str) -> Flow[None]:
    """Two powers are allied no more before Winter, because they are at war (21.6, 22.5); loans between them end, and
    ships that were on loan in a port go home."""
    if one in MINORS or other in MINORS or pair(one, other) not in s.alliances:
        return
    s.alliances.remove(pair(one, other))
    tell(s, Event("alliance_ends", rule, {"power": one, "rival": other}))
    for owner, borrower in ((one, other), (other, one)):
        for port in end_loans(s, s.own_force(owner), borrower):
            yield from displace_ships(s, owner, port, rule=rule)


def end_loans(s: HisState, owners: Sequence[Power], borrower: Power | None) -> list[SpaceId]:
    """Ships and naval leaders of these owners on loan, to one power or to any, act for their own power again; gives
    the ports where they are."""
    places: list[str] = []
    for place in [SpaceId(place) for place in s.fleets]:
        for ships in [one for one in s.ships_at(place) if one.owner in owners and _lent(one.borrower, borrower)]:
            back = Ships(ships.owner, ships.squadrons, ships.corsairs, ships.borrower)
            s.take_ships(back, place)
            s.add_ships(Ships(back.owner, back.squadrons, back.corsairs), place)
            places.append(place)
    for state in s.leaders.values():
        if state.power in owners and _lent(state.borrower, borrower):
            state.borrower = None
            if state.where is Whereabouts.MAP:
                places.append(state.at)
    return [SpaceId(place) for place in dict.fromkeys(places) if place in s.spaces]


def _lent(to: Power | None, borrower: Power | None) -> bool:
    return to is not None and borrower in (None, to)


# ------------------------------------------------------------------ 9.6-5 phony wars, later edition


def mark_phony_war(s: HisState, declarer: Power, minor: Power) -> None:
    """9.6-5, later edition: the declarer of a war with intervention has -1 VP until a battle is fought for it; there is
    one marker for each minor."""
    if s.printing is not Edition.ANNIVERSARY116 or any(phony.minor is minor for phony in s.phony_wars):
        return
    s.phony_wars.append(PhonyWar(declarer, minor, s.master(minor)))
    s.powers[declarer].bonus.append(Bonus(BonusKind.PHONY_WAR, -1))
    tell(s, Event("phony_war", "9.6", {"power": declarer, "minor": minor, "count": -1}))


def battle_fought(s: HisState, one: Power, other: Power) -> None:
    """9.6-5, later edition: a field battle or assault between a declarer and the minor or its protector takes the
    marker away, unless peace came first."""
    for phony in [phony for phony in s.phony_wars if not phony.for_good]:
        foes = (phony.minor, s.master(phony.minor), phony.protector)
        if any(
            phony.declarer is s.master(a) and (b in foes or s.master(b) in foes)
            for a, b in ((one, other), (other, one))
        ):
            s.phony_wars.remove(phony)
            s.powers[phony.declarer].bonus.remove(Bonus(BonusKind.PHONY_WAR, -1))
            tell(s, Event("phony_war_over", "9.6", {"power": phony.declarer, "minor": phony.minor}))


def met_this_turn(s: HisState, one: Power, other: Power) -> bool:
    """9.6: whether two powers made peace or an alliance in this Diplomacy phase."""
    return one is not other and pair(one, other) in (*s.this_turn.peace_made, *s.this_turn.allied)
