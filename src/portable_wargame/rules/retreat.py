"""Retreats: forced moves of one cell, and the choice between retreating and losing strength."""

from ..battle.battle import NOBODY, Battle
from ..game.actions import AS_IT_COMES, Action
from ..game.agenda import Decision, Reason, Step, StepKind
from ..game.changes import destroy, retreat, turn
from ..game.game import Game
from ..game.ruleset import Ruleset
from .losses import take_loss
from .reasons import unit_name
from .stacking import may_stand_in


def retreat_cells(battle: Battle, ruleset: Ruleset, unit: int) -> list[int]:
    """The cells to which a unit may retreat: passable, free, and next to no enemy."""
    cells: list[int] = []
    unit_type = battle.type_of[unit]
    if unit_type.move <= 0:
        return cells
    here = battle.at[unit]
    for cell in battle.field.grid.neighbours[here]:
        footing = ruleset.movement.footing(unit_type, battle.features[here], battle.features[cell])
        if footing.forbidden or battle.enemy_next_to(cell, battle.side_of(unit)):
            continue
        if may_stand_in(battle, ruleset.movement, unit, cell):
            cells.append(cell)
    return cells


class Retreat(Decision):
    """The owner picks where to, and, where the book lets him, whether to lose strength instead."""

    def __init__(self, name: str, may_lose_sp: bool) -> None:
        super().__init__(name, "shared.retreat")
        self.may_lose_sp = may_lose_sp

    def options(self, game: Game, step: Step) -> list[Action]:
        options: list[Action] = []
        for cell in retreat_cells(game.battle, game.ruleset, step.unit):
            if game.ruleset.retreat_facing_chosen:
                for facing in range(game.battle.field.grid.faces):
                    options.append(Action("retreat", step.unit, cell, facing))
            else:
                options.append(Action("retreat", step.unit, cell))
        if self.may_lose_sp:
            options.append(Action("lose-sp", step.unit))
        return options

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Without a facing the unit keeps its own."""
        if action.verb != "retreat" or action.facing != AS_IT_COMES or not game.ruleset.retreat_facing_chosen:
            return action
        return Action("retreat", action.unit, action.target, game.battle.facing[step.unit])

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        name = unit_name(game, step.unit)
        if action.verb == "retreat" and action.unit == step.unit:
            if action.facing != AS_IT_COMES and not game.ruleset.retreat_facing_chosen:
                return [Reason(self.clause, f"{name} keeps its facing when it retreats")]
            return [
                Reason(
                    self.clause,
                    f"{name} cannot retreat there: the cell must be next to it, passable, free and next to no enemy",
                )
            ]
        if action.verb == "lose-sp" and not self.may_lose_sp:
            return [Reason(step.clause, f"{name} must retreat")]
        return [Reason(step.clause, f"{name} was hit: its owner must say what it does")]

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "lose-sp":
            take_loss(game, step.unit, step.other, step.clause)
        else:
            fall_back(game, step.unit, action.target, action.facing)


def fall_back(game: Game, unit: int, cell: int, facing: int) -> None:
    """Retreat, with whoever goes along."""
    battle = game.battle
    companions = [
        other
        for other in battle.units_in(battle.at[unit])
        if other != unit
        and battle.carried_by[other] == NOBODY
        and battle.is_a(other, game.ruleset.hits.companions)
        and battle.side_of(other) == battle.side_of(unit)
        and not battle.is_a(unit, game.ruleset.hits.companions)
    ]
    retreat(game, unit, cell, "shared.retreat")
    if facing != AS_IT_COMES:
        turn(game, unit, facing, "shared.retreat")
    for companion in companions:
        if may_stand_in(battle, game.ruleset.movement, companion, cell):
            retreat(game, companion, cell, "shared.retreat")


class LeftAlone(StepKind):
    """A Commander whose unit was destroyed beside him retreats one cell or is lost."""

    def run(self, game: Game, step: Step) -> None:
        test = game.ruleset.hits.commander_test
        if test is None or not game.battle.on_board(step.unit):
            return
        if retreat_cells(game.battle, game.ruleset, step.unit):
            game.push(Step(MUST_RETREAT, step.side, step.unit, clause=test.clause))
        else:
            destroy(game, step.unit, test.clause)


RETREAT_OR_LOSE_SP = Retreat("retreat or lose 1 SP", may_lose_sp=True)
MUST_RETREAT = Retreat("where to retreat", may_lose_sp=False)
LEFT_ALONE = LeftAlone("left alone")
