"""What the host hears: once when it begins, once when it is over, by the first way that works."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.alerts import Alerts, CommandRoute, MailRoute, News, NotTold, WebhookRoute
from pbem.clock import SetClock
from pbem.mail.smtp import Fate, Outcome, Stage
from pbem.store import Store


class Heard:
    """A route that works until it is told not to."""

    name = "heard"

    def __init__(self) -> None:
        self.news: list[News] = []
        self.works = True

    async def tell(self, news: News) -> None:
        if not self.works:
            raise NotTold("deaf")
        self.news.append(news)

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(news.kind, news.state) for news in self.news]


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def alerts(store: Store, clock: SetClock, heard: Heard) -> Alerts:
    return Alerts(store, clock, [heard], "en", "The Judge")


async def test_a_condition_is_told_once_when_it_begins_and_once_when_it_is_over(
    alerts: Alerts, heard: Heard, clock: SetClock
) -> None:
    for _ in range(5):
        await alerts.begin("imap", "imap_refused", why="LOGIN: password wrong")
        await alerts.deliver()
        clock.advance(timedelta(minutes=10))
    assert heard.told == [("imap", "begun")]
    assert "LOGIN: password wrong" in heard.news[0].text
    for _ in range(3):
        await alerts.end("imap")
        await alerts.deliver()
    assert heard.told == [("imap", "begun"), ("imap", "over")]
    assert "Over after 50 minutes" in heard.news[1].text
    await alerts.begin("imap", "imap_refused", why="again")
    await alerts.deliver()
    assert heard.told[2:] == [("imap", "begun")]


async def test_what_is_over_before_it_was_told_is_not_told(alerts: Alerts, heard: Heard) -> None:
    await alerts.begin("smtp", "smtp_refused", why="x")
    await alerts.end("smtp")
    await alerts.end("never there")
    assert await alerts.deliver() == 0
    assert heard.told == []


async def test_a_route_that_fails_is_tried_again_and_the_next_one_at_once(
    alerts: Alerts, heard: Heard, clock: SetClock
) -> None:
    deaf = Heard()
    deaf.works = False
    alerts.routes = [deaf, heard]
    await alerts.begin("disk", "disk", megabytes=12)
    await alerts.deliver()
    assert heard.told == [("disk", "begun")]
    heard.works = False
    await alerts.begin("shunted", "shunted", waiting=1)
    await alerts.deliver()
    heard.works = True
    await alerts.deliver()
    assert len(heard.told) == 1, "not before the pause is over"
    clock.advance(timedelta(minutes=6))
    await alerts.deliver()
    assert heard.told[1:] == [("shunted", "begun")]


async def test_not_more_than_so_many_an_hour(alerts: Alerts, heard: Heard, clock: SetClock) -> None:
    alerts.an_hour = 5
    for number in range(12):
        await alerts.begin(
            f"bounce:{number}", "bounced", address=f"a{number}@example.org", why="", sort="report", game="g"
        )
    for _ in range(4):
        await alerts.deliver()
    assert len(heard.told) == 5
    clock.advance(timedelta(minutes=61))
    await alerts.deliver()
    assert len(heard.told) == 10


async def test_a_repeating_event_is_told_again_after_its_time(alerts: Alerts, heard: Heard, clock: SetClock) -> None:
    for _ in range(16):
        await alerts.begin("two_judges", "two_judges", again_after=timedelta(days=7), vanished=3)
        await alerts.deliver()
        clock.advance(timedelta(days=1))
    assert heard.told == [("two_judges", "begun")] * 2


async def test_a_restart_does_not_tell_again(store: Store, clock: SetClock, alerts: Alerts, heard: Heard) -> None:
    await alerts.begin("imap", "imap_lost", why="x", minutes=31)
    await alerts.deliver()
    again = Alerts(store, clock, [heard], "hu", "A játékvezető")
    await again.begin("imap", "imap_lost", why="x", minutes=31)
    await again.deliver()
    assert len(heard.told) == 1
    await again.end("imap")
    await again.deliver()
    assert "megoldódott" in heard.news[1].text


async def test_a_database_that_is_away_is_told_all_the_same(
    alerts: Alerts, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("insert", {}, Exception("database or disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(alerts.store, "writing", away)
        broken.setattr(alerts.store, "reading", away)
        for _ in range(3):
            await alerts.begin("database", "database", why="OperationalError")
            await alerts.deliver()
    assert heard.told == [("database", "begun")]
    await alerts.end("database")
    await alerts.deliver()
    await alerts.deliver()
    assert heard.told == [("database", "begun"), ("database", "over")]


NEWS_KIND = "imap"


def news(clock: SetClock) -> News:
    return News(NEWS_KIND, "begun", "The Judge: something needs you", "A jelszó rossz: őű", clock.now())


async def test_a_command_gets_the_text_and_no_secret_of_ours(
    tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_IMAP__PASSWORD", "open sesame")
    out = tmp_path / "told"
    code = f"import os, sys; open({str(out)!r}, 'w').write(sys.stdin.read() + repr(sorted(os.environ.items())))"
    await CommandRoute([sys.executable, "-c", code]).tell(news(clock))
    told = out.read_text(encoding="utf-8")
    assert told.startswith("The Judge: something needs you\n\nA jelszó rossz: őű")
    assert "('PBEM_ALERT', 'imap')" in told
    assert "sesame" not in told


@pytest.mark.parametrize("words", [["/nowhere/at/all"], [sys.executable, "-c", "raise SystemExit(3)"]])
async def test_a_command_that_fails(words: list[str], clock: SetClock) -> None:
    with pytest.raises(NotTold):
        await CommandRoute(words).tell(news(clock))


@pytest.fixture
def hook() -> Iterator[tuple[str, list[dict[str, str]], list[int]]]:
    got: list[dict[str, str]] = []
    answers: list[int] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(answers.pop(0) if answers else 204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/secret-path", got, answers
    server.shutdown()
    server.server_close()


async def test_a_webhook(hook: tuple[str, list[dict[str, str]], list[int]], clock: SetClock) -> None:
    url, got, answers = hook
    await WebhookRoute(url).tell(news(clock))
    assert got[0]["kind"] == "imap"
    assert "őű" in got[0]["text"]
    answers.append(500)
    with pytest.raises(NotTold) as caught:
        await WebhookRoute(url).tell(news(clock))
    assert "secret-path" not in str(caught.value) + repr(WebhookRoute(url))


async def test_an_address_is_the_last_resort(clock: SetClock) -> None:
    sent: list[bytes] = []

    async def send(raw: bytes, sender: str, recipient: str) -> Outcome:
        sent.append(raw)
        fate = Fate.SENT if len(sent) == 1 else Fate.LATER
        return Outcome(fate, Stage.DONE if len(sent) == 1 else Stage.CONNECT, None, "")

    route = MailRoute(send, "judge@example.org", "host@example.org", "pbem")
    await route.tell(news(clock))
    message = message_from_bytes(sent[0], policy=policy.default)
    assert message["To"] == "host@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert "őű" in message.get_content()
    assert b"\n" not in sent[0].replace(b"\r\n", b"")
    with pytest.raises(NotTold):
        await route.tell(news(clock))
