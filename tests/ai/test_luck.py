"""Luck: what the dice did, less what they do on average, and how that average is come by."""

import random
from collections import Counter

import pytest

from portable_wargame.ai.foresight.learned import chance
from portable_wargame.ai.foresight.luck import answered, laid_out, played, prospects, signs
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.game.game import Game
from portable_wargame.rules.combat.hits import RETREAT_OR_LOSE_SP
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game
from tests.table import RED_FIRST, draw


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


def test_a_hit_is_the_luck_of_the_throw_even_while_its_victim_makes_up_his_mind() -> None:
    """Red hits with a 6, and a 6 lets the victim choose: nothing has happened to it yet."""
    blue = ["b1 infantry c4 s sp=1"]
    game = draw("classic", red=["r1 infantry c3 n"], blue=blue, dice=[*RED_FIRST, 6, 6]).session.game
    shot = next(action for action in game.options() if action.verb == "fire")
    whole = list(game.battle.strength)
    game.play(shot)
    assert game.question() is RETREAT_OR_LOSE_SP and list(game.battle.strength) == whole
    ahead = answered(game)
    assert ahead.question() is not RETREAT_OR_LOSE_SP
    assert prospects(game) == prospects(ahead) != chance(signs(game))
    assert game.question() is RETREAT_OR_LOSE_SP, "the battle itself still waits for the answer"
