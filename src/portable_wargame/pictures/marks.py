"""Which units to draw in a cell, and the letters for their types: the same in pictures and in text."""

from ..battle.battle import Battle


def everyone_in(battle: Battle, cell: int) -> list[int]:
    """The aircraft over a cell, then the units on the ground."""
    aircraft = battle.above[cell]
    return [aircraft, *battle.units_in(cell)] if aircraft >= 0 else battle.units_in(cell)


def type_marks(battle: Battle) -> dict[str, str]:
    """Two capital letters for each unit type in the battle, no two alike."""
    marks: dict[str, str] = {}
    for unit_type in battle.type_of:
        name = unit_type.name
        if name in marks:
            continue
        letters = name.replace("-", "")
        parts = name.split("-")
        first = parts[0][0] + parts[1][0] if len(parts) > 1 else letters[:2]
        choices = [first, *(letters[0] + letter for letter in letters[1:])]
        marks[name] = next((mark.upper() for mark in choices if mark.upper() not in marks.values()), first.upper())
    return marks
