"""Section 19 of Heads of State by letters through the judge: the examples of 19.3 word for word, a turn in each language,
waits, deadlines, a change of round that pauses for nobody."""

# ruff: noqa: E501  (an order is a line)

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from engine.core.decision import Json
from engine.heads_of_state.state import HeadsState
from pbem.store.models import Deadline
from tests.pbem.mailroom import text_of
from tests.secrecy.worlds import World

NOW = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)
GAME = "versailles"
OPTION_1 = """\
OPTION 1
TAKE jewels OR bishop OR BLIND
TAKE bishop OR palace OR BLIND
TAKE BLIND
PLACE king AT london ELSE PLACE king AT paris
PLACE duke AT bavaria ELSE PLACE duke AT aquitaine
IF HAVE gold, gold : PLACE baron AT provence
KEEP jewels, bishop, palace, title, troops
"""
OPTION_2 = """\
OPTION 2
TREASON guillotine OR assassin OR BLIND
TAKE duelling OR gold OR BLIND
USE guillotine ON yellow marquis AT burgundy REPLACE
USE assassin ON red duke AT brittany REPLACE IF FAILS: USE france ON red earl AT brittany LEAVE
"""
"""The two examples of 19.3."""
TURNS = {
    "English": """\
OPTION 2
TREASON guillotine OR BLIND
TAKE jewels OR castle OR BLIND
USE guillotine ON yellow marquis AT Burgundy REPLACE
IF HAVE bishop : USE inquisition ON red earl AT Aragon LEAVE ELSE USE inquisition ON red duke AT Andalusia
KEEP courtesan, troops
""",
    "German": """\
OPTION 2
VERRAT Guillotine ODER verdeckt
NIMM Juwelen ODER Schloss ODER verdeckt
BENUTZE Guillotine GEGEN gelb Marquis IN Burgund ERSETZEN
WENN HABE Bischof : BENUTZE Inquisition GEGEN rot Earl IN Aragonien LASSEN SONST BENUTZE Inquisition GEGEN rot Herzog IN Andalusien
BEHALTE Kurtisane, Truppen
""",
    "French": """\
CHOIX 2
TRAHISON guillotine OU pioche
PRENDRE joyaux OU château OU pioche
JOUER guillotine SUR jaune marquis EN Bourgogne REMPLACER
SI J'AI évêque : JOUER inquisition SUR rouge earl EN Aragon LAISSER SINON JOUER inquisition SUR rouge duc EN Andalousie
GARDER courtisane, troupes
""",
    "Spanish": """\
OPCIÓN 2
TRAICIÓN guillotina O mazo
TOMAR joyas O castillo O mazo
USAR guillotina CONTRA amarillo marqués EN Borgoña REEMPLAZAR
SI TENGO obispo : USAR inquisición CONTRA rojo earl EN Aragón DEJAR SI NO USAR inquisición CONTRA rojo duque EN Andalucía
GUARDAR cortesana, tropas
""",
    "Hungarian": """\
LEHETŐSÉG 2
ÁRULÁS nyaktiló VAGY vakon
VESZ ékszer VAGY kastély VAGY vakon
HASZNÁL nyaktiló ELLEN sárga őrgróf Burgundiában PÓTOL
HA VAN püspök : HASZNÁL inkvizíció ELLEN vörös earl Aragóniában HAGYD KÜLÖNBEN HASZNÁL inkvizíció ELLEN vörös herceg Andalúziában
TARTSD kurtizán, sereg
""",
}


class Story(World):
    """A game of four by letters, with hands and nobles as a test wants them."""

    @property
    def active(self) -> str:
        return "blue"

    async def state(self) -> HeadsState:
        state: HeadsState = (await self.sitting(GAME)).table.state
        return state

    async def arrange(
        self, *, hand: Sequence[str] = (), treason: Sequence[str] = (), row: Sequence[str] = (),
        treason_row: Sequence[str] = (), nobles: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Blue is active after everybody's first turn, with these cards; "red duke brittany" came into play before."""
        board = (await self.state()).board

        def change(raw: Any) -> Json:
            raw["active"], raw["number"], raw["cursor"] = "blue", 9, "1589/9/blue"
            mine = raw["families"]["blue"]
            for family in raw["families"].values():
                family["turns"] = 2
                raw["draw_pile"] += family["hand"]
                family["hand"] = []
            for cards, pile, shown in ((row, "draw_pile", "row"), (treason_row, "treason_pile", "treason_row")):
                if cards:
                    raw[pile] += raw[shown]
                    raw[shown] = [raw[pile].pop(raw[pile].index(card)) for card in cards]
            mine["hand"] = sorted(hand, key=board.attribute_index.__getitem__)
            mine["treason"] = sorted(treason, key=board.treason_index.__getitem__)
            for card in hand:
                raw["draw_pile"].remove(card)
            for card in treason:
                raw["treason_pile"].remove(card)
            for noble in nobles:
                _stand(raw, board, *noble.split())
            return raw  # type: ignore[no-any-return]

        await self.replace_position(change)

    async def told(self, seat: str, text: str) -> str:
        """A letter, and all that its writer is sent for it."""
        await self.mail(seat)
        await self.write(GAME, seat, text.splitlines())
        return "\n".join(text_of(raw) for raw in await self.mail(seat))

    async def deadlines(self) -> list[tuple[datetime, datetime]]:
        """When each question was asked, and until when."""
        async with self.store.reading() as db:
            rows = (await db.execute(select(Deadline).order_by(col(Deadline.id)))).scalars()
            return [(row.asked, row.due) for row in rows]


def _stand(raw: Any, board: Any, seat: str, rank: str, area: str) -> None:
    family = raw["families"][seat]
    raw["boxes"][area][board.areas[area].boxes.index(rank)] = seat
    family["supply"][rank] -= 1
    for counted in (family["brought"], family["noble_cards"]):
        counted[rank] = counted.get(rank, 0) + 1
    raw["noble_cards_left"][rank] -= 1
    if area not in raw["hex_taken"]:
        raw["hex_taken"][area] = seat
        family["score"]["hex"] += board.areas[area].hex


@pytest.fixture
async def story(tmp_path: Path) -> AsyncIterator[Story]:
    made = await Story.open(tmp_path / "story.db", NOW)
    assert isinstance(made, Story)
    await made.begin(GAME, "heads_of_state", {"players": 4}, ["red", "yellow", "blue", "green"])
    yield made
    await made.close()


# ------------------------------------------------------------------ 19.3


async def test_the_first_example(story: Story) -> None:
    await story.arrange(
        hand=["gold", "title", "castle", "duelling"], row=["jewels", "bishop", "palace", "gold", "gold", "gold"]
    )
    told = await story.told("blue", OPTION_1)
    assert told.count("ACCEPTED") == 8
    assert "REFUSED" not in told
    s = await story.state()
    assert s.active != "blue"
    hand = s.families["blue"].hand
    assert {"jewels", "bishop"} <= set(hand)
    assert ("blue" in s.boxes["provence"]) == (s.families["blue"].brought.get("baron", 0) == 1)


async def test_the_second_example(story: Story) -> None:
    await story.arrange(
        hand=["gold", "gold", "title", "title", "troops", "duelling", "castle", "palace"],
        treason=["assassin", "axeman_guillotine"],
        row=["duelling", "gold", "gold", "gold", "gold", "gold"],
        treason_row=["guillotine", "gallows"],
        nobles=["yellow marquis burgundy", "red duke brittany", "red earl brittany"],
    )
    told = await story.told("blue", OPTION_2)
    assert told.count("ACCEPTED") == 5
    assert "REFUSED" not in told
    s = await story.state()
    assert s.boxes["burgundy"][0] == "blue"
    (killed,) = s.dead["brittany"]
    assert killed.rank in ("duke", "earl")
    assert (s.boxes["brittany"][0] == "blue") == (killed.rank == "duke")
    assert ("axeman_guillotine" in s.treason_discard) == (killed.rank == "earl")


@pytest.mark.parametrize("language", TURNS)
async def test_a_turn_in_each_language(story: Story, language: str) -> None:
    """Ranks, areas, cards, colours and all words between them."""
    await story.arrange(
        hand=["gold", "title", "troops", "duelling", "courtesan"],
        treason=["inquisition"],
        row=["castle", "castle", "gold", "gold", "gold", "gold"],
        treason_row=["guillotine", "gallows"],
        nobles=["yellow marquis burgundy", "red earl aragon", "red duke andalusia"],
    )
    told = await story.told("blue", TURNS[language])
    assert told.count("ACCEPTED") == 6, told
    s = await story.state()
    assert s.boxes["burgundy"][0] == "blue"
    assert s.boxes["aragon"][1] == "red"
    assert s.boxes["andalusia"][0] is None
    assert s.families["blue"].hand == ["castle", "courtesan"]


async def test_conditions_in_what_comes_otherwise_are_restated(story: Story) -> None:
    await story.arrange(hand=["gold"])
    line = "IF HAVE title : PLACE count AT Saxony ELSE IF HAVE gold : IF FREE Provence baron : PLACE baron AT Provence"
    told = " ".join((await story.told("blue", f"OPTION 1\n{line}")).split())
    assert (
        "If you have title: Bring into play: count in Saxony. If that is impossible: If you have gold: If this box is "
        "empty: baron in Provence: Bring into play: baron in Provence." in told
    )


async def test_an_unknown_name_sends_the_letter_back(story: Story) -> None:
    await story.arrange()
    told = await story.told("blue", "OPTION 1\nTAKE gold OR goldd\nPLACE king AT Atlantis\nTAKE ANY")
    assert told.count("ACCEPTED") == 2
    assert (await story.state()).active == "blue"
    assert "REFUSED" not in await story.told("blue", "OPTION 1\nTAKE ANY")
    assert (await story.state()).active != "blue"


# ------------------------------------------------------------------ 19.4


async def test_the_mails_of_a_turn_share_a_deadline_with_one_grace(story: Story) -> None:
    await story.arrange()
    async with story.store.reading() as db:
        first = (await db.execute(select(Deadline).order_by(col(Deadline.id).desc()).limit(1))).scalar_one().due
    for text in ("TAKE BLIND\nWAIT", "TAKE BLIND\nLIST\nWAIT", "WAIT"):
        assert "Your hand is private" in await story.told("blue", text)
    assert [(due - first).total_seconds() / 3600 for _, due in await story.deadlines()][1:] == [24, 24, 24]


async def test_a_wait_that_is_passed_over_ends_no_letter(story: Story) -> None:
    await story.arrange(hand=["gold"], row=["title", "title", "troops", "troops", "castle", "castle"])
    told = await story.told(
        "blue", "TAKE title\nIF HAVE jewels : WAIT\nTAKE title\nTAKE castle\nPLACE baron AT Provence"
    )
    assert told.count("ACCEPTED") == 5
    s = await story.state()
    assert s.boxes["provence"] == ["blue"]
    assert s.active != "blue"


# ------------------------------------------------------------------ 19.5


@pytest.mark.parametrize("goes_on", [True, False])
async def test_where_all_have_standing_lists_a_change_of_round_waits_for_nobody(story: Story, *, goes_on: bool) -> None:
    await story.arrange()
    for seat in ("red", "yellow", "blue", "green"):
        await story.write(GAME, seat, ["STANDING KEEP gold, title, assassin"])

    board = (await story.state()).board

    def change(raw: Any) -> Json:
        for family in raw["families"].values():
            for name, pile, number, index in (
                ("hand", "draw_pile", 8, board.attribute_index), ("treason", "treason_pile", 3, board.treason_index),
            ):  # fmt: skip
                family[name] = sorted(raw[pile][:number], key=index.__getitem__)
                del raw[pile][:number]
        raw["discard"], raw["draw_pile"] = raw["draw_pile"], []
        raw["revolution_pile"].remove("revolution")
        raw["revolution_pile"].append("revolution")
        return raw  # type: ignore[no-any-return]

    await story.replace_position(change)
    for seat in ("red", "blue"):
        await story.mail(seat)
    lines = ["TAKE BLIND", "TAKE BLIND", "TAKE BLIND"]
    await story.write(GAME, "blue", [*lines, "ON REVOLUTION CONTINUE"] if goes_on else lines)
    s = await story.state()
    assert s.round == 1
    assert max(s.hand_sizes(seat)[0] for seat in s.order if seat != "blue") == 6
    assert {s.hand_sizes(seat)[1] for seat in s.order} == {2}
    assert (s.active == "blue") is not goes_on
    told = [text_of(raw) for raw in await story.mail("red")]
    assert len(told) == goes_on  # who is not asked learns of it at the end of the turn
    if not goes_on:
        asked, due = (await story.deadlines())[-1]
        assert (due - asked).total_seconds() > 3 * 24 * 3600  # his deadline starts anew
