"""What stands on the ground: trees, houses, tufts of grass; always the same ones in the same cell, as on the page
(`web/src/board/ground/growth.ts`)."""

import math

from ...battle.terrain import BUILT_UP, WOODS
from ..layout import Point
from .country import Colours
from .land import Land, chance_at, closed, moved, path, short, spot
from .ways import on_broad, on_the_way

CROWNS = (4.4, 5.4, 6.4)  # how far the trees of each size reach


def _within(land: Land, point: Point, room: float) -> bool:
    """Within the cell, this far from its edges."""
    x, y = abs(point[0]), abs(point[1])
    reach = land.reach - room
    return y <= reach and (math.sqrt(3) * x + y) / 2 <= reach if land.hexes else x <= reach and y <= reach


def _places(land: Land, cell: int, apart: float, room: float) -> list[Point]:
    """Places spread over a cell, none too near another."""
    centre = land.centres[cell]
    found: list[Point] = []
    steps = math.ceil(land.reach * 1.2 / apart)
    for row in range(-steps, steps + 1):
        for column in range(-steps, steps + 1):
            point = ((column + (0.5 if row % 2 else 0)) * apart, row * apart * 0.87)
            at = moved(centre, point)
            point = (point[0] + chance_at(*at, 3) * apart * 0.3, point[1] + chance_at(*at, 4) * apart * 0.3)
            if _within(land, point, room):
                found.append(point)
    return found


def trees(land: Land, colours: Colours) -> str:
    """Crowns from above, each with its shadow and its light: dots, so that a wood is a few lines."""
    sizes: dict[float, list[Point]] = {size: [] for size in CROWNS}
    for cell in land.cells(WOODS):
        for place in _places(land, cell, 19 if land.has(cell, BUILT_UP) else 13, 1.5):
            at = moved(land.centres[cell], place)
            # Clearings between the clumps, and room for rivers and roads.
            if chance_at(*at, 5) <= 0.55 and not on_the_way(land, cell, place, 5) and not on_broad(land, cell, place):
                wanted = 5.4 + 1.5 * chance_at(*at, 6)
                sizes[min((abs(size - wanted), size) for size in CROWNS)[1]].append(at)
    drawn = [_dots(places, (1.6, 2.4), 2 * size, colours["shade"], 0.25) for size, places in sizes.items()]
    drawn += [_dots(places, (0, 0), 2 * size + 1.8, colours["crown-rim"]) for size, places in sizes.items()]
    drawn += [_dots(places, (0, 0), 2 * size, colours["crown"]) for size, places in sizes.items()]
    for size, places in sizes.items():
        drawn.append(_dots(places, (-0.28 * size, -0.32 * size), 0.9 * size, colours["crown-light"]))
    return "".join(drawn)


def _dots(places: list[Point], off: Point, breadth: float, colour: str, opacity: float = 1) -> str:
    """Dots: the round ends of very short lines."""
    lines = "".join(f"M{spot(moved(place, off))}h.1" for place in places)
    return path(lines, stroke=colour, stroke_width=short(breadth), stroke_opacity=opacity)


def houses(land: Land, colours: Colours) -> str:
    """Roofs from above, of tiles and of slates."""
    shadows = tiles = slates = ridges = ""
    for cell in land.cells(BUILT_UP):
        centre = land.centres[cell]
        angle = chance_at(*centre, 7) * (0.5 if land.hexes else 0.12)
        for place in _plots(land, angle):
            at = moved(centre, place)
            room = 7.5 if land.hexes else 5
            if not _within(land, place, room) or on_the_way(land, cell, place, 6.5) or chance_at(*at, 8) > 0.72:
                continue
            size = 1 if land.hexes else 0.86
            long = chance_at(*at, 9) > 0
            width = size * ((11.5 if long else 8) + chance_at(*at, 10))
            depth = size * ((7 if long else 9) + chance_at(*at, 13))
            shadows += box(moved(at, (1.4, 2)), width, depth, angle)
            roof = box(at, width, depth, angle)
            if chance_at(*at, 14) > 0.35:
                slates += roof
            else:
                tiles += roof
            x, y = turned((width / 2, 0) if long else (0, depth / 2), angle)
            ridges += f"M{spot(moved(at, (-x, -y)))}L{spot(moved(at, (x, y)))}"
    edge = colours["roof-edge"]
    return (
        path(shadows, colours["shade"], fill_opacity=0.25)
        + path(tiles, colours["tiles"], stroke=edge, stroke_width=0.8)
        + path(slates, colours["slates"], stroke=edge, stroke_width=0.8)
        + path(ridges, stroke=edge, stroke_width=0.6, stroke_opacity=0.7)
    )


def _plots(land: Land, angle: float) -> list[Point]:
    """Where houses may stand, about the centre. In a square they stand closer, so that a row of them is seen on every
    side of a counter."""
    steps = range(-2, 3)
    if land.hexes:
        plots = [(column * 14.5 + (5 if row % 2 else 0), row * 13.0) for row in steps for column in steps]
    else:
        plots = [(column * 12.6, row * 12.6) for row in steps for column in steps]
    return [turned(plot, angle) for plot in plots]


def turned(point: Point, angle: float) -> Point:
    cos, sin = math.cos(angle), math.sin(angle)
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def box(at: Point, width: float, depth: float, angle: float) -> str:
    w, d = width / 2, depth / 2
    return closed([moved(at, turned(corner, angle)) for corner in ((-w, -d), (w, -d), (w, d), (-w, d))])


def tufts(land: Land, colours: Colours) -> str:
    """Here and there, on ground with nothing else to look at."""
    blades = ""
    far = land.reach * 0.75
    for cell, (x, y) in enumerate(land.centres):
        if land.features[cell]:
            continue
        for salt in (20, 23, 26):
            if chance_at(x, y, salt + 2) < 0.1:
                at = (x + chance_at(x, y, salt) * far, y + chance_at(x, y, salt + 1) * far)
                blades += f"M{spot(moved(at, (-3, -2)))}l1.6 3.4l1.4 -5l1.4 5l1.8 -3.6"
    return path(blades, stroke=colours["tuft"], stroke_width=0.9)


def scattered(land: Land, cell: int, pattern: str) -> str:
    """Small marks all over a cell, in the pattern of its ground."""
    if pattern == "plain":
        return ""
    length = 0.1 if pattern == "dots" else 5
    places = _places(land, cell, 15, 8)
    return "".join(f"M{spot(moved(land.centres[cell], place))}h{length}" for place in places)
