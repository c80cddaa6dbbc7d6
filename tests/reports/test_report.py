"""A whole report: bytes, fonts, texts, borders of corrected boards, hostile names."""

from __future__ import annotations

import importlib.util
import io
import math
import os
import re
import shutil
import subprocess
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pytest

from engine.dutch_revolt.board import Board, our_text
from pbem.games.dutch_revolt import plate as plate_module
from pbem.games.dutch_revolt.plate import plate
from pbem.games.dutch_revolt.report import filename_of, render
from pbem.games.dutch_revolt.words import DutchWords
from pbem.reports import front
from pbem.reports.ink import SUBSTITUTE, face, printable, width
from pbem.reports.words import LANGUAGES, capital

_spec = importlib.util.spec_from_file_location("sample", Path(__file__).with_name("sample.py"))
assert _spec is not None
assert _spec.loader is not None
sample: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sample)

STANDARD = ("Helvetica", "Times", "Courier", "Symbol", "ZapfDingbats")


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.ours()


def words_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_facts_give_equal_bytes(language: str) -> None:
    first, second = render(sample.facts(language)), render(sample.facts(language))
    assert first == second
    assert first.pdf.startswith(b"%PDF-1.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kept_map_gives_the_bytes_of_a_new_one(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "_sheets", {})
    other_reader = {"seats": ("catholics",), "player": "Żółw Ω", "asked": (), "number": 3}
    cold = render(sample.facts(language, **other_reader))
    assert len(front._sheets) == 1
    monkeypatch.setattr(front, "_sheets", {})
    render(sample.facts(language))
    warm = render(sample.facts(language, **other_reader))
    assert len(front._sheets) == 1
    assert cold.pdf == warm.pdf


def test_other_facts_give_other_bytes() -> None:
    assert render(sample.facts()).pdf != render(sample.facts(number=15)).pdf


@pytest.mark.parametrize("language", LANGUAGES)
def test_size_and_pages(language: str) -> None:
    pdf = render(sample.facts(language)).pdf
    assert len(pdf) < 150_000
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 3


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Name -> embedded, of every font that the file holds, used or not."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return {
            str(thing.BaseFont): any(
                key in thing.get("/FontDescriptor", {}) for key in ("/FontFile", "/FontFile2", "/FontFile3")
            )
            for thing in opened.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
        }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_an_embedded_subset_of_ours(language: str) -> None:
    fonts = fonts_of(render(sample.facts(language)).pdf)
    assert len(fonts) >= 8
    assert all(fonts.values())
    assert all(re.match(r"/[A-Z]{6}\+Judge", name) for name in fonts), fonts
    assert not any(name.split("+")[-1].startswith(STANDARD) for name in fonts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_names_every_province_and_city(language: str, board: Board) -> None:
    shown = words_of(render(sample.facts(language)).pdf)
    names = DutchWords(language, board)
    for province in board.provinces:
        assert names.province(province) in shown or board.provinces[province].name in shown
    for place in board.places:
        assert names.place(place) in shown or board.places[place].name in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("full", [False, True])
def test_the_text_says_all_that_the_view_has(language: str, full: bool, board: Board) -> None:
    view = sample.full_view(board) if full else sample.view(board)
    text = " ".join(render(sample.facts(language, view=view)).text.split())
    names = DutchWords(language, board)
    for ident, record in view["provinces"].items():
        assert (
            names.say(
                "text.province",
                province=ident,
                owner=record["owner"],
                max=record["max"],
                tax2=record["tax2"],
                vp2=record["vp2"],
                filled=record["filled"],
            )
            in text
        )
        assert names.say("text.countryside", list=names.tokens(record["countryside"])) in text
    for ident, record in view["places"].items():
        assert f"{names.place(ident)}, " in text
        assert names.tokens(record["tokens"]) in text
        if record["siege"]:
            by = record["siege"]["by"]
            who = names.say("term.beggars") if by == "beggars" else names.faction(by)
            assert names.say("text.besieged", who=who) in text
    for track in view["tracks"].values():
        for one in track["armies"]:
            assert names.say(f"text.army.{one['state']}", faction=one["faction"], city=one["city"]) in text
    for ident in view["boxes"]:
        assert f"{capital(names.box(ident))}: " in text
    for ident, row in view["loyalty"].items():
        assert f"{names.place(ident)}: " in text
        assert str(row["column"]) in text
    for faction, record in view["factions"].items():
        assert f"{capital(names.faction(faction))} {names.value('x2', record['vp2']['total'])}" in text
    assert "[" not in text.replace("[gouda]", "")


def test_the_text_has_72_columns_and_ends_with_the_form() -> None:
    text = render(sample.facts()).text
    assert max(map(len, text.splitlines())) <= 72
    assert text.rstrip().endswith("END")
    assert "GAME gouda  TURN 2  FACTION Burghers" in text
    assert "PLACE 5 Holland" in text


def test_a_skipped_order_stands_with_its_rule_in_both() -> None:
    report = render(sample.facts())
    said = "Antwerpen is a city, and cities are out of reach here."
    assert said in " ".join(words_of(report.pdf).split())
    assert said in " ".join(report.text.split())


HOSTILE = [
    "A&B <b>x</b>",
    "Zoë 🎲🎲",
    "مرحبا",
    "(\\) <</Type /Page>> %%EOF",
    "a\r\nb\x00c",
    "W" * 300,
    "é" * 80,
    "<para>&nbsp;",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_drawn_as_text(name: str) -> None:
    report = render(sample.facts(player=name))
    assert len(pypdf.PdfReader(io.BytesIO(report.pdf)).pages) == 3
    assert "\x00" not in report.text


def test_a_character_without_a_glyph_gets_a_visible_box() -> None:
    assert printable("Text-Regular", "Zoë 🎲") == f"Zoë {SUBSTITUTE}"
    assert printable("Text-Regular", "مرحبا") == SUBSTITUTE
    assert SUBSTITUTE in words_of(render(sample.facts(player="مرحبا")).pdf)


def test_the_tags_are_complete() -> None:
    with pikepdf.open(io.BytesIO(render(sample.facts()).pdf)) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        kinds: dict[str, int] = {}

        def walk(element: Any) -> None:
            kinds[str(element.S)] = kinds.get(str(element.S), 0) + 1
            kids = element.K
            if not isinstance(kids, pikepdf.Array):
                kids = [kids]
            for kid in kids:
                if isinstance(kid, pikepdf.Dictionary):
                    walk(kid)

        walk(pdf.Root.StructTreeRoot.K[0])
        assert {"/Document", "/H1", "/H2", "/P", "/Figure", "/Table", "/TR", "/TH", "/TD"} <= set(kinds)
        for page in pdf.pages:
            stream = page.Contents.read_bytes()
            marked = stream.count(b" BDC")
            assert stream.count(b"EMC") == marked + stream.count(b" BMC")
            assert marked == len(pdf.Root.StructTreeRoot.ParentTree.Nums[2 * page.index + 1])
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == [
                "Map",
                "What happened, scores, charts",
                "What is asked of you",
            ]


def test_alternative_text_of_the_map_is_short() -> None:
    with pikepdf.open(io.BytesIO(render(sample.facts()).pdf)) as pdf:
        alts = [str(thing.Alt) for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/Alt" in thing]
    assert any("Haarlem" in alt for alt in alts)
    assert all(0 < len(alt) <= 400 for alt in alts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_fits_its_box(language: str, board: Board) -> None:
    from pbem.games.dutch_revolt.map import DutchMap

    drawing = DutchMap(None, DutchWords(language, board), board, sample.view(board))  # type: ignore[arg-type]
    shape = drawing.shape
    assert drawing.drawn
    for ident, place in board.places.items():
        x0, _, x1, _ = shape["places"][ident]["box"]
        icons = drawing._icons(ident, place)
        kind, size = ("Text-SemiBold", 7.6) if place.is_city else ("Text-Regular", 6.9)
        name, size = drawing.label(drawing.words.place(ident), place.name, kind, size, x1 - x0 - 7.6 * len(icons))
        assert size >= 5.6, ident
        assert width(kind, size, name) + 7.6 * len(icons) <= x1 - x0 + 3, ident
    for ident, province in board.provinces.items():
        x0, _, x1, _ = shape["provinces"][ident]["box"]
        size = shape["provinces"][ident]["label_size"]
        name, size = drawing.label(
            drawing.words.province(ident), province.name, "Caps-SemiBold", size, (x1 - x0 + 6) / 1.09
        )
        assert size >= 5.6, ident
        assert width("Caps-SemiBold", size, name, 0.09 * size) <= x1 - x0 + 8, ident
    for region in board.regions:
        x0, _, x1, _ = shape["tracks"][region]["box"]
        text, size = drawing.track_caption(region, x1 - x0)
        assert size >= 5.6
        assert width("Text-Regular", size, text) <= x1 - x0 + 9, region
        assert text != board.regions[region].code, region


# corrected boards -------------------------------------------------------------------------------


def without_border(a: str, b: str) -> str:
    text = our_text()
    blocks = re.split(r"(?=^\[\[)", text, flags=re.M)
    kept = [
        block for block in blocks if not (block.startswith("[[border]]") and f'"{a}"' in block and f'"{b}"' in block)
    ]
    assert len(kept) == len(blocks) - 1
    return "".join(kept)


def test_our_borders_are_those_of_the_geometry(board: Board) -> None:
    ours = plate(board)
    assert ours is not None
    assert (ours.added, ours.removed, ours.unplaced) == ((), (), ())


def test_corrected_borders_are_drawn_and_named() -> None:
    text = without_border("artois", "flanders") + '\n[[border]]\na = "trier"\nb = "zeeland"\nsource = "seed"\n'
    changed = Board.load(text)
    drawn = plate(changed)
    assert drawn is not None
    assert drawn.added == (("trier", "zeeland"),)
    assert drawn.removed == (("artois", "flanders"),)
    report = render(sample.facts(board=changed))
    shown = " ".join(words_of(report.pdf).split())
    assert "Trier–Zeeland" in shown
    assert "Artois–Flanders" in shown
    key = [DutchWords("en", changed).say(f"report.map.key_{kind}") for kind in ("added", "removed")]
    assert all(line in shown for line in key)
    assert not any(line in words_of(render(sample.facts()).pdf) for line in key)
    assert report.pdf != render(sample.facts()).pdf


def test_a_place_in_another_province_and_an_unknown_one_do_not_break_the_drawing(board: Board) -> None:
    text = our_text().replace('kind = "town"\nprovince = "brabant"', 'kind = "town"\nprovince = "namur"', 1)
    text = text.replace('id = "delft"\ncode = "DELF"\nname = "Delft"', 'id = "gouda"\ncode = "GOUD"\nname = "Gouda"')
    text = re.sub(r'"delft"', '"gouda"', text)
    changed = Board.load(text)
    assert changed.places["leuven"].province == "namur"
    view = sample.view(board)
    view["places"]["gouda"] = view["places"].pop("delft")
    report = render(sample.facts(board=changed, view=view))
    assert "Not on the drawing: Gouda." in " ".join(words_of(report.pdf).split())
    assert "Gouda, town" in report.text


def test_without_geometry_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plate_module, "geometry", lambda game: None)
    monkeypatch.setattr("pbem.games.dutch_revolt.map.geometry", lambda game: None)
    monkeypatch.setattr(plate_module, "_plates", {})
    report = render(sample.facts())
    assert "There is no drawing of this map." in words_of(report.pdf)


# other readers and moments ----------------------------------------------------------------------


def test_two_factions_no_deadline_and_the_end(board: Board) -> None:
    two = render(sample.facts(seats=("burghers", "reformers")))
    assert "the Burghers and Reformers" in " ".join(two.text.split()) or "Burghers and Reformers" in two.text
    nothing = render(sample.facts(asked=(), deadline=None))
    assert "The game waits for the Burghers and Habsburgs." in nothing.text
    assert "The game waits for the Burghers and Habsburgs." in " ".join(words_of(nothing.pdf).split())
    assert "Nothing is asked of you now." in nothing.text
    over = sample.view(board)
    over |= {"over": True, "result": {"winners": ["catholics"]}}
    ended = render(sample.facts(asked=(), deadline=None, view=over, events=()))
    assert "Victory: Catholics." in ended.text
    assert ended.filename == "gouda-T2-end-burghers.pdf"
    assert render(sample.facts(seats=(), player="", asked=())).filename.endswith("-observer.pdf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_without_a_deadline_is_still_a_question(language: str, board: Board) -> None:
    names = DutchWords(language, board)
    report = render(sample.facts(language, deadline=None))
    shown = " ".join(words_of(report.pdf).split())
    for said in (shown, " ".join(report.text.split())):
        assert names.say("report.no_deadline") in said
        assert names.say("report.nothing_due") not in said
        assert names.say("report.others.waiting", factions=["habsburgs"]) in said
        assert names.say("report.others.answered", factions=["reformers"]) in said
    assert names.say("report.note.open_text") not in " ".join(report.text.split())
    waiting = sample.facts(language, deadline=None).statuses
    done = [sample.SeatStatus(seat=s.seat, asked=s.asked, answered=s.asked) for s in waiting]
    answered = render(sample.facts(language, deadline=None, statuses=done))
    assert names.say("report.no_deadline_answered") in answered.text


def test_questions_to_come_have_dates_only_with_a_schedule() -> None:
    dated = render(sample.facts()).text
    assert "Expected: phase 14, moves inside provinces, Mon 18 January, 21:00." in " ".join(dated.split())
    coming = [sample.Coming(phase=phase, after=phase) for phase in (14, 16)]
    undated = render(sample.facts(deadline=None, coming=coming)).text
    later = "May be asked later in this turn: 14 moves inside provinces and 16 loyalty of townspeople."
    assert later in " ".join(undated.split())
    assert "Expected" not in undated


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_report_has_winner_final_count_and_notices(language: str, board: Board) -> None:
    over = sample.view(board) | {"over": True, "result": {"winners": ["catholics", "habsburgs"]}}
    notice = "The secret was 0123abcd."
    report = render(sample.facts(language, asked=(), deadline=None, view=over, events=(), notices=(notice,)))
    names = DutchWords(language, board)
    last = " ".join(pypdf.PdfReader(io.BytesIO(report.pdf)).pages[-1].extract_text().split())
    assert names.say("report.winners", factions=["catholics", "habsburgs"]) in last
    assert names.say("report.final.own") in last
    assert all(capital(names.faction(faction)) in last for faction in over["factions"])
    assert notice in last
    assert notice in report.text
    assert names.say("report.nothing_due") not in report.text


def test_the_second_column_of_a_form_begins_at_a_question_or_after_an_order() -> None:
    from pbem.reports.last_page import halved

    parts = [["## question", f"PLACE {n} Holland", "## also possible:", "# PLACE 1 Utrecht", ""] for n in range(1, 4)]
    left, right = halved([line for part in parts for line in part])
    assert left[-1] == "# PLACE 1 Utrecht"
    assert right[0] == "## question"
    left, right = halved(["GAME gouda", "## a", "## b", "## c", "# PLACE 1 Holland", "END"])
    assert not left[-1].startswith("##")
    assert [*left, *right] == ["GAME gouda", "## a", "## b", "## c", "# PLACE 1 Holland", "END"]


def test_many_events_get_pages_of_their_own() -> None:
    def taxes(count: int) -> list[Any]:
        return [
            sample.Event("taxes_of_provinces", "9.1", {"faction": "burghers", "money": money}) for money in range(count)
        ]

    many = sample.events() + taxes(80)  # far from what fits beside the charts, and from what needs two pages
    report = render(sample.facts(events=many))
    assert len(pypdf.PdfReader(io.BytesIO(report.pdf)).pages) == 4
    flood = sample.events() + taxes(2000)
    assert len(pypdf.PdfReader(io.BytesIO(render(sample.facts(events=flood)).pdf)).pages) <= 5


def test_a_form_of_a_hundred_lines_stays_whole_in_the_text() -> None:
    lines = [f"ARRANGE Holland: {n} countryside TO Amsterdam" for n in range(1, 101)]
    asked = [sample.Asked(kind="arrange", seat="burghers", rule="9.14", default_lines=lines)]
    report = render(sample.facts(asked=asked))
    assert all(line in report.text for line in lines)


def test_many_questions_get_a_page_of_their_own_before_the_last() -> None:
    rows = [
        {"city": f"{city}", "column": 4, "tokens": {"reformers": 2}, "paid": {}} for city in Board.ours().loyalty_rows
    ]
    asked = [
        sample.Asked(
            kind="loyalty",
            seat=seat,
            rule="9.16",
            facts={"limit": 3, "treasury": 5, "rows": rows},
            default_lines=["PAY NONE"],
        )
        for seat in ("burghers", "reformers", "nobility")
    ]
    pdf = render(sample.facts(asked=asked)).pdf
    pages = [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]
    assert len(pages) == 4
    assert "What is possible" in pages[2]
    assert "Luxemburg" in pages[2]
    assert "PAY NONE" in pages[3]


def test_figures_in_tables_are_tabular(board: Board) -> None:
    """Old-style figures, which stand in sentences, make columns restless."""
    drawn: list[tuple[str, str]] = []

    def note(text: str, _cm: Any, _tm: Any, font: Any, _size: Any) -> None:
        drawn.append((str((font or {}).get("/BaseFont", "")), text.strip()))

    last = pypdf.PdfReader(io.BytesIO(render(sample.facts()).pdf)).pages[-1]
    last.extract_text(visitor_text=note)
    figures = [font for font, text in drawn if text.isdigit()]
    assert len(figures) >= 8
    assert all("Tabular" in font for font in figures), drawn
    due = [font for font, text in drawn if text.endswith("January, 21:00")]
    assert due
    assert all("Tabular" in font for font in due)


def test_the_name_of_the_file_is_safe() -> None:
    assert filename_of(sample.facts(game="../Gó uda/;rm")) == "g-uda-rm-T2-phase09-burghers.pdf"


def lightness(colour: str) -> float:
    """L* of a colour: what is left of it in grey."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b)]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16


def contrast(one: str, other: str) -> float:
    light, dark = sorted(((((lightness(c) + 16) / 116) ** 3) + 0.05 for c in (one, other)), reverse=True)
    return light / dark


def test_factions_differ_in_grey_pattern_letter_and_shape() -> None:
    from pbem.games.dutch_revolt.signs import LIVERIES

    looks = [look for name, look in LIVERIES.items() if name != "neutral"]
    for part in ("pattern", "letter", "shape"):
        assert len({getattr(look, part) for look in looks}) == len(looks)
    greys = sorted(lightness(look.colour) for look in looks)
    assert min(b - a for a, b in pairwise(greys)) > 2.5
    assert all(contrast(look.on_it, look.colour) >= 4.5 for look in looks)


# What an eye without one kind of cone makes of linear red, green and blue (Machado, Oliveira and Fernandes, 2009).
DEFICIENT = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "all three kinds": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}  # fmt: skip


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def times(matrix: tuple[tuple[float, ...], ...], parts: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* under D65: distances in it are about those that an eye sees."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    seen = times(to_xyz, tuple(min(1.0, max(0.0, c)) for c in rgb))
    x, y, z = (
        c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116
        for c in (part / white for part, white in zip(seen, (0.9505, 1.0, 1.089), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", DEFICIENT)
def test_factions_differ_for_eyes_that_lack_a_kind_of_cone(eye: str) -> None:
    from pbem.games.dutch_revolt.signs import LIVERIES

    seen = {name: lab(times(DEFICIENT[eye], linear(look.colour))) for name, look in LIVERIES.items()}
    distances = {f"{a} {b}": math.dist(seen[a], seen[b]) for a, b in combinations(seen, 2)}
    assert min(distances.values()) >= 15, sorted(distances.items(), key=lambda item: item[1])[:3]


def test_text_has_contrast_on_paper() -> None:
    from pbem.reports import ink

    assert all(contrast(colour, "#FFFFFF") >= 4.5 for colour in (ink.INK, ink.GREY))
    assert contrast(ink.GREY, ink.PAPER) >= 4.5


@pytest.mark.poppler
@pytest.mark.skipif(
    shutil.which("pdftotext") is None and os.environ.get("PBEM_REQUIRE_SERVERS") != "1",
    reason="needs pdftotext (poppler-utils)",
)
def test_another_reader_extracts_the_same_words(tmp_path: Path) -> None:
    report = tmp_path / "report.pdf"
    report.write_bytes(render(sample.facts("hu")).pdf)
    shown = subprocess.run(
        ["pdftotext", "-layout", str(report), "-"], check=True, capture_output=True, text=True
    ).stdout
    assert "Győzelmi pontok" in shown.replace("GYŐZELMI PONTOK", "Győzelmi pontok")
    assert "Brüsszel" in shown


def test_fonts_know_hungarian_and_the_signs_of_reports() -> None:
    for name in ("Text-Regular", "Text-Italic", "Caps-SemiBold", "Tabular-Regular", "Mono-Bold"):
        known = face(name).face.charToGlyph
        assert [c for c in "őűŐŰáéíóöúü½−→·–…„”" + SUBSTITUTE if ord(c) not in known] == []


def test_turn_0_begins_with_the_set_up_and_fixed_units() -> None:
    facts = sample.facts()
    report = render(sample.facts(view={**facts.view, "turn": 0, "phase": 2}))
    assert report.title == "Turn 0, the set-up"
    text = " ".join(report.text.split())
    assert "In turn 0 the number is fixed for each faction (8.2)." in text
    assert "but at least 7" not in text
