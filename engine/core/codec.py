"""State to JSON text and back, by the type hints of a dataclass.

`Any` stands for JSON that is kept as it is: answers that wait for their moment.

A field of the state itself with `metadata=TRANSIENT` is left out of the text and takes its default when read back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, cast, get_args

import msgspec

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
    is_text_key,
    optional,
)

__all__ = ["TRANSIENT", "UnfitState", "from_json", "plain", "require_fit", "to_json", "with_part", "without_part"]

D = TypeVar("D")

TRANSIENT = {"transient": True}
"""Metadata of a field that is not part of the position: a board, the events told."""

_encode = msgspec.json.Encoder().encode
_PARTS: msgspec.json.Decoder[dict[str, msgspec.Raw]] = msgspec.json.Decoder(dict[str, msgspec.Raw])


class _Shape(NamedTuple):
    """The fields of a dataclass that are part of the position, and how to read them."""

    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    """Of a dataclass or of what `decode` gives."""
    decode: Callable[[bytes], Any]


def to_json(value: Any) -> bytes:
    """A dataclass as JSON text in UTF-8. Raises UnfitState for a type that has no place in a state."""
    return _encode(_fields(value))


def plain(value: Any) -> dict[str, Json]:
    """A dataclass as JSON values, which share nothing with it. Raises UnfitState as `to_json` does."""
    return cast("dict[str, Json]", msgspec.json.decode(to_json(value)))


def from_json(kind: type[D], text: bytes) -> D:
    """A dataclass from its JSON text. Raises ValueError with the place when something is missing, unknown or of
    another type; what is unknown is only found among the fields of the dataclass itself."""
    shape = _shape(cast("Any", kind))
    try:
        read = shape.decode(text)
    except msgspec.DecodeError as fault:
        raise ValueError(f"{kind.__name__}: {fault}") from fault
    return kind(**dict(zip(shape.names, shape.values(read), strict=True)))


def with_part(text: bytes, name: str, part: Mapping[str, Json]) -> bytes:
    """The JSON text of a record with one field more."""
    return _encode({**_PARTS.decode(text), name: part})


def without_part(text: bytes, name: str) -> tuple[bytes, dict[str, Json]]:
    """The JSON text without that field, and the field. Raises ValueError when there is none."""
    try:
        parts = _PARTS.decode(text)
        part = msgspec.json.decode(parts.pop(name), type=dict[str, Any])
    except (msgspec.DecodeError, KeyError) as fault:
        raise ValueError(f"the position has no {name}") from fault
    return _encode(parts), part


def require_fit(hint: Any) -> None:
    """Raises UnfitState when a dataclass, or one inside it, has a field of a type that has no place in a state."""
    if hint is Any or is_plain(hint) or is_enum(hint):
        return
    if dataclasses.is_dataclass(hint):
        _shape(cast("Any", hint))
    elif is_list(hint) or is_row(hint):
        require_fit(get_args(hint)[0])
    elif is_dict(hint):
        key, inner = get_args(hint)
        if not (is_text_key(key) or is_number_key(key) or is_enum(key)):
            raise UnfitState(f"{key} can't be a key")
        require_fit(inner)
    elif (inner := optional(hint)) is not None:
        require_fit(inner)
    else:
        raise UnfitState(f"{hint} has no place in a state")


def _fields(value: Any) -> dict[str, Any]:
    shape = _shape(cast("Any", type(value)))
    return dict(zip(shape.names, shape.values(value), strict=True))


@cache
def _shape(kind: type) -> _Shape:
    """Raises UnfitState."""
    fields = fields_of(kind)
    for _, hint in fields:
        require_fit(hint)
    defaults = {one.name: _default(one) for one in dataclasses.fields(kind)}
    names = tuple(name for name, _ in fields)
    template = msgspec.defstruct(
        kind.__name__,
        [(name, hint, defaults[name]) for name, hint in fields],
        kw_only=True,
        forbid_unknown_fields=True,
    )
    get = attrgetter(*names)
    values = get if len(names) > 1 else lambda value: (get(value),)
    return _Shape(names, values, msgspec.json.Decoder(template).decode)


def _default(of: dataclasses.Field[Any]) -> Any:
    if of.default_factory is not dataclasses.MISSING:
        return msgspec.field(default_factory=of.default_factory)
    return msgspec.NODEFAULT if of.default is dataclasses.MISSING else of.default
