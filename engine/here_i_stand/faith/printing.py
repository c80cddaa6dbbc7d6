"""18.1 The printing press of both sides: Publish Treatise, Burn Books.

In `leaders` stand debaters who are committed: for more attempts, for Saint Peter's, or for their dice in the attempts.
"""

from __future__ import annotations

from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.people import Side, Talent
from engine.here_i_stand.cards.faith import commit
from engine.here_i_stand.faith.attempts import can_reform, reformation
from engine.here_i_stand.faith.counter import can_counter, counter_reformation
from engine.here_i_stand.faith.debaters import (
    HELP,
    bonus_of,
    english_treatise_is_englands,
    helps_england,
    ready,
    use_bonus,
    why_no_bonus,
    why_not_ready,
)
from engine.here_i_stand.faith.series import ALL_ZONES, Only, Series, Source, anywhere
from engine.here_i_stand.faith.targets import may_counter
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.saint_peters import build_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Power, ReformerId, SpaceId, Standing, TurnMarker, Zone

PUBLISH: Final = "publish"
BURN: Final = "burn"
RULE: Final = "18.1"
CRANMER: Final = ReformerId("cranmer")
ATTEMPTS: Final = 2
"""Without a debater."""
_TREATISE, _BURN_BOOKS = "publish_treatise", "burn_books"
_CHEAP_ENGLISH: Final = 2
"""115 c, for the rest of the turn."""
_PROTESTANT_ZONES: Final = (Zone.GERMAN, Zone.FRENCH, Zone.ENGLISH)


def named(wish: Alternative) -> list[str]:
    """The debaters of an order."""
    given = wish["leaders"]
    return [name.strip() for name in str(given).split(",") if name.strip()] if given is not None else []


def _why_no_debaters(s: HisState, user: Power, names: list[str], *talents: Talent) -> Reason | None:
    """18.2: why these bonuses can't be used together; None when they can."""
    for index, name in enumerate(names):
        reason = why_not_ready(s, name, *talents)
        if reason is not None:
            return reason
        if name in names[:index]:
            return Reason("debater_not_uncommitted", "18.2", {"debater": name})
    counted = [name for name in names if bonus_of(s, DebaterId(name)).talent is not Talent.SAINT_PETERS]
    if len(counted) > 1:
        return Reason("one_bonus_an_impulse", "18.2", {"power": user})
    return why_no_bonus(s, user) if counted else None


def _zone_of(wish: Alternative) -> Zone | None:
    pick = wish["pick"]
    return Zone(pick) if isinstance(pick, str) and pick in list(ALL_ZONES) else None


def _no_zone(wish: Alternative) -> Reason:
    return Reason("unknown_name", "", {"what": "zone", "given": wish["pick"]})


# ------------------------------------------------------------------ treatises


def treatise_cost(s: HisState, power: Power) -> int | None:
    """11.1, 115 c: CP of a treatise."""
    cheap = power is Power.ENGLAND and TurnMarker.THOMAS_CROMWELL in s.this_turn.markers
    return _CHEAP_ENGLISH if cheap else cost_of(s, power, _TREATISE)


def why_no_treatise(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, 18.2: why a treatise can't be published so, want of CP included; None when it can."""
    if treatise_cost(s, power) is None:
        return Reason("never_does", "11.1", {"power": power})
    if (zone := _zone_of(wish)) is None:
        return _no_zone(wish)
    if power is Power.ENGLAND:
        if s.reformers[CRANMER] is not Standing.READY:
            return Reason("reformer_not_there", RULE, {"reformer": CRANMER})
        if zone is not Zone.ENGLISH:
            return Reason("english_treatise", RULE, {"zone": zone})
    reason = why_not_pay(s, power, treatise_cost(s, power), RULE) or _why_not_with(s, power, zone, named(wish))
    if reason is not None or can_reform(s, _in(s, zone) if _writes(s, named(wish)) else anywhere):
        return reason
    return Reason("no_target", "18.3", {"power": power})


def _writes(s: HisState, names: list[str]) -> bool:
    """18.2: whether a debater is committed who makes more attempts, all of them in the zone."""
    return any(bonus_of(s, DebaterId(name)).talent is Talent.TREATISE for name in names)


def _why_not_with(s: HisState, power: Power, zone: Zone, names: list[str]) -> Reason | None:
    """18.2: Carlstadt and Calvin write for their own zone; who helps England is not for it to say, but by the later
    edition."""
    if not names:
        return None
    if power is Power.ENGLAND:
        if not english_treatise_is_englands(s):
            return Reason("bonus_of_another_power", "18.2", {"power": Power.PROTESTANT, "debater": names[0]})
        other = [name for name in names if not helps_england(s, DebaterId(name))]
        if other:
            return Reason("bonus_of_another_kind", "18.2", {"debater": other[0]})
    reason = _why_no_debaters(s, power, names, Talent.TREATISE, *HELP[Side.PROTESTANT])
    if reason is not None:
        return reason
    bonus = bonus_of(s, DebaterId(names[0]))
    if bonus.talent is Talent.TREATISE and bonus.zone is not zone:
        return Reason("debater_of_another_zone", "18.2", {"debater": names[0], "zone": bonus.zone})
    return None


def _publish(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1: the CP are paid, and the attempts made."""
    pay(s, treatise_cost(s, power) or 0)
    names = named(wish)
    yield from treatise(s, power, Zone(str(wish["pick"])), DebaterId(names[0]) if names else None)
    return True


def treatise(s: HisState, power: Power, zone: Zone, debater: DebaterId | None = None) -> Flow[None]:
    """18.1: a treatise without CP. With Carlstadt or Calvin there are more attempts, on spaces of his zone only."""
    facts: dict[str, Json] = {"power": power, "zone": zone, "debater": debater}
    tell(s, Event("treatise_published", RULE, facts))
    bonus = None if debater is None else bonus_of(s, debater)
    if debater is None or bonus is None or bonus.talent is not Talent.TREATISE:
        yield from reformation(s, Series(power, Source.TREATISE, (zone,), ATTEMPTS, helper=debater))
        return
    use_bonus(s, power, debater)
    only = _in(s, zone)
    yield from reformation(
        s, Series(power, Source.TREATISE, (zone,), bonus.attempts, only=only, debater=debater)
    )  # fmt: skip


def _in(s: HisState, zone: Zone) -> Only:
    return lambda space: s.board.map.spaces[space].zone is zone


def _treatises(s: HisState, power: Power) -> list[Alternative]:
    """In each zone, and with each debater who writes there."""
    if power not in (Power.PROTESTANT, Power.ENGLAND):
        return []
    zones = _PROTESTANT_ZONES if power is Power.PROTESTANT else (Zone.ENGLISH,)
    plain = [blank("impulse", do=PUBLISH, pick=zone) for zone in zones]
    if why_no_treatise(s, power, plain[0]) is not None:
        return []
    writers = [one for one in ready(s, Side.PROTESTANT) if bonus_of(s, one).talent is Talent.TREATISE]
    more = [blank("impulse", do=PUBLISH, pick=bonus_of(s, one).zone, leaders=one) for one in writers]
    return [*plain, *(wish for wish in more if why_no_treatise(s, power, wish) is None)]


TREATISE: Final = Action(PUBLISH, why_no_treatise, _publish, _treatises)

# ------------------------------------------------------------------ burning books


def why_no_burning(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, 18.2: why books can't be burnt so, want of CP included; None when they can. With Caraffa no zone need be
    named."""
    if cost_of(s, power, _BURN_BOOKS) is None:
        return Reason("never_does", "11.1", {"power": power})
    reason = _why_no_debaters(
        s, power, named(wish), Talent.BURNING, Talent.SAINT_PETERS, *HELP[Side.PAPACY]
    ) or why_not_pay(s, power, cost_of(s, power, _BURN_BOOKS), RULE)
    if reason is not None:
        return reason
    everywhere = any(bonus_of(s, DebaterId(name)).every_zone for name in named(wish))
    if _zone_of(wish) is None and not (everywhere and wish["pick"] is None):
        return _no_zone(wish)
    return None if can_counter(s) else Reason("no_target", "18.4", {"power": power})


def _burn(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1: the CP are paid, and the attempts made."""
    pay(s, cost_of(s, power, _BURN_BOOKS) or 0)
    yield from burn_books(s, _zone_of(wish), *(DebaterId(name) for name in named(wish)))
    return True


def burn_books(s: HisState, zone: Zone | None, *debaters: DebaterId | None, only: Only = anywhere) -> Flow[None]:
    """18.1, 18.4: books are burnt without CP; `only`: spaces that may be targets (21.3). R31: Tetzel's CP come once.
    The zone may be None with Caraffa alone."""
    facts: dict[str, Json] = {"power": Power.PAPACY, "zone": zone, "debater": _listed(debaters)}
    tell(s, Event("books_burnt", RULE, facts))
    zones: tuple[Zone, ...] = () if zone is None else (zone,)
    count, helper, saint_peters = ATTEMPTS, None, 0
    for debater in debaters:
        if debater is None:
            continue
        bonus = bonus_of(s, debater)
        if bonus.talent is Talent.BURNING:
            use_bonus(s, Power.PAPACY, debater)
            zones, count = ALL_ZONES if bonus.every_zone else zones, bonus.attempts
        elif bonus.talent is Talent.SAINT_PETERS:
            commit(s, debater, rule="18.2")
            saint_peters = bonus.cp
        else:
            helper = debater
    yield from counter_reformation(
        s, Series(Power.PAPACY, Source.BURN_BOOKS, zones, count, rule="18.4", only=only, helper=helper)
    )  # fmt: skip
    if saint_peters:
        build_saint_peters(s, saint_peters, rule="18.4")


def _listed(debaters: tuple[DebaterId | None, ...]) -> str | None:
    return ",".join(debater for debater in debaters if debater is not None) or None


def _burnings(s: HisState, power: Power) -> list[Alternative]:
    """In each zone where something could be won back, and with each debater for whose bonus books are burnt."""
    if power is not Power.PAPACY or why_not_pay(s, power, cost_of(s, power, _BURN_BOOKS), RULE) is not None:
        return []
    if not can_counter(s):
        return []
    worth: list[SpaceId] = [space for space in s.spaces if may_counter(s, space)]
    zones = [zone for zone in ALL_ZONES if any(s.board.map.spaces[space].zone is zone for space in worth)]
    users = [one for one in ready(s, Side.PAPACY) if bonus_of(s, one).talent in (Talent.BURNING, Talent.SAINT_PETERS)]
    wishes = [
        blank("impulse", do=BURN, pick=zone, leaders=debater)
        for zone in zones or [Zone.GERMAN]
        for debater in (None, *users)
    ]
    return [wish for wish in wishes if why_no_burning(s, power, wish) is None]


BURNING: Final = Action(BURN, why_no_burning, _burn, _burnings)
