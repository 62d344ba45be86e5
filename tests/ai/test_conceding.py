"""A computer offers to give up when it has as good as lost, and not before."""

import pytest

from portable_wargame.ai.opponents.conceding import HOPELESS, gives_up, most_hoped_for
from portable_wargame.game.game import Game
from tests.table import RED_FIRST, draw

TALLY = [{"side": "blue", "destroy": {"sp": 10}}, {"side": "red", "destroy": {"sp": 10}}]
RED = ["r1 infantry c2 n", "r2 infantry d2 n", "r3 infantry e2 n"]
BLUE = ["b1 infantry c6 s", "b2 infantry d6 s", "b3 infantry e6 s"]


def battle(lost: tuple[int, int], turn: int = 7) -> Game:
    game = draw("classic", red=RED, blue=BLUE, turns=8, victory=TALLY, dice=RED_FIRST).session.game
    strengths = list(game.battle.strength)
    for side in (0, 1):
        left = lost[side]
        for unit in game.battle.units(side):
            taken = min(left, strengths[unit] - 1)
            game.battle.strength[unit] -= taken
            left -= taken
    game.battle.lost = list(lost)
    game.battle.turn = turn
    return game


@pytest.mark.parametrize(("lost", "gives"), [((9, 0), True), ((0, 0), False), ((4, 3), False), ((0, 9), False)])
def test_only_who_has_as_good_as_lost_gives_up(lost: tuple[int, int], gives: bool) -> None:
    assert gives_up(battle(lost), 0) is gives


def test_either_side_does() -> None:
    assert gives_up(battle((0, 9)), 1) and not gives_up(battle((0, 9)), 0)
    assert most_hoped_for(battle((9, 0)), 0) < HOPELESS < most_hoped_for(battle((0, 9)), 0)


def test_nobody_gives_up_at_the_beginning() -> None:
    assert not gives_up(battle((9, 0), turn=1), 0)
