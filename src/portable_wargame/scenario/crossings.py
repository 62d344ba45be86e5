"""Banks and crossings: where units can walk in a book that lets them cross a river only at fords and bridges."""

import heapq
from collections.abc import Collection

from ..battle.terrain import BRIDGE, FORD, RIVER
from ..grid.grid import Grid

IN_THE_RIVER = -1


def is_dry(features: int) -> bool:
    """Whether every unit of every book may stand there."""
    return features & (RIVER | FORD | BRIDGE) != RIVER


def banks(grid: Grid, features: list[int]) -> list[int]:
    """By cell: dry cells that units can walk between share a number."""
    bank = [IN_THE_RIVER] * grid.cells
    for start in range(grid.cells):
        if bank[start] != IN_THE_RIVER or not is_dry(features[start]):
            continue
        bank[start] = start
        reached = [start]
        while reached:
            for near in grid.neighbours[reached.pop()]:
                if bank[near] == IN_THE_RIVER and is_dry(features[near]):
                    bank[near] = start
                    reached.append(near)
    return bank


def join_banks(grid: Grid, features: list[int], cost: list[float]) -> list[int]:
    """Make fords, the cheapest first, until every bank can be reached from every other; returns the new fords."""
    fords: list[int] = []
    while True:
        bank = banks(grid, features)
        numbers = sorted(set(bank) - {IN_THE_RIVER})
        if len(numbers) <= 1:
            return fords
        home = max(numbers, key=bank.count)
        starts = [cell for cell, number in enumerate(bank) if number == home]
        others = {cell for cell, number in enumerate(bank) if number not in (IN_THE_RIVER, home)}
        price = [cost[cell] if number == IN_THE_RIVER else 0.01 for cell, number in enumerate(bank)]
        for cell in cheapest_way(grid, starts, others, price):
            if not is_dry(features[cell]):
                features[cell] |= FORD
                fords.append(cell)


def cheapest_way(grid: Grid, starts: list[int], goals: Collection[int], cost: list[float]) -> list[int]:
    """The cheapest way from any of the starts to any of the goals; each cell costs what it costs to enter."""
    spent = {cell: cost[cell] for cell in starts}
    before: dict[int, int] = {}
    waiting = [(spent[cell], cell) for cell in starts]
    heapq.heapify(waiting)
    while waiting:
        so_far, cell = heapq.heappop(waiting)
        if so_far > spent[cell]:
            continue
        if cell in goals:
            way = [cell]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        for near in grid.neighbours[cell]:
            total = so_far + cost[near]
            if near not in spent or total < spent[near]:
                spent[near] = total
                before[near] = cell
                heapq.heappush(waiting, (total, near))
    return []
