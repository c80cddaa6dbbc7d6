"""The record of a game, and its check: true as it is, and found out whatever is changed in it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from engine.core.table import Entry
from pbem.clock import SetClock
from pbem.playing import first_link, link
from pbem.record import line, sealed
from pbem.store import Store, open_store
from pbem.verify import in_words, verify
from tests.pbem.hidden_toy import HiddenBox
from tests.pbem.mailroom import Mailroom
from tests.pbem.toy import ToyBox

BOXES = {"hidden": HiddenBox(), "toy": ToyBox()}
Rows = list[dict[str, Any]]


async def played(room: Mailroom) -> None:
    """A whole game: orders, defaults, standing orders, words, pauses."""
    await room.begin_hidden(own_chance=True)
    await room.write("red", "CHANCE storks in the rain")
    await room.write("blue", "CHANCE ő é ű")
    await room.wait(days=5)  # green gives none
    await room.write("green", "STANDING THROW 9")
    await room.write("red", "GO draw draw wait")
    await room.write("red", "GO alarm draw")
    await room.write("blue", "THROW 3")
    await room.wait(days=5)  # blue's turn by default
    for seat in ("green", "red", "blue", "green"):
        await room.write(seat, "GO draw rest")
    assert (await room.judge.sitting_of("cards")).over


@pytest.fixture
async def room(store: Store, clock: SetClock) -> Mailroom:
    return Mailroom(store, clock)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The record of that game, as it came with the last report."""
    import asyncio
    from datetime import UTC, datetime

    async def made() -> bytes:
        folder = tmp_path_factory.mktemp("record")
        store = await open_store(f"sqlite:///{folder / 'judge.db'}")
        room = Mailroom(store, SetClock(datetime(2027, 1, 4, 12, 0, tzinfo=UTC)))
        await played(room)
        content = attached((await room.outgoing("report"))[-1].raw)
        await store.close()
        return content

    return asyncio.run(made())


def attached(raw: bytes) -> bytes:
    message = message_from_bytes(raw, policy=policy.default)
    files = {part.get_filename(): part for part in message.iter_attachments()}
    content = files["cards.record.jsonl"].get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def rows_of(content: bytes) -> Rows:
    return [json.loads(text) for text in content.decode().splitlines()][:-1]


def written(rows: Rows) -> bytes:
    return sealed(line(row) for row in rows)


def entries(rows: Rows) -> Rows:
    return [row for row in rows if "key" in row]


def forged(rows: Rows) -> bytes:
    """A clever forger: all hashes fit again."""
    secret = bytes.fromhex(rows[0]["secret"])
    rows[0]["commitment"] = hashlib.sha256(secret).hexdigest()
    chains = [first_link(secret)]
    for number, row in enumerate(entries(rows), 1):
        row["entry"] = number
        chains.append(link(chains[-1], Entry(row["key"], row["given"], row["by"])))
        row["chain"] = chains[-1]
    for row in rows:
        if "report" in row:
            row["hash"] = chains[min(row["entry"], len(chains) - 1)]
    rows[-1] |= {"entries": len(chains) - 1, "hash": chains[-1]}
    return written(rows)


# ------------------------------------------------------------------ as it is


def test_a_true_record(record: bytes) -> None:
    found = verify(record, BOXES)
    assert found.faults == []
    assert (found.game, found.rules) == ("cards", "hidden")
    by = [row["by"] for row in entries(rows_of(record))]
    assert (found.orders, found.defaults, found.standing) == (12, by.count("default"), 1)
    assert by.count("default") == 2
    assert (found.draws, found.shuffles, found.words) == (0, 1, 2)
    assert found.positions == 9
    assert found.reports > 5
    said = in_words(found)
    assert "12 orders (2 by default, 1 standing orders), 0 draws, 1 shuffles: all as they must be." in said
    assert "words of 2 seats" in said
    assert "Your own words must stand here as you sent them: red: storks in the rain; blue: ő é ű." in said
    assert found.to_json()["good"] is True


async def test_it_comes_with_the_last_report_and_by_the_command(room: Mailroom) -> None:
    await room.begin_hidden(own_chance=True)
    await room.write("red", "RECORD")
    assert "when the game is over" in (await room.last("receipt")).replace("\n", " ")
    assert await room.outgoing("record") == []
    await room.write("red", "STANDING THROW 30")
    await room.write("red", "STATUS")
    assert "STANDING THROW 30" in await room.last("receipt")
    await room.wait(days=60)
    while not (await room.judge.sitting_of("cards")).over:
        await room.wait(days=5)
    last = (await room.outgoing("report"))[-3:]
    assert len({attached(letter.raw) for letter in last}) == 1
    await room.write("red", "STATUS")
    assert "STANDING" not in await room.last("receipt")
    await room.write("red", "RECORD")
    (sent,) = await room.outgoing("record")
    assert sent.recipient == "anna@example.org"
    assert attached(sent.raw) == attached(last[0].raw)
    found = verify(attached(sent.raw), BOXES)
    assert found.faults == []
    assert found.defaults == found.orders == 9


async def test_a_game_without_own_words_and_of_two_players(room: Mailroom) -> None:
    await room.begin()
    for seat, text in (("red", "BID 2"), ("blue", "BID 1"), ("red", "STANCE bold")) * 2:
        await room.write(seat, text)
    raw = (await room.outgoing("report"))[-1].raw
    message = message_from_bytes(raw, policy=policy.default)
    (content,) = [
        part.get_payload(decode=True) for part in message.iter_attachments() if "record" in str(part.get_filename())
    ]
    assert isinstance(content, bytes)
    found = verify(content, BOXES)
    assert found.faults == []
    assert (found.draws, found.words) == (2, 0)
    assert b"example.org" not in content  # nobody's address


# ------------------------------------------------------------------ changed


def test_one_changed_byte_anywhere(record: bytes) -> None:
    rng = random.Random(5)
    for at in [*range(40), *rng.sample(range(len(record)), 250), *range(len(record) - 90, len(record))]:
        changed = bytearray(record)
        changed[at] ^= 1 << rng.randrange(8)
        assert not verify(bytes(changed), BOXES).good, at


def test_cut_short_or_longer(record: bytes) -> None:
    for changed in (record[:-1], record + b"\n", record + b" ", record[1:], b"", b"{}\n", record[: len(record) // 2]):
        found = verify(changed, BOXES)
        assert not found.good
        assert in_words(found).startswith("NOT as it must be.")


def change(number: int, **changes: Any) -> Callable[[Rows], None]:
    def do(rows: Rows) -> None:
        entries(rows)[number - 1].update(changes)

    return do


def shuffle_of(rows: Rows) -> int:
    return next(row["entry"] for row in entries(rows) if row["by"] == "chance")


def turn_of(rows: Rows, given: str) -> int:
    return next(row["entry"] for row in entries(rows) if row["given"] == given)


def test_one_changed_order_breaks_the_chain_at_its_entry(record: bytes) -> None:
    rows = rows_of(record)
    at = turn_of(rows, "draw draw wait")
    change(at, given="draw wait")(rows)
    found = verify(written(rows), BOXES)
    assert found.first_bad_entry == at
    assert in_words(found).startswith(f"NOT as it must be. Entry {at} (go@red) is not as it must be:")


def test_one_changed_draw_is_found_by_the_replay_though_all_hashes_fit(record: bytes) -> None:
    rows = rows_of(record)
    at = shuffle_of(rows)
    given = list(entries(rows)[at - 1]["given"])
    given[0] = given[0] % 30 + 1
    change(at, given=given)(rows)
    found = verify(forged(rows), BOXES)
    assert found.first_bad_entry == at
    assert "the secret draws" in found.faults[0]
    assert len(found.faults) == 1


def test_other_words_another_seat_or_no_words_are_found(record: bytes) -> None:
    for given in ([[{"words": "storks in the sun"}]], "default"):
        rows = rows_of(record)
        change(1, given=given)(rows)
        assert verify(forged(rows), BOXES).faults
    rows = rows_of(record)
    one, two = entries(rows)[:2]
    one["given"], two["given"] = two["given"], one["given"]
    assert verify(forged(rows), BOXES).first_bad_entry == shuffle_of(rows) - 1  # the position with the salt


def test_an_order_that_the_rules_refuse_and_one_that_is_not_asked(record: bytes) -> None:
    rows = rows_of(record)
    at = turn_of(rows, "draw draw wait")
    change(at, given="fly")(rows)
    assert "the rules do not allow it" in verify(forged(rows), BOXES).faults[0]
    rows = rows_of(record)
    change(at, key="go@blue")(rows)
    found = verify(forged(rows), BOXES)
    assert "not asked here, or not yet (asked is go@red)" in found.faults[0]
    assert found.first_bad_entry == at


def test_a_changed_legal_order_does_not_lead_to_the_positions_of_the_record(record: bytes) -> None:
    rows = rows_of(record)
    at = turn_of(rows, "alarm draw")
    change(at, given="alarm draw draw")(rows)
    found = verify(forged(rows), BOXES)
    assert "The position behind entry" in found.faults[0]


def test_who_gave_an_order_is_checked_as_far_as_it_can_be(record: bytes) -> None:
    rows = rows_of(record)
    change(turn_of(rows, "draw draw wait"), by="default")(rows)
    assert "it is no default order" in verify(forged(rows), BOXES).faults[0]
    rows = rows_of(record)
    change(turn_of(rows, "draw draw wait"), by="standing")(rows)
    assert "not answered by standing orders" in verify(forged(rows), BOXES).faults[0]
    rows = rows_of(record)
    change(turn_of(rows, "draw draw wait"), by="chance")(rows)
    assert "nothing is drawn here" in verify(forged(rows), BOXES).faults[0]


def test_missing_doubled_and_swapped_entries(record: bytes) -> None:
    middle = turn_of(rows_of(record), "draw draw wait")
    for at in (1, middle, middle + 1):
        rows = rows_of(record)
        rows.remove(entries(rows)[at - 1])
        assert f"Entry {at} is missing" in verify(written(rows), BOXES).faults[0]
        found = verify(forged(rows), BOXES)
        assert not found.good
        rows = rows_of(record)
        rows.insert(rows.index(entries(rows)[at - 1]), dict(entries(rows)[at - 1]))
        assert not verify(written(rows), BOXES).good
        assert not verify(forged(rows), BOXES).good
        rows = rows_of(record)
        one, two = entries(rows)[at - 1], entries(rows)[at]
        first, second = dict(one), dict(two)
        one.update(second, entry=first["entry"])
        two.update(first, entry=second["entry"])
        assert verify(written(rows), BOXES).first_bad_entry == at
        assert not verify(forged(rows), BOXES).good


def test_the_end_cut_off(record: bytes) -> None:
    rows = rows_of(record)
    rows.remove(entries(rows)[-1])
    assert "its end is missing" in verify(written(rows), BOXES).faults[0]
    assert not verify(forged(rows), BOXES).good


def test_another_secret(record: bytes) -> None:
    rows = rows_of(record)
    rows[0]["secret"] = "00" * 32
    found = verify(written(rows), BOXES)
    assert found.faults[0].startswith("The secret is not the one that was promised")
    rows = rows_of(record)
    rows[0]["secret"] = "00" * 32
    found = verify(forged(rows), BOXES)  # even with a promise of its own
    assert found.first_bad_entry == shuffle_of(rows)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", "other"), ("rules", "toy"), ("rules", "chess"), ("options", {"grace": 3}), ("seats", ["red"]),
        ("data", {"name": "toy.toml", "sha256": "0" * 64, "text": "rounds = 2\n"}), ("data", 3), ("secret", "xyz"),
        ("pbem_record", 2),
    ],
)  # fmt: skip
def test_another_head(record: bytes, name: str, value: Any) -> None:
    rows = rows_of(record)
    rows[0][name] = value
    assert not verify(written(rows), BOXES).good


def test_another_result_position_or_report(record: bytes) -> None:
    rows = rows_of(record)
    rows[-1]["result"] = {"winners": ["green"]}
    assert "The result" in verify(written(rows), BOXES).faults[0]
    for name in ("position", "step"):
        rows = rows_of(record)
        [row for row in rows if "checkpoint" in row][3][name] = "0" * 64
        assert "position behind entry" in verify(written(rows), BOXES).faults[0]
    rows = rows_of(record)
    next(row for row in rows if "report" in row)["hash"] = "0" * 64
    assert "told another hash" in verify(written(rows), BOXES).faults[0]


def test_the_hash_of_ones_own_report(record: bytes) -> None:
    rows = rows_of(record)
    told = next(row for row in rows if "report" in row and row["entry"] > 3)
    found = verify(record, BOXES, told["hash"][:12])
    assert found.good
    assert f"after entry {told['entry']}" in in_words(found)
    spaced = f"{told['hash'][:4]} {told['hash'][4:8].upper()} {told['hash'][8:12]}"
    assert verify(record, BOXES, spaced).good
    assert "your game went otherwise" in verify(record, BOXES, "0123456789ab").faults[0]
    assert "is no hash" in verify(record, BOXES, "012").faults[0]


def test_a_record_that_was_made_anew_is_only_found_by_ones_own_report(record: bytes) -> None:
    """The limit of the check: who knows the secret can make another game of other orders, and its record is in itself
    as it must be. A player who has kept one report finds it out."""
    rows = rows_of(record)
    kept = [row for row in rows if "report" in row][-1]["hash"]
    other = anew(rows)
    assert verify(other, BOXES).good
    assert not verify(other, BOXES, kept).good


def anew(rows: Rows) -> bytes:
    """The record of the game with another order in it, played to its end."""
    from engine.core.chance import entropy
    from engine.core.table import Table
    from pbem.playing import rules_of
    from pbem.record import digest, result_of

    head = rows[0]
    rules = rules_of(BOXES["hidden"], None, head["options"])
    table: Table[Any] = Table.start(rules, head["options"], entropy(bytes.fromhex(head["secret"]), head["game"]))
    for row in entries(rows):
        if row["by"] != "chance":
            table.answer(row["key"], "draw" if row["given"] == "draw rest" else row["given"], row["by"])
    made: Rows = [head]
    places = [table.first, *(place for _, place in table.passed)]
    for place, step in zip(places, [*(step for step, _ in table.passed), ()], strict=True):
        made.append({
            "checkpoint": place.number, "step": place.step, "edition": 1, "schema": 1, "position": digest(place.state)
        })  # fmt: skip
        made += [{"entry": 0, "key": entry.key, "given": entry.given, "by": entry.by, "chain": ""} for entry in step]
    return forged([*made, {"entries": 0, "hash": "", "result": result_of(rules.view(table.state, None))}])


def test_nonsense_in_any_field_is_a_finding_and_no_crash(record: bytes) -> None:
    rng = random.Random(3)
    length = len(rows_of(record))
    for at in [0, 1, 2, 3, length - 1, *rng.sample(range(length), 12)]:
        for name in list(rows_of(record)[at]):
            for value in (None, -1, 10**30, "x", [], {}, [[{}]], True):
                rows = rows_of(record)
                if rows[at][name] != value:
                    rows[at][name] = value
                    found = verify(written(rows), BOXES)
                    assert not found.good or name in {"edition", "schema", "report", "seats"}, (at, name, value)


# ------------------------------------------------------------------ the command


def test_the_command(record: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    from pbem import boxes
    from pbem.cli import main

    monkeypatch.setattr(boxes, "all_boxes", lambda: BOXES)
    path = tmp_path / "cards.record.jsonl"
    path.write_bytes(record)

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["pbem", "verify", str(path), *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0), capsys.readouterr().out

    status, said = run()
    assert status == 0
    assert "all as they must be" in said
    status, said = run("--json")
    assert json.loads(said)["good"] is True
    assert run("--hash", "0123456789ab")[0] == 1
    path.write_bytes(record.replace(b"draw draw wait", b"draw wait"))
    status, said = run()
    assert status == 1
    assert "Entry" in said.splitlines()[0]
    status, said = run("--json")
    assert status == 1
    found = json.loads(said)
    assert found["good"] is False
    assert found["first_bad_entry"] > 1
