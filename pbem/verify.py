"""Check the record of a game: that nothing in it was changed, and that chance fell as secret and words make it fall.

The game is played again from its first position by the rules at hand, with the orders of the record; every shuffle and
every draw is worked out anew, not read. So a record whose hashes were made to fit again is found out too.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.core import prelude
from engine.core.chance import commitment, entropy
from engine.core.decision import Json, Timing
from engine.core.table import Entry, Rules, Table
from pbem.game_box import GameBox
from pbem.playing import first_link, link, rules_of
from pbem.record import FORMAT, digest, result_of

MOST_BYTES = 200_000_000
_HASH = re.compile(r"[0-9a-f]{8,64}")
_CHANCE = re.compile(r"chance:(.*):([0-9+]*)", re.DOTALL)


@dataclass(slots=True)
class Verified:
    """What was checked, and what does not fit: sentences, the most telling first."""

    game: str = ""
    rules: str = ""
    orders: int = 0
    defaults: int = 0
    standing: int = 0
    draws: int = 0
    shuffles: int = 0
    positions: int = 0
    reports: int = 0
    words: int = 0
    """Seats that mixed in words of their own."""
    words_of: dict[str, str] = field(default_factory=dict)
    """What these were: each player knows his own."""
    hash: str = ""
    first_bad_entry: int | None = None
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        """Plain values, for --json."""
        return {"good": self.good, **asdict(self)}


class BadRecord(Exception):
    """The file is no record that can be read; str() says where and why."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A checkpoint line: after how many entries it stands."""

    number: int
    step: str
    edition: int
    schema: int
    position: str
    after: int


@dataclass(slots=True)
class _Record:
    head: dict[str, Any]
    secret: bytes
    places: list[_Place]
    entries: list[Entry]
    chains: list[str]
    reports: list[dict[str, Any]]
    end: dict[str, Any]


def verify(content: bytes, boxes: Mapping[str, GameBox], own_hash: str = "") -> Verified:
    """Check a record. `own_hash`: what stands in a report of the reader, or the beginning of it."""
    found = Verified()
    try:
        damaged = _check_sum(content)
        record = _read(content)
    except BadRecord as fault:
        found.faults.append(str(fault))
        return found
    found.game, found.rules = str(record.head["game"]), str(record.head["rules"])
    found.hash = record.chains[-1]
    try:
        for check in (_secret, _data, _chain, _reports, _end):
            check(record, found)
        _play(record, boxes, found)
    except Exception as fault:  # noqa: BLE001 -- a doctored record may make the rules do anything: that is a finding
        found.faults.append(f"The game can't be played again from this record: {type(fault).__name__}: {fault}.")
    if own_hash:
        _compare(record, own_hash, found)
    _count(record, found)
    if damaged:
        found.faults.append(damaged)
    return found


# ------------------------------------------------------------------ the file


def _check_sum(content: bytes) -> str:
    """Why the bytes are not those that were written; empty when they are."""
    body, separator, last = content[:-1].rpartition(b"\n")
    body += separator
    written = b'{"sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'
    if last + content[-1:] == written:
        return ""
    return "The file was changed after it was written: the check sum in its last line does not fit."


def _read(content: bytes) -> _Record:
    """Raises BadRecord."""
    try:
        texts = content.decode("utf-8").split("\n")
    except UnicodeDecodeError as fault:
        raise BadRecord(f"The file is no text in UTF-8: byte {fault.start + 1} can't be read.") from fault
    rows = []
    for number, text in enumerate(texts[:-1] if texts[-1] == "" else texts, 1):
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise BadRecord(f"Line {number} of the file can't be read: {fault}.") from fault
        if not isinstance(row, dict):
            raise BadRecord(f"Line {number} of the file is no record of the judge.")
        rows.append(row)
    try:
        return _sorted(rows)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as fault:
        raise BadRecord(f"The file is no record of the judge, or parts of it are missing: {fault!r}.") from fault


def _sorted(rows: Sequence[dict[str, Any]]) -> _Record:
    head, *middle, end, _ = rows
    if head["pbem_record"] != FORMAT:
        raise BadRecord(f"The record has the format {head['pbem_record']}; this program reads format {FORMAT}.")
    secret = bytes.fromhex(head["secret"])
    record = _Record(head, secret, [], [], [first_link(secret)], [], end)
    _ = head["game"], head["rules"], head["options"].items(), head["seats"], head["commitment"]
    _ = end["entries"], end["hash"], end["result"]
    if head["data"] is not None:
        _ = head["data"]["sha256"], head["data"]["text"].encode()
    for row in middle:
        if "entry" in row and "key" in row:
            if row["entry"] != len(record.entries) + 1:
                raise BadRecord(
                    f"Entry {len(record.entries) + 1} is missing: entry {row['entry']} stands in its place."
                )
            record.entries.append(Entry(str(row["key"]), row["given"], row["by"]))
            record.chains.append(str(row["chain"]))
        elif "checkpoint" in row:
            record.places.append(
                _Place(
                    row["checkpoint"], row["step"], row["edition"], row["schema"], row["position"], len(record.entries)
                )
            )
        elif "report" in row:
            _ = row["seats"], row["hash"], int(row["entry"])
            record.reports.append(row)
        else:
            raise BadRecord(f"A line of the record is unknown: {json.dumps(row)[:80]}.")
    if [place.number for place in record.places] != list(range(len(record.places))) or not record.places:
        raise BadRecord("Positions are missing in the record, or stand in another order.")
    if (record.places[0].edition, record.places[0].schema) != (head["edition"], head["schema"]):
        raise BadRecord("The first line of the record and its first position do not fit together.")
    return record


# ------------------------------------------------------------------ hashes


def _secret(record: _Record, found: Verified) -> None:
    if commitment(record.secret) != record.head["commitment"]:
        found.faults.append("The secret is not the one that was promised before the first move: its hash is another.")


def _data(record: _Record, found: Verified) -> None:
    data = record.head["data"]
    if data is not None and hashlib.sha256(data["text"].encode()).hexdigest() != data["sha256"]:
        found.faults.append("The data of the game is not the one that it was begun with: its hash is another.")


def _chain(record: _Record, found: Verified) -> None:
    chain = record.chains[0]
    for number, entry in enumerate(record.entries, 1):
        chain = link(chain, entry)
        if chain != record.chains[number]:
            _blame(found, number, entry.key, "its hash does not fit to what stands before it and in it")
            return


def _reports(record: _Record, found: Verified) -> None:
    for report in record.reports:
        at = report["entry"]
        if not 0 <= at <= len(record.entries) or record.chains[at] != report["hash"]:
            who = ", ".join(map(str, report["seats"]))
            found.faults.append(f"Report {report['report']} of {who} told another hash than the record has.")
            return
    found.reports = len(record.reports)


def _end(record: _Record, found: Verified) -> None:
    wanted, there = record.end["entries"], len(record.entries)
    if wanted != there:
        found.faults.append(f"The record should have {wanted} entries, and has {there}: its end is missing.")
    elif record.end["hash"] != record.chains[-1]:
        found.faults.append("The hash at the end of the record is not that of its last entry.")


def _compare(record: _Record, own_hash: str, found: Verified) -> None:
    wanted = "".join(own_hash.split()).lower()
    if _HASH.fullmatch(wanted) is None:
        found.faults.append(f"{own_hash!r} is no hash of a report: write 8 of its digits or more, as they are there.")
        return
    places = [number for number, chain in enumerate(record.chains) if chain.startswith(wanted)]
    if not places:
        found.faults.append("The hash from your report stands nowhere in this record: your game went otherwise.")
    else:
        found.notes.append(f"The hash from your report is that of the record after entry {places[0]}.")


def _blame(found: Verified, number: int, key: str, why: str) -> None:
    found.faults.append(f"Entry {number} ({key}) is not as it must be: {why}.")
    if found.first_bad_entry is None or number < found.first_bad_entry:
        found.first_bad_entry = number


# ------------------------------------------------------------------ the game once more


class _AsRecorded:
    """The rules, with the editions under which the steps were begun."""

    def __init__(self, rules: Rules[Any], editions: Sequence[int]) -> None:
        self.inner, self.editions = rules, editions
        self.name, self.schema = rules.name, rules.schema
        self.seats, self.setup, self.step, self.view = rules.seats, rules.setup, rules.step, rules.view
        self.check, self.to_json, self.from_json = rules.check, rules.to_json, rules.from_json
        self.table: Table[Any] | None = None

    @property
    def edition(self) -> int:
        begun = 0 if self.table is None else self.table.checkpoint.number + 1
        return self.editions[min(begun, len(self.editions) - 1)]


def _play(record: _Record, boxes: Mapping[str, GameBox], found: Verified) -> None:
    head = record.head
    if head["rules"] not in boxes:
        found.faults.append(f"This program has no game {head['rules']!r}; it knows {', '.join(boxes)}.")
        return
    if head["data"] is None and boxes[head["rules"]].data() is not None:
        found.faults.append("The record lacks the data of the game.")
        return
    text = head["data"]["text"] if head["data"] is not None else None
    rules = _AsRecorded(rules_of(boxes[head["rules"]], text, head["options"]), [one.edition for one in record.places])
    if list(rules.seats(head["options"])) != head["seats"]:
        found.faults.append("The seats of the record are not those of a game with these options.")
        return
    if rules.inner.edition != record.places[-1].edition:
        found.notes.append(
            f"The game was played with edition {record.places[-1].edition} of the rules, and this program has edition "
            f"{rules.inner.edition}: what it finds may come from that."
        )
    table = Table.start(rules, head["options"], entropy(record.secret, str(head["game"])))
    rules.table = table
    _Walk(record, table, found).to_the_end()


class _Walk:
    """Goes along record and game, entry by entry."""

    def __init__(self, record: _Record, table: Table[Any], found: Verified) -> None:
        self.record, self.table, self.found = record, table, found
        self.made = 0
        """Entries of finished steps, of the game that is played now."""
        self.seen = 0
        """Entries that were compared."""
        self.places = 0
        self.comparable = all(place.schema == table.rules.schema for place in record.places)

    def to_the_end(self) -> None:
        if not self.comparable:
            self.found.notes.append("The positions were written in another shape and are not compared.")
        self._place(self.table.first, 0)
        entries = self.record.entries
        while self._compared():
            if self.seen == len(entries):
                self._finish()
                return
            entry = entries[self.seen]
            if entry.by == "chance":
                self._blame(self.seen, "nothing is drawn here")
                return
            if (why := self._not_given(entry)) is not None:
                self._blame(self.seen, why)
                return

    def _not_given(self, entry: Entry) -> str | None:
        """Play one order of the record; why that can't be."""
        decision = self.table.find(entry.key)
        if decision is None or decision is not self.table.open[0]:
            asked = ", ".join(one.key for one in self.table.open) or "nobody"
            return f"this is not asked here, or not yet (asked is {asked})"
        if entry.by == "default" and entry.given != decision.options.to_json(decision.default):
            return "it is no default order, and is said to be one"
        if entry.by == "standing" and decision.timing is not Timing.RESPONSE:
            return "such a question is not answered by standing orders"
        try:
            self.table.answer(entry.key, entry.given, entry.by)
        except Exception as fault:  # noqa: BLE001 -- see verify
            return f"the rules do not allow it: {fault}"
        return None

    def _compared(self) -> bool:
        """Compare what the game has made since with the record; False at the first difference."""
        for entries, checkpoint in self.table.take_passed():
            if not self._same(entries[self.seen - self.made :]):
                return False
            self.made += len(entries)
            if not self._place(checkpoint, self.made):
                return False
        return self._same(self.table.tail[self.seen - self.made :])

    def _same(self, made: Sequence[Entry]) -> bool:
        entries = self.record.entries
        for entry in made:
            if self.seen == len(entries):
                self.found.faults.append(f"The record ends too early: the game goes on with {entry.key}.")
                return False
            if entry != entries[self.seen]:
                self._blame(self.seen, self._difference(entry, entries[self.seen]))
                return False
            self.seen += 1
        return True

    @staticmethod
    def _difference(made: Entry, recorded: Entry) -> str:
        if made.by == "chance" and made.key == recorded.key:
            return f"the secret draws {_short(made.given)}, and the record says {_short(recorded.given)}"
        return f"the game has {made.key} {_short(made.given)} here"

    def _place(self, made: Any, after: int) -> bool:
        """Compare a position with the record's."""
        places, number = self.record.places, made.number
        if number >= len(places):
            self.found.faults.append(f"The position behind entry {after} is missing in the record.")
            return False
        place = places[number]
        if (place.step, place.after) != (made.step, after) or (
            self.comparable and place.position != digest(made.state)
        ):
            self.found.faults.append(
                f"The position behind entry {after} (step {made.step}) is not the one that the record tells of."
            )
            if after:
                found = self.found.first_bad_entry
                self.found.first_bad_entry = after if found is None else min(found, after)
            return False
        self.places += 1
        return True

    def _finish(self) -> None:
        if not self.table.over:
            asked = ", ".join(one.key for one in self.table.open)
            self.found.faults.append(f"The record ends before the game: {asked} is still asked.")
            return
        if self.places != len(self.record.places):
            self.found.faults.append("The record has positions behind the end of the game.")
        result = result_of(self.table.rules.view(self.table.state, None))
        if json.loads(json.dumps(result)) != self.record.end["result"]:
            self.found.faults.append("The result that the record tells is not the one that the game has.")
        self.found.positions = self.places

    def _blame(self, at: int, why: str) -> None:
        _blame(self.found, at + 1, self.record.entries[at].key, why)


def _short(given: Json) -> str:
    text = json.dumps(given)
    return text if len(text) <= 60 else f"{text[:57]}…"


# ------------------------------------------------------------------ in numbers


def _count(record: _Record, found: Verified) -> None:
    for entry in record.entries:
        if entry.by != "chance":
            found.orders += 1
            found.defaults += entry.by == "default"
            found.standing += entry.by == "standing"
            kind, _, seat = entry.key.partition("@")
            if kind == prelude.WORDS and found.good and (words := prelude.words_in(entry.given)):
                found.words += 1
                found.words_of[seat] = words
        elif _is_shuffle(entry.key):
            found.shuffles += 1
        else:
            found.draws += 1


def _is_shuffle(key: str) -> bool:
    """Sizes that go down by one to one: an order of cards is drawn."""
    parts = _CHANCE.fullmatch(key)
    sizes = [int(size) for size in parts[2].split("+") if size] if parts else []
    return len(sizes) > 1 and sizes == list(range(len(sizes), 0, -1))


def _listed(words_of: Mapping[str, str]) -> str:
    return "; ".join(f"{seat}: {words}" for seat, words in words_of.items())


def in_words(found: Verified) -> str:
    """What was checked, for the person who asked."""
    if not found.good:
        told = [f"NOT as it must be. {found.faults[0]}", *(f"Also: {fault}" for fault in found.faults[1:])]
        return "\n".join([*told, *found.notes])
    given = [f"{found.defaults} by default" if found.defaults else "", f"{found.standing} standing orders"]
    beside = ", ".join(part for part in (given[0], given[1] if found.standing else "") if part)
    lines = [
        f"{found.game} ({found.rules}): {found.orders} orders{f' ({beside})' if beside else ''}, {found.draws} draws, "
        f"{found.shuffles} shuffles: all as they must be.",
        "The secret is the one whose hash was published before the first move.",
        "Every draw and shuffle was worked out again from it"
        + (f" and from the words of {found.words} seats." if found.words else "."),
        f"The game was played again: all {found.positions} positions and the result are the same."
        if found.positions
        else "",
        f"Your own words must stand here as you sent them: {_listed(found.words_of)}." if found.words else "",
        f"The hashes that stood in {found.reports} reports fit. The last one: {found.hash}",
        *found.notes,
    ]
    return "\n".join(line for line in lines if line)
