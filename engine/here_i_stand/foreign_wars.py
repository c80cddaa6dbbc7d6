"""21.7 Fight Foreign War: the battle against the enemies on the card, and how the war ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.decision import Json, Reason
from engine.core.events import Event, tell
from engine.core.flow import Flow
from engine.core.options import Alternative
from engine.here_i_stand.action import Action
from engine.here_i_stand.asking import blank, choose
from engine.here_i_stand.battle_round import casualties, fight
from engine.here_i_stand.displacement import to_turn_track
from engine.here_i_stand.losses import settle_counters
from engine.here_i_stand.points import cost_of, pay, why_not_pay
from engine.here_i_stand.presence import has_enemy_units, is_besieged, is_friendly
from engine.here_i_stand.records import Battle, BattleSide, Bonus, ForeignWarState, Land
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import BattleKind, BonusKind, CardNumber, LeaderId, Power, Role, SpaceId
from engine.here_i_stand.war_units import leaders_at_war, owner_of, war_on, wars_of

WORD: Final = "fight"
_COST: Final = "fight_foreign_war"
_RULE: Final = "21.7"

# ------------------------------------------------------------------ the action


def war_named(s: HisState, power: Power, wish: Alternative) -> ForeignWarState | Reason:
    """The war that an order means: that of its card, without one the only war that the power fights; or why none."""
    wars, card = wars_of(s, power), wish["card"]
    if not wars:
        return Reason("no_foreign_war", _RULE, {"power": power})
    if card is None and len(wars) > 1:
        cards: list[Json] = [war.card for war in wars]
        return Reason("name_foreign_war", _RULE, {"power": power, "cards": cards})
    found = wars[0] if card is None else next((war for war in wars if war.card == card), None)
    return found or Reason("not_your_foreign_war", _RULE, {"power": power, "card": card})


def _why_not_fight(s: HisState, power: Power, wish: Alternative) -> Reason | None:
    if cost_of(s, power, _COST) is None:
        return Reason("never_does", "11.1", {"power": power})
    war = war_named(s, power, wish)
    if isinstance(war, Reason):
        return war
    if not war.units.strength:
        return Reason("no_units_at_war", _RULE, {"power": power, "card": war.card})
    return why_not_pay(s, power, cost_of(s, power, _COST), "11.1")


def _fight(s: HisState, power: Power, wish: Alternative) -> Flow[bool]:
    """21.7: a field battle on the card. Nobody retreats, and no leader is captured (R92)."""
    war = war_named(s, power, wish)
    assert isinstance(war, ForeignWarState)
    card = war.card
    pay(s, cost_of(s, power, _COST) or 0)
    s.battle = Battle(
        BattleKind.FOREIGN_WAR,
        str(card),
        BattleSide([power], leaders=leaders_at_war(s, war)),
        BattleSide(others=[Power.INDEPENDENT]),
        card=card,
    )
    lost = yield from fight(s)
    won = yield from casualties(s, lost)
    s.battle = None
    if not war_on(s, card).enemies:
        yield from end_war(s, card)
    return won is Role.ATTACKER


def _choices(s: HisState, power: Power) -> list[Alternative]:
    found = [blank("impulse", do=WORD, card=war.card) for war in wars_of(s, power)]
    return [wish for wish in found if _why_not_fight(s, power, wish) is None]


FIGHT = Action(WORD, _why_not_fight, _fight, _choices)

# ------------------------------------------------------------------ the end


def end_war(s: HisState, card: CardNumber) -> Flow[None]:
    """21.7: no enemy is left: the card is a discard, and its units and leader come home. R76: what the war cost and
    gives by the switch of the game."""
    war = war_on(s, card)
    power, table = owner_of(s, war), s.board.tables.foreign_wars[card]
    tell(s, Event("foreign_war_won", _RULE, {"power": power, "card": card}))
    to = yield from _home(s, power, card)
    war = war_on(s, card)
    leaders = leaders_at_war(s, war)
    s.foreign_wars.remove(war)
    s.beside_map.remove(card)
    s.discard.append(card)
    minus = s.powers[power].minus_cards
    s.powers[power].minus_cards = [one for one in minus if one.card != card]
    if table.vp:
        s.powers[power].bonus.append(Bonus(BonusKind.FOREIGN_WAR, table.vp))
        facts: dict[str, Json] = {"power": power, "bonus": BonusKind.FOREIGN_WAR, "count": table.vp}
        tell(s, Event("bonus_vp", _RULE, facts))
    if to is None:
        _lose_way(s, power, card, war.units, leaders)
    else:
        yield from _return(s, power, to, war.units, leaders)


def homes(s: HisState, power: Power) -> list[SpaceId]:
    """21.7: where survivors go: to the capital, or where it has enemy units or is not friendly, to another friendly
    home key without any; those with most own units first."""
    capitals = [space for space in s.board.powers[power].capitals if _is_open(s, power, space)]
    keys = [space for space in s.home_spaces(power) if space in s.board.map.keys and _is_open(s, power, space)]
    return capitals or sorted(keys, key=lambda space: -s.stack(power, space))


def _is_open(s: HisState, power: Power, space: SpaceId) -> bool:
    return is_friendly(s, power, space) and not has_enemy_units(s, power, space)


def _home(s: HisState, power: Power, card: CardNumber) -> Flow[SpaceId | None]:
    ways = homes(s, power)
    if not ways:
        return None
    picks = [blank("choice", do="choose", pick=space) for space in ways]
    facts: dict[str, Json] = {"event": card, "what": "back_from_war"}
    wish = yield from choose(
        s, "choice", power, picks, picks[0], rule=_RULE, about=f"{card}/back_from_war", facts=facts
    )  # fmt: skip
    return SpaceId(str(wish["pick"]))


def _return(s: HisState, power: Power, to: SpaceId, units: Land, leaders: list[LeaderId]) -> Flow[None]:
    s.add_land(power, to, replace(units))
    for leader in leaders:
        s.place_leader(leader, to)
    named: list[Json] = list(leaders)
    facts: dict[str, Json] = {
        "power": power, "space": to, "regulars": units.regulars, "mercenaries": units.mercenaries,
        "cavalry": units.cavalry, "leaders": named,
    }  # fmt: skip
    tell(s, Event("back_from_war", _RULE, facts))
    yield from settle_counters(s, power, to, [])


def _lose_way(s: HisState, power: Power, card: CardNumber, units: Land, leaders: list[LeaderId]) -> None:
    """R22, R24: without any such place units are lost; leaders wait in a capital that is friendly still, else on the
    turn track."""
    facts: dict[str, Json] = {"power": power, "space": str(card), "count": units.strength}
    tell(s, Event("units_eliminated", "R24", facts))
    capitals = [space for space in s.board.powers[power].capitals if is_friendly(s, power, space)]
    if not capitals:
        to_turn_track(s, leaders, rule="R22")
        for leader in leaders:
            s.leaders[leader].card = None
        return
    for leader in leaders:
        s.place_leader(leader, capitals[0])
        s.leaders[leader].inside = is_besieged(s, capitals[0])
