"""The walks that are offered are those that the judge of single steps allows, found here the slow way."""

import pytest

from portable_wargame.ai.opponents.eager import play_out
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.rules.movement.spread import spread
from portable_wargame.rules.movement.step import PERIL, Mover, Walk
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from tests.random_battles import random_scenario

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]
BATTLES = 6

Course = tuple[tuple[int, int], ...]


def step_by_step(mover: Mover) -> list[Walk]:
    """Each cell by the walk that leaves most to spare; walks that meet with other perils, or from elsewhere, are told
    apart, and none meets with the same twice."""
    best: dict[tuple[int, Course], Walk] = {}
    known: dict[tuple[int, bool, int, Course], int] = {}
    reached = [mover.standing()]
    for walk in reached:  # grows as it goes
        for heading in range(mover.battle.field.grid.faces):
            further = mover.step(walk, heading)
            if further is None or further.cell == mover.start:
                continue
            course = perils_met(mover, further)
            if len({cell for _, cell in course}) < len(course):
                continue
            key = (further.cell, further.on_road, further.climbs, course)
            if key in known and known[key] <= further.spent:
                continue
            if not further.stopped:  # along a road one may go on where others have to stop
                known[key] = further.spent
            reached.append(further)
            end = (further.cell, course)
            if end not in best or spare(mover, further) > spare(mover, best[end]):
                best[end] = further
    return list(best.values())


def perils_met(mover: Mover, walk: Walk) -> Course:
    """The steps that led into perils."""
    steps: list[tuple[int, int]] = []
    while walk.before is not None:
        if walk.perils > walk.before.perils:
            steps.append((walk.before.cell, walk.cell))
        walk = walk.before
    return tuple(reversed(steps))


def spare(mover: Mover, walk: Walk) -> int:
    return mover.spare(walk.on_road, walk.spent)


@pytest.mark.parity
@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_walks_are_those_that_single_steps_allow(book: str, grid: str) -> None:
    braved = 0
    for seed in range(BATTLES):
        game = new_game(read_tree(random_scenario(book, grid, seed)), Dice(seed))
        luck = Luck(seed)
        while game.agenda and game.battle.turn < 6:
            play_out(game, luck, most=7)
            for unit, cell in enumerate(game.battle.at):
                if cell < 0:
                    continue
                for double in (False, True):
                    mover = Mover(game.battle, game.ruleset, unit, double)
                    found = spread(mover)
                    choices = [found.choice(number) for number in range(found.number)]
                    told = [(found.path(walk), found.spent(walk), bool(found.how(walk) & PERIL)) for walk in choices]
                    assert told == [(walk.path(), walk.spent, walk.perils > 0) for walk in step_by_step(mover)]
                    braved += sum(perils for _, _, perils in told)
    assert braved > 0 or not RULESETS[book].movement.perils
