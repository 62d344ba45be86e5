"""A position as a picture: one self-contained SVG that needs no font, script or style from elsewhere."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from ..battle.battle import Battle
from ..grid.names import cell_name, column_name
from ..scenario.checking.schema import visible
from .colours import USUAL, WIDE, Colours, flag
from .counters import counters, stripes
from .ground.terrain import landscape
from .layout import MARGIN, SQUARE_SIDE, Layout

CAPTION = 30.0  # the height of the title, and of the line that names the sides

PAPER = "#f7f4ea"

FLAG = 27.0  # how wide a flag is beside the name of its side

LETTER = 0.6  # the width of a letter, as a share of the type size

# Something extra to draw under the counters.
Layer = Callable[[Layout], str]


def picture(
    battle: Battle, country: str, title: str = "", layers: Sequence[Layer] = (), colours: Colours = USUAL
) -> str:
    layout = Layout(battle.field.grid, CAPTION if title else 0.0)
    under = [layer(layout) for layer in layers]
    below = backdrop(layout, battle, country, colours)
    return framed(layout, title, [*below, *under, *units(layout, battle, colours), _title(layout, title)])


def framed(layout: Layout, title: str, parts: list[str]) -> str:
    """The parts as one picture on its paper."""
    width, height = layout.width, layout.top + layout.height + CAPTION
    heading = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" text-anchor="middle" role="img">'
    )
    name = f"<title>{escape(visible(title or 'A battle'))}</title>"
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>'
    return "\n".join([heading, name, paper, *(part for part in parts if part), "</svg>"]) + "\n"


def backdrop(layout: Layout, battle: Battle, country: str, colours: Colours = USUAL) -> list[str]:
    """All but the counters: the ground, the names of its cells, and whose colours are whose."""
    names = [_placed(layout, cell, _name(layout, cell)) for cell in range(layout.grid.cells)]
    return [*ground(layout, battle, country), *names, _edge_names(layout), _sides(layout, battle, colours)]


def units(layout: Layout, battle: Battle, colours: Colours = USUAL) -> list[str]:
    return [_placed(layout, cell, counters(layout, battle, cell, colours)) for cell in range(layout.grid.cells)]


def ground(layout: Layout, battle: Battle, country: str, paper: str = PAPER) -> list[str]:
    """The board itself, under names and counters."""
    parts = "\n".join(part for part in landscape(battle, country, paper) if part)
    down = f' transform="translate(0 {layout.top:.0f})"' if layout.top else ""
    return [f'<g stroke-linejoin="round" stroke-linecap="round"{down}>\n{parts}\n</g>']


def _placed(layout: Layout, cell: int, drawing: str) -> str:
    x, y = layout.centre(cell)
    return f'<g transform="translate({x:.1f} {y:.1f})">{drawing}</g>' if drawing else ""


def _name(layout: Layout, cell: int) -> str:
    """Hexes carry their names: the rows zigzag, so letters and numbers at the edges would mislead."""
    if not layout.hexes:
        return ""
    text = f'y="{-layout.reach + 9.5:.1f}" font-size="8" font-weight="bold"'
    name = cell_name(layout.grid, cell)
    halo = f'<text {text} stroke="#f3efdc" stroke-width="2.2" stroke-opacity="0.8">{name}</text>'
    return f'{halo}<text {text} fill="#4a4636">{name}</text>'


def _edge_names(layout: Layout) -> str:
    grid = layout.grid
    if layout.hexes:
        return ""
    parts: list[str] = []
    for column in range(grid.columns):
        x = MARGIN + SQUARE_SIDE * (column + 0.5)
        for y in (layout.top + MARGIN - 8, layout.top + layout.height - MARGIN + 17):
            parts.append(f'<text x="{x:.0f}" y="{y:.0f}">{column_name(column)}</text>')
    for row in range(grid.rows):
        y = layout.centre(row * grid.columns)[1] + 4
        for x in (MARGIN - 12, layout.width - MARGIN + 12):
            parts.append(f'<text x="{x:.0f}" y="{y:.0f}">{row + 1}</text>')
    return f'<g font-size="12" fill="#4a4636">{"".join(parts)}</g>'


def _title(layout: Layout, title: str) -> str:
    if not title:
        return ""
    x = layout.width / 2
    return f'<text x="{x:.0f}" y="26" font-size="18" font-weight="bold" fill="#2f2b20">{escape(visible(title))}</text>'


def _sides(layout: Layout, battle: Battle, colours: Colours) -> str:
    """The two sides' cards with their names and flags, in the margin below."""
    parts: list[str] = []
    y = layout.top + layout.height + 4
    room = layout.width / 2 - MARGIN - 16 - (FLAG + 5 if any(livery.flag for livery in colours) else 0)
    size = min(14.0, *(room / (LETTER * max(1, len(name))) for name in battle.roster.side_names))
    for side, name in enumerate(battle.roster.side_names):
        x = MARGIN + 12 + side * layout.width / 2
        fill, rim, own = colours[side]
        corner = 3 if side == 0 else 8
        card = f'<rect x="-19" y="-19" width="38" height="38" rx="{corner}" fill="{fill}" stroke="{rim}"/>'
        striped = stripes() if side == 1 else ""
        parts.append(f'<g transform="translate({x:.0f} {y:.0f}) scale(0.5)">{card}{striped}</g>')
        start = x + 18
        if own is not None:
            place = f"translate({start:.0f} {y - FLAG / 3:.1f}) scale({FLAG / WIDE:.3f})"
            parts.append(f'<g transform="{place}">{flag(own)}</g>')
            start += FLAG + 5
        label = f'<text x="{start:.0f}" y="{y + 5:.0f}" text-anchor="start" font-size="{size:.4g}" fill="#2f2b20">'
        parts.append(f"{label}{escape(visible(name))}</text>")
    return "".join(parts)
