"""A player's own name under a letter is never taken for an order."""

from __future__ import annotations

import pytest

from orders import grammar, letter_body
from orders.dutch_revolt import LANGUAGE as DUTCH
from orders.here_i_stand import LANGUAGE as HIS
from orders.language import GameLanguage
from orders.statements import Failed, NoOrder, Statement
from orders.words import Lexicon
from pbem.games.dutch_revolt.box import BOX as DUTCH_BOX
from pbem.games.here_i_stand.box import BOX as HIS_BOX

GAMES: dict[str, tuple[GameLanguage, Lexicon]] = {
    "his": (HIS, HIS_BOX.lexicon(None)),
    "dutch": (DUTCH, DUTCH_BOX.lexicon(None)),
}


def said(game: str, text: str, writer: str = "") -> Statement:
    language, lexicon = GAMES[game]
    return grammar.parse(letter_body.read([text]), language, lexicon, writer).lines[0].statement


@pytest.mark.parametrize(
    ("game", "text", "writer"),
    [
        ("his", "Claire", "Claire"),
        ("his", "CLAIRE", "Claire"),
        ("his", "Claire.", "Claire Martin"),
        ("his", "Claire M.", "Claire Martin"),
        ("his", "Claire, far away", "Claire Martin"),
        ("dutch", "Rob", "Rob de Vries"),
        ("dutch", "rob de vries", "Rob de Vries"),
    ],
)
def test_ones_own_name_is_no_order(game: str, text: str, writer: str) -> None:
    assert said(game, text, writer) == NoOrder()


def test_somebody_elses_name_may_be_a_slip() -> None:
    """Without it "Claire" is like DECLARE; the judge asks."""
    assert isinstance(said("his", "Claire"), Failed)
    assert isinstance(said("his", "Claire", "Anna"), Failed)


@pytest.mark.parametrize(
    ("game", "text", "writer"),
    [
        ("his", "PASS", "Will Pass"),
        ("his", "pass", "Will Pass"),
        ("dutch", "ROB", "Rob de Vries"),
        ("dutch", "Rob ALL Habsburgs", "Rob de Vries"),
        ("his", "STATUS", "Status Quo"),
        ("his", "Wait", "Wait Disney"),
    ],
)
def test_an_order_stays_an_order(game: str, text: str, writer: str) -> None:
    assert not isinstance(said(game, text, writer), NoOrder)
