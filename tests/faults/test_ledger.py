"""The account of a torture finds each sort of loss and doubling."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pbem.torture.faults import STEPS, Kind, plan
from pbem.torture.leaks import Leaks
from pbem.torture.ledger import Account, Ledger

GAME = "m1-0"


def _ledger() -> tuple[Ledger, dict[str, list[tuple[str, int]]]]:
    """Two rounds of one game, all well."""
    ledger = Ledger("1", 2, random.Random(1))
    for seat in ("red", "blue"):
        ledger.seats[GAME, seat] = (f"{seat}@example.org", f"token{seat}")
    ledger.plan(4)
    while ledger.delivered < 4:
        list(ledger.next_letters())
    for order in ledger.orders:
        ledger.take(order.sender, _receipt(order.message_id, f"<r{order.mark}@x>"))
    marks = {(order.round, order.seat): order.mark for order in ledger.orders}
    record = {GAME: [(f"mark{number}@{seat}", mark) for (number, seat), mark in marks.items()]}
    for seat in ("red", "blue"):
        for number in (1, 2):
            told = f"Round {number}: red {marks[number, 'red']}, blue {marks[number, 'blue']}"
            ledger.take(f"{seat}@example.org", _report(number, f"<{seat}{number}@x>", told))
    return ledger, record


def _receipt(answers: str, message_id: str) -> bytes:
    return f"Message-ID: {message_id}\r\nIn-Reply-To: {answers}\r\n\r\nyes\r\n".encode()


def _report(number: int, message_id: str, text: str) -> bytes:
    return f"Message-ID: {message_id}\r\nSubject: [{GAME}] Report {number}\r\n\r\n{text}\r\n".encode()


def _account(spoil: Callable[[Ledger, dict[str, list[tuple[str, int]]]], None]) -> Account:
    ledger, record = _ledger()
    spoil(ledger, record)
    return ledger.account(record, [], set(ledger.poisoned))


def test_all_is_well() -> None:
    account = _account(lambda ledger, record: None)
    assert (account.effective, account.reports, account.lost, account.doubled) == (4, 4, 0, 0)


def test_the_same_letter_twice_is_one() -> None:
    def again(ledger: Ledger, record: object) -> None:
        assert not ledger.take("red@example.org", _report(1, "<red1@x>", "Round 1: red 1, blue 2"))

    assert _account(again).doubled == 0


def _order_lost(ledger: Ledger, record: dict[str, list[tuple[str, int]]]) -> None:
    record[GAME].pop()


def _no_receipt(ledger: Ledger, record: object) -> None:
    del ledger.answers[ledger.orders[2].message_id]


def _no_last_report(ledger: Ledger, record: object) -> None:
    ledger.rounds_told["red@example.org", GAME].clear()


def _gap(ledger: Ledger, record: object) -> None:
    del ledger.reports["red@example.org", GAME, 1]


def _not_set_aside(ledger: Ledger, record: object) -> None:
    ledger.poisoned.add("<poison@x>")
    ledger.poisoned = _Never(ledger.poisoned)


class _Never(set[str]):
    """For `_account`, which takes every poisoned letter as set aside."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(())

    def __sub__(self, other: object) -> set[str]:
        return {"<poison@x>"}


@pytest.mark.parametrize("spoil", [_order_lost, _no_receipt, _no_last_report, _gap, _not_set_aside])
def test_losses(spoil: Callable[[Ledger, dict[str, list[tuple[str, int]]]], None]) -> None:
    account = _account(spoil)
    assert (account.lost > 0, account.doubled) == (True, 0), account.faults_found


def _order_twice(ledger: Ledger, record: dict[str, list[tuple[str, int]]]) -> None:
    record[GAME].append(record[GAME][0])


def _two_receipts(ledger: Ledger, record: object) -> None:
    ledger.take("red@example.org", _receipt(ledger.orders[0].message_id, "<other@x>"))


def _report_twice(ledger: Ledger, record: object) -> None:
    ledger.take("red@example.org", _report(2, "<other@x>", "nothing"))


def _told_twice(ledger: Ledger, record: object) -> None:
    told = ledger.rounds_told["red@example.org", GAME]
    told[next(iter(told))] += 1


def _robot_answered(ledger: Ledger, record: object) -> None:
    ledger.robots.add("<robot@x>")
    ledger.take("red@example.org", _receipt("<robot@x>", "<other@x>"))


@pytest.mark.parametrize("spoil", [_order_twice, _two_receipts, _report_twice, _told_twice, _robot_answered])
def test_doublings(spoil: Callable[[Ledger, dict[str, list[tuple[str, int]]]], None]) -> None:
    account = _account(spoil)
    assert (account.lost, account.doubled > 0) == (0, True), account.faults_found


def test_a_secret_that_reaches_another_is_found() -> None:
    secret, game = "0123456789abcdef0123", "ab" * 32
    leaks = Leaks({secret: "red@example.org", game: ""})
    leaks.look_into_letter("red@example.org", f"Reply-To: judge+{secret}@example.org\r\n\r\nhello".encode())
    assert (leaks.found, leaks.seen) == ([], {secret})
    for raw in (f"To: judge+{secret.upper()}@example.org", f"x {secret[:10]}=\r\n{secret[10:]} y"):
        leaks.look_into_letter("blue@example.org", raw.encode())
    leaks.look_into_letter("red@example.org", f"the dice follow from {game}".encode())
    assert [sentence.split(" stands")[0] for sentence in leaks.found] == [
        "a secret of red@example.org", "a secret of red@example.org", "a secret of a game",
    ]  # fmt: skip


def test_what_must_not_be_logged_is_found() -> None:
    leaks = Leaks({"0123456789abcdef0123": "red@example.org"})
    good = ["level=info event=letter letter=3 status=done\n"]
    assert leaks.look_into_log(good, [r"@example\.org"]) == 1
    assert leaks.found == []
    leaks.look_into_log(["token=0123456789abcdef0123", "to=red@example.org"], [r"@example\.org"])
    assert len(leaks.found) == 2


def test_a_plan_has_every_sort_and_every_step() -> None:
    faults = plan(400, random.Random(3), sqlite=False)
    assert len(faults) == 400
    assert {fault.kind for fault in faults} == set(Kind)
    assert {fault.step for fault in faults if fault.kind is Kind.STEP} == set(STEPS)
    assert faults == plan(400, random.Random(3), sqlite=False)
    assert Kind.GONE not in {fault.kind for fault in plan(400, random.Random(3), sqlite=True)}
