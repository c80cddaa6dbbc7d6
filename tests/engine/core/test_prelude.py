"""Words of the players' own, mixed into chance before a game begins."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.core import codec, prelude
from engine.core.chance import entropy
from engine.core.decision import Decision, IllegalOrder, Json, Seat
from engine.core.events import Event
from engine.core.flow import Flow, ask, shuffled
from engine.core.options import OneOf
from engine.core.table import Rules, Step, Table

SEATS = (Seat("red"), Seat("blue"))
SECRET = b"s" * 32


@dataclass(slots=True)
class Plain:
    """A position that knows nothing of salt and has room for nothing else."""

    cursor: str = "deal/1"
    pile: list[int] = field(default_factory=lambda: list(range(8)))
    events: list[Event] = field(default_factory=list, metadata=codec.TRANSIENT)


@dataclass
class Salted(Plain):
    salt: str = ""
    edition: int = 0


def deal(s: Plain) -> Flow[str]:
    s.pile = yield from shuffled("pile", s.pile, rule="1")
    yield from ask(Decision(kind="stop", seat=SEATS[0], rule="1", options=OneOf(("yes", "no")), default="yes"))
    number = int(s.cursor.split("/")[1])
    return f"deal/{number + 1}" if number < 3 else "over"


class Cards:
    name = "cards"
    edition = 1
    schema = 1

    def __init__(self, kind: type[Plain]) -> None:
        self.kind = kind

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        assert not options
        return SEATS

    def setup(self, options: Mapping[str, Json]) -> Plain:
        assert not options
        return self.kind()

    def step(self, state: Plain) -> Step[Plain] | None:
        return None if state.cursor == "over" else Step(state.cursor, "1", deal)

    def view(self, state: Plain, seat: Seat | None) -> dict[str, Json]:
        return {"step": state.cursor}

    def check(self, state: Plain) -> None:
        assert state.cursor.startswith(("deal/", "over")), state.cursor

    def to_json(self, state: Plain) -> bytes:
        return codec.to_json(state)

    def from_json(self, text: bytes, schema: int) -> Plain:
        return codec.from_json(self.kind, text)


def rules(kind: type[Plain]) -> Rules[Any]:
    return prelude.with_own_chance(Cards(kind), {"own_chance": True})


def begun(kind: type[Plain], red: Json = "default", blue: Json = "default") -> Table[Any]:
    table = Table.start(rules(kind), {"own_chance": True}, entropy(SECRET, "g"))
    table.answer("chance_words@blue", blue, "order")
    table.answer("chance_words@red", red, "order")
    return table


def words(text: str) -> Json:
    return [[{"words": text}]]


KINDS = pytest.mark.parametrize("kind", [Plain, Salted])


@KINDS
def test_all_seats_are_asked_before_anything_is_drawn(kind: type[Plain]) -> None:
    table = Table.start(rules(kind), {"own_chance": True}, entropy(SECRET, "g"))
    assert [d.key for d in table.open] == ["chance_words@red", "chance_words@blue"]
    assert table.step_name == "chance_words"
    assert table.tail == []
    assert prelude.is_open(table.state)
    assert table.rules.view(table.state, None) == {"step": "deal/1"}
    assert prelude.beyond(table.state).cursor == "deal/1"


@KINDS
def test_the_words_of_every_seat_change_every_draw(kind: type[Plain]) -> None:
    piles = []
    for red, blue in (("a", "b"), ("a", "c"), ("d", "b"), ("b", "a")):
        table = begun(kind, words(red), words(blue))
        first = list(table.state.inner.pile)
        table.answer("stop@red", "yes", "order")
        piles.append((tuple(first), tuple(table.state.inner.pile)))
    assert len(set(piles)) == 4
    assert len({second for _, second in piles}) == 4


@KINDS
def test_a_player_can_work_out_a_draw_by_hand(kind: type[Plain]) -> None:
    table = begun(kind, words("storks"), "default")
    salt = hashlib.sha256(b'[["red","storks"],["blue",""]]').hexdigest()
    told = [event for event in table.take_events() if event.kind == "chance_words_given"]
    assert [event.facts for event in told] == [{"salt": salt}]
    place = f"g/{salt}/1/1/0/chance:pile:8+7+6+5+4+3+2+1"
    first = int.from_bytes(hmac.digest(SECRET, place.encode(), "sha256"), "big") % 8
    assert table.state.inner.pile[0] == first


@KINDS
def test_without_it_a_game_goes_as_it_went_before(kind: type[Plain]) -> None:
    plain = Table.start(Cards(kind), {}, entropy(SECRET, "g"))
    place = "g/0/1/0/chance:pile:8+7+6+5+4+3+2+1"
    assert plain.state.pile[0] == int.from_bytes(hmac.digest(SECRET, place.encode(), "sha256"), "big") % 8
    assert isinstance(prelude.with_own_chance(Cards(kind), {"own_chance": False}), Cards)
    assert isinstance(prelude.with_own_chance(Cards(kind), {}), Cards)


@KINDS
def test_the_salt_survives_in_what_is_stored(kind: type[Plain]) -> None:
    table = begun(kind, words("storks"), words("rain"))
    table.answer("stop@red", "yes", "order")
    table.take_events()
    resumed = Table.resume(rules(kind), table.checkpoint, table.tail, entropy(SECRET, "g"))
    assert resumed.state.salt == table.state.salt != ""
    for one in (table, resumed):
        one.answer("stop@red", "no", "order")
    assert prelude.beyond(resumed.state) == prelude.beyond(table.state)
    assert table.rules.to_json(table.state) == resumed.rules.to_json(resumed.state)


def test_the_edition_reaches_the_game() -> None:
    table = begun(Salted)
    assert table.state.inner.edition == 1


def test_a_position_with_a_salt_of_its_own_draws_with_it() -> None:
    table = Table.start(Cards(Salted), {}, entropy(SECRET, "g"))
    table.state.salt = "mine"  # type: ignore[attr-defined]
    table.answer("stop@red", "yes", "order")
    other = Table.start(Cards(Salted), {}, entropy(SECRET, "g"))
    other.answer("stop@red", "yes", "order")
    assert table.state.pile != other.state.pile
    place = "g/mine/1/1/0/chance:pile:8+7+6+5+4+3+2+1"
    drawn = int.from_bytes(hmac.digest(SECRET, place.encode(), "sha256"), "big") % 8
    first = Table.start(Cards(Salted), {}, entropy(SECRET, "g")).state.pile
    assert table.state.pile[0] == first[drawn]


@KINDS
def test_it_resumes_while_the_words_are_given(kind: type[Plain]) -> None:
    table = Table.start(rules(kind), {"own_chance": True}, entropy(SECRET, "g"))
    table.answer("chance_words@red", words("x"), "order")
    resumed = Table.resume(rules(kind), table.checkpoint, table.tail, entropy(SECRET, "g"))
    assert [d.key for d in resumed.open] == ["chance_words@blue"]


def test_words_of_another_shape_and_too_many_are_refused() -> None:
    table = Table.start(rules(Plain), {"own_chance": True}, entropy(SECRET, "g"))
    for bad in (words("x" * 201), [], [[{"words": 3}]], [[{"words": "a"}], [{"words": "b"}]], [[{"word": "a"}]], "x"):
        with pytest.raises(IllegalOrder):
            table.answer("chance_words@red", bad, "order")
    table.answer("chance_words@red", words("ő" * 200), "order")


def test_the_option_is_true_or_false() -> None:
    with pytest.raises(ValueError, match="own_chance is true or false"):
        prelude.with_own_chance(Cards(Plain), {"own_chance": "yes"})


def test_samples_are_legal() -> None:
    options = prelude.question(SEATS[0]).options
    for n in range(5):
        assert options.why_not(options.sample(lambda size, n=n: n % size)) is None  # type: ignore[misc]
