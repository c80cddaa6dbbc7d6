"""A game to prove the kernel with: Here I Stand 13-14 in small.

Two sides move on a small map. A move may be intercepted by several seats, the entered power may avoid battle or
withdraw, a field battle has response windows, combat cards, dice, losses and retreats, and a response card may start
a move in the middle of a battle, which can be intercepted and fought in its turn. Hands and deck are hidden.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core import codec
from engine.core.decision import Decision, Json, Seat, Timing
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_all, ask_first, draw_at_random, roll, shuffled
from engine.core.options import Amount, Listed, OneOf, Split
from engine.core.table import BrokenInvariant, Step

SIDES = {"ottoman": "crescent", "france": "crescent", "hapsburg": "cross", "hungary": "cross", "papacy": "cross"}
POWERS = tuple(SIDES)
ROADS = (
    "Edirne-Sofia Sofia-Belgrade Sofia-Szegedin Belgrade-Buda Belgrade-Szegedin Szegedin-Buda Buda-Vienna Vienna-Graz "
    "Graz-Belgrade Graz-Venice Venice-Milan Milan-Vienna Milan-Lyon Lyon-Paris"
)
FORTIFIED = {"Edirne": "crescent", "Belgrade": "cross", "Vienna": "cross", "Milan": "cross", "Paris": "crescent"}
SET_UP = {
    "Edirne": ("ottoman", 5), "Sofia": ("ottoman", 4), "Belgrade": ("hungary", 3), "Buda": ("hungary", 4),
    "Vienna": ("hapsburg", 5), "Graz": ("hapsburg", 3), "Venice": ("papacy", 4), "Milan": ("papacy", 3),
    "Lyon": ("france", 4), "Paris": ("france", 4),
}  # fmt: skip
RATINGS = {"ottoman": 2, "france": 1, "hapsburg": 2, "hungary": 0, "papacy": 0}
COMBAT_CARDS = tuple(range(24, 31))
SURPRISE_ATTACK = 25
FORCED_MARCHES = (31, 32, 34, 35, 37)
JANISSARIES, LANDSKNECHTS, SWISS, SPY = 1, 33, 36, 38
DECK = (*COMBAT_CARDS, *FORCED_MARCHES, JANISSARIES, LANDSKNECHTS, SWISS, SPY, *range(40, 55))
WINDOWS = {"before_battle": (LANDSKNECHTS, SWISS, SPY, *FORCED_MARCHES), "after_roll": (JANISSARIES,)}
PASS = "pass"


def _neighbours() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for road in ROADS.split():
        a, b = road.split("-")
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return {space: tuple(near) for space, near in found.items()}


NEAR = _neighbours()


@dataclass(slots=True)
class Battle:
    """A field battle on the table."""

    at: str
    attacker: str
    origin: str
    dice: dict[str, int] = field(default_factory=dict)
    cards: dict[str, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class WarState:
    cursor: str
    edition: int
    order: list[str]
    units: dict[str, dict[str, int]]
    inside: dict[str, dict[str, int]]
    hands: dict[str, list[int]]
    deck: list[int]
    discard: list[int] = field(default_factory=list)
    battles: list[Battle] = field(default_factory=list)
    fought: dict[int, int] = field(default_factory=dict)
    """Turn -> battles; a dict with numbers as keys on purpose."""
    events: list[Event] = field(default_factory=list, metadata=codec.TRANSIENT, compare=False)

    def here(self, space: str, power: str) -> int:
        return self.units[space].get(power, 0)

    def change(self, space: str, power: str, by: int) -> None:
        self.units[space][power] = self.here(space, power) + by
        if not self.units[space][power]:
            del self.units[space][power]

    def shift(self, power: str, origin: str, to: str, count: int) -> None:
        self.change(origin, power, -count)
        self.change(to, power, count)
        tell(self, Event("moved", "13.1", {"power": power, "from": origin, "to": to, "count": count}))

    def enemies_at(self, space: str, power: str) -> list[str]:
        """In impulse order; those inside a fortification do not count."""
        return [p for p in self.order if SIDES[p] != SIDES[power] and self.here(space, p)]

    def in_battle(self, space: str) -> bool:
        return any(battle.at == space for battle in self.battles)

    def play(self, power: str, card: int) -> None:
        self.hands[power].remove(card)
        self.discard.append(card)
        tell(self, Event("played", "6", {"power": power, "card": card}))


class FieldBattle:
    """The rules of the test game."""

    name, edition, schema = "field_battle", 1, 1

    def __init__(self, turns: int = 2) -> None:
        self.turns = turns

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return tuple(Seat(power) for power in POWERS)

    def setup(self, options: Mapping[str, Json]) -> WarState:
        units = {space: {SET_UP[space][0]: SET_UP[space][1]} if space in SET_UP else {} for space in NEAR}
        state = WarState("deal", 0, list(POWERS), units, {space: {} for space in NEAR}, {p: [] for p in POWERS}, [])
        tell(state, Event("set_up", "6", {"spaces": list(SET_UP)}))
        return state

    def step(self, state: WarState) -> Step[WarState] | None:
        name, *rest = state.cursor.split("/")
        if name == "deal":
            return Step("the deal", "8", deal)
        turn = int(rest[0])
        if turn > self.turns:
            return None
        if name == "start":
            return Step(f"turn {turn} / order of play", "8", lambda s: order_of_play(s, turn))
        number = int(rest[1])
        return Step(f"turn {turn} / impulse {number}", "11", lambda s: impulse(s, turn, number))

    def view(self, state: WarState, seat: Seat | None) -> dict[str, Json]:
        return {
            "order": [*state.order],
            "units": copy.deepcopy(state.units),
            "inside": copy.deepcopy(state.inside),
            "hands": {power: len(hand) for power, hand in state.hands.items()},
            "hand": [*state.hands[seat]] if seat else [],
            "deck": len(state.deck),
            "discard": [*state.discard],
            "battles": [codec.plain(battle) for battle in state.battles],
        }

    def check(self, state: WarState) -> None:
        cards = sorted([*state.deck, *state.discard, *(card for hand in state.hands.values() for card in hand)])
        if cards and cards != sorted(DECK):
            raise BrokenInvariant(f"cards are lost or doubled: {cards}")
        for space, units in state.units.items():
            if len({SIDES[power] for power in units}) > 1 or any(n < 1 for n in units.values()):
                raise BrokenInvariant(f"{space} holds {units}")
        if state.battles:
            raise BrokenInvariant("a battle is left on the table")

    def to_json(self, state: WarState) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> WarState:
        return codec.from_json(WarState, text)


# ------------------------------------------------------------------ 8 The start of a turn


def deal(s: WarState) -> Flow[str]:
    """8. Shuffle; the first hands are drawn at the start of the turn."""
    s.deck = yield from shuffled("deck", DECK, rule="8")
    return "start/1"


def order_of_play(s: WarState, turn: int) -> Flow[str]:
    """8. Draw up to four cards; sealed bids give the order of impulses."""
    for power in s.order:
        while len(s.hands[power]) < 4 and (s.deck or s.discard):
            if not s.deck:
                s.deck = yield from shuffled("discard", s.discard, rule="8")
                s.discard = []
            card = s.deck.pop()
            s.hands[power].append(card)
            tell(s, Event("drew", "8", {"power": power, "card": card}, (Seat(power),), {"power": power}))
    bids = yield from ask_all(
        Decision(kind="bid", seat=Seat(p), rule="8", options=Amount(0, 5), default=0, facts={"turn": turn})
        for p in s.order
    )
    s.order.sort(key=lambda power: -bids[f"bid@{power}"])
    tell(s, Event("order_of_play", "8", {"order": s.order}))
    return f"impulse/{turn}/0"


def impulse(s: WarState, turn: int, number: int) -> Flow[str]:
    """11. Up to two moves."""
    power = s.order[number]
    for left in (2, 1):
        ways = tuple(f"{a}>{b}" for a in NEAR for b in NEAR[a] if s.here(a, power))
        options = OneOf((PASS, *ways))
        facts: dict[str, Json] = {"moves": left}
        order = yield from ask(
            Decision(kind="move", seat=Seat(power), rule="13.1", options=options, default=PASS, facts=facts)
        )
        if order == PASS:
            break
        yield from move_formation(s, power, *order.split(">"))
    come_out(s)
    return f"impulse/{turn}/{number + 1}" if number + 1 < len(s.order) else f"start/{turn + 1}"


def come_out(s: WarState) -> None:
    """Fortified units come out where no enemy stands."""
    for space, powers in s.inside.items():
        for power, count in list(powers.items()):
            if not s.enemies_at(space, power):
                s.change(space, power, count)
                del powers[power]


# ------------------------------------------------------------------ 13 Land movement


def move_formation(s: WarState, mover: str, origin: str, to: str) -> Flow[None]:
    """13.1 Moving a formation one space."""
    count = min(s.here(origin, mover), 4 + RATINGS[mover])
    intercepted = yield from interception(s, mover, origin, to, count)
    s.shift(mover, origin, to, count)
    if not intercepted:
        for power in s.enemies_at(to, mover):
            if not (yield from avoid_battle(s, power, to, origin)):
                yield from withdraw_into_fortification(s, power, to)
    if s.enemies_at(to, mover):
        yield from field_battle(s, mover, to, origin)


def may_intercept(s: WarState, mover: str, origin: str, to: str) -> list[tuple[str, str]]:
    """13.2 Who may try, from where, in impulse order."""
    return [
        (power, space)
        for power in s.order
        for space in NEAR[to]
        if SIDES[power] != SIDES[mover] and space != origin and s.here(space, power) and not s.in_battle(space)
    ]


def interception(s: WarState, mover: str, origin: str, to: str, strength: int) -> Flow[bool]:
    """13.2 In impulse order; the first success ends the attempts."""
    if any(SIDES[power] == SIDES[mover] for power in s.units[to]):
        return False
    for power, space in may_intercept(s, mover, origin, to):
        facts: dict[str, Json] = {"into": to, "from": space, "mover": mover, "strength": strength}
        tries = yield from ask(
            Decision(
                kind="intercept", seat=Seat(power), rule="13.2", options=Listed((False, True)), default=False,
                facts=facts, timing=Timing.RESPONSE, about=space,
            )
        )  # fmt: skip
        if tries and sum((yield from roll("interception", 2, rule="13.2"))) + RATINGS[power] >= 9:
            s.shift(power, space, to, min(s.here(space, power), 4 + RATINGS[power]))
            return True
    return False


def ways_out(s: WarState, power: str, at: str, attacker_from: str) -> tuple[str, ...]:
    """Spaces to leave for: not where the enemy came from, and without enemies."""
    return tuple(space for space in NEAR[at] if space != attacker_from and not s.enemies_at(space, power))


def avoid_battle(s: WarState, power: str, at: str, attacker_from: str) -> Flow[bool]:
    """13.3"""
    ways = ways_out(s, power, at, attacker_from)
    if not ways:
        return False
    to = yield from ask(
        Decision(
            kind="avoid_battle", seat=Seat(power), rule="13.3", options=OneOf(("stand", *ways)), default="stand",
            facts={"at": at, "own": s.here(at, power)}, timing=Timing.RESPONSE,
        )
    )  # fmt: skip
    if to == "stand" or sum((yield from roll("avoid battle", 2, rule="13.3"))) + RATINGS[power] < 9:
        return False
    s.shift(power, at, to, s.here(at, power))
    return True


def withdraw_into_fortification(s: WarState, power: str, at: str) -> Flow[None]:
    """13.4"""
    count = s.here(at, power)
    if FORTIFIED.get(at) != SIDES[power] or count > 4:
        return
    withdraws = yield from ask(
        Decision(
            kind="withdraw", seat=Seat(power), rule="13.4", options=Listed((False, True)), default=False,
            facts={"at": at, "own": count}, timing=Timing.RESPONSE,
        )
    )  # fmt: skip
    if withdraws:
        s.inside[at][power] = s.inside[at].get(power, 0) + count
        s.change(at, power, -count)


# ------------------------------------------------------------------ 14 Field battle


def field_battle(s: WarState, attacker: str, at: str, origin: str) -> Flow[None]:
    """14 Field battle."""
    battle = Battle(at, attacker, origin)
    s.battles.append(battle)
    sides = ("attackers", "defenders")
    for side in sides:
        battle.dice[side], battle.cards[side] = 0, []
    yield from response_window(s, "before_battle")
    for side in sides:
        powers = powers_of(s, battle, side)
        battle.dice[side] += sum(s.here(at, p) for p in powers) + max(RATINGS[p] for p in powers)
    battle.dice["defenders"] += 1
    for side in sides:
        yield from combat_cards(s, battle, side)
    hits: dict[str, int] = {}
    if SURPRISE_ATTACK in battle.cards["attackers"]:
        hits["attackers"] = yield from roll_for_hits(s, battle, "attackers")
        battle.dice["defenders"] = max(1, battle.dice["defenders"] - hits["attackers"])
        hits["defenders"] = yield from roll_for_hits(s, battle, "defenders")
    else:
        for side in sides:
            hits[side] = yield from roll_for_hits(s, battle, side)
    winner, loser = sides if hits["attackers"] > hits["defenders"] else reversed(sides)
    beaten, standing = powers_of(s, battle, loser), powers_of(s, battle, winner)
    yield from casualties(s, battle, standing, hits[loser])
    yield from casualties(s, battle, beaten, hits[winner])
    if not any(s.here(at, power) for power in (*beaten, *standing)):
        s.change(at, standing[0], 1)
    tell(s, Event("battle", "14", {"at": at, "winner": winner, "hits": dict(hits), "deep": len(s.battles)}))
    yield from retreat(s, battle, beaten)
    s.battles.pop()
    turn = int(s.cursor.split("/")[1])
    s.fought[turn] = s.fought.get(turn, 0) + 1


def powers_of(s: WarState, battle: Battle, side: str) -> tuple[str, ...]:
    return (battle.attacker,) if side == "attackers" else tuple(s.enemies_at(battle.at, battle.attacker))


def may_hold(s: WarState, power: str, cards: tuple[int, ...]) -> bool:
    """By public knowledge: a hand, and a card of these that has not been seen."""
    return bool(s.hands[power]) and any(card not in s.discard for card in cards)


def held(s: WarState, power: str, cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in sorted(s.hands[power]) if card in cards)


def response_window(s: WarState, moment: str) -> Flow[None]:
    """All who may hold a card of this moment are asked together, until all pass."""
    cards = WINDOWS[moment]
    while True:
        taken = yield from ask_first(
            [
                Decision(
                    kind="play_response", seat=Seat(power), rule="14", options=OneOf((PASS, *held(s, power, cards))),
                    default=PASS, facts={"at": s.battles[-1].at}, timing=Timing.RESPONSE, about=moment,
                )
                for power in s.order
                if may_hold(s, power, cards)
            ],
            PASS,
        )  # fmt: skip
        if taken is None:
            return
        yield from play_response(s, taken[0], int(taken[1]))


def play_response(s: WarState, power: Seat, card: int) -> Flow[None]:
    """A response card takes effect at once; a forced march is a whole move inside the battle."""
    s.play(power, card)
    battle = s.battles[-1]
    side = "attackers" if SIDES[power] == SIDES[battle.attacker] else "defenders"
    if card in (LANDSKNECHTS, SWISS, JANISSARIES):
        battle.dice[side] += 2
    elif card == SPY:
        victims = tuple(p for p in s.order if s.hands[p] and p != power)
        if victims:
            kind = Decision(kind="spy_on", seat=power, rule="6", options=OneOf(victims), default=victims[0])
            victim = yield from ask(kind)
            stolen = yield from draw_at_random("stolen card", s.hands[victim], rule="6")
            s.hands[victim].remove(stolen)
            s.hands[power].append(stolen)
            facts: dict[str, Json] = {"power": power, "victim": victim}
            tell(s, Event("stolen", "6", {**facts, "card": stolen}, (power, Seat(victim)), facts))
    else:
        ways = tuple(
            f"{a}>{b}" for a in NEAR for b in NEAR[a] if s.here(a, power) and not s.in_battle(a) and not s.in_battle(b)
        )
        if ways:
            kind = Decision(kind="march", seat=power, rule="13.1", options=OneOf(ways), default=ways[0])
            yield from move_formation(s, power, *(yield from ask(kind)).split(">"))


def combat_cards(s: WarState, battle: Battle, side: str) -> Flow[None]:
    """14.4, 14.5 Every power of the side, as many cards as it likes."""
    for power in powers_of(s, battle, side):
        while may_hold(s, power, COMBAT_CARDS):
            card = yield from ask(
                Decision(
                    kind="combat_card", seat=Seat(power), rule="14", facts={"at": battle.at},
                    options=OneOf((PASS, *held(s, power, COMBAT_CARDS))), default=PASS,
                )
            )  # fmt: skip
            if card == PASS:
                break
            s.play(power, int(card))
            battle.cards[side].append(int(card))
            battle.dice[side] += 2


def roll_for_hits(s: WarState, battle: Battle, side: str) -> Flow[int]:
    """14.6, 14.7 5 and 6 hit; then Janissaries may be played, once the roll is seen."""
    dice = yield from roll(f"field battle {side}", battle.dice[side], rule="14")
    before = battle.dice[side]
    yield from response_window(s, "after_roll")
    more = yield from roll(f"more dice {side}", battle.dice[side] - before, rule="14")
    return sum(die >= 5 for die in (*dice, *more))


def casualties(s: WarState, battle: Battle, powers: tuple[str, ...], hits: int) -> Flow[None]:
    """14.9 Allied powers share the losses as their strongest decides."""
    caps = {power: s.here(battle.at, power) for power in powers if s.here(battle.at, power)}
    hits = min(hits, sum(caps.values()))
    if not hits:
        return
    split = Split(hits, caps)
    chooser = max(caps, key=lambda power: caps[power])
    lost = split.sample(lambda n: 0)
    if not split.forced():
        kind = Decision(kind="casualties", seat=Seat(chooser), rule="14", options=split, default=lost)
        lost = yield from ask(kind)
    for power, count in lost.items():
        s.change(battle.at, power, -count)


def retreat(s: WarState, battle: Battle, beaten: tuple[str, ...]) -> Flow[None]:
    """14.1 An attacker goes back, a defender where he likes; without a way out the units are eliminated."""
    for power in beaten:
        if not s.here(battle.at, power):
            continue
        if power == battle.attacker:
            ways = () if s.enemies_at(battle.origin, power) else (battle.origin,)
        else:
            ways = ways_out(s, power, battle.at, battle.origin)
        if not ways:
            s.change(battle.at, power, -s.here(battle.at, power))
            continue
        to = ways[0]
        if len(ways) > 1:
            kind = Decision(
                kind="retreat", seat=Seat(power), rule="14.1", options=OneOf(ways), default=ways[0],
                facts={"at": battle.at}, timing=Timing.RESPONSE,
            )  # fmt: skip
            to = yield from ask(kind)
        s.shift(power, battle.at, to, s.here(battle.at, power))
