"""Orders of Here I Stand as text: the order line that gives an alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.options import Alternative, Order
from engine.here_i_stand.terms import CardNumber
from orders.here_i_stand.choosing import write_choice, write_pick, write_placing
from orders.here_i_stand.forces import LAND, NAVAL, write_fleet, write_formation
from orders.here_i_stand.reading import OWN_IMPULSE
from orders.here_i_stand.words import PLACES, Sort, cards_of
from orders.words import Lexicon

Writer = Callable[[Alternative, Lexicon], str]

# ------------------------------------------------------------------ names


def _named(ident: object, lexicon: Lexicon, *sorts: Sort) -> str:
    """The name to write for an id of one of these sorts."""
    text = str(ident)
    sort = next((one for one in sorts if lexicon.knows(text, (one,)) and lexicon.find(text, (one,)) == text), sorts[0])
    return lexicon.write(text, sort, sorts)


def _space(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, Sort.SPACE)


def _place(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, *PLACES)


def _power(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, Sort.POWER)


def _leader(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, Sort.LEADER)


def _card(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, Sort.CARD)


def _unit(ident: object, lexicon: Lexicon) -> str:
    return _named(ident, lexicon, Sort.UNIT)


def _units(ident: object, count: int, lexicon: Lexicon) -> str:
    return _unit(ident, lexicon) if count == 1 else {**LAND, **NAVAL}[str(ident)]


def _several(ids: object, lexicon: Lexicon, *sorts: Sort) -> str:
    return ", ".join(_named(one.strip(), lexicon, *sorts) for one in str(ids).split(","))


def _part(word: str, said: str | None) -> str:
    return f" {word} {said}" if said else ""


def _optional(order: Alternative, field: str, lexicon: Lexicon, writer: Callable[[object, Lexicon], str]) -> str | None:
    return None if order.get(field) is None else writer(order[field], lexicon)


# ------------------------------------------------------------------ 11 impulse


def _play(order: Alternative, lexicon: Lexicon) -> str:
    card = _card(order["card"], lexicon)
    if order["mode"] == "cp":
        return f"PLAY {card} CP"
    effects = cards_of(lexicon)[CardNumber(int(str(order["card"])))].effects
    own = [effect for effect in effects if OWN_IMPULSE in effect.windows] or list(effects)
    return f"PLAY {card} EVENT{_way(order) if [effect.mode for effect in own] != [order['mode']] else ''}"


def _way(order: Alternative) -> str:
    return f" {str(order['mode']).upper()}" if order.get("mode") else ""


def _alone(word: str) -> Writer:
    return lambda order, lexicon: word


def _move(order: Alternative, lexicon: Lexicon) -> str:
    goal = _several(order["to"], lexicon, Sort.SPACE)
    return f"MOVE {write_formation(order, lexicon)} FROM {_space(order['from'], lexicon)} TO {goal}"


def _transport(order: Alternative, lexicon: Lexicon) -> str:
    seas = _several(order["via"], lexicon, Sort.SEA)
    origin, goal = _space(order["from"], lexicon), _space(order["to"], lexicon)
    return f"TRANSPORT {write_formation(order, lexicon)} FROM {origin} VIA {seas} TO {goal}"


def _sail(order: Alternative, lexicon: Lexicon) -> str:
    legs = [leg for leg in str(order["moves"]).split(";") if leg.strip()]
    return "SAIL " + " AND ".join(_leg(leg.strip(), lexicon) for leg in legs)


def _leg(leg: str, lexicon: Lexicon) -> str:
    way, *details = leg.split(":")
    start, _, end = way.partition(">")
    ships, leaders, owner = leg_details(details, lexicon)
    squadrons, _, corsairs = ships.partition("/")
    fleet: Alternative = {
        "squadrons": int(squadrons) if squadrons else None, "corsairs": int(corsairs or 0) if squadrons else None,
        "leaders": None,
    }  # fmt: skip
    said = write_fleet(fleet, lexicon)
    if owner:
        said = (
            f"{said.replace(' SHIPS', '')} {_power(owner, lexicon)} ships"
            if not squadrons
            else _of_owner(said, owner, lexicon)
        )
    commanders = (
        "NO LEADER" if leaders == "none" else " AND ".join(_leader(one, lexicon) for one in leaders.split("+") if one)
    )
    return f"{said} FROM {_place(start, lexicon)} TO {_place(end, lexicon)}{_part('WITH', commanders)}"


def _of_owner(said: str, owner: str, lexicon: Lexicon) -> str:
    count, _, unit = said.partition(" ")
    return f"{count} {_power(owner, lexicon)} {unit}"


def leg_details(details: list[str], lexicon: Lexicon) -> tuple[str, str, str]:
    """Ships, leaders and owner of a naval move, in whatever order they stand (engine.here_i_stand.naval)."""
    ships = leaders = owner = ""
    for token in (one.strip() for one in details):
        if token and token.replace("/", "").isdecimal():
            ships = token
        elif token and lexicon.knows(token, (Sort.POWER,)) and lexicon.find(token, (Sort.POWER,)) == token:
            owner = token
        elif token:
            leaders = token
    return ships, leaders, owner


def _assault(order: Alternative, lexicon: Lexicon) -> str:
    force = write_formation(order, lexicon)
    return f"ASSAULT {_space(order['space'], lexicon)}{_part('WITH', None if force == 'ALL' else force)}"


def _build(order: Alternative, lexicon: Lexicon) -> str:
    count = order.get("count")
    unit = _units(order["unit"], int(str(count or 1)), lexicon)
    owner = _optional(order, "power", lexicon, _power)
    space, card = _optional(order, "space", lexicon, _space), _optional(order, "card", lexicon, _card)
    place = ("IN", space) if space is not None else ("FOR", card)
    return " ".join(str(one) for one in ("BUILD", count, owner, unit, *place) if one is not None)


def _piracy(order: Alternative, lexicon: Lexicon) -> str:
    return f"PIRACY IN {_named(order['sea'], lexicon, Sort.SEA)} AGAINST {_power(order['power'], lexicon)}"


# ------------------------------------------------------------------ 18, 20, 21.7


def _zone(order: Alternative, lexicon: Lexicon) -> str:
    """The language zone as it is said: German."""
    return _named(order["pick"], lexicon, Sort.ZONE).capitalize()


def _with_debater(order: Alternative, field: str, lexicon: Lexicon) -> str:
    debaters = order.get(field)
    return _part("WITH", None if debaters is None else _several(debaters, lexicon, Sort.DEBATER))


def _points(order: Alternative) -> str:
    return "" if order.get("count") is None else f" {order['count']} CP"


def _publish(order: Alternative, lexicon: Lexicon) -> str:
    return f"PUBLISH {_zone(order, lexicon)}{_with_debater(order, 'leaders', lexicon)}"


def _translate(order: Alternative, lexicon: Lexicon) -> str:
    return f"TRANSLATE {_zone(order, lexicon)}{_points(order)}{_with_debater(order, 'leaders', lexicon)}"


def _burn(order: Alternative, lexicon: Lexicon) -> str:
    zone = None if order.get("pick") is None else _zone(order, lexicon)
    return f"BURN BOOKS{_part('IN', zone)}{_with_debater(order, 'leaders', lexicon)}"


def _debate(order: Alternative, lexicon: Lexicon) -> str:
    pool = None if order.get("mode") is None else str(order["mode"])
    return f"DEBATE {_zone(order, lexicon)}{_part('AGAINST', pool)}"


def _cathedral(order: Alternative, lexicon: Lexicon) -> str:
    return f"BUILD St Peter's{_points(order)}"


def _found(order: Alternative, lexicon: Lexicon) -> str:
    return f"FOUND university IN {_space(order['space'], lexicon)}{_with_debater(order, 'leaders', lexicon)}"


def _campaign(order: Alternative, lexicon: Lexicon) -> str:
    return f"CAMPAIGN {_optional(order, 'card', lexicon, _card) or 'FOREIGN WAR'}"


def _convert(order: Alternative, lexicon: Lexicon) -> str:
    space = _optional(order, "space", lexicon, _space)
    return f"CONVERT {space or 'ANY'}{_with_debater(order, 'pick', lexicon)}"


# ------------------------------------------------------------------ answers


def _intercept(order: Alternative, lexicon: Lexicon) -> str:
    return f"INTERCEPT {write_formation(order, lexicon)} FROM {_space(order['from'], lexicon)}"


def _avoid(order: Alternative, lexicon: Lexicon) -> str:
    force = write_formation(order, lexicon)
    return f"AVOID{_part('WITH', None if force == 'ALL' else force)} TO {_space(order['to'], lexicon)}"


def _continue(order: Alternative, lexicon: Lexicon) -> str:
    seas = None if order.get("via") is None else _several(order["via"], lexicon, Sort.SEA)
    return f"CONTINUE{_part('VIA', seas)} TO {_space(order['to'], lexicon)}"


def _join(order: Alternative, lexicon: Lexicon) -> str:
    force = write_formation(order, lexicon)
    return "JOIN NONE" if force == "0 regulars, NO LEADER" else f"JOIN {force}"


def _lose(order: Alternative, lexicon: Lexicon) -> str:
    part = None if order.get("pick") is None else str(order["pick"]).upper()
    owner, unit = _optional(order, "power", lexicon, _power), _optional(order, "unit", lexicon, _unit)
    unit = None if unit is None else _units(order["unit"], 2, lexicon)
    return " ".join(one for one in ("LOSE", part, owner, unit) if one)


def _retreat(order: Alternative, lexicon: Lexicon) -> str:
    goal = _optional(order, "to", lexicon, _place)
    inside: str | None = write_formation(order, lexicon)
    if order.get("count") is not None:
        inside = ", ".join([str(order["count"]), *(_leaders(order, lexicon))])
    elif inside == "ALL":
        inside = None
    return f"RETREAT{_part('TO', goal)}{_part('INSIDE', inside)}"


def _leaders(order: Alternative, lexicon: Lexicon) -> list[str]:
    leaders = str(order.get("leaders") or "")
    if leaders == "none":
        return ["NO LEADER"]
    return [_leader(one.strip(), lexicon) for one in leaders.split(",") if one.strip()]


def _chase(order: Alternative, lexicon: Lexicon) -> str:
    return f"CHASE {write_fleet(order, lexicon)} FROM {_place(order['from'], lexicon)}"


def _evade(order: Alternative, lexicon: Lexicon) -> str:
    return f"EVADE TO {_place(order['to'], lexicon)}"


def _award(order: Alternative, lexicon: Lexicon) -> str:
    count = f"{order['count']} " if order.get("count") is not None else ""
    return f"AWARD {count}{order['award']}"


def _respond(order: Alternative, lexicon: Lexicon) -> str:
    leader, power = _optional(order, "leader", lexicon, _leader), _optional(order, "power", lexicon, _power)
    return (
        f"RESPOND {_card(order['card'], lexicon)}{_way_of(order, lexicon)}"
        f"{_part('LEADER', leader)}{_part('AGAINST', power)}"
        f"{_part('IN', _optional(order, 'space', lexicon, _place))}"
        f"{_part('PLACING', _optional(order, 'placing', lexicon, write_placing))}"
        f"{_part('CHOOSING', _optional(order, 'pick', lexicon, write_pick))}"
    )


def _combat(order: Alternative, lexicon: Lexicon) -> str:
    return (
        f"COMBAT {_card(order['card'], lexicon)}{_way_of(order, lexicon)}"
        f"{_part('AGAINST', _optional(order, 'power', lexicon, _power))}"
        f"{_part('CHOOSING', _optional(order, 'pick', lexicon, write_pick))}"
    )


def _way_of(order: Alternative, lexicon: Lexicon) -> str:
    """The letter of the way, where a card has several."""
    effects = cards_of(lexicon)[CardNumber(int(str(order["card"])))].effects
    return _way(order) if len(effects) > 1 else ""


def _discard(order: Alternative, lexicon: Lexicon) -> str:
    return f"DISCARD {_card(order['card'], lexicon)}"


# ------------------------------------------------------------------ other phases


def _enter(order: Alternative, lexicon: Lexicon) -> str:
    return f"ENTER {_space(order['space'], lexicon)}"


def _propose(order: Alternative, lexicon: Lexicon) -> str:
    package = "" if order.get("package") is None else f"{order['package']} "
    to = "nobody" if order.get("to") is None else _several(order["to"], lexicon, Sort.POWER)
    return f"PROPOSE {package}TO {to}: {_item(order, lexicon)}"


def _item(order: Alternative, lexicon: Lexicon) -> str:
    giver, _, receiver = str(order.get("power") or "").partition(",")
    item = str(order["item"])
    if item in ("alliance", "end_war"):
        powers = " AND ".join(_power(one, lexicon) for one in (giver, receiver) if one)
        return f"{'alliance' if item == 'alliance' else 'end war'}{_part('WITH', powers)}"
    if item == "lift_excommunication" and giver and not receiver:
        return f"lift excommunication OF {_power(giver, lexicon)}"
    front = f"{_power(giver, lexicon)} " if giver else ""
    said = _thing(order, item, lexicon, giver)
    return f"{front}{said}{_part('TO', _power(receiver, lexicon) if receiver else None)}"


_PLURAL: Final = frozenset({"ottoman", "hapsburg", "protestant"})
"""Powers that are called by their people: the Ottomans cede."""


def _thing(order: Alternative, item: str, lexicon: Lexicon, giver: str) -> str:
    s = "s" if giver and giver not in _PLURAL else ""
    gives = f"give{s} " if giver else ""
    match item:
        case "loan":
            leaders = None if order.get("leader") is None else _several(order["leader"], lexicon, Sort.LEADER)
            origin = None if order.get("space") is None else _space(order["space"], lexicon)
            return f"lend{s} {_lent(order['squadrons'], lexicon)}{_part('FROM', origin)}{_part('WITH', leaders)}"
        case "return_leader":
            return f"return{s} {_leader(order['leader'], lexicon)}"
        case "cede":
            return f"cede{s} {_space(order['space'], lexicon)}"
        case "draws":
            return f"{gives}{order['count']} random {'card' if order['count'] == 1 else 'cards'}"
        case "mercenaries":
            return f"{gives}{order['count']} {'mercenary' if order['count'] == 1 else 'mercenaries'}"
        case "divorce":
            return f"{gives}divorce"
        case _:
            return f"lift{s} excommunication"


def _lent(squadrons: object, lexicon: Lexicon) -> str:
    if isinstance(squadrons, int):
        return f"{squadrons} {'squadron' if squadrons == 1 else 'squadrons'}"
    parts = [part.strip().partition(" ") for part in str(squadrons).split(",")]
    return " AND ".join(f"{count} {_power(owner, lexicon)} squadrons" for owner, _, count in parts)


def _give(order: Alternative, lexicon: Lexicon) -> str:
    if order["do"] == "place":
        return f"GIVE TO {_space(order['space'], lexicon)}"
    return f"GIVE {order['count']} FROM {_space(order['space'], lexicon)}"


def _sue(order: Alternative, lexicon: Lexicon) -> str:
    card = _optional(order, "card", lexicon, _card)
    return f"SUE FOR PEACE WITH {_power(order['power'], lexicon)}{f', {card}' if card else ''}"


def _disband(order: Alternative, lexicon: Lexicon) -> str:
    where = _named(order["space"], lexicon, *PLACES, Sort.CARD)
    count = int(str(order.get("count") or 1))
    return f"DISBAND {count} {_units(order['unit'], count, lexicon)} IN {where}"


def _regain(order: Alternative, lexicon: Lexicon) -> str:
    what = _optional(order, "leader", lexicon, _leader) or _several(order["space"], lexicon, Sort.SPACE)
    return f"REGAIN {what} FOR {order['price']}"


def _with_power(word: str) -> Writer:
    return lambda order, lexicon: f"{word} {_power(order['power'], lexicon)}"


def _with_space(word: str) -> Writer:
    return lambda order, lexicon: f"{word} {_space(order['space'], lexicon)}"


def _intervene(order: Alternative, lexicon: Lexicon) -> str:
    card = _optional(order, "card", lexicon, _card)
    return f"INTERVENE WITH {card or '2 CP'}"


def _deploy(order: Alternative, lexicon: Lexicon) -> str:
    card = _optional(order, "card", lexicon, _card)
    if order.get("to") is None:
        return f"DEPLOY{_part('WITH', card)}"
    origin, goal = _optional(order, "from", lexicon, _space), _space(order["to"], lexicon)
    return f"DEPLOY {write_formation(order, lexicon)}{_part('FROM', origin)} TO {goal}{_part('WITH', card)}"


def _winter(order: Alternative, lexicon: Lexicon) -> str:
    origin, goal = _space(order["from"], lexicon), _space(order["to"], lexicon)
    return f"WINTER {write_formation(order, lexicon)} FROM {origin} TO {goal}"


def _harbour(order: Alternative, lexicon: Lexicon) -> str:
    owner = _optional(order, "power", lexicon, _power)
    fleet = write_fleet(order, lexicon)
    if owner:
        first, *rest = fleet.split(" ", 1)
        fleet = " ".join([first, owner, *rest])
    return f"HARBOUR {fleet} FROM {_place(order['from'], lexicon)} TO {_space(order['to'], lexicon)}"


WRITERS: Final[Mapping[tuple[str, str], Writer]] = {
    ("impulse", "play"): _play,
    ("impulse", "pass"): _alone("PASS"),
    ("impulse", "move"): _move,
    ("impulse", "sail"): _sail,
    ("impulse", "transport"): _transport,
    ("impulse", "assault"): _assault,
    ("impulse", "control"): _with_space("CONTROL"),
    ("impulse", "calm"): _with_space("CALM"),
    ("impulse", "build"): _build,
    ("impulse", "piracy"): _piracy,
    ("impulse", "wait"): _alone("WAIT"),
    ("impulse", "end"): _alone("FINISH"),
    ("impulse", "choose"): write_choice,
    ("impulse", "publish"): _publish,
    ("impulse", "translate"): _translate,
    ("impulse", "burn"): _burn,
    ("impulse", "dispute"): _debate,
    ("impulse", "saint_peters"): _cathedral,
    ("impulse", "university"): _found,
    ("impulse", "explore"): _alone("EXPLORE"),
    ("impulse", "colonize"): _alone("COLONIZE"),
    ("impulse", "conquer"): _alone("CONQUER"),
    ("impulse", "fight"): _campaign,
    ("impulse", "convert"): _convert,
    ("convert", "convert"): _convert,
    ("debater_bonus", "commit"): lambda order, lexicon: f"COMMIT {_named(order['pick'], lexicon, Sort.DEBATER)}",
    ("diet", "give"): lambda order, lexicon: f"DIET {_card(order['card'], lexicon)}",
    ("choice", "choose"): write_choice,
    ("intercept", "intercept"): _intercept,
    ("avoid_battle", "avoid"): _avoid,
    ("withdraw", "inside"): _alone("WITHDRAW"),
    ("withdraw", "fight"): _alone("FIGHT"),
    ("not_outnumbered", "continue"): _continue,
    ("not_outnumbered", "transport"): _continue,
    ("not_outnumbered", "fall_back"): _alone("FALL BACK"),
    ("relief", "join"): _join,
    ("losses", "lose"): _lose,
    ("retreat", "retreat"): _retreat,
    ("naval_intercept", "intercept"): _chase,
    ("naval_avoid", "avoid"): _evade,
    ("piracy_award", "award"): _award,
    ("response", "respond"): _respond,
    ("combat", "combat"): _combat,
    ("discard", "discard"): _discard,
    ("leader_enters", "enter"): _enter,
    ("propose", "propose"): _propose,
    ("ratify", "accept"): lambda order, lexicon: f"ACCEPT {order['package']}",
    ("ratify", "refuse"): lambda order, lexicon: f"REFUSE {order['package']}",
    ("give_units", "give"): _give,
    ("give_units", "place"): _give,
    ("peace", "sue"): _sue,
    ("peace_terms", "disband"): _disband,
    ("peace_terms", "regain"): _regain,
    ("ransom", "ransom"): lambda order, lexicon: f"RANSOM {_leader(order['leader'], lexicon)}",
    ("absolution", "pay"): _alone("ABSOLUTION"),
    ("war", "declare"): _with_power("DECLARE WAR ON"),
    ("intervene", "intervene"): _intervene,
    ("payment", "pay"): lambda order, lexicon: f"PAY WITH {_card(order['card'], lexicon)}",
    ("minor_activated", "declare"): _alone("OPPOSE"),
    ("spring_deployment", "deploy"): _deploy,
    ("winter_land", "go"): _winter,
    ("winter_ships", "go"): _harbour,
    ("stop", "agree"): _alone("STOP YES"),
}
"""Kind and do-word -> the line of an alternative."""


def _conditions(order: Alternative) -> str:
    said = []
    if order.get("cp") is not None:
        said.append(f"IF CP {order['cp']} : ")
    if after := order.get("after"):
        said.append("IF FAILS : " if after == "failed" else "IF DONE : ")
    return "".join(said)


def write(kind: str, order: Alternative, lexicon: Lexicon) -> str:
    """The order line of an alternative; read again it gives the same."""
    return _conditions(order) + WRITERS[kind, str(order["do"])](order, lexicon)


def write_order(kind: str, order: Order, lexicon: Lexicon) -> list[str]:
    """The clauses of an order; alternatives that are written in the same way are one."""
    return list(dict.fromkeys(write(kind, alternative, lexicon) for alternative in order))
