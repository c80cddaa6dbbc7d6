"""What the type hints of a state say: which are plain, which may be None, which are keys."""

from __future__ import annotations

import dataclasses
import types
from enum import Enum
from typing import Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints


class UnfitState(TypeError):
    """A type that a state must not contain: sets, floats, callables, references."""


def fields_of(kind: type) -> list[tuple[str, Any]]:
    """Name and hint of each field that is part of the position."""
    hints = get_type_hints(kind)
    return [(f.name, hints[f.name]) for f in dataclasses.fields(kind) if not f.metadata.get("transient")]


def is_plain(hint: Any) -> bool:
    """The same in a state and in JSON."""
    return (
        hint in (int, str, bool, type(None))
        or get_origin(hint) is Literal
        or getattr(hint, "__supertype__", None) in (int, str)
    )


def is_enum(hint: Any) -> TypeGuard[type[Enum]]:
    """An enumeration."""
    return isinstance(hint, type) and issubclass(hint, Enum)


def is_number_key(hint: Any) -> bool:
    """Whole numbers as keys: JSON has only text there."""
    return hint is int or getattr(hint, "__supertype__", None) is int


def is_text_key(hint: Any) -> bool:
    """Keys that are the same in JSON."""
    return is_plain(hint) and hint not in (bool, type(None)) and not is_number_key(hint)


def is_list(hint: Any) -> bool:
    """A list."""
    return get_origin(hint) is list


def is_row(hint: Any) -> bool:
    """A tuple of any length; records are dataclasses."""
    args = get_args(hint)
    return get_origin(hint) is tuple and len(args) == 2 and args[1] is Ellipsis


def is_dict(hint: Any) -> bool:
    """A dict."""
    return get_origin(hint) is dict


def optional(hint: Any) -> Any:
    """The T of `T | None`; None for what is no union. Raises UnfitState for unions of several types."""
    if get_origin(hint) not in (Union, types.UnionType):
        return None
    inner = [h for h in get_args(hint) if h is not type(None)]
    if len(inner) == 1:
        return inner[0]
    if all(is_plain(h) for h in inner):
        return str
    raise UnfitState(f"{hint} mixes types")
