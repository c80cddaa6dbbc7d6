"""23.2 Victory points: base, special and bonus, worked out from the position."""

from __future__ import annotations

from engine.here_i_stand.board.people import Side
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Heir, Milestone, Power, Religion, SpaceId, Standing


def totals(s: HisState) -> dict[Power, int]:
    """The VP of each major power."""
    return {power: base_vp(s, power) + special_vp(s, power) + bonus_vp(s, power) for power in MAJORS}


def base_vp(s: HisState, power: Power) -> int:
    """4: for keys; for the Protestants, electorates of their religion that they control. Unrest gives nothing."""
    if power is Power.PROTESTANT:
        own = [space for space in _quiet_electorates(s, power) if s.spaces[space].religion is Religion.PROTESTANT]
        return s.board.tables.tracks.protestant_electorate_vp * len(own)
    return s.board.powers[power].key_vp(len(s.keys(power)))


def special_vp(s: HisState, power: Power) -> int:
    """23.2: the tracks of the power cards and what each power has beside its keys."""
    tracks = s.board.tables.tracks
    if power is Power.OTTOMAN:
        return s.tracks.piracy
    if power is Power.HAPSBURG:
        league = s.has_happened(Milestone.SCHMALKALDIC_LEAGUE)
        return tracks.hapsburg_electorate_vp * len(_quiet_electorates(s, power)) if league else 0
    if power is Power.ENGLAND:
        return _children_vp(s) + len(english_home_spaces_protestant(s)) // tracks.english_spaces_per_vp
    if power is Power.FRANCE:
        return s.tracks.chateaux
    box = min(len(s.protestant_spaces()), tracks.religious_victory - 1)
    if power is Power.PAPACY:
        return tracks.papacy_vp[box] + s.tracks.saint_peters_vp
    return tracks.protestant_vp[box]


def bonus_vp(s: HisState, power: Power) -> int:
    """23.2: markers of the bonus box, prizes of the New World, finished Bibles, debaters burnt or disgraced."""
    markers = sum(bonus.vp for bonus in s.powers[power].bonus)
    prizes = sum(s.board.tables.prizes[one.prize].vp for one in s.new_world.conquests if one.power is power)
    return markers + prizes + _debaters_vp(s, power) + (_bibles_vp(s) if power is Power.PROTESTANT else 0)


def english_home_spaces_protestant(s: HisState) -> list[SpaceId]:
    """English home spaces that are Protestant and not in unrest."""
    return [space for space in s.protestant_spaces() if s.home(space) is Power.ENGLAND]


def _quiet_electorates(s: HisState, power: Power) -> list[SpaceId]:
    """Electorates that a power controls and that are not in unrest."""
    spaces = s.spaces
    return [
        space for space in s.board.map.electorates if spaces[space].controller is power and not spaces[space].unrest
    ]


def _children_vp(s: HisState) -> int:
    """21.3"""
    if s.tudors.edward is not Heir.NONE:
        return s.board.tables.tracks.edward_vp
    return s.board.tables.tracks.elizabeth_vp if s.tudors.elizabeth_born else 0


def _bibles_vp(s: HisState) -> int:
    translation = s.board.tables.translation
    return translation.bible_vp * sum(steps >= translation.full_bible for steps in s.tracks.full_bible.values())


def _debaters_vp(s: HisState, power: Power) -> int:
    """The Papacy has the value of those it burnt, the Protestants that of those they disgraced."""
    lost = {Power.PAPACY: (Side.PROTESTANT, Standing.BURNT), Power.PROTESTANT: (Side.PAPACY, Standing.DISGRACED)}
    if power not in lost:
        return 0
    side, end = lost[power]
    debaters = s.board.debaters.values()
    return sum(one.value for one in debaters if one.side is side and s.debaters[one.id] is end)


# ------------------------------------------------------------------ 23.1 immediate victories


def immediate_winner(s: HisState) -> tuple[Power, str] | None:
    """23.1, R55, R71: who has won at once in the action phase, and how; the active power comes first, then impulse
    order, or by the switch `double_immediate_victory` impulse order alone."""
    active_first = s.impulse is not None and s.setting("double_immediate_victory") == "active_first"
    start = MAJORS.index(s.impulse.power) if s.impulse is not None and active_first else 0
    for power in (*MAJORS[start:], *MAJORS[:start]):
        if power is Power.PROTESTANT:
            if len(s.protestant_spaces()) >= s.board.tables.tracks.religious_victory:
                return power, "religious"
        else:
            enough = s.board.powers[power].auto_win_keys
            if enough is not None and len(s.keys(power)) >= enough:
                return power, "military"
    return None
