"""What is begun is finished: work, and what shelters a side is not cleared away by it."""

import random

from portable_wargame.ai.judgement.personalities import STEADY
from portable_wargame.ai.judgement.plans import moves, work
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.battle.battle import NO_TASK, TASKS
from portable_wargame.game.actions import Action
from portable_wargame.game.game import Game
from portable_wargame.rules.turn.activation import options_of
from tests.table import draw

OPEN = "\n".join([". . . . . . ."] * 9)
WON_BY_STAYING = [{"side": "red", "survive": True, "at-turn": 9}]


def test_a_unit_at_work_needs_a_better_reason_to_go_away() -> None:
    red, blue = ["r1 engineers d2 n", "r2 infantry a1 n"], ["b1 infantry d9 s"]
    game = draw("modern", OPEN, red=red, blue=blue, dice=[6, 1], turns=9).session.game
    judge = Judge(game, 0, STEADY, Ways())
    options = [one for one in options_of(game, 0) if one.verb == "move"]
    free = [plan.value for plan in moves(judge, 0, options, 0.0)]
    game.battle.task[0] = TASKS.index("lay-mines")
    busy = [plan.value for plan in moves(judge, 0, options, 0.0)]
    assert busy and all(now < before - 0.5 for now, before in zip(busy, free, strict=True))


def test_mines_that_are_begun_are_laid() -> None:
    red, blue = ["r1 engineers d2 n", "r2 infantry a1 n"], ["b1 infantry d9 s"]
    game = draw("modern", OPEN, red=red, blue=blue, dice=[6, 1] * 20, turns=9, victory=WON_BY_STAYING).session.game
    captain, luck = player("captain"), random.Random(1)
    begun = False
    while game.question() is not None and game.battle.turn < 4:
        if game.decider() == 0:
            action = choose(captain, game, luck).action
            begun = begun or action.verb == "work"
            assert action.verb != "move" or action.unit != 0 or game.battle.task[0] == NO_TASK
            game.play(action)
        else:
            game.play(next(one for one in game.options() if one.verb in ("end", "done")))
    assert begun


def test_nobody_clears_the_wire_that_he_stands_behind() -> None:
    red = ["r1 infantry d2 n"]
    victory = [{"side": "red", "hold": ["d2"], "at-turn": 9}, {"side": "blue", "hold": ["a9"], "at-turn": 9}]
    game = draw("classic", OPEN, red=red, blue=["b1 infantry d9 s"], dice=[6, 1], turns=9, victory=victory).session.game
    judge = Judge(game, 0, STEADY, Ways())
    clears = [row for row in game.ruleset.works if row.clears and not row.next_to]
    assert clears and all(work(judge, Action("work", 0, task=row.task)) < 0 for row in clears)


def values_by_cell(game: Game, unit: int) -> dict[int, float]:
    judge = Judge(game, 0, STEADY, Ways())
    options = [one for one in options_of(game, unit) if one.verb == "move"]
    return {plan.action.path[-1]: plan.value for plan in moves(judge, unit, options, 0.0) if plan.action.path}


def test_nobody_stands_where_a_friend_is_about_to_set_down_his_gun_or_to_lay_mines() -> None:
    red = [
        "r1 transport d2 n carrying=r2",
        "r2 artillery - n",
        "r3 infantry c2 n",
        "r4 commander e2 n",
        "r5 infantry a1 n",
    ]
    game = draw("classic", OPEN, red=red, blue=["b1 infantry d9 s"], dice=[6, 1], turns=9).session.game
    cell = game.battle.at[0]
    before = [values_by_cell(game, unit) for unit in (2, 3)]
    game.battle.task[0] = TASKS.index("unload")
    after = [values_by_cell(game, unit) for unit in (2, 3)]
    assert after[0][cell] < before[0][cell] - 0.5
    assert {one: value for one, value in after[0].items() if one != cell} == {
        one: value for one, value in before[0].items() if one != cell
    }
    assert after[1] == before[1], "a Commander is in nobody's way"
    game.battle.task[0], game.battle.task[4] = NO_TASK, TASKS.index("lay-mines")
    game.battle.task_target[4] = cell
    assert values_by_cell(game, 2) == after[0]
