"""Which units to draw in a cell, the letters for their types, and the places to hold: the same in pictures and in
text."""

from ..battle.battle import Battle
from ..battle.objectives import HOLD


def everyone_in(battle: Battle, cell: int) -> list[int]:
    """The aircraft over a cell, then the units on the ground."""
    aircraft = battle.above[cell]
    return [aircraft, *battle.units_in(cell)] if aircraft >= 0 else battle.units_in(cell)


def to_be_held(battle: Battle) -> set[int]:
    """The cells that either side wins, or scores, by holding."""
    held = [row.cells for row in battle.objectives.rows if row.kind == HOLD]
    held += [row.cells for row in battle.objectives.scores if row.kind == HOLD]
    return {cell for cells in held for cell in cells}


def type_marks(battle: Battle) -> dict[str, str]:
    """Two capital letters for each unit type in the battle, no two alike."""
    marks: dict[str, str] = {}
    for unit_type in battle.type_of:
        name = unit_type.name
        if name in marks:
            continue
        parts = name.replace("-", " ").split()
        letters = "".join(parts)
        first = parts[0][0] + parts[1][0] if len(parts) > 1 else letters[:2]
        choices = [first, *(letters[0] + letter for letter in letters[1:])]
        marks[name] = next((mark.upper() for mark in choices if mark.upper() not in marks.values()), first.upper())
    return marks
