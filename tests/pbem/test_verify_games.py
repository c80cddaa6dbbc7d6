"""The record of a whole game of each kind in the registry, played by letters: true as it is, false with one change."""

from __future__ import annotations

import hashlib
import random
from datetime import UTC, datetime

import pytest

from engine.core.decision import Json
from engine.core.prelude import with_own_chance
from pbem.boxes import GAMES, all_boxes
from pbem.export import export_record
from pbem.verify import verify
from tests.pbem.test_verify import entries, forged, rows_of, written
from tests.secrecy.test_letters import GAME, OnlyFor, play_on
from tests.secrecy.worlds import World

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
DRAWS = {"dutch_revolt": False, "heads_of_state": True, "here_i_stand": True}
"""Whether anything is left to chance."""
OPTIONS: dict[str, dict[str, Json]] = {"here_i_stand": {"players": 6, "scenario": "1532"}}
SHORT = {"here_i_stand": "here_i_stand4"}
"""What the players draw by, where others would play for long."""
MOST = {"dutch_revolt": (60, 20), "heads_of_state": (60, 20), "here_i_stand": (12, 6)}
"""So many bytes and orders, and draws, of a game are changed."""


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def record(game: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game of few players with words of their own, to its end."""
    import asyncio

    folder = tmp_path_factory.mktemp(game)
    options = {**OPTIONS.get(game, {"players": 2}), "own_chance": True}

    async def made() -> bytes:
        seats = [str(seat) for seat in with_own_chance(all_boxes()[game].rules(None), options).seats(options)]
        world = await World.open(folder / "judge.db", NOW, {game: OnlyFor(all_boxes()[game])})  # type: ignore[dict-item]
        await world.begin(GAME, game, options, seats)
        rng = random.Random(SHORT.get(game, game))
        stored = await world.judge.game(GAME)
        assert stored is not None
        with pytest.raises(ValueError, match="is not over"):
            await export_record(world.store, stored, all_boxes()[game], folder / "early")
        while not (sitting := await world.sitting(GAME)).over:
            await play_on(world, sitting, rng)
        stored = await world.judge.game(GAME)
        assert stored is not None
        await export_record(world.store, stored, all_boxes()[game], folder / "record")
        await world.close()
        return (folder / "record").read_bytes()

    return asyncio.run(made())


def test_every_game_is_here() -> None:
    assert tuple(DRAWS) == GAMES


def test_a_whole_game_is_as_it_must_be(game: str, record: bytes) -> None:
    found = verify(record, all_boxes())
    assert found.faults == []
    assert found.orders > 40
    assert found.positions > 30
    assert (found.draws + found.shuffles > 5) is DRAWS[game]
    told = rows_of(record)
    report = next(row for row in told if "report" in row and row["entry"] > 20)
    assert verify(record, all_boxes(), str(report["hash"])[:12]).good
    assert not verify(record, all_boxes(), hashlib.sha256(b"another game").hexdigest()[:12]).good


def test_a_changed_byte(game: str, record: bytes) -> None:
    rng = random.Random(1)
    for at in rng.sample(range(len(record)), MOST[game][0]):
        changed = bytearray(record)
        changed[at] ^= 1 << rng.randrange(8)
        assert not verify(bytes(changed), all_boxes()).good, at


def test_a_changed_draw_though_all_hashes_fit(game: str, record: bytes) -> None:
    drawn = [at for at, row in enumerate(entries(rows_of(record))) if row["by"] == "chance"]
    assert bool(drawn) is DRAWS[game]
    for at in random.Random(3).sample(drawn, min(MOST[game][1], len(drawn))):
        rows = rows_of(record)
        given = entries(rows)[at]["given"]
        given[0] = given[0] % max(2, len(given)) + 1
        found = verify(forged(rows), all_boxes())
        assert found.first_bad_entry == at + 1, found.faults


def test_a_changed_order(game: str, record: bytes) -> None:
    whole = entries(rows_of(record))
    asked = [at for at, row in enumerate(whole) if row["by"] == "order" and not row["key"].startswith("chance_words")]
    for at in random.Random(2).sample(asked, MOST[game][1]):
        rows = rows_of(record)
        entries(rows)[at]["given"] = "default" if whole[at]["given"] != "default" else []
        found = verify(written(rows), all_boxes())
        assert found.first_bad_entry is not None
        assert found.first_bad_entry <= at + 1
        own = str(whole[-1]["chain"])[:12]
        assert not verify(forged(rows), all_boxes(), own).good
