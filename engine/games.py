"""The games this judge knows: registry name -> rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.core.table import Rules
from engine.dutch_revolt import board as dutch_revolt_board
from engine.dutch_revolt.rules import DutchRevolt
from engine.heads_of_state import board as heads_of_state_board
from engine.heads_of_state.rules import HeadsOfState
from engine.here_i_stand.board import board as here_i_stand_board
from engine.here_i_stand.rules import HereIStand


class UnknownGame(ValueError):
    """No game of that name; str() lists those there are."""


def _dutch_revolt(text: str) -> Rules[Any]:
    return DutchRevolt(dutch_revolt_board.Board.load(text))


def _heads_of_state(text: str) -> Rules[Any]:
    return HeadsOfState(heads_of_state_board.Board.load(text))


def _here_i_stand(text: str) -> Rules[Any]:
    return HereIStand(here_i_stand_board.Board.load(text))


_GAMES: Final[dict[str, tuple[Callable[[str], Rules[Any]], Callable[[], str]]]] = {
    DutchRevolt.name: (_dutch_revolt, dutch_revolt_board.our_text),
    HeadsOfState.name: (_heads_of_state, heads_of_state_board.our_text),
    HereIStand.name: (_here_i_stand, here_i_stand_board.our_text),
}


def names() -> tuple[str, ...]:
    """The registry names of all games."""
    return tuple(_GAMES)


def data_text(name: str) -> str:
    """The data file that comes with the judge. Raises UnknownGame."""
    return _entry(name)[1]()


def load(name: str, data_text: str | None = None) -> Rules[Any]:
    """The rules of a game on our data file, or on a corrected one. Raises UnknownGame, and BadBoard for bad data."""
    make, ours = _entry(name)
    return make(ours() if data_text is None else data_text)


def _entry(name: str) -> tuple[Callable[[str], Rules[Any]], Callable[[], str]]:
    if name not in _GAMES:
        raise UnknownGame(f"there is no game {name!r}; this judge knows {', '.join(_GAMES)}")
    return _GAMES[name]
