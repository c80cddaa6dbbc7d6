"""Ready-made options: the usual shapes of a legal answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice, permutations
from typing import Generic, Literal, TypeAlias, TypeVar

from engine.core.decision import Draw, IllegalOrder, Json, Reason

T = TypeVar("T", bound=str)


def _shape(expected: str, raw: Json) -> IllegalOrder:
    return IllegalOrder(Reason("wrong_shape", "", {"expected": expected, "given": str(raw)}))


def _texts(raw: Json) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(item, str) for item in raw):
        raise _shape("a list of names", raw)
    return tuple(str(item) for item in raw)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the listed names."""

    items: tuple[str, ...]

    def why_not(self, choice: str, /) -> Reason | None:
        return None if choice in self.items else Reason("not_among", "", {"given": choice, "names": list(self.items)})

    def sample(self, draw: Draw, /) -> str:
        return self.items[draw(len(self.items))]

    def forced(self) -> tuple[str] | None:
        return (self.items[0],) if len(self.items) == 1 else None

    def examples(self, limit: int, /) -> Sequence[str]:
        return self.items[:limit]

    def to_json(self, choice: str, /) -> Json:
        return choice

    def from_json(self, raw: Json, /) -> str:
        if not isinstance(raw, str):
            raise _shape("a name", raw)
        return raw


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def why_not(self, choice: int, /) -> Reason | None:
        if self.low <= choice <= self.high:
            return None
        return Reason("not_between", "", {"given": choice, "low": self.low, "high": self.high})

    def sample(self, draw: Draw, /) -> int:
        return self.low + draw(self.high - self.low + 1)

    def forced(self) -> tuple[int] | None:
        return (self.low,) if self.low == self.high else None

    def examples(self, limit: int, /) -> Sequence[int]:
        return range(self.low, min(self.high + 1, self.low + limit))

    def to_json(self, choice: int, /) -> Json:
        return choice

    def from_json(self, raw: Json, /) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise _shape("a whole number", raw)
        return raw


@dataclass(frozen=True, slots=True)
class Subset:
    """From `low` to `high` different names of `items`; the order does not matter."""

    items: tuple[str, ...]
    low: int
    high: int

    def why_not(self, choice: tuple[str, ...], /) -> Reason | None:
        if len(set(choice)) != len(choice):
            return Reason("named_twice", "", {"names": list(choice)})
        for name in choice:
            if name not in self.items:
                return Reason("not_among", "", {"given": name, "names": list(self.items)})
        if self.low <= len(choice) <= self.high:
            return None
        return Reason("not_between", "", {"given": len(choice), "low": self.low, "high": self.high})

    def sample(self, draw: Draw, /) -> tuple[str, ...]:
        pool = list(self.items)
        size = self.low + draw(min(self.high, len(pool)) - self.low + 1)
        return tuple(sorted((pool.pop(draw(len(pool))) for _ in range(size)), key=self.items.index))

    def forced(self) -> tuple[tuple[str, ...]] | None:
        if self.high == 0:
            return ((),)
        return (self.items,) if self.low == len(self.items) else None

    def examples(self, limit: int, /) -> Sequence[tuple[str, ...]]:
        return [self.items[: self.low]][:limit]

    def to_json(self, choice: tuple[str, ...], /) -> Json:
        return list(choice)

    def from_json(self, raw: Json, /) -> tuple[str, ...]:
        """In the order of `items`, so that the order in which they are named can't matter."""
        names = _texts(raw)
        return tuple(sorted(names, key=lambda name: self.items.index(name) if name in self.items else len(self.items)))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All of `items`, each once, in an order of choice."""

    items: tuple[str, ...]

    def why_not(self, choice: tuple[str, ...], /) -> Reason | None:
        if sorted(choice) == sorted(self.items):
            return None
        return Reason("name_each_once", "", {"names": list(self.items)})

    def sample(self, draw: Draw, /) -> tuple[str, ...]:
        pool = list(self.items)
        return tuple(pool.pop(draw(len(pool))) for _ in range(len(self.items)))

    def forced(self) -> tuple[tuple[str, ...]] | None:
        return (self.items,) if len(self.items) < 2 else None

    def examples(self, limit: int, /) -> Sequence[tuple[str, ...]]:
        return list(islice(permutations(self.items), limit))

    def to_json(self, choice: tuple[str, ...], /) -> Json:
        return list(choice)

    def from_json(self, raw: Json, /) -> tuple[str, ...]:
        return _texts(raw)


@dataclass(frozen=True, slots=True)
class Split:
    """`total` shared out over names, each up to its cap; names with nothing are left out."""

    total: int
    caps: Mapping[str, int]

    def why_not(self, choice: Mapping[str, int], /) -> Reason | None:
        for name, part in choice.items():
            if name not in self.caps:
                return Reason("not_among", "", {"given": name, "names": list(self.caps)})
            if not 0 < part <= self.caps[name]:
                return Reason("not_between", "", {"given": part, "low": 1, "high": self.caps[name]})
        if sum(choice.values()) == self.total:
            return None
        return Reason("wrong_total", "", {"given": sum(choice.values()), "total": self.total})

    def sample(self, draw: Draw, /) -> dict[str, int]:
        parts = dict.fromkeys(self.caps, 0)
        for _ in range(self.total):
            open_names = [name for name, cap in self.caps.items() if parts[name] < cap]
            parts[open_names[draw(len(open_names))]] += 1
        return {name: part for name, part in parts.items() if part}

    def forced(self) -> tuple[dict[str, int]] | None:
        if self.total == 0:
            return ({},)
        if sum(self.caps.values()) == self.total or len(self.caps) == 1:
            return ({name: min(cap, self.total) for name, cap in self.caps.items() if cap},)
        return None

    def examples(self, limit: int, /) -> Sequence[dict[str, int]]:
        return [self.sample(lambda n: 0)][:limit]

    def to_json(self, choice: Mapping[str, int], /) -> Json:
        return dict(choice)

    def from_json(self, raw: Json, /) -> dict[str, int]:
        if not isinstance(raw, dict):
            raise _shape("numbers by name", raw)
        parts: dict[str, int] = {}
        for name, part in raw.items():
            if not isinstance(part, int) or isinstance(part, bool):
                raise _shape("numbers by name", raw)
            parts[name] = part
        known = [name for name in self.caps if name in parts]
        return {name: parts[name] for name in (*known, *(name for name in parts if name not in self.caps))}


# ------------------------------------------------------------------ order lists

Alternative: TypeAlias = "dict[str, str | int | None]"
"""One thing to try: a flat record of ids and numbers."""
Order: TypeAlias = "list[Alternative]"
"""Alternatives, the first possible one is done."""
Default: TypeAlias = Literal["default"]
"""The default of the rulebook, worked out when the moment comes."""
OrderAnswer: TypeAlias = "Default | list[Order]"


def _nothing_open(orders: list[Order]) -> Reason | None:
    return None


class Many(Enum):
    """How many orders a list holds."""

    ONE = "one"
    OPTIONAL = "optional"
    """One or none; none is the default."""
    ANY = "any"


@dataclass(frozen=True, slots=True)
class OrderList:
    """A list of orders, tried one after the other when their moment comes.

    `fields` are the keys of an alternative. `fault` finds what can never be right. `trial` tries the orders on a copy
    of the position and gives for each None or why it, or a part of it, would not work now. `concrete` gives the default
    of the rulebook as it would be now, for the order form. `choices` lists single orders that are possible now.
    `shortfall` says what the orders leave open as things stand, and what becomes of that. `sampler` makes the samples
    of a game whose single orders mean little without each other.
    """

    fields: tuple[str, ...]
    many: Many
    fault: Callable[[list[Order]], Reason | None]
    trial: Callable[[list[Order]], list[Reason | None]]
    concrete: Callable[[], list[Order]]
    choices: Callable[[], list[Alternative]]
    shortfall: Callable[[list[Order]], Reason | None] = _nothing_open
    sampler: Callable[[Draw], OrderAnswer] | None = None

    def why_not(self, choice: OrderAnswer, /) -> Reason | None:
        if choice == "default":
            return None
        if self.many is not Many.ANY and len(choice) != 1:
            return Reason("one_order_only", "12.2", {"count": len(choice)})
        return self.fault(choice)

    def sample(self, draw: Draw, /) -> OrderAnswer:
        """The default, or some of the possible orders, now and then with an alternative or twice the same."""
        if self.sampler is not None:
            return self.sampler(draw)
        if draw(6) == 0:
            return "default"
        pool = self.choices()
        if self.many is not Many.ANY:
            return [[pool[draw(len(pool))]]] if pool else "default"
        return [self._some_order(pool, draw) for _ in range(draw(1 + min(6, 2 * len(pool))))]

    @staticmethod
    def _some_order(pool: list[Alternative], draw: Draw) -> Order:
        return [pool[draw(len(pool))] for _ in range(1 if draw(8) else 2)]

    def forced(self) -> tuple[OrderAnswer] | None:
        return None

    def examples(self, limit: int, /) -> Sequence[OrderAnswer]:
        """Answers of one order each."""
        return [[[alternative]] for alternative in self.choices()[:limit]]

    def to_json(self, choice: OrderAnswer, /) -> Json:
        if choice == "default":
            return "default"
        return [[dict(alternative) for alternative in order] for order in choice]

    def from_json(self, raw: Json, /) -> OrderAnswer:
        if raw == "default" or (raw == [] and self.many is Many.OPTIONAL):
            return "default"
        if not isinstance(raw, list):
            raise _shape("a list of orders", raw)
        return [self._order(order) for order in raw]

    def _order(self, raw: Json) -> Order:
        if not isinstance(raw, list) or not raw:
            raise _shape("an order with one alternative at least", raw)
        return [self._alternative(alternative) for alternative in raw]

    def _alternative(self, raw: Json) -> Alternative:
        if not isinstance(raw, dict):
            raise _shape("a record", raw)
        record: Alternative = dict.fromkeys(self.fields)
        for name, value in raw.items():
            if name not in record:
                raise _shape(" ".join(self.fields), name)
            if value is None or isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
                record[name] = value
            else:
                raise _shape("a name or a whole number", value)
        return record


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Listed(Generic[S]):
    """One of some things of any kind, each with its JSON; `None`-like answers are listed too."""

    items: tuple[S, ...]
    as_json: Callable[[S], Json] = field(default=lambda item: item)

    def why_not(self, choice: S, /) -> Reason | None:
        return None if choice in self.items else Reason("not_among", "", {"given": str(choice)})

    def sample(self, draw: Draw, /) -> S:
        return self.items[draw(len(self.items))]

    def forced(self) -> tuple[S] | None:
        return (self.items[0],) if len(self.items) == 1 else None

    def examples(self, limit: int, /) -> Sequence[S]:
        return self.items[:limit]

    def to_json(self, choice: S, /) -> Json:
        return self.as_json(choice)

    def from_json(self, raw: Json, /) -> S:
        for item in self.items:
            known = self.as_json(item)
            if known == raw and isinstance(known, bool) is isinstance(raw, bool):
                return item
        raise IllegalOrder(Reason("not_among", "", {"given": str(raw)}))
