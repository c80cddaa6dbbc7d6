"""Section 6: the options of a game, and the position before turn 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.options import Alternative, Order
from engine.dutch_revolt.board import Board, Place
from engine.dutch_revolt.faults import known
from engine.dutch_revolt.lists import OrderKind
from engine.dutch_revolt.state import DutchRevoltState, Holdings, WaterBeggars
from engine.dutch_revolt.terms import (
    CATHOLICS,
    HABSBURGS,
    MODES,
    NEUTRAL,
    Faction,
    Mode,
    RegionId,
)

State = DutchRevoltState

OPTIONS: Final = ("players", "factions", "mode", "loyalty", "switches")
LOYALTY: Final = ("in_order", "sealed")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a game, checked and completed."""

    players: int
    factions: tuple[Faction, ...]
    mode: Mode
    loyalty_in_order: bool
    switches: dict[str, bool | str]


def read_options(board: Board, options: Mapping[str, Json]) -> GameOptions:
    """The options of a new game. Raises ValueError with a sentence that says what to write instead."""
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"the game has no option {name!r}; there are {', '.join(OPTIONS)}")
    players = options.get("players", 5)
    if isinstance(players, bool) or not isinstance(players, int) or players not in board.players:
        counts = ", ".join(map(str, board.players))
        raise ValueError(f"players must be one of {counts}, not {players!r}; two players have two factions each")
    mode = options.get("mode", "standard")
    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
    loyalty = options.get("loyalty") or ("in_order" if mode == "strict" else "sealed")
    if loyalty not in LOYALTY:
        raise ValueError(f"loyalty must be in_order or sealed, not {loyalty!r}")
    return GameOptions(
        players=players,
        factions=_factions(board, players, options.get("factions")),
        mode=mode,
        loyalty_in_order=loyalty == "in_order",
        switches=_switches(board, options.get("switches")),
    )


def _factions(board: Board, players: int, wish: Json) -> tuple[Faction, ...]:
    row = board.players[players]
    usual = [faction for seat in row["seats"] for faction in seat]
    if wish is None:
        return tuple(f for f in board.factions if f in usual)
    if not isinstance(wish, list) or not all(isinstance(f, str) for f in wish):
        raise ValueError(f"factions must be a list of names of {', '.join(board.factions)}, not {wish!r}")
    chosen = [str(f) for f in wish]
    for faction in chosen:
        if faction not in board.factions:
            raise ValueError(f"there is no faction {faction!r}; there are {', '.join(board.factions)}")
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"factions names one faction twice: {', '.join(chosen)}")
    if not row.get("free_choice"):
        if sorted(chosen) != sorted(usual):
            raise ValueError(f"with {players} players the factions are {', '.join(usual)}; leave the option out")
    elif len(chosen) != players or any(f not in chosen for f in row["mandatory"]):
        raise ValueError(
            f"with {players} players name {players} factions, {', '.join(row['mandatory'])} among them; "
            f"{', '.join(chosen) or 'none'} will not do"
        )
    return tuple(f for f in board.factions if f in chosen)


def _switches(board: Board, wish: Json) -> dict[str, bool | str]:
    if wish is None:
        return {}
    if not isinstance(wish, dict):
        raise ValueError(f"switches must be a table of names and values, not {wish!r}")  # noqa: TRY004
    usual = asdict(board.switches)
    changed: dict[str, bool | str] = {}
    for name in sorted(wish):
        if name not in usual:
            raise ValueError(f"there is no switch {name!r}; there are {', '.join(usual)}")
        value, values = wish[name], (True, False) if isinstance(usual[name], bool) else ("up", "down")
        if type(value) is not type(usual[name]) or value not in values:
            raise ValueError(f"switch {name} must be {' or '.join(map(str, values)).lower()}, not {value!r}")
        if isinstance(value, bool | str) and value != usual[name]:
            changed[name] = value
    return changed


# ------------------------------------------------------------------ the position


def set_up(board: Board, options: GameOptions) -> State:
    """6.1, 6.3, 6.4. The position before the first question; `board` is the board under the switches of the game."""
    supply, armies = board.tokens_by_players[options.players]
    state = State(
        cursor="0/opening",
        mode=options.mode,
        players=options.players,
        turn=0,
        phase=0,
        order=[f for f in board.turn0_order if f in options.factions],
        partners=partners(board, options.players),
        holdings={f: Holdings(supply, armies, supply, 0, armies) for f in options.factions},
        neutral_stock=board.neutral_tokens,
        countryside={p: {} for p in board.provinces},
        places={p: {} for p in board.places},
        tracks={r: [] for r in board.regions},
        boxes={b.id: [None] * len(b.squares) for b in board.boxes.values()},
        city_cards=dict.fromkeys(board.cities),
        province_cards=dict.fromkeys(board.provinces),
        loyalty={city: board.places[city].loyalty_start for city in board.loyalty_rows},
        bishoprics=dict.fromkeys(board.bishoprics["provinces"], str(board.bishoprics["nobody_resets_to"])),
        universities={u: "catholic" if u in board.old_universities else "none" for u in board.universities},
        beggars=WaterBeggars(),
        loyalty_in_order=options.loyalty_in_order,
        switches=options.switches,
        board=board,
    )
    _fill_places(state)
    _fill_boxes(state)
    if CATHOLICS in state.holdings:
        state.earn(CATHOLICS, board.catholic_money, "start")
    return state


def partners(board: Board, players: int) -> dict[Faction, Faction]:
    """Each faction's partner, where one player leads two."""
    pairs: dict[Faction, Faction] = {}
    for seat in board.players[players]["seats"]:
        if len(seat) == 2:
            pairs[seat[0]], pairs[seat[1]] = seat[1], seat[0]
    return pairs


def _fill_places(state: State) -> None:
    """6.1 tokens of the factions in play; 6.3 neutrals into vacant places (R-03)."""
    for place in state.board.places.values():
        kind, count = _start_tokens(state, place)
        state.place_from_stock(place.province, place.id, kind, count)


def _start_tokens(state: State, place: Place) -> tuple[str, int]:
    if place.setup_faction in state.holdings and place.setup_tokens:
        return str(place.setup_faction), place.setup_tokens
    return NEUTRAL, 2 if place.is_city else 1


def _fill_boxes(state: State) -> None:
    """6.1 tokens in support boxes."""
    for box in state.board.boxes.values():
        free = [number - 1 for number in box.setup_squares]
        for faction, count in box.setup.items():
            squares, free = free[:count], free[count:]
            if faction in state.holdings:
                state.from_stock(faction, count)
                for square in squares:
                    state.boxes[box.id][square] = faction


# ------------------------------------------------------------------ 6.2 the Habsburg armies


def orange_regions(board: Board) -> list[RegionId]:
    """Regions with an orange square, one entry a square, in file order."""
    return [region.id for region in board.regions.values() for _ in region.orange]


def _armies_to_put(state: State) -> int:
    return state.board.habsburg_armies - len(state.armies_of(HABSBURGS))


def may_choose_orange(state: State) -> bool:
    """Whether there is a choice: more orange squares than armies."""
    return HABSBURGS in state.holdings and len(orange_regions(state.board)) > state.board.habsburg_armies


def _attempt(state: State, faction: Faction, order: Alternative) -> Reason | None:
    region = str(order["region"])
    if _armies_to_put(state) < 1:
        return Reason("all_armies_placed", "6.2", {"count": state.board.habsburg_armies})
    if len(state.tracks[region]) >= len(state.board.regions[region].orange):
        return Reason("orange_square_taken", "6.2", {"region": region})
    state.add_army(region, faction)
    tell(state, Event("army_set_up", "6.2", {"faction": faction, "region": region}))
    return None


def _default(state: State, faction: Faction) -> list[Order]:
    """12.2: the orange squares first in the file."""
    free = orange_regions(state.board)
    for region, army in state.armies_of(faction):
        if army.faction == faction and region in free:
            free.remove(region)
    return [[{"region": region}] for region in free[: _armies_to_put(state)]]


def _choices(state: State, faction: Faction) -> list[Alternative]:
    return [{"region": region} for region in dict.fromkeys(orange_regions(state.board))]


def _fault(state: State, faction: Faction, orders: list[Order]) -> Reason | None:
    for order in orders:
        for alternative in order:
            if (reason := known(state, alternative, "region")) is not None:
                return reason
            if not state.board.regions[str(alternative["region"])].orange:
                return Reason("no_orange_square", "6.2", {"region": alternative["region"]})
    return None


def _finish(state: State, faction: Faction) -> None:
    for order in _default(state, faction):
        _attempt(state, faction, order[0])


def _open(state: State, faction: Faction) -> Reason | None:
    regions: list[Json] = [order[0]["region"] for order in _default(state, faction)]
    if not regions:
        return None
    return Reason("armies_left_to_default", "12.2", {"faction": faction, "count": len(regions), "regions": regions})


def _facts(state: State, faction: Faction) -> Mapping[str, Json]:
    return {"count": state.board.habsburg_armies, "regions": list(dict.fromkeys(orange_regions(state.board)))}


ORANGE_SQUARES: Final = OrderKind(
    kind="orange_squares",
    phase=0,
    rule="6.2",
    fields=("region",),
    attempt=_attempt,
    default=_default,
    choices=_choices,
    fault=_fault,
    finish=_finish,
    open=_open,
    facts=_facts,
)
