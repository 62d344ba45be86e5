"""How far it is: the cost of the way from every cell to a goal, for each kind of unit, over ground it can cross."""

import heapq
from typing import Final

from ...battle.battle import Battle
from ...battle.terrain import GAS, height
from ...battle.unit import AIRCRAFT, UnitType
from ...game.ruleset import Movement, Ruleset
from ...grid.grid import Grid

FAR: Final = 999  # steps: there is no way


class Ways:
    """Ways over one battlefield, worked out when first asked for, and anew when wire or mines were laid or cleared.

    Who stands where is not considered, nor are clouds of gas, which drift.
    """

    def __init__(self) -> None:
        self.ground: list[int] = []  # the features of the cells that they go over
        self.known: dict[tuple[str, int], list[int]] = {}
        self.known_to_nearest: dict[tuple[str, tuple[int, ...]], list[int]] = {}

    def to(self, battle: Battle, ruleset: Ruleset, unit_type: UnitType, goal: int) -> list[int]:
        """By cell, the steps to the goal; ground that stops a move counts for one more."""
        key = (unit_type.name, goal)
        found = self.known.get(key)
        if found is None:
            found = _measure(battle.field.grid, self.ground, ruleset.movement, unit_type, goal)
            self.known[key] = found
        return found

    def to_nearest(self, battle: Battle, ruleset: Ruleset, unit_type: UnitType, goals: list[int]) -> list[int]:
        """The same for several goals."""
        key = (unit_type.name, tuple(goals))
        found = self.known_to_nearest.get(key)
        if found is None:
            ways = [self.to(battle, ruleset, unit_type, goal) for goal in goals]
            found = [min([to_each[cell] for to_each in ways]) for cell in range(battle.field.grid.cells)]
            self.known_to_nearest[key] = found
        return found

    def look_at(self, battle: Battle) -> None:
        """Before asking: what is known is forgotten if the ground has changed."""
        ground = [int(features) & ~GAS for features in battle.features]
        if ground != self.ground:
            self.ground = ground
            self.known = {}
            self.known_to_nearest = {}


def _measure(grid: Grid, features: list[int], movement: Movement, unit_type: UnitType, goal: int) -> list[int]:
    if unit_type.arms & AIRCRAFT:
        return [grid.distance(cell, goal) for cell in range(grid.cells)]
    steps = [FAR] * grid.cells
    steps[goal] = 0
    heap = [(0, goal)]
    while heap:
        so_far, cell = heapq.heappop(heap)
        if so_far > steps[cell]:
            continue
        for around in grid.neighbours[cell]:
            if movement.contour and abs(height(features[around]) - height(features[cell])) > 1:
                continue
            footing = movement.footing(unit_type, features[around], features[cell])
            if footing.forbidden and cell != goal:
                continue
            further = so_far + 1 + (footing.stops != "") + (footing.by_one != "") + 2 * len(footing.perils)
            if further < steps[around]:
                steps[around] = further
                heapq.heappush(heap, (further, around))
    return steps
