"""18.1 Translate Scripture: boxes of the New Testament, then of the Full Bible, and the attempts that they bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative, Order
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.people import Side, Talent
from engine.here_i_stand.faith.attempts import reformation
from engine.here_i_stand.faith.debaters import bonus_of, ready, use_bonus, why_no_bonus, why_not_ready
from engine.here_i_stand.faith.series import Series, Source
from engine.here_i_stand.points import cost_of, pay, points, why_not_pay
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import DebaterId, Power, Zone

TRANSLATE: Final = "translate"
RULE: Final = "18.1"
_COST: Final = "translate_scripture"

# ------------------------------------------------------------------ queries


def track_of(s: HisState, zone: Zone) -> Source | None:
    """The track of a language that is open; None when all is translated."""
    table = s.board.tables.translation
    if s.tracks.new_testament[zone] < table.new_testament:
        return Source.NEW_TESTAMENT
    return Source.BIBLE if s.tracks.full_bible[zone] < table.full_bible else None


def boxes_left(s: HisState, zone: Zone) -> int:
    """Boxes of both tracks of a language that are still to be filled."""
    table, now = s.board.tables.translation, s.tracks
    return table.new_testament - now.new_testament[zone] + table.full_bible - now.full_bible[zone]


def languages(s: HisState) -> list[Zone]:
    """D57: languages in which something is left: German, then the most advanced."""
    zones = [zone for zone in s.board.tables.translation.zones if boxes_left(s, zone)]
    return sorted(zones, key=lambda zone: (zone is not Zone.GERMAN, boxes_left(s, zone)))


def why_no_translation(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    """18.1, 18.2: why nothing can be translated so, want of CP included; None when at least one box can."""
    zone, count = wish["pick"], wish["count"]
    if cost_of(s, power, _COST) is None:
        return Reason("never_does", "11.1", {"power": power})
    if zone not in s.board.tables.translation.zones:
        return Reason("unknown_name", "", {"what": "zone", "given": zone})
    language = Zone(str(zone))
    if not boxes_left(s, language):
        return Reason("all_translated", RULE, {"zone": language})
    if count is not None and int(str(count)) < 1:
        return Reason("wrong_shape", "", {"expected": "count", "given": count})
    reason = why_not_pay(s, power, cost_of(s, power, _COST), RULE)
    if reason is not None or wish["leaders"] is None:
        return reason
    return _why_not_by(s, power, language, wish["leaders"])


def _why_not_by(s: HisState, power: Power, zone: Zone, debater: str | int) -> Reason | None:
    """18.1, 18.2: why a debater gives no bonus box; None when he does."""
    reason = why_not_ready(s, debater, Talent.TRANSLATION) or why_no_bonus(s, power)
    if reason is not None:
        return reason
    if s.impulse is not None and s.impulse.translation_bonus:
        return Reason("one_bonus_an_impulse", "18.2", {"power": power})
    own = bonus_of(s, DebaterId(str(debater))).zone
    if own is not zone:
        return Reason("debater_of_another_zone", "18.2", {"debater": debater, "zone": own})
    if boxes_left(s, zone) < _WITH_BONUS:
        return Reason("no_box_for_bonus", RULE, {"zone": zone, "debater": debater})
    return None


_WITH_BONUS: Final = 2
"""The box of the CP and that of the debater."""

# ------------------------------------------------------------------ the action


def _translate(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """18.1: 1 CP for each box, as many as are wished, as far as CP and boxes go. The debater is committed with the
    first CP, and his box follows upon it: it is the same in the end whenever that happens."""
    zone, debater = Zone(str(wish["pick"])), wish["leaders"]
    useful = min(points(s), boxes_left(s, zone) - (debater is not None))
    count = useful if wish["count"] is None else int(str(wish["count"]))
    for index in range(min(count, useful)):
        pay(s, cost_of(s, power, _COST) or 0)
        if index or debater is None:
            yield from fill_box(s, zone, None)
        else:
            yield from _two_boxes(s, power, zone, DebaterId(str(debater)))
    return count <= useful


def _two_boxes(s: HisState, power: Power, zone: Zone, debater: DebaterId) -> Flow[None]:
    """18.1, 18.2: the box of a CP, and that of the debater in the track that is open then."""
    use_bonus(s, power, debater)
    if s.impulse is not None:
        s.impulse.translation_bonus = True
    yield from fill_box(s, zone, None)
    yield from fill_box(s, zone, debater)


def fill_box(s: HisState, zone: Zone, debater: DebaterId | None) -> Flow[None]:
    """18.1: one box of the open track. A finished New Testament or Bible brings attempts at once. Raises ValueError
    when everything is translated."""
    track = track_of(s, zone)
    if track is None:
        raise ValueError(f"the Bible in {zone} is finished")
    steps = s.tracks.new_testament if track is Source.NEW_TESTAMENT else s.tracks.full_bible
    steps[zone] += 1
    facts: dict[str, Json] = {
        "power": Power.PROTESTANT, "zone": zone, "track": track, "count": steps[zone], "debater": debater,
    }  # fmt: skip
    tell(s, Event("scripture_translated", RULE, facts))
    if steps[zone] < _length(s)[track]:
        return
    tell(s, Event("translation_finished", RULE, {"power": Power.PROTESTANT, "zone": zone, "track": track}))
    table, row = s.board.tables.translation, int(track is Source.BIBLE)
    yield from reformation(s, Series(Power.PROTESTANT, track, (zone,), table.attempts[row], pip=table.pips[row]))


def _length(s: HisState) -> Mapping[Source, int]:
    table = s.board.tables.translation
    return {Source.NEW_TESTAMENT: table.new_testament, Source.BIBLE: table.full_bible}


def _choices(s: HisState, power: Power) -> list[Alternative]:
    """All that is useful, or 1 CP, in each language, and with each debater who translates it."""
    if power is not Power.PROTESTANT or not points(s):
        return []
    zones = languages(s)
    translators = [one for one in ready(s, Side.PROTESTANT) if bonus_of(s, one).talent is Talent.TRANSLATION]
    wishes = [blank("impulse", do=TRANSLATE, pick=zone, count=count) for zone in zones for count in (None, 1)]
    wishes += [
        blank("impulse", do=TRANSLATE, pick=zone, leaders=one)
        for zone in zones
        for one in translators
        if bonus_of(s, one).zone is zone
    ]
    return [wish for wish in wishes if why_no_translation(s, power, wish) is None]


SCRIPTURE: Final = Action(TRANSLATE, why_no_translation, _translate, _choices)

# ------------------------------------------------------------------ what must hold


def translation_fault(s: HisState) -> str:
    """18.1: what is wrong about the tracks, or nothing: no Bible is begun before its New Testament is finished."""
    table, now = s.board.tables.translation, s.tracks
    for zone in table.zones:
        old, new = now.full_bible[zone], now.new_testament[zone]
        if not 0 <= new <= table.new_testament or not 0 <= old <= table.full_bible:
            return f"the translations of {zone} are at {new} and {old}"
        if old and new < table.new_testament:
            return f"the Bible of {zone} is begun before its New Testament is finished"
    return ""


# ------------------------------------------------------------------ the default


def usual_translation(s: HisState, power: Power, cp: int) -> list[Order]:
    """D26, D57: so many CP for translations, without debaters."""
    orders: list[Order] = []
    for zone in languages(s) if power is Power.PROTESTANT else []:
        count = min(cp, boxes_left(s, zone))
        if count:
            orders.append([blank("impulse", do=TRANSLATE, pick=zone, count=count)])
            cp -= count
    return orders
