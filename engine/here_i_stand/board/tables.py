"""Tracks, limits and other numbers of the rules that belong to no single piece."""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import CardNumber, Power, PrizeId, SpaceId, SwitchValue, WifeId, Zone


@dataclass(frozen=True, slots=True)
class Prize:
    """A discovery or conquest (20.2, 20.3)."""

    id: PrizeId
    name: str
    vp: int


@dataclass(frozen=True, slots=True)
class ForeignWar:
    """A war on a card beside the map (21.7)."""

    card: CardNumber
    name: str
    power: Power
    units: int
    """Land units that the power must put onto the card."""
    enemy_regulars: int
    helpers: tuple[Power, ...]
    """Powers that may make the enemy stronger for a unit of theirs."""
    enemy_regulars_if_helped: int
    vp: int
    """When the war is won."""
    minus_cards: int
    """"-1 Card" markers while it is on (R76)."""


@dataclass(frozen=True, slots=True)
class Translation:
    """Steps of the translations (18.1), what follows when one is finished, and the VP of a Bible."""

    zones: tuple[Zone, ...]
    new_testament: int
    full_bible: int
    attempts: tuple[int, int]
    """Of a New Testament, and of a Bible."""
    pips: tuple[int, int]
    """Added to each Protestant die in these attempts."""
    bible_vp: int


@dataclass(frozen=True, slots=True)
class Tracks:
    """The tracks that give VP (4, 23.2)."""

    papacy_vp: tuple[int, ...]
    """By Protestant spaces, those in unrest not counted."""
    protestant_vp: tuple[int, ...]
    religious_victory: int
    piracy: int
    chateaux: int
    saint_peters_vp: int
    saint_peters_cp: int
    """CP for one VP of Saint Peter's."""
    english_spaces_per_vp: int
    edward_vp: int
    elizabeth_vp: int
    """While Edward is not born."""
    protestant_electorate_vp: int
    hapsburg_electorate_vp: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers of units and markers."""

    formation: int
    """Of a formation without leader (5.1)."""
    transport: int
    """16.3, 10"""
    garrison: int
    """Land units inside fortifications (2.1)."""
    hits: tuple[int, ...]
    pirate_havens: int
    fortress_markers: int
    piracy_actions: int
    """In one turn (R64)."""


@dataclass(frozen=True, slots=True)
class MasterOfItaly:
    """What card 12 gives for how many of five keys."""

    keys: tuple[SpaceId, ...]
    draws_for_2: int
    vp_for_3: int
    vp_for_more: int


@dataclass(frozen=True, slots=True)
class Tables:
    """All of them."""

    tracks: Tracks
    limits: Limits
    translation: Translation
    prizes: dict[PrizeId, Prize]
    foreign_wars: dict[CardNumber, ForeignWar]
    colonies: dict[Power, tuple[str, ...]]
    """Power -> names of its colony markers (20.1)."""
    conquest_markers: dict[Power, int]
    """Power without conquistadors -> its markers (20.3)."""
    marital_track: tuple[WifeId, ...]
    excommunication: tuple[str, ...]
    """Boxes of the Papal power card (4)."""
    display: dict[SpaceId, int]
    """Electorate -> regulars of the Electorate display (21.6)."""
    electorates: tuple[SpaceId, ...]
    league_spaces: int
    """Protestant spaces that the Schmalkaldic League needs (21.6)."""
    mandatory_due: dict[str, int]
    """Card id -> the turn in whose Winter it happens of itself (19)."""
    hungary_vp: int
    """For the Ottoman when Hungary is defeated (22.5)."""
    catherine_discount: int
    """CP off the Hapsburgs' declaration of war on England (9.6)."""
    master_of_italy: MasterOfItaly
    copernicus_vp: tuple[int, ...]
    """Card 47: few, and many where half of the home spaces are Protestant."""
    servetus_vp: int
    last_turn: int


def read_tables(facts: Facts, switches: dict[str, SwitchValue], wars: Facts) -> Tables:
    """The tables of pieces.toml under the switches of the game; foreign wars as the edition of their switch has them.
    Raises BadBoard."""
    electorates = facts.part("electorates")
    due = facts.part("mandatory_due")
    return Tables(
        tracks=_tracks(facts),
        limits=_limits(facts, switches),
        translation=_translation(facts.part("translation")),
        prizes={prize.id: prize for prize in (_prize(row, switches) for row in facts.parts("prize"))},
        foreign_wars={war.card: war for war in map(_foreign_war, wars.parts("foreign_war"))},
        colonies={row.word("power", Power): _colonies(row) for row in facts.parts("colony")},
        conquest_markers=_conquest_markers(facts.part("conquest_markers")),
        marital_track=tuple(WifeId(box) for box in facts.part("marital_status").texts("track")),
        excommunication=facts.part("excommunication").texts("boxes"),
        display={SpaceId(space): count for space, count in electorates.counts("display_regulars").items()},
        electorates=tuple(SpaceId(space) for space in electorates.texts("spaces")),
        league_spaces=facts.part("schmalkaldic_league").number("needs_protestant_spaces"),
        mandatory_due={name: due.number(name) for name in due.raw if name not in ("when", "source")},
        hungary_vp=facts.part("hungary_defeat").number("ottoman_war_winner_vp"),
        catherine_discount=facts.part("declare_war_cost").part("catherine_of_aragon_discount").number("cp"),
        master_of_italy=_master_of_italy(facts.part("master_of_italy")),
        copernicus_vp=facts.part("bonus_vp").part("copernicus").numbers("vp"),
        servetus_vp=facts.part("bonus_vp").part("michael_servetus").number("vp"),
        last_turn=facts.part("victory").number("last_turn"),
    )


def _tracks(facts: Facts) -> Tracks:
    spaces, saint_peters = facts.part("protestant_spaces_track"), facts.part("saint_peters")
    children, electorates = facts.part("pregnancy_chart").part("vp"), facts.part("electorates")
    tracks = Tracks(
        papacy_vp=spaces.numbers("papacy_vp"),
        protestant_vp=spaces.numbers("protestant_vp"),
        religious_victory=spaces.number("victory_at"),
        piracy=facts.part("piracy_track").number("max_vp"),
        chateaux=facts.part("chateaux").number("track_max_vp"),
        saint_peters_vp=saint_peters.number("max_vp"),
        saint_peters_cp=saint_peters.number("cp_per_vp"),
        english_spaces_per_vp=facts.part("english_home_spaces").number("spaces_per_vp"),
        edward_vp=children.number("edward_born"),
        elizabeth_vp=children.number("elizabeth_born_without_edward"),
        protestant_electorate_vp=electorates.number("protestant_vp_each"),
        hapsburg_electorate_vp=electorates.number("hapsburg_vp_each"),
    )
    boxes = tracks.religious_victory
    if len(tracks.papacy_vp) != boxes or len(tracks.protestant_vp) != boxes:
        raise BadBoard(
            f"{spaces.where}: papacy_vp and protestant_vp must have {boxes} boxes, for 0 to {boxes - 1} spaces"
        )
    for part in fields(tracks):
        value = getattr(tracks, part.name)
        if min(value if isinstance(value, tuple) else (value,)) < 0:
            raise BadBoard(f"{facts.where}: the track {part.name} has a number less than 0")
    return tracks


def _limits(facts: Facts, switches: dict[str, SwitchValue]) -> Limits:
    units, markers = facts.part("unit_types"), facts.part("marker_limits")
    return Limits(
        formation=units.number("formation_without_leader"),
        transport=units.number("sea_transport_limit"),
        garrison=units.number("siege_garrison_limit"),
        hits=units.numbers("hit_on"),
        pirate_havens=markers.number("pirate_haven"),
        fortress_markers=markers.number("fortress"),
        piracy_actions=int(switches["piracy_actions_per_turn"]),
    )


def _translation(facts: Facts) -> Translation:
    testament, bible = facts.part("new_testament"), facts.part("full_bible")
    return Translation(
        zones=facts.words("zones", Zone),
        new_testament=testament.number("steps"),
        full_bible=bible.number("steps"),
        attempts=(testament.number("attempts"), bible.number("attempts")),
        pips=(testament.number("die_modifier"), bible.number("die_modifier")),
        bible_vp=bible.number("vp"),
    )


def _prize(facts: Facts, switches: dict[str, SwitchValue]) -> Prize:
    """R72: the VP of the Maya are a switch."""
    ident, vp = PrizeId(facts.text("id")), facts.number("vp")
    return Prize(ident, facts.text("name"), int(switches["maya_vp"]) if ident == "maya" else vp)


def _foreign_war(facts: Facts) -> ForeignWar:
    enemies = facts.number("enemy_regulars")
    return ForeignWar(
        card=CardNumber(facts.number("card")),
        name=facts.text("name"),
        power=facts.word("power", Power),
        units=facts.number("units"),
        enemy_regulars=enemies,
        helpers=facts.words("helpers", Power) if facts.has("helpers") else (),
        enemy_regulars_if_helped=facts.number("enemy_regulars_if_helped") if facts.has("helpers") else enemies,
        vp=facts.number("war_winner_vp"),
        minus_cards=facts.number("minus_cards_per_turn"),
    )


def _colonies(facts: Facts) -> tuple[str, ...]:
    names = facts.texts("names")
    if len(names) != facts.number("limit"):
        raise BadBoard(f"{facts.where}: names must name {facts.number('limit')} colonies, as many as limit says")
    return names


def _conquest_markers(facts: Facts) -> dict[Power, int]:
    return {power: facts.part(power).number("count") for power in Power if facts.has(power)}


def _master_of_italy(facts: Facts) -> MasterOfItaly:
    return MasterOfItaly(
        keys=tuple(SpaceId(space) for space in facts.texts("keys")),
        draws_for_2=facts.part("keys_exactly_2").number("card_draws"),
        vp_for_3=facts.part("keys_3").number("vp"),
        vp_for_more=facts.part("keys_4_or_5").number("vp"),
    )
