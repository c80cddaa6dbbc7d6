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
from pbem.game_tools import GameTools, Sign
from pbem.store import Store, games
from pbem.store.models import LetterIn, LetterOut


@dataclass(frozen=True)
class Standing:
    """How a game stands."""

    at: tuple[int, int, str, bool]
    """Equal where moment and view are."""
    moment: str
    """In the game's own words: "turn 3, phase 9"."""
    where: str
    over: bool
    journal: int
    seats: tuple[str, ...]
    answered: tuple[str, ...]
    letters_in: int
    letters_out: int
    unsent: int
    view: Mapping[str, Any] = field(default_factory=dict)
    """What everybody may know of the position at the last checkpoint."""

    @property
    def letters(self) -> int:
        return self.letters_in + self.letters_out

    @property
    def score(self) -> dict[str, Any]:
        """How the points went, and who has won."""
        return {"history": self.view.get("history"), "result": self.view.get("result")}


async def standing(store: Store, name: str, before: Standing | None = None) -> Standing:
    """Where the game stands now; `before` spares a look at the same position. Raises ValueError when there is none of
    that name."""
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
        at = (game.turn, game.phase, game.where, over)
        if before is not None and before.at == at:
            moment, view = before.moment, before.view
        else:
            moment, view = await _position(db, game)
    return Standing(
        at=at, moment=moment, where=game.where, over=over, journal=game.journal,
        seats=seats, answered=tuple(dict.fromkeys(row.seat for row in pending)),
        letters_in=letters_in or 0, letters_out=letters_out or 0, unsent=unsent or 0, view=view,
    )  # fmt: skip


async def _position(db: Any, game: Any) -> tuple[str, Mapping[str, Any]]:
    """Where the game stands in its own words, and what everybody may know of the last checkpoint."""
    from pbem.boxes import all_boxes
    from pbem.playing import load_table

    box, data_text = all_boxes()[game.rules], await games.data_text(db, game.data)
    rules = engine_games.load(game.rules, data_text)
    table = await load_table(db, game, box, data_text)
    last = table.first
    return box.moment(table.state), rules.view(rules.from_json(last.state, last.schema), None)


class _PlainConsole(Console):
    def on_broken_pipe(self) -> None:
        """Whoever read along has gone (`pbem demo | head`). Raises BrokenPipeError; what is left goes nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        raise BrokenPipeError


class Progress:
    """A line for each step and, as answers come in, who is in. On a terminal the latter is one line that is written
    over."""

    def __init__(self, tools: GameTools) -> None:
        self.tools = tools
        self.console = _PlainConsole(highlight=False)
        self.live = sys.stdout.isatty()
        self._last: tuple[int, int, str, bool] | None = None
        self._last_in: tuple[str, ...] = ()
        self._status = self.console.status("") if self.live else None

    def say(self, text: str) -> None:
        """A line that stays."""
        self.console.print(text, markup=False, soft_wrap=True)

    def show(self, now: Standing) -> None:
        """How the game stands, if that is news."""
        if self._status is not None:
            who = Text.assemble("answers in: ", who_is_in(now, self.tools.signs), "   ") if self.tools.signs else ""
            self._status.update(Text.assemble(who, _letters(now)))
            if self._last is None:
                self._status.start()
            if now.over:
                self._status.stop()
        signs = self.tools.signs
        if now.at != self._last or (signs and now.answered != self._last_in and self._status is None):
            step = Text(f"{now.moment:<17} {now.where:<24} " if self.tools.signs else f"{now.moment:<32} ")
            if beside := self.tools.beside(now.view):
                step += Text(f"{beside}   ")
            if now.over or (signs and self._status is None):
                step += Text.assemble(Text("over") if now.over else Text.assemble("in: ", who_is_in(now, signs)), "   ")
            self.console.print(step + Text(_letters(now)), soft_wrap=True)
        self._last, self._last_in = now.at, now.answered


def who_is_in(now: Standing, signs: Mapping[str, Sign]) -> Text:
    """The letter of each seat whose answer is in, a dot for the others: "C H · · R"."""
    return Text(" ").join(_sign(signs[seat]) if seat in now.answered else Text("·", "dim") for seat in now.seats)


def _sign(sign: Sign) -> Text:
    return Text(sign.letter, f"bold {sign.colour}".strip())


def _letters(now: Standing) -> str:
    return f"letters: {now.letters_in} in, {now.letters_out} out"
