"""Terrain in pictures: what a printed map shows, drawn about the centre of each cell or joined to its neighbours."""

import math
import random
from xml.sax.saxutils import escape

from ..battle.battle import Battle
from ..battle.terrain import (
    BRIDGE,
    BUILT_UP,
    FORD,
    FORTIFICATION,
    GAS,
    HILL_1,
    HILL_2,
    MINEFIELD,
    RIVER,
    ROAD,
    TRENCH,
    WIRE,
    WOODS,
    height,
    undrawn,
)
from .layout import Layout, Point

OPEN = "#e9e6c9"
GROUND = ((WOODS, "#cbdba6"), (HILL_2, "#cba96a"), (HILL_1, "#dfc892"), (BUILT_UP, "#ddd5c4"))
# The ground of a country, as the page paints it (`web/src/board/board.css`): open, then as in GROUND.
COUNTRIES = {
    "meadow": ("#dfe3b4", "#b2cc8a", "#c9a05f", "#ddc38c", "#d9cdb6"),
    "autumn": ("#e8e0b9", "#bdcf90", "#c9a05f", "#ddc38c", "#d9cdb6"),
    "veldt": ("#efdcae", "#d3cf93", "#cb915a", "#e0b67e", "#d9cdb6"),
    "heath": ("#dddcc4", "#b4c2a0", "#b09f7c", "#c9bd9d", "#d9cdb6"),
}
CONTOUR = "#8a6430"
WALL = 0.93  # how far out from the centre of its cell a wall stands


def ground(layout: Layout, battle: Battle, cell: int, country: str = "") -> str:
    features = battle.features[cell]
    bare, *covered = COUNTRIES.get(country) or (OPEN, *(colour for _, colour in GROUND))
    colour = next((colour for (bit, _), colour in zip(GROUND, covered, strict=True) if features & bit), "")
    colour = colour or next((row.tint for row in undrawn(features, battle.field.terrain)), bare)
    return f'<polygon points="{layout.outline()}" fill="{colour}"/>'


def contours(layout: Layout, battle: Battle, cell: int) -> str:
    """A line with hachures along every edge where the ground falls."""
    own = height(battle.features[cell])
    parts: list[str] = []
    for facing, other in enumerate(battle.field.grid.neighbour[cell]):
        if own and other >= 0 and height(battle.features[other]) < own:
            parts.append(_hachures(*layout.edge(facing), own))
    return "".join(parts)


def _hachures(start: Point, end: Point, steep: int) -> str:
    path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    length = 5 + 2 * steep
    for step in range(1, 9):
        x = start[0] + (end[0] - start[0]) * step / 9
        y = start[1] + (end[1] - start[1]) * step / 9
        away = math.hypot(x, y)
        path += f"M{x:.1f} {y:.1f}L{x - x / away * length:.1f} {y - y / away * length:.1f}"
    return f'<path d="{path}" fill="none" stroke="{CONTOUR}" stroke-width="{0.8 + 0.5 * steep:.1f}"/>'


def trees(layout: Layout, cell: int) -> str:
    """Trees around the middle of the cell, where a counter does not hide them; always the same ones."""
    chance = random.Random(cell)
    parts: list[str] = []
    for number in range(11):
        angle = math.tau * (number + chance.uniform(-0.25, 0.25)) / 11
        away = layout.reach * chance.uniform(0.66, 0.86)
        parts.append(_tree(away * math.sin(angle), -away * math.cos(angle), chance.uniform(4.6, 6.2)))
    parts += [_tree(-7, 2, 5.5), _tree(7, 5, 6), _tree(1, -7, 5)]
    return "".join(parts)


def _tree(x: float, y: float, size: float) -> str:
    trunk = f'<path d="M{x:.1f} {y:.1f}v{size * 1.3:.1f}" stroke="#6b4a2b" stroke-width="1.6"/>'
    crown = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="#5c8a3f" stroke="#35592a" stroke-width="0.8"/>'
    light = f'<circle cx="{x - size / 3:.1f}" cy="{y - size / 3:.1f}" r="{size / 2.6:.1f}" fill="#86b35f"/>'
    return trunk + crown + light


def houses(layout: Layout) -> str:
    """Houses where a counter in the middle leaves them to be seen, and one that it hides."""
    out, up = (25, 9) if layout.hexes else (21, 20)
    spots = ((-out, -up), (out, -up), (out, up), (-out, up), (0, -2))
    roofs = ("#a8513a", "#8d4a3c", "#b4643f", "#94543f", "#a8513a")
    return "".join(_house(x, y, roof) for (x, y), roof in zip(spots, roofs, strict=True))


def _house(x: float, y: float, roof: str) -> str:
    wall = f'<path d="M{x - 7:.1f} {y:.1f}h14v8h-14z" fill="#f4ecdc" stroke="#5b4636" stroke-width="0.8"/>'
    door = f'<path d="M{x - 1.5:.1f} {y + 8:.1f}v-4.5h3v4.5z" fill="#5b4636"/>'
    top = f"M{x - 8.5:.1f} {y:.1f}l8.5 -7l8.5 7z"
    return f'{wall}{door}<path d="{top}" fill="{roof}" stroke="#5b4636" stroke-width="0.8"/>'


def ways(layout: Layout, battle: Battle, cell: int, feature: int) -> list[Point]:
    """Where a road or river leaves its cell: towards neighbours that carry it on, and where it would only end, into
    the town or fort beside it or off the board."""
    around = battle.field.grid.neighbour[cell]
    joined = [facing for facing, other in enumerate(around) if other >= 0 and battle.features[other] & feature]
    if len(joined) == 1:
        onward = layout.grid.opposite(joined[0])
        leads_to = around[onward]
        if leads_to < 0 or (feature == ROAD and battle.features[leads_to] & (BUILT_UP | FORTIFICATION)):
            joined.append(onward)
    return [layout.towards(facing, layout.reach) for facing in joined]


def _ribbon(points: list[Point], width: float, colour: str) -> str:
    if not points:
        return f'<circle r="{width * 0.9:.1f}" fill="{colour}"/>'
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        path = f"M{x1:.1f} {y1:.1f}Q0 0 {x2:.1f} {y2:.1f}"
        end = ""
    else:
        path = "".join(f"M0 0L{x:.1f} {y:.1f}" for x, y in points)
        end = f'<circle r="{width / 2:.1f}" fill="{colour}"/>'
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>{end}'


def ribbons(layout: Layout, battle: Battle, cell: int, feature: int, width: float, colour: str) -> str:
    """One coat of a river or road: banks of all cells are laid before any water, so that no joint shows."""
    if not battle.features[cell] & feature:
        return ""
    return _ribbon(ways(layout, battle, cell, feature), width, colour)


COATS = ((RIVER, 19.0, "#4a7fa6"), (RIVER, 16.0, "#79aed2"), (ROAD, 9.0, "#7a6244"), (ROAD, 6.4, "#efdfb8"))


def crossing(layout: Layout, battle: Battle, cell: int) -> str:
    features = battle.features[cell]
    if features & BRIDGE:
        return bridge(ways(layout, battle, cell, ROAD))
    if features & FORD:
        spots = ((-7, -6), (0, 0), (7, 6), (-7, 6), (7, -6))
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in spots)
        return f'<g fill="#e6d7ae" stroke="#927b45" stroke-width="0.7">{dots}</g>'
    return ""


def bridge(points: list[Point]) -> str:
    """Two parapets along the road."""
    x, y = points[0] if points else (0.0, -1.0)
    angle = math.degrees(math.atan2(x, -y))
    rails = "M-6.5 -13l-3 -3M-6.5 -13V13l-3 3M6.5 -13l3 -3M6.5 -13V13l3 3"
    return f'<path transform="rotate({angle:.0f})" d="{rails}" fill="none" stroke="#4b3b28" stroke-width="2.4"/>'


def fortification(layout: Layout, battle: Battle, cell: int) -> str:
    """Walls where the fortification ends, with a tower at each of their corners."""
    walls = ""
    corners: dict[Point, None] = {}
    for facing, other in enumerate(battle.field.grid.neighbour[cell]):
        if other < 0 or not battle.features[other] & FORTIFICATION:
            start, end = layout.edge(facing)
            corners.update({start: None, end: None})
            walls += f"M{start[0] * WALL:.1f} {start[1] * WALL:.1f}L{end[0] * WALL:.1f} {end[1] * WALL:.1f}"
    towers = "".join(f'<circle cx="{x * WALL:.1f}" cy="{y * WALL:.1f}" r="4.6"/>' for x, y in corners)
    return (
        f'<path d="{walls}" stroke="#57524a" stroke-width="5"/><path d="{walls}" stroke="#d6d0c4" stroke-width="2"/>'
        f'<g fill="#a9a398" stroke="#4e4a44">{towers}</g>'
    )


def trench(layout: Layout) -> str:
    """A traversed line across the north and the south of the cell."""
    half = layout.reach * 0.72
    step = 2 * half / 6
    path = ""
    for y in (-layout.reach * 0.8, layout.reach * 0.68):
        path += f"M{-half:.1f} {y:.1f}" + f"h{step:.1f}v5h{step:.1f}v-5" * 3
    return (
        f'<path d="{path}" fill="none" stroke="#5d4327" stroke-width="4"/>'
        f'<path d="{path}" fill="none" stroke="#b99b6b" stroke-width="1.4"/>'
    )


def wire(layout: Layout) -> str:
    y = layout.reach * 0.86
    step = layout.reach * 1.1 / 6
    crosses = "".join(f"M{x * step - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6" for x in range(-3, 4))
    line = f"M{-3.4 * step:.1f} {y:.1f}H{3.4 * step:.1f}"
    return f'<path d="{line}{crosses}" fill="none" stroke="#3c3c3c" stroke-width="1.2"/>'


def mines(layout: Layout) -> str:
    away = layout.reach * 0.72
    spots = ((-1, 0), (1, 0), (-0.6, -0.8), (0.6, 0.8), (0.6, -0.8), (-0.6, 0.8))
    dots = "".join(f'<circle cx="{x * away:.1f}" cy="{y * away:.1f}" r="3.2"/>' for x, y in spots)
    return f'<g fill="#2f2f2f" stroke="#e9e6c9" stroke-width="1">{dots}</g>'


def cloud(layout: Layout) -> str:
    size = layout.reach * 0.42
    spots = ((-0.5, 0.1), (0.5, 0.15), (0, -0.4), (-0.1, 0.5), (0.1, 0))
    puffs = (f'<circle cx="{x * layout.reach:.1f}" cy="{y * layout.reach:.1f}" r="{size:.1f}"/>' for x, y in spots)
    return f'<g fill="#9aa83a" fill-opacity="0.35">{"".join(puffs)}</g>'


def lettered(layout: Layout, letter: str, number: int) -> str:
    """A feature without a drawing: its letter in the corner, on the ground of its tint."""
    x, y = -layout.reach * 0.72 + 14 * number, -layout.reach * 0.7
    letter = escape(letter)
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" font-weight="bold" fill="{CONTOUR}">{letter}</text>'


def on_top(layout: Layout, battle: Battle, cell: int) -> str:
    """What stands on the ground of a cell, above rivers and roads."""
    features = battle.features[cell]
    parts: list[str] = []
    if features & WOODS:
        parts.append(trees(layout, cell))
    if features & BUILT_UP:
        parts.append(houses(layout))
    if features & FORTIFICATION:
        parts.append(fortification(layout, battle, cell))
    if features & TRENCH:
        parts.append(trench(layout))
    if features & WIRE:
        parts.append(wire(layout))
    if features & MINEFIELD:
        parts.append(mines(layout))
    if features & GAS:
        parts.append(cloud(layout))
    rows = undrawn(features, battle.field.terrain)
    parts += [lettered(layout, row.letter, number) for number, row in enumerate(rows)]
    return "".join(parts)
