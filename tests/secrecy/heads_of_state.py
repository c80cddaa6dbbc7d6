"""What may differ in a position of Heads of State without a seat knowing (section 3); turns that show nothing of it."""

from __future__ import annotations

import random
from typing import Any

from engine.core.decision import Json
from engine.heads_of_state.state import HeadsState
from engine.heads_of_state.terms import FIRST_PHASE
from pbem.playing import Sitting
from tests.secrecy.worlds import Play, Step

TURNS = 3
"""So many turns are played on."""


def plan(sitting: Sitting, reader: str, rng: random.Random) -> Play | None:
    """A play from this moment on; None where nothing can be played that shows nothing."""
    s: HeadsState = sitting.table.state
    if s.phase != FIRST_PHASE or sitting.pending:
        return None  # a turn half done, or a change of round whose answers are sealed
    return blind_turns(s, reader, rng)


def half_a_turn(sitting: Sitting, reader: str, rng: random.Random) -> Play | None:
    """19.4 A turn that waits for its rest, and one that is not begun, look alike from outside."""
    s: HeadsState = sitting.table.state
    if s.phase != FIRST_PHASE or s.active == reader or sitting.pending:
        return None
    half = ["TAKE BLIND", "WAIT"] if rng.random() < 0.5 else [f"TAKE {s.row[0]}", "WAIT"]
    asks = [Step(reader, ["STATUS", "HELP PLACE"], hours=4), Step(reader, ["REPORT", "FORM"], hours=30)]
    return Play([Step(s.active, half), *asks], [Step(s.active, ["STATUS"]), *asks], half_done=True)


def blind_turns(s: HeadsState, reader: str, rng: random.Random) -> Play | None:
    """Turns from the start of one on, and a change of the hidden cards that none of them brings to light.

    The others take blind or from the row and keep what they have; the reader takes only what he sees. Cards that will
    be turned up meanwhile, or drawn by the reader, stay; all others that the reader does not know are dealt anew. None:
    at this moment nothing can be played that shows nothing.
    """
    board = s.board
    steps: list[Step] = []
    drawn = 0  # cards of the draw pile that are gone
    treason_drawn = 0
    shown: set[int] = set()  # places in the draw pile, counted from its top, of cards that come to light
    treason_shown: set[int] = set()
    row, treason_row = list(s.row), list(s.treason_row)
    sizes = {seat: s.hand_sizes(seat) for seat in s.order}
    ended = {seat: s.families[seat].turns - (seat == s.active) for seat in s.order}
    first = s.order.index(s.active)
    for number in range(TURNS):
        seat = s.order[(first + number) % len(s.order)]
        is_first = ended[seat] == 0
        ended[seat] += 1
        attributes, treasons = sizes[seat]
        option_2 = not is_first and treasons < board.numbers.turn_end_treason and rng.random() < 0.5
        takes = 1 if option_2 else board.first_turn[s.players][s.order.index(seat)] if is_first else board.numbers.take
        if attributes + takes > board.numbers.turn_end_attributes:
            break  # a discard would show cards
        lines = [f"OPTION {2 if option_2 else 1}"]
        if option_2:
            lines.append("TREASON BLIND" if seat != reader else f"TREASON {treason_row[0]}")
            if seat != reader:
                treason_drawn += 1
            else:
                treason_shown.add(treason_drawn)
                treason_drawn += 1
                treason_row = ["?", *treason_row[1:]]
            sizes[seat] = (attributes + takes, treasons + 1)
        else:
            sizes[seat] = (attributes + takes, treasons)
        from_row = 0
        for _ in range(takes):
            known = [card for card in row if card != "?"]
            if seat == reader or (known and rng.random() < 0.4):
                if not known:
                    return None
                card = known[rng.randrange(len(known))]
                row[row.index(card)] = "?"
                lines.append(f"TAKE {card}")
                from_row += 1
            else:
                lines.append("TAKE BLIND")
                drawn += 1
        shown |= set(range(drawn, drawn + from_row))
        drawn += from_row
        steps += _staged(seat, lines) if seat == reader and rng.random() < 0.5 else [Step(seat, lines)]
        if treason_row[0] == "?" and seat == reader:
            break
    if not steps or drawn > len(s.draw_pile) or treason_drawn > len(s.treason_pile):
        return None
    steps.append(Step(reader, ["STATUS", "HELP PLACE", "FORM"]))
    steps.append(Step(reader, ["REPORT 1", "RECORD", "HELP"], hours=40))  # a reminder goes out meanwhile
    seed = rng.random()
    return Play(steps, steps, lambda state: _changed(s, state, reader, (shown, treason_shown), random.Random(seed)))


def _staged(seat: str, lines: list[str]) -> list[Step]:
    """19.4 The same turn in two letters: between them comes a private report."""
    return [Step(seat, [*lines[:2], "LIST", "WAIT"]), Step(seat, [*lines[2:], "KEEP gold"])]


def round_ends(s: HeadsState, reader: str, rng: random.Random) -> Play:
    """19.5 A blind take that ends the round: who is asked, and how long is waited, follows the sizes of hands. One of
    those asked never answers, for what is thrown away is seen."""
    asks = [Step(reader, ["STATUS", "FORM"]), Step(reader, ["KEEP gold, title", "STANDING KEEP assassin"])]
    asks += [Step(reader, ["REPORT", "HELP KEEP"], hours=20)]
    steps = [Step(s.active, ["OPTION 1", "TAKE BLIND", "TAKE BLIND"]), *asks]
    seed = rng.random()
    return Play(steps, steps, lambda state: _changed(s, state, reader, (set(), set()), random.Random(seed)))


def before_the_revolution(s: HeadsState, position: Any) -> Json:
    """The next blind card is the revolution, and everybody holds more than a change of round leaves (13.3)."""
    numbers = s.board.numbers
    for family in position["families"].values():
        family["turns"] = max(2, family["turns"])
        for name, pile, most, index in (
            ("hand", "draw_pile", numbers.round_end_attributes, s.board.attribute_index),
            ("treason", "treason_pile", numbers.round_end_treason, s.board.treason_index),
        ):
            while len(family[name]) < most + 1:
                family[name].append(position[pile].pop())
            family[name].sort(key=index.__getitem__)
    position["discard"] += position["draw_pile"]
    position["draw_pile"] = []
    position["revolution_pile"].remove("revolution")
    position["revolution_pile"].append("revolution")
    return position  # type: ignore[no-any-return]


def _changed(s: HeadsState, state: Any, reader: str, shown: tuple[set[int], set[int]], rng: random.Random) -> Json:
    """The position with all that the reader does not know dealt anew; the revolution stays where it is (13)."""
    families = state["families"]
    others = [family for seat, family in families.items() if seat != reader]
    pools = (
        ("hand", state["draw_pile"], shown[0], state["revolution_pile"]),
        ("treason", state["treason_pile"], shown[1], []),
    )
    for name, pile, kept, beside in pools:
        places: list[tuple[list[str], int]] = [(family[name], i) for family in others for i in range(len(family[name]))]
        places += [(pile, i) for i in range(len(pile)) if len(pile) - 1 - i not in kept]
        places += [(beside, i) for i in range(len(beside)) if beside[i] != "revolution"]
        cards = [holder[i] for holder, i in places]
        rng.shuffle(cards)
        for (holder, i), card in zip(places, cards, strict=True):
            holder[i] = card
    for family in others:
        family["hand"].sort(key=s.board.attribute_index.__getitem__)
        family["treason"].sort(key=s.board.treason_index.__getitem__)
    return state  # type: ignore[no-any-return]
