"""The moves of a unit: all of them in a list, or any one of them, drawn without making the list."""

from ...battle.battle import NO_CELL, NOBODY
from ...battle.ground import Walks
from ...game.actions import Action
from ...game.dice import Luck
from ...game.game import Game
from ...grid.compiler import i64, vec
from .spread import is_still_open, walks_alone
from .stacking import may_stand_in
from .step import Mover, means_of


def turns_of(mover: Mover, walks: Walks) -> list[Action]:
    """Turning on the spot is a move of no cells."""
    return [move_along(mover.unit, mover.times > 1, walks, 0, (), facing) for facing in facings_to_turn_to(mover)]


def facings_to_turn_to(mover: Mover) -> list[int]:
    return [facing for facing in mover.facings(mover.start) if facing != mover.battle.facing[mover.unit]]


def marches_of(mover: Mover, walks: Walks, leave_out: list[int]) -> list[Action]:
    """For each walk, the facings in which it may end; leave out walks to these cells."""
    marches: list[Action] = []
    for number in range(walks.number):
        walk = walks.choice(number)
        cell = walks.cell(walk)
        if cell not in leave_out and mover.may_end_in(cell):
            path = walks.path(walk)
            for facing in mover.facings(cell):
                marches.append(move_along(mover.unit, mover.times > 1, walks, walk, path, facing))
    return marches


def cells_in_range(mover: Mover, walks: Walks) -> list[int]:
    """The cells it may move to."""
    ends = [walks.cell(walks.choice(number)) for number in range(walks.number)]
    return [cell for cell in ends if mover.may_end_in(cell)]


def move_along(unit: i64, double: bool, walks: Walks, walk: i64, path: tuple[int, ...], facing: i64) -> Action:
    action = Action("move", unit, NO_CELL, facing, path, NOBODY, 0, double)
    action.spare = walks.spare(walk)
    action.by_road = len(path) > walks.unaided
    return action


def any_march(game: Game, unit: i64, luck: Luck, near: vec[i64], double: bool = False) -> Action | None:
    """For a unit on the ground: any walk that it could make if it were alone or, if another unit is in the way, the
    next that is open; it looks for no other way to the same cell. Last comes turning on the spot, if it can.
    `near`: for each cell, whether an enemy is next to it."""
    battle = game.battle
    ruleset = game.ruleset
    walks = walks_alone(battle, ruleset, unit, means_of(battle, ruleset.movement, unit, double))
    for number in range(luck.below(walks.number + 1), walks.number):
        walk = walks.choice(number)
        cell = walks.cell(walk)
        if (battle.here[cell] == NOBODY and not battle.concealed) or may_stand_in(battle, ruleset.movement, unit, cell):
            path = walks.path(walk)
            if is_still_open(battle, ruleset, unit, path, near):
                if near[cell]:
                    facings = battle.enemy_directions(cell, battle.roster.side_of[unit])
                    facing = facings[luck.below(len(facings))]
                else:
                    facing = luck.below(battle.field.grid.faces)
                return move_along(unit, double, walks, walk, path, facing)
    if near[battle.at[unit]]:
        return None
    faces = battle.field.grid.faces
    facing = (battle.facing[unit] + 1 + luck.below(faces - 1)) % faces
    return move_along(unit, double, walks, 0, (), facing)
