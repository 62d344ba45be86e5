"""Counters in pictures: one card per unit with its arm's symbol, strength, quality and facing."""

import math
from xml.sax.saxutils import escape

from ..battle.battle import Battle
from ..battle.unit import ARTILLERY, CAVALRY, COMMANDER, ELITE, INFANTRY, MACHINE_GUN, POOR, TRANSPORT
from ..scenario.telling.short_names import short_names
from .colours import USUAL, Colours
from .layout import Layout
from .marks import everyone_in, type_marks

HALF = 19.0  # of a counter's side
COLOURS = tuple((livery.fill, livery.rim) for livery in USUAL)
INK = "#1c1c1c"
# Where several counters stand in one cell, and how large they are.
PLACES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-14, -5), (14, 5)),  # side by side, so that both names and strengths can be read
    ((-11, -10), (11, -10), (0, 12)),
    ((-11, -11), (11, -11), (-11, 11), (11, 11)),
)
SCALES = (1.0, 0.72, 0.58, 0.55)

BOX = "M-12 -8h24v16h-24z"
SYMBOLS: tuple[tuple[int, str], ...] = (
    (MACHINE_GUN, '<path d="M0 6V-5M-3.5 -2L0 -6L3.5 -2M-5 6h10M-4 2h8"/>'),
    (COMMANDER, '<path d="M0 -6.5L1.7 -2H6.4L2.6 0.9L4 5.6L0 2.8L-4 5.6L-2.6 0.9L-6.4 -2H-1.7z" fill="#1c1c1c"/>'),
    (ARTILLERY, '<circle r="4.4" fill="#1c1c1c"/>'),
    (TRANSPORT, '<circle cx="-6" cy="3" r="3.4"/><circle cx="6" cy="3" r="3.4"/><path d="M-10 -3h20"/>'),
    (CAVALRY, '<path d="M-12 8L12 -8"/>'),
    (INFANTRY, '<path d="M-12 8L12 -8M-12 -8L12 8"/>'),
)


def counters(layout: Layout, battle: Battle, cell: int, colours: Colours) -> str:
    """All counters of a cell, the first on top."""
    units = everyone_in(battle, cell)
    crowd = min(len(units), len(PLACES))
    parts: list[str] = []
    for unit, (x, y) in reversed(list(zip(units[:crowd], PLACES[crowd - 1] if crowd else (), strict=True))):
        place = f"translate({x} {y}) scale({SCALES[crowd - 1]})"
        parts.append(f'<g transform="{place}">{counter(layout, battle, unit, colours)}</g>')
    return "".join(parts)


def counter(layout: Layout, battle: Battle, unit: int, colours: Colours) -> str:
    side = battle.side_of(unit)
    fill, rim, _ = colours[side]
    corner = 3 if side == 0 else 8
    name = short_names(battle)[battle.roster.unit_ids[unit]]
    size = min(8.5, round(62 / len(name), 1))  # so that the longest stays on the card
    card = f'x="{-HALF}" y="{-HALF}" width="{2 * HALF}" height="{2 * HALF}" rx="{corner}"'
    parts = [
        notch(layout, battle.facing[unit], rim),
        f'<rect {card} fill="{fill}" stroke="{rim}" stroke-width="1.6"/>',
        stripes() if side == 1 else "",
        f'<text y="-10" font-size="{size}" font-weight="bold" fill="#fff">{escape(name)}</text>',
        f'<g transform="translate(0 1)">{symbol(battle, unit)}</g>',
        pips(battle.strength[unit]),
        chevron(battle.roster.quality[unit]),
    ]
    return "".join(parts)


def notch(layout: Layout, facing: int, colour: str) -> str:
    """A pointer out of the counter towards the edge it faces."""
    angle = layout.angle(facing)
    turn = math.radians(angle)
    # Far enough out to clear the corner of the card when it points past one.
    edge = HALF * (abs(math.sin(turn)) + abs(math.cos(turn))) * (0.93 if layout.hexes and facing % 3 else 1.0)
    points = f"-8,{-edge:.1f} 0,{-edge - 9:.1f} 8,{-edge:.1f}"
    style = f'fill="{colour}" stroke="#fff" stroke-width="0.9"'
    return f'<polygon transform="rotate({angle:.0f})" points="{points}" {style}/>'


def stripes() -> str:
    """The pattern that tells the second side's cards from the first's without colour."""
    lines = ""
    for offset in range(-24, 30, 8):
        start, end = max(-HALF + 2, offset - HALF), min(HALF - 2, offset + HALF)
        lines += f"M{start} {start - offset:.1f}L{end} {end - offset:.1f}"
    return f'<path d="{lines}" stroke="#fff" stroke-width="1.5" stroke-opacity="0.45"/>'


def symbol(battle: Battle, unit: int) -> str:
    arms = battle.type_of[unit].arms
    box = f'<path d="{BOX}" fill="#fbf8ee" stroke="{INK}" stroke-width="1.3"/>'
    for arm, drawing in SYMBOLS:
        if arms & arm:
            return f'{box}<g fill="none" stroke="{INK}" stroke-width="1.3">{drawing}</g>'
    mark = type_marks(battle)[battle.type_of[unit].name]
    return f'{box}<text y="3.6" font-size="10" fill="{INK}">{mark}</text>'


def pips(strength: int) -> str:
    """A pip for each strength point; a number where there would be too many."""
    if strength > 6:
        return f'<text y="16.5" font-size="8" font-weight="bold" fill="#fff">{strength}</text>'
    start = -(strength - 1) * 2.9
    dots = "".join(f'<circle cx="{start + 5.8 * number:.1f}" cy="13.8" r="2.1"/>' for number in range(strength))
    return f'<g fill="#fff" stroke="{INK}" stroke-width="0.5">{dots}</g>'


def chevron(quality: int) -> str:
    if quality == ELITE:
        return '<path d="M10 -11l3 -4l3 4" fill="none" stroke="#ffd75e" stroke-width="2"/>'
    if quality == POOR:
        return '<path d="M10 -14l3 4l3 -4" fill="none" stroke="#fff" stroke-width="2"/>'
    return ""
