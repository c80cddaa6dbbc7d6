"""Positions of the action phase in which cards are played in windows, and who is asked there."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine.core.decision import AnyDecision
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank
from engine.here_i_stand.records import Battle, BattleSide, Impulse, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, BattleKind, CardNumber, LeaderId, Phase, Power, RulerId, SpaceId
from tests.engine.here_i_stand.boards import start
from tests.engine.here_i_stand.flows import drive, plain

OTTOMAN, HAPSBURG, ENGLAND, FRANCE, PAPACY, PROTESTANT = MAJORS
HUNGARY = Power.HUNGARY
VIENNA, GRAZ, PARIS, LYON, CALAIS, LONDON = (
    SpaceId(name) for name in ("vienna", "graz", "paris", "lyon", "calais", "london")
)
ISTANBUL, BUDA, MILAN, ROME, ANTWERP = (SpaceId(name) for name in ("istanbul", "buda", "milan", "rome", "antwerp"))
SULEIMAN, IBRAHIM, CHARLES, FERDINAND = (
    LeaderId(name) for name in ("suleiman", "ibrahim_pasha", "charles_v", "ferdinand")
)
_QUIET = (70, 72, 76, 79, 80, 82, 86, 87, 91, 94, 100, 103)
"""Events that no window knows; two in each hand."""


def action(active: Power, cp: int = 5, edition: str = "core110", **switches: str) -> HisState:
    """An impulse of a power in the action phase; everybody has two cards that no window knows."""
    s = start("1517", edition=edition, switches=dict(switches))
    s.phase = Phase.ACTION
    s.impulse = Impulse(active, cp=cp, act=Act.CARD)
    s.impulses = 1
    for power in MAJORS:
        for card in list(s.powers[power].hand):
            s.powers[power].hand.remove(card)
            s.removed.append(card)
    for index, card in enumerate(_QUIET):
        gets(s, MAJORS[index % len(MAJORS)], card)
    return s


def gets(s: HisState, power: Power, card: int) -> CardNumber:
    """A card comes into a hand from wherever it lies."""
    number = CardNumber(card)
    for pile in (s.deck, s.waiting, s.discard, *(one.hand for one in s.powers.values())):
        if number in pile:
            pile.remove(number)
    s.give(power, number)
    return number


def bloody(s: HisState) -> HisState:
    """Mary I rules England."""
    s.powers[ENGLAND].ruler = RulerId("mary_i")
    return s


def dice(*numbers: int) -> Callable[[tuple[int, ...]], list[int]]:
    """These dice, in this order."""
    left = list(numbers)

    def draw(sizes: tuple[int, ...]) -> list[int]:
        assert len(left) >= len(sizes), sizes
        return [left.pop(0) for _ in sizes]

    return draw


def response(card: int, mode: str = "a", **parts: str | int | None) -> Alternative:
    """An answer in a window."""
    return blank("response", do="respond", card=card, mode=mode, **parts)


def combat(card: int, mode: str | None = None, **parts: str | int | None) -> Alternative:
    """An order for combat cards."""
    return blank("combat", do="combat", card=card, mode=mode, **parts)


def side(*powers: Power, leaders: tuple[LeaderId, ...] = (), hits: int = 0, **units: Land) -> BattleSide:
    """One side of a battle."""
    return BattleSide(
        powers=list(powers),
        units={Power(owner): land for owner, land in units.items()},
        leaders=list(leaders),
        hits=hits,
    )


def fight(
    s: HisState, attack: BattleSide, defence: BattleSide, at: str = BUDA, kind: BattleKind = BattleKind.FIELD
) -> Battle:
    """A battle lies on the table; land units of a field battle stand in its space."""
    s.battle = Battle(kind, at, attack, defence)
    if at in s.spaces and kind is not BattleKind.NAVAL:
        s.forces.pop(SpaceId(at), None)
        for owner, units in (*attack.units.items(), *defence.units.items()):
            s.add_land(owner, SpaceId(at), Land(units.regulars, units.mercenaries, units.cavalry))
        if kind is BattleKind.ASSAULT:
            for owner, units in defence.units.items():
                s.go_inside(owner, SpaceId(at), Land(units.regulars, units.mercenaries, units.cavalry))
            s.forces[SpaceId(at)].sieges = dict.fromkeys(attack.powers, 0)
    return s.battle


def asked_in(flow: Flow[Any], answers: dict[str, Any] | None = None, chance: Any = None) -> list[str]:
    """The questions of a flow, by key without number."""
    asked: list[AnyDecision] = []
    drive(flow, answers, chance or dice(*[1] * 40), asked)
    return [plain(one) for one in asked]


def same_for_all_hands(
    play: Callable[[HisState], Flow[Any]], scene: Callable[[], HisState], shown: int = 0
) -> list[str]:
    """Who is asked what, in a scene; it must not change when the hidden hands change places with each other and with
    the deck. Nobody answers anything. `shown`: this many questions must come."""
    first: list[str] | None = None
    draw = random.Random(5)
    for turn in range(12):
        s = scene()
        if turn:
            _shuffle(s, draw)
        found = asked_in(play(s))
        if first is None:
            first = found
        assert found == first
    assert first is not None
    assert len(first) >= shown
    return first


def _shuffle(s: HisState, draw: random.Random) -> None:
    cards = [*s.deck, *(card for power in MAJORS for card in s.powers[power].hand)]
    draw.shuffle(cards)
    for power in MAJORS:
        count = len(s.powers[power].hand)
        s.powers[power].hand = sorted(cards[:count])
        cards = cards[count:]
    s.deck = cards
