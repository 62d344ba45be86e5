"""Reaching: whether the ground lets the units of a scenario come to grips, and reach what they must hold."""

from ...battle.battle import Battle
from ...battle.objectives import EXIT, HOLD
from ...battle.side import SIDES
from ...battle.unit import AIRCRAFT
from ...game.dice import Dice
from ...game.game import Game
from ...grid.names import cell_name
from ...rules.movement.step import Mover
from ..model import Scenario
from ..setup import new_game

Regions = list[int]  # by cell: cells between which a unit can walk share a number


def cut_off(scenario: Scenario) -> list[str]:
    """What units cannot walk to, a sentence each; none if everything that matters can be reached."""
    game = new_game(scenario, Dice(0))
    battle = game.battle
    regions: dict[str, Regions] = {}
    found: list[str] = []
    for side in SIDES:
        for unit in battle.units(side):
            unit_type = battle.type_of[unit]
            if unit_type.move <= 0 or unit_type.arms & AIRCRAFT or battle.is_carried(unit):
                continue
            if unit_type.name not in regions:
                regions[unit_type.name] = regions_for(game, unit)
            found += _cut_off(game, unit, regions[unit_type.name])
    return found


def regions_for(game: Game, unit: int) -> Regions:
    """The parts of the board between which a unit of this type cannot walk; -1 where it cannot stand at all."""
    battle = game.battle
    grid = battle.field.grid
    mover = Mover(battle, game.ruleset, unit)
    regions = [-1] * grid.cells
    for start in range(grid.cells):
        if regions[start] >= 0 or not mover.can_cross(start, start):
            continue
        regions[start] = start
        reached = [start]
        while reached:
            here = reached.pop()
            for cell in grid.neighbours[here]:
                if regions[cell] < 0 and mover.can_cross(here, cell):
                    regions[cell] = start
                    reached.append(cell)
    return regions


def _cut_off(game: Game, unit: int, regions: Regions) -> list[str]:
    """The unit's complaints; if it may choose where to come on, those for the best choice."""
    homes = sorted({regions[cell] for cell in _starts(game, unit)} - {-1})
    complaints = [_complaints(game.battle, unit, regions, home) for home in homes]
    name = game.battle.roster.unit_ids[unit]
    return min(complaints, key=len) if complaints else [f"{name} cannot come onto the board"]


def _starts(game: Game, unit: int) -> list[int]:
    battle = game.battle
    if battle.on_board(unit):
        return [battle.at[unit]]
    edge = battle.roster.arrival_edge[unit] or battle.roster.edges[battle.side_of(unit)]
    return battle.field.grid.edge(edge)


def _complaints(battle: Battle, unit: int, regions: Regions, home: int) -> list[str]:
    grid = battle.field.grid
    side = battle.side_of(unit)
    name = battle.roster.unit_ids[unit]
    found: list[str] = []
    for enemy in battle.units(1 - side):
        cell = battle.at[enemy]
        if cell >= 0 and not battle.is_a(enemy, AIRCRAFT):
            if all(regions[near] != home for near in (cell, *grid.neighbours[cell])):
                found.append(f"{name} cannot reach {battle.roster.unit_ids[enemy]} in {cell_name(grid, cell)}")
    for row in battle.objectives.rows:
        if row.side != side:
            continue
        if row.kind == HOLD:
            lost = [cell for cell in row.cells if regions[cell] != home]
            found += [f"{name} cannot reach {cell_name(grid, cell)}, which its side is to hold" for cell in lost]
        if row.kind == EXIT and all(regions[cell] != home for cell in grid.edge(row.edge)):
            found.append(f"{name} cannot reach the {row.edge} edge, over which its side is to leave")
    return found
