"""Here I Stand by chance: everything happens, all pieces stand where they may, and hands stay hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.events import Event
from engine.here_i_stand.records import Land, Pair
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import LeaderId, Power, SpaceId, Whereabouts
from tests.engine.here_i_stand.boards import start as position
from tests.fuzz.here_i_stand import Restless
from tests.fuzz.stations import look
from tests.fuzz.walk import HIS, Options, named, start
from tests.fuzz.watch import Breach

RULES = HIS.rules
EDINBURGH, MILAN, LONDON, TRENT = SpaceId("edinburgh"), SpaceId("milan"), SpaceId("london"), SpaceId("trent")
FERDINAND, DORIA = LeaderId("ferdinand"), LeaderId("andrea_doria")
SCENARIOS = ("1532", "tournament", "1517", "1532")
GAMES = 12
ASKED = frozenset({
    "propose", "ratify", "give_units", "peace", "peace_terms", "war", "intervene", "payment", "spring_deployment",
    "impulse", "intercept", "avoid_battle", "withdraw", "losses", "retreat", "naval_intercept", "naval_avoid",
    "response", "combat", "choice", "winter_land", "winter_ships", "stop",
})  # fmt: skip
"""What random play is asked in a few games; the rest is rare."""
TOLD = frozenset({
    "alliance_made", "alliance_ends", "peace_made", "war_declared", "war_paid", "intervention", "space_ceded",
    "deployed", "march", "interception", "avoid_battle", "withdrew", "field_battle", "battle_won", "retreated",
    "siege_begins", "siege_ends", "assault_declared", "assault_succeeds", "assault_fails", "fleet_sails", "naval_check",
    "naval_combat", "ships_lost", "transport", "unit_built", "control_changed", "unrest", "unrest_removed",
    "card_used", "event_played", "winters", "winter_losses", "leader_out", "minor_activated", "displaced", "game_over",
    "forced_event", "league_formed",
})  # fmt: skip


def _play(options: Options, seed: int, counted: Counter[str]) -> list[Event]:
    """A whole game; each position between two steps is looked at. What it told; what was asked is counted."""
    draw = random.Random(named(options, seed))
    table, choose = start(options, seed, RULES), Restless(draw)
    told: list[Event] = []
    while not table.over:
        decision = table.open[draw.randrange(len(table.open))]
        counted[decision.kind] += 1
        table.answer(decision.key, choose(decision), "order")
        told += table.take_events()
        for _, checkpoint in table.take_passed():
            state: Any = RULES.from_json(checkpoint.state, checkpoint.schema)
            look(state)
    return told


def test_everything_happens_and_all_pieces_stand_where_they_may() -> None:
    asked: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        options = {"scenario": SCENARIOS[seed % 4], "players": 3 + seed % 4}
        told.update(event.kind for event in _play(options, seed, asked))
    assert sorted(ASKED - set(asked)) == []
    assert sorted(TOLD - set(told)) == []


# ------------------------------------------------------------------ each look can find something


def _siege_of_nobody(s: HisState) -> None:
    s.forces[MILAN].sieges[Power.HAPSBURG] = 1


def _siege_in_peace(s: HisState) -> None:
    s.add_land(Power.ENGLAND, MILAN, Land(regulars=3))
    s.forces[MILAN].sieges[Power.ENGLAND] = 1


def _a_friend_before_the_walls(s: HisState) -> None:
    s.add_land(Power.HAPSBURG, MILAN, Land(regulars=4))
    s.go_inside(Power.FRANCE, MILAN, s.land(Power.FRANCE, MILAN))
    s.add_land(Power.ENGLAND, MILAN, Land(regulars=1))
    s.forces[MILAN].sieges[Power.HAPSBURG] = 1


def _strangers_inside(s: HisState) -> None:
    s.add_land(Power.HAPSBURG, MILAN, Land(regulars=4))
    s.go_inside(Power.FRANCE, MILAN, s.land(Power.FRANCE, MILAN))
    s.add_land(Power.ENGLAND, MILAN, Land(regulars=1))
    s.go_inside(Power.ENGLAND, MILAN, Land(regulars=1))
    s.forces[MILAN].sieges[Power.HAPSBURG] = 1


def _wandering_minor(s: HisState) -> None:
    s.take_land(Power.SCOTLAND, EDINBURGH, Land(regulars=1))
    s.add_land(Power.SCOTLAND, SpaceId("berwick"), Land(regulars=1))


def _closed_electorate(s: HisState) -> None:
    s.add_land(Power.ENGLAND, SpaceId("mainz"), Land(regulars=1))


def _foreign_port(s: HisState) -> None:
    s.fleets["calais"] = s.fleets.pop("rouen")


def _loan_without_alliance(s: HisState) -> None:
    s.fleets["english_channel"] = s.fleets.pop("rouen")
    s.fleets["english_channel"][0].borrower = Power.ENGLAND


def _leader_lent_without_alliance(s: HisState) -> None:
    s.leaders[FERDINAND].borrower = Power.ENGLAND


def _admiral_alone(s: HisState) -> None:
    s.leaders[DORIA].at = "gulf_of_lyon"


def _admiral_abroad(s: HisState) -> None:
    s.leaders[DORIA].at = "marseille"


def _leader_abroad(s: HisState) -> None:
    s.leaders[FERDINAND].at = "orleans"
    s.add_land(Power.FRANCE, SpaceId("orleans"), Land(regulars=1))


def _leader_inside_in_peace(s: HisState) -> None:
    s.leaders[FERDINAND].inside = True


def _winter_is_over(s: HisState) -> None:
    """Winter is over, and nothing bars that."""
    s.cursor = f"{s.turn}/victory_determination"
    for state in s.powers.values():
        state.spent_home_cards, state.home_cards, state.hand = state.home_cards, [], []
    s.forces.clear()
    s.leaders.update({leader: replace(one, where=Whereabouts.WAITING, at="") for leader, one in s.leaders.items()})


def _at_sea_after_winter(s: HisState) -> None:
    _winter_is_over(s)
    s.fleets["english_channel"] = s.fleets.pop("rouen")


def _allied_after_winter(s: HisState) -> None:
    _winter_is_over(s)
    s.alliances.append(Pair(Power.HAPSBURG, Power.ENGLAND))


def _in_the_open(s: HisState) -> None:
    _winter_is_over(s)
    s.add_land(Power.HAPSBURG, TRENT, Land(regulars=1))


def _guests(s: HisState) -> None:
    _winter_is_over(s)
    s.add_land(Power.HAPSBURG, LONDON, Land(regulars=1))


def _full_quarters(s: HisState) -> None:
    _winter_is_over(s)
    s.add_land(Power.HAPSBURG, SpaceId("antwerp"), Land(regulars=5))


def _home_card_kept(s: HisState) -> None:
    _winter_is_over(s)
    s.powers[Power.FRANCE].home_cards, s.powers[Power.FRANCE].spent_home_cards = (
        s.powers[Power.FRANCE].spent_home_cards,
        [],
    )


def _mandatory_card_kept(s: HisState) -> None:
    _winter_is_over(s)
    card = next(card for card in s.deck if s.board.cards[card].mandatory)
    s.deck.remove(card)
    s.powers[Power.FRANCE].hand.append(card)


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        (_siege_of_nobody, "15"), (_siege_in_peace, "15"), (_a_friend_before_the_walls, "15"),
        (_strangers_inside, "15"), (_wandering_minor, "22.1"), (_closed_electorate, "21.6"), (_foreign_port, "16.1"),
        (_loan_without_alliance, "9.2"), (_leader_lent_without_alliance, "9.2"), (_admiral_alone, "16.1"),
        (_admiral_abroad, "16.1"), (_leader_abroad, "13.1"), (_leader_inside_in_peace, "15"),
        (_at_sea_after_winter, "19"), (_allied_after_winter, "19"), (_in_the_open, "19"), (_guests, "19"),
        (_full_quarters, "19"), (_home_card_kept, "6.1"), (_mandatory_card_kept, "6.1"),
    ],
)  # fmt: skip
def test_a_breach_is_found(broken: Callable[[HisState], None], rule: str) -> None:
    s = position()
    look(s)
    broken(s)
    with pytest.raises(Breach, match=rf"\(rule {rule}\)"):
        look(s)


def test_a_winter_without_a_breach() -> None:
    s = position()
    _winter_is_over(s)
    look(s)
