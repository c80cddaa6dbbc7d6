"""Letters of people who want to be somebody else: a table of attacks, each with its outcome.

Anna plays red, Bert plays blue. An attack is a letter of Mallory or Bert; it fails when red has no answer afterwards.
"""

# ruff: noqa: E501  (tables read best with one case a line)

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from pbem.clock import SetClock
from pbem.judge_config import JudgeConfig
from pbem.mail.authentication import is_authentic
from pbem.store import open_store
from pbem.store.models import OldToken
from tests.pbem.conftest import clock  # noqa: F401 -- a fixture
from tests.pbem.mailroom import ANNA, BERT, CONFIG, Mailroom, text_of

DMARC = replace(CONFIG, policy="token+dmarc", authserv_id="mx.example.org")
GENUINE = "mx.example.org; dmarc=pass header.from=example.org"
JUDGE = "judge@example.org"


@dataclass(frozen=True)
class Attack:
    """A letter that orders BID 3 for red. {red} and {blue} become the present secrets, {thread} the Message-ID of
    Anna's report. `becomes` is its status, `moves` whether red has an answer then, `tells` whom letters went to."""

    becomes: str
    moves: bool = False
    tells: tuple[str, ...] = ()
    config: JudgeConfig = CONFIG
    head: Mapping[str, str] = field(default_factory=dict)
    body: str = "BID 3"
    extra: str = ""


FORGED = {"From": "Anna <anna@example.org>", "To": JUDGE}
SECRET = {"From": "Anna <anna@example.org>", "To": "judge+{red}@example.org"}
ATTACKS = {
    "forged From, no secret": Attack("advised", tells=("anna@example.org",), head=FORGED),
    "forged From, a guessed secret": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"To": "judge+00000000000000000000@example.org"}
    ),
    "forged From, half of the secret": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"To": "judge+{half}@example.org"}
    ),
    "the secret in the text only": Attack(
        "advised", tells=("anna@example.org",), head=FORGED, body="judge+{red}@example.org\nBID 3"
    ),
    "the secret in the name of the recipient": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"To": '"judge+{red}@example.org" <judge@example.org>'}
    ),
    "the secret in a comment": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"To": "judge@example.org (judge+{red}@example.org)"}
    ),
    "the secret at another domain": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"To": "judge+{red}@elsewhere.example.org"}
    ),
    "the secret in a header that is not looked at": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"X-Token": "judge+{red}@example.org"}
    ),
    "the player's name, another address": Attack(
        "stranger", tells=("mallory@example.org",), head={"From": '"anna@example.org" <mallory@example.org>', "To": JUDGE}
    ),
    "the player's address in a comment": Attack(
        "stranger", tells=("mallory@example.org",), head={"From": "mallory@example.org (anna@example.org)", "To": JUDGE}
    ),
    "a lookalike, Cyrillic": Attack("stranger", tells=("аnna@example.org",), head={"From": "аnna@example.org", "To": JUDGE}),
    "a lookalike, an invisible character": Attack("stranger", head={"From": "an\u200bna@example.org", "To": JUDGE}),
    "a lookalike, a control character": Attack("stranger", head={"From": "an\x01na@example.org", "To": JUDGE}),
    "a lookalike, full-width": Attack(
        "stranger", tells=("ａnna@example.org",), head={"From": "ａnna@example.org", "To": JUDGE}
    ),
    "From with two addresses": Attack("stranger", head={"From": "mallory@example.org, anna@example.org", "To": JUDGE}),
    "two From fields": Attack("stranger", head=FORGED, extra="From: mallory@example.org\r\n"),
    "Sender and Reply-To forged": Attack(
        "stranger", tells=("mallory@example.org",),
        head={"From": "mallory@example.org", "Sender": "anna@example.org", "Reply-To": "anna@example.org", "To": JUDGE},
    ),
    # A stolen thread: Message-IDs travel with forwards and quotes, so alone they are worth nothing.
    "stolen thread, In-Reply-To": Attack(
        "stranger", tells=("mallory@example.org",),
        head={"From": "mallory@example.org", "To": JUDGE, "In-Reply-To": "{thread}"},
    ),
    "stolen thread, by another player": Attack(
        "advised", tells=("bert@example.org",),
        head={"From": "bert@example.org", "To": JUDGE, "In-Reply-To": "{thread}", "References": "{thread}"},
    ),
    "stolen thread, From with two addresses": Attack(
        "stranger", head={"From": "mallory@example.org, anna@example.org", "To": JUDGE, "In-Reply-To": "{thread}"}
    ),
    "the thread that everybody knows of the game": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"References": "{game}"}
    ),
    "an invented thread": Attack(
        "advised", tells=("anna@example.org",), head=FORGED | {"In-Reply-To": "<report.00@example.org>"}
    ),
    # Another player has the secret: from an answer to all, or out of a forwarded letter.
    "another player writes to the secret address": Attack(
        "conflict", tells=("anna@example.org", "bert@example.org"),
        head={"From": "bert@example.org", "To": "judge+{red}@example.org"},
    ),
    "both secrets in one letter": Attack(
        "conflict", tells=("bert@example.org",),
        head={"From": "bert@example.org", "To": "judge+{blue}@example.org", "Cc": "judge+{red}@example.org"},
    ),
    "his own secret, orders for the other faction": Attack(
        "done", tells=("bert@example.org",), head={"From": "bert@example.org", "To": "judge+{blue}@example.org"},
        body="FACTION red\nBID 3",
    ),
    # The mail server vouches, and only ours, and only in the topmost field.
    "dmarc: the secret, nothing vouched for": Attack(
        "advised", tells=("anna@example.org",), config=DMARC, head=SECRET
    ),
    "dmarc: forged results below the real ones": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org; dmarc=fail header.from=example.org"} | SECRET,
        extra=f"Authentication-Results: {GENUINE}\r\n",
    ),
    "dmarc: results of another server": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.evil.example.org; dmarc=pass header.from=example.org"} | SECRET,
    ),
    "dmarc: of a name that begins like ours": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org.evil; dmarc=pass header.from=example.org"} | SECRET,
    ),
    "dmarc: pass in a comment": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org; dmarc=fail (; dmarc=pass) header.from=example.org"} | SECRET,
    ),
    "dmarc: pass in a reason": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": 'mx.example.org; dmarc=fail reason="x; dmarc=pass" header.from=example.org'}
        | SECRET,
    ),
    "dmarc: pass of another domain": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org; dmarc=pass header.from=evil.example.com"} | SECRET,
    ),
    "dmarc: signed by another domain": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org; dkim=pass header.d=evil.example.com"} | SECRET,
    ),
    "dmarc: genuine, but another sender": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": GENUINE} | SECRET | {"From": "mallory@example.org"},
    ),
    "dmarc: genuine, but two senders": Attack(
        "advised", tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": GENUINE} | SECRET | {"From": "anna@example.org, mallory@example.org"},
    ),
    "dmarc: genuine, but no secret": Attack(
        "advised", tells=("anna@example.org",), config=DMARC, head={"Authentication-Results": GENUINE} | FORGED
    ),
    # What is no attack goes through.
    "the player himself": Attack("done", moves=True, tells=("anna@example.org",), head=SECRET),
    "the player answers, his mail program drops the plus": Attack(
        "done", moves=True, tells=("anna@example.org",), head=FORGED | {"In-Reply-To": "{thread}"}
    ),
    "the player answers an answer": Attack(
        "done", moves=True, tells=("anna@example.org",), head=FORGED | {"References": "{thread} <x@example.org>"}
    ),
    "the player from another address": Attack(
        "done", moves=True, tells=("anna@example.org", "me@work.example.org"),
        head=SECRET | {"From": "me@work.example.org"},
    ),
    "the secret in the subject": Attack(
        "done", moves=True, tells=("anna@example.org",), head=FORGED | {"Subject": "Re: AW: [tiny#{red}] Report 1"}
    ),
    "dmarc: the player himself": Attack(
        "done", moves=True, tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": GENUINE} | SECRET,
    ),
    "dmarc: signed by his domain": Attack(
        "done", moves=True, tells=("anna@example.org",), config=DMARC,
        head={"Authentication-Results": "mx.example.org 1; spf=fail; dkim=pass (2048 bit) header.d=example.org"} | SECRET,
    ),
    # Policy "address" is for closed systems: this is what it means.
    "address: forged From": Attack(
        "done", moves=True, tells=("anna@example.org",), config=replace(CONFIG, policy="address"), head=FORGED
    ),
    "address: a stranger": Attack(
        "stranger", tells=("mallory@example.org",), config=replace(CONFIG, policy="address"),
        head={"From": "mallory@example.org", "To": JUDGE},
    ),
}  # fmt: skip


@pytest.fixture
async def room(tmp_path: Path, clock: SetClock) -> AsyncIterator[Mailroom]:  # noqa: F811
    made = Mailroom(await open_store(f"sqlite:///{tmp_path / 'judge.db'}"), clock)
    yield made
    await made.store.close()


async def has_moved(room: Mailroom, seat: str) -> bool:
    return any(key.endswith(f"@{seat}") for key in (await room.judge.sitting_of("tiny")).pending)


@pytest.mark.parametrize("what", ATTACKS)
async def test_attack(room: Mailroom, what: str) -> None:
    attack = ATTACKS[what]
    room = Mailroom(room.store, room.clock, config=attack.config)
    await room.begin()
    before = await room.outgoing()
    red, blue = await room.token("red"), await room.token("blue")
    report = next(x for x in before if x.recipient == ANNA.address)
    game = re.search(rb"References: (<game\.[^>]*>)", report.raw)
    assert game is not None
    facts = {"red": red, "blue": blue, "half": red[:10], "thread": report.message_id, "game": game[1].decode()}
    head = "".join(f"{name}: {value.format(**facts)}\r\n" for name, value in attack.head.items())
    raw = f"{head}{attack.extra}Message-ID: <attack@mallory.example.org>\r\n\r\n{attack.body.format(**facts)}\r\n"
    handled = await room.judge.take_letter(raw.encode())
    assert handled.status == attack.becomes
    assert await has_moved(room, "red") is attack.moves
    new = (await room.outgoing())[len(before) :]
    assert sorted(letter.recipient for letter in new) == sorted(attack.tells)
    for letter in new:  # nobody is told the secret of another
        for secret, owner in ((red, ANNA), (await room.token("red"), ANNA), (blue, BERT)):
            assert letter.recipient == owner.address or secret not in letter.raw.decode()


# ---------------------------------------------------------------------- attacks of several letters


async def test_a_secret_in_the_wrong_hands_is_replaced_at_once(room: Mailroom) -> None:
    await room.begin()
    stolen = await room.token("red")
    forged = {"From": "bert@example.org", "To": f"judge+{stolen}@example.org"}
    assert await room.write("red", "BID 3", **forged) == "conflict"
    assert await room.token("red") != stolen
    warning = (await room.outgoing("leaked"))[-1]
    assert warning.recipient == ANNA.address
    assert f"judge+{await room.token('red')}@example.org".encode() in warning.raw
    # From an address that nobody knows, the stolen secret is worth no more than STATUS, told to Anna.
    assert await room.write("red", "BID 3\nSTATUS", From="mallory@example.org", To=forged["To"]) == "done"
    receipt = await room.last("receipt")
    assert "an old secret address" in receipt
    assert "2: STATUS\n  DONE" in receipt
    assert not await has_moved(room, "red")
    assert await room.write("red", "BID 2") == "done"
    assert await has_moved(room, "red")
    # Using it again brings no further letters: nobody can make the judge write.
    count = len(await room.outgoing("leaked"))
    assert await room.write("red", "BID 1", **forged) == "conflict"
    assert len(await room.outgoing("leaked")) == count


async def test_a_replayed_letter_counts_once(room: Mailroom) -> None:
    await room.begin()
    first = await room.raw("red", "BID 3")
    assert (await room.judge.take_letter(first)).status == "done"
    assert await room.write("red", "BID 1") == "done"
    assert (await room.judge.take_letter(first)).status == "duplicate"
    relayed = b"Received: from mallory.example.org\r\n" + first.replace(b"Subject: orders", b"Subject: again")
    assert (await room.judge.take_letter(relayed)).status == "duplicate"
    pending = (await room.judge.sitting_of("tiny")).pending
    assert [row.answer for row in pending.values()] == [1]


async def test_who_holds_a_letter_holds_its_secret(room: Mailroom) -> None:
    """No promise, and said so in SECURITY.md: a whole letter of Anna's, sent again with another Message-ID, is a new
    letter with her secret. It counts as long as the question is open, and the receipt tells her."""
    await room.begin()
    first = await room.raw("red", "BID 3")
    await room.judge.take_letter(first)
    await room.write("red", "BID 1")
    again = first.replace(b"Message-ID: <", b"Message-ID: <other")
    assert (await room.judge.take_letter(again)).status == "done"
    assert [row.answer for row in (await room.judge.sitting_of("tiny")).pending.values()] == [3]
    assert (await room.outgoing("receipt"))[-1].recipient == ANNA.address
    # With the stricter policy it counts only when her own provider vouches for it.
    room.judge.desk.config = DMARC
    unsigned = first.replace(b"Message-ID: <", b"Message-ID: <third")
    assert (await room.judge.take_letter(unsigned)).status == "advised"


async def test_secrets_change_and_the_old_ones_fade(room: Mailroom) -> None:
    room = Mailroom(room.store, room.clock, config=replace(CONFIG, token_days=10, token_grace_days=5))
    await room.begin()
    first = await room.token("red")
    await room.wait(days=4)  # the deadline: a report, but the secret is young
    assert await room.token("red") == first
    while await room.token("red") == first:
        assert await room.wait(days=4) == 1
    report = [x for x in await room.outgoing("report") if x.recipient == ANNA.address][-1]
    assert f"Reply-To: The Judge\r\n <judge+{await room.token('red')}@" in report.raw.decode() or (
        f"judge+{await room.token('red')}@example.org>" in report.raw.decode()
    )
    async with room.store.reading() as db:
        old = (await db.execute(select(OldToken))).scalars().all()
    assert first in [row.token for row in old]
    assert all(row.until == room.clock.now() + timedelta(days=5) for row in old)
    assert await room.write("red", "STATUS\nBID 1", To=f"judge+{first}@example.org") == "done"
    assert "an old secret address" not in await room.last("receipt")
    room.clock.advance(timedelta(days=6))
    await room.write("red", "BID 2\nSTATUS\nCLEAR\nWAIT", To=f"judge+{first}@example.org")
    receipt = await room.last("receipt")
    assert receipt.count("REFUSED: It went to an old secret address") == 3
    assert "2: STATUS\n  DONE" in receipt
    # By the thread it is the same: an answer to a report of long ago.
    thread = next(x for x in await room.outgoing("report") if x.recipient == ANNA.address).message_id
    room.clock.advance(timedelta(days=15))
    assert await room.write("red", "BID 2", To=JUDGE, In_Reply_To=thread) == "done"
    assert "an old secret address" in await room.last("receipt")


async def test_the_answer_to_a_strangers_copy_is_no_thread(room: Mailroom) -> None:
    """The line that tells a writer where his receipt went is written to him, not to the player: its Message-ID
    proves nothing."""
    await room.begin()
    await room.write("red", "STATUS", From="mallory@example.org")
    told = (await room.outgoing("elsewhere"))[-1]
    forged = {"From": "anna@example.org", "To": JUDGE, "In_Reply_To": told.message_id}
    assert await room.write("red", "BID 3", **forged) == "advised"
    assert not await has_moved(room, "red")


async def test_secrets_in_the_subject_where_no_plus_arrives(room: Mailroom) -> None:
    room = Mailroom(room.store, room.clock, config=replace(CONFIG, plus_addressing=False))
    await room.begin()
    red = await room.token("red")
    report = next(x for x in await room.outgoing("report") if x.recipient == ANNA.address)
    assert f"Subject: [tiny#{red}] ".encode() in report.raw
    assert b"judge+" not in report.raw
    assert await room.write("red", "BID 2", To=JUDGE, Subject=f"AW: [tiny#{red}] Report 1") == "done"
    receipt = (await room.outgoing("receipt"))[-1]
    assert f"[tiny#{red}]".encode() in receipt.raw
    assert await room.write("red", "BID 3", To=JUDGE) == "advised"
    assert f"[tiny#{red}]" in await room.last("advice")


async def test_advice_goes_to_the_registered_address_at_most_once_a_day(room: Mailroom) -> None:
    await room.begin()
    for n in range(5):
        assert await room.write("red", f"BID {n}", To=JUDGE) == "advised"
    assert len(await room.outgoing("advice")) == 1
    room.clock.advance(timedelta(days=1, minutes=1))
    await room.write("red", "BID 3", To=JUDGE)
    assert len(await room.outgoing("advice")) == 2


INJECTIONS = {
    "Subject": ["x\r\n Bcc: v@example.org", "=?utf-8?q?x=0D=0ABcc:_v@example.org?=", "=?utf-8?b?eA0KQmNjOiB2QGV4YW1wbGUub3Jn?=",
                "x\u2028Bcc: v@example.org", "x" * 20_000],
    "Message-ID": ["<a@b>\r\n Bcc: v@example.org", "<a\x00b@c>", "<" + "x" * 2000 + "@b>", "<a b@c>"],
    "In-Reply-To": ["<a@b>\r\n\tBcc: v@example.org", "x" * 50_000],
    "References": ["<a@b> " * 5000, "<a@b>\r\n Bcc: v@example.org"],
    "From": ['"x\r\n Bcc: v@example.org" <anna@example.org>', "=?utf-8?q?x=0D=0ABcc:_v?= <anna@example.org>"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in INJECTIONS.items() for v in values])
async def test_no_header_can_be_smuggled_into_an_answer(room: Mailroom, name: str, value: str) -> None:
    await room.begin()
    fields = {name: value}
    raw = await room.raw("red", "BID 2", **{"Message-ID": f"<ok.{name}@example.org>"} | fields)
    assert (await room.judge.take_letter(raw)).status == "done"
    receipt = (await room.outgoing("receipt"))[-1].raw
    head, _, body = receipt.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert all(len(line) <= 998 for line in lines)
    assert not [line for line in lines if line.lower().startswith(b"bcc")]
    assert b"\n" not in head.replace(b"\r\n", b"")
    assert head.count(b"\r\nTo: ") == 1
    assert body
    assert text_of(receipt)


@pytest.mark.parametrize(
    ("field", "good"),
    [
        ("mx.example.org; dmarc=pass header.from=example.org", True),
        ("MX.Example.ORG 1; dmarc=pass", True),
        ("mx.example.org; DMARC=PASS (p=reject (nested) x) header.from=example.org", True),
        ("mx.example.org; dkim=pass header.i=@example.org", True),
        ("mx.example.org; dkim=fail header.d=example.org; dkim=pass header.d=example.org", True),
        ("mx.example.org; dmarc=bestguesspass header.from=example.org", False),
        ("mx.example.org; dmarc = fail", False),
        ("mx.example.org; spf=pass smtp.mailfrom=example.org", False),
        ("mx.example.org; dkim=pass header.d=org", False),
        ("mx.example.org; dkim=pass header.d=sub.example.org", False),
        ("mx.example.org; dkim=pass header.d=notexample.org", False),
        ("mx.example.org; none", False),
        ("mx.example.org", False),
        ("", False),
        ("(mx.example.org;) evil; dmarc=pass", False),
        ("mx.example.org; dmarc=fail (unbalanced; dmarc=pass", False),
        ('mx.example.org; x="unbalanced; dmarc=pass', False),
        ("mx.example.org; x-dmarc=pass", False),
        ("(" * 5000 + "mx.example.org; dmarc=pass", False),
    ],
)
def test_results_of_the_mail_server(field: str, good: bool) -> None:
    assert is_authentic(field, "mx.example.org", "anna@example.org") is good
    assert not is_authentic(field, "", "anna@example.org")
