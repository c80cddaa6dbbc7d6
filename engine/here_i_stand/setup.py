"""Chapter 1: the options of a game and the position before the first step.

Nothing is left to chance here: the deck lies in the order of its numbers until the first shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.decision import Json
from engine.here_i_stand import victory
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.board.scenarios import Scenario
from engine.here_i_stand.records import (
    Bonus,
    Conquest,
    Crossing,
    Land,
    LeaderState,
    MinorState,
    NewWorld,
    PowerState,
    Ships,
    SpaceState,
    Totals,
    Tracks,
    Tudors,
)
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    MINORS,
    BonusKind,
    CardEntry,
    CardNumber,
    DebaterId,
    Edition,
    Phase,
    Power,
    ReformerId,
    Religion,
    ScenarioId,
    SpaceId,
    Standing,
    SwitchValue,
)

OPTIONS: Final = ("scenario", "players", "edition", "switches", "response_hold")
MOST_HOURS: Final = 240
"""That a window may stay open."""
USUAL_SCENARIO: Final = ScenarioId("1517")
USUAL_PLAYERS: Final = 6


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a game, checked and completed."""

    scenario: ScenarioId
    players: int
    edition: Edition
    switches: dict[str, SwitchValue]
    """Only those that differ from the edition."""
    response_hold: int
    """Hours that a window stays open; with 0 only standing orders answer (cards.md 9)."""


def read_options(board: Board, options: Mapping[str, Json]) -> GameOptions:
    """The options of a new game. Raises ValueError with a sentence that says what to write instead."""
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"the game has no option {name!r}; there are {', '.join(OPTIONS)}")
    edition = _edition(board, options.get("edition"))
    scenario = _scenario(board, options.get("scenario"))
    return GameOptions(
        scenario=scenario.id,
        players=_players(scenario, options.get("players")),
        edition=edition,
        switches=_switches(board.under(edition, {}), options.get("switches")),
        response_hold=_hours(options.get("response_hold")),
    )


def _hours(wish: Json) -> int:
    wish = 0 if wish is None else wish
    if isinstance(wish, bool) or not isinstance(wish, int) or not 0 <= wish <= MOST_HOURS:
        raise ValueError(f"response_hold must be a number of hours from 0 to {MOST_HOURS}, not {wish!r}")
    return wish


def _edition(board: Board, wish: Json) -> Edition:
    if wish is None:
        return board.edition
    if not isinstance(wish, str) or wish not in list(Edition):
        raise ValueError(f"edition must be {' or '.join(Edition)}, not {wish!r}")
    return Edition(wish)


def _scenario(board: Board, wish: Json) -> Scenario:
    if isinstance(wish, int) and not isinstance(wish, bool):
        wish = str(wish)
    wish = USUAL_SCENARIO if wish is None else wish
    if not isinstance(wish, str) or wish not in board.scenarios:
        raise ValueError(f"scenario must be one of {', '.join(board.scenarios)}, not {wish!r}")
    return board.scenarios[ScenarioId(wish)]


def _players(scenario: Scenario, wish: Json) -> int:
    wish = USUAL_PLAYERS if wish is None else wish
    if isinstance(wish, bool) or not isinstance(wish, int) or wish not in scenario.players:
        raise ValueError(f"players must be one of {', '.join(map(str, scenario.players))}, not {wish!r}")
    return wish


def _switches(board: Board, wish: Json) -> dict[str, SwitchValue]:
    """The board is that of the edition, whose usual values count."""
    if wish is None:
        return {}
    if not isinstance(wish, dict):
        raise ValueError(f"switches must be a table of names and values, not {wish!r}")  # noqa: TRY004
    changed: dict[str, SwitchValue] = {}
    for name in sorted(wish):
        if name not in board.switches:
            raise ValueError(f"there is no switch {name!r}; there are {', '.join(board.switches)}")
        switch, value = board.switches[name], wish[name]
        if not isinstance(value, bool | int | str) or not switch.takes(value):
            values = " or ".join(_shown(one) for one in switch.values)
            raise ValueError(f"switch {name} must be {values}, not {value!r}")
        if value != switch.usual:
            changed[name] = value
    return changed


def _shown(value: SwitchValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ------------------------------------------------------------------ the position


def set_up(board: Board, options: GameOptions) -> HisState:
    """1.1-1.4: the position before anything is shuffled; `board` is that of the edition and switches of the game."""
    plan = board.scenarios[options.scenario]
    s = HisState(
        cursor="",
        salt="",
        scenario=options.scenario,
        players=options.players,
        printing=options.edition,
        switches=options.switches,
        response_hold=options.response_hold,
        turn=plan.first_turn,
        phase=Phase.LUTHERS_95_THESES if plan.first_turn == 1 else Phase.CARD_DRAW,
        spaces=_spaces(board, plan),
        forces={},
        fleets={},
        leaders={leader.id: LeaderState(leader.power or Power.INDEPENDENT) for leader in board.leaders.values()},
        powers={power: _power(board, plan, power) for power in MAJORS},
        minors={minor: MinorState() for minor in MINORS},
        wars=[],
        alliances=[],
        milestones=list(plan.milestones),
        hungary_by_marriage=False,
        deck=_deck(board, plan),
        discard=[],
        removed=list(plan.cards.removed),
        waiting=_waiting(board, plan),
        set_aside=[],
        ruling=list(plan.cards.as_ruler),
        beside_map=[],
        reformers=_reformers(board, plan),
        debaters=_debaters(board, plan),
        excommunicated=list(plan.faith.excommunicated),
        display=dict(plan.faith.display),
        tracks=_tracks(plan),
        tudors=Tudors(marital=plan.tracks.marital),
        new_world=_new_world(board, plan),
        board=board,
    )
    s.cursor = f"{s.turn}/{s.phase}"
    for one, other in plan.wars:
        s.begin_war(one, other)
    for one, other in plan.alliances:
        s.ally(one, other)
    _place_units(s, plan)
    s.history.append(Totals(plan.first_turn - 1, victory.totals(s)))
    return s


def _spaces(board: Board, plan: Scenario) -> dict[SpaceId, SpaceState]:
    """2.2-2.4: home powers control and all is Catholic but for markers; Ottoman home spaces have no religion."""
    spaces = {}
    for space in board.map.spaces.values():
        out_of_play = space.home is None
        faithless = out_of_play or space.home is Power.OTTOMAN
        religion = Religion.PROTESTANT if space.id in plan.faith.protestant_spaces else Religion.CATHOLIC
        spaces[space.id] = SpaceState(
            controller=space.home or Power.INDEPENDENT, religion=Religion.NONE if faithless else religion
        )
    for power, markers in plan.markers.items():
        for marked in markers.spaces:
            spaces[marked].controller = power
    return spaces


def _place_units(s: HisState, plan: Scenario) -> None:
    for one in plan.placements:
        s.add_land(one.power, one.space, Land(one.regulars, one.mercenaries, one.cavalry))
        if one.squadrons or one.corsairs:
            s.add_ships(Ships(one.power, one.squadrons, one.corsairs), one.space)
        for leader in one.leaders:
            s.place_leader(leader, one.space)


def _power(board: Board, plan: Scenario, power: Power) -> PowerState:
    winner = plan.war_winners[power]
    return PowerState(
        ruler=plan.rulers[power],
        hand=list(plan.cards.protestant_hand) if power is Power.PROTESTANT else [],
        home_cards=list(board.powers[power].home_cards),
        bonus=[Bonus(BonusKind.WAR_WINNER, winner)] if winner else [],
    )


def _deck(board: Board, plan: Scenario) -> list[CardNumber]:
    """The cards of the first deck, by number; those of the first turn come in its Card Draw phase (cards.md 7)."""
    start = plan.cards
    away = (*start.removed, *start.as_ruler)
    return [
        card.number
        for card in board.deck_cards
        if card.number in start.added or (card.entry is CardEntry.START and card.number not in away)
    ]


def _waiting(board: Board, plan: Scenario) -> list[CardNumber]:
    start = plan.cards
    away = (*start.removed, *start.as_ruler, *start.added)
    return [card.number for card in board.deck_cards if card.waits and card.number not in away]


def _reformers(board: Board, plan: Scenario) -> dict[ReformerId, Standing]:
    return {one: _standing(one, plan.faith.reformers, plan.faith.reformers_out) for one in board.reformers}


def _debaters(board: Board, plan: Scenario) -> dict[DebaterId, Standing]:
    return {one: _standing(one, plan.faith.debaters, plan.faith.debaters_out) for one in board.debaters}


def _standing(one: str, here: Iterable[str], out: Iterable[str]) -> Standing:
    if one in here:
        return Standing.READY
    return Standing.OUT if one in out else Standing.WAITING


def _tracks(plan: Scenario) -> Tracks:
    start = plan.tracks
    return Tracks(
        piracy=start.piracy,
        chateaux=start.chateaux,
        saint_peters_cp=start.saint_peters_cp,
        saint_peters_vp=start.saint_peters_vp,
        new_testament=dict(start.new_testament),
        full_bible=dict(start.full_bible),
    )


def _new_world(board: Board, plan: Scenario) -> NewWorld:
    """20"""
    start = plan.new_world
    return NewWorld(
        conquests=[Conquest(claim.prize, claim.power, claim.by, claim.depleted) for claim in start.claims],
        crossing=[Crossing(power, voyage) for power, voyage in start.crossing],
        explorers=[one.id for one in board.explorers.values() if one.in_pool and one.id not in start.out_of_play],
        conquistadors=[one for one in board.conquistadors if one not in start.out_of_play],
        conquest_markers=dict(board.tables.conquest_markers),
        cabots=[one.power for one in board.explorers.values() if not one.in_pool and one.id not in start.out_of_play],
        colonies={power: list(names) for power, names in start.colonies.items()},
        uncharted=list(start.uncharted),
    )
