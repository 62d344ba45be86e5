"""Deployment: units without a place are put on the board before the first turn, one side after the other."""

from typing import Final

from ...battle.battle import DEPLOYMENT, NOBODY, WAITING, Battle
from ...battle.side import SIDES
from ...game.actions import AS_IT_COMES, Action
from ...game.agenda import Decision, Reason, Step, StepKind
from ...game.changes import HIDDEN, begin_phase, conceal, is_hidden, place, show, tell_order
from ...game.game import Game
from ...grid.compiler import i64
from ..reasons import because
from .hiding import dummies_left, may_hide_in
from .stacking import may_stand_in

ZONES: Final = "shared.zones"
SECRET: Final = "shared.secret-deployment"


def unplaced(battle: Battle, side: i64) -> list[int]:
    return [
        unit
        for unit in battle.units(side)
        if battle.at[unit] == WAITING
        and not battle.roster.arrival_turn[unit]
        and not battle.is_carried(unit)
        and (not battle.concealed or battle.placement_of(unit) is None)
    ]


def is_in_zone(game: Game, unit: i64, cell: i64) -> bool:
    """In the unit's own zone, or else in that of its side, where the scenario has drawn one."""
    battle = game.battle
    side = battle.roster.side_of[unit]
    drawn = battle.roster.unit_zones[unit] or battle.roster.side_zones[side]
    return cell in drawn if drawn else is_in_rows(game, side, cell)


def is_in_rows(game: Game, side: i64, cell: i64) -> bool:
    """Within this many rows of its own edge or, in a campaign, in its own half and next to no enemy; in a refight,
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


def zone_clause(game: Game, unit: i64) -> str:
    rule, objectives = game.ruleset.deployment, game.battle.objectives
    roster = game.battle.roster
    if roster.unit_zones[unit] or roster.side_zones[roster.side_of[unit]]:
        return ZONES
    return rule.campaign if objectives.campaign and not objectives.historical else rule.clause


def deployment_cells(game: Game, unit: i64) -> list[int]:
    battle = game.battle
    unit_type = battle.type_of[unit]
    movement = game.ruleset.movement
    return [
        cell
        for cell in range(battle.field.grid.cells)
        if is_in_zone(game, unit, cell)
        and (not battle.roster.hidden[unit] or may_hide_in(battle, battle.roster.side_of[unit], cell))
        and not movement.footing(unit_type, battle.features[cell], battle.features[cell]).forbidden
        and may_stand_in(battle, movement, unit, cell)
    ]


def dummy_cells(game: Game, side: i64) -> list[int]:
    """Where a dummy may be placed: in its side's zone, wherever anybody could hide."""
    battle = game.battle
    drawn = battle.roster.side_zones[side]
    return [
        cell
        for cell in range(battle.field.grid.cells)
        if (cell in drawn if drawn else is_in_rows(game, side, cell)) and may_hide_in(battle, side, cell)
    ]


def is_secretive(battle: Battle, side: i64) -> bool:
    """Whether a side has placed something in secret, or still can: it says when it is ready."""
    for placement in battle.concealed:
        if placement.side == side:
            return True
    to_place = unplaced(battle, side)
    return any(is_secret(battle, unit) for unit in to_place) or dummies_left(battle, side) > 0


def is_secret(battle: Battle, unit: i64) -> bool:
    return battle.objectives.secret or battle.roster.hidden[unit]


def deploys_in_secret(battle: Battle) -> bool:
    """Whether anything is placed in secret in this battle."""
    dummies = battle.roster.dummies
    return battle.objectives.secret or any(battle.roster.hidden) or dummies[0] + dummies[1] > 0


class ShowDeployment(StepKind):
    """Where deployment was secret: puts all units except the hidden ones on the board."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        shown = [one for one in battle.concealed if not is_hidden(battle, one)]
        show(game, shown)
        for one in shown:
            place(game, one.unit, one.cell, one.facing, SECRET)


class Deploy(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, DEPLOYMENT)
        if game.battle.objectives.secret:
            game.push(SHOW_DEPLOYMENT.step())
        for side in reversed(SIDES):
            game.push(WHERE_TO_DEPLOY.step(side))


class WhereToDeploy(Decision):
    def is_open(self, game: Game, step: Step) -> bool:
        if is_secretive(game.battle, step.side):
            return True
        return any(deployment_cells(game, unit) for unit in unplaced(game.battle, step.side))

    def options(self, game: Game, step: Step) -> list[Action]:
        places = [action for unit in unplaced(game.battle, step.side) for action in self.options_of(game, step, unit)]
        return places or self.at_the_end(game, step)

    def at_the_end(self, game: Game, step: Step) -> list[Action]:
        """When all units are placed: dummies, and that the side is ready."""
        if not is_secretive(game.battle, step.side):
            return []
        cells = dummy_cells(game, step.side) if dummies_left(game.battle, step.side) else []
        return [Action("dummy", target=cell) for cell in cells] or [Action("ready")]

    def options_of(self, game: Game, step: Step, unit: i64) -> list[Action]:
        if unit not in unplaced(game.battle, step.side):
            return []
        return [
            Action("place", unit, cell, facing)
            for cell in deployment_cells(game, unit)
            for facing in self.facings(game, unit)
        ]

    def facings(self, game: Game, unit: i64) -> list[int]:
        """A hidden unit chooses when it shows itself."""
        return [game.battle.facing[unit]] if game.battle.roster.hidden[unit] else game.battle.field.grid.facings

    def units(self, game: Game, step: Step) -> list[int]:
        return [unit for unit in unplaced(game.battle, step.side) if deployment_cells(game, unit)]

    def answers(self, game: Game, step: Step) -> list[Action]:
        return [] if self.units(game, step) else self.at_the_end(game, step)

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Its default facing is the scenario's, across the board."""
        if action.verb != "place" or action.facing != AS_IT_COMES:
            return action
        return Action("place", action.unit, action.target, game.battle.facing[action.unit])

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        if action.verb == "dummy":
            first = bool(self.units(game, step)) or not dummies_left(game.battle, step.side)
            return [because(game, HIDDEN, "deploy-first" if first else "no-dummy")]
        if action.verb != "place" or action.unit == NOBODY:
            return [because(game, game.ruleset.deployment.clause, "deploying")]
        clause = zone_clause(game, action.unit)
        if action.unit not in unplaced(game.battle, step.side):
            return [because(game, clause, "not-to-deploy", action.unit)]
        battle = game.battle
        if action.target < 0 or not is_in_zone(game, action.unit, action.target):
            own = battle.roster.unit_zones[action.unit]
            return [because(game, clause, "out-of-its-zone" if own else "out-of-zone", action.unit)]
        if battle.roster.hidden[action.unit] and not may_hide_in(battle, step.side, action.target):
            return [because(game, HIDDEN, "no-hiding", action.unit)]
        movement = game.ruleset.movement
        features = battle.features[action.target]
        forbidden = movement.footing(battle.type_of[action.unit], features, features).forbidden
        if forbidden:
            return [because(game, forbidden, "bad-ground", action.unit)]
        if not may_stand_in(battle, movement, action.unit, action.target):
            return [because(game, movement.stacking, "occupied", action.unit, action.target)]
        return [because(game, movement.facing, "face-an-edge", action.unit)]

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "ready":
            game.agenda.pop()
            tell_order(game, "ready", SECRET if game.battle.objectives.secret else HIDDEN, step.side)
        elif action.verb == "dummy":
            conceal(game, step.side, NOBODY, action.target, 0, HIDDEN)
        elif is_secret(game.battle, action.unit):
            clause = HIDDEN if game.battle.roster.hidden[action.unit] else SECRET
            conceal(game, step.side, action.unit, action.target, action.facing, clause)
        else:
            place(game, action.unit, action.target, action.facing, zone_clause(game, action.unit))


SHOW_DEPLOYMENT: Final = ShowDeployment("what was deployed in secret")
DEPLOY: Final = Deploy("deployment")
WHERE_TO_DEPLOY: Final = WhereToDeploy("where to deploy", stays=True)
