"""The phases as flows: what is asked together, and what is done then (section 7, packages of 12.3).

Orders that are asked for beforehand wait in `state.instructions` until their phase comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.decision import Decision
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask_all
from engine.core.options import OrderAnswer
from engine.dutch_revolt import (
    armies,
    arrange,
    beggars,
    crowding,
    income,
    loyalty,
    movement,
    ownership,
    scoring,
    setup,
    sieges,
    units,
)
from engine.dutch_revolt.lists import OrderKind, carry_out, decision, decision_ahead
from engine.dutch_revolt.state import DutchRevoltState
from engine.dutch_revolt.terms import HABSBURGS, PHASES, PHASES_OF_TURN_0, Faction

State = DutchRevoltState
May = Callable[[State, Faction], bool]
Question = tuple[OrderKind, May]
# ------------------------------------------------------------------ asking and answers that wait


def _begin(state: State, phase: int) -> None:
    """A phase begins: everything told after this belongs to it."""
    state.phase = phase
    rule = (PHASES_OF_TURN_0 if state.turn == 0 else PHASES)[phase]
    tell(state, Event("phase_begins", rule, {"turn": state.turn, "phase": phase}))


def _ask_together(
    state: State, questions: Iterable[Question], seen: Mapping[str, Callable[[], State]] | None = None
) -> Flow[None]:
    """One package: whoever has a choice is asked for everything at once; answers wait for their phase.

    `seen` gives, by kind, the position as it will probably be when the phase comes, for warnings and proposals.
    """
    asked: list[Decision[OrderAnswer]] = []
    for kind, may in questions:
        for faction in state.order:
            if may(state, faction):
                asked.append(decision_ahead(state, (seen or {}).get(kind.kind, lambda: state), kind, faction))
                state.phase = min(state.phase, kind.phase) if len(asked) > 1 else kind.phase
    if asked:
        answers = yield from ask_all(asked)
        state.instructions.update(answers)


def _given(state: State, kind: OrderKind) -> dict[Faction, OrderAnswer]:
    """The answers for a phase, in turn order; they wait no longer."""
    keys = {faction: f"{kind.kind}@{faction}" for faction in state.order}
    return {f: state.instructions.pop(key) for f, key in keys.items() if key in state.instructions}


def _carry_out_given(state: State, kind: OrderKind) -> None:
    """All lists of one phase, in turn order (12.1)."""
    for faction, answer in _given(state, kind).items():
        carry_out(state, kind, faction, answer)


@dataclass(frozen=True, slots=True)
class InTurn:
    """A phase asked for in turn order (7.3); what is `beside` is asked together with it, for later phases."""

    kind: OrderKind
    may: May
    beside: tuple[Question, ...] = ()

    def questions(self, state: State, faction: Faction) -> list[OrderKind]:
        """What this faction is asked now."""
        return [kind for kind, may in ((self.kind, self.may), *self.beside) if may(state, faction)]

    def play(self, state: State, faction: Faction) -> Flow[None]:
        """One faction's part of the phase."""
        if faction == state.order[0]:
            state.phase = self.kind.phase
        asked = [decision(state, kind, faction) for kind in self.questions(state, faction)]
        state.instructions.update((yield from ask_all(asked)))
        if faction == state.order[0]:
            _begin(state, self.kind.phase)
        _carry_out_given(state, self.kind)


# ------------------------------------------------------------------ who has a choice


def _has_armies(state: State, faction: Faction) -> bool:
    return bool(armies.waiting_for_upkeep(state, faction))


def _has_support(state: State, faction: Faction) -> bool:
    return bool(income.boxes_with_tokens(state, faction))


def _may_besiege(state: State, faction: Faction) -> bool:
    return bool(armies.besiegeable(state, faction))


def _may_recruit_later(state: State, faction: Faction) -> bool:
    """Before taxes: as many armies and as much money as there could be by then."""
    holdings = state.holdings[faction]
    price = armies.next_price(state, faction)
    money = holdings.treasury + holdings.stock + state.in_boxes(faction)
    has_army = bool(state.armies_of(faction))
    return price is not None and money >= price and (holdings.armies > 0 or has_army)


def _may_move_later(state: State, faction: Faction) -> bool:
    return movement.may_move(state, faction)


def _may_influence_later(state: State, faction: Faction) -> bool:
    return any(army.state != "released" for _, army in state.armies_of(faction))


def _gets_units(state: State, faction: Faction) -> bool:
    return units.entitlement(state, faction).total > 0


def _may_deal_neutrals(state: State, faction: Faction) -> bool:
    """The first faction, when the neutrals could run out (9.12)."""
    if faction != state.order[0]:
        return False
    return sum(crowding.missing_neutrals(state).values()) > state.neutral_stock


def _must_deal_neutrals(state: State, faction: Faction) -> bool:
    """The first faction, when conflicts left a shortage that nobody could foresee when new units were asked for."""
    foreseen = f"{crowding.NEUTRALS.kind}@{faction}" in state.instructions
    return faction == state.order[0] and not foreseen and bool(crowding.shortage(state))


def _may_overflow(state: State, faction: Faction) -> bool:
    """Whether the faction could stand above a maximum in phase 13, with all new units of phase 10.

    In turn 0 the moves from boxes come first, and the units can follow them.
    """
    coming = units.entitlement(state, faction).total
    moving = income.could_move_to(state, faction) if state.turn == 0 else {}
    takes = units.limits(state, faction)
    for province in {**takes, **moving}:
        most, arriving = takes.get(province), moving.get(province, 0)
        own = state.counted(province).get(faction, 0) + arriving
        with_limit = most is not None and state.turn > 0
        if own + (min(coming, most or 0) if with_limit else coming) > state.board.provinces[province].maximum:
            return True
    return False


def _on_map(state: State, faction: Faction) -> bool:
    return state.on_map(faction) > 0


def _may_pay(state: State, faction: Faction) -> bool:
    return state.holdings[faction].treasury > 0


def lays_card(state: State, faction: Faction) -> bool:
    """9.20 Whether there is a turn to come, and somebody to stand before or behind."""
    return state.turn < state.board.last_turn and len(state.order) > 1


def _lays_later(state: State, faction: Faction) -> bool:
    """When the VP are certain: the first to lay has no choice (9.20)."""
    return lays_card(state, faction) and faction != scoring.first_to_lay(state)


def _sets_up_armies(state: State, faction: Faction) -> bool:
    return faction == HABSBURGS and setup.may_choose_orange(state)


# ------------------------------------------------------------------ turn 0


def opening(state: State) -> Flow[None]:
    """6.2, 8.1-8.5: set-up of the armies, support moves and new units blind; then conflicts, neutrals, overflow."""
    yield from _ask_together(
        state,
        (
            (setup.ORANGE_SQUARES, _sets_up_armies),
            (income.MOVE_SUPPORT, _has_support),
            (units.NEW_UNITS, _gets_units),
            (crowding.NEUTRALS, _may_deal_neutrals),
            (crowding.OVERFLOW, _may_overflow),
        ),
    )
    _begin(state, 0)
    orange = _given(state, setup.ORANGE_SQUARES)
    if HABSBURGS in state.holdings:
        carry_out(state, setup.ORANGE_SQUARES, HABSBURGS, orange.get(HABSBURGS, "default"))
    _support(state)
    _begin(state, 10)
    _carry_out_given(state, units.NEW_UNITS)
    _crowding(state)


def inside(state: State) -> Flow[None]:
    """9.14, 8.6 Moves inside provinces, by rank rounds."""
    _begin(state, 14)
    yield from arrange.moves_inside_provinces(state)
    arrange.refill(state)


def close_turn_0(state: State) -> Flow[None]:
    """8.7 Ownership; then 8.8 VP and turn order, asked when the cards are out."""
    _begin(state, 17)
    ownership.turn_0(state)
    yield from _ask_together(state, ((scoring.TURN_ORDER, _lays_later),))
    _begin(state, 20)
    scoring.end_of_turn(state, _given(state, scoring.TURN_ORDER))


# ------------------------------------------------------------------ phases 1-4


def money(state: State) -> Flow[None]:
    """9.1-9.3 in one blind package."""
    yield from _ask_together(state, _MONEY, _after_taxes(state))
    _taxes_support_upkeep(state)


def money_and_recruitment(state: State) -> Flow[None]:
    """Quick mode: 9.1-9.5, asked for in one blind package."""
    yield from _ask_together(state, (*_MONEY, (armies.RECRUIT, _may_recruit_later)), _after_taxes(state))
    _taxes_support_upkeep(state)
    _begin(state, 4)
    _carry_out_given(state, armies.RECRUIT)
    _battles(state)


def _must_tax(state: State, faction: Faction) -> bool:
    return income.must_name_level(state, faction)


_MONEY: Final[tuple[Question, ...]] = (
    (income.CITY_TAX, _must_tax),
    (income.MOVE_SUPPORT, _has_support),
    (income.ROB, income.may_rob),
    (armies.UPKEEP, _has_armies),
)


def _after_taxes(state: State) -> dict[str, Callable[[], State]]:
    """The position after default taxes and upkeep, for the questions of phases 3 and 4."""

    @cache
    def upkeep() -> State:
        taxed = state.trial_copy()
        income.taxes(taxed, {})
        return taxed

    @cache
    def recruit() -> State:
        settled = upkeep().trial_copy()
        for faction in settled.order:
            carry_out(settled, armies.UPKEEP, faction, "default")
        return settled

    return {armies.UPKEEP.kind: upkeep, armies.RECRUIT.kind: recruit}


def _taxes_support_upkeep(state: State) -> None:
    """A new account of money begins here, so that the question for taxes still shows the whole turn before."""
    _begin(state, 1)
    for holdings in state.holdings.values():
        holdings.money = {"start": holdings.treasury}
    income.taxes(state, _given(state, income.CITY_TAX))
    _support(state)
    _begin(state, 3)
    _carry_out_given(state, armies.UPKEEP)


def _support(state: State) -> None:
    _begin(state, 2)
    income.support_moves(state, _given(state, income.MOVE_SUPPORT), _given(state, income.ROB))


def _battles(state: State) -> None:
    _begin(state, 5)
    armies.battles(state)


# ------------------------------------------------------------------ phases 5-9


def battles_and_sieges(state: State) -> Flow[None]:
    """9.5, then 9.6 blind."""
    _battles(state)
    yield from _ask_together(state, ((armies.BEGIN_SIEGE, _may_besiege),))
    _begin(state, 6)
    _carry_out_given(state, armies.BEGIN_SIEGE)


def water_beggars(state: State) -> Flow[None]:
    """9.7, blind to all who could hire; the second one's orders count only if the first hires none."""
    yield from _ask_together(state, ((beggars.SEA_BEGGARS, beggars.may_hire),))
    _begin(state, 7)
    beggars.water_beggars(state, _given(state, beggars.SEA_BEGGARS))


def influence(state: State) -> Flow[None]:
    """9.9 blind: no two factions can use influence on one track."""
    yield from _ask_together(state, ((movement.INFLUENCE, movement.may_influence),))
    _begin(state, 9)
    _carry_out_given(state, movement.INFLUENCE)


def war(state: State) -> Flow[None]:
    """Quick mode: 9.6-9.9 in one blind package."""
    yield from _ask_together(
        state,
        (
            (armies.BEGIN_SIEGE, _may_besiege),
            (beggars.SEA_BEGGARS, beggars.may_hire),
            (movement.MOVE_ARMY, _may_move_later),
            (movement.INFLUENCE, _may_influence_later),
        ),
    )
    _begin(state, 6)
    _carry_out_given(state, armies.BEGIN_SIEGE)
    _begin(state, 7)
    beggars.water_beggars(state, _given(state, beggars.SEA_BEGGARS))
    _begin(state, 8)
    _carry_out_given(state, movement.MOVE_ARMY)
    _begin(state, 9)
    _carry_out_given(state, movement.INFLUENCE)


# ------------------------------------------------------------------ phases 10-14


def _crowding(state: State) -> None:
    """9.11-9.13 (8.3-8.5): conflicts, neutrals, overflow, with the instructions given beforehand."""
    _conflicts(state)
    _neutrals_and_overflow(state)


def _conflicts(state: State) -> None:
    _begin(state, 11)
    crowding.conflicts(state)


def _neutrals_and_overflow(state: State) -> None:
    _begin(state, 12)
    given = _given(state, crowding.NEUTRALS)
    crowding.fill_with_neutrals(state, given.get(state.order[0], "default"))
    _begin(state, 13)
    crowding.overflow(state, _given(state, crowding.OVERFLOW))


def conflicts_to_overflow(state: State) -> Flow[None]:
    """9.11-9.13; the instructions came with phase 10, except for a shortage of neutrals that came unforeseen."""
    _conflicts(state)
    yield from _ask_together(state, ((crowding.NEUTRALS, _must_deal_neutrals),))
    _neutrals_and_overflow(state)


def people(state: State) -> Flow[None]:
    """Quick mode: 9.10-9.14 as lists in one blind package."""
    yield from _ask_together(
        state,
        (
            (units.NEW_UNITS, _gets_units),
            (crowding.NEUTRALS, _may_deal_neutrals),
            (crowding.OVERFLOW, _may_overflow),
            (arrange.ARRANGE, _on_map),
        ),
    )
    _begin(state, 10)
    _carry_out_given(state, units.NEW_UNITS)
    _crowding(state)
    _begin(state, 14)
    arrange.carry_out_given(state, _given(state, arrange.ARRANGE))
    arrange.refill(state)


# ------------------------------------------------------------------ phases 15-20


def close(state: State) -> Flow[None]:
    """9.15-9.20: ends of sieges, sealed bids on loyalty and the wishes for the turn order together."""
    yield from _ask_together(
        state,
        (
            (sieges.SIEGE_END, sieges.needs_choice),
            (loyalty.LOYALTY, _may_pay),
            (scoring.TURN_ORDER, lays_card),
        ),
    )
    _end_sieges(state)
    _begin(state, 16)
    _carry_out_given(state, loyalty.LOYALTY)
    _loyalty_to_universities(state)
    _end_of_turn(state)


def sieges_end(state: State) -> Flow[None]:
    """9.15 asked alone, before bids in the open."""
    yield from _ask_together(state, ((sieges.SIEGE_END, sieges.needs_choice),))
    _end_sieges(state)


def ownership_and_order(state: State) -> Flow[None]:
    """9.16 resolved, 9.17-9.19; then the wishes of 9.20, blind."""
    _loyalty_to_universities(state)
    yield from _ask_together(state, ((scoring.TURN_ORDER, _lays_later),))
    _end_of_turn(state)


def _end_sieges(state: State) -> None:
    _begin(state, 15)
    sieges.end_sieges(state, _given(state, sieges.SIEGE_END))


def _loyalty_to_universities(state: State) -> None:
    loyalty.resolve(state)
    _begin(state, 17)
    ownership.take_cards(state)
    _begin(state, 18)
    ownership.move_bishoprics(state)
    _begin(state, 19)
    ownership.change_universities(state)


def _end_of_turn(state: State) -> None:
    _begin(state, 20)
    scoring.end_of_turn(state, _given(state, scoring.TURN_ORDER))


recruit: Final = InTurn(armies.RECRUIT, armies.may_recruit)
move: Final = InTurn(movement.MOVE_ARMY, movement.may_move)
new_units: Final = InTurn(
    units.NEW_UNITS,
    _gets_units,
    ((crowding.NEUTRALS, _may_deal_neutrals), (crowding.OVERFLOW, _may_overflow)),
)
pay_for_loyalty: Final = InTurn(loyalty.LOYALTY, _may_pay)
"""Phases that are asked for in turn order: each faction sees what those before it did."""
