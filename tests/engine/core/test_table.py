"""The laws of the table, on a game that nests moves, interceptions, battles and response windows."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from engine.core.decision import Decision, IllegalOrder, Json, Reason, Seat
from engine.core.events import Event, tell
from engine.core.flow import Flow, ask, ask_all, ask_first, roll
from engine.core.options import OneOf
from engine.core.table import BrokenInvariant, Checkpoint, Entry, JournalDiverged, Step, Table, replay
from tests.engine.core.field_battle import FieldBattle
from tests.engine.core.random_player import dice, journal_of, play_on, position, some_answer, start

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("seed", range(12))
def test_resumed_after_every_answer_is_like_never_stopped(seed: int) -> None:
    never = start(f"seed {seed}")
    stored = start(f"seed {seed}")
    told, told_again = [*never.take_events()], [*stored.take_events()]
    draw = random.Random(seed)
    while not never.over:
        asked = draw.choice(never.open)
        given = some_answer(asked, draw)
        stored = Table.resume(FieldBattle(), stored.checkpoint, stored.tail, dice(f"seed {seed}"))
        assert stored.take_events() == ()
        never.answer(asked.key, given, "order")
        stored.answer(asked.key, given, "order")
        told += never.take_events()
        told_again += stored.take_events()
        assert position(stored) == position(never)
        assert stored.checkpoint == never.checkpoint
        assert stored.tail == never.tail
    assert told_again == told
    assert any(event.kind == "battle" for event in told)


def test_battles_nest_three_deep() -> None:
    """Else the other tests prove less than they seem to."""
    deepest = 0
    crumbs: list[str] = []
    for seed in range(40):
        table = start(f"nested {seed}")
        draw = random.Random(seed)
        while not table.over:
            deepest = max(deepest, len(table.state.battles))
            crumbs.append(table.where)
            asked = draw.choice(table.open)
            table.answer(asked.key, some_answer(asked, draw), "order")
    assert deepest >= 3
    assert "impulse > move_formation > interception" in crumbs
    nested = "field_battle > response_window > play_response > move_formation > "
    assert any(f"{nested}interception" in crumb for crumb in crumbs)
    assert any(f"{nested}{nested}field_battle" in crumb for crumb in crumbs)


@pytest.mark.parametrize("seed", range(10))
def test_order_of_arrival_changes_neither_position_nor_dice(seed: int) -> None:
    """Answers of a bid or a window come in any order; the first taker in order acts, whenever his letter came."""
    first = start(f"arrival {seed}")
    last = start(f"arrival {seed}")
    draw = random.Random(seed)
    while not first.over:
        answers = {asked.key: some_answer(asked, draw) for asked in first.open}
        question = first.asked
        for key, given in answers.items():
            if first.asked is question and first.find(key):
                first.answer(key, given, "order")
        for key, given in reversed(answers.items()):
            last.answer(key, given, "order")
        assert position(first) == position(last)
    assert _chances(first) == _chances(last)
    assert first.checkpoint == last.checkpoint


def _chances(table: Table[object]) -> list[Entry]:  # type: ignore[type-var]
    return [entry for entry in journal_of(table) if entry.by == "chance"]  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_same_game_under_every_hash_seed(seed: str) -> None:
    assert _digest(seed) == _digest("random")


def _digest(hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.core.digest_game"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    )
    assert len(done.stdout.strip()) == 64
    return done.stdout


def test_the_whole_journal_replays_to_the_same_game_and_tells_the_same() -> None:
    table = start("whole")
    first = table.first
    events = play_on(table, random.Random(5), lambda asked: asked[0])
    again = replay(FieldBattle(), first, journal_of(table), dice("another secret is not asked"))
    assert again.over
    assert again.checkpoint == table.checkpoint
    assert [*again.take_events()] == [event for event in events if event.kind != "set_up"]
    assert [checkpoint for _, checkpoint in again.passed] == [checkpoint for _, checkpoint in table.passed]


def test_players_can_prove_every_roll_from_answers_and_secret_alone() -> None:
    table = start("proof")
    play_on(table, random.Random(8), lambda asked: asked[0])
    proof = start("proof")
    for entry in journal_of(table):
        if entry.by != "chance":
            proof.answer(entry.key, entry.given, entry.by)
    assert journal_of(proof) == journal_of(table)


def test_undone_and_repeated_orders_meet_the_same_dice() -> None:
    table = start("undone")
    for _ in range(30):
        table.answer(table.open[0].key, some_answer(table.open[0], random.Random(1)), "order")
    again = Table.resume(FieldBattle(), table.checkpoint, [], dice("undone"))
    for entry in table.tail:
        if entry.by != "chance":
            again.answer(entry.key, entry.given, entry.by)
    assert again.tail == table.tail


# ------------------------------------------------------------------ secrecy


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_change_no_view_and_no_question_of_others(seed: int) -> None:
    """Exchange the cards that a seat cannot know, play on by public answers: it sees and is asked the same."""
    table = start(f"secret {seed}")
    play_on(table, random.Random(seed), lambda asked: asked[0])
    compared = 0
    for _, checkpoint in table.passed[1:-1:2]:
        for eye in table.rules.seats({})[::2]:
            compared += _play_side_by_side(table, checkpoint, eye, random.Random(seed))
    assert compared > 50


def _play_side_by_side(table: Table, checkpoint: Checkpoint, eye: Seat, draw: random.Random) -> int:  # type: ignore[type-arg]
    rules, throw = table.rules, dice("secret")
    here = Table.resume(rules, checkpoint, [], throw)
    there = Table.resume(rules, _hidden_cards_exchanged(checkpoint, eye, draw), [], throw)
    compared = 0
    while here.checkpoint.number == checkpoint.number:
        assert rules.view(here.state, eye) == rules.view(there.state, eye)
        assert rules.view(here.state, None) == rules.view(there.state, None)
        assert [d.key for d in here.open] == [d.key for d in there.open]
        for one, other in zip(here.open, there.open, strict=True):
            assert one.facts == other.facts
            if one.seat == eye:
                assert one.options.examples(99) == other.options.examples(99)
        asked = here.open[0]
        public = asked.kind not in {"play_response", "combat_card"}
        given = some_answer(asked, draw) if public else "pass"
        for side in (here, there):
            side.answer(asked.key, given, "order")
        assert _seen_by(here, eye) == _seen_by(there, eye)
        compared += 1
    return compared


def _hidden_cards_exchanged(checkpoint: Checkpoint, eye: Seat, draw: random.Random) -> Checkpoint:
    state = FieldBattle().from_json(checkpoint.state, 1)
    rows = [state.deck, *(hand for power, hand in state.hands.items() if power != eye)]
    pool = [card for row in rows for card in row]
    draw.shuffle(pool)
    for row in rows:
        row[:] = [pool.pop() for _ in row]
    return replace(checkpoint, state=FieldBattle().to_json(state))


def _seen_by(table: Table, eye: Seat) -> list[tuple[str, Mapping[str, Json]]]:  # type: ignore[type-arg]
    """Without the cards drawn from the deck, where the next step has begun."""
    seen = [(event.kind, event.seen_by((eye,))) for event in table.take_events() if event.kind != "drew"]
    return [(kind, facts) for kind, facts in seen if facts is not None]


def test_drawn_card_is_told_to_its_owner_only() -> None:
    table = start("draw")
    drew = [event for event in table.take_events() if event.kind == "drew"]
    assert len(drew) == 20
    power = Seat(str(drew[0].facts["power"]))
    assert "card" in (drew[0].seen_by((power,)) or {})
    assert drew[0].seen_by((Seat("someone else"),)) == {"power": power}
    assert drew[0].seen_by(()) == {"power": power}


# ------------------------------------------------------------------ small games for single laws


@dataclass(slots=True)
class Small:
    cursor: str = "0"
    edition: int = 0
    seen: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


class SmallGame:
    """One flow as the whole game."""

    name, edition, schema = "small", 1, 1

    def __init__(self, flow: Callable[[Small], Flow[str]], edition: int = 1) -> None:
        self.flow, self.edition = flow, edition

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return (Seat("a"), Seat("b"))

    def setup(self, options: Mapping[str, Json]) -> Small:
        state = Small()
        tell(state, Event("set_up", "6", {}))
        return state

    def step(self, state: Small) -> Step[Small] | None:
        return None if state.cursor == "over" else Step(f"step {state.cursor}", "1", self.flow)

    def view(self, state: Small, seat: Seat | None) -> dict[str, Json]:
        return {"seen": [*state.seen]}

    def check(self, state: Small) -> None:
        if "broken" in state.seen:
            raise BrokenInvariant("broken")

    def to_json(self, state: Small) -> Json:
        return {"cursor": state.cursor, "edition": state.edition, "seen": [*state.seen]}

    def from_json(self, raw: Json, schema: int) -> Small:
        assert isinstance(raw, dict)
        seen = raw["seen"]
        assert isinstance(seen, list)
        return Small(str(raw["cursor"]), int(str(raw["edition"])), [str(word) for word in seen])


def question(seat: str, *words: str, kind: str = "word") -> Decision[str]:
    return Decision(kind=kind, seat=Seat(seat), rule="1", options=OneOf(words or ("yes", "no")), default="no")


def small(flow: Callable[[Small], Flow[str]], edition: int = 1) -> Table[Small]:
    return Table.start(SmallGame(flow, edition), {}, dice("small"))


def one_question(s: Small) -> Flow[str]:
    s.seen.append((yield from ask(question("a"))))
    return "over"


def test_what_set_up_and_first_steps_tell_is_kept() -> None:
    def flow(s: Small) -> Flow[str]:
        if s.cursor == "0":
            tell(s, Event("begun", "1", {}))
            return "1"
        return (yield from one_question(s))

    table = small(flow)
    assert [event.kind for event in table.take_events()] == ["set_up", "begun"]
    assert table.first.number == 0
    assert [checkpoint.number for _, checkpoint in table.passed] == [1]


def test_events_are_fixed_when_told() -> None:
    def flow(s: Small) -> Flow[str]:
        words: list[Json] = ["before"]
        tell(s, Event("said", "1", {"words": words}))
        words.append("after")
        return (yield from one_question(s))

    assert small(flow).take_events()[-1].facts == {"words": ["before"]}


@pytest.mark.parametrize(
    ("key", "given", "reason"),
    [("word@b", "yes", "not_asked"), ("word@a", "maybe", "not_among"), ("word@a", 7, "wrong_shape")],
)
def test_refused_answer_leaves_the_table_as_it_was(key: str, given: Json, reason: str) -> None:
    table = small(one_question)
    with pytest.raises(IllegalOrder) as refused:
        table.answer(key, given, "order")
    assert refused.value.reason.key == reason
    assert table.tail == []
    assert [d.key for d in table.open] == ["word@a"]
    table.answer("word@a", "yes", "order")
    assert table.over
    assert table.open == ()
    assert table.step_name == "over"


def test_ask_all_is_sealed_until_the_last_is_in() -> None:
    def flow(s: Small) -> Flow[str]:
        answers = yield from ask_all([question("a"), question("b")])
        s.seen.extend(f"{key}={word}" for key, word in answers.items())
        return "over"

    table = small(flow)
    table.answer("word@b", "no", "order")
    assert table.state.seen == []
    assert [d.key for d in table.open] == ["word@a"]
    table.answer("word@a", "yes", "order")
    assert table.state.seen == ["word@a=yes", "word@b=no"]


def window(s: Small) -> Flow[str]:
    taken = yield from ask_first([question("a"), question("b"), question("c")], "no")
    s.seen.append(str(taken))
    return "over"


def test_ask_first_waits_for_those_before_a_taker_only() -> None:
    table = small(window)
    table.answer("word@b", "yes", "order")
    assert [d.key for d in table.open] == ["word@a", "word@c"]
    table.answer("word@a", "no", "order")
    assert table.state.seen == ["('b', 'yes')"]


def test_ask_first_without_taker() -> None:
    table = small(window)
    for seat in "cab":
        table.answer(f"word@{seat}", "no", "order")
    assert table.state.seen == ["None"]


def test_nobody_asked_does_not_stop() -> None:
    def flow(s: Small) -> Flow[str]:
        s.seen.append(f"{(yield from ask_all(list[Decision[str]]()))}")
        s.seen.append(f"{(yield from ask_first(list[Decision[str]](), 'no'))}")
        return "over"

    assert small(flow).state.seen == ["{}", "None"]


@pytest.mark.parametrize(
    "tail",
    [
        [Entry("other@a", "yes", "order")],
        [Entry("word@a", "maybe", "order")],
        [Entry("word@a", 3, "order")],
        [Entry("word@a", "yes", "order"), Entry("word@a", "yes", "order")],
        [Entry("chance:die:6", [3], "chance")],
    ],
)
def test_journal_diverged(tail: list[Entry]) -> None:
    with pytest.raises(JournalDiverged):
        Table.resume(SmallGame(one_question), small(one_question).first, tail, dice("small"))


@pytest.mark.parametrize("given", [[7], [0], [], [1, 2], "1", ["1"], None])
def test_journal_with_impossible_dice_diverged(given: Json) -> None:
    def flow(s: Small) -> Flow[str]:
        s.seen.append(str((yield from roll("die", 1, rule="1"))))
        return (yield from one_question(s))

    table = small(flow)
    assert Table.resume(table.rules, table.first, table.tail, dice("other")).tail == table.tail
    with pytest.raises(JournalDiverged):
        Table.resume(table.rules, table.first, [Entry("chance:die:6", given, "chance")], dice("small"))


def test_a_step_asks_two_thousand_times_at_most() -> None:
    def flow(s: Small) -> Flow[str]:
        while True:
            yield from roll("die", 1, rule="1")

    with pytest.raises(BrokenInvariant, match="2000"):
        small(flow)


def test_steps_that_never_ask_are_stopped() -> None:
    def flow(s: Small) -> Flow[str]:
        yield from ask_all(list[Decision[str]]())
        return s.cursor

    with pytest.raises(BrokenInvariant, match="1000 steps"):
        small(flow)


def test_one_key_asked_twice_at_once_is_a_fault() -> None:
    def flow(s: Small) -> Flow[str]:
        yield from ask_all([question("a"), question("a")])
        return "over"

    with pytest.raises(BrokenInvariant, match="twice"):
        small(flow)


def test_a_step_must_end_with_a_cursor() -> None:
    def flow(s: Small) -> Flow[str]:
        yield from ask_all(list[Decision[str]]())
        return None  # type: ignore[return-value]

    with pytest.raises(BrokenInvariant, match="no cursor"):
        small(flow)


@pytest.mark.parametrize("fault", [KeyError("a"), IllegalOrder(Reason("bad", "1")), BrokenInvariant("no")])
def test_exception_in_a_flow_loses_nothing(fault: Exception) -> None:
    """The table is of no use then, and says so; what was stored resumes at the last stop."""

    def flow(s: Small) -> Flow[str]:
        if (yield from ask(question("a"))) == "yes":
            raise fault
        return "over"

    table = small(flow)
    stored = (table.checkpoint, [*table.tail])
    with pytest.raises(BrokenInvariant if isinstance(fault, IllegalOrder) else type(fault)):
        table.answer("word@a", "yes", "order")
    assert not table.over
    with pytest.raises(BrokenInvariant, match="resume"):
        table.answer("word@a", "no", "order")
    again = Table.resume(table.rules, *stored, dice("small"))
    again.answer("word@a", "no", "order")
    assert again.over


def test_broken_position_is_never_stored() -> None:
    def flow(s: Small) -> Flow[str]:
        s.seen.append((yield from ask(question("a", "broken", "fine"))))
        return "over"

    table = small(flow)
    with pytest.raises(BrokenInvariant):
        table.answer("word@a", "broken", "order")
    assert table.take_passed() == ()
    assert table.checkpoint.number == 0


def test_edition_of_the_running_step_stays_and_the_next_step_gets_the_new_one() -> None:
    def flow(s: Small) -> Flow[str]:
        yield from ask(question("a"))
        s.seen.append(f"edition {s.edition}")
        return "over" if len(s.seen) == 2 else "1"

    old = small(flow, edition=6)
    new = Table.resume(SmallGame(flow, edition=7), old.checkpoint, old.tail, dice("small"))
    new.answer("word@a", "yes", "order")
    assert (new.checkpoint.edition, new.state.edition) == (7, 7)
    new.answer("word@a", "yes", "order")
    assert new.state.seen == ["edition 6", "edition 7"]


def test_heads_up_is_shown_and_not_asked() -> None:
    def flow(s: Small) -> Flow[str]:
        yield from ask(question("a"), heads_up=[question("b", kind="later")])
        return "over"

    table = small(flow)
    assert [d.key for d in table.heads_up] == ["later@b"]
    assert table.find("later@b") is None


def test_journal_keeps_its_own_copy_of_an_answer() -> None:
    table = small(one_question)
    table.answer("word@a", "yes", "order")
    assert table.take_passed()[0][0] == (Entry("word@a", "yes", "order"),)
    assert table.take_passed() == ()
