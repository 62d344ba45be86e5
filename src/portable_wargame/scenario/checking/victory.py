"""The meaning of victory conditions: whether they can be met at all, and when they count."""

from typing import Any

from ..footing import may_stand
from ..problems import Path
from ..wording import count_of, listed, owner, quoted, suggestion
from .listed import Forces, Listed

CLAUSE = "shared.victory"


def check_victory(forces: Forces) -> None:
    for number, condition in enumerate(forces.tree.get("victory") or []):
        if condition is not None:
            path = ("victory", number)
            words = owner(forces.tree, path)
            check_turn(forces, condition, path, words)
            check_side(forces, condition, path, words)


def side_ids(forces: Forces) -> list[Any]:
    return [(side or {}).get("id") for side in forces.sides]


def check_turn(forces: Forces, condition: dict[str, Any], path: Path, words: str) -> None:
    turn, turns = condition.get("at-turn"), forces.tree.get("turns")
    if turn is not None and turns is not None and turn > turns:
        message = f"{words} counts in turn {turn}, but the battle has {turns}"
        forces.findings.add((*path, "at-turn"), message, f"it must be 1 to {turns}", CLAUSE)
    if condition.get("survive") and "at-turn" not in condition and "turns" not in forces.tree:
        message = f"{words} does not say until when the side must survive"
        forces.findings.add((*path, "survive"), message, "add at-turn, or give the battle a number of turns", CLAUSE)


def check_side(forces: Forces, condition: dict[str, Any], path: Path, words: str) -> None:
    id_ = condition.get("side")
    if id_ is None:
        check_cells(forces, condition, path, words, None)
        return
    if id_ not in side_ids(forces):
        known = [known for known in side_ids(forces) if known]
        message = f"{words} is for side {quoted(id_)}, and there is no such side"
        remedy = f"{suggestion(id_, known)}the sides are {listed(known, 'and')}"
        forces.findings.add((*path, "side"), message, remedy)
        check_cells(forces, condition, path, words, None)
        return
    side = side_ids(forces).index(id_)
    own = [unit for unit in forces.units if unit.side == side]
    enemies = [unit for unit in forces.units if unit.side != side]
    check_cells(forces, condition, path, words, own)
    check_exit(forces, condition.get("exit") or {}, (*path, "exit"), words, own)
    check_losses(forces, condition.get("destroy") or {}, (*path, "destroy"), words, enemies)


def check_cells(forces: Forces, condition: dict[str, Any], path: Path, words: str, own: list[Listed] | None) -> None:
    cells = condition.get("hold") or []
    for number, name in enumerate(cells):
        if name is None or forces.board is None:
            continue
        if forces.board.cell(name) < 0:
            message = f"{words} is to hold {name}, which is not on the {forces.board.size()}"
            forces.findings.add((*path, "hold", number), message, forces.board.cells())
        elif own and not any(may_be_in(forces, unit, name) for unit in own):
            message = f"{words} is to hold {name}, which no unit of the side may enter"
            forces.findings.add((*path, "hold", number), message, "name another cell", CLAUSE)
    if own is not None and len(cells) > len(own) > 0:
        message = f"{words} is to hold {count_of(len(cells), 'cell')} with {count_of(len(own), 'unit')}"
        forces.findings.add((*path, "hold"), message, f"name {len(own)} or fewer", CLAUSE)


def may_be_in(forces: Forces, unit: Listed, cell: str) -> bool:
    assert forces.board is not None
    if forces.book is None or unit.type is None:
        return True
    return may_stand(forces.book, unit.type, forces.board.bits(forces.board.cell(cell)))


def check_exit(forces: Forces, exit_: dict[str, Any], path: Path, words: str, own: list[Listed]) -> None:
    wanted = exit_.get("units")
    if wanted is None or forces.book is None or not own:
        return
    towed = 0
    for unit in own:
        towed |= unit.type.cargo if unit.type is not None else 0
    able = [unit for unit in own if unit.type is None or unit.type.move > 0 or unit.type.arms & towed]
    if wanted > len(able):
        message = f"{words} asks for {count_of(wanted, 'unit')} to leave, but only {len(able)} of the side can"
        forces.findings.add((*path, "units"), message, f"ask for {len(able)} or fewer", CLAUSE)


def check_losses(forces: Forces, losses: dict[str, Any], path: Path, words: str, enemies: list[Listed]) -> None:
    if losses.get("units") is not None and 0 < len(enemies) < losses["units"]:
        message = f"{words} asks for {count_of(losses['units'], 'enemy unit')} destroyed, and there are {len(enemies)}"
        forces.findings.add((*path, "units"), message, f"ask for {len(enemies)} or fewer", CLAUSE)
    if "sp" not in losses or forces.book is None:
        return
    if forces.book.strength is None:
        message = f"{words} counts sp, but the {forces.book.name} book has no strength points"
        forces.findings.add((*path, "sp"), message, "count units: destroy = {units = ...}", CLAUSE)
    elif losses["sp"] is not None and all(unit.type is not None for unit in enemies):
        whole = sum(unit.unit.get("sp") or unit.type.strength for unit in enemies if unit.type is not None)
        if 0 < whole < losses["sp"]:
            message = f"{words} asks for {losses['sp']} SP destroyed, and the enemy has {whole}"
            forces.findings.add((*path, "sp"), message, f"ask for {whole} or fewer", CLAUSE)
