"""The moves of a unit: all of them in a list, or any of them, drawn without making the list."""

from ..battle.battle import NO_CELL, NOBODY
from ..battle.ground import Walks
from ..game.actions import Action
from ..game.dice import Luck
from ..grid.compiler import i64
from .walking import ON_ROAD, Mover
from .walks import is_still_open, is_undisturbed, walks_alone, walks_of


def turns_of(mover: Mover, walks: Walks) -> list[Action]:
    """Turning on the spot is a move of no cells."""
    own = mover.battle.facing[mover.unit]
    return [move_along(mover, walks, 0, (), facing) for facing in mover.facings(mover.start) if facing != own]


def marches_of(mover: Mover, walks: Walks, leave_out: list[int]) -> list[Action]:
    """For each walk the facings in which it may end; but none to these cells."""
    marches: list[Action] = []
    for walk in walks.choices():
        cell = walks.cell(walk)
        if cell not in leave_out and mover.may_end_in(cell):
            path = walks.path(walk)
            for facing in mover.facings(cell):
                marches.append(move_along(mover, walks, walk, path, facing))
    return marches


def cells_in_range(mover: Mover, walks: Walks) -> list[int]:
    """The cells to which it may move."""
    return [cell for cell in [walks.cell(walk) for walk in walks.choices()] if mover.may_end_in(cell)]


def move_along(mover: Mover, walks: Walks, walk: i64, path: tuple[int, ...], facing: int) -> Action:
    on_road = walks.how(walk) & ON_ROAD != 0
    spent = walks.spent(walk)
    action = Action("move", mover.unit, NO_CELL, facing, path, NOBODY, 0, mover.times > 1)
    action.spare = mover.spare(on_road, spent)
    action.by_road = mover.uses_road(on_road, spent, len(path))
    return action


def any_move(mover: Mover, luck: Luck) -> Action | None:
    """Turning on the spot, or any walk of a unit that is alone, as long as nobody is in the way: one that is cut off is
    not replaced by another. None if it cannot even turn."""
    if mover.flies or mover.in_contact(mover.start):
        walks = walks_of(mover)
        moves = turns_of(mover, walks) + marches_of(mover, walks, [])
        return moves[luck.below(len(moves))] if moves else None
    walks = walks_alone(mover)
    is_sure = is_undisturbed(mover)
    while True:
        number = luck.below(walks.number + 1)
        if number == walks.number:
            return any_turn(mover, walks, luck)
        walk = walks.best[number]
        cell = walks.cell(walk)
        if mover.may_end_in(cell) and (is_sure or is_still_open(mover, walks, walk)):
            facings = mover.facings(cell)
            return move_along(mover, walks, walk, walks.path(walk), facings[luck.below(len(facings))])


def any_turn(mover: Mover, walks: Walks, luck: Luck) -> Action:
    """Out of contact it may face wherever it does not already."""
    faces: i64 = mover.battle.field.grid.faces
    facing = (mover.battle.facing[mover.unit] + 1 + luck.below(faces - 1)) % faces
    return move_along(mover, walks, 0, (), facing)
