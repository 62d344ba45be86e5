"""The meaning of sides: their ids, edges and armies, and how many units they have."""

from ...rulesets import RULESETS
from ..problems import Path
from ..wording import listed, owner
from .listed import Forces, Table

ZONE_EDGES = ("north", "south")  # sides whose depth is counted in rows; for the others it is in columns


def check_sides(forces: Forces) -> None:
    ids: set[str] = set()
    edges: dict[str, str] = {}
    for number, side in enumerate(forces.sides):
        if side is None:
            continue
        path = ("sides", number)
        words = owner(forces.tree, path)
        id_, edge = side.get("id"), side.get("edge")
        if id_ in ids:
            forces.findings.add((*path, "id"), f"both sides have the id {id_}", "each side needs an id of its own")
        if edge in edges:
            message = f"{words} has the {edge} edge, which is already {edges[edge]}'s"
            forces.findings.add((*path, "edge"), message, "each side needs an edge of its own")
        if id_:
            ids.add(id_)
        if edge:
            edges.setdefault(edge, words)
        if side.get("units") == []:
            forces.findings.add((*path, "units"), f"{words} has no units", "give it at least one")
        check_army(forces, side, path, f"{words} is a")


def check_army(forces: Forces, table: Table, path: Path, words: str) -> None:
    """The army of a side or a unit. In a book that does not distinguish armies, all are the usual kind: saying so is no
    mistake."""
    army = table.get("army")
    if forces.book is None or army is None or army in (forces.book.armies or usual_armies()):
        return
    message = f"{words} {army} army, which the {forces.book.called} book does not have"
    remedy = f"its armies are {listed(forces.book.armies)}" if forces.book.armies else "leave army out"
    forces.findings.add((*path, "army"), message, remedy)


def usual_armies() -> set[str]:
    """The default army of a side, in any book that distinguishes armies."""
    return {book.armies[0] for book in RULESETS.values() if book.armies}


def is_free(forces: Forces) -> bool:
    """A refight or a campaign battle: no limits on armies."""
    return bool(forces.tree.get("historical") or forces.tree.get("campaign"))


def check_muster(forces: Forces) -> None:
    limits = forces.book.muster if forces.book is not None else None
    if limits is None or forces.board is None:
        return
    grid = forces.board.grid
    if min(grid.rows, grid.columns) < limits.smallest:
        message = f"the board is {grid.columns} by {grid.rows} cells"
        remedy = f"it must be at least {limits.smallest} by {limits.smallest}"
        forces.findings.add(("map", "rows"), message, remedy, limits.board)
    for number, side in enumerate(forces.sides):
        if side is None or is_free(forces):
            continue
        along = grid.columns if side.get("edge") in ZONE_EDGES else grid.rows
        most = along * limits.units_per_two_cells // 2
        units = [unit for unit in forces.units if unit.side == number]
        path = ("sides", number, "units")
        words = owner(forces.tree, ("sides", number))
        if len(units) > most:
            message = f"{words} has {len(units)} units, but the side it defends is only {along} cells long"
            forces.findings.add(path, message, f"it may have {most}, unless the battle is historical", limits.army)
        if sum(unit.type is not None and unit.type.arms & limits.one_of != 0 for unit in units) > 1:
            forces.findings.add(path, f"{words} has more than one command unit", "one is allowed", limits.army)
