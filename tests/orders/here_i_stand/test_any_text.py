"""Whatever a letter holds, reading it raises nothing; what is written of orders is read back as the same orders."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given as each
from hypothesis import settings
from hypothesis import strategies as st

from engine.core.decision import IllegalOrder
from engine.core.options import Alternative
from engine.here_i_stand.diplomacy.deals import Item
from engine.here_i_stand.kinds import KINDS
from engine.here_i_stand.terms import MAJORS, MINORS, UnitType
from orders.form import order_text
from orders.grammar import read_order
from orders.here_i_stand import LANGUAGE
from orders.here_i_stand.choosing import PICKED
from orders.here_i_stand.reading import record
from orders.here_i_stand.words import Sort
from orders.letter_body import read
from orders.words import OrderFault
from tests.orders.here_i_stand.boards import BOARD, LEXICON, judged, letter, normal, question, short

NESTING = LANGUAGE.nesting
assert NESTING is not None
WORDS = st.sampled_from(
    [
        *(word for verb in LANGUAGE.verbs for word in (verb.name, *verb.synonyms[:2])),
        *(word for words in (NESTING.if_words, NESTING.else_words, NESTING.or_words, NESTING.clause_of_word) for word in
        sorted(words)[:6]),
        "FROM", "TO", "IN", "WITH", "VIA", "AGAINST", "AND", "ALL", "NO", "LEADER", "INSIDE", "PLACING", "CHOOSING",
        "FOR",
        "CP", "EVENT", "A", "NONE", "Vienna", "Buda", "Bécs", "Вена", "Ionian Sea", "Suleiman", "regulars", "2", "7",
        "0",
        "squadron", "Venice", "Venetian", "France", "alliance", "lend", "card", "88", "Foul Weather", "Gout", ":", ",",
        ";",
        "#", "->", "STRENGTH", "<=", "POWER", "vp", "YES", "\n", "\n> ", "END", "--", "TURN 3", "CLEAR", "HELP", "½",
        "+",
    ]
)  # fmt: skip
LINES = st.lists(WORDS, max_size=14).map(" ".join)
ASKED = [question(kind) for kind in KINDS]


@settings(max_examples=200, deadline=None)
@each(st.one_of(LINES, st.text(max_size=200), st.lists(LINES, max_size=6).map("\n".join)))
def test_a_letter_raises_nothing_and_loses_no_line(text: str) -> None:
    body = read(text)
    for asked in (ASKED, ASKED[:12], []):
        done = judged(text, asked)
        assert len(done.lines) == len(letter(text).lines) <= len(body.orders)
        for key, answer in done.answers.items():
            options = next(d.options for d in asked if d.key == key)
            assert options.why_not(options.from_json(answer)) is None
        for one in done.standing:
            options = question(one.kind).options
            options.why_not(options.from_json(one.answer))


@settings(max_examples=400, deadline=None)
@each(st.one_of(LINES, st.text(max_size=80)))
def test_one_order_raises_only_our_errors(text: str) -> None:
    with contextlib.suppress(OrderFault, IllegalOrder):
        ordered = read_order(text, LANGUAGE, LEXICON)
        if ordered.given == "default" or ordered.kind == "chance_words":
            return
        for order in ordered.given:
            line = order_text(ordered.kind, order, LEXICON, LANGUAGE)
            assert short(read_order(line, LANGUAGE, LEXICON).given) == short([order]), line
            for alternative in order:
                LANGUAGE.restate(ordered.kind, alternative)


# ------------------------------------------------------------------ written and read again

SPACES, SEAS, LEADERS = map(sorted, (BOARD.map.spaces, BOARD.map.seas, BOARD.leaders))
SPACE, SEA, LEADER, CARD = map(st.sampled_from, (SPACES, SEAS, LEADERS, sorted(BOARD.cards)))
PLACE = st.one_of(SPACE, SEA)
ZONE = st.sampled_from(["german", "french", "english"])
DEBATER = st.one_of(st.none(), st.sampled_from(sorted(BOARD.debaters)))
POWER, MINOR = st.sampled_from([*map(str, MAJORS)]), st.sampled_from([*map(str, MINORS)])
COUNT = st.integers(1, 9)
UNIT = st.sampled_from([*map(str, UnitType)])


def several(one: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(one, min_size=1, max_size=most, unique=True).map(",".join)


COMMANDERS = st.one_of(st.none(), st.just("none"), several(LEADER))
MEN = st.fixed_dictionaries(
    {name: st.integers(0, 9) for name in ("regulars", "mercenaries", "cavalry")}
    | {"minors": st.one_of(st.just("genoa 0"), st.tuples(MINOR, COUNT).map(lambda one: f"{one[0]} {one[1]}"))}
)
FORCE = st.tuples(st.one_of(st.just({}), MEN), COMMANDERS).map(lambda one: {**one[0], "leaders": one[1]})
SHIPS = st.one_of(st.just({}), st.fixed_dictionaries({"squadrons": COUNT, "corsairs": st.integers(0, 5)}))
FLEET = st.tuples(SHIPS, st.one_of(st.none(), st.just("none"), several(LEADER, 2))).map(
    lambda one: {**one[0], "leaders": one[1]}
)
LEG = st.tuples(PLACE, PLACE, st.one_of(st.just(""), st.tuples(COUNT, st.integers(0, 5)).map("{0[0]}/{0[1]}".format)),
    st.one_of(st.just(""), several(LEADER, 2).map(lambda one: one.replace(",", "+")))).map(
    lambda one: f"{one[0]}>{one[1]}:{one[2]}:{one[3]}".rstrip(":")
)  # fmt: skip
PACKAGE = st.one_of(st.none(), st.integers(1, 9))
PARTIES = st.one_of(st.none(), POWER, st.tuples(POWER, POWER).map(",".join))


def made(kind: str, do: str, force: st.SearchStrategy[Alternative] | None = None, **fields: object) -> object:
    """Alternatives of a kind with these fields."""
    parts = st.fixed_dictionaries({name: one for name, one in fields.items() if isinstance(one, st.SearchStrategy)})
    forces = force if force is not None else st.just({})
    return st.tuples(parts, forces).map(lambda both: (kind, record(kind, do) | _plain(both[0]) | both[1]))


def _plain(fields: Alternative) -> Alternative:
    return {name.rstrip("_"): value for name, value in fields.items()}


ALTERNATIVES = st.one_of(
    made("impulse", "play", card=CARD, mode=st.just("cp")),
    made("impulse", "move", FORCE, from_=SPACE, to=several(SPACE)),
    made("impulse", "transport", FORCE, from_=SPACE, via=several(SEA), to=SPACE),
    made("impulse", "sail", moves=st.lists(LEG, min_size=1, max_size=3).map(";".join)),
    made("impulse", "assault", FORCE, space=SPACE),
    made("impulse", "control", space=SPACE),
    made("impulse", "build", unit=UNIT, space=SPACE, count=st.one_of(st.none(), COUNT)),
    made("impulse", "piracy", sea=SEA, power=POWER),
    made("impulse", "publish", pick=ZONE, leaders=DEBATER),
    made("impulse", "translate", pick=ZONE, leaders=DEBATER, count=st.one_of(st.none(), COUNT)),
    made("impulse", "burn", pick=ZONE, leaders=DEBATER),
    made("impulse", "burn", leaders=st.sampled_from(["caraffa", "caraffa,tetzel"])),
    made("impulse", "dispute", pick=ZONE, mode=st.sampled_from([None, "committed", "uncommitted"])),
    made("impulse", "saint_peters", count=st.one_of(st.none(), COUNT)),
    made("impulse", "university", space=SPACE, leaders=st.sampled_from([None, "loyola"])),
    made("impulse", "fight", card=st.sampled_from([None, 92, 93, 110])),
    made("impulse", "build", unit=UNIT, card=st.sampled_from([92, 93, 110]), count=st.one_of(st.none(), COUNT)),
    made("convert", "convert", space=st.one_of(st.none(), SPACE), pick=DEBATER),
    made("debater_bonus", "commit", pick=st.sampled_from(sorted(BOARD.debaters))),
    made("diet", "give", card=CARD),
    made("choice", "choose", pick=several(st.sampled_from(sorted(BOARD.tables.prizes)))),
    made("choice", "choose", pick=several(st.sampled_from(sorted(BOARD.debaters)))),
    made("choice", "choose", pick=ZONE),
    made("choice", "choose", pick=several(SPACE)),
    made("choice", "choose", pick=several(LEADER)),
    made("choice", "choose", pick=several(st.tuples(SPACE, COUNT).map("{0[0]} {0[1]}".format))),
    made("choice", "choose", card=CARD),
    made("choice", "choose", space=SPACE, power=POWER),
    made("choice", "choose", count=COUNT, space=SPACE),
    made("intercept", "intercept", FORCE, from_=SPACE),
    made("avoid_battle", "avoid", FORCE, to=SPACE),
    made("relief", "join", FORCE),
    made("retreat", "retreat", FORCE, to=SPACE),
    made("retreat", "retreat", to=PLACE, count=st.integers(0, 4), leaders=COMMANDERS),
    made("losses", "lose", unit=UNIT, power=st.one_of(st.none(), POWER), pick=st.sampled_from([None, "relief",
    "joined"])),
    made("naval_intercept", "intercept", FLEET, from_=PLACE),
    made("naval_avoid", "avoid", to=PLACE),
    made("piracy_award", "award", award=st.sampled_from(["squadron", "card", "vp"]), count=st.one_of(st.none(), COUNT)),
    made("discard", "discard", card=CARD),
    made("payment", "pay", card=CARD),
    made("leader_enters", "enter", space=SPACE),
    made("winter_land", "go", FORCE, from_=SPACE, to=SPACE),
    made("winter_ships", "go", FLEET, from_=PLACE, to=SPACE, power=st.one_of(st.none(), POWER)),
    made("spring_deployment", "deploy", FORCE, from_=SPACE, to=SPACE, card=st.sampled_from([None, 102])),
    made("peace", "sue", power=POWER, card=st.sampled_from([None, 73])),
    made("peace_terms", "disband", unit=UNIT, space=PLACE, count=COUNT),
    made("peace_terms", "regain", space=several(SPACE, 2), price=st.sampled_from(["vp", "card"])),
    made("peace_terms", "regain", leader=LEADER, price=st.sampled_from(["vp", "card"])),
    made("ransom", "ransom", leader=LEADER),
    made("war", "declare", power=POWER),
    made("propose", "propose", package=PACKAGE, to=several(POWER), item=st.sampled_from(["alliance", "end_war"]),
    power=PARTIES),
    made("propose", "propose", package=PACKAGE, to=several(POWER), item=st.just(str(Item.CEDE)), space=SPACE,
    power=PARTIES),
    made("propose", "propose", package=PACKAGE, to=several(POWER), item=st.sampled_from(["draws", "mercenaries"]),
    count=COUNT,
        power=PARTIES),
    made("propose", "propose", to=several(POWER), item=st.just("return_leader"), leader=LEADER, power=PARTIES),
    made("propose", "propose", to=several(POWER), item=st.sampled_from(["divorce", "lift_excommunication"]),
    power=PARTIES),
    made("propose", "propose", to=several(POWER), item=st.just("loan"), space=SPACE, power=PARTIES,
        squadrons=st.one_of(COUNT, several(st.tuples(MINOR, COUNT).map("{0[0]} {0[1]}".format), 2)),
        leader=st.one_of(st.none(), LEADER)),
)  # fmt: skip


@settings(max_examples=1500, deadline=None)
@each(ALTERNATIVES)
def test_what_is_written_is_read_back(one: tuple[str, Alternative]) -> None:
    kind, alternative = one
    line = order_text(kind, [alternative], LEXICON, LANGUAGE)
    found = read_order(line, LANGUAGE, LEXICON)
    assert found.kind == kind, line
    assert short(found.given) == [[normal(alternative)]], line
    LANGUAGE.restate(kind, alternative)


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("sort", "ident", "name"),
    [
        (sort, one.id, name)
        for sort, records in ((Sort.SPACE, BOARD.map.spaces.values()), (Sort.SEA, BOARD.map.seas.values()))
        for one in records
        for name in (one.id, one.name, *(alias for names in one.aliases.values() for alias in names))
    ]
    + [
        (Sort.CARD, str(number), name)
        for number, card in BOARD.cards.items()
        for name in (str(number), f"card {number}", card.name, card.id, *card.aliases.values())
    ],
)
def test_every_name_of_the_data_finds_its_id(sort: Sort, ident: str, name: str) -> None:
    for written in (name, name.upper(), name.lower(), name.replace("-", " "), name.replace(" ", "_")):
        assert LEXICON.find(written, (sort,)) == ident
    assert LEXICON.find(LEXICON.write(ident, sort), (sort,)) == ident


def test_every_id_has_a_name_of_its_own_in_five_languages() -> None:
    from orders.here_i_stand import names

    for known, sort in ((names.POWERS, Sort.POWER), (names.UNITS, Sort.UNIT), (names.ZONES, Sort.ZONE)):
        for ident, languages in known.items():
            assert set(languages) == {"en", "de", "hu", "fi", "ru"}
            for name in (one for several_ in languages.values() for one in several_):
                assert LEXICON.find(name, (sort,)) == ident, name
    for leader, languages in names.LEADERS.items():
        assert {"hu", "fi", "ru"} <= set(languages)
        for name in (one for several_ in languages.values() for one in several_):
            assert LEXICON.find(name, (Sort.LEADER,)) == leader, name
    assert set(names.LEADERS) == set(BOARD.leaders)
    for card, languages in names.CARDS.items():
        number = next(number for number, one in BOARD.cards.items() if one.id == card)
        for name in (one for several_ in languages.values() for one in several_):
            assert LEXICON.find(name, (Sort.CARD,)) == str(number), name


@pytest.mark.parametrize(
    ("name", "ident"),
    [
        ("Budából", "buda"), ("Bécsbe", "vienna"), ("Bécsből", "vienna"), ("London-ba", "london"),
        ("Pozsonyba", "pressburg"), ("Nándorfehérvárra", "belgrade"), ("Wieniin", "vienna"), ("Budasta", "buda"),
        ("Pariisiin", "paris"), ("Вены", "vienna"), ("Вену", "vienna"), ("Буду", "buda"), ("Белграда", "belgrade"),
        ("Венеции", "venice"), ("Стамбула", "istanbul"), ("Кёльну", "cologne"),
    ],
)  # fmt: skip
def test_places_with_their_endings(name: str, ident: str) -> None:
    assert LEXICON.find(name, (Sort.SPACE,)) == ident
    assert LEXICON.find(name.upper(), (Sort.SPACE,)) == ident


def test_an_ending_makes_no_other_name_of_a_slip() -> None:
    for slip in ("Viennb", "Grax", "Bda", "Romaa", "Буъ"):
        with pytest.raises(OrderFault):
            LEXICON.find(slip, (Sort.SPACE,))


def test_cards_of_both_printings_have_names() -> None:
    assert LEXICON.find("Thomas Cromwell", (Sort.CARD,)) == "115"
    assert LEXICON.write("116", Sort.CARD) == "Rough Wooing"


def test_a_name_of_several_sorts_can_be_picked_by_each() -> None:
    for ident in ("genoa", "venice", "independent", "dragut", "calvin", "suleiman"):
        from orders.here_i_stand.choosing import pick, write_pick
        from orders.phrase import Phrase

        assert pick(Phrase.of(write_pick(ident, LEXICON), LEXICON), LEXICON) == ident
    assert PICKED[0] is Sort.SPACE


@pytest.mark.parametrize(
    "text",
    [
        "MOVE " + "2 regulars, " * 60 + "FROM Buda TO Vienna", "SAIL " + "2 FROM Messina TO Naples AND " * 30,
        "IF DONE : " * 90,
        "PROPOSE TO France: " + "alliance; " * 90, "CHOOSE " + "Vienna 2, " * 90, "RESPOND " + "Foul " * 190,
        "DEPLOY " + "Spring " * 130, "LOSE regulars,\n" * 1200,
    ],
)  # fmt: skip
def test_long_lines_are_read_in_no_time(text: str) -> None:
    assert letter(text).lines
    assert judged(text, [question()]).lines
