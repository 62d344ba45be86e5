"""Whose colours are whose: a side's own, with its flag, if the scenario gives it any; else the usual red and blue."""

from typing import NamedTuple

from ..scenario.model import Flag, Scenario

DARKER = 0.6  # how much of a colour is left in the rim of its counters


class Livery(NamedTuple):
    """One side's colours."""

    fill: str  # of its counters: #rrggbb
    rim: str
    flag: Flag | None = None


Colours = tuple[Livery, Livery]

USUAL: Colours = (Livery("#a8262a", "#6b1114"), Livery("#2e62a8", "#153560"))


def colours_of(scenario: Scenario) -> Colours:
    """The liveries of both sides, in the order of the scenario."""
    first, second = (_livery(side.colour, side.flag, usual) for side, usual in zip(scenario.sides, USUAL, strict=True))
    return first, second


def _livery(colour: str, flag: Flag | None, usual: Livery) -> Livery:
    if not colour:
        return usual._replace(flag=flag)
    return Livery(colour, darker(colour), flag)


def darker(colour: str) -> str:
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * DARKER):02x}" for at in (1, 3, 5))


WIDE, HIGH = 54.0, 36.0  # of a flag as drawn; scale it to fit


def flag(one: Flag) -> str:
    """The flag as SVG, its upper left corner at the origin. The ground comes first, as in the format."""
    colours = one.colours
    # The edge of a cross, if it has one, and then the cross itself.
    arms = [(colours[2], 12), (colours[1], 7)] if len(colours) > 2 else [(colours[-1], 9)]
    parts = [_box(0, 0, WIDE, HIGH, colours[0])]
    if one.pattern == "horizontal":
        size = HIGH / len(colours)
        parts += [_box(0, number * size, WIDE, size, colour) for number, colour in enumerate(colours)]
    elif one.pattern == "vertical":
        size = WIDE / len(colours)
        parts += [_box(number * size, 0, size, HIGH, colour) for number, colour in enumerate(colours)]
    elif one.pattern == "diagonal":
        parts.append(f'<path d="M0 36L54 0V36Z" fill="{colours[1]}"/>')
    elif one.pattern == "quarters":
        _, second, third, fourth = (
            [*colours, colours[1], colours[0]][:4] if len(colours) != 3 else [*colours, colours[0]]
        )
        parts += [_box(27, 0, 27, 18, second), _box(0, 18, 27, 18, third), _box(27, 18, 27, 18, fourth)]
    elif one.pattern in ("cross", "nordic-cross"):
        middle = 19 if one.pattern == "nordic-cross" else 27
        for colour, wide in arms:
            parts += [_box(0, 18 - wide / 2, WIDE, wide, colour), _box(middle - wide / 2, 0, wide, HIGH, colour)]
    elif one.pattern == "saltire":
        parts += [_saltire(colour, wide) for colour, wide in arms]
    elif one.pattern == "border":
        parts = [_box(0, 0, WIDE, HIGH, colours[1]), _box(6, 6, WIDE - 12, HIGH - 12, colours[0])]
    elif one.pattern == "disc":
        parts.append(f'<circle cx="27" cy="18" r="11" fill="{colours[1]}"/>')
    edge = '<rect x="0.5" y="0.5" width="53" height="35" fill="none" stroke="#1c1c1c" stroke-opacity="0.5"/>'
    return "".join([*parts, edge])


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _saltire(colour: str, wide: float) -> str:
    """Two bands from corner to corner, cut off at the flag's edge."""
    across, down = wide * 0.6, wide * 0.4  # how far along the edges a band reaches from its corner
    x, y = f"{WIDE - across:g}", f"{HIGH - down:g}"
    falling = f"M0 0H{across:g}L54 {y}V36H{x}L0 {down:g}Z"
    rising = f"M54 0H{x}L0 {y}V36H{across:g}L54 {down:g}Z"
    return f'<path d="{falling}{rising}" fill="{colour}"/>'
