"""Here I Stand as the judge sees it: negotiations, impulses and windows by letters; what each reader is sent."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from engine import games
from engine.core.chance import entropy
from engine.core.decision import Json
from engine.core.table import Table
from pbem.boxes import all_boxes
from pbem.clock import SetClock
from pbem.deadlines import Schedule
from pbem.game_box import Pace
from pbem.games.here_i_stand.tools import TOOLS, seats_of
from pbem.judge import Judge, NewPlayer
from pbem.playing import Sitting
from pbem.store import open_store
from pbem.store.models import EntryRow
from tests.pbem.mailroom import CONFIG, counting, text_of
from tests.secrecy.test_letters import OnlyFor

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
BOX = all_boxes()["here_i_stand"]
GAME = "worms"
POWERS = ("ottoman", "hapsburg", "england", "france", "papacy", "protestant")
MARCH = [
    "PLAY Janissaries CP", "MOVE 3 regulars, NO LEADER FROM Buda TO Pressburg", "BUILD regular IN Istanbul",
    "IF CP 2: BUILD regular IN Edirne ELSE BUILD cavalry IN Istanbul", "FINISH",
]  # fmt: skip
GUARD = "STANDING INTERCEPT ALL FROM Vienna IF INTO Pressburg AND STRENGTH <= 4"
LANGUAGES = {"protestant": "hu"}
FORMS = 8
MOST = 60
"""Letters until an impulse is asked for."""


class Room:
    """A judge with one game, and letters to and from its players; the first power of each gives his address."""

    def __init__(self, judge: Judge, clock: SetClock, groups: Sequence[Sequence[str]]) -> None:
        self.judge, self.clock = judge, clock
        self.player = {power: group[0] for group in groups for power in group}
        self.written, self.seen = 0, 0

    async def sitting(self) -> Sitting:
        return await self.judge.sitting_of(GAME)

    async def write(self, power: str, *lines: str) -> str:
        """A letter of the player of a power; the text of its receipt."""
        self.written += 1
        who = self.player[power]
        head = (
            f"From: {who}@example.org\r\nTo: judge+{(await self.sitting()).seats[who].token}@example.org\r\n"
            f"Message-ID: <{self.written}@example.org>\r\nSubject: orders\r\n"
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        )
        handled = await self.judge.take_letter((head + "\r\n".join(lines) + "\r\n").encode())
        assert handled.status == "done", (await self.judge.letters(None))[0][-1].why
        sent = (await self.judge.letters(GAME))[1]
        return text_of(max((x for x in sent if x.kind == "receipt"), key=lambda x: x.id or 0).raw)

    async def mail(self) -> dict[str, list[tuple[str, bytes]]]:
        """What each player was sent since the last call, receipts left out: (kind, letter)."""
        sent = sorted((await self.judge.letters(GAME))[1], key=lambda x: x.id or 0)
        fresh = [x for x in sent if (x.id or 0) > self.seen]
        self.seen = max([self.seen, *(x.id or 0 for x in fresh)])
        found: dict[str, list[tuple[str, bytes]]] = {}
        for x in fresh:
            if x.kind != "receipt":
                found.setdefault(x.recipient.split("@")[0], []).append((x.kind, x.raw))
        return found

    async def default_to(self, kind: str) -> None:
        """Everybody leaves all to the rules until the first question of a kind."""
        for _ in range(MOST):
            sitting = await self.sitting()
            if sitting.table.open[0].kind == kind:
                break
            power = sitting.awaited()[0]
            await self.write(power, f"POWER {power}", "DEFAULT")
        await self.mail()

    async def wait(self, hours: int) -> None:
        self.clock.advance(timedelta(hours=hours))
        await self.judge.sweep()


@asynccontextmanager
async def room(folder: Path, players: int = 6, drawn: str = "", **options: Json) -> AsyncIterator[Room]:
    """`drawn`: the only power whose reports are drawn; without it all are."""
    store = await open_store(f"sqlite:///{folder / 'judge.db'}")
    clock, groups = SetClock(NOW), seats_of(players)
    boxes: Any = {"here_i_stand": OnlyFor(BOX, drawn) if drawn else BOX}
    judge = Judge(store, clock, CONFIG, boxes, draw=counting())
    seated = [
        NewPlayer(
            address=f"{group[0]}@example.org", name=group[0].title(), seats=tuple(group),
            language=LANGUAGES.get(group[0], "en"), zone="UTC",
        )
        for group in groups
    ]  # fmt: skip
    chosen = TOOLS.options(groups, "", {"scenario": "1532", **options})
    await judge.new_game(GAME, "here_i_stand", chosen, seated, schedule=Schedule(days=3))
    yield Room(judge, clock, groups)
    await store.close()


def text_and_pdf(raw: bytes) -> tuple[str, bytes]:
    """The plain text of a report, and the PDF that comes with it."""
    letter = message_from_bytes(raw, policy=policy.default)
    files = [part.get_payload(decode=True) for part in letter.iter_attachments()]
    assert len(files) == 1
    pdf = files[0]
    assert isinstance(pdf, bytes)
    return text_of(raw), pdf


def held(state: Any, power: str) -> list[str]:
    """The names of the cards of a hand."""
    return [state.board.cards[card].name for card in state.powers[power].hand]


# ------------------------------------------------------------------ the box


def test_turn_phase_and_options() -> None:
    table = Table.start(games.load("here_i_stand"), {"scenario": "1532"}, entropy(b"box", "box"))
    assert BOX.turn_and_phase(table.state) == (4, 3)
    assert BOX.pace(table.state) == Pace()
    assert "diplomacy" in BOX.moment(table.state)
    given = TOOLS.options(seats_of(3), "", {"scenario": "tournament", "response_hold": 24, "stirling_fortress": True})
    assert given == {
        "players": 3, "scenario": "tournament", "response_hold": 24, "switches": {"stirling_fortress": True},
    }  # fmt: skip
    for groups, settings, why in (
        ([["ottoman"], ["france"]], {}, "for 3 to 6 players"),
        ([["ottoman", "hapsburg"], ["england", "france"], ["papacy", "protestant"]], {}, "the powers are"),
        (seats_of(6), {"no_such_thing": 1}, "no setting"),
        (seats_of(6), {"response_hold": 1000}, "response_hold"),
    ):
        with pytest.raises(ValueError, match=why):
            TOOLS.options(groups, "", settings)  # type: ignore[arg-type]


# ------------------------------------------------------------------ six players


async def test_a_negotiation_of_six(tmp_path: Path) -> None:
    """9.1: sealed until all are in, then confirmed by letter, and done."""
    async with room(tmp_path) as post:
        first = await post.mail()
        assert {player: len(sent) for player, sent in first.items()} == dict.fromkeys(POWERS, 1)
        state: Any = (await post.sitting()).state
        for power in POWERS:
            text, pdf = text_and_pdf(first[power][0][1])
            assert pdf.startswith(b"%PDF")
            assert len(pdf) > 20_000
            if power not in LANGUAGES:
                own = text[text.index("3. Your cards") : text.index("4. What happened")].replace("\n  ", " ")
                assert all(card in own for card in held(state, power))
                assert not any(card in own for other in POWERS if other != power for card in held(state, other))
        receipt = await post.write(
            "england",
            "PROPOSE TO France: alliance; lend 1 squadron FROM London; 1 random card",
            "PROPOSE 2 TO Papacy: alliance",
        )
        assert "REFUSED" not in receipt
        for power in ("ottoman", "hapsburg", "papacy", "protestant"):
            await post.write(power, "PROPOSE NONE")
        assert await post.mail() == {}
        await post.write("france", "DEFAULT")
        assert {*await post.mail()} == {"france"}
        cards = len(state.powers["france"].hand)
        assert "ACCEPTED" in await post.write("france", "ACCEPT 1")
        await post.write("papacy", "REFUSE 2")
        state = (await post.sitting()).state
        assert [(pair.first, pair.second) for pair in state.alliances] == [("england", "france")]
        assert len(state.powers["france"].hand) == cards + 1
        assert any(ships.borrower == "france" for fleet in state.fleets.values() for ships in fleet)
        sent = await post.mail()
        assert [kind for kind, _ in sent["ottoman"]] == ["report"]


async def test_the_targets_of_the_theses_are_waited_for(tmp_path: Path) -> None:
    """18.1: windows that don't wait are no reason to choose for the player."""
    async with room(tmp_path, drawn="nobody", scenario="1517") as post:
        receipt = await post.write("protestant", "CONVERT Buda")
        assert "2027. január 7" in receipt
        assert "ELUTASÍTVA" in receipt
        await post.wait(1)
        sitting = await post.sitting()
        assert [(d.kind, str(d.seat)) for d in sitting.table.open] == [("convert", "protestant")]
        await post.write("protestant", "CONVERT Lipcse, Erfurt, ANY")
        assert (await post.sitting()).awaited() == ("england",)


async def test_an_impulse_and_a_standing_interception(tmp_path: Path) -> None:
    """11, 13.2: several lines in one letter; another power's standing order answers without a word to anybody."""
    async with room(tmp_path, drawn="hapsburg") as post:
        assert "Pressburg" in await post.write("hapsburg", "PROPOSE NONE", GUARD)
        await post.default_to("impulse")
        receipt = await post.write("ottoman", *MARCH)
        assert receipt.count("ACCEPTED") == len(MARCH)
        sitting = await post.sitting()
        assert [str(d.seat) for d in sitting.table.open] == ["hapsburg"]
        here: Any = sitting.state
        assert here.forces["istanbul"].outside["ottoman"].regulars == 6
        assert here.forces["edirne"].outside["ottoman"].regulars == 2
        sent = await post.mail()
        assert {*sent} == {"hapsburg"}
        told = text_of(sent["hapsburg"][0][1])
        assert GUARD in told
        async with post.judge.store.reading() as db:
            query = select(EntryRow.by).where(col(EntryRow.key).startswith("intercept/"))
            answered = (await db.execute(query)).scalars().all()
        assert answered == ["standing"]
        for power in ("ottoman", "england"):
            assert "Vienna" not in await post.write(power, "STATUS")


async def test_an_impulse_sent_with_the_deployment(tmp_path: Path) -> None:
    """10, 11: it waits for its own phase; what can't be done then is told, and the impulse is asked for."""
    async with room(tmp_path, drawn="hapsburg") as post:
        await post.default_to("spring_deployment")
        receipt = await post.write("ottoman", "DEPLOY NONE", *MARCH)
        assert receipt.count("KEPT FOR LATER") == len(MARCH)
        assert "MOVE 3 regulars, NO LEADER FROM Buda TO Pressburg" in await post.write("ottoman", "STATUS")
        await post.write("hapsburg", "DEPLOY NONE", "PLAY Janissaries CP", "FINISH")
        await post.mail()
        while (await post.sitting()).table.open[0].kind == "spring_deployment":
            power = (await post.sitting()).awaited()[0]
            await post.write(power, f"POWER {power}", "DEFAULT")
        sitting = await post.sitting()
        here: Any = sitting.state
        assert [(d.kind, str(d.seat)) for d in sitting.table.open] == [("impulse", "hapsburg")]
        assert here.forces["istanbul"].outside["ottoman"].regulars == 6
        assert here.forces["edirne"].outside["ottoman"].regulars == 2
        told = text_of((await post.mail())["hapsburg"][0][1])
        assert "PLAY Janissaries CP. Janissaries (1) is not in your hand." in " ".join(told.split())


async def test_a_window_that_waits(tmp_path: Path) -> None:
    """cards.md 9: asked are all that could hold a card; others see nothing, and nobody sees who has answered."""
    async with room(tmp_path, drawn="hapsburg", response_hold=24) as post:
        await post.default_to("impulse")
        assert "Until: Thursday 7 January" in await post.write("ottoman", "STATUS")
        await post.write("ottoman", *MARCH)
        sent = await post.mail()
        assert {*sent} == {"hapsburg", "england", "france", "papacy", "protestant"}
        assert {str(d.seat) for d in (await post.sitting()).table.open} == {*sent}
        status = await post.write("ottoman", "STATUS")
        assert "The Ottomans (Ottoman): awaited" in status
        assert "land move" not in status
        assert "The next deadline: Thursday 7 January" in status
        await post.write("england", "DEFAULT")
        asked = await post.write("papacy", "STATUS")
        assert "England (England): awaited" in asked
        assert await post.mail() == {}
        await post.wait(25)
        assert [(d.kind, str(d.seat)) for d in (await post.sitting()).table.open] == [("intercept", "hapsburg")]
        sent = await post.mail()
        assert "ottoman" not in sent
        notices = {who: text_of(raw) for who, letters in sent.items() for kind, raw in letters if kind == "notice"}
        assert {*notices} == {"france", "papacy", "protestant"}
        assert "France" not in notices["papacy"]
        report = next(text_of(raw) for kind, raw in sent["hapsburg"] if kind == "report")
        assert "Default orders" not in report.partition("1. ")[0]
        assert "The Ottomans (Ottoman): awaited" in await post.write("england", "STATUS")
        await post.wait(25)
        assert [(d.kind, str(d.seat)) for d in (await post.sitting()).table.open] == [("impulse", "hapsburg")]
        assert {*await post.mail()} == {"hapsburg"}


async def test_a_window_closes_when_all_have_answered(tmp_path: Path) -> None:
    async with room(tmp_path, drawn="hapsburg", response_hold=24) as post:
        await post.default_to("impulse")
        await post.write("ottoman", *MARCH)
        asked = [str(d.seat) for d in (await post.sitting()).table.open]
        for power in asked:
            assert (await post.sitting()).table.open[0].kind == "response"
            await post.write(power, "DEFAULT")
        assert (await post.sitting()).table.open[0].kind == "intercept"
        assert {*await post.mail()} >= {"hapsburg"}


# ------------------------------------------------------------------ three players


async def test_two_powers_in_one_letter(tmp_path: Path) -> None:
    """1.6: both hands in one report, POWER before the orders of each."""
    async with room(tmp_path, players=3) as post:
        first = await post.mail()
        assert {*first} == {"ottoman", "hapsburg", "england"}
        state: Any = (await post.sitting()).state
        text, pdf = text_and_pdf(first["ottoman"][0][1])
        own = text[text.index("3. Your cards") : text.index("4. What happened")].replace("\n  ", " ")
        assert pdf.startswith(b"%PDF")
        assert all(card in own for power in ("ottoman", "france") for card in held(state, power))
        assert not any(card in own for power in ("hapsburg", "england", "papacy") for card in held(state, power))
        receipt = await post.write(
            "ottoman", "POWER Ottomans", "PROPOSE TO England: alliance", "POWER France", "PROPOSE TO Papacy: alliance"
        )
        assert "REFUSED" not in receipt
        assert "All that you were asked is answered" in receipt
        refused = await post.write("ottoman", "POWER Papacy", "PROPOSE NONE")
        assert "you write for the Ottomans and France" in refused.replace("\n    ", " ")
        await post.write("hapsburg", "POWER Hapsburgs", "PROPOSE NONE", "POWER Papacy", "PROPOSE NONE")
        await post.write("england", "POWER England", "PROPOSE NONE", "POWER Protestants", "PROPOSE NONE")
        assert [str(d.seat) for d in (await post.sitting()).table.open] == ["england"]
        await post.write("england", "POWER England", "ACCEPT 1")
        await post.write("hapsburg", "POWER Papacy", "ACCEPT 2")
        state = (await post.sitting()).state
        assert [(pair.first, pair.second) for pair in state.alliances] == [("ottoman", "england"), ("france", "papacy")]
        await post.default_to("impulse")
        assert "REFUSED" not in await post.write("ottoman", "POWER Ottomans", *MARCH)
        assert [str(d.seat) for d in (await post.sitting()).table.open] == ["hapsburg"]


# ------------------------------------------------------------------ forms, and a judge that is started anew


async def _answer_forms(folder: Path, again: Callable[[Judge], bool]) -> str:
    """Answer forms as automatic players do; the hash of the record."""
    folder.mkdir()
    async with room(folder, drawn="ottoman") as post:
        for number in range(FORMS):
            sitting = await post.sitting()
            power = str(sitting.table.open[number % len(sitting.table.open)].seat)
            player = next(n for n, who in sitting.players.items() if who.address.startswith(power))
            form = BOX.form(sitting.position(player), "en").splitlines()
            receipt = await post.write(power, *TOOLS.vary(form, random.Random(number)))
            assert "REFUSED" not in receipt
            assert "ELUTASÍTVA" not in receipt
            if again(post.judge):
                post.judge = Judge(
                    post.judge.store, post.clock, CONFIG, post.judge.desk.boxes, draw=counting(str(number))
                )
        game = await post.judge.game(GAME)
        assert game is not None
        assert [x.why for x in (await post.judge.letters(GAME))[1] if x.why] == []
        return game.record_hash


async def test_forms_by_letters_and_restarts_change_nothing(tmp_path: Path) -> None:
    stayed = await _answer_forms(tmp_path / "stayed", lambda judge: False)
    assert await _answer_forms(tmp_path / "anew", lambda judge: True) == stayed
