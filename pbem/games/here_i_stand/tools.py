"""Here I Stand for the commands: seats, options, the position in lines, measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.decision import Json
from engine.here_i_stand.board.board import Board
from engine.here_i_stand.setup import OPTIONS, read_options
from pbem.game_tools import BenchPlan, Data, GameTools, no_such_setting
from pbem.games.here_i_stand.automatic import vary
from pbem.games.here_i_stand.data import MODEL
from pbem.games.here_i_stand.pages import enemies
from pbem.games.here_i_stand.restate import told
from pbem.games.here_i_stand.text import map_lines
from pbem.games.here_i_stand.words import HisWords
from pbem.reports.facts import ReportFacts

SETTINGS = tuple(name for name in OPTIONS if name not in ("players", "switches"))
"""What can be set beside the switches of the rules."""


def seats_of(players: int) -> list[list[str]]:
    """1.6 The powers of each player."""
    groups = Board.ours().groups
    if players not in groups:
        raise ValueError(f"Here I Stand is for {min(groups)} to {max(groups)} players, not {players}.")
    return [[str(power) for power in group] for group in groups[players]]


def options(seats: Sequence[Sequence[str]], mode: str, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Settings are scenario, edition, response_hold, or switches (options.toml)."""
    TOOLS.checked_mode(mode)
    board = Board.ours()
    powers = [str(seat) for group in seats for seat in group]
    if twice := next((power for power in powers if powers.count(power) > 1), None):
        raise ValueError(f"{twice} is given twice: each power has one player.")
    known_powers = [str(seat) for group in seats_of(len(seats)) for seat in group]
    if strange := next((power for power in powers if power not in known_powers), None):
        raise ValueError(f"There is no power {strange!r}; write these: {', '.join(known_powers)}.")
    if sorted(map(sorted, seats)) != sorted(map(sorted, seats_of(len(seats)))):
        groups = "; ".join(" and ".join(group) for group in seats_of(len(seats)))
        raise ValueError(f"For {len(seats)} players the powers are {groups} (1.6).")
    if unknown := next((name for name in settings if name not in (*SETTINGS, *board.switches)), None):
        more = " The README has a table of the most used; pbem data show --game here_i_stand says what each means."
        raise no_such_setting(unknown, (*SETTINGS, *board.switches), more)
    found: dict[str, Json] = {"players": len(seats)}
    found |= {name: value for name, value in settings.items() if name in SETTINGS}
    if switches := {name: value for name, value in settings.items() if name not in SETTINGS}:
        found["switches"] = switches
    read_options(board, found)
    return found


def standing(words: HisWords, view: Data) -> list[str]:
    """The reader's hand and a line for each power."""
    lines = [
        words.say(
            "report.hand_of", power=own["power"], cards=[*view["powers"][own["power"]]["home_cards"], *own["hand"]]
        )
        for own in view["own"]
    ]
    for power, record in view["powers"].items():
        foes = words.value("powers", enemies(view, power))
        lines.append(
            f"{words.faction(power)}: {record['vp']['total']} VP, {len(record['keys'])} keys, {record['cards']} cards; "
            f"at war with {foes}"
        )
    return lines


def whole_map(words: HisWords, facts: ReportFacts) -> list[str]:
    """Everything on the map in lines."""
    return map_lines(words, facts)


def beside(view: Data) -> str:
    """The VP of each power: "ottoman 8, hapsburg 9"."""
    return ", ".join(f"{power} {record['vp']['total']}" for power, record in (view.get("powers") or {}).items())


def score_table(view: Data) -> list[str]:
    """The totals at the end of each turn, a line for each power, the winners marked."""
    turns = view["history"]
    lines = ["VP at the end of each turn", " " * 12 + "".join(f"{entry['turn']:>5}" for entry in turns)]
    for power in sorted(view["order"], key=lambda one: -turns[-1]["vp"][one]):
        row = "".join(f"{entry['vp'][power]:>5}" for entry in turns)
        lines.append(f"{power:<12}{row}{'   wins' if power in view['winners'] else ''}")
    return lines


TOOLS = GameTools(
    title="Here I Stand",
    demo_game="worms",
    usual_players=6,
    hidden_hands=True,
    seats_of=seats_of,
    options=options,
    data=MODEL,
    vary=vary,
    standing=standing,
    told=told,
    whole_map=whole_map,
    score_table=score_table,
    beside=beside,
    demo_settings={"scenario": "tournament"},
    bench=BenchPlan(players=6, whole_game_ms=2000, report_turn=3, report_phase=6),
)
