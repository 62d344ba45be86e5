"""Shortest ways across an empty board."""

from .grid import Grid


def shortest_way(grid: Grid, start: int, goal: int) -> list[int]:
    """The cells of a shortest way on an empty board, the goal included."""
    before = {start: start}
    reached = [start]
    for cell in reached:  # grows as it goes
        for around in grid.neighbours[cell]:
            if around not in before:
                before[around] = cell
                reached.append(around)
    path: list[int] = []
    while goal != start:
        path.append(goal)
        goal = before[goal]
    return list(reversed(path))
