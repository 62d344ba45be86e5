"""The meaning of victory conditions and points: whether they can be met at all, and when they count."""

from typing import Any

from ..footing import may_stand
from ..problems import Path
from ..wording import count_of, listed, owner, quoted, suggestion
from .listed import Forces, Listed

CLAUSE = "shared.victory"
POINTS = "shared.points"
LONGEST = 100  # turns of a battle that sets no limit
MANY = 99  # strength points of a unit of unknown type


def check_victory(forces: Forces) -> None:
    for number, condition in enumerate(forces.tree.get("victory") or []):
        if condition is not None:
            path = ("victory", number)
            words = owner(forces.tree, path)
            check_turn(forces, condition, path, words)
            check_side(forces, condition, path, words)
            check_number(forces, condition, path, words)
            check_score(forces, condition, path, words)


def check_points(forces: Forces) -> None:
    """What brings points, and the degrees of victory that points decide."""
    for number, row in enumerate(forces.tree.get("points") or []):
        if row is None:
            continue
        path = ("points", number)
        words = owner(forces.tree, path)
        check_side(forces, row, path, words)
        if row.get("each-turn") and "hold" not in row and ("destroy" in row or "exit" in row):
            message = f"{words} counts each turn, but is not for holding cells"
            forces.findings.add((*path, "each-turn"), message, "leave each-turn out", POINTS)
    degrees = forces.tree.get("degrees") or {}
    if "degrees" in forces.tree and not forces.tree.get("points"):
        message = "there are degrees of victory by points, but nothing scores points"
        remedy = "add [[points]], or leave degrees out; a condition may have a degree of its own"
        forces.findings.add(("degrees",), message, remedy, POINTS)
    marginal, decisive = degrees.get("marginal"), degrees.get("decisive")
    if marginal is not None and decisive is not None and marginal >= decisive:
        message = f"a marginal victory takes a lead of {marginal} points, a decisive one {decisive}"
        forces.findings.add(("degrees", "decisive"), message, f"a decisive one must take more than {marginal}", POINTS)


def check_number(forces: Forces, condition: dict[str, Any], path: Path, words: str) -> None:
    """How many of the cells."""
    least, cells = condition.get("at-least"), condition.get("hold")
    if "at-least" in condition and "hold" not in condition:
        message = f"{words} has at-least, but no cells to hold"
        forces.findings.add((*path, "at-least"), message, "add hold = [cells], or leave at-least out", CLAUSE)
    elif least is not None and cells is not None and least > len(cells):
        message = f"{words} asks for at least {least} of {count_of(len(cells), 'cell')}"
        forces.findings.add((*path, "at-least"), message, f"it must be 1 to {len(cells)}", CLAUSE)


def check_score(forces: Forces, condition: dict[str, Any], path: Path, words: str) -> None:
    wanted, side = condition.get("score"), condition.get("side")
    if wanted is None or side is None:
        return
    rows = [row for row in forces.tree.get("points") or [] if row is not None and row.get("side") == side]
    if not rows:
        message = f"{words} asks for {count_of(wanted, 'point')}, but nothing scores the side any"
        forces.findings.add((*path, "score"), message, "add [[points]] for it", POINTS)
        return
    most = sum(most_points(forces, row) for row in rows)
    if wanted > most:
        message = f"{words} asks for {count_of(wanted, 'point')}, but the side can score only {most}"
        forces.findings.add((*path, "score"), message, f"ask for {most} or fewer", POINTS)


def most_points(forces: Forces, row: dict[str, Any]) -> int:
    """The most that a row can bring, or more, but never less."""
    ids = side_ids(forces)
    side = ids.index(row["side"]) if row.get("side") in ids else -1
    points: int = row.get("points") or 0
    turns: int = (forces.tree.get("turns") or LONGEST) if row.get("each-turn") else 1
    if "hold" in row:
        return points * len(row["hold"] or []) * turns
    if "exit" in row:
        return points * sum(unit.side == side for unit in forces.units)
    enemies = [unit for unit in forces.units if unit.side != side]
    if row.get("destroy") == "units":
        return points * len(enemies)
    return points * sum(unit.unit.get("sp") or (unit.type.strength if unit.type else MANY) for unit in enemies)


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
        message = f"{words} is for side {quoted(id_)}, but there is no such side"
        remedy = f"{suggestion(id_, known)}the sides are {listed(known, 'and')}"
        forces.findings.add((*path, "side"), message, remedy)
        check_cells(forces, condition, path, words, None)
        return
    side = side_ids(forces).index(id_)
    own = [unit for unit in forces.units if unit.side == side]
    enemies = [unit for unit in forces.units if unit.side != side]
    check_cells(forces, condition, path, words, own)
    exit_, losses = condition.get("exit"), condition.get("destroy")
    if isinstance(exit_, dict):
        check_exit(forces, exit_, (*path, "exit"), words, own)
    if isinstance(losses, dict):
        check_losses(forces, losses, (*path, "destroy"), words, enemies)
    if losses == "sp" and forces.book is not None and forces.book.strength is None:
        message = f"{words} counts sp, but the {forces.book.called} book has no strength points"
        forces.findings.add((*path, "destroy"), message, 'count units: destroy = "units"', CLAUSE)


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
    # Each of the cells brings its own points: a side need not hold them all.
    least = condition.get("at-least") or len(cells)
    if own is not None and least > len(own) > 0 and path[0] == "victory":
        message = f"{words} is to hold {count_of(least, 'cell')} with {count_of(len(own), 'unit')}"
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
        message = f"{words} asks for {count_of(losses['units'], 'enemy unit')} destroyed, but there are {len(enemies)}"
        forces.findings.add((*path, "units"), message, f"ask for {len(enemies)} or fewer", CLAUSE)
    if "sp" not in losses or forces.book is None:
        return
    if forces.book.strength is None:
        message = f"{words} counts sp, but the {forces.book.called} book has no strength points"
        forces.findings.add((*path, "sp"), message, "count units: destroy = {units = ...}", CLAUSE)
    elif losses["sp"] is not None and all(unit.type is not None for unit in enemies):
        whole = sum(unit.unit.get("sp") or unit.type.strength for unit in enemies if unit.type is not None)
        if 0 < whole < losses["sp"]:
            message = f"{words} asks for {losses['sp']} SP destroyed, but the enemy has only {whole}"
            forces.findings.add((*path, "sp"), message, f"ask for {whole} or fewer", CLAUSE)
