"""Luck: what the dice did, less what they do on average, and how that average is come by."""

import random
from collections import Counter

import pytest

from portable_wargame.ai.foresight.luck import laid_out, played
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.game.game import Game
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game


def with_a_face(game: Game, face: int) -> Game:
    return game.copy(Dice(LaidOut([face], 1).die))


def is_settled_by_one_die(game: Game, action: Action) -> bool:
    for face in range(1, 7):
        other = with_a_face(game, face)
        other.play(action)
        if len(other.dice.thrown) != 1:
            return False
    return True


def a_shot_of_one_die() -> tuple[Game, Action]:
    game, whims = new_game(library.load("spitzberg"), Dice(1)), random.Random(3)
    while game.question() is not None:
        for action in game.options():
            if game.is_attack(action) and is_settled_by_one_die(game, action):
                return game, action
        game.play(whims.choice(game.options()))
    raise AssertionError("nobody fired")


def test_the_luck_of_a_single_die_comes_to_nothing_over_its_faces() -> None:
    game, shot = a_shot_of_one_die()
    found = [played(with_a_face(game, face), shot, random.Random(face)) for face in range(1, 7)]
    assert max(found) > 0 > min(found)
    assert sum(found) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("times", [6, 24])
def test_every_die_laid_out_shows_each_face_as_often(times: int) -> None:
    dice = laid_out(times, random.Random(5))
    throws = [[one.throw() for _ in range(12)] for one in dice]
    for number in range(8):
        assert Counter(row[number] for row in throws) == dict.fromkeys(range(1, 7), times // 6)
    assert len({tuple(row) for row in throws}) == times
    assert [one.throw() for one in laid_out(times, random.Random(5))] == [row[0] for row in throws]
