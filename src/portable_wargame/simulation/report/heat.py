"""Heat maps: where units fell and where they went, on the scenario's own map."""

from collections import Counter

from ...battle.battle import WAITING, Battle
from ...game.dice import Dice
from ...grid.names import cell_named
from ...pictures.colours import Livery, colours_of
from ...pictures.layout import Layout
from ...pictures.picture import CAPTION, picture
from ...scenario.model import Scenario
from ...scenario.setup import new_game


def heat_map(scenario: Scenario, title: str, by_side: list[Counter[str]], games: int) -> str:
    """The map as it is at the start, without its units. Each side has half a disc, larger and darker the more
    there is to count; the number is the average of a battle, in hundredths."""
    game = new_game(scenario, Dice(0))
    battle = bare(game.battle)
    layout = Layout(battle.field.grid, CAPTION)
    most = max((count for counts in by_side for count in counts.values()), default=1)
    colours = colours_of(scenario)
    parts: list[str] = []
    for side, counts in enumerate(by_side):
        for name, count in sorted(counts.items()):
            if name:
                parts.append(
                    disc(layout, cell_named(battle.field.grid, name), side, colours[side], count / most, count / games)
                )
    svg = picture(battle, game.ruleset.palette, title, (), colours)
    return svg.replace("</svg>", "".join(parts) + "</svg>")


def bare(battle: Battle) -> Battle:
    found = battle.copy()
    for unit in range(len(found.at)):
        found.put(unit, WAITING)
    return found


def disc(layout: Layout, cell: int, side: int, livery: Livery, share: float, average: float) -> str:
    """The left half is the first side's, the right half the second's. Areas go with the numbers."""
    x, y = layout.centre(cell)
    radius = max(2.0, 0.92 * layout.reach * share**0.5)
    sweep = 0 if side == 0 else 1
    shape = f"M0,{-radius:.1f}A{radius:.1f},{radius:.1f} 0 0 {sweep} 0,{radius:.1f}Z"
    opacity = 0.35 + 0.55 * share
    words = f"<title>{average:.2f} in a battle</title>"
    return (
        f'<g transform="translate({x:.1f} {y:.1f})">{words}'
        f'<path d="{shape}" fill="{livery.fill}" fill-opacity="{opacity:.2f}" stroke="#fff" stroke-width="0.6"/></g>'
    )
