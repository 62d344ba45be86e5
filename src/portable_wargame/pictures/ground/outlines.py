"""Outlines of groups of cells that touch: what makes a wood or a hill of several cells one shape on the map, as on the
page (`web/src/board/ground/regions.ts`)."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from ..layout import Point
from .land import Land, chance_at, closed, short, spot

OVERHANG = 14.0  # how far beyond the edge of the board a shape goes on, under the paper


class Corner(NamedTuple):
    x: float
    y: float
    rim: bool  # it lies on the edge of the board: the shape is assumed to go on beyond it
    rim_ahead: bool  # so does the side from here to the next corner


class Side(NamedTuple):
    start: Point
    end: Point
    facing: int
    rim: bool


class Smoothing(NamedTuple):
    inset: float  # how far inside the cells' edges the outline runs
    wander: float  # how far it strays from a straight course, so that it looks drawn by hand
    salt: int


def loops(land: Land, cells: Iterable[int]) -> list[list[Corner]]:
    """The closed outlines of all groups of these cells, clockwise; holes run the other way."""
    sides = _sides(land, set(cells))
    starting: dict[Point, list[Side]] = {}
    for side in sides:
        starting.setdefault(_key(side.start), []).append(side)
    used: set[Side] = set()
    found: list[list[Corner]] = []
    for first in sides:
        loop: list[Corner] = []
        side = first
        while side not in used:
            used.add(side)
            onward = _onward(starting[_key(side.end)], side, land.grid.faces)
            loop.append(Corner(*side.end, side.rim or onward.rim, onward.rim))
            side = onward
        if loop:
            found.append(loop)
    return found


def _sides(land: Land, cells: set[int]) -> list[Side]:
    sides: list[Side] = []
    for cell in sorted(cells):
        x, y = land.centres[cell]
        for facing, other in enumerate(land.around(cell)):
            if other not in cells:
                (x1, y1), (x2, y2) = land.layout.edge(facing)
                sides.append(Side((x + x1, y + y1), (x + x2, y + y2), facing, other < 0))
    return sides


def _key(point: Point) -> Point:
    return round(point[0]), round(point[1])


def _onward(candidates: list[Side], side: Side, faces: int) -> Side:
    """Where two cells touch at a corner only, each keeps its own outline: the sharpest turn to the right."""
    return min(candidates, key=lambda other: (other.facing - side.facing - 1) % faces)


def _softened(loop: list[Corner], smoothing: Smoothing) -> list[Corner]:
    """The points of an outline, moved inwards and made to wander a little, ready for joining by curves."""
    points: list[Corner] = []
    for index, corner in enumerate(loop):
        after = loop[(index + 1) % len(loop)]
        # A middle stays on its edge, so that the shape keeps the size of its cells; a corner is cut.
        points.append(_cut(loop[index - 1], corner, after))
        rim = corner.rim_ahead
        points.append(Corner((corner.x + after.x) / 2, (corner.y + after.y) / 2, rim, rim))
    return [
        _strayed(points[index - 1], point, points[(index + 1) % len(points)], smoothing)
        for index, point in enumerate(points)
    ]


def _cut(before: Corner, corner: Corner, after: Corner) -> Corner:
    """A corner drawn towards the middles of its two sides; on a straight side it stays where it is."""
    part = 0 if corner.rim else 0.2
    x = corner.x * (1 - part) + (before.x + after.x) / 2 * part
    return corner._replace(x=x, y=corner.y * (1 - part) + (before.y + after.y) / 2 * part)


def _strayed(before: Corner, point: Corner, after: Corner, smoothing: Smoothing) -> Corner:
    length = math.hypot(after.x - before.x, after.y - before.y) or 1
    out = OVERHANG if point.rim else -smoothing.inset
    stray = 0 if point.rim else smoothing.wander
    x = point.x + (after.y - before.y) / length * out + chance_at(point.x, point.y, smoothing.salt) * stray
    y = point.y - (after.x - before.x) / length * out + chance_at(point.x, point.y, smoothing.salt + 1) * stray
    return point._replace(x=x, y=y)


def _between(a: Corner, b: Corner) -> Point:
    return (a.x + b.x) / 2, (a.y + b.y) / 2


def _curve(points: list[Corner]) -> str:
    """A smooth closed curve that each of the points pulls towards itself."""
    drawn = f"M{spot(_between(points[-1], points[0]))}"
    for index, point in enumerate(points):
        onward = _between(point, points[(index + 1) % len(points)])
        drawn += f"Q{short(point.x)} {short(point.y)} {spot(onward)}"
    return f"{drawn}Z"


def soft_outline(land: Land, cells: Iterable[int], smoothing: Smoothing) -> str:
    """The outline of the groups of cells as one path of smooth curves."""
    return "".join(_curve(_softened(loop, smoothing)) for loop in loops(land, cells))


def hard_outline(land: Land, cells: Iterable[int]) -> str:
    """The outline along the edges of the cells."""
    return "".join(closed([(corner.x, corner.y) for corner in loop]) for loop in loops(land, cells))


def ring(land: Land, cells: Iterable[int], inset: float) -> list[list[Point]]:
    """The outlines of the groups of cells, drawn in from their edges by this much."""
    found: list[list[Point]] = []
    for loop in loops(land, cells):
        points: list[Point] = []
        for index, corner in enumerate(loop):
            before, after = loop[index - 1], loop[(index + 1) % len(loop)]
            x = y = 0.0
            for start, end in ((before, corner), (corner, after)):
                length = math.hypot(end.x - start.x, end.y - start.y) or 1
                x -= (end.y - start.y) / length
                y += (end.x - start.x) / length
            # Along the bisector, so that both sides come in by the same distance.
            far = 2 * inset / (x * x + y * y or 1)
            points.append((corner.x + x * far, corner.y + y * far))
        found.append(points)
    return found


def hachures(land: Land, cells: Iterable[int], smoothing: Smoothing, length: float) -> str:
    """Strokes down the slope from a smooth outline: longest away from the light, which comes from the north-west."""
    drawn = ""
    for loop in loops(land, cells):
        points = _softened(loop, smoothing)
        for index, point in enumerate(points):
            pull, after = points[(index + 1) % len(points)], points[(index + 2) % len(points)]
            if point.rim and pull.rim:
                continue
            # Along the same curve as the outline.
            start, end = _between(point, pull), _between(pull, after)
            steps = max(1, round(math.dist(start, end) / 5))
            for step in range(steps):
                drawn += _hachure(start, (pull.x, pull.y), end, (step + 0.5) / steps, length)
    return drawn


def _hachure(start: Point, pull: Point, end: Point, t: float, length: float) -> str:
    x, y = ((1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(start, pull, end, strict=True))
    across, down = ((1 - t) * (b - a) + t * (c - b) for a, b, c in zip(start, pull, end, strict=True))
    size = math.hypot(across, down) or 1
    out = (down / size, -across / size)
    shade = (out[0] * 0.6 + out[1] * 0.8 + 1) / 2
    away = length * (0.25 + 0.75 * shade) * (0.85 + 0.15 * chance_at(x * 7, y * 7))
    return f"M{short(x)} {short(y)}l{short(out[0] * away)} {short(out[1] * away)}"
