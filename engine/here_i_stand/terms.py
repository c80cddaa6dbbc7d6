"""The words of the game: powers, places, pieces, cards and marks (chapters 0-8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType, TypeAlias

SpaceId = NewType("SpaceId", str)
SeaId = NewType("SeaId", str)
PlaceId: TypeAlias = "SpaceId | SeaId"
"""A space or a sea zone; no id names one of each."""
LeaderId = NewType("LeaderId", str)
"""An army leader or a naval leader (5.1)."""
RulerId = NewType("RulerId", str)
ReformerId = NewType("ReformerId", str)
DebaterId = NewType("DebaterId", str)
ExplorerId = NewType("ExplorerId", str)
ConquistadorId = NewType("ConquistadorId", str)
PrizeId = NewType("PrizeId", str)
"""A discovery or conquest of the New World (20)."""
WifeId = NewType("WifeId", str)
"""A box of Henry's marital status (21.3)."""
CardNumber = NewType("CardNumber", int)
"""The number printed on a card; also names a foreign war."""
ScenarioId = NewType("ScenarioId", str)
SwitchValue: TypeAlias = "bool | int | str"


class Edition(StrEnum):
    """The printing that is played (rules, Appendix B)."""

    CORE110 = "core110"
    ANNIVERSARY116 = "anniversary116"


class Power(StrEnum):
    """The six major powers in impulse order, the four minor ones, and nobody (3)."""

    OTTOMAN = "ottoman"
    HAPSBURG = "hapsburg"
    ENGLAND = "england"
    FRANCE = "france"
    PAPACY = "papacy"
    PROTESTANT = "protestant"
    GENOA = "genoa"
    HUNGARY = "hungary"
    SCOTLAND = "scotland"
    VENICE = "venice"
    INDEPENDENT = "independent"


MAJORS: Final = (
    Power.OTTOMAN,
    Power.HAPSBURG,
    Power.ENGLAND,
    Power.FRANCE,
    Power.PAPACY,
    Power.PROTESTANT,
)
"""In impulse order (0.2)."""
MINORS: Final = (Power.GENOA, Power.HUNGARY, Power.SCOTLAND, Power.VENICE)


class SpaceKind(StrEnum):
    """2.1; all but the last are fortified."""

    KEY = "key"
    ELECTORATE = "electorate"
    FORTRESS = "fortress"
    UNFORTIFIED = "unfortified"


class Zone(StrEnum):
    """Language zones (2.5)."""

    ENGLISH = "english"
    FRENCH = "french"
    GERMAN = "german"
    ITALIAN = "italian"
    SPANISH = "spanish"
    NONE = "none"


class PassRegion(StrEnum):
    """The mountains that passes cross (2.5)."""

    PYRENEES = "pyrenees"
    ALPS = "alps"
    BALKANS = "balkans"


class Religion(StrEnum):
    """The religion of a space (2.3); Ottoman home spaces have none."""

    CATHOLIC = "catholic"
    PROTESTANT = "protestant"
    NONE = "none"


class UnitType(StrEnum):
    """Land and naval units (5.2, 5.3)."""

    REGULAR = "regular"
    MERCENARY = "mercenary"
    CAVALRY = "cavalry"
    SQUADRON = "squadron"
    CORSAIR = "corsair"


class CardType(StrEnum):
    """6.1"""

    HOME = "home"
    MANDATORY = "mandatory"
    RESPONSE = "response"
    COMBAT = "combat"
    EVENT = "event"


class CardEntry(StrEnum):
    """How a card comes into the deck (6.2)."""

    HOME = "home"
    IN_HAND = "in_hand_turn_1"
    START = "start"
    TURN = "turn"
    TURN_IF = "turn_if"
    VARIABLE = "variable"


class CardRemoval(StrEnum):
    """Whether a card leaves the game once played."""

    HOME = "home"
    NEVER = "never"
    IF_EVENT = "if_event"
    AFTER_PLAY = "after_play"
    BECOMES_RULER = "becomes_ruler"
    CONDITIONAL = "conditional"
    STAYS = "stays_in_play_then_discard"


class Phase(StrEnum):
    """The nine phases of a turn (7)."""

    LUTHERS_95_THESES = "luther_95_theses"
    CARD_DRAW = "card_draw"
    DIPLOMACY = "diplomacy"
    DIET_OF_WORMS = "diet_of_worms"
    SPRING_DEPLOYMENT = "spring_deployment"
    ACTION = "action"
    WINTER = "winter"
    NEW_WORLD = "new_world"
    VICTORY_DETERMINATION = "victory_determination"


class LeaderEntry(StrEnum):
    """How a leader comes into play."""

    START = "start"
    TURN = "turn"
    EVENT = "event"


class Whereabouts(StrEnum):
    """Where the piece of a leader is."""

    WAITING = "waiting"
    """Not yet in the game."""
    MAP = "map"
    CAPTURED = "captured"
    ASIDE = "aside"
    """Captured by a side without power card (R92)."""
    TURN_TRACK = "turn_track"
    FOREIGN_WAR = "foreign_war"
    OUT = "out"


class Standing(StrEnum):
    """Where the piece of a reformer or debater is (18.2)."""

    WAITING = "waiting"
    """Not yet in the game."""
    READY = "ready"
    """A reformer on the map; a debater who is uncommitted."""
    COMMITTED = "committed"
    AWAY = "away"
    """Off until the next Card Draw phase."""
    BURNT = "burnt"
    DISGRACED = "disgraced"
    OUT = "out"
    """Out of the game otherwise."""


class Milestone(StrEnum):
    """Events of the game that happen once, and upon which rules depend."""

    CLEMENT_VII = "clement_vii"
    BARBARY_PIRATES = "barbary_pirates"
    SCHMALKALDIC_LEAGUE = "schmalkaldic_league"
    PAUL_III = "paul_iii"
    SOCIETY_OF_JESUS = "society_of_jesus"
    HUNGARY_DEFEATED = "hungary_defeated"


class BonusKind(StrEnum):
    """Markers of the bonus VP box that lie nowhere else (23.2)."""

    WAR_WINNER = "war_winner"
    COPERNICUS = "copernicus"
    MICHAEL_SERVETUS = "michael_servetus"
    JULIA_GONZAGA = "julia_gonzaga"
    MASTER_OF_ITALY = "master_of_italy"
    FOREIGN_WAR = "foreign_war"
    PHONY_WAR = "phony_war"


class Heir(StrEnum):
    """Edward, as far as he is born (21.3)."""

    NONE = "none"
    SICKLY = "sickly"
    HEALTHY = "healthy"


class Act(StrEnum):
    """What a power did in its last impulse (11)."""

    CARD = "card"
    PASS = "pass"
    SKIPPED = "skipped"


class TurnMarker(StrEnum):
    """Effects that last to the end of the turn (6.1; cards.md 5.5)."""

    AUGSBURG_CONFESSION = "augsburg_confession"
    PRINTING_PRESS = "printing_press"
    WARTBURG = "wartburg"
    THOMAS_MORE = "thomas_more"
    THOMAS_CROMWELL = "thomas_cromwell"
    """115 c: English treatises cost 2 CP."""
    JULIA_GONZAGA = "julia_gonzaga"


class Voyage(StrEnum):
    """What crosses the Atlantic (20)."""

    EXPLORATION = "exploration"
    CONQUEST = "conquest"
    COLONY = "colony"


class Spending(StrEnum):
    """What the CP of an impulse may be spent on (11.1), where an event says it."""

    FREE = "free"
    RECRUITS = "recruits"
    """Foreign Recruits (76): on units only, in any space under control."""
    RAID = "raid"
    """Scots Raid (97): in Scotland and the English border; an assault may follow at once upon a siege."""


class BattleKind(StrEnum):
    """What is fought with dice (14, 15.1, 16.2, 21.5, 21.7)."""

    FIELD = "field"
    ASSAULT = "assault"
    NAVAL = "naval"
    FOREIGN_WAR = "foreign_war"
    SACK = "sack"
    """The Sack of Rome (card 95)."""


class Role(StrEnum):
    """The two sides of a battle."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Clock(StrEnum):
    """How long the question that is asked may wait (cards.md 9)."""

    FRESH = "fresh"
    """By the schedule."""
    SAME = "same"
    """The rest of an impulse: the deadline goes on."""
    RESPONSE = "response"
    """A window: the `response_hold` of the game."""
    STANDING = "standing"
    """A window that never waits: standing orders only (cards.md 9.4, class A)."""
