"""Everything built or laid: walls, trenches, wire, mines, bridges, fords; as on the page
(`web/src/board/ground/works.ts`)."""

import math
from collections.abc import Callable

from ...battle.terrain import BRIDGE, FORD, FORTIFICATION, MINEFIELD, RIVER, ROAD, WIRE
from ..layout import Point
from .country import Colours
from .growth import turned
from .land import Land, chance_at, closed, moved, path, short, spot
from .outlines import ring
from .ways import course_of, middle_of, trenches

Placing = Callable[[float, float], str]


def _placing(centre: Point, angle: float) -> Placing:
    """Turns lengths along and across a direction into points of the sheet."""
    return lambda along, across: spot(moved(centre, turned((along, across), angle)))


def fords(land: Land, colours: Colours) -> str:
    """Shallows, and stepping stones from bank to bank."""
    shallows = stones = ""
    for cell in land.cells(FORD):
        x, y = land.centres[cell]
        at = _placing(middle_of(land, cell, RIVER), course_of(land, cell, RIVER) or 0)
        shallows += f"M{at(-15, -8)}Q{at(-9, 0)} {at(-15, 8)}L{at(15, 8)}Q{at(9, 0)} {at(15, -8)}Z"
        for along in (-9, -3, 3, 9):
            for across in (-6.5, 0, 6.5):
                aside = chance_at(x + along, y + across, 30) * 1.2 + (0 if across else 2.5)
                stones += f"M{at(along + aside, across)}h.1"
    return (
        path(shallows, colours["road"], fill_opacity=0.55)
        + path(stones, stroke=colours["roof-edge"], stroke_width=4.6)
        + path(stones, stroke=colours["stone"], stroke_width=3.4)
    )


def bridges(land: Land, colours: Colours) -> str:
    """A deck across the river, with parapets that open at its ends."""
    decks = planks = parapets = ""
    for cell in land.cells(BRIDGE):
        road = course_of(land, cell, ROAD)
        if road is None:
            at = _placing(land.centres[cell], (course_of(land, cell, RIVER) or 0) + math.pi / 2)
        else:
            at = _placing(middle_of(land, cell, ROAD), road)
        decks += f"M{at(-15, -5)}L{at(15, -5)}L{at(15, 5)}L{at(-15, 5)}Z"
        for side in (-1, 1):
            parapets += f"M{at(-19, 9 * side)}L{at(-15, 5.4 * side)}L{at(15, 5.4 * side)}L{at(19, 9 * side)}"
        planks += "".join(f"M{at(x, -5)}L{at(x, 5)}" for x in range(-12, 13, 4))
    edge = colours["roof-edge"]
    return (
        path(decks, colours["stone"])
        + path(planks, stroke=edge, stroke_width=0.7, stroke_opacity=0.6)
        + path(parapets, stroke=edge, stroke_width=2.4)
    )


def trench(land: Land, colours: Colours) -> str:
    lines = trenches(land)
    return _twice(lines, (colours["trench-edge"], 5), (colours["trench"], 2), stroke_linejoin="miter")


def floors(land: Land, colours: Colours) -> str:
    return path(_walls(land), colours["town"], fill_opacity=0.6)


def walls(land: Land, colours: Colours) -> str:
    """Around everything fortified, with a tower at every corner."""
    lines = _twice(_walls(land), (colours["wall-edge"], 6.4), (colours["wall"], 3.6), stroke_linejoin="miter")
    corners = [corner for points in _rings(land) for corner in points]
    towers = "".join(f"M{spot(moved(corner, (0, -6)))}l6 6l-6 6l-6 -6Z" for corner in corners)
    return lines + path(towers, colours["wall"], stroke=colours["wall-edge"], stroke_width=1.4)


def _rings(land: Land) -> list[list[Point]]:
    return ring(land, land.cells(FORTIFICATION), 4.5)


def _walls(land: Land) -> str:
    return "".join(closed(points) for points in _rings(land))


def wire(land: Land, colours: Colours) -> str:
    """A belt along the edges of its cells: a strand with barbs."""
    strands = barbs = ""
    for points in ring(land, land.cells(WIRE), 5):
        strands += closed(points)
        for index, end in enumerate(points):
            start = points[index - 1]
            steps = max(1, round(math.dist(start, end) / 8.5))
            for step in range(steps):
                t = (step + 0.5) / steps
                x, y = (a + (b - a) * t for a, b in zip(start, end, strict=True))
                barbs += f"M{short(x - 2.5)} {short(y - 2.5)}l5 5m0 -5l-5 5"
    return (
        path(strands, stroke=colours["paper"], stroke_width=4, stroke_opacity=0.5)
        + path(strands, stroke=colours["ink"], stroke_width=0.9)
        + path(barbs, stroke=colours["ink"], stroke_width=1.3)
    )


def mines(land: Land, colours: Colours) -> str:
    """Around the middle of a cell, where a counter leaves them visible."""
    bodies = horns = ""
    many = 6 if land.hexes else 8
    for cell in land.cells(MINEFIELD):
        for number in range(many):
            angle = (number + 0.5) * math.tau / many
            widest = max(abs(math.cos(angle)), abs(math.sin(angle)))
            away = land.reach * (0.76 if land.hexes else min(0.82 / widest, 0.95))
            x, y = moved(land.centres[cell], (away * math.cos(angle), away * math.sin(angle)))
            bodies += f"M{short(x)} {short(y)}h.1"
            horns += f"M{short(x)} {short(y - 4.6)}v9.2M{short(x - 4.6)} {short(y)}h9.2"
            horns += f"M{short(x - 3.3)} {short(y - 3.3)}l6.6 6.6m0 -6.6l-6.6 6.6"
    lines = path(horns, stroke=colours["ink"], stroke_width=1.2)
    return lines + _twice(bodies, (colours["paper"], 6.2), (colours["ink"], 4.6))


def _twice(lines: str, edge: tuple[str, float], inner: tuple[str, float], **style: str) -> str:
    """A broad line, and a narrower one on it."""
    return "".join(path(lines, stroke=colour, stroke_width=breadth, **style) for colour, breadth in (edge, inner))
