"""The meaning of reinforcements: when and where they come, and what brings them."""

from typing import Any

from ...battle.unit import AIRCRAFT
from ..footing import may_stand
from ..wording import count_of, quoted
from .listed import Forces, Listed

CLAUSE = "shared.arrival"
CALLED = "shared.reinforcements"


def check_arrivals(forces: Forces) -> None:
    for unit in forces.units:
        if unit.unit.get("arrives") is not None:
            check_arrival(forces, unit, unit.unit["arrives"])
            check_entry(forces, unit, unit.unit["arrives"])
            check_trigger(forces, unit, unit.unit["arrives"].get("when") or {})
    check_groups(forces)


def check_arrival(forces: Forces, unit: Listed, arrives: dict[str, Any]) -> None:
    path = (*unit.path, "arrives")
    turn, turns = arrives.get("turn"), forces.tree.get("turns")
    if turn is not None and turns is not None and turn > turns:
        message = f"{unit.words} arrives in turn {turn}, but the battle has {turns}"
        forces.findings.add((*path, "turn"), message, f"it must be 1 to {turns}", CLAUSE)
    edge = (forces.sides[unit.side] or {}).get("edge")
    if unit.type is not None and unit.type.arms & AIRCRAFT and edge:
        clause = forces.book.air.endurance if forces.book is not None and forces.book.air is not None else ""
        remedy = f"aircraft come over their side's own: {edge}"
        if arrives.get("edge") not in (None, edge):
            message = f"{unit.words} is to arrive over the {arrives['edge']} edge"
            forces.findings.add((*path, "edge"), message, remedy, clause)
        if "cells" in arrives:
            forces.findings.add((*path, "cells"), f"{unit.words} is to arrive by cells", remedy, clause)
    if unit.type is not None and unit.type.move <= 0:
        message = f"{unit.words} cannot arrive: {unit.type.name} does not move by itself"
        remedy = 'give it a cell with at = "..." or, where the book has transports, let one carry it'
        forces.findings.add(path, message, remedy, CLAUSE)


def check_entry(forces: Forces, unit: Listed, arrives: dict[str, Any]) -> None:
    """Entry cells lie at the edge of the board, and the unit may enter one of them."""
    if forces.board is None or not arrives.get("cells"):
        return
    path = (*unit.path, "arrives", "cells")
    grid = forces.board.grid
    rim = {cell for edge in ("north", "south", "east", "west") for cell in grid.edge(edge)}
    cells: list[int] = []
    for number, name in enumerate(arrives["cells"]):
        if name is None:
            continue
        cell = forces.board.cell(name)
        if cell < 0:
            message = f"{unit.words} arrives at {name}, which is not on the {forces.board.size()}"
            forces.findings.add((*path, number), message, forces.board.cells())
        elif cell not in rim:
            message = f"{unit.words} arrives at {name}, which is not at the edge of the board"
            forces.findings.add((*path, number), message, "name cells at its edge", CLAUSE)
        else:
            cells.append(cell)
    book, unit_type = forces.book, unit.type
    if not cells or book is None or unit_type is None or unit_type.arms & AIRCRAFT:
        return
    if not any(may_stand(book, unit_type, forces.board.bits(cell)) for cell in cells):
        message = f"{unit.words} arrives by cells, none of which {unit_type.name} may enter"
        forces.findings.add(path, message, "name another cell, such as one with a road or on open ground", CLAUSE)


def check_trigger(forces: Forces, unit: Listed, when: dict[str, Any]) -> None:
    path = (*unit.path, "arrives", "when")
    for key in ("enemy-at", "own-at"):
        for number, name in enumerate(when.get(key) or []):
            if name is not None and forces.board is not None and forces.board.cell(name) < 0:
                message = f"{unit.words} waits for a unit in {name}, which is not on the {forces.board.size()}"
                forces.findings.add((*path, key, number), message, forces.board.cells())
    own = [other for other in forces.units if other.side == unit.side]
    for key, army in (("units-lost", len(own) - 1), ("units-destroyed", len(forces.units) - len(own) - 1)):
        wanted = when.get(key)
        if wanted is not None and wanted > army:
            message = f"{unit.words} waits until {count_of(wanted, 'unit')} are lost, and by then the battle is over"
            remedy = f"ask for {army} or fewer" if army > 0 else "wait for something else"
            forces.findings.add((*path, key), message, remedy, CALLED)


def check_groups(forces: Forces) -> None:
    """One die brings a whole group on, so its units need the same terms."""
    first: dict[tuple[int, str], Listed] = {}
    for unit in forces.units:
        arrives = unit.unit.get("arrives") or {}
        group = arrives.get("group")
        if group is None:
            continue
        path = (*unit.path, "arrives", "group")
        leader = first.setdefault((unit.side, group), unit)
        theirs = leader.unit.get("arrives") or {}
        if any(arrives.get(key) != theirs.get(key) for key in ("turn", "roll", "when")):
            message = f"{unit.words} and {leader.words} are in the group {quoted(group)}, but arrive on different terms"
            forces.findings.add(path, message, "give them the same turn, roll and when, or different groups", CALLED)
