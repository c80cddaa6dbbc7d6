"""Dice from the secret: fixed by position, provable, fair; and dice that are given."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from engine.core.chance import LoadedDice, commitment, entropy
from engine.core.decision import Json
from engine.core.flow import Ask, Chance, Flow, draw_at_random, roll, shuffled

SECRET = b"s" * 32
TWO_DICE = Chance("interception", "13.2", (6, 6))


def test_same_place_same_dice_and_every_part_of_the_place_counts() -> None:
    draw = entropy(SECRET, "gouda")
    many = Chance("many", "1", (1000,) * 4)
    assert draw(3, 7, many) == entropy(SECRET, "gouda")(3, 7, many)
    others = [
        draw(4, 7, many),
        draw(3, 8, many),
        entropy(SECRET, "delft")(3, 7, many),
        entropy(b"t" * 32, "gouda")(3, 7, many),
        draw(3, 7, Chance("other", "1", (1000,) * 4)),
    ]
    assert draw(3, 7, many) not in others


def test_a_player_can_work_out_a_die_by_hand() -> None:
    place = b"gouda/3/7/1/chance:interception:6+6"
    second = int.from_bytes(hmac.new(SECRET, place, hashlib.sha256).digest(), "big") % 6 + 1
    assert entropy(SECRET, "gouda")(3, 7, TWO_DICE)[1] == second


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert commitment(SECRET) != commitment(b"t" * 32)


def test_dice_are_fair_enough() -> None:
    draw = entropy(SECRET, "gouda")
    faces = Counter(face for place in range(3000) for face in draw(place, 1, TWO_DICE))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in faces.values())


def play(flow: Flow[object], draws: LoadedDice) -> object:
    reply: Json = None
    try:
        while True:
            request = flow.send(reply)
            assert not isinstance(request, Ask)
            reply = [*draws(0, 0, request)]
    except StopIteration as end:
        return end.value


def test_verbs_of_chance() -> None:
    assert play(roll("dice", 3, rule="1"), LoadedDice([6, 1, 4])) == (6, 1, 4)
    assert play(roll("dice", 0, rule="1"), LoadedDice([])) == ()
    assert play(shuffled("deck", "abcd", rule="1"), LoadedDice([4, 1, 2, 1])) == ["d", "a", "c", "b"]
    assert play(draw_at_random("bag", ("x", "y", "z"), rule="1"), LoadedDice([2])) == "y"


def test_drawing_from_nothing_is_a_fault_of_the_rules() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        play(draw_at_random("bag", (), rule="1"), LoadedDice([]))


def test_loaded_dice_say_what_is_wrong() -> None:
    dice = LoadedDice([3, 7])
    with pytest.raises(ValueError, match="needs 3 dice, 2 are given"):
        dice(0, 0, Chance("battle", "14", (6, 6, 6)))
    assert dice.left == [3, 7]
    with pytest.raises(ValueError, match="7 is not on a die of 6"):
        dice(0, 0, TWO_DICE)
    assert LoadedDice([3, 5, 1])(0, 0, TWO_DICE) == [3, 5]
