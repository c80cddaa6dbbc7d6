"""18.5, 21.3, 21.5 Debates, Mary's England, the Papal Bull: what cases can't say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.flow import Ask, Flow
from engine.core.table import BrokenInvariant
from engine.here_i_stand.actions import ACTIONS
from engine.here_i_stand.asking import blank
from engine.here_i_stand.board.people import Side
from engine.here_i_stand.cards.bull import excommunicable_powers, unrest_sites
from engine.here_i_stand.faith.calling import DISPUTE
from engine.here_i_stand.faith.debate import debate
from engine.here_i_stand.faith.debate_dice import attack_dice, defence_dice
from engine.here_i_stand.faith.debate_pool import Call, open_zones, pools, second_round
from engine.here_i_stand.faith.flips import flip_spaces
from engine.here_i_stand.faith.mary import must_show
from engine.here_i_stand.impulse import impulse
from engine.here_i_stand.invariants import check
from engine.here_i_stand.records import Impulse
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    Act,
    CardNumber,
    DebaterId,
    Edition,
    Phase,
    Power,
    ReformerId,
    Religion,
    RulerId,
    SpaceId,
    Standing,
    TurnMarker,
    Zone,
)
from engine.here_i_stand.trial import trial
from tests.engine.here_i_stand.boards import BOTH, start
from tests.engine.here_i_stand.flows import drive

ECK, LUTHER, TYNDALE, CARLSTADT = (DebaterId(name) for name in ("eck", "luther", "tyndale", "carlstadt"))

WITTENBERGER = ReformerId("luther")


def position(power: Power, cp: int = 5, edition: Edition = Edition.CORE110) -> HisState:
    """The action phase of turn 2, Wittenberg and Brandenburg Protestant; a power has CP to spend."""
    s = start(edition=edition)
    s.turn, s.phase = 2, Phase.ACTION
    s.impulse = Impulse(power, card=CardNumber(5), cp=cp, act=Act.CARD)
    for space in ("wittenberg", "brandenburg"):
        s.convert(SpaceId(space), Religion.PROTESTANT)
    s.debaters[TYNDALE] = Standing.READY
    return s


def bar(s: HisState, power: Power, zone: str, pool: str | None = None) -> str | None:
    reason = DISPUTE.why_not(s, power, blank("impulse", do="dispute", pick=zone, mode=pool))
    return None if reason is None else reason.key


def test_the_action_is_registered() -> None:
    assert ACTIONS["dispute"] is DISPUTE


@pytest.mark.parametrize("power", [Power.OTTOMAN, Power.HAPSBURG, Power.ENGLAND, Power.FRANCE])
def test_others_never_call_debates(power: Power) -> None:
    assert bar(position(power), power, "german") == "never_does"
    assert DISPUTE.choices(position(power), power) == []


def test_what_is_offered_is_possible() -> None:
    for power in (Power.PAPACY, Power.PROTESTANT):
        s = position(power)
        offered = DISPUTE.choices(s, power)
        assert {str(one["pick"]) for one in offered} == {"german", "english"}
        assert all(DISPUTE.why_not(s, power, one) is None for one in offered)


def test_nothing_is_offered_for_2_cp() -> None:
    s = position(Power.PAPACY, cp=2)
    assert DISPUTE.choices(s, Power.PAPACY) == []
    assert bar(s, Power.PAPACY, "german") == "not_enough_cp"


def test_what_bars_a_debate() -> None:
    s = position(Power.PROTESTANT)
    assert bar(s, Power.PROTESTANT, "german") is None
    assert bar(s, Power.PROTESTANT, "spanish") == "unknown_name"
    assert bar(s, Power.PROTESTANT, "french") == "no_uncommitted_debater"
    assert bar(s, Power.PROTESTANT, "german", "tired") == "unknown_name"
    assert bar(s, Power.PROTESTANT, "german", "committed") == "pool_empty"
    s.this_turn.markers.append(TurnMarker.WARTBURG)
    assert bar(s, Power.PROTESTANT, "german") == "no_debates_after_wartburg"
    assert bar(position(Power.PAPACY), Power.PAPACY, "french") == "no_enemy_debater"


def test_a_letter_with_a_debate_can_be_rehearsed() -> None:
    s = position(Power.PAPACY, cp=8)
    orders = [
        [blank("impulse", do="dispute", pick="english", mode="committed")],
        [blank("impulse", do="dispute", pick="english", mode="uncommitted")],
        [blank("impulse", do="convert", space="london")],
    ]
    reasons = trial(s, Power.PAPACY, orders)
    assert [None if one is None else one.key for one in reasons] == ["pool_empty", None, None]
    assert s.debaters[TYNDALE] is Standing.READY, "a rehearsal changes nothing"


@pytest.mark.parametrize(
    ("debater", "zone", "ruler", "markers", "extra", "dice"),
    [
        ("eck", Zone.GERMAN, "henry_viii", [], 0, 7),
        ("campeggio", Zone.GERMAN, "henry_viii", [], 0, 5),
        ("tetzel", Zone.ENGLISH, "mary_i", [], 0, 5),
        ("tetzel", Zone.FRENCH, "mary_i", [], 0, 4),
        ("gardiner", Zone.ENGLISH, "henry_viii", [], 0, 7),
        ("gardiner", Zone.FRENCH, "henry_viii", [], 0, 6),
        ("eck", Zone.ENGLISH, "mary_i", [TurnMarker.AUGSBURG_CONFESSION], 2, 11),
    ],
)
def test_dice_of_a_papal_initiator(
    debater: str, zone: Zone, ruler: str, markers: list[TurnMarker], extra: int, dice: int
) -> None:
    s = position(Power.PAPACY)
    s.debaters[DebaterId(debater)] = Standing.READY
    s.powers[Power.ENGLAND].ruler = RulerId(ruler)
    s.this_turn.markers += markers
    found, parts = attack_dice(s, Call(Side.PAPACY, zone, extra_dice=extra), DebaterId(debater))
    assert (found, sum(parts.values())) == (dice, dice)


def test_the_confession_does_not_hinder_protestants() -> None:
    s = position(Power.PROTESTANT)
    s.this_turn.markers.append(TurnMarker.AUGSBURG_CONFESSION)
    assert attack_dice(s, Call(Side.PROTESTANT, Zone.GERMAN), LUTHER)[0] == 7


@pytest.mark.parametrize(("standing", "dice"), [(Standing.READY, 6), (Standing.COMMITTED, 5), (Standing.AWAY, 5)])
def test_dice_of_a_defender(standing: Standing, dice: int) -> None:
    s = position(Power.PAPACY)
    s.debaters[LUTHER] = standing
    assert defence_dice(s, LUTHER) == dice


def test_second_round() -> None:
    """R18, C-02"""
    s = position(Power.PAPACY)
    call = Call(Side.PAPACY, Zone.GERMAN, barred=LUTHER)
    for name in ("melanchthon", "bucer"):
        s.debaters[DebaterId(name)] = Standing.COMMITTED
    s.debaters[CARLSTADT] = Standing.COMMITTED
    assert second_round(s, call, Side.PROTESTANT, CARLSTADT) == ["melanchthon", "bucer"]
    assert second_round(s, Call(Side.PAPACY, Zone.GERMAN), Side.PROTESTANT, CARLSTADT) == ["luther"]
    assert ECK not in second_round(s, call, Side.PAPACY, ECK)
    for name in ("melanchthon", "bucer"):
        s.debaters[DebaterId(name)] = Standing.BURNT
    assert second_round(s, call, Side.PROTESTANT, CARLSTADT) == ["carlstadt"]


def test_default_zone_and_pool() -> None:
    """D58: where the weakest committed enemy is."""
    s = position(Power.PAPACY)
    assert open_zones(s, Side.PAPACY) == [Zone.GERMAN, Zone.ENGLISH]
    s.debaters[TYNDALE] = Standing.COMMITTED
    assert open_zones(s, Side.PAPACY) == [Zone.ENGLISH, Zone.GERMAN]
    assert pools(s, Call(Side.PAPACY, Zone.ENGLISH)) == ["committed"]


def test_flips_may_be_strict_or_have_conditions_of_their_own() -> None:
    s = position(Power.PROTESTANT)
    london = SpaceId("london")
    assert drive(
        flip_spaces(s, Side.PROTESTANT, 2, Zone.GERMAN, rule="18.1", source="diet", strict=True,
                    eligible=lambda state, space: space == london)
    ) == 0  # fmt: skip
    drive(
        flip_spaces(s, Side.PROTESTANT, 2, Zone.GERMAN, rule="18.1", source="diet",
                    eligible=lambda state, space: space == london)
    )  # fmt: skip
    assert s.spaces[london].religion is Religion.PROTESTANT
    assert [event.facts["count"] for event in s.events if event.kind == "flips_lost"] == [2, 1]


def test_a_zone_is_emptied_before_others() -> None:
    s = position(Power.PAPACY)
    s.convert(SpaceId("london"), Religion.PROTESTANT)
    drive(flip_spaces(s, Side.PAPACY, 1, Zone.ENGLISH, rule="18.5", source="debate"))
    assert s.spaces[SpaceId("london")].religion is Religion.CATHOLIC
    assert s.spaces[SpaceId("wittenberg")].religion is Religion.PROTESTANT


@pytest.mark.parametrize("seed", range(12))
def test_debates_at_random(seed: int) -> None:
    """Whatever the dice, everything stays sound, and who fought is committed or out."""
    dice = random.Random(seed)
    side = Side.PAPACY if seed % 2 else Side.PROTESTANT
    s = position(Power.PAPACY if seed % 2 else Power.PROTESTANT)
    s.debaters[DebaterId("bullinger")] = Standing.READY
    zone = (Zone.GERMAN, Zone.ENGLISH)[seed % 4 // 2]
    drive(debate(s, Call(side, zone)), chance=lambda sizes: [dice.randint(1, size) for size in sizes])
    fought = {str(e.facts[name]) for e in s.events if e.kind == "debate_round" for name in ("attacker", "defender")}
    assert fought
    ends = (Standing.COMMITTED, Standing.BURNT, Standing.DISGRACED)
    assert all(s.debaters[DebaterId(name)] in ends for name in fought)
    check(s)


# ------------------------------------------------------------------ 21.3


@pytest.mark.parametrize("edition", BOTH)
def test_when_england_shows_its_card(edition: Edition) -> None:
    s = position(Power.ENGLAND, edition=edition)
    card = CardNumber(81)
    s.convert(SpaceId("calais"), Religion.PROTESTANT)
    assert not must_show(s, Power.ENGLAND, card)
    s.powers[Power.ENGLAND].ruler = RulerId("mary_i")
    assert must_show(s, Power.ENGLAND, card) is (edition is Edition.CORE110)
    s.convert(SpaceId("york"), Religion.PROTESTANT)
    assert must_show(s, Power.ENGLAND, card)
    assert not must_show(s, Power.FRANCE, card)
    assert not must_show(s, Power.ENGLAND, CardNumber(10)), "a mandatory card"


@pytest.mark.parametrize("seed", range(10))
def test_impulses_under_mary_at_random(seed: int) -> None:
    """Whatever is answered and rolled, the impulse ends, and everything stays sound."""
    s = position(Power.ENGLAND, edition=BOTH[seed % 2])
    s.impulse, dice = None, random.Random(seed)
    s.powers[Power.ENGLAND].ruler = RulerId("mary_i")
    for space in ("london", "york", "bristol", "calais"):
        s.convert(SpaceId(space), Religion.PROTESTANT)
    played(impulse(s, Power.ENGLAND), dice)
    assert any(event.kind == "mary_rolled" for event in s.events) or s.passes or s.powers[Power.ENGLAND].last_act
    check(s)


def played(flow: Flow[None], dice: random.Random) -> None:
    """A flow to its end, with any legal answers and any dice."""
    reply: Any = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration:
            return
        if isinstance(request, Ask):
            reply = {one.key: one.options.sample(dice.randrange) for one in request.decisions}
        else:
            reply = [dice.randint(1, size) for size in request.sizes]


# ------------------------------------------------------------------ 21.5


def test_luther_is_no_ruler_for_the_papal_bull() -> None:
    s = position(Power.PAPACY)
    s.wars.clear()
    s.begin_war(Power.PAPACY, Power.PROTESTANT)
    assert excommunicable_powers(s) == []
    s.begin_war(Power.PAPACY, Power.HAPSBURG)
    assert excommunicable_powers(s) == [Power.HAPSBURG]


def test_unrest_of_an_excommunication() -> None:
    s = position(Power.PAPACY)
    sites = unrest_sites(s, Power.FRANCE)
    assert SpaceId("tours") in sites
    assert SpaceId("paris") not in sites, "occupied"
    s.convert(SpaceId("tours"), Religion.PROTESTANT)
    assert SpaceId("tours") not in unrest_sites(s, Power.FRANCE)


@pytest.mark.parametrize(
    "broken",
    [
        lambda s: s.debaters.update({ECK: Standing.BURNT}),
        lambda s: s.debaters.update({LUTHER: Standing.DISGRACED}),
        lambda s: s.reformers.update({WITTENBERGER: Standing.COMMITTED}),
        lambda s: (s.debaters.update({LUTHER: Standing.BURNT}), s.reformers.update({WITTENBERGER: Standing.READY})),
        lambda s: s.excommunicated.extend(["luther", "luther"]),
        lambda s: s.excommunicated.append("edward_vi"),
    ],
)
def test_what_is_unsound_is_found(broken) -> None:  # type: ignore[no-untyped-def]
    s = position(Power.PAPACY)
    s.impulse = None
    broken(s)
    with pytest.raises(BrokenInvariant, match=r"rule 18\.2"):
        check(s)
