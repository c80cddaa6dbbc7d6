"""14 Checks: what must hold after every step. A breach is always a fault of ours."""

from __future__ import annotations

from engine.core.table import BrokenInvariant
from engine.dutch_revolt.state import DutchRevoltState as State
from engine.dutch_revolt.terms import NEUTRAL, Kind

OVERFLOW_PHASE = 13
AFTER_SIEGES = 16


def check(s: State) -> None:
    """All of section 14 that a single position can show. Raises BrokenInvariant."""
    _supplies(s)
    _armies(s)
    _places_and_boxes(s)
    _sieges(s)
    _cards_and_charts(s)
    if s.phase == OVERFLOW_PHASE:
        _maxima(s)


def _supplies(s: State) -> None:
    """14.1, 3.4 Tokens are never made or lost."""
    total: dict[Kind, int] = {f: h.stock + h.treasury for f, h in s.holdings.items()}
    total[NEUTRAL] = s.neutral_stock
    for group in (s.countryside, s.places):
        for spot, tokens in group.items():
            for kind, n in tokens.items():
                if n < 1 or kind not in total:
                    raise BrokenInvariant(f"{spot} holds {n} tokens of {kind} (rule 3.4)")
                total[kind] += n
    for squares in s.boxes.values():
        for token in filter(None, squares):
            total[token] += 1
    for f, h in s.holdings.items():
        if total[f] != h.supply or h.stock < 0 or h.treasury < 0:
            raise BrokenInvariant(
                f"{f} have {total[f]} of {h.supply} tokens, {h.stock} in stock and {h.treasury} money (rule 3.4)"
            )
    if total[NEUTRAL] != s.board.neutral_tokens or s.neutral_stock < 0:
        raise BrokenInvariant(f"{total[NEUTRAL]} neutrals of {s.board.neutral_tokens} (rule 3.4)")


def _armies(s: State) -> None:
    """14.1 armies; 14.2 tracks."""
    out = dict.fromkeys(s.holdings, 0)
    for region, armies in s.tracks.items():
        if len(armies) > s.board.regions[region].squares:
            raise BrokenInvariant(f"{len(armies)} armies on {region} (rule 14.2)")
        for army in armies:
            out[army.faction] += 1
    for f, h in s.holdings.items():
        if out[f] + h.armies != h.army_supply or h.armies < 0:
            raise BrokenInvariant(f"{f} have {out[f]} armies out and {h.armies} of {h.army_supply} in stock (rule 3.4)")


def _places_and_boxes(s: State) -> None:
    """14.2 One token at most in a town, one in a square of a box; an exclusive box holds one faction (R-02)."""
    for town in s.board.towns:
        if (tokens_there := s.places[town]) and sum(tokens_there.values()) > 1:
            raise BrokenInvariant(f"{town} holds {s.places[town]} (rule 4.3)")
    for box, squares in s.boxes.items():
        data = s.board.boxes[box]
        holders = set(squares) - {None}
        if len(squares) != len(data.squares) or not holders.issubset(data.factions):
            raise BrokenInvariant(f"{box} holds {squares} (rule 4.7)")
        if data.exclusive and len(holders) > 1:
            raise BrokenInvariant(f"{box} holds {squares} (rule R-02)")


def _sieges(s: State) -> None:
    """9.6, 9.7 One siege a city, by an army of its region; 14.6 all Beggars in their box and no siege after 15."""
    besieged = list(s.beggars.besieging)
    for region, armies in s.tracks.items():
        for army in armies:
            if (army.state == "besieging") != (army.city is not None):
                raise BrokenInvariant(f"an army on {region} is {army.state} with city {army.city} (rule 9.6)")
            if army.city is not None:
                besieged.append(army.city)
                if s.board.places[army.city].region != region:
                    raise BrokenInvariant(f"an army on {region} besieges {army.city} (rule 9.6)")
    if len(set(besieged)) != len(besieged):
        raise BrokenInvariant(f"a city is besieged twice: {besieged} (rule 9.6)")
    out = sum(s.beggars.staying.values())
    out += int(s.board.constants["beggars_per_city_siege"]) * len(s.beggars.besieging)
    if out > s.board.water_beggars or any(n < 0 for n in s.beggars.staying.values()):
        raise BrokenInvariant(f"{out} Water Beggars are out (rule 3.3)")
    if s.phase >= AFTER_SIEGES and (out or besieged):
        raise BrokenInvariant(f"after phase 15 {out} Water Beggars are out and {besieged} besieged (rule 14.6)")


def _cards_and_charts(s: State) -> None:
    """14.5 Every card exists once, with a faction in play or nobody; after turn 0 all markers are on their charts."""
    for cards, ids in ((s.city_cards, s.board.cities), (s.province_cards, tuple(s.board.provinces))):
        if tuple(cards) != ids and sorted(cards) != sorted(ids):
            raise BrokenInvariant("the cards are not those of the board (rule 14.5)")
        for card, owner in cards.items():
            if owner is not None and owner not in s.holdings:
                raise BrokenInvariant(f"{owner} own {card} (rule 14.5)")
    for city, column in s.loyalty.items():
        if not 1 <= column <= s.board.loyalty_columns:
            raise BrokenInvariant(f"the marker of {city} is in column {column} (rule 9.16)")
    if s.turn == 0:
        return
    if len(s.bishoprics) != len(s.board.bishoprics["provinces"]) or len(s.loyalty) != len(s.board.loyalty_rows):
        raise BrokenInvariant(f"{len(s.bishoprics)} bishoprics and {len(s.loyalty)} loyalty markers (rule 14.5)")


def _maxima(s: State) -> None:
    """14.3 After phase 13 no province holds more than its maximum (13.1: unless neutrals do not give way)."""
    if not s.board.switches.overflow_displaces_neutrals:
        return
    for province, data in s.board.provinces.items():
        n = sum(s.counted(province).values())
        if n > data.maximum:
            raise BrokenInvariant(f"{province} holds {n} of {data.maximum} after overflow (rule 14.3)")
