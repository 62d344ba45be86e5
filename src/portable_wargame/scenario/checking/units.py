"""The meaning of one unit by itself."""

from ...battle.unit import AIRCRAFT
from ..footing import forbidden
from ..wording import listed, quoted, suggestion
from .armies import check_army
from .listed import Forces, Listed, weapon_key


def check_unit(forces: Forces, unit: Listed) -> None:
    check_id(forces, unit)
    check_type(forces, unit)
    check_cell(forces, unit)
    check_facing(forces, unit)
    check_arms(forces, unit)
    check_keys(forces, unit)


def check_id(forces: Forces, unit: Listed) -> None:
    id_ = unit.unit.get("id")
    if id_ is None:
        return
    if id_ in forces.by_id:
        message = f"{unit.words} has the id of an earlier unit"
        forces.findings.add((*unit.path, "id"), message, "every unit of both sides needs an id of its own")
    else:
        forces.by_id[id_] = unit


def check_type(forces: Forces, unit: Listed) -> None:
    name = unit.unit.get("type")
    if forces.book is None or name is None or unit.type is not None:
        return
    known = [unit_type.name for unit_type in forces.book.unit_types]
    message = f"{unit.words} is of type {quoted(name)}, which the {forces.book.called} book does not have"
    remedy = f"{suggestion(name, known)}its types are {listed(known, 'and')}"
    forces.findings.add((*unit.path, "type"), message, remedy, forces.book.unit_table)


def check_cell(forces: Forces, unit: Listed) -> None:
    name = unit.unit.get("at")
    if name is None or forces.board is None:
        return
    path = (*unit.path, "at")
    unit.cell = forces.board.cell(name)
    if unit.cell < 0:
        message = f"{unit.words} stands at {name}, which is not on the {forces.board.size()}"
        forces.findings.add(path, message, forces.board.cells())
    elif unit.type is not None and forces.book is not None and not unit.type.arms & AIRCRAFT:
        clause = forbidden(forces.book, unit.type, forces.board.bits(unit.cell))
        if clause:
            ground = listed(forces.board.features[unit.cell], "and")
            message = f"{unit.words} stands at {name} ({ground}), which {unit.type.name} may not enter"
            forces.findings.add(path, message, "give it another cell", clause)


def check_facing(forces: Forces, unit: Listed) -> None:
    facing = unit.unit.get("facing")
    if facing is None or forces.board is None or forces.tree.get("grid") is None:
        return
    shape = forces.board.grid.shape
    if facing not in shape.facings:
        message = f"{unit.words} faces {facing}, but no edge of a {shape.name} does"
        forces.findings.add((*unit.path, "facing"), message, f"it must be {listed(shape.facings)}")


def check_arms(forces: Forces, unit: Listed) -> None:
    """Strength points and weapons."""
    if forces.book is None:
        return
    if unit.has("sp") and forces.book.strength is None:
        message = f"{unit.words} has sp, but the {forces.book.called} book has no strength points"
        forces.findings.add((*unit.path, "sp"), message, "leave sp out")
    if unit.type is None:
        return
    named = weapon_key(forces.book, unit.type)
    for key in ("weapon", "gun"):
        weapon = unit.unit.get(key)
        if weapon is None or (key == named and weapon in unit.type.weapons):
            continue
        if key == named and unit.type.weapons:
            message = f"{unit.words} has the {key} {weapon}, which {unit.type.name} cannot have"
            remedy = f"it must be {listed(unit.type.weapons)}"
        else:
            message = f"{unit.words} names a {key}, but {unit.type.name} has no choice of {key}s"
            remedy = f"leave {key} out"
        forces.findings.add((*unit.path, key), message, remedy)
    check_army(forces, unit.unit, unit.path, f"{unit.words} is of a")


def check_keys(forces: Forces, unit: Listed) -> None:
    if forces.book is None:
        return
    unused = {
        "gas": (forces.book.gas is None, "it is for the optional rule gas", "shared.terrain"),
        "regular": (forces.book.pinning is None, "only a book in which fire pins has regulars", ""),
    }
    for key, (missing, whose, clause) in unused.items():
        if unit.has(key) and missing:
            message = f"{unit.words} has {key}, which the {forces.book.called} book, as set here, does not use"
            forces.findings.add((*unit.path, key), message, f"leave it out: {whose}", clause)
        elif key == "gas" and unit.unit.get(key) and unit.type is not None and not unit.type.artillery_range:
            forces.findings.add((*unit.path, key), f"{unit.words} has gas shells, but is not a gun", "leave gas out")
        elif key == "gas" and forces.book.gas is not None and (unit.unit.get(key) or 0) > 1:
            message = f"{unit.words} has {unit.unit[key]} gas shells"
            forces.findings.add((*unit.path, key), message, "a gun has one for the battle", forces.book.gas.shell)
