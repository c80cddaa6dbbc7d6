"""Names: five languages, any case, no accents, abbreviations, slots, did-you-mean."""

from __future__ import annotations

import pytest

from orders.dutch_revolt.words import Sort
from orders.typography import fold
from orders.words import Ambiguous, NotUnderstood
from tests.orders.boards import BOARD, LEXICON

EVERY = [
    (sort, record.id, name)
    for sort, records in (
        (Sort.FACTION, BOARD.factions.values()),
        (Sort.REGION, BOARD.regions.values()),
        (Sort.PROVINCE, BOARD.provinces.values()),
        (Sort.CITY, [p for p in BOARD.places.values() if p.is_city]),
        (Sort.TOWN, [p for p in BOARD.places.values() if not p.is_city]),
        (Sort.BOX, BOARD.boxes.values()),
    )
    for record in records
    for name in (
        record.name,
        record.id,
        *([record.code] if hasattr(record, "code") else []),
        *(alias for names in record.aliases.values() for alias in names),
    )
]


@pytest.mark.parametrize(("sort", "ident", "name"), EVERY)
def test_every_name_finds_its_id(sort: Sort, ident: str, name: str) -> None:
    for written in (name, name.upper(), name.lower(), fold(name)):
        assert LEXICON.find(written, (sort,)) == ident


@pytest.mark.parametrize(("sort", "ident", "name"), EVERY)
def test_what_is_written_is_found_again(sort: Sort, ident: str, name: str) -> None:
    for sorts in (
        (sort,),
        (Sort.TOWN, Sort.PROVINCE),
        (Sort.PROVINCE, Sort.BOX),
        (Sort.CITY, Sort.TOWN, Sort.COUNTRYSIDE),
    ):
        if sort in sorts:
            assert LEXICON.name(LEXICON.write(ident, sort, sorts), sorts).id == ident


@pytest.mark.parametrize(
    ("written", "ident"),
    [("Koeln", "koln_city"), ("Bruessel", "brussel"), ("Aix la Chapelle", "aachen"), ("amst", "amsterdam")],
)
def test_other_spellings(written: str, ident: str) -> None:
    assert LEXICON.find(written, (Sort.CITY,)) == ident


def test_a_province_names_its_region() -> None:
    assert LEXICON.find("Drente", (Sort.REGION,)) == "r_north"
    assert LEXICON.find("North", (Sort.REGION,)) == "r_north"
    assert LEXICON.find("Flandria", (Sort.REGION,)) == "r_flanders"


def test_words_of_a_name_in_their_order() -> None:
    assert LEXICON.find("merch", (Sort.BOX,)) == "london_merchants"
    assert LEXICON.find("lond merch", (Sort.BOX,)) == "london_merchants"


def test_one_name_for_two_things() -> None:
    both = (Sort.TOWN, Sort.PROVINCE)
    with pytest.raises(Ambiguous) as fault:
        LEXICON.find("Groningen", both)
    assert len(fault.value.candidates) == 2
    ids = {LEXICON.find(candidate, both) for candidate in fault.value.candidates}
    assert ids == {"groningen", "groningen_town"}
    assert LEXICON.find("Groningen TOWN", both) == "groningen_town"
    assert LEXICON.find("province of Groningen", both) == "groningen"
    assert LEXICON.find("Groningen countryside", both) == "groningen"
    assert LEXICON.find("Groningen", (Sort.PROVINCE,)) == "groningen"
    assert LEXICON.find("Utrecht", both) == "utrecht"


def test_an_abbreviation_of_several_names_is_never_guessed() -> None:
    with pytest.raises(Ambiguous) as fault:
        LEXICON.find("lim", (Sort.PROVINCE, Sort.REGION))
    assert len(fault.value.candidates) == 2
    with pytest.raises(Ambiguous) as fault:
        LEXICON.find("har", (Sort.TOWN,))
    assert set(fault.value.candidates) == {"Harderwijk", "Harlingen"}


def test_two_letters_are_no_abbreviation() -> None:
    with pytest.raises(NotUnderstood):
        LEXICON.find("am", (Sort.CITY,))


@pytest.mark.parametrize(
    ("written", "sort", "meant"),
    [("Holand", Sort.PROVINCE, "Holland"), ("Amsterdm", Sort.CITY, "Amsterdam"), ("Utercht", Sort.REGION, "Utrecht"),
    ("Catolics", Sort.FACTION, "Catholics")],
)  # fmt: skip
def test_did_you_mean(written: str, sort: Sort, meant: str) -> None:
    with pytest.raises(NotUnderstood) as fault:
        LEXICON.find(written, (sort,))
    assert fault.value.reason.key == "did_you_mean"
    assert meant in fault.value.candidates


def test_a_name_of_another_sort_is_said_to_be_one() -> None:
    with pytest.raises(NotUnderstood) as fault:
        LEXICON.find("Haarlem", (Sort.PROVINCE,))
    assert fault.value.reason.key == "wrong_sort_near"
    assert fault.value.reason.facts["given"] == "city"
    assert fault.value.candidates == ("Holland",)
