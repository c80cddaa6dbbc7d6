"""`pbem bench`: how fast it is here and now. Several rounds, medians; a ratio beside each absolute figure that has one.

Times move with the machine and its neighbours, so a goal is a ratio wherever there is something to compare with: both
sides are measured in turn, in one run, and the median of the rounds' ratios counts.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import TypeAlias


@dataclass(frozen=True)
class Row:
    """One figure. `met`: whether the goal is reached; None where there is nothing to hold it against here."""

    row: str
    what: str
    value: float
    unit: str
    goal: str
    ratio: float | None = None
    met: bool | None = None
    note: str = ""
    game: str = ""
    """The registry name, where the figure is that of one game."""


@dataclass(frozen=True)
class Effort:
    """How much to measure."""

    rounds: int
    scale: int
    """A factor on the size of each round."""


QUICK, FULL = Effort(3, 1), Effort(5, 4)
Measure: TypeAlias = Callable[[Effort], Iterator[Row]]
OfGame: TypeAlias = Callable[[Effort, str], Iterator[Row]]
"""A measure that is taken of each game."""


def timed(work: Callable[[], object], times: int = 1) -> float:
    """Seconds. What comes out is thrown away at once, or collecting it would be measured too."""
    began = time.perf_counter()
    for _ in range(times):
        work()
    return time.perf_counter() - began


def cpu(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of processor time: for what only reckons, so that the machine's other work counts less."""
    began = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - began


def in_turn(effort: Effort, ours: Callable[[], float], other: Callable[[], float]) -> tuple[float, float, float]:
    """Medians of ours, of the other, and of the ratios ours / other of each round."""
    rounds = [(ours(), other()) for _ in range(effort.rounds)]
    return median(a for a, _ in rounds), median(b for _, b in rounds), median(a / b for a, b in rounds)


def repeated(effort: Effort, work: Callable[[], float]) -> float:
    """The median of the rounds."""
    return median(work() for _ in range(effort.rounds))


def resident() -> float:
    """Megabytes of this process now, or at most where the system does not tell more."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        import resource

        unit = 1024 * 1024 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measures(game: str = "") -> Mapping[str, Measure]:
    """What can be measured: the rows each measure gives, and the measure. Those of games are taken of all games, or of
    one."""
    from pbem.bench import path, reading, reports, rules, store
    from pbem.boxes import GAMES

    def of_games(measure: OfGame) -> Measure:
        def measured(effort: Effort) -> Iterator[Row]:
            for name in (game,) if game else GAMES:
                for row in measure(effort, name):
                    yield replace(row, game=name)

        return measured

    return {
        "R1,R3": of_games(rules.random_play),
        "R6": of_games(rules.codec),
        "R7": of_games(rules.replays),
        "R4,R5": of_games(store.persisted),
        "S1": store.sweeps,
        "M7": reading.reading,
        "M1,M2,M5": path.whole_path,
        "M6": path.two_workers,
        "M8": reading.memory,
        "S4": reading.jobs,
        "D1,D2,D3": of_games(reports.reports),
    }


def run_bench(*, as_json: bool, quick: bool, only: str = "", game: str = "", flood: int = 0) -> int:
    """Measure and print; 2 when a row is asked for that does not exist."""
    from pbem import collector
    from pbem.journal_lines import silence_logs

    silence_logs()
    effort = QUICK if quick else FULL
    # R1b, R1c and D1b are measured together with R1 and D1.
    wanted = {name.strip().upper().rstrip("BC") for name in only.split(",") if name.strip()}
    known = measures(game) if not flood else _flood_of(flood)
    collector.settle()
    rows = {name for names in known for name in names.split(",")}
    if wanted - rows:
        print(f"no such row: {', '.join(sorted(wanted - rows))}; there are {', '.join(sorted(rows))}")
        return 2
    found: list[Row] = []
    for names, measure in known.items():
        if wanted and not wanted & set(names.split(",")):
            continue
        for row in measure(effort):
            if not wanted or row.row.rstrip("bc") in wanted:
                found.append(row)
                if not as_json:
                    print(line(row), flush=True)
    if as_json:
        print(json.dumps({"quick": quick, "rows": [asdict(row) for row in found]}, indent=1))
    return 0


def _flood_of(letters: int) -> Mapping[str, Measure]:
    """Takes minutes, so it is measured only when it is asked for."""
    from pbem.bench.flood import flood

    return {"F1,F2,F3": lambda effort: flood(letters)}


def line(row: Row) -> str:
    """A row as text."""
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} x"
    verdict = "" if row.met is None else "met" if row.met else "not met"
    value = f"{row.value:,.2f}" if row.value < 100 else f"{row.value:,.0f}"
    what = f"{row.what} ({row.game})" if row.game else row.what
    parts = f"{row.row:<4} {what:<68} {value:>10} {row.unit:<12} {ratio:>8}  goal {row.goal:<32} {verdict}"
    return f"{parts.rstrip()}{'  -- ' + row.note if row.note else ''}"
