"""What a newcomer to Here I Stand reads: cards in his hand, HELP for a card, the phase, settings that are none."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.here_i_stand.terms import CardNumber, CardType
from pbem import stationery
from pbem.game_box import in_words
from pbem.games.here_i_stand.box import BOX
from pbem.games.here_i_stand.card_help import card_help
from pbem.games.here_i_stand.tools import TOOLS, seats_of
from pbem.games.here_i_stand.words import HisWords
from pbem.ordered_box import why
from pbem.receipts import in_full
from tests.orders.here_i_stand.boards import judged
from tests.pbem.test_here_i_stand import room, text_and_pdf

WHEN = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)


def words_of(language: str) -> HisWords:
    words = BOX.catalogue(language, None)
    assert isinstance(words, HisWords)
    return words


EN, HU = words_of("en"), words_of("hu")


# ------------------------------------------------------------------ cards


def test_a_card_in_hand_shows_number_and_points() -> None:
    assert EN.value("hand", [1, 31]) == "Janissaries (no. 1, 5 CP) and Foul Weather (no. 31, 2 CP)"
    assert EN.held(13) == "Schmalkaldic League (no. 13, must be played, 2 CP)"
    assert "1. sz., 5 PP" in HU.held(1)
    assert EN.value("hand", []) == EN.say("term.none")


@pytest.mark.parametrize("words", [EN, HU], ids=["en", "hu"])
def test_every_card_has_help(words: HisWords) -> None:
    """Whole sentences without keys, ids and names of files."""
    for number, card in words.ids("cards").items():
        lines = card_help(words, CardNumber(int(number)))
        text = "\n".join(lines)
        assert lines[0].startswith(words.held(int(number)))
        assert len(lines) >= 3 + len(card.effects)
        assert not any(sign in text for sign in ("[", "_", ".toml", ".md", "{", "core110", "anniversary116"))
        assert len(text) < 3500


def test_help_says_who_when_and_what() -> None:
    text = "\n".join(BOX.help("card 31", "en", None))
    for part in ("response card", "RESPOND", "any power", "a land move is declared", "loses 1 CP", "discard pile"):
        assert part in text
    janissaries = "\n".join(BOX.help("card 1", "en", None))
    assert "Way B (four regulars). Who may use the text: the Ottomans." in janissaries
    assert BOX.help("card 999", "en", None) == ["There is no card 999 in this game."]
    assert BOX.help("PLAY", "en", None)[0].startswith("PLAY card CP")


def test_every_card_has_its_help() -> None:
    for number in EN.ids("cards"):
        text = "\n".join(card_help(EN, number))
        assert "What it does: " in text, number
        assert "{" not in text, number


def test_each_kind_of_card_is_named() -> None:
    for words in (EN, HU):
        assert all(words.has(f"term.card_type.{kind}") and words.has(f"help.card.for.{kind}") for kind in CardType)
        cards = words.ids("cards").values()
        assert all(words.has(f"help.card.after.{card.removal}") for card in cards)
        windows = {window for card in cards for way in card.effects for window in way.windows}
        assert all(words.has(f"term.window.{one}") or words.has(f"term.value.{one}") for one in windows)


# ------------------------------------------------------------------ letters


def said(text: str) -> str:
    """The reason for which the only line of a letter is refused."""
    line = judged(text, seats=("ottoman", "france")).lines[0]
    assert line.why is not None
    return in_words(EN, why(line.why))


def test_a_player_of_two_powers_is_told_of_power() -> None:
    assert said("PASS").startswith("You write for several: put a line POWER above the order, with one of these: ")


def test_a_restatement_ends_with_a_full_stop() -> None:
    from pbem.game_box import Sentence

    assert in_full(EN, Sentence("order.combat.combat", {"card": 30})) == "Combat card: Tercios (30)."
    assert in_full(EN, Sentence("letter.with_rule", {"sentence": "Nothing is left.", "rule": "9.1"})).count(".") == 2


def test_a_moment_in_utc_is_told_once() -> None:
    assert stationery.moment(EN, WHEN, "UTC").count("12:00") == 1
    assert stationery.moment(EN, WHEN, "Etc/UTC").count("UTC") == 1
    assert stationery.moment(EN, WHEN, "Europe/Budapest").count(":00") == 2


async def test_a_letter_tells_the_phase_and_the_hand(tmp_path: Path) -> None:
    """STATUS names the phase; report and form show cards with what they give; HELP for a card comes at once."""
    async with room(tmp_path, drawn="ottoman") as post:
        status = await post.write("ottoman", "STATUS", "HELP Janissaries", "Ottoman")
        assert "Turn 4, phase 3: Diplomacy." in status
        assert "Way B (four regulars)" in " ".join(status.split())
        assert "UTC (" not in status
        assert "not understood" not in status
        await post.default_to("impulse")
        form = await post.write("ottoman", "FORM")
        assert "Janissaries (no. 1, 5 CP)" in " ".join(form.replace("## ", "").split())


async def test_a_report_shows_number_and_points(tmp_path: Path) -> None:
    async with room(tmp_path, drawn="ottoman") as post:
        text, _ = text_and_pdf((await post.mail())["ottoman"][0][1])
        assert "Janissaries (no. 1, 5 CP)" in " ".join(text.split())


async def test_a_letter_of_a_thousand_lines(tmp_path: Path) -> None:
    """It is answered at once and shortly; what was sent before still counts."""
    async with room(tmp_path, drawn="ottoman") as post:
        await post.write("ottoman", "PROPOSE TO England: alliance")
        begun = time.perf_counter()
        receipt = await post.write("ottoman", *["BUILD regular IN Istanbul"] * 1000)
        assert time.perf_counter() - begun < 2
        assert "A letter has at most 300 order lines; this one has 1000." in " ".join(receipt.split())
        assert len(receipt) < 3000
        assert "PROPOSE TO England: alliance" in await post.write("ottoman", "STATUS", "Ottoman")


# ------------------------------------------------------------------ settings


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("respons_hold", "response_hold"), ("response-hold", "response_hold"), ("scenary", "scenario"),
        ("Early_End", "early_end"), ("fowl_weather_action", "foul_weather_action"),
    ],
)  # fmt: skip
def test_the_nearest_setting_comes_first(name: str, near: str) -> None:
    with pytest.raises(ValueError, match=f"There is no setting {name}. Did you mean {near}[ ?]"):
        TOOLS.options(seats_of(6), "", {name: 1})


def test_a_setting_like_none_has_no_nearest() -> None:
    with pytest.raises(ValueError, match=r"There is no setting xyzzy\. --set takes one of these: scenario"):
        TOOLS.options(seats_of(6), "", {"xyzzy": 1})


def test_the_settings_of_the_readme_exist() -> None:
    """The table of settings names nothing that is not there, and values that are taken."""
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    rows = [line.split("|")[1:-1] for line in readme.splitlines() if line.startswith("   | `")]
    assert len(rows) >= 8
    for name, values, _ in rows:
        for value in values.split("`")[1::2]:
            TOOLS.options(seats_of(6), "", {name.strip().strip("`"): int(value) if value in ("0", "240") else value})
