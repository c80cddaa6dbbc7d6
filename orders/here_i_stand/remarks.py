"""What the order form of Here I Stand says of a question besides its lines: the hand, windows, what is not listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.decision import AnyDecision, Json
from engine.core.options import Alternative, OrderList
from orders.here_i_stand.words import Sort
from orders.here_i_stand.writing import write
from orders.language import Said
from orders.words import Lexicon

_WINDOWS: Final[Mapping[str, str]] = {
    "response": "RESPOND", "combat": "COMBAT", "intercept": "INTERCEPT", "avoid_battle": "AVOID",
    "naval_intercept": "CHASE", "naval_avoid": "EVADE",
}  # fmt: skip
"""Questions that come again and again -> the verb of their answers."""
_OPENINGS: Final = ("PLAY", "PASS")
_NEW_WORLD: Final = ("hapsburg", "england", "france")
_OF_SOME: Final[Mapping[str, Sequence[str]]] = {
    "PIRACY": ("ottoman",), "PUBLISH": ("england", "protestant"), "TRANSLATE": ("protestant",),
    "BURN": ("papacy",), "DEBATE": ("papacy", "protestant"), "PETERS": ("papacy",), "FOUND": ("papacy",),
    "CAMPAIGN": ("ottoman", "england"),
    "EXPLORE": _NEW_WORLD, "COLONIZE": _NEW_WORLD, "CONQUER": _NEW_WORLD,
}  # fmt: skip
"""11.1 Actions that not every power has."""
_OF_THE_HAND: Final = ("response", "combat")
_UNLISTED: Final = ("cede", "mercenaries")
"""Items of deals that are many, and all alike."""


def is_listed(kind: str, choice: Alternative) -> bool:
    """Whether a form lists it; of the others it shows one each."""
    return kind != "propose" or not (choice["item"] in _UNLISTED or _is_many_cards(choice))


def _is_many_cards(choice: Alternative) -> bool:
    return choice["item"] == "draws" and choice["count"] != 1


def offers(decision: AnyDecision, verb: str) -> bool:
    """11.1 Whether a power has such an action; a card stands only at the beginning of an impulse."""
    if verb in _OPENINGS:
        return bool(decision.facts.get("opening", True))
    return verb not in _OF_SOME or decision.seat in _OF_SOME[verb]


def remarks(decision: AnyDecision, lexicon: Lexicon) -> list[Said]:
    """What the form of one question says besides, to its own seat alone."""
    kind, options = decision.kind, decision.options
    if not isinstance(options, OrderList):
        return []
    if kind == "impulse":
        return _hand(decision) if decision.facts.get("opening", True) else []
    if kind == "propose":
        return _unlisted(options.choices(), lexicon)
    if kind not in _WINDOWS:
        return []
    said = [] if options.choices() else [Said(f"form.nothing_fits.{kind if kind in _OF_THE_HAND else 'move'}", {})]
    return [*said, Said("form.not_again", {}), Said("form.line", {"line": _never(decision, lexicon)})]


def _unlisted(choices: Sequence[Alternative], lexicon: Lexicon) -> list[Said]:
    """One example of each sort of deal that the form does not list."""
    shown: dict[object, str] = {}
    for choice in choices:
        if not is_listed("propose", choice):
            shown.setdefault(choice["item"], write("propose", choice, lexicon))
    if not shown:
        return []
    return [Said("form.unlisted", {}), *(Said("form.line", {"line": line}) for line in shown.values())]


def _hand(decision: AnyDecision) -> list[Said]:
    hand: list[Json] = [card for name in ("home_cards", "hand") for card in _cards(decision, name)]
    return [Said("form.hand", {"hand": hand})] if hand else []


def _cards(decision: AnyDecision, name: str) -> list[int]:
    held = decision.facts.get(name)
    return [card for card in held if isinstance(card, int)] if isinstance(held, list) else []


def _never(decision: AnyDecision, lexicon: Lexicon) -> str:
    """The standing order that declines such questions."""
    line = f"STANDING {_WINDOWS[decision.kind]} NONE"
    if window := decision.facts.get("window"):
        return f"{line} IF WINDOW {window}"
    power = decision.facts.get("power")
    return f"{line} IF POWER {lexicon.write(str(power), Sort.POWER)}" if power else line
