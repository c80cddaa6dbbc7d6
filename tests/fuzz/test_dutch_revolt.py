"""The Dutch Revolt by chance, under watch: all numbers of players, modes, switches and choices of factions; wars."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from typing import Any

import pytest

from engine.core.decision import Json
from engine.core.events import Event
from engine.core.table import Table
from engine.dutch_revolt.board import Board
from pbem.games.dutch_revolt import restate
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports.words import LANGUAGES
from tests.fuzz import walk
from tests.fuzz.dutch_revolt import Warlike
from tests.fuzz.walk import DUTCH, MODES, Muddled, Options, legal, named, play, start
from tests.fuzz.watch import Breach, Watcher, squares, tokens

RULES = DUTCH.rules

BOARD = Board.ours()
SWITCHES: dict[str, Json] = {
    name: (not value) if isinstance(value, bool) else "down" for name, value in asdict(BOARD.switches).items()
}
LAST_TURN = 5


def _three_player_games() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for factions in combinations(BOARD.factions, 3):
        try:
            RULES.seats({"players": 3, "factions": list(factions)})
        except ValueError:
            continue
        found.append(factions)
    return found


THREES = _three_player_games()


def _watched(options: Options, seed: int, *, muddled: bool = False) -> tuple[Table[Any], list[Event]]:
    """A whole game under watch; what it told."""
    draw = random.Random(named(options, seed))
    table = start(options, seed, RULES)
    watcher = Watcher(table)
    choose = Muddled(draw, DUTCH) if muddled else legal(draw)
    play(table, choose, draw)
    if isinstance(choose, Muddled):
        assert choose.impossible > 20
    view: Any = RULES.view(table.state, None)
    tokens(view, watcher.board)
    squares(view, watcher.board)
    assert view["result"]["winners"]
    assert [row["turn"] for row in view["history"]] == list(range(LAST_TURN + 1))
    best = max(row["total"] for row in view["history"][-1]["vp2"].values())
    assert (
        all(view["history"][-1]["vp2"][w]["total"] == best for w in view["result"]["winners"]) or table.state.partners
    )
    assert watcher.looked > 90
    return table, list(watcher)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_number_of_players_in_every_mode(players: int, mode: str) -> None:
    _watched({"players": players, "mode": mode}, 1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_orders_that_cannot_work_now_stop_nothing(players: int, mode: str) -> None:
    _, events = _watched({"players": players, "mode": mode}, 2, muddled=True)
    assert sum(event.kind == "order_skipped" for event in events) > 20


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_at_its_other_value(name: str) -> None:
    number = list(SWITCHES).index(name)
    options = {"players": 2 + number % 4, "mode": MODES[number % 3], "switches": {name: SWITCHES[name]}}
    _watched(options, 3, muddled=number % 2 == 0)


@pytest.mark.parametrize("players", [2, 5])
def test_all_switches_at_their_other_value(players: int) -> None:
    _watched({"players": players, "mode": "strict", "switches": SWITCHES}, 4, muddled=True)


@pytest.mark.parametrize("factions", THREES, ids="-".join)
def test_every_choice_of_three_factions(factions: tuple[str, ...]) -> None:
    mode = MODES[THREES.index(factions) % 3]
    _watched({"players": 3, "mode": mode, "factions": list(factions)}, 5, muddled=True)


@pytest.mark.parametrize(("mode", "loyalty"), [("standard", "in_order"), ("quick", "in_order"), ("strict", "sealed")])
def test_loyalty_in_the_other_way(mode: str, loyalty: str) -> None:
    table, _ = _watched({"players": 4, "mode": mode, "loyalty": loyalty}, 6)
    assert table.state.loyalty_in_order is (loyalty == "in_order")


def test_games_of_war_with_beggars_at_sea() -> None:
    """What chance alone hardly ever brings about: reliefs, destroyed armies, cities taken by the Beggars."""
    told: Counter[str] = Counter()
    for seed in range(12):
        options: Options = {"players": 2 + seed % 4, "mode": MODES[seed % 3]}
        draw = random.Random(named(options, seed))
        table = start(options, seed, RULES)
        watcher = Watcher(table)
        play(table, Warlike(draw, table), draw)
        told.update(event.kind for event in watcher)
    missing = {
        "battle", "siege_begins", "siege_won", "beggars_hired", "army_destroyed", "besieger_destroyed", "city_relieved",
        "beggars_besiege", "siege_won_by_beggars", "army_hindered", "town_plundered",
    } - told.keys()  # fmt: skip
    assert missing == set()


def test_there_are_six_choices_of_three_factions() -> None:
    assert len(THREES) == 6


@pytest.mark.parametrize("mode", MODES)
def test_a_game_of_defaults_comes_to_an_end(mode: str) -> None:
    """Nobody ever writes: 12.4 decides everything."""
    table = start({"players": 5, "mode": mode}, 7, RULES)
    watcher = Watcher(table)
    play(table, lambda decision: "default", random.Random(7))
    assert table.over
    assert not [event for event in watcher if event.kind in {"order_skipped", "order_cut"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_told_has_its_sentence(language: str) -> None:
    """Every event and reason of a game full of impossible orders, in words without a gap."""
    words = DutchWords(language, BOARD)
    faulty: Counter[str] = Counter()
    for players, mode in ((5, "standard"), (2, "quick"), (3, "strict")):
        _, events = _watched({"players": players, "mode": mode}, 8, muddled=True)
        for event in events:
            said = restate.event(words, event)
            if "[" in said or "{" in said or "–" in said:
                faulty[f"{event.kind} {event.facts.get('reason', '')}: {said}"] += 1
    assert faulty == {}


# ------------------------------------------------------------------ that the tests themselves can fail


def test_the_watcher_sees_a_lost_token() -> None:
    table = start({"players": 5}, 9, RULES)
    Watcher(table)
    table.state.holdings["burghers"].stock -= 1
    with pytest.raises(Breach, match=r"burghers.*3\.4"):
        play(table, lambda decision: "default", random.Random(9))


def test_the_watcher_sees_a_changed_siege() -> None:
    options: Options = {"players": 5, "mode": "strict"}
    for seed in range(20):
        draw = random.Random(seed)
        table = start(options, seed, RULES)
        watcher = Watcher(table)
        while not table.over and not (watcher.besieged and table.open[0].kind == "influence"):
            decision = table.open[draw.randrange(len(table.open))]
            table.answer(decision.key, legal(draw)(decision), "order")
        if not table.over:
            break
    state = table.state
    city = next(city for city, held in watcher.besieged.items() if held)
    kind = next(iter(state.places[city]))
    state.return_to_stock(state.board.places[city].province, city, kind)
    with pytest.raises(Breach, match=f"{city} held.*14.4"):
        play(table, legal(draw), draw)


# ------------------------------------------------------------------ long


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_games(seed: int) -> None:
    draw = random.Random(seed)
    for players in (2, 3, 4, 5):
        for mode in MODES:
            chosen = draw.sample(list(SWITCHES), draw.randrange(4))
            options: dict[str, Json] = {
                "players": players,
                "mode": mode,
                "loyalty": draw.choice(("in_order", "sealed")),
                "switches": {name: SWITCHES[name] for name in chosen},
            }
            if players == 3:
                options["factions"] = list(draw.choice(THREES))
            try:
                _watched(options, seed, muddled=draw.random() < 0.7)
            except Exception as fault:
                fault.add_note(walk.named(options, seed))
                raise
