"""Reading facts out of a data file, so that a fact that is missing or of a wrong kind is named in a clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

E = TypeVar("E", bound=StrEnum)


class BadBoard(ValueError):
    """The data can't be used; str() says which fact is at fault."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A table of a data file; `where` names it in sentences."""

    where: str
    raw: Mapping[str, Any]

    def has(self, key: str) -> bool:
        """Whether the table has that key."""
        return key in self.raw

    def bad(self, key: str, wanted: str) -> BadBoard:
        """The fault of a fact that is not what it must be."""
        return BadBoard(f"{self.where}: {key} must be {wanted}, not {self.raw[key]!r}")

    def text(self, key: str) -> str:
        """A text."""
        value = self._value(key)
        if not isinstance(value, str):
            raise self.bad(key, "a text in quotes")
        return value

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._value(key)
        if not _is_number(value):
            raise self.bad(key, "a whole number")
        return int(value)

    def degrees(self, key: str) -> float:
        """A number, whole or not."""
        value = self._value(key)
        if not isinstance(value, float) and not _is_number(value):
            raise self.bad(key, "a number")
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; false where the key is missing."""
        value = self.raw.get(key, False)
        if not isinstance(value, bool):
            raise self.bad(key, "true or false")
        return value

    def word(self, key: str, words: type[E]) -> E:
        """One of a few words."""
        value = self._value(key)
        if value not in list(words):
            raise self.bad(key, f"one of {', '.join(words)}")
        return words(value)

    def words(self, key: str, words: type[E]) -> tuple[E, ...]:
        """A list of some of a few words."""
        texts = self.texts(key)
        if any(text not in list(words) for text in texts):
            raise self.bad(key, f"a list of {', '.join(words)}")
        return tuple(words(text) for text in texts)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.bad(key, "a list of texts")
        return tuple(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self._value(key)
        if not isinstance(value, list) or not all(_is_number(one) for one in value):
            raise self.bad(key, "a list of whole numbers")
        return tuple(value)

    def part(self, key: str) -> Facts:
        """A table inside the table."""
        value = self._value(key)
        if not isinstance(value, Mapping):
            raise self.bad(key, "a table")
        return Facts(f"{self.where}, {key}", value)

    def parts(self, key: str) -> list[Facts]:
        """A list of tables, each with its own id where they have ids."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise self.bad(key, "a list of tables")
        parts = [Facts(f"{self.where}, {key} {_name(one, index)}", one) for index, one in enumerate(value)]
        ids = [one["id"] for one in value if "id" in one]
        for ident in ids:
            if ids.count(ident) > 1:
                raise BadBoard(f"{self.where}: the id {ident!r} stands twice in [[{key}]]")
        return parts

    def counts(self, key: str) -> dict[str, int]:
        """A table of whole numbers."""
        part = self.part(key)
        return {name: part.number(name) for name in part.raw}

    def counts_by(self, key: str, words: type[E]) -> dict[E, int]:
        """A table of whole numbers whose keys are words."""
        counts = self.counts(key)
        if any(name not in list(words) for name in counts):
            raise BadBoard(f"{self.where}: the keys of {key} must be of {', '.join(words)}, not {', '.join(counts)}")
        return {words(name): count for name, count in counts.items()}

    def _value(self, key: str) -> Any:
        if key not in self.raw:
            raise BadBoard(f"{self.where}: {key} is missing")
        return self.raw[key]


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _name(row: Mapping[str, Any], index: int) -> str:
    named = [row[key] for key in ("id", "number", "minor", "topic", "players", "card") if key in row]
    return str(named[0]) if named else str(index + 1)
