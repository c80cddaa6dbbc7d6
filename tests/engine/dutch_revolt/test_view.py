"""The view of the contract, and the invariants of section 14."""

import json

import pytest

from engine.core.table import BrokenInvariant
from engine.dutch_revolt import invariants
from engine.dutch_revolt.scoring import end_of_turn
from engine.dutch_revolt.view import view
from tests.engine.dutch_revolt.laid import army, clear, lay_in, start

KEYS = {
    "game", "turn", "phase", "step", "mode", "players", "over", "order", "factions", "history", "neutrals", "beggars",
    "provinces", "places", "tracks", "boxes", "loyalty", "bids", "bishoprics", "universities", "trade_places", "result",
}  # fmt: skip


def test_the_view_is_json_with_just_these_keys():
    seen = view(start())
    assert set(seen) == KEYS
    assert json.loads(json.dumps(seen)) == seen


def test_every_seat_and_a_spectator_see_the_same_and_no_waiting_answer():
    s = start()
    before = view(s, "catholics")
    s.instructions["loyalty@reformers"] = [[{"city": "gent", "count": 3}]]
    assert view(s, "catholics") == view(s, "reformers") == view(s) == before


def test_numbers_of_the_set_up_e01():
    seen = view(start())
    assert {f: row["on_map"] for f, row in seen["factions"].items()} == {
        "catholics": 8, "habsburgs": 7, "nobility": 6, "burghers": 5, "reformers": 4,
    }  # fmt: skip
    assert [row["stock"] for row in seen["factions"].values()] == [20, 25, 22, 23, 24]
    assert seen["neutrals"] == {"stock": 43, "on_map": 4}
    assert seen["beggars"] == {"box": 3, "hirer": None, "regions": {}}
    assert seen["places"]["antwerpen"] == {"owner": None, "tokens": {"habsburgs": 2}, "siege": None}
    assert seen["places"]["delft"]["owner"] == "nobility"
    assert seen["places"]["franeker"]["owner"] is None
    assert seen["provinces"]["holland"]["max"] == 11
    assert seen["boxes"]["huguenots"] == [{"square": "map", "token": "burghers"}, {"square": "map", "token": None}]
    assert seen["loyalty"]["koln_city"] == {"column": 2, "start": 2}


def test_sieges_beggars_and_armies():
    s = start()
    army(s, "r_holland", "H", "haarlem")
    spent = army(s, "r_holland", "C")
    spent.moved = spent.influenced = True
    s.beggars.besieging.append("utrecht_city")
    s.beggars.staying["r_utrecht"] = 1
    s.beggars.hirer = "reformers"
    seen = view(s)
    assert seen["places"]["haarlem"]["siege"] == {"by": "habsburgs", "region": "r_holland"}
    assert seen["places"]["utrecht_city"]["siege"] == {"by": "beggars", "region": "r_utrecht"}
    assert [a["state"] for a in seen["tracks"]["r_holland"]["armies"]] == ["besieging", "spent"]
    assert seen["beggars"] == {
        "box": 0, "hirer": "reformers", "regions": {"r_utrecht": {"staying": 1, "besieging": 2}},
    }  # fmt: skip
    assert seen["provinces"]["holland"]["filled"] == 6  # Haarlem is besieged


def test_history_and_result():
    s = start(turn=5, phase=20)
    assert view(s)["result"] is None
    end_of_turn(s, {})
    seen = view(s)
    assert seen["over"] is True
    assert seen["result"]["winners"]
    assert seen["history"][-1]["vp2"]["catholics"] == seen["factions"]["catholics"]["vp2"]


# ---------------------------------------------------------------------- section 14


def test_the_set_up_breaks_nothing():
    for players in (2, 3, 4, 5):
        invariants.check(start(players=players))


def lose_a_token(s):
    s.holdings["catholics"].stock -= 1


def lose_a_neutral(s):
    s.neutral_stock -= 1


def leave_a_zero(s):
    s.places["delft"] = {"nobility": 1, "catholics": 0}


def crowd_a_town(s):
    s.place_from_stock("holland", "delft", "catholics")


def crowd_a_track(s):
    armies = [army(s, region, "N") for region in ("r_north", "r_holland", "r_liege", "r_electorates")]
    for region in ("r_north", "r_holland", "r_liege", "r_electorates"):
        s.tracks[region].clear()
    s.tracks["r_utrecht"] = armies  # three squares


def lose_an_army(s):
    s.holdings["nobility"].armies -= 1


def mix_the_huguenots(s):
    s.from_stock("reformers")
    s.boxes["huguenots"][1] = "reformers"


def besiege_twice(s):
    army(s, "r_holland", "H", "haarlem")
    army(s, "r_holland", "C", "haarlem")


def besiege_from_afar(s):
    army(s, "r_north", "H", "haarlem")


def hire_too_many(s):
    s.beggars.staying["r_utrecht"] = 4


def keep_beggars(s):
    s.phase = 16
    s.beggars.staying["r_utrecht"] = 1


def leave_the_chart(s):
    s.loyalty["gent"] = 8


def overfill(s):
    s.phase = 13
    clear(s)
    lay_in(s, "utrecht_city", "C5")


@pytest.mark.parametrize(
    "breach",
    [
        lose_a_token, lose_a_neutral, leave_a_zero, crowd_a_town, crowd_a_track, lose_an_army, mix_the_huguenots,
        besiege_twice, besiege_from_afar, hire_too_many, keep_beggars, leave_the_chart, overfill,
    ],
)  # fmt: skip
def test_breaches_are_found(breach):
    s = start()
    breach(s)
    with pytest.raises(BrokenInvariant, match="rule"):
        invariants.check(s)
