"""The cards (6): numbers, types, command points, how they come into the deck and leave it, and their effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.terms import MAJORS, CardEntry, CardNumber, CardRemoval, CardType, Phase, Power

_ANY = "any"


@dataclass(frozen=True, slots=True)
class Effect:
    """One way of using the text of a card."""

    mode: str
    label: str
    windows: tuple[str, ...]
    """Ids of the moments in which it can be used (cards.md 4.1)."""
    eligible: tuple[Power, ...]
    requires: tuple[str, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card in one edition."""

    number: CardNumber
    id: str
    name: str
    type: CardType
    owner: Power | None
    """Of a home card."""
    cp: int
    entry: CardEntry
    entry_turn: int | None
    only_1517: bool
    """Leaves the game before the 1532 set-up."""
    removal: CardRemoval
    phases: tuple[Phase, ...]
    """In which its text can be used."""
    eligible: tuple[Power, ...]
    due_turn: int | None
    """The turn in whose Winter it happens of itself (19)."""
    effects: tuple[Effect, ...]
    tags: tuple[str, ...]
    aliases: Mapping[str, str]
    """Language -> name."""

    @property
    def mandatory(self) -> bool:
        """Whether it must be played in the turn in which it is drawn (6.1)."""
        return self.type is CardType.MANDATORY

    @property
    def waits(self) -> bool:
        """Whether it comes into the deck after the start of the 1517 scenario (6.2)."""
        return self.entry in (CardEntry.TURN, CardEntry.TURN_IF, CardEntry.VARIABLE)


def read_windows(facts: Facts) -> tuple[str, ...]:
    """Ids of the moments for cards, in the order of the file."""
    return tuple(facts.part("windows").raw)


def read_cards(facts: Facts) -> dict[CardNumber, Card]:
    """The cards of the edition by number, in the order of the file. Raises BadBoard."""
    windows = read_windows(facts)
    cards: dict[CardNumber, Card] = {}
    for row in facts.parts("card"):
        card = _card(row, windows)
        if card.number in cards:
            raise BadBoard(f"{row.where}: another card has number {card.number}")
        cards[card.number] = card
    if list(cards) != [CardNumber(number) for number in range(1, len(cards) + 1)]:
        raise BadBoard(f"cards: the cards of an edition must be numbered 1 to {len(cards)}, in that order")
    return cards


def _card(facts: Facts, windows: tuple[str, ...]) -> Card:
    entry = facts.part("deck_entry")
    kind = entry.word("kind", CardEntry)
    timed = kind in (CardEntry.TURN, CardEntry.TURN_IF)
    card = Card(
        number=CardNumber(facts.number("number")),
        id=facts.text("id"),
        name=facts.text("name"),
        type=facts.word("type", CardType),
        owner=facts.word("owner", Power) if facts.has("owner") else None,
        cp=facts.number("cp"),
        entry=kind,
        entry_turn=entry.number("turn") if timed else None,
        only_1517=entry.flag("only_1517"),
        removal=facts.part("removal").word("rule", CardRemoval),
        phases=facts.words("phases", Phase),
        eligible=_eligible(facts, "eligible"),
        due_turn=facts.part("due").number("turn") if facts.has("due") else None,
        effects=tuple(_effect(row, facts, windows) for row in facts.parts("effect")),
        tags=facts.texts("tags"),
        aliases={row.text("lang"): row.text("name") for row in facts.parts("aliases")},
    )
    home = card.type is CardType.HOME
    if home != (card.owner is not None) or home != (kind is CardEntry.HOME):
        raise BadBoard(f"{facts.where}: a home card has an owner and deck_entry.kind home, no other card has either")
    return card


def _effect(facts: Facts, card: Facts, windows: tuple[str, ...]) -> Effect:
    mode = facts.text("mode")
    named = facts.texts("window")
    for window in named:
        if window not in windows:
            raise BadBoard(f"{facts.where}: {window!r} in window is not in [windows]")
    by_mode = card.has("eligible_by_mode") and card.part("eligible_by_mode").has(mode)
    return Effect(
        mode=mode,
        label=facts.text("label"),
        windows=named,
        eligible=_eligible(card.part("eligible_by_mode"), mode) if by_mode else _eligible(card, "eligible"),
        requires=facts.texts("requires"),
        steps=facts.texts("steps"),
    )


def _eligible(facts: Facts, key: str) -> tuple[Power, ...]:
    return MAJORS if facts.texts(key) == (_ANY,) else facts.words(key, Power)
