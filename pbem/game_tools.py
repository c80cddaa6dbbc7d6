"""What the commands need of a game beside what the judge needs: seats and options of a new game, play at a terminal,
automatic players, its data file, measurements.

Each game has its own in pbem/games/<game>/tools.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

from engine.core.decision import Json
from engine.core.events import Event
from pbem.reports.facts import ReportFacts

Data: TypeAlias = Mapping[str, Any]
"""A data file, read."""


def _nothing(data: Data) -> Iterable[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class DataModel:
    """What a data file of the game must be. Its shape is read off our own file."""

    load: Callable[[str], object]
    """Takes the text; raises ValueError for what can't be played with."""
    sense: Callable[[Data], Iterable[str]]
    """A sentence for each fault in what the facts say of each other; the shape is right already."""
    remarks: Callable[[Data], Iterable[str]] = _nothing
    """What is playable and still looks like a slip."""
    notes: frozenset[str] = frozenset({"source", "reason"})
    """Keys that tell where a fact comes from: free, and never needed."""
    optional: frozenset[str] = frozenset()
    free_tables: frozenset[str] = frozenset({"aliases"})
    """Tables whose keys are names."""
    labels: tuple[str, ...] = ("id",)
    """Keys by which a record is named, the first that it has."""


@dataclass(frozen=True, kw_only=True)
class BenchPlan:
    """What is measured of the game."""

    players: int
    mode: str = ""
    whole_turns: bool = False
    """An answer is the script of a whole turn, which no move of chess can be held against."""
    whole_game_ms: float
    """The goal for one whole random game in memory."""
    report_turn: int
    report_phase: int = 0
    """The report that is drawn is that of the first position from here on."""


@dataclass(frozen=True)
class Sign:
    """How a seat is shown in a line of the demo: a letter and a colour of a terminal."""

    letter: str
    colour: str = ""


@dataclass(frozen=True, kw_only=True)
class GameTools:
    """One game for the commands. `title` is its name in full, `demo_game` what a game of the demo is called."""

    title: str
    demo_game: str
    modes: tuple[str, ...] = ()
    usual_players: int = 5
    hidden_hands: bool = False
    """Seats hold cards that the others must not see: at one terminal the keyboard changes hands."""
    seats_of: Callable[[int], list[list[str]]]
    """The seats of each player, for a number of players. Raises ValueError."""
    options: Callable[[Sequence[Sequence[str]], str, Mapping[str, Json]], dict[str, Json]]
    """The options of a new game from the seats of each player, the mode ("" for the usual one) and settings by name.
    Raises ValueError."""
    data: DataModel
    vary: Callable[[Sequence[str], random.Random], list[str]]
    """An order form as an automatic player sends it back."""
    standing: Callable[[Any, Data], list[str]]
    """A view in a few lines, for the terminal."""
    told: Callable[[Any, Event], str]
    """An event as a line of the terminal."""
    whole_map: Callable[[Any, ReportFacts], list[str]]
    """Everything on the map in lines, for the terminal."""
    score_table: Callable[[Data], list[str]]
    """How the points went, from a public view at the end of a game."""
    beside: Callable[[Data], str] = field(default=lambda view: "")
    """What the demo shows of a public view beside each step."""
    signs: Mapping[str, Sign] = field(default_factory=dict)
    """Of seats that answer at the same time; where it is empty the demo does not show who is in."""
    bench: BenchPlan
    demo_settings: Mapping[str, Json] = field(default_factory=dict)
    """Settings of the demo's game, where the usual game is long."""

    def checked_mode(self, mode: str) -> str:
        """The mode, the usual one for "". Raises ValueError with a sentence."""
        if not self.modes:
            if mode:
                raise ValueError(f"--mode {mode}: {self.title} has no modes; leave it out.")
            return ""
        if mode and mode not in self.modes:
            raise ValueError(f"--mode {mode}: there are {', '.join(self.modes[:-1])} and {self.modes[-1]}.")
        return mode or self.usual_mode

    @property
    def usual_mode(self) -> str:
        """The one that stands in the middle."""
        return self.modes[len(self.modes) // 2] if self.modes else ""


def no_such_setting(name: str, known: Sequence[str], more: str = "") -> ValueError:
    """What to say of a setting that a game does not know: what may be meant first, then all; `more` says where they are
    explained."""
    near = get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    return ValueError(f"There is no setting {name}.{meant} --set takes one of these: {', '.join(known)}.{more}")


def seats_in(seats: Sequence[Sequence[str]]) -> list[str]:
    """All seats of these players."""
    return [seat for player in seats for seat in player]
