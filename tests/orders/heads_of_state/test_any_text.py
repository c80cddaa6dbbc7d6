"""Whatever a letter holds, reading it raises nothing; what is written of orders is read back as the same orders."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given as each
from hypothesis import settings
from hypothesis import strategies as st

from engine.core.decision import IllegalOrder
from engine.core.options import Alternative, Order
from orders.form import order_text
from orders.grammar import Ordered, read_order
from orders.heads_of_state import LANGUAGE
from orders.heads_of_state.reading import order
from orders.heads_of_state.words import Sort
from orders.letter_body import read
from orders.words import OrderFault
from tests.orders.heads_of_state.boards import BOARD, LEXICON, judged, letter, question, short

NESTING = LANGUAGE.nesting
assert NESTING is not None
WORDS = st.sampled_from(
    [
        *(word for verb in LANGUAGE.verbs for word in (verb.name, *verb.synonyms[:3])),
        *(word for words in (NESTING.if_words, NESTING.else_words, NESTING.or_words, NESTING.clause_of_word) for word in
        sorted(words)),
        "AT", "ON", "FOR", "COURTESAN", "NO", "REPLACE", "LEAVE", "REVOLUTION", "CONTINUE", "BLIND", "ANY", "NONE",
        "DEFAULT", "gold", "or", "vár", "guillotine/gallows", "assassin", "+", "/", ":", ",", ";", "#", "->", "king",
        "baron", "Bavaria", "London", "Île-de-France", "France", "es", "yellow", "red", "2", "0", "1x", "99999", "\n",
        "\n> ", "END", "--", "TURN 17", "TURN 20", "SEAT", "CLEAR", "HELP", "HOLD", "½", "٣", "AND", "ROUND", "1689",
    ]
)  # fmt: skip
LINES = st.lists(WORDS, max_size=14).map(" ".join)
ASKED = [question(), question("keep")]


@settings(max_examples=300, deadline=None)
@each(st.one_of(LINES, st.text(max_size=200), st.lists(LINES, max_size=8).map("\n".join)))
def test_a_letter_raises_nothing_and_loses_no_line(text: str) -> None:
    body = read(text)
    for asked in (ASKED, ASKED[:1], [question(seat="yellow")], []):
        done = judged(text, asked, next_turns={"red": 20, "yellow": 18})
        assert len(done.lines) == len(letter(text).lines) <= len(body.orders)
        assert set(done.held) <= done.answers.keys()
        for key, answer in done.answers.items():
            options = next(d.options for d in asked if d.key == key)
            assert options.why_not(options.from_json(answer)) is None
        for one in done.standing:
            options = question("keep").options
            assert options.why_not(options.from_json(one.answer)) is None


@settings(max_examples=400, deadline=None)
@each(st.one_of(LINES, st.text(max_size=80)))
def test_one_order_raises_only_our_errors(text: str) -> None:
    with contextlib.suppress(OrderFault, IllegalOrder):
        ordered = read_order(text, LANGUAGE, LEXICON)
        assert ordered.kind in {"turn", "keep", "chance_words", ""}
        if ordered.kind == "turn":
            assert _written_and_read(ordered) == short(ordered.given)


def _written_and_read(ordered: Ordered) -> object:
    assert ordered.given != "default"
    return [
        short(read_order(order_text("turn", one, LEXICON, LANGUAGE), LANGUAGE, LEXICON).given)[0]
        for one in ordered.given
    ]


# ------------------------------------------------------------------ written and read again

ATTRIBUTES, TREASON, COUNTRIES = map(sorted, (BOARD.attributes, BOARD.treason, BOARD.countries))
ORDINARY = [card for card in ATTRIBUTES if not BOARD.attributes[card].wild]
BOXES = st.sampled_from(BOARD.boxes)
HAND = st.lists(st.sampled_from([*ATTRIBUTES, *TREASON]), min_size=1, max_size=3).map(",".join)
CONDITIONS: st.SearchStrategy[dict[str, str]] = st.fixed_dictionaries(
    {},
    optional={
        "have": HAND,
        "lacks": HAND,
        "free": BOXES.map("/".join),
        "after": st.sampled_from(["done", "failed"]),
    },
)  # fmt: skip
SIMPLE: st.SearchStrategy[Alternative] = st.one_of(
    st.sampled_from(["1", "1x", "2"]).map(lambda card: order("option", card=card)),
    st.sampled_from([*ATTRIBUTES, "blind", "any"]).map(lambda card: order("take", card=card)),
    st.sampled_from([*TREASON, "blind", "any"]).map(lambda card: order("treason", card=card)),
    st.tuples(BOXES, st.sampled_from([None, "none", *ORDINARY])).map(
        lambda one: order("place", area=one[0][0], rank=one[0][1], courtesan=one[1])
    ),
    st.tuples(
        BOXES, st.sampled_from(BOARD.colours), st.sampled_from([*TREASON, *COUNTRIES]),
        st.sampled_from([None, None, *TREASON]), st.sampled_from([None, "replace", "leave"]),
    ).map(
        lambda one: order(
            "use", area=one[0][0], rank=one[0][1], seat=one[1], card=one[2],
            second=None if one[2] in COUNTRIES else one[3], then=one[4],
        )
    ),
    st.sampled_from(["continue", "wait"]).map(lambda card: order("on_revolution", card=card)),
    st.sampled_from([order("wait"), order("list")]),
    st.tuples(st.sampled_from(["keep", "discard"]), st.sampled_from([*ATTRIBUTES, *TREASON])).map(
        lambda one: order(one[0], card=one[1])
    ),
)  # fmt: skip
ALTERNATIVES = st.tuples(SIMPLE, CONDITIONS).map(lambda both: {**both[0], **both[1]})


@settings(max_examples=500, deadline=None)
@each(st.lists(ALTERNATIVES, min_size=1, max_size=3))
def test_what_is_written_is_read_back(alternatives: Order) -> None:
    line = order_text("turn", alternatives, LEXICON, LANGUAGE)
    assert short(read_order(line, LANGUAGE, LEXICON).given) == short([alternatives])


@settings(max_examples=200, deadline=None)
@each(st.lists(st.lists(ALTERNATIVES, min_size=1, max_size=2), min_size=1, max_size=6))
def test_a_script_is_a_letter_and_comes_back(script: list[Order]) -> None:
    script = [one for one in script if all(a["do"] != "wait" for a in one)]  # which ends a list
    text = "\n".join(order_text("turn", one, LEXICON, LANGUAGE) for one in script)
    idle = {"list", "on_revolution", "keep", "discard"}
    done = judged(f"{text}\nOPTION 1", [question()])
    assert short(done.answers["turn@red"]) == short([*script, [order("option", card="1")]])
    assert not done.held
    if script and all(a["do"] not in idle for one in script for a in one):
        assert short(judged(text, [question()]).answers["turn@red"]) == short(script)


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("sort", "ident", "name"),
    [
        (sort, record.id, name)
        for sort, records in (
            (Sort.RANK, BOARD.ranks.values()),
            (Sort.AREA, BOARD.areas.values()),
            (Sort.ATTRIBUTE, BOARD.attributes.values()),
            (Sort.TREASON, BOARD.treason.values()),
            (Sort.COUNTRY, BOARD.countries.values()),
        )
        for record in records
        for name in (record.id, *(alias for names in record.aliases.values() for alias in names))
    ],
)
def test_every_name_of_the_data_finds_its_id(sort: Sort, ident: str, name: str) -> None:
    for written in (name, name.upper(), name.lower(), name.replace("-", " "), name.replace(" ", "_")):
        assert LEXICON.find(written, (sort,)) == ident
    assert LEXICON.find(LEXICON.write(ident, sort), (sort,)) == ident


def test_every_double_by_every_alias_of_its_two_cards() -> None:
    singles = {card.countries[0]: card for card in BOARD.treason.values() if card.kind == "single"}
    for card in BOARD.treason.values():
        if card.kind == "double":
            first, second = (
                [name for names in singles[country].aliases.values() for name in names] for country in card.countries
            )
            for one in first:
                for other in second:
                    for text in (f"{one}/{other}", f"{other} / {one}"):
                        (found,) = read_order(f"TREASON {text}", LANGUAGE, LEXICON).given
                        assert found[0]["card"] == card.id  # type: ignore[index]


@pytest.mark.parametrize(
    "text",
    [
        "TAKE " + "o " * 490, "TAKE " + "or " * 300, "IF DONE " * 120, "IF DONE : " * 90 + "TAKE gold",
        "PLACE London " + "IF FAILS: PLACE London " * 40, "TAKE gold OR\n" * 1500, "KEEP gold,\n" * 1500,
        "USE " + "assassin + " * 80, "IF HAVE " + "gold, " * 150 + ": TAKE gold", "PLACE " + "london/" * 120,
    ],
)  # fmt: skip
def test_long_lines_are_read_in_no_time(text: str) -> None:
    parsed = letter(text)
    assert parsed.lines
    assert judged(text, [question()]).lines
