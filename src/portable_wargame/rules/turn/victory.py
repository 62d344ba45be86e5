"""Winning and losing: the conditions in the order in which they count."""

from typing import Final

from ...battle.battle import NOBODY, WAITING, Battle
from ...battle.objectives import (
    DECISIVE,
    DESTROY_SP,
    DESTROY_UNITS,
    EXIT,
    HOLD,
    MARGINAL,
    SCORE,
    SURVIVE,
    Objective,
)
from ...battle.unit import AIRCRAFT
from ...game.agenda import Step, StepKind
from ...game.course import end_battle
from ...game.game import Game
from ...grid.compiler import i64
from ...grid.names import cell_name
from .activation_dice import no_die_is_left
from .points import POINTS, points_of, units_destroyed

CLAUSE: Final = "shared.victory"


class CheckVictory(StepKind):
    """After every attack: is one side gone, or has one reached what the scenario asks of it? Within an attack, a peril
    may have had its effect; then the check waits until all is settled."""

    def run(self, game: Game, step: Step) -> None:
        for later in game.agenda:
            if later.kind is self:
                return
        judge(game, end_of_turn=False)


def judge(game: Game, end_of_turn: bool) -> None:
    """End the battle if it is decided."""
    battle = game.battle
    first, second = has_units(battle, 0), has_units(battle, 1)
    if not first and not second:
        end_battle(game, NOBODY, "neither side has a unit left", CLAUSE)
    elif not first or not second:
        gone = 1 if first else 0
        degree = DECISIVE if battle.objectives.decisive else ""
        end_battle(game, 1 - gone, f"{battle.roster.side_names[gone]} has no unit left", CLAUSE, degree)
    else:
        for objective in battle.objectives.rows:
            if is_met(game, objective, end_of_turn):
                name = battle.roster.side_names[objective.side]
                reason = f"{name} has reached its objective: {describe(battle, objective)}"
                end_battle(game, objective.side, reason, CLAUSE, objective.degree)
                return
        if end_of_turn:
            judge_by_losses(game)


def has_units(battle: Battle, side: i64) -> bool:
    """Units still to arrive count. A side whose last units have left the board as they should, and in time, is not
    beaten."""
    for unit in range(battle.roster.first[side], battle.roster.end[side]):
        if battle.at[unit] >= WAITING:
            return True
    for row in battle.objectives.rows:
        if row.kind == EXIT and row.side == side and not is_past(battle, row) and has_exited(battle, row):
            return True
    return False


def is_past(battle: Battle, objective: Objective) -> bool:
    """Whether the turn it had to be reached by is over."""
    return 0 < objective.turn < battle.turn


def has_exited(battle: Battle, objective: Objective) -> bool:
    """Over its own edge, that is; aircraft that fly home do not count."""
    gone = [unit for unit in battle.units(objective.side) if battle.left_over[unit] == objective.edge]
    return sum(not battle.is_a(unit, AIRCRAFT) for unit in gone) >= objective.amount


def is_met(game: Game, objective: Objective, end_of_turn: bool) -> bool:
    battle = game.battle
    side = objective.side
    due = end_of_turn and objective.turn in (0, battle.turn)
    if objective.kind == HOLD:
        return due and sum(battle.friend_in(cell, side) for cell in objective.cells) >= objective.needed()
    if objective.kind == SURVIVE:
        return due
    if is_past(battle, objective):
        return False
    if objective.kind == EXIT:
        return has_exited(battle, objective)
    if objective.kind == SCORE:
        return points_of(battle, side) >= objective.amount
    if objective.kind == DESTROY_UNITS:
        return units_destroyed(battle, 1 - side) >= objective.amount
    assert objective.kind == DESTROY_SP
    return battle.lost[1 - side] >= objective.amount


def describe(battle: Battle, objective: Objective) -> str:
    by_turn = f" by turn {objective.turn}" if objective.turn else ""
    if objective.kind == HOLD:
        held = [cell for cell in objective.cells if battle.friend_in(cell, objective.side)]
        cells = ", ".join(cell_name(battle.field.grid, cell) for cell in held)
        return f"held {cells} at the end of turn {battle.turn}"
    if objective.kind == SURVIVE:
        return f"survived to the end of turn {battle.turn}"
    if objective.kind == EXIT:
        return f"{objective.amount} units off the {objective.edge} edge{by_turn}"
    if objective.kind == SCORE:
        return f"{objective.amount} points{by_turn}"
    what = "units" if objective.kind == DESTROY_UNITS else "SP"
    return f"{objective.amount} enemy {what} destroyed{by_turn}"


def judge_by_losses(game: Game) -> None:
    """At the turn limit, or when exhaustion ends the battle: which side lost the smaller share?"""
    battle = game.battle
    exhaustion = game.ruleset.exhaustion
    first_exhausted, second_exhausted = battle.exhausted
    if exhaustion is not None and first_exhausted and second_exhausted:
        ending, clause = "both sides are exhausted", exhaustion.end
    elif exhaustion is not None and exhaustion.ends_with_first and (first_exhausted or second_exhausted):
        ending, clause = "a side is exhausted", "shared.exhaustion"
    elif battle.turn >= battle.objectives.turns:
        ending, clause = f"the battle's {battle.objectives.turns} turns are over", CLAUSE
    elif no_die_is_left(game):
        ending, clause = "neither side has an activation die left to throw", CLAUSE
    else:
        return
    if battle.objectives.scores:
        judge_by_points(game, ending)
        return
    first, second = losses(game, 0), losses(game, 1)
    share_first, share_second = first[0] * second[1], second[0] * first[1]
    counted = "SP" if game.ruleset.strength is not None else "units"
    tally = f"losses {first[0]} of {first[1]} {counted} against {second[0]} of {second[1]}"
    winner = NOBODY if share_first == share_second else (0 if share_first < share_second else 1)
    end_battle(game, winner, f"{ending}; {tally}", clause)


def judge_by_points(game: Game, ending: str) -> None:
    """Which side is ahead, and by enough for a victory?"""
    battle = game.battle
    objectives = battle.objectives
    first, second = points_of(battle, 0), points_of(battle, 1)
    ahead = abs(first - second)
    winner = NOBODY if ahead < objectives.marginal else (0 if first > second else 1)
    degree = ""
    if winner != NOBODY and objectives.decisive:
        degree = DECISIVE if ahead >= objectives.decisive else MARGINAL
    end_battle(game, winner, f"{ending}; {first} points against {second}", POINTS, degree)


def losses(game: Game, side: i64) -> tuple[int, int]:
    """What a side has lost, and what it began with: strength points, or units in a book without them."""
    battle = game.battle
    if game.ruleset.strength is not None:
        return battle.lost[side], battle.roster.strength[side]
    return battle.lost[side], battle.roster.end[side] - battle.roster.first[side]


CHECK_VICTORY: Final = CheckVictory("check victory", ensues=True, throws=False)
