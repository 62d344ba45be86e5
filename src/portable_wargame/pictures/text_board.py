"""The board as text for a terminal, in colour or without: every mark is also a letter or a sign.

A cell is three lines: its terrain, on the line between it and the cell to the north, and two lines for units. The
type marks of the first side are written in capitals, those of the second in lower case.
"""

from collections.abc import Iterable, Mapping

from rich.text import Text

from ..battle.battle import NOBODY, Battle
from ..battle.naming import plain
from ..battle.side import SIDES
from ..battle.terrain import (
    GAS,
    TERRAIN,
    Feature,
    features_in,
)
from ..battle.unit import AVERAGE, ELITE
from ..game.changes import is_hidden
from ..grid.names import cell_name, column_name
from ..rules.movement.hiding import blinds
from .canvas import Canvas
from .labels import label
from .marks import everyone_in, to_be_held, type_marks

WIDE = 7  # characters for what stands in a cell
NARROW = 4  # for boards that would not fit otherwise
MARGIN = 3  # for the row numbers
SHORTEST_ID = 3

SIDE_STYLES = ("bold white on dark_red", "bold white on blue3")
ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←", "ne": "↗", "se": "↘", "sw": "↙", "nw": "↖"}
LINES = "grey50"
OBJECTIVE = "★"  # over the ground of a cell that a side has to hold
HIDDEN = "?"

CLOUD = "%"  # for gas, which is not a map feature


Marked = dict[int, int]  # by cell, the side whose hidden unit or dummy lies there


def board(battle: Battle, width: int = 100, eyes: int = NOBODY) -> Text:
    """The board with its coordinates, in cells as wide as `width` allows, and a legend of what is on it; it marks
    hidden places that all may see and, for the viewing side, whatever that side has hidden itself."""
    grid = battle.field.grid
    draw = _hexes if grid.faces == 6 else _squares
    marked = {cell: side for side in SIDES for cell in blinds(battle, side)}
    marked |= {one.cell: eyes for one in battle.concealed if one.side == eyes and is_hidden(battle, one)}
    canvas = draw(battle, WIDE, marked)
    if canvas.width > width:
        canvas = draw(battle, NARROW, marked)
    text = canvas.text()
    text.append("\n")
    text.append(legend(battle, bool(marked)))
    return text


def _squares(battle: Battle, inner: int, marked: Marked) -> Canvas:
    grid = battle.field.grid
    pitch = inner + 1
    canvas = Canvas(MARGIN + grid.columns * pitch + 1, grid.rows * 3 + 3)
    for cell in range(grid.cells):
        x = MARGIN + grid.column(cell) * pitch
        y = 1 + (grid.rows - 1 - grid.row(cell)) * 3
        canvas.write(x, y, "+" + "-" * inner + "+", LINES)
        for line in (1, 2):
            canvas.write(x, y + line, "|", LINES)
            canvas.write(x + pitch, y + line, "|", LINES)
        _fill(canvas, battle, cell, x + 1, y, [inner] * 3, marked)
    for column in range(grid.columns):
        canvas.write(MARGIN + column * pitch, grid.rows * 3 + 1, "+" + "-" * inner + "+", LINES)
        for y in (0, grid.rows * 3 + 2):
            canvas.write(MARGIN + 1 + column * pitch + (inner - 1) // 2, y, column_name(column))
    for row in range(grid.rows):
        canvas.write(0, 2 + (grid.rows - 1 - row) * 3, f"{row + 1:2}")
    return canvas


def _hexes(battle: Battle, inner: int, marked: Marked) -> Canvas:
    """Flat-topped hexes, four lines each; columns b, d, f, ... stand two lines higher."""
    grid = battle.field.grid
    canvas = Canvas(MARGIN + grid.columns * inner + 2, grid.rows * 4 + 5)
    for cell in range(grid.cells):
        column = grid.column(cell)
        x = MARGIN + column * inner
        y = 1 + (grid.rows - 1 - grid.row(cell)) * 4 + (0 if column % 2 else 2)
        flat = "_" * (inner - 2)
        canvas.write(x + 2, y, flat, LINES)
        for line, left, right, inset in ((1, "/", "\\", 1), (2, "/", "\\", 0), (3, "\\", "/", 0), (4, "\\", "/", 1)):
            canvas.write(x + inset, y + line, left, LINES)
            canvas.write(x + inner + 1 - inset, y + line, right, LINES)
        canvas.write(x + 2, y + 4, flat, LINES)
        if not everyone_in(battle, cell):
            canvas.write(x + 1, y + 2, cell_name(grid, cell).center(inner), "dim")
        _fill(canvas, battle, cell, x + 1, y + 1, [inner - 2, inner, inner], marked)
    for column in range(grid.columns):
        x = MARGIN + column * inner + inner // 2 + 1
        canvas.write(x, 0 if column % 2 else 2, column_name(column), "bold")
    for row in range(grid.rows):
        canvas.write(0, 5 + (grid.rows - 1 - row) * 4, f"{row + 1:2}")
    return canvas


def _fill(canvas: Canvas, battle: Battle, cell: int, x: int, y: int, widths: list[int], marked: Marked) -> None:
    """Terrain on the first line, units on the next two, on the ground that the terrain gives."""
    features = battle.features[cell]
    rows = telling_first(features_in(features, battle.field.terrain))
    ground = next((row.shade for row in rows if row.shade), "")
    for line, width in enumerate(widths):
        indent = (widths[-1] - width) // 2
        canvas.shade(x + indent, y + line, width, ground)
    first = widths[0]
    signs = terrain_signs(features, battle.field.terrain)
    if signs:
        repeated = (signs * first)[: max(len(signs), first - first % len(signs))]
        canvas.write(x + (widths[-1] - first) // 2, y, repeated[:first], "bold bright_white" if ground else "bold")
    if cell in to_be_held(battle):
        canvas.write(x + (widths[-1] - first) // 2 + first - 1, y, OBJECTIVE, "bold yellow")
    lines = _unit_lines(battle, cell, widths[-1])
    if not lines and cell in marked:
        lines = [(HIDDEN.center(widths[-1]), marked[cell])]
    for line, (text, side) in enumerate(lines, 1):
        canvas.write(x, y + line, text, SIDE_STYLES[side])


def telling_first(rows: Iterable[Feature]) -> list[Feature]:
    """From the most to the least telling; a feature not in the list comes last."""
    return sorted(rows, key=lambda row: row.telling or len(TERRAIN) + 1)


def terrain_signs(features: int, terrain: Mapping[str, Feature] = TERRAIN) -> str:
    """One sign for each feature, without those that another implies."""
    return (CLOUD if features & GAS else "") + "".join(
        row.sign or row.letter for row in telling_first(features_in(features, terrain))
    )


def _unit_lines(battle: Battle, cell: int, inner: int) -> list[tuple[str, int]]:
    """The units of a cell in two lines, with their sides. A third unit and more are only counted."""
    units = everyone_in(battle, cell)
    if not units:
        return []
    marks = type_marks(battle)
    side = battle.side_of(units[0])
    if inner < WIDE:
        more = "&" if len(units) > 1 else ""
        return [
            (_facing_line(battle, units[0], inner), side),
            (f"{_strength(battle, units[0], marks)}"[: inner - len(more)] + more, side),
        ]
    if len(units) == 1 and len(_id(battle, units[0]) + _rest(battle, units[0], marks)) > inner:
        return [(_facing_line(battle, units[0], inner), side), (_strength(battle, units[0], marks), side)]
    lines = [(_unit_line(battle, unit, marks, inner), battle.side_of(unit)) for unit in units[:2]]
    if len(units) > 2:
        more = f"&{len(units) - 1}"
        lines[1] = (_unit_line(battle, units[1], marks, inner - len(more)) + more, lines[1][1])
    return lines


def _facing_line(battle: Battle, unit: int, inner: int) -> str:
    return label(battle, unit, inner - 1) + _arrow(battle, unit)


def _unit_line(battle: Battle, unit: int, marks: dict[str, str], inner: int) -> str:
    """Id, facing, type, strength, quality. The id gives way, because the list of choices has it in full."""
    rest = _rest(battle, unit, marks)
    return (label(battle, unit, max(inner - len(rest), SHORTEST_ID)) + rest)[:inner]


def _rest(battle: Battle, unit: int, marks: dict[str, str]) -> str:
    return _arrow(battle, unit) + _strength(battle, unit, marks)


def _id(battle: Battle, unit: int) -> str:
    return battle.roster.unit_ids[unit]


def _arrow(battle: Battle, unit: int) -> str:
    if battle.roster.hidden[unit] and any(one.unit == unit for one in battle.concealed):
        return HIDDEN  # it has not yet turned to face its finder
    return ARROWS[battle.field.grid.shape.facings[battle.facing[unit]]]


def _strength(battle: Battle, unit: int, marks: dict[str, str]) -> str:
    mark = marks[battle.type_of[unit].name]
    if battle.side_of(unit) == 1:
        mark = mark.lower()
    points = str(battle.strength[unit]) if battle.strength[unit] else ""
    return mark + points + quality_mark(battle.roster.quality[unit])


def quality_mark(quality: int) -> str:
    if quality == AVERAGE:
        return ""
    return "+" if quality == ELITE else "-"


def legend(battle: Battle, has_marks: bool = False) -> str:
    """The meaning of the signs on this board only."""
    on_board = "".join(terrain_signs(features, battle.field.terrain) for features in set(battle.features))
    rows = telling_first(battle.field.terrain.values())
    signs = [(CLOUD, "gas"), *((row.sign or row.letter, row.name) for row in rows)]
    terrain = [f"{sign} {name}" for sign, name in signs if sign in on_board]
    if to_be_held(battle):
        terrain.append(f"{OBJECTIVE} objective")
    if has_marks:
        terrain.append(f"{HIDDEN} hidden unit or dummy")
    types = [f"{mark} {plain(name)}" for name, mark in type_marks(battle).items()]
    names = battle.roster.side_names
    sides = [f"CAPITALS {names[0]}", f"lower case {names[1]}"]
    qualities = {quality_mark(quality) for quality in battle.roster.quality}
    extra = [f"{mark} {name}" for mark, name in (("+", "elite"), ("-", "poor")) if mark in qualities]
    return "\n".join("  ".join(part) for part in (terrain, types, sides + extra) if part)
