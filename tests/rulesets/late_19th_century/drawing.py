"""Tables of the late 19th century: eight hexes by eight, placed freely, with throws and events in one line each.

Columns b, d, f and h stand half a hex further north: the neighbours of d4 are d5, e5, e4, d3, c4 and c5, clockwise
from north; those of c4 are c5, d4, d3, c3, b3 and b4.
"""

from typing import Any

from tests.rulesets.colonial.drawing import sentence
from tests.table import Table, Tree, draw, rolls, scenario

BOOK = "late-19th-century"


def terrain(columns: int = 8, rows: int = 8, /, **cells: str) -> str:
    """An open board, with letters in some cells: terrain(c4="w")."""
    names = "abcdefghijkl"[:columns]
    return "\n".join(" ".join(cells.get(f"{name}{row}", ".") for name in names) for row in range(rows, 0, -1))


OPEN = terrain()


def dice_for(units: list[str], army: str) -> int:
    """The book's activation dice, counted by hand."""
    command = any(unit.split()[1] == "command" for unit in units)
    others = len(units) - command
    return command + (others // 3 if army == "native" else -(-others // 3))


def late(rows: str = OPEN, dice: list[int] | None = None, historical: bool = True, **words: Any) -> Table:
    """A table with all its dice laid out."""
    return draw(BOOK, rows, dice=dice, grid="hex", historical=historical, **words)


def red_to_act(
    rows: str = OPEN,
    dice: list[int] | None = None,
    thrown: list[int] | None = None,
    armies: tuple[str, str] = ("european", "european"),
    **words: Any,
) -> Table:
    """Red first, with three activations for each die unless `thrown` says what they show. No gun fires; `dice` are
    those that follow."""
    thrown = thrown if thrown is not None else [6] * dice_for(words["red"], armies[0])
    table = late(rows, [6, 1, *thrown, *(dice or [])], armies=armies, **words)
    while table.state["phase"] == "artillery":
        table.play("done")
    return table


def red_pinned(
    pinned: list[str],
    rows: str = OPEN,
    dice: list[int] | None = None,
    thrown: list[int] | None = None,
    armies: tuple[str, str] = ("european", "european"),
    first: tuple[int, int] = (6, 1),
    **words: Any,
) -> Table:
    """Red first, after a siege gun of Blue's in h8, one for each, has pinned the units in these cells: landing on the
    target with 5, the effect 4, which pins in the open and in cover alike."""
    thrown = thrown if thrown is not None else [6] * dice_for(words["red"], armies[0])
    places = ["h8", "g8", "f8"][: len(pinned)]
    blue = [*words.pop("blue"), *(f"g{number} siege-artillery {cell} sw" for number, cell in enumerate(places))]
    dice = [5, 4] * len(pinned) + [*first, *thrown, *(dice or [])]
    table = late(rows, dice, armies=armies, blue=blue, **words)
    if (table.state["phase"], table.state["decides"]) == ("artillery", "red"):
        table.play("done")
    for number, cell in enumerate(pinned):
        table.play("bombard", f"g{number}", target=cell)
    if table.state["phase"] == "artillery":
        table.play("done")
    return table


def tree_of(rows: str = OPEN, **words: Any) -> Tree:
    """The scenario as the format has it, to be altered before it is read."""
    return scenario(BOOK, rows, grid="hex", **words)


def short(clause: str) -> str:
    return clause.replace("late19c.", "")


def throws(events: list[Tree], purpose: str) -> list[str]:
    """`unit: dice +1 clause = scores, needs 5 (+1 clause): outcomes [clause]`, clauses without the book's name."""
    return [short(f"{sentence(roll)} [{roll['clause']}]") for roll in rolls(events, purpose)]


def happened(events: list[Tree]) -> list[str]:
    """What befell the units, throws left out: `event unit clause`."""
    return [
        f"{one['event']} {one['unit']} {short(one['clause'])}"
        for one in events
        if one["event"] != "roll" and "unit" in one
    ]


def why(table: Table, verb: str, unit: str = "", **words: Any) -> set[str]:
    return {short(clause) for clause in table.why(verb, unit, **words)}


def facing(table: Table, unit: str) -> str:
    return str((table.unit(unit) or {})["facing"])


def is_pinned(table: Table, unit: str) -> bool:
    return bool((table.unit(unit) or {})["pinned"])
