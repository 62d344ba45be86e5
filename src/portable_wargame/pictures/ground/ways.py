"""Rivers, roads and trenches: lines that run from cell to cell and join, as on the page
(`web/src/board/ground/ways.ts`)."""

import math
from itertools import pairwise
from typing import NamedTuple

from ...battle.terrain import BUILT_UP, FORTIFICATION, RIVER, ROAD, TRENCH
from ..layout import Point
from .land import Land, chance_at, closed, moved, spot

# How far from the middle of an edge a line may cross it. A road runs straighter than a river.
STRAY = {RIVER: 12.0, ROAD: 3.0, TRENCH: 3.0}
SALT = {RIVER: 5, ROAD: 4, TRENCH: 6}
TRAVERSE = 6.5


class Way(NamedTuple):
    """A way out of a cell, about its centre."""

    end: Point  # where it crosses the edge
    pull: Point  # what pulls its curve straight across it


def ways_out(land: Land, cell: int, line: int) -> list[int]:
    """The facings in which a line leaves its cell: towards neighbours that carry it on or, if it would just end,
    off the board or into the town or fort beside it."""
    around = land.around(cell)
    faces = len(around)
    joined = [facing for facing in range(faces) if _joins(land, cell, facing, line)]
    if len(joined) != 1 or line == TRENCH:
        return joined
    straight = joined[0] + faces // 2
    for facing in (straight % faces, (straight + 1) % faces, (straight - 1) % faces):
        other = around[facing]
        leads_on = other < 0 or (line == ROAD and land.has(other, BUILT_UP | FORTIFICATION))
        if facing != joined[0] and leads_on:
            return [*joined, facing]
    return joined


def _joins(land: Land, cell: int, facing: int, line: int) -> bool:
    """Whether a line goes on to the neighbour. If three cells all touch each other, only two pairs are joined, or a
    road would run in a triangle. A fixed order of all pairs decides which is left out, so nothing is ever cut off."""
    around = land.around(cell)
    other = around[facing]
    if not land.has(other, line):
        return False
    if not land.hexes:
        return True
    pair = _rank(land, cell, other, line)
    thirds = [third for third in (around[(facing + 1) % 6], around[(facing + 5) % 6]) if land.has(third, line)]
    return all(pair < _rank(land, cell, third, line) or pair < _rank(land, other, third, line) for third in thirds)


def _rank(land: Land, a: int, b: int, line: int) -> tuple[int, int, int]:
    """Different for every pair of cells: the pair with most other neighbours is left out."""
    carriers = sum(land.has(other, line) for cell in (a, b) for other in land.around(cell))
    return carriers, max(a, b), min(a, b)


def broads(land: Land) -> str:
    """Water between river cells that all touch each other: three hexes, or four squares."""
    drawn = ""
    for cell in land.cells(RIVER):
        around = land.around(cell)
        # Two neighbours side by side are enough: every group is found from one of its cells.
        for facing in (0, 1) if land.hexes else (0,):
            first, second = around[facing], around[(facing + 1) % len(around)]
            group = [cell, first, second]
            if not land.hexes:
                group.insert(2, land.around(first)[1] if first >= 0 else -1)
            if all(land.has(member, RIVER) for member in group):
                drawn += closed([land.centres[member] for member in group])
    return drawn


def _crossing_point(land: Land, cell: int, facing: int, line: int) -> Point:
    """Where a line crosses an edge: the same point seen from both cells, about the centre of this one."""
    middle = land.centres[cell]
    x, y = land.layout.towards(facing, land.reach + (6 if land.around(cell)[facing] < 0 else 0))
    start, end = land.layout.edge(facing)
    along = math.atan2(end[1] - start[1], end[0] - start[0])
    # Both cells must stray to the same side, though each sees the edge running the other way.
    sign = -1 if along > 0.01 or along < -3.1 else 1
    shared = moved(middle, land.layout.towards(facing, land.reach))
    stray = sign * STRAY[line] * chance_at(*shared, SALT[line])
    return x + math.cos(along) * stray, y + math.sin(along) * stray


def ways_in(land: Land, cell: int, line: int) -> tuple[list[Way], Point]:
    """A line within its cell: its ways out, and the middle where they meet."""
    ways: list[Way] = []
    for facing in ways_out(land, cell, line):
        end = _crossing_point(land, cell, facing, line)
        ways.append(Way(end, moved(end, land.layout.towards(facing, -0.55 * land.reach))))
    if len(ways) == 2:
        a, b = ways
        x, y = ((a.end[k] + 3 * a.pull[k] + 3 * b.pull[k] + b.end[k]) / 8 for k in (0, 1))
        return ways, (x, y)
    stray = STRAY[line] * 0.7
    return ways, (chance_at(*land.centres[cell], 11) * stray, chance_at(*land.centres[cell], 12) * stray)


def middle_of(land: Land, cell: int, line: int) -> Point:
    """The point of a line nearest to the middle of its cell, on the sheet."""
    return moved(land.centres[cell], ways_in(land, cell, line)[1])


def course_of(land: Land, cell: int, line: int) -> float | None:
    """The direction of a line through the middle of its cell, in radians; None if it has none."""
    ways, middle = ways_in(land, cell, line)
    if not ways:
        return None
    start, end = (ways[1].pull, ways[0].pull) if len(ways) > 1 else (middle, ways[0].end)
    return math.atan2(end[1] - start[1], end[0] - start[0])


def lines(land: Land, line: int) -> str:
    """The line in all cells."""
    return "".join(_line_in(land, cell, line) for cell in land.cells(line))


def _line_in(land: Land, cell: int, line: int) -> str:
    ways, middle = ways_in(land, cell, line)

    def at(point: Point) -> str:
        return spot(moved(land.centres[cell], point))

    def joined(a: Way, b: Way) -> str:
        return f"M{at(a.end)}C{at(a.pull)} {at(b.pull)} {at(b.end)}"

    if not ways:
        return f"M{at((middle[0] - 5, middle[1]))}L{at((middle[0] + 5, middle[1]))}"
    if len(ways) == 2:
        return joined(*ways)
    if line == RIVER and len(ways) > 2:
        # Rivers join in curves.
        return "".join(joined(way, ways[(index + 1) % len(ways)]) for index, way in enumerate(ways))
    return "".join(f"M{at(middle)}Q{at(way.pull)} {at(way.end)}" for way in ways)


def on_the_way(land: Land, cell: int, point: Point, room: float) -> bool:
    """Whether a point of a cell, about its centre, is too near a river or road for anything to grow there."""
    for line, breadth in ((RIVER, 9), (ROAD, 4)):
        if land.has(cell, line):
            ways, middle = ways_in(land, cell, line)
            if any(_distance(point, middle, way.end) < room + breadth for way in ways):
                return True
    return False


def on_broad(land: Land, cell: int, point: Point) -> bool:
    """Whether a point of a cell, about its centre, lies on water that is as broad as the cells."""
    if not land.has(cell, RIVER):
        return False
    around = land.around(cell)
    facing = math.floor(math.atan2(point[0], -point[1]) / math.tau * len(around)) % len(around)
    return all(land.has(around[side % len(around)], RIVER) for side in (facing, facing + 1))


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    t = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy or 1)
    t = max(0.0, min(1.0, t))
    return math.hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def trenches(land: Land) -> str:
    """Lines with traverses, joined to their neighbours; alone, a ring with two ways in."""
    drawn = ""
    for cell in land.cells(TRENCH):
        ways, middle = ways_in(land, cell, TRENCH)
        courses = [[middle, way.end] for way in ways]
        if not ways:
            courses = [_arc(land.reach, -168, -12), _arc(land.reach, 12, 168)]
        elif len(ways) == 1:
            # The last of a row goes on, so that it shows behind a counter.
            x, y = ways[0].end
            courses.append([middle, (-0.9 * x, -0.9 * y)])
        drawn += "".join(_traversed(course, land.centres[cell]) for course in courses)
    return drawn


def _arc(reach: float, start: float, end: float) -> list[Point]:
    angles = [math.radians(start + (end - start) * step / 6) for step in range(7)]
    return [(reach * 0.8 * math.cos(angle), reach * 0.8 * math.sin(angle)) for angle in angles]


def _traversed(course: list[Point], centre: Point) -> str:
    """The line as a square wave."""
    points: list[str] = []
    sign = -1
    for start, end in pairwise(course):
        length = math.dist(start, end)
        steps = max(1, round(length / TRAVERSE))
        across, down = -(end[1] - start[1]) / length * 2.4, (end[0] - start[0]) / length * 2.4
        for step in range(steps):
            for t in (step / steps, (step + 1) / steps):
                x = start[0] + (end[0] - start[0]) * t + across * sign
                y = start[1] + (end[1] - start[1]) * t + down * sign
                points.append(spot(moved(centre, (x, y))))
            sign = -sign
    return f"M{'L'.join(points)}"
