"""Setting up: the cells where a side places its units, on a map and in words, and what it keeps to itself."""

from ...battle.naming import listed
from ...battle.side import SIDES
from ...reference.quick_reference import FOUND, on_grid
from ...rules.movement.deployment import is_in_rows, unplaced
from ..paper.ink import colour
from ..paper.sheet import Place, Sheet
from ..pieces import Pieces
from .board import Board
from .forces import cells_in_words, name_of

INSET = 0.97  # of a cell: two zones side by side keep their own lines


def to_place(pieces: Pieces, side: int) -> list[int]:
    return unplaced(pieces.battle, side)


def zone_of(pieces: Pieces, side: int) -> set[int]:
    """Where a side may place its units, except those with a zone of their own; empty if it has nothing to place."""
    battle, roster = pieces.battle, pieces.battle.roster
    anywhere = [unit for unit in to_place(pieces, side) if not roster.unit_zones[unit]]
    if not anywhere and not roster.dummies[side]:
        return set()
    if roster.side_zones[side]:
        return set(roster.side_zones[side])
    return {cell for cell in range(battle.field.grid.cells) if is_in_rows(pieces.game, side, cell)}


def known_zones(pieces: Pieces, eyes: int) -> list[int]:
    """The sides whose zones a page may show: where deployment is secret, only that of the side it is for."""
    secret = pieces.battle.objectives.secret
    return [side for side in SIDES if zone_of(pieces, side) and (eyes == side or not secret)]


def outline(sheet: Sheet, pieces: Pieces, board: Board, side: int, space: Place, shrink: float) -> None:
    """A dashed line in the side's colour round its zone; `space` is where the board lies, `shrink` how small."""
    layout, zone = board.layout, zone_of(pieces, side)
    tint = colour(pieces.colours[side].rim)
    scale = board.scale * shrink * INSET
    for cell in zone:
        x, y = board.centre(cell)
        middle, centre = space.x + x * shrink, space.y + y * shrink
        for facing, other in enumerate(layout.grid.neighbour[cell]):
            if other not in zone:
                (left, high), (right, low) = layout.edge(facing)
                ends = (middle + left * scale, centre + high * scale, middle + right * scale, centre + low * scale)
                sheet.line(*ends, 0.7, tint, "2.2 1")


def orders_to_place(pieces: Pieces, side: int) -> list[str]:
    """A side's instructions for setting up, in sentences; none if it has nothing to place."""
    battle, roster = pieces.battle, pieces.battle.roster
    units = to_place(pieces, side)
    dummies = int(roster.dummies[side])
    found: list[str] = []
    if zone_of(pieces, side):
        found.append(f"Place your units {_where(pieces, side)}.")
    for zone in dict.fromkeys(roster.unit_zones[unit] for unit in units if roster.unit_zones[unit]):
        names = listed(name_of(pieces, unit) for unit in units if roster.unit_zones[unit] == zone)
        found.append(f"{names}: in {cells_in_words(pieces, zone)}.")
    if found and battle.objectives.secret:
        found.append("Deployment is secret: note where each unit goes; both sides put theirs on the board together.")
    hidden = listed(name_of(pieces, unit) for unit in units if roster.hidden[unit])
    if hidden:
        found.append(f"Hidden: {hidden}. Note the cell of each; it is {on_grid(FOUND, pieces.scenario.grid)}.")
    if dummies:
        what = "1 dummy" if dummies == 1 else f"{dummies} dummies"
        found.append(f"{what}: to be placed like hidden units. Lay a ? marker on the cell of each, hidden or dummy.")
    return [on_grid(text, pieces.scenario.grid) for text in found]


def _where(pieces: Pieces, side: int) -> str:
    battle, edge = pieces.battle, pieces.battle.roster.edges[side]
    drawn = battle.roster.side_zones[side]
    if drawn:
        return f"in {cells_in_words(pieces, drawn)}"
    if battle.objectives.historical:
        return "anywhere"
    if battle.objectives.campaign:
        return f"in the {edge}ern half of the board, not next to an enemy"
    line = "row" if edge in ("north", "south") else "column"
    depth = pieces.book.deployment.rows
    return f"in the {line if depth == 1 else f'{depth} {line}s'} nearest the {edge} edge"
