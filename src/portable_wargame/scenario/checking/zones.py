"""Where units are placed: the cells of their zone, room for all of them, and what must stay secret."""

from ...battle.unit import AIRCRAFT, UnitType
from ...grid.names import cell_name
from ..footing import may_stand
from ..problems import Path
from ..wording import count_of, owner
from .armies import ZONE_EDGES
from .listed import Forces, Listed

ZONES = "shared.zones"
SECRET = "shared.secret-deployment"
HIDDEN = "shared.hidden"


def check_zones(forces: Forces) -> None:
    """Where a book says where armies begin, those already placed must begin there; the rest must find room."""
    for unit in forces.units:
        check_placing(forces, unit)
    if forces.book is None or forces.board is None:
        return
    for number, side in enumerate(forces.sides):
        if side is None or side.get("edge") is None:
            continue
        check_cells(forces, side.get("zone"), ("sides", number, "zone"), owner(forces.tree, ("sides", number)))
        if forces.book.muster is not None and not forces.tree.get("historical"):
            for unit in there_from_the_start(forces, number):
                check_zone(forces, unit, number)
        check_dummies(forces, number)
        check_room(forces, number)
        for unit in homeless(forces, number):
            check_own_zone(forces, unit)
    check_secrets(forces)


# -- the cells


def check_cells(forces: Forces, cells: list[str | None] | None, path: Path, words: str) -> None:
    """Whether a list of cells is one of this board."""
    assert forces.board is not None
    for number, name in enumerate(cells or []):
        if name is not None and forces.board.cell(name) < 0:
            message = f"{words}: the {path[-1]} has {name}, which is not on the {forces.board.size()}"
            forces.findings.add((*path, number), message, forces.board.cells())


def on_board(forces: Forces, cells: list[str | None] | None) -> set[int]:
    assert forces.board is not None
    return {forces.board.cell(name) for name in cells or [] if name is not None} - {-1}


def zone(forces: Forces, side: int) -> tuple[set[int], str]:
    """The cells in which a side may place its units, and the clause that says so."""
    assert forces.book is not None and forces.board is not None
    drawn = forces.sides[side].get("zone")
    if drawn is not None:
        return on_board(forces, drawn), ZONES
    rows, clause = depth_of_zone(forces, forces.sides[side]["edge"])
    grid = forces.board.grid
    return {cell for cell in range(grid.cells) if grid.depth(cell, forces.sides[side]["edge"]) < rows}, clause


def depth_of_zone(forces: Forces, edge: str) -> tuple[int, str]:
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


def cells_for(forces: Forces, unit: Listed) -> set[int]:
    """Where a unit may be placed, whatever room the others take."""
    assert forces.book is not None and forces.board is not None
    drawn = unit.unit.get("zone")
    cells = on_board(forces, drawn) if drawn is not None else zone(forces, unit.side)[0]
    if unit.unit.get("hidden"):
        cells -= found_at_once(forces, unit.side)
    board, book, unit_type = forces.board, forces.book, unit.type
    return {cell for cell in cells if unit_type is None or may_stand(book, unit_type, board.bits(cell))}


def found_at_once(forces: Forces, side: int) -> set[int]:
    """Where no unit may hide: next to an enemy that is there from the start, and where enemy reinforcements come on."""
    assert forces.board is not None
    grid = forces.board.grid
    cells: set[int] = set()
    for enemy in forces.units:
        arrives = enemy.unit.get("arrives")
        if enemy.side == side:
            continue
        if enemy.cell >= 0:
            cells |= {enemy.cell, *grid.neighbours[enemy.cell]}
        elif arrives is not None and arrives.get("edge") is not None:
            cells |= set(grid.edge(arrives["edge"]))
        elif arrives is not None:
            cells |= on_board(forces, arrives.get("cells"))
    return cells


# -- where units begin


def check_placing(forces: Forces, unit: Listed) -> None:
    """A zone, and hiding, are for units that are placed by their side."""
    words = {"zone": unit.has("zone"), "hidden": bool(unit.unit.get("hidden"))}
    for key in [key for key, given in words.items() if given]:
        path = (*unit.path, key)
        for there in ("at", "arrives"):
            if unit.has(there):
                message = f"{unit.words} has {key}, but {there} says where it begins"
                why = "anybody can read the scenario" if key == "hidden" else "its side places it"
                forces.findings.add(path, message, f"leave {there} out: {why}", HIDDEN if key == "hidden" else ZONES)
        if (unit.unit.get("id") or "") in forces.carriers:
            forces.findings.add(path, f"{unit.words} has {key}, but is carried", f"leave {key} out")
    if words["hidden"]:
        check_hiding(forces, unit)
    if forces.board is not None:
        check_cells(forces, unit.unit.get("zone"), (*unit.path, "zone"), unit.words)


def check_hiding(forces: Forces, unit: Listed) -> None:
    path = (*unit.path, "hidden")
    if unit.has("carrying"):
        message = f"{unit.words} is hidden, but carries {unit.unit['carrying']}"
        forces.findings.add(path, message, "only a unit on its own can hide: leave one of the two out", HIDDEN)
    if unit.type is not None and unit.type.arms & AIRCRAFT:
        forces.findings.add(path, f"{unit.words} is hidden, but flies", "leave hidden out", HIDDEN)


def check_zone(forces: Forces, unit: Listed, side: int) -> None:
    assert forces.board is not None
    if unit.cell < 0:
        return
    grid = forces.board.grid
    cells, clause = zone(forces, side)
    if unit.cell not in cells:
        message = f"{unit.words} stands at {unit.unit['at']}, {_outside(forces, side)}"
        forces.findings.add((*unit.path, "at"), message, _within(forces, side), clause)
    elif forces.tree.get("campaign") and clause != ZONES:
        near = [other for other in forces.units if other.side != unit.side and other.cell in grid.neighbours[unit.cell]]
        if near:
            message = f"{unit.words} stands at {unit.unit['at']}, next to {near[0].words}"
            forces.findings.add((*unit.path, "at"), message, "no unit begins next to an enemy", clause)


def _outside(forces: Forces, side: int) -> str:
    return "outside its side's zone" if "zone" in forces.sides[side] else "too far from its own edge"


def _within(forces: Forces, side: int) -> str:
    if "zone" in forces.sides[side]:
        return "draw the zone round it, or make the battle historical"
    edge = forces.sides[side]["edge"]
    rows = depth_of_zone(forces, edge)[0]
    return f"the {rows} rows nearest the {edge} edge are its side's, unless the battle is historical"


# -- room


def check_room(forces: Forces, side: int) -> None:
    """For units without a zone of their own, whatever order they are placed in."""
    cells, clause = zone(forces, side)
    crowd = [one for one in needing_room(forces, side) if not one.has("zone")]
    dummies = forces.sides[side].get("dummies") or 0
    if not crowd and not dummies:
        return
    hides = bool(dummies) or any(unit.unit.get("hidden") for unit in crowd)
    taken = {unit.cell for unit in forces.units} | (found_at_once(forces, side) if hides else set())
    free = {cell for cell in cells - taken if all_may_stand(forces, crowd, cell)}
    others = [one for one in needing_room(forces, side) if one.has("zone") and cells_for(forces, one) & free]
    room = len(free) - taken_before(forces, side, free) - len(others) - dummies
    if len(crowd) > room:
        words = owner(forces.tree, ("sides", side))
        message = f"{words} has {len(crowd)} units to deploy, and room for {max(0, room)}"
        remedy = "give some of them a cell, or arrives"
        if "zone" in forces.sides[side]:
            remedy += ", or draw a larger zone"
        if dummies:
            message = f"{message} beside its dummies"
        forces.findings.add(("sides", side, "units"), message, remedy, clause)


def check_own_zone(forces: Forces, unit: Listed) -> None:
    """Room for one unit, whatever order they are placed in."""
    if not unit.has("zone"):
        return
    free = cells_for(forces, unit) - {other.cell for other in forces.units}
    rivals = [
        other
        for other in needing_room(forces, unit.side)
        if other is not unit and cells_for(forces, other) & free and not needs_no_room(forces, unit)
    ]
    needed = 1 + len(rivals) + taken_before(forces, unit.side, free)
    needed += (forces.sides[unit.side].get("dummies") or 0) if free & zone(forces, unit.side)[0] else 0
    if len(free) < needed:
        message = f"{unit.words} has no room in its zone"
        if free:
            room = f"has a zone with room in {count_of(len(free), 'cell')}"
            message = f"{unit.words} {room}, but others may be placed there first: it needs {needed}"
        remedy = "draw a larger zone, or one of its own, on ground it may enter"
        forces.findings.add((*unit.path, "zone"), message, remedy, ZONES)


def taken_before(forces: Forces, side: int, free: set[int]) -> int:
    """How many of these cells the other side's units may take, deploying first, where the two zones meet."""
    other = forces.sides[0]
    if side == 0 or other is None or other.get("edge") is None:
        return 0
    shared = free & zone(forces, 0)[0]
    for unit in homeless(forces, 0):
        shared |= free & cells_for(forces, unit)
    return min(len(shared), len(homeless(forces, 0)))


def there_from_the_start(forces: Forces, side: int) -> list[Listed]:
    return [unit for unit in forces.units if unit.side == side and not unit.has("arrives")]


def homeless(forces: Forces, side: int) -> list[Listed]:
    """The units of a side that are to be deployed."""
    units = there_from_the_start(forces, side)
    return [unit for unit in units if not unit.has("at") and unit.unit.get("id") not in forces.carriers]


def needing_room(forces: Forces, side: int) -> list[Listed]:
    return [one for one in homeless(forces, side) if one.type is not None and not needs_no_room(forces, one)]


def needs_no_room(forces: Forces, unit: Listed) -> bool:
    assert forces.book is not None
    if unit.unit.get("hidden") or unit.type is None:
        return False
    return unit.type.arms & (forces.book.movement.shares_cell | AIRCRAFT) != 0


def all_may_stand(forces: Forces, units: list[Listed], cell: int) -> bool:
    assert forces.book is not None and forces.board is not None
    features = forces.board.bits(cell)
    types: list[UnitType] = [unit.type for unit in units if unit.type is not None]
    return all(may_stand(forces.book, unit_type, features) for unit_type in types)


# -- secrets


def check_dummies(forces: Forces, side: int) -> None:
    if not forces.sides[side].get("dummies"):
        return
    if not any(unit.unit.get("hidden") for unit in forces.units if unit.side == side):
        message = f"{owner(forces.tree, ('sides', side))} has dummies, but no hidden unit they could be taken for"
        remedy = "give at least one unit hidden = true, or leave dummies out"
        forces.findings.add(("sides", side, "dummies"), message, remedy, HIDDEN)


def check_secrets(forces: Forces) -> None:
    """Secret deployment needs ground of its own: saying that a cell is taken would give it away."""
    if len(forces.sides) != 2 or any(side is None or side.get("edge") is None for side in forces.sides):
        return
    if any(unit.unit.get("hidden") for unit in forces.units):
        clause = HIDDEN
    elif forces.tree.get("secret-deployment"):
        clause = SECRET
    else:
        return
    assert forces.board is not None
    grid = forces.board.grid
    first, second = (ground_of(forces, side) for side in (0, 1))
    if forces.tree.get("campaign"):
        # No unit may begin next to an enemy there, and saying that one would gives the enemy away.
        first |= {around for cell in first for around in grid.neighbours[cell]}
    shared = sorted(first & second)
    if shared:
        where = ", ".join(cell_name(grid, cell) for cell in shared[:5]) + (" and others" if len(shared) > 5 else "")
        what = "next to or in" if forces.tree.get("campaign") else "in"
        message = f"both sides may place units {what} the same cells ({where}), one of them in secret"
        remedy = "give each side a zone of its own: zone = [cells]"
        forces.findings.add(("sides",), message, remedy, clause)


def ground_of(forces: Forces, side: int) -> set[int]:
    """All cells in which a side may place anything."""
    units = homeless(forces, side)
    cells: set[int] = set()
    for unit in units:
        cells |= cells_for(forces, unit)
    return cells | zone(forces, side)[0] if forces.sides[side].get("dummies") else cells
