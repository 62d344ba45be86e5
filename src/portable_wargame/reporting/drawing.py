"""The pictures of a report: boards with the deeds of a turn drawn in, and two curves."""

import math
import re

from ..game.game import Game
from ..pictures.colours import USUAL, Colours, colours_of
from ..pictures.layout import Layout, Point
from ..pictures.picture import Layer, picture
from ..pictures.places import places
from .facts import COMBAT, Turn
from .following import Story
from .naming import Names

FIRE_RED, FIGHT_ORANGE, MOVE_BLACK = "#c8102e", "#d97706", "#1c1c1c"
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT = 640.0, 240.0, 44.0, 14.0, 34.0, 150.0


def board(story: Story, game: Game, turn: Turn | None = None) -> str:
    """A position, with place names, objectives and the arrows of the turn that led to it."""
    svg = picture(game.battle, game.ruleset.palette, layers=layers(story), colours=colours(story))
    return svg if turn is None else svg.replace("</svg>", f"{arrows(game, turn)}</svg>")


def layers(story: Story) -> list[Layer]:
    return [places(story.scenario)] if story.scenario is not None else []


def colours(story: Story) -> Colours:
    return colours_of(story.scenario) if story.scenario is not None else USUAL


def arrows(game: Game, turn: Turn, top: float = 0.0) -> str:
    """The deeds of a turn: who moved where, whose fire told, who fought whom."""
    layout = Layout(game.battle.field.grid, top)
    lines = [(start, end, MOVE_BLACK, 2.2, "") for start, end in turn.moved.values()]
    for blow in turn.blows:
        tint, dash = (FIGHT_ORANGE, "") if blow.how == COMBAT else (FIRE_RED, "7 4")
        if blow.consequences:
            lines += [(start, blow.cell, tint, 2.6, dash) for start in dict.fromkeys(blow.origins)]
    drawn = [
        _arrow(layout.centre(start), layout.centre(end), tint, thick, dash)
        for start, end, tint, thick, dash in lines
        if start >= 0 and end >= 0 and start != end
    ]
    return f"<g>{''.join(drawn)}</g>"


def _arrow(start: Point, end: Point, tint: str, thick: float, dash: str = "") -> str:
    """A line with a head, stopping short of the middle of the cell it points at."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down) or 1.0
    x, y = end[0] - across / length * 16, end[1] - down / length * 16
    back_x, back_y = x - across / length * 9, y - down / length * 9
    side_x, side_y = -down / length * 5, across / length * 5
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    way = f"M{start[0]:.1f} {start[1]:.1f}L{back_x:.1f} {back_y:.1f}"
    style = f'stroke="{tint}" stroke-width="{thick}"{dashed} stroke-opacity="0.85" fill="none"'
    line = f'<path d="{way}" {style}/>'
    head = f"{x:.1f},{y:.1f} {back_x + side_x:.1f},{back_y + side_y:.1f} {back_x - side_x:.1f},{back_y - side_y:.1f}"
    return f'{line}<polygon points="{head}" fill="{tint}" fill-opacity="0.9"/>'


def strengths(story: Story, names: Names) -> str:
    """The strength each side had left, turn by turn."""
    points = story.start.ruleset.strength is not None
    battle = story.start.battle
    whole = list(battle.roster.strength) if points else [len(battle.units(side)) for side in (0, 1)]
    lines: list[list[float]] = []
    for side in (0, 1):
        left = [float(whole[side])]
        for turn in story.turns:
            left.append(left[-1] - turn.lost[side])
        lines.append(left)
    tints = [livery.fill for livery in colours(story)]
    return _chart(lines, list(battle.roster.side_names), tints, float(max(whole)), "SP" if points else "units")


def chances(story: Story, names: Names) -> str:
    first = [story.chance * 100, *(turn.chance * 100 for turn in story.turns)]
    lines = [first, [100 - value for value in first]]
    tints = [livery.fill for livery in colours(story)]
    return _chart(lines, list(story.start.battle.roster.side_names), tints, 100.0, "%")


def _chart(lines: list[list[float]], labels: list[str], tints: list[str], top: float, unit: str) -> str:
    """Two curves over the turns, each with its name at its end."""
    steps = max(1, len(lines[0]) - 1)
    top = math.ceil(top / 4) * 4
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    parts: list[str] = []
    for part in range(5):
        value = top * part / 4
        y = TOP + high * (1 - part / 4)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + wide}" stroke="#d9d5c7" stroke-width="1"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.0f}</text>')
    every = max(1, round(steps / 10))
    for step in range(0, steps + 1, every):
        x = LEFT + wide * step / steps
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 14:.0f}" text-anchor="middle">{step}</text>')
    parts.append(
        f'<text x="{LEFT + wide:.0f}" y="{HEIGHT - 1:.0f}" text-anchor="end" fill="#6f6a5c">end of turn</text>'
    )
    parts.append(f'<text x="4" y="11" fill="#6f6a5c">{unit}</text>')
    ends = [line[-1] for line in lines]
    for number, line in enumerate(lines):
        spots = [(LEFT + wide * step / steps, TOP + high * (1 - value / top)) for step, value in enumerate(line)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        tint = tints[number]
        dash = ' stroke-dasharray="6 3"' if number else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{tint}" stroke-width="2.4"{dash}/>')
        y = TOP + high * (1 - ends[number] / top)
        if number == 1 and abs(ends[0] - ends[1]) * high / top < 13:
            y += 13 if ends[1] <= ends[0] else -13
        parts.append(f'<text x="{LEFT + wide + 6:.0f}" y="{y + 4:.1f}" fill="{tint}">{_escaped(labels[number])}</text>')
    inner = "".join(parts)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}"'
    return f'{head} font-family="sans-serif" font-size="12" role="img">{inner}</svg>\n'


def _escaped(text: str) -> str:
    return re.sub("[<>&]", "", text)
