"""The texts of letters: templates without logic, filled with sentences of the reader's catalogue."""

from __future__ import annotations

import textwrap
from datetime import datetime
from functools import lru_cache
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from orders.letter_body import CUT_MARK
from pbem.reports.words import Catalogue

COLUMNS = 72


def _template(name: str) -> str | None:
    source = resources.files("templates") / "mail" / name
    return source.read_text("utf-8") if source.is_file() else None


def wrapped(text: str, indent: int = 0) -> str:
    """Text folded at 72 columns; further lines are indented."""
    lines: list[str] = []
    for line in str(text).split("\n"):
        lines += textwrap.wrap(
            line, COLUMNS, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
        ) or [""]  # fmt: skip
    return "\n".join(lines)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    # Plain text: nothing to escape, and a player's `<b>` must arrive as he wrote it.
    made = Environment(
        loader=FunctionLoader(_template),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["wrapped"] = wrapped
    return made


def write(template: str, words: Catalogue, **facts: Any) -> str:
    """A letter's text. Templates say sentences with `say(key, fact=…)`."""
    text = _environment().get_template(f"{template}.txt.j2").render(say=words.say, words=words, cut=CUT_MARK, **facts)
    return text.strip("\n") + "\n"


def moment(words: Catalogue, when: datetime, zone: str) -> str:
    """A moment in the player's zone and in UTC, once where these are the same."""
    if words.zone_code(when, zone) == "UTC":
        return words.say("letter.moment_utc", utc=words.moment(when, "UTC"))
    return words.say(
        "letter.moment", local=words.moment(when, zone), zone=words.zone_code(when, zone), utc=words.moment(when, "UTC")
    )
