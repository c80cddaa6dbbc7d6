"""What the demo shows: how far the game is, and the score at its end. It looks into the store and changes nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text
from sqlalchemy import func, select
from sqlmodel import col

from engine import games as engine_games
from pbem.reports.symbols import livery
from pbem.reports.words import halves
from pbem.store import Store, games
from pbem.store.models import LetterIn, LetterOut

COLOURS = {
    "catholics": "yellow", "habsburgs": "red", "nobility": "green", "burghers": "blue", "reformers": "dark_orange",
}  # fmt: skip
"""Those of the reports, as far as every terminal has them."""


@dataclass(frozen=True)
class Standing:
    """How a game stands."""

    turn: int
    phase: int
    where: str
    over: bool
    journal: int
    seats: tuple[str, ...]
    answered: tuple[str, ...]
    letters_in: int
    letters_out: int
    unsent: int
    score: Mapping[str, Any] = field(default_factory=dict)

    @property
    def letters(self) -> int:
        return self.letters_in + self.letters_out


async def standing(store: Store, name: str) -> Standing:
    """Where the game stands now. Raises ValueError when there is none of that name."""
    async with store.reading() as db:
        game = await games.game(db, name)
        if game is None or game.id is None:
            raise ValueError(f"there is no game {name}")
        pending = await games.pending(db, game.id)
        seats = tuple(row.seat for row in await games.seats(db, game.id))
        letters_in = await db.scalar(select(func.count()).select_from(LetterIn))
        letters_out = await db.scalar(select(func.count()).select_from(LetterOut))
        unsent = await db.scalar(
            select(func.count())
            .select_from(LetterOut)
            .where(col(LetterOut.status).in_(("queued", "sending", "uncertain")))
        )
        over = game.status == "over"
        score = await _score(db, game) if over else {}
    return Standing(
        turn=game.turn, phase=game.phase, where=game.where, over=over, journal=game.journal,
        seats=seats, answered=tuple(dict.fromkeys(row.seat for row in pending)),
        letters_in=letters_in or 0, letters_out=letters_out or 0, unsent=unsent or 0, score=score,
    )  # fmt: skip


async def _score(db: Any, game: Any) -> dict[str, Any]:
    """The counts at the end of each turn, and who has won."""
    from pbem.playing import read_checkpoint

    rules = engine_games.load(game.rules, await games.data_text(db, game.data))
    last = read_checkpoint(await games.newest_checkpoint(db, game.id))
    view = rules.view(rules.from_json(last.state, last.schema), None)
    return {"history": view.get("history"), "result": view.get("result")}


def score_table(final: Standing) -> list[str]:
    """The victory points at the end of each turn, a line for each faction, the winners marked."""
    history = final.score.get("history") or []
    if not history:
        return ["The game ended before the first count."]
    winners = (final.score.get("result") or {}).get("winners") or []
    factions = sorted(history[-1]["vp2"], key=lambda name: -history[-1]["vp2"][name]["total"])
    lines = [
        "Victory points at the end of each turn",
        "turn         " + "".join(f"{row['turn']:>7}" for row in history),
    ]
    for faction in factions:
        points = "".join(f"{halves(row['vp2'].get(faction, {}).get('total', 0)):>7}" for row in history)
        lines.append(f"{faction:<13}{points}{'   wins' if faction in winners else ''}")
    return lines


class _PlainConsole(Console):
    def on_broken_pipe(self) -> None:
        """Whoever read along has gone (`pbem demo | head`). Raises BrokenPipeError; what is left goes nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        raise BrokenPipeError


class Progress:
    """A line for each step and, as answers come in, who is in. On a terminal the latter is one line that is written
    over."""

    def __init__(self) -> None:
        self.console = _PlainConsole(highlight=False)
        self.live = sys.stdout.isatty()
        self._last: tuple[int, int, str] | None = None
        self._last_in: tuple[str, ...] = ()
        self._status = self.console.status("") if self.live else None

    def say(self, text: str) -> None:
        """A line that stays."""
        self.console.print(text, markup=False, soft_wrap=True)

    def show(self, now: Standing) -> None:
        """How the game stands, if that is news."""
        here = (now.turn, now.phase, now.where)
        if self._status is not None:
            self._status.update(Text.assemble("answers in: ", who_is_in(now), f"   {_letters(now)}"))
            if self._last is None:
                self._status.start()
            if now.over:
                self._status.stop()
        if here != self._last or (now.answered != self._last_in and self._status is None):
            who = Text("over") if now.over else Text.assemble("in: ", who_is_in(now))
            step = Text(f"turn {now.turn}  phase {now.phase:>2}  {now.where:<24} ")
            if self._status is None:
                step += Text.assemble(who, "   ")
            self.console.print(step + Text(_letters(now)), soft_wrap=True)
        self._last, self._last_in = here, now.answered


def who_is_in(now: Standing) -> Text:
    """The letter of each faction whose answer is in, a dot for the others: "C H · · R"."""
    signs = [
        Text(livery(seat).letter, f"bold {COLOURS.get(seat, '')}".strip()) if seat in now.answered else Text("·", "dim")
        for seat in now.seats
    ]
    return Text(" ").join(signs)


def _letters(now: Standing) -> str:
    return f"letters: {now.letters_in} in, {now.letters_out} out"
