"""The account of a torture: what was written, what came out, and whether each thing happened exactly once."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser

from pbem.torture.leaks import Leaks
from pbem.torture.marks import POISON, ROUND_LINE, SEATS

DOMAIN = "example.org"
_REPORT = re.compile(r"\[([^\]]+)\] Report (\d+)")
_HEADERS = BytesHeaderParser()


@dataclass(frozen=True, slots=True)
class Order:
    """One letter with orders: its mark is no other letter's."""

    game: str
    seat: str
    round: int
    mark: int
    message_id: str
    sender: str
    token: str

    @property
    def raw(self) -> bytes:
        return letter(self.sender, self.token, self.message_id, f"MARK {self.mark} IN {self.round}")


def letter(sender: str, token: str, message_id: str, text: str, *headers: str) -> bytes:
    """A letter as a mail program writes it."""
    head = [
        f"From: <{sender}>", f"To: <judge+{token}@{DOMAIN}>", "Subject: Re: orders", f"Message-ID: {message_id}",
        "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", *headers,
    ]  # fmt: skip
    body = [text, "", "Greetings", "-- ", sender, "", "On Monday the judge wrote:", "> MARK 1 IN 1", "> END", ""]
    return "\r\n".join([*head, "", *body]).encode()


@dataclass(frozen=True, slots=True)
class Account:
    """What came of it. `faults_found` holds a sentence for each thing that was lost or doubled."""

    effective: int
    reports: int
    lost: int
    doubled: int
    faults_found: Sequence[str]
    leaks: Sequence[str] = ()
    """A sentence for each secret that came into wrong hands."""


@dataclass(slots=True)
class Ledger:
    """Fill `tokens` (game, seat -> sender, token) before `written`."""

    run: str
    rounds: int
    rng: random.Random
    seats: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    delivered: int = 0
    poisoned: set[str] = field(default_factory=set)
    """Message-IDs of letters that must be set aside."""
    robots: set[str] = field(default_factory=set)
    """Message-IDs of letters that nobody may answer."""
    leaks: Leaks = field(default_factory=lambda: Leaks({}))
    known: set[tuple[str, str]] = field(default_factory=set)
    answers: dict[str, set[str]] = field(default_factory=dict)
    """Message-ID of a letter -> Message-IDs of what answers it."""
    reports: dict[tuple[str, str, int], set[str]] = field(default_factory=dict)
    """Recipient, game, number -> Message-IDs."""
    rounds_told: dict[tuple[str, str], Counter[tuple[int, int, int]]] = field(default_factory=dict)
    """Recipient, game -> how often each round (with both marks) was told."""

    def plan(self, count: int) -> None:
        """Write the letters, in the order of delivery: rounds may come a little early, never late."""
        games: dict[str, list[tuple[str, int]]] = {}
        for game, seat in self.seats:
            games.setdefault(game, []).extend((seat, number) for number in range(1, self.rounds + 1))
        names = list(games)
        for begin in range(0, len(names), 12):
            due = [(number + self.rng.uniform(0, 2.5), g, s, number)
                   for g in names[begin : begin + 12] for s, number in games[g]]  # fmt: skip
            for _, game, seat, number in sorted(due):
                sender, token = self.seats[game, seat]
                mark = len(self.orders) + 1
                self.orders.append(
                    Order(game, seat, number, mark, f"<{mark}.{self.run}@{DOMAIN}>", sender, token)
                )  # fmt: skip
        del self.orders[count:]

    def next_letters(self) -> Iterator[bytes]:
        """What is delivered with the next order letter: itself, and now and then something that must do nothing."""
        order = self.orders[self.delivered]
        self.delivered += 1
        yield order.raw
        chance = self.rng.random()
        if chance < 0.03:
            yield self.orders[self.rng.randrange(self.delivered)].raw  # an old letter once more
        elif chance < 0.04:
            # The same letter by another way: other headers, so other bytes.
            yield b"Received: from elsewhere\r\nDelivered-To: <x@example.org>\r\n" + order.raw
        elif chance < 0.05:
            message_id = f"<robot{self.delivered}.{self.run}@{DOMAIN}>"
            self.robots.add(message_id)
            yield letter(order.sender, order.token, message_id, "I am away", "Auto-Submitted: auto-replied")
        elif chance < 0.055:
            message_id = f"<poison{self.delivered}.{self.run}@{DOMAIN}>"
            self.poisoned.add(message_id)
            yield letter(order.sender, order.token, message_id, POISON)

    @property
    def answered(self) -> int:
        """How many order letters have a receipt."""
        return len(self.answers) - len(self.robots & self.answers.keys())

    def take(self, recipient: str, raw: bytes) -> bool:
        """A letter of the judge has arrived; False when this Message-ID was here before."""
        head = _HEADERS.parsebytes(raw)
        message_id = str(head["Message-ID"]).strip()
        if (recipient, message_id) in self.known:
            return False
        self.known.add((recipient, message_id))
        self.leaks.look_into_letter(recipient, raw)
        answered = "".join(str(head["In-Reply-To"] or "").split())
        if answered:
            self.answers.setdefault(answered, set()).add(message_id)
            return True
        found = _REPORT.search(" ".join(str(head["Subject"] or "").split()))
        if found:
            self.reports.setdefault((recipient, found[1], int(found[2])), set()).add(message_id)
            told = self.rounds_told.setdefault((recipient, found[1]), Counter())
            told.update(tuple(map(int, line)) for line in ROUND_LINE.findall(raw.decode("utf-8", "replace")))
        return True

    # ------------------------------------------------------------------ the account

    def account(
        self,
        record: Mapping[str, Sequence[tuple[str, int]]],
        waiting: Sequence[tuple[str, str, int]],
        shunted: set[str],
    ) -> Account:
        """`record` are the entries of each game (key, what was given), `waiting` the answers that are not final yet
        (game, key, answer), `shunted` the letters that were set aside."""
        lost: list[str] = []
        doubled: list[str] = []
        stood = {game: Counter(entries) for game, entries in record.items()}
        for game, key, given in waiting:
            if game in stood:
                stood[game][key, given] += 1
        effective = 0
        for order in self.orders:
            times = stood[order.game][f"mark{order.round}@{order.seat}", order.mark]
            if times == 1:
                effective += 1
            _count(lost, doubled, times, f"letter {order.mark}: its order stands {times} times in the record")
            receipts = len(self.answers.get(order.message_id, ()))
            _count(lost, doubled, receipts, f"letter {order.mark}: {receipts} receipts")
        for game, entries in record.items():
            for key, times in Counter(key for key, _ in entries).items():
                if times > 1:
                    doubled.append(f"{game}: {key} stands {times} times in the record")
        self._account_reports(record, lost, doubled)
        lost += [f"letter {one} was to be set aside, and is not" for one in sorted(self.poisoned - shunted)]
        doubled += [f"robot {one} was answered" for one in sorted(self.robots & self.answers.keys())]
        return Account(effective, len(self.reports), len(lost), len(doubled), [*lost, *doubled])

    def _account_reports(
        self, record: Mapping[str, Sequence[tuple[str, int]]], lost: list[str], doubled: list[str]
    ) -> None:
        for (recipient, game, number), ids in self.reports.items():
            if len(ids) > 1:
                doubled.append(f"{game}: {recipient} has report {number} {len(ids)} times")
        numbers: dict[tuple[str, str], set[int]] = {}
        for recipient, game, number in self.reports:
            numbers.setdefault((recipient, game), set()).add(number)
        for (game, seat), (sender, _) in self.seats.items():
            seen = numbers.get((sender, game), set())
            gaps = set(range(1, max(seen, default=1) + 1)) - seen
            lost += [f"{game}: {seat} never got report {number}" for number in sorted(gaps)]
            given = dict(record[game])
            told = self.rounds_told.get((sender, game), Counter())
            for number in range(1, self.rounds + 1):
                marks = tuple(given.get(f"mark{number}@{one}") for one in SEATS)
                if None in marks:
                    # The round was not played: counted with its letters.
                    for row in [row for row in told if row[0] == number]:
                        del told[row]
                    continue
                times = told.pop((number, *marks), 0)
                # Who has answered ahead is not asked, and hears of the last rounds with the next report.
                if times == 0 and number == self.rounds:
                    lost.append(f"{game}: {seat} was never told of the end")
                elif times == 0 and any(later > number for later, *_ in told):
                    lost.append(f"{game}: {seat} was never told of round {number}")
                elif times > 1:
                    doubled.append(f"{game}: {seat} was told {times} times of round {number}")
            doubled += [f"{game}: {seat} was told of something that did not happen: {row}" for row in told]


def _count(lost: list[str], doubled: list[str], times: int, what: str) -> None:
    if times == 0:
        lost.append(what)
    elif times > 1:
        doubled.append(what)
