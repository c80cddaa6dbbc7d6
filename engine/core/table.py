"""A game being played: checkpoint, journal since then, and what is asked now.

Pure: the same rules, checkpoint, journal and entropy give the same Table, on any machine and under any hash seed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import GeneratorType
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from engine.core.chance import Entropy
from engine.core.decision import AnyDecision, IllegalOrder, Json, Reason, Seat
from engine.core.events import Event
from engine.core.flow import Ask, Chance, Flow, Gather, Request

By: TypeAlias = Literal["order", "standing", "forced", "default", "chance", "referee"]
"""Who gave a journal entry."""

REQUESTS_A_STEP = 2000
"""A step that asks more than this is a loop in the rules."""

STEPS_UNASKED = 1000
"""So many steps in a row that ask nobody are a loop in the rules."""


class State(Protocol):
    """What the kernel needs of a game's state: where it stands, and what it has told since it was asked last."""

    cursor: str
    events: list[Event]


class HasEdition(Protocol):
    """A state that knows under which edition of the rules its step began, for guards like `if s.edition >= 7`.

    The table keeps the field; it changes only between two steps.
    """

    edition: int


def dated(state: object) -> HasEdition | None:
    """The state, if it has an edition."""
    return cast("HasEdition", state) if hasattr(state, "edition") else None  # a tenth of what `isinstance` takes


def salt_of(state: object) -> str:
    """What a state has of the players' own that is mixed into every later draw; "" mixes nothing in."""
    return str(getattr(state, "salt", ""))


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What lies between two checkpoints. `flow` plays it and returns the next cursor."""

    name: str
    rule: str
    flow: Callable[[S], Flow[str]]


class Rules(Protocol[S]):
    """A game: pure, deterministic, without memory of its own."""

    name: str
    edition: int
    schema: int

    def seats(self, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The seats in play, in the order of the rulebook."""
        ...

    def setup(self, options: Mapping[str, Json]) -> S:
        """The position before the first step. Draws nothing: shuffles are a step. Raises ValueError on bad options."""
        ...

    def step(self, state: S) -> Step[S] | None:
        """The step at the state's cursor; None when the game is over."""
        ...

    def view(self, state: S, seat: Seat | None) -> dict[str, Json]:
        """What this seat may see, by allow-list; None is a spectator."""
        ...

    def check(self, state: S) -> None:
        """The invariants of the rulebook. Raises BrokenInvariant."""
        ...

    def to_json(self, state: S) -> bytes:
        """The position as JSON text in UTF-8."""
        ...

    def from_json(self, text: bytes, schema: int) -> S:
        """Migrates from the older schema first. Raises ValueError on a schema it does not know."""
        ...


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A position at the border of two steps."""

    number: int
    step: str
    schema: int
    edition: int
    state: bytes
    """JSON text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: what was asked, what was given, by whom."""

    key: str
    given: Json
    by: By


class BrokenInvariant(Exception):
    """A position that the rulebook does not allow; always a fault of ours."""


class JournalDiverged(Exception):
    """The rules no longer ask what the journal answers."""


class Table(Generic[S]):
    """A live game. `open` holds the decisions that wait; `answer` gives one; between two stops the flow stays alive.

    `first` is the checkpoint from which this table was made: number 0 after `start`. `passed` collects the checkpoints
    made since then (or since `take_passed`), with the journal that led to each; `events` what was told and not yet
    taken. What a replay tells again is dropped.
    """

    def __init__(self, rules: Rules[S], checkpoint: Checkpoint, entropy: Entropy) -> None:
        self.rules = rules
        self.entropy = entropy
        self.first = checkpoint
        self.checkpoint = checkpoint
        self.tail: list[Entry] = []
        self.passed: list[tuple[tuple[Entry, ...], Checkpoint]] = []
        self.state = rules.from_json(checkpoint.state, checkpoint.schema)
        self._dated = dated(self.state)
        self._set_edition(checkpoint.edition)
        self._todo: deque[Entry] = deque()
        self._step: Step[S] | None = None
        self._flow: Flow[str] | None = None
        self._asked: Ask | None = None
        self._by_key: dict[str, AnyDecision] = {}
        self._given: dict[str, Any] = {}
        self._reply: object = None
        self._requests = 0
        self._unasked = 0
        self._broken = False

    @classmethod
    def start(cls, rules: Rules[S], options: Mapping[str, Json], entropy: Entropy) -> Table[S]:
        """Set a new game up and play to its first question. What the set-up and the first steps tell is kept.

        Raises ValueError on options that the game does not know.
        """
        state = rules.setup(options)
        if (with_edition := dated(state)) is not None:
            with_edition.edition = rules.edition
        rules.check(state)
        first = rules.step(state)
        name = first.name if first else "over"
        checkpoint = Checkpoint(0, name, rules.schema, rules.edition, rules.to_json(state))
        table = cls(rules, checkpoint, entropy)
        table.state.events.extend(state.events)
        table._run()
        return table

    @classmethod
    def resume(cls, rules: Rules[S], checkpoint: Checkpoint, tail: Iterable[Entry], entropy: Entropy) -> Table[S]:
        """Load a checkpoint, replay the journal since, and stop where the game stands.

        Raises JournalDiverged when the rules ask something else than the journal answers.
        """
        table = replay(rules, checkpoint, tail, entropy)
        table.take_events()
        return table

    # ------------------------------------------------------------------ what is to be seen

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._asked is None and self._step is None and not self._broken

    @property
    def open(self) -> tuple[AnyDecision, ...]:
        """The decisions that wait for an answer."""
        return tuple(d for key, d in self._by_key.items() if key not in self._given)

    @property
    def asked(self) -> tuple[AnyDecision, ...]:
        """The decisions of the present question, answered or not."""
        return self._asked.decisions if self._asked else ()

    @property
    def heads_up(self) -> tuple[AnyDecision, ...]:
        """What is likely to be asked next, for the prompt."""
        return self._asked.heads_up if self._asked else ()

    @property
    def step_name(self) -> str:
        """The step that is being played; "over" at the end."""
        return self._step.name if self._step else "over"

    @property
    def where(self) -> str:
        """Breadcrumb of the flows: "impulse > move_formation > field_battle"."""
        names: list[str] = []
        flow: object = self._flow
        while isinstance(flow, GeneratorType):
            names.append(flow.__name__)
            flow = flow.gi_yieldfrom
        return " > ".join(name for name in names if name not in {"ask", "ask_all", "ask_first"})

    def take_events(self) -> tuple[Event, ...]:
        """What was told since this was called last."""
        events = tuple(self.state.events)
        self.state.events.clear()
        return events

    def take_passed(self) -> tuple[tuple[tuple[Entry, ...], Checkpoint], ...]:
        """The steps finished since this was called last: the journal of each and the checkpoint behind it."""
        passed = tuple(self.passed)
        self.passed.clear()
        return passed

    # ------------------------------------------------------------------ playing

    def find(self, key: str) -> AnyDecision | None:
        """The open decision of that key."""
        return None if key in self._given else self._by_key.get(key)

    def answer(self, key: str, given: Json, by: By) -> None:
        """Add one answer to the journal and play on to the next stop.

        Raises IllegalOrder when nothing of that key is asked or the answer is not allowed; the table is unchanged then.
        Any other exception is a fault of the rules: this table is of no use afterwards, what is stored still is.
        """
        if self._broken:
            raise BrokenInvariant(f"{self.step_name}: the rules failed here; resume the game from what is stored")
        decision = self.find(key)
        if decision is None:
            raise IllegalOrder(Reason("not_asked", "", {"decision": key}))
        choice = decision.options.from_json(given)
        if (reason := decision.options.why_not(choice)) is not None:
            raise IllegalOrder(reason)
        self._take(choice, Entry(key, decision.options.to_json(choice), by))
        if self._settled():
            self._reply_with_answers()
            self._run()

    def _take(self, choice: Any, entry: Entry) -> None:
        self._given[entry.key] = choice
        self.tail.append(entry)

    def _settled(self) -> bool:
        """Whether the present question has all the answers it needs."""
        asked = self._asked
        assert asked is not None
        if asked.gather is Gather.ALL:
            return len(self._given) == len(self._by_key)
        for key in self._by_key:
            if key not in self._given:
                return False
            if self._given[key] != asked.decline:
                return True
        return True

    def _run(self) -> None:
        """Play on until a question lacks an answer or the game is over."""
        self._broken = True
        while self._flow is not None or self._begin_step():
            request = self._send()
            if request is not None and self._stopped_by(request):
                break
        self._broken = False

    def _begin_step(self) -> bool:
        self._step = self.rules.step(self.state)
        if self._step is None:
            return False
        self._unasked += 1
        if self._unasked > STEPS_UNASKED:
            raise BrokenInvariant(f"{STEPS_UNASKED} steps asked nobody; the last is {self.step_name}")
        self._flow = self._step.flow(self.state)
        self._requests = 0
        return True

    def _send(self) -> Request | None:
        """Play to the next request; None when the step has ended."""
        flow = self._flow
        assert flow is not None
        self._requests += 1
        if self._requests > REQUESTS_A_STEP:
            raise BrokenInvariant(f"{self.step_name} asks more than {REQUESTS_A_STEP} times")
        reply, self._reply = self._reply, None
        try:
            return flow.send(reply)
        except StopIteration as end:
            cursor = end.value
        except IllegalOrder as fault:
            raise BrokenInvariant(f"{self.step_name}: an answer was accepted and could not be done: {fault}") from fault
        if not isinstance(cursor, str):
            raise BrokenInvariant(f"{self.step_name} ended with {cursor!r}, which is no cursor")
        self._end_step(cursor)
        return None

    def _reply_with_answers(self) -> None:
        self._reply, self._asked, self._given, self._by_key = self._given, None, {}, {}
        self._unasked = 0

    def _stopped_by(self, request: Request) -> bool:
        """Answer a request from the journal or by chance; True when it must wait for a seat."""
        if isinstance(request, Chance):
            self._reply = self._drawn(request)
            return False
        self._asked = request
        self._by_key = {d.key: d for d in request.decisions}
        if len(self._by_key) != len(request.decisions):
            raise BrokenInvariant(f"{self.step_name} asks one key twice: {[d.key for d in request.decisions]}")
        while self._todo and not self._settled():
            entry = self._todo.popleft()
            decision = self.find(entry.key)
            if decision is None:
                raise JournalDiverged(
                    f"{self.step_name}: asks {[d.key for d in self.open]}, the journal has {entry.key}"
                )
            try:
                choice = decision.options.from_json(entry.given)
            except IllegalOrder as fault:
                raise JournalDiverged(f"{self.step_name}: {entry.key} was answered {entry.given!r}: {fault}") from fault
            if (reason := decision.options.why_not(choice)) is not None:
                raise JournalDiverged(f"{self.step_name}: {entry.key} was answered {entry.given!r}: {reason}")
            self._take(choice, entry)
        if not self._settled():
            return True
        self._reply_with_answers()
        return False

    def _drawn(self, chance: Chance) -> list[int]:
        if self._todo:
            entry = self._todo.popleft()
            if entry.key != chance.key:
                raise JournalDiverged(f"{self.step_name}: draws {chance.key}, the journal has {entry.key}")
        else:
            entry = Entry(chance.key, [*self._fresh(chance)], "chance")
        numbers = _numbers(entry.given)
        if len(numbers) != len(chance.sizes) or not all(
            1 <= number <= size for number, size in zip(numbers, chance.sizes, strict=True)
        ):
            raise JournalDiverged(f"{self.step_name}: {chance.key} cannot be {entry.given!r}")
        self.tail.append(entry)
        return numbers

    def _fresh(self, chance: Chance) -> list[int]:
        salt = salt_of(self.state)
        if salt:
            return self.entropy(self.checkpoint.number, self._requests, chance, salt)
        return self.entropy(self.checkpoint.number, self._requests, chance)

    def _set_edition(self, edition: int) -> None:
        if self._dated is not None:
            self._dated.edition = edition

    def _end_step(self, cursor: str) -> None:
        self.state.cursor = cursor
        self._set_edition(self.rules.edition)
        self.rules.check(self.state)
        following = self.rules.step(self.state)
        name = following.name if following else "over"
        self.checkpoint = Checkpoint(
            self.checkpoint.number + 1, name, self.rules.schema, self.rules.edition, self.rules.to_json(self.state)
        )
        self.passed.append((tuple(self.tail), self.checkpoint))
        self.tail = []
        self._flow, self._step = None, None


def _numbers(given: Json) -> list[int]:
    """The whole numbers of a journal entry; none when it holds anything else."""
    if not isinstance(given, list):
        return []
    numbers = [number for number in given if isinstance(number, int)]
    return numbers if len(numbers) == len(given) else []


def replay(rules: Rules[S], first: Checkpoint, journal: Iterable[Entry], entropy: Entropy) -> Table[S]:
    """Play a whole journal from a checkpoint on; events are kept for the reader.

    Raises JournalDiverged when the rules ask something else than the journal answers.
    """
    table = Table(rules, first, entropy)
    table._todo = deque(journal)
    table._run()
    if table._todo:
        raise JournalDiverged(f"{table.step_name}: the journal answers {table._todo[0].key}, which is not asked")
    return table
