"""A whole report of Heads of State: bytes, fonts, all that the view has, secrets, hostile names, the fullest map."""

from __future__ import annotations

import ast
import importlib.util
import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pytest

from engine.core.events import Event
from engine.heads_of_state.board import Board, our_text
from pbem.game_box import visible
from pbem.games.heads_of_state import restate
from pbem.games.heads_of_state.map import NARROW, SIGNS_W, HeadsMap
from pbem.games.heads_of_state.report import render
from pbem.games.heads_of_state.signs import LIVERIES
from pbem.games.heads_of_state.tables import TOP, Tables
from pbem.games.heads_of_state.words import HeadsWords
from pbem.reports.facts import Rendered
from pbem.reports.ink import width
from pbem.reports.words import LANGUAGES, capital

_spec = importlib.util.spec_from_file_location("heads", Path(__file__).with_name("heads_of_state_sample.py"))
assert _spec is not None
assert _spec.loader is not None
sample: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sample)

ROOT = Path(__file__).parents[2]
MISSING = re.compile(r"\[[a-z]+\.[\w.]+")
"""How a sentence shows that the catalogue lacks."""


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.ours()


def pages_of(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


MOMENTS = {
    "start": lambda: sample.at_turn(5, 1, 1),
    "early": lambda: sample.at_turn(2, 2, 5),
    "middle": lambda: sample.at_turn(5, 1, 40),
    "going on": lambda: sample.at_phase(3, 4, 2),
    "change of round": lambda: sample.at_phase(4, 3, 3),
    "end": lambda: sample.at_end(5, 1),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_has_a_small_report_without_a_missing_sentence(moment: str, language: str) -> None:
    position = MOMENTS[moment]()
    facts = sample.facts(position, language)
    report = render(facts)
    pages = pages_of(report.pdf)
    assert len(report.pdf) < 150_000
    assert 3 <= len(pages) <= 4
    assert not MISSING.findall(report.text)
    assert not MISSING.findall(" ".join(pages))
    assert max(map(len, report.text.splitlines())) <= 72
    assert report == render(facts)


def test_a_kept_map_gives_the_bytes_of_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.reports import front

    position = sample.at_turn(5, 1, 40)
    other = position.view(None)["order"][1]
    monkeypatch.setattr(front, "_sheets", {})
    cold = render(sample.facts(position, seat=other, player="Żółw Ω"))
    monkeypatch.setattr(front, "_sheets", {})
    render(sample.facts(position))
    assert render(sample.facts(position, seat=other, player="Żółw Ω")).pdf == cold.pdf
    assert len(front._sheets) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_an_embedded_subset_of_ours(language: str) -> None:
    with pikepdf.open(io.BytesIO(render(sample.facts(sample.at_turn(5, 1, 40), language)).pdf)) as pdf:
        fonts = [t for t in pdf.objects if isinstance(t, pikepdf.Dictionary) and t.get("/Type") == "/Font"]
        assert len(fonts) >= 8
        assert all(re.match(r"/[A-Z]{6}\+Judge", str(font.BaseFont)) for font in fonts)
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
        alts = [str(t.Alt) for t in pdf.objects if isinstance(t, pikepdf.Dictionary) and "/Alt" in t]
        assert alts
        assert all(0 < len(alt) <= 400 for alt in alts)
        for page in pdf.pages:
            stream = page.Contents.read_bytes()
            assert stream.count(b"EMC") == stream.count(b" BDC") + stream.count(b" BMC")


# what it says -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_the_text_says_all_that_the_view_has(language: str, players: int, board: Board) -> None:
    position = sample.at_turn(players, 7, 30)
    facts = sample.facts(position, language)
    view, names = facts.view, HeadsWords(language, board)
    text = " ".join(render(facts).text.split())
    for area, record in view["areas"].items():
        assert names.area(area) in text
        if record["hex"] or record["dead"] or any(box["seat"] for box in record["boxes"]):
            boxes = ", ".join(
                names.say("text.box" if box["seat"] else "text.box_empty", rank=box["rank"], owner=box["seat"])
                for box in record["boxes"]
            )
        else:
            boxes = f"({', '.join(names.rank(box['rank']) for box in record['boxes'])}; "
        assert boxes in text
        for noble in record["dead"]:
            ranks = [one["rank"] for one in record["dead"] if one["seat"] == noble["seat"]]
            assert names.say("report.dead", seat=noble["seat"], ranks=ranks) in text
    for country in view["countries"]:
        assert f"{names.country(country)}. " in text
    for seat, record in view["seats"].items():
        player = next(one.player for one in facts.statuses if one.seat == seat)
        assert f"{capital(names.faction(seat))} ({player}) {record['score']['total']}" in text
    for cards in (view["attribute"]["row"], view["treason"]["row"], view["own"]["hand"]):
        assert names.cards(cards) in text
    for n in (view["attribute"]["draw"], view["attribute"]["revolution_left"], view["treason"]["pile"]):
        assert str(n) in names.say("report.piles", draw=n) + text
    for rank in board.ranks.values():
        assert f"{capital(names.rank(rank.id))}. {names.say('text.noble', cards=list(rank.cost))[:0]}" in text
    assert text.endswith("END")


def test_areas_without_anything_share_a_line(board: Board) -> None:
    position = sample.at_turn(5, 1, 1)
    text = " ".join(render(sample.facts(position)).text.split())
    assert text.count("Empty: ") == len(board.countries)
    assert "Empty: London, capital (king; hex 8), Scotland (earl, count; hex 4)" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_players_stand_beside_the_scores(language: str) -> None:
    facts = sample.facts(sample.at_end(5, 1), language)
    front = pages_of(render(facts).pdf)[0]
    for one in facts.statuses:
        assert one.player[:20] in front
    nameless = replace(facts, statuses=[replace(one, player="") for one in facts.statuses])
    assert "()" not in render(nameless).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_end_no_orders_are_spoken_of(language: str) -> None:
    over = render(sample.facts(sample.at_end(2, 1), language))
    running = render(sample.facts(sample.at_turn(2, 1, 3), language))
    assert "HELP" in running.text
    assert "HELP" not in over.text + " ".join(pages_of(over.pdf))
    assert "RECORD" in over.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_names_every_area_country_and_rank(language: str, board: Board) -> None:
    shown = pages_of(render(sample.facts(sample.at_turn(5, 1, 40), language)).pdf)
    names = HeadsWords(language, board)
    for area in board.areas:
        assert names.area(area) in shown[0], area
    for country in board.countries:
        assert names.country(country) in shown[0]
    for rank in board.ranks:
        assert names.rank(rank) in shown[0]
        assert capital(names.rank(rank)) in shown[1]
    for card in board.attributes:
        assert names.card(card) in shown[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_its_room_and_keeps_clear_of_neighbours(language: str, board: Board) -> None:
    position = sample.at_end(5, 1)
    drawing = HeadsMap(None, HeadsWords(language, board), board, position.view(None))  # type: ignore[arg-type]
    assert drawing.drawn
    assert drawing.unplaced() == []
    for area in board.areas:
        low, high = drawing.room(area)
        name, size = drawing.label(area, high - low - SIGNS_W)
        assert size >= 6.4
        assert width("Caps-SemiBold", size, name, 0.078 * size) + SIGNS_W <= high - low + 2, area
        assert name == drawing.words.area(area)
    for left, right in (("hanover", "saxony"), ("aquitaine", "provence")):
        assert drawing.room(left)[1] < drawing.room(right)[0]
        assert {left, right} <= set(NARROW)


def test_the_question_has_its_tables_and_the_form_its_seat() -> None:
    facts = next(
        facts for turn in range(40, 90) if (facts := sample.facts(sample.at_turn(5, 1, turn))).view["can_strike"]
        and facts.view["can_place"]
    )  # fmt: skip
    view, names = facts.view, HeadsWords("en", Board.ours())
    report = render(facts)
    last = pages_of(report.pdf)[-1]
    assert view["can_place"]
    assert view["can_strike"]
    for row in view["can_place"]:
        assert f"{capital(names.rank(row['rank']))} {names.cards(row['pays'])}" in last
        assert names.area(row["area"]) in last
    for row in view["can_strike"]:
        assert names.say("report.noble", seat=row["seat"], rank=row["rank"], area=row["area"]) in last
    assert f"GAME gouda  TURN {view['turn']}  SEAT {view['active']}" in report.text
    assert all(line in report.text for line in sample.FORM)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_report_has_winner_and_final_scoring_by_rank(language: str, board: Board) -> None:
    facts = sample.facts(sample.at_end(5, 1), language)
    names = HeadsWords(language, board)
    report = render(facts)
    last = pages_of(report.pdf)[-1]
    assert facts.view["over"]
    for said in (last, " ".join(report.text.split())):
        assert names.say("report.winners", factions=facts.view["result"]["winners"]) in said
        for rank in board.ranks:
            assert capital(names.rank(rank)) in said
    assert report.filename.endswith(f"-end-{facts.seats[0]}.pdf")
    for event in facts.events:
        if event.kind == "rank_scored":
            best = [s for s in facts.view["order"] if s in event.facts["seats"]]
            key = f"report.final_ranks.{len(best)}"
            assert names.say(key, seats=best, points=event.facts["points"]) in " ".join(report.text.split())


# secrets ----------------------------------------------------------------------------------------


def test_a_hand_is_in_its_owners_report_alone() -> None:
    """Other hands changed, cards exchanged between hand and pile, change no byte of a report."""
    position = sample.at_turn(4, 5, 30)
    reader = position.state.active
    before = {seat: render(sample.facts(position, seat=seat)) for seat in (reader, None)}
    families = position.state.families
    rival = next(seat for seat in position.state.order if seat != reader)
    kept = list(families[rival].hand), list(families[rival].treason), list(position.state.draw_pile)
    try:
        pile = position.state.draw_pile
        for n in range(min(len(families[rival].hand), len(pile))):
            families[rival].hand[n], pile[n] = pile[n], families[rival].hand[n]
        assert families[rival].hand != kept[0]
        for seat, report in before.items():
            assert render(sample.facts(position, seat=seat)) == report
        assert render(sample.facts(position, seat=rival)).text
    finally:
        families[rival].hand, families[rival].treason, position.state.draw_pile = kept


def test_blind_cards_are_named_to_their_taker_alone() -> None:
    position = sample.at_turn(5, 1, 40)
    drawn = [event for event in position.events if event.kind == "card_drawn"]
    assert drawn
    event = drawn[-1]
    words = HeadsWords("en", Board.ours())
    seat = str(event.facts["seat"])
    rival = next(s for s in position.state.order if s != seat)

    def told(to: tuple[str, ...]) -> str:
        return " ".join(s for story in restate.stories(words, visible([event], to), to) for _, s in story.sentences)

    assert f"{words.card(event.facts['card'])} blind" in told((seat,))
    for to in ((rival,), ()):
        assert told(to) == f"{words.faction(seat)} took 1 attribute card blind."


def test_refused_lines_are_told_to_their_writer_alone() -> None:
    position = sample.at_turn(5, 1, 40)
    refused = [event for event in position.events if event.kind == "order_skipped"]
    assert refused
    writer = str(refused[0].facts["seat"])
    for seat in position.state.order:
        own = [
            s
            for story in restate.stories(HeadsWords("en", Board.ours()), refused[:1], (seat,))
            for s in story.sentences
        ]
        assert bool(own) == (seat == writer)


def test_a_spectator_sees_no_hand() -> None:
    facts = sample.facts(sample.at_turn(5, 1, 40), seat=None)
    assert facts.view["own"] is None
    report = render(facts)
    names = HeadsWords("en", Board.ours())
    assert names.say("report.hand") not in report.text
    assert names.say("report.cards") in report.text
    assert report.filename == "gouda-T40-observer.pdf"
    assert len(pages_of(report.pdf)) == 3


# sentences --------------------------------------------------------------------------------------


def told(name: str) -> set[str]:
    """First arguments of all calls of this name in the engine."""
    found: set[str] = set()
    for path in sorted((ROOT / "engine" / "heads_of_state").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_reason_of_the_engine_has_a_sentence(language: str, board: Board) -> None:
    words = HeadsWords(language, board)
    kinds, reasons = told("Event"), told("Reason") - {"unknown_name", "condition_not_met"}
    assert len(kinds) > 25
    assert len(reasons) > 15
    lacking = [kind for kind in kinds if not words.has(f"event.{kind}") and kind not in restate._VARIANTS]
    lacking += [reason for reason in reasons if not words.has(f"why.{reason}")]
    assert lacking == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_events_of_whole_games_are_told(language: str, board: Board) -> None:
    words = HeadsWords(language, board)
    kinds: set[str] = set()
    for players, seed in ((2, 7), (5, 1)):
        for event in sample.at_end(players, seed).events:
            kinds.add(event.kind)
            said = restate.event(words, event)
            assert not MISSING.search(said), said
            assert "–" not in said, (event.kind, said)
    assert len(kinds) > 25


def test_what_belongs_together_is_one_sentence() -> None:
    words = HeadsWords("en", Board.ours())
    facts = {"seat": "red", "rival": "blue", "rank": "duke", "area": "bavaria"}
    events = [
        Event("turn_begins", "6", {"turn": 17, "seat": "red", "round": "1689"}),
        Event("option_chosen", "6.1", {"seat": "red", "option": "2"}),
        Event("treason_taken", "8.2", {"seat": "red", "card": "gallows"}),
        Event("card_taken", "7.2", {"seat": "red", "card": "gold", "from": "row"}),
        Event("treason_played", "9.1", {**facts, "cards": ["assassin"]}),
        Event("assassination", "9.5", {**facts, "success": True}),
        Event("noble_killed", "11.1", {**facts, "to": "hex"}),
        Event("noble_placed", "10.4", {"seat": "red", "rank": "duke", "area": "bavaria", "cards": ["gold", "title"]}),
        Event("noble_card", "10.4", {"seat": "red", "rank": "duke"}),
        Event("square_scored", "14.2", {"seat": "red", "country": "de", "points": 10}),
        Event("treason_row_refilled", "12.3", {"cards": ["assassin"]}),
        Event("row_refilled", "12.4", {"cards": ["gold", "gold"]}),
    ]
    (story,) = restate.stories(words, events, ("red",))
    assert [sentence for _, sentence in story.sentences] == [
        "Red chose option 2 and took gold from the row and the treason card gallows from the row.",
        "Red played assassin; the bag gave an own cube, and Blue’s duke in Bavaria died.",
        "Red placed a duke in Bavaria for gold and title. Red scored 10 for a noble in every area: German States.",
        "New in the row: 2 gold; in the treason row: assassin.",
    ]


def test_one_discarded_treason_card_is_one() -> None:
    words = HeadsWords("en", Board.ours())

    def said(*plots: str, cards: Sequence[str] = ()) -> str:
        return restate.event(
            words, Event("cards_discarded", "12.1", {"seat": "green", "cards": cards, "treason": plots})
        )

    assert said("inquisition") == "Green discarded the treason card inquisition."
    assert said("inquisition", "axeman") == "Green discarded the treason cards inquisition and axeman."
    assert said("axeman", cards=["gold"]) == "Green discarded gold, and the treason card axeman."


def test_only_turns_that_changed_a_score_are_listed() -> None:
    facts = sample.facts(sample.at_turn(3, 1, 6))
    same = [{**entry, "totals": dict.fromkeys(entry["totals"], 0)} for entry in facts.view["history"]]
    report = render(replace(facts, view={**facts.view, "history": same}))
    assert "The turns that changed a score, and the scores after them. Nothing yet." in _plain(report)
    later = {"turn": 7, "seat": "red", "round": "1589", "totals": {**same[0]["totals"], "red": 3}}
    last = {"turn": 8, "seat": "blue", "round": "1689", "totals": {**later["totals"], "blue": 2, "red": 5}}
    report = render(replace(facts, view={**facts.view, "history": [*same, later, last]}))
    assert "after them. 1589: turn 7 Red 3. 1689: turn 8 " in _plain(report)
    assert "Red 5" in _plain(report)


def test_who_is_not_asked_is_told_how_to_order_ahead() -> None:
    position = sample.at_turn(3, 1, 4)
    active, following = position.state.active, position.state.order[1]
    assert position.state.order[0] == active
    told = _plain(render(sample.facts(position, seat=following)))
    assert "Turn 5 will be yours. Orders for it are kept if a line TURN 5" in told
    assert "will be yours" not in _plain(render(sample.facts(position, seat=active)))


def _plain(report: Rendered) -> str:
    return " ".join(report.text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_standing_orders_are_in_their_owners_report(language: str) -> None:
    """19.7, in the PDF and in the text; a long list is folded."""
    position = sample.at_turn(4, 3, 20)
    reader = position.state.order[position.state.order.index(position.state.active) - 1]
    lines = ["STANDING KEEP gold, title", "STANDING KEEP " + ", ".join(["guillotine/inquisition"] * 9)]
    report = render(sample.facts(position, language, reader, standing=lines))
    pdf = " ".join(pages_of(report.pdf)[-1].split())
    head = HeadsWords(language, Board.ours()).say("letter.head.standing").rstrip(":")
    for said in (_plain(report), pdf):
        assert head in said
        assert "STANDING KEEP gold, title" in said
        assert said.count("guillotine/inquisition") >= 9
    assert head not in _plain(render(sample.facts(position, language, reader)))


def test_a_list_of_nothing_says_so() -> None:
    position = sample.at_phase(3, 1, 2)
    facts = sample.facts(position)
    bare = {**facts.view, "can_place": [], "can_strike": []}
    option = str(facts.asked[0].facts["option"])
    wanted = "Your cards strike nobody now." if option == "2" else "Your hand pays for no noble now."
    assert wanted in _plain(render(replace(facts, view=bare)))
    some = {**bare, "can_place": [{"area": "provence", "rank": "baron", "pays": ["gold"]}]}
    assert wanted not in _plain(render(replace(facts, view=some)))


def test_a_revolution_inside_a_turn_is_told_apart() -> None:
    words = HeadsWords("en", Board.ours())
    events = [
        Event("turn_begins", "6", {"turn": 17, "seat": "red", "round": "1589"}),
        Event("option_chosen", "6.1", {"seat": "red", "option": "1"}),
        Event("revolution", "13.1", {"round": "1589", "how": "take"}),
        Event("round_begins", "13.3", {"round": "1689"}),
        Event("rows_dealt", "13.3", {"cards": ["gold"], "treason": ["assassin"]}),
        Event("card_taken", "7.2", {"seat": "red", "card": "gold", "from": "row"}),
    ]
    heads = [story.head(words) for story in restate.stories(words, events, ("red",))]
    assert heads == ["17 Red · 1589", "The end of 1589", "17 Red, going on"]


def test_the_rest_of_a_turn_that_was_told_before_has_its_heading() -> None:
    words = HeadsWords("en", Board.ours())
    past = [{"turn": 17, "seat": "red", "round": "1589"}]
    view = {"turn": 18, "active": "blue", "round": "1689", "history": past}
    option = Event("option_chosen", "6.1", {"seat": "red", "option": "1"})
    rest = [Event("card_taken", "7.2", {"seat": "red", "card": "gold", "from": "row"})]
    begun = Event("turn_begins", "6", {"turn": 18, "seat": "blue", "round": "1589"})
    dealt = [Event("chance_words_given", "", {"salt": "ab"}), Event("dealt", "4", {"turn": 0, "round": "1589"})]

    def heads(events: Sequence[Event], view: dict[str, Any]) -> list[str]:
        return [story.head(words) for story in restate.stories(words, events, ("red",), view)]

    assert heads([*rest, begun, *rest], view) == ["17 Red, going on", "18 Blue · 1589"]
    assert heads([*rest, begun], view) == ["17 Red, going on"]
    assert heads(rest, view) == ["18 Blue, going on"]
    assert heads([option, *rest, begun], view) == ["17 Red · 1589"]
    assert heads([option, *rest], view) == ["18 Blue · 1689"]
    over = Event("revolution", "13.1", {"round": "1589", "how": "take"})
    assert heads([option, over, *rest], view) == ["18 Blue · 1589", "The end of 1589", "18 Blue, going on"]
    assert heads(dealt, view)[0] == ""


def test_hungarian_uses_the_words_of_the_game() -> None:
    words = HeadsWords("hu", Board.ours())
    assert words.rank("prince") == "főherceg"
    assert words.card("axeman_gallows") == "hóhér/bitófa"
    placed = Event("noble_placed", "10.4", {"seat": "red", "rank": "duke", "area": "brittany", "cards": ["gold"]})
    assert restate.event(words, placed) == "A vörös játékos herceget rakott le Bretagne-ban; ára: arany."


# other facts ------------------------------------------------------------------------------------


HOSTILE = ["A&B <b>x</b>", "Zoë 🎲🎲", "مرحبا", "(\\) <</Type /Page>> %%EOF", "a\r\nb\x00c", "W" * 300, "é" * 80]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_drawn_as_text(name: str) -> None:
    report = render(sample.facts(sample.at_turn(2, 2, 5), player=name))
    assert len(pages_of(report.pdf)) == 3
    assert "\x00" not in report.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_map(language: str) -> None:
    """Every box taken, every marker gone, dead nobles of all five on every hex."""
    facts = sample.facts(sample.at_end(5, 1), language)
    view = json.loads(json.dumps(facts.view))
    seats = view["order"]
    for n, record in enumerate(view["areas"].values()):
        record["dead"] = [{"seat": seat, "rank": "count"} for seat in seats for _ in range(1 + n % 2)]
        record["hex"] = seats[n % 5]
        for m, box in enumerate(record["boxes"]):
            box["seat"] = seats[(n + m) % 5]
    for country in view["countries"].values():
        for n, square in enumerate(country["squares"]):
            square["seat"] = seats[n]
        country["influence"] = {seat: 10 + n for n, seat in enumerate(seats)}
    for n, marker in enumerate(view["large"]):
        marker["seat"] = seats[n]
    report = render(replace(facts, view=view))
    assert len(report.pdf) < 150_000
    assert not MISSING.findall(report.text)


def test_many_events_get_pages_of_their_own() -> None:
    position = sample.at_turn(5, 1, 60)
    facts = sample.facts(position, events=visible(position.events, (position.state.active,)))
    pages = pages_of(render(facts).pdf)
    assert 4 <= len(pages) <= 5
    assert "turn by turn, since your last report" in pages[1], "they begin below the tables"
    assert not [number for number in (1, 2) if len(pages[number]) < 400]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "seat"), [(2, ""), (4, ""), (5, ""), (5, None)])
def test_the_room_below_the_tables_is_known_before_they_are_drawn(
    players: int, seat: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    draw = Tables.draw
    monkeypatch.setattr(Tables, "draw", lambda tables: drawn.append(draw(tables)) or drawn[-1])
    facts = sample.facts(sample.at_turn(players, 1, 30), language, seat)
    render(facts)
    assert TOP - drawn[0] == pytest.approx(Tables(None, HeadsWords(language, facts.board), facts).height())


def test_an_area_that_a_corrected_file_adds_is_said_to_be_missing_on_the_drawing() -> None:
    text = our_text().replace('id = "hanover"', 'id = "prussia"').replace('name = "Hanover"', 'name = "Prussia"')
    changed = Board.load(re.sub(r'"hanover"', '"prussia"', text))
    facts = sample.facts(sample.at_turn(2, 2, 5))
    view = json.loads(json.dumps(facts.view))
    view["areas"]["prussia"] = view["areas"].pop("hanover")
    report = render(replace(facts, board=changed, view={**view, "can_place": []}, events=()))
    assert "Not on the drawing: Prussia." in pages_of(report.pdf)[1]
    assert "Prussia (earl, baron; hex 3)" in _plain(report)


def test_players_differ_in_pattern_letter_and_shape() -> None:
    for part in ("pattern", "letter", "shape", "colour"):
        assert len({getattr(look, part) for look in LIVERIES.values()}) == len(LIVERIES)
    assert [look.letter for look in LIVERIES.values()] == list("RYBGK")
