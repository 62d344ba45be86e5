"""The meaning of where units are: loads, and who stands with whom."""

from ...grid.names import cell_name
from ..footing import flies_over, may_share
from ..problems import Path
from ..wording import listed, quoted, suggestion
from .listed import Forces, Listed


def check_load(forces: Forces, carrier: Listed) -> None:
    id_ = carrier.unit.get("carrying")
    if id_ is None:
        return
    path = (*carrier.path, "carrying")
    load = forces.by_id.get(id_)
    if load is None:
        own = [other for other, unit in forces.by_id.items() if unit.side == carrier.side]
        remedy = f"{suggestion(id_, own)}name a unit of the same side"
        forces.findings.add(path, f"{carrier.words} carries {quoted(id_)}, but there is no such unit", remedy)
        return
    if id_ in forces.carriers:
        message = f"{carrier.words} carries {id_}, which {forces.carriers[id_].words} already carries"
        forces.findings.add(path, message, "only one unit can carry it")
        return
    forces.carriers[id_] = carrier
    if load.side != carrier.side:
        message = f"{carrier.words} carries {id_}, which belongs to the other side"
        forces.findings.add(path, message, "name a unit of the same side")
    else:
        check_cargo(forces, carrier, load, path)


def check_cargo(forces: Forces, carrier: Listed, load: Listed, path: Path) -> None:
    if forces.book is None or carrier.type is None or load.type is None:
        return
    if load.type.arms & carrier.type.cargo and load.type.carriable:
        return
    clause = forces.book.transport.clause if forces.book.transport is not None else ""
    carriers = forces.book.unit_types if load.type.carriable else ()
    able = [unit_type.name for unit_type in carriers if unit_type.cargo & load.type.arms]
    message = f"{carrier.words} ({carrier.type.name}) cannot carry {load.words} ({load.type.name})"
    if able:
        remedy = f"in the {forces.book.called} book {listed(able)} can"
    else:
        remedy = f"nothing carries {load.type.name} in the {forces.book.called} book"
    forces.findings.add(path, message, remedy, clause)


def check_whereabouts(forces: Forces, unit: Listed) -> None:
    carrier = forces.carriers.get(unit.unit.get("id") or "")
    if carrier is not None and carrier is not unit:
        for key in ("at", "arrives"):
            if unit.has(key):
                message = f"{unit.words} has {key}, but is carried by {carrier.words}"
                forces.findings.add((*unit.path, key), message, "leave it out: it is where its carrier is")
    elif unit.has("at") and unit.has("arrives"):
        message = f"{unit.words} has both at and arrives"
        forces.findings.add((*unit.path, "arrives"), message, "it starts on the board or comes later: keep one")


def check_sharing(forces: Forces) -> None:
    """Enemies never share a cell; friends only as the book allows."""
    standing: dict[int, list[Listed]] = {}
    for unit in forces.units:
        if unit.cell < 0 or (unit.unit.get("id") or "") in forces.carriers:
            continue
        others = standing.setdefault(unit.cell, [])
        enemies = [other for other in others if other.side != unit.side and not apart(unit, other)]
        crowding = [other for other in others if not may_be_together(forces, unit, other)]
        for other in (enemies or crowding)[:1]:
            tell_of_sharing(forces, unit, other)
        others.append(unit)


def apart(unit: Listed, other: Listed) -> bool:
    """Whether one of them flies over the other."""
    return unit.type is not None and other.type is not None and flies_over(unit.type, other.type)


def may_be_together(forces: Forces, unit: Listed, other: Listed) -> bool:
    if forces.book is None or unit.type is None or other.type is None:
        return True
    return may_share(forces.book, unit.type, other.type)


def tell_of_sharing(forces: Forces, unit: Listed, other: Listed) -> None:
    assert forces.board is not None
    cell = cell_name(forces.board.grid, unit.cell)
    message = f"{unit.words} stands at {cell}, where {other.words} already stands"
    path = (*unit.path, "at")
    if unit.side != other.side or forces.book is None:
        forces.findings.add(path, message, "two enemies never share a cell")
        return
    movement = forces.book.movement
    able = [unit_type.name for unit_type in forces.book.unit_types if unit_type.arms & movement.shares_cell]
    remedy = f"only {listed(able)} may share a cell with a friend" if able else "no two units share a cell"
    forces.findings.add(path, message, remedy, movement.stacking)
