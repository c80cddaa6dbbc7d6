"""What may differ in a position of Here I Stand without a player knowing (0.3): the hands of the others, and the deck.

Two worlds are played on by the same letters. Which hidden cards come to light thereby is seen in the first one; these
stay where they are in the second, all others are dealt anew.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core.decision import AnyDecision, Json
from engine.here_i_stand.asking import blank
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import MAJORS, Act, Phase, Power
from pbem.boxes import all_boxes
from pbem.deadlines import Schedule
from pbem.judge import NewPlayer
from pbem.playing import Sitting
from tests.secrecy.worlds import ZONES, Step, World, lines_of

GAME: Final = "worms"
RULES: Final = "here_i_stand"
MARCHES = 3
_OPEN: Final = ("discard", "removed", "ruling", "beside_map", "waiting", "set_aside")
_STILL: Final = (Phase.SPRING_DEPLOYMENT, Phase.ACTION)
"""In these phases a letter does not bring about a new deal."""


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays which powers; a player is named after the first of his."""

    groups: tuple[tuple[Power, ...], ...]

    @classmethod
    def of(cls, count: int) -> Players:
        return cls(all_boxes()[RULES].rules(None).board.groups[count])  # type: ignore[attr-defined]

    def names(self) -> list[str]:
        return [str(group[0]) for group in self.groups]

    def of_power(self, power: str) -> tuple[Power, ...]:
        return next(group for group in self.groups if power in group)


async def begin(world: World, options: Mapping[str, Json]) -> Players:
    """A new game; every second player reads Hungarian."""
    players = Players.of(int(str(options["players"])))
    people = [
        NewPlayer(
            address=f"{group[0]}@example.org", name=str(group[0]).title(), seats=tuple(map(str, group)),
            language=("en", "hu")[n % 2], zone=ZONES[n % len(ZONES)],
        )
        for n, group in enumerate(players.groups)
    ]  # fmt: skip
    await world.judge.new_game(GAME, RULES, options, people, schedule=Schedule(days=3))
    return players


async def play_on(world: World, players: Players, sitting: Sitting, rng: random.Random) -> None:
    """One player answers all he is asked, at random."""
    awaited = sitting.awaited()
    group = players.of_power(awaited[rng.randrange(len(awaited))])
    mine = [decision for decision in sitting.table.open if decision.seat in group]  # type: ignore[comparison-overlap]
    lines = [line for one in mine for line in (f"POWER {one.seat}", *lines_of(sitting, one, rng))]
    await world.write(GAME, str(group[0]), lines)
    if set(map(str, group)) & set((await world.sitting(GAME)).awaited()):
        await world.write(GAME, str(group[0]), ["READY"])


def plan(sitting: Sitting, players: Players, reader: str, rng: random.Random) -> list[Step] | None:
    """Letters from the begin of a step on: one of the power that is asked, the others of the reader, who may be the
    same: the trial of his orders must not look at the cards of others."""
    s: HisState = sitting.table.state
    if sitting.table.tail or sitting.pending or s.phase not in _STILL or len(sitting.table.open) != 1:
        return None
    asked = sitting.table.open[0]
    active = str(players.of_power(str(asked.seat))[0])
    hours = 10 if s.response_hold and rng.random() < 0.7 else 40  # a window is still open, or has closed
    lines = lines_of(sitting, asked, rng)
    return [
        Step(active, lines + (_marches(sitting, asked, rng) if s.phase is Phase.ACTION else [])),
        Step(active, ["END"], hours=1),  # so that the next power gets a report of the impulse
        Step(reader, ["STATUS", "FORM"], hours=4),
        Step(reader, ["REPORT", "HELP", "RECORD"], hours=hours),  # after 40 hours a reminder has gone out
    ]


def _marches(sitting: Sitting, asked: AnyDecision, rng: random.Random) -> list[str]:
    """Orders to march from where the power has units: what is declared opens windows."""
    s: HisState = sitting.table.state
    power = Power(asked.seat)
    camps = [space for space, forces in s.forces.items() if power in forces.outside]
    ways = [(space, to) for space in camps for to in s.board.map.by_land(space)]
    orders = [
        [blank("impulse", do="move", from_=space, to=to)] for space, to in rng.sample(ways, min(MARCHES, len(ways)))
    ]
    return list(sitting.box.answer_lines(asked, orders, sitting.data_text))


def _hands(position: Any, kept: Iterable[str]) -> dict[str, list[int]]:
    """The hands that are dealt anew."""
    return {power: position["powers"][power]["hand"] for power in MAJORS if power not in kept}


def deal_anew(position: Any, kept: Sequence[str], known: set[int], s: HisState, rng: random.Random) -> Json:
    """The position with the hidden cards dealt anew. The hands of `kept` stay, and the cards `known`.

    A power that has passed holds no mandatory card (11), as everybody knows.
    """
    hands = _hands(position, kept)
    places = [(hand, i) for hand in hands.values() for i in range(len(hand)) if hand[i] not in known]
    deck: list[int] = position["deck"]
    places += [(deck, i) for i in range(len(deck)) if deck[i] not in known]
    cards = [holder[i] for holder, i in places]
    rng.shuffle(cards)
    passed = [hands[power] for power in hands if s.powers[Power(power)].last_act is Act.PASS]
    places.sort(key=lambda place: all(place[0] is not hand for hand in passed))
    mandatory = {card for card in cards if s.board.cards[card].mandatory}  # type: ignore[index]
    for holder, i in places:
        barred = mandatory if any(holder is hand for hand in passed) else set()
        card = next(card for card in cards if card not in barred)
        cards.remove(card)
        holder[i] = card
    for hand in hands.values():
        hand.sort()
    return position  # type: ignore[no-any-return]


@dataclass(slots=True)
class Found:
    """What the comparison came to."""

    leaks: list[str] = field(default_factory=list)
    compared: int = 0
    changed: int = 0
    waited: int = 0
    """Comparisons in which a window was open to somebody."""


async def compare(
    world: World, players: Players, reader: str, steps: Sequence[Step], rng: random.Random, found: Found,
    spoil: Callable[[World], None] = lambda world: None,
) -> None:  # fmt: skip
    """Play on in two copies; note what differs for the reader. A play that lets see a card of a hidden hand, or ends
    the turn, is not counted."""
    start: HisState = (await world.sitting(GAME)).table.state
    active = str((await world.sitting(GAME)).table.open[0].seat)
    kept = (*map(str, players.of_power(reader)), active)
    before: Any = json.loads(all_boxes()[RULES].rules(None).to_json(start))
    one, two = await world.copy("one"), await world.copy("two")
    try:
        for copy in (one, two):
            spoil(copy)
        await one.replace_position(lambda position: position)
        first = await one.play(GAME, reader, steps)
        after = (await one.sitting(GAME)).table
        s: HisState = after.state
        shown = {card for pile in _OPEN for card in getattr(s, pile)}
        shown |= {card for power in players.of_power(reader) for card in s.powers[power].hand}
        hidden = {card for hand in _hands(before, kept).values() for card in hand}
        if s.turn != start.turn or s.phase not in _STILL or hidden & shown:
            return
        seed = rng.random()
        changed: list[Json] = []

        def change(position: Json) -> Json:
            changed.append(deal_anew(position, kept, shown, start, random.Random(seed)))
            return changed[0]

        await two.replace_position(change)
        second = await two.play(GAME, reader, steps)
        found.compared += 1
        found.changed += changed[0] != before
        found.waited += any("window" in decision.facts for decision in after.open)
        found.leaks += [f"{start.cursor}, seen by {reader}: {text}" for text in first.differing(second)]
    finally:
        await one.close()
        await two.close()


def empty_hands(position: Any) -> Json:
    """Nobody has a card left: all pass (11), and Winter comes."""
    for power in position["powers"].values():
        position["deck"] += power["hand"]
        power["spent_home_cards"] = sorted(power["spent_home_cards"] + power["home_cards"])
        power["hand"], power["home_cards"] = [], []
    return position  # type: ignore[no-any-return]
