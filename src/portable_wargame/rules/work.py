"""Work: tasks that a unit does by staying where it is, and what is finished at the end of a turn."""

from ..battle.battle import LOAD, NO_CELL, NO_TASK, NOBODY, TASKS, UNLOAD
from ..battle.terrain import WIRE
from ..game.actions import Action
from ..game.agenda import Activity, Reason
from ..game.changes import change_feature, finish, join, set_task, unload
from ..game.game import Game
from ..game.ruleset import Work
from .deeds import has_moved_fired_or_fought
from .reasons import unit_name
from .stacking import may_stand_in


class DoWork(Activity):
    """Ordering a task is the unit's whole activation."""

    def options(self, game: Game, unit: int) -> list[Action]:
        if not game.ruleset.works or has_moved_fired_or_fought(game.battle, unit) or not game.battle.on_board(unit):
            return []
        return [Action("work", unit, task=work.task) for work in game.ruleset.works if is_work_here(game, unit, work)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        name = unit_name(game, action.unit)
        for work in game.ruleset.works:
            if work.task == action.task:
                if has_moved_fired_or_fought(game.battle, action.unit):
                    return [Reason(work.clause, f"{name} has done something else this turn: work takes all of it")]
                return [
                    Reason(
                        work.clause,
                        f"there is nothing for {name} to {TASKS[work.task].replace('-', ' ')} in its cell",
                    )
                ]
        return [Reason(game.ruleset.sequence, f"{name} has no such task")]

    def play(self, game: Game, action: Action) -> None:
        for work in game.ruleset.works:
            if work.task == action.task:
                set_task(game, action.unit, work.task, game.battle.at[action.unit], work.turns)
        finish(game, action.unit)


def is_work_here(game: Game, unit: int, work: Work) -> bool:
    """Wire is laid where there is none, and cleared where there is some."""
    there = game.battle.features[game.battle.at[unit]] & work.feature != 0
    return there == work.clears


def finish_tasks(game: Game) -> None:
    """At the end of a turn: one turn less to go on every task, and those that are done take effect."""
    battle = game.battle
    for unit in range(len(battle.task)):
        task = battle.task[unit]
        if task == NO_TASK:
            continue
        battle.task_turns[unit] -= 1
        if battle.task_turns[unit] > 0:
            continue
        target = battle.task_target[unit]
        set_task(game, unit, NO_TASK, NO_CELL, 0)
        if not battle.on_board(unit):
            continue
        if task in (LOAD, UNLOAD):
            finish_transfer(game, unit, task, target)
        for work in game.ruleset.works:
            if work.task == task and is_work_here(game, unit, work):
                kind = "wire-cleared" if work.clears else "wire-laid"
                change_feature(game, unit, target, WIRE, kind, work.clause)


def finish_transfer(game: Game, carrier: int, task: int, load: int) -> None:
    """Loading and unloading take effect if both are still in one cell."""
    battle = game.battle
    rule = game.ruleset.transport
    assert rule is not None
    if task == LOAD and battle.at[load] == battle.at[carrier] and battle.carrying[carrier] == NOBODY:
        join(game, carrier, load, rule.clause)
    if task == UNLOAD and battle.carrying[carrier] == load:
        if may_stand_in(battle, game.ruleset.movement, load, battle.at[carrier]):
            unload(game, carrier, rule.clause)


WORK = DoWork("work")
