"""cards.md 5.3: events that draw, give, take, discard and retrieve cards (57, 59, 66, 74, 79, 81, 96, 112 a-115 b)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.decision import Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.card_draw import FUGGERS
from engine.here_i_stand.card_moves import discard, discard_at_random, hand_over, random_card, retrieve, take_at_random
from engine.here_i_stand.cards.choosing import pick_card, pick_one, pick_power
from engine.here_i_stand.cards.effect import Effect
from engine.here_i_stand.cards.losing import out_of_game
from engine.here_i_stand.deck import DISSOLUTION, Use, draw
from engine.here_i_stand.hands import discardable, mandatory_cards
from engine.here_i_stand.presence import land_owners
from engine.here_i_stand.records import MinusCard
from engine.here_i_stand.saint_peters import build_saint_peters
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    CardNumber,
    LeaderId,
    Power,
    PrizeId,
    SpaceId,
    TurnMarker,
    Whereabouts,
    Zone,
)

BIGAMY, JANE_GREY, AKINJI, OVERTURE, INDULGENCES = (CardNumber(number) for number in (57, 59, 66, 74, 81))
MOLUCCAS, MORE, CORONATION, EMBASSY, CROMWELL = (CardNumber(number) for number in (96, 112, 113, 114, 115))
PHILIP, CHARLES = LeaderId("philip_of_hesse"), LeaderId("charles_v")
CIRCUMNAVIGATION: Final = PrizeId("circumnavigation")
_OVERTURE_DRAWS: Final = 2
_LOAN: Final = 2
_SPICES: Final = 2
_RAID_DISTANCE: Final = 2
_LAST_CHILDLESS_RESULT: Final = 3

# ------------------------------------------------------------------ 57, 59


def _scandal(s: HisState, power: Power) -> Flow[None]:
    """57, C-20: a captured Philip may be given up too."""
    here = s.leaders[PHILIP].where not in (Whereabouts.WAITING, Whereabouts.OUT)
    hand = bool(s.powers[Power.PROTESTANT].hand)
    ways = [*(["discard"] if hand else []), *([str(PHILIP)] if here else [])]
    if not ways:
        return
    way = yield from pick_one(s, Power.PROTESTANT, ways, ways[0], BIGAMY, "leader_or_card")
    if way == PHILIP:
        out_of_game(s, PHILIP, rule="6.1")
    else:
        yield from discard_at_random(s, Power.PROTESTANT, rule="6.1")


def _why_no_queen(s: HisState, power: Power) -> Reason | None:
    if Power.ENGLAND not in s.this_turn.new_rulers:
        return Reason("no_new_ruler", "6.1", {"power": Power.ENGLAND})
    return _why_no_card(s, Power.ENGLAND)


def _why_no_card(s: HisState, power: Power) -> Reason | None:
    return None if s.powers[power].hand else Reason("hand_empty", "6.1", {"power": power})


def _nine_days(s: HisState, power: Power) -> Flow[None]:
    """59: the player sees both cards and keeps one."""
    taken = yield from take_at_random(s, power, Power.ENGLAND, rule="6.1")
    before = list(s.powers[power].hand)
    yield from draw(s, power, 1, rule="6.1")
    drawn = next((card for card in s.powers[power].hand if card not in before), None)
    if taken is None or drawn is None:
        return
    ways = [
        blank("choice", do="choose", card=card, power=to)
        for card in sorted((taken, drawn), key=lambda one: (s.board.cards[one].cp, one))
        for to in sorted((Power.PAPACY, Power.PROTESTANT), key=lambda one: one is not power)
    ]
    wish = yield from _hidden(s, power, ways, JANE_GREY, "give_one")
    hand_over(s, power, Power(str(wish["power"])), CardNumber(int(str(wish["card"]))), rule="6.1")


def _hidden(s: HisState, power: Power, ways: list[Alternative], card: CardNumber, what: str) -> Flow[Alternative]:
    """One of the answers that follow from a hand, the first by default; asked in any case."""

    def why_not(wish: Alternative) -> Reason | None:
        facts = {"power": power, "card": wish["card"], "event": card}
        return None if wish in ways else Reason("card_not_possible", "6.1", facts)

    wish = yield from choose(
        s, "choice", power, ways, ways[0], why=why_not, rule="6.1", about=f"{card}/{what}",
        facts={"event": card, "what": what},
    )  # fmt: skip
    return wish


# ------------------------------------------------------------------ 66


def raid_targets(s: HisState) -> list[Power]:
    """66: enemies of the Ottoman with a card, near whose spaces Ottoman cavalry stands."""
    reached = _raided_spaces(s)
    return [
        power
        for power in MAJORS
        if s.at_war(Power.OTTOMAN, power)
        and s.powers[power].hand
        and any(s.spaces[space].controller is power for space in reached)
    ]


def _raided_spaces(s: HisState) -> set[SpaceId]:
    """Spaces within two steps of Ottoman cavalry over land, passes included; the one between is Ottoman."""
    found: set[SpaceId] = set()
    for start in s.forces:
        if Power.OTTOMAN not in land_owners(s, start) or not s.land(Power.OTTOMAN, start).cavalry:
            continue
        reached = [start]
        for step in range(_RAID_DISTANCE):
            through = [at for at in reached if step == 0 or s.spaces[at].controller is Power.OTTOMAN]
            found.update(reached)
            reached = [onward for at in through for onward in s.board.map.by_land(at)]
        found.update(reached)
    return found


def _why_no_raid(s: HisState, power: Power) -> Reason | None:
    return None if raid_targets(s) else Reason("no_target", "6.1", {"card": AKINJI})


def _raid(s: HisState, power: Power) -> Flow[None]:
    """66, C-24"""
    target = yield from pick_power(s, Power.OTTOMAN, raid_targets(s), AKINJI, "target")
    yield from take_at_random(s, Power.OTTOMAN, target, rule="6.1")


# ------------------------------------------------------------------ 74, 79, 81, 96


def _gift(s: HisState, power: Power) -> Flow[None]:
    """74: two cards drawn, one given away; a mandatory one only where there is no other."""
    yield from draw(s, power, _OVERTURE_DRAWS, rule="6.1")
    hand = s.powers[power].hand
    if not hand:
        return
    cards = [card for card in hand if card not in mandatory_cards(s, power)] or list(hand)
    ways = [
        blank("choice", do="choose", card=card, power=to)
        for card in sorted(cards, key=lambda one: (s.board.cards[one].cp, one))
        for to in sorted(MAJORS, key=lambda other: s.at_war(power, other))
        if to is not power
    ]
    wish = yield from _hidden(s, power, ways, OVERTURE, "give_one")
    hand_over(s, power, Power(str(wish["power"])), CardNumber(int(str(wish["card"]))), rule="6.1")


def _loan(s: HisState, power: Power) -> Flow[None]:
    """79"""
    yield from draw(s, power, _LOAN, rule="6.1")
    s.powers[power].minus_cards.append(MinusCard(FUGGERS, s.turn))
    tell(s, Event("minus_card", "6.2", {"power": power, "card": FUGGERS}))


def _indulgences(s: HisState, power: Power) -> Flow[None]:
    """81"""
    yield from to_fund(s, Power.PROTESTANT)


def to_fund(s: HisState, victim: Power) -> Flow[None]:
    """81, 86 a: a random card is discarded, and its CP go to Saint Peter's."""
    card = yield from random_card(s, victim, rule="6.1")
    if card is not None:
        discard(s, victim, card, rule="6.1")
        build_saint_peters(s, s.board.cards[card].cp, rule="18.1")


def circumnavigator(s: HisState) -> Power | None:
    """96: who has sailed around the world."""
    return next((one.power for one in s.new_world.conquests if one.prize == CIRCUMNAVIGATION), None)


def _spices(s: HisState, power: Power) -> Flow[None]:
    """96"""
    sailor = circumnavigator(s)
    if sailor is not None:
        yield from draw(s, sailor, _SPICES, rule="6.1")


# ------------------------------------------------------------------ 112 a to 115 b, later edition


def _execution(s: HisState, power: Power) -> Flow[None]:
    """112 a: no debates in the English zone this turn; England draws a card and discards one (R74)."""
    s.this_turn.markers.append(TurnMarker.THOMAS_MORE)
    tell(s, Event("turn_marker", "6.1", {"marker": TurnMarker.THOMAS_MORE}))
    yield from draw(s, Power.ENGLAND, 1, rule="6.1")
    yield from choose_discard(s, Power.ENGLAND, MORE)


def choose_discard(s: HisState, power: Power, event: CardNumber) -> Flow[None]:
    """6.1, R74: a card of the owner's choice, no home card; by the switch mandatory ones too. D67"""
    if not s.powers[power].hand:
        return
    allowed = s.setting("chosen_discard_mandatory") == "allowed"
    cards = list(s.powers[power].hand) if allowed else discardable(s, power)
    card = yield from pick_card(s, power, cards, event, "discard")
    if card is not None:
        discard(s, power, card, rule="6.1")


def _why_no_coronation(s: HisState, power: Power) -> Reason | None:
    state = s.leaders[CHARLES]
    there = state.where is Whereabouts.MAP and s.board.map.spaces[SpaceId(state.at)].zone is Zone.ITALIAN
    return None if there else Reason("charles_not_in_italy", "6.1", {"leader": CHARLES})


def both_draw(s: HisState, one: Power, other: Power) -> Flow[None]:
    """C-26, C-38: each of two roles draws a card; one power in both draws twice, or once by the switch."""
    roles = [one, other] if one is not other or s.setting("two_role_draws") == "both" else [one]
    for power in sorted(roles, key=MAJORS.index):
        yield from draw(s, power, 1, rule="6.1")


def _coronation(s: HisState, power: Power) -> Flow[None]:
    """113"""
    yield from both_draw(s, Power.HAPSBURG, power)


def _why_no_embassy(s: HisState, power: Power) -> Reason | None:
    allied = s.allied(Power.FRANCE, Power.OTTOMAN)
    return None if allied else Reason("not_allied", "6.1", {"power": Power.FRANCE, "rival": Power.OTTOMAN})


def _embassy(s: HisState, power: Power) -> Flow[None]:
    """114"""
    yield from both_draw(s, Power.OTTOMAN, Power.FRANCE)


def _cromwell_retrieves(s: HisState, power: Power) -> Flow[Use | None]:
    """115 b"""
    yield from ()
    retrieve(s, Power.ENGLAND, DISSOLUTION, rule="6.1")
    return cromwell_goes(s)


def cromwell_goes(s: HisState) -> Use:
    """115: the card leaves the game once the chart has given a result of 3 or lower (21.3)."""
    gone = any(result <= _LAST_CHILDLESS_RESULT for result in s.tudors.results)
    return Use.EVENT if gone else Use.SPENT


def _needs(card: CardNumber, there: Callable[[HisState], bool], key: str) -> Callable[[HisState, Power], Reason | None]:
    return lambda s, power: None if there(s) else Reason(key, "6.1", {"card": card})


EFFECTS: Final = (
    Effect(BIGAMY, "a", _scandal),
    Effect(JANE_GREY, "a", _nine_days, _why_no_queen),
    Effect(AKINJI, "a", _raid, _why_no_raid),
    Effect(OVERTURE, "a", _gift),
    Effect(FUGGERS, "a", _loan),
    Effect(INDULGENCES, "a", _indulgences),
    Effect(MOLUCCAS, "a", _spices, _needs(MOLUCCAS, lambda s: circumnavigator(s) is not None, "no_circumnavigation")),
    Effect(MORE, "a", _execution),
    Effect(CORONATION, "a", _coronation, _why_no_coronation),
    Effect(EMBASSY, "a", _embassy, _why_no_embassy),
    Effect(
        CROMWELL,
        "b",
        _cromwell_retrieves,
        _needs(DISSOLUTION, lambda s: DISSOLUTION in s.discard, "not_in_discard_pile"),
    ),
)
