"""What a battle shows: the names of places and other lettering, flags."""

import re

from ...grid.names import cell_named
from ..wording import count_of, owner, quoted
from .listed import Forces

CELL = re.compile(r"[a-z]{1,2}[1-9][0-9]?")
# By a flag's pattern, how many colours it has.
PATTERNS = {
    "plain": (1, 1),
    "horizontal": (2, 5),
    "vertical": (2, 5),
    "diagonal": (2, 2),
    "quarters": (2, 4),
    "cross": (2, 3),
    "nordic-cross": (2, 3),
    "saltire": (2, 3),
    "border": (2, 2),
    "disc": (2, 2),
}


def check_names(forces: Forces) -> None:
    if forces.board is None:
        return
    grid = forces.board.grid
    for cell in forces.tree.get("names") or {}:
        # The schema has already reported names that are not cells.
        if CELL.fullmatch(cell) and cell_named(grid, cell) < 0:
            message = f"names has the cell {quoted(cell)}, which is not on the board"
            remedy = f"it has {grid.columns} columns and {grid.rows} rows"
            forces.findings.add(("names", cell), message, remedy)


def check_labels(forces: Forces) -> None:
    for number, label in enumerate(forces.tree.get("labels") or []):
        for key in ("at", "to"):
            name = (label or {}).get(key)
            if name is not None and forces.board is not None and forces.board.cell(name) < 0:
                path = ("labels", number)
                message = f"{owner(forces.tree, path)} is lettered in {name}, which is not on the {forces.board.size()}"
                forces.findings.add((*path, key), message, forces.board.cells())


def check_flags(forces: Forces) -> None:
    for number, side in enumerate(forces.sides):
        flag = (side or {}).get("flag") or {}
        pattern, colours = flag.get("pattern"), flag.get("colours")
        if pattern is None or colours is None:
            continue
        least, most = PATTERNS[pattern]
        if not least <= len(colours) <= most:
            path = ("sides", number, "flag", "colours")
            words = owner(forces.tree, ("sides", number))
            message = f"{words}: a {pattern} flag has {count_of(len(colours), 'colour')}"
            wanted = str(least) if least == most else f"{least} to {most}"
            forces.findings.add(path, message, f"give it {wanted}")
