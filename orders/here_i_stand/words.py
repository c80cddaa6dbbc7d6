"""The names of Here I Stand: what is on the board, and what the board calls by no name, in five languages and more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.here_i_stand.board.board import Board
from engine.here_i_stand.board.cards import Card
from engine.here_i_stand.terms import CardNumber, Edition, LeaderId
from orders import words
from orders.here_i_stand.inflection import russian_stems, stems, without_suffix
from orders.here_i_stand.names import CARDS, DEBATERS, LEADERS, POWERS, PRIZES, UNITS, WAYS, ZONES
from orders.typography import fold
from orders.words import Lexicon, Named, NotUnderstood


class Sort(words.Sort):
    """What a name may name."""

    POWER = "power"
    SPACE = "space"
    SEA = "sea"
    LEADER = "leader"
    CARD = "card"
    UNIT = "unit"
    ZONE = "zone"
    DEBATER = "debater"
    EXPLORER = "explorer"
    PRIZE = "prize"
    WAY = "way"


PLACES: Final = (Sort.SPACE, Sort.SEA)
PERSONS: Final = (Sort.LEADER, Sort.DEBATER, Sort.EXPLORER)
_MARKS: Final[Mapping[str, frozenset[words.Sort]]] = {
    **{sort.value: frozenset({sort}) for sort in Sort},
    **dict.fromkeys(("vezer", "anfuhrer", "feldherr", "johtaja", "лидер", "полководец"), frozenset({Sort.LEADER})),
    **dict.fromkeys(("cards", "karte", "lap", "kartya", "kortti", "карта", "карту"), frozenset({Sort.CARD})),
    **dict.fromkeys(("feld", "mezo", "varos", "alue", "город"), frozenset({Sort.SPACE})),
    **dict.fromkeys(("macht", "hatalom", "valta", "держава"), frozenset({Sort.POWER})),
}
"""Words that stand by a name and say which of two is meant."""
_ROMAN: Final = frozenset({"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"})


class HisLexicon(Lexicon):
    """All names of one board of Here I Stand."""

    def __init__(self, board: Board) -> None:
        super().__init__(
            Sort,
            seats=Sort.POWER,
            places=(*PLACES, Sort.LEADER),
            known=(*PLACES, Sort.LEADER, Sort.POWER, Sort.CARD, Sort.UNIT),
            marks=_MARKS,
            fillers=frozenset({"the"}),
            signs=frozenset({";", "+"}),
            whole_first=True,
        )
        self.board = board
        self.cards: dict[CardNumber, Card] = {}
        """The cards of all printings: letters don't say which one is played."""
        for printing in Edition:
            self.cards |= board.under(printing, {}).cards
        self.cards |= board.cards
        self._stems: dict[str, set[Named]] = {}
        """Stem of a Russian name -> what it may be."""
        self._places()
        self._people()
        for number, card in self.cards.items():
            others = (*card.aliases.values(), card.id, *_short_names(card.name))
            self.enter(Sort.CARD, str(number), card.name, others, code=f"card {number}", aliases=CARDS.get(card.id))
        for power, names in POWERS.items():
            self.enter(Sort.POWER, power, names["en"][0], (power,), aliases=names)
        for unit, several in UNITS.items():
            self.enter(Sort.UNIT, unit, unit, (), aliases=several)
        for way, said in WAYS.items():
            self.enter(Sort.WAY, way, way.replace("_", " "), (), aliases=said)
        for zone, named in ZONES.items():
            self.enter(Sort.ZONE, zone, zone, (), aliases=named)

    def name(self, text: str, sorts: Iterable[words.Sort]) -> Named:
        """What `text` names among these sorts; places with their endings too. Raises NotUnderstood, Ambiguous."""
        wanted = tuple(sorts)
        try:
            return super().name(text, wanted)
        except NotUnderstood:
            found = self._inflected(fold(text)[:120], tuple(sort for sort in wanted if sort in PLACES))
            if found is None:
                raise
            return found

    def _inflected(self, folded: str, sorts: Sequence[words.Sort]) -> Named | None:
        """The one place that a name with an ending can mean."""
        for bare in without_suffix(folded):
            if len(found := self._exact(bare, sorts)) == 1:
                return found[0]
        for stem in russian_stems(folded):
            known = [named for named in self._stems.get(stem, ()) if named.sort in sorts]
            if len(known) == 1:
                return known[0]
        return None

    def _places(self) -> None:
        for space in self.board.map.spaces.values():
            self.enter(Sort.SPACE, space.id, space.name, aliases=space.aliases)
            turkish = [name for names in space.aliases.values() for name in names if "ı" in name]
            self.also(Sort.SPACE, space.id, (name.replace("ı", "i") for name in turkish))
            for stem in stems(space.aliases.get("ru", ())):
                self._stems.setdefault(stem, set()).add(Named(Sort.SPACE, space.id))
        for sea in self.board.map.seas.values():
            self.enter(Sort.SEA, sea.id, sea.name, aliases=sea.aliases)

    def _people(self) -> None:
        for leader in self.board.leaders.values():
            self.enter(Sort.LEADER, leader.id, leader.name, _surnames(leader.id), aliases=LEADERS.get(leader.id))
        for debater in self.board.debaters:
            self.enter(Sort.DEBATER, debater, debater.replace("_", " ").title(), aliases=DEBATERS.get(debater))
        for explorer in (*self.board.explorers, *self.board.conquistadors):
            self.enter(Sort.EXPLORER, explorer, explorer.replace("_", " ").title())
        for prize, record in self.board.tables.prizes.items():
            self.enter(Sort.PRIZE, prize, record.name, aliases=PRIZES.get(prize))


def _surnames(leader: LeaderId) -> Iterable[str]:
    """Names of which the first word tells nobody apart: Brandon, Alva, Hesse; not "V" or "VIII"."""
    last = leader.split("_")[-1]
    return () if last in _ROMAN or last == leader else (last,)


def _short_names(name: str) -> Iterable[str]:
    """Peasants War, Luthers 95 Theses: without the sign that phones write in several ways."""
    bare = name.replace("'", "").replace("’", "")
    return (bare, name.partition(":")[0]) if bare != name or ":" in name else ()


CARD_TOPIC: Final = "card "
"""Before the number of a card that HELP is asked for."""


def topic_of(text: str, lexicon: Lexicon) -> str:
    """HELP 31, HELP card 31, HELP Foul Weather: "card 31"; empty for what is no card. Raises Ambiguous."""
    bare = text.removeprefix("card ").removeprefix("no ").strip()
    if bare.isdecimal() and len(bare) < 4:
        return f"{CARD_TOPIC}{int(bare)}" if CardNumber(int(bare)) in cards_of(lexicon) else ""
    try:
        return f"{CARD_TOPIC}{lexicon.find(bare, (Sort.CARD,))}"
    except NotUnderstood:
        return ""


def cards_of(lexicon: Lexicon) -> Mapping[CardNumber, Card]:
    """The cards whose names these are."""
    assert isinstance(lexicon, HisLexicon)
    return lexicon.cards
