"""Letters in, the toy game played on, letters out; on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from engine.core.chance import commitment
from pbem.clock import SetClock
from pbem.judge import Judge, NewPlayer
from pbem.store import Store, games, open_store
from tests.pbem.mailroom import ANNA, BERT, CONFIG, Mailroom, counting, text_of
from tests.pbem.toy import ToyBox


@pytest.fixture
def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


async def test_a_game_from_the_first_letter_to_the_last(room: Mailroom) -> None:
    await room.begin()
    assert [x.kind for x in await room.outgoing()] == ["report", "report"]
    assert "its SHA-256 is" in (await room.last("report")).replace("\n", " ")
    for _ in range(2):
        assert await room.write("red", "BID 2") == "done"
        assert await room.write("blue", "BID 1") == "done"
        assert await room.write("red", "STANCE bold") == "done"
    game = await room.judge.game("tiny")
    assert game is not None
    assert game.status == "over"
    kinds = [x.kind for x in await room.outgoing()]
    assert kinds.count("receipt") == 6
    # first, Anna asked for her stance, both at each end of turn
    assert kinds.count("report") == 2 + 1 + 2 + 1 + 2
    last = (await room.last("report")).replace("\n", " ")
    secret = last.split("before the first move: ")[1].split(".")[0]
    first = (await room.texts("report"))[0][1].replace("\n", " ")
    assert commitment(bytes.fromhex(secret)) == first.split("its SHA-256 is ")[1].split(".")[0]
    assert all(secret not in text for _, text in (await room.texts())[:-2])
    assert "game is over" in (await _after(room, "red", "BID 2")).lower()


async def _after(room: Mailroom, seat: str, text: str) -> str:
    await room.write(seat, text)
    return await room.last("receipt")


async def test_the_last_order_wins_until_the_package_is_complete(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 0")
    await room.write("red", "BID 3")
    receipt = await _after(room, "blue", "BID 2")
    assert "the game has gone on" in receipt.replace("\n", " ")
    async with room.store.reading() as db:
        journal = await games.journal(db, 1)
    assert [(e.key, e.given, e.by) for e in journal[:2]] == [("bid@red", 3, "order"), ("bid@blue", 2, "order")]
    assert [e.letter for e in journal] == [2, 3, None]


async def test_orders_for_later_are_kept_and_used(room: Mailroom) -> None:
    await room.begin()
    receipt = await _after(room, "red", "BID 3\nSTANCE bold")
    assert "KEPT FOR LATER" in receipt
    await room.write("blue", "BID 0")
    sitting = await room.judge.sitting_of("tiny")
    assert sitting.table.state.stances == ["bold"]
    assert sitting.table.state.turn == 2


async def test_clear_takes_back(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 3\nSTANCE bold")
    receipt = await _after(room, "red", "CLEAR")
    assert "bid of red" in receipt
    assert (await room.judge.sitting_of("tiny")).kept == []


async def test_wait_holds_until_ready(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 3\nWAIT")
    await room.write("blue", "BID 1")
    assert (await room.judge.sitting_of("tiny")).awaited() == ("red",)
    receipt = await _after(room, "red", "READY")
    assert "the game has gone on" in receipt.replace("\n", " ")


async def test_wait_ends_at_the_deadline(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 3\nWAIT")
    await room.write("blue", "BID 1")
    assert await room.wait(days=4) == 1
    sitting = await room.judge.sitting_of("tiny")
    assert sitting.table.state.winner == "red"


async def test_the_receipt_names_all_that_matters(room: Mailroom) -> None:
    await room.begin()
    receipt = await _after(room, "red", "BID 2\nSTORM the gates\n> BID 1\nthanks!")
    assert "1: BID 2\n  ACCEPTED:" in receipt
    assert "2: STORM the gates\n  REFUSED:" in receipt
    assert "3: BID 1" in receipt
    assert "4: thanks!" in receipt
    assert "22:00 CET" in receipt
    assert "21:00 UTC" in receipt
    assert "Also awaited: " in receipt
    raw = (await room.judge.letters("tiny"))[0][0]
    assert raw.sha256 in receipt


async def test_only_quoted_orders_are_pointed_out(room: Mailroom) -> None:
    await room.begin()
    assert "only in quoted lines" in (await _after(room, "red", "> BID 2")).replace("\n", " ")


async def test_a_letter_twice_counts_once(room: Mailroom) -> None:
    await room.begin()
    raw = await room.raw("red", "BID 2")
    assert (await room.judge.take_letter(raw, uid=1, uidvalidity=7)).status == "done"
    assert (await room.judge.take_letter(raw, uid=2, uidvalidity=8)).status == "duplicate"
    # the same letter over a mailing list: other headers, the same text
    assert (await room.judge.take_letter(b"X-Way: round\r\n" + raw)).status == "duplicate"
    # a mail program that gives every letter the same Message-ID must not lose orders
    other = await room.raw("red", "BID 1", Message_ID="<1@example.org>")
    assert (await room.judge.take_letter(other)).status == "done"
    assert len(await room.outgoing("receipt")) == 2
    assert (await room.judge.letters("tiny"))[0][0].repeats == 2


async def test_a_reused_uid_loses_nothing(room: Mailroom) -> None:
    await room.begin()
    assert (await room.judge.take_letter(await room.raw("red", "BID 2"), uid=1, uidvalidity=7)).status == "done"
    assert (await room.judge.take_letter(await room.raw("red", "BID 1"), uid=1, uidvalidity=7)).status == "done"


async def test_robots_and_ourselves_are_never_answered(room: Mailroom) -> None:
    await room.begin()
    before = len(await room.outgoing())
    assert await room.write("red", "BID 2", Auto_Submitted="auto-replied") == "auto"
    assert await room.write("red", "BID 2", X_Pbem_Judge="pbem") == "own"
    assert await room.write("red", "BID 2", From="<MAILER-DAEMON@example.org>") == "auto"
    assert len(await room.outgoing()) == before


async def test_a_stranger_is_answered_once_a_day(room: Mailroom) -> None:
    await room.begin()
    stranger = {"From": "Zed <zed@example.org>", "To": "judge@example.org"}
    for _ in range(3):
        assert await room.write("red", "BID 2", **stranger) == "stranger"
    assert [x.recipient for x in await room.outgoing("stranger")] == ["zed@example.org"]
    room.clock.advance(timedelta(days=2))
    await room.write("red", "BID 2", **stranger)
    assert len(await room.outgoing("stranger")) == 2


async def test_a_player_without_his_secret_gets_advice(room: Mailroom) -> None:
    await room.begin()
    assert await room.write("red", "BID 2", To="judge@example.org") == "advised"
    assert await room.write("red", "BID 3", To="judge@example.org") == "advised"
    advice = await room.texts("advice")
    assert len(advice) == 1
    assert f"judge+{await room.token('red')}@example.org" in advice[0][1]
    assert (await room.judge.sitting_of("tiny")).pending == {}


async def test_the_secret_in_the_subject_will_do(room: Mailroom) -> None:
    await room.begin()
    subject = f"RE: AW: [tiny#{await room.token('red')}] orders"
    assert await room.write("red", "BID 2", To="judge@example.org", Subject=subject) == "done"


async def test_another_address_with_the_secret_counts_and_the_registered_one_is_told(room: Mailroom) -> None:
    await room.begin()
    for _ in range(2):
        assert await room.write("red", "BID 2", From="anna@elsewhere.example.org") == "done"
    recipient, receipt = (await room.texts("receipt"))[-1]
    assert recipient == "anna@example.org"
    assert "anna@elsewhere.example.org" in receipt
    assert [x.recipient for x in await room.outgoing("elsewhere")] == ["anna@elsewhere.example.org"]


async def test_a_copied_letter_under_a_new_message_id_counts_and_is_told(room: Mailroom) -> None:
    """What is not promised: with the secret address an old answer can be sent once more, and its owner hears of it."""
    await room.begin()
    for text in ("BID 2", "BID 3"):
        await room.write("red", text)
    assert await room.write("red", "BID 2", From="mallory@example.org") == "done"
    assert (await room.judge.sitting_of("tiny")).pending["bid@red"].answer == 2
    recipient, receipt = (await room.texts("receipt"))[-1]
    assert recipient == "anna@example.org"
    assert "mallory@example.org" in receipt
    assert await room.write("red", "BID 2", From="mallory@example.org", Message_ID="<3@example.org>") == "duplicate"


async def test_an_order_for_another_faction_is_refused(room: Mailroom) -> None:
    await room.begin()
    receipt = await _after(room, "red", "FACTION blue\nBID 2")
    assert receipt.count("REFUSED") == 2
    assert (await room.judge.sitting_of("tiny")).pending == {}


async def test_a_past_phase_is_refused(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 3")
    await room.write("blue", "BID 1")
    assert "rule 7.2" in await _after(room, "red", "BID 2")


async def test_two_factions_of_one_player(store: Store, clock: SetClock) -> None:
    room = Mailroom(store, clock)
    await room.begin(NewPlayer(address="anna@example.org", name="Anna", seats=("red", "blue")))
    await room.write("red", "FACTION red\nBID 1\nFACTION blue\nBID 2\nSTANCE meek")
    sitting = await room.judge.sitting_of("tiny")
    assert sitting.table.state.winner == "blue"
    assert sitting.table.state.stances == ["meek"]


async def test_a_huge_letter_is_refused_with_a_receipt(room: Mailroom) -> None:
    await room.begin()
    raw = await room.raw("red", "BID 2\r\n" + "x" * 6_000_000)
    assert (await room.judge.take_letter(raw)).status == "too_large"
    assert "7 MB" in await room.last("receipt")


async def test_a_letter_that_breaks_us_is_set_aside_and_the_next_goes_on(room: Mailroom) -> None:
    await room.begin()
    handled = await room.judge.take_letter(await room.raw("red", "EXPLODE"))
    assert handled.status == "shunted"
    row = (await room.judge.letters(None))[0][0]
    assert row.status == "shunted"
    assert "a fault in the reader" in row.why
    assert row.raw.rstrip().endswith(b"EXPLODE")
    assert await room.write("red", "BID 2") == "done"


async def test_trouble_with_the_store_is_no_fault_of_the_letter(room: Mailroom) -> None:
    await room.begin()
    raw = await room.raw("red", "BID 2")

    def fail(step: str) -> None:
        if step == "played":
            raise OperationalError("COMMIT", {}, Exception("the server has gone away"))

    room.judge.desk.at_step = fail
    with pytest.raises(OperationalError):
        await room.judge.take_letter(raw, uid=1, uidvalidity=1)
    room.judge.desk.at_step = lambda _: None
    assert (await room.judge.take_letter(raw, uid=1, uidvalidity=1)).status == "done"
    assert len(await room.outgoing("receipt")) == 1


async def test_a_registered_address_suffices_where_the_host_says_so(store: Store, clock: SetClock) -> None:
    room = Mailroom(store, clock, config=replace(CONFIG, policy="address"))
    await room.begin()
    assert await room.write("red", "BID 2", To="judge@example.org") == "done"
    await room.begin(name="other")
    assert await room.write("red", "BID 2", To="judge@example.org") == "advised"  # which of the two games?
    assert await room.write("red", "BID 2", To="judge@example.org", Subject="Re: [other] orders") == "done"
    assert list((await room.judge.sitting_of("other")).pending) == ["bid@red"]
    assert await room.write("red", "BID 2", To="judge@example.org", From="zed@example.org") == "stranger"


async def test_answers_to_one_address_are_bounded(store: Store, clock: SetClock) -> None:
    room = Mailroom(store, clock, config=replace(CONFIG, answers_a_day=3))
    await room.begin()
    for bid in (0, 1, 2, 3, 0, 2):
        assert await room.write("red", f"BID {bid}") == "done"
    assert len(await room.outgoing("receipt")) == 3
    pending = (await room.judge.sitting_of("tiny")).pending
    assert pending["bid@red"].answer == 2  # the orders count all the same
    clock.advance(timedelta(days=1, minutes=1))
    await room.write("red", "BID 1")
    assert len(await room.outgoing("receipt")) == 4


async def test_a_report_that_can_not_be_drawn_goes_out_as_text(room: Mailroom, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: ToyBox, facts: object) -> None:
        raise ZeroDivisionError("a fault in the drawing")

    monkeypatch.setattr(ToyBox, "render", fail)
    await room.begin()
    letter = (await room.outgoing("report"))[0]
    assert "a fault in the drawing" in letter.why
    assert "a fault in the drawing" not in text_of(letter.raw)
    assert "BID 0" in text_of(letter.raw)
    assert "its SHA-256 is" in text_of(letter.raw).replace("\n", " ")


async def test_no_secret_of_another_stands_in_a_letter(room: Mailroom) -> None:
    await room.begin()
    for text in ("BID 2\nSTATUS\nFORM", "WAIT", "READY"):
        await room.write("red", text)
    await room.write("blue", "BID 3")
    tokens = {"anna@example.org": await room.token("red"), "bert@example.org": await room.token("blue")}
    for letter in await room.outgoing():
        other = next(token for address, token in tokens.items() if address != letter.recipient)
        assert other.encode() not in letter.raw
    bid = [text for recipient, text in await room.texts() if recipient == "bert@example.org" and "BID 2" in text]
    assert bid == []


async def test_commands_are_answered_in_the_receipt(room: Mailroom) -> None:
    await room.begin()
    receipt = await _after(room, "red", "STATUS\nHELP\nFORM\nREPORT 1\nREPORT 9")
    assert "Turn 1, phase 1." in receipt
    assert "BID 0" in receipt
    assert "Report 1 is on its way" in receipt
    assert "There is no report 9" in receipt
    first, again = (await room.outgoing("report"))[0], (await room.outgoing("report_again"))[0]
    assert text_of(again.raw) == text_of(first.raw)
    assert b"JVBERi10b3k=" in again.raw  # the PDF


async def test_status_restates_what_counts_and_help_on_an_order_lists_the_choices(room: Mailroom) -> None:
    await room.begin()
    await room.write("red", "BID 2")
    receipt = await _after(room, "red", "STATUS\nHELP BID")
    assert "Your orders as they count now:\n  BID 2" in receipt
    assert "possible: BID 0 to 3" in receipt
    assert "Your orders as they count now" not in await _after(room, "red", "CLEAR\nSTATUS")


async def test_a_live_table_and_a_reloaded_one_agree(url: str, clock: SetClock) -> None:
    first = await open_store(url)
    one, other = Mailroom(first, clock), Mailroom(first, clock, "other")
    await one.begin()
    assert await one.write("red", "BID 1") == "done"
    other.count = 50
    assert await other.write("blue", "BID 2") == "done"  # the other judge loads from the store
    one.count = 100
    assert await one.write("blue", "STANCE bold") == "done"  # the live table of the first is stale and is not used
    sitting = await one.judge.sitting_of("tiny")
    assert sitting.table.state.stances == ["bold"]
    assert sitting.game.journal == 4
    await first.close()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "Bad Name"}, "can't name a game"),
        ({"rules": "chess"}, "there is no game 'chess'"),
        ({"options": {"colour": 1}}, "does not know"),
        ({"players": [ANNA]}, "nobody plays blue"),
        ({"players": [ANNA, ANNA]}, "named twice"),
        ({"players": [NewPlayer(address="x", name="X", seats=("red",))]}, "no mail address"),
        ({"players": [NewPlayer(address="x@example.org", name="X", seats=("green",))]}, "does not play"),
        ({"players": [NewPlayer(address="x@example.org", name="X", seats=("red",), zone="Mars/Dome")]}, "no time zone"),
        ({"players": [NewPlayer(address="x@example.org", name="X", seats=("red",), language="tlh")]}, "no language"),
    ],
)
async def test_a_bad_new_game_is_refused_with_a_sentence(
    tmp_path: Path, clock: SetClock, changes: dict[str, object], sentence: str
) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'x.db'}")
    judge = Judge(store, clock, CONFIG, {"toy": ToyBox()}, counting())
    given: dict[str, object] = {"name": "tiny", "rules": "toy", "options": {}, "players": [ANNA, BERT]} | changes
    with pytest.raises(ValueError, match=sentence):
        await judge.new_game(**given)  # type: ignore[arg-type]
    assert await judge.games() == []
    await store.close()
