"""Facts of a decision that are worked out when somebody reads them."""

from __future__ import annotations

from engine.core.decision import Decision, Json, Seat
from engine.core.options import OneOf

OPTIONS = OneOf(("a", "b"))


def test_worked_out_once_and_only_when_read() -> None:
    position: dict[str, Json] = {"money": 1}
    read: list[dict[str, Json]] = []

    def facts() -> dict[str, Json]:
        read.append(dict(position))
        return read[-1]

    decision = Decision(kind="tax", seat=Seat("x"), rule="1", options=OPTIONS, default="a", facts=facts)
    assert decision.key == "tax@x"
    assert read == []
    assert decision.facts == {"money": 1}
    position["money"] = 2
    assert decision.facts == {"money": 1}
    assert len(read) == 1


def test_given_as_they_are_or_left_out() -> None:
    bare = Decision(kind="tax", seat=Seat("x"), rule="1", options=OPTIONS, default="a")
    assert bare.facts == {}
    assert bare == Decision(kind="tax", seat=Seat("x"), rule="1", options=OPTIONS, default="a", facts={})
    given: dict[str, Json] = {"n": 3}
    assert Decision(kind="tax", seat=Seat("x"), rule="1", options=OPTIONS, default="a", facts=given).facts is given
