"""The fast converters between dataclasses and JSON, written as source and compiled once for each dataclass.

A converter made of closures calls one of them for every field of every record; source with the records written out
makes a whole list or dict of them in one comprehension, and is three to four times as fast.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import count
from typing import Any, cast, get_args

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

Convert = Callable[[Any], Any]


class _Source:
    """Source of one converter: expressions, and the objects they name."""

    def __init__(self, copy_json: Convert) -> None:
        self._space: dict[str, Any] = {"copy_json": copy_json}
        self._numbers = count()
        self._functions: list[str] = []

    def name(self, value: object) -> str:
        """A name for an object in the source."""
        name = f"o{next(self._numbers)}"
        self._space[name] = value
        return name

    def function(self, *lines: str) -> str:
        """A function of `v`; gives its name."""
        name = f"f{next(self._numbers)}"
        self._functions += [f"def {name}(v):", *(f"    {line}" for line in lines)]
        return name

    def variable(self) -> str:
        return f"v{next(self._numbers)}"

    def compiled(self, name: str, title: str) -> Convert:
        """The function of that name."""
        exec(compile("\n".join(self._functions), f"<{title}>", "exec"), self._space)
        return cast("Convert", self._space[name])


def writer(hint: Any, copy_json: Convert) -> Convert:
    """A function from a value to JSON. Raises UnfitState for a type that has no place in a state."""
    source = _Source(copy_json)
    return source.compiled(source.function(f"return {_written(source, hint, 'v')}"), f"to JSON: {hint}")


def reader(hint: Any, copy_json: Convert) -> Convert:
    """A function from JSON to a value. On bad JSON it raises TypeError, AttributeError, KeyError or ValueError, without
    a word on what is bad. Raises UnfitState for a type that has no place in a state.
    """
    source = _Source(copy_json)
    return source.compiled(source.function(f"return {_read(source, hint, 'v')}"), f"from JSON: {hint}")


def _written(source: _Source, hint: Any, value: str) -> str:
    """The expression that makes JSON of `value`, which is a name or a chain of attributes."""
    if hint is Any:
        return f"copy_json({value})"
    if is_plain(hint):
        return value
    if is_enum(hint):
        return f"{value}._value_"  # `value` is found in five times the time
    if dataclasses.is_dataclass(hint):
        parts = [(name, _written(source, inner, f"{value}.{name}")) for name, inner in fields_of(cast("type", hint))]
        as_they_are = [(name, part) for name, part in parts if part == f"{value}.{name}"]
        rest = [(name, part) for name, part in parts if part != f"{value}.{name}"]
        return "{" + ", ".join(f"{name!r}: {part}" for name, part in (*as_they_are, *rest)) + "}"
    return _collected(source, hint, value, _written, _written_key)


def _written_key(source: _Source, hint: Any, key: str) -> str:
    if is_number_key(hint):
        return f"str({key})"
    if is_text_key(hint):
        return key
    if is_enum(hint):
        return f"str({key}._value_)"
    raise UnfitState(f"{hint} can't be a key")


def _read(source: _Source, hint: Any, raw: str) -> str:
    """The expression that makes a value of the JSON in `raw`, which is a name or an item of one."""
    if hint is Any:
        return f"copy_json({raw})"
    if is_plain(hint):
        return raw
    if is_enum(hint):  # looked up here, in a fifth of the time that the enum itself takes
        return f"{source.name({member.value: member for member in hint})}[{raw}]"
    if dataclasses.is_dataclass(hint):
        return _read_record(source, cast("type", hint), raw)
    return _collected(source, hint, raw, _read, _read_key)


def _read_record(source: _Source, kind: type, raw: str) -> str:
    """With every name present and as many as there are fields, no name is unknown."""
    if not raw.isidentifier():
        apart = source.function("return " + _read_record(source, kind, "v"))
        return f"{apart}({raw})"
    hints = dict(fields_of(kind))
    in_place = True  # arguments by position are bound in half the time, as long as no field is left out
    arguments: list[str] = []
    for field in dataclasses.fields(kind):
        in_place = in_place and field.name in hints and not field.kw_only
        if field.name in hints:
            part = _read(source, hints[field.name], f"{raw}[{field.name!r}]")
            arguments.append(part if in_place else f"{field.name}={part}")
    return f"{source.name(kind)}({', '.join(arguments)}) if len({raw}) == {len(hints)} else {source.name(_misfit)}()"


def _misfit() -> Any:
    raise KeyError


def _read_key(source: _Source, hint: Any, key: str) -> str:
    if is_number_key(hint):
        return f"int({key})"
    if is_enum(hint):
        return f"{source.name({str(member.value): member for member in hint})}[{key}]"
    return key


def _collected(
    source: _Source,
    hint: Any,
    value: str,
    convert: Callable[[_Source, Any, str], str],
    convert_key: Callable[[_Source, Any, str], str],
) -> str:
    """Lists, rows, dicts and what may be None; always a copy, so that neither side changes with the other."""
    args = get_args(hint)
    if is_list(hint) or is_row(hint):
        item = source.variable()
        part = convert(source, args[0], item)
        items = f"*{value}" if part == item else f"{part} for {item} in {value}"
        return f"tuple([{items}])" if is_row(hint) and convert is _read else f"[{items}]"
    if is_dict(hint):
        item, key = source.variable(), source.variable()
        part, named = convert(source, args[1], item), convert_key(source, args[0], key)
        if part == item and named == key:
            return f"{{**{value}}}"
        return f"{{{named}: {part} for {key}, {item} in {value}.items()}}"
    if (inner := optional(hint)) is not None:
        part = convert(source, inner, value)
        return value if part == value else f"None if {value} is None else {part}"
    raise UnfitState(f"{hint} has no place in a state")
