"""The judge under torture: nothing is lost, nothing done twice. And the converse: a judge with a fault is found out."""

from __future__ import annotations

import asyncio
import json

import pytest

from pbem.real_servers import NoRoot, NoServer
from pbem.torture.faults import STEPS
from pbem.torture.harness import Outcome, Plan, torture
from tests.servers import Dovecot, absent, empty

WITH_CAUSE = {"shunted", "database", "disk"}
"""What a host must be told here: letters that break the judge, and what is done to the database."""


def all_is_well(outcome: Outcome) -> None:
    """Nothing is lost or doubled, no secret is in wrong hands or in the log, and no alarm was false."""
    assert outcome.account.faults_found == []
    assert outcome.account.leaks == []
    assert set(outcome.alarms) <= WITH_CAUSE


def test_nothing_is_lost_or_doubled(dovecot: Dovecot) -> None:
    """Over a real Dovecot, on SQLite."""
    outcome = torture(Plan(letters=300, faults=40, seed=7, mail="dovecot"))
    all_is_well(outcome)
    printed = json.loads(outcome.as_json())
    assert list(printed) == ["letters", "effective", "reports", "lost", "doubled", "faults", "seconds"]
    assert (printed["letters"], printed["effective"], printed["faults"]) == (300, 300, 40)
    assert (printed["lost"], printed["doubled"]) == (0, 0)
    assert outcome.lives > 10


def test_nothing_is_lost_or_doubled_on_postgres(dovecot: Dovecot, postgres_url: str) -> None:
    asyncio.run(empty(postgres_url))
    outcome = torture(Plan(letters=80, faults=20, seed=8, url=postgres_url, mail="dovecot"))
    all_is_well(outcome)
    assert outcome.account.effective == 80


def test_nothing_is_lost_or_doubled_behind_postfix() -> None:
    """It brings the letters, which get header fields and other bytes on the way, and takes those of the judge."""
    try:
        outcome = torture(Plan(letters=80, faults=12, seed=11, mail="postfix"))
    except NoRoot as fault:
        pytest.skip(str(fault))
    except NoServer as fault:
        absent(str(fault))
    all_is_well(outcome)
    assert outcome.account.effective == 80


def test_nothing_is_lost_or_doubled_with_the_mail_system_of_the_demo() -> None:
    outcome = torture(Plan(letters=40, faults=len(STEPS), seed=9, mail="local", only_steps=STEPS))
    all_is_well(outcome)
    assert outcome.account.effective == 40


@pytest.mark.parametrize(
    ("plant", "step", "lost", "doubled"),
    [
        ("fresh-message-id", "sent", False, True),  # what goes out again looks new to its receiver
        ("filed-first", "filed", True, False),  # a letter leaves the mailbox before it is safe
        ("known-forgotten", "committed", False, True),  # a letter that comes again is taken for another
    ],
)
def test_a_planted_fault_is_found(plant: str, step: str, lost: bool, doubled: bool) -> None:
    outcome = torture(Plan(letters=30, faults=6, seed=10, mail="local", plant=plant, only_steps=(step,)))
    assert (outcome.account.lost > 0, outcome.account.doubled > 0) == (lost, doubled), outcome.account.faults_found


def test_a_secret_in_the_log_is_found() -> None:
    outcome = torture(Plan(letters=6, faults=1, seed=12, mail="local", plant="talkative-log", only_steps=("sent",)))
    assert outcome.account.leaks
    assert "the log says" in outcome.account.leaks[0]
