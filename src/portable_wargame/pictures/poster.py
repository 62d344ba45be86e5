"""A position as a poster: the board to its very edges, for a card in a list."""

from ..battle.battle import Battle
from .colours import USUAL, Colours
from .layout import MARGIN, Layout
from .picture import ground, units

TABLE = "#e4dcbb"  # where hexes leave it visible


def poster(battle: Battle, country: str, colours: Colours = USUAL) -> str:
    """Without names, margins or captions, in the colours of the country: the ground, and where both sides stand."""
    layout = Layout(battle.field.grid)
    width, height = layout.width - 2 * MARGIN, layout.height - 2 * MARGIN
    heading = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{MARGIN:.0f} {MARGIN:.0f} {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" text-anchor="middle" role="img">'
    )
    paper = f'<rect width="{layout.width:.0f}" height="{layout.height:.0f}" fill="{TABLE}"/>'
    parts = [*ground(layout, battle, country, TABLE), *units(layout, battle, colours)]
    return "\n".join([heading, paper, *(part for part in parts if part), "</svg>"]) + "\n"
