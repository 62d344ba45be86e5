"""The meaning of sides: their ids, edges and armies, how many units they have, and where those begin."""

from ...battle.unit import AIRCRAFT, UnitType
from ...rulesets import RULESETS
from ..footing import may_stand
from ..problems import Path
from ..wording import listed, owner
from .listed import Forces, Listed, Table

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
            message = f"{words} has the {edge} edge, which is that of {edges[edge]} already"
            forces.findings.add((*path, "edge"), message, "each side needs an edge of its own")
        if id_:
            ids.add(id_)
        if edge:
            edges.setdefault(edge, words)
        if side.get("units") == []:
            forces.findings.add((*path, "units"), f"{words} has no units", "give it at least one")
        check_army(forces, side, path, f"{words} is a")


def check_army(forces: Forces, table: Table, path: Path, words: str) -> None:
    """Of a side or a unit. In a book that tells no armies apart, all are of the usual kind: saying so is no mistake."""
    army = table.get("army")
    if forces.book is None or army is None or army in (forces.book.armies or usual_armies()):
        return
    message = f"{words} {army} army, which the {forces.book.name} book does not have"
    remedy = f"its armies are {listed(forces.book.armies)}" if forces.book.armies else "leave army out"
    forces.findings.add((*path, "army"), message, remedy)


def usual_armies() -> set[str]:
    """The army that a side has if nothing is said, of every book that tells them apart."""
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
            message = f"{words} has {len(units)} units, and the side it defends is {along} cells long"
            forces.findings.add(path, message, f"it may have {most}, unless the battle is historical", limits.army)
        if sum(unit.type is not None and unit.type.arms & limits.one_of != 0 for unit in units) > 1:
            forces.findings.add(path, f"{words} has more than one command unit", "one is allowed", limits.army)


def check_zones(forces: Forces) -> None:
    """Where a book says where armies begin, those already placed must begin there; the rest must find room."""
    if forces.book is None or forces.board is None:
        return
    for number, side in enumerate(forces.sides):
        if side is None or side.get("edge") is None:
            continue
        if forces.book.muster is not None and not forces.tree.get("historical"):
            for unit in there_from_the_start(forces, number):
                check_zone(forces, unit, side["edge"])
        check_room(forces, number, side["edge"])


def zone(forces: Forces, edge: str) -> tuple[int, str]:
    """How many rows from its edge a side may use, and the clause that says so."""
    assert forces.book is not None and forces.board is not None
    rule = forces.book.deployment
    grid = forces.board.grid
    depth = grid.rows if edge in ZONE_EDGES else grid.columns
    if forces.tree.get("historical"):
        return depth, rule.clause
    if forces.tree.get("campaign"):
        return depth // 2, rule.campaign
    return rule.rows, rule.clause


def check_zone(forces: Forces, unit: Listed, edge: str) -> None:
    assert forces.board is not None
    if unit.cell < 0:
        return
    grid = forces.board.grid
    rows, clause = zone(forces, edge)
    if grid.depth(unit.cell, edge) >= rows:
        message = f"{unit.words} stands at {unit.unit['at']}, too far from its own edge"
        remedy = f"the {rows} rows nearest the {edge} edge are its side's, unless the battle is historical"
        forces.findings.add((*unit.path, "at"), message, remedy, clause)
    elif forces.tree.get("campaign"):
        near = [other for other in forces.units if other.side != unit.side and other.cell in grid.neighbours[unit.cell]]
        if near:
            message = f"{unit.words} stands at {unit.unit['at']}, next to {near[0].words}"
            forces.findings.add((*unit.path, "at"), message, "no unit begins next to an enemy", clause)


def check_room(forces: Forces, side: int, edge: str) -> None:
    assert forces.book is not None and forces.board is not None
    grid = forces.board.grid
    rows, clause = zone(forces, edge)
    taken = {unit.cell for unit in forces.units}
    crowd = [one for one in homeless(forces, side) if one.type is not None and not needs_no_room(forces, one.type)]
    free = [
        cell
        for cell in range(grid.cells)
        if grid.depth(cell, edge) < rows and cell not in taken and all_may_stand(forces, crowd, cell)
    ]
    room = len(free) - taken_before(forces, side, free)
    if len(crowd) > room:
        words = owner(forces.tree, ("sides", side))
        message = f"{words} has {len(crowd)} units to deploy, and room for {room}"
        forces.findings.add(("sides", side, "units"), message, "give some of them a cell, or arrives", clause)


def taken_before(forces: Forces, side: int, free: list[int]) -> int:
    """Of these cells, how many those of the other side may take that deploy first, where the two zones meet."""
    other = forces.sides[0]
    if side == 0 or other is None or other.get("edge") is None:
        return 0
    assert forces.board is not None
    rows, _ = zone(forces, other["edge"])
    shared = [cell for cell in free if forces.board.grid.depth(cell, other["edge"]) < rows]
    return min(len(shared), len(homeless(forces, 0)))


def there_from_the_start(forces: Forces, side: int) -> list[Listed]:
    return [unit for unit in forces.units if unit.side == side and not unit.has("arrives")]


def homeless(forces: Forces, side: int) -> list[Listed]:
    """The units of a side that are to be deployed."""
    units = there_from_the_start(forces, side)
    return [unit for unit in units if not unit.has("at") and unit.unit.get("id") not in forces.carriers]


def needs_no_room(forces: Forces, unit_type: UnitType) -> bool:
    assert forces.book is not None
    return unit_type.arms & (forces.book.movement.shares_cell | AIRCRAFT) != 0


def all_may_stand(forces: Forces, units: list[Listed], cell: int) -> bool:
    assert forces.book is not None and forces.board is not None
    features = forces.board.bits(cell)
    return all(unit.type is None or may_stand(forces.book, unit.type, features) for unit in units)
