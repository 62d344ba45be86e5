"""Work: tasks that a unit does by staying where it is, and what the end of a turn completes."""

from typing import Final

from ...battle.battle import LAY_MINES, LOAD, NO_CELL, NO_TASK, NOBODY, TASKS, UNLOAD
from ...battle.unit import AIRCRAFT
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Reason
from ...game.changes import change_feature, finish, join, set_task, tell, unload
from ...game.game import Game
from ...game.ruleset import Work
from ...grid.compiler import i64
from ..deeds import has_moved_fired_or_fought
from ..movement.stacking import may_stand_in
from ..reasons import because


class DoWork(Activity):
    """Ordering a task is the unit's whole activation, and its first turn of work."""

    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        arms = battle.type_of[unit].arms
        if has_moved_fired_or_fought(battle, unit) or battle.task[unit] != NO_TASK or arms & AIRCRAFT:
            return NO_ACTIONS
        tasks: list[Action] = []
        here = battle.at[unit]
        features = battle.features[here]
        for work in game.ruleset.works:
            if work.arms and not arms & work.arms:
                continue
            if work.next_to:
                for cell in battle.field.grid.neighbours[here]:
                    if is_wanted(game, unit, work, cell):
                        tasks.append(Action("work", unit, cell, task=work.task))
            elif fits(work, features):
                tasks.append(Action("work", unit, task=work.task))
        return tasks

    def settle(self, game: Game, action: Action) -> Action:
        """Naming its own cell as the target of work done there changes nothing."""
        for work in game.ruleset.works:
            if work.task == action.task and not work.next_to and action.target == game.battle.at[action.unit]:
                return Action("work", action.unit, task=action.task)
        return action

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        for work in game.ruleset.works:
            if work.task != action.task:
                continue
            if work.arms and not game.battle.is_a(action.unit, work.arms):
                return [because(game, work.clause, "untrained", action.unit)]
            if has_moved_fired_or_fought(game.battle, action.unit):
                return [because(game, work.clause, "work-takes-all", action.unit)]
            if game.battle.task[action.unit] != NO_TASK:
                return [because(game, work.clause, "at-work", action.unit)]
            if game.battle.is_a(action.unit, AIRCRAFT):
                return [because(game, work.clause, "is_an_aircraft", action.unit)]
            return [why_no_work(game, work, action)]
        return [because(game, game.ruleset.sequence, "no-such-work", action.unit)]

    def play(self, game: Game, action: Action) -> None:
        for work in game.ruleset.works:
            if work.task == action.task:
                target = action.target if work.next_to else game.battle.at[action.unit]
                set_task(game, action.unit, work.task, target, work.turns)
                tell(game, "began-work", work.clause, action.unit, target)
        finish(game, action.unit)


def why_no_work(game: Game, work: Work, action: Action) -> Reason:
    """What is wrong with the cell."""
    battle = game.battle
    what = TASKS[work.task].replace("-", " ")
    here = battle.at[action.unit]
    cell = action.target if action.target >= 0 else here
    if work.next_to != (cell in battle.field.grid.neighbours[here]) or (not work.next_to and cell != here):
        where = "work-next-door" if work.next_to else "work-here"
        return because(game, work.clause, where, action.unit, words=what)
    if fits(work, battle.features[cell]):
        return because(game, work.clause, "no-mining", action.unit, cell)
    return because(
        game, work.clause, "nothing-to-clear" if work.clears else "laid-already", action.unit, cell, words=what
    )


def fits(work: Work, features: i64) -> bool:
    """Lay wire or mines where there are none; clear them where there are some."""
    return (features & work.feature != 0) == work.clears


def is_wanted(game: Game, unit: i64, work: Work, cell: i64) -> bool:
    """In a neighbouring cell: mines are laid only into a passable cell without units."""
    battle = game.battle
    features = battle.features[cell]
    if not fits(work, features):
        return False
    if work.clears:
        return True
    return battle.is_empty(cell) and not game.ruleset.movement.footing(battle.type_of[unit], 0, features).forbidden


def finish_tasks(game: Game) -> None:
    """At the end of a turn: one turn less to go on every task, and those that are finished take effect."""
    battle = game.battle
    for unit in range(len(battle.task)):
        task = battle.task[unit]
        if task == NO_TASK:
            continue
        if not battle.on_board(unit):
            set_task(game, unit, NO_TASK, NO_CELL, 0)
            continue
        target = battle.task_target[unit]
        turns = battle.task_turns[unit] - 1
        if turns > 0 or is_in_the_way(game, task, target):
            set_task(game, unit, task, target, max(turns, 1))
            continue
        set_task(game, unit, NO_TASK, NO_CELL, 0)
        if task in (LOAD, UNLOAD):
            finish_transfer(game, unit, task, target)
        for work in game.ruleset.works:
            if work.task == task and fits(work, battle.features[target]):
                change_feature(game, unit, target, work.feature, work.done, work.clause)


def is_in_the_way(game: Game, task: int, target: i64) -> bool:
    """Mines wait until there is no unit where they are to be laid."""
    return task == LAY_MINES and not game.battle.is_empty(target)


def finish_transfer(game: Game, carrier: int, task: int, load: int) -> None:
    """Loading and unloading take effect if both are still in one cell."""
    battle = game.battle
    rule = game.ruleset.transport
    assert rule is not None
    clause = rule.clause_for(battle.type_of[carrier], battle.type_of[load])
    if task == LOAD and battle.at[load] == battle.at[carrier] and battle.carrying[carrier] == NOBODY:
        join(game, carrier, load, clause)
    if task == UNLOAD and battle.carrying[carrier] == load:
        if may_stand_in(battle, game.ruleset.movement, load, battle.at[carrier]):
            unload(game, carrier, clause)
        elif rule.keeps_orders:
            tell(game, "found-no-room", clause, carrier, battle.at[carrier], load)
            set_task(game, carrier, UNLOAD, load, 1)


WORK: Final = DoWork("work")
