"""The level that keeps a battle near even: it eases off when ahead, thinks harder when behind, and says so."""

import random

import pytest

from portable_wargame.ai.foresight.luck import prospects
from portable_wargame.ai.opponents.adaptive import ROWS
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.game.game import Game
from tests.table import RED_FIRST, draw

RED = ["r1 infantry c2 n", "r2 infantry d2 n", "r3 infantry e2 n"]
BLUE = ["b1 infantry c5 s", "b2 infantry d5 s", "b3 infantry e5 s"]


def battle(lost: tuple[int, int]) -> Game:
    game = draw("classic", red=RED, blue=BLUE, turns=8, dice=RED_FIRST).session.game
    game.battle.lost = list(lost)
    game.battle.turn = 6
    return game


@pytest.mark.parametrize(
    ("lost", "said"),
    [((0, 4), "easing off, well ahead: "), ((0, 0), "even so far: "), ((4, 0), "thinking my hardest, well")],
)
def test_it_says_how_hard_it_thinks(lost: tuple[int, int], said: str) -> None:
    assert choose(player("adaptive"), battle(lost), random.Random(1), NO_BRAKE).intent.startswith(said)


@pytest.mark.parametrize(("lost", "level"), [((0, 4), "sergeant"), ((4, 0), "general")])
def test_it_does_what_that_level_would_do(lost: tuple[int, int], level: str) -> None:
    chosen = [choose(player(name), battle(lost), random.Random(1), NO_BRAKE).action for name in ("adaptive", level)]
    assert chosen[0] == chosen[1]


def test_the_rows_leave_no_gap_and_think_harder_as_chances_fall() -> None:
    assert [row[0] for row in ROWS] == sorted((row[0] for row in ROWS), reverse=True) and ROWS[-1][0] == 0.0
    assert [row[2] for row in ROWS] == sorted(row[2] for row in ROWS)
    assert prospects(battle((0, 4))) > ROWS[0][0] > prospects(battle((4, 0)))
