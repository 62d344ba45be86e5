"""Terrain in pictures: the map as a printer would lay it down, layers from the ground up, each in one colour; the same
layers as the page has (`web/src/board/ground/terrain.ts`)."""

from functools import lru_cache
from xml.sax.saxutils import escape

from ...battle.battle import Battle
from ...battle.terrain import BUILT_UP, CHANGING, GAS, RIVER, ROAD, WOODS, Feature, undrawn
from ...grid.grid import Grid
from ..layout import MARGIN
from .country import COUNTRIES, USUAL, Colours
from .growth import houses, scattered, trees, tufts
from .land import Land, Style, closed, moved, path
from .outlines import Smoothing, hachures, hard_outline, soft_outline
from .ways import broads, lines
from .works import bridges, floors, fords, mines, trench, walls, wire


def landscape(battle: Battle, country: str, paper: str) -> list[str]:
    """The board, and the paper around it, which covers anything that runs over the edge."""
    grid = battle.field.grid
    land = Land(grid, tuple(battle.features))
    colours = _colours(country)
    edge = hard_outline(land, range(grid.cells))
    others = _others(land, battle)
    return [
        path(edge, colours["open"]),
        *(_area(land, row, cells) for row, cells in others),
        *(_marks(land, row, cells, colours) for row, cells in others),
        _lasting(grid, tuple(features & ~CHANGING for features in battle.features), country),
        *(_letters(land, row, cells, number, colours) for number, (row, cells) in enumerate(others)),
        _gridlines(land, colours),
        wire(land, colours),
        mines(land, colours),
        _clouds(land),
        _surroundings(land, edge, paper),
        path(edge, stroke=colours["ink"], stroke_width=1.6, stroke_opacity=0.75),
    ]


def _colours(country: str) -> Colours:
    return COUNTRIES.get(country, USUAL)


@lru_cache(maxsize=8)
def _lasting(grid: Grid, features: tuple[int, ...], country: str) -> str:
    """The part that never changes in a battle: a report shows the same map turn after turn."""
    land = Land(grid, features)
    colours = _colours(country)
    river, road = lines(land, RIVER), lines(land, ROAD)
    broad = broads(land)
    shine: Style = {"stroke": colours["shine"], "stroke_width": 1.3, "stroke_dasharray": "9 13 4 11"}
    layers = [
        tufts(land, colours),
        _hill(land, 1, colours),
        _hill(land, 2, colours),
        _woods(land, colours),
        path(soft_outline(land, land.cells(BUILT_UP), Smoothing(1, 1, 8)), colours["town"], fill_opacity=0.9),
        path(river + broad, stroke=colours["bank"], stroke_width=19),
        path(river, stroke=colours["water"], stroke_width=16),
        path(broad, colours["water"], stroke=colours["water"], stroke_width=16),
        path(river, **shine),
        fords(land, colours),
        floors(land, colours),
        path(road, stroke=colours["road-edge"], stroke_width=8.4),
        path(road, stroke=colours["road"], stroke_width=6),
        bridges(land, colours),
        trench(land, colours),
        houses(land, colours),
        trees(land, colours),
        walls(land, colours),
    ]
    return "".join(layers)


def _woods(land: Land, colours: Colours) -> str:
    outline = soft_outline(land, land.cells(WOODS), Smoothing(2, 3.5, 5))
    rim: Style = {"stroke": colours["crown-rim"], "stroke_width": 0.7, "stroke_opacity": 0.45}
    return path(outline, colours["forest"], fill_opacity=0.9, **rim)


def _hill(land: Land, step: int, colours: Colours) -> str:
    """A step of a hill: its slope, the contour at its foot, the one above it, and hachures down from that."""
    high = land.heights(step)
    foot = Smoothing(3 if step == 1 else 6, 4, step)
    brow = foot._replace(inset=foot.inset + 7)
    slope = soft_outline(land, high, foot)
    contour: Style = {"stroke": colours["contour"], "stroke_opacity": 0.8}
    return (
        path(slope, colours[f"hill-{step}"])
        + path(hachures(land, high, brow, 8), stroke_width=0.8, stroke_linecap="butt", **contour)
        + path(slope, stroke=colours["contour"], stroke_width=1.4)
        + path(soft_outline(land, high, brow), colours[f"hill-{step}-top"], stroke_width=0.7, **contour)
    )


Cells = list[int]


def _others(land: Land, battle: Battle) -> list[tuple[Feature, Cells]]:
    """Features without a drawing, and where they are."""
    found: dict[str, tuple[Feature, Cells]] = {}
    for cell, features in enumerate(land.features):
        for row in undrawn(features, battle.field.terrain):
            found.setdefault(row.name, (row, []))[1].append(cell)
    return list(found.values())


def _area(land: Land, row: Feature, cells: Cells) -> str:
    return path(soft_outline(land, cells, Smoothing(1, 2, len(row.name))), row.tint, fill_opacity=0.75)


def _marks(land: Land, row: Feature, cells: Cells, colours: Colours) -> str:
    marks = "".join(scattered(land, cell, row.pattern) for cell in cells)
    return path(marks, stroke=colours["contour"], stroke_width=1.8, stroke_opacity=0.7)


def _letters(land: Land, row: Feature, cells: Cells, number: int, colours: Colours) -> str:
    """A letter in the corner of each cell."""
    corner = land.reach * 0.72
    spots = [moved(land.centres[cell], (12 * number - corner, 8 - corner)) for cell in cells]
    texts = (f'<text x="{x:.1f}" y="{y:.1f}">{escape(row.letter)}</text>' for x, y in spots)
    return f'<g font-size="11" font-weight="bold" fill="{colours["ink"]}">{"".join(texts)}</g>'


def _gridlines(land: Land, colours: Colours) -> str:
    cells = (closed([moved(centre, corner) for corner in land.layout.corners]) for centre in land.centres)
    return path("".join(cells), stroke=colours["grid"], stroke_width=0.9, stroke_opacity=0.42)


def _clouds(land: Land) -> str:
    spots = ((-0.5, 0.1), (0.5, 0.15), (0, -0.4), (-0.1, 0.5), (0.1, 0))
    size = land.reach * 0.42
    puffs = ""
    for cell in land.cells(GAS):
        x, y = land.centres[cell]
        for across, down in spots:
            puffs += f'<circle cx="{x + across * land.reach:.1f}" cy="{y + down * land.reach:.1f}" r="{size:.1f}"/>'
    return f'<g fill="#b9b83a" fill-opacity="0.35">{puffs}</g>' if puffs else ""


def _surroundings(land: Land, edge: str, paper: str) -> str:
    """The sheet without the board: the board is a hole in it."""
    right, down = land.layout.width + MARGIN, land.layout.height + MARGIN
    return path(f"M0 0V{down:.0f}H{right:.0f}V0Z{edge}", paper)
