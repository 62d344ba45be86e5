"""Deployment zones that have no room for their units in another book: they grow, a row at a time."""

from ...game.ruleset import Ruleset
from ...grid.names import cell_name, cell_named
from ..checking.check import problems_of
from ..checking.zones import ZONES
from ..model import Scenario
from ..problems import Problem
from ..writing import tree
from .board import grid_for
from .substitutions import Substitution


def widen_zones(scenario: Scenario, book: Ruleset, told: list[Substitution]) -> None:
    """They grow towards the enemy too, but never next to them; lacking room even then is the scenario's problem."""
    while crowded := [problem for problem in problems_of(tree(scenario)) if _wants_room(problem, book)]:
        if not any(_widen(scenario, problem, book, told) for problem in crowded):
            return


def _wants_room(problem: Problem, book: Ruleset) -> bool:
    """Whether a side lacks room for its units, or a unit lacks room in its zone."""
    clauses = (ZONES, book.deployment.clause, book.deployment.campaign)
    of_a_side = len(problem.path) == 3 and problem.path[::2] == ("sides", "units")
    of_a_unit = len(problem.path) == 5 and problem.path[4] == "zone"
    return problem.clause in clauses and (of_a_side or of_a_unit)


def _widen(scenario: Scenario, problem: Problem, book: Ruleset, told: list[Substitution]) -> bool:
    """Grow a zone by the cells next to it; False if there are none."""
    number = int(problem.path[1])
    side, enemy = scenario.sides[number], scenario.sides[1 - number]
    unit = side.units[int(problem.path[3])] if len(problem.path) == 5 else None
    grid = grid_for(scenario)
    rows = [cell_name(grid, cell) for cell in range(grid.cells) if grid.depth(cell, side.edge) < book.deployment.rows]
    was = unit.zone if unit is not None else side.zone or rows
    theirs = {cell_named(grid, name) for name in [*enemy.zone, *(one.at for one in enemy.units if one.at)]}
    barred = theirs | {near for cell in theirs for near in grid.neighbours[cell]}
    zone = {cell_named(grid, name) for name in was}
    zone |= {near for cell in zone for near in grid.neighbours[cell] if near not in barred}
    names = [cell_name(grid, cell) for cell in sorted(zone)]
    if len(names) == len(was):
        return False
    what = f"unit {unit.id}" if unit is not None else f"side {side.id}"
    told.append(Substitution(what, f"a zone of {len(was)} cells", f"one of {len(names)}", "it needs more room here"))
    if unit is not None:
        unit.zone = names
    else:
        side.zone = names
    return True
