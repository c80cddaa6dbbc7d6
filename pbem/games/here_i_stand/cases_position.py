"""Lines about a position of Here I Stand: made so in a SITUATION, and required under EXPECT.

"hapsburg @ vienna: 4 regulars", "control metz: france", "war: ottoman hapsburg" mean the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.here_i_stand import victory
from engine.here_i_stand.hands import cards_due
from engine.here_i_stand.records import Bonus, Forces, Land, MinusCard, Pair, Ships, Totals, pair
from engine.here_i_stand.state import HisState
from engine.here_i_stand.terms import (
    MAJORS,
    BonusKind,
    CardNumber,
    DebaterId,
    Heir,
    Milestone,
    Phase,
    Power,
    ReformerId,
    Religion,
    RulerId,
    Standing,
    Whereabouts,
    WifeId,
    Zone,
)
from orders.typography import fold
from pbem.case_text import CaseFault
from pbem.games.here_i_stand.cases_court import court_lines
from pbem.games.here_i_stand.cases_faith import faith_lines
from pbem.games.here_i_stand.cases_names import (
    Names,
    ident,
    is_naval,
    land_in,
    listing,
    number,
    ships_in,
    show,
    show_land,
    show_ships,
)  # fmt: skip
from pbem.games.here_i_stand.cases_new_world import new_world_lines

_UNITS: Final = re.compile(
    r"(?P<owner>\w+)(?P<where>\s+inside)?\s+@\s+(?P<place>[^:]+):\s*(?P<units>.+)", re.IGNORECASE
)

_AFTER_ACTION: Final = ("winter", "victory_determination")
_THESES: Final = CardNumber(8)
_MARKS: Final = ("unrest", "fortress", "haven", "university")


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a line is about: how to make it so, how to show what is, how to bring what is written into that form."""

    make: Callable[[str, str], None] | None
    show: Callable[[str], str]
    form: Callable[[str], str]


class Position:
    """Reads the lines about one state."""

    def __init__(self, state: HisState) -> None:
        self.state = state
        self.names = Names(state)
        self._subjects = self._made_subjects()

    def _made_subjects(self) -> Mapping[str, _Subject]:
        s, names = self.state, self.names
        count = lambda text: str(number(text))  # noqa: E731
        powers = lambda text: show(sorted(names.powers(text)))  # noqa: E731
        spaces = lambda text: show(sorted(names.spaces(text)))  # noqa: E731
        cards = lambda text: show(sorted(names.cards(text)))  # noqa: E731
        return {
            "control": _Subject(self._control, self._shown_of("controller"), names.power),
            "religion": _Subject(self._religion, self._shown_of("religion"), ident),
            **{mark: _Subject(self._marker(mark), self._show_marked(mark), spaces) for mark in _MARKS},
            "siege": _Subject(self._siege, self._show_siege, powers),
            "leader": _Subject(self._leader, self._show_leader, self._form_leader),
            "leaders": _Subject(None, lambda a: show(sorted(s.leaders_at(names.place(a)))), self._form_leaders),
            "war": _Subject(self._war, lambda a: _among(s.wars, self._pair(a)), fold),
            "alliance": _Subject(self._alliance, lambda a: _among(s.alliances, self._pair(a)), fold),
            "ally": _Subject(self._ally, lambda a: s.minors[names.power(a)].ally or Power.INDEPENDENT, names.power),
            "hand": _Subject(self._hand, self._show_hand, cards),
            "hand size": _Subject(None, lambda a: str(len(s.powers[names.power(a)].hand)), count),
            "home cards": _Subject(self._home_cards, lambda a: show(s.powers[names.power(a)].home_cards), cards),
            "discard": _Subject(self._pile(s.discard), lambda _: show(sorted(s.discard)), cards),
            "removed": _Subject(self._pile(s.removed), lambda _: show(sorted(s.removed)), cards),
            "card": _Subject(None, self._show_card, fold),
            "deck size": _Subject(None, lambda _: str(len(s.deck)), count),
            "only in deck": _Subject(self._deck, lambda _: show(sorted(s.deck)), cards),
            "top of deck": _Subject(self._top, lambda _: show(reversed(s.deck[-1:])), cards),
            "ruler": _Subject(self._ruler, lambda a: s.powers[names.power(a)].ruler, ident),
            "minus cards": _Subject(
                self._minus, lambda a: show(one.card for one in s.powers[names.power(a)].minus_cards), cards
            ),
            "happened": _Subject(self._happened, lambda a: _yes(Milestone(ident(a)) in s.milestones), fold),
            "turn": _Subject(self._turn, lambda _: str(s.turn), count),
            "phase": _Subject(self._phase, lambda _: s.phase, ident),
            "active": _Subject(self._active, lambda _: s.impulse.power if s.impulse else "nobody", names.power),
            "step": _Subject(self._step, lambda _: s.cursor, str.strip),
            "passes": _Subject(self._passes, lambda _: str(s.passes), count),
            "piracy": _Subject(self._track("piracy"), lambda _: str(s.tracks.piracy), count),
            "chateaux": _Subject(self._track("chateaux"), lambda _: str(s.tracks.chateaux), count),
            "saint peters cp": _Subject(
                self._track("saint_peters_cp"), lambda _: str(s.tracks.saint_peters_cp), count
            ),
            "saint peters vp": _Subject(
                self._track("saint_peters_vp"), lambda _: str(s.tracks.saint_peters_vp), count
            ),
            "ships lost": _Subject(self._ships_lost, self._show_ships_lost, count),
            "vp": _Subject(None, lambda a: str(victory.totals(s)[names.power(a)]), count),
            "bonus": _Subject(self._bonus, lambda a: str(sum(b.vp for b in s.powers[names.power(a)].bonus)), count),
            "totals": _Subject(self._totals, self._show_totals, self._form_totals),
            "cards due": _Subject(None, lambda a: str(cards_due(s, names.power(a))), count),
            "protestant spaces": _Subject(None, lambda _: str(len(s.protestant_spaces())), count),
            "display": _Subject(self._display, lambda a: str(s.display.get(names.space(a), 0)), count),
            "edward": _Subject(self._edward, lambda _: s.tudors.edward, ident),
            "elizabeth born": _Subject(self._elizabeth, lambda _: _yes(s.tudors.elizabeth_born), fold),
            "marital": _Subject(self._marital, lambda _: s.tudors.marital, ident),
            "discount": _Subject(self._discount, lambda _: _yes(s.tudors.catherine_discount), fold),
            "mary turn": _Subject(self._mary, lambda _: str(s.tudors.mary_turn), count),
            "boleyn turn": _Subject(self._boleyn, lambda _: str(s.tudors.boleyn_turn), count),
            "debater": _Subject(self._debater, lambda a: s.debaters[DebaterId(ident(a))], ident),
            "reformer": _Subject(self._reformer, lambda a: s.reformers[ReformerId(ident(a))], ident),
            "new testament": _Subject(
                self._testament, lambda a: str(s.tracks.new_testament[Zone(ident(a))]), count
            ),
            "full bible": _Subject(self._bible, lambda a: str(s.tracks.full_bible[Zone(ident(a))]), count),
            "keys": _Subject(None, lambda a: str(len(s.keys(names.power(a)))), count),
            "over": _Subject(None, lambda _: _yes(s.over), fold),
            "winner": _Subject(None, lambda _: show(s.winners), lambda text: show(names.powers(text))),
            **{name: _Subject(*line) for name, line in new_world_lines(s, names).items()},
            **{name: _Subject(*line) for name, line in faith_lines(s).items()},
            **{name: _Subject(*line) for name, line in court_lines(s, names, self._free).items()},
        }  # fmt: skip

    # ------------------------------------------------------------------ lines

    def make(self, text: str) -> None:
        """Make the position as a line says. Raises CaseFault."""
        if (found := _UNITS.fullmatch(text)) is not None:
            self._make_units(found)
            return
        subject, about, value = self._parts(text)
        if subject.make is None:
            raise CaseFault(f"{text!r} follows from the position; it can be expected, not set")
        try:
            subject.make(about, value)
        except (KeyError, ValueError) as fault:
            raise CaseFault(f"{text!r}: {fault}") from fault

    def differs(self, text: str) -> str | None:
        """None when the position is as a line says; else what is. Raises CaseFault."""
        if (found := _UNITS.fullmatch(text)) is not None:
            return self._units_differ(found)
        subject, about, value = self._parts(text)
        try:
            is_so, wanted = str(subject.show(about)), str(subject.form(value))
        except (KeyError, ValueError) as fault:
            raise CaseFault(f"{text!r}: {fault}") from fault
        return None if is_so == wanted else f"it is: {is_so}"

    def _parts(self, text: str) -> tuple[_Subject, str, str]:
        head, colon, value = text.partition(":")
        if not colon:
            raise CaseFault(f"{text!r}: write what it is about, a colon and what it is")
        words = head.split()
        for length in (3, 2, 1):
            known = self._subjects.get(fold(" ".join(words[:length])))
            if known is not None and len(words) >= length:
                return known, " ".join(words[length:]), value.strip()
        raise CaseFault(f"{head!r}: there are {', '.join(self._subjects)}, and units as in france @ paris: 2 regulars")

    # ------------------------------------------------------------------ units

    def _make_units(self, found: re.Match[str]) -> None:
        s, owner, place = self.state, self.names.power(found["owner"]), self.names.place(found["place"])
        if is_naval(found["units"]) or place in s.board.map.seas:
            s.fleets[place] = [one for one in s.ships_at(place) if one.owner is not owner]
            if not s.fleets[place]:
                del s.fleets[place]
            ships = ships_in(owner, found["units"])
            if ships.count:
                s.add_ships(ships, place)
            return
        space, units = self.names.space(found["place"]), land_in(found["units"])
        forces = s.forces.setdefault(space, Forces())
        (forces.inside if found["where"] else forces.outside)[owner] = units
        if not units.strength:
            del (forces.inside if found["where"] else forces.outside)[owner]
        if forces.empty:
            del s.forces[space]

    def _units_differ(self, found: re.Match[str]) -> str | None:
        s, owner, place = self.state, self.names.power(found["owner"]), self.names.place(found["place"])
        fleet: list[Ships] = [one for one in s.ships_at(place) if one.owner is owner]
        if is_naval(found["units"]) or place in s.board.map.seas:
            is_so, wanted = show_ships(fleet), show_ships([ships_in(owner, found["units"])])
        else:
            forces = s.forces.get(self.names.space(found["place"]), Forces())
            part = forces.inside if found["where"] else forces.outside
            is_so, wanted = show_land(part.get(owner, Land())), show_land(land_in(found["units"]))
        return None if is_so == wanted else f"it is: {is_so}"

    # ------------------------------------------------------------------ spaces

    def _control(self, about: str, value: str) -> None:
        for space in self.names.spaces(about):
            self.state.take_control(space, self.names.power(value))

    def _religion(self, about: str, value: str) -> None:
        for space in self.names.spaces(about):
            self.state.spaces[space].religion = Religion(ident(value))

    def _shown_of(self, name: str) -> Callable[[str], str]:
        """What spaces have in common: of one, or of all that are named with commas between them."""

        def shown(about: str) -> str:
            found = {space: str(getattr(self.state.spaces[space], name)) for space in self.names.spaces(about)}
            same = len(set(found.values())) == 1
            return next(iter(found.values())) if same else show(f"{space} {one}" for space, one in found.items())

        return shown

    def _marker(self, name: str) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            marked = self.names.spaces(value)
            for space, here in self.state.spaces.items():
                setattr(here, name, space in marked)

        return make

    def _show_marked(self, name: str) -> Callable[[str], str]:
        return lambda about: show(sorted(space for space, here in self.state.spaces.items() if getattr(here, name)))

    def _siege(self, about: str, value: str) -> None:
        """Sieges that began in the impulse before this one."""
        forces = self.state.forces.setdefault(self.names.space(about), Forces())
        forces.sieges = dict.fromkeys(self.names.powers(value), max(0, self.state.impulses - 1))

    def _show_siege(self, about: str) -> str:
        forces = self.state.forces.get(self.names.space(about))
        return show(sorted(forces.sieges)) if forces is not None else "nothing"

    # ------------------------------------------------------------------ leaders

    def _leader(self, about: str, value: str) -> None:
        """ "vienna", "vienna inside", "captured by france", "waiting", "out"."""
        leader, text = self.names.leader(about), fold(value)
        state = self.state.leaders[leader]
        if text.startswith("captured by "):
            state.where, state.at, state.captor = Whereabouts.CAPTURED, "", self.names.power(text[12:])
        elif ident(text) in list(Whereabouts):
            state.where, state.at = Whereabouts(ident(text)), ""
        else:
            inside = text.endswith(" inside")
            self.state.place_leader(leader, self.names.place(text.removesuffix(" inside")))
            state.inside = inside

    def _show_leader(self, about: str) -> str:
        state = self.state.leaders[self.names.leader(about)]
        if state.where is Whereabouts.CAPTURED:
            return f"captured by {state.captor}"
        return f"{state.at}{' inside' if state.inside else ''}" if state.where is Whereabouts.MAP else state.where

    def _form_leader(self, text: str) -> str:
        folded = fold(text)
        if folded.startswith("captured by "):
            return f"captured by {self.names.power(folded[12:])}"
        if ident(folded) in list(Whereabouts):
            return ident(folded)
        inside = folded.endswith(" inside")
        return f"{self.names.place(folded.removesuffix(' inside'))}{' inside' if inside else ''}"

    def _form_leaders(self, text: str) -> str:
        return show(sorted(self.names.leader(part) for part in listing(text)))

    # ------------------------------------------------------------------ relations

    def _pair(self, about: str) -> Pair:
        one, other = about.split()
        return pair(self.names.power(one), self.names.power(other))

    def _war(self, about: str, value: str) -> None:
        _set(self.state.wars, self._pair(about), value)

    def _alliance(self, about: str, value: str) -> None:
        _set(self.state.alliances, self._pair(about), value)

    def _ally(self, about: str, value: str) -> None:
        """22.2, 22.4: the spaces of an ally are its major's, those of a minor without one its own."""
        minor, major = self.names.power(about), self.names.power(value)
        before = self.state.master(minor)
        self.state.minors[minor].ally = None if major is Power.INDEPENDENT else major
        for space in [*self.state.controlled(minor), *self.state.home_spaces(minor)]:
            if self.state.spaces[space].controller in (minor, before):
                self.state.take_control(space, self.state.master(minor))

    # ------------------------------------------------------------------ cards

    def _free(self, card: CardNumber) -> None:
        """A card leaves wherever it lies."""
        s = self.state
        piles = [s.deck, s.discard, s.removed, s.waiting, s.set_aside, s.ruling, s.beside_map]
        for pile in (*piles, *(one.hand for one in s.powers.values())):
            if card in pile:
                pile.remove(card)
                return
        raise CaseFault(f"card {card} is a home card, or lies nowhere")

    def _hand(self, about: str, value: str) -> None:
        """The cards of a hand, home cards apart; what was there goes to the bottom of the deck."""
        state = self.state.powers[self.names.power(about)]
        self.state.deck[:0] = state.hand
        state.hand = []
        for card in self.names.cards(value):
            self._free(card)
            self.state.give(self.names.power(about), card)

    def _show_hand(self, about: str) -> str:
        return show(self.state.powers[self.names.power(about)].hand)

    def _home_cards(self, about: str, value: str) -> None:
        state, wanted = self.state.powers[self.names.power(about)], self.names.cards(value)
        own = sorted([*state.home_cards, *state.spent_home_cards])
        state.home_cards = [card for card in own if card in wanted]
        state.spent_home_cards = [card for card in own if card not in wanted]

    def _pile(self, pile: list[CardNumber]) -> Callable[[str, str], None]:
        def make(about: str, value: str) -> None:
            self.state.deck[:0] = pile
            pile.clear()
            for card in self.names.cards(value):
                self._free(card)
                pile.append(card)

        return make

    def _deck(self, about: str, value: str) -> None:
        """The deck holds these cards, the last one on top; the others go to the removed ones."""
        s, wanted = self.state, self.names.cards(value)
        for card in wanted:
            self._free(card)
        s.removed += s.deck
        s.deck = wanted

    def _top(self, about: str, value: str) -> None:
        for card in reversed(self.names.cards(value)):
            self._free(card)
            self.state.deck.append(card)

    def _show_card(self, about: str) -> str:
        """Where a card lies: "deck", "discard", "removed", "hand of france" ..."""
        s, card = self.state, self.names.card(about)
        piles = {
            "deck": s.deck, "discard": s.discard, "removed": s.removed, "waiting": s.waiting, "set aside": s.set_aside,
            "ruling": s.ruling, "beside the map": s.beside_map,
        }  # fmt: skip
        for power, state in s.powers.items():
            piles |= {
                f"hand of {power}": [*state.hand, *state.home_cards], f"power card of {power}": state.spent_home_cards,
            }  # fmt: skip
        return next(name for name, pile in piles.items() if card in pile)

    def _ruler(self, about: str, value: str) -> None:
        self.state.powers[self.names.power(about)].ruler = RulerId(ident(value))

    def _minus(self, about: str, value: str) -> None:
        markers = [MinusCard(card, self.state.turn) for card in self.names.cards(value)]
        self.state.powers[self.names.power(about)].minus_cards = markers

    def _bonus(self, about: str, value: str) -> None:
        """A War Winner marker of so many VP in the bonus box, and nothing else."""
        vp = number(value)
        self.state.powers[self.names.power(about)].bonus = [Bonus(BonusKind.WAR_WINNER, vp)] if vp else []

    # ------------------------------------------------------------------ faith and family

    def _edward(self, about: str, value: str) -> None:
        self.state.tudors.edward = Heir(ident(value))

    def _elizabeth(self, about: str, value: str) -> None:
        self.state.tudors.elizabeth_born = fold(value) == "yes"

    def _marital(self, about: str, value: str) -> None:
        self.state.tudors.marital = WifeId(ident(value))

    def _discount(self, about: str, value: str) -> None:
        self.state.tudors.catherine_discount = fold(value) == "yes"

    def _boleyn(self, about: str, value: str) -> None:
        self.state.tudors.boleyn_turn = number(value)

    def _mary(self, about: str, value: str) -> None:
        self.state.tudors.mary_turn = number(value)

    def _debater(self, about: str, value: str) -> None:
        self.state.debaters[DebaterId(ident(about))] = Standing(ident(value))

    def _reformer(self, about: str, value: str) -> None:
        self.state.reformers[ReformerId(ident(about))] = Standing(ident(value))

    def _testament(self, about: str, value: str) -> None:
        self.state.tracks.new_testament[Zone(ident(about))] = number(value)

    def _bible(self, about: str, value: str) -> None:
        self.state.tracks.full_bible[Zone(ident(about))] = number(value)

    def _display(self, about: str, value: str) -> None:
        space, regulars = self.names.space(about), number(value)
        self.state.display.pop(space, None)
        if regulars:
            self.state.display[space] = regulars

    # ------------------------------------------------------------------ the game

    def _totals(self, about: str, value: str) -> None:
        """ "totals 3: ottoman 20, france 12": VP at the end of a turn; powers that are not named had none."""
        turn, vp = number(about), dict.fromkeys(MAJORS, 0)
        for part in listing(value):
            name, _, total = part.rpartition(" ")
            vp[self.names.power(name)] = number(total)
        kept = [one for one in self.state.history if one.turn != turn]
        self.state.history = sorted([*kept, Totals(turn, vp)], key=lambda one: one.turn)

    def _show_totals(self, about: str) -> str:
        found = next((one.vp for one in self.state.history if one.turn == number(about)), {})
        return show(f"{power} {found[power]}" for power in MAJORS if power in found)

    def _form_totals(self, value: str) -> str:
        named = {self.names.power(part.rpartition(" ")[0]): part.rpartition(" ")[2] for part in listing(value)}
        return show(f"{power} {named[power]}" for power in MAJORS if power in named)

    def _happened(self, about: str, value: str) -> None:
        _set(self.state.milestones, Milestone(ident(about)), value)

    def _turn(self, about: str, value: str) -> None:
        self.state.turn = number(value)

    def _phase(self, about: str, value: str) -> None:
        self.state.phase = Phase(ident(value))

    def _active(self, about: str, value: str) -> None:
        """Whose impulse is played next; some impulses have gone before."""
        s = self.state
        s.phase, s.impulses = Phase.ACTION, max(s.impulses, 20)
        s.cursor = f"{s.turn}/action/{s.impulses + 1}/{self.names.power(value)}"

    def _step(self, about: str, value: str) -> None:
        """A phase of the present turn, as sequence.py calls it: "winter"; then all home cards and the Theses have been
        played."""
        s = self.state
        s.cursor = f"{s.turn}/{ident(value)}"
        if ident(value) not in _AFTER_ACTION:
            return
        for state in s.powers.values():
            state.spent_home_cards, state.home_cards = sorted([*state.spent_home_cards, *state.home_cards]), []
            if _THESES in state.hand:
                state.hand.remove(_THESES)
                s.removed.append(_THESES)

    def _passes(self, about: str, value: str) -> None:
        self.state.passes = number(value)

    def _track(self, name: str) -> Callable[[str, str], None]:
        return lambda about, value: setattr(self.state.tracks, name, number(value))

    def _ships_lost(self, about: str, value: str) -> None:
        power = self.names.power(about)
        (self.state.powers if power in MAJORS else self.state.minors)[power].ships_lost = number(value)

    def _show_ships_lost(self, about: str) -> str:
        power = self.names.power(about)
        state = self.state.powers[power] if power in MAJORS else self.state.minors[power]
        return str(state.ships_lost)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _among(items: list[Pair], wanted: Pair) -> str:
    return _yes(wanted in items)


def _set(items: list, item: object, value: str) -> None:  # type: ignore[type-arg]
    """ "yes" puts it among them, "no" takes it out."""
    if fold(value) not in ("yes", "no"):
        raise CaseFault(f"{value!r}: write yes or no")
    if item in items:
        items.remove(item)
    if fold(value) == "yes":
        items.append(item)
