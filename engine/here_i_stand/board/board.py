"""All facts of a game together: read from the text that is pinned into its record, for one edition and its switches."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, Final

from engine.here_i_stand.board.cards import Card, read_cards
from engine.here_i_stand.board.chateaux import read_chateaux
from engine.here_i_stand.board.facts import BadBoard, Facts
from engine.here_i_stand.board.map_file import read_geography
from engine.here_i_stand.board.new_world import read_new_world
from engine.here_i_stand.board.people import (
    read_conquistadors,
    read_debaters,
    read_explorers,
    read_leaders,
    read_reformers,
    read_rulers,
)
from engine.here_i_stand.board.powers import (
    read_action_costs,
    read_electorate_cards,
    read_english_treatise,
    read_minors,
    read_powers,
    read_war_costs,
)
from engine.here_i_stand.board.scenarios import read_groups, read_scenarios
from engine.here_i_stand.board.soundness import require_sound
from engine.here_i_stand.board.switches import read_switches, usual_values
from engine.here_i_stand.board.tables import read_tables
from engine.here_i_stand.edition import view
from engine.here_i_stand.terms import CardNumber, CardType, Edition, Power, SwitchValue

PARTS: Final = ("map", "pieces", "cards", "scenarios", "options")
"""The data files. In the one text that is pinned, each is a table of that name."""
_WAR_COST_EDITION: Final = {"always_1": Edition.CORE110, "some_2": Edition.ANNIVERSARY116}
"""R83: the two ways of a switch are those of the editions."""
_CHATEAUX_EDITION: Final = {"plain_roll": Edition.CORE110, "chateau_table": Edition.ANNIVERSARY116}
_REWARD_EDITION: Final = {"none": Edition.CORE110, "vp_and_minus_card": Edition.ANNIVERSARY116}
"""R73, R76: likewise."""


class Board:
    """The facts of the game under one edition and its switches. Dicts keep the order of the files."""

    def __init__(
        self, data: Mapping[str, Any], sha256: str, edition: Edition, changed: Mapping[str, SwitchValue] | None = None
    ) -> None:
        self.sha256 = sha256
        self.edition = edition
        self._data = data
        self._changed = dict(changed or {})
        seen = {part: Facts(part, view(data[part], edition)) for part in PARTS}
        pieces, scenarios = seen["pieces"], seen["scenarios"]
        self.switches = read_switches(seen["options"])
        self.settings: dict[str, SwitchValue] = {**usual_values(self.switches), **self._changed}
        """Switch -> what it is set to in this game."""
        self.map = read_geography(seen["map"], self.settings)
        self.powers = read_powers(pieces)
        self.minors = read_minors(pieces)
        self.electorate_cards = read_electorate_cards(pieces)
        self.action_costs = read_action_costs(pieces)
        self.english_treatise = read_english_treatise(pieces)
        self.war_costs = read_war_costs(self._as_in(_WAR_COST_EDITION[str(self.settings["minor_war_cost"])], "pieces"))
        self.leaders = read_leaders(pieces)
        self.rulers = read_rulers(pieces)
        self.reformers = read_reformers(pieces)
        self.debaters = read_debaters(pieces)
        self.explorers = read_explorers(pieces)
        self.conquistadors = read_conquistadors(pieces)
        self.chateaux = read_chateaux(
            self._as_in(_CHATEAUX_EDITION[str(self.settings["patron_of_the_arts"])], "pieces")
        )
        wars = self._as_in(_REWARD_EDITION[str(self.settings["foreign_war_reward"])], "pieces")
        self.tables = read_tables(pieces, self.settings, wars)
        self.new_world = read_new_world(pieces)
        self.cards = read_cards(seen["cards"])
        self.groups = read_groups(scenarios)
        """Number of players -> the powers of each (1.6)."""
        self.scenarios = read_scenarios(scenarios, pieces.part("victory"), tuple(self.groups))

    @classmethod
    def load(cls, text: str) -> Board:
        """The board of the usual edition. Both editions are tested. Raises BadBoard."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as fault:
            raise BadBoard(f"the data file is not TOML: {fault}") from fault
        for part in PARTS:
            if not isinstance(data.get(part), dict):
                raise BadBoard(f"the data file has no table {part!r}; it must have {', '.join(PARTS)}")
        sha256 = hashlib.sha256(text.encode()).hexdigest()
        boards = {edition: cls._sound(data, sha256, edition) for edition in Edition}
        return boards[Facts("options", data["options"]).part("meta").word("default_edition", Edition)]

    @classmethod
    def _sound(cls, data: Mapping[str, Any], sha256: str, edition: Edition) -> Board:
        try:
            board = cls(data, sha256, edition)
        except KeyError as fault:
            raise BadBoard(f"the data file lacks or misnames {fault} ({edition})") from fault
        except (TypeError, AttributeError) as fault:
            raise BadBoard(f"the data file holds a fact of a wrong kind: {fault} ({edition})") from fault
        require_sound(board)
        return board

    @classmethod
    def ours(cls) -> Board:
        """The board as it comes with the judge."""
        return cls.load(our_text())

    def under(self, edition: Edition, changed: Mapping[str, SwitchValue]) -> Board:
        """The same data in another edition or with other switches."""
        if edition is self.edition and dict(changed) == self._changed:
            return self
        return Board(self._data, self.sha256, edition, changed)

    # ------------------------------------------------------------------ what is asked often

    @cached_property
    def home_cards(self) -> dict[Power, tuple[CardNumber, ...]]:
        """Major power -> its home cards (6.1)."""
        return {power.id: power.home_cards for power in self.powers.values() if power.home_cards}

    @cached_property
    def deck_cards(self) -> tuple[Card, ...]:
        """All cards but the home cards, by number."""
        return tuple(card for card in self.cards.values() if card.type is not CardType.HOME)

    def _as_in(self, edition: Edition, part: str) -> Facts:
        return Facts(part, view(self._data[part], edition))


def our_text() -> str:
    """The text of our own data: the five files as one, each under a table of its name."""
    return joined({part: _text_of(part) for part in PARTS})


def joined(texts: Mapping[str, str]) -> str:
    """Data files as one text: in each, `[[space]]` becomes `[[map.space]]`."""
    return "\n".join(_HEADER.sub(rf"\g<1>{part}.", text) for part, text in texts.items())


_HEADER: Final = re.compile(r"^(\[\[?)", re.MULTILINE)


def _text_of(part: str) -> str:
    return files("engine.here_i_stand").joinpath(f"data/{part}.toml").read_text(encoding="utf-8")
