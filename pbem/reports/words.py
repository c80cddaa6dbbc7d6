"""Sentences, names, numbers and dates in the reader's language.

Sentences stand in message catalogues, `templates/locale/<language>/*.po`: those of one game in files that begin with
its name, those of every game in the others. The msgid is a key, the msgstr the sentence with {facts}. A fact that is an
id is named by its key: `seat` -> the name of a seat; `{Seat}` is the same with a capital letter. What other keys mean,
a game says in its own Catalogue. A missing sentence falls back to English, then to the key in brackets.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_datetime
from babel.lists import format_list
from babel.messages.pofile import read_po

LANGUAGES = ("en", "hu")
FALLBACK = "en"

SEAT_KEYS = frozenset({
    "faction", "rival", "winner", "loser", "to_faction", "by", "hirer", "owner", "partner", "robber", "mover", "victim",
    "attacker", "defender", "holder", "first", "last", "before", "after", "from_faction", "besieger", "seat", "other",
})  # fmt: skip
COUNT_KEYS = ("n", "count", "total")
LIST_KEYS = {"factions": "faction", "seats": "seat"}


_SIMPLE = frozenset({str, int, bool, type(None)})
SENTENCES_KEPT = 5000


@cache
def _messages(language: str, domain: str) -> dict[str, tuple[str, ...]]:
    """key -> forms (one, or one for each plural form of the language)."""
    source = resources.files("templates") / "locale" / language / f"{domain}.po"
    if not source.is_file():
        return {}
    catalogue = read_po(io.BytesIO(source.read_bytes()), locale=language)
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if forms and all(forms):
            found[key] = forms
    return found


@cache
def _locale(language: str) -> Locale:
    return Locale.parse("en_GB" if language == "en" else language)  # no comma before "and"


def zone(name: str) -> tzinfo:
    """The time zone of this name; UTC if nobody knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def halves(doubled: int) -> str:
    """A number that is stored doubled: 23 -> 11½."""
    sign = "−" if doubled < 0 else ""
    whole, half = divmod(abs(doubled), 2)
    if not half:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"


def signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def signed_halves(doubled: int) -> str:
    return "=" if doubled == 0 else halves(doubled) if doubled < 0 else f"+{halves(doubled)}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_ARTICLE = re.compile(r"\b([Aa])\(z\)(?= [„“\"(]?(\w*))")


def _article(found: re.Match[str]) -> str:
    """The Hungarian article before the word that came: "az" before a vowel, and before 1, 5, 50, 1000 and the like."""
    word = found[2].lower()
    if word.isdigit():
        vowel = word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    else:
        vowel = word[:1] in tuple("aáeéiíoóöőuúüű")
    return f"{found[1]}z" if vowel else found[1]


@cache
def _fields(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(template))


@cache
def _games() -> tuple[str, ...]:
    """The names of all games: each is a package in pbem/games."""
    return tuple(sorted(entry.name for entry in (resources.files("pbem") / "games").iterdir() if entry.is_dir()))


def catalogue_names(language: str, game: str) -> tuple[str, ...]:
    """The catalogues that a game reads: its own before those of every game, never another's."""
    return _catalogue_names(language, game, _games())


@cache
def _catalogue_names(language: str, game: str, games: tuple[str, ...]) -> tuple[str, ...]:
    folder = resources.files("templates") / "locale" / language
    names = sorted(file.name.removesuffix(".po") for file in folder.iterdir() if file.name.endswith(".po"))
    homes = {name: next((g for g in games if name == g or name.startswith(f"{g}_")), "") for name in names}
    return tuple(sorted((n for n in names if homes[n] in (game, "")), key=lambda n: (homes[n] != game, n)))


class Catalogue:
    """All words of one language for one game's board. A game adds what its own facts are called."""

    seat_keys: frozenset[str] = SEAT_KEYS
    list_keys: Mapping[str, str] = LIST_KEYS

    def __init__(self, language: str, board: Any = None, game: str = "") -> None:
        self.language = language if language in LANGUAGES else FALLBACK
        self.board = board
        self.locale = _locale(self.language)
        self._domains = [
            _messages(code, domain)
            for code in dict.fromkeys((self.language, FALLBACK))
            for domain in catalogue_names(code, game)
        ]  # fmt: skip
        self._named: dict[tuple[str, str], str] = {}
        self._said: dict[tuple[str, str], str] = {}

    # sentences ------------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        return any(key in messages for messages in self._domains)

    def say(self, key: str, /, **facts: Any) -> str:
        """The sentence of this key. A count named `n`, `count` or `total` chooses the plural form.

        Sentences with simple facts are kept: the PDF, its text and the reports of the other seats say them again.
        """
        if not all(type(value) in _SIMPLE for value in facts.values()):
            return self._sentence(key, facts)
        asked = key, repr(facts)  # not the facts themselves: True and 1 are equal, and said in different words
        said = self._said.get(asked)
        if said is None:
            if len(self._said) >= SENTENCES_KEPT:
                self._said.clear()
            said = self._said[asked] = self._sentence(key, facts)
        return said

    def _sentence(self, key: str, facts: Mapping[str, Any]) -> str:
        for messages in self._domains:
            forms = messages.get(key)
            if forms is not None:
                return self.fill(self._form(forms, facts), facts)
        shown = ", ".join(f"{name} {self.value(name, value)}" for name, value in facts.items() if value is not None)
        return f"[{key}{': ' if shown else ''}{shown}]"

    def _form(self, forms: tuple[str, ...], facts: Mapping[str, Any]) -> str:
        if len(forms) == 1:
            return forms[0]
        number = next((facts[name] for name in COUNT_KEYS if isinstance(facts.get(name), int)), 1)
        return forms[0] if number == 1 or self.language == "hu" else forms[1]

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        out: list[str] = []
        for literal, name in _fields(template):
            out.append(literal)
            if name is None:
                continue
            if name in facts:
                out.append(self.value(name, facts[name], facts))
            elif name and name[0].lower() + name[1:] in facts:
                plain = name[0].lower() + name[1:]
                out.append(capital(self.value(plain, facts[plain], facts)))
            else:
                out.append(self.derived(name, facts))
        text = re.sub(r"  +", " ", "".join(out)).strip()
        return _ARTICLE.sub(_article, text) if self.language == "hu" and "(z)" in text else text

    def derived(self, name: str, facts: Mapping[str, Any]) -> str:
        """What a sentence says of several facts together, where it names none of them."""
        return "–"

    def value(self, name: str, value: Any, facts: Mapping[str, Any] | None = None) -> str:
        """One fact in words. The name of the fact says what an id means."""
        if value is None:
            return self.say("term.nobody") if name in self.seat_keys else self.say("term.none")
        if isinstance(value, bool):
            return self.say("term.yes" if value else "term.no")
        if isinstance(value, int):
            return halves(value) if name.endswith("2") else signed(value)
        if isinstance(value, Mapping):
            return self.tokens(value)
        if isinstance(value, list | tuple):
            single = self.list_keys.get(name, name)
            if name == "candidates" and facts and self.language != FALLBACK:
                # What can be written, in the reader's language.
                value = (facts.get("candidates_in") or {}).get(self.language, value)
            if name in ("candidates", "wanted"):  # one of them was meant
                return format_list([self.value(single, item) for item in value], style="or", locale=self.locale)
            return self.listed(self.value(single, item) for item in value) or self.say("term.none")
        if name == "kind" and self.has(f"term.kind.{value}"):
            return self.say(f"term.kind.{value}")
        return self.name_of(name, str(value), (facts or {}).get("province"))

    def name_of(self, key: str, ident: str, province: Any = None) -> str:
        """The name of an id, told by the name of the fact that holds it."""
        if key in self.seat_keys:
            return self.faction(ident)
        return self.plain_value(ident)

    def plain_value(self, ident: str) -> str:
        """A word that is no name."""
        return self.say(f"term.value.{ident}") if self.has(f"term.value.{ident}") else ident

    def listed(self, items: Iterable[str]) -> str:
        return format_list(list(items), locale=self.locale)

    def tokens(self, tokens: Mapping[str, Any]) -> str:
        """Numbers by seat, most first: "Red 2, Blue 1"."""
        parts = sorted(tokens.items(), key=lambda item: -int(item[1]))
        return ", ".join(f"{self.faction(seat)} {count}" for seat, count in parts) or self.say("term.empty")

    # names ----------------------------------------------------------------------------------

    def ids(self, group: str) -> Mapping[str, Any]:
        found = getattr(self.board, group, None)
        return found if isinstance(found, Mapping) else {}

    def named(self, group: str, ident: str) -> str:
        """The name of what the board has in one of its groups: ours, else its local name, else that in the data."""
        known = self._named.get((group, ident))
        if known is not None:
            return known
        record = self.ids(group).get(ident)
        key = f"term.{group}.{ident}"
        if self.has(key):
            name = self.say(key)
        elif record is None:
            name = ident
        else:
            local = dict(getattr(record, "aliases", None) or {}).get(self.language) or ()
            name = str(local[0]) if local and self.language != FALLBACK else str(record.name)
        self._named[group, ident] = name
        return name

    def faction(self, ident: str) -> str:
        """The name of a seat."""
        return self.named("factions", ident)

    # time -----------------------------------------------------------------------------------

    def moment(self, when: datetime, zone_name: str, pattern: str = "long") -> str:
        """A moment in a zone: "Thursday 14 January 2027, 21:00"; patterns stand in the catalogue."""
        said = format_datetime(when, self.say(f"report.format.{pattern}"), tzinfo=zone(zone_name), locale=self.locale)
        return said.lower() if self.language == "hu" else said  # the short weekdays of CLDR stand for themselves: "Sze"

    def town(self, zone_name: str) -> str:
        return zone_name.rsplit("/", 1)[-1].replace("_", " ")

    def zone_code(self, when: datetime, zone_name: str) -> str:
        return when.astimezone(zone(zone_name)).tzname() or "UTC"

    def utc(self, when: datetime) -> str:
        """The time of day in UTC, with the day if the reader has another one."""
        return format_datetime(when, "HH:mm", tzinfo=zone("UTC"), locale=self.locale)

    def in_both_zones(self, name: str, when: datetime, zone_name: str, **more: Any) -> str:
        """A sentence with a moment in the reader's zone and in UTC; where these are the same, once."""
        code = self.zone_code(when, zone_name)
        key = f"zoned.utc.{name}" if code == "UTC" else f"zoned.{name}"
        town, utc = self.town(zone_name), self.utc(when)
        return self.say(key, when=self.moment(when, zone_name), town=town, code=code, utc=utc, **more)

    def span(self, seconds: float) -> str:
        """Days and hours, rounded down: "4 days 2 hours"."""
        hours = int(seconds // 3600)
        days, rest = divmod(hours, 24)
        parts = [self.say("report.days", n=days)] if days else []
        if rest or not days:
            parts.append(self.say("report.hours", n=rest))
        return " ".join(parts)
