"""16.4 Piracy."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.decision import AnyDecision
from engine.core.options import Alternative
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.cards.in_window import holds
from engine.here_i_stand.piracy import (
    Award,
    is_fortress,
    pirates_dice,
    possible_awards,
    raids,
    squadrons_near,
    targets_dice,
)
from engine.here_i_stand.records import Bonus, Forces, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BonusKind, CardNumber, Power, SeaId, SpaceId, TurnMarker, Whereabouts
from tests.engine.here_i_stand.flows import drive
from tests.engine.here_i_stand.seas import BARBAROSSA, at_sea, events, lost, pirates_about, put, rolls, there

OTTOMAN, HAPSBURG, FRANCE, ENGLAND, PAPACY = (
    Power.OTTOMAN, Power.HAPSBURG, Power.FRANCE, Power.ENGLAND, Power.PAPACY,
)  # fmt: skip
VENICE, INDEPENDENT = Power.VENICE, Power.INDEPENDENT
IONIAN, TYRRHENIAN, BARBARY = SeaId("ionian_sea"), SeaId("tyrrhenian_sea"), SeaId("barbary_coast")
MALTA, CORFU, MESSINA = SpaceId("malta"), SpaceId("corfu"), SpaceId("messina")
ANSWER = "piracy_award/ionian_sea@hapsburg"


def order(sea: str, target: Power) -> Alternative:
    return blank("impulse", do="piracy", sea=sea, power=target)


def why(s: HisState, sea: str, target: Power) -> str | None:
    reason = ACTIONS["piracy"].why_not(s, OTTOMAN, order(sea, target))
    return None if reason is None else reason.key


def raid(
    s: HisState,
    chance: Callable[[tuple[int, ...]], list[int]],
    answers: dict[str, object] | None = None,
    asked: list[AnyDecision] | None = None,
    sea: str = "ionian_sea",
    target: Power = HAPSBURG,
) -> bool:
    assert why(s, sea, target) is None
    return drive(ACTIONS["piracy"].do(s, OTTOMAN, order(sea, target)), answers, chance, asked)


def pirates(corsairs: int, sea: str = "ionian_sea", *, leader: bool = False, **options: str | int) -> HisState:
    """Ottoman against the Hapsburgs, with corsairs in a zone; without other ships, armies or independents."""
    s = at_sea(OTTOMAN, (OTTOMAN, HAPSBURG), **options)
    pirates_about(s, sea, corsairs)
    if not leader:
        s.leaders[BARBAROSSA].where, s.leaders[BARBAROSSA].at = Whereabouts.WAITING, ""
    s.forces = {}
    return s


def award(*names: str) -> list[list[dict[str, object]]]:
    """An order of preference; "vp 1" is at most one."""
    found: list[list[dict[str, object]]] = []
    for name in names:
        word, _, count = name.partition(" ")
        found.append([{"do": "award", "award": word, **({"count": int(count)} if count else {})}])
    return found


# ------------------------------------------------------------------ 16.4-1


def test_what_bars_piracy() -> None:
    s = pirates(2)
    assert why(s, "ionian_sea", HAPSBURG) is None
    assert why(s, "ionian_sea", FRANCE) == "no_port_of_target"
    assert why(s, "ionian_sea", VENICE) == "no_port_of_target"  # no major power
    assert why(s, "ionian_sea", OTTOMAN) == "no_port_of_target"
    assert why(s, "tyrrhenian_sea", HAPSBURG) == "no_corsairs"
    assert why(s, "rome", HAPSBURG) == "unknown_name"
    reason = ACTIONS["piracy"].why_not(s, FRANCE, order("ionian_sea", HAPSBURG))
    assert reason is not None
    assert reason.key == "never_does"
    assert s.impulse is not None
    s.impulse.cp = 1
    assert why(s, "ionian_sea", HAPSBURG) == "not_enough_cp"
    s.impulse.cp, s.impulse.foul_weather = 2, True
    assert why(s, "ionian_sea", HAPSBURG) == "foul_weather"
    s.impulse.foul_weather = False
    s.milestones.clear()
    assert why(s, "ionian_sea", HAPSBURG) == "before_barbary_pirates"


def test_war_is_not_needed_and_ports_of_active_minors_count() -> None:
    s = pirates(2)
    s.end_war(OTTOMAN, HAPSBURG)
    assert why(s, "ionian_sea", HAPSBURG) is None
    s.ally(VENICE, PAPACY)
    s.take_control(CORFU, PAPACY)
    assert why(s, "ionian_sea", PAPACY) is None


def test_once_in_a_zone_and_turn() -> None:
    s = pirates(2)
    assert not raid(s, rolls([1], [1, 1]))
    assert s.this_turn.piracy == [IONIAN]
    assert s.impulse is not None
    assert s.impulse.cp == 3
    assert why(s, "ionian_sea", HAPSBURG) == "piracy_done_in_zone"


@pytest.mark.parametrize(("edition", "reason"), [("core110", None), ("anniversary116", "piracy_limit")])
def test_r64_four_actions_a_turn_in_the_later_edition(edition: str, reason: str | None) -> None:
    s = pirates(2, edition=edition)
    s.this_turn.piracy = [SeaId(sea) for sea in ("black_sea", "aegean_sea", "adriatic_sea")]
    assert why(s, "ionian_sea", HAPSBURG) is None
    s.this_turn.piracy.append(BARBARY)
    assert why(s, "ionian_sea", HAPSBURG) == reason


def test_not_against_another_power_of_the_same_player() -> None:
    """1.6: with three or four players the Ottoman may have France too."""
    s = pirates(2, "gulf_of_lyon", players=3)
    assert FRANCE in s.partners(OTTOMAN)
    assert why(s, "gulf_of_lyon", FRANCE) == "same_player"
    assert why(s, "gulf_of_lyon", HAPSBURG) is None


def test_foul_weather_calls_it_off() -> None:
    s = pirates(2)
    s.deck.remove(CardNumber(31))
    s.give(ENGLAND, CardNumber(31))
    answers = {"response/piracy_declared@england": {"do": "respond", "card": 31, "mode": "a"}}
    assert not raid(s, rolls(), answers)
    assert s.impulse is not None
    assert s.impulse.cp == 4  # R86: one is lost, the other comes back
    assert s.this_turn.piracy == []


# ------------------------------------------------------------------ E63


def test_e63_the_ionian_sea() -> None:
    s = pirates(2, leader=True)
    put(s, "ionian_sea", OTTOMAN, 1)
    s.take_control(MALTA, INDEPENDENT)
    s.add_land(INDEPENDENT, MALTA, Land(1))
    put(s, "messina", HAPSBURG, 1)
    s.take_control(CORFU, PAPACY)
    s.give(HAPSBURG, s.deck.pop())
    assert targets_dice(s, IONIAN, HAPSBURG) == 2
    assert raid(s, rolls([5, 2], [6, 5]), {ANSWER: award("squadron", "vp")})
    assert there(s, "ionian_sea", OTTOMAN) == (1, 1)
    assert (lost(s, OTTOMAN), lost(s, HAPSBURG)) == (1, 1)
    assert there(s, "messina", HAPSBURG) == (0, 0)
    assert s.tracks.piracy == 1
    assert len(s.powers[HAPSBURG].hand) == 1


# ------------------------------------------------------------------ 16.4-2, E67


def test_squadrons_shoot() -> None:
    s = pirates(2)
    base = targets_dice(s, IONIAN, HAPSBURG)
    put(s, "ionian_sea", HAPSBURG, 2)
    assert targets_dice(s, IONIAN, HAPSBURG) == base + 4
    put(s, "taranto", HAPSBURG, 1)  # a port of the zone
    put(s, "adriatic_sea", HAPSBURG, 1)  # an adjacent zone
    assert targets_dice(s, IONIAN, HAPSBURG) == base + 6
    put(s, "naples", HAPSBURG, 3)  # no port of the zone
    put(s, "tyrrhenian_sea", HAPSBURG, 1)  # touches it, but is not adjacent (2.5)
    put(s, "corfu", VENICE, 1)  # at peace with the Ottoman
    assert targets_dice(s, IONIAN, HAPSBURG) == base + 6
    s.begin_war(OTTOMAN, VENICE)
    assert targets_dice(s, IONIAN, HAPSBURG) == base + 6 + 1 + 1  # with the fortress of Corfu
    put(s, "ionian_sea", FRANCE, 1)
    s.begin_war(OTTOMAN, FRANCE)
    assert targets_dice(s, IONIAN, HAPSBURG) == base + 8  # in the zone itself only the target's


def test_fortresses_shoot_for_the_target_for_enemies_and_for_the_knights() -> None:
    s = pirates(2)
    assert is_fortress(s, MALTA)
    assert is_fortress(s, CORFU)
    assert not is_fortress(s, MESSINA)
    assert targets_dice(s, IONIAN, HAPSBURG) == 1  # Malta
    s.spaces[MESSINA].fortress = True
    assert targets_dice(s, IONIAN, HAPSBURG) == 2
    s.take_control(MALTA, INDEPENDENT)
    assert targets_dice(s, IONIAN, HAPSBURG) == 1  # nobody is there
    s.add_land(INDEPENDENT, MALTA, Land(1))
    assert targets_dice(s, IONIAN, HAPSBURG) == 2
    s.take_control(CORFU, FRANCE)
    assert targets_dice(s, IONIAN, HAPSBURG) == 2
    s.begin_war(OTTOMAN, FRANCE)
    assert targets_dice(s, IONIAN, HAPSBURG) == 3


def test_keys_and_electorates_are_no_fortresses() -> None:
    s = pirates(2)
    assert not is_fortress(s, SpaceId("naples"))
    assert not is_fortress(s, SpaceId("augsburg"))
    assert targets_dice(s, TYRRHENIAN, HAPSBURG) == 0


def test_e67_besieged_or_rebellious_fortresses() -> None:
    s = pirates(2)
    s.take_control(CORFU, HAPSBURG)
    assert targets_dice(s, IONIAN, HAPSBURG) == 2
    s.spaces[MALTA].unrest = True
    s.forces[CORFU] = Forces(outside={OTTOMAN: Land(1)}, sieges={OTTOMAN: 0})
    assert targets_dice(s, IONIAN, HAPSBURG) == 0
    put(s, "corfu", HAPSBURG, 1)
    assert targets_dice(s, IONIAN, HAPSBURG) == 1  # R53


# ------------------------------------------------------------------ 16.4-3, 16.4-4, E64


def test_e64_two_dice() -> None:
    s = pirates(3)
    s.take_control(SpaceId("messina"), VENICE)
    s.take_control(SpaceId("taranto"), HAPSBURG)
    assert pirates_dice(s, IONIAN, HAPSBURG) == 2
    s.take_control(MALTA, VENICE)
    assert pirates_dice(s, IONIAN, HAPSBURG) == 1
    s = pirates(1)
    assert pirates_dice(s, IONIAN, HAPSBURG) == 1
    s = pirates(3, leader=True)
    assert pirates_dice(s, IONIAN, HAPSBURG) == 3


def test_without_corsairs_left_the_pirates_do_not_roll_and_the_leader_goes() -> None:
    s = pirates(1, leader=True)
    assert not raid(s, rolls([6]))
    assert lost(s, OTTOMAN) == 1
    assert s.leaders[BARBAROSSA].where is Whereabouts.TURN_TRACK
    assert s.this_turn.piracy == [IONIAN]


def test_the_leader_stays_with_squadrons() -> None:
    s = pirates(1, leader=True)
    put(s, "ionian_sea", OTTOMAN, 1)
    assert not raid(s, rolls([6]))
    assert s.leaders[BARBAROSSA].at == "ionian_sea"


# ------------------------------------------------------------------ 16.4-5


def three_hits(answers: dict[str, object] | None = None, **options: str) -> HisState:
    """Three hits on the Hapsburgs, who have 3 squadrons in Messina and 3 cards."""
    s = pirates(4, leader=True, **options)
    put(s, "messina", HAPSBURG, 3)
    for _ in range(3):
        s.give(HAPSBURG, s.deck.pop())
    drive(ACTIONS["piracy"].do(s, OTTOMAN, order("ionian_sea", HAPSBURG)), answers, _hits)
    return s


def _hits(sizes: tuple[int, ...]) -> list[int]:
    """The target's four dice miss, the pirates' three hit; the first card of a hand is drawn."""
    return {4: [1] * 4, 3: [6] * 3}.get(len(sizes), [1])


def taken(s: HisState) -> tuple[int, int, int]:
    """Squadrons, cards and VP."""
    return lost(s, HAPSBURG), len(s.powers[OTTOMAN].hand), s.tracks.piracy


def test_e66_spread_in_the_later_edition_and_free_in_the_first() -> None:
    assert taken(three_hits({ANSWER: award("vp")}, edition="anniversary116")) == (1, 1, 1)
    assert taken(three_hits({ANSWER: award("vp")}, edition="core110")) == (0, 0, 3)


def test_numbers_and_order_of_the_target() -> None:
    assert taken(three_hits({ANSWER: award("squadron 1", "vp 1", "card")})) == (1, 1, 1)
    assert taken(three_hits({ANSWER: award("card", "vp")})) == (0, 3, 0)
    assert taken(three_hits({ANSWER: award("card 1")})) == (2, 1, 0)  # then the default: squadrons


def test_d54_the_default() -> None:
    assert taken(three_hits()) == (3, 0, 0)
    s = pirates(4, leader=True)
    s.give(HAPSBURG, s.deck.pop())
    assert raid(s, rolls([1], [6, 1, 1]))
    assert s.tracks.piracy == 1
    s = pirates(4, leader=True)
    s.give(HAPSBURG, s.deck.pop())
    s.powers[OTTOMAN].bonus.append(Bonus(BonusKind.WAR_WINNER, 12))
    assert raid(s, rolls([1], [6, 1, 1], [1]))
    assert (s.tracks.piracy, len(s.powers[OTTOMAN].hand)) == (0, 1)


def test_an_award_must_have_an_effect() -> None:
    s = pirates(4, leader=True)
    assert possible_awards(s, IONIAN, HAPSBURG, {}) == [Award.VP]
    asked: list[AnyDecision] = []
    assert raid(s, rolls([1], [6, 6, 1]), None, asked)
    assert not asked  # nothing to choose
    assert s.tracks.piracy == 2
    s = pirates(4, leader=True)
    s.tracks.piracy = 9
    assert raid(s, rolls([1], [6, 6, 6]))
    assert s.tracks.piracy == 10
    assert len(events(s, "piracy_award")) == 1


def test_home_cards_are_not_drawn() -> None:
    s = pirates(4)
    s.powers[HAPSBURG].home_cards = [CardNumber(2)]
    assert Award.CARD not in possible_awards(s, IONIAN, HAPSBURG, {})


def test_a_card_that_pirates_took_waits_for_a_later_impulse() -> None:
    s = three_hits({ANSWER: award("card 1")})
    (card,) = s.powers[OTTOMAN].hand
    assert not holds(s, OTTOMAN, card)
    s.impulse = None
    assert holds(s, OTTOMAN, card)
    told = next(event for event in s.events if event.kind == "card_handed_over")
    assert told.only == (OTTOMAN, HAPSBURG)


def test_which_squadron_is_the_targets_choice() -> None:
    s = pirates(4)
    s.ally(VENICE, HAPSBURG)
    put(s, "messina", HAPSBURG, 1)
    put(s, "messina", VENICE, 1)
    put(s, "adriatic_sea", HAPSBURG, 1)
    put(s, "naples", HAPSBURG, 1)
    near = [(at, ships.owner) for at, ships in squadrons_near(s, IONIAN, HAPSBURG)]
    assert near == [("messina", VENICE), ("messina", HAPSBURG), ("adriatic_sea", HAPSBURG)]
    key = "choice/squadron_for_pirates@hapsburg"
    answers = {key: {"do": "choose", "space": "adriatic_sea", "power": "hapsburg"}}
    assert raid(s, rolls([1] * targets_dice(s, IONIAN, HAPSBURG), [6, 1]), answers)
    assert there(s, "adriatic_sea", HAPSBURG) == (0, 0)
    assert there(s, "messina", VENICE) == (1, 0)


def test_julia_gonzaga() -> None:
    s = pirates(4, "tyrrhenian_sea")
    s.this_turn.markers.append(TurnMarker.JULIA_GONZAGA)
    dice = targets_dice(s, TYRRHENIAN, HAPSBURG)
    assert raid(s, rolls(*([[1] * dice] if dice else []), [6, 5]), sea="tyrrhenian_sea")
    assert s.powers[OTTOMAN].bonus.count(Bonus(BonusKind.JULIA_GONZAGA, 1)) == 1
    assert TurnMarker.JULIA_GONZAGA not in s.this_turn.markers
    s = pirates(4)
    s.this_turn.markers.append(TurnMarker.JULIA_GONZAGA)
    raid(s, rolls([1], [6, 5]))
    assert TurnMarker.JULIA_GONZAGA in s.this_turn.markers  # another sea


# ------------------------------------------------------------------ random play


def test_some_possible_raids_are_possible() -> None:
    s = pirates(2)
    assert raids(s, OTTOMAN) == [order("ionian_sea", HAPSBURG)]
    assert raids(s, FRANCE) == []
