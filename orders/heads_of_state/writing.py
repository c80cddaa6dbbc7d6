"""Orders of Heads of State as text: the order line that gives an alternative, and the sentence that restates it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.decision import Json
from engine.core.options import Alternative, Order
from engine.heads_of_state.terms import ANY, BLIND, NONE
from orders.heads_of_state.words import CARDS, WISH, Sort, board_of
from orders.language import Said
from orders.words import Lexicon

_WISHING: Final = {"take": "TAKE", "treason": "TREASON"}
_CONDITIONS: Final = ("after", "have", "lacks", "free")


def _attribute(ident: object, lexicon: Lexicon) -> str:
    return lexicon.write(str(ident), Sort.ATTRIBUTE, (Sort.ATTRIBUTE, *WISH))


def _wish(ident: object, sort: Sort, lexicon: Lexicon) -> str:
    if ident in (BLIND, ANY):
        return str(ident).upper()
    return lexicon.write(str(ident), sort, (sort, *WISH))


def _card(ident: object, lexicon: Lexicon) -> str:
    sort = Sort.TREASON if ident in board_of(lexicon).treason else Sort.ATTRIBUTE
    return lexicon.write(str(ident), sort, CARDS)


def _weapon(ident: object, lexicon: Lexicon) -> str:
    sort = Sort.COUNTRY if ident in board_of(lexicon).countries else Sort.TREASON
    return lexicon.write(str(ident), sort, (Sort.TREASON, Sort.COUNTRY))


def _box(rank: object, area: object, lexicon: Lexicon) -> str:
    where = lexicon.write(str(area), Sort.AREA)
    return f"{lexicon.write(str(rank), Sort.RANK)} AT {where}" if rank is not None else where


# ------------------------------------------------------------------ lines


def _option(order: Alternative, lexicon: Lexicon) -> str:
    return f"OPTION {str(order['card']).upper()}"


def _take(order: Alternative, lexicon: Lexicon) -> str:
    return f"TAKE {_wish(order['card'], Sort.ATTRIBUTE, lexicon)}"


def _treason(order: Alternative, lexicon: Lexicon) -> str:
    return f"TREASON {_wish(order['card'], Sort.TREASON, lexicon)}"


def _place(order: Alternative, lexicon: Lexicon) -> str:
    line = f"PLACE {_box(order.get('rank'), order['area'], lexicon)}"
    courtesan = order.get("courtesan")
    if courtesan is None:
        return line
    return f"{line} NO COURTESAN" if courtesan == NONE else f"{line} COURTESAN FOR {_attribute(courtesan, lexicon)}"


def _use(order: Alternative, lexicon: Lexicon) -> str:
    cards = _weapon(order["card"], lexicon)
    if order.get("second") is not None:
        cards += f" + {_weapon(order['second'], lexicon)}"
    whose = lexicon.write(str(order["seat"]), Sort.COLOUR)
    then = f" {str(order['then']).upper()}" if order.get("then") else ""
    return f"USE {cards} ON {whose} {_box(order.get('rank'), order['area'], lexicon)}{then}"


def _keep(order: Alternative, lexicon: Lexicon) -> str:
    return f"{str(order['do']).upper()} {_card(order['card'], lexicon)}"


def _wait(order: Alternative, lexicon: Lexicon) -> str:
    return str(order["do"]).upper()


def _on_revolution(order: Alternative, lexicon: Lexicon) -> str:
    return f"ON REVOLUTION {str(order['card']).upper()}"


_WRITERS: Final[Mapping[str, Callable[[Alternative, Lexicon], str]]] = {
    "option": _option,
    "take": _take,
    "treason": _treason,
    "place": _place,
    "use": _use,
    "keep": _keep,
    "discard": _keep,
    "wait": _wait,
    "list": _wait,
    "on_revolution": _on_revolution,
}


def _conditions(order: Alternative, lexicon: Lexicon) -> str:
    """The conditions of an alternative, each with its IF and colon."""
    said = []
    if after := order.get("after"):
        said.append("IF FAILS : " if after == "failed" else "IF DONE : ")
    for name, word in (("have", "HAVE"), ("lacks", "LACK")):
        if cards := order.get(name):
            listed = ", ".join(_card(one.strip(), lexicon) for one in str(cards).split(","))
            said.append(f"IF {word} {listed} : ")
    if free := order.get("free"):
        area, _, rank = str(free).partition("/")
        said.append(f"IF FREE {lexicon.write(area, Sort.AREA)} {lexicon.write(rank, Sort.RANK)} : ")
    return "".join(said)


def write(kind: str, order: Alternative, lexicon: Lexicon) -> str:
    """The order line of an alternative; read again it gives the same."""
    return _conditions(order, lexicon) + _WRITERS[str(order["do"])](order, lexicon)


def write_order(kind: str, order: Order, lexicon: Lexicon) -> list[str]:
    """The clauses of an order: wishes of one take under the same conditions are one, with OR between them."""
    clauses: list[str] = []
    before: tuple[object, ...] = ()
    for alternative in order:
        key = (alternative["do"], *(alternative.get(name) for name in _CONDITIONS))
        line = write(kind, alternative, lexicon)
        if key == before and alternative["do"] in _WISHING:
            verb = f"{_WISHING[str(alternative['do'])]} "
            clauses[-1] += f" OR {line.rpartition(verb)[2]}"
        else:
            clauses.append(line)
        before = key
    return clauses


# ------------------------------------------------------------------ restating


def restate(kind: str, order: Alternative) -> Said:
    """The catalogue's sentence for an alternative, and its facts; conditions stand around it."""
    said = _plainly(kind, order)
    for name in reversed(_CONDITIONS):
        if order.get(name) is not None:
            said = Said("order.turn.conditional", {"condition": _condition(name, str(order[name])), "order": said})
    return said


def _condition(name: str, value: str) -> Said:
    if name == "after":
        return Said(f"order.turn.if.{value}", {})
    if name == "free":
        area, _, rank = value.partition("/")
        return Said("order.turn.if.free", {"area": area, "rank": rank})
    cards: list[Json] = [one.strip() for one in value.split(",")]
    return Said(f"order.turn.if.{name}", {"cards": cards})


def _plainly(kind: str, order: Alternative) -> Said:
    do, card = str(order["do"]), order.get("card")
    facts: dict[str, Json] = {
        name: order[name] for name in ("card", "rank", "area") if order.get(name) is not None
    }  # fmt: skip
    match do:
        case "option" | "on_revolution":
            return Said(f"order.turn.{do}.{card}", {})
        case "take" | "treason":
            return Said(f"order.turn.{do}.{card if card in (BLIND, ANY) else 'card'}", facts)
        case "place":
            return _placing(order, facts)
        case "use":
            return _using(order, facts)
        case "keep" | "discard":
            return Said(f"order.keep.{do}", facts)
        case _:
            return Said(f"order.turn.{do}", {})


def _placing(order: Alternative, facts: dict[str, Json]) -> Said:
    courtesan = order.get("courtesan")
    how = "" if courtesan is None else ".no_courtesan" if courtesan == NONE else ".courtesan"
    if how == ".courtesan":
        facts["card"] = courtesan
    return Said(f"order.turn.place{'' if 'rank' in facts else '_only_box'}{how}", facts)


def _using(order: Alternative, facts: dict[str, Json]) -> Said:
    facts["rival"] = order.get("seat")
    second = order.get("second")
    if len(str(order["card"])) == 2:  # a country by its two letters
        how = "country"
        facts["country"] = facts.pop("card")
    elif second is not None:
        how = "pair"
        facts["cards"] = [facts.pop("card"), second]
    else:
        how = "card"
    then = f".{order['then']}" if order.get("then") else ""
    return Said(f"order.turn.use{'' if 'rank' in facts else '_only_box'}.{how}{then}", facts)


VARIANTS: Final[tuple[str, ...]] = (
    *(f"order.turn.option.{option}" for option in ("1", "1x", "2")),
    *(f"order.turn.{do}.{what}" for do in ("take", "treason") for what in ("card", "blind", "any")),
    *(
        f"order.turn.place{box}{how}"
        for box in ("", "_only_box")
        for how in ("", ".courtesan", ".no_courtesan")
    ),
    *(
        f"order.turn.use{box}.{what}{then}"
        for box in ("", "_only_box")
        for what in ("card", "pair", "country")
        for then in ("", ".replace", ".leave")
    ),
    "order.turn.wait",
    "order.turn.list",
    "order.turn.on_revolution.continue",
    "order.turn.on_revolution.wait",
    "order.turn.conditional",
    *(f"order.turn.if.{name}" for name in ("done", "failed", "have", "lacks", "free")),
    "order.keep.keep",
    "order.keep.discard",
    "order.default",
)  # fmt: skip
"""Every key that `restate` gives, and that of DEFAULT; a test compares them with the catalogues."""
