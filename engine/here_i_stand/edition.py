"""Reading the data files for one edition: `by_edition`, `only_in` and texts that begin with an edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.here_i_stand.board.facts import BadBoard
from engine.here_i_stand.terms import Edition


def view(x: Any, edition: Edition) -> Any:
    """The facts as one edition has them, at every depth. Raises BadBoard when a table says nothing of an edition."""
    if isinstance(x, Mapping):
        seen = {key: view(value, edition) for key, value in x.items() if key != "by_edition"}
        return {**seen, **view(_of_edition(x, edition), edition)} if "by_edition" in x else seen
    if isinstance(x, list):
        return [view(_bare(y, edition), edition) for y in x if _is_in(y, edition)]
    return x


def _of_edition(x: Mapping[str, Any], edition: Edition) -> Any:
    values = x["by_edition"]
    if not isinstance(values, Mapping) or not isinstance(values.get(edition), Mapping):
        named = x.get("id", x.get("number", ", ".join(key for key in x if key != "by_edition") or "a record"))
        raise BadBoard(f"{named}: by_edition must have a table for each of {', '.join(Edition)}")
    return values[edition]


def _is_in(y: Any, edition: Edition) -> bool:
    if isinstance(y, Mapping):
        return bool(y.get("only_in", edition) == edition)
    return not (isinstance(y, str) and any(y.startswith(f"{other}: ") for other in Edition if other != edition))


def _bare(y: Any, edition: Edition) -> Any:
    return y.removeprefix(f"{edition}: ") if isinstance(y, str) else y
