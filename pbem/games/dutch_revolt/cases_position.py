"""Lines about a position of the Dutch Revolt: read into a situation, and compared with one.

"Holland: Burghers 4, neutral 2", "track Holland: Habsburgs besieging Haarlem", "money Catholics: 4" mean the same in a
SITUATION, where they are made so, and under EXPECT, where they must be so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from engine.dutch_revolt import crowding, scoring, units
from engine.dutch_revolt.state import Army, DutchRevoltState, Score, TurnScore
from engine.dutch_revolt.terms import BEGGARS, NEUTRAL, Faction
from orders.dutch_revolt.words import Sort
from orders.typography import fold
from orders.words import Lexicon, Named, OrderFault
from pbem.case_text import CaseFault

State = DutchRevoltState
NOBODY: Final = frozenset({"nobody", "none", "empty", "nothing", "no"})
_LETTERS: Final = {
    "C": "catholics", "H": "habsburgs", "N": "nobility", "B": "burghers", "R": "reformers", "neu": "neutral",
}  # fmt: skip
_CODES: Final = re.compile(r"(?:(?:neu|[CHNBR])\d+\s*)+")
_CODE: Final = re.compile(r"(neu|[CHNBR])(\d+)")
_COUNTED: Final = re.compile(r"(?:(\d+)\s+)?(.+?)(?:\s+(\d+))?")
_MARKERS: Final = ("firmly_catholic", "catholic", "reformed", "firmly_reformed")


class Position:
    """Reads the lines about one state."""

    def __init__(self, state: State, lexicon: Lexicon) -> None:
        self.state, self.lexicon = state, lexicon
        self.given_stock: dict[str, int] = {}
        self.given_armies: dict[str, int] = {}
        self.turn_given = False
        self._subjects: Mapping[
            str, tuple[Callable[[str, str], None] | None, Callable[[str], str], Callable[[str, str], str]]
        ]
        self._subjects = {
            # word: (set it, show what is, bring what is written into the same form)
            "stock": (self._set_stock, self._stock, _number),
            "money": (self._set_money, lambda f: str(state.holdings[self.faction(f)].treasury), _number),
            "armies": (self._set_armies, lambda f: str(state.holdings[self.faction(f)].armies), _number),
            "track": (self._set_track, self._track, lambda r, value: self._show_armies(self._armies(value))),
            "box": (self._set_box, self._box, lambda b, value: self.show_tokens(self.tokens(value))),
            "owner": (self._set_owner, self._owner, lambda c, value: self._name_or_nobody(value)),
            "siege": (self._set_siege, self._siege, self._besieger),
            "loyalty": (self._set_loyalty, lambda c: str(state.loyalty[self.city(c)]), _number),
            "bishopric": (self._set_bishopric, lambda p: state.bishoprics[self.province(p)], self._marker),
            "university": (self._set_university, lambda p: state.universities[self.place(p)], lambda p, v: fold(v)),
            "order": (self._set_order, lambda _: self._show(state.order), lambda _, v: self._show(self.factions(v))),
            "turn": (self._set_turn, lambda _: str(state.turn), _number),
            "beggars": (self._set_beggars, self._beggars, _number),
            "hirer": (self._set_hirer, lambda _: state.beggars.hirer or "nobody", lambda _, v: self._name_or_nobody(v)),
            "last vp": (self._set_last_vp, self._last_vp, lambda _, value: self._show_vp(self._vp(value))),
            "total": (None, self._total, lambda p, value: self.show_tokens(self.tokens(value))),
            "on map": (None, lambda f: str(state.on_map(self.kind(f))), _number),
            "score": (None, self._score, lambda f, value: _vp_text(_doubled(value))),
            "own vp": (None, self._own_vp, lambda f, value: _vp_text(_doubled(value))),
            "winner": (None, lambda _: self._show(scoring.winners(state)), lambda _, v: self._show(self.factions(v))),
            "due": (None, lambda f: str(units.entitlement(state, self.faction(f)).due), _number),
            "receives": (None, lambda f: str(units.entitlement(state, self.faction(f)).total), _number),
            "reach": (None, self._reach, self._provinces),
            "open": (None, self._open, lambda about, value: fold(value)),
            "free squares": (None, self._free_squares, _number),
        }  # fmt: skip

    # ------------------------------------------------------------------ lines

    def make(self, text: str) -> None:
        """Make the position as a line says. Raises CaseFault."""
        word, about, value = self._parts(text)
        if word is None:
            self._set_tokens(about, value)
            return
        setter = self._subjects[word][0]
        if setter is None:
            raise CaseFault(f"{word!r} follows from the position; it can be expected, not set")
        setter(about, value)

    def differs(self, text: str) -> str | None:
        """None when the position is as a line says; else what is. Raises CaseFault."""
        word, about, value = self._parts(text)
        if word is None:
            named = self.spot(about)
            here = self.state.countryside if named.sort is Sort.PROVINCE else self.state.places
            is_so, written = self.show_tokens(here[named.id]), self.show_tokens(self.tokens(value))
        else:
            _, show, form = self._subjects[word]
            is_so, written = show(about), form(about, value)
            if word == "track" and "spent" not in value:
                is_so = is_so.replace(" spent", "")  # used up by its own move and influence, or by a relief
        return None if is_so == written else f"it is: {is_so}"

    def _parts(self, text: str) -> tuple[str | None, str, str]:
        head, colon, value = text.partition(":")
        if not colon or not value.strip():
            raise CaseFault(f"{text!r}: write what it is about, a colon and the value, as in Holland: Burghers 4")
        folded = fold(head)
        for word in sorted(self._subjects, key=len, reverse=True):
            if folded == word or folded.startswith(word + " "):
                return word, " ".join(head.split()[len(word.split()) :]), value.strip()
        return None, head.strip(), value.strip()

    def finish(self) -> None:
        """What lies on the board comes out of the stocks; where a stock is given the supply is what it must be."""
        s = self.state
        for f, holdings in s.holdings.items():
            used = s.on_map(f) + s.in_boxes(f) + holdings.treasury
            if f in self.given_stock:
                holdings.stock = self.given_stock[f]
                holdings.supply = used + holdings.stock
            else:
                holdings.stock = holdings.supply - used
            out = sum(army.faction == f for armies in s.tracks.values() for army in armies)
            if f in self.given_armies:
                holdings.armies = self.given_armies[f]
                holdings.army_supply = out + holdings.armies
            else:
                holdings.armies = holdings.army_supply - out
            if holdings.stock < 0 or holdings.armies < 0:
                raise CaseFault(f"the {f} have more on the board than their supply; give their stock too")
        if NEUTRAL in self.given_stock:
            s.neutral_stock = self.given_stock[NEUTRAL]
            s.board.neutral_tokens = s.on_map(NEUTRAL) + s.neutral_stock
        else:
            s.neutral_stock = s.board.neutral_tokens - s.on_map(NEUTRAL)
        if s.neutral_stock < 0:
            raise CaseFault("there are more neutrals on the board than there are; give their stock too")

    # ------------------------------------------------------------------ names and values

    def _find(self, text: str, *sorts: Sort) -> Named:
        try:
            return self.lexicon.name(text, sorts)
        except OrderFault as fault:
            candidates = fault.reason.facts.get("candidates")
            hint = (
                f"; write one of {', '.join(map(str, candidates))}"
                if isinstance(candidates, list) and candidates
                else ""
            )
            raise CaseFault(f"{text!r} names no {' or '.join(sort.value for sort in sorts)} here{hint}") from fault

    def faction(self, text: str) -> Faction:
        return self._in_play(_LETTERS.get(text) or self._find(text, Sort.FACTION).id)

    def kind(self, text: str) -> str:
        return self._in_play(_LETTERS.get(text) or self._find(text, Sort.FACTION, Sort.NEUTRAL).id)

    def _in_play(self, kind: str) -> str:
        if kind not in (*self.state.holdings, NEUTRAL):
            raise CaseFault(f"the {kind} are not in play; see PLAYERS and FACTIONS")
        return kind

    def factions(self, text: str) -> list[Faction]:
        names = text.split() if all(word in _LETTERS for word in text.split()) else re.split(r"\s*,\s*", text)
        return [self.faction(name) for name in names] if fold(text) not in NOBODY else []

    def city(self, text: str) -> str:
        return self._find(text, Sort.CITY).id

    def place(self, text: str) -> str:
        return self._find(text, Sort.CITY, Sort.TOWN).id

    def province(self, text: str) -> str:
        return self._find(text, Sort.PROVINCE).id

    def region(self, text: str) -> str:
        return self._find(text, Sort.REGION).id

    def spot(self, text: str) -> Named:
        return self._find(text, Sort.CITY, Sort.TOWN, Sort.PROVINCE)

    def tokens(self, text: str) -> dict[str, int]:
        """ "Catholics 4, 2 neutral", "C4 neu2", "nobody"."""
        if fold(text) in NOBODY:
            return {}
        found: dict[str, int] = {}
        for name, count in self._counted(text):
            kind = self.kind(name)
            if kind in found:
                raise CaseFault(f"{text!r} names the {kind} twice")
            found[kind] = count
        return {kind: count for kind, count in found.items() if count}

    @staticmethod
    def _counted(text: str) -> list[tuple[str, int]]:
        if _CODES.fullmatch(text):
            return [(name, int(count)) for name, count in _CODE.findall(text)]
        pairs = []
        for part in re.split(r"\s*,\s*", text):
            found = _COUNTED.fullmatch(part.strip())
            if found is None:
                raise CaseFault(f"{text!r}: write tokens as Catholics 4, neutral 2")
            pairs.append((found[2], int(found[1] or found[3] or 1)))
        return pairs

    def show_tokens(self, tokens: Mapping[str, int]) -> str:
        """Tokens in the row of 3.1, as they can be written."""
        kinds = [kind for kind in (*self.state.board.factions, NEUTRAL) if tokens.get(kind)]
        return ", ".join(f"{kind} {tokens[kind]}" for kind in kinds) or "nobody"

    @staticmethod
    def _show(names: list[str]) -> str:
        return ", ".join(names) or "nobody"

    def _name_or_nobody(self, text: str) -> str:
        return "nobody" if fold(text) in NOBODY else self.faction(text)

    # ------------------------------------------------------------------ tokens, stocks, boxes

    def _set_tokens(self, about: str, value: str) -> None:
        named = self.spot(about)
        here = self.state.countryside if named.sort is Sort.PROVINCE else self.state.places
        here[named.id] = self.tokens(value)

    def _total(self, about: str) -> str:
        return self.show_tokens(self.state.counted(self.province(about)))

    def _set_stock(self, about: str, value: str) -> None:
        self.given_stock[self.kind(about)] = int(_number("", value))

    def _stock(self, about: str) -> str:
        return str(self.state.stock_of(self.kind(about)))

    def _set_money(self, about: str, value: str) -> None:
        self.state.holdings[self.faction(about)].treasury = int(_number("", value))

    def _set_armies(self, about: str, value: str) -> None:
        self.given_armies[self.faction(about)] = int(_number("", value))

    def _set_box(self, about: str, value: str) -> None:
        box = self._find(about, Sort.BOX).id
        squares: list[Faction | None] = [kind for kind, n in self.tokens(value).items() for _ in range(n)]
        empty = len(self.state.board.boxes[box].squares) - len(squares)
        if empty < 0:
            raise CaseFault(f"the box {about} has {len(self.state.board.boxes[box].squares)} squares")
        self.state.boxes[box] = squares + [None] * empty

    def _box(self, about: str) -> str:
        squares = self.state.boxes[self._find(about, Sort.BOX).id]
        return self.show_tokens({f: squares.count(f) for f in self.state.holdings})

    def _free_squares(self, about: str) -> str:
        region = self.region(about)
        return str(self.state.board.regions[region].squares - len(self.state.tracks[region]))

    # ------------------------------------------------------------------ armies and Beggars

    def _armies(self, text: str) -> list[Army]:
        """ "Habsburgs besieging Haarlem, 2 Burghers", "C2 R1"."""
        if fold(text) in NOBODY:
            return []
        if _CODES.fullmatch(text):
            return [Army(self.faction(name)) for name, count in self._counted(text) for _ in range(count)]
        return [army for part in re.split(r"\s*,\s*", text) for army in self._some_armies(part)]

    def _some_armies(self, part: str) -> list[Army]:
        words, besieging, city = part.partition(" besieging ")
        state = re.fullmatch(r"(.+?)\s+(released|spent)", words)
        (name, count), *_ = self._counted(state[1] if state else words)
        army = Army(self.faction(name))
        if besieging:
            army.state, army.city = "besieging", self.city(city)
        elif state and state[2] == "released":
            army.state = "released"
        elif state:
            army.moved = army.influenced = True
        return [Army(army.faction, army.state, army.city, army.moved, army.influenced) for _ in range(count)]

    @staticmethod
    def _show_armies(armies: list[Army]) -> str:
        shown = []
        for army in armies:
            spent = " spent" if army.moved and army.influenced and army.state == "free" else ""
            siege = f" besieging {army.city}" if army.city else ""
            released = " released" if army.state == "released" else ""
            shown.append(f"{army.faction}{siege}{released}{spent}")
        return ", ".join(sorted(shown)) or "nobody"

    def _set_track(self, about: str, value: str) -> None:
        self.state.tracks[self.region(about)] = self._armies(value)

    def _track(self, about: str) -> str:
        return self._show_armies(self.state.tracks[self.region(about)])

    def _set_siege(self, about: str, value: str) -> None:
        if self._besieger(about, value) != BEGGARS:
            raise CaseFault("write the siege of an army on its track: track Holland: Habsburgs besieging Haarlem")
        self.state.beggars.besieging.append(self.city(about))

    def _siege(self, about: str) -> str:
        return self.state.besieger_of(self.city(about)) or "nobody"

    def _besieger(self, about: str, value: str) -> str:
        return BEGGARS if fold(value) in ("beggars", "water beggars") else self._name_or_nobody(value)

    def _set_beggars(self, about: str, value: str) -> None:
        self.state.beggars.staying[self.region(about)] = int(_number("", value))

    def _beggars(self, about: str) -> str:
        return str(self.state.beggars.staying.get(self.region(about), 0))

    def _set_hirer(self, about: str, value: str) -> None:
        self.state.beggars.hirer = self.faction(value)

    # ------------------------------------------------------------------ cards, charts, order

    def _card(self, about: str) -> tuple[dict[str, Faction | None], str]:
        named = self._find(about, Sort.CITY, Sort.PROVINCE)
        cards = self.state.city_cards if named.sort is Sort.CITY else self.state.province_cards
        return cards, named.id

    def _set_owner(self, about: str, value: str) -> None:
        cards, ident = self._card(about)
        cards[ident] = None if fold(value) in NOBODY else self.faction(value)

    def _owner(self, about: str) -> str:
        cards, ident = self._card(about)
        return cards[ident] or "nobody"

    def _set_loyalty(self, about: str, value: str) -> None:
        self.state.loyalty[self.city(about)] = int(_number("", value))

    def _marker(self, about: str, value: str) -> str:
        marker = fold(value).replace(" ", "_")
        if marker not in _MARKERS:
            raise CaseFault(f"{value!r}: a bishopric is firmly catholic, catholic, reformed or firmly reformed")
        return marker

    def _set_bishopric(self, about: str, value: str) -> None:
        self.state.bishoprics[self.province(about)] = self._marker(about, value)

    def _set_university(self, about: str, value: str) -> None:
        match fold(value):
            case "none" | "catholic" | "reformed" as becomes:
                self.state.universities[self.place(about)] = becomes
            case _:
                raise CaseFault(f"{value!r}: a university is none, catholic or reformed")

    def _set_order(self, about: str, value: str) -> None:
        order = self.factions(value)
        if sorted(order) != sorted(self.state.holdings):
            raise CaseFault(f"{value!r}: name every faction in play once")
        self.state.order = order

    def _set_turn(self, about: str, value: str) -> None:
        self.turn_given = True
        self.state.turn = int(_number("", value))

    # ------------------------------------------------------------------ VP

    def _vp(self, text: str) -> dict[Faction, int]:
        found = {}
        for part in re.split(r"\s*,\s*", text):
            name, _, vp = part.rpartition(" ")
            found[self.faction(name)] = _doubled(vp)
        return found

    def _set_last_vp(self, about: str, value: str) -> None:
        scores = {f: Score(cities=vp2) for f, vp2 in self._vp(value).items()}
        self.state.history.append(TurnScore(max(0, self.state.turn - 1), list(self.state.order), scores))

    def _last_vp(self, about: str) -> str:
        return self._show_vp({f: score.total for f, score in self.state.history[-1].scores.items()})

    @staticmethod
    def _show_vp(vp: Mapping[Faction, int]) -> str:
        return ", ".join(f"{f} {_vp_text(vp[f])}" for f in sorted(vp))

    def _score(self, about: str) -> str:
        return _vp_text(scoring.count(self.state, self.faction(about)).total)

    def _own_vp(self, about: str) -> str:
        return _vp_text(scoring.own_source2(self.state, self.faction(about)))

    # ------------------------------------------------------------------ overflow

    def _reach(self, about: str) -> str:
        """9.13 "reach Burghers from Gelderland"."""
        name, _, province = about.partition(" from ")
        return ", ".join(sorted(crowding.reach(self.state, self.faction(name), self.province(province)))) or "nobody"

    def _open(self, about: str) -> str:
        """9.13 "open Burghers from Holland to Köln"."""
        way, _, goal = about.partition(" to ")
        name, _, province = way.partition(" from ")
        is_open = self.province(goal) in crowding.reach(self.state, self.faction(name), self.province(province))
        return "yes" if is_open else "no"

    def _provinces(self, about: str, value: str) -> str:
        names = [] if fold(value) in NOBODY else re.split(r"\s*,\s*", value)
        return ", ".join(sorted(self.province(name) for name in names)) or "nobody"


def _number(about: str, value: str) -> str:
    if not value.isdecimal():
        raise CaseFault(f"{value!r} is no whole number")
    return str(int(value))


def _doubled(text: str) -> int:
    try:
        value = Fraction(text) * 2
    except ValueError as fault:
        raise CaseFault(f"{text!r} is no number of VP") from fault
    if value.denominator != 1:
        raise CaseFault(f"{text!r} is no multiple of 0.5")
    return int(value)


def _vp_text(vp2: int) -> str:
    return f"{vp2 // 2}.5" if vp2 % 2 else str(vp2 // 2)
