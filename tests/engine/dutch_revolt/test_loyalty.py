"""9.16 Loyalty of townspeople."""

import pytest

from engine.core.options import Alternative
from engine.dutch_revolt import invariants
from engine.dutch_revolt.lists import carry_out, decision
from engine.dutch_revolt.loyalty import LOYALTY, column_after, resolve
from engine.dutch_revolt.terms import COUNTRYSIDE
from tests.engine.dutch_revolt.laid import NAMES, at, lay, lay_in, money, skipped, start, stock_to, tokens, told

B, C, N, R = "burghers", "catholics", "nobility", "reformers"


def pay(city: str, count: int) -> list[Alternative]:
    return [{"city": city, "count": count}]


@pytest.mark.parametrize(
    ("column", "payments", "order", "after"),
    [
        (2, "C1 H1 N2 B1", "C H N B R", 4),  # E64
        (5, "R3 C3 N1", "R C N B H", 4),  # E66
        (6, "N3", "C H N B R", 4),  # E67
        (3, "N1 R2", "N R C H B", 4),  # E88
        (2, "N1", "C H N B R", 3),
        (7, "R3", "C H N B R", 7),
        (1, "C1 B1", "B C H N R", 1),
        (1, "C1 B1", "C B H N R", 2),
    ],
)
def test_markers(column, payments, order, after):
    s = start(phase=16)
    s.order = [NAMES[letter] for letter in order.split()]
    s.loyalty["koln_city"] = column
    for f, n in tokens(payments).items():
        money(s, next(k for k, v in NAMES.items() if v == f), n)
        assert carry_out(s, LOYALTY, f, [pay("koln_city", n)]) == [None]
    assert column_after(s, "koln_city") == after
    resolve(s)
    assert s.loyalty["koln_city"] == after
    assert s.bids == {}
    invariants.check(s)


@pytest.mark.parametrize(
    ("column", "before", "after", "players", "empty"),
    [
        (2, "N2", "N2", 5, ""),  # E69
        (1, "N2", "C1 N2", 5, ""),  # E70
        (6, "B2", "B2 R1", 5, ""),  # E72
        (6, "H1", "H1 B1", 5, "R0"),  # E73
        (7, "H2 neu1", "B2 R2", 5, "R2"),  # E75
        (6, "C2", "C2 N1", 3, "R0"),  # E76
        (2, "R1 B1", "B1", 5, ""),
        (2, "B2", "B1", 5, ""),
        (1, "R1", "C1", 5, ""),
        (1, "N1", "H1 N1", 5, "C0"),
        (1, "N1", "N1 neu1", 5, "C0 H0"),
        (6, "C1", "C1 neu1", 5, "R0 B0"),
        (6, "C1", "C1", 5, "R0 B0 neu0"),
        (7, "", "R1", 5, ""),
        (7, "R2", "R3", 5, ""),
        (7, "C3", "neu3 N1", 3, "R0 N1"),
        (4, "R1 B1 C1", "C1 B1 R1", 5, ""),
    ],
)
def test_effects(column, before, after, players, empty):
    s = start(players=players, phase=16)
    s.loyalty = dict.fromkeys(s.loyalty, 4)
    s.loyalty["haarlem"] = column
    lay_in(s, "haarlem", before)
    for word in empty.split():
        stock_to(s, word[:-1], int(word[-1]))
    resolve(s)
    assert set(at(s, "haarlem").split()) == set(after.split())


def test_removed_tokens_go_to_stock_before_replacements_are_taken():
    s = start(phase=16)
    s.loyalty = dict.fromkeys(s.loyalty, 4)
    s.loyalty["haarlem"] = 7
    lay_in(s, "haarlem", "B2")
    stock_to(s, "R", 0)
    stock_to(s, "B", 1)
    resolve(s)
    # The one Burgher of the stock is added, then three are replaced by themselves.
    assert at(s, "haarlem") == "B3"


def test_the_maximum_is_not_respected_r42():
    s = start(phase=16)
    s.loyalty["utrecht_city"] = 6
    lay(s, "utrecht", COUNTRYSIDE, "C5")
    resolve(s)
    assert s.places["utrecht_city"][R] == 1


def test_at_most_three_a_row_and_faction_r50():
    s = start(players=2, phase=16)
    money(s, "C", 9)
    money(s, "H", 9)
    assert decision(s, LOYALTY, C).options.why_not([pay("koln_city", 4)]).key == "row_limit"
    carry_out(s, LOYALTY, C, [pay("koln_city", 2), pay("koln_city", 2), pay("koln_city", 1)])
    assert s.bids["koln_city"] == {C: 3}
    assert skipped(s) == ["row_limit", "row_limit"]
    assert carry_out(s, LOYALTY, "habsburgs", [pay("koln_city", 3)]) == [None]


def test_money_goes_to_stock_at_once_r36():
    s = start(phase=16)
    money(s, "C", 2)
    stock = s.holdings[C].stock
    carry_out(s, LOYALTY, C, [pay("koln_city", 3), pay("gent", 1)])
    assert (s.holdings[C].treasury, s.holdings[C].stock) == (0, stock + 2)
    assert s.holdings[C].money["loyalty"] == -2
    assert skipped(s) == ["no_money", "no_money"]


def test_defaults_choices_facts():
    s = start(phase=16)
    money(s, "R", 2)
    assert LOYALTY.default(s, R) == []
    s.loyalty["gent"] = 7
    choices = LOYALTY.choices(s, R)
    assert {"city": "koln_city", "count": 2} in choices
    assert all(choice["city"] != "gent" for choice in choices)
    facts = decision(s, LOYALTY, R).facts
    assert (facts["treasury"], facts["limit"], len(facts["rows"])) == (2, 3, 12)


def test_rows_without_money_are_not_told():
    s = start(phase=16)
    s.loyalty = dict.fromkeys(s.loyalty, 4)
    resolve(s)
    assert s.events == []
    money(s, "B", 1)
    carry_out(s, LOYALTY, B, [pay("gent", 1)])
    resolve(s)
    assert told(s, "loyalty_moved") == [{"city": "gent", "from_column": 4, "to_column": 5}]


def test_the_nobility_lacks_no_push_in_the_centre():
    s = start(phase=16)
    money(s, "N", 3)
    s.loyalty["gent"] = 4
    carry_out(s, LOYALTY, N, [pay("gent", 3)])
    assert column_after(s, "gent") == 4
