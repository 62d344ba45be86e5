"""Who wins if nobody moves any more is known, and acted upon."""

import random
from typing import Any

import pytest

from portable_wargame.ai.judgement.aims import DRAWS, LOSES, WINS, Aims, if_nobody_moves
from portable_wargame.ai.judgement.personalities import HEADLONG, STEADY
from portable_wargame.ai.judgement.position import CIVIL, Judge
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game
from tests.table import RED_FIRST, draw

RED = ["r1 infantry c1 n", "r2 infantry d1 n"]
BLUE = ["b1 infantry c6 s", "b2 infantry d6 s"]
HOLD = {"side": "blue", "hold": ["c6"], "at-turn": 8}
SURVIVE = {"side": "blue", "survive": True}
EARLY = {"side": "red", "hold": ["c1"], "at-turn": 3}


def game(victory: list[dict[str, Any]], turns: int = 8, lost: tuple[int, int] = (0, 0)) -> Game:
    table = draw("classic", red=RED, blue=BLUE, turns=turns, victory=victory, dice=RED_FIRST).session.game
    table.battle.lost = list(lost)
    return table


@pytest.mark.parametrize(
    ("victory", "lost", "red"),
    [
        ([], (0, 0), DRAWS),
        ([], (1, 0), LOSES),
        ([], (0, 1), WINS),
        ([HOLD], (0, 1), LOSES),
        ([SURVIVE], (0, 1), LOSES),
        ([SURVIVE, EARLY], (0, 0), WINS),  # at the end of turn 3 the battle is over
        ([{"side": "red", "destroy": {"sp": 4}}], (0, 3), WINS),
    ],
)
def test_who_wins_if_nobody_moves(victory: list[dict[str, Any]], lost: tuple[int, int], red: float) -> None:
    table = game(victory, lost=lost)
    assert if_nobody_moves(table, 0) == red
    assert if_nobody_moves(table, 1) == 1 - red


def test_who_loses_by_waiting_does_not_wait_and_who_wins_by_it_does() -> None:
    """Red holds what blue wants, which would be enough but for the losses: the old captain sat down on it."""
    victory = [{"side": "blue", "hold": ["c1"], "at-turn": 8}]
    assert Aims(game(victory, lost=(0, 1)), 0).waits()
    assert not Aims(game(victory, lost=(2, 1)), 0).waits()


def test_the_pressure_grows_as_time_runs_out() -> None:
    found = []
    for turn in (1, 4, 7, 8):
        table = game([], lost=(3, 0))
        table.battle.turn = turn
        found.append(Aims(table, 0).pressure_of_time(table))
        assert Aims(table, 1).pressure_of_time(table) == 0
    assert found == sorted(found) and found[0] < 0.5 < found[-1]


def test_a_captain_who_is_behind_goes_to_the_enemy_in_time() -> None:
    """Out of range of each other, a strength point down: whoever stays there has lost."""
    gaps = []
    for lost in ((0, 1), (1, 0)):
        table = game([], turns=8, lost=lost)
        table.battle.turn = 5
        luck = random.Random(1)
        while table.battle.turn < 8 and table.question() is not None:
            if table.decider() == 0:
                table.play(choose(player("captain"), table, luck).action)
            else:
                table.play(next(one for one in table.options() if one.verb in ("end", "done", "retreat")))
        gaps.append(Judge(table, 0, STEADY, Ways()).gap)
    assert gaps[1] < gaps[0]


def left_the_walls() -> int:
    """How many of the garrison of Thorn Drift do, in four turns in which the enemy, just out of range, stands still."""
    table = new_game(library.load("thorn-drift"), Dice(1))
    battle = table.battle
    walls = [cell for cell in range(len(battle.features)) if battle.features[cell] & battle.field.cover]
    behind = [unit for unit in battle.units(0) if battle.at[unit] in walls and not battle.is_a(unit, CIVIL)]
    captain, luck = player("captain"), random.Random(1)
    while battle.turn < 5 and table.question() is not None:
        if table.decider() == 0:
            table.play(choose(captain, table, luck).action)
        else:
            table.play(next(one for one in table.options() if one.verb in ("end", "done", "stand", "retreat")))
    assert len(behind) >= 2
    return sum(battle.at[unit] not in walls for unit in behind if battle.still_in_play(unit))


def test_a_garrison_that_has_only_to_hold_out_stays_behind_its_walls() -> None:
    assert left_the_walls() == 0


def test_only_who_wins_by_waiting_and_is_nearer_to_defeat_keeps_behind_walls() -> None:
    table = new_game(library.load("thorn-drift"), Dice(1))
    assert Judge(table, 0, STEADY, Ways()).wary > 0.5
    assert Judge(table, 1, STEADY, Ways()).wary == 0
    assert Judge(table, 0, HEADLONG, Ways()).wary == 0
    table = new_game(library.load("adlerbruck"), Dice(1))  # seven units of the second side, or four of the first
    assert [Judge(table, side, STEADY, Ways()).wary for side in (0, 1)] == [0, 0]
