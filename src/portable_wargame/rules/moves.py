"""The moves of a unit: all of them in a list, or any of them, drawn without making the list."""

from ..battle.battle import NO_CELL, NOBODY
from ..battle.ground import Walks
from ..game.actions import Action
from ..game.dice import Luck
from ..grid.compiler import i64
from .walking import ON_ROAD, Mover
from .walks import is_still_open, spread, walks_alone


def turns_of(mover: Mover, walks: Walks) -> list[Action]:
    """Turning on the spot is a move of no cells."""
    return [move_along(mover, walks, 0, (), facing) for facing in facings_to_turn_to(mover)]


def facings_to_turn_to(mover: Mover) -> list[int]:
    return [facing for facing in mover.facings(mover.start) if facing != mover.battle.facing[mover.unit]]


def marches_of(mover: Mover, walks: Walks, leave_out: list[int]) -> list[Action]:
    """For each walk the facings in which it may end; but none to these cells."""
    marches: list[Action] = []
    for number in range(walks.number):
        walk = walks.choice(number)
        cell = walks.cell(walk)
        if cell not in leave_out and mover.may_end_in(cell):
            path = walks.path(walk)
            for facing in mover.facings(cell):
                marches.append(move_along(mover, walks, walk, path, facing))
    return marches


def cells_in_range(mover: Mover, walks: Walks) -> list[int]:
    """The cells to which it may move."""
    ends = [walks.cell(walks.choice(number)) for number in range(walks.number)]
    return [cell for cell in ends if mover.may_end_in(cell)]


def move_along(mover: Mover, walks: Walks, walk: i64, path: tuple[int, ...], facing: i64) -> Action:
    on_road = walks.how(walk) & ON_ROAD != 0
    spent = walks.spent(walk)
    action = Action("move", mover.unit, NO_CELL, facing, path, NOBODY, 0, mover.times > 1)
    action.spare = mover.spare(on_road, spent)
    action.by_road = mover.uses_road(on_road, spent, len(path))
    return action


def any_move(mover: Mover, luck: Luck) -> Action | None:
    """Any walk or turning on the spot or, if that cannot be, the next that can. Out of contact, it is one of the walks
    of a unit that is alone: where somebody is in the way, no other way to the same cell is looked for."""
    is_held = mover.flies or mover.in_contact(mover.start)
    walks = spread(mover) if is_held else walks_alone(mover)
    number = luck.below(walks.number + 1)
    for _tried in range(walks.number + 1):
        walk = walks.choice(number) if number < walks.number else 0
        cell = walks.cell(walk)
        if walk == 0 or (mover.may_end_in(cell) and (is_held or is_still_open(mover, walks, walk))):
            facings = mover.facings(cell) if walk else facings_to_turn_to(mover)
            if facings:
                return move_along(mover, walks, walk, walks.path(walk), facings[luck.below(len(facings))])
        number = number + 1 if number < walks.number else 0
    return None
