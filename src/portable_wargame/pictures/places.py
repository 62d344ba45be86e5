"""A scenario as a picture: its opening position, the names of places, and the places to hold."""

from html import escape

from ..battle.objectives import HOLD
from ..game.dice import Dice
from ..grid.names import cell_named
from ..scenario.checking.schema import visible
from ..scenario.model import Scenario
from ..scenario.setup import new_game
from .colours import colours_of
from .layout import Layout
from .picture import Layer, picture


def scenario_picture(scenario: Scenario) -> str:
    game = new_game(scenario, Dice(0))
    return picture(game.battle, game.ruleset.palette, scenario.title, [places(scenario)], colours_of(scenario))


def places(scenario: Scenario) -> Layer:
    return lambda layout: "".join([*_objectives(layout, scenario), *_names(layout, scenario)])


def _names(layout: Layout, scenario: Scenario) -> list[str]:
    found = []
    for cell, name in scenario.names.items():
        x, y = layout.centre(cell_named(layout.grid, cell))
        text = f'x="{x:.0f}" y="{y + layout.reach - 3:.0f}" font-size="11" font-family="serif" font-style="italic"'
        words = escape(visible(name))
        halo = f'<text {text} stroke="#f3efdc" stroke-width="3" stroke-opacity="0.85">{words}</text>'
        found.append(f'{halo}<text {text} fill="#2f2b20">{words}</text>')
    return found


def _objectives(layout: Layout, scenario: Scenario) -> list[str]:
    """A flag in the colour of the side that wins or scores by holding the place; half of each where both do."""
    ids = [side.id for side in scenario.sides]
    rows = [(one.side, one.cells) for one in scenario.victory if one.kind == HOLD]
    rows += [(one.side, one.cells) for one in scenario.points if one.kind == HOLD]
    wanted = {(cell, ids.index(side)): None for side, cells in rows for cell in cells}
    colours = colours_of(scenario)
    found = []
    for cell, side in wanted:
        x, y = layout.centre(cell_named(layout.grid, cell))
        fill, rim, _ = colours[side]
        corner = layout.reach - 12
        left = -corner if side == 0 else corner - 12
        found.append(
            f'<path transform="translate({x + left:.0f} {y - corner:.0f})" d="M0 14V-6h12l-3 4l3 4H1" '
            f'fill="{fill}" stroke="{rim}" stroke-width="1.2"/>'
        )
    return found
