"""State to JSON and back: converters are made once from the type hints of a dataclass.

`Any` stands for JSON that is kept as it is: answers that wait for their moment.

A field with `metadata={"transient": True}` is left out of the JSON and takes its default when read back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast, get_args

from engine.core import compiled
from engine.core.decision import Json
from engine.core.hints import (
    UnfitState,
    fields_of,
    is_dict,
    is_enum,
    is_list,
    is_number_key,
    is_plain,
    is_row,
    optional,
)

__all__ = ["TRANSIENT", "UnfitState", "copy_json", "from_json", "require_fit", "to_json"]

D = TypeVar("D")
_Convert = Callable[[Any], Any]

TRANSIENT = {"transient": True}
"""Metadata of a field that is not part of the position: a board, the events told."""

_SCALAR = (str, int)
"""Truth values are whole numbers too."""
_ROW = (list, tuple)
_BAD_JSON = (TypeError, AttributeError, KeyError, ValueError)


def to_json(value: Any) -> Json:
    """A dataclass as JSON. Raises UnfitState for a type that has no place in a state."""
    return cast("Json", _writer(cast("Any", type(value)))(value))


def from_json(kind: type[D], raw: Json) -> D:
    """A dataclass from its JSON. Raises ValueError with the field when something is missing or unknown."""
    try:
        return cast("D", _reader(cast("Any", kind))(raw))
    except _BAD_JSON:
        # Once more, field by field: to say which one is bad, or to take the default of one that is missing.
        return cast("D", _careful_reader(cast("Any", kind))(raw))


def require_fit(kind: type) -> None:
    """Raises UnfitState when a dataclass, or one inside it, has a field of a type that has no place in a state."""
    _writer(cast("Any", kind))


def copy_json(value: Any) -> Any:
    """A copy of JSON, so that neither the position nor the checkpoint nor a view changes with another.

    Raises UnfitState for what is not JSON, or is a float.
    """
    if value is None or isinstance(value, _SCALAR):
        return value
    if isinstance(value, dict):
        return {name: copy_json(part) for name, part in value.items()}
    if isinstance(value, _ROW):
        return [copy_json(part) for part in value]
    raise UnfitState(f"{value!r} is not JSON")


@cache
def _writer(hint: Any) -> _Convert:
    return compiled.writer(hint, copy_json)


@cache
def _reader(hint: Any) -> _Convert:
    return compiled.reader(hint, copy_json)


# ---------------------------------------------------------------------- reading what the fast reader does not take


def _same(value: Any) -> Any:
    return value


def _key_reader(hint: Any) -> _Convert:
    if is_number_key(hint):
        return int
    if is_enum(hint):
        members = {str(member.value): member for member in hint}
        return members.__getitem__
    return _same


@cache
def _careful_reader(hint: Any) -> _Convert:
    if hint is Any:
        return copy_json
    if is_plain(hint):
        return _same
    if is_enum(hint):
        return hint
    if dataclasses.is_dataclass(hint):
        return _record_reader(cast("type", hint))
    args = get_args(hint)
    if is_list(hint):
        item = _careful_reader(args[0])
        return lambda raw: [item(v) for v in raw]
    if is_row(hint):
        item = _careful_reader(args[0])
        return lambda raw: tuple(item(v) for v in raw)
    if is_dict(hint):
        item, key = _careful_reader(args[1]), _key_reader(args[0])
        return lambda raw: {key(k): item(v) for k, v in raw.items()}
    if (inner := optional(hint)) is not None:
        convert = _careful_reader(inner)
        return lambda raw: None if raw is None else convert(raw)
    raise UnfitState(f"{hint} has no place in a state")


def _record_reader(kind: type) -> _Convert:
    parts = {name: _careful_reader(inner) for name, inner in fields_of(kind)}

    def read(raw: Any) -> Any:
        if not isinstance(raw, dict):
            raise ValueError(f"{kind.__name__} can't be read from {raw!r}")  # noqa: TRY004 (bad text, not a bad call)
        if raw.keys() - parts.keys():
            raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(raw.keys() - parts.keys()))}")
        read_parts = {}
        for name, convert in parts.items():
            if name in raw:
                try:
                    read_parts[name] = convert(raw[name])
                except _BAD_JSON as fault:
                    raise ValueError(f"{kind.__name__}.{name}: {fault}") from fault
        try:
            return kind(**read_parts)
        except TypeError as fault:
            raise ValueError(f"{kind.__name__}: {fault}") from fault

    return read
