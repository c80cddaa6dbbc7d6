"""`pbem data check` and `pbem data diff`: a data file of a game against itself, and against ours.

What a file must look like is read off our own file; what its facts must say of each other, each game knows
(pbem/games/<game>/data.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import games
from pbem.boxes import all_tools
from pbem.game_tools import Data, DataModel

KIND_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes", list: "a list",
              dict: "a table"}  # fmt: skip
LATER = "What the facts say of each other is tested when these are mended."
"""Stands behind faults of shape; it is no fault itself."""


class UnreadableData(Exception):
    """The text is not TOML."""


def faults(text: str, game: str) -> list[str]:
    """A sentence for each fault of a data file; nothing when it can be played with."""
    try:
        data = _read(text)
    except UnreadableData as fault:
        return [str(fault)]
    model = all_tools()[game].data
    shape = _Shape(model)
    shape.compare(data, _read(games.data_text(game)), "")
    if shape.misshapen:
        return [*shape.unknown, *shape.misshapen, LATER]
    found = [*shape.unknown, *model.sense(data)]
    if not found:
        try:
            model.load(text)
        except ValueError as fault:
            found.append(f"{fault}.")
    return found


def remarks(text: str, game: str) -> list[str]:
    """What is playable and still looks like a slip. The file must have no faults."""
    return list(all_tools()[game].data.remarks(_read(text)))


def count_of_faults(found: Sequence[str]) -> str:
    """ "no faults", "1 fault", "3 faults"."""
    count = sum(fault != LATER for fault in found)
    return f"{count or 'no'} fault{'' if count == 1 else 's'}"


def _read(text: str) -> Data:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise UnreadableData(f"The file is not TOML: {fault}.") from fault


# ------------------------------------------------------------------ shape


class _Shape:
    """What a file has otherwise than its model."""

    def __init__(self, model: DataModel) -> None:
        self.model = model
        self.unknown: list[str] = []
        self.misshapen: list[str] = []

    def compare(self, given: Any, model: Any, where: str) -> None:
        if isinstance(model, _Sometimes):
            self._one_of(given, model, where)
            return
        if isinstance(model, Mapping):
            if not isinstance(given, Mapping):
                self.misshapen.append(_wrong_kind(where, given, dict))
                return
            self._table(given, model, where)
        elif isinstance(model, list):
            if not isinstance(given, list):
                self.misshapen.append(_wrong_kind(where, given, list))
                return
            if model and isinstance(model[0], Mapping):
                pattern = _merged([record for record in model if isinstance(record, Mapping)])
                for number, record in enumerate(given, 1):
                    self.compare(record, pattern, f"{where} {_label(record, number, self.model)}")
            else:
                kinds = {type(item) for item in model} or {str}
                for item in given:
                    if type(item) not in kinds:
                        self.misshapen.append(_wrong_kind(where, item, next(iter(kinds))))
        elif isinstance(model, bool) != isinstance(given, bool) or not _same_kind(given, model):
            self.misshapen.append(_wrong_kind(where, given, type(model)))

    def _one_of(self, given: Any, model: _Sometimes, where: str) -> None:
        """Our own records have values of several kinds there, or not always any."""
        alike = [other for other in model.values if _same_sort(given, other)]
        tables = [other for other in alike if isinstance(other, Mapping)]
        lists = [item for other in alike if isinstance(other, list) for item in other]
        pattern = _merged(tables) if tables else lists or (alike or model.values)[0]
        self.compare(given, pattern, where)

    def _table(self, given: Data, model: Data, where: str) -> None:
        free = where.rsplit(" ", 1)[-1] in self.model.free_tables
        for key in model:
            left_out = key in self.model.notes | self.model.optional or isinstance(model[key], _Sometimes)
            if key not in given and not left_out and not free:
                self.misshapen.append(f"{_of(where)}: {key} is missing.")
        for key, value in given.items():
            if key in self.model.notes:
                continue
            if key in model:
                self.compare(value, model[key], f"{where} {key}".strip())
            elif not free:
                self.unknown.append(f"{_of(where)}: the key {key} is not known; known are {', '.join(model)}.")


@dataclass(frozen=True, slots=True)
class _Sometimes:
    """The values of a key that not all of our records have, or have in several kinds."""

    values: tuple[Any, ...]


def _merged(records: Sequence[Data]) -> Data:
    """One record that has the keys of all, with the items of all their lists. A key that some of them leave out may be
    left out."""
    merged: dict[str, Any] = {}
    for key in dict.fromkeys(key for record in records for key in record):
        values = tuple(record[key] for record in records if key in record)
        if len(values) < len(records) or not all(_same_sort(value, values[0]) for value in values):
            merged[key] = _Sometimes(values)
        elif isinstance(values[0], Mapping):
            merged[key] = _merged(values)
        else:
            merged[key] = [item for value in values for item in value] if isinstance(values[0], list) else values[0]
    return merged


def _same_sort(one: Any, other: Any) -> bool:
    """Whether two values are both tables, lists, truths, numbers or texts."""
    return isinstance(one, bool) == isinstance(other, bool) and (_same_kind(one, other) or _same_kind(other, one))


def _same_kind(given: Any, model: Any) -> bool:
    if isinstance(model, float):
        return isinstance(given, int | float) and not isinstance(given, bool)
    return isinstance(given, type(model))


def _wrong_kind(where: str, given: Any, kind: type) -> str:
    return f"{_of(where)}: {given!r} is not {KIND_NAMES[kind]}."


def _of(where: str) -> str:
    return where or "The file"


def _label(record: Any, number: int, model: DataModel) -> str:
    if isinstance(record, Mapping):
        for key in model.labels:
            if key in record:
                return str(record[key])
        if "a" in record and "b" in record:
            return f"{record['a']}-{record['b']}"
    return f"number {number}"


# ------------------------------------------------------------------ differences


_PAIR = "two ends"
"""Stands for a border or an arrow, of which only the ends are a fact."""


def differences(text: str, game: str) -> list[str]:
    """What the file says otherwise than ours, a line for each fact. Raises UnreadableData."""
    model = all_tools()[game].data
    theirs, ours = (dict(_facts(_read(one), "", model)) for one in (text, games.data_text(game)))
    lines = []
    for where in [*ours, *(where for where in theirs if where not in ours)]:
        if where not in theirs:
            lines.append(f"{where}: {_shown_alone(ours[where])}is not in this file")
        elif where not in ours:
            lines.append(f"{where}: {_shown_alone(theirs[where])}is new")
        elif theirs[where] != ours[where]:
            lines.append(f"{where}: {_shown(theirs[where])}, ours {_shown(ours[where])}")
    return lines


def _facts(value: Any, where: str, model: DataModel) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in model.notes:
                yield from _facts(inner, f"{where} {key}".strip(), model)
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        for number, record in enumerate(value, 1):
            if {"a", "b"} <= record.keys():
                yield f"{where} {'-'.join(sorted((record['a'], record['b'])))}", _PAIR
            else:
                yield from _facts(record, f"{where} {_label(record, number, model)}", model)
    else:
        yield where, value


def _shown_alone(value: Any) -> str:
    return "" if value == _PAIR else f"{_shown(value)} "


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return str(value) if value != "" else "nothing"
