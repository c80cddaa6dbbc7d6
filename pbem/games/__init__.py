"""The games as the judge uses them, a package each, and their names here."""

from typing import Final

GAMES: Final = ("dutch_revolt", "heads_of_state", "here_i_stand")
"""The registry names; those of engine.games."""
FIRST: Final = GAMES[0]
"""The game of commands and cases that name none."""
