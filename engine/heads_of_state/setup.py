"""Section 4: the options of a game, the position before the first step, and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from engine.core.decision import Json
from engine.core.events import Event, tell
from engine.core.flow import Flow, shuffled
from engine.heads_of_state.board import WINNER_TIES, Board
from engine.heads_of_state.state import Family, HeadsState
from engine.heads_of_state.terms import DEAL, FIRST_PHASE, FRESH, REVOLUTION, AttributeId, SeatId

State = HeadsState

OPTIONS: Final = ("players", "colours", "switches", "keep_hours", "grace_hours")
USUAL_PLAYERS: Final = 4
KEEP_HOURS: Final = 48
GRACE_HOURS: Final = 24
MOST_HOURS: Final = 24 * 60


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a game, checked and completed."""

    seats: tuple[SeatId, ...]
    switches: dict[str, bool | int | str]
    keep_hours: int
    grace_hours: int


def read_options(board: Board, options: Mapping[str, Json]) -> GameOptions:
    """The options of a new game. Raises ValueError with a sentence that says what to write instead."""
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"the game has no option {name!r}; there are {', '.join(OPTIONS)}")
    return GameOptions(
        seats=_seats(board, options.get("players"), options.get("colours")),
        switches=_switches(board, options.get("switches")),
        keep_hours=_hours("keep_hours", options.get("keep_hours"), KEEP_HOURS),
        grace_hours=_hours("grace_hours", options.get("grace_hours"), GRACE_HOURS),
    )


def _seats(board: Board, players: Json, colours: Json) -> tuple[SeatId, ...]:
    counts = range(board.min_players, board.max_players + 1)
    if colours is None:
        players = USUAL_PLAYERS if players is None else players
        if isinstance(players, bool) or not isinstance(players, int) or players not in counts:
            raise ValueError(f"players must be one of {', '.join(map(str, counts))}, not {players!r}")
        return board.colours[:players]
    if not isinstance(colours, list) or not all(isinstance(colour, str) for colour in colours):
        raise ValueError(f"colours must be a list of names of {', '.join(board.colours)}, not {colours!r}")
    chosen = [str(colour) for colour in colours]
    for colour in chosen:
        if colour not in board.colours:
            raise ValueError(f"there is no colour {colour!r}; there are {', '.join(board.colours)}")
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"colours names one colour twice: {', '.join(chosen)}")
    if len(chosen) not in counts:
        raise ValueError(f"{min(counts)} to {max(counts)} can play, not {len(chosen)}")
    if players is not None and (isinstance(players, bool) or players != len(chosen)):
        raise ValueError(f"players is {players!r}, but {len(chosen)} colours are named; leave one of the options out")
    return tuple(colour for colour in board.colours if colour in chosen)


def _switches(board: Board, wish: Json) -> dict[str, bool | int | str]:
    if wish is None:
        return {}
    if not isinstance(wish, dict):
        raise ValueError(f"switches must be a table of names and values, not {wish!r}")  # noqa: TRY004
    usual = asdict(board.switches)
    changed: dict[str, bool | int | str] = {}
    for name in sorted(wish):
        if name not in usual:
            raise ValueError(f"there is no switch {name!r}; there are {', '.join(usual)}")
        value = wish[name]
        values = _values(usual[name])
        if type(value) is not type(usual[name]) or value not in values:
            raise ValueError(f"switch {name} must be {' or '.join(map(str, values)).lower()}, not {value!r}")
        if isinstance(value, bool | int | str) and value != usual[name]:
            changed[name] = value
    return changed


def _values(usual: bool | int | str) -> tuple[bool | int | str, ...]:
    if isinstance(usual, bool):
        return (True, False)
    return (0, 1) if isinstance(usual, int) else WINNER_TIES


def _hours(name: str, wish: Json, usual: int) -> int:
    if wish is None:
        return usual
    if isinstance(wish, bool) or not isinstance(wish, int) or not 0 <= wish <= MOST_HOURS:
        raise ValueError(f"{name} must be a whole number of hours from 0 to {MOST_HOURS}, not {wish!r}")
    return wish


# ------------------------------------------------------------------ the position


def set_up(board: Board, options: GameOptions) -> State:
    """4.5-4.7: the position before anything is shuffled; `board` is the board under the switches of the game."""
    tiles = {rank.id: rank.tiles for rank in board.ranks.values()}
    return State(
        cursor=DEAL,
        salt="",
        players=len(options.seats),
        order=list(options.seats),
        round=0,
        number=0,
        phase=FIRST_PHASE,
        active=options.seats[0],
        clock=FRESH,
        keep_hours=options.keep_hours,
        grace_hours=options.grace_hours,
        switches=options.switches,
        draw_pile=board.attribute_cards(len(options.seats)),
        revolution_pile=[],
        row=[],
        aside=[],
        discard=[],
        treason_pile=list(board.treason_cards),
        treason_row=[],
        treason_discard=[],
        families={seat: Family([], [], dict(tiles)) for seat in options.seats},
        boxes={area.id: [None] * len(area.boxes) for area in board.areas.values()},
        dead={area: [] for area in board.areas},
        hex_taken={},
        squares={country: [] for country in board.countries},
        large=[],
        small=[],
        noble_cards_left={rank.id: rank.noble_cards for rank in board.ranks.values()},
        board=board,
    )


# ------------------------------------------------------------------ the deal


def deal(s: State) -> Flow[None]:
    """4.1-4.4: the circle of seats, the piles and the rows."""
    s.order = yield from shuffled("seats", s.order, rule="4.1")
    s.active = s.order[0]
    yield from lay_out(s, s.draw_pile, rule="4.3")
    s.treason_pile = yield from shuffled("treason cards", s.treason_pile, rule="4.4")
    s.treason_row = [s.treason_pile.pop() for _ in range(s.board.numbers.treason_row)]
    order: list[Json] = list(s.order)
    tell(s, Event("dealt", "4.1", {"order": order}))
    tell_rows(s, rule="4.3")


def tell_rows(s: State, *, rule: str) -> None:
    """Both rows are new."""
    cards: list[Json] = list(s.row)
    treason: list[Json] = list(s.treason_row)
    tell(s, Event("rows_dealt", rule, {"cards": cards, "treason": treason}))


def lay_out(s: State, cards: list[AttributeId], *, rule: str) -> Flow[None]:
    """4.3, 13.3d: shuffle; the top cards with the revolution card are the revolution pile, the rest the draw pile; turn
    up a row."""
    numbers = s.board.numbers
    pile = yield from shuffled("attribute cards", cards, rule=rule)
    apart = [REVOLUTION, *pile[-numbers.revolution_cards :]]
    s.draw_pile = pile[: -numbers.revolution_cards]
    s.revolution_pile = yield from shuffled("revolution pile", apart, rule=rule)
    s.row = [s.draw_pile.pop() for _ in range(numbers.row)]
    s.aside = []
    s.discard = []
