"""Orders of the Dutch Revolt as text: the order line that gives an alternative, and the sentence that restates it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.options import Alternative
from engine.dutch_revolt.terms import COUNTRYSIDE, NEUTRAL, TREASURY
from orders.dutch_revolt.words import Sort, board_of
from orders.language import Said
from orders.words import Lexicon

_INSIDE: Final = (Sort.CITY, Sort.TOWN, Sort.COUNTRYSIDE)


def _count(order: Alternative, shown_from: int = 2) -> str:
    count = order.get("count")
    return f"{count} " if isinstance(count, int) and count >= shown_from else ""


def _region(order: Alternative, lexicon: Lexicon, field: str = "region") -> str:
    return lexicon.write(str(order[field]), Sort.REGION)


def _province(ident: object, lexicon: Lexicon) -> str:
    return lexicon.write(str(ident), Sort.PROVINCE)


def _city(order: Alternative, lexicon: Lexicon) -> str:
    return lexicon.write(str(order["city"]), Sort.CITY)


def _faction(ident: object, lexicon: Lexicon) -> str:
    return "NEUTRAL" if ident == NEUTRAL else lexicon.write(str(ident), Sort.FACTION)


def _spot(province: object, spot: object, lexicon: Lexicon) -> str:
    """A town, or a province for its countryside."""
    either = (Sort.TOWN, Sort.PROVINCE)
    if spot in (None, COUNTRYSIDE):
        return lexicon.write(str(province), Sort.PROVINCE, either)
    return lexicon.write(str(spot), Sort.TOWN, either)


def _spot_inside(spot: object, lexicon: Lexicon) -> str:
    if spot == COUNTRYSIDE:
        return COUNTRYSIDE
    sort = Sort.CITY if board_of(lexicon).places[str(spot)].is_city else Sort.TOWN
    return lexicon.write(str(spot), sort, _INSIDE)


def _garrison(order: Alternative, lexicon: Lexicon) -> str:
    return f"GARRISON {_region(order, lexicon)}"


def _tax(order: Alternative, lexicon: Lexicon) -> str:
    return f"TAX {order['level']}"


def _support(order: Alternative, lexicon: Lexicon) -> str:
    square = f" {str(order['square']).upper()}" if order.get("square") else ""
    goal = "TREASURY" if order["to"] == TREASURY else _province(order["to"], lexicon)
    return f"SUPPORT {_count(order, 1)}{lexicon.write(str(order['box']), Sort.BOX)}{square} TO {goal}"


def _rob(order: Alternative, lexicon: Lexicon) -> str:
    count = "ALL" if order.get("count") in (None, "all") else str(order["count"])
    return f"ROB {count}" + (f" {_faction(order['faction'], lexicon)}" if order.get("faction") else "")


def _upkeep(order: Alternative, lexicon: Lexicon) -> str:
    line = f"{str(order['action']).upper()} {_count(order)}{_region(order, lexicon)}"
    if order["action"] != "release" or not order.get("plunder"):
        return line
    if order["plunder"] == "spare":
        return f"{line} SPARE"
    if order["plunder"] == "town":
        return f"{line} PLUNDER TOWN IN {_province(order['province'], lexicon)}"
    where = _spot(order.get("province"), order.get("spot"), lexicon)
    return f"{line} PLUNDER {_faction(order['faction'], lexicon)} IN {where}"


def _recruit(order: Alternative, lexicon: Lexicon) -> str:
    return f"RECRUIT {_count(order)}{_region(order, lexicon)}"


def _besiege(order: Alternative, lexicon: Lexicon) -> str:
    return f"BESIEGE {_city(order, lexicon)}"


def _beggars(order: Alternative, lexicon: Lexicon) -> str:
    do = order["do"]
    if do == "hire":
        return f"HIRE {_count(order, 1)}{_region(order, lexicon)}"
    if do == "relieve":
        return f"RELIEVE {_city(order, lexicon)}"
    if do == "besiege":
        return f"BLOCKADE {_city(order, lexicon)}"
    if do == "plunder":
        return f"RAID {_province(order['province'], lexicon)}"
    if do == "spare":
        return f"SPARE {_faction(order['faction'], lexicon)}"
    whose = f"{_faction(order['faction'], lexicon)} IN " if order.get("faction") else ""
    army = f" {str(order['army']).upper()}" if order.get("army") else " BESIEGING" if order.get("city") else ""
    city = f" {_city(order, lexicon)}" if order.get("city") else ""
    return f"DESTROY {whose}{_region(order, lexicon)}{army}{city}"


def _move(order: Alternative, lexicon: Lexicon) -> str:
    return f"MOVE {_count(order)}{_region(order, lexicon, 'from')} TO {_region(order, lexicon, 'to')}"


def _influence(order: Alternative, lexicon: Lexicon) -> str:
    whose = f" {_faction(order['faction'], lexicon)}" if order.get("faction") else ""
    return f"INFLUENCE {_spot(order.get('province'), order.get('spot'), lexicon)}{whose}"


def _place(order: Alternative, lexicon: Lexicon) -> str:
    to = str(order["to"])
    sort = Sort.BOX if to in board_of(lexicon).boxes else Sort.PROVINCE
    square = f" {str(order['square']).upper()}" if order.get("square") else ""
    return f"PLACE {_count(order, 1)}{lexicon.write(to, sort, (Sort.PROVINCE, Sort.BOX))}{square}"


def _neutrals(order: Alternative, lexicon: Lexicon) -> str:
    return f"NEUTRALS {_province(order['province'], lexicon)}"


def _overflow(order: Alternative, lexicon: Lexicon) -> str:
    return f"OVERFLOW {_count(order, 1)}{_province(order['from'], lexicon)} TO {_province(order['to'], lexicon)}"


def _arrange(order: Alternative, lexicon: Lexicon) -> str:
    whose = f"{_faction(order['faction'], lexicon)} " if order.get("faction") else ""
    start, goal = _spot_inside(order["from"], lexicon), _spot_inside(order["to"], lexicon)
    count = _count(order, 1) or "1 "
    return f"ARRANGE {_province(order['province'], lexicon)}: {count}{whose}{start} TO {goal}"


def _siege_end(order: Alternative, lexicon: Lexicon) -> str:
    return f"SACK {_city(order, lexicon)}" if order.get("city") else f"CONVERT {_faction(order['faction'], lexicon)}"


def _pay(order: Alternative, lexicon: Lexicon) -> str:
    return f"PAY {_count(order, 1)}{_city(order, lexicon)}"


def _lay(order: Alternative, lexicon: Lexicon) -> str:
    whom = f" {_faction(order['faction'], lexicon)}" if order.get("faction") else ""
    return f"LAY {str(order['where']).upper()}{whom}"


_WRITERS: Final[Mapping[str, Callable[[Alternative, Lexicon], str]]] = {
    "orange_squares": _garrison,
    "city_tax": _tax,
    "move_support": _support,
    "rob": _rob,
    "upkeep": _upkeep,
    "recruit": _recruit,
    "begin_siege": _besiege,
    "sea_beggars": _beggars,
    "move_army": _move,
    "influence": _influence,
    "new_units": _place,
    "neutrals": _neutrals,
    "overflow": _overflow,
    "arrange": _arrange,
    "siege_end": _siege_end,
    "loyalty": _pay,
    "turn_order": _lay,
}


def write(kind: str, order: Alternative, lexicon: Lexicon) -> str:
    """The order line of an alternative; read again it gives the same."""
    return _WRITERS[kind](order, lexicon)


# ------------------------------------------------------------------ restating


def _variant(kind: str, order: Alternative) -> str:
    """Which sentence of `order.<kind>` fits."""
    has = order.get
    match kind:
        case "move_support":
            where = "treasury" if has("to") == TREASURY else "map"
            return f"{where}_square" if has("square") else where
        case "rob":
            some = "all" if has("count") in ("all", None) else "some"
            return f"{some}_of" if has("faction") else some
        case "upkeep":
            return "_".join(str(part) for part in (has("action"), has("plunder")) if part)
        case "sea_beggars":
            army = ("besieging" if has("city") else None) or has("army") if has("do") == "destroy" else None
            of = "of" if has("do") == "destroy" and has("faction") else None
            return "_".join(
                str(part) for part in (has("do"), of, army, "city" if army and has("city") else None) if part
            )
        case "influence":
            where = "countryside" if has("spot") in (None, COUNTRYSIDE) else "place"
            return f"{where}_of" if has("faction") else where
        case "new_units":
            return "square" if has("square") else "plain"
        case "overflow":
            return "fit" if has("count") is None else "some"
        case "arrange":
            return "other" if has("faction") else "own"
        case "siege_end":
            return "city" if has("city") else "faction"
        case "turn_order":
            return str(has("where"))
        case _:
            return ""


def restate(kind: str, order: Alternative) -> Said:
    """The catalogue's sentence for an alternative, and its facts."""
    variant = _variant(kind, order)
    facts = {name: value for name, value in order.items() if value is not None}
    facts.setdefault("count", 1)
    return Said(f"order.{kind}{variant and '.' + variant}", dict(facts))


VARIANTS: Final[tuple[str, ...]] = (
    "order.orange_squares",
    "order.city_tax",
    *(f"order.move_support.{v}" for v in ("map", "treasury", "map_square", "treasury_square")),
    *(f"order.rob.{v}" for v in ("all", "all_of", "some", "some_of")),
    *(f"order.upkeep.{v}" for v in ("keep", "disband", "release", "release_spare", "release_town", "release_people")),
    "order.recruit",
    "order.begin_siege",
    *(f"order.sea_beggars.{v}" for v in ("hire", "relieve", "plunder", "besiege", "spare")),
    *(
        f"order.sea_beggars.destroy{of}{army}"
        for of in ("", "_of")
        for army in ("", "_free", "_released", "_besieging", "_besieging_city")
    ),
    "order.move_army",
    *(f"order.influence.{v}" for v in ("place", "place_of", "countryside", "countryside_of")),
    *(f"order.new_units.{v}" for v in ("plain", "square")),
    "order.neutrals",
    *(f"order.overflow.{v}" for v in ("fit", "some")),
    *(f"order.arrange.{v}" for v in ("own", "other")),
    *(f"order.siege_end.{v}" for v in ("city", "faction")),
    "order.loyalty",
    *(f"order.turn_order.{v}" for v in ("first", "last", "before", "after")),
)
"""Every key that `restate` gives; a test compares them with the catalogues."""
