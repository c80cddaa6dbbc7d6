"""The scenarios (1): lengths, wars, markers, units, cards and tracks at the start, and who plays which powers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import (
    MAJORS,
    BonusKind,
    CardNumber,
    DebaterId,
    LeaderId,
    Milestone,
    Power,
    PrizeId,
    ReformerId,
    RulerId,
    ScenarioId,
    SpaceId,
    Voyage,
    WifeId,
    Zone,
)

Groups: TypeAlias = "tuple[tuple[Power, ...], ...]"
"""The powers of each player."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Units and leaders of one power in one space."""

    space: SpaceId
    power: Power
    regulars: int
    mercenaries: int
    cavalry: int
    squadrons: int
    corsairs: int
    leaders: tuple[LeaderId, ...]


@dataclass(frozen=True, slots=True)
class Markers:
    """Control markers of a power (2.4): squares on keys, hexagons elsewhere, by the religion they show."""

    keys: tuple[SpaceId, ...]
    catholic: tuple[SpaceId, ...]
    protestant: tuple[SpaceId, ...]
    on_card: int | None
    """Squares left on the power card; None where the file does not say."""

    @property
    def spaces(self) -> tuple[SpaceId, ...]:
        """All that are marked."""
        return (*self.keys, *self.catholic, *self.protestant)


@dataclass(frozen=True, slots=True)
class Claim:
    """A prize of the New World that is taken (20)."""

    prize: PrizeId
    power: Power
    depleted: bool
    by: str
    """The explorer or conquistador who lies there for good, or nobody."""


@dataclass(frozen=True, slots=True)
class NewWorldStart:
    """20"""

    prizes: tuple[PrizeId, ...]
    """Still to be had."""
    claims: tuple[Claim, ...]
    crossing: tuple[tuple[Power, Voyage], ...]
    uncharted: tuple[Power, ...]
    out_of_play: tuple[str, ...]
    """Explorers and conquistadors."""
    colonies: Mapping[Power, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class DeckStart:
    """Where cards are that are not in the deck or the hands as usual (cards.md 7)."""

    removed: tuple[CardNumber, ...]
    as_ruler: tuple[CardNumber, ...]
    added: tuple[CardNumber, ...]
    """Cards of a later turn that are in the deck at once."""
    held_back: tuple[CardNumber, ...] | None
    protestant_hand: tuple[CardNumber, ...]
    before_first_deal: int


@dataclass(frozen=True, slots=True)
class TracksStart:
    """The tracks of the power cards."""

    marital: WifeId
    chateaux: int
    piracy: int
    saint_peters_cp: int
    saint_peters_vp: int
    new_testament: Mapping[Zone, int]
    full_bible: Mapping[Zone, int]


@dataclass(frozen=True, slots=True)
class FaithStart:
    """Religion, reformers and debaters."""

    protestant_spaces: tuple[SpaceId, ...]
    english_spaces: int
    """English home spaces among them."""
    protestant_control: tuple[SpaceId, ...]
    """Home spaces that the Protestants control: those that bear nobody's marker."""
    debaters: tuple[DebaterId, ...]
    debaters_out: tuple[DebaterId, ...]
    reformers: tuple[ReformerId, ...]
    reformers_out: tuple[ReformerId, ...]
    excommunicated: tuple[str, ...]
    display: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario (1.1-1.4)."""

    id: ScenarioId
    name: str
    first_turn: int
    last_turn: int
    players: tuple[int, ...]
    wars: tuple[tuple[Power, Power], ...]
    alliances: tuple[tuple[Power, Power], ...]
    milestones: tuple[Milestone, ...]
    vp: Mapping[Power, int]
    """As printed; what is worked out must be the same."""
    deal: Mapping[Power, int]
    """Cards of the first deal as the file has them, `extra_cards` included."""
    extra_cards: Mapping[Power, int]
    """On top of key track and ruler, on the first turn."""
    rulers: Mapping[Power, RulerId]
    markers: Mapping[Power, Markers]
    placements: tuple[Placement, ...]
    war_winners: Mapping[Power, int]
    cards: DeckStart
    new_world: NewWorldStart
    tracks: TracksStart
    faith: FaithStart
    standard_vp: int
    domination_lead: int
    domination_from_turn: int


def read_groups(facts: Facts) -> dict[int, Groups]:
    """Number of players -> the powers of each (1.6). Raises BadBoard."""
    found: dict[int, Groups] = {}
    for row in facts.parts("player_configuration"):
        rows = row.raw.get("groups")
        if not isinstance(rows, list) or not all(isinstance(group, list) for group in rows):
            raise BadBoard(f"{row.where}: groups must be a list of lists of powers")
        if sorted(power for group in rows for power in group) != sorted(MAJORS):
            raise BadBoard(f"{row.where}: groups must name each of {', '.join(MAJORS)} once")
        if len(rows) != row.number("players"):
            raise BadBoard(f"{row.where}: groups must be {row.number('players')} lists of powers, not {len(rows)}")
        found[row.number("players")] = tuple(tuple(Power(power) for power in group) for group in rows)
    return found


def read_scenarios(facts: Facts, victory: Facts, players: tuple[int, ...]) -> dict[ScenarioId, Scenario]:
    """The scenarios that can be played by these numbers of players. Raises BadBoard."""
    rows = {row.text("id"): row for row in facts.parts("scenario")}
    wanted = [row for row in rows.values() if set(row.numbers("players")) <= set(players)]
    return {ScenarioId(row.text("id")): _scenario(_based(row, rows), victory) for row in wanted}


def _based(row: Facts, rows: Mapping[str, Facts]) -> Facts:
    """The record with what it does not say taken from the one it is based on."""
    if not row.has("based_on"):
        return row
    if row.text("based_on") not in rows or row.text("based_on") == row.text("id"):
        raise row.bad("based_on", "the id of another scenario")
    return Facts(row.where, _laid_over(_based(rows[row.text("based_on")], rows).raw, row.raw))


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = _laid_over(merged[key], value) if both else value
    return merged


def _scenario(facts: Facts, victory: Facts) -> Scenario:
    powers = facts.part("power")
    printed_extra, later_extra = _optional_counts(facts, _IN_THE_DEAL), _optional_counts(facts, _ON_TOP)
    return Scenario(
        id=ScenarioId(facts.text("id")),
        name=facts.text("name"),
        first_turn=facts.number("start_turn"),
        last_turn=facts.number("end_turn"),
        players=facts.numbers("players"),
        wars=_pairs(facts, "wars"),
        alliances=_pairs(facts, "alliances"),
        milestones=facts.words("events_already_happened", Milestone),
        vp=_of_majors(facts, "vp"),
        deal={power: cards + later_extra.get(power, 0) for power, cards in _of_majors(facts, "deal").items()},
        extra_cards={power: printed_extra.get(power, 0) + later_extra.get(power, 0) for power in MAJORS},
        rulers={power: RulerId(powers.part(power).text("ruler")) for power in MAJORS},
        markers={power: _markers(powers.part(power)) for power in Power if powers.has(power)},
        placements=tuple(map(_placement, facts.parts("placement"))),
        war_winners={power: _war_winners(powers.part(power)) for power in MAJORS},
        cards=_deck(facts.part("cards")),
        new_world=_new_world(facts),
        tracks=_tracks(facts),
        faith=_faith(facts),
        standard_vp=_own_or_usual(facts, "standard_victory_vp", victory, "standard_vp"),
        domination_lead=_own_or_usual(facts, "domination_lead", victory, "domination_lead"),
        domination_from_turn=victory.number("domination_from_turn"),
    )


_IN_THE_DEAL = "first_turn_extra_cards"
_ON_TOP = "extra_cards_first_turn"


def _optional_counts(facts: Facts, key: str) -> dict[Power, int]:
    if not facts.has(key):
        return {}
    part = facts.part(key)
    return {power: part.number(power) for power in MAJORS if part.has(power)}


def _own_or_usual(facts: Facts, key: str, usual: Facts, usual_key: str) -> int:
    return facts.number(key) if facts.has(key) else usual.number(usual_key)


def _of_majors(facts: Facts, key: str) -> dict[Power, int]:
    part = facts.part(key)
    return {power: part.number(power) for power in MAJORS}


def _pairs(facts: Facts, key: str) -> tuple[tuple[Power, Power], ...]:
    rows = facts.raw.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise BadBoard(f"{facts.where}: {key} must be a list of pairs of powers")
    for row in rows:
        if not set(row) <= set(Power):
            raise facts.bad(key, f"a list of pairs of {', '.join(Power)}")
    return tuple((Power(first), Power(second)) for first, second in rows)


def _markers(facts: Facts) -> Markers:
    return Markers(
        keys=_spaces(facts, "square_markers"),
        catholic=_spaces(facts, "hex_catholic"),
        protestant=_spaces(facts, "hex_protestant"),
        on_card=facts.number("square_markers_on_card") if facts.has("square_markers_on_card") else None,
    )


def _spaces(facts: Facts, key: str) -> tuple[SpaceId, ...]:
    return tuple(SpaceId(space) for space in facts.texts(key)) if facts.has(key) else ()


def _placement(facts: Facts) -> Placement:
    def count(key: str) -> int:
        return facts.number(key) if facts.has(key) else 0

    return Placement(
        space=SpaceId(facts.text("space")),
        power=facts.word("power", Power),
        regulars=count("regulars"),
        mercenaries=count("mercenaries"),
        cavalry=count("cavalry"),
        squadrons=count("squadrons"),
        corsairs=count("corsairs"),
        leaders=tuple(LeaderId(leader) for leader in facts.texts("leaders")) if facts.has("leaders") else (),
    )


def _bonus(facts: Facts) -> list[Facts]:
    return facts.parts("bonus_vp") if facts.has("bonus_vp") else []


def _war_winners(facts: Facts) -> int:
    return sum(row.number("vp") for row in _bonus(facts) if row.text("id") == BonusKind.WAR_WINNER)


def _deck(facts: Facts) -> DeckStart:
    def numbers(*keys: str) -> tuple[CardNumber, ...]:
        return tuple(CardNumber(number) for key in keys if facts.has(key) for number in facts.numbers(key))

    hand = (CardNumber(facts.number("protestant_starts_with")),) if facts.has("protestant_starts_with") else ()
    return DeckStart(
        removed=numbers("removed", "removed_marked_1517"),
        as_ruler=numbers("used_as_ruler"),
        added=numbers("added_at_once"),
        held_back=numbers("held_back") if facts.has("held_back") else None,
        protestant_hand=hand,
        before_first_deal=facts.number("deck_before_first_deal"),
    )


def _new_world(facts: Facts) -> NewWorldStart:
    start = facts.part("new_world")
    lying = {row.text("on"): row for row in (start.parts("placed_for_good") if start.has("placed_for_good") else [])}
    claims = []
    for power in MAJORS:
        for row in _bonus(facts.part("power").part(power)):
            if row.text("id") != BonusKind.WAR_WINNER:
                claims.append(_claim(row, power, lying))
    out = start.texts("out_of_play")
    colonies: dict[Power, tuple[str, ...]] = {}
    for row in start.parts("colonies"):
        owner = row.word("power", Power)
        colonies[owner] = (*colonies.get(owner, ()), row.text("name"))
    return NewWorldStart(
        prizes=tuple(PrizeId(prize) for prize in start.texts("prizes_on_map")),
        claims=tuple(claims),
        crossing=tuple(
            (row.word("power", Power), row.word("voyage", Voyage)) for row in start.parts("crossing_atlantic")
        ),
        uncharted=start.words("uncharted", Power),
        out_of_play=out,
        colonies=colonies,
    )


def _claim(facts: Facts, power: Power, lying: Mapping[str, Facts]) -> Claim:
    prize = facts.text("id")
    row = lying.get(prize)
    who = "" if row is None else row.text("explorer" if row.has("explorer") else "conquistador")
    return Claim(PrizeId(prize), power, facts.flag("depleted"), who)


def _tracks(facts: Facts) -> TracksStart:
    powers, translation = facts.part("power"), facts.part("translation")
    papacy = powers.part(Power.PAPACY)
    return TracksStart(
        marital=WifeId(powers.part(Power.ENGLAND).text("marital_status")),
        chateaux=powers.part(Power.FRANCE).number("chateaux_vp"),
        piracy=powers.part(Power.OTTOMAN).number("piracy_vp"),
        saint_peters_cp=papacy.number("saint_peters_cp"),
        saint_peters_vp=papacy.number("saint_peters_vp"),
        new_testament=translation.counts_by("new_testament", Zone),
        full_bible=translation.counts_by("full_bible", Zone),
    )


def _faith(facts: Facts) -> FaithStart:
    debaters, reformers = facts.part("debaters"), facts.part("reformers")
    faith = FaithStart(
        protestant_spaces=_spaces(facts, "protestant_space_list"),
        english_spaces=facts.number("english_protestant_home_spaces"),
        protestant_control=_spaces(facts, "protestant_political_control"),
        debaters=tuple(DebaterId(one) for one in (*debaters.texts("papacy"), *debaters.texts("protestant"))),
        debaters_out=tuple(DebaterId(one) for one in debaters.texts("out_of_play")),
        reformers=tuple(ReformerId(row.text("id")) for row in reformers.parts("on_map")),
        reformers_out=tuple(ReformerId(one) for one in reformers.texts("out_of_play"))
        if reformers.has("out_of_play")
        else (),
        excommunicated=facts.part("power").part(Power.PAPACY).texts("excommunicated"),
        display={
            SpaceId(space): facts.part("electorate_display").number(space)
            for space in facts.part("electorate_display").raw
            if space != "source"
        },
    )
    if len(faith.protestant_spaces) != facts.number("protestant_spaces"):
        raise BadBoard(
            f"{facts.where}: protestant_spaces is {facts.number('protestant_spaces')}, but protestant_space_list "
            f"names {len(faith.protestant_spaces)}"
        )
    return faith
