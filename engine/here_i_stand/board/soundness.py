"""What the facts must say of each other. Raises BadBoard in a sentence that names the fact at fault."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.here_i_stand.board.counters import fits
from engine.here_i_stand.board.facts import BadBoard
from engine.here_i_stand.board.powers import PowerKind
from engine.here_i_stand.board.scenarios import Scenario
from engine.here_i_stand.terms import MAJORS, CardEntry, Edition, Power, SpaceKind, UnitType

if TYPE_CHECKING:
    from engine.here_i_stand.board.board import Board


def require_sound(board: Board) -> None:
    """The pieces against the map, the cards against the pieces, the scenarios against all."""
    _require_powers(board)
    _require_people(board)
    _require_tables(board)
    _require_cards(board)
    for scenario in board.scenarios.values():
        _require_places(board, scenario)
        _require_pieces(board, scenario)
        _require_markers(board, scenario)
        _require_faith(board, scenario)
        _require_counters(board, scenario)
        _require_deck(board, scenario)


def _require_known(where: str, what: str, named: Iterable[object], known: Iterable[object]) -> None:
    all_known = list(known)
    for one in named:
        if one not in all_known:
            raise BadBoard(f"{where}: {str(one)!r} is no {what}")


def _require_powers(board: Board) -> None:
    spaces = board.map.spaces
    for power in board.powers.values():
        where = f"pieces, power {power.id}"
        _require_known(where, "space", (*power.capitals, *power.winter_spaces), spaces)
        capitals = [space.id for space in spaces.values() if space.capital_of is power.id]
        if sorted(capitals) != sorted(power.capitals):
            raise BadBoard(f"{where}: capitals must be those of the map, {', '.join(capitals) or 'none'}")
        if power.kind is PowerKind.MAJOR and power.auto_win_keys not in (None, len(power.vp_by_keys) + 1):
            raise BadBoard(f"{where}: auto_win_keys must be one more than the boxes of vp_by_keys (4)")
        for number in power.home_cards:
            if number not in board.cards or board.cards[number].owner is not power.id:
                raise BadBoard(f"{where}: home card {number} is no home card of this power in cards")
    minors = [power.id for power in board.powers.values() if power.kind is PowerKind.MINOR]
    if sorted(board.minors) != sorted(minors):
        raise BadBoard(f"pieces: there must be one [[minor_activation]] for each of {', '.join(minors)}")


def _require_people(board: Board) -> None:
    numbers = board.cards
    for leader in board.leaders.values():
        _require_known(f"pieces, leader {leader.id}", "card", leader.entry_cards, numbers)
    for ruler in board.rulers.values():
        if ruler.card is not None:
            _require_known(f"pieces, ruler {ruler.id}", "card", [ruler.card], numbers)
    for reformer in board.reformers.values():
        _require_known(f"pieces, reformer {reformer.id}", "space", [reformer.space], board.map.spaces)
    _require_known("pieces, england_treatise", "debater", board.english_treatise.among, board.debaters)
    for debater in board.debaters.values():
        where, bonus = f"pieces, debater {debater.id}", debater.bonus
        _require_known(where, "space", [bonus.near] if bonus.near else [], board.map.spaces)
        _require_known(where, "leader", [bonus.leader] if bonus.leader else [], board.leaders)
    for who in board.map.closed_seas:
        _require_known("map, naval_restriction", "power or leader", [who], [*Power, *board.leaders])


def _require_tables(board: Board) -> None:
    tables, electorates = board.tables, sorted(board.map.electorates)
    if sorted(tables.electorates) != electorates or sorted(tables.display) != electorates:
        raise BadBoard(f"pieces, electorates: spaces and display_regulars must name {', '.join(electorates)}")
    for space in tables.master_of_italy.keys:
        if space not in board.map.keys:
            raise BadBoard(f"pieces, master_of_italy: {space!r} is no key")
    for war in tables.foreign_wars.values():
        _require_known("pieces, foreign_war", "card", [war.card], board.cards)
    due = {card.id: card.due_turn for card in board.cards.values() if card.due_turn is not None}
    if due != tables.mandatory_due:
        raise BadBoard(f"pieces, mandatory_due: it must say what due says in cards: {_listed(due)}")


def _require_cards(board: Board) -> None:
    for power in MAJORS:
        owned = [card.number for card in board.cards.values() if card.owner is power]
        if owned != sorted(board.powers[power].home_cards):
            raise BadBoard(f"cards: the home cards of {power} must be those of its power card, {_numbers(owned)}")
    if board.edition is Edition.CORE110 and len(board.cards) != _CORE_CARDS:
        raise BadBoard(f"cards: {Edition.CORE110} has {_CORE_CARDS} cards, not {len(board.cards)}")
    if board.edition is Edition.ANNIVERSARY116 and len(board.cards) != _ANNIVERSARY_CARDS:
        raise BadBoard(f"cards: {Edition.ANNIVERSARY116} has {_ANNIVERSARY_CARDS} cards, not {len(board.cards)}")


_CORE_CARDS = 110
_ANNIVERSARY_CARDS = 116


def _require_places(board: Board, scenario: Scenario) -> None:
    where, spaces = _named(scenario), board.map.spaces
    named = [placement.space for placement in scenario.placements]
    marked = [space for markers in scenario.markers.values() for space in markers.spaces]
    faith = scenario.faith
    _require_known(where, "space", (*named, *marked, *faith.protestant_spaces, *faith.display), spaces)
    for space in marked:
        if marked.count(space) > 1:
            raise BadBoard(f"{where}: {space} has two control markers")
    for placement in scenario.placements:
        port = spaces[placement.space].port
        if (placement.squadrons or placement.corsairs) and not port:
            raise BadBoard(f"{where}: naval units stand in {placement.space}, which is no port")


def _require_pieces(board: Board, scenario: Scenario) -> None:
    where, faith, world = _named(scenario), scenario.faith, scenario.new_world
    for power, ruler in scenario.rulers.items():
        if ruler not in board.rulers or board.rulers[ruler].power is not power:
            raise BadBoard(f"{where}: {ruler!r} is no ruler of {power}")
    leaders = [leader for placement in scenario.placements for leader in placement.leaders]
    _require_known(where, "leader", leaders, board.leaders)
    for leader in leaders:
        if leaders.count(leader) > 1:
            raise BadBoard(f"{where}: leader {leader} is placed twice")
    for placement in scenario.placements:
        for leader in placement.leaders:
            if board.leaders[leader].power is not placement.power:
                raise BadBoard(f"{where}: {leader} in {placement.space} does not serve {placement.power}")
    _require_known(where, "debater", (*faith.debaters, *faith.debaters_out), board.debaters)
    _require_known(where, "reformer", (*faith.reformers, *faith.reformers_out), board.reformers)
    _require_known(where, "box for an excommunication", faith.excommunicated, board.tables.excommunication)
    _require_known(where, "box of the marital status", [scenario.tracks.marital], board.tables.marital_track)
    _require_known(where, "explorer or conquistador", world.out_of_play, [*board.explorers, *board.conquistadors])
    prizes = [*world.prizes, *(claim.prize for claim in world.claims)]
    if sorted(prizes) != sorted(board.tables.prizes):
        raise BadBoard(f"{where}: each prize must stand once, in prizes_on_map or in the bonus_vp of a power")
    for power, names in world.colonies.items():
        _require_known(where, f"colony of {power}", names, board.tables.colonies.get(power, ()))


def _require_markers(board: Board, scenario: Scenario) -> None:
    """2.4: squares lie on keys or on the power card, hexagons elsewhere."""
    where = _named(scenario)
    for power, markers in scenario.markers.items():
        for space in markers.keys:
            if board.map.spaces[space].kind is not SpaceKind.KEY:
                raise BadBoard(f"{where}: {power} has a square marker on {space}, which is no key (2.4)")
        for space in (*markers.catholic, *markers.protestant):
            if board.map.spaces[space].kind is SpaceKind.KEY and power is not Power.PROTESTANT:
                raise BadBoard(f"{where}: {power} has a hexagonal marker on {space}, which is a key (2.4)")
        squares = board.powers[power].square_markers
        if markers.on_card is not None and markers.on_card + len(markers.keys) != squares:
            raise BadBoard(
                f"{where}: {power} has {squares} square markers, but {len(markers.keys)} on the map and "
                f"{markers.on_card} on its card"
            )
        for space in markers.protestant:
            if space not in scenario.faith.protestant_spaces:
                raise BadBoard(f"{where}: {space} has a marker with the Protestant side, but is not Protestant")


def _require_faith(board: Board, scenario: Scenario) -> None:
    """2.3: what the scenario counts and lists is what its markers and the map say."""
    where, homes, faith = _named(scenario), board.map.home_spaces, scenario.faith
    marked = [space for markers in scenario.markers.values() for space in markers.spaces]
    held = [space for space in homes[Power.PROTESTANT] if space not in marked]
    if sorted(faith.protestant_control) != sorted(held):
        raise BadBoard(
            f"{where}: protestant_political_control must name the Protestant home spaces without a marker of another "
            f"power, {', '.join(held) or 'none'}"
        )
    english = [space for space in faith.protestant_spaces if space in homes[Power.ENGLAND]]
    if faith.english_spaces != len(english):
        raise BadBoard(f"{where}: english_protestant_home_spaces must be {len(english)}, by protestant_space_list")
    for space in faith.protestant_spaces:
        if board.map.spaces[space].home in (None, Power.OTTOMAN):
            raise BadBoard(f"{where}: {space} can't be Protestant; Ottoman home spaces have no religion (2.3)")


def _require_counters(board: Board, scenario: Scenario) -> None:
    """5.2: what is placed can be laid out in counters."""
    where = _named(scenario)
    for power in board.powers.values():
        stacks = [placement for placement in scenario.placements if placement.power is power.id]
        seconds = [one.cavalry if power.second_type is UnitType.CAVALRY else one.mercenaries for one in stacks]
        others = [one.mercenaries if power.second_type is UnitType.CAVALRY else one.cavalry for one in stacks]
        if any(others) or (power.second_type is None and any(seconds)):
            raise BadBoard(f"{where}: {power.id} has units of a type for which it has no counters")
        if not fits([*(one.regulars for one in stacks), *seconds], power.counters):
            raise BadBoard(f"{where}: the land units of {power.id} can't be laid out with its counters (5.2)")
        ships = sum(one.squadrons + one.corsairs for one in stacks)
        if ships > power.squadrons:
            raise BadBoard(f"{where}: {power.id} has {ships} naval units on the map, but {power.squadrons} counters")


def _require_deck(board: Board, scenario: Scenario) -> None:
    """6.2; cards.md 7."""
    where, start, cards = _named(scenario), scenario.cards, board.cards
    named = (*start.removed, *start.as_ruler, *start.added, *start.protestant_hand)
    _require_known(where, "card", named, cards)
    if start.held_back is not None and list(start.held_back) != [card.number for card in cards.values() if card.waits]:
        raise BadBoard(f"{where}: held_back must name the cards with an entry turn, and those called variable")
    marked = tuple(card.number for card in cards.values() if card.only_1517)
    if start.removed and start.removed != marked:
        raise BadBoard(f"{where}: removed_marked_1517 must name the cards with only_1517, {_numbers(marked)}")
    for number in start.as_ruler:
        if number not in [board.rulers[ruler].card for ruler in scenario.rulers.values()]:
            raise BadBoard(f"{where}: card {number} in used_as_ruler brings none of the rulers")
    usual = [card for card in board.deck_cards if card.number not in named]
    first = [card for card in usual if card.entry is CardEntry.START or _enters_first(card.entry_turn, scenario)]
    fixed = [card for card in first if card.entry in (CardEntry.START, CardEntry.TURN)]
    if len(fixed) + len(start.added) != start.before_first_deal:
        raise BadBoard(
            f"{where}: deck_before_first_deal is {start.before_first_deal}, but {len(fixed) + len(start.added)} "
            f"cards are in the deck then"
        )


def _enters_first(turn: int | None, scenario: Scenario) -> bool:
    return turn is not None and turn <= scenario.first_turn


def _named(scenario: Scenario) -> str:
    return f"scenarios, scenario {scenario.id}"


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _listed(turns: dict[str, int]) -> str:
    return ", ".join(f"{name} {turn}" for name, turn in turns.items())
