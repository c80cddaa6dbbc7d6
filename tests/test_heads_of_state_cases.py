"""The cases of Heads of State: all worked examples and rulings are there, and every line of them can fail."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from pbem.case_text import Block, Case, Line, read
from pbem.cases import Report, run, run_case

FOLDER = Path(__file__).parent / "cases" / "heads_of_state"
ALL = [case for file in sorted(FOLDER.glob("*.txt")) for case in read(file)]
EXAMPLES = (
    "1 3 4 6 7 9 10 12 13 15 16 17 18 19 21 22 24 25 27 28 30 31 33 34 36 37 39 40 42 43 45 46 48 49 51 52 54 55 57"
)


def test_all_worked_examples_are_there() -> None:
    found = {re.fullmatch(r"(E\d+)[a-z]?", case.ident) for case in ALL}
    idents = {match[1] for match in found if match is not None}
    assert [number for number in EXAMPLES.split() if f"E{number}" not in idents] == []


def test_every_ruling_has_a_case() -> None:
    named = {rule for case in ALL for block in case.settings for rule in re.findall(r"R\d+", block.argument)}
    assert [f"R{n}" for n in range(1, 40) if f"R{n}" not in named] == []


def test_every_decision_has_a_case() -> None:
    """19.2 D1 to D13; D2, D11 and D12 are in rules of their own sections."""
    named = {rule for case in ALL for block in case.settings for rule in re.findall(r"D\d+", block.argument)}
    assert [f"D{n}" for n in range(1, 14) if f"D{n}" not in named] == []


def test_there_are_many() -> None:
    assert len(ALL) >= 130


# ------------------------------------------------------------------ every line can fail

_NOBLE = re.compile(r"(?:(dead|empty|no dead) )?(?:(\w+) )??(\w+) @ ([^:]+)")
_CARDS = ("hand", "row", "aside", "draw pile", "revolution pile", "discard")
_PLOTS = ("treason",)
_SEATS = ("large", "square", "hex", "winner", "order", "round end")
_OTHERWISE = {"over": "perhaps", "option": "3", "clock": "broken", "round": "1888"}


def otherwise(text: str) -> str | None:
    """A line that says something else; None where there must be nothing."""
    head, _, value = text.partition(":")
    word = head.split()[0]
    if word in ("skipped", "refused"):
        return None
    if word == "view":
        return f"{head}: 99"
    if word == "untold":
        return f"told {head.split(' ', 1)[1]}"
    if word == "told":
        return f"untold {head.split(' ', 1)[1]}"
    if word == "asked":
        return "asked: nobody"
    if (noble := _NOBLE.fullmatch(text)) is not None:
        state, owner, rank, area = noble.groups()
        swapped = {"dead": "no dead", "no dead": "dead"}
        if state in swapped:
            return f"{swapped[state]} {owner} {rank} @ {area}"
        return f"red {rank} @ {area}" if state == "empty" else f"empty {rank} @ {area}"
    return f"{head}: {other_value(head, value.strip())}"


def other_value(head: str, value: str) -> str:
    words = head.split()
    if value.isdecimal() and words[0] != "round":
        return str(int(value) + 1)
    if words[0] in _OTHERWISE and len(words) == 1:
        return _OTHERWISE[words[0]]
    if words[0] == "active":
        return "red" if value != "red" else "yellow"
    if words[0] == "top":
        one, other = ("assassin", "axeman") if "treason" in words else ("jewels", "gold")
        return one if value != one else other
    if head.startswith(_PLOTS):
        return "2 assassin, 2 gallows, 2 axeman"
    if head.startswith(_CARDS):
        return "4 jewels, 4 bishop"
    if head.startswith("round end"):
        return "yellow, red" if value != "yellow, red" else "red, yellow"
    if head.startswith(("gains", "influence")):
        return "red 99"
    if head.startswith(("can ", "dead")):
        return "king @ madrid, king @ berlin" if words[0] == "can" else "red king, green king"
    if head.startswith(("supply", "noble cards")) or "has brought" in head:
        return "9 king, 9 duke"
    assert head.startswith(_SEATS), head
    return "nobody" if value not in ("nobody", "nothing") else "red"


def spoken_otherwise(case: Case) -> list[tuple[str, Case]]:
    """For each line under EXPECT the case with that line changed."""
    found = []
    for at, block in enumerate(case.blocks):
        for number, line in enumerate(block.lines if block.word == "EXPECT" else ()):
            text = re.sub(r"^(score|gains) (\w+) (\d+)$", r"\1 \2: \3", line.text)
            changed = deepcopy(case)
            lines: list[Line] = changed.blocks[at].lines
            if (other := otherwise(re.sub(r"^(round) (\d+)$", r"\1: \2", text))) is None:
                del lines[number]
                if not lines:
                    lines.append(Line(line.number, "over: no"))
            else:
                lines[number] = Line(line.number, other)
            found.append((line.text, changed))
    return found


def is_different(case: Case) -> bool:
    """Whether the case was played and differs."""
    differences = run_case(case).differences
    return bool(differences) and not any("can't be played" in one.text for one in differences)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_every_line_can_fail(file: Path) -> None:
    kept = [
        f"{case.ident}: {text}"
        for case in read(file)
        for text, changed in spoken_otherwise(case)
        if not is_different(changed)
    ]
    assert kept == []


# ------------------------------------------------------------------ what the language says of bad lines

GOOD = """
GAME heads_of_state

CASE A A baron
SITUATION
yellow baron @ provence
hand red: gold
treason red: 2 assassin
treason row: gallows, axeman
row: gold, gold, gold, title, title, title
bag: red
ORDERS red
OPTION 2
TREASON gallows
TAKE title
USE assassin ON yellow baron AT provence
PLACE baron AT provence
PLAY
EXPECT
red baron @ provence
hand red: title
"""


def run_text(folder: Path, text: str) -> Report:
    file = folder / "case.txt"
    file.write_text(text, encoding="utf-8")
    return run([file])


def test_a_case_that_is_kept(tmp_path: Path) -> None:
    assert str(run_text(tmp_path, GOOD)) == "1 cases, 0 differ"


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("hand red: title", "hand red: gold", "it is: 1 title"),
        ("red baron @ provence\nhand", "blue baron @ provence\nhand", "there stands: red"),
        ("red baron @ provence\nhand", "empty baron @ provence\nhand", "there stands: red"),
        ("red baron @ provence\nhand", "no dead yellow baron @ provence\nhand", "on the hex lie: yellow baron"),
        ("red baron @ provence\nhand", "red king @ provence\nhand", "no box for a king"),
        ("hand red: title", "hand pink: title", "no name of a seat"),
        ("hand red: title", "hand black: title", "no name of a seat"),
        ("hand red: title", "hand red: silver", "no name of an attribute card"),
        ("hand red: title", "gains: red 3", "it is: nothing"),
        ("hand red: title", "told revolution", "told were: turn_begins"),
        ("hand red: title", "untold noble placed", "it was told"),
        ("hand red: title", "told noble placed: rank king", "it was told: seat red, rank baron"),
        ("hand red: title", "skipped red: cannot pay", "nothing of the kind"),
        ("hand red: title", "asked: turn red", "asked are: nobody"),
        ("hand red: title", "unchanged", "the position has changed"),
        ("hand red: title", "weather: fine", "nothing that a case can speak of"),
        ("hand red: title", "hand red", "a colon and the value"),
        ("hand red: title", "", "it is"),
        ("bag: red\n", "", "give it in the SITUATION"),
        ("bag: red", "bag: red, red", "bag: red was never drawn"),
        ("bag: red", "bag: red\nshuffled draw pile: gold", "draw pile was never shuffled"),
        ("bag: red", "shuffled hats: gold", "is not shuffled"),
        ("bag: red", "bag: yellow", "box not empty"),
        ("bag: red", "bag: red\nhand yellow: 17 gold", "there is no gold left"),
        ("bag: red", "bag: red\ndraw pile: 3\ndiscard: 4", "lie nowhere"),
        ("bag: red", "bag: red\nrevolution pile: gold", "name REVOLUTION"),
        ("bag: red", "bag: red\nrow: gold, gold", "the rules are broken: a turn begins with 2 cards"),
        ("bag: red", "bag: red\nhand yellow: 3 gold, 3 title, 3 troops, 2 castle", "holds 11 attribute cards"),
        ("bag: red", "bag: red\ninfluence fr: red 3", "follows from the position"),
        ("bag: red", "bag: red\nround 1812", "is no round"),
        ("bag: red", "bag: red\norder: red, blue", "name every seat once"),
        ("bag: red", "bag: red\nyellow king @ atlantis", "no name of an area"),
        ("bag: red", "bag: red\nlarge: red, blue, green, yellow", "large markers are with"),
        ("SITUATION", "SITUATION FULL", "write SITUATION alone"),
        ("PLACE baron", "DANCE baron", "refused red"),
        ("PLACE baron", "PLACE king", "refused red"),
        ("ORDERS red", "ORDERS blue\nTAKE gold\nORDERS red", "nothing was asked of blue"),
        ("PLACE baron AT provence", "WAIT", "turn is asked of red, who has no orders"),
        ("PLAY", "PLAY 9.9", "there are PLAY, PLAY DEFAULT"),
        ("SITUATION", "SWITCH R99 true\nSITUATION", "there are R2_first_turn_exchange"),
        ("SITUATION", "SWITCH R16 perhaps\nSITUATION", "write true or false"),
        ("SITUATION", "PLAYERS 9\nSITUATION", "players must be one of"),
        ("SITUATION", "BOARD SMALL\nSITUATION", "write BOARD alone"),
        ("SITUATION", "BOARD\narea paris: height 3\nSITUATION", "write one of hex, boxes"),
        ("SITUATION", "BOARD\nriver seine: hex 3\nSITUATION", "write area, country or rank"),
        ("SITUATION", "BOARD\narea paris: boxes prince king\nSITUATION", "the higher one first"),
        ("GAME heads_of_state", "HELLO", "stands before the first CASE"),
    ],
)
def test_what_differs_or_cannot_be_read_is_said(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert right in GOOD
    text = GOOD.replace(right, wrong) if "EXPECT" in right else _last(GOOD, right, wrong)
    if says == "stands before the first CASE":
        with pytest.raises(Exception, match=says):
            run_text(tmp_path, text)
        return
    if says == "it is":
        text = text.replace("red baron @ provence\n\n", "hand red: gold\n")
    report = run_text(tmp_path, text)
    assert len(report.differing) == 1
    assert says in str(report)


def _last(text: str, right: str, wrong: str) -> str:
    """`wrong` in the last place of `right`."""
    before, _, behind = text.rpartition(right)
    return before + wrong + behind


def test_the_example_of_the_readme_is_kept(tmp_path: Path) -> None:
    example = (FOLDER / "README.md").read_text(encoding="utf-8").split("```")[1]
    report = run_text(tmp_path, example)
    assert (len(report.results), report.differing) == (1, ()), str(report)


def test_settings_of_a_file_give_way_to_those_of_a_case(tmp_path: Path) -> None:
    text = "PLAYERS 2\n" + GOOD.replace("CASE A A baron", "CASE A A baron\nPLAYERS 3")
    file = tmp_path / "case.txt"
    file.write_text(text, encoding="utf-8")
    (case,) = read(file)
    assert case.setting("PLAYERS") == "3"
    assert [block.word for block in case.settings] == ["PLAYERS", "GAME", "PLAYERS"]
    assert isinstance(case.settings[0], Block)
