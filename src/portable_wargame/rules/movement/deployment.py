"""Deployment: units without a place are put on the board before the first turn, one side after the other."""

from typing import Final

from ...battle.battle import DEPLOYMENT, WAITING, Battle
from ...battle.side import SIDES
from ...game.actions import AS_IT_COMES, Action
from ...game.agenda import Decision, Reason, Step, StepKind
from ...game.changes import begin_phase, place
from ...game.game import Game
from ...grid.compiler import i64
from ..reasons import unit_name
from .stacking import may_stand_in


def unplaced(battle: Battle, side: i64) -> list[int]:
    return [
        unit
        for unit in battle.units(side)
        if battle.at[unit] == WAITING and not battle.roster.arrival_turn[unit] and not battle.is_carried(unit)
    ]


def is_in_zone(game: Game, side: i64, cell: i64) -> bool:
    """Within so many rows of its own edge or, in a campaign, in its own half and next to no enemy; in a refight,
    anywhere."""
    battle = game.battle
    if battle.objectives.historical:
        return True
    grid = battle.field.grid
    edge = battle.roster.edges[side]
    if not battle.objectives.campaign:
        return grid.depth(cell, edge) < game.ruleset.deployment.rows
    depth = grid.rows if edge in ("north", "south") else grid.columns
    return grid.depth(cell, edge) < depth // 2 and not battle.enemy_next_to(cell, side)


def zone_clause(game: Game) -> str:
    rule, objectives = game.ruleset.deployment, game.battle.objectives
    return rule.campaign if objectives.campaign and not objectives.historical else rule.clause


def deployment_cells(game: Game, unit: i64) -> list[int]:
    battle = game.battle
    unit_type = battle.type_of[unit]
    movement = game.ruleset.movement
    side = battle.side_of(unit)
    return [
        cell
        for cell in range(battle.field.grid.cells)
        if is_in_zone(game, side, cell)
        and not movement.footing(unit_type, battle.features[cell], battle.features[cell]).forbidden
        and may_stand_in(battle, movement, unit, cell)
    ]


class Deploy(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, DEPLOYMENT)
        for side in reversed(SIDES):
            game.push(WHERE_TO_DEPLOY.step(side))


class WhereToDeploy(Decision):
    def is_open(self, game: Game, step: Step) -> bool:
        return any(deployment_cells(game, unit) for unit in unplaced(game.battle, step.side))

    def options(self, game: Game, step: Step) -> list[Action]:
        return [action for unit in unplaced(game.battle, step.side) for action in self.options_of(game, step, unit)]

    def options_of(self, game: Game, step: Step, unit: i64) -> list[Action]:
        if unit not in unplaced(game.battle, step.side):
            return []
        return [
            Action("place", unit, cell, facing)
            for cell in deployment_cells(game, unit)
            for facing in range(game.battle.field.grid.faces)
        ]

    def units(self, game: Game, step: Step) -> list[int]:
        return [unit for unit in unplaced(game.battle, step.side) if deployment_cells(game, unit)]

    def answers(self, game: Game, step: Step) -> list[Action]:
        return []

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Without a facing it looks as the scenario has it, across the board."""
        if action.verb != "place" or action.facing != AS_IT_COMES:
            return action
        return Action("place", action.unit, action.target, game.battle.facing[action.unit])

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        clause = zone_clause(game)
        if action.verb != "place":
            return [Reason(clause, "the side is placing its units: all of them, one by one")]
        name = unit_name(game, action.unit)
        if action.unit not in unplaced(game.battle, step.side):
            return [Reason(clause, f"{name} is not for {game.battle.roster.side_names[step.side]} to place now")]
        battle = game.battle
        if action.target < 0 or not is_in_zone(game, step.side, action.target):
            return [Reason(clause, f"{name} must be placed in its side's part of the board")]
        movement = game.ruleset.movement
        features = battle.features[action.target]
        forbidden = movement.footing(battle.type_of[action.unit], features, features).forbidden
        if forbidden:
            return [Reason(forbidden, f"{name} may not stand on such ground")]
        if not may_stand_in(battle, movement, action.unit, action.target):
            return [Reason(movement.stacking, "another unit stands there already")]
        return [Reason(movement.facing, f"{name} must face an edge of its cell")]

    def play(self, game: Game, step: Step, action: Action) -> None:
        place(game, action.unit, action.target, action.facing, zone_clause(game))


DEPLOY: Final = Deploy("deployment")
WHERE_TO_DEPLOY: Final = WhereToDeploy("where to deploy", stays=True)
