"""State to JSON and back: converters are made once from the type hints of a dataclass.

`Any` stands for JSON that is kept as it is: answers that wait for their moment.

A field with `metadata={"transient": True}` is left out of the JSON and takes its default when read back.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.core.decision import Json

D = TypeVar("D")
_Convert = Callable[[Any], Any]

TRANSIENT = {"transient": True}
"""Metadata of a field that is not part of the position: a board, the events told."""


class UnfitState(TypeError):
    """A type that a state must not contain: sets, floats, callables, references."""


def to_json(value: Any) -> Json:
    """A dataclass as JSON. Raises UnfitState for a type that has no place in a state."""
    return cast("Json", _writer(cast("Any", type(value)))(value))


def from_json(kind: type[D], raw: Json) -> D:
    """A dataclass from its JSON. Raises ValueError with the field when something is missing or unknown."""
    return cast("D", _reader(cast("Any", kind))(raw))


def require_fit(kind: type) -> None:
    """Raises UnfitState when a dataclass, or one inside it, has a field of a type that has no place in a state."""
    _writer(cast("Any", kind))


def _same(value: Any) -> Any:
    return value


def _fields(kind: type) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(f.name, hints[f.name]) for f in dataclasses.fields(kind) if not f.metadata.get("transient")]


def _is_plain(hint: Any) -> bool:
    return (
        hint in (int, str, bool, type(None))
        or get_origin(hint) is Literal
        or getattr(hint, "__supertype__", None) in (int, str)
    )


def copy_json(value: Any) -> Any:
    """A copy of JSON, so that neither the position nor the checkpoint nor a view changes with another.

    Raises UnfitState for what is not JSON, or is a float.
    """
    if isinstance(value, dict):
        return {name: copy_json(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [copy_json(part) for part in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    raise UnfitState(f"{value!r} is not JSON")


def _is_number_key(hint: Any) -> bool:
    return hint is int or getattr(hint, "__supertype__", None) is int


def _key_writer(hint: Any) -> _Convert:
    """JSON has only text as keys."""
    if _is_number_key(hint):
        return str
    if _is_plain(hint) and hint not in (bool, type(None)):
        return _same
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda key: str(key.value)
    raise UnfitState(f"{hint} can't be a key")


def _key_reader(hint: Any) -> _Convert:
    if _is_number_key(hint):
        return int
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = {str(member.value): member for member in hint}
        return members.__getitem__
    return _same


def _optional(hint: Any) -> Any:
    """The T of `T | None`; None for another union. Raises UnfitState for unions of several types."""
    if get_origin(hint) not in (Union, types.UnionType):
        return None
    inner = [h for h in get_args(hint) if h is not type(None)]
    if len(inner) == 1:
        return inner[0]
    if all(_is_plain(h) for h in inner):
        return str
    raise UnfitState(f"{hint} mixes types")


def _is_row(hint: Any) -> bool:
    """A tuple of any length; records are dataclasses."""
    args = get_args(hint)
    return get_origin(hint) is tuple and len(args) == 2 and args[1] is Ellipsis


@cache
def _writer(hint: Any) -> _Convert:
    if hint is Any:
        return copy_json
    if _is_plain(hint):
        return _same
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: value.value
    if dataclasses.is_dataclass(hint):
        parts = [(name, _writer(inner)) for name, inner in _fields(cast("type", hint))]
        plain = [name for name, convert in parts if convert is _same]
        rest = [(name, convert) for name, convert in parts if convert is not _same]

        def write(value: Any) -> Json:
            record = {name: getattr(value, name) for name in plain}
            for name, convert in rest:
                record[name] = convert(getattr(value, name))
            return record

        return write
    origin, args = get_origin(hint), get_args(hint)
    if origin is list or _is_row(hint):
        item = _writer(args[0])
        return list if item is _same else lambda value: [item(v) for v in value]
    if origin is dict:
        item, key = _writer(args[1]), _key_writer(args[0])
        if key is _same:
            return dict if item is _same else lambda value: {k: item(v) for k, v in value.items()}
        return lambda value: {key(k): item(v) for k, v in value.items()}
    if (inner := _optional(hint)) is not None:
        convert = _writer(inner)
        return _same if convert is _same else lambda value: None if value is None else convert(value)
    raise UnfitState(f"{hint} has no place in a state")


@cache
def _reader(hint: Any) -> _Convert:
    if hint is Any:
        return copy_json
    if _is_plain(hint):
        return _same
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if dataclasses.is_dataclass(hint):
        kind = cast("type", hint)
        parts = {name: _reader(inner) for name, inner in _fields(kind)}
        names = parts.keys()
        to_convert = [(name, convert) for name, convert in parts.items() if convert is not _same]

        def read(raw: Any) -> Any:
            if isinstance(raw, dict) and raw.keys() == names:
                record = dict(raw)
                try:
                    for name, convert in to_convert:
                        record[name] = convert(raw[name])
                    return kind(**record)
                except (TypeError, AttributeError, KeyError, ValueError):
                    pass  # read once more, field by field, to say which one is bad
            return read_slowly(raw)

        def read_slowly(raw: Any) -> Any:
            if not isinstance(raw, dict):
                raise ValueError(f"{kind.__name__} can't be read from {raw!r}")  # noqa: TRY004 (bad text, not a bad call)
            if raw.keys() - parts.keys():
                raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(raw.keys() - parts.keys()))}")
            read_parts = {}
            for name, convert in parts.items():
                if name in raw:
                    try:
                        read_parts[name] = convert(raw[name])
                    except (TypeError, AttributeError, KeyError, ValueError) as fault:
                        raise ValueError(f"{kind.__name__}.{name}: {fault}") from fault
            try:
                return kind(**read_parts)
            except TypeError as fault:
                raise ValueError(f"{kind.__name__}: {fault}") from fault

        return read
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        item = _reader(args[0])
        return list if item is _same else lambda raw: [item(v) for v in raw]
    if _is_row(hint):
        item = _reader(args[0])
        return tuple if item is _same else lambda raw: tuple(item(v) for v in raw)
    if origin is dict:
        item, key = _reader(args[1]), _key_reader(args[0])
        if key is _same:
            return dict if item is _same else lambda raw: {k: item(v) for k, v in raw.items()}
        return lambda raw: {key(k): item(v) for k, v in raw.items()}
    if (inner := _optional(hint)) is not None:
        convert = _reader(inner)
        return _same if convert is _same else lambda raw: None if raw is None else convert(raw)
    raise UnfitState(f"{hint} has no place in a state")
