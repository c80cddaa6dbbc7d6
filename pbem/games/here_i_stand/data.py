"""The data of Here I Stand, the five files as one: what its facts must say of each other is checked by the board."""

from __future__ import annotations

from engine.here_i_stand.board.board import Board
from pbem.game_tools import DataModel

MODEL = DataModel(
    load=Board.load,
    sense=lambda data: (),
    notes=frozenset({"source", "reason", "sources", "note", "notes", "edition_note", "disagreement", "special"}),
    free_tables=frozenset({"aliases"}),
)
